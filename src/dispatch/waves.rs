//! Divides units into waves that run at the same time, within the limit on agents.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{DispatchUnit, Problem, Task, Wave, quote};
use crate::order::Gather;
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

/// Units of tasks in waves of at most `at_once`: each after all that it comes after, and no two of a wave that touch the
/// same file. Of those that may go, the first goes first.
///
/// # Errors
/// Where tasks wait for each other.
pub fn of_tasks(units: Vec<DispatchUnit>, at_once: usize) -> Result<Vec<Vec<DispatchUnit>>, Problem> {
    let tasks: Vec<&[Task]> = units.iter().map(|unit| unit.tasks.as_slice()).collect();
    let rounds = rounds(&tasks, at_once)?;
    let mut units: Vec<Option<DispatchUnit>> = units.into_iter().map(Some).collect();
    let mut take = |at: usize| units.get_mut(at).and_then(Option::take);
    Ok(rounds.into_iter().map(|round| round.into_iter().filter_map(&mut take).collect()).collect())
}

/// The places of tasks in an order in which they can be done. Of those that may go, the first goes first.
///
/// # Errors
/// Where tasks wait for each other.
pub fn order(tasks: &[Task]) -> Result<Vec<usize>, Problem> {
    let single: Vec<&[Task]> = tasks.iter().map(std::slice::from_ref).collect();
    Ok(rounds(&single, 1)?.concat())
}

/// The places of units in rounds. Each unit is one task or several.
fn rounds(units: &[&[Task]], at_once: usize) -> Result<Vec<Vec<usize>>, Problem> {
    let places: BTreeMap<String, usize> = units
        .iter()
        .enumerate()
        .flat_map(|(at, tasks)| tasks.iter().map(move |task| (document_key(&task.id), at)))
        .gather();
    let mut waiting: Vec<BTreeSet<usize>> = Vec::new();
    let mut following: Vec<Vec<usize>> = vec![Vec::new(); units.len()];
    for (at, tasks) in units.iter().enumerate() {
        let after = tasks.iter().flat_map(|task| &task.after);
        let mut before: BTreeSet<usize> = after.filter_map(|id| places.get(&document_key(id))).copied().gather();
        if tasks.len() > 1 {
            before.remove(&at);
        }
        for place in &before {
            if let Some(following) = following.get_mut(*place) {
                following.push(at);
            }
        }
        waiting.push(before);
    }
    let touched = |tasks: &&[Task]| tasks.iter().flat_map(|task| &task.files).map(|file| document_key(file)).gather();
    let files: Vec<BTreeSet<String>> = units.iter().map(touched).collect();
    let mut ready: BTreeSet<usize> =
        waiting.iter().enumerate().filter(|(_, before)| before.is_empty()).map(|(at, _)| at).gather();
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
    let stuck = units.iter().zip(&waiting).filter(|(_, before)| !before.is_empty());
    let stuck: Vec<String> = stuck.flat_map(|(tasks, _)| tasks.iter()).map(|task| quote(&task.id)).collect();
    if stuck.is_empty() {
        return Ok(waves);
    }
    Err(Problem::value(format!("The tasks have no valid order: some of {} wait for each other.", list(&stuck))))
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
