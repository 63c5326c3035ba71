//! Changes in place: all that is not changed stays as it is, byte for byte.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use super::ids::Id;
use super::question::{self, ITEM_INDENT, Stretch, dedented};
use super::scanned::{ScannedDocument, fences};
use super::settled::Settled;
use super::{canonical, marks, outline, plain};
use crate::order::Arrange;
use crate::text::Wrapper;
use crate::text::blocks::{indentation, is_rule};
use crate::text::lines::{FenceMark, scan_fence};

/// Lines without a fence: a backslash before each of its marks, and before what would begin something now that it does not
/// stand in one.
fn without_fences(text: &str) -> String {
    let lines: Vec<&str> = text.split('\n').collect();
    let fences = fences(&lines);
    let mut within = fences.iter().peekable();
    let escaped = lines.iter().enumerate().map(|(number, line)| {
        while within.peek().is_some_and(|fence| fence.end <= number) {
            within.next();
        }
        let said = line.trim_start();
        let is_within = within.peek().is_some_and(|fence| fence.contains(&number));
        let acts = scan_fence(line).is_some() || is_within && (plain::is_mark(said) || is_rule(said.trim_end()));
        if acts { plain::escaped(line) } else { (*line).to_owned() }
    });
    escaped.collect::<Vec<_>>().join("\n")
}

/// A document that is changed in place.
pub struct Editor<'t> {
    /// Its lines.
    pub scanned: ScannedDocument<'t>,
    /// Its questions.
    pub settled: Settled,
    changes: Changes,
    /// Whether questions are items of a numbered list.
    is_numbered: bool,
}

/// Changes of a text, each a stretch of bytes and what stands in its place.
#[derive(Debug, Default)]
pub struct Changes(Vec<(Range<usize>, String)>);

impl Changes {
    /// Puts a text in the place of a stretch of bytes. Of two at one place the first stands first.
    pub fn replace(&mut self, range: Range<usize>, text: impl Into<String>) {
        self.0.push((range, text.into()));
    }

    /// The changed text. Of two stretches that overlap, the first alone is changed. What is put in closes neither a fence or a
    /// comment that is open before it, nor the fence around the whole.
    #[must_use]
    pub fn made(mut self, scanned: &ScannedDocument<'_>) -> String {
        self.0.arrange_by_key(|(range, _)| (range.start, range.end));
        self.leave_fences_open(scanned);
        self.leave_comments_open(scanned);
        self.lengthen_wrapper(scanned);
        self.0.arrange_by_key(|(range, _)| (range.start, range.end));
        let text = scanned.source().text();
        let end = scanned.line_end();
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        for (range, new) in self.0 {
            if range.start < at {
                continue;
            }
            out.push_str(text.get(at..range.start).unwrap_or_default());
            if end == "\n" {
                out.push_str(&new);
            } else {
                out.push_str(&new.replace('\n', end));
            }
            at = range.end;
        }
        out.push_str(text.get(at..).unwrap_or_default());
        out
    }

    /// Gives a backslash to marks that would close a fence that is open in the document. The changes are in order.
    fn leave_fences_open(&mut self, scanned: &ScannedDocument<'_>) {
        let mut open = scanned.open_fences().iter().peekable();
        let mut before: Vec<FenceMark<'_>> = Vec::new();
        for (range, new) in &mut self.0 {
            while let Some((_, mark)) = open.next_if(|(line, _)| scanned.bytes(*line).start < range.start) {
                // Of each kind, the shortest is closed first.
                if before.iter().all(|other| other.mark != mark.mark || other.length > mark.length) {
                    before.retain(|other| other.mark != mark.mark);
                    before.push(*mark);
                }
            }
            let closes =
                |line: &str| scan_fence(line).is_some_and(|mark| before.iter().any(|open| open.is_closed_by(&mark)));
            if new.split('\n').any(closes) {
                *new = without_fences(new);
            }
        }
    }

    /// Gives a backslash to marks that would close a comment that is open in the document.
    fn leave_comments_open(&mut self, scanned: &ScannedDocument<'_>) {
        let Some(open) = scanned.open_comment().map(|line| scanned.bytes(line).start) else { return };
        for (_, new) in self.0.iter_mut().filter(|(range, _)| range.start > open) {
            // Behind another mark that opens, the first one stays open.
            let (before, rest) = new.split_at(new.find("<!--").unwrap_or(new.len()));
            if before.contains("-->") {
                *new = format!("{}{rest}", before.replace("-->", "--\\>"));
            }
        }
    }

    /// Makes the marks of the fence around the whole longer than all that is put in.
    fn lengthen_wrapper(&mut self, scanned: &ScannedDocument<'_>) {
        let marks: Vec<(Range<usize>, FenceMark<'_>)> = scanned
            .wrapper()
            .into_iter()
            .filter_map(|mark| Some((mark.clone(), scan_fence(scanned.source().slice(mark))?)))
            .collect();
        let Some(own) = marks.first().map(|(_, mark)| *mark) else { return };
        let marks_put_in = self.0.iter().flat_map(|(_, new)| new.split('\n')).filter_map(scan_fence);
        let longest = marks_put_in.filter(|mark| mark.mark == own.mark).map(|mark| mark.length).max();
        let Some(longest) = longest.filter(|longest| *longest >= own.length) else { return };
        for (range, mark) in marks {
            let line = scanned.source().slice(range.clone());
            let start = range.start + line.len() - line.trim_start().len();
            self.0.push((start..start + mark.length, own.mark.to_string().repeat(longest + 1)));
        }
    }
}

/// Changes a document in place, or, where its marks are such that another question would be read otherwise then, in the
/// canonical format. A change gives the text and which questions it answers or adds.
pub fn changed<T>(text: &str, change: impl Fn(&str) -> (String, T), ids: impl Fn(&T) -> BTreeSet<Id>) -> (String, T) {
    let text = editable(text);
    let keeps = |before: &str, (after, made): &(String, T)| {
        let (before, after, ids) = (super::settled(before), super::settled(after), ids(made));
        before.kept_in(&after, &ids)
    };
    let made = change(&text);
    if keeps(&text, &made) {
        return made;
    }
    let formatted = super::format(&text);
    let other = change(&formatted);
    if keeps(&formatted, &other) { other } else { made }
}

/// The document as text whose lines can be changed one by one: JSON, and a document in a quotation, in the canonical
/// format.
#[must_use]
fn editable(text: &str) -> Cow<'_, str> {
    let quoted = || ScannedDocument::new(text).source().wrapper() == Some(&Wrapper::Quote);
    if super::json::is_json(text) || quoted() { Cow::Owned(super::format(text)) } else { Cow::Borrowed(text) }
}

impl<'t> Editor<'t> {
    /// A document that is not changed yet.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        let scanned = ScannedDocument::new(text);
        let settled = Settled::new(outline::read(&scanned, false));
        let is_numbered = settled.is_numbered();
        Self { scanned, settled, changes: Changes::default(), is_numbered }
    }

    /// Puts a text in the place of a stretch of bytes.
    pub fn replace(&mut self, range: Range<usize>, text: impl Into<String>) {
        self.changes.replace(range, text);
    }

    /// Puts a block before a line, with a blank line on each side.
    pub fn insert_block(&mut self, line: usize, block: &str) {
        let at = self.scanned.bytes(line).start;
        let text = self.scanned.source().text();
        let open = !text.is_empty() && at == text.len() && !text.ends_with(['\n', '\r']);
        let before = if open {
            "\n\n"
        } else if line > 0 {
            "\n"
        } else {
            ""
        };
        let is_parted =
            line >= self.scanned.len() || self.scanned.line(line).trim().is_empty() || self.scanned.is_wrapper(line);
        let after = if is_parted { "" } else { "\n" };
        self.replace(at..at, format!("{before}{block}\n{after}"));
    }

    /// Gives a question another answer: the lines of the answer alone change.
    pub fn answer(&mut self, place: usize, answer: &str) {
        let Some(entry) = self.settled.outline.entries.get(place) else { return };
        let (indent, head_end, stretches) = (entry.indent, entry.head_end, entry.answer.clone());
        // In a document of numbered questions, a numbered line asks.
        let answer = if self.is_numbered { &plain::unnumbered(answer) } else { answer };
        // What follows an empty answer may be such that it would go on with another one.
        let (first, others) = (stretches.first(), stretches.get(1..).unwrap_or_default());
        let kept = first.filter(|first| answer.is_empty() || self.is_ended(first, others, head_end, indent));
        for other in stretches.iter().filter(|other| kept.is_none_or(|kept| *other != kept)) {
            self.remove(other);
        }
        match kept {
            Some(stretch) => self.fill(stretch, indent, answer),
            None => {
                let block = format!("{}{}", " ".repeat(indent), canonical::labelled("**Answer:**", answer));
                self.insert_block(head_end, &canonical::indented(&block, indent));
            }
        }
    }

    /// Takes the ticks off the choices of a question: where its answer is empty, they would be one.
    pub fn untick(&mut self, place: usize) {
        let Some(entry) = self.settled.outline.entries.get(place) else { return };
        for (choice, number) in entry.question.choices.iter().zip(&entry.choices) {
            let line = self.scanned.line(*number);
            let start = self.scanned.source().lines_range(*number..number + 1).start;
            let said = dedented(line, entry.indent);
            if let Some((range, open)) = marks::ticked_box(said) {
                let at = start + line.len() - said.len();
                self.changes.replace(at + range.start..at + range.end, open);
            }
            let (open, ticked) = marks::unticked(line);
            if ticked && choice.chosen && !choice.text.contains('\n') {
                self.changes.replace(start + open.len()..start + line.trim_end().len(), "");
            }
        }
    }

    /// Whether what follows an answer does so whatever the answer is. The others are taken out.
    fn is_ended(&self, answer: &Stretch, others: &[Stretch], end: usize, indent: usize) -> bool {
        let goes = |number: usize| {
            let next = others.partition_point(|other| other.lines.end <= number);
            others.get(next).is_some_and(|other| other.lines.contains(&number))
        };
        let says = |number: &usize| !self.scanned.line(*number).trim().is_empty() && !goes(*number);
        let Some(next) = (answer.lines.end..end).find(says) else { return true };
        let line = |number| dedented(self.scanned.line(number), indent);
        let item = marks::label(line(answer.lines.start)).and_then(|labelled| labelled.item);
        !self.scanned.is_verbatim(next) && question::ends_answer(line(next), item, next > answer.lines.end)
    }

    /// Puts an answer behind a label.
    fn fill(&mut self, stretch: &Stretch, indent: usize, answer: &str) {
        let Some((line, at, end)) = self.place_of(stretch) else { return };
        let Some(labelled) = marks::label(&stretch.label) else { return };
        let indent = match labelled.item {
            Some(_) => indentation(line).max(indent) + ITEM_INDENT,
            None => indent.min(indentation(line)),
        };
        if let Some(closed) = labelled.closed {
            let written = canonical::indented(&canonical::labelled("**Answer:**", answer), indent);
            self.replace(at + closed..end, written);
            return;
        }
        // The label as it is written, and the value where the canonical format has it.
        let lead = stretch.label.strip_suffix(labelled.value).unwrap_or(&stretch.label).trim_end();
        let written = canonical::labelled("", answer);
        let below = marks::heading(&stretch.label).is_some() && !answer.is_empty();
        let written = match written.strip_prefix(' ') {
            Some(said) if below => format!("\n{said}"),
            _ => written,
        };
        self.replace(at + lead.len()..end, canonical::indented(&written, indent));
    }

    /// The line of a label, the byte where that stands, and the byte behind its value.
    fn place_of(&self, stretch: &Stretch) -> Option<(&'t str, usize, usize)> {
        let line = self.scanned.line(stretch.lines.start);
        let at = line.rfind(&stretch.label)?;
        let start = self.scanned.source().lines_range(stretch.lines.start..stretch.lines.start + 1).start;
        let behind = line.get(at + stretch.label.len()..).unwrap_or_default();
        let end = match stretch.lines.len() {
            1 if !behind.trim().is_empty() => start + at + stretch.label.len(),
            _ => self.scanned.source().lines_range(stretch.lines.clone()).end,
        };
        Some((line, start + at, end))
    }

    /// Takes a label and its value out; where they have lines of their own, with the blank ones before them.
    fn remove(&mut self, stretch: &Stretch) {
        let Some((line, at, end)) = self.place_of(stretch) else { return };
        let first = stretch.lines.start;
        let is_alone = line.trim_start().starts_with(&stretch.label);
        let says = |number: &usize| !self.scanned.line(*number).trim().is_empty();
        let before = (0..first).rev().find(says).filter(|_| is_alone);
        let start = before.map_or(at, |before| self.scanned.source().lines_range(before..before + 1).end);
        self.replace(start..end, "");
    }

    /// The changed document.
    #[must_use]
    pub fn finish(self) -> String {
        self.changes.made(&self.scanned)
    }
}
