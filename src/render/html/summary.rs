//! The top of the page: the verdict, what matters, what is in doubt, what nobody looked at; then the figures.

use super::Anchors;
use super::blocks::{mark, table};
use super::charts::severities;
use super::findings::name;
use super::matrix;
use super::writer::Html;
use crate::check::CONTRADICTIONS;
use crate::model::{AgentResult, Code, CoverageGap, Report, Section, Severity, UnifiedFinding, UnitStatus, Verdict};
use crate::order::Arrange;
use crate::render::outline::{figures, verdict};
use crate::report::{failures, stands};

/// So many findings or units are named at a glance; more are only counted.
const NAMED: usize = 5;

/// The section.
pub fn section(html: &mut Html, report: &Report, anchors: &Anchors<'_>) {
    super::section(html, Section::Summary, "Summary", |html| {
        let (verdict, sentences) = verdict(report);
        let class = match report.verdict {
            Verdict::Approve => "verdict approve",
            Verdict::ApproveWithChanges => "verdict changes",
            Verdict::NeedsRework => "verdict rework",
            Verdict::Inconclusive => "verdict inconclusive",
        };
        html.element("p", &[("class", class.into())], |html| html.words(&verdict));
        html.classed("p", "sentences", |html| html.text(sentences.unwrap_or_else(|all| all)));
        html.classed("div", "glance", |html| {
            matters(html, report, anchors);
            doubt(html, report);
            unseen(html, report);
        });
        severities(html, report);
        table(html, anchors, &figures(report), "Figures", |html| html.words("Figures"));
        matrix::by_agent(html, report, anchors);
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
    let weighs = |finding: &&UnifiedFinding| finding.severity <= Severity::Major && stands(&report.results, finding);
    let heavy: Vec<_> = report.findings.iter().filter(weighs).collect();
    let unmet = failures(&report.results, report.checklist.as_ref());
    let of = match (heavy.len(), unmet.total()) {
        (0, 1) => "requirement not met",
        (0, 2..) => "requirements not met",
        (1, 0) => "critical or major finding",
        (_, 0) => "critical or major findings",
        _ => "critical or major findings, and requirements not met",
    };
    tile(html, "Most important", heavy.len() + unmet.total(), of, |html| {
        for finding in heavy.iter().take(NAMED) {
            html.element("li", &[], |html| {
                mark(html, finding.severity.word(), finding.severity.word());
                html.blank();
                anchors.link(html, &finding.id);
                html.after_blank(&brief(&name(finding)));
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
    let codes = CONTRADICTIONS.map(Code::name);
    let contradicts = |result: &&AgentResult| result.diagnostics.iter().any(|said| codes.contains(&said.code.as_str()));
    let doubts = [
        (
            report.results.iter().filter(contradicts).count(),
            "reply that contradicts itself",
            "replies that contradict themselves",
        ),
        (report.conflicts.len(), "disagreement between replies", "disagreements between replies"),
        (report.suggestions.len(), "possible duplicate", "possible duplicates"),
        (unverified, "earlier finding not verified", "earlier findings not verified"),
        (unclear, "reply without a clear result", "replies without a clear result"),
    ];
    let count = doubts.iter().fold(0_usize, |sum, (count, ..)| sum.saturating_add(*count));
    tile(html, "To clarify", count, if count == 1 { "open question" } else { "open questions" }, |html| {
        counted(html, &doubts);
    });
}

/// What was not analysed at all, and what not in full.
fn unseen(html: &mut Html, report: &Report) {
    let units = report.coverage.len();
    let (none, part): (Vec<&CoverageGap>, Vec<&CoverageGap>) =
        report.gaps.iter().partition(|gap| matches!(gap.status, UnitStatus::Error | UnitStatus::Missing));
    let of = |what: &str| format!("of {units} {} {what}", if units == 1 { "task" } else { "tasks" });
    gaps(html, "Not analysed", &none, &of("not analysed"));
    if !part.is_empty() {
        gaps(html, "Partly analysed", &part, &of("not analysed in full"));
    }
}

fn gaps(html: &mut Html, heading: &'static str, gaps: &[&CoverageGap], of: &str) {
    tile(html, heading, gaps.len(), of, |html| {
        let mut gaps = gaps.to_vec();
        gaps.arrange_by_key(|gap| std::cmp::Reverse(gap.status));
        for gap in gaps.iter().take(NAMED) {
            html.element("li", &[], |html| {
                mark(html, gap.status.word(), gap.status.word());
                let unit = brief(&gap.unit);
                html.after_blank(&match (gap.status, gap.coverage) {
                    (UnitStatus::Missing, _) => unit,
                    (UnitStatus::Partial, Some(coverage)) => format!("{unit} ({coverage})"),
                    _ => format!("{unit}: {}", brief(&gap.reason)),
                });
            });
        }
        more(html, gaps.len());
    });
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
