//! A report for people, and to be read back.
//!
//! What an agent wrote stands in a table cell, in a line behind words of ours, or in a block quote, and is escaped for
//! that place. The finding table has the columns of the protocol, and each finding its discussion under a heading with
//! its id, so that reading the report finds the same findings again.

mod details;
mod findings;

use super::budget;
use super::outline::{Block, Line, Table, asked, blocks, figures, findings_of, verdict};
use crate::model::{RenderOptions, Report, Section, UnifiedFinding};
use crate::text::escape::{escape_block, escape_cell, escape_inline};

/// The report as Markdown. Sections without content are left out.
#[must_use]
pub fn render(report: &Report, options: &RenderOptions) -> String {
    let mut title = Page::default();
    title.heading(1, &escape_inline(&report.title));
    let mut sections: Vec<(Section, String)> = Vec::new();
    for section in asked(options) {
        let mut page = Page::default();
        write(&mut page, report, section);
        if !page.text.is_empty() {
            sections.push((section, page.text));
        }
    }
    match sections.first_mut() {
        Some((_, first)) => *first = format!("{}\n{first}", title.text),
        None => sections.push((Section::Summary, title.text)),
    }
    let budget = options.budget.map_or(usize::MAX, |budget| usize::try_from(budget).unwrap_or(usize::MAX));
    budget::within(&sections, budget, report.verdict)
}

fn write(page: &mut Page, report: &Report, section: Section) {
    match (section, findings_of(section)) {
        (Section::Summary, _) => head(page, report),
        (Section::Details, _) => details::section(page, report, &report.findings),
        (_, Some(part)) => {
            let shown: Vec<&UnifiedFinding> =
                report.findings.iter().filter(|finding| (part.shows)(finding.severity)).collect();
            findings::section(page, report, part.heading, &shown);
            match section {
                Section::Findings => details::section(page, report, &report.findings),
                Section::Critical => findings::ties(page, &shown),
                _ => {}
            }
        }
        _ => blocks(section, report).iter().for_each(|block| page.print(block)),
    }
}

/// A finding of a report by itself, as the report has it.
#[must_use]
pub fn finding(report: &Report, finding: &UnifiedFinding) -> String {
    let mut page = Page::default();
    let findings = std::slice::from_ref(finding);
    findings::section(&mut page, report, "Findings", &[finding]);
    details::section(&mut page, report, findings);
    page.text
}

/// Markdown while it is written: blocks with a blank line between them.
#[derive(Debug, Default)]
struct Page {
    text: String,
}

impl Page {
    fn print(&mut self, block: &Block) {
        match block {
            Block::Heading(level, text) => self.heading(usize::from(*level), &escape_inline(text)),
            Block::Text(line) => self.block(&escape_inline(&line.to_string())),
            Block::List(items) => self.list(&items.iter().map(Line::to_string).collect::<Vec<_>>()),
            Block::Checks(items) => {
                let item = |(done, line): &(bool, Line)| {
                    format!("- [{}] {}", if *done { "x" } else { " " }, escape_inline(&line.to_string()))
                };
                self.block(&items.iter().map(item).collect::<Vec<_>>().join("\n"));
            }
            Block::Quote(pieces) => self.quote(pieces),
            Block::Table(table) => self.table(table),
        }
    }

    fn block(&mut self, block: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(block);
        self.text.push('\n');
    }

    /// A heading of an escaped text.
    fn heading(&mut self, level: usize, text: &str) {
        self.block(format!("{} {text}", "#".repeat(level)).trim_end());
    }

    /// One list.
    fn list(&mut self, items: &[String]) {
        let items = items.iter().map(|item| escape_inline(item)).filter(|item| !item.is_empty());
        // What an agent wrote ticks no box.
        let marked = |item: String| if item.starts_with('[') { format!("- \\{item}") } else { format!("- {item}") };
        self.block(&items.map(marked).collect::<Vec<_>>().join("\n"));
    }

    /// A quotation of pieces of Markdown, one after the other.
    fn quote<T: AsRef<str>>(&mut self, pieces: &[T]) {
        let pieces = pieces.iter().map(AsRef::as_ref).filter(|piece| !piece.trim().is_empty());
        let pieces: Vec<_> = pieces.map(|piece| escape_block(piece.trim_matches(['\n', '\r']))).collect();
        let lines: Vec<_> =
            pieces.join("\n\n").split('\n').map(|line| format!("> {line}").trim_end().to_owned()).collect();
        self.block(&lines.join("\n"));
    }

    /// A table, where it has anything in it.
    fn table(&mut self, table: &Table) {
        if table.is_empty() {
            return;
        }
        let columns = table.columns();
        let mut text = String::new();
        let mut line = |cells: &mut dyn Iterator<Item = String>| {
            text.push_str(if text.is_empty() { "|" } else { "\n|" });
            for cell in cells {
                text.push(' ');
                text.push_str(&cell);
                text.push_str(if cell.is_empty() { "|" } else { " |" });
            }
        };
        line(&mut table.heads(&columns).map(str::to_owned));
        line(&mut columns.iter().map(|_| "---".to_owned()));
        for row in table.rows() {
            line(&mut row.of(&columns).map(|cell| escape_cell(&cell.text)));
        }
        self.block(&text);
    }
}

/// The verdict, the sentences, the figures.
fn head(page: &mut Page, report: &Report) {
    let (verdict, sentences) = verdict(report);
    match sentences {
        Ok(rest) => page.block(format!("**{verdict}** {}", escape_inline(rest)).trim_end()),
        Err(all) => page.block(&format!("**{verdict}**\n\nSummary: {}", escape_inline(all))),
    }
    page.table(&figures(report));
}

#[cfg(test)]
mod tests {
    use super::Page;
    use crate::render::outline::{Table, cell, optional};

    #[test]
    fn a_table_escapes_its_cells() {
        let mut page = Page::default();
        let mut table = Table::new(&["A", "B", "C"]);
        table.row(vec![cell("a | b"), optional(None), cell("c")]);
        table.row(vec![cell("a"), optional(None), optional(None)]);
        page.table(&table);
        assert_eq!(page.text, "| A | C |\n| --- | --- |\n| a \\| b | c |\n| a | |\n");
    }
}
