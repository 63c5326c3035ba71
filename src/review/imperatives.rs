//! Sentences that tell somebody to do something: `Use a constant-time comparison.` See `docs/formats/prose.md`, "Fields".

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
    "answer",
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
    "bail",
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
    "canonicalise",
    "canonicalize",
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
    "coerce",
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
    "confine",
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
    "cross-check",
    "cut",
    "debounce",
    "decide",
    "declare",
    "decode",
    "decouple",
    "decrement",
    "dedent",
    "dedupe",
    "deduplicate",
    "defer",
    "define",
    "delegate",
    "delete",
    "demote",
    "deny",
    "deprecate",
    "derive",
    "destructure",
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
    "echo",
    "either",
    "eliminate",
    "embed",
    "emit",
    "enable",
    "encapsulate",
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
    "factor",
    "fail",
    "favor",
    "favour",
    "fetch",
    "filter",
    "fix",
    "flatten",
    "flip",
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
    "intercept",
    "introduce",
    "invalidate",
    "invert",
    "investigate",
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
    "loop",
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
    "offer",
    "omit",
    "open",
    "order",
    "overwrite",
    "paginate",
    "parallelise",
    "parallelize",
    "parameterise",
    "parameterize",
    "parametrise",
    "parametrize",
    "parse",
    "partition",
    "pass",
    "patch",
    "perform",
    "permit",
    "persist",
    "pick",
    "pin",
    "place",
    "poll",
    "populate",
    "postpone",
    "pre-compute",
    "precalculate",
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
    "re-enable",
    "re-raise",
    "re-throw",
    "re-use",
    "read",
    "reapply",
    "rebuild",
    "recheck",
    "recompute",
    "reconcile",
    "record",
    "recover",
    "redact",
    "redesign",
    "reduce",
    "refactor",
    "refresh",
    "refuse",
    "register",
    "rehearse",
    "reject",
    "relax",
    "release",
    "reload",
    "remember",
    "remove",
    "rename",
    "render",
    "reorder",
    "repair",
    "replace",
    "reply",
    "report",
    "require",
    "reraise",
    "rerun",
    "reschedule",
    "reserve",
    "reset",
    "resolve",
    "respect",
    "respond",
    "restore",
    "restrict",
    "restructure",
    "resume",
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
    "save",
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
    "settle",
    "share",
    "ship",
    "short-circuit",
    "shorten",
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
    "standardise",
    "standardize",
    "stop",
    "store",
    "stream",
    "strengthen",
    "stringify",
    "strip",
    "subclass",
    "submit",
    "subscribe",
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
    "transform",
    "translate",
    "treat",
    "trigger",
    "trim",
    "truncate",
    "try",
    "turn",
    "undo",
    "unescape",
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
    "vary",
    "verify",
    "wait",
    "walk",
    "warn",
    "weigh",
    "whitelist",
    "widen",
    "wire",
    "wrap",
    "write",
    "yield",
];

/// Verbs that are mostly nouns, or tell of something: they say what to do before what it is done to.
const DONE_TO: [&str; 19] = [
    "back",
    "batch",
    "default",
    "delay",
    "do",
    "exit",
    "have",
    "parenthesise",
    "parenthesize",
    "plan",
    "preload",
    "print",
    "project",
    "rely",
    "seal",
    "seed",
    "state",
    "tune",
    "watch",
];

/// How many words may stand before the verb of such a sentence.
const LEAD_WORDS: usize = 6;

/// Third persons that are no names of things as well: `Test passes even if …`, `Check happens after …`.
const THIRD_PERSONS: [&str; 47] = [
    "accepts",
    "allows",
    "assumes",
    "becomes",
    "begins",
    "computes",
    "contains",
    "creates",
    "deletes",
    "depends",
    "destroys",
    "discards",
    "does",
    "ends",
    "exists",
    "expects",
    "exposes",
    "fails",
    "gets",
    "gives",
    "goes",
    "happens",
    "has",
    "hides",
    "ignores",
    "keeps",
    "leaves",
    "loses",
    "makes",
    "means",
    "occurs",
    "overrides",
    "overwrites",
    "passes",
    "produces",
    "publishes",
    "rejects",
    "relies",
    "remains",
    "requires",
    "reveals",
    "runs",
    "sends",
    "starts",
    "succeeds",
    "takes",
    "throws",
];

/// Verbs that a sentence follows: `Ensure parsing fails`.
const HOLDS: [&str; 10] =
    ["assert", "check", "confirm", "document", "ensure", "prove", "say", "show", "test", "verify"];

/// Whether a sentence that begins with a word such as `retry` or `return` says something of it: a verb of its own comes
/// before the first article, preposition or code. `Retry loop never ends`, not `Retry the loop`.
#[must_use]
pub fn has_subject(sentence: &str) -> bool {
    const VERBS: [&str; 19] = [
        "is", "are", "was", "were", "has", "had", "does", "can", "cannot", "could", "may", "might", "will", "never",
        "always", "isn't", "aren't", "doesn't", "can't",
    ];
    const OBJECTS: [&str; 30] = [
        "a", "an", "the", "to", "in", "on", "for", "with", "from", "into", "at", "by", "so", "that", "it", "them",
        "until", "when", "if", "unless", "where", "before", "after", "whether", "what", "how", "because", "once",
        "this", "these",
    ];
    const STATEMENTS: [&str; 4] = ["DELETE", "INSERT", "SELECT", "UPDATE"];
    let mut words = sentence.split_whitespace();
    let written = words.next().unwrap_or_default();
    let first = written.to_ascii_lowercase();
    let is_verb = first != "don't" && IMPERATIVES.contains(&first.as_str());
    if !is_verb && !STATEMENTS.contains(&written) {
        return false;
    }
    let second = words.clone().next().unwrap_or_default();
    if THIRD_PERSONS.contains(&second) {
        return true;
    }
    let third = words.clone().nth(1).unwrap_or_default();
    // `Match rating returns wrong codes`, but `Ensure parsing fails`
    if !HOLDS.contains(&first.as_str())
        && !OBJECTS.contains(&second)
        && (THIRD_PERSONS.contains(&third) || third == "returns")
    {
        return true;
    }
    // `Drop returns before the listener is closed.`, `Load replaces an expired entry.`
    if second != "this"
        && is_third_person(second)
        && matches!(
            third,
            "a" | "an"
                | "after"
                | "before"
                | "even"
                | "if"
                | "only"
                | "silently"
                | "when"
                | "whenever"
                | "while"
                | "without"
        )
    {
        return true;
    }
    // `SELECT then UPDATE outside a transaction`: a statement of a database.
    if STATEMENTS.contains(&written) {
        return !OBJECTS.contains(&second);
    }
    // `hold and reservation are one thing`, but `remove or correct the text`; `sign and encrypt derive the same key`
    if matches!(second, "and" | "or" | "of") {
        let other = words.clone().nth(1).map(|other| other.trim_end_matches(['.', ',', ':', ';']));
        let verb = words.clone().nth(2).is_some_and(|verb| IMPERATIVES.contains(&verb));
        return verb || !other.is_some_and(|other| IMPERATIVES.contains(&other) || DONE_TO.contains(&other));
    }
    if leads_to(&first, sentence) || is_noun_of_what_happened(&first, sentence) {
        return true;
    }
    // `Install section names the wrong package`
    let tells = |before: &str, verb: &str, article: &str| {
        const ARTICLES: [&str; 6] = ["a", "an", "its", "no", "only", "the"];
        const ADJECTIVES: [&str; 7] = ["all", "any", "both", "every", "new", "the", "these"];
        const VERB: usize = 4;
        let is_plain = |word: &str| word.bytes().all(|byte| byte.is_ascii_lowercase());
        let is_verb = verb.len() >= VERB && verb.ends_with('s') && !verb.ends_with("ss");
        is_verb && is_plain(verb) && is_plain(before) && ARTICLES.contains(&article) && !ADJECTIVES.contains(&before)
    };
    let following: Vec<&str> = words.clone().take(LEAD_WORDS).collect();
    let objects = following.iter().position(|word| OBJECTS.contains(word)).unwrap_or(following.len());
    let told = following.windows(3).take(objects).any(|three| match three {
        [before, verb, article] => tells(before, verb, article),
        _ => false,
    });
    if told {
        return true;
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

/// Whether a sentence tells in a participle what happened to what it begins with: `Handle leaked on error`, `Return value
/// ignored`, `Use after free`. `Make the field required` asks for it.
fn is_noun_of_what_happened(first: &str, sentence: &str) -> bool {
    const MAKES: [&str; 9] = ["consider", "ensure", "get", "have", "keep", "leave", "make", "mark", "set"];
    const SAID: [&str; 3] = ["expected", "needed", "required"];
    const LINKS: [&str; 7] = ["all", "any", "if", "only", "what", "when", "where"];
    const BEHIND: [&str; 14] =
        ["after", "and", "at", "before", "by", "for", "if", "in", "inside", "on", "per", "twice", "when", "without"];
    let mut words = sentence.trim_end_matches(['.', ':', '*']).split_whitespace().skip(1);
    let (second, third, fourth) = (words.next().unwrap_or_default(), words.next(), words.next());
    if first == "use" && matches!(second, "after" | "before") {
        return true;
    }
    let is_plain = |word: &str| word.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_participle = |word: &str| word.ends_with("ed") && !word.ends_with("eed") && !SAID.contains(&word);
    let happened = |word: &str| word.len() > 4 && is_participle(word) && is_plain(word);
    let ends = |word: Option<&str>| word.is_none_or(|word| BEHIND.contains(&word));
    // `Add attached and detached modes`
    let only = happened(second) && third.is_none_or(|word| word != "and" && BEHIND.contains(&word));
    // `Handle errors returned by close()`, `Escape as needed`
    let is_one = is_plain(second) && second.len() > 2 && !second.ends_with('s') && !LINKS.contains(&second);
    let of_both = is_one && third.is_some_and(happened) && fourth != Some("by") && ends(fourth);
    !MAKES.contains(&first) && (only || of_both)
}

/// Whether a word is written as a third person is: `returns`, and a plural as well.
fn is_third_person(word: &str) -> bool {
    word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") && word.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// Whether a sentence that begins with a verb says what comes of something: `Map token -> the key is logged`, `Cache key
/// `{secret, salt}` keeps the secret`, `Swap the two and you get a valid token`.
fn leads_to(verb: &str, sentence: &str) -> bool {
    const CHANGES: [&str; 8] = ["change", "convert", "migrate", "move", "rename", "replace", "switch", "turn"];
    const HELPS: [&str; 8] = ["add", "install", "make", "move", "put", "replace", "use", "wrap"];
    const COMES: [&str; 15] = [
        "and all tests",
        "and every test",
        "and everything stays",
        "and it crashes",
        "and it raises",
        "and it throws",
        "and no test",
        "and nothing fails",
        "and the suite",
        "so that all tests pass",
        "and you end up",
        "and you get",
        "and you have",
        "and you lose",
        "and you will",
    ];
    const NEAR: usize = 4;
    let words: Vec<&str> = sentence.split_whitespace().take(NEAR + 1).collect();
    // In code, an arrow is a function.
    let plain = words.iter().take_while(|word| word.matches('`').count() != 1);
    let is_arrow = |word: &&&str| matches!(**word, "->" | "→" | "=>" | "⇒");
    let at = plain.into_iter().position(|word| is_arrow(&word));
    // `→ the key is logged` says what comes of it, `3 → 5` what to change.
    let arrow = at.is_some_and(|at| {
        let behind: Vec<&str> = sentence.split_whitespace().skip(at + 1).take(NEAR + 1).collect();
        behind.iter().skip(1).any(|word| matches!(*word, "is" | "are" | "was" | "never" | "can" | "cannot"))
            || behind.get(1).is_some_and(|word| *word != "across" && is_third_person(word))
    });
    let behind_code = words.windows(2).any(|two| match two {
        [code, does] => code.ends_with('`') && THIRD_PERSONS.contains(does),
        _ => false,
    });
    (arrow && !CHANGES.contains(&verb))
        || (behind_code && !HOLDS.contains(&verb))
        || (!HELPS.contains(&verb) && COMES.iter().any(|comes| sentence.contains(comes)))
}

/// Whether a title begins with a verb that may as well be a noun, and with nothing that it is done to: `Cache key is short`,
/// `Log flushed per line`.
#[must_use]
pub fn begins_with_noun(title: &str) -> bool {
    const NOUNS: [&str; 35] = [
        "answer", "echo", "loop", "offer", "reply", "block", "build", "cache", "call", "change", "copy", "count",
        "default", "document", "filter", "format", "hash", "import", "index", "lock", "log", "name", "open", "order",
        "process", "queue", "range", "record", "report", "retry", "route", "schedule", "state", "test", "type",
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

/// Verbs of somebody who shows how something fails.
const REPRODUCES: [&str; 13] = [
    "call", "click", "execute", "invoke", "open", "press", "request", "run", "send", "start", "submit", "type",
    "upload",
];

/// Whether a sentence says what to do: it begins with such a verb, or says that something should be done.
#[must_use]
pub fn advises(sentence: &str) -> bool {
    let marks = |mark: char| {
        !mark.is_alphanumeric() && !matches!(mark, '`' | '"' | '\'' | '“' | '<' | '[' | '{' | '$' | '#' | '@')
    };
    let text = sentence.trim_start_matches(marks);
    let first = text.split([' ', ',', '.', ':']).next().unwrap_or_default();
    let lower = first.to_ascii_lowercase().replace('’', "'");
    // `**Empty secrets** pass: …`
    if text.split_whitespace().nth(1).is_none() && text.ends_with(':') && text.starts_with(char::is_lowercase) {
        return false;
    }
    // `run it twice -> two different sequences` says how it fails.
    if REPRODUCES.contains(&lower.as_str()) && [" -> ", " → ", " => "].iter().any(|arrow| text.contains(arrow)) {
        return false;
    }
    let points = sentence.trim_start().starts_with(['→', '⇒', '💡', '👉', '🔧', '🛠'])
        || sentence.trim_start().starts_with("=> ");
    if points || commands(text, first, &lower) || proposes(text, first, &lower) || goes_on_to_command(text, first) {
        return true;
    }
    if matches!(lower.as_str(), "no" | "nobody" | "none" | "nothing") {
        return false;
    }
    says_it_should_be(text)
}

/// Whether a text begins with a verb that says what to do.
fn commands(text: &str, first: &str, lower: &str) -> bool {
    // `PATCH writes any field`: a method of HTTP, or a statement.
    const NAMES: [&str; 13] = [
        "DELETE", "DROP", "GET", "HEAD", "INSERT", "OPTIONS", "PATCH", "POST", "PUT", "SELECT", "STOP", "UPDATE",
        "LOCK",
    ];
    // `Only send it once`; `Only the first is sent` says what is.
    let verb = ["Always ", "Never ", "Only "].into_iter().find_map(|adverb| text.strip_prefix(adverb));
    if verb.and_then(|rest| rest.split([' ', ',', '.', ':']).next()).is_some_and(|verb| IMPERATIVES.contains(&verb)) {
        return true;
    }
    // `load.js:48 throws`
    let is_name = text.get(first.len()..).is_some_and(|rest| {
        rest.strip_prefix('.').is_some_and(|rest| rest.starts_with(|next: char| next.is_ascii_alphanumeric()))
    });
    let mut following = text.get(first.len()..).unwrap_or_default().split_whitespace();
    let (second, third) = (following.next().unwrap_or_default(), following.next().unwrap_or_default());
    let shouts = NAMES.contains(&first) && !matches!(second, "a" | "an" | "the");
    if IMPERATIVES.contains(&lower) && !first.contains('`') && !is_name && !shouts {
        return true;
    }
    // `` Default `timeout` to 30 s ``
    if lower == "default" && second.starts_with('`') && third == "to" {
        return true;
    }
    first.starts_with(char::is_uppercase)
        && DONE_TO.contains(&lower)
        && matches!(
            second,
            "a" | "an" | "the" | "it" | "them" | "this" | "these" | "one" | "off" | "on" | "to" | "all" | "each"
        )
}

/// Whether a text says what would mend it: `` `path.resolve` is safer ``, `A constructor that returns an error would do it.`
fn proposes(text: &str, first: &str, lower: &str) -> bool {
    const NOT_DONE: [&str; 8] =
        ["anything", "being", "depending", "during", "everything", "following", "nothing", "something"];
    const DOES: [&str; 17] = [
        " avoids it",
        " avoids that",
        " avoids this",
        " does it",
        " does the job",
        " fixes both",
        " fixes it",
        " fixes that",
        " fixes this",
        " gives the intended result",
        " is better",
        " is faster",
        " is preferable",
        " is safer",
        " is simpler",
        " solves it",
        " solves this",
    ];
    const IS: [&str; 6] = [
        " are faster and ",
        " is cleaner",
        " is more robust",
        " would be more ",
        " would be safer",
        " would be stable",
    ];
    const HELPS_BY: [&str; 14] = [
        "avoid",
        "catch",
        "close",
        "cut",
        "fix",
        "have caught",
        "have revealed",
        "have shown",
        "help",
        "keep",
        "prevent",
        "remove",
        "save",
        "show",
    ];
    const SOLVES: [&str; 6] =
        [" is the right call", " takes care of", " would be explicit", " would do", " would fix", " would solve"];
    let names = first.starts_with('`') || matches!(lower, "a" | "an" | "another" | "one" | "two");
    let told = text.trim_end_matches(['.', ' ', '!']);
    if names && SOLVES.iter().any(|solves| told.ends_with(solves) || told.contains(&format!("{solves} "))) {
        return true;
    }
    // `Adding such cases would have shown it.`, `Flushing before the answer is enough.`
    let does = lower.ends_with("ing") && !NOT_DONE.contains(&lower);
    if does && HELPS_BY.iter().any(|verb| text.contains(&format!(" would {verb} "))) {
        return true;
    }
    // `A fixed buffer fixes both:`, `` `path.resolve` is safer. ``
    let told = text.trim_end_matches(['.', ' ', ':', '!']);
    if (does || first.starts_with('`')) && [" is enough", " is sufficient"].iter().any(|end| told.ends_with(end)) {
        return true;
    }
    (does || names) && (DOES.iter().any(|end| told.ends_with(end)) || IS.iter().any(|is| told.contains(is)))
}

/// Whether a later clause of a text says what to do.
fn goes_on_to_command(text: &str, first: &str) -> bool {
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
    // `The function returns a Result, so return an error.`
    let next = [", so ", ", but "].into_iter().find_map(|mark| text.split_once(mark)).map_or("", |(_, next)| next);
    let mut next = next.split(' ');
    next.next().is_some_and(|verb| IMPERATIVES.contains(&verb))
        && next.next().is_some_and(|object| {
            matches!(object, "a" | "an" | "the" | "it" | "them" | "this" | "that" | "its") || object.starts_with('`')
        })
}

/// Whether a text says that something should be done, or is needed.
fn says_it_should_be(text: &str) -> bool {
    const LACKING: [&str; 9] =
        ["already", "applied", "commit", "incomplete", "missing", "not", "reverted", "unclear", "none"];
    const FIXES_BY: [&str; 6] = ["belongs", "involves", "lies", "looks", "needs", "requires"];
    // What is quoted is said by somebody else: `It answers "A value must be given".`
    let own: String = text.split('"').step_by(2).collect::<Vec<_>>().join(" … ");
    let words = inline::words(&own);
    // `I'd just copy it.`
    let own = ["i d ", "i would "].into_iter().find_map(|own| words.strip_prefix(own)).map(|rest| {
        let adverb = ["just ", "simply ", "rather ", "also "].into_iter().find_map(|adverb| rest.strip_prefix(adverb));
        adverb.unwrap_or(rest)
    });
    if own
        .is_some_and(|rest| ["recommend ", "suggest ", "propose ", "expect "].iter().any(|verb| rest.starts_with(verb)))
    {
        return true;
    }
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
        "minimum",
        "at least",
        "at the least",
        "at the very least",
        "belongs in",
        "the fix",
        "a fix",
        "please",
        "either",
        "do not",
        "fixed by a",
        "fixed by an",
        "fixed by using",
        "for the fix",
        "worth a",
        "worth an",
    ];
    // `The fix (issue 1) adds a query to each call` tells of one that was made.
    let verb = words.strip_prefix("the fix ").and_then(|rest| {
        rest.split(' ').find(|word| *word != "issue" && !word.bytes().all(|byte| byte.is_ascii_digit()))
    });
    let is_lacking = words.strip_prefix("the fix ").is_some_and(|rest| {
        let rest = rest.trim_start_matches("is ").trim_start_matches("was ");
        LACKING.iter().any(|lacks| rest == *lacks || rest.starts_with(&format!("{lacks} ")))
    });
    let tells = is_lacking
        || verb.is_some_and(|verb| is_third_person(verb) && !FIXES_BY.contains(&verb))
        // `Worth a lot to an attacker`
        || words.starts_with("worth a lot");
    let begins_so =
        |begin: &str| words.strip_prefix(begin).is_some_and(|after| after.is_empty() || after.starts_with(' '));
    // ``Fixed by the `saturating_add` above``
    if text.starts_with("Fixed by the `") || text.starts_with("Fixed by `") {
        return true;
    }
    (!tells && begins.into_iter().any(begins_so))
        || [
            " must be ",
            " needs to be ",
            " should ",
            " is needed ",
            " are needed ",
            " it needs ",
            " could be used here ",
            " d want ",
            " is the natural fit ",
            " would avoid ",
            " would be enough ",
            " would be better ",
            " would be cleaner ",
            " would be clearer ",
            " would be kinder ",
            " would be nicer ",
            " would be safer ",
            " would be simpler ",
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
        || makes_better(&words)
}

/// Whether what a text tells of would make something better: `Classes would make the states explicit and testable.`
fn makes_better(words: &str) -> bool {
    const BETTER: [&str; 13] = [
        "clear", "clearer", "correct", "easier", "explicit", "obvious", "readable", "robust", "safe", "safer",
        "simpler", "testable", "visible",
    ];
    let made = words.split_once(" would make ");
    made.is_some_and(|(_, made)| inline::has_word(made, &BETTER) && !inline::has_word(made, &["less", "not"]))
}
