//! What every fuzz target holds a reply to.

use reconvene::check::{check, fix};
use reconvene::model::{AggregateOptions, Format, Report};
use reconvene::{
    AgentResult, CheckOptions, Collector, Document, Ledger, RenderOptions, Reply, ReplyText, aggregate, parse, render,
    report, split,
};

#[path = "../../tests/support/allowed.rs"]
mod allowed;

use allowed::allowed;

/// The line that parts replies, without its blanks.
const SEPARATOR: &str = "---reply---";

/// Holds a reply to every law: of reading, checking, mending, taking apart and reporting.
///
/// # Panics
/// Where it breaks one.
pub fn hold(reply: &Reply) {
    for finding in &owned_once(reply).findings {
        assert!(!finding.id.is_empty() && !finding.fingerprint.is_empty());
    }
    mended_once(reply);
    split_in_full(reply.text.as_str());
    read_back(reply.clone());
}

/// The result of a reply, in which every non-blank character has exactly one owner.
fn owned_once(reply: &Reply) -> AgentResult {
    let result = parse(reply, Ledger::Include);
    let units: Vec<u16> = reply.text.as_str().encode_utf16().collect();
    let mut owners = vec![0_u8; units.len()];
    for entry in result.ledger.as_deref().unwrap_or_default() {
        for owner in &mut owners[entry.span.start as usize..entry.span.end as usize] {
            *owner += 1;
        }
    }
    for (unit, owners) in units.iter().zip(owners) {
        let blank = char::from_u32(u32::from(*unit))
            .is_some_and(|character| character.is_whitespace() || character == '\u{feff}');
        assert!(owners == 1 || (blank && owners == 0));
    }
    result
}

/// A check says the same twice, and points into the text; what was mended needs no further change.
fn mended_once(reply: &Reply) {
    let checked = check(reply, &CheckOptions::default());
    assert_eq!(checked, check(reply, &CheckOptions::default()));
    let length = reply.text.as_str().encode_utf16().count();
    for said in &checked.diagnostics {
        assert!(said.span.is_none_or(|span| span.start <= span.end && span.end as usize <= length));
    }
    let once = fix(reply);
    let twice = fix(&Reply { text: once.text.as_str().into(), ..reply.clone() });
    assert_eq!((twice.text, twice.changes), (once.text, 0));
}

/// The pieces of a text, one after the other, are the text, but for blanks and the lines that part them.
fn split_in_full(text: &str) {
    let unblank = |text: &str| text.chars().filter(|character| !character.is_whitespace()).collect::<String>();
    let whole = unblank(text);
    let mut rest = whole.as_str();
    for piece in split(text) {
        let piece = unblank(piece.text.as_str());
        while !rest.starts_with(&piece) {
            rest = rest.strip_prefix(SEPARATOR).expect("nothing is left out between pieces");
        }
        rest = &rest[piece.len()..];
        let _result = owned_once(&Reply { text: ReplyText::from(piece.as_str()), ..Reply::default() });
    }
    while !rest.is_empty() {
        rest = rest.strip_prefix(SEPARATOR).expect("nothing is left out behind the pieces");
    }
}

/// A report of a reply is read back.
fn read_back(reply: Reply) {
    let text = report(vec![reply], Format::Json, &AggregateOptions::default(), &RenderOptions::default());
    reconvene::from_json::<Report>(text.as_bytes()).expect("a report is read back");
}

/// Holds several replies to the laws of one report: any order and any partition says the same, to the byte.
///
/// # Panics
/// Where it breaks one.
pub fn unite(replies: &[Reply]) {
    let options = AggregateOptions::default();
    let whole = json(&aggregate(replies.to_vec(), &options));
    assert_eq!(whole, json(&aggregate(replies.iter().rev().cloned().collect(), &options)));
    for at in 0..replies.len() {
        let (one, other) = replies.split_at(at);
        let [mut first, second] = [one, other].map(|part| {
            let mut collector = Collector::new(options.clone());
            for reply in part {
                collector.add(reply.clone());
            }
            collector
        });
        first.merge(second).expect("the options are the same");
        assert_eq!(whole, json(&first.report()));
    }
}

fn json(report: &Report) -> String {
    render(report, Format::Json, &RenderOptions::default())
}

/// Shows any report, also one from elsewhere, in every format: its HTML has no element and no attribute but those that
/// reports are made of, and leads nowhere but to the web, to mail and within the page.
///
/// # Panics
/// Where it has.
pub fn show(report: &Report) {
    for format in [Format::Markdown, Format::Json] {
        let _shown = render(report, format, &RenderOptions::default());
    }
    let html =
        render(report, Format::Html, &RenderOptions { document: Document::Fragment, ..RenderOptions::default() });
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
