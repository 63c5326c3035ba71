//! What the digests contain, which terms are inconsistent, which references are broken.

use std::collections::BTreeMap;

use super::table::{Table, cell, number, optional};
use super::{Block, Outline};
use crate::model::{CrossReference, Definition, Detail, DigestIndex, Report, TermEntry};
use crate::order::Gather;
use crate::report::speakers;
use crate::text::escape::fold;

/// So many references that cannot be told are named; more are only counted.
const LISTED: usize = 5;

/// The digests, then what is wrong between their documents.
pub fn section(page: &mut Outline, report: &Report) {
    let Some(index) = &report.digests else { return };
    let all: Vec<_> = report.results.iter().enumerate().collect();
    let names = speakers(&all);
    let name = |result: u32| usize::try_from(result).ok().and_then(|at| names.get(at)).map(String::as_str);
    let mut table = Table::new(&["Document", "Digest", "Sections", "Terms", "Entities", "Decisions", "References"]);
    for row in &index.documents {
        table.row(vec![
            cell(&row.document),
            optional(name(row.result)),
            number(row.sections),
            number(row.terms),
            number(row.entities),
            number(row.decisions),
            number(row.references),
        ]);
    }
    page.section("Digests", table);
    let documents: BTreeMap<u32, &str> = index.documents.iter().map(|row| (row.result, row.document.as_str())).gather();
    let document = |result: u32| documents.get(&result).copied().or_else(|| name(result)).unwrap_or_default();
    drift(page, index, document);
    references(page, report, index, document);
}

/// Terms with several meanings, then those that seem to have one meaning, two by two.
fn drift<'r>(page: &mut Outline, index: &'r DigestIndex, document: impl Fn(u32) -> &'r str) {
    let drifting = || index.terms.iter().enumerate().filter(|(_, term)| term.drift);
    let mut differing = Table::new(&["Term", "In", "Definition"]);
    let said = |definition: &Definition| [cell(document(definition.result)), cell(&definition.definition)];
    for (_, term) in drifting().filter(|(_, term)| term.similar.is_empty() || term.definitions.len() > 1) {
        for definition in &term.definitions {
            let [document, definition] = said(definition);
            differing.row(vec![cell(&term.term), document, definition]);
        }
    }
    let places: BTreeMap<&str, usize> =
        index.terms.iter().enumerate().map(|(at, term)| (term.term.as_str(), at)).gather();
    let mut alike = Table::new(&["Term", "In", "Definition", "Other Term", "Other In", "Other Definition"]);
    for (at, term) in drifting() {
        // Each pair stands with both of its terms.
        for other in term.similar.iter().filter(|other| places.get(other.as_str()).is_none_or(|place| *place > at)) {
            let entry = places.get(other.as_str()).and_then(|place| index.terms.get(*place));
            let first = |entry: Option<&TermEntry>| {
                entry.and_then(|term| term.definitions.first()).map(said).unwrap_or_default()
            };
            let ([document, definition], [there, theirs]) = (first(Some(term)), first(entry));
            alike.row(vec![cell(&term.term), document, definition, cell(other), there, theirs]);
        }
    }
    let tables = [("Same term, different definitions:", differing), ("Different terms, similar definitions:", alike)];
    if tables.iter().any(|(_, table)| !table.is_empty()) {
        page.heading(2, "Terminology drift");
    }
    for (label, table) in tables {
        page.labelled(label, table);
    }
}

fn references<'r>(page: &mut Outline, report: &'r Report, index: &'r DigestIndex, document: impl Fn(u32) -> &'r str) {
    let mut table = Table::new(&["In", "From", "Reference", "Target"]);
    for reference in index.references.iter().filter(|reference| reference.resolved == Some(false)) {
        let Some(written) = written(report, reference.result, reference.index) else { continue };
        table.row(vec![
            cell(document(reference.result)),
            optional(written.from.as_deref()),
            cell(&written.text),
            cell(&leads_to(written)),
        ]);
    }
    let all = |resolved| index.references.iter().filter(move |reference| reference.resolved == resolved);
    let [resolving, broken, untold] = [Some(true), Some(false), None].map(|resolved| all(resolved).count());
    if !table.is_empty() {
        page.heading(2, "Broken references");
    }
    if broken + untold > 0 {
        let mut said = vec![format!("{resolving} {}", if resolving == 1 { "resolves" } else { "resolve" })];
        if broken > 0 {
            let are = if broken == 1 { "is" } else { "are" };
            said.push(format!("{broken} {are} broken (no digest of the document lists the section)"));
        }
        if untold > 0 {
            let target = if untold == 1 { "target" } else { "targets" };
            let mut of = format!("{untold} cannot be verified (no digest lists the {target})");
            if untold <= LISTED {
                let listed = all(None).filter_map(|reference| {
                    let written = written(report, reference.result, reference.index)?;
                    let from = [Some(document(reference.result)), written.from.as_deref()];
                    let from: Vec<_> = from.into_iter().flatten().filter(|from| !from.is_empty()).collect();
                    Some(fold(&format!("{} (in {})", leads_to(written), from.join(" "))))
                });
                of = format!("{of}: {}", listed.collect::<Vec<_>>().join(", "));
            }
            said.push(of);
        }
        let references = match index.references.len() {
            1 => "1 reference".to_owned(),
            count => format!("{count} references"),
        };
        page.text(format!("Of {references}, {}.", said.join("; ")));
    }
    if !table.is_empty() {
        page.blocks.push(Block::Table(table));
    }
}

/// The target of a reference; where it names none, what is written.
fn leads_to(reference: &CrossReference) -> String {
    let target = [&reference.target_document, &reference.target_section].into_iter().flatten();
    let target: Vec<_> = target.map(String::as_str).filter(|target| !fold(target).is_empty()).collect();
    if target.is_empty() { reference.text.clone() } else { target.join(" ") }
}

fn written(report: &Report, result: u32, index: u32) -> Option<&CrossReference> {
    match &report.results.get(usize::try_from(result).ok()?)?.detail {
        Detail::Digest(digest) => digest.references.get(usize::try_from(index).ok()?),
        _ => None,
    }
}
