//! Law 4 for roll-ups: the work stays in proportion to what the replies hold, and a bound that is reached is said.
//! Run with `--features steps`.
#![allow(clippy::print_stdout)]
#![cfg(feature = "steps")]

#[path = "support/results.rs"]
mod results;

use reconvene::model::{
    AgentResult, AggregateOptions, ChecklistItem, CrossReference, Detail, Digest, ItemStatus, Report, SectionEntry,
    Status, Term, Verification,
};
use reconvene::report::merge_results;
use reconvene::text::steps;
use results::{location, result};

/// The report of some results, and how many steps it took.
fn counted(results: Vec<AgentResult>) -> (Report, u64) {
    let _before = steps::take();
    let report = merge_results(results, &AggregateOptions::default());
    (report, steps::take())
}

/// The `number`th of some words, always the same, in no order.
fn word(number: usize, of: usize) -> String {
    format!("w{}x", (number.wrapping_mul(2_654_435_761) >> 7) % of)
}

/// Some of so many words.
fn words(at: usize, of: usize) -> String {
    (0..20).map(|part| word(at * 20 + part, of)).collect::<Vec<_>>().join(" ")
}

/// How many words there are where each of so many texts has some, and each word is in as many texts as are looked at.
fn vocabulary(texts: usize) -> usize {
    texts * 2 / 25
}

fn bounds(report: &Report) -> usize {
    report.diagnostics.iter().filter(|diagnostic| diagnostic.code == "bound-reached").count()
}

/// Twice as much takes not much more than twice the steps.
fn grows(name: &str, make: impl Fn(usize) -> Vec<AgentResult>, count: usize) -> Report {
    let ((_, few), (report, many)) = (counted(make(count)), counted(make(2 * count)));
    #[allow(clippy::cast_precision_loss)]
    let growth = many as f64 / few as f64;
    println!("{name}: {few} steps, {many} for twice as many, growth {growth:.2}");
    assert!(growth < 2.7, "{name}: {few} steps for {count}, {many} for twice as many");
    report
}

fn digest(document: &str, digest: Digest) -> AgentResult {
    let document = Some(document.to_owned());
    AgentResult { detail: Detail::Digest(Digest { document, ..digest }), ..result("", "", Status::Clean) }
}

/// Documents with so many terms in all.
fn defining(count: usize, documents: usize, term: impl Fn(usize) -> (String, String)) -> Vec<AgentResult> {
    let terms = |document: usize| {
        let terms = (0..count).filter(|at| at % documents == document).map(&term);
        terms.map(|(term, definition)| Term { term, definition, ..Term::default() }).collect()
    };
    (0..documents)
        .map(|document| digest(&format!("d{document}.md"), Digest { terms: terms(document), ..Digest::default() }))
        .collect()
}

#[test]
fn twenty_thousand_terms() {
    let mixed = |count: usize| move |at: usize| (format!("term {at}"), words(at, vocabulary(count)));
    let report = grows("mixed terms", |count| defining(count, 8, mixed(count)), 10_000);
    assert_eq!(report.digests.map(|index| index.terms.len()), Some(20_000));
    let alike = |at: usize| (format!("term {at}"), "the zeppelin hangar has no mooring mast".to_owned());
    let report = grows("terms that mean the same", |count| defining(count, 8, alike), 10_000);
    assert_eq!(bounds(&report), 1);
    let one = |at: usize| ("term".to_owned(), words(at, 1_000_000));
    let report = grows("one term", |count| defining(count, 8, one), 10_000);
    assert!(bounds(&report) > 0);
    assert_eq!(
        report.digests.map(|index| index.terms.iter().map(|term| term.definitions.len()).collect()),
        Some(vec![20_000])
    );
}

#[test]
fn twenty_thousand_references() {
    let refers = |count: usize| {
        let reference = |at: usize| CrossReference {
            target_document: Some(format!("e{}/a.md", at % 1000)),
            target_section: Some(format!("§{at}.1.1")),
            ..CrossReference::default()
        };
        let references = (0..count).map(reference).collect();
        let section = |at: usize| SectionEntry { heading: format!("{at} Scope"), ..SectionEntry::default() };
        let sections: Vec<_> = (0..count).map(section).collect();
        let other =
            |at: usize| digest(&format!("d{at}/a.md"), Digest { sections: vec![section(1)], ..Digest::default() });
        let mut results: Vec<_> = (0..count / 10).map(other).collect();
        results.push(digest("a.md", Digest { sections, references, ..Digest::default() }));
        results
    };
    let report = grows("references", refers, 10_000);
    assert_eq!(bounds(&report), 1);
    assert_eq!(report.digests.map(|index| index.references.len()), Some(20_000));
}

#[test]
fn twenty_thousand_checklist_items() {
    let versions = |text: fn(usize, usize, usize) -> String| {
        move |count: usize| {
            let item = |at: usize, version: usize| ChecklistItem {
                item: text(at, version, count),
                status: ItemStatus::Missing,
                location: Some(location("§1", "a.md", "1")),
                ..ChecklistItem::default()
            };
            let version = |version: usize| AgentResult {
                detail: Detail::Verification(Verification {
                    dimension: None,
                    items: (0..count / 4).map(|at| item(at, version)).collect(),
                }),
                ..result(&format!("R_v{version}.md"), "", Status::Findings)
            };
            (0..4).map(version).collect::<Vec<_>>()
        }
    };
    let report = grows(
        "items",
        versions(|at, version, count| words(at, vocabulary(count)) + &format!(" once{version}")),
        10_000,
    );
    assert_eq!(report.checklist.map(|list| list.items.len()), Some(5000));
    let alike = versions(|at, version, _| format!("the zeppelin hangar has no mooring mast number{at} in{version}"));
    assert!(bounds(&grows("items alike", alike, 10_000)) > 0);
}

#[test]
fn items_that_move_in_every_version() {
    let versions = |count: usize, versions: usize, text: fn(usize, usize) -> String| {
        let item = |at: usize, version: usize| ChecklistItem {
            item: text(at, count),
            status: ItemStatus::Missing,
            location: Some(location("", "a.md", &format!("{}", at + 100_000 * version))),
            ..ChecklistItem::default()
        };
        let version = |version: usize| AgentResult {
            detail: Detail::Verification(Verification {
                dimension: None,
                items: (0..count / versions).map(|at| item(at, version)).collect(),
            }),
            ..result(&format!("R_v{version}.md"), "", Status::Findings)
        };
        (0..versions).map(version).collect::<Vec<_>>()
    };
    let mixed = |at: usize, count: usize| words(at, vocabulary(count));
    let report = grows("moved items", |count| versions(count, 4, mixed), 10_000);
    assert_eq!(report.checklist.map(|list| list.items.len()), Some(5000));
    let report = grows("many versions", |count| versions(count, count / 10, mixed), 4_000);
    assert!(bounds(&report) > 0);
    let alike = |at: usize, _: usize| format!("the zeppelin hangar has no mooring mast number{at}");
    grows("moved items alike", |count| versions(count, 4, alike), 8_000);
}
