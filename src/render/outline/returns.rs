//! What the JSON returns say: their summaries, what was made, what went wrong.

use super::table::{Table, cell, optional};
use super::{Outline, pairs, rows};
use crate::model::Report;
use crate::report::last_returns;

/// A row for each return that counts; then the artifacts and the errors of all.
pub fn section(page: &mut Outline, report: &Report) {
    let Some(returns) = &report.returns else { return };
    let names = rows(report);
    let mut table = Table::new(&["Task", "Agent", "State", "Summary", "Next steps"]);
    for (name, result, returned) in last_returns(report.results.iter(), &names) {
        table.row(vec![
            cell(name),
            optional(result.agent.as_deref()),
            cell(result.stated_status.as_deref().unwrap_or_else(|| result.status.word())),
            optional(returned.summary.as_deref()),
            optional(returned.next_steps.as_deref()),
        ]);
    }
    page.section("JSON returns", table);
    let mut table = Table::new(&["Path", "Kind", "About", "More", "From"]);
    for made in &returns.artifacts {
        table.row(vec![
            cell(&made.artifact.path),
            optional(made.artifact.r#type.as_deref()),
            optional(made.artifact.summary.as_deref()),
            cell(&pairs(&made.artifact.extra)),
            optional(made.unit.as_deref()),
        ]);
    }
    page.section("Artifacts", table);
    let mut table = Table::new(&["Message", "Kind", "Recoverable", "Recommendation", "More", "From"]);
    for said in &returns.errors {
        let error = &said.error;
        table.row(vec![
            cell(&error.message),
            optional(error.r#type.as_deref()),
            error.recoverable.map(|yes| cell(if yes { "yes" } else { "no" })).unwrap_or_default(),
            optional(error.recommendation.as_deref()),
            cell(&pairs(&error.extra)),
            optional(said.unit.as_deref()),
        ]);
    }
    page.section("Errors", table);
}
