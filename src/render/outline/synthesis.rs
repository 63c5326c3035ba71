//! What the findings show together: themes, connections; then dimensions and pairs of documents.

use super::Outline;
use super::table::{Cell, Table, cell, number, optional};
use crate::model::{Report, Trend};

/// What several findings come down to.
pub fn themes(page: &mut Outline, report: &Report) {
    let mut table = Table::new(&["Theme", "By", "Weight", "Dimensions", "Consists of"]);
    for theme in &report.synthesis.themes {
        let dimensions = theme.dimensions.join(", ");
        table.row(vec![
            cell(&theme.subject),
            cell(theme.by.word()),
            cell(if theme.critical { "critical" } else { "--" }),
            optional(Some(dimensions.as_str()).filter(|dimensions| !dimensions.is_empty())),
            Cell::findings(&theme.findings),
        ]);
    }
    page.section("Themes", table);
}

/// Which findings bear on each other.
pub fn connections(page: &mut Outline, report: &Report) {
    let mut table = Table::new(&["On", "Connected"]);
    for connection in &report.synthesis.connections {
        table.row(vec![cell(&connection.on), Cell::findings(&connection.findings)]);
    }
    page.section("Connections", table);
}

/// How each dimension fares.
pub fn health(page: &mut Outline, report: &Report) {
    let mut table = Table::new(&["Dimension", "Rating", "Since the earlier report", "Open findings"]);
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
    let mut table = Table::new(&["Documents", "State", "Open findings"]);
    for pair in &report.synthesis.cross_references {
        let [one, other] = &pair.documents;
        let documents = format!("{one} + {other}");
        table.row(vec![cell(&documents), cell(pair.status.word()), number(pair.findings)]);
    }
    page.section("Cross-reference map", table);
}
