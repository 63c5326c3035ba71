//! What a reply says beside its status that takes it back: that the agent did not look at all of its work, that tests fail,
//! another status. See `docs/formats/protocol-v1.md`, "Status".

use std::borrow::Cow;
use std::ops::Range;

use crate::model::{AgentResult, Detail, Dialect, Percent, Status};
use crate::part::coverage::{self, is_excused};
use crate::part::records;
use crate::part::sections::{self, Contrast, Section};
use crate::part::status_words::{self, Meaning};
use crate::text::blocks::BlockKind;
use crate::text::{SourceText, inline};

use super::admissions::{
    contrasts_figures, denied, leaves_out, names_contradiction, says_unfinished, takes_for_granted,
};
use super::conclusion::{counts_problems, finds_nothing, sentences};
use super::convention::{has_failures, is_short};
use super::failures::{fails, falls_short};
use super::inferred;

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
    if let Some(reason) = result.metrics.iter().find(|pair| inline::words(&pair.key) == "reason") {
        return Some(("the summary line", format!("{}: {}", reason.key, reason.value)));
    }
    let mut extra = metadata.extra.iter();
    if let Some(field) = extra.find(|field| lessens(&inline::words(&field.key), &field.value)) {
        return Some(("the metadata", format!("{}: {}", field.key, field.value)));
    }
    if let Some(uncovered) = result.uncovered.as_deref().filter(|uncovered| !says_none(uncovered)) {
        return Some(("the section on what was not covered", uncovered.trim().to_owned()));
    }
    if let Some(said) = record_lessens(&result.detail) {
        return Some(("a row", said));
    }
    if let Some(said) = final_error(&result.detail) {
        return Some(("an error that is not recoverable", said));
    }
    if let Some(said) = result.remainder.iter().find_map(|left| section_lessens(&left.text)) {
        return Some(("a section", said));
    }
    let work = Work::of(&result.detail);
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
        "status" | "rating" => means_less(value),
        "tests" | "test results" | "test run" | "criteria" | "acceptance criteria" => is_short(value),
        _ if key.strip_suffix(" status").is_some_and(|what| OF_WORK.contains(&what)) => means_less(value),
        "coverage" | "overall coverage" => {
            coverage::read(value).percent.is_some_and(|percent| percent < Percent::FULL) || coverage::is_less(value)
        }
        _ => LEAVES_OUT.contains(&key) && !says_none(value),
    }
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
const LEAVES_OUT: [&str; 6] =
    ["coverage gaps", "not analysed", "not analyzed", "not checked", "not covered", "not reviewed"];

/// What stands below such a heading: `## Coverage gaps`.
fn section_lessens(text: &str) -> Option<String> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let heading = lines.find(|line| line.starts_with('#') && LEAVES_OUT.contains(&inline::words(line).as_str()))?;
    let said = lines.next().filter(|line| !line.starts_with('#') && !says_none(line))?;
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

/// The error of a return that is not recoverable: what came of it is not whole.
fn final_error(detail: &Detail) -> Option<String> {
    let Detail::Return(read) = detail else { return None };
    let error = read.errors.iter().find(|error| error.recoverable == Some(false))?;
    Some(error.message.clone())
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
        if is_left(&source.lines_range(block.lines.clone())) && !sentences(&text).any(is_denied) {
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
    let evidence = criteria.iter().filter_map(|row| row.evidence.as_deref());
    let notes = tests.iter().filter_map(|row| row.notes.as_deref());
    let left = result.remainder.iter().map(|left| left.text.as_str());
    left.chain(evidence).chain(notes).chain(result.confirmation.as_deref()).chain(summary)
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
            matches!(first, "unfinished" | "half" | "partially" | "ongoing" | "pending" | "skipped" | "wip")
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
    /// One document, a checklist, a plan.
    Reading,
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
            _ => Self::Reading,
        }
    }
}

/// The first sentence of a paragraph that takes a status back. An excuse may follow it: `It is out of scope.`
fn taken_back(paragraph: &str, work: Work) -> Option<String> {
    /// So many words are no clause of a person's.
    const LONGEST: usize = 200;
    const FOLLOWS: [&str; 7] = ["it ", "they ", "that ", "this ", "these ", "those ", "both "];
    let sentences: Vec<&str> = sentences(paragraph).map(str::trim).collect();
    sentences.iter().enumerate().filter(|(_, sentence)| sentence.contains(' ')).find_map(|(at, sentence)| {
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
                || clauses(&bare).iter().any(|clause| {
                    let clause: Vec<&str> = clause.split(' ').collect();
                    clause.len() <= LONGEST && admits(&clause)
                })
        };
        let lesser = says_unfinished(&words)
            || (work == Work::Comparing
                && (contrasts_figures(&whole(), &after()) || names_contradiction(&bare, &after())))
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
fn clauses(sentence: &str) -> Vec<String> {
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
        ];
        let implementing = [
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
        ];
        let producing = [
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
        ];
        let all = reading.map(|sentence| (sentence, Work::Reading)).into_iter();
        let all = all.chain(producing.map(|sentence| (sentence, Work::Producing)));
        let all = all.chain(comparing.map(|sentence| (sentence, Work::Comparing)));
        for (sentence, work) in all.chain(implementing.map(|sentence| (sentence, Work::Implementing))) {
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
        for sentence in harmless {
            for work in [Work::Reading, Work::Comparing, Work::Implementing, Work::Producing] {
                assert_eq!(field_lessens(sentence).or_else(|| taken_back(sentence, work)), None, "{sentence}");
            }
        }
    }
}
