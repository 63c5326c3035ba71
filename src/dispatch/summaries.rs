//! Turns the digests of one wave into the summaries for the next. See `docs/dispatch.md`, "Going on".

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{AgentResult, Claim, Classification, Detail, Digest, Report};
use crate::order::Gather;
use crate::part::units::Identity;
use crate::report::is_complete;

/// The most lines of a kind that a summary has, and the most characters of a line.
const LINES: usize = 60;
const LINE: usize = 300;

/// What the digests of a report say of each document that was read in full. Of several the last attempt counts.
#[must_use]
pub fn summaries(report: &Report) -> BTreeMap<Identity, String> {
    let last = digests(named(report).filter(|(_, result, _)| is_complete(result)));
    last.into_iter().map(|(document, digest)| (document, summary(digest))).gather()
}

/// What the digests of a report say that each document claims of technologies, each line once. All attempts count: one that
/// was asked again tells what was missing alone.
#[must_use]
pub fn claims(report: &Report) -> BTreeMap<Identity, Vec<String>> {
    let said = |claim: &Claim| {
        let verifiable = claim.verifiable.as_deref().filter(|said| !said.trim().is_empty());
        let verifiable = verifiable.map(|said| format!(" [verifiable: {said}]")).unwrap_or_default();
        bounded(&format!("{}{verifiable}", line(&claim.claim, None, claim.section.as_deref())))
    };
    let mut all: BTreeMap<Identity, Vec<String>> = BTreeMap::new();
    let mut seen: BTreeSet<(Identity, String)> = BTreeSet::new();
    for (document, _, digest) in named(report) {
        let fresh = digest.claims.iter().map(said).filter(|line| seen.insert((document.clone(), line.clone())));
        let fresh: Vec<String> = fresh.collect();
        all.entry(document).or_default().extend(fresh);
    }
    all
}

/// The last digest of each document.
fn digests<'r>(named: impl Iterator<Item = (Identity, &'r AgentResult, &'r Digest)>) -> BTreeMap<Identity, &'r Digest> {
    let mut last: BTreeMap<Identity, (u32, &Digest)> = BTreeMap::new();
    for (document, result, digest) in named {
        let held = last.entry(document).or_insert((result.attempt, digest));
        if result.attempt > held.0 {
            *held = (result.attempt, digest);
        }
    }
    last.into_iter().map(|(document, (_, digest))| (document, digest)).gather()
}

/// The digests that say something, each with its document: by the row that the report put it into, where its own name is
/// shorter.
fn named(report: &Report) -> impl Iterator<Item = (Identity, &AgentResult, &Digest)> {
    let mut rows: BTreeMap<u32, Identity> = BTreeMap::new();
    for row in &report.coverage {
        if let Some(unit) = Identity::of(&row.unit) {
            rows.extend(row.results.iter().map(|number| (*number, unit.clone())));
        }
    }
    (0..).zip(&report.results).filter_map(move |(number, result)| {
        let Detail::Digest(digest) = &result.detail else { return None };
        let name = result.unit.as_deref().or(digest.document.as_deref());
        let own = name.and_then(Identity::of).filter(|_| !digest.is_empty())?;
        let row = rows.get(&number).filter(|row| row.is_shortened_by(&own)).cloned();
        Some((row.unwrap_or(own), result, digest))
    })
}

/// What a digest says, in lines.
fn summary(digest: &Digest) -> String {
    let mut text = digest.summary.clone().unwrap_or_default().trim().to_owned();
    let mut list = |title: &str, lines: Vec<String>| {
        if lines.is_empty() {
            return;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&format!("{title}:"));
        for line in lines.iter().take(LINES) {
            text.push_str(&format!("\n- {}", bounded(line)));
        }
        if let Some(more) = lines.len().checked_sub(LINES).filter(|more| *more > 0) {
            text.push_str(&format!("\n- and {more} more"));
        }
    };
    list("Sections", each(&digest.sections, |it| line(&it.heading, it.summary.as_deref(), None)));
    list("Terms", each(&digest.terms, |it| line(&it.term, Some(&it.definition), it.section.as_deref())));
    list(
        "Entities",
        each(&digest.entities, |it| {
            line(&it.name, Some(&joined("; ", [&it.kind, &it.properties])), it.section.as_deref())
        }),
    );
    list("Decisions", each(&digest.decisions, |it| line(&it.decision, it.rationale.as_deref(), it.section.as_deref())));
    list("Rules", each(&digest.rules, |it| line(&it.rule, it.kind.as_deref(), it.section.as_deref())));
    list(
        "References",
        each(&digest.references, |it| {
            let target = joined(" ", [&it.nature, &it.target_document, &it.target_section]);
            line(&it.text, Some(&target), it.from.as_deref())
        }),
    );
    list("Technology claims", each(&digest.claims, |it| line(&it.claim, None, it.section.as_deref())));
    for (title, classification) in [
        ("Decided", Classification::Decided),
        ("Not decided yet", Classification::Aspirational),
        ("Unclear whether decided", Classification::Unclear),
    ] {
        let statements = digest.statements.iter().filter(|it| it.classification == classification);
        list(title, statements.map(|it| line(&it.statement, None, it.section.as_deref())).collect());
    }
    text
}

fn each<R>(records: &[R], line: impl Fn(&R) -> String) -> Vec<String> {
    records.iter().map(line).collect()
}

/// The parts that say something.
fn joined<const N: usize>(separator: &str, parts: [&Option<String>; N]) -> String {
    let parts = parts.into_iter().flatten().map(|part| part.trim()).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(separator)
}

/// `name: what (where)`
fn line(name: &str, what: Option<&str>, place: Option<&str>) -> String {
    let what = what.filter(|what| !what.trim().is_empty()).map(|what| format!(": {what}"));
    let place = place.filter(|place| !place.trim().is_empty()).map(|place| format!(" ({place})"));
    [Some(name.to_owned()), what, place].into_iter().flatten().collect()
}

/// A text on one line, not too long.
fn bounded(text: &str) -> String {
    let folded = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match folded.char_indices().nth(LINE) {
        Some((end, _)) => folded.get(..end).unwrap_or_default().to_owned() + "…",
        None => folded,
    }
}
