//! What a check works on: a reply as read, its tables with their cells, and the diagnostics so far.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::dialect::Read;
use crate::dialect::agent_report::is_later;
use crate::model::{
    ChecklistItem, Claim, Code, Criterion, CrossReference, CustomType, Dependency, Diagnostic, Dialect, Edit,
    FileChange, Gap, ParkedFinding, ResultType, Span, Status, Step,
};
use crate::order::Gather;
use crate::part::columns::{self, Assigned};
use crate::part::records::{self, Record};
use crate::part::sections::Section;
use crate::part::{Reading, finding_table};
use crate::text::blocks::BlockKind;
use crate::text::ledger::Owner;
use crate::text::tables::{self, Row, Table};
use crate::text::{inline, steps};

/// A reply as read, and what a check says of it.
pub struct CheckContext<'r, 't> {
    /// The reply.
    pub read: &'r Read<'t>,
    /// Its tables of records whose columns are checked.
    pub tables: Vec<Listing>,
    /// What is said, with spans in bytes.
    pub said: Vec<Diagnostic>,
    rows: BTreeMap<u32, (usize, usize)>,
}

/// What a table lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// Findings.
    Findings,
    /// Items of a checklist.
    Items,
    /// Criteria of an implementation.
    Criteria,
    /// What an implementation found to be left open.
    Gaps,
    /// Steps of a story or a scenario.
    Steps,
    /// References of a digest.
    References,
    /// Claims about technologies.
    Claims,
    /// Files that a task changed.
    Files,
    /// Packages that a task added.
    Dependencies,
    /// What was found beside the task.
    Parked,
}

/// A table that was read, with its columns.
pub struct Listing {
    /// What it lists.
    pub listed: Listed,
    /// Its columns.
    pub columns: Vec<Assigned>,
    /// Its rows; the first is the header.
    pub table: Table,
}

impl Listing {
    /// The place of a column.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == Some(name))
    }

    /// The cell of a row under a column.
    pub fn cell(&self, row: &Row, name: &str) -> Option<Range<usize>> {
        row.cells.get(self.column(name)?).cloned()
    }
}

impl<'r, 't> CheckContext<'r, 't> {
    /// A context for what needs no tables.
    pub fn without_tables(read: &'r Read<'t>) -> Self {
        Self { read, tables: Vec::new(), said: Vec::new(), rows: BTreeMap::new() }
    }

    /// Takes the tables of a reply out again, by who owns their rows.
    pub fn new(read: &'r Read<'t>) -> Self {
        let mut context = Self::without_tables(read);
        let owners: BTreeMap<usize, Owner> =
            read.tiles.iter().filter_map(|(range, owner)| Some((range.start, (*owner)?))).gather();
        let mut reading = Reading::new(&read.source);
        (reading.types, reading.result_type) = (read.types.clone(), read.result.r#type);
        for block in read.source.blocks().iter().filter(|block| block.kind == BlockKind::Table) {
            let lists = block.lines.clone().skip(1).find_map(|line| {
                match owners.get(&read.source.lines_range(line..line + 1).start)? {
                    Owner::Entry("findings", _) => Some(Listed::Findings),
                    Owner::Entry("detail.items", _) => Some(Listed::Items),
                    Owner::Entry("detail.criteria", _) => Some(Listed::Criteria),
                    Owner::Entry("detail.gaps", _) => Some(Listed::Gaps),
                    Owner::Entry("detail.steps", _) => Some(Listed::Steps),
                    Owner::Entry("detail.references", _) => Some(Listed::References),
                    Owner::Entry("detail.claims", _) => Some(Listed::Claims),
                    Owner::Entry("detail.files", _) => Some(Listed::Files),
                    Owner::Entry("detail.dependencies", _) => Some(Listed::Dependencies),
                    Owner::Entry("parked", _) => Some(Listed::Parked),
                    _ => None,
                }
            });
            let Some(listed) = lists else { continue };
            let table = tables::read(&read.source, block);
            let columns = match listed {
                Listed::Findings => finding_table::classify(&reading, &table, Some(Section::Findings), true),
                Listed::Items => fit::<ChecklistItem>(&reading, &table),
                Listed::Criteria => fit::<Criterion>(&reading, &table),
                Listed::Gaps => fit::<Gap>(&reading, &table),
                Listed::Steps => fit::<Step>(&reading, &table),
                Listed::References => fit::<CrossReference>(&reading, &table),
                Listed::Claims => fit::<Claim>(&reading, &table),
                Listed::Files => fit::<FileChange>(&reading, &table),
                Listed::Dependencies => fit::<Dependency>(&reading, &table),
                Listed::Parked => fit::<ParkedFinding>(&reading, &table),
            };
            // A table whose columns were inferred is said to lack its header.
            let Some(columns) = columns else { continue };
            for (number, row) in table.rows.iter().enumerate().skip(1) {
                let start = read.source.lines_range(row.line..row.line + 1).start;
                context.rows.insert(Span::of_bytes(start, start).start, (context.tables.len(), number));
            }
            context.tables.push(Listing { listed, columns, table });
        }
        context
    }

    /// The type of the result.
    pub fn result_type(&self) -> Option<ResultType> {
        self.read.result.r#type
    }

    /// What is registered of the type.
    pub fn custom_type(&self) -> Option<&'r CustomType> {
        self.read.types.get(self.result_type())
    }

    /// Whether the report of an agent has a header, which says what it is on.
    pub fn is_headed(&self) -> bool {
        self.read.result.dialect == Dialect::AgentReport && !is_later(&self.read.source, self.read.summary.as_ref())
    }

    /// Whether an agent reports on a dimension, in the later shape of such reports.
    pub fn is_on_dimension(&self) -> bool {
        let summary = self.read.summary.as_ref();
        self.read.result.dialect == Dialect::AgentReport
            && summary.is_some_and(|summary| summary.metric("dimension").is_some())
    }

    /// Whether the work was given up, wholly or in part.
    pub fn is_cut_short(&self) -> bool {
        matches!(self.read.result.status, Status::Partial | Status::Error)
    }

    /// The row that a record was read from, and its table.
    pub fn row(&self, span: Span) -> Option<(&Listing, &Row)> {
        let (table, row) = self.rows.get(&span.start)?;
        let listing = self.tables.get(*table)?;
        Some((listing, listing.table.rows.get(*row)?))
    }

    /// Where a column of a record's row stands.
    pub fn cell(&self, span: Span, column: &str) -> Option<Range<usize>> {
        let (listing, row) = self.row(span)?;
        listing.cell(row, column)
    }

    /// What a cell says.
    pub fn text(&self, range: Range<usize>) -> &'t str {
        self.read.source.slice(range)
    }

    /// The range of the summary line.
    pub fn summary_range(&self) -> Option<Range<usize>> {
        self.read.summary.as_ref().map(|summary| summary.range.clone())
    }

    /// Whether reading said something.
    pub fn was_said(&self, code: Code) -> bool {
        steps::add(self.read.result.diagnostics.len());
        self.read.result.diagnostics.iter().any(|said| said.code == code.name())
    }

    /// Says that a rule is broken, at a place or of the whole.
    pub fn say(&mut self, code: Code, message: impl Into<String>, range: Option<Range<usize>>) {
        self.said.push(Diagnostic::new(code, message, range.map(|range| Span::of_bytes(range.start, range.end))));
    }

    /// Says that a rule is broken, with the change that mends it where that is known.
    pub fn say_with_edit(
        &mut self,
        code: Code,
        message: impl Into<String>,
        range: Option<Range<usize>>,
        edit: Option<(Range<usize>, String)>,
    ) {
        self.say(code, message, range);
        if let Some(said) = self.said.last_mut() {
            said.edit = edit.map(|(range, text)| Edit { span: Span::of_bytes(range.start, range.end), text });
        }
    }
}

/// The columns of a table of records.
fn fit<R: Record>(reading: &Reading<'_, '_>, table: &Table) -> Option<Vec<Assigned>> {
    records::fit::<R>(&columns::headers(reading, table.rows.first()?)).map(|fit| fit.assigned)
}

/// A list in a sentence: "A, B and C".
pub fn listed(words: &[&str]) -> String {
    match words.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
        None => String::new(),
    }
}

/// Whether a cell is empty, or only dashes.
pub fn is_dash(text: &str) -> bool {
    !text.is_empty() && inline::is_wordless(text)
}
