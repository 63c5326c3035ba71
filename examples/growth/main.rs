//! Looks for work that grows faster than the text: puts random shapes together, makes them eight times as long, and says
//! where the work a byte grew. `npm run growth [-- SECONDS] [SEED] [time]`.
//!
//! Work is counted in steps: the same each time, for the same seed. With `time` it is measured, for not all work is counted;
//! then a shape is worth a look, and nothing more, until it is seen again.
// A search may stop where it errs.
#![allow(clippy::indexing_slicing)]

mod jobs;
mod shapes;

use std::collections::BTreeSet;
use std::io::{Error, Result, Write, stdout};
use std::time::{Duration, Instant};

use jobs::{JOBS, Job, Material};
use reconvene::text::steps;
use shapes::{Shape, Source};

/// How long a search goes on, where no number is given, in seconds.
const SECONDS: u64 = 60;

/// About how long a shape is made for the first look, and how many times longer for the second, in bytes.
const SHORT: usize = 8_000;
const LONGER: usize = 8;

/// Time below this says nothing, in nanoseconds.
const NOISE: f64 = 2e6;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut numbers = arguments.iter().filter_map(|argument| argument.parse::<u64>().ok());
    let seconds = numbers.next().unwrap_or(SECONDS);
    let seed = numbers.next().unwrap_or(1);
    let measure = if arguments.iter().any(|argument| argument == "time") { Measure::Time } else { Measure::Steps };
    let mut out = stdout().lock();
    let started = Instant::now();
    let mut source = Source::new(seed);
    let mut found: BTreeSet<Vec<String>> = BTreeSet::new();
    let mut tried = 0_u64;
    while started.elapsed() < Duration::from_secs(seconds) {
        let shape = source.shape();
        tried += 1;
        let (short, long) = (Material::new(&shape, SHORT), Material::new(&shape, SHORT * LONGER));
        for job in JOBS {
            if !is_suspect(measure, job, &short, &long) || !grows(measure, job, &shape) {
                continue;
            }
            let least = least(measure, job, shape.clone());
            // Twice as long once more: what a clock saw by chance is not seen there.
            let (ratios, sizes) = doublings(measure, job, &least, SHORT * LONGER);
            if ratios.iter().any(|ratio| *ratio <= measure.doubling()) {
                continue;
            }
            if found.insert(least.pieces()) {
                let work = measure.of(job, &Material::new(&least, SHORT * LONGER));
                writeln!(
                    out,
                    "{}: {ratios:.2?} times the work a byte at {sizes:?} bytes ({work:.1e} at the second), {least}",
                    job.name
                )?;
                out.flush()?;
            }
            // What one job is slow with, most others are.
            break;
        }
    }
    writeln!(out, "{tried} shapes, {} that grow too fast; seed {seed}", found.len())?;
    // A clock is no proof.
    match measure {
        Measure::Steps if !found.is_empty() => Err(Error::other("work grows faster than the text")),
        _ => Ok(()),
    }
}

/// What work is measured in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Measure {
    Steps,
    Time,
}

impl Measure {
    /// The work of a job on a material.
    fn of(self, job: &Job, material: &Material) -> f64 {
        match self {
            Self::Steps => counted(job, material),
            Self::Time => timed(job, material, 5),
        }
    }

    /// The same, at a first look.
    fn at_once(self, job: &Job, material: &Material) -> f64 {
        if self == Self::Time { timed(job, material, 1) } else { self.of(job, material) }
    }

    /// What is worth a second look: the work a byte, of a text eight times as long. Clocks err more than counters do.
    fn suspect(self) -> f64 {
        match self {
            Self::Steps => 1.25,
            Self::Time => 2.0,
        }
    }

    /// What a doubling may cost more than twice the work: `n log n` stays below.
    fn doubling(self) -> f64 {
        match self {
            Self::Steps => 1.15,
            Self::Time => 1.4,
        }
    }
}

#[allow(clippy::cast_precision_loss)]
fn counted(job: &Job, material: &Material) -> f64 {
    let _before = steps::take();
    (job.run)(material);
    steps::take() as f64
}

/// The least time of some, in nanoseconds.
#[allow(clippy::cast_precision_loss)]
fn timed(job: &Job, material: &Material, times: usize) -> f64 {
    let mut least = f64::INFINITY;
    let mut spent = 0.0;
    for _ in 0..times {
        let started = Instant::now();
        (job.run)(material);
        let time = started.elapsed().as_nanos() as f64;
        least = least.min(time);
        spent += time;
        // What takes long is not repeated often: it errs less.
        if spent > 2e8 {
            break;
        }
    }
    least
}

/// Whether the work a byte grows at all.
fn is_suspect(measure: Measure, job: &Job, short: &Material, long: &Material) -> bool {
    let many = measure.at_once(job, long);
    if measure == Measure::Time && many < NOISE {
        return false;
    }
    many / measure.at_once(job, short).max(1.0) / ratio(short, long) > measure.suspect()
}

/// Whether two doublings each cost more than they may.
fn grows(measure: Measure, job: &Job, shape: &Shape) -> bool {
    doublings(measure, job, shape, SHORT * LONGER / 2).0.iter().all(|ratio| *ratio > measure.doubling())
}

/// How much more work a byte two doublings take, and of how many bytes.
fn doublings(measure: Measure, job: &Job, shape: &Shape, bytes: usize) -> ([f64; 2], [usize; 3]) {
    let sizes = [bytes, 2 * bytes, 4 * bytes];
    let made = sizes.map(|bytes| Material::new(shape, bytes));
    let work = [&made[0], &made[1], &made[2]].map(|material| measure.of(job, material));
    let growth = |at: usize| work[at + 1] / work[at].max(1.0) / ratio(&made[at], &made[at + 1]);
    ([growth(0), growth(1)], [made[0].bytes, made[1].bytes, made[2].bytes])
}

#[allow(clippy::cast_precision_loss)]
fn ratio(short: &Material, long: &Material) -> f64 {
    long.bytes as f64 / short.bytes as f64
}

/// The shape with everything taken out that its growth does not need.
fn least(measure: Measure, job: &Job, shape: Shape) -> Shape {
    let mut shape = shape;
    loop {
        let smaller = shape.smaller().into_iter().find(|smaller| grows(measure, job, smaller));
        match smaller {
            Some(smaller) => shape = smaller,
            None => return shape,
        }
    }
}
