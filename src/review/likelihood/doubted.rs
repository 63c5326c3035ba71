//! Takes back what was chosen for weak signs, and resembles no finding.

use std::collections::BTreeSet;

use super::features::rank;
use super::found::numbers;
use super::parts::Parts;
use crate::model::{PartDecision, PartVerdict, Reason};
use crate::order::Gather;
use crate::review::choose::{Choice, Chosen};
use crate::review::evidence::{ENOUGH, Sign};
use crate::review::outline::{Kind, Node, Outline};

/// In a reply with so many findings, a few that are unlike all others are taken back.
const MANY: usize = 6;
/// Which part of what was chosen are few: one of so many.
const FEW: usize = 3;
/// How much the signs for a part count beside its likeness, and how much both have to be at the least. Both were measured on
/// reviews that neither had seen.
const SIGN: i32 = 4;
const LEAST: i32 = 4;
/// What is told by what stands beside a part, or below it, more than by how it is written.
const CERTAIN: [Sign; 9] = [
    Sign::Id,
    Sign::FindingId,
    Sign::Recurring,
    Sign::Comment,
    Sign::Placed,
    Sign::Series,
    Sign::Alike,
    Sign::Fix,
    Sign::Remark,
];

/// Takes back what stands over likely findings, and the rest if it is little of what was chosen: otherwise the reply is unlike
/// others as a whole.
pub fn take_back(parts: &Parts, outline: &Outline<'_>, choice: &mut Choice) {
    let numbers = numbers(outline, choice);
    let nodes = choice.chosen.iter().filter_map(Chosen::node);
    let (doubted, kept): (Vec<usize>, Vec<usize>) = nodes.partition(|at| {
        let node = outline.nodes.get(*at).zip(parts.decision(choice, *at));
        node.is_some_and(|(node, decision)| !is_counted(node, &numbers) && is_doubted(parts, *at, node, decision))
    });
    // What stands in a list with findings is one.
    let list = |at: usize| outline.nodes.get(at).map(|node| (node.parent, rank(node.kind)));
    let kept: BTreeSet<_> = kept.into_iter().filter_map(list).gather();
    let is_kept = |at: usize| list(at).is_some_and(|list| kept.contains(&list));
    let doubted: BTreeSet<usize> =
        doubted.into_iter().filter(|at| stands_over_likely(parts, *at) || !is_kept(*at)).gather();
    let are_few = choice.chosen.len() >= MANY && doubted.len() * FEW <= choice.chosen.len();
    let taken: BTreeSet<usize> = doubted.into_iter().filter(|at| are_few || stands_over_likely(parts, *at)).gather();
    choice.chosen.retain(|chosen| !chosen.node().is_some_and(|at| taken.contains(&at)));
    for at in taken {
        let decision = parts.decided.get(&at).and_then(|decision| choice.decisions.get_mut(*decision));
        if let Some(decision) = decision {
            decision.verdict = PartVerdict::Other;
            decision.evidence.push(Reason { sign: "unlike findings".to_owned(), weight: parts.weight(at) });
            decision.weight += parts.weight(at);
        }
    }
}

/// Whether a part that was decided to be a finding is doubted, since it weighs so little by its likeness.
fn is_doubted(parts: &Parts, at: usize, node: &Node<'_>, decision: &PartDecision) -> bool {
    let has = |sign: Sign| decision.evidence.iter().any(|reason| reason.sign == sign.name());
    let begins_with_place = has(Sign::LeadingPlace) && !has(Sign::InReview);
    let is_placed = has(Sign::UnderSeverity) && has(Sign::Lines);
    let is_rated = has(Sign::Severity) || (node.kind == Kind::Heading && has(Sign::UnderSeverity));
    let is_certain =
        begins_with_place || is_placed || (is_rated && !stands_over_likely(parts, at)) || CERTAIN.into_iter().any(has);
    !is_certain && parts.weight(at) + SIGN * decision.weight < LEAST
}

/// Whether a part is counted, or says more of what has an id: then it is told by that.
fn is_counted(node: &Node<'_>, numbers: &BTreeSet<&str>) -> bool {
    let mut begins = node.text.split_whitespace().take(2);
    (node.kind == Kind::Heading && node.lead().number.is_some()) || begins.any(|word| numbers.contains(word))
}

/// Whether something below a part is a likely finding.
fn stands_over_likely(parts: &Parts, at: usize) -> bool {
    parts.most_below(at) >= ENOUGH
}
