//! Which findings are worth comparing: those that share a document and a term.

use std::collections::{BTreeMap, BTreeSet};

use super::nodes::Node;
use super::similar_pairs::{Bounds, Item, Pair, SimilarPairs, similar_pairs};
use super::similarity::NEAR;
use crate::model::{Code, Diagnostic};
use crate::order::Gather;
use crate::text::hashing::key;

/// Pairs of nodes that are worth comparing, and what was left out.
#[derive(Debug, Default)]
pub struct Pairs {
    /// By their places, sorted.
    pub pairs: Vec<Pair>,
    /// The bounds that were reached.
    pub diagnostics: Vec<Diagnostic>,
}

/// The pairs of nodes of different replies that share a document and are near, those on one subject that are near, those with
/// equal words, of which one names no place, and those that name the same lines and no other place.
#[must_use]
pub fn pairs(nodes: &[Node<'_>]) -> Pairs {
    pairs_within(nodes, Bounds::default())
}

fn pairs_within(nodes: &[Node<'_>], bounds: Bounds) -> Pairs {
    let mut placeless: BTreeMap<&str, bool> = BTreeMap::new();
    for node in nodes.iter().filter(|node| !node.words.is_empty()) {
        *placeless.entry(&node.words).or_default() |= node.spots.is_empty();
    }
    // What names no place seeks among all on its subject, so it comes first.
    let seeking: BTreeSet<&str> = nodes.iter().filter(|node| node.is_unplaced).map(|node| node.subject).gather();
    let (first, last): (Vec<usize>, Vec<usize>) =
        (0..nodes.len()).partition(|at| nodes.get(*at).is_some_and(|node| node.is_unplaced));
    let order: Vec<usize> = first.into_iter().chain(last).collect();
    let items = order.iter().filter_map(|at| nodes.get(*at)).map(|node| {
        let subject =
            Some(node.subject).filter(|subject| seeking.contains(subject)).map(|subject| key(&format!("on {subject}")));
        let documents = node.spots.documents().into_iter().map(key);
        let words = placeless.get(node.words.as_str()).filter(|any| **any).map(|_| key(&node.words));
        let lines = node.spots.only_lines().map(|(document, [first, last])| key(&format!("{document}:{first}-{last}")));
        Item {
            groups: documents.chain(subject.filter(|_| node.is_unplaced)).collect(),
            found_in: subject.filter(|_| !node.is_unplaced),
            exact_keys: words.into_iter().chain(lines).collect(),
            terms: &node.terms,
            owners: &node.replies,
        }
    });
    let SimilarPairs { mut pairs, skipped, full } = similar_pairs(&items.collect::<Vec<_>>(), NEAR, bounds);
    for pair in &mut pairs {
        pair.places = pair.places.map(|place| order.get(place).copied().unwrap_or(place));
        pair.places.sort_unstable();
    }
    pairs.sort_unstable_by_key(|pair| pair.places);
    Pairs { pairs, diagnostics: said(skipped, full, bounds) }
}

fn said(skipped: usize, full: usize, Bounds { per_term, per_node }: Bounds) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    if skipped > 0 {
        let message = format!(
            "{skipped} words or lines are shared by more than {per_term} findings of one document or unit. They were ignored when searching for duplicates."
        );
        diagnostics.push(Diagnostic::new(Code::BoundReached, message, None));
    }
    if full > 0 {
        let message = format!(
            "{full} findings share words with too many others. Each was compared with only {per_node} of them."
        );
        diagnostics.push(Diagnostic::new(Code::BoundReached, message, None));
    }
    diagnostics
}

#[cfg(test)]
mod tests {
    use super::super::Candidate;
    use super::super::nodes::nodes;
    use super::super::tests::finding;
    use super::{Bounds, Pairs, pairs_within};
    use crate::model::Finding;

    fn found(found: &[(u32, Finding)], within: Option<(usize, usize)>) -> Pairs {
        let candidates: Vec<_> = (0..)
            .zip(found)
            .map(|(position, (reply, finding))| Candidate { reply: *reply, position, subject: "", finding })
            .collect();
        let nodes = nodes(&candidates, &[]);
        pairs_within(&nodes, within.map_or_else(Bounds::default, |(per_term, per_node)| Bounds { per_term, per_node }))
    }

    fn places(found: &Pairs) -> Vec<[usize; 2]> {
        found.pairs.iter().map(|pair| pair.places).collect()
    }

    #[test]
    fn a_pair_shares_a_document_and_a_term() {
        let findings = [
            (0, finding("regression", 1, "zeppelin hangar")),
            (1, finding("regression", 2, "the zeppelins")),
            (1, finding("regression", 1, "quokka")),
            (0, finding("regression", 1, "zeppelin quokka")),
        ];
        let found = found(&findings, None);
        assert_eq!(places(&found), [[0, 2], [1, 2], [1, 3]]);
        assert!(found.diagnostics.is_empty());
    }

    #[test]
    fn what_names_no_place_is_compared_with_all_on_its_subject() {
        let findings = [
            (0, finding("regression", 0, "zeppelin hangar")),
            (1, finding("regression", 0, "Zeppelin, hangar!")),
            (2, finding("regression", 0, "zeppelin quokka")),
            (3, finding("stale-content", 1, "zeppelin hangar")),
        ];
        assert_eq!(places(&found(&findings, None)), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
    }

    #[test]
    fn on_another_subject_what_names_no_place_needs_equal_words() {
        let [one, other] = [finding("", 0, "zeppelin hangar"), finding("", 0, "zeppelin hangar mast")];
        let candidates = [(0, "?a", &one), (1, "?b", &one), (2, "?b", &other)];
        let candidates =
            candidates.map(|(reply, subject, finding)| Candidate { reply, position: reply, subject, finding });
        assert_eq!(places(&pairs_within(&nodes(&candidates, &[]), Bounds::default())), [[1, 2]]);
    }

    #[test]
    fn a_bound_that_is_reached_is_said() {
        let findings: Vec<_> = (0..10).map(|at| (at, finding("", 1, &format!("zeppelin {}", at + 20)))).collect();
        assert_eq!(found(&findings, Some((10, 100))).pairs.len(), 45);
        let skipped = found(&findings, Some((9, 100)));
        assert_eq!((skipped.pairs.len(), skipped.diagnostics.len()), (0, 1));
        let full = found(&findings, Some((10, 2)));
        assert_eq!((full.pairs.len(), full.diagnostics.len()), (2 * 8 + 1, 1));
    }

    #[test]
    fn findings_of_one_reply_are_no_pairs_and_reach_no_bound() {
        let findings: Vec<_> = (0..300).map(|at| (0, finding("", 1, &format!("zeppelin {at}")))).collect();
        let found = found(&findings, None);
        assert_eq!((found.pairs.len(), found.diagnostics.len()), (0, 0));
    }
}
