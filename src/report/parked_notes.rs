//! What agents noticed outside their tasks: parked findings and decision implications.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::answer::Answer;
use super::number;
use crate::merge::similar_pairs::{Bounds, Item, NODES_PER_NODE, NODES_PER_TERM, similar_pairs};
use crate::merge::similarity::{AKIN, Similarity};
use crate::merge::terms::Terms;
use crate::model::{Code, Diagnostic, Extra, Implication, KeyValue, Parked};

/// Parked notes, and the bounds that were reached in telling them apart.
pub struct ParkedNotes {
    /// Things found beside the tasks.
    pub parked: Vec<Parked>,
    /// What decisions would have to cover.
    pub implications: Vec<Implication>,
    /// The bounds that were reached.
    pub diagnostics: Vec<Diagnostic>,
}

/// Each note once, in the order in which the answers say it, with the units that say it. `names` has the name of each
/// answer's unit.
///
/// Two are one when their texts are equal after folding case and white space; and when they are of different answers,
/// alike, and of the same category, or on the same decision. What the others say differently is kept as extra fields.
#[must_use]
pub fn collect(answers: &[Answer], names: &[String]) -> ParkedNotes {
    let said = || answers.iter().zip(names).enumerate();
    let parked = said().flat_map(|(at, (answer, name))| {
        answer.result.parked.iter().map(move |note| (number(at), Parked::of(note, name.clone())))
    });
    let implications = said().flat_map(|(at, (answer, name))| {
        answer.result.implications.iter().map(move |note| (number(at), Implication::of(note, name.clone())))
    });
    let mut diagnostics = Vec::new();
    ParkedNotes {
        parked: distinct(parked, &mut diagnostics),
        implications: distinct(implications, &mut diagnostics),
        diagnostics,
    }
}

/// What asides have in common, of either kind.
trait Note {
    /// What it says.
    fn text(&self) -> &str;
    /// What it is about: only asides of one kind may be one without being equal.
    fn kind(&self) -> Option<&str>;
    /// What else it says, with the name of each field.
    fn fields(&mut self) -> [(&'static str, &mut Option<String>); 2];
    fn extra(&mut self) -> &mut Extra;
    fn units(&mut self) -> &mut Vec<String>;
}

impl Note for Parked {
    fn text(&self) -> &str {
        &self.finding
    }
    fn kind(&self) -> Option<&str> {
        self.category.as_deref()
    }
    fn fields(&mut self) -> [(&'static str, &mut Option<String>); 2] {
        [("Category", &mut self.category), ("Priority", &mut self.priority)]
    }
    fn extra(&mut self) -> &mut Extra {
        &mut self.extra
    }
    fn units(&mut self) -> &mut Vec<String> {
        &mut self.units
    }
}

impl Note for Implication {
    fn text(&self) -> &str {
        &self.implication
    }
    fn kind(&self) -> Option<&str> {
        self.decision.as_deref()
    }
    fn fields(&mut self) -> [(&'static str, &mut Option<String>); 2] {
        [("Relevant Decision", &mut self.decision), ("Impact", &mut self.impact)]
    }
    fn extra(&mut self) -> &mut Extra {
        &mut self.extra
    }
    fn units(&mut self) -> &mut Vec<String> {
        &mut self.units
    }
}

/// Notes with equal texts.
struct Node<T> {
    /// The first of them, with what the others add.
    note: T,
    /// Which answers say it, in order.
    answers: Vec<u32>,
    terms: Terms,
    kind: Option<String>,
}

fn distinct<T: Note>(said: impl Iterator<Item = (u32, T)>, diagnostics: &mut Vec<Diagnostic>) -> Vec<T> {
    let mut nodes: Vec<Node<T>> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for (answer, note) in said {
        let place = *places.entry(folded(note.text())).or_insert(nodes.len());
        match nodes.get_mut(place) {
            Some(node) => {
                if node.answers.last() != Some(&answer) {
                    node.answers.push(answer);
                }
                take(&mut node.note, note);
            }
            None => nodes.push(Node {
                answers: vec![answer],
                terms: Terms::of_text(note.text()),
                kind: note.kind().map(folded),
                note,
            }),
        }
    }
    let seeds = seeds(&nodes, diagnostics);
    let mut kept: BTreeMap<usize, T> = BTreeMap::new();
    for (node, seed) in nodes.into_iter().zip(seeds) {
        match kept.get_mut(&seed) {
            Some(first) => take(first, node.note),
            None => _ = kept.insert(seed, node.note),
        }
    }
    kept.values_mut().for_each(without_repetitions);
    kept.into_values().collect()
}

/// For each node the first one that it is one with: itself, or an earlier one that it is likest to.
fn seeds<T>(nodes: &[Node<T>], diagnostics: &mut Vec<Diagnostic>) -> Vec<usize> {
    let mut kinds: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, node) in nodes.iter().enumerate() {
        node.kind.iter().for_each(|kind| kinds.entry(kind).or_default().push(at));
    }
    let mut earlier: Vec<Vec<(Similarity, Reverse<usize>)>> = vec![Vec::new(); nodes.len()];
    let (mut skipped, mut full) = (0, 0);
    for places in kinds.values() {
        let items = places.iter().filter_map(|at| nodes.get(*at));
        let items = items.map(|Node { terms, answers: owners, .. }| Item {
            groups: vec![0],
            found_in: None,
            exact_keys: Vec::new(),
            terms,
            owners,
        });
        let found = similar_pairs(&items.collect::<Vec<_>>(), AKIN, Bounds::default());
        (skipped, full) = (skipped + found.skipped, full + found.full);
        for pair in found.pairs {
            let [one, other] = pair.places.map(|place| places.get(place).copied().unwrap_or(usize::MAX));
            earlier.get_mut(other).into_iter().for_each(|earlier| earlier.push((pair.similarity, Reverse(one))));
        }
    }
    if skipped + full > 0 {
        let message = format!(
            "In the search for parked findings and implications that are one, {skipped} words that more than \
             {NODES_PER_TERM} of them share were passed over, and {full} were compared with {NODES_PER_NODE} others only."
        );
        diagnostics.push(Diagnostic::new(Code::BoundReached, message, None));
    }
    let mut seeds: Vec<usize> = Vec::with_capacity(nodes.len());
    for (at, earlier) in earlier.into_iter().enumerate() {
        let alike = earlier.into_iter().filter(|(_, Reverse(one))| seeds.get(*one) == Some(one));
        let likest = alike.max();
        seeds.push(likest.map_or(at, |(_, Reverse(seed))| seed));
    }
    seeds
}

/// Adds what another note says to the one that is kept.
fn take<T: Note>(kept: &mut T, mut other: T) {
    let mut more: Extra = Vec::new();
    if folded(kept.text()) != folded(other.text()) {
        more.push(KeyValue::new("Also", other.text()));
    }
    for ((name, held), (_, said)) in kept.fields().into_iter().zip(other.fields()) {
        let Some(said) = said.take() else { continue };
        match held {
            Some(held) if folded(held) == folded(&said) => {}
            Some(_) => more.push(KeyValue::new(name, said)),
            None => *held = Some(said),
        }
    }
    more.append(other.extra());
    kept.extra().append(&mut more);
    kept.units().append(other.units());
}

/// Leaves each unit and each extra field once.
fn without_repetitions<T: Note>(note: &mut T) {
    let mut units = BTreeSet::new();
    note.units().retain(|unit| units.insert(unit.clone()));
    let mut fields = BTreeSet::new();
    note.extra().retain(|pair| fields.insert((pair.key.clone(), pair.value.clone())));
}

/// A text with folded case and white space.
fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}
