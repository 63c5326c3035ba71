//! When findings of different replies are one, and when two names mean one unit. Pure functions, no report.
//!
//! A wrong merge hides a problem; a duplicate costs a line. So two findings are one where they are about the same spot
//! ([`meeting`]) and say alike things of it ([`terms`], [`similarity`]), each is the other's likest ([`edges`]), and neither
//! is far from what else is merged with them ([`groups`]). What only may be one is a suggestion, and a person decides
//! ([`decisions`]). A group keeps every member and throws no assessment away; its first member, the most detailed one, is
//! shown.
//!
//! Each finding is in exactly one group; no group holds two findings of one reply, unless a person says so. Groups do not
//! depend on the order in which the findings come, but on their ranks alone, and all that is compared is whole numbers.

pub mod candidates;
pub mod decisions;
pub mod edges;
pub mod groups;
pub mod match_previous;
pub mod meeting;
pub mod nodes;
pub mod places;
pub mod similar_pairs;
pub mod similarity;
pub mod stem;
pub mod terms;
pub mod words;

use crate::model::{Diagnostic, Finding, PairDecision};
use crate::order::Arrange;
use decisions::Decisions;
use edges::Standing;
use groups::Groups;

/// A finding, with the rank that it has among all: its reply's place in the report's order, then its own place.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'f> {
    /// The place of its reply.
    pub reply: u32,
    /// Its place in that reply.
    pub position: u32,
    /// What its reply is about: documents, one a line, or another name. Where a place names no document, it is there.
    pub subject: &'f str,
    /// The finding.
    pub finding: &'f Finding,
}

impl Candidate<'_> {
    fn rank(&self) -> (u32, u32) {
        (self.reply, self.position)
    }

    /// How much it says, in characters.
    fn detail(&self) -> usize {
        let texts =
            [Some(&self.finding.description), self.finding.suggestion.as_ref(), self.finding.discussion.as_ref()];
        texts.into_iter().flatten().map(|text| text.chars().count()).sum()
    }
}

/// Findings put together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Findings that are one, by their places among the candidates: the most detailed first, the others by rank. The
    /// groups are in the order of the best rank that each has; every candidate is in exactly one.
    pub groups: Vec<Vec<usize>>,
    /// Pairs of groups that may be one, the likest first.
    pub suggestions: Vec<Alike>,
    /// Bounds that were reached, decisions that contradict each other.
    pub diagnostics: Vec<Diagnostic>,
}

/// Two groups that may be one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alike {
    /// A finding of each, by its place among the candidates: the two that are alike.
    pub findings: [usize; 2],
    /// Why they may be one, and why they are apart.
    pub reason: String,
    /// How alike, in percent.
    pub similarity: u32,
}

/// Puts together the findings that are one.
#[must_use]
pub fn merge(candidates: &[Candidate<'_>], decisions: &[PairDecision]) -> Merged {
    let mut diagnostics = Vec::new();
    let decisions = Decisions::of(decisions, &mut diagnostics);
    let nodes = nodes::nodes(candidates, &decisions.told_apart());
    diagnostics.extend(nodes::bounds(&nodes));
    let pairs = candidates::pairs(&nodes);
    diagnostics.extend(pairs.diagnostics);
    let (edges, remote) = edges::between(&nodes, &pairs.pairs);
    let standings = edges::standings(&edges, &remote, &nodes);
    let mut groups = Groups::new(&nodes, &decisions);
    groups.decide(&mut diagnostics);
    groups
        .walk(edges.iter().zip(&standings).filter(|(_, standing)| **standing == Standing::Ahead).map(|(edge, _)| edge));
    let of_remote = edges::standings(&remote, &[], &nodes);
    let doubts = groups.doubts(edges.iter().chain(&remote).zip(standings.into_iter().chain(of_remote)));
    let members = |node: usize| nodes.get(node).map(|node| node.members.as_slice()).unwrap_or_default();
    let suggestions = doubts.into_iter().filter_map(|doubt| {
        let [one, other] = doubt.edge.nodes.map(|node| members(node).first().copied());
        Some(Alike { findings: [one?, other?], reason: doubt.reason(), similarity: doubt.edge.similarity.percent() })
    });
    let suggestions = suggestions.collect();
    let groups =
        groups.nodes().into_iter().map(|nodes| nodes.iter().flat_map(|node| members(*node)).copied().collect());
    Merged { groups: in_order(candidates, groups.collect()), suggestions, diagnostics }
}

/// Groups by their best ranks, and in each the most detailed member first, the others by rank.
fn in_order(candidates: &[Candidate<'_>], mut groups: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    let rank = |member: &usize| candidates.get(*member).map(Candidate::rank);
    for group in &mut groups {
        group.arrange_by_key(rank);
    }
    groups.arrange_by_key(|group| group.first().and_then(rank));
    for group in &mut groups {
        let detail = |member: &usize| candidates.get(*member).map(Candidate::detail);
        // The first of the longest: `max_by_key` gives the last of equals.
        let shown = group.iter().enumerate().rev().max_by_key(|(_, member)| detail(member)).map(|(at, _)| at);
        if let Some(shown) = shown.and_then(|shown| group.get_mut(..=shown)) {
            shown.rotate_right(1);
        }
    }
    groups
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::{Candidate, merge};
    use crate::model::{Extra, Finding, FindingState, Location, Place, Severity, Span};

    /// A finding of a type in a section of `a.md`; section 0 stands for no location.
    pub(crate) fn finding(finding_type: &str, section: u32, description: &str) -> Finding {
        let place = Place { document: Some("a.md".to_owned()), section: Some(section.to_string()), lines: None };
        Finding {
            id: "F1".to_owned(),
            severity: Severity::Major,
            stated_severity: None,
            r#type: Some(finding_type.to_owned()).filter(|name| !name.is_empty()),
            stated_type: None,
            state: FindingState::Open,
            location: (section > 0).then(|| Location { text: format!("a.md §{section}"), places: vec![place] }),
            counter_location: None,
            title: None,
            description: description.to_owned(),
            suggestion: None,
            discussion: None,
            fingerprint: String::new(),
            extra: Extra::new(),
            span: Span::default(),
            derived: false,
        }
    }

    fn grouped(findings: &[(u32, u32, Finding)]) -> Vec<Vec<(u32, u32)>> {
        let candidates: Vec<_> = findings
            .iter()
            .map(|(reply, position, finding)| Candidate { reply: *reply, position: *position, subject: "", finding })
            .collect();
        let rank = |member: usize| candidates.get(member).map_or((u32::MAX, 0), Candidate::rank);
        merge(&candidates, &[]).groups.into_iter().map(|group| group.into_iter().map(rank).collect()).collect()
    }

    #[test]
    fn the_most_detailed_is_first_and_the_others_follow_by_rank() {
        let found = [
            (0, 0, finding("regression", 1, "zeppelin")),
            (1, 0, finding("regression", 1, "zeppelin.")),
            (2, 0, finding("regression", 1, "the zeppelin")),
            (3, 0, finding("regression", 1, "the zeppelin")),
        ];
        assert_eq!(grouped(&found), [[(2, 0), (0, 0), (1, 0), (3, 0)]]);
    }

    proptest! {
        #[test]
        fn any_order_gives_the_same_groups_of_all(
            made in prop::collection::vec((0u32..4, prop::sample::select(&["regression", "contradiction"][..]), 0u32..3, "[ab]{0,3}"), 0..24).prop_flat_map(|made| {
                let mut found: Vec<(u32, u32, Finding)> = Vec::new();
                for (reply, finding_type, section, description) in made {
                    let position = u32::try_from(found.iter().filter(|other| other.0 == reply).count()).unwrap_or(0);
                    found.push((reply, position, finding(finding_type, section, &description)));
                }
                (Just(found.clone()), Just(found).prop_shuffle())
            }),
        ) {
            let (found, shuffled) = made;
            let groups = grouped(&found);
            prop_assert_eq!(&groups, &grouped(&shuffled));
            let mut members: Vec<_> = groups.iter().flatten().copied().collect();
            members.sort_unstable();
            let mut all: Vec<_> = found.iter().map(|(reply, position, _)| (*reply, *position)).collect();
            all.sort_unstable();
            prop_assert_eq!(members, all);
            for group in groups {
                let mut replies: Vec<_> = group.iter().map(|(reply, _)| *reply).collect();
                replies.sort_unstable();
                replies.dedup();
                prop_assert_eq!(replies.len(), group.len());
            }
        }
    }
}
