//! Findings in XML elements: `<finding severity="high"><title>…</title></finding>`. See `docs/formats/prose.md`,
//! "Elements".

use std::ops::Range;

use super::{Scope, fields, labels};
use crate::model::{Finding, KeyValue};
use crate::part::finding;
use crate::part::{Reading, severities};
use crate::text::blocks::{BlockKind, scan_heading};
use crate::text::elements::{Element, find, said};
use crate::text::inline;
use crate::text::ledger::{self, Owner};

/// What an element is called that holds one finding, by the last word of its name.
const NAMES: [&str; 8] = ["bug", "concern", "defect", "finding", "issue", "problem", "violation", "vulnerability"];

/// What an element is called that holds a comment on lines of a file, which its attributes name.
const COMMENT: &str = "comment";

/// How many words an element has at the least that tells a finding by itself.
const WORDS: usize = 4;

/// How deep elements may stand in each other: `<location><file>…`.
const LEVELS: usize = 3;

/// Reads and claims the findings of a reply that are elements; what is claimed already stays as it is. A protocol has a table
/// for them.
pub fn read(reading: &mut Reading<'_, '_>, scope: Scope<'_>, findings: &mut Vec<Finding>) {
    if scope.protocol {
        return;
    }
    let text = reading.source.text();
    let blocks = reading.source.blocks().iter();
    let asides = blocks.filter(|block| matches!(block.kind, BlockKind::ThinkBlock | BlockKind::Comment));
    let asides: Vec<Range<usize>> = asides.map(|block| block.lines.clone()).collect();
    let mut claimed = reading.ledger.claimed().into_iter().peekable();
    let mut taken_until = 0;
    let elements = find(text, |name| name == COMMENT || NAMES.contains(&last_word(name).as_str()));
    let alone = alone(reading, &elements);
    for (element, is_alone) in elements.iter().zip(alone) {
        let lines = lines_of(reading, &element.range);
        let range = reading.source.lines_range(lines.clone());
        // Elements and claims both come in order of the text: one walk is enough.
        while let Some(taken) = claimed.next_if(|taken| taken.start < range.end) {
            taken_until = taken_until.max(taken.end);
        }
        let is_aside = ledger::meets(&asides, &lines);
        // A reply that goes on with headings never closed the element.
        let spans = element.inner.lines().any(|line| scan_heading(line).is_some());
        if is_alone == Alone::Not || is_aside || spans || range.start < taken_until || nests(element) {
            continue;
        }
        let mut told = Vec::new();
        tell(element, LEVELS, &mut told);
        if element.name == COMMENT {
            told = of_comment(told);
            // `old_line=""` says that there is none.
            let empty = element.attributes.iter().filter(|(_, value)| said(value).is_empty());
            told.extend(empty.map(|(name, _)| (name_of(name), String::new())));
        }
        let known = |(name, _): &&(String, String)| labels::role(name).is_some();
        // `<issue>the door is open</issue>` in a sentence is no record; `<issue severity="high">` rates what it says.
        let rates = element.attributes.iter().any(|(name, value)| {
            labels::role(&name_of(name)) == Some("severity") && severities::stated(&said(value)).is_some()
        });
        let says =
            || told.iter().any(|(name, text)| name.is_empty() && text.split_whitespace().nth(WORDS - 1).is_some());
        if told.iter().filter(known).count() < 2 && !(rates && says()) {
            continue;
        }
        // `<critical-issue>`
        let named = element.name.split(['-', '_']).next().and_then(severities::word);
        let mut parts = fields::of_pairs(told, scope.aliases);
        if let Some(written) = parts.severity.take_if(|written| severities::stated(written).is_none()) {
            // `<severity>None</severity>`, `critical|major|minor` in a template
            if !is_rank(&written) || parts.location.is_none() {
                continue;
            }
            // `severity="concern"`
            parts.extra.push(KeyValue::new("severity", written));
        }
        if parts.severity.is_none() && named.is_some() {
            parts.heading_severity = named;
            parts.heading_words = Some(element.name.to_owned());
        }
        parts.without_id |= scope.without_ids;
        let range = match is_alone {
            Alone::Itself => range,
            _ => element.range.clone(),
        };
        let finding = finding::finish(reading, parts, findings.len(), scope.aliases, range.clone());
        reading.ledger.claim(range, Owner::Entry("findings", findings.len()));
        findings.push(finding);
    }
}

/// Whether a word that is no severity may be one of a scale of its own, and says neither that there is none nor that all is well.
fn is_rank(written: &str) -> bool {
    const WELL: [&str; 12] =
        ["good", "info", "n a", "na", "none", "ok", "pass", "passed", "positive", "praise", "strength", "well done"];
    let words = inline::words(written);
    words.starts_with(char::is_alphabetic)
        && !written.contains('|')
        && !words.contains(' ')
        && !WELL.contains(&words.as_str())
}

/// What else stands on the lines of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Alone {
    /// Nothing.
    Itself,
    /// Other elements, and nothing else.
    WithOthers,
    /// Text.
    Not,
}

/// Says of each element what else stands on its lines. Text beside one of several on a line is text beside them all.
fn alone(reading: &Reading<'_, '_>, elements: &[Element<'_>]) -> Vec<Alone> {
    let text = reading.source.text();
    let is_blank = |range: Range<usize>| text.get(range).is_some_and(|between| between.trim().is_empty());
    let mut found = Vec::with_capacity(elements.len());
    let shares = |one: &Element<'_>, next: &Element<'_>| {
        let line = reading.source.lines_range(lines_of(reading, &next.range)).start;
        line < one.range.end
    };
    for run in elements.chunk_by(shares) {
        let (Some(first), Some(last)) = (run.first(), run.last()) else { continue };
        let start = reading.source.lines_range(lines_of(reading, &first.range)).start;
        let end = reading.source.lines_range(lines_of(reading, &last.range)).end;
        let mut at = start;
        let mut is_alone = is_blank(last.range.end..end);
        for element in run {
            is_alone &= is_blank(at..element.range.start);
            at = element.range.end;
        }
        let each = match (is_alone, run.len()) {
            (false, _) => Alone::Not,
            (true, 1) => Alone::Itself,
            (true, _) => Alone::WithOthers,
        };
        found.extend(run.iter().map(|_| each));
    }
    found
}

/// Whether one of the same name begins in an element: then it is not known which of them ends where.
fn nests(element: &Element<'_>) -> bool {
    element.inner.match_indices('<').any(|(at, _)| {
        let tag = element.inner.get(at + 1..).and_then(|rest| rest.strip_prefix(element.name));
        tag.is_some_and(|rest| rest.starts_with(|next: char| next == '>' || next.is_whitespace()))
    })
}

/// What an element tells, by name: its attributes, the elements in it, and text that stands by itself.
fn tell(element: &Element<'_>, levels: usize, told: &mut Vec<(String, String)>) {
    told.extend(element.attributes.iter().map(|(name, value)| (name_of(name), said(value))));
    let parts = find(element.inner, |_| true);
    let mut at = 0;
    for part in &parts {
        told.push((String::new(), said(element.inner.get(at..part.range.start).unwrap_or_default())));
        at = part.range.end;
        let holds = levels > 1 && find(part.inner, |name| labels::role(&name_of(name)).is_some()).len() > 1;
        if holds {
            tell(part, levels - 1, told);
        } else {
            told.extend(part.attributes.iter().map(|(name, value)| (name_of(name), said(value))));
            told.push((name_of(part.name), said(part.inner)));
        }
    }
    told.push((String::new(), said(element.inner.get(at..).unwrap_or_default())));
    told.retain(|(_, text)| !text.is_empty());
}

/// `<comment file="src/a.ts" priority="3" new_line="17">`: what it tells, by the names of findings; nothing if it is on no
/// line. A priority that is a figure weighs nothing by itself.
fn of_comment(told: Vec<(String, String)>) -> Vec<(String, String)> {
    const NAMES: [(&str, &str); 5] =
        [("new line", "line"), ("old line", "line"), ("from", "before"), ("to", "suggestion"), ("priority", "rank")];
    let is_placed = |names: &[&str]| told.iter().any(|(name, _)| names.contains(&name.as_str()));
    if !is_placed(&["file", "path"]) || !is_placed(&["line", "new line", "old line"]) {
        return Vec::new();
    }
    let is_figure = |value: &str| value.bytes().all(|byte| byte.is_ascii_digit());
    let known = |(name, value): (String, String)| {
        let other = NAMES.iter().find(|(known, _)| *known == name && (name != "priority" || is_figure(&value)));
        (other.map_or(name.clone(), |(_, other)| (*other).to_owned()), value)
    };
    told.into_iter().map(known).collect()
}

/// The words of a name: `why_it_matters`, `suggested-fix`.
fn name_of(name: &str) -> String {
    name.replace(['_', '-'], " ")
}

fn last_word(name: &str) -> String {
    inline::words(name).rsplit(' ').next().unwrap_or_default().to_owned()
}

/// The lines that a stretch of the text stands on.
fn lines_of(reading: &Reading<'_, '_>, range: &Range<usize>) -> Range<usize> {
    let lines = reading.source.lines();
    let first = lines.partition_point(|line| line.start <= range.start).saturating_sub(1);
    let end = lines.partition_point(|line| line.start < range.end);
    first..end.max(first + 1)
}
