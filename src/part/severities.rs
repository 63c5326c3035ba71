//! A severity cell. See `docs/formats/protocol-v1.md`, "Severity".

use crate::model::{FindingState, Severity, severity_of_word};
use crate::text::inline;

use super::settled::is_settled;

/// A severity as written, and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stated {
    /// The severity.
    pub severity: Severity,
    /// Struck out: resolved.
    pub state: FindingState,
    /// What was done to read it.
    pub repair: Repair,
}

/// What was done to read a severity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repair {
    /// It is a word of the protocol.
    None,
    /// It is another word for one.
    Synonym,
    /// There is none: minor was assumed.
    Missing,
    /// The word is unknown: major was assumed.
    Unknown,
}

/// Reads a severity. A range takes the higher; what is struck out is resolved.
#[must_use]
pub fn read(written: &str) -> Stated {
    let trimmed = written.trim();
    let remark = trimmed.split_once('(').map(|(_, remark)| remark.trim_end_matches(')')).unwrap_or_default();
    let words = inline::words(remark);
    let is_done = ["fixed", "resolved"].iter().any(|word| words.starts_with(word));
    let struck = trimmed.contains("~~") || (is_done && is_settled(remark));
    let state = if struck { FindingState::Resolved } else { FindingState::Open };
    let stated = |severity, repair| Stated { severity, state, repair };
    if !trimmed.contains(|character: char| character.is_alphanumeric() || !character.is_ascii()) || is_dash(trimmed) {
        return stated(Severity::Minor, Repair::Missing);
    }
    match highest(trimmed) {
        Some(severity) if trimmed.eq_ignore_ascii_case(severity.word()) => stated(severity, Repair::None),
        Some(severity) => stated(severity, Repair::Synonym),
        None => stated(Severity::Major, Repair::Unknown),
    }
}

/// Whether a text is a severity and nothing else, but for marks and a remark in parentheses.
#[must_use]
pub fn is_severity(written: &str) -> bool {
    const WORDS: usize = 3;
    let (head, remark) = written.split_once('(').unwrap_or((written, ""));
    // `S1 (blocking). The key is logged` goes on behind the remark.
    if remark.rsplit_once(')').is_some_and(|(_, behind)| behind.contains(char::is_alphanumeric)) {
        return false;
    }
    // `should-fix` is one word.
    if severity_of_word(inline::bare(head).trim_end_matches(['*', '_', ' '])).is_some() {
        return true;
    }
    let mut words = parts(head).peekable();
    words.peek().is_some() && parts(head).count() <= WORDS && words.all(|word| severity_of_word(word).is_some())
}

/// Whether what follows a code rates it, and goes on behind a mark: ` (blocking). The key is logged`.
#[must_use]
pub fn rates_code(behind: &str) -> bool {
    let remark = behind.strip_prefix(" (").and_then(|inner| inner.split_once(')'));
    remark.is_some_and(|(word, after)| after.starts_with(['.', ':']) && is_severity(word))
}

/// The severity that a remark states, by itself or by name, without that name: `high`, `severity: high`, `High severity`, `high impact`.
#[must_use]
pub fn stated(remark: &str) -> Option<&str> {
    const NAMES: [&str; 5] = ["criticality", "priority", "risk", "severity", "sev"];
    const MARKS: [char; 7] = ['*', '_', '`', ' ', '.', ':', '='];
    let bare = remark.trim().trim_matches(MARKS);
    let named = NAMES.iter().find_map(|name| {
        let rest = bare
            .get(name.len()..)
            .filter(|_| bare.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name)))?;
        let told = rest.trim_start_matches(MARKS);
        (told.len() < rest.len()).then_some(told)
    });
    let before = [" severity", " impact"].iter().find_map(|noun| {
        let (before, after) = bare.split_at_checked(bare.len().checked_sub(noun.len())?)?;
        after.eq_ignore_ascii_case(noun).then_some(before)
    });
    Some(named.or(before).unwrap_or(bare)).filter(|word| is_severity(word))
}

/// Words of severities that are words like others in a sentence.
const PLAIN: [&str; 6] = ["error", "important", "info", "note", "suggestion", "warning"];

/// Whether a word of a severity is a word like others in a sentence: `Error in the checkout`.
#[must_use]
pub fn is_plain(word: &str) -> bool {
    PLAIN.iter().any(|plain| plain.eq_ignore_ascii_case(word.trim()))
}

/// The severity that a remark of several parts states in one of them, and the others: `High, confidence 85%`,
/// `src/a.ts:4, high`. Two severities are none.
#[must_use]
pub fn among(remark: &str) -> Option<(&str, Vec<&str>)> {
    const WORDS: usize = 12;
    if let Some(severity) = stated(remark) {
        return Some((severity, Vec::new()));
    }
    if remark.split_whitespace().count() > WORDS {
        return None;
    }
    let parts: Vec<&str> =
        remark.split([',', ';', '|', '·', '•']).flat_map(|part| part.split(" / ")).map(str::trim).collect();
    let weighs = |part: &&&str| stated(part).is_some_and(|word| word.len() < part.len() || !PLAIN.contains(&word));
    let mut weighed = parts.iter().filter(weighs);
    let severity = weighed.next().copied().filter(|_| weighed.next().is_none() && parts.len() > 1)?;
    let others = parts.iter().copied().filter(|part| *part != severity && !part.is_empty()).collect();
    Some((stated(severity)?, others))
}

/// What a remark is about and the severity that it states: `Error handling/Critical`, `High/Security`, `INFRA-HIGH`.
#[must_use]
pub fn rated_topic(remark: &str) -> Option<(&str, &str)> {
    let shouts = |text: &str| text.bytes().all(|byte| byte.is_ascii_uppercase());
    let dashed = || remark.split_once('-').filter(|(one, other)| shouts(one) && shouts(other) && one.len() > 2);
    let (one, other) = remark.split_once('/').or_else(dashed)?;
    // `Async/Blocking` says what is wrong.
    let weighs =
        |part: &str| stated(part).is_some_and(|word| !is_plain(word) && !word.eq_ignore_ascii_case("blocking"));
    let (topic, severity) = if weighs(other) { (one, other) } else { (other, one) };
    let is_topic = topic.chars().all(|letter| letter.is_alphabetic() || letter == ' ') && stated(topic).is_none();
    is_topic.then_some((topic.trim(), stated(severity).filter(|_| weighs(severity))?))
}

/// The severity that an id is made of: `P1-003`, `HIGH-2`. A code alone, such as `P1`, is none.
#[must_use]
pub fn of_id(id: &str) -> Option<Severity> {
    const WORDS: [&str; 6] = ["CRITICAL", "BLOCKER", "HIGH", "MAJOR", "MEDIUM", "LOW"];
    let (head, number) = id.rsplit_once('-')?;
    // `NON-CRITICAL-1` and `HIGH-AVAILABILITY-2` are about something else.
    if WORDS.contains(&head) && number.bytes().all(|byte| byte.is_ascii_digit()) {
        return word(head);
    }
    id.split('-').filter(|part| part.len() == 2 && part.starts_with(['P', 'S'])).find_map(word)
}

/// The severity of a bare remark such as `(critical)` or `[P1]`, where it is one.
#[must_use]
pub fn word(written: &str) -> Option<Severity> {
    is_severity(written).then(|| highest(written)).flatten()
}

/// The heaviest of the leading words that are severities: `MEDIUM-HIGH`, `🛑 Blocker`, `high (was low)`.
fn highest(written: &str) -> Option<Severity> {
    if let Some(severity) = severity_of_word(inline::bare(written)) {
        return Some(severity);
    }
    let bare = |head: &'_ str| severity_of_word(inline::bare(head).trim_end_matches(['*', '_', ' ']));
    if let Some(severity) = written.split('(').next().and_then(bare) {
        return Some(severity);
    }
    // Beside a word, a mark such as 🟡 only colours it.
    let mut marked = parts(written).take(HEAD_WORDS);
    if marked.next().is_some_and(|mark| !mark.is_ascii())
        && let Some(severity) = marked.next().filter(|word| word.is_ascii()).and_then(severity_of_word)
    {
        return Some(severity);
    }
    // "medium-high" is a range, and heavier than either of its words alone would be.
    let head = written.split(['(', ',', ';']).next().unwrap_or_default();
    let named = parts(head).filter(|part| !JOINS.iter().any(|join| join.eq_ignore_ascii_case(part)));
    named.map_while(severity_of_word).min().or_else(|| {
        let denied =
            parts(written).take(HEAD_WORDS).any(|word| DENIALS.iter().any(|denial| denial.eq_ignore_ascii_case(word)));
        parts(written).take(HEAD_WORDS).find_map(severity_of_word).filter(|_| !denied)
    })
}

/// What joins the ends of a range.
const JOINS: [&str; 5] = ["to", "or", "and", "→", "->"];

/// What turns a word into its opposite.
const DENIALS: [&str; 4] = ["not", "no", "non", "never"];

/// How far into a cell a severity is looked for, in words: `Severity: high`, `🛑 a blocker`.
const HEAD_WORDS: usize = 3;

/// The words of a text, without "very": `Very high` is high.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| {
        character.is_whitespace()
            || matches!(
                character,
                '*' | '_' | '`' | '~' | '/' | '-' | '–' | '—' | '[' | ']' | '(' | ')' | ':' | '|' | ',' | '.'
            )
    })
    .filter(|part| !part.is_empty() && !part.eq_ignore_ascii_case("very"))
}

fn is_dash(text: &str) -> bool {
    text.chars().all(|character| matches!(character, '-' | '–' | '—' | ' '))
}

#[cfg(test)]
mod tests {
    use super::{Repair, is_severity, read};
    use crate::model::{FindingState, Severity};

    #[test]
    fn words_and_marks() {
        let cases = [
            ("critical", Severity::Critical, Repair::None),
            ("Major", Severity::Major, Repair::None),
            ("HIGH", Severity::Major, Repair::Synonym),
            ("**P1**", Severity::Major, Repair::Synonym),
            ("🛑 Blocker", Severity::Critical, Repair::Synonym),
            ("MEDIUM-HIGH", Severity::Major, Repair::Synonym),
            ("P2/P0", Severity::Critical, Repair::Synonym),
            ("minor to major", Severity::Major, Repair::Synonym),
            ("major → critical", Severity::Critical, Repair::Synonym),
            ("not critical", Severity::Major, Repair::Unknown),
            ("Critical (path traversal)", Severity::Critical, Repair::Synonym),
            ("Informational", Severity::Advisory, Repair::Synonym),
            ("—", Severity::Minor, Repair::Missing),
            ("", Severity::Minor, Repair::Missing),
            ("grave", Severity::Major, Repair::Unknown),
        ];
        for (written, severity, repair) in cases {
            let stated = read(written);
            assert_eq!((stated.severity, stated.repair), (severity, repair), "{written}");
        }
    }

    #[test]
    fn struck_out_is_resolved() {
        assert_eq!(read("~~critical~~").state, FindingState::Resolved);
        assert_eq!(read("Minor (fixed in abc123)").state, FindingState::Resolved);
        assert_eq!(read("Critical (fixed in A.md only)").state, FindingState::Open);
    }

    #[test]
    fn a_sentence_is_no_severity() {
        assert!(
            is_severity("P1 (required)") && is_severity("🔴 Critical") && !is_severity("error handling is missing")
        );
        assert!(!is_severity("12"));
    }
}
