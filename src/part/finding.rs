//! Builds one finding from its parts, however it was written.

use std::ops::Range;

use super::aliases::Aliases;
use super::documents::{MayBe, document_of, is_named_freely};
use super::places;
use super::settled::{is_marked_settled, is_settled};
use super::severities::{self, Repair};
use super::{Reading, code_places, fingerprint, records};
use crate::model::{
    Code, Extra, FINDING_TYPES, Finding, FindingState, KeyValue, Location, Place, Severity, Span, quote, usual_severity,
};
use crate::text::inline;

/// What is known of a finding before its words are weighed.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// Its id, as written.
    pub id: Option<String>,
    /// Its severity, as written; `None` where its table or heading has no place for one.
    pub severity: Option<String>,
    /// The severity of the heading that it stands under, or that its id is made of.
    pub heading_severity: Option<Severity>,
    /// The words of the heading that it stands under, where they name its severity.
    pub heading_words: Option<String>,
    /// Whether it is struck out.
    pub struck: bool,
    /// Whether its form gives findings no ids: then none is missed.
    pub without_id: bool,
    /// The type of the heading that it stands under, or of its table.
    pub heading_type: Option<&'static str>,
    /// Its type, as written.
    pub r#type: Option<String>,
    /// Where it is, as written.
    pub location: Option<String>,
    /// Whether that is only what its text names.
    pub location_from_text: bool,
    /// What it conflicts with, as written.
    pub counter_location: Option<String>,
    /// How bad its impact is, in a word: it weighs where nothing else does.
    pub impact: Option<String>,
    /// A line number that stands apart from its file.
    pub line: Option<String>,
    /// Its title.
    pub title: Option<String>,
    /// What is wrong.
    pub description: Option<String>,
    /// How to mend it.
    pub suggestion: Option<String>,
    /// Whether it is settled, as written.
    pub status: Option<String>,
    /// The last line, where it stands apart from the first.
    pub end_line: Option<String>,
    /// What is told of it beside the rest.
    pub discussion: Option<String>,
    /// The rest.
    pub extra: Extra,
}

impl Parts {
    /// Whether all that is said is what to do.
    #[must_use]
    pub fn advises(&self) -> bool {
        self.title.is_none() && self.suggestion.is_some() && self.suggestion == self.description
    }

    /// Takes the value of a column or a field; what has no place goes to `extra`.
    pub fn put(&mut self, column: Option<&'static str>, written: &str, value: &str) {
        if column == Some("said") {
            // What one document says is half of it: `Design says "four buckets"; Plan says "three"`.
            let said =
                if value.contains('"') { format!("{written} {value}") } else { format!("{written} \"{value}\"") };
            self.description = Some(self.description.take().map_or(said.clone(), |before| format!("{before}; {said}")));
            return;
        }
        let slot = match column {
            Some("id") => &mut self.id,
            Some("severity") => &mut self.severity,
            Some("type") => &mut self.r#type,
            Some("location") => &mut self.location,
            Some("counter_location") => &mut self.counter_location,
            Some("line") => &mut self.line,
            Some("title") => &mut self.title,
            Some("description") => &mut self.description,
            Some("suggestion") => &mut self.suggestion,
            Some("status") => &mut self.status,
            Some("end_line") => &mut self.end_line,
            _ => {
                self.extra.push(KeyValue::new(written, value));
                return;
            }
        };
        if slot.is_some() {
            self.extra.push(KeyValue::new(written, value));
        } else {
            *slot = Some(value.to_owned());
        }
    }
}

/// Weighs the words and makes the finding. `count` is how many findings the reply had before it.
pub fn finish(
    reading: &mut Reading<'_, '_>,
    parts: Parts,
    count: usize,
    aliases: &Aliases,
    range: Range<usize>,
) -> Finding {
    let (finding_type, stated_type) = finding_type(reading, parts.r#type, range.clone());
    let finding_type = finding_type.or_else(|| parts.heading_type.map(str::to_owned));
    let (severity, mut state, stated_severity) =
        severity(reading, parts.severity, parts.heading_severity, finding_type.as_deref(), range.clone());
    let stated_severity = stated_severity.or(parts.heading_words);
    if parts.struck {
        state = FindingState::Resolved;
    }
    let id = match parts.id.as_deref().map(inline::bare).filter(|id| !is_blank(id)) {
        Some(id) => id.to_owned(),
        None => {
            let id = format!("F{}", count + 1);
            if !parts.without_id {
                reading.say(Code::MissingId, format!("A finding has no id. It gets the id {id}."), range.clone());
            }
            id
        }
    };
    let mut extra = parts.extra;
    // Lines are counted from 1: 0 says that the line is not known.
    let unknown_line = parts.line.as_deref().is_some_and(|line| inline::bare(line) == "0");
    let line = if unknown_line {
        extra.extend(parts.line.map(|line| KeyValue::new("Line", line)));
        None
    } else {
        parts.line.map(|line| with_end(line, parts.end_line.as_deref()))
    };
    let location = match (parts.location, line) {
        (Some(file), Some(line)) if has_line(&file, &line) => Some(file),
        (Some(file), Some(line)) if !file.is_empty() && !line.is_empty() => {
            let (file, line) = (file.trim_matches('`'), line.trim_matches('`'));
            // Where its lines stand apart, a file is named alone.
            Some(if is_named_freely(file, MayBe::PathAlone) {
                format!("`{file}:{line}`")
            } else {
                format!("{file}:{line}")
            })
        }
        (Some(file), _) if is_named_freely(&file, MayBe::Command) => Some(format!("`{file}`")),
        (Some(file), _) if !file.is_empty() => Some(file),
        (_, Some(line)) if line.starts_with(|first: char| first.is_ascii_digit()) => Some(format!("L{line}")),
        (_, Some(line)) if !line.is_empty() => Some(line),
        _ => None,
    };
    let location = location.or_else(|| evidence(&extra));
    let title = parts.title.filter(|title| !is_blank(title));
    let description = parts.description.filter(|description| !description.is_empty());
    // Beside a title, what says why it is wrong says what is wrong.
    let description = description.or_else(|| title.as_ref().and_then(|_| why(&mut extra)));
    let (title, description) = match (title, description) {
        (title, Some(description)) => (title, description),
        (title, None) => (None, title.unwrap_or_default()),
    };
    if let Some(status) = parts.status {
        if is_settled(&status) {
            state = FindingState::Resolved;
        }
        extra.push(KeyValue::new("Status", status));
    }
    let named = title.as_deref().unwrap_or(&description);
    if is_struck(&description) || is_struck(named) || is_marked_settled(named) {
        state = FindingState::Resolved;
    }
    Finding {
        id,
        severity,
        stated_severity,
        r#type: finding_type,
        stated_type,
        state,
        location: location.and_then(|text| place(text, aliases)),
        counter_location: parts.counter_location.and_then(|text| place(text, aliases)),
        title,
        description,
        suggestion: parts.suggestion.filter(|suggestion| !is_blank(suggestion)),
        discussion: parts.discussion,
        fingerprint: String::new(),
        extra,
        span: Span::of_bytes(range.start, range.end),
        derived: false,
    }
}

/// The fingerprints, once everything that belongs to the findings is read.
pub fn seal(findings: &mut [Finding]) {
    for finding in findings {
        finding.fingerprint = fingerprint::of(finding);
    }
}

fn severity(
    reading: &mut Reading<'_, '_>,
    written: Option<String>,
    of_heading: Option<Severity>,
    finding_type: Option<&str>,
    range: Range<usize>,
) -> (Severity, FindingState, Option<String>) {
    let Some(written) = written else {
        let known = of_heading.or_else(|| finding_type.and_then(usual_severity));
        if known.is_none() {
            reading.say(Code::MissingSeverity, "A finding has no severity. `minor` is assumed.", range);
        }
        return (known.unwrap_or(Severity::Minor), FindingState::Open, None);
    };
    let stated = severities::read(&written);
    let word = stated.severity.word();
    match stated.repair {
        Repair::None => {}
        Repair::Synonym => {
            reading.say(Code::SeverityWord, format!("The severity {} was read as {word}.", quote(&written)), range);
        }
        Repair::Missing => reading.say(Code::MissingSeverity, "A finding has no severity. `minor` is assumed.", range),
        Repair::Unknown => {
            reading.say(
                Code::UnknownSeverity,
                format!("The severity {} is not recognised. `{word}` is assumed.", quote(&written)),
                range,
            );
        }
    }
    (stated.severity, stated.state, Some(written).filter(|written| !written.is_empty()))
}

/// Names by which agents call the ten types, as lower-case words.
const TYPE_NAMES: &[(&str, &str)] = &[
    ("inconsistency", "contradiction"),
    ("terminology", "terminology-drift"),
    ("broken cross reference", "broken-reference"),
    ("broken cross references", "broken-reference"),
    ("broken references", "broken-reference"),
    ("broken link", "broken-reference"),
    ("stale", "stale-content"),
    ("missing", "missing-coverage"),
    ("redundant specification", "redundant-spec"),
    ("redundant", "redundant-spec"),
    ("architectural inconsistency", "architectural-inconsistency"),
];

/// One of the ten types, or the first word as written.
fn finding_type(
    reading: &mut Reading<'_, '_>,
    written: Option<String>,
    range: Range<usize>,
) -> (Option<String>, Option<String>) {
    let Some(written) = written.filter(|written| !inline::is_wordless(written) && !records::is_none(written)) else {
        return (None, None);
    };
    // A registered column of types has words of its own.
    let has_own_words = reading.custom_type().is_some_and(|custom| custom.standing_for("type").is_some());
    if has_own_words || FINDING_TYPES.contains(&written.as_str()) {
        return (Some(written.clone()), Some(written));
    }
    let first = written.split(['/', '+', ',', '&', ';', '(', '|']).next().unwrap_or_default();
    let words = inline::words(first);
    let hyphenated = words.replace(' ', "-");
    let known = FINDING_TYPES
        .into_iter()
        .find(|known| *known == hyphenated)
        .or_else(|| TYPE_NAMES.iter().find(|(name, _)| *name == words).map(|(_, known)| *known));
    let is_mark = |character: char| !character.is_alphanumeric();
    let mut own = written.split_whitespace().map(|word| word.trim_matches(is_mark)).filter(|word| !word.is_empty());
    let own = own.next().unwrap_or_default().split(['/', '|']).next().unwrap_or_default();
    let read = known.unwrap_or(own).to_owned();
    if read != written {
        reading.say(Code::TypeWord, format!("The type {} was read as {}.", quote(&written), quote(&read)), range);
    }
    (Some(read), Some(written))
}

/// Whether a text is a name of a type, and says nothing else.
#[must_use]
pub fn names_type(written: &str, of: &str) -> bool {
    let words = inline::words(written);
    words.replace(' ', "-") == of || TYPE_NAMES.contains(&(words.as_str(), of))
}

/// The one of the ten types that a remark is, with or without its name: `fidelity-loss`, `type: regression`.
#[must_use]
pub fn stated_type(remark: &str) -> Option<&'static str> {
    let words = inline::words(remark);
    let bare = words.strip_prefix("type ").unwrap_or(&words).replace(' ', "-");
    FINDING_TYPES.into_iter().find(|known| *known == bare)
}

/// The severity and the type that a remark states, and nothing else: `critical, fidelity-loss`, `severity: major; type:
/// regression`.
#[must_use]
pub fn rated_type(remark: &str) -> Option<(&str, &'static str)> {
    const LENGTH: usize = 80;
    let mut parts = remark.split([',', ';', '|', '/', '·']).filter(|_| remark.len() <= LENGTH);
    let (one, other) = (parts.next()?, parts.next()?);
    let (severity, kind) = match stated_type(other) {
        Some(kind) => (one, kind),
        None => (other, stated_type(one)?),
    };
    severities::stated(severity).filter(|_| parts.next().is_none()).map(|severity| (severity, kind))
}

/// Fields that say where a finding is, if nothing else does and they hold nothing but documents.
const EVIDENCE: [&str; 12] = [
    "evidence",
    "evidence ref",
    "evidence refs",
    "source",
    "sources",
    "target file",
    "target files",
    "affected file",
    "affected files",
    "files affected",
    "references",
    "refs",
];

/// Whether a field may say where a finding is.
#[must_use]
pub fn is_evidence(key: &str) -> bool {
    EVIDENCE.contains(&super::returns::words(key).as_str())
}

/// The places that the evidence of a finding names, where it names nothing else: `a.ts:12, b.ts:30-34`.
fn evidence(extra: &Extra) -> Option<String> {
    let held = extra.iter().filter(|field| is_evidence(&field.key));
    held.map(|field| documents_in(&field.value)).find_map(|places| places)
}

/// The places that a field of evidence names, where it names nothing else.
#[must_use]
pub fn places_of_evidence(key: &str, value: &str) -> Option<String> {
    documents_in(value).filter(|_| is_evidence(key))
}

/// Takes out the field that says why something is wrong.
fn why(extra: &mut Extra) -> Option<String> {
    const NAMES: [&str; 4] = ["why it matters", "why this matters", "rationale", "explanation"];
    let says = |field: &KeyValue| NAMES.contains(&super::returns::words(&field.key).as_str());
    let at = extra.iter().position(|field| says(field) && !is_blank(&field.value))?;
    Some(extra.remove(at).value)
}

/// A list of documents, each perhaps with a section or lines, as a location has it.
fn documents_in(text: &str) -> Option<String> {
    let lines = |piece: &str| piece.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'L'));
    let mut found = String::new();
    for piece in text.split([',', ';', '\n']).flat_map(|piece| piece.split(" + ")) {
        let piece = piece.trim().trim_start_matches("- ").trim_start_matches("* ");
        if piece.is_empty() {
            continue;
        }
        let is_document = document_of(piece).is_some() && !piece.contains(char::is_whitespace);
        if !is_document && (found.is_empty() || !lines(piece)) {
            return None;
        }
        if !found.is_empty() {
            found.push_str(if is_document { "; " } else { ", " });
        }
        found.push_str(piece);
    }
    (!found.is_empty()).then_some(found)
}

/// A line with the last one, where both are numbers: `12` and `20` are `12-20`.
fn with_end(line: String, end: Option<&str>) -> String {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (first, last) = (inline::bare(&line), end.map(inline::bare).unwrap_or_default());
    if is_number(first) && is_number(last) && first != last { format!("{first}-{last}") } else { line }
}

fn place(text: String, aliases: &Aliases) -> Option<Location> {
    if !text.chars().any(char::is_alphanumeric) || records::is_none(&text) {
        return None;
    }
    let text = aliases.spelled_out(text);
    let places = places_of(&text, aliases);
    Some(Location { text, places })
}

/// The places that a location names: by the reader of sections and lines, or, where it finds more lines, by that of files
/// and lines in running text.
#[must_use]
pub fn places_of(text: &str, aliases: &Aliases) -> Vec<Place> {
    let places = places::read(text, aliases);
    let told = code_places::read(text, aliases, code_places::Reach::Location);
    let lines =
        |places: &[Place]| places.iter().filter(|place| place.lines.is_some() && place.document.is_some()).count();
    // `Dockerfile:1` behind another file is no section of it, neither is `read at` before lines.
    let is_remark = |name: &str| {
        let ends = name.rsplit_once(' ').is_some_and(|(_, last)| matches!(last, "at" | "from"));
        ends || name.split(' ').any(|word| document_of(word).is_some())
    };
    let mistaken =
        || places.iter().any(|place| place.lines.is_some() && place.section.as_deref().is_some_and(is_remark));
    if lines(&told) > lines(&places) || (lines(&told) == lines(&places) && mistaken()) {
        told.into_iter().map(|place| unescaped(aliased(place, aliases))).collect()
    } else {
        places.into_iter().map(unescaped).collect()
    }
}

/// A place whose file is written as Markdown escapes it: `src/\_\_init\_\_.py`.
fn unescaped(mut place: Place) -> Place {
    if let Some(document) = place.document.as_mut().filter(|document| document.contains("\\_")) {
        *document = document.replace("\\_", "_");
    }
    place
}

/// A place whose file is given its folder, where the reply is on one that ends so.
fn aliased(mut place: Place, aliases: &Aliases) -> Place {
    let known = place.document.as_deref().and_then(|path| {
        aliases
            .known()
            .iter()
            .find(|known| known.strip_suffix(path).is_some_and(|folder| folder.is_empty() || folder.ends_with('/')))
    });
    if let Some(known) = known {
        place.document = Some(known.clone());
    }
    place
}

/// Whether a location gives a line already: `src/a.rs:12` and `12`.
fn has_line(file: &str, line: &str) -> bool {
    // No line has more digits: a longer text is compared with nothing.
    const DIGITS: usize = 10;
    let line = inline::bare(line);
    !line.is_empty()
        && line.len() <= DIGITS
        && file.match_indices(':').any(|(at, _)| {
            let after = file.get(at + 1..).and_then(|after| after.strip_prefix(line));
            after.is_some_and(|after| !after.starts_with(|next: char| next.is_ascii_digit()))
        })
}

/// Nothing, or only dashes.
fn is_blank(text: &str) -> bool {
    text.chars().all(|character| matches!(character, '-' | '–' | '—' | ' '))
}

fn is_struck(text: &str) -> bool {
    let text = text.trim();
    text.starts_with("~~") && text.ends_with("~~") && text.len() > 4
}

/// Whether some fields are those of a finding: one has its severity, and another says what it is or where.
pub fn is_stated<'f>(fields: impl Iterator<Item = (&'f str, &'f str)> + Clone) -> bool {
    let is_rated =
        |(key, value): (&str, &str)| inline::words(key) == "severity" && severities::is_severity(inline::bare(value));
    let mut rated = fields.clone();
    let mut others = fields;
    rated.any(is_rated) && others.any(|(key, _)| tells(key))
}

/// Whether a field of this name says what a finding is, or where.
fn tells(key: &str) -> bool {
    const TELLS: [&str; 8] =
        ["description", "evidence", "finding", "issue", "location", "problem", "suggested action", "suggestion"];
    TELLS.contains(&inline::words(key).as_str())
}
