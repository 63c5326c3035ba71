//! What one sees first: the verdict, what matters, what is in doubt, what nobody looked at; then the figures.

use super::Anchors;
use super::blocks::{mark, table};
use super::charts::{agreement, severities};
use super::writer::Html;
use crate::model::{Report, Severity, UnifiedFinding, UnitStatus, Verdict};
use crate::render::outline::{Section, figures, verdict};
use crate::report::is_resolved;

/// So many findings or units are named at a glance; more are only counted.
const NAMED: usize = 5;

/// The section.
pub fn section(html: &mut Html, report: &Report, anchors: &Anchors<'_>) {
    super::section(html, Section::Summary, "Summary", |html| {
        let (verdict, sentences) = verdict(report);
        let class = match report.synthesis.verdict {
            Verdict::Approve => "verdict approve",
            Verdict::ApproveWithChanges => "verdict changes",
            Verdict::NeedsRework => "verdict rework",
        };
        html.element("p", &[("class", class.into())], |html| html.words(&verdict));
        html.classed("p", "sentences", |html| html.text(sentences.unwrap_or_else(|all| all)));
        html.classed("div", "glance", |html| {
            matters(html, report, anchors);
            doubt(html, report);
            unseen(html, report);
        });
        html.classed("div", "charts", |html| {
            severities(html, &report.summary);
            agreement(html, report);
        });
        table(html, anchors, &figures(report), "Figures", |html| html.words("Figures"));
    });
}

/// A tile: a heading, and what stands under it.
fn tile(html: &mut Html, heading: &'static str, count: usize, of: &str, content: impl FnOnce(&mut Html)) {
    html.classed("div", "tile", |html| {
        html.line("h3", heading);
        html.classed("p", "count", |html| {
            html.line("strong", &count.to_string());
            html.after_blank(of);
        });
        content(html);
    });
}

/// What stands and weighs most.
fn matters(html: &mut Html, report: &Report, anchors: &Anchors<'_>) {
    let weighs =
        |finding: &&UnifiedFinding| finding.severity <= Severity::Major && !is_resolved(&report.results, finding);
    let heavy: Vec<_> = report.findings.iter().filter(weighs).collect();
    let of = if heavy.len() == 1 { "critical or major finding" } else { "critical or major findings" };
    tile(html, "What matters", heavy.len(), of, |html| {
        html.element("ul", &[], |html| {
            for finding in heavy.iter().take(NAMED) {
                html.element("li", &[], |html| {
                    mark(html, finding.severity.word(), finding.severity.word());
                    html.blank();
                    anchors.link(html, &finding.id);
                    let title = finding.title.as_deref().filter(|title| !title.trim().is_empty());
                    html.after_blank(&brief(title.unwrap_or(&finding.description)));
                });
            }
            more(html, heavy.len());
        });
    });
}

/// What a person would have to decide.
fn doubt(html: &mut Html, report: &Report) {
    let unverified = report.comparison.as_ref().map_or(0, |comparison| comparison.unverified.len());
    let unclear = usize::try_from(report.summary.unparseable).unwrap_or(usize::MAX);
    let doubts = [
        (report.conflicts.len(), "disagreement between replies", "disagreements between replies"),
        (report.suggestions.len(), "possible duplicate", "possible duplicates"),
        (unverified, "earlier finding not verified", "earlier findings not verified"),
        (unclear, "reply without a stated result", "replies without a stated result"),
    ];
    let count = doubts.iter().fold(0_usize, |sum, (count, ..)| sum.saturating_add(*count));
    tile(html, "What is in doubt", count, if count == 1 { "open question" } else { "open questions" }, |html| {
        html.element("ul", &[], |html| {
            for (count, one, several) in doubts.into_iter().filter(|(count, ..)| *count > 0) {
                html.line("li", &format!("{count} {}", if count == 1 { one } else { several }));
            }
        });
    });
}

/// What was not analysed, or not in full.
fn unseen(html: &mut Html, report: &Report) {
    let of = format!("of {} work units not analysed in full", report.coverage.len());
    tile(html, "What nobody looked at", report.gaps.len(), &of, |html| {
        html.element("ul", &[], |html| {
            // What nobody looked at before what somebody looked at in part.
            let mut gaps: Vec<_> = report.gaps.iter().collect();
            gaps.sort_by_key(|gap| std::cmp::Reverse(gap.status));
            for gap in gaps.iter().take(NAMED) {
                html.element("li", &[], |html| {
                    mark(html, gap.status.word(), gap.status.word());
                    html.after_blank(&brief(&gap.unit));
                    if gap.status == UnitStatus::Partial
                        && let Some(coverage) = gap.coverage
                    {
                        html.after_blank(&format!("({coverage})"));
                    }
                });
            }
            more(html, gaps.len());
        });
    });
}

fn more(html: &mut Html, count: usize) {
    if count > NAMED {
        html.classed("li", "more", |html| html.words(&format!("and {} more", count - NAMED)));
    }
}

/// The longest text at a glance, in characters.
const BRIEF: usize = 100;

/// The beginning of a text.
fn brief(text: &str) -> String {
    match text.char_indices().nth(BRIEF) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default().trim_end()),
        None => text.to_owned(),
    }
}
