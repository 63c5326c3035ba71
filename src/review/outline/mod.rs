//! The outline of a reply: headings, bold leads, items of lists and tables as one tree, with the text between them.
//! See `docs/formats/prose.md`, "Outline".

mod comments;
mod counting;
mod records;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::beginnings::{
    assigned, begins_entry, begins_named, begins_placed, element_label, is_aside, is_bold_entry, is_counted, is_label,
    is_rated_place, is_signed_title, judged, label, opens_yaml, rates, ruled_title, undecorated,
};
use super::lead::{self, Lead};
use super::vocabulary::{self, Class};
use super::{labels, letters, odds, place_lines, ratings, sentences};
use crate::order::Arrange;
use crate::part::{Reading, code_places, headings, severities, translations};
use crate::text::blocks::{Block, BlockKind, Item, PSEUDO_HEADING, heading_text};
use crate::text::ledger;
use crate::text::lines::{is_alert_mark, scan_fence};
use crate::text::markup::{self, TagLine};
use crate::text::{fields, inline, steps};
use comments::{comment_label, has_comments, places_alone};
use counting::{counted_by_sign, counted_in_bold, lettered, lettered_paragraphs, next_numbers, ordinals, unlettered};

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The reply as a whole.
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
        placed: records::from_places(reading),
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

/// The letters of an id: `I` of `I6`.
fn letters(id: &str) -> &str {
    id.trim_end_matches(|digit: char| digit.is_ascii_digit())
}

/// The text of an item, without its mark.
fn item_text<'t>(reading: &Reading<'_, 't>, item: &Item) -> &'t str {
    reading.source.line(item.lines.start).trim_start().get(item.mark..).unwrap_or_default().trim()
}

struct Builder<'r, 'p, 't> {
    reading: &'r Reading<'p, 't>,
    nodes: Vec<Node<'t>>,
    /// The nodes that are open, the innermost last.
    open: Vec<usize>,
    taken: Vec<Range<usize>>,
    lists: Vec<Option<u32>>,
    /// How many paragraphs are places and nothing else.
    places_alone: usize,
    /// Whether the reply is made of conventional comments.
    comments: bool,
    /// The folds that are open, and whether the title of each is a heading.
    folds: Vec<bool>,
    /// Whether the reply compares documents.
    compares: bool,
    /// Whether the reply says at its beginning that it is a review.
    reviews: bool,
    /// The paragraphs that are counted in ordinal words.
    ordinals: BTreeSet<usize>,
    /// The paragraphs that are counted by letters.
    letters: BTreeSet<usize>,
    /// The paragraphs that are fields of a finding, with the line of its title.
    titled: BTreeMap<usize, usize>,
    /// The paragraphs that begin with the title of a finding as a field.
    labelled: BTreeMap<usize, usize>,
    /// The paragraphs that begin with the place of a finding as a field.
    placed: BTreeSet<usize>,
    /// How much deeper headings stand, since one of them came before.
    deeper: usize,
    /// How many headings there are so far.
    headings: usize,
    /// How many items, lines that are entries, and fences there are so far.
    listed: usize,
}

impl<'t> Builder<'_, '_, 't> {
    fn line(&self, number: usize) -> &'t str {
        self.reading.source.line(number)
    }

    fn is_taken(&self, block: &Block) -> bool {
        let range = self.reading.source.lines_range(block.lines.clone());
        ledger::meets(&self.taken, &range)
    }

    /// The lines of a paragraph behind those that were claimed, where they begin with an entry or a field.
    fn left_of(&self, block: &Block) -> Option<Range<usize>> {
        let is_taken = |number: usize| ledger::meets(&self.taken, &self.reading.source.lines_range(number..number + 1));
        let from =
            block.lines.clone().find(|number| !is_taken(*number)).filter(|_| block.kind == BlockKind::Paragraph)?;
        let first = self.line(from);
        let begins = begins_entry(first) || begins_placed(first) || is_label(first) || assigned(first).is_some();
        (begins && !(from..block.lines.end).any(is_taken)).then_some(from..block.lines.end)
    }

    fn block(&mut self, at: usize) {
        let Some(block) = self.reading.source.blocks().get(at) else { return };
        let first = self.line(block.lines.start);
        if self.is_taken(block) {
            // What was read before ends what stands above it; a heading still tells what stands below.
            self.close(BOLD);
            if let BlockKind::Heading { level } = block.kind {
                let from = self.nodes.len();
                if level == PSEUDO_HEADING {
                    self.bold_line(at, block, first);
                } else {
                    self.heading(block, level);
                }
                for node in self.nodes.iter_mut().skip(from) {
                    node.taken = true;
                }
            }
            // `VERDICT: REJECT` was read, and what stands right below it was not.
            if let Some(lines) = self.left_of(block) {
                self.text(at, lines);
            }
            return;
        }
        steps::add(first.len());
        match &block.kind {
            BlockKind::Heading { level: PSEUDO_HEADING } => self.bold_line(at, block, first),
            BlockKind::Heading { level } => self.heading(block, *level),
            BlockKind::List(items) => self.list(items),
            BlockKind::Paragraph => self.paragraph(at, block),
            BlockKind::Table => self.leaf(Kind::Table(at), block.lines.clone(), at),
            // ```` ```4:9:src/a.ts ````, and below it the comment on it.
            BlockKind::Fence { .. } if self.begins_citation(at, first) => {
                self.comment(at, first.trim().trim_start_matches(['`', '~']), block.lines.clone());
            }
            BlockKind::Fence { closed } => {
                let rated = self.rated_in_fence(block, *closed);
                let found = if rated.is_empty() { self.records_in_fence(block, *closed) } else { rated };
                if !found.is_empty() {
                    for lines in found {
                        self.push(Kind::Line, self.line(lines.start).trim(), lines, BOLD);
                    }
                    self.close(BOLD);
                    return;
                }
                self.leaf(Kind::Fence, block.lines.clone(), at);
                let is_cited = self.reviews && place_lines::citation(first).is_some();
                if let Some(node) = self.nodes.last_mut() {
                    node.is_comment = is_cited;
                }
            }
            BlockKind::Rule => {
                self.leaf(Kind::Layout, block.lines.clone(), at);
                // Within a fold of an entry, it parts what stands there.
                if self.folds.last() != Some(&false) {
                    self.rule(at);
                }
            }
            BlockKind::Comment | BlockKind::ThinkBlock => self.leaf(Kind::Layout, block.lines.clone(), at),
        }
    }

    /// Closes what is as deep or deeper.
    fn close(&mut self, depth: usize) {
        while self.open.len() > 1
            && self.open.last().and_then(|last| self.nodes.get(*last)).is_some_and(|last| last.depth >= depth)
        {
            self.open.pop();
        }
    }

    fn add(&mut self, kind: Kind, text: &'t str, lines: Range<usize>, depth: usize) -> usize {
        let number = self.nodes.len();
        let parent = self.open.last().copied().unwrap_or(0);
        for open in &self.open {
            if let Some(node) = self.nodes.get_mut(*open).filter(|node| node.kind != Kind::Root) {
                node.lines.end = node.lines.end.max(lines.end);
            }
        }
        if let Some(parent) = self.nodes.get_mut(parent) {
            parent.children.push(number);
        }
        self.headings += usize::from(kind == Kind::Heading);
        self.listed += usize::from(matches!(kind, Kind::Item | Kind::Line | Kind::Fence));
        self.nodes.push(Node::new(kind, text, lines, depth, parent));
        number
    }

    fn push(&mut self, kind: Kind, text: &'t str, lines: Range<usize>, depth: usize) -> usize {
        self.close(depth);
        let number = self.add(kind, text, lines, depth);
        self.open.push(number);
        number
    }

    /// A heading. What is counted stands below a heading of its own level that announces findings, where nothing else
    /// does: `## Critical`, then `## 1. Title`.
    fn heading(&mut self, block: &Block, level: u8) {
        let text = heading_text(self.line(block.lines.start));
        // `# docs/gates/4.2.yml`, the first line of code: a comment in it.
        if block.lines.start.checked_sub(1).is_some_and(|above| opens_yaml(self.line(above))) {
            self.leaf(Kind::Text, block.lines.clone(), 0);
            return;
        }
        self.deeper = if level > 1 { self.deeper } else { 0 };
        let depth = usize::from(level) * 2 + self.deeper;
        if !is_counted(text) || vocabulary::classify(text) != Class::Plain {
            self.push(Kind::Heading, text, block.lines.clone(), depth - 1);
            return;
        }
        self.close(depth);
        let above = self.open.last().and_then(|last| self.nodes.get(*last)).filter(|above| above.depth == depth - 1);
        let lead = lead::read(text, lead::Form::Heading);
        let (own, is_rated) = (lead.ids.first().map(|id| letters(id)), lead.severity.is_some());
        let announces = |above: &Node<'_>| {
            matches!(above.class, Class::Severity(_) | Class::Problems | Class::Findings)
                // `### I6. Detection gaps` is counted as `### I7. …` is, `### MINOR: Violations` weighed as `### MINOR: …`.
                && own.is_none_or(|own| above.lead().ids.first().is_none_or(|id| letters(id) != own))
                && !(is_rated && above.lead().severity.is_some() && above.lead().title.is_some())
                && above
                    .children
                    .iter()
                    .filter_map(|child| self.nodes.get(*child))
                    .all(|child| child.kind != Kind::Heading || child.depth == depth)
        };
        if above.is_some_and(|above| !announces(above)) {
            self.close(depth - 1);
        }
        self.push(Kind::Heading, text, block.lines.clone(), depth);
    }

    /// A line that is all bold, or a label above a list.
    fn bold_line(&mut self, at: usize, block: &Block, line: &'t str) {
        let text = inline::bare(heading_text(line));
        // `**src/a.ts**`, the hunk there, and the comment on it.
        if self.is_above_hunk(at)
            && let Some(place) = place_lines::file_alone(text)
        {
            self.comment(at, place, block.lines.clone());
            return;
        }
        if self.is_untitled() || (self.is_in_comment() && place_lines::is_byline(line)) {
            self.leaf(Kind::Text, block.lines.clone(), 0);
            return;
        }
        // `**Suggestions (advisory):**` weighs what stands under it.
        if is_label(line) && !text.contains('(') {
            self.leaf(Kind::Text, block.lines.clone(), 0);
            return;
        }
        // Within an entry, a place in bold says where it is.
        if self.is_in_entry() && place_lines::says_where(line) {
            self.leaf(Kind::Text, block.lines.clone(), 0);
            return;
        }
        // Within an entry, a label without marks of its own stands over what the entry lists.
        let weighs = || matches!(vocabulary::classify(text), Class::Severity(_));
        if !line.trim_start().starts_with(['*', '_']) && self.is_in_entry() && !weighs() {
            self.leaf(Kind::Text, block.lines.clone(), 0);
            return;
        }
        // `**1. Correct the comments**` over fields is one of what is counted so.
        let next = self.reading.source.blocks().get(at + 1).map_or("", |next| self.line(next.lines.start));
        let heads_fields = || lead::read(text, lead::Form::Heading).number.is_some() && label(next).is_some();
        let depth = match vocabulary::classify(text) {
            Class::Plain | Class::Label if !self.goes_on_with_brackets(text) => BOLD,
            Class::Findings | Class::Problems | Class::Topic if heads_fields() => BOLD,
            _ => GROUP,
        };
        // `**Critical problems**` over what is counted, then `**Otras cosas**`: a section of its own.
        let depth = if depth == BOLD && self.is_behind_counted(text) { GROUP } else { depth };
        // `**Should fix**` over items, then `**Housekeeping**`: a section of its own.
        if depth == BOLD && (self.is_behind_weighed_items() || (!text.contains(' ') && self.is_behind_weighed_text())) {
            self.close(GROUP);
        }
        // `Recommendations:`, then `Dead code:`, which is none of these.
        if depth == BOLD && !line.trim_start().starts_with(['*', '_']) && self.is_in_plain_other() {
            self.close(GROUP);
        }
        let whole = if line.trim_start().starts_with(['*', '_']) { line.trim() } else { text };
        let says_all = self.says_all(text);
        self.push(
            if depth == GROUP { Kind::Heading } else { Kind::Bold },
            if depth == GROUP { text } else { whole },
            block.lines.clone(),
            depth,
        );
        if says_all {
            self.close(depth);
        }
    }

    /// Takes the lines of a checklist: what fails is an entry.
    fn check_list(&mut self, at: usize, lines: Range<usize>) {
        for number in lines {
            let (failed, told) = judged(self.line(number)).unwrap_or((false, ""));
            if failed && told.contains(' ') {
                let node = self.push(Kind::Line, told, number..number + 1, BOLD);
                if let Some(node) = self.nodes.get_mut(node) {
                    (node.class, node.mark) = (Class::Plain, Mark::Failed);
                }
            } else {
                self.close(BOLD);
                self.leaf(Kind::Layout, number..number + 1, at);
            }
        }
    }

    /// Whether each line of a paragraph says of one thing whether it passes, and one says that it fails.
    fn is_check_list(&self, lines: &Range<usize>) -> bool {
        const SEVERAL: usize = 3;
        let most = || lines.clone().filter(|number| judged(self.line(*number)).is_some()).count();
        judged(self.line(lines.start)).is_some()
            && most() >= SEVERAL
            && most() + 1 >= lines.len()
            && lines.clone().any(|number| judged(self.line(number)).is_some_and(|(failed, _)| failed))
    }

    /// Whether a label without marks stands over lists that are no findings.
    fn is_in_plain_other(&self) -> bool {
        let group = self.open.iter().rev().filter_map(|open| self.nodes.get(*open)).find(|open| open.depth == GROUP);
        group.is_some_and(|group| {
            let line = self.line(group.lines.start).trim();
            group.class == Class::Other && line.ends_with(':') && !line.starts_with(['*', '_'])
        })
    }

    /// Whether a line says all that it says, so that what follows is not below it: `**Verdict: do not merge**` at the
    /// beginning.
    fn says_all(&self, text: &str) -> bool {
        let states = || fields::scan(text).is_some_and(|(_, value, _)| !value.is_empty());
        self.headings <= 1 && self.listed == 0 && vocabulary::classify(text) == Class::Other && states()
    }

    /// Whether a line in brackets stands below another one that announces what follows: `**[CRITICAL ISSUES]**`, then
    /// `**[STYLE NOTES]**`.
    fn goes_on_with_brackets(&self, text: &str) -> bool {
        let mut open = self.open.iter().filter_map(|open| self.nodes.get(*open));
        text.starts_with('[')
            && open.any(|open| open.kind == Kind::Heading && open.depth == GROUP && open.text.starts_with('['))
    }

    fn list(&mut self, items: &[Item]) {
        let first = items.first().map_or(0, |item| item.indent);
        // A list that goes on counting where an item is still open belongs beside it.
        for item in items {
            let depth = ITEM + item.indent.saturating_sub(first.min(item.indent)).min(INDENT);
            let depth = if item.indent < first { ITEM } else { depth };
            let line = self.line(item.lines.start);
            steps::add(line.len());
            let marked = line.trim_start();
            let text = marked.get(item.mark..).unwrap_or_default().trim();
            // `- [ ] …`, `- ○ …`: what is to be done is marked so, and what is done is no finding.
            if ["[x] ", "[X] "].iter().any(|mark| text.starts_with(mark)) {
                self.leaf(Kind::Text, item.lines.clone(), 0);
                continue;
            }
            let open = ["[ ] ", "☐ ", "⬜ ", "○ ", "◯ "].iter().find_map(|mark| text.strip_prefix(mark));
            let (is_open, text) = open.map_or((false, text), |text| (true, text));
            // `1. - Location: …`: the item is made of the fields of a list in it.
            let text = text.strip_prefix("- ").filter(|field| is_label(field)).unwrap_or(text);
            let number = marked.get(..item.mark).map(|mark| mark.trim_end_matches(['.', ')', ' ', '\t', '\u{a0}']));
            // `</critical>` right below the last item ends the section.
            let ends = |number: &usize| {
                markup::section_tag(self.line(*number)).is_some_and(|(name, is_end)| is_end && announces_section(name))
            };
            let end = item.lines.clone().skip(1).find(ends);
            let node = self.push(Kind::Item, text, item.lines.start..end.unwrap_or(item.lines.end), depth);
            if let Some(node) = self.nodes.get_mut(node) {
                node.number = number.filter(|_| item.numbered);
                node.mark = if is_open { Mark::OpenBox } else { Mark::None };
                node.is_comment = self.comments && comment_label(text).is_some();
            }
            if end.is_some() {
                self.close(GROUP);
            }
        }
    }

    fn paragraph(&mut self, at: usize, block: &Block) {
        let mut start = block.lines.start;
        for number in block.lines.clone() {
            // `<critical>`, and what is so up to `</critical>`.
            if let Some((name, is_end)) = markup::section_tag(self.line(number))
                && announces_section(name)
            {
                if start < number {
                    self.text(at, start..number);
                }
                start = number + 1;
                self.close(GROUP);
                if is_end {
                    self.leaf(Kind::Layout, number..number + 1, at);
                } else {
                    self.push(Kind::Heading, name, number..number + 1, GROUP);
                }
                continue;
            }
            let tags = markup::tag_line(self.line(number)).filter(|_| element_label(self.line(number)).is_none());
            let Some(tags) = tags else { continue };
            if start < number {
                self.text(at, start..number);
            }
            self.tags(at, number, tags);
            start = number + 1;
        }
        if start < block.lines.end {
            self.text(at, start..block.lines.end);
        }
    }

    /// A line of HTML tags: the title of a fold is a heading, but within an entry, where it only names more of it.
    fn tags(&mut self, at: usize, number: usize, tags: TagLine<'t>) {
        let rates = tags.closed > 0 && severities::word(tags.text).is_some();
        let fold = self.open.iter().rev().copied().find(|open| {
            self.nodes.get(*open).is_some_and(|node| node.kind == Kind::Heading && (FOLD..GROUP).contains(&node.depth))
        });
        if let Some(node) = fold.filter(|_| rates).and_then(|fold| self.nodes.get_mut(fold)) {
            node.rated = Some(tags.text);
        }
        if tags.opened == 0 && !tags.titles {
            self.leaf(Kind::Layout, number..number + 1, at);
        }
        for _ in 0..tags.closed {
            if self.folds.pop() == Some(true) {
                self.close(FOLD + self.folds.len().min(FOLDS - 1) * 2 + 1);
            }
        }
        self.folds.extend((0..tags.opened).map(|_| false));
        let text = if tags.cell { tags.text.rsplit('>').next().unwrap_or_default().trim() } else { tags.text };
        let announces =
            matches!(vocabulary::classify(text), Class::Severity(_) | Class::Problems | Class::Findings | Class::File);
        let within = self.open.iter().filter_map(|open| self.nodes.get(*open)).any(|open| {
            matches!(open.kind, Kind::Bold | Kind::Item | Kind::Line)
                || (open.kind == Kind::Heading
                    && open.class == Class::Plain
                    && ((FOLD..GROUP).contains(&open.depth) || is_counted(open.text)))
        });
        let title = usize::from(tags.titles);
        let depth = FOLD + self.folds.len().saturating_sub(title).min(FOLDS - 1) * 2 + title;
        if !text.is_empty() && (announces || (tags.titles && !within)) && !(tags.closed > 0 && tags.opened == 0) {
            self.push(Kind::Heading, text, number..number + 1, depth);
            if let Some(fold) = self.folds.last_mut() {
                *fold = true;
            }
        } else if tags.opened > 0 || tags.titles {
            self.leaf(Kind::Layout, number..number + 1, at);
        }
    }

    /// The place of a comment, which follows.
    fn comment(&mut self, at: usize, place: &'t str, lines: Range<usize>) {
        let depth = self.headed_below(at).map_or(BOLD, |level| usize::from(level) * 2 - 2);
        let node = self.push(Kind::Bold, place, lines, depth);
        if let Some(node) = self.nodes.get_mut(node) {
            (node.class, node.is_comment) = (Class::Plain, true);
        }
    }

    fn text(&mut self, at: usize, lines: Range<usize>) {
        let first = self.line(lines.start);
        if self.ordinals.contains(&at) {
            self.push(Kind::Line, first.trim(), lines, BOLD);
            return;
        }
        if self.begins_record(at, &lines) || self.is_counted_by_letter(at, &lines) {
            return;
        }
        if self.between_marks(at, &lines) {
            return;
        }
        self.unmarked(at, lines);
    }

    /// A paragraph, or a part of one, in which no title stands between marks.
    fn unmarked(&mut self, at: usize, mut lines: Range<usize>) {
        // `VERDICT: REJECT`, and right below it what is wrong.
        let begins =
            |line: &str| begins_entry(line) || begins_placed(line) || is_label(line) || assigned(line).is_some();
        while lines.len() > 1 && states_more(self.line(lines.start)) && begins(self.line(lines.start + 1)) {
            self.leaf(Kind::Text, lines.start..lines.start + 1, at);
            lines.start += 1;
        }
        let first = self.line(lines.start);
        if lines.len() == 1 && self.is_plain_heading(at, first) {
            let says_all = self.says_all(first.trim());
            self.push(Kind::Heading, first.trim().trim_end_matches(':'), lines, GROUP);
            if says_all {
                self.close(GROUP);
            }
            return;
        }
        // `【致命问题】`
        let bracketed = first.trim().strip_prefix('【').and_then(|inner| inner.strip_suffix('】'));
        if let Some(title) = bracketed.filter(|_| lines.len() == 1) {
            self.push(Kind::Heading, title, lines, GROUP);
            return;
        }
        if self.is_check_list(&lines) {
            self.check_list(at, lines);
            return;
        }
        // What an alert says belongs to nothing that stands in the one before.
        if is_alert_mark(first) {
            self.close(BOLD);
            self.leaf(Kind::Layout, lines, at);
            return;
        }
        if self.opens_comment(at, first, &lines) {
            return;
        }
        // `**review-bot[bot]** commented`, above what it said.
        if lines.len() == 1 && !self.is_in_comment() && place_lines::commented(first) {
            self.close(BOLD);
            self.leaf(Kind::Layout, lines, at);
            return;
        }
        if self.assigned(at, &lines) {
            return;
        }
        // `#1 The key is logged.`, `#2 The door is open.`
        if let Some(signed) = counted_by_sign(lines.clone().map(|number| self.line(number))) {
            for (number, (count, text)) in lines.zip(signed) {
                let node = self.push(Kind::Line, text, number..number + 1, BOLD);
                if let Some(node) = self.nodes.get_mut(node) {
                    node.number = Some(count);
                }
            }
            return;
        }
        // `a. The key is logged.`, `b. The door is open.`
        if let Some(lettered) = lettered(lines.clone().map(|number| self.line(number))) {
            for (number, text) in lines.zip(lettered) {
                self.push(Kind::Line, text, number..number + 1, BOLD);
            }
            return;
        }
        let at_odds: Vec<usize> =
            lines.clone().filter(|number| self.compares && odds::of(self.line(*number).trim()).is_some()).collect();
        if at_odds.first() == Some(&lines.start) {
            for own in pieces(&at_odds, lines.end) {
                self.push(Kind::Line, self.line(own.start).trim(), own, BOLD);
            }
            return;
        }
        // `HIGH src/a.ts:4`, and below it what is wrong there.
        if lines.len() > 1 && is_rated_place(first) {
            self.push(Kind::Line, first.trim(), lines, BOLD);
            return;
        }
        // Below the place of a comment stand the code that it is on, and who wrote it.
        let heads = first.trim_start().starts_with('>')
            || place_lines::is_byline(first)
            || ratings::rated_head(first).is_some();
        // `**style:** …`, what a comment is on.
        let names =
            || fields::scan(first).is_some_and(|(key, value, bold)| bold && !value.is_empty() && !key.contains(' '));
        // `nit: the key is logged`
        let rates = || ratings::rated_label(first).is_some();
        let is_told = self.is_in_comment() && (heads || (self.has_no_part() && names()) || rates());
        if is_told || self.is_below_place(first) {
            self.leaf(Kind::Text, lines, at);
            return;
        }
        // `🔴 **Title**`, and below it where, and what is wrong.
        if lines.len() == 1 && is_signed_title(first) && lead::read(first.trim(), lead::Form::Text).severity.is_some() {
            self.push(Kind::Bold, first.trim(), lines, BOLD);
            return;
        }
        self.entries(at, lines);
    }

    /// The entries that the lines of a paragraph begin, or its text.
    fn entries(&mut self, at: usize, mut lines: Range<usize>) {
        const SEVERAL: usize = 2;
        let mut leads = self.beginnings(&lines);
        let named: Vec<usize> = lines.clone().filter(|number| begins_named(self.line(*number))).collect();
        if named.len() > leads.len() {
            leads = named;
        }
        // What stands above most of several lines that begin so says something else.
        if let Some(from) = leads
            .first()
            .copied()
            .filter(|from| *from > lines.start && leads.len() >= SEVERAL && leads.len() * 3 >= lines.len() * 2)
        {
            self.leaf(Kind::Text, lines.start..from, at);
            lines.start = from;
        }
        let first = self.line(lines.start);
        // Each of several lines that begin with a severity or a place is an entry; so is a first line in bold.
        if leads.first() == Some(&lines.start) && (leads.len() > 1 || !is_bold_entry(first)) {
            for own in pieces(&leads, lines.end) {
                self.push(Kind::Line, self.line(own.start).trim().trim_start_matches('>').trim_start(), own, BOLD);
            }
        } else if self.is_labelled(lines.clone())
            || (is_bold_entry(first) && !self.is_untitled() && !self.is_of_entry(first))
        {
            let ends =
                lines.end.checked_sub(1).is_some_and(|last| !self.line(last).trim_end().ends_with([':', '*', '_']));
            let node = self.push(Kind::Bold, undecorated(first).unwrap_or(first).trim(), lines, BOLD);
            // `**Scope:** 7 files.` is all said: what follows is not of it.
            if ends && self.nodes.get(node).is_some_and(|node| matches!(node.class, Class::Other | Class::Summary)) {
                self.close(BOLD);
            }
        } else if self.is_place_of_comment(at, &lines) {
            // Behind a rule, it is no part of the section before.
            if !self.stands_alone() && self.is_behind_rule(at) {
                self.close(1);
            }
            let rated =
                lead::read(self.line(lines.start + 1).trim(), lead::Form::Text).severity.filter(|_| lines.len() > 1);
            let node = self.push(Kind::Bold, first.trim(), lines, BOLD);
            if let Some(node) = self.nodes.get_mut(node) {
                (node.class, node.rated) = (Class::Plain, node.rated.or(rated));
            }
        } else if !letters::listed_behind(self.reading.source.slice(self.reading.source.lines_range(lines.clone())))
            .is_empty()
        {
            // `Cheaper shots: …` is no part of the finding before.
            self.close(BOLD);
            self.leaf(Kind::Text, lines, at);
        } else if lead::flag(first.trim()).is_some() && self.is_among_flagged(at) {
            self.push(Kind::Line, first.trim(), lines, BOLD);
        } else {
            self.leaf(Kind::Text, lines, at);
        }
    }

    /// Whether a line in bold above weighs what stands under it: items, and nothing else that is an entry.
    fn is_behind_weighed_items(&self) -> bool {
        let group = self.open.iter().rev().filter_map(|open| self.nodes.get(*open)).find(|open| open.depth == GROUP);
        let group = group.filter(|group| matches!(group.class, Class::Severity(_)));
        let parts = || {
            let parts = group.into_iter().flat_map(|group| group.children.iter().rev().take(NEAR));
            parts.filter_map(|part| self.nodes.get(*part)).filter(|part| part.kind.is_entry())
        };
        parts().next().is_some() && parts().all(|part| part.kind == Kind::Item)
    }

    /// Whether a line in bold above weighs what stands under it, all of which is counted, while a title is not.
    fn is_behind_counted(&self, title: &str) -> bool {
        let group = self.open.iter().rev().filter_map(|open| self.nodes.get(*open)).find(|open| open.depth == GROUP);
        let group = group.filter(|group| matches!(group.class, Class::Severity(_)));
        let parts = || {
            let parts = group.into_iter().flat_map(|group| group.children.iter().rev().take(NEAR));
            parts
                .filter_map(|part| self.nodes.get(*part))
                .filter(|part| part.kind.is_entry() && part.class != Class::Other)
        };
        !is_counted(title) && parts().next().is_some() && parts().all(|part| part.lead().number.is_some())
    }

    /// Whether a line in bold above weighs what stands under it: paragraphs, and nothing that is an entry.
    fn is_behind_weighed_text(&self) -> bool {
        let last = self.open.last().and_then(|last| self.nodes.get(*last));
        last.is_some_and(|last| {
            last.depth == GROUP
                && matches!(last.class, Class::Severity(_))
                && !last.children.is_empty()
                && last.children.iter().filter_map(|part| self.nodes.get(*part)).all(|part| part.kind == Kind::Text)
        })
    }

    /// Takes the fields of a finding between rules, and leaves out the path of a file above them.
    fn begins_record(&mut self, at: usize, lines: &Range<usize>) -> bool {
        let first = self.line(lines.start);
        if let Some(title) = self.titled.get(&at).copied().filter(|title| lines.contains(title)) {
            let text = records::field(self.line(title)).map_or(first, |(_, value)| value);
            self.deeper = 2;
            self.record(at, text, title..lines.end, TITLED);
            return true;
        }
        if self.labelled.get(&at) == Some(&lines.start) {
            self.record(at, label(first).map_or(first, |(_, value)| value), lines.clone(), GROUP);
            return true;
        }
        if self.placed.contains(&at) {
            let node = self.push(Kind::Bold, first.trim(), lines.clone(), BOLD);
            if let Some(node) = self.nodes.get_mut(node) {
                (node.class, node.mark) = (Class::Plain, Mark::Record);
            }
            return true;
        }
        // `findings/BOF-002.md` above the fields is no part of the finding before.
        let is_path = self.titled.contains_key(&(at + 2)) && place_lines::file_alone(first).is_some();
        if is_path {
            self.close(TITLED);
            self.leaf(Kind::Layout, lines.clone(), at);
        }
        is_path
    }

    /// Takes lines that assign fields: `ISSUE severity=high file=src/a.ts line=4 claim=The key is logged`.
    fn assigned(&mut self, at: usize, lines: &Range<usize>) -> bool {
        let begins = |number: &usize| assigned(self.line(*number)).is_some();
        let begins: Vec<usize> = lines.clone().filter(begins).collect();
        let Some(first) = begins.first().copied() else { return false };
        if first > lines.start {
            self.text(at, lines.start..first);
        }
        for own in pieces(&begins, lines.end) {
            let node = self.push(Kind::Line, self.line(own.start).trim(), own, BOLD);
            if let Some(node) = self.nodes.get_mut(node) {
                (node.class, node.mark) = (Class::Plain, Mark::Record);
            }
        }
        true
    }

    /// Takes the titles between marks of a paragraph that begins with one, or in which a finding ends or begins, each with what
    /// stands below it.
    fn between_marks(&mut self, at: usize, lines: &Range<usize>) -> bool {
        let leads = ruled_title(self.line(lines.start)).is_some();
        let is_mark = |number: &usize| {
            let title = ruled_title(self.line(*number));
            title.is_some_and(|title| leads || records::is_end(title) || vocabulary::names_one(title))
        };
        let marks: Vec<usize> = lines.clone().filter(is_mark).collect();
        let Some(first) = marks.first().copied() else { return false };
        if first > lines.start {
            self.unmarked(at, lines.start..first);
        }
        for own in pieces(&marks, lines.end) {
            self.marked(at, own);
        }
        true
    }

    /// Takes a title between marks, and what stands below it up to the next.
    fn marked(&mut self, at: usize, lines: Range<usize>) {
        let title = ruled_title(self.line(lines.start)).unwrap_or_default();
        let below = lines.start + 1..lines.end;
        if vocabulary::names_one(title) {
            let told = below.map(|number| self.line(number));
            let named = told.filter_map(label).find(|(key, _)| labels::role(key) == Some("title"));
            self.record(at, named.map_or(title, |(_, title)| title), lines, RULED);
            return;
        }
        let in_record =
            || self.open.iter().filter_map(|open| self.nodes.get(*open)).any(|open| open.mark == Mark::Record);
        if records::is_end(title) {
            self.close(RULED);
            self.leaf(Kind::Layout, lines.start..lines.start + 1, at);
        } else if labels::role(title).is_some() && in_record() {
            // `---SUGGESTION---` within a finding names a field of it.
            self.leaf(Kind::Text, lines, at);
            return;
        } else {
            self.push(Kind::Heading, title, lines.start..lines.start + 1, RULED);
        }
        if !below.is_empty() {
            self.unmarked(at, below);
        }
    }

    /// Takes the title of a finding, which is the first of some lines, with the fields behind it.
    fn record(&mut self, at: usize, title: &'t str, lines: Range<usize>, depth: usize) {
        let fields = lines.start + 1..lines.end;
        let node = self.push(Kind::Heading, title, lines.start..fields.start, depth);
        if let Some(node) = self.nodes.get_mut(node) {
            (node.class, node.mark) = (Class::Plain, Mark::Record);
        }
        if !fields.is_empty() {
            self.leaf(Kind::Text, fields, at);
        }
    }

    /// Takes a paragraph that a letter counts: `a) The key is logged.`
    fn is_counted_by_letter(&mut self, at: usize, lines: &Range<usize>) -> bool {
        let is_counted = self.letters.contains(&at);
        if is_counted {
            let first = self.line(lines.start);
            let node = self.push(Kind::Line, unlettered(first).trim(), lines.clone(), BOLD);
            if let Some(node) = self.nodes.get_mut(node) {
                (node.class, node.number) = (Class::Plain, first.trim().get(..1));
            }
        }
        is_counted
    }

    /// The findings in a block of text: a line that rates something and says where, or says what is wrong where, and fields
    /// below it: `[Logic/Critical] a.go:31-48`, `Issue: …`; `a.go:31 — the lock is lost`, `Fix: …`.
    fn rated_in_fence(&self, block: &Block, closed: bool) -> Vec<Range<usize>> {
        let first = self.line(block.lines.start);
        let is_text =
            scan_fence(first).is_some_and(|mark| matches!(mark.info, "" | "text" | "txt" | "markdown" | "md"));
        let inner = block.lines.start + 1..block.lines.end - usize::from(closed);
        let rates = |number: &usize| {
            let lead = lead::read(self.line(*number), lead::Form::Text);
            let place = lead.place.or_else(|| code_places::lead(lead.after).map(|(place, _)| place));
            let rates = lead.severity.is_some() && place.is_some_and(place_lines::names_lines);
            !self.line(*number).starts_with([' ', '\t']) && (rates || begins_placed(self.line(*number)))
        };
        let opens = |number: &usize| !self.line(*number).trim().is_empty();
        if !is_text || !inner.clone().find(opens).is_some_and(|number| rates(&number)) {
            return Vec::new();
        }
        let starts: Vec<usize> = inner.clone().filter(rates).collect();
        let found: Vec<Range<usize>> = pieces(&starts, inner.end).collect();
        let has_field = |lines: &Range<usize>| lines.clone().skip(1).any(|number| is_label(self.line(number)));
        if found.iter().all(has_field) { found } else { Vec::new() }
    }

    /// The findings in a block of text that is made of fields alone, one on each line, which say what is wrong, and where or how
    /// bad it is: `File: src/a.ts`, `Severity: high`, `Issue: …`. A blank line parts two of them.
    fn records_in_fence(&self, block: &Block, closed: bool) -> Vec<Range<usize>> {
        const FIELDS: usize = 3;
        let first = self.line(block.lines.start);
        let is_text = scan_fence(first).is_some_and(|mark| matches!(mark.info, "" | "text" | "txt"));
        let inner = block.lines.start + 1..(block.lines.end - usize::from(closed)).max(block.lines.start + 1);
        let is_blank = |number: &usize| self.line(*number).trim().is_empty();
        let role = |number: usize| {
            label(self.line(number)).filter(|(_, value)| !value.is_empty()).and_then(|(key, _)| labels::role(key))
        };
        let opens = inner.clone().find(|number| !is_blank(number)).and_then(role);
        if !is_text || opens.is_none() {
            return Vec::new();
        }
        let mut found: Vec<Range<usize>> = Vec::new();
        for number in inner.filter(|number| !is_blank(number)) {
            match found.last_mut().filter(|last| last.end == number) {
                Some(last) => last.end = number + 1,
                None => found.push(number..number + 1),
            }
        }
        let is_record = |lines: &Range<usize>| {
            let has = |roles: &[&str]| lines.clone().filter_map(role).any(|role| roles.contains(&role));
            let told = lines.clone().filter(|number| role(*number).is_some()).count();
            told >= FIELDS
                && told * 2 >= lines.len()
                && has(&["description", "title"])
                && has(&["severity", "location"])
        };
        if found.iter().all(is_record) { found } else { Vec::new() }
    }

    /// Whether the paragraph before or behind begins with a mark that something is wrong: `⚠️ The stub names other parameters.`
    fn is_among_flagged(&self, at: usize) -> bool {
        let flags = |beside: Option<&Block>| {
            beside
                .filter(|block| block.kind == BlockKind::Paragraph)
                .is_some_and(|block| lead::flag(self.line(block.lines.start).trim()).is_some())
        };
        let blocks = self.reading.source.blocks();
        flags(blocks.get(at + 1)) || flags(at.checked_sub(1).and_then(|before| blocks.get(before)))
    }

    /// The lines of a paragraph that each begin an entry.
    fn beginnings(&self, lines: &Range<usize>) -> Vec<usize> {
        let mut leads: Vec<usize> = lines.clone().filter(|number| begins_entry(self.line(*number))).collect();
        // Among lines that are flagged, one that praises ends the one above.
        if leads.iter().any(|number| lead::read(self.line(*number).trim(), lead::Form::Text).flag.is_some()) {
            leads.extend(lines.clone().filter(|number| self.line(*number).trim_start().starts_with('✅')));
            leads.arrange();
            leads.dedup();
        }
        // `MAJOR: no tests.` beside `MAJOR(src/a.ts:4): leak`.
        if let Some(first) = leads.first().copied() {
            let is_alike = |number: &usize| *number > first && goes_on_in_capitals(self.line(*number));
            let capitals = goes_on_in_capitals(self.line(first));
            leads.extend(lines.clone().filter(|number| capitals && is_alike(number)));
            leads.arrange();
            leads.dedup();
        }
        // `**3.** The key is logged.`, then `**4.** The door is open.`
        leads.extend(counted_in_bold(lines.clone().map(|number| (number, self.line(number)))));
        leads.arrange();
        leads.dedup();
        // `src/a.ts:4: the key is logged` among lines that begin so.
        let placed: Vec<usize> = lines.clone().filter(|number| begins_placed(self.line(*number))).collect();
        // `**The queue is unbounded** (High)`, and below it where: one thing each.
        if !placed.is_empty() && placed.iter().all(|number| is_below_its_title(&leads, *number, |at| self.line(at))) {
            return leads;
        }
        let (all, some) = (lines.len(), placed.len());
        if !leads.is_empty() || some == all || (some > 2 && some * 3 >= all * 2) {
            leads.extend(placed);
            leads.arrange();
            leads.dedup();
        }
        leads
    }

    /// Whether what is counted or named stands right above its fields: `FINDING 1`, then `Severity: high`.
    fn is_labelled(&self, lines: Range<usize>) -> bool {
        const SEVERAL: usize = 2;
        let first = self.line(lines.start);
        let fields = lines.skip(1).take_while(|number| is_label(self.line(*number))).count();
        // `[CI] No test runs`
        let is_tagged = || first.trim().strip_prefix('[').is_some_and(|inner| inner.contains("] "));
        fields >= SEVERAL && !is_label(first) && (is_counted(first.trim()) || is_tagged())
    }

    /// Whether a line without marks stands over what follows, as in text for a terminal: `HIGH`, `TESTS (a.test.ts)`,
    /// `CRITICAL - fix before merge` above a list.
    fn is_plain_heading(&self, at: usize, line: &str) -> bool {
        const WORDS: usize = 8;
        const NAME: usize = 4;
        let text = line.trim();
        let plain =
            text.starts_with(char::is_alphabetic) && !text.ends_with(['.', ';', ',', '?']) && !text.contains('|');
        if !plain || text.split_whitespace().count() > WORDS {
            return false;
        }
        let named = text.split('(').next().unwrap_or_default();
        let capital = named.bytes().filter(u8::is_ascii_alphabetic).count() > 2
            && !named.bytes().any(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        let next = self.reading.source.blocks().get(at + 1).map(|next| &next.kind);
        let above_list = || matches!(next, Some(BlockKind::List(_)));
        // `Findings`, `Verified clean`; a question may be a finding.
        let announces = || {
            text.split_whitespace().count() <= NAME
                && !text.to_lowercase().ends_with("questions")
                && matches!(vocabulary::classify(text), Class::Findings | Class::Problems | Class::Other)
        };
        capital
            || headings::group(text).is_some()
            || (above_list() && (announces() || lead::read(text, lead::Form::Heading).severity.is_some()))
    }

    /// Whether an entry in bold is open that is counted or weighed.
    fn is_in_entry(&self) -> bool {
        let open = self.open.iter().rev().filter_map(|open| self.nodes.get(*open));
        open.into_iter().any(|node| node.kind == Kind::Bold && is_counted(node.text))
    }

    /// Whether a paragraph in bold says more of the entry that it stands in.
    fn is_of_entry(&self, line: &str) -> bool {
        (self.is_in_entry() && (is_aside(line) || place_lines::is_place_line(line)))
            || (self.is_below_counted() && rates(line))
            || (self.is_below_title() && ratings::rating(line).is_some())
    }

    /// Whether nothing stands below what is open.
    fn has_no_part(&self) -> bool {
        self.open.last().and_then(|last| self.nodes.get(*last)).is_some_and(|last| last.children.is_empty())
    }

    /// Whether a heading of its own words stands right above.
    fn is_below_title(&self) -> bool {
        let last = self.open.last().and_then(|last| self.nodes.get(*last));
        let is_plain = |last: &Node<'_>| last.class == Class::Plain || is_counted(last.text);
        last.is_some_and(|last| last.kind == Kind::Heading && last.children.is_empty() && is_plain(last))
    }

    /// Whether a counted heading stands right above.
    fn is_below_counted(&self) -> bool {
        let last = self.open.last().and_then(|last| self.nodes.get(*last));
        last.is_some_and(|last| last.kind == Kind::Heading && last.children.is_empty() && is_counted(last.text))
    }

    /// Text, code or a table. After a list it belongs to the last item only where it is indented, where the list goes on
    /// counting behind it, or where it is a field.
    fn leaf(&mut self, kind: Kind, lines: Range<usize>, at: usize) {
        let first = self.line(lines.start);
        let indented = first.starts_with("  ") || first.starts_with('\t');
        // A line is all of its finding, but for the fields and the code right below it.
        let of_line =
            self.open.last().and_then(|last| self.nodes.get(*last)).is_some_and(|last| last.kind == Kind::Line);
        if of_line && !(indented || is_label(first) || kind == Kind::Fence) {
            self.close(BOLD);
        }
        let item = self.open.iter().rev().find_map(|open| self.nodes.get(*open).filter(|node| node.kind == Kind::Item));
        if let Some(item) = item {
            let number = item.number.and_then(|number| number.parse::<u32>().ok());
            let goes_on = number.is_some() && self.lists.get(at).copied().flatten() == number.map(|number| number + 1);
            let outer = self.open.iter().find_map(|open| {
                let node = self.nodes.get(*open).filter(|node| node.kind == Kind::Item)?;
                node.number?.parse::<u32>().ok()
            });
            let outer_goes_on =
                outer.is_some() && self.lists.get(at).copied().flatten() == outer.map(|number| number + 1);
            let is_field = is_label(first)
                || place_lines::is_link(first)
                || (kind == Kind::Fence && item.text.trim_end_matches(['*', '_']).ends_with(':'));
            // `*Documentation that is wrong*` stands over what follows.
            let heads = kind == Kind::Text && lines.len() == 1 && inline::italic(first).is_some();
            if heads && !indented && self.is_list_headed() {
                self.close(ITEM);
            } else if outer_goes_on && !goes_on {
                self.close(ITEM + 1);
            } else if !(goes_on || indented || is_field) {
                self.close(ITEM);
            }
        }
        self.add(kind, first.trim(), lines, usize::MAX);
    }

    /// Whether a line in italics stands before the first item of the list that is open: then each such line heads the items behind
    /// it, and does not rate the one before.
    fn is_list_headed(&self) -> bool {
        const NEAR: usize = 64;
        let outer = self.open.iter().filter_map(|open| self.nodes.get(*open)).find(|node| node.kind == Kind::Item);
        let above = outer.and_then(|item| self.nodes.get(item.parent)).map(|parent| parent.children.as_slice());
        let parts = || above.unwrap_or_default().iter().take(NEAR).filter_map(|part| self.nodes.get(*part));
        let at = parts().position(|part| part.kind == Kind::Item).and_then(|at| at.checked_sub(1));
        at.and_then(|at| parts().nth(at))
            .is_some_and(|before| before.kind == Kind::Text && inline::italic(before.text).is_some())
    }

    /// Whether a section with something in it stands right below a heading that weighs.
    fn is_below_severity(&self, node: &Node<'_>) -> bool {
        let is_section = node.kind == Kind::Heading && node.depth < RULED && !node.children.is_empty();
        let above = self.nodes.get(node.parent).filter(|_| is_section);
        above.is_some_and(|above| matches!(above.class, Class::Severity(_)))
    }

    /// A rule ends an entry, and a summary without headings of its own; it keeps the headings that announce entries.
    fn rule(&mut self, at: usize) {
        let next = self.reading.source.blocks().get(at + 1).map(|next| self.line(next.lines.start));
        let ends_sections = || next.is_some_and(|next| class_of(Kind::Bold, next.trim()) == Class::Other);
        let comment = self.open.iter().filter_map(|open| self.nodes.get(*open)).find(|open| open.is_comment);
        self.close(comment.map_or(BOLD, |comment| comment.depth.min(BOLD)));
        let has_headings = |node: &Node<'_>| {
            node.children.iter().filter_map(|child| self.nodes.get(*child)).any(|child| child.kind == Kind::Heading)
        };
        while self.open.len() > 1
            && let Some(last) = self.open.last().and_then(|last| self.nodes.get(*last))
            && ((last.class == Class::Plain
                && (is_counted(last.text) || (self.is_below_severity(last) && ends_sections())))
                || (last.class == Class::Summary && last.is_marked_heading() && !has_headings(last)))
        {
            self.open.pop();
        }
    }
}

/// Whether the name of an element says what stands in it, as a heading does.
fn announces_section(name: &str) -> bool {
    let class = vocabulary::classify(&name.replace(['_', '-'], " "));
    !matches!(class, Class::Plain | Class::Label | Class::Topic | Class::File)
}

/// Whether a line states something about the reply as a whole: `VERDICT: REJECT`.
fn states_more(line: &str) -> bool {
    fields::scan(line).is_some_and(|(key, value, _)| !value.is_empty() && vocabulary::classify(key) == Class::Other)
}

/// Whether a line begins with a severity in capitals, a colon, and something that is wrong.
fn goes_on_in_capitals(line: &str) -> bool {
    let lead = lead::read(line.trim(), lead::Form::Text);
    let is_told =
        lead.after.split_whitespace().nth(1).is_some() && !lead.after.starts_with(|first: char| first.is_ascii_digit());
    let shouts = |severity: &str| severity.len() > 2 && severity.bytes().all(|byte| byte.is_ascii_uppercase());
    is_told
        && lead.severity.is_some_and(shouts)
        && (lead.place.is_some() || line.contains(": "))
        && !["none", "nothing", "n/a"].contains(&lead.after.to_lowercase().trim_end_matches('.'))
}

/// Whether a line that begins with its place stands right below a title without one.
fn is_below_its_title<'t>(leads: &[usize], number: usize, line: impl Fn(usize) -> &'t str) -> bool {
    let above = number.checked_sub(1).filter(|above| leads.contains(above));
    above.is_some_and(|above| {
        let lead = lead::read(line(above).trim(), lead::Form::Text);
        lead.place.is_none() && lead.bold && lead.title.is_some()
    })
}

/// What the first line of a node announces: of running text, what stands in bold before it.
fn class_of(kind: Kind, text: &str) -> Class {
    match kind {
        Kind::Heading => vocabulary::classify(text),
        Kind::Bold | Kind::Item => match inline::bold_lead(text) {
            Some((lead, after)) if text.starts_with(['*', '_']) => {
                let alone = text.get(after..).unwrap_or_default().trim_matches([':', ' ']).is_empty();
                match vocabulary::classify(lead) {
                    class @ (Class::Other | Class::Summary) if vocabulary::is_other(lead) => class,
                    class if alone => class,
                    _ => Class::Plain,
                }
            }
            _ => vocabulary::classify(text),
        },
        _ => Class::Plain,
    }
}
