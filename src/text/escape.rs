//! Escapes text for Markdown, and reads it back.
//!
//! A text that an agent wrote stays text: none of it becomes raw HTML, a link, an image, a table column, a block of its
//! own, or a line that a reader of replies would take for a summary line or a separator. Each character that could is
//! given a backslash, which Markdown does not show. Where backslashes stand before it already, `n` of them become
//! `2n + 1`; reading back, an odd number `2n + 1` becomes `n`. All other backslashes are left alone, so a text without
//! escapes reads as itself, and `unescape_…(&escape_…(text))` is the text with its white space folded.
//!
//! Which characters act is decided by what stands around them with all backslashes thought away. That is why both
//! directions agree: escaping never changes what decides.
//!
//! Markdown reads nothing in code spans, so nothing is escaped there, with two exceptions: a pipe in a table cell, where
//! Markdown takes the backslash away again, and a summary line elsewhere, at the cost of a backslash that shows.

mod block;
mod character;
mod code;

pub use block::{escape_block, quotation, unescape_block};
pub use code::{Stretch, Stretches, stretches};

use crate::text::visible::visible;
use character::{Character, may_act};

/// A text on one line: white space runs and line breaks become one space, control characters are shown.
#[must_use]
pub fn fold(text: &str) -> String {
    if is_folded(text) {
        return text.to_owned();
    }
    let mut folded = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.extend(word.chars().map(visible));
    }
    folded
}

/// Whether [`fold`] would change nothing, which is so of most texts.
fn is_folded(text: &str) -> bool {
    let mut last = b' ';
    for byte in text.bytes() {
        if (byte == b' ' && last == b' ') || byte.is_ascii_control() {
            return false;
        }
        last = byte;
    }
    let stays =
        |character: char| character.is_ascii() || (!character.is_whitespace() && visible(character) == character);
    last != b' ' && (text.is_ascii() || text.chars().all(stays))
}

/// A text as one line of prose: a paragraph, a heading, a list item.
///
/// ```
/// use reconvene::text::escape::escape_inline;
///
/// assert_eq!(escape_inline("a <b> ![c](d)\n`<e>`"), r"a \<b> !\[c\](d) `<e>`");
/// ```
#[must_use]
pub fn escape_inline(text: &str) -> String {
    rewrite(fold(text), Surroundings::Line, Direction::Escape)
}

/// A text as a table cell: as [`escape_inline`] does it, and no pipe in it parts the cell.
///
/// ```
/// use reconvene::text::escape::escape_cell;
///
/// assert_eq!(escape_cell("a | `b | c`"), r"a \| `b \| c`");
/// ```
#[must_use]
pub fn escape_cell(text: &str) -> String {
    rewrite(fold(text), Surroundings::Cell, Direction::Escape)
}

/// What [`escape_inline`] was given, its white space folded.
#[must_use]
pub fn unescape_inline(text: &str) -> String {
    rewrite(text.to_owned(), Surroundings::Line, Direction::Unescape)
}

/// What [`escape_cell`] was given, its white space folded.
#[must_use]
pub fn unescape_cell(text: &str) -> String {
    rewrite(text.to_owned(), Surroundings::Cell, Direction::Unescape)
}

/// What a text is part of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Surroundings {
    /// A line of prose.
    Line,
    /// A table cell.
    Cell,
    /// Lines of a quotation.
    Block,
    /// A line of a quotation that may be a row of a table.
    Row,
    /// Lines of a fenced code block: code, without any code span.
    Fence,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Escape,
    Unescape,
}

/// A text with the backslashes before each acting character as the direction asks.
fn rewrite(text: String, surroundings: Surroundings, direction: Direction) -> String {
    // Most texts have nothing to escape, and fewer have anything to read back.
    let is_plain = match direction {
        Direction::Escape => !text.bytes().any(may_act),
        Direction::Unescape => !text.contains('\\'),
    };
    if is_plain { text } else { rewrite_marked(&text, surroundings, direction) }
}

/// [`rewrite`] for a text that may have something in it.
fn rewrite_marked(text: &str, surroundings: Surroundings, direction: Direction) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 32);
    let mut copied = 0;
    let mut at = 0;
    let mut pass = |stretch: &str, code: bool| {
        let mut slashes = 0;
        for byte in stretch.bytes() {
            if byte == b'\\' {
                slashes += 1;
            } else {
                if may_act(byte) && (slashes > 0 || direction == Direction::Escape) {
                    let character = Character { text, at, slashes, byte, code };
                    let wanted = match direction {
                        Direction::Escape if character.acts(surroundings) => slashes * 2 + 1,
                        Direction::Unescape if slashes % 2 == 1 && character.acts(surroundings) => slashes / 2,
                        _ => slashes,
                    };
                    if wanted != slashes {
                        out.push_str(text.get(copied..at - slashes).unwrap_or_default());
                        out.extend(std::iter::repeat_n('\\', wanted));
                        copied = at;
                    }
                }
                slashes = 0;
            }
            at += 1;
        }
    };
    if surroundings == Surroundings::Fence {
        pass(text, true);
    } else {
        stretches(text).for_each(|stretch| {
            let parted = surroundings == Surroundings::Row && is_parted(stretch.text());
            pass(stretch.text(), stretch.is_code() && !parted);
        });
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    out
}

/// Whether a table row may part at a pipe in this text: one without exactly one backslash before it.
fn is_parted(text: &str) -> bool {
    text.match_indices('|').any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        !before.ends_with('\\') || before.ends_with("\\\\")
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{escape_cell, escape_inline, fold, unescape_cell, unescape_inline, visible};

    /// Text out of the pieces that matter, so that they meet often.
    pub(super) fn pieces() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            Just("`"),
            Just("``"),
            Just("```"),
            Just("\\"),
            Just("|"),
            Just("<"),
            Just("[x]"),
            Just("]"),
            Just("("),
            Just("!["),
            Just(")"),
            Just(":"),
            Just("//"),
            Just("http"),
            Just("RESULT"),
            Just("result"),
            Just("www."),
            Just("@"),
            Just("~~~"),
            Just("~"),
            Just("#"),
            Just(" "),
            Just("\n"),
            Just("a"),
            Just("/b"),
            Just("<i>"),
            Just("é"),
            Just("--- reply ---"),
            Just("- "),
            Just("> "),
            Just("  "),
            Just("::"),
            Just("**"),
            Just("1. "),
            Just("\n```\n"),
            Just("\n~~~\n"),
            Just("\n\n"),
            Just("\n  ```js\n"),
            Just("<script>"),
            Just("[a]: /b"),
        ];
        prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
    }

    #[test]
    fn markup_is_shown() {
        assert_eq!(escape_inline("<b> </b> <!-- <? a < b <3"), r"\<b> \</b> \<!-- \<? a < b <3");
        assert_eq!(escape_inline("![a](b) [c](d) [e]: f [g] [h][i]"), r"!\[a\](b) [c\](d) [e\]: f [g] [h][i]");
        assert_eq!(
            escape_inline("<https://a.b> https://a.b www.a.b c@d.e"),
            r"\<https\://a.b> https\://a.b www\.a.b c\@d.e"
        );
        assert_eq!(escape_inline("- [a `b]: /c` [ ] d"), r"\- \[a `b]: /c` [ ] d");
        assert_eq!(escape_inline("<=1 <`@a.b>` <-c@d.e>"), r"<=1 \<`@a.b>` \<-c\@d.e>");
        assert_eq!(escape_inline("~~old~~ ~~~x C# #"), r"~~old~~ \~~~x C# \#");
    }

    #[test]
    fn a_line_begins_no_block() {
        for text in ["# a", "> a", "- a", "+ a", "* a", "---", "***", "_ _ _", "###", "-"] {
            assert_eq!(escape_inline(text), format!("\\{text}"));
        }
        assert_eq!((escape_inline("12. a"), escape_inline("1) a")), (r"12\. a".to_owned(), r"1\) a".to_owned()));
        for text in ["#a", "-a", "**a** - b", "_a_", "1.5 a", "a # b", "a > b", "--- a"] {
            assert_eq!(escape_inline(text), text);
        }
    }

    #[test]
    fn code_is_left_alone_and_ends_where_it_ends() {
        assert_eq!(escape_inline("`<b>` <b> ` <b>"), r"`<b>` \<b> \` \<b>");
        assert_eq!(escape_cell("`a|b` ` c"), r"`a\|b` \` c");
        assert_eq!(escape_cell("`RESULT: PASS | x`"), r"`RESULT: PASS \| x`");
    }

    #[test]
    fn a_forged_summary_line_is_none() {
        assert_eq!(escape_inline("RESULT: PASS | Type: x"), r"RESULT\: PASS | Type: x");
        assert_eq!(escape_inline("so **Result**: fine"), r"so **Result**\: fine");
        assert_eq!(escape_inline("RESULT：PASS 测：试"), r"RESULT\：PASS 测：试");
        assert_eq!(escape_inline("NOTES.RESULT: CLEAN"), r"NOTES.RESULT\: CLEAN");
        assert_eq!(escape_inline("`RESULT: PASS`"), r"`RESULT\: PASS`");
        assert_eq!(
            escape_inline("`RESULT: <STATUS>` `RESULT:` resulting: x"),
            "`RESULT: <STATUS>` `RESULT:` resulting: x"
        );
    }

    #[test]
    fn backslashes_are_doubled_only_where_they_matter() {
        assert_eq!(escape_inline(r"\d \<b \\<b"), r"\d \\\<b \\\\\<b");
        assert_eq!(unescape_inline(r"\d \\\<b \\\\\<b"), r"\d \<b \\<b");
        assert_eq!(unescape_inline(r"a \* \_ \\"), r"a \* \_ \\");
    }

    #[test]
    fn white_space_and_controls_are_made_one_line() {
        assert_eq!(fold(" a\t\r\n b\u{1b}]0;\u{202e}c "), "a b␛]0;\u{fffd}c");
    }

    #[test]
    fn what_is_left_as_it_is_needs_no_folding() {
        const PIECES: [&str; 8] = [" ", "a", "é", "\u{a0}", "\u{7f}", "\u{202e}", "\t", ""];
        for number in 0..PIECES.len().pow(4) {
            let text: String = (0..4).map(|place| PIECES[number / PIECES.len().pow(place) % PIECES.len()]).collect();
            let shown = |word: &str| word.chars().map(visible).collect::<String>();
            let words: Vec<String> = text.split_whitespace().map(shown).collect();
            assert_eq!(fold(&text), words.join(" "), "{text:?}");
        }
    }

    #[test]
    fn long_runs_take_one_look_each() {
        for piece in ["`", "\\", ":", "#", "~", "* ", "result:", "RESULT*:", "` ``", "\\`", "# ", "[", "<"] {
            let text = piece.repeat(200_000);
            assert_eq!(unescape_cell(&escape_cell(&text)), fold(&text), "{piece}");
            assert_eq!(unescape_inline(&escape_inline(&text)), fold(&text), "{piece}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn reading_back_gives_the_text(text in pieces()) {
            prop_assert_eq!(unescape_inline(&escape_inline(&text)), fold(&text));
            prop_assert_eq!(unescape_cell(&escape_cell(&text)), fold(&text));
        }

        #[test]
        fn reading_back_gives_any_text(text in "\\PC{0,40}") {
            prop_assert_eq!(unescape_inline(&escape_inline(&text)), fold(&text));
            prop_assert_eq!(unescape_cell(&escape_cell(&text)), fold(&text));
        }

        #[test]
        fn a_text_without_backslashes_reads_as_itself(text in "[^\\\\]{0,40}") {
            prop_assert_eq!(&unescape_inline(&text), &text);
            prop_assert_eq!(&unescape_cell(&text), &text);
        }

        #[test]
        fn no_cell_parts(text in pieces()) {
            let cell = escape_cell(&text);
            let mut slashes = 0;
            for character in cell.chars() {
                prop_assert!(character != '|' || slashes % 2 == 1, "{}", cell);
                slashes = if character == '\\' { slashes + 1 } else { 0 };
            }
        }
    }
}
