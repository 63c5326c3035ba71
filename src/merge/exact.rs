//! The rule of the protocol: the same type in the same places.

use std::collections::BTreeMap;

use super::Candidate;
use super::places::Sides;

/// The groups of candidates with one type and the same normalised places on both sides, in no particular order.
///
/// A finding without a type or without any place is a group of its own. So is each finding under a type and places that
/// one reply uses twice: which of the two another reply means is not certain.
#[must_use]
pub fn groups(candidates: &[Candidate<'_>]) -> Vec<Vec<usize>> {
    let mut groups = Vec::new();
    let mut by_key: BTreeMap<(String, Sides), Vec<usize>> = BTreeMap::new();
    for (at, candidate) in candidates.iter().enumerate() {
        let sides = Sides::of(candidate.finding);
        match &candidate.finding.r#type {
            Some(finding_type) if !sides.is_empty() => {
                by_key.entry((finding_type.to_lowercase(), sides)).or_default().push(at);
            }
            _ => groups.push(vec![at]),
        }
    }
    for group in by_key.into_values() {
        let mut replies: Vec<_> = group.iter().filter_map(|at| candidates.get(*at)).map(|found| found.reply).collect();
        replies.sort_unstable();
        if replies.windows(2).any(|pair| matches!(pair, [one, other] if one == other)) {
            groups.extend(group.into_iter().map(|at| vec![at]));
        } else {
            groups.push(group);
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::super::tests::finding;
    use super::{Candidate, groups};
    use crate::model::Finding;

    fn sizes(found: &[(u32, Finding)]) -> Vec<usize> {
        let candidates: Vec<_> =
            found.iter().map(|(reply, finding)| Candidate { reply: *reply, position: 0, finding }).collect();
        let mut sizes: Vec<_> = groups(&candidates).iter().map(Vec::len).collect();
        sizes.sort_unstable();
        sizes
    }

    #[test]
    fn equal_type_and_places_of_two_replies_are_one() {
        assert_eq!(sizes(&[(0, finding("regression", 1, "a")), (1, finding("Regression", 1, "b"))]), [2]);
        assert_eq!(sizes(&[(0, finding("regression", 1, "a")), (1, finding("regression", 2, "a"))]), [1, 1]);
        assert_eq!(sizes(&[(0, finding("regression", 1, "a")), (1, finding("contradiction", 1, "a"))]), [1, 1]);
    }

    #[test]
    fn what_names_no_place_or_no_type_stays_alone() {
        assert_eq!(sizes(&[(0, finding("regression", 0, "a")), (1, finding("regression", 0, "a"))]), [1, 1]);
        assert_eq!(sizes(&[(0, finding("", 1, "a")), (1, finding("", 1, "a"))]), [1, 1]);
    }

    #[test]
    fn what_one_reply_says_twice_is_ambiguous() {
        let twice = [(0, finding("regression", 1, "a")), (0, finding("regression", 1, "b"))];
        assert_eq!(sizes(&twice), [1, 1]);
        let [one, other] = twice;
        assert_eq!(sizes(&[one, other, (1, finding("regression", 1, "c"))]), [1, 1, 1]);
    }
}
