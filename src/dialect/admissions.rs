//! Recognises sentences that admit something: that the agent skipped part of its work, or that two figures differ. What
//! the documents or the product do not do is no admission. See `docs/formats/protocol-v1.md`, "Status".

use super::inferred;
use crate::review::odds;
use crate::text::inline;

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

/// Whether a word is what an agent did with what it worked on: `read`.
#[must_use]
pub fn is_done(act: &str) -> bool {
    DONE.contains(&act)
}

/// Parts of an agent's work.
const PARTS: [&str; 56] = [
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
    "heading",
    "headings",
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
    "summaries",
    "table",
    "tables",
    "tail",
    "titles",
    "test",
    "tests",
    "yaml",
    "yml",
    "side",
];

/// What a document is called, and how the name of one ends.
pub const DOCUMENTS: [&str; 16] = [
    "attachment",
    "doc",
    "document",
    "documents",
    "docs",
    "file",
    "files",
    "html",
    "json",
    "md",
    "path",
    "pdf",
    "txt",
    "xml",
    "yaml",
    "yml",
];

/// Words in a sentence that does not report work: it is conditional, or quotes another text.
const SUPPOSED: [&str; 11] =
    ["after", "before", "if", "says", "said", "that", "unless", "until", "when", "whether", "which"];

/// What documents that do not agree are said to have.
pub const AT_ODDS: [&str; 10] = [
    "conflict",
    "conflicts",
    "contradiction",
    "contradictions",
    "discrepancies",
    "discrepancy",
    "inconsistencies",
    "inconsistency",
    "mismatch",
    "mismatches",
];

pub const DENIES: [&str; 9] = ["couldn", "didn", "hadn", "hasn", "haven", "never", "not", "wasn", "weren"];

/// Words that negate what follows: `no section was skipped`.
pub const NONE: [&str; 8] = ["neither", "never", "no", "nobody", "none", "nor", "nothing", "without"];

/// What may stand between a denial and what was not done.
const BETWEEN: [&str; 25] = [
    "able",
    "actually",
    "all",
    "around",
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
const GUESSES: [&str; 49] = [
    " beyond the context ",
    " table of contents only ",
    " time ran out ",
    " are guesses ",
    " could make nothing of ",
    " isn t available in this ",
    " isn t installed ",
    " not available in this ",
    " on faith ",
    " am trusting ",
    " as far as i could ",
    " as far as i got ",
    " at face value ",
    " came back empty ",
    " can t speak to ",
    " could not tell whether ",
    " from the headings ",
    " from the table of contents ",
    " got as far as ",
    " had no way of ",
    " had time for ",
    " has no way of ",
    " i could access ",
    " i could open ",
    " i could read ",
    " i got to ",
    " i have no way of ",
    " i left it for ",
    " i left that for ",
    " i left them for ",
    " i stopped at ",
    " i went by the ",
    " no room left ",
    " on the strength of ",
    " on trust ",
    " ran out of room ",
    " sections i managed ",
    " taken from memory ",
    " time allowed ",
    " time permitted ",
    " too large to read ",
    " too long to read ",
    " trusting that ",
    " wasn t at the path ",
    " was not at the path ",
    " would have needed ",
    " what i managed to ",
    " what was available ",
    " would not open ",
];

/// Whether a sentence, as words, says that the agent took something for granted.
#[must_use]
pub fn takes_for_granted(words: &str) -> bool {
    let padded = format!(" {words} ");
    let words: Vec<&str> = words.split(' ').collect();
    GUESSES.iter().any(|guess| padded.contains(guess)) || (0..words.len()).any(|at| lacks_access(&words, at))
}

/// Whether the agent could not get at the web, as told at a place: `web search was denied`, `WebFetch failed`,
/// `no internet access`. That network access is denied, or that a container has none, is told of a product.
fn lacks_access(words: &[&str], at: usize) -> bool {
    const OPEN: [&str; 4] = ["documentation", "internet", "network", "web"];
    let Some((before, rest)) = words.split_at_checked(at) else { return false };
    let (is_tool, rest) = match rest {
        ["web", "search" | "fetch", rest @ ..] | ["websearch" | "webfetch", rest @ ..] => (true, rest),
        [open, "access", rest @ ..] if OPEN.contains(open) => (false, rest),
        _ => return false,
    };
    if matches!(before, ["no"] | ["there", "was" | "is", "no"] | [.., "i" | "we", "had" | "have", "no"]) {
        return true;
    }
    let (is_past, rest) = match rest {
        ["was" | "were", rest @ ..] => (true, rest),
        ["wasn", "t", "available", ..] => return true,
        ["is", rest @ ..] => (false, rest),
        ["isn", "t", "available", ..] => return !is_of(before, &SUPPOSED),
        rest => (is_tool, rest),
    };
    match rest {
        ["not", "available", ..] | ["unavailable", ..] => is_past || !is_of(before, &SUPPOSED),
        ["blocked" | "denied" | "disabled" | "failed", ..] => is_past || (is_tool && !is_of(before, &SUPPOSED)),
        _ => false,
    }
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
    is_denied
        || skips(words, told_by_agent)
        || reads_none(words)
        || counts_less(words)
        || lacks_document(words)
        || fails_to_open(words)
}

/// Whether a word is a part of an agent's work: `section`, `S9`.
pub fn is_part(word: &str) -> bool {
    let number = word.strip_prefix('s').unwrap_or_default();
    PARTS.contains(&word) || (!number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()))
}

/// `B.md could not be found`, `b.md was empty`, `A.md does not exist at the given path`.
fn lacks_document(words: &[&str]) -> bool {
    const UNREADABLE: [&str; 14] = [
        "blank",
        "corrupt",
        "corrupted",
        "empty",
        "garbled",
        "inaccessible",
        "missing",
        "truncated",
        "unavailable",
        "unreadable",
        "unreachable",
        "absent",
        "cut",
        "binary",
    ];
    const FOUND: [&str; 14] = [
        "accessible",
        "accessed",
        "available",
        "found",
        "given",
        "loaded",
        "located",
        "obtained",
        "opened",
        "present",
        "provided",
        "readable",
        "retrieved",
        "there",
    ];
    const NAMES: [&str; 6] = ["html", "json", "md", "txt", "yaml", "yml"];
    /// A document that the work is on begins its sentence.
    const NEAR: usize = 8;
    // `There was no file at docs/B.md`, `Reading B.md timed out`
    match words {
        ["there", "was", "no", "file" | "document" | "such", ..]
        | ["the", "file", .., "not", "in", "the", "repository"] => return true,
        ["reading" | "opening" | "loading" | "fetching" | "accessing", rest @ ..] if is_of(rest, &DOCUMENTS) => {
            return is_of(rest, &["failed"]) || rest.windows(2).any(|two| two == ["timed", "out"]);
        }
        ["the" | "a", "read" | "fetch" | "load", "of", rest @ ..] if is_of(rest, &DOCUMENTS) => {
            return is_of(rest, &["failed"]);
        }
        ["permission" | "access", "denied", "on" | "to" | "for", rest @ ..]
        | ["the", "tool", "returned", "an", "error", "for", rest @ ..] => return is_of(rest, &DOCUMENTS),
        _ => {}
    }
    let mut documents = words.iter().enumerate().take(NEAR).filter(|(_, word)| DOCUMENTS.contains(word));
    let is_lacked = documents.any(|(at, word)| {
        let behind = words.get(at + 1..).unwrap_or_default();
        let is_name = NAMES.contains(word);
        match behind {
            ["does", "not" | "n", "exist", ..] | ["doesn", "t", "exist", ..] => is_name,
            ["did", "not", "exist", ..] | ["didn", "t", "exist", ..] => true,
            ["could" | "was" | "were", "not", rest @ ..] | ["couldn" | "wasn" | "weren", "t", rest @ ..] => {
                let act = rest.iter().find(|word| !BETWEEN.contains(word));
                act.is_some_and(|act| FOUND.contains(act))
            }
            ["was" | "were" | "came" | "seems" | "appears" | "is", rest @ ..] => {
                let told = rest.iter().find(|word| !matches!(**word, "to" | "be" | "back" | "completely" | "entirely"));
                let is_past = behind.first() != Some(&"is") || is_name;
                is_past && told.is_some_and(|told| UNREADABLE.contains(told))
            }
            _ => false,
        }
    });
    is_lacked && !is_of(words, &SUPPOSED) && !is_of(words, &NONE)
}

/// `Could not open B.md`, `unable to find b.md`: who does not say who, is the agent. That nothing could be found is well.
fn fails_to_open(words: &[&str]) -> bool {
    const FIND: [&str; 7] = ["fetch", "find", "load", "locate", "parse", "read", "retrieve"];
    let (["could" | "can", "not", rest @ ..]
    | ["couldn" | "can", "t", rest @ ..]
    | ["unable" | "failed", "to", rest @ ..]
    | ["cannot", rest @ ..]) = words
    else {
        return false;
    };
    let Some((act, object)) = rest.split_first() else { return false };
    let is_any =
        object.first().is_some_and(|first| matches!(*first, "a" | "an" | "any" | "anything" | "one" | "single"));
    let is_document = is_of(object, &DOCUMENTS) || object.iter().any(|word| is_part(word));
    !is_any && is_document && (FIND.contains(act) || matches!(*act, "access" | "open" | "reach" | "get"))
}

/// `I skimmed the rest`, `section 7 remains unread`, `only A.md was read`.
fn skips(words: &[&str], told_by_agent: bool) -> bool {
    const SKIPPED: [&str; 5] = ["sampled", "skimmed", "skipped", "spot", "deferred"];
    const UNDONE: [&str; 7] =
        ["unchecked", "uncompared", "unexamined", "unread", "unreviewed", "unverified", "untested"];
    const THERE: [&str; 6] = ["accessible", "available", "present", "provided", "readable", "there"];
    const NEAR: usize = 4;
    const IS: [&str; 9] = ["are", "is", "left", "remain", "remained", "remains", "stay", "was", "were"];
    let before = |at: usize| words.get(..at).unwrap_or_default();
    let last = |at: usize| at.checked_sub(1).and_then(|last| words.get(last)).copied().unwrap_or_default();
    words.iter().enumerate().any(|(at, word)| {
        let (before, last) = (before(at), last(at));
        let is_part = before.iter().any(|word| is_part(word)) && !is_of(before, &["that", "which"]);
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
                "omitted" => is_part && (at + 1 == words.len() || matches!(last, "was" | "were")),
                "denied" => is_part && is_of(before, &["access"]) && last == "was",
                "only" if at + 1 == words.len() => is_of(before, &DONE) && (is_part || is_of(before, &["i", "we"])),
                "only" if at == 0 => words.windows(2).enumerate().take(8).any(|(from, pair)| {
                    let is_document = || words.get(..=from).is_some_and(|before| is_of(before, &DOCUMENTS));
                    match pair {
                        ["was" | "were", done] => DONE.contains(done) || (THERE.contains(done) && is_document()),
                        _ => false,
                    }
                }),
                // `Compared only the headings`
                "only" if at == 1 && before.first().is_some_and(|first| DONE.contains(first)) => {
                    let behind = words.get(at + 1..(at + NEAR).min(words.len())).unwrap_or_default();
                    behind.iter().any(|word| self::is_part(word))
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
        ["nothing", "after" | "beyond" | "past", ..] | ["everything" | "all", "up", "to", ..] => true,
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
            let before = words.get(at.saturating_sub(NEAR + 2)..at).unwrap_or_default();
            return by_agent || (is_done(before) && is_of(before, &["i", "we"]));
        }
        // `S1 to S8 of 14 sections`
        let section = word.strip_prefix('s').filter(|_| words.get(at + 1) == Some(&"of"));
        let Some(some) = number(word).or_else(|| section.and_then(number)) else { return false };
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
    const WORK: [&str; 10] = [
        "analysis",
        "audit",
        "check",
        "comparison",
        "coverage",
        "digest",
        "implementation",
        "pass",
        "review",
        "verification",
    ];
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

/// What explains a difference, or denies it.
const EXPLAINED: [&str; 13] = [
    "because",
    "both",
    "compatible",
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

/// `S3 states 30 days, whereas S4 says 90 days`: the same thing in two figures. `A.md gives 30 days; B.md gives 90 days`: of
/// two documents, the same to the letter but for the figure. What goes on in the next sentence, as words, may explain it.
#[must_use]
pub fn contrasts_figures(told: &str, after: &str) -> bool {
    const CONTRASTS: [&str; 4] = [" although ", " but ", " whereas ", " while "];
    let words = format!(" {} ", inline::words(told));
    let says_so = ["contradict each other", "contradicts each other", "is inconsistent with", "are inconsistent with"];
    let split: Vec<&str> = words.split(' ').collect();
    let is_explained = is_of(&split, &EXPLAINED) || split.contains(&"conflict");
    if is_explained || inline::has_word(after, &EXPLAINED) {
        return false;
    }
    if says_so.iter().any(|said| words.contains(said)) || words.contains(" there is one contradiction ") {
        return true;
    }
    let contrasts = CONTRASTS.iter().filter_map(|contrast| words.split_once(contrast)).any(|(one, other)| {
        Stated::of(one).zip(Stated::of(other)).is_some_and(|(one, other)| {
            one.who != other.who
                && one.figure != other.figure
                && one.noun == other.noun
                && !PARTS.contains(&one.noun.as_str())
        })
    });
    let document = |side: &str| {
        let words = inline::words(side);
        let mut words = words.split(' ');
        let name = words.next().map(str::to_owned);
        name.filter(|_| words.next().is_some_and(|ends| DOCUMENTS.contains(&ends)))
    };
    let sides: Vec<&str> = told.split([';', ',']).flat_map(|part| part.split(" and ")).collect();
    contrasts
        || sides.windows(2).any(|pair| {
            let [one, other] = pair else { return false };
            let are_two = document(one).zip(document(other)).is_some_and(|(one, other)| one != other);
            are_two
                && Stated::of(&inline::words(one)).zip(Stated::of(&inline::words(other))).is_some_and(|(one, other)| {
                    one.figure != other.figure && one.noun == other.noun && one.rest == other.rest
                })
        })
}

/// What a clause states in a figure: `§3 gives 30 seconds for retries`.
struct Stated {
    who: String,
    figure: String,
    noun: String,
    rest: String,
}

impl Stated {
    fn of(side: &str) -> Option<Self> {
        const STATES: [&str; 10] =
            ["allows", "gives", "has", "is", "requires", "says", "sets", "specifies", "states", "uses"];
        let words: Vec<&str> = side.split(' ').filter(|word| !word.is_empty()).collect();
        let verb = words.iter().position(|word| STATES.contains(word))?;
        let figure = words.iter().skip(verb).position(|word| word.starts_with(|first: char| first.is_ascii_digit()))?;
        let text = |from: usize, to: usize| Some(words.get(from..to)?.join(" "));
        let at = verb + figure;
        Some(Self {
            who: text(0, verb)?,
            figure: text(at, at + 1)?,
            noun: text(at + 1, at + 2)?,
            rest: text(at + 2, words.len())?,
        })
    }
}

/// Whether a sentence says that something was found at odds: `A.md S3 contradicts B.md S5`, `I found 2 contradictions`.
/// What was looked for, denied, explained or resolved is none, also by what goes on in the next sentence, as words.
#[must_use]
pub fn names_contradiction(sentence: &str, after: &str) -> bool {
    /// So many words are no sentence of a person's.
    const LONGEST: usize = 200;
    const SETTLES: [&str; 9] = [
        "compatible",
        "deliberate",
        "equivalent",
        "explained",
        "intended",
        "intentional",
        "resolved",
        "same",
        "settled",
    ];
    const TURNS: [&str; 5] = [" except ", " but ", " however ", " apart from ", " although "];
    const SEEMS: [&str; 10] =
        ["apparent", "appear", "appears", "could", "looked", "looks", "may", "might", "seem", "seems"];
    const FOUND: [&str; 11] =
        ["are", "detected", "found", "identified", "is", "noted", "noticed", "remain", "remains", "see", "spotted"];
    const RATED: [&str; 12] = [
        "clear",
        "critical",
        "direct",
        "factual",
        "genuine",
        "high",
        "major",
        "medium",
        "minor",
        "real",
        "serious",
        "significant",
    ];
    const BACK: [&str; 7] = ["fixed", "if", "resolved", "settled", "unless", "whether", "would"];
    if inline::has_word(after, &SETTLES) && !inline::has_word(after, &["no", "not", "never"]) {
        return false;
    }
    let lower = sentence.to_lowercase();
    let from = TURNS.iter().filter_map(|turn| lower.find(turn).map(|at| at + turn.len())).max();
    let behind = from.filter(|_| lower.len() == sentence.len()).and_then(|from| sentence.get(from..));
    // What is said behind "except" holds, whatever is denied before it.
    [Some(sentence), behind].into_iter().flatten().any(|said| {
        let words = inline::words(said);
        let words: Vec<&str> = words.split(' ').collect();
        if words.len() > LONGEST || is_of(&words, &SEEMS) || is_of(&words, &BACK) {
            return false;
        }
        let is_counted = |count: &str| number(count).is_some_and(|count| count > 0);
        // Each that is named, what stands before it and its ratings, and what behind it.
        let named = || {
            words.iter().enumerate().filter(|(_, word)| **word == "drift" || AT_ODDS.contains(word)).map(|(at, _)| {
                let before = words.get(..at).unwrap_or_default();
                let rated = before.iter().rev().take_while(|word| RATED.contains(word)).count();
                (before.get(..at - rated).unwrap_or_default(), words.get(at + 1..).unwrap_or_default())
            })
        };
        let counted = named().any(|(before, _)| {
            let [.., verb, count] = before else { return false };
            let is_some = matches!(*count, "a" | "an" | "another" | "several" | "some") || is_counted(count);
            is_some && FOUND.contains(verb)
        });
        // `Two inconsistencies were found`
        let passive = named().any(|(before, behind)| {
            let is_found = matches!(behind, ["was" | "were", act, ..] if FOUND.contains(act));
            is_found && before.last().is_some_and(|count| is_counted(count))
        });
        if passive && !is_of(&words, &["no", "not", "none"]) {
            return true;
        }
        if is_of(&words, &EXPLAINED) {
            return false;
        }
        let at_odds =
            || odds::of(said).is_some_and(|odds| odds.kind == Some("contradiction") || odds.severity.is_some());
        counted || at_odds()
    })
}
