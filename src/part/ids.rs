//! Ids of findings and items: `F1`, `C-01`, `SEC-003`, `F-CORR-001`, `P1-C01`, `Finding 3`.

use crate::text::inline;

/// The longest id, in characters.
const LIMIT: usize = 32;

/// Algorithms and formats that are written as ids are, without their dashes: `SHA-1 passwords` has none.
const STANDARDS: [&str; 16] = [
    "aes128", "aes192", "aes256", "base64", "ed25519", "es256", "hs256", "md5", "rs256", "sha1", "sha224", "sha256",
    "sha384", "sha512", "utf16", "utf8",
];

/// Reads an id at the start of a text; gives the id as written and what follows it.
#[must_use]
pub fn lead(text: &str) -> Option<(&str, &str)> {
    let trimmed = text.trim_start();
    let inner = trimmed.trim_start_matches(['*', '_', '`', '[', '~', '(']);
    if let Some(found) = numbered_word(inner) {
        return Some(found);
    }
    let end = inner
        .find(|character: char| !(character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '.' | '#')))
        .unwrap_or(inner.len());
    let id = inner.get(..end)?.trim_end_matches(['.', '-', '_']);
    (is_id(id) && !is_standard(id)).then(|| (id, inner.get(id.len()..).unwrap_or_default()))
}

/// Whether an id is the name of a standard: `SHA-1`, `UTF-8`, `ed25519`.
fn is_standard(id: &str) -> bool {
    STANDARDS.contains(&id.replace('-', "").to_ascii_lowercase().as_str())
}

/// `Finding 3`, `Issue #2`, `Comment [3/14]`, `PROBLEM ONE`.
fn numbered_word(text: &str) -> Option<(&str, &str)> {
    const WORDS: [&str; 17] = [
        "rank",
        "root cause",
        "cause",
        "finding",
        "issue",
        "item",
        "problem",
        "gap",
        "bug",
        "vulnerability",
        "vuln",
        "defect",
        "concern",
        "observation",
        "violation",
        "comment",
        "risk",
    ];
    const NUMBERS: [&str; 10] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let word =
        WORDS.into_iter().find(|word| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)))?;
    let rest = text.get(word.len()..)?;
    let number = rest.strip_prefix(' ')?.trim_start_matches('#');
    let (number, is_open) = number.strip_prefix('[').map_or((number, false), |inner| (inner, true));
    let written = NUMBERS.into_iter().find(|written| {
        let after = number.get(written.len()..).unwrap_or_default();
        number.get(..written.len()).is_some_and(|start| start.eq_ignore_ascii_case(written))
            && (after.is_empty()
                || after.starts_with(['.', ':', ' ']) && !after.trim_start().starts_with(char::is_lowercase))
    });
    if let Some(written) = written {
        return text.split_at_checked(text.len() - number.len() + written.len());
    }
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let counted = digits(number);
    let behind = number.get(counted..).unwrap_or_default();
    let all = behind.strip_prefix('/').map_or(0, |all| digits(all) + 1);
    let all = if all > 1 { all } else { 0 };
    let is_closed = behind.get(all..).is_some_and(|behind| behind.starts_with(']'));
    let end = text.len() - number.len() + counted + if is_open { all + 1 } else { 0 };
    (counted > 0 && is_open <= is_closed)
        .then(|| (text.get(..end).unwrap_or_default(), text.get(end..).unwrap_or_default()))
}

/// Whether a text is an id: letters first, a digit in it, nothing but letters, digits and hyphens.
#[must_use]
pub fn is_id(text: &str) -> bool {
    let hash = text.strip_prefix('#');
    if let Some(number) = hash {
        return !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    }
    text.len() <= LIMIT
        && text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.ends_with(|last: char| last.is_ascii_alphanumeric())
        && text.bytes().any(|byte| byte.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
        && !text.contains("--")
}

/// The form by which ids are compared.
#[must_use]
pub fn key(id: &str) -> String {
    inline::bare(id).trim_matches(['[', ']', '(', ')', '.', ':', '#']).to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::{is_id, lead};

    #[test]
    fn ids_have_letters_and_digits() {
        for id in ["F1", "C-01", "SEC-003", "F-CORR-001", "P1-C01", "#3"] {
            assert!(is_id(id), "{id}");
        }
        for text in ["critical", "12", "src/a1", "a--1", "3F"] {
            assert!(!is_id(text), "{text}");
        }
    }

    #[test]
    fn leads() {
        assert_eq!(lead("F1: Title"), Some(("F1", ": Title")));
        assert_eq!(lead("**F1. Title.** text"), Some(("F1", ". Title.** text")));
        assert_eq!(lead("[SEV-003] HIGH — x"), Some(("SEV-003", "] HIGH — x")));
        assert_eq!(lead("Finding 3: x"), Some(("Finding 3", ": x")));
        assert_eq!(lead("Title F1"), None);
        assert_eq!(lead("**SHA-1 passwords.** No salt."), None);
        assert_eq!(lead("Rank 2 · Slow reader"), Some(("Rank 2", " · Slow reader")));
    }
}
