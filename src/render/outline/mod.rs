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
mod locations;
mod replies;
mod returns;
mod steps;
mod suggestions;
mod summary;
mod table;
mod voice;

use std::collections::BTreeMap;
use std::fmt::{Display, Formatter};

use crate::model::{Extra, Report};

pub use conflicts::own_words;
pub use locations::standing_alone;
pub use summary::{figures, verdict};
pub use table::{Cell, Role, Row, Table, cell, optional};
pub use voice::{Difference, Voice, differences, discussion};

/// A section of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// The verdict, the sentences, the figures.
    Summary,
    /// The state of each unit.
    Coverage,
    /// What was found.
    Findings,
    /// What became of an earlier report.
    Comparison,
    /// Where agents disagree.
    Conflicts,
    /// Pairs that may be one finding.
    Suggestions,
    /// What was not analysed in full.
    Gaps,
    /// The checklists.
    Checklist,
    /// The design plans.
    Designs,
    /// The JSON returns.
    Returns,
    /// The stories.
    Steps,
    /// The digests.
    Digests,
    /// What was found beside the tasks.
    Parked,
    /// What decisions would have to cover.
    Implications,
    /// What single replies say.
    Replies,
    /// What was not read.
    Notes,
}

/// Every section, in the order of the report.
pub const SECTIONS: [Section; 16] = [
    Section::Summary,
    Section::Coverage,
    Section::Findings,
    Section::Comparison,
    Section::Conflicts,
    Section::Suggestions,
    Section::Gaps,
    Section::Checklist,
    Section::Designs,
    Section::Returns,
    Section::Steps,
    Section::Digests,
    Section::Parked,
    Section::Implications,
    Section::Replies,
    Section::Notes,
];

impl Section {
    /// The name that programs know it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Summary => "summary",
            Self::Coverage => "coverage",
            Self::Findings => "findings",
            Self::Comparison => "comparison",
            Self::Conflicts => "conflicts",
            Self::Suggestions => "suggestions",
            Self::Gaps => "gaps",
            Self::Checklist => "checklist",
            Self::Designs => "designs",
            Self::Returns => "returns",
            Self::Steps => "steps",
            Self::Digests => "digests",
            Self::Parked => "parked",
            Self::Implications => "implications",
            Self::Replies => "replies",
            Self::Notes => "notes",
        }
    }

    /// What it says of a report; nothing where the report has nothing of it, and of what each format makes itself.
    pub fn blocks(self, report: &Report) -> Vec<Block> {
        let mut outline = Outline::default();
        let write = match self {
            Self::Summary | Self::Findings => return Vec::new(),
            Self::Coverage => coverage::map,
            Self::Comparison => comparison::section,
            Self::Conflicts => conflicts::section,
            Self::Suggestions => suggestions::section,
            Self::Gaps => coverage::gaps,
            Self::Checklist => checklist::section,
            Self::Designs => design_plans::section,
            Self::Returns => returns::section,
            Self::Steps => steps::section,
            Self::Digests => digests::section,
            Self::Parked => asides::parked,
            Self::Implications => asides::implications,
            Self::Replies => replies::section,
            Self::Notes => replies::notes,
        };
        write(&mut outline, report);
        outline.blocks
    }
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
    rows.filter_map(|(result, unit)| Some((usize::try_from(result).ok()?, unit))).collect()
}

/// The name of each reply's row in the coverage map; empty where it has none.
fn rows(report: &Report) -> Vec<String> {
    let units = units(report);
    (0..report.results.len()).map(|place| units.get(&place).copied().unwrap_or_default().to_owned()).collect()
}

/// Columns without a place of their own, in a line.
fn pairs(extra: &Extra) -> String {
    let pairs = extra.iter().filter(|pair| !pair.value.trim().is_empty());
    pairs.map(|pair| format!("{}: {}", pair.key, pair.value)).collect::<Vec<_>>().join("; ")
}
