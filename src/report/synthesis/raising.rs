//! Which findings a theme makes critical, and why. What their members report stays as it is.

use std::collections::BTreeMap;

use super::themes::Found;
use crate::model::{Raised, Severity, UnifiedFinding};

/// The findings that are raised, by their places: the major ones of each theme that was promoted.
#[must_use]
pub fn raised(themes: &[Found], findings: &[UnifiedFinding]) -> BTreeMap<usize, Raised> {
    let mut reasons: BTreeMap<usize, (&Found, usize)> = BTreeMap::new();
    for theme in themes.iter().filter(|theme| theme.promoted) {
        for at in &theme.findings {
            reasons.entry(*at).or_insert((theme, 0)).1 += 1;
        }
    }
    let major = |at: &usize| findings.get(*at).is_some_and(|finding| finding.severity == Severity::Major);
    reasons.retain(|at, _| major(at));
    let because = |(theme, count): (&Found, usize)| {
        let also = match count - 1 {
            0 => String::new(),
            1 => ", and of 1 other".to_owned(),
            others => format!(", and of {others} others"),
        };
        format!(
            "It is of a theme of {} findings over {}, by {}: {}{also}.",
            theme.findings.len(),
            theme.spread,
            theme.by.word(),
            theme.subject
        )
    };
    reasons.into_iter().map(|(at, reason)| (at, Raised { from: Severity::Major, because: because(reason) })).collect()
}
