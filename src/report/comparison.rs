//! A report against an earlier one: what is new, what stands still, what came back, what is gone.
//!
//! A finding is gone when somebody looked and did not find it. Where its unit was not analysed in full this time, nobody
//! knows, and that is said.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::answer::Answer;
use super::coverage::Row;
use super::findings::{is_resolved, members, subject};
use crate::merge::counterparts::{Group, counterparts};
use crate::merge::meeting::same_document;
use crate::merge::places::document_name;
use crate::model::{
    Baseline, Comparison, Diagnostic, Extra, Finding, FindingState, PairDecision, Report, Span, UnifiedFinding,
};
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
    let found = counterparts(&now, &groups, decisions);

    let resolved: Vec<bool> = findings.iter().map(|finding| is_resolved(answers, finding)).collect();
    let stands = |at: usize| resolved.get(at) == Some(&false);
    let mut counterparts_of: BTreeMap<usize, Vec<&Earlier<'_>>> = BTreeMap::new();
    for [now, was] in &found.pairs {
        counterparts_of.entry(*now).or_default().extend(before.get(*was));
    }
    let mut comparison = Comparison::default();
    for (at, finding) in findings.iter_mut().enumerate().filter(|(at, _)| stands(*at)) {
        let baseline = match counterparts_of.get(&at) {
            None => Baseline::New,
            Some(were) if were.iter().all(|was| was.settled) => Baseline::Regressed,
            Some(_) => Baseline::Open,
        };
        finding.baseline = Some(baseline);
        let ids = match baseline {
            Baseline::New => &mut comparison.new,
            Baseline::Open => &mut comparison.open,
            Baseline::Regressed => &mut comparison.regressed,
        };
        ids.push(finding.id.clone());
    }
    let stands: BTreeSet<usize> =
        found.pairs.iter().filter(|[now, _]| stands(*now)).map(|[_, before]| *before).collect();
    let seen: BTreeSet<usize> = found.pairs.iter().map(|[_, before]| *before).collect();
    let looked = Looked::at(answers, rows);
    for (at, was) in before.iter().enumerate().filter(|(at, _)| !stands.contains(at)) {
        let gone = if was.settled {
            &mut comparison.settled
        } else if seen.contains(&at) || looked.over(was.finding) {
            &mut comparison.fixed
        } else {
            &mut comparison.unverified
        };
        gone.push(was.carried());
    }
    (comparison, found.diagnostics)
}

/// A finding of an earlier report.
struct Earlier<'r> {
    finding: &'r UnifiedFinding,
    /// What its members are, each with what its reply is about.
    members: Vec<(String, Cow<'r, Finding>)>,
    /// Whether it was settled then.
    settled: bool,
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
        let listed: Vec<Group<'_>> = all.iter().map(Earlier::group).collect();
        let gone: Vec<Group<'_>> = settled.iter().map(Earlier::group).collect();
        counterparts(&listed, &gone, decisions).pairs.into_iter().map(|[_, gone]| gone).collect()
    };
    all.extend(comparison.unverified.iter().map(|finding| carried(finding, false)));
    all.extend(settled.into_iter().enumerate().filter(|(at, _)| !known.contains(at)).map(|(_, was)| was));
    all
}

impl<'r> Earlier<'r> {
    /// A finding of a report, as its members have it.
    fn of(finding: &'r UnifiedFinding, report: &'r Report) -> Self {
        let members: Vec<_> = members(&report.results, finding)
            .map(|(_, result, member)| {
                let unit = result.unit.as_deref().and_then(Identity::of);
                (subject(unit.as_ref()), Cow::Borrowed(member))
            })
            .collect();
        if members.is_empty() {
            return Self::alone(finding);
        }
        Self { finding, members, settled: is_resolved(&report.results, finding) }
    }

    /// A finding whose members are not at hand.
    fn alone(finding: &'r UnifiedFinding) -> Self {
        let unit = finding.units.first().and_then(|unit| Identity::of(unit));
        let mut member = Finding {
            id: finding.id.clone(),
            severity: finding.severity,
            stated_severity: None,
            r#type: finding.r#type.clone(),
            stated_type: None,
            state: FindingState::Open,
            location: finding.location.clone(),
            counter_location: finding.counter_location.clone(),
            title: finding.title.clone(),
            description: finding.description.clone(),
            suggestion: finding.suggestion.clone(),
            discussion: None,
            fingerprint: String::new(),
            extra: Extra::new(),
            span: Span::default(),
        };
        member.fingerprint = fingerprint::of(&member);
        Self { finding, members: vec![(subject(unit.as_ref()), Cow::Owned(member))], settled: false }
    }

    fn group(&self) -> Group<'_> {
        Group { members: self.members.iter().map(|(subject, member)| (subject.as_str(), member.as_ref())).collect() }
    }

    /// The finding, as a later report has it.
    fn carried(&self) -> UnifiedFinding {
        UnifiedFinding { members: Vec::new(), connections: Vec::new(), baseline: None, ..self.finding.clone() }
    }
}

/// What was analysed in full.
struct Looked {
    units: BTreeSet<Identity>,
    /// The documents of each unit that was, by the last part of one document's name.
    by_document: BTreeMap<String, Vec<Vec<String>>>,
    /// Whether a complete reply names no unit: then it may have looked at anything.
    anywhere: bool,
}

impl Looked {
    fn at(answers: &[Answer], rows: &[Row]) -> Self {
        let mut looked = Self { units: BTreeSet::new(), by_document: BTreeMap::new(), anywhere: false };
        for row in rows.iter().filter(|row| row.gap.is_none()) {
            let answered = row.row.results.iter().filter_map(|at| answers.get(usize::try_from(*at).ok()?));
            for answer in answered {
                match &answer.unit {
                    Some(unit) => _ = looked.units.insert(unit.clone()),
                    None => looked.anywhere = true,
                }
            }
        }
        for unit in &looked.units {
            let documents: Vec<String> = unit.documents().iter().map(|name| document_key(name)).collect();
            for document in &documents {
                let name = document_name(document).to_owned();
                looked.by_document.entry(name).or_default().push(documents.clone());
            }
        }
        looked
    }

    /// Whether somebody would have found this again: one of its units was analysed, or one that has all its documents.
    fn over(&self, finding: &UnifiedFinding) -> bool {
        let units: Vec<_> = finding.units.iter().filter_map(|unit| Identity::of(unit)).collect();
        if units.iter().any(|unit| self.units.contains(unit)) || (units.is_empty() && self.anywhere) {
            return true;
        }
        let locations = [&finding.location, &finding.counter_location];
        let places = locations.into_iter().flatten().flat_map(|location| &location.places);
        let documents: BTreeSet<String> =
            places.filter_map(|place| place.document.as_deref()).map(document_key).collect();
        let Some(units) = documents.first().and_then(|document| self.by_document.get(document_name(document))) else {
            return false;
        };
        let holds = |unit: &Vec<String>, document: &String| unit.iter().any(|held| same_document(held, document));
        units.iter().any(|unit| documents.iter().all(|document| holds(unit, document)))
    }
}
