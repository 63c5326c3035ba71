//! What the findings of a report show together. See `docs/synthesis.md`.

use serde::{Deserialize, Serialize};

/// What the findings mean together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Synthesis {
    /// What findings of different units or dimensions are about together.
    pub connections: Vec<Connection>,
    /// What several findings come down to, at most seven; those that are critical first, then the largest.
    pub themes: Vec<Theme>,
    /// One row for each dimension that was judged, sorted.
    pub health: Vec<DimensionHealth>,
    /// One row for each pair of documents that were compared, or should have been; sorted.
    pub cross_references: Vec<PairState>,
}

/// Something that findings of different units or dimensions name, one of them at least major.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Connection {
    /// Their ids, in report order.
    pub findings: Vec<String>,
    /// The places and concepts that all of them name.
    pub on: String,
}

/// Three findings or more, of two units or dimensions or more, that come down to one thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Theme {
    /// What the findings have in common.
    pub by: ThemeKind,
    /// The shared section, concept or suggestion.
    pub subject: String,
    /// Their ids, in report order.
    pub findings: Vec<String>,
    /// The dimensions that it goes over, sorted; none outside of an audit.
    pub dimensions: Vec<String>,
    /// Whether it goes over two dimensions or more and one of its findings is at least major: then the theme itself is
    /// critical. What its findings weigh stays as the agents state it.
    pub critical: bool,
}

/// What the findings of a theme have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ThemeKind {
    /// A section of a document, or lines of it.
    Document,
    /// A defined term, or a code word.
    Concept,
    /// What they suggest to do.
    Cause,
}

impl ThemeKind {
    /// The word in reports and JSON.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Concept => "concept",
            Self::Cause => "cause",
        }
    }
}

/// Whether the work can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Nothing major, everything analysed and understood.
    Approve,
    /// Something major, a unit not analysed in full, or a reply that nobody could read.
    ApproveWithChanges,
    /// Something critical.
    NeedsRework,
    /// No reply came, or none could be understood.
    Inconclusive,
}

impl Verdict {
    /// The words of the source, and "INCONCLUSIVE".
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Approve => "APPROVE",
            Self::ApproveWithChanges => "APPROVE WITH CHANGES",
            Self::NeedsRework => "NEEDS REWORK",
            Self::Inconclusive => "INCONCLUSIVE",
        }
    }
}

/// The health of one dimension.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DimensionHealth {
    /// Its name, as the first reply writes it.
    pub dimension: String,
    /// `good`, `some-issues`, `significant-problems`, `INCOMPLETE`, or the word that its agent writes.
    pub rating: String,
    /// Against the earlier report; `None` where the two cannot be compared.
    pub trend: Option<Trend>,
    /// How many findings of it stand.
    pub findings: u32,
}

/// Whether a dimension fares better than it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Trend {
    /// Its rating is better.
    Better,
    /// Its rating is what it was.
    Same,
    /// Its rating is worse.
    Worse,
}

impl Trend {
    /// The word in reports and JSON.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::Same => "same",
            Self::Worse => "worse",
        }
    }
}

/// Whether two documents agree, and their findings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairState {
    /// Their names.
    pub documents: [String; 2],
    /// Whether they agree.
    pub status: Agreement,
    /// How many findings of the pair stand.
    pub findings: u32,
}

/// Whether two documents agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Agreement {
    /// No finding stands between them.
    Consistent,
    /// They disagree, but nothing is critical.
    Tension,
    /// They contradict each other.
    Conflict,
    /// Nobody looked through all of both.
    Unverified,
}

impl Agreement {
    /// The word of the source.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Consistent => "CONSISTENT",
            Self::Tension => "TENSION",
            Self::Conflict => "CONFLICT",
            Self::Unverified => "UNVERIFIED",
        }
    }
}
