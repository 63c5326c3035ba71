//! Where agents disagree. Disagreement is shown with each agent's own words, and never resolved away.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::answer::Answer;
use super::findings::{members, stands};
use super::speaker::{brief, speakers};
use super::{number, spots};
use crate::model::{
    AgentResult, Assessment, Conflict, ConflictKind, Detail, Finding, FindingState, ResultType, SEVERITIES, Status,
    UnifiedFinding,
};
use crate::order::Gather;
use crate::part::units::{Identity, natural};

/// The most ids that a message names; the conflict itself has all.
const NAMED_IDS: usize = 10;

/// All disagreements: on severity and on type by finding, then on presence by unit.
#[must_use]
#[inline(never)]
pub fn conflicts(answers: &[Answer], findings: &[UnifiedFinding]) -> Vec<Conflict> {
    let within = findings.iter().flat_map(|finding| [severity(answers, finding), type_of(answers, finding)]);
    within.flatten().chain(kinds(answers, findings)).chain(presence(answers, findings)).collect()
}

/// Two findings that different replies report on the same two places, and take for different kinds.
fn kinds(answers: &[Answer], findings: &[UnifiedFinding]) -> Vec<Conflict> {
    let conflict = |pair: [usize; 2]| {
        let [one, other] = pair.map(|at| findings.get(at));
        let (one, other) = (one?, other?);
        let types = [one.r#type.as_deref()?, other.r#type.as_deref()?];
        if types[0].eq_ignore_ascii_case(types[1]) || ![one, other].iter().all(|finding| stands(answers, finding)) {
            return None;
        }
        let said = [voices(answers, one).into_iter().next()?, voices(answers, other).into_iter().next()?];
        let names = speakers(&said.map(|(at, result, _)| (at, result)));
        let message = format!(
            "Type disagreement on the same two locations: {} reported {}, {} reported {}.",
            names.first()?,
            brief(types[0]),
            names.last()?,
            brief(types[1])
        );
        let says =
            |finding: &Finding| finding.stated_type.clone().or_else(|| finding.r#type.clone()).unwrap_or_default();
        let assessments = said.map(|(at, _, finding)| Assessment { result: number(at), says: says(finding) }).into();
        Some(Conflict {
            kind: ConflictKind::Type,
            findings: vec![one.id.clone(), other.id.clone()],
            message,
            assessments,
        })
    };
    spots::pairs(answers, findings).into_iter().filter_map(conflict).collect()
}

/// The members of a finding, each as the last attempt of its dispatch has it: an agent that is asked again and then says
/// something else does not contradict itself. What is settled is no assessment where others stand.
fn voices<'a>(answers: &'a [Answer], finding: &'a UnifiedFinding) -> Vec<(usize, &'a AgentResult, &'a Finding)> {
    let all: Vec<_> = members(answers, finding).collect();
    let dispatch = |result: &'a AgentResult| Some((result.unit.as_deref()?, result.agent.as_deref()?));
    let mut last: BTreeMap<_, u32> = BTreeMap::new();
    for (_, result, _) in &all {
        if let Some(dispatch) = dispatch(result) {
            let attempt = last.entry(dispatch).or_default();
            *attempt = (*attempt).max(result.attempt);
        }
    }
    let stands = all.iter().any(|(.., finding)| finding.state == FindingState::Open);
    let counts = |result: &'a AgentResult, finding: &Finding| {
        let is_last = dispatch(result).is_none_or(|dispatch| last.get(&dispatch) == Some(&result.attempt));
        is_last && !(stands && finding.state == FindingState::Resolved)
    };
    all.into_iter().filter(|(_, result, finding)| counts(result, finding)).collect()
}

/// Members of one finding that weigh it differently. One that states no severity does not disagree, and what a person
/// chose is settled.
fn severity(answers: &[Answer], finding: &UnifiedFinding) -> Option<Conflict> {
    if finding.decision.as_ref().is_some_and(|decision| decision.severity.is_some()) {
        return None;
    }
    let mut members = voices(answers, finding);
    members.retain(|(.., member)| member.stated_severity.is_some());
    let (.., first) = members.first()?;
    if members.iter().all(|(.., member)| member.severity == first.severity) {
        return None;
    }
    let names = speakers(&members.iter().map(|(at, result, _)| (*at, *result)).collect::<Vec<_>>());
    let mut assessed = Vec::new();
    for severity in SEVERITIES {
        let who: Vec<_> = members
            .iter()
            .zip(&names)
            .filter(|((.., member), _)| member.severity == severity)
            .map(|(_, name)| name.as_str())
            .collect();
        if !who.is_empty() {
            let verb = if assessed.is_empty() { " assessed" } else { "" };
            assessed.push(format!("{}{verb} as {}", who.join(" and "), severity.word()));
        }
    }
    let choice = match members.len() {
        2 => "higher of two".to_owned(),
        count => format!("highest of {count}"),
    };
    let message = format!(
        "Severity disagreement: {}. Presenting as {} ({choice}).",
        assessed.join(", "),
        finding.severity.word()
    );
    let says =
        |finding: &Finding| finding.stated_severity.clone().unwrap_or_else(|| finding.severity.word().to_owned());
    Some(Conflict {
        kind: ConflictKind::Severity,
        findings: vec![finding.id.clone()],
        message,
        assessments: members
            .iter()
            .map(|(at, _, finding)| Assessment { result: number(*at), says: says(finding) })
            .collect(),
    })
}

/// Members of one finding that take it for different kinds. One that names no type does not disagree.
fn type_of(answers: &[Answer], finding: &UnifiedFinding) -> Option<Conflict> {
    let members: Vec<_> = voices(answers, finding)
        .into_iter()
        .filter_map(|(at, result, finding)| finding.r#type.as_deref().map(|name| (at, result, finding, name)))
        .collect();
    let mut by_type: BTreeMap<String, (&str, Vec<usize>)> = BTreeMap::new();
    for (place, (.., name)) in members.iter().enumerate() {
        by_type.entry(name.to_lowercase()).or_insert((name, Vec::new())).1.push(place);
    }
    if by_type.len() < 2 {
        return None;
    }
    let names = speakers(&members.iter().map(|(at, result, ..)| (*at, *result)).collect::<Vec<_>>());
    let mut calls = Vec::new();
    for (name, who) in by_type.values() {
        let verb = if calls.is_empty() { " reported" } else { "" };
        let who: Vec<_> = who.iter().filter_map(|place| names.get(*place)).map(String::as_str).collect();
        calls.push(format!("{}{verb} {}", who.join(" and "), brief(name)));
    }
    let shown = finding.r#type.as_deref().map(|name| format!(" Presenting as {}.", brief(name))).unwrap_or_default();
    let says = |finding: &Finding| finding.stated_type.clone().or_else(|| finding.r#type.clone()).unwrap_or_default();
    Some(Conflict {
        kind: ConflictKind::Type,
        findings: vec![finding.id.clone()],
        message: format!("Type disagreement: {}.{shown}", calls.join(", ")),
        assessments: members
            .iter()
            .map(|(at, _, finding, _)| Assessment { result: number(*at), says: says(finding) })
            .collect(),
    })
}

/// What makes two replies answers to one question: unit, type, and the dimension where there is one.
type Question<'a> = (&'a Identity, Option<ResultType>, Option<String>);

/// Replies to one question, of which one found nothing and another something that still stands.
fn presence(answers: &[Answer], findings: &[UnifiedFinding]) -> Vec<Conflict> {
    let mut ids: BTreeMap<usize, Vec<&UnifiedFinding>> = BTreeMap::new();
    for finding in findings.iter().filter(|finding| stands(answers, finding)) {
        for reply in members(answers, finding).map(|(reply, ..)| reply).gather::<BTreeSet<_>>() {
            ids.entry(reply).or_default().push(finding);
        }
    }
    let mut questions: BTreeMap<Question<'_>, Vec<usize>> = BTreeMap::new();
    for (at, answer) in answers.iter().enumerate() {
        if let Some(unit) = &answer.unit {
            questions.entry((unit, answer.result.r#type, dimension(&answer.result))).or_default().push(at);
        }
    }
    let several = questions.into_iter().filter(|(_, replies)| replies.len() > 1);
    several.filter_map(|((unit, ..), replies)| contradiction(answers, unit, &replies, &ids)).collect()
}

/// The disagreement among replies to one question; `ids` tells what still stands of what each found.
fn contradiction(
    answers: &[Answer],
    unit: &Identity,
    replies: &[usize],
    ids: &BTreeMap<usize, Vec<&UnifiedFinding>>,
) -> Option<Conflict> {
    let said = replies.iter().filter_map(|at| answers.get(*at).map(|answer| (*at, &answer.result)));
    let (found, nothing): (Vec<_>, Vec<_>) = said.partition(|(at, _)| ids.contains_key(at));
    let clean = nothing.into_iter().filter(|(_, result)| result.status == Status::Clean);
    let finders = Voices::of(&found);
    let clean: Vec<_> = clean.filter(|(_, result)| finders.contradict(result)).collect();
    let deniers = Voices::of(&clean);
    let found: Vec<_> = found.into_iter().filter(|(_, result)| deniers.contradict(result)).collect();
    if clean.is_empty() {
        return None;
    }
    let said: Vec<_> = clean.iter().chain(&found).copied().collect();
    let names = speakers(&said);
    let (nothing, something) = names.split_at_checked(clean.len())?;
    let findings: Vec<String> = found
        .iter()
        .filter_map(|(at, _)| ids.get(at))
        .flatten()
        .map(|finding| (natural(&finding.id), finding.id.clone()))
        .gather::<BTreeMap<_, _>>()
        .into_values()
        .collect();
    let mut listed = findings.iter().take(NAMED_IDS).cloned().collect::<Vec<_>>().join(", ");
    if let Some(more) = findings.len().checked_sub(NAMED_IDS).filter(|more| *more > 0) {
        let _ = write!(listed, " and {more} more");
    }
    let message = format!(
        "Presence disagreement: {} found nothing in {}; {} found {listed}.",
        nothing.join(" and "),
        brief(unit.name()),
        something.join(" and "),
    );
    let says = |result: &AgentResult| result.stated_status.clone().unwrap_or_else(|| result.status.word().to_owned());
    let assessments = said.iter().map(|(at, result)| Assessment { result: number(*at), says: says(result) }).collect();
    Some(Conflict { kind: ConflictKind::Presence, findings, message, assessments })
}

/// Who speaks, and at which attempts.
struct Voices<'a>(BTreeMap<Option<&'a str>, BTreeSet<u32>>);

impl<'a> Voices<'a> {
    fn of(said: &[(usize, &'a AgentResult)]) -> Self {
        let mut voices: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
        for (_, result) in said {
            voices.entry(result.agent.as_deref()).or_default().insert(result.attempt);
        }
        Self(voices)
    }

    /// Whether one of them is another than the one who speaks here. An agent that is asked again and then says
    /// something else does not contradict itself; two replies of one attempt are two agents of one role.
    fn contradict(&self, result: &AgentResult) -> bool {
        self.0.iter().any(|(agent, attempts)| *agent != result.agent.as_deref() || attempts.contains(&result.attempt))
    }
}

fn dimension(result: &AgentResult) -> Option<String> {
    let dimension = match &result.detail {
        Detail::Consistency(detail) => detail.dimension.as_deref(),
        Detail::Verification(detail) => detail.dimension.as_deref(),
        _ => None,
    };
    dimension.map(|dimension| dimension.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase())
}
