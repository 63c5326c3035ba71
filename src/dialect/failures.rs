//! Recognises sentences about tests that fail, or that were not run. See `docs/formats/protocol-v1.md`, "Status".

use super::admissions::{DENIES, PRESENT, denied, is_of, number};
use crate::text::inline;

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

/// Whether a sentence that sums up what was made says that it was not: `could not create the plan`, `phase 3 interrupted`,
/// `two of four phases remain`, `nothing was created`.
#[must_use]
pub fn falls_short(sentence: &str) -> bool {
    const MAKE: [&str; 12] = [
        "build",
        "complete",
        "continue",
        "create",
        "finish",
        "fix",
        "generate",
        "implement",
        "plan",
        "produce",
        "save",
        "write",
    ];
    const MADE: [&str; 6] = ["created", "generated", "implemented", "produced", "saved", "written"];
    const WORK: [&str; 9] =
        ["analysis", "build", "generation", "implementation", "migration", "phase", "planning", "research", "task"];
    const STOPPED: [&str; 6] = ["aborted", "blocked", "failed", "halted", "interrupted", "stalled"];
    const ENDED: [&str; 7] = ["complete", "completed", "done", "finished", "implemented", "reached", "started"];
    const PARTS: [&str; 3] = ["phases", "steps", "tasks"];
    const NUMBERED: [&str; 3] = ["phase", "step", "task"];
    const AS_ASKED: [&str; 6] = ["all", "asked", "instructed", "of", "planned", "requested"];
    const NEEDS: [&str; 3] = ["longer", "unless", "without"];
    const LEFT: [&str; 6] = ["complete", "completed", "done", "finished", "remain", "remaining"];
    const BEFORE: [&str; 8] = ["before", "earlier", "first", "fixed", "formerly", "initially", "previously", "until"];
    let words = inline::words(sentence);
    let words: Vec<&str> = words.split(' ').collect();
    if is_of(&words, &BEFORE) {
        return false;
    }
    let acts = match words.as_slice() {
        ["could" | "can", "not", act, ..]
        | ["couldn" | "can", "t", act, ..]
        | ["was" | "were" | "am", "unable", "to", act, ..]
        | ["unable" | "failed", "to", act, ..]
        | ["cannot", act, ..] => Some(*act),
        _ => None,
    };
    let acts = acts.filter(|_| !is_of(&words, &NEEDS));
    let clause = inline::words(sentence.split([',', ';', ':', '(', '–', '—']).next().unwrap_or_default());
    let clause: Vec<&str> = clause.split(' ').collect();
    let (of_work, of_parts) = match clause.as_slice() {
        ["the" | "this", work, rest @ ..] | [work, rest @ ..] if WORK.contains(work) => (rest, false),
        ["the", parts, rest @ ..] | [parts, rest @ ..] if PARTS.contains(parts) => (rest, true),
        _ => (&[][..], false),
    };
    let is_number = |word: &&str| word.bytes().all(|digit| digit.is_ascii_digit());
    let numbers = of_work.iter().take_while(|word| is_number(word) || (of_parts && matches!(**word, "and" | "to")));
    let numbers = numbers.count();
    let stops = match of_work.get(numbers..).unwrap_or_default() {
        ["were" | "are", "not", done, rest @ ..] if of_parts => ENDED.contains(done) && ends(rest),
        ["was" | "is", "not", done, rest @ ..] => ENDED.contains(done) && ends(rest),
        ["is", "pending"] | ["is", "still", "pending"] => numbers > 0,
        ["was" | "is", done, rest @ ..] | [done, rest @ ..] => !of_parts && STOPPED.contains(done) && ends(rest),
        [] => false,
    };
    // `I stopped after phase 2`
    let stops_early = match clause.as_slice() {
        ["i" | "we", "stopped", "after", part, number, ..] | ["stopped", "after", part, number, ..] => {
            NUMBERED.contains(part) && is_number(number) && !is_of(&words, &AS_ASKED)
        }
        _ => false,
    };
    // `phases 1-2 of 3`, `two of four phases`
    let counts_less = |at: usize| {
        let word = |at: Option<usize>| at.and_then(|at| words.get(at)).copied().unwrap_or_default();
        let [last, first, before] = [1, 2, 3].map(|back| word(at.checked_sub(back)));
        let (Some(last), Some(whole)) = (number(last), number(word(Some(at + 1)))) else { return false };
        let (part, before) = match number(first) {
            Some(first) => (last.saturating_sub(first) + 1, before),
            None => (last, first),
        };
        part < whole && (PARTS.contains(&before) || PARTS.contains(&word(Some(at + 2))))
    };
    let counts = is_of(&words, &LEFT) && (0..words.len()).any(|at| words.get(at) == Some(&"of") && counts_less(at));
    let makes_none = match clause.as_slice() {
        ["nothing", "was", made, rest @ ..] | ["nothing", "has", "been", made, rest @ ..] => {
            MADE.contains(made) && ends(rest)
        }
        ["no", rest @ ..] => {
            let at = rest.iter().take(3).position(|word| matches!(*word, "artifact" | "artifacts"));
            let behind = at.and_then(|at| rest.get(at + 1..)).unwrap_or_default();
            matches!(behind, ["was" | "were", made, rest @ ..] | [made, rest @ ..] if MADE.contains(made) && ends(rest))
        }
        _ => false,
    };
    acts.is_some_and(|act| MAKE.contains(&act)) || stops || stops_early || counts || makes_none
}

/// Whether a clause ends, or goes on with the reason or the place: `interrupted by a timeout`, not `blocked accounts`.
fn ends(rest: &[&str]) -> bool {
    const GOES_ON: [&str; 13] =
        ["after", "as", "at", "because", "before", "by", "due", "during", "in", "on", "since", "with", "yet"];
    rest.first().is_none_or(|next| GOES_ON.contains(next))
}

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
