//! The definitions of the five agents: files for the folder in which a host looks for agents.

use super::agent::Agent;
use super::input::Configuration;
use super::materials::model_problem;
use super::units::model;
use crate::model::{Misuse, Problem, quote};

/// A file that defines an agent.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Definition {
    /// Its path below the folder of agents: a name alone.
    pub path: String,
    /// What is in it.
    pub text: String,
}

/// The five definitions, each with its model. Agents of the user's own have definitions of their own: their models are passed
/// over.
///
/// # Errors
/// Where one of the models can be none, or is of an agent that begins as ours do and is none of them.
pub fn agents(config: &Configuration) -> Result<Vec<Definition>, Misuse> {
    let mut problems = Vec::new();
    for (agent, model) in &config.models {
        if agent.starts_with("cl-") && Agent::named(agent).is_none() {
            let known = Agent::ALL.map(Agent::name).join(", ");
            problems.push(Problem::unknown(format!(
                "`models` names the unknown agent {}. Known agents: {known}.",
                quote(agent)
            )));
        }
        problems.extend(model_problem(agent, model));
    }
    let definitions = Agent::ALL.map(|agent| Definition {
        path: format!("{}.md", agent.name()),
        text: text(agent).replace("{{model}}", &model(agent.name(), config)),
    });
    Misuse::unless(problems, definitions.into())
}

fn text(agent: Agent) -> &'static str {
    match agent {
        Agent::DocReader => include_str!("definitions/doc-reader.md"),
        Agent::ConsistencyChecker => include_str!("definitions/consistency-checker.md"),
        Agent::DimensionAnalyzer => include_str!("definitions/dimension-analyzer.md"),
        Agent::TaskImplementer => include_str!("definitions/task-implementer.md"),
        Agent::DesignPlanner => include_str!("definitions/design-planner.md"),
    }
}
