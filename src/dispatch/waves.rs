//! What runs at the same time: units in waves, no more of them than there may be agents.

use std::collections::{BTreeMap, BTreeSet};

use super::misuse::Problem;
use crate::model::{DispatchUnit, Wave, quote};
use crate::part::units::document_key;

/// Units in waves of at most `at_once`, in their order.
#[must_use]
pub fn split(units: Vec<DispatchUnit>, at_once: usize) -> Vec<Vec<DispatchUnit>> {
    let mut waves = Vec::new();
    let mut units = units.into_iter().peekable();
    while units.peek().is_some() {
        waves.push(units.by_ref().take(at_once.max(1)).collect());
    }
    waves
}

/// Rounds of a wave as waves: of several each has its number.
#[must_use]
pub fn named(name: &str, rounds: Vec<Vec<DispatchUnit>>) -> Vec<Wave> {
    let several = rounds.len() > 1;
    let wave = |(number, units)| Wave {
        name: if several { format!("{name}-{}", number + 1) } else { name.to_owned() },
        round_of: several.then(|| name.to_owned()),
        team: None,
        units,
    };
    rounds.into_iter().enumerate().map(wave).collect()
}

/// What decides when a task may run.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'t> {
    /// What others call it.
    pub id: &'t str,
    /// The tasks that must be done before, by id.
    pub after: &'t [String],
    /// Paths that it touches.
    pub files: &'t [String],
}

/// Tasks in waves of at most `at_once`, by their places: each after all that it comes after, and no two of a wave that
/// touch the same file. Of those that may go, the first goes first.
///
/// # Errors
/// Where tasks wait for each other.
pub fn of_tasks(tasks: &[Turn<'_>], at_once: usize) -> Result<Vec<Vec<usize>>, Problem> {
    let places: BTreeMap<String, usize> =
        tasks.iter().enumerate().map(|(at, task)| (document_key(task.id), at)).collect();
    let mut waiting: Vec<BTreeSet<usize>> = Vec::new();
    let mut following: Vec<Vec<usize>> = vec![Vec::new(); tasks.len()];
    for (at, task) in tasks.iter().enumerate() {
        let before: BTreeSet<usize> =
            task.after.iter().filter_map(|id| places.get(&document_key(id))).copied().collect();
        for place in &before {
            if let Some(following) = following.get_mut(*place) {
                following.push(at);
            }
        }
        waiting.push(before);
    }
    let files: Vec<BTreeSet<String>> =
        tasks.iter().map(|task| task.files.iter().map(|file| document_key(file)).collect()).collect();
    let mut ready: BTreeSet<usize> =
        waiting.iter().enumerate().filter(|(_, before)| before.is_empty()).map(|(at, _)| at).collect();
    let mut waves = Vec::new();
    while !ready.is_empty() {
        let wave = chosen(&ready, &files, at_once.max(1));
        for done in &wave {
            ready.remove(done);
            for next in following.get(*done).into_iter().flatten() {
                if let Some(before) = waiting.get_mut(*next) {
                    before.remove(done);
                    if before.is_empty() {
                        ready.insert(*next);
                    }
                }
            }
        }
        waves.push(wave);
    }
    let stuck: Vec<String> =
        tasks.iter().zip(&waiting).filter(|(_, before)| !before.is_empty()).map(|(task, _)| quote(task.id)).collect();
    if stuck.is_empty() {
        return Ok(waves);
    }
    Err(Problem::value(format!(
        "No order of the tasks is right: among {} are some that wait for each other.",
        list(&stuck)
    )))
}

/// As many tasks as may run at the same time, the first first.
fn chosen(ready: &BTreeSet<usize>, files: &[BTreeSet<String>], at_once: usize) -> Vec<usize> {
    let mut touched: BTreeSet<&str> = BTreeSet::new();
    let mut wave = Vec::new();
    for at in ready {
        let Some(files) = files.get(*at) else { continue };
        if files.iter().all(|file| !touched.contains(file.as_str())) {
            touched.extend(files.iter().map(String::as_str));
            wave.push(*at);
        }
        if wave.len() == at_once {
            break;
        }
    }
    wave
}

/// Some names, and how many more there are.
fn list(names: &[String]) -> String {
    const SHOWN: usize = 10;
    match names.len().saturating_sub(SHOWN) {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ")),
    }
}
