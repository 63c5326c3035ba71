//! A plan: which agents are asked for what, wave after wave.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{CustomTypes, Expected, Percent};

/// The name of the shape of [`DispatchPlan`].
pub const PLAN_SCHEMA: &str = "reconvene/plan/v1";

/// What is to be dispatched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DispatchPlan {
    /// [`PLAN_SCHEMA`].
    pub schema: String,
    /// The mode that it is of.
    pub mode: String,
    /// Whether the units of a wave run at the same time.
    pub fan_out: bool,
    /// Why it does not fan out, or what to do in the place of a unit.
    pub reason: Option<String>,
    /// Under this coverage, or with none stated, a PARTIAL reply is asked for again; one that says to be done, where it
    /// states less.
    pub retry_below: Percent,
    /// One after the other: what a wave needs of the one before is there when it begins.
    pub waves: Vec<Wave>,
    /// What it costs.
    pub tokens: Tokens,
    /// What fanning out takes and gives, against one thing after the other; `None` where that is not known of the mode, or
    /// it does not fan out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub factors: Option<Factors>,
    /// Whether what comes back is a draft made ahead, to be thrown away where it no longer fits.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub speculative: bool,
    /// What an agent is not told that would help it, each in a sentence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The types that are registered: its replies are read by them, and what is asked again asks for their columns.
    #[serde(default, skip_serializing_if = "CustomTypes::is_empty")]
    pub types: CustomTypes,
    /// What to tell a person before it starts.
    pub announcement: String,
}

/// Units that run at the same time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Wave {
    /// Its name, unique within the plan.
    pub name: String,
    /// The wave that it is a round of, where that had to be split.
    #[serde(default)]
    pub round_of: Option<String>,
    /// The team that it runs in, where teams are used.
    pub team: Option<String>,
    /// What is asked, each of one agent.
    pub units: Vec<DispatchUnit>,
}

/// What one agent is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DispatchUnit {
    /// The work unit, as its reply is labelled.
    pub unit: String,
    /// The agent's definition, by its name.
    pub agent: String,
    /// What is done, in a few words.
    pub subject: String,
    /// The model that it runs on.
    pub model: String,
    /// What is asked for.
    pub expect: Expected,
    /// Where tasks are asked for: the task, or the tasks of a group in the order in which they are to be done.
    #[serde(default)]
    pub tasks: Vec<Task>,
    /// The ids of the tasks that it is to create, of which its reply shows each as a criterion.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub creates: Vec<String>,
    /// 1, 2, …: the same unit asked again.
    pub attempt: u32,
    /// What the agent's definition leaves open.
    pub variables: Variables,
    /// The same as text, and the form that the reply is to have.
    pub prompt: String,
    /// How long to wait for the reply, in milliseconds.
    pub timeout_ms: u32,
}

impl DispatchUnit {
    /// The units that it is to answer, each with a row of its own in the coverage map: of a group its tasks.
    pub fn answered(&self) -> impl Iterator<Item = &str> {
        let is_group = self.tasks.len() > 1;
        let tasks = self.tasks.iter().filter(move |_| is_group).map(|task| task.id.as_str());
        tasks.chain((!is_group).then_some(self.unit.as_str()))
    }
}

/// Something to be implemented.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Task {
    /// What others call it.
    pub id: String,
    /// What is to be done.
    pub description: String,
    /// Path of the specification.
    #[serde(default)]
    pub spec: Option<String>,
    /// When it is done.
    #[serde(default)]
    pub criteria: Vec<String>,
    /// The tasks that must be done before, by id.
    #[serde(default)]
    pub after: Vec<String>,
    /// Paths that it touches.
    #[serde(default)]
    pub files: Vec<String>,
    /// The section of the test specification that is on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test_spec: Option<String>,
    /// Paths of what to read first: on libraries and conventions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub context_files: Vec<String>,
    /// What to know of the tasks before it, beyond their names and files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dependency_context: Option<String>,
}

/// An estimate of tokens, from and to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Tokens {
    /// All agents and the orchestrator together.
    pub fan_out: [u64; 2],
    /// The same work, one thing after the other in one context.
    pub sequential: [u64; 2],
}

/// What a mode takes and gives where it fans out, against one thing after the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Factors {
    /// How many times the tokens: "2-3.5x".
    pub tokens: String,
    /// How many times as fast: "5-10x".
    pub speed: String,
}

/// Variables and their values, in the order in which an agent is told them. As plain data, an object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variables(Vec<(String, String)>);

impl Variables {
    /// The value of a variable.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Gives a variable a value, in its place where it has one, else as the last.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) {
        let (name, value) = (name.into(), value.into());
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, held)) => *held = value,
            None => self.0.push((name, value)),
        }
    }

    /// Takes variables out.
    pub fn retain(&mut self, keep: impl Fn(&str) -> bool) {
        self.0.retain(|(name, _)| keep(name));
    }

    /// Each with its value.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

impl<N: Into<String>, V: Into<String>> FromIterator<(N, V)> for Variables {
    /// Of several values of one variable the last counts.
    fn from_iter<I: IntoIterator<Item = (N, V)>>(pairs: I) -> Self {
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        let mut variables: Vec<(String, String)> = Vec::new();
        for (name, value) in pairs {
            let (name, value) = (name.into(), value.into());
            let place = *places.entry(name.clone()).or_insert(variables.len());
            match variables.get_mut(place) {
                Some(held) => held.1 = value,
                None => variables.push((name, value)),
            }
        }
        Self(variables)
    }
}

impl Serialize for Variables {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Variables {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Variables;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object of strings")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Variables, A::Error> {
                let mut pairs: Vec<(String, String)> = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(pairs.into_iter().collect())
            }
        }
        deserializer.deserialize_map(Pairs)
    }
}
