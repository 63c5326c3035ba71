//! Which findings may be one: edges between nodes, the likest first, and which of them are mutual.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::likeness::{ALIKE, Likeness, MUCH_ALIKE, NEAR};
use super::meeting::Grain;
use super::nodes::Node;

/// Two nodes that may be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The nodes by their places, the one of better rank first.
    pub nodes: [usize; 2],
    /// How alike their texts are.
    pub likeness: Likeness,
    /// Why they may be one.
    pub ground: Ground,
}

/// Why two findings may be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ground {
    /// Places meet on both sides, texts are alike.
    BothSides(Grain),
    /// Places meet on one side, texts are much alike.
    OneSide(Grain),
    /// One type, the same places, texts are near.
    SamePlaces(Grain),
    /// One of them names no place; the texts are equal.
    EqualText,
}

impl Ground {
    fn grain(self) -> Option<Grain> {
        match self {
            Self::BothSides(grain) | Self::OneSide(grain) | Self::SamePlaces(grain) => Some(grain),
            Self::EqualText => None,
        }
    }
}

/// The edge between two nodes of different replies, if there is one.
#[must_use]
pub fn edge(nodes: &[Node<'_>], one: usize, other: usize) -> Option<Edge> {
    let (left, right) = (nodes.get(one)?, nodes.get(other)?);
    let edge = |likeness, ground| Some(Edge { nodes: [one.min(other), one.max(other)], likeness, ground });
    if left.spots.is_empty() || right.spots.is_empty() {
        let equal = !left.words.is_empty() && left.words == right.words;
        return if equal { edge(Likeness::EQUAL, Ground::EqualText) } else { None };
    }
    let meeting = left.spots.meeting(&right.spots)?;
    let likeness = Likeness::between(&left.terms, &right.terms);
    if meeting.whole && likeness.at_least(ALIKE) {
        edge(likeness, Ground::BothSides(meeting.grain))
    } else if likeness.at_least(MUCH_ALIKE) {
        edge(likeness, Ground::OneSide(meeting.grain))
    } else if is_same_question(left, right) && likeness.at_least(NEAR) {
        edge(likeness, Ground::SamePlaces(meeting.grain))
    } else {
        None
    }
}

fn is_same_question(one: &Node<'_>, other: &Node<'_>) -> bool {
    !one.finding_type.is_empty() && one.finding_type == other.finding_type && one.spots.equal(&other.spots)
}

/// Sorts edges: the likest first, then the finer place, then the ranks.
pub fn sort(edges: &mut [Edge], nodes: &[Node<'_>]) {
    let ranks = |edge: &Edge| edge.nodes.map(|node| nodes.get(node).map(|node| node.rank));
    let order = |edge: &Edge| (Reverse(edge.likeness), edge.ground.grain().is_none(), edge.ground.grain(), ranks(edge));
    edges.sort_by(|one, other| order(one).cmp(&order(other)));
}

/// Of sorted edges, whether each is the first from each of its ends into the other's reply; into all of them, where an
/// end is of several.
#[must_use]
pub fn mutual(edges: &[Edge], nodes: &[Node<'_>]) -> Vec<bool> {
    let replies = |node: usize| nodes.get(node).map(|node| node.replies.as_slice()).unwrap_or_default();
    let mut first: BTreeMap<(usize, u32), usize> = BTreeMap::new();
    let ways = |edge: &Edge| {
        let [one, other] = edge.nodes;
        let there = replies(other).iter().map(move |reply| (one, *reply));
        there.chain(replies(one).iter().map(move |reply| (other, *reply)))
    };
    for (at, edge) in edges.iter().enumerate() {
        for way in ways(edge) {
            first.entry(way).or_insert(at);
        }
    }
    edges.iter().enumerate().map(|(at, edge)| ways(edge).all(|way| first.get(&way) == Some(&at))).collect()
}
