//! Escapes text from elsewhere for a document: no line of it begins a question or section, and none of it is active
//! where the document is shown.

use super::scanned::fences;
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
    let text = parted(text);
    let lines: Vec<&str> = text.strip_suffix('\n').unwrap_or(&text).split('\n').collect();
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
        out.push(if acts { escaped(line) } else { (*line).to_owned() });
    }
    out.join("\n")
}

/// A line with a backslash before what it says.
#[must_use]
pub fn escaped(line: &str) -> String {
    let said = line.trim_start();
    format!("{}\\{said}", line.get(..line.len() - said.len()).unwrap_or_default())
}

/// Lines of which none is a question of a numbered list: `1\.` where one would be.
#[must_use]
pub fn unnumbered(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        let mark = marks::numbered_question(line.trim_start()).and_then(|_| line.find(['.', ')']));
        match mark.and_then(|mark| line.split_at_checked(mark)) {
            Some((number, rest)) => format!("{number}\\{rest}"),
            None => line.to_owned(),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A text in which every mark that some reader takes for the end of a line is one.
fn parted(text: &str) -> String {
    const ENDS: [char; 6] = ['\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];
    text.replace("\r\n", "\n").replace(ENDS, "\n")
}

/// Lines from elsewhere that neither begin anything nor act. Made fit twice, they stay as they are.
#[must_use]
pub fn lines(text: &str) -> String {
    unmarked(&escape_block(&unescape_block(&parted(text))))
}

/// A text from elsewhere on one line.
#[must_use]
pub fn line(text: &str) -> String {
    escape_inline(&unescape_inline(text))
}
