//! Diagnostics for people: the line, a mark below it, and what to write instead; or as annotations of a GitHub workflow.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level as Kind, Renderer, Snippet};

use crate::model::{Diagnostic, Level, Span, visible};
use crate::text::position;

/// How diagnostics are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiagnosticStyle {
    /// As a compiler does.
    Plain,
    /// The same with terminal colours.
    Coloured,
    /// Workflow commands of GitHub: an annotation for each.
    Annotations,
}

/// The most of a line that is shown, in bytes: a reply may be one line of a megabyte.
const LINE_LIMIT: usize = 400;

/// How much of a longer line is shown before what is marked.
const LINE_LEAD: usize = 60;

/// Shows diagnostics of a text; `source` is its file, if any.
#[must_use]
pub fn diagnostics(said: &[Diagnostic], text: &str, source: Option<&str>, style: DiagnosticStyle) -> String {
    let source: String = source.unwrap_or("reply").chars().map(visible).collect();
    // A line that begins with two colons is a command to GitHub, also behind blanks.
    let source = if source.trim_start().starts_with(':') { format!("./{source}") } else { source };
    if style == DiagnosticStyle::Annotations {
        return said.iter().map(|said| annotation(said, &source)).collect();
    }
    let renderer = match style {
        DiagnosticStyle::Coloured => Renderer::styled(),
        DiagnosticStyle::Plain | DiagnosticStyle::Annotations => Renderer::plain(),
    };
    let spans: Vec<Span> = said.iter().filter_map(|said| said.span).collect();
    let mut ranges = position::bytes(text, &spans).into_iter();
    let mut shown = String::new();
    for said in said {
        let range = said.span.and_then(|_| ranges.next());
        let place = said.span.map(|span| format!(":{}:{}", span.line, span.column)).unwrap_or_default();
        shown.push_str(&format!("{source}{place}: {}", renderer.render(&[group(said, text, range)])));
        shown.push_str("\n\n");
    }
    shown
}

fn group(said: &Diagnostic, text: &str, range: Option<Range<usize>>) -> Group<'static> {
    let kind = match said.level {
        Level::Error => Kind::ERROR,
        Level::Warning => Kind::WARNING,
        Level::Note => Kind::NOTE,
    };
    // A message that is handed in may be anyone's.
    let one_line = |text: &str| text.chars().map(visible).collect::<String>();
    let mut group = Group::with_title(kind.primary_title(one_line(&said.message)).id(one_line(&said.code)));
    if let (Some(span), Some(range)) = (said.span, range) {
        let window = window(text, &range);
        let shown = |part: Range<usize>| text.get(part).unwrap_or_default().chars().map(visible).collect::<String>();
        let end = range.end.min(window.end);
        let (before, marked, after) =
            (shown(window.start..range.start), shown(range.start..end), shown(end..window.end));
        let mark = before.len()..before.len() + marked.len();
        let snippet = Snippet::source(before + &marked + &after).line_start(span.line as usize);
        group = group.element(snippet.annotation(AnnotationKind::Primary.span(mark)));
    }
    match &said.help {
        Some(help) => group.element(Kind::HELP.message(one_line(help))),
        None => group,
    }
}

/// What is shown of the line on which a stretch begins: all of it, or the part around the stretch.
fn window(text: &str, range: &Range<usize>) -> Range<usize> {
    let before = text.get(..range.start).unwrap_or_default();
    let nearest = before.len().saturating_sub(LINE_LIMIT);
    let near = before.get(text.ceil_char_boundary(nearest)..).unwrap_or_default();
    let lead = near.rsplit(['\n', '\r']).next().unwrap_or_default();
    let lead = if lead.len() < LINE_LIMIT / 2 { lead.len() } else { LINE_LEAD };
    let start = text.ceil_char_boundary(range.start - lead.min(range.start));
    let limit = text.floor_char_boundary((start + LINE_LIMIT).min(text.len()));
    let line = text.get(range.start..limit).unwrap_or_default();
    start..range.start + line.split(['\n', '\r']).next().unwrap_or_default().len()
}

/// `::warning file=…,line=…,col=…,title=…::message`
fn annotation(said: &Diagnostic, source: &str) -> String {
    let command = match said.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "notice",
    };
    let place = said.span.map(|span| format!(",line={},col={}", span.line, span.column)).unwrap_or_default();
    let message = [Some(&said.message), said.help.as_ref()].into_iter().flatten().map(|text| data(text));
    let message = message.collect::<Vec<_>>().join("%0A");
    format!("::{command} file={}{place},title={}::{message}\n", property(source), property(&said.code))
}

/// The text of a workflow command: a line break would begin another command.
fn data(text: &str) -> String {
    text.chars().map(visible).collect::<String>().replace('%', "%25")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::{DiagnosticStyle, diagnostics, window};
    use crate::model::{Code, Diagnostic, Span};

    #[test]
    fn a_line_and_a_mark() {
        let span = Span { start: 3, end: 5, line: 2, column: 2 };
        let said = [Diagnostic::new(Code::StatusWord, "Oh.", Some(span))];
        let shown = diagnostics(&said, "a\né😀b\nc", Some("f.md"), DiagnosticStyle::Plain);
        expect_test::expect![[r"
            f.md:2:2: warning[status-word]: Oh.
              |
            2 | é😀b
              |  ^^
              |
              = help: Write CLEAN, FINDINGS, PARTIAL or ERROR.

        "]]
        .assert_eq(&shown);
    }

    #[test]
    fn a_long_line_is_shown_in_part() {
        let text = format!("{}here{}", "é".repeat(1000), "é".repeat(1000));
        let shown = window(&text, &(2000..2004));
        assert!(shown.len() <= 400 && text.get(shown).is_some_and(|line| line.contains("here")));
    }

    #[test]
    fn an_annotation_is_one_line() {
        let said = [Diagnostic::new(Code::StatusWord, "a\n::error::b 100%", None)];
        let shown = diagnostics(&said, "", Some("a,b:c.md"), DiagnosticStyle::Annotations);
        assert_eq!(shown.lines().count(), 1);
        assert!(shown.starts_with("::warning file=a%2Cb%3Ac.md,title=status-word::a␊::error::b 100%25%0A"), "{shown}");
    }
}
