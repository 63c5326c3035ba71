//! Protocol v1: a summary line, metadata, and a detail section. See `docs/formats/protocol-v1.md`.

use super::assemble::{Draft, aliases};
use crate::model::{Code, Detail, Expected, KeyValue, Metadata, Outcome, ResultType, Status, quote};
use crate::part::body::{self, Body, Scope};
use crate::part::status_words::Meaning;
use crate::part::summary_line::{Form, Standing, SummaryLine};
use crate::part::{Reading, columns, coverage, finding_table, metadata, units};
use crate::text::Paper;
use crate::text::blocks::{Block, BlockKind};
use crate::text::ledger::Owner;
use crate::text::{inline, tables};

/// Whether a reply gave the findings that it speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yield {
    /// It speaks of findings, and none was read.
    Lacking,
    /// It gave what it speaks of.
    Complete,
}

/// Reads a reply with a summary line.
pub fn read(reading: &mut Reading<'_, '_>, draft: &mut Draft<'_>, summary: &SummaryLine, all: &[SummaryLine]) -> Yield {
    claim_summary(reading, summary, all);
    let metadata = metadata::read(reading, Some(summary.line));
    let result_type = result_type(reading, draft, summary, &metadata);
    let subject = subject(summary, result_type);
    let header = |key: &str| {
        let positional = subject.as_ref().filter(|(subject, _)| *subject == key).map(|(_, value)| value.clone());
        summary.metric(key).map(str::to_owned).or_else(|| field(&metadata, key)).or(positional)
    };
    let pair = header("pair").or_else(|| header("documents")).map(|pair| units::documents(&pair)).unwrap_or_default();
    let document = header("doc").or_else(|| header("document"));
    let mut names = aliases(reading, &metadata, &pair);
    if let Some(document) = document.as_deref().filter(|_| result_type == Some(ResultType::Digest)) {
        names.set_subject(inline::bare(document));
    }
    let failed = matches!(
        summary.meaning,
        Some(Meaning::State(Status::Error) | Meaning::Means(Status::Error) | Meaning::Failed)
    );
    let scope = Scope { result_type, aliases: &names, failed, protocol: true };
    let mut body = body::read(reading, scope);
    body.digest.document = document.as_deref().map(|document| inline::bare(document).to_owned());
    body.consistency.documents = if pair.is_empty() && names.documents().len() == 2 { names.documents() } else { pair };
    body.consistency.dimension = header("dimension");
    body.consistency.mode = header("mode");
    body.consistency.rating = header("rating");
    body.verification.dimension = header("dimension");
    body.implementation.task = header("task");
    body.design_plan.screen = header("screen");
    let unit =
        unit(&body, result_type).map(units::clipped).or_else(|| units::of_scope(&names, metadata.scope.as_deref()));
    draft.take(body, result_type);
    draft.result.r#type = result_type;
    draft.result.coverage =
        header("coverage").or_else(|| metadata.coverage.clone()).map(|stated| coverage::read(&stated));
    draft.result.metrics.extend(summary.metrics.iter().cloned());
    draft.result.stated_status = Some(summary.stated_status.clone());
    draft.result.reason = header("reason");
    draft.result.recovery = header("recovery").or(draft.result.recovery.take());
    draft.result.metadata = metadata;
    draft.name(reading, unit);
    status(reading, draft, summary);
    let speaks_of_findings = draft.result.status == Status::Findings
        && summary.metric("findings").and_then(|count| count.parse::<u32>().ok()).is_none_or(|count| count > 0);
    if speaks_of_findings && draft.result.findings.is_empty() && !has_failures(&draft.result.detail) {
        if result_type != Some(ResultType::Verification) {
            reading.say(Code::FindingsNotRead, "The reply speaks of findings; none was read.", summary.range.clone());
        }
        return Yield::Lacking;
    }
    Yield::Complete
}

/// A segment without a key right after status and type is what the type is on.
fn subject(summary: &SummaryLine, result_type: Option<ResultType>) -> Option<(&'static str, String)> {
    let first = summary.metrics.first().filter(|first| first.key.is_empty() && summary.stated_type.is_some())?;
    let key = match result_type? {
        ResultType::Digest => "doc",
        ResultType::Consistency => "pair",
        ResultType::Implementation => "task",
        ResultType::DesignPlan => "screen",
        ResultType::Verification => return None,
    };
    (!first.value.starts_with(|digit: char| digit.is_ascii_digit())).then(|| (key, first.value.clone()))
}

fn field(metadata: &Metadata, key: &str) -> Option<String> {
    metadata.extra.iter().find(|field| columns::key(&field.key) == key).map(|field| field.value.clone())
}

fn claim_summary(reading: &mut Reading<'_, '_>, summary: &SummaryLine, all: &[SummaryLine]) {
    let range = summary.range.clone();
    reading.ledger.claim(range.clone(), Owner::Field("statedStatus"));
    let open = all.iter().filter(|other| other.standing == summary.standing).count();
    if open > 1 {
        reading.say(Code::SeveralSummaryLines, format!("There are {open} summary lines."), range.clone());
    }
    let marks = reading.paper.wrapper().is_some();
    let before = reading.paper.blocks().iter().any(|block| {
        block.lines.start < summary.line
            && !matches!(block.kind, BlockKind::Rule | BlockKind::Aside)
            && !(marks && block.lines.is_empty())
    });
    if before {
        reading.say(Code::SummaryLineNotFirst, "The summary line is not the first line.", range.clone());
    }
    let malformed = match (summary.form, summary.standing) {
        (Form::Glued, _) => Some("The summary line is glued to the text before it."),
        (Form::Decorated, _) => Some("The summary line is not written plainly."),
        (Form::Plain, Standing::InlineCode) => Some("The summary line stands in code marks."),
        (Form::Plain, _) => None,
    };
    if let Some(message) = malformed {
        reading.say(Code::SummaryLineMalformed, message, range);
    }
}

/// The type: what the line says, else what was asked for, else what the detail section speaks of.
fn result_type(
    reading: &mut Reading<'_, '_>,
    draft: &mut Draft<'_>,
    summary: &SummaryLine,
    metadata: &Metadata,
) -> Option<ResultType> {
    let range = summary.range.clone();
    let stated = summary.result_type().or_else(|| field(metadata, "type").as_deref().and_then(ResultType::from_word));
    let asked = draft.reply.expect.and_then(Expected::result_type);
    if let (None, Some(written)) = (summary.result_type(), &summary.stated_type) {
        draft.result.metrics.push(KeyValue::new("Type", written.as_str()));
        reading.say(Code::UnknownType, format!("The type {} is unknown.", quote(written)), range.clone());
    }
    match (stated, asked) {
        (Some(stated), Some(asked)) if stated != asked => {
            let message = format!("The type is {}, asked for was {}.", stated.word(), asked.word());
            reading.say(Code::UnexpectedType, message, range);
            Some(stated)
        }
        (Some(stated), _) => Some(stated),
        (None, asked) => {
            if summary.stated_type.is_some() {
                return asked;
            }
            let read = asked.or_else(|| by_header(summary, metadata)).or_else(|| body::infer_type(reading));
            let message = match read {
                Some(read) => format!("The summary line has no type: it was read as {}.", read.word()),
                None => "The summary line has no type.".to_owned(),
            };
            reading.say(Code::MissingType, message, range);
            read
        }
    }
}

/// The type that a metric or a header field belongs to.
fn by_header(summary: &SummaryLine, metadata: &Metadata) -> Option<ResultType> {
    let has = |key: &str| summary.metric(key).is_some() || field(metadata, key).is_some();
    [
        ("doc", ResultType::Digest),
        ("pair", ResultType::Consistency),
        ("task", ResultType::Implementation),
        ("screen", ResultType::DesignPlan),
        ("items", ResultType::Verification),
    ]
    .into_iter()
    .find(|(key, _)| has(key))
    .map(|(_, found)| found)
}

/// What a reply is on: its documents, its task, its screen.
fn unit(body: &Body, result_type: Option<ResultType>) -> Option<String> {
    match result_type? {
        ResultType::Digest => body.digest.document.clone(),
        ResultType::Consistency if body.consistency.documents.is_empty() => body.consistency.dimension.clone(),
        ResultType::Consistency => Some(units::show(&body.consistency.documents)),
        ResultType::Verification => body.verification.dimension.clone(),
        ResultType::Implementation => body.implementation.task.clone(),
        ResultType::DesignPlan => body.design_plan.screen.clone(),
    }
}

/// The status: what the word means, given what was found.
fn status(reading: &mut Reading<'_, '_>, draft: &mut Draft<'_>, summary: &SummaryLine) {
    let result = &mut draft.result;
    let found = result.findings.iter().any(|finding| finding.state == crate::model::FindingState::Open)
        || has_failures(&result.detail);
    let short = result.metrics.iter().any(|metric| {
        matches!(inline::words(&metric.key).as_str(), "steps" | "criteria" | "tests") && is_short(&metric.value)
    });
    let (status, own) = match summary.meaning {
        Some(Meaning::State(status)) => (status, true),
        Some(Meaning::Means(status)) => (status, false),
        Some(Meaning::Done) => (if found || short { Status::Findings } else { Status::Clean }, false),
        Some(Meaning::Failed) => (if found || short { Status::Findings } else { Status::Error }, false),
        None => {
            let message =
                format!("The status {} is unknown: the reply counts as PARTIAL.", quote(&summary.stated_status));
            reading.say(Code::UnknownStatus, message, summary.range.clone());
            result.status = Status::Partial;
            result.reason =
                result.reason.take().or_else(|| Some(format!("unknown status {}", quote(&summary.stated_status))));
            return;
        }
    };
    if !own || summary.stated_status != status.word() {
        let message = format!("The status {} was read as {}.", quote(&summary.stated_status), status.word());
        reading.say(Code::StatusWord, message, summary.range.clone());
    }
    result.status = status;
}

/// `4/5`: less than all of it.
fn is_short(ratio: &str) -> bool {
    let parts = ratio.split_once('/').and_then(|(part, whole)| {
        let whole = whole.split_whitespace().next()?;
        Some((part.trim().parse::<u32>().ok()?, whole.parse::<u32>().ok()?))
    });
    parts.is_some_and(|(part, whole)| part < whole)
}

fn has_failures(detail: &Detail) -> bool {
    match detail {
        Detail::Implementation(work) => {
            work.criteria.iter().any(|criterion| criterion.passed == Some(false))
                || work
                    .tests
                    .iter()
                    .any(|test| test.outcome == Some(Outcome::Fail) || test.failed.is_some_and(|failed| failed > 0))
        }
        Detail::Verification(list) => list.items.iter().any(|item| {
            !matches!(item.status, crate::model::ItemStatus::Applied | crate::model::ItemStatus::NotApplicable)
        }),
        _ => false,
    }
}

/// The fence that holds the table of findings that a reply speaks of, where nothing outside of it does.
pub fn fenced_findings(found: Yield, paper: &Paper<'_>) -> Option<Block> {
    if found == Yield::Complete || paper.wrapper().is_some() {
        return None;
    }
    paper
        .blocks()
        .iter()
        .find(|block| {
            matches!(block.kind, BlockKind::Fence { .. })
                && block.lines.clone().find(|line| tables::is_row(paper.line(*line))).is_some_and(|line| {
                    let header: Vec<&str> = paper.line(line).split('|').map(str::trim).collect();
                    let assigned = columns::assign(&header, finding_table::COLUMNS);
                    columns::has(&assigned, &["severity", "description"])
                })
        })
        .cloned()
}
