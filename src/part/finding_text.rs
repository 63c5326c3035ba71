//! Findings without a table: as headings with fields below, and as items of lists.
//! See `docs/formats/protocol-v1.md`, "Findings without a table".

use std::collections::BTreeSet;
use std::ops::Range;

use super::aliases::Aliases;
use super::columns;
use super::documents;
use super::finding::{self, Parts};
use super::finding_table::COLUMNS;
use super::headings::{self, Heading};
use super::mentions;
use super::records::{ItemText, is_none, items, split_lead};
use super::{Reading, severities};
use crate::model::{Finding, KeyValue, Severity};
use crate::text::blocks::{Block, BlockKind, heading_text};
use crate::text::fields::{self, Field};
use crate::text::ledger::Owner;
use crate::text::{inline, tables};

/// The longest plain key of a field in a list, in words.
const KEY_WORDS: usize = 3;

/// The longest title that an item of a list has, in characters.
const TITLE_LIMIT: usize = 160;

fn column_of(key: &str) -> Option<&'static str> {
    columns::named(key, COLUMNS)
}

/// A heading whose severity counts for what stands under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The severity.
    pub severity: Severity,
    /// The heading, as written.
    pub words: String,
}

/// Whether the block below a heading is a list of fields of a finding.
#[must_use]
pub fn has_finding_fields(reading: &Reading<'_, '_>, blocks: &[Block]) -> bool {
    let fields = blocks.get(1).and_then(|block| block_fields(reading, block)).unwrap_or_default();
    tell_of_finding(fields.iter().map(|(key, _)| key.as_str()))
}

/// Whether some keys are those of a finding: two columns of one at least, and one that not anything with a name and a
/// description has.
fn tell_of_finding<'k>(keys: impl Iterator<Item = &'k str>) -> bool {
    const COLUMNS_NEEDED: usize = 2;
    let columns: BTreeSet<&str> = keys.filter_map(column_of).collect();
    columns.len() >= COLUMNS_NEEDED && columns.iter().any(|column| !matches!(*column, "id" | "title" | "description"))
}

/// Whether one of some blocks has a field that names a severity.
#[must_use]
pub fn has_severity_field(reading: &Reading<'_, '_>, blocks: &[Block]) -> bool {
    blocks.iter().flat_map(|block| block.lines.clone()).any(|line| {
        let line = reading.paper.line(line);
        // Of a table only a row of two cells is a field.
        let cell = line.trim().strip_prefix('|').and_then(|row| row.strip_suffix('|')).and_then(|row| {
            let (key, value) = row.split_once('|')?;
            (!value.contains('|')).then_some(key)
        });
        let key = cell.or_else(|| fields::scan(line).map(|(key, _, _)| key));
        key.is_some_and(|key| inline::words(key) == "severity")
    })
}

/// The severity of a heading that names several things of it, above a list of them: `### P1 — Wrong fares and gaps`.
#[must_use]
pub fn group_of(reading: &Reading<'_, '_>, heading: &Heading<'_>, blocks: &[Block]) -> Option<Severity> {
    const SEVERAL: [&str; 14] = [
        "bugs",
        "concerns",
        "defects",
        "errors",
        "findings",
        "fixes",
        "gaps",
        "improvements",
        "inconsistencies",
        "issues",
        "problems",
        "risks",
        "violations",
        "weaknesses",
    ];
    const WORDS: usize = 4;
    let block = blocks.get(1)?;
    let BlockKind::List(list) = &block.kind else { return None };
    let words = inline::words(heading.title);
    let is_several =
        words.split(' ').count() <= WORDS && words.rsplit(' ').next().is_some_and(|last| SEVERAL.contains(&last));
    let fits = heading.ids.is_empty() && is_several && block_fields(reading, block).is_none();
    heading.severity.filter(|_| fits && items(reading.paper, list).len() > 1).and_then(severities::word)
}

/// Reads and claims a heading and what stands below it as one finding. `base` is what its section says of it.
pub fn read_heading(
    reading: &mut Reading<'_, '_>,
    heading: &Heading<'_>,
    blocks: &[Block],
    group: Option<&Group>,
    base: Parts,
    aliases: &Aliases,
    findings: &mut Vec<Finding>,
) {
    let Some((first, below)) = blocks.split_first() else { return };
    let mut parts = Parts {
        id: heading.ids.first().map(|id| (*id).to_owned()),
        severity: heading.severity.map(str::to_owned),
        heading_severity: heading.weight().or(group.map(|group| group.severity)).or(base.heading_severity),
        heading_words: heading.weight().is_none().then(|| group.map(|group| group.words.clone())).flatten(),
        struck: heading.struck,
        title: Some(unstruck(heading.title, heading.struck)),
        ..base
    };
    for id in heading.ids.iter().skip(1) {
        parts.extra.push(KeyValue::new("id", *id));
    }
    let Below { fields, prose } = below_heading(reading, below);
    for (key, value) in fields {
        let column = column_of(&key);
        if column == Some("title")
            && let Some(heading) = parts.title.take()
        {
            parts.extra.push(KeyValue::new("heading", heading));
        }
        parts.put(column, &key, &value);
    }
    // A table or a fence shows something, a label stands over it; what is said of it describes.
    let says = |block: &Block, text: &str| match block.kind {
        BlockKind::Paragraph | BlockKind::List(_) => true,
        BlockKind::Heading { .. } => {
            !inline::bare(text).trim_end_matches(['*', '_']).ends_with(':') && !text.ends_with(':')
        }
        _ => false,
    };
    let told = match prose.first() {
        Some((block, text)) if says(block, text) => Some(0),
        _ => prose.iter().position(|(block, _)| block.kind == BlockKind::Paragraph),
    };
    let told = told.filter(|_| parts.description.is_none());
    let mut rest: Vec<&str> = prose.iter().map(|(_, text)| text.as_str()).collect();
    if let Some(told) = told {
        parts.description = Some(rest.remove(told).to_owned());
    }
    let discussion = Some(rest.join("\n\n")).filter(|text| !text.is_empty());
    let lines = first.lines.start..blocks.last().map_or(first.lines.end, |last| last.lines.end);
    let range = reading.paper.lines_range(lines.clone());
    let mut finding = finding::finish(reading, parts, findings.len(), aliases, range);
    finding.discussion = discussion;
    reading.claim_lines(lines, Owner::Entry("findings", findings.len()));
    findings.push(finding);
}

/// Keys and their values.
type Fields = Vec<(String, String)>;

/// What stands below the heading of a finding.
#[derive(Default)]
struct Below<'b> {
    fields: Fields,
    prose: Vec<(&'b Block, String)>,
}

/// Parts what stands below a heading into fields and text. A field of a finding that holds nothing, or ends in a colon,
/// goes on with the block below it. Bold words at the start of paragraphs and items are fields only beside one of a finding.
fn below_heading<'b>(reading: &Reading<'_, '_>, blocks: &'b [Block]) -> Below<'b> {
    let found: Vec<(&Block, Option<Fields>)> = blocks
        .iter()
        .filter(|block| block.kind != BlockKind::Rule)
        .map(|block| (block, block_fields(reading, block)))
        .collect();
    let has_fields = found.iter().enumerate().any(|(at, (_, fields))| {
        let mut keys = fields.iter().flatten().map(|(key, _)| key);
        keys.any(|key| match column_of(key) {
            // Below some text, "Observation" and "Summary" begin further text.
            Some("description" | "title" | "id") => at == 0,
            Some(_) => true,
            None => is_backing(key),
        })
    });
    let mut below = Below::default();
    let mut goes_on = false;
    for (block, fields) in found {
        match fields.filter(|_| has_fields) {
            Some(fields) => {
                below.fields.extend(fields);
                goes_on = block.kind != BlockKind::Table
                    && below.fields.last().is_some_and(|(key, value)| {
                        let is_open = value.trim_end().is_empty() || value.trim_end().ends_with(':');
                        is_open && (column_of(key).is_some() || is_backing(key))
                    });
            }
            None => {
                let text = reading.paper.block_text(block).trim_end().to_owned();
                match below.fields.last_mut().filter(|_| goes_on) {
                    Some((_, value)) => {
                        if !value.is_empty() {
                            value.push('\n');
                        }
                        value.push_str(&text);
                        goes_on = text.ends_with(':');
                    }
                    None => below.prose.push((block, text)),
                }
            }
        }
    }
    below
}

/// What a field says that bears a finding out.
fn is_backing(key: &str) -> bool {
    matches!(inline::words(key).as_str(), "evidence" | "impact")
}

/// The fields of a block, where all of it is fields.
fn block_fields(reading: &Reading<'_, '_>, block: &Block) -> Option<Fields> {
    if block.kind == BlockKind::Table {
        return table_fields(reading, block);
    }
    let found = written_fields(reading, block)?;
    Some(found.into_iter().map(|field| (field.key, field.value)).collect())
}

/// The fields of a paragraph or a list, where all of it is fields, each with its lines.
fn written_fields(reading: &Reading<'_, '_>, block: &Block) -> Option<Vec<Field>> {
    let numbered = matches!(&block.kind, BlockKind::List(items) if items.iter().any(|item| item.numbered));
    if numbered {
        return None;
    }
    let listed = matches!(block.kind, BlockKind::List(_));
    let begins = |key: &str, bold: bool| {
        (listed && key.starts_with(char::is_uppercase) && key.split_whitespace().count() <= KEY_WORDS)
            || bold
            || column_of(key).is_some()
            || is_backing(key)
    };
    fields::read(reading.paper, block, begins)
}

/// The fields of findings without a heading, each finding for itself: the first key that comes again begins the next.
/// `None` where a block is not made of them. `announced` says whether findings stand there; elsewhere a severity, and
/// what is wrong, must be among them.
#[must_use]
pub fn untitled(reading: &Reading<'_, '_>, block: &Block, announced: bool) -> Option<Vec<Vec<Field>>> {
    let fields = written_fields(reading, block)?;
    let first = fields.first().map(|field| (column_of(&field.key), inline::words(&field.key)))?;
    let begins_anew = |field: &Field| match first.0 {
        Some(column) => column_of(&field.key) == Some(column),
        None => inline::words(&field.key) == first.1,
    };
    let mut found: Vec<Vec<Field>> = Vec::new();
    for field in fields {
        match found.last_mut().filter(|_| !begins_anew(&field)) {
            Some(last) => last.push(field),
            None => found.push(vec![field]),
        }
    }
    let is_finding = |fields: &Vec<Field>| {
        let pairs = || fields.iter().map(|field| (field.key.as_str(), field.value.as_str()));
        tell_of_finding(pairs().map(|(key, _)| key)) && (announced || is_weighed(pairs()))
    };
    found.iter().all(is_finding).then_some(found)
}

/// Whether some fields say how bad something is, and what is wrong.
fn is_weighed<'f>(mut fields: impl Iterator<Item = (&'f str, &'f str)> + Clone) -> bool {
    let rated = |(key, value)| column_of(key) == Some("severity") && severities::word(value).is_some();
    fields.clone().any(rated) && fields.any(|(key, _)| matches!(column_of(key), Some("title" | "description")))
}

/// Reads and claims the fields of findings without a heading.
pub fn read_untitled(
    reading: &mut Reading<'_, '_>,
    found: Vec<Vec<Field>>,
    group: Option<&Group>,
    base: &Parts,
    aliases: &Aliases,
    findings: &mut Vec<Finding>,
) {
    for fields in found {
        let mut parts = Parts {
            heading_severity: group.map(|group| group.severity).or(base.heading_severity),
            heading_words: group.map(|group| group.words.clone()),
            ..base.clone()
        };
        let lines = match (fields.first(), fields.last()) {
            (Some(first), Some(last)) => first.lines.start..last.lines.end,
            _ => continue,
        };
        for field in fields {
            parts.put(column_of(&field.key), &field.key, &field.value);
        }
        let range = reading.paper.lines_range(lines.clone());
        let finding = finding::finish(reading, parts, findings.len(), aliases, range);
        reading.claim_lines(lines, Owner::Entry("findings", findings.len()));
        findings.push(finding);
    }
}

/// The rows of a table of two columns, where its keys are those of a finding.
fn table_fields(reading: &Reading<'_, '_>, block: &Block) -> Option<Fields> {
    let table = tables::read(reading.paper, block);
    let rows: Fields = table
        .rows
        .iter()
        .filter_map(|row| match row.cells.as_slice() {
            [key, value] => Some((key.clone(), value.clone())),
            _ => None,
        })
        .map(|(key, value)| {
            (inline::bare(reading.paper.slice(key)).to_owned(), tables::cell_text(reading.paper.slice(value)))
        })
        .collect();
    let known = rows.iter().filter(|(key, _)| column_of(key).is_some()).count();
    let weighed = rows.iter().any(|(key, _)| column_of(key) == Some("severity"));
    let fits = rows.len() == table.rows.len() && table.columns == 2;
    (fits && (weighed || known * 2 >= rows.len())).then_some(rows)
}

/// What makes the items of a list findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence<'g> {
    /// The list stands under a severity.
    Group(&'g Group),
    /// The list stands anywhere: each item must begin with a severity.
    Marked,
    /// The list stands where findings are announced; each item must have an id or a severity of its own.
    OwnWords,
    /// The list stands where nothing but findings is expected.
    Section,
}

/// Reads and claims the items of a list that are findings. `base` is what their section says of them.
pub fn read_list(
    reading: &mut Reading<'_, '_>,
    block: &Block,
    evidence: Evidence<'_>,
    base: &Parts,
    aliases: &Aliases,
    findings: &mut Vec<Finding>,
) {
    let BlockKind::List(list) = &block.kind else { return };
    let items = items(reading.paper, list);
    if evidence == Evidence::Marked && (is_legend(&items) || is_enumeration(&items)) {
        return;
    }
    // One name with a digit among others without (`base64`) is no id.
    let numbered = items.iter().filter(|item| has_parted_id(&headings::read(&item.text))).count() * 2 >= items.len();
    for item in items {
        if is_none(&item.text) || is_none(item.text.split(['.', '—', '(']).next().unwrap_or_default()) {
            continue;
        }
        if let Some(parts) = item_parts(&item, evidence, numbered, base, aliases) {
            let range = reading.paper.lines_range(item.lines.clone());
            let finding = finding::finish(reading, parts, findings.len(), aliases, range);
            reading.claim_lines(item.lines.clone(), Owner::Entry("findings", findings.len()));
            findings.push(finding);
        }
    }
}

/// A list that gives every severity once, and no place, explains the words.
fn is_legend(items: &[ItemText]) -> bool {
    let mut seen: Vec<Severity> = Vec::new();
    items.iter().all(|item| {
        let severity = headings::read(&item.text).severity.and_then(severities::word);
        let places = item.text.split_whitespace().any(|word| documents::document_of(word).is_some());
        let fresh = severity.is_some_and(|severity| !seen.contains(&severity));
        seen.extend(severity);
        fresh && !places
    }) && items.len() > 1
}

/// A list that counts on past the last severity (`S1` to `S6`) names parts of something.
fn is_enumeration(items: &[ItemText]) -> bool {
    let mut codes = items.iter().filter_map(|item| {
        let code = item.text.trim_start_matches(['*', '_', '`', '[']);
        let end = code.find(|character: char| !character.is_ascii_alphanumeric())?;
        let letter = code.chars().next().filter(char::is_ascii_uppercase)?;
        Some((letter, code.get(1..end)?.parse::<u32>().ok()?))
    });
    let is_severity = |(letter, number): (char, u32)| severities::word(&format!("{letter}{number}")).is_some();
    let Some(mut last) = codes.next().filter(|first| is_severity(*first)) else { return false };
    let mut count = 1;
    for (letter, number) in codes {
        if letter != last.0 || Some(number) != last.1.checked_add(1) {
            return false;
        }
        last = (letter, number);
        count += 1;
    }
    count == items.len() && !is_severity(last)
}

/// `1,359 items`, `3 findings (2 open)`: how many there are, not what they are.
fn is_count(text: &str) -> bool {
    const COUNTED: [&str; 6] = ["item", "finding", "issue", "problem", "bug", "entry"];
    const PLURALS: [&str; 6] = ["items", "findings", "issues", "problems", "bugs", "entries"];
    let head = text.split(['(', ';']).next().unwrap_or_default();
    let mut words = head.split_whitespace();
    let number = words.next().unwrap_or_default();
    let is_number = number.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '~' | '≈'))
        && number
            .chars()
            .all(|character| character.is_ascii_digit() || matches!(character, ',' | '.' | '~' | '≈' | '+'));
    let mut rest = words.map(inline::words);
    is_number
        && rest.next().is_none_or(|word| COUNTED.contains(&word.as_str()) || PLURALS.contains(&word.as_str()))
        && rest.next().is_none()
}

/// Whether a mark parts an id from what follows.
fn has_parted_id(heading: &Heading<'_>) -> bool {
    heading.parted && !heading.ids.is_empty()
}

/// A text without the marks that strike it out.
fn unstruck(text: &str, struck: bool) -> String {
    if struck { text.replace("~~", "") } else { text.to_owned() }
}

/// `numbered` says whether the items of the list have ids.
fn item_parts(
    item: &ItemText,
    evidence: Evidence<'_>,
    numbered: bool,
    base: &Parts,
    aliases: &Aliases,
) -> Option<Parts> {
    let text = item.text.as_str();
    if let Some(fields) = own_fields(item) {
        let pairs = fields.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        if evidence == Evidence::Marked && !is_weighed(pairs) {
            return None;
        }
        let mut parts = base.clone();
        if let Evidence::Group(group) = evidence {
            parts.heading_severity = Some(group.severity);
            parts.heading_words = Some(group.words.clone());
        }
        for (key, value) in fields {
            parts.put(column_of(&key), &key, &value);
        }
        return Some(parts);
    }
    let mut heading = headings::read(text);
    if heading.severity.is_none() {
        // `**Lock leak (critical)** – text`
        heading.severity = inline::bold_lead(text).and_then(|(lead, _)| headings::read(lead).severity);
    }
    // `**major** The lock leaks`: among other text the word may be a part of the sentence.
    if heading.severity.is_none() && heading.ids.is_empty() && evidence != Evidence::Marked {
        heading.severity = inline::bold_lead(text).map(|(lead, _)| lead).filter(|lead| severities::is_severity(lead));
    }
    // `**Lock leak** (critical): text`
    heading.severity = heading.severity.or_else(|| after_lead(text).and_then(|after| after.severity));
    let has_field = item.fields.iter().any(|(key, _)| column_of(key) == Some("severity"));
    let known = heading.weight().is_some() || has_field;
    let suits = match evidence {
        Evidence::Group(_) | Evidence::Section => true,
        Evidence::Marked => {
            heading.severity.is_some()
                && begins_with_severity(text)
                && heading.title.contains(' ')
                && !is_count(heading.title)
        }
        Evidence::OwnWords => known || (numbered && has_parted_id(&heading)),
    };
    if !suits {
        return None;
    }
    let mut parts = Parts {
        id: heading.ids.first().map(|id| (*id).to_owned()),
        severity: heading.severity.map(str::to_owned),
        heading_severity: heading.weight().or(base.heading_severity),
        struck: heading.struck,
        ..base.clone()
    };
    if let (Evidence::Group(group), None) = (evidence, heading.weight()) {
        parts.heading_severity = Some(group.severity);
        parts.heading_words = Some(group.words.clone());
    }
    for id in heading.ids.iter().skip(1) {
        parts.extra.push(KeyValue::new("id", *id));
    }
    let (title, description) = title_of(text, &heading);
    let mut title = title.map(|title| unstruck(&title, heading.struck));
    let description = unstruck(&description, heading.struck);
    parts.location = mentions::location(title.as_deref(), &description, aliases);
    // Where a field says what is wrong, one line above it is its title.
    let told = item.fields.iter().any(|(key, _)| column_of(key) == Some("description"));
    let is_title = title.is_none() && !description.contains('\n') && description.chars().count() <= TITLE_LIMIT;
    if told && is_title {
        title = Some(description);
    } else {
        parts.description = Some(description);
    }
    parts.title = title;
    for (key, value) in &item.fields {
        let column = column_of(key);
        if column == Some("location") && parts.location.is_some() {
            parts.location = None;
        }
        parts.put(column, key, value);
    }
    Some(parts)
}

/// The fields of an item that is nothing but fields of a finding: `1. **Issue**: …`, `   **Severity**: …`.
fn own_fields(item: &ItemText) -> Option<Fields> {
    let mut found: Fields = Vec::new();
    for line in item.text.split('\n') {
        match fields::scan(line).filter(|(key, _, bold)| *bold || column_of(key).is_some()) {
            Some((key, _, _)) if found.is_empty() && column_of(key).is_none() => return None,
            Some((key, value, _)) => found.push((key.to_owned(), value.to_owned())),
            None => {
                let (_, value) = found.last_mut()?;
                value.push('\n');
                value.push_str(line);
            }
        }
    }
    found.extend(item.fields.iter().cloned());
    tell_of_finding(found.iter().map(|(key, _)| key.as_str())).then_some(found)
}

/// `**Title** — text` has a title; otherwise all of it describes.
fn title_of(text: &str, heading: &Heading<'_>) -> (Option<String>, String) {
    let plain = (None, heading.title.to_owned());
    let unstruck = text.replace("~~", "");
    let text = if heading.struck { unstruck.as_str() } else { text };
    if let Some((lead, rest)) = inline::bold_lead(text) {
        // Only where all of it was taken for the severity: `**S1 (High): 9 of them**` says more.
        let is_severity = heading.severity.is_some_and(|severity| severity.trim() == lead.trim());
        let lead = if is_severity && severities::is_severity(lead) {
            Heading { severity: Some(lead), ..Heading::default() }
        } else {
            headings::read(lead)
        };
        let tail = text.get(rest..).unwrap_or_default().trim_start_matches([':', '.', '—', '–', '-', ' ']);
        let after = headings::read(tail);
        return match (lead.title.is_empty(), tail.is_empty()) {
            // `**F1**: text` or `**[HIGH]** text`: what follows describes.
            (true, _) => (
                None,
                if lead.ids.is_empty() && lead.severity.is_none() { tail } else { after_title(tail, &after, &lead) }
                    .to_owned(),
            ),
            (false, true) => (None, lead.title.to_owned()),
            (false, false) => {
                let after = after_lead(text).filter(|_| lead.severity.is_none());
                (Some(lead.title.to_owned()), after.map_or(tail, |after| after.title).to_owned())
            }
        };
    }
    match split_lead(heading.title) {
        Some((lead, rest)) if !heading.ids.is_empty() && lead.chars().count() <= TITLE_LIMIT && !lead.contains('`') => {
            (Some(lead.to_owned()), rest.to_owned())
        }
        _ => plain,
    }
}

/// What follows a bold lead, where a severity in parentheses comes first.
fn after_lead(text: &str) -> Option<Heading<'_>> {
    let (_, at) = inline::bold_lead(text)?;
    let tail = text.get(at..)?.trim_start();
    let after = headings::read(tail);
    (tail.starts_with('(') && after.severity.is_some() && after.ids.is_empty()).then_some(after)
}

/// After an id in bold may come a severity of its own; it is taken out only where the heading of the item took it.
fn after_title<'t>(tail: &'t str, after: &Heading<'t>, lead: &Heading<'_>) -> &'t str {
    if lead.severity.is_none() && after.severity.is_some() && after.ids.is_empty() { after.title } else { tail }
}

/// The findings of a paragraph that begins with a severity, each as an item with its lines; a line that begins with one
/// begins the next. None where the paragraph does not begin so. Those in a quote must be marked.
#[must_use]
pub fn marked_items(reading: &Reading<'_, '_>, block: &Block) -> Vec<ItemText> {
    let mut items: Vec<ItemText> = Vec::new();
    for number in block.lines.clone() {
        let line = reading.paper.line(number).trim();
        let (text, quoted) = match line.strip_prefix('>') {
            Some(inner) => (inner.trim(), true),
            None => (line, false),
        };
        if begins_finding(text, quoted) {
            items.push(ItemText { number: None, text: text.to_owned(), fields: Vec::new(), lines: number..number + 1 });
            continue;
        }
        let Some(item) = items.last_mut() else { return items };
        item.lines.end = number + 1;
        match fields::scan(text).filter(|(key, value, _)| column_of(key).is_some() && !value.is_empty()) {
            Some((key, value, _)) => item.fields.push((key.to_owned(), value.to_owned())),
            None => {
                let goes_on = item.fields.last_mut().map_or(&mut item.text, |(_, value)| value);
                goes_on.push('\n');
                goes_on.push_str(text);
            }
        }
    }
    items
}

/// Whether a line begins with a severity, and goes on to say what is wrong: `**Critical: the lid is loose.**`,
/// `[P1] the ladder is short`, `P1: the ladder is too short`. Counts, alternatives and single words say nothing.
fn begins_finding(text: &str, quoted: bool) -> bool {
    const MARKED_WORDS: usize = 2;
    const PLAIN_WORDS: usize = 3;
    let heading = headings::read(text);
    let Some(severity) = heading.severity.filter(|_| begins_with_severity(text)) else { return false };
    // `S2: …` numbers a step.
    if severity.len() == 2 && severity.starts_with(['S', 's']) {
        return false;
    }
    let marked = text.starts_with(['*', '_', '[', '~']) && !text.starts_with("* ");
    let title = heading.title.trim_start_matches(['*', '_', ' ', ':']);
    let says = title.starts_with(|first: char| first.is_alphabetic() || matches!(first, '`' | '"' | '“' | '\'' | '/'));
    let weighs_again = title.split([',', ';', '|', '/', '·']).any(|part| {
        let part = part.trim_start();
        let word = part.split([':', '=', ' ']).next().unwrap_or_default();
        severities::word(word).is_some() && part.len() > word.len() || severities::is_severity(part)
    });
    let words = title.split_whitespace().count();
    says && !weighs_again
        && !is_none(title)
        && !is_count(title)
        && words >= if marked { MARKED_WORDS } else { PLAIN_WORDS }
        && (marked || !quoted)
}

/// Whether a text under a severity says that something is wrong: neither that there is nothing, nor how much.
#[must_use]
pub fn says_something(text: &str) -> bool {
    let text = text.trim_start_matches(['-', '*', '+', '_', ' ']);
    let words = inline::words(text.split(['.', '\n', '—', '(']).next().unwrap_or_default());
    let denies = ["no", "none", "nothing"].iter().any(|word| words == *word || words.starts_with(&format!("{word} ")));
    !words.is_empty() && !denies && !is_none(&words) && !is_count(&words)
}

/// Reads and claims paragraphs that begin with a severity. Where nothing announces findings, a run of them that gives each
/// severity once explains the words. Gives how many findings there were.
pub fn read_marked(
    reading: &mut Reading<'_, '_>,
    run: Vec<ItemText>,
    announced: bool,
    base: &Parts,
    aliases: &Aliases,
    findings: &mut Vec<Finding>,
) {
    if !announced && is_legend(&run) {
        return;
    }
    for item in run {
        if let Some(parts) = item_parts(&item, Evidence::OwnWords, false, base, aliases) {
            let range = reading.paper.lines_range(item.lines.clone());
            let finding = finding::finish(reading, parts, findings.len(), aliases, range);
            reading.claim_lines(item.lines.clone(), Owner::Entry("findings", findings.len()));
            findings.push(finding);
        }
    }
}

/// The fields of a finding below a line that is all bold: its title, its severity and the rest. `**Issue 1**`, then
/// `Severity: high`.
#[must_use]
pub fn titled(reading: &Reading<'_, '_>, block: &Block, announced: bool) -> Option<(String, Vec<Field>)> {
    let line = reading.paper.line(block.lines.start).trim();
    let (lead, rest) = inline::bold_lead(line)?;
    if !line.get(rest..)?.trim_matches([':', ' ']).is_empty() || block.lines.len() < 2 {
        return None;
    }
    let begins = |key: &str, bold: bool| bold || column_of(key).is_some() || is_backing(key);
    let fields = fields::read_lines(reading.paper, block.lines.start + 1..block.lines.end, begins, |_, _| false)?;
    let rated = |field: &Field| {
        let first = field.value.split('\n').next().unwrap_or_default();
        column_of(&field.key) == Some("severity") && severities::word(first).is_some()
    };
    let known = fields.iter().any(rated) || announced && tell_of_finding(fields.iter().map(|field| field.key.as_str()));
    known.then(|| (lead.trim().trim_end_matches(':').to_owned(), fields))
}

/// Reads and claims a finding whose title stands in bold above its fields.
pub fn read_titled(
    reading: &mut Reading<'_, '_>,
    block: &Block,
    (lead, fields): (String, Vec<Field>),
    base: Parts,
    aliases: &Aliases,
    findings: &mut Vec<Finding>,
) {
    let heading = headings::read(&lead);
    let mut parts = Parts {
        id: heading.ids.first().map(|id| (*id).to_owned()),
        severity: heading.severity.map(str::to_owned),
        heading_severity: heading.weight().or(base.heading_severity),
        struck: heading.struck,
        title: Some(unstruck(heading.title, heading.struck)).filter(|title| !title.is_empty()),
        ..base
    };
    for id in heading.ids.iter().skip(1) {
        parts.extra.push(KeyValue::new("id", *id));
    }
    for field in fields {
        let column = column_of(&field.key);
        match (column, field.value.split_once('\n')) {
            // What goes on below a severity says what is wrong.
            (Some("severity"), Some((severity, text))) if severities::word(severity).is_some() => {
                parts.put(column, &field.key, severity);
                parts.put(Some("description"), &field.key, text.trim());
            }
            _ => parts.put(column, &field.key, &field.value),
        }
    }
    let range = reading.paper.lines_range(block.lines.clone());
    let finding = finding::finish(reading, parts, findings.len(), aliases, range);
    reading.claim_lines(block.lines.clone(), Owner::Entry("findings", findings.len()));
    findings.push(finding);
}

/// Whether an item begins with a severity in brackets, in bold, or before a colon or dash.
fn begins_with_severity(text: &str) -> bool {
    let text = text.trim_start_matches('~');
    text.starts_with(['[', '*']) || headings::read(text).ids.is_empty()
}

/// The lines of some blocks.
#[must_use]
pub fn lines_of(blocks: &[Block]) -> Range<usize> {
    match (blocks.first(), blocks.last()) {
        (Some(first), Some(last)) => first.lines.start..last.lines.end,
        _ => 0..0,
    }
}

/// The words of the heading that a block is.
#[must_use]
pub fn heading_words<'t>(reading: &Reading<'_, 't>, block: &Block) -> &'t str {
    let text = heading_text(reading.paper.line(block.lines.start));
    match block.kind {
        BlockKind::Heading { level: crate::text::blocks::PSEUDO_HEADING } => inline::bare(text),
        _ => text,
    }
}
