//! Records of detail sections, from tables and from lists. See `docs/formats/protocol-v1.md`, "Detail sections".

mod design_plan;
mod digest;
mod implementation;
mod item;
mod parked;
mod steps;
mod verification;

use std::ops::Range;

use super::Reading;
use super::aliases::Aliases;
use super::columns::{self, Assigned, Column, Header, Names};
use crate::model::{Code, Extra, KeyValue, Span};
use crate::text::blocks::{Block, BlockKind};
use crate::text::fields::{self, Field};
use crate::text::ledger::Owner;
use crate::text::tables::{self, Fit, Row, Table};
use crate::text::{SourceText, inline};

pub use implementation::{gap_level, outcome, read_tests, test_sentence};
pub use item::{ItemText, items, split_lead};
pub use verification::{is_status_word, read_item_block, status_word};

/// What one kind of record is read from.
pub trait Record: Default {
    /// The columns of its table.
    const COLUMNS: &'static [Column];
    /// The columns without which a table is not of this kind.
    const REQUIRED: &'static [&'static str];
    /// The columns that do instead of these, where a table has them all.
    const INSTEAD: &'static [&'static str] = &[];
    /// How an item of a list is read.
    const SHAPE: Shape;
    /// Whether the format fixes the names of the columns.
    const NAMES: Names = Names::Free;

    /// Takes the value of a column.
    fn put(&mut self, column: &'static str, value: &str, aliases: &Aliases) -> Consumed;

    /// What every record has.
    fn base(&mut self) -> (&mut Extra, &mut Span);

    /// Looks over the record once all of it is read; says what is odd about it.
    fn finish(&mut self) -> Option<(Code, String)> {
        None
    }
}

/// Where records go.
#[derive(Debug)]
pub struct List<'a, R> {
    /// The list in the result, as a path.
    pub path: &'static str,
    /// The records so far.
    pub records: &'a mut Vec<R>,
}

impl<'a, R> List<'a, R> {
    /// A list in the result.
    pub fn new(path: &'static str, records: &'a mut Vec<R>) -> Self {
        Self { path, records }
    }
}

/// How an item of a list is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// The whole text is one column.
    Whole(&'static str),
    /// `**Lead**: rest`.
    Lead(&'static str, &'static str),
    /// `Text: pass`, `[x] text`, `✅ text`, `text — applied (remark)`.
    Checked {
        /// The column of the text.
        text: &'static str,
        /// The column of the mark.
        mark: &'static str,
        /// The column of the remark.
        remark: &'static str,
    },
}

/// What became of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consumed {
    /// All of it is in a field.
    All,
    /// A field was set from it, but not all of it is there: it goes to `extra` too.
    Part,
    /// It has no place: it goes to `extra`.
    None,
}

/// A table and what its columns are for one kind of record.
#[derive(Debug)]
pub struct Candidate {
    /// The columns.
    pub assigned: Vec<Assigned>,
    /// How well the table fits: how many columns are known.
    pub score: usize,
}

/// How well the header of a table fits a kind of record; `None` where it does not.
#[must_use]
pub fn fit<R: Record>(headers: &[&str]) -> Option<Candidate> {
    fit_keyed::<R>(&columns::keyed(headers))
}

/// The same, where a header is held against several kinds.
#[must_use]
pub fn fit_keyed<R: Record>(headers: &[Header<'_>]) -> Option<Candidate> {
    let known = columns::known(headers, R::COLUMNS);
    let has = |names: &[&str]| names.iter().all(|name| known.iter().flatten().any(|known| known.name == *name));
    let instead = !R::INSTEAD.is_empty() && has(R::INSTEAD);
    if !instead && !has(R::REQUIRED) {
        return None;
    }
    let score = known.iter().flatten().map(|known| 1 + usize::from(known.canonical)).sum();
    Some(Candidate { assigned: columns::assigned(headers, &known), score })
}

/// Reads and claims the rows of a table below its header.
pub fn read_table<R: Record>(
    reading: &mut Reading<'_, '_>,
    block: &Block,
    table: &Table,
    assigned: &[Assigned],
    aliases: &Aliases,
    list: &mut List<'_, R>,
) {
    let mut rows = table.rows.iter();
    let Some(header) = rows.next() else { return };
    let before = list.records.len();
    for row in rows {
        if is_empty_row(reading, row) {
            continue;
        }
        let mut record = R::default();
        for (column, written, value) in columns::cells(reading, row, assigned) {
            put(&mut record, column, &written, &tables::cell_text(value), aliases);
        }
        say_fit(reading, row, table.columns);
        add(reading, record, row.line..row.line + 1, list);
    }
    if list.records.len() > before {
        claim_frame(reading, block, table, Owner::Field(list.path));
        columns::say_renamed(reading, assigned, R::COLUMNS, header, R::NAMES);
        say_unseparated(reading, table, header);
    } else if table.rows.len() > 1
        && assigned.iter().all(|column| column.canonical)
        && !table.rows.iter().any(|row| is_template_row(reading.source, row))
    {
        // That there is nothing is an answer.
        reading.claim_lines(block.lines.clone(), Owner::Field(list.path));
    }
}

/// Says that no separator row stands under a header.
pub fn say_unseparated(reading: &mut Reading<'_, '_>, table: &Table, header: &Row) {
    if table.separated {
        return;
    }
    let range = reading.source.lines_range(header.line..header.line + 1);
    // In a quote or a fence a new line would need its marks.
    let above = header.line.checked_sub(1).is_some_and(|line| tables::is_separator(reading.source.line(line)));
    let plain = reading.source.wrapper().is_none() && !above;
    let edit = plain.then(|| (range.end..range.end, format!("\n|{}", "---|".repeat(table.columns))));
    reading.say_with_edit(Code::MissingSeparatorRow, "The table has no separator row below its header.", range, edit);
}

/// The header and the separator belong to the list as a whole.
pub fn claim_frame(reading: &mut Reading<'_, '_>, block: &Block, table: &Table, owner: Owner) {
    let last = block.lines.start + 1 + usize::from(table.separated);
    reading.claim_lines(block.lines.start..last.min(block.lines.end), owner);
    for line in block.lines.clone().skip(2).filter(|line| tables::is_separator(reading.source.line(*line))) {
        reading.claim_lines(line..line + 1, owner);
    }
}

/// Says how the cells of a row were counted.
pub fn say_fit(reading: &mut Reading<'_, '_>, row: &Row, columns: usize) {
    let range = reading.source.lines_range(row.line..row.line + 1);
    match row.fit {
        Fit::Exact => {}
        Fit::RawPipe => reading.say(Code::RawPipe, "An unescaped pipe in a code span was read as text.", range),
        Fit::Surplus => {
            reading.say(
                Code::SurplusCells,
                format!("The row has {} cells, but the table has {columns} columns.", row.cells.len()),
                range,
            );
        }
        Fit::Missing => {
            reading.say(
                Code::MissingCells,
                format!("The row has {} cells, but the table has {columns} columns.", row.cells.len()),
                range,
            );
        }
    }
}

/// A row of the template that was left in: `| [term] | [definition] | [yes/no] |`.
#[must_use]
pub fn is_template_row(source: &SourceText<'_>, row: &Row) -> bool {
    let is_word = |text: &str| {
        !text.is_empty()
            && text.chars().all(|letter| letter.is_alphabetic() || matches!(letter, ' ' | '-' | '\'' | '’'))
    };
    let placeholder = |text: &str| {
        let inner = [('[', ']'), ('<', '>')]
            .into_iter()
            .find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close))
            .map(|inner| inner.split('/').all(is_word) && inner.len() > 1);
        inner.unwrap_or(false)
    };
    let is_choice = |text: &str| text.contains('/') && text.split('/').all(is_word);
    let cells = row.cells.iter().map(|cell| inline::bare(source.slice(cell.clone()).trim()));
    let mut told = cells.filter(|text| !inline::is_wordless(text));
    let (mut cells, mut placeholders) = (0, 0);
    let is_template = told.all(|text| {
        cells += 1;
        let is_placeholder = placeholder(text);
        placeholders += usize::from(is_placeholder);
        is_placeholder || is_choice(text)
    });
    is_template && cells > 1 && placeholders > 0
}

/// A row that says nothing: dots, dashes, nothing but "none", or the placeholders of a template.
#[must_use]
pub fn is_empty_row(reading: &Reading<'_, '_>, row: &Row) -> bool {
    if is_template_row(reading.source, row) {
        return true;
    }
    let texts = row.cells.iter().map(|cell| reading.source.slice(cell.clone()));
    let mut told = texts.filter(|text| !inline::is_wordless(text) && !is_none(inline::bare(text)));
    match (told.next(), told.next()) {
        (None, _) => true,
        (Some(only), None) => says_none_found(only),
        _ => false,
    }
}

/// Whether a text says in a sentence that nothing of what a list is for was found: `No contradictions were found between the
/// two documents.`, `None detected`. That there is no rollback section is a finding.
fn says_none_found(text: &str) -> bool {
    const FOUND: [&str; 9] =
        ["detected", "discovered", "exist", "found", "identified", "noted", "observed", "reported", "seen"];
    const TURNS: [&str; 5] = ["although", "but", "except", "however", "though"];
    let words = inline::words(text);
    let begins = words == "none" || words.starts_with("none ") || words.starts_with("no ");
    let ends = words.split(' ').count() <= 3 || inline::has_word(&words, &FOUND);
    begins && ends && !inline::has_word(&words, &TURNS) && denies(text)
}

/// Whether a text only says that there is nothing.
#[must_use]
pub fn is_none(text: &str) -> bool {
    const NONE: [&str; 14] = [
        "none",
        "n a",
        "na",
        "nil",
        "nothing",
        "none found",
        "no findings",
        "no issues",
        "no issues found",
        "none identified",
        "no findings found",
        "none found in this pass",
        "not applicable",
        "none reported",
    ];
    // All begin alike: mostly the first letter tells that it says something.
    if !text.chars().find(|first| first.is_alphanumeric()).is_some_and(|first| first.eq_ignore_ascii_case(&'n')) {
        return false;
    }
    NONE.iter().any(|none| inline::says(text, none))
}

fn put<R: Record>(record: &mut R, column: Option<&'static str>, written: &str, value: &str, aliases: &Aliases) {
    let held = match column {
        Some(_) if value.chars().all(|character| matches!(character, '-' | '–' | '—' | ' ')) => Consumed::All,
        Some(name) => record.put(name, value, aliases),
        None => Consumed::None,
    };
    if held != Consumed::All {
        record.base().0.push(KeyValue::new(written, value));
    }
}

fn add<R: Record>(reading: &mut Reading<'_, '_>, mut record: R, lines: Range<usize>, list: &mut List<'_, R>) {
    let range = reading.source.lines_range(lines.clone());
    *record.base().1 = Span::of_bytes(range.start, range.end);
    if let Some((code, message)) = record.finish() {
        reading.say(code, message, range);
    }
    reading.claim_lines(lines, Owner::Entry(list.path, list.records.len()));
    list.records.push(record);
}

/// Reads and claims the items of a list.
pub fn read_list<R: Record>(reading: &mut Reading<'_, '_>, block: &Block, aliases: &Aliases, list: &mut List<'_, R>) {
    let BlockKind::List(found) = &block.kind else { return };
    let items = items(reading.source, found);
    read_items(reading, together::<R>(&items).unwrap_or(items).into_iter(), aliases, list);
}

/// The items of a list that are the fields of its records, those of one record as one item: `- Finding: …`, `- Category: …`.
fn together<R: Record>(items: &[ItemText]) -> Option<Vec<ItemText>> {
    let mut records: Vec<ItemText> = Vec::new();
    for item in items {
        let (key, value, _) = fields::scan(&item.text).filter(|_| item.fields.is_empty())?;
        let column = columns::named(key, R::COLUMNS)?;
        match records.last_mut() {
            _ if Some(&column) == R::REQUIRED.first() => {
                records.push(ItemText { text: value.to_owned(), ..item.clone() });
            }
            Some(record) => {
                record.fields.push((key.to_owned(), value.to_owned()));
                record.lines.end = item.lines.end;
            }
            None => return None,
        }
    }
    (records.len() < items.len()).then_some(records)
}

/// Reads and claims a heading with fields below it as one record: `### Who pays?`, `- **Category**: question`. Whether it is
/// one: where a column holds one of the fields.
pub fn read_titled<R: Record>(
    reading: &mut Reading<'_, '_>,
    title: &str,
    fields: &[Field],
    lines: Range<usize>,
    aliases: &Aliases,
    list: &mut List<'_, R>,
) -> bool {
    let column = |field: &Field| columns::named(&field.key, R::COLUMNS);
    let (Shape::Whole(text) | Shape::Lead(text, _)) = R::SHAPE else { return false };
    if !fields.iter().any(|field| column(field).is_some_and(|column| column != text)) {
        return false;
    }
    let mut record = R::default();
    put(&mut record, Some(text), "", title, aliases);
    for field in fields {
        put(&mut record, column(field), &field.key, &field.value, aliases);
    }
    add(reading, record, lines, list);
    true
}

/// Reads and claims some items of a list.
fn read_items<R: Record>(
    reading: &mut Reading<'_, '_>,
    items: impl Iterator<Item = ItemText>,
    aliases: &Aliases,
    list: &mut List<'_, R>,
) {
    for mut item in items {
        if is_none(&item.text) && item.fields.is_empty() {
            // That there is nothing is an answer.
            reading.claim_lines(item.lines, Owner::Field(list.path));
            continue;
        }
        if !item.suits(R::SHAPE) {
            continue;
        }
        let mut record = R::default();
        item.take_remark::<R>(|column, value| record.put(column, value, aliases));
        let refused = item.fill::<R>(|column, value| record.put(column, value, aliases));
        record.base().0.extend(refused);
        for (key, value) in &item.fields {
            let column = columns::named(key, R::COLUMNS);
            put(&mut record, column, key, value, aliases);
        }
        let id = R::COLUMNS.iter().find(|column| column.name == "id").map(|column| column.name);
        if let (Some(number), Some(id)) = (&item.number, id) {
            put(&mut record, Some(id), "#", number, aliases);
        }
        add(reading, record, item.lines, list);
    }
}

/// Whether a paragraph below the heading of a kind of records says that there are none: `No gaps were found.`, `None. All
/// components exist.`
#[must_use]
pub fn denies(text: &str) -> bool {
    const NONE: [&str; 3] = ["n", "na", "none"];
    const NOUNS: [&str; 17] = [
        "blockers",
        "components",
        "concerns",
        "conflicts",
        "contradictions",
        "decisions",
        "deviations",
        "findings",
        "gaps",
        "implications",
        "inconsistencies",
        "issues",
        "problems",
        "questions",
        "redundancies",
        "references",
        "violations",
    ];
    const NOTHING: [&str; 7] = ["else", "found", "is missing", "missing", "needed", "to report", "was found"];
    const ALL: [&str; 4] = ["all", "each", "every", "everything"];
    const SUFFICE: [&str; 20] = [
        "available",
        "cover",
        "covered",
        "covers",
        "enough",
        "exist",
        "exists",
        "hold",
        "holds",
        "match",
        "matches",
        "met",
        "present",
        "resolve",
        "resolved",
        "resolves",
        "resolving",
        "suffice",
        "suffices",
        "sufficient",
    ];
    const HOLD: [&str; 7] = ["hold", "holds", "match", "matches", "resolve", "resolved", "resolves"];
    const FIND: [&str; 6] = ["find", "found", "identified", "identify", "saw", "see"];
    const TURNS: [&str; 6] = ["but", "except", "lacks", "missing", "no", "not"];
    /// So near a word stands to what it denies.
    const NEAR: usize = 3;
    let words = inline::words(text);
    let said: Vec<&str> = words.split(' ').collect();
    let first = said.first().copied().unwrap_or_default();
    let finds = inline::has_word(&words, &FIND);
    let none_of = said.iter().enumerate().any(|(at, word)| {
        let denies = *word == "no" || (*word == "any" && finds);
        let named = |noun: &str| NOUNS.contains(&noun) || NOUNS.contains(&format!("{noun}s").as_str());
        // `No references resolve` denies something else.
        let behind = |noun: &usize| said.get(noun + 1).is_some_and(|verb| HOLD.contains(verb));
        denies
            && (at + 1..said.len())
                .take(NEAR)
                .filter(|noun| !behind(noun))
                .filter_map(|noun| said.get(noun))
                .any(|noun| if *word == "no" && at > 0 { NOUNS.contains(noun) } else { named(noun) })
    });
    let nothing = words.strip_prefix("nothing ").is_some_and(|rest| NOTHING.iter().any(|end| rest.starts_with(end)));
    let begins = first.is_empty() || NONE.contains(&first) || words == "nothing" || words.starts_with("not applicable");
    let suffices = (inline::has_word(&words, &ALL) || inline::has_word(&words, &["enough", "sufficient", "suffice"]))
        && inline::has_word(&words, &SUFFICE);
    begins || nothing || none_of || (suffices && !inline::has_word(&words, &TURNS))
}

/// Reads and claims a paragraph as one record, whole.
pub fn read_paragraph<R: Record>(
    reading: &mut Reading<'_, '_>,
    block: &Block,
    aliases: &Aliases,
    list: &mut List<'_, R>,
) {
    let text = reading.source.block_text(block);
    let (Shape::Whole(column) | Shape::Lead(column, _)) = R::SHAPE else { return };
    if is_none(&text) {
        return;
    }
    let mut record = R::default();
    put(&mut record, Some(column), "", text.trim(), aliases);
    add(reading, record, block.lines.clone(), list);
}

/// Reads and claims some lines as one record, whole.
pub fn read_line<R: Record>(
    reading: &mut Reading<'_, '_>,
    lines: Range<usize>,
    aliases: &Aliases,
    list: &mut List<'_, R>,
) {
    let (Shape::Whole(column) | Shape::Lead(column, _)) = R::SHAPE else { return };
    let text = reading.source.lines_text(lines.clone());
    let mut record = R::default();
    put(&mut record, Some(column), "", text.trim(), aliases);
    add(reading, record, lines, list);
}

/// Puts a text where a field is empty still; otherwise it has no place.
fn fill(slot: &mut Option<String>, value: &str) -> Consumed {
    if slot.is_some() {
        return Consumed::None;
    }
    *slot = Some(value.to_owned());
    Consumed::All
}

/// Puts a text where a field that is always there is empty still.
fn fill_text(slot: &mut String, value: &str) -> Consumed {
    if !slot.is_empty() {
        return Consumed::None;
    }
    value.clone_into(slot);
    Consumed::All
}

/// Reads `9-24`, `L9-24`, `lines 9-24` or `9` as first and last line.
fn lines(value: &str) -> Option<[u32; 2]> {
    let value = value.trim();
    let value =
        ["lines ", "Lines ", "line ", "Line "].iter().find_map(|mark| value.strip_prefix(mark)).unwrap_or(value);
    let value = value.trim_start_matches(['L', 'l', '~']);
    let (first, last) = match value.split_once(inline::is_range_dash) {
        Some((first, last)) => (first, last.trim().trim_start_matches(['L', 'l'])),
        None => (value, value),
    };
    let (first, last) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
    (first <= last).then_some([first, last])
}
