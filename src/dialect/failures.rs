//! What a sentence says of tests that fail, or that nobody ran. See `docs/formats/protocol-v1.md`, "Status".

use super::admissions::{DENIES, PRESENT, denied, is_of, number};

const TESTS: [&str; 14] = [
    "build",
    "builds",
    "ci",
    "compilation",
    "e2e",
    "integration",
    "lint",
    "pipeline",
    "spec",
    "specs",
    "suite",
    "test",
    "tests",
    "typecheck",
];

const FAILS: [&str; 10] =
    ["breaks", "broken", "crash", "crashes", "errors", "fail", "flaky", "failing", "fails", "red"];

/// What is told of another time, or of what a test is about.
const OTHERWISE: [&str; 34] = [
    "assert",
    "asserts",
    "before",
    "case",
    "cases",
    "checks",
    "confirms",
    "cover",
    "covers",
    "earlier",
    "ensures",
    "expected",
    "fixed",
    "first",
    "formerly",
    "how",
    "if",
    "intentionally",
    "last",
    "longer",
    "must",
    "old",
    "once",
    "original",
    "previously",
    "proves",
    "that",
    "until",
    "used",
    "verifies",
    "when",
    "where",
    "which",
    "without",
];

const DENIED: [&str; 8] = ["0", "neither", "never", "no", "none", "not", "without", "zero"];

const UNDONE: [&str; 11] = [
    " not implemented yet ",
    " not yet implemented ",
    " still to be implemented ",
    " is a stub ",
    " are stubs ",
    " left a todo ",
    " met in part ",
    " partially met ",
    " only partially ",
    " no way to run ",
    " no way of running ",
];

/// `Two of the tests fail`, `the tests were not run`, `a stub for now`.
#[must_use]
pub fn fails(words: &[&str]) -> bool {
    const SOME: [&str; 3] = ["few", "several", "some"];
    const NEAR: usize = 4;
    let padded = format!(" {} ", words.join(" "));
    if is_of(words, &OTHERWISE) {
        return false;
    }
    if UNDONE.iter().any(|undone| padded.contains(undone)) {
        return true;
    }
    let has_failed = words.iter().enumerate().any(|(at, word)| {
        let before = words.get(..at).unwrap_or_default();
        let near = words.get(at.saturating_sub(NEAR)..at).unwrap_or_default();
        // `2 failed`, `one of the tests failed`; that tests failed may have been meant to be.
        let counted = near.iter().any(|word| number(word).is_some_and(|count| count > 0) || SOME.contains(word));
        let is_of_tests = words.len() <= NEAR || is_of(words, &TESTS);
        let counts = counted && is_of_tests && matches!(*word, "failed" | "failing" | "failure" | "failures");
        let times_out = *word == "out" && matches!(before.last(), Some(&"time" | &"times" | &"timed"));
        (counts || ((FAILS.contains(word) || times_out) && is_of(before, &TESTS))) && !is_of(near, &DENIED)
    });
    let is_test = is_of(words, &TESTS);
    let not_run = is_not_run(words, is_test);
    let passes_less = is_test
        && is_of(words, &["green", "pass", "passed", "passing"])
        && words.windows(3).any(|three| match three {
            [some, "of", all] | [some, all, "tests"] => {
                number(some).zip(number(all)).is_some_and(|(some, all)| some < all)
            }
            _ => false,
        });
    has_failed || (not_run && (is_test || words.len() <= NEAR)) || passes_less
}

/// `The tests were not run`, `no tests were run`, `tests were skipped`.
fn is_not_run(words: &[&str], is_test: bool) -> bool {
    words.iter().enumerate().any(|(at, word)| {
        const RUN: [&str; 4] = ["executed", "ran", "run", "running"];
        let around = words.get(at.saturating_sub(2)..).unwrap_or_default();
        let is_present = is_of(around.get(..2).unwrap_or_default(), &PRESENT);
        let act = denied(words, at).map(|(_, act)| act).unwrap_or_default();
        ((DENIES.contains(word) || *word == "unable") && RUN.contains(&act) && !is_present)
            || (*word == "no" && matches!(words.get(at + 1..), Some(["test" | "tests", "was" | "were", ..])))
            || (*word == "skipped" && at > 0 && is_test && matches!(words.get(at - 1), Some(&"was" | &"were")))
            || (*word == "running" && is_of(words, &["not"]))
            || (*word == "disabled" && is_test && words.first() == Some(&"i"))
    })
}
