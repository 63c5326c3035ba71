//! The canonical format: what [`format`](super::format) writes. See `docs/formats/clarifications.md`.

use super::answers::{Named, named, said};
use super::counts;
use super::marks::{ACCEPTED, MUST_ANSWER, TICK};
use super::outline::Part;
use super::question::CHOICE_INDENT;
use super::scanned::fences;
use super::settled::Settled;
use crate::model::clarifications::{Choice, DocumentNote, NoteKind, Question};
use crate::text::blocks::{indentation, scan_item};

/// A document in the canonical format, with `\n` at the end of each line.
#[must_use]
pub fn document(settled: &Settled) -> String {
    let outline = &settled.outline;
    let mut blocks: Vec<String> = Vec::new();
    let mut marks = outline.wrapper.iter().map(|(mark, _)| mark.clone());
    blocks.extend(marks.next());
    if outline.front.is_there {
        let fields = counts::corrected(&outline.front.fields, &counts::counted(settled));
        blocks.push(super::front_matter::printed(&fields));
    }
    for part in &outline.parts {
        match part {
            Part::Text { text, .. } => blocks.push(text.clone()),
            Part::Section(title) => blocks.push(format!("## {title}")),
            Part::Question(place) => tree(settled, *place, &mut blocks),
            Part::Notes { .. } => blocks.push("## Needs Clarification".to_owned()),
            Part::Note(said) => note(said, &mut blocks),
        }
    }
    blocks.extend(marks);
    blocks.retain(|block| !block.is_empty());
    let mut text = blocks.join("\n\n");
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// A question and what refines it.
fn tree(settled: &Settled, place: usize, blocks: &mut Vec<String>) {
    question(&settled.alone(place), blocks);
    let children = settled.children.get(place).map(Vec::as_slice).unwrap_or_default();
    let is_top = settled.ids.get(place).is_some_and(|id| id.parent().is_none());
    if is_top && !children.is_empty() {
        blocks.push("#### Refinements".to_owned());
    }
    for child in children {
        tree(settled, *child, blocks);
    }
}

/// A question without what refines it, as blocks.
pub fn question(question: &Question, blocks: &mut Vec<String>) {
    let level = if question.parent.is_none() { "###" } else { "#####" };
    let title = if question.title.is_empty() { String::new() } else { format!(" {}", question.title) };
    let must_answer = if question.must_answer { format!(" {MUST_ANSWER}") } else { String::new() };
    let mut head = format!("{level} {}:{title}{must_answer}", question.id);
    if !question.body.is_empty() {
        head.push('\n');
        head.push_str(&question.body);
    }
    blocks.push(head);
    if !question.choices.is_empty() {
        blocks.push(choices(question));
    }
    if !question.consolidated_from.is_empty() {
        blocks.push(format!("_Consolidated from: {}_", question.consolidated_from.join(", ")));
    }
    if let Some(recommendation) = &question.recommendation {
        blocks.push(labelled("**Recommendation:**", recommendation));
    }
    blocks.push(labelled("**Answer:**", &answer(question)));
}

/// What stands behind the label of the answer.
#[must_use]
pub fn answer(question: &Question) -> String {
    let said = question.answer.as_deref().unwrap_or_default();
    match (said, question.autofilled) {
        (said, false) => said.to_owned(),
        ("", true) => ACCEPTED.to_owned(),
        (said, true) => accepted(said),
    }
}

/// A text with the mark of a recommendation that was accepted.
#[must_use]
pub fn accepted(text: &str) -> String {
    // Behind the mark of a fence, it would be part of the code.
    let ends_in_fence = text.lines().next_back().is_some_and(|last| crate::text::lines::scan_fence(last).is_some());
    format!("{text}{}{ACCEPTED}", if ends_in_fence { "\n" } else { " " })
}

fn choices(question: &Question) -> String {
    // The first letter shows that a choice begins; where it is another, the label does.
    let is_lettered = |choice: &Choice| choice.letter.starts_with(|first: char| first.is_ascii_uppercase());
    let is_plain = question.choices.first().is_some_and(|first| is_first(&first.letter))
        && question.choices.iter().all(is_lettered);
    let mut lines = Vec::new();
    if !is_plain {
        lines.push("**Choices:**".to_owned());
    }
    let said = said(question.answer.as_deref().unwrap_or_default());
    let named = named(&said, &question.choices);
    let is_named = |choice: &Choice| match &named {
        Some(Named { letters, .. }) => letters.contains(&choice.letter),
        None => false,
    };
    for choice in &question.choices {
        let mut text = format!("{}. {}", choice.letter, indented(&choice.text, CHOICE_INDENT));
        if choice.chosen && !is_named(choice) {
            text.push(' ');
            text.push(TICK);
        }
        lines.push(text);
    }
    lines.join("\n")
}

/// Whether a choice with this letter begins choices without a label.
fn is_first(letter: &str) -> bool {
    letter == "A" || letter.len() > 1
}

/// Lines behind the first one, indented.
#[must_use]
pub fn indented(text: &str, columns: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            out.push('\n');
            if !line.is_empty() {
                out.push_str(&" ".repeat(columns));
            }
        }
        out.push_str(line);
    }
    out
}

/// A label with its value: on its line, or below it where the value begins a block of its own.
#[must_use]
pub fn labelled(label: &str, value: &str) -> String {
    if value.is_empty() {
        return label.to_owned();
    }
    let lines: Vec<&str> = value.split('\n').collect();
    let first = lines.first().copied().unwrap_or_default();
    let begins_fence = fences(&lines).first().is_some_and(|fence| fence.start == 0);
    let is_block = begins_fence || indentation(first) > 0 || (lines.len() > 1 && scan_item(first).is_some());
    let parted = if is_block && !super::plain::is_mark(first) { "\n" } else { " " };
    format!("{label}{parted}{value}")
}

/// A note as blocks.
pub fn note(note: &DocumentNote, blocks: &mut Vec<String>) {
    let heading = match note.kind {
        NoteKind::Contradiction => format!("### Contradiction: {}", note.title),
        NoteKind::CriticalGap => format!("### Critical gap: {}", note.title),
        NoteKind::Note if note.title.is_empty() => String::new(),
        NoteKind::Note => format!("### {}", note.title),
    };
    blocks.push(heading.trim_end().to_owned());
    blocks.push(note.body.clone());
}
