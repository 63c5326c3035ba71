//! What became of the findings of an earlier report.

use super::table::{Table, cell, optional};
use super::{Line, Outline, standing_alone};
use crate::model::{Comparison, EarlierSuggestion, Report, UnifiedFinding};

/// The section of a comparison. What is gone stands in tables of its own, with the words of the earlier report.
pub fn section(page: &mut Outline, report: &Report) {
    let Some(comparison) = &report.comparison else { return };
    page.heading(2, "Since the earlier report");
    let changes = comparison.severity_changes.iter().map(|change| {
        let (from, to) = (change.from.word(), change.to.word());
        Line::default()
            .then_findings(std::slice::from_ref(&change.finding))
            .then(format!(" changed from {from} to {to}"))
    });
    let suggestions = comparison.suggestions.iter().map(|suggestion| {
        let EarlierSuggestion { finding, earlier, similarity } = suggestion;
        let line = Line::default().then_findings(std::slice::from_ref(finding));
        line.then(format!(" is new, but may be the earlier {earlier} (similarity {similarity}%)"))
    });
    let listed =
        |label: &str, ids: &[String]| (!ids.is_empty()).then(|| Line::from(format!("{label}: ")).then_findings(ids));
    let lists = [
        listed("New", &comparison.new),
        listed("Back again, though settled before", &comparison.regressed),
        listed("Still open", &comparison.open),
    ];
    page.list(lists.into_iter().flatten().chain(changes).chain(suggestions).collect());
    gone(page, "Fixed", "Not found again, or reported as settled by every reply:", &comparison.fixed);
    let unverified = "Not found again, but not ruled out either: no comparable reply analysed the task in full, or a new finding may be the same:";
    gone(page, "Not verified", unverified, &comparison.unverified);
    let news = Comparison { settled: Vec::new(), ..comparison.clone() };
    if news == Comparison::default() {
        page.text("Nothing is new, and no finding is gone.");
    }
}

fn gone(page: &mut Outline, heading: &str, words: &str, findings: &[UnifiedFinding]) {
    let mut table = Table::new(&["Earlier ID", "Assessed as", "Where", "Other location", "What it said"]);
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
    if !table.is_empty() {
        page.heading(3, heading);
        page.labelled(words, table);
    }
}
