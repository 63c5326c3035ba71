//! How well findings are merged where a person said which are one: see `tests/labelled/README.md`.
#![allow(clippy::indexing_slicing, clippy::cast_possible_truncation, clippy::unwrap_used, clippy::print_stdout)]

#[path = "support/labelled.rs"]
mod labelled;

use std::path::Path;

/// Pairs, and how many of them are merged and suggested: of the same, of overlapping, and of unrelated findings. The figures
/// asked for are reached.
fn reached(set: &str) -> [(usize, usize, usize); 3] {
    let (figures, tallies) = tallies(set);
    assert!(figures.are_reached(), "{figures}");
    tallies
}

fn tallies(set: &str) -> (labelled::Figures, [(usize, usize, usize); 3]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/labelled").join(set);
    let figures = labelled::figures(&folder).unwrap();
    println!("{figures}");
    let tallies = [figures.same, figures.overlap, figures.unrelated];
    let tallies = tallies.map(|tally| (tally.pairs, tally.merged, tally.suggested));
    (figures, tallies)
}

#[test]
fn several_agents_on_one_unit() {
    assert_eq!(reached("shop"), [(28, 27, 0), (5, 1, 2), (1045, 0, 2)]);
}

#[test]
fn sections_here_and_lines_there() {
    assert_eq!(reached("billing"), [(25, 24, 1), (6, 2, 2), (869, 0, 0)]);
}

#[test]
fn functions_here_and_lines_there() {
    assert_eq!(reached("uploads"), [(23, 22, 1), (8, 0, 4), (993, 0, 0)]);
}

#[test]
fn sixty_findings_of_a_few_words_each() {
    // One word is no evidence: "Missing await" and "Promise not awaited" stay apart.
    assert_eq!(tallies("terse").1, [(6, 5, 0), (1, 0, 0), (1343, 0, 1)]);
}
