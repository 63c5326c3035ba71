//! The exact change that fixes what reading repaired, if it is known and loses no word.

use std::collections::BTreeMap;
use std::ops::Range;

use super::context::CheckContext;
use super::summary;
use crate::dialect::Read;
use crate::model::{
    ChecklistItem, Code, Detail, Diagnostic, Dialect, Edit, Finding, FindingState, KeyValue, Severity, Span,
};
use crate::order::Gather;
use crate::part::records::{is_status_word, status_word};
use crate::part::summary_line::{Form, Standing, SummaryLine};
use crate::part::{finding, severities, status_words};
use crate::text::inline;

/// Where the cells stand that reading said something of, each for the diagnostic at a place in its list.
pub fn cells(context: &CheckContext<'_, '_>) -> Vec<(usize, Span)> {
    let said = context.read.result.diagnostics.iter().enumerate();
    let cell = |said: &Diagnostic| cell_of(context, &said.code, said.span?);
    said.filter_map(|(number, said)| Some((number, cell(said)?)))
        .map(|(number, cell)| (number, Span::of_bytes(cell.start, cell.end)))
        .collect()
}

/// Lets diagnostics point to cells rather than to whole rows.
pub fn point(read: &mut Read<'_>, cells: Vec<(usize, Span)>) {
    for (number, cell) in cells {
        if let Some(said) = read.result.diagnostics.get_mut(number) {
            said.span = Some(cell);
        }
    }
}

/// The changes for what reading said, each for the diagnostic at a place in its list.
pub fn of_reading(context: &CheckContext<'_, '_>) -> Vec<(usize, Edit)> {
    let said = context.read.result.diagnostics.iter().enumerate().filter(|(_, said)| said.edit.is_none());
    let records = Records::of(context);
    let edit = |code: &str, span: Option<Span>| {
        let (range, text) = change(context, &records, code, span?)?;
        Some(Edit { span: Span::of_bytes(range.start, range.end), text })
    };
    said.filter_map(|(number, said)| Some((number, edit(&said.code, said.span)?))).collect()
}

/// Puts the changes into their diagnostics, which then point to what is changed rather than to its whole line.
pub fn attach(read: &mut Read<'_>, edits: Vec<(usize, Edit)>) {
    for (number, edit) in edits {
        if let Some(said) = read.result.diagnostics.get_mut(number) {
            said.span = Some(edit.span).filter(|span| span.start < span.end).or(said.span);
            said.edit = Some(edit);
        }
    }
}

/// Findings and items by where they begin.
struct Records<'r> {
    findings: BTreeMap<u32, &'r Finding>,
    items: BTreeMap<u32, &'r ChecklistItem>,
}

impl<'r> Records<'r> {
    fn of(context: &CheckContext<'r, '_>) -> Self {
        let result = &context.read.result;
        let items = match &result.detail {
            Detail::Verification(list) => list.items.as_slice(),
            _ => &[],
        };
        Self {
            findings: result.findings.iter().map(|finding| (finding.span.start, finding)).gather(),
            items: items.iter().map(|item| (item.span.start, item)).gather(),
        }
    }
}

fn change(
    context: &CheckContext<'_, '_>,
    records: &Records<'_>,
    code: &str,
    span: Span,
) -> Option<(Range<usize>, String)> {
    let result = &context.read.result;
    let finding = || records.findings.get(&span.start);
    match Code::named(code)? {
        Code::StatusWord => {
            // The agents' own formats have words of their own, and which is meant is not certain.
            if matches!(result.dialect, Dialect::AgentReport | Dialect::Bowser) {
                return None;
            }
            let range = summary::status_range(context)?;
            let only = status_words::is_status_word(context.text(range.clone()));
            only.then(|| (range, result.status.word().to_owned()))
        }
        Code::SummaryLineMalformed => rewritten(context, context.read.summary.as_ref()?),
        Code::MissingId => {
            let finding = finding()?;
            let cell = context.cell(finding.span, "id")?;
            cell.is_empty().then(|| (cell, padded(&finding.id)))
        }
        Code::SeverityWord => {
            let finding = finding()?;
            let cell = context.cell(finding.span, "severity")?;
            // Advisory is read, and no word that the format asks for; what is struck out is settled.
            let only = finding.severity != Severity::Advisory
                && finding.state == FindingState::Open
                && is_one_word(context.text(cell.clone()))
                && severities::word(context.text(cell.clone())) == Some(finding.severity);
            only.then(|| (cell, finding.severity.word().to_owned()))
        }
        Code::TypeWord => {
            let finding = finding()?;
            let cell = context.cell(finding.span, "type")?;
            let read = finding.r#type.clone()?;
            finding::names_type(context.text(cell.clone()), &read).then_some((cell, read))
        }
        Code::ItemStatusWord => {
            let item = records.items.get(&span.start)?;
            let cell = context.cell(item.span, "status")?;
            is_status_word(context.text(cell.clone())).then(|| (cell, status_word(item.status).to_owned()))
        }
        Code::RawPipe => escaped(context, span),
        _ => None,
    }
}

/// Whether a cell holds one word at the most, whatever marks stand beside it: `🔴 Critical`.
fn is_one_word(text: &str) -> bool {
    !inline::words(text).contains(' ')
}

/// The cell that something is said of, where it is one of a row.
fn cell_of(context: &CheckContext<'_, '_>, code: &str, span: Span) -> Option<Range<usize>> {
    let column = match Code::named(code)? {
        Code::SeverityWord | Code::UnknownSeverity => "severity",
        Code::TypeWord => "type",
        Code::ItemStatusWord | Code::UnknownItemStatus => "status",
        _ => return None,
    };
    context.cell(span, column).filter(|cell| !cell.is_empty())
}

/// An empty cell has no blanks of its own.
fn padded(text: &str) -> String {
    format!("{text} ")
}

/// The summary line as the protocol writes it, if all of it is known.
pub fn rewritten(context: &CheckContext<'_, '_>, summary: &SummaryLine) -> Option<(Range<usize>, String)> {
    let known = summary.standing == Standing::Open
        && !summary.stated_status.is_empty()
        && summary.metrics.iter().all(|metric| !metric.key.is_empty());
    // Cut off from the text that it is glued to, a line may take the rest of its item or heading with it.
    if !known || summary.form == Form::Glued || context.read.source.wrapper().is_some() {
        return None;
    }
    let pair = |pair: &KeyValue| format!(" | {}: {}", pair.key, pair.value.replace('|', "\\|"));
    let of_type = summary.stated_type.iter().map(|stated| format!(" | Type: {stated}"));
    let line: String = std::iter::once(format!("RESULT: {}", summary.stated_status))
        .chain(of_type)
        .chain(summary.metrics.iter().map(pair))
        .collect();
    Some((summary.range.clone(), line))
}

/// A row whose raw pipes are escaped: from the first cell that has one to the last.
fn escaped(context: &CheckContext<'_, '_>, span: Span) -> Option<(Range<usize>, String)> {
    let (_, row) = context.row(span)?;
    let is_raw = |cell: &&Range<usize>| context.text((*cell).clone()).replace("\\|", "").contains('|');
    let first = row.cells.iter().find(is_raw)?;
    let last = row.cells.iter().rfind(is_raw)?;
    let mut text = String::new();
    let mut at = first.start;
    for cell in row.cells.iter().filter(|cell| cell.start >= first.start && cell.end <= last.end) {
        text.push_str(context.text(at..cell.start));
        text.push_str(&context.text(cell.clone()).replace("\\|", "|").replace('|', "\\|"));
        at = cell.end;
    }
    Some((first.start..last.end, text))
}
