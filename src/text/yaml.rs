//! YAML as agents write it, as the tree that JSON is read into. What is valid is read as everybody reads it; a value that ought
//! to be quoted (`issue: Two things: a lock and a queue`) is read as it is meant, and no line takes the others with it.

use std::ops::Range;

use super::json::{self, Document, MAX_DEPTH, Member, Node, Repair, Value};
use super::steps;

/// The longest name that is read as a key, in bytes.
const KEY_LIMIT: usize = 64;

/// The most words of the key of an item without quotation marks: `- The lock is held: twice` is a text.
const KEY_WORDS: usize = 3;

/// Reads the mapping or the list that a stretch of whole lines holds; `None` where its first line begins neither.
#[must_use]
pub fn read(text: &str, range: Range<usize>) -> Option<Document> {
    let mut lines = Vec::new();
    let mut start = range.start;
    for line in text.get(range)?.split_inclusive('\n') {
        let content = line.trim_end();
        let indent = indentation(content);
        lines.push(Line { indent, range: start + indent..start + content.len() });
        start += line.len();
    }
    let mut reader = Reader { text, lines, at: 0, repairs: Vec::new(), left: Vec::new() };
    let root = reader.block(0, 0)?;
    // What is indented less than where it began is part of no value.
    while let Some(line) = reader.next() {
        reader.leave(line);
    }
    let Reader { repairs, left, .. } = reader;
    Some(Document { root, repairs, left, cut_off: false })
}

/// A line: how far it is indented, in bytes, and what it says.
#[derive(Clone, Debug)]
struct Line {
    indent: usize,
    range: Range<usize>,
}

struct Reader<'t> {
    text: &'t str,
    lines: Vec<Line>,
    at: usize,
    repairs: Vec<(Repair, Range<usize>)>,
    left: Vec<Range<usize>>,
}

impl<'t> Reader<'t> {
    fn slice(&self, range: Range<usize>) -> &'t str {
        self.text.get(range).unwrap_or_default()
    }

    fn line(&self) -> Option<Line> {
        steps::add(1);
        self.lines.get(self.at).cloned()
    }

    fn next(&mut self) -> Option<Line> {
        let line = self.line();
        self.at += 1;
        line
    }

    /// Comments are left over.
    fn pass_blanks(&mut self) {
        while let Some(line) = self.line() {
            let says = self.slice(line.range.clone());
            if says.starts_with('#') {
                self.left.push(line.range);
            } else if !(says.is_empty() || says == "---") {
                return;
            }
            self.at += 1;
        }
    }

    fn leave(&mut self, line: Line) {
        if !line.range.is_empty() {
            self.left.push(line.range);
        }
    }

    /// The next line that says something, if it is indented so far: those that are indented further belong nowhere.
    fn line_at(&mut self, indent: usize) -> Option<Line> {
        loop {
            self.pass_blanks();
            let line = self.line().filter(|line| line.indent >= indent)?;
            if line.indent == indent {
                return Some(line);
            }
            self.at += 1;
            self.leave(line);
        }
    }

    /// The mapping or the list that begins here, if it is indented so far at least.
    fn block(&mut self, least: usize, depth: usize) -> Option<Node> {
        self.pass_blanks();
        let Line { indent, range } = self.line().filter(|line| line.indent >= least)?;
        let says = self.slice(range);
        if depth > MAX_DEPTH {
            None
        } else if is_item(says) {
            Some(self.list(indent, depth))
        } else {
            key(says).map(|_| self.mapping(indent, depth))
        }
    }

    fn list(&mut self, indent: usize, depth: usize) -> Node {
        let mut items: Vec<Node> = Vec::new();
        while let Some(line) = self.line_at(indent) {
            let content = self.slice(line.range.clone());
            if !is_item(content) {
                break;
            }
            // What follows the dash is read as if it stood on a line of its own.
            let inner = content.get(1..).unwrap_or_default();
            let within = 1 + indentation(inner);
            let start = line.range.start + within;
            let own = Line { indent: indent + within, range: start..line.range.end };
            let inner = inner.trim_start_matches([' ', '\t']);
            if inner.is_empty() || is_aside(inner) {
                self.at += 1;
                self.leave(own);
                items.extend(self.block(indent + 1, depth + 1));
            } else if is_item(inner)
                || key(inner)
                    .is_some_and(|(key, _)| names(key) || inner.starts_with(['"', '\'']) || self.goes_on_at(own.indent))
            {
                let column = own.indent;
                if let Some(line) = self.lines.get_mut(self.at) {
                    *line = own;
                }
                items.extend(self.block(column, depth + 1));
            } else {
                self.at += 1;
                items.push(self.scalar(own.range, indent));
            }
        }
        let range = span(items.first().map(|item| &item.range), items.last().map(|item| &item.range));
        Node { value: Value::List(items), range }
    }

    /// Whether the next line is a key that is indented so far.
    fn goes_on_at(&self, indent: usize) -> bool {
        let next = self.lines.get(self.at + 1).filter(|line| line.indent == indent);
        next.is_some_and(|line| key(self.slice(line.range.clone())).is_some())
    }

    fn mapping(&mut self, indent: usize, depth: usize) -> Node {
        let mut members: Vec<Member> = Vec::new();
        while let Some(line) = self.line_at(indent) {
            let says = self.slice(line.range.clone());
            if is_item(says) {
                break;
            }
            self.at += 1;
            let Some((name, value)) = key(says) else {
                self.leave(line);
                continue;
            };
            let start = line.range.end - value.len();
            let node = if value.is_empty() || is_aside(value) {
                self.leave(Line { indent, range: start..line.range.end });
                // A list may be indented as far as its key.
                self.pass_blanks();
                let below = self.line().filter(|line| line.indent == indent);
                let is_list = below.is_some_and(|line| is_item(self.slice(line.range)));
                let least = if is_list { indent } else { indent + 1 };
                let below = self.line().filter(|line| line.indent >= least);
                match (self.block(least, depth + 1), below) {
                    (Some(node), _) => node,
                    (None, Some(text)) => {
                        self.at += 1;
                        self.scalar(text.range, indent)
                    }
                    (None, None) => Node { value: Value::Null, range: start..line.range.end },
                }
            } else {
                self.scalar(start..line.range.end, indent)
            };
            let range = line.range.start..node.range.end.max(line.range.end);
            members.push(Member { key: name.to_owned(), node, range });
        }
        let (members, repeated) = json::last_of_each(members);
        for Member { range, .. } in repeated {
            self.repairs.push((Repair::RepeatedKey, range.clone()));
            self.left.push(range);
        }
        let range = span(members.first().map(|member| &member.range), members.last().map(|member| &member.range));
        Node { value: Value::Object(members), range }
    }

    /// A value that begins on the line that was passed, below a key or a dash that is indented so far.
    fn scalar(&mut self, range: Range<usize>, indent: usize) -> Node {
        let says = self.without_comment(range.clone());
        let marks = says.trim_start_matches(['|', '>']);
        let is_block = marks.len() < says.len() && marks.chars().all(|mark| matches!(mark, '-' | '+' | '0'..='9'));
        let start = range.start;
        if is_block {
            let folds = says.starts_with('>');
            let lines = self.deeper(indent);
            let least = lines.iter().filter(|line| !line.range.is_empty()).map(|line| line.indent).min().unwrap_or(0);
            let told = lines
                .iter()
                .map(|line| self.slice((line.range.start - (line.indent - least.min(line.indent)))..line.range.end));
            let told: Vec<&str> = told.collect();
            let text = if folds { folded(&told) } else { told.join("\n") };
            let end = lines.last().map_or(range.end, |line| line.range.end);
            return Node { value: Value::Text(text.trim_end().to_owned()), range: start..end.max(range.end) };
        }
        if says.starts_with(['[', '{']) {
            return self.flow(start..start + says.len(), indent);
        }
        let mut end = start + says.len();
        let mut told = vec![says];
        for line in self.deeper(indent) {
            told.push(self.slice(line.range.clone()));
            end = end.max(line.range.end);
        }
        let text = folded(&told);
        let value = unescape_quoted(&text).map_or_else(|| plain(&text), Value::Text);
        Node { value, range: start..end }
    }

    /// What stands before a comment, which is left over: `high # see below`.
    fn without_comment(&mut self, range: Range<usize>) -> &'t str {
        let content = self.slice(range.clone());
        let mut before = content.match_indices(" # ").filter_map(|(at, _)| content.get(..at)).map(str::trim_end);
        let is_whole = |told: &&str| !told.starts_with(['"', '\'']) || unescape_quoted(told).is_some();
        let Some(told) = before.find(is_whole) else { return content };
        self.left.push(range.start + told.len() + 1..range.end);
        told
    }

    /// A list or an object between brackets, which may go on below.
    fn flow(&mut self, range: Range<usize>, indent: usize) -> Node {
        let closes = |line: &Line| matches!(self.text.as_bytes().get(line.range.start), Some(b']' | b'}'));
        let open = !self.slice(range.clone()).ends_with([']', '}']);
        let mut end = range.end;
        if open {
            end = self.deeper(indent).last().map_or(end, |line| line.range.end);
            if let Some(line) = self.line().filter(|line| line.indent == indent || closes(line)).filter(closes) {
                end = line.range.end;
                self.at += 1;
            }
        }
        let range = range.start..end;
        let read = json::read(self.text, range.clone()).filter(|document| document.root.range.end == end);
        if let Some(Document { root, mut repairs, mut left, .. }) = read {
            self.repairs.append(&mut repairs);
            self.left.append(&mut left);
            return root;
        }
        let content = self.slice(range.clone());
        let Some(inner) = content.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')) else {
            return Node { value: Value::Text(content.to_owned()), range };
        };
        let item = |item: &str| unescape_quoted(item).map_or_else(|| plain(item), Value::Text);
        let items = between_commas(inner).map(str::trim).filter(|item| !item.is_empty());
        let items = items.map(|said| Node { value: item(said), range: range.clone() }).collect();
        Node { value: Value::List(items), range }
    }

    /// The lines below that are indented further, and the blank ones between them.
    fn deeper(&mut self, indent: usize) -> Vec<Line> {
        let rest = self.lines.get(self.at..).unwrap_or_default();
        let ends = rest.iter().position(|line| !line.range.is_empty() && line.indent <= indent).unwrap_or(rest.len());
        let blank = rest.get(..ends).unwrap_or_default().iter().rev().take_while(|line| line.range.is_empty()).count();
        let found: Vec<Line> = rest.get(..ends - blank).unwrap_or_default().to_vec();
        steps::add(ends);
        self.at += found.len();
        found
    }
}

/// How far a line is indented, in bytes.
fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

/// Whether a line is an item of a list.
fn is_item(says: &str) -> bool {
    says == "-" || says.starts_with("- ")
}

/// Whether all that stands before a value is a comment, an anchor or a tag: `# of the oven`, `&oven`, `!!map`.
fn is_aside(content: &str) -> bool {
    content.starts_with("# ") || (content.starts_with(['&', '!']) && !content.contains(' '))
}

/// The key that a line begins with, and its value: `line: 4`, `"line": 4`.
fn key(says: &str) -> Option<(&str, &str)> {
    let (key, value) = match says.chars().next()? {
        quote @ ('"' | '\'') => {
            let (key, rest) = says.get(1..)?.split_once(quote)?;
            (key, rest.strip_prefix(':')?)
        }
        _ => [": ", ":\t"]
            .into_iter()
            .filter_map(|mark| says.split_once(mark))
            .min_by_key(|(key, _)| key.len())
            .or_else(|| says.strip_suffix(':').map(|key| (key, "")))?,
    };
    let is_key =
        !key.is_empty() && key.len() <= KEY_LIMIT && !(key.contains(['`', '"', '{', '(']) || key.starts_with('['));
    is_key.then_some((key, value.trim()))
}

/// Whether a key names something, and is not the beginning of a sentence.
fn names(key: &str) -> bool {
    key.split_whitespace().count() <= KEY_WORDS
        && key.starts_with(|first: char| first.is_ascii_lowercase() || first == '_')
}

/// Lines as one text: a line break is a blank, a blank line is a line break.
fn folded(lines: &[&str]) -> String {
    let mut text = String::new();
    for line in lines {
        if line.is_empty() {
            text.push('\n');
        } else {
            if !(text.is_empty() || text.ends_with('\n')) {
                text.push(' ');
            }
            text.push_str(line.trim());
        }
    }
    text
}

/// A text that stands in quotation marks as a whole, without them.
fn unescape_quoted(text: &str) -> Option<String> {
    let mark = text.chars().next().filter(|mark| matches!(mark, '"' | '\''))?;
    let inner = text.strip_prefix(mark)?.strip_suffix(mark)?;
    // In the one, the mark is written twice; in the other, behind `\\`.
    let escaped = if mark == '\'' { "''" } else { "\\\"" };
    let is_whole = !inner.replace(escaped, "").contains(mark);
    let read = if mark == '"' { serde_json::from_str(text).ok() } else { None };
    read.or_else(|| is_whole.then(|| inner.replace(escaped, &mark.to_string())))
}

/// What stands between commas outside of quotation marks.
fn between_commas(text: &str) -> impl Iterator<Item = &str> {
    let mut quote = None;
    text.split(move |character| {
        match (quote, character) {
            (None, '"' | '\'') => quote = Some(character),
            (Some(mark), _) if mark == character => quote = None,
            _ => {}
        }
        quote.is_none() && character == ','
    })
}

/// From the start of the first to the end of the last.
fn span(first: Option<&Range<usize>>, last: Option<&Range<usize>>) -> Range<usize> {
    if let (Some(first), Some(last)) = (first, last) { first.start..last.end } else { 0..0 }
}

/// A value without quotation marks.
fn plain(text: &str) -> Value {
    match text {
        "" | "~" | "null" => Value::Null,
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ => text.parse().map_or_else(|_| Value::Text(text.to_owned()), Value::Number),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::read;

    fn plain(text: &str) -> Value {
        read(text, 0..text.len()).map_or(Value::Null, |document| document.root.plain())
    }

    #[test]
    fn mappings_and_lists_are_nested_by_how_far_they_are_indented() {
        let text = "review:\n  issues:\n  - id: A\n    lines: [4, 9]\n  -\n    id: B\n    said: |\n      one\n        two\n\n      three\n  ok: true\n";
        let expected = json!({"review": {
            "issues": [{"id": "A", "lines": [4, 9]}, {"id": "B", "said": "one\n  two\n\nthree"}],
            "ok": true,
        }});
        assert_eq!(plain(text), expected);
    }

    #[test]
    fn texts_go_on_below_and_may_have_quotation_marks() {
        let text = "a: it is\n  long\nb: \"a \\\"b\\\"\"\nc: 'it''s'\nd: >-\n  one\n  two\ne: Two things: a lock\nf: [x, \"y z\"]\n";
        let expected = json!({"a": "it is long", "b": "a \"b\"", "c": "it's", "d": "one two", "e": "Two things: a lock", "f": ["x", "y z"]});
        assert_eq!(plain(text), expected);
    }

    #[test]
    fn what_stands_on_one_line_may_have_brackets_and_comments() {
        let text = "a: high # see below\nb: \"x # y\" # z\nc: [4,9] # d\nd: [\n  \"a, b\",\n  c\n]\ne: {\"f\": 1}\ng: \"h\" means \"i\"\nj: see #12\n";
        let expected = json!({
            "a": "high", "b": "x # y", "c": [4, 9], "d": ["a, b", "c"], "e": {"f": 1}, "g": "\"h\" means \"i\"", "j": "see #12",
        });
        assert_eq!(plain(text), expected);
    }

    #[test]
    fn keys_of_items_may_have_capital_letters() {
        let text = "- ID: A\n  Severity: high\n- Title: B\n  File: c\n";
        assert_eq!(plain(text), json!([{"ID": "A", "Severity": "high"}, {"Title": "B", "File": "c"}]));
    }

    #[test]
    fn an_item_may_be_a_sentence_with_a_colon() {
        assert_eq!(plain("- The lock: it is held\n- \"b: c\"\n"), json!(["The lock: it is held", "b: c"]));
    }

    #[test]
    fn what_fits_nowhere_takes_nothing_with_it() {
        let text = "a: 1\n   stray\nb: 2\nb: 3\n";
        assert_eq!(plain(text), json!({"a": "1 stray", "b": 3}));
        let text = "issues:\n  - id: A\n    stray\n  - id: B\nrest of it\nok: no\n";
        let document = read(text, 0..text.len()).expect("a document");
        let left: Vec<&str> = document.left.iter().filter_map(|range| text.get(range.clone())).collect();
        assert_eq!((document.root.plain()["issues"][0]["id"].as_str(), left.len()), (Some("A"), 2), "{left:?}");
    }
}
