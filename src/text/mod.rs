//! The text of a reply: lines, blocks, tables, fields, and the ledger of who owns which stretch. Knows no protocol.

pub mod blocks;
pub mod elements;
pub mod escape;
pub mod fields;
pub mod hashing;
pub mod inline;
pub mod json;
pub mod ledger;
pub mod lines;
pub mod markup;
pub mod position;
pub mod span;
pub mod steps;
pub mod tables;
pub mod visible;
pub mod yaml;

use std::ops::Range;

use blocks::Block;
use lines::Line;
use span::Span;

/// A reply, scanned once.
#[derive(Debug)]
pub struct SourceText<'t> {
    text: &'t str,
    lines: Vec<Line>,
    blocks: Vec<Block>,
    wrapper: Option<Wrapper>,
}

/// What a reply is wrapped in as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrapper {
    /// Code fences: the lines of their marks.
    Fence(Vec<Range<usize>>),
    /// A block quote around the whole, or around what was opened.
    Quote,
}

impl<'t> SourceText<'t> {
    /// Scans a reply; a fence or a quote around the whole of it is taken off.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        let mut lines = lines::scan(text);
        let wrapper = lines::unwrap(text, &mut lines);
        Self::from_lines(text, lines, wrapper)
    }

    /// The same reply with some of its fences opened, so that what stands inside is read as text.
    #[must_use]
    pub fn opening(text: &'t str, fences: &[Block]) -> Self {
        let mut lines = lines::scan(text);
        let open = |fence: &Block| lines::open_fence(text, &mut lines, fence.lines.clone());
        let marks = fences.iter().flat_map(open).collect();
        Self::from_lines(text, lines, Some(Wrapper::Fence(marks)))
    }

    /// The same reply with the quote opened that a line stands in; `None` where it holds nothing but that line.
    #[must_use]
    pub fn opening_quote(text: &'t str, line: usize) -> Option<Self> {
        let mut lines = lines::scan(text);
        lines::open_quote(text, &mut lines, line).then(|| Self::from_lines(text, lines, Some(Wrapper::Quote)))
    }

    /// The same reply with its alerts opened (`> [!CAUTION]`), and with the quote that holds most of it, so that what they say
    /// is read as text; itself without one.
    #[must_use]
    pub fn with_quotes_open(self) -> Self {
        let Self { text, mut lines, blocks, wrapper } = self;
        let has_alerts = text.contains("[!") && lines::open_alerts(text, &mut lines);
        if (text.contains("\n>") && lines::open_report(text, &mut lines)) || has_alerts {
            return Self::from_lines(text, lines, wrapper);
        }
        Self { text, lines, blocks, wrapper }
    }

    fn from_lines(text: &'t str, lines: Vec<Line>, wrapper: Option<Wrapper>) -> Self {
        let blocks = blocks::scan(text, &lines);
        Self { text, lines, blocks, wrapper }
    }

    /// The text in full.
    #[must_use]
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// Its lines.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Its blocks, in order.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// What it was wrapped in.
    #[must_use]
    pub fn wrapper(&self) -> Option<&Wrapper> {
        self.wrapper.as_ref()
    }

    /// A stretch of bytes; nothing where it cuts a character.
    #[must_use]
    pub fn slice(&self, range: Range<usize>) -> &'t str {
        self.text.get(range).unwrap_or_default()
    }

    /// What a line says, without its quote marks and its end.
    #[must_use]
    pub fn line(&self, number: usize) -> &'t str {
        self.lines.get(number).map_or("", |line| self.slice(line.content.clone()))
    }

    /// What several lines say, without quote marks; a verbatim piece of the reply where there are none.
    #[must_use]
    pub fn lines_text(&self, range: Range<usize>) -> String {
        let quoted = self.wrapper == Some(Wrapper::Quote) || self.is_in_alert(range.clone());
        match (quoted, self.lines.get(range.start), range.end.checked_sub(1).and_then(|last| self.lines.get(last))) {
            (false, Some(first), Some(last)) => self.slice(first.content.start..last.content.end).to_owned(),
            _ => range.map(|number| self.line(number)).collect::<Vec<_>>().join("\n"),
        }
    }

    /// Whether marks of a quote stand before one of some lines, but for the first: before that, they are not said.
    fn is_in_alert(&self, lines: Range<usize>) -> bool {
        let is_marked = |line: &Line| line.start < line.content.start;
        self.lines.get(lines).is_some_and(|lines| lines.iter().skip(1).any(is_marked))
    }

    /// The bytes of several lines.
    #[must_use]
    pub fn lines_range(&self, range: Range<usize>) -> Range<usize> {
        let last = range.end.saturating_sub(1).max(range.start);
        match (self.lines.get(range.start), self.lines.get(last)) {
            (Some(first), Some(last)) => first.start..last.content.end.max(first.start),
            _ => 0..0,
        }
    }

    /// The span of several lines, for a record or a diagnostic.
    #[must_use]
    pub fn lines_span(&self, range: Range<usize>) -> Span {
        let bytes = self.lines_range(range);
        Span::of_bytes(bytes.start, bytes.end)
    }

    /// The text of a block.
    #[must_use]
    pub fn block_text(&self, block: &Block) -> String {
        self.lines_text(block.lines.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::SourceText;

    #[test]
    fn several_lines_are_a_verbatim_piece_but_for_the_marks_of_a_quote() {
        assert_eq!(SourceText::new("a\r\n b\r\n").lines_text(0..2), "a\r\n b");
        assert_eq!(SourceText::new("> a\r\n> b\r\n").lines_text(0..2), "a\nb");
    }
}
