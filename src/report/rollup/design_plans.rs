//! The design plans together: which screens can be carried out, and what the others wait for.

use std::collections::{BTreeMap, BTreeSet};
use std::ptr::from_ref;

use super::{furthest, last};
use crate::model::{AgentResult, DesignPlan, DesignRollup, Detail, DispatchPlan, NeededComponent, ScreenRow, Status};
use crate::order::{Arrange, Gather};
use crate::part::status_words;
use crate::part::units::{Identity, plain};
use crate::report::answer::Answer;
use crate::report::coverage::is_labelled;
use crate::report::dispatched::places;
use crate::report::number;

/// All design plans, each screen once; `None` where there are none. `names` has the name of each answer's unit. Screens stand
/// in the order of the dispatch plan, where there is one, and missing components in the order in which screens name them.
///
/// Where several replies plan a screen, the best status is its own, as in the coverage of a unit; one of them that lacks
/// components is enough to block it. A screen is blocked where components are missing or its planning failed; it can be
/// carried out where it is not, and its plan is whole.
#[must_use]
#[inline(never)]
pub fn design_plans(answers: &[Answer], names: &[String], dispatched: Option<&DispatchPlan>) -> Option<DesignRollup> {
    // Where the host labels replies, what another claims to have planned cannot be carried out.
    let labelled = is_labelled(answers);
    let trusted: BTreeSet<*const AgentResult> =
        answers.iter().filter(|answer| answer.is_trusted(labelled)).map(|answer| from_ref(&answer.result)).gather();
    let mut plans = counting(answers.iter().map(|answer| &answer.result), names);
    let order = places(dispatched);
    if !order.is_empty() {
        let place = |name: &str| Identity::of(name).and_then(|unit| order.get(&unit)).copied().unwrap_or(usize::MAX);
        plans.arrange_by_cached_key(|(name, ..)| place(name));
    }
    if plans.is_empty() {
        return None;
    }
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut screens: Vec<Screen> = Vec::new();
    let mut needed: Vec<(NeededComponent, BTreeSet<usize>)> = Vec::new();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for (name, result, plan) in plans {
        let shown = screen_of(name, plan);
        let next = screens.len();
        // Who names neither a screen nor a unit planned one of its own.
        let place = match plain(shown) {
            key if key.is_empty() => next,
            key => *places.entry(key).or_insert(next),
        };
        if place == next {
            screens.push(Screen::of(shown));
        }
        let Some(screen) = screens.get_mut(place) else { continue };
        screen.add(result, plan);
        screen.trusted |= trusted.contains(&from_ref(result));
        for missing in &plan.missing {
            let at = *known.entry(plain(&missing.needed)).or_insert(needed.len());
            if at == needed.len() {
                let needed_now = NeededComponent { needed: missing.needed.clone(), screens: Vec::new() };
                needed.push((needed_now, BTreeSet::new()));
            }
            let Some((component, waiting)) = needed.get_mut(at) else { continue };
            if waiting.insert(place) {
                component.screens.push(screen.name.clone());
            }
        }
    }
    let mut rollup = DesignRollup::default();
    for screen in screens {
        if screen.lacks || screen.status == Status::Error {
            rollup.blocked.push(screen.name.clone());
        } else if screen.status != Status::Partial && screen.trusted {
            rollup.order.push(screen.name.clone());
        }
        rollup.screens.push(ScreenRow {
            screen: screen.name,
            status: screen.status,
            components: number(screen.components),
            missing: number(screen.missing.len()),
        });
    }
    rollup.missing = needed.into_iter().map(|(component, _)| component).collect();
    Some(rollup)
}

/// The design plans that count, each with the name of its unit and its result: of a unit that was asked again, those of
/// the last attempt.
pub fn counting<'r>(
    results: impl Iterator<Item = &'r AgentResult>,
    names: &'r [String],
) -> Vec<(&'r str, &'r AgentResult, &'r DesignPlan)> {
    last(results, names, |detail| match detail {
        Detail::DesignPlan(plan) => Some(plan),
        _ => None,
    })
}

/// The screen of a plan: the one that it names, else its unit.
#[must_use]
pub fn screen_of<'r>(unit: &'r str, plan: &'r DesignPlan) -> &'r str {
    plan.screen.as_deref().filter(|screen| !plain(screen).is_empty()).unwrap_or(unit)
}

/// A screen, as all who planned it have it.
struct Screen {
    name: String,
    status: Status,
    components: usize,
    /// What each lacks, once.
    missing: BTreeSet<String>,
    /// Whether any plan lacks something, if only by its status.
    lacks: bool,
    /// Whether a reply that the host does not doubt planned it.
    trusted: bool,
}

impl Screen {
    fn of(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            status: Status::Error,
            components: 0,
            missing: BTreeSet::new(),
            lacks: false,
            trusted: false,
        }
    }

    fn add(&mut self, result: &AgentResult, plan: &DesignPlan) {
        self.status = furthest(self.status, result.status);
        self.components = self.components.max(plan.components.len());
        self.missing.extend(plan.missing.iter().map(|missing| plain(&missing.needed)));
        self.lacks |=
            !plan.missing.is_empty() || result.stated_status.as_deref().is_some_and(status_words::needs_components);
    }
}
