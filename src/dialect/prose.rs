//! Text without a protocol: reads what it can, and assumes no statement. See `docs/formats/prose.md`.

use super::assemble::{self, Draft, aliases};
use super::header::Header;
use super::protocol_v1::Yield;
use super::uncovered;
use std::collections::BTreeMap;
use std::ops::Range;

use crate::model::{Code, Dialect, Expected, ResultType, Status};
use crate::part::body::{self, Scope};
use crate::part::{Reading, coverage, metadata, status_words, summary_line, units};
use crate::text::blocks::{Block, BlockKind, heading_text};
use crate::text::ledger::Owner;
use crate::text::{fields, inline};

/// Why a reply is PARTIAL that states no status, where one was asked for.
pub const NO_SUMMARY_LINE: &str = "no summary line";

/// Reads a reply without a summary line: of no format, or of one that should have had it.
pub fn read(reading: &mut Reading<'_, '_>, draft: &mut Draft<'_>) -> Yield {
    let result = &mut draft.result;
    result.status = Status::Partial;
    let told = draft.reply.dialect == Some(Dialect::Prose)
        && summary_line::choose(&summary_line::find(reading.source)).is_some();
    let asked = draft.reply.dialect.is_none() && matches!(draft.reply.expect, Some(Expected::Return(_)));
    let reason = if told {
        "read as prose"
    } else if asked {
        super::json_return::NO_RETURN
    } else {
        NO_SUMMARY_LINE
    };
    result.reason = Some(reason.to_owned());
    if let Some(stated) = verdict(reading) {
        for lines in [stated.heading, stated.own].into_iter().flatten() {
            reading.claim_lines(lines, Owner::Field("statedStatus"));
        }
        result.stated_status = Some(stated.word);
    }
    if !told && !asked {
        reading.say_overall(Code::MissingSummaryLine, "The reply has no summary line.");
    }
    let unfilled = reading
        .source
        .blocks()
        .iter()
        .flat_map(|block| block.lines.clone())
        .find(|line| summary_line::is_unfilled(reading.source.line(*line)));
    if let Some(line) = unfilled {
        let range = reading.source.lines_range(line..line + 1);
        reading.say(
            Code::UnfilledTemplate,
            "The summary line still holds the template's placeholders. It is ignored.",
            range,
        );
    }
    let metadata = metadata::read(reading, None);
    let header = Header::of(None, &metadata);
    let pair = Some(header.pair()).filter(|_| header.get("pair").is_some());
    let mut names = aliases(reading, &metadata, &pair.clone().unwrap_or_default());
    // Metadata of the protocol make it a reply of the protocol that lacks its line.
    let has_its_fields = [&metadata.assigned, &metadata.scope, &metadata.coverage, &metadata.stated_confidence];
    let is_of_protocol = metadata.protocol.is_some() || has_its_fields.into_iter().all(Option::is_some);
    if is_of_protocol && draft.result.dialect == Dialect::Prose {
        draft.result.dialect = Dialect::ProtocolV1;
    }
    let protocol = draft.result.dialect != Dialect::Prose;
    let headed = draft.result.dialect == Dialect::AgentReport;
    let told = header.result_type().filter(|_| headed);
    let result_type =
        draft.reply.expect.and_then(Expected::result_type).or(told).or_else(|| body::infer_type(reading, headed));
    if let Some(document) = header.document().filter(|_| headed && result_type == Some(ResultType::Digest)) {
        names.set_subject(&document);
    }
    let scope = Scope { result_type, aliases: &names, ended: body::Ended::Whole, protocol, without_ids: headed };
    let mut body = assemble::body(reading, scope);
    body.uncovered = body.uncovered.take().or_else(|| uncovered::read(reading));
    let unit = if headed {
        header.fill(&mut body, &names);
        draft.result.r#type = result_type;
        draft.result.stated_status = draft.result.stated_status.take().or_else(|| header.get("rating"));
        header.unit(&body, result_type, &names)
    } else {
        if result_type == Some(ResultType::Consistency) {
            body.consistency.documents = pair.clone().unwrap_or_default();
        }
        pair.map(|pair| units::show(&pair)).or_else(|| units::of_scope(&names, metadata.scope.as_deref()))
    };
    draft.take(body, result_type);
    draft.result.coverage = metadata.coverage.as_deref().map(coverage::read);
    draft.result.metadata = metadata;
    draft.name(reading, unit);
    Yield::Complete
}

/// The word of a verdict, and the lines that hold it and nothing else: of its heading, and its own.
struct Stated {
    word: String,
    heading: Option<Range<usize>>,
    own: Option<Range<usize>>,
}

/// `**Verdict**: FAIL`, or what stands under a heading "Verdict". The first one counts; what several sections say
/// differently is a field of each, unless it stands above them all.
fn verdict(reading: &Reading<'_, '_>) -> Option<Stated> {
    let source = reading.source;
    let mut heading: Option<&Block> = None;
    let mut headings = 0;
    // The verdicts of fields: the key, how many headings stand before it, and what it says.
    let mut fields: Vec<(String, usize, Stated)> = Vec::new();
    for block in source.blocks() {
        let line = source.line(block.lines.start);
        match block.kind {
            BlockKind::Heading { .. } => {
                headings += 1;
                let text = inline::bare(heading_text(line));
                if let Some((key, word, whole)) = field_verdict(text) {
                    fields.push((key, 0, Stated { word, heading: whole.then(|| block.lines.clone()), own: None }));
                }
                heading = is_verdict_key(text).then_some(block);
            }
            BlockKind::Paragraph => {
                if let Some(above) = heading.take()
                    && let Some(word) = verdict_word(inline::bold_lead(line).map_or(line, |(lead, _)| lead))
                {
                    let whole = block.lines.len() == 1 && inline::words(line) == inline::words(&word);
                    let (heading, own) = (whole.then(|| above.lines.clone()), whole.then(|| block.lines.clone()));
                    fields.push((String::new(), 0, Stated { word, heading, own }));
                }
                for number in block.lines.clone() {
                    if let Some((key, word, whole)) = field_verdict(source.line(number)) {
                        let own = whole.then_some(number..number + 1);
                        fields.push((key, headings, Stated { word, heading: None, own }));
                    }
                }
            }
            _ => heading = None,
        }
    }
    // For each key, the first section and what it says, and whether others say something else.
    let mut keys: BTreeMap<&str, (usize, String, bool)> = BTreeMap::new();
    for (key, above, stated) in &fields {
        let word = inline::words(&stated.word);
        let (section, first, differs) = keys.entry(key).or_insert_with(|| (*above, word.clone(), false));
        *differs |= section != above && *first != word;
    }
    let is_of_section = |(key, above, _): &(String, usize, Stated)| {
        *above > 1 && keys.get(key.as_str()).is_some_and(|(_, _, differs)| *differs)
    };
    let first = fields.iter().position(|field| !is_of_section(field))?;
    fields.into_iter().nth(first).map(|(_, _, stated)| stated)
}

/// The key and the verdict of a field, and whether the line holds nothing else.
fn field_verdict(line: &str) -> Option<(String, String, bool)> {
    // A whole field in bold: "**Verdict: FAIL.** More."
    let lead = inline::bold_lead(line).map(|(lead, _)| lead).filter(|lead| lead.contains(": "));
    let (key, value, _) = lead.and_then(fields::scan).or_else(|| fields::scan(line))?;
    let word = is_verdict_key(key).then(|| verdict_word(value)).flatten()?;
    let name = inline::words(key);
    let own = inline::words(line) == format!("{name} {}", inline::words(&word));
    Some((name, word, own))
}

/// A field with one of these keys gives a verdict.
fn is_verdict_key(key: &str) -> bool {
    const KEYS: [&str; 10] = [
        "verdict",
        "overall verdict",
        "final verdict",
        "verdict snapshot",
        "result",
        "overall result",
        "status",
        "overall status",
        "overall",
        "assessment",
    ];
    KEYS.contains(&inline::words(key).as_str())
}

/// A status word or a verdict, up to the first stop, dash or parenthesis; no sentence, and no choice of several.
fn verdict_word(text: &str) -> Option<String> {
    const VERDICTS: [&str; 25] = [
        "approve",
        "approved",
        "approve with changes",
        "needs rework",
        "needs work",
        "request changes",
        "changes requested",
        "block",
        "blocked",
        "do not merge",
        "needs fixes",
        "no go",
        "not ready",
        "conditional",
        "conditional pass",
        "reject",
        "rejected",
        "accept",
        "accepted",
        "issues found",
        "incomplete merge",
        "clean merge",
        "hold",
        "sound",
        "significant gaps",
    ];
    let bare = inline::bare(text);
    // A placeholder is no word.
    if bare.starts_with(['<', '{']) {
        return None;
    }
    let end = bare.find(['.', ':', '—', '–', '(', ',', ';', '*']).unwrap_or(bare.len());
    let word = bare.get(..end)?.trim().trim_end_matches(" -").trim();
    let words = inline::words(word);
    let known = status_words::is_status_word(word) || VERDICTS.contains(&words.as_str());
    (known && !bare.contains('|')).then(|| word.to_owned())
}
