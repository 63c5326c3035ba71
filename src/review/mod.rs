//! Reviews in free form, read by structure: an outline, the evidence for and against each of its parts being a finding,
//! and the fields of each. See `docs/formats/prose.md`.

pub mod advice;
pub mod agent_prompts;
pub mod beginnings;
pub mod choose;
pub mod copied;
pub mod csv;
pub mod elements;
pub mod evidence;
pub mod fields;
pub mod files;
pub mod genre;
pub mod imperatives;
pub mod join;
pub mod json;
pub mod labels;
pub mod lead;
pub mod letters;
pub mod likelihood;
pub mod odds;
pub mod outline;
mod passed_over;
pub mod place_lines;
pub mod places_in_text;
pub mod ratings;
pub mod recurring;
pub mod segments;
pub mod sentences;
pub mod series;
pub mod signs;
pub mod vocabulary;
pub mod wording;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::model::{Code, Finding, KeyValue, ResultType, quote};
use crate::part::aliases::Aliases;
use crate::part::columns;
use crate::part::finding;
use crate::part::finding_columns::COLUMNS;
use crate::part::finding_table::{self, Header};
use crate::part::records;
use crate::part::scales::Scales;
use crate::part::{Reading, severities};
use crate::text::ledger::Owner;
use crate::text::lines::{fence_after, is_alert_mark};
use crate::text::{inline, markup};
use choose::{Choice, Chosen, Source};
use evidence::{Asked, Look};
use join::Draft;
use outline::Outline;

/// What is known before a review is read.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// The type of the reply.
    pub result_type: Option<ResultType>,
    /// What short names of documents mean.
    pub aliases: &'a Aliases,
    /// Whether the format gives findings no ids, so that none is missed.
    pub without_ids: bool,
    /// Whether the reply follows a protocol: then findings are announced by that, and tables of them were read before.
    pub protocol: bool,
    /// Whether nothing lists what is at odds, so that it is looked for in sentences.
    pub is_unlisted: bool,
}

impl<'a> Scope<'a> {
    /// The scope of a reply in free form.
    #[must_use]
    pub fn of_free_form(aliases: &'a Aliases) -> Self {
        Self { result_type: None, aliases, without_ids: false, protocol: false, is_unlisted: false }
    }

    /// What the reply was asked for.
    #[must_use]
    pub fn asked(&self) -> Asked {
        match self.result_type {
            Some(ResultType::Consistency) if self.is_unlisted => Asked::Comparison,
            _ => Asked::Other,
        }
    }
}

/// Reads and claims the findings of a review; what is claimed already stays as it is. They are added to those that
/// were read before.
pub fn read(reading: &mut Reading<'_, '_>, scope: Scope<'_>, findings: &mut Vec<Finding>) {
    elements::read(reading, scope, findings);
    csv::read(reading, scope, findings);
    copied::read(reading, scope, findings);
    let mut outline = outline::read(reading, scope.asked() == Asked::Comparison);
    let scales = Scales::of(reading);
    let mut choice = choose::choose(reading, &outline, scope, scales, findings);
    recurring::choose_instead(reading, scope, findings, &mut outline, &mut choice);
    likelihood::revise(reading, &outline, scope, scales, findings, &mut choice);
    let drafts = drafts(reading, &outline, &choice, scope, scales);
    let drafts = join::join(&choice, &outline, drafts, fields::join);
    let drafts = files::in_sections(drafts, reading.source.text());
    let drafts =
        files::on_bold_lines(drafts, |draft| match choice.chosen.get(draft.chosen).map(|chosen| &chosen.source) {
            Some(Source::Node(at)) => {
                let node = outline.nodes.get(*at).filter(|node| node.kind == outline::Kind::Item)?;
                Some((node.parent, node.text))
            }
            _ => None,
        });
    let drafts = files::cited(files::continued(drafts), reading.source.text(), scope.aliases, |draft| {
        choice.chosen.get(draft.chosen).map_or(0, |chosen| start_of(reading, &outline, &choice, chosen))
    });
    let drafts = without_shared_titles(with_ids(drafts));
    let mut headings: BTreeSet<usize> = BTreeSet::new();
    let mut told: BTreeSet<usize> = BTreeSet::new();
    for mut draft in drafts {
        weigh_by_sign(reading, &outline, &choice, scales, &mut draft);
        let sources: Vec<usize> = draft.rows.iter().copied().chain([draft.chosen]).collect();
        let before = findings.len();
        finish(reading, &outline, &choice, scope, draft, findings, &mut headings);
        if findings.len() > before {
            told.extend(sources);
        }
    }
    agent_prompts::read(reading, scope, findings);
    claim_headings(reading, &outline, &headings);
    claim_tables(reading, &choice, &told);
    passed_over::say(reading, &outline, &choice, scope, findings);
    reading.decisions = choice.decisions;
}

/// What each finding says, before its severity is decided.
fn drafts(
    reading: &Reading<'_, '_>,
    outline: &Outline<'_>,
    choice: &Choice,
    scope: Scope<'_>,
    scales: Scales,
) -> Vec<Draft> {
    let asides = if scope.protocol { fields::Asides::Extra } else { fields::Asides::Discussion };
    let names = (scope.aliases, asides);
    let mut drafts = Vec::new();
    for (place, chosen) in choice.chosen.iter().enumerate() {
        let file = chosen.context.file.and_then(|file| outline.nodes.get(file)).and_then(|node| {
            let section = || vocabulary::section_of(node.text).filter(|_| scope.aliases.subject().is_some());
            vocabulary::file_of(node.text).or_else(section)
        });
        let file = file.or_else(|| files::above(outline, chosen.node()?));
        let parts = match &chosen.source {
            Source::Node(at) => outline.nodes.get(*at).map(|node| {
                let mut parts = fields::of_node(reading, node, scales, file, names);
                if let Some(place) =
                    files::headed(outline, *at).filter(|_| parts.location.is_none() || parts.location_from_text)
                {
                    (parts.location, parts.location_from_text) = (Some(place.to_owned()), false);
                }
                parts
            }),
            Source::Fields(lines) => Some(fields::of_lines(reading, lines.clone(), file, names)),
            Source::Remark { text, file: named, .. } => Some(fields::of_remark(text, named.as_deref().or(file), names)),
            Source::Row { table, row } => choice.tables.get(*table).and_then(|rows| {
                let row = rows.table.rows.get(*row)?;
                let parts = finding_table::row_parts(reading, row, &rows.assigned);
                // A register of risks has no column for places.
                let is_placed = !rows.assigned.iter().any(finding_table::is_risk) || parts.location.is_some();
                let named = finding_table::is_named(&rows.assigned) && file.is_none() && is_placed;
                let advises = scope.protocol || columns::has(&rows.assigned, &["suggestion"]);
                Some(match (named, advises) {
                    (true, true) => parts,
                    (true, false) => fields::advised(parts),
                    (false, _) => fields::of_row(parts, file, names),
                })
            }),
        };
        if let Some(mut parts) = parts {
            let node = chosen.node().and_then(|at| outline.nodes.get(at));
            let listed = node.is_some_and(|node| node.number == parts.id.as_deref());
            // Its number may be that of something else.
            if chosen.context.look == Look::Likely
                && let Some(number) = parts.id.take_if(|id| is_number(id))
                && !listed
            {
                parts.extra.push(KeyValue::new("Number", number));
            }
            drafts.push(Draft { chosen: place, parts, listed, rows: Vec::new() });
        }
    }
    drafts
}

/// Whether an id is no more than a number: `3`, `2.1`.
fn is_number(id: &str) -> bool {
    id.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// Numbers that begin anew in each section are no ids: they are kept beside the finding.
fn with_ids(mut drafts: Vec<Draft>) -> Vec<Draft> {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let repeats = drafts.iter().filter_map(|draft| draft.parts.id.clone()).any(|id| is_number(&id) && !seen.insert(id));
    for draft in &mut drafts {
        if repeats
            && draft.parts.id.as_deref().is_some_and(is_number)
            && let Some(number) = draft.parts.id.take()
            && !draft.listed
        {
            draft.parts.extra.push(KeyValue::new("Number", number));
        }
    }
    drafts
}

/// Takes the title of most findings, such as `CODE REVIEW`, from those that have a description: it is kept among the other fields.
fn without_shared_titles(mut drafts: Vec<Draft>) -> Vec<Draft> {
    const SEVERAL: usize = 3;
    const WORDS: usize = 2;
    let all = drafts.len();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for title in drafts.iter().filter_map(|draft| draft.parts.title.as_deref()) {
        *counts.entry(inline::words(title)).or_default() += 1;
    }
    for draft in &mut drafts {
        let parts = &mut draft.parts;
        let is_shared = |title: &mut String| {
            let count = counts.get(&inline::words(title)).copied().unwrap_or_default();
            title.split_whitespace().count() <= WORDS && count >= SEVERAL && count * 2 > all
        };
        if parts.description.as_deref().is_some_and(|text| !text.trim().is_empty())
            && let Some(title) = parts.title.take_if(is_shared)
        {
            parts.extra.push(KeyValue::new("Title", title));
        }
    }
    drafts
}

/// Gives a finding whose severity is a sign alone the one that the reply says this sign means.
fn weigh_by_sign(
    reading: &mut Reading<'_, '_>,
    outline: &Outline<'_>,
    choice: &Choice,
    scales: Scales,
    draft: &mut Draft,
) {
    let Some(chosen) = choice.chosen.get(draft.chosen) else { return };
    let Some(severity) = draft.parts.severity.as_deref().and_then(|written| scales.of_sign(written)) else { return };
    draft.parts.heading_severity = Some(severity);
    draft.parts.heading_words = draft.parts.severity.take();
    let written = draft.parts.heading_words.as_deref().unwrap_or_default();
    let message = format!("The severity {} was read as {}, as the reply defines it.", quote(written), severity.word());
    let range = reading.source.lines_range(lines_of(outline, choice, chosen));
    reading.say(Code::SeverityWord, message, range);
}

/// Weighs the words of a finding, makes it, and claims what it was read from.
fn finish(
    reading: &mut Reading<'_, '_>,
    outline: &Outline<'_>,
    choice: &Choice,
    scope: Scope<'_>,
    draft: Draft,
    findings: &mut Vec<Finding>,
    headings: &mut BTreeSet<usize>,
) {
    let Some(chosen) = choice.chosen.get(draft.chosen) else { return };
    let mut parts = draft.parts;
    // A place or a severity alone says nothing. What is only likely to be a finding has to say more than what to do.
    let is_blank =
        |text: &Option<String>| text.as_deref().is_none_or(|text| text.trim().is_empty() || records::is_none(text));
    let advises = !is_blank(&parts.suggestion) && chosen.context.look != Look::Likely;
    if is_blank(&parts.title) && is_blank(&parts.description) && !advises {
        return;
    }
    // `P2` alone numbers a finding here, or it would have been read as a severity.
    if parts.severity.is_none() && parts.heading_severity.is_none() {
        parts.heading_severity = parts.id.as_deref().and_then(severities::of_id);
        parts.heading_words = parts.heading_severity.and_then(|_| parts.id.clone());
    }
    if let Some((kind, severity)) = chosen.context.usual {
        parts.heading_type = Some(kind);
        parts.without_id = true;
        if parts.severity.is_none() && chosen.context.severity.is_none() {
            parts.heading_severity = parts.heading_severity.or(Some(severity));
        }
    }
    if parts.severity.is_none()
        && parts.heading_severity.is_none()
        && let Some((severity, heading)) = chosen.context.severity
        && let Some(node) = outline.nodes.get(heading)
    {
        parts.heading_severity = Some(severity);
        // `**Minor**: the path is joined; the answer is not checked.`
        let is_own = matches!(&chosen.source, Source::Remark { told, .. } if reading.source.lines_range(node.lines.clone()).contains(&told.start));
        let written = node.lead().severity.filter(|_| is_own).unwrap_or(node.text);
        parts.heading_words = Some(written.replace("**", ""));
        if !is_own {
            headings.insert(heading);
        }
    }
    // A finding that names a file of its own leaves that of the heading alone.
    if let Some(at) = chosen.context.file
        && let Some(file) = outline.nodes.get(at).and_then(|node| vocabulary::file_of(node.text))
        && parts.location.as_deref().is_some_and(|location| location.contains(file))
    {
        headings.insert(at);
    }
    if let Source::Node(at) = chosen.source
        && let Some(odds) =
            outline.nodes.get(at).filter(|_| scope.asked() == Asked::Comparison).and_then(|node| odds::of(node.text))
    {
        parts.heading_type = parts.heading_type.or(odds.kind);
        if parts.severity.is_none() && parts.heading_severity.is_none() {
            parts.severity = odds.severity.map(str::to_owned);
        }
        let [one, other] = odds.places.map(str::to_owned);
        if parts.location.is_none() || parts.location_from_text {
            parts.location = Some(one);
            parts.counter_location = parts.counter_location.or(Some(other));
        }
    }
    // Where nothing else does, the impact weighs it.
    if parts.severity.is_none() && parts.heading_severity.is_none() {
        parts.severity = parts.impact.take();
    }
    parts.without_id |= scope.without_ids;
    let owner = Owner::Entry("findings", findings.len());
    let range = match &chosen.source {
        Source::Remark { told, .. } => {
            reading.ledger.claim(told.clone(), owner);
            told.clone()
        }
        _ => {
            let lines = lines_of(outline, choice, chosen);
            claim(reading, lines.clone(), owner);
            reading.source.lines_range(lines)
        }
    };
    let finding = finding::finish(reading, parts, findings.len(), scope.aliases, range);
    for row in draft.rows.iter().filter_map(|row| choice.chosen.get(*row)) {
        reading.claim_lines(lines_of(outline, choice, row), owner);
    }
    findings.push(finding);
}

/// Claims what a finding was read from, but for lines of tags, badges and comments, of which not all is read.
fn claim(reading: &mut Reading<'_, '_>, lines: Range<usize>, owner: Owner) {
    let mut start = lines.start;
    let mut fence = None;
    let mut comment = false;
    for number in lines.clone() {
        let line = reading.source.line(number);
        let inside = fence.is_some();
        fence = fence_after(fence, line);
        comment |= !inside && line.trim_start().starts_with("<!--");
        let is_frame =
            markup::tag_line(line).is_some() || ratings::severity_line(line).is_some() || is_alert_mark(line);
        // `Field | Value` over a table of fields says nothing of the finding.
        let is_unread = comment && place_lines::file_alone(line).is_none() || segments::is_field_header(line);
        comment &= !line.contains("-->");
        if !inside && (is_frame || is_unread) {
            if start < number {
                reading.claim_lines(start..number, owner);
            }
            start = number + 1;
        }
    }
    if start < lines.end {
        reading.claim_lines(start..lines.end, owner);
    }
}

/// The lines that a finding is read from.
fn lines_of(outline: &Outline<'_>, choice: &Choice, chosen: &Chosen) -> Range<usize> {
    match &chosen.source {
        Source::Node(at) => outline.nodes.get(*at).map_or(0..0, |node| node.lines.clone()),
        Source::Fields(lines) => lines.clone(),
        // Its bytes are its own, not its lines.
        Source::Remark { .. } => 0..0,
        Source::Row { table, row } => {
            let row = choice.tables.get(*table).and_then(|rows| rows.table.rows.get(*row));
            row.map_or(0..0, |row| row.line..row.line + 1)
        }
    }
}

/// Where what a finding is read from begins.
fn start_of(reading: &Reading<'_, '_>, outline: &Outline<'_>, choice: &Choice, chosen: &Chosen) -> usize {
    match &chosen.source {
        Source::Remark { told, .. } => told.start,
        _ => reading.source.lines_range(lines_of(outline, choice, chosen)).start,
    }
}

/// A heading that gives findings their severity or their file is a part of them.
fn claim_headings(reading: &mut Reading<'_, '_>, outline: &Outline<'_>, headings: &BTreeSet<usize>) {
    for node in headings.iter().filter_map(|heading| outline.nodes.get(*heading)) {
        let lines = node.lines.start..node.lines.start + 1;
        if let vocabulary::Class::Severity(severity) = node.class
            && !node.text.eq_ignore_ascii_case(severity.word())
        {
            let message = format!("The severity {} was read as {}.", quote(node.text), severity.word());
            let range = reading.source.lines_range(lines.clone());
            reading.say(Code::SeverityWord, message, range);
        }
        let framed = markup::tag_line(reading.source.line(node.lines.start)).is_some();
        if !framed && vocabulary::file_of(node.text).is_none_or(|file| file == inline::bare(node.text)) {
            reading.claim_lines(lines, Owner::Field("findings"));
        }
    }
}

/// Claims the header of each table of which a row became a finding.
fn claim_tables(reading: &mut Reading<'_, '_>, choice: &Choice, told: &BTreeSet<usize>) {
    let mut tables: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for chosen in told.iter().filter_map(|chosen| choice.chosen.get(*chosen)) {
        if let Source::Row { table, row } = chosen.source {
            tables.entry(table).or_default().push(row);
        }
    }
    for (table, told) in tables {
        let Some(rows) = choice.tables.get(table) else { continue };
        let Some(block) = reading.source.blocks().get(rows.block).cloned() else { continue };
        for row in told.into_iter().filter_map(|row| rows.table.rows.get(row)) {
            records::say_fit(reading, row, rows.table.columns);
        }
        match rows.header {
            Header::Present => finding_table::claim_header(reading, &block, &rows.table, &rows.assigned, COLUMNS),
            Header::Inferred => finding_table::claim_inferred(reading, &block),
        }
    }
}
