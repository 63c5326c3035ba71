//! The conclusion of a report: the verdict with its reasons, and the figures as sentences.

use super::answer::Answer;
use super::coverage::Row;
use super::findings::{is_dismissed, is_resolved};
use super::synthesis::executive_summary::{self, Contents};
use super::synthesis::{self, Grounds};
use super::{failures, number};
use crate::model::{
    Checklist, ChecklistEntry, Comparison, ImplementationRollup, Implication, Parked, Severity, Summary, Synthesis,
    UnifiedFinding, Verdict,
};

/// The parts of a report that it draws on.
#[derive(Clone, Copy, Debug)]
pub struct Parts<'r> {
    /// The replies.
    pub answers: &'r [Answer],
    /// The rows of the coverage map.
    pub rows: &'r [Row],
    /// What was found.
    pub findings: &'r [UnifiedFinding],
    /// The checklists.
    pub checklist: Option<&'r Checklist>,
    /// What became of the tasks.
    pub implementation: Option<&'r ImplementationRollup>,
    /// What was found beside the tasks.
    pub parked: &'r [Parked],
    /// What decisions would have to cover.
    pub implications: &'r [Implication],
    /// What became of an earlier report.
    pub comparison: Option<&'r Comparison>,
    /// What the findings mean together.
    pub synthesis: &'r Synthesis,
    /// The figures.
    pub summary: &'r Summary,
}

/// The verdict, its reasons, and the executive summary.
#[inline(never)]
pub fn conclude(parts: Parts<'_>) -> (Verdict, Vec<String>, String) {
    let Parts {
        answers,
        rows,
        findings,
        checklist,
        implementation,
        parked,
        implications,
        comparison,
        synthesis,
        summary,
    } = parts;
    let critical =
        |entry: &&ChecklistEntry| entry.item.severity == Some(Severity::Critical) && !entry.item.status.is_settled();
    let critical_items = checklist.map_or(0, |list| list.items.iter().filter(critical).count());
    let failures = number(failures(answers, checklist).total());
    let (verdict, reasons) = synthesis::verdict(Grounds {
        answers,
        rows,
        findings,
        failures,
        critical_items: number(critical_items),
        implementation,
        parked,
        implications,
        synthesis,
    });
    let contents = Contents {
        verdict,
        rows,
        resolved: findings.iter().filter(|finding| is_resolved(answers, finding)).count(),
        dismissed: findings.iter().filter(|finding| is_dismissed(finding)).count(),
        failures,
        synthesis,
        implementation,
        comparison,
    };
    (verdict, reasons, executive_summary::sentences(summary, contents))
}
