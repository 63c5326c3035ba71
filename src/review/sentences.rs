//! What a sentence does, by its words: it complains, praises, decides, announces. See `docs/formats/prose.md`, "Further
//! forms" and "Fields".

use crate::text::inline;

/// Words that a sentence begins with that says what is well.
const PRAISE: &[&str] = &[
    "✅",
    "✓",
    "✔",
    "👍",
    "good ",
    "good:",
    "nice ",
    "nice,",
    "nice!",
    "nice.",
    "great ",
    "lgtm",
    "looks good",
    "excellent ",
    "solid ",
    "well ",
    "clean ",
    "correctly ",
];

/// Whether a text begins by saying what is well.
#[must_use]
pub fn praises(text: &str) -> bool {
    let text = text.trim_start_matches(['*', '_', ' ']);
    PRAISE.iter().any(|praise| text.get(..praise.len()).is_some_and(|start| start.eq_ignore_ascii_case(praise)))
}

/// Words that say that something is missing, goes wrong, or ought to be otherwise.
const COMPLAINTS: &[&str] = &[
    "absent",
    "accepts",
    "allows",
    "although",
    "ambiguous",
    "arbitrary",
    "aren't",
    "asymmetry",
    "bloats",
    "breaks",
    "broken",
    "bypass",
    "bypassable",
    "bypassed",
    "bypasses",
    "can't",
    "cannot",
    "collide",
    "collides",
    "collision",
    "contradicts",
    "corrupts",
    "couldn't",
    "crash",
    "crashes",
    "dead",
    "deadlock",
    "deadlocks",
    "defeats",
    "deletes",
    "deprecated",
    "destroys",
    "didn't",
    "differs",
    "disagree",
    "disagrees",
    "discards",
    "doesn't",
    "don't",
    "dropped",
    "drops",
    "duplicate",
    "duplicated",
    "duplicates",
    "exhausts",
    "exposed",
    "exposes",
    "fail",
    "fails",
    "forever",
    "forgets",
    "forgotten",
    "guessable",
    "hangs",
    "hardcoded",
    "hides",
    "ignored",
    "ignores",
    "impossible",
    "inaccurate",
    "incomplete",
    "inconsistent",
    "inconsistently",
    "incorrect",
    "incorrectly",
    "ineffective",
    "injection",
    "insecure",
    "instead",
    "invalid",
    "isn't",
    "lack",
    "lacks",
    "leak",
    "leaks",
    "leaky",
    "lenient",
    "limitless",
    "lose",
    "loses",
    "lost",
    "malleable",
    "misleading",
    "mismatch",
    "misses",
    "missing",
    "mutates",
    "neither",
    "never",
    "no",
    "nobody",
    "nor",
    "not",
    "nothing",
    "nowhere",
    "obsolete",
    "omits",
    "omitted",
    "outdated",
    "overflow",
    "overflows",
    "overlook",
    "overlooks",
    "overwrite",
    "overwrites",
    "panics",
    "plaintext",
    "quadratic",
    "race",
    "races",
    "raises",
    "redundant",
    "regardless",
    "rejects",
    "should",
    "silently",
    "skips",
    "slow",
    "stale",
    "stall",
    "stalls",
    "still",
    "swallow",
    "swallowed",
    "swallows",
    "throws",
    "too",
    "treats",
    "truncated",
    "truncates",
    "unauthenticated",
    "unbounded",
    "unchecked",
    "unclear",
    "unconditionally",
    "undefined",
    "undocumented",
    "unencrypted",
    "unescaped",
    "unexpected",
    "unguarded",
    "unhandled",
    "unlimited",
    "unnecessary",
    "unpinned",
    "unprotected",
    "unproven",
    "unreachable",
    "unsafe",
    "unset",
    "unsigned",
    "untested",
    "untyped",
    "unused",
    "unvalidated",
    "vanish",
    "vanishes",
    "vulnerable",
    "wasn't",
    "weak",
    "weren't",
    "without",
    "won't",
    "wrong",
    "wrongly",
];

/// Words that say that something is as it ought to be, whatever stands beside them: `correctly ignored`, `no conflict`.
const SOUND: [&str; 32] = [
    "accurate",
    "accurately",
    "acknowledged",
    "acceptable",
    "adequate",
    "addressed",
    "clean",
    "conflict",
    "conflicts",
    "consistent",
    "correct",
    "correctly",
    "expected",
    "fine",
    "fixed",
    "intact",
    "issues",
    "matches",
    "ok",
    "pass",
    "passed",
    "passes",
    "preserved",
    "properly",
    "regressions",
    "remains",
    "resolved",
    "sound",
    "successfully",
    "unchanged",
    "verified",
    "yes",
];

/// Whether a text says what is wrong: in a review, this is what findings have in common.
#[must_use]
pub fn complains(text: &str) -> bool {
    let words = || {
        text.split(|character: char| !(character.is_alphanumeric() || matches!(character, '\'' | '’')))
            .filter(|word| (1..=LONGEST).contains(&word.len()))
            .map(|word| word.to_ascii_lowercase().replace('’', "'"))
    };
    // `is never leaked`
    let mut denies = false;
    let mut complains = |word: String| {
        let is_denied = std::mem::replace(&mut denies, matches!(word.as_str(), "never" | "not"));
        if is_denied {
            return !HARMS.contains(&word.as_str());
        }
        COMPLAINTS.binary_search(&word.as_str()).is_ok() && !denies
    };
    (words().any(&mut complains) || denies) && !text.contains(['✅', '✓', '✔']) && !approves(text)
}

/// Whether a text denies that something goes wrong: `never loses a row`.
#[must_use]
pub fn denies_harm(text: &str) -> bool {
    let words = inline::words(text);
    words
        .split(' ')
        .zip(words.split(' ').skip(1))
        .any(|(first, second)| matches!(first, "never" | "not") && HARMS.contains(&second))
}

/// Whether a text says that something is as it ought to be.
#[must_use]
pub fn approves(text: &str) -> bool {
    const SEEN: [&str; 4] = ["see an issue", "see a problem", "see any issue", "see any problem"];
    let words = inline::words(text);
    inline::has_word(&words, &SOUND) || SEEN.iter().any(|seen| words.contains(seen))
}

/// The longest of these words, in bytes.
const LONGEST: usize = 16;

/// What is well where it never happens.
const HARMS: [&str; 14] = [
    "corrupted",
    "crash",
    "crashes",
    "duplicated",
    "hang",
    "hangs",
    "leak",
    "leaked",
    "leaks",
    "lose",
    "loses",
    "lost",
    "overflows",
    "swallowed",
];

/// What was done to a text or to code. "Split" is none at the head of a title: there, it advises.
const DONE: [&str; 32] = [
    "added",
    "bumped",
    "changed",
    "cleaned",
    "committed",
    "converted",
    "corrected",
    "created",
    "deleted",
    "dropped",
    "enabled",
    "extracted",
    "fixed",
    "implemented",
    "improved",
    "introduced",
    "made",
    "migrated",
    "moved",
    "patched",
    "refactored",
    "removed",
    "renamed",
    "repaired",
    "replaced",
    "rewritten",
    "rewrote",
    "solved",
    "swapped",
    "switched",
    "updated",
    "wrote",
];

/// Whether a title says what was done: `Added a retry`, `Fixed the offset`.
#[must_use]
pub fn tells_what_was_done(title: &str) -> bool {
    DONE.contains(&inline::words(title).split(' ').next().unwrap_or_default())
}

/// Whether a text says what its writer changed: `I fixed the offset and I've added a test.`
#[must_use]
pub fn tells_of_own_work(text: &str) -> bool {
    let words = inline::words(text);
    let words: Vec<&str> = words.split(' ').collect();
    let says = |at: usize| words.get(at).copied().unwrap_or_default();
    let is_done = |at: usize| DONE.contains(&says(at)) || says(at) == "split";
    own_verbs(&words).any(|verb| {
        // `I went through the parser and rewrote the three parts.`
        let linked = (verb..verb + 8).any(|and| says(and) == "and" && is_done(and + 1));
        is_done(verb) || linked
    })
}

/// Whether a text says what its writer thinks of something: `I'd turn this round`, `I do miss a transaction`.
#[must_use]
pub fn judges(text: &str) -> bool {
    const SAID: [&str; 16] = [
        "i d ",
        "i would ",
        "i wouldn t ",
        "i suspect ",
        "i don t like ",
        "i do miss ",
        "i miss ",
        "i doubt ",
        "i think ",
        "i don t think ",
        "i m not sure ",
        "bothers me",
        "worries me",
        "my main ",
        "my biggest ",
        "my objection ",
    ];
    let words = format!(" {} ", inline::words(text));
    SAID.iter().any(|said| words.contains(&format!(" {said}")))
}

/// Where the words stand that follow "I", "we", "I've" and the like.
fn own_verbs(words: &[&str]) -> impl Iterator<Item = usize> {
    let says = |at: usize| words.get(at).copied().unwrap_or_default();
    let own = (0..words.len()).filter(move |at| matches!(says(*at), "i" | "we"));
    own.map(move |at| at + 1 + usize::from(matches!(says(at + 1), "ve" | "have")))
}

/// Whether a text says that a change may go on: `Approved.`, `All good to merge.`
#[must_use]
pub fn approves_of_all(text: &str) -> bool {
    const WORDS: usize = 8;
    const SAID: [&str; 6] = ["all good", "approved", "good to go", "good to merge", "lgtm", "ready to merge"];
    const DENIED: [&str; 7] = ["before", "cannot", "isn", "never", "no", "not", "until"];
    text.split(['.', '!', '\n']).map(inline::words).any(|words| {
        words.split(' ').count() <= WORDS
            && SAID.iter().any(|said| words.contains(said))
            && !inline::has_word(&words, &DENIED)
    })
}

/// Whether a text says whether a change may go on: `Do not merge.`, `**Requesting changes**`, `This must not ship.`
#[must_use]
pub fn decides(text: &str) -> bool {
    const DECISIONS: [&str; 19] = [
        "cannot be released",
        "must not be released",
        "no go",
        "not ready for release",
        "should not be released",
        "blocks the merge",
        "blocks the release",
        "changes requested",
        "do not merge",
        "do not ship",
        "don t merge",
        "don t ship",
        "must not be merged",
        "must not ship",
        "not ready to merge",
        "not ready to ship",
        "request changes",
        "requesting changes",
        "would not ship",
    ];
    const REFUSALS: [&str; 8] =
        ["blocked", "fail", "failed", "needs changes", "needs rework", "needs work", "reject", "rejected"];
    let words = format!(" {} ", inline::words(text));
    // `VERDICT: REJECT`
    let refused = || {
        let value = ["verdict ", "decision "].iter().find_map(|key| words.trim_start().strip_prefix(key));
        value.is_some_and(|value| REFUSALS.iter().any(|refusal| value.starts_with(&format!("{refusal} "))))
    };
    DECISIONS.iter().any(|decision| words.contains(&format!(" {decision} "))) || refused()
}

/// Whether a title rates all that was reviewed: `Needs improvement`, `Good taste`.
#[must_use]
pub fn rates_the_whole(title: &str) -> bool {
    const RATINGS: [&str; 6] =
        ["acceptable", "good taste", "looks good", "needs improvement", "needs rework", "needs work"];
    RATINGS.contains(&inline::words(title).as_str())
}

/// Whether a text says what its writer would fix, or fix first: `I'd start with the race.`
#[must_use]
pub fn tells_what_to_fix(text: &str) -> bool {
    const TOLD: [&str; 8] = [
        "i d fix ",
        "i d start with ",
        "i would fix ",
        "i would start with ",
        "i d want fixed ",
        "needs fixing ",
        "need fixing ",
        "worth fixing ",
    ];
    let words = format!("{} ", inline::words(text));
    TOLD.iter().any(|told| words.contains(told))
}

/// Whether a text that something stands under says that this is done, or how something works: `What this release fixes:`,
/// `How the cache works:`.
#[must_use]
pub fn tells_what_is(text: &str) -> bool {
    const MENDED: [&str; 7] = ["addressed", "fixed", "fixes", "mended", "resolved", "resolves", "solved"];
    const DENIED: [&str; 7] = ["not", "never", "un", "be", "should", "must", "to"];
    let last = text.trim_end().rsplit(['\n', '.']).next().unwrap_or_default();
    let words = inline::words(last);
    let says = |list: &[&str]| inline::has_word(&words, list);
    // `A fixed buffer does it:`
    let named: Vec<&str> = words.split(' ').collect();
    let is_mended = named.iter().enumerate().any(|(at, word)| {
        let before = at.checked_sub(1).and_then(|before| named.get(before)).copied().unwrap_or_default();
        MENDED.contains(word) && !matches!(before, "a" | "an" | "the" | "of" | "with")
    });
    // `No new issues. Specifically verified:`
    let verified = named.len() <= 3 && matches!(named.last(), Some(&("verified" | "checked"))) && !says(&DENIED);
    // `Things I looked at and am fine with:`
    let accepts = ["fine with", "happy with", "ok with", "okay with"].iter().any(|end| words.ends_with(end));
    last.ends_with(':')
        && (accepts
            || verified
            || names_what_was_read(&named)
            || tells_of_own_work(last)
            || (is_mended && !says(&DENIED))
            || explains(last))
}

/// Whether a text tells of the review that it stands in: `This is a static analysis: nothing was run.`
#[must_use]
pub fn tells_of_itself(text: &str) -> bool {
    const ITSELF: [&str; 8] = [
        "this is a code review",
        "this is a read only ",
        "this is a review",
        "this is a static ",
        "this is an audit",
        "this is an analysis",
        "this is only a ",
        "this is no ",
    ];
    const WHAT: [&str; 4] = ["this analysis ", "this audit ", "this report ", "this review "];
    const DOES: [&str; 10] = ["covers", "covered", "did", "does", "has", "is", "looked", "looks", "reads", "was"];
    let words = inline::words(text);
    let rest = WHAT.iter().find_map(|what| words.strip_prefix(what));
    let does = rest.and_then(|rest| rest.split(' ').next()).is_some_and(|verb| DOES.contains(&verb));
    does || ITSELF.iter().any(|itself| words.starts_with(itself))
}

/// Whether a text says that nothing of what its heading calls done was done yet: `None applied yet; these are proposed.`
#[must_use]
pub fn tells_what_is_not_done(heading: &str, text: &str) -> bool {
    const DONE: [&str; 8] = ["addressed", "applied", "changed", "fixed", "fixes", "implemented", "mended", "resolved"];
    const NOT_DONE: [&str; 7] = [
        "no changes were made",
        "none applied",
        "none are applied",
        "none of them is fixed",
        "none of these are fixed",
        "nothing has been changed",
        "nothing was changed",
    ];
    let words = inline::words(text.split(['.', ';', ':']).next().unwrap_or_default());
    let said = words.strip_suffix(" yet").or_else(|| words.strip_suffix(" so far")).unwrap_or(&words);
    NOT_DONE.contains(&said) && inline::has_word(&inline::words(heading), &DONE)
}

/// Whether words name what stands below as what was read: `I reviewed the following files:`.
fn names_what_was_read(words: &[&str]) -> bool {
    const READ: [&str; 9] =
        ["analysed", "analyzed", "audited", "checked", "examined", "inspected", "looked", "read", "reviewed"];
    let [.., which, what] = words else { return false };
    matches!(*which, "following" | "these")
        && matches!(*what, "code" | "documents" | "files" | "modules" | "packages" | "sources")
        && own_verbs(words).any(|verb| words.get(verb).is_some_and(|verb| READ.contains(verb)))
}

/// Whether a question is what to do next: what stands below it are answers. `What should I do with these issues?`
#[must_use]
pub fn asks_what_to_do(text: &str) -> bool {
    const ASKS: [&str; 8] = [
        "do you want me",
        "how would you like",
        "shall i",
        "what should i do",
        "what would you like",
        "which of these should i",
        "would you like me",
        "want me to",
    ];
    // What is told before the question may be what stands below it: `I found three problems. Shall I fix them?`
    let asked = text.trim_end().trim_end_matches(['*', '_']);
    if !asked.ends_with('?') || asked.contains(['.', '!', ':']) {
        return false;
    }
    let words = format!(" {} ", inline::words(text));
    ASKS.iter().any(|asks| words.contains(&format!(" {asks} ")))
}

/// Whether a heading, or a sentence above a list, says how something works: `How the cache works`.
#[must_use]
pub fn explains(text: &str) -> bool {
    const KINDS: [&str; 8] = ["kinds", "layers", "parts", "phases", "stages", "steps", "types", "ways"];
    let words = inline::words(text);
    // `There are three kinds of threads:`
    let counts = ["there are ", "there re "]
        .into_iter()
        .find_map(|begin| words.strip_prefix(begin))
        .is_some_and(|rest| rest.split(' ').nth(1).is_some_and(|kind| KINDS.contains(&kind)));
    (counts && !names_defects(text))
        || (words.starts_with("how ") && (words.ends_with(" works") || words.ends_with(" work")))
}

/// What reviews find.
const DEFECTS: [&str; 11] = [
    "bugs",
    "concerns",
    "contradictions",
    "defects",
    "flaws",
    "gaps",
    "inconsistencies",
    "issues",
    "problems",
    "vulnerabilities",
    "weaknesses",
];

/// Whether a heading names what reviews find: `A. Contradictions: roll-out and rollback`.
#[must_use]
pub fn names_defects(heading: &str) -> bool {
    inline::has_word(&inline::words(heading), &DEFECTS)
}

/// Whether a heading says that two sides do not agree: `Where the note and the code disagree`.
#[must_use]
pub fn sets_at_odds(heading: &str) -> bool {
    const ODDS: [&str; 6] = ["contradict", "deviate", "differ", "disagree", "diverge", "part ways"];
    let words = inline::words(heading);
    ODDS.iter().any(|odds| words.ends_with(odds)) && words.contains(' ')
}

/// Whether an opening says that what follows is a review: `I compared the plan with the design.`
#[must_use]
pub fn tells_of_a_review(text: &str) -> bool {
    const VERBS: [&str; 11] = [
        "audited",
        "checked",
        "compared",
        "examined",
        "inspected",
        "looked",
        "read",
        "reviewed",
        "tested",
        "traced",
        "went",
    ];
    let words = inline::words(text);
    let words: Vec<&str> = words.split(' ').collect();
    let says = |at: usize| words.get(at).copied().unwrap_or_default();
    let found = |at: usize| {
        says(at) == "found" && (at..at + 5).any(|near| DEFECTS.contains(&says(near)) || says(near) == "findings")
    };
    let completed = ["review", "audit"].iter().any(|name| {
        ["complete", "completed", "done", "finished"]
            .iter()
            .any(|end| words.windows(2).any(|pair| pair == [*name, *end]))
    });
    // `I've been through the whole diff.`
    let through = |verb: usize| {
        let verb = verb + usize::from(says(verb) == "finished");
        matches!(says(verb), "been" | "going" | "gone") && matches!(says(verb + 1), "over" | "through")
    };
    // `Finished my pass over src/a.`
    let passed = words.windows(3).any(|three| {
        matches!(three, ["my" | "a", "pass", "over" | "through"] | ["careful" | "close" | "full", "read", "of"])
    });
    // `@lead done with the pass, went through all of src/`
    let told = text.split([',', '.', ';', ':', '\n']).map(inline::words).any(|clause| {
        ["went through ", "went over ", "read through ", "looked at ", "looked through ", "looked over "]
            .iter()
            .any(|begin| clause.starts_with(begin))
    });
    // `I built it and poked around.`
    let tried = own_verbs(&words)
        .any(|verb| says(verb) == "poked" || (says(verb) == "built" && says(verb + 1) == "it"))
        || words.windows(2).any(|pair| matches!(pair, ["poked" | "poking", "around"]));
    passed
        || told
        || tried
        || completed
        || matches!(says(0), "audited" | "examined" | "inspected" | "reviewed")
        || own_verbs(&words).any(through)
        || own_verbs(&words).any(|verb| VERBS.contains(&says(verb)))
        || (0..words.len()).any(found)
}

/// Whether a sentence announces what is listed under it: `Found 2 issues:`.
#[must_use]
pub fn announces(text: &str) -> bool {
    const NOUNS: [&str; 13] = [
        "issues",
        "problems",
        "findings",
        "bugs",
        "concerns",
        "vulnerabilities",
        "defects",
        "issue",
        "problem",
        "finding",
        "bug",
        "concern",
        "vulnerability",
    ];
    const LIMIT: usize = 30;
    if wishes(text) || orders(text) {
        return true;
    }
    let last = text.trim_end().rsplit(['\n', '.']).next().unwrap_or_default();
    let Some(sentence) = last.trim_end_matches(['*', '_', ' ']).strip_suffix(':') else { return false };
    let spoken = inline::words(sentence);
    // `Smaller stuff, no need to answer each:`
    let mut first = spoken.split(' ');
    let is_small = matches!(first.next(), Some("minor" | "small" | "smaller"))
        && matches!(first.next(), Some("bits" | "ones" | "points" | "remarks" | "stuff" | "things"));
    if is_small {
        return true;
    }
    // `The patch doesn't do what was asked in several places:`
    if ["in several places", "in several respects", "in several ways"].iter().any(|end| spoken.ends_with(end))
        && complains(sentence)
    {
        return true;
    }
    let mut words = spoken.split(' ');
    // `What I would worry about, worst first:`
    let worries = [
        "worry about",
        "worried about",
        "worries me",
        "would change",
        "should change",
        "what s missing",
        "what is missing",
        "i d fix",
        "i would fix",
        "most serious first",
        "worst first",
    ];
    words.clone().count() <= LIMIT
        && (words.any(|word| NOUNS.contains(&word)) || worries.iter().any(|worry| spoken.contains(worry)))
}

/// Whether a sentence of a text says what goes wrong, and that the worst stands first: `Now what can go wrong, most
/// serious at the top.`
fn orders(text: &str) -> bool {
    const WORST: [&str; 6] = ["most serious", "most severe", "most important", "biggest", "heaviest", "worst"];
    const FIRST: [&str; 4] = ["at the top", "first", "on top", "to least"];
    const WRONG: [&str; 6] = ["found", "go wrong", "goes wrong", "is wrong", "s wrong", "went wrong"];
    // Each paragraph asks, and few name what is worst.
    if !["serious", "severe", "important", "iggest", "eaviest", "orst"].iter().any(|worst| text.contains(worst)) {
        return false;
    }
    text.split(['\n', '.', ':']).map(inline::words).any(|words| {
        let says = |list: &[&str]| list.iter().any(|said| words.contains(said));
        says(&WORST) && says(&FIRST) && (says(&WRONG) || DEFECTS.iter().any(|defect| words.contains(defect)))
    })
}

/// Whether the last sentence of a text says that its writer wants things changed: `There are some things I'd like to see
/// changed.`
fn wishes(text: &str) -> bool {
    const WISHES: [&str; 6] = [
        "like changed",
        "like to have changed",
        "like to see addressed",
        "like to see changed",
        "like to see fixed",
        "want to see changed",
    ];
    const THINGS: [&str; 4] = ["changes", "points", "some", "things"];
    let told = text.trim_end().trim_end_matches(['.', ':']);
    let words = inline::words(told.rsplit(['\n', '.']).next().unwrap_or_default());
    WISHES.iter().any(|wish| words.contains(wish)) && inline::has_word(&words, &THINGS)
}

/// Whether a sentence says that what is listed under it was found, or would be mended: `Here is what I found:`,
/// `A few comments:`, `What I'd fix first:`.
#[must_use]
pub fn introduces(text: &str) -> bool {
    const NOUNS: [&str; 8] =
        ["comments", "feedback", "nits", "notes", "observations", "points", "remarks", "suggestions"];
    const VERBS: [&str; 6] = ["found", "flagged", "noticed", "noted", "saw", "spotted"];
    let last = text.trim_end().rsplit(['\n', '.']).next().unwrap_or_default();
    let Some(sentence) = last.trim_end_matches(['*', '_', ' ']).strip_suffix(':') else { return false };
    let words = inline::words(sentence);
    // `In order of how soon I'd fix it:`
    let would = ["i d fix", "i would fix", "i d change", "i would change"].iter().any(|asked| words.contains(asked));
    let mut before = "";
    would
        || words.split(' ').any(|word| {
            let found = matches!(before, "i" | "we" | "ve" | "have") && VERBS.contains(&word);
            before = word;
            found || NOUNS.contains(&word)
        })
}

#[cfg(test)]
mod tests {
    use super::{announces, praises};

    #[test]
    fn sentences_announce_and_praise() {
        assert!(announces("Found 2 issues:") && !announces("Found 2 issues.") && !announces("I did this:"));
        assert!(praises("**Good error handling**") && praises("✅ Tests") && !praises("Goods are late"));
    }
}
