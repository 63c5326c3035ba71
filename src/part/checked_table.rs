//! Checklists: tables that say whether each item passes. An item that fails or is doubtful is a finding. See
//! `docs/formats/prose.md`, "Which are findings".

use super::columns::{self, Assigned};
use super::finding_columns::COLUMNS;
use super::{Reading, ids};
use crate::text::inline;
use crate::text::tables::{Row, Table};

/// The name of the column that says whether an item passes.
const RESULT: &str = "result";

/// What an item is called.
const ITEMS: [&str; 17] = [
    "acceptance criteria",
    "acceptance criterion",
    "area",
    "check",
    "checklist item",
    "control",
    "criteria",
    "criterion",
    "guideline",
    "item",
    "practice",
    "principle",
    "question",
    "req",
    "requirement",
    "rule",
    "standard",
];

/// What says why an item does not pass.
const REASONS: [&str; 8] = ["comment", "comments", "detail", "details", "evidence", "note", "notes", "remarks"];

/// What became of an item that was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is as it should be.
    Passed,
    /// It is not, or not wholly.
    Failed,
    /// It was not to be checked here.
    NotApplicable,
}

/// What the columns of a checklist are; `None` where a table is none, or all of its items pass.
#[must_use]
pub fn assign(reading: &Reading<'_, '_>, table: &Table) -> Option<Vec<Assigned>> {
    const SEVERAL: usize = 2;
    let header = table.rows.first().filter(|_| table.separated && table.rows.len() > SEVERAL)?;
    let mut assigned = columns::assign(&columns::headers(reading, header), COLUMNS);
    let outcomes = |column: usize| -> Option<Vec<Outcome>> {
        table.rows.iter().skip(1).map(|row| outcome(reading.source.slice(row.cells.get(column)?.clone()))).collect()
    };
    // A rank says nothing of what became of it.
    let ranks = |column: usize| {
        let key = assigned.get(column).map(|column| columns::key(&column.written));
        key.is_some_and(|key| {
            matches!(key.as_str(), "complexity" | "level" | "prio" | "priority" | "risk" | "severity")
        })
    };
    let failed =
        |column: &usize| !ranks(*column) && outcomes(*column).is_some_and(|found| found.contains(&Outcome::Failed));
    let result = (0..assigned.len()).find(failed)?;
    // `Req | NTF-01`
    let are_ids = |at: usize| {
        let is_id = |row: &Row| {
            let cell = row.cells.get(at).map(|cell| inline::bare(reading.source.slice(cell.clone())));
            cell.is_some_and(ids::is_id)
        };
        table.rows.iter().skip(1).all(is_id)
    };
    for (at, column) in assigned.iter_mut().enumerate() {
        let key = columns::key(&column.written);
        column.name = if at == result {
            Some(RESULT)
        } else if ITEMS.contains(&key.as_str()) {
            Some(if are_ids(at) { "id" } else { "title" })
        } else if REASONS.contains(&key.as_str()) {
            Some("description")
        } else {
            column.name.filter(|name| !matches!(*name, "title" | "status" | "severity"))
        };
    }
    let has = |name| columns::has(&assigned, &[name]);
    (has("title") || (has("id") && has("description"))).then_some(assigned)
}

/// Whether a row of a checklist says that its item passes, or does not apply.
#[must_use]
pub fn is_settled(reading: &Reading<'_, '_>, row: &Row, assigned: &[Assigned]) -> bool {
    let result = assigned.iter().position(|column| column.name == Some(RESULT));
    let cell = result.and_then(|result| row.cells.get(result));
    cell.is_some_and(|cell| outcome(reading.source.slice(cell.clone())) != Some(Outcome::Failed))
}

/// The outcome that a field states, and nothing else: `Result: PASS`, `Compliant: yes`.
#[must_use]
pub fn stated(key: &str, value: &str) -> Option<Outcome> {
    const RESULTS: [&str; 5] = ["assessment", "outcome", "result", "status", "verdict"];
    const ANSWERED: [&str; 6] = ["compliant", "complies", "met", "passed", "passes", "satisfied"];
    let key = columns::key(key);
    let is_answered = ANSWERED.contains(&key.as_str());
    match inline::words(value).as_str() {
        "true" | "yes" if is_answered => Some(Outcome::Passed),
        "false" | "no" if is_answered => Some(Outcome::Failed),
        _ if is_answered || RESULTS.contains(&key.as_str()) => outcome(value),
        _ => None,
    }
}

/// The outcome that a cell states, and nothing else: `❌ FAIL`, `⚠️`, `n/a`.
fn outcome(cell: &str) -> Option<Outcome> {
    let words = inline::words(cell);
    match words.as_str() {
        "compliant" | "fully met" | "implemented" | "met" | "ok" | "pass" | "passed" | "passes" | "satisfied" => {
            Some(Outcome::Passed)
        }
        "concern"
        | "contradicted"
        | "deviates"
        | "fail"
        | "failed"
        | "fails"
        | "incomplete"
        | "missing"
        | "non compliant"
        | "not implemented"
        | "not met"
        | "not satisfied"
        | "partial"
        | "partially implemented"
        | "partially met"
        | "partly"
        | "partly met"
        | "unmet"
        | "violated"
        | "violation"
        | "warn"
        | "warning" => Some(Outcome::Failed),
        "n a" | "na" | "not applicable" | "not verifiable" | "skipped" => Some(Outcome::NotApplicable),
        "" => match cell.trim().chars().next()? {
            '✅' | '✓' | '✔' | '🟢' => Some(Outcome::Passed),
            '❌' | '✗' | '✘' | '⚠' | '◐' | '🟡' | '🟠' | '🔴' => Some(Outcome::Failed),
            '➖' | '–' | '—' | '-' => Some(Outcome::NotApplicable),
            _ => None,
        },
        _ => None,
    }
}
