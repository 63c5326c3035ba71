//! Prints the time of each adversarial shape at two sizes: a look for superlinear growth that no counter sees.
#![allow(clippy::print_stdout)]

#[path = "../tests/support/adversary.rs"]
mod adversary;

use std::time::Instant;

fn main() {
    for (name, make) in adversary::SHAPES {
        let time = |bytes: usize| {
            let reply = reconvene::model::Reply::from(make(bytes).as_str());
            let start = Instant::now();
            std::hint::black_box(reconvene::parse(&reply, reconvene::Ledger::Include));
            start.elapsed().as_secs_f64() * 1000.0
        };
        let (short, long) = (time(100_000), time(400_000));
        println!("{:>8.1} ms {:>8.1} ms  x{:.1}  {name}", short, long, long / short);
    }
}
