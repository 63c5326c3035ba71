//! The laws of the fuzz targets, without a fuzzer: over every seed, over every text that once broke one, and over texts
//! made of the seeds, the same each time. Others: `PROPTEST_RNG_SEED=7 MUTATIONS=100000 cargo test --test seeds`.
// A test may stop the run, and says what it saw.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::string_slice, clippy::print_stdout)]

#[path = "support/laws/mod.rs"]
mod laws;

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use laws::altering::altered;
use laws::pieces::pieces;
use laws::{LAWS, planning, seeds, showing};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use serde_json::Value;

/// How many mutations each law is tried with, where `MUTATIONS` says no other number.
const MUTATIONS: u32 = 150;

/// The seed of the mutations, where `PROPTEST_RNG_SEED` says no other.
const SEED: u64 = 20_260_101;

/// The longest mutation that is tried, in bytes.
const LONGEST: usize = 4_000;

/// Holds each seed and each regression to the law of a target, and then as many mutations of them.
fn hold(target: &str) {
    let law = law_of(target);
    let mut seeds = seeds::of(target);
    assert!(seeds.len() > 10, "{target} has few seeds");
    seeds.extend(seeds::regressions(target));
    let broken: Vec<&str> = seeds
        .iter()
        .filter(|(_, bytes)| catch_unwind(AssertUnwindSafe(|| law(bytes))).is_err())
        .map(|(name, _)| name.as_str())
        .collect();
    assert!(broken.is_empty(), "{target}: the law is broken by {broken:?}");
    let texts: Vec<String> = seeds.iter().map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned()).collect();
    try_all(target, &mutation(texts), |text| law(text.as_bytes()));
}

fn law_of(target: &str) -> fn(&[u8]) {
    LAWS.iter().find(|(name, _)| *name == target).expect("a law").1
}

/// Tries as many inputs of a target as are asked for, the same each time where no seed is given.
fn try_all<S: Strategy>(target: &str, inputs: &S, hold: impl Fn(S::Value)) {
    let count = std::env::var("MUTATIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(MUTATIONS);
    let mut config = ProptestConfig::with_cases(count);
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(SEED);
    }
    let run = TestRunner::new(config).run(inputs, |input| {
        hold(input);
        Ok(())
    });
    assert!(run.is_ok(), "{target}: {}", run.err().map(|error| error.to_string()).unwrap_or_default());
}

/// Holds altered documents of a target to its law. Of all that are tried, a share in percent at least has to be altered
/// indeed, and to come as far as that.
fn hold_altered(target: &str, arrives: fn(&[u8]) -> bool, least: u32) {
    let law = law_of(target);
    let seeds = seeds::of(target).into_iter().map(|(_, bytes)| bytes).filter(|bytes| arrives(bytes));
    let documents: Vec<Value> = seeds.map(|bytes| reconvene::from_json(&bytes).expect("JSON")).collect();
    let (tried, arrived) = (Cell::new(0), Cell::new(0));
    try_all(target, &(prop::sample::select(documents), any::<u64>()), |(document, seed)| {
        let other = altered(document.clone(), seed);
        let bytes = other.to_string().into_bytes();
        law(&bytes);
        tried.set(tried.get() + 1);
        arrived.set(arrived.get() + u32::from(other != document && arrives(&bytes)));
    });
    let (tried, arrived) = (tried.get(), arrived.get());
    assert!(arrived * 100 >= tried * least, "{arrived} of {tried} came as far as the law of {target}");
}

#[test]
fn altered_reports_are_shown() {
    hold_altered("report", |bytes| showing::read(bytes).is_some(), 35);
}

#[test]
fn altered_input_is_planned() {
    hold_altered("plan", |bytes| planning::planned(bytes).is_some(), 20);
}

/// A text put together of stretches of others, with pieces between them.
fn mutation(texts: Vec<String>) -> impl Strategy<Value = String> {
    let text = prop::sample::select(texts);
    let pieces = prop::collection::vec(prop::sample::select(pieces()), 0..3);
    let cuts = prop::collection::vec((text, 0.0..1.0_f64, 0.0..1.0_f64, pieces), 1..4);
    cuts.prop_map(|cuts| {
        let mut mutation = String::new();
        for (text, from, length, pieces) in cuts {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
            let at = |share: f64| text.floor_char_boundary((share * text.len() as f64) as usize);
            let (start, end) = (at(from), at((from + length).min(1.0)));
            mutation.push_str(&text[start..end]);
            mutation.extend(pieces);
        }
        mutation.truncate(mutation.floor_char_boundary(LONGEST));
        mutation
    })
}

macro_rules! laws {
    ($($target:ident)*) => {
        $(
            #[test]
            fn $target() {
                hold(stringify!($target));
            }
        )*

        #[test]
        fn every_target_has_its_law_and_its_test() {
            let named = LAWS.iter().map(|(name, _)| *name).collect::<Vec<_>>();
            assert_eq!(named, [$(stringify!($target)),*]);
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/fuzz_targets");
            let entries = std::fs::read_dir(folder).expect("a folder").filter_map(|entry| entry.ok());
            let mut files: Vec<String> =
                entries.map(|entry| entry.file_name().to_string_lossy().replace(".rs", "")).collect();
            files.sort();
            assert_eq!(named, files);
        }
    };
}

laws!(agent_report aggregate bowser clarify fix json json_return parse plan prose protocol_v1 report split);
