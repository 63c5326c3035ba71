//! Decisions, as read. See `docs/formats/decisions.md`.

use std::collections::BTreeSet;
use std::ops::Range;

use super::front_matter::FrontMatter;
use super::ids::{Id, scan_numbered};
use super::scanned::ScannedDocument;
use super::{json, marks, plain};
use crate::model::clarifications::{DECISION_STATUSES, DecisionAnswer, DecisionEntry, DecisionStatus, Decisions};
use crate::model::{Code, Diagnostic, Edit, KeyValue, Remainder, Span, quote};
use crate::order::Arrange;
use crate::text::blocks::{indentation, scan_item};
use crate::text::escape::fold;
use crate::text::json::{Node, Value};
use crate::text::{fields, inline, position, steps};

/// What stands where only somebody who reasons can write.
pub const SLOT: &str = "[to be written]";

/// What stands in the place of an answer that there is not.
pub const NOT_ANSWERED: &str = "(not answered)";

/// Decisions with the lines that they stand on.
#[derive(Debug, Default)]
pub struct Read {
    /// The front matter.
    pub front: FrontMatter,
    /// The decisions; spans count bytes.
    pub entries: Vec<DecisionEntry>,
    /// The lines of each decision, without blank ones at the end.
    pub lines: Vec<Range<usize>>,
    /// The fields of each decision, with their lines.
    pub fields: Vec<Vec<Field>>,
    /// Text outside of every decision.
    pub remainder: Vec<Remainder>,
    /// What was assumed or is at odds; spans count bytes.
    pub diagnostics: Vec<Diagnostic>,
}

/// A field of a decision.
#[derive(Clone, Debug, Default)]
pub struct Field {
    /// Its key, as written; empty for text outside of every field.
    pub key: String,
    /// Its value.
    pub value: String,
    /// Its lines.
    pub lines: Range<usize>,
}

/// Reads a document. Whatever it says, there is a result: see its `diagnostics`.
#[must_use]
pub fn parse(text: &str) -> Decisions {
    let Read { front, entries, remainder, diagnostics, .. } = match json::node(text) {
        Some(root) => read_json(&root),
        None => read(&ScannedDocument::new(text)),
    };
    let status = front.value("status").map(str::to_owned).filter(|status| !status.is_empty());
    let mut decisions = Decisions { frontmatter: front.fields, status, entries, remainder, diagnostics };
    let mut spans: Vec<&mut Span> = decisions.entries.iter_mut().map(|entry| &mut entry.span).collect();
    spans.extend(decisions.remainder.iter_mut().map(|remainder| &mut remainder.span));
    for said in &mut decisions.diagnostics {
        spans.extend(said.span.as_mut());
        spans.extend(said.edit.as_mut().map(|edit| &mut edit.span));
    }
    position::locate(text, spans);
    decisions
}

/// Reads a Markdown document, and keeps where everything stands.
#[must_use]
pub fn read(scanned: &ScannedDocument<'_>) -> Read {
    let mut read = Read::default();
    let mut start = 0;
    if let Some((front, end)) = FrontMatter::read(scanned) {
        read.front = front;
        start = end;
    }
    let begins = |number: &usize| !scanned.is_verbatim(*number) && decision(scanned.line(*number)).is_some();
    let mut heads: Vec<usize> = (start..scanned.len()).filter(begins).collect();
    let first = heads.first().copied().unwrap_or(scanned.len());
    read.remain(scanned, start..first);
    heads.push(scanned.len());
    for (head, next) in heads.iter().zip(heads.iter().skip(1)) {
        // A heading above the level of decisions ends the one before it.
        let is_above = |number: &usize| {
            let heading = marks::heading(scanned.line(*number)).filter(|_| !scanned.is_verbatim(*number));
            heading.is_some_and(|(level, _)| level < 3)
        };
        let end = (head + 1..*next).find(is_above).unwrap_or(*next);
        read.entry(scanned, *head, end);
        read.remain(scanned, end..*next);
    }
    read.judge();
    read
}

/// `### D1: Title`, `**D1: Title**`: the number and the title.
#[must_use]
pub fn decision(line: &str) -> Option<(u32, &str)> {
    steps::add(line.len() + 1);
    let text = match marks::heading(line) {
        Some((_, text)) => inline::bare(text),
        None => {
            let text = line.trim();
            let (lead, rest) = inline::bold_lead(text).filter(|_| text.starts_with(['*', '_']))?;
            text.get(rest..).filter(|rest| rest.trim().is_empty())?;
            lead.trim()
        }
    };
    let (number, length) = scan_numbered(text, 'D')?;
    let rest = text.get(length..)?;
    let is_parted = rest.is_empty() || rest.trim_start().starts_with([':', '.', ')', '—', '–', '-']);
    let is_heading = marks::heading(line).is_some();
    let title = inline::behind(rest, &[':', '.', ')', '—', '–', '-', ' ', '\t']).trim_end();
    (is_parted || is_heading).then_some((number, title))
}

impl Read {
    fn remain(&mut self, scanned: &ScannedDocument<'_>, lines: Range<usize>) {
        let says = |number: &usize| !scanned.line(*number).trim().is_empty();
        let (Some(first), Some(last)) = (lines.clone().find(says), lines.clone().rev().find(says)) else { return };
        let text = scanned.source().lines_text(first..last + 1);
        self.remainder.push(Remainder { text, span: scanned.source().lines_span(first..last + 1) });
    }

    fn entry(&mut self, scanned: &ScannedDocument<'_>, head: usize, end: usize) {
        let Some((number, title)) = decision(scanned.line(head)) else { return };
        let end = scanned.end_of_text(head..end);
        let mut fields: Vec<Field> = Vec::new();
        let mut after_blank = false;
        for number in head + 1..end {
            let line = scanned.line(number);
            let verbatim = scanned.is_verbatim(number);
            if line.trim().is_empty() && !verbatim {
                after_blank = true;
                if let Some(field) = fields.last_mut() {
                    field.value.push('\n');
                }
                continue;
            }
            let found = if verbatim || indentation(line) >= 2 { None } else { field_of(line) };
            if let Some((key, value)) = found {
                fields.push(Field { key: key.to_owned(), value: value.to_owned(), lines: number..number + 1 });
            } else {
                let outside = (after_blank && indentation(line) == 0) || fields.is_empty();
                if outside && fields.last().is_none_or(|field| !field.key.is_empty()) {
                    fields.push(Field { lines: number..number + 1, ..Field::default() });
                }
                if let Some(field) = fields.last_mut() {
                    if !field.value.is_empty() || !field.key.is_empty() {
                        field.value.push('\n');
                    }
                    let dedent = line.len() - line.trim_start_matches(' ').len();
                    field.value.push_str(line.get(dedent.min(2)..).unwrap_or(line).trim_end());
                    field.lines.end = number + 1;
                }
            }
            after_blank = false;
        }
        for field in &mut fields {
            field.value = super::text_of(&field.value);
        }
        let span = scanned.source().lines_span(head..end);
        let (entry, said) = entry_of(number, title, &fields, span);
        self.entries.push(entry);
        self.diagnostics.extend(said);
        self.lines.push(head..end);
        self.fields.push(fields);
    }

    /// What is at odds among all decisions.
    fn judge(&mut self) {
        let mut seen = BTreeSet::new();
        for entry in &self.entries {
            if !seen.insert(entry.id.as_str()) {
                let message = format!("{} occurs twice.", entry.id);
                self.diagnostics.push(Diagnostic::new(Code::RepeatedDecision, message, Some(entry.span)));
            }
        }
        let count = self.entries.len();
        for (field, span) in self.front.fields.iter().zip(&self.front.values) {
            let stated = field.value.parse::<usize>().ok().filter(|_| field.key == "decision_count");
            if stated.is_some_and(|stated| stated != count) {
                let message = format!("`decision_count` states {}, but the document has {count}.", field.value);
                let mut said = Diagnostic::new(Code::DecisionCount, message, Some(*span));
                said.edit = Some(Edit { span: *span, text: count.to_string() });
                self.diagnostics.push(said);
            }
        }
        if count == 0 {
            self.diagnostics.push(Diagnostic::new(Code::NoDecisions, "No decision was recognised.", None));
        }
        self.diagnostics.arrange_by_key(|said| said.span.map_or(0, |span| span.start));
    }
}

/// A field: in bold, or an item of a list. Another line with a colon is a sentence.
fn field_of(line: &str) -> Option<(&str, &str)> {
    let (key, value, bold) = fields::scan(line)?;
    (bold || scan_item(line.trim()).is_some()).then_some((key, value))
}

/// The fields of a decision, each where it belongs.
fn entry_of(number: u32, title: &str, fields: &[Field], span: Span) -> (DecisionEntry, Vec<Diagnostic>) {
    let (title, hint) = without_mark(title);
    let mut said = Vec::new();
    let mut entry = DecisionEntry {
        id: format!("D{number}"),
        title: title.to_owned(),
        source: Vec::new(),
        section: None,
        answers: Vec::new(),
        status: hint.unwrap_or(DecisionStatus::Draft),
        note: None,
        implications: None,
        reasoning: None,
        extra: Vec::new(),
        span,
    };
    let mut stated = false;
    let mut decided: Vec<&Field> = Vec::new();
    for field in fields {
        let value = || Some(field.value.clone()).filter(|value| !value.is_empty());
        let written = || value().filter(|value| value != SLOT);
        let keep = |slot: &mut Option<String>, value: Option<String>, extra: &mut Vec<KeyValue>| {
            if slot.is_none() {
                *slot = value;
            } else {
                extra.push(KeyValue::new(field.key.as_str(), field.value.as_str()));
            }
        };
        match inline::words(&field.key).as_str() {
            "source" | "sources" => entry.source.extend(marks::listed(&fold(&field.value))),
            "section" => keep(&mut entry.section, value(), &mut entry.extra),
            "note" | "notes" => keep(&mut entry.note, value(), &mut entry.extra),
            "implication" | "implications" => keep(&mut entry.implications, written(), &mut entry.extra),
            "reasoning" | "rationale" => keep(&mut entry.reasoning, written(), &mut entry.extra),
            "status" if !stated => {
                stated = true;
                let (status, known) = status_of(&field.value);
                entry.status = status;
                if !known {
                    let message = format!("{} has the unknown status {}.", entry.id, quote(&field.value));
                    said.push(Diagnostic::new(Code::DecisionStatusWord, message, Some(span)));
                }
            }
            "answer" => entry.answers.push(DecisionAnswer { question: None, text: field.value.clone() }),
            "decision" => decided.push(field),
            _ => match answered(&field.key) {
                Some(id) => {
                    entry.answers.push(DecisionAnswer { question: Some(id.to_string()), text: field.value.clone() });
                }
                None => entry.extra.push(KeyValue::new(field.key.as_str(), field.value.as_str())),
            },
        }
    }
    // Where there is no answer, what was decided stands in its place, as older files have it.
    for field in decided {
        if entry.answers.is_empty() {
            entry.answers.push(DecisionAnswer { question: None, text: field.value.clone() });
        } else {
            entry.extra.push(KeyValue::new(field.key.as_str(), field.value.as_str()));
        }
    }
    if !stated && hint.is_none() {
        let message = format!("{} has no status. `draft` is assumed.", entry.id);
        said.push(Diagnostic::new(Code::DecisionStatusWord, message, Some(span)));
    }
    (entry, said)
}

/// The question that a key such as `Answer (Q2)` names.
#[must_use]
pub fn answered(key: &str) -> Option<Id> {
    inline::words(key).strip_prefix("answer ")?;
    Id::all_in(key).first().copied()
}

/// Whether a word says a status, in whatever words; one that is empty says the first.
#[must_use]
pub fn is_status(word: &str) -> bool {
    let (status, known) = status_of(word);
    known || status != DecisionStatus::Draft || !word.contains(char::is_alphanumeric)
}

/// Takes `[Critical Gap]` or `[Contradiction]` off a title.
fn without_mark(title: &str) -> (&str, Option<DecisionStatus>) {
    let Some((mark, rest)) = title.strip_prefix('[').and_then(|inner| inner.split_once(']')) else {
        return (title, None);
    };
    match inline::words(mark).as_str() {
        "critical gap" => (rest.trim(), Some(DecisionStatus::CriticalGap)),
        "contradiction" => (rest.trim(), Some(DecisionStatus::Contradiction)),
        _ => (title, None),
    }
}

/// The status that a word says, and whether it is one of the five.
fn status_of(word: &str) -> (DecisionStatus, bool) {
    let words = inline::words(word);
    let exact = DECISION_STATUSES.into_iter().find(|status| inline::words(status.word()) == words);
    match (exact, words.as_str()) {
        (Some(status), _) => (status, true),
        (None, "accepted" | "approved" | "confirmed" | "decided" | "done" | "final" | "settled") => {
            (DecisionStatus::Resolved, false)
        }
        (None, _) => (DecisionStatus::Draft, false),
    }
}

/// Decisions in JSON: `{"metadata": …, "decisions": [{"id": "D1", …}]}`.
fn read_json(root: &Node) -> Read {
    let mut read = Read::default();
    for member in root.members() {
        match (member.key.as_str(), &member.node.value) {
            ("decisions", Value::List(items)) => {
                for (place, item) in items.iter().enumerate() {
                    read.json_entry(item, place);
                }
            }
            ("metadata", Value::Object(members)) => {
                let fields = members.iter().map(|field| (field.key.as_str(), json::on_a_line(&field.node)));
                read.front.fields.extend(fields.map(|(key, value)| KeyValue::new(key, value)));
            }
            _ => read.front.fields.push(KeyValue::new(member.key.as_str(), json::on_a_line(&member.node))),
        }
    }
    let whole = Span::of_bytes(root.range.start, root.range.end);
    read.front.values = vec![whole; read.front.fields.len()];
    read.judge();
    for said in &mut read.diagnostics {
        said.edit = None;
    }
    read
}

impl Read {
    fn json_entry(&mut self, node: &Node, place: usize) {
        let text = |key: &str| node.member(key).map(|member| json::on_a_line(&member.node));
        let stated = text("id").and_then(|id| scan_numbered(id.trim(), 'D')).map(|(number, _)| number);
        let number = stated.unwrap_or_else(|| u32::try_from(place + 1).unwrap_or(u32::MAX));
        let fields: Vec<Field> = node
            .members()
            .iter()
            .filter(|member| !(member.key == "title" || (member.key == "id" && stated.is_some())))
            .map(|member| {
                let value = match &member.node.value {
                    Value::Text(text) => text.clone(),
                    Value::List(items) => items.iter().map(json::on_a_line).collect::<Vec<_>>().join(", "),
                    _ => json::on_a_line(&member.node),
                };
                Field { key: fold(&member.key), value: plain::unmarked(&super::text_of(&value)), lines: 0..0 }
            })
            .collect();
        let span = Span::of_bytes(node.range.start, node.range.end);
        let (entry, said) = entry_of(number, &text("title").unwrap_or_default(), &fields, span);
        self.entries.push(entry);
        self.diagnostics.extend(said);
    }
}
