//! How a reply is called in a sentence.

use std::collections::BTreeMap;

use crate::model::AgentResult;
use crate::text::escape::fold;

/// The longest name in a sentence, in characters.
const NAME_LIMIT: usize = 80;

/// The names of some results, given with their places in the report: the agent, else the source, else the unit, else
/// the number. Names that are equal are told apart by their units, and where that is not enough, by their numbers.
#[must_use]
pub fn speakers(said: &[(usize, &AgentResult)]) -> Vec<String> {
    let names: Vec<_> = said.iter().map(|(at, result)| plain(*at, result)).collect();
    let with_units: Vec<_> = said.iter().zip(&names).map(|((_, result), name)| with_unit(name, result)).collect();
    let (of_names, of_units) = (count(&names), count(&with_units));
    let once = |counts: &BTreeMap<&str, u32>, name: &str| counts.get(name) == Some(&1);
    let told_apart = said.iter().zip(names.iter().zip(&with_units)).map(|((at, _), (name, with_unit))| {
        if once(&of_names, name) {
            name.clone()
        } else if once(&of_units, with_unit) {
            with_unit.clone()
        } else {
            format!("{name} (reply {})", at + 1)
        }
    });
    told_apart.collect()
}

/// A name on one line, not too long.
#[must_use]
pub fn brief(name: &str) -> String {
    let name = fold(name);
    match name.char_indices().nth(NAME_LIMIT) {
        Some((end, _)) => format!("{}…", name.get(..end).unwrap_or_default()),
        None => name,
    }
}

fn plain(at: usize, result: &AgentResult) -> String {
    let names = [&result.agent, &result.source, &result.unit];
    let name = names.into_iter().flatten().map(|name| brief(name)).find(|name| !name.is_empty());
    name.unwrap_or_else(|| format!("reply {}", at + 1))
}

fn with_unit(name: &str, result: &AgentResult) -> String {
    match &result.unit {
        Some(unit) => format!("{name} ({})", brief(unit)),
        None => name.to_owned(),
    }
}

fn count(names: &[String]) -> BTreeMap<&str, u32> {
    let mut counts = BTreeMap::new();
    for name in names {
        *counts.entry(name.as_str()).or_default() += 1;
    }
    counts
}
