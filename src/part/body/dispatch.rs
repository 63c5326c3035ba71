//! Passes each table and list to the reader for its contents.

use super::kinds::best_table;
use super::walk::Walk;
use crate::model::{ChecklistItem, Classification, Code, Gap, Note, ResultType, Span, Statement};
use crate::part::finding_table::{self, Header};
use crate::part::records::{self, List};
use crate::part::sections::Section;
use crate::part::{Reading, columns, contrast_table};
use crate::text::blocks::{Block, BlockKind};
use crate::text::inline;
use crate::text::ledger::Owner;
use crate::text::tables::{self, Table};

/// A table with more columns than this holds no records: trying every kind on it would only cost time.
pub const COLUMN_LIMIT: usize = 64;

impl Walk<'_, '_, '_, '_> {
    pub(super) fn table(&mut self, block: &Block) {
        let table = tables::read(self.reading.source, block);
        if table.columns > COLUMN_LIMIT {
            let range = self.reading.source.lines_range(block.lines.clone());
            self.reading.say(
                Code::BoundReached,
                format!("The table has more than {COLUMN_LIMIT} columns. It was not read."),
                range,
            );
            return;
        }
        let is_long = |row: &tables::Row| row.cells.iter().any(|cell| cell.len() > columns::HEADER_LIMIT);
        if table.rows.len() > 2
            && table.rows.first().is_some_and(is_long)
            && (table.separated || finding_table::classify(self.reading, &table, None, true).is_some())
        {
            let range = self.reading.source.lines_range(block.lines.start..block.lines.start + 1);
            let limit = columns::HEADER_LIMIT;
            self.reading.say(
                Code::BoundReached,
                format!("A header cell exceeds {limit} bytes. The table was not read."),
                range,
            );
            return;
        }
        let section = self.section();
        let from = self.body.findings.len();
        let aliases = self.scope.aliases;
        let wants_items =
            self.scope.result_type == Some(ResultType::Verification) && section == Some(Section::Checklist);
        // The level of a gap is no severity.
        let is_of_gaps =
            section == Some(Section::Gaps) && self.is_allowed(Section::Gaps) && has_levels(self.reading, &table);
        let parks = is_of_gaps || matches!(section, Some(Section::Parkable | Section::Implications));
        let announced = match section {
            Some(Section::Contrast(contrast)) => Some(contrast),
            _ => None,
        };
        let reads = self.scope.protocol && !wants_items && !parks;
        if reads && let Some(contrast) = contrast_table::classify(self.reading, &table, announced, aliases) {
            contrast.read(self.reading, block, &table, aliases, &mut self.body.findings);
            self.add_tabled(from);
            return;
        }
        if reads
            && let Some(assigned) = finding_table::classify(self.reading, &table, section, self.scope.protocol)
            && !self.is_ledger(&table)
        {
            finding_table::read(
                self.reading,
                block,
                &table,
                &assigned,
                Header::Present,
                aliases,
                &mut self.body.findings,
            );
            self.add_tabled(from);
            return;
        }
        if section == Some(Section::Conflicts)
            && self.is_allowed(Section::Conflicts)
            && conflict_table(self.reading, block, &table, &mut self.body.implementation.conflicts)
        {
            return;
        }
        if self.record_table(block, &table, section) {
            return;
        }
        if section == Some(Section::Tokens)
            && token_table(self.reading, block, &table, &mut self.body.design_plan.tokens)
        {
            return;
        }
        if table.separated && finding_table::has_severities(self.reading, &table) {
            let range = self.reading.source.lines_range(block.lines.clone());
            self.reading.say(
                Code::TablePassedOver,
                "The table has a severity column, but was not read as findings.",
                range,
            );
        }
        if reads
            && !table.separated
            && let Some(assigned) = finding_table::infer(self.reading, &table)
        {
            finding_table::read(
                self.reading,
                block,
                &table,
                &assigned,
                Header::Inferred,
                aliases,
                &mut self.body.findings,
            );
            self.add_tabled(from);
        }
    }

    /// Makes the findings of a table, from a place in their list on, known to what follows.
    fn add_tabled(&mut self, from: usize) {
        if self.body.findings.len() > from {
            self.tabled_from = Some(from);
        }
        self.add_findings(from);
    }

    /// In a verification a table with an item and a status is the checklist, whatever its severity column.
    fn is_ledger(&self, table: &Table) -> bool {
        let headers = table.rows.first().map(|header| columns::headers(self.reading, header)).unwrap_or_default();
        self.scope.result_type == Some(ResultType::Verification) && records::fit::<ChecklistItem>(&headers).is_some()
    }

    fn record_table(&mut self, block: &Block, table: &Table, section: Option<Section>) -> bool {
        let Some(header) = table.rows.first() else { return false };
        let headers = columns::headers(self.reading, header);
        let allowed = |kind: Section| match kind {
            // A table of notes is only known by its heading.
            Section::Notable | Section::Conflicts => section == Some(kind),
            _ => self.is_allowed(kind),
        };
        let Some((kind, assigned)) = best_table(&headers, section, allowed) else { return false };
        let aliases = self.scope.aliases;
        let body = &mut self.body;
        let reading = &mut *self.reading;
        let items_before = body.verification.items.len();
        macro_rules! read {
            ($path:literal, $records:expr) => {
                records::read_table(reading, block, table, &assigned, aliases, &mut List::new($path, $records))
            };
        }
        match kind {
            Section::Inventory => read!("detail.sections", &mut body.digest.sections),
            Section::Terms => read!("detail.terms", &mut body.digest.terms),
            Section::Entities => read!("detail.entities", &mut body.digest.entities),
            Section::Decisions => read!("detail.decisions", &mut body.digest.decisions),
            Section::References => read!("detail.references", &mut body.digest.references),
            Section::Claims => read!("detail.claims", &mut body.digest.claims),
            Section::Statements => read!("detail.statements", &mut body.digest.statements),
            Section::Rules => read!("detail.rules", &mut body.digest.rules),
            Section::Notable => read!("detail.notable", &mut body.digest.notable),
            Section::Checklist => read!("detail.items", &mut body.verification.items),
            Section::Files => read!("detail.files", &mut body.implementation.files),
            Section::Criteria => read!("detail.criteria", &mut body.implementation.criteria),
            Section::Tests => read!("detail.tests", &mut body.implementation.tests),
            Section::Gaps => read!("detail.gaps", &mut body.implementation.gaps),
            Section::Dependencies => read!("detail.dependencies", &mut body.implementation.dependencies),
            Section::Conflicts => read!("detail.conflicts", &mut body.implementation.conflicts),
            Section::Components => read!("detail.components", &mut body.design_plan.components),
            Section::MissingComponents => read!("detail.missing", &mut body.design_plan.missing),
            Section::Parkable => read!("parked", &mut body.parked),
            Section::Implications => read!("implications", &mut body.implications),
            _ => return false,
        }
        self.rate_items(items_before);
        self.add_items(items_before);
        true
    }

    pub(super) fn list(&mut self, block: &Block) {
        let section = self.section();
        let aliases = self.scope.aliases;
        // A finding below what decisions have to cover is one all the same.
        if self.discussion_list(block) || (section == Some(Section::Implications) && self.states_finding(block)) {
            return;
        }
        let body = &mut self.body;
        let reading = &mut *self.reading;
        macro_rules! read {
            ($path:literal, $records:expr) => {
                records::read_list(reading, block, aliases, &mut List::new($path, $records))
            };
        }
        let before = (body.digest.statements.len(), body.verification.items.len());
        match section {
            Some(Section::Inventory) => read!("detail.sections", &mut body.digest.sections),
            Some(Section::Terms) => read!("detail.terms", &mut body.digest.terms),
            Some(Section::Entities) => read!("detail.entities", &mut body.digest.entities),
            Some(Section::Decisions) => read!("detail.decisions", &mut body.digest.decisions),
            Some(Section::References) => read!("detail.references", &mut body.digest.references),
            Some(Section::Claims) => read!("detail.claims", &mut body.digest.claims),
            Some(Section::Statements | Section::Aspirational | Section::Decided | Section::Unclear) => {
                read!("detail.statements", &mut body.digest.statements);
                for statement in body.digest.statements.iter_mut().skip(before.0) {
                    classify(statement, section);
                }
            }
            Some(Section::Rules) => read!("detail.rules", &mut body.digest.rules),
            Some(Section::Notable) => read!("detail.notable", &mut body.digest.notable),
            Some(Section::Checklist) => read!("detail.items", &mut body.verification.items),
            Some(Section::Files) => read!("detail.files", &mut body.implementation.files),
            Some(Section::Criteria) => read!("detail.criteria", &mut body.implementation.criteria),
            Some(Section::Tests) => {
                let list = &mut List::new("detail.tests", &mut body.implementation.tests);
                records::read_tests(reading, block, aliases, list);
            }
            Some(Section::Gaps) => read!("detail.gaps", &mut body.implementation.gaps),
            Some(Section::Dependencies) => read!("detail.dependencies", &mut body.implementation.dependencies),
            Some(Section::Conflicts) => read!("detail.conflicts", &mut body.implementation.conflicts),
            Some(Section::Components) => read!("detail.components", &mut body.design_plan.components),
            Some(Section::MissingComponents) => read!("detail.missing", &mut body.design_plan.missing),
            Some(Section::Parkable) => read!("parked", &mut body.parked),
            Some(Section::Implications) => read!("implications", &mut body.implications),
            Some(Section::Tokens) => strings(reading, block, "detail.tokens", &mut body.design_plan.tokens),
            Some(Section::PlanFiles) => strings(reading, block, "detail.files", &mut body.design_plan.files),
            _ => {}
        }
        self.rate_items(before.1);
        self.add_items(before.1);
    }
}

/// Whether a table has a column of levels.
fn has_levels(reading: &Reading<'_, '_>, table: &Table) -> bool {
    let headers = table.rows.first().map(|header| columns::headers(reading, header)).unwrap_or_default();
    headers.iter().any(|header| columns::key(header) == "level") && records::fit::<Gap>(&headers).is_some()
}

/// A table of tokens: each row one, with what the other columns say of it in parentheses. Whether it is one.
fn token_table(reading: &mut Reading<'_, '_>, block: &Block, table: &Table, into: &mut Vec<String>) -> bool {
    const NAMES: [&str; 5] = ["token", "tokens", "design token", "token name", "name"];
    let Some(header) = table.rows.first() else { return false };
    let headers = columns::headers(reading, header);
    if !headers.first().is_some_and(|first| NAMES.contains(&columns::key(first).as_str())) {
        return false;
    }
    let rows = told_rows(reading, block, table, "detail.tokens", into.len());
    let is_one = !rows.is_empty();
    into.extend(rows.into_iter().map(|(text, _)| text));
    is_one
}

/// A table below "Conflicts", whatever its columns are called: each row a conflict. Whether it is one.
fn conflict_table(reading: &mut Reading<'_, '_>, block: &Block, table: &Table, into: &mut Vec<Note>) -> bool {
    const NAMES: [&str; 8] =
        ["conflict", "conflicts", "file", "file path", "files", "note", "path", "conflicting file"];
    let headers = table.rows.first().map(|header| columns::headers(reading, header)).unwrap_or_default();
    let first = headers.first().map(|first| inline::bare(first)).unwrap_or_default();
    // What the first column has, where that is not plain.
    let of = if NAMES.contains(&columns::key(first).as_str()) { String::new() } else { format!("{first}: ") };
    let rows = told_rows(reading, block, table, "detail.conflicts", into.len());
    let is_one = !rows.is_empty();
    into.extend(rows.into_iter().map(|(text, span)| Note { text: format!("{of}{text}"), span, ..Note::default() }));
    is_one
}

/// The rows of a table as texts: the first cell, and in parentheses what the other columns say. Claims the rows as entries
/// from a number on.
fn told_rows(
    reading: &mut Reading<'_, '_>,
    block: &Block,
    table: &Table,
    path: &'static str,
    from: usize,
) -> Vec<(String, Span)> {
    let Some(header) = table.rows.first() else { return Vec::new() };
    let headers = columns::headers(reading, header);
    let mut told: Vec<(String, Span)> = Vec::new();
    let mut headers: Vec<&str> = headers.into_iter().skip(1).map(inline::bare).collect();
    for row in table.rows.iter().skip(1) {
        if records::is_empty_row(reading, row) {
            continue;
        }
        let mut cells = row.cells.iter().map(|cell| tables::cell_text(reading.source.slice(cell.clone())));
        let first = inline::bare(&cells.next().unwrap_or_default()).to_owned();
        let said = cells.enumerate().filter(|(_, text)| !inline::is_wordless(text));
        let more: Vec<String> = said
            .map(|(at, text)| match headers.get(at).filter(|header| !header.is_empty()) {
                Some(header) => format!("{header}: {text}"),
                None => text,
            })
            .collect();
        records::say_fit(reading, row, table.columns);
        reading.claim_lines(row.line..row.line + 1, Owner::Entry(path, from + told.len()));
        let text = if more.is_empty() { first } else { format!("{first} ({})", more.join("; ")) };
        let range = reading.source.lines_range(row.line..row.line + 1);
        told.push((text, Span::of_bytes(range.start, range.end)));
    }
    // A column of which no row says anything is named all the same.
    headers.retain(|header| !told.iter().any(|(said, _)| said.contains(&format!("{header}: "))));
    if let Some((last, _)) = told.last_mut()
        && !headers.is_empty()
    {
        last.push_str(&format!(" (no {})", headers.join(", ")));
    }
    if !told.is_empty() {
        records::claim_frame(reading, block, table, Owner::Field(path));
        records::say_unseparated(reading, table, header);
    }
    told
}

/// The items of a list, as they are.
fn strings(reading: &mut Reading<'_, '_>, block: &Block, path: &'static str, into: &mut Vec<String>) {
    let BlockKind::List(list) = &block.kind else { return };
    for item in records::items(reading.source, list) {
        let mut text = item.text.clone();
        for (key, value) in &item.fields {
            text.push_str(&format!("\n- {key}: {value}"));
        }
        reading.claim_lines(item.lines, Owner::Entry(path, into.len()));
        into.push(inline::bare(&text).to_owned());
    }
}

/// The classification of a statement in a list: that of its heading, or the word that it begins with.
fn classify(statement: &mut Statement, section: Option<Section>) {
    statement.classification = match section {
        Some(Section::Aspirational) => Classification::Aspirational,
        Some(Section::Decided) => Classification::Decided,
        Some(Section::Unclear) => Classification::Unclear,
        _ => {
            let Some((lead, rest)) = records::split_lead(&statement.statement) else { return };
            let (classification, text) = match (class(lead), class(rest)) {
                (Some(classification), _) => (classification, rest),
                (None, Some(classification)) => (classification, lead),
                (None, None) => return,
            };
            statement.statement = text.to_owned();
            classification
        }
    };
}

/// A classification that is all that a text says.
fn class(text: &str) -> Option<Classification> {
    match inline::words(text).as_str() {
        "aspirational" => Some(Classification::Aspirational),
        "decided" => Some(Classification::Decided),
        "unclear" => Some(Classification::Unclear),
        _ => None,
    }
}
