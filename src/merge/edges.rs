//! Which findings may be the same: edges between nodes, the most similar first, and how each ranks among the others.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::meeting::Precision;
use super::nodes::Node;
use super::similar_pairs::Pair;
use super::similarity::{
    AKIN, ALIKE, CLOSELY_ALIKE, FAR_LEAD, LEAD, MORE_THAN_ALIKE, MUCH_ALIKE, NEAR, PERHAPS_ALIKE, STRIKING, Similarity,
    UNPLACED, VERY_ALIKE,
};
use crate::order::Gather;

/// Two nodes that may be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The nodes by their places, the one of better rank first.
    pub nodes: [usize; 2],
    /// How alike their texts are.
    pub similarity: Similarity,
    /// Why they may be one.
    pub reason: MatchReason,
}

/// Why two findings may be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MatchReason {
    /// Places meet on both sides, texts are alike.
    BothSides(Precision),
    /// Places meet on one side, texts are very alike.
    OneSide(Precision),
    /// One type, the same places, texts are near.
    SamePlaces(Precision),
    /// Lines are nearly the same, texts are akin, and no other finding of either reply is a match for one of them.
    SameLines,
    /// The documents are the same, and their places cannot be compared, texts are closely alike; or one of them names the
    /// document as a whole, texts are strikingly alike.
    Unclear(Precision),
    /// Texts are strikingly alike, and name different things. Never merged: a person may.
    Template,
    /// Places meet, texts are somewhat alike, or have too little in common to say more. Never merged: a person may.
    Somewhat,
    /// Each names one place alone, the same lines, whatever their texts are. Never merged: a person may.
    EqualLines,
    /// One of them names no place; the texts are equal.
    EqualText,
    /// One of them names no place, and both are of replies on one subject; texts are nearly strikingly alike.
    Unplaced,
    /// One of them names no place, and both are of replies on one subject; texts are perhaps alike. Never merged: a person may.
    PerhapsThere,
    /// Places do not meet, though in one document; texts are strikingly alike, or much alike where they meet on one side or
    /// one of them names the document as a whole, or somewhat alike where their places cannot be compared. Never merged: a
    /// person may.
    OneDocument,
}

impl MatchReason {
    /// Whether it is worth no more than a suggestion.
    #[must_use]
    pub fn is_doubtful(self) -> bool {
        matches!(self, Self::OneDocument | Self::Template | Self::Somewhat | Self::PerhapsThere | Self::EqualLines)
    }

    /// How far such a pair is ahead of every other that one of the two is in.
    fn lead(self) -> u32 {
        match self {
            Self::SameLines => FAR_LEAD,
            _ => LEAD,
        }
    }

    fn precision(self) -> Option<Precision> {
        match self {
            Self::BothSides(precision)
            | Self::OneSide(precision)
            | Self::SamePlaces(precision)
            | Self::Unclear(precision) => Some(precision),
            Self::SameLines => Some(Precision::Lines),
            Self::EqualLines
            | Self::EqualText
            | Self::Unplaced
            | Self::PerhapsThere
            | Self::OneDocument
            | Self::Template
            | Self::Somewhat => None,
        }
    }
}

/// The edges between pairs of nodes: those that may unite, and those that are worth no more than a suggestion; each sorted.
#[must_use]
pub fn between(nodes: &[Node<'_>], pairs: &[Pair]) -> (Vec<Edge>, Vec<Edge>) {
    let alone = alone_on_their_lines(nodes);
    let on_lines = |pair: &Pair| pair.places.iter().all(|node| alone.contains(node));
    let made = pairs.iter().filter_map(|pair| {
        edge(nodes, *pair).or_else(|| if on_lines(pair) { on_equal_lines(nodes, *pair) } else { None })
    });
    let (mut doubtful, mut sure): (Vec<Edge>, Vec<Edge>) = made.partition(|edge| edge.reason.is_doubtful());
    sort(&mut sure, nodes);
    sort(&mut doubtful, nodes);
    (sure, doubtful)
}

/// The edge between two nodes of different replies, if there is one.
#[must_use]
pub fn edge(nodes: &[Node<'_>], Pair { places, similarity }: Pair) -> Option<Edge> {
    let [left, right] = places.map(|place| nodes.get(place));
    let (left, right) = (left?, right?);
    let edge = |similarity, reason| Some(Edge { nodes: places, similarity, reason });
    // The same sentence about something else.
    let is_template = left.terms.name_other_things(&right.terms);
    let nowhere = left.spots.is_empty() || right.spots.is_empty();
    let meeting = left.spots.meeting(&right.spots);
    if nowhere && !left.words.is_empty() && left.words == right.words {
        return edge(Similarity::EQUAL, MatchReason::EqualText);
    }
    if meeting.is_none() && may_be_there(left, right) {
        let is_one = left.is_unplaced != right.is_unplaced && similarity.at_least(UNPLACED) && !is_template;
        return match similarity.is_founded() && similarity.at_least(PERHAPS_ALIKE) {
            true if is_one => edge(similarity, MatchReason::Unplaced),
            true => edge(similarity, MatchReason::PerhapsThere),
            false => None,
        };
    }
    if nowhere || !similarity.at_least(NEAR) {
        return None;
    }
    let remote = |bound| if similarity.at_least(bound) { edge(similarity, MatchReason::OneDocument) } else { None };
    let Some(meeting) = meeting else {
        return remote(VERY_ALIKE);
    };
    if is_template && similarity.at_least(STRIKING) {
        return edge(similarity, MatchReason::Template);
    }
    let somewhat = || if similarity.at_least(AKIN) { edge(similarity, MatchReason::Somewhat) } else { None };
    match meeting.precision {
        _ if !similarity.is_founded() => return if similarity.shares_words() { somewhat() } else { None },
        Precision::Lines | Precision::Section => {}
        Precision::Unclear if similarity.at_least(CLOSELY_ALIKE) => {
            return edge(similarity, MatchReason::Unclear(Precision::Unclear));
        }
        Precision::Unclear => return remote(MORE_THAN_ALIKE),
        Precision::Document if similarity.at_least(STRIKING) => {
            return edge(similarity, MatchReason::Unclear(Precision::Document));
        }
        Precision::Document => return remote(MUCH_ALIKE),
    }
    if meeting.whole && similarity.at_least(ALIKE) {
        edge(similarity, MatchReason::BothSides(meeting.precision))
    } else if similarity.at_least(VERY_ALIKE) {
        edge(similarity, MatchReason::OneSide(meeting.precision))
    } else if !is_template && is_same_question(left, right) {
        edge(similarity, MatchReason::SamePlaces(meeting.precision))
    } else if similarity.at_least(AKIN) && left.spots.on_the_same_lines(&right.spots) {
        edge(similarity, MatchReason::SameLines)
    } else if meeting.whole {
        somewhat()
    } else {
        remote(MUCH_ALIKE)
    }
}

/// A document, without its folders, and lines of it.
type Lines<'n> = (&'n str, [u32; 2]);

/// The nodes that name lines and no other place, where none of their replies has another finding that does so: of several, lines
/// do not say which is meant.
fn alone_on_their_lines(nodes: &[Node<'_>]) -> BTreeSet<usize> {
    let mut held: BTreeMap<(Lines<'_>, u32), Vec<usize>> = BTreeMap::new();
    for (at, node) in nodes.iter().enumerate() {
        let Some(lines) = node.spots.only_lines() else { continue };
        node.replies.iter().for_each(|reply| held.entry((lines, *reply)).or_default().push(at));
    }
    let several = |nodes: &&Vec<usize>| nodes.len() > 1;
    let crowded: BTreeSet<usize> = held.values().filter(several).flatten().copied().gather();
    held.values().flatten().filter(|node| !crowded.contains(node)).copied().gather()
}

/// The edge between two nodes that name the same lines and no other place, whatever their texts are.
fn on_equal_lines(nodes: &[Node<'_>], Pair { places, similarity }: Pair) -> Option<Edge> {
    let [left, right] = places.map(|place| nodes.get(place).map(|node| &node.spots));
    let (left, right) = (left?, right?);
    let is_one =
        left.only_lines().is_some() && left.only_lines() == right.only_lines() && left.meeting(right).is_some();
    is_one.then_some(Edge { nodes: places, similarity, reason: MatchReason::EqualLines })
}

/// How alike two nodes are that may be members of one group, though no edge is between them.
#[must_use]
pub fn kinship(one: &Node<'_>, other: &Node<'_>) -> Option<Similarity> {
    let similarity = Similarity::between(&one.terms, &other.terms);
    let meeting = one.spots.meeting(&other.spots);
    let equal = || (one.words == other.words).then_some(Similarity::EQUAL);
    if meeting.is_none() && may_be_there(one, other) {
        return Some(similarity).filter(|similarity| similarity.at_least(AKIN)).or_else(equal);
    }
    if one.spots.is_empty() || other.spots.is_empty() {
        return equal();
    }
    let belongs = match meeting {
        Some(_) => {
            similarity.at_least(AKIN)
                || (similarity.at_least(NEAR)
                    && (is_same_question(one, other) || one.spots.on_the_same_lines(&other.spots)))
        }
        None => similarity.at_least(VERY_ALIKE),
    };
    belongs.then_some(similarity)
}

/// Whether one of two nodes names no place, and may be where the other is: their replies are about the same.
fn may_be_there(one: &Node<'_>, other: &Node<'_>) -> bool {
    (one.is_unplaced || other.is_unplaced) && one.subject == other.subject
}

/// Whether two nodes are of one type and on the same places.
fn is_same_question(one: &Node<'_>, other: &Node<'_>) -> bool {
    !one.finding_type.is_empty() && one.finding_type == other.finding_type && one.spots.equal(&other.spots)
}

/// Sorts edges: the most similar first, then the finer place, then the ranks.
pub fn sort(edges: &mut [Edge], nodes: &[Node<'_>]) {
    let ranks = |edge: &Edge| edge.nodes.map(|node| nodes.get(node).map(|node| node.rank));
    let order = |edge: &Edge| {
        (Reverse(edge.similarity), edge.reason.precision().is_none(), edge.reason.precision(), ranks(edge))
    };
    edges.sort_by_key(order);
}

/// How an edge ranks among the edges from each of its ends into the reply of the other end; into all its replies, if an end
/// is in several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Another edge from one of its ends is more similar.
    Behind,
    /// It is the most similar from both ends, but another from one of them is nearly as similar.
    Level,
    /// It is the most similar from both ends, and either very similar or clearly more so than every other.
    Ahead,
}

/// The standing of each sorted edge. Its lead is also measured against `rivals`: edges that are never merged, but may
/// still connect to what the other finding describes, unless only their lines say so.
#[must_use]
pub fn standings(edges: &[Edge], rivals: &[Edge], nodes: &[Node<'_>]) -> Vec<Standing> {
    let replies = |node: usize| nodes.get(node).map(|node| node.replies.as_slice()).unwrap_or_default();
    let ways = |edge: &Edge| {
        let [one, other] = edge.nodes;
        let there = replies(other).iter().map(move |reply| (one, *reply));
        there.chain(replies(one).iter().map(move |reply| (other, *reply)))
    };
    // From an end into a reply: the first edge, and the similarity of the most similar other one.
    let mut best: BTreeMap<(usize, u32), (usize, u32)> = BTreeMap::new();
    let numbered = edges.iter().chain(rivals).enumerate();
    let (placed, alike): (Vec<_>, Vec<_>) = numbered.partition(|(_, edge)| edge.reason == MatchReason::EqualLines);
    for (at, edge) in alike {
        for way in ways(edge) {
            best.entry(way)
                .and_modify(|(_, second)| *second = (*second).max(edge.similarity.percent()))
                .or_insert((at, 0));
        }
    }
    // What only lines speak for is a rival of nothing else.
    for (at, edge) in placed {
        ways(edge).for_each(|way| {
            best.entry(way).or_insert((at, 0));
        });
    }
    let standing = |(at, edge): (usize, &Edge)| {
        let mut best = ways(edge).filter_map(|way| best.get(&way));
        let mut second = 0;
        if !best.all(|(first, other)| {
            second = second.max(*other);
            *first == at
        }) {
            Standing::Behind
        } else if edge.similarity.at_least(STRIKING) || edge.similarity.percent() >= second + edge.reason.lead() {
            Standing::Ahead
        } else {
            Standing::Level
        }
    };
    edges.iter().enumerate().map(standing).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Candidate;
    use super::super::nodes::nodes;
    use super::super::tests::finding;
    use super::{Edge, MatchReason, Pair, Similarity, Standing, edge, sort, standings};
    use crate::merge::meeting::Precision;
    use crate::model::{Finding, Location, Place};

    /// The findings as nodes, each of a reply of its own unless it says otherwise.
    fn with_nodes<T>(found: &[(u32, Finding)], then: impl FnOnce(&[super::Node<'_>]) -> T) -> T {
        let candidates: Vec<_> = (0..)
            .zip(found)
            .map(|(position, (reply, finding))| Candidate { reply: *reply, position, subject: "", finding })
            .collect();
        then(&nodes(&candidates, &[]))
    }

    fn between(nodes: &[super::Node<'_>], one: usize, other: usize) -> Option<Edge> {
        let similarity = Similarity::between(&nodes[one].terms, &nodes[other].terms);
        edge(nodes, Pair { places: [one, other], similarity })
    }

    fn reason(one: Finding, other: Finding) -> Option<MatchReason> {
        with_nodes(&[(0, one), (1, other)], |nodes| between(nodes, 0, 1).map(|edge| edge.reason))
    }

    fn countered(section: u32, counter_section: u32, text: &str) -> Finding {
        let place =
            Place { document: Some("b.md".to_owned()), section: Some(counter_section.to_string()), lines: None };
        let counter_location = Some(Location { text: "b.md".to_owned(), places: vec![place] });
        Finding { counter_location, ..finding("", section, text) }
    }

    #[test]
    fn one_side_asks_for_more_likeness_than_both() {
        // Two words of six in common: 33 of a hundred.
        let one = "zeppelin hangar mooring mast girder rudder";
        let other = "zeppelin hangar quokka wombat marmot gecko";
        assert_eq!(
            reason(countered(1, 1, one), countered(1, 1, other)),
            Some(MatchReason::BothSides(Precision::Section))
        );
        assert_eq!(reason(countered(1, 1, one), countered(1, 2, other)), Some(MatchReason::OneDocument));
        assert_eq!(
            reason(finding("", 1, one), countered(1, 2, other)),
            Some(MatchReason::BothSides(Precision::Section))
        );
        let closer = "zeppelin hangar mooring quokka wombat marmot";
        assert_eq!(
            reason(countered(1, 1, one), countered(1, 2, closer)),
            Some(MatchReason::OneSide(Precision::Section))
        );
    }

    #[test]
    fn one_type_in_the_same_places_asks_for_less() {
        // Two words of eleven in common: 18 of a hundred.
        let other = "zeppelin hangar quokka wombat marmot gecko lemur tapir ocelot jackal heron";
        let one = "zeppelin hangar mooring mast girder rudder keel gondola ballast propeller envelope";
        assert_eq!(
            reason(finding("a", 1, one), finding("A", 1, other)),
            Some(MatchReason::SamePlaces(Precision::Section))
        );
        assert_eq!(reason(finding("a", 1, one), finding("b", 1, other)), Some(MatchReason::Somewhat));
        assert_eq!(reason(finding("", 1, one), finding("", 1, other)), Some(MatchReason::Somewhat));
    }

    #[test]
    fn the_same_lines_are_enough_to_ask_a_person() {
        let on = |document: &str, lines: [u32; 2], text: &str| {
            let place = Place { document: Some(document.to_owned()), section: None, lines: Some(lines) };
            let location = Some(Location { text: document.to_owned(), places: vec![place] });
            Finding { location, ..finding("", 0, text) }
        };
        let suggested = |other: Finding| {
            let one = on("src/a.ts", [4, 4], "zeppelin hangar mooring");
            with_nodes(&[(0, one), (1, other)], |nodes| {
                let pair = Pair { places: [0, 1], similarity: Similarity::between(&nodes[0].terms, &nodes[1].terms) };
                super::between(nodes, &[pair]).1.first().map(|edge| edge.reason)
            })
        };
        let text = "quokka wombat marmot";
        assert_eq!(suggested(on("a.ts", [4, 4], text)), Some(MatchReason::EqualLines));
        assert_eq!(suggested(on("lib/a.ts", [4, 4], text)), None);
        assert_eq!(suggested(on("src/a.ts", [4, 5], text)), None);
    }

    #[test]
    fn one_word_in_common_is_not_enough_however_short_the_texts_are() {
        let found = |one: &str, other: &str| reason(finding("a", 1, one), finding("a", 1, other));
        for (one, other) in [
            ("Missing null check", "Missing index"),
            ("Missing null check", "Missing test"),
            ("A missing zeppelin", "The zeppelin is renamed"),
            ("`userId` not validated", "`userId` logged in plain text"),
            ("`userId` not validated", "`userId` renamed"),
        ] {
            let found = found(one, other);
            assert!(found.is_none_or(MatchReason::is_doubtful), "{one}, {other}: {found:?}");
        }
        assert!(found("Missing null check", "Null check is missing").is_some_and(|reason| !reason.is_doubtful()));
    }

    #[test]
    fn without_a_place_texts_are_strikingly_alike() {
        let text = "zeppelin hangar";
        assert_eq!(reason(finding("a", 0, text), finding("b", 1, "Zeppelin (hangar)")), Some(MatchReason::EqualText));
        let found = |other: &str| reason(finding("a", 0, "zeppelin hangar mooring mast"), finding("a", 1, other));
        assert_eq!(found("zeppelin hangar mooring quokka"), Some(MatchReason::Unplaced));
        assert_eq!(found("zeppelin hangar wombat quokka marmot"), Some(MatchReason::PerhapsThere));
        assert_eq!(found("zeppelin quokka wombat marmot gecko"), None);
        // Where neither names a place, nothing says that it is one.
        assert_eq!(
            reason(finding("a", 0, "zeppelin hangar mooring"), finding("a", 0, "zeppelin hangar mast")),
            Some(MatchReason::PerhapsThere)
        );
        assert_eq!(reason(finding("a", 0, ""), finding("b", 0, "")), None);
    }

    #[test]
    fn elsewhere_in_the_document_it_is_never_more_than_a_suggestion() {
        let text = "zeppelin hangar";
        assert_eq!(reason(finding("a", 1, text), finding("a", 2, text)), Some(MatchReason::OneDocument));
        assert_eq!(reason(finding("a", 1, text), finding("a", 2, "zeppelin wombat marmot quokka gecko")), None);
    }

    #[test]
    fn where_places_cannot_be_compared_texts_are_closely_alike() {
        let at_lines = |text: &str| {
            let place = Place { document: Some("a.md".to_owned()), section: None, lines: Some([7, 9]) };
            Finding { location: Some(Location { text: String::new(), places: vec![place] }), ..finding("", 1, text) }
        };
        let one = "zeppelin hangar mooring mast girder rudder keel";
        let found = |other: &str| reason(finding("", 1, one), at_lines(other));
        let closely = Some(MatchReason::Unclear(Precision::Unclear));
        assert_eq!(found("zeppelin hangar mooring wombat marmot gecko lemur"), closely);
        assert_eq!(found("zeppelin hangar wombat marmot gecko lemur tapir"), Some(MatchReason::OneDocument));
        assert_eq!(found("zeppelin quokka wombat marmot gecko lemur tapir"), None);
        let of_all = |text: &str| {
            let place = Place { document: Some("a.md".to_owned()), section: None, lines: None };
            Finding { location: Some(Location { text: String::new(), places: vec![place] }), ..finding("", 1, text) }
        };
        let found = |other: &str| reason(finding("", 1, one), of_all(other));
        let strikingly = Some(MatchReason::Unclear(Precision::Document));
        assert_eq!(found("zeppelin hangar mooring mast marmot gecko lemur"), strikingly);
        assert_eq!(found("zeppelin hangar mooring wombat marmot gecko lemur"), Some(MatchReason::OneDocument));
    }

    #[test]
    fn of_edges_as_alike_the_finer_place_comes_first() {
        let text = "zeppelin hangar";
        let at_lines = |lines| {
            let place = Place { document: Some("a.md".to_owned()), section: Some("1".to_owned()), lines };
            Finding { location: Some(Location { text: String::new(), places: vec![place] }), ..finding("", 1, text) }
        };
        let findings = [(0, finding("", 1, text)), (1, at_lines(Some([7, 9]))), (2, at_lines(Some([8, 8])))];
        with_nodes(&findings, |nodes| {
            let mut edges: Vec<_> =
                [(0, 1), (1, 2)].into_iter().filter_map(|(one, other)| between(nodes, one, other)).collect();
            sort(&mut edges, nodes);
            assert_eq!(edges.iter().map(|edge| edge.nodes).collect::<Vec<_>>(), [[1, 2], [0, 1]]);
        });
    }

    #[test]
    fn an_edge_is_ahead_when_it_is_first_from_both_ends() {
        let findings = [
            (0, finding("", 1, "zeppelin hangar mooring")),
            (0, finding("", 1, "zeppelin hangar wombat")),
            (1, finding("", 1, "zeppelin hangar mooring mast")),
            (2, finding("", 1, "zeppelin hangar")),
        ];
        with_nodes(&findings, |nodes| {
            let mut edges: Vec<_> = [(0, 2), (1, 2), (0, 3), (1, 3), (2, 3)]
                .into_iter()
                .filter_map(|(one, other)| between(nodes, one, other))
                .collect();
            sort(&mut edges, nodes);
            let standings = standings(&edges, &[], nodes);
            let kept = edges.iter().zip(standings).filter(|(_, standing)| *standing == Standing::Ahead);
            let kept: Vec<_> = kept.map(|(edge, _)| edge.nodes).collect();
            // The third reply's text is as like to either of the first's: the better rank wins.
            assert_eq!(kept, [[0, 2], [0, 3], [2, 3]]);
        });
    }
}
