//! Whether a status says that something is settled, or withdraws that: `Fixed, then regressed`, `❌ applied`, `Fixed?
//! No`. See `docs/formats/protocol-v1.md`, "Verification".

use crate::model::ItemStatus;
use crate::text::{inline, steps};

use super::figures;

/// Words that say of an item that it is done.
const DONE: [&str; 8] = ["applied", "closed", "complete", "completed", "done", "fixed", "implemented", "resolved"];

/// Words that precede a state that was checked: `verified fixed`.
const LOOKED_AT: [&str; 2] = ["verified", "confirmed"];

/// Words that take "done" back wherever they stand.
const TAKE_BACK: [(ItemStatus, &[&str]); 4] = [
    (ItemStatus::Regressed, &["regressed", "regresses", "rebroken"]),
    (ItemStatus::Misapplied, &["misapplied", "incorrectly", "wrongly", "erroneously", "mistakenly"]),
    (ItemStatus::Open, &["reopened", "reopens", "todo", "tbd", "wontfix", "undone", "reverted", "retest"]),
    (
        ItemStatus::Partial,
        &[
            "almost",
            "although",
            "but",
            "cancelled",
            "except",
            "excluding",
            "fail",
            "failed",
            "failing",
            "fails",
            "half",
            "halfway",
            "however",
            "incomplete",
            "incompletely",
            "largely",
            "maybe",
            "mostly",
            "nearly",
            "not",
            "only",
            "partial",
            "partially",
            "partly",
            "possibly",
            "presumably",
            "probably",
            "remain",
            "remains",
            "skipped",
            "still",
            "supposedly",
            "though",
            "unfinished",
        ],
    ),
];

/// Words that take it back where they end a clause or a preposition follows: `missing in B.md`, not `missing comma added`.
const STATES: [(ItemStatus, &[&str]); 4] = [
    (ItemStatus::Regressed, &["broken", "regression", "regressions"]),
    (ItemStatus::Misapplied, &["inaccurate", "incorrect", "wrong"]),
    (
        ItemStatus::Open,
        &[
            "awaiting",
            "blocked",
            "contested",
            "deferred",
            "disputed",
            "open",
            "outstanding",
            "pending",
            "postponed",
            "unaddressed",
            "unchecked",
            "unconfirmed",
            "unfixed",
            "unresolved",
            "untested",
            "unverified",
        ],
    ),
    (ItemStatus::Partial, &["absent", "ish", "missing", "remaining", "unchanged"]),
];

/// Words before one of these that deny it, or tell of an earlier time.
const DENIES: [&str; 20] = [
    "0",
    "against",
    "anything",
    "avoids",
    "formerly",
    "had",
    "neither",
    "never",
    "no",
    "nobody",
    "none",
    "nor",
    "not",
    "nothing",
    "prevents",
    "previously",
    "was",
    "were",
    "without",
    "zero",
];

/// What may follow a state that a clause ends with.
const BEHIND: [&str; 21] = [
    "again", "and", "as", "at", "because", "by", "for", "from", "in", "now", "of", "on", "or", "per", "pending",
    "since", "to", "under", "until", "with", "within",
];

/// How much of a status is looked at, in bytes.
const NEAR: usize = 400;

/// Whether the words of a status or those of a remark after it are examined.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// All words count: they are one statement.
    Status,
    /// A remark may go on to describe the document, so a word that qualifies the status counts only at the start of a clause.
    Remark,
}

/// The beginning of a status, of which no more is looked at.
#[must_use]
pub fn head(written: &str) -> &str {
    let end = (0..=written.len().min(NEAR)).rev().find(|at| written.is_char_boundary(*at)).unwrap_or(0);
    written.get(..end).unwrap_or(written)
}

/// The state that something came to last: `Open` of `Resolved → Open`.
#[must_use]
pub fn current(written: &str) -> &str {
    let behind =
        ["→", "->", "=>", "➜", "⇒"].iter().filter_map(|arrow| written.rsplit_once(arrow)).map(|(_, last)| last);
    behind.min_by_key(|last| last.len()).map(str::trim).filter(|last| names_state(last)).unwrap_or(written)
}

/// Whether a text begins with a state of something that was to be done.
fn names_state(text: &str) -> bool {
    const OTHERS: [&str; 14] = [
        "later",
        "lost",
        "misapplied",
        "missing",
        "not",
        "open",
        "partial",
        "partially",
        "pending",
        "regressed",
        "removed",
        "reopened",
        "reverted",
        "todo",
    ];
    let words = inline::words(text);
    let first = words.split(' ').next().unwrap_or_default();
    [&DONE[..], &LOOKED_AT, &OTHERS].iter().any(|list| list.contains(&first))
        || (first.is_empty() && marked(text).is_some())
        || text.starts_with(['✅', '✔', '✓', '☑'])
}

/// Whether a status says that a finding is settled, and nothing that takes it back.
#[must_use]
pub fn is_settled(status: &str) -> bool {
    let status = current(status);
    let words = inline::words(status);
    let words = ["already ", "now "].iter().find_map(|told| words.strip_prefix(told)).unwrap_or(&words);
    let first = words.split(' ').next().unwrap_or_default();
    let is_denied = || {
        matches!(first, "dismissed" | "disproved" | "invalid" | "refuted" | "rejected" | "retracted" | "withdrawn")
            || ["false positive", "false alarm", "not a bug"].iter().any(|denial| words.starts_with(denial))
    };
    let is_done = matches!(first, "fixed" | "mitigated" | "resolved" | "done" | "closed" | "applied")
        || is_denied()
        || (words.is_empty() && status.trim_start().starts_with(['✅', '✔']));
    is_done && taken_back(status, Reach::Status).is_none()
}

/// Whether a title has a mark at either end that says that it is settled: `Key is logged — FIXED`, `[RESOLVED] Key is logged`,
/// `Key is logged (already fixed)`.
#[must_use]
pub fn is_marked_settled(title: &str) -> bool {
    let title = title.trim().trim_end_matches('.');
    let ends = |open, close| title.rsplit_once(open).and_then(|(_, mark): (_, &str)| mark.strip_suffix(close));
    let behind = [ends(" (", ')'), ends(" [", ']')];
    let dashed = [" — ", " – ", " - "].map(|dash| title.rsplit_once(dash).map(|(_, mark)| mark));
    // `[FIXED] point numbers overflow` goes on with the word.
    let before = title.strip_prefix('[').and_then(|rest| rest.split_once("] "));
    let before = before.filter(|(_, rest)| !rest.starts_with(char::is_lowercase)).map(|(mark, _)| mark);
    behind.into_iter().chain(dashed).chain([before]).flatten().any(is_settled_mark)
}

/// Whether a mark says that what it is on is settled: in capitals, or with more words, since such a word may as well tell what is
/// wrong: `Consent (withdrawn)`, `Width — Fixed`, `State — CLOSED`, `Scanner (false positives)`.
fn is_settled_mark(mark: &str) -> bool {
    const SETTLED: [&str; 8] =
        ["dismissed", "false positive", "fixed", "not a bug", "refuted", "resolved", "retracted", "withdrawn"];
    const SINCE: [&str; 7] = ["by this ", "in commit ", "in pr ", "in the latest ", "in this ", "since ", "upstream"];
    let mark = mark.trim_matches(['*', '_', ' ', '✅', '✔', '✓']);
    let words = inline::words(mark);
    let told = ["already ", "now "].iter().find_map(|word| words.strip_prefix(word));
    let mut settles = SETTLED.iter().filter_map(|word| told.unwrap_or(&words).strip_prefix(word));
    settles.any(|rest| match rest.trim_start() {
        "" => told.is_some() || !mark.contains(char::is_lowercase),
        rest => SINCE.iter().any(|since| rest.starts_with(since)),
    })
}

/// Whether a status begins with a word for "done".
#[must_use]
pub fn begins_done(status: &str) -> bool {
    let words = inline::words(status);
    let first = words.split(' ').next().unwrap_or_default();
    DONE.contains(&first) || LOOKED_AT.contains(&first)
}

/// What a status for "done" comes to where its marks or its other words take it back.
#[must_use]
pub fn taken_back(written: &str, reach: Reach) -> Option<ItemStatus> {
    let written = head(written);
    steps::add(written.len());
    if let Some(status) = marked(written) {
        return Some(status);
    }
    // `Fixed? No`
    if written.contains('?') && reach == Reach::Status {
        return Some(ItemStatus::Open);
    }
    let clauses = clauses(written);
    let found = clauses.iter().enumerate().filter_map(|(at, clause)| of_clause(clause, at, reach));
    found.min_by_key(|status| match status {
        ItemStatus::Regressed => 0,
        ItemStatus::Misapplied => 1,
        ItemStatus::Open => 2,
        ItemStatus::Missing => 3,
        _ => 4,
    })
}

/// What a mark says against "done", before or behind the words.
fn marked(written: &str) -> Option<ItemStatus> {
    let has = |marks: &[char]| written.contains(marks);
    let text = written.trim();
    if has(&['❌', '✗', '✘', '✖', '⛔', '🚫', '🔴']) {
        return Some(if has(&['✅', '✔', '✓']) { ItemStatus::Partial } else { ItemStatus::Missing });
    }
    if text.starts_with("~~") || text.starts_with("[ ]") || has(&['☐', '⬜', '⏳', '❓']) {
        return Some(ItemStatus::Open);
    }
    let is_half = text.starts_with(['~', '≈', '±']) || text.starts_with("[-]") || has(&['⚠', '🟡', '🟠', '◐']);
    is_half.then_some(ItemStatus::Partial)
}

/// A clause of a status: its words, and whether it follows a colon, after which it may say what was done.
struct Clause {
    words: Vec<String>,
    explains: bool,
}

fn clauses(written: &str) -> Vec<Clause> {
    const ENDS: [char; 16] = [',', ';', ':', '(', ')', '[', ']', '—', '–', '|', '.', '!', '?', '\n', '+', '&'];
    const JOINS: [&str; 6] = ["although", "but", "however", "though", "whereas", "while"];
    let written = written.replace('%', " percent ").replace(" - ", " — ");
    let mut clauses = Vec::new();
    let mut explains = false;
    for part in written.split_inclusive(ENDS) {
        let words = inline::words(part);
        let mut clause: Vec<String> = Vec::new();
        for word in words.split(' ').filter(|word| !word.is_empty()) {
            if JOINS.contains(&word) && !clause.is_empty() {
                clauses.push(Clause { words: std::mem::take(&mut clause), explains });
                explains = false;
            }
            clause.push(word.to_owned());
        }
        if !clause.is_empty() {
            clauses.push(Clause { words: clause, explains });
        }
        explains = part.ends_with(':');
    }
    clauses
}

fn of_clause(clause: &Clause, at: usize, reach: Reach) -> Option<ItemStatus> {
    let words: Vec<&str> = clause.words.iter().map(String::as_str).collect();
    // `not an issue any more`
    if words.iter().any(|word| matches!(*word, "anymore" | "longer"))
        || words.windows(2).any(|two| two == ["any", "more"])
    {
        return None;
    }
    let own = if at == 0 { words.get(1..).unwrap_or_default() } else { &words[..] };
    if let ["no" | "nope" | "false" | "failed"] = own {
        return Some(ItemStatus::Missing);
    }
    let is_less = counts_less(&words) || matches!(own, [percent, "percent", ..] if less_than_all(percent));
    words
        .iter()
        .enumerate()
        .find_map(|(place, _)| of_word(&words, place, at == 0, clause.explains, reach))
        .or_else(|| is_less.then_some(ItemStatus::Partial))
        .or_else(|| (comes_after(&words, at > 0) || is_qualified(&words)).then_some(ItemStatus::Partial))
}

fn of_word(words: &[&str], at: usize, is_first: bool, explains: bool, reach: Reach) -> Option<ItemStatus> {
    const TO: [&str; 6] = ["at", "in", "into", "on", "to", "under"];
    let word = words.get(at).copied()?;
    let before = |back: usize| at.checked_sub(back).and_then(|at| words.get(at)).copied().unwrap_or_default();
    let next = words.get(at + 1).copied();
    let is_denied = DENIES.contains(&before(1)) || DENIES.contains(&before(2));
    // `isn't`, `won't`
    if word == "t" && matches!(before(1), "couldn" | "didn" | "doesn" | "hasn" | "isn" | "wasn" | "won" | "can") {
        let refused = before(1) == "won";
        return (reach == Reach::Status || at < 3).then_some(if refused {
            ItemStatus::Open
        } else {
            ItemStatus::Partial
        });
    }
    let listed = |list: &[(ItemStatus, &[&str])]| {
        list.iter().find(|(_, words)| words.contains(&word)).map(|(status, _)| *status)
    };
    if let Some(status) = listed(&TAKE_BACK) {
        let holds = match word {
            // `not only in S3`; `only` then says nothing either.
            "not" => next != Some("only"),
            "only" => before(1) != "not",
            "still" => !next.is_some_and(|next| DONE.contains(&next) || STILL_WELL.contains(&next)),
            // `fixed all remaining places`
            "failing" | "partial" | "failed" => !is_denied && !is_object(words, at, is_first),
            _ => !is_denied,
        };
        let is_near = reach == Reach::Status || status != ItemStatus::Partial || at < 2;
        return (holds && is_near).then_some(status);
    }
    if word == "broken" && next == Some("again") {
        return Some(ItemStatus::Regressed);
    }
    let status = listed(&STATES)?;
    // `applied to the wrong section`
    if word == "wrong" && (TO.contains(&before(1)) || (matches!(before(1), "the" | "a") && TO.contains(&before(2)))) {
        return Some(ItemStatus::Misapplied);
    }
    let ends = next.is_none_or(|next| BEHIND.contains(&next));
    // `(pending review)`, `, missing tests`
    let begins = at == 0 && status != ItemStatus::Regressed && !is_first && !explains && words.len() < 4;
    ((ends || begins) && !is_denied && !is_object(words, at, is_first)).then_some(status)
}

/// What is as well as it was.
const STILL_WELL: [&str; 10] = ["applies", "correct", "good", "green", "holds", "in", "ok", "passes", "true", "works"];

/// Whether a word is what was fixed: `Fixed regression in S3`, `Resolved the broken link`.
fn is_object(words: &[&str], at: usize, is_first: bool) -> bool {
    let lead = words.get(..at).unwrap_or_default();
    let lead = match lead.split_last() {
        Some((&("the" | "a" | "an" | "all" | "this" | "that"), before)) => before,
        _ => lead,
    };
    is_first && matches!(lead, ["fixed" | "resolved" | "closed", ..] if lead.len() == 1) && at + 1 < words.len()
}

/// `2 of 3 places`, `one of two`, `2 3` of `2/3`.
fn counts_less(words: &[&str]) -> bool {
    let number = |word: &&str| figures::whole(word);
    words.windows(3).any(|three| match three {
        [some, "of", all] => number(some).zip(number(all)).is_some_and(|(some, all)| some < all),
        _ => false,
    }) || matches!(words, [_, "in" | "at", "some" | "most", ..] | [_, "some" | "most", "of", ..])
        || words.windows(4).any(|four| match four {
            [some, "of", "the", all] => number(some).zip(number(all)).is_some_and(|(some, all)| some < all),
            _ => false,
        })
}

fn less_than_all(percent: &str) -> bool {
    const ALL: u32 = 100;
    percent.parse::<u32>().is_ok_and(|percent| percent < ALL)
}

/// `with errors`, `in principle`, `introduces a new contradiction`.
fn is_qualified(words: &[&str]) -> bool {
    const WRONG: [&str; 12] = [
        "conflict",
        "contradiction",
        "contradictions",
        "error",
        "errors",
        "exceptions",
        "failures",
        "gaps",
        "inconsistency",
        "issues",
        "problem",
        "problems",
    ];
    const WITHIN: usize = 4;
    words.iter().enumerate().any(|(at, word)| {
        let behind = words.get(at + 1..(at + 1 + WITHIN).min(words.len())).unwrap_or_default();
        match *word {
            "with" => behind.first().is_some_and(|next| WRONG.contains(next)),
            "in" => matches!(behind, ["principle" | "spirit" | "theory" | "part", ..]),
            "introduces" | "introduced" | "creates" | "causes" => behind.iter().any(|next| WRONG.contains(next)),
            _ => false,
        }
    })
}

/// `then removed`, `needs re-test`: what came or is to come after it was done.
fn comes_after(words: &[&str], is_behind: bool) -> bool {
    const CHECKS: [&str; 8] = ["checked", "confirmed", "fixed", "merged", "retested", "reviewed", "tested", "verified"];
    match words {
        ["needs" | "need" | "requires", ..] => is_behind,
        _ => words.windows(2).any(|two| matches!(two, ["then", next] if !CHECKS.contains(next))),
    }
}

#[cfg(test)]
mod tests {
    use super::{Reach, current, is_settled, taken_back};
    use crate::model::ItemStatus;

    #[test]
    fn what_takes_done_back() {
        use ItemStatus as I;
        for (written, status) in [
            ("Fixed, then regressed", I::Regressed),
            ("Resolved in v2, regressed in v3", I::Regressed),
            ("Fixed in A.md, still open in B.md", I::Partial),
            ("resolved - see I4 (reopened)", I::Open),
            ("Fixed? No", I::Open),
            ("applied - no", I::Missing),
            ("Applied incorrectly", I::Misapplied),
            ("Applied to wrong section", I::Misapplied),
            ("applied/misapplied", I::Misapplied),
            ("fixed/open", I::Open),
            ("Done (50%)", I::Partial),
            ("done in 2 of 3 places", I::Partial),
            ("implemented, untested", I::Open),
            ("Fixed (needs re-test)", I::Partial),
            ("Fixed in A.md only", I::Partial),
            ("Closed (won't fix)", I::Open),
            ("Done, missing in B.md", I::Partial),
            ("Fixed (pending review)", I::Open),
            ("Fixed, broken again in v3", I::Regressed),
            ("❌ applied", I::Missing),
            ("applied ⚠️", I::Partial),
            ("~ applied", I::Partial),
            ("[ ] applied", I::Open),
            ("applied, then removed in v3", I::Partial),
            ("Applied in principle", I::Partial),
            ("Applied with errors", I::Partial),
            ("Fixed, introduces a new contradiction", I::Partial),
            ("Fixed in A.md; B.md unchanged", I::Partial),
            ("Resolved (disputed)", I::Open),
        ] {
            assert_eq!(taken_back(written, Reach::Status), Some(status), "{written}");
        }
        for written in [
            "Fixed in v2",
            "Fixed: missing comma added",
            "Fixed the broken link in B.md",
            "Fixed regression in S3",
            "Applied (S3.2, lines 10-14)",
            "Resolved: was missing in B.md",
            "Fixed, no open points",
            "Fixed without regressions",
            "Done (100%)",
            "done, 3 of 3 places",
            "Resolved; not an issue any more",
            "Fixed, then verified",
            "Fixed; regression test added",
            "Applied and still holds",
            "Closed (duplicate of F2)",
            "Fixed in A.md and B.md",
            "Applied to all remaining places",
        ] {
            assert_eq!(taken_back(written, Reach::Status), None, "{written}");
        }
    }

    #[test]
    fn a_remark_may_tell_of_the_document() {
        let remark = |written| taken_back(written, Reach::Remark);
        assert_eq!(remark("applied: S3 now says that clients must not retry"), None);
        assert_eq!(remark("applied: S3 says \"why?\""), None);
        assert_eq!(remark("applied, only in A.md"), Some(ItemStatus::Partial));
        assert_eq!(remark("Fixed, then regressed"), Some(ItemStatus::Regressed));
    }

    #[test]
    fn what_came_last_counts() {
        assert_eq!(current("Resolved → Open"), "Open");
        assert_eq!(current("Open -> Fixed"), "Fixed");
        assert_eq!(current("Fixed → see S4"), "Fixed → see S4");
        assert!(is_settled("Open → Fixed") && !is_settled("Resolved → Open") && !is_settled("Done (partially)"));
        assert!(is_settled("✅") && !is_settled("❌ fixed") && !is_settled("Closed — reopened in v2"));
    }
}
