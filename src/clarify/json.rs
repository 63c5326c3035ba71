//! Clarifications in JSON: they are converted to the canonical format, and then read.

use super::ids::Id;
use super::outline::{Outline, Part};
use super::scanned::ScannedDocument;
use super::{canonical, front_matter, marks, outline, plain, question};
use crate::model::clarifications::{DocumentNote, NoteKind, Question};
use crate::model::{Code, Diagnostic, KeyValue, Span};
use crate::text::escape::fold;
use crate::text::json::{self, Member, Node, Value};

/// The keys that hold what is read as something of its own.
const QUESTION_KEYS: [&str; 13] = [
    "id",
    "title",
    "must_answer",
    "text",
    "question",
    "body",
    "choices",
    "recommendation",
    "answer",
    "answer_choice",
    "answer_text",
    "refinements",
    "consolidated_from",
];

/// How deep refinements are nested at most. What is deeper stands as text in the one above.
const DEEPEST: usize = 8;

/// Whether a text is JSON.
#[must_use]
pub fn is_json(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with('{')
}

/// The object that a text is, where it is JSON.
#[must_use]
pub fn node(text: &str) -> Option<Node> {
    let start = text.find('{').filter(|_| is_json(text))?;
    json::read(text, start..text.len()).map(|document| document.root)
}

/// The outline of a JSON document; `None` where a text is none.
#[must_use]
pub fn outline(text: &str) -> Option<Outline> {
    let start = text.find('{').filter(|_| is_json(text))?;
    let document = json::read(text, start..text.len())?;
    let mut writer = Writer::default();
    writer.root(&document.root);
    for left in &document.left {
        writer.outside(text.get(left.clone()).unwrap_or_default());
    }
    // What follows the object is text too.
    writer.outside(text.get(document.root.range.end..).unwrap_or_default());
    let markdown = writer.finish();
    let mut outline = outline::read(&ScannedDocument::new(&markdown), false);
    outline.is_json = true;
    let whole = span_of(&document.root);
    for part in &mut outline.parts {
        if let Part::Text { span, .. } = part {
            *span = whole;
        }
    }
    outline.front.values.iter_mut().for_each(|span| *span = whole);
    outline.diagnostics.extend(writer.bare.iter().map(|span| {
        let message = "A plain value was found instead of an object with a title. It was read as the title.";
        Diagnostic::new(Code::RepairedJson, message, Some(*span))
    }));
    let agree = outline.entries.len() == writer.spans.len();
    for (place, entry) in outline.entries.iter_mut().enumerate() {
        entry.question.span = writer.spans.get(place).copied().filter(|_| agree).unwrap_or(whole);
    }
    if let Some((_, first)) = document.repairs.first() {
        let span = Span::of_bytes(first.start, first.end);
        let message = format!("The JSON was repaired in {} places.", document.repairs.len());
        outline.diagnostics.push(Diagnostic::new(Code::RepairedJson, message, Some(span)));
    }
    Some(outline)
}

fn span_of(node: &Node) -> Span {
    Span::of_bytes(node.range.start, node.range.end)
}

/// Writes what JSON says in the canonical format.
#[derive(Default)]
struct Writer {
    front: Vec<KeyValue>,
    blocks: Vec<String>,
    outside: Vec<String>,
    notes: Vec<String>,
    spans: Vec<Span>,
    /// What is no object where one should stand.
    bare: Vec<Span>,
}

impl Writer {
    fn root(&mut self, root: &Node) {
        if is_document(root) || is_listed(root) {
            self.document(root);
            return;
        }
        // A reply may be one refinement.
        if text_at(root, &["id"]).and_then(Id::of).is_some() {
            self.question(root, None, 0);
            return;
        }
        for member in root.members() {
            if is_document(&member.node) {
                self.inner(member);
            } else {
                self.field(member);
            }
        }
    }

    fn document(&mut self, root: &Node) {
        for member in root.members() {
            match (member.key.as_str(), &member.node.value) {
                ("metadata", Value::Object(fields)) => fields.iter().for_each(|field| self.field(field)),
                ("sections", Value::List(sections)) => sections.iter().for_each(|section| self.section(section)),
                ("questions", Value::List(_)) => self.questions(root),
                ("refinements", Value::List(refinements)) => self.refinements(root, refinements),
                ("question_id", Value::Text(_)) if is_listed(root) => {}
                ("notes", Value::List(notes)) => notes.iter().for_each(|note| self.note(note)),
                // Where a bracket is missing, the next document stands within this one.
                _ if is_document(&member.node) => self.inner(member),
                _ => self.field(member),
            }
        }
    }

    /// A document that is the value of a member: the name of it is a remark.
    fn inner(&mut self, member: &Member) {
        self.front.push(KeyValue::new("", format!("# {}", fold(&member.key))));
        self.document(&member.node);
    }

    /// A field of the front matter, on one line.
    fn field(&mut self, member: &Member) {
        let is_key = |key: &str| {
            let plain = |character: char| character.is_alphanumeric() || matches!(character, '_' | '-');
            key.chars().all(plain) && !key.is_empty() && !key.starts_with('-')
        };
        let value = on_a_line(&member.node);
        self.front.push(if is_key(&member.key) {
            KeyValue::new(member.key.as_str(), value)
        } else {
            KeyValue::new("", format!("# {}: {value}", fold(&member.key)))
        });
    }

    fn outside(&mut self, text: &str) {
        let text = super::text_of(text);
        if text.chars().any(char::is_alphanumeric) {
            self.outside.push(plain::unmarked(&text));
        }
    }

    fn section(&mut self, section: &Node) {
        let titled_by = ["title", "name"].into_iter().find(|key| text_at(section, &[key]).is_some());
        let title = titled_by.and_then(|key| text_at(section, &[key])).map(fold);
        let title = title.or_else(|| self.bare_title(section)).unwrap_or_default();
        let title = if title.is_empty() { "Section".to_owned() } else { title };
        self.blocks.push(format!("## {title}"));
        // Behind a question, a text would be one of its own.
        for member in section.members() {
            match (member.key.as_str(), &member.node.value) {
                ("questions" | "notes", Value::List(_)) => {}
                (key, _) if Some(key) == titled_by => {}
                ("id", _) if is_place(&member.node) => {}
                ("description" | "text", Value::Text(text)) => self.blocks.push(plain::unmarked(&super::text_of(text))),
                _ => self.blocks.push(plain::unmarked(&line_of(member))),
            }
        }
        self.questions(section);
        let notes = section.member("notes").map(|member| member.node.items()).unwrap_or_default();
        for note in notes {
            self.note(note);
        }
    }

    /// The questions of a section. Where a bracket is missing, the next section stands among them.
    fn questions(&mut self, node: &Node) {
        let listed = node.member("questions").map(|member| member.node.items()).unwrap_or_default();
        for item in listed {
            if is_document(item) { self.section(item) } else { self.question(item, None, 0) }
        }
    }

    /// Refinements that a reply lists, for the question that it names.
    fn refinements(&mut self, root: &Node, refinements: &[Node]) {
        let parent = text_at(root, &["question_id"]).and_then(Id::of);
        if let Some(parent @ Id::Question(_)) = parent {
            self.blocks.push(format!("Refinements for {parent}:"));
        }
        for refinement in refinements {
            self.question(refinement, parent, 0);
        }
    }

    fn question(&mut self, node: &Node, parent: Option<Id>, depth: usize) {
        let number = u32::try_from(self.spans.len() + 1).unwrap_or(u32::MAX);
        let stated = text_at(node, &["id"]).map(fold).unwrap_or_default();
        let id = Id::of(&stated);
        let mut body: Vec<String> = Vec::new();
        body.extend(text_at(node, &["text", "question", "body"]).map(super::text_of));
        if id.is_none() && !stated.is_empty() {
            body.push(format!("id: {stated}"));
        }
        let texts = ["text", "question", "body"];
        let first = texts.iter().find(|key| text_at(node, &[key]).is_some());
        for member in node.members() {
            let names_parent = member.key == "parent" && member.node.text().and_then(Id::of) == id.and_then(Id::parent);
            let held = (QUESTION_KEYS.contains(&member.key.as_str()) && !is_odd(member)) || names_parent;
            let another = texts.contains(&member.key.as_str()) && first.is_some_and(|first| *first != member.key);
            if !held || another {
                body.push(line_of(member));
            }
        }
        let refinements = node.member("refinements").map(|member| member.node.items()).unwrap_or_default();
        if depth >= DEEPEST && !refinements.is_empty() {
            body.extend(node.member("refinements").map(line_of));
        }
        let mut asked = Question {
            id: id.map_or_else(|| format!("Q{number}"), |id| id.to_string()),
            parent: id.and_then(Id::parent).map(|parent| parent.to_string()),
            title: text_at(node, &["title"]).map(fold).or_else(|| self.bare_title(node)).unwrap_or_default(),
            must_answer: node.member("must_answer").is_some_and(|member| member.node.value == Value::Bool(true)),
            body: plain::unmarked(&body.join("\n\n")),
            recommendation: text_at(node, &["recommendation"]).map(|text| plain::unmarked(&super::text_of(text))),
            consolidated_from: listed(node.member("consolidated_from")),
            ..Question::default()
        };
        let choices = node.member("choices").map(|member| member.node.items()).unwrap_or_default();
        let choices = choices.iter().map(choice).collect();
        let said = ["answer_choice", "answer_text", "answer"].map(|key| text_at(node, &[key]));
        let said: Vec<String> =
            said.into_iter().flatten().map(super::text_of).filter(|text| !text.is_empty()).collect();
        question::settle(&mut asked, choices, &plain::unmarked(&said.join(" — ")));
        self.spans.push(span_of(node));
        if id.is_none() && parent.is_some() {
            // Below its parent it is given a free id when it is read.
            asked.parent = parent.map(|parent| parent.to_string());
            "R1".clone_into(&mut asked.id);
        }
        canonical::question(&asked, &mut self.blocks);
        if depth < DEEPEST {
            for refinement in refinements {
                self.question(refinement, id, depth + 1);
            }
        }
    }

    /// What stands in the place of an object, as its title.
    fn bare_title(&mut self, node: &Node) -> Option<String> {
        if matches!(node.value, Value::Object(_)) {
            return None;
        }
        self.bare.push(span_of(node));
        Some(on_a_line(node))
    }

    fn note(&mut self, node: &Node) {
        let stated = text_at(node, &["type", "kind"]).map(fold).unwrap_or_default();
        let kind = match stated.to_ascii_lowercase() {
            word if word.contains("contradict") || word.contains("inconsisten") || word.contains("conflict") => {
                NoteKind::Contradiction
            }
            word if word.contains("critical") || word.contains("gap") => NoteKind::CriticalGap,
            _ => NoteKind::Note,
        };
        let title = text_at(node, &["title"]).map(fold).unwrap_or_default();
        let mut body: Vec<String> = Vec::new();
        match node.text() {
            Some(text) => body.push(super::text_of(text)),
            None => body.extend(text_at(node, &["body", "text"]).map(super::text_of)),
        }
        for member in node.members() {
            let held = ["title", "body", "text"].contains(&member.key.as_str()) && member.node.text().is_some();
            let known = ["type", "kind"].contains(&member.key.as_str()) && kind != NoteKind::Note;
            if !held && !known {
                body.push(line_of(member));
            }
        }
        let title = if title.is_empty() { "Note".to_owned() } else { title };
        let body = plain::unmarked(&body.join("\n\n"));
        canonical::note(&DocumentNote { kind, title, body }, &mut self.notes);
    }

    fn finish(&mut self) -> String {
        let mut blocks = Vec::new();
        if !self.front.is_empty() {
            blocks.push(front_matter::printed(&self.front));
        }
        blocks.append(&mut self.outside);
        blocks.append(&mut self.blocks);
        if !self.notes.is_empty() {
            blocks.push("## Needs Clarification".to_owned());
            blocks.append(&mut self.notes);
        }
        blocks.retain(|block| !block.is_empty());
        blocks.join("\n\n")
    }
}

fn is_document(node: &Node) -> bool {
    ["sections", "questions"]
        .iter()
        .any(|key| matches!(node.member(key), Some(member) if matches!(member.node.value, Value::List(_))))
}

/// Whether refinements stand in it without their question.
fn is_listed(node: &Node) -> bool {
    matches!(node.member("refinements"), Some(member) if matches!(member.node.value, Value::List(_)))
        && node.member("id").is_none()
}

/// A choice: an object, or its text alone.
fn choice(node: &Node) -> (Option<String>, String, bool) {
    let of = |keys: &[&'static str]| keys.iter().copied().find(|key| text_at(node, &[key]).is_some());
    let (said_by, named_by) = (of(&["text", "label", "title"]), of(&["id", "letter", "key"]));
    let text = match (node.is_scalar(), said_by) {
        (true, _) => on_a_line(node),
        (false, by) => by.and_then(|key| text_at(node, &[key])).map(super::text_of).unwrap_or_default(),
    };
    let letter = named_by.and_then(|key| text_at(node, &[key])).map(str::trim).map(str::to_ascii_uppercase);
    let is_letter = |letter: &String| {
        marks::choice(&format!("{letter}. x")).is_some_and(|mark| mark.letter.as_ref() == Some(letter))
    };
    let letter = letter.filter(is_letter);
    let mut said = vec![text];
    let is_other = node.member("is_other").is_some_and(|member| member.node.value == Value::Bool(true));
    if is_other && !said.first().is_some_and(|text| marks::is_other(text)) {
        said.insert(0, "Other:".to_owned());
    }
    for member in node.members() {
        // What could not be used as what its key says is kept as text.
        let used = Some(member.key.as_str()) == said_by
            || (Some(member.key.as_str()) == named_by && letter.is_some())
            || (member.key == "is_other" && matches!(member.node.value, Value::Bool(_) | Value::Null));
        if !used {
            said.push(format!("({})", line_of(member)));
        }
    }
    said.retain(|part| !part.is_empty());
    let text = if said.is_empty() { "(no text)".to_owned() } else { said.join(" ") };
    (letter, plain::unmarked(&text), false)
}

/// Whether a known key has a value of another kind than it should have.
fn is_odd(member: &Member) -> bool {
    match (member.key.as_str(), &member.node.value) {
        (_, Value::Null) => false,
        ("must_answer", value) => !matches!(value, Value::Bool(_)),
        ("choices" | "refinements", value) => !matches!(value, Value::List(_)),
        ("consolidated_from", value) => matches!(value, Value::Object(_)),
        (_, value) => !matches!(value, Value::Text(_)),
    }
}

/// The text of the first of some keys that has one.
fn text_at<'n>(node: &'n Node, keys: &[&str]) -> Option<&'n str> {
    keys.iter().find_map(|key| node.member(key).and_then(|member| member.node.text()))
}

fn listed(member: Option<&Member>) -> Vec<String> {
    let Some(member) = member else { return Vec::new() };
    match member.node.text() {
        Some(text) => marks::listed(&fold(text)),
        None => member.node.items().iter().flat_map(|item| marks::listed(&on_a_line(item))).collect(),
    }
}

/// The id of a section that is no more than its place: `1`, `S1`.
fn is_place(node: &Node) -> bool {
    let text = on_a_line(node);
    let digits = text.trim_start_matches(['S', 's']);
    digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn line_of(member: &Member) -> String {
    format!("{}: {}", fold(&member.key), on_a_line(&member.node))
}

/// A value on one line: a text as it is, a list of words in brackets, anything else as JSON.
#[must_use]
pub fn on_a_line(node: &Node) -> String {
    let is_word = |text: &str| {
        let plain = |character: char| character.is_alphanumeric() || matches!(character, '.' | '-' | '_' | ' ');
        text.chars().all(plain) && !text.trim().is_empty()
    };
    match &node.value {
        Value::Null => String::new(),
        Value::Text(text) => fold(text),
        Value::List(items) if items.iter().all(|item| item.text().is_some_and(is_word)) => {
            let words: Vec<String> = items.iter().filter_map(Node::text).map(fold).collect();
            format!("[{}]", words.join(", "))
        }
        _ => fold(&node.plain().to_string()),
    }
}
