//! Compares the parts of a review with the findings of labelled reviews, in how they are written and in what stands around them:
//! takes back what resembles none of them, and finds what no rule recognised. See `docs/formats/prose.md`, "Likely findings".

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

/// Weighs what was chosen of a review, and what was not, by its likeness to findings.
pub fn weigh(
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
    let parts = Parts::of(reading, outline, scope, scales, choice);
    doubted::take_back(&parts, outline, choice);
    found::add(&parts, reading, outline, before, choice);
}
