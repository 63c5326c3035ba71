//! Compares the parts of a review with the findings of labelled reviews, by how they are written and what is around them: takes
//! back findings that resemble none of those, and finds what no rule recognised. See `docs/formats/prose.md`, "Likely findings".

mod doubted;
mod features;
mod found;
mod parts;
mod weights;

use std::ops::Range;

use super::choose::{self, Choice};
use super::evidence::Genre;
use super::outline::{Node, Outline};
use super::{Scope, signs};
use crate::model::Finding;
use crate::part::Reading;
use crate::part::scales::Scales;
use features::COUNT;
use parts::{Parts, may_be_finding};

pub use features::names;

/// A part of a reply, and what is measured of it, in the order of [`names`].
#[derive(Debug)]
pub struct Observed {
    /// Its lines before its first part.
    pub own: Range<usize>,
    /// Its lines.
    pub lines: Range<usize>,
    /// How much each feature measures.
    pub measured: [i32; COUNT],
}

/// What is measured of each part that may be a finding: the weights are learned from it.
#[must_use]
pub fn observe<'t>(
    reading: &Reading<'_, 't>,
    outline: &Outline<'t>,
    scope: Scope<'_>,
    scales: Scales,
) -> Vec<Observed> {
    let choice = choose::choose(reading, outline, scope, scales, &[]);
    let measured = Parts::of(reading, outline, scope, scales, &choice).measured;
    let parts = outline.nodes.iter().zip(measured).filter(|(node, _)| may_be_finding(node));
    let observed = |(node, measured): (&Node<'_>, _)| Observed {
        own: signs::own_lines(outline, node),
        lines: node.lines.clone(),
        measured,
    };
    parts.map(observed).collect()
}

/// How many parts have to be likely where nothing else was found.
const SEVERAL: usize = 3;

/// Takes back findings, and adds likely ones, by how much they resemble the labelled findings.
pub fn revise(
    reading: &mut Reading<'_, '_>,
    outline: &Outline<'_>,
    scope: Scope<'_>,
    scales: Scales,
    before: &[Finding],
    choice: &mut Choice,
) {
    if scope.protocol || choice.genre == Genre::Unknown {
        return;
    }
    // A reply in which nothing else is a finding has several, or none.
    let least = if choice.chosen.is_empty() && before.is_empty() { SEVERAL } else { 1 };
    let parts = Parts::of(reading, outline, scope, scales, choice);
    doubted::take_back(&parts, reading, outline, choice);
    found::add(&parts, reading, outline, before, least, choice);
}
