//! What each section of a report says, block by block, whatever the format: plain text, which the format escapes.
//!
//! A format prints the blocks as they are; its summary and its findings it makes itself, of the same pieces.

mod asides;
mod checklist;
mod comparison;
mod conflicts;
mod coverage;
mod design_plans;
mod digests;
mod dimensions;
mod implementation;
mod knowledge;
mod locations;
mod ready;
mod replies;
mod returns;
mod steps;
mod suggestions;
mod summary;
mod synthesis;
mod table;
mod voice;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Display, Formatter};

use crate::model::{KeyValue, RenderOptions, Report, Section, Severity};
use crate::order::Gather;

pub use conflicts::{own_words, reports};
pub use locations::standing_alone;
pub use summary::{figures, verdict};
pub use table::{Cell, Role, Row, Table, cell, optional};
pub use voice::{Difference, Voice, decision, differences, discussion};

/// What a section says of a report; nothing where the report has nothing of it, and of what each format makes itself.
pub fn blocks(section: Section, report: &Report) -> Vec<Block> {
    let mut outline = Outline::default();
    let write = match section {
        Section::Summary
        | Section::Findings
        | Section::Critical
        | Section::Warnings
        | Section::Others
        | Section::Details => return Vec::new(),
        Section::Coverage => coverage::map,
        Section::Comparison => comparison::section,
        Section::Conflicts => conflicts::section,
        Section::Themes => synthesis::themes,
        Section::Connections => synthesis::connections,
        Section::Health => synthesis::health,
        Section::CrossReferences => synthesis::cross_references,
        Section::Pairs => dimensions::pairs,
        Section::Dimensions => dimensions::section,
        Section::Suggestions => suggestions::section,
        Section::Gaps => coverage::gaps,
        Section::Checklist => checklist::section,
        Section::Implementation => implementation::section,
        Section::Designs => design_plans::section,
        Section::Returns => returns::section,
        Section::Steps => steps::section,
        Section::Digests => digests::section,
        Section::Knowledge => knowledge::section,
        Section::Parked => asides::parked,
        Section::Implications => asides::implications,
        Section::Replies => replies::section,
        Section::Notes => replies::notes,
        Section::Parking => ready::parking,
        Section::Decisions => ready::decisions,
        Section::Tasks => ready::tasks,
    };
    write(&mut outline, report);
    outline.blocks
}

/// The sections that are asked for, each once.
pub fn asked(options: &RenderOptions) -> Vec<Section> {
    let mut asked = options.sections.clone().unwrap_or_else(|| options.template.sections());
    let mut seen = BTreeSet::new();
    asked.retain(|section| seen.insert(*section));
    asked
}

/// The findings that a section shows.
#[derive(Clone, Copy, Debug)]
pub struct FindingsPart {
    /// Their heading.
    pub heading: &'static str,
    /// Whether those of a severity are among them.
    pub shows: fn(Severity) -> bool,
}

/// The findings that a section shows; `None` where it shows none.
pub fn findings_of(section: Section) -> Option<FindingsPart> {
    let (heading, shows): (_, fn(Severity) -> bool) = match section {
        Section::Findings => ("Findings", |_| true),
        Section::Critical => ("Critical findings", |severity| severity == Severity::Critical),
        Section::Warnings => ("Warnings", |severity| severity == Severity::Major),
        Section::Others => ("Other findings", |severity| severity > Severity::Major),
        _ => return None,
    };
    Some(FindingsPart { heading, shows })
}

/// A piece of a section.
#[derive(Clone, Debug)]
pub enum Block {
    /// A heading: its level, 2 for that of a section, and its text.
    Heading(u8, String),
    /// A paragraph.
    Text(Line),
    /// A list.
    List(Vec<Line>),
    /// A list of what is to be done, each with whether it is.
    Checks(Vec<(bool, Line)>),
    /// What an agent wrote, as pieces of Markdown.
    Quote(Vec<String>),
    /// A table.
    Table(Table),
}

/// A text on one line, some of which names findings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The pieces, in order.
    pub pieces: Vec<Piece>,
}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Words.
    Text(String),
    /// The id of a finding of this report.
    Finding(String),
}

impl Line {
    /// The line, and words after it.
    #[must_use]
    pub fn then(mut self, text: impl Into<String>) -> Self {
        self.pieces.push(Piece::Text(text.into()));
        self
    }

    /// The line, and ids of findings after it, with commas between them.
    #[must_use]
    pub fn then_findings(mut self, ids: &[String]) -> Self {
        for (place, id) in ids.iter().enumerate() {
            if place > 0 {
                self = self.then(", ");
            }
            self.pieces.push(Piece::Finding(id.clone()));
        }
        self
    }
}

impl<T: Into<String>> From<T> for Line {
    fn from(text: T) -> Self {
        Self::default().then(text)
    }
}

impl Display for Line {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        self.pieces.iter().try_for_each(|piece| match piece {
            Piece::Text(text) | Piece::Finding(text) => formatter.write_str(text),
        })
    }
}

/// The blocks of a section while they are written.
#[derive(Debug, Default)]
struct Outline {
    blocks: Vec<Block>,
}

impl Outline {
    fn heading(&mut self, level: u8, text: impl Into<String>) {
        self.blocks.push(Block::Heading(level, text.into()));
    }

    fn text(&mut self, text: impl Into<Line>) {
        self.blocks.push(Block::Text(text.into()));
    }

    /// One list, where it has items.
    fn list(&mut self, items: Vec<Line>) {
        if !items.is_empty() {
            self.blocks.push(Block::List(items));
        }
    }

    /// A quotation of pieces of Markdown, one after the other.
    fn quote(&mut self, pieces: &[&str]) {
        let pieces = pieces.iter().filter(|piece| !piece.trim().is_empty());
        self.blocks.push(Block::Quote(pieces.map(|piece| (*piece).to_owned()).collect()));
    }

    /// A table, where it has anything in it, under a heading of a section.
    fn section(&mut self, heading: &'static str, table: Table) {
        if !table.is_empty() {
            self.heading(2, heading);
            self.blocks.push(Block::Table(table));
        }
    }

    /// A table, where it has anything in it, after a line that says what it holds.
    fn labelled(&mut self, label: impl Into<Line>, table: Table) {
        if !table.is_empty() {
            self.text(label);
            self.blocks.push(Block::Table(table));
        }
    }
}

/// The name of each reply's row in the coverage map, by the reply's place.
pub fn units(report: &Report) -> BTreeMap<usize, &str> {
    let rows = report.coverage.iter().flat_map(|row| row.results.iter().map(|result| (*result, row.unit.as_str())));
    rows.filter_map(|(result, unit)| Some((usize::try_from(result).ok()?, unit))).gather()
}

/// The name of each reply's row in the coverage map; empty where it has none.
fn rows(report: &Report) -> Vec<String> {
    let units = units(report);
    (0..report.results.len()).map(|place| units.get(&place).copied().unwrap_or_default().to_owned()).collect()
}

/// Columns without a place of their own, in a line.
fn pairs<'p>(extra: impl IntoIterator<Item = &'p KeyValue>) -> String {
    let pairs = extra.into_iter().filter(|pair| !pair.value.trim().is_empty());
    pairs.map(|pair| format!("{}: {}", pair.key, pair.value)).collect::<Vec<_>>().join("; ")
}
