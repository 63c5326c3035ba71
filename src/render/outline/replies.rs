//! What single replies say that is in no merged section, and what could not be read in them.

use serde_json::Value;

use super::table::{Table, cell, number, optional};
use super::{Line, Outline, pairs, units};
use crate::dialect::is_understood;
use crate::model::{
    AgentResult, Code, Criterion, Detail, Diagnostic, Implementation, Lack, Level, Meta, Report, Status, quote,
};
use crate::report::speakers;
use crate::text::escape::fold;
use crate::text::tables::is_separator;

/// What the host said, what was checked, failed criteria and tests, conflicts: reply by reply.
pub fn section(page: &mut Outline, report: &Report) {
    let mut begun = false;
    let units = units(report);
    for (place, (name, result)) in named(&report.results).enumerate() {
        let mut part = Outline::default();
        if let Some(said) = result.meta.as_ref().and_then(of_host) {
            part.text(format!("From the host: {said}"));
        }
        if let Some(confirmation) = &result.confirmation {
            part.text("What was checked:");
            part.quote(&[confirmation]);
        }
        // What replies of other types say stands in the merged sections.
        if let Detail::Implementation(detail) = &result.detail {
            implementation(&mut part, detail);
        }
        if part.blocks.is_empty() {
            continue;
        }
        if !begun {
            page.heading(2, "From the replies");
            begun = true;
        }
        let unit = units.get(&place).map(|unit| fold(unit)).filter(|unit| *unit != name);
        page.heading(3, unit.map_or_else(|| name.clone(), |unit| format!("{unit}: {name}")));
        page.blocks.append(&mut part.blocks);
    }
}

/// What a host said beside a reply, on one line: each key with its value, clipped.
fn of_host(meta: &Meta) -> Option<String> {
    const VALUE: usize = 60;
    const ALL: usize = 200;
    let Ok(Value::Object(members)) = serde_json::from_slice(meta.as_str().as_bytes()) else { return None };
    let shown = |(key, value): (&String, &Value)| {
        let value = match value {
            Value::String(text) => fold(text),
            other => other.to_string(),
        };
        format!("{}: {}", clipped(&fold(key), VALUE), clipped(&value, VALUE))
    };
    let all: Vec<String> = members.iter().map(shown).collect();
    (!all.is_empty()).then(|| clipped(&all.join("; "), ALL))
}

/// A text, cut off where it is longer than so many characters.
fn clipped(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// What was not read: of the whole, then reply by reply.
pub fn notes(page: &mut Outline, report: &Report) {
    let mut notes: Vec<Line> = report.diagnostics.iter().map(|diagnostic| diagnostic.message.as_str().into()).collect();
    for (name, result) in named(&report.results) {
        let mut heard: Vec<&str> = Vec::new();
        for diagnostic in result.diagnostics.iter().filter(|said| leaves_out(said)) {
            if !heard.contains(&diagnostic.message.as_str()) && heard.len() < NOTES {
                heard.push(&diagnostic.message);
            }
        }
        notes.extend(heard.into_iter().map(|message| format!("{name}: {message}").into()));
        notes.extend(left_over(result).map(|text| format!("{name}: not recognised: {text}").into()));
    }
    if !notes.is_empty() {
        page.heading(2, "Reading notes");
        page.list(notes);
    }
}

/// Whether a reader of the report lacks something that they may look up or ask for; how a word was read is no such thing.
fn leaves_out(said: &Diagnostic) -> bool {
    let lacks = Code::named(&said.code).is_none_or(|code| code.explanation().lacks == Lack::Information);
    lacks && said.level != Level::Note && said.code != Code::MissingSeverity.name()
}

/// How many different things are noted of one reply.
const NOTES: usize = 5;

/// How a reply's remainder begins, and how much there is of it: headings and tables without a row are not worth a line, nor
/// is that from which it was concluded that nothing was found.
fn left_over(result: &AgentResult) -> Option<String> {
    let is_concluded = result.status == Status::Clean && result.has_diagnostic(Code::InferredStatus);
    let is_heard = |text: &&str| says(text) && !(is_concluded && is_understood(text));
    let mut texts = result.remainder.iter().map(|remainder| remainder.text.as_str()).filter(is_heard);
    let first = texts.next()?;
    let more = texts.count();
    let more = match more {
        0 => String::new(),
        1 => ", and 1 more piece".to_owned(),
        more => format!(", and {more} more pieces"),
    };
    Some(format!("{}{more}", quote(first)))
}

/// Whether a text says anything beside headings and the heads of tables.
fn says(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty()).peekable();
    while let Some(line) = lines.next() {
        let is_above = line.contains('|') && lines.next_if(|next| is_separator(next)).is_some();
        let is_head = is_above || is_separator(line);
        if !is_head && !line.trim_start().starts_with('#') {
            return true;
        }
    }
    false
}

/// Every reply with its name.
fn named(results: &[AgentResult]) -> impl Iterator<Item = (String, &AgentResult)> {
    let all: Vec<_> = results.iter().enumerate().collect();
    speakers(&all).into_iter().zip(results)
}

fn implementation(part: &mut Outline, detail: &Implementation) {
    let mut table = Table::new(&["Criterion", "Result", "Evidence", "More"]);
    let failed = |criterion: &&Criterion| criterion.passed != Some(true);
    for criterion in detail.criteria.iter().filter(failed) {
        let result = match criterion.passed {
            Some(_) => "failed",
            None => "not stated",
        };
        let result = criterion.stated_status.as_deref().unwrap_or(result);
        table.row(vec![
            cell(&criterion.criterion),
            cell(result),
            optional(criterion.evidence.as_deref()),
            cell(&pairs(&criterion.extra)),
        ]);
    }
    part.labelled("Criteria not met:", table);
    let mut table = Table::new(&["Test", "Result", "Passed", "Failed", "Total", "Notes", "More"]);
    let counted = |count: Option<u32>| count.map(number).unwrap_or_default();
    for test in detail.tests.iter().filter(|test| test.has_failed()) {
        table.row(vec![
            cell(&test.name),
            cell(test.stated_status.as_deref().unwrap_or("failed")),
            counted(test.passed),
            counted(test.failed),
            counted(test.total),
            optional(test.notes.as_deref()),
            cell(&pairs(&test.extra)),
        ]);
    }
    part.labelled("Failed tests:", table);
    let conflicts: Vec<_> = detail.conflicts.iter().map(|note| note.text.as_str()).collect();
    if !conflicts.is_empty() {
        part.text("Conflicts with other work:");
        part.quote(&conflicts);
    }
}
