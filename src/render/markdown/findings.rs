//! The unified finding table: the columns of the protocol, so that it reads back.

use super::Page;
use super::table::{Table, cell, optional};
use crate::model::{Finding, Report, UnifiedFinding};
use crate::render::locations::standing_alone;
use crate::report::{is_resolved, members};

/// The table of some findings of a report.
pub fn section(page: &mut Page, report: &Report, findings: &[UnifiedFinding]) {
    let mut table =
        Table::fixed(&["ID", "Severity", "Type", "Location", "Counter-location", "Description", "Suggestion"]);
    for finding in findings {
        table.row(row(report, finding));
    }
    page.section("Findings", &table);
}

fn row(report: &Report, finding: &UnifiedFinding) -> Vec<String> {
    let severity = finding.severity.word();
    let shown = members(&report.results, finding).next().map(|(.., shown)| shown);
    let location = finding.location.as_ref().map(standing_alone);
    let counter_location = finding.counter_location.as_ref().map(standing_alone);
    vec![
        cell(&finding.id),
        if is_resolved(&report.results, finding) { format!("~~{severity}~~") } else { severity.to_owned() },
        optional(type_as_written(finding, shown)),
        optional(location.as_deref()),
        counter_location.map_or_else(|| "--".to_owned(), |location| cell(&location)),
        cell(&finding.description),
        optional(finding.suggestion.as_deref()),
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
