//! What the findings mean together: themes, what they raised, connections; then dimensions and pairs of documents.

use super::Outline;
use super::table::{Cell, Table, cell, number, optional};
use crate::model::{Report, Trend};

/// What several findings come down to, what that made critical, and which findings bear on each other.
pub fn themes(page: &mut Outline, report: &Report) {
    let mut table = Table::new(&["By", "Subject", "Named by", "Promoted"]);
    for theme in &report.synthesis.themes {
        table.row(vec![
            cell(theme.by.word()),
            cell(&theme.subject),
            Cell::findings(&theme.findings),
            cell(if theme.promoted { "yes" } else { "no" }),
        ]);
    }
    page.section("Themes", table);
    let mut table = Table::new(&["Raised", "It was", "It is", "Because"]);
    for finding in &report.findings {
        let Some(raised) = &finding.raised else { continue };
        table.row(vec![
            Cell::findings(&[&finding.id]),
            cell(raised.from.word()),
            cell(finding.severity.word()),
            cell(&raised.because),
        ]);
    }
    page.section("Raised by themes", table);
    let mut table = Table::new(&["On", "Connected"]);
    for connection in &report.synthesis.connections {
        table.row(vec![cell(&connection.on), Cell::findings(&connection.findings)]);
    }
    page.section("Connections", table);
}

/// How each dimension fares.
pub fn health(page: &mut Outline, report: &Report) {
    let mut table = Table::new(&["Dimension", "Rating", "Since the earlier report", "Standing findings"]);
    for row in &report.synthesis.health {
        table.row(vec![
            cell(&row.dimension),
            cell(&row.rating),
            optional(row.trend.map(Trend::word)),
            number(row.findings),
        ]);
    }
    page.section("Health", table);
}

/// Which documents agree.
pub fn cross_references(page: &mut Outline, report: &Report) {
    let mut table = Table::new(&["Documents", "State", "Standing findings"]);
    for pair in &report.synthesis.cross_references {
        let [one, other] = &pair.documents;
        let documents = format!("{one} + {other}");
        table.row(vec![cell(&documents), cell(pair.status.word()), number(pair.findings)]);
    }
    page.section("Cross-reference map", table);
}
