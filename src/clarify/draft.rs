//! Drafts decisions from clear answers: the structure, without reasoning. See `docs/formats/decisions.md`, "Drafting".

use std::collections::BTreeMap;

use super::answers::{Named, named, said};
use super::decisions::NOT_ANSWERED;
use super::ids::Id;
use super::settled::Settled;
use super::{canonical, evaluation, front_matter, plain, settled};
use crate::model::KeyValue;
use crate::model::clarifications::{
    Choice, Contradiction, DecisionAnswer, DecisionEntry, DecisionStatus, Evaluation, Question, Verdict,
};
use crate::text::inline;

/// The note of a critical gap.
pub const GAP_NOTE: &str = "This is a [MUST ANSWER] question that has no answer yet.";

/// What stands as the section of a decision that rests on several.
const CROSS_CUTTING: &str = "Cross-cutting";

/// Drafts decisions: one for each clear answer, then the critical gaps, then the contradictions that are passed in.
#[must_use]
pub fn draft(text: &str, contradictions: &[Contradiction], given: Option<&Evaluation>) -> String {
    let settled = settled(text);
    let verdicts = evaluation::verdicts(&settled, given);
    let mut entries: Vec<DecisionEntry> = Vec::new();
    let order = settled.in_order();
    let with =
        |wanted: Verdict| order.iter().filter(|place| verdicts.get(**place) == Some(&wanted)).collect::<Vec<_>>();
    entries.extend(
        with(Verdict::Clear).into_iter().map(|place| of_question(&settled.alone(*place), DecisionStatus::Draft)),
    );
    for place in with(Verdict::NotAnswered) {
        let question = settled.alone(*place);
        if question.must_answer {
            let mut entry = of_question(&question, DecisionStatus::CriticalGap);
            entry.note = Some(GAP_NOTE.to_owned());
            entries.push(entry);
        }
    }
    let places = settled.places();
    entries.extend(contradictions.iter().map(|contradiction| of_contradiction(contradiction, &settled, &places)));
    for (number, entry) in entries.iter_mut().enumerate() {
        entry.id = format!("D{}", number + 1);
    }
    let fields = [KeyValue::new("status", "draft"), KeyValue::new("decision_count", entries.len().to_string())];
    let mut blocks = vec![front_matter::printed(&fields)];
    blocks.extend(entries.iter().map(printed));
    let mut text = blocks.join("\n\n");
    text.push('\n');
    text
}

/// The decision that a question makes: its answer, or that there is none.
#[must_use]
pub fn of_question(question: &Question, status: DecisionStatus) -> DecisionEntry {
    let text = if status == DecisionStatus::CriticalGap { NOT_ANSWERED.to_owned() } else { answer(question) };
    DecisionEntry {
        id: String::new(),
        title: plain::line(&question.title),
        source: vec![question.id.clone()],
        section: question.section.as_deref().map(plain::line).filter(|section| !section.is_empty()),
        answers: vec![DecisionAnswer { question: None, text }],
        status,
        note: None,
        implications: None,
        reasoning: None,
        extra: Vec::new(),
        span: crate::model::Span::default(),
    }
}

fn of_contradiction(contradiction: &Contradiction, settled: &Settled, places: &BTreeMap<Id, usize>) -> DecisionEntry {
    let mut sections: Vec<String> = Vec::new();
    let mut answers = Vec::new();
    let ids: Vec<Id> = contradiction.questions.iter().filter_map(|id| Id::of(id)).collect();
    for id in &ids {
        let question = places.get(id).map(|place| settled.alone(*place)).unwrap_or_default();
        let section = question.section.as_deref().map(plain::line).unwrap_or_default();
        if !sections.contains(&section) {
            sections.push(section);
        }
        answers.push(DecisionAnswer { question: Some(id.to_string()), text: answer(&question) });
    }
    let section = match sections.as_slice() {
        [section] if !section.is_empty() => section.clone(),
        _ => CROSS_CUTTING.to_owned(),
    };
    let note = plain::lines(contradiction.note.trim());
    DecisionEntry {
        id: String::new(),
        title: plain::line(&contradiction.title),
        source: ids.iter().map(Id::to_string).collect(),
        section: Some(section),
        answers,
        status: DecisionStatus::Contradiction,
        note: Some(note).filter(|note| !note.is_empty()),
        implications: None,
        reasoning: None,
        extra: Vec::new(),
        span: crate::model::Span::default(),
    }
}

/// An answer as a decision has it: letters with what the choices say.
#[must_use]
pub fn answer(question: &Question) -> String {
    let answer = said(question.answer.as_deref().unwrap_or_default());
    let answer = answer.trim();
    if answer.is_empty() {
        return NOT_ANSWERED.to_owned();
    }
    let said = named(answer, &question.choices).and_then(|chosen| with_choices(question, &chosen));
    let said = said.unwrap_or_else(|| answer.to_owned());
    plain::lines(&if question.autofilled { canonical::accepted(&said) } else { said })
}

/// The letters with what their choices say, and what the answer says behind them. Where it says what a choice does itself,
/// or a choice leaves it open, it stays as it is.
fn with_choices(question: &Question, chosen: &Named<'_>) -> Option<String> {
    let choices: Vec<&Choice> =
        question.choices.iter().filter(|choice| chosen.letters.contains(&choice.letter)).collect();
    let rest = inline::words(chosen.rest);
    let is_said = |choice: &&Choice| choice.other || rest.contains(&inline::words(&choice.text));
    if !rest.is_empty() && choices.iter().any(is_said) {
        return None;
    }
    let mut said: Vec<String> = vec![
        choices.iter().map(|choice| format!("{} — {}", choice.letter, choice.text)).collect::<Vec<_>>().join("; "),
    ];
    said.extend(Some(chosen.rest.to_owned()).filter(|_| !rest.is_empty()));
    Some(said.join(", "))
}

/// A decision as text.
#[must_use]
pub fn printed(entry: &DecisionEntry) -> String {
    let mark = match entry.status {
        DecisionStatus::CriticalGap => "[Critical Gap] ",
        DecisionStatus::Contradiction => "[Contradiction] ",
        _ => "",
    };
    let mut lines = vec![format!("### {}: {mark}{}", entry.id, entry.title).trim_end().to_owned()];
    if !entry.source.is_empty() {
        lines.push(field("Source", &entry.source.join(", ")));
    }
    lines.extend(entry.section.as_ref().map(|section| field("Section", section)));
    for answer in &entry.answers {
        lines.push(match &answer.question {
            Some(question) => field(&format!("Answer ({question})"), &answer.text),
            None => field("Answer", &answer.text),
        });
    }
    lines.push(field("Status", entry.status.word()));
    for (key, value) in [("Note", &entry.note), ("Reasoning", &entry.reasoning), ("Implications", &entry.implications)]
    {
        lines.extend(value.as_ref().map(|value| field(key, value)));
    }
    lines.extend(entry.extra.iter().map(|extra| match extra.key.as_str() {
        "" => format!("\n{}", extra.value),
        key => field(key, &extra.value),
    }));
    lines.join("\n")
}

/// A field of a decision.
#[must_use]
pub fn field(key: &str, value: &str) -> String {
    canonical::indented(&canonical::labelled(&format!("- **{key}**:"), value), 2)
}
