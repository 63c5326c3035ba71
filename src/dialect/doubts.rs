//! What a reply says beside its status that takes it back: that the agent did not look at all of its work, that tests fail,
//! another status. See `docs/formats/protocol-v1.md`, "Status".

use crate::model::{AgentResult, Detail, Percent, Status};
use crate::part::coverage;
use crate::part::records;
use crate::part::status_words::{self, Meaning};
use crate::text::inline;

use super::admissions::{Work, taken_back};

/// What says something against a status for "done", and its words; `None` where nothing does.
#[must_use]
pub fn said_against(result: &AgentResult) -> Option<(&'static str, String)> {
    let metadata = &result.metadata;
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
    let work = Work::of(&result.detail);
    let told = [&metadata.scope, &metadata.coverage, &metadata.stated_confidence];
    let fields = told.into_iter().filter_map(Option::as_deref);
    let mut paragraphs = texts(result).chain(fields).flat_map(paragraphs);
    let said = paragraphs.find_map(|paragraph| field_lessens(&paragraph).or_else(|| taken_back(&paragraph, work)));
    said.map(|sentence| ("the text", sentence))
}

/// What a text without a protocol admits of the work behind it.
#[must_use]
pub fn admitted(text: &str) -> Option<String> {
    paragraphs(text)
        .into_iter()
        .find_map(|paragraph| field_lessens(&paragraph).or_else(|| taken_back(&paragraph, Work::Implementing)))
}

/// Whether a field says that less than all was done: `Status: PARTIAL`, `Coverage: 60%`, `Limitations: no access to B.md`.
fn lessens(key: &str, value: &str) -> bool {
    match key {
        "status" => means_less(value),
        "coverage" | "overall coverage" => coverage::read(value).percent.is_some_and(|percent| percent < Percent::FULL),
        _ => LEAVES_OUT.contains(&key) && !says_none(value),
    }
}

/// A line of the text that is such a field.
fn field_lessens(line: &str) -> Option<String> {
    let (key, value) = line.split_once(':').filter(|(key, _)| !key.contains(['"', '“', '”', '{', '[']))?;
    lessens(&inline::words(key), value.trim_matches(['*', ' '])).then(|| line.to_owned())
}

/// Fields and headings that tell what was left out.
const LEAVES_OUT: [&str; 6] =
    ["coverage gaps", "not analysed", "not analyzed", "not checked", "not covered", "not reviewed"];

/// A criterion that is met in part, or a test whose result is not understood: `PASS (partially)`, `TIMEOUT`.
fn record_lessens(detail: &Detail) -> Option<String> {
    const LESS: [&str; 6] = ["except", "flaky", "not", "partial", "partially", "pending"];
    let Detail::Implementation(work) = detail else { return None };
    let is_lesser = |stated: &str| inline::words(stated).split(' ').any(|word| LESS.contains(&word));
    let criteria = work.criteria.iter().map(|row| (&row.criterion, &row.stated_status, true));
    let tests = work.tests.iter().map(|row| {
        let is_read = row.outcome.is_some() || row.passed.is_some() || row.failed.is_some();
        (&row.name, &row.stated_status, is_read)
    });
    criteria.chain(tests).find_map(|(name, stated, is_read)| {
        let stated = stated.as_deref().filter(|stated| !says_none(stated) && (!is_read || is_lesser(stated)))?;
        Some(format!("{name}: {stated}"))
    })
}

fn says_none(written: &str) -> bool {
    records::is_none(written) || inline::words(written).is_empty()
}

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
        Some(Meaning::Done) | None => false,
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
