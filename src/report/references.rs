//! What the references of digests show: targets that no digest lists, and contradictions that a reader noted. Each is a
//! finding of the reply in whose table it stands, with the row as its evidence.

use std::collections::{BTreeMap, BTreeSet};

use super::answer::Answer;
use super::number;
use crate::merge::places::{PlaceKey, Sides, document_name};
use crate::model::{
    AgentResult, CrossReference, Detail, DigestIndex, Finding, Location, Place, ResolvedReference, Severity,
};
use crate::order::Gather;
use crate::part::aliases::Aliases;
use crate::part::units::plain;
use crate::part::{finding, places};
use crate::text::inline;

const BROKEN: &str = "broken-reference";
const CONTRADICTION: &str = "contradiction";

/// Gives each reply the findings that its references show. Those of an earlier report are made anew.
#[inline(never)]
pub fn add(answers: &mut [Answer], index: Option<&DigestIndex>) {
    for answer in answers.iter_mut() {
        answer.result.findings.retain(|finding| !finding.derived);
    }
    let Some(index) = index else { return };
    let documents: BTreeMap<u32, &str> = index.documents.iter().map(|row| (row.result, row.document.as_str())).gather();
    let mut references: BTreeMap<u32, Vec<&ResolvedReference>> = BTreeMap::new();
    for reference in &index.references {
        references.entry(reference.result).or_default().push(reference);
    }
    for (at, answer) in answers.iter_mut().enumerate() {
        let at = number(at);
        let (Some(document), Some(references)) = (documents.get(&at), references.get(&at)) else { continue };
        let mut found = found(&answer.result, document, references);
        finding::seal(&mut found);
        answer.result.findings.extend(found);
    }
}

/// How many findings the agent itself reports.
#[must_use]
pub fn reported(result: &AgentResult) -> usize {
    result.findings.iter().filter(|finding| !finding.derived).count()
}

fn found(result: &AgentResult, document: &str, references: &[&ResolvedReference]) -> Vec<Finding> {
    let Detail::Digest(digest) = &result.detail else { return Vec::new() };
    let own: BTreeSet<(&str, (String, String))> = result
        .findings
        .iter()
        .filter_map(|finding| Some((finding.r#type.as_deref()?, finding)))
        .flat_map(|(of, finding)| targets(&Sides::of(finding)).into_iter().map(move |target| (of, target)))
        .gather();
    let mut found = Vec::new();
    for resolved in references {
        let at = usize::try_from(resolved.index).ok();
        let Some(reference) = at.and_then(|at| digest.references.get(at)) else { continue };
        if plain(&reference.text).is_empty() {
            continue;
        }
        let broken = (resolved.resolved == Some(false)).then_some(BROKEN);
        for of in [broken, contradicts(reference).then_some(CONTRADICTION)].into_iter().flatten() {
            let target = target(reference, document);
            // What the agent reports itself is not reported for it.
            if targets(&Sides::between(None, Some(&target))).into_iter().any(|target| own.contains(&(of, target))) {
                continue;
            }
            let said = match of {
                BROKEN => format!("{}: no digest lists {}", reference.text, target.text),
                _ => format!("{}: contradicts {}", reference.text, target.text),
            };
            found.push(Finding {
                derived: true,
                r#type: Some(of.to_owned()),
                severity: Severity::Major,
                location: Some(location(document, reference.from.as_deref())),
                counter_location: Some(target),
                span: reference.span,
                ..Finding::saying(said)
            });
        }
    }
    found
}

/// Whether a reader says that a reference contradicts what it leads to, and takes nothing of it back.
fn contradicts(reference: &CrossReference) -> bool {
    const BACK: [&str; 7] = ["no", "none", "not", "nothing", "possibly", "resolved", "unclear"];
    let written = reference.nature.as_deref().unwrap_or_default();
    let nature = inline::words(written);
    matches!(nature.split(' ').next(), Some("contradicts" | "contradict" | "contradiction" | "contradicting"))
        && !written.contains(['?', '~'])
        && !inline::has_word(&nature, &BACK)
}

/// What a reference leads to. Without a document it stays in its own.
fn target(reference: &CrossReference, own: &str) -> Location {
    let document = reference.target_document.as_deref().filter(|name| !plain(name).is_empty());
    location(document.unwrap_or(own), reference.target_section.as_deref())
}

fn location(document: &str, section: Option<&str>) -> Location {
    let of = |section: Option<&str>| Place {
        document: Some(document.to_owned()),
        section: section.map(str::to_owned),
        lines: None,
    };
    let Some(section) = section.map(str::trim).filter(|section| !plain(section).is_empty()) else {
        return Location { text: document.to_owned(), places: vec![of(None)] };
    };
    let mut places = places::read(section, &Aliases::none());
    for place in &mut places {
        place.document = Some(document.to_owned());
    }
    if places.is_empty() {
        places.push(of(Some(section)));
    }
    let mark = if section.starts_with(|first: char| first.is_ascii_digit()) { "§ " } else { "" };
    Location { text: format!("{document} {mark}{section}"), places }
}

/// The sections that are named, by the names of their documents.
fn targets(sides: &Sides) -> Vec<(String, String)> {
    let of = |place: &PlaceKey| (document_name(&place.document).to_owned(), place.section.clone());
    sides.iter().flatten().filter(|place| !place.section.is_empty()).map(of).collect()
}
