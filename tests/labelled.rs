//! How well findings are merged where a person said which are one: see `tests/labelled/README.md`.
#![allow(clippy::indexing_slicing, clippy::cast_possible_truncation, clippy::unwrap_used, clippy::print_stdout)]

#[path = "support/labelled.rs"]
mod labelled;

use std::path::Path;

/// Pairs, and how many of them are merged and suggested: of the same, of overlapping, and of unrelated findings.
fn tallies(set: &str) -> [(usize, usize, usize); 3] {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/labelled").join(set);
    let figures = labelled::figures(&folder).unwrap();
    assert!(figures.are_reached(), "{figures}");
    println!("{figures}");
    [figures.same, figures.overlap, figures.unrelated].map(|tally| (tally.pairs, tally.merged, tally.suggested))
}

#[test]
fn several_agents_on_one_unit() {
    assert_eq!(tallies("shop"), [(28, 28, 0), (5, 3, 2), (1045, 0, 0)]);
}

#[test]
fn sections_here_and_lines_there() {
    assert_eq!(tallies("billing"), [(25, 24, 1), (6, 3, 1), (869, 0, 0)]);
}

#[test]
fn functions_here_and_lines_there() {
    assert_eq!(tallies("uploads"), [(23, 22, 0), (8, 3, 2), (993, 0, 0)]);
}
