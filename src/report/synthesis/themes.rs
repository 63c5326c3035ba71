//! What several findings come down to: one place, one concept, one cause.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::scopes::Scopes;
use super::topics::{Kept, Topic, listed};
use crate::model::{Severity, ThemeKind, UnifiedFinding};
use crate::order::Arrange;

/// So many findings make a theme.
pub const FINDINGS: usize = 3;

/// So many units or dimensions a theme is of.
pub const SPREAD: usize = 2;

/// A theme of so many units or dimensions raises its findings.
pub const WIDE: usize = 3;

/// A theme, with its findings by their places.
#[derive(Clone, Debug)]
pub struct Found {
    /// What kind of thing it is on.
    pub by: ThemeKind,
    /// The thing, or several that the same findings name.
    pub subject: String,
    /// The findings, sorted.
    pub findings: Vec<usize>,
    /// Over how many units or dimensions it goes, in words.
    pub spread: String,
    /// Whether it raises its findings.
    pub promoted: bool,
}

/// The themes: those that were promoted first, then the largest. Where nothing is to be raised, none is promoted.
#[must_use]
pub fn themes(topics: &[Topic], scopes: &Scopes, findings: &[UnifiedFinding], raise: bool) -> Vec<Found> {
    let mut alike: BTreeMap<(ThemeKind, bool, &[usize]), Vec<String>> = BTreeMap::new();
    for topic in topics.iter().filter(|topic| topic.findings.len() >= FINDINGS) {
        alike.entry((topic.kind, topic.is_blurred, &topic.findings)).or_default().push(topic.name.clone());
    }
    let mut alike: Vec<_> = alike.into_iter().collect();
    alike.arrange_by_key(|((.., members), _)| Reverse(members.len()));
    let mut kept: BTreeMap<ThemeKind, Kept> = BTreeMap::new();
    // What a larger theme of the kind holds is no other; of lines that overlap, half of it is enough.
    alike.retain(|((by, is_blurred, members), _)| {
        let many = if *is_blurred { members.len().div_ceil(2) } else { members.len() };
        kept.entry(*by).or_default().keep(members, many)
    });
    let severity = |at: &usize| findings.get(*at).map(|finding| finding.severity);
    let mut themes: Vec<Found> = Vec::new();
    for ((by, _, members), names) in alike {
        let units: BTreeSet<u32> = members.iter().flat_map(|at| scopes.get(*at).units()).collect();
        let dimensions: BTreeSet<u32> = members.iter().flat_map(|at| scopes.get(*at).dimensions()).collect();
        let spread = units.len().max(dimensions.len());
        if spread < SPREAD {
            continue;
        }
        let weighs = members.iter().filter_map(severity).any(|severity| severity <= Severity::Major);
        let of = if units.len() < dimensions.len() { "dimensions" } else { "units" };
        themes.push(Found {
            by,
            subject: listed(&names),
            findings: members.to_vec(),
            spread: format!("{spread} {of}"),
            promoted: raise && weighs && spread >= WIDE,
        });
    }
    themes.arrange_by_key(|theme| (!theme.promoted, Reverse(theme.findings.len())));
    themes
}
