//! Themes: what several findings share, such as a section, a concept or a cause.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::scopes::Scopes;
use super::topics::{Kept, Topic, listed};
use crate::model::{Severity, ThemeKind, UnifiedFinding};
use crate::order::{Arrange, Gather};

/// So many findings make a theme.
pub const FINDINGS: usize = 3;

/// So many units or dimensions a theme is of.
pub const SPREAD: usize = 2;

/// A concept sets its findings apart where fewer than one in so many of all findings name it.
pub const APART: usize = 10;

/// Up to so many findings, a tenth of them makes no theme.
pub const FEW: usize = FINDINGS * APART;

/// So many themes are shown: where everything is a theme, nothing is.
pub const THEMES: usize = 7;

/// A theme, with its findings by their places.
#[derive(Clone, Debug)]
pub struct Found {
    /// What kind of thing it is on.
    pub by: ThemeKind,
    /// The thing, or several that the same findings name.
    pub subject: String,
    /// The findings, sorted.
    pub findings: Vec<usize>,
    /// The dimensions that it goes over, by their numbers.
    pub dimensions: BTreeSet<u32>,
    /// Whether it is critical as a theme.
    pub critical: bool,
}

/// The themes of the findings that stand, `standing` in number: those that are critical first, then the largest.
#[must_use]
pub fn themes(topics: &[Topic], scopes: &Scopes, findings: &[UnifiedFinding], standing: usize) -> Vec<Found> {
    let mut alike: BTreeMap<(ThemeKind, &[usize]), Vec<String>> = BTreeMap::new();
    for topic in topics.iter().filter(|topic| topic.subject_of.len() >= FINDINGS && sets_apart(topic, scopes, standing))
    {
        alike.entry((topic.kind, &topic.subject_of)).or_default().push(topic.name.clone());
    }
    let mut alike: Vec<_> = alike.into_iter().collect();
    alike.arrange_by_key(|((.., members), _)| Reverse(members.len()));
    // What a larger theme of the kind holds is no other.
    let mut kept: BTreeMap<ThemeKind, Kept> = BTreeMap::new();
    alike.retain(|((by, members), _)| kept.entry(*by).or_default().keep(members, members.len()));
    let severity = |at: &usize| findings.get(*at).map(|finding| finding.severity);
    let mut themes: Vec<Found> = Vec::new();
    for ((by, members), names) in alike {
        let units: BTreeSet<u32> = members.iter().flat_map(|at| scopes.get(*at).units()).gather();
        let dimensions: BTreeSet<u32> = members.iter().flat_map(|at| scopes.get(*at).dimensions()).gather();
        if units.len().max(dimensions.len()) < SPREAD {
            continue;
        }
        let weighs = members.iter().filter_map(severity).any(|severity| severity <= Severity::Major);
        themes.push(Found {
            by,
            subject: listed(&names),
            findings: members.to_vec(),
            critical: weighs && dimensions.len() >= SPREAD,
            dimensions,
        });
    }
    themes.arrange_by_key(|theme| (!theme.critical, Reverse(theme.findings.len())));
    themes.truncate(THEMES);
    themes
}

/// Whether a topic tells its findings from the others: what many findings name tells none. Where there are few, it is enough
/// that three name it, or no more than half, and that dimensions meet in it.
fn sets_apart(topic: &Topic, scopes: &Scopes, standing: usize) -> bool {
    let named = topic.findings.len();
    let is_few = || standing <= FEW && (named <= FINDINGS || named * 2 <= standing) && topic.spread(scopes) >= SPREAD;
    topic.kind != ThemeKind::Concept || named * APART < standing || is_few()
}
