//! Law 4 for merging: the work stays in proportion to what was found, however it is made, and a bound that is reached is
//! said. Run with `--features steps`.
#![allow(clippy::indexing_slicing, clippy::print_stdout)]
#![cfg(feature = "steps")]

#[path = "support/results.rs"]
mod results;

use reconvene::merge::similar_pairs::NODES_PER_NODE;
use reconvene::merge::{Candidate, Merged, merge};
use reconvene::model::{Finding, Severity};
use reconvene::text::steps;
use results::finding;

/// What merging gives, and how many steps it took.
fn counted(found: &[(u32, Finding)]) -> (Merged, u64) {
    let candidates: Vec<_> = (0..)
        .zip(found)
        .map(|(position, (reply, finding))| Candidate { reply: *reply, position, subject: "?", finding })
        .collect();
    let _before = steps::take();
    let merged = merge(&candidates, &[]);
    (merged, steps::take())
}

/// The `number`th of some words, always the same, in no order.
fn word(number: usize, of: usize) -> String {
    format!("w{}x", (number.wrapping_mul(2_654_435_761) >> 7) % of)
}

fn on_one_line(count: usize, agents: u32, text: impl Fn(usize) -> String) -> Vec<(u32, Finding)> {
    (0..count)
        .map(|at| {
            let reply = u32::try_from(at).unwrap_or(0) % agents;
            (reply, finding("F1", Severity::Major, "regression", "1", &text(at)))
        })
        .collect()
}

fn bounds(merged: &Merged) -> usize {
    merged.diagnostics.iter().filter(|diagnostic| diagnostic.code == "bound-reached").count()
}

/// Twice as many findings take not much more than twice the steps.
fn grows(name: &str, make: impl Fn(usize) -> Vec<(u32, Finding)>, count: usize) {
    let ((_, few), (many_merged, many)) = (counted(&make(count)), counted(&make(2 * count)));
    #[allow(clippy::cast_precision_loss)]
    let growth = many as f64 / few as f64;
    println!("{name}: {few} steps, {many} for twice as many, growth {growth:.2}");
    assert!(growth < 2.5, "{name}: {few} steps for {count} findings, {many} for twice as many");
    let mut members: Vec<_> = many_merged.groups.concat();
    members.sort_unstable();
    assert_eq!(members, (0..2 * count).collect::<Vec<_>>());
}

#[test]
fn a_thousand_findings_on_one_line() {
    // All say nearly the same: every word is too frequent to tell anything, and that is said.
    let alike = |at| format!("the zeppelin hangar has no mooring mast number{at}");
    grows("alike", |count| on_one_line(count, 8, alike), 1000);
    let (merged, _) = counted(&on_one_line(1000, 8, alike));
    assert_eq!((merged.groups.len(), bounds(&merged)), (1000, 1));
    // All say something of their own, in words that others use too, each word as many as are looked at: each is compared
    // with so many and no more.
    let mixed = |count: usize| {
        let text = move |at: usize| (0..20).map(|part| word(at * 20 + part, count / 12)).collect::<Vec<_>>().join(" ");
        on_one_line(count, 8, text)
    };
    grows("mixed", mixed, 2000);
    let (merged, steps) = counted(&mixed(4000));
    assert!(bounds(&merged) > 0);
    // No more than reading twenty words of either, of so many pairs.
    assert!(steps < 4000 * 2 * 20 * NODES_PER_NODE as u64, "{steps}");
    // Equal to the letter: one node, however many.
    let (merged, _) = counted(&on_one_line(1000, 8, |_| "the zeppelin".to_owned()));
    assert_eq!((merged.groups.len(), bounds(&merged)), (125, 0));
}

#[test]
fn ten_thousand_findings_of_one_agent() {
    let text = |at: usize| format!("zeppelin hangar {} {}", word(at, 100), word(at + 7, 1000));
    grows("one agent", |count| on_one_line(count, 1, text), 5000);
    let (merged, _) = counted(&on_one_line(10_000, 1, text));
    assert_eq!((merged.groups.len(), merged.suggestions.len(), bounds(&merged)), (10_000, 0, 0));
}

#[test]
fn a_description_of_a_megabyte() {
    let long = |bytes: usize| {
        let mut text = String::new();
        let mut at = 0;
        while text.len() < bytes {
            text.push_str(&word(at, 1_000_000));
            text.push(' ');
            at += 1;
        }
        text
    };
    let pair = |bytes: usize| {
        let text = long(bytes);
        let shorter = format!("{text} and more");
        on_one_line(2, 2, move |at| if at == 0 { text.clone() } else { shorter.clone() })
    };
    let ((_, few), (merged, many)) = (counted(&pair(500_000)), counted(&pair(1_000_000)));
    println!("a long text: {few} steps, {many} for twice as long");
    assert!(many < few * 5 / 2);
    assert_eq!((merged.groups.len(), bounds(&merged)), (1, 1));
}

#[test]
fn locations_without_end() {
    let listed = |at: usize, count: usize| {
        let mut made = finding("F1", Severity::Major, "regression", "1", "the zeppelin hangar");
        let place = made.location.as_ref().map(|location| location.places[0].clone()).unwrap_or_default();
        if let Some(location) = &mut made.location {
            let section = |number: usize| Some(format!("{}", number * 7 + at));
            location.places = (0..count)
                .map(|number| reconvene::model::Place { section: section(number), ..place.clone() })
                .collect();
        }
        (u32::try_from(at).unwrap_or(0), made)
    };
    let many: Vec<_> = (0..7).map(|at| listed(at, 1000)).collect();
    let (merged, steps) = counted(&many);
    assert_eq!(bounds(&merged), 1);
    assert!(steps < 200_000, "{steps}");
}
