//! Records of a report on a story or a scenario.

use super::implementation::outcome;
use super::{Consumed, Record, Shape, fill, fill_text};
use crate::model::{Code, Extra, Outcome, Span, Step};
use crate::part::aliases::Aliases;
use crate::part::columns::{self, Column};
use crate::text::inline;

/// Columns that hold the action where the column "Step" holds the number.
const ACTIONS: [&str; 3] = ["action", "description", "what"];

impl Record for Step {
    const COLUMNS: &'static [Column] = &[
        Column { name: "number", canonical: &["number"], others: &["step number", "id"] },
        Column {
            name: "action",
            canonical: &["step", "command", "command shortened"],
            others: &["action", "step description", "description", "what"],
        },
        Column {
            name: "stated_status",
            canonical: &["status", "match"],
            others: &["result", "outcome", "pass fail", "verdict", "passed"],
        },
        Column {
            name: "expected",
            canonical: &["expected", "expected from the scenario file"],
            others: &["expected result", "expectation"],
        },
        Column {
            name: "observed",
            canonical: &["observed", "observed key output", "actual"],
            others: &["actual result", "output", "observation"],
        },
        Column {
            name: "notes",
            canonical: &["notes"],
            others: &["note", "comment", "remarks", "details", "explanation"],
        },
    ];
    const REQUIRED: &'static [&'static str] = &["action", "stated_status"];
    const SHAPE: Shape = Shape::Checked { text: "action", mark: "stated_status", remark: "notes" };

    fn put(&mut self, column: &'static str, value: &str, _aliases: &Aliases) -> Consumed {
        match column {
            "number" => fill_text(&mut self.number, inline::bare(value)),
            "action" => fill_text(&mut self.action, value),
            "stated_status" => {
                self.passed = match outcome(value) {
                    Some(Outcome::Pass) => Some(true),
                    Some(Outcome::Fail) => Some(false),
                    Some(Outcome::Skip) | None => None,
                };
                fill(&mut self.stated_status, value)
            }
            "expected" => fill(&mut self.expected, value),
            "observed" => fill(&mut self.observed, value),
            "notes" => fill(&mut self.notes, value),
            _ => Consumed::None,
        }
    }

    fn finish(&mut self) -> Option<(Code, String)> {
        // `| Step | Action | Result |`: the column "Step" holds numbers.
        let numbered = self.action.len() <= 4 && self.action.starts_with(|first: char| first.is_ascii_digit());
        let action = self.extra.iter().position(|field| ACTIONS.contains(&columns::key(&field.key).as_str()));
        if let Some(at) = action.filter(|_| numbered && self.number.is_empty()) {
            let action = self.extra.remove(at).value;
            self.number = std::mem::replace(&mut self.action, action);
        }
        None
    }

    fn base(&mut self) -> (&mut Extra, &mut Span) {
        (&mut self.extra, &mut self.span)
    }
}
