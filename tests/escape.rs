//! Escaped text in the eyes of a Markdown reader: nothing of it is active, and it does not leave its place.
// A test may stop the run, and says what it saw.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stdout,
    clippy::print_stderr
)]

use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use reconvene::text::escape::{escape_block, escape_cell, escape_inline};

fn events(markdown: &str) -> Vec<Event<'_>> {
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_GFM;
    Parser::new_ext(markdown, options).collect()
}

/// What a reader would act on.
fn active(markdown: &str) -> Vec<Event<'_>> {
    events(markdown)
        .into_iter()
        .filter(|event| match event {
            Event::Html(_) | Event::InlineHtml(_) | Event::FootnoteReference(_) => true,
            Event::Start(tag) => {
                matches!(tag, Tag::HtmlBlock | Tag::Link { .. } | Tag::Image { .. } | Tag::FootnoteDefinition(_))
            }
            _ => false,
        })
        .collect()
}

fn quoted(text: &str) -> String {
    escape_block(text).split('\n').fold(String::new(), |quote, line| quote + "> " + line + "\n")
}

/// The pieces that matter to a reader of Markdown.
const PIECES: &[&str] = &[
    "`",
    "``",
    "```",
    "\\",
    "|",
    "<",
    "[x]",
    "]",
    "(/y)",
    "![",
    "[",
    ")",
    ":",
    "//",
    "http",
    "RESULT",
    "www.",
    "@",
    "a.b",
    ".",
    "$",
    "~~~",
    "~",
    "#",
    " ",
    "\n",
    "a",
    "/b",
    "<i>",
    "</i>",
    "é",
    "--- reply ---",
    "- ",
    "> ",
    "  ",
    "    ",
    "\t",
    "::",
    "**",
    "1. ",
    "10. ",
    "\n```\n",
    "\n~~~\n",
    "\n\n",
    "\n  ```js\n",
    "\n   ~~~\n",
    "<script>\n",
    "[a]: /b\n",
    "[a]",
    "[^a]: b\n",
    "[^a]",
    "<!--",
    "-->",
    "<?",
    "<![CDATA[",
    "\u{a0}",
    "|---|\n",
    "===\n",
    "---\n",
    "&lt;",
    "<a@b.c>",
    "<http://x>",
    "\r",
    "\r\n",
    "\u{c}",
];

/// Text out of these pieces, so that they meet often.
fn pieces() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn nothing_in_a_line_is_active(text in pieces()) {
        let line = escape_inline(&text);
        for markdown in [format!("{line}\n"), format!("- {line}\n"), format!("### G1: {line}\n")] {
            prop_assert_eq!(active(&markdown), [], "{}", markdown);
        }
    }

    #[test]
    fn nothing_in_a_quotation_is_active(text in pieces()) {
        let markdown = quoted(&text);
        prop_assert_eq!(active(&markdown), [], "{}", markdown);
    }

    #[test]
    fn a_quotation_ends_where_it_ends(text in pieces()) {
        let markdown = format!("{}\nEND\n", quoted(&text));
        let events = events(&markdown);
        let quote = events.iter().rposition(|event| matches!(event, Event::End(TagEnd::BlockQuote(_))));
        let end = events.iter().position(|event| matches!(event, Event::Text(text) if &**text == "END"));
        prop_assert!(quote < end, "{}", markdown);
    }

    #[test]
    fn a_cell_is_one_cell_and_not_active(text in pieces(), other in pieces()) {
        let markdown = format!("| A | B | C |\n|---|---|---|\n| {} | {} | END |\n", escape_cell(&text), escape_cell(&other));
        prop_assert_eq!(active(&markdown), [], "{}", markdown);
        let events = events(&markdown);
        let cells = events.iter().filter(|event| matches!(event, Event::Start(Tag::TableCell))).count();
        prop_assert_eq!(cells, 6, "{}", markdown);
        prop_assert!(events.iter().any(|event| matches!(event, Event::Text(text) if &**text == "END")), "{}", markdown);
    }
}
