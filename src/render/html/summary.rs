//! What one sees first: the verdict, what matters, what is in doubt, what nobody looked at; then the figures.

use super::Anchors;
use super::blocks::{mark, table};
use super::charts::{agreement, severities};
use super::writer::Html;
use crate::model::{CoverageGap, Report, Section, Severity, UnifiedFinding, UnitStatus, Verdict};
use crate::render::outline::{figures, verdict};
use crate::report::{failures, is_resolved};

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
        severities(html, &report.summary);
        agreement(html, report);
        table(html, anchors, &figures(report), "Figures", |html| html.words("Figures"));
    });
}

/// A tile: a heading, a count, and the list of what was counted.
fn tile(html: &mut Html, heading: &'static str, count: usize, of: &str, items: impl FnOnce(&mut Html)) {
    html.classed("div", "tile", |html| {
        html.line("h3", heading);
        html.classed("p", "count", |html| {
            html.line("strong", &count.to_string());
            html.after_blank(of);
        });
        if count > 0 {
            html.element("ul", &[], items);
        }
    });
}

/// What stands and weighs most.
fn matters(html: &mut Html, report: &Report, anchors: &Anchors<'_>) {
    let weighs =
        |finding: &&UnifiedFinding| finding.severity <= Severity::Major && !is_resolved(&report.results, finding);
    let heavy: Vec<_> = report.findings.iter().filter(weighs).collect();
    let unmet = failures(&report.results, report.checklist.as_ref());
    let of = match (heavy.len(), unmet.total()) {
        (0, 1) => "requirement not met",
        (0, 2..) => "requirements not met",
        (1, 0) => "critical or major finding",
        (_, 0) => "critical or major findings",
        _ => "critical or major findings, and requirements not met",
    };
    tile(html, "What matters", heavy.len() + unmet.total(), of, |html| {
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
        let kinds = [
            (unmet.criteria, "criterion is not met", "criteria are not met"),
            (unmet.tests, "test failed", "tests failed"),
            (unmet.steps, "step failed", "steps failed"),
            (unmet.items, "checklist item is not settled", "checklist items are not settled"),
        ];
        counted(html, &kinds);
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
        counted(html, &doubts);
    });
}

/// What was not analysed, or not in full.
fn unseen(html: &mut Html, report: &Report) {
    let (units, gaps) = (report.coverage.len(), report.gaps.len());
    let partly = report.gaps.iter().filter(|gap| is_part(gap)).count();
    let how = match (gaps - partly, partly) {
        (0, 0) => "not analysed in full".to_owned(),
        (_, 0) => "not looked at".to_owned(),
        (0, _) => "looked at only in part".to_owned(),
        (none, part) => format!("not analysed in full: {none} not at all, {part} only in part"),
    };
    let of = format!("of {units} work {} {how}", if units == 1 { "unit" } else { "units" });
    tile(html, "What nobody looked at", gaps, &of, |html| {
        // What nobody looked at before what somebody looked at in part.
        let mut gaps: Vec<_> = report.gaps.iter().collect();
        gaps.sort_by_key(|gap| std::cmp::Reverse(gap.status));
        for gap in gaps.iter().take(NAMED) {
            html.element("li", &[], |html| {
                mark(html, gap.status.word(), gap.status.word());
                html.after_blank(&brief(&gap.unit));
                if is_part(gap) {
                    html.after_blank(&match gap.coverage {
                        Some(coverage) => format!("({coverage} of it was looked at)"),
                        None => "(looked at only in part)".to_owned(),
                    });
                }
            });
        }
        more(html, gaps.len());
    });
}

/// Whether somebody looked at a part of a unit.
fn is_part(gap: &CoverageGap) -> bool {
    matches!(gap.status, UnitStatus::Findings | UnitStatus::Clean | UnitStatus::Partial)
}

/// A line for each count that is not 0, with what it counts: one, or several of it.
fn counted(html: &mut Html, counts: &[(usize, &str, &str)]) {
    for (count, one, several) in counts.iter().filter(|(count, ..)| *count > 0) {
        html.line("li", &format!("{count} {}", if *count == 1 { one } else { several }));
    }
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
