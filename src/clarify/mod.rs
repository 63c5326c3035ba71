//! Clarifications and decisions: a family of documents that agents and people write together, and the mechanical work on
//! them. The formats, in our own words: `docs/formats/clarifications.md`, `docs/formats/decisions.md`.

pub mod answers;
pub mod autofill;
pub mod canonical;
pub mod counts;
pub mod document;
pub mod edits;
pub mod evaluation;
pub mod front_matter;
pub mod ids;
pub mod json;
pub mod marks;
pub mod outline;
pub mod plain;
pub mod question;
pub mod settled;
pub mod sheet;
pub mod vague;

use settled::Settled;
use sheet::{Sheet, is_layout};

use crate::model::clarifications::{Clarifications, Evaluation};

pub use autofill::{Autofilled, answer, autofill};

/// Reads a document. Whatever it says, there is a result: see its `diagnostics`.
#[must_use]
pub fn parse(text: &str) -> Clarifications {
    document::document(&settled(text), text)
}

/// The same document in the canonical format. Formatting twice changes nothing, and no text is lost.
#[must_use]
pub fn format(text: &str) -> String {
    let sheet = Sheet::new(text);
    let end = sheet.line_end();
    let written = canonical::document(&settled(text));
    let start = if text.starts_with('\u{feff}') { "\u{feff}" } else { "" };
    let written = format!("{start}{written}");
    if end == "\n" { written } else { written.replace('\n', end) }
}

/// How far the answers are of use.
#[must_use]
pub fn evaluate(text: &str) -> Evaluation {
    evaluation::evaluation(&settled(text))
}

/// A document whose questions know their ids.
fn settled(text: &str) -> Settled {
    let outline = match json::outline(text) {
        Some(outline) => outline,
        None => outline::read(&Sheet::new(text), false),
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
