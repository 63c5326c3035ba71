//! Escapes Markdown of several lines for a quotation.

use std::borrow::Cow;

use super::{Direction, Surroundings, rewrite};
use crate::text::visible::visible;

/// Markdown as it may stand in a block quote, line for line.
///
/// Lists, tables, headings and fenced code stay what they are. What [`escape_inline`](super::escape_inline) neutralises
/// is neutralised, and no line reads as a summary line, as a separator of replies, or as a command to a build server.
/// A fence that is not closed cleanly is no fence, so that it swallows nothing.
///
/// ```
/// use reconvene::text::escape::escape_block;
///
/// assert_eq!(escape_block("<b>\n```\n<b>\n```"), "\\<b>\n```\n<b>\n```");
/// ```
#[must_use]
pub fn escape_block(text: &str) -> String {
    let text = clean(text);
    let escaped = pieces(&text, Direction::Escape);
    separators(escaped, Direction::Escape)
}

/// What [`escape_block`] was given.
#[must_use]
pub fn unescape_block(text: &str) -> String {
    let text = separators(clean(text).into_owned(), Direction::Unescape);
    pieces(&text, Direction::Unescape)
}

/// The block quote that a text begins with, read back: its lines without their marks, unescaped; and what follows it.
/// `None` where the text begins otherwise.
///
/// ```
/// use reconvene::text::escape::quotation;
///
/// assert_eq!(quotation("> first\\: a\n>\n> \\<second>\n\nmore"), Some(("first\\: a\n\n<second>".to_owned(), "\nmore")));
/// assert_eq!(quotation("text\n> first"), None);
/// ```
#[must_use]
pub fn quotation(text: &str) -> Option<(String, &str)> {
    let mut rest = text.trim_start_matches(['\n', '\r']);
    let mut quoted = Vec::new();
    while let Some(line) = rest.strip_prefix('>') {
        let (line, following) = line.split_once('\n').unwrap_or((line, ""));
        quoted.push(line.strip_prefix(' ').unwrap_or(line));
        rest = following;
    }
    (!quoted.is_empty()).then(|| (unescape_block(&quoted.join("\n")), rest))
}

/// The text with plain line breaks, and control characters shown.
fn clean(text: &str) -> Cow<'_, str> {
    if text.chars().all(|character| character == '\n' || character == '\t' || visible(character) == character) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\r' => {
                characters.next_if_eq(&'\n');
                clean.push('\n');
            }
            '\n' | '\t' => clean.push(character),
            other => clean.push(visible(other)),
        }
    }
    Cow::Owned(clean)
}

/// Rewrites each fenced block as code, and what stands between as prose, one run of joined lines at a time.
fn pieces(text: &str, direction: Direction) -> String {
    let lines: Vec<&str> = text.split('\n').collect();
    let ends = fences(&lines);
    let rows = rows(&lines);
    let mut out = String::with_capacity(text.len() + text.len() / 32);
    let mut rest = text;
    let mut at = 0;
    while let Some(end) = ends.get(at) {
        let (last, surroundings) = match end {
            Some(end) => (*end, Surroundings::Fence),
            None if rows.get(at) == Some(&true) => (at, Surroundings::Row),
            None => (run(&lines, &ends, at), Surroundings::Block),
        };
        let length = lines.get(at..=last).unwrap_or_default().iter().map(|line| line.len() + 1).sum::<usize>() - 1;
        let (piece, following) = rest.split_at_checked(length).unwrap_or((rest, ""));
        out.push_str(&rewrite(piece.to_owned(), surroundings, direction));
        if let Some(following) = following.strip_prefix('\n') {
            out.push('\n');
            rest = following;
        }
        at = last + 1;
    }
    out
}

/// The last of the lines that surely belong to one paragraph with the line `first`, so that a code span may reach
/// from one into the other. Where that is not sure, a span ends with its line.
fn run(lines: &[&str], ends: &[Option<usize>], first: usize) -> usize {
    let following = lines.iter().zip(lines.iter().skip(1)).zip(ends.iter().skip(1)).skip(first);
    let joined = |line: &str, next: &str| {
        in_paragraph(line) && next.trim_start().starts_with(char::is_alphabetic) && !next.contains('|')
    };
    first + following.take_while(|((line, next), end)| end.is_none() && joined(line, next)).count()
}

/// Whether a line is surely one of a paragraph, perhaps the first in a list item: no heading, rule, table row, code.
fn in_paragraph(line: &str) -> bool {
    let text = line.trim_start_matches(BLANK);
    let numbered = text.trim_start_matches(|digit: char| digit.is_ascii_digit());
    let item = text.strip_prefix("- ").or_else(|| text.strip_prefix("* ")).or_else(|| {
        numbered.strip_prefix(". ").or_else(|| numbered.strip_prefix(") ")).filter(|_| numbered.len() < text.len())
    });
    let text = item.unwrap_or(text);
    let words = text.trim_start_matches(['*', '_', '"', '(']);
    indentation(line) < 4
        && words.starts_with(char::is_alphabetic)
        && text.len() - words.len() <= 3
        && !line.contains('|')
        && !line.contains("```")
}

/// For each line, whether it may be a row of a table: some line between the same blank lines may be a separator row.
fn rows(lines: &[&str]) -> Vec<bool> {
    let parts = lines.split_inclusive(|line| line.trim_matches(BLANK).is_empty());
    let separator =
        |line: &&str| line.contains('-') && line.bytes().all(|byte| b"|:- \t>*+.)\\0123456789".contains(&byte));
    parts.flat_map(|part| std::iter::repeat_n(part.iter().any(separator), part.len())).collect()
}

/// For each line, the last line of the fenced block that it opens.
///
/// Only blocks that every reader of Markdown sees alike: indented by at most three columns, no line less indented than
/// the opening one, closed by the first line that could close it, equally indented. Takes one pass, backwards.
fn fences(lines: &[&str]) -> Vec<Option<usize>> {
    let mut ends = vec![None; lines.len()];
    // For each kind of fence, the lines that could close one, the nearest last; a longer one hides shorter ones behind.
    let mut closers: [Vec<Closer>; 2] = [Vec::new(), Vec::new()];
    // For each indentation, the nearest line that is less indented.
    let mut outdented = [usize::MAX; 4];
    for ((at, line), end) in lines.iter().enumerate().zip(&mut ends).rev() {
        let indent = indentation(line);
        if let Some(fence) = Fence::of(line) {
            let closers = if fence.tilde { &mut closers[1] } else { &mut closers[0] };
            let nearest = closers.partition_point(|closer| closer.length >= fence.length);
            let closer = nearest.checked_sub(1).and_then(|nearest| closers.get(nearest));
            if let Some(closer) = closer.filter(|closer| closer.indent == indent)
                && outdented.get(indent).is_some_and(|outdented| *outdented > closer.at)
            {
                *end = Some(closer.at);
            }
            if fence.bare {
                closers.truncate(closers.partition_point(|closer| closer.length > fence.length));
                // Readers differ on a tab after the marks.
                let indent = if line.contains('\t') { 4 } else { indent };
                closers.push(Closer { at, indent, length: fence.length });
            }
        }
        if !line.trim_matches(BLANK).is_empty() {
            // A tab is as narrow as one column, after the mark of a quotation and a list.
            let least = line.bytes().take(4).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
            outdented.iter_mut().skip(least + 1).for_each(|nearest| *nearest = at);
        }
    }
    ends
}

/// What Markdown takes for blank: other white space is text to it.
const BLANK: [char; 2] = [' ', '\t'];

/// A line that could close a fenced block.
struct Closer {
    at: usize,
    indent: usize,
    length: usize,
}

/// A line that could open a fenced block.
struct Fence {
    tilde: bool,
    length: usize,
    /// Nothing follows the marks, so it could close one too.
    bare: bool,
}

impl Fence {
    fn of(line: &str) -> Option<Self> {
        let text = line.trim_matches(BLANK);
        let mark = text.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
        let info = text.trim_start_matches(mark);
        let length = text.len() - info.len();
        let opens = length >= 3 && (mark == '~' || !info.contains('`'));
        opens.then_some(Self { tilde: mark == '~', length, bare: info.is_empty() })
    }
}

/// How many columns a line is indented; four or more all count as four, and so does a tab, whatever its width.
fn indentation(line: &str) -> usize {
    let spaces = line.bytes().take(4).take_while(|byte| *byte == b' ').count();
    if line.as_bytes().get(spaces) == Some(&b'\t') { 4 } else { spaces }
}

/// Keeps lines like `--- reply ---` from parting the text into several replies.
fn separators(text: String, direction: Direction) -> String {
    if !text.to_ascii_lowercase().contains("reply") {
        return text;
    }
    let lines = text.split('\n').map(|line| {
        let body = line.trim_start();
        let marked = body.trim_start_matches('\\');
        let slashes = body.len() - marked.len();
        let wanted = match direction {
            _ if !is_separator(marked) => slashes,
            Direction::Escape => slashes * 2 + 1,
            Direction::Unescape if slashes % 2 == 1 => slashes / 2,
            Direction::Unescape => slashes,
        };
        let blank = line.get(..line.len() - body.len()).unwrap_or_default();
        format!("{blank}{}{marked}", "\\".repeat(wanted))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Whether a line parts replies: the word `reply` between dashes.
fn is_separator(line: &str) -> bool {
    let line = line.trim();
    line.starts_with("--")
        && line.ends_with("--")
        && line.trim_matches(|mark: char| mark == '-' || mark.is_whitespace()).eq_ignore_ascii_case("reply")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests::pieces;
    use super::{clean, escape_block, quotation, unescape_block};

    #[test]
    fn clean_fences_stay() {
        for text in ["```js\n<b>\n```", "~~~\n`<b>\n~~~~", "- a\n  ```\n  <b>\n  ```", "````\n```\n````"] {
            assert_eq!(escape_block(text), text);
        }
    }

    #[test]
    fn doubtful_fences_are_none() {
        assert_eq!(escape_block("```\n<b>"), "\\`\\`\\`\n\\<b>");
        assert_eq!(escape_block("- a\n  ~~~\n<b>\n  ~~~"), "- a\n  \\~~~\n\\<b>\n  \\~~~");
        assert_eq!(escape_block("```\n<b>\n  ```\n<i>\n```").lines().nth(1), Some("\\<b>"));
        assert_eq!(escape_block("~~~\n~~~\t\n~~~\n<b>\n~~~").lines().nth(3), Some("\\<b>"));
        assert_eq!(escape_block("- ~~~\n  <b>"), "- \\~~~\n  \\<b>");
        assert_eq!(escape_block("1. a\n   ~~~\n\t<b>\n   ~~~").lines().nth(2), Some("\t\\<b>"));
    }

    #[test]
    fn code_spans_reach_over_the_lines_of_a_paragraph_only() {
        assert_eq!(escape_block("a `b\nc <d>` <e>"), "a `b\nc <d>` \\<e>");
        assert_eq!(escape_block("a `b\n\nc <d>`"), "a \\`b\n\nc \\<d>\\`");
        assert_eq!(escape_block("# a `b\nc <d>`"), "# a \\`b\nc \\<d>\\`");
        assert_eq!(escape_block("    a `b\nc <d>`"), "    a \\`b\nc \\<d>\\`");
        assert_eq!(escape_block("- ```js\n  <d>```"), "- \\`\\`\\`js\n  \\<d>\\`\\`\\`");
        assert_eq!(escape_block("a `b | <c>`"), "a `b | <c>`");
        assert_eq!(escape_block("|a|\n|-|\n|`b|<c>`|`b\\|<c>`"), "|a|\n|-|\n|\\`b|\\<c>\\`|`b\\|<c>`");
        assert_eq!(escape_block("a `b | c\nc <d>`"), "a \\`b | c\nc \\<d>\\`");
    }

    #[test]
    fn no_line_is_a_summary_line_a_separator_or_a_command() {
        assert_eq!(escape_block("RESULT: PASS\nresult: x"), "RESULT\\: PASS\nresult\\: x");
        assert_eq!(
            escape_block("```\nRESULT: PASS\n::error\n--- reply ---\n```"),
            "```\nRESULT\\: PASS\n\\::error\n\\--- reply ---\n```"
        );
        assert_eq!(escape_block("::error\n --- Reply ---"), "\\::error\n \\--- Reply ---");
        assert_eq!(escape_block("a\rb\r\n\u{1b}c"), "a\nb\n␛c");
    }

    #[test]
    fn a_quotation_at_the_start_is_read_back() {
        let text = "<b> `c`\n\n- RESULT: PASS\n\n```\n::x\n```";
        let quoted: Vec<_> = escape_block(text).lines().map(|line| format!("> {line}")).collect();
        let body = format!("\n{}\n\nReported by A\n\n> other", quoted.join("\n"));
        let (read, rest) = quotation(&body).unwrap_or_default();
        assert_eq!((read.as_str(), rest), (text, "\nReported by A\n\n> other"));
        assert_eq!(quotation("none"), None);
    }

    #[test]
    fn many_fences_take_one_look_each() {
        for piece in ["```a\n", "~~~\n```\n", "```\n", "````a\n ```\n", "`\n", "--- reply ---\n"] {
            let text = piece.repeat(100_000);
            assert_eq!(unescape_block(&escape_block(&text)), text, "{piece}");
        }
        let text = (3..900).rev().map(|length| "`".repeat(length)).collect::<Vec<_>>().join("a\n");
        assert_eq!(unescape_block(&escape_block(&text)), text);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn reading_back_gives_the_text(text in pieces()) {
            prop_assert_eq!(unescape_block(&escape_block(&text)), text);
        }

        #[test]
        fn reading_back_gives_any_text(text in "(\\PC|\n){0,60}") {
            prop_assert_eq!(unescape_block(&escape_block(&text)), clean(&text));
        }

        #[test]
        fn a_text_without_backslashes_reads_as_itself(text in "([^\\\\\\p{Cc}]|\n){0,60}") {
            prop_assert_eq!(unescape_block(&text), clean(&text));
        }
    }
}
