//! A report, also one from elsewhere, as Markdown and as HTML: what agents wrote acts in neither.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use reconvene::model::{Format, RenderOptions, Report};
use reconvene::part::summary_line;
use reconvene::text::SourceText;
use reconvene::{Document, render};

use super::allowed::allowed;

/// Any bytes that are read as a report.
pub fn report(bytes: &[u8]) {
    if let Some(report) = read(bytes) {
        show(&report);
    }
}

/// The report that some bytes are.
pub fn read(bytes: &[u8]) -> Option<Report> {
    reconvene::from_json(bytes).ok()
}

/// Shows a report in every format.
pub fn show(report: &Report) {
    let shown = |format, document| render(report, format, &RenderOptions { document, ..RenderOptions::default() });
    let json = shown(Format::Json, Document::Page);
    assert!(json.chars().all(|character| character == '\n' || !acts(character)), "a character that acts, in JSON");
    check_markdown(&shown(Format::Markdown, Document::Page));
    check_html(&shown(Format::Html, Document::Fragment));
}

/// Whether a terminal or a reader would act on a character.
pub fn acts(character: char) -> bool {
    matches!(character, '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{61c}' | '\u{feff}')
}

/// Markdown has no HTML, no link, no image, no heading but ours, no command of a terminal or of a workflow, no summary line,
/// and is one reply.
pub fn check_markdown(markdown: &str) {
    for line in markdown.lines() {
        assert!(line.chars().all(|character| character == '\t' || !acts(character)), "{line:?}");
        assert!(!line.starts_with("::"), "{line}");
    }
    assert!(summary_line::find(&SourceText::new(markdown)).is_empty(), "a forged summary line: {markdown}");
    assert_eq!(reconvene::split(markdown, &reconvene::CustomTypes::default()).len(), 1, "a forged reply: {markdown}");
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_GFM;
    let (mut headings, mut quotes) = (0, 0_usize);
    for event in Parser::new_ext(markdown, options) {
        match event {
            Event::Html(html) | Event::InlineHtml(html) => panic!("{html} in {markdown}"),
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                panic!("{dest_url} in {markdown}")
            }
            Event::Start(Tag::BlockQuote(_)) => quotes += 1,
            Event::End(TagEnd::BlockQuote(_)) => quotes -= 1,
            Event::Start(Tag::Heading { .. }) if quotes == 0 => headings += 1,
            _ => {}
        }
    }
    let ours = markdown.lines().filter(|line| line.starts_with('#')).count();
    assert_eq!(headings, ours, "a forged heading: {markdown}");
}

/// HTML has no element and no attribute but those that reports are made of, and leads nowhere but to the web, to mail and
/// within the page.
pub fn check_html(html: &str) {
    // The core writes `<` for a tag alone, and every value in double quotes.
    for tag in html.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap_or_default();
        let (name, mut rest) = tag.split_once(' ').unwrap_or((tag, ""));
        let known = allowed(name.trim_start_matches('/')).unwrap_or_else(|| panic!("<{tag}>"));
        while let Some((attribute, after)) = rest.split_once("=\"") {
            assert!(known.contains(&attribute), "<{tag}>");
            let (value, after) = after.split_once('"').expect("a value ends");
            let leads = ["http://", "https://", "mailto:", "#"].iter().any(|start| value.starts_with(start));
            assert!(attribute != "href" || leads, "<{tag}>");
            rest = after.trim_start();
        }
        assert!(rest.trim().is_empty(), "<{tag}>");
    }
}
