//! Compares a report with an earlier one: what is new, still open, back again, gone.
//!
//! A finding is gone when somebody looked and did not find it. Where its unit was not analysed in full this time, nobody
//! knows, and that is said.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::answer::Answer;
use super::coverage::{self, Row, is_complete};
use super::findings::{is_resolved, member, members, subject};
use crate::merge::match_previous::{Group, match_previous};
use crate::merge::meeting::same_document;
use crate::merge::places::document_name;
use crate::model::{
    AgentResult, Baseline, Comparison, Diagnostic, EarlierSuggestion, Finding, Member, PairDecision, Report,
    ResultType, SeverityChange, UnifiedFinding,
};
use crate::order::Gather;
use crate::part::fingerprint;
use crate::part::units::{Identity, document_key};

/// Compares findings with those of an earlier report, and notes on each how it stands. Also gives the bounds that were
/// reached.
#[must_use]
pub fn compare(
    previous: &Report,
    answers: &[Answer],
    rows: &[Row],
    findings: &mut [UnifiedFinding],
    decisions: &[PairDecision],
) -> (Comparison, Vec<Diagnostic>) {
    let before = earlier(previous, decisions);
    let subjects: Vec<String> = answers.iter().map(|answer| subject(answer.unit.as_ref())).collect();
    let now: Vec<Group<'_>> = findings
        .iter()
        .map(|finding| Group {
            members: members(answers, finding)
                .filter_map(|(at, _, member)| Some((subjects.get(at)?.as_str(), member)))
                .collect(),
        })
        .collect();
    let groups: Vec<Group<'_>> = before.iter().map(Earlier::group).collect();
    let found = match_previous(&now, &groups, decisions);

    let resolved: Vec<bool> = findings.iter().map(|finding| is_resolved(answers, finding)).collect();
    let stands = |at: usize| resolved.get(at) == Some(&false);
    let mut counterparts_of: BTreeMap<usize, Vec<&Earlier<'_>>> = BTreeMap::new();
    for [now, was] in &found.pairs {
        counterparts_of.entry(*now).or_default().extend(before.get(*was));
    }
    let mut comparison = Comparison::default();
    for (at, finding) in findings.iter_mut().enumerate().filter(|(at, _)| stands(*at)) {
        let were = counterparts_of.get(&at).map(Vec::as_slice).unwrap_or_default();
        comparison.note(finding, were);
    }
    // What a reply claims of a unit that the host did not give it settles nothing.
    let labelled = coverage::is_labelled(answers);
    let trusted = |at: usize| answers.get(at).is_some_and(|answer| answer.is_trusted(labelled));
    let settles = |at: usize| {
        stands(at)
            || findings.get(at).is_some_and(|finding| members(answers, finding).any(|(reply, ..)| trusted(reply)))
    };
    let seen: BTreeSet<usize> = found.pairs.iter().filter(|[now, _]| settles(*now)).map(|[_, before]| *before).gather();
    let standing: BTreeSet<usize> =
        found.pairs.iter().filter(|[now, _]| stands(*now)).map(|[_, before]| *before).gather();
    let doubted: BTreeMap<usize, (usize, u32)> = found
        .doubts
        .iter()
        .filter(|([now, _], _)| stands(*now))
        .map(|([now, before], similarity)| (*before, (*now, *similarity)))
        .gather();
    let looked = Looked::at(previous, answers, rows);
    for (at, was) in before.iter().enumerate().filter(|(at, _)| !standing.contains(at)) {
        if was.settled {
            comparison.settled.push(was.carried());
        } else if seen.contains(&at) {
            comparison.fixed.push(was.carried());
        } else if let Some((now, similarity)) = doubted.get(&at)
            && let Some(finding) = findings.get(*now)
        {
            let (finding, earlier) = (finding.id.clone(), was.finding.id.clone());
            comparison.suggestions.push(EarlierSuggestion { finding, earlier, similarity: *similarity });
            comparison.unverified.push(was.carried());
        } else if looked.over(was) {
            comparison.fixed.push(was.carried());
        } else {
            comparison.unverified.push(was.carried());
        }
    }
    (comparison, found.diagnostics)
}

/// The fingerprints of the findings that a report carries over from reports before it.
pub fn carried_fingerprints(report: &Report) -> Vec<String> {
    let Some(comparison) = &report.comparison else { return Vec::new() };
    let lists = [&comparison.fixed, &comparison.unverified, &comparison.settled];
    let carried = lists.into_iter().flatten().flat_map(|finding| Earlier::alone(finding).members);
    carried.map(|(_, member)| member.fingerprint.clone()).collect()
}

impl Comparison {
    /// Notes how a finding that stands is to what it was.
    fn note(&mut self, finding: &mut UnifiedFinding, were: &[&Earlier<'_>]) {
        let (baseline, ids) = if were.is_empty() {
            (Baseline::New, &mut self.new)
        } else if were.iter().all(|was| was.settled) {
            (Baseline::Regressed, &mut self.regressed)
        } else {
            (Baseline::Open, &mut self.open)
        };
        ids.push(finding.id.clone());
        finding.baseline = Some(baseline);
        let weighed = were.iter().filter(|was| !was.settled).map(|was| was.finding.severity).min();
        if let Some(from) = weighed.filter(|from| *from != finding.severity) {
            self.severity_changes.push(SeverityChange { finding: finding.id.clone(), from, to: finding.severity });
        }
    }
}

/// A finding of an earlier report.
struct Earlier<'r> {
    finding: &'r UnifiedFinding,
    /// What its members are, each with what its reply is about.
    members: Vec<(String, Cow<'r, Finding>)>,
    /// Who reported it in replies on no unit.
    speakers: BTreeSet<String>,
    /// Whether it was settled then.
    settled: bool,
}

/// Who a reply is from: its agent, else the name of its file.
fn speaker(result: &AgentResult) -> Option<String> {
    let file = || {
        let name = result.source.as_deref()?.rsplit(['/', '\\']).next()?;
        Some(name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned())
    };
    result.agent.clone().or_else(file)
}

/// Who the replies on no unit are from; those of whom nobody knows it are one.
fn speakers_on_no_unit<'r>(results: impl Iterator<Item = &'r AgentResult>) -> BTreeSet<Option<String>> {
    results.filter(|result| result.unit.is_none()).map(speaker).gather()
}

/// The findings of an earlier report, and those that it carried over from reports before it.
fn earlier<'r>(previous: &'r Report, decisions: &[PairDecision]) -> Vec<Earlier<'r>> {
    let of = |finding: &'r UnifiedFinding| Earlier::of(finding, previous);
    let mut all: Vec<Earlier<'_>> = previous.findings.iter().map(of).collect();
    let Some(comparison) = &previous.comparison else { return all };
    let carried = |finding: &'r UnifiedFinding, settled| Earlier { settled, ..Earlier::alone(finding) };
    let settled: Vec<_> =
        comparison.fixed.iter().chain(&comparison.settled).map(|finding| carried(finding, true)).collect();
    // What was called settled then stands among the findings of that time too.
    let known: BTreeSet<usize> = {
        let listed: Vec<Group<'_>> = all.iter().filter(|was| was.settled).map(Earlier::group).collect();
        let gone: Vec<Group<'_>> = settled.iter().map(Earlier::group).collect();
        match_previous(&listed, &gone, decisions).pairs.into_iter().map(|[_, gone]| gone).gather()
    };
    all.extend(comparison.unverified.iter().map(|finding| carried(finding, false)));
    all.extend(settled.into_iter().enumerate().filter(|(at, _)| !known.contains(at)).map(|(_, was)| was));
    all
}

impl<'r> Earlier<'r> {
    /// A finding of a report, as its members have it.
    fn of(finding: &'r UnifiedFinding, report: &'r Report) -> Self {
        // A report that was made by hand may name a member twice.
        let listed: BTreeSet<Member> = finding.members.iter().copied().gather();
        let members: Vec<_> = listed
            .into_iter()
            .filter_map(|at| member(&report.results, at))
            .map(|(_, result, member)| {
                let unit = result.unit.as_deref().and_then(Identity::of);
                (subject(unit.as_ref()), Cow::Borrowed(member))
            })
            .collect();
        if members.is_empty() {
            return Self::alone(finding);
        }
        let results = finding.members.iter().filter_map(|at| member(&report.results, *at)).map(|(_, result, _)| result);
        let speakers = speakers_on_no_unit(results).into_iter().flatten().gather();
        Self { finding, members, speakers, settled: is_resolved(&report.results, finding) }
    }

    /// A finding whose members are not at hand.
    fn alone(finding: &'r UnifiedFinding) -> Self {
        let unit = finding.units.first().and_then(|unit| Identity::of(unit));
        let mut member = Finding {
            id: finding.id.clone(),
            severity: finding.severity,
            r#type: finding.r#type.clone(),
            location: finding.location.clone(),
            counter_location: finding.counter_location.clone(),
            title: finding.title.clone(),
            suggestion: finding.suggestion.clone(),
            ..Finding::saying(finding.description.clone())
        };
        member.fingerprint = fingerprint::of(&member);
        let members = vec![(subject(unit.as_ref()), Cow::Owned(member))];
        Self { finding, members, speakers: BTreeSet::new(), settled: false }
    }

    fn group(&self) -> Group<'_> {
        Group { members: self.members.iter().map(|(subject, member)| (subject.as_str(), member.as_ref())).collect() }
    }

    /// The finding, as a later report has it.
    fn carried(&self) -> UnifiedFinding {
        UnifiedFinding { members: Vec::new(), connections: Vec::new(), baseline: None, ..self.finding.clone() }
    }
}

/// The most units that are looked through for one that has all documents of a finding.
const UNITS: usize = 256;

/// What was analysed in full, and by which kinds of replies.
#[derive(Default)]
struct Looked {
    /// Units that have a row, complete or not.
    present: BTreeSet<Identity>,
    /// Those that were analysed in full, each with the type of a reply that did.
    complete: BTreeSet<(Option<Identity>, Option<ResultType>)>,
    /// The documents of each unit that was, sorted.
    documents: Vec<(Vec<String>, BTreeSet<Option<ResultType>>)>,
    /// The units by the last part of each document's name.
    by_document: BTreeMap<String, Vec<usize>>,
    /// Who analysed in full what nobody named.
    speakers: BTreeSet<Option<String>>,
    /// Whether one and the same speaker, as far as anybody knows, reported on no unit then and now.
    one_speaker: bool,
}

impl Looked {
    fn at(previous: &Report, answers: &[Answer], rows: &[Row]) -> Self {
        let now = speakers_on_no_unit(answers.iter().map(|answer| &answer.result));
        let one_speaker = now.len() == 1 && speakers_on_no_unit(previous.results.iter()).len() == 1;
        let mut looked = Self { one_speaker, ..Self::default() };
        let labelled = coverage::is_labelled(answers);
        let mut types: BTreeMap<&Identity, BTreeSet<Option<ResultType>>> = BTreeMap::new();
        for row in rows {
            looked.present.extend(Identity::of(&row.row.unit));
            let answered = row.row.results.iter().filter_map(|at| answers.get(usize::try_from(*at).ok()?));
            let counts = |answer: &&Answer| answer.is_trusted(labelled) && is_complete(&answer.result);
            for answer in answered.filter(|_| row.gap.is_none()).filter(counts) {
                looked.complete.insert((answer.unit.clone(), answer.result.r#type));
                looked.speakers.extend(answer.unit.is_none().then(|| speaker(&answer.result)));
                if let Some(unit) = &answer.unit {
                    types.entry(unit).or_default().insert(answer.result.r#type);
                }
            }
        }
        for (unit, types) in types {
            let documents: Vec<String> = unit.documents().iter().map(|name| document_key(name)).collect();
            for name in documents.iter().map(|document| document_name(document)).gather::<BTreeSet<_>>() {
                looked.by_document.entry(name.to_owned()).or_default().push(looked.documents.len());
            }
            looked.documents.push((documents, types));
        }
        looked
    }

    /// Whether somebody would have found this again: a reply of a kind that reported it analysed one of its units in full;
    /// or, where none of them was asked for this time, a unit that has all their documents and all of its own. Of no unit, one
    /// who reported it.
    fn over(&self, was: &Earlier<'_>) -> bool {
        let finding = was.finding;
        let kinds = || {
            let known = finding.reply_types.iter().copied().map(Some);
            known.chain([None]).collect::<Vec<_>>()
        };
        let by =
            |unit: Option<&Identity>| kinds().into_iter().any(|kind| self.complete.contains(&(unit.cloned(), kind)));
        let units: Vec<_> = finding.units.iter().filter_map(|unit| Identity::of(unit)).collect();
        if units.is_empty() {
            let unnamed = was.speakers.is_empty() && self.speakers.contains(&None);
            let again = unnamed || was.speakers.iter().any(|name| self.speakers.contains(&Some(name.clone())));
            return by(None) && (again || self.one_speaker);
        }
        if units.iter().any(|unit| self.present.contains(unit)) {
            return units.iter().any(|unit| by(Some(unit)));
        }
        let locations = [&finding.location, &finding.counter_location];
        let places = locations.into_iter().flatten().flat_map(|location| &location.places);
        let named = places.filter_map(|place| place.document.as_deref()).map(document_key);
        let of_units = units.iter().flat_map(Identity::documents).map(|name| document_key(name));
        let documents: BTreeSet<String> = named.chain(of_units).gather();
        let lists: Option<Vec<_>> =
            documents.iter().map(|document| self.by_document.get(document_name(document))).collect();
        let Some(rarest) = lists.and_then(|lists| lists.into_iter().min_by_key(|list| list.len())) else {
            return false;
        };
        let has_all =
            |held: &[String]| documents.iter().all(|document| held.iter().any(|held| same_document(held, document)));
        let mut units = rarest.iter().take(UNITS).filter_map(|at| self.documents.get(*at));
        units.any(|(held, types)| kinds().iter().any(|kind| types.contains(kind)) && has_all(held))
    }
}
