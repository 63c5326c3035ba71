//! Which tables and lists of fields are findings, and what their columns are.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::{Chosen, Rows, Source, Walk};
use crate::model::{ChecklistItem, ResultType};
use crate::order::Gather;
use crate::part::checked_table;
use crate::part::columns::{self, Assigned};
use crate::part::finding::{self, Parts};
use crate::part::finding_columns;
use crate::part::finding_table::{self, Header};
use crate::part::records;
use crate::part::sections::Section;
use crate::part::severities;
use crate::review::beginnings::label;
use crate::review::evidence::{Context, Genre, Sign};
use crate::review::outline::{Kind, Node};
use crate::review::series::number_of;
use crate::review::vocabulary::{self, Class};
use crate::review::{place_lines, segments, sentences, wording};
use crate::text::tables::{self, Table};
use crate::text::{fields, inline, steps};

/// How many columns a table of findings has at the most: trying every kind on a wider one would only cost time.
const COLUMN_LIMIT: usize = 64;

/// The role of a label that only names what the fields below it are of.
const RECORD: &str = "record";

/// Names of columns that say what became of what a table lists.
const DONE: [&str; 5] = ["what i did", "what was done", "done in", "fixed in", "fixed by"];

impl Walk<'_, '_, '_> {
    /// Fields that stand for themselves: the first key that comes again begins the next finding.
    pub(super) fn fields(&mut self, lines: Range<usize>, context: &Context) -> Vec<Chosen> {
        let mut runs: Vec<(Range<usize>, Vec<&'static str>)> = Vec::new();
        let mut first: Option<(&str, &'static str)> = None;
        let mut rated = false;
        let mut blank = false;
        for number in lines.clone() {
            let line = self.reading.source.line(number);
            // `ISSUE:` alone names what its fields are of.
            let names = |key: &str, value: &str| value.trim().is_empty() && vocabulary::names_one(key);
            let found = label(line).and_then(|(key, value)| {
                let role = if names(key, value) { RECORD } else { segments::role_of(key, value)? };
                Some((key, role, value))
            });
            let Some((key, role, value)) = found else {
                blank = line.trim().is_empty();
                if let Some((run, _)) = runs.last_mut().filter(|_| !line.trim().is_empty()) {
                    run.end = number + 1;
                }
                continue;
            };
            rated |= role == "severity" && severities::word(value).is_some();
            // Much discusses a finding, by many names.
            let is_named = matches!(role, "discussion" | RECORD);
            let is_again = |(name, of): (&str, &str)| name == key || (!is_named && of == role);
            // Behind a blank line, what is wrong is said of something else.
            let says_more = |(_, roles): &(Range<usize>, Vec<&'static str>)| {
                blank
                    && role == "description"
                    && roles.len() > 2
                    && roles.iter().any(|of| matches!(*of, "description" | "discussion"))
            };
            let begins = first.is_none_or(is_again) || runs.last().is_some_and(says_more);
            blank = false;
            first = first.or(Some((key, role)));
            match runs.last_mut().filter(|_| !begins) {
                Some((run, roles)) => {
                    run.end = number + 1;
                    roles.push(role);
                }
                None => runs.push((number..number + 1, vec![role])),
            }
        }
        let announced = context.sign.is_some_and(|sign| sign.weight() >= Sign::UnderFindings.weight())
            && !context.other
            && !context.summary;
        let fits = |(_, roles): &(Range<usize>, Vec<&'static str>)| {
            let has = |wanted: &str| roles.contains(&wanted);
            // `Risk: …` beside `Severity: …` and `Location: …` says what is wrong.
            let told = has("description") || has("title") || (has("discussion") && has("severity") && has("location"));
            let more = roles.iter().any(|role| matches!(*role, "severity" | "location" | "suggestion" | "line"));
            told && more
        };
        let fitting = runs.iter().filter(|run| fits(run)).count();
        // A reply that was cut off ends in one that lacks something.
        let is_told = self.scope.protocol && is_stated(lines.clone().map(|line| self.reading.source.line(line)));
        if ((context.other || context.summary) && !is_told) || fitting * 2 <= runs.len() || !(announced || rated) {
            return Vec::new();
        }
        runs.into_iter()
            .filter(fits)
            .map(|(lines, _)| Chosen { source: Source::Fields(lines), context: context.clone() })
            .collect()
    }

    /// The context of a part: in a protocol the fields of a finding are one, whatever the heading above them announces.
    pub(super) fn context_of<'c>(&self, node: &Node<'_>, context: &'c Context) -> Cow<'c, Context> {
        let parts = || node.children.iter().filter_map(|part| self.outline.nodes.get(*part)).map(|part| part.text);
        let is_other = context.other || context.summary;
        if !self.scope.protocol || !is_other || !is_stated(parts()) {
            return Cow::Borrowed(context);
        }
        let sign = context.sign.or(Some(Sign::UnderFindings));
        Cow::Owned(Context { other: false, summary: false, sign, ..context.clone() })
    }

    /// The rows of a table that are findings.
    pub(super) fn table(&mut self, block: usize, context: &Context) -> Vec<Chosen> {
        let Some((table, assigned, header)) = self.columns_of(block, context) else { return Vec::new() };
        let skipped = usize::from(header == Header::Present);
        let place = self.choice.tables.len();
        let rows: Vec<Chosen> = (skipped..table.rows.len())
            .filter(|row| {
                table.rows.get(*row).is_some_and(|row| {
                    finding_table::is_told(self.reading, row, &assigned)
                        && !checked_table::is_settled(self.reading, row, &assigned)
                })
            })
            .map(|row| Chosen { source: Source::Row { table: place, row }, context: context.clone() })
            .collect();
        let told = table.rows.iter().skip(skipped);
        let told: Vec<Parts> = told.map(|row| finding_table::row_parts(self.reading, row, &assigned)).collect();
        let ids = told.iter().filter_map(|parts| parts.id.as_deref());
        self.rows.extend(ids.map(|id| inline::bare(id).to_ascii_lowercase()));
        self.tell_rows(&told);
        self.choice.tables.push(Rows { block, table, assigned, header });
        rows
    }

    /// Finds the headings and the paragraphs in bold that are counted as the rows of a table are: where half of them share a
    /// word with the row of their number, they tell more of it.
    fn tell_rows(&mut self, rows: &[Parts]) {
        // Each table looks at all headings.
        const TABLES: usize = 8;
        const SEVERAL: usize = 3;
        const LETTERS: usize = 4;
        if self.choice.tables.len() >= TABLES {
            return;
        }
        let words_of = |text: &str| -> BTreeSet<String> {
            inline::words(text).split(' ').filter(|word| word.len() >= LETTERS).map(str::to_owned).gather()
        };
        let mut told: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
        for parts in rows {
            let number = parts.id.as_deref().and_then(|id| inline::bare(id).trim_start_matches('#').parse().ok());
            if let Some((number, text)) = number.zip(parts.title.as_deref().or(parts.description.as_deref())) {
                told.insert(number, words_of(text));
            }
        }
        if told.len() < SEVERAL {
            return;
        }
        let is_titled = |node: &&Node<'_>| node.is_marked_heading() || node.kind == Kind::Bold;
        let counted: Vec<(usize, bool)> = (self.outline.nodes.iter().enumerate())
            .filter(|(_, node)| is_titled(node) && node.class == Class::Plain)
            .filter_map(|(at, node)| {
                let said = told.get(&number_of(node)?)?;
                steps::add(node.text.len());
                Some((at, words_of(node.text).iter().any(|word| said.contains(word))))
            })
            .collect();
        let agreeing = counted.iter().filter(|(_, agrees)| *agrees).count();
        if counted.len() >= SEVERAL && agreeing * 2 >= counted.len() {
            self.of_rows.extend(counted.into_iter().map(|(at, _)| at));
        }
    }

    /// What the columns of a table are, where it is one of findings.
    pub(super) fn columns_of(&self, block: usize, context: &Context) -> Option<(Table, Vec<Assigned>, Header)> {
        let source = self.reading.source.blocks().get(block)?;
        let table = tables::read(self.reading.source, source);
        let header = table.rows.first().filter(|_| table.columns <= COLUMN_LIMIT)?;
        let reviews = context.genre != Genre::Unknown && !self.scope.protocol;
        let checked = LazyCell::new(|| {
            let checked = checked_table::assign(self.reading, &table).filter(|_| reviews)?;
            (!self.is_told_in_sections(&table, &checked)).then_some(checked)
        });
        if context.other && !(context.genre != Genre::Unknown && self.lists_what_is_missing(&table)) {
            // `Requirement checklist` says by itself what fails.
            let checked = checked.as_ref().filter(|_| self.names_lines(&table))?.clone();
            return (!self.refers(&table, &checked)).then_some((table, checked, Header::Present));
        }
        let is_long = |row: &tables::Row| row.cells.iter().any(|cell| cell.len() > columns::HEADER_LIMIT);
        if table.separated && is_long(header) {
            return None;
        }
        let headers = columns::headers(self.reading, header);
        let is_ledger = self.scope.result_type == Some(ResultType::Verification)
            && records::fit::<ChecklistItem>(&headers).is_some();
        let announced = context.sign.is_some_and(|sign| sign != Sign::UnderTopic);
        let section = announced.then_some(Section::Findings);
        let weighed = context.severity.is_some()
            || context.sign == Some(Sign::UnderProblems)
            || (context.sign == Some(Sign::UnderFindings) && context.genre != Genre::Unknown);
        let named = LazyCell::new(|| finding_table::named_columns(self.reading, &table));
        let is_done = headers.iter().any(|header| DONE.contains(&columns::key(header).as_str()));
        let found = finding_table::classify(self.reading, &table, section, false)
            .or_else(|| self.placed_columns(&table, &headers, context).filter(|_| !is_done))
            .or_else(|| {
                let contrasted = finding_table::contrasted(self.reading, &table, (*named).clone()?);
                contrasted.filter(|_| self.names_lines(&table))
            })
            .or_else(|| finding_table::weighed(self.reading, &table, (*named).clone()?))
            .or_else(|| {
                let reviews = context.genre != Genre::Unknown && !is_done;
                let reviews = reviews && self.names_lines(&table) && self.criticises(&table);
                finding_table::told(self.reading, &table, (*named).clone().filter(|_| reviews)?)
            })
            .or_else(|| {
                // `ID | Threat | Risk`: each row is numbered, named as a problem, and weighed.
                let has = |name: &str| headers.iter().any(|header| columns::key(header) == name);
                let describes = has("description") && has("risk");
                // `C1 | Gateway | Routes the requests | Low` describes what is.
                let is_named = |row: &tables::Row| {
                    let id = row.cells.first().map(|cell| self.reading.source.slice(cell.clone()));
                    id.is_some_and(|id| id.contains('-'))
                };
                let dashed = describes && table.rows.iter().skip(1).all(is_named);
                let told = dashed || finding_table::lists_problems(&headers);
                let reviews = context.genre != Genre::Unknown && told;
                let numbered = finding_table::numbered(self.reading, &table, (*named).clone().filter(|_| reviews)?)?;
                self.are_ranked(&table, &numbered).then_some(numbered)
            })
            .or_else(|| self.contrasted_or_counted(&table, &(*named).clone()?))
            .or_else(|| {
                let ranks = announced || context.genre != Genre::Unknown;
                self.ranked_places(&table, (*named).clone().filter(|_| ranks)?)
            })
            .or_else(|| {
                let numbered = finding_table::numbered(self.reading, &table, (*named).clone().filter(|_| weighed)?)?;
                let is_known = |row: &tables::Row| {
                    let id = finding_table::row_parts(self.reading, row, &numbered).id;
                    id.is_some_and(|id| self.known.contains(inline::bare(&id)))
                };
                (!table.rows.iter().skip(1).all(is_known)).then_some(numbered)
            })
            .or_else(|| {
                let reviews = context.genre != Genre::Unknown && !(is_done || context.summary || self.scope.protocol);
                let risks = finding_table::risks(self.reading, &table).filter(|_| reviews)?;
                (columns::has(&risks, &["severity"]) || self.criticises(&table)).then_some(risks)
            })
            .or_else(|| checked.as_ref().cloned())
            .or_else(|| {
                // `Command | What happens` below what is wrong.
                let wrong = context.sign == Some(Sign::UnderProblems) && !(is_done || context.summary);
                let is_small = table.rows.len() > 2 && table.columns <= 3;
                let tells = |named: &[Assigned]| {
                    columns::has(named, &["description"])
                        || (columns::has(named, &["title"]) && columns::has(named, &["location"]))
                };
                (*named).clone().filter(|named| wrong && is_small && tells(named))
            })
            .or_else(|| {
                let reviews = context.genre != Genre::Unknown && !(is_done || context.summary);
                let named = (*named).clone().filter(|_| reviews)?;
                finding_table::tells_problems(self.reading, &table, named.clone(), sentences::complains)
                    .or_else(|| self.by_cells(&table, &headers, named).filter(|_| !self.scope.protocol))
            })
            .filter(|assigned| columns::has(assigned, &["location"]) || !self.refers(&table, assigned))
            .map(|assigned| (self.with_places(&table, assigned), Header::Present))
            .or_else(|| {
                let inferred = (!table.separated).then(|| finding_table::infer(self.reading, &table)).flatten();
                inferred.map(|assigned| (assigned, Header::Inferred))
            });
        let (assigned, header) = found.filter(|_| !is_ledger)?;
        Some((table, assigned, header))
    }

    /// What the columns of a table are that places its rows, and stands where findings do, or says what is wrong with each.
    fn placed_columns(&self, table: &Table, headers: &[&str], context: &Context) -> Option<Vec<Assigned>> {
        let titled = context.genre == Genre::Titled;
        let placed = finding_table::placed(self.reading, table)?;
        let has = |name| columns::has(&placed, &[name]);
        let described = headers.iter().any(|header| columns::key(header) == "description");
        let lists = finding_table::lists_issues(headers);
        let again = context.look.is_again()
            && (has("location") || has("line"))
            && (lists || (described && self.names_lines(table)));
        // `Location | Problem | Fix`
        let told = finding_table::lists_problems(headers)
            || ((lists || described) && has("suggestion"))
            || (described && has("id"));
        let tells = has("location") && told && self.names_lines(table);
        let fits = context.severity.is_some() || (titled && has("line")) || again || tells;
        fits.then_some(placed)
    }

    /// What the columns of a table are whose rows are numbered and set what one side says against what the other does (`# | What
    /// it says | What the module does`), or are counted as other findings are.
    fn contrasted_or_counted(&self, table: &Table, named: &[Assigned]) -> Option<Vec<Assigned>> {
        let contrasted = finding_table::numbered(self.reading, table, named.to_vec())
            .filter(|numbered| columns::has(numbered, &["said"]) && self.criticises(table));
        contrasted.or_else(|| {
            let mut named = named.to_vec();
            named.first_mut().filter(|_| self.is_of_series(table))?.name = Some("id");
            finding_table::numbered(self.reading, table, named)
        })
    }

    /// Whether the rows of a table without a name over its ids are counted as findings elsewhere in the reply are, by a letter
    /// of their own: `C1`, `C2`, … beside `**A1. …**`.
    fn is_of_series(&self, table: &Table) -> bool {
        const SEVERAL: usize = 3;
        let cells =
            |row: &tables::Row| row.cells.first().map(|cell| inline::bare(self.reading.source.slice(cell.clone())));
        let letter =
            table.rows.get(1).and_then(cells).and_then(|id| id.chars().next()).filter(char::is_ascii_uppercase);
        let is_next = |(count, row): (usize, &tables::Row)| {
            let number = cells(row).and_then(|id| id.strip_prefix(letter?));
            number.is_some_and(|number| number == (count + 1).to_string())
        };
        let is_other = |at: &&usize| {
            let id = self.outline.nodes.get(**at).and_then(|node| node.lead().ids.first().copied());
            id.is_some_and(|id| id.len() <= SEVERAL && id.chars().next() != letter)
        };
        letter.is_some()
            && table.rows.first().and_then(cells).is_some_and(str::is_empty)
            && table.rows.len() > SEVERAL
            && table.rows.iter().skip(1).enumerate().all(is_next)
            && self.critical.iter().filter(is_other).nth(SEVERAL - 1).is_some()
    }

    /// The columns of a table of findings, in which one that is named like code says where if most of its cells are places:
    /// `Code` of `What | Code`.
    fn with_places(&self, table: &Table, mut assigned: Vec<Assigned>) -> Vec<Assigned> {
        const NAMES: [&str; 7] = ["anchor", "cited", "code", "implemented by", "implementation", "reference", "source"];
        let is_place = |text: &str| place_lines::says_where(text) && place_lines::names_lines(text);
        let says_where = |at: usize| {
            let cells = table.rows.iter().skip(1).filter_map(|row| row.cells.get(at));
            let told: Vec<&str> = cells.map(|cell| self.reading.source.slice(cell.clone()).trim()).collect();
            told.iter().filter(|text| is_place(text)).count() * 3 >= told.len() * 2
        };
        if !columns::has(&assigned, &["location"]) && !columns::has(&assigned, &["line"]) {
            let unnamed = assigned
                .iter_mut()
                .enumerate()
                .filter(|(_, column)| column.name.is_none() && NAMES.contains(&columns::key(&column.written).as_str()));
            if let Some((_, column)) = unnamed.into_iter().find(|(at, _)| says_where(*at)) {
                column.name = Some("location");
            }
        }
        assigned
    }

    /// Whether a checklist only says which of its items pass, and most of these have a section of their own.
    fn is_told_in_sections(&self, table: &Table, assigned: &[Assigned]) -> bool {
        if columns::has(assigned, &["description"]) || columns::has(assigned, &["location"]) {
            return false;
        }
        let has_section = |row: &&tables::Row| {
            let id = row.cells.first().map(|cell| inline::bare(self.reading.source.slice(cell.clone())));
            id.is_some_and(|id| self.headed.contains(id))
        };
        table.rows.iter().skip(1).filter(has_section).count() * 2 > table.rows.len().saturating_sub(1)
    }

    /// Whether the rows of a table say nothing but which findings tell why: `REQ-1 | violated | BUG-008`.
    fn refers(&self, table: &Table, assigned: &[Assigned]) -> bool {
        let refers = |row: &&tables::Row| {
            let told = finding_table::row_parts(self.reading, row, assigned).description.unwrap_or_default();
            let mut parts = told.split(|mark: char| mark.is_whitespace() || matches!(mark, ',' | '.' | '–' | '/'));
            let is_id = |part: &str| self.ids.contains(part) || part.bytes().all(|byte| byte.is_ascii_digit());
            told.split([',', ' ', '.']).next().is_some_and(|first| self.ids.contains(first)) && parts.all(is_id)
        };
        table.rows.iter().skip(1).filter(refers).count() * 2 > table.rows.len().saturating_sub(1)
    }

    /// What the columns of a table are that numbers, ranks and places its rows, by whatever name it says what is wrong.
    pub(super) fn ranked_places(&self, table: &Table, named: Vec<Assigned>) -> Option<Vec<Assigned>> {
        const OTHERS: [&str; 6] = ["mitigated by", "mitigation", "owner", "purpose", "responsibility", "role"];
        let numbered = finding_table::numbered(self.reading, table, named)?;
        let is_other = |column: &Assigned| {
            let key = columns::key(&column.written);
            OTHERS.iter().any(|other| key == *other || key.starts_with(&format!("{other} ")))
        };
        // What ranks by another name may rank anything.
        let is_named = |column: &Assigned| {
            column.name != Some("severity") || columns::named(&column.written, finding_columns::COLUMNS).is_some()
        };
        let placed = columns::has(&numbered, &["severity", "location"]) && self.names_lines(table);
        (placed
            && numbered.iter().all(|column| is_named(column) && !is_other(column))
            && self.are_ranked(table, &numbered))
        .then_some(numbered)
    }

    /// Whether a table says what is missing in which lines, under a name such as `Missing case`: so it does under any heading.
    fn lists_what_is_missing(&self, table: &Table) -> bool {
        let names = table.rows.first().map(|header| columns::headers(self.reading, header)).unwrap_or_default();
        names.iter().any(|name| columns::key(name).starts_with("missing ")) && self.names_lines(table)
    }

    /// What the columns of a table are that rates each row by a severity of that name, where most cells of one other column are
    /// lines of files and another one says in words what is wrong, by whatever names: `ID | Severity | Area | Risk`. Without lines, a
    /// third of these words have to be of what is wrong.
    fn by_cells(&self, table: &Table, headers: &[&str], mut named: Vec<Assigned>) -> Option<Vec<Assigned>> {
        const SEVERAL: usize = 3;
        const WORDS: usize = 4;
        let rated = headers.iter().position(|header| matches!(columns::key(header).as_str(), "severity" | "sev"))?;
        for (at, column) in named.iter_mut().enumerate() {
            let is_rank = column.name == Some("severity");
            column.name = if at == rated { Some("severity") } else { column.name.filter(|_| !is_rank) };
        }
        let rows = || table.rows.iter().skip(1);
        let all = rows().count();
        let cells = |at: usize| {
            rows().filter_map(move |row| row.cells.get(at)).map(|cell| self.reading.source.slice(cell.clone()))
        };
        let count = |at: usize, fits: &dyn Fn(&str) -> bool| cells(at).filter(|cell| fits(cell)).count();
        let is_free = |column: &Assigned| column.name.is_none();
        let place = (0..named.len()).find(|at| {
            named.get(*at).is_some_and(|column| is_free(column) || column.name == Some("location"))
                && count(*at, &|cell| place_lines::is_place(cell) && place_lines::names_lines(cell)) * 3 >= all * 2
        });
        let says = |cell: &str| cell.split_whitespace().nth(WORDS - 1).is_some();
        let told = (0..named.len()).find(|at| {
            Some(*at) != place
                && named.get(*at).is_some_and(|column| is_free(column) || column.name == Some("description"))
                && count(*at, &says) * 3 >= all * 2
        })?;
        // Without places, what is rated must be wrong; what may go wrong, and who sees to it, is of a register of risks.
        let is_register = || {
            let is_of_register = |key: &str| {
                matches!(key, "contingency" | "impact" | "likelihood" | "mitigation" | "owner" | "probability")
            };
            headers.iter().any(|header| is_of_register(&columns::key(header)))
        };
        let is_wrong = |cell: &str| sentences::complains(cell) || wording::leans_to_finding(cell);
        if place.is_none() && (is_register() || count(told, &is_wrong) * 3 < all) {
            return None;
        }
        for (at, name) in place.map(|at| (at, "location")).into_iter().chain([(told, "description")]) {
            named.get_mut(at)?.name = Some(name);
        }
        (all >= SEVERAL && self.are_ranked(table, &named)).then_some(named)
    }

    /// Whether every row of a table states a severity.
    fn are_ranked(&self, table: &Table, assigned: &[Assigned]) -> bool {
        table.rows.iter().skip(1).all(|row| {
            let severity = finding_table::row_parts(self.reading, row, assigned).severity;
            severity.is_some_and(|written| severities::word(&written).is_some())
        })
    }

    /// Whether a third of the rows of a table say what is wrong, or are worded as findings.
    pub(super) fn criticises(&self, table: &Table) -> bool {
        const SEVERAL: usize = 3;
        let wrong = |row: &&tables::Row| {
            let cells = || row.cells.iter().map(|cell| self.reading.source.slice(cell.clone()));
            cells().any(|cell| sentences::complains(cell) || wording::is_of_finding(std::iter::once(cell)))
        };
        let rows = table.rows.len().saturating_sub(1);
        rows >= SEVERAL && table.rows.iter().skip(1).filter(wrong).count() * 3 >= rows
    }

    /// Whether most rows of a table name lines: one that tells what each file is for names none.
    pub(super) fn names_lines(&self, table: &Table) -> bool {
        let rows = || table.rows.iter().skip(1);
        let named = rows().filter(|row| {
            row.cells.iter().any(|cell| place_lines::names_lines(self.reading.source.slice(cell.clone())))
        });
        named.count() * 2 > rows().count()
    }
}

/// Whether some lines have the fields of a finding.
fn is_stated<'l>(lines: impl Iterator<Item = &'l str> + Clone) -> bool {
    finding::is_stated(lines.filter_map(fields::scan).map(|(key, value, _)| (key, value)))
}
