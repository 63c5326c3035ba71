//! Why a part of a review was read as a finding, or not.

use serde::{Deserialize, Serialize};

use super::Span;

/// A decision on a part of a review. See `docs/formats/prose.md`, "Evidence".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PartDecision {
    /// How the part begins, quoted.
    pub text: String,
    /// What was decided.
    pub verdict: PartVerdict,
    /// What spoke for it and against it.
    pub evidence: Vec<Reason>,
    /// The sum of the weights; a finding needs at least 4.
    pub weight: i32,
    /// The part.
    pub span: Span,
}

/// What became of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PartVerdict {
    /// It is a finding.
    Finding,
    /// Its parts were looked at one by one.
    Group,
    /// It is no finding.
    Other,
}

/// A named reason, and how much it weighs; what weighs against is negative.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// Its name, such as "severity" or "under findings".
    pub sign: String,
    /// Its weight.
    pub weight: i32,
}
