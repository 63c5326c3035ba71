//! What agents noticed outside their tasks.

use super::table::{Table, cell, optional};
use super::{Outline, pairs};
use crate::model::Report;

/// The table of what was parked.
pub fn parked(page: &mut Outline, report: &Report) {
    let mut table = Table::new(&["Finding", "Category", "Priority", "More", "From"]);
    for parked in &report.parked {
        table.row(vec![
            cell(&parked.finding),
            optional(parked.category.as_deref()),
            optional(parked.priority.as_deref()),
            cell(&pairs(&parked.extra)),
            cell(&parked.units.join(", ")),
        ]);
    }
    page.section("Parked findings", table);
}

/// The table of what decisions would have to cover.
pub fn implications(page: &mut Outline, report: &Report) {
    let mut table = Table::new(&["Implication", "Relevant Decision", "Impact", "More", "From"]);
    for implication in &report.implications {
        table.row(vec![
            cell(&implication.implication),
            optional(implication.decision.as_deref()),
            optional(implication.impact.as_deref()),
            cell(&pairs(&implication.extra)),
            cell(&implication.units.join(", ")),
        ]);
    }
    page.section("Decision implications", table);
}
