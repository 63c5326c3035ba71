//! What became of the findings of an earlier report.

use super::Page;
use super::locations::standing_alone;
use super::table::{Table, cell, optional};
use crate::model::{Comparison, UnifiedFinding};
use crate::text::escape::escape_inline;

/// The section of a comparison. What is gone stands in tables of its own, with the words of the earlier report.
pub fn section(page: &mut Page, comparison: &Comparison) {
    page.heading(2, "Since the earlier report");
    let listed = |label: &str, ids: &[String]| match ids {
        [] => String::new(),
        ids => escape_inline(&format!("{label}: {}", ids.join(", "))),
    };
    let lists = [
        listed("New", &comparison.new),
        listed("Back again, though settled before", &comparison.regressed),
        listed("Still open", &comparison.open),
    ];
    if lists.iter().any(|list| !list.is_empty()) {
        page.list(&lists);
    }
    gone(page, "Fixed", "Not found again, or called settled by all who report it:", &comparison.fixed);
    let unverified = "Not found again, but no unit of theirs was analysed in full this time:";
    gone(page, "Not looked at again", unverified, &comparison.unverified);
    if comparison == &Comparison::default() {
        page.block("Neither report has a finding.");
    }
}

fn gone(page: &mut Page, heading: &str, words: &str, findings: &[UnifiedFinding]) {
    let mut table = Table::new(&["It was", "Assessed as", "Where", "And", "What it said"]);
    for finding in findings {
        let [place, other] =
            [&finding.location, &finding.counter_location].map(|location| location.as_ref().map(standing_alone));
        let said = match finding.title.as_deref().map(str::trim).filter(|title| !title.is_empty()) {
            Some(title) => format!("{title}: {}", finding.description),
            None => finding.description.clone(),
        };
        let assessed = [Some(finding.severity.word()), finding.r#type.as_deref()];
        table.row(vec![
            cell(&finding.id),
            cell(&assessed.into_iter().flatten().collect::<Vec<_>>().join(", ")),
            optional(place.as_deref()),
            optional(other.as_deref()),
            cell(&said),
        ]);
    }
    if let Some(table) = table.text() {
        page.heading(3, heading);
        page.block(words);
        page.block(&table);
    }
}
