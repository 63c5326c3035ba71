//! The names of fields, as data: what a label says of a finding, and the labels of comments. A name that agents use and
//! that is missing here is a row. See `docs/formats/prose.md`, "Fields".

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::part::columns::{self, Column};
use crate::part::finding_columns::COLUMNS;
use crate::text::inline;

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
            "why it is bad",
            "why this is bad",
            "why it is wrong",
            "evidence",
            "environment",
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
            "reason this comment was not posted",
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
            "verify",
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
            "rating",
            "urgency",
            "reproduce",
            "missing test",
            "hurts",
            "benefit",
            "validate",
            "exposure",
            "exit criterion",
            "why it blocks",
            "detection",
            "what hurts",
            "options",
        ],
    },
    Column {
        name: "suggestion",
        canonical: &["counter proposal"],
        others: &[
            "cure",
            "mitigate",
            "recommend",
            "recommended",
            "remediate",
            "resolve",
            "alternative",
            "ask",
            "change now",
            "direction",
            "do",
            "do this",
            "fix design",
            "fix hint",
            "fix prompt",
            "next step",
            "patch hint",
            "proposal",
            "proposed rewrite",
            "remediation steps",
            "rewrite",
            "steps to fix",
            "implementation steps",
            "suggested code",
            "suggested rewrite",
            "to do",
            "todo",
            "what i would do",
            "what i d do",
            "what would settle it",
        ],
    },
    Column {
        name: "description",
        canonical: &["flaw"],
        others: &[
            "enhancement",
            "overview",
            "detected",
            "draft comment",
            "happens",
            "logic",
            "syntax",
            "what is the issue",
        ],
    },
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
    Column { name: "line", canonical: &["uncovered lines"], others: &["missed lines", "untested lines"] },
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

/// Whether a field by its name says how to see what is wrong: `Reproduce`, `Steps to reproduce`.
#[must_use]
pub fn reproduces(key: &str) -> bool {
    const NAMES: [&str; 9] = [
        "how to reproduce",
        "how to verify",
        "missing test",
        "poc",
        "proof of concept",
        "repro",
        "reproduce",
        "reproduction",
        "steps to reproduce",
    ];
    NAMES.contains(&inline::words(key).as_str())
}

/// Whether a field by its name mends something: "Solution" and "Change" may stand in any text.
#[must_use]
pub fn is_fix(key: &str) -> bool {
    const WORDS: [&str; 9] = [
        "countermeasure",
        "cure",
        "fix",
        "mend",
        "mitigation",
        "recommendation",
        "remediation",
        "remedy",
        "suggestion",
    ];
    inline::has_word(&inline::words(key), &WORDS)
}

/// Each name of a field, and what it is. Of two that go by one name, the first counts.
static ROLES: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| {
    let mut roles = BTreeMap::new();
    for column in MORE_FIELDS.iter().chain(COLUMNS) {
        for name in column.canonical.iter().chain(column.others) {
            roles.entry(*name).or_insert(column.name);
        }
    }
    roles
});

/// What a field is by its name to the letter.
#[must_use]
pub fn named(key: &str) -> Option<&'static str> {
    ROLES.get(columns::key(key).as_str()).copied()
}

/// What a field is by its name: a column of a finding, or one of the names above.
#[must_use]
pub fn role(key: &str) -> Option<&'static str> {
    // `[severity: high]` is a tag.
    if key.trim_start().starts_with(['(', '[']) {
        return None;
    }
    // `Fix (suggested)`, `Impact [high]`: a remark on the name.
    let is_remarked = key.trim_end().trim_end_matches(['*', '_', ':']).ends_with([')', ']']);
    let bare = if is_remarked { key.split(['(', '[']).next().unwrap_or_default().trim() } else { key.trim() };
    // `File/section`, `Risk / impact`, `Path & line`: two names of one field.
    let parts = bare.split_once('/').or_else(|| bare.split_once(" & ")).or_else(|| bare.split_once(" and "));
    let two = || parts.and_then(|(one, other)| named(other).and(named(one)));
    let is_name = bare.chars().all(|character| character.is_alphabetic() || matches!(character, ' ' | '-' | '*' | '_'));
    named(bare).or_else(two).or_else(|| is_name.then(|| role_of_noun(&inline::words(bare))).flatten())
}

/// What a field is by the noun at the end of its name: `Smallest fix`, `Operational impact`. What speaks of all is none.
fn role_of_noun(name: &str) -> Option<&'static str> {
    const WORDS: usize = 3;
    const OF_ALL: [&str; 15] = [
        "all", "could", "final", "general", "key", "main", "merge", "must", "my", "no", "overall", "release", "should",
        "top", "total",
    ];
    const NOUNS: [(&str, &[&str]); 3] = [
        ("suggestion", &["fix", "mitigation", "patch", "recommendation", "remediation", "remedy"]),
        (
            "discussion",
            &["cause", "consequence", "evidence", "exploit", "impact", "rationale", "reproduction", "scenario"],
        ),
        ("location", &["location", "locations"]),
    ];
    let (before, noun) = name.rsplit_once(' ')?;
    let is_own = !inline::has_word(before, &OF_ALL) && before.split(' ').count() < WORDS;
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

/// Whether the name of a part is a label of conventional comments with its decoration: `issue (blocking)`,
/// `suggestion (non-blocking)`. No field is named so. See `docs/formats/prose.md`, "The first line".
#[must_use]
pub fn is_decorated(name: &str) -> bool {
    decoration(name).is_some()
}

/// The decoration of a label of conventional comments, which may stand beside others: `issue (blocking, security)`.
#[must_use]
pub fn decoration(name: &str) -> Option<&str> {
    const DECORATIONS: [&str; 3] = ["blocking", "non-blocking", "if-minor"];
    let name = name.trim().trim_end_matches(':').trim_end();
    let (_, told) = name.strip_suffix(')')?.rsplit_once('(')?;
    told.split(',').map(str::trim).find(|part| DECORATIONS.iter().any(|known| part.eq_ignore_ascii_case(known)))
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
