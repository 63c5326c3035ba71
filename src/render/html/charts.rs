//! Charts. Every figure in them is in the text as well.

use std::collections::BTreeMap;

use super::blocks::mark;
use super::writer::{Attribute, Html};
use crate::model::{CoverageRow, Report, SEVERITIES, UnifiedFinding, UnitStatus};
use crate::report::stands;
use crate::text::escape::fold;

/// So many units are drawn; more are only listed.
const MAX_UNITS: usize = 400;

/// Units in a row of the map.
const UNITS_ACROSS: usize = 20;

/// The side of a square, and the way from one to the next.
const SQUARE: usize = 18;
const STEP: usize = 22;

/// The longest name beside a chart, in characters.
const MAX_NAME: usize = 60;

/// The width of the longest bar, and where bars begin.
const BAR: u32 = 200;
const LABEL: u32 = 78;

/// How many findings that are open weigh how much; nothing of a single one, of which the words say as much.
pub fn severities(html: &mut Html, report: &Report) {
    let open: Vec<&UnifiedFinding> =
        report.findings.iter().filter(|finding| stands(&report.results, finding)).collect();
    let counts = SEVERITIES.map(|severity| {
        let count = open.iter().filter(|finding| finding.severity == severity).count();
        (severity, u32::try_from(count).unwrap_or(u32::MAX))
    });
    let most = counts.iter().map(|(_, count)| *count).max().unwrap_or(0);
    if counts.iter().map(|(_, count)| u64::from(*count)).sum::<u64>() < 2 {
        return;
    }
    let said: Vec<_> = counts.iter().map(|(severity, count)| format!("{count} {}", severity.word())).collect();
    figure(html, "Open findings by severity", |html| {
        let title = format!("Open findings by severity: {}", said.join(", "));
        drawing(html, "bars", (LABEL + BAR + 60) as usize, SEVERITIES.len() * 26, &title, |html| {
            for (place, (severity, count)) in counts.iter().enumerate() {
                let y = place * 26;
                label(html, 0, y + 15, severity.word());
                // At least a line, so that one of thousands is seen.
                let share = u64::from(*count) * u64::from(BAR) / u64::from(most);
                let width = u32::try_from(share).unwrap_or(BAR).max(u32::from(*count > 0) * 2);
                let at = [("x", u64::from(LABEL)), ("y", y as u64 + 2), ("width", u64::from(width)), ("height", 18)];
                rectangle(html, &format!("bar {}", severity.word()), &at, None);
                label(html, (LABEL + width + 6) as usize, y + 15, &count.to_string());
            }
        });
    });
}

/// A square for each unit, by its state; nothing of a single one, of which the table says as much.
pub fn units(html: &mut Html, rows: &[CoverageRow]) {
    if rows.len() < 2 {
        return;
    }
    let mut counts: BTreeMap<UnitStatus, usize> = BTreeMap::new();
    for row in rows {
        *counts.entry(row.status).or_default() += 1;
    }
    let said: Vec<_> = counts.iter().map(|(status, count)| format!("{count} {}", status.word())).collect();
    let drawn = rows.len().min(MAX_UNITS);
    figure(html, "Tasks by state", |html| {
        let title = format!("Tasks by state: {}", said.join(", "));
        let (width, height) = (UNITS_ACROSS.min(drawn) * STEP, drawn.div_ceil(UNITS_ACROSS) * STEP);
        drawing(html, "units", width, height, &title, |html| {
            for (place, row) in rows.iter().take(MAX_UNITS).enumerate() {
                let (x, y) = (place % UNITS_ACROSS * STEP + 2, place / UNITS_ACROSS * STEP + 2);
                let at = [("x", x), ("y", y), ("width", SQUARE), ("height", SQUARE)];
                let class = format!("unit {}", row.status.word().to_ascii_lowercase());
                let about = format!("{}: {}", clipped(&row.unit), row.status.word());
                rectangle(html, &class, &at.map(|(name, value)| (name, value as u64)), Some(&about));
            }
        });
        html.element("ul", &[("class", "legend".into())], |html| {
            for (status, count) in &counts {
                html.element("li", &[], |html| {
                    mark(html, status.word(), &format!("{count} {}", status.word()));
                });
            }
            if rows.len() > drawn {
                html.line("li", &format!("the first {drawn} of {} are shown", rows.len()));
            }
        });
    });
}

/// A name on one line, of some length.
pub fn clipped(name: &str) -> String {
    let name = fold(name);
    match name.char_indices().nth(MAX_NAME) {
        Some((end, _)) => format!("{}…", name.get(..end).unwrap_or_default()),
        None => name,
    }
}

fn figure(html: &mut Html, caption: &'static str, content: impl FnOnce(&mut Html)) {
    html.element("figure", &[], |html| {
        html.line("figcaption", caption);
        content(html);
    });
}

fn drawing(
    html: &mut Html,
    class: &'static str,
    width: usize,
    height: usize,
    title: &str,
    content: impl FnOnce(&mut Html),
) {
    let attributes: [Attribute<'_>; 5] = [
        ("class", format!("chart {class}").into()),
        ("role", "img".into()),
        ("viewBox", format!("0 0 {width} {height}").into()),
        ("width", width.to_string().into()),
        ("height", height.to_string().into()),
    ];
    html.element("svg", &attributes, |html| {
        html.line("title", title);
        content(html);
    });
}

fn rectangle(html: &mut Html, class: &str, at: &[(&'static str, u64)], about: Option<&str>) {
    let mut attributes: Vec<Attribute<'_>> = vec![("class", class.into())];
    attributes.extend(at.iter().map(|(name, value)| (*name, value.to_string().into())));
    html.element("rect", &attributes, |html| {
        if let Some(about) = about {
            html.line("title", about);
        }
    });
}

fn label(html: &mut Html, x: usize, y: usize, text: &str) {
    let at = [("x", x.to_string().into()), ("y", y.to_string().into())];
    html.element("text", &at, |html| html.words(text));
}
