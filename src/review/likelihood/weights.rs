//! How much each measure weighs. The weights are learned by `scripts/likelihood.js` from replies that people read, stand in
//! `weights.txt`, and are part of what a report depends on: whoever makes them anew gives them a new version.

use std::sync::LazyLock;

use super::features::{COUNT, names};

/// The list: a line with its version, one with what every part weighs, then a line for each feature: its name, and from which
/// measure on it weighs how much, in tenths of the logarithm of the odds.
const LIST: &str = include_str!("weights.txt");

/// What every part weighs before anything is measured.
const ALWAYS: &str = "always";

/// From which measure on a feature weighs how much, in order of the measures.
type Steps = Vec<(i32, i32)>;

struct Weights {
    always: i32,
    steps: [Steps; COUNT],
}

static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    let line = |name: &str| LIST.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    let step = |step: &str| {
        let (from, weight) = step.split_once('=')?;
        Some((from.parse().ok()?, weight.parse().ok()?))
    };
    let steps = |name: &str| line(name).unwrap_or_default().split(' ').filter_map(step).collect();
    let always = line(ALWAYS).and_then(|weight| weight.parse().ok()).unwrap_or_default();
    Weights { always, steps: names().map(steps) }
});

/// What a part weighs of which so much was measured.
#[must_use]
pub fn sum(measured: &[i32; COUNT]) -> i32 {
    WEIGHTS.always + WEIGHTS.steps.iter().zip(measured).map(|(steps, measured)| weight(steps, *measured)).sum::<i32>()
}

/// What weighs anything, by its name.
pub fn reasons(measured: &[i32; COUNT]) -> impl Iterator<Item = (&'static str, i32)> {
    let each = names().into_iter().zip(&WEIGHTS.steps).zip(measured);
    let weights = each.map(|((name, steps), measured)| (name, weight(steps, *measured)));
    std::iter::once((ALWAYS, WEIGHTS.always)).chain(weights).filter(|(_, weight)| *weight != 0)
}

fn weight(steps: &Steps, measured: i32) -> i32 {
    // What is below the first step weighs as that does.
    let next = steps.partition_point(|(from, _)| *from <= measured);
    steps.get(next.saturating_sub(1)).map_or(0, |(_, weight)| *weight)
}

#[cfg(test)]
mod tests {
    use super::{LIST, WEIGHTS, names, weight};

    #[test]
    fn a_measure_weighs_as_the_step_that_it_stands_on() {
        let steps = vec![(2, -5), (10, 0), (20, 7)];
        assert_eq!([0, 2, 9, 10, 19, 20, 99].map(|measured| weight(&steps, measured)), [-5, -5, -5, 0, 0, 7, 7]);
    }

    #[test]
    fn every_feature_has_its_line_and_every_line_its_feature() {
        let lines = LIST.lines().filter(|line| !line.starts_with('#'));
        let named: Vec<&str> = lines.filter_map(|line| line.split_once(": ")).map(|(name, _)| name).collect();
        let expected: Vec<&str> = std::iter::once("always").chain(names()).collect();
        assert_eq!(named, expected);
        for (name, steps) in names().into_iter().zip(&WEIGHTS.steps) {
            assert!(!steps.is_empty(), "{name}");
            assert!(steps.is_sorted_by_key(|(from, _)| *from), "{name}");
        }
    }
}
