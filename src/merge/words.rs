//! How much a word weighs: the more frequent in reviews, the less it tells.
//!
//! The list is made by `scripts/frequent-words.js`, stands in `frequent-words.txt`, and is part of what a report depends
//! on: whoever makes it anew gives it a new version.

use std::sync::LazyLock;

use super::stem::stem;
use crate::text::hashing::{Key, key};

/// The list: a line with its version, then one word a line, the most frequent first.
const LIST: &str = include_str!("frequent-words.txt");

/// Up to which rank a word weighs what. What is not listed weighs [`UNLISTED`].
const WEIGHTS: [(usize, u8); 3] = [(60, 0), (250, 1), (1000, 2)];

/// The weight of a word that is not frequent.
pub const UNLISTED: u8 = 3;

/// The weight of a code word: an identifier, or what stands in code marks.
pub const CODE: u8 = 4;

/// The weight of a code word in the head of a finding: no term weighs more.
pub const HEAVIEST: u8 = CODE + CODE / 2;

/// How many slots the table of frequent words has: a power of two, four for a word, so that most stand in the first.
const SLOTS: usize = 4096;

/// Each frequent word at the slot that its key names, or in the next that is free.
static FREQUENT: LazyLock<Vec<Option<(Key, u8)>>> = LazyLock::new(|| {
    let mut table = vec![None; SLOTS];
    for (rank, word) in LIST.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).enumerate() {
        let weight = WEIGHTS.iter().find(|(last, _)| rank < *last).map_or(UNLISTED, |(_, weight)| *weight);
        let mut word = word.to_owned();
        stem(&mut word);
        let word = key(&word);
        let free =
            slots(word).find(|slot| table.get(*slot).is_none_or(|held| held.is_none_or(|(held, _)| held == word)));
        // Of several forms of one word the most frequent counts, which comes first.
        if let Some(slot @ None) = free.and_then(|slot| table.get_mut(slot)) {
            *slot = Some((word, weight));
        }
    }
    table
});

/// The slots where a word may stand, in order.
fn slots(word: Key) -> impl Iterator<Item = usize> {
    let first = usize::try_from(word >> 52).unwrap_or(0);
    (0..SLOTS).map(move |step| (first + step) % SLOTS)
}

/// The weight of a stemmed word.
#[must_use]
pub fn weight(stem: Key) -> u8 {
    let table = FREQUENT.as_slice();
    let held = slots(stem).map_while(|slot| table.get(slot).copied().flatten());
    let mut found = held.filter(|(word, _)| *word == stem);
    found.next().map_or(UNLISTED, |(_, weight)| weight)
}

#[cfg(test)]
mod tests {
    use super::{LIST, UNLISTED, stem, weight};
    use crate::text::hashing::key;

    fn weigh(word: &str) -> u8 {
        let mut word = word.to_owned();
        stem(&mut word);
        weight(key(&word))
    }

    #[test]
    fn the_more_frequent_the_lighter() {
        assert_eq!(weigh("the"), 0);
        assert_eq!(weigh("zeppelin"), UNLISTED);
        let words: Vec<_> = LIST.lines().skip(1).collect();
        let weights: Vec<_> = [0, 59, 999].map(|rank| words.get(rank).map(|word| weigh(word))).into();
        assert_eq!(weights.first(), Some(&Some(0)));
        assert!(weights.last().is_some_and(|last| *last <= Some(2)));
    }

    #[test]
    fn the_list_has_a_version_and_each_word_once() {
        assert!(LIST.starts_with("# frequent words in reviews, version 1"));
        let mut words: Vec<_> = LIST.lines().skip(1).collect();
        assert_eq!(words.len(), 1000);
        assert!(words.iter().all(|word| word.bytes().all(|letter| letter.is_ascii_lowercase()) && !word.is_empty()));
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), 1000);
    }
}
