//! Whether the work can go on.

use crate::model::{Severity, UnifiedFinding, Verdict};
use crate::report::answer::Answer;
use crate::report::coverage::Row;
use crate::report::findings::is_resolved;

/// Something critical stands: rework. Something major stands, a unit is not analysed in full, or a criterion, a test, a
/// step or a checklist item is not met: changes.
#[must_use]
pub fn verdict(answers: &[Answer], rows: &[Row], found: &[UnifiedFinding], failures: u32) -> Verdict {
    let open = found.iter().filter(|finding| !is_resolved(answers, finding));
    match open.map(|finding| finding.severity).min() {
        Some(Severity::Critical) => Verdict::NeedsRework,
        Some(Severity::Major) => Verdict::ApproveWithChanges,
        _ if rows.is_empty() || rows.iter().any(|row| row.gap.is_some()) => Verdict::ApproveWithChanges,
        _ if failures > 0 => Verdict::ApproveWithChanges,
        _ => Verdict::Approve,
    }
}
