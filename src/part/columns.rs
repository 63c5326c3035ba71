//! Recognises columns by the headers of a table.

use super::{Reading, translations};
use crate::model::{Code, ColumnRole, CustomType, Edit, Level, Span, quote};
use crate::text::inline;
use crate::text::tables::Row;

/// A column that a reader knows, with the names it goes by, each as lower-case words.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// What the reader calls it.
    pub name: &'static str,
    /// What the format calls it; the first is its own name.
    pub canonical: &'static [&'static str],
    /// What agents call it.
    pub others: &'static [&'static str],
}

/// A column as the header of a table has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assigned {
    /// The known column, if any.
    pub name: Option<&'static str>,
    /// The header as written.
    pub written: String,
    /// Whether the header is the format's own name.
    pub canonical: bool,
    /// The registered name of the column, where the type of the reply has it.
    pub custom: Option<String>,
}

/// The form by which headers and keys are compared.
#[must_use]
pub fn key(header: &str) -> String {
    match inline::bare(header) {
        "#" | "№" | "No." | "Nr." => "number".to_owned(),
        other => translations::in_english(inline::words(other)),
    }
}

/// A header of a table, with the form by which it is compared.
#[derive(Clone, Debug)]
pub struct Header<'t> {
    /// As written, without marks.
    written: &'t str,
    key: String,
}

/// The headers of a table, to be held against several lists of columns.
#[must_use]
pub fn keyed<'t>(headers: &[&'t str]) -> Vec<Header<'t>> {
    headers.iter().map(|header| Header { written: inline::bare(header), key: key(header) }).collect()
}

/// Says for each header which known column it is. A known column is given once: to the header with its own name,
/// else to one with another name, else to one that begins with such a name.
#[must_use]
pub fn assign(headers: &[&str], columns: &[Column]) -> Vec<Assigned> {
    let headers = keyed(headers);
    assigned(&headers, &known(&headers, columns))
}

/// The headers with the columns that they are.
#[must_use]
pub fn assigned(headers: &[Header<'_>], known: &[Option<Known>]) -> Vec<Assigned> {
    let assigned = |(header, known): (&Header<'_>, &Option<Known>)| Assigned {
        name: known.map(|known| known.name),
        written: header.written.to_owned(),
        canonical: known.is_some_and(|known| known.canonical),
        custom: None,
    };
    headers.iter().zip(known).map(assigned).collect()
}

/// A known column that a header is.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// Its name.
    pub name: &'static str,
    /// Whether the header is the format's own name.
    pub canonical: bool,
}

/// Says for each header which column it is, where some are registered. Those come first, each by its name, else by a
/// synonym: what is one of them is no other column, and what has a role stands for the known one.
#[must_use]
pub fn assign_custom(headers: &[&str], columns: &[Column], custom: &CustomType) -> Vec<Assigned> {
    let mut assigned: Vec<Assigned> = assigned(&keyed(headers), &vec![None; headers.len()]);
    for own in &custom.columns {
        let mut names = std::iter::once(&own.name).chain(&own.synonyms).map(|name| key(name)).enumerate();
        let goes_by =
            |name: &str| assigned.iter().position(|column| column.custom.is_none() && key(&column.written) == name);
        let found = names.find_map(|(number, name)| Some((goes_by(&name)?, number == 0)));
        if let Some((at, canonical)) = found
            && let Some(column) = assigned.get_mut(at)
        {
            column.name = own.role.map(ColumnRole::column);
            (column.canonical, column.custom) = (canonical, Some(own.name.clone()));
        }
    }
    let is_free = |column: &&Column| !assigned.iter().any(|taken| taken.name == Some(column.name));
    let free: Vec<Column> = columns.iter().filter(is_free).copied().collect();
    let mut others: Vec<&mut Assigned> = assigned.iter_mut().filter(|column| column.custom.is_none()).collect();
    let headers: Vec<String> = others.iter().map(|column| column.written.clone()).collect();
    let headers: Vec<&str> = headers.iter().map(String::as_str).collect();
    for (column, found) in others.iter_mut().zip(assign(&headers, &free)) {
        **column = found;
    }
    assigned
}

/// Whether a key is a name or a synonym of a registered column.
#[must_use]
pub fn is_registered(key: &str, custom: &CustomType) -> bool {
    let mut names = custom.columns.iter().flat_map(|own| std::iter::once(&own.name).chain(&own.synonyms));
    names.any(|name| self::key(name) == key)
}

/// The known column that each header is, as [`assign`] says.
#[must_use]
pub fn known(headers: &[Header<'_>], columns: &[Column]) -> Vec<Option<Known>> {
    let mut found: Vec<Option<Known>> = vec![None; headers.len()];
    let tiers: [fn(&Column, &str) -> bool; 3] = [
        |column, key| column.canonical.contains(&key),
        |column, key| column.others.contains(&key),
        |column, key| {
            // "Resolution type" and "Task ID" say something of it, and not what it is.
            const SAID_OF_IT: [&str; 6] = ["type", "count", "number", "total", "classification", "id"];
            let mut words = key.split(' ');
            let first = words.next().unwrap_or_default();
            words.next_back().is_some_and(|last| !SAID_OF_IT.contains(&last))
                && (column.canonical.contains(&first) || column.others.contains(&first))
        },
    ];
    for (tier, fits) in tiers.iter().enumerate() {
        for column in columns {
            if found.iter().flatten().any(|known| known.name == column.name) {
                continue;
            }
            // What a header says beyond a name is told in a message, which quotes so much alone.
            let is_told = |header: &Header<'_>| tier < 2 || header.written.len() <= HEADER_LIMIT;
            let mut free = found.iter_mut().zip(headers).filter(|(known, header)| known.is_none() && is_told(header));
            if let Some((known, _)) = free.find(|(_, header)| fits(column, &header.key)) {
                *known = Some(Known { name: column.name, canonical: tier == 0 });
            }
        }
    }
    found
}

/// The longest header of a column, in bytes. A header is the key of a value in every row.
pub const HEADER_LIMIT: usize = 200;

/// The header cells of a table, as text.
#[must_use]
pub fn headers<'t>(reading: &Reading<'_, 't>, row: &Row) -> Vec<&'t str> {
    row.cells.iter().map(|cell| reading.source.slice(cell.clone())).collect()
}

/// The known column that goes by a key, where the key is one of its names: nothing of the key is lost.
#[must_use]
pub fn named(key: &str, columns: &[Column]) -> Option<&'static str> {
    let key = self::key(key);
    let is_named = |column: &&Column| column.canonical.contains(&key.as_str()) || column.others.contains(&key.as_str());
    columns.iter().find(is_named).map(|column| column.name)
}

/// Whether all of some columns are there.
#[must_use]
pub fn has(assigned: &[Assigned], names: &[&str]) -> bool {
    names.iter().all(|name| assigned.iter().any(|column| column.name == Some(*name)))
}

/// Whether a format fixes the names of a table's columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// Another name breaks a rule.
    Fixed,
    /// Another name breaks a rule, but tells what the table lists: without it, nothing would.
    Telling,
    /// Any name will do that is understood.
    Free,
}

/// Says which columns go by another name than the format's.
pub fn say_renamed(
    reading: &mut Reading<'_, '_>,
    assigned: &[Assigned],
    columns: &[Column],
    header: &Row,
    names: Names,
) {
    for (column, cell) in assigned.iter().zip(&header.cells) {
        if column.canonical {
            continue;
        }
        let known = || columns.iter().find(|known| Some(known.name) == column.name)?.canonical.first();
        let Some(own) = column.custom.clone().or_else(|| known().map(|own| heading(own))) else { continue };
        let message = format!("The column {} was read as {}.", quote(&column.written), quote(&own));
        // A name of several words that only begins with a known one says more than that.
        let is_name =
            names == Names::Fixed && (column.custom.is_some() || named(&column.written, columns) == column.name);
        let edit = is_name.then(|| Edit { span: Span::of_bytes(cell.start, cell.end), text: own });
        if let Some(said) = reading.add(Code::ColumnName, message, Some(Span::of_bytes(cell.start, cell.end))) {
            said.edit = edit;
            if names == Names::Free {
                said.level = Level::Note;
            }
        }
    }
}

/// A column's own name as the header of a table has it: `Counter-location`, `ID`.
fn heading(own: &str) -> String {
    match own {
        "id" => "ID".to_owned(),
        "counter location" => "Counter-location".to_owned(),
        other => {
            let mut characters = other.chars();
            characters
                .next()
                .map(|first| format!("{}{}", first.to_uppercase(), characters.as_str()))
                .unwrap_or_default()
        }
    }
}

/// What the cells of a row say, in the order of the columns: the known column, its header as written, the text.
/// A cell beyond the last column has no header; a column beyond the last cell has no text.
#[must_use]
pub fn cells<'t>(
    reading: &Reading<'_, 't>,
    row: &Row,
    assigned: &[Assigned],
) -> Vec<(Option<&'static str>, String, &'t str)> {
    (0..row.cells.len().max(assigned.len()))
        .map(|number| {
            let column = assigned.get(number);
            let written = column.map(|column| column.custom.as_ref().unwrap_or(&column.written).clone());
            let written = written.unwrap_or_default();
            let text = row.cells.get(number).map_or("", |cell| reading.source.slice(cell.clone()));
            (column.and_then(|column| column.name), written, text)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Column, assign};

    const COLUMNS: &[Column] = &[
        Column { name: "id", canonical: &["id"], others: &["number"] },
        Column { name: "description", canonical: &["description"], others: &["issue", "term"] },
    ];

    #[test]
    fn own_names_come_before_other_names() {
        let names = |headers: &[&str]| -> Vec<Option<&str>> {
            assign(headers, COLUMNS).into_iter().map(|column| column.name).collect()
        };
        assert_eq!(names(&["#", "Issue"]), [Some("id"), Some("description")]);
        assert_eq!(names(&["Issue", "Description"]), [None, Some("description")]);
        assert_eq!(names(&["**ID**", "Term / entity"]), [Some("id"), Some("description")]);
        assert_eq!(names(&["Effort"]), [None]);
    }
}
