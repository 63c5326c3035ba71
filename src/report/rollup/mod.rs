//! Summaries of all replies of one type: digests, checklists, implementations, design plans, JSON returns.

mod checklist;
mod design_plans;
mod digests;
mod drift;
mod implementation;
mod inventory;
mod knowledge;
mod library;
mod moved;
mod returns;
pub mod shelf;
mod steps;
mod told_conflicts;

pub use checklist::checklist;
pub use design_plans::{counting, design_plans, screen_of};
pub use implementation::implementation;
pub use returns::{last_returns, returns};
pub use steps::steps;

use std::collections::BTreeMap;

use super::answer::Answer;
use crate::model::{AgentResult, Detail, Diagnostic, DigestIndex, Knowledge, Status};
use library::Library;

/// The index of the digests and what they know together, where there are any; and the bounds that were reached.
#[must_use]
#[inline(never)]
pub fn digests(answers: &[Answer]) -> (Option<DigestIndex>, Option<Knowledge>, Vec<Diagnostic>) {
    let Some(library) = Library::of(answers) else { return (None, None, Vec::new()) };
    let (index, bounds) = digests::index(&library);
    let knowledge = knowledge::knowledge(&library, &index);
    (Some(index), Some(knowledge), bounds)
}

/// Of two results on one thing, the one that got further.
fn furthest(one: Status, other: Status) -> Status {
    let rank = |status: &Status| match status {
        Status::Findings => 0,
        Status::Clean => 1,
        Status::Partial => 2,
        Status::Error => 3,
    };
    [one, other].into_iter().min_by_key(rank).unwrap_or(one)
}

/// The details of one type that count, each with the name of its unit and its result: of a unit that was asked again,
/// those of the last attempt.
fn last<'r, T>(
    results: impl Iterator<Item = &'r AgentResult>,
    names: &'r [String],
    detail: fn(&'r Detail) -> Option<&'r T>,
) -> Vec<(&'r str, &'r AgentResult, &'r T)> {
    let mut details: Vec<(&str, &AgentResult, &T)> = results
        .zip(names)
        .filter_map(|(result, name)| Some((name.as_str(), result, detail(&result.detail)?)))
        .collect();
    let mut last: BTreeMap<&str, u32> = BTreeMap::new();
    for (name, result, _) in &details {
        let attempt = last.entry(name).or_default();
        *attempt = result.attempt.max(*attempt);
    }
    details.retain(|(name, result, _)| last.get(name) == Some(&result.attempt));
    details
}
