//! The differences between formats with a summary line: where the line is, how it is written, which words it has.

use super::assemble::Draft;
use crate::model::{Code, Detail, FindingState, ItemStatus, Outcome, ResultType, Status, quote};
use crate::part::status_words::Meaning;
use crate::part::summary_line::{Form, Standing, SummaryLine};
use crate::part::{Reading, coverage};
use crate::text::blocks::{Block, BlockKind, heading_text};
use crate::text::ledger::Owner;
use crate::text::{SourceText, inline};

/// What a format with a summary line does its own way.
#[derive(Clone, Copy, Debug)]
pub struct Convention {
    /// Where the line belongs.
    pub place: Place,
    /// How it may be written.
    pub forms: &'static [Form],
    /// Whether header fields tell what the protocol says in the line: the type, and what it is on. Such a format gives
    /// findings no ids.
    pub headed: bool,
    /// The status words that are its own, beside the four of the protocol.
    pub words: fn(Option<ResultType>) -> &'static [&'static str],
}

/// Where a summary line belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// It is the first line.
    First,
    /// It is the first line or the last one.
    EitherEnd,
    /// It is the first line under a heading "Report".
    UnderReport,
}

/// The heading under which the reports of agents stand.
const REPORT: &str = "report";

impl Place {
    /// Whether a line stands where it belongs, and what is wrong if not.
    fn lacks(self, reading: &Reading<'_, '_>, line: usize) -> Option<&'static str> {
        let marks = reading.source.wrapper().is_some();
        let counts = |kind: &BlockKind| !matches!(kind, BlockKind::Rule | BlockKind::ThinkBlock);
        let mut before = reading
            .source
            .blocks()
            .iter()
            .filter(|block| block.lines.start < line && counts(&block.kind) && !(marks && block.lines.is_empty()));
        let mut after = reading.source.blocks().iter().filter(|block| block.lines.end > line + 1);
        let not_first = Some("The summary line is not the first line.");
        match self {
            Self::First => before.next().and(not_first),
            Self::UnderReport => {
                let report = report_above(reading.source, line);
                before.find(|block| Some(*block) != report).and(not_first)
            }
            Self::EitherEnd => {
                let first = before.all(|block| block.kind == BlockKind::Comment);
                let last = after.all(|block| !counts(&block.kind) || block.kind == BlockKind::Comment);
                (!first && !last).then_some("The summary line is neither the first nor the last line.")
            }
        }
    }
}

impl Convention {
    /// Claims the summary line, and says where it does not keep to the format.
    pub fn claim(&self, reading: &mut Reading<'_, '_>, summary: &SummaryLine, all: &[SummaryLine]) {
        let range = summary.range.clone();
        reading.ledger.claim(range.clone(), Owner::Field("statedStatus"));
        let open = all.iter().filter(|other| other.standing == summary.standing).count();
        if open > 1 {
            reading.say(Code::SeveralSummaryLines, format!("The reply has {open} summary lines."), range.clone());
        }
        if self.place == Place::UnderReport
            && let Some(block) = report_above(reading.source, summary.line)
        {
            reading.claim_lines(block.lines.clone(), Owner::Layout);
        }
        if let Some(message) = self.place.lacks(reading, summary.line) {
            reading.say(Code::SummaryLineNotFirst, message, range.clone());
        }
        let malformed = match (summary.form, summary.standing) {
            (Form::Glued, _) => Some("The summary line is joined to other text."),
            (form, _) if !self.forms.contains(&form) => Some("The summary line is not plain text."),
            (_, Standing::InlineCode) => Some("The summary line is in a code span."),
            _ => None,
        };
        if let Some(message) = malformed {
            reading.say(Code::SummaryLineMalformed, message, range);
        }
    }

    /// Sets the status: what the word means, given what was found.
    pub fn settle(
        &self,
        reading: &mut Reading<'_, '_>,
        draft: &mut Draft<'_>,
        stated: &str,
        meaning: Option<Meaning>,
        range: std::ops::Range<usize>,
    ) {
        let result = &mut draft.result;
        result.stated_status = Some(stated.to_owned());
        let found =
            result.findings.iter().any(|finding| finding.state == FindingState::Open) || has_failures(&result.detail);
        // What became of each step tells more than how many passed: those that were skipped did not fail.
        let told = matches!(&result.detail, Detail::Steps(story) if !story.steps.is_empty());
        let short = result.metrics.iter().any(|metric| match inline::words(&metric.key).as_str() {
            "steps" => !told && is_short(&metric.value),
            "criteria" | "tests" => is_short(&metric.value),
            _ => false,
        });
        let (status, own) = match meaning {
            Some(Meaning::State(status)) => (status, true),
            Some(Meaning::Means(status)) => (status, false),
            Some(Meaning::Done) => (if found || short { Status::Findings } else { Status::Clean }, false),
            Some(Meaning::Failed) => (if found || short { Status::Findings } else { Status::Error }, false),
            None => {
                let message = format!("The status {} is not recognised. PARTIAL is assumed.", quote(stated));
                reading.say(Code::UnknownStatus, message, range);
                result.status = Status::Partial;
                result.reason = result.reason.take().or_else(|| Some(format!("unknown status {}", quote(stated))));
                return;
            }
        };
        let is_word = (own && stated == status.word()) || (self.words)(result.r#type).contains(&stated);
        if !is_word {
            let message = format!("The status {} was read as {}.", quote(stated), status.word());
            reading.say(Code::StatusWord, message, range);
        }
        result.status = status;
    }
}

/// The heading "Report" right above a summary line.
#[must_use]
pub fn report_above<'b>(source: &'b SourceText<'_>, line: usize) -> Option<&'b Block> {
    let above = source.blocks().iter().take_while(|block| block.lines.end <= line).last()?;
    let is_report = matches!(above.kind, BlockKind::Heading { .. })
        && inline::words(heading_text(source.line(above.lines.start))) == REPORT;
    is_report.then_some(above)
}

/// `4/5`, `4 of 5 met`: less than all of it.
#[must_use]
pub fn is_short(share: &str) -> bool {
    coverage::share(share).is_some_and(|(part, whole)| part < whole)
}

/// Whether something was to be met, and is not.
#[must_use]
pub fn has_failures(detail: &Detail) -> bool {
    match detail {
        Detail::Implementation(work) => {
            work.criteria.iter().any(|criterion| criterion.passed == Some(false))
                || work
                    .tests
                    .iter()
                    .any(|test| test.outcome == Some(Outcome::Fail) || test.failed.is_some_and(|failed| failed > 0))
        }
        Detail::Verification(list) => {
            list.items.iter().any(|item| !matches!(item.status, ItemStatus::Applied | ItemStatus::NotApplicable))
        }
        Detail::Steps(story) => {
            let short = story.passed.zip(story.total).is_some_and(|(passed, total)| passed < total);
            story.failed().next().is_some() || (story.steps.is_empty() && short)
        }
        _ => false,
    }
}
