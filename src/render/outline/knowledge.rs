//! What the digests know together: entities, decisions, and which documents lean on which.

use super::Outline;
use super::table::{Table, cell, number, optional};
use crate::model::Report;

/// A table of each.
pub fn section(page: &mut Outline, report: &Report) {
    let Some(known) = &report.knowledge else { return };
    let mut table = Table::new(&["Entity", "Kind", "Defined in"]);
    for entity in &known.entities {
        table.row(vec![cell(&entity.name), optional(entity.kind.as_deref()), cell(&entity.documents.join(", "))]);
    }
    page.section("Entities", table);
    let mut table = Table::new(&["Decided", "Recorded in"]);
    for decision in &known.decisions {
        table.row(vec![cell(&decision.decision), cell(&decision.document)]);
    }
    page.section("Recorded decisions", table);
    let mut table = Table::new(&["From", "To", "References", "Broken"]);
    for edge in &known.graph {
        table.row(vec![cell(&edge.from), cell(&edge.to), number(edge.references), number(edge.broken)]);
    }
    page.section("Dependencies between documents", table);
}
