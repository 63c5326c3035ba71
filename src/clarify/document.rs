//! A document as plain data, with its diagnostics.

use super::outline::Part;
use super::settled::Settled;
use super::{counts, evaluation};
use crate::model::clarifications::{Clarifications, DocumentNote, Question, Section, Verdict};
use crate::model::{Code, Diagnostic, Remainder, Span};
use crate::order::Arrange;
use crate::text::position;

/// The document; its spans count UTF-16 code units of the text.
#[must_use]
pub fn document(settled: &Settled, text: &str) -> Clarifications {
    let mut document = Clarifications {
        frontmatter: settled.outline.front.fields.clone(),
        diagnostics: diagnostics(settled),
        ..Clarifications::default()
    };
    let mut section: Option<Section> = None;
    for part in &settled.outline.parts {
        match part {
            Part::Text { text, span, outside: true } => {
                document.remainder.push(Remainder { text: text.clone(), span: *span });
            }
            Part::Text { text, .. } => {
                let section = section.get_or_insert_default();
                if !section.text.is_empty() {
                    section.text.push_str("\n\n");
                }
                section.text.push_str(text);
            }
            Part::Section(title) => {
                document.sections.extend(section.replace(Section { title: title.clone(), ..Section::default() }));
            }
            Part::Question(place) => section.get_or_insert_default().questions.push(settled.question(*place)),
            Part::Notes { .. } => document.sections.extend(section.take()),
            Part::Note(note) => document.notes.push(DocumentNote::clone(note)),
        }
    }
    document.sections.extend(section);
    let marks = settled.outline.wrapper.iter();
    document.remainder.extend(marks.map(|(text, span)| Remainder { text: text.clone(), span: *span }));
    document.remainder.arrange_by_key(|remainder| remainder.span.start);
    locate(&mut document, text);
    document
}

/// Whether two documents say the same, wherever it stands. Counts in the front matter may differ.
#[must_use]
pub fn say_the_same(one: &Settled, other: &Settled) -> bool {
    fn unplaced(question: &mut Question) {
        question.span = Span::default();
        question.refinements.iter_mut().for_each(unplaced);
    }
    let said = |settled: &Settled| {
        let mut document = document(settled, "");
        document.diagnostics.clear();
        document.remainder.iter_mut().for_each(|remainder| remainder.span = Span::default());
        document.sections.iter_mut().flat_map(|section| &mut section.questions).for_each(unplaced);
        document.frontmatter = counts::corrected(&document.frontmatter, &counts::counted(settled));
        document
    };
    said(one) == said(other)
}

fn locate(document: &mut Clarifications, text: &str) {
    fn spans_of<'q>(question: &'q mut Question, spans: &mut Vec<&'q mut Span>) {
        spans.push(&mut question.span);
        for refinement in &mut question.refinements {
            spans_of(refinement, spans);
        }
    }
    let mut spans: Vec<&mut Span> = document.remainder.iter_mut().map(|remainder| &mut remainder.span).collect();
    for section in &mut document.sections {
        for question in &mut section.questions {
            spans_of(question, &mut spans);
        }
    }
    for said in &mut document.diagnostics {
        spans.extend(said.span.as_mut());
        spans.extend(said.edit.as_mut().map(|edit| &mut edit.span));
    }
    position::locate(text, spans);
}

fn diagnostics(settled: &Settled) -> Vec<Diagnostic> {
    let mut said = settled.diagnostics.clone();
    if settled.outline.entries.is_empty() {
        said.push(Diagnostic::new(Code::NoQuestions, "No question was recognised.", None));
    }
    for (entry, id) in settled.outline.entries.iter().zip(&settled.ids) {
        let span = Some(entry.question.span);
        if entry.oddities.repeated_field {
            said.push(Diagnostic::new(Code::RepeatedValue, format!("{id} has a field twice."), span));
        }
        if entry.question.must_answer && evaluation::verdict(&entry.question) == Verdict::Vague {
            let message = format!("{id} must be answered, but its answer is vague.");
            said.push(Diagnostic::new(Code::VagueAnswer, message, span));
        }
        if entry.oddities.repeated_choice {
            said.push(Diagnostic::new(
                Code::RepeatedChoice,
                format!("Two choices of {id} have the same letter."),
                span,
            ));
        }
    }
    let odd = settled.outline.entries.iter().filter(|entry| entry.oddities.form && !settled.outline.is_json);
    if let Some(first) = odd.clone().next() {
        let count = odd.count();
        let of = settled.outline.entries.len();
        let message = format!("{count} of {of} questions are not in the canonical form.");
        said.push(Diagnostic::new(Code::QuestionForm, message, Some(first.question.span)));
    }
    said.extend(counts::diagnostics(settled));
    said.arrange_by_key(|said| said.span.map_or(0, |span| span.start));
    said
}
