//! Text that follows no protocol: everything that can be read, and nothing that is stated.

use super::assemble::{Draft, aliases};
use super::envelope::Yield;
use crate::model::{Code, ResultType, Status};
use crate::part::body::{self, Scope};
use crate::part::{Reading, coverage, metadata, units};
use crate::text::blocks::{BlockKind, heading_text};
use crate::text::{fields, inline};

/// Reads a reply without a summary line.
pub fn read(reading: &mut Reading<'_, '_>, draft: &mut Draft<'_>) -> Yield {
    let result = &mut draft.result;
    result.status = Status::Partial;
    result.reason = Some("no summary line".to_owned());
    result.stated_status = verdict(reading);
    reading.say_overall(Code::MissingSummaryLine, "The reply has no summary line.");
    let metadata = metadata::read(reading, None);
    let pair = metadata.extra.iter().find(|field| inline::words(&field.key) == "pair").map(|field| units::documents(&field.value));
    let names = aliases(reading, &metadata, &pair.clone().unwrap_or_default());
    let result_type = draft.reply.expect.or_else(|| body::infer_type(reading));
    let mut body = body::read(reading, Scope { result_type, aliases: &names, failed: false, protocol: false });
    if result_type == Some(ResultType::Consistency) {
        body.consistency.documents = pair.clone().unwrap_or_default();
    }
    draft.take(body, result_type);
    draft.result.coverage = metadata.coverage.as_deref().map(coverage::read);
    draft.result.metadata = metadata;
    draft.name(reading, pair.map(|pair| units::show(&pair)));
    Yield::Complete
}

/// The longest verdict, in words: what is longer is a sentence.
const VERDICT_WORDS: usize = 6;

/// The word of a verdict: `**Verdict**: FAIL`, or what stands under a heading "Verdict". Its line stays where it is.
fn verdict(reading: &Reading<'_, '_>) -> Option<String> {
    let paper = reading.paper;
    let mut under_heading = false;
    for block in paper.blocks() {
        if matches!(block.kind, BlockKind::Fence { .. } | BlockKind::Table | BlockKind::Aside | BlockKind::Comment) {
            continue;
        }
        let line = paper.line(block.lines.start);
        let line = match block.kind {
            BlockKind::Heading { .. } => heading_text(line),
            _ => line,
        };
        if under_heading && !line.trim().is_empty() {
            let first = inline::bold_lead(line).map_or(line, |(lead, _)| lead);
            return short(first);
        }
        under_heading = matches!(block.kind, BlockKind::Heading { .. }) && is_verdict(&inline::words(line));
        let stated = block.lines.clone().find_map(|number| {
            let line = paper.line(number);
            let line = if matches!(block.kind, BlockKind::Heading { .. }) { heading_text(line) } else { line };
            // A whole field in bold: "**Verdict: FAIL.** More."
            let lead = inline::bold_lead(line).map(|(lead, _)| lead).filter(|lead| lead.contains(": "));
            let (key, value, _) = lead.and_then(fields::scan).or_else(|| fields::scan(line))?;
            is_verdict(&inline::words(key)).then(|| short(value)).flatten()
        });
        if stated.is_some() {
            return stated;
        }
    }
    None
}

fn is_verdict(words: &str) -> bool {
    matches!(words, "verdict" | "overall verdict" | "final verdict" | "verdict snapshot" | "result" | "overall result" | "status" | "overall status" | "overall" | "assessment")
}

fn short(text: &str) -> Option<String> {
    let text = inline::bare(text).trim_end_matches(['.', ':', '*']).trim();
    let count = text.split_whitespace().count();
    (count > 0 && count <= VERDICT_WORDS).then(|| text.to_owned())
}
