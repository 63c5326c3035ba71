//! A document whose questions know their ids, and what they belong to.

use std::collections::{BTreeMap, BTreeSet};

use super::ids::Id;
use super::marks::Given;
use super::outline::{Entry, Outline, Part};
use crate::model::clarifications::Question;
use crate::model::{Code, Diagnostic, Span, quote};
use crate::order::Gather;
use crate::text::escape::fold;
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

    /// Whether questions are items of a numbered list, without ids.
    #[must_use]
    pub fn is_numbered(&self) -> bool {
        self.outline.entries.iter().any(|entry| matches!(entry.given, Given::Number(_)))
    }

    /// Whether another document has the same questions, and some more at most. Of those that are named, the answer may differ.
    #[must_use]
    pub fn kept_in(&self, other: &Self, but: &BTreeSet<Id>) -> bool {
        let said = |settled: &Self| -> Vec<(Id, Question)> {
            let entries = settled.ids.iter().zip(&settled.outline.entries);
            let said = entries.map(|(id, entry)| {
                let mut question = Question { span: Span::default(), ..entry.question.clone() };
                // Where lines were taken out, a blank one more may be left.
                question.body = fold(&question.body);
                if but.contains(id) {
                    question.answer = None;
                    question.autofilled = false;
                    question.choices.iter_mut().for_each(|choice| choice.chosen = false);
                }
                (*id, question)
            });
            said.collect()
        };
        let known: BTreeSet<Id> = self.ids.iter().copied().gather();
        let mut others = said(other);
        others.retain(|(id, _)| known.contains(id) || !but.contains(id));
        said(self) == others
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
                let message = format!("{id} occurs twice.");
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
                    let message = format!("{id} refines {named}, which is not in the document.");
                    self.diagnostics.push(Diagnostic::new(Code::UnknownParent, message, span));
                } else if let Some(other) = stands_below
                    && other.root() != id.root()
                {
                    let message = format!("{id} is below {other}, but refines {named}.");
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
                    let message = format!("{} was read as {id}.", quote(&entry.question.title));
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
                    let message = format!("`priority_questions` names {id}, which is not in the document.");
                    self.diagnostics.push(Diagnostic::new(Code::UnknownQuestion, message, span));
                }
                None => {}
            }
        }
    }
}

/// The id of each entry: its own, or one that is free.
fn ids_of(outline: &Outline) -> Vec<Id> {
    let mut taken: BTreeSet<Id> = BTreeSet::new();
    for entry in &outline.entries {
        if let Given::Id(id) = entry.given {
            taken.insert(id);
        }
    }
    let questions = taken.iter().filter(|id| id.parent().is_none());
    let mut last_question = questions.map(|id| id.root()).max().unwrap_or_default();
    let mut ids: Vec<Option<Id>> = Vec::with_capacity(outline.entries.len());
    for entry in &outline.entries {
        ids.push(match entry.given {
            Given::Id(id) => Some(id),
            Given::Number(number) => {
                // The numbers of a list may begin anew in each section.
                let own = Id::Question(number);
                let id = if taken.contains(&own) { Id::Question(last_question + 1) } else { own };
                last_question = id.root().max(last_question);
                taken.insert(id);
                Some(id)
            }
            Given::Refinement(number) => {
                let own = number.map(|number| Id::Refinement(refined(entry, &ids), number));
                own.filter(|own| taken.insert(*own))
            }
        });
    }
    // What has no number of its own follows behind all that have one.
    let mut last: BTreeMap<u32, u32> = BTreeMap::new();
    for id in &taken {
        if let Id::Refinement(question, number) | Id::Sub(question, number, _) = *id {
            let last = last.entry(question).or_default();
            *last = number.max(*last);
        }
    }
    for (place, entry) in outline.entries.iter().enumerate() {
        if ids.get(place).is_some_and(Option::is_none) {
            let question = refined(entry, &ids);
            let last = last.entry(question).or_default();
            *last += 1;
            let id = Id::Refinement(question, *last);
            if let Some(free) = ids.get_mut(place) {
                *free = Some(id);
            }
        }
    }
    ids.into_iter().map(|id| id.unwrap_or(Id::Question(0))).collect()
}

/// The number of the question that an entry without a parent's number refines.
fn refined(entry: &Entry, ids: &[Option<Id>]) -> u32 {
    let below = entry.below.and_then(|below| ids.get(below).copied().flatten()).map(Id::root);
    entry.context.or(below).unwrap_or_default()
}
