//! The JSON returns together: what was made, what went wrong, what comes next.

use super::last;
use crate::model::{
    AgentResult, Artifact, Detail, ListedArtifact, ListedError, Return, ReturnError, ReturnRollup, UnitArtifact,
    UnitError, UnitStep,
};
use crate::report::answer::Answer;

/// All JSON returns, in the order of the answers; `None` where there are none. `names` has the name of each answer's unit.
#[must_use]
#[inline(never)]
pub fn returns(answers: &[Answer], names: &[String]) -> Option<ReturnRollup> {
    let returns = last_returns(answers.iter().map(|answer| &answer.result), names);
    let mut rollup = ReturnRollup::default();
    for (name, _, returned) in &returns {
        let unit = || Some((*name).to_owned());
        let artifacts =
            returned.artifacts.iter().map(|artifact| UnitArtifact { unit: unit(), artifact: artifact.into() });
        rollup.artifacts.extend(artifacts);
        let errors = returned.errors.iter().map(|error| UnitError { unit: unit(), error: error.into() });
        rollup.errors.extend(errors);
        let steps = returned.next_steps.as_ref().filter(|text| !text.trim().is_empty());
        rollup.next_steps.extend(steps.map(|text| UnitStep { unit: unit(), text: text.clone() }));
    }
    (!returns.is_empty()).then_some(rollup)
}

/// The returns that count, each with the name of its unit and its result: of a unit that was asked again, those of the
/// last attempt.
pub fn last_returns<'r>(
    results: impl Iterator<Item = &'r AgentResult>,
    names: &'r [String],
) -> Vec<(&'r str, &'r AgentResult, &'r Return)> {
    last(results, names, |detail| match detail {
        Detail::Return(returned) => Some(returned),
        _ => None,
    })
}

impl From<&Artifact> for ListedArtifact {
    fn from(artifact: &Artifact) -> Self {
        let Artifact { r#type, path, summary, extra, span: _ } = artifact.clone();
        Self { r#type, path, summary, extra }
    }
}

impl From<&ReturnError> for ListedError {
    fn from(error: &ReturnError) -> Self {
        let ReturnError { r#type, message, recoverable, recommendation, extra, span: _ } = error.clone();
        Self { r#type, message, recoverable, recommendation, extra }
    }
}
