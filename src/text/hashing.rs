//! Hashes words to numbers, which are faster to look up and compare.

/// A word, or several that follow each other: the same on every machine. Two with one hash are too rare to matter, and would only be
/// alike; whoever makes them on purpose could as well write the same word. So it is a plain and fast hash, FNV-1a.
pub type Key = u64;

/// The key of no letter at all.
const EMPTY: Key = 0xcbf2_9ce4_8422_2325;

/// The key of a text.
#[must_use]
pub fn key(text: &str) -> Key {
    followed(EMPTY, text)
}

/// The key of what another key is of, with a text behind it.
#[must_use]
pub fn followed(before: Key, text: &str) -> Key {
    text.bytes().fold(before, |hash, byte| (hash ^ Key::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// How many slots a table has: a power of two, four for each of a thousand words, so that most stand in the first.
const SLOTS: usize = 4096;

/// What some words are worth: each at the slot that its key names, or in the next that is free.
#[derive(Debug)]
pub struct Table<T>(Vec<Option<(Key, T)>>);

impl<T: Copy> Table<T> {
    /// What a word is worth.
    #[must_use]
    pub fn get(&self, word: Key) -> Option<T> {
        let mut held = slots(word).map_while(|slot| self.0.get(slot).copied().flatten());
        held.find(|(held, _)| *held == word).map(|(_, worth)| worth)
    }

    /// How many words are held.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.iter().flatten().count()
    }
}

/// Of what is said of one word, the first counts.
impl<T: Copy> FromIterator<(Key, T)> for Table<T> {
    fn from_iter<I: IntoIterator<Item = (Key, T)>>(words: I) -> Self {
        let mut table = vec![None; SLOTS];
        for (word, worth) in words {
            let free = slots(word).find(|slot| {
                table.get(*slot).is_none_or(|held: &Option<(Key, T)>| held.is_none_or(|(held, _)| held == word))
            });
            if let Some(slot @ None) = free.and_then(|slot| table.get_mut(slot)) {
                *slot = Some((word, worth));
            }
        }
        Self(table)
    }
}

/// The slots where a word may stand, in order.
fn slots(word: Key) -> impl Iterator<Item = usize> {
    let first = usize::try_from(word >> 52).unwrap_or(0);
    (0..SLOTS).map(move |step| (first + step) % SLOTS)
}
