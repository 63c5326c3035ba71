//! Writes HTML: the only place where text becomes part of markup.
//!
//! Tags and the names of attributes are words of ours, known when the crate is built. All else comes in as text and is
//! escaped. What an agent wrote never begins a line: its line breaks are folded, or written as references.

use std::borrow::Cow;

use crate::model::{is_invisible, visible};
use crate::text::escape::stretches;

/// An attribute: its name, and its value as text.
pub type Attribute<'a> = (&'static str, Cow<'a, str>);

/// HTML while it is written.
#[derive(Debug, Default)]
pub struct Html {
    out: String,
}

impl Html {
    /// What was written, with a line break at its end.
    pub fn finish(mut self) -> String {
        self.out.push('\n');
        self.out
    }

    /// An element with what `content` writes in it.
    pub fn element(&mut self, tag: &'static str, attributes: &[Attribute<'_>], content: impl FnOnce(&mut Self)) {
        self.open(tag, attributes);
        content(self);
        self.close(tag);
    }

    /// An element of a class, with what `content` writes in it.
    pub fn classed(&mut self, tag: &'static str, class: &'static str, content: impl FnOnce(&mut Self)) {
        self.element(tag, &[("class", class.into())], content);
    }

    /// An element that holds a text on one line.
    pub fn line(&mut self, tag: &'static str, text: &str) {
        self.element(tag, &[], |html| html.text(text));
    }

    /// The start of an element, for content that no closure can hold. What begins a line in the text is ours alone.
    pub fn open(&mut self, tag: &'static str, attributes: &[Attribute<'_>]) {
        if begins_line(tag) && !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out.push('<');
        self.out.push_str(tag);
        for (name, value) in attributes {
            self.out.push(' ');
            self.out.push_str(name);
            self.out.push_str("=\"");
            self.plain(value);
            self.out.push('"');
        }
        self.out.push('>');
    }

    /// The end of an element.
    pub fn close(&mut self, tag: &'static str) {
        self.out.push_str("</");
        self.out.push_str(tag);
        self.out.push('>');
    }

    /// An element without content.
    pub fn void(&mut self, tag: &'static str, attributes: &[Attribute<'_>]) {
        self.open(tag, attributes);
    }

    /// Words of ours, as they are.
    pub fn ours(&mut self, words: &'static str) {
        self.out.push_str(words);
    }

    /// A box that scrolls by itself where its content is wider than the page.
    pub fn wide(&mut self, label: &str, content: impl FnOnce(&mut Self)) {
        self.open_wide(label);
        content(self);
        self.close("div");
    }

    /// The start of [`wide`](Self::wide), a `div`.
    pub fn open_wide(&mut self, label: &str) {
        let attributes = [
            ("class", "wide".into()),
            ("role", "group".into()),
            ("aria-label", label.into()),
            ("tabindex", "0".into()),
        ];
        self.open("div", &attributes);
    }

    /// How much was written, in bytes.
    pub fn len(&self) -> usize {
        self.out.len()
    }

    /// A text on one line: white space runs become one blank, and code spans of Markdown are shown as code.
    pub fn text(&mut self, text: &str) {
        if text.contains('`') {
            let folded = text.split_whitespace().collect::<Vec<_>>().join(" ");
            for stretch in stretches(&folded) {
                if stretch.is_code() {
                    self.element("code", &[], |html| html.plain(within_ticks(stretch.text())));
                } else {
                    self.plain(stretch.text());
                }
            }
        } else {
            self.words(text);
        }
    }

    /// A text on one line, as it is.
    pub fn words(&mut self, text: &str) {
        for (place, word) in text.split_whitespace().enumerate() {
            if place > 0 {
                self.out.push(' ');
            }
            self.plain(word);
        }
    }

    /// A blank, then a text on one line; nothing of a text without words.
    pub fn after_blank(&mut self, text: &str) {
        if !text.trim().is_empty() {
            self.blank();
            self.text(text);
        }
    }

    /// A blank between two pieces of a line.
    pub fn blank(&mut self) {
        self.out.push(' ');
    }

    /// A text with its line breaks and tabs.
    pub fn verbatim(&mut self, text: &str) {
        let mut before = None;
        for character in text.chars() {
            match character {
                '\n' if before == Some('\r') => {}
                '\n' | '\r' => self.out.push_str("&#10;"),
                '\t' => self.out.push('\t'),
                other => self.character(other),
            }
            before = Some(character);
        }
    }

    /// A text as it is, its white space too.
    fn plain(&mut self, text: &str) {
        let mut rest = text;
        while let Some((before, after)) = rest.find(is_written_otherwise).and_then(|at| rest.split_at_checked(at)) {
            self.out.push_str(before);
            let mut after = after.chars();
            after.next().into_iter().for_each(|character| self.character(character));
            rest = after.as_str();
        }
        self.out.push_str(rest);
    }

    fn character(&mut self, character: char) {
        match character {
            '&' => self.out.push_str("&amp;"),
            '<' => self.out.push_str("&lt;"),
            '>' => self.out.push_str("&gt;"),
            '"' => self.out.push_str("&quot;"),
            '\'' => self.out.push_str("&#39;"),
            other => self.out.push(shown(other)),
        }
    }
}

/// A character that a browser or a reader would act on, or that nobody sees, as one that it shows.
fn shown(character: char) -> char {
    if is_invisible(character) { char::REPLACEMENT_CHARACTER } else { visible(character) }
}

/// A text with its line breaks, in which each character that a browser would act on, or that nobody sees, is one that it
/// shows: what a page may put beside a report as text.
#[must_use]
pub fn shown_text(text: &str) -> String {
    let lines_kept = |character| if matches!(character, '\n' | '\t') { character } else { shown(character) };
    text.replace("\r\n", "\n").chars().map(lines_kept).collect()
}

/// Whether a character is not written as itself.
fn is_written_otherwise(character: char) -> bool {
    matches!(character, '&' | '<' | '>' | '"' | '\'') || !(matches!(character, ' '..='~') || is_shown_as_is(character))
}

/// Whether a character is none of those.
pub fn is_shown_as_is(character: char) -> bool {
    shown(character) == character
}

/// A value as JSON, for an attribute that programs read.
pub fn json(texts: &[&str]) -> String {
    // A list of strings has nothing that JSON cannot say.
    let json = serde_json::to_string(texts).unwrap_or_default();
    let mut out = String::with_capacity(json.len());
    for character in json.chars() {
        if is_shown_as_is(character) {
            out.push(character);
        } else {
            let mut units = [0; 2];
            out.extend(character.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")));
        }
    }
    out
}

/// What stands between the backticks of a code span.
fn within_ticks(span: &str) -> &str {
    let ticks = span.bytes().take_while(|byte| *byte == b'`').count();
    let code = span.get(ticks..span.len().saturating_sub(ticks)).unwrap_or_default();
    match code.strip_prefix(' ').and_then(|code| code.strip_suffix(' ')) {
        Some(inner) if !inner.trim().is_empty() => inner,
        _ => code,
    }
}

fn begins_line(tag: &str) -> bool {
    !matches!(
        tag,
        "a" | "b" | "strong" | "em" | "del" | "code" | "span" | "br" | "td" | "th" | "title" | "text" | "rect"
    )
}

#[cfg(test)]
mod tests {
    use super::{Html, json};

    fn written(write: impl FnOnce(&mut Html)) -> String {
        let mut html = Html::default();
        write(&mut html);
        html.out
    }

    #[test]
    fn text_is_escaped_and_folded() {
        assert_eq!(
            written(|html| html.line("p", " a\n::b <c> & \"d\" 'e'\u{202e}\u{200b}\u{1b} ")),
            "<p>a ::b &lt;c&gt; &amp; &quot;d&quot; &#39;e&#39;\u{fffd}\u{fffd}␛</p>"
        );
        assert_eq!(
            written(|html| html.element("a", &[("href", "\"x'\n".into())], |_| ())),
            "<a href=\"&quot;x&#39;␊\"></a>"
        );
    }

    #[test]
    fn code_spans_are_code() {
        assert_eq!(
            written(|html| html.text("a `<b>` ``c ` d`` ` ` `` ` `` e`")),
            "a <code>&lt;b&gt;</code> <code>c ` d</code> <code> </code> <code>`</code> e`"
        );
    }

    #[test]
    fn line_breaks_of_others_begin_no_line() {
        assert_eq!(written(|html| html.verbatim("a\r\n::b\r\tc\n\nd")), "a&#10;::b&#10;\tc&#10;&#10;d");
    }

    #[test]
    fn json_reads_back() {
        let texts = ["a\"b", "\u{202e}", "\u{e0041}", "</script>"];
        let written = json(&texts);
        assert_eq!(written, r#"["a\"b","\u202e","\udb40\udc41","</script>"]"#);
        assert_eq!(serde_json::from_str::<Vec<String>>(&written).ok(), Some(texts.map(str::to_owned).to_vec()));
    }
}
