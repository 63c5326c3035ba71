//! The marks of the format: what one line begins. Pure functions; where a line stands is for the reader to know.
//!
//! Agents, templates and people write the same marks in many ways. Each function says which ways are read.

use std::borrow::Cow;
use std::ops::Range;

use super::ids::{Id, scan_numbered};
use crate::text::blocks::{indentation, scan_heading, scan_item};
use crate::text::{fields, inline};

/// The mark of a question that must be answered.
pub const MUST_ANSWER: &str = "[MUST ANSWER]";

/// The mark of an answer that is the recommendation.
pub const ACCEPTED: &str = "(accepted recommendation)";

/// The mark of a choice that is ticked, and that the answer does not name.
pub const TICK: char = '✓';

/// A `#` heading: its level and its text, which is not empty.
#[must_use]
pub fn heading(line: &str) -> Option<(u8, &str)> {
    let level = scan_heading(line)?;
    let mut text = line.trim_start().trim_start_matches('#').trim();
    // Closing marks stand after a blank: "Use C#" has none.
    loop {
        let open = text.trim_end_matches('#');
        if open.len() == text.len() || !open.ends_with([' ', '\t']) {
            break;
        }
        text = open.trim_end();
    }
    (!text.is_empty() && text.chars().any(|mark| mark != '#')).then_some((level, text))
}

/// How a question says which one it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// By its id.
    Id(Id),
    /// By the number of a list: `1.`
    Number(u32),
    /// As a refinement, without its parent: by its number there, as `R1.`, or with no id at all.
    Refinement(Option<u32>),
}

/// The line that begins a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionMark<'t> {
    /// Which question it is.
    pub given: Given,
    /// Its title, without the mark `[MUST ANSWER]`.
    pub title: &'t str,
    /// Whether that mark was there.
    pub must_answer: bool,
    /// What stands on the line behind a bold title.
    pub rest: &'t str,
    /// The level of the heading; `None` where it is none.
    pub level: Option<u8>,
    /// How far what belongs to it is indented: behind the number of a list.
    pub indent: usize,
}

/// `### Q1: Title [MUST ANSWER]`, `**R1.1: Title**`, `**Q1:** Title`, `- **Q1: Title**`, `1. **Q1: Title**`, `R1. **Title**`.
#[must_use]
pub fn question(line: &str) -> Option<QuestionMark<'_>> {
    if let Some((level, text)) = heading(line) {
        // Part of a heading may be bold: the mark `[MUST ANSWER]` stands outside as a rule.
        if let Some((lead, rest)) = inline::bold_lead(text)
            && let Some((given, length)) = given(lead.trim())
        {
            let (title, rest) = (lead.trim().get(length..)?, text.get(rest..)?.trim());
            if !ends_id(given, title, level) {
                return None;
            }
            let is_titled = !title.trim_matches(is_separator).is_empty();
            return Some(if is_titled {
                marked(given, title, rest, Some(level))
            } else {
                marked(given, rest, "", Some(level))
            });
        }
        let text = inline::bare(text);
        let text = text.strip_prefix('[').filter(|inner| Id::scan(inner).is_some()).unwrap_or(text);
        let (given, length) = given(text)?;
        let title = text.get(length..).filter(|title| ends_id(given, title, level))?;
        return Some(marked(given, title, "", Some(level)));
    }
    if indentation(line) >= 4 {
        return None;
    }
    let text = line.trim();
    let item = scan_item(text);
    let text = item.map_or(Some(text), |(mark, _)| text.get(mark..))?;
    // What belongs to an item of a numbered list is indented.
    let indent = item.filter(|(_, is_numbered)| *is_numbered).map_or(0, |(mark, _)| mark);
    if let Some((lead, rest)) = inline::bold_lead(text) {
        let rest = text.get(rest..)?;
        let (given, length) = given(lead.trim())?;
        let title = lead.trim().get(length..)?;
        if title.trim_matches(is_separator).is_empty() {
            // `**Q1**` alone may be a mention; `**Q1:** Title` and `**Q1**: Title` are none.
            let named = is_parted(title) || rest.trim_start().starts_with([':', '.', '—', '–']);
            let is_titled = named && !rest.trim_matches(is_separator).is_empty();
            return is_titled.then(|| QuestionMark { indent, ..marked(given, rest, "", None) });
        }
        return is_parted(title).then(|| QuestionMark { indent, ..marked(given, title, rest.trim(), None) });
    }
    if indent > 0 {
        return None;
    }
    // `R1. **Title**`
    let (given, length) = given(text)?;
    let after = text.get(length..)?.strip_prefix(['.', ':', ')'])?.trim_start();
    let (title, rest) = inline::bold_lead(after)?;
    Some(marked(given, title, after.get(rest..)?.trim(), None))
}

/// `1. **What is kept?**`, `1. What is kept?`: a question of a list.
#[must_use]
pub fn numbered_question(line: &str) -> Option<QuestionMark<'_>> {
    if indentation(line) >= 2 {
        return None;
    }
    let text = line.trim();
    let (mark, true) = scan_item(text)? else { return None };
    let number = text.bytes().take_while(u8::is_ascii_digit).count();
    let number = text.get(..number)?.parse().ok()?;
    let said = text.get(mark..)?.trim();
    let (title, rest) = match inline::bold_lead(said) {
        Some((title, rest)) => (title, said.get(rest..)?.trim()),
        None if said.ends_with('?') => (said, ""),
        None => return None,
    };
    let mut found = marked(Given::Number(number), title, rest, None);
    found.indent = mark;
    Some(found)
}

fn given(text: &str) -> Option<(Given, usize)> {
    if let Some((id, length)) = Id::scan(text).or_else(|| Id::scan_words(text)) {
        return Some((Given::Id(id), length));
    }
    let (number, length) = scan_numbered(text, 'R')?;
    Some((Given::Refinement(Some(number)), length))
}

/// Where an id goes into the line that begins a question without one, and what is put there.
#[must_use]
pub fn with_id(line: &str, id: Id) -> Option<(Range<usize>, String)> {
    let text = line.trim_start();
    let is_heading = heading(line).is_some();
    let lead = if is_heading {
        text.len() - text.trim_start_matches('#').len()
    } else {
        scan_item(text).map_or(0, |(mark, _)| mark)
    };
    let said = text.get(lead..)?.trim_start();
    let bold = said.trim_start_matches(['*', '_']);
    let at = |rest: &str| line.len() - rest.len();
    Some(match scan_numbered(bold, 'R') {
        Some((_, length)) => (at(bold)..at(bold) + length, id.to_string()),
        None if is_heading => (at(said)..at(said), format!("{id}: ")),
        None if bold.len() < said.len() => (at(bold)..at(bold), format!("{id}: ")),
        None => (at(said)..at(said), format!("**{id}:** ")),
    })
}

/// Whether what stands behind an id in a heading parts it from a title: "Q3 results", "Q1.1" and "Q1-Q3" are words of a
/// heading. A refinement without its parent's number stands below a question: a higher heading names something else.
fn ends_id(given: Given, title: &str, level: u8) -> bool {
    if matches!(given, Given::Refinement(_)) && level < 4 {
        return false;
    }
    let rest = title.trim();
    rest.is_empty() || is_parted(rest) || without_must_answer(rest).len() < rest.len()
}

/// Whether what stands behind an id begins with a mark that parts it from a title.
fn is_parted(title: &str) -> bool {
    let rest = title.trim_start();
    let behind = |mark: char| rest.strip_prefix(mark);
    let is_dash = behind('—').or_else(|| behind('–')).is_some_and(|after| Id::scan(after.trim_start()).is_none());
    rest.starts_with([':', ')', ']'])
        || behind('.').is_some_and(|after| !after.starts_with(|next: char| next.is_ascii_digit()))
        || behind('-').is_some_and(|after| after.is_empty() || after.starts_with([' ', '\t', '-']))
        || is_dash
}

fn is_separator(character: char) -> bool {
    matches!(character, ':' | '.' | ')' | ']' | '—' | '–' | '-') || character.is_whitespace()
}

fn marked<'t>(given: Given, title: &'t str, rest: &'t str, level: Option<u8>) -> QuestionMark<'t> {
    let mut title = inline::bare(title.trim_start_matches(is_separator).trim_end());
    let mut must_answer = false;
    loop {
        let shorter = without_must_answer(title);
        if shorter.len() == title.len() {
            break;
        }
        must_answer = true;
        title = inline::bare(shorter.trim_start_matches(is_separator));
    }
    let (rest, tagged) = match rest.len() - without_must_answer(rest).len() {
        0 => (rest, false),
        _ => (without_must_answer(rest), true),
    };
    QuestionMark { given, title, must_answer: must_answer || tagged, rest, level, indent: 0 }
}

/// Without `[MUST ANSWER]` or `(MUST ANSWER)` at its beginning or its end.
fn without_must_answer(text: &str) -> &str {
    let trimmed = text.trim();
    for tag in [MUST_ANSWER, "(MUST ANSWER)", "`[MUST ANSWER]`", "**[MUST ANSWER]**"] {
        let is_tag = |found: Option<&str>| found.is_some_and(|found| found.eq_ignore_ascii_case(tag));
        if is_tag(trimmed.get(..tag.len())) {
            return trimmed.get(tag.len()..).unwrap_or_default().trim();
        }
        if let Some(start) = trimmed.len().checked_sub(tag.len())
            && is_tag(trimmed.get(start..))
        {
            return trimmed.get(..start).unwrap_or_default().trim();
        }
    }
    text
}

/// What a label names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// `**Question:**`
    Question,
    /// `**Choices:**`
    Choices,
    /// `**Recommendation:**`
    Recommendation,
    /// `**Answer:**`
    Answer,
    /// `**Consolidated from:**`
    Consolidated,
}

/// A label with what stands behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Labelled<'t> {
    /// What it names.
    pub label: Label,
    /// What stands on the line behind it.
    pub value: &'t str,
    /// How far the item is indented where it is one of a list.
    pub item: Option<usize>,
    /// Whether it is emphasised or a heading: a plain one may as well begin a sentence.
    pub strong: bool,
    /// Where the label begins on the line where no value can be put behind it as it is written: `**Answer**`.
    pub closed: Option<usize>,
    /// Whether it is written as the canonical format has it.
    pub canonical: bool,
}

/// `**Answer:** …`, `**Answer**: …`, `*Answer:* …`, `**Answer**`, `**Answer: …**`, `- Answer: …`, `Answer: …`, `#### Answer`.
#[must_use]
pub fn label(line: &str) -> Option<Labelled<'_>> {
    if let Some((_, text)) = heading(line) {
        let label = named(text.trim_end_matches(':'))?;
        return Some(Labelled { label, value: "", item: None, strong: true, closed: None, canonical: false });
    }
    let trimmed = line.trim();
    let mark = scan_item(trimmed).map(|(mark, _)| mark);
    let text = trimmed.get(mark.unwrap_or_default()..)?.trim_start();
    let (key, value, closed) = match emphasised(text) {
        Some(found) => found,
        None => fields::scan(line).map(|(key, value, _)| (key, value, false))?,
    };
    let label = named(key)?;
    let strong = text.starts_with(['*', '_']);
    let item = mark.map(|_| indentation(line));
    if item.is_some() && !strong && label == Label::Question {
        return None;
    }
    let canonical = matches!(label, Label::Recommendation | Label::Answer)
        && ["**Recommendation:**", "**Answer:**"].iter().any(|mark| line.starts_with(mark));
    let closed = closed.then(|| line.trim_end().len() - text.len());
    Some(Labelled { label, value, item, strong, closed, canonical })
}

/// A key that is emphasised, with its value, and whether the emphasis holds all of the line: `**Answer:** B`,
/// `*Answer*: B`, `**Answer**`, `**Answer: B**`.
fn emphasised(text: &str) -> Option<(&str, &str, bool)> {
    let mark = ["**", "__", "*", "_"].into_iter().find(|mark| text.starts_with(mark))?;
    let (lead, rest) = text.get(mark.len()..)?.split_once(mark)?;
    let (lead, rest) = (lead.trim(), rest.trim());
    if let Some(key) = lead.strip_suffix(':') {
        return Some((key, rest, false));
    }
    if let Some(value) = rest.strip_prefix(':') {
        return Some((lead, value.trim_start(), false));
    }
    let (key, value) = lead.split_once(':').unwrap_or((lead, ""));
    rest.is_empty().then(|| (key, value.trim_start(), true))
}

fn named(key: &str) -> Option<Label> {
    const LONGEST: usize = 24;
    if key.len() > LONGEST {
        return None;
    }
    Some(match inline::words(key).as_str() {
        "answer" | "answers" | "your answer" | "selected answer" | "selected" | "user answer" => Label::Answer,
        "recommendation" | "recommended" | "recommended answer" | "recommended choice" => Label::Recommendation,
        "choices" | "options" => Label::Choices,
        "question" => Label::Question,
        "consolidated from" => Label::Consolidated,
        _ => return None,
    })
}

/// `_Consolidated from: Metrics Q1, Segmentation Q2_`: what stands behind the colon.
#[must_use]
pub fn consolidated(line: &str) -> Option<&str> {
    let text = inline::bare(line);
    let (key, value) = text.split_once(':')?;
    (named(inline::bare(key)) == Some(Label::Consolidated)).then(|| value.trim().trim_matches('*').trim())
}

/// The parts of a list that commas part.
#[must_use]
pub fn listed(text: &str) -> Vec<String> {
    let parts = text.split([',', ';']).map(str::trim);
    parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// What begins a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceMark<'t> {
    /// Its letter, in upper case; `None` where it has none.
    pub letter: Option<String>,
    /// Whether its box is ticked; `None` where it has no box.
    pub ticked: Option<bool>,
    /// What it says.
    pub text: &'t str,
    /// Whether it is an item of a list.
    pub bulleted: bool,
    /// Whether its letter is a number: a choice only below the label.
    pub numbered: bool,
    /// How far it is indented.
    pub indent: usize,
    /// Whether it is written as the canonical format has it.
    pub canonical: bool,
}

/// `A. text`, `a) text`, `(a) text`, `**A.** text`, `- [ ] a) text`, `- a) text`, `- [x] text`, `- text`, `1. text`.
#[must_use]
pub fn choice(line: &str) -> Option<ChoiceMark<'_>> {
    let indent = indentation(line);
    let trimmed = line.trim();
    let (bulleted, text) = match scan_item(trimmed) {
        Some((mark, false)) => (true, trimmed.get(mark..)?.trim_start()),
        Some((mark, true)) => {
            let number = trimmed.bytes().take_while(u8::is_ascii_digit).count();
            let letter = Some(trimmed.get(..number)?.to_owned());
            let text = trimmed.get(mark..)?.trim();
            let canonical = indent == 0 && trimmed.get(number..)?.starts_with(". ");
            return Some(ChoiceMark { letter, ticked: None, text, bulleted: false, numbered: true, indent, canonical });
        }
        None => (false, trimmed),
    };
    let (ticked, text) = boxed(text);
    let (letter, text) = match lettered(text) {
        Some((letter, text)) => (Some(letter), text),
        None => (None, text),
    };
    if text.is_empty() || (letter.is_none() && !bulleted && ticked.is_none()) {
        return None;
    }
    let canonical = indent == 0
        && !bulleted
        && ticked.is_none()
        && letter.as_deref().is_some_and(|letter| line.strip_prefix(letter).is_some_and(|rest| rest.starts_with(". ")));
    Some(ChoiceMark { letter, ticked, text, bulleted, numbered: false, indent, canonical })
}

/// Boxes before a choice, and whether each is ticked.
const BOXES: [(&str, bool); 9] = [
    ("[ ]", false),
    ("[]", false),
    ("[x]", true),
    ("[X]", true),
    ("[✓]", true),
    ("[✔]", true),
    ("☐", false),
    ("☑", true),
    ("☒", true),
];

/// Where the ticked box of a choice stands, and what it is without the tick.
#[must_use]
pub fn ticked_box(line: &str) -> Option<(Range<usize>, &'static str)> {
    choice(line)?.ticked.filter(|ticked| *ticked)?;
    let found = BOXES.iter().filter(|(_, ticked)| *ticked).filter_map(|(mark, _)| {
        let open = if mark.starts_with('[') { "[ ]" } else { "☐" };
        line.find(mark).map(|at| (at..at + mark.len(), open))
    });
    found.min_by_key(|(range, _)| range.start)
}

/// Takes a box off.
fn boxed(text: &str) -> (Option<bool>, &str) {
    for (mark, ticked) in BOXES {
        if let Some(rest) = text.strip_prefix(mark)
            && (rest.starts_with([' ', '\t', '\u{a0}']))
        {
            return (Some(ticked), rest.trim_start());
        }
    }
    (None, text)
}

/// The most digits behind a letter: `C12.`
const CHOICE_DIGITS: usize = 4;

/// Takes a letter off, with the digits and the mark behind it.
fn lettered(text: &str) -> Option<(String, &str)> {
    let (open, inner) = match text.strip_prefix("**").or_else(|| text.strip_prefix("__")) {
        Some(inner) => (text.get(..2)?, inner),
        None => match text.strip_prefix('(') {
            Some(inner) => ("(", inner),
            None => ("", text),
        },
    };
    let first = inner.chars().next().filter(char::is_ascii_alphabetic)?;
    let digits = inner.bytes().skip(1).take(CHOICE_DIGITS + 1).take_while(u8::is_ascii_digit).count();
    let letter = inner.get(..=digits).filter(|_| digits <= CHOICE_DIGITS)?;
    let after = inner.get(digits + 1..)?;
    let text = match open {
        "(" => after.strip_prefix(')')?,
        "" => after.strip_prefix(['.', ')'])?,
        // `**A.** text`, `**A**: text`, `**A. text**`
        bold => match after.strip_prefix(['.', ')', ':']) {
            Some(after) => match after.strip_prefix(bold) {
                Some(text) => text,
                None => return after.strip_suffix(bold).and_then(|text| behind(first, letter, text)),
            },
            None => after.strip_prefix(bold)?.trim_start().strip_prefix(['.', ')', ':', '—', '–'])?,
        },
    };
    behind(first, letter, text)
}

fn behind<'t>(first: char, letter: &str, text: &'t str) -> Option<(String, &'t str)> {
    let is_parted = text.starts_with([' ', '\t', '\u{a0}']);
    let letter = format!("{}{}", first.to_ascii_uppercase(), letter.get(1..)?);
    (is_parted && !text.trim().is_empty()).then(|| (letter, text.trim()))
}

/// Takes the tick off the end of a choice.
#[must_use]
pub fn unticked(text: &str) -> (&str, bool) {
    let trimmed = text.trim_end();
    let open = trimmed.trim_end_matches([TICK, '✔', '✅', '☑', ' ', '\t', '\n']);
    if open.len() == trimmed.len() || open.is_empty() { (text, false) } else { (open, true) }
}

/// Whether a choice leaves the answer open: "Other", "Other (please specify)".
#[must_use]
pub fn is_other(text: &str) -> bool {
    const WORD: &str = "other";
    let is_word = text.get(..WORD.len()).is_some_and(|start| start.eq_ignore_ascii_case(WORD))
        && !text.get(WORD.len()..).and_then(|rest| rest.chars().next()).is_some_and(char::is_alphanumeric);
    is_word || text.to_ascii_lowercase().contains("please specify")
}

/// Takes `(accepted recommendation)` off the end of an answer; comments may stand behind it.
#[must_use]
pub fn unaccepted(answer: &str) -> (Cow<'_, str>, bool) {
    let mut before = answer.trim_end();
    while let Some(open) = before.strip_suffix("-->").and_then(|inner| inner.rfind("<!--")) {
        before = before.get(..open).unwrap_or_default().trim_end();
    }
    let comments = answer.get(before.len()..).unwrap_or_default();
    let (open, accepted) = without_accepted(before);
    match (accepted, comments.trim()) {
        (false, _) => (Cow::Borrowed(answer.trim_end()), false),
        (true, "") => (Cow::Borrowed(open), true),
        (true, _) => (Cow::Owned(format!("{open}{}", comments.trim_end())), true),
    }
}

fn without_accepted(answer: &str) -> (&str, bool) {
    let mut open = answer.trim_end();
    let mut accepted = false;
    while let Some(start) = open.len().checked_sub(ACCEPTED.len())
        && open.get(start..).is_some_and(|end| end.eq_ignore_ascii_case(ACCEPTED))
    {
        open = open.get(..start).unwrap_or_default().trim_end();
        accepted = true;
    }
    (open, accepted)
}

/// `#### Refinements`, `**Refinements**`, `Refinements:`
#[must_use]
pub fn is_refinements(line: &str) -> bool {
    const LONGEST: usize = 40;
    line.len() < LONGEST && inline::words(line) == "refinements"
}

/// `Refinements for Q6:`: the question that they are for, and its title where that follows, as in `Refinements for Q6 (Unit):`.
/// Of another line, and of one that names no question or several, nothing.
#[must_use]
pub fn refinements_for(line: &str) -> Option<(u32, &str)> {
    const LEAD: &str = "refinements for ";
    let is_mark = |mark: char| matches!(mark, '#' | '*' | '_' | ' ');
    let text = line.trim();
    let said = text.trim_start_matches(is_mark);
    if !said.get(..LEAD.len())?.eq_ignore_ascii_case(LEAD) {
        return None;
    }
    let (Id::Question(number), length) = Id::scan(said.get(LEAD.len()..)?)? else { return None };
    let rest = said.get(LEAD.len() + length..)?.trim_matches(is_mark);
    let title = rest.trim_end_matches(':').trim();
    let is_label = rest.ends_with(':') || text.starts_with(['#', '*', '_']);
    let is_titled = is_label && title.starts_with(['(', '-', '–', '—', ':']) && Id::all_in(title).is_empty();
    (title.is_empty() || is_titled).then_some((number, title))
}

/// `### Q7a: …`, `### Q 2: …`, `### Q#3: …`, `### Q1.1: …`: what a heading names that looks like the id of a question and is none.
#[must_use]
pub fn unread_id(line: &str) -> Option<&str> {
    let (_, text) = heading(line)?;
    let text = inline::bare(text).trim_start_matches('[');
    let (word, _) = text.split_once([':', ']', '*'])?;
    let digits = word.strip_prefix(['Q', 'q', 'R', 'r'])?.trim_start_matches([' ', '#', '-', '.']);
    let is_id = digits.starts_with(|first: char| first.is_ascii_digit())
        && digits.chars().all(|next| next.is_ascii_alphanumeric() || matches!(next, '.' | '-' | '–'));
    is_id.then_some(word)
}

/// `RESULT: CLEAN | …`: the line with which a reply says what came of it.
#[must_use]
pub fn is_result(line: &str) -> bool {
    const LEAD: &str = "RESULT:";
    line.trim_start_matches(['*', '`', ' ']).get(..LEAD.len()).is_some_and(|lead| lead == LEAD)
}

/// `## Needs Clarification`
#[must_use]
pub fn is_needs_clarification(text: &str) -> bool {
    text.len() < 60 && matches!(inline::words(text).as_str(), "needs clarification" | "needs clarifications")
}
