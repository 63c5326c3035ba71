//! Records of what an agent noticed outside its task.

use super::{Consumed, Record, Shape, fill, fill_text, split_lead};
use crate::model::{Code, DecisionImplication, Extra, ParkedFinding, Span};
use crate::part::aliases::Aliases;
use crate::part::columns::Column;
use crate::text::inline;

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

    /// `[major] …`, `**Critical:** …`, `… (gap, high)`: in a list, the priority stands before the text or behind it.
    fn finish(&mut self) -> Option<(Code, String)> {
        if self.priority.is_some() {
            return None;
        }
        let text = self.finding.trim();
        let bracketed = text.strip_prefix('[').and_then(|text| text.split_once(']'));
        let led = bracketed.or_else(|| split_lead(text)).map(|(lead, rest)| (inline::bare(lead), rest.trim()));
        if let Some((lead, rest)) = led.filter(|(lead, rest)| is_priority(lead) && !rest.is_empty()) {
            (self.priority, self.finding) = (Some(lead.to_owned()), rest.to_owned());
            return None;
        }
        let (rest, behind) = text.strip_suffix(')').and_then(|text| text.rsplit_once('('))?;
        let (category, priority) = match behind.rsplit_once([',', ';', '/']) {
            Some((category, priority)) => (Some(category.trim()), priority.trim()),
            None => (None, behind.trim()),
        };
        let is_category = |named: &str| CATEGORIES.contains(&inline::words(named).as_str());
        if is_priority(priority) && category.is_none_or(is_category) && !rest.trim().is_empty() {
            let (category, priority) = (category.map(str::to_owned), priority.to_owned());
            self.category = self.category.take().or(category);
            (self.priority, self.finding) = (Some(priority), rest.trim().to_owned());
        }
        None
    }

    fn base(&mut self) -> (&mut Extra, &mut Span) {
        (&mut self.extra, &mut self.span)
    }
}

/// The categories of what is parked.
const CATEGORIES: [&str; 4] = ["gap", "question", "emerged concept", "concept"];

/// Whether a word says how much something weighs.
fn is_priority(word: &str) -> bool {
    const WORDS: [&str; 7] = ["blocker", "critical", "high", "low", "major", "medium", "minor"];
    WORDS.contains(&inline::words(word).as_str())
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
