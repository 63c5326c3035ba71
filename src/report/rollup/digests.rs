//! An index of the digests: documents, terms, references.

use super::drift;
use super::library::Library;
use crate::model::{Diagnostic, DigestIndex, DigestRow, ResolvedReference};
use crate::report::number;

/// The index of all digests, and the bounds that were reached.
#[must_use]
#[inline(never)]
pub fn index(library: &Library<'_>) -> (DigestIndex, Vec<Diagnostic>) {
    let (terms, mut diagnostics) = drift::terms(library);
    diagnostics.extend(library.bounds());
    let rows = library.digests.iter().map(|digested| DigestRow {
        document: digested.name.clone(),
        result: digested.result,
        sections: number(digested.digest.sections.len()),
        terms: number(digested.digest.terms.len()),
        entities: number(digested.digest.entities.len()),
        decisions: number(digested.digest.decisions.len()),
        references: number(digested.digest.references.len()),
    });
    let references = library.digests.iter().flat_map(|digested| {
        let references = digested.digest.references.iter().enumerate();
        references.map(|(index, reference)| ResolvedReference {
            result: digested.result,
            index: number(index),
            resolved: library.resolve(digested, reference),
        })
    });
    (DigestIndex { documents: rows.collect(), terms, references: references.collect() }, diagnostics)
}
