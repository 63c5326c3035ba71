//! Summarises the test runs.

use super::last;
use crate::model::{Detail, StepsRollup, StoryRow};
use crate::report::answer::Answer;
use crate::report::number;

/// All stories, one row for each unit; `None` where there are none. `names` has the name of each answer's unit.
///
/// Where several replies of the last attempt are on one unit, their steps are added up.
#[must_use]
#[inline(never)]
pub fn steps(answers: &[Answer], names: &[String]) -> Option<StepsRollup> {
    let stories = last(answers.iter().map(|answer| &answer.result), names, |detail| match detail {
        Detail::Steps(story) => Some(story),
        _ => None,
    });
    let mut rows: Vec<StoryRow> = Vec::new();
    for (unit, _, story) in stories {
        // Answers are sorted by unit.
        if rows.last().is_none_or(|row| row.unit != unit) {
            rows.push(StoryRow { unit: unit.to_owned(), ..StoryRow::default() });
        }
        let Some(row) = rows.last_mut() else { continue };
        row.passed = row.passed.saturating_add(story.passed.unwrap_or(0));
        row.total = row.total.saturating_add(story.total.unwrap_or_else(|| number(story.steps.len())));
        row.failed.extend(story.failed().map(|step| match step.number.as_str() {
            "" => step.action.clone(),
            number => format!("{number}. {}", step.action),
        }));
    }
    (!rows.is_empty()).then_some(StepsRollup { stories: rows })
}
