//! What a sentence admits: that the agent left something of its work out, that two figures differ. What the documents or the
//! product do not do is no admission. See `docs/formats/protocol-v1.md`, "Status".

use super::inferred;

/// What an agent does with its work: `read`, and `check`, which is no participle.
const DONE: [&str; 32] = [
    "accessed",
    "analysed",
    "analyzed",
    "assessed",
    "audited",
    "checked",
    "compared",
    "completed",
    "confirmed",
    "covered",
    "digested",
    "evaluated",
    "examined",
    "executed",
    "exercised",
    "fetched",
    "finished",
    "inspected",
    "loaded",
    "looked",
    "opened",
    "parsed",
    "processed",
    "ran",
    "read",
    "reached",
    "reviewed",
    "run",
    "scanned",
    "traced",
    "validated",
    "verified",
];
const DO: [&str; 28] = [
    "access", "analyse", "analyze", "assess", "audit", "check", "compare", "complete", "confirm", "cover", "cross",
    "evaluate", "examine", "execute", "exercise", "finish", "get", "go", "inspect", "load", "look", "open", "reach",
    "review", "start", "trace", "validate", "verify",
];

/// Parts of an agent's work.
const PARTS: [&str; 52] = [
    "annex",
    "annexes",
    "appendices",
    "appendix",
    "chapter",
    "chapters",
    "checks",
    "clause",
    "clauses",
    "comparison",
    "diagram",
    "diagrams",
    "doc",
    "document",
    "documents",
    "endpoints",
    "figures",
    "file",
    "files",
    "glossary",
    "half",
    "html",
    "item",
    "items",
    "json",
    "line",
    "lines",
    "md",
    "migration",
    "page",
    "pages",
    "pair",
    "pairs",
    "part",
    "parts",
    "references",
    "remainder",
    "rest",
    "screen",
    "screens",
    "section",
    "sections",
    "subsections",
    "suite",
    "table",
    "tables",
    "tail",
    "test",
    "tests",
    "yaml",
    "yml",
    "side",
];

pub const DENIES: [&str; 9] = ["couldn", "didn", "hadn", "hasn", "haven", "never", "not", "wasn", "weren"];

/// Words that deny what is denied after them: `no section was skipped`.
const NONE: [&str; 8] = ["neither", "never", "no", "nobody", "none", "nor", "nothing", "without"];

/// What may stand between a denial and what was not done.
const BETWEEN: [&str; 24] = [
    "able",
    "actually",
    "all",
    "be",
    "been",
    "chance",
    "completely",
    "directly",
    "enough",
    "entirely",
    "even",
    "fully",
    "get",
    "had",
    "have",
    "manage",
    "managed",
    "of",
    "properly",
    "t",
    "the",
    "time",
    "to",
    "yet",
];

/// What of the past a sentence tells: rules of a product are told in the present.
const PAST: [&str; 14] =
    ["been", "could", "couldn", "did", "didn", "had", "hadn", "has", "hasn", "have", "haven", "was", "wasn", "were"];
pub const PRESENT: [&str; 10] = ["are", "can", "cannot", "do", "does", "is", "may", "must", "should", "will"];

pub fn is_of(words: &[&str], list: &[&str]) -> bool {
    words.iter().any(|word| list.contains(word))
}

/// What is denied at a place, with how far it stands behind: `not [been fully] read`.
pub fn denied<'w>(words: &[&'w str], at: usize) -> Option<(usize, &'w str)> {
    let behind = words.iter().enumerate().skip(at + 1);
    behind.into_iter().find(|(_, word)| !BETWEEN.contains(word)).map(|(found, word)| (found, *word))
}

/// What an agent says where it took something for granted, or could not get at it.
const GUESSES: [&str; 32] = [
    " are guesses ",
    " could make nothing of ",
    " isn t available in this ",
    " isn t installed ",
    " not available in this ",
    " on faith ",
    " am trusting ",
    " at face value ",
    " came back empty ",
    " can t speak to ",
    " could not tell whether ",
    " from the headings ",
    " from the table of contents ",
    " had no way of ",
    " has no way of ",
    " i have no way of ",
    " i left it for ",
    " i left that for ",
    " i left them for ",
    " i went by the ",
    " no room left ",
    " on the strength of ",
    " on trust ",
    " ran out of room ",
    " taken from memory ",
    " too large to read ",
    " too long to read ",
    " trusting that ",
    " wasn t at the path ",
    " was not at the path ",
    " would have needed ",
    " would not open ",
];

/// Whether a sentence, as words, says that the agent took something for granted.
#[must_use]
pub fn takes_for_granted(words: &str) -> bool {
    let words = format!(" {words} ");
    GUESSES.iter().any(|guess| words.contains(guess))
}

/// Whether an agent says of itself, or of a part of its work, that something was not done, in one clause of a sentence.
#[must_use]
pub fn leaves_out(words: &[&str], told_by_agent: bool) -> bool {
    let denials = words.iter().enumerate().filter(|(_, word)| DENIES.contains(word) || **word == "unable");
    let is_denied = denials.into_iter().any(|(at, _)| {
        let Some((found, act)) = denied(words, at) else { return false };
        let (before, around) = (words.get(..at).unwrap_or_default(), words.get(at.saturating_sub(2)..found));
        let around = around.unwrap_or_default();
        let looks_for = words.get(found + 1) == Some(&"for") && act.starts_with("look");
        if is_of(before, &NONE) || is_of(around, &PRESENT) || looks_for {
            return false;
        }
        let by_agent = is_of(before.get(before.len().saturating_sub(4)..).unwrap_or_default(), &["i", "we"])
            || (told_by_agent && at <= 1 && is_of(around, &["could", "couldn", "did", "didn", "have", "haven"]));
        let of_part = is_of(before, &PARTS) && !is_of(before, &["that", "which", "who"]);
        let is_past = is_of(around, &PAST) || at + 1 == found;
        let gets_to = matches!(words.get(at..), Some([_, "get", "to", ..] | [_, "t", "get", "to", ..]));
        (by_agent && (gets_to || DO.contains(&act) || DONE.contains(&act)))
            || (of_part && is_past && DONE.contains(&act))
    });
    is_denied || skips(words, told_by_agent) || reads_none(words) || counts_less(words)
}

/// `I skimmed the rest`, `section 7 remains unread`, `only A.md was read`.
fn skips(words: &[&str], told_by_agent: bool) -> bool {
    const SKIPPED: [&str; 5] = ["sampled", "skimmed", "skipped", "spot", "deferred"];
    const UNDONE: [&str; 7] =
        ["unchecked", "uncompared", "unexamined", "unread", "unreviewed", "unverified", "untested"];
    const IS: [&str; 9] = ["are", "is", "left", "remain", "remained", "remains", "stay", "was", "were"];
    let before = |at: usize| words.get(..at).unwrap_or_default();
    let last = |at: usize| at.checked_sub(1).and_then(|last| words.get(last)).copied().unwrap_or_default();
    words.iter().enumerate().any(|(at, word)| {
        let (before, last) = (before(at), last(at));
        let is_part = is_of(before, &PARTS) && !is_of(before, &["that", "which"]);
        let by_agent = is_of(before.get(at.saturating_sub(2)..).unwrap_or_default(), &["i", "we"]);
        let after = denied(words, at).map(|(_, act)| act).unwrap_or_default();
        let is_act = DO.contains(&after) || DONE.contains(&after);
        !is_of(before, &NONE)
            && !is_of(before, &["not"])
            && match *word {
                "remain" | "remains" | "remaining" if at + 1 == words.len() => is_part,
                "yet" | "remains" | "remain" => is_act && last != "not" && (is_part || by_agent || last == "have"),
                "need" | "needs" => is_act && last == "still",
                "only" if by_agent => is_act || words.get(at + 1) == Some(&"had"),
                "out" => is_part && last == "left",
                "denied" => is_part && is_of(before, &["access"]) && last == "was",
                "only" if at + 1 == words.len() => is_of(before, &DONE) && (is_part || is_of(before, &["i", "we"])),
                "only" if at == 0 => {
                    words.windows(2).take(8).any(|pair| matches!(pair, ["was" | "were", done] if DONE.contains(done)))
                }
                _ if SKIPPED.contains(word) => {
                    by_agent || (at == 0 && told_by_agent) || (is_part && matches!(last, "was" | "were"))
                }
                _ if UNDONE.contains(word) => is_part && IS.contains(&last),
                _ => false,
            }
    })
}

/// `None of the diagrams were checked`, `nothing beyond line 400 was read`.
fn reads_none(words: &[&str]) -> bool {
    let is_done = || words.windows(2).any(|pair| matches!(pair, ["was" | "were", done] if DONE.contains(done)));
    let begins = match words {
        ["none", "of", ..] => is_of(words, &PARTS),
        ["nothing", "after" | "beyond" | "past", ..] => true,
        _ => false,
    };
    begins && is_done()
}

/// `5 of 12 sections were read`, `I read most of it`: less than all.
fn counts_less(words: &[&str]) -> bool {
    const SOME: [&str; 5] = ["half", "most", "part", "parts", "some"];
    const NEAR: usize = 4;
    const FULL: u32 = 100;
    let is_done = |range: &[&str]| is_of(range, &DONE);
    words.iter().enumerate().any(|(at, word)| {
        let before = words.get(at.saturating_sub(NEAR)..at).unwrap_or_default();
        let behind = |from: usize| words.get(from..(from + NEAR).min(words.len())).unwrap_or_default();
        let by_agent = is_done(before) && is_of(before, &["i", "we"]);
        if SOME.contains(word) && words.get(at + 1) == Some(&"of") {
            return by_agent;
        }
        let Some(some) = number(word) else { return false };
        if let Some(["percent", "of", ..]) = words.get(at + 1..) {
            return some < FULL && (is_done(before) || is_done(behind(at + 2)));
        }
        let mut rest = words.iter().enumerate().skip(at + 1);
        let Some((all_at, all)) = rest.find(|(_, word)| !matches!(**word, "of" | "out" | "the" | "all")) else {
            return false;
        };
        let after = behind(all_at + 1);
        number(all).is_some_and(|all| some < all) && is_of(after, &PARTS) && (is_done(before) || is_done(after))
    })
}

pub fn number(word: &str) -> Option<u32> {
    const WORDS: [&str; 13] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    word.parse().ok().or_else(|| WORDS.iter().position(|name| *name == word).and_then(|at| u32::try_from(at).ok()))
}

/// Whether a sentence says that the agent did not come to the end of its work.
#[must_use]
pub fn says_unfinished(words: &str) -> bool {
    const WORK: [&str; 9] =
        ["analysis", "audit", "check", "comparison", "coverage", "digest", "pass", "review", "verification"];
    const UNFINISHED: [&str; 6] = ["incomplete", "partial", "preliminary", "unfinished", "exhaustive", "complete"];
    const LIMITS: [&str; 4] = ["budget", "context", "output", "token"];
    if inferred::says_incomplete(words) {
        return true;
    }
    let words: Vec<&str> = words.split(' ').collect();
    let is_unfinished = words.windows(4).any(|four| match four {
        ["the" | "this" | "my" | "our", work, "is" | "was" | "remains", word] => {
            WORK.contains(work) && UNFINISHED.iter().take(4).any(|unfinished| unfinished == word)
        }
        [work, "is" | "was", "not", word] => WORK.contains(work) && UNFINISHED.contains(word),
        _ => false,
    });
    let hits_limit = is_of(&words, &["i", "we", "my"])
        && words
            .windows(2)
            .any(|pair| matches!(pair, [what, "limit" | "limits" | "window" | "budget"] if LIMITS.contains(what)))
        && is_of(&words, &["hit", "reached", "into", "exceeded", "because", "due"]);
    is_unfinished || hits_limit
}

/// `S3 states 30 days, whereas S4 says 90 days`: the same thing in two figures.
#[must_use]
pub fn contrasts_figures(words: &str) -> bool {
    const CONTRASTS: [&str; 4] = [" although ", " but ", " whereas ", " while "];
    const STATES: [&str; 8] = ["gives", "has", "is", "requires", "says", "sets", "specifies", "states"];
    const EXPLAINED: [&str; 14] = [
        "because",
        "both",
        "compatible",
        "conflict",
        "different",
        "equivalent",
        "intended",
        "not",
        "rounds",
        "same",
        "separate",
        "since",
        "each",
        "no",
    ];
    let says_so = ["contradict each other", "contradicts each other", "is inconsistent with", "are inconsistent with"];
    let split: Vec<&str> = words.split(' ').collect();
    if is_of(&split, &EXPLAINED) {
        return false;
    }
    if says_so.iter().any(|said| words.contains(said)) || words.contains(" there is one contradiction ") {
        return true;
    }
    let stated = |side: &str| {
        let words: Vec<&str> = side.split(' ').filter(|word| !word.is_empty()).collect();
        let verb = words.iter().position(|word| STATES.contains(word))?;
        let figure = words.iter().skip(verb).position(|word| word.starts_with(|first: char| first.is_ascii_digit()))?;
        let (figure, noun) = (words.get(verb + figure)?, words.get(verb + figure + 1)?);
        Some((words.get(..verb)?.join(" "), (*figure).to_owned(), (*noun).to_owned()))
    };
    CONTRASTS.iter().filter_map(|contrast| words.split_once(contrast)).any(|(one, other)| {
        stated(one).zip(stated(other)).is_some_and(|((who, figure, noun), (whose, second, counted))| {
            who != whose && figure != second && noun == counted && !PARTS.contains(&noun.as_str())
        })
    })
}
