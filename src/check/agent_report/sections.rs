//! Checks the sections of a report: that none is missing, the columns of their tables, and what each finding must say.

use super::templates::{Content, Part, Template};
use crate::check::context::{CheckContext, listed};
use crate::check::findings::say_columns;
use crate::model::{Code, Detail, Status, quote};
use crate::part::aliases::Aliases;
use crate::part::body::{COLUMN_LIMIT, columns_of};
use crate::part::headings::heading_words;
use crate::part::sections::{self, Section};
use crate::part::{Reading, columns, contrast_table};
use crate::text::blocks::BlockKind;
use crate::text::{inline, tables};

/// Checks the sections of a report.
pub fn check(context: &mut CheckContext<'_, '_>, template: &Template) {
    let found = found(context);
    // Who gave the work up has nothing to list.
    if context.read.result.status != Status::Error {
        let is_there =
            |part: &&Part| found.iter().any(|(section, _)| *section == part.section) || holds(context, part.section);
        let excerpt = is_excerpt(&found);
        let missing: Vec<&str> = template
            .parts()
            .filter(|part| !(part.optional || is_there(part) || excerpt && is_digest(part.section)))
            .map(|part| part.title)
            .collect();
        if !missing.is_empty() {
            let noun = if missing.len() == 1 { "section" } else { "sections" };
            context.say(Code::MissingSection, format!("The report lacks the {noun} {}.", listed(&missing)), None);
        }
    }
    for part in template.parts() {
        let Content::Table(wanted) = part.content else { continue };
        let tables = found.iter().filter(|(section, _)| *section == part.section).filter_map(|(_, table)| *table);
        for table in tables.collect::<Vec<_>>() {
            check_table(context, part, wanted, table);
        }
    }
    if template.subject == "DIMENSION" {
        check_findings(context);
    }
}

/// The sections that headings announce, each with the block of the first table under its heading.
fn found(context: &CheckContext<'_, '_>) -> Vec<(Section, Option<usize>)> {
    let reading = Reading::new(&context.read.source);
    let mut found: Vec<(Section, Option<usize>)> = Vec::new();
    let mut open = false;
    for (number, block) in context.read.source.blocks().iter().enumerate() {
        match block.kind {
            BlockKind::Heading { .. } => {
                let announced = sections::of_heading(&inline::words(heading_words(&reading, block)));
                open = announced.is_some();
                found.extend(announced.map(|(section, _)| (section, None)));
            }
            BlockKind::Table if open => {
                open = false;
                if let Some((_, table)) = found.last_mut() {
                    *table = Some(number);
                }
            }
            _ => {}
        }
    }
    found
}

/// Whether a section is there without its heading: something of it was read.
fn holds(context: &CheckContext<'_, '_>, section: Section) -> bool {
    let result = &context.read.result;
    match (section, &result.detail) {
        (Section::Summary, Detail::Digest(digest)) => digest.summary.is_some(),
        (Section::Terms, Detail::Digest(digest)) => !digest.terms.is_empty(),
        (Section::Decisions, Detail::Digest(digest)) => !digest.decisions.is_empty(),
        (Section::References, Detail::Digest(digest)) => !digest.references.is_empty(),
        (Section::Claims, Detail::Digest(digest)) => !digest.claims.is_empty(),
        (Section::Statements, Detail::Digest(digest)) => !digest.statements.is_empty(),
        (Section::Summary, Detail::Consistency(detail)) => detail.summary.is_some(),
        (Section::Findings, Detail::Consistency(_)) => !result.findings.is_empty(),
        (Section::Contrast(contrast), Detail::Consistency(_)) => contrast_table::usual(contrast)
            .is_some_and(|(own, _)| result.findings.iter().any(|finding| finding.r#type.as_deref() == Some(own))),
        (Section::Files, Detail::Implementation(work)) => !work.files.is_empty(),
        (Section::Criteria, Detail::Implementation(work)) => !work.criteria.is_empty(),
        (Section::Gaps, Detail::Implementation(work)) => !work.gaps.is_empty(),
        (Section::Dependencies, Detail::Implementation(work)) => !work.dependencies.is_empty(),
        (Section::Layout, Detail::DesignPlan(plan)) => plan.layout.is_some(),
        (Section::Components, Detail::DesignPlan(plan)) => !plan.components.is_empty(),
        (Section::MissingComponents, Detail::DesignPlan(plan)) => !plan.missing.is_empty(),
        (Section::Instructions, Detail::DesignPlan(plan)) => plan.instructions.is_some(),
        (Section::CrossScreen, Detail::DesignPlan(plan)) => plan.cross_screen.is_some(),
        (Section::Parkable, _) => !result.parked.is_empty(),
        (Section::Implications, _) => !result.implications.is_empty(),
        _ => false,
    }
}

/// The sections of a document's digest.
fn is_digest(section: Section) -> bool {
    matches!(section, Section::Summary | Section::Statements)
        || (sections::result_type(section) == Some(crate::model::ResultType::Digest))
}

/// A reader may be asked for the terms, the claims or the references alone.
fn is_excerpt(found: &[(Section, Option<usize>)]) -> bool {
    let mut of_digest =
        found.iter().map(|(section, _)| *section).filter(|section| is_digest(*section) && *section != Section::Summary);
    let only = of_digest.next();
    matches!(only, Some(Section::Terms | Section::Claims | Section::References)) && of_digest.next().is_none()
}

/// The columns of a table.
fn check_table(context: &mut CheckContext<'_, '_>, part: &Part, wanted: &[(&str, &str)], block: usize) {
    let source = &context.read.source;
    let Some(block) = source.blocks().get(block) else { return };
    let table = tables::read(source, block);
    let Some(header) = table.rows.first().filter(|header| header.cells.len() <= COLUMN_LIMIT) else { return };
    let reading = Reading::new(source);
    let names = aliases(context);
    let written = columns::headers(&reading, header);
    let sided: Vec<_> = written.iter().map(|written| contrast_table::by_side(written, &names)).collect();
    let sided: Vec<&str> = sided.iter().map(AsRef::as_ref).collect();
    let assigned = columns::assign(&sided, columns_of(part.section));
    let place = |(name, title): &(&str, &str)| {
        let by_name = assigned.iter().position(|column| column.name == Some(*name));
        by_name.or_else(|| sided.iter().position(|written| columns::key(written) == columns::key(title)))
    };
    let places: Vec<Option<usize>> = wanted.iter().map(place).collect();
    let titles: Vec<&str> = wanted.iter().map(|(_, title)| *title).collect();
    let range = source.lines_range(header.line..header.line + 1);
    // A table that shares no column with the template is about something else.
    if places.iter().any(Option::is_some) {
        say_columns(context, &format!("under {}", quote(part.title)), &titles, &places, titles.len(), range);
    }
}

/// What the two documents of a pair are called.
fn aliases(context: &CheckContext<'_, '_>) -> Aliases {
    let mut names = Aliases::none();
    if let Detail::Consistency(pair) = &context.read.result.detail {
        for (name, document) in ["A", "B"].into_iter().zip(&pair.documents) {
            names.name(name, document);
        }
    }
    names
}

/// The fields of the findings on a dimension. A table of findings has no place for all of them.
fn check_findings(context: &mut CheckContext<'_, '_>) {
    let mut said = Vec::new();
    for finding in context.read.result.findings.iter().filter(|finding| context.row(finding.span).is_none()) {
        let name = quote(finding.title.as_deref().unwrap_or(&finding.id));
        let range = finding.span.bytes();
        let has = |key: &str| finding.extra.iter().any(|field| inline::words(&field.key) == key);
        if finding.location.is_none() {
            said.push((Code::MissingLocation, format!("{name} has no location."), range.clone()));
        }
        let lacks = [
            ("Evidence", !has("evidence")),
            ("Impact", !has("impact")),
            ("Suggested Action", finding.suggestion.is_none()),
        ];
        let missing: Vec<&str> = lacks.into_iter().filter_map(|(key, lacks)| lacks.then_some(key)).collect();
        if !missing.is_empty() {
            said.push((Code::MissingField, format!("{name} lacks {}.", listed(&missing)), range));
        }
    }
    for (code, message, range) in said {
        context.say(code, message, Some(range));
    }
}
