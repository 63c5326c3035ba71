//! The figures of a report, and its verdict in words.

use super::table::{Table, cell};
use crate::model::Report;

/// The verdict as a sentence, and what the executive summary says after it. That of a report which comes from elsewhere
/// may begin otherwise: then it is given whole, and not as what follows the verdict.
pub fn verdict(report: &Report) -> (String, Result<&str, &str>) {
    let verdict = format!("Verdict: {}.", report.verdict.words());
    let rest = report.executive_summary.strip_prefix(&verdict);
    (verdict, rest.ok_or(report.executive_summary.as_str()))
}

/// The table of the figures.
pub fn figures(report: &Report) -> Table {
    let summary = &report.summary;
    let listed = |counts: Vec<(&str, u32)>| {
        let counts = counts.into_iter().filter(|(_, count)| *count > 0);
        counts.map(|(name, count)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
    };
    let statuses = listed(summary.by_status.iter().map(|(status, count)| (status.word(), *count)).collect());
    let severities = listed(summary.by_severity.iter().map(|(severity, count)| (severity.word(), *count)).collect());
    let types = listed(summary.by_type.iter().map(|of_type| (of_type.r#type.as_str(), of_type.count)).collect());
    let mut table = Table::new(&["Figure", "Value"]);
    let mut row = |name: &str, value: &str| {
        if !value.is_empty() {
            table.row(vec![cell(name), cell(value)]);
        }
    };
    let detailed =
        |count: u32, details: &str| if details.is_empty() { count.to_string() } else { format!("{count} ({details})") };
    row("Replies", &detailed(summary.replies, &statuses));
    if summary.unparseable > 0 {
        row("Replies without a clear result", &summary.unparseable.to_string());
    }
    row("Tasks", &summary.units.to_string());
    row("Analysed in full", &summary.coverage.map(|coverage| coverage.to_string()).unwrap_or_default());
    row("Findings", &detailed(summary.findings, &severities));
    row("Findings as reported", &summary.reported.to_string());
    row("Finding types", &types);
    if summary.conflicts > 0 {
        row("Disagreements", &summary.conflicts.to_string());
    }
    if let Some(list) = report.checklist.as_ref().filter(|list| !list.items.is_empty()) {
        let statuses = listed(list.by_status.iter().map(|(status, count)| (status.word(), *count)).collect());
        row("Checklist items", &format!("{} ({statuses})", list.items.len()));
    }
    if let Some(digests) = &report.digests {
        let drifting = digests.terms.iter().filter(|term| term.drift).count();
        let broken = digests.references.iter().filter(|reference| reference.resolved == Some(false)).count();
        for (name, count) in [("Terminology drift", drifting), ("Broken references", broken)] {
            if count > 0 {
                row(name, &count.to_string());
            }
        }
    }
    table
}
