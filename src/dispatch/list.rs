//! Plans units that the user lists: which agent to ask, with which prompt. See `docs/dispatch.md`, "A list of your
//! own".

use std::collections::{BTreeMap, BTreeSet};

use super::announcement::announcement;
use super::bindings;
use super::cost;
use super::input::{Configuration, FanOut, OwnUnit, PlanInput};
use super::materials::{self, MOST_UNITS};
use super::modes;
use super::plan::{team, why_alone};
use super::units::model;
use super::waves;
use crate::model::{
    CustomTypes, DispatchPlan, DispatchUnit, Expected, MAX_BATCH_BYTES, Misuse, PLAN_SCHEMA, Problem, REVIEW,
    ResultType, TypeName, Variables, quote,
};
use crate::part::units::Identity;
use crate::prompt::{self, asked_in, unmarked};

/// The name of the mode, and of its wave.
pub const LIST: &str = "list";
/// The variable that keeps the user's words, from which the unit is asked again.
const PROMPT: &str = "PROMPT";

/// Plans the units of an input.
///
/// # Errors
/// For everything in the input that is wrong, or that such a plan has no use for: each in a sentence.
pub fn plan(input: &PlanInput) -> Result<DispatchPlan, Misuse> {
    let mut problems = unused(input);
    let mut seen = BTreeSet::new();
    let mut bytes = 0;
    for (at, unit) in input.units.iter().enumerate() {
        match Identity::of(&unit.unit) {
            None => problems.push(Problem::value(format!("`units[{at}].unit` is empty."))),
            Some(identity) if !seen.insert((identity.clone(), unit.agent.as_str())) => {
                let message = format!(
                    "`units[{at}]` asks {} about {} again: ask an agent once about a unit.",
                    quote(&unit.agent),
                    quote(&unit.unit)
                );
                problems.push(Problem::value(message));
            }
            Some(_) => {}
        }
        for (key, text) in [("agent", &unit.agent), ("prompt", &unit.prompt)] {
            if text.trim().is_empty() {
                problems.push(Problem::value(format!("`units[{at}].{key}` is empty.")));
            }
        }
        problems.extend(unit.model.as_ref().and_then(|model| materials::model_problem(&unit.agent, model)));
        // The words stand in the variables once more.
        bytes += 2 * unit.prompt.len();
    }
    if input.units.is_empty() {
        problems.push(Problem::value("`units` has no unit: give each its `unit`, `agent` and `prompt`."));
    }
    if input.units.len() > MOST_UNITS {
        problems.push(Problem::too_large(format!("`units` has more than {MOST_UNITS} units: plan parts of it.")));
    }
    if bytes > MAX_BATCH_BYTES {
        let most = MAX_BATCH_BYTES >> 20;
        problems.push(Problem::too_large(format!("The plan would be larger than {most} MiB: plan parts of it.")));
    }
    materials::limits(&input.config, &mut problems);
    let agents = input.units.iter().map(|unit| unit.agent.as_str()).filter(|agent| !agent.is_empty());
    materials::models(&input.config.models, agents, &mut problems);
    Misuse::unless(problems, ())?;
    Ok(of_units(&input.units, &input.variables, &input.types, &input.config))
}

/// What an input says beside its units that would change nothing.
fn unused(input: &PlanInput) -> Vec<Problem> {
    let given = [
        ("documents", !input.documents.is_empty()),
        ("changed", !input.changed.is_empty()),
        ("reviews", !input.reviews.is_empty()),
        ("proposalLines", input.proposal_lines.is_some()),
        ("summaries", !input.summaries.is_empty()),
        ("after", input.after.is_some()),
        ("tasks", !input.tasks.is_empty()),
        ("approved", input.approved),
        ("screens", !input.screens.is_empty()),
        ("componentsExist", input.components_exist),
        ("tokens", !input.tokens.is_empty()),
    ];
    let fields = given.into_iter().filter(|(_, is_given)| *is_given).map(|(key, _)| {
        Problem::unknown(format!("`{key}` is not used by the mode \"{LIST}\": put it into the prompts of `units`."))
    });
    let known = of_returns();
    let variables = input.variables.keys().filter(|name| !known.contains(&name.as_str())).map(|name| {
        Problem::unknown(format!(
            "The mode \"{LIST}\" does not use the variable {}. Allowed: {}. Put everything else into the prompts of `units`.",
            quote(name),
            known.join(", ")
        ))
    });
    fields.chain(variables).collect()
}

/// What the form of a return takes, beside the agent.
fn of_returns() -> Vec<&'static str> {
    prompt::variables(Expected::RETURN).iter().copied().filter(|name| *name != "AgentType").collect()
}

/// The plan of such units, whatever they are.
#[must_use]
pub fn of_units(
    units: &[OwnUnit],
    variables: &BTreeMap<String, String>,
    types: &CustomTypes,
    config: &Configuration,
) -> DispatchPlan {
    let dispatched: Vec<DispatchUnit> = units.iter().map(|unit| asked(unit, variables, types, config)).collect();
    let disabled = config.fan_out == FanOut::Disabled;
    let at_once = if disabled { 1 } else { usize::try_from(config.max_agents).unwrap_or(usize::MAX) };
    let count = dispatched.len();
    let mut waves = waves::named(LIST, waves::split(dispatched, at_once));
    let fan_out = waves.iter().any(|wave| wave.units.len() > 1);
    let reason = match count {
        _ if fan_out => None,
        _ if disabled => Some("fan-out is disabled (`fanOut`)".to_owned()),
        2.. if config.max_agents == 1 => Some("`maxAgents` is 1".to_owned()),
        _ => why_alone(count),
    };
    if fan_out && config.teams_available {
        for wave in &mut waves {
            wave.team = Some(team(None, LIST, &wave.name));
        }
    }
    let all = || waves.iter().flat_map(|wave| &wave.units);
    let tokens = cost::tokens(all(), cost::documents(all()));
    DispatchPlan {
        schema: PLAN_SCHEMA.to_owned(),
        mode: LIST.to_owned(),
        fan_out,
        announcement: announcement(LIST, &waves, fan_out, reason.as_deref(), &tokens, None),
        reason,
        retry_below: modes::retry_below(LIST),
        waves,
        tokens,
        factors: None,
        speculative: false,
        notes: Vec::new(),
        types: types.clone(),
    }
}

fn asked(
    unit: &OwnUnit,
    variables: &BTreeMap<String, String>,
    types: &CustomTypes,
    config: &Configuration,
) -> DispatchUnit {
    let expect = unit.expect.or_else(|| asked_in(&unit.prompt)).or_else(review).unwrap_or(Expected::RETURN);
    let subject = bindings::line(&unmarked(unit.subject.as_deref().unwrap_or(&unit.unit)));
    let of_form = variables.iter().filter(|_| expect == Expected::RETURN);
    let variables: Variables =
        [(PROMPT, unit.prompt.as_str())].into_iter().chain(of_form.map(|(name, value)| (&**name, &**value))).collect();
    DispatchUnit {
        prompt: with_form(&unit.prompt, &variables, expect, types, &unit.agent, &subject),
        unit: unit.unit.clone(),
        agent: unit.agent.clone(),
        subject,
        model: unit.model.clone().unwrap_or_else(|| model(&unit.agent, config)),
        expect,
        tasks: Vec::new(),
        creates: Vec::new(),
        attempt: 1,
        variables,
        timeout_ms: config.agent_timeout,
    }
}

/// A table of findings, whatever they are on: what is asked for where neither the unit nor its prompt says.
#[must_use]
pub fn review() -> Option<Expected> {
    TypeName::new(REVIEW).map(ResultType::Custom).map(Expected::Type)
}

/// The user's words to the letter; below them the form, where they do not ask for it themselves.
fn with_form(
    words: &str,
    variables: &Variables,
    expect: Expected,
    types: &CustomTypes,
    agent: &str,
    subject: &str,
) -> String {
    if asked_in(words) == Some(expect) {
        return words.to_owned();
    }
    format!("{words}\n\n{}", bindings::form(variables, expect, types, agent, subject))
}

/// The user's words, where a unit was asked in such.
#[must_use]
pub fn words(unit: &DispatchUnit) -> Option<&str> {
    let words = unit.variables.get(PROMPT)?;
    // A variable of that name that a mode binds has its name before it, or a mark before each line.
    let stands = unit.prompt.starts_with(words) || unit.prompt.contains(&format!("\n\n{words}"));
    stands.then_some(words)
}

/// The prompt of a unit that is asked again: what it lacks, and below it the user's words as before.
#[must_use]
pub fn prompt_again(
    words: &str,
    variables: &Variables,
    expect: Expected,
    types: &CustomTypes,
    agent: &str,
    subject: &str,
) -> String {
    let told = variables.iter().filter(|(name, _)| super::agent::RETRY_VARIABLES.contains(name));
    format!("{}\n{}", bindings::lines(told), with_form(words, variables, expect, types, agent, subject))
}
