//! A report as text: one file for each format.
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

use crate::model::{Code, Diagnostic, Format, RenderOptions, Report, UnifiedFinding, quote};

pub use diagnostics::{DiagnosticStyle, diagnostics};
pub use explanation::{explanation, level};
pub use html::{REPORT_STYLE, shown_text};
pub use plan::plan;

/// A report as text.
#[must_use]
pub fn render(report: &Report, format: Format, options: &RenderOptions) -> String {
    let sure = options.min_confidence.filter(|_| format != Format::Json).map(|least| surer(report, least));
    let report = sure.as_ref().unwrap_or(report);
    match format {
        Format::Markdown => markdown::render(report, options),
        Format::Html => html::render(report, options),
        Format::Json => json::render(report),
    }
}

/// A report without the findings of which the agents say that they are less sure; those are named.
fn surer(report: &Report, least: u32) -> Report {
    let mut report = report.clone();
    let is_doubtful = |finding: &UnifiedFinding| finding.confidence.as_ref().is_some_and(|sure| sure.percent < least);
    let (left_out, kept): (Vec<_>, Vec<_>) = std::mem::take(&mut report.findings).into_iter().partition(is_doubtful);
    report.findings = kept;
    if !left_out.is_empty() {
        let said = left_out.iter().map(|finding| {
            let stated = finding.confidence.as_ref().map(|sure| sure.stated.as_str()).unwrap_or_default();
            let what = finding.title.as_deref().unwrap_or(&finding.description);
            format!("{} ({}, confidence {}): {}", finding.id, finding.severity.word(), quote(stated), quote(what))
        });
        let message = format!("Omitted, with a confidence below {least} %: {}.", said.collect::<Vec<_>>().join("; "));
        report.diagnostics.push(Diagnostic::new(Code::BoundReached, message, None));
    }
    report
}

/// The finding of a report that has an id, by itself, as Markdown; `None` where there is none.
#[must_use]
pub fn finding(report: &Report, id: &str) -> Option<String> {
    let finding = report.findings.iter().find(|finding| finding.id == id)?;
    Some(markdown::finding(report, finding))
}
