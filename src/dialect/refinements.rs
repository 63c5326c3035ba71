//! Refinements: questions that ask further, as agents write them below `Refinements for Q6:`. Which there are is told here;
//! what they ask is read where they are put into a document. See `docs/formats/clarifications.md`, "Consolidating".

use std::ops::Range;

use super::assemble::Draft;
use super::protocol_v1::Yield;
use crate::model::{Code, Detail, Refinement, Refinements, Status};
use crate::part::Reading;
use crate::part::status_words::Meaning;
use crate::part::summary_line::SummaryLine;
use crate::text::blocks::{Block, BlockKind};
use crate::text::ledger::{self, Owner};
use crate::text::{SourceText, inline};

/// Why a reply is PARTIAL that asks nothing.
const NO_REFINEMENTS: &str = "no refinements";

/// What stands around the words of a head.
const MARKS: [char; 5] = ['#', '*', '_', '-', ' '];

/// Whether a reply is one of refinements: it says for which question, and there is one.
#[must_use]
pub fn is_written_in(source: &SourceText<'_>) -> bool {
    let hidden = hidden(source);
    let mut shown = (0..source.lines().len())
        .filter(|line| !ledger::meets(&hidden, &(*line..*line + 1)))
        .map(|line| source.line(line));
    shown.any(|line| questions(line).is_some()) && shown.any(|line| head(line).is_some())
}

/// The one fence that holds refinements, where nothing outside of it does.
#[must_use]
pub fn fenced(source: &SourceText<'_>) -> Option<Block> {
    let holds = |block: &&Block| {
        let mut lines = block.lines.clone().map(|line| source.line(line));
        matches!(block.kind, BlockKind::Fence { .. })
            && lines.any(|line| questions(line).is_some())
            && lines.any(|line| head(line).is_some())
    };
    let mut fences = source.blocks().iter().filter(holds);
    let fence = fences.next().filter(|_| !is_written_in(source))?;
    fences.next().is_none().then(|| fence.clone())
}

/// Reads refinements. A reply without any is incomplete.
pub fn read(reading: &mut Reading<'_, '_>, draft: &mut Draft<'_>, summary: Option<&SummaryLine>) -> Yield {
    let source = reading.source;
    if let Some(summary) = summary {
        reading.ledger.claim(summary.range.clone(), Owner::Field("statedStatus"));
        draft.result.stated_status = Some(summary.stated_status.clone());
        draft.result.metrics.extend(summary.metrics.iter().cloned());
    }
    let hidden = hidden(source);
    let mut told = Refinements::default();
    let mut open: Option<(usize, String, String)> = None;
    for number in 0..=source.lines().len() {
        let is_end = number == source.lines().len();
        let line = source.line(number);
        let of = questions(line).filter(|_| !ledger::meets(&hidden, &(number..number + 1)));
        let begins = head(line).filter(|_| !ledger::meets(&hidden, &(number..number + 1)));
        let is_summary = summary.is_some_and(|summary| summary.line == number);
        if (is_end || is_summary || of.is_some() || begins.is_some())
            && let Some((start, id, title)) = open.take()
        {
            told.refinements.push(entry(reading, start..number, id, title, told.refinements.len()));
        }
        if let Some(of) = of {
            reading.claim_lines(number..number + 1, Owner::Field("detail.questions"));
            told.questions.push(of.to_owned());
        }
        open = begins.map(|(id, title)| (number, id, title.to_owned())).or(open);
    }
    let result = &mut draft.result;
    if told.refinements.is_empty() {
        result.status = Status::Partial;
        result.reason = Some(NO_REFINEMENTS.to_owned());
        reading.say_overall(Code::NoRefinements, "The reply has no refinements.");
    } else {
        result.status = match summary.map(|summary| summary.meaning) {
            None | Some(Some(Meaning::Done)) => Status::Clean,
            Some(Some(Meaning::State(status) | Meaning::Means(status))) => status,
            Some(Some(Meaning::Failed)) => Status::Error,
            Some(None) => Status::Partial,
        };
    }
    result.detail = Detail::Refinements(told);
    draft.name(reading, None);
    Yield::Complete
}

/// A refinement on some lines, without blank ones at the end.
fn entry(reading: &mut Reading<'_, '_>, lines: Range<usize>, id: String, title: String, place: usize) -> Refinement {
    let is_mark = |line: &str| reading.source.wrapper().is_some() && line.starts_with(['`', '~']);
    let says = |line: &usize| {
        let line = reading.source.line(*line).trim();
        !line.is_empty() && !is_mark(line)
    };
    let end = lines.clone().rev().find(says).map_or(lines.start + 1, |last| last + 1);
    let first = (lines.start + 1..end).find(says);
    let text = first.map(|first| reading.source.lines_text(first..end)).unwrap_or_default();
    reading.claim_lines(lines.start..end, Owner::Entry("detail.refinements", place));
    Refinement { id, title, text, span: reading.source.lines_span(lines.start..end) }
}

/// The lines in which nothing begins.
fn hidden(source: &SourceText<'_>) -> Vec<Range<usize>> {
    let is_hidden =
        |kind: &BlockKind| matches!(kind, BlockKind::Fence { .. } | BlockKind::Comment | BlockKind::ThinkBlock);
    source.blocks().iter().filter(|block| is_hidden(&block.kind)).map(|block| block.lines.clone()).collect()
}

/// `Refinements for Q6:`, `Refinements for R6.1:`: what stands behind the first words.
fn questions(line: &str) -> Option<&str> {
    const LEAD: &str = "refinements for ";
    let said = line.trim().trim_start_matches(MARKS);
    let (lead, rest) = said.split_at_checked(LEAD.len())?;
    let rest = rest.trim_end_matches(MARKS).trim_end_matches(':').trim_end_matches(MARKS);
    let number = rest.strip_prefix(['Q', 'q', 'R', 'r'])?;
    (lead.eq_ignore_ascii_case(LEAD) && number.starts_with(|first: char| first.is_ascii_digit())).then_some(rest)
}

/// The id and the title of a line that begins a refinement: `##### R6.1: Topic`, `**R6.1a: Topic**`. One that is not filled
/// in begins none.
fn head(line: &str) -> Option<(String, &str)> {
    let line = line.trim();
    let said = line.strip_prefix(['#', '*', '-'])?.trim_start_matches(MARKS);
    let id =
        said.get(..said.find(|next: char| !(next.is_ascii_alphanumeric() || next == '.')).unwrap_or(said.len()))?;
    let id = id.trim_end_matches('.');
    let (question, refinement) = id.strip_prefix(['R', 'r'])?.split_once('.')?;
    let refinement = refinement.strip_suffix(|last: char| last.is_ascii_alphabetic()).unwrap_or(refinement);
    let is_number = |text: &str| !text.is_empty() && text.len() < 7 && text.bytes().all(|digit| digit.is_ascii_digit());
    let title = inline::bare(inline::behind(said.get(id.len()..)?, &['*', '_', ':', '.', ')', ' ', '—', '–', '-']));
    let title = title.trim_end_matches(['*', '_']).trim_end();
    let is_filled = !(title.starts_with('<') && title.ends_with('>'));
    let id = format!("R{}", id.get(1..)?.to_ascii_lowercase());
    (is_number(question) && is_number(refinement) && is_filled).then_some((id, title))
}

#[cfg(test)]
mod tests {
    use super::{head, questions};

    #[test]
    fn a_head_is_an_id_and_a_title() {
        let some = |id: &str, title| Some((id.to_owned(), title));
        assert_eq!(head("##### R6.1: Scale"), some("R6.1", "Scale"));
        assert_eq!(head("**R12.1A: Which stage**"), some("R12.1a", "Which stage"));
        assert_eq!(head("- **R6.2** – Weights"), some("R6.2", "Weights"));
        for line in
            ["R6.1 is answered", "##### R6.1: <topic>", "##### Q6: Scale", "##### R6", "#### Refinements", "- R6.x"]
        {
            assert_eq!(head(line), None, "{line}");
        }
    }

    #[test]
    fn the_question_stands_in_the_lead() {
        assert_eq!(questions("**Refinements for Q6 (Unit):**"), Some("Q6 (Unit)"));
        assert_eq!(questions("Refinements for Q6:"), Some("Q6"));
        assert_eq!(questions("Refinements for R12.1:"), Some("R12.1"));
        assert_eq!(questions("Refinements for the till"), None);
    }
}
