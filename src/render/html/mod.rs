//! A report for people, in a browser: a self-contained page, or a fragment for a page of the host.
//!
//! All that an agent wrote is text or, where it is Markdown of several blocks, what [`markdown`] makes of it. Nothing of
//! it becomes a tag, an attribute's name, an id, a class or a style; `writer` is the one place where text meets markup.

mod blocks;
mod charts;
mod findings;
mod markdown;
mod matrix;
mod page;
mod summary;
mod writer;

use std::collections::{BTreeMap, BTreeSet};

use super::budget;
use super::outline::{asked, findings_of};
use crate::model::{Document, RenderOptions, Report, Section};
use crate::part::fingerprint;
use crate::report::members;
use writer::Html;

pub use page::REPORT_STYLE;
pub use writer::shown_text;

/// The report as HTML. Sections without content are left out.
#[must_use]
pub fn render(report: &Report, options: &RenderOptions) -> String {
    let mut asked = asked(options);
    // An element has its id once: where all findings are shown, their parts are not shown again.
    if asked.contains(&Section::Findings) {
        asked.retain(|section| !matches!(section, Section::Critical | Section::Warnings | Section::Others));
    }
    let anchors = Anchors::of(report);
    let made = |sections: &[Section], note: Option<&str>| {
        let mut html = Html::default();
        let article = |html: &mut Html| article(html, report, &anchors, sections, note);
        match options.document {
            Document::Fragment => article(&mut html),
            Document::Page => page::page(&mut html, report, article),
        }
        html.finish()
    };
    let whole = made(&asked, None);
    let Some(budget) = options.budget.map(|budget| usize::try_from(budget).unwrap_or(usize::MAX)) else { return whole };
    if budget::length(&whole) <= budget {
        return whole;
    }
    // Sections go as a whole: each in its turn, while there is room for it.
    let mut room = budget.checked_sub(budget::length(&made(&[], Some(&budget::note(budget, &[], &asked)))));
    let (kept, left_out): (Vec<Section>, Vec<Section>) = asked.into_iter().partition(|section| {
        let mut html = Html::default();
        write(&mut html, report, &anchors, *section);
        // Line breaks part it from what stands before and after it.
        let rest = room.and_then(|room| room.checked_sub(budget::length(&html.finish()) + 1));
        room = rest.or(room);
        rest.is_some()
    });
    if room.is_none() {
        let said = format!("<p>Verdict: {}.</p>\n", report.verdict.words());
        return if budget::length(&said) <= budget { said } else { String::new() };
    }
    made(&kept, Some(&budget::note(budget, &[], &left_out)))
}

fn article(html: &mut Html, report: &Report, anchors: &Anchors<'_>, sections: &[Section], note: Option<&str>) {
    html.classed("article", "reconvene-report", |html| {
        html.line("h1", &report.title);
        for section in sections {
            write(html, report, anchors, *section);
        }
        if let Some(note) = note {
            html.line("p", note);
        }
    });
}

fn write(html: &mut Html, report: &Report, anchors: &Anchors<'_>, section: Section) {
    match (section, findings_of(section)) {
        (Section::Summary, _) => summary::section(html, report, anchors),
        (_, Some(part)) => findings::section(html, report, anchors, section, part),
        (Section::Coverage, _) => {
            blocks::section(html, report, anchors, section, |html| charts::units(html, &report.coverage));
        }
        _ => blocks::section(html, report, anchors, section, |_| ()),
    }
}

/// A section under its heading.
fn section(html: &mut Html, section: Section, heading: &str, content: impl FnOnce(&mut Html)) {
    let attributes = [("data-section", section.name().into()), ("aria-label", heading.into())];
    html.element("section", &attributes, |html| {
        html.line("h2", heading);
        content(html);
    });
}

/// Where links to findings lead.
struct Anchors<'r> {
    /// That of each finding, where its id is one that no text can choose.
    by_place: Vec<Option<Anchor<'r>>>,
    /// The places of findings by their ids.
    known: BTreeMap<&'r str, usize>,
}

/// Where a link to a finding leads.
#[derive(Clone, Copy, Debug)]
struct Anchor<'r> {
    /// Its id, which may be that of another finding in the next report.
    id: &'r str,
    /// Its fingerprint, where no other has it: the same in the next report. Else its id.
    name: &'r str,
}

impl<'r> Anchors<'r> {
    fn of(report: &'r Report) -> Self {
        let mut known = BTreeMap::new();
        let mut taken = BTreeSet::new();
        let by_place = report.findings.iter().enumerate().map(|(place, finding)| {
            let id = finding.id.as_str();
            if !is_finding_id(id) || known.contains_key(id) {
                return None;
            }
            known.insert(id, place);
            let first = members(&report.results, finding).next().map(|(.., member)| member.fingerprint.as_str());
            let fingerprint = first.filter(|first| fingerprint::is_one(first) && taken.insert(*first));
            Some(Anchor { id, name: fingerprint.unwrap_or(id) })
        });
        Self { by_place: by_place.collect(), known }
    }

    /// The anchor of the finding at a place, where it has one.
    fn of_place(&self, place: usize) -> Option<Anchor<'r>> {
        self.by_place.get(place).copied().flatten()
    }

    /// An id, as a link where it leads somewhere.
    fn link(&self, html: &mut Html, id: &str) {
        match self.known.get(id).and_then(|place| self.of_place(*place)) {
            Some(Anchor { id, name }) => {
                html.element("a", &[("href", format!("#{name}").into())], |html| html.words(id));
            }
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
