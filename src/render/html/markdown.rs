//! Markdown that an agent wrote, as HTML.
//!
//! Paragraphs, lists, tables, quotations, code and emphasis become elements; links do where they lead to the web, to a
//! mail address or to a place on the page. Raw HTML and images are shown as what they are: text, and so is emphasis that
//! begins or ends within a word, as in `\s*;\s*do`. Nothing that is written is left out.

use std::borrow::Cow;
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd};

use super::writer::{Html, is_shown_as_is};
use crate::order::Arrange;
use crate::text::escape::fold;

/// How deep elements are nested at most. What is deeper stands as plain text within the deepest: thousands of `>` would
/// make a tree that browsers cut off at places of their own.
const MAX_DEPTH: usize = 24;

/// So many elements a table takes: its box, itself, its body, a row, a cell.
const TABLE_DEPTH: usize = 5;

/// How deep a text's quotations and lists go at most, by what its lines begin with; a deeper one is shown as it is written.
/// The parser goes through all that is open at each line that follows: with tens of thousands open, for minutes.
const MAX_LEVELS: usize = 50;

/// So many columns of white space count as a level. Lists nest by two, code is further in.
const LEVEL_COLUMNS: usize = 4;

/// How often a text is read anew to have its link definitions shown as text.
const MAX_ROUNDS: usize = 3;

/// The lowest heading that HTML has.
const LOWEST: usize = 6;

/// Writes a text of several blocks. Its own headings come below a heading of level `under`.
pub fn markdown(html: &mut Html, text: &str, under: usize) {
    labelled(html, "", text, under);
}

/// The same behind a label: in its first paragraph, where it begins with one.
pub fn labelled(html: &mut Html, label: &str, text: &str, under: usize) {
    let mut label = Some(label).filter(|label| !label.is_empty());
    let shown = if text.lines().any(is_too_deep) { None } else { without_definitions(text) };
    let Some(shown) = shown else {
        if let Some(label) = label {
            html.element("p", &[], |html| html.line("strong", label));
        }
        return html.element("pre", &[], |html| html.verbatim(text));
    };
    let mut writer = Writer { html, under, open: Vec::new(), headings: Vec::new(), in_head: false };
    for (event, range) in Parser::new_ext(&shown, OPTIONS).into_offset_iter() {
        match label.take() {
            Some(label) if matches!(event, Event::Start(Tag::Paragraph | Tag::HtmlBlock)) => {
                writer.event(event);
                writer.html.line("strong", label);
                writer.html.blank();
            }
            Some(label) => {
                writer.html.element("p", &[], |html| html.line("strong", label));
                writer.event(event);
            }
            None => match event {
                Event::Start(Tag::Emphasis) if is_within_word(&shown, &range, 1) => writer.marks("*"),
                Event::Start(Tag::Strong) if is_within_word(&shown, &range, 2) => writer.marks("**"),
                event => writer.event(event),
            },
        }
    }
    writer.finish();
}

/// Whether marks of this width, at both ends of a range, stand between two letters or digits at one of them: what begins
/// or ends within a word is an operator or a part of a pattern. Languages that set no blanks between words emphasize so.
fn is_within_word(text: &str, range: &Range<usize>, width: usize) -> bool {
    let stands_between = |start: usize, end: usize| {
        let before = text.get(..start).and_then(|before| before.chars().next_back());
        let after = text.get(end..).and_then(|after| after.chars().next());
        before.zip(after).is_some_and(|(before, after)| before.is_ascii_alphanumeric() && after.is_ascii_alphanumeric())
    };
    stands_between(range.start, range.start + width) || stands_between(range.end.saturating_sub(width), range.end)
}

/// The longest text that is looked at for its first sentence, in bytes, and the longest one, in characters.
const LEAD: usize = 1_000;
const SENTENCE: usize = 140;

/// The first sentence of a text, on one line: its code in code marks, without any other mark.
pub fn first_sentence(text: &str) -> String {
    let text = text.trim_start();
    let lead = text.get(..text.floor_char_boundary(LEAD)).unwrap_or(text);
    let mut said = String::new();
    let mut ends = false;
    for event in Parser::new_ext(lead, OPTIONS) {
        match event {
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => {
                // A mark ends a sentence where a blank follows, which may stand behind an emphasis.
                for character in text.chars() {
                    if ends && character.is_whitespace() {
                        return clipped(&said);
                    }
                    ends = matches!(character, '.' | '!' | '?');
                    said.push(character);
                }
            }
            Event::Code(code) => {
                let ticks = if code.contains('`') { "" } else { "`" };
                said.extend([ticks, &code, ticks]);
                ends = false;
            }
            Event::SoftBreak | Event::HardBreak if ends => break,
            Event::SoftBreak | Event::HardBreak => said.push(' '),
            Event::End(tag) if !is_inline(tag) && !said.trim().is_empty() => break,
            _ => {}
        }
    }
    clipped(&said)
}

fn is_inline(tag: TagEnd) -> bool {
    matches!(tag, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image)
}

fn clipped(text: &str) -> String {
    let text = fold(text);
    match text.char_indices().nth(SENTENCE) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default().trim_end()),
        None => text,
    }
}

/// Whether a line opens, or goes on with, more quotations and lists than [`MAX_LEVELS`].
fn is_too_deep(line: &str) -> bool {
    let mut rest = line;
    let (mut columns, mut markers) = (0, 0);
    loop {
        let text = rest.trim_start_matches([' ', '\t']);
        let white = rest.bytes().take(rest.len() - text.len());
        columns += white.map(|blank| if blank == b'\t' { 4 } else { 1 }).sum::<usize>();
        let Some(after) = after_marker(text) else { break };
        markers += 1;
        rest = after;
    }
    markers > 0 && markers + columns / LEVEL_COLUMNS > MAX_LEVELS && !is_rule(line)
}

/// What follows the mark of a quotation or of a list item.
fn after_marker(text: &str) -> Option<&str> {
    if let Some(after) = text.strip_prefix('>') {
        return Some(after);
    }
    let item = text.trim_start_matches(|digit: char| digit.is_ascii_digit());
    let marks: &[char] = if item.len() < text.len() { &['.', ')'] } else { &['-', '*', '+'] };
    item.strip_prefix(marks).filter(|after| after.is_empty() || after.starts_with([' ', '\t']))
}

/// Whether a line is a rule, whose marks open nothing.
fn is_rule(line: &str) -> bool {
    ['-', '*'].iter().any(|mark| line.chars().all(|character| character == *mark || matches!(character, ' ' | '\t')))
}

const OPTIONS: Options = Options::ENABLE_TABLES.union(Options::ENABLE_STRIKETHROUGH);

/// A text in which `[label]: address` is no definition, which would not be shown, but text. `None` where definitions
/// stand behind definitions without end.
fn without_definitions(text: &str) -> Option<Cow<'_, str>> {
    let mut text = Cow::Borrowed(text);
    for _ in 0..MAX_ROUNDS {
        let parser = Parser::new_ext(&text, OPTIONS);
        let mut starts: Vec<usize> =
            parser.reference_definitions().iter().map(|(_, definition)| definition.span.start).collect();
        if starts.is_empty() {
            return Some(text);
        }
        starts.arrange();
        let mut escaped = String::with_capacity(text.len() + starts.len());
        let mut copied = 0;
        for start in starts {
            escaped.push_str(text.get(copied..start).unwrap_or_default());
            escaped.push('\\');
            copied = start;
        }
        escaped.push_str(text.get(copied..).unwrap_or_default());
        text = Cow::Owned(escaped);
    }
    None
}

/// What was opened, and is to be closed.
enum Open {
    /// Elements, the outer first.
    Elements(&'static [&'static str]),
    /// Text that follows the content, in the place of an element.
    Text(String),
    /// A link: where its text begins, what is shown where it has none, and what follows it.
    Link { start: usize, address: String, title: String },
    /// Nothing: it would be too deep.
    Nothing,
}

struct Writer<'h> {
    html: &'h mut Html,
    under: usize,
    open: Vec<Open>,
    /// The headings above the current place.
    headings: Vec<HeadingLevel>,
    in_head: bool,
}

impl Writer<'_> {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(_) => self.end(),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.html.verbatim(&text),
            Event::Code(code) => self.html.element("code", &[], |html| html.verbatim(&code)),
            Event::SoftBreak => self.html.blank(),
            Event::HardBreak => self.html.void("br", &[]),
            Event::Rule => self.html.void("hr", &[]),
            // Not asked for by the options.
            Event::InlineMath(text) | Event::DisplayMath(text) | Event::FootnoteReference(text) => {
                self.html.verbatim(&text);
            }
            Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        let needs = if matches!(tag, Tag::Table(_)) { TABLE_DEPTH } else { 2 };
        let cut_off = matches!(self.open.last(), Some(Open::Nothing));
        if cut_off || self.open.len() + needs > MAX_DEPTH {
            self.html.blank();
            self.open.push(Open::Nothing);
            return;
        }
        match tag {
            Tag::Heading { level, .. } => {
                let heading = self.heading(level);
                self.elements(heading);
            }
            Tag::BlockQuote(_) => self.elements(&["blockquote"]),
            Tag::CodeBlock(kind) => {
                self.elements(&["pre", "code"]);
                if let CodeBlockKind::Fenced(language) = kind
                    && !language.trim().is_empty()
                {
                    self.html.classed("span", "language", |html| html.words(&language));
                    self.html.verbatim("\n");
                }
            }
            Tag::List(Some(first)) if first != 1 => {
                self.html.open("ol", &[("start", first.to_string().into())]);
                self.open.push(Open::Elements(&["ol"]));
            }
            Tag::List(Some(_)) => self.elements(&["ol"]),
            Tag::List(None) => self.elements(&["ul"]),
            Tag::Item => self.elements(&["li"]),
            Tag::Table(_) => {
                self.html.open_wide("Table");
                self.html.open("table", &[]);
                self.open.push(Open::Elements(&["div", "table"]));
            }
            Tag::TableHead => {
                self.in_head = true;
                self.elements(&["thead", "tr"]);
            }
            Tag::TableRow => self.elements(&["tr"]),
            Tag::TableCell if self.in_head => {
                self.html.open("th", &[("scope", "col".into())]);
                self.open.push(Open::Elements(&["th"]));
            }
            Tag::TableCell => self.elements(&["td"]),
            Tag::Emphasis => self.elements(&["em"]),
            Tag::Strong => self.elements(&["strong"]),
            Tag::Strikethrough => self.elements(&["del"]),
            Tag::Link { link_type, dest_url, title, .. } => self.link(link_type, &dest_url, &title),
            Tag::Image { dest_url, title, .. } => {
                self.html.verbatim("![");
                self.open.push(Open::Text(format!("]({})", with_title(&dest_url, &title))));
            }
            Tag::Paragraph
            | Tag::HtmlBlock
            // Not asked for by the options.
            | Tag::FootnoteDefinition(_)
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::Superscript
            | Tag::Subscript
            | Tag::MetadataBlock(_) => self.elements(&["p"]),
        }
    }

    /// Marks that are text, before what stands between them and behind it.
    fn marks(&mut self, marks: &str) {
        self.html.verbatim(marks);
        self.open.push(Open::Text(marks.to_owned()));
    }

    fn elements(&mut self, tags: &'static [&'static str]) {
        for tag in tags {
            self.html.open(tag, &[]);
        }
        self.open.push(Open::Elements(tags));
    }

    /// The element of a heading: one below that which it stands under, whatever its number.
    fn heading(&mut self, level: HeadingLevel) -> &'static [&'static str] {
        while self.headings.last().is_some_and(|above| *above >= level) {
            self.headings.pop();
        }
        self.headings.push(level);
        match (self.under + self.headings.len()).min(LOWEST) {
            0..=3 => &["h3"],
            4 => &["h4"],
            5 => &["h5"],
            _ => &["h6"],
        }
    }

    fn link(&mut self, link_type: LinkType, address: &CowStr<'_>, title: &str) {
        let target = if link_type == LinkType::Email { format!("mailto:{address}") } else { address.to_string() };
        if !is_safe(&target) {
            self.open.push(match link_type {
                // The text is the address.
                LinkType::Autolink | LinkType::Email => Open::Text(String::new()),
                _ => Open::Text(format!(" ({})", with_title(address, title))),
            });
            return;
        }
        let attributes = [("href", target.as_str().into()), ("rel", "noopener noreferrer nofollow".into())];
        self.html.open("a", &attributes);
        // A title would be seen by those alone who point at the link.
        let title = if title.trim().is_empty() { String::new() } else { format!(" (\"{title}\")") };
        self.open.push(Open::Link { start: self.html.len(), address: target, title });
    }

    fn end(&mut self) {
        match self.open.pop() {
            Some(Open::Elements(tags)) => {
                if tags.first() == Some(&"thead") {
                    self.in_head = false;
                }
                for tag in tags.iter().rev() {
                    self.html.close(tag);
                }
            }
            Some(Open::Text(text)) => self.html.verbatim(&text),
            Some(Open::Link { start, address, title }) => {
                if self.html.len() == start {
                    self.html.verbatim(&address);
                }
                self.html.close("a");
                self.html.verbatim(&title);
            }
            Some(Open::Nothing) => self.html.blank(),
            None => {}
        }
    }

    fn finish(mut self) {
        while !self.open.is_empty() {
            self.end();
        }
    }
}

/// Whether a link may lead there.
fn is_safe(address: &str) -> bool {
    let has = |scheme: &str| address.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    let leads = address.starts_with('#') || ["http://", "https://", "mailto:"].into_iter().any(has);
    leads && address.chars().all(|character| !character.is_whitespace() && is_shown_as_is(character))
}

fn with_title(address: &str, title: &str) -> String {
    if title.trim().is_empty() { address.to_owned() } else { format!("{address} \"{title}\"") }
}

#[cfg(test)]
mod tests {
    use super::{Html, MAX_DEPTH, first_sentence, labelled, markdown};

    fn written(text: &str) -> String {
        let mut html = Html::default();
        markdown(&mut html, text, 3);
        html.finish().trim_end().to_owned()
    }

    #[test]
    fn blocks_are_elements() {
        assert_eq!(
            written("a *b*\nc\n\n1. d\n2. e\n\n> f\n\n```rs\n::g <h>\n```\n"),
            "<p>a <em>b</em> c</p>\n<ol>\n<li>d</li>\n<li>e</li></ol>\n<blockquote>\n<p>f</p></blockquote>\n\
             <pre><code><span class=\"language\">rs</span>&#10;::g &lt;h&gt;&#10;</code></pre>"
        );
    }

    #[test]
    fn a_label_stands_in_the_first_paragraph() {
        let written = |text: &str| {
            let mut html = Html::default();
            labelled(&mut html, "Do:", text, 3);
            html.finish().trim_end().to_owned()
        };
        assert_eq!(written("a **b**\n\nc"), "<p><strong>Do:</strong> a <strong>b</strong></p>\n<p>c</p>");
        assert_eq!(written("- a"), "<p><strong>Do:</strong></p>\n<ul>\n<li>a</li></ul>");
        let deep = "> ".repeat(60);
        assert!(written(&deep).starts_with("<p><strong>Do:</strong></p>\n<pre>"));
    }

    #[test]
    fn a_first_sentence_is_without_marks() {
        for (text, sentence) in [
            ("**`a.rs:1` is open.** It is.\n\nc", "`a.rs:1` is open."),
            ("One is\n*not* closed! b", "One is not closed!"),
            ("See [a.b](c) or v1.2, e`. `f? g", "See a.b or v1.2, e`. `f?"),
            ("# Head\n\ntext", "Head"),
            ("- <b>a</b>\n- c", "<b>a</b>"),
            ("  \n", ""),
        ] {
            assert_eq!(first_sentence(text), sentence);
        }
        assert_eq!(first_sentence(&"ä".repeat(2_000)), format!("{}…", "ä".repeat(140)));
        assert!(first_sentence(&"> ".repeat(2_000)).is_empty());
    }

    #[test]
    fn html_and_images_are_text() {
        assert_eq!(
            written("<b>a</b> ![c](https://d.e \"f\")\n\n<script>\ng\n</script>"),
            "<p>&lt;b&gt;a&lt;/b&gt; ![c](https://d.e &quot;f&quot;)</p>\n<p>&lt;script&gt;&#10;g&#10;&lt;/script&gt;</p>"
        );
    }

    #[test]
    fn links_lead_to_the_web_alone() {
        let rel = "rel=\"noopener noreferrer nofollow\"";
        assert_eq!(
            written("[a](HTTPS://b.c \"t\") [d](#G1) <e@f.g> [](http://h)"),
            format!(
                "<p><a href=\"HTTPS://b.c\" {rel}>a</a> (&quot;t&quot;) <a href=\"#G1\" {rel}>d</a> \
                 <a href=\"mailto:e@f.g\" {rel}>e@f.g</a> <a href=\"http://h\" {rel}>http://h</a></p>"
            )
        );
        assert_eq!(
            written("[a](javascript:b) [c](data:d) [e](//f) <ftp://g> [h](/i \"j\")"),
            "<p>a (javascript:b) c (data:d) e (//f) ftp://g h (/i &quot;j&quot;)</p>"
        );
    }

    #[test]
    fn definitions_are_shown() {
        assert_eq!(written("[a][b]\n\n[b]: http://c\n[b]: d"), "<p>[a][b]</p>\n<p>[b]: http://c [b]: d</p>");
        let many = (0..20).map(|_| "[b]: c\n\n").collect::<String>();
        assert_eq!(written(&many).matches("[b]: c").count(), 20);
    }

    #[test]
    fn headings_follow_each_other() {
        assert_eq!(written("### a\n##### b\n# c\n## d"), "<h4>a</h4>\n<h5>b</h5>\n<h4>c</h4>\n<h5>d</h5>");
    }

    #[test]
    fn nesting_is_bounded() {
        for opening in ["> ", "- ", "1. ", "*a ", "[a "] {
            let deep = written(&format!("{}end", opening.repeat(2_000)));
            let depth = deep.matches("<blockquote>").count() + deep.matches("<li>").count();
            assert!(depth <= MAX_DEPTH && deep.contains("end"), "{opening}");
        }
    }

    #[test]
    fn what_is_too_deep_is_shown_as_it_is_written() {
        for opening in ["> ", ">", "- ", "12) ", "> * "] {
            let deep = format!("{}end\nlazy", opening.repeat(51));
            let shown = deep.replace('>', "&gt;").replace('\n', "&#10;");
            assert_eq!(written(&deep), format!("<pre>{shown}</pre>"));
            assert!(!written(&format!("{}end", opening.repeat(20))).contains("<pre>"), "{opening}");
        }
        let indented = format!("- a\n{}- b", " ".repeat(300));
        assert_eq!(written(&indented), format!("<pre>{}</pre>", indented.replace('\n', "&#10;")));
        assert_eq!(written(&"- ".repeat(200)), "<hr>");
        assert_eq!(written(&format!("```\n{}a\n```", " ".repeat(300))).matches("<code>").count(), 1);
    }

    #[test]
    fn a_table_has_a_head() {
        assert_eq!(
            written("| a | b |\n|---|---|\n| c | `d` |"),
            "<div class=\"wide\" role=\"group\" aria-label=\"Table\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\
             <th scope=\"col\">a</th><th scope=\"col\">b</th></tr></thead>\n<tr><td>c</td><td><code>d</code></td></tr>\
             </table></div>"
        );
    }
}
