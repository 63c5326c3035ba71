//! Finds text that contradicts the status of a reply: the agent did not look at all of its work, tests fail, another
//! status. See `docs/formats/protocol-v1.md`, "Status".

use std::borrow::Cow;
use std::ops::Range;

use crate::model::{AgentResult, Detail, Dialect, ItemStatus, KeyValue, Percent, Status};
use crate::part::aliases::is_same_file;
use crate::part::coverage::{self, is_excused};
use crate::part::records;
use crate::part::sections::{self, Contrast, Section};
use crate::part::status_words::{self, Meaning};
use crate::part::units::{self, document_key};
use crate::text::blocks::BlockKind;
use crate::text::{SourceText, inline};

use super::admissions::{
    self, contrasts_figures, denied, is_done, leaves_out, names_contradiction, says_unfinished, takes_for_granted,
};
use super::conclusion::{counts_problems, finds_nothing, sentences};
use super::convention::{has_failures, is_short};
use super::failures::fails;
use super::inferred;
use super::shortfalls::{self, Wording, falls_short, is_broken, says_undone, sets_against};

/// What says something against a status for "done", and its words; `None` where nothing does.
#[must_use]
pub fn said_against(result: &AgentResult) -> Option<(&'static str, String)> {
    let metadata = &result.metadata;
    match result.status {
        Status::Clean => {}
        // What fails or contradicts is listed; what was not looked at may be said beside it.
        Status::Findings if result.dialect != Dialect::Prose => {
            // Figures alone say that not all is met: a row may say why.
            let is_told = result.findings.is_empty() && !has_failures(&result.detail);
            if let Some(said) = record_lessens(&result.detail).filter(|_| is_told) {
                return Some(("a row", said));
            }
            let mut paragraphs = result.remainder.iter().flat_map(|left| paragraphs(&left.text));
            let said = paragraphs.find_map(|paragraph| taken_back(&paragraph, Work::Reading));
            return said.map(|sentence| ("the text", sentence));
        }
        _ => return None,
    }
    let work = Work::of(&result.detail);
    if let Some(reason) = result.metrics.iter().find(|pair| inline::words(&pair.key) == "reason") {
        return Some(("the summary line", format!("{}: {}", reason.key, reason.value)));
    }
    let is_lesser = |pair: &&KeyValue| {
        let key = inline::words(&pair.key);
        let counts =
            key == "findings" && !says_none(&pair.value) && !pair.value.contains(|digit: char| digit.is_ascii_digit());
        counts || (key != "coverage" && !pair.value.contains('/') && lessens(&key, &pair.value))
    };
    if let Some(pair) = result.metrics.iter().find(is_lesser) {
        return Some(("the summary line", format!("{}: {}", pair.key, pair.value)));
    }
    if let Some(said) = covers_less(result) {
        return Some(("the metadata", said));
    }
    let mut extra = metadata.extra.iter();
    if let Some(field) = extra.find(|field| lessens(&inline::words(&field.key), &field.value)) {
        return Some(("the metadata", format!("{}: {}", field.key, field.value)));
    }
    if let Some(uncovered) = result.uncovered.as_deref().filter(|uncovered| !says_none(uncovered)) {
        return Some(("what it says was not covered", uncovered.trim().to_owned()));
    }
    if let Some(said) = record_lessens(&result.detail) {
        return Some(("a row", said));
    }
    if let Some(said) = gap_left(&result.detail) {
        return Some(("a gap", said));
    }
    if let Some(said) =
        result.remainder.iter().find_map(|left| table_lessens(&left.text)).filter(|_| work == Work::Comparing)
    {
        return Some(("a table", said));
    }
    if let Some(open) = open_error(&result.detail) {
        return Some(open);
    }
    if let Some(said) = result.remainder.iter().find_map(|left| section_lessens(&left.text)) {
        return Some(("a section", said));
    }
    let told = [&metadata.scope, &metadata.coverage, &metadata.stated_confidence];
    let fields = told.into_iter().filter_map(Option::as_deref);
    let mut paragraphs = texts(result).chain(fields).flat_map(paragraphs);
    let said = paragraphs.find_map(|paragraph| field_lessens(&paragraph).or_else(|| taken_back(&paragraph, work)));
    let mut counting = texts(result).filter(|_| result.findings.is_empty());
    let said = said.or_else(|| counting.find_map(counts_problems).map(str::to_owned));
    // A summary of what was read tells of the documents, unless the agent tells of itself or of its search. Who judges a
    // dimension tells of itself too by what nobody else does to a section: that one was not verified may be what is found.
    let is_judged = matches!(result.detail, Detail::Consistency(_));
    let of_itself = |sentence: &String| {
        let words = inline::words(sentence);
        inline::has_word(&words, &["i", "we", "web"]) || (is_judged && inline::has_word(&words, &OF_READING))
    };
    let summed = || {
        let mut of_summary = summary(&result.detail).into_iter().flat_map(self::paragraphs);
        of_summary.find_map(|paragraph| taken_back(&paragraph, Work::Reading).filter(of_itself))
    };
    said.or_else(summed).map(|sentence| ("the text", sentence))
}

/// What only the agent does to a document, and what it calls that.
const OF_READING: [&str; 8] =
    ["analysed", "analysis", "analyzed", "compared", "examined", "read", "unexamined", "unread"];

/// What a reply sums up of what it read.
fn summary(detail: &Detail) -> Option<&str> {
    match detail {
        Detail::Consistency(read) => read.summary.as_deref(),
        Detail::Digest(read) => read.summary.as_deref(),
        _ => None,
    }
}

/// What a text without a protocol admits of the work behind it.
#[must_use]
pub fn admitted(text: &str) -> Option<String> {
    paragraphs(text)
        .into_iter()
        .find_map(|paragraph| field_lessens(&paragraph).or_else(|| taken_back(&paragraph, Work::Implementing)))
}

/// Whether a field says that less than all was done: `Status: PARTIAL`, `Coverage: 60%`, `Not covered: B.md §7`.
fn lessens(key: &str, value: &str) -> bool {
    match key {
        "conclusion" | "outcome" | "rating" | "status" | "verdict" => means_less(value),
        "tests" | "test results" | "test run" | "criteria" | "acceptance criteria" => is_short(value),
        _ if key.strip_suffix(" status").is_some_and(|what| OF_WORK.contains(&what)) => means_less(value),
        "coverage" | "overall coverage" => {
            coverage::read(value).percent.is_some_and(|percent| percent < Percent::FULL) || coverage::is_less(value)
        }
        // What limits a method is no part of the work that was left out.
        "caveats" | "limitations" => names_part(value) && !says_none(value),
        // `S5 onwards: not analysed`
        _ if names_part(key) => {
            let words = inline::words(value);
            words.strip_prefix("not ").is_some_and(|act| is_done(act.split(' ').next().unwrap_or_default()))
        }
        _ => LEAVES_OUT.contains(&key) && !says_none(value),
    }
}

/// Whether a text names a document, or a section of one: `B.md S5 to S9`.
fn names_part(text: &str) -> bool {
    inline::words(text).split(' ').any(shortfalls::is_document_part)
}

/// Where coverage and scope tell of less than the task: `Coverage: all of A.md` of two documents, `Coverage: lines 1-400`
/// of 842, `Scope: A.md, B.md (S1-S4 only)`.
fn covers_less(result: &AgentResult) -> Option<String> {
    let metadata = &result.metadata;
    let says = |field: &Option<String>, word: &str| {
        field.as_deref().is_some_and(|text| inline::has_word(&inline::words(text), &[word]))
    };
    if let Some(scope) = metadata.scope.as_deref().filter(|scope| scope.contains('('))
        && says(&metadata.scope, "only")
        && !says(&metadata.assigned, "only")
        && scope
            .split('(')
            .skip(1)
            .any(|remark| inline::has_word(&inline::words(remark), &["only"]) && names_part(remark))
    {
        return Some(format!("Scope: {scope}"));
    }
    let coverage = metadata.coverage.as_deref()?;
    let told = units::named(coverage);
    let unit = result.unit.as_deref().and_then(units::Identity::of);
    let names =
        |document: &String| told.iter().any(|named| is_same_file(&document_key(document), &document_key(named)));
    let is_of_some = unit.is_some_and(|unit| unit.documents().iter().any(names) && !unit.documents().iter().all(names));
    // `lines 1-400`, where the scope says how many there are.
    let last =
        inline::words(coverage).strip_prefix("lines ").and_then(|lines| lines.split(' ').nth(1)?.parse::<u32>().ok());
    let all = metadata.scope.as_deref().into_iter().flat_map(|scope| scope.split('(').skip(1));
    let mut all = all.filter_map(|remark| {
        let (count, rest) = remark.split_once(' ')?;
        rest.starts_with("lines").then(|| count.parse::<u32>().ok()).flatten()
    });
    let is_short = last.is_some_and(|last| all.any(|all| last < all));
    (is_of_some || is_short).then(|| format!("Coverage: {coverage}"))
}

/// What of an agent's work a status is of: `Task status`.
const OF_WORK: [&str; 14] = [
    "audit",
    "check",
    "comparison",
    "completion",
    "current",
    "final",
    "implementation",
    "overall",
    "reply",
    "result",
    "review",
    "task",
    "verification",
    "work",
];

/// A line of the text that is such a field.
fn field_lessens(line: &str) -> Option<String> {
    let (key, value) = line.split_once(':').filter(|(key, _)| !key.contains(['"', '“', '”', '{', '[']))?;
    lessens(&inline::words(key), value.trim_matches(['*', ' '])).then(|| line.to_owned())
}

/// Fields and headings that tell what was left out.
const LEAVES_OUT: [&str; 12] = [
    "coverage gaps",
    "not analysed",
    "not analyzed",
    "not checked",
    "not covered",
    "not read",
    "not reviewed",
    "not verified",
    "omitted",
    "skipped",
    "unread",
    "unreviewed",
];

/// Headings below which a conclusion stands, or what limits it.
const CONCLUDES: [&str; 6] = ["caveats", "conclusion", "limitations", "outcome", "status", "verdict"];

/// What stands below such a heading: `## Coverage gaps`.
fn section_lessens(text: &str) -> Option<String> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_known = |line: &str| {
        let words = inline::words(line);
        line.starts_with('#') && (LEAVES_OUT.contains(&words.as_str()) || CONCLUDES.contains(&words.as_str()))
    };
    let heading = lines.find(|line| is_known(line))?;
    let said = lines.next().filter(|line| !line.starts_with('#') && !says_none(line))?;
    let words = inline::words(heading);
    if CONCLUDES.contains(&words.as_str()) && !lessens(&words, said.trim_matches(['*', '-', ' '])) {
        return None;
    }
    if is_excused(&format!(" {} ", inline::words(said))) {
        return None;
    }
    Some(format!("{}: {said}", heading.trim_start_matches(['#', ' '])))
}

/// A criterion that is met in part or was not judged, or a test whose result is not understood: `PASS (partially)`, `N/A`,
/// `TIMEOUT`.
#[must_use]
pub fn record_lessens(detail: &Detail) -> Option<String> {
    const LESS: [&str; 6] = ["except", "flaky", "not", "partial", "partially", "pending"];
    let Detail::Implementation(work) = detail else { return None };
    let is_lesser = |stated: &str| inline::has_word(&inline::words(stated), &LESS);
    let criteria = work.criteria.iter().map(|row| (&row.criterion, row.stated_status.as_deref(), row.passed.is_some()));
    let tests = work.tests.iter().map(|row| {
        let is_read = row.outcome.is_some() || row.passed.is_some() || row.failed.is_some();
        (&row.name, row.stated_status.as_deref().filter(|stated| !says_none(stated)), is_read)
    });
    let by_status = criteria.chain(tests).find_map(|(name, stated, is_read)| {
        let stated = stated.filter(|stated| !is_read || is_lesser(stated))?;
        Some(format!("{name}: {stated}"))
    });
    let noted = || {
        let met = work.criteria.iter().filter(|row| row.passed == Some(true));
        let mut noted = met.filter_map(|row| Some((&row.criterion, row.evidence.as_deref()?)));
        noted.find(|(_, note)| takes_pass_back(note)).map(|(criterion, note)| format!("{criterion}: {note}"))
    };
    by_status.or_else(noted)
}

/// Whether the note on a criterion that passed says that it did not, or that nobody tried: `FAIL in CI`, `could not be
/// tested`, `mocked; real API not called`. That `failed logins are counted`, or that `the script is not run`, may be what
/// was asked for.
fn takes_pass_back(note: &str) -> bool {
    const FIRST: [&str; 15] = [
        "assumed",
        "deferred",
        "fail",
        "failed",
        "failing",
        "fails",
        "incomplete",
        "mocked",
        "pending",
        "placeholder",
        "skipped",
        "stubbed",
        "todo",
        "untested",
        "unverified",
    ];
    const BEHIND: [&str; 13] = [
        "at",
        "because",
        "due",
        "for",
        "here",
        "in",
        "manual",
        "on",
        "only",
        "review",
        "since",
        "verification",
        "with",
    ];
    const TRIED: [&str; 7] = ["confirmed", "implemented", "measured", "tested", "tried", "validated", "verified"];
    const SETTLED: [&str; 6] = ["after", "before", "fixed", "now", "passes", "until"];
    let words = inline::words(note);
    if inline::has_word(&words, &SETTLED) || is_excused(&format!(" {words} ")) {
        return false;
    }
    let bare = inline::bare(note).trim_start();
    let (first, rest) = bare.split_at(bare.find(|letter: char| !letter.is_alphabetic()).unwrap_or(bare.len()));
    let behind = inline::words(rest);
    let ends = behind.is_empty() || !rest.starts_with(' ') || rest.starts_with(" (");
    let begins = FIRST.contains(&first.to_lowercase().as_str())
        && (ends || behind.split(' ').next().is_some_and(|next| BEHIND.contains(&next)));
    let split: Vec<&str> = words.split(' ').collect();
    let is_untried = split.iter().enumerate().any(|(at, word)| {
        // `Users who are not verified are turned away` tells of the work, `not only tested` says more than that it was.
        let before = at.checked_sub(1).and_then(|before| split.get(before));
        let denies = match *word {
            "not" => before.is_none_or(|before| matches!(*before, "but" | "could" | "was" | "were")),
            word => matches!(word, "couldn" | "wasn" | "weren"),
        };
        denies && denied(&split, at).is_some_and(|(found, act)| found <= at + 3 && TRIED.contains(&act))
    });
    let is_half = matches!(split.as_slice(), ["partially" | "partly", act, ..] | ["only", "partially" | "partly", act, ..] if TRIED.contains(act) || *act == "met");
    begins || is_untried || is_half
}

/// A gap without a level that is none of the task's text: the agent did not do something.
fn gap_left(detail: &Detail) -> Option<String> {
    let Detail::Implementation(work) = detail else { return None };
    let open = work.gaps.iter().filter(|gap| gap.level.is_none());
    let is_left = |sentence: &&str| says_undone(sentence, &shortfalls::IMPLEMENTING);
    open.into_iter().find_map(|gap| sentences(&gap.description).find(is_left).map(|said| said.trim().to_owned()))
}

/// The row of a table by which two documents do not agree: `| Contradictions | 2 found |`, `| Timeout | No |` below
/// "Consistent?", what stands below "Conflict".
fn table_lessens(text: &str) -> Option<String> {
    const ASKED: [&str; 8] = ["agree", "agrees", "aligned", "consistent", "equal", "match", "matches", "same"];
    const DENIES: [&str; 9] =
        ["conflict", "differ", "differs", "inconsistent", "mismatch", "no", "not", "partial", "partially"];
    const SETTLED: [&str; 5] = ["checked", "compared", "fixed", "resolved", "searched"];
    let first_of = |words: &str| words.split(' ').next().unwrap_or_default().to_owned();
    let is_at_odds = |words: &str| {
        let last = words.rsplit(' ').next().unwrap_or_default();
        admissions::AT_ODDS.contains(&last) && words.split(' ').count() <= 2
    };
    let mut header: Vec<String> = Vec::new();
    for line in text.lines().map(str::trim) {
        if !line.starts_with('|') {
            header.clear();
            continue;
        }
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        if header.is_empty() {
            header = cells.iter().map(|cell| inline::words(cell)).collect();
            continue;
        }
        let row: Vec<String> = cells.iter().map(|cell| inline::words(cell)).collect();
        let denies = |(at, asked): (usize, &String)| {
            let cell = row.get(at).map(String::as_str).unwrap_or_default();
            let first = first_of(cell);
            let is_mark = cells.get(at).is_some_and(|cell| cell.starts_with(['❌', '✗', '✘']));
            let is_denied = inline::has_word(asked, &ASKED) && (is_mark || DENIES.contains(&first.as_str()));
            let is_odd = at > 0
                && is_at_odds(asked)
                && !cell.is_empty()
                && !says_none(cell)
                && !matches!(first.as_str(), "0" | "no" | "none");
            (is_denied || is_odd) && !inline::has_word(cell, &SETTLED)
        };
        let counts = || {
            let [what, told, ..] = row.as_slice() else { return false };
            let is_some = admissions::number(&first_of(told)).is_some_and(|count| count > 0);
            is_at_odds(what) && is_some && !inline::has_word(told, &SETTLED)
        };
        if header.iter().enumerate().any(denies) || counts() {
            return Some(line.to_owned());
        }
    }
    None
}

/// The error of a return that is not recoverable, or by which something was not made: what came of it is not whole.
fn open_error(detail: &Detail) -> Option<(&'static str, String)> {
    let Detail::Return(read) = detail else { return None };
    let is_left = |sentence: &str| falls_short(sentence) || says_undone(sentence, &shortfalls::PRODUCING);
    read.errors.iter().find_map(|error| {
        let what = match error.recoverable {
            Some(false) => "an error that is not recoverable",
            _ => sentences(&error.message).any(is_left).then_some("an error")?,
        };
        Some((what, error.message.clone()))
    })
}

fn says_none(written: &str) -> bool {
    records::is_none(written) || inline::is_wordless(written)
}

/// What stands in sentences below a heading that announces findings, where the reply says that there are none: `##
/// Contradictions`, "A.md keeps orders, B.md drops them." That all is well, that something was checked, or that there is
/// none, is well.
#[must_use]
pub fn told_of_findings(source: &SourceText<'_>, result: &AgentResult) -> Option<String> {
    if result.status != Status::Clean || !matches!(result.detail, Detail::Consistency(_)) {
        return None;
    }
    let is_left = |range: &Range<usize>| {
        let at = result.remainder.partition_point(|left| left.span.bytes().end < range.end);
        result.remainder.get(at).is_some_and(|left| left.span.bytes().start <= range.start)
    };
    let mut below = None;
    for block in source.blocks() {
        if let BlockKind::Heading { .. } = block.kind {
            let announced = sections::of_heading(&inline::words(&source.block_text(block)));
            let section = announced.and_then(|(section, exact)| exact.then_some(section));
            below =
                section.filter(|section| section.announces_findings()).map(|found| (found, source.block_text(block)));
        }
        let Some((section, heading)) = below.as_ref().filter(|_| block.kind == BlockKind::Paragraph) else { continue };
        let text = source.block_text(block);
        let both_is_found = *section == Section::Contrast(Contrast::Redundancy);
        let is_denied = |sentence: &str| denies_findings(sentence, both_is_found);
        if is_left(&source.lines_range(block.lines.clone())) && !sentences(&text).all(is_denied) {
            return Some(format!("{}: {text}", heading.trim_start_matches(['#', ' '])));
        }
    }
    None
}

/// Whether a sentence says that there is nothing, that all is well, or what was checked. That both documents say something is
/// what a redundancy is.
fn denies_findings(sentence: &str, both_is_found: bool) -> bool {
    const AGREE: [&str; 7] = ["agree", "consistent", "consistently", "identical", "both", "each", "same"];
    const WELL: [&str; 14] = [
        "accurate",
        "aligned",
        "clean",
        "clear",
        "coherent",
        "complete",
        "consistent",
        "correct",
        "current",
        "fine",
        "good",
        "healthy",
        "sound",
        "well",
    ];
    const TURNS: [&str; 16] = [
        "although",
        "but",
        "critical",
        "differ",
        "different",
        "differently",
        "differs",
        "except",
        "however",
        "lacks",
        "missing",
        "no",
        "not",
        "only",
        "though",
        "without",
    ];
    let words = inline::words(sentence);
    let begins = |first: &str| words.starts_with(&format!("{first} ")) || words == first;
    let agree: &[&str] = if both_is_found { AGREE.get(..4).unwrap_or_default() } else { &AGREE };
    let is_well = || {
        let split: Vec<&str> = words.split(' ').collect();
        let states = split.windows(2).any(|pair| matches!(pair, ["is" | "are", word] if WELL.contains(word)));
        (inline::has_word(&words, agree) || states || inferred::tells_check(sentence))
            && !inline::has_word(&words, &TURNS)
    };
    DENIED.iter().any(|first| begins(first)) || finds_nothing(&words) || records::denies(sentence) || is_well()
}

/// How a sentence begins that says that there is nothing.
const DENIED: [&str; 8] = ["neither", "no", "none", "not", "nothing", "n", "there are no", "there is no"];

/// What a reply says in words beside its records.
fn texts(result: &AgentResult) -> impl Iterator<Item = &str> {
    let summary = match &result.detail {
        Detail::Return(read) => read.summary.as_deref(),
        _ => None,
    };
    let (criteria, tests) = match &result.detail {
        Detail::Implementation(work) => (work.criteria.as_slice(), work.tests.as_slice()),
        _ => Default::default(),
    };
    let items = match &result.detail {
        Detail::Verification(list) => list.items.as_slice(),
        _ => Default::default(),
    };
    let applied = items.iter().filter(|item| item.status == ItemStatus::Applied);
    let remarks = applied.flat_map(|item| [item.notes.as_deref(), item.discussion.as_deref()]).flatten();
    let evidence = criteria.iter().filter_map(|row| row.evidence.as_deref());
    let notes = tests.iter().filter_map(|row| row.notes.as_deref());
    let left = result.remainder.iter().map(|left| left.text.as_str());
    left.chain(evidence).chain(notes).chain(remarks).chain(result.confirmation.as_deref()).chain(summary)
}

/// Whether a status means less than that all is done and nothing was found.
fn means_less(written: &str) -> bool {
    match status_words::meaning(written) {
        Some(Meaning::State(status) | Meaning::Means(status)) => status != Status::Clean,
        Some(Meaning::Failed) => true,
        Some(Meaning::Done) => false,
        None => {
            let words = inline::words(written);
            let first = words.split(' ').next().unwrap_or_default();
            matches!(
                first,
                "half" | "inconsistent" | "ongoing" | "partially" | "pending" | "skipped" | "unfinished" | "wip"
            ) || words.starts_with("not consistent")
                || words.starts_with("not complete")
                || words.starts_with("not done")
                || words.starts_with("not finished")
        }
    }
}

/// The paragraphs of a text, each as one line: a sentence may go on in the next line. Headings, tables and code hold none.
fn paragraphs(text: &str) -> Vec<String> {
    let mut paragraphs: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in text.lines().map(str::trim) {
        let begins = line.starts_with(['-', '*', '+', '>']) || line.starts_with(|first: char| first.is_ascii_digit());
        if line.is_empty() || line.starts_with(['#', '|', '{', '[']) || line.starts_with("```") {
            // `[truncated]`
            if says_unfinished(&inline::words(line)) && line.starts_with('[') {
                paragraphs.push(line.to_owned());
            }
            goes_on = false;
        } else if let Some(last) = paragraphs.last_mut().filter(|_| goes_on && !begins) {
            last.push(' ');
            last.push_str(line);
        } else {
            paragraphs.push(line.to_owned());
            goes_on = true;
        }
    }
    paragraphs
}

/// What kind of work a reply is about: who compares reads, who implements also tests.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
enum Work {
    /// One document.
    Reading,
    /// A checklist.
    Verifying,
    /// The plan of a screen.
    Planning,
    /// What two documents say of the same thing.
    Comparing,
    /// A task with its tests.
    Implementing,
    /// Whatever a return sums up.
    Producing,
}

impl Work {
    /// By what a reply holds.
    const fn of(detail: &Detail) -> Self {
        match detail {
            Detail::Implementation(_) => Self::Implementing,
            Detail::Return(_) => Self::Producing,
            Detail::Consistency(_) => Self::Comparing,
            Detail::Verification(_) => Self::Verifying,
            Detail::DesignPlan(_) => Self::Planning,
            _ => Self::Reading,
        }
    }

    /// In which words it is said to be undone; who reads has words of its own.
    const fn wording(self) -> Option<&'static Wording> {
        match self {
            Self::Reading => None,
            Self::Verifying => Some(&shortfalls::VERIFYING),
            Self::Planning => Some(&shortfalls::PLANNING),
            Self::Comparing => Some(&shortfalls::COMPARING),
            Self::Implementing => Some(&shortfalls::IMPLEMENTING),
            Self::Producing => Some(&shortfalls::PRODUCING),
        }
    }
}

/// The first sentence of a paragraph that takes a status back. An excuse may follow it: `It is out of scope.`
fn taken_back(paragraph: &str, work: Work) -> Option<String> {
    /// So many words are no clause of a person's, and so many bytes no sentence.
    const LONGEST: usize = 200;
    const LONGEST_SENTENCE: usize = 2000;
    const FOLLOWS: [&str; 7] = ["it ", "they ", "that ", "this ", "these ", "those ", "both "];
    let sentences: Vec<&str> = sentences(paragraph).map(str::trim).collect();
    let is_told = |sentence: &str| sentence.contains(' ') || sentence.starts_with('[');
    sentences.iter().enumerate().filter(|(_, sentence)| is_told(sentence)).find_map(|(at, sentence)| {
        let bare = without_quotes(sentence);
        let words = inline::words(&bare);
        let next = sentences.get(at + 1).copied().unwrap_or_default();
        // What a semicolon parts goes on in the next.
        let whole =
            || if sentence.ends_with(';') { format!("{bare} {}", without_quotes(next)) } else { bare.to_string() };
        let after = || {
            let after = inline::words(next);
            let goes_on = sentence.ends_with(';') || FOLLOWS.iter().any(|start| after.starts_with(start));
            if goes_on { after } else { String::new() }
        };
        let told = || format!(" {words} {} ", after());
        let is_admission = || {
            let told_by_agent = inline::has_word(&words, &["i", "we"]);
            // In what state tests are may be what was to be found out.
            let is_state = |clause: &[&str]| {
                work == Work::Producing && clause.iter().any(|word| matches!(*word, "broken" | "flaky" | "red"))
            };
            let fails = |clause: &[&str]| work >= Work::Implementing && fails(clause) && !is_state(clause);
            let admits = |clause: &[&str]| leaves_out(clause, told_by_agent) || fails(clause);
            takes_for_granted(&words)
                || (work == Work::Producing && falls_short(&bare))
                || (work == Work::Implementing && is_broken(&bare))
                || (words.len() <= LONGEST_SENTENCE
                    && work.wording().is_some_and(|wording| says_undone(&bare, wording)))
                || clauses(&bare).iter().any(|clause| {
                    let clause: Vec<&str> = clause.split(' ').collect();
                    clause.len() <= LONGEST && admits(&clause)
                })
        };
        let lesser = says_unfinished(&words)
            || (work == Work::Comparing
                && (contrasts_figures(&whole(), &after())
                    || names_contradiction(&bare, &after())
                    || (words.len() <= LONGEST_SENTENCE && sets_against(&whole()))))
            || (is_admission() && !is_excused(&told()));
        lesser.then(|| (*sentence).to_owned())
    })
}

/// A sentence without what it quotes: `"not reviewed"` is a state of an invoice.
fn without_quotes(sentence: &str) -> Cow<'_, str> {
    const LONGEST: usize = 60;
    if !sentence.contains(['"', '“']) {
        return Cow::Borrowed(sentence);
    }
    let mut bare = String::with_capacity(sentence.len());
    let mut rest = sentence;
    while let Some((before, behind)) = rest.split_once(['"', '“']) {
        bare.push_str(before);
        match behind.split_once(['"', '”']) {
            Some((quoted, after)) if quoted.len() <= LONGEST => rest = after,
            _ => rest = behind,
        }
    }
    bare.push_str(rest);
    Cow::Owned(bare)
}

/// The clauses of a sentence, each as words.
pub fn clauses(sentence: &str) -> Vec<String> {
    const JOINS: [&str; 8] = ["and", "because", "but", "since", "so", "though", "whereas", "while"];
    let mut clauses = Vec::new();
    for part in sentence.replace('%', " percent ").split([',', ';', ':', '(', ')', '–', '—']) {
        let words = inline::words(part);
        let words: Vec<&str> = words.split(' ').filter(|word| !word.is_empty()).collect();
        let parts = words.split(|word| JOINS.contains(word)).filter(|clause| !clause.is_empty());
        clauses.extend(parts.map(|clause| clause.join(" ")));
    }
    clauses
}

#[cfg(test)]
mod tests {
    use super::{Work, field_lessens, taken_back};

    const VERIFYING: &[&str] = &[
        "not applied in S4",
        "missing in B.md",
        "only half of it is there",
        "applied to the wrong section",
        "S4 was not updated",
        "the value is wrong",
        "Item 2 was not applied: S4 still uses the old name.",
        "One item is missing.",
        "A previously fixed issue (I2) has regressed.",
    ];
    const PLANNING: &[&str] = &[
        "The mobile layout was not planned.",
        "I could not plan the footer.",
        "The plan is incomplete: the footer is open.",
        "The Chart component is missing from the design system.",
        "The layout violates the 8 px grid constraint.",
    ];
    const IMPLEMENTING: &[&str] = &[
        "Two of the tests fail: `upload` and `retry`.",
        "Not run: the tests need a database.",
        "No tests were run.",
        "I couldn't run the suite.",
        "12 of 14 tests pass.",
        "`npm run build` fails with TS2345.",
        "Retry for uploads is not implemented yet.",
        "- Tests: 10/12 passing (t3 and t4 fail)",
        "10/12 passing",
        "All tests pass except t3.",
        "11 of the 12 tests are green; one is red.",
        "**Acceptance criteria**: 3/5 met",
        "- 1 errored",
        "t3 fails.",
        "**Task status**: partial",
        "Task T-3 is only half complete.",
        "T-3: blocked by T-2.",
        "T-3 is blocked.",
        "One criterion is not met.",
        "The build does not compile.",
        "TypeScript reports 4 errors.",
        "Nothing was committed.",
    ];
    const PRODUCING: &[&str] = &[
        "Could not create the plan, since the API was not reachable.",
        "Phase 3 was not finished because of a timeout.",
        "Phase 3 interrupted due to timeout.",
        "Implementation failed.",
        "The research failed due to a network timeout.",
        "Research is blocked by missing credentials.",
        "Task is only partially completed.",
        "Two of four phases remain.",
        "Completed phases 1-2 of 3.",
        "Nothing was created.",
        "No research artifacts created.",
        "I stopped after phase 2, since the context was full.",
        "Phase 4 is pending.",
        "Phases 3 and 4 were not started.",
        "All tests fail after the change.",
        "Nothing was done.",
        "No plan was created.",
        "Created 2 of 3 phases.",
        "Phase 3 is still missing.",
        "Could not compile.",
        "Phase 3 was skipped.",
        "Partially completed.",
        "Only the first phase was implemented.",
        "I need more information before I can start.",
        "Phase 3 is incomplete.",
        "Phase 3 has not been started.",
    ];

    #[test]
    fn sentences_that_take_a_status_back() {
        let reading = [
            "I ran out of context before I could read b.md.",
            "The second half was not checked.",
            "The second half of b.md was not checked, since the context was full.",
            "I was asked to compare all twelve sections but did not read the last four.",
            "The appendix was not checked, though it should have been in scope.",
            "5 of 12 sections read.",
            "4/9 sections were read.",
            "Five of twelve sections were read.",
            "I read 60% of b.md.",
            "Only a.md was read.",
            "None of the diagrams were checked.",
            "Nothing beyond line 400 was read.",
            "I skipped the appendix of b.md.",
            "Section 7 remains unread.",
            "The rest of b.md still needs to be checked.",
            "I hit the token limit at section 7.",
            "The comparison is incomplete.",
            "B.md does not exist at the given path.",
            "b.md could not be found.",
            "Could not open B.md.",
            "Unable to find B.md in the folder.",
            "B.md was empty, so there was nothing to compare.",
            "The second document was truncated at line 400.",
            "Only A.md was available.",
            "Checked headings only.",
            "Compared only the tables.",
            "S9–S14 remain.",
            "No inconsistencies among the sections I had time for.",
            "Nothing else, as far as I got.",
            "There was no file at docs/B.md.",
            "Reading B.md timed out after section 4.",
            "Compared S1 to S8 of 14 sections.",
            "Everything up to S8 was compared.",
            "I looked at the first half of each document.",
            "Web search was not available, so the claims on pgvector are as the document has them.",
            "WebSearch was denied, so no version was looked up.",
            "Web fetch is blocked here.",
            "Network access was denied.",
            "No internet access, so the claims rest on the documents.",
            "I had no web access.",
        ];
        let comparing = [
            "S3 states 30 days, whereas S4 says 90 days.",
            "A.md §3 gives 30 seconds; B.md §9 gives 60 seconds.",
            "A.md sets 30 seconds and B.md sets 60 seconds.",
            "There is a critical contradiction between A.md S3 and B.md S5.",
            "I found 2 contradictions: A.md S3/B.md S5, A.md S4/B.md S6.",
            "Compared all sections, A.md S3 is incompatible with B.md S5.",
            "No inconsistencies except that A.md S3 contradicts B.md S5.",
            "No critical issues, but A.md S3 and B.md S5 disagree on the timeout.",
            "- A.md S3.2 contradicts B.md S5.1 (critical).",
            "Two inconsistencies were found, both minor.",
            "The link to B.md S8.2 is broken.",
            "A.md and B.md disagree on the timeout.",
            "The timeout values are inconsistent.",
            "A.md S1 requires at-least-once delivery, but B.md S2 describes at-most-once.",
            "A.md uses \"data nucleus\"; B.md uses \"storage layer\" for the same thing.",
            "There is one minor drift in terminology.",
            "B.md lacks the migration section that A.md S4 requires.",
            "A.md S4 is outdated: it names Node 12.",
            "S5 onwards: not analysed.",
            "Time ran out.",
            "[truncated]",
            "... (remaining sections omitted)",
            "Permission denied on B.md.",
            "The file B.md is not in the repository.",
        ];
        let own = [
            (VERIFYING, Work::Verifying),
            (PLANNING, Work::Planning),
            (IMPLEMENTING, Work::Implementing),
            (PRODUCING, Work::Producing),
            (&reading[..], Work::Reading),
            (&comparing[..], Work::Comparing),
        ];
        for (sentence, work) in own.iter().flat_map(|(own, work)| own.iter().map(move |sentence| (*sentence, *work))) {
            let said = field_lessens(sentence).or_else(|| taken_back(sentence, work));
            assert!(said.is_some(), "{sentence}");
        }
    }

    #[test]
    fn sentences_that_do_not() {
        let harmless = [
            "All 12 of 12 sections were read.",
            "The tests do not fail any more; 0 tests failed.",
            "The appendix was not checked, since it is out of scope.",
            "The appendix was not checked. It is out of scope.",
            "b.md was not read; another agent has it.",
            "a.md says 30 days, and b.md says 30 days too.",
            "a.md defines 3 roles, while b.md names 2 of its screens.",
            "b.md does not cover billing, which a.md treats in §4.",
            "Both say that payments under 10 EUR are not checked for fraud.",
            "There was no section that I did not read.",
            "I did not only check the tables but also the running text.",
            "Sections that only one document has were not checked against anything.",
            "b.md marks invoices as \"Not reviewed\" until somebody opens them.",
            "Added a test for the case where the upload fails.",
            "The tests failed before the change and pass now.",
            "Errors that cannot be read as JSON are passed on as text.",
            "14 deliberate defects in `slug.py`; the tests failed for all 14.",
            "A partial upload is resumed at the byte where it stopped.",
            "Could not find any contradiction between A.md and B.md.",
            "Unable to find an inconsistency.",
            "Both return 404 if the file was not found.",
            "A.md §3 and B.md §4 differ in wording, and mean the same.",
            "A.md §3 seems to contradict B.md §5, which is about drafts.",
            "I found no contradictions.",
            "Checked for contradictions, conflicts and drift; there are no conflicts.",
            "A.md says that a config file does not exist until the first start.",
            "The job is blocked by the firewall until the port is open.",
            "All 12/12 tests pass without exception.",
            "A.md gives 30 seconds for retries, A.md gives 60 seconds for idle connections.",
            "A.md sets 30 seconds for retries; B.md sets 60 seconds for idle connections.",
            "I was able to read both documents in full.",
            "No test was skipped.",
            "One potential conflict (A.md S3, B.md S5) was examined and is none.",
            "Half of the requests are complete after a second.",
            "A.md S3 no longer contradicts B.md S5.",
            "A.md S3 contradicts B.md S5. This is intended, and S9 says why.",
            "S3 states 30 days, whereas S4 says 90 days. They are of different accounts.",
            "The contradiction between A.md S3 and B.md S5 was resolved in v2.",
            "Network access is denied by default.",
            "The container has no internet access.",
            "Both say what is shown when web access is unavailable.",
            "A.md S4 describes what happens when a link is broken.",
            "B.md S3 says that stale entries are dropped after 5 s, as A.md S2 does.",
            "Neither document is outdated.",
            "A.md is newer than B.md, but both state the same limits.",
            "was missing before; now in S3",
            "was wrong before, now correct",
            "Missing header added in S4",
            "Incomplete uploads are resumed.",
            "The limits are broken down by tenant in both.",
            "In A.md S3 entries are stale after 5 s, and in B.md too.",
            "S3, S4 (previously partial)",
            "No item is missing.",
            "Uploads that were not finished are resumed.",
            "TypeScript reports no errors.",
            "Found that phase 3 was not implemented.",
        ];
        let produced = [
            "Fixed the failed build of task 244.",
            "Added the import because the build failed.",
            "The build failed at first, and passes now.",
            "Could not find any issue.",
            "Completed phase 2 of 4.",
            "Updated paths for tasks 2/3/6-11 and removed completed tasks.",
            "The suite remains red, as recorded.",
            "Completed all 3 of 3 phases.",
            "No new files were created; two were changed.",
            "Research on why uploads failed last week.",
            "Nothing remains to be done.",
            "The plan failed to mention rollback, which was added.",
            "Nothing was written to stdout any more.",
            "Research blocked accounts and wrote a report.",
            "The phase halted handling was added.",
            "Planning blocked users is now an error.",
            "Cannot build without Node 20, which the README now says.",
            "I stopped after phase 2, as planned.",
            "Phase 4 is pending review by the team.",
        ];
        for sentence in produced {
            assert_eq!(field_lessens(sentence).or_else(|| taken_back(sentence, Work::Producing)), None, "{sentence}");
        }
        for (sentence, work) in [
            ("S3 was missing the header; added", Work::Verifying),
            ("the value was wrong, replaced", Work::Verifying),
            ("A.md S12 is marked as not implemented yet, and B.md S9 says so too.", Work::Comparing),
        ] {
            assert_eq!(taken_back(sentence, work), None, "{sentence}");
        }
        for sentence in harmless {
            for work in
                [Work::Reading, Work::Verifying, Work::Planning, Work::Comparing, Work::Implementing, Work::Producing]
            {
                assert_eq!(field_lessens(sentence).or_else(|| taken_back(sentence, work)), None, "{sentence}");
            }
        }
    }
}
