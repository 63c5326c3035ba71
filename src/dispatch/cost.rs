//! What a plan costs, in tokens. See `docs/dispatch.md`, "Cost".

use std::collections::BTreeSet;

use super::agent::{Agent, Range};
use crate::model::{DispatchUnit, Tokens};

/// What the orchestrator takes to collect summaries and to put them together.
const ORCHESTRATOR: Range = [15_000, 25_000];
/// What six documents take where one context reads, judges and compares them all.
const SEQUENTIAL: Range = [65_000, 90_000];
const SEQUENTIAL_DOCUMENTS: u64 = 6;

/// The cost of units, on so many documents.
///
/// One context reads every document once, whatever it does with them; where there are none, it does what the agents would
/// do, and is told each agent's part once.
#[must_use]
pub fn tokens<'u>(units: impl Iterator<Item = &'u DispatchUnit> + Clone, documents: usize) -> Tokens {
    let asked = units.map(|unit| Agent::named(&unit.agent).unwrap_or_else(|| Agent::usually_asked(unit.expect)));
    let fan_out = asked.clone().map(|agent| agent.estimate().unit()).fold(ORCHESTRATOR, sum);
    let sequential = if documents > 0 {
        let documents = u64::try_from(documents).unwrap_or(u64::MAX);
        SEQUENTIAL.map(|tokens| (tokens.saturating_mul(documents) + SEQUENTIAL_DOCUMENTS / 2) / SEQUENTIAL_DOCUMENTS)
    } else {
        let agents: BTreeSet<Agent> = asked.clone().collect();
        let once = agents.iter().map(|agent| agent.estimate().base).sum();
        asked.map(|agent| agent.estimate().share()).fold([once, once], sum)
    };
    Tokens { fan_out, sequential }
}

fn sum(one: Range, other: Range) -> Range {
    [one[0] + other[0], one[1] + other[1]]
}
