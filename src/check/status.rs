//! Checks whether a reply contains what its status requires. See `docs/formats/protocol-v1.md`, "Status".

use std::collections::BTreeMap;

use super::context::CheckContext;
use super::summary::{status_edit, status_range};
use crate::dialect::is_short;
use crate::model::{Code, Criterion, Detail, FindingState, ItemStatus, Outcome, Status, TestOutcome, quote};
use crate::order::Gather;
use crate::part::figures;
use crate::text::blocks::{Block, BlockKind};
use crate::text::inline;
use crate::text::ledger::Owner;

/// Checks the status against what was read.
pub fn check(context: &mut CheckContext<'_, '_>) {
    if context.read.summary.is_none() || context.was_said(Code::UnknownStatus) {
        return;
    }
    let result = &context.read.result;
    let open = result.findings.iter().filter(|finding| finding.state == FindingState::Open).count();
    let range = status_range(context).or_else(|| context.summary_range());
    let stated = stated_failure(context);
    match (result.status, failure(&result.detail)) {
        (Status::Clean, _) if open > 0 => {
            let message = format!("The status is CLEAN, but {} listed.", findings(open));
            context.say_with_edit(Code::CleanWithFindings, message, range, status_edit(context, Status::Findings));
        }
        (Status::Clean, Some(failure)) => {
            let message = format!("The status is CLEAN, but {failure}.");
            context.say_with_edit(Code::CleanWithFailures, message, range, status_edit(context, Status::Findings));
        }
        (Status::Clean, None) => {
            if let Some((code, pair)) = stated {
                context.say(code, format!("The status is CLEAN, but the summary line says {}.", quote(&pair)), range);
            } else if has_no_detail(context) && !context.is_on_dimension() {
                let message = "The status is CLEAN, but the reply does not say what was checked.";
                context.say(Code::ConfirmationNotStated, message, range);
            }
        }
        (Status::Partial, _) if has_no_detail(context) => {
            let message = "The status is PARTIAL, but the reply says neither what was found nor what is missing.";
            context.say(Code::GapNotStated, message, range);
        }
        (Status::Findings, None) if open == 0 && !context.was_said(Code::FindingsNotRead) => {
            let all_done = matches!(&result.detail, Detail::Verification(list) if !list.items.is_empty());
            let what = if all_done { "every item is applied" } else { "no finding is listed" };
            context.say(Code::FindingsWithoutFailures, format!("The status is FINDINGS, but {what}."), range);
        }
        (Status::Error, _) => failed(context),
        _ => {}
    }
}

/// Lines that do not say what was done.
const SAYS_NOTHING: [&str; 9] = ["all done", "complete", "completed", "done", "fine", "finished", "good", "ok", "okay"];

/// Whether nothing but the summary line and the metadata says something. A heading with nothing below it does not, nor does
/// a table without rows.
fn has_no_detail(context: &CheckContext<'_, '_>) -> bool {
    const HEADER: usize = 2;
    let source = &context.read.source;
    let metadata: BTreeMap<usize, usize> = context
        .read
        .tiles
        .iter()
        .filter(|(_, owner)| *owner == Some(Owner::Field("metadata")))
        .map(|(range, _)| (range.start, range.end))
        .gather();
    let is_metadata = |at: usize| metadata.range(..=at).next_back().is_some_and(|(_, end)| *end > at);
    let line = context.summary_range().unwrap_or_default();
    let says_more =
        |text: &str| text.contains(char::is_alphanumeric) && !SAYS_NOTHING.contains(&inline::words(text).as_str());
    let is_detail = |number: usize| {
        let range = source.lines_range(number..number + 1);
        let is_elsewhere = range.start >= line.end || range.end <= line.start;
        is_elsewhere && !is_metadata(range.start) && says_more(context.text(range))
    };
    let tells = |block: &&Block| match block.kind {
        BlockKind::Heading { .. } => false,
        BlockKind::Table => block.lines.len() > HEADER,
        _ => true,
    };
    !source.blocks().iter().filter(tells).any(|block| block.lines.clone().any(is_detail))
}

/// A figure of the summary line that CLEAN contradicts.
pub fn stated_failure(context: &CheckContext<'_, '_>) -> Option<(Code, String)> {
    let summary = context.read.summary.as_ref()?;
    // What is settled may be counted.
    let listed = !context.read.result.findings.is_empty();
    summary.metrics.iter().find_map(|metric| {
        let code = match inline::words(&metric.key).as_str() {
            "findings" if !listed && figures::whole(&metric.value)? > 0 => Code::CleanWithFindings,
            "partial" | "missing" | "failed" if figures::whole(&metric.value)? > 0 => Code::CleanWithFailures,
            "criteria" | "tests" if is_short(&metric.value) => Code::CleanWithFailures,
            _ => return None,
        };
        Some((code, format!("{}: {}", metric.key, metric.value)))
    })
}

fn findings(count: usize) -> String {
    if count == 1 { "one finding is".to_owned() } else { format!("{count} findings are") }
}

/// Whether a criterion is not met, or a test failed.
pub fn has_failed(detail: &Detail) -> bool {
    matches!(detail, Detail::Implementation(_)) && failure(detail).is_some()
}

fn is_failed(test: &TestOutcome) -> bool {
    test.outcome == Some(Outcome::Fail) || test.failed.is_some_and(|count| count > 0)
}

/// What was not done, where the type asks for all of it.
fn failure(detail: &Detail) -> Option<&'static str> {
    match detail {
        Detail::Verification(list) => {
            let done = |status| matches!(status, ItemStatus::Applied | ItemStatus::NotApplicable);
            list.items.iter().any(|item| !done(item.status)).then_some("an item is not applied")
        }
        Detail::Implementation(work) => {
            // Beside others that are judged, one that is not was left open.
            let judged = work.criteria.iter().any(|criterion| criterion.stated_status.is_some());
            let unmet =
                |criterion: &Criterion| criterion.passed == Some(false) || (criterion.passed.is_none() && judged);
            if work.criteria.iter().any(unmet) {
                return Some("a criterion is not met");
            }
            work.tests.iter().any(is_failed).then_some("a test failed")
        }
        _ => None,
    }
}

/// A reply that failed says what was tried, and what to try next; in whatever words.
fn failed(context: &mut CheckContext<'_, '_>) {
    const AGAIN: [&str; 6] = ["try", "retry", "again", "recover", "recovery", "dispatch"];
    const SENTENCE: usize = 4;
    let range = context.summary_range();
    let result = &context.read.result;
    let texts: Vec<String> = result.remainder.iter().map(|left| inline::words(&left.text)).collect();
    let tells_attempt = result.attempted.is_some() || texts.iter().any(|words| words.split(' ').count() >= SENTENCE);
    let tells_next = result.recovery.is_some() || texts.iter().any(|words| inline::has_word(words, &AGAIN));
    if !tells_attempt {
        context.say(
            Code::AttemptNotStated,
            "The status is ERROR, but the reply does not say what was attempted.",
            range.clone(),
        );
    }
    if !tells_next {
        context.say(
            Code::RecoveryNotStated,
            "The status is ERROR, but the reply does not say what to try next.",
            range,
        );
    }
}
