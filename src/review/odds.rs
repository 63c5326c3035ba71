//! Sentences in which two places contradict each other: `MENU.md §2 contradicts STOCK.md §4 on bread`. Where documents
//! were to be compared, an item that says so is a finding. See `docs/formats/prose.md`, "Evidence".

use crate::part::documents::document_of;
use crate::part::severities;
use crate::text::{inline, steps};

/// What an item says of two places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds<'t> {
    /// The type of the finding, where the words say so much: what only differs may be of any.
    pub kind: Option<&'static str>,
    /// The two places, as written.
    pub places: [&'t str; 2],
    /// The severity that the sentence states.
    pub severity: Option<&'t str>,
}

const CONTRADICTION: &str = "contradiction";
const BROKEN: &str = "broken-reference";

/// Words that say that what comes before them contradicts what comes after.
const CONTRADICTS: [&str; 12] = [
    "conflict",
    "conflicting",
    "conflicts",
    "contradict",
    "contradicting",
    "contradiction",
    "contradictory",
    "contradicts",
    "disagree",
    "disagrees",
    "incompatible",
    "inconsistent",
];

/// Words that say that two places are not alike, and not in what.
const DIFFERS: [&str; 7] =
    ["differ", "differs", "discrepancy", "inconsistency", "mismatch", "mismatched", "mismatches"];

/// What is said of a difference that is none.
const ALIKE: [&str; 8] = [
    "compatible",
    "equivalent",
    "intended",
    "intentional",
    "mean the same",
    "means the same",
    "only in wording",
    "same meaning",
];

/// What differs where two places call one thing by two names, or write it in two ways.
const NAMING: [&str; 16] = [
    "abbreviation",
    "abbreviations",
    "capitalisation",
    "capitalization",
    "casing",
    "formatting",
    "name",
    "names",
    "naming",
    "numbering",
    "spelling",
    "style",
    "term",
    "terminology",
    "terms",
    "wording",
];

/// Words that take it back, ask, or tell what was looked for.
const BACK: [&str; 17] = [
    "aligned",
    "checked",
    "consistent",
    "fixed",
    "if",
    "longer",
    "neither",
    "never",
    "no",
    "none",
    "nor",
    "not",
    "resolved",
    "unless",
    "whether",
    "without",
    "t",
];

const REFERS: [&str; 10] =
    ["cites", "links", "mentions", "names", "points", "reference", "references", "referring", "refers", "cite"];

const ABSENT: [&str; 8] = [
    "does not exist",
    "do not exist",
    "is not there",
    "no longer exists",
    "was removed",
    "does not have",
    "is nonexistent",
    "is not in",
];

/// How far a sentence is looked through, in bytes.
const NEAR: usize = 600;

/// Reads an item's first line.
#[must_use]
pub fn of(text: &str) -> Option<Odds<'_>> {
    let end = (0..=text.len().min(NEAR)).rev().find(|at| text.is_char_boundary(*at))?;
    let text = text.get(..end)?;
    steps::add(text.len());
    let words = inline::words(text);
    if !is_at_odds(&words) || text.contains('?') {
        return None;
    }
    let mut places = places(text);
    let (one, other) = (places.next()?, places.next()?);
    (one != other).then(|| Odds { kind: kind(&words), places: [one, other], severity: severity(text) })
}

/// The severity that a sentence states of what it tells: `a minor contradiction`, `… (low impact)`, `F1 (critical): …`. Of
/// several the heaviest counts.
fn severity(text: &str) -> Option<&str> {
    const NOUNS: [&str; 8] =
        ["conflict", "contradiction", "difference", "discrepancy", "finding", "inconsistency", "mismatch", "problem"];
    const DENIES: [&str; 5] = ["no", "non", "not", "never", "without"];
    let remarks = text.match_indices(['(', '[']).filter_map(|(at, _)| {
        let inner = text.get(at + 1..)?.split([')', ']']).next()?;
        severities::stated(inner).or_else(|| severities::among(inner).map(|(severity, _)| severity))
    });
    let words: Vec<&str> = text
        .split([' ', '\n', '\t'])
        .map(|word| word.trim_matches(|mark: char| !mark.is_alphanumeric()))
        .filter(|word| !word.is_empty())
        .collect();
    let word = |at: usize| words.get(at).map(|word| word.to_lowercase()).unwrap_or_default();
    let adjectives = words.iter().enumerate().filter_map(|(at, written)| {
        let (rating, named) = match written.to_lowercase().strip_suffix("-severity") {
            Some(short) => (written.get(..short.len())?, true),
            None => (*written, matches!(word(at + 1).as_str(), "severity" | "impact")),
        };
        let severity = severities::word(rating).filter(|_| rating.is_ascii() && severities::is_severity(rating))?;
        // A word such as "high" is one like others, unless it rates what is at odds.
        let noun = if named && !written.contains('-') { at + 2 } else { at + 1 };
        let rates = named || NOUNS.contains(&word(noun).as_str());
        let told = ["this", "it", "which"].contains(&at.checked_sub(2).map(word).unwrap_or_default().as_str());
        let is_told = told && matches!(at.checked_sub(1).map(word).unwrap_or_default().as_str(), "is" | "seems");
        let denied = at.checked_sub(1).is_some_and(|at| DENIES.contains(&word(at).as_str()));
        (!denied && (rates || is_told)).then_some((severity, rating))
    });
    let stated = remarks.filter_map(|written| Some((severities::word(written)?, written)));
    stated.chain(adjectives).min_by_key(|(severity, _)| *severity).map(|(_, written)| written)
}

/// Whether a sentence, as words, sets two places against each other.
fn is_at_odds(words: &str) -> bool {
    let has = |any: &[&str]| inline::has_word(words, any);
    let differs = || has(&DIFFERS) && !ALIKE.iter().any(|alike| words.contains(alike));
    refers_to_nothing(words) || ((has(&CONTRADICTS) || differs()) && !has(&BACK))
}

/// Whether a sentence tells of a reference to what is not there.
fn refers_to_nothing(words: &str) -> bool {
    let is_absent = || ABSENT.iter().any(|absent| format!(" {words} ").contains(&format!(" {absent} ")));
    words.starts_with("broken reference ")
        || words.starts_with("broken cross reference ")
        || (inline::has_word(words, &REFERS) && is_absent())
}

/// Of which type a sentence is that does.
fn kind(words: &str) -> Option<&'static str> {
    let has = |any: &[&str]| inline::has_word(words, any);
    if refers_to_nothing(words) {
        return Some(BROKEN);
    }
    (has(&CONTRADICTS) && !has(&NAMING)).then_some(CONTRADICTION)
}

/// The sections and lines that a text names, each with the document before it.
fn places(text: &str) -> impl Iterator<Item = &str> {
    let mut tokens = tokens(text).peekable();
    let mut before: Option<&str> = None;
    std::iter::from_fn(move || {
        loop {
            let token = tokens.next()?;
            let lead = before.replace(token);
            let bare = token.trim_matches(MARKS);
            let last = match inline::words(bare).as_str() {
                // `section 3.2`, `§ 3.2`
                "section" | "sec" | "line" | "lines" => tokens.next_if(|next| is_number(next)),
                "" if bare == "§" => tokens.next_if(|next| is_number(next)),
                _ if is_place(bare) => Some(token),
                // `MENU.md 3.2`
                _ if document_of(bare) == Some(bare) => tokens.next_if(|next| is_number(next)),
                _ => None,
            };
            let Some(last) = last else { continue };
            let names = lead.filter(|lead| is_name(lead) && document_of(bare).is_none());
            let from = names.unwrap_or(token);
            before = Some(last);
            return between(text, from, last).map(|place| place.trim_matches(MARKS));
        }
    })
}

const MARKS: [char; 12] = ['*', '_', '`', '"', '\'', '(', ')', '[', ']', ',', ';', '.'];

fn tokens(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace()
}

/// `S3.2`, `§3.2`, `MENU.md:12-14`, `MENU.md§2`, `MENU.md#bread`
fn is_place(token: &str) -> bool {
    let numbered = token.strip_prefix(['S', '§']).is_some_and(is_number);
    let behind = document_of(token).and_then(|document| token.trim_matches(MARKS).strip_prefix(document));
    numbered || behind.is_some_and(|rest| rest.len() > 1 && rest.starts_with([':', '§', '#']))
}

fn is_number(token: &str) -> bool {
    let token = token.trim_matches(MARKS);
    token.starts_with(|first: char| first.is_ascii_digit())
        && token.chars().all(|digit| digit.is_ascii_digit() || digit == '.' || inline::is_range_dash(digit))
}

/// A document, or a name that stands for one: `TDD`, `A`.
fn is_name(token: &str) -> bool {
    let token = token.trim_start_matches(MARKS);
    let token = token.strip_suffix("'s").or_else(|| token.strip_suffix("’s")).unwrap_or(token);
    let ends = token.ends_with([',', ';', '.', ':']);
    !ends && (document_of(token).is_some() || token.starts_with(char::is_uppercase)) && !is_place(token)
}

/// The stretch of a text from one of its tokens to another.
fn between<'t>(text: &'t str, first: &str, last: &str) -> Option<&'t str> {
    let at = |token: &str| (token.as_ptr() as usize).checked_sub(text.as_ptr() as usize);
    text.get(at(first)?..at(last)? + last.len())
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn two_places_that_contradict_each_other_are_told() {
        let told = |text| of(text).map(|odds| (odds.kind, odds.places));
        assert_eq!(
            told("ARCHITECTURE.md S3.2 contradicts TDD.md S5.1 on delivery."),
            Some((Some("contradiction"), ["ARCHITECTURE.md S3.2", "TDD.md S5.1"]))
        );
        assert_eq!(told("A S3.2 contradicts B S5.1 on delivery"), Some((Some("contradiction"), ["A S3.2", "B S5.1"])));
        assert_eq!(
            told("ARCHITECTURE.md S7.3 references TDD S8.2, which does not exist."),
            Some((Some("broken-reference"), ["ARCHITECTURE.md S7.3", "TDD S8.2"]))
        );
        assert_eq!(
            told("`MENU.md` section 2 and STOCK.md:12-14 disagree on bread"),
            Some((Some("contradiction"), ["MENU.md` section 2", "STOCK.md:12-14"]))
        );
        assert_eq!(
            told("Contradiction: A.md 3.2 vs B.md 5.1 on delivery"),
            Some((Some("contradiction"), ["A.md 3.2", "B.md 5.1"]))
        );
        assert_eq!(
            told("Broken reference: A.md 7.3 → B.md 8.2 (major)"),
            Some((Some("broken-reference"), ["A.md 7.3", "B.md 8.2"]))
        );
        assert_eq!(told("Naming mismatch between A.md S4 and B.md S6"), Some((None, ["A.md S4", "B.md S6"])));
        for text in [
            "A S3.2 does not contradict B S5.1",
            "Whether A S3.2 contradicts B S5.1 was checked",
            "A S3.2 contradicts the plan",
            "A S3.2 and B S5.1 are the same",
            "A S3.2 and B S5.1 differ in wording, and mean the same",
            "A S3.2 and B S5.1 differ, which is intended",
            "A S3.2 references B S5.1",
            "Does A S3.2 contradict B S5.1?",
        ] {
            assert_eq!(told(text), None, "{text}");
        }
    }

    #[test]
    fn the_sentence_rates_what_it_tells() {
        let rated = |text| of(text).and_then(|odds| odds.severity);
        for (text, severity) in [
            ("A minor contradiction exists between A.md S3 and B.md S5.", Some("minor")),
            ("A.md S3 contradicts B.md S5 (low impact)", Some("low")),
            ("Compared all. F1 (critical): A.md S3 contradicts B.md S5.", Some("critical")),
            ("A high-severity conflict: A.md S3 vs B.md S5", Some("high")),
            ("A.md S3 contradicts B.md S5; this is minor.", Some("minor")),
            ("A.md S3 contradicts B.md S5 on the high watermark", None),
            ("A.md S3 contradicts B.md S5", None),
        ] {
            assert_eq!(rated(text), severity, "{text}");
        }
    }
}
