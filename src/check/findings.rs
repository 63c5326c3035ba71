//! Findings: the columns of their tables, and what each row must say. See `docs/formats/protocol-v1.md`, "Finding table".

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::context::{CheckContext, Listed, is_dash, listed};
use crate::model::{
    Code, CustomColumn, CustomType, Detail, FINDING_TYPES, Finding, FindingState, Location, Place, ResultType,
    Severity, quote, usual_severity,
};
use crate::order::Gather;
use crate::text::blocks::{Block, BlockKind};
use crate::text::inline;

/// The columns, in order: what the reader calls them, and what the format does.
const COLUMNS: [(&str, &str); 7] = [
    ("id", "ID"),
    ("severity", "Severity"),
    ("type", "Type"),
    ("location", "Location"),
    ("counter_location", "Counter-location"),
    ("description", "Description"),
    ("suggestion", "Suggestion"),
];

/// Checks the tables of findings, and the findings.
pub fn check(context: &mut CheckContext<'_, '_>) {
    // A reply that has no summary line is asked for as a whole.
    if context.read.summary.is_none() {
        return;
    }
    let custom = context.custom_type();
    let standing = |column: &str| custom.and_then(|custom| custom.standing_for(column));
    let wanted: Vec<(&str, &str)> = COLUMNS
        .into_iter()
        .filter(|(name, _)| !(context.is_on_dimension() && matches!(*name, "type" | "counter_location")))
        .filter(|(name, _)| standing(name).is_none_or(|column| column.required))
        .map(|(name, own)| (name, standing(name).map_or(own, |column| column.name.as_str())))
        .collect();
    columns(context, Listed::Findings, "findings", &wanted, wanted.len());
    if let Some(custom) = custom {
        custom_columns(context, custom);
    }
    let findings: Vec<&Finding> = own_findings(context);
    // A table without a header was read all the same.
    let headless = context.was_said(Code::MissingHeader);
    let untabled = findings.iter().find(|finding| !headless && context.row(finding.span).is_none());
    if let Some(finding) = untabled {
        context.say(Code::NotATable, "A finding is outside the finding table.", Some(finding.span.bytes()));
    }
    let mentions = mentions(context);
    for finding in &findings {
        row(context, finding, &mentions);
    }
    ids(context, &findings, &mentions);
}

/// The findings that the reply lists, without those that are made of missing components.
fn own_findings<'r>(context: &CheckContext<'r, '_>) -> Vec<&'r Finding> {
    let missing: BTreeSet<u32> = match &context.read.result.detail {
        Detail::DesignPlan(plan) => plan.missing.iter().map(|missing| missing.span.start).gather(),
        _ => BTreeSet::new(),
    };
    context.read.result.findings.iter().filter(|finding| !missing.contains(&finding.span.start)).collect()
}

/// The columns that a registered type asks for beside those of every finding table, in any order: that they are there,
/// and that each finding says something in them.
fn custom_columns(context: &mut CheckContext<'_, '_>, custom: &CustomType) {
    let titled = custom.standing_for("title");
    let required: Vec<&CustomColumn> = custom.own_columns().chain(titled).filter(|column| column.required).collect();
    let mut said = Vec::new();
    for listing in context.tables.iter().filter(|listing| listing.listed == Listed::Findings) {
        let Some(header) = listing.table.rows.first() else { continue };
        for column in &required {
            let own = quote(&column.name);
            let Some(at) = listing.columns.iter().position(|found| found.custom.as_ref() == Some(&column.name)) else {
                let range = context.read.source.lines_range(header.line..header.line + 1);
                let message = format!("The finding table lacks the column {own} of the type {}.", custom.name.as_str());
                said.push((Code::MissingColumn, message, range));
                continue;
            };
            for row in listing.table.rows.iter().skip(1) {
                let is_blank = |cell: &Range<usize>| context.text(cell.clone()).trim().is_empty();
                if row.cells.get(at).is_some_and(is_blank) && !row.cells.iter().all(is_blank) {
                    let range = context.read.source.lines_range(row.line..row.line + 1);
                    said.push((Code::MissingCells, format!("The row is empty in the column {own}."), range));
                }
            }
        }
    }
    for (code, message, range) in said {
        context.say(code, message, Some(range));
    }
}

/// The columns of the tables that list something: that the first of them are there, and in order.
pub fn columns(context: &mut CheckContext<'_, '_>, kind: Listed, what: &str, wanted: &[(&str, &str)], needed: usize) {
    let mut tables = Vec::new();
    for listing in context.tables.iter().filter(|listing| listing.listed == kind) {
        let Some(header) = listing.table.rows.first() else { continue };
        let range = context.read.source.lines_range(header.line..header.line + 1);
        let places: Vec<Option<usize>> = wanted.iter().map(|(name, _)| listing.column(name)).collect();
        tables.push((range, places));
    }
    let names: Vec<&str> = wanted.iter().map(|(_, name)| *name).collect();
    for (range, places) in tables {
        say_columns(context, &format!("of {what}"), &names, &places, needed, range);
    }
}

/// Says of a table which of the first columns are missing, and that they stand in another order. `places` has where
/// each column stands, `range` is the header.
pub fn say_columns(
    context: &mut CheckContext<'_, '_>,
    what: &str,
    names: &[&str],
    places: &[Option<usize>],
    needed: usize,
    range: Range<usize>,
) {
    let missing = names.iter().zip(places).take(needed).filter(|(_, place)| place.is_none());
    let missing: Vec<&str> = missing.map(|(name, _)| *name).collect();
    if !missing.is_empty() {
        let noun = if missing.len() == 1 { "column" } else { "columns" };
        let message = format!("The table {what} lacks the {noun} {}.", listed(&missing));
        context.say(Code::MissingColumn, message, Some(range.clone()));
    }
    if !places.iter().flatten().is_sorted() {
        let message = format!("The columns of the table {what} must be in the order {}.", listed(names));
        context.say(Code::ColumnOrder, message, Some(range));
    }
}

/// How often each word with a digit in it stands in the reply, in lower case: ids are among them.
fn mentions(context: &CheckContext<'_, '_>) -> BTreeMap<String, usize> {
    let mut mentions: BTreeMap<String, usize> = BTreeMap::new();
    let mut count = |text: &str, by: isize| {
        for word in text.split(|character: char| !character.is_alphanumeric()) {
            if word.contains(|character: char| character.is_ascii_digit()) {
                let counted = mentions.entry(word.to_lowercase()).or_default();
                *counted = counted.saturating_add_signed(by);
            }
        }
    };
    let source = &context.read.source;
    count(source.text(), 1);
    // A heading with nothing below it discusses nothing.
    let blocks = source.blocks();
    let is_heading = |block: &Block| matches!(block.kind, BlockKind::Heading { .. });
    for (at, block) in blocks.iter().enumerate().filter(|(_, block)| is_heading(block)) {
        if blocks.get(at + 1).is_none_or(is_heading) {
            count(&source.block_text(block), -1);
        }
    }
    mentions
}

fn row(context: &mut CheckContext<'_, '_>, finding: &Finding, mentions: &BTreeMap<String, usize>) {
    let Some((listing, _)) = context.row(finding.span) else { return };
    let has = |name: &str| listing.column(name).is_some();
    let (has_type, has_place, has_counter) = (has("type"), has("location"), has("counter_location"));
    let (has_suggestion, has_description) = (has("suggestion"), has("description"));
    // A registered column of types has words of its own.
    let has_own_words = context.custom_type().is_some_and(|custom| custom.standing_for("type").is_some());
    let range = Some(finding.span.bytes());
    let id = quote(&finding.id);
    match finding.r#type.as_deref() {
        None if has_type => context.say(Code::MissingFindingType, format!("{id} has no type."), range.clone()),
        Some(word) if !FINDING_TYPES.contains(&word) && usual_severity(word).is_none() && !has_own_words => {
            let place = context.cell(finding.span, "type").or_else(|| range.clone());
            context.say(
                Code::UnknownFindingType,
                format!("{id} has the type {}, which is not one of the ten types.", quote(word)),
                place,
            );
        }
        _ => {}
    }
    if has_description && says_nothing(finding) {
        context.say(Code::MissingDescription, format!("{id} does not say what is wrong."), range.clone());
    }
    if has_place && finding.location.is_none() {
        context.say(Code::MissingLocation, format!("{id} has no location."), range.clone());
    }
    let places = [
        ("location", finding.location.as_ref().filter(|_| has_place)),
        ("counter_location", finding.counter_location.as_ref().filter(|_| has_counter)),
    ];
    for (column, place) in places.into_iter().filter_map(|(column, place)| Some((column, place?))) {
        // What a registered type is on need be no document.
        if is_vague(place) && context.custom_type().is_none() {
            let message = format!("The location {} of {id} names no document, section or line.", quote(&place.text));
            let cell = context.cell(finding.span, column).filter(|cell| !cell.is_empty());
            context.say(Code::VagueLocation, message, cell.or_else(|| range.clone()));
        }
    }
    if has_counter && finding.counter_location.is_none() && context.result_type() == Some(ResultType::Consistency) {
        let cell = context.cell(finding.span, "counter_location").map_or("", |cell| context.text(cell));
        if !is_dash(cell) {
            let message = format!("{id} has an empty counter-location.");
            context.say(Code::MissingCounterLocation, message, range.clone());
        }
    }
    if has_suggestion && finding.suggestion.is_none() && finding.state == FindingState::Open {
        context.say(Code::MissingSuggestion, format!("{id} has no suggestion."), range.clone());
    }
    let heavy = matches!(finding.severity, Severity::Critical | Severity::Major);
    // A text that names the id discusses it, in whatever form.
    let is_named = mentions.get(&finding.id.to_lowercase()).is_some_and(|count| *count > 1);
    let discusses = !context.is_on_dimension();
    if discusses && heavy && finding.state == FindingState::Open && finding.discussion.is_none() && !is_named {
        let message = format!("{id} is {}, but is not discussed below the table.", finding.severity.word());
        context.say(Code::MissingDiscussion, message, range);
    }
}

/// Whether nothing is said of what is wrong: neither in the table nor below it.
fn says_nothing(finding: &Finding) -> bool {
    inline::is_wordless(&finding.description)
        && finding.title.as_deref().is_none_or(inline::is_wordless)
        && finding.discussion.is_none()
        && finding.state == FindingState::Open
}

/// Words that lead to no place.
const NOWHERE: [&str; 44] = [
    "above",
    "all",
    "anywhere",
    "at",
    "beginning",
    "below",
    "both",
    "bottom",
    "doc",
    "document",
    "documents",
    "elsewhere",
    "end",
    "everywhere",
    "file",
    "files",
    "here",
    "in",
    "it",
    "many",
    "middle",
    "multiple",
    "near",
    "of",
    "on",
    "one",
    "other",
    "place",
    "places",
    "same",
    "section",
    "sections",
    "several",
    "some",
    "somewhere",
    "start",
    "that",
    "the",
    "there",
    "this",
    "throughout",
    "top",
    "unknown",
    "various",
];

/// Whether a place is none that can be looked up: it names no document and no lines, and what stands for its section is
/// "somewhere", "the other one" and the like.
fn is_vague(location: &Location) -> bool {
    const ALL_OF_IT: [&str; 3] = ["all", "all sections", "document"];
    let leads = |place: &Place| {
        let words = place.section.as_deref().map(inline::words).unwrap_or_default();
        let is_nowhere = words.split(' ').all(|word| word.is_empty() || NOWHERE.contains(&word));
        place.document.is_some() || place.lines.is_some() || !is_nowhere || ALL_OF_IT.contains(&words.as_str())
    };
    !location.places.iter().any(leads)
}

/// The ids are F1, F2, … in order. They are numbered anew where nothing else in the reply speaks of them.
fn ids(context: &mut CheckContext<'_, '_>, findings: &[&Finding], mentions: &BTreeMap<String, usize>) {
    let rows: Vec<(&Finding, String)> = findings
        .iter()
        .filter(|finding| context.cell(finding.span, "id").is_some())
        .enumerate()
        .map(|(number, finding)| (*finding, format!("F{}", number + 1)))
        .collect();
    let mut rows_by_id: BTreeMap<String, usize> = BTreeMap::new();
    for (finding, _) in &rows {
        *rows_by_id.entry(finding.id.to_lowercase()).or_default() += 1;
    }
    let is_number =
        |id: &str| id.strip_prefix('f').is_some_and(|rest| rest.chars().all(|digit| digit.is_ascii_digit()));
    let free = context.read.result.remainder.is_empty()
        && rows_by_id.iter().all(|(id, rows)| is_number(id) && mentions.get(id) == Some(rows));
    for (finding, wanted) in rows.iter().filter(|(finding, wanted)| finding.id != *wanted) {
        let place =
            context.cell(finding.span, "id").filter(|cell| !inline::words(context.text(cell.clone())).is_empty());
        let Some(place) = place else { continue };
        let message = format!("The id {} is out of order: {wanted} is expected.", quote(&finding.id));
        let edit = free.then(|| (place.clone(), wanted.clone()));
        context.say_with_edit(Code::IdNotSequential, message, Some(place), edit);
    }
}
