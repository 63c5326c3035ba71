//! The unified finding table: the columns of the protocol, so that it reads back.

use super::Page;
use crate::model::{Finding, Report, UnifiedFinding};
use crate::render::outline::{Cell, Table, cell, decision, optional, reports, standing_alone};
use crate::report::{is_resolved, members};

/// The table of some findings of a report, under a heading.
pub fn section(page: &mut Page, report: &Report, heading: &str, findings: &[&UnifiedFinding]) {
    let mut table = Table::fixed(
        &[
            "ID",
            "Severity",
            "Confidence",
            "Reports",
            "Type",
            "Location",
            "Counter-location",
            "Title",
            "Description",
            "Suggestion",
            "Decision",
        ],
        // Beyond the columns of the protocol.
        &["Confidence", "Reports", "Title", "Decision"],
    );
    for finding in findings {
        table.row(row(report, finding));
    }
    if !table.is_empty() {
        page.heading(2, heading);
        page.table(&table);
    }
}

/// What each of some findings is connected with.
pub fn ties(page: &mut Page, findings: &[&UnifiedFinding]) {
    let connected = findings.iter().filter(|finding| !finding.connections.is_empty());
    let lines: Vec<String> = connected
        .map(|finding| format!("{} is connected with {}", finding.id, finding.connections.join(", ")))
        .collect();
    if !lines.is_empty() {
        page.list(&lines);
    }
}

fn row(report: &Report, finding: &UnifiedFinding) -> Vec<Cell> {
    let severity = finding.severity.word();
    let shown = members(&report.results, finding).next().map(|(.., shown)| shown);
    let location = finding.location.as_ref().map(standing_alone);
    let counter_location = finding.counter_location.as_ref().map(standing_alone);
    vec![
        cell(&finding.id),
        cell(&if is_resolved(&report.results, finding) { format!("~~{severity}~~") } else { severity.to_owned() }),
        optional(finding.confidence.as_ref().map(|confidence| confidence.stated.as_str())),
        optional(reports(report, finding).as_deref()),
        optional(type_as_written(finding, shown)),
        optional(location.as_deref()),
        cell(counter_location.as_deref().unwrap_or("--")),
        optional(finding.title.as_deref().filter(|title| *title != finding.description)),
        cell(&finding.description),
        optional(finding.suggestion.as_deref()),
        optional(finding.decision.as_ref().map(decision).as_deref()),
    ]
}

/// The type as the agent wrote it, where that begins with the type itself ("contradiction / terminology drift").
fn type_as_written<'r>(finding: &'r UnifiedFinding, shown: Option<&'r Finding>) -> Option<&'r str> {
    let known = finding.r#type.as_deref()?;
    let stated = shown.and_then(|shown| shown.stated_type.as_deref());
    let same = |stated: &&str| {
        let hyphened = stated.trim().to_lowercase().replace([' ', '_'], "-");
        let rest = hyphened.strip_prefix(&known.to_lowercase());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', ',', ';', '(']) || rest.starts_with("-/"))
    };
    Some(stated.filter(same).unwrap_or(known))
}
