//! What became of the findings of an earlier report.

use serde::{Deserialize, Serialize};

use super::{Severity, UnifiedFinding};

/// How a finding stands against an earlier report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Baseline {
    /// The earlier report does not have it.
    New,
    /// The earlier report has it, and it stands still.
    Open,
    /// It was settled, and is there again.
    Regressed,
}

impl Baseline {
    /// The word in reports and JSON.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Open => "open",
            Self::Regressed => "regressed",
        }
    }
}

/// The findings of a report against those of an earlier one.
///
/// Findings that came from an earlier report have the ids that they had there, and no members: the replies that reported
/// them are not in this report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Comparison {
    /// Ids of findings that the earlier report does not have.
    pub new: Vec<String>,
    /// Ids of findings that it has, and that stand still.
    pub open: Vec<String>,
    /// Ids of findings that were settled, and are there again.
    pub regressed: Vec<String>,
    /// Findings of the earlier report that are not there any more, though their units were analysed in full, or that all
    /// who report them now call settled.
    pub fixed: Vec<UnifiedFinding>,
    /// Findings of the earlier report that nobody reports, and that may stand still: no unit of theirs was analysed in full
    /// this time, or a new finding may be the same (see `suggestions`).
    #[serde(default)]
    pub unverified: Vec<UnifiedFinding>,
    /// What was settled already when the earlier report was made, and did not come back: kept, so that it is known again.
    #[serde(default)]
    pub settled: Vec<UnifiedFinding>,
    /// New findings that may be earlier ones.
    #[serde(default)]
    pub suggestions: Vec<EarlierSuggestion>,
    /// Findings that stand still, and that weigh more or less than they did.
    #[serde(default)]
    pub severity_changes: Vec<SeverityChange>,
}

/// A new finding that may be one of the earlier report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EarlierSuggestion {
    /// Its id.
    pub finding: String,
    /// The id that the other had in the earlier report.
    pub earlier: String,
    /// How alike, in percent.
    pub similarity: u32,
}

/// A finding that weighs more or less than it did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeverityChange {
    /// Its id.
    pub finding: String,
    /// Its severity in the earlier report.
    pub from: Severity,
    /// Its severity now.
    pub to: Severity,
}
