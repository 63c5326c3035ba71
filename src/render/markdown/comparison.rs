//! What became of the findings of an earlier report.

use super::Page;
use super::table::{Table, cell, optional};
use crate::model::{Comparison, EarlierSuggestion, UnifiedFinding};
use crate::render::locations::standing_alone;
use crate::text::escape::escape_inline;

/// The section of a comparison. What is gone stands in tables of its own, with the words of the earlier report.
pub fn section(page: &mut Page, comparison: &Comparison) {
    page.heading(2, "Since the earlier report");
    let changes = comparison.severity_changes.iter().map(|change| {
        let (from, to) = (change.from.word(), change.to.word());
        escape_inline(&format!("{} was {from}, and is {to}", change.finding))
    });
    let suggestions = comparison.suggestions.iter().map(|suggestion| {
        let EarlierSuggestion { finding, earlier, likeness } = suggestion;
        escape_inline(&format!("{finding} is new, and may be what was {earlier} (likeness {likeness}%)"))
    });
    let listed = |label: &str, ids: &[String]| match ids {
        [] => String::new(),
        ids => escape_inline(&format!("{label}: {}", ids.join(", "))),
    };
    let lists = [
        listed("New", &comparison.new),
        listed("Back again, though settled before", &comparison.regressed),
        listed("Still open", &comparison.open),
    ];
    let lists: Vec<_> = lists.into_iter().chain(changes).chain(suggestions).collect();
    if lists.iter().any(|list| !list.is_empty()) {
        page.list(&lists);
    }
    gone(page, "Fixed", "Not found again, or called settled by all who report it:", &comparison.fixed);
    let unverified = "Not found again, but no reply of their kind analysed a unit of theirs in full, or a new finding may be the same:";
    gone(page, "Not verified", unverified, &comparison.unverified);
    let news = Comparison { settled: Vec::new(), ..comparison.clone() };
    if news == Comparison::default() {
        page.block("Nothing is new, and nothing that stood is gone.");
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
