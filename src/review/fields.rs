//! From the lines of a finding to its parts: what is its title, its place, what is wrong, what to do.
//! See `docs/formats/prose.md`, "Fields".

use std::ops::Range;

use super::lead::{self, Form, Lead};
use super::outline::{Kind, Node, label, rates};
use super::{labels, sentences};
use crate::model::{Extra, KeyValue, Place};
use crate::part::aliases::{self, Aliases};
use crate::part::code_places::{self, Reach};
use crate::part::finding::{self, Parts};
use crate::part::{Reading, columns, mentions, scales, severities};
use crate::text::blocks::{heading_text, indentation, is_rule, scan_heading, scan_item, without_item_mark};
use crate::text::lines::{FenceMark, fence_after, scan_fence};
use crate::text::{fields, inline, markup, tables};

/// The parts of a finding that is a node of the outline, and what discusses it.
#[must_use]
pub fn of_node(
    reading: &Reading<'_, '_>,
    node: &Node<'_>,
    scales: scales::Scales,
    file: Option<&str>,
    (names, asides): (&Aliases, Asides),
) -> Parts {
    let unstruck = node.text.replace("~~", "");
    let struck = node.text.trim_start_matches(['*', '_', ' ']).starts_with("~~");
    let mut lead = node.lead().clone();
    if struck && !lead.severity.is_some_and(|severity| node.text.trim_start().starts_with(&format!("~~{severity}~~"))) {
        lead = lead::read(&unstruck, node.form());
    }
    lead.struck = struck;
    match lead.severity {
        // `P1` to `P13` are names.
        Some(written) if scales.is_number(written) => {
            lead.ids.insert(0, inline::bare(written));
            lead.severity = None;
        }
        Some(written) if scales.is_other(written, node.text) => {
            lead.severity = None;
            lead.title = Some(node.text);
        }
        _ => {}
    }
    let own_fields = node.kind != Kind::Heading && !node.is_comment && label(node.text).is_some();
    let mut parts = if own_fields { Parts::default() } else { of_lead(&lead) };
    parts.id = parts.id.or_else(|| node.number.map(str::to_owned));
    let opening = if own_fields { None } else { Some(lead.after).filter(|after| !after.is_empty()) };
    let from = if own_fields { node.lines.start } else { node.lines.start + 1 };
    let mut lines = lines_of(reading, from..node.lines.end);
    // The rule before the next finding is no part of this one.
    while lines.last().is_some_and(|line| line.trim().is_empty() || is_rule(line.trim())) {
        lines.pop();
    }
    if parts.severity.is_none() {
        parts.severity = node.rated.map(str::to_owned);
    }
    let opening = match opening.and_then(lead::elided_lines).filter(|_| parts.location.is_none()) {
        Some((place, after)) => {
            parts.location = Some(place.to_owned());
            Some(after).filter(|after| !after.is_empty())
        }
        None => opening,
    };
    // `1. [P1] Title — src/a.ts:12`, and what is wrong below.
    let tells_below = lines.iter().any(|line| !line.trim().is_empty());
    let opening = match opening.and_then(lead::titled_place) {
        Some((title, place)) if tells_below && parts.title.is_none() && parts.location.is_none() => {
            parts.title = Some(title.to_owned());
            parts.location = Some(place.to_owned());
            None
        }
        // `[HIGH] Title`, and a field below that says what is wrong.
        _ if parts.title.is_none() && opening.is_some_and(lead::is_title) && describes(&lines) => {
            parts.title = opening.map(str::to_owned);
            None
        }
        _ => opening,
    };
    let lines = if parts.title.is_none() && parts.location.is_some() && opening.is_none() {
        without_header(&mut parts, &lines)
    } else if parts.title.is_some() && opening.is_none() {
        without_rating(&mut parts, lines)
    } else {
        lines
    };
    let segments = segments(&without_quotes(lines), opening);
    fill(&mut parts, segments, file, (names, asides));
    parts
}

/// The lines without the marks of a quotation, where the quotation is of fields: `> **Problem:** …`.
fn without_quotes(mut lines: Vec<&str>) -> Vec<&str> {
    let is_quoted = |line: &str| line.trim_start().starts_with('>');
    let rates = |line: &str| {
        let field = fields::scan(line.trim_start().trim_start_matches('>').trim_start());
        field.is_some_and(|(key, _, _)| matches!(labels::role(key), Some("id" | "severity" | "status" | "title")))
    };
    // A finding that is quoted whole is that of somebody else.
    if lines.iter().any(|line| is_quoted(line) && rates(line)) {
        return lines;
    }
    if lines.iter().any(|line| is_quoted(line) && label(line).is_some()) {
        for line in lines.iter_mut().filter(|line| is_quoted(line)) {
            let text = line.trim_start().trim_start_matches('>');
            *line = text.strip_prefix(' ').unwrap_or(text);
        }
    }
    lines
}

/// Whether fields follow at once, one of which says what is wrong.
fn describes(lines: &[&str]) -> bool {
    let field = |line: &str| label(line).map(|(key, _)| key.to_owned());
    let tells = |key: &str| labels::role(key) == Some("description") || labels::tells_why(key);
    lines.first().is_some_and(|first| label(first).is_some())
        && lines.iter().filter_map(|line| field(line)).any(|key| tells(&key))
}

/// What follows the severity and the title of a comment that begins with its place, each on a line of its own.
fn without_header<'t>(parts: &mut Parts, lines: &[&'t str]) -> Vec<&'t str> {
    let mut rest = lines;
    while let Some((first, after)) = rest.split_first() {
        let title = inline::bold_lead(first.trim()).filter(|(_, end)| first.trim().get(*end..) == Some(""));
        match (lead::severity_line(first), title) {
            (Some(severity), _) if parts.severity.is_none() => parts.severity = Some(severity.to_owned()),
            (_, Some((title, _))) => {
                parts.title = Some(title.trim_end_matches('.').to_owned());
                return after.to_vec();
            }
            _ if first.trim().is_empty() => {}
            _ => break,
        }
        rest = after;
    }
    rest.to_vec()
}

/// What follows a line right below the title that rates the finding: `**High** · src/a.ts:4`. A severity by name is a field.
fn without_rating<'t>(parts: &mut Parts, mut lines: Vec<&'t str>) -> Vec<&'t str> {
    let Some(first) = lines.iter().position(|line| !line.trim().is_empty()) else { return lines };
    let Some(line) = lines.get(first).copied() else { return lines };
    let is_field = label(line).is_some_and(|(_, value)| severities::word(value).is_some());
    let Some(rating) = lead::rating(line).filter(|_| parts.severity.is_none() && !is_field) else { return lines };
    parts.severity = Some(rating.severity.to_owned());
    if let Some(place) = rating.place {
        parts.location = Some(match parts.location.take() {
            Some(earlier) => format!("{earlier}; {place}"),
            None => place.to_owned(),
        });
    }
    parts.extra.extend(rating.remarks.into_iter().map(remark));
    lines.drain(..=first);
    lines
}

/// Where fields go that discuss a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asides {
    /// Into its discussion.
    Discussion,
    /// Each stays a field, as a protocol has it.
    Extra,
}

/// The parts of a finding that is a text by itself, such as a string in JSON.
#[must_use]
pub fn of_text(text: &str, names: &Aliases) -> Parts {
    let text = scan_item(text.trim_start()).map_or(text, |(mark, _)| text.trim_start().get(mark..).unwrap_or(text));
    let (first, below) = text.split_once('\n').unwrap_or((text, ""));
    let lead = lead::read(first, Form::Text);
    let mut parts = of_lead(&lead);
    let lines: Vec<&str> = below.split('\n').collect();
    fill(
        &mut parts,
        segments(&lines, Some(lead.after).filter(|after| !after.is_empty())),
        None,
        (names, Asides::Discussion),
    );
    parts
}

/// The parts of a finding that is made of fields alone.
#[must_use]
pub fn of_lines(
    reading: &Reading<'_, '_>,
    lines: Range<usize>,
    file: Option<&str>,
    names: (&Aliases, Asides),
) -> Parts {
    let mut parts = Parts::default();
    fill(&mut parts, segments(&without_quotes(lines_of(reading, lines)), None), file, names);
    parts
}

/// The parts of a finding whose fields are named apart from the text; what goes by no name is text.
#[must_use]
pub fn of_pairs(pairs: Vec<(String, String)>, names: &Aliases) -> Parts {
    let segments = pairs.into_iter().map(|(key, text)| Segment {
        role: labels::role(&key),
        key: Some(key).filter(|key| !key.is_empty()),
        text,
        ..Segment::default()
    });
    let mut parts = Parts::default();
    fill(&mut parts, segments.collect(), None, (names, Asides::Discussion));
    parts
}

/// The parts of a finding that is a row: a place that no column gives is told in the others, and so is what to do.
#[must_use]
pub fn of_row(mut parts: Parts, file: Option<&str>, names: (&Aliases, Asides)) -> Parts {
    fill(&mut parts, Vec::new(), file, names);
    parts
}

/// The parts of a finding that is a row, with what a sentence behind the first says to do.
#[must_use]
pub fn advised(mut parts: Parts) -> Parts {
    let told = parts.description.as_deref().and_then(|text| text.split_once(". ")).map(|(_, rest)| rest.to_owned());
    if parts.suggestion.is_none() && told.is_some() {
        parts.suggestion = advice(&Parts { description: told, ..Parts::default() });
    }
    parts
}

/// What the first line says.
fn of_lead(lead: &Lead<'_>) -> Parts {
    let mut parts = Parts {
        id: lead.ids.first().copied().or(lead.number).map(str::to_owned),
        severity: lead.severity.map(str::to_owned),
        location: lead.place.map(|place| place.replace("**", "")),
        struck: lead.struck,
        title: lead.title.map(|title| if lead.struck { title.replace("~~", "") } else { title.to_owned() }),
        ..Parts::default()
    };
    for id in lead.ids.iter().skip(1) {
        parts.extra.push(KeyValue::new("id", *id));
    }
    if let (Some(number), true) = (lead.number, !lead.ids.is_empty()) {
        parts.extra.push(KeyValue::new("Number", number));
    }
    for remark in &lead.remarks {
        if parts.location.is_none()
            && let Some((lines, "")) = lead::elided_lines(remark)
        {
            parts.location = Some(lines.to_owned());
            continue;
        }
        parts.extra.push(self::remark(remark));
    }
    parts
}

/// What stands beside a title: how sure the reviewer is, or anything else.
fn remark(written: &str) -> KeyValue {
    KeyValue::new(if scales::is_confidence(written) { "Confidence" } else { "Remark" }, written)
}

/// A stretch of the text of a finding: the value of a field, or text without a name.
#[derive(Debug, Default)]
struct Segment {
    /// The name of the field as written.
    key: Option<String>,
    /// What the field is.
    role: Option<&'static str>,
    text: String,
    /// How far its first line is indented.
    indent: usize,
    /// Whether its name is a heading: then it ends where the next begins.
    headed: bool,
}

fn lines_of<'t>(reading: &Reading<'_, 't>, lines: Range<usize>) -> Vec<&'t str> {
    lines.map(|line| reading.paper.line(line)).collect()
}

/// Cuts lines into fields and the text between them.
fn segments(lines: &[&str], opening: Option<&str>) -> Vec<Segment> {
    let mut found: Vec<Segment> = Vec::new();
    if let Some(text) = opening {
        // `text **Fix:** text` has a field within the line.
        let (text, inner) = inner_fields(text);
        found.push(Segment { text: text.to_owned(), ..Segment::default() });
        found.extend(inner);
    }
    let mut fence: Option<FenceMark<'_>> = None;
    let mut blank = false;
    let mut keyed = None;
    for (at, line) in lines.iter().copied().enumerate() {
        let below = lines.get(at + 1..).unwrap_or_default();
        // Lines of tags frame what is told: they stay in the remainder. `<summary>🛠️ Proposed fix</summary>` names it.
        if fence.is_none()
            && let Some(tags) = markup::tag_line(line)
        {
            let title = tags.text.trim_start_matches(|mark: char| !mark.is_alphanumeric()).trim_end();
            if tags.titles && labels::role(title) == Some("suggestion") {
                let key = Some(title.to_owned());
                found.push(Segment { key, role: Some("suggestion"), ..Segment::default() });
                blank = false;
            }
            continue;
        }
        let is_row = fence.is_none() && tables::is_row(line);
        if is_row && keyed.is_none() {
            keyed = Some(is_keyed(line, below));
            found.extend(placed(line, below).filter(|_| keyed == Some(false)));
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
        let inside = fence.is_some();
        fence = fence_after(fence, line);
        // What a forge can apply is what to do, whatever stands above it.
        let info = line.trim_start().trim_start_matches(['`', '~']).trim();
        let proposed = || found.last().is_some_and(|last| last.role == Some("suggestion"));
        let applies = info == "suggestion" || (info == "diff" && !is_hunk(below) && !proposed());
        if !inside && fence.is_some() && applies {
            let text = line.trim().to_owned();
            found.push(Segment {
                key: Some("Suggestion".to_owned()),
                role: Some("suggestion"),
                text,
                ..Segment::default()
            });
            blank = false;
            continue;
        }
        // What parts the head of a table of fields from its rows says nothing.
        if !inside && tables::is_separator(line) && found.last().is_some_and(|last| last.key.is_some()) {
            continue;
        }
        let begun = if inside || keyed == Some(false) { None } else { begin(&found, line, below, blank) };
        if let Some(segment) = begun {
            let (text, inner) = inner_fields(&segment.text);
            let text = text.to_owned();
            found.push(Segment { text, ..segment });
            found.extend(inner);
        } else if !inside
            && (ends_value(found.last(), line, blank)
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
        return Some(Segment { key: role.map(|_| text.to_owned()), role, text: text_of, indent, headed: true });
    }
    if let Some((key, value)) = row(line) {
        let role = labels::role(key);
        if role.is_some() || beside_field(found, blank) {
            return Some(Segment { key: Some(key.to_owned()), role, text: value.to_owned(), indent, headed: false });
        }
    }
    // `Source: src/a.ts:4` says where.
    let named = fields::scan(line).is_some_and(|(key, _, _)| labels::role(key) == Some("location"));
    if !named && lead::says_where(line) && found.iter().all(|segment| segment.text.trim().is_empty()) {
        return None;
    }
    if let Some((key, value)) = label(line) {
        let role = labels::role(key);
        let rated = rated(value).filter(|_| role == Some("severity"));
        // A word that rates something else is text: `Risk: an attacker …`.
        let role = match role {
            Some("severity")
                if rated.is_none()
                    && severities::word(inner_fields(value).0.split(['|', '·']).next().unwrap_or_default())
                        .is_none()
                    && !value.trim().is_empty() =>
            {
                Some("discussion")
            }
            other => other,
        };
        return Some(Segment {
            key: Some(key.to_owned()),
            role,
            text: without_block_mark(value).to_owned(),
            indent,
            headed: false,
        });
    }
    // A short key among fields is one too: `**Dimension**: Reliability`.
    let (key, value, bold) = fields::scan(line)?;
    let next = below.iter().find(|next| !next.trim().is_empty());
    let beside = beside_field(found, blank) || (found.is_empty() && next.is_some_and(|next| label(next).is_some()));
    let marked = bold || scan_item(line.trim_start()).is_some();
    (beside && marked && key.split_whitespace().count() <= 3 && !value.is_empty() && value.len() <= 120)
        .then(|| Segment { key: Some(key.to_owned()), role: None, text: value.to_owned(), indent, headed: false })
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

/// Whether a line that begins no field ends the value before it: a paragraph behind a blank line does.
fn ends_value(last: Option<&Segment>, line: &str, blank: bool) -> bool {
    let Some(last) = last else { return false };
    let text = line.trim_start();
    let belongs =
        scan_item(text).is_some() || scan_fence(line).is_some() || tables::is_row(line) || text.starts_with('>');
    let open = last.text.trim().is_empty() || last.text.trim_end().trim_end_matches(['*', '_', '`']).ends_with(':');
    blank && last.key.is_some() && !last.headed && !open && !belongs && indentation(line) <= last.indent
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
            let before = text.get(..at).unwrap_or_default().trim_end();
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
        Segment { key: Some(key.to_owned()), role: labels::role(key), text: value.to_owned(), indent: 0, headed: false }
    });
    (head, inner.collect())
}

/// Puts fields and text where they belong.
fn fill(parts: &mut Parts, mut segments: Vec<Segment>, file: Option<&str>, (names, asides): (&Aliases, Asides)) {
    if parts.severity.is_none() {
        settle_rank(&mut segments);
    }
    // Below some text, "Observation" and "Summary" begin further text.
    let is_text = |segment: &Segment| {
        segment.key.is_none() && !segment.text.trim().is_empty() && !lead::is_place_line(&segment.text)
    };
    let told = segments.iter().position(is_text).unwrap_or(segments.len());
    let described = segments
        .iter()
        .take(told)
        .any(|segment| segment.role == Some("description") && !segment.text.trim().is_empty());
    // Where a field says why, a list of fields by unknown names before it describes nothing.
    let explains = segments.iter().filter_map(|segment| segment.key.as_deref()).any(labels::tells_why);
    let is_list = |segment: &Segment| {
        let (text, key) = (segment.text.trim_start(), fields::scan(&segment.text));
        scan_item(text).is_some() && matches!(key, Some((_, _, true)))
    };
    let described = described || (explains && segments.get(told).is_some_and(is_list));
    let mut rest: Vec<String> = Vec::new();
    let mut evidence = Evidence::default();
    // What is wrong by a field that says why, where nothing else says it.
    let mut why: Option<(usize, String)> = None;
    let mut first = true;
    for (at, Segment { key, role, text, .. }) in segments.into_iter().enumerate() {
        let text = text.trim().to_owned();
        let role = role
            .map(|role| if at > told && matches!(role, "description" | "title" | "id") { "discussion" } else { role });
        match (role, key) {
            (Some("discussion"), Some(key)) if asides == Asides::Extra => parts.put(None, &key, &text),
            (Some("discussion"), Some(key)) => {
                if finding::is_evidence(&key) {
                    evidence.places = evidence.places.or_else(|| finding::places_of_evidence(&key, &text));
                    evidence.text = evidence.text.or_else(|| Some(text.clone()));
                }
                if !text.is_empty() {
                    if why.is_none() && labels::tells_why(&key) {
                        why = Some((rest.len(), text.clone()));
                    }
                    let gap = if text.starts_with("```") { "\n" } else { " " };
                    rest.push(format!("**{key}:**{gap}{text}"));
                }
            }
            (Some("suggestion"), Some(key)) => match &mut parts.suggestion {
                Some(earlier) => {
                    earlier.push_str(&format!("\n\n{key}: {text}"));
                }
                None if labels::qualifies(&key) => parts.suggestion = Some(format!("{key}: {text}")),
                None => parts.suggestion = Some(text),
            },
            (Some("location"), Some(_)) if parts.location.is_some() => {
                if let Some(location) = &mut parts.location {
                    location.push_str("; ");
                    location.push_str(&text);
                }
            }
            (Some("title"), Some(_)) if parts.title.is_some() => {
                if let Some(heading) = parts.title.replace(text) {
                    parts.extra.push(KeyValue::new("heading", heading));
                }
            }
            // A place ends with its line; what follows says what is wrong.
            (Some(role @ ("location" | "line")), Some(key)) if text.contains('\n') => {
                let below = put_place(parts, role, &key, &text);
                add_text(parts, &mut rest, below.trim(), described);
            }
            (Some("severity"), Some(key)) => put_severity(parts, &mut rest, &key, text, described),
            (Some("confidence") | None, Some(key)) => parts.put(None, &key, &text),
            (Some(role), Some(key)) => parts.put(Some(role), &key, &text),
            (_, None) => {
                let text = without_links(parts, &text);
                let (place, text) = if first { place_line(parts, &text) } else { (None, text.as_str()) };
                if let Some(place) = place {
                    parts.location = Some(match parts.location.take() {
                        Some(earlier) => format!("{earlier}; {place}"),
                        None => place.to_owned(),
                    });
                }
                add_text(parts, &mut rest, text.trim(), described);
                first = false;
            }
        }
        first &= role.is_some();
    }
    if parts.title.as_deref().is_some_and(|title| title.trim().is_empty()) {
        parts.title = None;
    }
    if let Some((at, text)) = why.filter(|_| parts.description.is_none()) {
        rest.remove(at);
        parts.description = Some(text);
    }
    if !rest.is_empty() {
        parts.discussion = Some(rest.join("\n\n"));
    }
    complete(parts, evidence, file, names);
}

/// The severity and the remark of `**Severity: High** where it occurs`, from behind the name.
fn rated(value: &str) -> Option<(&str, &str)> {
    let (word, remark) = value.split_once("**")?;
    let word = word.trim_end_matches('.');
    let closes = remark.matches("**").count() % 2 == 0 && !remark.trim().is_empty();
    // `Low to Medium`
    let rates = word.split(" to ").all(|word| severities::word(word).is_some());
    (closes && rates).then(|| (word, remark.trim_start_matches([',', '—', '–', ' '])))
}

/// Whether a severity is a code such as `P2`, which may as well be an id.
fn is_code(severity: &str) -> bool {
    let digits = severity.strip_prefix(['P', 'S']).unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a severity is a sign such as 🔴, without a word.
fn is_mark(severity: &str) -> bool {
    !severity.contains(char::is_alphanumeric)
}

/// What is told without the places that it begins with, where the location has them.
fn without_places(description: &str, location: &str, names: &Aliases) -> Option<String> {
    const WORDS: usize = 3;
    let (lead, after) = code_places::lead(description)?;
    let told =
        [": ", ". ", " · ", " — ", " – ", " - ", " -- "].iter().find_map(|mark| after.strip_prefix(mark))?.trim();
    let is_closed = lead.matches("**").count() % 2 == 0 && lead.matches('`').count() % 2 == 0;
    if !is_closed || told.split_whitespace().nth(WORDS - 1).is_none() {
        return None;
    }
    let places = finding::places_of(location, names);
    let is_known = |Place { document, section, lines }: &Place| {
        let is_in = |place: &Place| document.is_none() || place.document == *document;
        places.iter().any(|place| is_in(place) && place.section == *section && place.lines == *lines)
    };
    finding::places_of(lead, names).iter().all(is_known).then(|| told.to_owned())
}

/// What a field of evidence gives.
#[derive(Default)]
struct Evidence {
    /// The places that it names, where it names nothing else.
    places: Option<String>,
    /// All of it.
    text: Option<String>,
}

/// Fills in what no field gives: the place that the text names, the file of the heading, and what to do.
fn complete(parts: &mut Parts, evidence: Evidence, file: Option<&str>, names: &Aliases) {
    if parts.location.is_none() && parts.line.is_none() {
        parts.location_from_text = true;
        parts.location =
            told_places(parts, names, file.is_some()).or(evidence.places).or_else(|| places_of_items(parts, names));
        // The first field by an unknown name that names lines.
        if parts.location.is_none() && evidence.text.is_none() {
            parts.location = parts.discussion.as_deref().and_then(|text| {
                let lines = text.lines().filter(|line| matches!(fields::scan(line), Some((_, _, true))));
                lines.map(|line| lined_places(line, names)).find(|places| !places.is_empty())
            });
        }
        // Where nothing else says where, all lines of the evidence do.
        if parts.location.is_none() {
            parts.location = evidence.text.map(|text| lined_places(&text, names)).filter(|places| !places.is_empty());
        }
    }
    // Below a file, `L60` is a line of it.
    if file.is_some()
        && parts.location.as_deref().is_none_or(|_| parts.location_from_text)
        && let Some(line) = parts.id.take_if(|id| id.strip_prefix('L').is_some_and(|line| line.parse::<u32>().is_ok()))
    {
        parts.location = Some(line);
    }
    if let Some(file) = file {
        parts.location = Some(match parts.location.take() {
            Some(place)
                if code_places::mentions(&place, names, Reach::Location)
                    .iter()
                    .any(|mention| mention.place.document.is_some()) =>
            {
                place
            }
            Some(place) if place.starts_with(':') => format!("{file}{place}"),
            Some(place) => format!("{file} {place}"),
            None => file.to_owned(),
        });
    }
    if parts.severity.is_none()
        && let Some(description) = &parts.description
        && let Some((told, severity)) = lead::trailing_severity(description)
    {
        (parts.severity, parts.description) = (Some(severity.to_owned()), Some(told.to_owned()));
    }
    if parts.suggestion.is_none() {
        parts.suggestion = advice(parts);
    }
    if let (Some(location), Some(description)) = (&parts.location, &parts.description)
        && let Some(told) = without_places(description, location, names)
    {
        parts.description = Some(told);
    }
}

/// Where no field is named after the severity, one that ranks by its word is it: `Risk: High`.
fn settle_rank(segments: &mut [Segment]) {
    const RANKS: [&str; 3] = ["risk", "rating", "urgency"];
    if segments.iter().any(|segment| segment.role == Some("severity")) {
        return;
    }
    let ranks = |segment: &&mut Segment| {
        let key = segment.key.as_deref().map(columns::key).unwrap_or_default();
        let value = segment.text.trim();
        RANKS.contains(&key.as_str()) && (severities::is_severity(value) || rated(value).is_some())
    };
    if let Some(segment) = segments.iter_mut().find(ranks) {
        segment.role = Some("severity");
    }
}

/// A field of a severity, and what goes on behind or below it.
fn put_severity(parts: &mut Parts, rest: &mut Vec<String>, key: &str, text: String, described: bool) {
    // `P2. Title` numbers what a field rates.
    if parts.id.is_none() && parts.severity.as_deref().is_some_and(is_code) {
        parts.id = parts.severity.take();
    }
    if let Some((word, remark)) = rated(&text) {
        parts.put(Some("severity"), key, word);
        rest.push(format!("**{key}:** {remark}"));
    } else if let Some((severity, below)) = text.split_once('\n') {
        // What goes on below a severity says what is wrong.
        parts.put(Some("severity"), key, severity.trim());
        add_text(parts, rest, below.trim(), described);
    } else if parts.severity.as_deref().is_some_and(is_mark) {
        // A word says more than the mark before the title.
        parts.severity = Some(text);
    } else {
        parts.put(Some("severity"), key, &text);
    }
}

/// A field of a place, which may go on over several lines; gives the text behind it.
fn put_place(parts: &mut Parts, role: &'static str, key: &str, text: &str) -> String {
    let lines: Vec<&str> = text.split('\n').collect();
    let end = lines.iter().position(|line| !line.trim().is_empty() && !is_of_place(line)).unwrap_or(lines.len());
    let (place, below) = lines.split_at(end);
    parts.put(Some(role), key, place.join("\n").trim());
    let mut told = Vec::new();
    for line in below {
        match fields::scan(line) {
            Some((key, value, _)) => parts.put(None, key, value),
            None => told.push(*line),
        }
    }
    told.join("\n")
}

/// Whether a line may go on with a place: it is one, in a list or alone, or a figure.
fn is_of_place(line: &str) -> bool {
    let text = without_item_mark(line.trim());
    let plain = text.trim_start_matches(['`', '*', '(', '[', 'L', 'l']);
    lead::is_place_line(text)
        || plain.starts_with(|first: char| first.is_ascii_digit())
        || scan_item(line.trim()).is_some()
}

/// A link to lines of a file that stands alone on its line is a place, wherever it stands.
fn without_links(parts: &mut Parts, text: &str) -> String {
    let (links, kept): (Vec<&str>, Vec<&str>) = text.split('\n').partition(|line| lead::is_link(line));
    if links.is_empty()
        || (kept.iter().all(|line| line.trim().is_empty()) && parts.title.is_none() && parts.description.is_none())
    {
        return text.to_owned();
    }
    let links = links.into_iter().map(|link| link.trim().to_owned());
    parts.location = Some(parts.location.take().into_iter().chain(links).collect::<Vec<_>>().join("; "));
    kept.join("\n").trim().to_owned()
}

/// Where the first line says where, and what follows it.
fn place_line<'t>(parts: &Parts, text: &'t str) -> (Option<&'t str>, &'t str) {
    let (line, below) = text.split_once('\n').unwrap_or((text, ""));
    if lead::is_place_line(line) && (!below.trim().is_empty() || parts.title.is_some()) {
        return (Some(line.trim()), below);
    }
    (None, text)
}

/// The first text without a name describes, unless a field does; the rest discusses.
fn add_text(parts: &mut Parts, rest: &mut Vec<String>, text: &str, described: bool) {
    if text.is_empty() {
        return;
    }
    if described || parts.description.is_some() {
        rest.push(text.to_owned());
        return;
    }
    // The first paragraph of text says what is wrong; tables, code, lists and what stands under a label discuss it.
    let paragraphs = paragraphs(text);
    let says = |paragraph: &&str| {
        let bare = paragraph.trim();
        let marked = is_rule(bare)
            || bare == "__"
            || bare.starts_with("```")
            || bare.starts_with("~~~")
            || bare.starts_with('|')
            || scan_item(bare).is_some();
        let label = bare.starts_with("**") && bare.trim_end_matches('*').ends_with(':') && !bare.contains('\n');
        !marked && !label && scan_heading(bare).is_none() && (bare.contains('\n') || !rates(bare))
    };
    // A quotation is what the words behind it are about.
    let own = |paragraph: &&str| {
        let quotes = paragraph.trim_start().starts_with('>');
        says(paragraph) && (!quotes || !lined_places(paragraph, &Aliases::none()).is_empty())
    };
    let told = paragraphs.iter().position(own).or_else(|| paragraphs.iter().position(says));
    let told = told.or_else(|| paragraphs.iter().position(|paragraph| scan_item(paragraph.trim_start()).is_some()));
    for (at, paragraph) in paragraphs.into_iter().enumerate() {
        if Some(at) == told {
            parts.description = Some(paragraph.trim().to_owned());
        } else {
            rest.push(paragraph.trim().to_owned());
        }
    }
}

/// Paragraphs, each with the code that it holds; code that stands first is one of its own.
fn paragraphs(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut fence: Option<FenceMark<'_>> = None;
    let (mut start, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        let inside = fence.is_some();
        fence = fence_after(fence, line);
        let is_code =
            text.get(start..).and_then(|text| text.lines().next()).is_some_and(|first| scan_fence(first).is_some());
        let closes = inside && fence.is_none() && is_code;
        if (line.trim().is_empty() && fence.is_none()) || closes {
            found.push(text.get(start..if closes { end } else { at }).unwrap_or_default());
            start = end;
        }
        at = end;
    }
    found.push(text.get(start..).unwrap_or_default());
    found.retain(|paragraph| !paragraph.trim().is_empty());
    found
}

/// The places that the text names: as the reader of places in running text finds them, or all files with lines, where
/// that gives more. `filed` says whether a heading names the file.
fn told_places(parts: &Parts, names: &Aliases, filed: bool) -> Option<String> {
    let description = parts.description.as_deref().unwrap_or_default();
    let told = mentions::location(parts.title.as_deref(), description, names);
    let known = told.as_deref().map_or(0, |told| lined(&finding::places_of(told, names)));
    let texts = || [parts.title.as_deref(), Some(description)].into_iter().flatten();
    let reach = if filed { Reach::Filed } else { Reach::Prose };
    for text in texts() {
        let mut found = code_places::mentions(text, names, reach);
        found.retain(|mention| {
            let place = &mention.place;
            (place.lines.is_some() && (filed || place.document.is_some()))
                || (place.section.is_some() && place.document.is_some())
        });
        if found.len() > known {
            return Some(written(&found));
        }
    }
    told.or_else(|| {
        texts().find_map(|text| {
            let found = code_places::mentions(text, names, Reach::Prose);
            let named = found.iter().find(|mention| mention.place.document.is_some())?;
            text.get(named.range.clone()).map(str::to_owned)
        })
    })
}

/// The files with lines that a text names.
fn lined_places(text: &str, names: &Aliases) -> String {
    let mut found = code_places::mentions(text, names, Reach::Prose);
    found.retain(|mention| mention.place.document.is_some() && mention.place.lines.is_some());
    written(&found)
}

/// The places that the items of what is told begin with: `- `a.rs:4`: …`.
fn places_of_items(parts: &Parts, names: &Aliases) -> Option<String> {
    let texts = [parts.description.as_deref(), parts.discussion.as_deref()];
    let items = texts.into_iter().flatten().flat_map(str::lines).filter(|line| scan_item(line.trim_start()).is_some());
    let led = items.filter_map(|item| code_places::lead(without_item_mark(item.trim_start())));
    let mut found: Vec<_> = led.flat_map(|(place, _)| code_places::mentions(place, names, Reach::Location)).collect();
    found.retain(|mention| mention.place.document.is_some() && mention.place.lines.is_some());
    Some(written(&found)).filter(|places| !places.is_empty())
}

/// How many places have lines or a section.
fn lined(places: &[Place]) -> usize {
    places.iter().filter(|place| place.lines.is_some() || place.section.is_some()).count()
}

/// Places as a location has them: each with its file.
fn written(mentions: &[code_places::Mention]) -> String {
    let mut written: Vec<String> = Vec::new();
    for Place { document, section, lines } in mentions.iter().map(|mention| &mention.place) {
        let mut place = document.clone().unwrap_or_default();
        if let Some(section) = section {
            place.push_str(&format!(" §{section}"));
        }
        if let Some([first, last]) = lines {
            place.push_str(match (document, section) {
                (Some(_), None) => ":",
                (None, None) => "line ",
                _ => " L",
            });
            place.push_str(&first.to_string());
            if last != first {
                place.push_str(&format!("-{last}"));
            }
        }
        let place = place.trim().to_owned();
        if !written.contains(&place) {
            written.push(place);
        }
    }
    written.join("; ")
}

/// The sentences at the end of what is told that say what to do: they stay where they stand, too.
fn advice(parts: &Parts) -> Option<String> {
    const LABEL_WORDS: usize = 3;
    let texts = [parts.discussion.as_deref(), parts.description.as_deref()];
    let title = parts.title.as_deref().filter(|title| !sentences::begins_with_noun(title));
    texts.into_iter().flatten().chain(title).find_map(|text| {
        // Code shows something; what is said around it tells what to do.
        let mut fenced = false;
        let mut told = String::new();
        for line in text.split('\n') {
            let mark = scan_fence(line).is_some();
            fenced ^= mark;
            // A field by an unknown name says what it is of: `- **Demonstration:** delete the check`. How to see what is
            // wrong does not mend it, and neither does what is quoted.
            let is_field = matches!(fields::scan(line), Some((key, _, true)) if labels::role(key).is_none_or(|_| labels::reproduces(key)));
            let is_quoted = line.trim_start().starts_with('>');
            if !fenced && !mark && !is_field && !is_quoted {
                told.push_str(line);
            }
            told.push('\n');
        }
        let paragraphs: Vec<&str> =
            told.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty()).collect();
        paragraphs.into_iter().rev().take(2).find_map(|paragraph| {
            // The first word of all may be a noun.
            let noun = |sentence: &str| sentences::has_subject(sentence);
            let begins = |(at, sentence): &(usize, &str)| *at > 0 || !noun(sentence);
            let told = sentences(paragraph).into_iter().enumerate().filter(begins);
            // `… the rate limit is gone. Fix: refuse it.`
            let is_label = |sentence: &str| {
                sentence.split(' ').count() <= LABEL_WORDS && sentence.strip_suffix(':').is_some_and(labels::is_fix)
            };
            let advises = |(_, sentence): &(usize, &str)| sentences::advises(sentence) || is_label(sentence);
            let (_, found) = told.into_iter().find(advises)?;
            let at = paragraph.find(found)? + if is_label(found) { found.len() } else { 0 };
            let marks = ['→', '⇒', '💡', '👉', '🔧', '🛠', '\u{fe0f}', '=', '>', ' '];
            let advice = paragraph.get(at..)?.trim_start_matches(marks).trim_end();
            (!advice.is_empty()).then(|| advice.to_owned())
        })
    })
}

/// The sentences of a paragraph.
fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, mark) in text.match_indices([' ', '\n']) {
        let before = text.get(start..at).unwrap_or_default();
        let ends = before.trim_end_matches(['`', ')', '"', '*']).ends_with(['.', '!', '?', ';', ':'])
            || matches!(before.chars().next_back(), Some('—' | '–' | '→'))
            || before.ends_with(" -");
        if ends {
            found.push(before.trim());
            start = at + mark.len();
        }
    }
    found.push(text.get(start..).unwrap_or_default().trim());
    found.retain(|sentence| !sentence.is_empty());
    found
}

/// The place that a column names, and those that the text names, where one of these is in the same file.
fn with_told(named: &str, told: &str) -> String {
    let places = finding::places_of(named, &Aliases::none());
    let mut told = code_places::mentions(told, &Aliases::none(), Reach::Location);
    let is_known = |place: &Place| {
        let document = place.document.as_deref().unwrap_or_default();
        places.iter().filter_map(|place| place.document.as_deref()).any(|known| aliases::is_same_file(known, document))
    };
    if !told.iter().any(|mention| is_known(&mention.place)) {
        return named.to_owned();
    }
    told.retain(|mention| !places.contains(&mention.place));
    if told.is_empty() { named.to_owned() } else { format!("{named}; {}", written(&told)) }
}

/// Adds what a row says to the finding that discusses it: what the finding lacks is filled, the rest is kept beside it.
pub fn join(parts: &mut Parts, mut row: Parts) {
    const NAME_WORDS: usize = 2;
    let mut extra: Extra = Vec::new();
    if let (Some(told), Some(named), true, false) =
        (&parts.location, &row.location, parts.location_from_text, row.location_from_text)
    {
        parts.location = Some(with_told(named, told));
        row.location = None;
    }
    // A word says more than a mark: `### R1: Title 🔴` and `| R1 | 🔴 High |`.
    if parts.severity.as_deref().is_some_and(is_mark) && row.severity.as_deref().is_some_and(|word| !is_mark(word)) {
        parts.severity = None;
    }
    // Of two titles, the one that says more than a name: `### 1. DeleteButton` and `| 1 | Click handler on a bare icon |`.
    let title = row.title.clone().or_else(|| row.description.clone());
    let length = |title: &Option<String>| title.as_deref().map_or(0, |title| inline::words(title).split(' ').count());
    let is_name = parts.title.is_some() && length(&parts.title) <= NAME_WORDS && length(&title) > NAME_WORDS;
    let title = if is_name { std::mem::replace(&mut parts.title, title) } else { title };
    let slots = [
        ("Severity", &mut parts.severity, row.severity),
        ("Type", &mut parts.r#type, row.r#type),
        ("Location", &mut parts.location, row.location),
        ("Counter-location", &mut parts.counter_location, row.counter_location),
        ("Line", &mut parts.line, row.line),
        ("End line", &mut parts.end_line, row.end_line),
        ("Suggestion", &mut parts.suggestion, row.suggestion),
        ("Status", &mut parts.status, row.status),
        ("Title", &mut parts.title, title),
    ];
    for (name, slot, value) in slots {
        let Some(value) = value.filter(|value| !value.trim().is_empty()) else { continue };
        match slot {
            None => *slot = Some(value),
            Some(known) if inline::words(known) == inline::words(&value) => {}
            Some(_) => extra.push(KeyValue::new(name, value)),
        }
    }
    if let (Some(_), Some(description)) = (row.title, row.description) {
        extra.push(KeyValue::new("Description", description));
    }
    if let (Some(own), Some(id)) = (&parts.id, &row.id)
        && super::join::number(own) != super::join::number(id)
    {
        extra.push(KeyValue::new("id", id));
    }
    parts.id = parts.id.take().or(row.id);
    parts.extra.extend(extra);
    parts.extra.extend(row.extra);
}
