//! A range in a reply.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// A stretch of a reply, `start..end`, with the line and column of its start.
///
/// While a reply is read, offsets count bytes; a result that leaves the crate counts UTF-16 code units.
/// Lines and columns start at 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// Offset of the first character.
    pub start: u32,
    /// Offset after the last character.
    pub end: u32,
    /// Line of the first character.
    pub line: u32,
    /// Column of the first character, in the unit of the offsets.
    pub column: u32,
}

impl Span {
    /// A stretch of bytes whose line and column are not known yet.
    #[must_use]
    pub fn of_bytes(start: usize, end: usize) -> Self {
        let clamp = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Self { start: clamp(start), end: clamp(end), line: 0, column: 0 }
    }

    /// The stretch, while its offsets count bytes.
    #[must_use]
    pub fn bytes(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}
