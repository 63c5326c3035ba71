//! Which file a finding is in, where what stands around it says so.

use super::join::Draft;
use super::outline::{Kind, Node, Outline};
use super::place_lines;
use crate::model::KeyValue;
use crate::part::aliases::Aliases;
use crate::part::code_places::{self, Reach};
use crate::part::documents::document_of;

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
