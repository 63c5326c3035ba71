//! Compares the replies with the plan that was run. See `docs/dispatch.md`, "Collecting".

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::answer::Answer;
use super::coverage::{Row, Unit, told_criteria};
use super::synthesis::deciding;
use crate::model::{
    AgentResult, AggregateOptions, Code, CoverageGap, Detail, Diagnostic, DispatchPlan, DispatchUnit, Expected,
    ExpectedUnit, Percent, ResultType, Task, UnitStatus, quote,
};
use crate::order::Gather;
use crate::part::units::{Identity, plain};

/// Under this coverage a PARTIAL reply is asked again, where nobody says anything else.
const RETRY_BELOW: u32 = 80;

/// What a dimension of a review is marked with that nobody judged in full: this is for whoever reads the report, not for
/// the agent that is asked again.
pub const MANUAL_REVIEW: &str = "INCOMPLETE -- manual review needed";

/// What was expected: what the host lists, and the units of the plan; of a group of tasks each task.
///
/// A plan names kinds of agents, and a reply is labelled with an agent of its own name: whoever answers a unit answers it.
/// Only where several are asked the same of one unit, each is to answer for itself.
#[must_use]
pub fn expected(options: &AggregateOptions) -> Cow<'_, [ExpectedUnit]> {
    let Some(plan) = options.plan.as_deref() else { return Cow::Borrowed(&options.expected) };
    let each = || units(plan).flat_map(|unit| unit.answered().map(move |name| (name, unit)));
    let key = |name: &str, unit: &DispatchUnit| Identity::of(name).map(|identity| (identity, unit.expect));
    let mut asked: BTreeMap<(Identity, Expected), usize> = BTreeMap::new();
    for key in each().filter_map(|(name, unit)| key(name, unit)) {
        *asked.entry(key).or_default() += 1;
    }
    let planned = each().map(|(name, unit)| ExpectedUnit {
        unit: name.to_owned(),
        agent: key(name, unit)
            .and_then(|key| asked.get(&key))
            .is_some_and(|count| *count > 1)
            .then(|| unit.agent.clone()),
        expect: Some(unit.expect),
        asked: None,
    });
    Cow::Owned(options.expected.iter().cloned().chain(planned).collect())
}

/// Under this coverage a PARTIAL reply is asked again.
#[must_use]
pub fn retry_below(options: &AggregateOptions) -> Percent {
    let planned = options.plan.as_ref().map(|plan| plan.retry_below);
    options.retry_below.or(planned).unwrap_or(Percent::whole(RETRY_BELOW))
}

/// How far a collection is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many answers were asked for: of a unit that several were asked, or for several types, as many.
    pub dispatched: usize,
    /// How many of them came, and failed.
    pub failed: usize,
    /// How many of them never came.
    pub open: usize,
    /// The names of the units that were not answered, or not by all who were asked.
    pub missing: Vec<String>,
}

impl Tally {
    /// Of some units, with what is to be counted among them.
    #[must_use]
    pub fn of<'u>(units: impl Iterator<Item = &'u Unit>, answers: &[Answer]) -> Self {
        let mut tally = Self::default();
        for unit in units {
            let [asked, failed, open] = unit.tally(answers);
            tally.dispatched += asked;
            tally.failed += failed;
            tally.open += open;
            if open > 0 {
                tally.missing.push(unit.name().to_owned());
            }
        }
        tally
    }

    /// "Collected 7/9 results (2 failed)", where those that are missing count as failed too; so many more are awaited.
    #[must_use]
    pub fn message(&self, waiting: usize) -> String {
        let lacking = self.failed + self.open;
        let collected =
            format!("Collected {}/{} results ({lacking} failed)", self.dispatched - lacking, self.dispatched);
        match waiting {
            0 => collected,
            1 => format!("{collected}; 1 task of a later wave has no reply yet"),
            count => format!("{collected}; {count} tasks of later waves have no reply yet"),
        }
    }
}

/// Says of rows that were planned what their failure means: two documents of which nobody knows whether they agree, a
/// dimension without a verdict.
pub fn mark(rows: &mut [Row], plan: &DispatchPlan) {
    let marks: BTreeMap<Identity, &str> =
        units(plan).filter_map(|unit| Some((Identity::of(&unit.unit)?, mark_of(unit)?))).gather();
    for row in rows {
        let Some(gap) = &mut row.gap else { continue };
        let is_open = matches!(row.row.status, UnitStatus::Partial | UnitStatus::Error | UnitStatus::Missing);
        let mark = Identity::of(&row.row.unit).and_then(|identity| marks.get(&identity));
        let Some(mark) = mark.filter(|_| is_open) else { continue };
        gap.reason = format!("{mark}: {}", gap.reason);
        row.row.reason = Some(gap.reason.clone());
    }
}

/// Makes a gap of each reply that is not what the plan asked for.
pub fn hold_to_plan(rows: &mut [Row], answers: &[Answer], plan: &DispatchPlan) {
    hold_to_tasks(rows, answers, plan);
    hold_to_prompts(rows, answers, plan);
}

/// Makes a gap of a reply that was to create tasks, and does not show each of them. It is shown to a person, and not asked
/// for again: nothing depends on what is prepared ahead.
fn hold_to_tasks(rows: &mut [Row], answers: &[Answer], plan: &DispatchPlan) {
    let asked: BTreeMap<Identity, &DispatchUnit> = units(plan)
        .filter(|unit| !unit.creates.is_empty())
        .filter_map(|unit| Some((Identity::of(&unit.unit)?, unit)))
        .gather();
    for row in rows.iter_mut().filter(|row| row.gap.is_none() && !asked.is_empty()) {
        let Some(unit) = Identity::of(&row.row.unit).and_then(|identity| asked.get(&identity)) else { continue };
        let places = row.row.results.iter().filter_map(|at| usize::try_from(*at).ok());
        let criteria: Vec<&str> = places
            .filter_map(|at| answers.get(at))
            .filter_map(|answer| match &answer.result.detail {
                Detail::Implementation(work) => Some(&work.criteria),
                _ => None,
            })
            .flatten()
            .map(|criterion| criterion.criterion.as_str())
            .collect();
        let is_shown = |id: &&String| criteria.iter().any(|criterion| names(criterion, id));
        let missing: Vec<String> = unit.creates.iter().filter(|id| !is_shown(id)).map(|id| quote(id)).collect();
        if missing.is_empty() {
            continue;
        }
        let all = unit.creates.len();
        let reason = format!("it shows {} of the {all} tasks to create", all - missing.len());
        open(row, reason, Some(missing.join(", ")), false);
    }
}

/// Makes a gap of a reply that is not the one that was asked for: a return of another session, a report on fewer criteria
/// than the task has, refinements of fewer questions than are open. It is asked for again.
fn hold_to_prompts(rows: &mut [Row], answers: &[Answer], plan: &DispatchPlan) {
    let mut sessions: BTreeMap<Identity, &str> = BTreeMap::new();
    let mut criteria: BTreeMap<Identity, usize> = BTreeMap::new();
    let mut questions: BTreeMap<Identity, &str> = BTreeMap::new();
    for unit in units(plan) {
        let open = unit.variables.get("OPEN").filter(|_| unit.expect == Expected::REFINEMENTS);
        questions.extend(Identity::of(&unit.unit).zip(open));
        let session = unit.variables.get("SessionId").filter(|_| unit.expect == Expected::RETURN);
        sessions.extend(Identity::of(&unit.unit).zip(session));
        let of_task = |task: &'_ Task| Some((Identity::of(&task.id)?, task.criteria.len()));
        criteria.extend(unit.tasks.iter().filter(|_| unit.creates.is_empty()).filter_map(of_task));
    }
    for row in rows.iter_mut().filter(|row| row.gap.is_none()) {
        let Some(identity) = Identity::of(&row.row.unit) else { continue };
        let deciding = deciding(answers, row);
        // Who was asked for the rest tells of that alone.
        let places = row.row.results.iter().filter_map(|at| usize::try_from(*at).ok());
        let all: Vec<&Detail> = places.filter_map(|at| answers.get(at)).map(|answer| &answer.result.detail).collect();
        let lacks = |result: &AgentResult| match &result.detail {
            Detail::Return(read) => {
                let told = read.metadata.get("session_id").and_then(serde_json::Value::as_str).unwrap_or_default();
                let asked = sessions.get(&identity).filter(|asked| **asked != told)?;
                Some(format!("its session is {}, but {} was delegated", quote(told), quote(asked)))
            }
            Detail::Implementation(_) => {
                let wanted = criteria.get(&identity)?;
                let told = told_criteria(result)?.max(different_criteria(&all));
                (told < *wanted).then(|| format!("it reports on {told} of the {wanted} criteria"))
            }
            Detail::Refinements(_) => {
                let open = questions.get(&identity)?.split(", ");
                let left: Vec<&str> = open.filter(|id| !all.iter().any(|detail| refines(detail, id))).collect();
                (!left.is_empty()).then(|| format!("it does not refine {}", left.join(", ")))
            }
            _ => None,
        };
        let lacking: Option<Vec<String>> = deciding.into_iter().map(lacks).collect();
        if let Some(reason) = lacking.and_then(|lacking| lacking.into_iter().next()) {
            open(row, reason, None, true);
        }
    }
}

/// How many criteria replies judge, each counted once.
fn different_criteria(all: &[&Detail]) -> usize {
    let criteria = all.iter().filter_map(|detail| match detail {
        Detail::Implementation(work) => Some(&work.criteria),
        _ => None,
    });
    criteria.flatten().map(|criterion| plain(&criterion.criterion)).gather::<BTreeSet<_>>().len()
}

/// Whether a reply refines a question, or speaks of it: `Q6` by `R6.1`, `R6.1` by `R6.1a`.
fn refines(detail: &Detail, id: &str) -> bool {
    let Detail::Refinements(read) = detail else { return false };
    let id = id.trim();
    let start = id.strip_prefix('Q').map_or_else(|| id.to_owned(), |number| format!("R{number}."));
    let goes_on = |named: &str| named.strip_prefix(&start).is_some_and(|rest| !rest.is_empty());
    let speaks_of =
        |named: &String| named.split_whitespace().next().is_some_and(|first| first.eq_ignore_ascii_case(id));
    read.refinements.iter().any(|refinement| goes_on(&refinement.id)) || read.questions.iter().any(speaks_of)
}

/// Makes a gap of a row that had none.
fn open(row: &mut Row, reason: String, missing: Option<String>, retry: bool) {
    row.row.reason = Some(reason.clone());
    row.gap = Some(CoverageGap {
        unit: row.row.unit.clone(),
        status: row.row.status,
        reason,
        coverage: row.row.coverage,
        confidence: row.row.confidence,
        retry,
        missing,
        stated_coverage: None,
    });
}

/// Whether a text names a task: its id, and no longer one that begins or ends with it.
fn names(text: &str, id: &str) -> bool {
    let goes_on = |rest: &mut dyn Iterator<Item = char>| match (rest.next(), rest.next()) {
        (Some(next), _) if next.is_alphanumeric() => true,
        (Some('-' | '.' | '_'), Some(next)) => next.is_alphanumeric(),
        _ => false,
    };
    text.match_indices(id).any(|(at, _)| {
        let (before, behind) = (text.get(..at).unwrap_or_default(), text.get(at + id.len()..).unwrap_or_default());
        !goes_on(&mut before.chars().rev()) && !goes_on(&mut behind.chars())
    })
}

/// The dimensions that a plan asks for, by the units that are to judge them.
#[must_use]
pub fn dimensions(plan: Option<&DispatchPlan>) -> BTreeMap<Identity, &str> {
    let asked =
        |unit: &'_ DispatchUnit| Identity::of(&unit.unit).filter(|_| unit.variables.get("DIMENSION_NAME").is_some());
    let units = plan.into_iter().flat_map(units);
    units.filter_map(|unit| Some((asked(unit)?, unit.variables.get("DIMENSION_NAME")?))).gather()
}

/// The place of each unit in a plan, and of each task of a group.
#[must_use]
pub fn places(plan: Option<&DispatchPlan>) -> BTreeMap<Identity, usize> {
    let mut places = BTreeMap::new();
    for (at, unit) in plan.into_iter().flat_map(units).enumerate() {
        for identity in unit.answered().chain([unit.unit.as_str()]).filter_map(Identity::of) {
            places.entry(identity).or_insert(at);
        }
    }
    places
}

/// The place of each dimension in a plan, by its words.
#[must_use]
pub fn dimension_places(plan: Option<&DispatchPlan>) -> BTreeMap<String, usize> {
    let mut places = BTreeMap::new();
    for (at, unit) in plan.into_iter().flat_map(units).enumerate() {
        if let Some(name) = unit.variables.get("DIMENSION_NAME") {
            places.entry(plain(name)).or_insert(at);
        }
    }
    places
}

fn mark_of(unit: &DispatchUnit) -> Option<&'static str> {
    if unit.variables.get("DIMENSION_NAME").is_some() {
        let is_of_review = unit.variables.get("MODE") == Some("review");
        return Some(if is_of_review { MANUAL_REVIEW } else { "INCOMPLETE" });
    }
    let is_pair = Identity::of(&unit.unit).is_some_and(|identity| identity.documents().len() > 1);
    (is_pair && unit.expect == Expected::Type(ResultType::Consistency)).then_some("UNVERIFIED")
}

/// The units of the waves behind the last one that anybody answered: they may not be sent out yet.
#[must_use]
pub fn waiting(plan: &DispatchPlan, rows: &[Row]) -> BTreeSet<Identity> {
    let came = rows.iter().filter(|row| row.row.status != UnitStatus::Missing);
    let came: BTreeSet<Identity> = came.filter_map(|row| Identity::of(&row.row.unit)).gather();
    let mut waiting = BTreeSet::new();
    for wave in plan.waves.iter().skip(1).rev() {
        let names = wave.units.iter().flat_map(DispatchUnit::answered);
        let units: Vec<Identity> = names.filter_map(Identity::of).collect();
        // What comes after a wave that was sent out is not known to be waited for.
        if units.iter().any(|unit| came.contains(unit)) {
            break;
        }
        waiting.extend(units);
    }
    if came.is_empty() { BTreeSet::new() } else { waiting }
}

/// The waves of which every unit failed. What runs alone is no such wave.
#[must_use]
pub fn failed_waves(plan: &DispatchPlan, rows: &[Row]) -> Vec<Diagnostic> {
    let states: BTreeMap<Identity, UnitStatus> =
        rows.iter().filter_map(|row| Some((Identity::of(&row.row.unit)?, row.row.status))).gather();
    let waiting = waiting(plan, rows);
    let mut diagnostics = Vec::new();
    for wave in plan.waves.iter().filter(|wave| plan.fan_out && wave.units.len() > 1) {
        let mut names = wave.units.iter().flat_map(DispatchUnit::answered).peekable();
        if names.peek().and_then(|name| Identity::of(name)).is_some_and(|unit| waiting.contains(&unit)) {
            continue;
        }
        let states = names.map(|name| Identity::of(name).and_then(|of| states.get(&of)).copied());
        let states: Vec<UnitStatus> = states.map(|state| state.unwrap_or(UnitStatus::Missing)).collect();
        let count = |of: UnitStatus| states.iter().filter(|state| **state == of).count();
        let (errors, missing) = (count(UnitStatus::Error), count(UnitStatus::Missing));
        if errors + missing == states.len() {
            let message = format!(
                "Every task of the wave {} failed: {errors} ERROR, {missing} MISSING. Fall back to sequential execution.",
                quote(&wave.name)
            );
            diagnostics.push(Diagnostic::new(Code::WaveFailed, message, None));
        }
    }
    diagnostics
}

fn units(plan: &DispatchPlan) -> impl Iterator<Item = &DispatchUnit> {
    plan.waves.iter().flat_map(|wave| &wave.units)
}
