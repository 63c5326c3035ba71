//! A report as text: one file a format.
//!
//! Whatever the report holds, the text is safe to show: no control character reaches a terminal, no line starts with
//! `::`, and nothing that an agent wrote becomes markup. A report that comes from elsewhere is untrusted like any text.

mod budget;
mod diagnostics;
mod explanation;
mod html;
mod json;
mod markdown;
mod outline;
mod plan;

use crate::model::{Format, RenderOptions, Report};

pub use diagnostics::{DiagnosticStyle, diagnostics};
pub use explanation::{explanation, level};
pub use html::{REPORT_STYLE, shown_text};
pub use plan::plan;

/// A report as text.
#[must_use]
pub fn render(report: &Report, format: Format, options: &RenderOptions) -> String {
    match format {
        Format::Markdown => markdown::render(report, options),
        Format::Html => html::render(report, options),
        Format::Json => json::render(report),
    }
}

/// The finding of a report that has an id, by itself, as Markdown; `None` where there is none.
#[must_use]
pub fn finding(report: &Report, id: &str) -> Option<String> {
    let finding = report.findings.iter().find(|finding| finding.id == id)?;
    Some(markdown::finding(report, finding))
}
