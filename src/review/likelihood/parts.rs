//! What is known of all parts of a reply.

use std::collections::BTreeMap;

use super::features::{self, COUNT, Traits};
use super::weights;
use crate::model::PartDecision;
use crate::order::Gather;
use crate::part::Reading;
use crate::part::scales::Scales;
use crate::review::choose::Choice;
use crate::review::evidence::{Context, Genre, Sign};
use crate::review::outline::{Kind, Node, Outline};
use crate::review::vocabulary::{self, Class};
use crate::review::{Scope, signs, wording};

/// What is known of all parts of a reply, by their nodes.
pub struct Parts {
    /// What the headings above say of each.
    pub contexts: Vec<Context>,
    /// Whether it says of itself that it is no finding.
    pub ruled_out: Vec<bool>,
    /// How much each feature measures.
    pub measured: Vec<[i32; COUNT]>,
    /// Which decision was taken last on each that one was taken on, as a place in [`Choice::decisions`].
    decided: BTreeMap<usize, usize>,
    /// What it weighs; the least there is if it may not be a finding.
    weights: Vec<i32>,
    /// What the parts below it weigh at the most.
    below: Vec<i32>,
}

impl Parts {
    /// Measures and weighs all parts.
    pub fn of(
        reading: &Reading<'_, '_>,
        outline: &Outline<'_>,
        scope: Scope<'_>,
        scales: Scales,
        choice: &Choice,
    ) -> Self {
        const RULE_OUT: [Sign; 5] = [Sign::Asks, Sign::Legend, Sign::Passes, Sign::Praise, Sign::SaysNothing];
        let contexts = contexts(outline, choice.genre);
        // The walk knows more of what stands above a part than its headings tell.
        let decided = decided(reading, outline, choice);
        let mut named = BTreeMap::new();
        let mut ruled_out = Vec::with_capacity(contexts.len());
        let mut traits: Vec<Traits> = Vec::with_capacity(contexts.len());
        for (at, (node, context)) in outline.nodes.iter().zip(&contexts).enumerate() {
            let is_below = at > 0 && ruled_out.get(node.parent).copied().unwrap_or_default();
            if !may_be_finding(node) {
                ruled_out.push(is_below);
                traits.push(Traits::of_layout(reading, node));
                continue;
            }
            let (evidence, _) = signs::of(reading, outline, at, context, scales, scope.aliases);
            let decision = decided.get(&at).and_then(|decision| choice.decisions.get(*decision));
            let weight = decision.map_or_else(|| evidence.weight(), |decision| decision.weight);
            let part = Traits::of(reading, outline, node, [evidence.own(), weight], &mut named);
            let may_tell = matches!(node.class, Class::Other | Class::Plain | Class::Summary);
            let is_settled = may_tell && node.is_marked_heading() && vocabulary::tells_what_is_settled(node.text);
            // So few words say too little, where they do not say what is wrong.
            let is_short = node.kind != Kind::Heading
                && node.children.is_empty()
                && node.text.split_whitespace().nth(wording::WORDS - 1).is_none()
                && !part.says_what_is_wrong();
            let is_left = vocabulary::names_what_was_left(node.text);
            ruled_out
                .push(is_settled || is_left || is_below || is_short || RULE_OUT.iter().any(|sign| evidence.has(*sign)));
            traits.push(part);
        }
        let measured = features::measure(outline, &traits);
        let weigh = |(node, measured)| if may_be_finding(node) { weights::sum(measured) } else { i32::MIN };
        let weights: Vec<i32> = outline.nodes.iter().zip(&measured).map(weigh).collect();
        let below = most_below(outline, &weights);
        Self { contexts, ruled_out, measured, decided, weights, below }
    }

    /// What a part weighs.
    pub fn weight(&self, at: usize) -> i32 {
        self.weights.get(at).copied().unwrap_or(i32::MIN)
    }

    /// What the parts below a part weigh at the most.
    pub fn most_below(&self, at: usize) -> i32 {
        self.below.get(at).copied().unwrap_or(i32::MIN)
    }

    /// The last decision that was taken on a part.
    pub fn decision<'c>(&self, choice: &'c Choice, at: usize) -> Option<&'c PartDecision> {
        self.decided.get(&at).and_then(|decision| choice.decisions.get(*decision))
    }

    /// The same, to change it.
    pub fn decision_mut<'c>(&self, choice: &'c mut Choice, at: usize) -> Option<&'c mut PartDecision> {
        self.decided.get(&at).and_then(|decision| choice.decisions.get_mut(*decision))
    }
}

/// Whether a part may be a finding: rows of tables are read by their columns.
pub fn may_be_finding(node: &Node<'_>) -> bool {
    node.kind.is_entry() || node.kind == Kind::Text
}

/// What the parts below each weigh at the most.
fn most_below(outline: &Outline<'_>, weights: &[i32]) -> Vec<i32> {
    let of = |list: &[i32], at: usize| list.get(at).copied().unwrap_or(i32::MIN);
    let mut below = vec![i32::MIN; weights.len()];
    for (at, node) in outline.nodes.iter().enumerate().skip(1).rev() {
        let most = of(weights, at).max(of(&below, at));
        if let Some(above) = below.get_mut(node.parent) {
            *above = most.max(*above);
        }
    }
    below
}

/// Which decision was taken last on which part.
fn decided(reading: &Reading<'_, '_>, outline: &Outline<'_>, choice: &Choice) -> BTreeMap<usize, usize> {
    let of = |(at, decision): (usize, &PartDecision)| ((decision.span.start, decision.span.end), at);
    let by_span: BTreeMap<(u32, u32), usize> = choice.decisions.iter().enumerate().map(of).gather();
    let of_node = |(at, node): (usize, &Node<'_>)| {
        let span = reading.source.lines_span(node.lines.clone());
        by_span.get(&(span.start, span.end)).map(|decision| (at, *decision))
    };
    outline.nodes.iter().enumerate().filter_map(of_node).gather()
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
    use super::Parts;
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
        let scope = Scope::of_free_form(&aliases);
        let outline = outline::read(&reading, false);
        let scales = Scales::of(&reading);
        let choice = choose::choose(&reading, &outline, scope, scales, &[]);
        let parts = Parts::of(&reading, &outline, scope, scales, &choice);
        let open = outline.nodes.iter().zip(&parts.ruled_out).filter(|(_, is_out)| !**is_out);
        let open: Vec<&str> = open.map(|(node, _)| node.text).filter(|text| !text.is_empty()).collect();
        assert_eq!(open, ["Review", "Worth a look", "`load` never closes the file."]);
    }
}
