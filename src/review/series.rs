//! Sections of one shape: each with the same fields, by whatever names. See `docs/formats/prose.md`, "Which are findings".

use std::collections::{BTreeMap, BTreeSet};

use super::outline::{Kind, Node, Outline};
use super::vocabulary;
use crate::part::Reading;
use crate::part::aliases::Aliases;
use crate::part::code_places::{self, Reach};
use crate::text::{fields, inline, steps};

/// How far into a section its fields are looked for, in lines.
const LINES: usize = 40;

/// The headings and bold leads of one section that have two fields or more in common, one of which says what comes of it or
/// how to mend it, where most of them name lines, and half of the titles or a name of a field say what is wrong.
#[must_use]
pub fn read(reading: &Reading<'_, '_>, outline: &Outline<'_>) -> BTreeSet<usize> {
    const SEVERAL: usize = 3;
    let mut found = BTreeSet::new();
    for parent in &outline.nodes {
        for kind in [Kind::Heading, Kind::Bold] {
            let is_of_kind = |at: &&usize| outline.nodes.get(**at).is_some_and(|node| node.kind == kind);
            let parts: Vec<usize> = parent.children.iter().filter(is_of_kind).copied().collect();
            if parts.len() >= SEVERAL {
                found.extend(alike(reading, outline, &parts));
            }
        }
    }
    found
}

/// Those of some parts that have the fields that two of three of them have.
fn alike(reading: &Reading<'_, '_>, outline: &Outline<'_>, parts: &[usize]) -> Vec<usize> {
    const COMMON: usize = 2;
    const REASONS: [&str; 4] = ["rationale", "reason", "reasoning", "why"];
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let told: Vec<(usize, BTreeSet<String>, bool)> = parts
        .iter()
        .filter_map(|at| {
            let (keys, placed) = keys(reading, outline.nodes.get(*at)?);
            for key in &keys {
                *counts.entry(key.clone()).or_default() += 1;
            }
            Some((*at, keys, placed))
        })
        .collect();
    let most = |count: usize| count * 3 >= parts.len() * 2;
    counts.retain(|_, count| most(*count));
    let tells = counts
        .keys()
        .any(|key| (vocabulary::tells_why(key) && !REASONS.contains(&key.as_str())) || vocabulary::is_fix(key));
    let placed = told.iter().filter(|(_, _, placed)| *placed).count();
    let wrong = parts.iter().filter_map(|at| outline.nodes.get(*at)).filter(|node| vocabulary::complains(node.text));
    let complain = counts.keys().any(|key| vocabulary::complains(key)) || wrong.count() * 2 >= parts.len();
    if counts.len() < COMMON || !(tells && complain && most(placed)) {
        return Vec::new();
    }
    let has_common = |keys: &BTreeSet<String>| keys.iter().filter(|key| counts.contains_key(*key)).count() >= COMMON;
    told.into_iter().filter(|(_, keys, _)| has_common(keys)).map(|(at, _, _)| at).collect()
}

/// The names of the fields of a part, and whether one of them says where, with lines.
fn keys(reading: &Reading<'_, '_>, node: &Node<'_>) -> (BTreeSet<String>, bool) {
    let mut keys = BTreeSet::new();
    let mut placed = false;
    for line in node.lines.clone().skip(1).take(LINES).map(|line| reading.paper.line(line)) {
        steps::add(line.len());
        if let Some((key, value, true)) = fields::scan(line) {
            keys.insert(inline::words(key));
            let places = code_places::read(value, &Aliases::none(), Reach::Prose);
            placed |= places.iter().any(|place| place.document.is_some() && place.lines.is_some());
        }
    }
    (keys, placed)
}
