//! Clarifications and decisions: a family of documents that agents and people write together, and the mechanical work on
//! them. The formats, in our own words: `docs/formats/clarifications.md`, `docs/formats/decisions.md`.

pub mod answers;
pub mod autofill;
pub mod canonical;
pub mod consolidate;
pub mod counts;
pub mod decisions;
pub mod document;
pub mod draft;
pub mod edits;
pub mod evaluation;
pub mod front_matter;
pub mod ids;
pub mod json;
pub mod marks;
pub mod outline;
pub mod plain;
pub mod plan;
pub mod protocol;
pub mod question;
pub mod scanned;
pub mod settled;
pub mod summarized;
pub mod trace;
pub mod vague;

use scanned::{ScannedDocument, is_layout};
use settled::Settled;

use crate::model::clarifications::{Clarifications, Evaluation};

pub use autofill::{Autofilled, UnknownQuestion, answer, autofill};
pub use consolidate::{Consolidated, consolidate};
pub use decisions::parse as parse_decisions;
pub use draft::draft;
pub use plan::plan;
pub use protocol::{Merged, merge};
pub use trace::{graph, trace};

/// Reads a document. Whatever it says, there is a result: see its `diagnostics`.
#[must_use]
pub fn parse(text: &str) -> Clarifications {
    document::document(&settled(text), text)
}

/// The same document in the canonical format. Formatting twice changes nothing, and no text is lost.
///
/// A text that would be read otherwise once it is moved stays as it is: marks that are cut off or nested in each other
/// can be so.
#[must_use]
pub fn format(text: &str) -> String {
    let before = settled(text);
    let written = canonical::document(&before);
    let after = settled(&written);
    if canonical::document(&after) != written || !document::say_the_same(&before, &after) {
        return text.to_owned();
    }
    let start = if text.starts_with('\u{feff}') { "\u{feff}" } else { "" };
    let written = format!("{start}{written}");
    match ScannedDocument::new(text).line_end() {
        "\n" => written,
        end => written.replace('\n', end),
    }
}

/// How far the answers are of use.
#[must_use]
pub fn evaluate(text: &str) -> Evaluation {
    evaluation::evaluation(&settled(text))
}

/// Those of some ids that no question of a document has. What is said of them has no effect.
#[must_use]
pub fn unknown_questions<'a>(text: &str, ids: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let places = settled(text).places();
    let is_known = |id: &&str| ids::Id::of(id).is_some_and(|id| places.contains_key(&id));
    ids.into_iter().filter(|id| !is_known(id)).map(str::to_owned).collect()
}

/// A document whose questions know their ids.
fn settled(text: &str) -> Settled {
    let outline = match json::outline(text) {
        Some(outline) => outline,
        None => outline::read(&ScannedDocument::new(text), false),
    };
    Settled::new(outline)
}

/// A text without blank lines and rules around it.
fn text_of(text: &str) -> String {
    let lines: Vec<&str> = text.split('\n').collect();
    let first = lines.iter().position(|line| !is_layout(line)).unwrap_or(lines.len());
    let last = lines.iter().rposition(|line| !is_layout(line)).map_or(first, |last| last + 1);
    lines.get(first..last).unwrap_or_default().join("\n")
}
