//! Turns many results into one report: collects, classifies, merges, numbers and counts.
//!
//! Whatever the order of the replies, the report is the same, byte for byte: all that follows works on results in one
//! order (see [`answer`]), and counts in integers.

pub mod answer;
mod asked_for;
mod collector;
mod comparison;
mod conclusion;
mod conflicts;
mod coverage;
mod decided;
mod decisions;
mod deliveries;
mod dispatched;
mod findings;
mod parked_notes;
mod references;
mod rollup;
mod same_units;
mod speaker;
mod split_tasks;
mod spots;
mod summary;
mod synthesis;

pub use collector::{COLLECTOR_SCHEMA, Collector, CollectorState, OtherOptions, Progress, Receipt, progress, receive};
pub use coverage::{NOT_RECOVERABLE, is_complete, is_final, is_lossy};
pub use decided::decide;
pub use dispatched::MANUAL_REVIEW;
pub use findings::{is_dismissed, is_resolved, member, members, reported_severity, stands};
pub use rollup::{counting, last_returns, screen_of};
pub use speaker::speakers;

use std::borrow::Borrow;

use crate::model::{
    AgentResult, AggregateOptions, Checklist, Detail, Diagnostic, MAX_BATCH_BYTES, REPORT_SCHEMA, Reply, Report,
};
use crate::order::Arrange;
use crate::part::units::Identity;
use crate::text::inline;
use answer::Answer;
use conclusion::{Parts, conclude};
use coverage::Row;
use deliveries::Delivery;
use dispatched::Tally;
use parked_notes::ParkedNotes;

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
pub fn aggregate_traced(mut replies: Vec<Reply>, options: &AggregateOptions) -> (Report, Vec<usize>) {
    let types = options.known_types();
    for reply in &mut replies {
        reply.types = types.clone();
    }
    let settled = deliveries::settle(replies, MAX_BATCH_BYTES);
    let read = settled.read.into_iter().flat_map(|Delivery { reply, place }| {
        split_tasks::read(reply).into_iter().map(move |(reply, result)| Answer::to(reply, result).at(place))
    });
    let unread = settled.unread.into_iter().map(|Delivery { reply, place }| {
        let result = deliveries::unread(&reply, MAX_BATCH_BYTES);
        Answer::to(reply, result).at(place)
    });
    merge(read.chain(unread).collect(), settled.diagnostics, options)
}

/// An earlier report from its Markdown: its findings, read back; `None` where it has neither findings nor a verdict. Who
/// looked at what does not stand in it, so that a later report cannot tell what is fixed from what nobody looked at again.
#[must_use]
pub fn earlier(markdown: &str) -> Option<Report> {
    let report = aggregate(vec![Reply::from(markdown)], &AggregateOptions::default());
    let has_verdict = || markdown.lines().any(|line| inline::words(line).starts_with("verdict "));
    (!report.findings.is_empty() || has_verdict()).then_some(report)
}

/// Merges results that were read before. Units and agents are those that the results name.
#[must_use]
pub fn merge_results(results: Vec<AgentResult>, options: &AggregateOptions) -> Report {
    merge(results.into_iter().map(Answer::from).collect(), Vec::new(), options).0
}

// Its steps are never put into it: an engine optimises a function at a time, and a process waits for that when it ends.
fn merge(
    mut answers: Vec<Answer>,
    mut diagnostics: Vec<Diagnostic>,
    options: &AggregateOptions,
) -> (Report, Vec<usize>) {
    let expected = dispatched::expected(options);
    same_units::name_by_files(&mut answers, &expected);
    same_units::settle(&mut answers, &expected, options.plan.as_deref());
    answers.arrange_by(Answer::order);
    asked_for::hold(&mut answers, &expected, options.plan.as_deref());
    let units = coverage::units(&answers, &expected);
    let below = dispatched::retry_below(options);
    let mut rows: Vec<Row> = units.iter().map(|unit| unit.row(&answers, below)).collect();
    let collected = options.plan.as_deref().map(|plan| {
        dispatched::mark(&mut rows, plan);
        dispatched::hold_to_plan(&mut rows, &answers, plan);
        diagnostics.extend(dispatched::failed_waves(plan, &rows));
        let waiting = dispatched::waiting(plan, &rows);
        let is_asked = |unit: &&coverage::Unit| {
            unit.was_expected() && Identity::of(unit.name()).is_none_or(|unit| !waiting.contains(&unit))
        };
        Tally::of(units.iter().filter(is_asked), &answers).message(waiting.len())
    });
    let names = coverage::names(&rows, &answers);
    let (digests, knowledge, bounds) = rollup::digests(&answers);
    references::add(&mut answers, digests.as_ref());
    let mut unified = findings::unify(&answers, &options.decisions);
    diagnostics.append(&mut unified.diagnostics);
    let suggestions = unified.suggestions();
    let mut findings = unified.findings;
    let reported = answers.iter().flat_map(|answer| &answer.result.findings);
    diagnostics.extend(decisions::without_finding(&options.decisions, reported, options.previous.as_deref()));
    let comparison = options.previous.as_ref().map(|previous| {
        let compared = comparison::compare(previous, &answers, &rows, &mut findings, &options.decisions.pairs);
        diagnostics.extend(compared.1);
        compared.0
    });
    coverage::count_findings(&mut rows, &answers, &findings);
    let conflicts = conflicts::conflicts(&answers, &findings);
    let ParkedNotes { parked, implications, diagnostics: of_notes } = parked_notes::collect(&answers, &names);
    diagnostics.extend(of_notes.into_iter().chain(bounds));
    let (checklist, bounds) = rollup::checklist(&answers, &names).unzip();
    diagnostics.extend(bounds.into_iter().flatten());
    let implementation = rollup::implementation(&answers, &names, &expected, options.plan.as_deref());
    let summary = summary::summary(&answers, &rows, &findings, &conflicts);
    let (synthesis, reached) = synthesis::synthesis(&answers, &names, &rows, &mut findings, digests.as_ref(), options);
    diagnostics.extend(reached);
    let (verdict, reasons, mut executive_summary) = conclude(Parts {
        answers: &answers,
        rows: &rows,
        findings: &findings,
        checklist: checklist.as_ref(),
        implementation: implementation.as_ref(),
        parked: &parked,
        implications: &implications,
        comparison: comparison.as_ref(),
        synthesis: &synthesis,
        summary: &summary,
    });
    if let Some(collected) = collected {
        executive_summary = format!("{executive_summary} {collected}.");
    }
    let (coverage, gaps): (Vec<_>, Vec<_>) = rows.into_iter().map(|row| (row.row, row.gap)).unzip();
    let places = answers.iter().map(|answer| answer.place).collect();
    let report = Report {
        schema: REPORT_SCHEMA.to_owned(),
        title: options.title.clone().unwrap_or_else(|| TITLE.to_owned()),
        verdict,
        reasons,
        summary,
        executive_summary,
        coverage,
        findings,
        conflicts,
        suggestions,
        gaps: gaps.into_iter().flatten().collect(),
        digests,
        knowledge,
        checklist,
        implementation,
        design_plans: rollup::design_plans(&answers, &names, options.plan.as_deref()),
        returns: rollup::returns(&answers, &names),
        steps: rollup::steps(&answers, &names),
        synthesis,
        parked,
        implications,
        comparison,
        results: answers.into_iter().map(|answer| answer.result).collect(),
        diagnostics,
        types: options.known_types(),
    };
    (report, places)
}

/// What is required and not met, counted by its kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Failures {
    /// Criteria of tasks.
    pub criteria: usize,
    /// Tests of tasks.
    pub tests: usize,
    /// Steps of stories.
    pub steps: usize,
    /// Items of the checklist, each once, as its latest version has it.
    pub items: usize,
}

impl Failures {
    /// All of them.
    #[must_use]
    pub fn total(self) -> usize {
        self.criteria + self.tests + self.steps + self.items
    }
}

/// How many criteria, tests, steps and checklist items are not met.
#[must_use]
pub fn failures<R: Borrow<AgentResult>>(replies: &[R], checklist: Option<&Checklist>) -> Failures {
    let mut failures = Failures::default();
    for reply in replies {
        match &reply.borrow().detail {
            Detail::Implementation(work) => {
                failures.criteria += work.criteria.iter().filter(|criterion| criterion.passed == Some(false)).count();
                failures.tests += work.tests.iter().filter(|test| test.has_failed()).count();
            }
            Detail::Steps(story) => failures.steps += story.failed().count(),
            _ => {}
        }
    }
    let items = checklist.into_iter().flat_map(|list| &list.items);
    failures.items = items.filter(|entry| !entry.item.status.is_settled()).count();
    failures
}

/// A count or a place, as a report has it.
fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
