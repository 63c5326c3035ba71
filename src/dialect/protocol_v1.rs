//! Protocol v1: a summary line, metadata, and a detail section. See `docs/formats/protocol-v1.md`.

use super::agent_report;
use super::assemble::{self, Draft, aliases};
use super::convention::{Convention, Place, has_failures};
use super::doubts::record_lessens;
use super::header::Header;
use super::inferred;
use crate::model::{Code, Expected, Finding, FindingState, KeyValue, ResultType, Severity, Span, Status, quote};
use crate::part::body::{self, Ended, Scope};
use crate::part::headings::heading_words;
use crate::part::sections::{self, Section};
use crate::part::status_words::Meaning;
use crate::part::summary_line::{Form, Standing, SummaryLine};
use crate::part::{Reading, columns, coverage, figures, finding_columns, metadata};
use crate::text::blocks::{Block, BlockKind};
use crate::text::ledger::Owner;
use crate::text::{SourceText, inline, tables};

/// Whether a reply gave the findings that it speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yield {
    /// It speaks of findings, and none was read.
    Lacking,
    /// It gave what it speaks of.
    Complete,
}

/// What the protocol does its own way.
pub const PROTOCOL: Convention =
    Convention { place: Place::First, forms: &[Form::Plain], headed: false, words: |_| &[] };

/// Reads a reply with a summary line, in the protocol or in a format that has such a line too.
pub fn read(
    reading: &mut Reading<'_, '_>,
    draft: &mut Draft<'_>,
    summary: &SummaryLine,
    all: &[SummaryLine],
    convention: &Convention,
) -> Yield {
    convention.claim(reading, summary, all);
    // The header of a report stands at the top, wherever its line does.
    let metadata = metadata::read(reading, Some(summary.line).filter(|_| !convention.headed));
    let header = Header::of(Some(summary), &metadata);
    let result_type = result_type(reading, draft, summary, &header, convention);
    reading.result_type = result_type;
    let header = header.on(result_type);
    let mut names = aliases(reading, &metadata, &header.pair());
    if let Some(document) = header.document().filter(|_| result_type == Some(ResultType::Digest)) {
        names.set_subject(&document);
    }
    let ended = match summary.meaning {
        Some(Meaning::State(Status::Error) | Meaning::Means(Status::Error) | Meaning::Failed) => Ended::Failed,
        Some(Meaning::State(Status::Partial) | Meaning::Means(Status::Partial)) => Ended::Partial,
        _ => Ended::Whole,
    };
    let without_ids = convention.headed;
    let scope = Scope { result_type, aliases: &names, ended, protocol: true, without_ids };
    let mut body = assemble::body(reading, scope);
    header.fill(&mut body, &names);
    let unit = header.unit(&body, result_type, &names);
    draft.take(body, result_type);
    draft.result.r#type = result_type;
    let read = || sections_read(summary, convention.headed).filter(|_| result_type == Some(ResultType::Digest));
    let stated = header.get("coverage").or_else(read);
    draft.result.coverage = stated.or_else(|| metadata.coverage.clone()).map(|stated| coverage::read(&stated));
    draft.result.metrics.extend(summary.metrics.iter().cloned());
    settle_unrated(&mut draft.result.findings, summary);
    draft.result.reason = header.get("reason");
    draft.result.recovery = header.get("recovery").or(draft.result.recovery.take());
    draft.result.metadata = metadata;
    draft.name(reading, unit);
    convention.settle(reading, draft, &summary.stated_status, summary.meaning, summary.range.clone());
    if draft.result.status == Status::Clean && !convention.headed && summary.standing == Standing::Open {
        confirmation(reading, draft, summary.line);
    }
    // A count of zero beside FINDINGS does not say that there are none.
    let speaks_of_findings = draft.result.status == Status::Findings;
    if speaks_of_findings && draft.result.findings.is_empty() && !has_failures(&draft.result.detail) {
        if result_type != Some(ResultType::Verification) && record_lessens(&draft.result.detail).is_none() {
            reading.say(
                Code::FindingsNotRead,
                "The status is FINDINGS, but no finding was recognised.",
                summary.range.clone(),
            );
        }
        return Yield::Lacking;
    }
    // Without their table, what discusses them gives fewer findings than are stated.
    let stated = summary.metric("findings").and_then(figures::whole);
    if speaks_of_findings && stated.is_some_and(|stated| stated > draft.result.findings.len()) {
        return Yield::Lacking;
    }
    Yield::Complete
}

/// Gives findings that nobody rated the severity that the figures of the summary line leave for them: the only one that is
/// left, or where there are several, none that is stated not to be there.
fn settle_unrated(findings: &mut [Finding], summary: &SummaryLine) {
    let stated = |severity: Severity| summary.metric(severity.word()).and_then(figures::whole);
    let figures = [Severity::Critical, Severity::Major, Severity::Minor].map(|severity| (severity, stated(severity)));
    let is_unrated = |finding: &Finding| finding.stated_severity.is_none() && finding.state == FindingState::Open;
    let rated = |severity: Severity| {
        findings.iter().filter(|finding| !is_unrated(finding) && finding.severity == severity).count()
    };
    let left: Vec<(Severity, usize)> = figures
        .iter()
        .filter_map(|(severity, stated)| Some((*severity, (*stated)?.saturating_sub(rated(*severity)))))
        .filter(|(_, left)| *left > 0)
        .collect();
    let open = findings.iter().filter(|finding| is_unrated(finding)).count();
    let all_stated = figures.iter().all(|(_, stated)| stated.is_some());
    let only = match left.as_slice() {
        [(severity, left)] if all_stated && *left == open => Some(*severity),
        _ => None,
    };
    for finding in findings.iter_mut().filter(|finding| is_unrated(finding)) {
        let is_denied = figures.iter().any(|(severity, stated)| *severity == finding.severity && *stated == Some(0));
        // Of "critical or major" what nobody rated is major, where the reply says that nothing is critical.
        let next = || match left.first() {
            Some((heaviest, _)) => *heaviest,
            None if finding.severity == Severity::Critical => Severity::Major,
            None => finding.severity,
        };
        if let Some(severity) = only.or_else(|| is_denied.then(next)) {
            finding.severity = severity;
        }
    }
}

/// What a CLEAN reply says that it checked: text below the line that nothing else holds, before the first heading or below
/// one that announces findings or nothing but this; below those of other sections, what says that it was checked. Text that
/// names a problem confirms nothing.
fn confirmation(reading: &mut Reading<'_, '_>, draft: &mut Draft<'_>, line: usize) {
    const HEADINGS: [&str; 6] = ["confirmation", "what was checked", "checked", "result", "results", "conclusion"];
    let claimed = reading.ledger.claimed();
    let mut told = Vec::new();
    let (mut open, mut listed, mut known) = (true, false, false);
    for block in reading.source.blocks().iter().filter(|block| block.lines.start > line) {
        let range = reading.source.lines_range(block.lines.clone());
        let next = claimed.partition_point(|claim| claim.end <= range.start);
        let is_free = claimed.get(next).is_none_or(|claim| claim.start >= range.end);
        match block.kind {
            BlockKind::Heading { .. } => {
                let words = inline::words(heading_words(reading, block));
                let own = HEADINGS.contains(&words.as_str());
                let section = sections::of_heading(&words).filter(|(_, exact)| *exact);
                listed = own;
                open = own || matches!(section, Some((Section::Findings, _)));
                known = section.is_some();
                if own && is_free {
                    told.push((block.lines.clone(), false));
                }
            }
            BlockKind::List(_) if listed && is_free => told.push((block.lines.clone(), true)),
            BlockKind::Paragraph if (open || known) && is_free => {
                let text = reading.source.block_text(block);
                let leads = text.trim_end().ends_with(':') && !listed;
                let confirms = (open || inferred::tells_check(&text)) && !leads && !inferred::names_problem(&text);
                told.extend(confirms.then(|| (block.lines.clone(), true)));
            }
            _ => {}
        }
    }
    if !told.iter().any(|(_, says)| *says) {
        return;
    }
    let texts: Vec<String> = told.iter().map(|(lines, _)| reading.source.lines_text(lines.clone())).collect();
    draft.result.confirmation = Some(texts.join("\n\n"));
    for (lines, _) in told {
        reading.claim_lines(lines, Owner::Field("confirmation"));
    }
}

/// `12/12 sections read`, `Sections: 5 of 7`: how much of a document was read. Without a key it stands right after the
/// status, in a report that begins with a header.
fn sections_read(summary: &SummaryLine, headed: bool) -> Option<String> {
    let is_share = |pair: &&KeyValue| pair.value.contains('/') || coverage::share(&pair.value).is_some();
    let first = summary.metrics.first().filter(|first| headed && first.key.is_empty());
    let read = first.filter(|first| {
        is_share(first) || coverage::read(&first.value).percent.is_some() || coverage::is_less(&first.value)
    });
    let is_of_sections = |pair: &&KeyValue| matches!(inline::words(&pair.key).as_str(), "sections" | "sections read");
    read.or_else(|| summary.metrics.iter().filter(is_of_sections).find(is_share)).map(|pair| pair.value.clone())
}

/// The type: what the line says, else what was asked for, else what the detail section speaks of.
fn result_type(
    reading: &mut Reading<'_, '_>,
    draft: &mut Draft<'_>,
    summary: &SummaryLine,
    header: &Header<'_>,
    convention: &Convention,
) -> Option<ResultType> {
    let range = summary.range.clone();
    let types = reading.types.clone();
    let on_line = summary.result_type(&types);
    let stated = on_line.or_else(|| header.field("type").and_then(|word| types.result_type(word)));
    let stated = stated.or_else(|| header.result_type().filter(|_| convention.headed));
    let asked = draft.reply.expect.and_then(Expected::result_type);
    if let (None, Some(written)) = (on_line, &summary.stated_type) {
        draft.result.metrics.push(KeyValue::new("Type", written.as_str()));
        let span = Span::of_bytes(range.start, range.end);
        let said =
            reading.add(Code::UnknownType, format!("The type {} is not recognised.", quote(written)), Some(span));
        if let Some(said) = said.filter(|_| !types.is_empty()) {
            said.help = Some(format!("Write {}.", types.type_words()));
        }
    }
    match (stated, asked) {
        (Some(stated), Some(asked)) if stated != asked => {
            let message = format!("The type is {}, but {} was requested.", stated.word(), asked.word());
            reading.say(Code::UnexpectedType, message, range);
            Some(stated)
        }
        (Some(stated), _) => Some(stated),
        (None, asked) => {
            if summary.stated_type.is_some() {
                return asked;
            }
            let by_line = || agent_report::type_of_line(summary).filter(|_| convention.headed);
            let read = asked.or_else(|| header.result_type()).or_else(|| body::infer_type(reading, convention.headed));
            let read = read.or_else(by_line);
            let message = match read {
                Some(read) => format!("The summary line has no type. `{}` is assumed.", read.word()),
                None => "The summary line has no type.".to_owned(),
            };
            reading.say(Code::MissingType, message, range);
            read
        }
    }
}

/// The fence that holds the table of findings that a reply speaks of, where nothing outside of it does.
pub fn fenced_findings(found: Yield, source: &SourceText<'_>) -> Option<Block> {
    if found == Yield::Complete || source.wrapper().is_some() {
        return None;
    }
    source
        .blocks()
        .iter()
        .find(|block| {
            matches!(block.kind, BlockKind::Fence { .. })
                && block.lines.clone().find(|line| tables::is_row(source.line(*line))).is_some_and(|line| {
                    let header: Vec<&str> = source.line(line).split('|').map(str::trim).collect();
                    let assigned = columns::assign(&header, finding_columns::COLUMNS);
                    columns::has(&assigned, &["severity", "description"])
                })
        })
        .cloned()
}
