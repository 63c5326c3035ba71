//! The outline of a reply: headings, bold leads, items of lists and tables as one tree, with the text between them.
//! See `docs/formats/prose.md`, "Outline".

use std::cell::OnceCell;
use std::ops::Range;

use super::lead::{self, Lead};
use super::vocabulary::{self, Class};
use super::{labels, odds, place_lines, ratings, sentences};
use crate::part::Reading;
use crate::part::records::is_none;
use crate::part::{code_places, headings, severities};
use crate::text::blocks::{Block, BlockKind, Item, PSEUDO_HEADING, heading_text, without_item_mark};
use crate::text::ledger;
use crate::text::lines::{is_alert_mark, scan_fence};
use crate::text::markup::{self, TagLine};
use crate::text::{fields, inline, steps};

/// A reply as a tree. The first node is the reply as a whole.
#[derive(Debug)]
pub struct Outline<'t> {
    /// Its nodes, in order of the text.
    pub nodes: Vec<Node<'t>>,
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
    /// Whether it is a box that nobody has ticked: `- [ ] Close the door`.
    pub is_open: bool,
    lead: OnceCell<Lead<'t>>,
}

impl<'t> Node<'t> {
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

/// How deep a title between rules stands: as a heading of the last level.
const RULED: usize = 12;

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
    let root = Node {
        kind: Kind::Root,
        text: "",
        class: Class::Plain,
        number: None,
        lines: 0..reading.source.lines().len(),
        depth: 0,
        parent: 0,
        children: Vec::new(),
        taken: false,
        rated: None,
        is_comment: false,
        is_open: false,
        lead: OnceCell::new(),
    };
    let mut builder = Builder {
        reading,
        nodes: vec![root],
        open: vec![0],
        taken: reading.ledger.claimed(),
        lists: next_numbers(reading),
        comments: has_comments(reading),
        folds: Vec::new(),
        compares,
        reviews: tells_of_a_review(reading),
    };
    for at in 0..reading.source.blocks().len() {
        builder.block(at);
    }
    Outline { nodes: builder.nodes }
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

/// For each block, the first number of the next list in the same section, if it begins with one.
fn next_numbers(reading: &Reading<'_, '_>) -> Vec<Option<u32>> {
    let mut next = None;
    let mut numbers: Vec<Option<u32>> = Vec::new();
    for block in reading.source.blocks().iter().rev() {
        numbers.push(next);
        match &block.kind {
            BlockKind::Heading { level } if *level < PSEUDO_HEADING => next = None,
            BlockKind::List(items) => next = items.first().and_then(|item| number_of(reading, item)),
            _ => {}
        }
    }
    numbers.reverse();
    numbers
}

/// Whether a list has conventional comments of two kinds, one of which no field is named like: `**issue:** …` beside
/// `**nitpick:** …`.
fn has_comments(reading: &Reading<'_, '_>) -> bool {
    const SEVERAL: usize = 2;
    reading.source.blocks().iter().any(|block| {
        let BlockKind::List(items) = &block.kind else { return false };
        let first = items.first().map_or(0, |item| item.indent);
        let outer = items.iter().filter(|item| item.indent <= first);
        let labels: Vec<Option<&str>> = outer.map(|item| comment_label(item_text(reading, item))).collect();
        labels.len() >= SEVERAL
            && labels.iter().all(Option::is_some)
            && labels.iter().flatten().any(|label| labels::role(label).is_none())
            && labels.iter().any(|label| labels.first() != Some(label))
    })
}

/// The text of an item, without its mark.
fn item_text<'t>(reading: &Reading<'_, 't>, item: &Item) -> &'t str {
    reading.source.line(item.lines.start).trim_start().get(item.mark..).unwrap_or_default().trim()
}

/// The label that a conventional comment begins with: `**issue:** …`, `nitpick: …`.
fn comment_label(text: &str) -> Option<&str> {
    let (name, after) = text.split_once(':')?;
    let name = name.trim_start_matches(['*', '_', '`']).trim_end_matches(['*', '_', '`']);
    let told = !after.trim_matches(['*', '_', '`', ' ']).is_empty();
    Some(name).filter(|name| told && (labels::is_comment(name) || labels::is_decorated(name)))
}

/// The number that an item is counted by.
fn number_of(reading: &Reading<'_, '_>, item: &Item) -> Option<u32> {
    let line = reading.source.line(item.lines.start).trim_start();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    line.get(..digits).filter(|_| item.numbered)?.parse().ok()
}

struct Builder<'r, 'p, 't> {
    reading: &'r Reading<'p, 't>,
    nodes: Vec<Node<'t>>,
    /// The nodes that are open, the innermost last.
    open: Vec<usize>,
    taken: Vec<Range<usize>>,
    lists: Vec<Option<u32>>,
    /// Whether the reply is made of conventional comments.
    comments: bool,
    /// The folds that are open, and whether the title of each is a heading.
    folds: Vec<bool>,
    /// Whether the reply compares documents.
    compares: bool,
    /// Whether the reply says at its beginning that it is a review.
    reviews: bool,
}

impl<'t> Builder<'_, '_, 't> {
    fn line(&self, number: usize) -> &'t str {
        self.reading.source.line(number)
    }

    fn is_taken(&self, block: &Block) -> bool {
        let range = self.reading.source.lines_range(block.lines.clone());
        ledger::meets(&self.taken, &range)
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
                    self.bold_line(block, first);
                } else {
                    self.heading(block, level);
                }
                for node in self.nodes.iter_mut().skip(from) {
                    node.taken = true;
                }
            }
            return;
        }
        steps::add(first.len());
        match &block.kind {
            BlockKind::Heading { level: PSEUDO_HEADING } => self.bold_line(block, first),
            BlockKind::Heading { level } => self.heading(block, *level),
            BlockKind::List(items) => self.list(items),
            BlockKind::Paragraph => self.paragraph(at, block),
            BlockKind::Table => self.leaf(Kind::Table(at), block.lines.clone(), at),
            // ```` ```4:9:src/a.ts ````, and below it the comment on it.
            BlockKind::Fence { .. } if self.begins_citation(at, first) => {
                self.comment(first.trim().trim_start_matches(['`', '~']), block.lines.clone());
            }
            BlockKind::Fence { .. } => {
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
                    self.rule();
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
        let class = class_of(kind, text);
        for open in &self.open {
            if let Some(node) = self.nodes.get_mut(*open).filter(|node| node.kind != Kind::Root) {
                node.lines.end = node.lines.end.max(lines.end);
            }
        }
        if let Some(parent) = self.nodes.get_mut(parent) {
            parent.children.push(number);
        }
        self.nodes.push(Node {
            kind,
            text,
            class,
            number: None,
            lines,
            depth,
            parent,
            children: Vec::new(),
            taken: false,
            rated: None,
            is_comment: false,
            is_open: false,
            lead: OnceCell::new(),
        });
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
        let depth = usize::from(level) * 2;
        if !is_counted(text) || vocabulary::classify(text) != Class::Plain {
            self.push(Kind::Heading, text, block.lines.clone(), depth - 1);
            return;
        }
        self.close(depth);
        let above = self.open.last().and_then(|last| self.nodes.get(*last)).filter(|above| above.depth == depth - 1);
        let announces = |above: &Node<'_>| {
            matches!(above.class, Class::Severity(_) | Class::Problems | Class::Findings)
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
    fn bold_line(&mut self, block: &Block, line: &'t str) {
        let text = inline::bare(heading_text(line));
        if self.is_untitled() {
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
        if !line.trim_start().starts_with(['*', '_']) && self.is_in_entry() {
            self.leaf(Kind::Text, block.lines.clone(), 0);
            return;
        }
        let depth = match vocabulary::classify(text) {
            Class::Plain | Class::Label => BOLD,
            _ => GROUP,
        };
        let whole = if line.trim_start().starts_with(['*', '_']) { line.trim() } else { text };
        let states = vocabulary::classify(text) == Class::Other
            && fields::scan(text).is_some_and(|(_, value, _)| !value.is_empty());
        let count = |kinds: &[Kind]| self.nodes.iter().filter(|node| kinds.contains(&node.kind)).count();
        let opens = count(&[Kind::Heading]) <= 1 && count(&[Kind::Item, Kind::Line, Kind::Fence]) == 0;
        self.push(
            if depth == GROUP { Kind::Heading } else { Kind::Bold },
            if depth == GROUP { text } else { whole },
            block.lines.clone(),
            depth,
        );
        // `**Verdict: do not merge**` at the beginning says all that it says; what follows is not below it.
        if states && opens {
            self.close(depth);
        }
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
            // `- [ ] …`: what is to be done is marked so, and what is done is no finding.
            if ["[x] ", "[X] "].iter().any(|mark| text.starts_with(mark)) {
                self.leaf(Kind::Text, item.lines.clone(), 0);
                continue;
            }
            let (is_open, text) = text.strip_prefix("[ ] ").map_or((false, text), |text| (true, text));
            // `1. - Location: …`: the item is made of the fields of a list in it.
            let text = text.strip_prefix("- ").filter(|field| is_label(field)).unwrap_or(text);
            let number = marked.get(..item.mark).map(|mark| mark.trim_end_matches(['.', ')', ' ', '\t', '\u{a0}']));
            let node = self.push(Kind::Item, text, item.lines.clone(), depth);
            if let Some(node) = self.nodes.get_mut(node) {
                node.number = number.filter(|_| item.numbered);
                node.is_open = is_open;
                node.is_comment = self.comments && comment_label(text).is_some();
            }
        }
    }

    fn paragraph(&mut self, at: usize, block: &Block) {
        let mut start = block.lines.start;
        for number in block.lines.clone() {
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
    fn comment(&mut self, place: &'t str, lines: Range<usize>) {
        let node = self.push(Kind::Bold, place, lines, BOLD);
        if let Some(node) = self.nodes.get_mut(node) {
            (node.class, node.is_comment) = (Class::Plain, true);
        }
    }

    fn text(&mut self, at: usize, lines: Range<usize>) {
        let first = self.line(lines.start);
        if lines.len() == 1 && self.is_plain_heading(at, first) {
            self.push(Kind::Heading, first.trim().trim_end_matches(':'), lines, GROUP);
            return;
        }
        if let Some(title) = ruled_title(first) {
            self.push(Kind::Heading, title, lines.start..lines.start + 1, RULED);
            if lines.len() > 1 {
                self.text(at, lines.start + 1..lines.end);
            }
            return;
        }
        // What an alert says belongs to nothing that stands in the one before.
        if is_alert_mark(first) {
            self.close(BOLD);
            self.leaf(Kind::Layout, lines, at);
            return;
        }
        // ``**ann** commented on `src/a.ts` line 4``
        if lines.len() == 1 && place_lines::commented_on(first).is_some() {
            self.comment(first.trim(), lines);
            return;
        }
        // `> src/a.ts:4`, and below it the comment on it.
        if let Some(place) = quoted_place(first).filter(|_| lines.len() == 1) {
            self.push(Kind::Bold, place, lines, BOLD);
            return;
        }
        // `In src/a.ts:`, the code there, and the comment on it.
        if let Some(place) =
            place_lines::file_alone(first).filter(|_| lines.len() == 1 && self.begins_comment(at, first))
        {
            self.comment(place, lines);
            return;
        }
        // `Comment on lines +4 to +9`, below the name of the file.
        let above = self.open.last().and_then(|last| self.nodes.get(*last));
        if lines.len() == 1
            && place_lines::commented_lines(first).is_some()
            && above.is_some_and(|above| above.class == Class::File)
        {
            self.push(Kind::Bold, first.trim(), lines, BOLD);
            return;
        }
        // `src/a.ts — Line 4`, a line that rates it, and the comment.
        if let Some(place) = self.headed_comment(&lines).filter(|_| lines.len() > 1) {
            self.comment(place, lines.start..lines.start + 1);
            self.leaf(Kind::Text, lines.start + 1..lines.end, at);
            return;
        }
        let at_odds: Vec<usize> =
            lines.clone().filter(|number| self.compares && odds::of(self.line(*number).trim()).is_some()).collect();
        if at_odds.first() == Some(&lines.start) {
            let ends = at_odds.iter().skip(1).copied().chain([lines.end]);
            for (start, end) in at_odds.iter().copied().zip(ends) {
                self.push(Kind::Line, self.line(start).trim(), start..end, BOLD);
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
        if (heads && self.is_in_comment()) || self.is_below_place(first) {
            self.leaf(Kind::Text, lines, at);
            return;
        }
        let mut leads = self.beginnings(&lines);
        let named: Vec<usize> = lines.clone().filter(|number| begins_named(self.line(*number))).collect();
        if named.len() > leads.len() {
            leads = named;
        }
        // Each of several lines that begin with a severity or a place is an entry; so is a first line in bold.
        if leads.first() == Some(&lines.start) && (leads.len() > 1 || !is_bold_entry(first)) {
            let ends = leads.iter().skip(1).copied().chain([lines.end]);
            for (start, end) in leads.iter().copied().zip(ends) {
                self.push(Kind::Line, self.line(start).trim().trim_start_matches('>').trim_start(), start..end, BOLD);
            }
        } else if self.is_labelled(lines.clone())
            || (is_bold_entry(first) && !self.is_untitled() && !self.is_of_entry(first))
        {
            let ends =
                lines.end.checked_sub(1).is_some_and(|last| !self.line(last).trim_end().ends_with([':', '*', '_']));
            let node = self.push(Kind::Bold, first.trim(), lines, BOLD);
            // `**Scope:** 7 files.` is all said: what follows is not of it.
            if ends && self.nodes.get(node).is_some_and(|node| matches!(node.class, Class::Other | Class::Summary)) {
                self.close(BOLD);
            }
        } else if self.is_place_of_comment(at, first) {
            let node = self.push(Kind::Bold, first.trim(), lines, BOLD);
            if let Some(node) = self.nodes.get_mut(node) {
                node.class = Class::Plain;
            }
        } else {
            self.leaf(Kind::Text, lines, at);
        }
    }

    /// The lines of a paragraph that each begin an entry.
    fn beginnings(&self, lines: &Range<usize>) -> Vec<usize> {
        let mut leads: Vec<usize> = lines.clone().filter(|number| begins_entry(self.line(*number))).collect();
        // Among lines that are flagged, one that praises ends the one above.
        if leads.iter().any(|number| lead::read(self.line(*number).trim(), lead::Form::Text).flag.is_some()) {
            leads.extend(lines.clone().filter(|number| self.line(*number).trim_start().starts_with('✅')));
            leads.sort_unstable();
            leads.dedup();
        }
        // `src/a.ts:4: the key is logged` among lines that begin so.
        if !leads.is_empty() || lines.clone().all(|number| begins_placed(self.line(number))) {
            leads.extend(lines.clone().filter(|number| begins_placed(self.line(*number))));
            leads.sort_unstable();
            leads.dedup();
        }
        leads
    }

    /// Whether what is counted or named stands right above its fields: `FINDING 1`, then `Severity: high`.
    fn is_labelled(&self, lines: Range<usize>) -> bool {
        const SEVERAL: usize = 2;
        let first = self.line(lines.start);
        let fields = lines.skip(1).take_while(|number| is_label(self.line(*number))).count();
        fields >= SEVERAL && !is_label(first) && is_counted(first.trim())
    }

    /// Whether a line says where a comment on code stands: alone above a line with its severity, or with its title behind
    /// it: `` `10-12`: **Title.** ``.
    fn is_place_of_comment(&self, at: usize, line: &str) -> bool {
        let heads = |after: &str| inline::bold_lead(after).is_some() || ratings::severity_line(after).is_some();
        if place_lines::lines_in_code(line.trim()).is_some_and(|(_, after)| heads(after)) {
            return true;
        }
        let next = self.reading.source.blocks().get(at + 1);
        // `` `src/a.ts`, line 4 ``, the code there, and what is wrong with it.
        let shows = next.is_some_and(|next| matches!(next.kind, BlockKind::Fence { .. }));
        if shows && self.stands_alone() && place_lines::is_place_line(line) && place_lines::names_lines(line) {
            return true;
        }
        let next = next.filter(|next| next.kind == BlockKind::Paragraph);
        next.is_some_and(|next| ratings::severity_line(self.line(next.lines.start)).is_some())
            && place_lines::is_place_line(line)
    }

    /// Whether code that cites lines is what a comment is on: among several in a section, each is.
    fn begins_citation(&self, at: usize, first: &str) -> bool {
        let last = self.open.last().and_then(|last| self.nodes.get(*last));
        let is_free = last.is_none_or(|last| {
            let is_titled = || is_counted(last.text) || last.lead().severity.is_some() || !last.lead().ids.is_empty();
            last.kind == Kind::Root || (last.kind == Kind::Heading && !is_titled())
        });
        let is_next = last.is_some_and(|last| place_lines::citation(last.text).is_some());
        let more = || {
            let blocks = self.reading.source.blocks().iter().skip(at + 1);
            let mut section = blocks.take_while(|next| !matches!(next.kind, BlockKind::Heading { .. }));
            section.any(|next| place_lines::citation(self.line(next.lines.start)).is_some())
        };
        self.reviews && place_lines::citation(first).is_some() && (is_next || (is_free && more()))
    }

    /// Whether what follows a block is the head of a comment: the code that it is on, its lines, its rating, or who wrote it.
    fn begins_comment(&self, at: usize, place: &str) -> bool {
        let next = self.reading.source.blocks().get(at + 1).filter(|next| next.kind == BlockKind::Paragraph);
        next.map(|next| self.line(next.lines.start)).is_some_and(|line| {
            // Above a severity in bold, a file alone may be the heading of several comments.
            let rates = |head: ratings::RatedHead<'_>| head.badge.is_some() || place_lines::names_lines(place);
            let quotes_code = line.trim_start().starts_with("> ") && !is_label(line);
            quotes_code
                || place_lines::commented_lines(line).is_some()
                || place_lines::is_byline(line)
                || ratings::severity_line(line).is_some()
                || ratings::rated_head(line).is_some_and(rates)
        })
    }

    /// The place of a comment that some lines begin: a place with its lines and below it what rates it, or a file and below it
    /// the lines that the comment is on.
    fn headed_comment(&self, lines: &Range<usize>) -> Option<&'t str> {
        let (place, below) = (self.line(lines.start).trim(), self.line(lines.start + 1));
        let is_rated = || ratings::severity_line(below).is_some() && place_lines::names_lines(place);
        match place_lines::file_alone(place).filter(|_| place_lines::commented_lines(below).is_some()) {
            Some(file) => Some(file),
            None => (place_lines::is_place(place) && is_rated()).then_some(place),
        }
    }

    /// Whether a line that is a place alone is open: a comment on it follows.
    fn is_in_comment(&self) -> bool {
        let open = self.open.last().and_then(|last| self.nodes.get(*last)).filter(|open| open.kind == Kind::Bold);
        open.is_some_and(|open| {
            open.lead().place.is_some() && open.lead().title.is_none() && open.lead().after.is_empty()
        })
    }

    /// Whether a line begins with a sign right below a bold line that begins with a place: `**src/a.ts:4: the door is open**`,
    /// then `🔴 FAIL. …`.
    fn is_below_place(&self, line: &str) -> bool {
        let open = self.open.last().and_then(|last| self.nodes.get(*last)).filter(|open| open.kind == Kind::Bold);
        let is_title = open.is_some_and(|open| {
            let lead = open.lead();
            lead.place.is_some() && lead.severity.is_none() && open.children.is_empty() && open.lines.len() == 1
        });
        is_title
            && !line.trim_start().starts_with(|first: char| first.is_ascii())
            && lead::read(line.trim(), lead::Form::Text).place.is_none()
    }

    /// Whether nothing is open that what comes may be a part of: a heading that announces is, an entry is not.
    fn stands_alone(&self) -> bool {
        let last = self.open.last().and_then(|last| self.nodes.get(*last));
        last.is_none_or(|last| {
            let announces = last.kind == Kind::Heading && !matches!(last.class, Class::Plain | Class::Label);
            last.kind == Kind::Root || (announces && !is_counted(last.text)) || self.is_in_comment()
        })
    }

    /// Whether the open entry is a comment whose title is still to come.
    fn is_untitled(&self) -> bool {
        // Each paragraph asks, and a fold that never ends may hold thousands.
        const HEAD: usize = 64;
        let open = self.open.last().and_then(|last| self.nodes.get(*last)).filter(|open| open.kind == Kind::Bold);
        open.filter(|open| open.children.len() <= HEAD).is_some_and(|open| {
            let rates = |child: &Node<'_>| ratings::severity_line(self.line(child.lines.start)).is_some();
            let heads = |child: &Node<'_>| {
                let line = self.line(child.lines.start);
                rates(child) || place_lines::commented_lines(line).is_some() || place_lines::is_byline(line)
            };
            let told = || open.children.iter().filter_map(|child| self.nodes.get(*child));
            open.lead().title.is_none()
                && open.lead().place.is_some()
                && (told().any(rates)
                    || place_lines::lines_in_code(open.text)
                        .is_some_and(|(_, rating)| ratings::severity_line(rating).is_some()))
                && self.outside_folds(open).all(|child| child.kind == Kind::Layout || heads(child))
        })
    }

    /// The parts of a node but for those in a fold: how a bot went about it stands there, before what it says.
    fn outside_folds<'n>(&'n self, node: &'n Node<'t>) -> impl Iterator<Item = &'n Node<'t>> {
        let mut folds = 0;
        node.children.iter().filter_map(|child| self.nodes.get(*child)).filter(move |child| {
            let tags = markup::tag_line(self.line(child.lines.start)).filter(|_| child.kind == Kind::Layout);
            let inside = folds > 0;
            folds = tags.map_or(folds, |tags| (folds + tags.opened).saturating_sub(tags.closed));
            !inside
        })
    }

    /// Whether a line without marks stands over what follows, as in text for a terminal: `HIGH`, `TESTS (a.test.ts)`,
    /// `CRITICAL - fix before merge` above a list.
    fn is_plain_heading(&self, at: usize, line: &str) -> bool {
        const WORDS: usize = 8;
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
        capital
            || headings::group(text).is_some()
            || (above_list() && lead::read(text, lead::Form::Heading).severity.is_some())
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
            if outer_goes_on && !goes_on {
                self.close(ITEM + 1);
            } else if !(goes_on || indented || is_field) {
                self.close(ITEM);
            }
        }
        self.add(kind, first.trim(), lines, usize::MAX);
    }

    /// A rule ends an entry, and a summary without headings of its own; it keeps the headings that announce entries.
    fn rule(&mut self) {
        self.close(BOLD);
        let has_headings = |node: &Node<'_>| {
            node.children.iter().filter_map(|child| self.nodes.get(*child)).any(|child| child.kind == Kind::Heading)
        };
        while self.open.len() > 1
            && let Some(last) = self.open.last().and_then(|last| self.nodes.get(*last))
            && ((last.class == Class::Plain && is_counted(last.text))
                || (last.class == Class::Summary && last.is_marked_heading() && !has_headings(last)))
        {
            self.open.pop();
        }
    }
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

/// The title between two rules on one line: `=== SEC-1: Title ===`.
fn ruled_title(line: &str) -> Option<&str> {
    const MARKS: usize = 2;
    let text = line.trim();
    let mark = text.chars().next().filter(|mark| matches!(mark, '=' | '-' | '*' | '~'))?;
    let inner = text.trim_start_matches(mark);
    let title = inner.trim_end_matches(mark);
    let closes = inner.len() - title.len() >= MARKS && text.len() - inner.len() >= MARKS;
    let spaced = title.starts_with(' ') && title.ends_with(' ');
    Some(title.trim()).filter(|title| closes && spaced && title.contains(char::is_alphabetic))
}

/// The place that a quoted line is, and nothing else.
fn quoted_place(line: &str) -> Option<&str> {
    let place = line.trim().strip_prefix('>')?.trim();
    (place_lines::says_where(place) || (place_lines::is_place_line(place) && place_lines::names_lines(place)))
        .then_some(place)
}

/// Whether a line is a severity in capitals or in brackets, a place, and nothing else: `HIGH src/a.ts:4`.
fn is_rated_place(line: &str) -> bool {
    let lead = lead::read(line.trim(), lead::Form::Text);
    let marked =
        |severity: &str| line.trim_start().starts_with('[') || severity.bytes().all(|byte| !byte.is_ascii_lowercase());
    lead.severity.is_some_and(marked) && lead.place.is_some() && lead.title.is_none() && lead.after.is_empty()
}

/// Whether a line is the fence of a block in YAML, where `#` begins a comment.
#[must_use]
pub fn opens_yaml(line: &str) -> bool {
    scan_fence(line).is_some_and(|mark| ["yaml", "yml"].iter().any(|name| mark.info.eq_ignore_ascii_case(name)))
}

/// Whether a heading is counted, named by an id, or weighed: what it stands over is one thing.
fn is_counted(text: &str) -> bool {
    let lead = lead::read(text, lead::Form::Heading);
    lead.number.is_some() || !lead.ids.is_empty() || lead.severity.is_some()
}

/// Whether a paragraph begins in bold with a name of its own, without number, id or severity: `**Reference:** …`.
fn is_aside(line: &str) -> bool {
    let lead = inline::bold_lead(line).map_or("", |(lead, _)| lead);
    matches!(vocabulary::classify(lead), Class::Plain | Class::Label | Class::Topic) && !is_counted(line)
}

/// Whether a line rates or places what it stands below, its parts between marks: `**Anchor 75** (FYI) · Unit 4`.
#[must_use]
pub fn rates(line: &str) -> bool {
    const WORDS: usize = 16;
    let after = inline::bold_lead(line).and_then(|(_, at)| line.trim_start().get(at..)).map_or("", str::trim_start);
    let remark = after.strip_prefix('(').and_then(|remark| remark.split_once(')'));
    let is_short = line.split_whitespace().count() <= WORDS && !line.trim_end().ends_with('.');
    is_short && is_aside(line) && remark.map_or(after, |(_, after)| after.trim_start()).starts_with(['·', '•', '|'])
}

/// Whether a line begins with the name of a field: `**Fix:** …`, `Location: …`, `**Fix**`.
#[must_use]
pub fn is_label(line: &str) -> bool {
    label(line).is_some()
}

/// A known name of a field at the start of a line, and what follows it.
#[must_use]
pub fn label(line: &str) -> Option<(&str, &str)> {
    if let Some(place) = element_label(line) {
        return Some(("location", place));
    }
    let trimmed = unquoted(line.trim());
    // `1. - Location: …`: a list within an item.
    let inner = without_item_mark(trimmed).trim_start();
    let trimmed = if inner.starts_with("- ") { inner } else { trimmed };
    if let Some((key, value, _)) = fields::scan(trimmed).filter(|(key, _, _)| labels::role(key).is_some()) {
        return Some((key, value)).filter(|(key, _)| !labels::is_decorated(key));
    }
    // `**Fix.** text`, `*Fix:* text`, `**Fix**`
    let text = without_item_mark(trimmed);
    for mark in ["**", "__", "*", "_"] {
        if let Some((name, after)) = text.strip_prefix(mark).and_then(|inner| inner.split_once(mark)) {
            // `**Severity: High** where it occurs`: name and value in bold.
            if let Some((key, _)) = name.split_once(": ").filter(|(key, _)| labels::role(key) == Some("severity")) {
                return text.get(mark.len() + key.len() + 1..).map(|value| (key, value.trim_start()));
            }
            let key = name.trim().trim_end_matches(['.', ':']).trim_end();
            let ends = name.trim_end().ends_with(['.', ':'])
                || after.trim().is_empty()
                || after.trim_start().starts_with([':', '—', '–']);
            return (ends && labels::role(key).is_some() && !labels::is_decorated(key))
                .then(|| (key, after.trim_start_matches([':', '—', '–', ' '])));
        }
    }
    None
}

/// The place that an element on a line of its own names: `` <location> `src/a.ts:4` </location> ``,
/// `<location path="src/a.ts" line_range="4" />`.
#[must_use]
pub fn element_label(line: &str) -> Option<&str> {
    let element = line.trim().strip_prefix("<location")?;
    if let Some(attributes) = element.strip_suffix("/>") {
        let value = ["path=\"", "file=\""].iter().find_map(|name| attributes.trim_start().strip_prefix(name))?;
        return value.trim_end().strip_suffix('"');
    }
    let place = element.strip_prefix('>')?.strip_suffix("</location>")?.trim();
    place_lines::is_place(place).then_some(place)
}

/// A line of a quotation that begins with a name in bold or italics of what is wrong or what to do, without its mark:
/// `> **Fix:** …`. What else is quoted may be the words of somebody else.
fn unquoted(line: &str) -> &str {
    let quoted = line.strip_prefix('>').map(str::trim_start).filter(|text| text.starts_with(['*', '_']));
    let told = quoted.filter(|text| {
        let name = text.trim_start_matches(['*', '_']).split(['*', '_', ':']).next().unwrap_or_default();
        matches!(labels::role(name), Some("description" | "discussion" | "suggestion"))
    });
    told.unwrap_or(line)
}

/// Whether a paragraph begins in bold with something other than the name of a field.
fn is_bold_entry(line: &str) -> bool {
    inline::bold_lead(line).is_some() && line.trim_start().starts_with(['*', '_']) && !is_label(line)
}

/// Whether a line begins with a file, its line, and a colon, as tools write it, and goes on to say something:
/// `src/a.ts:4:7: the key is logged`.
fn begins_placed(line: &str) -> bool {
    const WORDS: usize = 3;
    let Some((place, after)) = code_places::lead(line.trim()) else { return false };
    place.ends_with(|last: char| last.is_ascii_digit())
        && place.contains(':')
        && after.strip_prefix(": ").is_some_and(|told| told.split_whitespace().nth(WORDS - 1).is_some())
}

/// Whether a line begins in bold with a code that names what follows: `**P12.** Text`.
fn begins_named(line: &str) -> bool {
    if !is_bold_entry(line) {
        return false;
    }
    let lead = lead::read(line, lead::Form::Text);
    let is_code = |written: &str| written.ends_with(|last: char| last.is_ascii_digit());
    lead.ids.first().copied().or(lead.severity).is_some_and(is_code)
}

/// Whether a line begins an entry wherever it stands: with a severity, and goes on to say what is wrong. Counts,
/// alternatives and single words say nothing; in a quote, the severity has to be marked.
#[must_use]
pub fn begins_entry(line: &str) -> bool {
    const MARKED_WORDS: usize = 2;
    const PLAIN_WORDS: usize = 3;
    let quoted = line.trim_start().starts_with('>');
    let text = line.trim().trim_start_matches('>').trim_start();
    if text.is_empty() || is_label(text) || headings::group(text).is_some() {
        return false;
    }
    let lead = lead::read(text, lead::Form::Text);
    let Some(severity) = lead.severity else { return lead.flag.is_some() && !lead.after.is_empty() };
    // `S2: …` numbers a step.
    if severity.len() == 2 && severity.starts_with(['S', 's']) && lead.place.is_none() {
        return false;
    }
    let marked = text.starts_with(['*', '_', '[', '~']) || lead.place.is_some() || !severity.is_ascii();
    let told = lead.title.unwrap_or(lead.after).trim_start_matches(['*', '_', ' ', ':']);
    let says = told.starts_with(|first: char| first.is_alphabetic() || matches!(first, '`' | '"' | '“' | '\'' | '/'));
    let weighs_again = told.split([',', ';', '|', '/', '·']).any(|part| {
        let part = part.trim_start();
        let word = part.split([':', '=', ' ']).next().unwrap_or_default();
        severities::word(word).is_some() && part.len() > word.len() || severities::is_severity(part)
    });
    let words = told.split_whitespace().count() + lead.title.map_or(0, |_| lead.after.split_whitespace().count());
    says && !weighs_again
        && !is_none(told)
        && words >= if marked { MARKED_WORDS } else { PLAIN_WORDS }
        && (marked || !quoted)
}
