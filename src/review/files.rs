//! Finds the file of a finding in the text around it.

use std::collections::BTreeMap;
use std::ops::Range;

use super::join::{Draft, name_of};
use super::outline::{Kind, Node, Outline};
use super::vocabulary::{self, Class};
use super::{place_lines, places_in_text};
use crate::model::KeyValue;
use crate::part::aliases::{self, Aliases};
use crate::part::code_places::{self, Mention, Reach};
use crate::part::documents::document_of;
use crate::part::finding::Parts;
use crate::part::severities;
use crate::text::blocks::{heading_text, scan_heading};
use crate::text::{fields, inline};

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
        let mut ends = remark.split(inline::is_range_dash);
        remark.contains(inline::is_range_dash)
            && ends.all(|end| !end.is_empty() && end.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let is_place = code_places::lead(remark).is_some_and(|(_, after)| after.trim_matches(['`', ' ']).is_empty());
    (is_place || is_lines()).then_some(remark)
}

/// The files that a reply names, and where it cites lines of them.
struct Citations {
    /// The one file that the opening of the reply names.
    subject: Option<String>,
    /// Each file with lines, and where it is named; in order.
    placed: Vec<(usize, String)>,
    /// How often lines of each are cited, by its name.
    counts: BTreeMap<String, usize>,
    /// Whether lines alone may be in yet another file: one of which no lines are cited, or one of two that have one name.
    is_open: bool,
}

impl Citations {
    fn of(text: &str, names: &Aliases) -> Self {
        let mut placed: Vec<(usize, String)> = Vec::new();
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let mut paths: BTreeMap<String, String> = BTreeMap::new();
        let mut is_open = false;
        // Lines in a paragraph that names no file are in none that another one names.
        let lines = text.split_inclusive('\n').scan(0, |end, line| {
            *end += line.len();
            Some((*end - line.len(), line))
        });
        let mentions = lines.flat_map(|(start, line)| {
            let found = code_places::mentions(line, names, Reach::Prose);
            found.into_iter().map(move |mention| (mention.place, start + mention.range.start))
        });
        for (place, start) in mentions {
            // Lines alone go on with those of a file that were cited last.
            let goes_on = || placed.last().map(|(_, file)| file.clone()).filter(|_| place.lines.is_some());
            let Some(file) = place.document.clone().or_else(goes_on) else { continue };
            let name = name_of(&file).to_owned();
            let path = paths.entry(name.clone()).or_insert_with(|| file.clone());
            is_open |= !aliases::is_same_file(path, &file);
            if file.len() > path.len() {
                path.clone_from(&file);
            }
            let cited = counts.entry(name).or_default();
            if place.lines.is_some() {
                *cited += 1;
                placed.push((start, file));
            }
        }
        is_open |= counts.values().any(|cited| *cited == 0);
        Self { subject: subject(text, names), placed, counts, is_open }
    }

    /// The file that lines alone are in, at a place: the one whose lines are cited last before it, or the first after it, if
    /// those next to it are of no other, and lines of others are cited seldom.
    fn around(&self, at: usize) -> Option<&str> {
        const SEVERAL: usize = 2;
        let next = self.placed.partition_point(|(start, _)| *start < at);
        let before = next.checked_sub(1).and_then(|last| self.placed.get(last));
        let (_, file) = before.or_else(|| self.placed.get(next))?;
        let name = name_of(file);
        let goes_on = self.placed.get(next).is_none_or(|(_, next)| name_of(next) == name);
        let cited = self.counts.get(name).copied().unwrap_or_default();
        let is_it = !self.is_open && goes_on && cited >= SEVERAL && cited * 10 >= self.placed.len() * 7;
        if is_it { Some(file) } else { None }
    }

    /// The file that the opening names, unless lines of others are cited as often.
    fn opening(&self) -> Option<&str> {
        let subject = self.subject.as_deref()?;
        let of = |file: &str| aliases::is_same_file(file, subject);
        let own = self.placed.iter().filter(|(_, file)| of(file)).count();
        (own * 2 >= self.placed.len()).then_some(subject)
    }
}

/// The one file that a reply names as what it is on: in its first lines, before it lists anything.
fn subject(text: &str, names: &Aliases) -> Option<String> {
    const LINES: usize = 3;
    let opens = |line: &&str| line.starts_with(|first: char| first == '#' || first.is_alphabetic());
    // `## src/a.ts`, and `## src/b.ts` further below: the first is as far as its own section goes.
    let is_section = |line: &&str| {
        filed(line).is_some_and(|file| text.lines().filter_map(filed).any(|other| !aliases::is_same_file(file, other)))
    };
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).take(LINES).take_while(opens);
    let lines = lines.filter(|line| !is_section(line));
    let named = |line| {
        let mentions = code_places::mentions(line, names, Reach::Prose);
        mentions.into_iter().filter_map(|mention| mention.place.document.map(|file| (file, mention.place.lines)))
    };
    let mut named = lines.map(named).map(Iterator::collect::<Vec<_>>).find(|named| !named.is_empty())?.into_iter();
    let (first, lines) = named.next()?;
    let is_one = lines.is_none() && named.all(|(other, _)| aliases::is_same_file(&first, &other));
    is_one.then_some(first)
}

/// The file that a heading names.
fn filed(line: &str) -> Option<&str> {
    scan_heading(line).and_then(|_| vocabulary::file_of(heading_text(line)))
}

/// The document that goes by its name alone, and whose lines a text names behind what is its own:
/// `the README's example (lines 4-9)`.
fn bare_name(before: &str) -> Option<&'static str> {
    let sentence = before.rsplit(". ").next()?;
    let owns = |name: &&str| ["'s ", "’s "].iter().any(|own| sentence.contains(&format!("{name}{own}")));
    code_places::KNOWN_BY_NAME.into_iter().find(owns)
}

/// Whether what stands around lines says that they are of something that is not a file of code: `line 5 of the trace`.
fn are_elsewhere(text: &str, lines: &Range<usize>) -> bool {
    const OTHERS: [&str; 16] = [
        "config",
        "csv",
        "diff",
        "dump",
        "fixture",
        "log",
        "migration",
        "output",
        "plan",
        "response",
        "rfc",
        "schema",
        "spec",
        "stack",
        "trace",
        "traceback",
    ];
    let (before, after) = (text.get(..lines.start).unwrap_or_default(), text.get(lines.end..).unwrap_or_default());
    let sentence = before.rsplit(". ").next().unwrap_or_default();
    // `SettlementParser line 20` is in a file of that name.
    let is_named = sentence.split_whitespace().next_back().is_some_and(|word| {
        let word = word.trim_matches(|mark: char| !mark.is_alphanumeric());
        word.chars().skip(1).any(char::is_uppercase) && word.chars().any(char::is_lowercase)
    });
    let behind = ["of ", "in "].iter().any(|join| after.trim_start().starts_with(join));
    is_named || behind || inline::has_word(&inline::words(sentence), &OTHERS)
}

/// Lines alone are in the file whose lines the reply cites around them. `start` says where a finding begins.
#[must_use]
pub fn cited(mut drafts: Vec<Draft>, text: &str, names: &Aliases, start: impl Fn(&Draft) -> usize) -> Vec<Draft> {
    let is_named = |mention: &Mention| mention.place.document.is_some() || mention.place.section.is_some();
    let mut citations = None;
    for draft in &mut drafts {
        let at = start(draft);
        let parts = &mut draft.parts;
        let texts: Vec<&str> = match parts.location.as_deref() {
            Some(location) => vec![location],
            None => [parts.title.as_deref(), parts.description.as_deref()].into_iter().flatten().collect(),
        };
        let mut named = None;
        let mut found: Vec<Mention> = Vec::new();
        for told in texts {
            let mentions = code_places::mentions(told, names, Reach::Prose);
            let first = mentions.first().map_or(0, |mention| mention.range.start);
            named = named.or_else(|| bare_name(told.get(..first)?));
            found.extend(
                mentions.into_iter().filter(|mention| is_named(mention) || !are_elsewhere(told, &mention.range)),
            );
        }
        if found.is_empty() || found.iter().any(is_named) {
            continue;
        }
        let citations = citations.get_or_insert_with(|| Citations::of(text, names));
        let Some(file) = named.or_else(|| citations.around(at)).or_else(|| citations.opening()) else { continue };
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

/// Findings that each begin with the section of the document that was reviewed: `[Quick start]: The command is missing.` What
/// names the document is a field at the beginning of the reply: `**Document:** README.md`.
#[must_use]
pub fn in_sections(mut drafts: Vec<Draft>, text: &str) -> Vec<Draft> {
    const SEVERAL: usize = 3;
    let told =
        |parts: &Parts| parts.title.as_deref().or(parts.description.as_deref()).and_then(section_before).is_some();
    let count = drafts.iter().filter(|draft| told(&draft.parts)).count();
    let Some(document) = reviewed(text).filter(|_| count >= SEVERAL && count * 2 >= drafts.len()) else {
        return drafts;
    };
    for parts in drafts.iter_mut().map(|draft| &mut draft.parts) {
        if parts.location.is_some() && !parts.location_from_text {
            continue;
        }
        let Some(told) = [&mut parts.title, &mut parts.description].into_iter().flatten().next() else { continue };
        let Some((section, after)) = section_before(told) else { continue };
        let place = format!("{document} > {section}");
        *told = after.to_owned();
        parts.location = Some(match parts.location.take() {
            Some(named) => format!("{place}, {named}"),
            None => place,
        });
        parts.location_from_text = false;
    }
    drafts
}

/// A section in brackets that a text begins with, and what it says of it. One word that says what became of a finding, or of
/// which kind it is, names no section.
fn section_before(text: &str) -> Option<(&str, &str)> {
    const WORDS: [&str; 24] = [
        "bug",
        "closed",
        "confirmed",
        "cosmetic",
        "deferred",
        "docs",
        "documentation",
        "done",
        "enhancement",
        "false positive",
        "feature",
        "fixed",
        "invalid",
        "maintainability",
        "new",
        "open",
        "performance",
        "question",
        "resolved",
        "security",
        "style",
        "testing",
        "withdrawn",
        "wontfix",
    ];
    let (section, after) = text.trim_start().strip_prefix('[')?.split_once(']')?;
    let after = [":", " -", " –", " —"].iter().find_map(|mark| after.strip_prefix(mark))?.trim_start();
    let is_named = section.starts_with(char::is_uppercase) && vocabulary::classify(section) != Class::Topic;
    let is_section = severities::word(section).is_none() && !WORDS.contains(&inline::words(section).as_str());
    (is_named && is_section && !after.is_empty()).then_some((section.trim(), after))
}

/// The document that a field at the beginning of a reply names as what was reviewed.
fn reviewed(text: &str) -> Option<&str> {
    const LINES: usize = 12;
    const KEYS: [&str; 8] =
        ["design", "document", "document reviewed", "plan", "reviewed", "reviewed document", "spec", "specification"];
    let fields = text.lines().filter(|line| !line.trim().is_empty()).take(LINES).filter_map(fields::scan);
    let mut named = fields.filter(|(key, _, _)| KEYS.contains(&inline::words(key).as_str()));
    named.find_map(|(_, value, _)| document_of(value.trim_start_matches('`')))
}

/// Findings of one list that each begin with lines in bold, and nothing else: `- **157-160 and 223:** the counter …`. They are in
/// the file that all findings before them are in, if it is one. `item` gives the list and the text of a finding that is an item.
#[must_use]
pub fn on_bold_lines<'t>(mut drafts: Vec<Draft>, item: impl Fn(&Draft) -> Option<(usize, &'t str)>) -> Vec<Draft> {
    const SEVERAL: usize = 3;
    let told = |draft: &Draft| item(draft).and_then(|(list, text)| Some((list, place_lines::bold_lines(text)?)));
    let lists: Vec<Option<(usize, String)>> = drafts.iter().map(told).collect();
    // Of each list, how many of its items begin so, and whether one of them has a range.
    let mut counts: BTreeMap<usize, (usize, bool)> = BTreeMap::new();
    for (list, lines) in lists.iter().flatten() {
        let (count, has_range) = counts.entry(*list).or_default();
        *count += 1;
        *has_range |= lines.contains('-');
    }
    let is_such = |list: &usize| counts.get(list).is_some_and(|(count, has_range)| *count >= SEVERAL && *has_range);
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for (draft, lines) in drafts.iter_mut().zip(&lists) {
        let parts = &mut draft.parts;
        let Some((_, lines)) = lines.as_ref().filter(|(list, _)| is_such(list)) else {
            let location = parts.location.as_deref().unwrap_or_default();
            let mentions = code_places::mentions(location, &Aliases::none(), Reach::Location);
            let placed = mentions.into_iter().filter(|mention| mention.place.lines.is_some());
            for file in placed.filter_map(|mention| mention.place.document) {
                let known = files.entry(name_of(&file).to_owned()).or_default();
                if known.len() < file.len() {
                    *known = file;
                }
            }
            continue;
        };
        let are_lines = |text: &String| place_lines::bold_lines(&format!("**{text}**")).is_some();
        parts.title.take_if(|title| are_lines(title));
        parts.id.take_if(|id| are_lines(id));
        // A heading above the list, or the item itself, may name another file.
        let own = parts.location.as_deref().map(|own| code_places::mentions(own, &Aliases::none(), Reach::Location));
        let own = own.and_then(|own| own.into_iter().find_map(|mention| mention.place.document));
        let mut one = files.values();
        let file = own.as_ref().or_else(|| one.next().filter(|_| one.next().is_none()));
        parts.location = Some(file.map_or_else(|| format!("lines {lines}"), |file| format!("{file}:{lines}")));
        parts.location_from_text = false;
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
