//! Findings of different scopes that name the same place or concept, one of the two at least major.

use std::collections::{BTreeMap, BTreeSet};

use super::scopes::Scopes;
use super::topics::{Topic, listed};
use crate::model::{Code, Diagnostic, Severity, ThemeKind, UnifiedFinding};
use crate::order::Arrange;
use crate::text::steps;

/// The most findings of one topic that are connected, in report order: what everybody names connects nothing.
pub const FINDINGS_PER_TOPIC: usize = 64;

/// The most findings that one is connected with, those on the rarest topics first.
pub const CONNECTIONS: usize = 32;

/// What is connected, by the places of the findings.
#[derive(Debug, Default)]
pub struct Connected {
    /// Findings, and what connects them.
    pub together: Vec<Together>,
    /// For each finding, those that it is connected with, sorted.
    pub of_finding: Vec<Vec<usize>>,
}

/// Findings that are connected.
#[derive(Debug)]
pub struct Together {
    /// By their places, sorted.
    pub findings: Vec<usize>,
    /// What connects them.
    pub on: String,
}

/// The connections of some findings, and the bounds that were reached. A cause connects nothing: that several findings ask
/// for the same is no sign that one bears on the other.
#[must_use]
pub fn connections(topics: &[Topic], scopes: &Scopes, findings: &[UnifiedFinding]) -> (Connected, Vec<Diagnostic>) {
    let weighs = |at: usize| findings.get(at).is_some_and(|finding| finding.severity <= Severity::Major);
    let mut topics: Vec<&Topic> = topics.iter().filter(|topic| topic.kind != ThemeKind::Cause).collect();
    topics.arrange_by_key(|topic| topic.findings.len());
    let mut of_finding: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); findings.len()];
    let mut full: BTreeSet<usize> = BTreeSet::new();
    let mut together: BTreeMap<Vec<usize>, Vec<String>> = BTreeMap::new();
    let crowded = topics.iter().filter(|topic| topic.findings.len() > FINDINGS_PER_TOPIC).count();
    for topic in topics {
        let named: Vec<usize> = topic.findings.iter().take(FINDINGS_PER_TOPIC).copied().collect();
        let mut connected: BTreeSet<usize> = BTreeSet::new();
        for (at, one) in named.iter().enumerate() {
            for other in named.iter().skip(at + 1) {
                steps::add(1);
                if !(weighs(*one) || weighs(*other)) || !scopes.get(*one).is_apart(scopes.get(*other)) {
                    continue;
                }
                connected.extend([*one, *other]);
                for (from, to) in [(*one, *other), (*other, *one)] {
                    if let Some(others) = of_finding.get_mut(from) {
                        if others.len() < CONNECTIONS {
                            others.insert(to);
                        } else if !others.contains(&to) {
                            full.insert(from);
                        }
                    }
                }
            }
        }
        if !connected.is_empty() {
            together.entry(connected.into_iter().collect()).or_default().push(topic.name.clone());
        }
    }
    let together = together.into_iter().map(|(findings, names)| Together { findings, on: listed(&names) });
    let connected = Connected {
        together: together.collect(),
        of_finding: of_finding.into_iter().map(|others| others.into_iter().collect()).collect(),
    };
    (connected, bounds(crowded, full.len()))
}

fn bounds(crowded: usize, full: usize) -> Vec<Diagnostic> {
    let mut bounds = Vec::new();
    if crowded > 0 {
        let message = format!(
            "{crowded} places or concepts are named by more than {FINDINGS_PER_TOPIC} findings: only the first {FINDINGS_PER_TOPIC} of each were considered when looking for connections."
        );
        bounds.push(Diagnostic::new(Code::BoundReached, message, None));
    }
    if full > 0 {
        let message = format!(
            "{full} findings are connected with more than {CONNECTIONS} others. Only {CONNECTIONS} of each are listed."
        );
        bounds.push(Diagnostic::new(Code::BoundReached, message, None));
    }
    bounds
}
