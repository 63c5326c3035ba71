//! What the first line of a finding says: a number or an id, a severity, a place, a title, and what follows it.
//! See `docs/formats/prose.md`, "The first line".

use super::{imperatives, labels, place_lines, ratings};
use crate::part::{code_places, finding, headings, ids, scales, severities};
use crate::text::{fields, inline};

/// The first line of what may be a finding, taken apart. What it does not name is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lead<'t> {
    /// The number that it is counted by: `1. Title`.
    pub number: Option<&'t str>,
    /// Its ids; usually one.
    pub ids: Vec<&'t str>,
    /// Whether a mark parts the id from what follows.
    pub parted: bool,
    /// Its severity, as written.
    pub severity: Option<&'t str>,
    /// The places that it names apart from its title, as written.
    pub place: Option<&'t str>,
    /// The title; `None` where the line is running text.
    pub title: Option<&'t str>,
    /// Whether the title stands in bold.
    pub bold: bool,
    /// What follows the title.
    pub after: &'t str,
    /// What stands in parentheses or brackets behind the title: a confidence, a mark such as `[reproduced]`.
    pub remarks: Vec<&'t str>,
    /// Whether its first part is struck out.
    pub struck: bool,
    /// The mark that flags its place: ❌ or ⚠️.
    pub flag: Option<char>,
}

/// How a line is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// All of it is a title.
    Heading,
    /// Text, which may begin with a title in bold.
    Text,
}

/// Takes a line apart.
#[must_use]
pub fn read(text: &str, form: Form) -> Lead<'_> {
    /// How many digits a number has that counts findings.
    const NUMBER: usize = 3;
    if let Some(lead) = of_comment(text).or_else(|| packed(text)).or_else(|| rated_within(text, form)) {
        return lead;
    }
    // `#### 3`
    let counts = |text: &str| text.len() <= NUMBER && text.bytes().all(|byte| byte.is_ascii_digit());
    if form == Form::Heading && !text.trim().is_empty() && counts(text.trim()) {
        return Lead { number: Some(text.trim()), ..Lead::default() };
    }
    let text = told_behind_place(text).unwrap_or(text);
    let mut lead = Lead { struck: text.trim_start_matches(['*', '_', ' ']).starts_with("~~"), ..Lead::default() };
    let mut rest = text.trim();
    if let Some((flag, after)) = flagged(rest) {
        lead.flag = Some(flag);
        rest = after;
    }
    // A bold mark that opens before what is taken off, and closes behind the title.
    let mut open = None;
    for _ in 0..PARTS {
        let before = rest;
        let (mark, inner) = opening(rest);
        let Some(after) = lead.take(inner, form) else { break };
        if mark.is_some() {
            open = mark;
        }
        let (closed, after) = close(after, open);
        if closed {
            open = None;
        }
        rest = after;
        if rest.len() == before.len() {
            break;
        }
    }
    lead.finish(rest, open, form);
    lead
}

/// Whether a name in code marks begins a sentence: `` `note` is the fifth column ``, `` `_error()` ignores it ``.
fn goes_on(name: &str, after: &str) -> bool {
    let is_small = |text: &str| text.trim_start().starts_with(|first: char| first.is_ascii_lowercase());
    // `` `Error` is never called ``
    name.contains(['_', '(']) || (is_small(after) && (is_small(name) || severities::is_plain(name)))
}

/// Whether a severity is a letter and a digit: `P2`.
fn is_code(severity: &str) -> bool {
    let code = severity.trim_matches(['`', '*', '_', '[', ']', ' ']);
    code.len() == 2 && code.ends_with(|digit: char| digit.is_ascii_digit())
}

/// `s3`, which weighs nothing: the codes of severities are in capitals.
fn is_lower_code(severity: &str) -> bool {
    let code = severity.trim_matches(['`', '*', '_', ' ']).split(|mark: char| !mark.is_alphanumeric()).next();
    code.is_some_and(|code| code.len() == 2 && code.starts_with('s'))
}

/// `**Comment on lines +64 to +66**`, `` `9  +  return key` ``: where a comment stands; its title follows below.
fn of_comment(text: &str) -> Option<Lead<'_>> {
    if let Some((line, _)) = place_lines::commented_lines(text).filter(|_| text.starts_with('`')) {
        return Some(Lead { place: Some(line), remarks: vec![text.trim()], ..Lead::default() });
    }
    if let Some((name, place, after)) = place_lines::commented_on(text) {
        let remarks = [name, after].into_iter().filter(|remark| !remark.is_empty()).collect();
        return Some(Lead { place: Some(place), remarks, ..Lead::default() });
    }
    // `4:9:src/a.ts`
    if place_lines::citation(text).is_some() {
        return Some(Lead { place: Some(text), ..Lead::default() });
    }
    let place = text.trim().trim_matches(['*', '_']).strip_prefix("Comment on ")?;
    let lines = place.trim_start_matches(|mark: char| mark.is_alphabetic() || matches!(mark, ' ' | '+'));
    let is_place = place.starts_with("line") && lines.starts_with(|digit: char| digit.is_ascii_digit());
    is_place.then(|| Lead { place: Some(place), ..Lead::default() })
}

/// `**DOC-02 · High · README l.34 · Wrong version**`: parts between dots or bars, in any order, of which two at least are an
/// id, a severity or a place, and the longest of the others is the title.
fn packed(text: &str) -> Option<Lead<'_>> {
    let text = text.trim();
    let (mark, inner) = opening(text);
    let (said, after) = mark.and_then(|mark| inner.split_once(mark)).unwrap_or((text, ""));
    let between = [" · ", " | ", " • "]
        .into_iter()
        .find(|between| inline::may_hold(said, between) && said.matches(between).count() > 1)?;
    let mut lead = Lead { bold: mark.is_some(), parted: true, ..Lead::default() };
    let mut others = Vec::new();
    let mut known_before = 0;
    for (at, part) in said.split(between).map(|part| part.trim_matches(['*', '_', ' ', '[', ']'])).enumerate() {
        if lead.ids.is_empty() && ids::is_id(part) {
            lead.ids.push(part);
        } else if lead.severity.is_none() && severities::is_severity(part) {
            lead.severity = Some(part);
        } else if lead.place.is_none() && place_lines::is_place(part) {
            lead.place = Some(part);
        } else if at == 0 && part.bytes().all(|byte| byte.is_ascii_digit()) {
            lead.number = Some(part);
        } else {
            others.push(part);
            continue;
        }
        known_before = others.len();
    }
    let known = lead.ids.len() + usize::from(lead.severity.is_some()) + usize::from(lead.place.is_some());
    let is_counted = lead.number.is_some() && lead.severity.is_some() && lead.place.is_some();
    lead.title = others.iter().max_by_key(|part| part.len()).copied().filter(|title| is_counted || title.contains(' '));
    if known < 2 || lead.title.is_none() || after.contains(between) {
        return None;
    }
    lead.after = trimmed(after);
    // `src/a.ts:4 | High | Error handling | Title | what to do`
    let is_topic = |first: &str, others: &[&str]| {
        let last = others.last().is_some_and(|last| imperatives::advises(last));
        first.split_whitespace().count() < TITLE_WORDS && others.len() > 2 && last
    };
    // `1. src/a.ts:4 | High | Title | what to do`, `1 | src/a.ts:4 | High | Title | how it fails | how to verify it`
    if let [title, more, ..] = others.get(known_before..).unwrap_or_default()
        && lead.after.is_empty()
        && (is_counted || (title.contains(' ') && (more.contains(' ') || imperatives::advises(more))))
        && !is_topic(title, &others)
    {
        let from = (more.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        (lead.title, lead.after) = (Some(*title), text.get(from..).unwrap_or(more));
        others.truncate(known_before);
    } else if let [.., title, more] = others.as_slice()
        && lead.after.is_empty()
        && title.contains(' ')
        && imperatives::advises(more)
    {
        // `Title | High | src/a.ts:4 | what to do`
        (lead.title, lead.after) = (Some(*title), more);
    }
    lead.remarks = others.into_iter().filter(|part| lead.title != Some(part) && lead.after != *part).collect();
    Some(lead)
}

/// A severity, the tag in brackets behind it, and what follows: `P1 [injection] src/a.ts:4`.
fn tagged_severity(text: &str) -> Option<(&str, &str, &str)> {
    let (severity, after) = text.split_once(" [")?;
    let (remark, after) = after.split_once(']')?;
    let is_tag = !remark.contains('[') && !place_lines::is_place(remark);
    (is_tag && severities::word(severity).is_some()).then_some((severity, remark, after))
}

/// A tag in brackets before a place, and the place with what follows; a sign may stand between: `[Bug] 🚨 src/a.ts:4`,
/// `[BUG] src/a.ts:4 – The key is logged`.
fn tagged_place(text: &str) -> Option<(&str, &str)> {
    let Some((tag, after)) = text.strip_prefix('[').and_then(|inner| inner.split_once("] ")) else {
        return named_place(text);
    };
    let place = after.trim_start_matches(|mark: char| !mark.is_ascii() || mark == ' ');
    let is_tag = !tag.contains('[') && !severities::is_severity(tag) && !place_lines::is_place(tag);
    let is_place = |(place, after): (&str, &str)| {
        let after = after.trim_start();
        after.is_empty() || (after.starts_with(['-', '–', '—', ':']) && place_lines::names_lines(place))
    };
    (is_tag && code_places::lead(place).is_some_and(is_place)).then_some((tag, place))
}

/// A word that names the kind of a finding before its lines, and these with what follows: `yagni: src/a.ts:4 — one caller`.
/// The name of a field and a severity are none.
#[must_use]
pub fn named_place(text: &str) -> Option<(&str, &str)> {
    const LENGTH: usize = 24;
    let (tag, place) = text.split_once(": ")?;
    let is_word = |tag: &str| {
        tag.len() <= LENGTH
            && tag.starts_with(|first: char| first.is_ascii_alphabetic())
            && tag.chars().all(|mark| mark.is_ascii_alphanumeric() || matches!(mark, '-' | '_' | '/'))
    };
    let is_tag = is_word(tag) && labels::role(tag).is_none() && severities::word(tag).is_none();
    let is_told = |(place, after): (&str, &str)| {
        place_lines::names_lines(place) && DASHES.into_iter().chain([": "]).any(|mark| after.starts_with(mark))
    };
    (is_tag && code_places::lead(place).is_some_and(is_told)).then_some((tag, place))
}

/// The dashes that part what a line says.
const DASHES: [&str; 3] = [" - ", " — ", " – "];

/// A line that states its severity between dashes, behind what is wrong: `The key is logged - Severity: HIGH - src/a.ts:4`,
/// `The key is logged: High - It is in each line. - src/a.ts:4`.
fn rated_within(text: &str, form: Form) -> Option<Lead<'_>> {
    const WORDS: usize = 2;
    if form != Form::Text || !text.contains(": ") {
        return None;
    }
    let dash = DASHES.into_iter().find(|dash| inline::may_hold(text, dash))?;
    let (mut in_code, mut counted) = (false, 0);
    let is_outside = |at: &usize| {
        in_code ^= text.get(counted..*at).is_some_and(|before| before.matches('`').count() % 2 == 1);
        counted = *at;
        !in_code
    };
    let mut starts = text.match_indices(dash).map(|(at, _)| at).filter(is_outside);
    let first = starts.next()?;
    let end =
        |from: usize| text.get(from..).and_then(|rest| rest.find(dash)).map_or(text.len(), |length| from + length);
    // `…: High - `
    let named = text.get(..first)?.rsplit_once(": ").filter(|(told, word)| {
        told.split_whitespace().nth(WORDS - 1).is_some()
            && labels::role(told).is_none()
            // `Phase 2: WARNING — it asks once more`
            && !told.ends_with(|last: char| last.is_ascii_digit())
            && word.starts_with(|first: char| first.is_ascii_uppercase())
            && severities::is_severity(word)
    });
    let (told, severity, after) = match named {
        Some((told, severity)) => (told, severity, text.get(first + dash.len()..)?),
        None => std::iter::once(first).chain(starts).find_map(|at| {
            let (from, to) = (at + dash.len(), end(at + dash.len()));
            let (key, word) = text.get(from..to)?.split_once(": ")?;
            let word = word.trim().trim_matches(['*', '`']);
            (labels::named(key.trim_matches('*')) == Some("severity") && severities::is_severity(word))
                .then(|| (text.get(..at).unwrap_or_default(), word, text.get(to..).unwrap_or_default()))
        })?,
    };
    let after = after.trim_start_matches(['-', '—', '–', ' ']);
    let mut lead = read(told, form);
    if lead.severity.is_some() || told.trim().is_empty() {
        return None;
    }
    lead.severity = Some(severity);
    let (more, written) = after.rsplit_once(dash).unwrap_or(("", after));
    let named = fields::scan(written).filter(|(key, _, _)| labels::role(key) == Some("location"));
    let place = Some(named.map_or(written, |(_, place, _)| place)).filter(|place| place_lines::is_place_line(place));
    let more = if place.is_some() { more } else { after };
    lead.place = lead.place.or(place);
    if !more.trim().is_empty() && lead.title.is_none() {
        (lead.title, lead.after) = (Some(lead.after), more.trim());
    }
    Some(lead)
}

/// What follows the name of a field that says where, if what is wrong there stands behind the place on its line:
/// `` **File**: `src/a.ts:4` — the key is logged ``.
#[must_use]
pub fn told_behind_place(text: &str) -> Option<&str> {
    const WORDS: usize = 3;
    let (key, value, _) = fields::scan(text).filter(|(key, _, _)| labels::role(key) == Some("location"))?;
    let (_, after) = code_places::lead(value)?;
    let told = DASHES.iter().find_map(|dash| after.strip_prefix(dash))?;
    (!key.is_empty() && told.split_whitespace().nth(WORDS - 1).is_some() && !place_lines::is_place_line(value))
        .then_some(value)
}

/// The mark that a text begins with, where it is one that says that something is wrong.
#[must_use]
pub fn flag(text: &str) -> Option<char> {
    const FLAGS: [char; 10] = ['❌', '⚠', '✗', '✘', '🚨', '🚩', '❗', '⛔', '🚫', '🐛'];
    text.chars().next().filter(|first| FLAGS.contains(first))
}

/// A mark that flags a place in code, and what follows it: `❌ src/a.ts:4 — it leaks`.
fn flagged(text: &str) -> Option<(char, &str)> {
    let flag = flag(text)?;
    let after = text.get(flag.len_utf8()..)?.trim_start_matches(['\u{fe0f}', ' ']);
    let place = after.trim_start_matches(['*', '_']);
    let is_placed = code_places::lead(place).is_some_and(|(_, rest)| ends_place(rest, Form::Text));
    is_placed.then_some((flag, after))
}

/// How many words the title of a finding has at the least, where a topic may stand in its place.
const TITLE_WORDS: usize = 4;

/// How many parts a line may have before its title.
const PARTS: usize = 5;

/// The bold mark that a text opens with, and what follows it.
fn opening(text: &str) -> (Option<&'static str>, &str) {
    for mark in ["**", "__"] {
        if let Some(inner) = text.strip_prefix(mark)
            && let Some((name, _)) = inner.split_once(mark)
        {
            // `__init__` is a name.
            let is_name = mark == "__" && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            if is_name && name.starts_with(|first: char| first.is_ascii_lowercase()) {
                return (None, text);
            }
            return (Some(mark), inner.trim_start());
        }
    }
    (None, text)
}

/// Takes off what closes and separates behind a part; says whether an open bold mark was closed.
fn close<'t>(text: &'t str, open: Option<&str>) -> (bool, &'t str) {
    let mut rest = text;
    let mut closed = false;
    loop {
        let trimmed = rest.trim_start_matches([']', ')', '`', '~', ':', '.', ' ', '\t', '—', '–', '|', '·', ',']);
        let trimmed = trimmed.strip_prefix("- ").unwrap_or(trimmed);
        match open.filter(|_| !closed).and_then(|mark| trimmed.strip_prefix(mark)) {
            Some(after) => {
                closed = true;
                rest = after;
            }
            None if trimmed.len() == rest.len() => return (closed, kept(text, rest)),
            None => rest = trimmed,
        }
    }
}

/// What follows separators; a code mark that opens there, or a mark that begins a name, is none: `F1: .env`.
fn kept<'t>(text: &'t str, rest: &'t str) -> &'t str {
    let rest = inline::with_name_mark(text, rest);
    let taken = text.strip_suffix(rest).unwrap_or_default();
    let Some(mark) = taken.chars().next_back() else { return rest };
    let before = taken.strip_suffix(mark).unwrap_or_default();
    // `` `:1-3` wrong import ``
    if mark == ':'
        && before.ends_with('`')
        && rest.starts_with(|first: char| first.is_ascii_digit())
        && rest.contains('`')
    {
        return text.get(before.len() - 1..).unwrap_or(rest);
    }
    if mark == '`' && rest.contains('`') {
        return text.get(before.len()..).unwrap_or(rest);
    }
    rest
}

impl<'t> Lead<'t> {
    /// Takes the number that counts it; gives what follows.
    fn take_number(&mut self, text: &'t str, form: Form) -> Option<&'t str> {
        if self.number.is_some() {
            return None;
        }
        let counted = number(text).filter(|_| self.ids.is_empty());
        // `3 src/a.ts:4 HIGH: …`
        let placed = || {
            let (number, after) = text.split_once(' ')?;
            let counts = matches!(number.len(), 1 | 2)
                && number.bytes().all(|byte| byte.is_ascii_digit())
                && begins_with_lines(after)
                && after.starts_with(|first: char| first.is_ascii_alphabetic());
            (form == Form::Text && counts).then_some((number, after))
        };
        let (number, after) = counted.or_else(placed)?;
        self.number = Some(number);
        Some(after)
    }

    /// Takes one part off the beginning; gives what follows it.
    fn take(&mut self, text: &'t str, form: Form) -> Option<&'t str> {
        if let Some(after) = self.take_number(text, form) {
            return Some(after);
        }
        // `[Error handling/Critical] src/a.ts:4`
        if self.severity.is_none()
            && let Some((remark, after)) = text.strip_prefix('[').and_then(|inner| inner.split_once(']'))
            && let Some((topic, severity)) = severities::rated_topic(remark)
        {
            self.severity = Some(severity);
            self.remarks.push(topic);
            return Some(after);
        }
        // `[Bug] 🚨 src/a.ts:4`
        if self.place.is_none()
            && form == Form::Text
            && let Some((tag, after)) = tagged_place(text)
        {
            self.remarks.push(tag);
            return Some(after);
        }
        if self.severity.is_none()
            && let Some((severity, remark, after)) = tagged_severity(text)
        {
            self.severity = Some(severity);
            self.remarks.push(remark);
            return Some(after);
        }
        // `R5 (medium, privacy): title`
        if self.severity.is_none()
            && !self.ids.is_empty()
            && let Some((remark, after)) = text.strip_prefix('(').and_then(|inner| inner.split_once("):"))
            && let Some((severity, others)) = remark.split_once(", ")
            && severities::is_severity(severity)
            && !others.contains(['(', ')'])
        {
            self.rate(severity, vec![others]);
            return Some(after);
        }
        if self.severity.is_none()
            && let Some((severity, after)) =
                self.leading_severity(text, form).filter(|(written, _)| !is_lower_code(written))
        {
            // `(critical, fidelity-loss)`
            let (severity, kind) = match finding::rated_type(severity) {
                Some((severity, kind)) => (severity, Some(kind)),
                None => (severity, None),
            };
            self.severity = Some(severity.trim_end_matches(['*', '_', ' ']));
            self.remarks.extend(kind);
            return Some(after);
        }
        // `k8s/app.yaml` begins like an id.
        let word = text.split([' ', ':']).next().unwrap_or_default();
        let is_path = word.contains('/') && crate::part::documents::document_of(word).is_some();
        // `**L41–48**: …` names lines; `L4` may be an id.
        if self.place.is_none()
            && form == Form::Text
            && let Some((lines, after)) = place_lines::open_lines(text)
        {
            self.place = Some(lines);
            return Some(after);
        }
        if self.ids.is_empty()
            && self.place.is_none()
            && !is_path
            && let Some(after) = self.take_ids(text)
        {
            return Some(after);
        }
        if self.place.is_none()
            && form == Form::Text
            && let Some((place, after)) = bracketed(text)
        {
            self.place = Some(place);
            return Some(after);
        }
        if self.place.is_none()
            && form == Form::Text
            && let Some((lines, after)) = place_lines::lines_in_code(text)
        {
            self.place = Some(lines);
            // `` `14-16`: _⚠️ Potential issue_ | _🟠 Major_ ``
            if let Some(severity) = ratings::severity_line(after) {
                self.severity = Some(severity);
                self.remarks.extend(after.split('|').map(inline::bare).filter(|part| *part != severity));
                return Some("");
            }
            return Some(after);
        }
        if self.place.is_none()
            && let Some((place, after)) = code_places::lead(text).filter(|(_, after)| ends_place(after, form))
        {
            // `HIGH(src/a.ts:4): …`
            let inner = place.strip_prefix('(').and_then(|place| place.strip_suffix(')'));
            self.place = Some(inner.unwrap_or(place));
            return Some(after);
        }
        None
    }

    /// Takes the severity that stands in brackets at the end, by its name or alone; gives what stands before it:
    /// `Review: [Severity: High]`.
    fn take_rating_at_end(&mut self, text: &'t str) -> &'t str {
        let written = text.strip_suffix(']').and_then(|inner| inner.rsplit_once(" ["));
        let Some((before, written)) = written.filter(|_| self.severity.is_none()) else { return text };
        let named = fields::scan(written).filter(|(key, _, _)| labels::named(key) == Some("severity"));
        let word = named.map_or(written, |(_, word, _)| word);
        if !severities::is_severity(word) || before.trim().is_empty() {
            return text;
        }
        self.severity = Some(word);
        before.trim_end().trim_end_matches(':')
    }

    fn leading_severity(&self, text: &'t str, form: Form) -> Option<(&'t str, &'t str)> {
        // `~~critical~~ The door is open`
        if let Some((word, after)) = text.strip_prefix("~~").and_then(|inner| inner.split_once("~~"))
            && severities::is_severity(word)
        {
            return Some((word, after));
        }
        let plain = text.trim_start_matches("~~");
        // `**critical**` is all that is bold; a mark such as 🔴 needs nothing behind it.
        let word = plain.split_whitespace().next().unwrap_or_default();
        let sign = word.trim_matches(['*', '_', '`', ':', '~']);
        if !sign.is_empty() && !sign.is_ascii() && !sign.starts_with(['[', '(']) && severities::word(sign).is_some() {
            let after = plain.get(word.len()..)?;
            // `🔵 **LOW** Title`: the word in bold says it.
            let bold = after.trim_start().strip_prefix("**").and_then(|inner| inner.split_once("**"));
            if let Some((word, rest)) = bold.filter(|(word, _)| severities::is_severity(word) && !is_code(word)) {
                return Some((word, rest));
            }
            // `🔴 Critical: Title` says it twice; `🟡 **S2 – Title**` is numbered.
            let again = headings::leading_severity(after.trim_start(), true)
                .filter(|(said, _)| !is_code(said) || !after.trim_start().starts_with(['*', '_']));
            return match again {
                Some((_, rest)) => {
                    Some((plain.get(..plain.len() - rest.len())?.trim_end_matches([' ', ':', '—', '–', '|']), rest))
                }
                // `🟡 IMPORTANT - Testing: Title`
                None => {
                    let next = after.split_whitespace().next().unwrap_or_default();
                    let named = severities::word(next.trim_matches(['*', '_', '`'])).is_some()
                        && !(is_code(next) && next.starts_with(['*', '_']));
                    let rest = after.trim_start().get(next.len()..).unwrap_or_default();
                    let parted = ["- ", "— ", "– ", "| ", "/ "].iter().any(|mark| rest.trim_start().starts_with(mark));
                    // `🟠 HIGH src/a.ts:4 – Title`
                    let is_before = parted || begins_with_lines(rest.trim_start());
                    match plain.get(..plain.len() - rest.len()).filter(|_| named && is_before) {
                        Some(severity) => Some((severity, rest)),
                        None => Some((sign, after)),
                    }
                }
            };
        }
        // `src/a.ts:15: error: …`, as compilers write it.
        if self.place.is_some()
            && let Some((word, after)) = plain.split_once(':')
            && severities::is_severity(word)
        {
            return Some((word, after));
        }
        // `src/a.ts:15:4: WARN  unused: …`, `SEC-002  HIGH  The key is logged`, as tools for a terminal write it.
        if (self.place.is_some() || (form == Form::Text && !self.ids.is_empty()))
            && let Some((word, after)) = plain.split_once(' ')
            && word.bytes().all(|byte| byte.is_ascii_uppercase())
            && severities::is_severity(word)
            && (self.place.is_some() || !after.starts_with(|first: char| first.is_ascii_lowercase()))
        {
            return Some((word, after));
        }
        if let Some(found) = headings::leading_severity(plain, !self.ids.is_empty()) {
            return Some(found);
        }
        if let Some((word, after)) = plain.split_once(" - ")
            && severities::word(word).is_some()
            && word.split_whitespace().count() <= 2
        {
            return Some((word, after));
        }
        // `High #1: Title`
        if let Some((word, after)) = plain.split_once(' ')
            && severities::word(word).is_some()
            && after.starts_with('#')
            && ids::lead(after).is_some_and(|(_, rest)| rest.starts_with([':', '.', '*', ' ']))
        {
            return Some((word, after));
        }
        // `HIGH src/a.ts:4: text`
        if form == Form::Text
            && let Some((word, after)) = plain.split_once(' ')
            && word.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && severities::word(word).is_some()
            && begins_with_lines(after)
        {
            return Some((word, after));
        }
        // `P1. Title`
        if let Some((code, after)) = plain.split_once('.')
            && code.len() == 2
            && code.ends_with(|last: char| last.is_ascii_digit())
            && severities::word(code).is_some()
            && (after.is_empty() || after.starts_with([' ', '*', '_']))
        {
            return Some((code, after));
        }
        // Closed by the bold mark or the code mark that it stands in: `**critical** src/a.ts`, `` `HIGH` Title ``.
        for mark in ["**", "__", "`"] {
            if let Some((word, after)) =
                plain.strip_prefix('`').filter(|_| mark == "`").unwrap_or(plain).split_once(mark)
                && (mark == "`") == plain.starts_with('`')
                && severities::is_severity(word)
                && word.split('(').next().unwrap_or_default().split_whitespace().count() <= 2
                && !(form == Form::Heading && after.trim().is_empty())
                && !(mark == "`" && goes_on(word, after))
            {
                return Some((word, plain.get(plain.len() - after.len() - mark.len()..)?));
            }
        }
        None
    }

    fn take_ids(&mut self, text: &'t str) -> Option<&'t str> {
        let mut rest = text;
        let mut found = None;
        while let Some((id, after)) = ids::lead(rest) {
            let ends = after.is_empty()
                || after.starts_with([':', '.', ' ', ',', ')', ']', '*', '/', '—', '–', '`', '(', '-', '&', '_', '~']);
            let is_path =
                after.starts_with('.') && after.get(1..).is_some_and(|rest| rest.starts_with(char::is_alphabetic));
            // `🟡 **S2 – Title**`
            // `S1 (blocking). Title`
            let is_rated = || severities::rates_code(after);
            let is_signed = || is_code(id) && (self.severity.is_some_and(|sign| !sign.is_ascii()) || is_rated());
            // `` 3. `pyo3` isn't optional `` begins with a name in code.
            let goes_on = after.strip_prefix("` ").is_some_and(|after| after.starts_with(char::is_lowercase));
            let is_coded = goes_on && id.starts_with(char::is_lowercase) && rest.trim_start().starts_with('`');
            if !ends || is_path || is_coded || is_name(id, after) || (severities::word(id).is_some() && !is_signed()) {
                break;
            }
            self.ids.push(id);
            self.parted = !after.starts_with(' ') || after.trim_start().starts_with(['—', '–', '-', '|']);
            found = Some(after);
            let joined = after.trim_start_matches([']', ')', '*', '`']).trim_start();
            let next = [",", "/", "&", "and ", "+"].into_iter().find_map(|join| joined.strip_prefix(join));
            match next.map(str::trim_start).filter(|next| ids::lead(next).is_some()) {
                Some(next) => rest = next,
                None => break,
            }
        }
        found
    }

    fn finish(&mut self, rest: &'t str, open: Option<&str>, form: Form) {
        let rest = self.take_rating_at_end(rest.trim());
        let (title, after, bold) = match open.and_then(|mark| rest.split_once(mark)) {
            Some((title, after)) => (Some(title), after, true),
            None => match inline::bold_lead(rest).filter(|_| rest.starts_with(['*', '_'])) {
                Some((title, at))
                    if form == Form::Text || rest.get(at..).is_some_and(|after| after.trim().is_empty()) =>
                {
                    (Some(title), rest.get(at..).unwrap_or_default(), true)
                }
                _ if form == Form::Heading => (Some(rest), "", false),
                _ => (None, rest, false),
            },
        };
        // `issue (blocking): text`
        let labelled = after.split_once(": ").filter(|(head, _)| title.is_none() && labels::is_decorated(head));
        let after = labelled.map_or(after, |(head, told)| {
            self.severity = self.severity.or(labels::decoration(head).filter(|word| severities::word(word).is_some()));
            self.remarks.push(head);
            told
        });
        self.bold = bold;
        let after = if title.is_some() { inline::behind(after, &[':', '.', ' ', '\t']) } else { after };
        self.after = after.trim_end();
        self.after = self
            .after
            .strip_prefix(['—', '–', '-', '·', '•', '|', '→'])
            .filter(|after| after.starts_with(' '))
            .unwrap_or(self.after)
            .trim_start();
        if bold {
            self.take_remark();
        }
        self.title = title.map(|title| title.trim().trim_end_matches(':')).filter(|title| !title.is_empty());
        if let Some(title) = self.title {
            self.title = Some(self.trim_title(title)).filter(|title| !title.is_empty());
            // `RULE-7 at line 20`
            if self.place.is_none()
                && let Some(line) = self.title.and_then(line_alone)
            {
                (self.place, self.title) = (Some(line), None);
            }
            // `**issue (blocking):** text`: a label is no title.
            // `**[recommended]** Title` only says of what kind it is.
            let is_tag = bold && title.starts_with('[') && title.find(']') == Some(title.len() - 1);
            let is_label = is_tag || labels::is_decorated(title) || labels::is_comment(title);
            if is_label && !self.after.is_empty() {
                self.remarks.extend(self.title.take());
            }
        }
        // `**src/a.ts** — lines 4 to 9 (used by `b`)`
        if self.place.is_some()
            && self.title.is_none()
            && let Some(remark) = self.after.strip_prefix('(').and_then(|after| after.strip_suffix(')'))
            && !remark.contains([')', '('])
        {
            self.remarks.push(remark);
            self.after = "";
        }
        self.take_after();
    }

    /// `**Title** *(reproduced)*`: all that follows is a remark.
    fn take_remark(&mut self) {
        const WORDS: usize = 6;
        let bare = self.after.trim_matches(['*', '_', ' ', '.']);
        let inner =
            [('(', ')'), ('[', ']')].into_iter().find_map(|(open, close)| bare.strip_prefix(open)?.strip_suffix(close));
        let is_remark = |inner: &&str| {
            !inner.contains(['(', '['])
                && inner.split_whitespace().count() <= WORDS
                && !place_lines::is_place(inner)
                && !place_lines::names_lines(inner)
                && severities::among(inner).is_none()
        };
        if let Some(remark) = inner.filter(is_remark) {
            self.remarks.push(remark);
            self.after = "";
        }
    }

    /// Takes what stands in parentheses and brackets off the end of a title: a severity, a place, a confidence.
    fn trim_title(&mut self, title: &'t str) -> &'t str {
        const MOST: usize = 16;
        // `**Title (High).**`
        let mut rest = title.strip_suffix('.').filter(|title| title.ends_with([')', ']'])).unwrap_or(title);
        let mut kept = title;
        let mut tags = Vec::new();
        for _ in 0..MOST {
            if self.severity.is_none()
                && let Some((shorter, severity)) = headings::trailing_severity(rest)
            {
                self.severity = Some(severity);
                self.remarks.append(&mut tags);
                rest = shorter.trim_end();
                kept = rest;
                continue;
            }
            if let Some((shorter, rating)) = ratings::trailing_rating(rest) {
                self.remarks.push(rating);
                rest = shorter;
                kept = rest;
                continue;
            }
            let Some((shorter, remark)) = ratings::trailing_remark(rest) else { break };
            // `Title: CRITICAL (CVSS 8.1)`
            if self.severity.is_none()
                && severities::among(remark).is_none()
                && let Some((before, severity)) = headings::trailing_severity(shorter)
            {
                self.severity = Some(severity);
                self.remarks.append(&mut tags);
                self.remarks.push(remark);
                rest = before.trim_end();
                kept = rest;
                continue;
            }
            // One that states nothing else was judged above.
            if self.severity.is_none()
                && severities::stated(remark).is_none()
                && let Some((severity, others)) = severities::among(remark)
            {
                self.rate(severity, others);
                self.remarks.append(&mut tags);
                rest = shorter;
                kept = rest;
                continue;
            }
            if scales::is_confidence(remark) {
                tags.push(remark);
                self.remarks.append(&mut tags);
                rest = shorter;
                kept = rest;
            } else if self.place.is_none() && place_lines::is_place(remark) {
                self.place = Some(remark);
                self.remarks.append(&mut tags);
                rest = shorter;
                kept = rest;
            } else if rest.ends_with(']') && remark.split_whitespace().count() <= 3 && !remark.starts_with(' ') {
                tags.push(remark);
                rest = shorter;
            } else {
                break;
            }
        }
        // `Title: src/a.ts:4`, `Title — src/a.ts:4`
        if self.place.is_none() {
            let marks = [": ", " — ", " – ", " - ", " in ", " at "];
            for mark in marks.into_iter().filter(|mark| inline::may_hold(rest, mark)) {
                if let Some((shorter, place)) = rest
                    .rsplit_once(mark)
                    .or_else(|| place_lines::split_at_place(rest, mark))
                    .filter(|(shorter, place)| place_lines::is_place(place) && shorter.contains(' '))
                {
                    self.place = Some(place.trim());
                    self.remarks.append(&mut tags);
                    if matches!(mark, " in " | " at ") {
                        break;
                    }
                    kept = shorter.trim_end();
                    break;
                }
            }
        }
        kept.trim_end_matches([':', ' '])
    }

    /// Takes a severity and a place off the beginning of what follows the title: `**Title** (High) src/a.ts:4 — text`.
    fn take_after(&mut self) {
        const PARTS: usize = 3;
        if self.title.is_none() {
            return;
        }
        self.take_badges();
        for _ in 0..PARTS {
            let text = self.after;
            let inner = text.strip_prefix(['(', '[', '{']).and_then(|inner| inner.split_once([')', ']', '}']));
            let among = inner.and_then(|(inner, after)| Some((severities::among(inner)?, after)));
            if self.severity.is_none()
                && let Some(((severity, others), after)) = among
            {
                self.rate(severity, others);
                self.after = trimmed(after);
            } else if self.severity.is_none()
                && let Some((severity, after)) =
                    ratings::parted_severity(text).or_else(|| ratings::severity_before_colon(text))
            {
                self.severity = Some(severity);
                self.after = trimmed(after);
            } else if self.place.is_none()
                && let Some((place, after)) = code_places::lead(text).filter(|(_, after)| ends_place(after, Form::Text))
            {
                self.place = Some(place);
                self.after = trimmed(after);
            } else {
                break;
            }
        }
    }

    /// Takes badges, of which one is a severity in code marks or in bold: ``**Title** `Major` `Security` [2 agents]``.
    fn take_badges(&mut self) {
        const MARKS: [(&str, &str); 6] = [("`", "`"), ("**", "**"), ("*", "*"), ("_", "_"), ("[", "]"), ("(", ")")];
        const BETWEEN: [char; 5] = ['·', '•', '|', ',', ' '];
        let is_name = |badge: &str| {
            badge.starts_with(|first: char| first.is_ascii_uppercase())
                && badge.chars().all(|letter| letter.is_alphabetic() || matches!(letter, ' ' | '-'))
        };
        let is_severity = |badge: &str| is_name(badge) && severities::is_severity(badge);
        let (mut severity, mut badges) = (None, Vec::new());
        let mut rest = self.after.trim();
        while let Some((open, badge, after)) = MARKS.into_iter().find_map(|(open, close)| {
            let (badge, after) = rest.strip_prefix(open)?.split_once(close)?;
            Some((open, badge.trim_end_matches([',', ':']), after))
        }) {
            let is_remark =
                matches!(open, "[" | "(") && !place_lines::is_place(badge) && severities::among(badge).is_none();
            if severity.is_none() && matches!(open, "`" | "**") && is_severity(badge) {
                severity = Some(badge);
            } else if is_remark || is_name(badge) || (severity.is_some() && !badge.is_empty()) {
                badges.push(badge);
            } else {
                break;
            }
            rest = after.trim_start_matches(BETWEEN);
        }
        let told = rest.trim_start_matches(['—', '–', '-', ':', '·', ' ']);
        let ends = rest.is_empty() || rest.starts_with(['—', '–', '-', ':', '·']) || begins_with_lines(rest);
        if self.severity.is_none() && severity.is_some() && ends {
            self.severity = severity;
            self.remarks.extend(badges);
            self.after = told;
        }
    }

    /// Takes the severity at the end of the title in place of one that is a name: `S2: The door is open (high)`.
    pub fn rate_by_end(&mut self, form: Form) {
        self.severity = None;
        let Some(title) = self.title else { return };
        // `**S2. The door is open (high).** …`
        let told = read(title, if self.bold { Form::Heading } else { form });
        if told.severity.is_some() && told.title.is_some_and(|shorter| title.starts_with(shorter)) {
            (self.severity, self.title) = (told.severity, told.title);
            self.remarks.extend(told.remarks);
            self.place = self.place.or(told.place);
        }
    }

    /// Takes a severity, and what stands beside it: a place or remarks.
    fn rate(&mut self, severity: &'t str, others: Vec<&'t str>) {
        self.severity = Some(severity);
        for other in others {
            if self.place.is_none() && place_lines::is_place(other) {
                self.place = Some(other);
            } else {
                self.remarks.push(other);
            }
        }
    }
}

/// Whether a text begins with a place that has a number.
fn begins_with_lines(text: &str) -> bool {
    code_places::lead(text).is_some_and(|(place, _)| place.bytes().any(|byte| byte.is_ascii_digit()))
}

/// Whether what looks like an id is a name that a sentence begins with: `SOCKS4 with remote DNS fails`.
fn is_name(id: &str, after: &str) -> bool {
    const LETTERS: usize = 3;
    let letters = id.bytes().take_while(u8::is_ascii_alphabetic).count();
    let parted = id.contains(['-', '_', '#', ' ', '.']);
    letters >= LETTERS && !parted && after.strip_prefix(' ').is_some_and(|rest| rest.starts_with(char::is_lowercase))
}

/// What stands in brackets before a colon says where: `[Task 2.3]: the key …`.
fn bracketed(text: &str) -> Option<(&str, &str)> {
    const LENGTH: usize = 80;
    let (inner, after) = text.strip_prefix('[')?.split_once(']')?;
    let names = inner.chars().any(char::is_alphabetic) && inner.chars().any(|character| character.is_ascii_digit());
    let after = after.strip_prefix(':').or_else(|| {
        // `[Task 2.3] (upstream): …`
        let (_, rest) = after.trim_start().strip_prefix('(')?.split_once("):")?;
        Some(rest).filter(|_| after.starts_with(" ("))
    });
    (names && inner.len() <= LENGTH && severities::word(inner).is_none()).then_some(())?;
    after.map(|after| (inner, after))
}

/// Without the separators at its start.
fn trimmed(text: &str) -> &str {
    let rest = inline::behind(text, &[':', '.', ',', ' ', '*', '—', '–', '|', '·', '•']);
    rest.strip_prefix("- ").unwrap_or(rest).trim_start()
}

/// A number that counts: `1. `, `2) `, `3: `, `2.1 `, `4 — `.
#[must_use]
pub fn number(text: &str) -> Option<(&str, &str)> {
    const DIGITS: usize = 3;
    let end = text.find(|character: char| !(character.is_ascii_digit() || character == '.')).unwrap_or(text.len());
    let (written, after) = text.split_at_checked(end)?;
    let name = written.trim_end_matches('.');
    let counts = !name.is_empty()
        && name.split('.').all(|part| (1..=DIGITS).contains(&part.len()))
        && !after.starts_with(char::is_alphanumeric);
    let spaced = |after: &str| after.is_empty() || after.starts_with([' ', '*', '_']);
    let ends = (written.ends_with('.') && spaced(after))
        || after.strip_prefix([')', ':']).is_some_and(spaced)
        || after.strip_prefix("**").is_some_and(|after| after.starts_with([':', ' ', '.', ')']))
        || [" — ", " – ", " - "].iter().any(|dash| after.starts_with(dash))
        || (name.contains('.') && after.starts_with(' '));
    (counts && ends).then_some((name, after))
}

/// Whether what follows a place parts it from what is said of it.
fn ends_place(after: &str, form: Form) -> bool {
    let rest = after.trim_start();
    rest.is_empty()
        || rest.starts_with([':', '—', '–', '(', '|', '.', '·'])
        || rest.starts_with("- ")
        || rest.starts_with("**")
        || (form == Form::Text && (rest.starts_with(['[', '`', '*']) || rest.split_once(": ").is_some_and(shouts)))
}

/// `src/a.ts:4 HIGH: text`
fn shouts((word, _): (&str, &str)) -> bool {
    word.bytes().all(|byte| byte.is_ascii_uppercase()) && severities::is_severity(word)
}

/// The line that is all that a title says: `line 20` of `at line 20`.
fn line_alone(title: &str) -> Option<&str> {
    let line = ["at ", "in ", "on "].into_iter().find_map(|at| title.strip_prefix(at)).unwrap_or(title);
    let number = line.strip_prefix("lines ").or_else(|| line.strip_prefix("line "))?;
    let begins = number.starts_with(|first: char| first.is_ascii_digit());
    (begins && number.chars().all(inline::is_line_mark)).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::{Form, Lead, read};
    use crate::review::place_lines::is_place_line;

    fn heading(text: &str) -> Lead<'_> {
        read(text, Form::Heading)
    }

    #[test]
    fn headings() {
        let lead = heading("1. Memcached writes never validate keys (confidence 95) [reproduced]");
        assert_eq!((lead.number, lead.title), (Some("1"), Some("Memcached writes never validate keys")));
        assert_eq!(lead.remarks, ["reproduced", "confidence 95"]);
        let lead = heading("1. High: an exception makes the response hang");
        assert_eq!(
            (lead.number, lead.severity, lead.title),
            (Some("1"), Some("High"), Some("an exception makes the response hang"))
        );
        let lead = heading("[CRITICAL] 2. Any branch can do it");
        assert_eq!(
            (lead.number, lead.severity, lead.title),
            (Some("2"), Some("CRITICAL"), Some("Any branch can do it"))
        );
        let lead = heading("C1 — Title");
        assert_eq!((lead.ids.as_slice(), lead.title), (["C1"].as_slice(), Some("Title")));
        let lead = heading("F5: .env is shared");
        assert_eq!(lead.title, Some(".env is shared"));
        let lead = heading("C-1. SQL injection: `src/orders.ts:45`, `:51` [?]");
        assert_eq!(
            (lead.ids.as_slice(), lead.title, lead.place),
            (["C-1"].as_slice(), Some("SQL injection"), Some("`src/orders.ts:45`, `:51`"))
        );
        let lead = heading("🔴 Blocker: the till blocks the exit");
        assert_eq!((lead.severity, lead.title), (Some("🔴 Blocker"), Some("the till blocks the exit")));
        assert_eq!(heading("P1: wrong sum").severity, Some("P1"));
        assert_eq!(heading("Title (critical)").severity, Some("critical"));
        let lead = heading("`set` returns `True`");
        assert_eq!(lead.title, Some("`set` returns `True`"));
        let lead = heading("3. `Store.Get` returns live pointers: data races");
        assert_eq!((lead.number, lead.title), (Some("3"), Some("`Store.Get` returns live pointers: data races")));
    }

    #[test]
    fn items() {
        let item = |text| read(text, Form::Text);
        let lead = item("**1. Title** (High) — text");
        assert_eq!(
            (lead.number, lead.title, lead.severity, lead.after),
            (Some("1"), Some("Title"), Some("High"), "— text".trim_start_matches("— "))
        );
        let lead = item("**critical** src/a.ts:1: it leaks");
        assert_eq!((lead.severity, lead.place, lead.after), (Some("critical"), Some("src/a.ts:1"), "it leaks"));
        let lead = item("🔴 src/a.ts:1 — it leaks");
        assert_eq!((lead.severity, lead.place, lead.after), (Some("🔴"), Some("src/a.ts:1"), "it leaks"));
        let lead = item("src/a.ts:15: error: it leaks");
        assert_eq!((lead.severity, lead.place, lead.after), (Some("error"), Some("src/a.ts:15"), "it leaks"));
        let lead = item("Line 15 (high): it leaks");
        assert_eq!((lead.severity, lead.place, lead.after), (Some("high"), Some("Line 15"), "it leaks"));
        let lead = item("**L-1. Unbounded page size:** `src/orders.ts:47`. It dumps all.");
        assert_eq!(
            (lead.ids.as_slice(), lead.title, lead.place, lead.after),
            (["L-1"].as_slice(), Some("Unbounded page size"), Some("`src/orders.ts:47`"), "It dumps all.")
        );
        let lead = item("**B1. Anyone can push.** `iam/main.tf:89`, `:108-109`");
        assert_eq!((lead.title, lead.place), (Some("Anyone can push."), Some("`iam/main.tf:89`, `:108-109`")));
        let lead = item("**[HIGH]** The door sticks");
        assert_eq!((lead.severity, lead.title, lead.after), (Some("HIGH"), None, "The door sticks"));
        let lead = item("The door sticks (`a.ts:3`)");
        assert_eq!((lead.title, lead.place, lead.after), (None, None, "The door sticks (`a.ts:3`)"));
    }

    #[test]
    fn place_lines() {
        assert!(is_place_line("`index.js:266-270`, thrown from `345`, `349` or `611-620`. **Reproduced.**"));
        assert!(is_place_line("**`file.py:129-139`** (`add`, `set`), and **line 10** (regex)"));
        assert!(!is_place_line("`index.js:266-270` sets the flag before the call, so that every later request hangs."));
        assert!(!is_place_line("The till in `a.py`"));
        assert!(!is_place_line("`a.py` line 3 still adds the tax twice."));
    }
}
