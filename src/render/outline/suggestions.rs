//! Pairs of findings that may be the same.

use super::Outline;
use super::table::{Cell, Table, cell};
use crate::model::Report;

/// The table of all pairs, with what a person needs to decide: why they may be one, and the fingerprints that a decision
/// names.
pub fn section(page: &mut Outline, report: &Report) {
    let mut table = Table::new(&["One", "Other", "Similarity", "Reason", "To decide"]);
    for suggestion in &report.suggestions {
        let [one, other] = &suggestion.findings;
        let cells = vec![
            Cell::findings(&[one]),
            Cell::findings(&[other]),
            format!("{}%", suggestion.similarity).into(),
            cell(&suggestion.reason),
            cell(&suggestion.fingerprints.join(" ")),
        ];
        table.pair(cells, suggestion.fingerprints.clone());
    }
    page.section("Possible duplicates", table);
}
