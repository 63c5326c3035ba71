//! The unified findings: grouped, numbered, sorted.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hasher;

use siphasher::sip::SipHasher13;

use super::answer::Answer;
use super::speaker::speakers;
use super::{decisions, number, spots};
use crate::merge::meeting::UNKNOWN;
use crate::merge::places::Sides;
use crate::merge::similarity::Similarity;
use crate::merge::terms::Terms;
use crate::merge::{Alike, Candidate, merge};
use crate::model::{
    AgentResult, Code, DecisionStatus, Diagnostic, Finding, FindingDecisions, FindingState, Member, PairDecision,
    ResultType, Severity, Span, Suggestion, UnifiedFinding,
};
use crate::order::{Arrange, Gather};
use crate::part::confidence;
use crate::part::units::{Identity, document_key, natural};

/// What was found, each thing once.
#[derive(Debug, Default)]
pub struct Unified {
    /// Every finding of every answer, each in exactly one unified finding, sorted by severity, type, location, key.
    pub findings: Vec<UnifiedFinding>,
    /// Pairs of them that may be one.
    doubts: Vec<Doubt>,
    /// Bounds that were reached, decisions that contradict each other.
    pub diagnostics: Vec<Diagnostic>,
}

/// Two unified findings that may be one.
#[derive(Debug)]
struct Doubt {
    /// Each by its place, with the fingerprint of the member that is alike; the lower first.
    sides: [(usize, String); 2],
    reason: String,
    similarity: u32,
}

impl Unified {
    /// Pairs of findings that may be one, in the order of the findings.
    #[must_use]
    pub fn suggestions(&self) -> Vec<Suggestion> {
        let mut doubts: Vec<&Doubt> = self.doubts.iter().collect();
        doubts.arrange_by_key(|doubt| doubt.sides.each_ref().map(|(at, _)| *at));
        let id = |at: usize| self.findings.get(at).map(|finding| finding.id.clone()).unwrap_or_default();
        let suggestion = |doubt: &Doubt| Suggestion {
            findings: doubt.sides.each_ref().map(|(at, _)| id(*at)),
            fingerprints: doubt.sides.each_ref().map(|(_, fingerprint)| fingerprint.clone()),
            reason: doubt.reason.clone(),
            similarity: doubt.similarity,
        };
        doubts.into_iter().map(suggestion).collect()
    }
}

/// The unified findings of all answers.
#[must_use]
#[inline(never)]
pub fn unify(answers: &[Answer], decisions: &FindingDecisions) -> Unified {
    let subjects: Vec<String> = answers.iter().map(|answer| subject(answer.unit.as_ref())).collect();
    let candidates: Vec<Candidate<'_>> = answers
        .iter()
        .zip(&subjects)
        .enumerate()
        .flat_map(|(reply, (answer, subject))| {
            let found = answer.result.findings.iter().enumerate();
            found.map(move |(position, finding)| Candidate {
                reply: number(reply),
                position: number(position),
                subject,
                finding,
            })
        })
        .collect();
    let merged = merge(&candidates, &decisions.pairs);
    let same = decisions::same(&decisions.pairs);
    let first = deliveries(answers);
    let mut unified: Vec<_> =
        merged.groups.iter().filter_map(|group| unite(answers, &candidates, group, &same, &first)).collect();
    let contradictions = decisions::apply(&decisions.findings, answers, &mut unified);
    // The groups come by rank, so of findings alike in all that follows the first reported is the first.
    unified.arrange_by(order);
    let mut times: BTreeMap<String, u32> = BTreeMap::new();
    for (place, finding) in unified.iter_mut().enumerate() {
        finding.id = format!("G{}", place + 1);
        let time = times.entry(finding.key.clone()).or_default();
        *time += 1;
        if *time > 1 {
            finding.key = format!("{}-{time}", finding.key);
        }
    }
    let mut doubts = doubts(&candidates, &merged.suggestions, &unified);
    same_spot(answers, &unified, &decisions.pairs, &mut doubts);
    let mut diagnostics = merged.diagnostics;
    diagnostics.extend(contradictions);
    diagnostics.extend(repeated(answers, &first));
    Unified { findings: unified, doubts, diagnostics }
}

/// For each answer the first that says the same to the letter: one delivery that came under several names.
fn deliveries(answers: &[Answer]) -> Vec<u32> {
    let mut known: BTreeMap<Vec<(&str, Span)>, u32> = BTreeMap::new();
    let mut firsts = Vec::with_capacity(answers.len());
    for (at, result) in (0..).zip(answers.iter().map(|answer| &answer.result)) {
        let said: Vec<_> = result.findings.iter().map(|finding| (finding.fingerprint.as_str(), finding.span)).collect();
        let first = if said.is_empty() { at } else { *known.entry(said).or_insert(at) };
        let same = usize::try_from(first).ok().and_then(|first| answers.get(first)).is_some_and(|first| {
            let beside =
                |result: &AgentResult| [&result.confirmation, &result.uncovered, &result.attempted].map(Clone::clone);
            beside(&first.result) == beside(result)
                && first.result.remainder == result.remainder
                && first.result.findings == result.findings
        });
        firsts.push(if same { first } else { at });
    }
    firsts
}

/// Says which replies are one text.
fn repeated(answers: &[Answer], first: &[u32]) -> Vec<Diagnostic> {
    let mut together: BTreeMap<u32, Vec<(usize, &AgentResult)>> = BTreeMap::new();
    for ((at, answer), first) in answers.iter().enumerate().zip(first) {
        together.entry(*first).or_default().push((at, &answer.result));
    }
    let said = |same: Vec<(usize, &AgentResult)>| {
        let names = speakers(&same).join(", ");
        let message = format!("These replies have the same text, so they count once towards agreement: {names}.");
        Diagnostic::new(Code::RepeatedReply, message, None)
    };
    together.into_values().filter(|same| same.len() > 1).map(said).collect()
}

/// What a reply on a unit is about: its documents, one a line, or the unit as a whole.
#[must_use]
pub fn subject(unit: Option<&Identity>) -> String {
    match unit.map(|unit| (unit, unit.documents())) {
        Some((unit, [])) => format!("?{}", unit.name().to_lowercase()),
        Some((_, documents)) => documents.iter().map(|name| document_key(name)).collect::<Vec<_>>().join("\n"),
        None => UNKNOWN.to_owned(),
    }
}

/// Pairs of unified findings that may be one.
fn doubts(candidates: &[Candidate<'_>], alike: &[Alike], unified: &[UnifiedFinding]) -> Vec<Doubt> {
    let mut places: BTreeMap<Member, usize> = BTreeMap::new();
    for (place, finding) in unified.iter().enumerate() {
        places.extend(finding.members.iter().map(|member| (*member, place)));
    }
    let doubt = |alike: &Alike| {
        let [one, other] = alike.findings.map(|at| {
            let candidate = candidates.get(at)?;
            let place = *places.get(&Member { result: candidate.reply, finding: candidate.position })?;
            Some((place, candidate.finding.fingerprint.clone()))
        });
        let mut sides = [one?, other?];
        sides.arrange();
        Some(Doubt { sides, reason: alike.reason.clone(), similarity: alike.similarity })
    };
    alike.iter().filter_map(doubt).collect()
}

/// Adds the pairs of one type that different replies report on the same two places in other words.
fn same_spot(answers: &[Answer], unified: &[UnifiedFinding], decisions: &[PairDecision], doubts: &mut Vec<Doubt>) {
    let known: BTreeSet<[usize; 2]> = doubts.iter().map(|doubt| doubt.sides.each_ref().map(|(at, _)| *at)).gather();
    let decided: BTreeSet<[&str; 2]> = decisions
        .iter()
        .flat_map(|decision| {
            let [one, other] = decision.fingerprints.each_ref().map(String::as_str);
            [[one, other], [other, one]]
        })
        .gather();
    for pair in spots::pairs(answers, unified).into_iter().filter(|pair| !known.contains(pair)) {
        let [Some(one), Some(other)] = pair.map(|at| unified.get(at)) else { continue };
        let [Some(mine), Some(theirs)] = [one, other].map(|finding| Some(members(answers, finding).next()?.2)) else {
            continue;
        };
        let fingerprints = [mine, theirs].map(|member| member.fingerprint.as_str());
        if one.r#type.is_none() || one.r#type != other.r#type || decided.contains(&fingerprints) {
            continue;
        }
        let similarity = Similarity::between(&Terms::of(mine), &Terms::of(theirs)).percent();
        let [at, there] = pair;
        let sides = [(at, fingerprints[0].to_owned()), (there, fingerprints[1].to_owned())];
        doubts.push(Doubt {
            sides,
            reason: "same type and same two locations, worded differently".to_owned(),
            similarity,
        });
    }
}

/// The order of a report: severity, type, location, where numbers sort as numbers, and key.
fn order(one: &UnifiedFinding, other: &UnifiedFinding) -> Ordering {
    fn first(finding: &UnifiedFinding) -> (Severity, bool, Option<&str>) {
        (finding.severity, finding.r#type.is_none(), finding.r#type.as_deref())
    }
    fn text(finding: &UnifiedFinding) -> Option<&str> {
        finding.location.as_ref().map(|location| location.text.as_str())
    }
    // What makes a key unique says nothing of the finding.
    fn key(finding: &UnifiedFinding) -> Option<&str> {
        finding.key.split('-').next()
    }
    first(one)
        .cmp(&first(other))
        .then_with(|| text(one).map(natural).cmp(&text(other).map(natural)))
        .then_with(|| text(one).cmp(&text(other)))
        .then_with(|| key(one).cmp(&key(other)))
}

/// The unified finding of a group; its id is given later.
fn unite(
    answers: &[Answer],
    candidates: &[Candidate<'_>],
    group: &[usize],
    same: &BTreeMap<&str, BTreeSet<&str>>,
    first: &[u32],
) -> Option<UnifiedFinding> {
    let members: Vec<_> = group.iter().filter_map(|at| candidates.get(*at)).collect();
    let fingerprints: BTreeSet<&str> = members.iter().map(|member| member.finding.fingerprint.as_str()).gather();
    let mut decided = fingerprints.iter().filter_map(|fingerprint| same.get(fingerprint));
    let shown = members.first()?.finding;
    Some(UnifiedFinding {
        id: String::new(),
        key: key(shown),
        severity: highest(&members.iter().map(|member| member.finding).collect::<Vec<_>>())?,
        r#type: shown.r#type.clone(),
        location: shown.location.clone(),
        counter_location: shown.counter_location.clone(),
        title: shown.title.clone(),
        description: shown.description.clone(),
        suggestion: shown.suggestion.clone(),
        confidence: members
            .iter()
            .filter_map(|member| confidence::of(member.finding))
            .reduce(|one, other| if other.percent > one.percent { other } else { one }),
        agreement: agreement(answers, &members, first),
        members: members.iter().map(|member| Member { result: member.reply, finding: member.position }).collect(),
        units: units(answers, &members),
        reply_types: reply_types(answers, &members),
        decided: members.len() > 1 && decided.any(|same| !same.is_disjoint(&fingerprints)),
        decision: None,
        connections: Vec::new(),
        baseline: None,
    })
}

/// The names of the units whose replies report a finding, sorted.
fn units(answers: &[Answer], members: &[&Candidate<'_>]) -> Vec<String> {
    let of = |member: &&Candidate<'_>| answers.get(usize::try_from(member.reply).ok()?)?.unit.as_ref();
    let units: BTreeSet<&Identity> = members.iter().filter_map(of).collect();
    units.into_iter().map(|unit| unit.name().to_owned()).collect()
}

/// The types of the replies that report a finding, sorted.
fn reply_types(answers: &[Answer], members: &[&Candidate<'_>]) -> Vec<ResultType> {
    let of = |member: &&Candidate<'_>| answers.get(usize::try_from(member.reply).ok()?)?.result.r#type;
    members.iter().filter_map(of).gather::<BTreeSet<_>>().into_iter().collect()
}

/// Distinct replies among the members: attempts of one dispatch (one unit, one agent), and what is the same text, counted
/// once.
fn agreement(answers: &[Answer], members: &[&Candidate<'_>], first: &[u32]) -> u32 {
    let delivery = |reply: u32| usize::try_from(reply).ok().and_then(|at| first.get(at)).copied().unwrap_or(reply);
    let replies: BTreeSet<u32> = members.iter().map(|member| delivery(member.reply)).gather();
    let mut alone = 0;
    let mut dispatches: BTreeMap<(&Identity, Option<&str>), BTreeMap<u32, u32>> = BTreeMap::new();
    for answer in replies.iter().filter_map(|reply| answers.get(usize::try_from(*reply).ok()?)) {
        match &answer.unit {
            Some(unit) => {
                let attempts = dispatches.entry((unit, answer.result.agent.as_deref())).or_default();
                *attempts.entry(answer.result.attempt).or_default() += 1;
            }
            None => alone += 1,
        }
    }
    // Two replies of one attempt are two agents of one role.
    alone + dispatches.values().filter_map(|attempts| attempts.values().max()).sum::<u32>()
}

/// A versioned hash of type and places: the same on every machine and in every run.
fn key(finding: &Finding) -> String {
    let mut hasher = SipHasher13::new_with_keys(0, 0);
    let mut write = |text: &str| {
        hasher.write(&(text.len() as u64).to_le_bytes());
        hasher.write(text.as_bytes());
    };
    write(&finding.r#type.as_deref().unwrap_or_default().to_lowercase());
    for side in Sides::of(finding).iter() {
        write("side");
        for place in side {
            write(&place.document);
            write(&place.section);
            write(&place.lines.map(|[first, last]| format!("{first}-{last}")).unwrap_or_default());
        }
    }
    format!("v1:{:016x}", hasher.finish())
}

/// The findings as reported that a unified finding holds, the one shown first, each with its reply and that one's place.
pub fn members<'a, R: Borrow<AgentResult>>(
    replies: &'a [R],
    finding: &'a UnifiedFinding,
) -> impl Iterator<Item = (usize, &'a AgentResult, &'a Finding)> {
    finding.members.iter().filter_map(|at| member(replies, *at))
}

/// A finding as reported, with its reply and that one's place.
pub fn member<R: Borrow<AgentResult>>(replies: &[R], at: Member) -> Option<(usize, &AgentResult, &Finding)> {
    let place = usize::try_from(at.result).ok()?;
    let result: &AgentResult = replies.get(place)?.borrow();
    Some((place, result, result.findings.get(usize::try_from(at.finding).ok()?)?))
}

/// The severity that the agents give a finding, whatever a person chose.
pub fn reported_severity<R: Borrow<AgentResult>>(replies: &[R], finding: &UnifiedFinding) -> Severity {
    let said: Vec<&Finding> = members(replies, finding).map(|(.., member)| member).collect();
    highest(&said).unwrap_or(finding.severity)
}

/// The highest severity of the findings that stand; of all, where none does.
fn highest(all: &[&Finding]) -> Option<Severity> {
    let open = all.iter().filter(|finding| finding.state == FindingState::Open).map(|finding| finding.severity).min();
    open.or_else(|| all.iter().map(|finding| finding.severity).min())
}

/// Whether a finding counts: neither resolved, as all who report it say, nor dismissed by a person.
#[must_use]
pub fn stands<R: Borrow<AgentResult>>(replies: &[R], finding: &UnifiedFinding) -> bool {
    !is_dismissed(finding) && !is_resolved(replies, finding)
}

/// Whether a person dismissed a finding.
#[must_use]
pub fn is_dismissed(finding: &UnifiedFinding) -> bool {
    finding.decision.as_ref().is_some_and(|decision| decision.status == Some(DecisionStatus::Dismissed))
}

/// Whether all who report a finding say that it is settled.
///
/// Such a finding stays listed and counted, and is shown struck out; only the verdict passes it over.
#[must_use]
pub fn is_resolved<R: Borrow<AgentResult>>(replies: &[R], finding: &UnifiedFinding) -> bool {
    let mut members = members(replies, finding).peekable();
    members.peek().is_some() && members.all(|(.., finding)| finding.state == FindingState::Resolved)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Location, Place};

    #[test]
    fn the_key_is_the_same_everywhere() {
        let place = Place { document: Some("a.md".to_owned()), section: Some("3".to_owned()), lines: None };
        let location = Location { text: "a.md §3".to_owned(), places: vec![place] };
        let mut finding = crate::merge::tests::finding("regression", 0, "");
        finding.location = Some(location.clone());
        let one = key(&finding);
        assert_eq!(one, "v1:aeeed802604cdc7d");
        finding.counter_location = finding.location.take();
        assert_eq!(key(&finding), one);
    }
}
