//! Collects replies as they arrive: the progress, and the report at any moment.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::answer::Answer;
use super::dispatched::{self, Tally};
use super::{aggregate, coverage, deliveries, number, same_units, split_tasks, synthesis};
use crate::check;
use crate::model::{
    AgentResult, AggregateOptions, Code, Detail, Diagnostic, Dialect, Expected, Refinements, Reply, Report, Return,
    Status,
};
use crate::order::Arrange;

/// The name of the shape of a [`Collector`] that is written out.
pub const COLLECTOR_SCHEMA: &str = "reconvene/collector/v1";

/// Collects replies as they arrive. Its report at any moment is [`aggregate`] of what has been added, however many
/// collectors the replies came through, and in whatever order those were merged.
#[derive(Clone, Debug, Default)]
pub struct Collector {
    options: AggregateOptions,
    replies: Vec<Reply>,
    receipts: Vec<Receipt>,
}

/// How far a collection is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// How many replies came; equal deliveries under one id count once.
    pub received: u32,
    /// How many answers were asked for; `None` where that was not said. A unit that several agents were asked, or that was
    /// asked for several types, counts as many times.
    pub expected: Option<u32>,
    /// How many of those that came say something that can be used: neither an ERROR, nor a text that was not understood.
    pub understood: u32,
    /// How many of them failed.
    pub failed: u32,
    /// How many answers are still to come; 0 where nothing was said to be expected.
    pub pending: u32,
    /// The units of which no reply came, or not from every agent that was asked.
    pub missing: Vec<String>,
    /// While answers are still to come, "4/9 agents complete: 3 understood, 1 failed, 5 pending"; at the end "Collected 7/9
    /// results (2 failed)".
    pub message: String,
}

/// What has to be known of a reply to say how far a collection is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each says something else, and any may hold with any")]
pub struct Receipt {
    /// Its id and a hash of what it holds, where it has an id.
    pub delivery: Option<[String; 2]>,
    /// Which of how many it is, where the reply was taken apart.
    pub part: Option<[u32; 2]>,
    /// The unit, as the host or the reply names it.
    pub unit: Option<String>,
    /// Whether the host named it.
    pub unit_given: bool,
    /// The agent, as the host or the reply names it.
    pub agent: Option<String>,
    /// Whether the host named it.
    pub agent_given: bool,
    /// Which attempt it is.
    pub attempt: u32,
    /// Its status.
    pub status: Status,
    /// What it answers.
    pub answers: Option<Expected>,
    /// Whether it says something that can be used.
    pub understood: bool,
    /// Whether it has no summary line.
    #[serde(default)]
    pub unlined: bool,
}

/// Collectors with different options cannot be merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherOptions;

impl fmt::Display for OtherOptions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("The collectors have different options: give both the same.")
    }
}

impl std::error::Error for OtherOptions {}

impl Collector {
    /// A collector without replies.
    #[must_use]
    pub fn new(options: AggregateOptions) -> Self {
        Self { options: options.normalised(), ..Self::default() }
    }

    /// Adds a reply, and gives what it says.
    pub fn add(&mut self, mut reply: Reply) -> AgentResult {
        reply.types = self.options.known_types();
        let (result, receipts) = receive(&reply);
        self.replies.push(reply);
        self.receipts.extend(receipts);
        result
    }

    /// How far the collection is.
    #[must_use]
    pub fn progress(&self) -> Progress {
        progress(&self.receipts, &self.options)
    }

    /// Adds all that another collector holds.
    ///
    /// # Errors
    /// Where it has other options: its report would be another one.
    pub fn merge(&mut self, other: Self) -> Result<(), OtherOptions> {
        if self.options != other.options {
            return Err(OtherOptions);
        }
        self.replies.extend(other.replies);
        self.receipts.extend(other.receipts);
        Ok(())
    }

    /// The report of what has been added.
    #[must_use]
    pub fn report(&self) -> Report {
        aggregate(self.replies.clone(), &self.options)
    }

    /// What it holds, to be kept and gone on with later: the same for the same replies, in whatever order they came.
    #[must_use]
    pub fn state(&self) -> CollectorState {
        CollectorState::of(self.replies.clone(), self.options.clone())
    }
}

/// What a collector holds, as plain data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CollectorState {
    /// [`COLLECTOR_SCHEMA`].
    pub schema: String,
    /// Its options.
    pub options: AggregateOptions,
    /// The replies in one order, equal deliveries under one id once.
    pub replies: Vec<Reply>,
}

impl CollectorState {
    /// Of replies in any order.
    #[must_use]
    pub fn of(replies: Vec<Reply>, options: AggregateOptions) -> Self {
        let deliveries = deliveries::settle(replies, usize::MAX).read;
        let replies = deliveries.into_iter().map(|delivery| delivery.reply).collect();
        Self { schema: COLLECTOR_SCHEMA.to_owned(), options, replies }
    }
}

impl From<CollectorState> for Collector {
    fn from(state: CollectorState) -> Self {
        let mut collector = Self::new(state.options);
        for reply in state.replies {
            collector.add(reply);
        }
        collector
    }
}

/// What a reply says as a whole, and what has to be known later of each result that a report will have of it.
#[must_use]
pub fn receive(reply: &Reply) -> (AgentResult, Vec<Receipt>) {
    let delivery = reply.id.clone().map(|id| [id, deliveries::hash(reply)]);
    let results = split_tasks::read(reply.clone());
    let receipt = |(piece, result): &(Reply, AgentResult)| Receipt {
        delivery: delivery.clone(),
        part: piece.part.filter(|_| results.len() > 1),
        unit: result.unit.clone(),
        unit_given: piece.unit.is_some(),
        agent: result.agent.clone(),
        agent_given: reply.agent.is_some(),
        attempt: result.attempt,
        status: result.status,
        answers: result.answers(),
        understood: result.status != Status::Error && synthesis::is_understood(result),
        unlined: is_unlined(result),
    };
    let receipts = results.iter().map(receipt).collect();
    let is_whole = results.len() == 1;
    let whole = results.into_iter().next().filter(|_| is_whole).map(|(_, result)| result);
    (whole.unwrap_or_else(|| check::validated(reply)), receipts)
}

/// Whether a reply has no summary line, if only since its status was inferred.
fn is_unlined(result: &AgentResult) -> bool {
    let is_inferred = result.has_diagnostic(Code::InferredStatus) && result.dialect != Dialect::JsonReturn;
    is_inferred || coverage::lacks_line(result)
}

/// How far a collection is, by the receipts of its replies, in any order.
#[must_use]
pub fn progress(receipts: &[Receipt], options: &AggregateOptions) -> Progress {
    let mut delivered = BTreeSet::new();
    let mut receipts: Vec<&Receipt> = receipts
        .iter()
        .filter(|receipt| receipt.delivery.as_ref().is_none_or(|of| delivered.insert((of, receipt.part))))
        .collect();
    receipts.arrange();
    let mut answers: Vec<Answer> = receipts.iter().map(|receipt| receipt.answer()).collect();
    let expected = dispatched::expected(options);
    same_units::settle(&mut answers, &expected, options.plan.as_deref());
    let units = coverage::units(&answers, &expected);
    let counted = units.iter().filter(|unit| expected.is_empty() || unit.was_expected());
    let tally = Tally::of(counted, &answers);
    let understood = receipts.iter().filter(|receipt| receipt.understood).count();
    let arrived = tally.dispatched - tally.open;
    let message = if tally.open > 0 {
        let (dispatched, failed) = (tally.dispatched, tally.failed);
        // Of what was dispatched: a reply on something else is no answer to it.
        let understood = understood.min(arrived.saturating_sub(failed));
        format!(
            "{arrived}/{dispatched} agents complete: {understood} understood, {failed} failed, {} pending",
            tally.open
        )
    } else {
        tally.message(0)
    };
    Progress {
        received: number(receipts.len()),
        understood: number(understood),
        expected: (!expected.is_empty()).then(|| number(tally.dispatched)),
        failed: number(tally.failed),
        pending: number(tally.open),
        message,
        missing: tally.missing,
    }
}

impl Receipt {
    fn answer(&self) -> Answer {
        let given = |name: &Option<String>, given: bool| name.clone().filter(|_| given);
        let reply = Reply {
            unit: given(&self.unit, self.unit_given),
            agent: given(&self.agent, self.agent_given),
            attempt: Some(self.attempt),
            ..Reply::default()
        };
        let (r#type, detail) = match self.answers {
            Some(Expected::Type(of)) => (Some(of), Detail::None),
            Some(Expected::Return(_)) => (None, Detail::Return(Return::default())),
            Some(Expected::Refinements(_)) => (None, Detail::Refinements(Refinements::default())),
            None => (None, Detail::None),
        };
        let missing = || Diagnostic::new(Code::MissingSummaryLine, String::new(), None);
        let result = AgentResult {
            diagnostics: self.unlined.then(missing).into_iter().collect(),
            unit: self.unit.clone(),
            agent: self.agent.clone(),
            status: self.status,
            r#type,
            detail,
            ..AgentResult::unread(&reply, Dialect::Prose)
        };
        Answer::to(reply, result)
    }
}
