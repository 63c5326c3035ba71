//! Your decisions on findings.

use serde::{Deserialize, Serialize};

use super::Severity;
use crate::order::Arrange;

/// What a person decided: a flat list, as JSON has it, kept by its kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Entry>", into = "Vec<Entry>")]
pub struct FindingDecisions {
    /// On pairs. Binds both ways; that they differ wins over that they are the same.
    pub pairs: Vec<PairDecision>,
    /// On single findings.
    pub findings: Vec<FindingDecision>,
}

/// An entry of the list.
#[derive(Clone, Serialize, Deserialize)]
#[serde(untagged)]
enum Entry {
    Pair(PairDecision),
    Finding(FindingDecision),
}

/// A person's word on two findings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairDecision {
    /// The fingerprints of the findings.
    pub fingerprints: [String; 2],
    /// Whether they are the same finding.
    pub same: bool,
}

/// A person's word on one finding, and so on all that are merged with it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FindingDecision {
    /// The fingerprint of the finding.
    pub fingerprint: String,
    /// What is to become of it.
    #[serde(default)]
    pub status: Option<DecisionStatus>,
    /// How much it matters, whatever the agents say.
    #[serde(default)]
    pub severity: Option<Severity>,
    /// Why.
    #[serde(default)]
    pub reason: Option<String>,
    /// Who decided.
    #[serde(default)]
    pub by: Option<String>,
}

/// What a person says of a finding. That it is accepted wins where both are said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DecisionStatus {
    /// The finding must be addressed.
    Accepted,
    /// The finding is wrong, or will not be addressed. It is shown but does not affect the verdict.
    Dismissed,
}

impl DecisionStatus {
    /// Its name.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Dismissed => "dismissed",
        }
    }
}

impl FindingDecisions {
    /// Whether nothing was decided.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty() && self.findings.is_empty()
    }

    /// The same decisions, each once and in one order: their order means nothing.
    #[must_use]
    pub fn normalised(mut self) -> Self {
        for pair in &mut self.pairs {
            pair.fingerprints.arrange();
        }
        self.pairs.arrange_by(|one, other| (&one.fingerprints, one.same).cmp(&(&other.fingerprints, other.same)));
        self.pairs.dedup();
        self.findings.arrange();
        self.findings.dedup();
        self
    }

    /// Every fingerprint that is named.
    pub fn fingerprints(&self) -> impl Iterator<Item = &str> {
        let pairs = self.pairs.iter().flat_map(|pair| &pair.fingerprints);
        pairs.chain(self.findings.iter().map(|decision| &decision.fingerprint)).map(String::as_str)
    }
}

impl From<Vec<Entry>> for FindingDecisions {
    fn from(list: Vec<Entry>) -> Self {
        let mut decisions = Self::default();
        for entry in list {
            match entry {
                Entry::Pair(pair) => decisions.pairs.push(pair),
                Entry::Finding(finding) => decisions.findings.push(finding),
            }
        }
        decisions
    }
}

impl From<FindingDecisions> for Vec<Entry> {
    fn from(decisions: FindingDecisions) -> Self {
        let pairs = decisions.pairs.into_iter().map(Entry::Pair);
        pairs.chain(decisions.findings.into_iter().map(Entry::Finding)).collect()
    }
}

impl From<Vec<PairDecision>> for FindingDecisions {
    fn from(pairs: Vec<PairDecision>) -> Self {
        Self { pairs, findings: Vec::new() }
    }
}
