//! What has a heading of its own: a finding, or the discussion of one that was read before.

use super::walk::Walk;
use crate::model::{Code, quote};
use crate::part::discussions::{self, Subject, section_end};
use crate::part::finding_text::{self, heading_words};
use crate::part::sections::{self, Section};
use crate::part::{headings, scales};
use crate::text::blocks::{Block, BlockKind, PSEUDO_HEADING};
use crate::text::inline;

impl<'t> Walk<'_, '_, 't, '_> {
    /// A heading that is a finding of its own: it has an id or a severity, and stands where findings are.
    pub(super) fn finding_heading(
        &mut self,
        at: usize,
        end: usize,
        heading: &headings::Heading<'t>,
        level: u8,
    ) -> Option<usize> {
        let blocks = self.blocks(at, end);
        if self.is_planning() || (level == 1 && heading.ids.is_empty() && self.has_headings_below(at)) {
            return None;
        }
        let weighed = heading.weight().is_some() || finding_text::has_severity_field(self.reading, &blocks);
        let announced = self.section().is_some_and(Section::announces_findings) || self.group().is_some();
        let is_id = heading.ids.first().is_some_and(|id| self.subjects.get(id).is_none());
        let tabled = self.tabled();
        if is_id && !weighed && (tabled || !announced) {
            self.later.push((at, tabled));
            return None;
        }
        let listed = announced && !tabled && finding_text::has_finding_fields(self.reading, &blocks);
        // A label over a list names what the list is on: `T-7 doors that stick:`.
        let is_label = level == PSEUDO_HEADING
            && !heading.parted
            && blocks
                .first()
                .is_some_and(|block| !self.reading.paper.line(block.lines.start).trim().starts_with(['*', '_']));
        // What was found out, and how sure that is, is nothing bad by that alone.
        let is_result = !self.scope.protocol
            && (scales::ends_with_confidence(heading.title) || (self.is_research() && !self.ranks(&blocks)));
        let is_finding = listed
            || (is_id && (weighed || (announced && !is_label && !is_result)))
            || (heading.ids.is_empty() && heading.severity.is_some() && !tabled);
        let discussed_later = heading.ids.is_empty()
            && !self.body.findings.is_empty()
            && !is_id
            && self.by_title(heading, level).is_some();
        // An id says enough of what has a field for its severity.
        let named = !heading.title.is_empty() || (is_id && weighed);
        if !is_finding || !named || discussed_later {
            return None;
        }
        // Headings below that are findings too make this one a section, also where the metadata stand between.
        let all = self.reading.paper.blocks();
        let below = all.get(at + 1..section_end(all, at, level)).unwrap_or_default();
        let nested = below.iter().any(|block| {
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
            self.base(),
            self.scope.aliases,
            &mut self.body.findings,
        );
        if heading.weight().is_none() {
            self.claim_group(from);
        }
        self.add_findings(from);
        Some(end)
    }

    /// Whether the nearest heading that announces findings announces those of a research.
    fn is_research(&self) -> bool {
        let near = self.headings.iter().rev().find(|open| open.section == Some(Section::Findings));
        near.is_some_and(|open| open.research)
    }

    /// Whether a table says how bad something is.
    fn ranks(&self, blocks: &[Block]) -> bool {
        let mut tables = blocks.iter().filter(|block| matches!(block.kind, BlockKind::Table));
        tables.any(|table| {
            inline::words(self.reading.paper.line(table.lines.start)).split(' ').any(|word| word == "severity")
        })
    }

    /// A heading of the first level with others below it is the title of it all, whatever it names: `# Review (P2)`.
    fn has_headings_below(&self, at: usize) -> bool {
        let all = self.reading.paper.blocks();
        let below = all.get(at + 1..section_end(all, at, 1)).unwrap_or_default();
        below.iter().any(|block| matches!(block.kind, BlockKind::Heading { level: 2..=6 }))
    }

    /// The finding or item without a discussion that a heading without an id takes up. It takes up none of a section
    /// that it ends.
    fn by_title(&mut self, heading: &headings::Heading<'_>, level: u8) -> Option<Subject> {
        let findings = &self.body.findings;
        let items = &self.body.verification.items;
        let depths = &self.depths;
        self.titles.learn(findings, items);
        self.titles.find(heading.title, |subject| match subject {
            Subject::Finding(number) => {
                findings.get(number).is_some_and(|finding| finding.discussion.is_none())
                    && depths.get(number).is_none_or(|depth| *depth < level)
            }
            Subject::Item(number) => items.get(number).is_some_and(|item| item.discussion.is_none()),
        })
    }

    pub(super) fn discussion_by_title(
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
            None => self.by_title(heading, level)?,
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
}
