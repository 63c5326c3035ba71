//! The lines of a finding, cut into fields and the text between them. See `docs/formats/prose.md`, "Fields".

use super::beginnings::{element_label, fields_in_a_row, label, role_by_value, ruled_title};
use super::{imperatives, labels, place_lines};
use crate::part::{code_places, severities};
use crate::text::blocks::{heading_text, indentation, scan_heading, scan_item, without_item_mark};
use crate::text::lines::{FenceMark, fence_after, scan_fence};
use crate::text::markup::TagLine;
use crate::text::{fields, inline, markup, tables};

/// A stretch of the text of a finding: the value of a field, or text without a name.
#[derive(Debug, Default)]
pub struct Segment {
    /// The name of the field as written.
    pub key: Option<String>,
    /// What the field is.
    pub role: Option<&'static str>,
    /// What stands there, without its name.
    pub text: String,
    /// How far its first line is indented.
    pub indent: usize,
    /// Whether its name is a heading: then it ends where the next begins.
    pub headed: bool,
    /// Whether it is an item of a list.
    pub listed: bool,
}

impl Segment {
    /// A field with its name and its value.
    fn of(key: &str, role: Option<&'static str>, text: &str) -> Self {
        Self { key: Some(key.to_owned()), role, text: text.to_owned(), ..Self::default() }
    }
}

/// Cuts lines into fields and the text between them.
#[must_use]
pub fn cut(lines: &[&str], opening: Option<&str>) -> Vec<Segment> {
    let mut found: Vec<Segment> = Vec::new();
    if let Some(text) = opening {
        found.extend(of_opening(text));
    }
    let mut fence: Option<FenceMark<'_>> = None;
    let mut blank = false;
    let mut keyed = None;
    let mut in_context = false;
    for (at, line) in lines.iter().copied().enumerate() {
        // `> Blocking: the lock is lost` quotes nobody: it is how the comment is to be posted.
        let line = line.trim_start().strip_prefix("> ").filter(|text| weighs(text)).unwrap_or(line);
        let below = lines.get(at + 1..).unwrap_or_default();
        // Lines of tags frame what is told: they stay in the remainder. `<summary>🛠️ Proposed fix</summary>` names it.
        if fence.is_none()
            && element_label(line).is_none()
            && let Some(tags) = markup::tag_line(line)
        {
            let title = tags.text.trim_start_matches(|mark: char| !mark.is_alphanumeric()).trim_end();
            if tags.titles && labels::role(title) == Some("suggestion") {
                let key = Some(title.to_owned());
                found.push(Segment { key, role: Some("suggestion"), ..Segment::default() });
                blank = false;
            } else if let Some((key, value)) = severity_in(&tags) {
                let (key, text) = (Some(key.to_owned()), value.to_owned());
                found.push(Segment { key, role: Some("severity"), text, ..Segment::default() });
                found.push(Segment::default());
            }
            continue;
        }
        let is_row = fence.is_none() && tables::is_row(line);
        if is_row && keyed.is_none() {
            keyed = Some(is_keyed(line, below));
            found.extend(placed(line, below).filter(|_| keyed == Some(false)));
            // `| Field | Value |` names the columns of a table of fields.
            if keyed == Some(true)
                && below.first().is_some_and(|line| tables::is_separator(line))
                && is_field_header(line)
            {
                blank = false;
                continue;
            }
        } else if !is_row {
            keyed = None;
        }
        if line.trim().is_empty() {
            blank = true;
            if fence.is_some()
                && let Some(last) = found.last_mut()
            {
                last.text.push('\n');
            }
            continue;
        }
        // The code that a comment is on, which a bot hands to an agent.
        in_context |= line.trim() == "<code_context>";
        let inside = fence.is_some() || in_context;
        in_context &= line.trim() != "</code_context>";
        fence = fence_after(fence, line);
        // What a forge can apply is what to do, whatever stands above it.
        let info = line.trim_start().trim_start_matches(['`', '~']).trim();
        let proposed = || found.last().is_some_and(|last| last.role == Some("suggestion"));
        let applies = info == "suggestion" || (info == "diff" && !is_hunk(below) && !proposed());
        if !inside && fence.is_some() && applies {
            found.push(Segment::of("Suggestion", Some("suggestion"), line.trim()));
            blank = false;
            continue;
        }
        // ```` ```4:9:src/a.ts ````
        if !inside && let Some(place) = place_lines::citation(line.trim()) {
            found.push(Segment::of("Location", Some("location"), &place));
            found.push(Segment { text: line.trim().to_owned(), ..Segment::default() });
            blank = false;
            continue;
        }
        // What parts the head of a table of fields from its rows says nothing.
        if !inside && tables::is_separator(line) && keyed == Some(true) {
            continue;
        }
        if !inside && let Some(told) = in_a_row(line) {
            found.extend(told);
            blank = false;
            continue;
        }
        let begun = if inside || keyed == Some(false) { None } else { begin(&found, line, below, blank) };
        if let Some(segment) = begun {
            let (text, inner) = parts_beside(&segment).unwrap_or_else(|| inner_fields(&segment.text));
            let text = text.to_owned();
            found.push(Segment { text, listed: scan_item(line.trim_start()).is_some(), ..segment });
            found.extend(inner);
        } else if !inside
            && (ends_value(&found, line, blank)
                || (keyed == Some(false) && found.last().is_some_and(|last| last.role == Some("location"))))
        {
            found.push(Segment { text: line.trim().to_owned(), indent: indentation(line), ..Segment::default() });
        } else {
            // `It leaks. **Impact:** … **Fix:** …`: what to do is parted from what is wrong, and with it the rest.
            let told = !inside && found.last().is_none_or(|last| last.role.is_none());
            let parted = told
                .then(|| inner_fields(line))
                .filter(|(_, inner)| inner.iter().any(|segment| segment.role == Some("suggestion")));
            let (text, inner) = parted.unwrap_or((line, Vec::new()));
            go_on(&mut found, text, blank && !inside);
            found.extend(inner);
        }
        blank = false;
    }
    found
}

/// The segments of what follows a title on its line: `text **Fix:** text` has a field within it, `Location: src/a.css (`.rows`)` is
/// one.
fn of_opening(text: &str) -> Vec<Segment> {
    let (text, inner) = inner_fields(text);
    let is_named = |key: &str| ["file", "files", "location", "where"].contains(&inline::words(key).as_str());
    let place = label(text).filter(|(key, value)| is_named(key) && code_places::lead(value).is_some());
    let told = match place {
        Some((key, value)) => {
            Segment { key: Some(key.to_owned()), role: Some("location"), text: value.to_owned(), ..Segment::default() }
        }
        None => Segment { text: text.to_owned(), ..Segment::default() },
    };
    std::iter::once(told).chain(inner).collect()
}

/// Whether a text begins with a severity and a colon.
fn weighs(text: &str) -> bool {
    text.split_once(": ").is_some_and(|(word, _)| severities::word(word).is_some())
}

/// The severity and the remark of `**Severity: High** where it occurs` or `Severity: high, since data is lost`, from behind the
/// name.
#[must_use]
pub fn rated(value: &str) -> Option<(&str, &str)> {
    const MARKS: [&str; 16] = [
        " — ",
        " – ",
        " - ",
        ", ",
        ": ",
        ". ",
        "; ",
        " because ",
        " since ",
        " for ",
        " if ",
        " in ",
        " on ",
        " under ",
        " when ",
        " where ",
    ];
    let Some((word, remark)) = value.split_once("**") else {
        let parts = MARKS.iter().filter_map(|mark| value.split_once(mark).map(|(word, _)| (word, mark)));
        let whole = parts.filter(|(word, _)| word.matches('(').count() == word.matches(')').count());
        let (word, mark) = whole.min_by_key(|(word, _)| word.len())?;
        // `if it can be reached`: the word that joins says how the severity is meant.
        let is_word = mark.contains(char::is_alphabetic);
        let remark = value.get(word.len() + if is_word { 0 } else { mark.len() }..).unwrap_or_default().trim();
        let is_remark = remark.contains(char::is_alphanumeric) && !rates_again(remark);
        return (is_remark && !value.contains('\n') && severities::word(word).is_some()).then_some((word, remark));
    };
    let word = word.trim_end_matches('.');
    let closes = remark.matches("**").count() % 2 == 0 && !remark.trim().is_empty();
    // `Low to Medium`
    let rates = word.split(" to ").all(|word| severities::word(word).is_some());
    (closes && rates).then(|| (word, remark.trim_start_matches([',', '—', '–', ' '])))
}

/// Whether what stands behind a severity gives another one, or takes it back: `critical, where it breaks; major, where it must
/// be mended` explains the words.
fn rates_again(remark: &str) -> bool {
    const BACK: [&str; 4] = ["negligible", "none", "not really", "positive"];
    const TURNS: [&str; 6] = ["but", "else", "otherwise", "so", "then", "thus"];
    let takes_back = |part: &str| {
        let words = inline::words(part);
        let first = words.split(' ').next().unwrap_or_default();
        severities::word(first).is_some() || BACK.iter().any(|back| words.starts_with(back))
    };
    let words = inline::words(remark);
    let said: Vec<&str> = words.split(' ').collect();
    let turns = said.windows(2).any(|pair| match pair {
        [turn, word] => TURNS.contains(turn) && severities::word(word).is_some(),
        _ => false,
    });
    turns || remark.split([';', ',', '.', ':']).any(takes_back)
}

/// Whether lines of code are a part of a change that was made, with its place, and not one that is proposed.
fn is_hunk(lines: &[&str]) -> bool {
    lines
        .iter()
        .take_while(|line| scan_fence(line).is_none())
        .any(|line| ["@@ ", "diff --git", "+++ ", "index "].iter().any(|mark| line.trim_start().starts_with(mark)))
}

/// Whether the rows of a table are fields, each with its name in the first of two cells.
fn is_keyed(first: &str, below: &[&str]) -> bool {
    let rows = std::iter::once(first).chain(below.iter().copied().take_while(|line| tables::is_row(line)));
    let parted = below.first().is_some_and(|line| tables::is_separator(line));
    // Where a separator follows, the first row may be the names of two columns.
    rows.skip(usize::from(parted)).filter_map(row).any(|(key, _)| labels::role(key).is_some())
        || (!parted && row(first).is_some_and(|(key, _)| labels::role(key).is_some()))
}

/// Whether a row of two cells only says what the columns of a table of fields are: `| Field | Value |`.
#[must_use]
pub fn is_field_header(line: &str) -> bool {
    const NAMES: [&str; 9] = ["", "aspect", "attribute", "field", "item", "key", "name", "property", "what"];
    const VALUES: [&str; 8] = ["", "answer", "content", "description", "detail", "details", "info", "value"];
    row(line).is_some_and(|(key, value)| {
        NAMES.contains(&inline::words(key).as_str()) && VALUES.contains(&inline::words(value).as_str())
    })
}

/// The places that the first column of a table names: `| Where | Trigger |`.
fn placed(first: &str, below: &[&str]) -> Option<Segment> {
    let cell = |line: &str| line.trim().trim_start_matches('|').split('|').next().unwrap_or_default().trim().to_owned();
    let key = cell(first);
    if !below.first().is_some_and(|line| tables::is_separator(line)) || labels::role(&key) != Some("location") {
        return None;
    }
    let rows = below.iter().skip(1).take_while(|line| tables::is_row(line)).map(|line| cell(line));
    let text = rows.collect::<Vec<_>>().join("; ");
    Some(Segment { key: Some(key), role: Some("location"), text, ..Segment::default() })
}

/// Adds a line to what was begun last.
fn go_on(found: &mut Vec<Segment>, line: &str, blank: bool) {
    if found.is_empty() {
        found.push(Segment::default());
    }
    let Some(last) = found.last_mut() else { return };
    if !last.text.is_empty() {
        last.text.push_str(if blank { "\n\n" } else { "\n" });
    }
    last.text.push_str(line.trim_end());
}

/// The field that a line begins.
fn begin(found: &[Segment], line: &str, below: &[&str], blank: bool) -> Option<Segment> {
    let indent = indentation(line);
    // What stands in a block of YAML is text: `description: |`, and below it `severity: critical`.
    let in_block = |last: &Segment| {
        let first = last.text.lines().next().unwrap_or_default();
        matches!(first.trim(), "|" | "|-" | "|+" | ">" | ">-" | ">+") && indent > last.indent
    };
    if found.last().is_some_and(in_block) {
        return None;
    }
    if scan_heading(line).is_some() {
        let text = inline::bare(heading_text(line));
        let role = labels::role(text);
        // A heading that names no field begins text of its own, and stays a part of it.
        let text_of = if role.is_some() { String::new() } else { line.trim().to_owned() };
        return Some(Segment {
            key: role.map(|_| text.to_owned()),
            role,
            text: text_of,
            indent,
            headed: true,
            listed: false,
        });
    }
    // `-> Compare it before anything is read.`
    let pointed = ["-> ", "=> ", "→ ", "⇒ ", "↳ "].iter().find_map(|arrow| line.trim_start().strip_prefix(arrow));
    if let Some(advice) = pointed.filter(|advice| label(advice).is_none() && imperatives::advises(advice)) {
        return Some(Segment { indent, ..Segment::of("Suggestion", Some("suggestion"), advice) });
    }
    if let Some((key, value)) = row(line) {
        let role = labels::role(key);
        if role.is_some() || beside_field(found, blank) {
            return Some(Segment {
                key: Some(key.to_owned()),
                role,
                text: value.to_owned(),
                indent,
                ..Segment::default()
            });
        }
    }
    // `Source: src/a.ts:4` says where.
    let named = fields::scan(line).is_some_and(|(key, _, _)| labels::role(key) == Some("location"));
    if !named && place_lines::says_where(line) && found.iter().all(|segment| segment.text.trim().is_empty()) {
        return None;
    }
    // `<location path="src/a.ts" line_range="4-6" />`
    let attributes = element_label(line).and_then(|place| {
        ["\" line_range=\"", "\" lines=\"", "\" line=\""].into_iter().find_map(|name| place.split_once(name))
    });
    if let Some((path, lines)) = attributes {
        let text = format!("{path}:{lines}");
        return Some(Segment { key: Some("location".to_owned()), role: Some("location"), text, ..Segment::default() });
    }
    if let Some(outer) = outer_key(found, line) {
        return Some(outer);
    }
    // `---SUGGESTION---`
    if let Some((key, role)) = ruled_title(line).and_then(|key| Some((key, labels::role(key)?))) {
        return Some(Segment {
            key: Some(key.to_lowercase()),
            role: Some(role),
            indent,
            headed: true,
            ..Segment::default()
        });
    }
    if let Some((key, value)) = label(line) {
        let role = role_of(key, value);
        return Some(Segment {
            key: Some(key.replace("**", "")),
            role,
            text: without_block_mark(value).to_owned(),
            indent,
            ..Segment::default()
        });
    }
    let next = below.iter().find(|next| !next.trim().is_empty());
    // `agent: reviewer`, and right below it `severity: high`.
    let opens =
        found.is_empty() && below.first().is_some_and(|next| plain_key(next).is_some() && label(next).is_some());
    let key = match found.last() {
        Some(last) => key_beside(last, line).filter(|_| !blank),
        None => plain_key(line).filter(|_| opens),
    };
    if let Some((key, value)) = key {
        let text = without_block_mark(value).to_owned();
        return Some(Segment {
            key: Some(key.to_owned()),
            role: labels::role(key),
            text,
            indent,
            ..Segment::default()
        });
    }
    // A short key among fields is one too: `**Dimension**: Reliability`.
    let (key, value, bold) = fields::scan(line)?;
    let beside = beside_field(found, blank) || (found.is_empty() && next.is_some_and(|next| label(next).is_some()));
    let marked = bold || scan_item(line.trim_start()).is_some();
    (beside && marked && key.split_whitespace().count() <= 3 && !value.is_empty() && value.len() <= 120).then(|| {
        Segment { key: Some(key.to_owned()), role: None, text: value.to_owned(), indent, ..Segment::default() }
    })
}

/// A key of a record in YAML and its value, right below another one: `suggested_owner: dev`.
fn key_beside<'t>(last: &Segment, line: &'t str) -> Option<(&'t str, &'t str)> {
    const MARK: usize = 2;
    let beside =
        [last.indent, last.indent + MARK].contains(&indentation(line)) && scan_item(line.trim_start()).is_none();
    plain_key(line).filter(|_| beside && last.key.as_deref().is_some_and(is_plain))
}

/// A key that stands further out in YAML than the record does, or follows such a one: it is of another record. It is kept, and
/// says nothing of this one.
fn outer_key(found: &[Segment], line: &str) -> Option<Segment> {
    let (first, last) = (found.first()?, found.last()?);
    let is_outer = last.key.is_some() && last.indent < first.indent;
    let indent = if is_outer { last.indent } else { indentation(line) };
    let (key, value) = plain_key(line).filter(|_| indent < first.indent)?;
    Some(Segment { key: Some(key.to_owned()), role: None, text: value.to_owned(), indent, ..Segment::default() })
}

/// A key as YAML has them and its value: `suggested_owner: dev`.
fn plain_key(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.trim_start().split_once(':')?;
    let is_key = key.starts_with(|first: char| first.is_ascii_lowercase()) && is_plain(key);
    (is_key && (value.is_empty() || value.starts_with(' '))).then_some((key, value.trim()))
}

fn is_plain(key: &str) -> bool {
    key.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

/// The severity that a line of tags states by name: `<sub>Severity: CRITICAL</sub>`.
fn severity_in<'t>(tags: &TagLine<'t>) -> Option<(&'t str, &'t str)> {
    let (key, value) = tags.text.split_once(':').filter(|_| tags.opened == 0 && tags.closed == 0 && !tags.titles)?;
    let states = labels::role(key) == Some("severity") && severities::word(value.trim()).is_some();
    states.then(|| (key, value.trim()))
}

/// A row of two cells: `| Severity | high |`.
fn row(line: &str) -> Option<(&str, &str)> {
    if !tables::is_row(line) || tables::is_separator(line) {
        return None;
    }
    let (key, value) = line.trim().trim_matches('|').split_once('|')?;
    (!value.contains('|')).then(|| (inline::bare(key), value.trim()))
}

/// The marks of a block of text in YAML say nothing.
fn without_block_mark(value: &str) -> &str {
    if matches!(value.trim(), "|" | ">" | "|-" | ">-" | "|+" | ">+") { "" } else { value }
}

/// Whether what was begun last is a field of one line, right above.
fn beside_field(found: &[Segment], blank: bool) -> bool {
    !blank && found.last().is_some_and(|last| last.key.is_some() && !last.text.contains('\n') && last.text.len() <= 160)
}

/// Whether a line that begins no field ends the value before it: a paragraph behind a blank line does, and behind an item that
/// says where or how much, the next item.
fn ends_value(found: &[Segment], line: &str, blank: bool) -> bool {
    const SHORT: [&str; 6] = ["confidence", "id", "line", "location", "severity", "type"];
    let Some(last) = found.last() else { return false };
    if ends_change(found, line) {
        return true;
    }
    let text = line.trim_start();
    let is_short = last.role.is_some_and(|role| SHORT.contains(&role)) && !last.text.trim().is_empty();
    if is_short && last.listed && indentation(line) == last.indent && scan_item(text).is_some() {
        return !place_lines::says_where(without_item_mark(text));
    }
    // `**Confidence:** 92`, and right below it where the problem is.
    let names_place = |(place, _): (&str, &str)| place_lines::names_lines(place) || place.contains('/');
    if is_short && last.role != Some("location") && code_places::lead(text).is_some_and(names_place) {
        return true;
    }
    let belongs =
        scan_item(text).is_some() || scan_fence(line).is_some() || tables::is_row(line) || text.starts_with('>');
    let open = last.text.trim().is_empty() || last.text.trim_end().trim_end_matches(['*', '_', '`']).ends_with(':');
    blank && last.key.is_some() && !last.headed && !open && !belongs && indentation(line) <= last.indent
}

/// Whether a change that a forge can apply has ended, and nothing was told before it: what follows tells what is wrong.
fn ends_change(found: &[Segment], line: &str) -> bool {
    let is_change = |last: &Segment| {
        last.role == Some("suggestion") && last.text.starts_with("```") && last.text.trim_end().ends_with("\n```")
    };
    let tells = |segment: &Segment| segment.role.is_none() && segment.text.contains(' ');
    found.last().is_some_and(is_change) && !found.iter().any(tells) && scan_fence(line).is_none()
}

/// The fields of a line that says one after the other, and the text behind them.
fn in_a_row(line: &str) -> Option<Vec<Segment>> {
    let (told, rest) = fields_in_a_row(line)?;
    let rest = Some(rest).filter(|rest| !rest.is_empty());
    let rest = rest.map(|rest| Segment { text: rest.to_owned(), ..Segment::default() });
    let field = |(key, text)| Segment::of(key, role_of(key, text), text);
    Some(told.into_iter().map(field).chain(rest).collect())
}

/// What a field is. A word that rates something else is text: `Risk: an attacker …`.
#[must_use]
pub fn role_of(key: &str, value: &str) -> Option<&'static str> {
    let role = labels::role(key).or_else(|| role_by_value(key, value));
    let head = inner_fields(value).0;
    let states = || {
        rated(value).is_some()
            || severities::word(head.split(['|', '·']).next().unwrap_or_default()).is_some()
            || value.trim().is_empty()
    };
    if role == Some("severity") && !states() { Some("discussion") } else { role }
}

/// A severity and what stands beside it without a name: `High | **CWE-287** | src/a.py:4`.
fn parts_beside(segment: &Segment) -> Option<(&str, Vec<Segment>)> {
    let (head, after) = segment.text.split_once(" | ").filter(|_| segment.role == Some("severity"))?;
    let says = |part: &&str| part.contains(char::is_alphanumeric);
    let parts: Vec<&str> = after.split(" | ").map(str::trim).filter(says).collect();
    let is_named = parts.iter().any(|part| label(part).is_some() || severities::is_severity(part));
    let beside = parts.into_iter().map(|part| {
        let says_where = place_lines::is_place(part) || place_lines::says_where(part);
        let (key, role) = if says_where { ("Location", Some("location")) } else { ("Remark", None) };
        Segment::of(key, role, part)
    });
    (!is_named && severities::word(inline::bare(head)).is_some()).then(|| (head.trim_end(), beside.collect()))
}

/// Fields within a line: `High | **Confidence:** 95 | **File:** a.py`, `It leaks. **Fix:** close it.`
fn inner_fields(text: &str) -> (&str, Vec<Segment>) {
    let mut starts: Vec<(usize, usize, usize)> = Vec::new();
    for (at, _) in text.match_indices("**") {
        if at == 0 || starts.last().is_some_and(|(_, _, end)| at < *end) {
            continue;
        }
        let Some(rest) = text.get(at + 2..) else { continue };
        let Some((name, after)) = rest.split_once("**") else { continue };
        let key = name.trim().trim_end_matches([':', '.']).trim();
        let is_name = name.trim_end().ends_with([':', '.']) || after.trim_start().starts_with(':');
        if is_name && labels::role(key).is_some() {
            let end = at + 2 + name.len() + 2;
            starts.push((at, at + 2, end));
        }
    }
    // Without bold marks, behind the end of a sentence: `It leaks. Fix: close it.`
    for name in ["Fix: ", "Suggestion: ", "Recommendation: ", "Suggested fix: ", "_Fix:_ ", "*Fix:* ", "→ Fix: "] {
        if let Some(at) = text.find(name).filter(|at| starts.is_empty() && *at > 0) {
            let before = text.get(..at).unwrap_or_default().trim_end_matches([' ', '*', '_']);
            if before.ends_with(['.', '!', '?', ')', '`', ';', '—', '–', '-', ']']) {
                let from = at + name.len() - name.trim_start_matches(['→', ' ', '_', '*']).len();
                starts.push((at, from, at + name.trim_end().len()));
            }
        }
    }
    let Some((first, _, _)) = starts.first() else { return (text, Vec::new()) };
    let head = text.get(..*first).unwrap_or_default().trim_end().trim_end_matches(['|', '·', '—', '–', ' ', ',']);
    let ends = starts.iter().skip(1).map(|(start, _, _)| *start).chain([text.len()]);
    let inner = starts.iter().zip(ends).map(|((_, from, value), end)| {
        let key = text.get(*from..*value).unwrap_or_default().trim_matches(['*', '_', ':', '.', ' ', '→']);
        let value = text.get(*value..end).unwrap_or_default().trim_start_matches([':', ' ']).trim_end();
        let value = value.trim_end_matches(['|', '·']).trim_end();
        Segment { key: Some(key.to_owned()), role: labels::role(key), text: value.to_owned(), ..Segment::default() }
    });
    (head, inner.collect())
}
