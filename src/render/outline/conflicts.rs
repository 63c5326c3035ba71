//! Where agents disagree, and what they say.

use std::collections::{BTreeMap, BTreeSet};

use super::{Line, Outline, Piece};
use crate::model::{
    AgentResult, Conflict, ConflictKind, Finding, Member, Report, SEVERITIES, Severity, Status, UnifiedFinding, quote,
};
use crate::order::{Arrange, Gather};
use crate::part::units::clipped;
use crate::report::{member, speakers};
use crate::text::escape::fold;

/// The list of all disagreements.
pub fn section(page: &mut Outline, report: &Report) {
    let items: Vec<_> = report.conflicts.iter().map(|conflict| line(report, conflict)).collect();
    if !items.is_empty() {
        page.heading(2, "Conflicts");
        page.list(items);
    }
}

fn line(report: &Report, conflict: &Conflict) -> Line {
    let line = match conflict.kind {
        // The message names them.
        ConflictKind::Presence => naming(&conflict.message, &conflict.findings),
        ConflictKind::Severity | ConflictKind::Type if conflict.findings.is_empty() => conflict.message.as_str().into(),
        ConflictKind::Severity | ConflictKind::Type => {
            Line::from(format!("{} (", conflict.message)).then_findings(&conflict.findings).then(")")
        }
    };
    let words = own_words(report, conflict);
    if words.is_empty() { line } else { line.then(format!(" {words}")) }
}

/// A message in which ids of findings stand as words.
fn naming(message: &str, ids: &[String]) -> Line {
    let ids: BTreeSet<&str> = ids.iter().map(String::as_str).gather();
    let mut line = Line::default();
    let mut words = String::new();
    for word in message.split_inclusive(|next: char| !next.is_ascii_alphanumeric()) {
        let id = word.trim_end_matches(|next: char| !next.is_ascii_alphanumeric());
        if ids.contains(id) {
            line = line.then(std::mem::take(&mut words));
            line.pieces.push(Piece::Finding(id.to_owned()));
            words.push_str(word.get(id.len()..).unwrap_or_default());
        } else {
            words.push_str(word);
        }
    }
    line.then(words)
}

/// So many severities, or types, of one finding are told one by one.
const SHOWN: usize = 12;

/// How many report a finding, each severity where they do not agree on it, else each type, and whether they came to an end:
/// `3 report it; critical, major, major; 1 of them PARTIAL (70%)`.
pub fn reports(report: &Report, finding: &UnifiedFinding) -> Option<String> {
    // A report from elsewhere could repeat a member without end.
    let distinct: BTreeSet<Member> = finding.members.iter().copied().gather();
    let told: Vec<&Finding> =
        distinct.into_iter().filter_map(|at| member(&report.results, at)).map(|(.., member)| member).collect();
    let mut severities: Vec<Severity> = told.iter().map(|member| member.severity).collect();
    severities.arrange();
    let mut types: BTreeMap<String, &str> = BTreeMap::new();
    for name in told.iter().filter_map(|member| member.r#type.as_deref()) {
        types.entry(name.to_lowercase()).or_insert(name);
    }
    let disputed = if severities.first() != severities.last() {
        severities.iter().take(SHOWN).map(|severity| severity.word().to_owned()).collect()
    } else if types.len() > 1 {
        types.into_values().take(SHOWN).map(|name| clipped(fold(name))).collect()
    } else {
        Vec::new()
    };
    let agree = match (disputed.is_empty(), finding.agreement) {
        (false, count) => {
            let report = if count == 1 { "reports" } else { "report" };
            Some(format!("{count} {report} it; {}", disputed.join(", ")))
        }
        (true, 2..) => Some(format!("{} replies agree", finding.agreement)),
        (true, _) => None,
    };
    let said: Vec<String> = [agree, caveat(report, finding)].into_iter().flatten().collect();
    (!said.is_empty()).then(|| said.join("; "))
}

/// That a finding comes from replies that are PARTIAL, and how much the one of them covers that covers most.
fn caveat(report: &Report, finding: &UnifiedFinding) -> Option<String> {
    let replies: BTreeSet<usize> =
        finding.members.iter().filter_map(|member| usize::try_from(member.result).ok()).gather();
    let results: Vec<&AgentResult> = replies.into_iter().filter_map(|at| report.results.get(at)).collect();
    let partial: Vec<&AgentResult> =
        results.iter().filter(|result| result.status == Status::Partial).copied().collect();
    let covered = partial.iter().filter_map(|result| result.coverage.as_ref()?.percent).max();
    let state = covered.map_or_else(|| "PARTIAL".to_owned(), |covered| format!("PARTIAL ({covered})"));
    match (partial.len(), results.len()) {
        (0, _) => None,
        (1, 1) => Some(state),
        (some, all) if some == all => Some(format!("all {state}")),
        (some, _) => Some(format!("{some} of them {state}")),
    }
}

/// What the agents wrote, where the message of a conflict says it in other words; empty where it says all.
pub fn own_words(report: &Report, conflict: &Conflict) -> String {
    let said: Vec<_> = conflict
        .assessments
        .iter()
        .filter_map(|assessment| {
            let place = usize::try_from(assessment.result).ok()?;
            Some((place, report.results.get(place)?, assessment.says.as_str()))
        })
        .collect();
    // The message names severities and types in words of the protocol; what an agent wrote beyond them is said.
    let message = conflict.message.to_lowercase();
    let known = |says: &str| match conflict.kind {
        ConflictKind::Severity => SEVERITIES.iter().any(|severity| severity.word().eq_ignore_ascii_case(says.trim())),
        ConflictKind::Type => message.contains(&says.trim().to_lowercase().replace([' ', '_'], "-")),
        ConflictKind::Presence => true,
    };
    let names = speakers(&said.iter().map(|(place, result, _)| (*place, *result)).collect::<Vec<_>>());
    let other = names.iter().zip(&said).filter(|(_, (.., says))| !known(says));
    let quoted: Vec<_> = other.map(|(name, (.., says))| format!("{name} {}", quote(says))).collect();
    if quoted.is_empty() { String::new() } else { format!("In their words: {}.", quoted.join("; ")) }
}
