//! Inconsistent terms: one with different definitions, or several that mean the same.

use std::collections::{BTreeMap, BTreeSet};

use super::library::Library;
use crate::merge::similar_pairs::{Bounds, Item, NODES_PER_NODE, NODES_PER_TERM, SimilarPairs, similar_pairs};
use crate::merge::similarity::{NEAR, STRIKING, Similarity};
use crate::merge::terms::Terms;
use crate::model::{Code, Definition, Diagnostic, TermEntry};
use crate::order::Gather;
use crate::part::units::{named, plain};
use crate::report::number;

/// The most definitions of one term that are compared with each other.
pub const DEFINITIONS: usize = 64;

/// So many words have definitions in common that mean the same: two words make half of a short one.
pub const WORDS_IN_COMMON: usize = 3;

/// Each term once, sorted, with what it drifts from; and the bounds that were reached.
#[must_use]
pub fn terms(library: &Library<'_>) -> (Vec<TermEntry>, Vec<Diagnostic>) {
    let mut terms: BTreeMap<String, Term> = BTreeMap::new();
    for digested in &library.digests {
        for defined in &digested.digest.terms {
            let key = plain(&defined.term);
            if key.is_empty() {
                continue;
            }
            let meaning = Meaning {
                result: digested.result,
                document: number(digested.document),
                terms: Terms::of_text(&defined.definition),
                values: values(&defined.definition),
                points_to: named(&defined.definition).iter().flat_map(|name| library.meant(name)).map(number).gather(),
            };
            let term = terms.entry(key).or_default();
            if term.meanings.is_empty() {
                term.entry.term.clone_from(&defined.term);
            }
            term.entry.definitions.push(Definition { result: digested.result, definition: defined.definition.clone() });
            term.meanings.push(meaning);
        }
    }
    let mut terms: Vec<Term> = terms.into_values().collect();
    let mut diagnostics = Vec::new();
    let crowded = terms.iter().filter(|term| term.meanings.len() > DEFINITIONS).count();
    if crowded > 0 {
        let message = format!(
            "{crowded} terms have more than {DEFINITIONS} definitions. Only {DEFINITIONS} of each were compared."
        );
        diagnostics.push(Diagnostic::new(Code::BoundReached, message, None));
    }
    for term in &mut terms {
        term.entry.drift = term.differs();
    }
    let (pairs, bounds) = synonyms(&terms);
    diagnostics.extend(bounds);
    for (one, other) in pairs {
        for (one, other) in [(one, other), (other, one)] {
            let name = terms.get(other).map(|other| other.entry.term.clone());
            if let (Some(term), Some(name)) = (terms.get_mut(one), name) {
                term.entry.drift = true;
                term.entry.similar.push(name);
            }
        }
    }
    (terms.into_iter().map(|term| term.entry).collect(), diagnostics)
}

#[derive(Debug, Default)]
struct Term {
    entry: TermEntry,
    meanings: Vec<Meaning>,
}

/// A definition, as it is compared.
#[derive(Debug)]
struct Meaning {
    result: u32,
    document: u32,
    terms: Terms,
    /// What it counts or measures, with the figures that it gives.
    values: BTreeMap<&'static str, BTreeSet<String>>,
    /// Documents that it names.
    points_to: BTreeSet<u32>,
}

impl Meaning {
    /// Whether both mean something, and each something else.
    ///
    /// Two readers of one document say the same in other words, and what names the other's document ("defined in
    /// CONCEPTS.md") leaves the meaning to it.
    fn differs(&self, other: &Self) -> bool {
        let says_something = [self, other].iter().all(|meaning| meaning.terms.square() > 0);
        let readers = self.document == other.document && self.result != other.result;
        let points = self.points_to.contains(&other.document) || other.points_to.contains(&self.document);
        let elsewhere = points && self.document != other.document;
        let near = || Similarity::between(&self.terms, &other.terms).at_least(NEAR);
        says_something && !readers && !elsewhere && (self.has_other_value(other) || !near())
    }

    /// Whether both give one figure for the same measure, and not the same one: "30 minutes", "60 minutes".
    fn has_other_value(&self, other: &Self) -> bool {
        let is_other = |(measure, figures): (&&'static str, &BTreeSet<String>)| {
            other.values.get(measure).is_some_and(|theirs| figures.len() == 1 && theirs.len() == 1 && theirs != figures)
        };
        self.values.iter().any(is_other)
    }
}

/// The figures of a text that stand before a measure.
fn values(text: &str) -> BTreeMap<&'static str, BTreeSet<String>> {
    const MEASURES: [(&str, &[&str]); 16] = [
        ("millisecond", &["ms", "millisecond", "milliseconds"]),
        ("second", &["s", "sec", "secs", "second", "seconds"]),
        ("minute", &["min", "mins", "minute", "minutes"]),
        ("hour", &["h", "hour", "hours"]),
        ("day", &["day", "days"]),
        ("week", &["week", "weeks"]),
        ("month", &["month", "months"]),
        ("year", &["year", "years"]),
        ("percent", &["%", "percent"]),
        ("kilobyte", &["kb", "kib"]),
        ("megabyte", &["mb", "mib"]),
        ("gigabyte", &["gb", "gib"]),
        ("attempt", &["attempt", "attempts", "retry", "retries", "try", "tries"]),
        ("request", &["request", "requests"]),
        ("character", &["character", "characters", "chars"]),
        ("item", &["item", "items", "entry", "entries", "row", "rows"]),
    ];
    let mut values: BTreeMap<&'static str, BTreeSet<String>> = BTreeMap::new();
    let spaced = text.replace('%', " % ");
    let words: Vec<&str> = spaced
        .split(|apart: char| apart.is_whitespace() || matches!(apart, '(' | ')' | ';' | ':' | '-' | '"'))
        .map(|word| word.trim_matches(|edge: char| matches!(edge, '.' | ',' | '*' | '`' | '_')))
        .filter(|word| !word.is_empty())
        .collect();
    for pair in words.windows(2) {
        let [figure, measure] = pair else { continue };
        if !figure.chars().all(|digit| digit.is_ascii_digit() || matches!(digit, '.' | ',')) {
            continue;
        }
        let measure = measure.to_lowercase();
        if let Some((name, _)) = MEASURES.iter().find(|(_, words)| words.contains(&measure.as_str())) {
            values.entry(name).or_default().insert((*figure).to_owned());
        }
    }
    values
}

impl Term {
    fn differs(&self) -> bool {
        let meanings = || self.meanings.iter().take(DEFINITIONS);
        meanings().enumerate().any(|(at, one)| meanings().take(at).any(|other| one.differs(other)))
    }
}

/// Pairs of terms, by their places, of which definitions in different documents are alike. Two terms that one document
/// defines are told apart there, and mean two things.
fn synonyms(terms: &[Term]) -> (BTreeSet<(usize, usize)>, Option<Diagnostic>) {
    let meanings: Vec<(usize, &Meaning)> = terms
        .iter()
        .enumerate()
        .flat_map(|(at, term)| term.meanings.iter().map(move |meaning| (at, meaning)))
        .collect();
    let documents: Vec<BTreeSet<u32>> =
        terms.iter().map(|term| term.meanings.iter().map(|meaning| meaning.document).gather()).collect();
    // A pair is of different documents and of different terms. Terms are counted from behind, so that no number is both.
    let owners: Vec<[u32; 2]> =
        meanings.iter().map(|(term, meaning)| [meaning.document, u32::MAX - number(*term)]).collect();
    let items = meanings.iter().zip(&owners);
    let items = items.map(|((_, meaning), owners)| Item {
        groups: vec![0],
        found_in: None,
        exact_keys: Vec::new(),
        terms: &meaning.terms,
        owners,
    });
    let SimilarPairs { pairs, skipped, full } = similar_pairs(&items.collect::<Vec<_>>(), STRIKING, Bounds::default());
    let mut apart: BTreeMap<(usize, usize), bool> = BTreeMap::new();
    let mut found = BTreeSet::new();
    // Those that say the same in much the same words.
    for pair in pairs.into_iter().filter(|pair| pair.similarity.common() >= WORDS_IN_COMMON) {
        let [Some((one, _)), Some((other, _))] = pair.places.map(|place| meanings.get(place)) else { continue };
        let pair = (*one.min(other), *one.max(other));
        if found.contains(&pair) {
            continue;
        }
        let apart = apart.entry(pair).or_insert_with(|| match (documents.get(pair.0), documents.get(pair.1)) {
            (Some(one), Some(other)) => one.is_disjoint(other),
            _ => false,
        });
        if *apart {
            found.insert(pair);
        }
    }
    let message = || {
        format!(
            "In the search for terms that mean the same, {skipped} words that more than {NODES_PER_TERM} definitions \
             share were passed over, and {full} definitions were compared with {NODES_PER_NODE} others only."
        )
    };
    (found, (skipped + full > 0).then(|| Diagnostic::new(Code::BoundReached, message(), None)))
}
