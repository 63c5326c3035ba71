//! Findings in JSON. See `docs/formats/json-return.md`, "Findings".

use std::collections::BTreeSet;

use super::aliases::Aliases;
use super::columns;
use super::finding::{self, Parts};
use super::finding_table::COLUMNS;
use super::records::is_none;
use super::returns::{self, text_of, words};
use super::{Reading, headings, severities};
use crate::model::{Code, Finding, Severity, quote};
use crate::text::json::{Member, Node, Value};

/// The last word of a key that lists findings.
const NOUNS: [&str; 9] = [
    "findings",
    "issues",
    "problems",
    "bugs",
    "defects",
    "vulnerabilities",
    "violations",
    "concerns",
    "inconsistencies",
];

/// Words of such a key that say that what it lists is settled.
const SETTLED: [&str; 3] = ["resolved", "fixed", "closed"];

/// Names of lists that may hold anything: each of their findings must be one by itself.
const LOOSE: [&str; 6] = ["results", "items", "comments", "entries", "observations", "data"];

/// How many objects may stand around a list of findings, one in the other, below the one that is read.
const LEVELS: usize = 3;

/// A list of findings, and what its name says of them.
#[derive(Clone, Debug)]
pub struct List<'n> {
    /// The member that it is the value of.
    pub member: &'n Member,
    /// Its name below those of the objects around it, where that says more than that it lists findings.
    pub name: Option<String>,
    /// Whether it lists what is settled.
    pub settled: bool,
    /// The severity that its name gives those that have none.
    pub severity: Option<Severity>,
    /// Its findings.
    pub findings: Vec<&'n Node>,
}

/// The lists of findings of an object, under their usual names; those of an object that is a member of it, too, and
/// those that are named by their severity.
#[must_use]
pub fn lists(object: &Node) -> Vec<List<'_>> {
    let mut found = Vec::new();
    collect(object, &[], LEVELS, &mut found);
    found
}

/// `around` holds the names of the objects around, the outermost first. The last may be one of lists of findings.
fn collect<'n>(object: &'n Node, around: &[&'n str], levels: usize, found: &mut Vec<List<'n>>) {
    let named = around.last().is_some_and(|name| NOUNS.contains(&last_word(&words(name))));
    for member in object.members() {
        let words = words(&member.key);
        let noun = last_word(&words);
        let (is_noun, is_loose) = (NOUNS.contains(&noun), LOOSE.contains(&words.as_str()));
        match &member.node.value {
            Value::List(items) => {
                let severity = headings::group(&words).filter(|_| !returns::is_field(&member.key));
                let fits = |item: &&Node| {
                    (is_noun && is_listed(item))
                        || (is_loose && is_finding(item))
                        || (severity.is_some() && (is_listed(item) || ((named || is_noun) && is_told(item))))
                };
                let findings: Vec<&Node> = items.iter().filter(fits).collect();
                if !findings.is_empty() {
                    let settled = words.split(' ').any(|word| SETTLED.contains(&word));
                    let is_plain = around.is_empty() && (NOUNS.contains(&words.as_str()) || is_loose);
                    let name = (!is_plain).then(|| [around, &[member.key.as_str()]].concat().join("."));
                    found.push(List { member, name, settled, severity, findings });
                }
            }
            Value::Object(_) if levels > 0 && !returns::is_field(&member.key) && !is_finding(&member.node) => {
                collect(&member.node, &[around, &[member.key.as_str()]].concat(), levels - 1, found);
            }
            _ => {}
        }
    }
}

fn last_word(words: &str) -> &str {
    words.rsplit(' ').next().unwrap_or_default()
}

/// Whether an object under such a name is a finding: it says what is wrong, and how bad it is, where, or what to do.
#[must_use]
pub fn is_listed(object: &Node) -> bool {
    let keys = keys(object);
    let assigned = assign(&keys);
    let has = |name| columns::has(&assigned, &[name]);
    says(object, &assigned) && ["severity", "location", "suggestion"].into_iter().any(has)
}

/// Whether an object that stands for itself is a finding: it has a severity by that name, which is one; it says what is
/// wrong; and it has one more field of a finding.
#[must_use]
pub fn is_finding(object: &Node) -> bool {
    let rated = object.members().iter().any(|member| {
        // Alternatives are those of a template.
        let is_severity = member.node.text().is_some_and(|text| !text.contains('|') && severities::is_severity(text));
        is_severity && matches!(words(&member.key).as_str(), "severity" | "sev")
    });
    let keys = keys(object);
    let assigned = assign(&keys);
    let more = ["location", "suggestion", "type", "id"].into_iter().any(|name| columns::has(&assigned, &[name]));
    rated && more && says(object, &assigned)
}

/// Whether something under the name of a severity is a finding: it says what is wrong.
fn is_told(item: &Node) -> bool {
    match &item.value {
        Value::Text(text) => !text.trim().is_empty() && !is_none(text),
        _ => says(item, &assign(&keys(item))),
    }
}

/// Reads findings, one after the other.
pub struct Reader<'s> {
    source: &'s str,
    seen: BTreeSet<String>,
    aliases: Aliases,
    /// What was read.
    pub findings: Vec<Finding>,
}

impl<'s> Reader<'s> {
    /// Nothing is read yet. `source` is the text of the reply.
    #[must_use]
    pub fn new(source: &'s str) -> Self {
        Self { source, seen: BTreeSet::new(), aliases: Aliases::none(), findings: Vec::new() }
    }

    /// Reads an object, or a text that is a finding by its list; gives its place among the findings.
    pub fn read(&mut self, reading: &mut Reading<'_, '_>, object: &Node, list: Option<&List<'_>>) -> usize {
        let place = self.findings.len();
        let mut parts = Parts { struck: list.is_some_and(|list| list.settled), ..Parts::default() };
        if let Some((list, severity)) = list.and_then(|list| Some((list, list.severity?))) {
            parts.heading_severity = Some(severity);
            parts.heading_words = Some(list.member.key.clone());
        }
        if let Some(name) = list.and_then(|list| list.name.as_deref()) {
            parts.put(None, "list", name);
        }
        parts.description = object.text().map(str::to_owned);
        let keys = keys(object);
        for (member, column) in object.members().iter().zip(assign(&keys)) {
            let places = match column.name {
                Some("location" | "counter_location") => places_of(self.source, &member.node),
                _ => None,
            };
            match places {
                Some(places) => {
                    parts.put(column.name, &member.key, &places.text);
                    if !places.whole {
                        parts.put(None, &member.key, &text_of(self.source, &member.node));
                    }
                }
                None => parts.put(column.name, &member.key, &text_of(self.source, &member.node)),
            }
        }
        if parts.location.is_none() && parts.line.is_none() {
            let backing = object.members().iter().filter(|member| finding::is_evidence(&member.key));
            parts.location =
                backing.filter_map(|member| places_of(self.source, &member.node)).map(|places| places.text).next();
        }
        let finding = finding::finish(reading, parts, place, &self.aliases, object.range.clone());
        if !self.seen.insert(finding.id.clone()) {
            let message = format!("The id {} stands twice.", quote(&finding.id));
            reading.say(Code::RepeatedId, message, object.range.clone());
        }
        self.findings.push(finding);
        place
    }
}

/// Places that are given as objects.
struct Places {
    text: String,
    /// Whether the objects say nothing else.
    whole: bool,
}

/// `{"file": "a.ts", "line": 12}`, or a list of such objects, perhaps among strings.
fn places_of(source: &str, node: &Node) -> Option<Places> {
    let items = match &node.value {
        Value::List(items) => items.as_slice(),
        _ => std::slice::from_ref(node),
    };
    if !items.iter().any(|item| matches!(item.value, Value::Object(_))) {
        return None;
    }
    let mut places = Places { text: String::new(), whole: true };
    for item in items {
        if !places.text.is_empty() {
            places.text.push_str("; ");
        }
        match &item.value {
            Value::Text(text) => places.text.push_str(text),
            _ => places.add(source, item)?,
        }
    }
    Some(places)
}

impl Places {
    /// Adds what an object names: a file, and a line or two.
    fn add(&mut self, source: &str, object: &Node) -> Option<()> {
        const FILES: [&str; 5] = ["file", "path", "file path", "filename", "document"];
        const STARTS: [&str; 6] = ["line", "lines", "line start", "start line", "line number", "start"];
        const ENDS: [&str; 3] = ["line end", "end line", "end"];
        let find = |names: &[&str]| {
            let named = object.members().iter().find(|member| names.contains(&words(&member.key).as_str()))?;
            Some(text_of(source, &named.node)).filter(|text| !text.is_empty() && text != "null")
        };
        let (start, end) = (find(&STARTS), find(&ENDS));
        self.text.push_str(&find(&FILES)?);
        for (mark, line) in [(":", &start), ("-", &end)] {
            if let Some(line) = line {
                self.text.push_str(mark);
                self.text.push_str(line);
            }
        }
        let taken = 1 + usize::from(start.is_some()) + usize::from(end.is_some());
        self.whole &= taken == object.members().len();
        Some(())
    }
}

/// The keys of an object, as the headers of a table would have them.
fn keys(object: &Node) -> Vec<String> {
    object.members().iter().map(|member| words(&member.key)).collect()
}

fn assign(keys: &[String]) -> Vec<columns::Assigned> {
    columns::assign(&keys.iter().map(String::as_str).collect::<Vec<_>>(), COLUMNS)
}

/// Whether it has a title or a description that is text.
fn says(object: &Node, assigned: &[columns::Assigned]) -> bool {
    object.members().iter().zip(assigned).any(|(member, column)| {
        let is_said = matches!(&member.node.value, Value::Text(text) if !text.trim().is_empty());
        is_said && matches!(column.name, Some("description" | "title"))
    })
}
