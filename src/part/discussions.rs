//! Expanded discussions, matched to what they discuss. See `docs/formats/protocol-v1.md`, "Discussions".

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use super::headings::heading_words;
use super::headings::{self, Heading};
use super::{Reading, ids, severities};
use crate::model::{ChecklistItem, Code, Finding, KeyValue, quote};
use crate::text::blocks::{Block, BlockKind, PSEUDO_HEADING};
use crate::text::ledger::Owner;
use crate::text::{escape, inline, steps};

/// What can be discussed, by id.
#[derive(Debug, Default)]
pub struct Subjects {
    by_id: BTreeMap<String, Subject>,
}

/// A finding or an item, by its place in its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// A finding.
    Finding(usize),
    /// An item of the checklist.
    Item(usize),
}

impl Subjects {
    /// Adds findings from a place in their list on. The first of an id stays.
    pub fn add_findings(&mut self, findings: &[Finding], from: usize) {
        for (number, finding) in findings.iter().enumerate().skip(from) {
            self.by_id.entry(ids::key(&finding.id)).or_insert(Subject::Finding(number));
        }
    }

    /// Adds items from a place in their list on.
    pub fn add_items(&mut self, items: &[ChecklistItem], from: usize) {
        for (number, item) in items.iter().enumerate().skip(from) {
            if let Some(id) = &item.id {
                self.by_id.entry(ids::key(id)).or_insert(Subject::Item(number));
            }
        }
    }

    /// What an id names.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<Subject> {
        self.by_id.get(&ids::key(id)).copied()
    }

    fn all(&self, ids: &[&str]) -> Option<Vec<Subject>> {
        let found: Vec<Subject> = ids.iter().filter_map(|id| self.get(id)).collect();
        (!found.is_empty() && found.len() == ids.len()).then_some(found)
    }
}

/// The blocks of a section: from its heading to the next of the same or a higher level.
#[must_use]
pub fn section_end(blocks: &[Block], at: usize, level: u8) -> usize {
    let after = blocks.iter().enumerate().skip(at + 1);
    after
        .take_while(|(_, block)| !matches!(block.kind, BlockKind::Heading { level: next } if next <= level))
        .map(|(number, _)| number + 1)
        .last()
        .unwrap_or(at + 1)
}

/// A discussion: whose it is, what its heading says, and its blocks without the heading.
#[derive(Clone, Debug)]
pub struct Discussion<'t> {
    /// Whose it is.
    pub subjects: Vec<Subject>,
    /// Its heading, taken apart.
    pub heading: Heading<'t>,
    /// Text that stands on the line of the heading.
    pub lead: &'t str,
    /// Its blocks, the heading first.
    pub blocks: Range<usize>,
}

/// Reads the block at a place as the beginning of a discussion of something with a known id.
#[must_use]
pub fn at<'t>(reading: &Reading<'_, 't>, subjects: &Subjects, number: usize) -> Option<Discussion<'t>> {
    let blocks = reading.source.blocks();
    let block = blocks.get(number)?;
    match block.kind {
        BlockKind::Heading { level } => {
            let heading = headings::read(heading_words(reading, block));
            let subjects_of = subjects.all(&heading.ids)?;
            let end = if level == PSEUDO_HEADING {
                run_end(reading, subjects, number)
            } else {
                section_end(blocks, number, level).min(other_end(reading, subjects, &subjects_of, number))
            };
            Some(Discussion { subjects: subjects_of, heading, lead: "", blocks: number..end })
        }
        BlockKind::Paragraph => {
            let line = reading.source.line(block.lines.start);
            let (lead, after) = match inline::bold_lead(line) {
                Some((lead, at)) => (lead, line.get(at..)?),
                None => plain_lead(line)?,
            };
            let heading = headings::read(lead);
            let subjects_of = subjects.all(&heading.ids)?;
            let end = run_end(reading, subjects, number);
            Some(Discussion {
                subjects: subjects_of,
                heading,
                lead: inline::behind(after, &[':', '.', '—', '–', ' ']),
                blocks: number..end,
            })
        }
        _ => None,
    }
}

/// Where under a heading the bold lead of something else begins.
fn other_end(reading: &Reading<'_, '_>, subjects: &Subjects, own: &[Subject], at: usize) -> usize {
    let blocks = reading.source.blocks();
    let next = blocks
        .iter()
        .enumerate()
        .skip(at + 1)
        .take_while(|(_, block)| !matches!(block.kind, BlockKind::Heading { level } if level < PSEUDO_HEADING));
    let others = |block: &Block| {
        let line = reading.source.line(block.lines.start);
        steps::add(line.len());
        let lead =
            matches!(block.kind, BlockKind::Paragraph | BlockKind::Heading { .. }).then(|| inline::bold_lead(line));
        lead.flatten().is_some_and(|(lead, _)| {
            headings::read(lead).ids.iter().filter_map(|id| subjects.get(id)).any(|subject| !own.contains(&subject))
        })
    };
    next.into_iter().find(|(_, block)| others(block)).map_or(blocks.len(), |(number, _)| number)
}

/// `F1: text` without bold.
fn plain_lead(line: &str) -> Option<(&str, &str)> {
    let (id, after) = ids::lead(line)?;
    after
        .starts_with([':', '.', '—'])
        .then_some((id, after))
        .or_else(|| after.starts_with(" — ").then_some((id, after)))
}

/// A discussion under a bold lead goes on to the next lead that is one, heading or rule.
fn run_end(reading: &Reading<'_, '_>, subjects: &Subjects, at: usize) -> usize {
    let blocks = reading.source.blocks();
    let mut end = at + 1;
    while let Some(block) = blocks.get(end) {
        let line = reading.source.line(block.lines.start);
        steps::add(line.len());
        let begins_next = match block.kind {
            BlockKind::Heading { level } if level < PSEUDO_HEADING => true,
            BlockKind::Heading { .. } | BlockKind::Paragraph => {
                let lead = inline::bold_lead(line).map(|(lead, _)| lead).or_else(|| plain_lead(line).map(|(id, _)| id));
                lead.is_some_and(|lead| headings::read(lead).ids.iter().any(|id| subjects.get(id).is_some()))
                    || super::sections::is_known(&inline::words(heading_words(reading, block)))
            }
            BlockKind::Rule => true,
            _ => false,
        };
        if begins_next {
            break;
        }
        end += 1;
    }
    end
}

/// Claims a discussion and gives it to what it discusses.
pub fn attach(
    reading: &mut Reading<'_, '_>,
    discussion: &Discussion<'_>,
    findings: &mut [Finding],
    items: &mut [ChecklistItem],
) {
    let blocks = reading.source.blocks();
    let Some(first) = blocks.get(discussion.blocks.start) else { return };
    let last = blocks.get(discussion.blocks.end.saturating_sub(1)).unwrap_or(first);
    let below = first.lines.start + 1..last.lines.end;
    let mut text = discussion.lead.to_owned();
    let rest = reading.source.lines_text(below);
    if !rest.trim().is_empty() {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(if text.is_empty() { rest.trim_start_matches(['\n', '\r']) } else { &rest });
    }
    if discussion.subjects.len() > 1 && !discussion.heading.whole.is_empty() {
        text = format!("{}\n\n{text}", discussion.heading.whole);
    }
    let text = text.trim_end();
    let range = reading.source.lines_range(first.lines.start..last.lines.end);
    for subject in &discussion.subjects {
        match *subject {
            Subject::Finding(number) => {
                let Some(finding) = findings.get_mut(number) else { continue };
                let title =
                    title_for(reading, discussion, finding, range.clone()).map(|title| escape::unescape_inline(&title));
                let (text, reporters) = take_reporters(text);
                finding.extra.extend(reporters.map(|reporters| KeyValue::new("Reported by", reporters)));
                discuss(&mut finding.discussion, &mut finding.title, title, &text);
                reading.ledger.claim(range.clone(), Owner::Entry("findings", number));
            }
            Subject::Item(number) => {
                let Some(item) = items.get_mut(number) else { continue };
                let mut title = Some(discussion.heading.whole.to_owned())
                    .filter(|title| !title.is_empty() && discussion.subjects.len() == 1);
                if title.as_deref().is_some_and(|title| inline::words(title) == inline::words(&item.item)) {
                    title = None;
                }
                let body = [title.as_deref().unwrap_or_default(), text]
                    .iter()
                    .filter(|text| !text.is_empty())
                    .copied()
                    .collect::<Vec<_>>()
                    .join("\n\n");
                discuss(&mut item.discussion, &mut None, None, &body);
                reading.ledger.claim(range.clone(), Owner::Entry("detail.items", number));
            }
        }
    }
}

/// The title of a discussion; a severity beside it that is not the finding's is said.
fn title_for(
    reading: &mut Reading<'_, '_>,
    discussion: &Discussion<'_>,
    finding: &Finding,
    range: Range<usize>,
) -> Option<String> {
    let heading = &discussion.heading;
    // A title of several findings is the title of none.
    if discussion.subjects.len() > 1 {
        return None;
    }
    if let Some(stated) = heading.severity
        && severities::word(stated) != Some(finding.severity)
    {
        let message = format!(
            "The discussion of {} states {}, but the table states {}.",
            quote(&finding.id),
            quote(stated),
            finding.severity.word()
        );
        reading.say(Code::SeverityDiffers, message, range);
        return Some(heading.whole.to_owned()).filter(|title| !title.is_empty());
    }
    // A title that text runs on from ends in a full stop; one on a line of its own says what it says.
    let title = if discussion.lead.is_empty() { heading.title } else { heading.title.trim_end_matches('.') };
    Some(title.to_owned()).filter(|title| !title.is_empty())
}

/// In a report of ours the discussion is the quotation at the start, and who reported the finding stands below.
fn take_reporters(text: &str) -> (Cow<'_, str>, Option<&str>) {
    const REPORTERS: &str = "Reported by ";
    let (quoted, below) = escape::quotation(text).unwrap_or((String::new(), text));
    match below.trim_start().strip_prefix(REPORTERS) {
        Some(reporters) => (Cow::Owned(quoted), Some(reporters)),
        None => (Cow::Borrowed(text), None),
    }
}

fn discuss(slot: &mut Option<String>, title_slot: &mut Option<String>, title: Option<String>, text: &str) {
    let mut text = text.to_owned();
    if let Some(title) = title {
        if title_slot.is_none() {
            *title_slot = Some(title);
        } else if title_slot.as_deref().is_none_or(|known| inline::words(known) != inline::words(&title)) {
            text = format!("{title}\n\n{text}");
        }
    }
    if text.trim().is_empty() {
        return;
    }
    match slot {
        Some(earlier) => {
            earlier.push_str("\n\n");
            earlier.push_str(&text);
        }
        None => *slot = Some(text),
    }
}
