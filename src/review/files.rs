//! Which file a finding is in, where what stands around it says so.

use std::collections::BTreeMap;

use super::join::Draft;
use super::outline::{Kind, Node, Outline};
use super::{place_lines, places_in_text};
use crate::model::KeyValue;
use crate::part::aliases::Aliases;
use crate::part::code_places::{self, Mention, Reach};
use crate::part::documents::{self, document_of};

/// The file of a heading above an entry that says behind its title where what it stands over is: `The cache (src/a.ts:4-90)`.
/// Lines alone are in the file that a heading before it names.
#[must_use]
pub fn above<'t>(outline: &Outline<'t>, at: usize) -> Option<&'t str> {
    const LEVELS: usize = 4;
    const BEFORE: usize = 32;
    let mut at = at;
    for _ in 0..LEVELS {
        at = outline.nodes.get(at)?.parent;
        if let Some(place) = outline.nodes.get(at).filter(|_| at > 0).and_then(place_behind) {
            let parent = outline.nodes.get(outline.nodes.get(at)?.parent)?;
            let end = parent.children.partition_point(|child| *child < at);
            let before = parent.children.iter().take(end).rev().take(BEFORE);
            let named = before.filter_map(|child| outline.nodes.get(*child)).filter_map(place_behind);
            return std::iter::once(place).chain(named).find_map(document_of);
        }
    }
    None
}

/// The lines of a file that the heading above an entry is, where that stands over nothing else:
/// `### 💬 `src/a.ts` — R4-R9`.
#[must_use]
pub fn headed<'t>(outline: &Outline<'t>, at: usize) -> Option<&'t str> {
    // Each entry asks, and a heading may stand over thousands of parts.
    const PARTS: usize = 64;
    let node = outline.nodes.get(at).filter(|node| matches!(node.kind, Kind::Heading | Kind::Bold))?;
    let heading = outline.nodes.get(node.parent).filter(|above| above.is_marked_heading())?;
    let place = place_of_heading(heading)?;
    let entries = heading.children.iter().take(PARTS).filter_map(|child| outline.nodes.get(*child));
    let is_only = entries.filter(|child| child.kind == Kind::Heading || child.text.contains("**")).take(2).count() == 1;
    is_only.then_some(place)
}

/// The lines of a file that a heading is, and nothing else.
#[must_use]
pub fn place_of_heading<'t>(heading: &Node<'t>) -> Option<&'t str> {
    let is_mark = |mark: char| !(mark.is_alphanumeric() || matches!(mark, '`' | '*' | '.' | '/'));
    Some(heading.text.trim_start_matches(is_mark)).filter(|place| place_lines::is_titled_by_place(place))
}

/// The place in parentheses that a heading ends in.
fn place_behind<'t>(node: &Node<'t>) -> Option<&'t str> {
    let (_, remark) = node.text.trim_end_matches(['*', ':']).strip_suffix(')')?.rsplit_once('(')?;
    let is_lines = || {
        let mut ends = remark.split(['-', '–']);
        remark.contains(['-', '–']) && ends.all(|end| !end.is_empty() && end.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let is_place = code_places::lead(remark).is_some_and(|(_, after)| after.trim_matches(['`', ' ']).is_empty());
    (is_place || is_lines()).then_some(remark)
}

/// The files that a reply names, and where it cites lines of them. Of two in other folders, those of one name are one.
struct Citations {
    /// Each file with lines, and where it is named; in order.
    placed: Vec<(usize, String)>,
    /// How often lines of each are cited, by its name.
    counts: BTreeMap<String, usize>,
    /// The file that the reply is about: it names no other, and this before its first finding or several times with lines.
    only: Option<String>,
    /// Whether a file is named of which no lines are cited: then lines alone may be in that.
    is_open: bool,
}

impl Citations {
    /// Those of a text whose first finding begins at `first`.
    fn of(text: &str, names: &Aliases, first: usize) -> Self {
        let mut placed: Vec<(usize, String)> = Vec::new();
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let mut alone: Option<String> = None;
        let mut opens = false;
        for Mention { place, range } in code_places::mentions(text, names, Reach::Prose) {
            let Some(file) = place.document else { continue };
            opens |= range.start < first;
            let cited = counts.entry(name_of(&file).to_owned()).or_default();
            match place.lines {
                Some(_) => {
                    *cited += 1;
                    placed.push((range.start, file));
                }
                None => alone = alone.or(Some(file)),
            }
        }
        let is_open = counts.values().any(|cited| *cited == 0);
        let is_about = counts.len() == 1 && (opens || placed.len() > 1);
        let only = placed.first().map(|(_, file)| file.clone()).or(alone);
        let only = only.filter(|file| is_about && documents::has_known_extension(file));
        Self { placed, counts, only, is_open }
    }

    /// The file that lines alone are in, at a place: the one whose lines are cited last before it, if they are cited next
    /// after it as well, and lines of others are cited seldom.
    fn around(&self, at: usize) -> Option<&str> {
        let next = self.placed.partition_point(|(start, _)| *start < at);
        let (_, file) = next.checked_sub(1).and_then(|last| self.placed.get(last))?;
        let goes_on = self.placed.get(next).is_none_or(|(_, next)| name_of(next) == name_of(file));
        let cited = self.counts.get(name_of(file)).copied().unwrap_or_default();
        (!self.is_open && goes_on && cited * 10 >= self.placed.len() * 7).then_some(file)
    }
}

/// The name of a file without its folder.
fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The document that goes by its name alone and is named in the paragraph before a place: `the README's example (lines 4-9)`.
fn bare_name(text: &str, at: usize) -> Option<&'static str> {
    const NEAR: usize = 1_000;
    let from = (at.saturating_sub(NEAR)..=at).find(|from| text.is_char_boundary(*from))?;
    let paragraph = text.get(from..at)?.rsplit("\n\n").next()?;
    let mut words = paragraph.split(|mark: char| !mark.is_ascii_alphabetic());
    words.find_map(|word| code_places::BARE_NAMES.into_iter().find(|name| *name == word))
}

/// Lines alone are in the file that the reply names, where it names no other; else in the one whose lines it cites around them.
/// `start` says where a finding begins.
#[must_use]
pub fn cited(mut drafts: Vec<Draft>, text: &str, names: &Aliases, start: impl Fn(&Draft) -> usize) -> Vec<Draft> {
    let first = drafts.iter().map(&start).min().unwrap_or(0);
    let mut citations = None;
    for draft in &mut drafts {
        let at = start(draft);
        let parts = &mut draft.parts;
        let texts: Vec<&str> = match parts.location.as_deref() {
            Some(location) => vec![location],
            None => [parts.title.as_deref(), parts.description.as_deref()].into_iter().flatten().collect(),
        };
        let mut named = bare_name(text, at);
        let mut found: Vec<Mention> = Vec::new();
        for told in texts {
            let mentions = code_places::mentions(told, names, Reach::Prose);
            named = named.or_else(|| bare_name(told, mentions.first()?.range.start));
            found.extend(mentions);
        }
        let is_named = |mention: &Mention| mention.place.document.is_some() || mention.place.section.is_some();
        if found.is_empty() || found.iter().any(is_named) {
            continue;
        }
        let citations = citations.get_or_insert_with(|| Citations::of(text, names, first));
        let Some(file) = named.or(citations.only.as_deref()).or_else(|| citations.around(at)) else { continue };
        parts.location = Some(match parts.location.take() {
            Some(lines) => format!("{file} {lines}"),
            None => {
                parts.location_from_text = true;
                let placed = found.into_iter().map(|mut mention| {
                    mention.place.document = Some(file.to_owned());
                    mention
                });
                places_in_text::written(&placed.collect::<Vec<_>>())
            }
        });
    }
    drafts
}

/// `:239-254` is in the file that the finding before names.
#[must_use]
pub fn continued(mut drafts: Vec<Draft>) -> Vec<Draft> {
    let mut last: Option<String> = None;
    for parts in drafts.iter_mut().map(|draft| &mut draft.parts) {
        let Some(location) = &mut parts.location else { continue };
        if location.starts_with(':') {
            match &last {
                Some(file) => location.insert_str(0, file),
                // Lines of nothing are no place.
                None => parts.extra.extend(parts.location.take().map(|lines| KeyValue::new("Remark", lines))),
            }
        } else if !parts.location_from_text {
            let named = code_places::mentions(location, &Aliases::none(), Reach::Location);
            last = named.into_iter().rev().find_map(|mention| mention.place.document).or(last);
        }
    }
    drafts
}
