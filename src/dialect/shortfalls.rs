//! What a sentence says against work that is called done: that a part of it was not done, is missing or broken, or that two
//! documents do not agree. One grammar for all kinds of work; what differs is a table of words. See
//! `docs/formats/protocol-v1.md`, "Status".

use super::admissions::{DENIES, DOCUMENTS, NONE, denied, is_of, is_part, number};
use crate::text::inline;

/// The words of one kind of work.
#[derive(Debug)]
pub struct Wording {
    /// What it is made of. Where nothing is listed, whatever is denied is part of it.
    parts: &'static [&'static str],
    /// What is done with these: `was not written`.
    acts: &'static [&'static str],
    /// In what state they are where it is not done: `is missing`.
    states: &'static [&'static str],
    /// What they do that they should not: `violates the grid`.
    verbs: &'static [&'static str],
    /// What was done about such a state: `is missing in A.md, added`.
    remedies: &'static [&'static str],
}

/// Whatever a return sums up.
pub const PRODUCING: Wording = Wording {
    parts: &[
        "analysis",
        "artifact",
        "artifacts",
        "build",
        "code",
        "generation",
        "implementation",
        "migration",
        "part",
        "parts",
        "phase",
        "phases",
        "plan",
        "planning",
        "remainder",
        "report",
        "research",
        "rest",
        "step",
        "steps",
        "task",
        "tasks",
        "work",
    ],
    acts: &[
        "complete",
        "completed",
        "created",
        "done",
        "finished",
        "generated",
        "implemented",
        "made",
        "produced",
        "reached",
        "saved",
        "started",
        "written",
    ],
    states: &["incomplete", "left", "missing", "open", "outstanding", "undone", "unfinished"],
    verbs: &[],
    remedies: &[],
};

/// A task with its criteria.
pub const IMPLEMENTING: Wording = Wording {
    parts: &[],
    acts: &[
        "built",
        "committed",
        "created",
        "done",
        "finished",
        "fulfilled",
        "implemented",
        "met",
        "satisfied",
        "written",
    ],
    states: &["incomplete", "unfinished", "unmet"],
    verbs: &[],
    remedies: &[],
};

/// The items of a checklist, and what is noted beside one that is applied.
pub const VERIFYING: Wording = Wording {
    parts: &[],
    acts: &["addressed", "applied", "changed", "corrected", "done", "fixed", "implemented", "renamed", "updated"],
    states: &["absent", "incomplete", "incorrect", "missing", "unchanged", "wrong"],
    verbs: &["regressed"],
    remedies: &["added", "corrected", "inserted", "replaced", "rewritten"],
};

/// The plan of a screen.
pub const PLANNING: Wording = Wording {
    parts: &[],
    acts: &["covered", "designed", "done", "placed", "planned"],
    states: &["incomplete", "missing", "unfinished"],
    verbs: &["violate", "violates"],
    remedies: &[],
};

/// What two documents say of the same thing.
pub const COMPARING: Wording = Wording {
    parts: &[
        "anchor",
        "definitions",
        "documents",
        "figures",
        "limits",
        "link",
        "links",
        "names",
        "numbers",
        "reference",
        "references",
        "sections",
        "terms",
        "timeouts",
        "values",
    ],
    acts: &[],
    states: &[
        "broken",
        "contradictory",
        "dangling",
        "inconsistent",
        "incompatible",
        "obsolete",
        "outdated",
        "stale",
        "unresolved",
    ],
    verbs: &["disagree", "lacks"],
    remedies: &[],
};

/// What is told of another time, or is meant to be.
const OTHERWISE: [&str; 16] = [
    "any",
    "before",
    "drafts",
    "earlier",
    "fixed",
    "formerly",
    "initially",
    "intended",
    "longer",
    "marked",
    "marks",
    "more",
    "now",
    "resolved",
    "unless",
    "until",
];

/// What begins a clause that tells of something else: what was found out, what would be.
const SUBORDINATE: [&str; 16] = [
    "before",
    "defines",
    "describes",
    "how",
    "if",
    "says",
    "states",
    "that",
    "what",
    "when",
    "where",
    "whether",
    "which",
    "who",
    "why",
    "without",
];

/// Whether a sentence says that work is not done, or not well.
#[must_use]
pub fn says_undone(sentence: &str, wording: &Wording) -> bool {
    const PAST: [&str; 7] = ["been", "could", "did", "has", "have", "was", "were"];
    const IS: [&str; 8] = ["are", "is", "remain", "remained", "remains", "stays", "was", "were"];
    const STILL: [&str; 6] = ["also", "both", "currently", "now", "only", "still"];
    const MET: [&str; 5] = ["complete", "fulfilled", "met", "present", "satisfied"];
    const LESS: [&str; 3] = ["half", "part", "partially"];
    let whole = inline::words(sentence);
    let all: Vec<&str> = whole.split(' ').collect();
    let has_regressed = all.windows(2).any(|two| matches!(two, ["has" | "have", "regressed"])) && !is_of(&all, &NONE);
    if wording.verbs.contains(&"regressed") && has_regressed {
        return true;
    }
    if is_of(&all, &OTHERWISE) {
        return false;
    }
    let is_remedied = is_of(&all, wording.remedies);
    let is_number = |word: &&str| !word.is_empty() && word.bytes().all(|digit| digit.is_ascii_digit());
    let clauses = super::doubts::clauses(sentence);
    clauses.iter().enumerate().any(|(at, clause)| {
        let words: Vec<&str> = clause.split(' ').collect();
        // `Phases 3 and 4 were not started`
        let before = at.checked_sub(1).and_then(|at| clauses.get(at)).map(String::as_str).unwrap_or_default();
        let before: Vec<&str> = before.split(' ').collect();
        let goes_on = words.first().is_some_and(is_number)
            && before.last().is_some_and(is_number)
            && is_of(&before, wording.parts);
        let is_free = |subject: &[&str]| !is_of(subject, &NONE) && !is_of(subject, &SUBORDINATE);
        let is_of_work = |subject: &[&str]| {
            is_free(subject)
                && (wording.parts.is_empty()
                    || goes_on
                    || subject.iter().any(|word| wording.parts.contains(word) || is_document_part(word)))
        };
        let found = words.iter().enumerate().any(|(at, word)| {
            let subject = words.get(..at).unwrap_or_default();
            let rest = words.get(at + 1..).unwrap_or_default();
            let mut follows = rest.iter().filter(|word| !STILL.contains(word)).copied();
            let [next, then] = [follows.next(), follows.next()].map(Option::unwrap_or_default);
            if DENIES.contains(word) {
                let act = denied(&words, at).map(|(_, act)| act).unwrap_or_default();
                let verb = subject.last().copied().unwrap_or_default();
                let is_told = at == 0 || PAST.contains(&verb) || (matches!(verb, "is" | "are") && MET.contains(&act));
                // `Not applied: …`, `I did not implement S4`
                let by_agent = matches!(subject, ["i" | "we", ..]);
                return is_told
                    && (wording.acts.contains(&act) || (by_agent && is_infinitive(act, wording)))
                    && (at == 0 || by_agent || is_of_work(subject));
            }
            // `broken down by tenant`, `stale after 5 s`
            let is_told = matches!((next, then), ("broken", "down") | ("stale", "after" | "if" | "once" | "when"));
            // What was so before the work is what the work put right.
            let is_before = matches!(*word, "was" | "were") && !wording.remedies.is_empty();
            let is_left = wording.states.contains(&next) && !is_told && !is_before && !is_remedied;
            let is_state = IS.contains(word) && is_left && !subject.is_empty();
            let does = wording.verbs.contains(word) && !subject.is_empty();
            (is_state || does) && is_of_work(subject)
        });
        let begins = at == 0
            && (begins_undone(&words, &all, wording)
                || (wording.parts.is_empty() && !is_remedied && is_note(&words, wording)));
        found
            || begins
            || (matches!(words.as_slice(), ["only", ..]) && is_of(&words, &IS) && {
                let names = |word: &&str| wording.acts.contains(word) || matches!(*word, "there" | "present");
                (is_of(&words, &LESS) || words.contains(&"first")) && words.iter().any(names)
            })
    })
}

/// Whether a clause that begins a sentence says with its first words that something is not done: `nothing was created`,
/// `no plan was created`, `partially completed`, `phase 3 was skipped`. The rest of the sentence may say that it was meant.
fn begins_undone(words: &[&str], sentence: &[&str], wording: &Wording) -> bool {
    const STOPPED: [&str; 9] =
        ["aborted", "blocked", "failed", "halted", "interrupted", "omitted", "postponed", "skipped", "stalled"];
    const NUMBERED: [&str; 3] = ["phase", "step", "task"];
    const AS_ASKED: [&str; 6] = ["all", "asked", "instructed", "of", "planned", "requested"];
    let is_act = |word: &str| wording.acts.contains(&word);
    let is_number = |word: &&str| word.bytes().all(|digit| digit.is_ascii_digit());
    let made = |rest: &[&str]| {
        let (["was" | "were", rest @ ..] | ["has" | "have", "been", rest @ ..] | rest) = rest;
        rest.split_first().is_some_and(|(act, rest)| is_act(act) && ends(rest))
    };
    match words {
        ["nothing", rest @ ..] => made(rest),
        ["no", rest @ ..] if !wording.parts.is_empty() && !is_of(rest, &["new", "other"]) => {
            let mut parts = rest.iter().take(3).enumerate().filter(|(_, word)| wording.parts.contains(word));
            !wording.acts.is_empty() && parts.any(|(at, _)| rest.get(at + 1..).is_some_and(made))
        }
        ["partially" | "partly", act, ..] => is_act(act),
        ["i" | "we", "stopped", "after", part, count, ..] | ["stopped", "after", part, count, ..] => {
            NUMBERED.contains(part) && is_number(count) && !is_of(sentence, &AS_ASKED)
        }
        ["applied", "to", "the", "wrong", ..] => is_act("applied"),
        ["the" | "this", part, rest @ ..] | [part, rest @ ..] if wording.parts.contains(part) => {
            let numbers = rest.iter().take_while(|word| is_number(word) || matches!(**word, "and" | "to")).count();
            match rest.get(numbers..).unwrap_or_default() {
                ["is", "pending"] | ["is", "still", "pending"] => numbers > 0,
                ["was" | "were" | "is", done, rest @ ..] | [done, rest @ ..] => {
                    !wording.acts.is_empty() && STOPPED.contains(done) && ends(rest)
                }
                [] => false,
            }
        }
        _ => false,
    }
}

/// Whether a clause is a note on a state: `missing in B.md`, not `missing header was added`.
fn is_note(words: &[&str], wording: &Wording) -> bool {
    words.split_first().is_some_and(|(state, rest)| {
        wording.states.contains(state) && (ends(rest) || matches!(rest, ["entirely" | "from", ..]))
    })
}

/// Whether an agent tells of an act that it did not do, or could not: `implement`, `plan`.
fn is_infinitive(act: &str, wording: &Wording) -> bool {
    const MAKE: [&str; 16] = [
        "apply",
        "build",
        "compile",
        "complete",
        "continue",
        "create",
        "finish",
        "fix",
        "generate",
        "implement",
        "plan",
        "place",
        "produce",
        "save",
        "update",
        "write",
    ];
    !wording.acts.is_empty() && MAKE.contains(&act)
}

/// Whether a sentence that sums up what was made says that less was: `could not create the plan`, `two of four phases remain`,
/// `completed phases 1-2 of 3`.
#[must_use]
pub fn falls_short(sentence: &str) -> bool {
    const NEEDS: [&str; 3] = ["longer", "unless", "without"];
    const NEEDED: [&str; 5] = ["access", "clarification", "details", "information", "input"];
    const PARTS: [&str; 3] = ["phases", "steps", "tasks"];
    const LEFT: [&str; 8] =
        ["complete", "completed", "created", "done", "finished", "implemented", "remain", "remaining"];
    let words = inline::words(sentence);
    let words: Vec<&str> = words.split(' ').collect();
    if let ["i" | "we", "need", rest @ ..] = words.as_slice()
        && is_of(rest.get(..3).unwrap_or(rest), &NEEDED)
    {
        return true;
    }
    if is_of(&words, &["before", "earlier", "first", "fixed", "formerly", "initially", "previously", "until"]) {
        return false;
    }
    let act = match words.as_slice() {
        ["could" | "can", "not", act, ..]
        | ["couldn" | "can", "t", act, ..]
        | ["was" | "were" | "am", "unable", "to", act, ..]
        | ["unable" | "failed", "to", act, ..]
        | ["cannot", act, ..] => Some(*act),
        _ => None,
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
    counts || act.is_some_and(|act| is_infinitive(act, &PRODUCING) && !is_of(&words, &NEEDS))
}

/// Whether a sentence says that what was built does not work: `the build does not compile`, `TypeScript reports 4 errors`.
#[must_use]
pub fn is_broken(sentence: &str) -> bool {
    const WORKS: [&str; 6] = ["build", "compile", "pass", "run", "start", "work"];
    let words = inline::words(sentence);
    let words: Vec<&str> = words.split(' ').collect();
    if is_of(&words, &OTHERWISE) || is_of(&words, &SUBORDINATE) || is_of(&words, &NONE) {
        return false;
    }
    let is_some = |count: &str| number(count).is_some_and(|count| count > 0);
    let works_not = words.windows(3).any(|three| match three {
        ["does" | "do", "not", act] | ["doesn" | "don", "t", act] => WORKS.contains(act),
        _ => false,
    });
    works_not
        || words.windows(4).any(|four| match four {
            [_, verb, count, "error" | "errors" | "failures"] => {
                matches!(*verb, "gives" | "reports" | "shows" | "has") && is_some(count)
            }
            _ => false,
        })
}

/// Whether a sentence says that two documents are at odds without naming a contradiction: `A.md requires …, but B.md
/// describes …`, `A.md uses "x"; B.md uses "y" for the same thing`.
#[must_use]
pub fn sets_against(told: &str) -> bool {
    const STATES: [&str; 12] = [
        "allows",
        "calls",
        "defines",
        "describes",
        "expects",
        "gives",
        "names",
        "requires",
        "says",
        "specifies",
        "states",
        "uses",
    ];
    const AGREE: [&str; 14] = [
        "also",
        "both",
        "compatible",
        "consistent",
        "different",
        "equivalent",
        "intended",
        "neither",
        "no",
        "none",
        "not",
        "nothing",
        "separate",
        "too",
    ];
    let words = inline::words(told);
    let words: Vec<&str> = words.split(' ').collect();
    if is_of(&words, &AGREE) || is_of(&words, &OTHERWISE) {
        return false;
    }
    let states = |side: &str| {
        let words = inline::words(side);
        let mut words = words.split(' ');
        let name = words.next().map(str::to_owned);
        let is_document = words.next().is_some_and(|ends| DOCUMENTS.contains(&ends));
        let verb = words.take(3).find(|word| STATES.contains(word)).map(str::to_owned);
        name.filter(|_| is_document).zip(verb)
    };
    let two = |one: &str, other: &str| {
        states(one)
            .zip(states(other))
            .filter(|((one, _), (other, _))| one != other)
            .map(|((_, one), (_, other))| one == other)
    };
    let turns = [", but ", " but "].iter().find_map(|turn| told.split_once(turn));
    let same = || told.split_once(';').or_else(|| told.split_once(", "));
    turns.is_some_and(|(one, other)| two(one, other).is_some())
        || (words.windows(3).any(|three| three == ["for", "the", "same"])
            && same().is_some_and(|(one, other)| two(one.trim(), other.trim()) == Some(true)))
}

/// `S9`, and how the name of a document ends: `md`.
#[must_use]
pub fn is_document_part(word: &str) -> bool {
    DOCUMENTS.contains(&word)
        || (word.starts_with('s')
            && is_part(word)
            && word.len() > 1
            && word.ends_with(|last: char| last.is_ascii_digit()))
}

/// Whether a clause ends, or goes on with the reason or the place: `interrupted by a timeout`, not `blocked accounts`.
fn ends(rest: &[&str]) -> bool {
    const GOES_ON: [&str; 13] =
        ["after", "as", "at", "because", "before", "by", "due", "during", "in", "on", "since", "with", "yet"];
    rest.first().is_none_or(|next| GOES_ON.contains(next))
}
