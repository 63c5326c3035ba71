//! Items of a checklist or an issue ledger. See `docs/formats/protocol-v1.md`, "Verification".

use std::ops::Range;

use super::{Consumed, List, Record, Shape, add, fill, fill_text, put};
use crate::model::{ChecklistItem, Code, Extra, ItemStatus, Location, Severity, Span};
use crate::part::Reading;
use crate::part::aliases::Aliases;
use crate::part::columns::{self, Column, Names};
use crate::part::headings::{self, Heading};
use crate::part::places;
use crate::part::settled::{self, Reach};
use crate::part::severities;
use crate::text::fields::Field;
use crate::text::inline;

impl Record for ChecklistItem {
    const COLUMNS: &'static [Column] = &[
        Column { name: "id", canonical: &["id", "number"], others: &[] },
        Column {
            name: "item",
            canonical: &["item", "issue"],
            others: &[
                "checklist item",
                "check",
                "requirement",
                "change",
                "expected",
                "description",
                "task",
                "problem",
                "what",
                "finding",
            ],
        },
        Column {
            name: "status",
            canonical: &["status"],
            others: &["result", "state", "resolution", "outcome", "applied", "fixed", "present", "verdict"],
        },
        Column { name: "notes", canonical: &["notes"], others: &["evidence", "details", "comment", "remarks", "note"] },
        Column { name: "severity", canonical: &["severity"], others: &["priority"] },
        Column {
            name: "location",
            canonical: &["section", "location"],
            others: &["target", "where", "file", "reference", "source"],
        },
        Column { name: "blocking", canonical: &["blocking"], others: &["blocker", "blocks"] },
        // Where an expectation comes from is not where it is met: it stays under its own name.
        Column { name: "source", canonical: &["source reference"], others: &[] },
    ];
    const REQUIRED: &'static [&'static str] = &["item", "status"];
    const SHAPE: Shape = Shape::Checked { text: "item", mark: "status", remark: "notes" };
    const NAMES: Names = Names::Fixed;

    fn put(&mut self, column: &'static str, value: &str, aliases: &Aliases) -> Consumed {
        match column {
            "id" => fill(&mut self.id, inline::bare(value)),
            "item" => fill_text(&mut self.item, value),
            "status" => {
                if !self.stated_status.is_empty() {
                    return Consumed::None;
                }
                value.clone_into(&mut self.stated_status);
                Consumed::All
            }
            "notes" => fill(&mut self.notes, value),
            "severity" => {
                self.severity = severities::word(value);
                let own = self.severity.is_some_and(|severity| severity.word().eq_ignore_ascii_case(value));
                if own { Consumed::All } else { Consumed::Part }
            }
            // `Blocking? yes`
            "blocking" => match inline::words(value).as_str() {
                "yes" | "true" | "x" if self.severity.is_none() => {
                    self.severity = Some(Severity::Critical);
                    Consumed::Part
                }
                _ => Consumed::None,
            },
            "location" => {
                if self.location.is_some() {
                    return Consumed::None;
                }
                self.location = Some(Location { text: value.to_owned(), places: places::read(value, aliases) });
                Consumed::All
            }
            _ => Consumed::None,
        }
    }

    fn base(&mut self) -> (&mut Extra, &mut Span) {
        (&mut self.extra, &mut self.span)
    }

    fn finish(&mut self) -> Option<(Code, String)> {
        self.take_lead();
        let (status, reading) = match item_status(&self.stated_status) {
            // What a checklist asks for is there; an issue that is present still stands.
            (ItemStatus::Open, _) if self.severity.is_none() && inline::words(&self.stated_status) == "present" => {
                (ItemStatus::Applied, StatusReading::Other)
            }
            // `Present? yes`: what is asked of an issue is not known.
            (ItemStatus::Open, StatusReading::Unknown) if self.severity.is_none() => {
                match inline::words(&self.stated_status).as_str() {
                    "yes" => (ItemStatus::Applied, StatusReading::Other),
                    "no" => (ItemStatus::Missing, StatusReading::Other),
                    _ => (ItemStatus::Open, StatusReading::Unknown),
                }
            }
            other => other,
        };
        self.status = status;
        match reading {
            StatusReading::Own => None,
            // An issue is fixed or not, an item of a checklist applied or not.
            StatusReading::Other if self.severity.is_some() && is_fixed_or_not(&self.stated_status) => None,
            StatusReading::Other => Some((
                Code::ItemStatusWord,
                format!("The status {} was read as {}.", crate::model::quote(&self.stated_status), status_word(status)),
            )),
            StatusReading::Unknown => Some((
                Code::UnknownItemStatus,
                format!(
                    "The status {} is not recognised. `open` is assumed.",
                    crate::model::quote(&self.stated_status)
                ),
            )),
        }
    }
}

impl ChecklistItem {
    /// Takes id and severity from the beginning of an item that gives both: `**I1** [critical] (S2): race in writes`.
    fn take_lead(&mut self) {
        if self.severity.is_some() {
            return;
        }
        let heading = headings::read(&self.item);
        let stated = heading.severity.and_then(severities::word);
        let [id] = heading.ids.as_slice() else { return };
        if let Some(severity) = stated {
            self.severity = Some(severity);
            if self.id.is_none() {
                self.id = Some((*id).to_owned());
            }
        }
    }
}

/// Reads and claims a heading with the fields below it as an item, where one of them is its status.
pub fn read_item_block(
    reading: &mut Reading<'_, '_>,
    heading: &Heading<'_>,
    fields: &[Field],
    lines: Range<usize>,
    aliases: &Aliases,
    list: &mut List<'_, ChecklistItem>,
) -> bool {
    let column = |field: &Field| columns::named(&field.key, ChecklistItem::COLUMNS);
    if !fields.iter().any(|field| column(field) == Some("status")) {
        return false;
    }
    let mut item = ChecklistItem { item: heading.title.to_owned(), ..ChecklistItem::default() };
    if let Some(written) = heading.severity {
        put(&mut item, Some("severity"), "severity", written, aliases);
        item.severity = heading.weight();
    }
    for (at, id) in heading.ids.iter().enumerate() {
        put(&mut item, (at == 0).then_some("id"), "id", id, aliases);
    }
    for field in fields {
        put(&mut item, column(field), &field.key, &field.value, aliases);
    }
    add(reading, item, lines, list);
    true
}

/// Whether a status is a word that only a ledger of issues has.
fn is_fixed_or_not(written: &str) -> bool {
    matches!(inline::words(written).as_str(), "fixed" | "not fixed") && inline::bare(written).is_ascii()
}

/// How the status of an item was read.
enum StatusReading {
    /// A word of the format.
    Own,
    /// Another word for one.
    Other,
    /// Unknown: open.
    Unknown,
}

/// The word of the protocol for a status.
#[must_use]
pub fn status_word(status: ItemStatus) -> &'static str {
    match status {
        ItemStatus::Applied => "applied",
        ItemStatus::Partial => "partial",
        ItemStatus::Missing => "missing",
        ItemStatus::Misapplied => "misapplied",
        ItemStatus::Regressed => "regressed",
        ItemStatus::NotApplicable => "not-applicable",
        ItemStatus::Open => "open",
    }
}

/// Whether a text is one of the words or marks for a status, and says nothing else.
#[must_use]
pub fn is_status_word(written: &str) -> bool {
    const WORDS: [&str; 12] = [
        "not applied",
        "not fixed",
        "absent",
        "partially applied",
        "partially",
        "n/a",
        "not applicable",
        "fixed",
        "resolved",
        "done",
        "open",
        "applied",
    ];
    let bare = inline::bare(written).to_lowercase();
    WORDS.contains(&bare.as_str()) || inline::is_wordless(written)
}

fn item_status(written: &str) -> (ItemStatus, StatusReading) {
    use ItemStatus as I;
    let written = settled::current(settled::head(written)).trim();
    let words = inline::words(written);
    let own = match words.as_str() {
        "applied" => Some(I::Applied),
        "partial" => Some(I::Partial),
        "missing" => Some(I::Missing),
        "misapplied" => Some(I::Misapplied),
        "regressed" => Some(I::Regressed),
        "not applicable" => Some(I::NotApplicable),
        "open" => Some(I::Open),
        _ => None,
    };
    // A mark may deny the word beside it: `❌ applied`.
    let done = || settled::taken_back(written, Reach::Status).unwrap_or(I::Applied);
    if let Some(status) = own {
        let weighed = if status == I::Applied { done() } else { status };
        return (weighed, if weighed == status { StatusReading::Own } else { StatusReading::Other });
    }
    // Behind a box stands what became of it: `[x] — missing`.
    let boxed = BOXES.iter().find_map(|mark| written.strip_prefix(mark)).filter(|rest| !inline::is_wordless(rest));
    if let Some(rest) = boxed {
        let (status, reading) = item_status(rest.trim_start_matches([' ', '—']));
        if !matches!(reading, StatusReading::Unknown) {
            return (if status == I::Applied { done() } else { status }, StatusReading::Other);
        }
    }
    // `Verified missing`: what was looked at is said behind it.
    let looked_at = ["verified", "confirmed"].iter().find_map(|word| {
        let rest = written.get(word.len()..).filter(|_| words.starts_with(&format!("{word} ")))?;
        let rest = rest.trim_start_matches([' ', ':', '-', '—', '(']);
        let (status, reading) = item_status(rest.strip_prefix("as ").unwrap_or(rest).trim_end_matches(')'));
        (!matches!(reading, StatusReading::Unknown)).then_some(status)
    });
    if let Some(status) = looked_at {
        return (status, StatusReading::Other);
    }
    let starts = |prefix: &'static str| words == prefix || words.starts_with(&format!("{prefix} "));
    let not_there = ["not applied", "not fixed", "not found", "not present", "absent", "missing"];
    let other = if not_there.into_iter().any(starts) {
        Some(I::Missing)
    } else if starts("partially applied") || starts("partially") || starts("partial") {
        Some(I::Partial)
    } else if starts("misapplied") {
        Some(I::Misapplied)
    } else if starts("regressed") {
        Some(I::Regressed)
    } else if starts("not applicable") || starts("n a") {
        Some(I::NotApplicable)
    } else if ["applied", "fixed", "resolved", "done", "verified", "implemented"].into_iter().any(starts)
        || (words.is_empty() && written.starts_with(['✅', '✔', '✓', '☑']))
        || written.eq_ignore_ascii_case("[x]")
    {
        Some(done())
    } else if words.is_empty() && written.starts_with(['❌', '✗', '✘']) {
        Some(I::Missing)
    } else if starts("open") || written == "[ ]" {
        Some(I::Open)
    } else if written.starts_with(['❌', '✗', '✘']) {
        // Whatever the words are, the mark denies it.
        Some(I::Missing)
    } else {
        None
    };
    match other {
        Some(status) => (status, StatusReading::Other),
        None => (I::Open, StatusReading::Unknown),
    }
}

/// Boxes before an item.
const BOXES: [&str; 5] = ["[x]", "[X]", "[ ]", "[-]", "[~]"];

#[cfg(test)]
mod tests {
    use super::{StatusReading, item_status};
    use crate::model::ItemStatus;

    #[test]
    fn words_of_an_item() {
        for (written, status) in [
            ("applied", ItemStatus::Applied),
            ("✅ Fixed", ItemStatus::Applied),
            ("Partially applied", ItemStatus::Partial),
            ("not fixed", ItemStatus::Missing),
            ("applied (partially)", ItemStatus::Partial),
            ("N/A", ItemStatus::NotApplicable),
            ("Open", ItemStatus::Open),
            ("❌ not found", ItemStatus::Missing),
            ("❌ nowhere", ItemStatus::Missing),
            ("❌ applied", ItemStatus::Missing),
            ("⚠️ Applied", ItemStatus::Partial),
            ("[x] — missing", ItemStatus::Missing),
            ("[ ] — partial", ItemStatus::Partial),
            ("[ ] — applied", ItemStatus::Open),
            ("✅ — not applied", ItemStatus::Missing),
            ("Verified missing", ItemStatus::Missing),
            ("Verified in S3", ItemStatus::Applied),
            ("Resolved → Open", ItemStatus::Open),
            ("Open → Fixed", ItemStatus::Applied),
            ("✅ ❌", ItemStatus::Partial),
        ] {
            assert_eq!(item_status(written).0, status, "{written}");
        }
        assert!(matches!(item_status("weird").1, StatusReading::Unknown));
    }
}
