//! What is measured of the parts of replies, which `scripts/likelihood.js` learns from: reads a list of texts as JSON, prints a
//! line for each: its parts, each with its first line, the lines behind its own and behind all of it, and what was measured.

use std::io::{Error, Read, Result, Write, stdin, stdout};

use reconvene::part::Reading;
use reconvene::part::aliases::Aliases;
use reconvene::part::scales::Scales;
use reconvene::review::{Scope, likelihood, outline};
use reconvene::text::SourceText;

fn main() -> Result<()> {
    let mut input = String::new();
    stdin().read_to_string(&mut input)?;
    let texts: Vec<String> = serde_json::from_str(&input).map_err(Error::other)?;
    let mut out = stdout();
    writeln!(out, "{}", serde_json::json!(&likelihood::names()[..]))?;
    for text in &texts {
        let source = SourceText::new(text);
        let reading = Reading::new(&source);
        let aliases = Aliases::none();
        let scope = Scope::of_free_form(&aliases);
        let outline = outline::read(&reading, false);
        let observed = likelihood::observe(&reading, &outline, scope, Scales::of(&reading));
        let parts: Vec<_> =
            observed.iter().map(|part| (part.own.start, part.own.end, part.lines.end, &part.measured[..])).collect();
        writeln!(out, "{}", serde_json::json!(parts))?;
    }
    Ok(())
}
