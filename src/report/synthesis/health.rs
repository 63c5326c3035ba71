//! The health of each dimension.

use std::collections::BTreeMap;

use super::scopes::{Scopes, dimension, planned};
use crate::model::{
    AgentResult, AggregateOptions, Detail, DimensionHealth, Severity, Status, Trend, UnifiedFinding, UnitStatus,
};
use crate::order::{Arrange, Gather};
use crate::part::units::{Identity, natural, plain};
use crate::report::answer::Answer;
use crate::report::coverage::{Row, is_complete};
use crate::report::dispatched::dimension_places;
use crate::report::number;

/// The rating of a dimension that nobody judged in full.
pub const INCOMPLETE: &str = "INCOMPLETE";

/// The ratings, the best first.
const RATINGS: [&str; 3] = ["good", "some-issues", "significant-problems"];

/// The rank of the worst rating.
pub const SIGNIFICANT: usize = RATINGS.len() - 1;

/// So many major findings are significant problems.
const MAJORS: usize = 2;

/// One row for each dimension that was judged, or that `asked` has: those of the plan in its order, then others by name. `scopes` and `stands`
/// know the findings by their places.
///
/// The rating is the one that is stated, of several the worst; else what the findings that stand say. Who did not judge in
/// full says nothing good. Who went on where an earlier attempt stopped speaks of the rest alone: there the worse of both
/// counts.
#[must_use]
pub fn health(
    answers: &[Answer],
    rows: &[Row],
    asked: &BTreeMap<Identity, &str>,
    scopes: &Scopes,
    stands: &dyn Fn(usize) -> bool,
    findings: &[UnifiedFinding],
    options: &AggregateOptions,
) -> Vec<DimensionHealth> {
    let mut judged: BTreeMap<String, Judged> = BTreeMap::new();
    for row in rows {
        let asked = planned(asked, &row.row.unit);
        if let Some(name) = asked {
            name.clone_into(&mut judged.entry(plain(name)).or_default().name);
        }
        for result in deciding(answers, row) {
            let rating = match &result.detail {
                Detail::Consistency(read) => read.rating.as_deref(),
                // Who was asked for a dimension judges it in whatever form.
                Detail::None | Detail::Return(_) if asked.is_some() => None,
                // A checklist states no rating, and its items are no findings.
                _ => continue,
            };
            let Some(name) = asked.or_else(|| dimension(result)) else { continue };
            let judged = judged.entry(plain(name)).or_default();
            judged.complete |= is_complete(result);
            judged.resumed |= is_resumed(answers, row);
            // What failed states nothing.
            if result.status != Status::Error {
                // The header and the summary line may differ.
                let on_line = result.stated_status.as_deref().filter(|word| rating.is_some() && rank(word).is_some());
                judged.stated = worse(worse(judged.stated.take(), rating), on_line);
            }
        }
    }
    for name in &scopes.dimensions {
        let mut standing = scopes.of_dimension(name).filter(|at| stands(*at)).peekable();
        if standing.peek().is_some() || judged.contains_key(&plain(name)) {
            let judged = judged.entry(plain(name)).or_insert_with(|| Judged { complete: true, ..Judged::default() });
            if judged.name.is_empty() {
                judged.name.clone_from(name);
            }
            judged.severities = standing.filter_map(|at| findings.get(at)).map(|finding| finding.severity).collect();
        }
    }
    let previous = options.previous.as_deref().map(|report| report.synthesis.health.as_slice()).unwrap_or_default();
    let before: BTreeMap<String, &DimensionHealth> = previous.iter().map(|row| (plain(&row.dimension), row)).gather();
    // What was judged before is a dimension, whatever came of it this time; so is what its agent was asked for.
    for row in rows.iter().filter(|row| row.gap.is_some()) {
        let key = plain(&row.row.unit);
        if planned(asked, &row.row.unit).is_some() {
            continue;
        }
        let asked = row.row.agents.iter().any(|agent| plain(agent).contains("dimension-analyzer"));
        let failed = matches!(row.row.status, UnitStatus::Missing | UnitStatus::Error | UnitStatus::Partial);
        let is_document = Identity::of(&row.row.unit).is_none_or(|unit| !unit.documents().is_empty());
        if failed && !is_document && (asked || before.contains_key(&key)) {
            judged.entry(key).or_insert_with(|| Judged { name: row.row.unit.clone(), ..Judged::default() });
        }
    }
    let mut judged: Vec<(String, Judged)> = judged.into_iter().collect();
    let places = dimension_places(options.plan.as_deref());
    judged.arrange_by_cached_key(|(key, _)| (places.get(key).copied().unwrap_or(usize::MAX), natural(key)));
    let row = |(key, judged): (String, Judged)| {
        let rating = judged.rating();
        let trend = before.get(&key).and_then(|before| trend(&before.rating, &rating));
        DimensionHealth { findings: number(judged.severities.len()), dimension: judged.name, rating, trend }
    };
    judged.into_iter().map(row).collect()
}

/// What is known of a dimension.
#[derive(Default)]
struct Judged {
    name: String,
    stated: Option<String>,
    /// Whether somebody judged it in full.
    complete: bool,
    /// Whether what counts goes on where an earlier attempt stopped.
    resumed: bool,
    /// Of the findings that stand.
    severities: Vec<Severity>,
}

impl Judged {
    fn rating(&self) -> String {
        let shown = self.shown();
        match &self.stated {
            Some(stated) if self.resumed => worse(Some(stated.clone()), Some(&shown)).unwrap_or(shown),
            // Who stopped halfway cannot tell that all is good, and what is no rating rates nothing: `SKIPPED`.
            Some(stated) if !self.complete && rank(stated).is_none_or(|rank| rank == 0) => shown,
            Some(stated) => stated.clone(),
            None => shown,
        }
    }

    /// What the findings that stand say.
    fn shown(&self) -> String {
        let count = |of: Severity| self.severities.iter().filter(|severity| **severity == of).count();
        let [good, some, significant] = RATINGS;
        let rating = if count(Severity::Critical) > 0 || count(Severity::Major) >= MAJORS {
            significant
        } else if !self.complete {
            INCOMPLETE
        } else if self.severities.is_empty() {
            good
        } else {
            some
        };
        rating.to_owned()
    }
}

/// How far down a rating is, from 0 on; `None` for a word that is no rating of the protocol.
#[must_use]
pub fn rank(rating: &str) -> Option<usize> {
    let rating = plain(rating).replace([' ', '_'], "-");
    RATINGS.iter().position(|known| *known == rating)
}

/// The worse of two ratings, in the word of the protocol where it is one. One that cannot be ranked gives way.
fn worse(one: Option<String>, other: Option<&str>) -> Option<String> {
    let other = other.map(str::trim).filter(|rating| !rating.is_empty());
    let other = other.map(|rating| rank(rating).and_then(|at| RATINGS.get(at)).map_or(rating, |known| *known));
    match (one, other) {
        (Some(one), Some(other)) if rank(other) > rank(&one) => Some(other.to_owned()),
        (Some(one), _) => Some(one),
        (None, other) => other.map(str::to_owned),
    }
}

fn trend(before: &str, now: &str) -> Option<Trend> {
    let (before, now) = (rank(before)?, rank(now)?);
    Some(match now.cmp(&before) {
        std::cmp::Ordering::Less => Trend::Better,
        std::cmp::Ordering::Equal => Trend::Same,
        std::cmp::Ordering::Greater => Trend::Worse,
    })
}

/// The results of the last attempt at a unit.
pub fn deciding<'a>(answers: &'a [Answer], row: &Row) -> Vec<&'a AgentResult> {
    let of_row = row.row.results.iter().filter_map(|at| answers.get(usize::try_from(*at).ok()?));
    let all: Vec<&AgentResult> = of_row.map(|answer| &answer.result).collect();
    let last = all.iter().map(|result| result.attempt).max();
    all.into_iter().filter(|result| Some(result.attempt) == last).collect()
}

/// Whether the last attempt at a unit was asked for what an earlier one left out.
#[must_use]
pub fn is_resumed(answers: &[Answer], row: &Row) -> bool {
    let of_row = row.row.results.iter().filter_map(|at| answers.get(usize::try_from(*at).ok()?));
    let all: Vec<&AgentResult> = of_row.map(|answer| &answer.result).collect();
    let last = all.iter().map(|result| result.attempt).max();
    all.iter().any(|result| Some(result.attempt) < last && result.status == Status::Partial)
}

#[cfg(test)]
mod tests {
    use super::{Judged, RATINGS, Severity, Trend, trend, worse};

    #[test]
    fn the_findings_decide_where_nothing_is_stated() {
        use Severity::{Advisory, Critical, Major, Minor};
        let rated = |severities: &[Severity], complete| {
            Judged { severities: severities.to_vec(), complete, ..Judged::default() }.rating()
        };
        for (severities, rating) in [
            (&[][..], "good"),
            (&[Advisory], "some-issues"),
            (&[Minor, Major], "some-issues"),
            (&[Major, Major], "significant-problems"),
            (&[Critical], "significant-problems"),
        ] {
            assert_eq!(rated(severities, true), rating, "{severities:?}");
        }
        assert_eq!([rated(&[], false), rated(&[Major], false)], ["INCOMPLETE", "INCOMPLETE"]);
        assert_eq!(rated(&[Critical], false), "significant-problems");
    }

    #[test]
    fn of_several_ratings_the_worst_is_stated() {
        let all = |ratings: &[&str]| ratings.iter().fold(None, |one, other| worse(one, Some(other)));
        assert_eq!(all(&["good", "Some issues", "good"]).as_deref(), Some(RATINGS[1]));
        assert_eq!(all(&["shaky", "good"]).as_deref(), Some("good"));
        assert_eq!(all(&["shaky"]).as_deref(), Some("shaky"));
        assert_eq!(all(&["significant-problems", "shaky"]).as_deref(), Some(RATINGS[2]));
    }

    #[test]
    fn only_ratings_of_the_protocol_have_a_trend() {
        assert_eq!(trend("good", "some-issues"), Some(Trend::Worse));
        assert_eq!(trend("significant problems", "good"), Some(Trend::Better));
        assert_eq!(trend("good", "good"), Some(Trend::Same));
        assert_eq!(trend("good", "INCOMPLETE"), None);
    }
}
