//! The figures of a report, and the same in sentences.

use std::collections::BTreeMap;

use super::answer::Answer;
use super::coverage::Row;
use super::number;
use crate::model::{
    Comparison, Conflict, Percent, SEVERITIES, Severity, Status, Summary, TypeCount, UnifiedFinding, UnitStatus,
    Verdict,
};

const STATUSES: [Status; 4] = [Status::Clean, Status::Findings, Status::Partial, Status::Error];

/// The figures. Every status and every severity has one, if only zero.
#[must_use]
pub fn summary(answers: &[Answer], rows: &[Row], findings: &[UnifiedFinding], conflicts: &[Conflict]) -> Summary {
    let mut by_status: BTreeMap<_, _> = STATUSES.into_iter().map(|status| (status, 0)).collect();
    let mut unparseable = 0;
    for answer in answers {
        *by_status.entry(answer.result.status).or_default() += 1;
        unparseable += u32::from(answer.result.status == Status::Partial && answer.result.stated_status.is_none());
    }
    let mut by_severity: BTreeMap<_, _> = SEVERITIES.into_iter().map(|severity| (severity, 0)).collect();
    let mut types: BTreeMap<&str, u32> = BTreeMap::new();
    for finding in findings {
        *by_severity.entry(finding.severity).or_default() += 1;
        *types.entry(finding.r#type.as_deref().unwrap_or("untyped")).or_default() += 1;
    }
    let mut by_type: Vec<_> =
        types.into_iter().map(|(name, count)| TypeCount { r#type: name.to_owned(), count }).collect();
    by_type.sort_by_key(|of_type| std::cmp::Reverse(of_type.count));
    let complete = rows.iter().filter(|row| row.gap.is_none()).count();
    Summary {
        replies: number(answers.len()),
        by_status,
        unparseable,
        units: number(rows.len()),
        coverage: Percent::ratio(number(complete), number(rows.len())),
        findings: number(findings.len()),
        by_severity,
        by_type,
        reported: number(answers.iter().map(|answer| answer.result.findings.len()).sum()),
        conflicts: number(conflicts.len()),
    }
}

/// The verdict and the figures, in two to five sentences.
#[must_use]
pub fn sentences(summary: &Summary, rows: &[Row], resolved: usize, failures: u32, verdict: Verdict) -> String {
    let mut sentences = vec![format!("Verdict: {}.", verdict.words()), replies(summary)];
    if summary.replies > 0 {
        sentences.push(findings(summary, resolved, failures));
    }
    if failures > 0 {
        let are = if failures == 1 { "is" } else { "are" };
        sentences.push(format!(
            "{} (criteria, tests, steps, checklist items) {are} not met.",
            counted(failures, "requirement")
        ));
    }
    sentences.extend(coverage(summary, rows));
    if summary.conflicts > 0 {
        sentences.push(format!("The agents disagree on {}.", counted(summary.conflicts, "point")));
    }
    sentences.join(" ")
}

fn replies(summary: &Summary) -> String {
    if summary.replies == 0 {
        return "No reply came.".to_owned();
    }
    let count = |status| summary.by_status.get(&status).copied().unwrap_or(0);
    let mut states = Vec::new();
    for (status, words) in [
        (Status::Findings, "with findings"),
        (Status::Clean, "clean"),
        (Status::Partial, "incomplete"),
        (Status::Error, "failed"),
    ] {
        if count(status) > 0 {
            states.push(format!("{} {words}", count(status)));
        }
    }
    let on = counted(summary.units, "unit");
    format!("{} on {on}: {}.", counted(summary.replies, "reply"), states.join(", "))
}

fn findings(summary: &Summary, resolved: usize, failures: u32) -> String {
    if summary.findings == 0 {
        let read = summary.coverage.is_some_and(|coverage| coverage > Percent::default());
        let nothing = if read && failures == 0 { "Nothing was found." } else { "No finding was read." };
        return nothing.to_owned();
    }
    let count = |severity: &Severity| summary.by_severity.get(severity).copied().unwrap_or(0);
    let severities: Vec<_> = SEVERITIES
        .iter()
        .filter(|severity| count(severity) > 0)
        .map(|severity| format!("{} {}", count(severity), severity.word()))
        .collect();
    let merged = if summary.reported > summary.findings {
        format!(", merged from {} as reported", summary.reported)
    } else {
        String::new()
    };
    let settled = if resolved > 0 { format!("; {resolved} of them resolved") } else { String::new() };
    format!("{}{merged}: {}{settled}.", counted(summary.findings, "finding"), severities.join(", "))
}

fn coverage(summary: &Summary, rows: &[Row]) -> Option<String> {
    let coverage = summary.coverage?;
    if coverage == Percent::FULL {
        return Some(
            if summary.units == 1 { "The unit was" } else { "All units were" }.to_owned() + " analysed in full.",
        );
    }
    let missing = number(rows.iter().filter(|row| row.row.status == UnitStatus::Missing).count());
    let missing = match missing {
        0 => String::new(),
        count => format!("; {count} never answered"),
    };
    Some(format!("{coverage} of the units were analysed in full{missing}."))
}

/// What became of the findings of an earlier report.
#[must_use]
pub fn since(comparison: &Comparison) -> String {
    let parts: Vec<_> = [
        (comparison.new.len(), "new"),
        (comparison.open.len(), "still open"),
        (comparison.regressed.len(), "back again"),
        (comparison.fixed.len(), "fixed"),
        (comparison.unverified.len(), "not verified"),
    ]
    .into_iter()
    .filter(|(count, _)| *count > 0)
    .map(|(count, what)| format!("{count} {what}"))
    .collect();
    let parts = if parts.is_empty() { "nothing new, nothing gone".to_owned() } else { parts.join(", ") };
    format!("Since the earlier report: {parts}.")
}

/// A number with its noun.
fn counted(count: u32, noun: &str) -> String {
    match (count, noun.strip_suffix('y')) {
        (1, _) => format!("1 {noun}"),
        (_, Some(stem)) => format!("{count} {stem}ies"),
        (_, None) => format!("{count} {noun}s"),
    }
}
