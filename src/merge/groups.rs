//! Groups findings that are the same: merges along the kept edges, in order, unless something prevents it.

use std::collections::{BTreeMap, BTreeSet};

use super::decisions::{Decisions, contradiction};
use super::edges::{self, Edge, MatchReason, Standing};
use super::nodes::Node;
use super::similarity::COHERENT;
use crate::model::Diagnostic;
use crate::order::Gather;
use crate::text::steps;

/// The most suggestions for one group.
pub const SUGGESTIONS: usize = 3;

/// So many members of a group are compared with those of another that may join it: its first ones.
const COMPARED: usize = 32;

/// Two groups that may be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// The edge between them.
    pub edge: Edge,
    /// Why they were not united.
    pub because: Because,
}

/// Why two groups were not united.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Because {
    /// One reply reports both.
    OneReply,
    /// One of the two findings is more like another of that reply.
    AnotherIsCloser,
    /// One of the two findings is nearly as like another of that reply.
    AnotherIsNear,
    /// The groups hold findings that are too far from each other.
    Apart,
    /// Their places do not meet.
    Elsewhere,
    /// They name different things.
    OtherThings,
    /// Their texts have too little in common.
    TooLittle,
    /// One of them names no place.
    Nowhere,
}

/// Nodes while they are united.
#[derive(Debug)]
pub struct Groups<'n, 'f> {
    nodes: &'n [Node<'f>],
    decisions: &'n Decisions<'n>,
    /// The group that each node is in.
    of_node: Vec<usize>,
    /// What a person united: for each node the group that it was in by that alone.
    decided: Vec<usize>,
    all: Vec<Group<'n>>,
    /// Two groups that do not belong together, and how many of their members were compared to find that: many edges may lead from
    /// one to the other.
    apart: BTreeMap<[usize; 2], usize>,
}

#[derive(Clone, Debug, Default)]
struct Group<'n> {
    nodes: Vec<usize>,
    seed: usize,
    replies: BTreeSet<u32>,
    fingerprints: BTreeSet<&'n str>,
    findings: usize,
}

impl<'n, 'f> Groups<'n, 'f> {
    /// Every node alone.
    #[must_use]
    pub fn new(nodes: &'n [Node<'f>], decisions: &'n Decisions<'n>) -> Self {
        let alone = |(seed, node): (usize, &'n Node<'f>)| Group {
            nodes: vec![seed],
            seed,
            replies: node.replies.iter().copied().gather(),
            fingerprints: BTreeSet::from([node.fingerprint]),
            findings: node.members.len(),
        };
        Self {
            nodes,
            decisions,
            of_node: (0..nodes.len()).collect(),
            decided: (0..nodes.len()).collect(),
            all: nodes.iter().enumerate().map(alone).collect(),
            apart: BTreeMap::new(),
        }
    }

    /// Unites what a person says is the same, even within a reply, and says where that contradicts what is forbidden.
    pub fn decide(&mut self, diagnostics: &mut Vec<Diagnostic>) {
        let mut holders: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, node) in self.nodes.iter().enumerate() {
            holders.entry(node.fingerprint).or_default().push(at);
        }
        for pair in &self.decisions.same {
            let [one, other] = pair.map(|fingerprint| holders.get(fingerprint).map(Vec::as_slice).unwrap_or_default());
            if one.is_empty() || other.is_empty() {
                continue;
            }
            let held: Vec<_> = one.iter().chain(other).copied().collect();
            let mut apart = held.windows(2).filter_map(|pair| match pair {
                [one, other] => self.unite_decided(*one, *other),
                _ => None,
            });
            if let Some(apart) = apart.next() {
                diagnostics.push(contradiction(pair, &apart));
            }
        }
        self.decided.clone_from(&self.of_node);
    }

    /// Unites two groups; where that would unite what is to stay apart, gives a pair of them.
    fn unite_decided(&mut self, one: usize, other: usize) -> Option<[&'n str; 2]> {
        let [large, small] = self.by_size(one, other)?;
        let (here, there) = self.both(large, small)?;
        let forbidden = self.decisions.forbidden_pair(&here.fingerprints, &there.fingerprints);
        if forbidden.is_none() {
            self.unite(large, small);
        }
        forbidden
    }

    /// Walks edges in order and unites the groups of their ends.
    pub fn walk<'e>(&mut self, edges: impl Iterator<Item = &'e Edge>) {
        for edge in edges {
            let [one, other] = edge.nodes;
            if let Some([large, small]) = self.by_size(one, other)
                && !self.share_a_reply(large, small)
                && !self.are_forbidden(large, small)
                && self.is_undecided(large, small)
            {
                if self.belong_together(large, small) {
                    self.unite(large, small);
                } else {
                    self.apart.insert([large, small], self.compared(large, small));
                }
            }
        }
    }

    /// How many members of two groups are compared. A group grows at its end, so the first are always the same.
    fn compared(&self, large: usize, small: usize) -> usize {
        let count = |group: &Group<'_>| group.nodes.len().min(COMPARED);
        self.both(large, small).map_or(0, |(large, small)| count(large) + count(small))
    }

    /// Whether other members would be compared than when two groups were found not to belong together, if they were.
    fn is_undecided(&self, large: usize, small: usize) -> bool {
        steps::add(1);
        self.apart.get(&[large, small]).is_none_or(|compared| *compared != self.compared(large, small))
    }

    /// Edges between groups, the best first, one for two groups and at most [`SUGGESTIONS`] for each: what a person may
    /// decide. Beside each edge is its standing.
    #[must_use]
    pub fn doubts<'e>(&self, edges: impl Iterator<Item = (&'e Edge, Standing)>) -> Vec<Doubt> {
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        let mut seen = BTreeSet::new();
        let mut doubts = Vec::new();
        for (edge, standing) in edges {
            let [one, other] = edge.nodes;
            let Some([large, small]) = self.by_size(one, other) else { continue };
            let remote = edge.reason.is_doubtful();
            // Whoever has a finding of that reply already is not looked for elsewhere.
            if remote && (standing == Standing::Behind || self.share_a_reply(large, small)) {
                continue;
            }
            let full = [large, small].iter().any(|group| counts.get(group).is_some_and(|count| *count >= SUGGESTIONS));
            if full || !seen.insert([large.min(small), large.max(small)]) || self.are_forbidden(large, small) {
                continue;
            }
            for group in [large, small] {
                *counts.entry(group).or_default() += 1;
            }
            let because = match edge.reason {
                MatchReason::Template => Because::OtherThings,
                MatchReason::Somewhat | MatchReason::EqualLines => Because::TooLittle,
                MatchReason::OneDocument => Because::Elsewhere,
                MatchReason::PerhapsThere => Because::Nowhere,
                _ if self.share_a_reply(large, small) => Because::OneReply,
                _ => match standing {
                    Standing::Behind => Because::AnotherIsCloser,
                    Standing::Level => Because::AnotherIsNear,
                    Standing::Ahead => Because::Apart,
                },
            };
            doubts.push(Doubt { edge: *edge, because });
        }
        doubts
    }

    /// The nodes of each group.
    #[must_use]
    pub fn nodes(&self) -> Vec<&[usize]> {
        self.all.iter().map(|group| group.nodes.as_slice()).filter(|nodes| !nodes.is_empty()).collect()
    }

    /// The groups of two nodes, the larger first, else the one whose seed is of better rank; `None` where it is one.
    fn by_size(&self, one: usize, other: usize) -> Option<[usize; 2]> {
        let [one, other] = [*self.of_node.get(one)?, *self.of_node.get(other)?];
        // Nodes are in the order of their ranks.
        let size = |group: usize| self.all.get(group).map(|group| (group.findings, std::cmp::Reverse(group.seed)));
        (one != other).then(|| if size(one) >= size(other) { [one, other] } else { [other, one] })
    }

    fn both(&self, large: usize, small: usize) -> Option<(&Group<'n>, &Group<'n>)> {
        Some((self.all.get(large)?, self.all.get(small)?))
    }

    fn share_a_reply(&self, large: usize, small: usize) -> bool {
        let share = |(large, small): (&Group<'_>, &Group<'_>)| {
            steps::add(large.replies.len().min(small.replies.len()));
            let (few, many) = if small.replies.len() < large.replies.len() { (small, large) } else { (large, small) };
            few.replies.iter().any(|reply| many.replies.contains(reply))
        };
        self.both(large, small).is_some_and(share)
    }

    fn are_forbidden(&self, large: usize, small: usize) -> bool {
        let apart = |(large, small): (&Group<'_>, &Group<'_>)| {
            self.decisions.keep_apart(&large.fingerprints, &small.fingerprints)
        };
        self.both(large, small).is_some_and(apart)
    }

    /// Whether each member of one group belongs with each of the other, and they are alike on the average: what is alike to a
    /// third is not alike for that. Of what a person united, the likest stands for all.
    fn belong_together(&self, large: usize, small: usize) -> bool {
        let Some((large, small)) = self.both(large, small) else { return false };
        let compared = |group: &'_ Group<'n>| -> BTreeMap<usize, Vec<&'n Node<'f>>> {
            let mut united: BTreeMap<usize, Vec<&Node<'f>>> = BTreeMap::new();
            for at in group.nodes.iter().take(COMPARED) {
                if let (Some(node), Some(decided)) = (self.nodes.get(*at), self.decided.get(*at)) {
                    united.entry(*decided).or_default().push(node);
                }
            }
            united
        };
        let (there, joining) = (compared(large), compared(small));
        let likest = |nodes: &[&Node<'f>], others: &[&Node<'f>]| {
            let alike = |node: &Node<'f>| others.iter().filter_map(move |other| edges::kinship(node, other)).max();
            nodes.iter().filter_map(|node| alike(node)).max()
        };
        let mut sum = 0;
        let mut count = 0;
        for (nodes, others) in joining.values().flat_map(|nodes| there.values().map(move |others| (nodes, others))) {
            let Some(similarity) = likest(nodes, others) else { return false };
            sum += u64::from(similarity.percent());
            count += 1;
        }
        count == 1 || sum >= COHERENT.0 * count
    }

    fn unite(&mut self, large: usize, small: usize) {
        let Some(group) = self.all.get_mut(small).map(std::mem::take) else { return };
        steps::add(group.nodes.len());
        for node in &group.nodes {
            if let Some(of_node) = self.of_node.get_mut(*node) {
                *of_node = large;
            }
        }
        if let Some(large) = self.all.get_mut(large) {
            large.nodes.extend(group.nodes);
            large.replies.extend(group.replies);
            large.fingerprints.extend(group.fingerprints);
            large.findings += group.findings;
        }
    }
}

impl Doubt {
    /// Why the two may be one, and why they are apart.
    #[must_use]
    pub fn reason(&self) -> String {
        let reason = match self.edge.reason {
            MatchReason::BothSides(_) => "Their locations match and their texts are similar",
            MatchReason::OneSide(_) => "Their locations match on one side and their texts are very similar",
            MatchReason::SamePlaces(_) => "They have the same type and locations, and their texts are close",
            MatchReason::Unclear(_) => "They are about the same documents and their texts are very similar",
            MatchReason::SameLines => "Their lines are nearly the same and their texts are somewhat similar",
            MatchReason::Template => "Their locations match and their texts are almost identical",
            MatchReason::EqualText => "Their texts are equal and one of them has no location",
            MatchReason::Unplaced => "Their texts are very similar and one of them has no location",
            MatchReason::OneDocument | MatchReason::PerhapsThere => "Their texts are similar",
            MatchReason::EqualLines => "Both name only these lines",
            MatchReason::Somewhat => "Their locations match and their texts are somewhat similar",
        };
        let because = match self.because {
            Because::OneReply => "one reply reports both",
            Because::AnotherIsCloser => "one of them is more similar to another finding of the same reply",
            Because::AnotherIsNear => "one of them is nearly as similar to another finding of the same reply",
            Because::Elsewhere => "only their document certainly matches",
            Because::OtherThings => "they name different things",
            Because::TooLittle => "their texts have too little in common",
            Because::Nowhere => "one of them has no location",
            Because::Apart => "they differ more from the other findings merged with them",
        };
        format!("{reason}. They stay separate because {because}.")
    }
}
