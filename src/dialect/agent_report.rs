//! The reports of five agents: a header, sections, and the summary line last. See `docs/formats/agent-reports.md`.

use std::ops::Range;

use super::assemble::Draft;
use super::convention::{self, Convention, Place};
use super::prose;
use super::protocol_v1::{self, Yield};
use crate::model::ResultType;
use crate::part::Reading;
use crate::part::summary_line::{Form, SummaryLine};
use crate::text::blocks::{Block, BlockKind, PSEUDO_HEADING};
use crate::text::{SourceText, fields, inline};

/// The reports as they were first: the header tells what the protocol says in the summary line.
const HEADED: Convention =
    Convention { place: Place::EitherEnd, forms: &[Form::Plain, Form::Keyless], headed: true, words };

/// The reports as they became: the line of the protocol under a heading "Report".
const LATER: Convention = Convention { place: Place::UnderReport, forms: &[Form::Plain], headed: false, words };

/// The fields that name what a report is on.
const SUBJECTS: [&str; 5] = ["doc", "pair", "dimension", "task", "screen"];

/// The fields that say what came of it.
const STATES: [&str; 3] = ["status", "rating", "mode"];

/// The words of each agent for what came of its work.
fn words(result_type: Option<ResultType>) -> &'static [&'static str] {
    match result_type {
        Some(ResultType::Digest | ResultType::Implementation) => &["COMPLETE", "PARTIAL", "FAILED"],
        Some(ResultType::Consistency) => {
            &["CONSISTENT", "TENSION", "CONFLICT", "good", "some-issues", "significant-problems"]
        }
        Some(ResultType::DesignPlan) => &["PLANNED", "NEEDS_COMPONENTS"],
        Some(ResultType::Verification | ResultType::Custom(_)) => &[],
        None => &[
            "COMPLETE",
            "PARTIAL",
            "FAILED",
            "CONSISTENT",
            "TENSION",
            "CONFLICT",
            "good",
            "some-issues",
            "significant-problems",
            "PLANNED",
            "NEEDS_COMPONENTS",
        ],
    }
}

/// Reads such a report. Without its summary line it is incomplete, and what it says of itself is only stated.
pub fn read(
    reading: &mut Reading<'_, '_>,
    draft: &mut Draft<'_>,
    summary: Option<&SummaryLine>,
    all: &[SummaryLine],
) -> Yield {
    match summary {
        Some(summary) if summary.stated_type.is_some() && !is_headed(reading.source) => {
            protocol_v1::read(reading, draft, summary, all, &LATER)
        }
        Some(summary) => protocol_v1::read(reading, draft, summary, all, &HEADED),
        None => prose::read(reading, draft),
    }
}

/// Whether a reply is such a report: by its header, by the heading above its summary line, or by what that line says.
#[must_use]
pub fn is_written_in(source: &SourceText<'_>, summary: Option<&SummaryLine>) -> bool {
    let Some(summary) = summary else { return is_headed(source) };
    if summary.stated_type.is_some() {
        return is_headed(source) || convention::report_above(source, summary.line).is_some();
    }
    let header = header(source);
    header.subject && (header.state || header.shouted) || (is_last(source, summary) && type_of_line(summary).is_some())
}

/// Whether a report has the later shape: a line of the protocol, and no header.
#[must_use]
pub fn is_later(source: &SourceText<'_>, summary: Option<&SummaryLine>) -> bool {
    summary.is_some_and(|summary| summary.stated_type.is_some()) && !is_headed(source)
}

/// A field of the header, and where its value stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderField<'t> {
    /// Its key, as lower-case words.
    pub key: String,
    /// Whether the key is written in capitals.
    pub shouted: bool,
    /// Its value.
    pub value: &'t str,
    /// Where the value stands.
    pub range: Range<usize>,
}

/// The fields before the first section that say something; a title may stand above them.
#[must_use]
pub fn header_fields<'t>(source: &SourceText<'t>) -> Vec<HeaderField<'t>> {
    let is_section = |block: &&Block| match block.kind {
        BlockKind::Heading { level } => level > 1 && level < PSEUDO_HEADING,
        BlockKind::Table | BlockKind::Fence { .. } => true,
        _ => false,
    };
    let lines = source.blocks().iter().take_while(|block| !is_section(block)).flat_map(|block| block.lines.clone());
    let field = |line: usize| {
        let text = source.line(line);
        let (key, value, _) = fields::scan(text).filter(|(_, value, _)| !value.is_empty())?;
        // A value goes to the end of its line.
        let end = source.lines().get(line)?.content.start + text.trim_end().len();
        let shouted = !key.contains(char::is_lowercase);
        Some(HeaderField { key: inline::words(key), shouted, value, range: end.checked_sub(value.len())?..end })
    };
    lines.filter_map(field).collect()
}

/// What the fields at the top are.
#[derive(Clone, Copy, Debug, Default)]
struct Fields {
    subject: bool,
    state: bool,
    /// Whether the subject is written in capitals.
    shouted: bool,
}

/// A subject and a state in capitals: no other format has them so.
fn is_headed(source: &SourceText<'_>) -> bool {
    let header = header(source);
    header.subject && header.state && header.shouted
}

/// What the fields of the header are.
fn header(source: &SourceText<'_>) -> Fields {
    let mut found = Fields::default();
    for field in header_fields(source) {
        found.take(&field.key, field.value, field.shouted);
    }
    found
}

impl Fields {
    /// `key` in lower-case words.
    fn take(&mut self, key: &str, value: &str, shouted: bool) {
        if SUBJECTS.contains(&key) && !value.contains('|') {
            self.subject = true;
            self.shouted |= shouted;
        }
        self.state |= STATES.contains(&key);
    }
}

/// Whether some lines are the header of such a report: a subject in capitals, and a state.
pub fn is_header<'t>(lines: impl Iterator<Item = &'t str>) -> bool {
    let mut found = Fields::default();
    for (key, value, _) in lines.filter_map(fields::scan).filter(|(_, value, _)| !value.is_empty()) {
        found.take(&inline::words(key), value, !key.contains(char::is_lowercase));
    }
    found.subject && found.state && found.shouted
}

/// Whether nothing but rules and comments stands behind the summary line.
#[must_use]
pub fn is_last(source: &SourceText<'_>, summary: &SummaryLine) -> bool {
    let mut after = source.blocks().iter().filter(|block| block.lines.end > summary.line + 1);
    after.all(|block| matches!(block.kind, BlockKind::Rule | BlockKind::Comment | BlockKind::ThinkBlock))
}

/// The type of the report that a summary line is of, by its status word and the figures that stand beside it.
#[must_use]
pub fn type_of_line(summary: &SummaryLine) -> Option<ResultType> {
    let ratio = |value: &str, parts: usize| {
        let figures = value.split(' ').next().unwrap_or_default();
        figures.split('/').count() == parts && figures.split('/').all(|part| part.parse::<u32>().is_ok())
    };
    let has = |key: &str, parts: usize| summary.metric(key).is_some_and(|value| ratio(value, parts));
    let says = |of: ResultType| words(Some(of)).contains(&summary.stated_status.as_str());
    let types = [
        (ResultType::Digest, has("", 2)),
        (ResultType::Implementation, has("criteria", 2) && has("gaps", 3)),
        (ResultType::Consistency, has("issues", 1) || has("findings", 4)),
        (ResultType::DesignPlan, has("components", 2) && has("missing", 1)),
    ];
    types.into_iter().find(|(of, has_figures)| *has_figures && says(*of)).map(|(of, _)| of)
}
