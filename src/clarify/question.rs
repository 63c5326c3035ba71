//! One question, line by line: each line goes on with the field before it, or begins another.

use std::ops::Range;

use super::answers::{Named, named, said};
use super::marks::{self, ChoiceMark, Label, Labelled};
use super::scanned::is_layout;
use crate::model::clarifications::{Choice, Question};
use crate::text::blocks::{heading_text, indentation, scan_heading, scan_item};
use crate::text::lines::scan_fence;
use crate::text::{fields, steps};

/// The longest title that stays one where the question has no body, in characters.
const TITLE_LIMIT: usize = 80;
/// The longest title that is made of such a one, in characters.
const SHORT_TITLE: usize = 60;
/// The most labels that are read on one line.
const LABELS_A_LINE: usize = 3;
/// How far what belongs to a choice is indented.
pub const CHOICE_INDENT: usize = 3;
/// How far a value is indented behind the item of a list that its label is.
pub const ITEM_INDENT: usize = 2;

/// What is read of a question.
#[derive(Debug)]
pub struct Reader {
    title: String,
    body: Lines,
    choices: Vec<ChoiceLines>,
    recommendation: Option<Lines>,
    answer: Option<Lines>,
    consolidated: Vec<String>,
    field: Field,
    /// How far the label of the field is indented where it is an item of a list.
    item: Option<usize>,
    /// Whether the choices are labelled: items without letters are some.
    labelled: bool,
    /// Whether the line before is a sentence such as `Options: …`: items right below it are choices.
    announced: bool,
    /// What the body says behind `Question:`, where that begins it.
    asked: Option<String>,
    after_blank: bool,
    /// The level of its heading, where that is above the usual.
    level: Option<u8>,
    /// How far its lines are indented.
    indent: usize,
    /// What was odd.
    pub oddities: Oddities,
    /// The lines of the answer: a stretch for each label.
    pub answer_lines: Vec<Stretch>,
    /// The line on which each choice begins, in order.
    pub choice_lines: Vec<usize>,
}

/// Lines of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The lines.
    pub lines: Range<usize>,
    /// What the first one says from the label on.
    pub label: String,
}

/// What is said in a diagnostic.
#[derive(Clone, Copy, Debug, Default)]
pub struct Oddities {
    /// Whether something is in another form than the canonical one.
    pub form: bool,
    /// Whether a field occurs twice.
    pub repeated_field: bool,
    /// Whether a letter occurs twice.
    pub repeated_choice: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Body,
    Choice,
    Recommendation,
    Answer,
}

/// The lines of a field.
#[derive(Debug, Default)]
struct Lines {
    /// Each line, and whether it is shown as it is.
    taken: Vec<(String, bool)>,
    /// Whether one of them says something.
    says: bool,
    /// Where labels stand that no value follows.
    awaiting: Option<usize>,
}

impl Lines {
    fn push(&mut self, line: &str, verbatim: bool) {
        let blank_twice =
            !verbatim && line.trim().is_empty() && self.taken.last().is_none_or(|(last, _)| last.is_empty());
        if !blank_twice {
            let says = verbatim || !is_layout(line);
            self.says |= says;
            if says {
                self.awaiting = None;
            }
            self.taken.push((line.trim_end().to_owned(), verbatim));
        }
    }

    /// Takes a line with another label. Without a value, on the line or below, it is no part of the text.
    fn push_label(&mut self, line: &str, has_value: bool) {
        let awaiting = self.awaiting.unwrap_or(self.taken.len());
        self.push(line, false);
        self.awaiting = Some(awaiting).filter(|_| !has_value);
    }

    fn is_empty(&self) -> bool {
        !self.says
    }

    /// The text, without blank lines and rules around it.
    fn text(&self) -> String {
        let says = |(line, verbatim): &(String, bool)| *verbatim || !is_layout(line);
        let said = self.taken.get(..self.awaiting.unwrap_or(self.taken.len())).unwrap_or_default();
        let first = said.iter().position(says).unwrap_or(said.len());
        let last = said.iter().rposition(says).map_or(first, |last| last + 1);
        let lines = said.get(first..last).unwrap_or_default();
        lines.iter().map(|(line, _)| line.as_str()).collect::<Vec<_>>().join("\n")
    }
}

#[derive(Debug)]
struct ChoiceLines {
    letter: Option<String>,
    ticked: bool,
    lines: Lines,
    indent: usize,
}

impl Reader {
    /// A question with its title, and how far its lines are indented.
    #[must_use]
    pub fn new(title: &str, level: Option<u8>, indent: usize) -> Self {
        Self {
            title: title.to_owned(),
            body: Lines::default(),
            choices: Vec::new(),
            recommendation: None,
            answer: None,
            consolidated: Vec::new(),
            field: Field::Body,
            item: None,
            labelled: false,
            announced: false,
            asked: None,
            after_blank: false,
            level: level.filter(|level| *level < 3),
            indent,
            oddities: Oddities::default(),
            answer_lines: Vec::new(),
            choice_lines: Vec::new(),
        }
    }

    /// Whether a heading of a level ends it.
    #[must_use]
    pub fn ends_at(&self, level: u8) -> bool {
        level <= self.level.unwrap_or(3)
    }

    /// The line without the indentation of the list that the question stands in.
    #[must_use]
    pub fn dedented<'t>(&self, line: &'t str) -> &'t str {
        dedented(line, self.indent)
    }

    /// Whether a line of a reply, which begins nothing, stands behind its questions: the answer is for people, so that what
    /// follows it belongs to the reply.
    #[must_use]
    pub fn is_over(&self, line: &str, verbatim: bool) -> bool {
        let is_behind = self.field == Field::Answer && self.after_blank && !line.trim().is_empty();
        let is_field = || marks::label(line).is_some() || marks::consolidated(line).is_some();
        let is_open_fence = self.field == Field::Answer && scan_fence(line).is_some();
        (is_behind && (verbatim || !is_field())) || (!verbatim && (is_open_fence || marks::is_result(line)))
    }

    /// Takes the next line.
    pub fn line(&mut self, line: &str, number: usize, verbatim: bool) {
        steps::add(line.len() + 1);
        let line = self.dedented(line);
        if verbatim {
            self.go_on(line, number, true);
        } else if line.trim().is_empty() {
            self.lines().push("", false);
            self.after_blank = true;
            return;
        } else {
            self.words(line, number);
        }
        self.after_blank = false;
    }

    /// Takes what a line says; what stands behind a label that only leads on to it, too.
    fn words(&mut self, line: &str, number: usize) {
        let mut line = line;
        let announced = std::mem::take(&mut self.announced);
        for _ in 0..LABELS_A_LINE {
            if line.is_empty() {
                return;
            }
            let in_answer = self.field == Field::Answer && !self.lines().is_empty();
            if let Some(value) = marks::consolidated(line).filter(|_| !in_answer || is_emphasised(line)) {
                self.consolidated.extend(marks::listed(value));
                self.field = Field::Body;
                return;
            }
            // Within an answer, a plain word with a colon is the answer's.
            let counts = |found: &Labelled<'_>| !in_answer || counts_in_answer(found, self.item);
            let Some(labelled) = marks::label(line).filter(counts) else { break };
            if !labelled.strong && !labelled.value.is_empty() && self.is_sentence(labelled) {
                break;
            }
            self.item = labelled.item;
            match labelled.label {
                Label::Recommendation => return self.value(Field::Recommendation, line, labelled, number),
                Label::Answer => return self.value(Field::Answer, line, labelled, number),
                Label::Consolidated => self.consolidated.extend(marks::listed(labelled.value)),
                Label::Choices => self.labelled = true,
                Label::Question => {}
            }
            self.oddities.form = true;
            self.field = Field::Body;
            if labelled.label == Label::Consolidated {
                return;
            }
            line = labelled.value;
        }
        if let Some(level) = scan_heading(line) {
            // A heading of its own goes on with the answer that there is, or with what is asked, below the level of questions.
            if self.field != Field::Answer || self.lines().is_empty() {
                self.field = Field::Body;
            }
            let text = line.trim().trim_start_matches('#').trim();
            let is_high = level < 4 && !heading_text(line).is_empty();
            let line = if is_high { format!("#### {text}") } else { line.to_owned() };
            self.go_on(&line, number, false);
            return;
        }
        let mark = marks::choice(line);
        self.labelled |= announced && mark.is_some();
        match mark.filter(|mark| self.is_choice(mark)) {
            Some(mark) => self.choice(mark, number),
            None => self.text(line, number),
        }
    }

    /// Whether a plain label begins a sentence: `Options: …`, `Question: …`. It keeps its word, unless choices follow.
    fn is_sentence(&mut self, labelled: Labelled<'_>) -> bool {
        match labelled.label {
            Label::Choices => self.announced = true,
            Label::Question if self.body.is_empty() => self.asked = Some(labelled.value.to_owned()),
            Label::Question => {}
            _ => return false,
        }
        self.field = Field::Body;
        true
    }

    /// Begins a field, or goes on with one that has a value already.
    fn value(&mut self, field: Field, line: &str, labelled: Labelled<'_>, number: usize) {
        self.field = field;
        let held = if field == Field::Answer { &mut self.answer } else { &mut self.recommendation };
        let lines = held.get_or_insert_default();
        let repeated = !lines.is_empty();
        if repeated {
            // Of two values neither is dropped, and the label shows where the second begins.
            self.oddities.repeated_field = true;
            lines.push_label(line, !labelled.value.is_empty());
        } else {
            *lines = Lines::default();
            lines.push(labelled.value, false);
            self.oddities.form |= !labelled.canonical;
        }
        if field == Field::Answer {
            if !repeated {
                self.answer_lines.clear();
            }
            self.answer_lines.push(Stretch { lines: number..number + 1, label: line.trim().to_owned() });
        }
    }

    fn is_choice(&self, mark: &ChoiceMark<'_>) -> bool {
        let begun = !self.choices.is_empty();
        match self.field {
            Field::Answer => return false,
            // Behind the choices, a recommendation may say a letter.
            Field::Recommendation if begun => return false,
            _ => {}
        }
        let at_its_level = self.choices.first().is_none_or(|first| mark.indent <= first.indent + 1);
        if mark.ticked.is_some() {
            return at_its_level;
        }
        if mark.numbered || mark.letter.is_none() {
            return self.labelled && self.field != Field::Recommendation && at_its_level;
        }
        let letter = mark.letter.as_deref().unwrap_or_default();
        (begun || self.labelled || letter == "A" || letter.len() > 1) && (at_its_level || !mark.bulleted)
    }

    fn choice(&mut self, mark: ChoiceMark<'_>, number: usize) {
        self.choice_lines.push(number);
        self.oddities.form |= !mark.canonical;
        let mut lines = Lines::default();
        lines.push(mark.text, false);
        let ticked = mark.ticked.unwrap_or(false);
        self.choices.push(ChoiceLines { letter: mark.letter, ticked, lines, indent: mark.indent });
        self.field = Field::Choice;
    }

    /// A line that begins nothing.
    fn text(&mut self, line: &str, number: usize) {
        if let Some(label) = self.item.filter(|_| matches!(self.field, Field::Recommendation | Field::Answer))
            && ends_item(line, label, self.after_blank)
        {
            self.field = Field::Body;
            if let Some(mark) = marks::choice(line).filter(|mark| self.is_choice(mark)) {
                return self.choice(mark, number);
            }
        }
        if self.field == Field::Choice && self.after_blank && indentation(line) == 0 {
            self.field = Field::Body;
        }
        self.go_on(line, number, false);
    }

    fn go_on(&mut self, line: &str, number: usize, verbatim: bool) {
        if verbatim && self.field == Field::Choice && self.after_blank && indentation(line) == 0 {
            self.field = Field::Body;
        }
        let line = match (self.field, self.item) {
            (Field::Choice, _) => dedented(line, CHOICE_INDENT),
            (Field::Recommendation | Field::Answer, Some(label)) => dedented(line, label + ITEM_INDENT),
            _ => line,
        };
        self.lines().push(line, verbatim);
        if self.field == Field::Answer
            && let Some(stretch) = self.answer_lines.last_mut()
        {
            stretch.lines.end = number + 1;
        }
    }

    /// The lines of the field that is read.
    fn lines(&mut self) -> &mut Lines {
        match self.field {
            Field::Body => &mut self.body,
            Field::Choice => self.choices.last_mut().map_or(&mut self.body, |choice| &mut choice.lines),
            Field::Recommendation => self.recommendation.get_or_insert_default(),
            Field::Answer => self.answer.get_or_insert_default(),
        }
    }

    /// Puts a blank line before what comes next to the body.
    pub fn part(&mut self) {
        self.field = Field::Body;
        self.item = None;
        self.body.push("", false);
    }

    /// The question, once all of its lines are read.
    pub fn finish(&mut self) -> Question {
        let answer = self.answer.take().map(|lines| lines.text()).unwrap_or_default();
        let recommendation = self.recommendation.take().map(|lines| lines.text());
        let choices: Vec<ChoiceLines> = self.choices.drain(..).collect();
        if let Some(asked) = self.asked.take().filter(|_| !choices.is_empty())
            && let Some((first, _)) = self.body.taken.iter_mut().find(|(line, _)| !line.is_empty())
        {
            *first = asked;
        }
        let choices = choices.into_iter().map(|choice| (choice.letter, choice.lines.text(), choice.ticked)).collect();
        let mut question = Question {
            title: std::mem::take(&mut self.title),
            body: self.body.text(),
            recommendation: recommendation.filter(|text| !text.is_empty()),
            consolidated_from: std::mem::take(&mut self.consolidated),
            ..Question::default()
        };
        shorten_title(&mut question);
        self.oddities.repeated_choice = settle(&mut question, choices, &answer);
        question
    }
}

/// Whether a line ends an answer that says something. Given is how far the answer's label is indented where it is an item of
/// a list, and whether a blank line stands between.
#[must_use]
pub fn ends_answer(line: &str, item: Option<usize>, after_blank: bool) -> bool {
    (marks::consolidated(line).is_some() && is_emphasised(line))
        || marks::label(line).is_some_and(|found| counts_in_answer(&found, item))
        || item.is_some_and(|label| scan_heading(line).is_none() && ends_item(line, label, after_blank))
}

fn is_emphasised(line: &str) -> bool {
    line.starts_with(['*', '_'])
}

/// Whether a label is one within an answer: a plain one there is a word of it.
fn counts_in_answer(found: &Labelled<'_>, item: Option<usize>) -> bool {
    found.strong || (found.item.is_some() && item.is_some())
}

/// Whether a line ends the value of an item of a list: in a list of fields, the next item is another field, which this format
/// does not know.
fn ends_item(line: &str, label: usize, after_blank: bool) -> bool {
    let is_sibling = scan_item(line.trim()).is_some() && indentation(line) <= label;
    is_sibling && fields::scan(line).is_some() || (after_blank && indentation(line) <= label)
}

/// Fills in choices and answer, which depend on each other; returns whether a letter occurs twice.
pub fn settle(question: &mut Question, choices: Vec<(Option<String>, String, bool)>, answer: &str) -> bool {
    let mut repeated = false;
    let mut letters = std::collections::BTreeSet::new();
    let mut next = 0;
    for (letter, text, ticked) in choices {
        let letter = letter.unwrap_or_else(|| letter_of(next));
        next = position_of(&letter).map_or(next, |position| position + 1);
        repeated |= !letters.insert(letter.clone());
        let (text, marked) = marks::unticked(&text);
        let other = marks::is_other(text);
        question.choices.push(Choice { letter, text: text.to_owned(), other, chosen: ticked || marked });
    }
    let (answer, autofilled) = marks::unaccepted(answer);
    question.autofilled = autofilled;
    question.answer = Some(answer.into_owned()).filter(|answer| !answer.is_empty());
    if question.answer.is_none() && !autofilled {
        let ticked: Vec<&str> =
            question.choices.iter().filter(|choice| choice.chosen).map(|choice| choice.letter.as_str()).collect();
        question.answer = Some(ticked.join(", ")).filter(|answer| !answer.is_empty());
    }
    let said = said(question.answer.as_deref().unwrap_or_default());
    if let Some(Named { letters, .. }) = named(&said, &question.choices) {
        for choice in &mut question.choices {
            choice.chosen |= letters.contains(&choice.letter);
        }
    }
    repeated
}

/// The letter of a choice that has none, by its place.
fn letter_of(place: usize) -> String {
    const LETTERS: usize = 26;
    let letter = u8::try_from(place % LETTERS).map_or('A', |letter| char::from(b'A' + letter));
    match place / LETTERS {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

fn position_of(letter: &str) -> Option<usize> {
    let first = letter.bytes().next().filter(u8::is_ascii_uppercase)?;
    let round: usize = match letter.get(1..)? {
        "" => 0,
        digits => digits.parse().ok()?,
    };
    Some(usize::from(first - b'A') + round * 26)
}

/// A title that is the whole question gives way to its first words, where it is long and there is no body.
fn shorten_title(question: &mut Question) {
    if !question.body.is_empty() || question.title.chars().take(TITLE_LIMIT + 1).count() <= TITLE_LIMIT {
        return;
    }
    let mut short = String::new();
    for word in question.title.split_whitespace() {
        if !short.is_empty() && short.chars().count() + word.chars().take(SHORT_TITLE).count() >= SHORT_TITLE {
            break;
        }
        if !short.is_empty() {
            short.push(' ');
        }
        short.push_str(word);
    }
    question.body = std::mem::replace(&mut question.title, short);
}

/// Without so many columns of blanks at its beginning.
#[must_use]
pub fn dedented(line: &str, columns: usize) -> &str {
    let mut rest = line;
    let mut left = columns;
    while left > 0 {
        match rest.as_bytes().first() {
            Some(b' ') => left -= 1,
            Some(b'\t') if left >= 4 => left -= 4,
            _ => break,
        }
        rest = rest.get(1..).unwrap_or_default();
    }
    rest
}
