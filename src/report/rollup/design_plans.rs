//! The design plans together: which screens can be carried out, and what the others wait for.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{DesignPlan, DesignRollup, Detail, NeededComponent, ScreenRow, Status};
use crate::part::status_words;
use crate::part::units::plain;
use crate::report::answer::Answer;
use crate::report::number;

/// All design plans; `None` where there is none. `names` has the name of each answer's unit. Of a unit that was asked
/// again, the plans of the last attempt count.
///
/// A screen is blocked where components are missing or its planning failed; it can be carried out where it is not, and
/// its plan is whole.
#[must_use]
pub fn design_plans(answers: &[Answer], names: &[String]) -> Option<DesignRollup> {
    let plans: Vec<(&Answer, &str, &DesignPlan)> = answers
        .iter()
        .zip(names)
        .filter_map(|(answer, name)| match &answer.result.detail {
            Detail::DesignPlan(plan) => Some((answer, name.as_str(), plan)),
            _ => None,
        })
        .collect();
    if plans.is_empty() {
        return None;
    }
    let mut last: BTreeMap<&str, u32> = BTreeMap::new();
    for (answer, name, _) in &plans {
        let attempt = last.entry(name).or_default();
        *attempt = answer.result.attempt.max(*attempt);
    }
    let mut rollup = DesignRollup::default();
    let mut needed: BTreeMap<String, (NeededComponent, BTreeSet<String>)> = BTreeMap::new();
    for (answer, name, plan) in plans {
        let result = &answer.result;
        if last.get(name) != Some(&result.attempt) {
            continue;
        }
        let screen = plan.screen.as_deref().filter(|screen| !plain(screen).is_empty()).unwrap_or(name).to_owned();
        for missing in &plan.missing {
            let (component, screens) = needed.entry(plain(&missing.needed)).or_insert_with(|| {
                let needed = missing.needed.clone();
                (NeededComponent { needed, screens: Vec::new() }, BTreeSet::new())
            });
            if screens.insert(plain(&screen)) {
                component.screens.push(screen.clone());
            }
        }
        let lacks =
            !plan.missing.is_empty() || result.stated_status.as_deref().is_some_and(status_words::needs_components);
        if lacks || result.status == Status::Error {
            rollup.blocked.push(screen.clone());
        } else if result.status != Status::Partial {
            rollup.order.push(screen.clone());
        }
        rollup.screens.push(ScreenRow {
            screen,
            status: result.status,
            components: number(plan.components.len()),
            missing: number(plan.missing.len()),
        });
    }
    rollup.missing = needed.into_values().map(|(component, _)| component).collect();
    Some(rollup)
}
