//! Variables as an agent is told them. Their values are text of documents, tasks and replies: none can be read as another
//! variable, as an instruction of ours, or as a summary line.

use crate::model::{Expected, Variables, visible};
use crate::prompt::{instruction, unmarked};

/// The longest subject and the longest quotation of a reply, in characters.
pub const LINE_LIMIT: usize = 200;

/// What an agent is sent: each variable on a line, a blank line, and the form that its reply is to have.
///
/// A value of several lines stands below its name, each line behind a `>`.
#[must_use]
pub fn prompt(variables: &Variables, expect: Expected) -> String {
    let mut text = String::new();
    for (name, value) in variables.iter() {
        let value = unmarked(value.trim());
        let lines: Vec<String> = value.lines().map(|line| line.chars().map(visible).collect()).collect();
        match lines.as_slice() {
            [line] => text.push_str(&format!("{name}: {line}\n")),
            lines => {
                text.push_str(&format!("{name}:\n"));
                for line in lines {
                    text.push_str(&format!("> {line}\n"));
                }
            }
        }
    }
    format!("{text}\n{}", instruction(expect))
}

/// A text on one line, without what acts on a reader, not too long.
#[must_use]
pub fn line(text: &str) -> String {
    let folded = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let shown: String = folded.chars().map(visible).collect();
    match shown.char_indices().nth(LINE_LIMIT) {
        Some((end, _)) => shown.get(..end).unwrap_or_default().to_owned() + "…",
        None => shown,
    }
}
