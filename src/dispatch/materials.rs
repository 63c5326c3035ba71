//! Checks the input of a plan: each item once, in a fixed order, and everything that is wrong.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::agent::{Agent, RETRY_VARIABLES};
use super::input::{
    Configuration, Each, FanOut, LONGEST_TIMEOUT, MOST_AGENTS, OwnMode, PlanInput, Screen, Task, TokenCategory,
};
use super::modes::{MOST_CATEGORIES, Recipe, TOKEN_CATEGORIES};
use super::summaries::{claims, summaries};
use crate::model::{Misuse, Problem, quote};
use crate::order::Gather;
use crate::part::units::{Identity, document_key, plain};

/// The most units of a plan.
pub const MOST_UNITS: usize = 10_000;
/// The most tasks of a plan.
pub const MOST_TASKS: usize = 2_000;
/// The longest name of a variable or a model, in characters.
const LONGEST_NAME: usize = 100;

/// The most things that are named in a sentence.
const NAMED: usize = 5;

/// Variables that are set for each unit and cannot be passed.
const OWN_VARIABLES: [&str; 12] = [
    "DOC_PATH",
    "DOC_A_PATH",
    "DOC_B_PATH",
    "DOC_A_SUMMARY",
    "DOC_B_SUMMARY",
    "DIMENSION_NAME",
    "TASK_ID",
    "TASK_ORDER",
    "TASK_DESCRIPTION",
    "SCREEN_NAME",
    "TOKEN_CATEGORY",
    "TECHNOLOGY_CLAIMS",
];

/// Any of these tells of the design decisions.
const DECISIONS: [&str; 2] = ["TOKEN_DECISIONS", "DECISIONS_CONTEXT"];

/// A document.
#[derive(Clone, Debug)]
pub struct Document<'i> {
    /// Its path.
    pub path: String,
    /// Whether it changed.
    pub changed: bool,
    /// What is known of it.
    pub summary: Option<Cow<'i, str>>,
    /// What it claims of technologies, as the wave before says.
    pub claims: Vec<String>,
}

/// What there is to work on.
#[derive(Debug)]
pub struct Materials<'i> {
    /// In the order of their names.
    pub documents: Vec<Document<'i>>,
    /// As given.
    pub dimensions: Vec<String>,
    /// In the order of their names, versions as numbers.
    pub reviews: Vec<String>,
    /// As given.
    pub tasks: &'i [Task],
    /// As given.
    pub screens: &'i [Screen],
    /// As given, or the usual ones.
    pub tokens: Vec<TokenCategory>,
}

/// Looks an input through for what a mode needs of it.
pub fn materials<'i>(mode: &str, recipe: &Recipe, input: &'i PlanInput) -> Result<Materials<'i>, Misuse> {
    let mut problems = Vec::new();
    let documents = documents(input, &mut problems);
    let dimensions = distinct(&recipe.dimensions, "dimensions", &mut problems);
    let reviews = paths(&input.reviews, "reviews", &mut problems).into_values().collect();
    tasks(&input.tasks, &mut problems);
    let names = input.screens.iter().map(|screen| screen.name.clone()).collect::<Vec<_>>();
    if distinct(&names, "screens", &mut problems).len() < names.len() {
        problems.push(Problem::value("`screens` lists a screen twice."));
    }
    let tokens = token_categories(input, &mut problems);
    let (tasks, screens) = (&input.tasks, &input.screens);
    let materials = Materials { documents, dimensions, reviews, tasks, screens, tokens };
    materials.need(mode, recipe, input, &mut problems);
    configuration(mode, recipe, input, &mut problems);
    variables(recipe, input, &mut problems);
    Misuse::unless(problems, materials)
}

impl Materials<'_> {
    /// How many units there are for each of something.
    #[must_use]
    pub fn count(&self, each: Each) -> usize {
        let pairs = |of: usize| of.saturating_mul(of.saturating_sub(1)) / 2;
        let documents = self.documents.len();
        match each {
            Each::Document => documents,
            Each::Pair => pairs(documents),
            Each::ChangedPair => {
                pairs(documents) - pairs(self.documents.iter().filter(|document| !document.changed).count())
            }
            Each::Dimension => self.dimensions.len(),
            Each::Review => self.reviews.len(),
            Each::Task => self.tasks.len(),
            Each::Screen => self.screens.len(),
            Each::Token => self.tokens.len(),
            Each::TaskList => usize::from(self.free_tasks().next().is_some()),
        }
    }

    /// What a prompt would lack that the definition of its agent does not call optional: an agent cannot ask for it.
    fn incomplete(&self, each: &BTreeSet<Each>, variables: &BTreeMap<String, String>) -> Vec<Problem> {
        let lacks = |name: &str| !variables.get(name).is_some_and(|value| says(value));
        let mut problems = Vec::new();
        if each.contains(&Each::Screen) && !self.screens.is_empty() {
            for (name, what) in [
                ("DESIGN_SYSTEM", "the tokens and components of the design system"),
                ("UI_SCREENS_SPEC", "the specification of all screens"),
            ] {
                if lacks(name) {
                    problems.push(Problem::value(format!(
                        "The design planners need {what}. Pass it, or its path, as the variable {name}."
                    )));
                }
            }
            let open: Vec<&str> = self.screens.iter().filter(|it| !says(&it.spec)).map(|it| it.name.as_str()).collect();
            problems.extend(lacking("screen", &open, "specification. Set `spec` for each."));
        }
        if each.contains(&Each::Task) {
            let open = |has: fn(&Task) -> bool| -> Vec<&str> {
                self.tasks.iter().filter(|task| !has(task)).map(|task| task.id.as_str()).collect()
            };
            let has_spec = |task: &Task| task.spec.as_deref().is_some_and(says);
            let has_criteria = |task: &Task| task.criteria.iter().any(|criterion| says(criterion));
            if lacks("SPEC_REFERENCE") {
                let what = "specification. Set the path `spec` for each, or the variable SPEC_REFERENCE for all.";
                problems.extend(lacking("task", &open(has_spec), what));
            }
            if lacks("ACCEPTANCE_CRITERIA") {
                let what = "acceptance criteria. Set `criteria` for each, or the variable ACCEPTANCE_CRITERIA for all.";
                problems.extend(lacking("task", &open(has_criteria), what));
            }
        }
        problems
    }

    /// The tasks that come after no other.
    pub fn free_tasks(&self) -> impl Iterator<Item = &Task> {
        self.tasks.iter().filter(|task| task.after.is_empty())
    }

    fn need(&self, mode: &str, recipe: &Recipe, input: &PlanInput, problems: &mut Vec<Problem>) {
        let tracks: Vec<_> = recipe.waves.iter().flat_map(|wave| &wave.tracks).collect();
        let each: BTreeSet<Each> = tracks.iter().map(|track| track.each).gather();
        let mut need = |lacks: bool, key: &str, what: &str| {
            if lacks {
                problems.push(Problem::value(format!("`{key}` is empty: the mode {} needs {what}.", quote(mode))));
            }
        };
        let of_documents = [Each::Document, Each::Pair, Each::ChangedPair];
        need(
            self.documents.is_empty() && of_documents.iter().any(|it| each.contains(it)),
            "documents",
            "the documents",
        );
        let lacks_change = input.changed.is_empty() && each.contains(&Each::ChangedPair);
        need(lacks_change, "changed", "the changed documents");
        need(self.dimensions.is_empty() && each.contains(&Each::Dimension), "dimensions", "the dimensions to judge by");
        need(self.reviews.is_empty() && each.contains(&Each::Review), "reviews", "the reviews");
        need(self.tasks.is_empty() && each.contains(&Each::Task), "tasks", "the tasks to implement");
        need(self.screens.is_empty() && each.contains(&Each::Screen), "screens", "the screens to plan");
        let lists_tasks = each.contains(&Each::TaskList);
        need(self.tasks.is_empty() && lists_tasks, "tasks", "the tasks to create");
        if lists_tasks && !self.tasks.is_empty() && self.free_tasks().next().is_none() {
            problems
                .push(Problem::value("Every task in `tasks` depends on another. None of them can be created first."));
        }
        if each.contains(&Each::Token) {
            let fixed = tracks.iter().flat_map(|track| &track.fixed).map(|(name, value)| (name, value));
            let told: Vec<&String> = fixed
                .chain(&input.variables)
                .filter(|(_, value)| !value.trim().is_empty())
                .map(|(name, _)| name)
                .collect();
            problems.extend(token_problems(&self.tokens, |name| told.iter().any(|told| *told == name)));
        }
        let judges = tracks.iter().any(|track| Agent::named(&track.agent) == Some(Agent::DimensionAnalyzer));
        let has_content = !self.documents.is_empty()
            || input.variables.contains_key("CONTENT")
            || tracks.iter().any(|track| track.fixed.iter().any(|(name, _)| name == "CONTENT"));
        if judges && !has_content {
            problems.push(Problem::value(
                "There is nothing to judge. Pass `documents`, or the text as the variable CONTENT.",
            ));
        }
        if recipe.waves.is_empty() {
            problems.push(Problem::value(format!("The mode {} has no waves.", quote(mode))));
        }
        let mut names = BTreeSet::new();
        for wave in &recipe.waves {
            if !says(&wave.name) || !names.insert(plain(&wave.name)) {
                let message = format!("Each wave of the mode {} needs a unique name.", quote(mode));
                problems.push(Problem::value(message));
            }
        }
        let units: usize = tracks.iter().map(|track| self.count(track.each)).sum();
        if units > MOST_UNITS {
            problems.push(Problem::too_large(format!(
                "The plan would have {units} tasks; the limit is {MOST_UNITS}. Plan it in parts."
            )));
        }
        if self.tasks.len() > MOST_TASKS {
            problems.push(Problem::too_large(format!("`tasks` has more than {MOST_TASKS} tasks. Plan them in parts.")));
        }
        if !input.modes.contains_key(mode) {
            problems.extend(self.incomplete(&each, &input.variables));
        }
    }
}

/// What the agents of a mode are not told that the sources call optional, and that helps them.
#[must_use]
pub fn notes(mode: &str, input: &PlanInput) -> Vec<String> {
    let has_manifest = input.variables.get("CHANGE_MANIFEST").is_some_and(|manifest| says(manifest));
    let lacks_manifest = mode == "verify" && !input.modes.contains_key(mode) && !has_manifest;
    let note = "The agents do not know which sections changed. Pass the change manifest of the proposal as the \
                variable CHANGE_MANIFEST.";
    lacks_manifest.then(|| note.to_owned()).into_iter().collect()
}

/// That some things have none of what they need.
fn lacking(noun: &str, names: &[&str], what: &str) -> Option<Problem> {
    let more = names.len().saturating_sub(NAMED);
    let mut quoted: Vec<String> = names.iter().take(NAMED).map(|name| quote(name)).collect();
    quoted.extend((more > 0).then(|| format!("{more} more")));
    let (ending, has) = if names.len() == 1 { ("", "has") } else { ("s", "have") };
    (!names.is_empty()).then(|| Problem::value(format!("The {noun}{ending} {} {has} no {what}", quoted.join(", "))))
}

fn documents<'i>(input: &'i PlanInput, problems: &mut Vec<Problem>) -> Vec<Document<'i>> {
    let mut documents: BTreeMap<Identity, Document<'i>> = paths(&input.documents, "documents", problems)
        .into_iter()
        .map(|(identity, path)| (identity, Document { path, changed: false, summary: None, claims: Vec::new() }))
        .gather();
    for changed in &input.changed {
        match Identity::of(changed).and_then(|identity| documents.get_mut(&identity)) {
            Some(document) => document.changed = true,
            None => {
                problems
                    .push(Problem::value(format!("`changed` names {}, which is not in `documents`.", quote(changed))));
            }
        }
    }
    for (document, summary) in input.after.as_deref().map(summaries).unwrap_or_default() {
        if let Some(document) = documents.get_mut(&document) {
            document.summary = Some(Cow::Owned(summary));
        }
    }
    for (document, claims) in input.after.as_deref().map(claims).unwrap_or_default() {
        if let Some(document) = documents.get_mut(&document) {
            document.claims = claims;
        }
    }
    for (path, summary) in &input.summaries {
        match Identity::of(path).and_then(|identity| documents.get_mut(&identity)) {
            Some(document) => {
                document.summary = Some(summary.as_str()).filter(|summary| says(summary)).map(Cow::Borrowed);
            }
            None => {
                problems
                    .push(Problem::value(format!("`summaries` names {}, which is not in `documents`.", quote(path))));
            }
        }
    }
    documents.into_values().collect()
}

/// Paths, each once, in the order of what they name. Of several spellings the smallest counts.
fn paths(given: &[String], key: &str, problems: &mut Vec<Problem>) -> BTreeMap<Identity, String> {
    let mut paths: BTreeMap<Identity, String> = BTreeMap::new();
    for (at, path) in given.iter().enumerate() {
        let Some(identity) = Identity::of(path) else {
            problems.push(Problem::value(format!("`{key}[{at}]` is empty: give a path.")));
            continue;
        };
        if crate::part::units::documents(path).len() > 1 {
            problems.push(Problem::value(format!("`{key}[{at}]` must be a single path, but is {}.", quote(path))));
            continue;
        }
        let shown = identity.name().to_owned();
        match paths.get_mut(&identity) {
            Some(held) => *held = held.clone().min(shown),
            None => _ = paths.insert(identity, shown),
        }
    }
    paths
}

/// Names, each once, as they come.
fn distinct(names: &[String], key: &str, problems: &mut Vec<Problem>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut kept = Vec::new();
    for (at, name) in names.iter().enumerate() {
        if !says(name) {
            problems.push(Problem::value(format!("`{key}[{at}]` has no name.")));
        } else if seen.insert(plain(name)) {
            kept.push(name.split_whitespace().collect::<Vec<_>>().join(" "));
        }
    }
    kept
}

/// The token categories that are given, or the usual ones.
fn token_categories(input: &PlanInput, problems: &mut Vec<Problem>) -> Vec<TokenCategory> {
    let names: Vec<String> = input.tokens.iter().map(|token| token.category.clone()).collect();
    if distinct(&names, "tokens", problems).len() < names.len() {
        problems.push(Problem::value("`tokens` lists a category twice."));
    }
    if input.tokens.is_empty() {
        let usual = TOKEN_CATEGORIES.map(|name| TokenCategory { category: name.to_owned(), decisions: None });
        return usual.into();
    }
    input.tokens.clone()
}

/// What keeps token categories from being drafted.
fn token_problems(tokens: &[TokenCategory], is_told: impl Fn(&str) -> bool) -> Vec<Problem> {
    let mut problems = Vec::new();
    if tokens.len() > MOST_CATEGORIES {
        problems.push(Problem::too_large(format!(
            "`tokens` has {} categories; at most {MOST_CATEGORIES} can be drafted ahead. Plan the first of them.",
            tokens.len()
        )));
    }
    let is_open = |token: &&TokenCategory| !token.decisions.as_deref().is_some_and(says);
    let open: Vec<String> = tokens.iter().filter(is_open).map(|token| quote(&token.category)).collect();
    if !open.is_empty() && !DECISIONS.into_iter().any(is_told) {
        problems.push(Problem::value(format!(
            "There are no design decisions to draft {} from. Set `decisions` of the category in `tokens`, or the variable {}.",
            open.join(", "),
            DECISIONS.join(" or ")
        )));
    }
    problems
}

fn tasks(tasks: &[Task], problems: &mut Vec<Problem>) {
    let mut ids = BTreeSet::new();
    for (at, task) in tasks.iter().enumerate() {
        if !says(&task.id) {
            problems.push(Problem::value(format!("`tasks[{at}].id` is empty.")));
        } else if crate::part::units::documents(&task.id).len() > 1 {
            problems.push(Problem::value(format!(
                "`tasks[{at}].id` must be the id of a single task, but is {}.",
                quote(&task.id)
            )));
        } else if !ids.insert(document_key(&task.id)) {
            problems.push(Problem::value(format!("`tasks` lists the task {} twice.", quote(&task.id))));
        }
    }
    for task in tasks {
        for before in task.after.iter().filter(|before| !ids.contains(&document_key(before))) {
            problems.push(Problem::value(format!(
                "The task {} comes after {}, which is not in `tasks`. Leave out tasks that are already done.",
                quote(&task.id),
                quote(before)
            )));
        }
    }
}

/// What is wrong with how agents are run.
pub fn limits(config: &Configuration, problems: &mut Vec<Problem>) {
    if config.fan_out == FanOut::Teams && !config.teams_available {
        problems.push(Problem::value(
            "`fanOut` is \"teams\", but teams are not available (`teamsAvailable`). Use \"auto\" or \"disabled\".",
        ));
    }
    if !(1..=MOST_AGENTS).contains(&config.max_agents) {
        problems.push(Problem::value(format!("`maxAgents` must be a whole number from 1 to {MOST_AGENTS}.")));
    }
    if !(1..=LONGEST_TIMEOUT).contains(&config.agent_timeout) {
        problems.push(Problem::value(format!("`agentTimeout` must be a whole number from 1 to {LONGEST_TIMEOUT}.")));
    }
}

fn configuration(mode: &str, recipe: &Recipe, input: &PlanInput, problems: &mut Vec<Problem>) {
    limits(&input.config, problems);
    models(&input.config.models, agents_of(&input.modes), problems);
    for track in recipe.waves.iter().flat_map(|wave| &wave.tracks) {
        if !is_name(&track.agent) {
            let message = format!("An agent of the mode {} has an invalid name: {}.", quote(mode), quote(&track.agent));
            problems.push(Problem::value(message));
        }
    }
}

/// The agents of the user's own modes.
pub fn agents_of(modes: &BTreeMap<String, OwnMode>) -> impl Iterator<Item = &str> {
    modes.values().flat_map(|mode| &mode.waves).map(|wave| wave.agent.as_str())
}

/// What is wrong with the models of agents, ours and the user's own.
pub fn models<'a>(
    models: &'a BTreeMap<String, String>,
    own: impl Iterator<Item = &'a str>,
    problems: &mut Vec<Problem>,
) {
    let known: BTreeSet<&str> = Agent::ALL.iter().map(|agent| agent.name()).chain(own).gather();
    for (agent, model) in models {
        if !known.contains(agent.as_str()) {
            let known = known.iter().copied().collect::<Vec<_>>().join(", ");
            problems.push(Problem::unknown(format!(
                "`models` names the unknown agent {}. Known agents: {known}.",
                quote(agent)
            )));
        }
        problems.extend(model_problem(agent, model));
    }
}

/// What is wrong with the model of an agent. It is written into the front matter of its definition.
pub fn model_problem(agent: &str, model: &str) -> Option<Problem> {
    (!is_name(model)).then(|| {
        Problem::value(format!(
            "`models` has the invalid model name {} for {}. Use only letters, digits and marks such as - . _ : /.",
            quote(model),
            quote(agent)
        ))
    })
}

fn variables(recipe: &Recipe, input: &PlanInput, problems: &mut Vec<Problem>) {
    let tracks = || recipe.waves.iter().flat_map(|wave| &wave.tracks);
    let given = input.variables.keys().chain(tracks().flat_map(|track| track.fixed.iter().map(|(name, _)| name)));
    for name in given.gather::<BTreeSet<_>>() {
        if !is_variable(name) {
            problems.push(Problem::value(format!(
                "{} is not a valid variable name. Use only letters, digits and _.",
                quote(name)
            )));
        } else if OWN_VARIABLES.contains(&name.as_str()) || RETRY_VARIABLES.contains(&name.as_str()) {
            problems.push(Problem::value(format!("The variable {name} is set for each task and cannot be passed.")));
        }
    }
    // An agent of the user's own may take any.
    if tracks().all(|track| Agent::named(&track.agent).is_some()) {
        let known = |name: &String| Agent::ALL.iter().any(|agent| agent.variables().contains(&name.as_str()));
        for name in input.variables.keys().filter(|name| is_variable(name) && !known(name)) {
            let known: BTreeSet<&str> = Agent::ALL.iter().flat_map(|agent| agent.variables()).copied().gather();
            let known: Vec<&str> = known.into_iter().filter(|name| !OWN_VARIABLES.contains(name)).collect();
            let message = format!("`variables` has the unknown key {}. Allowed: {}.", quote(name), known.join(", "));
            problems.push(Problem::unknown(message));
        }
    }
}

fn is_variable(name: &str) -> bool {
    name.len() <= LONGEST_NAME
        && name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(|next| next.is_ascii_alphanumeric() || next == '_')
}

/// Whether a name can stand anywhere: in a path, in front matter, in a call.
fn is_name(name: &str) -> bool {
    let fits =
        |next: char| next.is_ascii_alphanumeric() || matches!(next, '-' | '_' | '.' | ':' | '/' | '@' | '[' | ']');
    !name.is_empty()
        && name.len() <= LONGEST_NAME
        && name.starts_with(|first: char| first.is_ascii_alphanumeric())
        && name.chars().all(fits)
}

/// Whether a text has any word.
fn says(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}
