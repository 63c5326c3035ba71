//! Whether the work can go on, and why. See `docs/synthesis.md`, "The verdict".

use std::collections::BTreeSet;

use super::health::{SIGNIFICANT, rank};
use crate::model::{
    AgentResult, Agreement, Code, Detail, Dialect, Finding, ImplementationRollup, Implication, Parked, Severity,
    Status, Synthesis, TaskDependency, TaskGap, UnifiedFinding, Verdict, usual_severity,
};
use crate::order::Gather;
use crate::part::records::gap_level;
use crate::part::severities::{self, Repair};
use crate::report::answer::Answer;
use crate::report::coverage::Row;
use crate::report::findings::{members, stands};
use crate::report::number;
use crate::report::speaker::brief;
use crate::text::inline;

/// So many replies or units are named in a reason.
const NAMED: usize = 5;

/// What a verdict is given on: all of it is shown in the report.
#[derive(Clone, Copy, Debug)]
pub struct Grounds<'r> {
    /// The replies.
    pub answers: &'r [Answer],
    /// The rows of the coverage map.
    pub rows: &'r [Row],
    /// What was found.
    pub findings: &'r [UnifiedFinding],
    /// How many criteria, tests, steps and checklist items are not met.
    pub failures: u32,
    /// What became of the tasks.
    pub implementation: Option<&'r ImplementationRollup>,
    /// How many issues of ledgers are critical and not settled.
    pub critical_items: u32,
    /// What was found beside the tasks.
    pub parked: &'r [Parked],
    /// What decisions would have to cover.
    pub implications: &'r [Implication],
    /// How dimensions and pairs of documents fare.
    pub synthesis: &'r Synthesis,
}

/// The verdict, and its reasons in sentences.
#[must_use]
#[inline(never)]
pub fn verdict(grounds: Grounds<'_>) -> (Verdict, Vec<String>) {
    let Grounds { answers, rows, findings, failures, critical_items, implementation, parked, implications, synthesis } =
        grounds;
    if answers.is_empty() {
        return (Verdict::Inconclusive, vec!["No replies were received.".to_owned()]);
    }
    let unread = || answers.iter().enumerate().filter(|(_, answer)| !is_understood(&answer.result));
    let retried = retried(answers, rows);
    let lasting: Vec<&Answer> = unread().filter(|(at, _)| !retried.contains(at)).map(|(_, answer)| answer).collect();
    let lost = not_understood(&lasting, answers.len());
    if unread().count() == answers.len() {
        return (Verdict::Inconclusive, lost);
    }
    let open = |severity| {
        let weighs = |finding: &&UnifiedFinding| finding.severity == severity && stands(answers, finding);
        number(findings.iter().filter(weighs).count())
    };
    let (critical, major) = (open(Severity::Critical), open(Severity::Major));
    let mut reasons = Vec::new();
    for (count, word) in [(critical, "critical finding"), (major, "major finding")] {
        if count > 0 {
            reasons.push(format!("{} {}.", plural(count, word), if count == 1 { "is open" } else { "are open" }));
        }
    }
    if critical_items > 0 {
        let is = if critical_items == 1 { "is" } else { "are" };
        reasons.push(format!("{} {is} open.", plural(critical_items, "critical checklist item")));
    }
    if critical + major + critical_items == 0 {
        reasons.extend(stated(synthesis));
    }
    let parked = number(parked.iter().filter(|note| is_called_severe(note)).count());
    let implied = number(implications.iter().filter(|note| has_severe_impact(note)).count());
    for (count, noun) in [(parked, "parked finding"), (implied, "decision implication")] {
        if count > 0 {
            let is = if count == 1 { "is" } else { "are" };
            reasons.push(format!("{} {is} called critical or major.", plural(count, noun)));
        }
    }
    let unrated = number(findings.iter().filter(|finding| is_unrated(answers, finding)).count());
    if unrated > 0 {
        let (state, are) = if unrated == 1 { ("states", "is") } else { ("state", "are") };
        reasons.push(format!("{} {state} no severity and {are} shown as minor.", plural(unrated, "finding")));
    }
    reasons.extend(lost);
    let gaps: Vec<&str> = rows.iter().filter(|row| row.gap.is_some()).map(|row| row.row.unit.as_str()).collect();
    if !gaps.is_empty() {
        let (gaps_count, were) = (number(gaps.len()), if gaps.len() == 1 { "was" } else { "were" });
        let count = format!("{gaps_count} of {}", plural(number(rows.len()), "task"));
        reasons.push(format!("{count} {were} not analysed in full: {}.", named(gaps.into_iter())));
    }
    reasons.extend(requirements(answers, failures, implementation));
    let is_unfinished =
        |answer: &Answer| matches!(answer.result.status, Status::Partial | Status::Error) && is_bare(&answer.result);
    if answers.iter().all(is_unfinished) {
        return (Verdict::Inconclusive, reasons);
    }
    let verdict = match (critical + critical_items, reasons.is_empty()) {
        (1.., _) => Verdict::NeedsRework,
        (0, false) => Verdict::ApproveWithChanges,
        (0, true) => Verdict::Approve,
    };
    if verdict == Verdict::Approve {
        let every = if answers.len() == 1 { "The reply" } else { "Every reply" };
        reasons.push(format!("{every} was understood, and no critical or major finding is open."));
    }
    (verdict, reasons)
}

/// Which replies are on a task that a later attempt did in full.
fn retried(answers: &[Answer], rows: &[Row]) -> BTreeSet<usize> {
    let mut retried = BTreeSet::new();
    for row in rows.iter().filter(|row| row.gap.is_none()) {
        let places = || row.row.results.iter().filter_map(|at| usize::try_from(*at).ok());
        let attempt = |at: usize| answers.get(at).map(|answer| answer.result.attempt);
        let last = places().filter_map(attempt).max();
        retried.extend(places().filter(|at| attempt(*at) < last));
    }
    retried
}

/// What agents themselves say that is not well, where no finding shows it.
fn stated(synthesis: &Synthesis) -> Vec<String> {
    // Where nothing stands, a person or a later attempt settled it.
    let pairs = synthesis.cross_references.iter().filter(|pair| pair.findings > 0);
    let dimensions = synthesis.health.iter().filter(|row| row.findings > 0);
    let conflicts = pairs.filter(|pair| pair.status == Agreement::Conflict).count();
    let problems = dimensions.filter(|row| rank(&row.rating) == Some(SIGNIFICANT)).count();
    let said = [
        (conflicts, "pair of documents is in conflict", "pairs of documents are in conflict"),
        (problems, "dimension has significant problems", "dimensions have significant problems"),
    ];
    let said = said.into_iter().filter(|(count, ..)| *count > 0);
    said.map(|(count, one, many)| format!("{count} {}, according to the agents.", if count == 1 { one } else { many }))
        .collect()
}

/// Whether some words call something critical or major.
fn is_severe(words: &str) -> bool {
    inline::has_word(words, &["blocker", "critical", "major"])
}

/// Whether the impact of what a decision has to cover is given as a severity, and that is critical or major: in a sentence
/// these words may mean anything.
fn has_severe_impact(note: &Implication) -> bool {
    let words = note.impact.as_deref().filter(|impact| severities::is_severity(impact)).map(inline::words);
    words.is_some_and(|words| is_severe(&words))
}

/// Whether an agent calls what it parked critical or major: high, medium and low are how soon it is to be looked at.
fn is_called_severe(note: &Parked) -> bool {
    let others = note.extra.iter().filter(|field| inline::words(&field.key) == "priority").map(|field| &field.value);
    note.priority.iter().chain(others).any(|priority| is_severe(&inline::words(priority)))
}

/// What is not met, and what tasks did that somebody has to look at.
fn requirements(answers: &[Answer], failures: u32, implementation: Option<&ImplementationRollup>) -> Vec<String> {
    let of = |count: fn(&ImplementationRollup) -> usize| number(implementation.map_or(0, count));
    let blocking = of(|rollup| rollup.gaps.iter().filter(|gap| is_blocking(gap)).count());
    let blockers = of(|rollup| rollup.gaps.iter().filter(|gap| is_called_blocker(gap)).count());
    let leveled = leveled_gaps(answers);
    let unrated =
        number(implementation.map_or(0, |rollup| rollup.gaps.iter().filter(|gap| has_no_level(gap, &leveled)).count()));
    let flagged = of(|rollup| rollup.dependencies.iter().filter(|added| is_flagged(added)).count());
    let said = [
        (failures, "requirement is not met", "requirements are not met"),
        (
            of(|rollup| rollup.file_conflicts.len()),
            "file was touched by several tasks",
            "files were touched by several tasks",
        ),
        (
            of(|rollup| rollup.shared_files.len()),
            "file reserved for the orchestrator was changed by a task",
            "files reserved for the orchestrator were changed by tasks",
        ),
        (blocking, "gap of level L2 is open", "gaps of level L2 are open"),
        (unrated, "gap has no level of L0 to L2", "gaps have no level of L0 to L2"),
        (blockers, "gap that is called a blocker is open", "gaps that are called blockers are open"),
        (flagged, "added dependency is flagged", "added dependencies are flagged"),
    ];
    let said = said.into_iter().filter(|(count, ..)| *count > 0);
    said.map(|(count, one, more)| format!("{count} {}.", if count == 1 { one } else { more })).collect()
}

/// Whether a task could not go on without an answer: its gap is of level L2.
fn is_blocking(gap: &TaskGap) -> bool {
    // What is struck through is settled.
    let is_struck = gap.description.trim_start().starts_with("~~");
    let says_so = |level: &str| inline::words(level).split(' ').any(|word| word == "l2");
    !is_struck && gap.level.as_deref().is_some_and(|level| gap_level(level) == Some(2) || says_so(level))
}

/// What the gaps of agents' reports say: each has a level there, while protocol v1 knows none.
fn leveled_gaps(answers: &[Answer]) -> BTreeSet<&str> {
    let reports = answers.iter().map(|answer| &answer.result).filter(|result| result.dialect == Dialect::AgentReport);
    let gaps = reports.filter_map(|result| match &result.detail {
        Detail::Implementation(work) => Some(&work.gaps),
        _ => None,
    });
    gaps.flatten().map(|gap| gap.description.as_str()).gather()
}

/// Whether nobody knows how much a gap matters: it has none of the levels, and is not said to be small.
fn has_no_level(gap: &TaskGap, leveled: &BTreeSet<&str>) -> bool {
    const SMALL: [&str; 9] = ["advisory", "info", "low", "medium", "minor", "moderate", "no", "non", "none"];
    let is_struck = gap.description.trim_start().starts_with("~~");
    let level = gap.level.as_deref().map(inline::words).unwrap_or_default();
    let is_known = gap_level(&level).is_some_and(|level| level <= 2)
        || level.split(' ').any(|word| matches!(word, "l0" | "l1" | "l2"));
    let should_have = gap.level.is_some() || leveled.contains(gap.description.as_str());
    should_have && !is_struck && !is_known && !is_called_blocker(gap) && !inline::has_word(&level, &SMALL)
}

/// Whether a gap is called a blocker, where its level says nothing else.
fn is_called_blocker(gap: &TaskGap) -> bool {
    const NAMES: [&str; 4] = ["blocker", "blockers", "blocking", "critical"];
    let level = gap.level.as_deref().map(inline::words).unwrap_or_default();
    let is_denied = inline::has_word(&level, &["no", "non", "not", "l0", "l1", "l2"]);
    inline::has_word(&level, &NAMES) && !is_denied
}

/// Whether an audit of a dependency flagged it, or says otherwise that something is wrong with it.
fn is_flagged(added: &TaskDependency) -> bool {
    const BAD: [&str; 15] = [
        "banned",
        "blocked",
        "compromised",
        "critical",
        "fail",
        "failed",
        "high",
        "incompatible",
        "malicious",
        "prohibited",
        "rejected",
        "suspicious",
        "unsafe",
        "vulnerabilities",
        "vulnerable",
    ];
    const DENIES: [&str; 4] = ["0", "no", "none", "not"];
    let Some(audit) = added.audit.as_deref().map(inline::words) else { return false };
    let words: Vec<&str> = audit.split(' ').collect();
    // `no known vulnerabilities`, but `vulnerable, not patched` and `2 high, 0 critical`
    let is_denied = |at: usize| words.iter().take(at).rev().take(2).any(|before| DENIES.contains(before));
    let is_unaudited = matches!(
        words.as_slice(),
        ["not" | "never", "audited" | "checked" | "run", ..] | ["pending" | "unaudited" | "unknown", ..]
    );
    let is_numbered = |year: &&str| year.starts_with(|first: char| first.is_ascii_digit());
    let has_entry = words
        .windows(2)
        .enumerate()
        .any(|(at, pair)| matches!(pair, ["cve", year] if is_numbered(year)) && !is_denied(at));
    words.first() == Some(&"flagged")
        || is_unaudited
        || has_entry
        || words.iter().enumerate().any(|(at, word)| BAD.contains(word) && !is_denied(at))
}

/// Whether a finding stands that nobody rated, neither in words nor by a type that has a usual severity.
fn is_unrated(answers: &[Answer], finding: &UnifiedFinding) -> bool {
    // The tables of a consistency checker have severities of their own: what lacks one there is said.
    let has_own =
        |result: &AgentResult| result.dialect == Dialect::AgentReport && !result.has_diagnostic(Code::MissingSeverity);
    let is_rated = |result: &AgentResult, member: &Finding| {
        // A dash in the column rates nothing.
        let states = |written: &String| severities::read(written).repair != Repair::Missing;
        member.stated_severity.as_ref().is_some_and(states)
            || member.r#type.as_deref().and_then(usual_severity) == Some(member.severity)
            || (member.r#type.is_some() && has_own(result))
    };
    finding.severity == Severity::Minor
        && stands(answers, finding)
        && !members(answers, finding).any(|(_, result, member)| is_rated(result, member))
}

/// Whether a reply says anything of what it was asked for: a result, a finding, a record.
#[must_use]
pub fn is_understood(result: &AgentResult) -> bool {
    match result.status {
        Status::Clean | Status::Findings => true,
        Status::Partial => {
            !result.findings.is_empty() || result.stated_status.is_some() || result.detail != Detail::None
        }
        Status::Error => !result.findings.is_empty(),
    }
}

/// Whether a reply holds nothing of what was asked for, whatever it says of itself.
fn is_bare(result: &AgentResult) -> bool {
    let is_empty = match &result.detail {
        Detail::None => true,
        Detail::Return(answer) => answer.summary.is_none() && answer.artifacts.is_empty(),
        _ => false,
    };
    result.findings.is_empty() && is_empty
}

/// `1 of 5 replies failed: a.md (timeout).`, `2 of 5 replies could not be read: b.md (it breaks off), …`
fn not_understood(unread: &[&Answer], all: usize) -> Vec<String> {
    let (failed, strange): (Vec<&Answer>, Vec<&Answer>) =
        unread.iter().partition(|answer| answer.result.status == Status::Error);
    let said = |answers: Vec<&Answer>, what: &str| {
        let who = answers.iter().map(|answer| {
            let result = &answer.result;
            let name = [&result.unit, &result.source, &result.agent].into_iter().flatten().next();
            let name = name.map_or("an unnamed reply", String::as_str);
            let reason = result.reason.as_deref().unwrap_or(result.status.word());
            format!("{} ({})", brief(name), brief(reason))
        });
        let count = if all == 1 { "The reply".to_owned() } else { format!("{} of {all} replies", answers.len()) };
        (!answers.is_empty()).then(|| format!("{count} {what}: {}.", listed(who)))
    };
    [said(failed, "failed"), said(strange, "could not be read")].into_iter().flatten().collect()
}

fn named<'n>(names: impl ExactSizeIterator<Item = &'n str>) -> String {
    listed(names.map(brief))
}

fn listed(words: impl ExactSizeIterator<Item = String>) -> String {
    let more = words.len().saturating_sub(NAMED);
    let shown = words.take(NAMED).collect::<Vec<_>>().join(", ");
    if more > 0 { format!("{shown} and {more} more") } else { shown }
}

fn plural(count: u32, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
