//! A similarity join: of many items, the pairs that are similar. An inverted index leads from each item to those that share
//! a term with it, and their similarity is summed up while its posting lists are walked through.

use std::collections::{BTreeMap, BTreeSet};

use super::nodes::have_common;
use super::similarity::{Hundredths, Similarity};
use super::terms::{Terms, place};
use crate::text::hashing::Key;
use crate::text::steps;

/// The most items that a term of a group leads to; one that is more frequent than that tells little, and is skipped.
/// Without it, a thousand findings on one line would be compared each with each.
pub const NODES_PER_TERM: usize = 256;

/// The most items that an item is compared with, those found by the rarest terms first.
pub const NODES_PER_NODE: usize = 256;

/// What may be similar to others: to those of other owners that share a group and a term with it.
#[derive(Debug)]
pub struct Item<'t> {
    /// What it is in, each once: of a finding, documents.
    pub groups: Vec<Key>,
    /// What it is in for those alone that come before it, and have this among their groups.
    pub found_in: Option<Key>,
    /// Keys that make it a candidate of whatever has the same, in any group and by any terms: its words, its only lines.
    pub exact_keys: Vec<Key>,
    /// Its terms.
    pub terms: &'t Terms,
    /// Whose it is, sorted.
    pub owners: &'t [u32],
}

/// Two items that are similar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Their places, the lower first.
    pub places: [usize; 2],
    /// How similar they are.
    pub similarity: Similarity,
}

/// Pairs of items that are similar, and how often a bound kept one from being found.
#[derive(Debug, Default)]
pub struct SimilarPairs {
    /// By their places, sorted.
    pub pairs: Vec<Pair>,
    /// What more than [`NODES_PER_TERM`] items share, and was passed over.
    pub skipped: usize,
    /// The items that have more than [`NODES_PER_NODE`] others to be compared with.
    pub full: usize,
}

/// How many items are compared at most.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// By one term: [`NODES_PER_TERM`].
    pub per_term: usize,
    /// With one item: [`NODES_PER_NODE`].
    pub per_node: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { per_term: NODES_PER_TERM, per_node: NODES_PER_NODE }
    }
}

/// The pairs of items that are at least so similar, and those that share an exact key.
#[must_use]
pub fn similar_pairs(items: &[Item<'_>], least: Hundredths, bounds: Bounds) -> SimilarPairs {
    let mut index = Index::of(items, bounds.per_term);
    let mut found = SimilarPairs { skipped: index.skipped, ..SimilarPairs::default() };
    let mut candidates = Candidates { shared: vec![Shared::default(); items.len()], ..Candidates::default() };
    for (one, item) in items.iter().enumerate() {
        index.walk(one, &mut candidates);
        let apart = |other: &usize| items.get(*other).is_some_and(|other| !have_common(item.owners, other.owners));
        let is_full = |others: &[usize]| others.iter().filter(|other| apart(other)).count() > bounds.per_node;
        if candidates.others.len() > bounds.per_node && is_full(&candidates.others) {
            found.full += 1;
            candidates.others = index.rarest(one, bounds.per_node, apart);
        }
        let before = found.pairs.len();
        found.pairs.extend(candidates.others.iter().filter_map(|other| {
            let (shared, there) = (candidates.shared.get(*other)?, items.get(*other)?);
            let similarity = if shared.is_whole {
                Similarity::of(shared.dot, shared.terms, [item.terms, there.terms])
            } else {
                Similarity::between(item.terms, there.terms)
            };
            let counts = (shared.is_exact || similarity.at_least(least)) && apart(other);
            counts.then_some(Pair { places: [one, *other], similarity })
        }));
        found.pairs.get_mut(before..).unwrap_or_default().sort_unstable_by_key(|pair| pair.places);
    }
    found
}

/// What an item shares with others.
#[derive(Default)]
struct Candidates {
    others: Vec<usize>,
    /// For each item what it shares; of others than the candidates, with an item before.
    shared: Vec<Shared>,
    /// How many lists were walked through.
    lists: usize,
}

/// What two items share, by the first list of the one that has the other.
#[derive(Clone, Copy, Default)]
struct Shared {
    /// The number of that list; none is 0.
    list: usize,
    /// The products of weights, summed up.
    dot: u32,
    /// How many terms.
    terms: u32,
    /// Whether they share such a key.
    is_exact: bool,
    /// Whether these are all terms that they share: none was passed over.
    is_whole: bool,
}

/// For each term of a group, the items that have it.
#[derive(Default)]
struct Index {
    /// For each item, what leads to others: a list for each of its groups.
    lists: Vec<Vec<List>>,
    /// What the lists hold: posting lists, by their places.
    listed: Vec<usize>,
    posting_lists: Vec<PostingList>,
    /// What the posting lists hold: items, in order, and how much the term weighs there.
    postings: Vec<(u32, u8)>,
    skipped: usize,
}

struct List {
    start: usize,
    end: usize,
    is_exact: bool,
    /// Whether no term was passed over.
    is_whole: bool,
}

/// The items of a group that have a term.
struct PostingList {
    key: Key,
    start: usize,
    /// The first posting that was not walked from.
    next: usize,
    end: usize,
}

impl Index {
    fn of(items: &[Item<'_>], per_term: usize) -> Self {
        let mut groups: BTreeMap<(bool, Key), Vec<usize>> = BTreeMap::new();
        let mut numbers = Numbers::default();
        let mut terms = Vec::with_capacity(items.len());
        for (at, item) in items.iter().enumerate() {
            let in_groups = item.groups.iter().copied().chain(item.found_in).map(|group| (false, group));
            let keys = in_groups.chain(item.exact_keys.iter().map(|key| (true, *key)));
            keys.for_each(|key| groups.entry(key).or_default().push(at));
            terms.push(item.terms.all().iter().map(|(term, weight)| (numbers.of(*term), *weight)).collect());
        }
        let lists = items.iter().map(|item| Vec::with_capacity(item.groups.len() + 1)).collect();
        let mut index = Self { lists, ..Self::default() };
        let mut scan =
            TermScan { items, terms, counts: vec![TermCount::default(); numbers.keys.len()], ..TermScan::default() };
        for ((is_exact, group), members) in groups {
            scan.through(&members, is_exact);
            let first = index.posting_lists.len();
            let key = |term: usize| match numbers.keys.get(term) {
                Some(term) if !is_exact => within(group, *term),
                _ => group,
            };
            let is_whole = index.enter(&mut scan, per_term, key);
            let list = List { start: 0, end: 0, is_exact, is_whole: is_whole && !is_exact };
            index.list(&scan, &members, &list, |item| !is_exact && item.found_in == Some(group));
            index.posting_lists.iter_mut().skip(first).for_each(|posting_list| posting_list.next = posting_list.start);
        }
        index
    }

    /// Makes a posting list of each term that leads to pairs. Gives whether none of them was passed over.
    fn enter(&mut self, scan: &mut TermScan<'_>, per_term: usize, key: impl Fn(usize) -> Key) -> bool {
        let before = self.skipped;
        for term in &scan.found {
            let Some(counted) = scan.counts.get_mut(*term).filter(|counted| counted.is_shared) else { continue };
            if counted.count > per_term {
                self.skipped += 1;
                continue;
            }
            counted.posting_list = Some(self.posting_lists.len());
            let (start, end) = (self.postings.len(), self.postings.len() + counted.count);
            self.posting_lists.push(PostingList { key: key(*term), start, next: start, end });
            self.postings.resize(end, (0, 0));
        }
        self.skipped == before
    }

    /// Puts the members of a group into the posting lists of their terms, and these into their lists.
    /// One that is only found there gets no list.
    fn list(&mut self, scan: &TermScan<'_>, members: &[usize], list: &List, is_found: impl Fn(&Item<'_>) -> bool) {
        for item in members {
            let start = self.listed.len();
            for (term, weight) in shared(&scan.terms, *item, list.is_exact) {
                let Some(at) = scan.counts.get(*term).and_then(|counted| counted.posting_list) else { continue };
                let Some(posting_list) = self.posting_lists.get_mut(at) else { continue };
                if let Some(posting) = self.postings.get_mut(posting_list.next) {
                    *posting = (u32::try_from(*item).unwrap_or(u32::MAX), *weight);
                }
                posting_list.next += 1;
                self.listed.push(at);
            }
            let seeks = scan.items.get(*item).is_some_and(|item| !is_found(item));
            if let Some(lists) = self.lists.get_mut(*item).filter(|_| seeks) {
                lists.push(List { start, end: self.listed.len(), ..*list });
            }
        }
    }

    /// Makes candidates of what shares anything with an item and comes after it. Items are walked from in their order.
    fn walk(&mut self, one: usize, candidates: &mut Candidates) {
        candidates.others.clear();
        let before = candidates.lists;
        for list in self.lists.get(one).into_iter().flatten() {
            candidates.lists += 1;
            for at in self.listed.get(list.start..list.end).unwrap_or_default() {
                let Some(posting_list) = self.posting_lists.get_mut(*at) else { continue };
                let postings = self.postings.get(posting_list.next..posting_list.end).unwrap_or_default();
                let Some(((_, own), others)) = postings.split_first() else { continue };
                posting_list.next += 1;
                steps::add(postings.len());
                for (other, weight) in others {
                    let other = usize::try_from(*other).unwrap_or(usize::MAX);
                    let Some(shared) = candidates.shared.get_mut(other) else { continue };
                    let dot = u32::from(*own) * u32::from(*weight);
                    if shared.list == candidates.lists {
                        shared.dot += dot;
                        shared.terms += 1;
                    } else if shared.list <= before {
                        let List { is_exact, is_whole, .. } = *list;
                        *shared = Shared { list: candidates.lists, dot, terms: 1, is_exact, is_whole };
                        candidates.others.push(other);
                    }
                }
            }
        }
    }

    /// So many of the candidates of an item that are apart from it: those found by the rarest terms.
    fn rarest(&self, one: usize, count: usize, apart: impl Fn(&usize) -> bool) -> Vec<usize> {
        let lists = self.lists.get(one).into_iter().flatten();
        let posting_lists = lists.flat_map(|list| self.listed.get(list.start..list.end).unwrap_or_default());
        let mut posting_lists: Vec<&PostingList> = posting_lists.filter_map(|at| self.posting_lists.get(*at)).collect();
        posting_lists.sort_unstable_by_key(|posting_list| (posting_list.end - posting_list.start, posting_list.key));
        let postings = posting_lists
            .iter()
            .flat_map(|posting_list| self.postings.get(posting_list.next..posting_list.end).unwrap_or_default());
        let mut known = BTreeSet::new();
        let others = postings.filter_map(|(other, _)| usize::try_from(*other).ok()).inspect(|_| steps::add(1));
        others.filter(|other| known.insert(*other) && apart(other)).take(count).collect()
    }
}

/// The key of a term of a group. A multiplication between the two, so that they cannot change places.
fn within(group: Key, term: Key) -> Key {
    group.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32) ^ term
}

/// A scan of the terms of one group.
#[derive(Default)]
struct TermScan<'t> {
    items: &'t [Item<'t>],
    /// Those of each item, by their numbers.
    terms: Vec<Vec<(usize, u8)>>,
    /// For each term, what was counted of it in this group.
    counts: Vec<TermCount<'t>>,
    /// The terms that were counted.
    found: Vec<usize>,
}

#[derive(Clone, Copy, Default)]
struct TermCount<'t> {
    /// How many have the term.
    count: usize,
    /// Whose the first of them is.
    owners: &'t [u32],
    /// Whether others have it as well: those of the same owners are never a pair.
    is_shared: bool,
    posting_list: Option<usize>,
}

impl TermScan<'_> {
    fn through(&mut self, members: &[usize], is_exact: bool) {
        for term in self.found.drain(..) {
            if let Some(counted) = self.counts.get_mut(term) {
                *counted = TermCount::default();
            }
        }
        for item in members {
            let owners = self.items.get(*item).map(|item| item.owners).unwrap_or_default();
            let terms = shared(&self.terms, *item, is_exact);
            steps::add(terms.len());
            for (term, _) in terms {
                let Some(counted) = self.counts.get_mut(*term) else { continue };
                if counted.count == 0 {
                    counted.owners = owners;
                    self.found.push(*term);
                }
                counted.count += 1;
                counted.is_shared |= counted.owners != owners;
            }
        }
    }
}

/// What an item shares in a group, of the terms of all. An exact key is as one term, from which no similarity comes.
fn shared(terms: &[Vec<(usize, u8)>], item: usize, is_exact: bool) -> &[(usize, u8)] {
    if is_exact { &[(0, 0)] } else { terms.get(item).map(Vec::as_slice).unwrap_or_default() }
}

/// How many terms are found without a search, if they came last of those in their place.
const LATEST: usize = 4096;

/// Terms by numbers, in the order in which they come. None has 0.
struct Numbers {
    known: BTreeMap<Key, usize>,
    keys: Vec<Key>,
    /// The latest of each place.
    latest: Vec<(Key, usize)>,
}

impl Default for Numbers {
    fn default() -> Self {
        Self { known: BTreeMap::new(), keys: vec![0], latest: vec![(0, 0); LATEST] }
    }
}

impl Numbers {
    fn of(&mut self, term: Key) -> usize {
        let mut latest = self.latest.get_mut(place(term, LATEST));
        if let Some((_, number)) = latest.as_ref().filter(|(held, number)| *held == term && *number > 0) {
            return *number;
        }
        let next = self.keys.len();
        let number = *self.known.entry(term).or_insert(next);
        if number == next {
            self.keys.push(term);
        }
        if let Some(latest) = &mut latest {
            **latest = (term, number);
        }
        number
    }
}
