//! Takes back findings that only weak signs support and that do not resemble labelled findings.

use std::collections::BTreeSet;

use super::features::rank;
use super::found::{first_word, numbers};
use super::parts::Parts;
use crate::model::{Code, PartDecision, PartVerdict, Reason};
use crate::order::Gather;
use crate::part::Reading;
use crate::review::beginnings::label;
use crate::review::choose::{Choice, Chosen};
use crate::review::evidence::{ENOUGH, Sign};
use crate::review::outline::{Kind, Node, Outline};

/// Replies with fewer findings lose none, but to the likely findings below them.
const MANY: usize = 6;
/// At most one of so many is taken back: more means that the reply as a whole is unlike the labelled ones.
const SHARE: usize = 3;
/// So many likely findings below a part are read in place of it.
const PARTS: usize = 2;
/// How much the score counts beside the similarity. It was chosen, as `LEAST` was, on reviews that neither the rules nor the weights
/// were made from.
const SCORE: i32 = 4;
/// Below this sum of both, a part is doubted.
const LEAST: i32 = 4;
/// Signs that depend on what is beside a part or below it, or that stand for themselves: how it is worded does not outweigh them.
const CERTAIN: [Sign; 11] = [
    Sign::Id,
    Sign::FindingId,
    Sign::Recurring,
    Sign::Comment,
    Sign::Placed,
    Sign::Series,
    Sign::Alike,
    Sign::Fix,
    Sign::Remark,
    Sign::AtOdds,
    Sign::OpenBox,
];

/// Takes back what has likely findings below it, to read those. The rest is taken back if it is a small share of what was chosen.
pub fn take_back(parts: &Parts, reading: &mut Reading<'_, '_>, outline: &Outline<'_>, choice: &mut Choice) {
    let numbers = numbers(outline, choice);
    let nodes = choice.chosen.iter().filter_map(Chosen::node);
    let (doubted, kept): (Vec<usize>, Vec<usize>) = nodes.partition(|at| {
        let node = outline.nodes.get(*at).zip(parts.decision(choice, *at));
        node.is_some_and(|(node, decision)| !is_numbered(node, &numbers) && is_doubted(parts, outline, *at, decision))
    });
    let (groups, doubted): (Vec<usize>, Vec<usize>) =
        doubted.into_iter().partition(|at| has_likely_parts(parts, outline, *at));
    // What is beside a finding of the same kind is one.
    let beside = |at: usize| outline.nodes.get(at).map(|node| (node.parent, rank(node.kind)));
    let kept: BTreeSet<_> = kept.into_iter().filter_map(beside).gather();
    let is_kept = |at: usize| beside(at).is_some_and(|beside| kept.contains(&beside));
    let mut alone: Vec<usize> = doubted.into_iter().filter(|at| !is_kept(*at)).collect();
    if choice.chosen.len() < MANY || alone.len() * SHARE > choice.chosen.len() {
        alone.clear();
    }
    if let Some(first) = alone.first().and_then(|at| outline.nodes.get(*at)) {
        let message = match alone.len() {
            1 => "1 part was not read as a finding because it resembles none.".to_owned(),
            count => format!("{count} parts were not read as findings because they resemble none."),
        };
        reading.say(Code::ReadByLikelihood, message, reading.source.lines_range(first.lines.clone()));
    }
    for (taken, verdict, sign) in
        [(&groups, PartVerdict::Group, "likely findings below"), (&alone, PartVerdict::Other, "unlike findings")]
    {
        for at in taken {
            if let Some(decision) = parts.decision_mut(choice, *at) {
                // In the unit of the score.
                let weight = parts.weight(*at).div_euclid(SCORE);
                decision.verdict = verdict;
                decision.evidence.push(Reason { sign: sign.to_owned(), weight });
                decision.weight = decision.weight.saturating_add(weight);
            }
        }
    }
    let taken: BTreeSet<usize> = groups.into_iter().chain(alone).gather();
    choice.chosen.retain(|chosen| !chosen.node().is_some_and(|at| taken.contains(&at)));
}

/// Whether score and similarity of a finding together are too low.
fn is_doubted(parts: &Parts, outline: &Outline<'_>, at: usize, decision: &PartDecision) -> bool {
    let has = |sign: Sign| decision.evidence.iter().any(|reason| reason.sign == sign.name());
    let begins_with_place = has(Sign::LeadingPlace) && !has(Sign::InReview);
    let is_rated = has(Sign::Severity) || has(Sign::UnderSeverity);
    let is_low = parts.weight(at).saturating_add(SCORE * decision.weight) < LEAST;
    is_low
        && !(begins_with_place || CERTAIN.into_iter().any(has))
        && (!is_rated || has_likely_parts(parts, outline, at))
}

/// Whether a part is a numbered heading, or begins with the id or number of a finding.
fn is_numbered(node: &Node<'_>, numbers: &BTreeSet<&str>) -> bool {
    let marked =
        node.text.split_once(' ').filter(|(mark, _)| mark.chars().count() == 1).map_or(node.text, |(_, rest)| rest);
    (node.kind == Kind::Heading && node.lead().number.is_some())
        || numbers.contains(first_word(node.text))
        || numbers.contains(first_word(marked))
}

/// Whether several parts below a part are likely findings, and no fields or paragraphs of it.
fn has_likely_parts(parts: &Parts, outline: &Outline<'_>, at: usize) -> bool {
    if parts.most_below(at) < ENOUGH {
        return false;
    }
    let is_likely = |at: usize, node: &Node<'_>| {
        parts.weight(at) >= ENOUGH
            && !parts.ruled_out.get(at).copied().unwrap_or_default()
            && node.kind != Kind::Text
            && label(node.text).is_none()
    };
    let mut found = 0;
    let mut left = vec![at];
    while let Some(above) = left.pop() {
        for below in outline.nodes.get(above).map(|node| node.children.as_slice()).unwrap_or_default() {
            found += usize::from(outline.nodes.get(*below).is_some_and(|node| is_likely(*below, node)));
            left.push(*below);
        }
    }
    found >= PARTS
}
