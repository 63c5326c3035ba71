//! Discussions that are matched by their titles.

use super::walk::{Walk, lines_of};
use crate::model::{Code, quote};
use crate::part::discussions::{self, Subject};
use crate::part::headings;
use crate::part::sections;
use crate::text::inline;

impl<'t> Walk<'_, '_, 't, '_> {
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
            let range = self.reading.source.lines_range(lines_of(&self.blocks(at, at + 1)));
            let message = format!("The discussion {} has no id. It was matched by its title.", quote(heading.title));
            self.reading.say(Code::DiscussionByTitle, message, range);
        }
        let discussion =
            discussions::Discussion { subjects: vec![subject], heading: heading.clone(), lead: "", blocks: at..end };
        discussions::attach(self.reading, &discussion, &mut self.body.findings, &mut self.body.verification.items);
        Some(end)
    }
}
