//! The metadata block, in all its shapes. See `docs/formats/protocol-v1.md`, "Metadata block".

use std::ops::Range;

use super::Reading;
use super::aliases;
use super::columns;
use super::finding_columns::COLUMNS;
use super::headings;
use crate::model::{Code, Confidence, KeyValue, Metadata, quote};
use crate::order::Arrange;
use crate::text::blocks::{Block, BlockKind, PSEUDO_HEADING, heading_text, is_rule, scan_item};
use crate::text::fields::{self, Field};
use crate::text::ledger::Owner;
use crate::text::{inline, tables};

/// Keys with a field of their own, and header keys of agent reports that go to `extra`.
const KNOWN: [&str; 8] =
    ["protocol", "agent", "assigned", "scope", "duration", "coverage", "confidence", "protocol version"];
const HEADER: [&str; 14] = [
    "doc",
    "document",
    "documents",
    "pair",
    "task",
    "screen",
    "dimension",
    "mode",
    "rating",
    "status",
    "type",
    "unit",
    "reason",
    "recovery",
];

const OWNER: Owner = Owner::Field("metadata");

/// Reads and claims the metadata of a reply; `summary` is the line of its summary line.
///
/// The block stands before the first heading or table that is not its own: after a summary line that comes first,
/// else at the top.
pub fn read(reading: &mut Reading<'_, '_>, summary: Option<usize>) -> Metadata {
    let source = reading.source;
    let mut metadata = Metadata::default();
    let mut known = 0;
    let mut rules: Vec<Range<usize>> = Vec::new();
    for block in source.blocks() {
        let is_summary = summary.is_some_and(|line| block.lines.contains(&line));
        let fields = match block.kind {
            BlockKind::Rule => {
                rules.push(block.lines.clone());
                // The rule after the first fields closes the block.
                if known > 0 && rules.len() > 1 {
                    break;
                }
                continue;
            }
            _ if summary.is_some_and(|line| block.lines.end <= line)
                && matches!(block.kind, BlockKind::Fence { .. } | BlockKind::Table) =>
            {
                continue;
            }
            BlockKind::Comment | BlockKind::ThinkBlock => continue,
            BlockKind::Heading { level } if level < PSEUDO_HEADING && !is_summary => {
                let title = inline::words(heading_text(source.line(block.lines.start)));
                if title == "metadata" && known == 0 {
                    reading.claim_lines(block.lines.clone(), OWNER);
                    continue;
                }
                // A title above the summary line or the block is no section yet.
                let is_title = summary.is_some_and(|line| block.lines.start < line) || (known == 0 && level == 1);
                if is_title && !super::sections::is_known(&title) {
                    continue;
                }
                break;
            }
            // `**T1 — The title of a finding**`: the fields below it are its own.
            BlockKind::Heading { .. } if summary.is_none() && names_entry(source.line(block.lines.start)) => break,
            BlockKind::Table => match table_fields(reading, block) {
                Some(fields) => fields,
                None => break,
            },
            BlockKind::Fence { .. } => break,
            _ => block_fields(reading, block.lines.clone(), summary),
        };
        if summary.is_none() && (is_finding(reading, block, &fields) || is_titled(reading, block.lines.clone())) {
            break;
        }
        let known_here = fields.iter().filter(|field| is_known(&field.key) || is_header(&field.key)).count();
        if known_here > 0 {
            known += known_here;
            for field in fields {
                put(reading, &mut metadata, field);
            }
        }
    }
    if known == 0 && summary.is_some() {
        read_below(reading, &mut metadata);
        return metadata;
    }
    claim_rules(reading, &rules, known);
    metadata
}

/// Whether fields rate something, and say what is wrong with it or what to do, or stand below an item and say what to do: they
/// are of a finding.
fn is_finding(reading: &Reading<'_, '_>, block: &Block, fields: &[Field]) -> bool {
    let has = |name| fields.iter().any(|field| columns::named(&field.key, COLUMNS) == Some(name));
    let is_below_item = is_named(reading.source.line(block.lines.start));
    (has("severity") && (has("description") || has("suggestion"))) || (has("suggestion") && is_below_item)
}

/// Whether a line is an item of a list that is no field: what stands below it is of it.
fn is_named(line: &str) -> bool {
    scan_item(line).is_some() && fields::scan(line).is_none()
}

/// Whether lines are fields of which one is a title or rates the item above it, and another says where: they are of a finding.
fn is_titled(reading: &Reading<'_, '_>, lines: Range<usize>) -> bool {
    let has = |name| {
        let keys = lines.clone().filter_map(|line| fields::scan(reading.source.line(line)));
        keys.into_iter().any(|(key, _, _)| columns::named(key, COLUMNS) == Some(name))
    };
    let is_rated = || is_named(reading.source.line(lines.start)) && has("severity");
    has("location") && (has("title") || is_rated())
}

/// A block that stands below the detail sections: it names the protocol, or has most of the fields.
fn read_below(reading: &mut Reading<'_, '_>, metadata: &mut Metadata) {
    const MOST: usize = 4;
    let blocks = reading.source.blocks();
    let is_text = |block: &&Block| matches!(block.kind, BlockKind::Paragraph | BlockKind::List(_));
    for (number, block) in blocks.iter().enumerate().filter(|(_, block)| is_text(block)) {
        let fields = block_fields(reading, block.lines.clone(), None);
        let known = fields.iter().filter(|field| is_known(&field.key)).count();
        let names_protocol = fields.iter().any(|field| columns::key(&field.key) == "protocol");
        if known < MOST && !(names_protocol && known > 1) {
            continue;
        }
        for field in fields {
            put(reading, metadata, field);
        }
        let rules = [number.checked_sub(1), Some(number + 1)].into_iter().flatten().filter_map(|at| blocks.get(at));
        for rule in rules.filter(|block| block.kind == BlockKind::Rule) {
            reading.claim_lines(rule.lines.clone(), OWNER);
        }
        return;
    }
}

/// Whether a line in bold names or weighs one thing among others.
fn names_entry(line: &str) -> bool {
    let heading = headings::read(inline::bare(heading_text(line)));
    heading.severity.is_some() || (!heading.ids.is_empty() && heading.parted && !heading.title.is_empty())
}

fn is_known(key: &str) -> bool {
    KNOWN.contains(&inline::words(key).as_str())
}

/// Whether a line begins a metadata block: a rule, or a field with a known key.
#[must_use]
pub fn begins(line: &str) -> bool {
    is_rule(line.trim()) || fields::scan(line).is_some_and(|(key, _, _)| is_known(key))
}

/// Beside known keys without bold, a capitalised word or two begins a field as well.
fn is_short_key(key: &str) -> bool {
    const WORDS: usize = 2;
    key.starts_with(char::is_uppercase) && key.split_whitespace().count() <= WORDS
}

/// Header keys of agent reports are written in capitals or in bold.
fn is_header(key: &str) -> bool {
    HEADER.contains(&inline::words(key).as_str())
}

/// Whether a line below a value is none of it: it says nothing, or what short names mean, or below a plain key, is a field
/// itself.
fn ends(field: &Field, line: &str) -> bool {
    let goes_on = line.starts_with([' ', '\t']) || scan_item(line).is_some() || field.value.trim_end().ends_with(',');
    let is_field = !field.bold && fields::scan(line).is_some();
    !goes_on && !field.value.is_empty() && (is_field || inline::is_wordless(line) || aliases::is_legend(line))
}

/// The fields among some lines, but for the summary line, which may stand in the same paragraph.
fn block_fields(reading: &Reading<'_, '_>, lines: Range<usize>, summary: Option<usize>) -> Vec<Field> {
    let source = reading.source;
    let plain =
        lines.clone().any(|line| fields::scan(source.line(line)).is_some_and(|(key, _, bold)| !bold && is_known(key)));
    let begins = |key: &str, bold: bool| {
        bold || is_known(key) || (is_header(key) && key.len() > 2) || (plain && is_short_key(key))
    };
    let from = summary.filter(|line| lines.contains(line)).map_or(lines.start, |line| line + 1);
    let first = (from..lines.end)
        .find(|number| fields::scan(source.line(*number)).is_some_and(|(key, _, bold)| begins(key, bold)));
    let found = first.and_then(|first| fields::read_lines(source, first..lines.end, begins, ends)).unwrap_or_default();
    found.iter().flat_map(on_one_line).collect()
}

/// `**Protocol**: v1 | **Agent**: checker`, `Agent: checker · Scope: a.md, b.md · Coverage: 70%` on one line.
fn on_one_line(field: &Field) -> Vec<Field> {
    const BETWEEN: [&str; 9] = [" | ", " · ", " • ", "<br>", "<br/>", "<br />", " — ", "; ", ", "];
    let begins = |part: &str, mark: &str| {
        let (key, value, bold) = fields::scan(part)?;
        // Commas and dashes stand within values too.
        let is_plain = matches!(mark, ", " | "; " | " — ");
        let is_own = is_known(key) || (is_header(key) && key.len() > 2);
        let begins = if is_plain { is_known(key) && key.starts_with(char::is_uppercase) } else { bold || is_own };
        begins.then(|| (key.to_owned(), value.to_owned(), bold))
    };
    let value = field.value.as_str();
    let mut marks: Vec<(usize, &str)> = BETWEEN.iter().flat_map(|between| value.match_indices(between)).collect();
    marks.arrange();
    let mut found = vec![Field { value: String::new(), ..field.clone() }];
    let (mut from, mut mark) = (0, "");
    for (at, next) in marks.into_iter().chain([(value.len(), "")]) {
        let Some(part) = value.get(from..at) else { continue };
        match begins(part, mark).filter(|_| !mark.is_empty()) {
            Some((key, value, bold)) => found.push(Field { key, value, bold, ..field.clone() }),
            None => {
                if let Some(last) = found.last_mut() {
                    last.value.push_str(mark);
                    last.value.push_str(part);
                }
            }
        }
        (from, mark) = (at + next.len(), next);
    }
    found
}

/// A table of two columns whose keys are mostly known.
fn table_fields(reading: &mut Reading<'_, '_>, block: &Block) -> Option<Vec<Field>> {
    let source = reading.source;
    let table = tables::read(source, block);
    let fields: Vec<Field> = table
        .rows
        .iter()
        .filter_map(|row| match row.cells.as_slice() {
            [key, value] => Some(Field {
                key: inline::bare(source.slice(key.clone())).trim_end_matches(':').to_owned(),
                value: source.slice(value.clone()).to_owned(),
                bold: true,
                lines: row.line..row.line + 1,
                range: source.lines_range(row.line..row.line + 1),
            }),
            _ => None,
        })
        .collect();
    let known = fields.iter().filter(|field| is_known(&field.key)).count();
    let fits = table.columns == 2 && known * 2 > fields.len();
    for line in block.lines.clone().filter(|line| fits && tables::is_separator(source.line(*line))) {
        reading.claim_lines(line..line + 1, OWNER);
    }
    fits.then_some(fields)
}

fn put(reading: &mut Reading<'_, '_>, metadata: &mut Metadata, field: Field) {
    reading.ledger.claim(field.range.clone(), OWNER);
    let key = columns::key(&field.key);
    let slot = match key.as_str() {
        "protocol" | "protocol version" => &mut metadata.protocol,
        "agent" => &mut metadata.agent,
        "assigned" => &mut metadata.assigned,
        "scope" => &mut metadata.scope,
        "duration" => &mut metadata.duration,
        "coverage" => &mut metadata.coverage,
        "confidence" => &mut metadata.stated_confidence,
        _ => {
            metadata.extra.push(KeyValue::new(field.key, field.value));
            return;
        }
    };
    if slot.is_some() {
        reading.say(Code::RepeatedField, format!("The field {} occurs twice.", quote(&field.key)), field.range);
        metadata.extra.push(KeyValue::new(field.key, field.value));
        return;
    }
    *slot = Some(field.value);
    if key == "confidence" {
        let stated = metadata.stated_confidence.as_deref().unwrap_or_default();
        metadata.confidence = confidence(stated);
        if metadata.confidence.is_none() {
            reading.say(
                Code::UnknownConfidence,
                format!("The confidence {} is not recognised.", quote(stated)),
                field.range,
            );
        }
    }
}

/// The first word of a stated confidence.
fn confidence(stated: &str) -> Option<Confidence> {
    match inline::words(stated).split(' ').next()? {
        "high" => Some(Confidence::High),
        "medium" => Some(Confidence::Medium),
        "low" => Some(Confidence::Low),
        _ => None,
    }
}

/// The two rules around the block belong to it.
fn claim_rules(reading: &mut Reading<'_, '_>, rules: &[Range<usize>], known: usize) {
    for rule in rules.iter().filter(|_| known > 0) {
        reading.claim_lines(rule.clone(), OWNER);
    }
}
