//! A report as text: one file a format.
//!
//! Whatever the report holds, the text is safe to show: no control character reaches a terminal, no line starts with
//! `::`, and nothing that an agent wrote becomes markup. A report that comes from elsewhere is untrusted like any text.

mod diagnostics;
mod disagreement;
mod explanation;
mod html;
mod json;
mod locations;
mod markdown;
mod voice;

use std::collections::BTreeMap;

use crate::model::{Extra, Format, RenderOptions, Report};

pub use diagnostics::{DiagnosticStyle, diagnostics};
pub use explanation::{explanation, level};
pub use html::shown_text;

/// A report as text.
#[must_use]
pub fn render(report: &Report, format: Format, options: &RenderOptions) -> String {
    match format {
        Format::Markdown => markdown::render(report),
        Format::Html => html::render(report, options.document),
        Format::Json => json::render(report),
    }
}

/// The finding of a report that has an id, by itself, as Markdown; `None` where there is none.
#[must_use]
pub fn finding(report: &Report, id: &str) -> Option<String> {
    let finding = report.findings.iter().find(|finding| finding.id == id)?;
    Some(markdown::finding(report, finding))
}

/// The name of each reply's row in the coverage map, by the reply's place.
fn units(report: &Report) -> BTreeMap<usize, &str> {
    let rows = report.coverage.iter().flat_map(|row| row.results.iter().map(|result| (*result, row.unit.as_str())));
    rows.filter_map(|(result, unit)| Some((usize::try_from(result).ok()?, unit))).collect()
}

/// The name of each reply's row in the coverage map; empty where it has none.
fn rows(report: &Report) -> Vec<String> {
    let units = units(report);
    (0..report.results.len()).map(|place| units.get(&place).copied().unwrap_or_default().to_owned()).collect()
}

/// Columns without a place of their own, in a line.
fn pairs(extra: &Extra) -> String {
    let pairs = extra.iter().filter(|pair| !pair.value.trim().is_empty());
    pairs.map(|pair| format!("{}: {}", pair.key, pair.value)).collect::<Vec<_>>().join("; ")
}
