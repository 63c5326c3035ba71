//! Which part of the result owns which range of a reply. Every non-blank character has one owner; what nobody claims is
//! the remainder.

use std::cmp::Reverse;
use std::ops::Range;

use super::steps;
use crate::order::Arrange;

/// The part of a result that holds a stretch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// Marks without words that part a reply: rules, and what stands around the whole of it.
    Layout,
    /// A field of the result itself, such as `metadata` or `status`.
    Field(&'static str),
    /// An entry of a list in the result, such as `findings` or `detail.terms`.
    Entry(&'static str, usize),
}

impl Owner {
    /// The owner as a path into the result.
    #[must_use]
    pub fn path(self) -> String {
        match self {
            Self::Layout => "layout".to_owned(),
            Self::Field(name) => name.to_owned(),
            Self::Entry(list, index) => format!("{list}[{index}]"),
        }
    }
}

/// A stretch, and who owns it; `None` where nobody does.
pub type Tile = (Range<usize>, Option<Owner>);

/// Whether one of some stretches, which are in order and apart, has a part of another.
#[must_use]
pub fn meets(stretches: &[Range<usize>], range: &Range<usize>) -> bool {
    let next = stretches.partition_point(|stretch| stretch.end <= range.start);
    stretches.get(next).is_some_and(|stretch| stretch.start < range.end)
}

/// The claims on a reply.
#[derive(Debug, Default)]
pub struct Ledger {
    claims: Vec<(Range<usize>, Owner)>,
}

impl Ledger {
    /// Claims a stretch. Where stretches overlap, the earlier claim keeps what it has.
    pub fn claim(&mut self, range: Range<usize>, owner: Owner) {
        if range.start < range.end {
            self.claims.push((range, owner));
        }
    }

    /// Claims nested ranges. Each byte belongs to the innermost range with an owner; the rest stays unclaimed.
    pub fn claim_nested(&mut self, mut stretches: Vec<(Range<usize>, Option<Owner>)>) {
        // What begins first and ends last holds what follows it.
        stretches.arrange_by_key(|(range, _)| (range.start, Reverse(range.end)));
        let mut open: Vec<(Range<usize>, Option<Owner>)> = Vec::new();
        let mut at = 0;
        for (range, owner) in stretches {
            at = self.close(&mut open, range.start, at);
            if let Some((_, Some(outer))) = open.last() {
                self.claim(at..range.start, *outer);
            }
            at = at.max(range.start);
            open.push((range, owner));
        }
        self.close(&mut open, usize::MAX, at);
    }

    /// Closes the ranges that end at or before `until`. Returns the offset up to which everything is claimed.
    fn close(&mut self, open: &mut Vec<(Range<usize>, Option<Owner>)>, until: usize, mut at: usize) -> usize {
        while let Some((range, owner)) = open.pop_if(|(range, _)| range.end <= until) {
            if let Some(owner) = owner {
                self.claim(at..range.end, owner);
            }
            at = at.max(range.end);
        }
        at
    }

    /// What is claimed so far, in order of the text.
    #[must_use]
    pub fn claimed(&self) -> Vec<Range<usize>> {
        steps::add(self.claims.len());
        let mut claimed: Vec<Range<usize>> = self.claims.iter().map(|(range, _)| range.clone()).collect();
        claimed.arrange_by_key(|range| range.start);
        claimed
    }

    /// The claims in order of the text, without overlaps, and the unclaimed stretches between them that hold
    /// something other than blanks.
    #[must_use]
    pub fn tile(mut self, text: &str) -> Vec<Tile> {
        // A stable sort by start: of two claims from one place on, the earlier one comes first.
        self.claims.arrange_by_key(|(range, _)| range.start);
        let mut tiles: Vec<Tile> = Vec::with_capacity(self.claims.len());
        let mut at = 0;
        for (range, owner) in self.claims {
            let start = range.start.max(at);
            if start >= range.end {
                continue;
            }
            push_gap(text, at..start, &mut tiles);
            tiles.push((start..range.end, Some(owner)));
            at = range.end;
        }
        push_gap(text, at..text.len(), &mut tiles);
        tiles
    }
}

fn push_gap(text: &str, range: Range<usize>, tiles: &mut Vec<Tile>) {
    let gap = text.get(range.clone()).unwrap_or_default();
    let said = gap.trim_matches(is_blank);
    if !said.is_empty() {
        let start = range.start + (gap.len() - gap.trim_start_matches(is_blank).len());
        tiles.push((start..start + said.len(), None));
    }
}

fn is_blank(character: char) -> bool {
    character.is_whitespace() || character == '\u{feff}'
}

#[cfg(test)]
mod tests {
    use super::{Ledger, Owner};

    #[test]
    fn the_innermost_owns() {
        let mut ledger = Ledger::default();
        let (outer, inner) = (Owner::Field("metadata"), Owner::Entry("findings", 0));
        ledger.claim_nested(vec![(3..5, None), (0..9, Some(outer)), (5..7, Some(inner)), (10..11, Some(inner))]);
        let tiles = ledger.tile("{a:(c)[d]}e");
        let expected = [
            (0..3, Some(outer)),
            (3..5, None),
            (5..7, Some(inner)),
            (7..9, Some(outer)),
            (9..10, None),
            (10..11, Some(inner)),
        ];
        assert_eq!(tiles, expected);
    }

    #[test]
    fn what_nobody_claims_is_left_over() {
        let mut ledger = Ledger::default();
        ledger.claim(4..7, Owner::Field("metadata"));
        let tiles = ledger.tile("one two\n\nthree");
        assert_eq!(tiles, [(0..3, None), (4..7, Some(Owner::Field("metadata"))), (9..14, None)]);
    }
}
