//! What all digests contain: entities, decisions, and which documents refer to which.

use super::Outline;
use super::table::{Table, cell, number, optional};
use crate::model::Report;

/// A table of each.
pub fn section(page: &mut Outline, report: &Report) {
    let Some(known) = &report.knowledge else { return };
    let mut table = Table::new(&["Document", "Summary"]);
    for said in &known.summaries {
        table.row(vec![cell(&said.document), cell(&said.text)]);
    }
    page.section("Document summaries", table);
    let mut table = Table::new(&["Entity", "Kind", "Defined in"]);
    for entity in &known.entities {
        table.row(vec![cell(&entity.name), optional(entity.kind.as_deref()), cell(&entity.documents.join(", "))]);
    }
    page.section("Entities", table);
    let mut table = Table::new(&["Decision", "Rationale", "Recorded in"]);
    for decision in &known.decisions {
        let rationale = optional(decision.rationale.as_deref());
        table.row(vec![cell(&decision.decision), rationale, cell(&decision.document)]);
    }
    page.section("Recorded decisions", table);
    for (heading, texts) in [
        ("Rules and constraints", &known.rules),
        ("Aspirational statements", &known.aspirations),
        ("Unclear statements", &known.unclear),
        ("Technology claims", &known.claims),
        ("Notable sections", &known.notable),
    ] {
        let mut table = Table::new(&["Statement", "Section", "Verifiable", "In"]);
        for said in texts {
            let verifiable = optional(said.verifiable.as_deref());
            table.row(vec![cell(&said.text), optional(said.section.as_deref()), verifiable, cell(&said.document)]);
        }
        page.section(heading, table);
    }
    let mut table = Table::new(&["From", "To", "References", "Broken", "Nature"]);
    for edge in &known.graph {
        let nature = edge.natures.join("; ");
        let (references, broken) = (number(edge.references), number(edge.broken));
        table.row(vec![cell(&edge.from), cell(&edge.to), references, broken, cell(&nature)]);
    }
    page.section("Dependencies between documents", table);
}
