//! The report on a user story or a scenario, step by step. See `docs/formats/bowser.md`.

use std::ops::Range;

use super::assemble::{self, Draft, aliases};
use super::convention::{Convention, Place};
use super::header::Header;
use super::prose::NO_SUMMARY_LINE;
use super::protocol_v1::Yield;
use crate::model::{Code, Detail, KeyValue, Status, Step, Steps};
use crate::part::aliases::Aliases;
use crate::part::body::{COLUMN_LIMIT, Ended, Scope};
use crate::part::records::{self, List};
use crate::part::status_words::{self, Meaning};
use crate::part::summary_line::{Form, SummaryLine};
use crate::part::{Reading, columns, coverage, finding_table, metadata, units};
use crate::text::blocks::{Block, BlockKind, PSEUDO_HEADING, heading_text};
use crate::text::ledger::Owner;
use crate::text::{SourceText, fields, inline, steps, tables};

const CONVENTION: Convention = Convention {
    place: Place::EitherEnd,
    forms: &[Form::Plain, Form::Assigned],
    headed: false,
    words: |_| &["PASS", "FAIL", "BLOCKED", "✅ SUCCESS", "❌ FAILURE"],
};

/// Sections and fields that are kept as notes, each under its own name.
const NOTES: [&str; 9] = [
    "failed at",
    "screenshots",
    "screenshot",
    "console errors",
    "js console errors",
    "native",
    "deviations",
    "notes",
    "note",
];

/// Reads a report on a story, with or without a summary line.
pub fn read(
    reading: &mut Reading<'_, '_>,
    draft: &mut Draft<'_>,
    summary: Option<&SummaryLine>,
    all: &[SummaryLine],
) -> Yield {
    if let Some(summary) = summary {
        CONVENTION.claim(reading, summary, all);
    }
    let mut walk = Walk::new(reading, summary);
    walk.all();
    let Walk { mut story, stated, others, others_steps, other_failed, .. } = walk;
    let several = !others.is_empty();
    if let Some(second) = others.first() {
        let message = format!("The reply reports {} test runs. Their steps are counted together.", others.len() + 1);
        reading.say(Code::SeveralStories, message, second.clone());
    }
    // The numbers of steps, and the figures, are of one story each.
    if several && !story.steps.is_empty() {
        (story.passed, story.total) = (None, None);
    } else if several {
        let (passed, total) = others_steps;
        story.passed = story.passed.map(|own| own.saturating_add(passed));
        story.total = story.total.map(|own| own.saturating_add(total));
    }
    if !several {
        explain(&mut story);
    }
    let metadata = metadata::read(reading, summary.map(|summary| summary.line));
    let header = Header::of(summary, &metadata);
    story.story = story.story.or_else(|| header.get("story")).or_else(|| header.get("scenario"));
    let of_one = !several || story.steps.is_empty();
    count(&mut story, header.get("steps").filter(|_| of_one).as_deref());
    let names = aliases(reading, &metadata, &[]);
    let failed = stated.as_ref().is_some_and(|stated| stated.meaning == Meaning::Failed)
        || summary.is_some_and(|summary| !matches!(summary.meaning, Some(Meaning::Done)));
    let scope =
        Scope { result_type: None, aliases: &names, ended: Ended::failed(failed), protocol: false, without_ids: false };
    let body = assemble::body(reading, scope);
    draft.take(body, None);
    let unit = story.story.as_deref().map(|name| units::clipped(inline::bare(name).to_owned()));
    let result = &mut draft.result;
    result.r#type = None;
    result.detail = Detail::Steps(story);
    // A type is no part of this format: where the host says that a reply is of it, the word is kept.
    let stated_type = summary.and_then(|summary| summary.stated_type.as_deref());
    result.metrics = stated_type.map(|written| KeyValue::new("Type", written)).into_iter().collect();
    result.metrics.extend(summary.iter().flat_map(|summary| summary.metrics.iter().cloned()));
    result.reason = header.get("reason");
    result.recovery = header.get("recovery").or(result.recovery.take());
    result.coverage = header.get("coverage").or_else(|| metadata.coverage.clone()).map(|text| coverage::read(&text));
    result.metadata = metadata;
    draft.name(reading, unit.or_else(|| units::of_scope(&names, draft.result.metadata.scope.clone().as_deref())));
    let stated = match summary {
        Some(summary) => {
            let meaning = if is_failure(&summary.stated_status) { Some(Meaning::Failed) } else { summary.meaning };
            Some((summary.stated_status.clone(), meaning, summary.range.clone()))
        }
        None => stated.map(|stated| (stated.text, Some(stated.meaning), stated.range)),
    };
    match stated {
        Some((stated, meaning, range)) => CONVENTION.settle(reading, draft, &stated, meaning, range),
        None => {
            draft.result.status = Status::Partial;
            draft.result.reason = draft.result.reason.take().or_else(|| Some(NO_SUMMARY_LINE.to_owned()));
            reading.say_overall(Code::MissingSummaryLine, "The reply has no summary line.");
        }
    }
    if several && other_failed && draft.result.status == Status::Clean {
        draft.result.status = Status::Findings;
    }
    Yield::Complete
}

/// Whether a reply is such a report: by the pairs of its summary line, or by its fields.
#[must_use]
pub fn is_written_in(source: &SourceText<'_>, summary: Option<&SummaryLine>) -> bool {
    if summary.is_some_and(|summary| summary.stated_type.is_some()) {
        return false;
    }
    let figures = summary.is_some_and(|summary| {
        summary.metric("steps").is_some_and(|steps| ratio(steps).is_some()) || summary.metric("scenario").is_some()
    });
    figures || tells_a_story(source, summary.is_some())
}

/// Whether some lines are those of the template: a verdict or a summary line with the story or its steps, or the labels
/// of a scenario.
fn tells_a_story(source: &SourceText<'_>, summarised: bool) -> bool {
    let (mut verdict, mut story, mut steps, mut labels) = (summarised, false, false, 0);
    let is_text =
        |block: &&Block| !matches!(block.kind, BlockKind::Fence { .. } | BlockKind::Table | BlockKind::ThinkBlock);
    for line in source.blocks().iter().filter(is_text).flat_map(|block| block.lines.clone()) {
        let line = source.line(line);
        verdict |= verdict_of(line).is_some();
        let Some((key, value, bold)) = fields::scan(line) else { continue };
        match inline::words(key).as_str() {
            "story" if !value.is_empty() => story = true,
            "steps" if ratio(value).is_some() => steps = true,
            "steps" | "deviations" | "native" if !bold && is_shouted(key) => labels += 1,
            _ => {}
        }
    }
    (story && (verdict || steps)) || (verdict && steps) || labels >= 2
}

/// What a report says of the story as a whole, in a line of its own.
struct Stated {
    text: String,
    meaning: Meaning,
    range: Range<usize>,
}

struct Walk<'r, 'p, 't, 's> {
    reading: &'r mut Reading<'p, 't>,
    summary: Option<&'s SummaryLine>,
    story: Steps,
    stated: Option<Stated>,
    /// Whether a list would be the steps.
    under_steps: bool,
    /// Where the names of further stories stand.
    others: Vec<Range<usize>>,
    /// The figures of further stories, added up: passed, and of how many.
    others_steps: (u32, u32),
    /// Whether a verdict below the first says that a story failed.
    other_failed: bool,
}

/// A field, or a label with what stands below it.
struct Label {
    key: String,
    value: String,
}

impl<'r, 'p, 't, 's> Walk<'r, 'p, 't, 's> {
    fn new(reading: &'r mut Reading<'p, 't>, summary: Option<&'s SummaryLine>) -> Self {
        let (story, others) = (Steps::default(), Vec::new());
        Self {
            reading,
            summary,
            story,
            stated: None,
            under_steps: false,
            others,
            others_steps: (0, 0),
            other_failed: false,
        }
    }

    fn all(&mut self) {
        let blocks: Vec<Block> = self.reading.source.blocks().to_vec();
        let mut at = 0;
        while let Some(block) = blocks.get(at) {
            at = match block.kind {
                BlockKind::Heading { level } => self.heading(&blocks, at, level),
                BlockKind::Table => {
                    self.table(block);
                    at + 1
                }
                BlockKind::List(_) if self.under_steps => {
                    let list = &mut List::new("detail.steps", &mut self.story.steps);
                    records::read_list(self.reading, block, &Aliases::none(), list);
                    self.under_steps = false;
                    at + 1
                }
                BlockKind::Paragraph | BlockKind::List(_) => self.lines(&blocks, at),
                _ => at + 1,
            };
        }
    }

    fn heading(&mut self, blocks: &[Block], at: usize, level: u8) -> usize {
        let Some(block) = blocks.get(at) else { return at + 1 };
        let line = self.reading.source.line(block.lines.start);
        if self.summary.is_some_and(|summary| summary.line == block.lines.start) || self.verdict(block.lines.start) {
            return at + 1;
        }
        self.under_steps = false;
        let title = inline::bare(heading_text(line)).trim_end_matches(':').to_owned();
        let words = inline::words(&title);
        match words.as_str() {
            "steps" | "step results" => {
                self.reading.claim_lines(block.lines.clone(), Owner::Field("detail.steps"));
                self.under_steps = true;
                at + 1
            }
            "failure detail" | "failure details" | "failure" => {
                let (end, text) = self.text(blocks, at, level, block.lines.end);
                if text.is_empty() {
                    return at + 1;
                }
                self.reading.claim_lines(block.lines.start..end, Owner::Field("detail.failure"));
                append(self.story.failure.get_or_insert_default(), &text);
                next_block(blocks, at, end)
            }
            known if NOTES.contains(&known) => {
                let (end, text) = self.text(blocks, at, level, block.lines.end);
                if text.is_empty() {
                    return at + 1;
                }
                self.reading.claim_lines(block.lines.start..end, Owner::Field("detail.notes"));
                self.note(&title, &text);
                next_block(blocks, at, end)
            }
            _ => at + 1,
        }
    }

    /// The text from a line on, up to the next heading of a level or a higher one, label, table of steps or summary line;
    /// and the line after it. `at` is the block of the heading or label.
    fn text(&self, blocks: &[Block], at: usize, level: u8, start: usize) -> (usize, String) {
        let source = self.reading.source;
        let mut end = start;
        'blocks: for (number, block) in blocks.iter().enumerate().skip(at) {
            match block.kind {
                BlockKind::Rule => {}
                BlockKind::Heading { level: next } if number > at && next <= level => break,
                BlockKind::Table if self.steps_table(block).is_some() => break,
                BlockKind::Paragraph | BlockKind::List(_) | BlockKind::Heading { .. } => {
                    for line in start.max(block.lines.start)..block.lines.end {
                        steps::add(1);
                        if self.is_summary(line) || label(source.line(line)).is_some() {
                            break 'blocks;
                        }
                        end = line + 1;
                    }
                }
                _ => end = block.lines.end.max(end),
            }
        }
        let text = source.lines_text(start..end);
        steps::add(text.len());
        (end, text.trim().to_owned())
    }

    fn is_summary(&self, line: usize) -> bool {
        self.summary.is_some_and(|summary| summary.line == line)
    }

    /// `✅ SUCCESS` or `❌ FAILURE`: the verdict, or one more word for what the summary line says.
    fn verdict(&mut self, line: usize) -> bool {
        let source = self.reading.source;
        let Some(meaning) = verdict_of(source.line(line)) else { return false };
        if self.stated.is_some() {
            self.other_failed |= meaning != Meaning::Done;
            return false;
        }
        let agrees = self.summary.is_none_or(|summary| match meaning {
            Meaning::Done => summary.meaning == Some(Meaning::Done),
            _ => summary.meaning == Some(Meaning::Failed) || is_failure(&summary.stated_status),
        });
        if agrees {
            let range = source.lines_range(line..line + 1);
            self.reading.claim_lines(line..line + 1, Owner::Field("statedStatus"));
            let text = inline::bare(heading_text(source.line(line))).to_owned();
            self.stated = Some(Stated { text, meaning, range });
        }
        agrees
    }

    /// Reads the fields among the lines of a block.
    fn lines(&mut self, blocks: &[Block], at: usize) -> usize {
        let source = self.reading.source;
        let Some(block) = blocks.get(at) else { return at + 1 };
        let mut line = block.lines.start;
        while line < block.lines.end {
            if self.is_summary(line) || self.verdict(line) {
                line += 1;
                continue;
            }
            let Some(found) = label(source.line(line)) else {
                line += 1;
                continue;
            };
            // A label alone is on what stands below.
            if found.value.is_empty() && inline::words(&found.key) != "steps" {
                let (end, text) = self.text(blocks, at, PSEUDO_HEADING, line + 1);
                self.reading.claim_lines(line..end, Owner::Field("detail.notes"));
                self.note(&found.key, &text);
                if end >= block.lines.end {
                    return next_block(blocks, at, end);
                }
                line = end;
                continue;
            }
            let goes_on = |next: &usize| {
                !self.is_summary(*next)
                    && label(source.line(*next)).is_none()
                    && verdict_of(source.line(*next)).is_none()
            };
            let end = (line + 1..block.lines.end).take_while(goes_on).last().map_or(line + 1, |last| last + 1);
            let mut value = found.value;
            append_line(&mut value, source.lines_text(line + 1..end).trim_end());
            self.field(&found.key, &value, line..end);
            line = end;
        }
        at + 1
    }

    fn field(&mut self, key: &str, value: &str, lines: Range<usize>) {
        let owner = match inline::words(key).as_str() {
            "story" if self.story.story.is_none() && !value.is_empty() => {
                self.story.story = Some(value.to_owned());
                "detail.story"
            }
            "steps" if value.is_empty() => {
                self.under_steps = true;
                "detail.steps"
            }
            "steps" if self.story.total.is_none() && ratio(value).is_some() => {
                if let Some((passed, total, whole)) = ratio(value) {
                    (self.story.passed, self.story.total) = (Some(passed), Some(total));
                    if !whole {
                        self.note(key, value);
                    }
                }
                "detail.passed"
            }
            words => {
                if words == "story" && !value.is_empty() {
                    self.others.push(self.reading.source.lines_range(lines.clone()));
                }
                if let Some((passed, total, _)) = ratio(value).filter(|_| words == "steps" && !self.others.is_empty()) {
                    let (all_passed, all) = self.others_steps;
                    self.others_steps = (all_passed.saturating_add(passed), all.saturating_add(total));
                }
                self.note(key, value);
                "detail.notes"
            }
        };
        self.reading.claim_lines(lines, Owner::Field(owner));
    }

    fn note(&mut self, key: &str, text: &str) {
        append(self.story.notes.entry(key.to_owned()).or_default(), text);
    }

    fn table(&mut self, block: &Block) {
        let Some((table, assigned)) = self.steps_table(block) else { return };
        self.under_steps = false;
        let list = &mut List::new("detail.steps", &mut self.story.steps);
        records::read_table(self.reading, block, &table, &assigned, &Aliases::none(), list);
    }

    /// A table of steps, which is none of findings.
    fn steps_table(&self, block: &Block) -> Option<(tables::Table, Vec<columns::Assigned>)> {
        // Both columns that it needs, one of them by the format's own name.
        const OWN_NAMES: usize = 3;
        let table = tables::read(self.reading.source, block);
        let header = table.rows.first().filter(|_| table.columns <= COLUMN_LIMIT)?;
        let headers = columns::headers(self.reading, header);
        let long = headers.iter().any(|header| header.len() > columns::HEADER_LIMIT);
        let candidate =
            records::fit::<Step>(&headers).filter(|found| (found.score >= OWN_NAMES || self.under_steps) && !long)?;
        let listed = finding_table::classify(self.reading, &table, None, false).is_some();
        (!listed).then_some((table, candidate.assigned))
    }
}

/// The block after some that end at a line.
fn next_block(blocks: &[Block], at: usize, end: usize) -> usize {
    let passed = blocks.iter().skip(at).take_while(|block| block.lines.end <= end).count();
    at + passed.max(1)
}

/// A field of the format: one that it names, or a label in capitals.
fn label(line: &str) -> Option<Label> {
    const LETTERS: usize = 3;
    const WORDS: usize = 3;
    let (key, value, bold) = fields::scan(line)?;
    let words = inline::words(key);
    let known = matches!(words.as_str(), "story" | "steps") || NOTES.contains(&words.as_str());
    let is_label =
        !bold && is_shouted(key) && words.len() >= LETTERS && words.split(' ').count() <= WORDS && words != "result";
    (known || is_label).then(|| Label { key: key.to_owned(), value: value.to_owned() })
}

fn is_shouted(key: &str) -> bool {
    key.contains(char::is_uppercase) && !key.contains(char::is_lowercase)
}

/// What a line says of the whole, where it is nothing but that: a mark with its word.
#[must_use]
pub fn verdict_of(line: &str) -> Option<Meaning> {
    let text = inline::bare(heading_text(line));
    if !text.starts_with(['✅', '❌', '✓', '✗']) {
        return None;
    }
    match inline::words(text).as_str() {
        "success" | "pass" | "passed" => Some(Meaning::Done),
        "failure" | "fail" | "failed" => Some(Meaning::Failed),
        _ => None,
    }
}

/// In this format a failure is a story that failed, as FAIL says too.
#[must_use]
pub fn is_failure(stated: &str) -> bool {
    inline::words(stated) == "failure" && status_words::is_status_word(stated)
}

/// `3/4 passed` as passed and total, and whether that is all that a text says.
#[must_use]
pub fn ratio(text: &str) -> Option<(u32, u32, bool)> {
    let text = inline::bare(text);
    let figures = text.split_whitespace().next()?;
    let (passed, total) = figures.split_once('/')?;
    let (passed, total) = (passed.parse().ok()?, total.parse().ok()?);
    let rest = inline::words(text.get(figures.len()..)?);
    (passed <= total).then_some((passed, total, matches!(rest.as_str(), "" | "passed")))
}

/// The figures: those of the field, else of the summary line, else as counted.
fn count(story: &mut Steps, stated: Option<&str>) {
    if story.total.is_some() {
        return;
    }
    let counted = || {
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let passed = story.steps.iter().filter(|step| step.passed == Some(true)).count();
        (!story.steps.is_empty()).then(|| (number(passed), number(story.steps.len())))
    };
    let figures = stated.and_then(ratio).map(|(passed, total, _)| (passed, total)).or_else(counted);
    (story.passed, story.total) = figures.unzip();
}

/// What a line of a failure detail tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// Which step failed, by its number.
    Step,
    /// What should have happened.
    Expected,
    /// What happened.
    Observed,
}

/// Reads a line of a failure detail: `**Step 2:** …`, `Step: 2`, `**Expected result:** …`, `**Actual:** …`.
#[must_use]
pub fn told_in(line: &str) -> Option<(Told, String)> {
    let (key, value, _) = fields::scan(line)?;
    let words = inline::words(key);
    let (first, rest) = words.split_once(' ').unwrap_or((&words, ""));
    match first {
        "step" if rest.is_empty() => Some((Told::Step, inline::words(value.split(['.', ':', '—', '–']).next()?))),
        "step" => Some((Told::Step, rest.to_owned())),
        "expected" => Some((Told::Expected, value.to_owned())),
        "actual" | "observed" => Some((Told::Observed, value.to_owned())),
        _ => None,
    }
}

/// Gives the step that failed what the failure detail says was expected and what happened.
fn explain(story: &mut Steps) {
    let Some(failure) = &story.failure else { return };
    let mut number = None;
    let (mut expected, mut observed) = (None, None);
    for (told, text) in failure.lines().filter_map(told_in) {
        let slot = match told {
            Told::Step => &mut number,
            Told::Expected => &mut expected,
            Told::Observed => &mut observed,
        };
        *slot = slot.take().or(Some(text));
    }
    let of_number = |step: &Step| number.as_ref().is_some_and(|number| inline::words(&step.number) == *number);
    let at = story.steps.iter().position(of_number);
    let at = at.or_else(|| story.steps.iter().position(|step| step.passed == Some(false)));
    if let Some(step) = at.and_then(|at| story.steps.get_mut(at)) {
        step.expected = step.expected.take().or(expected);
        step.observed = step.observed.take().or(observed);
    }
}

fn append(text: &mut String, more: &str) {
    if !text.is_empty() {
        text.push_str("\n\n");
    }
    text.push_str(more);
}

fn append_line(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push('\n');
    }
    text.push_str(more);
}
