//! Findings in JSON. See `docs/formats/json-return.md`, "Findings".

use std::collections::BTreeSet;

use super::lead::{self, Form};
use super::vocabulary::{self, Class};
use super::{advice, fields, imperatives, labels, place_lines, places_in_text, sentences, wording};
use crate::model::{Code, Finding, Severity, quote};
use crate::part::aliases::Aliases;
use crate::part::code_places::{self, Reach};
use crate::part::documents::document_of;
use crate::part::finding::{self, Parts};
use crate::part::finding_columns::{COLUMNS, RANKS};
use crate::part::records::is_none;
use crate::part::returns::{self, text_of, words};
use crate::part::{Reading, columns, headings, severities};
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

/// Words of such a key that say that what it lists is no finding after all: `rejected_findings`.
const DENIED: [&str; 3] = ["dismissed", "excluded", "rejected"];

/// Words that do so right before its last word: `considered_not_bugs`.
const DENIALS: [&str; 3] = ["false", "non", "not"];

/// The keys of lines that say nothing else; what another key says is kept beside them.
const LINE_KEYS: &[&str] = &[
    "line",
    "lines",
    "line start",
    "start line",
    "line number",
    "line numbers",
    "line range",
    "start",
    "range",
    "lineno",
    "line no",
];

/// The keys of a file, and of the lines in it, where an object says where something is.
const FILES: [&str; 7] = ["file", "path", "file path", "absolute file path", "filename", "document", "uri"];
const STARTS: [&str; 8] = ["line", "lines", "line start", "start line", "line number", "start", "range", "from"];
const ENDS: [&str; 4] = ["line end", "end line", "end", "to"];

/// Names of lists that may hold anything: each of their findings must be one by itself.
const LOOSE: [&str; 6] = ["results", "items", "comments", "entries", "observations", "data"];

/// Keys of lists of what is no problem after all, or of what is checked.
const RULED_OUT: [&str; 4] = ["false alarms", "false positives", "paper tigers", "rules"];

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
    /// The file that the objects around it name.
    pub file: Option<String>,
    /// Whether lines are given one by one in it, so that two of them are no range: a finding has three or more.
    pub counts_lines: bool,
    /// Its findings.
    pub findings: Vec<&'n Node>,
}

/// The lists of findings of an object: under their usual names, under those of severities and files, of its members,
/// and of items of lists in it.
#[must_use]
pub fn lists(object: &Node) -> Vec<List<'_>> {
    let mut found = Vec::new();
    collect(object, &Around::default(), LEVELS, &mut found);
    // A list of objects that each hold lists: of a file each, mostly.
    for item in object.items().iter().filter(|item| !is_finding(item)) {
        collect(item, &Around::default(), LEVELS, &mut found);
    }
    found
}

/// What the objects around a list say of it.
#[derive(Clone, Debug, Default)]
struct Around<'n> {
    /// Their names, the outermost first.
    names: Vec<&'n str>,
    /// The file that one of them names.
    file: Option<String>,
}

fn collect<'n>(object: &'n Node, around: &Around<'n>, levels: usize, found: &mut Vec<List<'n>>) {
    // The last of the names around may be one of lists of findings.
    let named = around.names.last().is_some_and(|name| names_findings(&words(name)));
    let is_ranked = |member: &&Member| {
        matches!(member.node.value, Value::List(_)) && headings::group(&words(&member.key)).is_some()
    };
    let ranked = object.members().iter().filter(is_ranked).count() > 1;
    let made = returns::has_artifacts(object);
    let around = Around { file: file_of(object).or_else(|| around.file.clone()), ..around.clone() };
    for member in object.members() {
        let words = words(&member.key);
        let is_noun = names_findings(&words);
        let is_other = || vocabulary::classify(&words) == Class::Other;
        if ((is_noun || named) && is_denied(&words)) || (named && is_other()) || RULED_OUT.contains(&words.as_str()) {
            continue;
        }
        // `"issues": {"clarity": […]}`. A text under such a name may be anything; an object there is a finding if it says more.
        let is_advice = named || matches!(last_word(&words), "suggestions" | "comments");
        let file = document_of(&member.key).filter(|path| *path == member.key).map(str::to_owned);
        let within = || {
            let names = around.names.iter().copied().chain([member.key.as_str()]).collect();
            Around { names, file: file.clone().or_else(|| around.file.clone()) }
        };
        match &member.node.value {
            Value::List(items) => {
                let severity = headings::group(&words).filter(|_| !returns::is_field(&member.key));
                let told = (severity.is_some() && (named || is_noun || ranked))
                    // Beside the files that it made, an agent tells what it found out.
                    || (is_noun && !(made && words == "findings") && !returns::is_field(&member.key));
                let fits = |item: &&Node| {
                    is_finding(item)
                        || ((is_noun || severity.is_some() || file.is_some()) && is_listed(item, file.is_some()))
                        || (is_advice && is_listed(item, file.is_some()) && !is_praise(item))
                        || (told && is_told(item))
                };
                let mut findings: Vec<&Node> = items.iter().filter(fits).collect();
                // Under any name, texts that each say where and what to do, and objects that each say where.
                if findings.is_empty()
                    && (items.len() > 1 && items.iter().all(is_placed_text) || (are_placed(items) && !is_other()))
                {
                    findings = items.iter().collect();
                }
                // What was done, and what was found before, may be rated as well.
                let is_past = matches!(last_word(&words), "applied" | "changes" | "done" | "history");
                if findings.is_empty() && !is_other() && !is_past {
                    findings = rated(items);
                }
                if !findings.is_empty() {
                    let settled = words.split(' ').any(|word| SETTLED.contains(&word));
                    let is_plain =
                        around.names.is_empty() && (NOUNS.contains(&words.as_str()) || LOOSE.contains(&words.as_str()));
                    let name = (!is_plain).then(|| within().names.join("."));
                    let file = within().file;
                    let counts_lines = findings.iter().flat_map(|finding| finding.members()).any(counts_lines);
                    found.push(List { member, name, settled, severity, file, counts_lines, findings });
                } else if levels > 0 {
                    for item in items.iter().filter(|item| matches!(item.value, Value::Object(_))) {
                        collect(item, &within(), levels - 1, found);
                    }
                }
            }
            // `"security_concerns": "The token is logged …"`
            Value::Text(text)
                if is_noun
                    && !(returns::is_field(&member.key) || (made && words == "findings"))
                    && is_told(&member.node)
                    && !text.trim().contains("\n#")
                    && wording::leans_to_finding(text) =>
            {
                let settled = words.split(' ').any(|word| SETTLED.contains(&word));
                let (name, file) = (Some(within().names.join(".")), within().file);
                let (severity, findings) = (headings::group(&words), vec![&member.node]);
                found.push(List { member, name, settled, severity, file, counts_lines: false, findings });
            }
            Value::Object(_) if levels > 0 && !returns::is_field(&member.key) && !is_finding(&member.node) => {
                collect(&member.node, &within(), levels - 1, found);
            }
            _ => {}
        }
    }
}

/// Whether a member gives more lines than a range has: `"lines": [14, 103, 119]`.
fn counts_lines(member: &Member) -> bool {
    const RANGE: usize = 2;
    let items = member.node.items();
    items.len() > RANGE && LINE_KEYS.contains(&words(&member.key).as_str()) && are_scalars(&member.node)
}

/// Whether a value is a list of nothing but numbers and texts.
fn are_scalars(node: &Node) -> bool {
    let is_scalar = |item: &Node| item.members().is_empty() && item.items().is_empty();
    matches!(&node.value, Value::List(items) if items.iter().all(is_scalar))
}

/// The file that an object names beside the lists that it holds.
fn file_of(object: &Node) -> Option<String> {
    const KEYS: [&str; 6] = ["file", "path", "file path", "filename", "file name", "document"];
    let named = object.members().iter().find(|member| KEYS.contains(&words(&member.key).as_str()))?;
    named.node.text().filter(|text| document_of(text).is_some()).map(str::to_owned)
}

/// Whether a key denies that what it lists is a finding.
fn is_denied(words: &str) -> bool {
    let before = words.rsplit(' ').nth(1).unwrap_or_default();
    DENIALS.contains(&before) || words.split(' ').any(|word| DENIED.contains(&word))
}

/// Whether a key is the name of a list of findings: `key_issues_to_review`, `issues_identified`.
fn names_findings(words: &str) -> bool {
    const BEHIND: [&str; 3] = [" found", " identified", " to review"];
    let words = BEHIND.iter().find_map(|behind| words.strip_suffix(behind)).unwrap_or(words);
    NOUNS.contains(&last_word(words))
}

fn last_word(words: &str) -> &str {
    words.rsplit(' ').next().unwrap_or_default()
}

/// Whether an object under such a name is a finding: it says what is wrong, and how bad it is, where, or what to do.
/// `filed` says whether the name is that of a file.
fn is_listed(object: &Node, filed: bool) -> bool {
    let assigned = assign(object);
    let has = |name| columns::has(&assigned, &[name]);
    let judged = || has("id") && has("status") && told_within(object).is_some();
    (says(object, &assigned) && (["severity", "location", "suggestion"].into_iter().any(has) || (filed && has("line"))))
        || judged()
}

/// Whether what an object tells is praise.
fn is_praise(object: &Node) -> bool {
    object.members().iter().zip(&assign(object)).filter_map(told).any(sentences::praises)
}

/// Whether something is a text that says where, with lines, and what to do or how bad it is.
fn is_placed_text(item: &Node) -> bool {
    let Some(text) = told_text(item) else { return false };
    let lead = lead::read(text, Form::Text);
    let placed = code_places::read(text, &Aliases::none(), Reach::Prose).iter().any(|place| place.lines.is_some());
    placed && (lead.severity.is_some() || fields::of_text(text, &Aliases::none()).suggestion.is_some())
}

/// Those of some texts that each begin with a severity and lines of a file, where they are several and a third say what is wrong.
fn rated(items: &[Node]) -> Vec<&Node> {
    const SEVERAL: usize = 2;
    let is_rated = |item: &&Node| {
        told_text(item).is_some_and(|text| {
            let lead = lead::read(text.trim_start_matches(['-', '*', ' ']), Form::Text);
            lead.severity.is_some_and(|severity| severity.starts_with(char::is_uppercase))
                && lead.place.is_some_and(place_lines::names_lines)
        })
    };
    let found: Vec<&Node> = items.iter().filter(is_rated).collect();
    let is_wrong = |item: &&&Node| told_text(item).is_some_and(sentences::complains);
    let wrong = found.iter().filter(is_wrong).count();
    if found.len() >= SEVERAL && wrong * 3 >= found.len() { found } else { Vec::new() }
}

/// Whether some objects, which begin with the same key, each name lines, and say by a key of their own what is wrong, why it
/// matters or how to fix it: findings by whatever names their other fields go.
#[must_use]
pub fn are_placed(items: &[Node]) -> bool {
    const SEVERAL: usize = 2;
    let begins = |item: &Node| item.members().first().map(|member| words(&member.key));
    let first = items.first().and_then(begins);
    let has_lines = |item: &Node| item.members().iter().any(|member| LINE_KEYS.contains(&words(&member.key).as_str()));
    let is_placed = |item: &Node, (member, column): (&Member, &columns::Assigned)| {
        // `{"file": "a.ts", "line": 4, …}`
        let file = || member.node.text().is_some_and(|text| document_of(text).is_some());
        column.name == Some("location") && (names_lines(&member.node) || (file() && has_lines(item)))
    };
    let fits = |item: &Node| {
        let assigned = assign(item);
        let fields = || item.members().iter().zip(&assigned);
        begins(item) == first
            && fields().any(|field| is_placed(item, field))
            && fields().any(|field| told(field).is_some())
    };
    // One alone has to say what is wrong.
    let is_wrong = |item: &Node| item.members().iter().zip(&assign(item)).filter_map(told).any(sentences::complains);
    first.is_some() && items.iter().all(fits) && (items.len() >= SEVERAL || items.iter().all(is_wrong))
}

/// What a member says by a name of what is wrong, why it matters or how to mend it.
fn told<'n>((member, column): (&'n Member, &columns::Assigned)) -> Option<&'n str> {
    const WORDS: usize = 3;
    let key = words(&member.key);
    let is_named =
        matches!(column.name, Some("description" | "title")) || labels::tells_why(&key) || labels::is_fix(&key);
    member.node.text().filter(|text| is_named && text.split_whitespace().count() >= WORDS)
}

/// Whether a value names lines of a file: `"a.ts:4"`, `{"path": "a.ts", "from": 4}`.
fn names_lines(node: &Node) -> bool {
    match node.text() {
        Some(text) => {
            code_places::read(text, &Aliases::none(), Reach::Location).iter().any(|place| place.lines.is_some())
        }
        None => {
            let has = |names: &[&str]| node.members().iter().any(|member| names.contains(&words(&member.key).as_str()));
            node.members().iter().any(|member| is_file(&member.key)) && has(&STARTS)
        }
    }
}

/// A string, or the one text that an object holds.
fn told_text(item: &Node) -> Option<&str> {
    const KEYS: [&str; 6] = ["text", "message", "comment", "note", "body", "content"];
    item.text().or_else(|| {
        let told = item.members().iter().find(|member| KEYS.contains(&words(&member.key).as_str()))?;
        let others = item.members().iter().filter(|member| member.key != told.key);
        others.into_iter().all(|member| member.node.text().is_none()).then(|| told.node.text()).flatten()
    })
}

/// Whether an object that stands for itself is a finding: it has a severity by that name, which is one; it says what is
/// wrong; and it has one more field of a finding.
#[must_use]
pub fn is_finding(object: &Node) -> bool {
    if is_sarif(object) || comment(object).is_some() {
        return true;
    }
    let rated = object.members().iter().any(|member| {
        // Alternatives are those of a template.
        let is_severity = member.node.text().is_some_and(|text| !text.contains('|') && severities::is_severity(text));
        is_severity && matches!(words(&member.key).as_str(), "severity" | "sev")
    });
    let assigned = assign(object);
    let more = ["location", "suggestion", "type", "id"].into_iter().any(|name| columns::has(&assigned, &[name]));
    rated && more && says(object, &assigned)
}

/// A comment on lines of a file, as a forge hands it out.
struct Comment<'n> {
    /// Where it stands: `src/a.ts:4-9`.
    place: String,
    /// What it says, in Markdown.
    body: &'n str,
    /// The keys of both.
    keys: Vec<&'n str>,
}

/// `{"path": "src/a.ts", "start_line": 4, "line": 9, "body": "The key is logged."}`, where it answers no other and says more
/// than praise. The lines may stand in a `position`.
fn comment(object: &Node) -> Option<Comment<'_>> {
    const BODIES: [&str; 3] = ["body", "comment", "note"];
    const PATHS: [&str; 4] = ["path", "file path", "filename", "new path"];
    const FIRST: [&str; 4] = ["start line", "startline", "original start line", "originalstartline"];
    const LAST: [&str; 5] = ["line", "end line", "new line", "original line", "originalline"];
    const ANSWERS: [&str; 2] = ["in reply to id", "in reply to"];
    let named = |node: &'_ Node, names: &[&str]| {
        let fits = |member: &Member| names.contains(&words(&member.key).as_str()) && member.node.value != Value::Null;
        node.members().iter().position(fits)
    };
    let own = |names: &[&str]| named(object, names).and_then(|at| object.members().get(at));
    let body = own(&BODIES)?;
    let text = body.node.text().filter(|text| text.split_whitespace().nth(2).is_some())?;
    let first = text.split(['.', '\n']).next().unwrap_or_default();
    if own(&ANSWERS).is_some() || sentences::praises(first) {
        return None;
    }
    let within = own(&["position"]).filter(|position| !position.node.members().is_empty());
    let inner = within.map_or(object, |position| &position.node);
    let member = |names: &[&str]| named(inner, names).and_then(|at| inner.members().get(at));
    let number = |member: &Member| match &member.node.value {
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let path = member(&PATHS)?;
    let (start, end) = (member(&FIRST), member(&LAST)?);
    let (first, last) = (start.and_then(number), number(end)?);
    let lines = first.filter(|first| *first != last).map_or_else(|| last.clone(), |first| format!("{first}-{last}"));
    let place = format!("{}:{lines}", path.node.text()?);
    let keys =
        [Some(body), within, Some(path), start, Some(end)].into_iter().flatten().map(|member| member.key.as_str());
    Some(Comment { place, body: text, keys: keys.collect() })
}

/// Whether an object is a result of SARIF: a message with a text, and a rule or locations.
fn is_sarif(object: &Node) -> bool {
    let has = |key: &str| object.members().iter().find(|member| member.key == key);
    let text = has("message").is_some_and(|message| message.node.members().iter().any(|member| member.key == "text"));
    text && (has("ruleId").is_some() || has("locations").is_some())
}

/// Whether something under the name of a severity is a finding: it says what is wrong.
fn is_told(item: &Node) -> bool {
    const WORDS: usize = 3;
    match &item.value {
        Value::Text(text) => text.split_whitespace().count() >= WORDS && !is_none(text),
        _ => says(item, &assign(item)),
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
        let (comment, text) = (comment(object), told_text(object));
        let told = match &comment {
            Some(comment) => Some(fields::of_comment(&comment.place, comment.body, &self.aliases)),
            None => text.map(|text| fields::of_text(text, &self.aliases)),
        };
        if let Some(mut told) = told {
            parts.extra.append(&mut told.extra);
            parts = Parts {
                extra: parts.extra,
                struck: parts.struck,
                heading_severity: parts.heading_severity,
                heading_words: parts.heading_words,
                ..told
            };
        }
        let is_taken = |key: &str| comment.as_ref().is_some_and(|comment| comment.keys.contains(&key));
        for (member, mut column) in object.members().iter().zip(assign(object)) {
            if (text.is_some() && member.node.text().is_some()) || is_taken(&member.key) {
                continue;
            }
            // What a forge says beside a comment is of the comment, not of what it is about.
            if comment.is_some() {
                column.name = column.name.filter(|name| matches!(*name, "severity" | "id"));
            }
            // `"suggestion": null` says that there is none.
            if column.name.is_some() && member.node.value == Value::Null {
                continue;
            }
            let places = match column.name {
                Some("location" | "counter_location") => places_of(self.source, &member.node),
                Some("line") if list.is_some_and(|list| list.counts_lines) && are_scalars(&member.node) => None,
                Some("line") => lines_of(self.source, &member.node),
                _ => None,
            };
            // `"related_lines": [[57, 59]]` names no document.
            let is_figures = places.is_none()
                && matches!(column.name, Some("location" | "counter_location"))
                && matches!(&member.node.value, Value::List(items) if items.iter().all(|item| item.text().is_none()));
            let role = column.name.filter(|_| !is_figures);
            let says_more = column.name == Some("line") && !LINE_KEYS.contains(&words(&member.key).as_str());
            // Its name says nothing of places; that it is one was seen by what it holds.
            let by_value =
                role == Some("location") && columns::named(&member.key, COLUMNS).is_none() && are_places(&member.node);
            if says_more || by_value || places.as_ref().is_some_and(|places| !places.whole) {
                parts.put(None, &member.key, &text_of(self.source, &member.node));
            }
            // What was seen by its value alone keeps its name, beside what it was read as.
            if let Some(name) = role.filter(|_| !by_value && !is_known(&member.key)) {
                parts.put(None, &member.key, name);
            }
            match places {
                Some(places) => parts.put(role, &member.key, &places.text),
                // `"message": {"text": …}`
                None => match told_text(&member.node).filter(|_| member.node.members().len() == 1) {
                    Some(text) => parts.put(role, &member.key, text),
                    None => parts.put(role, &member.key, &text_of(self.source, &member.node)),
                },
            }
        }
        // `{"id": "C1", "status": "confirmed", "evidence": {"reasoning": …}}`
        if parts.description.is_none() && parts.title.is_none() {
            parts.description = told_within(object).map(str::to_owned);
        }
        if parts.location.is_none() {
            parts.location = list.and_then(|list| list.file.clone());
        }
        // `{"line": 4, "description": "src/a.ts: the key is logged"}`
        if parts.location.is_none() && parts.line.is_some() {
            let told = [parts.description.as_deref(), parts.title.as_deref()];
            parts.location = told.into_iter().flatten().find_map(place_lines::file_before).map(str::to_owned);
        }
        if parts.location.is_none() && parts.line.is_none() {
            let backing = object.members().iter().filter(|member| finding::is_evidence(&member.key));
            parts.location =
                backing.filter_map(|member| places_of(self.source, &member.node)).map(|places| places.text).next();
        }
        let backed = parts.location.as_deref().filter(|_| parts.line.is_none());
        parts.location = backed.and_then(|location| with_lines_of_evidence(object, location)).or(parts.location);
        if !denies(object, "location") && parts.location.is_none() && parts.line.is_none() {
            let told = places_in_text::told(&parts, &self.aliases, false);
            parts.location = told.filter(|place| place_lines::names_lines(place));
        }
        if !parts.severity.as_deref().is_some_and(severities::is_severity) {
            rate_by_title(&mut parts);
        }
        if parts.severity.is_none() {
            parts.severity = object.members().iter().find_map(rating_of).map(str::to_owned);
        }
        parts.suggestion =
            parts.suggestion.take().or_else(|| advice::of(&parts).filter(|_| !denies(object, "suggestion")));
        let finding = finding::finish(reading, parts, place, &self.aliases, object.range.clone());
        if !self.seen.insert(finding.id.clone()) {
            let message = format!("The id {} occurs twice.", quote(&finding.id));
            reading.say(Code::RepeatedId, message, object.range.clone());
        }
        self.findings.push(finding);
        place
    }
}

/// Whether an object says in the words of the protocol that it has none of something: `"location": null`. Others leave the
/// suggestion empty where they have no code to put in, and say in the text what to do.
fn denies(object: &Node, name: &str) -> bool {
    let mut members = object.members().iter().zip(assign(object));
    object.member("location").is_some()
        && members.any(|(member, column)| column.name == Some(name) && member.node.value == Value::Null)
}

/// The files of a finding with the lines that its evidence begins with: `"files": ["a.ts"], "evidence": ["a.ts:4: if (b)"]`.
fn with_lines_of_evidence(object: &Node, location: &str) -> Option<String> {
    if place_lines::names_lines(location) {
        return None;
    }
    let texts = |node: &Node| match &node.value {
        Value::List(items) => items.iter().filter_map(Node::text).map(str::to_owned).collect::<Vec<_>>(),
        _ => node.text().map(str::to_owned).into_iter().collect(),
    };
    let members = object.members().iter().filter(|member| finding::is_evidence(&member.key));
    let told = members.flat_map(|member| texts(&member.node));
    let placed = told.filter_map(|text| code_places::lead(&text).map(|(place, _)| place.to_owned()));
    let files: Vec<&str> = location.split("; ").collect();
    let is_of_file = |place: &String| files.iter().any(|file| place.starts_with(*file));
    let mut places: Vec<String> = placed.filter(|place| place_lines::names_lines(place) && is_of_file(place)).collect();
    if places.is_empty() {
        return None;
    }
    let others = files.iter().filter(|file| !places.iter().any(|place| place.starts_with(**file)));
    let others: Vec<String> = others.map(|file| (*file).to_owned()).collect();
    places.extend(others);
    Some(places.join("; "))
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
        // What SARIF wraps it in.
        let inner = |key: &str| object.members().iter().find(|member| member.key == key).map(|member| &member.node);
        if let Some(physical) = inner("physicalLocation") {
            self.whole &= object.members().len() == 1;
            return self.add(source, physical);
        }
        if let (Some(artifact), region) = (inner("artifactLocation"), inner("region")) {
            let uri = artifact.members().iter().find(|member| member.key == "uri")?;
            self.text.push_str(&text_of(source, &uri.node));
            let lines = region.and_then(|region| lines_of(source, region));
            // `"startLine": "14 or 15"`
            self.whole &= region.is_none_or(|region| region.members().is_empty() || lines.is_some());
            if let Some(lines) = lines {
                self.whole &= lines.whole;
                self.text.push(':');
                self.text.push_str(&lines.text);
            }
            let lines = region.map_or(0, |region| {
                region.members().iter().filter(|member| !matches!(member.key.as_str(), "startLine" | "endLine")).count()
            });
            self.whole &= lines == 0 && artifact.members().len() == 1 && object.members().len() <= 2;
            return Some(());
        }
        if let Some(lines) = object
            .members()
            .iter()
            .find(|member| matches!(words(&member.key).as_str(), "lines" | "range" | "line range"))
            .and_then(|member| lines_of(source, &member.node))
        {
            let file = object.members().iter().find(|member| is_file(&member.key))?;
            self.text.push_str(&format!("{}:{}", text_of(source, &file.node), lines.text));
            self.whole &= lines.whole && object.members().len() == 2;
            return Some(());
        }
        // `{"file": …, "start": {"line": 4}, "end": {"line": 9}}`
        if inner("start").is_some_and(|start| !start.members().is_empty())
            && let Some(lines) = lines_of(source, object)
        {
            let file = object.members().iter().find(|member| is_file(&member.key))?;
            self.text.push_str(&format!("{}:{}", text_of(source, &file.node), lines.text));
            let brief = object.members().iter().all(|member| member.node.members().len() < 2);
            self.whole &= brief && object.members().len() <= 3;
            return Some(());
        }
        let find = |is_named: &dyn Fn(&str) -> bool| {
            let named = object.members().iter().find(|member| is_named(&member.key))?;
            Some(text_of(source, &named.node)).filter(|text| !text.is_empty() && text != "null")
        };
        let among = |names: &'static [&str]| move |key: &str| names.contains(&words(key).as_str());
        let (start, end) = (find(&among(&STARTS)), find(&among(&ENDS)));
        self.text.push_str(&find(&is_file)?);
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

/// The severity that an object states which a finding has: `"impact": {"level": "high", "kind": "hang"}`.
fn rating_of(member: &Member) -> Option<&str> {
    const NAMES: [&str; 6] = ["impact", "priority", "rating", "risk", "sev", "severity"];
    const KEYS: [&str; 3] = ["level", "sev", "severity"];
    let node = Some(&member.node).filter(|_| NAMES.contains(&words(&member.key).as_str()))?;
    let named = node.members().iter().find(|member| KEYS.contains(&words(&member.key).as_str()))?;
    named.node.text().filter(|text| severities::is_severity(text))
}

/// `"title": "[P0] Close the door"`: the title states the severity, where no field does in a word.
fn rate_by_title(parts: &mut Parts) {
    let Some(title) = parts.title.clone().filter(|title| title.starts_with('[')) else { return };
    let lead = lead::read(&title, Form::Heading);
    if let (Some(severity), Some(told)) = (lead.severity, lead.title) {
        if let Some(figure) = parts.severity.replace(severity.to_owned()) {
            parts.put(None, "priority", &figure);
        }
        parts.title = Some(told.to_owned());
    }
}

/// Whether a key says what its value is.
fn is_known(key: &str) -> bool {
    let key = words(key);
    columns::named(&key, COLUMNS).is_some() || labels::named(&key).is_some() || RANKS.contains(&key.as_str())
}

/// Whether a key names a file.
fn is_file(key: &str) -> bool {
    FILES.contains(&words(key).as_str())
}

/// Lines as a list of two numbers, or as an object with a start and an end: `[12, 20]`, `{"start": {"line": 12}, …}`.
fn lines_of(source: &str, node: &Node) -> Option<Places> {
    const FIRST: [&str; 4] = ["start", "start line", "line start", "from"];
    const LAST: [&str; 4] = ["end", "end line", "line end", "to"];
    let number = |node: &Node| {
        let text = text_of(source, node);
        Some(text).filter(|text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let line = |names: [&str; 4]| {
        let member = node.members().iter().find(|member| names.contains(&words(&member.key).as_str()))?;
        number(&member.node).or_else(|| {
            member.node.members().iter().find(|inner| inner.key == "line").and_then(|inner| number(&inner.node))
        })
    };
    let (first, last) = match &node.value {
        Value::List(items) => match items.as_slice() {
            [only] => (number(only)?, None),
            [first, last] => (number(first)?, number(last)),
            _ => return None,
        },
        Value::Object(_) => (line(FIRST)?, line(LAST)),
        _ => return None,
    };
    let text = match last.filter(|last| *last != first) {
        Some(last) => format!("{first}-{last}"),
        None => first,
    };
    // `{"line": 12, "character": 4}` says more than lines, and so does what is no number.
    let is_line = |node: &Node| {
        number(node).is_some() || matches!(node.members(), [only] if only.key == "line" && number(&only.node).is_some())
    };
    let is_known = |member: &Member| FIRST.iter().chain(&LAST).any(|name| words(&member.key) == *name);
    let whole = node.members().len() <= 2
        && node.members().iter().all(|member| is_known(member) && is_line(&member.node))
        && node.items().iter().all(is_line);
    Some(Places { text, whole })
}

/// What the members of an object are, by their keys as the headers of a table would have them. Where none is named after the
/// severity, one that ranks by its word is it: `"rating": "critical"`; where none is named after the place, the first that is
/// made of places: `"at": [{"file": "a.ts", "lines": [4, 9]}]`.
fn assign(object: &Node) -> Vec<columns::Assigned> {
    let keys: Vec<String> = object.members().iter().map(|member| words(&member.key)).collect();
    let mut assigned = columns::assign(&keys.iter().map(String::as_str).collect::<Vec<_>>(), COLUMNS);
    if !columns::has(&assigned, &["severity"]) {
        let ranks = |(key, member): (&String, &Member)| {
            RANKS.contains(&key.as_str()) && member.node.text().is_some_and(severities::is_severity)
        };
        let found = keys.iter().zip(object.members()).position(ranks);
        if let Some(column) = found.and_then(|at| assigned.get_mut(at)).filter(|column| column.name.is_none()) {
            column.name = Some("severity");
        }
    }
    if !columns::has(&assigned, &["location", "counter_location"]) {
        let free = assigned
            .iter()
            .zip(object.members())
            .position(|(column, member)| column.name.is_none() && are_places(&member.node));
        if let Some(column) = free.and_then(|at| assigned.get_mut(at)) {
            column.name = Some("location");
        }
    }
    let role = |name: &'static str, key: &str| labels::named(key) == Some(name);
    for name in ["suggestion", "description"] {
        let free = assigned.iter().zip(&keys).position(|(column, key)| column.name.is_none() && role(name, key));
        if !columns::has(&assigned, &[name])
            && let Some(column) = free.and_then(|at| assigned.get_mut(at))
        {
            column.name = Some(name);
        }
    }
    by_value(object, &keys, &mut assigned);
    assigned
}

/// Gives members whose keys say nothing the roles that their values have, where nothing is wrong by a known name: a place with
/// lines, a severity, then the first sentence, and what to do. Without a severity, what is said has to be worded as findings are.
fn by_value(object: &Node, keys: &[String], assigned: &mut [columns::Assigned]) {
    const WORDS: usize = 4;
    const PLACE: usize = 6;
    const OTHER: [&str; 8] =
        ["certainty", "confidence", "cost", "difficulty", "effort", "likelihood", "probability", "size"];
    if ["title", "description"].iter().any(|name| columns::has(assigned, &[*name])) {
        return;
    }
    let texts: Vec<Option<&str>> = object.members().iter().map(|member| member.node.text()).collect();
    let free = |assigned: &[columns::Assigned], name: &'static str, fits: &dyn Fn(usize, &str) -> bool| {
        let is_free = |at: usize| assigned.get(at).is_some_and(|column| column.name.is_none());
        let found =
            texts.iter().enumerate().position(|(at, text)| is_free(at) && text.is_some_and(|text| fits(at, text)));
        found.filter(|_| !columns::has(assigned, &[name]))
    };
    let count = |text: &str| text.split_whitespace().count();
    let is_place = |at: usize, text: &str| {
        let node = object.members().get(at).map(|member| &member.node);
        count(text) <= PLACE && document_of(text).is_some() && node.is_some_and(names_lines)
    };
    let is_weighed = |at: usize, text: &str| {
        severities::is_severity(text) && keys.get(at).is_some_and(|key| !OTHER.iter().any(|other| key.contains(other)))
    };
    let place = free(assigned, "location", &is_place);
    if place.is_none() && !columns::has(assigned, &["location"]) {
        return;
    }
    let severity = free(assigned, "severity", &is_weighed);
    let is_rated = severity.is_some() || columns::has(assigned, &["severity"]);
    let is_said =
        |_: usize, text: &str| count(text) >= WORDS && (is_rated || wording::is_of_finding(std::iter::once(text)));
    let Some(said) = free(assigned, "description", &is_said) else { return };
    let is_advice = |at: usize, text: &str| at > said && count(text) >= WORDS && imperatives::advises(text);
    let advice = free(assigned, "suggestion", &is_advice);
    let roles = [("location", place), ("severity", severity), ("description", Some(said)), ("suggestion", advice)];
    for (name, at) in roles {
        if let Some(column) = at.and_then(|at| assigned.get_mut(at)) {
            column.name = Some(name);
        }
    }
}

/// Whether a value is an object that names lines of a file, or a list of nothing but such.
fn are_places(node: &Node) -> bool {
    match &node.value {
        Value::List(items) => !items.is_empty() && items.iter().all(|item| item.text().is_none() && names_lines(item)),
        _ => node.text().is_none() && names_lines(node),
    }
}

/// What an object within another one says of what is wrong, or why.
fn told_within(object: &Node) -> Option<&str> {
    const WORDS: usize = 3;
    let within = object.members().iter().filter(|member| matches!(member.node.value, Value::Object(_)));
    let mut told = within.flat_map(|member| member.node.members()).filter_map(|member| {
        let key = words(&member.key);
        let is_told = labels::tells_why(&key) || labels::named(&key) == Some("description");
        member.node.text().filter(|text| is_told && text.split_whitespace().count() >= WORDS)
    });
    told.next()
}

/// Whether it has a title or a description that is text.
fn says(object: &Node, assigned: &[columns::Assigned]) -> bool {
    object.members().iter().zip(assigned).any(|(member, column)| {
        let is_said = matches!(&member.node.value, Value::Text(text) if !text.trim().is_empty());
        is_said && matches!(column.name, Some("description" | "title"))
    })
}
