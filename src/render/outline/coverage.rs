//! The state of each unit, and what was not analysed in full.

use super::Outline;
use super::table::{Cell, Table, cell, number, optional};
use crate::model::{Confidence, Report, UnitStatus};

/// The table of all units.
pub fn map(page: &mut Outline, report: &Report) {
    let mut table =
        Table::new(&["Task", "Agents", "Status", "Coverage", "Confidence", "Duration", "Findings", "Reason"]);
    for row in &report.coverage {
        let stated = row.stated_status.as_deref().filter(|stated| !stated.eq_ignore_ascii_case(row.status.word()));
        let status = match stated {
            Some(stated) => format!("{} ({stated})", row.status.word()),
            None => row.status.word().to_owned(),
        };
        let nothing = row.findings == 0 && matches!(row.status, UnitStatus::Error | UnitStatus::Missing);
        table.row(vec![
            cell(&row.unit),
            cell(&row.agents.join("; ")),
            Cell::mark(row.status.word(), &status),
            row.coverage.map(number).unwrap_or_default(),
            optional(row.confidence.map(Confidence::word)),
            optional(row.duration.as_deref()),
            if nothing { cell("--") } else { number(row.findings) },
            optional(row.reason.as_deref()),
        ]);
    }
    page.section("Coverage map", table);
}

/// The table of the units that were not analysed in full.
pub fn gaps(page: &mut Outline, report: &Report) {
    let mut table = Table::new(&[
        "Task",
        "Status",
        "Coverage",
        "Confidence",
        "Reason",
        "Coverage as stated",
        "Not covered",
        "Ask again",
    ]);
    for gap in &report.gaps {
        table.row(vec![
            cell(&gap.unit),
            Cell::mark(gap.status.word(), gap.status.word()),
            gap.coverage.map(number).unwrap_or_default(),
            optional(gap.confidence.map(Confidence::word)),
            cell(&gap.reason),
            optional(gap.stated_coverage.as_deref()),
            optional(gap.missing.as_deref()),
            cell(if gap.retry { "yes" } else { "no" }),
        ]);
    }
    page.section("Coverage gaps", table);
}
