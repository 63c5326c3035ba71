//! Rows that are ready for the lists that a project keeps: what is parked, what is decided, which tasks are done.

use std::collections::BTreeMap;

use super::table::{Table, cell, optional};
use super::{Block, Line, Outline};
use crate::model::{Report, Share, Status, TaskRow};
use crate::text::escape::fold;

/// Rows for `PARKING.md`.
pub fn parking(page: &mut Outline, report: &Report) {
    let mut table = Table::fixed(&["Finding", "Category", "Priority", "From"], &[]);
    for parked in &report.parked {
        table.row(vec![
            cell(&parked.finding),
            optional(parked.category.as_deref()),
            optional(parked.priority.as_deref()),
            cell(&parked.units.join(", ")),
        ]);
    }
    page.section("Rows for PARKING.md", table);
}

/// Rows for `DECISIONS.md`.
pub fn decisions(page: &mut Outline, report: &Report) {
    let mut table = Table::fixed(&["Implication", "Relevant Decision", "Impact", "From"], &[]);
    for implication in &report.implications {
        table.row(vec![
            cell(&implication.implication),
            optional(implication.decision.as_deref()),
            optional(implication.impact.as_deref()),
            cell(&implication.units.join(", ")),
        ]);
    }
    page.section("Rows for DECISIONS.md", table);
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
            said.push("run again, alone: it touched files of another task".to_owned());
        }
        let task = fold(&row.task);
        let text = if said.is_empty() { task } else { format!("{task}: {}", said.join(", ")) };
        (is_done, Line::from(text))
    };
    let reasons: BTreeMap<&str, &str> =
        report.coverage.iter().filter_map(|row| Some((row.unit.as_str(), row.reason.as_deref()?))).collect();
    let open = |unit: &String| {
        let reason = reasons.get(unit.as_str()).copied().unwrap_or("no report of it was read");
        (false, Line::from(format!("{}: {}", fold(unit), fold(reason))))
    };
    page.heading(2, "Rows for TASKS.md");
    page.blocks.push(Block::Checks(rollup.tasks.iter().map(item).chain(rollup.unanswered.iter().map(open)).collect()));
}
