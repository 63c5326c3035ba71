//! One file a format: which parts, in what order. Here a reply gets its format.

mod assemble;
mod envelope;
mod prose;
mod split;

use crate::Ledger;
use crate::model::{AgentResult, Code, Diagnostic, Dialect, MAX_REPLY_BYTES, Reply, Status};
use crate::part::Reading;
use crate::part::summary_line::{self, Standing, SummaryLine};
use crate::text::Paper;
use assemble::Draft;

pub use split::{SEPARATOR, split};

/// Reads one reply in the format that the host names, else in the one that it is written in.
#[must_use]
pub fn read(reply: &Reply, ledger: Ledger) -> AgentResult {
    if reply.text.oversize().is_some() {
        let message = format!("The reply has more than {} MiB, the most that a reply may have.", MAX_REPLY_BYTES >> 20);
        return failed(reply, ledger, Code::TooLarge, &message, "too large");
    }
    let text = reply.text.as_str();
    if text.trim_matches(|character: char| character.is_whitespace() || character == '\u{feff}').is_empty() {
        return failed(reply, ledger, Code::NoOutput, "The reply is empty.", "no output");
    }
    let paper = Paper::new(text);
    let lines = summary_line::find(&paper);
    let chosen = summary_line::choose(&lines);
    // The only summary line stands in a fence: what is in the fence is the reply.
    let opened = match chosen.map(|summary| summary.standing) {
        Some(Standing::Fence(number)) => paper.blocks().get(number).map(|fence| Paper::opening(text, fence)),
        _ => None,
    };
    let fenced = match opened {
        Some(_) => ("The summary line", Code::SummaryLineMalformed),
        None => ("The reply", Code::WrappedReply),
    };
    let (paper, lines) = match opened {
        Some(opened) => {
            let lines = summary_line::find(&opened);
            (opened, lines)
        }
        None => (paper, lines),
    };
    let result = read_paper(reply, &paper, &lines, fenced, ledger);
    match envelope::fenced_findings(result.1, &paper) {
        Some(fence) => {
            let fenced = ("The table of findings", Code::FencedTable);
            let opened = Paper::opening(text, &fence);
            read_paper(reply, &opened, &summary_line::find(&opened), fenced, ledger).0
        }
        None => result.0,
    }
}

/// Reads a reply whose wrapping is settled; gives the result and what was claimed.
fn read_paper(
    reply: &Reply,
    paper: &Paper<'_>,
    lines: &[SummaryLine],
    fenced: (&'static str, Code),
    ledger: Ledger,
) -> (AgentResult, envelope::Yield) {
    let chosen = summary_line::choose(lines);
    let dialect = reply.dialect.unwrap_or(if chosen.is_some() { Dialect::Envelope } else { Dialect::Prose });
    let mut reading = Reading::new(paper);
    if reply.text.replaced() > 0 {
        let count = reply.text.replaced();
        reading.say_overall(Code::IllFormedUtf8, format!("{count} ill-formed sequences of bytes were replaced."));
    }
    if let Some([number, of]) = reply.part {
        reading.say_overall(Code::SplitReplies, format!("It is reply {number} of {of} that were taken from one text."));
    }
    let mut draft = Draft::new(reply, dialect);
    draft.fenced = fenced;
    let found = match (dialect, chosen) {
        (Dialect::Envelope, Some(summary)) => envelope::read(&mut reading, &mut draft, summary, lines),
        _ => prose::read(&mut reading, &mut draft),
    };
    (draft.finish(reading, ledger), found)
}

/// The result of a reply that cannot be read.
fn failed(reply: &Reply, ledger: Ledger, code: Code, message: &str, reason: &str) -> AgentResult {
    let mut draft = Draft::new(reply, reply.dialect.unwrap_or(Dialect::Prose));
    draft.result.status = Status::Error;
    draft.result.ledger = (ledger == Ledger::Include).then(Vec::new);
    draft.result.reason = Some(reason.to_owned());
    draft.result.diagnostics.push(Diagnostic::new(code, message, None));
    draft.result
}
