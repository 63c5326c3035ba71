//! How much a word weighs: the more frequent in reviews, the less it tells.
//!
//! The list is made by `scripts/frequent-words.js`, stands in `frequent-words.txt`, and is part of what a report depends
//! on: whoever makes it anew gives it a new version.

use std::sync::LazyLock;

use super::stem::stem;
use crate::text::hashing::{Key, Table, key};

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

/// Each frequent word. Of several forms of one word the most frequent counts, which comes first.
static FREQUENT: LazyLock<Table<u8>> = LazyLock::new(|| {
    let words = LIST.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).enumerate();
    let weighed = |(rank, word): (usize, &str)| {
        let weight = WEIGHTS.iter().find(|(last, _)| rank < *last).map_or(UNLISTED, |(_, weight)| *weight);
        let mut word = word.to_owned();
        stem(&mut word);
        (key(&word), weight)
    };
    words.map(weighed).collect()
});

/// The weight of a stemmed word.
#[must_use]
pub fn weight(stem: Key) -> u8 {
    FREQUENT.get(stem).unwrap_or(UNLISTED)
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
