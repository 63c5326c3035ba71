//! The coverage map: the state of each unit, and what is left to do.

use std::collections::{BTreeMap, BTreeSet};

use super::answer::Answer;
use super::{number, references};
use crate::dialect::has_failures;
use crate::model::{
    AgentResult, Artifact, Code, CoverageGap, CoverageRow, Detail, Dialect, Digest, Expected, ExpectedUnit, Finding,
    FindingState, ItemStatus, KeyValue, Member, Metadata, Outcome, Percent, ResultType, SEVERITIES, Severity, Status,
    Unanswered, UnifiedFinding, UnitStatus, severity_of_word,
};
use crate::order::{Arrange, Gather};
use crate::part::units::Identity;
use crate::part::{coverage, figures, returns};
use crate::text::escape::fold;
use crate::text::inline;

/// A unit, what was asked of it, and what came.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    name: String,
    /// Its answers, by their places.
    answers: Vec<usize>,
    /// The places of what is said of it together with others, beside answers of its own, which alone decide.
    beside: Vec<usize>,
    /// Whether the host expected it.
    expected: bool,
    /// The agents that were asked by name.
    asked: BTreeSet<String>,
    /// What was asked for.
    expects: BTreeSet<Expected>,
    /// Who was asked for what.
    asks: BTreeSet<(Option<String>, Option<Expected>)>,
    /// With which prompts.
    prompts: Vec<Unanswered>,
}

/// What keeps a unit open that somebody analysed in full.
struct Open {
    status: UnitStatus,
    reason: String,
}

/// A unit in the report.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its row in the coverage map.
    pub row: CoverageRow,
    /// What is missing; `None` where it was analysed in full.
    pub gap: Option<CoverageGap>,
}

/// The units that were expected or answered, each once, sorted; then the answers that name no unit, each for itself.
#[must_use]
pub fn units(answers: &[Answer], expected: &[ExpectedUnit]) -> Vec<Unit> {
    let mut units: BTreeMap<Identity, Unit> = BTreeMap::new();
    // A name without any word names no unit.
    // Of several spellings of one unit the smallest counts, in whatever order they come.
    let mut expected: Vec<&ExpectedUnit> = expected.iter().collect();
    expected.arrange_by(|one, other| one.unit.cmp(&other.unit));
    for (identity, expected) in expected.into_iter().filter_map(|unit| Identity::of(&unit.unit).map(|it| (it, unit))) {
        let name = identity.name().to_owned();
        let unit = units.entry(identity).or_insert_with(|| Unit { name, expected: true, ..Unit::default() });
        unit.asked.extend(expected.agent.iter().cloned());
        unit.expects.extend(expected.expect);
        unit.asks.insert((expected.agent.clone(), expected.expect));
        let prompt = |asked: &String| Unanswered { agent: expected.agent.clone(), asked: asked.clone() };
        unit.prompts.extend(expected.asked.as_ref().map(prompt));
    }
    let labelled = is_labelled(answers);
    let awaited: BTreeSet<Identity> = units.keys().cloned().gather();
    let mut unnamed = Vec::new();
    let mut on_several = Vec::new();
    for (at, answer) in answers.iter().enumerate() {
        let tasks = answer.unit.as_ref().map(|unit| tasks(unit, &units)).unwrap_or_default();
        match &answer.unit {
            Some(identity) if !answer.is_trusted(labelled) && (awaited.contains(identity) || !tasks.is_empty()) => {
                unnamed.push((at, answer));
            }
            Some(_) if !tasks.is_empty() => on_several.push((at, answer, tasks)),
            Some(identity) => {
                let named = || Unit { name: identity.name().to_owned(), ..Unit::default() };
                units.entry(identity.clone()).or_insert_with(named).answers.push(at);
            }
            None => unnamed.push((at, answer)),
        }
    }
    // What is said of a task alone counts before what the same attempt says of several together.
    let trusted = answers.iter().filter(|answer| answer.is_trusted(labelled) && !on_several.is_empty());
    let told: BTreeSet<(&Identity, u32)> =
        trusted.filter_map(|answer| Some((answer.unit.as_ref()?, answer.result.attempt))).gather();
    for (at, answer, tasks) in on_several {
        let is_open = |task: &&Identity| !told.contains(&(*task, answer.result.attempt));
        let is_beside = !tasks.iter().any(|task| is_open(&task));
        for task in tasks.iter().filter(|task| is_beside || is_open(task)) {
            let Some(unit) = units.get_mut(task) else { continue };
            if is_beside { unit.beside.push(at) } else { unit.answers.push(at) }
        }
    }
    let mut units: Vec<_> = units.into_values().collect();
    for unit in &mut units {
        unit.answers.arrange();
    }
    let mut taken: BTreeSet<String> = units.iter().map(|unit| unit.name.clone()).gather();
    let mut repeated: BTreeMap<String, u32> = BTreeMap::new();
    for (at, answer) in unnamed {
        let base = match &answer.result.source {
            Some(source) if taken.contains(source) && !repeated.contains_key(source) => {
                format!("{source} (no task named)")
            }
            Some(source) => source.clone(),
            None => "(no task named)".to_owned(),
        };
        let count = repeated.entry(base.clone()).or_default();
        let mut name = base.clone();
        while taken.contains(&name) {
            *count += 1;
            name = format!("{base} {}", *count + 1);
        }
        taken.insert(name.clone());
        units.push(Unit { name, answers: vec![at], ..Unit::default() });
    }
    units
}

/// The tasks that a unit names together, where each of them was asked for and the unit was not.
fn tasks(unit: &Identity, units: &BTreeMap<Identity, Unit>) -> Vec<Identity> {
    let wanted = Expected::Type(ResultType::Implementation);
    let is_asked =
        |task: &Identity| units.get(task).is_some_and(|unit| unit.expected && unit.expects.contains(&wanted));
    let tasks: Vec<Identity> = unit.each().collect();
    let is_of_tasks = !units.contains_key(unit) && tasks.iter().all(is_asked);
    if is_of_tasks { tasks } else { Vec::new() }
}

/// Whether the host says of any reply what it is on. Then what another claims closes no gap of what was expected.
#[must_use]
pub fn is_labelled(answers: &[Answer]) -> bool {
    answers.iter().any(Answer::unit_given)
}

impl Unit {
    /// The row of the unit, and its gap. Its findings are counted later.
    ///
    /// The highest attempt decides; of one attempt FINDINGS before CLEAN before PARTIAL before ERROR. What is PARTIAL and
    /// covers less than `below` is asked again. Where several agents were labelled by the host, each has to finish.
    #[must_use]
    pub fn row(&self, answers: &[Answer], below: Percent) -> Row {
        let all = self.of_these(answers);
        let last = all.iter().map(|answer| answer.result.attempt).max();
        let deciding: Vec<&AgentResult> =
            all.iter().map(|answer| &answer.result).filter(|result| Some(result.attempt) == last).collect();
        let best =
            deciding.iter().min_by_key(|result| (UnitStatus::from(result.status), std::cmp::Reverse(stated(result))));
        let open = self.open(&all);
        let status = best.map_or(UnitStatus::Missing, |best| best.status.into());
        let coverage = coverage(&deciding);
        let complete = deciding.iter().any(|result| is_complete(result));
        let agents: BTreeSet<&String> =
            all.iter().filter_map(|answer| answer.result.agent.as_ref()).chain(&self.asked).gather();
        let reasons = [
            best.and_then(|best| best.reason.clone().or_else(|| lost(best).filter(|_| !complete))),
            open.as_ref().map(|open| open.reason.clone()).or(best.is_none().then(|| "no reply".to_owned())),
        ];
        let reason = reasons.into_iter().flatten().collect::<Vec<_>>().join("; ");
        let mut results: Vec<u32> = self.answers.iter().chain(&self.beside).map(|at| number(*at)).collect();
        results.arrange();
        let row = CoverageRow {
            unit: self.name.clone(),
            agents: agents.into_iter().cloned().collect(),
            status,
            stated_status: best.and_then(|best| best.stated_status.clone()),
            coverage,
            confidence: best.and_then(|best| best.metadata.confidence),
            duration: best.and_then(|best| duration(best)),
            findings: 0,
            reason: Some(reason).filter(|reason| !reason.is_empty()),
            results,
            unanswered: self.unanswered(&all),
        };
        let gap = match best {
            Some(_) if complete && open.is_none() => None,
            Some(best) => {
                let is_other =
                    all.iter().any(|answer| answer.is_other && std::ptr::eq(&raw const answer.result, *best));
                let gap = gap(&row, best, complete, open, below);
                let stated_coverage = gap.stated_coverage.filter(|_| !is_other);
                Some(CoverageGap { retry: gap.retry || is_other, stated_coverage, ..gap })
            }
            None => Some(CoverageGap {
                unit: row.unit.clone(),
                status,
                reason: row.reason.clone().unwrap_or_default(),
                coverage: None,
                confidence: None,
                retry: true,
                missing: None,
                stated_coverage: None,
            }),
        };
        Row { row, gap }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many answers were asked for, how many of them failed, and how many never came.
    ///
    /// An answer of which is not known whose it is, or of what type, is any of those that are still open.
    #[must_use]
    pub fn tally(&self, answers: &[Answer]) -> [usize; 3] {
        let asks = self.distinct_asks();
        if asks.len() < 2 {
            let awaited = self.is_awaited(answers);
            return [1, usize::from(!awaited && self.has_failed(answers)), usize::from(awaited)];
        }
        let all = self.of_these(answers);
        let is_agent = |answer: &Answer, agent: &str| {
            (answer.agent_given || !answer.unit_given()) && answer.result.agent.as_deref() == Some(agent)
        };
        let is_to = |answer: &Answer, (agent, expect): &(Option<String>, Option<Expected>)| {
            agent.as_deref().is_none_or(|agent| is_agent(answer, agent))
                && expect.is_none_or(|expect| answer.result.answers() == Some(expect))
        };
        let (mut failed, mut open) = (0, 0);
        for ask in &asks {
            let of: Vec<&Answer> = all.iter().filter(|answer| is_to(answer, ask)).copied().collect();
            let last = of.iter().map(|answer| answer.result.attempt).max();
            let mut deciding = of.iter().filter(|answer| Some(answer.result.attempt) == last);
            open += usize::from(of.is_empty());
            failed += usize::from(!of.is_empty() && deciding.all(|answer| self.fails(&answer.result)));
        }
        let by_agent = asks.iter().all(|(agent, _)| agent.is_some());
        let is_any =
            |answer: &&&Answer| !((by_agent && answer.agent_given) || asks.iter().any(|ask| is_to(answer, ask)));
        // Attempts of one agent are one answer.
        let mut others: BTreeMap<u32, [usize; 2]> = BTreeMap::new();
        for answer in all.iter().filter(is_any) {
            let [came, errors] = others.entry(answer.result.attempt).or_default();
            *came += 1;
            *errors += usize::from(self.fails(&answer.result));
        }
        let [came, errors] = others.into_values().max().unwrap_or_default();
        let filled = came.min(open);
        [asks.len(), failed + filled.saturating_sub(came - errors), open - filled]
    }

    /// Who was asked for what; what another says more exactly is not counted beside it.
    fn distinct_asks(&self) -> Vec<&(Option<String>, Option<Expected>)> {
        let says_less = |one: &(Option<String>, Option<Expected>), other: &(Option<String>, Option<Expected>)| {
            one != other && (one.0.is_none() || one.0 == other.0) && (one.1.is_none() || one.1 == other.1)
        };
        self.asks.iter().filter(|one| !self.asks.iter().any(|other| says_less(one, other))).collect()
    }

    /// Whether somebody is still to answer.
    #[must_use]
    pub fn is_awaited(&self, answers: &[Answer]) -> bool {
        self.answers.is_empty() || self.silent(&self.of_these(answers)).is_some()
    }

    /// Whether its last attempt failed, and no answer of it did not.
    #[must_use]
    pub fn has_failed(&self, answers: &[Answer]) -> bool {
        let all = self.of_these(answers);
        let last = all.iter().map(|answer| answer.result.attempt).max();
        let mut deciding = all.iter().filter(|answer| Some(answer.result.attempt) == last);
        last.is_some() && deciding.all(|answer| self.fails(&answer.result))
    }

    /// Whether an answer counts as failed: it is an ERROR, or a protocol was asked for and it has no summary line.
    fn fails(&self, result: &AgentResult) -> bool {
        result.status == Status::Error || (lacks_line(result) && !self.expects.is_empty())
    }

    fn of_these<'a>(&self, answers: &'a [Answer]) -> Vec<&'a Answer> {
        self.answers.iter().filter_map(|at| answers.get(*at)).collect()
    }

    /// Whether the host expected it.
    #[must_use]
    pub fn was_expected(&self) -> bool {
        self.expected
    }

    /// What is still to come or to be finished.
    fn open(&self, answers: &[&Answer]) -> Option<Open> {
        let silent = self.silent(answers);
        let status = if silent.is_some() { UnitStatus::Missing } else { UnitStatus::Partial };
        let reasons = [silent, unfinished(answers)].into_iter().flatten();
        reasons.reduce(|one, other| format!("{one}; {other}")).map(|reason| Open { status, reason })
    }

    /// What is still to come, in words: answers of agents that were asked by name, and of types that were asked for.
    fn silent(&self, answers: &[&Answer]) -> Option<String> {
        let said: Vec<_> = [self.silent_agents(answers), self.silent_types(answers)].into_iter().flatten().collect();
        (!said.is_empty()).then(|| said.join("; "))
    }

    /// The prompts of agents of which no answer is.
    fn unanswered(&self, answers: &[&Answer]) -> Vec<Unanswered> {
        let is_open = |prompt: &&Unanswered| match &prompt.agent {
            Some(agent) => answers.iter().all(|answer| answer.result.agent.as_ref() != Some(agent)),
            None => answers.is_empty(),
        };
        let mut open: Vec<Unanswered> = self.prompts.iter().filter(is_open).cloned().collect();
        open.arrange_by(|one, other| (&one.agent, &one.asked).cmp(&(&other.agent, &other.asked)));
        open.dedup();
        open
    }

    /// Which of several types that were asked for never came. An answer of no type or of another may be any of them.
    fn silent_types(&self, answers: &[&Answer]) -> Option<String> {
        if self.expects.len() < 2 || answers.is_empty() {
            return None;
        }
        let (known, others): (BTreeSet<_>, BTreeSet<_>) = answers
            .iter()
            .map(|answer| answer.result.answers())
            .partition(|read| read.is_some_and(|read| self.expects.contains(&read)));
        let open: Vec<_> = self.expects.iter().filter(|wanted| !known.contains(&Some(**wanted))).collect();
        let names = open.iter().map(|wanted| wanted.word()).collect::<Vec<_>>().join(", ");
        (open.len() > others.len()).then(|| format!("no {names} reply"))
    }

    /// Which of the agents that were asked by name never answered, in words.
    ///
    /// An answer that the host labels with an agent is that agent's. What a reply claims counts only where the host
    /// labels nothing of it. Any other answer is that of some agent that was asked, and it is not known which.
    fn silent_agents(&self, answers: &[&Answer]) -> Option<String> {
        let mut open = self.asked.clone();
        let mut others: BTreeMap<u32, usize> = BTreeMap::new();
        for answer in answers {
            let trusted = answer.agent_given || !answer.unit_given();
            match &answer.result.agent {
                Some(agent) if trusted && self.asked.contains(agent) => {
                    open.remove(agent);
                }
                _ if answer.agent_given => {}
                _ => *others.entry(answer.result.attempt).or_default() += 1,
            }
        }
        // Attempts of one agent are one answer.
        let others = others.into_values().max().unwrap_or(0);
        let count = open.len().saturating_sub(others);
        let names: Vec<_> = open.iter().map(|agent| super::speaker::brief(agent)).collect();
        match count {
            0 => None,
            count if count == open.len() => Some(format!("no reply from {}", names.join(", "))),
            count => Some(format!("no reply from {count} of {}", names.join(", "))),
        }
    }
}

/// Which agents, each labelled by the host, did not finish where another one did: what one read does not stand for what
/// another was to find.
fn unfinished(answers: &[&Answer]) -> Option<String> {
    let mut by_agent: BTreeMap<&str, Vec<&AgentResult>> = BTreeMap::new();
    for result in answers.iter().filter(|answer| answer.agent_given).map(|answer| &answer.result) {
        if let Some(agent) = &result.agent {
            by_agent.entry(agent).or_default().push(result);
        }
    }
    let is_done = |results: &[&AgentResult]| {
        let last = results.iter().map(|result| result.attempt).max();
        results.iter().any(|result| Some(result.attempt) == last && is_complete(result))
    };
    let (done, open): (Vec<_>, Vec<_>) = by_agent.into_iter().partition(|(_, results)| is_done(results));
    if done.is_empty() || open.is_empty() {
        return None;
    }
    let names: Vec<_> = open.into_iter().map(|(agent, _)| super::speaker::brief(agent)).collect();
    Some(format!("not finished by {}", names.join(", ")))
}

/// The gap of a unit that somebody answered.
fn gap(row: &CoverageRow, best: &AgentResult, complete: bool, open: Option<Open>, below: Percent) -> CoverageGap {
    if let Some(Open { status, reason }) = open.as_ref().filter(|_| complete) {
        return CoverageGap {
            unit: row.unit.clone(),
            status: *status,
            reason: reason.clone(),
            coverage: row.coverage,
            confidence: row.confidence,
            retry: true,
            missing: None,
            stated_coverage: None,
        };
    }
    let retry = match best.status {
        _ if is_final(best) => false,
        Status::Error => true,
        Status::Partial => row.coverage.is_none_or(|coverage| coverage < below),
        // The agent says that it is done: that it left a little out is shown, and for a person to judge. What was lost on the
        // way is asked for again, and so is what leaves out too much.
        Status::Clean | Status::Findings => {
            lost(best).is_some() || row.coverage.is_some_and(|coverage| coverage < below)
        }
    };
    let usual = match (best.status, row.coverage) {
        (Status::Error, _) => "failed".to_owned(),
        (Status::Clean | Status::Findings, _) if lost(best).is_some() => lost(best).unwrap_or_default(),
        (Status::Clean | Status::Findings, None) if best.uncovered.is_some() => {
            "it says what it did not look at".to_owned()
        }
        (_, Some(coverage)) => format!("{coverage} covered"),
        (_, None) => "incomplete".to_owned(),
    };
    let said = best.reason.clone().unwrap_or(usual);
    let tried = best.attempted.as_deref().map(|tried| format!("tried: {}", fold(tried)));
    let next = match &best.recovery {
        _ if is_final(best) => Some(NOT_RECOVERABLE.to_owned()),
        Some(recovery) => Some(format!("to recover: {recovery}")),
        None => None,
    };
    let more: Vec<String> = [tried, next].into_iter().flatten().collect();
    let said = if more.is_empty() { said } else { format!("{said} ({})", more.join("; ")) };
    let is_open = open.is_some();
    let reasons = [Some(said), open.map(|open| open.reason)];
    CoverageGap {
        unit: row.unit.clone(),
        status: row.status,
        reason: reasons.into_iter().flatten().collect::<Vec<_>>().join("; "),
        coverage: row.coverage,
        confidence: row.confidence,
        retry: retry || is_open,
        missing: best.uncovered.as_deref().map(fold),
        stated_coverage: stated_coverage(best),
    }
}

/// How long a reply says that its work took.
fn duration(result: &AgentResult) -> Option<String> {
    let seconds = match &result.detail {
        Detail::Return(detail) => detail.metadata.get("duration_seconds").filter(|seconds| seconds.is_number()),
        _ => None,
    };
    result.metadata.duration.clone().or_else(|| seconds.map(|seconds| format!("{seconds} s")))
}

/// What the reason of a gap says where asking again is of no use.
pub const NOT_RECOVERABLE: &str = "not recoverable";

/// Whether a return that is not whole calls all of its errors not recoverable: it is not asked for again.
#[must_use]
pub fn is_final(result: &AgentResult) -> bool {
    let Detail::Return(detail) = &result.detail else { return false };
    matches!(result.status, Status::Error | Status::Partial)
        && !detail.errors.is_empty()
        && detail.errors.iter().all(|error| error.recoverable == Some(false))
}

/// What a reply says of its coverage beyond a bare figure.
fn stated_coverage(result: &AgentResult) -> Option<String> {
    let stated = result.metadata.coverage.as_ref().or(result.coverage.as_ref().map(|coverage| &coverage.stated))?;
    let is_figure = stated.chars().all(|part| part.is_ascii_digit() || matches!(part, '.' | '%' | ' ' | '~' | '/'));
    (!is_figure).then(|| stated.clone())
}

fn stated(result: &AgentResult) -> Option<Percent> {
    result.coverage.as_ref().and_then(|coverage| coverage.percent)
}

/// Analysed in full: CLEAN or FINDINGS, no stated coverage under 100 %, nothing that is said to be left out, and nothing of
/// what was found lost on the way.
#[must_use]
pub fn is_complete(result: &AgentResult) -> bool {
    matches!(result.status, Status::Clean | Status::Findings)
        && result.uncovered.is_none()
        && stated(result).is_none_or(|percent| percent >= Percent::FULL)
        && lost(result).is_none()
}

/// Whether a reply was read as one that has no summary line.
#[must_use]
pub fn lacks_line(result: &AgentResult) -> bool {
    [Code::MissingSummaryLine, Code::UnfilledTemplate].into_iter().any(|code| result.has_diagnostic(code))
}

/// Whether something of a reply was lost on the way.
#[must_use]
pub fn is_lossy(result: &AgentResult) -> bool {
    lost(result).is_some()
}

/// What shows that a reply did not come whole, in words.
fn lost(result: &AgentResult) -> Option<String> {
    let short = |of: Option<(usize, usize, &'static str)>| of.filter(|(stated, read, _)| stated > read);
    if let Some((stated, read, what)) = short(listed(result)).or_else(|| unlisted(result)) {
        let ending = if stated == 1 { "" } else { "s" };
        return Some(format!("it states {stated} {what}{ending}, but {read} could be read"));
    }
    if result.has_diagnostic(Code::FindingsNotRead) {
        let read = if result.findings.is_empty() { "none could be read" } else { "not all could be read" };
        return Some(format!("it states findings, but {read}"));
    }
    if stated(result).is_none() && result.coverage.as_ref().is_some_and(|said| coverage::is_less(&said.stated)) {
        return Some("it states incomplete coverage".to_owned());
    }
    if says_nothing(result) {
        return Some("it holds nothing of what was asked for".to_owned());
    }
    if let Some(said) = means_nothing(result) {
        return Some(said);
    }
    if let Some((stated, read, what)) = milder(result).or_else(|| more_done(result)).or_else(|| more_passed(result)) {
        return Some(format!("it states {stated} {what}, but {read} could be read as such"));
    }
    if has_no_open_item(result) {
        return Some("it states findings, but no item is open".to_owned());
    }
    if states_open(result) {
        return Some("it states findings, but all that could be read are settled".to_owned());
    }
    if let Some(lacks) = lacks_of_return(result) {
        return Some(format!("it states that it is done, but {lacks}"));
    }
    result.has_diagnostic(Code::CutOff).then(|| "it ends in the middle of a table".to_owned())
}

/// The share of sections that a reader states, where it cannot be: `8/7 sections read`, `0/0 sections read`.
fn means_nothing(result: &AgentResult) -> Option<String> {
    let Detail::Digest(_) = &result.detail else { return None };
    let (part, whole) = result.coverage.as_ref()?.stated.split_once('/')?;
    let part: u32 = part.trim().parse().ok()?;
    let whole: u32 = whole.split_whitespace().next()?.parse().ok()?;
    (part > whole || whole == 0).then(|| format!("it states {part}/{whole} sections"))
}

/// How many findings the summary line states, how many could be read, and what they are called. The reports of agents have
/// figures of their own: the issues of a pair, the findings on a dimension by severity, the components that a screen lacks.
fn listed(result: &AgentResult) -> Option<(usize, usize, &'static str)> {
    let figure = |key: &str| figure(result, key);
    let read = references::reported(result);
    let own = || match &result.detail {
        Detail::Consistency(_) => Some((figure("issues")?, read, "issue")),
        Detail::DesignPlan(plan) => Some((figure("missing")?, plan.missing.len(), "missing component")),
        Detail::Verification(checklist) => Some((figure("items")?, checklist.items.len(), "item")),
        // What passed may be told by the figure alone; of what failed, a step has to be seen.
        Detail::Steps(steps) if result.status == Status::Findings && steps.failed().next().is_none() => {
            Some((usize::try_from(steps.total?).ok()?, steps.steps.len(), "step"))
        }
        _ => None,
    };
    packed(result)
        .and_then(|parts| parts.into_iter().try_fold(0_usize, usize::checked_add))
        .or_else(|| figure("findings"))
        .map(|stated| (stated, read, "finding"))
        .or_else(own)
}

/// What a digest, a task or a plan states more of than it lists. The tables of a digest may be shortened, and what is
/// told of a dimension is listed nowhere.
fn unlisted(result: &AgentResult) -> Option<(usize, usize, &'static str)> {
    let figures = match &result.detail {
        _ if result.metrics.iter().any(|metric| metric.key.trim().eq_ignore_ascii_case("dimension")) => return None,
        Detail::Digest(digest) => {
            let known = digest.terms.len() + digest.entities.len() + digest.decisions.len() + digest.rules.len();
            let has_inventory = result.dialect != Dialect::AgentReport;
            let figures = [
                ("sections", digest.sections.len(), "section"),
                ("entities", known, "defined term"),
                ("cross-refs", digest.references.len(), "cross-reference"),
            ];
            let shown = figures.into_iter().filter(|(key, ..)| has_inventory || *key != "sections");
            shown.filter(|(_, read, _)| *read == 0 || !is_shortened(result, digest)).collect()
        }
        Detail::Implementation(work) => {
            // Of files and tests it is not fixed how many a row is on.
            let files = work.files.is_empty().then_some(("files", 0, "changed file"));
            let tests = (work.tests.is_empty() && !tells_tests(result)).then_some(("tests", 0, "test"));
            let criteria = Some(("criteria", work.criteria.len(), "requirement"));
            let gaps = Some(("gaps", work.gaps.len(), "gap"));
            [criteria, tests, files, gaps].into_iter().flatten().collect()
        }
        Detail::DesignPlan(plan) => vec![("components", plan.components.len(), "component")],
        _ => return None,
    };
    let sum = |key: &str| metric(result, key).and_then(figures::sum);
    let stated = |key: &str| sum(key).or_else(|| figure(result, key)).or_else(|| whole_of(result, key));
    let listed = figures.into_iter().filter_map(|(key, read, what)| Some((stated(key)?, read, what)));
    listed.into_iter().find(|(stated, read, _)| stated > read)
}

/// What the summary line states, as written.
fn metric<'r>(result: &'r AgentResult, key: &str) -> Option<&'r str> {
    let is_named = |metric: &&KeyValue| metric.key.trim().eq_ignore_ascii_case(key);
    result.metrics.iter().find(is_named).map(|metric| metric.value.as_str())
}

/// The whole of a share that the summary line states: `5/5`, `5 of 5`.
fn whole_of(result: &AgentResult, key: &str) -> Option<usize> {
    let written = metric(result, key)?;
    let Some((part, whole)) = written.split_once('/') else {
        return coverage::share(written).and_then(|(_, whole)| usize::try_from(whole).ok());
    };
    // `2/31`: the components of a plan, of those in the library.
    if key == "components" {
        return figures::whole(part);
    }
    figures::whole(part).max(figures::whole(whole))
}

/// On how many criteria a task reports: as listed, or as the summary line states; `None` where it tells of none.
#[must_use]
pub fn told_criteria(result: &AgentResult) -> Option<usize> {
    let Detail::Implementation(work) = &result.detail else { return None };
    let stated = whole_of(result, "criteria").or_else(|| figure(result, "criteria")).unwrap_or(0);
    Some(stated.max(work.criteria.len())).filter(|told| *told > 0)
}

/// Whether a task tells of its tests in a sentence.
fn tells_tests(result: &AgentResult) -> bool {
    let left = result.remainder.iter().map(|left| left.text.as_str());
    left.chain(result.confirmation.as_deref()).any(|text| inline::words(text).split(' ').any(|word| word == "tests"))
}

/// A whole number that the summary line states, or a line of the metadata.
fn figure(result: &AgentResult, key: &str) -> Option<usize> {
    let mut stated = result.metrics.iter().chain(&result.metadata.extra);
    figures::whole(&stated.find(|metric| metric.key.trim().eq_ignore_ascii_case(key))?.value)
}

/// The findings by severity in one figure: `1/0/2/0`, `1 critical, 2 minor`.
fn packed(result: &AgentResult) -> Option<[usize; SEVERITIES.len()]> {
    let counts = figures::counts(metric(result, "findings")?)?;
    let mut packed = [0_usize; SEVERITIES.len()];
    let in_order = counts.len() == packed.len();
    for (at, (beside, count)) in counts.iter().enumerate() {
        let place = match severity_of_word(beside) {
            Some(severity) => SEVERITIES.iter().position(|own| *own == severity)?,
            None if in_order && beside.is_empty() => at,
            None => return None,
        };
        let slot = packed.get_mut(place)?;
        *slot = slot.checked_add(*count)?;
    }
    Some(packed)
}

/// Where the findings that could be read are less severe than those that are stated: how many are stated, how many could be
/// read, and the severity.
fn milder(result: &AgentResult) -> Option<(usize, usize, &'static str)> {
    let packed = packed(result);
    let counts = metric(result, "findings").and_then(figures::counts).filter(|_| packed.is_some());
    let has_advisory = counts.is_some_and(|counts| counts.len() == SEVERITIES.len());
    let (mut stated, mut read) = (0_usize, 0_usize);
    for (at, severity) in SEVERITIES.into_iter().enumerate() {
        // What needs no action has no counter, and may be counted as minor.
        let counts_advisory = severity == Severity::Minor && !has_advisory;
        let is_of = |own: Severity| own == severity || (counts_advisory && own == Severity::Advisory);
        let said = packed.and_then(|parts| parts.get(at).copied()).or_else(|| figure(result, severity.word()));
        let found = result.findings.iter().filter(|finding| is_of(finding.severity)).count();
        stated = stated.saturating_add(said.unwrap_or(0));
        read = read.saturating_add(found);
        if let Some(said) = said.filter(|said| stated > read && *said > found) {
            return Some((said, found, severity.word()));
        }
    }
    None
}

/// Where more items of a checklist are stated as open, or as applied, than could be read as such.
fn more_done(result: &AgentResult) -> Option<(usize, usize, &'static str)> {
    let Detail::Verification(checklist) = &result.detail else { return None };
    let is_open = |status: ItemStatus| !matches!(status, ItemStatus::Applied | ItemStatus::NotApplicable);
    let left = checklist.items.iter().filter(|item| is_open(item.status)).count();
    let stated = |key: &str| figure(result, key).unwrap_or(0);
    let open = stated("partial").saturating_add(stated("missing"));
    let listed = [
        (open, left, "partial or missing"),
        (open.saturating_add(stated("applied")), checklist.items.len(), "applied, partial or missing"),
    ];
    listed.into_iter().find(|(stated, read, _)| stated > read)
}

/// Where more criteria or tests are stated to have passed than could be read as such, of as many rows.
fn more_passed(result: &AgentResult) -> Option<(usize, usize, &'static str)> {
    let Detail::Implementation(work) = &result.detail else { return None };
    let met = work.criteria.iter().filter(|row| row.passed == Some(true)).count();
    let passed = work.tests.iter().filter(|row| row.outcome == Some(Outcome::Pass)).count();
    let listed = [
        ("criteria", work.criteria.len(), met, "of the requirements as met"),
        ("tests", work.tests.len(), passed, "of the tests as passed"),
    ];
    listed.into_iter().find_map(|(key, rows, read, what)| {
        let (part, whole) = metric(result, key).and_then(coverage::share)?;
        let [part, whole] = [part, whole].map(|count| usize::try_from(count).unwrap_or(usize::MAX));
        (whole == rows && part > read).then_some((part, read, what))
    })
}

/// Whether a reply says that it is done and nothing else, or is a digest of no sections.
fn says_nothing(result: &AgentResult) -> bool {
    let is_blank = result.remainder.iter().all(|left| inline::is_wordless(&left.text)) && result.confirmation.is_none();
    let is_empty = match &result.detail {
        Detail::None => result.r#type.is_none() && result.metrics.is_empty() && result.metadata == Metadata::default(),
        Detail::Digest(digest) => digest.is_empty() && figure(result, "sections") == Some(0),
        _ => false,
    };
    let is_own = matches!(result.dialect, Dialect::ProtocolV1);
    is_own && result.status == Status::Clean && result.findings.is_empty() && is_blank && is_empty
}

/// Whether the inventory of a digest holds all sections that the digest says there are, and no row that stands for others.
#[must_use]
pub fn lists_all_sections(result: &AgentResult, digest: &Digest) -> bool {
    figure(result, "sections").is_none_or(|stated| stated <= digest.sections.len())
        && !digest.sections.iter().any(|section| stands_for_others(&section.heading))
}

/// Whether a row of a digest's tables stands for others: as a section, or left over.
fn is_shortened(result: &AgentResult, digest: &Digest) -> bool {
    let rows = digest.sections.iter().map(|row| &row.heading);
    rows.chain(result.remainder.iter().map(|left| &left.text)).any(|text| stands_for_others(text))
}

/// Whether a name is nothing but dots.
fn stands_for_others(name: &str) -> bool {
    name.contains(['.', '…']) && !name.contains(char::is_alphanumeric)
}

/// Whether a checklist is said to have findings, and nothing in it is open. What a ledger found may be settled.
fn has_no_open_item(result: &AgentResult) -> bool {
    let is_ledger = match &result.detail {
        Detail::Verification(list) => list.items.iter().any(|item| item.severity.is_some()),
        _ => false,
    };
    let is_list = result.r#type == Some(ResultType::Verification) && !is_ledger;
    is_list && result.status == Status::Findings && result.findings.is_empty() && !has_failures(&result.detail)
}

/// Whether the summary line counts findings of a severity that needs work, and all that were read are settled.
fn states_open(result: &AgentResult) -> bool {
    let is_settled = |finding: &Finding| finding.state != FindingState::Open;
    let counts = |severity: &Severity| figure(result, severity.word()).is_some_and(|count| count > 0);
    result.status == Status::Findings
        && !result.findings.is_empty()
        && result.findings.iter().all(is_settled)
        && !has_failures(&result.detail)
        && [Severity::Critical, Severity::Major].iter().any(counts)
}

/// What a return lacks that is done by its status: what it made, or whose return it is. Members of its own may say it.
fn lacks_of_return(result: &AgentResult) -> Option<&'static str> {
    let Detail::Return(detail) = &result.detail else { return None };
    // What the format names and nothing could be read from is no member of the return's own.
    if result.status != Status::Clean || detail.other.keys().any(|key| !returns::is_field(key)) {
        return None;
    }
    let is_told = detail.summary.as_deref().is_some_and(|summary| !summary.trim().is_empty());
    // Other words for "done" are those of other forms, which have no metadata.
    let is_own = result.stated_status.as_deref().is_some_and(|stated| stated.eq_ignore_ascii_case("completed"));
    match detail.artifacts.is_empty() {
        true if is_told => Some("names no result"),
        true => Some("reports no work"),
        false if is_own && detail.metadata.is_empty() => Some("has no metadata"),
        false if is_own && !is_told => Some("does not say what was done"),
        false => {
            let has_path = |artifact: &Artifact| !returns::is_unfilled_value(&artifact.path);
            let is_lacking =
                !detail.artifacts.iter().all(has_path) || detail.other.keys().any(|key| returns::lists_artifacts(key));
            (is_own && is_lacking).then_some("does not name every file of its work")
        }
    }
}

/// The best coverage that is stated; none where a complete answer states none.
fn coverage(deciding: &[&AgentResult]) -> Option<Percent> {
    if deciding.iter().any(|result| is_complete(result) && stated(result).is_none()) {
        return None;
    }
    deciding.iter().filter_map(|result| stated(result)).max()
}

/// Counts for each row the findings that one of its answers reports.
#[inline(never)]
pub fn count_findings(rows: &mut [Row], answers: &[Answer], findings: &[UnifiedFinding]) {
    let is_reported = |member: &&Member| {
        let [result, finding] = [member.result, member.finding].map(|at| usize::try_from(at).unwrap_or(usize::MAX));
        answers.get(result).and_then(|answer| answer.result.findings.get(finding)).is_none_or(|it| !it.derived)
    };
    let mut rows_of: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (at, row) in rows.iter().enumerate() {
        for result in &row.row.results {
            rows_of.entry(*result).or_default().push(at);
        }
    }
    for finding in findings {
        let members = finding.members.iter().filter(is_reported).filter_map(|member| rows_of.get(&member.result));
        let reporting: BTreeSet<&usize> = members.flatten().gather();
        for at in reporting {
            if let Some(row) = rows.get_mut(*at) {
                row.row.findings += 1;
            }
        }
    }
}

/// For each answer, the name of its row; where it is on several tasks together, their names together.
#[must_use]
#[inline(never)]
pub fn names(rows: &[Row], answers: &[Answer]) -> Vec<String> {
    let mut names = vec![String::new(); answers.len()];
    for row in rows {
        for at in row.row.results.iter().filter_map(|result| usize::try_from(*result).ok()) {
            let Some(name) = names.get_mut(at) else { continue };
            let unit = answers.get(at).and_then(|answer| answer.unit.as_ref());
            match unit.filter(|_| !name.is_empty()) {
                Some(unit) => unit.name().clone_into(name),
                None => name.clone_from(&row.row.unit),
            }
        }
    }
    names
}
