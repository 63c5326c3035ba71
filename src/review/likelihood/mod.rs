//! Finds parts that no rule recognised, and that resemble the findings of labelled reviews in how they are written and in what
//! stands around them. See `docs/formats/prose.md`, "Likely findings".

mod features;
mod weights;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::beginnings::label;
use super::choose::{self, Choice, Chosen, Source};
use super::evidence::{Context, ENOUGH, Evidence, Genre, Look, Sign};
use super::outline::{Kind, Node, Outline};
use super::series::number_of;
use super::vocabulary::{self, Class};
use super::{Scope, lines_of, signs, start_of, wording};
use crate::model::{Code, Finding, PartDecision, PartVerdict, Reason, quote};
use crate::order::{Arrange, Gather};
use crate::part::Reading;
use crate::part::scales::Scales;
use crate::text::ledger;
use features::{COUNT, Traits};

pub use features::names;

/// How many parts have to be likely where nothing else was found.
const SEVERAL: usize = 3;

/// A part of a reply, and what is measured of it, in the order of [`names`].
#[derive(Debug)]
pub struct Observed {
    /// Its lines before its first part.
    pub own: Range<usize>,
    /// Its lines.
    pub lines: Range<usize>,
    /// How much each feature measures.
    pub measured: [i32; COUNT],
}

/// What is measured of each part that may be a finding: the weights are learned from it.
#[must_use]
pub fn observe<'t>(
    reading: &Reading<'_, 't>,
    outline: &Outline<'t>,
    scope: Scope<'_>,
    scales: Scales,
) -> Vec<Observed> {
    let choice = choose::choose(reading, outline, scope, scales, &[]);
    let measured = Parts::of(reading, outline, scope, scales, &choice).measured;
    let parts = outline.nodes.iter().zip(measured).filter(|(node, _)| may_be_finding(node));
    let observed = |(node, measured): (&Node<'_>, _)| Observed {
        own: signs::own_lines(outline, node),
        lines: node.lines.clone(),
        measured,
    };
    parts.map(observed).collect()
}

/// Adds the parts that are likely to be findings to what was chosen of a review.
pub fn add(
    reading: &mut Reading<'_, '_>,
    outline: &Outline<'_>,
    scope: Scope<'_>,
    scales: Scales,
    before: &[Finding],
    choice: &mut Choice,
) {
    if scope.protocol || choice.genre == Genre::Unknown {
        return;
    }
    let free = free(reading, outline, before, choice);
    if !free.contains(&true) {
        return;
    }
    let parts = Parts::of(reading, outline, scope, scales, choice);
    let likely = parts.likely(outline, &free);
    // A reply in which nothing else is a finding has several, or none.
    let is_alone = choice.chosen.is_empty() && before.is_empty();
    let Some(first) = likely.first().filter(|_| !is_alone || likely.len() >= SEVERAL) else { return };
    let message = match likely.len() {
        1 => "1 part was read as a finding only because it resembles the findings of other reviews.".to_owned(),
        count => {
            format!("{count} parts were read as findings only because they resemble the findings of other reviews.")
        }
    };
    let lines = outline.nodes.get(*first).map_or(0..0, |node| node.lines.clone());
    reading.say(Code::ReadByLikelihood, message, reading.source.lines_range(lines));
    let decided = decided(choice);
    for at in likely {
        if let Some(decision) = parts.decision(reading, outline, at) {
            let before = decided.get(&(decision.span.start, decision.span.end));
            match before.and_then(|before| choice.decisions.get_mut(*before)) {
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

/// Whether a part may be a finding: rows of tables are read by their columns.
fn may_be_finding(node: &Node<'_>) -> bool {
    node.kind.is_entry() || node.kind == Kind::Text
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

/// Which parts may be findings beside those that were read before.
fn free(reading: &Reading<'_, '_>, outline: &Outline<'_>, before: &[Finding], choice: &Choice) -> Vec<bool> {
    let chosen = choice.chosen.iter().map(|chosen| match &chosen.source {
        Source::Remark { told, .. } => told.clone(),
        _ => reading.source.lines_range(lines_of(outline, choice, chosen)),
    });
    let before = before.iter().map(|finding| finding.span.start as usize..finding.span.end as usize);
    let taken = apart(before.chain(chosen).chain(reading.ledger.claimed()).collect());
    let nodes = || {
        choice.chosen.iter().filter_map(|chosen| match chosen.source {
            Source::Node(at) => outline.nodes.get(at).map(|node| (at, node)),
            _ => None,
        })
    };
    let is_title = |node: &Node<'_>| matches!(node.kind, Kind::Bold | Kind::Line) && node.lines.len() == 1;
    let titles: BTreeSet<usize> = nodes().filter(|(_, node)| is_title(node)).map(|(at, _)| at).gather();
    let numbers: BTreeSet<&str> = nodes()
        .flat_map(|(_, node)| node.lead().ids.iter().copied().chain(node.lead().number).chain(node.number))
        .gather();
    let is_free = |(at, node): (usize, &Node<'_>)| {
        if !may_be_finding(node) || node.taken {
            return false;
        }
        // `1 effect: …` says more of the first finding.
        let first =
            node.text.trim_start_matches(['*', '[', '(', '#', '`']).split([' ', ':', '.', ')', ']', '*', '`']).next();
        if first.is_some_and(|first| numbers.contains(first)) {
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

/// What is known of all parts of a reply.
struct Parts {
    /// What the headings above say of each.
    contexts: Vec<Context>,
    /// Whether it says of itself that it is none.
    ruled_out: Vec<bool>,
    /// How much each feature measures.
    measured: Vec<[i32; COUNT]>,
}

impl Parts {
    fn of(reading: &Reading<'_, '_>, outline: &Outline<'_>, scope: Scope<'_>, scales: Scales, choice: &Choice) -> Self {
        const RULE_OUT: [Sign; 5] = [Sign::Asks, Sign::Legend, Sign::Passes, Sign::Praise, Sign::SaysNothing];
        let contexts = contexts(outline, choice.genre);
        // The walk knows more of what stands above a part than its headings tell.
        let decided = decided(choice);
        let mut named = BTreeMap::new();
        let mut ruled_out = Vec::with_capacity(contexts.len());
        let mut traits = Vec::with_capacity(contexts.len());
        for (at, (node, context)) in outline.nodes.iter().zip(&contexts).enumerate() {
            let evidence = if may_be_finding(node) {
                signs::of(reading, outline, at, context, scales, scope.aliases).0
            } else {
                Evidence::default()
            };
            let span = reading.source.lines_span(node.lines.clone());
            let decision = decided.get(&(span.start, span.end)).and_then(|at| choice.decisions.get(*at));
            let weight = decision.map_or_else(|| evidence.weight(), |decision| decision.weight);
            let may_tell = matches!(node.class, Class::Other | Class::Plain | Class::Summary);
            let is_settled = may_tell && node.is_marked_heading() && vocabulary::tells_what_is_settled(node.text);
            let is_below = at > 0 && ruled_out.get(node.parent).copied().unwrap_or_default();
            // So few words say too little, where they do not say what is wrong.
            let is_short = node.kind != Kind::Heading
                && node.children.is_empty()
                && node.text.split_whitespace().nth(wording::WORDS - 1).is_none()
                && !signs::complains(reading, outline, node);
            ruled_out.push(is_settled || is_below || is_short || RULE_OUT.iter().any(|sign| evidence.has(*sign)));
            traits.push(Traits::of(reading, outline, node, [evidence.own(), weight], &mut named));
        }
        Self { contexts, ruled_out, measured: features::measure(outline, &traits) }
    }

    /// The free parts that weigh enough, and as much as any part below them: each either as a whole or in its parts.
    fn likely(&self, outline: &Outline<'_>, free: &[bool]) -> Vec<usize> {
        let weigh = |(node, measured)| if may_be_finding(node) { weights::sum(measured) } else { i32::MIN };
        let weights: Vec<i32> = outline.nodes.iter().zip(&self.measured).map(weigh).collect();
        let own = |at: usize| weights.get(at).copied().unwrap_or(i32::MIN);
        let mut below = vec![i32::MIN; weights.len()];
        for (at, node) in outline.nodes.iter().enumerate().skip(1).rev() {
            let most = own(at).max(below.get(at).copied().unwrap_or(i32::MIN));
            if let Some(above) = below.get_mut(node.parent) {
                *above = most.max(*above);
            }
        }
        let is = |list: &[bool], at: usize| list.get(at).copied().unwrap_or_default();
        let mut found = Vec::new();
        let mut left: Vec<usize> = vec![0];
        while let Some(at) = left.pop() {
            let is_most = below.get(at).is_some_and(|below| own(at) >= *below);
            if own(at) >= ENOUGH && is_most && is(free, at) && !is(&self.ruled_out, at) {
                found.push(at);
            } else if let Some(node) = outline.nodes.get(at) {
                left.extend(node.children.iter().rev());
            }
        }
        found
    }

    /// Why a part is read as a finding.
    fn decision(&self, reading: &Reading<'_, '_>, outline: &Outline<'_>, at: usize) -> Option<PartDecision> {
        let (node, measured) = (outline.nodes.get(at)?, self.measured.get(at)?);
        let reasons = weights::reasons(measured);
        Some(PartDecision {
            text: quote(node.text),
            verdict: PartVerdict::Finding,
            evidence: reasons.map(|(name, weight)| Reason { sign: name.to_owned(), weight }).collect(),
            weight: weights::sum(measured),
            span: reading.source.lines_span(node.lines.clone()),
        })
    }
}

/// Which decision the walk took last on which part.
fn decided(choice: &Choice) -> BTreeMap<(u32, u32), usize> {
    let of = |(at, decision): (usize, &PartDecision)| ((decision.span.start, decision.span.end), at);
    choice.decisions.iter().enumerate().map(of).gather()
}

/// What the headings above say of each part.
fn contexts(outline: &Outline<'_>, genre: Genre) -> Vec<Context> {
    let mut contexts: Vec<Context> = Vec::with_capacity(outline.nodes.len());
    for node in &outline.nodes {
        let above = contexts.get(node.parent).zip(outline.nodes.get(node.parent)).filter(|_| node.parent > 0);
        let context = above.map(|(context, above)| context.below(above, node.parent));
        contexts.push(context.unwrap_or_else(|| Context { genre, ..Context::default() }));
    }
    contexts
}

#[cfg(test)]
mod tests {
    use super::{Parts, apart};
    use crate::part::Reading;
    use crate::part::aliases::Aliases;
    use crate::part::scales::Scales;
    use crate::review::{Scope, choose, outline};
    use crate::text::SourceText;

    #[test]
    fn what_is_settled_or_praised_is_ruled_out_with_all_below_it() {
        let text = "# Review\n\n## Resolved since\n\n- `save` truncates the file.\n  - It is gone.\n\n## Worth a look\n\n- `load` never \
                    closes the file.\n\n## What works well\n\nThe lock is taken first.\n";
        let source = SourceText::new(text);
        let reading = Reading::new(&source);
        let aliases = Aliases::none();
        let scope =
            Scope { result_type: None, aliases: &aliases, without_ids: false, protocol: false, is_unlisted: false };
        let outline = outline::read(&reading, false);
        let scales = Scales::of(&reading);
        let choice = choose::choose(&reading, &outline, scope, scales, &[]);
        let parts = Parts::of(&reading, &outline, scope, scales, &choice);
        let open = outline.nodes.iter().zip(&parts.ruled_out).filter(|(_, is_out)| !**is_out);
        let open: Vec<&str> = open.map(|(node, _)| node.text).filter(|text| !text.is_empty()).collect();
        assert_eq!(open, ["Review", "Worth a look", "`load` never closes the file."]);
    }

    #[test]
    fn stretches_that_overlap_are_one() {
        assert_eq!(apart(vec![4..9, 0..2, 5..6, 8..12, 12..13]), [0..2, 4..12, 12..13]);
    }
}
