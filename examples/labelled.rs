//! Prints how well findings are merged in a folder of labelled replies: `cargo run --example labelled FOLDER`.
#![allow(clippy::indexing_slicing, clippy::cast_possible_truncation)]

#[path = "../tests/support/labelled.rs"]
mod labelled;

use std::io::{Error, Result, Write, stdout};
use std::{env, path::Path};

fn main() -> Result<()> {
    let folders: Vec<_> = env::args().skip(1).collect();
    if folders.is_empty() {
        return Err(Error::other("name a folder with `reply-1.md`, `reply-2.md`, … and `pairs.json`"));
    }
    for folder in folders {
        let figures =
            labelled::figures(Path::new(&folder)).map_err(|error| Error::other(format!("{folder}: {error}")))?;
        let verdict = if figures.are_reached() { "reached" } else { "missed" };
        writeln!(stdout(), "{folder}\n{figures}  the figures asked for are {verdict}")?;
    }
    Ok(())
}
