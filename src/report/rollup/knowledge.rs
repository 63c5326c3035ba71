//! What several digests say together: terms, entities, decisions, and who refers to whom.

use std::collections::{BTreeMap, BTreeSet};

use super::library::Library;
use super::shelf::{Shelf, key};
use crate::model::{
    Classification, CrossReference, Digest, DigestIndex, GraphEdge, Knowledge, KnownDecision, KnownEntity, KnownText,
    Note,
};
use crate::order::Gather;
use crate::part::units::plain;
use crate::report::number;

/// All that the digests know, each thing once. `index` has their terms, and tells which references are broken.
#[must_use]
#[inline(never)]
pub fn knowledge(library: &Library<'_>, index: &DigestIndex) -> Knowledge {
    Knowledge {
        terms: index.terms.iter().map(|entry| entry.term.clone()).collect(),
        entities: entities(library),
        decisions: decisions(library),
        rules: texts(library, |digest| {
            digest.rules.iter().map(|rule| (rule.rule.as_str(), rule.section.as_deref())).collect()
        }),
        aspirations: statements(library, Classification::Aspirational),
        unclear: statements(library, Classification::Unclear),
        claims: claims(library),
        summaries: texts(library, |digest| digest.summary.iter().map(|summary| (summary.as_str(), None)).collect()),
        notable: texts(library, |digest| {
            digest.notable.iter().map(|note| (note.text.as_str(), section_of(note))).collect()
        }),
        graph: graph(library, index),
    }
}

/// The statements that digests call by one word.
fn statements(library: &Library<'_>, classification: Classification) -> Vec<KnownText> {
    texts(library, move |digest| {
        let told = digest.statements.iter().filter(|said| said.classification == classification);
        told.map(|said| (said.statement.as_str(), said.section.as_deref())).collect()
    })
}

/// What documents claim of the world outside, each with whether it can be verified.
fn claims(library: &Library<'_>) -> Vec<KnownText> {
    let mut known = texts(library, |digest| {
        digest.claims.iter().map(|claim| (claim.claim.as_str(), claim.section.as_deref())).collect()
    });
    let claims = library.digests.iter().flat_map(|digested| {
        let document = library.document(digested.document).1;
        digested.digest.claims.iter().map(move |claim| ((document, plain(&claim.claim)), claim.verifiable.as_ref()))
    });
    let mut told: BTreeMap<(&str, String), &String> = BTreeMap::new();
    for (key, word) in claims {
        if let Some(word) = word {
            told.entry(key).or_insert(word);
        }
    }
    for claim in &mut known {
        claim.verifiable = told.get(&(claim.document.as_str(), plain(&claim.text))).map(|word| (*word).clone());
    }
    known
}

/// The section that a note names in a column of its own.
fn section_of(note: &Note) -> Option<&str> {
    let own = note.extra.iter().find(|field| matches!(plain(&field.key).as_str(), "section" | "where" | "location"));
    own.map(|field| field.value.as_str())
}

/// Texts of a digest, each with its section.
type Said<'d> = Vec<(&'d str, Option<&'d str>)>;

/// What the digests of a document say, each text once.
fn texts(library: &Library<'_>, said: impl Fn(&Digest) -> Said<'_>) -> Vec<KnownText> {
    let mut seen = BTreeSet::new();
    let mut known = Vec::new();
    for digested in &library.digests {
        for (text, section) in said(digested.digest) {
            if seen.insert((digested.document, plain(text))) {
                let document = library.document(digested.document).1.to_owned();
                let section = section.map(str::to_owned);
                known.push(KnownText { text: text.to_owned(), section, verifiable: None, document });
            }
        }
    }
    known
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
                let rationale = decision.rationale.clone();
                known.push(KnownDecision { decision: decision.decision.clone(), rationale, document });
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
        .gather();
    let targets = Targets::of(library);
    let mut edges: BTreeMap<[String; 2], Edge> = BTreeMap::new();
    for digested in &library.digests {
        let (from, name) = library.document(digested.document);
        for (at, reference) in digested.digest.references.iter().enumerate() {
            let Some((to, target)) = targets.of_reference(reference).filter(|(to, _)| to != from) else { continue };
            let edge = edges.entry([from.to_owned(), to]).or_default();
            if edge.counts.is_empty() {
                edge.names = [name.to_owned(), target];
            }
            let (references, lost) = edge.counts.entry(digested.result).or_default();
            *references += 1;
            *lost += u32::from(broken.contains(&(digested.result, number(at))));
            if let Some(nature) = reference.nature.as_deref().filter(|nature| !plain(nature).is_empty()) {
                edge.natures.entry(plain(nature)).or_insert_with(|| nature.to_owned());
            }
        }
    }
    let edge = |Edge { names: [from, to], counts, natures }| {
        let (references, broken) = counts.into_values().max().unwrap_or_default();
        GraphEdge { from, to, references, broken, natures: natures.into_values().collect() }
    };
    edges.into_values().map(edge).collect()
}

/// The documents that references lead to.
struct Targets<'l> {
    library: &'l Library<'l>,
    /// Those that no digest is on.
    others: Shelf,
    /// Names that may mean several documents that digests are on, by their keys.
    unclear: BTreeMap<String, &'l str>,
}

impl<'l> Targets<'l> {
    fn of(library: &'l Library<'l>) -> Self {
        let references = library.digests.iter().flat_map(|digested| &digested.digest.references);
        let names: BTreeSet<&str> = references.filter_map(target).gather();
        let mut others = Vec::new();
        let mut unclear = BTreeMap::new();
        for name in names {
            match library.meant(name).len() {
                0 => others.push(name),
                1 => {}
                _ => _ = unclear.entry(key(name)).or_insert(name),
            }
        }
        Self { library, others: Shelf::of(others.into_iter()), unclear }
    }

    /// The key and the name of the document that a reference leads to; `None` where it stays in its own.
    fn of_reference(&self, reference: &CrossReference) -> Option<(String, String)> {
        let name = target(reference)?;
        if let [only] = self.library.meant(name)[..] {
            let (key, name) = self.library.document(only);
            return Some((key.to_owned(), name.to_owned()));
        }
        let key = key(name);
        let (key, name) = match (self.unclear.get(&key), self.others.meant(name).as_slice()) {
            (None, [only]) => self.others.document(*only),
            (unclear, _) => (key.as_str(), unclear.copied().unwrap_or(name)),
        };
        Some((key.to_owned(), without_start(name)))
    }
}

fn target(reference: &CrossReference) -> Option<&str> {
    reference.target_document.as_deref().filter(|name| !plain(name).is_empty())
}

/// A name as written, without marks of code and the steps up from where it was written.
fn without_start(name: &str) -> String {
    let mut rest = name.trim_matches(|mark: char| mark.is_whitespace() || matches!(mark, '`' | '*' | '"' | '“' | '”'));
    while let Some(shorter) = rest.strip_prefix("./").or_else(|| rest.strip_prefix("../")) {
        rest = shorter;
    }
    rest.to_owned()
}

/// The references of one document to another.
#[derive(Default)]
struct Edge {
    names: [String; 2],
    /// How many each digest lists, and how many of them are broken.
    counts: BTreeMap<u32, (u32, u32)>,
    /// What kinds of references they are, by their words.
    natures: BTreeMap<String, String>,
}
