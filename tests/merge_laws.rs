//! What holds for all that is merged: the groups are those that a slow and plain twin finds by comparing all with all,
//! members are the findings read, what is forbidden is apart, and the work stays in proportion.
#![allow(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used)]

#[path = "support/results.rs"]
mod results;

use proptest::prelude::*;
use reconvene::merge::meeting::{Precision, Spots};
use reconvene::merge::similarity::{
    AKIN, ALIKE, CLOSELY_ALIKE, FAR_LEAD, LEAD, MORE_THAN_ALIKE, MUCH_ALIKE, NEAR, PERHAPS_ALIKE, STRIKING, Similarity,
    UNPLACED, VERY_ALIKE,
};
use reconvene::merge::terms::Terms;
use reconvene::merge::{Candidate, Merged, merge};
use reconvene::model::{Finding, Location, PairDecision, Place, Severity};
use reconvene::part::fingerprint;
use reconvene::text::inline;
use results::{finding, location};

/// A finding with the reply that it is of.
type Found = (u32, Finding);

const WORDS: [&str; 14] = [
    "zeppelin", "hangar", "mooring", "mast", "wombat", "quokka", "`keel`", "girder", "rudder", "the", "agent",
    "marmot", "gecko", "lemur",
];

fn findings() -> impl Strategy<Value = Vec<Found>> {
    let types = prop::sample::select(&["regression", "Regression", "contradiction", ""][..]);
    let words = prop::collection::vec(prop::sample::select(&WORDS[..]), 0..6);
    let lines = prop::option::of((1u32..7, 0u32..5));
    let one = (0u32..5, types, 0u32..4, prop::option::of(1u32..3), lines, words);
    let one = one.prop_map(|(reply, finding_type, section, counter, lines, words)| {
        let mut made = finding("F1", Severity::Major, finding_type, &section.to_string(), &words.join(" "));
        made.r#type = made.r#type.filter(|name| !name.is_empty());
        made.location = made.location.filter(|_| section > 0);
        if let Some((first, more)) = lines {
            let lines = Some([first, first + more]);
            let place = Place { document: Some("a.md".to_owned()), section: None, lines };
            made.location = Some(Location { text: format!("a.md:{first}-{}", first + more), places: vec![place] });
        }
        made.counter_location = counter.map(|section| location("b", "b.md", &section.to_string()));
        made.fingerprint = fingerprint::of(&made);
        (reply, made)
    });
    prop::collection::vec(one, 0..28)
}

fn decisions(found: &[Found]) -> impl Strategy<Value = Vec<PairDecision>> + use<> {
    let fingerprints: Vec<String> = found.iter().map(|(_, finding)| finding.fingerprint.clone()).collect();
    if fingerprints.is_empty() {
        return Just(Vec::new()).boxed();
    }
    let one = (prop::sample::select(fingerprints.clone()), prop::sample::select(fingerprints), any::<bool>());
    let one = one.prop_map(|(one, other, same)| PairDecision { fingerprints: [one, other], same });
    prop::collection::vec(one, 0..5).boxed()
}

fn candidates(found: &[Found]) -> Vec<Candidate<'_>> {
    let mut positions = [0u32; 5];
    let mut made = Vec::new();
    for (reply, finding) in found {
        let position = &mut positions[*reply as usize];
        made.push(Candidate { reply: *reply, position: *position, subject: "?", finding });
        *position += 1;
    }
    made
}

/// The groups, each sorted, all sorted.
fn plainly(mut groups: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    for group in &mut groups {
        group.sort_unstable();
    }
    groups.sort();
    groups
}

// ── the twin

/// A node of the twin: the candidates that it holds.
type Node = Vec<usize>;

struct Twin<'f> {
    all: Vec<Candidate<'f>>,
    nodes: Vec<Node>,
    forbidden: Vec<[&'f str; 2]>,
}

impl<'f> Twin<'f> {
    fn new(all: Vec<Candidate<'f>>, decisions: &'f [PairDecision]) -> Self {
        let forbidden = decisions.iter().filter(|decision| !decision.same);
        let forbidden = forbidden.map(|decision| [&*decision.fingerprints[0], &*decision.fingerprints[1]]).collect();
        let mut twin = Self { all, nodes: Vec::new(), forbidden };
        let mut order: Vec<usize> = (0..twin.all.len()).collect();
        order.sort_by_key(|at| (twin.all[*at].reply, twin.all[*at].position));
        for at in order {
            let fits = |node: &Node| {
                let one = twin.all[node[0]].finding;
                let other = twin.all[at].finding;
                let type_of = |finding: &Finding| finding.r#type.as_ref().map(|name| name.to_lowercase());
                type_of(one) == type_of(other)
                    && Spots::of(one, "?") == Spots::of(other, "?")
                    && (&one.fingerprint, &one.description) == (&other.fingerprint, &other.description)
                    && !twin.is_forbidden(&one.fingerprint, &other.fingerprint)
                    && node.iter().all(|member| twin.all[*member].reply != twin.all[at].reply)
            };
            match twin.nodes.iter().position(fits) {
                Some(node) => twin.nodes[node].push(at),
                None => twin.nodes.push(vec![at]),
            }
        }
        twin
    }

    fn is_forbidden(&self, one: &str, other: &str) -> bool {
        self.forbidden.contains(&[one, other]) || self.forbidden.contains(&[other, one])
    }

    fn finding(&self, node: usize) -> &'f Finding {
        self.all[self.nodes[node][0]].finding
    }

    fn similarity(&self, one: usize, other: usize) -> Similarity {
        Similarity::between(&Terms::of(self.finding(one)), &Terms::of(self.finding(other)))
    }

    fn spots(&self, node: usize) -> Spots {
        Spots::of(self.finding(node), "?")
    }

    fn replies(&self, nodes: &[usize]) -> Vec<u32> {
        nodes.iter().flat_map(|node| &self.nodes[*node]).map(|at| self.all[*at].reply).collect()
    }

    fn share_a_reply(&self, some: &[usize], others: &[usize]) -> bool {
        let others = self.replies(others);
        self.replies(some).iter().any(|reply| others.contains(reply))
    }

    fn words(&self, node: usize) -> String {
        inline::words(&self.finding(node).description)
    }

    fn edge(&self, one: usize, other: usize) -> Option<(Similarity, bool, Option<Precision>)> {
        let (left, right) = (self.spots(one), self.spots(other));
        let similarity = self.similarity(one, other);
        if left.is_empty() || right.is_empty() {
            let equal = self.words(one) == self.words(other) && !self.words(one).is_empty();
            let template = Terms::of(self.finding(one)).name_other_things(&Terms::of(self.finding(other)));
            let alike = similarity.is_founded() && similarity.at_least(UNPLACED) && !template;
            return if equal {
                Some((Similarity::EQUAL, true, None))
            } else {
                (left.is_empty() != right.is_empty() && alike).then_some((similarity, true, None))
            };
        }
        let meeting = left.meeting(&right)?;
        let same = self.is_same_question(one, other);
        let template = Terms::of(self.finding(one)).name_other_things(&Terms::of(self.finding(other)));
        let is_edge = match meeting.precision {
            _ if template && similarity.at_least(STRIKING) => false,
            _ if !similarity.is_founded() => false,
            Precision::Document => similarity.at_least(STRIKING),
            Precision::Unclear => similarity.at_least(CLOSELY_ALIKE),
            Precision::Section | Precision::Lines => {
                (meeting.whole && similarity.at_least(ALIKE))
                    || similarity.at_least(VERY_ALIKE)
                    || (same && !template && similarity.at_least(NEAR))
                    || (similarity.at_least(AKIN) && left.on_the_same_lines(&right))
            }
        };
        is_edge.then_some((similarity, false, Some(meeting.precision)))
    }

    /// How alike two nodes are that speak of one document, where that is worth a thought at least.
    fn rivalry(&self, one: usize, other: usize) -> Option<u32> {
        if let Some((similarity, ..)) = self.edge(one, other) {
            return Some(similarity.percent());
        }
        let (left, right) = (self.spots(one), self.spots(other));
        let share = left.documents().iter().any(|document| right.documents().contains(document));
        let similarity = self.similarity(one, other);
        if left.is_empty() || right.is_empty() {
            return (similarity.is_founded() && similarity.at_least(PERHAPS_ALIKE)).then(|| similarity.percent());
        }
        let template = Terms::of(self.finding(one)).name_other_things(&Terms::of(self.finding(other)));
        let counts = match left.meeting(&right) {
            _ if !share => false,
            None => similarity.at_least(VERY_ALIKE),
            Some(_) if template && similarity.at_least(STRIKING) => true,
            Some(_) if !similarity.is_founded() => similarity.shares_words() && similarity.at_least(AKIN),
            Some(meeting) => similarity.at_least(match meeting.precision {
                Precision::Unclear => MORE_THAN_ALIKE,
                Precision::Section | Precision::Lines if meeting.whole => AKIN,
                _ => MUCH_ALIKE,
            }),
        };
        counts.then(|| similarity.percent())
    }

    /// Whether two nodes are strikingly alike, or clearly more than either is with another of the other's reply.
    fn is_ahead(&self, one: usize, other: usize, similarity: Similarity) -> bool {
        let others = |from: usize, to: usize| {
            (0..self.nodes.len())
                .filter(move |end| {
                    *end != to && self.share_a_reply(&[*end], &[to]) && !self.share_a_reply(&[*end], &[from])
                })
                .filter_map(move |end| self.rivalry(from.min(end), from.max(end)))
        };
        let second = others(one, other).chain(others(other, one)).max().unwrap_or(0);
        let lead = if self.is_alike_by_lines(one, other) { FAR_LEAD } else { LEAD };
        similarity.at_least(STRIKING) || similarity.percent() >= second + lead
    }

    /// Whether nothing makes an edge of two nodes but that they are on nearly the same lines.
    fn is_alike_by_lines(&self, one: usize, other: usize) -> bool {
        let (left, right) = (self.spots(one), self.spots(other));
        let similarity = self.similarity(one, other);
        let template = Terms::of(self.finding(one)).name_other_things(&Terms::of(self.finding(other)));
        left.on_the_same_lines(&right)
            && !similarity.at_least(VERY_ALIKE)
            && !(similarity.at_least(ALIKE) && left.meeting(&right).is_some_and(|meeting| meeting.whole))
            && (template || !self.is_same_question(one, other))
    }

    fn is_same_question(&self, one: usize, other: usize) -> bool {
        let type_of = |node| self.finding(node).r#type.as_ref().map(|name| name.to_lowercase());
        type_of(one).is_some() && type_of(one) == type_of(other) && self.spots(one).equal(&self.spots(other))
    }

    /// How alike two nodes are that may be members of one group, in percent.
    fn kinship(&self, one: usize, other: usize) -> Option<u32> {
        let (left, right) = (self.spots(one), self.spots(other));
        let similarity = self.similarity(one, other);
        if left.is_empty() || right.is_empty() {
            let equal = (self.words(one) == self.words(other)).then_some(100);
            return Some(similarity.percent()).filter(|_| similarity.at_least(AKIN)).or(equal);
        }
        let belongs = if left.meeting(&right).is_none() {
            similarity.at_least(VERY_ALIKE)
        } else {
            similarity.at_least(AKIN)
                || (similarity.at_least(NEAR) && (self.is_same_question(one, other) || left.on_the_same_lines(&right)))
        };
        belongs.then(|| similarity.percent())
    }

    fn groups(&self, decisions: &[PairDecision]) -> Vec<Vec<usize>> {
        let count = self.nodes.len();
        let mut edges = Vec::new();
        for one in 0..count {
            for other in one + 1..count {
                if !self.share_a_reply(&[one], &[other])
                    && let Some((similarity, placeless, precision)) = self.edge(one, other)
                {
                    edges.push((std::cmp::Reverse(similarity), placeless, precision, one, other));
                }
            }
        }
        edges.sort();
        // Each group: its seed, then its nodes.
        let mut groups: Vec<(usize, Vec<usize>)> = (0..count).map(|node| (node, vec![node])).collect();
        let mut same: Vec<[&String; 2]> = decisions
            .iter()
            .filter(|decision| decision.same)
            .map(|decision| {
                let [one, other] = &decision.fingerprints;
                [one.min(other), one.max(other)]
            })
            .filter(|[one, other]| !self.is_forbidden(one, other))
            .collect();
        same.sort();
        same.dedup();
        for pair in same {
            let holding = |side: usize| (0..count).filter(move |node| &self.finding(*node).fingerprint == pair[side]);
            let held: Vec<usize> = holding(0).chain(holding(1)).collect();
            for two in held.windows(2) {
                if self.unite(&mut groups, two[0], two[1], None).is_none() {
                    break;
                }
            }
        }
        let decided: Vec<Vec<usize>> = groups.iter().map(|(_, nodes)| nodes.clone()).collect();
        for (at, (std::cmp::Reverse(similarity), _, _, one, other)) in edges.iter().enumerate() {
            let first = |from: usize, to: usize| {
                edges[..at].iter().all(|(.., left, right)| {
                    let end = if *left == from { *right } else { *left };
                    (*left != from && *right != from) || !self.share_a_reply(&[end], &[to])
                })
            };
            if first(*one, *other) && first(*other, *one) && self.is_ahead(*one, *other, *similarity) {
                self.unite(&mut groups, *one, *other, Some(&decided));
            }
        }
        groups.into_iter().map(|(_, nodes)| nodes.iter().flat_map(|node| self.nodes[*node].clone()).collect()).collect()
    }

    /// `decided` is what a person united; without it, this is a person's word.
    fn unite(
        &self,
        groups: &mut Vec<(usize, Vec<usize>)>,
        one: usize,
        other: usize,
        decided: Option<&[Vec<usize>]>,
    ) -> Option<()> {
        let find = |node: usize| groups.iter().position(|(_, nodes)| nodes.contains(&node)).unwrap();
        let (one, other) = (find(one), find(other));
        if one == other {
            return Some(());
        }
        let size = |at: usize| groups[at].1.iter().map(|node| self.nodes[*node].len()).sum::<usize>();
        let swap = size(other) > size(one) || (size(other) == size(one) && groups[other].0 < groups[one].0);
        let (large, small) = if swap { (other, one) } else { (one, other) };
        let forbidden = groups[large].1.iter().any(|left| {
            let fingerprint = &self.finding(*left).fingerprint;
            groups[small].1.iter().any(|right| self.is_forbidden(fingerprint, &self.finding(*right).fingerprint))
        });
        let (there, joining) = (&groups[large].1, &groups[small].1);
        let united = |node: &usize| {
            decided.into_iter().flatten().find(|nodes| nodes.contains(node)).cloned().unwrap_or_default()
        };
        let sets = |nodes: &[usize]| nodes.iter().map(united).collect::<std::collections::BTreeSet<Vec<usize>>>();
        let likest = |nodes: &[usize], others: &[usize]| {
            let pairs = nodes.iter().flat_map(|one| others.iter().map(move |other| (*one, *other)));
            pairs.filter_map(|(one, other)| self.kinship(one, other)).max()
        };
        let together = || {
            let pairs = sets(joining)
                .into_iter()
                .flat_map(|nodes| sets(there).into_iter().map(move |others| (nodes.clone(), others)));
            let alike: Option<Vec<u32>> = pairs.map(|(nodes, others)| likest(&nodes, &others)).collect();
            alike.is_some_and(|alike| {
                alike.len() < 2 || alike.iter().sum::<u32>() >= 20 * u32::try_from(alike.len()).unwrap()
            })
        };
        let allowed = decided.is_none() || (!self.share_a_reply(&groups[large].1, &groups[small].1) && together());
        if forbidden || !allowed {
            return None;
        }
        let nodes = groups[small].1.clone();
        groups[large].1.extend(nodes);
        groups.remove(small);
        Some(())
    }
}

fn bounds(merged: &Merged) -> usize {
    merged.diagnostics.iter().filter(|diagnostic| diagnostic.code == "bound-reached").count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn a_slow_and_plain_twin_finds_the_same_groups(
        (found, decisions) in findings().prop_flat_map(|found| (Just(found.clone()), decisions(&found))),
    ) {
        let merged = merge(&candidates(&found), &decisions);
        prop_assert_eq!(bounds(&merged), 0);
        let twin = Twin::new(candidates(&found), &decisions);
        prop_assert_eq!(plainly(merged.groups), plainly(twin.groups(&decisions)));
    }

    #[test]
    fn members_are_the_findings_and_no_group_shares_a_reply(found in findings()) {
        let merged = merge(&candidates(&found), &[]);
        let mut members: Vec<_> = merged.groups.iter().flatten().copied().collect();
        members.sort_unstable();
        prop_assert_eq!(members, (0..found.len()).collect::<Vec<_>>());
        for group in &merged.groups {
            let mut replies: Vec<_> = group.iter().map(|at| found[*at].0).collect();
            replies.sort_unstable();
            replies.dedup();
            prop_assert_eq!(replies.len(), group.len());
        }
    }

    #[test]
    fn what_is_forbidden_is_apart_and_what_is_decided_is_one_unless_it_is_forbidden(
        (found, decisions) in findings().prop_flat_map(|found| (Just(found.clone()), decisions(&found))),
    ) {
        let merged = merge(&candidates(&found), &decisions);
        let group_of = |fingerprint: &str| -> Vec<usize> {
            let holds = |group: &&Vec<usize>| group.iter().any(|at| found[*at].1.fingerprint == fingerprint);
            merged.groups.iter().enumerate().filter(|(_, group)| holds(group)).map(|(at, _)| at).collect()
        };
        let contradicted = merged.diagnostics.iter().any(|diagnostic| diagnostic.code == "contradicting-decisions");
        for decision in &decisions {
            let [one, other] = &decision.fingerprints;
            if decision.same {
                prop_assert!(contradicted || (group_of(one) == group_of(other) && group_of(one).len() == 1));
            } else if one == other {
                let count = found.iter().filter(|(_, finding)| &finding.fingerprint == one).count();
                prop_assert_eq!(group_of(one).len(), count);
            } else {
                prop_assert!(group_of(one).iter().all(|at| !group_of(other).contains(at)));
            }
        }
    }

    #[test]
    fn suggestions_are_between_groups_and_few(found in findings()) {
        let merged = merge(&candidates(&found), &[]);
        let group_of = |at: usize| merged.groups.iter().position(|group| group.contains(&at)).unwrap();
        let mut counts = vec![0; merged.groups.len()];
        for suggestion in &merged.suggestions {
            let [one, other] = suggestion.findings.map(group_of);
            prop_assert_ne!(one, other);
            counts[one] += 1;
            counts[other] += 1;
        }
        prop_assert!(counts.iter().all(|count| *count <= 3));
    }
}
