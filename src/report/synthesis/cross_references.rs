//! Which documents agree: the map of the pairs that were compared.

use std::collections::BTreeMap;

use super::health::{deciding, is_resumed};
use super::scopes::planned;
use crate::model::{AgentResult, Agreement, Dialect, PairState, ResultType, Severity, UnifiedFinding, UnitStatus};
use crate::order::Arrange;
use crate::part::units::Identity;
use crate::report::answer::Answer;
use crate::report::coverage::{Row, is_complete};
use crate::report::findings::stands;
use crate::report::number;

/// One row for each unit of two documents that were compared, or should have been, in the order of the units. What `asked`
/// has is a dimension, whatever its name looks like.
#[must_use]
pub fn cross_references(
    answers: &[Answer],
    rows: &[Row],
    asked: &BTreeMap<Identity, &str>,
    findings: &[UnifiedFinding],
) -> Vec<PairState> {
    let mut row_of: BTreeMap<u32, usize> = BTreeMap::new();
    for (at, row) in rows.iter().enumerate() {
        row_of.extend(row.row.results.iter().map(|result| (*result, at)));
    }
    // How many findings of each row stand, and the heaviest.
    let mut standing: Vec<(usize, Option<Severity>)> = vec![(0, None); rows.len()];
    for finding in findings.iter().filter(|finding| stands(answers, finding)) {
        let mut of: Vec<usize> =
            finding.members.iter().filter_map(|member| row_of.get(&member.result)).copied().collect();
        of.arrange();
        of.dedup();
        for at in of {
            if let Some((count, heaviest)) = standing.get_mut(at) {
                *count += 1;
                *heaviest = Some(heaviest.map_or(finding.severity, |severity| severity.min(finding.severity)));
            }
        }
    }
    let state = |(row, (count, heaviest)): (&Row, &(usize, Option<Severity>))| {
        if planned(asked, &row.row.unit).is_some() {
            return None;
        }
        let unit = Identity::of(&row.row.unit)?;
        let [one, other] = unit.documents() else { return None };
        let results = deciding(answers, row);
        let is_compared = |result: &&AgentResult| result.r#type.is_none_or(|of| of == ResultType::Consistency);
        if format!("{one} + {other}") != unit.name() || (!results.is_empty() && !results.iter().any(is_compared)) {
            return None;
        }
        let documents = [one.clone(), other.clone()];
        let is_open = matches!(row.row.status, UnitStatus::Partial | UnitStatus::Error);
        let status = status(&results, *heaviest, is_open, is_resumed(answers, row));
        Some(PairState { documents, status, findings: number(*count) })
    };
    rows.iter().zip(&standing).filter_map(state).collect()
}

/// Whether two documents agree, by the replies that decide and the heaviest finding that stands.
///
/// Agents that state it are taken at their word, of several at the worst; the findings speak for the others, and for what
/// was found before the last attempt went on with the rest. What failed or stopped halfway shows a conflict, and nothing
/// less.
fn status(results: &[&AgentResult], heaviest: Option<Severity>, is_open: bool, is_resumed: bool) -> Agreement {
    let words: Vec<Option<Agreement>> = results.iter().map(|result| stated(result)).collect();
    let worst = words.iter().flatten().max().copied();
    if is_open {
        let is_conflict = heaviest == Some(Severity::Critical) || worst == Some(Agreement::Conflict);
        return if is_conflict { Agreement::Conflict } else { Agreement::Unverified };
    }
    let shown = match heaviest {
        Some(Severity::Critical) => Agreement::Conflict,
        Some(_) => Agreement::Tension,
        None if results.iter().any(|result| is_complete(result)) => Agreement::Consistent,
        None => Agreement::Unverified,
    };
    match worst {
        Some(worst) if !is_resumed && words.iter().all(Option::is_some) => worst,
        Some(worst) if shown == Agreement::Unverified => worst,
        Some(worst) => worst.max(shown),
        None => shown,
    }
}

/// What the report of an agent states of two documents.
fn stated(result: &AgentResult) -> Option<Agreement> {
    let word = result.stated_status.as_deref().filter(|_| result.dialect == Dialect::AgentReport)?;
    let known = [Agreement::Consistent, Agreement::Tension, Agreement::Conflict];
    known.into_iter().find(|known| known.word().eq_ignore_ascii_case(word.trim()))
}
