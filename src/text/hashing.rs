//! Words as numbers, which are looked up and compared faster.

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
