//! What agents say where they disagree.

use crate::model::{Conflict, ConflictKind, Report, SEVERITIES, quote};
use crate::report::speakers;

/// What the agents wrote, where the message of a conflict says it in other words; empty where it says all.
pub fn own_words(report: &Report, conflict: &Conflict) -> String {
    let said: Vec<_> = conflict
        .assessments
        .iter()
        .filter_map(|assessment| {
            let place = usize::try_from(assessment.result).ok()?;
            Some((place, report.results.get(place)?, assessment.says.as_str()))
        })
        .collect();
    // The message names severities and types in words of the protocol; what an agent wrote beyond them is said.
    let message = conflict.message.to_lowercase();
    let known = |says: &str| match conflict.kind {
        ConflictKind::Severity => SEVERITIES.iter().any(|severity| severity.word().eq_ignore_ascii_case(says.trim())),
        ConflictKind::Type => message.contains(&says.trim().to_lowercase().replace([' ', '_'], "-")),
        ConflictKind::Presence => true,
    };
    let names = speakers(&said.iter().map(|(place, result, _)| (*place, *result)).collect::<Vec<_>>());
    let other = names.iter().zip(&said).filter(|(_, (.., says))| !known(says));
    let quoted: Vec<_> = other.map(|(name, (.., says))| format!("{name} {}", quote(says))).collect();
    if quoted.is_empty() { String::new() } else { format!("In their words: {}.", quoted.join("; ")) }
}
