//! The figures of a report.

use std::collections::BTreeMap;

use super::answer::Answer;
use super::coverage::Row;
use super::number;
use super::references::reported;
use crate::model::{Conflict, Percent, SEVERITIES, Status, Summary, TypeCount, UnifiedFinding};
use crate::order::{Arrange, Gather};

const STATUSES: [Status; 4] = [Status::Clean, Status::Findings, Status::Partial, Status::Error];

/// The figures. Every status and every severity has one, if only zero.
#[must_use]
#[inline(never)]
pub fn summary(answers: &[Answer], rows: &[Row], findings: &[UnifiedFinding], conflicts: &[Conflict]) -> Summary {
    let mut by_status: BTreeMap<_, _> = STATUSES.into_iter().map(|status| (status, 0)).gather();
    let mut unparseable = 0;
    for answer in answers {
        *by_status.entry(answer.result.status).or_default() += 1;
        unparseable += u32::from(answer.result.status == Status::Partial && answer.result.stated_status.is_none());
    }
    let mut by_severity: BTreeMap<_, _> = SEVERITIES.into_iter().map(|severity| (severity, 0)).gather();
    let mut types: BTreeMap<&str, u32> = BTreeMap::new();
    for finding in findings {
        *by_severity.entry(finding.severity).or_default() += 1;
        *types.entry(finding.r#type.as_deref().unwrap_or("untyped")).or_default() += 1;
    }
    let mut by_type: Vec<_> =
        types.into_iter().map(|(name, count)| TypeCount { r#type: name.to_owned(), count }).collect();
    by_type.arrange_by_key(|of_type| std::cmp::Reverse(of_type.count));
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
        reported: number(answers.iter().map(|answer| reported(&answer.result)).sum()),
        conflicts: number(conflicts.len()),
    }
}
