//! What findings are about: places, concepts, and what their suggestions come down to.

use std::collections::{BTreeMap, BTreeSet};

use super::scopes::Scopes;
use super::{causes, concepts, places};
use crate::model::{Code, Diagnostic, DigestIndex, Finding, ThemeKind, UnifiedFinding};
use crate::order::{Arrange, Gather};
use crate::report::answer::Answer;
use crate::report::findings::members;
use crate::text::steps;

/// Something that two findings or more are about.
#[derive(Clone, Debug)]
pub struct Topic {
    /// What kind of thing.
    pub kind: ThemeKind,
    /// How it is called.
    pub name: String,
    /// The findings, by their places, sorted.
    pub findings: Vec<usize>,
    /// Of them, those that it is the subject of. None where it sets no findings apart: lines that run into others, a
    /// common word of programming.
    pub subject_of: Vec<usize>,
}

impl Topic {
    /// How many dimensions its findings go over.
    #[must_use]
    pub fn spread(&self, scopes: &Scopes) -> usize {
        self.findings.iter().flat_map(|at| scopes.get(*at).dimensions()).gather::<BTreeSet<u32>>().len()
    }
}

/// A finding as reported that stands, with its reply and the place of the unified finding that it is of.
#[derive(Clone, Copy, Debug)]
pub struct Mention<'a> {
    /// The place of the unified finding.
    pub at: usize,
    /// Its reply.
    pub answer: &'a Answer,
    /// What it says.
    pub finding: &'a Finding,
}

/// The topics of the findings that stand, in one order; and the bounds that were reached.
#[must_use]
pub fn topics(
    answers: &[Answer],
    findings: &[UnifiedFinding],
    stands: &[bool],
    index: Option<&DigestIndex>,
    scopes: &Scopes,
) -> (Vec<Topic>, Vec<Diagnostic>) {
    let standing = findings.iter().enumerate().filter(|(at, _)| stands.get(*at) == Some(&true));
    let mentions: Vec<Mention<'_>> = standing
        .flat_map(|(at, finding)| {
            members(answers, finding)
                .filter_map(move |(reply, _, finding)| Some(Mention { at, answer: answers.get(reply)?, finding }))
        })
        .collect();
    let (mut topics, ranges) = places::topics(answers, &mentions);
    let (concepts, crowded) = concepts::topics(&mentions, index, scopes);
    topics.extend(concepts);
    topics.extend(causes::topics(&mentions));
    steps::add(topics.iter().map(|topic| topic.findings.len()).sum());
    let mut bounds = Vec::new();
    let mut reached = |message: String| bounds.push(Diagnostic::new(Code::BoundReached, message, None));
    if ranges > 0 {
        reached(format!(
            "{ranges} times, overlapping lines were not grouped when looking for connections: a mention of lines belongs to at most {} groups.",
            places::CLUSTERS_PER_RANGE
        ));
    }
    if crowded > 0 {
        reached(format!(
            "{crowded} findings name more than {0} concepts. Only the first {0} of each were considered when looking for connections.",
            concepts::CONCEPTS
        ));
    }
    (topics, bounds)
}

/// Things by their keys, each with its name and the findings that are about it.
#[derive(Debug)]
pub struct Shelf<K> {
    held: BTreeMap<K, Consumed>,
}

/// A thing on a [`Shelf`]: its name, the findings that are about it, and those that it is the subject of.
#[derive(Clone, Debug, Default)]
pub struct Consumed {
    /// Its name.
    pub name: String,
    /// The findings, sorted.
    pub findings: Vec<usize>,
    /// Of them, those that it is the subject of.
    pub subject_of: Vec<usize>,
}

impl Consumed {
    /// Notes that a finding mentions it, and whether it is the subject. Findings come in order.
    pub fn note(&mut self, finding: usize, leads: bool) {
        note(&mut self.findings, finding);
        if leads {
            note(&mut self.subject_of, finding);
        }
    }
}

impl<K: Ord> Default for Shelf<K> {
    fn default() -> Self {
        Self { held: BTreeMap::new() }
    }
}

impl<K: Ord> Shelf<K> {
    /// Notes that something is the subject of a finding. Findings come in order; the first name counts.
    pub fn put(&mut self, key: K, name: impl FnOnce() -> String, finding: usize) {
        let held = self.held(key, name);
        note(&mut held.findings, finding);
        note(&mut held.subject_of, finding);
    }

    /// What is held under a key.
    pub fn get(&self, key: &K) -> Option<&Consumed> {
        self.held.get(key)
    }

    /// Adds findings to what is held under a key.
    pub fn widen(&mut self, key: K, more: Consumed) {
        let Consumed { name, findings, subject_of } = more;
        let held = self.held(key, || name);
        for (list, more) in [(&mut held.findings, findings), (&mut held.subject_of, subject_of)] {
            list.extend(more);
            list.arrange();
            list.dedup();
        }
    }

    /// Notes that a finding mentions something.
    pub fn mention(&mut self, key: K, name: impl FnOnce() -> String, finding: usize) {
        note(&mut self.held(key, name).findings, finding);
    }

    fn held(&mut self, key: K, name: impl FnOnce() -> String) -> &mut Consumed {
        self.held.entry(key).or_insert_with(|| Consumed { name: name(), findings: Vec::new(), subject_of: Vec::new() })
    }

    /// What two findings or more are about.
    pub fn topics(self, kind: ThemeKind) -> impl Iterator<Item = Topic> {
        let shared = self.held.into_values().filter(|held| held.findings.len() > 1);
        shared.map(move |Consumed { name, findings, subject_of }| Topic { kind, name, findings, subject_of })
    }
}

fn note(findings: &mut Vec<usize>, finding: usize) {
    if findings.last() != Some(&finding) {
        findings.push(finding);
    }
}

/// The most sets that are remembered for each finding. A set that only others of its findings lead to is kept as well.
const REMEMBERED: usize = 16;

/// Sets of findings that were kept, to recognise one that repeats them.
#[derive(Debug, Default)]
pub struct Kept {
    /// The first sets that hold a finding.
    holding: BTreeMap<usize, Vec<usize>>,
    count: usize,
}

impl Kept {
    /// Keeps a set of findings, unless one that was kept holds so many of them or more. Says whether it did.
    pub fn keep(&mut self, findings: &[usize], many: usize) -> bool {
        let mut common: BTreeMap<usize, usize> = BTreeMap::new();
        for finding in findings {
            let holding = self.holding.get(finding).map(Vec::as_slice).unwrap_or_default();
            steps::add(holding.len());
            for set in holding {
                let count = common.entry(*set).or_default();
                *count += 1;
                if *count >= many {
                    return false;
                }
            }
        }
        for finding in findings {
            let holding = self.holding.entry(*finding).or_default();
            if holding.len() < REMEMBERED {
                holding.push(self.count);
            }
        }
        self.count += 1;
        true
    }
}

/// The names of several things in a line: the first few, and how many more there are.
#[must_use]
pub fn listed(names: &[String]) -> String {
    /// So many are named.
    const NAMED: usize = 4;
    let shown = names.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    if names.len() > NAMED { format!("{shown} and {} more", names.len() - NAMED) } else { shown }
}
