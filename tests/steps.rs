//! Law 4: twice the text costs twice the steps, on adversarial text too. Run with `--features steps`.
// A test may stop the run, and says what it saw.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stdout,
    clippy::print_stderr
)]
#![cfg(feature = "steps")]

mod support {
    pub mod adversary;
}

use reconvene::model::Reply;
use reconvene::text::steps;
use reconvene::{CheckOptions, Ledger};
use support::adversary::SHAPES;

fn steps_of(text: &str) -> u64 {
    let reply = Reply::from(text);
    let _before = steps::take();
    let result = reconvene::parse(&reply, Ledger::Include);
    assert!(result.ledger.is_some());
    let _checked = reconvene::check(&reply, &CheckOptions::default());
    steps::take()
}

#[test]
fn twice_the_text_costs_twice_the_steps() {
    const BYTES: usize = 50_000;
    let mut worst = (0.0, "");
    for (name, make) in SHAPES {
        let (short, long) = (make(BYTES), make(2 * BYTES));
        let (few, many) = (steps_of(&short), steps_of(&long));
        #[allow(clippy::cast_precision_loss)]
        let growth = (many as f64 / few as f64) / (long.len() as f64 / short.len() as f64);
        #[allow(clippy::cast_precision_loss)]
        let each = many as f64 / long.len() as f64;
        println!("{name}: {each:.1} steps a byte, growth {growth:.2}");
        assert!(few > 0, "{name}: no step was counted");
        assert!(growth < 1.25, "{name}: {few} steps for {} bytes, {many} for {}", short.len(), long.len());
        if growth > worst.0 {
            worst = (growth, *name);
        }
    }
    println!("worst growth {:.2}: {}", worst.0, worst.1);
}
