//! The documents that a pair or a scope names. See `docs/formats/protocol-v1.md`, "Units".

use super::places;

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

fn split_at_slashes(pair: &str) -> Vec<String> {
    let mut documents = Vec::new();
    let mut rest = pair;
    while let Some((left, right)) = rest
        .match_indices('/')
        .map(|(at, _)| (rest.get(..at).unwrap_or_default(), rest.get(at + 1..).unwrap_or_default()))
        .find(|(left, right)| places::is_document(left) && has_document(right))
    {
        documents.push(left.to_owned());
        rest = right;
    }
    let words = |text: &str| !text.is_empty() && !places::is_document(text) && !text.contains('.');
    match rest.split_once('/') {
        Some((left, right)) if documents.is_empty() && words(left) && words(right) && !right.contains('/') => {
            vec![left.to_owned(), right.to_owned()]
        }
        _ if rest.is_empty() => documents,
        _ => {
            documents.push(rest.to_owned());
            documents
        }
    }
}

fn has_document(text: &str) -> bool {
    places::is_document(text)
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
            ("a/b.c/d.md", vec!["a/b.c", "d.md"]),
        ] {
            assert_eq!(documents(pair), expected, "{pair}");
        }
    }
}
