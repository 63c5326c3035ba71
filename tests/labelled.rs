//! How well findings are merged where a person said which are one: see `tests/labelled/README.md`.
#![allow(clippy::indexing_slicing, clippy::cast_possible_truncation, clippy::unwrap_used)]

#[path = "support/labelled.rs"]
mod labelled;

use std::path::Path;

#[test]
fn the_figures_are_reached_on_the_labelled_replies() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/labelled");
    let figures = labelled::figures(&folder).unwrap();
    assert!(figures.are_reached(), "{figures}");
    let tally = |tally: labelled::Tally| (tally.pairs, tally.merged, tally.suggested);
    assert_eq!(
        [tally(figures.same), tally(figures.overlap), tally(figures.unrelated)],
        [(28, 28, 0), (5, 3, 2), (1045, 0, 0)],
        "{figures}"
    );
}
