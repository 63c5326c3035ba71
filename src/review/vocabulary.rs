//! The words of reviews, as data: what a heading announces, and what only looks like a finding.
//! A heading that agents use and that is missing here is a row. See `docs/formats/prose.md`, "Headings".

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::model::Severity;
use crate::part::columns::{self, Column};
use crate::part::documents::document_of;
use crate::part::finding_table::COLUMNS;
use crate::part::{headings, sections, severities};
use crate::text::inline;

/// What a heading says of what stands under it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Findings of one severity: `## Critical (90–100)`.
    Severity(Severity),
    /// Problems, by a word that means nothing else: `## Issues`.
    Problems,
    /// Findings, perhaps those of a research: `## Key findings`.
    Findings,
    /// A part of the work that findings are grouped by: `## Security`.
    Topic,
    /// A file that findings are grouped by: `### src/a.ts`.
    File,
    /// A summary: what is listed under it may be told elsewhere in full.
    Summary,
    /// No findings: praise, scope, verdict, plans.
    Other,
    /// The name of a field: `#### Fix`.
    Label,
    /// Anything else.
    Plain,
}

/// Words for problems, the last or the first of a heading.
const PROBLEMS: &[&str] = &[
    "issues",
    "issue list",
    "problems",
    "bugs",
    "defects",
    "vulnerabilities",
    "violations",
    "weaknesses",
    "concerns",
    "flaws",
    "mistakes",
    "code smells",
    "bottlenecks",
    "hotspots",
    "hot spots",
    "inefficiencies",
    "anti patterns",
    "antipatterns",
    "red flags",
    "blockers",
    "needs attention",
    "focus areas",
    "recommended focus areas",
    "needs improvement",
    "what is wrong",
    "what s wrong",
    "what to fix",
    "what needs fixing",
    "what does not work",
    "what does not",
    "what doesn t work",
    "below the cut",
    "below the line",
    "smaller points",
    "smaller things",
    "other points",
    "minor points",
    "test gaps",
    "testing gaps",
    "coverage gaps",
    "missing tests",
    "weak tests",
    "not covered",
    "not tested",
    "deviations",
    "discrepancies",
    "mismatches",
    "omissions",
    "oversights",
    "shortcomings",
    "loose ends",
    "missing",
];

/// Words that end a heading over no findings: `Issues fixed`, `Functional requirements`.
const OTHER_ENDS: &[&str] = &["fixed", "resolved", "addressed", "closed", "made", "done", "completed", "requirements"];

/// What stands before a comma, "and" or "but" over what was looked at and left: `Checked, not bugs`, `Tested and discarded`.
const EXAMINED: &[&str] = &["checked", "considered", "examined", "investigated", "looked at", "tested", "verified"];

/// What follows it behind "and" or "but": `Tested and discarded`.
const DISMISSED: &[&str] = &[
    "clean",
    "correct",
    "discarded",
    "dismissed",
    "dropped",
    "excluded",
    "fine",
    "left",
    "left alone",
    "not reported",
    "ok",
    "okay",
    "rejected",
    "ruled out",
    "safe",
    "sound",
];

/// What stands over a list of what was seen and left.
const LEFT: &[&str] = &[
    "considered and left",
    "deliberately left alone",
    "deliberately not reported",
    "intentionally left alone",
    "intentionally not flagged",
    "left alone",
    "left alone deliberately",
    "left alone on purpose",
    "left as is",
    "not flagged",
    "not reported",
];

/// How a heading ends that begins with "what" and stands over problems.
const LACKS: &[&str] = &[
    " breaks",
    " forgets",
    " gets wrong",
    " goes wrong",
    " lacks",
    " leaves open",
    " leaves out",
    " misses",
    " is missing",
    " is wrong",
    " needs to change",
    " must change",
    " omits",
    " is not covered",
    " does not cover",
    " doesn t cover",
    " went wrong",
    " worries me",
    " could break",
    " will break",
];

/// Words for findings of any kind.
const FINDINGS: &[&str] = &[
    "findings",
    "finding",
    "key findings",
    "detailed findings",
    "observations",
    "comments",
    "details",
    "risks",
    "gaps",
    "inconsistencies",
    "contradictions",
    "regressions",
    "hazards",
    "race conditions",
    "areas for improvement",
    "areas of concern",
    "improvements",
    "improvements needed",
    "opportunities",
    "removals",
    "review comments",
    "inline comments",
    "comments suppressed due to low confidence",
    "recommendations for improvement",
    "feedback",
    "results",
];

/// Words of headings under which findings are summed up.
const SUMMARIES: &[&str] = &[
    "summary",
    "overview",
    "executive summary",
    "findings summary",
    "summary of findings",
    "findings overview",
    "overview of findings",
    "summary table",
    "findings at a glance",
    "at a glance",
    "index of findings",
    "findings index",
    "risk summary",
];

/// Words of headings that no findings stand under. Whole headings, or how they begin or end.
const OTHER: &[&str] = &[
    "additional comments",
    "review details",
    "review profile",
    "files selected for processing",
    "files ignored due to path filters",
    "strengths",
    "what works",
    "what is good",
    "what s good",
    "what went well",
    "what is done well",
    "what i liked",
    "positive",
    "positives",
    "positive aspects",
    "positive notes",
    "positive observations",
    "positive findings",
    "praise",
    "well done",
    "done well",
    "works well",
    "highlights",
    "good practices",
    "good patterns",
    "good things",
    "introduction",
    "background",
    "context",
    "scope",
    "scope and method",
    "method",
    "methodology",
    "approach",
    "basis of review",
    "files reviewed",
    "reviewed files",
    "what i reviewed",
    "what was reviewed",
    "what i did",
    "what i checked",
    "what was checked",
    "what i read",
    "how i tested",
    "what i did not check",
    "not checked",
    "not reviewed",
    "not verifiable",
    "not verified",
    "not confirmed",
    "could not verify",
    "unverified",
    "limitations",
    "assumptions",
    "threat model",
    "evidence labels",
    "severity",
    "severity scale",
    "severity levels",
    "severity definitions",
    "severity summary",
    "legend",
    "key",
    "verdict",
    "conclusion",
    "conclusions",
    "assessment",
    "overall",
    "final thoughts",
    "bottom line",
    "merge readiness",
    "ready to merge",
    "approval",
    "decision",
    "statistics",
    "metrics",
    "score",
    "scores",
    "scorecard",
    "counts",
    "compliance",
    "compliance status",
    "checked and found sound",
    "checked and sound",
    "found sound",
    "checked and fine",
    "sound as is",
    "checked clean",
    "checked and clean",
    "verified correct",
    "verified",
    "looks good",
    "no issues",
    "no issues found",
    "non issues",
    "not issues",
    "not an issue",
    "architecture decision records",
    "proposed architecture decision records",
    "false positives",
    "considered and rejected",
    "considered and dismissed",
    "considered but not reported",
    "considered",
    "rejected",
    "dismissed",
    "ruled out",
    "out of scope",
    "excluded",
    "not reported",
    "intentionally not flagged",
    "next steps",
    "action plan",
    "remediation plan",
    "remediation roadmap",
    "remediation order",
    "roadmap",
    "plan",
    "order of work",
    "recommended order",
    "suggested order",
    "suggested fix order",
    "fix order",
    "fix first",
    "priority order",
    "priorities",
    "top priorities",
    "quick wins",
    "recommendations",
    "recommended changes",
    "to clarify",
    "checklist",
    "test plan",
    "questions",
    "open questions",
    "not a problem",
    "to verify",
    "to check",
    "to confirm",
    "not verifiable here",
    "unable to verify",
    "before you start",
    "no action needed",
    "references",
    "appendix",
    "confidence",
    "coverage",
    "table of contents",
    "contents",
    "notes",
    "additional notes",
];

/// Words at the beginning of a heading that turn what it would announce into its opposite.
const DENIALS: &[&str] = &[
    "no",
    "non",
    "not",
    "nothing",
    "without",
    "checked",
    "considered",
    "rejected",
    "dismissed",
    "excluded",
    "verified",
    "resolved",
    "fixed",
    "strengths",
    "positive",
    "good",
];

/// Words that the topics of a review are made of.
const TOPICS: &[&str] = &[
    "a11y",
    "accessibility",
    "and",
    "api",
    "architecture",
    "availability",
    "best",
    "build",
    "ci",
    "cd",
    "clarity",
    "code",
    "compatibility",
    "completeness",
    "concurrency",
    "config",
    "configuration",
    "consistency",
    "correctness",
    "cost",
    "data",
    "database",
    "deployment",
    "dependencies",
    "design",
    "docs",
    "documentation",
    "edge",
    "cases",
    "error",
    "errors",
    "handling",
    "functionality",
    "general",
    "infrastructure",
    "integrity",
    "logging",
    "logic",
    "maintainability",
    "management",
    "memory",
    "monitoring",
    "naming",
    "networking",
    "observability",
    "operations",
    "performance",
    "practices",
    "privacy",
    "quality",
    "readability",
    "reliability",
    "resource",
    "resources",
    "robustness",
    "safety",
    "scalability",
    "security",
    "structure",
    "style",
    "test",
    "testing",
    "tests",
    "types",
    "type",
    "typing",
    "ui",
    "usability",
    "ux",
    "validation",
];

/// Names of fields beside those that a table of findings has as columns: what is told under them discusses a finding.
const MORE_FIELDS: &[Column] = &[
    Column {
        name: "discussion",
        canonical: &["discussion"],
        others: &[
            "impact",
            "why",
            "why it matters",
            "why this matters",
            "why it s a problem",
            "why this is a problem",
            "why it is wrong",
            "evidence",
            "hidden errors",
            "user impact",
            "business impact",
            "result",
            "example",
            "reproduction",
            "repro",
            "steps to reproduce",
            "how to reproduce",
            "proof",
            "proof of concept",
            "poc",
            "exploit",
            "exploit scenario",
            "exploitation",
            "exploitability",
            "attack",
            "attack scenario",
            "attack vector",
            "failure scenario",
            "failure mode",
            "scenario",
            "consequence",
            "consequences",
            "potential consequence",
            "rationale",
            "reason",
            "reasoning",
            "explanation",
            "current code",
            "existing code",
            "language",
            "vulnerable code",
            "problematic code",
            "code",
            "before",
            "after",
            "context",
            "effect",
            "root cause",
            "cause",
            "risk",
            "trigger",
            "prevention",
            "symptom",
            "symptoms",
            "blast radius",
            "analysis",
            "note",
            "notes",
            "caution",
            "caveat",
            "what could go wrong",
            "background",
            "verification",
            "how to verify",
            "related",
            "reference",
            "references",
            "see also",
            "actual",
            "actual behavior",
            "actual behaviour",
            "affects",
            "breaks when",
            "code path",
            "counter argument",
            "current",
            "expected",
            "expected behavior",
            "expected behaviour",
            "how it fails",
            "how to exploit",
            "in practice",
            "likelihood",
            "observed",
            "promised",
            "technique",
            "what breaks",
            "what goes wrong",
            "what happens today",
            "when",
            "when it happens",
            "who is affected",
        ],
    },
    Column {
        name: "suggestion",
        canonical: &["counter proposal"],
        others: &[
            "alternative",
            "ask",
            "direction",
            "do this",
            "fix design",
            "next step",
            "proposal",
            "remediation steps",
            "steps to fix",
            "to do",
            "todo",
            "what would settle it",
        ],
    },
    Column { name: "description", canonical: &["flaw"], others: &["happens", "mistake"] },
    Column {
        name: "location",
        canonical: &["affected"],
        others: &[
            "affected file",
            "affected files",
            "affected code",
            "affected component",
            "affected components",
            "affected lines",
            "affected location",
            "affected locations",
            "files affected",
        ],
    },
    Column { name: "type", canonical: &["label"], others: &[] },
    Column {
        name: "confidence",
        canonical: &["confidence"],
        others: &["confidence score", "certainty", "confidence level"],
    },
];

/// Whether what a field says tells what is wrong, where nothing else does.
#[must_use]
pub fn tells_why(key: &str) -> bool {
    const NAMES: [&str; 22] = [
        "analysis",
        "attack",
        "attack scenario",
        "business impact",
        "consequence",
        "consequences",
        "effect",
        "explanation",
        "failure mode",
        "failure scenario",
        "impact",
        "rationale",
        "reason",
        "reasoning",
        "risk",
        "root cause",
        "scenario",
        "user impact",
        "why",
        "why it matters",
        "why this is a problem",
        "why this matters",
    ];
    NAMES.contains(&inline::words(key).as_str())
}

/// Whether a field by its name mends something: "Solution" and "Change" may stand in any text.
#[must_use]
pub fn is_fix(key: &str) -> bool {
    const WORDS: [&str; 6] = ["fix", "mend", "remediation", "mitigation", "suggestion", "recommendation"];
    inline::words(key).split(' ').any(|word| WORDS.contains(&word))
}

/// Each name of a field, and what it is. Of two that go by one name, the first counts.
static ROLES: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| {
    let mut roles = BTreeMap::new();
    for column in COLUMNS.iter().chain(MORE_FIELDS) {
        for name in column.canonical.iter().chain(column.others) {
            roles.entry(*name).or_insert(column.name);
        }
    }
    roles
});

/// What a field is by its name: a column of a finding, or one of the names above.
#[must_use]
pub fn role(key: &str) -> Option<&'static str> {
    // `Fix (suggested)`, `Impact [high]`: a remark on the name.
    let bare = key.split(['(', '[']).next().unwrap_or_default().trim();
    let named = |name: &str| ROLES.get(columns::key(name).as_str()).copied();
    // `File/section`, `Risk / impact`: two names of one field.
    let two = || bare.split_once('/').and_then(|(one, other)| named(other).and(named(one)));
    let is_name = bare.chars().all(|character| character.is_alphabetic() || matches!(character, ' ' | '-' | '*' | '_'));
    named(bare).or_else(two).or_else(|| is_name.then(|| role_of_noun(&inline::words(bare))).flatten())
}

/// What a field is by the noun at the end of its name: `Smallest fix`, `Operational impact`. What speaks of all is none.
fn role_of_noun(name: &str) -> Option<&'static str> {
    const WORDS: usize = 3;
    const OF_ALL: [&str; 12] =
        ["all", "final", "general", "key", "main", "merge", "my", "no", "overall", "release", "top", "total"];
    const NOUNS: [(&str, &[&str]); 3] = [
        ("suggestion", &["fix", "mitigation", "patch", "recommendation", "remediation", "remedy"]),
        (
            "discussion",
            &["cause", "consequence", "evidence", "exploit", "impact", "rationale", "reproduction", "scenario"],
        ),
        ("location", &["location", "locations"]),
    ];
    let (before, noun) = name.rsplit_once(' ')?;
    let is_own = !before.split(' ').any(|word| OF_ALL.contains(&word)) && before.split(' ').count() < WORDS;
    let (role, _) = NOUNS.iter().find(|(_, nouns)| is_own && nouns.contains(&noun))?;
    (*role != "location" || is_plain(before)).then_some(*role)
}

/// Whether the name of a field says more than what is to be done: of `Rollback fix` the first word is told, of
/// `Suggested fix` it is not.
#[must_use]
pub fn qualifies(key: &str) -> bool {
    let name = inline::words(key);
    let before = name.rsplit_once(' ').map(|(before, _)| before);
    role_of_noun(&name) == Some("suggestion")
        && columns::named(&name, COLUMNS).is_none()
        && before.is_some_and(|before| !is_plain(before))
}

/// Words before the name of a field that add nothing to it.
fn is_plain(words: &str) -> bool {
    const PLAIN: [&str; 24] = [
        "actual",
        "an",
        "best",
        "concrete",
        "easy",
        "exact",
        "fix",
        "likely",
        "local",
        "minimal",
        "needed",
        "possible",
        "preferred",
        "primary",
        "proper",
        "proposed",
        "quick",
        "real",
        "recommended",
        "short",
        "simple",
        "simplest",
        "smallest",
        "suggested",
    ];
    words.split(' ').all(|word| PLAIN.contains(&word))
}

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
    "always",
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
    "merge",
    "migrate",
    "mock",
    "mount",
    "move",
    "name",
    "narrow",
    "negate",
    "negotiate",
    "never",
    "normalise",
    "normalize",
    "notify",
    "omit",
    "only",
    "open",
    "order",
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
            " would suffice ",
        ]
        .iter()
        .any(|told| format!(" {words} ").contains(told))
}

/// The longest heading that announces something, in words.
const WORDS: usize = 7;

/// The longest whose last word tells what stands under it.
const NOUN_WORDS: usize = 5;

/// The longest that is counted: `2. Key findings`.
const COUNTED_WORDS: usize = 3;

/// What a heading counts one of: `Found 1 issue`.
const ONE: [&str; 7] = ["bug", "concern", "defect", "finding", "issue", "problem", "vulnerability"];

/// Words that follow what a heading announces: `Issues found in the plan`.
const FOLLOWS: &[&str] =
    &["by", "detected", "for", "found", "from", "identified", "in", "list", "of", "per", "that", "to", "with"];

/// What a heading announces. `text` has neither heading marks nor emphasis around it.
#[must_use]
pub fn classify(text: &str) -> Class {
    let bare = inline::bare(text).trim_end_matches([':', '.']).trim_end();
    if filed(bare).is_some() {
        return Class::File;
    }
    let unnumbered = without_number(bare);
    if let Some(severity) = headings::group(unnumbered).or_else(|| remarked(unnumbered)) {
        return Class::Severity(severity);
    }
    let words = inline::words(unnumbered.split('(').next().unwrap_or_default());
    let count = words.split(' ').count();
    // What is counted is mostly a title: `3. No size limits`, `4. Tests have gaps`.
    let counted = unnumbered.len() < bare.len() || bare.starts_with('#');
    if words.is_empty() || count > if counted { COUNTED_WORDS } else { WORDS } {
        // `A. Contradictions: data loss, exposure, goals broken`
        let short = unnumbered.split_once(':').filter(|(head, _)| inline::words(head).split(' ').count() <= 2);
        return short.and_then(|_| announced_before(unnumbered, [':', ':'])).unwrap_or(Class::Plain);
    }
    let ends = |known: &&str| {
        words == **known
            || (count <= NOUN_WORDS && words.strip_suffix(*known).is_some_and(|before| before.ends_with(' ')))
    };
    let begins = |known: &&str| {
        let after = words.strip_prefix(*known).and_then(|after| after.strip_prefix(' '));
        after.is_some_and(|after| FOLLOWS.contains(&after.split(' ').next().unwrap_or_default()))
    };
    let known = |known: &[&str]| known.iter().any(|known| ends(known) || begins(known));
    // `Test gaps behind these findings`
    if ["these findings", "the above", "findings above", "issues above"].iter().any(|told| words.ends_with(told)) {
        return Class::Summary;
    }
    if SUMMARIES.iter().any(|known| words == *known) || (count <= 3 && words.ends_with(" summary")) {
        return Class::Summary;
    }
    let denied = words.split_once(' ').filter(|(first, _)| DENIALS.contains(first)).map(|(_, rest)| rest);
    let denies = |rest: &str| PROBLEMS.iter().chain(FINDINGS).any(|known| rest.starts_with(known));
    if OTHER.iter().any(|known| words == *known) || denied.is_some_and(denies) || sections::is_plan(&words) {
        return Class::Other;
    }
    if count <= NOUN_WORDS && words.rsplit(' ').next().is_some_and(|last| OTHER_ENDS.contains(&last)) {
        return Class::Other;
    }
    // `Scope and limits`
    if words.split_once(" and ").is_some_and(|(first, _)| OTHER.contains(&first)) {
        return Class::Other;
    }
    // `Found 1 issue`
    let mut last = words.rsplit(' ');
    if last.next().is_some_and(|noun| ONE.contains(&noun))
        && last.next().is_some_and(|count| matches!(count, "1" | "one"))
    {
        return Class::Problems;
    }
    // `What the plan leaves out`
    if words.starts_with("what ") && LACKS.iter().any(|lack| words.ends_with(lack)) {
        return Class::Problems;
    }
    // `Checked, no finding`
    let examined = [",", " and ", " but "].into_iter().find_map(|mark| Some((mark, unnumbered.split_once(mark)?)));
    if examined.is_some_and(|(mark, (head, rest))| {
        EXAMINED.contains(&inline::words(head).as_str())
            && (mark == "," || DISMISSED.contains(&inline::words(rest).as_str()))
    }) {
        return Class::Other;
    }
    if known(PROBLEMS) {
        return Class::Problems;
    }
    if known(FINDINGS) {
        return if words.contains("research") { Class::Plain } else { Class::Findings };
    }
    // `Behaviour not covered, the most important first`
    if let Some(class) = announced_before(unnumbered, [',', ':']) {
        return class;
    }
    if OTHER
        .iter()
        .filter(|known| known.contains(' ') || known.len() > 6)
        .any(|other| ends(other) || words.strip_prefix(other).is_some_and(|after| after.starts_with(' ')))
    {
        return Class::Other;
    }
    if words.split(' ').all(|word| TOPICS.contains(&word)) {
        return Class::Topic;
    }
    if role(&words).is_some() { Class::Label } else { Class::Plain }
}

/// What the first words of a heading announce, where a mark parts them from what they are about.
fn announced_before(heading: &str, marks: [char; 2]) -> Option<Class> {
    let (head, _) = heading.split_once(marks).filter(|(head, _)| head.contains(char::is_alphabetic))?;
    let class = classify(head.trim_end());
    matches!(class, Class::Problems | Class::Findings).then_some(class)
}

/// Whether a sentence says that what is listed under it was seen and left: `Left alone on purpose:`.
#[must_use]
pub fn leaves(text: &str) -> bool {
    text.trim_end().ends_with(':') && LEFT.contains(&inline::words(text).as_str())
}

/// Whether a text is nothing but a word that announces something: `Issues`, `Security`.
#[must_use]
pub fn is_noun(text: &str) -> bool {
    let words = inline::words(without_number(text));
    !words.contains(' ') || OTHER.iter().chain(SUMMARIES).chain(PROBLEMS).chain(FINDINGS).any(|known| words == *known)
}

/// The file that a heading names as what it stands over: `src/a.ts (2 issues)`, `3. The tool (`tools/a.py`)`.
#[must_use]
pub fn file_of(text: &str) -> Option<&str> {
    let bare = inline::bare(without_number(text)).trim_end_matches([':', '.']).trim_end();
    filed(bare).or_else(|| {
        let (_, remark) = bare.strip_suffix(')')?.rsplit_once('(')?;
        let path = document_of(remark)?;
        (remark.trim_matches(['`', '*', ' ']) == path).then_some(path)
    })
}

/// The file that a text is, perhaps with a remark behind it.
fn filed(bare: &str) -> Option<&str> {
    let path = document_of(bare)?;
    let after = bare.split_once(path).map_or("", |(_, after)| after).trim_matches(['`', '*', ' ']);
    (after.is_empty() || (after.starts_with('(') && after.ends_with(')'))).then_some(path)
}

/// Whether a text is a heading that no findings stand under, to the letter: as a title of running text, nothing less is.
#[must_use]
pub fn is_other(text: &str) -> bool {
    let words = inline::words(text);
    OTHER.iter().chain(SUMMARIES).any(|known| words == *known)
}

/// A few words with a severity in parentheses behind them: `Recommendations (advisory, do not block)`.
fn remarked(text: &str) -> Option<Severity> {
    const WORDS: usize = 3;
    let (head, remark) = text.trim_end().strip_suffix(')')?.rsplit_once('(')?;
    let words = inline::words(head);
    let known =
        PROBLEMS.iter().chain(FINDINGS).any(|known| words.ends_with(known)) || words.ends_with("recommendations");
    let severity = severities::word(remark.split([',', ';', '—', '–']).next().unwrap_or_default());
    severity.filter(|_| known && words.split(' ').count() <= WORDS)
}

/// A heading without the number or the letter that it is counted by: `2. Security`, `A. Commit`.
#[must_use]
pub fn without_number(text: &str) -> &str {
    let end =
        text.find(|character: char| !(character.is_ascii_alphanumeric() || character == '.')).unwrap_or(text.len());
    let (mark, rest) = text.split_at_checked(end).unwrap_or(("", text));
    let name = mark.trim_end_matches('.');
    let digits = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let letter = name.len() == 1 && mark.ends_with('.');
    let closes = mark.ends_with('.') || rest.starts_with([')', ':']) || (digits && rest.starts_with(" — "));
    if (digits || letter) && closes { rest.trim_start_matches([')', ':', '—', ' ']) } else { text }
}

/// Whether a title names a step of a plan, or one of several ways.
#[must_use]
pub fn is_step(text: &str) -> bool {
    const STEPS: [&str; 14] = [
        "approach",
        "day",
        "dimension",
        "fix",
        "milestone",
        "option",
        "phase",
        "question",
        "recommendation",
        "sprint",
        "stage",
        "step",
        "week",
        "workstream",
    ];
    let mut words = text.trim_start_matches(['*', '_', ' ']).splitn(3, ' ');
    let first = words.next().unwrap_or_default().to_ascii_lowercase();
    let number = words.next().unwrap_or_default();
    let digits = number.trim_end_matches([':', '.', ')', ',']);
    let rest = words.next().unwrap_or_default();
    let ends = digits.len() < number.len() || rest.is_empty() || rest.starts_with(['—', '–', '-', '(']);
    STEPS.contains(&first.as_str())
        && (1..=2).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && ends
}

/// Words that a sentence begins with that says what is well.
const PRAISE: &[&str] =
    &["✅", "✓", "✔", "👍", "good ", "nice ", "great ", "excellent ", "solid ", "well ", "clean ", "correctly "];

/// Whether the name of a part is a label of conventional comments with its decoration: `issue (blocking)`,
/// `suggestion (non-blocking)`. No field is named so. See `docs/formats/prose.md`, "The first line".
#[must_use]
pub fn is_decorated(name: &str) -> bool {
    const DECORATIONS: [&str; 3] = ["(blocking)", "(non-blocking)", "(if-minor)"];
    let name = name.trim().trim_end_matches(':').trim_end();
    DECORATIONS.iter().any(|decoration| {
        let end = name.len().checked_sub(decoration.len()).and_then(|at| name.get(at..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(decoration))
    })
}

/// Whether the name of a part is a label of conventional comments, written as they are. Some are names of fields too.
#[must_use]
pub fn is_comment(name: &str) -> bool {
    const LABELS: [&str; 13] = [
        "issue",
        "suggestion",
        "todo",
        "chore",
        "nitpick",
        "nit",
        "typo",
        "polish",
        "quibble",
        "question",
        "praise",
        "thought",
        "note",
    ];
    LABELS.contains(&name.trim().trim_end_matches(':').trim_end())
}

/// Whether a label of conventional comments asks for nothing: `praise`, `thought`, `note`.
#[must_use]
pub fn is_remark(label: &str) -> bool {
    matches!(label, "praise" | "thought" | "note")
}

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
    "bloats",
    "breaks",
    "broken",
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
    "doesn't",
    "don't",
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
    "limitless",
    "lose",
    "loses",
    "lost",
    "misleading",
    "mismatch",
    "misses",
    "missing",
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
    "unhandled",
    "unlimited",
    "unnecessary",
    "unproven",
    "unsafe",
    "untested",
    "unused",
    "unvalidated",
    "vulnerable",
    "wasn't",
    "weak",
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
    (0..words.len()).any(|at| {
        let next = at + 1 + usize::from(matches!(says(at + 1), "ve" | "have"));
        let read = matches!(says(at), "i" | "we") && VERBS.contains(&says(next));
        let found =
            says(at) == "found" && (at..at + 5).any(|near| DEFECTS.contains(&says(near)) || says(near) == "findings");
        read || found || (at == 0 && says(0) == "reviewed")
    })
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
    use super::{Class, announces, classify, praises, without_number};
    use crate::model::Severity;

    #[test]
    fn headings_are_classified() {
        for (text, class) in [
            ("Critical (90–100)", Class::Severity(Severity::Critical)),
            ("2. Critical issues", Class::Severity(Severity::Critical)),
            ("Issues", Class::Problems),
            ("Security issues", Class::Problems),
            ("Key findings", Class::Findings),
            ("Research findings", Class::Plain),
            ("Security", Class::Topic),
            ("Error handling & logging", Class::Topic),
            ("`src/a.ts`", Class::File),
            ("src/a.ts (2 findings)", Class::File),
            ("Strengths", Class::Other),
            ("What works well", Class::Other),
            ("Checked and found sound", Class::Other),
            ("No issues found", Class::Other),
            ("Suggested fix order", Class::Other),
            ("A. Committing the session", Class::Plain),
        ] {
            assert_eq!(classify(text), class, "{text}");
        }
    }

    #[test]
    fn sentences_announce_and_praise() {
        assert!(announces("Found 2 issues:") && !announces("Found 2 issues.") && !announces("I did this:"));
        assert!(praises("**Good error handling**") && praises("✅ Tests") && !praises("Goods are late"));
        assert_eq!(without_number("2.1. Security"), "Security");
        assert_eq!(without_number("B) Security"), "B) Security");
        assert_eq!(without_number("A. Security"), "Security");
        assert_eq!(without_number("64 bits"), "64 bits");
    }
}
