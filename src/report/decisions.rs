//! Reports which decisions had no effect, or contradict each other.

use std::collections::{BTreeMap, BTreeSet};

use super::answer::Answer;
use super::comparison::carried_fingerprints;
use super::findings::members;
use crate::model::{
    Code, Diagnostic, Finding, FindingDecision, FindingDecisions, PairDecision, Report, UnifiedFinding, quote,
};
use crate::order::Gather;

/// The most fingerprints that a message names.
const NAMED: usize = 5;

/// Says which fingerprints of the decisions no finding has, neither here nor in an earlier report.
#[must_use]
pub fn without_finding<'f>(
    decisions: &FindingDecisions,
    findings: impl Iterator<Item = &'f Finding>,
    previous: Option<&'f Report>,
) -> Option<Diagnostic> {
    let mut unknown: BTreeSet<&str> = decisions.fingerprints().gather();
    let earlier = previous.into_iter().flat_map(|previous| &previous.results).flat_map(|result| &result.findings);
    for finding in findings.chain(earlier) {
        unknown.remove(finding.fingerprint.as_str());
    }
    let carried: Vec<String> = previous.into_iter().flat_map(carried_fingerprints).collect();
    for fingerprint in &carried {
        unknown.remove(fingerprint.as_str());
    }
    let mut named = unknown.iter().take(NAMED).map(|fingerprint| quote(fingerprint)).collect::<Vec<_>>().join(", ");
    if unknown.len() > NAMED {
        named += " and others";
    }
    let message = match unknown.len() {
        0 => return None,
        1 => format!("A decision names an unknown finding: {named}."),
        count => format!("Decisions name {count} unknown findings: {named}."),
    };
    Some(Diagnostic::new(Code::DecisionWithoutFinding, message, None))
}

/// For each fingerprint, those that a person says are the same.
#[must_use]
pub fn same(decisions: &[PairDecision]) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut same: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for decision in decisions.iter().filter(|decision| decision.same) {
        let [one, other] = decision.fingerprints.each_ref().map(String::as_str);
        same.entry(one).or_default().insert(other);
    }
    same
}

/// Puts a person's word on single findings onto those that have a member of that fingerprint. Of words that contradict each
/// other the heavier holds, and that is said.
pub fn apply(decisions: &[FindingDecision], answers: &[Answer], unified: &mut [UnifiedFinding]) -> Vec<Diagnostic> {
    let mut by_fingerprint: BTreeMap<&str, Vec<&FindingDecision>> = BTreeMap::new();
    for decision in decisions {
        by_fingerprint.entry(&decision.fingerprint).or_default().push(decision);
    }
    let mut contradictions = Vec::new();
    if by_fingerprint.is_empty() {
        return contradictions;
    }
    for finding in unified {
        let fingerprints: BTreeSet<&str> =
            members(answers, finding).map(|(.., member)| member.fingerprint.as_str()).gather();
        let said: BTreeSet<&FindingDecision> =
            fingerprints.iter().filter_map(|fingerprint| by_fingerprint.get(fingerprint)).flatten().copied().gather();
        let statuses: BTreeSet<_> = said.iter().filter_map(|decision| decision.status).gather();
        let severities: BTreeSet<_> = said.iter().filter_map(|decision| decision.severity).gather();
        let (status, severity) = (statuses.first().copied(), severities.first().copied());
        if statuses.len() > 1 || severities.len() > 1 {
            contradictions.push(contradiction(&said, finding));
        }
        let Some(decision) = said.iter().find(|decision| decision.status == status).or(said.first()) else { continue };
        finding.severity = severity.unwrap_or(finding.severity);
        finding.decision = Some(FindingDecision { status, severity, ..(*decision).clone() });
    }
    contradictions
}

/// What is said where a person's words on one finding contradict each other.
fn contradiction(said: &BTreeSet<&FindingDecision>, finding: &UnifiedFinding) -> Diagnostic {
    let words = |decision: &&FindingDecision| {
        let status = decision.status.map(|status| status.word().to_owned());
        status.into_iter().chain(decision.severity.map(|severity| severity.word().to_owned()))
    };
    let words: BTreeSet<String> = said.iter().flat_map(words).gather();
    let words = words.into_iter().collect::<Vec<_>>().join(", ");
    let about = quote(finding.title.as_deref().unwrap_or(&finding.description));
    let message =
        format!("Your decisions on {about} contradict each other: {words}. Acceptance and the higher severity count.");
    Diagnostic::new(Code::ContradictingDecisions, message, None)
}
