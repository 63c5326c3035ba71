//! What a plan is made from.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

pub use crate::model::Task;
use crate::model::{CustomTypes, Expected, Report};

/// What there is to work on, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlanInput {
    /// Paths of the documents.
    pub documents: Vec<String>,
    /// Those of them that changed.
    pub changed: Vec<String>,
    /// What to judge by; the mode's own where there are none.
    pub dimensions: Vec<String>,
    /// Paths of the reviews that there are.
    pub reviews: Vec<String>,
    /// How long the proposal is.
    pub proposal_lines: Option<u64>,
    /// What is known of documents by now; without it the agents get paths.
    pub summaries: BTreeMap<String, String>,
    /// What came of the wave before: its digests are summaries of their documents too.
    pub after: Option<Box<Report>>,
    /// What is to be implemented, the first first.
    pub tasks: Vec<Task>,
    /// Whether a person approved that tasks run at the same time.
    pub approved: bool,
    /// What is to be planned.
    pub screens: Vec<Screen>,
    /// Whether all the components that screens share exist.
    pub components_exist: bool,
    /// The token categories to draft a section for; those of [`super::TOKEN_CATEGORIES`] where there are none.
    pub tokens: Vec<TokenCategory>,
    /// Whom to ask for what, one by one: the mode [`super::LIST`].
    pub units: Vec<OwnUnit>,
    /// Further variables for the prompts.
    pub variables: BTreeMap<String, String>,
    /// Modes of the user's own, by name.
    pub modes: BTreeMap<String, OwnMode>,
    /// Types of the user's own, which the waves of such modes may ask for.
    pub types: CustomTypes,
    /// How agents are run.
    pub config: Configuration,
}

/// Something to be designed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Screen {
    /// Its name.
    pub name: String,
    /// What it is to do.
    pub spec: String,
}

/// Design tokens that share a section: colors, typography, spacing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TokenCategory {
    /// Its name.
    pub category: String,
    /// The design decisions that bear on it, where some bear on it alone.
    pub decisions: Option<String>,
}

/// A unit that the user names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnUnit {
    /// What it is on, as its reply is labelled.
    pub unit: String,
    /// The agent that is asked.
    pub agent: String,
    /// What it is told, kept to the letter.
    pub prompt: String,
    /// What it is asked for; where nothing is said, what the prompt asks for, else a review.
    pub expect: Option<Expected>,
    /// What is done, in a few words.
    pub subject: Option<String>,
    /// The model that it runs on; the agent's where nothing is said.
    pub model: Option<String>,
}

/// A mode of the user's own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OwnMode {
    /// Its waves, one after the other.
    pub waves: Vec<OwnWave>,
}

/// A wave of such a mode.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OwnWave {
    /// Its name.
    pub name: String,
    /// What there is a unit for.
    pub each: Each,
    /// The agent that is asked.
    pub agent: String,
    /// What it is asked for.
    pub expect: Expected,
    /// What it is told, beside what each unit brings.
    pub variables: BTreeMap<String, String>,
}

/// What a wave has a unit for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Each {
    /// Every document.
    Document,
    /// Every two documents.
    Pair,
    /// Every two documents of which at least one changed.
    ChangedPair,
    /// Everything to judge by.
    Dimension,
    /// Every review.
    Review,
    /// Every task.
    Task,
    /// Every screen.
    Screen,
    /// Every token category.
    Token,
    /// All tasks that wait for no other, as one list.
    TaskList,
}

impl Each {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Document,
        Self::Pair,
        Self::ChangedPair,
        Self::Dimension,
        Self::Review,
        Self::Task,
        Self::Screen,
        Self::Token,
        Self::TaskList,
    ];

    /// Its word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Pair => "pair",
            Self::ChangedPair => "changed-pair",
            Self::Dimension => "dimension",
            Self::Review => "review",
            Self::Task => "task",
            Self::Screen => "screen",
            Self::Token => "token",
            Self::TaskList => "task-list",
        }
    }
}

/// How agents are run: the block `orchestration` of a configuration file. See `docs/dispatch.md`, "Configuration".
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Configuration {
    /// Whether units run at the same time.
    pub fan_out: FanOut,
    /// The most agents at one time.
    pub max_agents: u32,
    /// How long to wait for a reply, in milliseconds.
    pub agent_timeout: u32,
    /// The models of agents, by the agent's name.
    pub models: BTreeMap<String, String>,
    /// Whether the host can run agents as a team.
    pub teams_available: bool,
}

/// The most agents at one time, where nothing is said.
pub const MAX_AGENTS: u32 = 10;
/// The most that may be asked for.
pub const MOST_AGENTS: u32 = 1000;
/// How long to wait for a reply where nothing is said, in milliseconds.
pub const AGENT_TIMEOUT: u32 = 300_000;
/// The longest that may be asked for: no timer takes more.
pub const LONGEST_TIMEOUT: u32 = i32::MAX.cast_unsigned();

impl Default for Configuration {
    fn default() -> Self {
        Self {
            fan_out: FanOut::Auto,
            max_agents: MAX_AGENTS,
            agent_timeout: AGENT_TIMEOUT,
            models: BTreeMap::new(),
            teams_available: false,
        }
    }
}

/// Whether units run at the same time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FanOut {
    /// Yes, in teams where there are any.
    #[default]
    Auto,
    /// In teams, or not at all.
    Teams,
    /// No: one after the other.
    Disabled,
}

impl FanOut {
    /// All of them, with their words.
    pub const ALL: [(&'static str, Self); 3] =
        [("auto", Self::Auto), ("teams", Self::Teams), ("disabled", Self::Disabled)];
}

impl Serialize for FanOut {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let word = Self::ALL.into_iter().find(|(_, of)| of == self).map_or("auto", |(word, _)| word);
        serializer.serialize_str(word)
    }
}

impl Serialize for Each {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}
