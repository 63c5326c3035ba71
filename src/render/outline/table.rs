//! Tables whose cells contain untrusted text.

use crate::text::escape::fold;

/// A table while it is written.
#[derive(Clone, Debug)]
pub struct Table {
    heads: &'static [&'static str],
    rows: Vec<Row>,
    /// The columns that are left out where they are empty; `None`: all.
    loose: Option<&'static [&'static str]>,
}

/// What stands between ids of findings.
const SEPARATOR: &str = ", ";

/// A row of a table.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// Its cells, one for each column.
    pub cells: Vec<Cell>,
    /// Of a pair that a person may decide on: the fingerprints that a decision names.
    pub fingerprints: Option<[String; 2]>,
}

/// A cell of a table: a text on one line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The text, folded.
    pub text: String,
    /// What the text is.
    pub role: Role,
}

/// What the text of a cell is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// Words.
    #[default]
    Text,
    /// Ids of findings of this report, with commas between them.
    Findings,
    /// Words that a colour may mark, with the name of what they mean.
    Mark(&'static str),
}

impl Table {
    /// A table without rows. A column that stays empty in all rows is left out.
    pub fn new(heads: &'static [&'static str]) -> Self {
        Self { heads, rows: Vec::new(), loose: None }
    }

    /// A table without rows that keeps all its columns but the loose ones, where these are empty.
    pub fn fixed(heads: &'static [&'static str], loose: &'static [&'static str]) -> Self {
        Self { loose: Some(loose), ..Self::new(heads) }
    }

    /// Adds a row of cells, one for each column.
    pub fn row(&mut self, cells: Vec<Cell>) {
        self.rows.push(Row { cells, fingerprints: None });
    }

    /// Adds a row on a pair of findings.
    pub fn pair(&mut self, cells: Vec<Cell>, fingerprints: [String; 2]) {
        self.rows.push(Row { cells, fingerprints: Some(fingerprints) });
    }

    /// Whether it has nothing in it.
    pub fn is_empty(&self) -> bool {
        !(0..self.heads.len()).any(|column| self.is_used(column))
    }

    /// The places of the columns that are shown.
    pub fn columns(&self) -> Vec<usize> {
        let is_kept = |column: &usize| {
            self.loose.is_some_and(|loose| self.heads.get(*column).is_some_and(|head| !loose.contains(head)))
        };
        (0..self.heads.len()).filter(|column| is_kept(column) || self.is_used(*column)).collect()
    }

    /// The heads of some columns.
    pub fn heads(&self, columns: &[usize]) -> impl Iterator<Item = &'static str> {
        columns.iter().filter_map(|column| self.heads.get(*column).copied())
    }

    /// The rows.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    fn is_used(&self, column: usize) -> bool {
        self.rows.iter().any(|row| row.cells.get(column).is_some_and(|cell| !cell.text.is_empty()))
    }
}

impl Row {
    /// The cells of some columns.
    pub fn of(&self, columns: &[usize]) -> impl Iterator<Item = &Cell> {
        columns.iter().filter_map(|column| self.cells.get(*column))
    }
}

impl Cell {
    /// Ids of findings of this report.
    pub fn findings<I: AsRef<str>>(ids: &[I]) -> Self {
        let ids: Vec<&str> = ids.iter().map(AsRef::as_ref).collect();
        Self { role: Role::Findings, ..cell(&ids.join(SEPARATOR)) }
    }

    /// The ids in a cell that holds ids.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.text.split(SEPARATOR)
    }

    /// Words that a colour may mark.
    pub fn mark(meaning: &'static str, text: &str) -> Self {
        Self { role: Role::Mark(meaning), ..cell(text) }
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        cell(&text)
    }
}

/// The cell of a text.
pub fn cell(text: &str) -> Cell {
    Cell { text: fold(text), role: Role::Text }
}

/// The cell of a text that may be absent; empty then.
pub fn optional(text: Option<&str>) -> Cell {
    text.map(cell).unwrap_or_default()
}

/// The cell of a number.
pub fn number(number: impl ToString + Copy) -> Cell {
    Cell { text: number.to_string(), role: Role::Text }
}

#[cfg(test)]
mod tests {
    use super::{Table, cell, optional};

    #[test]
    fn empty_columns_are_left_out() {
        let mut table = Table::new(&["A", "B", "C"]);
        assert!(table.is_empty());
        table.row(vec![cell("a"), optional(None), cell(" \n")]);
        table.row(vec![cell("a"), optional(None), cell("c")]);
        assert_eq!(table.columns(), [0, 2]);
        assert_eq!(table.heads(&[0, 2]).collect::<Vec<_>>(), ["A", "C"]);
        table.loose = Some(&[]);
        assert_eq!(table.columns(), [0, 1, 2]);
    }
}
