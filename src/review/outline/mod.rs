//! The outline of a reply: headings, bold leads, items of lists and tables as one tree, with the text between them.
//! See `docs/formats/prose.md`, "Outline".

mod builder;
mod comments;
mod counting;
mod fences;
mod paragraphs;
mod records;

use crate::part::{Reading, severities, translations};
use crate::review::lead::Lead;
use crate::review::vocabulary::Class;
use crate::review::{lead, place_lines, sentences, vocabulary};
use crate::text::blocks::{Block, BlockKind, Item};
use crate::text::inline;
use builder::{Builder, class_of};
use comments::{has_comments, places_alone};
use counting::{lettered_paragraphs, next_numbers, ordinals};
use std::cell::OnceCell;
use std::ops::Range;

/// A reply as a tree. The first node is the reply as a whole.
#[derive(Debug)]
pub struct Outline<'t> {
    /// Its nodes, in order of the text.
    pub nodes: Vec<Node<'t>>,
    /// Whether it is written in English, whose sentences are understood.
    pub is_english: bool,
}

/// A part of a reply, with the parts below it.
#[derive(Clone, Debug)]
pub struct Node<'t> {
    /// How it is written.
    pub kind: Kind,
    /// Its first line, without the marks of a heading or an item.
    pub text: &'t str,
    /// What its first line announces; only of headings, bold leads and items.
    pub class: Class,
    /// The number of an item of a numbered list.
    pub number: Option<&'t str>,
    /// Its lines, with those of the parts below it.
    pub lines: Range<usize>,
    /// How deep it stands: parts below it are deeper.
    pub depth: usize,
    /// The node that it is a part of.
    pub parent: usize,
    /// The nodes that are its parts.
    pub children: Vec<usize>,
    /// Whether something else has claimed it: then it tells what stands under it, and no more.
    pub taken: bool,
    /// A severity that a cell of a table states behind it.
    pub rated: Option<&'t str>,
    /// Whether it is a comment: `**issue:** …` among others is no field. Of code, whether it is what a review cites.
    pub is_comment: bool,
    /// How it is marked.
    pub mark: Mark,
    lead: OnceCell<Lead<'t>>,
    /// Whether it says what is wrong, once that was asked: `signs::complains`.
    pub(super) complains: OnceCell<bool>,
    /// Whether it says what is wrong or what to do, once that was asked: `signs::criticises`.
    pub(super) criticises: OnceCell<bool>,
}

impl<'t> Node<'t> {
    /// A node without parts, of which nothing but its first line is known.
    pub(super) fn new(kind: Kind, text: &'t str, lines: Range<usize>, depth: usize, parent: usize) -> Self {
        Self {
            kind,
            text,
            class: class_of(kind, text),
            number: None,
            lines,
            depth,
            parent,
            children: Vec::new(),
            taken: false,
            rated: None,
            is_comment: false,
            mark: Mark::None,
            lead: OnceCell::new(),
            complains: OnceCell::new(),
            criticises: OnceCell::new(),
        }
    }

    /// How its first line is written.
    #[must_use]
    pub fn form(&self) -> lead::Form {
        if self.kind == Kind::Heading { lead::Form::Heading } else { lead::Form::Text }
    }

    /// Its first line, taken apart.
    #[must_use]
    pub fn lead(&self) -> &Lead<'t> {
        self.lead.get_or_init(|| lead::read(self.text, self.form()))
    }

    /// The title in bold that a paragraph begins with, where it goes on behind it.
    #[must_use]
    pub fn bold_title(&self) -> Option<&'t str> {
        let lead = self.lead();
        lead.title.filter(|_| self.kind == Kind::Bold && lead.bold && lead.after.contains(' '))
    }

    /// Whether it is a heading of the first level.
    #[must_use]
    pub fn is_of_first_level(&self) -> bool {
        self.kind == Kind::Heading && self.depth <= 2
    }

    /// Whether it is a heading with marks, rather than a line in bold.
    #[must_use]
    pub fn is_marked_heading(&self) -> bool {
        self.kind == Kind::Heading && self.depth < GROUP
    }
}

/// What marks a node, beside how it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Nothing.
    None,
    /// It is a box that nobody has ticked: `- [ ] Close the door`.
    OpenBox,
    /// It is the title among the fields of a finding, between rules.
    Record,
    /// It begins as others do, and nothing else says that it is a finding.
    Recurring,
    /// It is what a checklist says of something that fails: `naming: FAIL — …`.
    Failed,
}

/// How a node is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// The reply as a whole.
    #[default]
    Root,
    /// A heading, or a bold line in the place of one.
    Heading,
    /// A paragraph that begins in bold, and what follows it up to the next.
    Bold,
    /// An item of a list.
    Item,
    /// One line of a paragraph whose lines begin alike.
    Line,
    /// A table: which block it is.
    Table(usize),
    /// A paragraph.
    Text,
    /// Code.
    Fence,
    /// A rule, a comment, or what the model thought aloud.
    Layout,
}

impl Kind {
    /// Whether it may be a finding, with what stands below it.
    #[must_use]
    pub fn is_entry(self) -> bool {
        matches!(self, Self::Heading | Self::Bold | Self::Item | Self::Line)
    }
}

/// How deep a title among fields between rules stands: as a heading of the second level, with those below it.
const TITLED: usize = 3;

/// How deep a title between rules stands: as a heading of the last level.
const RULED: usize = 12;

/// So many parts of a section are looked at, since each line in bold asks.
const NEAR: usize = 64;

/// How deep what is no heading stands. A bold line that announces something stands above one that does not.
const FOLD: usize = 13;
/// How many folds in each other are told apart; each takes two levels, for its title and for a cell in it.
const FOLDS: usize = 5;
const GROUP: usize = 24;
const BOLD: usize = 26;
const ITEM: usize = 30;
/// The deepest level of an item: what is indented further is its sibling.
const INDENT: usize = 40;

/// Cuts a reply into its parts. Blocks that were claimed before are left out. Where the reply `compares` documents, lines that
/// set two places against each other are parts.
#[must_use]
pub fn read<'t>(reading: &Reading<'_, 't>, compares: bool) -> Outline<'t> {
    let root = Node::new(Kind::Root, "", 0..reading.source.lines().len(), 0, 0);
    let mut builder = Builder {
        reading,
        nodes: vec![root],
        open: vec![0],
        taken: reading.ledger.claimed(),
        lists: next_numbers(reading),
        comments: has_comments(reading),
        places_alone: places_alone(reading),
        folds: Vec::new(),
        compares,
        reviews: tells_of_a_review(reading),
        ordinals: ordinals(reading),
        letters: lettered_paragraphs(reading),
        titled: records::between_rules(reading),
        labelled: records::from_titles(reading),
        untitled: records::without_titles(reading),
        deeper: 0,
        headings: 0,
        listed: 0,
    };
    for at in 0..reading.source.blocks().len() {
        builder.block(at);
    }
    let mut nodes = builder.nodes;
    weigh_notes(&mut nodes);
    let is_english =
        translations::are_english((0..reading.source.lines().len()).map(|number| reading.source.line(number)));
    Outline { nodes, is_english }
}

/// Beside sections of severities, "Notes" is one too, if most of what it lists names lines: `### Critical`, `### Warnings`,
/// `### Notes`.
fn weigh_notes(nodes: &mut [Node<'_>]) {
    const FEW: usize = 2;
    const NEAR: usize = 16;
    let is_note = |node: &Node<'_>| {
        node.kind == Kind::Heading
            && node.class == Class::Other
            && matches!(inline::words(vocabulary::without_number(node.text)).as_str(), "note" | "notes")
    };
    let Some(note) = severities::word("note") else { return };
    let notes: Vec<usize> = (0..nodes.len()).filter(|at| nodes.get(*at).is_some_and(is_note)).collect();
    for at in notes {
        let of = |part: &usize| nodes.get(*part);
        let Some(node) = of(&at) else { continue };
        let beside = of(&node.parent).map(|above| above.children.as_slice()).unwrap_or_default();
        let weighs = |node: &&Node<'_>| matches!(node.class, Class::Severity(_)) && node.kind == Kind::Heading;
        let before = beside.get(..beside.partition_point(|part| *part < at)).unwrap_or_default();
        let weighed = before.iter().rev().take(NEAR).filter_map(of).filter(weighs).count();
        let items = || node.children.iter().filter_map(of).filter(|part| part.kind == Kind::Item);
        let placed = items().filter(|item| place_lines::names_lines(item.text)).count();
        if weighed >= FEW
            && placed > 0
            && placed * 3 >= items().count() * 2
            && let Some(node) = nodes.get_mut(at)
        {
            node.class = Class::Severity(note);
        }
    }
}

/// Whether a reply says at its beginning that it is a review: then code that it cites is what it comments on, and not what
/// it explains.
fn tells_of_a_review(reading: &Reading<'_, '_>) -> bool {
    const OPENING: usize = 4;
    let tells = |block: &Block| {
        let text = reading.source.lines_text(block.lines.clone());
        match block.kind {
            BlockKind::Heading { .. } => inline::has_word(&inline::words(&text), &["audit", "findings", "review"]),
            _ => sentences::tells_of_a_review(&text),
        }
    };
    reading.source.blocks().iter().take(OPENING).any(tells)
}

/// What begins on each of some lines, up to the next or to the end.
fn pieces(starts: &[usize], end: usize) -> impl Iterator<Item = Range<usize>> {
    let ends = starts.iter().skip(1).copied().chain([end]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end)
}

/// The text of an item, without its mark.
fn item_text<'t>(reading: &Reading<'_, 't>, item: &Item) -> &'t str {
    reading.source.line(item.lines.start).trim_start().get(item.mark..).unwrap_or_default().trim()
}
