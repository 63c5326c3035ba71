//! An answer that names choices by their letters: `A`, `b`, `A, C`, `Option B`, `B — text`, `A (text)`.

use std::borrow::Cow;

use crate::model::clarifications::Choice;

/// The choices that an answer names, and what it says beside them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named<'t> {
    /// The letters, as the choices have them.
    pub letters: Vec<String>,
    /// What follows them, without the mark between.
    pub rest: &'t str,
}

/// What an answer says, without comments. A comment that is not closed is text, and so is what stands before another one.
#[must_use]
pub fn said(answer: &str) -> Cow<'_, str> {
    let mut said = String::new();
    let mut rest = answer;
    while let Some((before, after)) = rest.split_once("-->") {
        match before.rfind("<!--").and_then(|open| before.get(..open)) {
            Some(text) => said.push_str(text),
            None => said.extend([before, "-->"]),
        }
        rest = after;
    }
    if rest.len() == answer.len() {
        return Cow::Borrowed(answer);
    }
    said.push_str(rest);
    Cow::Owned(said)
}

/// The most letters that an answer names. One that names more lists the choices rather than choosing.
const NAMED: usize = 64;

/// The letters that an answer begins with; `None` where it begins otherwise, or names a choice that there is not.
#[must_use]
pub fn named<'t>(answer: &'t str, choices: &[Choice]) -> Option<Named<'t>> {
    const BOTH: &str = "both ";
    let said = answer.trim().trim_start_matches(['*', '_', '`', '"', '(', '[']);
    match said.split_at_checked(BOTH.len()) {
        Some((lead, rest)) if lead.eq_ignore_ascii_case(BOTH) => {
            lettered(rest, choices).filter(|named| named.letters.len() > 1)
        }
        _ => lettered(said, choices),
    }
}

/// The letters that a text begins with.
fn lettered<'t>(text: &'t str, choices: &[Choice]) -> Option<Named<'t>> {
    const LEADS: [&str; 4] = ["option ", "choice ", "options ", "choices "];
    let mut rest = text;
    let mut letters: Vec<String> = Vec::new();
    for _ in 0..=NAMED {
        let lead =
            LEADS.iter().find(|lead| rest.get(..lead.len()).is_some_and(|start| start.eq_ignore_ascii_case(lead)));
        rest = rest.get(lead.map_or(0, |lead| lead.len())..)?.trim_start();
        let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let word = rest.get(..length)?;
        let letter = choices.iter().map(|choice| &choice.letter).find(|letter| letter.eq_ignore_ascii_case(word))?;
        let after = rest.get(length..)?;
        if !letters.contains(letter) {
            letters.push(letter.clone());
        }
        // Only a mark of its own ends a letter: "A specific stage" begins with an article.
        let marks = after.trim_start_matches(['*', '_', '`', '"', ')', ']']);
        let Some(mark) = marks.chars().next() else {
            return Some(Named { letters, rest: "" });
        };
        let behind = marks.get(mark.len_utf8()..)?;
        let next = joined(marks);
        match next {
            Some(next) if letters.len() < NAMED && names_choice(next, choices) => rest = next,
            _ => {
                let is_mark = matches!(mark, '.' | ')' | ':' | ',' | ';' | '\n');
                let spaced = marks.trim_start();
                let is_dash = mark.is_whitespace() && spaced.starts_with(['-', '–', '—', '(', '✓', ':'])
                    || matches!(mark, '—' | '–');
                let said = if is_mark {
                    behind.trim()
                } else if is_dash {
                    spaced.trim_start_matches(['-', '–', '—', '✓', ':', ' ']).trim()
                } else {
                    return None;
                };
                return Some(Named { letters, rest: said });
            }
        }
    }
    None
}

/// What follows a mark between two letters: a comma, a plus sign, `and`. A slash and `or` leave open which of them is meant.
fn joined(text: &str) -> Option<&str> {
    let text = text.trim_start();
    for mark in [",", "+", "&", ";"] {
        if let Some(rest) = text.strip_prefix(mark) {
            let rest = rest.trim_start();
            return Some(rest.strip_prefix("and ").unwrap_or(rest).trim_start());
        }
    }
    text.strip_prefix("and ").map(str::trim_start)
}

/// Whether a text begins with the letter of a choice, and nothing that makes it a word.
fn names_choice(text: &str, choices: &[Choice]) -> bool {
    let length = text.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let word = text.get(..length).unwrap_or_default();
    let after = text.get(length..).unwrap_or_default();
    let ends = after.is_empty()
        || after.starts_with([',', '+', '&', ';', '.', ':', ')', '\n', '*'])
        || after.starts_with([' ', '\t'])
            && (after.trim_start().is_empty()
                || after.trim_start().starts_with("and ")
                || after.trim_start().starts_with(['-', '–', '—', '(', '+', '&']));
    ends && choices.iter().any(|choice| choice.letter.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::{named, said};
    use crate::model::clarifications::Choice;

    #[test]
    fn comments_say_nothing() {
        assert_eq!(said("B <!-- why? -->"), "B ");
        assert_eq!(said("<!-- a -->B<!-- b -->"), "B");
        assert_eq!(said("<!-- open <!-- a --> B --> c <!-- d"), "<!-- open  B --> c <!-- d");
    }

    #[test]
    fn letters_are_told_from_words() {
        let choices: Vec<Choice> =
            ["A", "B", "C", "D"].map(|letter| Choice { letter: letter.to_owned(), ..Choice::default() }).into();
        let found = |answer| named(answer, &choices).map(|named| (named.letters.join(""), named.rest));
        let some = |letters: &str, rest| Some((letters.to_owned(), rest));
        assert_eq!(found("A"), some("A", ""));
        assert_eq!(found(" b "), some("B", ""));
        assert_eq!(found("**B**"), some("B", ""));
        assert_eq!(found("(c)"), some("C", ""));
        assert_eq!(found("A, C"), some("AC", ""));
        assert_eq!(found("A and C"), some("AC", ""));
        assert_eq!(found("A, B, and D"), some("ABD", ""));
        assert_eq!(found("Both A and B"), some("AB", ""));
        assert_eq!(found("Option B"), some("B", ""));
        assert_eq!(found("B — the second"), some("B", "the second"));
        assert_eq!(found("a - the first"), some("A", "the first"));
        assert_eq!(found("A (a named stage)"), some("A", "(a named stage)"));
        assert_eq!(found("D: four weeks"), some("D", "four weeks"));
        assert_eq!(found("B. The second"), some("B", "The second"));
        assert_eq!(found("A\nbecause"), some("A", "because"));
        for answer in [
            "A specific stage",
            "E",
            "About B",
            "Both, with care",
            "Both B",
            "",
            "A-frame tents",
            "Add A",
            "A/B",
            "A or B",
        ] {
            assert_eq!(found(answer), None, "{answer}");
        }
    }
}
