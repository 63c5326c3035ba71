//! Whether a text is worded as findings are, whatever it stands under. See `docs/formats/prose.md`, "Evidence".
//!
//! The weights are learned by `scripts/wording.js` from replies that people read, stand in `wording.txt`, and are part of what
//! a report depends on: whoever makes them anew gives them a new version.

use std::sync::LazyLock;

use super::sentences;
use crate::text::hashing::{Key, Table, followed, key};
use crate::text::steps;

/// The list: a line with its version, then a word or two that follow each other a line, behind their weight.
const LIST: &str = include_str!("wording.txt");

/// A text that weighs so much is worded as a finding.
const ENOUGH: i32 = 5;

/// So much of a text is weighed, in bytes: the weights were learned from as much.
pub const LENGTH: usize = 400;

/// Fewer words say too little.
pub const WORDS: usize = 8;

/// The weight of each term.
static WEIGHTS: LazyLock<Table<i32>> = LazyLock::new(|| {
    let lines = LIST.lines().filter_map(|line| line.split_once(' '));
    lines.filter_map(|(weight, term)| Some((key(term), weight.parse().ok()?))).collect()
});

/// Whether the first words of some texts, one after the other, are worded as findings are.
#[must_use]
pub fn is_of_finding<'t>(texts: impl Iterator<Item = &'t str>) -> bool {
    let weighed = weigh(texts);
    weighed.words >= WORDS && weighed.sum >= ENOUGH
}

/// Whether a text is worded rather as a finding than as what else a review says: less than [`is_of_finding`] asks for, where
/// something else speaks for it. One that says what is wrong needs less; one that begins by denying something, or says that all is
/// well, is none.
#[must_use]
pub fn leans_to_finding(text: &str) -> bool {
    const LEAST: i32 = 2;
    const FEW: i32 = 3;
    // `No secrets in the repository.`, `**None** of these is exposed.`
    const DENIES: [&str; 7] = ["neither", "no", "nobody", "none", "not", "nothing", "without"];
    let is_mark = |mark: char| !mark.is_alphanumeric();
    let first = text.trim_start_matches(is_mark).split(is_mark).next().unwrap_or_default();
    if DENIES.iter().any(|word| first.eq_ignore_ascii_case(word)) || sentences::approves(text) {
        return false;
    }
    let weighed = weigh(std::iter::once(text));
    weighed.sum >= FEW
        || (weighed.words >= WORDS && weighed.sum >= LEAST)
        || (weighed.sum >= 0 && sentences::complains(text))
}

/// What the words of a text weigh: the more, the more it is worded as findings are.
#[must_use]
pub fn weight(text: &str) -> i32 {
    weigh(std::iter::once(text)).sum
}

fn weigh<'t>(texts: impl Iterator<Item = &'t str>) -> Weighed {
    let mut weighed = Weighed::default();
    let mut left = LENGTH;
    for text in texts {
        let end = (0..=left.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
        weighed.add(text.get(..end).unwrap_or_default());
        left -= end;
        if left == 0 {
            break;
        }
    }
    weighed
}

/// The terms of a text so far, each of which counts once.
#[derive(Default)]
struct Weighed {
    sum: i32,
    words: usize,
    seen: Vec<Key>,
    /// The word before.
    last: Option<Key>,
}

impl Weighed {
    fn add(&mut self, text: &str) {
        steps::add(text.len());
        let mut word = String::new();
        for (at, part) in text.split('`').enumerate() {
            // Code is one word, and so is a number.
            if at % 2 == 1 {
                self.word("`");
                continue;
            }
            for said in part.split(|mark: char| !(mark.is_alphanumeric() || matches!(mark, '\'' | '’'))) {
                let said = said.trim_matches(['\'', '’']);
                word.clear();
                word.extend(
                    said.chars().flat_map(char::to_lowercase).map(|mark| if mark == '’' { '\'' } else { mark }),
                );
                match said.chars().next() {
                    None => {}
                    Some(first) if first.is_ascii_digit() => self.word("0"),
                    Some(_) => self.word(&word),
                }
            }
        }
    }

    fn word(&mut self, word: &str) {
        let alone = key(word);
        let pair = self.last.map(|last| followed(followed(last, " "), word));
        for term in [Some(alone), pair].into_iter().flatten() {
            if let Some(weight) = WEIGHTS.get(term).filter(|_| !self.seen.contains(&term)) {
                self.seen.push(term);
                self.sum += weight;
            }
        }
        self.words += 1;
        self.last = Some(alone);
    }
}

#[cfg(test)]
mod tests {
    use super::{LIST, WEIGHTS, is_of_finding};

    #[test]
    fn all_terms_of_the_list_are_held() {
        let lines = LIST.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(WEIGHTS.count(), lines);
    }

    #[test]
    fn findings_are_worded_in_their_own_way() {
        let tells = |text: &str| is_of_finding([text].into_iter());
        for text in [
            "`save` truncates the file before it writes, so a crash in between loses everything that was in it.",
            "Nothing stops two requests from charging the same card twice: the row is read without a lock.",
        ] {
            assert!(tells(text), "{text}");
        }
        for text in [
            "Added a retry to the client and updated the tests. All of them pass.",
            "Good separation of concerns, clear names, consistent error handling.",
            "",
        ] {
            assert!(!tells(text), "{text}");
        }
    }
}
