//! Applies decisions on findings to a saved report, without its replies.
//!
//! Findings keep their places and ids. What cannot be told from the report, as the dimensions of the plan that it was
//! dispatched by, stays as it is.

use std::collections::{BTreeMap, BTreeSet};

use super::answer::Answer;
use super::conclusion::{Parts, conclude};
use super::coverage::{Row, names};
use super::findings::{members, reported_severity};
use super::{conflicts, decisions, summary, synthesis};
use crate::model::{
    AggregateOptions, Code, Conflict, CoverageGap, CoverageRow, Diagnostic, DimensionHealth, FindingDecisions,
    PairDecision, Reply, Report, Summary, Synthesis, UnifiedFinding,
};

/// The report with these decisions in place of those that it was made with. Those on pairs need the replies: they stay
/// as the report has them, and that is said.
#[must_use]
pub fn decide(report: &Report, decisions: &FindingDecisions) -> Report {
    let replies = report.results.iter().cloned();
    let answers: Vec<Answer> = replies.map(|result| Answer::to(Reply::default(), result)).collect();
    let rows = rows(report);
    let mut findings = report.findings.clone();
    for finding in &mut findings {
        if finding.decision.take().is_some_and(|decision| decision.severity.is_some()) {
            finding.severity = reported_severity(&answers, finding);
        }
    }
    let contradictions = decisions::apply(&decisions.findings, &answers, &mut findings);
    let before = Seen::of(report, &answers, &rows, report.findings.clone());
    let after = Seen::of(report, &answers, &rows, findings);

    let mut decided = report.clone();
    if before.conflicts == report.conflicts {
        decided.conflicts = after.conflicts;
    }
    decided.findings = after.findings;
    let is_connected = before.synthesis.connections == report.synthesis.connections;
    if !is_connected {
        for (finding, was) in decided.findings.iter_mut().zip(&report.findings) {
            finding.connections.clone_from(&was.connections);
        }
    }
    decided.synthesis = followed(&report.synthesis, &before.synthesis, after.synthesis);
    weigh_changes(&mut decided);
    let same = |list: &[UnifiedFinding], synthesis: &Synthesis, summary: &Summary| {
        conclude(Parts {
            answers: &answers,
            rows: &rows,
            findings: list,
            checklist: report.checklist.as_ref(),
            implementation: report.implementation.as_ref(),
            parked: &report.parked,
            implications: &report.implications,
            comparison: report.comparison.as_ref(),
            synthesis,
            summary,
        })
    };
    let figures = summary::summary(&answers, &rows, &decided.findings, &decided.conflicts);
    decided.summary.by_severity = figures.by_severity;
    decided.summary.conflicts = figures.conflicts;
    let (.., was) = same(&report.findings, &report.synthesis, &report.summary);
    let (verdict, reasons, sentences) = same(&decided.findings, &decided.synthesis, &decided.summary);
    // What a plan adds stands at the end.
    let more = report.executive_summary.strip_prefix(&was).unwrap_or_default();
    decided.executive_summary = sentences + more;
    (decided.verdict, decided.reasons) = (verdict, reasons);

    let ours = [Code::ContradictingDecisions, Code::DecisionWithoutFinding, Code::DecisionNeedsReplies];
    decided.diagnostics.retain(|said| !ours.iter().any(|code| code.name() == said.code));
    decided.diagnostics.extend(contradictions);
    let reported = report.results.iter().flat_map(|result| &result.findings);
    decided.diagnostics.extend(decisions::without_finding(decisions, reported, Some(report)));
    decided.diagnostics.extend(on_pairs(report, &decisions.pairs));
    decided
}

/// What depends on the findings alone, and on nothing that a report does not hold.
struct Seen {
    findings: Vec<UnifiedFinding>,
    conflicts: Vec<Conflict>,
    synthesis: Synthesis,
}

impl Seen {
    fn of(report: &Report, answers: &[Answer], rows: &[Row], mut findings: Vec<UnifiedFinding>) -> Self {
        let conflicts = conflicts::conflicts(answers, &findings);
        let options = AggregateOptions::default();
        let names = names(rows, answers);
        let (synthesis, _) =
            synthesis::synthesis(answers, &names, rows, &mut findings, report.digests.as_ref(), &options);
        Self { findings, conflicts, synthesis }
    }
}

fn rows(report: &Report) -> Vec<Row> {
    let gaps: BTreeMap<&str, &CoverageGap> = report.gaps.iter().map(|gap| (gap.unit.as_str(), gap)).collect();
    let row = |row: CoverageRow| Row { gap: gaps.get(row.unit.as_str()).copied().cloned(), row };
    report.coverage.iter().cloned().map(row).collect()
}

/// What the findings mean together, where the report alone tells it.
fn followed(stored: &Synthesis, before: &Synthesis, after: Synthesis) -> Synthesis {
    let health = following(
        // The trend needs the report before this one.
        &stored.health.iter().map(|row| DimensionHealth { trend: None, ..row.clone() }).collect::<Vec<_>>(),
        &before.health,
        after.health,
        |row| row.dimension.clone(),
    );
    let were: BTreeMap<&str, &DimensionHealth> =
        stored.health.iter().map(|row| (row.dimension.as_str(), row)).collect();
    let with_trend = |row: DimensionHealth| {
        let was = were.get(row.dimension.as_str()).filter(|was| was.rating == row.rating);
        DimensionHealth { trend: was.and_then(|was| was.trend), ..row }
    };
    Synthesis {
        connections: if before.connections == stored.connections {
            after.connections
        } else {
            stored.connections.clone()
        },
        themes: if before.themes == stored.themes { after.themes } else { stored.themes.clone() },
        health: health.into_iter().map(with_trend).collect(),
        cross_references: following(
            &stored.cross_references,
            &before.cross_references,
            after.cross_references,
            |row| row.documents.clone(),
        ),
    }
}

/// The rows of a list as they are now, where they were what the report alone tells; else as they were.
fn following<T: Clone + PartialEq, K: Ord>(stored: &[T], before: &[T], after: Vec<T>, key: impl Fn(&T) -> K) -> Vec<T> {
    if stored == before {
        return after;
    }
    let [before, after] = [before, after.as_slice()].map(|list| list.iter().map(|row| (key(row), row)).collect());
    let (before, after): (BTreeMap<K, &T>, BTreeMap<K, &T>) = (before, after);
    let now = |row: &'_ T| {
        let key = key(row);
        if before.get(&key).is_some_and(|was| *was == row) {
            after.get(&key).copied().cloned()
        } else {
            Some(row.clone())
        }
    };
    stored.iter().filter_map(now).collect()
}

/// The changes of severity since an earlier report, to what the findings weigh now.
fn weigh_changes(report: &mut Report) {
    let Some(comparison) = &mut report.comparison else { return };
    let now: BTreeMap<&str, _> =
        report.findings.iter().map(|finding| (finding.id.as_str(), finding.severity)).collect();
    for change in &mut comparison.severity_changes {
        change.to = now.get(change.finding.as_str()).copied().unwrap_or(change.to);
    }
    comparison.severity_changes.retain(|change| change.from != change.to);
}

/// Says how many decisions on pairs the report does not follow.
fn on_pairs(report: &Report, pairs: &[PairDecision]) -> Option<Diagnostic> {
    let mut findings_of: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for (at, finding) in report.findings.iter().enumerate() {
        for (.., member) in members(&report.results, finding) {
            findings_of.entry(&member.fingerprint).or_default().insert(at);
        }
    }
    let is_open = |pair: &&PairDecision| {
        let [one, other] = pair.fingerprints.each_ref().map(|fingerprint| findings_of.get(fingerprint.as_str()));
        let (Some(one), Some(other)) = (one, other) else { return false };
        one.is_disjoint(other) == pair.same
    };
    let message = match pairs.iter().filter(is_open).count() {
        0 => return None,
        1 => "A merge decision needs the original replies: a saved report cannot be merged again.".to_owned(),
        count => format!("{count} merge decisions need the original replies: a saved report cannot be merged again."),
    };
    Some(Diagnostic::new(Code::DecisionNeedsReplies, message, None))
}
