//! Refinements: that each is on a question that it stands below, and that people answer it. See
//! `docs/formats/clarifications.md`, "Consolidating".

use super::context::CheckContext;
use crate::model::{Code, Detail, quote};
use crate::text::{fields, inline};

/// Checks each refinement.
pub fn check(context: &mut CheckContext<'_, '_>) {
    let Detail::Refinements(told) = &context.read.result.detail else { return };
    let asked: Vec<&str> = told.questions.iter().filter_map(|question| number(question)).collect();
    let mut said = Vec::new();
    for refinement in &told.refinements {
        let range = Some(refinement.span.bytes());
        let is_placed = number(&refinement.id).is_none_or(|number| asked.contains(&number));
        if !is_placed && !asked.is_empty() {
            let message = format!("{} is placed below {}.", quote(&refinement.id), told.questions.join(", "));
            said.push((Code::MisplacedRefinement, message, range.clone()));
        }
        let answer = refinement.text.lines().filter_map(fields::scan).find(|(key, ..)| inline::words(key) == "answer");
        if let Some((_, value, _)) = answer.filter(|(_, value, _)| !inline::is_wordless(value)) {
            let message = format!("The agent answered {}: {}.", quote(&refinement.id), quote(value));
            said.push((Code::AnsweredByAgent, message, range));
        }
    }
    for (code, message, range) in said {
        context.say(code, message, range);
    }
}

/// The number of a question, or of that which a refinement is on: `6` of `Q6 (Unit)` and of `R6.1a`.
fn number(id: &str) -> Option<&str> {
    let number = id.get(1..)?;
    let end = number.find(|next: char| !next.is_ascii_digit()).unwrap_or(number.len());
    number.get(..end).filter(|number| !number.is_empty())
}
