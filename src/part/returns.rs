//! The fields of a JSON return. See `docs/formats/json-return.md`, "Fields".

use std::collections::BTreeSet;
use std::ops::Range;

use serde_json::Map;

use super::records::is_none;
use super::{Reading, status_words, translations};
use crate::model::{Artifact, Code, Extra, KeyValue, Return, ReturnError, Span, quote};
use crate::order::Gather;
use crate::text::inline;
use crate::text::json::{Member, Node, Value};
use crate::text::ledger::Owner;

/// A field of a return, or of one of its records: what the format calls it, and what agents do.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its own name.
    pub name: &'static str,
    /// Other names, as lower-case words.
    others: &'static [&'static str],
}

const STATUS: Field = Field { name: "status", others: &[] };
const SUMMARY: Field = Field { name: "summary", others: &[] };
const ARTIFACTS: Field = Field { name: "artifacts", others: &["artifact"] };
const METADATA: Field = Field { name: "metadata", others: &["meta"] };
const ERRORS: Field = Field { name: "errors", others: &["error", "blockers", "blocker"] };
const NEXT_STEPS: Field =
    Field { name: "next_steps", others: &["next step", "next action hint", "next action", "next actions"] };
const TYPE: Field = Field { name: "type", others: &["kind", "category"] };
const PATH: Field = Field { name: "path", others: &["file", "file path", "filename"] };
const ABOUT: Field = Field { name: "summary", others: &["description"] };
const MESSAGE: Field = Field { name: "message", others: &["description", "error", "reason", "detail", "details"] };
const RECOVERABLE: Field = Field { name: "recoverable", others: &["retryable"] };
const RECOMMENDATION: Field =
    Field { name: "recommendation", others: &["resolution", "fix", "suggestion", "recovery", "remediation"] };

impl Field {
    /// Whether a key is its name, in whatever case and however its words are joined, or another one.
    fn is(self, key: &str) -> bool {
        let words = words(key);
        inline::says(self.name, &words) || self.others.contains(&words.as_str())
    }

    /// The member that gives it: the one with its own name, else the first with another.
    fn of(self, members: &[Member], fits: impl Fn(&Node) -> bool) -> Option<&Member> {
        let fitting = || members.iter().filter(|member| fits(&member.node));
        fitting().find(|member| member.key == self.name).or_else(|| fitting().find(|member| self.is(&member.key)))
    }
}

/// The words of a key in lower case: those of `nextSteps` and `next_steps` are the same.
#[must_use]
pub fn words(key: &str) -> String {
    let mut parted = String::with_capacity(key.len() + 4);
    let mut lower = false;
    for character in key.chars() {
        if character.is_uppercase() && lower {
            parted.push(' ');
        }
        lower = character.is_lowercase() || character.is_ascii_digit();
        parted.push(character);
    }
    translations::in_english(inline::words(&parted))
}

/// Whether a key is the name of a field.
#[must_use]
pub fn is_field(key: &str) -> bool {
    [STATUS, SUMMARY, ARTIFACTS, METADATA, ERRORS, NEXT_STEPS].into_iter().any(|field| field.is(key))
}

/// Whether a key names the list of artifacts.
#[must_use]
pub fn lists_artifacts(key: &str) -> bool {
    ARTIFACTS.is(key)
}

/// Whether a value is blank, or still what stands in the instruction: `<path>`, `relative/path/to/artifact.md`.
#[must_use]
pub fn is_unfilled_value(value: &str) -> bool {
    let value = value.trim();
    value.is_empty() || is_none(value) || value == "relative/path/to/artifact.md" || is_placeholder(value)
}

/// Whether a text is a placeholder of the instruction: `<SessionId>`.
#[must_use]
pub fn is_placeholder(text: &str) -> bool {
    let text = text.trim();
    text.starts_with('<') && text.ends_with('>')
}

/// Members of the metadata that some write beside the status instead.
const HEADER: [&str; 4] = ["session_id", "agent_type", "delegation_depth", "delegation_path"];

/// How many fields of a return an object has, each in a shape that it can have. Members of the metadata that stand by
/// themselves are one.
#[must_use]
pub fn count_fields(object: &Node) -> usize {
    let members = object.members();
    [
        STATUS.of(members, is_text),
        SUMMARY.of(members, is_text),
        ARTIFACTS.of(members, is_list),
        METADATA.of(members, is_object).or_else(|| members.iter().find(|member| HEADER.contains(&member.key.as_str()))),
        ERRORS.of(members, is_list),
        NEXT_STEPS.of(members, |node| is_text(node) || is_list(node)),
    ]
    .into_iter()
    .flatten()
    .count()
}

/// Whether an object lists artifacts.
#[must_use]
pub fn has_artifacts(object: &Node) -> bool {
    ARTIFACTS.of(object.members(), is_list).is_some_and(|member| !member.node.items().is_empty())
}

/// The status of an object as written, where it has one.
#[must_use]
pub fn status(object: &Node) -> Option<(&str, &Member)> {
    let member = STATUS.of(object.members(), is_text)?;
    Some((member.node.text()?, member))
}

/// Whether a status is one of a template that was not filled in: a placeholder, or its alternatives.
#[must_use]
pub fn is_unfilled(status: &str) -> bool {
    let mut words = status.split('|').map(str::trim);
    status.trim_start().starts_with(['<', '{'])
        || (words.clone().count() > 1 && words.all(status_words::is_status_word))
}

/// Whether an object whose status has alternatives is filled in otherwise: its session is named.
#[must_use]
pub fn names_session(object: &Node) -> bool {
    let session = METADATA.of(object.members(), is_object).and_then(|member| member.node.member("session_id"));
    session
        .and_then(|member| member.node.text())
        .is_some_and(|session| session.chars().any(char::is_alphanumeric) && !session.contains(['<', '{']))
}

/// What was read of a return, and who owns what of it.
#[derive(Debug, Default)]
pub struct Fields {
    /// The fields.
    pub detail: Return,
    /// Stretches within each other, and their owners.
    pub claims: Vec<(Range<usize>, Option<Owner>)>,
}

/// Reads the fields of a return. `passed` is where members begin that were read otherwise; `source` is the text of the reply.
pub fn read(reading: &mut Reading<'_, '_>, source: &str, members: &[Member], passed: &BTreeSet<usize>) -> Fields {
    let mut reader = Reader { reading, source, said: BTreeSet::new(), fields: Fields::default() };
    let status = STATUS.of(members, is_text);
    let summary = SUMMARY.of(members, is_text);
    let metadata = METADATA.of(members, is_object);
    let next_steps = NEXT_STEPS.of(members, |node| is_text(node) || is_list(node));
    let is = |one: Option<&Member>, member: &Member| one.is_some_and(|one| std::ptr::eq(one, member));
    for member in members.iter().filter(|member| !passed.contains(&member.range.start)) {
        if is(status, member) {
            reader.named(member, STATUS);
            reader.claim(member, Owner::Field("statedStatus"));
        } else if is(summary, member) {
            reader.named(member, SUMMARY);
            reader.claim(member, Owner::Field("detail.summary"));
            reader.fields.detail.summary = member.node.text().map(str::to_owned);
        } else if is(metadata, member) {
            reader.named(member, METADATA);
            reader.claim(member, Owner::Field("detail.metadata"));
            let plain = |member: &Member| (member.key.clone(), member.node.plain());
            reader.fields.detail.metadata = member.node.members().iter().map(plain).gather::<Map<_, _>>();
        } else if is(next_steps, member) {
            reader.named(member, NEXT_STEPS);
            reader.claim(member, Owner::Field("detail.nextSteps"));
            reader.next_steps(member);
        } else if !reader.lists(member) {
            reader.claim(member, Owner::Field("detail.other"));
            reader.fields.detail.other.insert(member.key.clone(), member.node.plain());
        }
    }
    reader.fields
}

/// What a value says, in one text: a list of scalars item by item, anything with structure as JSON.
#[must_use]
pub fn text_of(source: &str, node: &Node) -> String {
    match &node.value {
        Value::Text(text) => text.clone(),
        Value::List(items) if !items.is_empty() && items.iter().all(Node::is_scalar) => {
            items.iter().map(|item| text_of(source, item)).collect::<Vec<_>>().join("; ")
        }
        Value::List(_) | Value::Object(_) => node.plain().to_string(),
        _ => source.get(node.range.clone()).unwrap_or_default().to_owned(),
    }
}

fn is_text(node: &Node) -> bool {
    node.text().is_some()
}

fn is_object(node: &Node) -> bool {
    matches!(node.value, Value::Object(_))
}

/// A list, or one item that stands for a list of itself.
fn is_list(node: &Node) -> bool {
    matches!(node.value, Value::List(_) | Value::Object(_) | Value::Text(_))
}

struct Reader<'r, 'p, 't, 's> {
    reading: &'r mut Reading<'p, 't>,
    source: &'s str,
    /// The names and shapes that were said: each is said once.
    said: BTreeSet<(String, &'static str)>,
    fields: Fields,
}

/// The fields of one record: what each is, and the rest.
struct Record {
    texts: Vec<Option<String>>,
    extra: Extra,
}

impl Reader<'_, '_, '_, '_> {
    fn claim(&mut self, member: &Member, owner: Owner) {
        self.fields.claims.push((member.range.clone(), Some(owner)));
    }

    /// Says that a field goes by another name.
    fn named(&mut self, member: &Member, field: Field) {
        if member.key != field.name && self.said.insert((member.key.clone(), field.name)) {
            let message = format!("The field {} was read as \"{}\".", quote(&member.key), field.name);
            self.reading.say(Code::FieldName, message, member.range.clone());
        }
    }

    /// Says that a field has another shape.
    fn shaped(&mut self, key: &str, shape: &'static str, range: Range<usize>) {
        if self.said.insert((key.to_owned(), shape)) {
            self.reading.say(Code::FieldShape, format!("The field {} is {shape}.", quote(key)), range);
        }
    }

    fn listed_as_text(&mut self, list: &Member, item: &Node) {
        if matches!(list.node.value, Value::List(_)) {
            self.shaped(&list.key, "a list of strings", item.range.clone());
        }
    }

    fn next_steps(&mut self, member: &Member) {
        self.fields.detail.next_steps = Some(match &member.node.value {
            Value::List(items) => {
                self.shaped(&member.key, "a list", member.node.range.clone());
                items.iter().map(|item| text_of(self.source, item)).collect::<Vec<_>>().join("\n")
            }
            _ => text_of(self.source, &member.node),
        });
    }

    /// Reads a member that lists artifacts or errors; whether it does.
    fn lists(&mut self, member: &Member) -> bool {
        if ARTIFACTS.is(&member.key) {
            self.records(member, ARTIFACTS, "detail.artifacts", Self::artifact)
        } else {
            ERRORS.is(&member.key) && self.records(member, ERRORS, "detail.errors", Self::error)
        }
    }

    /// Reads a list of records; what is none stays in `other`. Whether the member has a list at all.
    fn records(
        &mut self,
        member: &Member,
        field: Field,
        owner: &'static str,
        record: fn(&mut Self, &Member, &Node) -> Option<usize>,
    ) -> bool {
        let one = std::slice::from_ref(&member.node);
        let items = match &member.node.value {
            Value::List(items) => items,
            // An empty text is no item, and neither is one that says that there is none.
            Value::Text(text) if says_nothing(text) => return false,
            Value::Text(_) | Value::Object(_) => one,
            _ => return false,
        };
        let mut others = Vec::new();
        let mut read = items.is_empty();
        for item in items {
            let said = !matches!(&item.value, Value::Text(text) if says_nothing(text));
            match said.then(|| record(self, member, item)).flatten() {
                Some(number) => {
                    read = true;
                    self.fields.claims.push((item.range.clone(), Some(Owner::Entry(owner, number))));
                }
                None => others.push(item),
            }
        }
        if !read {
            return false;
        }
        self.named(member, field);
        if !matches!(member.node.value, Value::List(_)) {
            self.shaped(&member.key, "not a list", member.node.range.clone());
        }
        self.claim(member, Owner::Field(owner));
        if !others.is_empty() {
            self.fields
                .claims
                .extend(others.iter().map(|item| (item.range.clone(), Some(Owner::Field("detail.other")))));
            let others = others.into_iter().map(Node::plain).collect();
            self.fields.detail.other.insert(member.key.clone(), others);
        }
        true
    }

    fn artifact(&mut self, list: &Member, item: &Node) -> Option<usize> {
        let artifact = if let Some(path) = item.text() {
            self.listed_as_text(list, item);
            Artifact { path: path.to_owned(), ..Artifact::default() }
        } else {
            PATH.of(item.members(), is_text)?;
            let Record { texts, extra } = self.record(item, &[TYPE, PATH, ABOUT]);
            let [r#type, path, summary] = <[Option<String>; 3]>::try_from(texts).ok()?;
            Artifact { r#type, path: path?, summary, extra, ..Artifact::default() }
        };
        let artifacts = &mut self.fields.detail.artifacts;
        artifacts.push(Artifact { span: Span::of_bytes(item.range.start, item.range.end), ..artifact });
        Some(artifacts.len() - 1)
    }

    fn error(&mut self, list: &Member, item: &Node) -> Option<usize> {
        let error = if let Some(message) = item.text() {
            self.listed_as_text(list, item);
            ReturnError { message: message.to_owned(), ..ReturnError::default() }
        } else {
            // Of an error that is cut off the rest may say enough.
            [MESSAGE, TYPE, RECOMMENDATION].into_iter().find_map(|field| field.of(item.members(), is_text))?;
            let recoverable = RECOVERABLE.of(item.members(), |node| flag(node).is_some());
            if let Some(member) = recoverable {
                self.named(member, RECOVERABLE);
                if is_text(&member.node) {
                    self.shaped(&member.key, "a string", member.node.range.clone());
                }
            }
            let Record { texts, mut extra } = self.record(item, &[TYPE, MESSAGE, RECOMMENDATION]);
            let [r#type, message, recommendation] = <[Option<String>; 3]>::try_from(texts).ok()?;
            let written = recoverable.and_then(|member| extra.iter().position(|pair| pair.key == member.key));
            if let Some(place) = written {
                extra.remove(place);
            }
            let recoverable = recoverable.and_then(|member| flag(&member.node));
            let message = message.unwrap_or_default();
            ReturnError { r#type, message, recoverable, recommendation, extra, ..ReturnError::default() }
        };
        let errors = &mut self.fields.detail.errors;
        errors.push(ReturnError { span: Span::of_bytes(item.range.start, item.range.end), ..error });
        Some(errors.len() - 1)
    }

    /// The texts of some fields, and all other members.
    fn record(&mut self, item: &Node, fields: &[Field]) -> Record {
        let members = item.members();
        let given: Vec<Option<&Member>> = fields.iter().map(|field| field.of(members, is_text)).collect();
        for (member, field) in given.iter().zip(fields).filter_map(|(member, field)| Some(((*member)?, field))) {
            self.named(member, *field);
        }
        let is_given = |member: &Member| {
            let own_null = member.node.value == Value::Null && fields.iter().any(|field| field.name == member.key);
            own_null || given.iter().flatten().any(|given| std::ptr::eq(*given, member))
        };
        let extra = members.iter().filter(|member| !is_given(member));
        Record {
            texts: given.iter().map(|member| member.and_then(|member| member.node.text()).map(str::to_owned)).collect(),
            extra: extra.map(|member| KeyValue::new(member.key.as_str(), text_of(self.source, &member.node))).collect(),
        }
    }
}

/// Whether something is so, said with a literal or a word.
fn flag(node: &Node) -> Option<bool> {
    match &node.value {
        Value::Bool(flag) => Some(*flag),
        Value::Text(text) => match inline::words(text).as_str() {
            "true" | "yes" => Some(true),
            "false" | "no" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a text is empty, or says that there is nothing.
fn says_nothing(text: &str) -> bool {
    text.trim().is_empty() || is_none(text)
}
