//! Which findings of an earlier report are findings of this one: the same places, similarity and decisions as in merging.
//!
//! Both reports have their groups already, so groups are compared, and a group of one has at most one counterpart in the
//! other, save where members are equal to the letter or a person says so. Time passes between two reports and documents
//! move under their findings: a striking similarity within one document is enough for what has no better counterpart.

use std::collections::{BTreeMap, BTreeSet};

use super::decisions::Decisions;
use super::edges::{Edge, MatchReason};
use super::nodes::{Node, nodes};
use super::similarity::STRIKING;
use super::{Candidate, candidates, edges};
use crate::model::{Diagnostic, Finding, PairDecision};
use crate::order::Gather;

/// The findings of one report that are one, each with what its reply is about.
#[derive(Clone, Debug, Default)]
pub struct Group<'f> {
    /// Never empty, save where a report is broken.
    pub members: Vec<(&'f str, &'f Finding)>,
}

/// What two reports have in common.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PreviousMatches {
    /// A group of this report and one of the earlier, by their places; sorted.
    pub pairs: Vec<[usize; 2]>,
    /// Pairs of groups without a counterpart that may be one: each the other's likest, and how alike in percent.
    pub doubts: Vec<([usize; 2], u32)>,
    /// Bounds that were reached.
    pub diagnostics: Vec<Diagnostic>,
}

/// Finds for the groups of a report their counterparts among those of an earlier one.
#[must_use]
pub fn match_previous(now: &[Group<'_>], before: &[Group<'_>], decisions: &[PairDecision]) -> PreviousMatches {
    // What contradicts itself was said when this report's findings were merged.
    let decisions = Decisions::of(decisions, &mut Vec::new());
    let mut all: Vec<Candidate<'_>> = Vec::new();
    let mut group_of: Vec<usize> = Vec::new();
    for (reply, groups) in (0..).zip([now, before]) {
        for (at, group) in groups.iter().enumerate() {
            for (subject, finding) in &group.members {
                let position = u32::try_from(all.len()).unwrap_or(u32::MAX);
                all.push(Candidate { reply, position, subject, finding });
                group_of.push(at);
            }
        }
    }
    let nodes = nodes(&all, &[]);
    let found = candidates::pairs(&nodes);
    let (near, remote) = edges::between(&nodes, &found.pairs);
    let moved = |edge: &&Edge| edge.reason == MatchReason::OneDocument && edge.similarity.at_least(STRIKING);

    let sides = Sides { nodes: &nodes, group_of: &group_of };
    let mut matching =
        Matching { decisions: &decisions, fingerprints: [now, before].map(fingerprints), pairs: BTreeSet::new() };
    matching.take(sides.equal().chain(decided(now, before, &decisions)));
    let found_mutual = matching.mutual(near.iter().filter_map(|edge| sides.of(edge)).collect());
    matching.pairs.extend(found_mutual);
    let found_mutual = matching.mutual(remote.iter().filter(moved).filter_map(|edge| sides.of(edge)).collect());
    matching.pairs.extend(found_mutual);
    // What is on the lines of something that is gone need not be like it.
    let like = remote.into_iter().filter(|edge| edge.reason != MatchReason::EqualLines);
    let mut rest: Vec<Edge> = near.into_iter().chain(like).collect();
    edges::sort(&mut rest, &nodes);
    let mut similarity: BTreeMap<[usize; 2], u32> = BTreeMap::new();
    for (pair, edge) in rest.iter().filter_map(|edge| Some((sides.of(edge)?, edge))) {
        similarity.entry(pair).or_insert(edge.similarity.percent());
    }
    let doubts = matching.mutual(rest.iter().filter_map(|edge| sides.of(edge)).collect());
    let doubts = doubts.into_iter().filter_map(|pair| Some((pair, *similarity.get(&pair)?))).collect();
    PreviousMatches { pairs: matching.pairs.into_iter().collect(), doubts, diagnostics: found.diagnostics }
}

/// Nodes, seen as the groups of two reports.
struct Sides<'n, 'f> {
    nodes: &'n [Node<'f>],
    group_of: &'n [usize],
}

impl Sides<'_, '_> {
    /// Groups with members that are equal to the letter.
    fn equal(&self) -> impl Iterator<Item = [usize; 2]> {
        self.nodes.iter().filter_map(|node| match (node.replies.as_slice(), node.members.as_slice()) {
            ([0, 1], [now, before]) => Some([*self.group_of.get(*now)?, *self.group_of.get(*before)?]),
            _ => None,
        })
    }

    /// The groups that an edge joins.
    fn of(&self, edge: &Edge) -> Option<[usize; 2]> {
        // Nodes are in the order of their ranks, so the first is of this report.
        let [now, before] = edge.nodes.map(|node| {
            let member = self.nodes.get(node)?.members.first()?;
            self.group_of.get(*member).copied()
        });
        Some([now?, before?])
    }
}

/// The groups that a person says are the same. Of many that hold one fingerprint, the first stands for all.
fn decided(now: &[Group<'_>], before: &[Group<'_>], decisions: &Decisions<'_>) -> Vec<[usize; 2]> {
    if decisions.same.is_empty() {
        return Vec::new();
    }
    let [now, before] = [now, before].map(holders);
    let mut pairs = Vec::new();
    for [one, other] in &decisions.same {
        for (here, there) in [(one, other), (other, one)] {
            let (Some(here), Some(there)) = (now.get(here), before.get(there)) else { continue };
            if let (Some(first), Some(first_there)) = (here.first(), there.first()) {
                pairs.extend(here.iter().map(|one| [*one, *first_there]));
                pairs.extend(there.iter().map(|other| [*first, *other]));
            }
        }
    }
    pairs
}

/// The fingerprints that each group holds.
fn fingerprints<'f>(groups: &[Group<'f>]) -> Vec<BTreeSet<&'f str>> {
    let of = |group: &Group<'f>| group.members.iter().map(|(_, finding)| finding.fingerprint.as_str()).gather();
    groups.iter().map(of).collect()
}

/// The groups that hold each fingerprint.
fn holders<'f>(groups: &[Group<'f>]) -> BTreeMap<&'f str, BTreeSet<usize>> {
    let mut holders: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for (at, group) in groups.iter().enumerate() {
        for (_, finding) in &group.members {
            holders.entry(&finding.fingerprint).or_default().insert(at);
        }
    }
    holders
}

/// Pairs of groups while they are found.
struct Matching<'d> {
    decisions: &'d Decisions<'d>,
    /// Those of each group of this report, and those of each of the earlier one.
    fingerprints: [Vec<BTreeSet<&'d str>>; 2],
    pairs: BTreeSet<[usize; 2]>,
}

impl Matching<'_> {
    fn take(&mut self, pairs: impl Iterator<Item = [usize; 2]>) {
        let may_be: Vec<_> = pairs.filter(|pair| !self.is_forbidden(*pair)).collect();
        self.pairs.extend(may_be);
    }

    fn is_forbidden(&self, [now, before]: [usize; 2]) -> bool {
        let [of_now, of_before] = &self.fingerprints;
        let both = of_now.get(now).zip(of_before.get(before));
        // What is the very same finding stays it, whatever else is kept apart from it.
        both.is_some_and(|(now, before)| now.is_disjoint(before) && self.decisions.keep_apart(now, before))
    }

    /// Of sorted pairs those that are the first from both their ends, among groups that have no counterpart yet.
    fn mutual(&self, mut sorted: Vec<[usize; 2]>) -> Vec<[usize; 2]> {
        let now: BTreeSet<usize> = self.pairs.iter().map(|[now, _]| *now).gather();
        let before: BTreeSet<usize> = self.pairs.iter().map(|[_, before]| *before).gather();
        sorted.retain(|pair| {
            let [one, other] = pair;
            !now.contains(one) && !before.contains(other) && !self.is_forbidden(*pair)
        });
        let mut first_of_now = BTreeMap::new();
        let mut first_of_before = BTreeMap::new();
        for [now, before] in &sorted {
            first_of_now.entry(*now).or_insert(*before);
            first_of_before.entry(*before).or_insert(*now);
        }
        let mutual = first_of_now.into_iter().filter(|(now, before)| first_of_before.get(before) == Some(now));
        mutual.map(|(now, before)| [now, before]).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::slice::from_ref;

    use super::super::tests::finding;
    use super::{Group, match_previous};
    use crate::model::{Finding, PairDecision};
    use crate::part::fingerprint;

    fn pairs(now: &[&[Finding]], before: &[&[Finding]], decisions: &[PairDecision]) -> Vec<[usize; 2]> {
        let group = |members: &[Finding]| members.iter().map(sealed).collect::<Vec<_>>();
        let [now, before] = [now, before].map(|side| side.iter().map(|members| group(members)).collect::<Vec<_>>());
        let [now, before] =
            [&now, &before].map(|side| side.iter().map(|members| borrowed(members)).collect::<Vec<_>>());
        match_previous(&now, &before, decisions).pairs
    }

    fn borrowed(members: &[Finding]) -> Group<'_> {
        Group { members: members.iter().map(|member| ("", member)).collect() }
    }

    fn sealed(finding: &Finding) -> Finding {
        Finding { fingerprint: fingerprint::of(finding), ..finding.clone() }
    }

    fn decision(one: &Finding, other: &Finding, same: bool) -> PairDecision {
        PairDecision { fingerprints: [fingerprint::of(one), fingerprint::of(other)], same }
    }

    #[test]
    fn the_nearest_of_each_other_are_one() {
        let near = finding("", 1, "zeppelin hangar mooring mast");
        let nearer = finding("", 1, "zeppelin hangar mooring wombat");
        let was = finding("", 1, "zeppelin hangar mooring wombat marmot");
        assert_eq!(pairs(&[from_ref(&near), &[nearer]], &[from_ref(&was)], &[]), [[1, 0]]);
        assert_eq!(pairs(&[&[near]], &[&[was]], &[]), [[0, 0]]);
    }

    #[test]
    fn any_member_may_be_the_one() {
        let (one, other) = (finding("", 1, "zeppelin hangar"), finding("", 1, "quokka wombat"));
        let was = finding("", 1, "quokka wombat marmot");
        assert_eq!(pairs(&[&[one.clone(), other.clone()]], &[&[was]], &[]), [[0, 0]]);
        // What is equal to the letter counts even where groups have changed.
        assert_eq!(pairs(&[&[one.clone(), other.clone()]], &[&[one], &[other]], &[]), [[0, 0], [0, 1]]);
    }

    #[test]
    fn a_document_moves_under_its_findings() {
        let text = "zeppelin hangar mooring mast";
        assert_eq!(pairs(&[&[finding("", 7, text)]], &[&[finding("", 1, text)]], &[]), [[0, 0]]);
        let here = finding("", 1, "zeppelin hangar mooring");
        assert_eq!(pairs(&[&[finding("", 7, text)], &[here]], &[&[finding("", 1, text)]], &[]), [[1, 0]]);
        assert_eq!(pairs(&[&[finding("", 7, "zeppelin wombat quokka")]], &[&[finding("", 1, text)]], &[]), [[0; 2]; 0]);
    }

    #[test]
    fn a_persons_word_binds() {
        let (one, other) = (finding("", 1, "zeppelin hangar"), finding("", 2, "quokka wombat"));
        let (is, was) = ([one.clone()], [other.clone()]);
        assert_eq!(pairs(&[&is], &[&was], &[decision(&other, &one, true)]), [[0, 0]]);
        let close = finding("", 1, "the zeppelin hangar");
        assert_eq!(pairs(&[from_ref(&close)], &[&is], &[]), [[0, 0]]);
        assert_eq!(pairs(&[from_ref(&close)], &[&is], &[decision(&close, &one, false)]), [[0; 2]; 0]);
        // What is equal to the letter is told apart within a report, not from one to the next.
        assert_eq!(pairs(&[&is, &is], &[&is, &is], &[decision(&one, &one, false)]), [[0, 0], [1, 1]]);
        assert_eq!(
            pairs(&[&is, &was], &[&[one.clone(), other.clone()]], &[decision(&one, &other, false)]),
            [[0, 0], [1, 0]]
        );
    }
}
