//! Reconstructs a plan from the report of a session, which has the prompt of each subagent.

use std::collections::BTreeMap;

use super::agent::Agent;
use super::input::{Configuration, OwnUnit};
use super::list;
use crate::model::{AgentResult, DispatchPlan, Report};
use crate::prompt::asked_in;

/// A plan of what a report says was asked; `None` where it says of no reply what that was.
#[must_use]
pub fn plan_asked(report: &Report) -> Option<DispatchPlan> {
    let prompts: Vec<Option<String>> = report.results.iter().map(|result| result.meta.as_ref()?.asked()).collect();
    if prompts.iter().all(Option::is_none) && report.coverage.iter().all(|row| row.unanswered.is_empty()) {
        return None;
    }
    let mut units = Vec::new();
    for row in &report.coverage {
        let numbers = || row.results.iter().filter_map(|number| usize::try_from(*number).ok());
        // What was asked of nobody by name.
        let unnamed = numbers().any(|at| {
            let is_of_nobody = |result: &AgentResult| result.agent.is_none() && result.unit.is_some();
            report.results.get(at).is_some_and(is_of_nobody) && prompts.get(at).is_some_and(Option::is_some)
        });
        for agent in row.agents.iter().map(Some).chain(unnamed.then_some(None)) {
            let own = || {
                let results = numbers().filter_map(|at| Some((report.results.get(at)?, prompts.get(at)?)));
                results.filter(|(result, _)| result.agent.as_ref() == agent)
            };
            let open = row.unanswered.iter().filter(|open| open.agent.as_ref() == agent);
            let prompts = open.map(|open| open.asked.as_str());
            let prompt = prompts.chain(own().filter_map(|(_, prompt)| prompt.as_deref())).next_back();
            let answered = own().filter_map(|(result, _)| result.answers()).next_back();
            let expect = prompt.and_then(asked_in).or(answered);
            let usual = || expect.or_else(list::review).map(|expect| Agent::usually_asked(expect).name().to_owned());
            units.push(OwnUnit {
                unit: row.unit.clone(),
                agent: agent.cloned().or_else(usual).unwrap_or_default(),
                // A host may tell no more of a call than its description.
                prompt: prompt.unwrap_or(&row.unit).to_owned(),
                expect,
                subject: None,
                model: None,
            });
        }
    }
    Some(list::of_units(&units, &BTreeMap::new(), &report.types, &Configuration::default()))
}
