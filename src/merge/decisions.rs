//! Your decisions on pairs of findings.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Code, Diagnostic, PairDecision};

/// What a person decided, each pair of fingerprints once, in an order that does not depend on how it was said.
#[derive(Clone, Debug, Default)]
pub struct Decisions<'d> {
    /// Pairs that are one.
    pub same: BTreeSet<[&'d str; 2]>,
    /// Fingerprints that each may not be united with; both ways.
    forbidden: BTreeMap<&'d str, BTreeSet<&'d str>>,
}

impl<'d> Decisions<'d> {
    /// Sorts out what was decided. A pair that is said to be both is forbidden, with a diagnostic.
    #[must_use]
    pub fn of(decisions: &'d [PairDecision], diagnostics: &mut Vec<Diagnostic>) -> Self {
        let mut sorted = Self::default();
        for decision in decisions {
            let [one, other] = &decision.fingerprints;
            if decision.same {
                sorted.same.insert([one.min(other), one.max(other)]);
            } else {
                sorted.forbidden.entry(one).or_default().insert(other);
                sorted.forbidden.entry(other).or_default().insert(one);
            }
        }
        let (contradicted, same): (BTreeSet<_>, BTreeSet<_>) =
            sorted.same.iter().partition(|[one, other]| sorted.are_forbidden(one, other));
        diagnostics.extend(contradicted.iter().map(|pair| contradiction(pair, pair)));
        sorted.same = same;
        sorted
    }

    /// Whether two findings are to stay apart.
    #[must_use]
    pub fn are_forbidden(&self, one: &str, other: &str) -> bool {
        self.forbidden.get(one).is_some_and(|apart| apart.contains(other))
    }

    /// Whether any two of two sets are to stay apart.
    #[must_use]
    pub fn keep_apart(&self, some: &BTreeSet<&str>, others: &BTreeSet<&str>) -> bool {
        self.forbidden_pair(some, others).is_some()
    }

    /// Two of two sets that are to stay apart.
    #[must_use]
    pub fn forbidden_pair<'s>(&self, some: &BTreeSet<&'s str>, others: &BTreeSet<&'s str>) -> Option<[&'s str; 2]> {
        let (few, many) = if some.len() < others.len() { (some, others) } else { (others, some) };
        few.iter().find_map(|one| {
            let apart = self.forbidden.get::<str>(one)?;
            // The shorter list is gone through, and looked up in the longer.
            let other = if apart.len() < many.len() {
                apart.iter().find_map(|other| many.get::<str>(other))
            } else {
                many.iter().find(|other| apart.contains::<str>(other))
            };
            Some([*one, *other?])
        })
    }

    /// Fingerprints of findings that are to be told apart though they are equal; sorted.
    #[must_use]
    pub fn told_apart(&self) -> Vec<&'d str> {
        self.forbidden.iter().filter(|(one, apart)| apart.contains(*one)).map(|(one, _)| *one).collect()
    }
}

/// What is said where a pair cannot be united because that would unite `apart`, which is forbidden.
#[must_use]
pub fn contradiction(pair: &[&str; 2], apart: &[&str; 2]) -> Diagnostic {
    let [one, other] = pair.map(crate::model::quote);
    let [first, second] = apart.map(crate::model::quote);
    let message = if (&one, &other) == (&first, &second) || (&one, &other) == (&second, &first) {
        format!("One decision merges {one} and {other}, another keeps them separate. They stay separate.")
    } else {
        format!(
            "Merging {one} and {other} as decided would also merge {first} and {second}, which another decision keeps separate. They stay separate."
        )
    };
    Diagnostic::new(Code::ContradictingDecisions, message, None)
}

#[cfg(test)]
mod tests {
    use super::{Decisions, PairDecision, contradiction};

    fn decision(one: &str, other: &str, same: bool) -> PairDecision {
        PairDecision { fingerprints: [one.to_owned(), other.to_owned()], same }
    }

    #[test]
    fn forbidding_wins_and_the_contradiction_is_said_once() {
        let said =
            [decision("b", "a", true), decision("a", "b", true), decision("a", "b", false), decision("c", "b", true)];
        let mut diagnostics = Vec::new();
        let decisions = Decisions::of(&said, &mut diagnostics);
        assert_eq!(decisions.same.iter().collect::<Vec<_>>(), [&["b", "c"]]);
        assert_eq!(diagnostics.len(), 1);
        assert!(diagnostics.iter().all(|said| said.message.ends_with("keeps them separate. They stay separate.")));
        assert!(decisions.are_forbidden("a", "b") && decisions.are_forbidden("b", "a"));
        assert!(!decisions.are_forbidden("b", "c"));
        assert!(decisions.keep_apart(&["x", "a"].into(), &["b"].into()));
        assert!(!decisions.keep_apart(&["x", "c"].into(), &["b"].into()));
    }

    #[test]
    fn what_would_unite_others_names_them() {
        let said = |apart| contradiction(&["a", "b"], apart).message.contains("would also merge");
        assert!(said(&["a", "c"]));
        assert!(!said(&["a", "b"]) && !said(&["b", "a"]));
    }

    #[test]
    fn equal_findings_can_be_told_apart() {
        let said = [decision("a", "a", false), decision("b", "c", false)];
        assert_eq!(Decisions::of(&said, &mut Vec::new()).told_apart(), ["a"]);
    }
}
