//! What became of a person's decisions.

use std::collections::{BTreeMap, BTreeSet};

use super::comparison::carried_fingerprints;
use crate::model::{Code, Diagnostic, Finding, PairDecision, Report, quote};

/// The most fingerprints that a message names.
const NAMED: usize = 5;

/// Says which fingerprints of the decisions no finding has, neither here nor in an earlier report.
#[must_use]
pub fn without_finding<'f>(
    decisions: &[PairDecision],
    findings: impl Iterator<Item = &'f Finding>,
    previous: Option<&'f Report>,
) -> Option<Diagnostic> {
    let mut unknown: BTreeSet<&str> =
        decisions.iter().flat_map(|pair| &pair.fingerprints).map(String::as_str).collect();
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
        1 => format!("A decision names a finding that there is not: {named}."),
        count => format!("Decisions name {count} findings that there are not: {named}."),
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
