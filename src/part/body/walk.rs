//! The walk itself: headings, discussions, paragraphs, and what could only be told at the end.

use std::collections::BTreeMap;
use std::ops::Range;

use super::kinds::owner;
use super::{Body, Scope};
use crate::model::{Code, ResultType, quote};
use crate::order::Arrange;
use crate::part::discussions::{self, Subject, Subjects, section_end};
use crate::part::finding::Parts;
use crate::part::finding_text::{self, Group, heading_words};
use crate::part::records::{self, List};
use crate::part::scales::Scales;
use crate::part::sections::{self, Section};
use crate::part::titles::Titles;
use crate::part::{Reading, contrast_table, headings, ids};
use crate::text::blocks::{Block, BlockKind, PSEUDO_HEADING};
use crate::text::ledger::Owner;
use crate::text::{fields, inline};

pub(super) struct Walk<'r, 'p, 't, 'a> {
    pub(super) reading: &'r mut Reading<'p, 't>,
    pub(super) scope: Scope<'a>,
    pub(super) body: Body,
    pub(super) headings: Vec<Open>,
    pub(super) subjects: Subjects,
    /// Headings with an id that nothing had when they were met, and whether there were findings by then.
    pub(super) later: Vec<(usize, bool)>,
    /// Paragraphs that give the result of a whole test run.
    sentences: Vec<usize>,
    /// What was claimed before the walk, in order.
    taken: Vec<Range<usize>>,
    /// The first finding of the last table of findings: what follows discusses them.
    pub(super) tabled_from: Option<usize>,
    /// How many findings there were where the section of one kind of finding began.
    kind_from: usize,
    pub(super) titles: Titles,
    /// The level of the heading under which each finding stands, where that heading announces none.
    pub(super) depths: Vec<u8>,
    scales: Scales,
    /// The items of the checklist by their text.
    items_by_words: BTreeMap<String, usize>,
    /// Headings that name a severity for what stands under them: their blocks and levels.
    severe: Vec<(usize, u8)>,
}

/// A heading under which the walk is.
pub(super) struct Open {
    level: u8,
    pub(super) section: Option<Section>,
    pub(super) group: Option<Group>,
    /// Whether what is ranked under it is no finding.
    plan: bool,
    /// Whether it announces what was found out rather than what is wrong.
    pub(super) research: bool,
    /// Its line, until something under it takes its severity.
    line: Option<Range<usize>>,
}

impl<'r, 'p, 't, 'a> Walk<'r, 'p, 't, 'a> {
    /// The beginning: nothing is read but what was claimed before.
    pub(super) fn new(reading: &'r mut Reading<'p, 't>, scope: Scope<'a>) -> Self {
        let taken = reading.ledger.claimed();
        let scales = Scales::of(reading);
        Self {
            reading,
            scales,
            scope,
            body: Body::default(),
            headings: Vec::new(),
            subjects: Subjects::default(),
            later: Vec::new(),
            sentences: Vec::new(),
            taken,
            tabled_from: None,
            kind_from: 0,
            titles: Titles::default(),
            depths: Vec::new(),
            items_by_words: BTreeMap::new(),
            severe: Vec::new(),
        }
    }

    /// Reads every block.
    pub(super) fn all(&mut self) {
        let count = self.reading.paper.blocks().len();
        let mut at = 0;
        while at < count {
            at = self.block(at).max(at + 1);
        }
        self.finish();
    }

    pub(super) fn blocks(&self, from: usize, to: usize) -> Vec<Block> {
        self.reading.paper.blocks().get(from..to).unwrap_or_default().to_vec()
    }

    fn is_taken(&self, block: &Block) -> bool {
        let range = self.reading.paper.lines_range(block.lines.clone());
        let next = self.taken.partition_point(|taken| taken.end <= range.start);
        self.taken.get(next).is_some_and(|taken| taken.start < range.end)
    }

    /// Where blocks end, at the latest where something was claimed before the walk.
    fn until_taken(&self, blocks: Range<usize>) -> usize {
        let below = self.reading.paper.blocks().get(blocks.start + 1..blocks.end).unwrap_or_default();
        below.iter().position(|block| self.is_taken(block)).map_or(blocks.end, |at| blocks.start + 1 + at)
    }

    /// The blocks under a heading: to the next of the same or a higher level.
    fn section_end(&self, at: usize, level: u8) -> usize {
        self.until_taken(at..section_end(self.reading.paper.blocks(), at, level))
    }

    /// Where what belongs to a line in bold ends: at the latest where a paragraph begins as a finding.
    fn until_finding(&self, at: usize, end: usize, level: u8) -> usize {
        if level != PSEUDO_HEADING {
            return end;
        }
        let below = self.reading.paper.blocks().get(at + 1..end).unwrap_or_default();
        let begins = |block: &Block| {
            block.kind == BlockKind::Paragraph
                && (finding_text::titled(self.reading, block, false).is_some()
                    || !finding_text::marked_items(self.reading, block).is_empty())
        };
        below.iter().position(begins).map_or(end, |next| at + 1 + next)
    }

    pub(super) fn section(&self) -> Option<Section> {
        self.headings.iter().rev().find_map(|open| open.section)
    }

    pub(super) fn group(&self) -> Option<&Group> {
        self.headings.iter().rev().find_map(|open| open.group.as_ref())
    }

    /// Whether a table of findings was read in a reply of a protocol; in a section of one kind of finding, in that section.
    pub(super) fn tabled(&self) -> bool {
        self.scope.protocol && self.tabled_from.is_some_and(|tabled| tabled >= self.counted_from())
    }

    /// The same of any findings.
    pub(super) fn found(&self) -> bool {
        self.scope.protocol && self.body.findings.len() > self.counted_from()
    }

    /// From which finding on the section counts: a section of one kind begins anew.
    fn counted_from(&self) -> usize {
        if matches!(self.section(), Some(Section::Contrast(_))) { self.kind_from } else { 0 }
    }

    /// What the open headings say of a finding under them, before its own words do.
    pub(super) fn base(&self) -> Parts {
        let usual = match self.section() {
            Some(Section::Contrast(contrast)) => contrast_table::usual(contrast),
            _ => None,
        };
        Parts {
            heading_type: usual.map(|(finding_type, _)| finding_type),
            heading_severity: usual.map(|(_, severity)| severity),
            without_id: self.scope.without_ids || usual.is_some(),
            ..Parts::default()
        }
    }

    /// Whether the walk is where things are ranked that are no findings; a protocol has no such places.
    pub(super) fn is_planning(&self) -> bool {
        let near = self.headings.iter().rev().find(|open| open.plan || open.section == Some(Section::Findings));
        !self.scope.protocol && near.is_some_and(|open| open.plan)
    }

    /// What was read under a heading that names a severity makes the heading part of it.
    pub(super) fn claim_group(&mut self, findings_before: usize) {
        if self.body.findings.len() == findings_before {
            return;
        }
        let Some(open) = self.headings.iter_mut().rev().find(|open| open.group.is_some()) else { return };
        if let (Some(lines), Some(group)) = (open.line.take(), &open.group) {
            let message = format!("The severity {} was read as {}.", quote(&group.words), group.severity.word());
            let range = self.reading.paper.lines_range(lines.clone());
            self.reading.claim_lines(lines, Owner::Field("findings"));
            if !group.words.eq_ignore_ascii_case(group.severity.word()) {
                self.reading.say(Code::SeverityWord, message, range);
            }
        }
    }

    pub(super) fn is_allowed(&self, section: Section) -> bool {
        sections::for_type(section, self.scope.result_type) == Some(section)
    }

    /// Reads the block at a place; gives the place after what was read.
    fn block(&mut self, at: usize) -> usize {
        let Some(block) = self.reading.paper.blocks().get(at).cloned() else { return at + 1 };
        if self.is_taken(&block) {
            return at + 1;
        }
        if let Some(mut discussion) =
            discussions::at(self.reading, &self.subjects, at).or_else(|| self.item_discussion(at, &block))
        {
            discussion.blocks.end = self.until_taken(discussion.blocks.clone());
            discussions::attach(self.reading, &discussion, &mut self.body.findings, &mut self.body.verification.items);
            return discussion.blocks.end;
        }
        match block.kind {
            BlockKind::Heading { level } => self.heading(at, &block, level),
            BlockKind::Table => {
                self.table(&block);
                at + 1
            }
            BlockKind::List(_) => {
                self.list(&block);
                at + 1
            }
            BlockKind::Paragraph => self.paragraph(at, &block),
            BlockKind::Fence { .. } | BlockKind::Rule | BlockKind::Comment | BlockKind::Aside => at + 1,
        }
    }

    /// A bold lead that says the text of an item: `**Bees**: …`, `**1. Units.** …`.
    fn item_discussion(&self, at: usize, block: &Block) -> Option<discussions::Discussion<'t>> {
        if block.kind != BlockKind::Paragraph || self.body.verification.items.is_empty() {
            return None;
        }
        let line = self.reading.paper.line(block.lines.start);
        let (lead, after) = inline::bold_lead(line)?;
        let subject = self.item_named(lead)?;
        let lead_text = line.get(after..)?.trim_start_matches([':', '.', '—', '–', ' ']);
        let heading = headings::Heading { title: lead, whole: lead, ..headings::Heading::default() };
        Some(discussions::Discussion { subjects: vec![subject], heading, lead: lead_text, blocks: at..at + 1 })
    }

    /// The item whose text a title is, but for case, a number before it and a full stop.
    pub(super) fn item_named(&self, title: &str) -> Option<Subject> {
        let words = inline::words(title);
        let numbered = words.trim_start_matches(|first: char| first.is_ascii_digit()).trim_start();
        self.items_by_words
            .get(words.as_str())
            .or_else(|| self.items_by_words.get(numbered))
            .map(|number| Subject::Item(*number))
    }

    fn heading(&mut self, at: usize, block: &Block, level: u8) -> usize {
        let text = heading_words(self.reading, block);
        let words = inline::words(text);
        while self.headings.last().is_some_and(|open| open.level >= level) {
            self.headings.pop();
        }
        let heading = self.scales.weigh(headings::read(text), text);
        let mut group = headings::group(text);
        if group.is_none() {
            let end = self.section_end(at, level);
            group = finding_text::group_of(self.reading, &heading, &self.blocks(at, end.min(at + 2)));
        }
        if group.is_none() {
            let end = self.until_finding(at, self.section_end(at, level), level);
            if let Some(end) = self.finding_heading(at, end, &heading, level) {
                return end;
            }
            if let Some(end) = self.discussion_by_title(at, end, &heading, level) {
                return end;
            }
        }
        let announced = sections::of_heading(&words);
        let section = announced.and_then(|(section, _)| sections::for_type(section, self.scope.result_type));
        let section = section.filter(|section| *section != Section::Recovery || self.scope.failed);
        // The title of a document announces nothing, unless it is the very name of a section.
        let section = section.filter(|_| level > 1 || announced.is_some_and(|(_, exact)| exact));
        if let (Some(section), Some((told, exact))) = (section, announced) {
            // What a kind of finding on two documents is taken for elsewhere, its heading says in part only.
            if exact && (section == told || !told.announces_findings()) {
                self.reading.claim_lines(block.lines.clone(), Owner::Field(owner(section)));
            }
            if let Some(end) = self.text_section(at, level, section) {
                return end;
            }
        }
        if matches!(section, Some(Section::Contrast(_))) {
            self.kind_from = self.body.findings.len();
        }
        let group = group.map(|severity| Group { severity, words: text.to_owned() });
        if group.is_some() && !self.is_planning() {
            self.severe.push((at, level));
        }
        let plan = sections::is_plan(&inline::words(without_remark(text)));
        let research = words.split(' ').any(|word| word == "research");
        self.headings.push(Open { level, section, group, plan, research, line: Some(block.lines.clone()) });
        at + 1
    }

    /// Sections that are kept as text.
    fn text_section(&mut self, at: usize, level: u8, section: Section) -> Option<usize> {
        let end = self.section_end(at, level);
        let design = &mut self.body.design_plan;
        let slot = match section {
            Section::Summary if self.scope.result_type == Some(ResultType::Consistency) => {
                &mut self.body.consistency.summary
            }
            Section::Summary => &mut self.body.digest.summary,
            Section::Content => &mut design.content,
            Section::Layout => &mut design.layout,
            Section::Instructions => &mut design.instructions,
            Section::CrossScreen => &mut design.cross_screen,
            Section::Recovery => &mut self.body.recovery,
            _ => return None,
        };
        let blocks = self.reading.paper.blocks().get(at + 1..end).unwrap_or_default();
        // The rule before the next section is no part of this one.
        let last = blocks.iter().rposition(|block| block.kind != BlockKind::Rule).map_or(0, |last| last + 1);
        let lines = finding_text::lines_of(blocks.get(..last).unwrap_or_default());
        let text = self.reading.paper.lines_text(lines.clone());
        if !text.trim().is_empty() {
            match slot {
                Some(earlier) => {
                    earlier.push_str("\n\n");
                    earlier.push_str(text.trim_end());
                }
                None => *slot = Some(text.trim_end().to_owned()),
            }
            self.reading.claim_lines(lines, Owner::Field(owner(section)));
        }
        Some(end)
    }

    pub(super) fn add_findings(&mut self, from: usize) {
        self.subjects.add_findings(&self.body.findings, from);
        let within = self.headings.iter().rev().find(|open| open.level < PSEUDO_HEADING);
        let within = within.filter(|open| !self.scope.protocol && open.section != Some(Section::Findings));
        self.depths.resize(self.body.findings.len(), within.map_or(0, |open| open.level));
    }

    pub(super) fn add_items(&mut self, from: usize) {
        let items = &self.body.verification.items;
        self.subjects.add_items(items, from);
        for (number, item) in items.iter().enumerate().skip(from) {
            self.items_by_words.entry(inline::words(&item.item)).or_insert(number);
        }
    }

    /// A list whose items begin with known ids discusses them.
    pub(super) fn discussion_list(&mut self, block: &Block) -> bool {
        let BlockKind::List(list) = &block.kind else { return false };
        let mut attached = false;
        for item in records::items(self.reading.paper, list) {
            let heading = headings::read(&item.text);
            let Some(subject) = heading.ids.first().and_then(|id| self.subjects.get(id)) else { continue };
            let lead = item.text.get(item.text.len() - heading.whole.len()..).unwrap_or(heading.whole);
            let mut text = if heading.ids.len() == 1 { lead.to_owned() } else { item.text.clone() };
            for (key, value) in &item.fields {
                text.push_str(&format!("\n- {key}: {value}"));
            }
            let range = self.reading.paper.lines_range(item.lines.clone());
            let (slot, owner) = match subject {
                Subject::Finding(number) => (
                    self.body.findings.get_mut(number).map(|finding| &mut finding.discussion),
                    Owner::Entry("findings", number),
                ),
                Subject::Item(number) => (
                    self.body.verification.items.get_mut(number).map(|item| &mut item.discussion),
                    Owner::Entry("detail.items", number),
                ),
            };
            if let Some(slot) = slot {
                match slot {
                    Some(earlier) => {
                        earlier.push_str("\n\n");
                        earlier.push_str(&text);
                    }
                    None => *slot = Some(text),
                }
                self.reading.ledger.claim(range, owner);
                attached = true;
            }
        }
        attached
    }

    /// Reads a paragraph; gives the place after what was read.
    fn paragraph(&mut self, at: usize, block: &Block) -> usize {
        let aliases = self.scope.aliases;
        if self.untitled(block) {
            return at + 1;
        }
        if let Some(end) = self.marked(at) {
            return end;
        }
        if self.scope.failed && self.recovery_field(block) {
            return at + 1;
        }
        match self.section() {
            Some(Section::Tests) if records::test_sentence(&self.reading.paper.block_text(block)).is_some() => {
                self.sentences.push(at);
            }
            Some(Section::Conflicts) => {
                let list = &mut List::new("detail.conflicts", &mut self.body.implementation.conflicts);
                records::read_paragraph(self.reading, block, aliases, list);
            }
            Some(Section::Notable) => {
                let list = &mut List::new("detail.notable", &mut self.body.digest.notable);
                records::read_paragraph(self.reading, block, aliases, list);
            }
            _ => {}
        }
        at + 1
    }

    /// Paragraphs from a place on that begin with a severity; gives the place after them.
    fn marked(&mut self, at: usize) -> Option<usize> {
        let section = self.section();
        let announced = section.is_some_and(Section::announces_findings);
        if self.is_planning() || (section.is_some() && !announced) {
            return None;
        }
        if self.found() {
            let block = self.reading.paper.blocks().get(at)?;
            let items = finding_text::marked_items(self.reading, block);
            let range = self.reading.paper.lines_range(items.first()?.lines.start..block.lines.end);
            let message = "A paragraph that begins with a severity is no finding beside those that were read.";
            self.reading.say(Code::SeverityPassedOver, message, range);
            return None;
        }
        let mut run = Vec::new();
        let mut end = at;
        while let Some(block) = self.reading.paper.blocks().get(end) {
            if block.kind != BlockKind::Paragraph || self.is_taken(block) {
                break;
            }
            let items = finding_text::marked_items(self.reading, block);
            if items.is_empty() {
                break;
            }
            run.extend(items);
            end += 1;
        }
        if run.is_empty() {
            return None;
        }
        let (from, base, aliases) = (self.body.findings.len(), self.base(), self.scope.aliases);
        finding_text::read_marked(self.reading, run, announced, &base, aliases, &mut self.body.findings);
        self.add_findings(from);
        Some(end)
    }

    /// `**What to try next**: …` in a reply that failed.
    fn recovery_field(&mut self, block: &Block) -> bool {
        let text = self.reading.paper.block_text(block);
        let first = text.split('\n').next().unwrap_or_default();
        let Some((key, _, _)) = fields::scan(first) else { return false };
        let is_recovery = matches!(sections::of_heading(&inline::words(key)), Some((Section::Recovery, _)));
        if !is_recovery || self.body.recovery.is_some() {
            return false;
        }
        // All of it, so that no word of the key is lost where it is not the usual one.
        let own = sections::is_known(&inline::words(key));
        let value = text.split_once(':').map_or("", |(_, value)| value).trim_start_matches(['*', '_', ' ']);
        self.body.recovery = Some(if own { value.trim().to_owned() } else { text.trim().to_owned() });
        self.reading.claim_lines(block.lines.clone(), Owner::Field("recovery"));
        true
    }

    /// What could only be told once everything was read.
    fn finish(&mut self) {
        self.say_passed_over();
        if self.body.implementation.tests.is_empty() {
            for at in std::mem::take(&mut self.sentences) {
                self.test_sentence(at);
            }
        }
        for (at, tabled) in std::mem::take(&mut self.later) {
            match discussions::at(self.reading, &self.subjects, at) {
                Some(discussion) => {
                    discussions::attach(
                        self.reading,
                        &discussion,
                        &mut self.body.findings,
                        &mut self.body.verification.items,
                    );
                }
                None if !tabled => {}
                None => {
                    let block = self.blocks(at, at + 1);
                    let range = self.reading.paper.lines_range(finding_text::lines_of(&block));
                    let text = block.first().map(|block| heading_words(self.reading, block)).unwrap_or_default();
                    let id = ids::lead(text).map_or(text, |(id, _)| id);
                    self.reading.say(
                        Code::DiscussionWithoutFinding,
                        format!("There is no finding {}.", quote(id)),
                        range,
                    );
                }
            }
        }
    }

    /// Says where text stands under a severity, and nothing of it was read as a finding.
    fn say_passed_over(&mut self) {
        let mut read: Vec<u32> = self.body.findings.iter().map(|finding| finding.span.start).collect();
        read.arrange();
        for (at, level) in std::mem::take(&mut self.severe) {
            let end = self.section_end(at, level);
            let blocks = self.reading.paper.blocks().get(at..end).unwrap_or_default();
            let (Some(heading), Some(below)) = (blocks.first(), blocks.get(1..)) else { continue };
            let range = self.reading.paper.lines_range(finding_text::lines_of(blocks));
            let next = read.partition_point(|start| (*start as usize) < range.start);
            let says = |block: &Block| {
                let is_text = matches!(block.kind, BlockKind::Paragraph | BlockKind::List(_));
                is_text && finding_text::says_something(&self.reading.paper.block_text(block))
            };
            if read.get(next).is_none_or(|start| *start as usize >= range.end) && below.first().is_some_and(says) {
                let text = quote(heading_words(self.reading, heading));
                let range = self.reading.paper.lines_range(heading.lines.clone());
                self.reading.say(Code::SeverityPassedOver, format!("No finding was read under {text}."), range);
            }
        }
    }

    fn test_sentence(&mut self, at: usize) {
        let Some(block) = self.reading.paper.blocks().get(at).cloned() else { return };
        let Some(mut test) = records::test_sentence(&self.reading.paper.block_text(&block)) else { return };
        test.span = self.reading.paper.lines_span(block.lines.clone());
        self.reading.claim_lines(block.lines, Owner::Entry("detail.tests", self.body.implementation.tests.len()));
        self.body.implementation.tests.push(test);
    }
}

/// A heading without the remark in parentheses at its end: `Recommended actions (by weight)`.
fn without_remark(text: &str) -> &str {
    let cut = text.trim_end().strip_suffix(')').and_then(|text| text.rsplit_once('('));
    cut.map_or(text, |(head, _)| head)
}
