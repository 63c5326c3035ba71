//! What a diagnostic's code means, for a person: as Markdown.

use crate::model::{Explanation, Lack, Level};

/// What a code means, with an example that breaks the rule and the same example fixed.
#[must_use]
pub fn explanation(of: &Explanation) -> String {
    let mut text = format!("### `{}`\n\n{} · [{}]({})", of.name, level(of.level), of.source, of.source);
    if of.lacks == Lack::Information {
        text.push_str(" · ask the subagent again");
    }
    text.push_str(&format!("\n\n{}\n\n", of.meaning));
    if !of.wrong.is_empty() {
        text.push_str(&format!("Instead of\n\n{}\n\nwrite\n\n", fenced(of.wrong)));
    }
    text.push_str(&format!("{}\n\n{}\n", fenced(of.right), of.help));
    text
}

/// The word for a level.
#[must_use]
pub fn level(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "note",
    }
}

/// A text in a fence that is longer than any in it.
fn fenced(text: &str) -> String {
    let mark = if text.contains("```") { "````" } else { "```" };
    format!("{mark}text\n{text}\n{mark}")
}
