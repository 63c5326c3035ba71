//! The contents of a line: emphasis, code marks, words.

use super::steps;

/// Without emphasis, code and strike marks around the whole of it, and without blanks.
#[must_use]
pub fn bare(text: &str) -> &str {
    let mut inner = text.trim();
    loop {
        let Some(first) = inner.chars().next().filter(|mark| matches!(mark, '*' | '_' | '`' | '~')) else {
            return inner;
        };
        let shorter = inner.strip_prefix(first).and_then(|rest| rest.strip_suffix(first));
        match shorter {
            Some(shorter) if !shorter.is_empty() => inner = shorter.trim(),
            _ => return inner,
        }
    }
}

/// Whether a mark joins the ends of a range: a hyphen, one that does not break, a figure or en dash, a minus.
#[must_use]
pub fn is_range_dash(mark: char) -> bool {
    matches!(mark, '-' | '\u{2010}'..='\u{2013}' | '\u{2212}')
}

/// Whether a mark may stand in a list of lines: `12-14, 20`.
#[must_use]
pub fn is_line_mark(mark: char) -> bool {
    mark.is_ascii_digit() || matches!(mark, ',' | ' ') || is_range_dash(mark)
}

/// Its words in lower case, one blank between them: letters and digits count, all else parts words.
#[must_use]
pub fn words(text: &str) -> String {
    steps::add(text.len());
    let mut words = String::with_capacity(text.len());
    for word in text.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty()) {
        if !words.is_empty() {
            words.push(' ');
        }
        if word.is_ascii() {
            words.push_str(word);
        } else {
            words.extend(word.chars().flat_map(char::to_lowercase));
        }
    }
    words.make_ascii_lowercase();
    words
}

/// Whether one of a list's words is among [`words`].
#[must_use]
pub fn has_word(words: &str, list: &[&str]) -> bool {
    words.split(' ').any(|word| list.contains(&word))
}

/// The text after leading separators, including a mark that belongs to the name there: `: .env` becomes `.env`.
#[must_use]
pub fn behind<'t>(text: &'t str, marks: &[char]) -> &'t str {
    with_name_mark(text, text.trim_start_matches(marks))
}

/// The end of a text, with the mark before it that stands away from others and close to a name, which it begins: `F1: .env`,
/// `Critical: ../a.ts`, `High: ::swap`.
#[must_use]
pub fn with_name_mark<'t>(text: &'t str, rest: &'t str) -> &'t str {
    let marks = text.strip_suffix(rest).unwrap_or_default();
    let away = marks.trim_end_matches(['.', ':', '/']);
    let name = text.get(away.len()..).unwrap_or(rest);
    let is_near = rest.starts_with(|first: char| first.is_alphanumeric() || matches!(first, '_' | '/'));
    if is_near && away.ends_with([' ', '\t', '`', '(']) { name } else { rest }
}

/// Whether a mark such as ` — ` may stand in a text: the letter that tells it from blanks does. To look for the whole is
/// dear, and mostly it is not there.
#[must_use]
pub fn may_hold(text: &str, mark: &str) -> bool {
    mark.trim_start().chars().next().is_none_or(|letter| text.contains(letter))
}

/// Whether a text has no words.
#[must_use]
pub fn is_wordless(text: &str) -> bool {
    !text.contains(char::is_alphanumeric)
}

/// Whether [`words`] gives these words for a text. Mostly the first letters tell that it does not.
#[must_use]
pub fn says(text: &str, words: &str) -> bool {
    let mut wanted = words;
    let mut parted = false;
    for character in text.chars() {
        if !character.is_alphanumeric() {
            parted = true;
            continue;
        }
        if parted && wanted.len() < words.len() {
            let Some(rest) = wanted.strip_prefix(' ') else { return false };
            wanted = rest;
        }
        parted = false;
        for letter in character.to_lowercase() {
            let Some(rest) = wanted.strip_prefix(letter) else { return false };
            wanted = rest;
        }
    }
    wanted.is_empty()
}

/// Where a code span that opens at `at` ends: after the next run of as many backticks, if there is one.
///
/// `unclosed` remembers the lengths for which there is none ahead, so that a line full of marks costs linear time.
#[must_use]
pub fn code_span_end(text: &str, at: usize, unclosed: &mut u64) -> Option<usize> {
    let bytes = text.as_bytes();
    let run = |from: usize| bytes.iter().skip(from).take_while(|byte| **byte == b'`').count();
    let length = run(at);
    let bit = 1_u64.checked_shl(u32::try_from(length).unwrap_or(u32::MAX)).unwrap_or(0);
    if bit == 0 || *unclosed & bit != 0 {
        return None;
    }
    let mut from = at + length;
    while let Some(found) = bytes.get(from..).and_then(|rest| rest.iter().position(|byte| *byte == b'`')) {
        steps::add(found + 1);
        let closing = run(from + found);
        from += found + closing;
        if closing == length {
            return Some(from);
        }
    }
    *unclosed |= bit;
    None
}

/// Where a mark of emphasis stands that is no part of code, or the first of all: ``**`s3:*` on `*`**``.
fn closing(text: &str, mark: &str) -> Option<usize> {
    let first = text.find(mark)?;
    if !text.get(..first)?.contains('`') {
        return Some(first);
    }
    let (mut at, mut unclosed) = (0, 0);
    while let Some(found) = text.get(at..)?.find(['`', '*', '_']).map(|found| at + found) {
        let rest = text.get(found..)?;
        if rest.starts_with(mark) {
            return Some(found);
        }
        let span = if rest.starts_with('`') { code_span_end(text, found, &mut unclosed) } else { None };
        let run = rest.len() - rest.trim_start_matches('`').len();
        at = span.unwrap_or(found + run.max(1));
    }
    Some(first)
}

/// What a text says that is all in italics: `*Must be fixed*`.
#[must_use]
pub fn italic(text: &str) -> Option<&str> {
    let inner = ["*", "_"].into_iter().find_map(|mark| text.trim().strip_prefix(mark)?.strip_suffix(mark));
    inner.filter(|inner| !inner.is_empty() && !inner.contains(['*', '_']))
}

/// Reads a bold lead: `**lead** rest` gives the lead and the offset of the rest.
#[must_use]
pub fn bold_lead(text: &str) -> Option<(&str, usize)> {
    let trimmed = text.trim_start();
    let offset = text.len() - trimmed.len();
    for mark in ["**", "__"] {
        if let Some(inner) = trimmed.strip_prefix(mark)
            && let Some(end) = closing(inner, mark)
        {
            let lead = inner.get(..end)?;
            if !lead.trim().is_empty() {
                return Some((lead, offset + mark.len() + end + mark.len()));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{bare, bold_lead, code_span_end, is_wordless, says, words};

    #[test]
    fn bare_takes_marks_off() {
        assert_eq!(bare(" **`P1`** "), "P1");
        assert_eq!(bare("~~critical~~"), "critical");
        assert_eq!(bare("**"), "**");
    }

    #[test]
    fn words_are_letters_and_digits() {
        assert_eq!(words("Counter-location"), "counter location");
        assert_eq!(words("  **Verifiable?** "), "verifiable");
    }

    #[test]
    fn says_compares_words_without_making_them() {
        for text in
            ["None found", "**none**\nfound.", "none", "nonefound", "none found here", "", "Été 3", "İ x", "ΣΑΣ"]
        {
            for other in ["none found", "None", "none", "no", "", "été 3", "i̇ x", "σασ"] {
                assert_eq!(says(text, other), words(text) == other, "{text:?} {other:?}");
            }
            assert_eq!(is_wordless(text), words(text).is_empty());
        }
    }

    #[test]
    fn code_spans_close_at_a_run_of_the_same_length() {
        let mut unclosed = 0;
        assert_eq!(code_span_end("``a`b``c", 0, &mut unclosed), Some(7));
        assert_eq!(code_span_end("`a", 0, &mut unclosed), None);
        assert_eq!(unclosed, 2);
    }

    #[test]
    fn a_bold_lead_has_words() {
        assert_eq!(bold_lead("**F1.** text"), Some(("F1.", 7)));
        assert_eq!(bold_lead("**** text"), None);
        assert_eq!(bold_lead("text **F1**"), None);
    }
}
