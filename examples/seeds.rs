//! Writes the seeds of a fuzz target, and what once broke its law, into a folder: `cargo run --example seeds TARGET FOLDER`.

use std::io::{Error, Result};
use std::path::Path;

#[path = "../tests/support/laws/mod.rs"]
mod laws;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [target, folder] = arguments.as_slice() else { return Err(Error::other("name a target and a folder")) };
    std::fs::create_dir_all(folder)?;
    for (name, bytes) in laws::seeds::of(target).into_iter().chain(laws::seeds::regressions(target)) {
        std::fs::write(Path::new(folder).join(name), bytes)?;
    }
    Ok(())
}
