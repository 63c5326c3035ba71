//! Compares the counts in the front matter with the document.

use super::ids::Id;
use super::outline::Part;
use super::settled::Settled;
use crate::model::{Code, Diagnostic, Edit, KeyValue};

/// The fields of the front matter that count, each with the true number.
#[must_use]
pub fn counted(settled: &Settled) -> Vec<(&'static str, usize)> {
    let questions = settled.ids.iter().filter(|id| matches!(id, Id::Question(_))).count();
    let sections = sections(settled);
    let must_answer = settled.outline.entries.iter().filter(|entry| entry.question.must_answer).count();
    vec![
        ("question_count", questions),
        ("section_count", sections),
        ("sections", sections),
        ("refinement_count", settled.ids.len() - questions),
        ("must_answer_count", must_answer),
    ]
}

/// How many sections have a question.
fn sections(settled: &Settled) -> usize {
    let mut count = 0;
    let mut counted = false;
    for part in &settled.outline.parts {
        match part {
            Part::Section(_) | Part::Notes { .. } => counted = false,
            Part::Question(_) if !counted => {
                counted = true;
                count += 1;
            }
            _ => {}
        }
    }
    count
}

/// A count that is another number than the true one. What is no number counts nothing.
fn differing(field: &KeyValue, truth: &[(&'static str, usize)]) -> Option<usize> {
    let (_, count) = truth.iter().find(|(key, _)| *key == field.key)?;
    let stated: usize = field.value.trim_matches(['"', '\'']).parse().ok()?;
    (stated != *count).then_some(*count)
}

/// The fields of the front matter with true counts.
#[must_use]
pub fn corrected(fields: &[KeyValue], truth: &[(&'static str, usize)]) -> Vec<KeyValue> {
    let correct = |field: &KeyValue| match differing(field, truth) {
        Some(count) => KeyValue::new(field.key.as_str(), count.to_string()),
        None => field.clone(),
    };
    fields.iter().map(correct).collect()
}

/// Each count that is not the true one.
#[must_use]
pub fn diagnostics(settled: &Settled) -> Vec<Diagnostic> {
    let truth = counted(settled);
    let front = &settled.outline.front;
    let mut said = Vec::new();
    for (field, span) in front.fields.iter().zip(&front.values) {
        let Some(count) = differing(field, &truth) else { continue };
        let message = format!("`{}` states {}, but the document has {count}.", field.key, field.value);
        let mut diagnostic = Diagnostic::new(Code::FrontMatterCount, message, Some(*span));
        if !settled.outline.is_json {
            diagnostic.edit = Some(Edit { span: *span, text: count.to_string() });
        }
        said.push(diagnostic);
    }
    said
}
