//! What a sentence does, by its words: it advises, complains, praises, announces. See `docs/formats/prose.md`, "Further
//! forms" and "Fields".

use crate::text::inline;

/// Verbs with which a sentence begins that says what to do.
const IMPERATIVES: &[&str] = &[
    "abort",
    "accept",
    "acquire",
    "adapt",
    "add",
    "adjust",
    "adopt",
    "aggregate",
    "alert",
    "align",
    "allocate",
    "allow",
    "allowlist",
    "amend",
    "annotate",
    "append",
    "apply",
    "ask",
    "assert",
    "assign",
    "attach",
    "authenticate",
    "authorize",
    "avoid",
    "await",
    "backfill",
    "bind",
    "block",
    "bound",
    "buffer",
    "build",
    "bump",
    "cache",
    "calculate",
    "call",
    "cancel",
    "cap",
    "capture",
    "cast",
    "catch",
    "centralise",
    "centralize",
    "change",
    "check",
    "choose",
    "clamp",
    "clarify",
    "clean",
    "clear",
    "close",
    "coalesce",
    "collapse",
    "collect",
    "combine",
    "commit",
    "compare",
    "compile",
    "compress",
    "compute",
    "concatenate",
    "configure",
    "confirm",
    "consider",
    "consolidate",
    "constrain",
    "convert",
    "coordinate",
    "copy",
    "correct",
    "count",
    "cover",
    "create",
    "cut",
    "debounce",
    "decide",
    "declare",
    "decode",
    "decouple",
    "decrement",
    "dedupe",
    "deduplicate",
    "default",
    "defer",
    "define",
    "delegate",
    "delete",
    "demote",
    "deny",
    "deprecate",
    "derive",
    "detach",
    "detect",
    "disable",
    "discard",
    "dispose",
    "distinguish",
    "divide",
    "document",
    "don't",
    "downgrade",
    "download",
    "drain",
    "drop",
    "either",
    "eliminate",
    "embed",
    "emit",
    "enable",
    "encode",
    "encrypt",
    "enforce",
    "ensure",
    "enumerate",
    "erase",
    "escape",
    "establish",
    "evaluate",
    "evict",
    "exclude",
    "expand",
    "expire",
    "explain",
    "expose",
    "extend",
    "extract",
    "fail",
    "fetch",
    "filter",
    "fix",
    "flatten",
    "flush",
    "fold",
    "forbid",
    "force",
    "format",
    "forward",
    "freeze",
    "fsync",
    "gate",
    "generalise",
    "generalize",
    "generate",
    "give",
    "grant",
    "group",
    "grow",
    "guard",
    "handle",
    "harden",
    "hash",
    "hide",
    "hoist",
    "hold",
    "honor",
    "honour",
    "identify",
    "ignore",
    "implement",
    "import",
    "include",
    "increase",
    "increment",
    "index",
    "initialise",
    "initialize",
    "inject",
    "inline",
    "insert",
    "inspect",
    "install",
    "instrument",
    "introduce",
    "invalidate",
    "invert",
    "invoke",
    "isolate",
    "iterate",
    "join",
    "keep",
    "leave",
    "let",
    "limit",
    "list",
    "load",
    "lock",
    "log",
    "lower",
    "lower-case",
    "lowercase",
    "make",
    "map",
    "mark",
    "match",
    "materialise",
    "materialize",
    "measure",
    "memoise",
    "memoize",
    "mend",
    "merge",
    "migrate",
    "mock",
    "mount",
    "move",
    "name",
    "narrow",
    "negate",
    "negotiate",
    "normalise",
    "normalize",
    "notify",
    "omit",
    "open",
    "order",
    "overwrite",
    "paginate",
    "parallelise",
    "parallelize",
    "parameterise",
    "parameterize",
    "parse",
    "partition",
    "pass",
    "permit",
    "persist",
    "pick",
    "pin",
    "place",
    "poll",
    "populate",
    "postpone",
    "precompute",
    "prefer",
    "prefix",
    "prepend",
    "preserve",
    "prevent",
    "probe",
    "propagate",
    "protect",
    "prove",
    "provide",
    "prune",
    "publish",
    "purge",
    "put",
    "queue",
    "quote",
    "raise",
    "randomise",
    "randomize",
    "rate-limit",
    "re-check",
    "read",
    "rebuild",
    "recheck",
    "recompute",
    "reconcile",
    "record",
    "redact",
    "redesign",
    "reduce",
    "refactor",
    "refresh",
    "refuse",
    "register",
    "rehearse",
    "reject",
    "release",
    "remember",
    "remove",
    "rename",
    "render",
    "reorder",
    "repair",
    "replace",
    "report",
    "require",
    "rerun",
    "reserve",
    "reset",
    "resolve",
    "respect",
    "restore",
    "restrict",
    "retain",
    "rethrow",
    "retry",
    "return",
    "reuse",
    "revert",
    "revisit",
    "revoke",
    "rewind",
    "reword",
    "rework",
    "rewrite",
    "rotate",
    "round",
    "route",
    "run",
    "sanitise",
    "sanitize",
    "say",
    "scale",
    "schedule",
    "scope",
    "scrub",
    "select",
    "send",
    "separate",
    "serialise",
    "serialize",
    "set",
    "share",
    "ship",
    "short-circuit",
    "show",
    "shrink",
    "sign",
    "simplify",
    "skip",
    "snapshot",
    "sort",
    "specify",
    "spell",
    "split",
    "stop",
    "store",
    "stream",
    "strip",
    "submit",
    "substitute",
    "subtract",
    "supply",
    "suppress",
    "surface",
    "swap",
    "switch",
    "sync",
    "synchronise",
    "synchronize",
    "take",
    "tell",
    "terminate",
    "test",
    "throttle",
    "throw",
    "tie",
    "tighten",
    "tokenise",
    "tokenize",
    "track",
    "treat",
    "trigger",
    "trim",
    "truncate",
    "try",
    "turn",
    "undo",
    "unify",
    "unlink",
    "unpack",
    "unregister",
    "unsubscribe",
    "unwrap",
    "update",
    "upgrade",
    "upper-case",
    "uppercase",
    "use",
    "validate",
    "verify",
    "wait",
    "walk",
    "warn",
    "weigh",
    "widen",
    "wire",
    "wrap",
    "write",
    "zero",
];

/// How many words may stand before the verb of such a sentence.
const LEAD_WORDS: usize = 6;

/// Whether a sentence that begins with a word such as `retry` or `return` says something of it: a verb of its own comes
/// before the first article, preposition or code. `Retry loop never ends`, not `Retry the loop`.
#[must_use]
pub fn has_subject(sentence: &str) -> bool {
    const VERBS: [&str; 19] = [
        "is", "are", "was", "were", "has", "had", "does", "can", "cannot", "could", "may", "might", "will", "never",
        "always", "isn't", "aren't", "doesn't", "can't",
    ];
    const OBJECTS: [&str; 16] =
        ["a", "an", "the", "to", "in", "on", "for", "with", "from", "into", "at", "by", "so", "that", "it", "them"];
    let mut words = sentence.split_whitespace();
    let first = words.next().unwrap_or_default().to_ascii_lowercase();
    if !IMPERATIVES.contains(&first.as_str()) {
        return false;
    }
    // `hold and reservation are one thing`, but `remove or correct the text`
    if matches!(words.clone().next(), Some("and" | "or" | "of")) {
        return !words.clone().nth(1).is_some_and(|second| IMPERATIVES.contains(&second));
    }
    words
        .find_map(|word| {
            let ends = word.ends_with([',', '.', ':', ';', '—']) || word.starts_with(['`', '"', '(']);
            let plain = word.trim_matches(['*', '_', ',', '.']).to_lowercase().replace('’', "'");
            match plain.as_str() {
                plain if VERBS.contains(&plain) => Some(true),
                plain if ends || OBJECTS.contains(&plain) => Some(false),
                _ => None,
            }
        })
        .unwrap_or(false)
}

/// Whether a title begins with a verb that may as well be a noun, and with nothing that it is done to: `Cache key is short`,
/// `Log flushed per line`.
#[must_use]
pub fn begins_with_noun(title: &str) -> bool {
    const NOUNS: [&str; 30] = [
        "block", "build", "cache", "call", "change", "copy", "count", "default", "document", "filter", "format",
        "hash", "import", "index", "lock", "log", "name", "open", "order", "process", "queue", "range", "record",
        "report", "retry", "route", "schedule", "state", "test", "type",
    ];
    const OBJECTS: [&str; 14] =
        ["a", "all", "an", "any", "both", "each", "every", "it", "its", "only", "the", "their", "them", "this"];
    let words = inline::words(title);
    let mut words = words.split(' ');
    let is_noun = words.next().is_some_and(|first| NOUNS.contains(&first));
    let is_done_to = words.next().is_some_and(|second| OBJECTS.contains(&second));
    let names = title.split_whitespace().nth(1).is_some_and(|second| second.starts_with(['`', '"', '“']));
    (is_noun && !is_done_to && !names) || !title.trim().contains(' ')
}

/// Whether a sentence says what to do: it begins with such a verb, or says that something should be done.
#[must_use]
pub fn advises(sentence: &str) -> bool {
    const NOT_DONE: [&str; 8] =
        ["anything", "being", "depending", "during", "everything", "following", "nothing", "something"];
    const SOLVES: [&str; 6] =
        [" is the right call", " takes care of", " would be explicit", " would do", " would fix", " would solve"];
    let marks = |mark: char| {
        !mark.is_alphanumeric() && !matches!(mark, '`' | '"' | '\'' | '“' | '<' | '[' | '{' | '$' | '#' | '@')
    };
    let text = sentence.trim_start_matches(marks);
    // `Only send it once`; `Only the first is sent` says what is.
    let verb = ["Always ", "Never ", "Only "].into_iter().find_map(|adverb| text.strip_prefix(adverb));
    if verb.and_then(|rest| rest.split([' ', ',', '.', ':']).next()).is_some_and(|verb| IMPERATIVES.contains(&verb)) {
        return true;
    }
    let first = text.split([' ', ',', '.', ':']).next().unwrap_or_default();
    let lower = first.to_ascii_lowercase().replace('’', "'");
    if IMPERATIVES.contains(&lower.as_str()) && !first.contains('`') {
        return true;
    }
    // `→ %w`, `A constructor that returns an error would do it.`
    let told = text.trim_end_matches(['.', ' ', '!']);
    let proposes = first.starts_with('`') || matches!(lower.as_str(), "a" | "an" | "another" | "one" | "two");
    if sentence.trim_start().starts_with(['→', '⇒', '💡', '👉', '🔧', '🛠'])
        || sentence.trim_start().starts_with("=> ")
        || (proposes && SOLVES.iter().any(|solves| told.ends_with(solves) || told.contains(&format!("{solves} "))))
    {
        return true;
    }
    // `In one transaction, delete the refund.`
    if let Some((lead, rest)) = text.split_once(", ")
        && [
            "In", "If", "When", "Before", "After", "For", "On", "With", "Where", "Until", "To", "At", "Since", "As",
            "Because",
        ]
        .contains(&first)
        && lead.split(' ').count() <= LEAD_WORDS
        && rest.split([' ', ',', '.']).next().is_some_and(|verb| IMPERATIVES.contains(&verb))
    {
        return true;
    }
    // `Adding such cases would have shown it.`, `Flushing before the answer is enough.`
    let does = lower.ends_with("ing") && !NOT_DONE.contains(&lower.as_str());
    let helps = ["have revealed", "have shown", "have caught", "avoid", "catch", "fix", "help", "prevent", "show"];
    if does && helps.iter().any(|verb| text.contains(&format!(" would {verb} "))) {
        return true;
    }
    if (does || first.starts_with('`')) && text.trim_end_matches(['.', ' ']).ends_with(" is enough") {
        return true;
    }
    if matches!(lower.as_str(), "no" | "nobody" | "none" | "nothing") {
        return false;
    }
    let words = inline::words(text);
    // `I'd just copy it.`
    let own = ["i d ", "i would "].into_iter().find_map(|own| words.strip_prefix(own)).map(|rest| {
        let adverb = ["just ", "simply ", "rather ", "also "].into_iter().find_map(|adverb| rest.strip_prefix(adverb));
        adverb.unwrap_or(rest)
    });
    if own.and_then(|rest| rest.split(' ').next()).is_some_and(|verb| IMPERATIVES.contains(&verb)) {
        return true;
    }
    let begins = [
        "needed",
        "needs",
        "better",
        "instead",
        "suggest",
        "suggested",
        "recommend",
        "recommended",
        "prefer",
        "one option",
        "at minimum",
        "at least",
        "the fix",
        "a fix",
        "please",
        "either",
        "do not",
        "for the fix",
    ];
    begins.iter().any(|begin| words == *begin || words.strip_prefix(begin).is_some_and(|after| after.starts_with(' ')))
        || [
            " must be ",
            " needs to be ",
            " should ",
            " is needed ",
            " are needed ",
            " it needs ",
            " would avoid ",
            " would be enough ",
            " would be better ",
            " would be clearer ",
            " would fix ",
            " would help ",
            " would prevent ",
            " would solve ",
            " would suffice ",
            " worth a note ",
            " worth a comment ",
        ]
        .iter()
        .any(|told| format!(" {words} ").contains(told))
}

/// Words that a sentence begins with that says what is well.
const PRAISE: &[&str] =
    &["✅", "✓", "✔", "👍", "good ", "nice ", "great ", "excellent ", "solid ", "well ", "clean ", "correctly "];

/// Whether a text begins by saying what is well.
#[must_use]
pub fn praises(text: &str) -> bool {
    let text = text.trim_start_matches(['*', '_', ' ']);
    PRAISE.iter().any(|praise| text.get(..praise.len()).is_some_and(|start| start.eq_ignore_ascii_case(praise)))
}

/// Words that say that something is missing, goes wrong, or ought to be otherwise.
const COMPLAINTS: &[&str] = &[
    "absent",
    "ambiguous",
    "aren't",
    "asymmetry",
    "bloats",
    "breaks",
    "broken",
    "bypass",
    "bypassed",
    "bypasses",
    "can't",
    "cannot",
    "contradicts",
    "corrupts",
    "couldn't",
    "crash",
    "crashes",
    "dead",
    "deadlock",
    "didn't",
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
    "exposed",
    "exposes",
    "fail",
    "fails",
    "forever",
    "forgets",
    "forgotten",
    "hangs",
    "hardcoded",
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
    "race",
    "races",
    "redundant",
    "should",
    "silently",
    "stale",
    "swallowed",
    "swallows",
    "too",
    "unbounded",
    "unchecked",
    "unclear",
    "undefined",
    "undocumented",
    "unguarded",
    "unhandled",
    "unlimited",
    "unnecessary",
    "unproven",
    "unsafe",
    "untested",
    "untyped",
    "unused",
    "unvalidated",
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
const SOUND: &[&str] = &[
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
            .filter(|word| word.len() <= LONGEST)
            .map(|word| word.to_ascii_lowercase().replace('’', "'"))
    };
    words().any(|word| COMPLAINTS.binary_search(&word.as_str()).is_ok())
        && !text.contains(['✅', '✓', '✔'])
        && !words().any(|word| SOUND.contains(&word.as_str()))
}

/// The longest of these words, in bytes.
const LONGEST: usize = 16;

/// Whether a title says what was done: `Added a retry`, `Fixed the offset`.
#[must_use]
pub fn tells_what_was_done(title: &str) -> bool {
    const DONE: [&str; 24] = [
        "added",
        "bumped",
        "changed",
        "cleaned",
        "converted",
        "created",
        "deleted",
        "enabled",
        "extracted",
        "fixed",
        "implemented",
        "improved",
        "introduced",
        "made",
        "migrated",
        "moved",
        "refactored",
        "removed",
        "renamed",
        "replaced",
        "rewrote",
        "switched",
        "updated",
        "wrote",
    ];
    DONE.contains(&inline::words(title).split(' ').next().unwrap_or_default())
}

/// Whether a text says what its writer changed: `I fixed the offset and I've added a test.`
#[must_use]
pub fn tells_of_own_work(text: &str) -> bool {
    const DONE: [&str; 20] = [
        "added",
        "changed",
        "committed",
        "corrected",
        "deleted",
        "fixed",
        "implemented",
        "made",
        "moved",
        "patched",
        "refactored",
        "removed",
        "renamed",
        "replaced",
        "rewritten",
        "rewrote",
        "split",
        "swapped",
        "updated",
        "wrote",
    ];
    let words = inline::words(text);
    let words: Vec<&str> = words.split(' ').collect();
    let says = |at: usize| words.get(at).copied().unwrap_or_default();
    own_verbs(&words).any(|verb| {
        // `I went through the parser and rewrote the three parts.`
        let linked = (verb..verb + 8).any(|and| says(and) == "and" && DONE.contains(&says(and + 1)));
        DONE.contains(&says(verb)) || linked
    })
}

/// Where the words stand that follow "I", "we", "I've" and the like.
fn own_verbs(words: &[&str]) -> impl Iterator<Item = usize> {
    let says = |at: usize| words.get(at).copied().unwrap_or_default();
    let own = (0..words.len()).filter(move |at| matches!(says(*at), "i" | "we"));
    own.map(move |at| at + 1 + usize::from(matches!(says(at + 1), "ve" | "have")))
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
    let words = format!(" {} ", inline::words(text));
    DECISIONS.iter().any(|decision| words.contains(&format!(" {decision} ")))
}

/// Whether a text that something stands under says that this is done, or how something works: `What this release fixes:`,
/// `How the cache works:`.
#[must_use]
pub fn tells_what_is(text: &str) -> bool {
    const MENDED: [&str; 6] = ["fixed", "fixes", "mended", "resolved", "resolves", "solved"];
    const DENIED: [&str; 7] = ["not", "never", "un", "be", "should", "must", "to"];
    let last = text.trim_end().rsplit(['\n', '.']).next().unwrap_or_default();
    let words = inline::words(last);
    let says = |list: &[&str]| words.split(' ').any(|word| list.contains(&word));
    last.ends_with(':') && (tells_of_own_work(last) || (says(&MENDED) && !says(&DENIED)) || explains(last))
}

/// Whether a heading, or a sentence above a list, says how something works: `How the cache works`.
#[must_use]
pub fn explains(text: &str) -> bool {
    let words = inline::words(text);
    words.starts_with("how ") && (words.ends_with(" works") || words.ends_with(" work"))
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
    inline::words(heading).split(' ').any(|word| DEFECTS.contains(&word))
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
    says(0) == "reviewed" || own_verbs(&words).any(|verb| VERBS.contains(&says(verb))) || (0..words.len()).any(found)
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
    let last = text.trim_end().rsplit(['\n', '.']).next().unwrap_or_default();
    let Some(sentence) = last.trim_end_matches(['*', '_', ' ']).strip_suffix(':') else { return false };
    let spoken = inline::words(sentence);
    let mut words = spoken.split(' ');
    // `What I would worry about, worst first:`
    let worries = [
        "worry about",
        "worried about",
        "worries me",
        "would change",
        "should change",
        "most serious first",
        "worst first",
    ];
    words.clone().count() <= LIMIT
        && (words.any(|word| NOUNS.contains(&word)) || worries.iter().any(|worry| spoken.contains(worry)))
}

/// Whether a sentence says that what is listed under it was found: `Here is what I found:`, `A few comments:`.
#[must_use]
pub fn introduces(text: &str) -> bool {
    const NOUNS: [&str; 8] =
        ["comments", "feedback", "nits", "notes", "observations", "points", "remarks", "suggestions"];
    const VERBS: [&str; 6] = ["found", "flagged", "noticed", "noted", "saw", "spotted"];
    let last = text.trim_end().rsplit(['\n', '.']).next().unwrap_or_default();
    let Some(sentence) = last.trim_end_matches(['*', '_', ' ']).strip_suffix(':') else { return false };
    let words = inline::words(sentence);
    let mut before = "";
    words.split(' ').any(|word| {
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
