//! The states and types of a reply. See `docs/formats/protocol-v1.md`, "Status" and "Result types".

use serde::{Deserialize, Serialize};

use super::TypeName;

/// The four terminal states of a reply. `Findings` is a success: the agent did its job and found something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Status {
    /// Completed, nothing found.
    Clean,
    /// Completed, something found.
    Findings,
    /// Incomplete; what there is counts.
    Partial,
    /// Failed; nothing usable.
    Error,
}

impl Status {
    /// The word of the protocol.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Clean => "CLEAN",
            Self::Findings => "FINDINGS",
            Self::Partial => "PARTIAL",
            Self::Error => "ERROR",
        }
    }
}

/// The state of a unit in the coverage map: that of its replies, or that none came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum UnitStatus {
    /// Completed, something found.
    Findings,
    /// Completed, nothing found.
    Clean,
    /// Incomplete.
    Partial,
    /// Failed.
    Error,
    /// Expected, and no reply came.
    Missing,
}

impl UnitStatus {
    /// The word of the protocol, or `MISSING`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Clean => "CLEAN",
            Self::Findings => "FINDINGS",
            Self::Partial => "PARTIAL",
            Self::Error => "ERROR",
            Self::Missing => "MISSING",
        }
    }
}

impl From<Status> for UnitStatus {
    fn from(status: Status) -> Self {
        match status {
            Status::Clean => Self::Clean,
            Status::Findings => Self::Findings,
            Status::Partial => Self::Partial,
            Status::Error => Self::Error,
        }
    }
}

/// What a reply reports on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ResultType {
    /// What one document says.
    Digest,
    /// What two documents say of the same thing.
    Consistency,
    /// A checklist, item by item.
    Verification,
    /// A task that was carried out.
    Implementation,
    /// The plan of a screen.
    DesignPlan,
    /// A type that the host registered.
    #[serde(untagged)]
    Custom(TypeName),
}

/// The five types of the protocol.
pub const RESULT_TYPES: [ResultType; 5] = [
    ResultType::Digest,
    ResultType::Consistency,
    ResultType::Verification,
    ResultType::Implementation,
    ResultType::DesignPlan,
];

impl ResultType {
    /// The word of the protocol, or the name that was registered.
    #[must_use]
    pub fn word(&self) -> &str {
        match self {
            Self::Digest => "digest",
            Self::Consistency => "consistency",
            Self::Verification => "verification",
            Self::Implementation => "implementation",
            Self::DesignPlan => "design-plan",
            Self::Custom(name) => name.as_str(),
        }
    }

    /// The type of the protocol that a word names, in any case, with spaces or underscores for the hyphen; or its name in
    /// the research that the protocol comes from.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        let word = Self::folded(word);
        let named = || match word.as_str() {
            "document-digest" => Some(Self::Digest),
            "consistency-finding" | "consistency-findings" => Some(Self::Consistency),
            "verification-result" => Some(Self::Verification),
            "implementation-report" => Some(Self::Implementation),
            _ => None,
        };
        RESULT_TYPES.into_iter().find(|candidate| candidate.word() == word).or_else(named)
    }

    /// The form by which names of types are compared.
    #[must_use]
    pub fn folded(word: &str) -> String {
        word.trim().to_ascii_lowercase().replace([' ', '_'], "-")
    }
}

/// What was asked for: a type, the JSON return, or refinements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Expected {
    /// A reply that reports on something.
    Type(ResultType),
    /// A JSON return, see `docs/formats/json-return.md`.
    Return(JsonReturn),
    /// Refinements of questions, see `docs/formats/clarifications.md`.
    Refinements(AskedRefinements),
}

/// The one word for refinements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AskedRefinements {
    /// Refinements of questions.
    Refinements,
}

/// The one word for a JSON return.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JsonReturn {
    /// A JSON return.
    Return,
}

impl Expected {
    /// A JSON return.
    pub const RETURN: Self = Self::Return(JsonReturn::Return);
    /// Refinements of questions.
    pub const REFINEMENTS: Self = Self::Refinements(AskedRefinements::Refinements);

    /// The type that was asked for; none where it was a JSON return.
    #[must_use]
    pub fn result_type(self) -> Option<ResultType> {
        match self {
            Self::Type(result_type) => Some(result_type),
            Self::Return(_) | Self::Refinements(_) => None,
        }
    }

    /// The name of the type.
    #[must_use]
    pub fn word(&self) -> &str {
        match self {
            Self::Type(result_type) => result_type.word(),
            Self::Return(_) => "return",
            Self::Refinements(_) => "refinements",
        }
    }
}

/// The format that a reply was read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dialect {
    /// The Structured Agent Result Protocol, version 1.
    ProtocolV1,
    /// The reports of five agents, from before that protocol and after.
    AgentReport,
    /// The report on a user story or a scenario, step by step.
    Bowser,
    /// One object of JSON.
    JsonReturn,
    /// Refinements of questions.
    Refinements,
    /// Text that follows no protocol.
    Prose,
}

impl Confidence {
    /// The word of the protocol.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::High => "high",
            Self::Medium => "medium",
            Self::Low => "low",
        }
    }

    /// The least that the word means, in percent.
    #[must_use]
    pub fn percent(self) -> u32 {
        match self {
            Self::High => 80,
            Self::Medium => 50,
            Self::Low => 0,
        }
    }
}

/// How sure the agent says it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Confidence {
    /// Sure.
    High,
    /// Fairly sure.
    Medium,
    /// Not sure.
    Low,
}
