//! Reviews that are strings within JSON: `{"status": "completed", "review": "# Review\n\n## Critical\n…"}`, and replies in a
//! format of their own: `{"result": "{\"findings\": […]}"}`. See `docs/formats/json-return.md`, "A review in a string".

use std::ops::Range;

use super::Read;
use super::inferred::Inferred;
use super::json_return::BREAKS_OFF;
use crate::model::{
    AgentResult, Code, Diagnostic, Dialect, Finding, FindingState, Remainder, Reply, ReplyText, Span, Status, quote,
};
use crate::part::finding;
use crate::part::returns::words;
use crate::part::status_words::{self, Meaning};
use crate::text::SourceText;
use crate::text::json::{self, Document, Member, Node, Value};
use crate::text::ledger::{Ledger, Owner, Tile};

/// Adds the findings of the strings that are reviews, where the reply is JSON in which none was read. Gives why it is not whole,
/// where a review says so, or the JSON around it.
pub fn add<'t>(reply: &'t Reply, mut read: Read<'t>) -> (Read<'t>, Option<String>) {
    let text = reply.text.as_str();
    let begins = text.trim_start_matches(|first: char| first.is_whitespace() || first == '\u{feff}');
    // A summary line may stand in a string as well.
    if !begins.starts_with(['{', '[', '`']) || (!read.result.findings.is_empty() && read.summary.is_none()) {
        return (read, None);
    }
    let documents = alone(text);
    let mut strings = Vec::new();
    for document in &documents {
        collect(&document.root, None, &mut strings);
    }
    let told: Vec<Review<'_>> = strings.into_iter().filter_map(|(key, node)| Review::read(reply, key, node)).collect();
    if told.is_empty() {
        return (read, None);
    }
    let is_return = read.result.dialect == Dialect::JsonReturn;
    let cut_off = documents.iter().any(|document| document.cut_off).then(|| BREAKS_OFF.to_owned());
    let around = || documents.iter().find_map(|document| says_against(&document.root)).filter(|_| !is_return);
    let within = || told.iter().find_map(|review| review.lacks.clone());
    let lacks = cut_off.or_else(around).or_else(within);
    join(told, text, &mut read);
    if is_return && lacks.is_some() {
        read.result.status = Status::Partial;
        read.result.reason.clone_from(&lacks);
    }
    (read, lacks)
}

/// The documents of a text that has nothing else.
fn alone(text: &str) -> Vec<Document> {
    let source = SourceText::new(text);
    let mut found = Vec::new();
    for (stretch, _) in json::stretches(&source) {
        let mut at = stretch.start;
        for document in json::documents(text, stretch.clone()) {
            if source.slice(at..document.root.range.start).contains(char::is_alphanumeric) {
                return Vec::new();
            }
            at = document.root.range.end;
            found.push(document);
        }
        if source.slice(at..stretch.end).contains(char::is_alphanumeric) {
            return Vec::new();
        }
    }
    found
}

/// What an object states of itself that is neither well nor done: `"status": "failed"`, `"approved": false`.
fn says_against(object: &Node) -> Option<String> {
    const STATUSES: [&str; 6] = ["conclusion", "decision", "outcome", "state", "status", "verdict"];
    const WELL: [&str; 4] = ["approved", "ok", "passed", "success"];
    let is_against = |member: &&Member| {
        let key = words(&member.key);
        match &member.node.value {
            Value::Text(word) if STATUSES.contains(&key.as_str()) => !matches!(
                status_words::meaning(word),
                Some(
                    Meaning::Done
                        | Meaning::State(Status::Clean | Status::Findings)
                        | Meaning::Means(Status::Clean | Status::Findings)
                )
            ),
            Value::Bool(is_well) if WELL.contains(&key.as_str()) => !is_well,
            Value::Bool(has_failed) if matches!(key.as_str(), "error" | "is error") => *has_failed,
            Value::Text(error) if key == "error" => !error.trim().is_empty(),
            _ => false,
        }
    };
    let stated = object.members().iter().find(is_against).map(|member| {
        let value = member.node.text().map_or_else(|| member.node.plain().to_string(), quote);
        format!("the JSON around the review says {}: {value}", quote(&member.key))
    });
    stated.or_else(|| object.items().iter().find_map(says_against))
}

/// Words that a key ends with whose string shows something, or was written by somebody else: `build_log`.
const SHOWN: [&str; 23] = [
    "code",
    "command",
    "diff",
    "example",
    "examples",
    "history",
    "input",
    "instructions",
    "log",
    "logs",
    "patch",
    "prompt",
    "query",
    "question",
    "request",
    "snippet",
    "source",
    "stack",
    "stderr",
    "stdout",
    "task",
    "trace",
    "traceback",
];

/// Words of a key whose string was written before: `previous_review`.
const EARLIER: [&str; 5] = ["earlier", "example", "old", "previous", "prior"];

/// The strings that may be replies, each with the key that it stands under: of several lines, or JSON, or a summary line.
fn collect<'n>(node: &'n Node, key: Option<&'n str>, found: &mut Vec<(Option<&'n str>, &'n Node)>) {
    let may_be_reply = |text: &str| {
        let text = text.trim();
        text.contains('\n')
            || text.starts_with("{\"")
            || text.starts_with("[{")
            || text.get(..7).is_some_and(|begin| begin.eq_ignore_ascii_case("RESULT:"))
    };
    match &node.value {
        Value::Text(text) if may_be_reply(text) => found.push((key, node)),
        Value::List(items) => items.iter().for_each(|item| collect(item, key, found)),
        Value::Object(members) => {
            let is_file =
                members.iter().any(|member| matches!(words(&member.key).as_str(), "file" | "filename" | "path"));
            let is_own = |member: &&Member| {
                let key = words(&member.key);
                let is_shown = key.rsplit(' ').next().is_some_and(|last| SHOWN.contains(&last));
                !(is_shown || key.split(' ').any(|word| EARLIER.contains(&word)) || (is_file && key == "content"))
            };
            let own = members.iter().filter(is_own);
            own.for_each(|member| collect(&member.node, Some(&member.key), found));
        }
        _ => {}
    }
}

/// A review, or a reply in another format, that is a string.
struct Review<'n> {
    key: Option<&'n str>,
    /// Where the string stands.
    string: Range<usize>,
    result: AgentResult,
    tiles: Vec<Tile>,
    counted: Option<Vec<Diagnostic>>,
    /// Why it is not whole.
    lacks: Option<String>,
}

impl<'n> Review<'n> {
    /// Reads a string as a text of its own; `None` where it has no findings, and states no status.
    fn read(reply: &Reply, key: Option<&'n str>, node: &Node) -> Option<Self> {
        let string = node.range.clone();
        let written = reply.text.as_str().get(string.clone())?.strip_prefix('"')?.strip_suffix('"')?;
        let (said, origins) = json::origins(written);
        if node.text() != Some(&said) {
            return None;
        }
        let inner = Reply {
            text: ReplyText::from_bytes(said.as_bytes()),
            unit: reply.unit.clone(),
            agent: reply.agent.clone(),
            attempt: reply.attempt,
            source: reply.source.clone(),
            types: reply.types.clone(),
            ..Reply::default()
        };
        let read = super::read(&inner);
        let states = read.result.dialect != Dialect::Prose && read.result.stated_status.is_some();
        if read.result.findings.is_empty() && !states {
            return None;
        }
        let lacks = match &read.inferred {
            Some(Inferred::Partial(reason)) => Some(reason.clone()),
            None if states && matches!(read.result.status, Status::Partial | Status::Error) => {
                let status = read.result.stated_status.as_deref().unwrap_or_default();
                Some(format!("a string of it says {}", quote(status)))
            }
            _ => None,
        };
        let Read { mut result, tiles, mut counted, .. } = read;
        let place = |at: usize| {
            let last =
                origins.partition_point(|(said, _)| *said <= at).checked_sub(1).and_then(|last| origins.get(last));
            let (said, written) = last.copied().unwrap_or_default();
            string.start + 1 + written + (at - said)
        };
        let of_span = |span: &mut Span| *span = Span::of_bytes(place(span.start as usize), place(span.end as usize));
        result.spans_mut().into_iter().for_each(of_span);
        for diagnostic in counted.iter_mut().flatten().chain(&mut result.diagnostics) {
            // What an edit puts in is not written as a string is.
            diagnostic.edit = None;
        }
        counted.iter_mut().flatten().filter_map(|diagnostic| diagnostic.span.as_mut()).for_each(of_span);
        let tiles = tiles.into_iter().map(|(range, owner)| (place(range.start)..place(range.end), owner)).collect();
        Some(Self { key, string, result, tiles, counted, lacks })
    }
}

/// Puts the findings among what was read of the JSON around them.
fn join(reviews: Vec<Review<'_>>, text: &str, read: &mut Read<'_>) {
    let is_return = read.result.dialect == Dialect::JsonReturn;
    let owned = |(range, owner): Tile| owner.map(|owner| (range, Some(owner)));
    // As text, the JSON around the strings says nothing.
    let around = std::mem::take(&mut read.tiles).into_iter().filter(|_| is_return);
    let mut claims: Vec<Tile> = around.filter_map(owned).collect();
    let mut findings: Vec<Finding> = Vec::new();
    let (mut said, mut counted, mut decisions) = (Vec::new(), Vec::new(), Vec::new());
    let mut first: Option<AgentResult> = None;
    for review in reviews {
        let offset = findings.len();
        let is_first = first.is_none() && !is_return;
        for (range, owner) in review.tiles {
            let owner = match owner {
                Some(Owner::Entry("findings", at)) => Some(Owner::Entry("findings", at + offset)),
                owner => owner.filter(|_| is_first),
            };
            claims.extend(owned((range, owner)));
        }
        let under = review.key.map_or_else(String::new, |key| format!(", under {}", quote(key)));
        let what = if review.result.findings.is_empty() { "A reply is" } else { "Findings are" };
        let message = format!("{what} in a string of JSON{under}.");
        let span = Span::of_bytes(review.string.start, review.string.end);
        let note = Diagnostic::new(Code::WrappedReply, message, Some(span));
        let mut result = review.result;
        findings.append(&mut result.findings);
        decisions.append(&mut result.decisions.take().unwrap_or_default());
        // What is said of the whole is said once, of the JSON or of the first review.
        let is_said = |diagnostic: &Diagnostic| is_first || diagnostic.span.is_some();
        counted.extend(review.counted.unwrap_or_else(|| result.diagnostics.clone()).into_iter().filter(is_said));
        said.extend(std::mem::take(&mut result.diagnostics).into_iter().filter(is_said));
        counted.push(note.clone());
        said.push(note);
        first.get_or_insert(result);
    }
    finding::seal(&mut findings);
    if is_return {
        let whole = read.result.diagnostics.clone();
        read.counted.get_or_insert(whole).append(&mut counted);
        read.result.diagnostics.append(&mut said);
        let found = findings.iter().any(|finding| finding.state == FindingState::Open);
        if read.result.status == Status::Clean && found {
            read.result.status = Status::Findings;
        }
    } else if let Some(result) = first {
        read.result = AgentResult { diagnostics: said, ..result };
        read.counted = Some(counted);
        read.summary = None;
    }
    read.result.findings = findings;
    read.result.decisions = Some(decisions);
    let mut ledger = Ledger::default();
    ledger.claim_nested(claims);
    read.tiles = ledger.tile(text);
    read.said = read.result.diagnostics.len();
    let left = read.tiles.iter().filter(|(_, owner)| owner.is_none());
    read.result.remainder = left
        .map(|(range, _)| Remainder {
            text: text.get(range.clone()).unwrap_or_default().to_owned(),
            span: Span::of_bytes(range.start, range.end),
        })
        .collect();
}
