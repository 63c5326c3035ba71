//! Tables of findings. See `docs/formats/protocol-v1.md`, "Finding table".

use std::collections::BTreeSet;

use super::aliases::Aliases;
use super::columns::{self, Assigned, Column};
use super::documents::document_of;
use super::finding::{self, Parts};
use super::finding_columns::{COLUMNS, FOREIGN, ISSUE_NAMES, RANKS};
use super::sections::Section;
use super::{Reading, ids, records, severities};
use crate::model::{Code, FINDING_TYPES, Finding};
use crate::text::blocks::Block;
use crate::text::inline;
use crate::text::ledger::Owner;
use crate::text::tables::{self, Row, Table};

/// How many columns with the format's own names make a table of findings outside of a protocol.
const OWN_NAMES: usize = 4;

/// Says what the columns of a table of findings are; `None` where it is no such table.
#[must_use]
pub fn classify(
    reading: &Reading<'_, '_>,
    table: &Table,
    section: Option<Section>,
    protocol: bool,
) -> Option<Vec<Assigned>> {
    let header = table.rows.first()?;
    let headers = columns::headers(reading, header);
    let keys: Vec<String> = headers.iter().map(|header| columns::key(header)).collect();
    let is_registered = |key: &str| reading.custom_type().is_some_and(|custom| columns::is_registered(key, custom));
    if keys.iter().any(|key| FOREIGN.contains(&key.as_str()) && !is_registered(key)) {
        return None;
    }
    let mut assigned = match reading.custom_type() {
        Some(custom) => columns::assign_custom(&headers, COLUMNS, custom),
        None => columns::assign(&headers, COLUMNS),
    };
    settle_finding_column(reading, table, &mut assigned);
    let describes = columns::has(&assigned, &["description"]) || columns::has(&assigned, &["title"]);
    if !describes && !settle_title(reading, table, &keys, &mut assigned) {
        return None;
    }
    if columns::has(&assigned, &["severity"]) {
        let written =
            assigned.iter().find(|column| column.name == Some("severity")).map(|column| columns::key(&column.written));
        let ranks = written.as_deref().is_some_and(|key| matches!(key, "priority" | "level"));
        let lists_issues = keys.iter().any(|key| ISSUE_NAMES.contains(&key.as_str()));
        let fits = section == Some(Section::Findings) || !ranks || lists_issues;
        return (fits && !is_legend(reading, table, &assigned)).then_some(assigned);
    }
    // Without a severity, it is a table of findings by its id column, its section and one more column; outside of a
    // protocol only where the columns have the format's own names.
    if columns::has(&assigned, &["id", "type"]) && holds_types(reading, table, &assigned) {
        return Some(assigned);
    }
    let own = assigned.iter().filter(|column| column.canonical).count();
    if !protocol && own < OWN_NAMES {
        return None;
    }
    let places = columns::has(&assigned, &["location"])
        || columns::has(&assigned, &["suggestion"])
        || columns::has(&assigned, &["type"]);
    (section == Some(Section::Findings) && columns::has(&assigned, &["id"]) && places).then_some(assigned)
}

/// What the columns of a table are that stands under a severity: it says what is wrong, and where or what to do.
#[must_use]
pub fn placed(reading: &Reading<'_, '_>, table: &Table) -> Option<Vec<Assigned>> {
    let header = table.rows.first()?;
    let headers = columns::headers(reading, header);
    let mut assigned = columns::assign(&headers, COLUMNS);
    settle_rank(reading, table, &mut assigned);
    let has = |name| columns::has(&assigned, &[name]);
    let foreign = headers.iter().any(|header| FOREIGN.contains(&columns::key(header).as_str()));
    ((has("description") || has("title")) && (has("location") || has("suggestion") || has("line")) && !foreign)
        .then_some(assigned)
}

/// Whether a column is named by what a row of it is: `Problem`, `Issue`.
#[must_use]
pub fn lists_issues<Name: AsRef<str>>(headers: &[Name]) -> bool {
    headers.iter().any(|header| ISSUE_NAMES.contains(&columns::key(header.as_ref()).as_str()))
}

/// Whether a column is named by what is wrong: `Problem`, `Bug`. A `Finding` or an `Observation` may be of any kind.
#[must_use]
pub fn lists_problems<Name: AsRef<str>>(headers: &[Name]) -> bool {
    let is_problem = |key: &str| ISSUE_NAMES.contains(&key) && !matches!(key, "finding" | "observation");
    headers.iter().any(|header| is_problem(&columns::key(header.as_ref())))
}

/// What the columns of a table are that has one named by what is wrong (`Note | Code | Gap`), where two of three rows say
/// something there, and a third complain: that is the description.
#[must_use]
pub fn tells_problems(
    reading: &Reading<'_, '_>,
    table: &Table,
    mut assigned: Vec<Assigned>,
    complains: fn(&str) -> bool,
) -> Option<Vec<Assigned>> {
    const SEVERAL: usize = 3;
    let at = assigned.iter().position(|column| lists_problems(&[column.written.as_str()]))?;
    let rows = table.rows.len().saturating_sub(1);
    let wrong = cells_of(reading, table, at).filter(|cell| complains(cell)).count();
    for (column, described) in assigned.iter_mut().enumerate() {
        if described.name == Some("description") {
            described.name = None;
        }
        if column == at {
            described.name = Some("description");
        }
    }
    (rows >= SEVERAL && is_told_in(reading, table, at) && wrong * 3 >= rows).then_some(assigned)
}

/// The cells of a column below its header.
fn cells_of<'t>(reading: &Reading<'_, 't>, table: &Table, at: usize) -> impl Iterator<Item = &'t str> {
    table.rows.iter().skip(1).filter_map(move |row| Some(reading.source.slice(row.cells.get(at)?.clone())))
}

/// Whether two of three rows say something in a column, in three words or more.
fn is_told_in(reading: &Reading<'_, '_>, table: &Table, at: usize) -> bool {
    const WORDS: usize = 3;
    let told = cells_of(reading, table, at).filter(|cell| cell.split_whitespace().nth(WORDS - 1).is_some()).count();
    told * 3 >= table.rows.len().saturating_sub(1) * 2
}

/// Whether a column is one that registers of risks have: `Risk`, `Threat`, `Likelihood`.
#[must_use]
pub fn is_risk(column: &Assigned) -> bool {
    matches!(columns::key(&column.written).as_str(), "risk" | "threat" | "likelihood")
}

/// The columns of a register of risks: `Risk` or `Threat` is the description, `Mitigation` the suggestion. `Likelihood` is no
/// severity. A catalogue of threats tells what kind each is of: `ID | Summary | STRIDE | Status`.
#[must_use]
pub fn risks(reading: &Reading<'_, '_>, table: &Table) -> Option<Vec<Assigned>> {
    const CATALOGUES: [&str; 5] = ["cwe", "linddun", "mitre", "owasp", "stride"];
    let header = table.rows.first().filter(|_| table.separated && table.rows.len() > 2)?;
    let mut assigned = columns::assign(&columns::headers(reading, header), COLUMNS);
    let is_named = |column: &Assigned, names: &[&str]| names.contains(&columns::key(&column.written).as_str());
    let is_catalogued = columns::has(&assigned, &["id"]) && assigned.iter().any(|column| is_named(column, &CATALOGUES));
    let tells = |column: &Assigned| {
        is_named(column, &["risk", "threat", "description"]) || (is_catalogued && is_named(column, &["summary"]))
    };
    let at = assigned.iter().position(tells)?;
    let is_described =
        assigned.iter().enumerate().any(|(place, column)| place != at && column.name == Some("description"));
    let is_answered = is_catalogued || columns::has(&assigned, &["suggestion"]);
    if !is_told_in(reading, table, at) || is_described || !is_answered {
        return None;
    }
    assigned.get_mut(at)?.name = Some("description");
    settle_rank(reading, table, &mut assigned);
    Some(assigned)
}

/// What the columns of a table are that stands where findings are announced and numbers its rows: what goes by no known
/// name is the title, and what is wrong.
#[must_use]
pub fn numbered(reading: &Reading<'_, '_>, table: &Table, mut assigned: Vec<Assigned>) -> Option<Vec<Assigned>> {
    let id = assigned.iter().position(|column| column.name == Some("id"))?;
    let is_numbered = |row: &Row| {
        row.cells.get(id).is_some_and(|cell| {
            let text = inline::bare(reading.source.slice(cell.clone()));
            ids::is_id(text) || (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()))
        })
    };
    let contrasts = columns::has(&assigned, &["said"]);
    // A title stands before what it is the title of; behind it, a column of another name says more: `Trigger`.
    for name in ["title", "description"] {
        if !contrasts {
            let end = assigned.iter().position(|column| column.name == Some("description")).unwrap_or(assigned.len());
            name_what_says(reading, table, &mut assigned, name, end);
        }
    }
    let told = contrasts || columns::has(&assigned, &["title"]) || columns::has(&assigned, &["description"]);
    (told && table.rows.iter().skip(1).all(is_numbered)).then_some(assigned)
}

/// What the columns of a table are that places its rows and says what to do about each, or contrasts what one side says
/// with what the other does: what goes by no known name says what is wrong.
#[must_use]
pub fn contrasted(reading: &Reading<'_, '_>, table: &Table, mut assigned: Vec<Assigned>) -> Option<Vec<Assigned>> {
    if !columns::has(&assigned, &["location"]) {
        return None;
    }
    let contrasts = columns::has(&assigned, &["said"]);
    if !contrasts && columns::has(&assigned, &["suggestion"]) {
        let end = assigned.len();
        name_what_says(reading, table, &mut assigned, "description", end);
    }
    (contrasts || columns::has(&assigned, &["location", "suggestion", "description"])).then_some(assigned)
}

/// What the columns of a table in a review are whose rows are placed: the first of the others that says something tells what
/// is wrong.
#[must_use]
pub fn told(reading: &Reading<'_, '_>, table: &Table, mut assigned: Vec<Assigned>) -> Option<Vec<Assigned>> {
    let end = assigned.len();
    if !columns::has(&assigned, &["title", "description"]) {
        name_what_says(reading, table, &mut assigned, "description", end);
    }
    let tells = columns::has(&assigned, &["description"]) || columns::has(&assigned, &["title"]);
    // `| src/a.test.ts:27 | H8 (rounding) |` says more of findings that are told elsewhere.
    let refers = |row: &&Row| {
        let parts = row_parts(reading, row, &assigned);
        parts.description.as_deref().or(parts.title.as_deref()).is_some_and(|text| ids::lead(text).is_some())
    };
    let referring = table.rows.iter().skip(1).filter(refers).count();
    (columns::has(&assigned, &["location"]) && tells && referring * 2 <= table.rows.len()).then_some(assigned)
}

/// What the columns of a table are that contrasts two sides, and weighs each row.
#[must_use]
pub fn weighed(reading: &Reading<'_, '_>, table: &Table, assigned: Vec<Assigned>) -> Option<Vec<Assigned>> {
    let at = assigned.iter().position(|column| column.name == Some("severity"))?;
    let is_ranked = |row: &Row| {
        row.cells.get(at).is_some_and(|cell| severities::is_severity(inline::bare(reading.source.slice(cell.clone()))))
    };
    (columns::has(&assigned, &["said", "location"]) && table.rows.iter().skip(1).all(is_ranked)).then_some(assigned)
}

/// What the columns of a table with a header are, by their names, by what ranks, and by what contrasts, for the readers above
/// to go on from; `None` where one belongs to tables of other things.
#[must_use]
pub fn named_columns(reading: &Reading<'_, '_>, table: &Table) -> Option<Vec<Assigned>> {
    let header = table.rows.first().filter(|_| table.separated && table.rows.len() > 1)?;
    let headers = columns::headers(reading, header);
    let mut assigned = columns::assign(&headers, COLUMNS);
    settle_rank(reading, table, &mut assigned);
    let is_foreign =
        |column: &Assigned| column.name.is_none() && FOREIGN.contains(&columns::key(&column.written).as_str());
    if assigned.iter().any(is_foreign) {
        return None;
    }
    contrast(&mut assigned);
    Some(assigned)
}

/// Gives the first column before `end` that goes by no known name and holds words a name. A column of figures weighs
/// something; one of words says something.
fn name_what_says(reading: &Reading<'_, '_>, table: &Table, assigned: &mut [Assigned], name: &'static str, end: usize) {
    if columns::has(assigned, &[name]) {
        return;
    }
    let says = |at: usize| {
        table.rows.iter().skip(1).any(|row| {
            row.cells.get(at).is_some_and(|cell| reading.source.slice(cell.clone()).split_whitespace().count() > 2)
        })
    };
    let unnamed = assigned.iter().take(end).enumerate().filter(|(_, column)| column.name.is_none());
    let Some(at) = unnamed.map(|(at, _)| at).find(|at| says(*at)) else { return };
    if let Some(column) = assigned.get_mut(at) {
        column.name = Some(name);
    }
}

/// Where no column is named after the severity, one that ranks by its words is it: `| Impact |`, `| 🔴 Critical |`, also
/// below no name at all. So is one called "Priority" behind a "Level" that says something else.
fn settle_rank(reading: &Reading<'_, '_>, table: &Table, assigned: &mut [Assigned]) {
    let is_severity = |at: usize, row: &Row| {
        let cell = row.cells.get(at);
        cell.is_some_and(|cell| {
            severities::is_severity(without_score(inline::bare(reading.source.slice(cell.clone()))))
        })
    };
    // `–` in some rows: not rated.
    let is_open = |at: usize, row: &Row| {
        let cell = row.cells.get(at).map(|cell| inline::bare(reading.source.slice(cell.clone())));
        cell.is_none_or(|cell| !cell.contains(char::is_alphanumeric))
    };
    let rows = || table.rows.iter().skip(1);
    let ranks = |at: usize| {
        rows().all(|row| is_severity(at, row) || is_open(at, row))
            && rows().filter(|row| is_severity(at, row)).count() * 2 > rows().count()
    };
    let named = assigned.iter().position(|column| column.name == Some("severity"));
    if let Some(at) = named {
        let is_level = assigned.get(at).is_some_and(|column| columns::key(&column.written) == "level");
        if !is_level || table.rows.iter().skip(1).any(|row| is_severity(at, row)) {
            return;
        }
    }
    let found = (0..assigned.len()).find(|at| {
        let column = assigned.get(*at);
        let is_rank = |key: &str| key.is_empty() || RANKS.contains(&key);
        column.is_some_and(|column| column.name.is_none() && is_rank(&columns::key(&column.written))) && ranks(*at)
    });
    if let Some(level) = named.filter(|_| found.is_some()).and_then(|at| assigned.get_mut(at)) {
        level.name = None;
    }
    if let Some(column) = found.and_then(|at| assigned.get_mut(at)) {
        column.name = Some("severity");
    }
}

/// A severity without the score before it: `16 High`.
fn without_score(written: &str) -> &str {
    let rest = written.trim_start_matches(|digit: char| digit.is_ascii_digit());
    if rest.len() < written.len() && rest.starts_with(' ') { rest.trim_start() } else { written }
}

/// Columns that tell what each of several documents says (`Design says`, `Plan says`), or what is promised and what is
/// done, describe together what is wrong with what the column before them names.
fn contrast(assigned: &mut [Assigned]) {
    const TOPICS: [&str; 6] = ["topic", "subject", "aspect", "concept", "point", "area"];
    const PROMISED: [&str; 17] = [
        "says",
        "claims",
        "claim",
        "claimed",
        "promises",
        "promised",
        "documented",
        "documentation",
        "docs",
        "docstring",
        "doc says",
        "comment says",
        "expected",
        "specified",
        "definition",
        "spec",
        "specification",
    ];
    const DONE: [&str; 16] = [
        "but",
        "yet",
        "does",
        "code does",
        "code",
        "happens",
        "actual",
        "actually",
        "actual behavior",
        "actual behaviour",
        "reality",
        "in reality",
        "behavior",
        "behaviour",
        "implementation",
        "implemented",
    ];
    // `What it says` is no `What`.
    let contrasts = |key: &str| key.starts_with("what ") && (key.ends_with(" says") || key.ends_with(" does"));
    let unnamed = |column: &Assigned| column.name.is_none() || contrasts(&columns::key(&column.written));
    let is_one = |column: &Assigned, names: &[&str]| names.contains(&columns::key(&column.written).as_str());
    // `What it says`, `What the module does`
    let ends = |column: &Assigned, end: &str| columns::key(&column.written).ends_with(end);
    let promised = |column: &Assigned| is_one(column, &PROMISED) || ends(column, " says");
    let done = |column: &Assigned| unnamed(column) && (is_one(column, &DONE) || ends(column, " does"));
    let promises = assigned.iter().any(promised) && assigned.iter().any(done);
    let says = |column: &Assigned| {
        unnamed(column) && (ends(column, " says") || (promises && (promised(column) || done(column))))
    };
    if assigned.iter().filter(|column| says(column)).count() < 2 {
        return;
    }
    for column in assigned.iter_mut() {
        if says(column) {
            column.name = Some("said");
        } else if column.name.is_none() && TOPICS.contains(&columns::key(&column.written).as_str()) {
            column.name = Some("title");
        }
    }
}

/// Whether the columns that say what is wrong go by known names, so that the others say the rest.
#[must_use]
pub fn is_named(assigned: &[Assigned]) -> bool {
    let tells = |column: &&Assigned| matches!(column.name, Some("title" | "description"));
    assigned
        .iter()
        .filter(tells)
        .all(|column| column.custom.is_some() || columns::named(&column.written, COLUMNS).is_some())
}

/// Whether a row says that something is wrong.
#[must_use]
pub fn is_told(reading: &Reading<'_, '_>, row: &Row, assigned: &[Assigned]) -> bool {
    !records::is_empty_row(reading, row)
        && !is_total(reading, row)
        && !agrees(reading, row, assigned)
        && !says_nothing_found(&row_parts(reading, row, assigned))
}

/// Whether what one side says in a row is what the other says or does.
fn agrees(reading: &Reading<'_, '_>, row: &Row, assigned: &[Assigned]) -> bool {
    let mut said = columns::cells(reading, row, assigned)
        .into_iter()
        .filter(|(column, _, _)| *column == Some("said"))
        .map(|(_, _, value)| inline::words(&tables::cell_text(value)));
    said.next().is_some_and(|first| {
        let mut others = said.peekable();
        others.peek().is_some() && others.all(|other| other == first)
    })
}

/// The cells of a row as the parts of a finding.
#[must_use]
pub fn row_parts(reading: &Reading<'_, '_>, row: &Row, assigned: &[Assigned]) -> Parts {
    let mut parts = Parts::default();
    for (column, written, value) in columns::cells(reading, row, assigned) {
        parts.put(column, &written, &tables::cell_text(value));
    }
    // `Risk | 16 High`
    if let Some(severity) = &mut parts.severity {
        let bare = inline::bare(severity);
        let word = without_score(bare);
        if word.len() < bare.len() && severities::is_severity(word) {
            *severity = word.to_owned();
        }
    }
    if parts.description.is_none() {
        parts.description = parts.severity.as_deref().and_then(remark).map(str::to_owned);
    }
    // `| deploy.yml | 39 |`: the lines are of the file beside them.
    let is_lines = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b',' | b' '));
    if let Some(lines) = parts.location.as_deref().filter(|lines| !lines.is_empty() && is_lines(lines))
        && let Some(file) = parts.extra.iter().map(|extra| inline::bare(&extra.value)).find(|value| is_file(value))
    {
        parts.location = Some(format!("{file}:{lines}"));
    }
    parts
}

/// Whether a text is the name of a file and no more.
fn is_file(text: &str) -> bool {
    document_of(text) == Some(text)
}

/// Whether enough columns of a table have the format's own names, an id, a severity and a description among them.
#[must_use]
pub fn is_own(reading: &Reading<'_, '_>, table: &Table) -> bool {
    let Some(header) = table.rows.first() else { return false };
    let assigned = columns::assign(&columns::headers(reading, header), COLUMNS);
    let own = assigned.iter().filter(|column| column.canonical).count();
    let has = |name| assigned.iter().any(|column| column.canonical && column.name == Some(name));
    own >= OWN_NAMES && ["id", "severity", "description"].into_iter().all(has)
}

/// Whether a table has a column of severities, whatever else it holds.
#[must_use]
pub fn has_severities(reading: &Reading<'_, '_>, table: &Table) -> bool {
    let Some(header) = table.rows.first() else { return false };
    let assigned = columns::assign(&columns::headers(reading, header), COLUMNS);
    let Some(at) = assigned.iter().position(|column| column.name == Some("severity")) else { return false };
    let mut cells = table.rows.iter().skip(1).filter_map(|row| row.cells.get(at)).peekable();
    cells.peek().is_some() && cells.all(|cell| severities::is_severity(reading.source.slice(cell.clone())))
}

/// Whether the type column holds nothing but types of the protocol.
fn holds_types(reading: &Reading<'_, '_>, table: &Table, assigned: &[Assigned]) -> bool {
    let Some(at) = assigned.iter().position(|column| column.name == Some("type")) else { return false };
    table.rows.len() > 1
        && table.rows.iter().skip(1).filter_map(|row| row.cells.get(at)).all(|cell| {
            let words = inline::words(reading.source.slice(cell.clone())).replace(' ', "-");
            FINDING_TYPES.contains(&words.as_str())
        })
}

/// A column called "Finding" holds ids or titles where another column describes.
fn settle_finding_column(reading: &Reading<'_, '_>, table: &Table, assigned: &mut [Assigned]) {
    if columns::has(assigned, &["id"]) {
        return;
    }
    let Some(at) = assigned
        .iter()
        .position(|column| columns::key(&column.written) == "finding" || columns::key(&column.written) == "issue")
    else {
        return;
    };
    let hold_ids =
        table.rows.iter().skip(1).all(|row| {
            row.cells.get(at).is_some_and(|cell| ids::is_id(inline::bare(reading.source.slice(cell.clone()))))
        });
    let described =
        assigned.iter().any(|column| column.name == Some("description") && columns::key(&column.written) != "finding");
    if let Some(column) = assigned.get_mut(at).filter(|_| hold_ids && table.rows.len() > 1 && described) {
        column.name = Some("id");
    }
}

/// Where severities stand beside a place, or each with a remark of its own (`High — nobody can leave`), the first column
/// that goes by no known name is the title.
fn settle_title(reading: &Reading<'_, '_>, table: &Table, keys: &[String], assigned: &mut [Assigned]) -> bool {
    let Some(at) = assigned.iter().position(|column| column.name == Some("severity") && column.canonical) else {
        return false;
    };
    let is_placed = columns::has(assigned, &["line"]) || columns::has(assigned, &["location"]);
    let is_remarked = table.rows.len() > 1
        && table.rows.iter().skip(1).all(|row| {
            let cell = row.cells.get(at).map_or("", |cell| reading.source.slice(cell.clone()));
            remark(cell).is_some()
        });
    let unknown = assigned.iter_mut().zip(keys).find(|(column, key)| column.name.is_none() && !key.is_empty());
    match unknown.filter(|_| is_placed || is_remarked) {
        Some((column, _)) => {
            column.name = Some("title");
            true
        }
        None => false,
    }
}

/// What stands behind a severity and a dash or colon: `High — nobody can leave`.
fn remark(cell: &str) -> Option<&str> {
    let (head, remark) = [" — ", " – ", " - ", ": "].into_iter().find_map(|mark| cell.split_once(mark))?;
    (severities::word(head).is_some() && remark.contains(' ')).then(|| remark.trim())
}

/// `| Severity | Description |` with every severity once explains the words.
fn is_legend(reading: &Reading<'_, '_>, table: &Table, assigned: &[Assigned]) -> bool {
    const ROWS: usize = 3;
    let Some(at) = assigned.iter().position(|column| column.name == Some("severity")) else { return false };
    let mut seen: Vec<String> = Vec::new();
    let distinct = table.rows.iter().skip(1).all(|row| {
        let word = row.cells.get(at).map(|cell| inline::words(reading.source.slice(cell.clone()))).unwrap_or_default();
        let fresh = !seen.contains(&word) && seen.len() < 8;
        seen.push(word);
        fresh
    });
    assigned.len() == 2 && at == 0 && distinct && table.rows.len() > ROWS
}

/// What the columns of a table without a header are, by what its cells hold.
#[must_use]
pub fn infer(reading: &Reading<'_, '_>, table: &Table) -> Option<Vec<Assigned>> {
    let cell = |row: &Row, at: usize| row.cells.get(at).map_or("", |cell| reading.source.slice(cell.clone()));
    let all = |at: usize, holds: &dyn Fn(&str) -> bool| {
        let mut cells = table.rows.iter().map(|row| cell(row, at)).filter(|cell| !cell.is_empty()).peekable();
        cells.peek().is_some() && cells.all(holds)
    };
    let mut names: Vec<Option<&'static str>> = vec![None; table.columns];
    let take = |at: usize, name: &'static str, names: &mut Vec<Option<&'static str>>| {
        if let Some(slot) = names.get_mut(at)
            && slot.is_none()
        {
            *slot = Some(name);
        }
    };
    let find = |holds: &dyn Fn(&str) -> bool, names: &[Option<&'static str>]| {
        (0..table.columns).find(|at| names.get(*at) == Some(&None) && all(*at, holds))
    };
    let severity = find(&severities::is_severity, &names)?;
    take(severity, "severity", &mut names);
    if let Some(at) = find(&|text| ids::is_id(inline::bare(text)), &names) {
        take(at, "id", &mut names);
    }
    if let Some(at) = find(&|text| FINDING_TYPES.contains(&inline::words(text).replace(' ', "-").as_str()), &names) {
        take(at, "type", &mut names);
    }
    let is_place =
        |text: &str| !text.chars().any(char::is_alphanumeric) || document_of(text).is_some() || text.starts_with('§');
    for name in ["location", "counter_location"] {
        if let Some(at) = find(&is_place, &names) {
            take(at, name, &mut names);
        }
    }
    for name in ["description", "suggestion"] {
        if let Some(at) = (0..table.columns).find(|at| names.get(*at) == Some(&None)) {
            take(at, name, &mut names);
        }
    }
    let assigned: Vec<Assigned> = names
        .into_iter()
        .map(|name| Assigned { name, written: String::new(), canonical: true, custom: None })
        .collect();
    columns::has(&assigned, &["description"]).then_some(assigned)
}

/// Whether the header of a table is there, or the columns were inferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Header {
    /// The first row is the header.
    Present,
    /// The first row is a finding.
    Inferred,
}

/// Reads and claims the rows of a table of findings.
pub fn read(
    reading: &mut Reading<'_, '_>,
    block: &Block,
    table: &Table,
    assigned: &[Assigned],
    header: Header,
    aliases: &Aliases,
    findings: &mut Vec<Finding>,
) {
    let before = findings.len();
    let skipped = usize::from(header == Header::Present);
    read_rows(reading, table, skipped, findings, |reading, row, count| {
        let parts = row_parts(reading, row, assigned);
        if says_nothing_found(&parts) {
            return None;
        }
        let range = reading.source.lines_range(row.line..row.line + 1);
        Some(finding::finish(reading, parts, count, aliases, range))
    });
    if findings.len() == before {
        return;
    }
    match header {
        Header::Present => claim_header(reading, block, table, assigned, COLUMNS),
        Header::Inferred => claim_inferred(reading, block),
    }
}

/// Claims what parts the rows of a table without a header, and says that it has none.
pub fn claim_inferred(reading: &mut Reading<'_, '_>, block: &Block) {
    for line in block.lines.clone().filter(|line| tables::is_separator(reading.source.line(*line))) {
        reading.claim_lines(line..line + 1, Owner::Field("findings"));
    }
    let range = reading.source.lines_range(block.lines.clone());
    reading.say(Code::MissingHeader, "The finding table has no header row.", range);
}

/// Reads and claims the rows of a table from one on, each with what makes a finding of it, given how many there are.
pub fn read_rows<'t>(
    reading: &mut Reading<'_, 't>,
    table: &Table,
    skipped: usize,
    findings: &mut Vec<Finding>,
    mut make: impl FnMut(&mut Reading<'_, 't>, &Row, usize) -> Option<Finding>,
) {
    let mut seen = BTreeSet::new();
    for row in table.rows.iter().skip(skipped) {
        if records::is_empty_row(reading, row) || is_total(reading, row) {
            continue;
        }
        let Some(finding) = make(reading, row, findings.len()) else { continue };
        records::say_fit(reading, row, table.columns);
        if !seen.insert(finding.id.clone()) {
            let range = reading.source.lines_range(row.line..row.line + 1);
            reading.say(Code::RepeatedId, format!("The id {} occurs twice.", crate::model::quote(&finding.id)), range);
        }
        reading.claim_lines(row.line..row.line + 1, Owner::Entry("findings", findings.len()));
        findings.push(finding);
    }
}

/// Claims the header of a table of findings, and says what is odd about it.
pub fn claim_header(
    reading: &mut Reading<'_, '_>,
    block: &Block,
    table: &Table,
    assigned: &[Assigned],
    known: &[Column],
) {
    records::claim_frame(reading, block, table, Owner::Field("findings"));
    let Some(row) = table.rows.first() else { return };
    // `Note | Code | Gap` is a table of findings by that name alone.
    let others = ["severity", "id", "location", "line", "suggestion"];
    // So is one with a column `Missing case`.
    let misses = assigned.iter().any(|column| columns::key(&column.written).starts_with("missing "));
    let is_told = misses || !others.iter().any(|name| columns::has(assigned, &[name]));
    let names = if is_told { columns::Names::Telling } else { columns::Names::Fixed };
    columns::say_renamed(reading, assigned, known, row, names);
    records::say_unseparated(reading, table, row);
}

fn is_total(reading: &Reading<'_, '_>, row: &Row) -> bool {
    let first =
        row.cells.iter().map(|cell| inline::words(reading.source.slice(cell.clone()))).find(|words| !words.is_empty());
    first.is_some_and(|words| words == "total" || words == "totals" || words == "sum" || counts_all(&words))
}

/// `All 1,359 S1 items`: the sum of what is listed elsewhere.
fn counts_all(words: &str) -> bool {
    const COUNTED: [&str; 6] = ["items", "findings", "issues", "problems", "bugs", "entries"];
    const WORDS: usize = 5;
    let mut parts = words.split(' ');
    parts.next() == Some("all")
        && parts.next().is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
        && parts.clone().count() <= WORDS
        && parts.next_back().is_some_and(|last| COUNTED.contains(&last))
}

/// A row that only says that nothing was found.
#[must_use]
pub fn says_nothing_found(parts: &Parts) -> bool {
    let text = parts.description.as_deref().or(parts.title.as_deref()).unwrap_or_default();
    let says = |part: &Option<String>| {
        part.as_deref().is_some_and(|part| !inline::is_wordless(part) && !records::is_none(part))
    };
    let numberless = |id: &str| id.chars().all(|character| !character.is_ascii_digit());
    let denied = parts.id.as_deref().is_some_and(|id| inline::words(id).starts_with("none") && numberless(id));
    if denied && !says(&parts.severity) {
        return true;
    }
    let nothing_else = !says(&parts.suggestion) && !says(&parts.location) && !says(&parts.r#type);
    records::is_none(text) || (inline::is_wordless(text) && nothing_else && !says(&parts.id))
}
