//! What to ask again: for each gap of a report only what is missing. See `docs/dispatch.md`, "Asking again".

use std::collections::{BTreeMap, BTreeSet};

use super::agent::{Agent, RETRY_VARIABLES};
use super::announcement::announcement;
use super::asked::plan_asked;
use super::bindings;
use super::cost;
use super::dimensions;
use super::groups;
use super::input::{AGENT_TIMEOUT, Configuration, MAX_AGENTS};
use super::list;
use super::modes;
use super::plan::why_alone;
use super::units::model;
use super::waves;
use crate::model::{
    AgentResult, Code, CoverageGap, CoverageRow, CustomTypes, Detail, DispatchPlan, DispatchUnit, Expected,
    PLAN_SCHEMA, Percent, Report, ResultType, Status, Tokens, UnitStatus, Variables, Wave, quote,
};
use crate::order::Gather;
use crate::part::units::Identity;
use crate::prompt::unmarked;
use crate::report::{MANUAL_REVIEW, NOT_RECOVERABLE, is_complete, is_final, is_lossy};

/// The most items that are listed of what a reply already covers.
const COVERED_LISTED: usize = 40;
/// The scope of a unit without any reply.
const ALL_OF_IT: &str = "all of it";
/// The most documents that are named in a sentence.
const NAMED: usize = 10;

/// Plans what to ask again: only what the report does not cover.
///
/// With the plan, its units, agents, waves and retry threshold are used. Units that were never answered are included even if
/// the report does not name them; units that are not in the plan are not asked. Without a plan, the prompts in the report of a
/// session are used. Otherwise the gaps of the report are asked again: of the agents and types that answered, or those usual
/// for such a unit.
#[must_use]
pub fn retry(report: &Report, plan: Option<&DispatchPlan>) -> DispatchPlan {
    let asked = if plan.is_none() { plan_asked(report) } else { None };
    let plan = plan.or(asked.as_ref());
    let types = plan.map_or_else(|| report.types.clone(), |plan| report.types.with(&plan.types));
    let known = Known::of(report, plan, &types);
    let (mut asked, mut failed) = match plan {
        Some(plan) => planned(plan, &known),
        None => (listed(&known), Vec::new()),
    };
    let clashing = known.clashing(&asked);
    let reads: Vec<String> = asked.iter().flat_map(|wave| &wave.units).filter_map(direct_read).collect();
    let fans_out = plan.is_none_or(|plan| plan.fan_out);
    if fans_out && failed.is_empty() {
        if let Some(plan) = plan {
            asked = joined(asked, plan);
        }
        asked = asked.into_iter().flat_map(|wave| alone(wave, &clashing)).collect();
        for wave in &mut asked {
            wave.team = wave.team.take().map(|team| format!("{team}-retry"));
        }
    } else {
        asked = one_by_one(asked);
    }
    let fan_out = asked.iter().any(|wave| wave.units.len() > 1);
    failed.truncate(NAMED);
    let unnamed = if plan.is_none() { known.unnamed } else { 0 };
    let why = one_after_the_other(plan, &failed)
        .or_else(|| clashed(&clashing))
        .or_else(|| (!fan_out).then(|| why_alone(asked.iter().map(|wave| wave.units.len()).sum())).flatten());
    let reason = reason(why.clone(), &reads, unnamed);
    let mode = plan.map_or("retry", |plan| plan.mode.as_str());
    let units = || asked.iter().flat_map(|wave| &wave.units);
    let tokens = if asked.is_empty() { Tokens::default() } else { cost::tokens(units(), cost::documents(units())) };
    let title = if plan.is_some() { format!("retry of {mode}") } else { mode.to_owned() };
    let announcement = if asked.is_empty() {
        nothing_left(report, plan, unnamed)
    } else {
        announcement(&title, &asked, fan_out, why.as_deref().filter(|_| !fan_out), &tokens, None)
    };
    DispatchPlan {
        schema: PLAN_SCHEMA.to_owned(),
        mode: mode.to_owned(),
        fan_out,
        reason,
        retry_below: plan.map_or_else(|| modes::retry_below(mode), |plan| plan.retry_below),
        waves: asked,
        tokens,
        factors: None,
        speculative: plan.is_some_and(|plan| plan.speculative),
        notes: plan.map(|plan| plan.notes.clone()).unwrap_or_default(),
        types: types.clone(),
        announcement,
    }
}

/// What a report says of each unit.
struct Known<'r> {
    rows: BTreeMap<Identity, (&'r CoverageRow, Vec<&'r AgentResult>)>,
    /// The same rows by each part of a unit that has several: a task may have been answered with others.
    together: BTreeMap<Identity, (&'r CoverageRow, Vec<&'r AgentResult>)>,
    gaps: BTreeMap<&'r str, &'r CoverageGap>,
    /// Replies that failed and are on no unit.
    unnamed: usize,
    /// Tasks that got into each other's way, and how.
    clashes: BTreeMap<Identity, String>,
    /// Whether the report is of reviews in free form alone.
    reviews: bool,
    /// The one form that all replies which answer any have.
    form: Option<Expected>,
    /// The types that were registered.
    types: &'r CustomTypes,
}

impl<'r> Known<'r> {
    fn of(report: &'r Report, plan: Option<&DispatchPlan>, types: &'r CustomTypes) -> Self {
        let planned = plan.map(planned_units).unwrap_or_default();
        let (mut rows, mut together) = (BTreeMap::new(), BTreeMap::new());
        let gaps: BTreeMap<&str, &CoverageGap> = report.gaps.iter().map(|gap| (gap.unit.as_str(), gap)).gather();
        let mut unnamed = 0;
        let own: BTreeSet<Identity> = report.coverage.iter().filter_map(|row| Identity::of(&row.unit)).gather();
        // A reply on several tasks together stands in the row of each, and has none of its own.
        let all_on = |unit: Identity| {
            let tasks: Vec<Identity> = if own.contains(&unit) { Vec::new() } else { unit.each().collect() };
            tasks.into_iter().chain([unit]).gather::<BTreeSet<Identity>>()
        };
        let units = report.results.iter().map(|result| result.unit.as_deref().and_then(Identity::of));
        let on: Vec<BTreeSet<Identity>> = units.map(|unit| unit.map(all_on).unwrap_or_default()).collect();
        for row in &report.coverage {
            let at = |number: &u32| usize::try_from(*number).ok().and_then(|at| report.results.get(at));
            let results: Vec<&AgentResult> = row.results.iter().filter_map(at).collect();
            let Some(identity) = Identity::of(&row.unit) else { continue };
            let is_on_it = |number: &u32| {
                let on = usize::try_from(*number).ok().and_then(|at| on.get(at));
                on.is_some_and(|on| on.contains(&identity) || on.iter().any(|unit| identity.is_shortened_by(unit)))
            };
            // A row that no unit gave its name has that of a file; one that was asked for may be named in other words.
            if results.is_empty() || planned.contains(&identity) || row.results.iter().any(is_on_it) {
                together.extend(identity.each().map(|part| (part, (row, results.clone()))));
                rows.insert(identity, (row, results));
            } else {
                unnamed += usize::from(gaps.get(row.unit.as_str()).is_some_and(|gap| gap.retry));
            }
        }
        let forms: BTreeSet<Expected> = report.results.iter().filter_map(AgentResult::answers).gather();
        let form = forms.first().copied().filter(|_| forms.len() == 1);
        Self { rows, together, gaps, unnamed, clashes: clashes(report), reviews: of_reviews(report), form, types }
    }

    /// What a unit lacks, and that it got into the way of others: then all of it is to be done again.
    fn lack(&self, identity: &Identity, lack: Option<Lack<'r>>) -> Option<Lack<'r>> {
        let Some(clash) = self.clashes.get(identity) else { return lack };
        let results = || self.rows.get(identity).or_else(|| self.together.get(identity)).map(|(_, results)| results);
        let reasons = lack.iter().map(|lack| lack.reason.clone()).chain([clash.clone()]);
        Some(Lack {
            reason: reasons.collect::<Vec<_>>().join("; "),
            part: None,
            clashes: true,
            results: lack.map_or_else(|| results().cloned().unwrap_or_default(), |lack| lack.results),
        })
    }

    /// The units that are asked again, among others, since they got into each other's way.
    fn clashing(&self, asked: &[Wave]) -> BTreeSet<String> {
        let clashes = |name: &str| Identity::of(name).is_some_and(|unit| self.clashes.contains_key(&unit));
        let units = asked.iter().flat_map(|wave| &wave.units);
        units.filter(|unit| unit.answered().any(clashes)).map(|unit| unit.unit.clone()).gather()
    }
}

/// Whether replies were reviews in free form, and none answered a form.
fn of_reviews(report: &Report) -> bool {
    report.results.iter().any(is_free_review) && report.results.iter().all(|result| result.answers().is_none())
}

fn is_free_review(result: &AgentResult) -> bool {
    let concludes = || result.status == Status::Clean && result.has_diagnostic(Code::InferredStatus);
    result.answers().is_none() && (!result.findings.is_empty() || concludes())
}

/// For each task that is to be run again for it, the files that it touched at the same time as others.
fn clashes(report: &Report) -> BTreeMap<Identity, String> {
    let Some(rollup) = &report.implementation else { return BTreeMap::new() };
    let clash = |task: &String| {
        let files: Vec<_> = rollup.file_conflicts.iter().filter(|file| file.tasks.contains(task)).collect();
        let others: BTreeSet<&String> = files.iter().flat_map(|file| &file.tasks).filter(|it| *it != task).gather();
        let paths: Vec<String> = files.iter().map(|file| file.path.clone()).collect();
        let others: Vec<String> = others.into_iter().cloned().collect();
        format!("it touched {}, as did {}", some(&paths), some(&others))
    };
    let rows = rollup.tasks.iter().filter(|row| rollup.rerun_sequentially.contains(&row.task));
    let names =
        rows.flat_map(|row| [Some(&row.task), row.unit.as_ref()].into_iter().flatten().map(move |it| (it, row)));
    let units = names.filter_map(|(name, row)| Some((Identity::of(name)?, row)));
    // A report on several tasks does not say which of them it was.
    let tasks = units
        .flat_map(|(unit, row)| unit.each().chain([unit.clone()]).map(move |task| (task, row)).collect::<Vec<_>>());
    tasks.map(|(task, row)| (task, clash(&row.task))).gather()
}

/// What a unit lacks.
struct Lack<'r> {
    reason: String,
    /// What of it came, where some did.
    part: Option<Part<'r>>,
    /// Whether it got into the way of others.
    clashes: bool,
    results: Vec<&'r AgentResult>,
}

/// How much of a unit came.
struct Part<'r> {
    coverage: Option<Percent>,
    stated: Option<&'r str>,
}

/// The units of a plan that are not covered, in their waves, and the names of the waves that failed as a whole.
fn planned(plan: &DispatchPlan, known: &Known<'_>) -> (Vec<Wave>, Vec<String>) {
    let mut alike: BTreeMap<Identity, Vec<&DispatchUnit>> = BTreeMap::new();
    for unit in plan.waves.iter().flat_map(|wave| &wave.units) {
        for identity in unit.answered().filter_map(Identity::of) {
            alike.entry(identity).or_default().push(unit);
        }
    }
    let mut asked = Vec::new();
    let mut failed = Vec::new();
    for wave in &plan.waves {
        let mut units = Vec::new();
        let mut whole = 0;
        let mut answered = false;
        for unit in &wave.units {
            let open: Vec<(&str, Lack<'_>)> = unit
                .answered()
                .filter_map(|name| {
                    let identity = Identity::of(name)?;
                    let others = alike.get(&identity).map_or(&[][..], Vec::as_slice);
                    let lack = lack(unit, &identity, others, known, plan.retry_below);
                    Some((name, known.lack(&identity, lack)?))
                })
                .collect();
            let is_whole = open.len() == unit.answered().count()
                && open.iter().all(|(_, lack)| lack.part.is_none() && !lack.clashes);
            whole += usize::from(is_whole);
            answered |= open.iter().any(|(_, lack)| !lack.results.is_empty());
            units.extend(again(unit, &open, plan.retry_below, known.types));
        }
        if whole == wave.units.len() && whole > 1 && answered && plan.fan_out {
            failed.push(wave.name.clone());
        }
        if !units.is_empty() {
            asked.push(Wave { units, ..wave.clone() });
        }
    }
    (asked, failed)
}

/// What a planned unit lacks; `None` where it is covered.
fn lack<'r>(
    unit: &DispatchUnit,
    identity: &Identity,
    alike: &[&DispatchUnit],
    known: &Known<'r>,
    below: Percent,
) -> Option<Lack<'r>> {
    let nothing = || Lack { reason: "no reply".to_owned(), part: None, clashes: false, results: Vec::new() };
    let on_it = known.rows.get(identity).or_else(|| known.together.get(identity).filter(|_| !unit.tasks.is_empty()));
    let Some((row, results)) = on_it else { return Some(nothing()) };
    let gap = known.gaps.get(row.unit.as_str())?;
    if alike.len() < 2 {
        return of_gap(gap, results.clone(), Some(below));
    }
    // Several are asked of one unit: of its replies, those that answer this one.
    let same_type = alike.iter().filter(|other| other.expect == unit.expect).count();
    let answers = |result: &&&AgentResult| {
        result.answers() == Some(unit.expect) && (same_type < 2 || result.agent.as_deref() == Some(unit.agent.as_str()))
    };
    let results: Vec<&AgentResult> = results.iter().filter(answers).copied().collect();
    let Some(last) = results.iter().map(|result| result.attempt).max() else { return Some(nothing()) };
    let deciding = || results.iter().filter(|result| result.attempt == last);
    if deciding().any(|result| is_complete(result)) {
        return None;
    }
    let best = deciding().min_by_key(|result| UnitStatus::from(result.status))?;
    let coverage = best.coverage.as_ref().and_then(|coverage| coverage.percent);
    let reason = best.reason.clone().unwrap_or_else(|| best.status.word().to_owned());
    if is_final(best) {
        return None;
    }
    if best.status == Status::Error {
        return Some(Lack { reason, part: None, clashes: false, results });
    }
    let part = Part { coverage, stated: best.coverage.as_ref().map(|coverage| coverage.stated.as_str()) };
    let enough = coverage.is_some_and(|coverage| coverage >= below);
    (!enough).then_some(Lack { reason, part: Some(part), clashes: false, results })
}

/// What a gap lacks; `None` where there is enough. Without a threshold the report's own word counts.
fn of_gap<'r>(gap: &'r CoverageGap, results: Vec<&'r AgentResult>, below: Option<Percent>) -> Option<Lack<'r>> {
    let last = results.iter().map(|result| result.attempt).max();
    let mut deciding = results.iter().filter(|result| Some(result.attempt) == last).peekable();
    let given_up = !gap.retry && deciding.peek().is_some() && deciding.all(|result| is_final(result));
    let is_open = match (gap.status, below) {
        _ if given_up => false,
        (UnitStatus::Partial, Some(below)) => gap.coverage.is_none_or(|coverage| coverage < below),
        (UnitStatus::Error | UnitStatus::Missing, _) => true,
        (UnitStatus::Clean | UnitStatus::Findings, Some(below)) => {
            // Where it is said to cover all, the report has another reason to ask.
            let covers = gap.coverage.is_none_or(|coverage| coverage >= Percent::FULL);
            let is_cut = gap.retry && (covers || results.iter().any(|result| is_lossy(result)));
            is_cut || gap.coverage.is_some_and(|coverage| coverage < below)
        }
        _ => gap.retry,
    };
    let whole = matches!(gap.status, UnitStatus::Error | UnitStatus::Missing);
    let part = (!whole).then_some(Part { coverage: gap.coverage, stated: gap.stated_coverage.as_deref() });
    let reason = gap.reason.strip_prefix(MANUAL_REVIEW).map(|rest| format!("INCOMPLETE{rest}"));
    is_open.then(|| Lack { reason: reason.unwrap_or_else(|| gap.reason.clone()), part, clashes: false, results })
}

/// What a report lists for another try, as far as it says on what: first what is read, then what builds on it.
fn listed(known: &Known<'_>) -> Vec<Wave> {
    let below = modes::retry_below("");
    let (mut read, mut rest) = (Vec::new(), Vec::new());
    for (identity, (row, results)) in &known.rows {
        let gap = known.gaps.get(row.unit.as_str()).filter(|gap| gap.retry);
        let lack = gap.and_then(|gap| of_gap(gap, results.clone(), None));
        let Some(lack) = known.lack(identity, lack) else { continue };
        let unit = usual(&row.unit, identity, results, known);
        let Some(unit) = again(&unit, &[(&row.unit, lack)], below, known.types) else { continue };
        if unit.expect == Expected::Type(ResultType::Digest) { read.push(unit) } else { rest.push(unit) }
    }
    let at_once = usize::try_from(MAX_AGENTS).unwrap_or(usize::MAX);
    let named = |name: &str, units: Vec<DispatchUnit>| waves::named(name, waves::split(units, at_once));
    named("read", read).into_iter().chain(named("rest", rest)).collect()
}

/// The unit as it was probably asked the first time: for a review where it was reviewed in free form, or all others were;
/// what names no document, or has a reply that does not say what it is, for what all others answered. Dimensions of code
/// are reviewed.
fn usual(name: &str, identity: &Identity, results: &[&AgentResult], known: &Known<'_>) -> DispatchUnit {
    let documents = identity.documents();
    let is_dimension = dimensions::is_known(name)
        || results.iter().any(|result| match &result.detail {
            Detail::Consistency(detail) => detail.dimension.is_some() && documents.is_empty(),
            _ => false,
        });
    let was_reviewed = known.reviews || results.iter().any(|result| is_free_review(result));
    // What is no return, though one was asked for, says so.
    let lacks_return = results.iter().any(|result| result.has_diagnostic(Code::ReturnNotJson));
    let answered = results.iter().find_map(|result| result.answers()).or(lacks_return.then_some(Expected::RETURN));
    // A reply on one document may be anything; on two it compares them.
    let is_untyped = documents.len() == 1 && !results.is_empty();
    let is_unknown = (documents.is_empty() || is_untyped) && !is_dimension;
    let is_reviewed = was_reviewed || is_unknown || dimensions::is_of_code(name);
    let reviewed = || if is_reviewed { list::review() } else { None };
    let expect = answered.or(known.form.filter(|_| is_unknown)).or_else(reviewed).unwrap_or(match documents.len() {
        _ if is_dimension => Expected::Type(ResultType::Consistency),
        0 | 1 => Expected::Type(ResultType::Digest),
        _ => Expected::Type(ResultType::Consistency),
    });
    let agent = if is_dimension { Agent::DimensionAnalyzer } else { Agent::usually_asked(expect) };
    let name = bindings::line(name);
    let variables: Variables = match (agent, documents) {
        (Agent::DimensionAnalyzer, _) if is_dimension => {
            [("DIMENSION_NAME", name.clone()), ("DIMENSION_INSTRUCTIONS", dimensions::instructions(&name))]
                .into_iter()
                .collect()
        }
        (Agent::TaskImplementer, _) => [("TASK_ID", name.clone())].into_iter().collect(),
        (Agent::DesignPlanner, _) => [("SCREEN_NAME", name.clone())].into_iter().collect(),
        (_, [one, other]) => {
            [("DOC_A_PATH", bindings::line(one)), ("DOC_B_PATH", bindings::line(other))].into_iter().collect()
        }
        _ => [("DOC_PATH", name.clone())].into_iter().collect(),
    };
    DispatchUnit {
        subject: name.clone(),
        unit: name,
        model: model(agent.name(), &Configuration::default()),
        agent: agent.name().to_owned(),
        expect,
        tasks: Vec::new(),
        creates: Vec::new(),
        attempt: 1,
        variables,
        prompt: String::new(),
        timeout_ms: AGENT_TIMEOUT,
    }
}

/// A unit, asked again for what it lacks: of a group of tasks for those alone that lack something. `None` where nothing does.
fn again(unit: &DispatchUnit, open: &[(&str, Lack<'_>)], below: Percent, types: &CustomTypes) -> Option<DispatchUnit> {
    open.first()?;
    let attempts = open.iter().flat_map(|(_, lack)| &lack.results).map(|result| result.attempt);
    let last = attempts.max().unwrap_or(0).max(unit.attempt);
    let names: BTreeSet<&str> = open.iter().map(|(name, _)| *name).gather();
    let words = list::words(unit).map(str::to_owned);
    let mut unit = groups::of_some(unit, &names);
    unit.variables.retain(|name| !RETRY_VARIABLES.contains(&name));
    let reason = of_each(open, |lack| Some(quoted(&lack.reason))).unwrap_or_default();
    unit.variables.set("RETRY_REASON", reason);
    unit.variables.set("RETRY_SCOPE", of_each(open, |lack| Some(lack.scope())).unwrap_or_default());
    if let Some(covered) = of_each(open, Lack::covered) {
        unit.variables.set("RETRY_COVERED", covered);
    }
    unit.variables.set("RETRY_BELOW", below.to_string());
    let subject = unit.subject.strip_prefix("Again: ").unwrap_or(&unit.subject);
    let subject = format!("Again: {subject}");
    Some(DispatchUnit {
        attempt: last.saturating_add(1),
        prompt: match words {
            Some(words) => list::prompt_again(&words, &unit.variables, unit.expect, types, &unit.agent, &subject),
            None => bindings::prompt(&unit.variables, unit.expect, types, &unit.agent, &subject),
        },
        subject,
        ..unit
    })
}

/// What is said of each that lacks something: once where it is the same of all.
fn of_each<'r>(open: &[(&str, Lack<'r>)], say: impl Fn(&Lack<'r>) -> Option<String>) -> Option<String> {
    let said: Vec<(&str, Option<String>)> = open.iter().map(|(name, lack)| (*name, say(lack))).collect();
    let (_, first) = said.first()?;
    if said.iter().all(|(_, said)| said == first) {
        return first.clone();
    }
    let lines = said.iter().filter_map(|(name, said)| Some(format!("{}: {}", bindings::line(name), said.as_ref()?)));
    Some(lines.collect::<Vec<_>>().join("\n"))
}

impl Lack<'_> {
    /// What is to be done: all of it, or what a reply left out.
    fn scope(&self) -> String {
        let Some(part) = &self.part else { return ALL_OF_IT.to_owned() };
        let last = self.results.iter().map(|result| result.attempt).max();
        let mut deciding = self.results.iter().filter(|result| Some(result.attempt) == last);
        let uncovered = deciding.find_map(|result| result.uncovered.as_deref());
        let stated = match uncovered {
            Some(uncovered) => Some(format!("stated as not covered: {}", quoted(uncovered))),
            None => part.stated.map(|stated| format!("stated as covered: {}", quoted(stated))),
        };
        let rest = part.coverage.filter(|coverage| *coverage < Percent::FULL).map(|coverage| {
            format!("the remaining {}", Percent::from_tenths(Percent::FULL.tenths() - coverage.tenths()))
        });
        let missing = match (rest, stated) {
            (Some(rest), Some(stated)) => format!("{rest}: {stated}"),
            (Some(rest), None) => rest,
            (None, Some(stated)) => format!("what is missing: {stated}"),
            (None, None) => "what is missing or incomplete".to_owned(),
        };
        format!("{missing}. State the coverage of the whole task, including what was already covered")
    }

    /// What the replies hold already; `None` where they say nothing of it, or all is to be done.
    fn covered(&self) -> Option<String> {
        self.part.as_ref()?;
        let held = self.results.iter().flat_map(|result| parts(result)).collect::<Vec<_>>();
        let shown: Vec<String> = held.iter().take(COVERED_LISTED).map(|part| quoted(part)).collect();
        let more = match held.len().saturating_sub(COVERED_LISTED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        (!shown.is_empty()).then(|| shown.join(", ") + &more)
    }
}

/// A piece of a reply, fit to stand in a prompt.
fn quoted(text: &str) -> String {
    unmarked(&quote(text))
}

/// What a reply has finished, by name: sections that were read, items that were judged, criteria that are met.
fn parts(result: &AgentResult) -> Vec<&str> {
    match &result.detail {
        Detail::Digest(digest) => digest.sections.iter().map(|section| section.heading.as_str()).collect(),
        Detail::Verification(list) => list.items.iter().map(|item| item.item.as_str()).collect(),
        Detail::Implementation(work) => {
            let met = work.criteria.iter().filter(|criterion| criterion.passed == Some(true));
            met.map(|criterion| criterion.criterion.as_str()).collect()
        }
        Detail::DesignPlan(plan) => plan.components.iter().map(|component| component.name.as_str()).collect(),
        _ => Vec::new(),
    }
}

/// The document of a reader that failed: it can be read without one.
fn direct_read(unit: &DispatchUnit) -> Option<String> {
    let failed = unit.variables.get("RETRY_SCOPE") == Some(ALL_OF_IT);
    let reads = unit.expect == Expected::Type(ResultType::Digest);
    (failed && reads).then(|| bindings::line(unit.variables.get("DOC_PATH").unwrap_or(&unit.unit)))
}

/// The same units, each by itself.
fn one_by_one(waves: Vec<Wave>) -> Vec<Wave> {
    let mut single = Vec::new();
    for wave in waves {
        let several = wave.units.len() > 1;
        for (at, unit) in wave.units.into_iter().enumerate() {
            let name = if several { format!("{}-{}", wave.name, at + 1) } else { wave.name.clone() };
            single.push(Wave { name, round_of: None, team: None, units: vec![unit] });
        }
    }
    single
}

/// A wave, and behind it one for each of its units that got into the way of others.
fn alone(wave: Wave, clashing: &BTreeSet<String>) -> Vec<Wave> {
    let (alone, together): (Vec<_>, Vec<_>) =
        wave.units.into_iter().partition(|unit| clashing.contains(unit.unit.as_str()));
    let rounds =
        [together].into_iter().filter(|units| !units.is_empty()).chain(alone.into_iter().map(|unit| vec![unit]));
    let mut made = waves::named(&wave.name, rounds.collect());
    for (at, round) in made.iter_mut().enumerate() {
        let number = if round.round_of.is_some() { format!("-{}", at + 1) } else { String::new() };
        round.round_of = wave.round_of.clone().or(round.round_of.take());
        round.team = wave.team.as_ref().map(|team| format!("{team}{number}"));
    }
    made
}

/// The rounds of a wave as few as they may be, now that most of its units are covered: none wider than the widest was, and
/// tasks still after those that they come after, and beside none that touches the same file.
fn joined(waves: Vec<Wave>, plan: &DispatchPlan) -> Vec<Wave> {
    let mut all: Vec<Wave> = Vec::new();
    let mut rounds: Vec<Wave> = Vec::new();
    for wave in waves {
        if rounds.last().is_some_and(|last| last.round_of != wave.round_of) {
            all.extend(of_rounds(std::mem::take(&mut rounds), plan));
        }
        if wave.round_of.is_some() { rounds.push(wave) } else { all.push(wave) }
    }
    all.extend(of_rounds(rounds, plan));
    all
}

fn of_rounds(rounds: Vec<Wave>, plan: &DispatchPlan) -> Vec<Wave> {
    let Some((first, name)) = rounds.first().and_then(|first| Some((first, first.round_of.clone()?))) else {
        return rounds;
    };
    // The name of a team ends as that of its wave does.
    let number = first.name.strip_prefix(&name).unwrap_or_default();
    let team = first.team.as_ref().map(|team| team.strip_suffix(number).unwrap_or(team).to_owned());
    let of_name = plan.waves.iter().filter(|wave| wave.round_of.as_ref() == Some(&name));
    let at_once = of_name.map(|wave| wave.units.len()).max().unwrap_or(1);
    // Where the tasks of a plan that somebody changed wait for each other, they keep their rounds.
    let units = rounds.iter().flat_map(|wave| &wave.units).cloned().collect();
    let Ok(order) = waves::of_tasks(units, at_once) else { return rounds };
    let mut made = waves::named(&name, order);
    for wave in &mut made {
        let number = wave.name.strip_prefix(&name).unwrap_or_default();
        wave.team = team.as_ref().map(|team| format!("{team}{number}"));
    }
    made
}

/// The units that a plan asks for; of a group its tasks.
fn planned_units(plan: &DispatchPlan) -> BTreeSet<Identity> {
    let units = plan.waves.iter().flat_map(|wave| &wave.units);
    units.flat_map(DispatchUnit::answered).filter_map(Identity::of).collect()
}

/// Why nothing is asked again, in a sentence.
fn nothing_left(report: &Report, plan: Option<&DispatchPlan>, unnamed: usize) -> String {
    let planned: Option<BTreeSet<Identity>> = plan.map(planned_units);
    let is_enough = |gap: &&CoverageGap| match &planned {
        Some(planned) => Identity::of(&gap.unit).is_some_and(|unit| planned.contains(&unit)),
        None => !gap.retry,
    };
    let given_up = report.gaps.iter().filter(is_enough).any(|gap| !gap.retry && gap.reason.contains(NOT_RECOVERABLE));
    let threshold = plan.map_or_else(String::new, |plan| format!(" of {}", plan.retry_below));
    let threshold = if given_up { format!("{threshold}, or it is {NOT_RECOVERABLE}") } else { threshold };
    match report.gaps.iter().filter(is_enough).count() {
        0 if unnamed > 0 => "Nothing can be asked again: the failed replies name no task.".to_owned(),
        0 => "Nothing left to ask: every task is covered.".to_owned(),
        1 => {
            format!("Nothing left to ask: 1 task has a gap, but its coverage is not below the threshold{threshold}.")
        }
        count => format!(
            "Nothing left to ask: {count} tasks have gaps, but their coverage is not below the threshold{threshold}."
        ),
    }
}

/// That tasks touched one file, where they did.
fn clashed(clashing: &BTreeSet<String>) -> Option<String> {
    let names: Vec<String> = clashing.iter().map(|name| quote(name)).collect();
    let run = if names.len() == 1 { "runs" } else { "run" };
    (!names.is_empty())
        .then(|| format!("{} touched a file of another task, and {run} again one after the other", some(&names)))
}

/// Some names, and how many more there are.
fn some(names: &[String]) -> String {
    match names.len().saturating_sub(NAMED) {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ")),
    }
}

/// Why nothing runs at the same time, where the plan or what became of it says so.
fn one_after_the_other(plan: Option<&DispatchPlan>, failed: &[String]) -> Option<String> {
    if failed.is_empty() {
        return plan.filter(|plan| !plan.fan_out).and_then(|plan| plan.reason.clone());
    }
    let waves = failed.iter().map(|name| quote(name)).collect::<Vec<_>>().join(", ");
    Some(format!("every task of {waves} failed: fall back to sequential execution"))
}

/// Why nothing runs at the same time, what to do in the place of agents, and what cannot be asked.
fn reason(why: Option<String>, reads: &[String], unnamed: usize) -> Option<String> {
    let mut said: Vec<String> = why.into_iter().collect();
    if !reads.is_empty() {
        let named = some(reads);
        let readers = if reads.len() == 1 { "a reader" } else { "readers" };
        said.push(format!("{readers} failed: read the document directly instead ({named})"));
    }
    if unnamed > 0 {
        said.push(format!(
            "{} failed without naming a unit and cannot be asked again",
            if unnamed == 1 { "1 reply".to_owned() } else { format!("{unnamed} replies") }
        ));
    }
    (!said.is_empty()).then(|| said.join("; "))
}
