//! Traces questions to their refinements and decisions, and back.

use std::collections::BTreeMap;

use super::ids::Id;
use super::{decisions, settled};
use crate::model::clarifications::{TraceEntry, TraceKind};
use crate::model::visible;

/// The longest title in a graph, in characters.
const TITLE_LIMIT: usize = 80;

/// Questions with what refines them in the order of the document, then decisions.
#[must_use]
pub fn trace(clarifications: &str, decisions: Option<&str>) -> Vec<TraceEntry> {
    let settled = settled(clarifications);
    let places = settled.places();
    let decided = decisions.map(decisions::parse).unwrap_or_default();
    let mut came_of: BTreeMap<Id, Vec<String>> = BTreeMap::new();
    for entry in &decided.entries {
        for source in entry.source.iter().flat_map(|source| Id::all_in(source)) {
            let decisions = came_of.entry(source).or_default();
            if decisions.last() != Some(&entry.id) {
                decisions.push(entry.id.clone());
            }
        }
    }
    let mut entries = Vec::new();
    for place in settled.in_order() {
        let (Some(id), Some(entry)) = (settled.ids.get(place), settled.outline.entries.get(place)) else { continue };
        let refined = settled.children.get(place).into_iter().flatten();
        let mut children: Vec<String> = refined
            .filter_map(|child| settled.ids.get(*child))
            // What only stands below it came from elsewhere.
            .filter(|child| child.parent() == Some(*id))
            .map(Id::to_string)
            .collect();
        // Of two questions with one id, decisions come of the first.
        if places.get(id) == Some(&place) {
            children.extend(came_of.get(id).into_iter().flatten().cloned());
        }
        let parent = id.parent();
        entries.push(TraceEntry {
            id: id.to_string(),
            kind: if parent.is_none() { TraceKind::Question } else { TraceKind::Refinement },
            title: entry.question.title.clone(),
            parent: parent.map(|parent| parent.to_string()),
            children,
            orphan: parent.is_some_and(|parent| !places.contains_key(&parent)),
        });
    }
    for entry in decided.entries {
        let sources: Vec<Id> = entry.source.iter().flat_map(|source| Id::all_in(source)).collect();
        let found = sources.iter().find(|id| places.contains_key(id));
        entries.push(TraceEntry {
            orphan: found.is_none(),
            parent: found.or(sources.first()).map(Id::to_string).or(entry.source.first().cloned()),
            id: entry.id,
            kind: TraceKind::Decision,
            title: entry.title,
            children: Vec::new(),
        });
    }
    entries
}

/// A trace as a Mermaid graph. No text in it acts: what could is written as its code.
#[must_use]
pub fn graph(entries: &[TraceEntry]) -> String {
    let mut places: BTreeMap<(&str, bool), usize> = BTreeMap::new();
    let key = |id, kind| (id, kind == TraceKind::Decision);
    for (place, entry) in entries.iter().enumerate() {
        places.entry(key(entry.id.as_str(), entry.kind)).or_insert(place);
    }
    let mut graph = String::from("graph LR\n");
    for (place, entry) in entries.iter().enumerate() {
        let title: String = entry.title.chars().take(TITLE_LIMIT).collect();
        let cut = if entry.title.chars().nth(TITLE_LIMIT).is_some() { "…" } else { "" };
        let label = if title.is_empty() { entry.id.clone() } else { format!("{}: {title}{cut}", entry.id) };
        let orphan = if entry.orphan { ":::orphan" } else { "" };
        graph.push_str(&format!("  n{place}[\"{}\"]{orphan}\n", label.chars().map(coded).collect::<String>()));
    }
    for (place, entry) in entries.iter().enumerate() {
        for child in &entry.children {
            let found = places.get(&(child.as_str(), false)).or_else(|| places.get(&(child.as_str(), true)));
            if let Some(child) = found {
                graph.push_str(&format!("  n{place} --> n{child}\n"));
            }
        }
    }
    if entries.iter().any(|entry| entry.orphan) {
        graph.push_str("  classDef orphan stroke-dasharray: 4 4\n");
    }
    graph
}

/// A character of a label: letters, digits and plain marks as they are.
fn coded(character: char) -> String {
    match visible(character) {
        character if character.is_alphanumeric() => character.to_string(),
        ' ' | '.' | ',' | ':' | '?' | '!' | '\'' | '-' | '–' | '—' | '/' | '+' | '…' => character.to_string(),
        character => format!("#{};", u32::from(character)),
    }
}
