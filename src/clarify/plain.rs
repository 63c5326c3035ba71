//! Text that comes from elsewhere, made fit to stand in a document: no line of it begins anything there, and none of it
//! acts where the document is shown.

use super::sheet::fences;
use super::{decisions, marks};
use crate::text::blocks::is_rule;
use crate::text::escape::{escape_block, escape_inline, unescape_block, unescape_inline};
use crate::text::lines::scan_fence;

/// Whether a line begins something in a document.
#[must_use]
pub fn is_mark(line: &str) -> bool {
    // Most lines have none of these, and nothing else begins without them.
    let may_be = line.contains([':', '#', '*', '_']);
    marks::is_refinements(line)
        || marks::refinements_for(line).is_some()
        || may_be
            && (marks::heading(line).is_some()
                || marks::label(line).is_some()
                || marks::question(line).is_some()
                || marks::consolidated(line).is_some()
                || decisions::decision(line).is_some())
}

/// Lines that begin nothing: a backslash before each one that would.
#[must_use]
pub fn unmarked(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let fences = fences(&lines);
    let mut inside = fences.iter().peekable();
    let mut out: Vec<String> = Vec::with_capacity(lines.len());
    for (number, line) in lines.iter().enumerate() {
        while inside.peek().is_some_and(|fence| fence.end <= number) {
            inside.next();
        }
        let verbatim = inside.peek().is_some_and(|fence| fence.contains(&number));
        // A fence that is not closed would swallow what follows the text.
        let acts = !verbatim && (is_mark(line) || scan_fence(line).is_some() || is_rule(line.trim()));
        let blanks = line.len() - line.trim_start().len();
        out.push(match (acts, line.get(..blanks), line.get(blanks..)) {
            (true, Some(blanks), Some(said)) => format!("{blanks}\\{said}"),
            _ => (*line).to_owned(),
        });
    }
    out.join("\n")
}

/// Lines from elsewhere that neither begin anything nor act. Made fit twice, they stay as they are.
#[must_use]
pub fn lines(text: &str) -> String {
    unmarked(&escape_block(&unescape_block(text)))
}

/// A text from elsewhere on one line.
#[must_use]
pub fn line(text: &str) -> String {
    escape_inline(&unescape_inline(text))
}
