//! What several digests say together: terms, entities, decisions, and who refers to whom.

use std::collections::{BTreeMap, BTreeSet};

use super::library::Library;
use crate::model::{DigestIndex, GraphEdge, Knowledge, KnownDecision, KnownEntity};
use crate::part::units::plain;
use crate::report::number;

/// All that the digests know, each thing once. `index` has their terms, and tells which references are broken.
#[must_use]
pub fn knowledge(library: &Library<'_>, index: &DigestIndex) -> Knowledge {
    Knowledge {
        terms: index.terms.iter().map(|entry| entry.term.clone()).collect(),
        entities: entities(library),
        decisions: decisions(library),
        graph: graph(library, index),
    }
}

fn entities(library: &Library<'_>) -> Vec<KnownEntity> {
    let mut known: BTreeMap<(String, Option<String>), (KnownEntity, BTreeSet<usize>)> = BTreeMap::new();
    for digested in &library.digests {
        for entity in &digested.digest.entities {
            let key = (plain(&entity.name), entity.kind.as_deref().map(plain));
            let (known, documents) = known.entry(key).or_insert_with(|| {
                let (name, kind) = (entity.name.clone(), entity.kind.clone());
                (KnownEntity { name, kind, documents: Vec::new() }, BTreeSet::new())
            });
            if documents.insert(digested.document) {
                known.documents.push(library.document(digested.document).1.to_owned());
            }
        }
    }
    known.into_values().map(|(known, _)| known).collect()
}

fn decisions(library: &Library<'_>) -> Vec<KnownDecision> {
    let mut seen = BTreeSet::new();
    let mut known = Vec::new();
    for digested in &library.digests {
        for decision in &digested.digest.decisions {
            if seen.insert((digested.document, plain(&decision.decision))) {
                let document = library.document(digested.document).1.to_owned();
                known.push(KnownDecision { decision: decision.decision.clone(), document });
            }
        }
    }
    known
}

/// Edges between different documents. Of several digests of one document, the one that lists most counts.
fn graph(library: &Library<'_>, index: &DigestIndex) -> Vec<GraphEdge> {
    let broken: BTreeSet<(u32, u32)> = index
        .references
        .iter()
        .filter(|reference| reference.resolved == Some(false))
        .map(|reference| (reference.result, reference.index))
        .collect();
    let mut edges: BTreeMap<[String; 2], Edge> = BTreeMap::new();
    for digested in &library.digests {
        let (from, name) = library.document(digested.document);
        for (at, reference) in digested.digest.references.iter().enumerate() {
            let Some((to, target)) = library.target(reference).filter(|(to, _)| to != from) else { continue };
            let edge = edges.entry([from.to_owned(), to]).or_default();
            if edge.counts.is_empty() {
                edge.names = [name.to_owned(), target];
            }
            let (references, lost) = edge.counts.entry(digested.result).or_default();
            *references += 1;
            *lost += u32::from(broken.contains(&(digested.result, number(at))));
        }
    }
    let edge = |Edge { names: [from, to], counts }| {
        let (references, broken) = counts.into_values().max().unwrap_or_default();
        GraphEdge { from, to, references, broken }
    };
    edges.into_values().map(edge).collect()
}

/// The references of one document to another.
#[derive(Default)]
struct Edge {
    names: [String; 2],
    /// How many each digest lists, and how many of them are broken.
    counts: BTreeMap<u32, (u32, u32)>,
}
