//! How similar two texts are: the cosine of their terms, as a fraction of whole numbers.

use std::cmp::Ordering;

use super::terms::{TERMS, Terms};
use super::words::HEAVIEST;
use crate::text::steps;

/// A cosine: `dot / √square`. Compared without a root and without a rounding.
#[derive(Clone, Copy, Debug)]
pub struct Similarity {
    dot: u64,
    square: u64,
    /// How many terms both have.
    common: usize,
}

/// A bound of similarity, in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hundredths(pub u64);

/// Alike enough to be one, where type and places are the same.
pub const NEAR: Hundredths = Hundredths(10);
/// Alike enough to be members of one group, where their places meet.
pub const AKIN: Hundredths = Hundredths(18);
/// So alike, on the average, are the members of two groups that become one.
pub const COHERENT: Hundredths = Hundredths(20);
/// Alike, where places meet on both sides.
pub const ALIKE: Hundredths = Hundredths(28);
/// So alike that it is worth a suggestion where places cannot be compared.
pub const MORE_THAN_ALIKE: Hundredths = Hundredths(25);
/// So alike that it is worth a suggestion where places meet on one side only, or one names no more than the document.
pub const MUCH_ALIKE: Hundredths = Hundredths(30);
/// Alike, where places cannot be compared: lines here, a section there.
pub const CLOSELY_ALIKE: Hundredths = Hundredths(32);
/// Alike, where places meet on one side and are apart on the other.
pub const VERY_ALIKE: Hundredths = Hundredths(40);
/// So alike that it is worth a suggestion where one names no place.
pub const PERHAPS_ALIKE: Hundredths = Hundredths(24);
/// Alike, where one names no place.
pub const UNPLACED: Hundredths = Hundredths(47);
/// So alike that it is worth a suggestion though the places do not meet. Alike, where one names no more than the document.
pub const STRIKING: Hundredths = Hundredths(50);

/// So much more alike, in hundredths, is a pair than what else one of the two may be in the other's reply, unless it is
/// strikingly alike: where two are nearly as like, each may speak of another side of it.
pub const LEAD: u32 = 9;

/// The lead that a pair needs whose texts are no more than akin, on nearly the same lines.
pub const FAR_LEAD: u32 = 15;

/// So alike that they are the same words but for one or two.
const NEARLY_EQUAL: Hundredths = Hundredths(70);
/// So alike that neither says what the other does not.
const SAME_WORDS: Hundredths = Hundredths(95);

/// So much, in products of weights, two texts have in common at least.
const SHARED: u64 = 26;

// The largest product, ten thousand times a squared sum over all terms, fits.
const _: () = {
    let sum = (HEAVIEST as u64) * (HEAVIEST as u64) * (TERMS as u64);
    assert!(sum < 1 << 24 && 10_000 * (sum * sum) < u64::MAX / 2);
};

impl Similarity {
    /// Of two texts. A text without weight is alike to nothing.
    #[must_use]
    pub fn between(one: &Terms, other: &Terms) -> Self {
        let (left, right) = (one.all(), other.all());
        steps::add(left.len() + right.len());
        let (mut at, mut other_at) = (0, 0);
        let (mut dot, mut common) = (0, 0);
        // Which of two hashes is the lesser nobody can guess, a processor neither: so there is nothing to branch on.
        while let (Some((term, weight)), Some((other_term, other_weight))) = (left.get(at), right.get(other_at)) {
            common += usize::from(term == other_term);
            dot += u64::from(term == other_term) * u64::from(*weight) * u64::from(*other_weight);
            at += usize::from(term <= other_term);
            other_at += usize::from(other_term <= term);
        }
        Self { dot, square: u64::from(one.square()) * u64::from(other.square()), common }
    }

    /// Of two texts that have so many terms in common, with these products of weights in all.
    #[must_use]
    pub fn of(dot: u32, common: u32, [one, other]: [&Terms; 2]) -> Self {
        let square = u64::from(one.square()) * u64::from(other.square());
        Self { dot: u64::from(dot), square, common: usize::try_from(common).unwrap_or(usize::MAX) }
    }

    /// How many terms the texts have in common.
    #[must_use]
    pub fn common(self) -> usize {
        self.common
    }

    /// Of two texts that are equal.
    pub const EQUAL: Self = Self { dot: 1, square: 1, common: 1 };

    /// Whether the texts have enough in common, and not only much of the little that they say: more than one word, unless
    /// they say nothing else.
    #[must_use]
    pub fn is_founded(self) -> bool {
        let much = self.dot >= SHARED || self.at_least(NEARLY_EQUAL);
        (self.shares_words() && much) || self.at_least(SAME_WORDS)
    }

    /// Whether the texts have more than one term in common.
    #[must_use]
    pub fn shares_words(self) -> bool {
        self.common > 1
    }

    /// Whether it is at least so much.
    #[must_use]
    pub fn at_least(self, bound: Hundredths) -> bool {
        self.dot > 0 && 10_000 * self.dot * self.dot >= bound.0 * bound.0 * self.square
    }

    /// In percent, rounded down.
    #[must_use]
    pub fn percent(self) -> u32 {
        let percent = (10_000 * self.dot * self.dot).checked_div(self.square).unwrap_or(0).isqrt();
        u32::try_from(percent).unwrap_or(100).min(100)
    }
}

impl PartialEq for Similarity {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Similarity {}

impl PartialOrd for Similarity {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Similarity {
    fn cmp(&self, other: &Self) -> Ordering {
        let crossed = |one: &Self, other: &Self| u128::from(one.dot * one.dot) * u128::from(other.square.max(1));
        crossed(self, other).cmp(&crossed(other, self))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::finding;
    use super::{ALIKE, Hundredths, NEAR, Similarity, Terms};

    fn between(one: &str, other: &str) -> Similarity {
        Similarity::between(&Terms::of(&finding("", 0, one)), &Terms::of(&finding("", 0, other)))
    }

    #[test]
    fn it_is_the_cosine() {
        assert_eq!(between("zeppelin hangar", "hangar zeppelins").percent(), 100);
        assert_eq!(between("zeppelin hangar", "zeppelin quokka").percent(), 50);
        assert_eq!(between("zeppelin", "zeppelin quokka wombat marmot").percent(), 50);
        assert!(between("zeppelin", "zeppelin quokka wombat marmot").at_least(Hundredths(50)));
        assert!(!between("zeppelin", "zeppelin quokka wombat marmot").at_least(Hundredths(51)));
    }

    #[test]
    fn a_text_without_weight_is_alike_to_nothing() {
        for (one, other) in [("the", "the"), ("", ""), ("zeppelin", "")] {
            assert!(!between(one, other).at_least(NEAR));
            assert_eq!(between(one, other).percent(), 0);
        }
        assert!(between("zeppelin", "zeppelin") > between("the", "the"));
    }

    #[test]
    fn order_needs_no_root() {
        let (half, third) = (Similarity { dot: 1, square: 4, common: 1 }, Similarity { dot: 2, square: 36, common: 1 });
        assert!(half > third && third.at_least(ALIKE));
        assert_eq!(half, Similarity { dot: 2, square: 16, common: 1 });
        assert_eq!(Similarity::EQUAL.percent(), 100);
    }
}
