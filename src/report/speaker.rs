//! How a sentence names a reply.

use std::collections::BTreeMap;

use crate::model::AgentResult;
use crate::text::escape::fold;

/// The longest name in a sentence, in characters.
const NAME_LIMIT: usize = 80;

/// The names of some results, given with their places in the report: the agent, else the source, else the unit, else
/// the number. Names that are equal are told apart by their units, else by their sources, else by their numbers.
#[must_use]
pub fn speakers(said: &[(usize, &AgentResult)]) -> Vec<String> {
    let names: Vec<_> = said.iter().map(|(at, result)| plain(*at, result)).collect();
    let longer = |what: fn(&AgentResult) -> &Option<String>| -> Vec<String> {
        said.iter().zip(&names).map(|((_, result), name)| with(name, what(result).as_deref())).collect()
    };
    let candidates = [names.clone(), longer(|result| &result.unit), longer(|result| &result.source)];
    let counts = candidates.each_ref().map(|names| count(names));
    let told_apart = said.iter().zip(&names).enumerate().map(|(number, ((at, _), name))| {
        let unique = candidates
            .iter()
            .zip(&counts)
            .filter_map(|(names, counts)| names.get(number).filter(|name| counts.get(name.as_str()) == Some(&1)));
        unique.into_iter().next().cloned().unwrap_or_else(|| format!("{name} (reply {})", at + 1))
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

fn with(name: &str, more: Option<&str>) -> String {
    match more.map(brief).filter(|more| more != name) {
        Some(more) => format!("{name} ({more})"),
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
