//! Finds parts that no rule recognised, and that resemble findings.

use std::collections::BTreeSet;
use std::ops::Range;

use super::parts::{Parts, may_be_finding};
use super::weights;
use crate::model::{Code, Finding, PartDecision, PartVerdict, Reason, quote};
use crate::order::{Arrange, Gather};
use crate::part::Reading;
use crate::review::beginnings::label;
use crate::review::choose::{Choice, Chosen, Source};
use crate::review::evidence::{Context, ENOUGH, Look};
use crate::review::outline::{Kind, Node, Outline};
use crate::review::series::number_of;
use crate::review::{lines_of, start_of};
use crate::text::ledger;

/// Adds the parts that are likely to be findings to what was chosen of a review, if there are at least so many.
pub fn add(
    parts: &Parts,
    reading: &mut Reading<'_, '_>,
    outline: &Outline<'_>,
    before: &[Finding],
    least: usize,
    choice: &mut Choice,
) {
    let free = free(reading, outline, before, choice);
    let likely = likely(parts, outline, &free);
    let Some(first) = likely.first().filter(|_| likely.len() >= least) else { return };
    let message = match likely.len() {
        1 => "1 part was read as a finding only because it resembles the findings of other reviews.".to_owned(),
        count => {
            format!("{count} parts were read as findings only because they resemble the findings of other reviews.")
        }
    };
    let lines = outline.nodes.get(*first).map_or(0..0, |node| node.lines.clone());
    reading.say(Code::ReadByLikelihood, message, reading.source.lines_range(lines));
    for at in likely {
        if let Some(decision) = decision(parts, reading, outline, at) {
            match parts.decision_mut(choice, at) {
                Some(before) => *before = decision,
                None => choice.decisions.push(decision),
            }
        }
        let context = Context { look: Look::Likely, ..parts.contexts.get(at).cloned().unwrap_or_default() };
        choice.chosen.push(Chosen { source: Source::Node(at), context });
    }
    let starts: Vec<usize> = choice.chosen.iter().map(|chosen| start_of(reading, outline, choice, chosen)).collect();
    let mut ordered: Vec<(usize, Chosen)> = starts.into_iter().zip(std::mem::take(&mut choice.chosen)).collect();
    ordered.arrange_by_key(|(start, _)| *start);
    choice.chosen = ordered.into_iter().map(|(_, chosen)| chosen).collect();
}

/// The first word of a text, without marks.
pub fn first_word(text: &str) -> &str {
    let bare = text.trim_start_matches(['*', '[', '(', '#', '`']);
    bare.split([' ', ':', '.', ')', ']', '*', '`']).next().unwrap_or_default()
}

/// The ids and numbers of what was chosen.
pub fn numbers<'t>(outline: &Outline<'t>, choice: &Choice) -> BTreeSet<&'t str> {
    let nodes = choice.chosen.iter().filter_map(Chosen::node).filter_map(|at| outline.nodes.get(at));
    nodes.flat_map(|node| node.lead().ids.iter().copied().chain(node.lead().number).chain(node.number)).gather()
}

/// The free parts that weigh enough, and as much as any part below them: each either as a whole or in its parts.
fn likely(parts: &Parts, outline: &Outline<'_>, free: &[bool]) -> Vec<usize> {
    let is = |list: &[bool], at: usize| list.get(at).copied().unwrap_or_default();
    let mut found = Vec::new();
    let mut left: Vec<usize> = vec![0];
    while let Some(at) = left.pop() {
        let is_most = parts.weight(at) >= parts.most_below(at);
        if parts.weight(at) >= ENOUGH && is_most && is(free, at) && !is(&parts.ruled_out, at) {
            found.push(at);
        } else if let Some(node) = outline.nodes.get(at) {
            left.extend(node.children.iter().rev());
        }
    }
    found
}

/// Why a part is read as a finding.
fn decision(parts: &Parts, reading: &Reading<'_, '_>, outline: &Outline<'_>, at: usize) -> Option<PartDecision> {
    let (node, measured) = (outline.nodes.get(at)?, parts.measured.get(at)?);
    let reasons = weights::reasons(measured);
    Some(PartDecision {
        text: quote(node.text),
        verdict: PartVerdict::Finding,
        evidence: reasons.map(|(name, weight)| Reason { sign: name.to_owned(), weight }).collect(),
        weight: parts.weight(at),
        span: reading.source.lines_span(node.lines.clone()),
    })
}

/// Which parts may be findings beside those that were read before.
fn free(reading: &Reading<'_, '_>, outline: &Outline<'_>, before: &[Finding], choice: &Choice) -> Vec<bool> {
    let chosen = choice.chosen.iter().map(|chosen| match &chosen.source {
        Source::Remark { told, .. } => told.clone(),
        _ => reading.source.lines_range(lines_of(outline, choice, chosen)),
    });
    let before = before.iter().map(|finding| finding.span.start as usize..finding.span.end as usize);
    let taken = apart(before.chain(chosen).chain(reading.ledger.claimed()).collect());
    let nodes =
        || choice.chosen.iter().filter_map(Chosen::node).filter_map(|at| outline.nodes.get(at).map(|node| (at, node)));
    let is_title = |node: &Node<'_>| matches!(node.kind, Kind::Bold | Kind::Line) && node.lines.len() == 1;
    let titles: BTreeSet<usize> = nodes().filter(|(_, node)| is_title(node)).map(|(at, _)| at).gather();
    let numbers = numbers(outline, choice);
    let is_free = |(at, node): (usize, &Node<'_>)| {
        if !may_be_finding(node) || node.taken {
            return false;
        }
        // `1 effect: …` says more of the first finding.
        if numbers.contains(first_word(node.text)) {
            return false;
        }
        // `🟡 Title`, and what is wrong in the paragraph behind it.
        let beside = outline.nodes.get(node.parent).map(|above| above.children.as_slice()).unwrap_or_default();
        let before = beside.partition_point(|part| *part < at).checked_sub(1).and_then(|before| beside.get(before));
        if node.kind == Kind::Text && before.is_some_and(|before| titles.contains(before)) {
            return false;
        }
        // What a counted title stands over is a part of what that says.
        let is_field = node.kind == Kind::Text || label(node.text).is_some();
        let is_part = is_field && outline.nodes.get(node.parent).is_some_and(|above| number_of(above).is_some());
        !is_part && !ledger::meets(&taken, &reading.source.lines_range(node.lines.clone()))
    };
    outline.nodes.iter().enumerate().map(is_free).collect()
}

/// Some stretches in order, those that overlap as one.
fn apart(mut stretches: Vec<Range<usize>>) -> Vec<Range<usize>> {
    stretches.arrange_by_key(|stretch| stretch.start);
    let mut apart: Vec<Range<usize>> = Vec::with_capacity(stretches.len());
    for stretch in stretches {
        match apart.last_mut().filter(|last| stretch.start < last.end) {
            Some(last) => last.end = last.end.max(stretch.end),
            None => apart.push(stretch),
        }
    }
    apart
}

#[cfg(test)]
mod tests {
    use super::apart;

    #[test]
    fn stretches_that_overlap_are_one() {
        assert_eq!(apart(vec![4..9, 0..2, 5..6, 8..12, 12..13]), [0..2, 4..12, 12..13]);
    }
}
