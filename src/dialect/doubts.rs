//! What a reply says beside its status that takes it back: that not all was looked at, that tests fail, another status. See
//! `docs/formats/protocol-v1.md`, "Status".

use crate::model::{AgentResult, Detail, Status};
use crate::part::status_words::{self, Meaning};
use crate::text::inline;

use super::inferred;

/// What says something against a status for "done", and its words; `None` where nothing does.
#[must_use]
pub fn said_against(result: &AgentResult) -> Option<(&'static str, &str)> {
    let mut fields = result.metadata.extra.iter();
    let lesser = fields.find(|field| inline::words(&field.key) == "status" && means_less(&field.value));
    let is_tested = matches!(result.detail, Detail::Implementation(_));
    lesser.map(|field| ("the field Status", field.value.as_str())).or_else(|| {
        let told = texts(result).flat_map(inferred::sentences).map(str::trim);
        told.filter(|sentence| !sentence.starts_with('#'))
            .find(|sentence| takes_back(sentence, &inline::words(sentence), is_tested))
            .map(|sentence| ("the text", sentence))
    })
}

/// What a reply says in words beside its records.
fn texts(result: &AgentResult) -> impl Iterator<Item = &str> {
    let summary = match &result.detail {
        Detail::Return(read) => read.summary.as_deref(),
        _ => None,
    };
    let left = result.remainder.iter().map(|left| left.text.as_str());
    left.chain(result.confirmation.as_deref()).chain(summary)
}

/// Whether a status means less than that all is done and nothing was found.
fn means_less(written: &str) -> bool {
    match status_words::meaning(written) {
        Some(Meaning::State(status) | Meaning::Means(status)) => status != Status::Clean,
        Some(Meaning::Failed) => true,
        Some(Meaning::Done) | None => false,
    }
}

fn takes_back(sentence: &str, words: &str, is_tested: bool) -> bool {
    let words: Vec<&str> = words.split(' ').collect();
    inferred::says_incomplete(sentence)
        || leaves_out(&words)
        || counts_less(&words)
        || contrasts_figures(&words)
        || (is_tested && tests_fail(&words))
}

/// Whether something was not read: `I did not look at the appendix`. What nobody was to read is not left out.
fn leaves_out(words: &[&str]) -> bool {
    const DENIES: [&str; 9] = ["not", "never", "cannot", "unable", "couldn", "didn", "wasn", "weren", "haven"];
    const READ: [&str; 17] = [
        "analyse",
        "analysed",
        "analyze",
        "analyzed",
        "check",
        "checked",
        "cover",
        "covered",
        "examine",
        "examined",
        "inspected",
        "look",
        "looked",
        "read",
        "review",
        "reviewed",
        "verify",
    ];
    const EXCUSED: [&str; 9] =
        ["applicable", "asked", "if", "instructed", "must", "needed", "required", "scope", "should"];
    const NEAR: usize = 4;
    let denied = |at: usize| words.iter().take(at).rev().take(NEAR).any(|before| DENIES.contains(before));
    words.iter().enumerate().any(|(at, word)| READ.contains(word) && denied(at))
        && !words.iter().any(|word| EXCUSED.contains(word))
}

/// `5 of 12 sections were read`: less than all of it.
fn counts_less(words: &[&str]) -> bool {
    const READ: [&str; 6] = ["analysed", "analyzed", "checked", "covered", "read", "reviewed"];
    const PARTS: [&str; 9] =
        ["chapters", "documents", "files", "lines", "pages", "screens", "sections", "subsections", "units"];
    let less = words.windows(3).any(|three| match three {
        [some, "of", all] => {
            some.parse::<u32>().ok().zip(all.parse::<u32>().ok()).is_some_and(|(some, all)| some < all)
        }
        _ => false,
    });
    less && words.iter().any(|word| READ.contains(word)) && words.iter().any(|word| PARTS.contains(word))
}

/// `S3 states 30 days, whereas S4 says 90 days`: the same thing in two figures.
fn contrasts_figures(words: &[&str]) -> bool {
    const CONTRASTS: [&str; 3] = ["but", "whereas", "while"];
    let figures: Vec<(&str, &str)> = words
        .windows(2)
        .filter_map(|pair| match pair {
            [figure, noun] if figure.starts_with(|first: char| first.is_ascii_digit()) && noun.len() > 2 => {
                Some((*figure, *noun))
            }
            _ => None,
        })
        .collect();
    let differs = figures.iter().enumerate().any(|(at, (figure, noun))| {
        let mut others = figures.iter().skip(at + 1);
        others.any(|(other, counted)| counted == noun && other != figure)
    });
    differs && words.iter().any(|word| CONTRASTS.contains(word))
}

/// `Two of the tests fail`, `the tests were not run`.
fn tests_fail(words: &[&str]) -> bool {
    const TESTS: [&str; 4] = ["suite", "test", "testing", "tests"];
    const FAILS: [&str; 5] = ["crashes", "fail", "failed", "failing", "fails"];
    const DENIES: [&str; 7] = ["0", "didn", "no", "none", "not", "without", "zero"];
    const RUNS: [&str; 3] = ["executed", "ran", "run"];
    const NEAR: usize = 3;
    let denied = |at: usize| words.iter().take(at).rev().take(NEAR).any(|before| DENIES.contains(before));
    let fails = words.iter().enumerate().any(|(at, word)| FAILS.contains(word) && !denied(at));
    let not_run = words
        .windows(2)
        .any(|pair| matches!(pair, ["not" | "couldn" | "cannot", next] if RUNS.contains(next)))
        || words.windows(3).any(|three| matches!(three, ["not" | "never", "be" | "been", next] if RUNS.contains(next)));
    (fails || not_run) && words.iter().any(|word| TESTS.contains(word))
}

#[cfg(test)]
mod tests {
    use super::takes_back;
    use crate::text::inline;

    fn against(sentence: &str) -> bool {
        takes_back(sentence, &inline::words(sentence), true)
    }

    #[test]
    fn sentences_that_take_a_status_back() {
        for sentence in [
            "I ran out of context before I could read b.md.",
            "The second half was not checked.",
            "5 of 12 sections read.",
            "S3 states 30 days, whereas S4 says 90 days.",
            "Two of the tests fail: `upload` and `retry`.",
            "Not run: the tests need a database.",
        ] {
            assert!(against(sentence), "{sentence}");
        }
    }

    #[test]
    fn sentences_that_do_not() {
        for sentence in [
            "All 12 of 12 sections were read.",
            "The tests do not fail any more; 0 tests failed.",
            "The appendix was not checked, since it is out of scope.",
            "a.md says 30 days, and b.md says 30 days too.",
            "a.md defines 3 roles, while b.md names 2 of its screens.",
        ] {
            assert!(!against(sentence), "{sentence}");
        }
    }
}
