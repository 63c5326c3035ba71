//! The detail section: one walk over the blocks, each given to the reader that its heading or its columns call for.

use std::collections::BTreeMap;
use std::ops::Range;

use super::discussions::{self, Subject, Subjects, section_end};
use super::finding_table::{self, Header};
use super::finding_text::{self, Evidence, Group, heading_words};
use super::places::Aliases;
use super::records::{self, List};
use super::sections::{self, Section};
use super::titles::Titles;
use super::{Reading, headings, ids};
use crate::model::{
    ChecklistItem, Claim, Classification, Code, Component, Consistency, Criterion, CrossReference, Decision,
    DecisionImplication, Dependency, DesignPlan, Detail, Digest, Entity, FileChange, Finding, Gap, Implementation,
    MissingComponent, Note, ParkedFinding, ResultType, SectionEntry, Statement, Term, TestOutcome, Verification, quote,
};
use crate::text::blocks::{Block, BlockKind};
use crate::text::ledger::Owner;
use crate::text::tables::{self, Table};
use crate::text::{fields, inline};

/// What a detail section holds.
#[derive(Debug, Default)]
pub struct Body {
    /// The findings.
    pub findings: Vec<Finding>,
    /// What only the type has.
    pub digest: Digest,
    /// What only the type has.
    pub consistency: Consistency,
    /// What only the type has.
    pub verification: Verification,
    /// What only the type has.
    pub implementation: Implementation,
    /// What only the type has.
    pub design_plan: DesignPlan,
    /// Things found beside the task.
    pub parked: Vec<ParkedFinding>,
    /// What decisions would have to cover.
    pub implications: Vec<DecisionImplication>,
    /// What to try next.
    pub recovery: Option<String>,
}

impl Body {
    /// The detail of a type.
    #[must_use]
    pub fn detail(self, result_type: Option<ResultType>) -> Detail {
        match result_type {
            None => Detail::None,
            Some(ResultType::Digest) => Detail::Digest(self.digest),
            Some(ResultType::Consistency) => Detail::Consistency(self.consistency),
            Some(ResultType::Verification) => Detail::Verification(self.verification),
            Some(ResultType::Implementation) => Detail::Implementation(self.implementation),
            Some(ResultType::DesignPlan) => Detail::DesignPlan(self.design_plan),
        }
    }
}

/// What is known before the body is read.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// The type whose detail is read.
    pub result_type: Option<ResultType>,
    /// What short names of documents mean.
    pub aliases: &'a Aliases,
    /// Whether a section on what to try next is looked for.
    pub failed: bool,
    /// Whether lists under "Findings" hold nothing but findings.
    pub protocol: bool,
}

/// Reads the detail section; what is claimed already stays as it is.
pub fn read(reading: &mut Reading<'_, '_>, scope: Scope<'_>) -> Body {
    let taken = reading.ledger.claimed();
    let mut walk = Walk {
        reading,
        scope,
        body: Body::default(),
        headings: Vec::new(),
        subjects: Subjects::default(),
        later: Vec::new(),
        sentences: Vec::new(),
        taken,
        titles: Titles::default(),
        items_by_words: BTreeMap::new(),
    };
    let count = walk.reading.paper.blocks().len();
    let mut at = 0;
    while at < count {
        at = walk.block(at).max(at + 1);
    }
    walk.finish();
    walk.body
}

/// A table with more columns than this holds no records: trying every kind on it would only cost time.
const COLUMN_LIMIT: usize = 64;

/// The type that the tables and headings of a reply speak of, where at least two of them do.
#[must_use]
pub fn infer_type(reading: &Reading<'_, '_>) -> Option<ResultType> {
    const EVIDENCE: usize = 2;
    let mut counts: Vec<(ResultType, usize)> = Vec::new();
    let mut section = None;
    for block in reading.paper.blocks() {
        let found = match block.kind {
            BlockKind::Heading { .. } => {
                let words = inline::words(heading_words(reading, block));
                let announced = sections::of_heading(&words);
                section = announced.map(|(section, _)| section);
                announced.filter(|(_, exact)| *exact).and_then(|(section, _)| sections::result_type(section))
            }
            BlockKind::Table => {
                let table = tables::read(reading.paper, block);
                table.rows.first().filter(|header| header.cells.len() <= COLUMN_LIMIT).and_then(|header| {
                    let headers = super::columns::headers(reading, header);
                    best_table(&headers, section, |_| true).map(|(section, _)| section).and_then(sections::result_type)
                })
            }
            _ => None,
        };
        let Some(found) = found else { continue };
        match counts.iter_mut().find(|(known, _)| *known == found) {
            Some((_, count)) => *count += 1,
            None => counts.push((found, 1)),
        }
    }
    let most = counts.iter().map(|(_, count)| *count).max()?;
    counts.into_iter().find(|(_, count)| *count == most && most >= EVIDENCE).map(|(found, _)| found)
}

/// Tries every kind of table; gives the best that is allowed. A kind that its heading announces is preferred; without
/// a heading a table must have two columns with the format's own names.
fn best_table(
    headers: &[&str],
    announced: Option<Section>,
    allowed: impl Fn(Section) -> bool,
) -> Option<(Section, Vec<super::columns::Assigned>)> {
    const ANNOUNCED: usize = 10;
    const OWN_NAMES: usize = 4;
    let announced = match announced {
        Some(Section::Aspirational | Section::Decided | Section::Unclear) => Some(Section::Statements),
        other => other,
    };
    let mut best: Option<(usize, Section, Vec<super::columns::Assigned>)> = None;
    macro_rules! try_kinds {
        ($($section:ident => $record:ty),* $(,)?) => {$(
            let section = Section::$section;
            if allowed(section) && let Some(candidate) = records::fit::<$record>(headers) {
                let score = candidate.score + if announced == Some(section) { ANNOUNCED } else { 0 };
                if score >= OWN_NAMES && best.as_ref().is_none_or(|(most, _, _)| score > *most) {
                    best = Some((score, section, candidate.assigned));
                }
            }
        )*};
    }
    try_kinds!(
        Inventory => SectionEntry, Terms => Term, Entities => Entity, Decisions => Decision, References => CrossReference,
        Claims => Claim, Statements => Statement, Checklist => ChecklistItem, Files => FileChange, Criteria => Criterion,
        Tests => TestOutcome, Gaps => Gap, Dependencies => Dependency, Components => Component,
        MissingComponents => MissingComponent, Parkable => ParkedFinding, Implications => DecisionImplication,
        Notable => Note, Conflicts => Note,
    );
    best.map(|(_, section, assigned)| (section, assigned))
}

struct Walk<'r, 'p, 't, 'a> {
    reading: &'r mut Reading<'p, 't>,
    scope: Scope<'a>,
    body: Body,
    headings: Vec<Open>,
    subjects: Subjects,
    /// Headings with an id that nothing had when they were met.
    later: Vec<usize>,
    /// Paragraphs that give the result of a whole test run.
    sentences: Vec<usize>,
    /// What was claimed before the walk, in order.
    taken: Vec<Range<usize>>,
    titles: Titles,
    /// The items of the checklist by their text.
    items_by_words: BTreeMap<String, usize>,
}

/// A heading under which the walk is.
struct Open {
    level: u8,
    section: Option<Section>,
    group: Option<Group>,
    /// Its line, until something under it takes its severity.
    line: Option<Range<usize>>,
}

impl<'t> Walk<'_, '_, 't, '_> {
    fn blocks(&self, from: usize, to: usize) -> Vec<Block> {
        self.reading.paper.blocks().get(from..to).unwrap_or_default().to_vec()
    }

    fn is_taken(&self, block: &Block) -> bool {
        let range = self.reading.paper.lines_range(block.lines.clone());
        let next = self.taken.partition_point(|taken| taken.end <= range.start);
        self.taken.get(next).is_some_and(|taken| taken.start < range.end)
    }

    fn section(&self) -> Option<Section> {
        self.headings.iter().rev().find_map(|open| open.section)
    }

    fn group(&self) -> Option<&Group> {
        self.headings.iter().rev().find_map(|open| open.group.as_ref())
    }

    /// What was read under a heading that names a severity makes the heading part of it.
    fn claim_group(&mut self, findings_before: usize) {
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

    fn is_allowed(&self, section: Section) -> bool {
        sections::for_type(section, self.scope.result_type) == Some(section)
    }

    /// Reads the block at a place; gives the place after what was read.
    fn block(&mut self, at: usize) -> usize {
        let Some(block) = self.reading.paper.blocks().get(at).cloned() else { return at + 1 };
        if self.is_taken(&block) {
            return at + 1;
        }
        if let Some(discussion) =
            discussions::at(self.reading, &self.subjects, at).or_else(|| self.item_discussion(at, &block))
        {
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
            BlockKind::Paragraph => {
                self.paragraph(at, &block);
                at + 1
            }
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
    fn item_named(&self, title: &str) -> Option<Subject> {
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
        let group = headings::group(text);
        if group.is_none() {
            let end = section_end(self.reading.paper.blocks(), at, level);
            if let Some(end) = self.finding_heading(at, end, &heading) {
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
        if let (Some(section), Some((_, exact))) = (section, announced) {
            if exact {
                self.reading.claim_lines(block.lines.clone(), Owner::Field(owner(section)));
            }
            if let Some(end) = self.text_section(at, level, section) {
                return end;
            }
        }
        let group = group.map(|severity| Group { severity, words: text.to_owned() });
        self.headings.push(Open { level, section, group, line: Some(block.lines.clone()) });
        at + 1
    }

    /// A heading that is a finding of its own: it has an id or a severity, and stands where findings are.
    fn finding_heading(&mut self, at: usize, end: usize, heading: &headings::Heading<'t>) -> Option<usize> {
        let blocks = self.blocks(at, end);
        let weighed = heading.weight().is_some() || finding_text::has_severity_field(self.reading, &blocks);
        let announced = self.section() == Some(Section::Findings) || self.group().is_some();
        let is_id = heading.ids.first().is_some_and(|id| self.subjects.get(id).is_none());
        let tabled = !self.body.findings.is_empty() && self.scope.protocol;
        if is_id && tabled && !weighed {
            self.later.push(at);
            return None;
        }
        let listed = announced && !tabled && finding_text::has_finding_fields(self.reading, &blocks);
        let is_finding = listed
            || (is_id && (weighed || announced))
            || (heading.ids.is_empty() && heading.severity.is_some() && !tabled);
        let discussed_later =
            heading.ids.is_empty() && !self.body.findings.is_empty() && !is_id && self.by_title(heading).is_some();
        if !is_finding || heading.title.is_empty() || discussed_later {
            return None;
        }
        // Headings below that are findings too make this one a section.
        let nested = blocks.iter().skip(1).any(|block| {
            matches!(block.kind, BlockKind::Heading { .. })
                && headings::read(heading_words(self.reading, block)).weight().is_some()
        });
        if nested {
            return None;
        }
        let from = self.body.findings.len();
        let group = self.group().cloned();
        finding_text::read_heading(
            self.reading,
            heading,
            &blocks,
            group.as_ref(),
            self.scope.aliases,
            &mut self.body.findings,
        );
        if heading.weight().is_none() {
            self.claim_group(from);
        }
        self.subjects.add_findings(&self.body.findings, from);
        Some(end)
    }

    /// The finding or item without a discussion that a heading without an id takes up.
    fn by_title(&mut self, heading: &headings::Heading<'_>) -> Option<Subject> {
        let findings = &self.body.findings;
        let items = &self.body.verification.items;
        self.titles.learn(findings, items);
        self.titles.find(heading.title, |subject| match subject {
            Subject::Finding(number) => findings.get(number).is_some_and(|finding| finding.discussion.is_none()),
            Subject::Item(number) => items.get(number).is_some_and(|item| item.discussion.is_none()),
        })
    }

    fn discussion_by_title(
        &mut self,
        at: usize,
        end: usize,
        heading: &headings::Heading<'t>,
        level: u8,
    ) -> Option<usize> {
        const DETAIL_LEVEL: u8 = 3;
        let words = inline::words(heading.title);
        if level < DETAIL_LEVEL || !heading.ids.is_empty() || sections::is_known(&words) {
            return None;
        }
        let subject = match self.item_named(heading.title) {
            Some(named) => named,
            None => self.by_title(heading)?,
        };
        // Items of a checklist have no ids to begin with.
        if matches!(subject, Subject::Finding(_)) {
            let range = self.reading.paper.lines_range(finding_text::lines_of(&self.blocks(at, at + 1)));
            let message = format!("A discussion without an id was matched by its title {}.", quote(heading.title));
            self.reading.say(Code::DiscussionByTitle, message, range);
        }
        let discussion =
            discussions::Discussion { subjects: vec![subject], heading: heading.clone(), lead: "", blocks: at..end };
        discussions::attach(self.reading, &discussion, &mut self.body.findings, &mut self.body.verification.items);
        Some(end)
    }

    /// Sections that are kept as text.
    fn text_section(&mut self, at: usize, level: u8, section: Section) -> Option<usize> {
        let end = section_end(self.reading.paper.blocks(), at, level);
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

    fn table(&mut self, block: &Block) {
        let table = tables::read(self.reading.paper, block);
        if table.columns > COLUMN_LIMIT {
            let range = self.reading.paper.lines_range(block.lines.clone());
            self.reading.say(
                Code::BoundReached,
                format!("The table has more than {COLUMN_LIMIT} columns: it is left as it is."),
                range,
            );
            return;
        }
        let section = self.section();
        let from = self.body.findings.len();
        let aliases = self.scope.aliases;
        let wants_items =
            self.scope.result_type == Some(ResultType::Verification) && section == Some(Section::Checklist);
        let parks = matches!(section, Some(Section::Parkable | Section::Implications));
        if !wants_items
            && !parks
            && let Some(assigned) = finding_table::classify(self.reading, &table, section, self.scope.protocol)
            && !self.is_ledger(&table)
        {
            finding_table::read(
                self.reading,
                block,
                &table,
                &assigned,
                Header::Present,
                aliases,
                &mut self.body.findings,
            );
            self.subjects.add_findings(&self.body.findings, from);
            return;
        }
        if self.record_table(block, &table, section) {
            return;
        }
        if !table.separated
            && let Some(assigned) = finding_table::infer(self.reading, &table)
        {
            finding_table::read(
                self.reading,
                block,
                &table,
                &assigned,
                Header::Inferred,
                aliases,
                &mut self.body.findings,
            );
            self.subjects.add_findings(&self.body.findings, from);
        }
    }

    /// In a verification a table with an item and a status is the checklist, whatever its severity column.
    fn is_ledger(&self, table: &Table) -> bool {
        let headers =
            table.rows.first().map(|header| super::columns::headers(self.reading, header)).unwrap_or_default();
        self.scope.result_type == Some(ResultType::Verification) && records::fit::<ChecklistItem>(&headers).is_some()
    }

    fn record_table(&mut self, block: &Block, table: &Table, section: Option<Section>) -> bool {
        let Some(header) = table.rows.first() else { return false };
        let headers = super::columns::headers(self.reading, header);
        let allowed = |kind: Section| match kind {
            // A table of notes is only known by its heading.
            Section::Notable | Section::Conflicts => section == Some(kind),
            _ => self.is_allowed(kind),
        };
        let Some((kind, assigned)) = best_table(&headers, section, allowed) else { return false };
        let aliases = self.scope.aliases;
        let body = &mut self.body;
        let reading = &mut *self.reading;
        let items_before = body.verification.items.len();
        macro_rules! read {
            ($path:literal, $records:expr) => {
                records::read_table(reading, block, table, &assigned, aliases, &mut List::new($path, $records))
            };
        }
        match kind {
            Section::Inventory => read!("detail.sections", &mut body.digest.sections),
            Section::Terms => read!("detail.terms", &mut body.digest.terms),
            Section::Entities => read!("detail.entities", &mut body.digest.entities),
            Section::Decisions => read!("detail.decisions", &mut body.digest.decisions),
            Section::References => read!("detail.references", &mut body.digest.references),
            Section::Claims => read!("detail.claims", &mut body.digest.claims),
            Section::Statements => read!("detail.statements", &mut body.digest.statements),
            Section::Notable => read!("detail.notable", &mut body.digest.notable),
            Section::Checklist => read!("detail.items", &mut body.verification.items),
            Section::Files => read!("detail.files", &mut body.implementation.files),
            Section::Criteria => read!("detail.criteria", &mut body.implementation.criteria),
            Section::Tests => read!("detail.tests", &mut body.implementation.tests),
            Section::Gaps => read!("detail.gaps", &mut body.implementation.gaps),
            Section::Dependencies => read!("detail.dependencies", &mut body.implementation.dependencies),
            Section::Conflicts => read!("detail.conflicts", &mut body.implementation.conflicts),
            Section::Components => read!("detail.components", &mut body.design_plan.components),
            Section::MissingComponents => read!("detail.missing", &mut body.design_plan.missing),
            Section::Parkable => read!("parked", &mut body.parked),
            Section::Implications => read!("implications", &mut body.implications),
            _ => return false,
        }
        self.add_items(items_before);
        true
    }

    fn add_items(&mut self, from: usize) {
        let items = &self.body.verification.items;
        self.subjects.add_items(items, from);
        for (number, item) in items.iter().enumerate().skip(from) {
            self.items_by_words.entry(inline::words(&item.item)).or_insert(number);
        }
    }

    fn list(&mut self, block: &Block) {
        let section = self.section();
        let aliases = self.scope.aliases;
        if self.discussion_list(block) {
            return;
        }
        let group = self.group().cloned();
        if let Some(evidence) = self.list_evidence(section, group.as_ref()) {
            let from = self.body.findings.len();
            finding_text::read_list(self.reading, block, evidence, aliases, &mut self.body.findings);
            if matches!(evidence, Evidence::Group(_)) {
                self.claim_group(from);
            }
            self.subjects.add_findings(&self.body.findings, from);
            return;
        }
        let body = &mut self.body;
        let reading = &mut *self.reading;
        macro_rules! read {
            ($path:literal, $records:expr) => {
                records::read_list(reading, block, aliases, &mut List::new($path, $records))
            };
        }
        let before = (body.digest.statements.len(), body.verification.items.len());
        match section {
            Some(Section::Inventory) => read!("detail.sections", &mut body.digest.sections),
            Some(Section::Terms) => read!("detail.terms", &mut body.digest.terms),
            Some(Section::Entities) => read!("detail.entities", &mut body.digest.entities),
            Some(Section::Decisions) => read!("detail.decisions", &mut body.digest.decisions),
            Some(Section::References) => read!("detail.references", &mut body.digest.references),
            Some(Section::Claims) => read!("detail.claims", &mut body.digest.claims),
            Some(Section::Statements | Section::Aspirational | Section::Decided | Section::Unclear) => {
                read!("detail.statements", &mut body.digest.statements);
                for statement in body.digest.statements.iter_mut().skip(before.0) {
                    classify(statement, section);
                }
            }
            Some(Section::Notable) => read!("detail.notable", &mut body.digest.notable),
            Some(Section::Checklist) => read!("detail.items", &mut body.verification.items),
            Some(Section::Files) => read!("detail.files", &mut body.implementation.files),
            Some(Section::Criteria) => read!("detail.criteria", &mut body.implementation.criteria),
            Some(Section::Tests) => read!("detail.tests", &mut body.implementation.tests),
            Some(Section::Gaps) => read!("detail.gaps", &mut body.implementation.gaps),
            Some(Section::Dependencies) => read!("detail.dependencies", &mut body.implementation.dependencies),
            Some(Section::Conflicts) => read!("detail.conflicts", &mut body.implementation.conflicts),
            Some(Section::Components) => read!("detail.components", &mut body.design_plan.components),
            Some(Section::MissingComponents) => read!("detail.missing", &mut body.design_plan.missing),
            Some(Section::Parkable) => read!("parked", &mut body.parked),
            Some(Section::Implications) => read!("implications", &mut body.implications),
            Some(Section::Tokens) => strings(reading, block, "detail.tokens", &mut body.design_plan.tokens),
            Some(Section::PlanFiles) => strings(reading, block, "detail.files", &mut body.design_plan.files),
            _ => {}
        }
        self.add_items(before.1);
    }

    /// What makes the items of a list under the open headings findings.
    fn list_evidence<'g>(&self, section: Option<Section>, group: Option<&'g Group>) -> Option<Evidence<'g>> {
        let tabled = !self.body.findings.is_empty() && self.scope.protocol;
        // A heading between the severity and the list is about something else.
        let direct = self.headings.last().is_some_and(|open| open.group.is_some());
        match (group, section) {
            (Some(group), None | Some(Section::Findings)) if direct => Some(Evidence::Group(group)),
            (None, Some(Section::Findings)) if self.scope.protocol && !tabled => Some(Evidence::Section),
            (_, Some(Section::Findings)) if !tabled => Some(Evidence::OwnWords),
            (_, None) if !tabled => Some(Evidence::Marked),
            _ => None,
        }
    }

    /// A list whose items begin with known ids discusses them.
    fn discussion_list(&mut self, block: &Block) -> bool {
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

    fn paragraph(&mut self, at: usize, block: &Block) {
        let aliases = self.scope.aliases;
        if self.scope.failed && self.recovery_field(block) {
            return;
        }
        match self.section() {
            Some(Section::Tests) if records::test_sentence(&self.reading.paper.block_text(block)).is_some() => {
                self.sentences.push(at)
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
        if self.body.implementation.tests.is_empty() {
            for at in std::mem::take(&mut self.sentences) {
                self.test_sentence(at);
            }
        }
        for at in std::mem::take(&mut self.later) {
            match discussions::at(self.reading, &self.subjects, at) {
                Some(discussion) => {
                    discussions::attach(
                        self.reading,
                        &discussion,
                        &mut self.body.findings,
                        &mut self.body.verification.items,
                    );
                }
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

    fn test_sentence(&mut self, at: usize) {
        let Some(block) = self.reading.paper.blocks().get(at).cloned() else { return };
        let Some(mut test) = records::test_sentence(&self.reading.paper.block_text(&block)) else { return };
        test.span = self.reading.paper.lines_span(block.lines.clone());
        self.reading.claim_lines(block.lines, Owner::Entry("detail.tests", self.body.implementation.tests.len()));
        self.body.implementation.tests.push(test);
    }
}

/// The items of a list, as they are.
fn strings(reading: &mut Reading<'_, '_>, block: &Block, path: &'static str, into: &mut Vec<String>) {
    let BlockKind::List(list) = &block.kind else { return };
    for item in records::items(reading.paper, list) {
        let mut text = item.text.clone();
        for (key, value) in &item.fields {
            text.push_str(&format!("\n- {key}: {value}"));
        }
        reading.claim_lines(item.lines, Owner::Entry(path, into.len()));
        into.push(inline::bare(&text).to_owned());
    }
}

/// The classification of a statement in a list: that of its heading, or the word that it begins with.
fn classify(statement: &mut Statement, section: Option<Section>) {
    statement.classification = match section {
        Some(Section::Aspirational) => Classification::Aspirational,
        Some(Section::Decided) => Classification::Decided,
        Some(Section::Unclear) => Classification::Unclear,
        _ => {
            let Some((lead, rest)) = records::split_lead(&statement.statement) else { return };
            let classification = match inline::words(lead).as_str() {
                "aspirational" => Classification::Aspirational,
                "decided" => Classification::Decided,
                "unclear" => Classification::Unclear,
                _ => return,
            };
            statement.statement = rest.to_owned();
            classification
        }
    };
}

/// The part of the result that a section fills.
fn owner(section: Section) -> &'static str {
    match section {
        Section::Findings => "findings",
        Section::Summary => "detail.summary",
        Section::Inventory => "detail.sections",
        Section::Terms => "detail.terms",
        Section::Entities => "detail.entities",
        Section::Decisions => "detail.decisions",
        Section::References => "detail.references",
        Section::Claims => "detail.claims",
        Section::Statements | Section::Aspirational | Section::Decided | Section::Unclear => "detail.statements",
        Section::Notable => "detail.notable",
        Section::Checklist => "detail.items",
        Section::Files | Section::PlanFiles => "detail.files",
        Section::Criteria => "detail.criteria",
        Section::Tests => "detail.tests",
        Section::Gaps => "detail.gaps",
        Section::Conflicts => "detail.conflicts",
        Section::Dependencies => "detail.dependencies",
        Section::Components => "detail.components",
        Section::MissingComponents => "detail.missing",
        Section::Tokens => "detail.tokens",
        Section::Content => "detail.content",
        Section::Layout => "detail.layout",
        Section::Instructions => "detail.instructions",
        Section::CrossScreen => "detail.crossScreen",
        Section::Parkable => "parked",
        Section::Implications => "implications",
        Section::Recovery => "recovery",
    }
}
