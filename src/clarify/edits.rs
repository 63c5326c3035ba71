//! Changes in place: all that is not changed stays as it is, byte for byte.

use std::borrow::Cow;
use std::ops::Range;

use super::settled::Settled;
use super::sheet::Sheet;
use super::{marks, outline};
use crate::text::Wrapper;

/// A document that is changed in place.
pub struct Editor<'t> {
    /// Its lines.
    pub sheet: Sheet<'t>,
    /// Its questions.
    pub settled: Settled,
    changes: Changes,
}

/// Changes of a text, each a stretch of bytes and what stands in its place.
#[derive(Debug, Default)]
pub struct Changes(Vec<(Range<usize>, String)>);

impl Changes {
    /// Puts a text in the place of a stretch of bytes. Of two at one place the first stands first.
    pub fn replace(&mut self, range: Range<usize>, text: impl Into<String>) {
        self.0.push((range, text.into()));
    }

    /// The changed text. Of two stretches that overlap, the first alone is changed.
    #[must_use]
    pub fn made(mut self, sheet: &Sheet<'_>) -> String {
        self.0.sort_by_key(|(range, _)| (range.start, range.end));
        let text = sheet.paper().text();
        let end = sheet.line_end();
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        for (range, new) in self.0 {
            if range.start < at {
                continue;
            }
            out.push_str(text.get(at..range.start).unwrap_or_default());
            if end == "\n" {
                out.push_str(&new);
            } else {
                out.push_str(&new.replace('\n', end));
            }
            at = range.end;
        }
        out.push_str(text.get(at..).unwrap_or_default());
        out
    }
}

/// The document as text whose lines can be changed one by one: JSON, and a document in a quotation, in the canonical
/// format.
#[must_use]
pub fn editable(text: &str) -> Cow<'_, str> {
    let quoted = || Sheet::new(text).paper().wrapper() == Some(&Wrapper::Quote);
    if super::json::is_json(text) || quoted() { Cow::Owned(super::format(text)) } else { Cow::Borrowed(text) }
}

impl<'t> Editor<'t> {
    /// A document that is not changed yet.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        let sheet = Sheet::new(text);
        let settled = Settled::new(outline::read(&sheet, false));
        Self { sheet, settled, changes: Changes::default() }
    }

    /// Puts a text in the place of a stretch of bytes.
    pub fn replace(&mut self, range: Range<usize>, text: impl Into<String>) {
        self.changes.replace(range, text);
    }

    /// Puts a block before a line, with a blank line on each side.
    pub fn insert_block(&mut self, line: usize, block: &str) {
        let at = self.sheet.bytes(line).start;
        let text = self.sheet.paper().text();
        let open = !text.is_empty() && at == text.len() && !text.ends_with(['\n', '\r']);
        let before = if open {
            "\n\n"
        } else if line > 0 {
            "\n"
        } else {
            ""
        };
        let after = if line < self.sheet.len() && !self.sheet.line(line).trim().is_empty() { "\n" } else { "" };
        self.replace(at..at, format!("{before}{block}\n{after}"));
    }

    /// Gives a question another answer: the lines of the answer alone change.
    pub fn answer(&mut self, place: usize, answer: &str) {
        let Some(entry) = self.settled.outline.entries.get(place) else { return };
        let Some(lines) = entry.answer.clone() else {
            let indent = if matches!(entry.given, marks::Given::Number(_)) { "   " } else { "" };
            let block = super::canonical::labelled("**Answer:**", answer);
            let block = super::canonical::indented(&format!("{indent}{block}"), indent.len());
            self.insert_block(entry.head_end, &block);
            return;
        };
        let label = self.sheet.line(lines.start);
        let labelled = marks::label(label);
        let value = labelled.map_or("", |labelled| labelled.value);
        let bytes = self.sheet.paper().lines_range(lines.clone());
        let first = self.sheet.paper().lines_range(lines.start..lines.start + 1);
        if let Some(at) = labelled.and_then(|labelled| labelled.closed) {
            self.replace(first.start + at..bytes.end, super::canonical::labelled("**Answer:**", answer));
            return;
        }
        let start = first.start + label.trim_end().len() - value.len();
        // The label as it is written, and the value where the canonical format has it.
        let written = super::canonical::labelled("", answer);
        let separated =
            label.get(..label.trim_end().len() - value.len()).is_some_and(|label| label.ends_with([' ', '\t']));
        let below = marks::heading(label).is_some() && !answer.is_empty();
        let written = match written.strip_prefix(' ') {
            Some(said) if below => format!("\n{said}"),
            Some(said) if separated => said.to_owned(),
            _ => written,
        };
        self.replace(start..bytes.end, written);
    }

    /// The changed document.
    #[must_use]
    pub fn finish(self) -> String {
        self.changes.made(&self.sheet)
    }
}
