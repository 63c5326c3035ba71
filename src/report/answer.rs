//! A reply as read, and its position among all replies.

use std::borrow::Borrow;
use std::cmp::Ordering;

use crate::model::{AgentResult, Expected, Reply};
use crate::part::units::Identity;

/// Who says which unit an answer is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NamedBy {
    /// It alone, if anybody.
    Reply,
    /// The name of its file, which the host chose.
    File,
    /// The host.
    Host,
}

/// A reply as read, with what its place in a report depends on.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What it says.
    pub result: AgentResult,
    /// Its unit, if any.
    pub unit: Option<Identity>,
    /// Who said which unit it is about.
    pub unit_by: NamedBy,
    /// Whether the host said which agent it is from.
    pub agent_given: bool,
    /// The place of its reply among those that were given. Nothing depends on it.
    pub place: usize,
    /// Whether it is on something else than what was asked for: it closes no unit.
    pub is_other: bool,
    expect: Option<Expected>,
    /// Which of how many replies it is that came in one text.
    part: Option<[u32; 2]>,
    /// Decides between answers that are alike in all else: the reply's text.
    text: String,
}

impl Answer {
    /// The answer that a reply is, read as `result`.
    #[must_use]
    pub fn to(reply: Reply, result: AgentResult) -> Self {
        Self {
            unit: result.unit.as_deref().and_then(Identity::of),
            unit_by: if reply.unit.is_some() { NamedBy::Host } else { NamedBy::Reply },
            agent_given: reply.agent.is_some(),
            place: 0,
            is_other: false,
            expect: reply.expect,
            part: reply.part,
            text: reply.text.into(),
            result,
        }
    }

    /// Whether the host said which unit it is about.
    #[must_use]
    pub fn unit_given(&self) -> bool {
        self.unit_by == NamedBy::Host
    }

    /// The same answer, to the reply at a place.
    #[must_use]
    pub fn at(self, place: usize) -> Self {
        Self { place, ..self }
    }

    /// Whether its word on its unit counts: where the host labels replies, only what the host says does, in a label or in
    /// the name of a file.
    #[must_use]
    pub fn is_trusted(&self, labelled: bool) -> bool {
        self.unit_by != NamedBy::Reply || !labelled
    }

    /// The order of answers in a report: by unit, agent, attempt, expected type, dialect, source, text.
    ///
    /// Units are in the order of their identities; answers on no unit come last.
    #[must_use]
    pub fn order(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }

    fn key(&self) -> impl Ord + '_ {
        let result = &self.result;
        (
            (self.unit.is_none(), &self.unit),
            (&result.agent, result.attempt),
            (self.expect, result.dialect, &result.source),
            (&result.unit, self.unit_by, self.agent_given),
            (&self.text, self.part, self.result.status),
        )
    }
}

impl Borrow<AgentResult> for Answer {
    fn borrow(&self) -> &AgentResult {
        &self.result
    }
}

impl From<AgentResult> for Answer {
    /// An answer whose reply is not at hand. The result itself decides between equals.
    fn from(result: AgentResult) -> Self {
        let text = serde_json::to_string(&result).unwrap_or_default();
        Self { text, ..Self::to(Reply::default(), result) }
    }
}
