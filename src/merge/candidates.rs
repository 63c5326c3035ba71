//! Which findings are worth comparing: those that share a document and a term. An index keeps that from being all.

use std::collections::BTreeMap;

use super::nodes::{Node, have_common};
use super::terms::{Key, key};
use crate::model::{Code, Diagnostic};
use crate::text::steps;

/// The most nodes that a term of a document leads to; one that is more frequent than that tells little, and is skipped.
/// Without it, a thousand findings on one line would be compared each with each.
pub const NODES_PER_TERM: usize = 256;

/// The most nodes that a node is compared with, those found by the rarest terms first.
pub const NODES_PER_NODE: usize = 256;

/// Pairs of nodes that are worth comparing, and what was left out.
#[derive(Debug, Default)]
pub struct Pairs {
    /// By their places, the lower first; sorted.
    pub pairs: Vec<(usize, usize)>,
    /// The bounds that were reached.
    pub diagnostics: Vec<Diagnostic>,
}

/// The pairs of nodes of different replies that share a document and a term, and those with equal words of which one
/// names no place.
#[must_use]
pub fn pairs(nodes: &[Node<'_>]) -> Pairs {
    pairs_within(nodes, NODES_PER_TERM, NODES_PER_NODE)
}

fn pairs_within(nodes: &[Node<'_>], per_term: usize, per_node: usize) -> Pairs {
    let replies: Vec<&[u32]> = nodes.iter().map(|node| node.replies.as_slice()).collect();
    let Shared { pairs, skipped, full } = sharing_within(entries(nodes), &replies, per_term, per_node);
    Pairs { pairs, diagnostics: said(skipped, per_term, full, per_node) }
}

/// Pairs of things that share something, and how often a bound kept one from being a pair.
#[derive(Debug, Default)]
pub struct Shared {
    /// By their places, the lower first; sorted.
    pub pairs: Vec<(usize, usize)>,
    /// What more than [`NODES_PER_TERM`] things share, and was passed over.
    pub skipped: usize,
    /// The things that have more than [`NODES_PER_NODE`] others to be compared with.
    pub full: usize,
}

/// The pairs of things of different owners that share something. An entry is what can be shared, and the place of a thing
/// that has it; `owners` has the owners of each thing, sorted.
#[must_use]
pub fn sharing<E: Ord>(entries: Vec<(E, usize)>, owners: &[&[u32]]) -> Shared {
    sharing_within(entries, owners, NODES_PER_TERM, NODES_PER_NODE)
}

fn sharing_within<E: Ord>(mut entries: Vec<(E, usize)>, owners: &[&[u32]], per_term: usize, per_node: usize) -> Shared {
    steps::add(entries.len());
    entries.sort_unstable();
    entries.dedup();
    let things: Vec<usize> = entries.iter().map(|(_, thing)| *thing).collect();
    let (shared, skipped) = index(&entries, &things, owners, per_term);
    let mut of_node: Vec<Vec<(&[usize], usize)>> = vec![Vec::new(); owners.len()];
    // Rare terms come first, so that what a full node leaves out is what frequent ones alone lead to.
    for entry in &shared {
        for (at, node) in entry.iter().enumerate() {
            if let Some(of_node) = of_node.get_mut(*node) {
                of_node.push((entry, at + 1));
            }
        }
    }
    let mut pairs = Vec::new();
    let mut full = 0_usize;
    let mut met = vec![usize::MAX; owners.len()];
    for (one, (its_owners, entries)) in owners.iter().zip(of_node).enumerate() {
        let before = pairs.len();
        let mut others = entries.iter().flat_map(|(entry, after)| {
            steps::add(entry.len() - after + 1);
            entry.iter().skip(*after).copied()
        });
        let is_full = others.any(|other| {
            let known = met.get_mut(other).is_none_or(|met| std::mem::replace(met, one) == one);
            let apart = owners.get(other).is_some_and(|others| !have_common(its_owners, others));
            if !known && apart {
                if pairs.len() - before == per_node {
                    return true;
                }
                pairs.push((one, other));
            }
            false
        });
        full += usize::from(is_full);
    }
    pairs.sort_unstable();
    Shared { pairs, skipped, full }
}

/// What each node can share with others: a document and a term, or the words of a finding where any of its kind names no
/// place. Hashed, as the terms are.
fn entries(nodes: &[Node<'_>]) -> Vec<(Key, usize)> {
    let mut placeless: BTreeMap<&str, bool> = BTreeMap::new();
    for node in nodes {
        *placeless.entry(&node.words).or_default() |= node.spots.is_empty();
    }
    let mut entries = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        for document in node.spots.documents() {
            let document = key(document);
            entries.extend(node.terms.all().iter().map(|(term, _)| (within(document, *term), at)));
        }
        if !node.words.is_empty() && placeless.get(node.words.as_str()) == Some(&true) {
            entries.push((key(&node.words), at));
        }
    }
    entries
}

/// The key of a term of a document. A multiplication between the two, so that they cannot change places.
fn within(document: Key, term: Key) -> Key {
    document.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32) ^ term
}

/// The things that share something, by place, sorted, the rarest first; and how many entries had too many. `things` are
/// those of the sorted entries.
fn index<'t, E: Ord>(
    entries: &[(E, usize)],
    things: &'t [usize],
    owners: &[&[u32]],
    per_term: usize,
) -> (Vec<&'t [usize]>, usize) {
    let mut skipped = 0;
    let mut start = 0;
    let mut index: Vec<&[usize]> = Vec::new();
    for shared in entries.chunk_by(|one, other| one.0 == other.0) {
        let things = things.get(start..start + shared.len()).unwrap_or_default();
        start += shared.len();
        if !leads_to_pairs(owners, things) {
            continue;
        }
        if things.len() > per_term {
            skipped += 1;
        } else {
            index.push(things);
        }
    }
    index.sort_by_key(|things| things.len());
    (index, skipped)
}

/// Whether there are things of different owners among those that share something.
fn leads_to_pairs(owners: &[&[u32]], things: &[usize]) -> bool {
    let mut owners = things.iter().filter_map(|thing| owners.get(*thing));
    let first = owners.next();
    owners.any(|owners| Some(owners) != first)
}

fn said(skipped: usize, per_term: usize, full: usize, per_node: usize) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    if skipped > 0 {
        let message = format!(
            "{skipped} words that more than {per_term} findings of one document share were passed over in the search for findings that are one."
        );
        diagnostics.push(Diagnostic::new(Code::BoundReached, message, None));
    }
    if full > 0 {
        let message = format!(
            "{full} findings were compared with {per_node} others each, and not with all that have a word in common with them."
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
    use super::{Pairs, pairs, pairs_within};
    use crate::model::Finding;

    fn found(found: &[(u32, Finding)], within: Option<(usize, usize)>) -> Pairs {
        let candidates: Vec<_> = (0..)
            .zip(found)
            .map(|(position, (reply, finding))| Candidate { reply: *reply, position, subject: "", finding })
            .collect();
        let nodes = nodes(&candidates, &[]);
        within.map_or_else(|| pairs(&nodes), |(per_term, per_node)| pairs_within(&nodes, per_term, per_node))
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
        assert_eq!(found.pairs, [(0, 2), (1, 2), (1, 3)]);
        assert!(found.diagnostics.is_empty());
    }

    #[test]
    fn what_names_no_place_needs_equal_words() {
        let findings = [
            (0, finding("regression", 0, "zeppelin hangar")),
            (1, finding("regression", 0, "Zeppelin, hangar!")),
            (2, finding("regression", 0, "zeppelin quokka")),
            (3, finding("stale-content", 1, "zeppelin hangar")),
        ];
        assert_eq!(found(&findings, None).pairs, [(0, 1), (0, 3), (1, 3)]);
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
