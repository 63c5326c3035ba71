//! Many results, one report: collected, classified, merged, numbered, counted.
//!
//! Whatever the order of the replies, the report is the same, byte for byte: all that follows works on results in one
//! order (see [`answer`]), and counts in integers.

pub mod answer;
mod asides;
mod collector;
mod comparison;
mod conflicts;
mod coverage;
mod decisions;
mod deliveries;
mod findings;
mod rollup;
mod speaker;
mod summary;

pub use collector::{COLLECTOR_SCHEMA, Collector, CollectorState, OtherOptions, Progress, Receipt, progress, receive};
pub use findings::{is_resolved, member, members};
pub use rollup::{counting, last_returns};
pub use speaker::speakers;

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};

use crate::check;
use crate::model::{
    AgentResult, AggregateOptions, Checklist, Code, Detail, Diagnostic, Expected, ExpectedUnit, MAX_BATCH_BYTES,
    Outcome, REPORT_SCHEMA, Reply, Report, Severity, Synthesis, TestOutcome, UnifiedFinding, Verdict,
};
use crate::part::units::Identity;
use answer::Answer;
use coverage::Row;
use deliveries::Delivery;

/// The title of a report that was given none.
const TITLE: &str = "Unified report";

/// Reads and merges all replies. The order in which they come changes nothing.
#[must_use]
pub fn aggregate(replies: Vec<Reply>, options: &AggregateOptions) -> Report {
    aggregate_traced(replies, options).0
}

/// The report on all replies, and of each of its [`results`](Report::results) the place of its reply in `replies`: there
/// the spans of the result say where something stands.
#[must_use]
pub fn aggregate_traced(replies: Vec<Reply>, options: &AggregateOptions) -> (Report, Vec<usize>) {
    let settled = deliveries::settle(replies, MAX_BATCH_BYTES);
    let read = settled.read.into_iter().map(|Delivery { reply, place }| {
        let result = check::weighed(&reply);
        Answer::to(reply, result).at(place)
    });
    let unread = settled.unread.into_iter().map(|Delivery { reply, place }| {
        let result = deliveries::unread(&reply, MAX_BATCH_BYTES);
        Answer::to(reply, result).at(place)
    });
    merge(read.chain(unread).collect(), settled.diagnostics, options)
}

/// Merges results that were read before. Units and agents are those that the results name.
#[must_use]
pub fn merge_results(results: Vec<AgentResult>, options: &AggregateOptions) -> Report {
    merge(results.into_iter().map(Answer::from).collect(), Vec::new(), options).0
}

fn merge(
    mut answers: Vec<Answer>,
    mut diagnostics: Vec<Diagnostic>,
    options: &AggregateOptions,
) -> (Report, Vec<usize>) {
    answers.sort_by(Answer::order);
    compare_types(&mut answers, &options.expected);
    let units = coverage::units(&answers, &options.expected);
    let mut rows: Vec<Row> = units.iter().map(|unit| unit.row(&answers, options)).collect();
    let unified = findings::unify(&answers, &options.decisions);
    let mut findings = unified.findings;
    diagnostics.extend(unified.diagnostics);
    let reported = answers.iter().flat_map(|answer| &answer.result.findings);
    diagnostics.extend(decisions::without_finding(&options.decisions, reported, options.previous.as_deref()));
    let comparison = options.previous.as_ref().map(|previous| {
        let compared = comparison::compare(previous, &answers, &rows, &mut findings, &options.decisions);
        diagnostics.extend(compared.1);
        compared.0
    });
    coverage::count_findings(&mut rows, &findings);
    let conflicts = conflicts::conflicts(&answers, &findings);
    let names = coverage::names(&rows, answers.len());
    let (parked, implications) = asides::collect(&answers, &names);
    let (digests, knowledge, bounds) = rollup::digests(&answers);
    diagnostics.extend(bounds);
    let (checklist, bounds) = rollup::checklist(&answers, &names).unzip();
    diagnostics.extend(bounds.into_iter().flatten());
    let failures = failures(&answers, checklist.as_ref());
    let summary = summary::summary(&answers, &rows, &findings, &conflicts);
    let verdict = verdict(&answers, &rows, &findings, failures);
    let resolved = findings.iter().filter(|finding| is_resolved(&answers, finding)).count();
    let mut executive_summary = summary::sentences(&summary, &rows, resolved, failures, verdict);
    if let Some(comparison) = &comparison {
        executive_summary = format!("{executive_summary} {}", summary::since(comparison));
    }
    let (coverage, gaps): (Vec<_>, Vec<_>) = rows.into_iter().map(|row| (row.row, row.gap)).unzip();
    let places = answers.iter().map(|answer| answer.place).collect();
    let report = Report {
        schema: REPORT_SCHEMA.to_owned(),
        title: options.title.clone().unwrap_or_else(|| TITLE.to_owned()),
        summary,
        executive_summary,
        coverage,
        findings,
        conflicts,
        suggestions: unified.suggestions,
        gaps: gaps.into_iter().flatten().collect(),
        digests,
        knowledge,
        checklist,
        implementation: None,
        design_plans: rollup::design_plans(&answers, &names),
        returns: rollup::returns(&answers, &names),
        steps: rollup::steps(&answers, &names),
        synthesis: Synthesis {
            connections: Vec::new(),
            themes: Vec::new(),
            verdict,
            health: Vec::new(),
            cross_references: Vec::new(),
        },
        parked,
        implications,
        comparison,
        results: answers.into_iter().map(|answer| answer.result).collect(),
        diagnostics,
    };
    (report, places)
}

/// How many criteria, tests, steps and checklist items are not met. An item counts once, as its latest version has it.
#[must_use]
pub fn failures<R: Borrow<AgentResult>>(replies: &[R], checklist: Option<&Checklist>) -> u32 {
    let count = |reply: &R| match &reply.borrow().detail {
        Detail::Implementation(work) => {
            let failed = |test: &&TestOutcome| {
                test.outcome == Some(Outcome::Fail) || test.failed.is_some_and(|failed| failed > 0)
            };
            work.criteria.iter().filter(|criterion| criterion.passed == Some(false)).count()
                + work.tests.iter().filter(failed).count()
        }
        Detail::Steps(story) => story.failed().count(),
        _ => 0,
    };
    let items = checklist.into_iter().flat_map(|list| &list.items).filter(|entry| !entry.item.status.is_settled());
    number(replies.iter().map(count).sum::<usize>() + items.count())
}

/// Notes replies of another type than the host expected of their unit. Several may be expected of one.
fn compare_types(answers: &mut [Answer], expected: &[ExpectedUnit]) {
    let mut wanted: BTreeMap<Identity, BTreeSet<Expected>> = BTreeMap::new();
    for (identity, expect) in expected.iter().filter_map(|unit| Some((Identity::of(&unit.unit)?, unit.expect?))) {
        wanted.entry(identity).or_default().insert(expect);
    }
    for answer in answers {
        let Some(wanted) = answer.unit.as_ref().and_then(|unit| wanted.get(unit)) else { continue };
        if let Some(read) = answer.result.answers().filter(|read| !wanted.contains(read)) {
            let wanted = wanted.iter().map(|wanted| wanted.word()).collect::<Vec<_>>().join(" or ");
            let message = format!("The type is {}, expected was {wanted}.", read.word());
            answer.result.diagnostics.push(Diagnostic::new(Code::UnexpectedType, message, None));
        }
    }
}

/// Something critical stands: rework. Something major stands, or a unit is not analysed in full: changes.
fn verdict(answers: &[Answer], rows: &[Row], found: &[UnifiedFinding], failures: u32) -> Verdict {
    let open = found.iter().filter(|finding| !is_resolved(answers, finding));
    match open.map(|finding| finding.severity).min() {
        Some(Severity::Critical) => Verdict::NeedsRework,
        Some(Severity::Major) => Verdict::ApproveWithChanges,
        _ if rows.is_empty() || rows.iter().any(|row| row.gap.is_some()) => Verdict::ApproveWithChanges,
        _ if failures > 0 => Verdict::ApproveWithChanges,
        _ => Verdict::Approve,
    }
}

/// A count or a place, as a report has it.
fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
