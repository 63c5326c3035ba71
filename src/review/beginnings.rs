//! What begins on a line: a field, an entry, a title. See `docs/formats/prose.md`, "Outline".

use super::vocabulary::{self, Class};
use super::{labels, lead, place_lines};
use crate::part::records::is_none;
use crate::part::{code_places, headings, severities};
use crate::text::blocks::{scan_item, without_item_mark};
use crate::text::lines::scan_fence;
use crate::text::{fields, inline};

/// Whether a line begins with the name of a field: `**Fix:** …`, `Location: …`, `**Fix**`.
#[must_use]
pub fn is_label(line: &str) -> bool {
    label(line).is_some()
}

/// Whether a line begins with a sign and, in capitals, what asks for a change, as the title of a finding may:
/// `💡 SUGGESTION: Split the routes`.
#[must_use]
pub fn is_signed_label(line: &str) -> bool {
    let line = line.trim();
    let told = without_signs(line);
    let Some((name, _)) = told.split_once(':').filter(|_| told.len() < line.len()) else { return false };
    name.starts_with(|first: char| first.is_ascii_uppercase())
        && !name.bytes().any(|byte| byte.is_ascii_lowercase())
        && labels::role(name) == Some("suggestion")
}

/// A known name of a field at the start of a line, and what follows it.
#[must_use]
pub fn label(line: &str) -> Option<(&str, &str)> {
    if let Some(place) = element_label(line) {
        return Some(("location", place));
    }
    let trimmed = unquoted(line.trim());
    // `1. - Location: …`: a list within an item.
    let inner = without_item_mark(trimmed).trim_start();
    let trimmed = if inner.starts_with("- ") { inner } else { trimmed };
    // `**Missing:** …` below the name of a file begins an entry.
    let is_listed = scan_item(line.trim_start()).is_some();
    let is_known = |key: &str, value: &str| {
        labels::role(key).is_some() || ((is_listed || key != "Missing") && role_by_value(key, value).is_some())
    };
    if let Some((key, value, _)) = fields::scan(trimmed).filter(|(key, value, _)| is_known(key, value)) {
        return Some((key, value)).filter(|(key, _)| !labels::is_decorated(key));
    }
    // `**Fix.** text`, `*Fix:* text`, `**Fix**`
    let text = without_item_mark(trimmed);
    for mark in ["**", "__", "*", "_"] {
        if let Some((name, after)) = text.strip_prefix(mark).and_then(|inner| inner.split_once(mark)) {
            // `**Severity: High** where it occurs`: name and value in bold.
            if let Some((key, _)) = name.split_once(": ").filter(|(key, _)| labels::role(key) == Some("severity")) {
                return text.get(mark.len() + key.len() + 1..).map(|value| (key, value.trim_start()));
            }
            // `**Confidence: 92**` on a line of its own.
            if let Some(told) = name.split_once(": ").filter(|(key, _)| labels::role(key) == Some("confidence"))
                && after.trim().is_empty()
            {
                return Some(told);
            }
            let key = name.trim().trim_end_matches(['.', ':']).trim_end();
            // `**Fix prompt** (copy to the agent):` has a remark on its name.
            if let Some((remark, value)) = after.trim_start().strip_prefix('(').and_then(|inner| inner.split_once("):"))
                && !remark.contains(['(', ')', ':'])
            {
                let named = text.len() - value.len() - ":".len();
                let key = text.get(mark.len()..named).filter(|_| labels::role(key).is_some());
                return key.filter(|key| !labels::is_decorated(key)).map(|key| (key, value));
            }
            let ends = name.trim_end().ends_with(['.', ':'])
                || after.trim().is_empty()
                || after.trim_start().starts_with([':', '—', '–']);
            return (ends && labels::role(key).is_some() && !labels::is_decorated(key))
                .then(|| (key, after.trim_start_matches([':', '—', '–', ' '])));
        }
    }
    None
}

/// What a field is whose name alone does not say it: `Missing: no test writes a share and reads it back`, `Target: "The oven
/// is off"`. `MISSING: src/a.ts:4 - …` begins an entry, `Missing: edge cases` is short, and `Target: 85%` is no quotation.
#[must_use]
pub fn role_by_value(key: &str, value: &str) -> Option<&'static str> {
    const WORDS: usize = 5;
    let mut words = value.split_whitespace();
    match key {
        "Missing" if words.next().is_some_and(|first| !place_lines::is_place(first)) && words.count() + 1 >= WORDS => {
            Some("description")
        }
        "Target" if value.trim_start().starts_with(['"', '“']) => Some("location"),
        _ => None,
    }
}

/// The fields of a line that says one after the other, each in a sentence, and what it says behind them: `**Status: confirmed.
/// Severity: high.** Location: src/a.py:4. The lock is lost.`
#[must_use]
pub fn fields_in_a_row(line: &str) -> Option<(Vec<(&str, &str)>, &str)> {
    const LEAST: usize = 2;
    const MOST: usize = 5;
    const KNOWN: [&str; 5] = ["confidence", "line", "location", "severity", "status"];
    if let Some(found) = fields_between_marks(line).or_else(|| assigned(line)) {
        return Some((found, ""));
    }
    let mut rest = line.trim();
    // What is left behind a field may begin with a mark of its own: `__init__.py`, `.env`.
    let bold = ["**", "__", "*", "_"].into_iter().find(|mark| rest.starts_with(mark)).unwrap_or_default();
    let mut is_bold = false;
    let mut found = Vec::new();
    while !rest.is_empty() && found.len() < MOST {
        let mut stops = rest.match_indices('.').map(|(at, _)| at);
        let is_end =
            |at: &usize| rest.get(at + 1..).is_some_and(|after| after.trim_start_matches(['*', '_']).starts_with(' '));
        let piece = stops.find(is_end).and_then(|end| rest.get(..end)).unwrap_or(rest);
        let Some((key, value)) = piece.split_once(": ") else { break };
        let key = key.trim_matches(['*', '_', ' ']);
        if !labels::named(key).is_some_and(|role| KNOWN.contains(&role)) || piece.matches('`').count() % 2 == 1 {
            break;
        }
        let value = value.trim().trim_end_matches('.');
        let value = if bold.is_empty() { value } else { value.strip_prefix(bold).unwrap_or(value).trim_start() };
        let is_closed = !bold.is_empty() && value.ends_with(bold);
        found.push((key, if is_closed { value.trim_end_matches(['*', '_']) } else { value }));
        is_bold ^= !bold.is_empty() && piece.matches(bold).count() % 2 == 1;
        rest = rest.get(piece.len()..).unwrap_or_default();
        rest = rest.strip_prefix('.').unwrap_or(rest);
        if let Some(behind) = rest.strip_prefix(bold).filter(|_| is_bold) {
            (rest, is_bold) = (behind, false);
        }
        rest = rest.trim_start();
    }
    (found.len() >= LEAST).then_some((found, rest))
}

/// The fields of a line that assigns them, one of which says what is wrong, the last to the end of the line: `ISSUE
/// severity=high file=src/a.ts line=4 claim=The key is logged`.
#[must_use]
pub fn assigned(line: &str) -> Option<Vec<(&str, &str)>> {
    const LEAST: usize = 3;
    const TELLS: [&str; 4] = ["claim", "desc", "msg", "text"];
    if !inline::may_hold(line, "=") {
        return None;
    }
    let told = without_item_mark(line.trim());
    let word = told.split(' ').next().unwrap_or_default();
    let is_name = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_uppercase());
    let mut rest = if is_name { told.get(word.len()..).unwrap_or_default().trim_start() } else { told };
    let mut found = Vec::new();
    let named = |key: &str| if TELLS.contains(&key) { Some("description") } else { labels::named(key) };
    while let Some((key, value)) = rest.split_once('=').filter(|(key, _)| named(key).is_some()) {
        // The next field begins behind a space, and is one by its name.
        let next = value.match_indices(' ').map(|(at, _)| at).find(|at| {
            let after = value.get(at + 1..).unwrap_or_default();
            after.split_once('=').is_some_and(|(key, _)| named(key).is_some())
        });
        let (value, after) = value.split_at(next.unwrap_or(value.len()));
        let key = if TELLS.contains(&key) { "description" } else { key };
        found.push((key, value.trim().trim_matches('"')));
        rest = after.trim_start();
    }
    let is_known = |name: &str| found.iter().any(|(key, _)| named(key) == Some(name));
    let tells = is_known("description") || is_known("title");
    (found.len() >= LEAST && rest.is_empty() && tells && (is_known("severity") || is_known("location")))
        .then_some(found)
}

/// The fields of a line that dots or bars part, all by known names: `Status: open · Severity: high`.
fn fields_between_marks(line: &str) -> Option<Vec<(&str, &str)>> {
    const KNOWN: [&str; 7] = ["confidence", "id", "line", "location", "severity", "status", "type"];
    let mark = [" · ", " • ", " | "].into_iter().find(|mark| inline::may_hold(line, mark))?;
    let fields = line.trim().split(mark).map(|part| fields::scan(part).map(|(key, value, _)| (key, value)));
    let fields = fields.collect::<Option<Vec<(&str, &str)>>>()?;
    let is_known =
        |(key, value): &(&str, &str)| !value.is_empty() && labels::named(key).is_some_and(|role| KNOWN.contains(&role));
    let is_rated = fields.iter().any(|(key, _)| labels::named(key) == Some("severity"));
    (fields.len() > 1 && is_rated && fields.iter().all(is_known)).then_some(fields)
}

/// The place that an element on a line of its own names: `` <location> `src/a.ts:4` </location> ``,
/// `<location path="src/a.ts" line_range="4" />`.
#[must_use]
pub fn element_label(line: &str) -> Option<&str> {
    let element = line.trim().strip_prefix("<location")?;
    if let Some(attributes) = element.strip_suffix("/>") {
        let value = ["path=\"", "file=\""].iter().find_map(|name| attributes.trim_start().strip_prefix(name))?;
        return value.trim_end().strip_suffix('"');
    }
    let place = element.strip_prefix('>')?.strip_suffix("</location>")?.trim();
    place_lines::is_place(place).then_some(place)
}

/// Whether a line begins an entry wherever it stands: with a severity, and goes on to say what is wrong. Counts,
/// alternatives and single words say nothing; in a quote, the severity has to be marked.
#[must_use]
pub fn begins_entry(line: &str) -> bool {
    const MARKED_WORDS: usize = 2;
    const PLAIN_WORDS: usize = 3;
    let quoted = line.trim_start().starts_with('>');
    let text = line.trim().trim_start_matches('>').trim_start();
    if text.is_empty() || is_label(text) || headings::group(text).is_some() {
        return false;
    }
    let lead = lead::read(text, lead::Form::Text);
    let Some(severity) = lead.severity else { return lead.flag.is_some() && !lead.after.is_empty() };
    // `S2: …` numbers a step.
    if severity.len() == 2 && severity.starts_with(['S', 's']) && lead.place.is_none() {
        return false;
    }
    let marked = text.starts_with(['*', '_', '[', '~'])
        || lead.place.is_some()
        || !severity.is_ascii()
        || (!lead.ids.is_empty() && severity.bytes().all(|byte| byte.is_ascii_uppercase()));
    let told = lead.title.unwrap_or(lead.after).trim_start_matches(['*', '_', ' ', ':']);
    // `[Minor] --secure without a value throws`
    let told = if marked && told.starts_with("--") { told.trim_start_matches('-') } else { told };
    let says = told.starts_with(|first: char| first.is_alphabetic() || matches!(first, '`' | '"' | '“' | '\'' | '/'));
    let weighs_again = weighs(told);
    let words = told.split_whitespace().count() + lead.title.map_or(0, |_| lead.after.split_whitespace().count());
    let least = match lead.place {
        // `MAJOR(src/a.ts:4): leak`
        Some(place) if place_lines::names_lines(place) => 1,
        _ if marked => MARKED_WORDS,
        _ => PLAIN_WORDS,
    };
    says && !weighs_again && !is_none(told) && words >= least && (marked || !quoted)
}

/// Whether a text only weighs, in short parts: `Confidence: High | low effort`. `Missing null check, error` tells.
fn weighs(text: &str) -> bool {
    const WORDS: usize = 4;
    let parts = || text.split([',', ';', '|', '/', '·']).map(str::trim);
    let is_weight = |part: &str| {
        let word = part.split([':', '=', ' ']).next().unwrap_or_default();
        let rest = part.get(word.len()..).unwrap_or_default();
        let is_followed = rest.starts_with([':', '=']) || rest.split_whitespace().count() == 1;
        let is_named = !severities::is_plain(word) || part.contains([':', '=']);
        is_named && (severities::word(word).is_some() && is_followed || severities::is_severity(part))
    };
    parts().all(|part| part.split_whitespace().count() <= WORDS) && parts().any(is_weight)
}

/// Whether a line rates or places what it stands below, its parts between marks: `**Anchor 75** (FYI) · Unit 4`.
#[must_use]
pub fn rates(line: &str) -> bool {
    const WORDS: usize = 16;
    let after = inline::bold_lead(line).and_then(|(_, at)| line.trim_start().get(at..)).map_or("", str::trim_start);
    let remark = after.strip_prefix('(').and_then(|remark| remark.split_once(')'));
    let is_short = line.split_whitespace().count() <= WORDS && !line.trim_end().ends_with('.');
    is_short && is_aside(line) && remark.map_or(after, |(_, after)| after.trim_start()).starts_with(['·', '•', '|'])
}

/// Whether a line is the fence of a block in YAML, where `#` begins a comment.
#[must_use]
pub fn opens_yaml(line: &str) -> bool {
    scan_fence(line).is_some_and(|mark| {
        let language = mark.info.split_whitespace().next().unwrap_or_default();
        ["yaml", "yml"].iter().any(|name| language.eq_ignore_ascii_case(name))
    })
}

/// A line of a quotation that begins with a name in bold or italics of what is wrong or what to do, without its mark:
/// `> **Fix:** …`. What else is quoted may be the words of somebody else.
fn unquoted(line: &str) -> &str {
    let quoted = line.strip_prefix('>').map(str::trim_start).filter(|text| text.starts_with(['*', '_']));
    let told = quoted.filter(|text| {
        let name = text.trim_start_matches(['*', '_']).split(['*', '_', ':']).next().unwrap_or_default();
        matches!(labels::role(name), Some("description" | "discussion" | "suggestion"))
    });
    told.unwrap_or(line)
}

/// Whether a paragraph begins in bold with something other than the name of a field.
#[must_use]
pub fn is_bold_entry(line: &str) -> bool {
    let line = undecorated(line).unwrap_or(line);
    inline::bold_lead(line).is_some()
        && line.trim_start().starts_with(['*', '_'])
        && !is_label(line)
        && fields_in_a_row(line).is_none()
}

/// Whether a line is a sign and a title in bold, and nothing else: `🔴 **The key is logged**`.
#[must_use]
pub fn is_signed_title(line: &str) -> bool {
    let line = line.trim();
    let rest = without_signs(line);
    let inner = rest.strip_prefix("**").and_then(|inner| inner.strip_suffix("**"));
    rest.len() < line.len() && inner.is_some_and(|inner| !inner.contains("**") && inner.contains(' '))
}

/// A line without the signs that it begins with: `🔴`, `💡`.
fn without_signs(line: &str) -> &str {
    line.trim_start_matches(|sign: char| !sign.is_ascii() && !sign.is_alphanumeric()).trim_start()
}

/// What stands in bold behind a sign that neither weighs nor praises: `🚩 **The name is taken** (a.ts:4)`.
#[must_use]
pub fn undecorated(line: &str) -> Option<&str> {
    const PRAISE: [char; 6] = ['✅', '✓', '✔', '👍', '⭐', '🎉'];
    let line = line.trim_start();
    let sign = line.chars().next().filter(|sign| !sign.is_ascii() && !sign.is_alphanumeric())?;
    let rest = line.get(sign.len_utf8()..)?.trim_start_matches(['\u{fe0f}', ' ']);
    let is_plain = !PRAISE.contains(&sign) && lead::read(line, lead::Form::Text).severity.is_none();
    (is_plain && rest.starts_with("**")).then_some(rest)
}

/// Whether a line begins with a file, its line, and a colon, as tools write it, and goes on to say something:
/// `src/a.ts:4:7: the key is logged`.
#[must_use]
pub fn begins_placed(line: &str) -> bool {
    const WORDS: usize = 3;
    // Most lines are told at once.
    let Some(line) = Some(line.trim()).filter(|line| line.contains(':')) else { return false };
    let line = lead::named_place(line).map_or(line, |(_, place)| place);
    let Some((place, after)) = code_places::lead(line) else { return false };
    place.ends_with(|last: char| last.is_ascii_digit())
        && place.contains(':')
        && [": ", " - ", " – ", " — "]
            .iter()
            .find_map(|mark| after.strip_prefix(mark))
            .is_some_and(|told| told.split_whitespace().nth(WORDS - 1).is_some())
}

/// Whether a line begins in bold with a code that names what follows: `**P12.** Text`.
#[must_use]
pub fn begins_named(line: &str) -> bool {
    if !is_bold_entry(line) {
        return false;
    }
    let lead = lead::read(line, lead::Form::Text);
    let is_code = |written: &str| written.ends_with(|last: char| last.is_ascii_digit());
    lead.ids.first().copied().or(lead.severity).is_some_and(is_code)
}

/// Whether a line says of something named that it fails, and what it says of it; `None` where it says neither that nor that it
/// passes: `factual-accuracy: FINDING — L42 names a module that is gone`, `redundancy: PASS`.
#[must_use]
pub fn judged(line: &str) -> Option<(bool, &str)> {
    const WORDS: usize = 4;
    const PASSED: [&str; 7] = ["N/A", "NA", "OK", "PASS", "PASSED", "SKIP", "SKIPPED"];
    const FAILED: [&str; 7] = ["CONCERN", "FAIL", "FAILED", "FINDING", "ISSUE", "WARN", "WARNING"];
    let (key, value) = line.trim().split_once(':')?;
    let is_name = key.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_' | '/'));
    if key.split_whitespace().count() > WORDS || !is_name || labels::role(key).is_some() {
        return None;
    }
    let value = value.trim();
    let word = value.split([' ', ':', ',', '.']).next()?;
    let told = value.get(word.len()..)?.trim_start_matches([' ', ':', ',', '.', '—', '–', '-']);
    match word {
        word if PASSED.contains(&word) => Some((false, told)),
        word if FAILED.contains(&word) => Some((true, told)),
        _ => None,
    }
}

/// Whether a heading is counted, named by an id, or weighed: what it stands over is one thing.
#[must_use]
pub fn is_counted(text: &str) -> bool {
    let lead = lead::read(text, lead::Form::Heading);
    lead.number.is_some() || !lead.ids.is_empty() || lead.severity.is_some()
}

/// Whether a paragraph begins in bold with a name of its own, without number, id or severity: `**Reference:** …`.
#[must_use]
pub fn is_aside(line: &str) -> bool {
    let lead = inline::bold_lead(line).map_or("", |(lead, _)| lead);
    matches!(vocabulary::classify(lead), Class::Plain | Class::Label | Class::Topic)
        && !is_counted(line)
        && lead::read(line, lead::Form::Text).severity.is_none()
}

/// Whether a line is a severity in capitals or in brackets, a place, and nothing else: `HIGH src/a.ts:4`.
#[must_use]
pub fn is_rated_place(line: &str) -> bool {
    let lead = lead::read(line.trim(), lead::Form::Text);
    let marked =
        |severity: &str| line.trim_start().starts_with('[') || severity.bytes().all(|byte| !byte.is_ascii_lowercase());
    lead.severity.is_some_and(marked) && lead.place.is_some() && lead.title.is_none() && lead.after.is_empty()
}

/// The title between two rules on one line: `=== SEC-1: Title ===`.
#[must_use]
pub fn ruled_title(line: &str) -> Option<&str> {
    const MARKS: usize = 2;
    let text = line.trim();
    let mark = text.chars().next().filter(|mark| matches!(mark, '=' | '-' | '*' | '~'))?;
    let inner = text.trim_start_matches(mark);
    let title = inner.trim_end_matches(mark);
    let closes = inner.len() - title.len() >= MARKS && text.len() - inner.len() >= MARKS;
    let spaced = title.starts_with(' ') && title.ends_with(' ');
    // `---FINDING---`
    let is_name = title.bytes().all(|byte| byte.is_ascii_uppercase() || matches!(byte, b'-' | b'_' | b' '));
    Some(title.trim()).filter(|title| closes && (spaced || is_name) && title.contains(char::is_alphabetic))
}
