//! What to tell a person before a plan is started: in two sentences and a question.

use std::borrow::Cow;

use super::agent::Agent;
use super::bindings::line;
use crate::model::{DispatchUnit, Factors, Tokens, Wave};

/// The announcement of waves that run, or do not, at the same time. `factors` is what fanning out takes and gives, where
/// that is known of the mode.
#[must_use]
pub fn announcement(
    mode: &str,
    waves: &[Wave],
    fan_out: bool,
    reason: Option<&str>,
    tokens: &Tokens,
    factors: Option<&Factors>,
) -> String {
    let units = || waves.iter().flat_map(|wave| &wave.units);
    let name = capitalised(mode);
    let agents = counted(units().count(), "agent");
    let kinds = kinds(units());
    let estimate = |tokens: [u64; 2]| format!("{} to {} tokens", figures(tokens[0]), figures(tokens[1]));
    if !fan_out {
        let why = reason.map(|reason| format!(": {reason}")).unwrap_or_default();
        let steps = counted(units().count(), "task");
        let order = if units().count() > 1 { " one after the other" } else { "" };
        return format!(
            "{name} will work through {steps}{order} ({kinds}){why}. Estimated: {}. Proceed?",
            estimate(tokens.sequential)
        );
    }
    let at_once = waves.iter().map(|wave| wave.units.len()).max().unwrap_or(0);
    let against = match factors {
        Some(Factors { tokens, speed }) => format!("{tokens} the tokens of a sequential run, and {speed} as fast"),
        None => format!("compared to {} for a sequential run", estimate(tokens.sequential)),
    };
    format!(
        "{name} will fan out {agents}: {kinds}, in {} of at most {at_once}. Estimated: {}, {against}. Proceed?",
        counted(waves.len(), "wave"),
        estimate(tokens.fan_out),
    )
}

/// How many there are of each agent, in the order in which they are asked.
fn kinds<'u>(units: impl Iterator<Item = &'u DispatchUnit>) -> String {
    let mut kinds: Vec<(Cow<'_, str>, usize, usize)> = Vec::new();
    for unit in units {
        let role = Agent::named(&unit.agent).map_or_else(|| line(&unit.agent).into(), |agent| agent.role().into());
        let things = unit.answered().count();
        match kinds.iter_mut().find(|(known, ..)| *known == role) {
            Some((_, count, all)) => (*count, *all) = (*count + 1, *all + things),
            None => kinds.push((role, 1, things)),
        }
    }
    let shown = kinds.iter().map(|(role, count, things)| {
        let (count, things) = (*count, *things);
        let of = if things > count { format!(" for {}", counted(things, "task")) } else { String::new() };
        counted(count, role) + &of
    });
    shown.collect::<Vec<_>>().join(", ")
}

/// A number with its noun.
#[must_use]
pub fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// A number with its thousands parted.
fn figures(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
