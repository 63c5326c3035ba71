//! Comments on code as review bots and forges write them: the line that says where one stands, and what heads it.
//! See `docs/formats/prose.md`, "Outline".

use std::ops::Range;

use super::builder::Builder;
use super::{BOLD, Kind, Node, item_text};
use crate::part::Reading;
use crate::review::beginnings::{is_bold_entry, is_counted, is_label, label};
use crate::review::vocabulary::{self, Class};
use crate::review::{labels, lead, place_lines, ratings};
use crate::text::blocks::{Block, BlockKind, PSEUDO_HEADING, heading_text};
use crate::text::lines::scan_fence;
use crate::text::{inline, markup};

impl<'t> Builder<'_, '_, 't> {
    /// Takes the lines that begin a comment, if these do.
    pub(super) fn opens_comment(&mut self, at: usize, first: &'t str, lines: &Range<usize>) -> bool {
        // ``**ann** commented on `src/a.ts` line 4``
        if lines.len() == 1 && place_lines::commented_on(first).is_some() {
            self.comment(at, first.trim(), lines.clone());
            return true;
        }
        // `> src/a.ts:4`, perhaps with the code there, and below it the comment on it.
        let quotes_code = || self.line(lines.start + 1).trim_start().strip_prefix('>').is_some_and(is_fence);
        if let Some(place) = quoted_place(first).filter(|_| lines.len() == 1 || quotes_code()) {
            self.push(Kind::Bold, place, lines.start..lines.start + 1, BOLD);
            if lines.len() > 1 {
                self.leaf(Kind::Text, lines.start + 1..lines.end, at);
            }
            return true;
        }
        // `In src/a.ts:`, the code there, and the comment on it.
        if let Some(place) =
            place_lines::file_alone(first).filter(|_| lines.len() == 1 && self.begins_comment(at, first))
        {
            self.comment(at, place, lines.clone());
            return true;
        }
        // `Comment on lines +4 to +9`, below the name of the file.
        let above = self.open.last().and_then(|last| self.nodes.get(*last));
        if lines.len() == 1
            && place_lines::commented_lines(first).is_some()
            && above.is_some_and(|above| above.class == Class::File)
        {
            self.comment(at, first.trim(), lines.clone());
            return true;
        }
        // `src/a.ts — Line 4`, a line that rates it, and the comment.
        if let Some(place) = self.headed_comment(lines).filter(|_| lines.len() > 1) {
            self.comment(at, place, lines.start..lines.start + 1);
            self.leaf(Kind::Text, lines.start + 1..lines.end, at);
            return true;
        }
        false
    }

    /// Whether a line says where a comment on code stands: alone above a line with its severity, or with its title behind
    /// it: `` `10-12`: **Title.** ``.
    pub(super) fn is_place_of_comment(&self, at: usize, lines: &Range<usize>) -> bool {
        const SEVERAL: usize = 3;
        let line = self.line(lines.start);
        // `` `src/a.ts:4` ``, right below it the title in bold, and what is wrong.
        let below = self.line(lines.start + 1).trim();
        let titles = || {
            let rates = lead::read(below, lead::Form::Text).severity.is_some();
            is_bold_entry(below) && label(below).is_none() && (rates || self.stands_alone())
        };
        if lines.len() > 1 && place_lines::is_place_line(line) && place_lines::names_lines(line) && titles() {
            return true;
        }
        let heads = |after: &str| inline::bold_lead(after).is_some() || ratings::severity_line(after).is_some();
        if place_lines::lines_in_code(line.trim()).is_some_and(|(_, after)| heads(after)) {
            return true;
        }
        // `` `src/a.ts`, line 4 ``, and below it what is wrong there, one after the other.
        if self.places_alone >= SEVERAL
            && place_alone(self.reading, at).is_some()
            && (self.stands_alone() || self.is_behind_rule(at))
        {
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

    /// Whether a rule stands right before a block.
    pub(super) fn is_behind_rule(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.reading.source.blocks().get(before));
        before.is_some_and(|before| before.kind == BlockKind::Rule)
    }

    /// Whether code that cites lines is what a comment is on: among several in a section, each is.
    pub(super) fn begins_citation(&self, at: usize, first: &str) -> bool {
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

    /// Whether what follows a block is a hunk of a change, and who commented on it.
    pub(super) fn is_above_hunk(&self, at: usize) -> bool {
        let block = |at: usize| self.reading.source.blocks().get(at);
        let hunk = block(at + 1).filter(|next| matches!(next.kind, BlockKind::Fence { .. }));
        hunk.is_some_and(|next| place_lines::hunk_lines(self.line(next.lines.start + 1)).is_some())
            && block(at + 2).is_some_and(|next| place_lines::is_byline(self.line(next.lines.start)))
    }

    /// Whether what follows a block is the head of a comment: the code that it is on, its lines, its rating, or who wrote it.
    pub(super) fn begins_comment(&self, at: usize, place: &str) -> bool {
        if self.is_above_hunk(at) {
            return true;
        }
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
    pub(super) fn headed_comment(&self, lines: &Range<usize>) -> Option<&'t str> {
        let (place, below) = (self.line(lines.start).trim(), self.line(lines.start + 1));
        let is_rated = || ratings::severity_line(below).is_some() && place_lines::names_lines(place);
        match place_lines::file_alone(place).filter(|_| place_lines::commented_lines(below).is_some()) {
            Some(file) => Some(file),
            None => (place_lines::is_place(place) && is_rated()).then_some(place),
        }
    }

    /// The level of the heading that a comment says its title in: right below its place, or below the code that it is on.
    pub(super) fn headed_below(&self, at: usize) -> Option<u8> {
        const CODE: usize = 64;
        let shows_code = |block: &Block| match &block.kind {
            BlockKind::Fence { .. } => true,
            BlockKind::Paragraph | BlockKind::List(_) => {
                block.lines.clone().all(|number| place_lines::is_changed(self.line(number)))
            }
            _ => false,
        };
        let mut blocks = self.reading.source.blocks().iter().skip(at + 1).take(CODE);
        let heading = blocks.find(|block| !shows_code(block))?;
        match heading.kind {
            BlockKind::Heading { level }
                if (2..PSEUDO_HEADING).contains(&level)
                    && vocabulary::classify(heading_text(self.line(heading.lines.start))) == Class::Plain =>
            {
                Some(level)
            }
            _ => None,
        }
    }

    /// Whether a line that is a place alone is open: a comment on it follows.
    pub(super) fn is_in_comment(&self) -> bool {
        let open = self.open.last().and_then(|last| self.nodes.get(*last)).filter(|open| open.kind == Kind::Bold);
        open.is_some_and(|open| {
            let is_place = open.lead().place.is_some() && open.lead().title.is_none() && open.lead().after.is_empty();
            is_place || place_lines::commented_lines(open.text).is_some()
        })
    }

    /// Whether a line begins with a sign right below a bold line that begins with a place: `**src/a.ts:4: the door is open**`,
    /// then `🔴 FAIL. …`.
    pub(super) fn is_below_place(&self, line: &str) -> bool {
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
    pub(super) fn stands_alone(&self) -> bool {
        let last = self.open.last().and_then(|last| self.nodes.get(*last));
        last.is_none_or(|last| {
            let announces = last.kind == Kind::Heading && !matches!(last.class, Class::Plain | Class::Label);
            last.kind == Kind::Root || (announces && !is_counted(last.text)) || self.is_in_comment()
        })
    }

    /// Whether the open entry is a comment whose title is still to come.
    pub(super) fn is_untitled(&self) -> bool {
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
    pub(super) fn outside_folds<'n>(&'n self, node: &'n Node<'t>) -> impl Iterator<Item = &'n Node<'t>> {
        let mut folds = 0;
        node.children.iter().filter_map(|child| self.nodes.get(*child)).filter(move |child| {
            let tags = markup::tag_line(self.line(child.lines.start)).filter(|_| child.kind == Kind::Layout);
            let inside = folds > 0;
            folds = tags.map_or(folds, |tags| (folds + tags.opened).saturating_sub(tags.closed));
            !inside
        })
    }
}

/// Whether a list has conventional comments of two kinds, one of which no field is named like: `**issue:** …` beside
/// `**nitpick:** …`.
pub(super) fn has_comments(reading: &Reading<'_, '_>) -> bool {
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

/// The label that a conventional comment begins with: `**issue:** …`, `nitpick: …`.
pub(super) fn comment_label(text: &str) -> Option<&str> {
    let (name, after) = text.split_once(':')?;
    let name = name.trim_start_matches(['*', '_', '`']).trim_end_matches(['*', '_', '`']);
    let told = !after.trim_matches(['*', '_', '`', ' ']).is_empty();
    Some(name).filter(|name| told && (labels::is_comment(name) || labels::is_decorated(name)))
}

fn is_fence(line: &str) -> bool {
    scan_fence(line.trim_start()).is_some()
}

/// The place that a quoted line is, and nothing else.
pub(super) fn quoted_place(line: &str) -> Option<&str> {
    let place = line.trim().strip_prefix('>')?.trim();
    (place_lines::says_where(place) || (place_lines::is_place_line(place) && place_lines::names_lines(place)))
        .then_some(place)
}

/// How many paragraphs of a reply are lines of a file and nothing else, each above a paragraph.
pub(super) fn places_alone(reading: &Reading<'_, '_>) -> usize {
    (0..reading.source.blocks().len()).filter(|at| place_alone(reading, *at).is_some()).count()
}

/// The line that a paragraph is, where it is lines of a file and nothing else and a paragraph follows.
fn place_alone<'t>(reading: &Reading<'_, 't>, at: usize) -> Option<&'t str> {
    let blocks = reading.source.blocks();
    let is_paragraph = |block: &&Block| matches!(block.kind, BlockKind::Paragraph);
    let block = blocks.get(at).filter(is_paragraph).filter(|block| block.lines.len() == 1)?;
    blocks.get(at + 1).filter(is_paragraph)?;
    let line = reading.source.line(block.lines.start).trim();
    (place_lines::is_place(line) && place_lines::names_lines(line)).then_some(line)
}
