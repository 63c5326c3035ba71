//! Many results, one report: collected, classified, merged, numbered, counted.
//!
//! Whatever the order of the replies, the report is the same, byte for byte: all that follows works on results in one
//! order (see [`answer`]), and counts in integers.

pub mod answer;
mod asides;
mod conflicts;
mod coverage;
mod deliveries;
mod findings;
mod speaker;
mod summary;

pub use findings::{is_resolved, members};
pub use speaker::speakers;

use crate::Ledger;
use crate::dialect;
use crate::model::{
    AgentResult, AggregateOptions, Diagnostic, MAX_BATCH_BYTES, REPORT_SCHEMA, Reply, Report, Severity, Synthesis,
    UnifiedFinding, Verdict,
};
use answer::Answer;
use coverage::Row;

/// The title of a report that was given none.
const TITLE: &str = "Unified report";

/// Reads and merges all replies. The order in which they come changes nothing.
#[must_use]
pub fn aggregate(replies: Vec<Reply>, options: &AggregateOptions) -> Report {
    let settled = deliveries::settle(replies, MAX_BATCH_BYTES);
    let read = settled.read.into_iter().map(|reply| {
        let result = dialect::read(&reply, Ledger::Omit);
        Answer::to(reply, result)
    });
    let unread = settled.unread.into_iter().map(|reply| {
        let result = deliveries::unread(&reply, MAX_BATCH_BYTES);
        Answer::to(reply, result)
    });
    merge(read.chain(unread).collect(), settled.diagnostics, options)
}

/// Merges results that were read before. Units and agents are those that the results name.
#[must_use]
pub fn merge_results(results: Vec<AgentResult>, options: &AggregateOptions) -> Report {
    merge(results.into_iter().map(Answer::from).collect(), Vec::new(), options)
}

fn merge(mut answers: Vec<Answer>, mut diagnostics: Vec<Diagnostic>, options: &AggregateOptions) -> Report {
    answers.sort_by(Answer::order);
    let units = coverage::units(&answers, &options.expected);
    let mut rows: Vec<Row> = units.iter().map(|unit| unit.row(&answers, options)).collect();
    let unified = findings::unify(&answers, &options.decisions);
    let findings = unified.findings;
    diagnostics.extend(unified.diagnostics);
    coverage::count_findings(&mut rows, &findings);
    let conflicts = conflicts::conflicts(&answers, &findings);
    let names = coverage::names(&rows, answers.len());
    let (parked, implications) = asides::collect(&answers, &names);
    let summary = summary::summary(&answers, &rows, &findings, &conflicts);
    let verdict = verdict(&answers, &rows, &findings);
    let resolved = findings.iter().filter(|finding| is_resolved(&answers, finding)).count();
    let executive_summary = summary::sentences(&summary, &rows, resolved, verdict);
    let (coverage, gaps): (Vec<_>, Vec<_>) = rows.into_iter().map(|row| (row.row, row.gap)).unzip();
    Report {
        schema: REPORT_SCHEMA.to_owned(),
        title: options.title.clone().unwrap_or_else(|| TITLE.to_owned()),
        summary,
        executive_summary,
        coverage,
        findings,
        conflicts,
        suggestions: unified.suggestions,
        gaps: gaps.into_iter().flatten().collect(),
        digests: None,
        knowledge: None,
        checklist: None,
        implementation: None,
        design_plans: None,
        returns: None,
        steps: None,
        synthesis: Synthesis {
            connections: Vec::new(),
            themes: Vec::new(),
            verdict,
            health: Vec::new(),
            cross_references: Vec::new(),
        },
        parked,
        implications,
        comparison: None,
        results: answers.into_iter().map(|answer| answer.result).collect(),
        diagnostics,
    }
}

/// Something critical stands: rework. Something major stands, or a unit is not analysed in full: changes.
fn verdict(answers: &[Answer], rows: &[Row], found: &[UnifiedFinding]) -> Verdict {
    let open = found.iter().filter(|finding| !is_resolved(answers, finding));
    match open.map(|finding| finding.severity).min() {
        Some(Severity::Critical) => Verdict::NeedsRework,
        Some(Severity::Major) => Verdict::ApproveWithChanges,
        _ if rows.iter().any(|row| row.gap.is_some()) => Verdict::ApproveWithChanges,
        _ => Verdict::Approve,
    }
}
