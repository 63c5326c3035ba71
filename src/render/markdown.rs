//! A report for people, and to be read back.
//!
//! What an agent wrote stands in a table cell, in a line behind words of ours, or in a block quote, and is escaped for
//! that place. The finding table has the columns of the protocol, and each finding its discussion under a heading with
//! its id, so that reading the report finds the same findings again.

mod checklist;
mod comparison;
mod design_plans;
mod details;
mod digests;
mod findings;
mod replies;
mod returns;
mod steps;
mod table;

use super::disagreement::own_words;
use super::pairs;
use crate::model::{ConflictKind, CoverageGap, CoverageRow, Report, Suggestion, UnifiedFinding, UnitStatus};
use crate::text::escape::{escape_block, escape_inline};
use table::{Table, cell, optional};

/// The report as Markdown. Sections without content are left out.
#[must_use]
pub fn render(report: &Report) -> String {
    let mut page = Page::default();
    page.heading(1, &escape_inline(&report.title));
    head(&mut page, report);
    coverage_map(&mut page, &report.coverage);
    findings::section(&mut page, report, &report.findings);
    details::section(&mut page, report, &report.findings);
    if let Some(compared) = &report.comparison {
        comparison::section(&mut page, compared);
    }
    conflicts(&mut page, report);
    suggestions(&mut page, &report.suggestions);
    gaps(&mut page, &report.gaps);
    checklist::section(&mut page, report);
    design_plans::section(&mut page, report);
    returns::section(&mut page, report);
    steps::section(&mut page, report);
    digests::section(&mut page, report);
    asides(&mut page, report);
    replies::section(&mut page, report);
    replies::notes(&mut page, report);
    page.text
}

/// A finding of a report by itself, as the report has it.
#[must_use]
pub fn finding(report: &Report, finding: &UnifiedFinding) -> String {
    let mut page = Page::default();
    let findings = std::slice::from_ref(finding);
    findings::section(&mut page, report, findings);
    details::section(&mut page, report, findings);
    page.text
}

/// Markdown while it is written: blocks with a blank line between them.
#[derive(Debug, Default)]
struct Page {
    text: String,
}

impl Page {
    fn block(&mut self, block: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(block);
        self.text.push('\n');
    }

    /// A heading of an escaped text.
    fn heading(&mut self, level: usize, text: &str) {
        self.block(format!("{} {text}", "#".repeat(level)).trim_end());
    }

    /// One list of escaped items.
    fn list(&mut self, items: &[String]) {
        // What an agent wrote ticks no box.
        let marked = |item: &String| if item.starts_with('[') { format!("- \\{item}") } else { format!("- {item}") };
        let items: Vec<_> = items.iter().filter(|item| !item.is_empty()).map(marked).collect();
        self.block(&items.join("\n"));
    }

    /// A quotation of pieces of Markdown, one after the other.
    fn quote(&mut self, pieces: &[&str]) {
        let pieces = pieces.iter().filter(|piece| !piece.trim().is_empty());
        let pieces: Vec<_> = pieces.map(|piece| escape_block(piece.trim_matches(['\n', '\r']))).collect();
        let lines: Vec<_> =
            pieces.join("\n\n").split('\n').map(|line| format!("> {line}").trim_end().to_owned()).collect();
        self.block(&lines.join("\n"));
    }

    /// A table, where it has rows, under a heading.
    fn section(&mut self, heading: &str, table: &Table) {
        if let Some(table) = table.text() {
            self.heading(2, heading);
            self.block(&table);
        }
    }
}

/// The verdict, the sentences, the figures.
fn head(page: &mut Page, report: &Report) {
    let verdict = format!("Verdict: {}.", report.synthesis.verdict.words());
    match report.executive_summary.strip_prefix(&verdict) {
        Some(rest) => page.block(format!("**{verdict}** {}", escape_inline(rest)).trim_end()),
        None => page.block(&format!("**{verdict}**\n\nSummary: {}", escape_inline(&report.executive_summary))),
    }
    page.block(&figures(report).text().unwrap_or_default());
}

fn figures(report: &Report) -> Table {
    let summary = &report.summary;
    let listed = |counts: Vec<(&str, u32)>| {
        let counts = counts.into_iter().filter(|(_, count)| *count > 0);
        counts.map(|(name, count)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
    };
    let statuses = listed(summary.by_status.iter().map(|(status, count)| (status.word(), *count)).collect());
    let severities = listed(summary.by_severity.iter().map(|(severity, count)| (severity.word(), *count)).collect());
    let types = listed(summary.by_type.iter().map(|of_type| (of_type.r#type.as_str(), of_type.count)).collect());
    let mut table = Table::new(&["Figure", "Value"]);
    let mut row = |name: &str, value: &str| {
        if !value.is_empty() {
            table.row(vec![cell(name), cell(value)]);
        }
    };
    let detailed =
        |count: u32, details: &str| if details.is_empty() { count.to_string() } else { format!("{count} ({details})") };
    row("Replies", &detailed(summary.replies, &statuses));
    if summary.unparseable > 0 {
        row("Replies without a stated result", &summary.unparseable.to_string());
    }
    row("Work units", &summary.units.to_string());
    row("Analysed in full", &summary.coverage.map(|coverage| coverage.to_string()).unwrap_or_default());
    row("Unified findings", &detailed(summary.findings, &severities));
    row("Findings as reported", &summary.reported.to_string());
    row("Finding types", &types);
    if summary.conflicts > 0 {
        row("Disagreements", &summary.conflicts.to_string());
    }
    if let Some(list) = report.checklist.as_ref().filter(|list| !list.items.is_empty()) {
        let statuses = listed(list.by_status.iter().map(|(status, count)| (status.word(), *count)).collect());
        row("Checklist items", &format!("{} ({statuses})", list.items.len()));
    }
    if let Some(digests) = &report.digests {
        let drifting = digests.terms.iter().filter(|term| term.drift).count();
        let broken = digests.references.iter().filter(|reference| reference.resolved == Some(false)).count();
        for (name, count) in [("Terms that drift", drifting), ("Broken references", broken)] {
            if count > 0 {
                row(name, &count.to_string());
            }
        }
    }
    table
}

fn coverage_map(page: &mut Page, rows: &[CoverageRow]) {
    let mut table = Table::new(&["Work Unit", "Agents", "Status", "Coverage", "Findings", "Reason"]);
    for row in rows {
        let stated = row.stated_status.as_deref().filter(|stated| !stated.eq_ignore_ascii_case(row.status.word()));
        let status = match stated {
            Some(stated) => format!("{} ({stated})", row.status.word()),
            None => row.status.word().to_owned(),
        };
        let nothing = row.findings == 0 && matches!(row.status, UnitStatus::Error | UnitStatus::Missing);
        table.row(vec![
            cell(&row.unit),
            cell(&row.agents.join("; ")),
            cell(&status),
            row.coverage.map(|coverage| coverage.to_string()).unwrap_or_default(),
            if nothing { "--".to_owned() } else { row.findings.to_string() },
            optional(row.reason.as_deref()),
        ]);
    }
    page.section("Coverage map", &table);
}

fn conflicts(page: &mut Page, report: &Report) {
    let items: Vec<_> = report
        .conflicts
        .iter()
        .map(|conflict| {
            let ids = match conflict.kind {
                // The message names them.
                ConflictKind::Presence => String::new(),
                ConflictKind::Severity | ConflictKind::Type => format!(" ({})", conflict.findings.join(", ")),
            };
            format!(
                "{}{}{}",
                escape_inline(&conflict.message),
                blank_before(&ids),
                blank_before(&own_words(report, conflict))
            )
        })
        .collect();
    if !items.is_empty() {
        page.heading(2, "Conflicts");
        page.list(&items);
    }
}

/// Pairs that may be one, with what a person needs to decide: why, and the fingerprints that a decision names.
fn suggestions(page: &mut Page, suggestions: &[Suggestion]) {
    let mut table = Table::new(&["One", "Other", "Likeness", "Reason", "To decide"]);
    for suggestion in suggestions {
        let [one, other] = &suggestion.findings;
        table.row(vec![
            cell(one),
            cell(other),
            format!("{}%", suggestion.likeness),
            cell(&suggestion.reason),
            cell(&suggestion.fingerprints.join(" ")),
        ]);
    }
    page.section("Possible duplicates", &table);
}

/// An escaped text with a blank before it, where it has any words.
fn blank_before(text: &str) -> String {
    match escape_inline(text) {
        text if text.is_empty() => text,
        text => format!(" {text}"),
    }
}

fn gaps(page: &mut Page, gaps: &[CoverageGap]) {
    let mut table = Table::new(&["Work Unit", "Status", "Coverage", "Reason", "In the agent's words", "Ask again"]);
    for gap in gaps {
        table.row(vec![
            cell(&gap.unit),
            gap.status.word().to_owned(),
            gap.coverage.map(|coverage| coverage.to_string()).unwrap_or_default(),
            cell(&gap.reason),
            optional(gap.missing.as_deref()),
            if gap.retry { "yes" } else { "no" }.to_owned(),
        ]);
    }
    page.section("Coverage gaps", &table);
}

/// What was found beside the tasks.
fn asides(page: &mut Page, report: &Report) {
    let mut table = Table::new(&["Finding", "Category", "Priority", "More", "From"]);
    for parked in &report.parked {
        table.row(vec![
            cell(&parked.finding),
            optional(parked.category.as_deref()),
            optional(parked.priority.as_deref()),
            cell(&pairs(&parked.extra)),
            cell(&parked.units.join(", ")),
        ]);
    }
    page.section("Parked findings", &table);
    let mut table = Table::new(&["Implication", "Relevant Decision", "Impact", "More", "From"]);
    for implication in &report.implications {
        table.row(vec![
            cell(&implication.implication),
            optional(implication.decision.as_deref()),
            optional(implication.impact.as_deref()),
            cell(&pairs(&implication.extra)),
            cell(&implication.units.join(", ")),
        ]);
    }
    page.section("Decision implications", &table);
}
