//! The figures of a report as sentences. They state nothing that is not counted elsewhere.

use std::collections::BTreeSet;

use super::health::{INCOMPLETE, rank};
use crate::model::{
    Agreement, Comparison, DimensionHealth, ImplementationRollup, PairState, Percent, SEVERITIES, Severity, Share,
    Status, Summary, Synthesis, TaskRow, Theme, UnitStatus, Verdict,
};
use crate::order::Gather;
use crate::part::units::Identity;
use crate::report::coverage::Row;
use crate::report::number;

/// What is told beside the figures of the summary.
#[derive(Clone, Copy, Debug)]
pub struct Contents<'r> {
    /// Whether the work can go on.
    pub verdict: Verdict,
    /// The rows of the coverage map.
    pub rows: &'r [Row],
    /// How many findings are settled.
    pub resolved: usize,
    /// How many findings a person dismissed.
    pub dismissed: usize,
    /// How many criteria, tests, steps and checklist items are not met.
    pub failures: u32,
    /// What the findings mean together.
    pub synthesis: &'r Synthesis,
    /// The tasks that were carried out.
    pub implementation: Option<&'r ImplementationRollup>,
    /// What became of the findings of an earlier report.
    pub comparison: Option<&'r Comparison>,
}

/// The verdict and the figures, in sentences.
#[must_use]
#[inline(never)]
pub fn sentences(summary: &Summary, told: Contents<'_>) -> String {
    let Contents { verdict, rows, resolved, dismissed, failures, synthesis, implementation, comparison } = told;
    let mut sentences = vec![format!("Verdict: {}.", verdict.words()), replies(summary)];
    if summary.replies > 0 {
        sentences.push(findings(summary, resolved, dismissed, failures));
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
    sentences.extend(themes(&synthesis.themes));
    sentences.extend(health(&synthesis.health));
    sentences.extend(pairs(&synthesis.cross_references));
    sentences.extend(implementation.filter(|rollup| !rollup.tasks.is_empty()).map(|rollup| tasks(rollup, rows)));
    sentences.extend(comparison.map(since));
    sentences.join(" ")
}

fn replies(summary: &Summary) -> String {
    if summary.replies == 0 {
        return "No replies were received.".to_owned();
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
    let on = counted(summary.units, "task");
    format!("{} on {on}: {}.", counted(summary.replies, "reply"), states.join(", "))
}

fn findings(summary: &Summary, resolved: usize, dismissed: usize, failures: u32) -> String {
    if summary.findings == 0 {
        let read = summary.coverage.is_some_and(|coverage| coverage > Percent::default());
        let nothing = if read && failures == 0 { "No findings were reported." } else { "No findings were read." };
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
    let states = [(resolved, "resolved"), (dismissed, "dismissed")].into_iter().filter(|(count, _)| *count > 0);
    let states: Vec<_> = states.map(|(count, state)| format!("{count} of them {state}")).collect();
    let settled = if states.is_empty() { String::new() } else { format!("; {}", states.join(", ")) };
    format!("{}{merged}: {}{settled}.", counted(summary.findings, "finding"), severities.join(", "))
}

fn coverage(summary: &Summary, rows: &[Row]) -> Option<String> {
    let coverage = summary.coverage?;
    if coverage == Percent::FULL {
        // A review in free form states no coverage, and may have left something out.
        let told = if rows.iter().all(|row| row.row.coverage.is_some()) { "analysed in full" } else { "answered" };
        return Some(format!("{} {told}.", if summary.units == 1 { "The task was" } else { "All tasks were" }));
    }
    let missing = number(rows.iter().filter(|row| row.row.status == UnitStatus::Missing).count());
    let missing = match missing {
        0 => String::new(),
        count => format!("; {count} never answered"),
    };
    Some(format!("{coverage} of the tasks were analysed in full{missing}."))
}

/// What became of the findings of an earlier report.
fn since(comparison: &Comparison) -> String {
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
    let parts = if parts.is_empty() { "no changes".to_owned() } else { parts.join(", ") };
    format!("Since the earlier report: {parts}.")
}

/// What several findings come down to.
fn themes(themes: &[Theme]) -> Option<String> {
    let run = if themes.len() == 1 { "runs" } else { "run" };
    let critical = match themes.iter().filter(|theme| theme.critical).count() {
        0 => String::new(),
        count => format!("; {count} of them critical, over several dimensions"),
    };
    Some(format!("{} {run} through the findings{critical}.", counted_some(themes.len(), "theme")?))
}

/// How many dimensions fare how.
fn health(rows: &[DimensionHealth]) -> Option<String> {
    let of = |what: fn(&DimensionHealth) -> bool| rows.iter().filter(|row| what(row)).count();
    let states = [
        (of(|row| rank(&row.rating) == Some(2)), "with significant problems"),
        (of(|row| rank(&row.rating) == Some(1)), "with some issues"),
        (of(|row| rank(&row.rating) == Some(0)), "good"),
        (of(|row| rank(&row.rating).is_none() && row.rating != INCOMPLETE), "rated in other words"),
        (of(|row| row.rating == INCOMPLETE), "not assessed in full"),
    ];
    Some(format!("{}: {}.", counted_some(rows.len(), "dimension")?, listed(&states)))
}

/// How many pairs of documents agree.
fn pairs(rows: &[PairState]) -> Option<String> {
    let of = |status: Agreement| rows.iter().filter(|row| row.status == status).count();
    let states = [
        (of(Agreement::Conflict), "in conflict"),
        (of(Agreement::Tension), "in tension"),
        (of(Agreement::Consistent), "consistent"),
        (of(Agreement::Unverified), "unverified"),
    ];
    Some(format!("{} of documents: {}.", counted_some(rows.len(), "pair")?, listed(&states)))
}

/// How many tasks there are, each once. What does not tell tasks apart that each have a row of their own is on all of them.
fn count(tasks: &[TaskRow], rows: &[Row]) -> usize {
    let units: BTreeSet<Identity> = rows.iter().filter_map(|row| Identity::of(&row.row.unit)).gather();
    let mut named: BTreeSet<Identity> = BTreeSet::new();
    let mut unnamed = 0;
    for task in tasks {
        let Some(whole) = Identity::of(&task.task) else {
            unnamed += 1;
            continue;
        };
        let parts: Vec<Identity> = whole.each().collect();
        if !parts.is_empty() && !units.contains(&whole) && parts.iter().all(|part| units.contains(part)) {
            named.extend(parts);
        } else {
            named.insert(whole);
        }
    }
    named.len() + unnamed
}

/// What became of the tasks.
fn tasks(rollup: &ImplementationRollup, rows: &[Row]) -> String {
    let sum = |figure: fn(&TaskRow) -> Share| rollup.tasks.iter().map(figure).fold(Share::default(), Share::plus);
    let criteria = ("criteria met", sum(|row| row.criteria));
    let tests = ("tests passed", sum(|row| row.tests));
    let figures = [criteria, tests].into_iter().filter(|(_, share)| share.total > 0);
    let mut figures: Vec<_> = figures.map(|(what, Share { met, total })| format!("{met} of {total} {what}")).collect();
    if figures.is_empty() {
        figures.push("no criteria or tests stated".to_owned());
    }
    let shared = match number(rollup.file_conflicts.len()) {
        0 => String::new(),
        1 => "; 1 file was touched by several tasks".to_owned(),
        count => format!("; {count} files were touched by several tasks"),
    };
    format!("{}: {}{shared}.", counted(number(count(&rollup.tasks, rows)), "task"), figures.join(", "))
}

/// Counts with what they count, those that are not zero.
fn listed(counts: &[(usize, &str)]) -> String {
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    counts.map(|(count, what)| format!("{count} {what}")).collect::<Vec<_>>().join(", ")
}

fn counted_some(count: usize, noun: &str) -> Option<String> {
    (count > 0).then(|| counted(number(count), noun))
}

/// A number with its noun.
fn counted(count: u32, noun: &str) -> String {
    match (count, noun.strip_suffix('y')) {
        (1, _) => format!("1 {noun}"),
        (_, Some(stem)) => format!("{count} {stem}ies"),
        (_, None) => format!("{count} {noun}s"),
    }
}
