//! A report for programs.

use std::fmt::Write;

use crate::model::{Report, visible};

/// A report as JSON with line breaks and two blanks for each level. Characters on which a terminal or a script would
/// act are written as `\uXXXX`.
#[must_use]
pub fn render(report: &Report) -> String {
    // A report has string keys and finite numbers only, so there is nothing that JSON cannot say.
    let json = serde_json::to_string_pretty(report).unwrap_or_default();
    let mut out = String::with_capacity(json.len() + 1);
    for character in json.chars() {
        if character == '\n' || visible(character) == character {
            out.push(character);
        } else {
            // Such characters stand in strings alone, and none is beyond U+FFFF.
            let _ = write!(out, "\\u{:04x}", u32::from(character));
        }
    }
    out.push('\n');
    out
}
