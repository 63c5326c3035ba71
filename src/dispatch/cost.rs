//! What a plan costs, in tokens. See `docs/dispatch.md`, "Cost".

use std::collections::BTreeSet;

use super::agent::{Agent, Range};
use crate::model::{DispatchUnit, Tokens};
use crate::order::Gather;
use crate::part::units::document_key;

/// What the orchestrator takes to collect summaries and to put them together.
const ORCHESTRATOR: Range = [15_000, 25_000];
/// What six documents take where one context reads, judges and compares them all.
const SEQUENTIAL: Range = [65_000, 90_000];
const SEQUENTIAL_DOCUMENTS: u64 = 6;

/// How many documents units are on: those that they read or compare, and those that stand in what they judge, each as a
/// line of its own.
#[must_use]
pub fn documents<'u>(units: impl Iterator<Item = &'u DispatchUnit>) -> usize {
    let mut found: BTreeSet<String> = BTreeSet::new();
    for variables in units.map(|unit| &unit.variables) {
        let paths = ["DOC_PATH", "DOC_A_PATH", "DOC_B_PATH"].into_iter().filter_map(|name| variables.get(name));
        found.extend(paths.map(document_key));
        let judged = ["CONTENT", "CONTEXT"].into_iter().filter_map(|name| variables.get(name)).flat_map(str::lines);
        let lines = judged.map(|line| line.trim().trim_end_matches(':'));
        found.extend(lines.filter(|line| is_path(line)).map(document_key));
    }
    found.len()
}

/// Whether a line is the path of a file, and nothing else.
fn is_path(line: &str) -> bool {
    let extension = line.rsplit_once('.').filter(|(name, _)| !name.is_empty()).map(|(_, extension)| extension);
    !line.contains(char::is_whitespace)
        && extension.is_some_and(|it| !it.is_empty() && it.chars().all(|letter| letter.is_ascii_alphanumeric()))
}

/// The cost of units, on so many documents.
///
/// One context reads every document once, whatever it does with them; where there are none, it does what the agents would
/// do, and is told each agent's part once.
#[must_use]
pub fn tokens<'u>(units: impl Iterator<Item = &'u DispatchUnit> + Clone, documents: usize) -> Tokens {
    let asked = units.map(|unit| {
        let agent = Agent::named(&unit.agent).unwrap_or_else(|| Agent::usually_asked(unit.expect));
        (agent, u64::try_from(unit.answered().count()).unwrap_or(u64::MAX))
    });
    let fan_out = asked.clone().map(|(agent, things)| agent.estimate().unit(things)).fold(ORCHESTRATOR, sum);
    let sequential = if documents > 0 {
        let documents = u64::try_from(documents).unwrap_or(u64::MAX);
        SEQUENTIAL.map(|tokens| (tokens.saturating_mul(documents) + SEQUENTIAL_DOCUMENTS / 2) / SEQUENTIAL_DOCUMENTS)
    } else {
        let agents: BTreeSet<Agent> = asked.clone().map(|(agent, _)| agent).gather();
        let once = agents.iter().map(|agent| agent.estimate().base).sum();
        let shares = asked.map(|(agent, things)| agent.estimate().share().map(|share| share.saturating_mul(things)));
        shares.fold([once, once], sum)
    };
    Tokens { fan_out, sequential }
}

fn sum(one: Range, other: Range) -> Range {
    [one[0] + other[0], one[1] + other[1]]
}
