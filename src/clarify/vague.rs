//! The list of phrases that make an answer vague.

use crate::text::steps;

/// What says, alone, that there is no answer yet.
const PHRASES: &[&str] = &[
    "any",
    "any is fine",
    "any of them",
    "any of these",
    "anything",
    "anything is fine",
    "anything works",
    "as above",
    "as you like",
    "as you see fit",
    "as you wish",
    "default",
    "default is fine",
    "default is ok",
    "defaults",
    "defaults are fine",
    "depends",
    "ditto",
    "do not care",
    "do not know",
    "does not matter",
    "doesn t matter",
    "don t care",
    "don t know",
    "dunno",
    "either",
    "either is fine",
    "either works",
    "fine",
    "go with the default",
    "go with the recommendation",
    "good question",
    "hard to say",
    "have no idea",
    "haven t decided",
    "i am not sure",
    "i am not sure about that",
    "i am not sure about this",
    "i am not sure about this one",
    "i am not sure yet",
    "i am unsure",
    "i do not care",
    "i do not know",
    "i do not know yet",
    "i don t care",
    "i don t know",
    "i don t know yet",
    "i guess",
    "i have no idea",
    "i have no preference",
    "i leave it to you",
    "i leave that to you",
    "i m not sure",
    "i m not sure about that",
    "i m not sure about this",
    "i m not sure about this one",
    "i m not sure yet",
    "i m unsure",
    "idk",
    "it depends",
    "leave it to you",
    "maybe",
    "n a",
    "na",
    "need to check",
    "needs discussion",
    "no answer",
    "no answer yet",
    "no clue",
    "no comment",
    "no idea",
    "no opinion",
    "no preference",
    "no recommendation",
    "no recommendation yet",
    "no strong opinion",
    "no strong preference",
    "none",
    "not applicable",
    "not decided",
    "not decided yet",
    "not known",
    "not known yet",
    "not sure",
    "not sure about this",
    "not sure about this one",
    "not sure yet",
    "ok",
    "okay",
    "pass",
    "pending",
    "perhaps",
    "probably",
    "same as above",
    "same as before",
    "same as the above",
    "see above",
    "skip",
    "skipped",
    "something like that",
    "sounds good",
    "still deciding",
    "still designing",
    "still thinking",
    "tba",
    "tbc",
    "tbd",
    "the default",
    "the default is fine",
    "the usual",
    "to be confirmed",
    "to be decided",
    "to be defined",
    "to be determined",
    "to be discussed",
    "todo",
    "undecided",
    "unknown",
    "unsure",
    "up to you",
    "use the default",
    "use the defaults",
    "use the recommendation",
    "we are not sure",
    "we are not sure yet",
    "we do not know",
    "we do not know yet",
    "we don t know",
    "we don t know yet",
    "we re not sure",
    "we re not sure yet",
    "whatever",
    "whatever is best",
    "whatever is easiest",
    "whatever is fine",
    "whatever makes sense",
    "whatever works",
    "whatever works best",
    "whatever you like",
    "whatever you prefer",
    "whatever you recommend",
    "whatever you recommend is fine",
    "whatever you think",
    "whatever you think is best",
    "will decide later",
    "you choose",
    "you decide",
    "you pick",
    "your call",
    "your choice",
];

/// What makes a phrase one of doubt: behind the letter of a choice, it takes the choice back.
const DOUBTS: &[&str] = &[
    "clue",
    "decided",
    "depends",
    "guess",
    "idea",
    "idk",
    "know",
    "maybe",
    "perhaps",
    "sure",
    "tba",
    "tbc",
    "tbd",
    "todo",
    "undecided",
    "unknown",
    "unsure",
];

/// The most words of a phrase.
const LONGEST: usize = 7;

/// Whether words, with one blank between them, say nothing: phrases of the list, one or several.
#[must_use]
pub fn is_vague(words: &str) -> bool {
    steps::add(words.len());
    // Where words end up to which there are phrases alone; the last few are enough, since no phrase is longer.
    let mut reached = vec![0];
    let ends = words.match_indices(' ').map(|(at, _)| at).chain([words.len()]);
    let mut starts = std::collections::VecDeque::from([0]);
    for end in ends {
        let is_phrase =
            |start: &usize| words.get(*start..end).is_some_and(|words| PHRASES.binary_search(&words).is_ok());
        let behind = end + 1;
        if starts.iter().any(|start| reached.contains(start) && is_phrase(start)) {
            reached.push(behind);
        }
        starts.push_back(behind);
        if starts.len() > LONGEST {
            starts.pop_front();
        }
        let oldest = starts.front().copied().unwrap_or_default();
        reached.retain(|start| *start >= oldest);
        if reached.is_empty() {
            return false;
        }
    }
    reached.contains(&(words.len() + 1))
}

/// Whether words are such phrases, and one of them doubts.
#[must_use]
pub fn is_doubtful(words: &str) -> bool {
    is_vague(words) && words.split(' ').any(|word| DOUBTS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, PHRASES, is_doubtful, is_vague};

    #[test]
    fn each_phrase_stands_once_and_in_order() {
        assert!(PHRASES.is_sorted_by(|one, other| one < other));
        assert_eq!(PHRASES.iter().map(|phrase| phrase.split(' ').count()).max(), Some(LONGEST));
    }

    #[test]
    fn phrases_may_follow_each_other() {
        for words in ["tbd", "tbd tbd tbd tbd tbd", "maybe the default is fine", "not sure tbd"] {
            assert!(is_vague(words), "{words}");
        }
        for words in ["", "sure", "tbd by the depot", "the default is fine at six", "not"] {
            assert!(!is_vague(words), "{words}");
        }
        assert!(is_doubtful("not sure") && !is_doubtful("sounds good") && !is_doubtful("sure of it"));
    }
}
