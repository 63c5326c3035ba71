//! A plan: what is sent out, in which waves, and what that costs.

use std::collections::BTreeSet;

use super::announcement::announcement;
use super::cost;
use super::groups::groups;
use super::input::{Each, FanOut, PlanInput};
use super::list::{self, LIST};
use super::materials::{self, Materials, materials};
use super::modes::{self, Course, Recipe, TASKS_AT_ONCE};
use super::units::units;
use super::waves;
use crate::model::{
    DispatchPlan, DispatchUnit, MAX_BATCH_BYTES, Misuse, PLAN_SCHEMA, Problem, Task, Tokens, Wave, quote,
};
use crate::part::units::plain;

/// Plans a mode: one of [`modes::MODES`], [`LIST`], or one of the user's own. The order of documents and reviews changes nothing.
///
/// # Errors
/// For everything in the input that is wrong or missing: each in a sentence.
pub fn plan(mode: &str, input: &PlanInput) -> Result<DispatchPlan, Misuse> {
    if mode == LIST && !(input.units.is_empty() && input.modes.contains_key(LIST)) {
        return list::plan(input);
    }
    if !input.units.is_empty() {
        return Err(Problem::unknown(format!("`units` can only be used with the mode \"{LIST}\".")).into());
    }
    let recipe = Recipe::of(mode, input)?;
    let materials = materials(mode, &recipe, input)?;
    let disabled = input.config.fan_out == FanOut::Disabled;
    let against =
        if disabled { Some("fan-out is disabled (`fanOut`)".to_owned()) } else { modes::against(mode, input) };
    let at_once = if against.is_some() { 1 } else { usize::try_from(input.config.max_agents).unwrap_or(usize::MAX) };
    let mut made = Vec::new();
    let mut bytes = 0;
    for course in recipe.waves.iter().filter(|_| !(recipe.speculative && disabled)) {
        let rounds = rounds(&recipe, course, &materials, input, at_once, &mut bytes)?;
        made.extend(waves::named(&course.name, rounds));
    }
    distinct(&made)?;
    let fan_out = made.iter().any(|wave: &Wave| wave.units.len() > 1);
    let reason = against.or_else(|| {
        let units = made.iter().map(|wave: &Wave| wave.units.len()).sum();
        let narrow = input.config.max_agents == 1 && units > 1;
        match units {
            _ if narrow => Some("`maxAgents` is 1".to_owned()),
            1 if recipe.speculative => Some("one agent works ahead while the main context goes on".to_owned()),
            _ => why_alone(units).filter(|_| !fan_out),
        }
    });
    if fan_out && input.config.teams_available {
        for wave in &mut made {
            wave.team = Some(team(recipe.skill, mode, &wave.name));
        }
    }
    let documents = if materials.documents.is_empty() { materials.reviews.len() } else { materials.documents.len() };
    let tokens = if made.is_empty() {
        Tokens::default()
    } else {
        cost::tokens(made.iter().flat_map(|wave| &wave.units), documents)
    };
    let reason = reason.or_else(|| made.is_empty().then(|| "every document has a summary".to_owned()));
    let factors = modes::factors(mode, input).filter(|_| fan_out);
    Ok(DispatchPlan {
        schema: PLAN_SCHEMA.to_owned(),
        mode: mode.to_owned(),
        fan_out,
        announcement: if made.is_empty() && recipe.speculative {
            "Nothing to prepare ahead: fan-out is disabled (`fanOut`).".to_owned()
        } else if made.is_empty() {
            "Nothing left to ask: every document has a summary.".to_owned()
        } else {
            announcement(mode, &made, fan_out, reason.as_deref(), &tokens, factors.as_ref())
        },
        reason,
        retry_below: modes::retry_below(mode),
        waves: made,
        tokens,
        factors,
        speculative: recipe.speculative,
        notes: materials::notes(mode, input),
        types: input.types.clone(),
    })
}

/// Why so many units never run at the same time, where nothing forbids it; `None` where there are none.
#[must_use]
pub fn why_alone(units: usize) -> Option<String> {
    match units {
        0 => None,
        1 => Some("there is nothing to run at the same time".to_owned()),
        _ => Some("its units cannot run at the same time".to_owned()),
    }
}

/// The units of a wave, in as many rounds as it takes.
fn rounds(
    recipe: &Recipe,
    course: &Course,
    materials: &Materials<'_>,
    input: &PlanInput,
    at_once: usize,
    bytes: &mut usize,
) -> Result<Vec<Vec<DispatchUnit>>, Problem> {
    let is_of_tasks = course.tracks.iter().any(|track| track.each == Each::Task);
    let turns = if is_of_tasks { turns(recipe, materials.tasks, at_once)? } else { Turns::default() };
    let mut all = Vec::new();
    for unit in course.tracks.iter().flat_map(|track| units(track, materials, input, &turns.places)) {
        // Its variables say all of the prompt once more, and so do its tasks.
        *bytes += (2 + usize::from(is_of_tasks)) * unit.prompt.len();
        if *bytes > MAX_BATCH_BYTES {
            return Err(Problem::too_large(format!(
                "The plan would exceed {} MiB. Pass shorter summaries, or only paths.",
                MAX_BATCH_BYTES >> 20
            )));
        }
        all.push(unit);
    }
    if is_of_tasks { waves::of_tasks(all, turns.at_once) } else { Ok(waves::split(all, at_once)) }
}

/// The tasks that each agent does, by their places, and how many agents run at the same time.
#[derive(Default)]
struct Turns {
    places: Vec<Vec<usize>>,
    at_once: usize,
}

/// One task for each agent, or one group of tasks where groups run at the same time.
fn turns(recipe: &Recipe, tasks: &[Task], at_once: usize) -> Result<Turns, Problem> {
    let at_once = at_once.min(TASKS_AT_ONCE);
    let single = (0..tasks.len()).map(|at| vec![at]).collect();
    if !recipe.groups_tasks || at_once == 1 {
        return Ok(Turns { places: single, at_once });
    }
    let places = groups(tasks, &waves::order(tasks)?);
    // What hangs together as a whole has nothing to run beside it, and goes one task after the other.
    if places.len() > 1 { Ok(Turns { places, at_once }) } else { Ok(Turns { places: single, at_once: 1 }) }
}

/// Refuses waves of which a round has the name of another wave.
fn distinct(waves: &[Wave]) -> Result<(), Problem> {
    let mut names = BTreeSet::new();
    match waves.iter().find(|wave| !names.insert(plain(&wave.name))) {
        Some(wave) => Err(Problem::value(format!(
            "Two waves would be named {}, because a split wave gets a number after its name. Rename one.",
            quote(&wave.name)
        ))),
        None => Ok(()),
    }
}

/// The name of a wave's team: `reviewer-audit-read`, `reviewer-audit-analyze-2`.
#[must_use]
pub fn team(skill: Option<&str>, mode: &str, wave: &str) -> String {
    let parts: Vec<&str> = skill.into_iter().chain([mode, wave]).collect();
    let slug: String = parts
        .join("-")
        .chars()
        .map(|letter| if letter.is_alphanumeric() { letter.to_ascii_lowercase() } else { '-' })
        .collect();
    slug.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}
