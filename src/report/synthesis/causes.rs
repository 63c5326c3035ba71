//! Which findings have the same cause: their suggestions begin the same way.

use super::topics::{Mention, Shelf, Topic};
use crate::merge::stem::stem;
use crate::merge::words;
use crate::model::ThemeKind;
use crate::report::speaker::brief;
use crate::text::hashing::key;
use crate::text::steps;

/// The most words of a suggestion's head that count; those that weigh nothing are passed over.
const WORDS: usize = 6;

/// What the words of a head weigh together at least: "update the reference" and "clarify this" are no causes.
const WEIGHT: u32 = 7;

/// The causes of two findings or more.
#[must_use]
pub fn topics(mentions: &[Mention<'_>]) -> Vec<Topic> {
    let mut causes: Shelf<String> = Shelf::default();
    for mention in mentions {
        let suggestion = mention.finding.suggestion.as_deref().unwrap_or_default();
        if let Some((key, head)) = head(suggestion) {
            causes.put(key, || brief(head), mention.at);
        }
    }
    causes.topics(ThemeKind::Cause).collect()
}

/// The head of a suggestion, as it is compared and as it is written: its first clause.
fn head(suggestion: &str) -> Option<(String, &str)> {
    let suggestion = suggestion.trim();
    let mut end = suggestion.len();
    let mut stems = String::new();
    let (mut weight, mut count) = (0, 0);
    for (at, word) in split(suggestion) {
        if count == WORDS {
            end = at;
            break;
        }
        steps::add(word.len());
        let ends = word.ends_with(['.', ';', ':', '!', '?']) || matches!(word, "—" | "–" | "-");
        let mut bare: String =
            word.chars().filter(|kept| kept.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        stem(&mut bare);
        let weighs = words::weight(key(&bare));
        if bare.len() > 1 && weighs > 0 {
            weight += u32::from(weighs);
            count += 1;
            stems.push_str(&bare);
            stems.push(' ');
        }
        if ends {
            end = at + word.len();
            break;
        }
    }
    let written =
        suggestion.get(..end)?.trim_end_matches(|mark: char| mark.is_whitespace() || ".;:!?—–-".contains(mark));
    (count > 1 && weight >= WEIGHT).then_some((stems, written))
}

/// The words of the first line, each with where it begins.
fn split(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    let pieces = text.lines().next().unwrap_or_default().split_inclusive(char::is_whitespace);
    let words = pieces.map(move |piece| {
        let start = end;
        end += piece.len();
        (start, piece.trim_end())
    });
    words.filter(|(_, word)| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::head;

    #[test]
    fn the_first_clause_counts_and_its_words_alone() {
        let [one, other] = ["Adopt the `retry budget` everywhere.", "adopts a retry budget everywhere: see §3"]
            .map(|text| head(text).map(|(key, _)| key));
        assert!(one.is_some());
        assert_eq!(one, other);
        assert_eq!(
            head("Adopt the retry budget everywhere. Then more.").map(|(_, shown)| shown),
            Some("Adopt the retry budget everywhere")
        );
        assert_ne!(head("Adopt the retry budget in the gateway").map(|(key, _)| key), one);
    }

    #[test]
    fn what_any_suggestion_may_begin_with_is_no_cause() {
        for text in ["", "Fix it.", "Update the reference", "Clarify this", "Zeppelin", "—"] {
            assert_eq!(head(text), None, "{text}");
        }
    }
}
