//! What a status promises, and whether the reply keeps it. See `docs/formats/protocol-v1.md`, "Status".

use super::sheet::Sheet;
use super::summary::{status_edit, status_range};
use crate::model::{Code, Detail, FindingState, ItemStatus, Outcome, Status};
use crate::text::inline;

/// Checks the status against what was read.
pub fn check(sheet: &mut Sheet<'_, '_>) {
    if sheet.read.summary.is_none() || sheet.was_said(Code::UnknownStatus) {
        return;
    }
    let result = &sheet.read.result;
    let open = result.findings.iter().filter(|finding| finding.state == FindingState::Open).count();
    let range = status_range(sheet).or_else(|| sheet.summary_range());
    match (result.status, failure(&result.detail)) {
        (Status::Clean, _) if open > 0 => {
            let message = format!("The status is CLEAN, and {} listed.", findings(open));
            sheet.mend(Code::CleanWithFindings, message, range, status_edit(sheet, Status::Findings));
        }
        (Status::Clean, Some(failure)) => {
            let message = format!("The status is CLEAN, and {failure}.");
            sheet.mend(Code::CleanWithFailures, message, range, status_edit(sheet, Status::Findings));
        }
        (Status::Findings, None) if open == 0 => {
            if let Detail::Verification(list) = &result.detail
                && !list.items.is_empty()
            {
                sheet.say(Code::FindingsWithoutFailures, "The status is FINDINGS, and every item is applied.", range);
            }
        }
        (Status::Error, _) => failed(sheet),
        _ => {}
    }
}

fn findings(count: usize) -> String {
    if count == 1 { "one finding is".to_owned() } else { format!("{count} findings are") }
}

/// What was not done, where the type asks for all of it.
fn failure(detail: &Detail) -> Option<&'static str> {
    match detail {
        Detail::Verification(list) => {
            let done = |status| matches!(status, ItemStatus::Applied | ItemStatus::NotApplicable);
            list.items.iter().any(|item| !done(item.status)).then_some("an item is not applied")
        }
        Detail::Implementation(work) => {
            let failed = |outcome: Option<Outcome>| outcome == Some(Outcome::Fail);
            if work.criteria.iter().any(|criterion| criterion.passed == Some(false)) {
                return Some("a criterion is not met");
            }
            let tests = &work.tests;
            tests
                .iter()
                .any(|test| failed(test.outcome) || test.failed.is_some_and(|count| count > 0))
                .then_some("a test failed")
        }
        _ => None,
    }
}

/// A reply that failed says what was tried, and what to try next.
fn failed(sheet: &mut Sheet<'_, '_>) {
    let range = sheet.summary_range();
    if !tells_attempt(sheet) {
        sheet.say(Code::AttemptNotStated, "The reply is ERROR, and does not say what was tried.", range.clone());
    }
    if sheet.read.result.recovery.is_none() {
        sheet.say(Code::RecoveryNotStated, "The reply is ERROR, and does not say what to try next.", range);
    }
}

/// Text outside of the metadata that speaks of what was attempted.
fn tells_attempt(sheet: &Sheet<'_, '_>) -> bool {
    const WORDS: [&str; 4] = ["attempted", "attempts", "tried", "attempt"];
    let result = &sheet.read.result;
    let texts = result.remainder.iter().map(|left| left.text.as_str()).chain(result.recovery.as_deref());
    texts.into_iter().any(|text| inline::words(text).split(' ').any(|word| WORDS.contains(&word)))
}
