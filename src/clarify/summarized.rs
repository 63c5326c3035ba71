//! Whether a decision sums up an answer: it says nothing that the answer does not, in its order and under its conditions,
//! and leaves the lesser part out. Only deletions are taken for a summary: another word may be another answer.
//! See `docs/formats/decisions.md`, "Summaries".

use std::collections::BTreeSet;

use crate::merge::stem::stem;
use crate::model::quote;
use crate::order::Gather;

/// The longest acronym that is spelled out, in letters.
const ACRONYM_LETTERS: usize = 8;
/// The most acronyms that are spelled out.
const ACRONYMS: usize = 16;
/// The most words of a difference that are quoted.
const WORDS_QUOTED: usize = 8;
/// Words without which a sentence says the same.
const STOP_WORDS: [&str; 36] = [
    "a", "an", "the", "is", "are", "was", "were", "be", "been", "being", "am", "we", "our", "us", "i", "my", "it",
    "its", "they", "their", "them", "this", "that", "these", "those", "of", "and", "as", "so", "will", "shall", "do",
    "does", "have", "has", "just",
];
/// Words that turn or narrow what a sentence says. A summary has the same ones.
const TURNING_WORDS: [&str; 26] = [
    "not", "no", "never", "none", "without", "neither", "nor", "nothing", "nobody", "cannot", "or", "only", "if",
    "unless", "except", "until", "but", "instead", "may", "might", "could", "maybe", "optional", "when", "least",
    "most",
];
/// Units of time with their abbreviations.
const UNITS: [(&str, &str); 9] = [
    ("mo", "month"),
    ("mos", "month"),
    ("yr", "year"),
    ("yrs", "year"),
    ("wk", "week"),
    ("hr", "hour"),
    ("hrs", "hour"),
    ("min", "minute"),
    ("sec", "second"),
];

/// What a decision says beside an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// The same in fewer words: what differs, as a sentence goes on with it.
    Summary(String),
    /// Something else: why, as a sentence goes on with it.
    Other(String),
}

/// Compares what a decision says with the answer that it comes from.
#[must_use]
pub fn compare(decision: &str, answer: &str) -> Comparison {
    let (mut said, words) = (scan(decision), scan(answer));
    let behind = break_off(&said, &words, answer);
    let rest = behind.and_then(|at| said.get(at)).map(|word| decision.get(word.start..).unwrap_or_default());
    let unsupported = rest.map(|rest| format!("the answer ends before {}", quote(rest)));
    said.truncate(behind.unwrap_or(said.len()));

    let known: BTreeSet<&str> = words.iter().map(|word| word.stem.as_str()).gather();
    let mut covered: BTreeSet<&str> = BTreeSet::new();
    let mut new = Vec::new();
    let mut acronyms = 0;
    for word in &said {
        acronyms += usize::from(word.is_acronym);
        if known.contains(word.stem.as_str()) {
            covered.insert(&word.stem);
        } else if let Some(spelled) =
            Some(word).filter(|_| acronyms <= ACRONYMS).and_then(|word| spelled_out(word, &words))
        {
            covered.extend(spelled.iter().map(|word| word.stem.as_str()));
        } else {
            new.push(word);
        }
    }
    if !new.is_empty() {
        return Comparison::Other(format!("{} not in it", are(&new)));
    }
    let turning = |words: &[Word]| -> BTreeSet<String> {
        words.iter().filter(|word| word.is_turning()).map(|word| word.text.clone()).gather()
    };
    if let Some(word) = turning(&said).symmetric_difference(&turning(&words)).next() {
        return Comparison::Other(format!("only one of the two says {}", quote(word)));
    }
    if !keeps_order(&said, &words) {
        return Comparison::Other("the shared words are in a different order".to_owned());
    }
    let is_left = |word: &&Word| !word.is_letter && !covered.contains(word.stem.as_str());
    let left: Vec<&Word> = words.iter().filter(is_left).collect();
    if said.is_empty() || left.len() * 2 >= words.iter().filter(|word| !word.is_letter).count() {
        return Comparison::Other("most of it is omitted".to_owned());
    }
    let left_out = (!left.is_empty()).then(|| format!("{} omitted", are(&left)));
    let differs: Vec<String> = [left_out, unsupported].into_iter().flatten().collect();
    Comparison::Summary(if differs.is_empty() { "no significant word differs".to_owned() } else { differs.join("; ") })
}

/// A word of weight.
struct Word {
    /// In lower case, as it stands.
    text: String,
    stem: String,
    /// Where it begins.
    start: usize,
    /// It is of capitals alone, two or more.
    is_acronym: bool,
    /// It is the letter of a choice, which says nothing beside the words of the choice.
    is_letter: bool,
}

impl Word {
    fn is_turning(&self) -> bool {
        TURNING_WORDS.contains(&self.text.as_str())
    }
}

/// The words of weight of a text, with its figures and signs of comparison, in order.
fn scan(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut letters = text.char_indices().peekable();
    let mut before = ' ';
    while let Some((start, letter)) = letters.next() {
        let was = std::mem::replace(&mut before, letter);
        let next = letters.peek().map_or(' ', |(_, next)| *next);
        let is_minus = matches!(letter, '-' | '−') && was.is_whitespace() && next.is_ascii_digit();
        if !(letter.is_alphanumeric() || is_minus || "<>≤≥≠±%$€£".contains(letter)) {
            continue;
        }
        let mut end = start + letter.len_utf8();
        let is_number = letter.is_ascii_digit() || is_minus;
        if is_number || letter.is_alphanumeric() {
            while let Some((at, next)) = letters.peek().copied() {
                let behind = text.get(at + next.len_utf8()..).and_then(|rest| rest.chars().next()).unwrap_or(' ');
                let goes_on = if is_number {
                    next.is_ascii_digit() || (matches!(next, '.' | ',') && behind.is_ascii_digit())
                } else {
                    (next.is_alphanumeric() && !next.is_ascii_digit())
                        || (matches!(next, '\'' | '’') && behind.is_alphanumeric())
                };
                if !goes_on {
                    break;
                }
                before = next;
                end = at + next.len_utf8();
                letters.next();
            }
        }
        let is_letter = end - start == 1
            && letter.is_ascii_uppercase()
            && text.get(end..).is_some_and(|rest| rest.starts_with(" — "));
        push(&mut words, text.get(start..end).unwrap_or_default(), start, is_letter);
    }
    words
}

fn push(words: &mut Vec<Word>, written: &str, start: usize, is_letter: bool) {
    let is_acronym =
        (2..=ACRONYM_LETTERS).contains(&written.chars().count()) && written.chars().all(char::is_uppercase);
    let text = written.to_lowercase().replace('’', "'");
    // "isn't" says "not", "we've" says "we".
    let text = match text.split_once('\'') {
        Some((_, "t")) => "not",
        Some((word, _)) => word,
        None => text.as_str(),
    };
    if STOP_WORDS.contains(&text) && !is_letter {
        return;
    }
    let mut stemmed = UNITS.iter().find(|(short, _)| *short == text).map_or(text, |(_, unit)| unit).to_owned();
    stem(&mut stemmed);
    words.push(Word { text: text.to_owned(), stem: stemmed, start, is_acronym, is_letter });
}

/// Of an answer that is cut off with "…", the place in the decision that lies behind what is left of it.
fn break_off(said: &[Word], words: &[Word], answer: &str) -> Option<usize> {
    let is_cut = answer.trim_end().ends_with("...") || answer.trim_end().ends_with('…');
    let last = words.last().filter(|_| is_cut)?;
    said.iter().position(|word| word.stem == last.stem).map(|at| at + 1).filter(|at| *at < said.len())
}

/// The words that an acronym stands for: two or more in a row whose initials are among its letters, from its first to
/// its last.
fn spelled_out<'w>(acronym: &Word, words: &'w [Word]) -> Option<&'w [Word]> {
    let letters: Vec<char> = acronym.text.chars().filter(|_| acronym.is_acronym).collect();
    let initial = |word: &Word| word.text.chars().next();
    (0..words.len()).find_map(|start| {
        (2..=letters.len()).find_map(|length| {
            let run = words.get(start..start + length)?;
            let mut left = letters.iter();
            let is_in_order = run.iter().all(|word| left.any(|letter| Some(*letter) == initial(word)));
            let has_ends = run.first().and_then(initial) == letters.first().copied()
                && run.last().and_then(initial) == letters.last().copied();
            (is_in_order && has_ends).then_some(run)
        })
    })
}

/// Whether the words that both have stand in one order. One may be moved where its form is another: "we weigh parcels",
/// "parcels are weighed".
fn keeps_order(said: &[Word], words: &[Word]) -> bool {
    let stems: BTreeSet<&str> = words.iter().map(|word| word.stem.as_str()).gather();
    let forms: BTreeSet<&str> = words.iter().map(|word| word.text.as_str()).gather();
    let mut at = 0;
    let mut moved = 0;
    for word in said.iter().filter(|word| stems.contains(word.stem.as_str())) {
        let found = words.iter().skip(at).position(|other| other.stem == word.stem);
        match found {
            Some(behind) => at += behind + 1,
            None if moved > 0 || forms.contains(word.text.as_str()) => return false,
            None => moved += 1,
        }
    }
    true
}

/// The first of some words, quoted, with "is" or "are".
fn are(words: &[&Word]) -> String {
    let mut quoted: Vec<String> = words.iter().take(WORDS_QUOTED).map(|word| quote(&word.text)).collect();
    let more = words.len().saturating_sub(WORDS_QUOTED);
    if more > 0 {
        quoted.push(format!("{more} more"));
    }
    format!("{} {}", quoted.join(", "), if words.len() == 1 { "is" } else { "are" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_summary(decision: &str, answer: &str) -> bool {
        matches!(compare(decision, answer), Comparison::Summary(_))
    }

    #[test]
    fn a_summary_leaves_words_out() {
        assert!(is_summary("Parcels are weighed in grams", "We weigh every parcel in grams at the depot"));
        assert!(is_summary("Grams", "A — Grams"));
        assert!(is_summary("Kilograms", "B — Kilograms"));
        assert!(is_summary("PS under 12mo: TCV", "PS projects under 12 months: total contract value"));
    }

    #[test]
    fn another_word_another_figure_or_another_order_is_no_summary() {
        for (decision, answer) in [
            ("Forty centimetres on each side", "Fifty centimetres on each side"),
            ("Orders go from Kafka to Redis", "Orders go from Redis to Kafka today"),
            ("Ship parcels", "Do not ship parcels"),
            ("Don't ship parcels", "Ship parcels"),
            ("Delete all logs", "Delete all logs if expired"),
            ("Grams and kilograms", "Grams or kilograms"),
            ("Keep it 12 days", "Keep it for 1.2 days"),
            ("Grams", "A — Grams; B — Kilograms"),
            ("B — Grams", "A — Grams"),
            ("A — Grams", "B — Grams"),
            ("", "A — Grams"),
            ("Forty centimetres on each side", "Fifty centimetres on each side..."),
        ] {
            assert!(!is_summary(decision, answer), "{decision} | {answer}");
        }
    }
}
