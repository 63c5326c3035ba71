//! Findings of different replies on the same two places, whatever their words.

use std::collections::{BTreeMap, BTreeSet};

use super::findings::members;
use crate::merge::places::{PlaceKey, Sides};
use crate::model::{AgentResult, UnifiedFinding};
use crate::order::Gather;

/// So many findings on one pair of places are compared.
const ON_ONE_SPOT: usize = 8;

/// Pairs of unified findings, by their places, that different replies report on the same two places: each side names a
/// section or lines, and the same of the same document.
#[must_use]
pub fn pairs<R: std::borrow::Borrow<AgentResult>>(replies: &[R], findings: &[UnifiedFinding]) -> Vec<[usize; 2]> {
    let mut spots: BTreeMap<Vec<Vec<PlaceKey>>, Vec<usize>> = BTreeMap::new();
    for (at, finding) in findings.iter().enumerate() {
        let sides = Sides::between(finding.location.as_ref(), finding.counter_location.as_ref());
        let sides: Vec<Vec<PlaceKey>> = sides.iter().map(<[PlaceKey]>::to_vec).collect();
        let is_exact = |place: &PlaceKey| !place.section.is_empty() || place.lines.is_some();
        if sides.len() == 2 && sides.iter().flatten().all(is_exact) {
            spots.entry(sides).or_default().push(at);
        }
    }
    let said_by = |at: usize| -> BTreeSet<usize> {
        findings.get(at).map(|finding| members(replies, finding).map(|(reply, ..)| reply).gather()).unwrap_or_default()
    };
    let mut pairs = Vec::new();
    for on_spot in spots.into_values().filter(|on_spot| on_spot.len() > 1) {
        let on_spot: Vec<(usize, BTreeSet<usize>)> =
            on_spot.into_iter().take(ON_ONE_SPOT).map(|at| (at, said_by(at))).collect();
        for (number, (one, theirs)) in on_spot.iter().enumerate() {
            let apart = on_spot.iter().skip(number + 1).filter(|(_, others)| theirs.is_disjoint(others));
            pairs.extend(apart.map(|(other, _)| [*one, *other]));
        }
    }
    pairs
}
