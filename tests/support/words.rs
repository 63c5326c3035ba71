//! Words, and another in the place of one of them.
#![allow(dead_code, clippy::string_slice)]

use std::ops::Range;

/// A word that stands nowhere else.
pub const FRESH: &str = "zyxwort";

/// The words of a text, as byte ranges.
pub fn words(text: &str) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, character) in text.char_indices().chain([(text.len(), ' ')]) {
        match (start, character.is_alphanumeric()) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                words.push(from..at);
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// The text with [`FRESH`] in the place of one of its words, and that word. Which one depends on the text alone. `None`
/// where it has no word, or that one.
pub fn replaced(text: &str) -> Option<(String, Range<usize>)> {
    if text.contains(FRESH) {
        return None;
    }
    let words = words(text);
    let word = words.get(hash(text.as_bytes()) % words.len().max(1))?.clone();
    Some((format!("{}{FRESH}{}", &text[..word.start], &text[word.end..]), word))
}

/// A number that depends on all bytes.
pub fn hash(bytes: &[u8]) -> usize {
    let all = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    usize::try_from(all >> 33).unwrap_or_default()
}
