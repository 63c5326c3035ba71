//! One pass over a text that begins as an object or a list, to where it ends or stops being one.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::{Document, MAX_DEPTH, Member, Node, Repair, Value, scalar, string};
use crate::order::{Arrange, Gather};
use crate::text::steps;

/// The longest name that is read as a key without quotation marks, in bytes. It bounds how far is looked ahead.
pub(super) const NAME_LIMIT: usize = 64;

/// Reads the object or the list that begins at the start of a stretch; `None` where what follows the bracket begins
/// neither.
#[must_use]
pub fn read(text: &str, range: Range<usize>) -> Option<Document> {
    let mut reader =
        Reader { text, at: range.start, end: range.end, repairs: Vec::new(), left: Vec::new(), cut_off: false };
    if !reader.begins() {
        return None;
    }
    let root = reader.value(0)?;
    let Reader { mut repairs, mut left, cut_off, .. } = reader;
    repairs.arrange_by_key(|(_, range)| range.start);
    left.arrange_by_key(|range| range.start);
    Some(Document { root, repairs, left, cut_off })
}

/// Where reading is.
pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    pub(super) end: usize,
    repairs: Vec<(Repair, Range<usize>)>,
    left: Vec<Range<usize>>,
    pub(super) cut_off: bool,
}

/// What became of a member or an item.
enum Step {
    /// It was read, or passed over.
    Next,
    /// The object or the list ends here, without its bracket.
    End,
}

impl<'t> Reader<'t> {
    pub(super) fn byte(&self, at: usize) -> Option<u8> {
        if at < self.end { self.text.as_bytes().get(at).copied() } else { None }
    }

    pub(super) fn slice(&self, range: Range<usize>) -> &'t str {
        self.text.get(range).unwrap_or_default()
    }

    pub(super) fn repaired(&mut self, repair: Repair, range: Range<usize>) {
        self.repairs.push((repair, range));
    }

    /// What is part of no value.
    fn leave(&mut self, range: Range<usize>) {
        let kept = self.slice(range.clone()).trim_end().len();
        self.left.push(range.start..range.start + kept);
    }

    /// Whether an object or a list of objects begins here, rather than a bracket of prose or of code.
    fn begins(&mut self) -> bool {
        let open = self.byte(self.at);
        let next = self.after_blanks(self.at + 1);
        steps::add(next - self.at);
        match (open, self.byte(next)) {
            (Some(b'{'), Some(b'}' | b'"')) | (Some(b'['), Some(b'{')) => true,
            (Some(b'{'), Some(b'/')) => matches!(self.byte(next + 1), Some(b'/' | b'*')),
            (Some(b'{'), Some(_)) => self.key_begins(next),
            _ => false,
        }
    }

    pub(super) fn after_blanks(&self, from: usize) -> usize {
        let rest = self.slice(from..self.end);
        from + (rest.len() - rest.trim_start_matches(is_blank).len())
    }

    /// Passes over blanks, comments and ellipses.
    fn space(&mut self) {
        loop {
            let next = self.after_blanks(self.at);
            steps::add(next - self.at + 1);
            self.at = next;
            let rest = self.slice(self.at..self.end);
            let length = if rest.starts_with("//") || rest.starts_with('#') {
                rest.find(['\n', '\r']).unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                rest.find("*/").map_or(rest.len(), |end| end + 2)
            } else if rest.starts_with("...") {
                3
            } else if rest.starts_with('…') {
                '…'.len_utf8()
            } else {
                return;
            };
            steps::add(length);
            let range = self.at..self.at + length;
            self.repaired(Repair::Comment, range.clone());
            self.leave(range.clone());
            self.at = range.end;
        }
    }

    /// Reads the value that begins here. `None` where there is none, or it is cut off: `at` is where reading stopped.
    fn value(&mut self, depth: usize) -> Option<Node> {
        let start = self.at;
        let value = match self.byte(start)? {
            b'{' | b'[' if depth >= MAX_DEPTH => self.too_deep(),
            b'{' => self.object(depth),
            b'[' => self.list(depth),
            _ if string::quotation(self.slice(start..self.end)).is_some() => {
                let quoted = string::read(self, string::Role::Value)?;
                Value::Text(quoted)
            }
            _ => scalar::read(self)?,
        };
        let is_empty = match &value {
            Value::Object(members) => members.is_empty(),
            Value::List(items) => items.is_empty(),
            _ => false,
        };
        // What is cut off before anything in it is whole says nothing; an empty one that ends does.
        if depth > 0 && is_empty && self.cut_off {
            return None;
        }
        let end = start + self.slice(start..self.at).trim_end().len();
        Some(Node { value, range: start..end })
    }

    fn object(&mut self, depth: usize) -> Value {
        let open = self.at;
        let mut members = Vec::new();
        self.at += 1;
        loop {
            self.space();
            match self.byte(self.at) {
                Some(b'}') => {
                    self.at += 1;
                    break;
                }
                Some(b',') => self.stray_comma(),
                Some(_) if matches!(self.step_of_member(depth, &mut members), Step::Next) => {}
                _ => {
                    self.unclosed(open);
                    break;
                }
            }
        }
        let (members, repeated) = last_of_each(members);
        for member in repeated {
            self.repaired(Repair::RepeatedKey, member.range.clone());
            self.leave(member.range);
        }
        Value::Object(members)
    }

    /// A key, its value, and the comma behind them.
    fn step_of_member(&mut self, depth: usize, members: &mut Vec<Member>) -> Step {
        let start = self.at;
        let Some(key) = self.key() else {
            self.leave(start..self.at);
            return Step::End;
        };
        let after_key = self.at;
        self.space();
        if self.byte(self.at) != Some(b':') {
            self.leave(start..after_key);
            return match self.byte(self.at) {
                Some(b',' | b'}') => self.without_value(start..after_key),
                _ => Step::End,
            };
        }
        self.at += 1;
        let after_colon = self.at;
        self.space();
        if matches!(self.byte(self.at), Some(b',' | b'}' | b']')) {
            self.leave(start..after_colon);
            return self.without_value(start..after_colon);
        }
        let Some(node) = self.value(depth + 1) else {
            self.leave(start..self.at.max(after_colon));
            return if self.at < self.end { Step::Next } else { Step::End };
        };
        let end = self.at;
        members.push(Member { key, node, range: start..end });
        self.space();
        match self.byte(self.at) {
            Some(b',') => self.comma(b'}'),
            Some(b'}') => {}
            Some(_) if self.key_begins(self.at) => self.repaired(Repair::Comma, end..end),
            _ => return Step::End,
        }
        Step::Next
    }

    fn without_value(&mut self, key: Range<usize>) -> Step {
        self.repaired(Repair::Value, key);
        if self.byte(self.at) == Some(b',') {
            self.at += 1;
        }
        Step::Next
    }

    fn list(&mut self, depth: usize) -> Value {
        let open = self.at;
        let mut items = Vec::new();
        self.at += 1;
        loop {
            self.space();
            match self.byte(self.at) {
                Some(b']') => {
                    self.at += 1;
                    break;
                }
                Some(b',') => self.stray_comma(),
                // A key that no object holds belongs to the one around the list.
                Some(byte)
                    if byte != b'}'
                        && !self.key_begins(self.at)
                        && matches!(self.step_of_item(depth, &mut items), Step::Next) => {}
                _ => {
                    self.unclosed(open);
                    break;
                }
            }
        }
        Value::List(items)
    }

    fn step_of_item(&mut self, depth: usize, items: &mut Vec<Node>) -> Step {
        let start = self.at;
        let Some(item) = self.value(depth + 1) else {
            self.leave(start..self.at);
            return if self.at > start && self.at < self.end { Step::Next } else { Step::End };
        };
        items.push(item);
        let end = self.at;
        self.space();
        match self.byte(self.at) {
            Some(b',') => self.comma(b']'),
            Some(b']') => {}
            Some(b'{' | b'[' | b'"' | b'\'') => self.repaired(Repair::Comma, end..end),
            _ => return Step::End,
        }
        Step::Next
    }

    /// The comma behind a member or an item; there is one too many right before the closing bracket.
    fn comma(&mut self, closing: u8) {
        let at = self.at;
        self.at += 1;
        self.space();
        if self.byte(self.at) == Some(closing) {
            self.repaired(Repair::Comma, at..at + 1);
        }
    }

    fn stray_comma(&mut self) {
        self.repaired(Repair::Comma, self.at..self.at + 1);
        self.at += 1;
    }

    /// A key, in quotation marks or without. `None` where there is none, or it is cut off.
    fn key(&mut self) -> Option<String> {
        let start = self.at;
        if let Some((open, close)) = string::quotation(self.slice(start..self.end)) {
            let rest = self.slice(start + open.len_utf8()..self.end);
            let stop = rest.find([close, '\n', '\r']);
            steps::add(stop.unwrap_or(rest.len()));
            // A key is on one line; only the end of the text may cut it off.
            let is_whole = stop.is_none_or(|stop| !rest.get(stop..).unwrap_or_default().starts_with(['\n', '\r']));
            return if is_whole { string::read(self, string::Role::Key) } else { None };
        }
        let length = self.name_length(start);
        if length == 0 || self.byte(self.after_blanks(start + length)) != Some(b':') {
            return None;
        }
        self.at += length;
        self.repaired(Repair::Key, start..self.at);
        Some(self.slice(start..self.at).to_owned())
    }

    /// Whether a key and its colon stand at a place.
    pub(super) fn key_begins(&self, at: usize) -> bool {
        let name = match string::quotation(self.slice(at..self.end)) {
            Some((open, close)) => {
                let start = at + open.len_utf8();
                let name = self.bounded(start).split(close).next().unwrap_or_default();
                if name.contains(['\n', '\r', '\\']) || !self.slice(start + name.len()..self.end).starts_with(close) {
                    return false;
                }
                open.len_utf8() + name.len() + close.len_utf8()
            }
            None => self.name_length(at),
        };
        steps::add(name + 1);
        let after = self.bounded(at + name).trim_start_matches(is_blank);
        name > 0 && after.starts_with(':')
    }

    /// As much as is ever looked ahead.
    fn bounded(&self, from: usize) -> &'t str {
        let mut end = (from + NAME_LIMIT).min(self.end);
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        self.slice(from..end)
    }

    /// How long the name is that begins at a place, in bytes; 0 where none does.
    fn name_length(&self, at: usize) -> usize {
        let ahead = self.bounded(at);
        let is_start = |first: char| first.is_alphabetic() || matches!(first, '_' | '$');
        let is_part = |next: char| next.is_alphanumeric() || matches!(next, '_' | '$' | '-' | '.');
        if ahead.starts_with(is_start) { ahead.find(|next| !is_part(next)).unwrap_or(ahead.len()) } else { 0 }
    }

    /// The text of a value that is nested too deep, to its last bracket.
    fn too_deep(&mut self) -> Value {
        let start = self.at;
        let mut open = 0_usize;
        let mut quoted = false;
        let mut bytes = self.slice(start..self.end).bytes().enumerate();
        let mut length = self.end - start;
        while let Some((at, byte)) = bytes.next() {
            match byte {
                b'\\' if quoted => {
                    bytes.next();
                }
                b'"' => quoted = !quoted,
                b'{' | b'[' if !quoted => open += 1,
                b'}' | b']' if !quoted => {
                    open -= 1;
                    if open == 0 {
                        length = at + 1;
                        break;
                    }
                }
                _ => {}
            }
        }
        steps::add(length);
        self.cut_off |= open > 0;
        self.at += length;
        self.repaired(Repair::Depth, start..self.at);
        Value::Text(self.slice(start..self.at).trim_end().to_owned())
    }

    fn unclosed(&mut self, open: usize) {
        if self.at >= self.end {
            self.cut_off = true;
        } else {
            self.repaired(Repair::Unclosed, open..open + 1);
        }
    }
}

/// The members of an object, each key once, and those that are left over: the last counts, as in every JSON reader.
#[must_use]
pub fn last_of_each(members: Vec<Member>) -> (Vec<Member>, Vec<Member>) {
    let mut last: BTreeMap<&str, usize> = BTreeMap::new();
    for (at, member) in members.iter().enumerate() {
        last.insert(&member.key, at);
    }
    if last.len() == members.len() {
        return (members, Vec::new());
    }
    let kept: BTreeSet<usize> = last.into_values().gather();
    let numbered = members.into_iter().enumerate();
    let (once, others): (Vec<_>, Vec<_>) = numbered.partition(|(at, _)| kept.contains(at));
    let members = |numbered: Vec<(usize, Member)>| numbered.into_iter().map(|(_, member)| member).collect();
    (members(once), members(others))
}

/// White space, and what some editors put in its place.
pub(super) fn is_blank(character: char) -> bool {
    character.is_whitespace() || character == '\u{feff}'
}
