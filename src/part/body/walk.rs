//! The walk itself: headings, discussions, paragraphs, and what could only be told at the end.

use std::collections::BTreeMap;
use std::ops::Range;

use super::dispatch::COLUMN_LIMIT;
use super::kinds::owner;
use super::{Body, Ended, Scope};
use crate::model::{Code, Component, KeyValue, Note, ResultType, Severity, Span, quote};
use crate::part::discussions::{self, Subject, Subjects, section_end};
use crate::part::headings::heading_words;
use crate::part::records::{self, List};
use crate::part::sections::{self, Section};
use crate::part::titles::Titles;
use crate::part::{Reading, columns, documents, finding, finding_table, headings, ids};
use crate::text::blocks::{Block, BlockKind, PSEUDO_HEADING};
use crate::text::ledger::{self, Owner};
use crate::text::{fields, inline, tables};

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
    /// The items of the checklist by their text.
    items_by_words: BTreeMap<String, usize>,
}

/// A heading under which the walk is.
pub(super) struct Open {
    level: u8,
    pub(super) section: Option<Section>,
    /// The severity that it names for what stands below it: `Blocking issues`.
    pub(super) severity: Option<Severity>,
}

impl<'r, 'p, 't, 'a> Walk<'r, 'p, 't, 'a> {
    /// The beginning: nothing is read but what was claimed before.
    pub(super) fn new(reading: &'r mut Reading<'p, 't>, scope: Scope<'a>) -> Self {
        let taken = reading.ledger.claimed();
        Self {
            reading,
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
        }
    }

    /// Reads every block.
    pub(super) fn all(&mut self) {
        let count = self.reading.source.blocks().len();
        let mut at = 0;
        while at < count {
            at = self.block(at).max(at + 1);
        }
        self.finish();
    }

    pub(super) fn blocks(&self, from: usize, to: usize) -> Vec<Block> {
        self.reading.source.blocks().get(from..to).unwrap_or_default().to_vec()
    }

    fn is_taken(&self, block: &Block) -> bool {
        let range = self.reading.source.lines_range(block.lines.clone());
        ledger::meets(&self.taken, &range)
    }

    /// Where blocks end, at the latest where something was claimed before the walk.
    fn until_taken(&self, blocks: Range<usize>) -> usize {
        let below = self.reading.source.blocks().get(blocks.start + 1..blocks.end).unwrap_or_default();
        below.iter().position(|block| self.is_taken(block)).map_or(blocks.end, |at| blocks.start + 1 + at)
    }

    /// The blocks under a heading: to the next of the same or a higher level.
    fn section_end(&self, at: usize, level: u8) -> usize {
        self.until_taken(at..section_end(self.reading.source.blocks(), at, level))
    }

    pub(super) fn section(&self) -> Option<Section> {
        self.headings.iter().rev().find_map(|open| open.section)
    }

    /// Whether a table of findings was read in a reply of a protocol; in a section of one kind of finding, in that section.
    pub(super) fn tabled(&self) -> bool {
        self.scope.protocol && self.tabled_from.is_some_and(|tabled| tabled >= self.counted_from())
    }

    /// From which finding on the section counts: a section of one kind begins anew.
    fn counted_from(&self) -> usize {
        if matches!(self.section(), Some(Section::Contrast(_))) { self.kind_from } else { 0 }
    }

    pub(super) fn is_allowed(&self, section: Section) -> bool {
        sections::for_type(section, self.scope.result_type) == Some(section)
    }

    /// Reads the block at a place; gives the place after what was read.
    fn block(&mut self, at: usize) -> usize {
        let Some(block) = self.reading.source.blocks().get(at).cloned() else { return at + 1 };
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
            BlockKind::Fence { .. } if self.scope.protocol && self.section() == Some(Section::Files) => {
                self.files_told(&block);
                at + 1
            }
            BlockKind::Fence { .. } | BlockKind::Rule | BlockKind::Comment | BlockKind::ThinkBlock => at + 1,
        }
    }

    /// A bold lead that says the text of an item: `**Bees**: …`, `**1. Units.** …`.
    fn item_discussion(&self, at: usize, block: &Block) -> Option<discussions::Discussion<'t>> {
        if block.kind != BlockKind::Paragraph || self.body.verification.items.is_empty() {
            return None;
        }
        let line = self.reading.source.line(block.lines.start);
        let (lead, after) = inline::bold_lead(line)?;
        let subject = self.item_named(lead)?;
        let lead_text = inline::behind(line.get(after..)?, &[':', '.', '—', '–', ' ']);
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
        let heading = headings::read(text);
        let end = self.section_end(at, level);
        // A heading with an id that nothing has yet may discuss what a table below says.
        let unmet = heading.ids.first().is_some_and(|id| self.subjects.get(id).is_none());
        if unmet && heading.weight().is_none() {
            self.later.push((at, self.tabled()));
        } else if let Some(end) = self.discussion_by_title(at, end, &heading, level) {
            return end;
        }
        let announced = sections::of_heading(&words).map(|(section, exact)| match section {
            // Of work that was done, what it leaves open.
            Section::CoverageGaps if self.scope.ended != Ended::Partial => (Section::Gaps, false),
            section => (section, exact),
        });
        if !sections::is_known(&words)
            && let Some(end) = self.parked_block(at, end, text)
        {
            return end;
        }
        // What a verification came to is its checklist.
        let is_result =
            || matches!(words.as_str(), "results" | "verification" | "verification results" | "status of items");
        let of_items = || Some((Section::Checklist, false));
        let is_verification = self.scope.result_type == Some(ResultType::Verification);
        let announced = if announced.is_none() && is_verification && is_result() { of_items() } else { announced };
        let section = announced.and_then(|(section, _)| sections::for_type(section, self.scope.result_type));
        let of_failure = |section: &Section| matches!(section, Section::Recovery | Section::Attempted);
        let section = section.filter(|section| !of_failure(section) || self.scope.ended == Ended::Failed);
        let section = match section {
            Some(Section::Components) if !self.lists_components(at, end) => Some(Section::Layout),
            section => section,
        };
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
        if announced.is_none()
            && self.section() == Some(Section::Notable)
            && let Some(end) = self.notable_section(at, end, text)
        {
            return end;
        }
        if matches!(section, Some(Section::Contrast(_))) {
            self.kind_from = self.body.findings.len();
        }
        if self.section() == Some(Section::Checklist)
            && announced.is_none()
            && let Some(end) = self.item_block(at, end, &heading)
        {
            return end;
        }
        self.headings.push(Open { level, section, severity: headings::group(text) });
        at + 1
    }

    /// A heading of its own below a checklist names an item, where the fields below it say what became of it.
    fn item_block(&mut self, at: usize, end: usize, heading: &headings::Heading<'t>) -> Option<usize> {
        let (fields, lines) = self.fields_below(at, end).filter(|_| !heading.title.is_empty())?;
        let items = &mut self.body.verification.items;
        let from = items.len();
        let list = &mut List::new("detail.items", items);
        if !records::read_item_block(self.reading, heading, &fields, lines, self.scope.aliases, list) {
            return None;
        }
        self.add_items(from);
        Some(end)
    }

    /// The fields below a heading that has nothing else, and all its lines: each line that has a key is one, whatever the key is.
    fn fields_below(&self, at: usize, end: usize) -> Option<(Vec<fields::Field>, Range<usize>)> {
        let blocks = self.reading.source.blocks().get(at + 1..end)?;
        let last = blocks.iter().rposition(|block| block.kind != BlockKind::Rule)?;
        let below = blocks.get(..=last)?;
        let is_text = |block: &Block| matches!(block.kind, BlockKind::Paragraph | BlockKind::List(_));
        if !below.iter().all(is_text) {
            return None;
        }
        let read = |block: &Block| fields::read(self.reading.source, block, |_, _| true);
        let fields: Option<Vec<Vec<fields::Field>>> = below.iter().map(read).collect();
        let lines = self.reading.source.blocks().get(at)?.lines.start..lines_of(below).end;
        Some((fields?.into_iter().flatten().collect(), lines))
    }

    /// A heading of its own below what was found beside the task is one of these, where fields stand below it.
    fn parked_block(&mut self, at: usize, end: usize, title: &str) -> Option<usize> {
        let section = self.section().filter(|section| matches!(section, Section::Parkable | Section::Implications))?;
        let (fields, lines) = self.fields_below(at, end)?;
        let told = fields.iter().map(|field| (field.key.as_str(), field.value.as_str()));
        if section == Section::Implications && finding::is_stated(told) {
            return None;
        }
        let (aliases, body) = (self.scope.aliases, &mut self.body);
        macro_rules! read {
            ($path:literal, $records:expr) => {
                records::read_titled(self.reading, title, &fields, lines, aliases, &mut List::new($path, $records))
            };
        }
        let is_one = match section {
            Section::Parkable => read!("parked", &mut body.parked),
            _ => read!("implications", &mut body.implications),
        };
        is_one.then_some(end)
    }

    /// Gives items the severity that the nearest heading names, where they state none.
    pub(super) fn rate_items(&mut self, from: usize) {
        let severity = self.headings.iter().rev().find_map(|open| open.severity);
        for item in self.body.verification.items.iter_mut().skip(from).filter(|item| item.severity.is_none()) {
            item.severity = severity;
        }
    }

    /// A heading of its own below "Notable Sections" names the section that the text below it is on.
    fn notable_section(&mut self, at: usize, end: usize, section: &str) -> Option<usize> {
        let blocks = self.reading.source.blocks().get(at..end)?;
        let (heading, below) = blocks.split_first()?;
        let is_text = |block: &Block| matches!(block.kind, BlockKind::Paragraph | BlockKind::List(_));
        let text = self.reading.source.lines_text(lines_of(below));
        if below.is_empty() || !below.iter().all(is_text) || records::is_none(&text) {
            return None;
        }
        let lines = heading.lines.start..lines_of(below).end;
        let range = self.reading.source.lines_range(lines.clone());
        self.reading.claim_lines(lines, Owner::Entry("detail.notable", self.body.digest.notable.len()));
        self.body.digest.notable.push(Note {
            text: text.trim().to_owned(),
            extra: vec![KeyValue::new("Section", section)],
            span: Span::of_bytes(range.start, range.end),
        });
        Some(end)
    }

    /// Whether a table or a list of components stands below a heading; else it tells of their layout, in its own way.
    fn lists_components(&self, at: usize, end: usize) -> bool {
        let blocks = self.reading.source.blocks().get(at + 1..end).unwrap_or_default();
        let mut told = blocks.iter().filter(|block| block.kind != BlockKind::Rule).peekable();
        let lists = |block: &Block| match block.kind {
            BlockKind::Table => {
                let table = tables::read(self.reading.source, block);
                let headers = table.rows.first().map(|header| columns::headers(self.reading, header));
                headers.is_some_and(|headers| records::fit::<Component>(&headers).is_some())
            }
            BlockKind::List(_) => true,
            // That there are none is an answer.
            BlockKind::Paragraph => records::is_none(&self.reading.source.block_text(block)),
            _ => false,
        };
        told.peek().is_none() || told.any(lists)
    }

    /// Sections that are kept as text.
    fn text_section(&mut self, at: usize, level: u8, section: Section) -> Option<usize> {
        let whole = self.section_end(at, level);
        // A table of findings is no text, wherever it stands, and neither are the fields of one.
        let end = self.finding_table_within(at + 1..whole).unwrap_or(whole);
        let end = self.finding_within(at + 1..end).unwrap_or(end);
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
            Section::Attempted => &mut self.body.attempted,
            Section::CoverageGaps => &mut self.body.uncovered,
            _ => return None,
        };
        let blocks = self.reading.source.blocks().get(at + 1..end).unwrap_or_default();
        // The rule before the next section is no part of this one.
        let last = blocks.iter().rposition(|block| block.kind != BlockKind::Rule).map_or(0, |last| last + 1);
        let lines = lines_of(blocks.get(..last).unwrap_or_default());
        let text = self.reading.source.lines_text(lines.clone());
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

    /// The first table of findings among some blocks.
    fn finding_table_within(&self, blocks: Range<usize>) -> Option<usize> {
        let is_findings = |block: &Block| {
            block.kind == BlockKind::Table && {
                let table = tables::read(self.reading.source, block);
                table.columns <= COLUMN_LIMIT
                    && finding_table::has_severities(self.reading, &table)
                    && finding_table::classify(self.reading, &table, None, self.scope.protocol).is_some()
            }
        };
        let among = self.reading.source.blocks().get(blocks.clone())?;
        among.iter().position(is_findings).map(|at| blocks.start + at)
    }

    /// Where the first finding in fields begins among some blocks: with its heading, or the paragraph that names it.
    fn finding_within(&self, blocks: Range<usize>) -> Option<usize> {
        let all = self.reading.source.blocks();
        let at = blocks.clone().find(|at| all.get(*at).is_some_and(|block| self.states_finding(block)))?;
        let above = at.checked_sub(1).filter(|above| blocks.contains(above));
        let leads = |above: &usize| {
            all.get(*above).is_some_and(|block| match block.kind {
                BlockKind::Heading { .. } => true,
                BlockKind::Paragraph => {
                    let text = self.reading.source.block_text(block);
                    inline::bold_lead(text.trim()).is_some_and(|(_, end)| text.trim().len() == end)
                }
                _ => false,
            })
        };
        Some(above.filter(leads).unwrap_or(at))
    }

    /// Whether a list or a paragraph has the fields of a finding.
    pub(super) fn states_finding(&self, block: &Block) -> bool {
        let fields = fields::read(self.reading.source, block, |_, _| true).unwrap_or_default();
        finding::is_stated(fields.iter().map(|field| (field.key.as_str(), field.value.as_str())))
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
        for item in records::items(self.reading.source, list) {
            let heading = headings::read(&item.text);
            let Some(subject) = heading.ids.first().and_then(|id| self.subjects.get(id)) else { continue };
            let lead = item.text.get(item.text.len() - heading.whole.len()..).unwrap_or(heading.whole);
            let mut text = if heading.ids.len() == 1 { lead.to_owned() } else { item.text.clone() };
            for (key, value) in &item.fields {
                text.push_str(&format!("\n- {key}: {value}"));
            }
            let range = self.reading.source.lines_range(item.lines.clone());
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
        if self.scope.ended == Ended::Failed && self.recovery_field(block) {
            return at + 1;
        }
        match self.section() {
            Some(Section::Tests) if records::test_sentence(&self.reading.source.block_text(block)).is_some() => {
                self.sentences.push(at);
            }
            Some(Section::Conflicts) => {
                let list = &mut List::new("detail.conflicts", &mut self.body.implementation.conflicts);
                records::read_paragraph(self.reading, block, aliases, list);
            }
            Some(Section::Files) if self.scope.protocol => self.files_told(block),
            Some(Section::Notable) => {
                let list = &mut List::new("detail.notable", &mut self.body.digest.notable);
                records::read_paragraph(self.reading, block, aliases, list);
            }
            Some(section) if self.tells_of_one(at, block) => {
                let body = &mut self.body;
                macro_rules! read {
                    ($path:literal, $records:expr) => {
                        if $records.is_empty() {
                            records::read_paragraph(self.reading, block, aliases, &mut List::new($path, $records));
                        }
                    };
                }
                match section {
                    Section::Gaps => read!("detail.gaps", &mut body.implementation.gaps),
                    Section::MissingComponents => read!("detail.missing", &mut body.design_plan.missing),
                    Section::Parkable => read!("parked", &mut body.parked),
                    Section::Implications => read!("implications", &mut body.implications),
                    _ => {}
                }
            }
            _ => {}
        }
        // That there is nothing is an answer.
        let text = self.reading.source.block_text(block);
        if let Some(section) = self.section().filter(|_| self.scope.protocol && records::is_none(&text)) {
            self.reading.claim_lines(block.lines.clone(), Owner::Field(owner(section)));
        }
        at + 1
    }

    /// Files that were changed, in lines of their own or in a sentence, where no table or list has them.
    fn files_told(&mut self, block: &Block) {
        let text = self.reading.source.block_text(block);
        let names = |line: &str| documents::touched(line).iter().any(|file| documents::document_of(file).is_some());
        let is_fenced = matches!(block.kind, BlockKind::Fence { .. });
        let is_closed = block.kind == BlockKind::Fence { closed: true };
        let within = block.lines.start + usize::from(is_fenced)..block.lines.end.saturating_sub(usize::from(is_closed));
        let lines: Vec<usize> =
            within.clone().filter(|line| !self.reading.source.line(*line).trim().is_empty()).collect();
        let opens = |line: &usize| {
            let first = self.reading.source.line(*line).split_whitespace().next();
            first.is_some_and(|first| documents::document_of(first).is_some())
        };
        if lines.is_empty()
            || !self.is_allowed(Section::Files)
            || !self.body.implementation.files.is_empty()
            || records::denies(&text)
            || !(lines.iter().all(opens) || (!is_fenced && documents::tells_change(&text) && names(&text)))
        {
            return;
        }
        let list = &mut List::new("detail.files", &mut self.body.implementation.files);
        if lines.iter().all(opens) {
            for line in lines {
                records::read_line(self.reading, line..line + 1, self.scope.aliases, list);
            }
            self.reading.claim_lines(block.lines.start..within.start, Owner::Layout);
            self.reading.claim_lines(within.end..block.lines.end, Owner::Layout);
        } else {
            records::read_line(self.reading, block.lines.clone(), self.scope.aliases, list);
        }
    }

    /// Whether a paragraph right below a heading that is written to the letter says what stands in no list: it denies nothing,
    /// and announces nothing.
    fn tells_of_one(&self, at: usize, block: &Block) -> bool {
        let near = |at: Option<usize>| at.and_then(|at| self.reading.source.blocks().get(at));
        let is_known = near(at.checked_sub(1)).is_some_and(|above| {
            matches!(above.kind, BlockKind::Heading { .. })
                && sections::is_known(&inline::words(heading_words(self.reading, above)))
        });
        let announces =
            near(Some(at + 1)).is_some_and(|below| matches!(below.kind, BlockKind::Table | BlockKind::List(_)));
        let text = self.reading.source.block_text(block);
        self.scope.protocol && is_known && !announces && !text.trim_end().ends_with(':') && !records::denies(&text)
    }

    /// `**What to try next**: …` in a reply that failed.
    fn recovery_field(&mut self, block: &Block) -> bool {
        let text = self.reading.source.block_text(block);
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
                    let range = self.reading.source.lines_range(lines_of(&block));
                    let text = block.first().map(|block| heading_words(self.reading, block)).unwrap_or_default();
                    let id = ids::lead(text).map_or(text, |(id, _)| id);
                    self.reading.say(
                        Code::DiscussionWithoutFinding,
                        format!("No finding has the id {}.", quote(id)),
                        range,
                    );
                }
            }
        }
    }

    fn test_sentence(&mut self, at: usize) {
        let Some(block) = self.reading.source.blocks().get(at).cloned() else { return };
        let Some(mut test) = records::test_sentence(&self.reading.source.block_text(&block)) else { return };
        test.span = self.reading.source.lines_span(block.lines.clone());
        self.reading.claim_lines(block.lines, Owner::Entry("detail.tests", self.body.implementation.tests.len()));
        self.body.implementation.tests.push(test);
    }
}

/// The lines of some blocks.
pub(super) fn lines_of(blocks: &[Block]) -> Range<usize> {
    match (blocks.first(), blocks.last()) {
        (Some(first), Some(last)) => first.lines.start..last.lines.end,
        _ => 0..0,
    }
}
