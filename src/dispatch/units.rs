//! Lists the units of a wave: what each agent is asked.

use std::collections::BTreeMap;

use super::agent::{Agent, MODEL};
use super::bindings;
use super::dimensions;
use super::groups::{self, TaskVariables};
use super::input::{Configuration, Each, PlanInput, Task};
use super::materials::{Document, Materials};
use super::modes::Track;
use crate::model::{DispatchUnit, Expected, ResultType, Variables};
use crate::order::Gather;
use crate::part::units::{Identity, document_key};
use crate::prompt::unmarked;

/// A unit before it is told what the mode and the user say.
#[derive(Default)]
struct Draft {
    unit: String,
    subject: String,
    /// What it says of itself.
    own: Vec<(&'static str, String)>,
    /// What it says where the user says nothing else.
    usual: Vec<(&'static str, String)>,
    /// The tasks that it is.
    tasks: Vec<Task>,
    /// The ids of the tasks that it creates.
    creates: Vec<String>,
}

/// The units of a track, in order, one by one; of tasks, one for each of `turns`, which are the places of its tasks.
pub fn units<'m>(
    track: &'m Track,
    materials: &'m Materials<'_>,
    input: &'m PlanInput,
    turns: &'m [Vec<usize>],
) -> Box<dyn Iterator<Item = DispatchUnit> + 'm> {
    let drafts: Box<dyn Iterator<Item = Draft> + 'm> = match track.each {
        Each::Document => {
            // What is known of a document is not read again.
            let reads = track.expect == Expected::Type(ResultType::Digest);
            let open = materials.documents.iter().filter(move |document| !(reads && document.summary.is_some()));
            Box::new(open.map(|document| reading("Read", &document.path)))
        }
        Each::Review => Box::new(materials.reviews.iter().map(|review| reading("Read the review", review))),
        Each::Pair => Box::new(pairs(&materials.documents, |_, _| true)),
        Each::ChangedPair => Box::new(pairs(&materials.documents, |one, other| one.changed || other.changed)),
        Each::Dimension => {
            let told = contents(&materials.documents, input.variables.contains_key("CONTENT"));
            let claims = claims(&materials.documents);
            Box::new(materials.dimensions.iter().map(move |name| judging(name, told.as_ref(), &claims)))
        }
        Each::Task => {
            let by_id: BTreeMap<String, &Task> =
                materials.tasks.iter().map(|task| (document_key(&task.id), task)).gather();
            Box::new(turns.iter().map(move |places| implementing(places, materials.tasks, &by_id)))
        }
        Each::Screen => Box::new(materials.screens.iter().map(|screen| Draft {
            unit: bindings::line(&screen.name),
            subject: format!("Plan the screen {}", screen.name),
            own: vec![("SCREEN_NAME", screen.name.clone()), ("SCREEN_SPEC", screen.spec.clone())],
            ..Draft::default()
        })),
        Each::Token => Box::new(materials.tokens.iter().map(|token| {
            let decisions = token.decisions.clone().filter(|decisions| !decisions.trim().is_empty());
            let decisions = decisions.map(|decisions| ("TOKEN_DECISIONS", decisions));
            Draft {
                unit: bindings::line(&token.category),
                subject: format!("Draft the token section {}", token.category),
                own: [("TOKEN_CATEGORY", token.category.clone())].into_iter().chain(decisions).collect(),
                ..Draft::default()
            }
        })),
        Each::TaskList => {
            let free: Vec<&Task> = materials.free_tasks().collect();
            let TaskVariables { unit, subject, own, usual } = groups::listed(&free);
            let creates = free.iter().map(|task| bindings::line(&task.id)).collect();
            Box::new(std::iter::once(Draft { unit, subject, own, usual, creates, ..Draft::default() }))
        }
    };
    Box::new(drafts.map(|draft| draft.dispatched(track, input)))
}

impl Draft {
    fn dispatched(self, track: &Track, input: &PlanInput) -> DispatchUnit {
        let agent = Agent::named(&track.agent);
        let takes = |name: &str| agent.is_none_or(|agent| agent.variables().contains(&name));
        let mut told: BTreeMap<&str, &str> = BTreeMap::new();
        told.extend(self.usual.iter().map(|(name, value)| (*name, value.as_str())));
        told.extend(track.usual.iter().map(|(name, value)| (name.as_str(), value.as_str())));
        told.extend(input.variables.iter().map(|(name, value)| (name.as_str(), value.as_str())));
        told.retain(|name, _| takes(name));
        told.extend(track.fixed.iter().map(|(name, value)| (name.as_str(), value.as_str())));
        told.extend(self.own.iter().map(|(name, value)| (*name, value.as_str())));
        told.retain(|_, value| !value.trim().is_empty());
        // In the order of the agent's definition; of an agent without one, what the unit says of itself first.
        let order =
            agent.map_or(&[][..], Agent::variables).iter().copied().chain(self.own.iter().map(|(name, _)| *name));
        let mut variables = Variables::default();
        for name in order {
            if let Some(value) = told.remove(name) {
                variables.set(name, value);
            }
        }
        for (name, value) in told {
            variables.set(name, value);
        }
        let subject = bindings::line(&unmarked(&self.subject));
        DispatchUnit {
            prompt: bindings::prompt(&variables, track.expect, &input.types, &track.agent, &subject),
            unit: self.unit,
            agent: track.agent.clone(),
            subject,
            model: model(&track.agent, &input.config),
            expect: track.expect,
            tasks: self.tasks,
            creates: self.creates,
            attempt: 1,
            variables,
            timeout_ms: input.config.agent_timeout,
        }
    }
}

/// The model that an agent runs on.
#[must_use]
pub fn model(agent: &str, config: &Configuration) -> String {
    let usual = || Agent::named(agent).map_or(MODEL, Agent::model).to_owned();
    config.models.get(agent).cloned().unwrap_or_else(usual)
}

fn reading(what: &str, path: &str) -> Draft {
    Draft {
        unit: path.to_owned(),
        subject: format!("{what} {path}"),
        own: vec![("DOC_PATH", path.to_owned())],
        ..Draft::default()
    }
}

/// Every two documents that are asked for, in order.
fn pairs<'m>(
    documents: &'m [Document<'_>],
    asked: impl Fn(&Document<'_>, &Document<'_>) -> bool + Copy + 'm,
) -> impl Iterator<Item = Draft> + 'm {
    let both = documents
        .iter()
        .enumerate()
        .flat_map(move |(at, one)| documents.iter().skip(at + 1).map(move |other| (one, other)));
    both.filter(move |(one, other)| asked(one, other)).map(|(one, other)| {
        let summary = |document: &Document<'_>| document.summary.as_deref().unwrap_or_default().to_owned();
        // Not cut off, however long: no two pairs have one name.
        let joined = format!("{} + {}", one.path, other.path);
        Draft {
            unit: Identity::of(&joined).map_or(joined, |unit| unit.name().to_owned()),
            subject: format!("Compare {} and {}", one.path, other.path),
            own: vec![
                ("DOC_A_PATH", one.path.clone()),
                ("DOC_B_PATH", other.path.clone()),
                ("DOC_A_SUMMARY", summary(one)),
                ("DOC_B_SUMMARY", summary(other)),
            ],
            ..Draft::default()
        }
    })
}

/// What there is to judge: the documents, with what is known of them. Where the user gives the content, they are its
/// context.
fn contents(documents: &[Document<'_>], has_content: bool) -> Option<(&'static str, String)> {
    let said = documents.iter().map(|document| match document.summary.as_deref() {
        Some(summary) => format!("{}:\n{}", document.path, summary.trim()),
        None => document.path.clone(),
    });
    let text = said.collect::<Vec<_>>().join("\n");
    (!text.is_empty()).then_some((if has_content { "CONTEXT" } else { "CONTENT" }, text))
}

/// What the documents claim of technologies, each claim on a line.
fn claims(documents: &[Document<'_>]) -> String {
    let said = documents.iter().flat_map(|it| it.claims.iter().map(|claim| format!("- {}: {claim}", it.path)));
    said.collect::<Vec<_>>().join("\n")
}

fn judging(name: &str, told: Option<&(&'static str, String)>, claims: &str) -> Draft {
    let instructions = ("DIMENSION_INSTRUCTIONS", dimensions::instructions(name));
    let is_told_claims = name.eq_ignore_ascii_case(dimensions::TECHNICAL);
    let claims = is_told_claims.then(|| ("TECHNOLOGY_CLAIMS", claims.to_owned()));
    Draft {
        unit: bindings::line(name),
        subject: format!("Judge {name}"),
        own: [("DIMENSION_NAME", name.to_owned())].into_iter().chain(claims).collect(),
        usual: [instructions].into_iter().chain(told.cloned()).collect(),
        ..Draft::default()
    }
}

fn implementing(places: &[usize], tasks: &[Task], by_id: &BTreeMap<String, &Task>) -> Draft {
    let chosen = places.iter().filter_map(|at| tasks.get(*at));
    let chosen: Vec<Task> = chosen.map(|task| Task { id: bindings::line(&task.id), ..task.clone() }).collect();
    let TaskVariables { unit, subject, own, usual } =
        groups::variables(&chosen, |id| by_id.get(&document_key(id)).copied());
    Draft { unit, subject, own, usual, tasks: chosen, ..Draft::default() }
}
