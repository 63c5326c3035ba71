//! A document whose questions know their ids, and what they belong to.

use std::collections::{BTreeMap, BTreeSet};

use super::ids::Id;
use super::marks::Given;
use super::outline::{Outline, Part};
use crate::model::clarifications::Question;
use crate::model::{Code, Diagnostic, quote};
use crate::text::steps;

/// An outline, with the tree of its questions.
#[derive(Debug)]
pub struct Settled {
    /// The outline; its parts name the questions of the top level alone.
    pub outline: Outline,
    /// The id of each entry.
    pub ids: Vec<Id>,
    /// The entries that refine each entry, in order.
    pub children: Vec<Vec<usize>>,
    /// What was assumed or is at odds; spans count bytes.
    pub diagnostics: Vec<Diagnostic>,
}

impl Settled {
    /// Settles ids and parents.
    #[must_use]
    pub fn new(mut outline: Outline) -> Self {
        let diagnostics = std::mem::take(&mut outline.diagnostics);
        let ids = ids_of(&outline);
        let children = vec![Vec::new(); ids.len()];
        let mut settled = Self { outline, ids, children, diagnostics };
        settled.attach();
        settled.mark_priority();
        settled
    }

    /// The first entry with each id.
    #[must_use]
    pub fn places(&self) -> BTreeMap<Id, usize> {
        steps::add(self.ids.len());
        let mut places = BTreeMap::new();
        for (place, id) in self.ids.iter().enumerate() {
            places.entry(*id).or_insert(place);
        }
        places
    }

    /// The entries in the order in which the format has them: each before those that refine it.
    #[must_use]
    pub fn in_order(&self) -> Vec<usize> {
        steps::add(self.ids.len());
        let mut order = Vec::with_capacity(self.ids.len());
        let mut open: Vec<usize> = self.top().into_iter().rev().collect();
        while let Some(place) = open.pop() {
            order.push(place);
            open.extend(self.children.get(place).into_iter().flatten().rev());
        }
        order
    }

    /// The entries of the top level, in order.
    #[must_use]
    pub fn top(&self) -> Vec<usize> {
        let questions = self.outline.parts.iter().filter_map(|part| match part {
            Part::Question(place) => Some(*place),
            _ => None,
        });
        questions.collect()
    }

    /// An entry's question with those that refine it.
    #[must_use]
    pub fn question(&self, place: usize) -> Question {
        let mut question = self.alone(place);
        let children = self.children.get(place).into_iter().flatten();
        question.refinements = children.map(|child| self.question(*child)).collect();
        question
    }

    /// An entry's question, without those that refine it.
    #[must_use]
    pub fn alone(&self, place: usize) -> Question {
        steps::add(1);
        self.outline.entries.get(place).map(|entry| entry.question.clone()).unwrap_or_default()
    }

    fn attach(&mut self) {
        let places = self.places();
        let mut attached = vec![false; self.ids.len()];
        for place in 0..self.ids.len() {
            let (Some(id), Some(entry)) = (self.ids.get(place).copied(), self.outline.entries.get(place)) else {
                continue;
            };
            let below = entry.below;
            let span = Some(entry.question.span);
            let stands_below = below.and_then(|below| self.ids.get(below)).copied();
            if places.get(&id) != Some(&place) {
                let message = format!("{id} stands twice.");
                self.diagnostics.push(Diagnostic::new(Code::RepeatedQuestion, message, span));
            }
            let mut parent = id.parent();
            let named = parent;
            let mut found = None;
            while let Some(wanted) = parent {
                found = match below {
                    Some(below) if stands_below == Some(wanted) => Some(below),
                    _ => places.get(&wanted).copied(),
                };
                if found.is_some() {
                    break;
                }
                parent = wanted.parent();
            }
            if let Some(named) = named {
                if parent != Some(named) {
                    let message = format!("{id} refines {named}, which is not there.");
                    self.diagnostics.push(Diagnostic::new(Code::UnknownParent, message, span));
                } else if let Some(other) = stands_below
                    && other.root() != id.root()
                {
                    let message = format!("{id} stands below {other}, and refines {named}.");
                    self.diagnostics.push(Diagnostic::new(Code::MisplacedRefinement, message, span));
                }
            }
            // Where its parent is not there, it stays below the question of the top level that it stands below: every way up
            // leads to a shorter id, so that no two can be below each other.
            let stays = below.filter(|_| matches!(stands_below, Some(Id::Question(_))));
            let parent_place = found.or(stays).filter(|parent| *parent != place && named.is_some());
            if let Some(parent_place) = parent_place
                && let Some(children) = self.children.get_mut(parent_place)
            {
                children.push(place);
                if let Some(attached) = attached.get_mut(place) {
                    *attached = true;
                }
            }
            if let Some(entry) = self.outline.entries.get_mut(place) {
                entry.question.id = id.to_string();
                entry.question.parent = named.map(|named| named.to_string());
                if !matches!(entry.given, Given::Id(_)) {
                    let message = format!("{} is read as {id}.", quote(&entry.question.title));
                    self.diagnostics.push(Diagnostic::new(Code::AssumedQuestionId, message, span));
                }
            }
        }
        let is_attached = |place: &usize| attached.get(*place).copied().unwrap_or_default();
        self.outline.parts.retain(|part| !matches!(part, Part::Question(place) if is_attached(place)));
        self.section_of_parents();
    }

    /// What refines a question is in its section.
    fn section_of_parents(&mut self) {
        for place in self.in_order() {
            let section = self.outline.entries.get(place).and_then(|entry| entry.question.section.clone());
            for child in self.children.get(place).cloned().unwrap_or_default() {
                if let Some(entry) = self.outline.entries.get_mut(child) {
                    entry.question.section.clone_from(&section);
                }
            }
        }
    }

    /// What the front matter calls a priority must be answered.
    fn mark_priority(&mut self) {
        let Some(value) = self.outline.front.value("priority_questions") else { return };
        let place = self.outline.front.place("priority_questions");
        let span = place.and_then(|place| self.outline.front.values.get(place)).copied();
        let places = self.places();
        let mut seen = BTreeSet::new();
        for id in Id::all_in(value) {
            match places.get(&id).and_then(|place| self.outline.entries.get_mut(*place)) {
                Some(entry) => entry.question.must_answer = true,
                None if seen.insert(id) => {
                    let message = format!("`priority_questions` names {id}, which is not there.");
                    self.diagnostics.push(Diagnostic::new(Code::UnknownQuestion, message, span));
                }
                None => {}
            }
        }
    }
}

/// The id of each entry: its own, or one that is free.
fn ids_of(outline: &Outline) -> Vec<Id> {
    let mut taken: BTreeSet<u32> = BTreeSet::new();
    let mut refined: BTreeMap<u32, u32> = BTreeMap::new();
    for entry in &outline.entries {
        match entry.given {
            Given::Id(Id::Question(number)) => _ = taken.insert(number),
            Given::Id(Id::Refinement(question, number) | Id::Sub(question, number, _)) => {
                let last = refined.entry(question).or_default();
                *last = number.max(*last);
            }
            Given::Number(_) | Given::Refinement => {}
        }
    }
    let mut ids: Vec<Id> = Vec::with_capacity(outline.entries.len());
    for entry in &outline.entries {
        let id = match entry.given {
            Given::Id(id) => id,
            Given::Number(number) => {
                // The numbers of a list may begin anew in each section.
                let free = if taken.contains(&number) { taken.last().map_or(1, |last| last + 1) } else { number };
                taken.insert(free);
                Id::Question(free)
            }
            Given::Refinement => {
                let below = entry.below.and_then(|below| ids.get(below)).map(|id| id.root());
                let question = entry.context.or(below).unwrap_or_default();
                let last = refined.entry(question).or_default();
                *last += 1;
                Id::Refinement(question, *last)
            }
        };
        ids.push(id);
    }
    ids
}
