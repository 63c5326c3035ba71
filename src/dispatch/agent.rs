//! The five agents: their names, variables, formats and costs.

use crate::model::{Expected, ResultType};

/// An agent that has a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Agent {
    /// Reads one document.
    DocReader,
    /// Compares two documents.
    ConsistencyChecker,
    /// Judges by one dimension.
    DimensionAnalyzer,
    /// Implements one task.
    TaskImplementer,
    /// Plans one screen.
    DesignPlanner,
}

/// The model of an agent that has no definition.
pub const MODEL: &str = "sonnet";

/// A variable that the agents know, whatever they are asked: what is asked again.
pub const RETRY_VARIABLES: [&str; 4] = ["RETRY_REASON", "RETRY_SCOPE", "RETRY_COVERED", "RETRY_BELOW"];

/// Tokens, from and to.
pub type Range = [u64; 2];

/// What an agent takes, in tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Its definition, and whatever else stands in every context.
    pub base: u64,
    /// What it reads for one thing.
    pub input: Range,
    /// What it writes on one thing.
    pub output: Range,
}

impl Estimate {
    /// So many things, in a context of their own.
    #[must_use]
    pub fn unit(self, things: u64) -> Range {
        self.share().map(|share| self.base + share.saturating_mul(things))
    }

    /// One thing, in a context that is there already.
    #[must_use]
    pub fn share(self) -> Range {
        [self.input[0] + self.output[0], self.input[1] + self.output[1]]
    }
}

impl Agent {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::DocReader,
        Self::ConsistencyChecker,
        Self::DimensionAnalyzer,
        Self::TaskImplementer,
        Self::DesignPlanner,
    ];

    /// The agent of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|agent| agent.name() == name)
    }

    /// The agent that is asked for something where none is named. A verification is the judgement of one thing, item by item.
    #[must_use]
    pub fn usually_asked(expect: Expected) -> Self {
        match expect {
            Expected::Type(ResultType::Digest) => Self::DocReader,
            Expected::Type(ResultType::Consistency) => Self::ConsistencyChecker,
            Expected::Type(ResultType::Verification | ResultType::Custom(_)) | Expected::Refinements(_) => {
                Self::DimensionAnalyzer
            }
            Expected::Type(ResultType::DesignPlan) => Self::DesignPlanner,
            Expected::Type(ResultType::Implementation) | Expected::Return(_) => Self::TaskImplementer,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::DocReader => "cl-doc-reader-agent",
            Self::ConsistencyChecker => "cl-consistency-checker-agent",
            Self::DimensionAnalyzer => "cl-dimension-analyzer-agent",
            Self::TaskImplementer => "cl-task-implementer-agent",
            Self::DesignPlanner => "cl-design-planner-agent",
        }
    }

    /// What it is, in a sentence.
    #[must_use]
    pub fn role(self) -> &'static str {
        match self {
            Self::DocReader => "doc reader",
            Self::ConsistencyChecker => "consistency checker",
            Self::DimensionAnalyzer => "dimension analyzer",
            Self::TaskImplementer => "task implementer",
            Self::DesignPlanner => "design planner",
        }
    }

    /// The model that it runs on where nothing else is said. What writes code gets the strongest.
    #[must_use]
    pub fn model(self) -> &'static str {
        match self {
            Self::TaskImplementer => "opus",
            _ => MODEL,
        }
    }

    /// The variables of its definition, in the order in which it is told them.
    #[must_use]
    pub fn variables(self) -> &'static [&'static str] {
        match self {
            Self::DocReader => &["DOC_PATH", "DECISIONS_CONTEXT", "FOCUS", "FORMAT"],
            Self::ConsistencyChecker => &[
                "DOC_A_PATH",
                "DOC_B_PATH",
                "DECISIONS_CONTEXT",
                "SCOPE",
                "CHANGE_MANIFEST",
                "DOC_A_SUMMARY",
                "DOC_B_SUMMARY",
            ],
            Self::DimensionAnalyzer => &[
                "DIMENSION_NAME",
                "DIMENSION_INSTRUCTIONS",
                "MODE",
                "CONTENT",
                "CONTEXT",
                "TECHNOLOGY_CLAIMS",
                "DECISIONS_CONTEXT",
            ],
            Self::TaskImplementer => &[
                "TASK_ID",
                "TASK_ORDER",
                "TASK_DESCRIPTION",
                "SPEC_REFERENCE",
                "ACCEPTANCE_CRITERIA",
                "DEPENDENCY_CONTEXT",
                "DECISIONS_CONTEXT",
                "MODE",
                "TEST_SPEC_SECTION",
                "CONTEXT_FILES",
            ],
            Self::DesignPlanner => &[
                "SCREEN_NAME",
                "SCREEN_SPEC",
                "TOKEN_CATEGORY",
                "TOKEN_DECISIONS",
                "DESIGN_SYSTEM",
                "UI_SCREENS_SPEC",
                "DECISIONS_CONTEXT",
            ],
        }
    }

    /// What one unit takes.
    #[must_use]
    pub fn estimate(self) -> Estimate {
        let (base, input, output) = match self {
            Self::DocReader => (800, [2_000, 10_000], [500, 1_500]),
            Self::ConsistencyChecker => (1_000, [2_000, 4_000], [500, 2_000]),
            Self::DimensionAnalyzer => (900, [3_000, 8_000], [500, 3_000]),
            Self::TaskImplementer => (1_200, [2_000, 5_000], [1_000, 3_000]),
            Self::DesignPlanner => (900, [2_000, 5_000], [500, 1_500]),
        };
        Estimate { base, input, output }
    }
}
