//! Technologies that findings name without code marks: Redis, `OAuth2`. What is one is told by how it is written, so that it
//! counts only where findings of several dimensions name it.

use std::collections::{BTreeMap, BTreeSet};

use super::concepts::{CONCEPTS, is_common, is_document, is_identifier, key_of, texts};
use super::scopes::Scopes;
use super::topics::{Consumed, Mention, Shelf};
use crate::order::Gather;
use crate::report::speaker::brief;
use crate::text::steps;

/// So many findings, of so many dimensions, name a technology.
pub const DIMENSIONS: usize = 3;

/// So many findings, of so many dimensions, name it within a sentence.
const WITHIN: usize = 2;

/// The shortest name that is told by its capital alone.
const SHORTEST: usize = 4;

/// In a text of which one word in so many is capitalised, a capital tells nothing: a title, another language.
const CAPITALISED: usize = 4;

/// So many words make a sentence, where two of them are capitalised.
const SENTENCE: usize = 6;

/// Words that show a text to be English, where nouns have no capitals.
const SMALL_WORDS: [&str; 9] = ["and", "are", "from", "into", "is", "of", "the", "to", "with"];

/// Names that are capitalised and no technology.
const OTHER_NAMES: &[&str] = &[
    "american",
    "april",
    "august",
    "british",
    "chinese",
    "december",
    "english",
    "european",
    "february",
    "french",
    "friday",
    "german",
    "january",
    "japanese",
    "july",
    "june",
    "latin",
    "march",
    "monday",
    "november",
    "october",
    "saturday",
    "september",
    "spanish",
    "sunday",
    "thursday",
    "tuesday",
    "wednesday",
];

/// The technologies that findings of several dimensions name, by their keys, each with what names it without marks; and the
/// findings that name more than are looked at. `marked` has what is named in code marks.
///
/// One is told where it stands within a sentence. Where that is known, it is found at the beginning of others too, and it is
/// none where anybody writes it as a plain word: `checkout`.
#[must_use]
pub fn named(
    marked: &Shelf<String>,
    mentions: &[Mention<'_>],
    scopes: &Scopes,
) -> (BTreeMap<String, Consumed>, BTreeSet<usize>) {
    let (mut held, mut crowded): (BTreeMap<String, Consumed>, BTreeSet<usize>) = Default::default();
    if scopes.dimensions.len() < DIMENSIONS {
        return (held, crowded);
    }
    for (mention, texts) in texts(mentions) {
        for (text, leads) in texts {
            let mut names = names(text);
            let mut known = BTreeSet::new();
            names.retain(|name| known.insert(*name));
            if names.len() > CONCEPTS {
                crowded.insert(mention.at);
            }
            for name in names.into_iter().take(CONCEPTS) {
                if let Some(key) = key_of(name) {
                    held.entry(key)
                        .or_insert_with(|| Consumed { name: brief(name), ..Consumed::default() })
                        .note(mention.at, leads);
                }
            }
        }
    }
    let is_spread = |key: &String, held: &Consumed, least: usize| {
        let marked = marked.get(key).into_iter().flat_map(|held| &held.findings);
        let findings: BTreeSet<usize> = held.findings.iter().chain(marked).copied().gather();
        let dimensions = findings.iter().flat_map(|at| scopes.get(*at).dimensions());
        findings.len() >= least && dimensions.gather::<BTreeSet<u32>>().len() >= least
    };
    held.retain(|key, held| is_spread(key, held, WITHIN));
    let mut plain: BTreeSet<&str> = BTreeSet::new();
    let mut all: BTreeMap<String, Consumed> = BTreeMap::new();
    for (mention, texts) in texts(mentions).filter(|_| !held.is_empty()) {
        for (text, leads) in texts {
            steps::add(text.len());
            let words = unmarked(text).flatten().flat_map(|piece| piece.split(|mark: char| !mark.is_alphanumeric()));
            for word in words {
                if held.contains_key(word) {
                    plain.insert(word);
                } else if word.starts_with(char::is_uppercase)
                    && let Some((key, found)) = key_of(word).and_then(|key| held.get_key_value(&key))
                {
                    let name = || Consumed { name: found.name.clone(), ..Consumed::default() };
                    all.entry(key.clone()).or_insert_with(name).note(mention.at, leads);
                }
            }
        }
    }
    all.retain(|key, held| !plain.contains(key.as_str()) && is_spread(key, held, DIMENSIONS));
    (all, crowded)
}

/// The names in a text that may be technologies.
fn names(text: &str) -> Vec<&str> {
    steps::add(text.len());
    let mut found = Vec::new();
    let (mut words, mut capitals) = (0, 0);
    let mut is_english = false;
    for pieces in unmarked(text) {
        // Where a sentence begins, and behind another capital, a capital tells nothing.
        let mut begins = true;
        let mut before = false;
        let mut chunks = pieces.into_iter().flat_map(str::split_whitespace).peekable();
        while let Some(chunk) = chunks.next() {
            let word = chunk.trim_matches(|mark: char| !mark.is_alphanumeric());
            let word = word.strip_suffix("'s").or(word.strip_suffix("’s")).unwrap_or(word);
            if word.is_empty() {
                // A dash, a mark of a list.
                begins = true;
                continue;
            }
            let is_capital = word.starts_with(char::is_uppercase);
            let opens = begins || !chunk.starts_with(char::is_alphanumeric);
            begins = chunk.ends_with(['.', '!', '?', ':', ';']);
            words += 1;
            is_english |= SMALL_WORDS.contains(&word);
            capitals += usize::from(is_capital && !opens && !is_mixed(word));
            let is_cut = chunk.ends_with([',', ')']) || begins;
            let ahead = chunks.peek().filter(|_| !is_cut).map_or("", |next| next.trim_matches(['(', '"', '*', '_']));
            let stands_alone = !before && !ahead.starts_with(|next: char| next.is_uppercase() || next.is_ascii_digit());
            before = is_capital && !is_cut;
            let is_name = is_mixed(word) || (is_capital && !opens && stands_alone && is_capitalised(word));
            if is_name {
                found.push(word);
            }
        }
    }
    // In `Orders go from Kafka to Redis`, two are enough to say what it is on.
    let tells = capitals == 2 && is_english && words >= SENTENCE;
    if capitals > 1 && capitals * CAPITALISED > words && !tells {
        found.retain(|word| is_mixed(word));
    }
    found
}

/// The lines of a text that stand in no fence, each as the pieces of it that stand in no code marks. A mark without a second
/// one on its line is none.
fn unmarked(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let mut fenced = false;
    text.lines().filter_map(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        fenced ^= is_fence;
        if is_fence || fenced {
            return None;
        }
        let pieces: Vec<&str> = line.split('`').collect();
        let last = pieces.len() - 1;
        let plain = pieces.into_iter().enumerate().filter(|(at, _)| at % 2 == 0 || *at == last);
        Some(plain.map(|(_, piece)| piece).collect())
    })
}

/// Whether a word is written as names alone are: `PostgreSQL`, `OAuth`, `OAuth2`, `Neo4j`. What is an identifier is a
/// concept already, and `Phase2` is numbered.
fn is_mixed(word: &str) -> bool {
    if word.bytes().all(|letter| letter.is_ascii_lowercase())
        || !word.bytes().all(|letter| letter.is_ascii_alphanumeric())
    {
        return false;
    }
    let count = |is_kind: fn(&u8) -> bool| word.bytes().filter(is_kind).count();
    let (capitals, smalls) = (count(u8::is_ascii_uppercase), count(u8::is_ascii_lowercase));
    let pairs = || word.bytes().zip(word.bytes().skip(1));
    let holds_digit = pairs().any(|(one, next)| one.is_ascii_digit() && next.is_ascii_lowercase());
    !is_identifier(word) && smalls > 1 && (capitals > 1 || (capitals == 1 && holds_digit))
}

/// Whether a word is a capital and small letters, and no common word.
fn is_capitalised(word: &str) -> bool {
    let rest = word.get(1..).unwrap_or_default();
    word.len() >= SHORTEST
        && word.starts_with(|first: char| first.is_ascii_uppercase())
        && rest.bytes().all(|letter| letter.is_ascii_lowercase())
        && !is_common(word)
        && !is_document(word)
        && OTHER_NAMES.binary_search(&word.to_ascii_lowercase().as_str()).is_err()
}

#[cfg(test)]
mod tests {
    use super::{OTHER_NAMES, names};

    #[test]
    fn what_is_written_as_a_name_is_one() {
        for (text, found) in [
            ("Sessions are kept in Redis without a limit.", vec!["Redis"]),
            ("The tokens of OAuth2 and of OAuth expire.", vec!["OAuth2", "OAuth"]),
            ("Orders go through Kafka, then to Neo4j.", vec!["Kafka", "Neo4j"]),
            ("Orders go from Kafka to Redis.", vec!["Kafka", "Redis"]),
            ("It waits for the `lock of Redis", vec!["Redis"]),
            ("```\nlet it = of Kafka\n```\nKeys of Redis expire", vec!["Redis"]),
        ] {
            assert_eq!(names(text), found, "{text}");
        }
    }

    #[test]
    fn what_may_be_any_word_is_none() {
        for text in [
            "Parcels are lost. Parcels are late: Parcels!",
            "Lost Parcels And Late Letters",
            "the Event Bus of it",
            "see Chapter 3 of it",
            "in `Redis` alone",
            "no URLs, IDs or APIs, and not MUST",
            "on Mondays and on Friday",
            "Phase2 and T007 and L120",
            "in README.md alone",
            "Die Datei nennt keine Kunden und keine Lieferung",
            "an Error of the Index",
            "Die Datei nennt keine Kunden und Lieferung",
        ] {
            assert_eq!(names(text), Vec::<&str>::new(), "{text}");
        }
    }

    #[test]
    fn the_list_is_in_order() {
        assert!(OTHER_NAMES.is_sorted());
    }
}
