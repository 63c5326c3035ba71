//! The documents that a pair or a scope names. See `docs/formats/protocol-v1.md`, "Units".

use super::places::{self, Aliases};
use crate::text::steps;

/// The documents of a pair: `a.md/b.md`, `docs/a.md/docs/b.md`, `A + B`, `a vs b`, `a <-> b`, `a and b`.
///
/// A slash parts two documents only where both halves are documents, or where it is the only one between two words.
#[must_use]
pub fn documents(pair: &str) -> Vec<String> {
    for separator in [" + ", " <-> ", "<->", " ↔ ", " vs. ", " vs ", " and ", " & ", ", ", "+", "; "] {
        if pair.contains(separator) {
            let parts: Vec<String> = pair.split(separator).map(clean).filter(|part| !part.is_empty()).collect();
            if parts.len() > 1 {
                return parts;
            }
        }
    }
    let spaced: Vec<String> = pair.split(" / ").map(clean).filter(|part| !part.is_empty()).collect();
    if spaced.len() > 1 {
        return spaced;
    }
    split_at_slashes(&clean(pair))
}

/// Cuts after each part of a path that is the name of a file, where the last part is one too.
fn split_at_slashes(pair: &str) -> Vec<String> {
    steps::add(pair.len());
    let parts: Vec<&str> = pair.split('/').collect();
    if parts.last().is_some_and(|last| places::is_document(last)) {
        let mut documents: Vec<String> = Vec::new();
        let mut start = 0;
        for (number, _) in parts.iter().enumerate().filter(|(_, part)| places::is_document(part)) {
            documents.push(parts.get(start..=number).unwrap_or_default().join("/"));
            start = number + 1;
        }
        return documents;
    }
    match parts.as_slice() {
        [left, right] if !left.is_empty() && !right.is_empty() && !left.contains('.') => {
            vec![(*left).to_owned(), (*right).to_owned()]
        }
        _ if pair.is_empty() => Vec::new(),
        _ => vec![pair.to_owned()],
    }
}

fn clean(text: &str) -> String {
    text.trim().trim_matches(['`', '*', '"', '\'', '<', '>']).trim().trim_start_matches("./").to_owned()
}

/// The documents that a text names, each once, in order.
#[must_use]
pub fn named(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for document in text.split_whitespace().filter_map(places::document_of) {
        if found.len() < LIMIT && !found.iter().any(|known| known == document) {
            found.push(document.to_owned());
        }
    }
    found
}

/// The unit that the short names of documents stand for, else the one that a scope names: its documents, or one short
/// name of a work unit.
#[must_use]
pub fn of_scope(aliases: &Aliases, scope: Option<&str>) -> Option<String> {
    let documents = aliases.documents();
    if documents.len() == 2 {
        return Some(show(&documents));
    }
    let scope = scope?;
    let named = named(scope);
    match named.len() {
        1 | 2 => Some(show(&named)),
        0 => {
            let name = clean(scope);
            (name.split_whitespace().count() == 1 && name.chars().any(|character| character.is_ascii_digit()))
                .then_some(name)
        }
        _ => None,
    }
}

/// How the unit of several documents is shown: in order, whatever order they were named in.
#[must_use]
pub fn show(documents: &[String]) -> String {
    let mut documents: Vec<&str> = documents.iter().map(String::as_str).collect();
    documents.sort_unstable();
    documents.dedup();
    documents.join(" + ")
}

/// The form by which units are compared.
#[must_use]
pub fn key(unit: &str) -> String {
    show(&documents(&unit.to_lowercase()))
}

/// More documents than this make no unit; looking for more would cost time for nothing.
const LIMIT: usize = 8;

#[cfg(test)]
mod tests {
    use super::documents;

    #[test]
    fn pairs() {
        for (pair, expected) in [
            ("ARCHITECTURE.md/TDD.md", vec!["ARCHITECTURE.md", "TDD.md"]),
            ("docs/a.md/docs/b.md", vec!["docs/a.md", "docs/b.md"]),
            ("ARCH.md + TDD.md", vec!["ARCH.md", "TDD.md"]),
            ("`a.md` vs `b.md`", vec!["a.md", "b.md"]),
            ("docs/a.md", vec!["docs/a.md"]),
            ("ARCH/TDD", vec!["ARCH", "TDD"]),
            ("a.md <-> b.md", vec!["a.md", "b.md"]),
            ("a/b.js/d.md", vec!["a/b.js", "d.md"]),
        ] {
            assert_eq!(documents(pair), expected, "{pair}");
        }
    }
}
