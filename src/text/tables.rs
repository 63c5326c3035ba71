//! Tables: rows of cells, with raw pipes in cells put back together by the column count.

use std::ops::Range;

use super::blocks::Block;
use super::{SourceText, escape, inline, steps};

/// A table as written.
#[derive(Debug)]
pub struct Table {
    /// Its rows but for the separator; the first is the header where there is a separator below it.
    pub rows: Vec<Row>,
    /// Whether a separator follows the first row.
    pub separated: bool,
    /// How many columns the separator or the first row has.
    pub columns: usize,
}

/// A row of a table.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its line.
    pub line: usize,
    /// The bytes of each cell, trimmed.
    pub cells: Vec<Range<usize>>,
    /// How its cells were counted.
    pub fit: Fit,
}

/// How the cells of a row fit the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// As many cells as columns.
    Exact,
    /// As many, once pipes inside code count as text.
    RawPipe,
    /// More cells than columns.
    Surplus,
    /// Fewer cells than columns.
    Missing,
}

/// A line between two pipes, or one that begins with a pipe and has another.
#[must_use]
pub fn is_row(line: &str) -> bool {
    let trimmed = line.trim();
    trimmed.strip_prefix('|').is_some_and(|rest| rest.contains('|'))
}

/// `|---|:--:|` and its like.
#[must_use]
pub fn is_separator(line: &str) -> bool {
    let trimmed = line.trim();
    trimmed.contains('-')
        && trimmed.contains('|')
        && trimmed.chars().all(|character| matches!(character, '|' | '-' | ':' | ' ' | '\t' | '+' | '—' | '–'))
}

/// Reads a table block.
#[must_use]
pub fn read(source: &SourceText<'_>, block: &Block) -> Table {
    let mut lines = block.lines.clone();
    let first = lines.next();
    let second = lines.clone().next();
    let separated = second.is_some_and(|second| is_separator(source.line(second)));
    let count = |line: usize| split(source.line(line), Pipes::All).len();
    let header = first.map_or(0, count);
    // The separator says how many columns there are, unless it was written carelessly and the header has more.
    let columns = match second {
        Some(second) if separated => count(second).max(header),
        _ => header,
    };
    let rows = block
        .lines
        .clone()
        .filter(|number| !is_separator(source.line(*number)))
        .map(|number| read_row(source, number, columns))
        .collect();
    Table { rows, separated, columns }
}

fn read_row(source: &SourceText<'_>, line: usize, columns: usize) -> Row {
    let text = source.line(line);
    let offset = source.lines().get(line).map_or(0, |line| line.content.start);
    let plain = split(text, Pipes::All);
    let (cells, fit) = match plain.len().cmp(&columns) {
        std::cmp::Ordering::Equal => (plain, Fit::Exact),
        std::cmp::Ordering::Less => (plain, Fit::Missing),
        std::cmp::Ordering::Greater => {
            let joined = split(text, Pipes::OutsideOfCode);
            match joined.len().cmp(&columns) {
                std::cmp::Ordering::Equal => (joined, Fit::RawPipe),
                std::cmp::Ordering::Greater => (joined, Fit::Surplus),
                std::cmp::Ordering::Less => (plain, Fit::Surplus),
            }
        }
    };
    let cells = cells.into_iter().map(|cell| cell.start + offset..cell.end + offset).collect();
    Row { line, cells, fit }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Pipes {
    All,
    OutsideOfCode,
}

/// The trimmed cells of a line. An escaped pipe never parts cells.
fn split(line: &str, pipes: Pipes) -> Vec<Range<usize>> {
    steps::add(line.len());
    let trimmed_start = line.len() - line.trim_start().len();
    let from = if line.trim_start().starts_with('|') { trimmed_start + 1 } else { trimmed_start };
    let bytes = line.as_bytes();
    let mut cells = Vec::new();
    let mut unclosed = 0;
    let mut start = from;
    let mut at = from;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'`' if pipes == Pipes::OutsideOfCode => {
                let run = bytes.iter().skip(at).take_while(|byte| **byte == b'`').count();
                at = inline::code_span_end(line, at, &mut unclosed).unwrap_or(at + run);
            }
            b'|' => {
                cells.push(trim(line, start..at));
                at += 1;
                start = at;
            }
            _ => at += 1,
        }
    }
    if line.get(start..).is_some_and(|rest| !rest.trim().is_empty()) {
        cells.push(trim(line, start..line.len()));
    }
    cells
}

/// What a cell says: its escapes taken back.
#[must_use]
pub fn cell_text(cell: &str) -> String {
    escape::unescape_cell(cell)
}

fn trim(line: &str, range: Range<usize>) -> Range<usize> {
    let cell = line.get(range.clone()).unwrap_or_default();
    let start = range.start + (cell.len() - cell.trim_start().len());
    start..start + cell.trim().len()
}

#[cfg(test)]
mod tests {
    use super::{Fit, Pipes, is_separator, read, split};
    use crate::text::SourceText;

    fn cells(line: &str) -> Vec<&str> {
        split(line, Pipes::All).into_iter().filter_map(|cell| line.get(cell)).collect()
    }

    #[test]
    fn cells_are_trimmed_and_outer_pipes_are_optional() {
        assert_eq!(cells("| a |  b c | |"), ["a", "b c", ""]);
        assert_eq!(cells("a | b"), ["a", "b"]);
        assert_eq!(cells("| a \\| b | c"), ["a \\| b", "c"]);
    }

    #[test]
    fn a_raw_pipe_in_code_is_put_back() {
        let source = SourceText::new("| a | b |\n|---|---|\n| `x | y` | c |\n| d | e | f |\n| g |\n");
        let table = read(&source, &source.blocks()[0]);
        let fits: Vec<Fit> = table.rows.iter().map(|row| row.fit).collect();
        assert_eq!(fits, [Fit::Exact, Fit::RawPipe, Fit::Surplus, Fit::Missing]);
        assert_eq!(source.slice(table.rows[1].cells[0].clone()), "`x | y`");
    }

    #[test]
    fn separators_have_dashes_and_pipes_alone() {
        assert!(is_separator("|:--|--:|") && is_separator("--|--") && !is_separator("---") && !is_separator("| a |"));
    }
}
