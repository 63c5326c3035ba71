//! Tables whose cells hold text from anywhere.

use crate::text::escape::escape_cell;

/// A table while it is written.
#[derive(Clone, Debug)]
pub struct Table {
    heads: &'static [&'static str],
    rows: Vec<Vec<String>>,
    fixed: bool,
}

impl Table {
    /// A table without rows. A column that stays empty in all rows is left out.
    pub fn new(heads: &'static [&'static str]) -> Self {
        Self { heads, rows: Vec::new(), fixed: false }
    }

    /// A table without rows that keeps all its columns.
    pub fn fixed(heads: &'static [&'static str]) -> Self {
        Self { fixed: true, ..Self::new(heads) }
    }

    /// Adds a row of escaped cells, one for each column.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// The table as Markdown; `None` without rows.
    pub fn text(&self) -> Option<String> {
        if self.rows.is_empty() {
            return None;
        }
        let kept: Vec<bool> = (0..self.heads.len()).map(|column| self.fixed || self.is_used(column)).collect();
        let line = |cells: &mut dyn Iterator<Item = &str>| {
            let mut line = String::from("|");
            for (cell, _) in cells.zip(&kept).filter(|(_, kept)| **kept) {
                line.push(' ');
                line.push_str(cell);
                line.push_str(if cell.is_empty() { "|" } else { " |" });
            }
            line
        };
        let mut lines = vec![line(&mut self.heads.iter().copied()), line(&mut self.heads.iter().map(|_| "---"))];
        lines.extend(self.rows.iter().map(|row| line(&mut row.iter().map(String::as_str))));
        Some(lines.join("\n"))
    }

    fn is_used(&self, column: usize) -> bool {
        self.rows.iter().any(|row| row.get(column).is_some_and(|cell| !cell.is_empty()))
    }
}

/// The cell of a text.
pub fn cell(text: &str) -> String {
    escape_cell(text)
}

/// The cell of a text that may be absent; empty then.
pub fn optional(text: Option<&str>) -> String {
    text.map(escape_cell).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Table, cell, optional};

    #[test]
    fn empty_columns_are_left_out() {
        let mut table = Table::new(&["A", "B", "C"]);
        assert_eq!(table.text(), None);
        table.row(vec![cell("a | b"), optional(None), cell("c")]);
        table.row(vec![cell("a"), optional(None), optional(None)]);
        assert_eq!(table.text().as_deref(), Some("| A | C |\n| --- | --- |\n| a \\| b | c |\n| a | |"));
        table.fixed = true;
        assert!(table.text().is_some_and(|text| text.starts_with("| A | B | C |\n")));
    }
}
