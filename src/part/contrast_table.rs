//! The tables of a consistency report: each row says where two documents disagree. See `docs/formats/agent-reports.md`,
//! "Consistency checker".

use std::borrow::Cow;

use super::Reading;
use super::aliases::Aliases;
use super::columns::{self, Assigned, Column};
use super::finding::{self, Parts};
use super::sections::Contrast;
use super::{finding_table, places, records};
use crate::model::{Location, Severity};
use crate::text::blocks::Block;
use crate::text::inline;
use crate::text::tables::{self, Table};

/// How one kind of table is read.
struct Form {
    contrast: Contrast,
    /// The type of its findings.
    finding_type: &'static str,
    /// What they weigh where the table does not say.
    severity: Severity,
    columns: &'static [Column],
    /// The columns without which a table is not of this kind.
    required: &'static [&'static str],
    /// Whether each row is on the two documents of the reply, or names its own.
    sides: Sides,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sides {
    /// The first place is in document A, the second in B.
    OfThePair,
    /// The row names both documents.
    Named,
}

const ID: Column = Column { name: "id", canonical: &["id"], others: &["number"] };
const SEVERITY: Column = Column { name: "severity", canonical: &["severity"], others: &["sev", "priority"] };
const SUGGESTION: Column = Column {
    name: "suggestion",
    canonical: &["suggested standard", "suggestion"],
    others: &["recommendation", "fix", "suggested fix", "resolution", "standard"],
};
const SECTION_A: Column = Column {
    name: "location",
    canonical: &["doc a section"],
    others: &["document a section", "section a", "a section", "doc a", "document a", "location"],
};
const SECTION_B: Column = Column {
    name: "counter_location",
    canonical: &["doc b section"],
    others: &["document b section", "section b", "b section", "doc b", "document b", "counter location"],
};
const CONCEPT: Column = Column { name: "title", canonical: &["concept"], others: &["topic", "subject"] };

const FORMS: &[Form] = &[
    Form {
        contrast: Contrast::Contradiction,
        finding_type: "contradiction",
        severity: Severity::Critical,
        columns: &[
            Column {
                name: "one",
                canonical: &["doc a statement"],
                others: &["document a statement", "statement a", "a statement", "doc a says"],
            },
            Column {
                name: "other",
                canonical: &["doc b statement"],
                others: &["document b statement", "statement b", "b statement", "doc b says"],
            },
            SECTION_A,
            SECTION_B,
            SEVERITY,
            CONCEPT,
            SUGGESTION,
            ID,
        ],
        required: &["one", "other"],
        sides: Sides::OfThePair,
    },
    Form {
        contrast: Contrast::Drift,
        finding_type: "terminology-drift",
        severity: Severity::Minor,
        columns: &[
            CONCEPT,
            Column { name: "one", canonical: &["doc a term"], others: &["document a term", "term a", "a term"] },
            Column { name: "other", canonical: &["doc b term"], others: &["document b term", "term b", "b term"] },
            SECTION_A,
            SECTION_B,
            SUGGESTION,
            SEVERITY,
            ID,
        ],
        required: &["one", "other"],
        sides: Sides::OfThePair,
    },
    Form {
        contrast: Contrast::BrokenReference,
        finding_type: "broken-reference",
        severity: Severity::Major,
        columns: &[
            Column { name: "location", canonical: &["source doc"], others: &["source document", "source", "location"] },
            Column { name: "title", canonical: &["reference"], others: &["link", "refers to", "references"] },
            Column { name: "counter_location", canonical: &["target doc"], others: &["target document", "target"] },
            Column { name: "description", canonical: &["issue"], others: &["problem", "status", "description"] },
            SUGGESTION,
            SEVERITY,
            ID,
        ],
        required: &["location", "title", "description"],
        sides: Sides::Named,
    },
    Form {
        contrast: Contrast::Architecture,
        finding_type: "architectural-inconsistency",
        severity: Severity::Major,
        columns: &[
            Column { name: "description", canonical: &["description"], others: &["inconsistency", "issue"] },
            SECTION_A,
            SECTION_B,
            SUGGESTION,
            SEVERITY,
            ID,
        ],
        required: &["description", "location", "counter_location"],
        sides: Sides::OfThePair,
    },
    Form {
        contrast: Contrast::Redundancy,
        finding_type: "redundant-spec",
        severity: Severity::Minor,
        columns: &[
            CONCEPT,
            SECTION_A,
            SECTION_B,
            Column { name: "description", canonical: &["differences"], others: &["difference", "description"] },
            SUGGESTION,
            SEVERITY,
            ID,
        ],
        required: &["title", "location", "counter_location"],
        sides: Sides::OfThePair,
    },
];

/// A table of findings on two documents, and what its columns are.
pub struct ContrastTable {
    form: &'static Form,
    assigned: Vec<Assigned>,
}

/// The type that findings under the heading of a kind have, and what they weigh where they do not say.
#[must_use]
pub fn usual(contrast: Contrast) -> Option<(&'static str, Severity)> {
    FORMS.iter().find(|form| form.contrast == contrast).map(|form| (form.finding_type, form.severity))
}

/// The columns of the table of a kind.
#[must_use]
pub fn columns(contrast: Contrast) -> &'static [Column] {
    FORMS.iter().find(|form| form.contrast == contrast).map_or(&[], |form| form.columns)
}

/// Says which kind a table is: the one that its heading announces; without such a heading, the first one whose
/// required columns have the format's own names.
#[must_use]
pub fn classify(
    reading: &Reading<'_, '_>,
    table: &Table,
    announced: Option<Contrast>,
    aliases: &Aliases,
) -> Option<ContrastTable> {
    let headers = columns::headers(reading, table.rows.first()?);
    let sided: Vec<Cow<'_, str>> = headers.iter().map(|header| by_side(header, aliases)).collect();
    let sided: Vec<&str> = sided.iter().map(AsRef::as_ref).collect();
    let fit = |form: &'static Form| {
        let mut assigned = columns::assign(&sided, form.columns);
        if !columns::has(&assigned, form.required) {
            return None;
        }
        for (column, written) in assigned.iter_mut().zip(&headers) {
            inline::bare(written).clone_into(&mut column.written);
        }
        Some(ContrastTable { form, assigned })
    };
    let is_own = |table: &ContrastTable| {
        table
            .form
            .required
            .iter()
            .all(|name| table.assigned.iter().any(|column| column.name == Some(*name) && column.canonical))
    };
    let by_heading = FORMS.iter().find(|form| Some(form.contrast) == announced).and_then(fit);
    by_heading.or_else(|| FORMS.iter().filter_map(fit).find(is_own))
}

/// A header that begins with the name of one of the two documents, with its side in the place of the name:
/// `LOANS.md Section`, `Loans section`.
#[must_use]
pub fn by_side<'t>(header: &'t str, aliases: &Aliases) -> Cow<'t, str> {
    let bare = inline::bare(header);
    for (side, label) in [("A", "Doc A"), ("B", "Doc B")] {
        let Some(document) = aliases.document(side) else { continue };
        let file = document.rsplit('/').next().unwrap_or(document);
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        for name in [document, file, stem] {
            let head = bare.get(..name.len()).filter(|head| head.eq_ignore_ascii_case(name));
            if let Some(rest) = head.and_then(|_| bare.get(name.len()..)).filter(|rest| rest.starts_with(' ')) {
                return Cow::Owned(format!("{label}{rest}"));
            }
        }
    }
    Cow::Borrowed(header)
}

impl ContrastTable {
    /// Reads and claims its rows.
    pub fn read(
        &self,
        reading: &mut Reading<'_, '_>,
        block: &Block,
        table: &Table,
        aliases: &Aliases,
        findings: &mut Vec<crate::model::Finding>,
    ) {
        let before = findings.len();
        finding_table::read_rows(reading, table, 1, findings, |reading, row, count| {
            let mut parts = Parts {
                heading_type: Some(self.form.finding_type),
                heading_severity: Some(self.form.severity),
                without_id: true,
                ..Parts::default()
            };
            let (mut one, mut other) = (String::new(), String::new());
            for (column, written, value) in columns::cells(reading, row, &self.assigned) {
                let value = tables::cell_text(value);
                match column {
                    Some("one") => one = value,
                    Some("other") => other = value,
                    _ => parts.put(column, &written, &value),
                }
            }
            if parts.description.is_none() {
                parts.description = opposed(&one, &other);
            }
            if finding_table::says_nothing_found(&parts) {
                return None;
            }
            let places = [parts.location.take(), parts.counter_location.take()];
            let range = reading.source.lines_range(row.line..row.line + 1);
            let mut finding = finding::finish(reading, parts, count, aliases, range);
            let [first, second] = places;
            finding.location = self.place(first, "A", aliases);
            finding.counter_location = self.place(second, "B", aliases);
            Some(finding)
        });
        if findings.len() > before {
            finding_table::claim_header(reading, block, table, &self.assigned, self.form.columns);
        }
    }

    /// The place of one side: what the cell says, in the document of that side; without a cell, the document.
    fn place(&self, written: Option<String>, side: &str, aliases: &Aliases) -> Option<Location> {
        let document = aliases.document(side).filter(|_| self.form.sides == Sides::OfThePair);
        let written = written.filter(|text| text.contains(char::is_alphanumeric) && !records::is_none(text));
        let Some(text) = written else {
            return document.map(|document| Location {
                text: document.to_owned(),
                places: places::read(document, &Aliases::none()),
            });
        };
        let mut names = aliases.clone();
        if let Some(document) = document {
            names.set_subject(document);
        }
        let places = places::read(&text, &names);
        Some(Location { text, places })
    }
}

/// What one document says, and what the other says.
fn opposed(one: &str, other: &str) -> Option<String> {
    let said: Vec<&str> = [one, other].into_iter().filter(|text| !text.trim().is_empty()).collect();
    (!said.is_empty()).then(|| said.join(" ↔ "))
}
