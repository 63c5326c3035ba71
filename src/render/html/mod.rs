//! A report for people, in a browser: a page that stands alone, or a piece for a page of the host's.
//!
//! All that an agent wrote is text or, where it is Markdown of several blocks, what [`markdown`] makes of it. Nothing of
//! it becomes a tag, an attribute's name, an id, a class or a style; `writer` is the one place where text meets markup.

mod blocks;
mod charts;
mod findings;
mod markdown;
mod page;
mod summary;
mod writer;

use std::collections::BTreeSet;

use super::outline::{SECTIONS, Section};
use crate::model::{Document, Report};
use writer::Html;

pub use page::REPORT_STYLE;
pub use writer::shown_text;

/// The report as HTML. Sections without content are left out.
#[must_use]
pub fn render(report: &Report, document: Document) -> String {
    let mut html = Html::default();
    match document {
        Document::Fragment => article(&mut html, report),
        Document::Page => page::page(&mut html, report, |html| article(html, report)),
    }
    html.finish()
}

fn article(html: &mut Html, report: &Report) {
    let anchors = Anchors::of(report);
    html.classed("article", "reconvene-report", |html| {
        html.line("h1", &report.title);
        for section in SECTIONS {
            match section {
                Section::Summary => summary::section(html, report, &anchors),
                Section::Findings => findings::section(html, report, &anchors),
                Section::Coverage => {
                    blocks::section(html, report, &anchors, section, |html| charts::units(html, &report.coverage));
                }
                other => blocks::section(html, report, &anchors, other, |_| ()),
            }
        }
    });
}

/// A section under its heading.
fn section(html: &mut Html, section: Section, heading: &str, content: impl FnOnce(&mut Html)) {
    let attributes = [("data-section", section.name().into()), ("aria-label", heading.into())];
    html.element("section", &attributes, |html| {
        html.line("h2", heading);
        content(html);
    });
}

/// The ids of findings that links can lead to.
struct Anchors<'r> {
    /// The id of each finding, where it is one that no text can choose.
    by_place: Vec<Option<&'r str>>,
    known: BTreeSet<&'r str>,
}

impl<'r> Anchors<'r> {
    fn of(report: &'r Report) -> Self {
        let mut known = BTreeSet::new();
        let mut anchor = |id: &'r str| Some(id).filter(|id| is_finding_id(id) && known.insert(*id));
        let by_place = report.findings.iter().map(|finding| anchor(&finding.id)).collect();
        Self { by_place, known }
    }

    /// The anchor of the finding at a place, where it has one.
    fn of_place(&self, place: usize) -> Option<&'r str> {
        self.by_place.get(place).copied().flatten()
    }

    /// An id, as a link where it leads somewhere.
    fn link(&self, html: &mut Html, id: &str) {
        match self.known.get(id) {
            Some(id) => html.element("a", &[("href", format!("#{id}").into())], |html| html.words(id)),
            None => html.words(id),
        }
    }
}

/// The longest number of a finding: more digits than any report has findings.
const ID_DIGITS: usize = 9;

/// Whether an id is one of those that reports give: `G` and a number.
fn is_finding_id(id: &str) -> bool {
    let digits = id.strip_prefix('G').unwrap_or_default();
    (1..=ID_DIGITS).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_digit())
}
