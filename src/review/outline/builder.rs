//! Adds one block after the other to the tree, and closes what ended.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::comments::comment_label;
use super::{BOLD, GROUP, INDENT, ITEM, Kind, Mark, Node, RULED};
use crate::part::Reading;
use crate::review::beginnings::{
    assigned, begins_entry, begins_placed, is_counted, is_label, judged, label, opens_yaml,
};
use crate::review::vocabulary::Class;
use crate::review::{lead, place_lines, vocabulary};
use crate::text::blocks::{Block, BlockKind, Item, PSEUDO_HEADING, heading_text};
use crate::text::lines::{Line, LineRole};
use crate::text::{fields, inline, ledger, markup, steps};

pub(super) struct Builder<'r, 'p, 't> {
    pub(super) reading: &'r Reading<'p, 't>,
    pub(super) nodes: Vec<Node<'t>>,
    /// The nodes that are open, the innermost last.
    pub(super) open: Vec<usize>,
    pub(super) taken: Vec<Range<usize>>,
    pub(super) lists: Vec<Option<u32>>,
    /// How many paragraphs are places and nothing else.
    pub(super) places_alone: usize,
    /// Whether the reply is made of conventional comments.
    pub(super) comments: bool,
    /// The folds that are open, and whether the title of each is a heading.
    pub(super) folds: Vec<bool>,
    /// Whether the reply compares documents.
    pub(super) compares: bool,
    /// Whether the reply says at its beginning that it is a review.
    pub(super) reviews: bool,
    /// The paragraphs that are counted in ordinal words.
    pub(super) ordinals: BTreeSet<usize>,
    /// The paragraphs that are counted by letters.
    pub(super) letters: BTreeSet<usize>,
    /// The paragraphs that are fields of a finding, with the line of its title.
    pub(super) titled: BTreeMap<usize, usize>,
    /// The paragraphs that begin with the title of a finding as a field.
    pub(super) labelled: BTreeMap<usize, usize>,
    /// The paragraphs that begin with the place or the severity of a finding as a field.
    pub(super) untitled: BTreeSet<usize>,
    /// How much deeper headings stand, since one of them came before.
    pub(super) deeper: usize,
    /// How many headings there are so far.
    pub(super) headings: usize,
    /// How many items, lines that are entries, and fences there are so far.
    pub(super) listed: usize,
}

impl<'t> Builder<'_, '_, 't> {
    pub(super) fn line(&self, number: usize) -> &'t str {
        self.reading.source.line(number)
    }

    pub(super) fn is_taken(&self, block: &Block) -> bool {
        let range = self.reading.source.lines_range(block.lines.clone());
        ledger::meets(&self.taken, &range)
    }

    /// The lines of a paragraph behind those that were claimed, where they begin with an entry or a field.
    pub(super) fn left_of(&self, block: &Block) -> Option<Range<usize>> {
        let is_taken = |number: usize| ledger::meets(&self.taken, &self.reading.source.lines_range(number..number + 1));
        let from =
            block.lines.clone().find(|number| !is_taken(*number)).filter(|_| block.kind == BlockKind::Paragraph)?;
        let first = self.line(from);
        let begins = begins_entry(first) || begins_placed(first) || is_label(first) || assigned(first).is_some();
        (begins && !(from..block.lines.end).any(is_taken)).then_some(from..block.lines.end)
    }

    pub(super) fn block(&mut self, at: usize) {
        let Some(block) = self.reading.source.blocks().get(at) else { return };
        let first = self.line(block.lines.start);
        // The end of a fence that was opened ends what stands in it.
        let before = at.checked_sub(1).and_then(|before| self.reading.source.blocks().get(before));
        let between = before.map_or(0, |before| before.lines.end)..block.lines.start;
        let is_mark = |line: &Line| line.role == LineRole::Wrapper;
        if self.reading.source.lines().get(between).is_some_and(|lines| lines.iter().any(is_mark)) {
            self.close(BOLD);
        }
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
    pub(super) fn close(&mut self, depth: usize) {
        while self.open.len() > 1
            && self.open.last().and_then(|last| self.nodes.get(*last)).is_some_and(|last| last.depth >= depth)
        {
            self.open.pop();
        }
    }

    pub(super) fn add(&mut self, kind: Kind, text: &'t str, lines: Range<usize>, depth: usize) -> usize {
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

    pub(super) fn push(&mut self, kind: Kind, text: &'t str, lines: Range<usize>, depth: usize) -> usize {
        self.close(depth);
        let number = self.add(kind, text, lines, depth);
        self.open.push(number);
        number
    }

    /// A heading. What is counted stands below a heading of its own level that announces findings, where nothing else
    /// does: `## Critical`, then `## 1. Title`.
    pub(super) fn heading(&mut self, block: &Block, level: u8) {
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
        let number = |lead: &lead::Lead<'_>| lead.number.and_then(|number| number.parse::<u32>().ok());
        let announces = |above: &Node<'_>| {
            matches!(above.class, Class::Severity(_) | Class::Problems | Class::Findings)
                // `### 28. Misleading comments`, then `### 29. …`
                && number(above.lead()).is_none_or(|above| number(&lead) != above.checked_add(1))
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
    pub(super) fn bold_line(&mut self, at: usize, block: &Block, line: &'t str) {
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
        // `**Suggestions (advisory):**` weighs what stands under it; `Recommendations:` behind a list of findings is a section.
        if is_label(line) && !text.contains('(') && !self.goes_on_behind_list(at, text) {
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

    /// Whether a line that may be a field stands over a list of its own, behind one whose items are findings, or others of their
    /// kind: they stand under what announces them, and the last of them is no field.
    fn goes_on_behind_list(&self, at: usize, text: &str) -> bool {
        let open = || self.open.iter().rev().filter_map(|open| self.nodes.get(*open));
        let in_bold = open().take_while(|node| node.kind != Kind::Heading).any(|node| node.kind == Kind::Bold);
        let is_item = |last: &Node<'_>| last.kind == Kind::Item && label(last.text).is_none();
        let is_listed = !in_bold && open().next().is_some_and(is_item);
        let above = open().find(|node| node.kind == Kind::Heading);
        let announced = above.is_some_and(|above| {
            matches!(above.class, Class::Severity(_) | Class::Problems | Class::Findings | Class::Topic)
        });
        let next = self.reading.source.blocks().get(at + 1).map(|next| &next.kind);
        let class = vocabulary::classify(text);
        // `**Missing tests**`
        let tells = class == Class::Problems && text.contains(' ') && !self.is_in_entry();
        let is_section =
            tells || (is_listed && matches!(class, Class::Other | Class::Problems | Class::Findings | Class::Summary));
        is_section && announced && matches!(next, Some(BlockKind::List(_)))
    }

    /// Takes the lines of a checklist: what fails is an entry.
    pub(super) fn check_list(&mut self, at: usize, lines: Range<usize>) {
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
    pub(super) fn is_check_list(&self, lines: &Range<usize>) -> bool {
        const SEVERAL: usize = 3;
        let most = || lines.clone().filter(|number| judged(self.line(*number)).is_some()).count();
        judged(self.line(lines.start)).is_some()
            && most() >= SEVERAL
            && most() + 1 >= lines.len()
            && lines.clone().any(|number| judged(self.line(number)).is_some_and(|(failed, _)| failed))
    }

    /// Whether a label without marks stands over lists that are no findings.
    pub(super) fn is_in_plain_other(&self) -> bool {
        let group = self.open.iter().rev().filter_map(|open| self.nodes.get(*open)).find(|open| open.depth == GROUP);
        group.is_some_and(|group| {
            let line = self.line(group.lines.start).trim();
            group.class == Class::Other && line.ends_with(':') && !line.starts_with(['*', '_'])
        })
    }

    /// Whether a line says all that it says, so that what follows is not below it: `**Verdict: do not merge**` at the
    /// beginning.
    pub(super) fn says_all(&self, text: &str) -> bool {
        let states = || fields::scan(text).is_some_and(|(_, value, _)| !value.is_empty());
        self.headings <= 1 && self.listed == 0 && vocabulary::classify(text) == Class::Other && states()
    }

    /// Whether a line in brackets stands below another one that announces what follows: `**[CRITICAL ISSUES]**`, then
    /// `**[STYLE NOTES]**`.
    pub(super) fn goes_on_with_brackets(&self, text: &str) -> bool {
        let mut open = self.open.iter().filter_map(|open| self.nodes.get(*open));
        text.starts_with('[')
            && open.any(|open| open.kind == Kind::Heading && open.depth == GROUP && open.text.starts_with('['))
    }

    pub(super) fn list(&mut self, items: &[Item]) {
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

    /// Whether nothing stands below what is open.
    pub(super) fn has_no_part(&self) -> bool {
        self.open.last().and_then(|last| self.nodes.get(*last)).is_some_and(|last| last.children.is_empty())
    }

    /// Text, code or a table. After a list it belongs to the last item only where it is indented, where the list goes on
    /// counting behind it, or where it is a field.
    pub(super) fn leaf(&mut self, kind: Kind, lines: Range<usize>, at: usize) {
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
    pub(super) fn is_list_headed(&self) -> bool {
        const NEAR: usize = 64;
        let outer = self.open.iter().filter_map(|open| self.nodes.get(*open)).find(|node| node.kind == Kind::Item);
        let above = outer.and_then(|item| self.nodes.get(item.parent)).map(|parent| parent.children.as_slice());
        let parts = || above.unwrap_or_default().iter().take(NEAR).filter_map(|part| self.nodes.get(*part));
        let at = parts().position(|part| part.kind == Kind::Item).and_then(|at| at.checked_sub(1));
        at.and_then(|at| parts().nth(at))
            .is_some_and(|before| before.kind == Kind::Text && inline::italic(before.text).is_some())
    }

    /// Whether a section with something in it stands right below a heading that weighs.
    pub(super) fn is_below_severity(&self, node: &Node<'_>) -> bool {
        let is_section = node.kind == Kind::Heading && node.depth < RULED && !node.children.is_empty();
        let above = self.nodes.get(node.parent).filter(|_| is_section);
        above.is_some_and(|above| matches!(above.class, Class::Severity(_)))
    }

    /// A rule ends an entry, and a summary without headings of its own; it keeps the headings that announce entries.
    pub(super) fn rule(&mut self, at: usize) {
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

/// What the first line of a node announces: of running text, what stands in bold before it.
pub(super) fn class_of(kind: Kind, text: &str) -> Class {
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

/// Whether the name of an element says what stands in it, as a heading does.
pub(super) fn announces_section(name: &str) -> bool {
    let class = vocabulary::classify(&name.replace(['_', '-'], " "));
    !matches!(class, Class::Plain | Class::Label | Class::Topic | Class::File)
}

/// The letters of an id: `I` of `I6`.
fn letters(id: &str) -> &str {
    id.trim_end_matches(|digit: char| digit.is_ascii_digit())
}
