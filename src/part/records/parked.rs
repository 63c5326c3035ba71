//! What is found beside the task.

use super::{Consumed, Record, Shape, fill, fill_text};
use crate::model::{DecisionImplication, Extra, ParkedFinding, Span};
use crate::part::aliases::Aliases;
use crate::part::columns::Column;

impl Record for ParkedFinding {
    const COLUMNS: &'static [Column] = &[
        Column { name: "finding", canonical: &["finding"], others: &["issue", "description", "item"] },
        Column { name: "category", canonical: &["category"], others: &["type", "classification"] },
        Column { name: "priority", canonical: &["priority"], others: &["severity"] },
    ];
    const REQUIRED: &'static [&'static str] = &["finding"];
    const SHAPE: Shape = Shape::Whole("finding");

    fn put(&mut self, column: &'static str, value: &str, _aliases: &Aliases) -> Consumed {
        match column {
            "finding" => fill_text(&mut self.finding, value),
            "category" => fill(&mut self.category, value),
            "priority" => fill(&mut self.priority, value),
            _ => Consumed::None,
        }
    }

    fn base(&mut self) -> (&mut Extra, &mut Span) {
        (&mut self.extra, &mut self.span)
    }
}

impl Record for DecisionImplication {
    const COLUMNS: &'static [Column] = &[
        Column { name: "implication", canonical: &["implication"], others: &["finding", "description"] },
        Column {
            name: "decision",
            canonical: &["decision", "relevant decision"],
            others: &["affected decision", "decision id"],
        },
        Column { name: "impact", canonical: &["impact"], others: &["effect", "affects"] },
    ];
    const REQUIRED: &'static [&'static str] = &["implication"];
    const SHAPE: Shape = Shape::Whole("implication");

    fn put(&mut self, column: &'static str, value: &str, _aliases: &Aliases) -> Consumed {
        match column {
            "implication" => fill_text(&mut self.implication, value),
            "decision" => fill(&mut self.decision, value),
            "impact" => fill(&mut self.impact, value),
            _ => Consumed::None,
        }
    }

    fn base(&mut self) -> (&mut Extra, &mut Span) {
        (&mut self.extra, &mut self.span)
    }
}
