//! A review that is a string within JSON: `{"status": "completed", "review": "# Review\n\n## Critical\n…"}`. See
//! `docs/formats/json-return.md`, "A review in a string".

use std::ops::Range;

use super::{Read, read_text};
use crate::model::{AgentResult, Code, Diagnostic, Dialect, Remainder, Reply, ReplyText, Span, Status, quote};
use crate::part::returns::words;
use crate::part::summary_line;
use crate::text::SourceText;
use crate::text::json::{self, Document, Member, Node, Value};
use crate::text::ledger::{Ledger, Owner, Tile};

/// Adds the findings of the string that tells most of them, where the reply is JSON in which none was read.
pub fn add<'t>(reply: &'t Reply, mut read: Read<'t>) -> Read<'t> {
    let text = reply.text.as_str();
    let begins = text.trim_start_matches(|first: char| first.is_whitespace() || first == '\u{feff}');
    if !begins.starts_with(['{', '[', '`']) || !read.result.findings.is_empty() || read.summary.is_some() {
        return read;
    }
    let documents = alone(text);
    let mut strings = Vec::new();
    for document in &documents {
        collect(&document.root, None, &mut strings);
    }
    // Of equals, the first.
    let told = strings.into_iter().rev().filter_map(|(key, node)| Told::read(reply, key, node));
    if let Some(told) = told.max_by_key(|told| told.result.findings.len()) {
        told.join(text, &mut read);
    }
    read
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

/// The last words of keys under which a string is no text of the agent's: `test_log`, `diff`.
const SHOWN: [&str; 15] = [
    "code",
    "command",
    "diff",
    "input",
    "log",
    "logs",
    "patch",
    "prompt",
    "snippet",
    "source",
    "stack",
    "stderr",
    "stdout",
    "trace",
    "traceback",
];

/// The strings of several lines, each with the key that it stands under.
fn collect<'n>(node: &'n Node, key: Option<&'n str>, found: &mut Vec<(Option<&'n str>, &'n Node)>) {
    match &node.value {
        Value::Text(text) if text.trim().contains('\n') => found.push((key, node)),
        Value::List(items) => items.iter().for_each(|item| collect(item, key, found)),
        Value::Object(members) => {
            let is_shown =
                |member: &&Member| words(&member.key).rsplit(' ').next().is_some_and(|last| SHOWN.contains(&last));
            let told = members.iter().filter(|member| !is_shown(member));
            told.for_each(|member| collect(&member.node, Some(&member.key), found));
        }
        _ => {}
    }
}

/// What a string tells.
struct Told<'n> {
    key: Option<&'n str>,
    /// Where the string stands.
    string: Range<usize>,
    result: AgentResult,
    tiles: Vec<Tile>,
    counted: Option<Vec<Diagnostic>>,
}

impl<'n> Told<'n> {
    /// Reads a string as a text of its own; `None` where it has no findings.
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
        let source = SourceText::new(inner.text.as_str());
        let lines = summary_line::find(&source);
        let Read { mut result, tiles, counted, .. } = read_text(&inner, source, &lines);
        if result.findings.is_empty() || result.dialect != Dialect::Prose {
            return None;
        }
        let place = |at: usize| {
            let last =
                origins.partition_point(|(said, _)| *said <= at).checked_sub(1).and_then(|last| origins.get(last));
            let (said, written) = last.copied().unwrap_or_default();
            string.start + 1 + written + (at - said)
        };
        let of_span = |span: &mut Span| *span = Span::of_bytes(place(span.start as usize), place(span.end as usize));
        result.spans_mut().into_iter().for_each(of_span);
        let mut counted = counted;
        for diagnostic in counted.iter_mut().flatten().chain(&mut result.diagnostics) {
            // What an edit puts in is not written as a string is.
            diagnostic.edit = None;
        }
        counted.iter_mut().flatten().filter_map(|diagnostic| diagnostic.span.as_mut()).for_each(of_span);
        let tiles = tiles.into_iter().map(|(range, owner)| (place(range.start)..place(range.end), owner)).collect();
        Some(Self { key, string, result, tiles, counted })
    }

    /// Puts the findings among what was read of the JSON around them.
    fn join(self, text: &str, read: &mut Read<'_>) {
        let is_return = read.result.dialect == Dialect::JsonReturn;
        let is_finding = |owner: &Owner| matches!(owner, Owner::Entry("findings", _));
        let owned = |(range, owner): Tile| owner.map(|owner| (range, Some(owner)));
        // As text, the JSON around the string says nothing.
        let around = std::mem::take(&mut read.tiles).into_iter().filter(|_| is_return);
        let mut claims: Vec<Tile> = around.filter_map(owned).collect();
        let told = self.tiles.into_iter().filter(|(_, owner)| !is_return || owner.as_ref().is_some_and(is_finding));
        claims.extend(told.filter_map(owned));
        let mut ledger = Ledger::default();
        ledger.claim_nested(claims);
        read.tiles = ledger.tile(text);
        let under = self.key.map_or_else(String::new, |key| format!(", under {}", quote(key)));
        let message = format!("The findings are in a string of JSON{under}.");
        let span = Span::of_bytes(self.string.start, self.string.end);
        let said = Diagnostic::new(Code::WrappedReply, message, Some(span));
        if is_return {
            let result = &mut read.result;
            result.findings = self.result.findings;
            if result.status == Status::Clean {
                result.status = Status::Findings;
            }
            // What is said of the whole is said of the JSON.
            let on_findings = |diagnostic: &Diagnostic| diagnostic.span.is_some();
            let counted = self.counted.unwrap_or_else(|| self.result.diagnostics.clone());
            let whole = result.diagnostics.clone();
            read.counted.get_or_insert(whole).extend(counted.into_iter().filter(on_findings).chain([said.clone()]));
            result.diagnostics.extend(self.result.diagnostics.into_iter().filter(on_findings).chain([said]));
            result.decisions = self.result.decisions;
        } else {
            read.result = self.result;
            read.result.diagnostics.push(said.clone());
            read.counted = self.counted.map(|counted| counted.into_iter().chain([said]).collect());
        }
        read.said = read.result.diagnostics.len();
        let left = read.tiles.iter().filter(|(_, owner)| owner.is_none());
        read.result.remainder = left
            .map(|(range, _)| Remainder {
                text: text.get(range.clone()).unwrap_or_default().to_owned(),
                span: Span::of_bytes(range.start, range.end),
            })
            .collect();
    }
}
