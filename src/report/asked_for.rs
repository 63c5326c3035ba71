//! Whether a reply is the one that was asked for: of that type, on that subject. See `docs/dispatch.md`, "Collecting".

use std::collections::{BTreeMap, BTreeSet};

use super::answer::Answer;
use super::dispatched::dimensions;
use super::same_units::spoken;
use crate::dialect::inferred;
use crate::model::{
    AgentResult, Code, Detail, Diagnostic, DispatchPlan, Expected, ExpectedUnit, ResultType, Status, quote,
};
use crate::order::Gather;
use crate::part::aliases;
use crate::part::units::{self, Identity};
use crate::text::inline;

/// Holds replies to what the host expected of their unit. No status is inferred where a protocol was asked for. What is of
/// another type, or on another subject, does not close the unit: it is PARTIAL, whatever it says.
pub fn hold(answers: &mut [Answer], expected: &[ExpectedUnit], plan: Option<&DispatchPlan>) {
    let mut wanted: BTreeMap<Identity, BTreeSet<Expected>> = BTreeMap::new();
    for (identity, expect) in expected.iter().filter_map(|unit| Some((Identity::of(&unit.unit)?, unit.expect))) {
        wanted.entry(identity).or_default().extend(expect);
    }
    let asked = Asked {
        dimensions: dimensions(plan).into_keys().collect(),
        names: wanted.keys().map(|unit| (unnumbered(unit.name()), unit.clone())).gather(),
        is_planned: plan.is_some(),
    };
    for answer in answers {
        let Some((unit, wanted)) = answer.unit.as_ref().and_then(|unit| wanted.get_key_value(unit)) else { continue };
        let result = &mut answer.result;
        if !wanted.is_empty() {
            inferred::withdraw(result);
            if let Some(read) = result.answers().filter(|read| !wanted.contains(read)) {
                let message = format!("The type is {}, but {} was expected.", read.word(), words_of(wanted));
                result.diagnostics.push(Diagnostic::new(Code::UnexpectedType, message, None));
            }
        }
        let Some(other) = asked.other_type(result, unit, wanted).or_else(|| asked.other_subject(result, unit)) else {
            continue;
        };
        answer.is_other = true;
        // It covers nothing of what was requested.
        result.coverage = None;
        if result.status != Status::Error {
            result.status = Status::Partial;
            result.reason = Some(result.reason.take().map_or(other.clone(), |reason| format!("{other}; {reason}")));
        }
    }
}

fn words_of(wanted: &BTreeSet<Expected>) -> String {
    wanted.iter().map(Expected::word).collect::<Vec<_>>().join(" or ")
}

/// What was asked for.
struct Asked {
    /// The units that are dimensions.
    dimensions: BTreeSet<Identity>,
    /// The units by their words.
    names: BTreeMap<String, Identity>,
    /// Whether a plan names the units: then each is called by its subject.
    is_planned: bool,
}

/// The words of the agent that compares two documents, and of the one that judges a dimension.
const OF_PAIR: [&str; 3] = ["conflict", "consistent", "tension"];
const OF_DIMENSION: [&str; 3] = ["good", "significant problems", "some issues"];

impl Asked {
    /// Which other work a reply is of by its type, in words. A dimension may be answered as a comparison, a verification or a
    /// digest; but not by a comparison of two documents.
    fn other_type(&self, result: &AgentResult, unit: &Identity, wanted: &BTreeSet<Expected>) -> Option<String> {
        // The host may ask one reply alone for a type.
        if wanted.is_empty() && result.has_diagnostic(Code::UnexpectedType) {
            return Some("it is of another type than was requested".to_owned());
        }
        let read = result.answers()?;
        let of_dimension = |of: ResultType| {
            matches!(of, ResultType::Consistency | ResultType::Verification | ResultType::Digest)
                && wanted.contains(&Expected::Type(ResultType::Consistency))
        };
        let is_judged = dimension(result).is_some_and(|named| is_same(named, unit.name()));
        let is_other = !wanted.is_empty()
            && !wanted.contains(&read)
            && !matches!(read, Expected::Type(of) if is_judged && of_dimension(of));
        if is_other {
            return Some(format!("it is a reply of the type {}, but {} was requested", read.word(), words_of(wanted)));
        }
        let Detail::Consistency(detail) = &result.detail else { return None };
        let stated = inline::words(result.stated_status.as_deref().unwrap_or_default());
        let is_pair = detail.dimension.is_none() && (detail.documents.len() > 1 || OF_PAIR.contains(&stated.as_str()));
        let is_dimension =
            detail.documents.is_empty() && (detail.dimension.is_some() || OF_DIMENSION.contains(&stated.as_str()));
        if self.dimensions.contains(unit) && is_pair {
            return Some("it compares two documents, but a dimension was requested".to_owned());
        }
        (unit.documents().len() > 1 && is_dimension)
            .then(|| "it is on a dimension, but a comparison of documents was requested".to_owned())
    }

    /// Which other subject a reply says that it is on, where the host labelled it, in words: another one that was asked for,
    /// other documents, or, where a plan calls each unit by its subject, another subject. Names that differ in form alone are
    /// the same.
    fn other_subject(&self, result: &AgentResult, unit: &Identity) -> Option<String> {
        if !result.has_diagnostic(Code::UnitDiffers) {
            return None;
        }
        let claims = claims(result);
        let is_other = |claim: &String| {
            let claimed = Identity::of(claim);
            let documents = claimed.as_ref().map(Identity::documents).unwrap_or_default();
            let is_asked = self.names.get(&unnumbered(claim)).is_some_and(|asked| asked != unit);
            let differs = match (documents.is_empty(), unit.documents().is_empty()) {
                (false, false) => !are_same(documents, unit.documents()),
                (true, true) => (is_asked || self.is_planned) && !is_same(claim, unit.name()),
                _ => false,
            };
            is_asked || differs
        };
        let is_own = |claim: &String| !is_other(claim) && Identity::of(claim).is_some();
        let other = claims.iter().find(|claim| is_other(claim))?;
        (!claims.iter().any(is_own)).then(|| format!("it is about {}", quote(other)))
    }
}

/// Whether documents are the same ones, as far as both name their folders; their extensions may be left out.
fn are_same(some: &[String], others: &[String]) -> bool {
    let stem = |document: &str| {
        let file = document.rsplit(['/', '\\']).next().unwrap_or(document);
        let extension = file.rsplit_once('.').map_or(0, |(_, extension)| extension.len() + 1);
        document.get(..document.len() - extension).unwrap_or(document).to_lowercase().replace('\\', "/")
    };
    let [some, others] = [some, others].map(|list| list.iter().map(|one| stem(one)).collect::<BTreeSet<String>>());
    let is_among = |one: &String, list: &BTreeSet<String>| list.iter().any(|other| aliases::is_same_file(one, other));
    some.len() == others.len() && some.iter().all(|one| is_among(one, &others))
}

/// The words of a name without the number before them: `2. Goal Alignment`.
fn unnumbered(name: &str) -> String {
    let words = spoken(name).words;
    let behind = words.split_once(' ').filter(|(first, _)| first.bytes().all(|digit| digit.is_ascii_digit()));
    behind.map_or(words.clone(), |(_, behind)| behind.to_owned())
}

/// Whether two names may be of one subject. Names are, if they have a word in common (`Pay`, `Payment`). An id is, unless the
/// other is an id of the same form: `T-1` may be `Cache the feed`, and is not `T-9`.
fn is_same(one: &str, other: &str) -> bool {
    /// Shorter words join others, and so do these.
    const LEAST: usize = 3;
    const JOINTS: [&str; 8] = ["all", "and", "any", "for", "from", "not", "the", "with"];
    let [one, other] = [one, other].map(unnumbered);
    let [one, other]: [Vec<&str>; 2] = [&one, &other].map(|words| words.split(' ').collect());
    let is_number = |word: &&str| word.starts_with(|first: char| first.is_ascii_digit());
    let id = |words: &[&str]| words.iter().position(is_number).filter(|at| *at < 2);
    match (id(&one), id(&other)) {
        (Some(own), Some(its)) if one.get(..own) == other.get(..its) => one.get(own) == other.get(its),
        (None, None) => {
            let meet = |first: &str, second: &str| {
                first.len() >= LEAST && !JOINTS.contains(&first) && second.starts_with(first)
            };
            one.concat() == other.concat()
                || one.iter().any(|word| other.iter().any(|its| meet(word, its) || meet(its, word)))
        }
        _ => true,
    }
}

/// The dimension that a reply is on.
fn dimension(result: &AgentResult) -> Option<&str> {
    match &result.detail {
        Detail::Consistency(detail) => detail.dimension.as_deref(),
        Detail::Verification(detail) => detail.dimension.as_deref(),
        _ => None,
    }
}

/// What a reply says that it is on.
fn claims(result: &AgentResult) -> Vec<String> {
    let own = match &result.detail {
        Detail::Digest(detail) => detail.document.clone(),
        Detail::Consistency(detail) if detail.documents.len() > 1 => Some(units::show(&detail.documents)),
        Detail::Implementation(detail) => detail.task.clone(),
        Detail::DesignPlan(detail) => detail.screen.clone(),
        _ => None,
    };
    own.into_iter().chain(dimension(result).map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::{are_same, is_same};

    #[test]
    fn subjects_share_a_word_of_their_own() {
        assert!(is_same("2. Payment flow", "Pay"));
        assert!(!is_same("the lock", "the cache"));
        assert!(!is_same("T-1", "T-9"));
    }

    #[test]
    fn documents_are_the_same_as_far_as_both_name_their_folders() {
        let list = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert!(are_same(&list(&["docs/api.md"]), &list(&["API"])));
        assert!(!are_same(&list(&["a/README.md"]), &list(&["b/README.md"])));
        assert!(!are_same(&list(&["a.md"]), &list(&["a.md", "b.md"])));
    }
}
