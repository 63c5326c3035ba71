//! Rows that are ready for the lists that a project keeps: what is parked, what is decided, which tasks are done.

use std::collections::BTreeMap;

use super::table::{Cell, Table, cell, optional};
use super::{Block, Line, Outline, pairs};
use crate::model::{KeyValue, Report, Share, Status, TaskRow};
use crate::order::Gather;
use crate::text::escape::fold;

/// Rows for `PARKING.md`.
pub fn parking(page: &mut Outline, report: &Report) {
    let mut table = Table::fixed(&["Finding", "Category", "Priority", "From", "More"], &["More"]);
    for parked in &report.parked {
        let mut said = Said { extra: parked.extra.iter().collect() };
        table.row(vec![
            said.all(Some(&parked.finding), "Also", "; also: "),
            said.all(parked.category.as_deref(), "Category", " / "),
            said.all(parked.priority.as_deref(), "Priority", " / "),
            cell(&parked.units.join(", ")),
            said.rest(),
        ]);
    }
    page.section("Rows for PARKING.md", table);
}

/// Rows for `DECISIONS.md`.
pub fn decisions(page: &mut Outline, report: &Report) {
    let mut table = Table::fixed(&["Implication", "Relevant Decision", "Impact", "From", "More"], &["More"]);
    for implication in &report.implications {
        let mut said = Said { extra: implication.extra.iter().collect() };
        table.row(vec![
            said.all(Some(&implication.implication), "Also", "; also: "),
            said.all(implication.decision.as_deref(), "Relevant Decision", " / "),
            said.all(implication.impact.as_deref(), "Impact", " / "),
            cell(&implication.units.join(", ")),
            said.rest(),
        ]);
    }
    page.section("Rows for DECISIONS.md", table);
}

/// What several replies say of one aside beside what is kept of the first.
struct Said<'r> {
    extra: Vec<&'r KeyValue>,
}

impl Said<'_> {
    /// A value, and all others that were given for it.
    fn all(&mut self, first: Option<&str>, key: &str, between: &str) -> Cell {
        let is_of = |pair: &&KeyValue| pair.key == key;
        let others = self.extra.iter().copied().filter(is_of).map(|pair| pair.value.as_str());
        let all: Vec<&str> = first.into_iter().chain(others).collect();
        self.extra.retain(|pair| !is_of(pair));
        optional(Some(all.join(between).as_str()).filter(|all| !all.is_empty()))
    }

    /// Columns without a field of their own.
    fn rest(self) -> Cell {
        cell(&pairs(self.extra))
    }
}

/// A checklist for `TASKS.md`: a task is done where nothing of it is open, and it need not be run again. Of whom nothing was
/// read, it is said why.
pub fn tasks(page: &mut Outline, report: &Report) {
    let Some(rollup) = &report.implementation else { return };
    let again = |row: &TaskRow| rollup.rerun_sequentially.contains(&row.task);
    let item = |row: &TaskRow| {
        let is_done = row.status == Status::Clean && row.failed.is_empty() && !again(row);
        let mut said = Vec::new();
        for (Share { met, total }, what) in [(row.criteria, "criteria"), (row.tests, "tests")] {
            if total > 0 {
                said.push(format!("{met}/{total} {what}"));
            }
        }
        if row.status != Status::Clean && row.status != Status::Findings {
            said.push(row.status.word().to_owned());
        }
        if !row.failed.is_empty() {
            said.push(format!(
                "not met: {}",
                row.failed.iter().map(|failed| fold(failed)).collect::<Vec<_>>().join("; ")
            ));
        }
        if again(row) {
            said.push("run again on its own: it touched files of another task".to_owned());
        }
        let task = fold(&row.task);
        let text = if said.is_empty() { task } else { format!("{task}: {}", said.join(", ")) };
        (is_done, Line::from(text))
    };
    let reasons: BTreeMap<&str, &str> =
        report.coverage.iter().filter_map(|row| Some((row.unit.as_str(), row.reason.as_deref()?))).gather();
    let open = |unit: &String| {
        let reason = reasons.get(unit.as_str()).copied().unwrap_or("no report was read");
        (false, Line::from(format!("{}: {}", fold(unit), fold(reason))))
    };
    page.heading(2, "Rows for TASKS.md");
    page.blocks.push(Block::Checks(rollup.tasks.iter().map(item).chain(rollup.unanswered.iter().map(open)).collect()));
}
