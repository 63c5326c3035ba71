//! One thing that an agent found.

use serde::{Deserialize, Serialize};

use super::{Extra, Location, Severity, Span};

/// A finding, as one reply reports it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// As written ("F1", "SEC-01"); `F<n>` where none was, and empty where the finding is derived.
    pub id: String,
    /// The severity that `stated_severity` means.
    pub severity: Severity,
    /// As written.
    pub stated_severity: Option<String>,
    /// One of the ten types of the protocol, or the first word as written.
    pub r#type: Option<String>,
    /// "contradiction / terminology drift" in full.
    pub stated_type: Option<String>,
    /// Whether the reply says that it is settled.
    pub state: FindingState,
    /// Where it is.
    pub location: Option<Location>,
    /// What it conflicts with.
    pub counter_location: Option<Location>,
    /// The heading of its discussion, or of the finding itself.
    pub title: Option<String>,
    /// What is wrong.
    pub description: String,
    /// How to mend it.
    pub suggestion: Option<String>,
    /// The expanded text that follows the table, Markdown, verbatim.
    pub discussion: Option<String>,
    /// Versioned hash of type, places and text: the same in every run that reads the same words.
    pub fingerprint: String,
    /// Columns and fields without a field of their own.
    pub extra: Extra,
    /// The row, item or heading that it was read from.
    pub span: Span,
    /// Whether no agent reports it: the records of a reply show it. It has no severity of anybody's.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub derived: bool,
}

impl Finding {
    /// What the finding is on, which is its title, or without one the first sentence of its description; and the rest of the
    /// description.
    #[must_use]
    pub fn head(&self) -> (&str, &str) {
        let text = self.description.as_str();
        let end = || text.find(". ").into_iter().chain(text.find('\n')).min();
        match &self.title {
            Some(title) => (title, text),
            None => end().map_or((text, ""), |end| text.split_at(end)),
        }
    }

    /// A finding that says no more than this: minor, open, without a place, not sealed.
    #[must_use]
    pub fn saying(description: String) -> Self {
        Self {
            id: String::new(),
            severity: Severity::Minor,
            stated_severity: None,
            r#type: None,
            stated_type: None,
            state: FindingState::Open,
            location: None,
            counter_location: None,
            title: None,
            description,
            suggestion: None,
            discussion: None,
            fingerprint: String::new(),
            extra: Extra::new(),
            span: Span::default(),
            derived: false,
        }
    }
}

/// Whether a finding still stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FindingState {
    /// It stands.
    #[default]
    Open,
    /// Struck out, or marked as fixed.
    Resolved,
}

/// The ten finding types of protocol v1.
pub const FINDING_TYPES: [&str; 10] = [
    "contradiction",
    "terminology-drift",
    "broken-reference",
    "stale-content",
    "missing-coverage",
    "redundant-spec",
    "abstraction-leak",
    "fidelity-loss",
    "scope-violation",
    "regression",
];
