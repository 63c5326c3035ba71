//! Merges the replies in the files that are named, and prints the report as JSON: `cargo run --example report FILES…`.

use std::io::{Result, Write, stdout};
use std::{env, fs};

use reconvene::{AggregateOptions, Format, Reply, ReplyText};

fn main() -> Result<()> {
    let mut replies = Vec::new();
    for path in env::args().skip(1) {
        let text = ReplyText::from_bytes(&fs::read(&path)?);
        replies.push(Reply { text, source: Some(path), ..Reply::default() });
    }
    stdout().write_all(
        reconvene::report(replies, Format::Json, &AggregateOptions::default(), &reconvene::RenderOptions::default())
            .as_bytes(),
    )
}
