//! Findings as rows of comma-separated values, or of a table that is drawn with lines, in a fence or by themselves. See
//! `docs/formats/prose.md`, "Comma-separated values".

use std::ops::Range;

use super::vocabulary::{self, Class};
use super::{Scope, choose, fields, labels};
use crate::model::Finding;
use crate::part::records::is_none;
use crate::part::{Reading, finding, severities};
use crate::text::blocks::{BlockKind, heading_text};
use crate::text::ledger::{self, Owner};
use crate::text::steps;

/// What may stand between two values.
const SEPARATORS: [u8; 3] = [b',', b';', b'\t'];

/// How many columns such a table has at the most.
const COLUMN_LIMIT: usize = 64;

/// Reads and claims the findings of a reply that are rows of separated values; what is claimed already stays as it is. A
/// protocol has tables for them.
pub fn read(reading: &mut Reading<'_, '_>, scope: Scope<'_>, findings: &mut Vec<Finding>) {
    if scope.protocol {
        return;
    }
    for (lines, form) in tables(reading) {
        let text: Vec<&str> = lines.clone().map(|line| reading.source.line(line)).collect();
        let rows = match form {
            Form::Separated(separator) => rows(&text.join("\n"), separator),
            Form::Drawn => drawn(&text),
        };
        let mut rows = rows.into_iter();
        let Some(header) = rows.next() else { continue };
        let described = header.cells.iter().any(|name| name.eq_ignore_ascii_case("description"));
        let names: Vec<String> =
            header.cells.iter().map(|name| of_ticket(name, described).unwrap_or(name).to_owned()).collect();
        let (fit, other): (Vec<Row>, Vec<Row>) = rows.partition(|row| row.cells.len() == names.len());
        // Lines of text may have commas, too.
        if fit.len() <= other.len() {
            continue;
        }
        let told: Vec<Row> = fit.into_iter().filter(|row| tells(&names, row)).collect();
        if told.is_empty() {
            continue;
        }
        let at = |range: &Range<usize>| lines.start + range.start..lines.start + range.end;
        reading.claim_lines(at(&header.lines), Owner::Field("findings"));
        for row in told {
            let named = names.iter().cloned().zip(row.cells).filter(|(_, cell)| !cell.is_empty()).collect();
            let mut parts = fields::of_pairs(named, scope.aliases);
            parts.without_id |= scope.without_ids;
            let range = reading.source.lines_range(at(&row.lines));
            let finding = finding::finish(reading, parts, findings.len(), scope.aliases, range);
            reading.claim_lines(at(&row.lines), Owner::Entry("findings", findings.len()));
            findings.push(finding);
        }
    }
}

/// Whether a row tells of a finding: its severity is one, and it says in words what is wrong.
fn tells(names: &[String], row: &Row) -> bool {
    let of = |roles: &[&str]| {
        let cells = names.iter().zip(&row.cells);
        let named = cells.filter(|(name, _)| labels::role(name).is_some_and(|role| roles.contains(&role)));
        named.map(|(_, cell)| cell.as_str()).collect::<Vec<_>>()
    };
    of(&["severity"]).into_iter().all(severities::is_severity)
        && of(&["title", "description"])
            .into_iter()
            .any(|said| said.contains(char::is_alphabetic) && !is_none(said) && choose::says_something(said))
}

/// The lines of each fence and each paragraph that begins with the names of columns of findings, and has rows below it,
/// and what parts its values.
fn tables(reading: &Reading<'_, '_>) -> Vec<(Range<usize>, Form)> {
    let claimed = reading.ledger.claimed();
    let mut heading = None;
    let mut found = Vec::new();
    for block in reading.source.blocks() {
        let lines = match block.kind {
            BlockKind::Heading { .. } => {
                heading = Some(heading_text(reading.source.line(block.lines.start)));
                continue;
            }
            BlockKind::Fence { closed } => block.lines.start + 1..block.lines.end.saturating_sub(usize::from(closed)),
            BlockKind::Paragraph => block.lines.clone(),
            _ => continue,
        };
        let first = Some(lines.start).filter(|_| lines.len() > 1);
        let separated = || first.and_then(|first| separator_of(reading.source.line(first))).map(Form::Separated);
        let drawn = first.filter(|first| draws(reading.source.line(*first))).map(|_| Form::Drawn);
        let Some(form) = drawn.or_else(separated) else { continue };
        // What stands under a plan, praise or the like is no finding.
        let is_other =
            heading.map(vocabulary::classify).is_some_and(|class| matches!(class, Class::Other | Class::Summary));
        if !is_other && !ledger::meets(&claimed, &reading.source.lines_range(lines.clone())) {
            found.push((lines, form));
        }
    }
    found
}

/// What trackers of tickets call the title and what is to be done; a summary is one where a description stands beside it.
fn of_ticket(name: &str, described: bool) -> Option<&'static str> {
    match name.to_ascii_lowercase().as_str() {
        "summary" | "issue type (cwe)" if described => Some("Title"),
        "acceptance criteria" => Some("Suggestion"),
        _ => None,
    }
}

/// What parts the names of columns in a line, where they are those of findings: what is wrong, how bad it is or what to
/// do, and something else.
fn separator_of(line: &str) -> Option<u8> {
    const FEWEST: usize = 3;
    const WORDS: usize = 4;
    let is_name = |name: &&str| {
        let plain = |character: char| character.is_alphanumeric() || " _-/#".contains(character);
        !name.is_empty() && name.chars().all(plain) && name.split(' ').count() <= WORDS
    };
    SEPARATORS.into_iter().find(|separator| {
        let names: Vec<&str> = line.split(char::from(*separator)).map(|name| name.trim().trim_matches('"')).collect();
        let has = |roles: &[&str]| names.iter().filter_map(|name| labels::role(name)).any(|role| roles.contains(&role));
        (FEWEST..=COLUMN_LIMIT).contains(&names.len())
            && names.iter().all(is_name)
            && has(&["title", "description"])
            && has(&["severity", "suggestion"])
    })
}

/// How a table is written.
#[derive(Clone, Copy)]
enum Form {
    /// Values with a mark between them.
    Separated(u8),
    /// Cells in a box of lines: `║ High │ src/a.ts:4 ║`.
    Drawn,
}

/// The marks that stand between the cells of a table that is drawn.
const BARS: [char; 4] = ['║', '│', '┃', '|'];

/// Whether a line is drawn above, below or between the rows of a table.
fn draws(line: &str) -> bool {
    let line = line.trim();
    line.starts_with(['╔', '┌', '┏', '╭', '+', '╠', '├', '┣', '╟', '╚', '└', '┗', '╰'])
        && line.chars().nth(2).is_some()
        && !line.contains(char::is_alphanumeric)
}

/// The rows of a table that is drawn. Where lines are drawn between its rows, a row may have several lines; else what has no
/// first cell goes on with the row before.
fn drawn(lines: &[&str]) -> Vec<Row> {
    const BORDERS: usize = 4;
    let is_parted = lines.iter().filter(|line| draws(line)).count() >= BORDERS;
    let mut found: Vec<Row> = Vec::new();
    let mut is_new = true;
    for (at, line) in lines.iter().enumerate() {
        let inner = line.trim();
        if draws(inner) {
            is_new = true;
            continue;
        }
        let Some(inner) = inner.strip_prefix(BARS).and_then(|inner| inner.strip_suffix(BARS)) else { continue };
        let cells: Vec<&str> = inner.split(BARS).map(str::trim).collect();
        let goes_on = if is_parted { !is_new } else { cells.first().is_some_and(|first| first.is_empty()) };
        match found.last_mut().filter(|last| goes_on && last.cells.len() == cells.len()) {
            Some(last) => {
                last.lines.end = at + 1;
                for (cell, more) in last.cells.iter_mut().zip(cells).filter(|(_, more)| !more.is_empty()) {
                    cell.push_str(if cell.is_empty() { "" } else { " " });
                    cell.push_str(more);
                }
            }
            None => found.push(Row { cells: cells.into_iter().map(str::to_owned).collect(), lines: at..at + 1 }),
        }
        is_new = false;
    }
    let names = found.first().map(|row| row.cells.as_slice()).unwrap_or_default();
    let has = |roles: &[&str]| names.iter().filter_map(|name| labels::role(name)).any(|role| roles.contains(&role));
    let is_known = names.len() <= COLUMN_LIMIT && has(&["title", "description"]) && has(&["severity", "suggestion"]);
    if is_known { found } else { Vec::new() }
}

/// A row: its cells, and its lines counted from the first of the table.
struct Row {
    cells: Vec<String>,
    lines: Range<usize>,
}

/// The rows of a text; one that is wider than any table of findings ends them.
fn rows(text: &str, separator: u8) -> Vec<Row> {
    let mut reader = csv_core::ReaderBuilder::new().delimiter(separator).build();
    steps::add(text.len());
    let mut at = 0;
    let mut written = vec![0; text.len()];
    let mut ends = [0; COLUMN_LIMIT];
    let mut found = Vec::new();
    let mut line = 0;
    loop {
        let rest = text.as_bytes().get(at..).unwrap_or_default();
        let (result, read, _, count) = reader.read_record(rest, &mut written, &mut ends);
        let taken = text.get(at..at + read).unwrap_or_default();
        at += read;
        // The end of the text ends the last row.
        let (result, count) = match result {
            csv_core::ReadRecordResult::InputEmpty => {
                let (result, _, _, more) = reader.read_record(&[], &mut [], ends.get_mut(count..).unwrap_or_default());
                (result, count + more)
            }
            result => (result, count),
        };
        if result != csv_core::ReadRecordResult::Record {
            return found;
        }
        let blank = taken.chars().take_while(|mark| matches!(mark, '\n' | '\r')).filter(|mark| *mark == '\n').count();
        let breaks = taken.matches('\n').count();
        let ended = usize::from(!taken.ends_with('\n'));
        let starts = std::iter::once(0).chain(ends.iter().copied());
        let cells = starts
            .zip(ends)
            .take(count)
            .map(|(start, end)| String::from_utf8_lossy(written.get(start..end).unwrap_or_default()).trim().to_owned());
        found.push(Row { cells: cells.collect(), lines: line + blank..line + breaks + ended });
        line += breaks;
    }
}

#[cfg(test)]
mod tests {
    use super::rows;

    #[test]
    fn rows_have_their_lines() {
        let text = "Title,Severity,Note\n\n\"a, b\",High,\"one\ntwo \"\"three\"\"\"\nc,Low,";
        let found: Vec<_> = rows(text, b',').into_iter().map(|row| (row.cells, row.lines)).collect();
        let cells = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        assert_eq!(
            found,
            [
                (cells(["Title", "Severity", "Note"]), 0..1),
                (cells(["a, b", "High", "one\ntwo \"three\""]), 2..4),
                (cells(["c", "Low", ""]), 4..5)
            ]
        );
    }
}
