//! Law 4 for what findings mean together: the work stays in proportion to what the replies hold, and a bound that is
//! reached is said. Run with `--features steps`.
#![allow(clippy::print_stdout, clippy::indexing_slicing)]
#![cfg(feature = "steps")]

#[path = "support/results.rs"]
mod results;

use reconvene::model::{
    AgentResult, AggregateOptions, Detail, Digest, Finding, Location, Place, Report, Severity, Status, Term,
};
use reconvene::report::merge_results;
use reconvene::text::steps;
use results::{finding, found, result};

/// The report of some results, and how many steps it took.
fn counted(results: Vec<AgentResult>) -> (Report, u64) {
    let _before = steps::take();
    let report = merge_results(results, &AggregateOptions::default());
    (report, steps::take())
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

fn said(report: &Report, words: &str) -> bool {
    report.diagnostics.iter().any(|said| said.code == "bound-reached" && said.message.contains(words))
}

/// So many findings over eight units, no two of which say the same.
fn findings(count: usize, one: impl Fn(usize) -> Finding) -> Vec<AgentResult> {
    let of = |unit: usize| (0..count).filter(|at| at % 8 == unit).map(&one).collect();
    (0..8).map(|unit| found(&format!("u{unit}.md"), "", of(unit))).collect()
}

/// A finding at lines of one document, in words of its own.
fn at_lines(at: usize, lines: [u32; 2], words: &str) -> Finding {
    let place = Place { document: Some("a.md".to_owned()), section: None, lines: Some(lines) };
    let location = Some(Location { text: format!("a.md:{}-{}", lines[0], lines[1]), places: vec![place] });
    Finding { location, ..finding("F1", Severity::Major, "contradiction", "1", &format!("w{at}x v{at}y {words}")) }
}

#[test]
fn lines_in_a_staircase() {
    let step = |at: usize| {
        let first = u32::try_from(at).unwrap_or(0);
        at_lines(at, [first, first + 900], "")
    };
    let report = grows("staircase", |count| findings(count, step), 4_000);
    assert!(said(&report, "overlapping lines"));
    assert!(report.findings.iter().all(|finding| finding.connections.len() <= 32));
}

#[test]
fn one_concept_in_all_findings() {
    let line = |at: usize| u32::try_from(at * 10).unwrap_or(0);
    let one = |at: usize| at_lines(at, [line(at), line(at)], "`event_bus`");
    let report = grows("one concept", |count| findings(count, one), 2_000);
    assert!(said(&report, "are named by more than 64 findings"));
    // What all of them name sets none apart.
    assert!(report.synthesis.themes.is_empty());
}

#[test]
fn many_concepts_in_each_finding() {
    let line = |at: usize| u32::try_from(at * 10).unwrap_or(0);
    let words =
        |at: usize| (0..80).map(|word| format!("`name_{}`", (at * 7 + word) % 500)).collect::<Vec<_>>().join(" ");
    let many = |at: usize| at_lines(at, [line(at), line(at)], &words(at));
    let report = grows("many concepts", |count| findings(count, many), 1_000);
    assert!(said(&report, "name more than 64 concepts"));
    assert!(said(&report, "are connected with more than 32 others"));
}

#[test]
fn many_terms_that_begin_alike() {
    let glossary = |count: usize| {
        let term = |at: usize| Term { term: format!("zeppelin w{at}"), ..Term::default() };
        let digest = Digest { terms: (0..count).map(term).collect(), ..Digest::default() };
        AgentResult { detail: Detail::Digest(digest), ..result("b.md", "", Status::Clean) }
    };
    let line = |at: usize| u32::try_from(at * 10).unwrap_or(0);
    let named = |at: usize| at_lines(at, [line(at), line(at)], &"zeppelin ".repeat(50));
    let all = |count: usize| findings(count, named).into_iter().chain([glossary(count)]).collect();
    grows("terms that begin alike", all, 1_000);
}
