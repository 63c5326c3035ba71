//! Which things are alike, of many: an index leads from each to those that share a term with it, and how alike they are
//! is counted while it is walked through.

use std::collections::{BTreeMap, BTreeSet};

use super::likeness::{Hundredths, Likeness};
use super::nodes::have_common;
use super::terms::{Key, Terms, place};
use crate::text::steps;

/// The most things that a term of a group leads to; one that is more frequent than that tells little, and is skipped.
/// Without it, a thousand findings on one line would be compared each with each.
pub const NODES_PER_TERM: usize = 256;

/// The most things that a thing is compared with, those found by the rarest terms first.
pub const NODES_PER_NODE: usize = 256;

/// What may be alike to others: to those of other owners that share a group and a term with it.
#[derive(Debug)]
pub struct Thing<'t> {
    /// What it is in, each once: of a finding, documents.
    pub groups: Vec<Key>,
    /// Its words, where it is compared with whatever has the same, in any group.
    pub words: Option<Key>,
    /// Its terms.
    pub terms: &'t Terms,
    /// Whose it is, sorted.
    pub owners: &'t [u32],
}

/// Two things that are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Their places, the lower first.
    pub places: [usize; 2],
    /// How alike they are.
    pub likeness: Likeness,
}

/// Pairs of things that are alike, and how often a bound kept one from being found.
#[derive(Debug, Default)]
pub struct Alike {
    /// By their places, sorted.
    pub pairs: Vec<Pair>,
    /// What more than [`NODES_PER_TERM`] things share, and was passed over.
    pub skipped: usize,
    /// The things that have more than [`NODES_PER_NODE`] others to be compared with.
    pub full: usize,
}

/// How many things are compared at most.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// By one term: [`NODES_PER_TERM`].
    pub per_term: usize,
    /// With one thing: [`NODES_PER_NODE`].
    pub per_node: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { per_term: NODES_PER_TERM, per_node: NODES_PER_NODE }
    }
}

/// The pairs of things that are at least so much alike, and those with the same words.
#[must_use]
pub fn alike(things: &[Thing<'_>], least: Hundredths, bounds: Bounds) -> Alike {
    let mut index = Index::of(things, bounds.per_term);
    let mut found = Alike { skipped: index.skipped, ..Alike::default() };
    let mut met = Met { shared: vec![Shared::default(); things.len()], ..Met::default() };
    for (one, thing) in things.iter().enumerate() {
        index.walk(one, &mut met);
        let apart = |other: &usize| things.get(*other).is_some_and(|other| !have_common(thing.owners, other.owners));
        let is_full = |others: &[usize]| others.iter().filter(|other| apart(other)).count() > bounds.per_node;
        if met.others.len() > bounds.per_node && is_full(&met.others) {
            found.full += 1;
            met.others = index.rarest(one, bounds.per_node, apart);
        }
        let before = found.pairs.len();
        found.pairs.extend(met.others.iter().filter_map(|other| {
            let (shared, there) = (met.shared.get(*other)?, things.get(*other)?);
            let likeness = if shared.is_whole {
                Likeness::of(shared.dot, shared.terms, [thing.terms, there.terms])
            } else {
                Likeness::between(thing.terms, there.terms)
            };
            let counts = (shared.by_words || likeness.at_least(least)) && apart(other);
            counts.then_some(Pair { places: [one, *other], likeness })
        }));
        found.pairs.get_mut(before..).unwrap_or_default().sort_unstable_by_key(|pair| pair.places);
    }
    found
}

/// What a thing was seen to share with others.
#[derive(Default)]
struct Met {
    others: Vec<usize>,
    /// For each thing what it shares; of others than those that were met, with a thing before.
    shared: Vec<Shared>,
    /// How many lists were walked through.
    lists: usize,
}

/// What two things share, by the first list of the one in which the other was met.
#[derive(Clone, Copy, Default)]
struct Shared {
    /// The number of that list; none is 0.
    list: usize,
    /// The products of weights, summed up.
    dot: u32,
    /// How many terms.
    terms: u32,
    /// Whether it is the words that they share.
    by_words: bool,
    /// Whether these are all terms that they share: none was passed over.
    is_whole: bool,
}

/// For each term of a group, the things that have it.
#[derive(Default)]
struct Index {
    /// For each thing, what leads to others: a list for each of its groups.
    lists: Vec<Vec<List>>,
    /// What the lists hold: entries, by their places.
    listed: Vec<usize>,
    entries: Vec<Entry>,
    /// What the entries hold: things, in order, and how much the term weighs there.
    holders: Vec<(u32, u8)>,
    skipped: usize,
}

struct List {
    start: usize,
    end: usize,
    by_words: bool,
    /// Whether no term was passed over.
    is_whole: bool,
}

/// A term of a group.
struct Entry {
    key: Key,
    start: usize,
    /// The first holder that was not walked from.
    next: usize,
    end: usize,
}

impl Index {
    fn of(things: &[Thing<'_>], per_term: usize) -> Self {
        let mut groups: BTreeMap<(bool, Key), Vec<usize>> = BTreeMap::new();
        let mut numbers = Numbers::default();
        let mut terms = Vec::with_capacity(things.len());
        for (at, thing) in things.iter().enumerate() {
            let keys = thing.groups.iter().map(|group| (false, *group)).chain(thing.words.map(|words| (true, words)));
            keys.for_each(|key| groups.entry(key).or_default().push(at));
            terms.push(thing.terms.all().iter().map(|(term, weight)| (numbers.of(*term), *weight)).collect());
        }
        let lists = things.iter().map(|thing| Vec::with_capacity(thing.groups.len() + 1)).collect();
        let mut index = Self { lists, ..Self::default() };
        let mut look = Look { things, terms, seen: vec![Seen::default(); numbers.keys.len()], ..Look::default() };
        for ((by_words, group), members) in groups {
            look.through(&members, by_words);
            let first = index.entries.len();
            let key = |term: usize| match numbers.keys.get(term) {
                Some(term) if !by_words => within(group, *term),
                _ => group,
            };
            let is_whole = index.enter(&mut look, per_term, key);
            index.list(&look, &members, &List { start: 0, end: 0, by_words, is_whole: is_whole && !by_words });
            index.entries.iter_mut().skip(first).for_each(|entry| entry.next = entry.start);
        }
        index
    }

    /// Makes an entry of each term that leads to pairs. Gives whether none of them was passed over.
    fn enter(&mut self, look: &mut Look<'_>, per_term: usize, key: impl Fn(usize) -> Key) -> bool {
        let before = self.skipped;
        for term in &look.found {
            let Some(seen) = look.seen.get_mut(*term).filter(|seen| seen.is_shared) else { continue };
            if seen.count > per_term {
                self.skipped += 1;
                continue;
            }
            seen.entry = Some(self.entries.len());
            let (start, end) = (self.holders.len(), self.holders.len() + seen.count);
            self.entries.push(Entry { key: key(*term), start, next: start, end });
            self.holders.resize(end, (0, 0));
        }
        self.skipped == before
    }

    /// Puts the members of a group into the entries of their terms, and these into their lists.
    fn list(&mut self, look: &Look<'_>, members: &[usize], list: &List) {
        for thing in members {
            let start = self.listed.len();
            for (term, weight) in shared(&look.terms, *thing, list.by_words) {
                let Some(at) = look.seen.get(*term).and_then(|seen| seen.entry) else { continue };
                let Some(entry) = self.entries.get_mut(at) else { continue };
                if let Some(holder) = self.holders.get_mut(entry.next) {
                    *holder = (u32::try_from(*thing).unwrap_or(u32::MAX), *weight);
                }
                entry.next += 1;
                self.listed.push(at);
            }
            if let Some(lists) = self.lists.get_mut(*thing) {
                lists.push(List { start, end: self.listed.len(), ..*list });
            }
        }
    }

    /// Meets what shares anything with a thing and comes after it. Things are walked from in their order.
    fn walk(&mut self, one: usize, met: &mut Met) {
        met.others.clear();
        let before = met.lists;
        for list in self.lists.get(one).into_iter().flatten() {
            met.lists += 1;
            for at in self.listed.get(list.start..list.end).unwrap_or_default() {
                let Some(entry) = self.entries.get_mut(*at) else { continue };
                let holders = self.holders.get(entry.next..entry.end).unwrap_or_default();
                let Some(((_, own), others)) = holders.split_first() else { continue };
                entry.next += 1;
                steps::add(holders.len());
                for (other, weight) in others {
                    let other = usize::try_from(*other).unwrap_or(usize::MAX);
                    let Some(shared) = met.shared.get_mut(other) else { continue };
                    let dot = u32::from(*own) * u32::from(*weight);
                    if shared.list == met.lists {
                        shared.dot += dot;
                        shared.terms += 1;
                    } else if shared.list <= before {
                        let List { by_words, is_whole, .. } = *list;
                        *shared = Shared { list: met.lists, dot, terms: 1, by_words, is_whole };
                        met.others.push(other);
                    }
                }
            }
        }
    }

    /// So many of those that a thing met and that are apart from it: those found by the rarest terms.
    fn rarest(&self, one: usize, count: usize, apart: impl Fn(&usize) -> bool) -> Vec<usize> {
        let lists = self.lists.get(one).into_iter().flatten();
        let entries = lists.flat_map(|list| self.listed.get(list.start..list.end).unwrap_or_default());
        let mut entries: Vec<&Entry> = entries.filter_map(|at| self.entries.get(*at)).collect();
        entries.sort_unstable_by_key(|entry| (entry.end - entry.start, entry.key));
        let holders = entries.iter().flat_map(|entry| self.holders.get(entry.next..entry.end).unwrap_or_default());
        let mut known = BTreeSet::new();
        let others = holders.filter_map(|(other, _)| usize::try_from(*other).ok()).inspect(|_| steps::add(1));
        others.filter(|other| known.insert(*other) && apart(other)).take(count).collect()
    }
}

/// The key of a term of a group. A multiplication between the two, so that they cannot change places.
fn within(group: Key, term: Key) -> Key {
    group.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32) ^ term
}

/// A look through the terms of one group.
#[derive(Default)]
struct Look<'t> {
    things: &'t [Thing<'t>],
    /// Those of each thing, by their numbers.
    terms: Vec<Vec<(usize, u8)>>,
    /// For each term, what was seen of it in this group.
    seen: Vec<Seen<'t>>,
    /// The terms that were seen.
    found: Vec<usize>,
}

#[derive(Clone, Copy, Default)]
struct Seen<'t> {
    /// How many have the term.
    count: usize,
    /// Whose the first of them is.
    owners: &'t [u32],
    /// Whether others have it as well: those of the same owners are never a pair.
    is_shared: bool,
    entry: Option<usize>,
}

impl Look<'_> {
    fn through(&mut self, members: &[usize], by_words: bool) {
        for term in self.found.drain(..) {
            if let Some(seen) = self.seen.get_mut(term) {
                *seen = Seen::default();
            }
        }
        for thing in members {
            let owners = self.things.get(*thing).map(|thing| thing.owners).unwrap_or_default();
            let terms = shared(&self.terms, *thing, by_words);
            steps::add(terms.len());
            for (term, _) in terms {
                let Some(seen) = self.seen.get_mut(*term) else { continue };
                if seen.count == 0 {
                    seen.owners = owners;
                    self.found.push(*term);
                }
                seen.count += 1;
                seen.is_shared |= seen.owners != owners;
            }
        }
    }
}

/// What a thing shares in a group, of the terms of all. Words are as one term, from which no likeness comes.
fn shared(terms: &[Vec<(usize, u8)>], thing: usize, by_words: bool) -> &[(usize, u8)] {
    if by_words { &[(0, 0)] } else { terms.get(thing).map(Vec::as_slice).unwrap_or_default() }
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
