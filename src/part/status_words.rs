//! What status words mean. See `docs/formats/protocol-v1.md`, "Status words".

use super::coverage;
use crate::model::{Percent, Status};

/// What a status word says of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// One of the four states, as the protocol writes it.
    State(Status),
    /// One of the four states, in another word.
    Means(Status),
    /// Completed: CLEAN, or FINDINGS where something was found or failed.
    Done,
    /// FINDINGS where steps failed; ERROR where there are none.
    Failed,
}

const WORDS: &[(&str, Meaning)] = &[
    ("clean", Meaning::State(Status::Clean)),
    ("findings", Meaning::State(Status::Findings)),
    ("partial", Meaning::State(Status::Partial)),
    ("error", Meaning::State(Status::Error)),
    ("complete", Meaning::Done),
    ("completed", Meaning::Done),
    ("consistent", Meaning::Done),
    ("pass", Meaning::Done),
    ("passed", Meaning::Done),
    ("planned", Meaning::Done),
    ("good", Meaning::Done),
    ("researched", Meaning::Done),
    ("implemented", Meaning::Done),
    ("synced", Meaning::Done),
    ("linked", Meaning::Done),
    ("committed", Meaning::Done),
    ("tasks-created", Meaning::Done),
    ("done", Meaning::Done),
    ("fixed", Meaning::Done),
    ("success", Meaning::Done),
    ("tension", Meaning::Means(Status::Findings)),
    ("conflict", Meaning::Means(Status::Findings)),
    ("some-issues", Meaning::Means(Status::Findings)),
    ("significant-problems", Meaning::Means(Status::Findings)),
    ("needs-components", Meaning::Means(Status::Findings)),
    ("fail", Meaning::Failed),
    ("in-progress", Meaning::Means(Status::Partial)),
    ("incomplete", Meaning::Means(Status::Partial)),
    ("failed", Meaning::Means(Status::Error)),
    ("failure", Meaning::Means(Status::Error)),
    ("blocked", Meaning::Means(Status::Error)),
];

/// What a status means, as written: the whole of it is a known word, or its first word is.
#[must_use]
pub fn meaning(written: &str) -> Option<Meaning> {
    let whole = key(written);
    if let Some(meaning) = find(&whole).filter(|_| !is_marked(written)) {
        return Some(meaning);
    }
    let mut parts = whole.split('-');
    let first = parts.next().unwrap_or_default();
    let two = parts.next().map(|second| format!("{first}-{second}"));
    let (meaning, used) =
        two.and_then(|two| find(&two)).map(|two| (two, 2)).or_else(|| find(first).map(|one| (one, 1)))?;
    let rest: Vec<&str> = whole.split('-').skip(used).collect();
    let done = matches!(meaning, Meaning::Done | Meaning::State(Status::Clean) | Meaning::Means(Status::Clean));
    Some(if done && takes_back(&rest, written) { Meaning::Means(Status::Partial) } else { meaning })
}

/// Whether a mark doubts a word: `CLEAN?`, `❌ CLEAN`.
fn is_marked(written: &str) -> bool {
    written.contains(['?', '❌', '✗', '✘'])
}

/// Whether what stands behind a word for "done" says that not all is: `CLEAN but incomplete`, `COMPLETE (2 of 3 phases)`,
/// `CLEAN (70%)`.
#[must_use]
fn takes_back(rest: &[&str], written: &str) -> bool {
    const LESS: [&str; 24] = [
        "blocked",
        "pending",
        "unless",
        "cancelled",
        "caveat",
        "caveats",
        "error",
        "errors",
        "exception",
        "exceptions",
        "fail",
        "failed",
        "failing",
        "failure",
        "failures",
        "ish",
        "probably",
        "provisional",
        "provisionally",
        "tentative",
        "tentatively",
        "unfinished",
        "likely",
        "presumably",
    ];
    const DENIES: [&str; 4] = ["no", "without", "0", "zero"];
    let count = |word: Option<&&str>| word.and_then(|word| word.parse::<u32>().ok());
    let denied = |at: usize| at.checked_sub(1).and_then(|at| rest.get(at)).is_some_and(|word| DENIES.contains(word));
    let remark = rest.join(" ");
    let is_share = || coverage::read(written).percent.is_some_and(|percent| percent < Percent::FULL);
    is_marked(written)
        || coverage::is_less(&remark)
        || (written.contains('%') && is_share())
        || rest.iter().enumerate().any(|(at, word)| LESS.contains(word) && !denied(at))
        || rest.iter().enumerate().any(|(at, word)| {
            let before = at.checked_sub(1).and_then(|at| rest.get(at));
            *word == "of" && count(before).zip(count(rest.get(at + 1))).is_some_and(|(some, all)| some < all)
        })
}

/// Whether the whole of a text is one status word.
#[must_use]
pub fn is_status_word(written: &str) -> bool {
    find(&key(written)).is_some()
}

/// Whether a status says of a design plan that components are missing.
#[must_use]
pub fn needs_components(written: &str) -> bool {
    key(written).starts_with("needs-components")
}

fn find(word: &str) -> Option<Meaning> {
    WORDS.iter().find(|(known, _)| *known == word).map(|(_, meaning)| *meaning)
}

fn key(written: &str) -> String {
    crate::text::inline::words(written).replace(' ', "-")
}

#[cfg(test)]
mod tests {
    use super::{Meaning, meaning};
    use crate::model::Status;

    #[test]
    fn words_are_read_through_decoration() {
        assert_eq!(meaning("✅ PASS"), Some(Meaning::Done));
        assert_eq!(meaning("SOME ISSUES"), Some(Meaning::Means(Status::Findings)));
        assert_eq!(meaning("tasks_created"), Some(Meaning::Done));
        assert_eq!(meaning("CLEAN (no issues)"), Some(Meaning::State(Status::Clean)));
        assert_eq!(meaning("PASS (0 failures)"), Some(Meaning::Done));
        for less in ["CLEAN but incomplete", "CLEAN (partial)", "COMPLETE (2 of 3 phases)", "PASS with failures"] {
            assert_eq!(meaning(less), Some(Meaning::Means(Status::Partial)), "{less}");
        }
        assert_eq!(meaning("COMPLETE (3 of 3 phases)"), Some(Meaning::Done));
        assert_eq!(meaning("splendid"), None);
    }
}
