//! The outline of a document: its front matter, and in order its sections, texts, questions and notes. Every line is
//! in one of them.

use std::ops::Range;

use super::front_matter::FrontMatter;
use super::ids::Id;
use super::marks::{self, Given};
use super::question::{Oddities, Reader, Stretch};
use super::scanned::ScannedDocument;
use crate::model::clarifications::{DocumentNote, NoteKind, Question};
use crate::model::{Code, Diagnostic, Span, quote};
use crate::text::{inline, steps};

/// A document, as it stands.
#[derive(Debug, Default)]
pub struct Outline {
    /// Its front matter.
    pub front: FrontMatter,
    /// What it is made of, in order.
    pub parts: Vec<Part>,
    /// Its questions, in order.
    pub entries: Vec<Entry>,
    /// The marks of a fence around the whole, and where they stand.
    pub wrapper: Vec<(String, Span)>,
    /// Whether it is JSON.
    pub is_json: bool,
    /// What was repaired to read it.
    pub diagnostics: Vec<Diagnostic>,
}

/// A part of a document.
#[derive(Debug)]
pub enum Part {
    /// Text outside of every question: of a section, or before the first one.
    Text {
        /// The text, without blank lines around it.
        text: String,
        /// Where it stands.
        span: Span,
        /// Whether it stands before the first section.
        outside: bool,
    },
    /// The heading of a section.
    Section(String),
    /// A question, by its place among the entries.
    Question(usize),
    /// The heading `## Needs Clarification`.
    Notes {
        /// The line behind what stands below it.
        end: usize,
    },
    /// A note below it.
    Note(DocumentNote),
}

/// A question as it stands.
#[derive(Debug)]
pub struct Entry {
    /// How it says which one it is.
    pub given: Given,
    /// For a refinement: the question that a line above it names.
    pub context: Option<u32>,
    /// The question that it stands below, by its place.
    pub below: Option<usize>,
    /// What it says. Its id, its parent and its refinements are settled later.
    pub question: Question,
    /// What was odd.
    pub oddities: Oddities,
    /// Its own lines, without blank ones at the end.
    pub lines: Range<usize>,
    /// The line behind what it says itself: before the label of what refines it.
    pub head_end: usize,
    /// Whether a label such as `#### Refinements` stands below it.
    pub has_label: bool,
    /// Where its answer stands: a stretch for each label.
    pub answer: Vec<Stretch>,
    /// The line on which each choice begins, in order.
    pub choices: Vec<usize>,
    /// How far what belongs to it is indented.
    pub indent: usize,
}

/// Reads a Markdown document. In a reply, what the model thought aloud is passed over; in a document it is text.
#[must_use]
pub fn read(scanned: &ScannedDocument<'_>, is_reply: bool) -> Outline {
    let mut reader = DocumentReader {
        scanned,
        outline: Outline::default(),
        state: State::Outside,
        section: None,
        must_answer: false,
        last: None,
        context: None,
        is_reply,
        has_ids: false,
    };
    for mark in scanned.wrapper() {
        let span = Span::of_bytes(mark.start, mark.end);
        reader.outline.wrapper.push((scanned.source().slice(mark).trim().to_owned(), span));
    }
    let start = FrontMatter::read(scanned).map_or(0, |(front, end)| {
        reader.outline.front = front;
        end
    });
    let names_question = |number: usize| {
        let mark = marks::question(scanned.line(number)).filter(|_| !scanned.is_verbatim(number));
        matches!(mark, Some(marks::QuestionMark { given: Given::Id(Id::Question(_)), .. }))
    };
    reader.has_ids = (start..scanned.len()).any(names_question);
    reader.begin_text();
    for number in start..scanned.len() {
        if scanned.is_wrapper(number) || (is_reply && scanned.is_aside(number)) {
            continue;
        }
        reader.line(number);
    }
    reader.close(scanned.len());
    reader.outline
}

struct DocumentReader<'s, 't> {
    scanned: &'s ScannedDocument<'t>,
    outline: Outline,
    state: State,
    section: Option<String>,
    /// Whether a heading such as `### Required` stands above.
    must_answer: bool,
    /// The last question that others may stand below.
    last: Option<usize>,
    /// The question that a line `Refinements for Q6:` names.
    context: Option<u32>,
    /// Whether it is a reply, whose own lines are not kept.
    is_reply: bool,
    /// Whether questions have ids: an item of a list is none then.
    has_ids: bool,
}

enum State {
    /// Between things, before the first section.
    Outside,
    /// In a text, with the numbers of its lines.
    Text { lines: Vec<(usize, String)>, outside: bool },
    /// In a question.
    Question(Box<Open>),
    /// Under `## Needs Clarification`.
    Notes { note: Option<DocumentNote>, lines: Vec<String> },
}

struct Open {
    reader: Reader,
    given: Given,
    must_answer: bool,
    below: Option<usize>,
    context: Option<u32>,
    start: usize,
    /// The line that begins what refines it.
    refinements: Option<usize>,
    /// How far its lines are indented: behind the number of a list.
    indent: usize,
}

impl DocumentReader<'_, '_> {
    fn line(&mut self, number: usize) {
        let line = self.scanned.line(number);
        let verbatim = self.scanned.is_verbatim(number);
        if !verbatim && self.begins(line, number) {
            return;
        }
        if self.is_reply && matches!(&self.state, State::Question(open) if open.reader.is_over(line, verbatim)) {
            self.close(number);
            self.begin_text();
        }
        match &mut self.state {
            State::Question(open) => open.reader.line(line, number, verbatim),
            State::Notes { lines, .. } => lines.push(line.trim_end().to_owned()),
            State::Text { lines, .. } => lines.push((number, line.trim_end().to_owned())),
            State::Outside => {}
        }
    }

    /// Whether a line begins something, which is then begun.
    fn begins(&mut self, line: &str, number: usize) -> bool {
        let in_notes = matches!(self.state, State::Notes { .. });
        let line = match &self.state {
            State::Question(open) => open.reader.dedented(line),
            _ => line,
        };
        if let Some((level, text)) = marks::heading(line)
            && level <= 3
            && marks::is_needs_clarification(text)
        {
            self.close(number);
            self.section = None;
            self.outline.parts.push(Part::Notes { end: number + 1 });
            self.state = State::Notes { note: None, lines: Vec::new() };
            return true;
        }
        if in_notes {
            return self.begins_in_notes(line, number);
        }
        if let Some(mark) = self.question(line) {
            self.close(number);
            self.open(&mark, number);
            return true;
        }
        if let Some((question, _)) = marks::refinements_for(line).filter(|(_, title)| self.is_reply || title.is_empty())
        {
            self.context = Some(question);
            self.part(number);
            return true;
        }
        if self.has_question() && marks::is_refinements(line) {
            self.context = None;
            self.part(number);
            return true;
        }
        let Some((level, text)) = marks::heading(line) else { return false };
        if let Some(word) = marks::unread_id(line) {
            self.say_unread(
                number,
                format!("{} is not a valid question id. The heading was read as text.", quote(word)),
            );
        }
        self.begins_by_heading(line, level, text, number)
    }

    fn say_unread(&mut self, number: usize, message: String) {
        let span = self.scanned.source().lines_span(number..number + 1);
        self.outline.diagnostics.push(Diagnostic::new(Code::UnreadQuestion, message, Some(span)));
    }

    fn begins_by_heading(&mut self, line: &str, level: u8, text: &str, number: usize) -> bool {
        match &self.state {
            State::Question(open) if !open.reader.ends_at(level) => {
                if self.context.is_none() || level < 4 || marks::label(line).is_some() {
                    return false;
                }
                // Below `Refinements for Q6:` a heading is a refinement that was given no id.
                let title = text.to_owned();
                self.close(number);
                self.open_titled(&title, level, number);
                return true;
            }
            State::Text { .. } | State::Outside if level >= 4 && self.context.is_some() => {
                let title = text.to_owned();
                self.close(number);
                self.open_titled(&title, level, number);
                return true;
            }
            _ => {}
        }
        // Only a heading of the first level looks back over the text above it: what follows the title is a section then.
        let may_be_title = level == 1 && !matches!(self.state, State::Question(_));
        let is_first = || self.section.is_none() && self.outline.entries.is_empty() && !self.has_heading();
        let is_title = may_be_title && is_first();

        match level {
            1 | 2 if !is_title => {
                self.open_section(text.to_owned(), number);
                true
            }
            3 if !matches!(self.state, State::Outside | State::Text { outside: true, .. }) => {
                self.close(number);
                let words = inline::words(text);
                self.must_answer = matches!(words.as_str(), "required" | "must answer" | "mandatory" | "blocking");
                self.last = None;
                self.context = None;
                self.begin_text();
                if let State::Text { lines, .. } = &mut self.state {
                    lines.push((number, line.trim_end().to_owned()));
                }
                true
            }
            _ => {
                if matches!(self.state, State::Question(_)) {
                    self.close(number);
                    self.last = None;
                    self.begin_text();
                    if let State::Text { lines, .. } = &mut self.state {
                        lines.push((number, line.trim_end().to_owned()));
                    }
                    return true;
                }
                false
            }
        }
    }

    /// Whether the text before the first section has a heading already.
    fn has_heading(&self) -> bool {
        let is_heading = |(_, line): &(usize, String)| marks::heading(line).is_some_and(|(level, _)| level == 1);
        let open = match &self.state {
            State::Text { lines, .. } => {
                steps::add(lines.len());
                lines.iter().any(is_heading)
            }
            _ => false,
        };
        open || self
            .outline
            .parts
            .iter()
            .any(|part| matches!(part, Part::Text { .. } | Part::Section(_) | Part::Notes { .. }))
    }

    /// Whether there is a question that others may stand below.
    fn has_question(&self) -> bool {
        self.last.is_some() || matches!(self.state, State::Question(_))
    }

    fn question<'l>(&self, line: &'l str) -> Option<marks::QuestionMark<'l>> {
        if let Some(mark) = marks::question(line) {
            let has_parent = self.context.is_some() || self.has_question();
            return (!matches!(mark.given, Given::Refinement(_)) || has_parent).then_some(mark);
        }
        let may_be_numbered = match &self.state {
            State::Question(open) => open.indent > 0,
            State::Notes { .. } => false,
            State::Outside | State::Text { .. } => true,
        };
        let is_asked = !self.has_ids || self.context.is_some();
        let mark = marks::numbered_question(line).filter(|_| may_be_numbered && is_asked)?;
        match (self.context, mark.given) {
            (Some(_), Given::Number(number)) => {
                Some(marks::QuestionMark { given: Given::Refinement(Some(number)), ..mark })
            }
            _ => Some(mark),
        }
    }

    fn open(&mut self, mark: &marks::QuestionMark<'_>, number: usize) {
        let is_refinement = !matches!(mark.given, Given::Id(Id::Question(_)) | Given::Number(_));
        if !is_refinement {
            self.context = None;
        }
        let mut reader = Reader::new(mark.title, mark.level, mark.indent);
        if !mark.rest.is_empty() {
            reader.line(mark.rest, number, false);
        }
        let level = if is_refinement { 5 } else { 3 };
        reader.oddities.form =
            mark.level != Some(level) || matches!(mark.given, Given::Refinement(_) | Given::Number(_));
        self.state = State::Question(Box::new(Open {
            reader,
            given: mark.given,
            must_answer: mark.must_answer || (self.must_answer && !is_refinement),
            below: self.last.filter(|_| is_refinement),
            context: self.context.filter(|_| is_refinement),
            start: number,
            refinements: None,
            indent: mark.indent,
        }));
    }

    fn open_titled(&mut self, title: &str, level: u8, number: usize) {
        let (given, title, must_answer) = (Given::Refinement(None), inline::bare(title), false);
        let mark = marks::QuestionMark { given, title, must_answer, rest: "", level: Some(level), indent: 0 };
        self.open(&mark, number);
    }

    /// Begins another part of the question that is read.
    fn part(&mut self, number: usize) {
        if let State::Question(open) = &mut self.state {
            open.reader.part();
            open.refinements.get_or_insert(number);
        }
    }

    fn begin_text(&mut self) {
        let outside = self.section.is_none() && self.outline.entries.is_empty();
        self.state = State::Text { lines: Vec::new(), outside };
    }

    fn open_section(&mut self, title: String, number: usize) {
        self.close(number);
        self.outline.parts.push(Part::Section(title.clone()));
        self.section = Some(title);
        self.must_answer = false;
        self.last = None;
        self.context = None;
        self.begin_text();
    }

    fn begins_in_notes(&mut self, line: &str, number: usize) -> bool {
        let Some((level, text)) = marks::heading(line) else { return false };
        if level <= 2 {
            self.open_section(text.to_owned(), number);
            return true;
        }
        if level > 3 {
            return false;
        }
        if let Some(marks::QuestionMark { given: Given::Id(id), .. }) = marks::question(line) {
            self.say_unread(number, format!("{id} is among the notes and was read as a note."));
        }
        let note = note_of(text);
        self.close_note();
        self.state = State::Notes { note: Some(note), lines: Vec::new() };
        true
    }

    fn close_note(&mut self) {
        if let State::Notes { note, lines } = &mut self.state {
            let body = lines.join("\n");
            let body = super::text_of(&body);
            let note = note.take();
            if note.is_some() || !body.is_empty() {
                let empty = DocumentNote { kind: NoteKind::Note, title: String::new(), body: String::new() };
                self.outline.parts.push(Part::Note(DocumentNote { body, ..note.unwrap_or(empty) }));
            }
        }
    }

    /// Ends what is read, before a line.
    fn close(&mut self, number: usize) {
        match std::mem::replace(&mut self.state, State::Outside) {
            State::Outside => {}
            State::Text { lines, outside } => self.close_text(&lines, outside),
            State::Question(open) => self.close_question(*open, number),
            State::Notes { note, lines } => {
                self.state = State::Notes { note, lines };
                self.close_note();
                let end = self.scanned.end_of_text(0..number);
                for part in self.outline.parts.iter_mut().rev() {
                    if let Part::Notes { end: known } = part {
                        *known = end.max(*known);
                        break;
                    }
                }
                self.state = State::Outside;
            }
        }
    }

    fn close_text(&mut self, lines: &[(usize, String)], outside: bool) {
        let says = |(_, line): &(usize, String)| !line.is_empty();
        let (Some(first), Some(last)) = (lines.iter().position(says), lines.iter().rposition(says)) else { return };
        let said = lines.get(first..=last).unwrap_or_default();
        let text: Vec<&str> = said.iter().map(|(_, line)| line.as_str()).collect();
        let (Some((first, _)), Some((last, _))) = (said.first(), said.last()) else { return };
        let span = self.scanned.source().lines_span(*first..last + 1);
        self.outline.parts.push(Part::Text { text: text.join("\n"), span, outside });
    }

    fn close_question(&mut self, mut open: Open, number: usize) {
        let end = self.scanned.end_of_text(open.start..number);
        let mut question = open.reader.finish();
        question.must_answer = open.must_answer;
        question.section.clone_from(&self.section);
        question.span = self.scanned.source().lines_span(open.start..end);
        let head_end = self.scanned.end_of_text(open.start..open.refinements.unwrap_or(number));
        let answer = open.reader.answer_lines.iter();
        let answer = answer
            .map(|Stretch { lines, label }| Stretch {
                lines: lines.start..self.scanned.end_of_text(lines.clone()),
                label: label.clone(),
            })
            .collect();
        let place = self.outline.entries.len();
        let is_refinement = !matches!(open.given, Given::Id(Id::Question(_)) | Given::Number(_));
        if !is_refinement || self.last.is_none() {
            self.last = Some(place);
        }
        self.outline.parts.push(Part::Question(place));
        self.outline.entries.push(Entry {
            given: open.given,
            context: open.context,
            below: open.below,
            question,
            oddities: open.reader.oddities,
            lines: open.start..end,
            head_end,
            has_label: open.refinements.is_some(),
            answer,
            choices: open.reader.choice_lines,
            indent: open.indent,
        });
    }
}

/// The note that a heading begins: `Contradiction: TITLE (Q2, Q12)`, `Critical gap: Q17 TITLE`.
#[must_use]
pub fn note_of(heading: &str) -> DocumentNote {
    const KINDS: [(&str, NoteKind); 3] = [
        ("contradiction", NoteKind::Contradiction),
        ("critical gap", NoteKind::CriticalGap),
        ("critical-gap", NoteKind::CriticalGap),
    ];
    let bare = inline::bare(heading);
    let open = bare.strip_prefix('[').unwrap_or(bare);
    for (word, kind) in KINDS {
        let Some(start) = open.get(..word.len()).filter(|start| start.eq_ignore_ascii_case(word)) else { continue };
        let after = open.get(start.len()..).unwrap_or_default();
        let title = after.trim_start_matches([']', ':', '—', '–', '-', ' ']);
        if title.len() < after.len() || after.is_empty() {
            return DocumentNote { kind, title: title.to_owned(), body: String::new() };
        }
    }
    DocumentNote { kind: NoteKind::Note, title: heading.to_owned(), body: String::new() }
}
