//! Writes answers into a document: those that people give, and recommendations where answers are empty.

use std::collections::BTreeMap;

use serde::Serialize;

use super::edits::{self, Editor};
use super::evaluation::{recommends_nothing, says_something, verdict};
use super::{canonical, ids::Id, plain};
use crate::model::clarifications::Verdict;
use crate::order::Gather;

/// A document with answers filled in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Autofilled {
    /// The document.
    pub markdown: String,
    /// The ids of the questions that were filled in, in order.
    pub filled: Vec<String>,
}

/// The id of a question that a document has not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownQuestion(pub String);

/// Fills each answer that says nothing from the recommendation of the same question, and of no other. It is marked, so that
/// it can be told from a person's answer. Where there is none to fill in, the text stays as it is, whatever its form.
#[must_use]
pub fn autofill(given: &str) -> Autofilled {
    let ids = |filled: &Vec<String>| filled.iter().filter_map(|id| Id::of(id)).gather();
    let (markdown, filled) = edits::changed(given, filled, ids);
    let markdown = if filled.is_empty() { given.to_owned() } else { markdown };
    Autofilled { markdown, filled }
}

fn filled(text: &str) -> (String, Vec<String>) {
    let mut editor = Editor::new(text);
    let mut filled = Vec::new();
    for place in editor.settled.in_order() {
        let Some(entry) = editor.settled.outline.entries.get(place) else { continue };
        let question = &entry.question;
        let (Verdict::NotAnswered, Some(recommendation)) = (verdict(question), &question.recommendation) else {
            continue;
        };
        // Who skips a question is not overruled.
        let is_passed_over = question.answer.as_deref().is_some_and(says_something);
        if is_passed_over || recommends_nothing(recommendation, &question.choices) {
            continue;
        }
        filled.push(question.id.clone());
        // A comment in its place is text: it stays.
        let held = question.answer.as_deref().filter(|held| held.contains(char::is_alphanumeric));
        let recommendation = plain::unmarked(recommendation);
        let answer = [held, Some(recommendation.as_str())].into_iter().flatten().collect::<Vec<_>>().join("\n");
        let answer = canonical::accepted(&answer);
        editor.answer(place, &answer);
    }
    (editor.finish(), filled)
}

/// Gives the first question with each id an answer; an empty one takes it back, with the ticks of choices. Of two for one question the last counts.
///
/// The answers come from elsewhere: no line of one begins anything in the document.
///
/// # Errors
///
/// The document has no such question: no answer is left out silently.
pub fn answer<'a>(
    text: &str,
    answers: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<String, UnknownQuestion> {
    let known = super::settled(text).places();
    let mut given: BTreeMap<Id, String> = BTreeMap::new();
    for (id, answer) in answers {
        let Some(id) = Id::of(id).filter(|id| known.contains_key(id)) else {
            return Err(UnknownQuestion(id.to_owned()));
        };
        given.insert(id, plain::lines(answer.trim()));
    }
    let answered = |text: &str| {
        let mut editor = Editor::new(text);
        let places = editor.settled.places();
        for (id, answer) in &given {
            if let Some(place) = places.get(id) {
                editor.answer(*place, answer);
                if answer.is_empty() {
                    editor.untick(*place);
                }
            }
        }
        (editor.finish(), ())
    };
    Ok(edits::changed(text, answered, |()| given.keys().copied().gather()).0)
}
