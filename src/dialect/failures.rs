//! Recognises sentences about tests that fail, or that were not run. See `docs/formats/protocol-v1.md`, "Status".

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
    has_failed
        || (not_run && (is_test || words.len() <= NEAR))
        || passes_less
        || leaves_some(words)
        || is_unfinished(words)
}

/// `10/12 passing`, `3 5 met`, `all tests pass except t3`, `one is red`, `1 errored`.
fn leaves_some(words: &[&str]) -> bool {
    const PASSED: [&str; 8] = ["green", "met", "ok", "pass", "passed", "passes", "passing", "satisfied"];
    const LONGEST: usize = 5;
    let less = |some: &str, all: &str| number(some).zip(number(all)).is_some_and(|(some, all)| some < all);
    let counts = words.windows(3).any(|three| match three {
        [some, all, passed] => PASSED.contains(passed) && less(some, all),
        _ => false,
    }) || words.windows(4).any(|four| match four {
        [some, "of", "the", all] => is_of(words, &PASSED) && is_of(words, &TESTS) && less(some, all),
        _ => false,
    });
    let excepts = is_of(words, &TESTS)
        && words.iter().position(|word| PASSED.contains(word)).is_some_and(|at| {
            is_of(words.get(at..).unwrap_or_default(), &["but", "except", "excluding"])
                || words.windows(2).any(|two| two == ["apart", "from"])
        });
    let one_fails = words.len() <= LONGEST
        && match words {
            [count, "is" | "are", state, ..] => number(count).is_some_and(|count| count > 0) && FAILS.contains(state),
            [count, "errored" | "crashed"] => number(count).is_some_and(|count| count > 0),
            // `t3 fails`
            [name, "fails" | "failed"] => {
                name.starts_with(|first: char| first.is_alphabetic())
                    && name.ends_with(|last: char| last.is_ascii_digit())
            }
            _ => false,
        };
    counts || excepts || one_fails
}

/// `Task T-3 is only half complete`, `blocked by T-2`: the task did not come to its end.
fn is_unfinished(words: &[&str]) -> bool {
    const HALF: [&str; 8] = ["half", "halfway", "incompletely", "mostly", "nearly", "partially", "partly", "not"];
    const DONE: [&str; 5] = ["complete", "completed", "done", "finished", "implemented"];
    let of_task = match words {
        ["the" | "this" | "my", "task" | "implementation" | "work", rest @ ..] | ["task", rest @ ..] => Some(rest),
        ["i", "am" | "m", ..] | ["we", "are" | "re", ..] => words.get(1..),
        // `T-3`
        [letters, number, rest @ ..]
            if letters.len() <= 3
                && letters.bytes().all(|letter| letter.is_ascii_alphabetic())
                && number.bytes().all(|digit| digit.is_ascii_digit()) =>
        {
            Some(rest)
        }
        _ => None,
    };
    let is_of_task = of_task.is_some_and(|rest| {
        let verb = rest.iter().position(|word| matches!(*word, "am" | "are" | "is" | "m" | "re" | "remains" | "was"));
        let behind = verb.filter(|at| *at < 3).and_then(|at| rest.get(at + 1..)).unwrap_or_default();
        let behind = match behind.split_first() {
            Some((&("only" | "still" | "currently" | "now"), rest)) => rest,
            _ => behind,
        };
        match behind {
            ["blocked" | "incomplete" | "unfinished" | "stuck", ..] => true,
            [half, done, ..] => HALF.contains(half) && DONE.contains(done),
            _ => false,
        }
    });
    // Who is blocked is named before the colon.
    is_of_task
        || matches!(words, ["blocked", "by" | "on", letters, number, ..] if letters.len() <= 3 && number.bytes().all(|digit| digit.is_ascii_digit()))
}

/// `The tests were not run`, `no tests were run`, `tests were skipped`.
fn is_not_run(words: &[&str], is_test: bool) -> bool {
    words.iter().enumerate().any(|(at, word)| {
        // `No test was skipped` says the contrary.
        const UNRUN: [&str; 7] = ["added", "available", "executed", "found", "ran", "run", "written"];
        const RUN: [&str; 4] = ["executed", "ran", "run", "running"];
        let around = words.get(at.saturating_sub(2)..).unwrap_or_default();
        let is_present = is_of(around.get(..2).unwrap_or_default(), &PRESENT);
        let act = denied(words, at).map(|(_, act)| act).unwrap_or_default();
        ((DENIES.contains(word) || *word == "unable") && RUN.contains(&act) && !is_present)
            || (*word == "no"
                && matches!(words.get(at + 1..), Some(["test" | "tests", "was" | "were", act, ..]) if UNRUN.contains(act)))
            || (*word == "skipped" && at > 0 && is_test && !is_of(words, &["no", "none", "nothing", "without"]) && matches!(words.get(at - 1), Some(&"was" | &"were")))
            || (*word == "running" && is_of(words, &["not"]))
            || (*word == "disabled" && is_test && words.first() == Some(&"i"))
    })
}
