//! From bytes to lines, columns and UTF-16.

use std::ops::Range;

use super::span::Span;
use super::steps;
use crate::order::Arrange;

/// Fills in line and column of every span, and turns byte offsets into UTF-16 code units, in one pass.
pub fn locate(text: &str, mut spans: Vec<&mut Span>) {
    steps::add(text.len());
    spans.arrange_by_key(|span| span.start);
    let mut starts = Cursor::new(text);
    for span in &mut spans {
        let at = starts.advance(span.start);
        span.start = at.units;
        span.line = at.line;
        span.column = at.units - at.line_units + 1;
    }
    spans.arrange_by_key(|span| span.end);
    let mut ends = Cursor::new(text);
    for span in spans {
        span.end = ends.advance(span.end).units;
    }
}

/// The byte offsets of spans that count UTF-16 code units, in their order; what is beyond the text ends with it.
#[must_use]
pub fn bytes(text: &str, spans: &[Span]) -> Vec<Range<usize>> {
    let mut wanted: Vec<u32> = spans.iter().flat_map(|span| [span.start, span.end]).collect();
    wanted.arrange();
    wanted.dedup();
    let mut found = Vec::with_capacity(wanted.len());
    let mut passed = 0;
    let mut wanted_now = wanted.iter();
    let mut next = wanted_now.next();
    for (at, character) in text.char_indices() {
        while next.is_some_and(|wanted| *wanted <= passed) {
            found.push(at);
            next = wanted_now.next();
        }
        passed += units(character);
    }
    found.resize(wanted.len(), text.len());
    let byte =
        |offset: u32| wanted.binary_search(&offset).ok().and_then(|at| found.get(at)).copied().unwrap_or_default();
    spans.iter().map(|span| byte(span.start)..byte(span.end).max(byte(span.start))).collect()
}

/// The UTF-16 code units of a character: a pair of them beyond U+FFFF.
#[must_use]
pub fn units(character: char) -> u32 {
    if u32::from(character) > 0xffff { 2 } else { 1 }
}

struct Cursor<'t> {
    rest: &'t [u8],
    at: usize,
    place: Place,
    after_return: bool,
}

#[derive(Clone, Copy)]
struct Place {
    units: u32,
    line: u32,
    line_units: u32,
}

impl<'t> Cursor<'t> {
    fn new(text: &'t str) -> Self {
        let place = Place { units: 0, line: 1, line_units: 0 };
        Self { rest: text.as_bytes(), at: 0, place, after_return: false }
    }

    fn advance(&mut self, to: u32) -> Place {
        let (passed, rest) = self.rest.split_at((to as usize).saturating_sub(self.at).min(self.rest.len()));
        for byte in passed {
            // In UTF-8 a character has one byte that is none of 10xxxxxx; beyond U+FFFF it begins with 11110xxx.
            self.place.units += u32::from(byte & 0xc0 != 0x80) + u32::from(*byte >= 0xf0);
            match byte {
                b'\n' if self.after_return => self.place.line_units = self.place.units,
                b'\n' | b'\r' => {
                    self.place.line += 1;
                    self.place.line_units = self.place.units;
                }
                _ => {}
            }
            self.after_return = *byte == b'\r';
        }
        self.at += passed.len();
        self.rest = rest;
        self.place
    }
}

#[cfg(test)]
mod tests {
    use super::super::span::Span;
    use super::{bytes, locate};

    #[test]
    fn counts_utf16_lines_and_columns() {
        let text = "é😀\r\nab\n\rc";
        let located = |of: char| {
            let start = text.find(of).unwrap_or_default();
            let mut span = Span::of_bytes(start, start + of.len_utf8());
            locate(text, vec![&mut span]);
            span
        };
        assert_eq!(located('😀'), Span { start: 1, end: 3, line: 1, column: 2 });
        assert_eq!(located('b'), Span { start: 6, end: 7, line: 2, column: 2 });
        assert_eq!(located('c'), Span { start: 9, end: 10, line: 4, column: 1 });
    }

    #[test]
    fn finds_the_bytes_of_units_again() {
        let span = |start, end| Span { start, end, line: 1, column: 1 };
        assert_eq!(bytes("é😀ab", &[span(4, 99), span(1, 3), span(0, 0)]), [7..8, 2..6, 0..0]);
    }
}
