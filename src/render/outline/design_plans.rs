//! The screens that were planned, and the components that they wait for.

use std::collections::{BTreeMap, BTreeSet};

use super::table::{Cell, Table, cell, number};
use super::{Outline, pairs, rows};
use crate::model::{DesignPlan, DesignRollup, MissingComponent, Report, ScreenRow, Status};
use crate::order::{Arrange, Gather};
use crate::part::units::plain;
use crate::report::{counting, screen_of};
use crate::text::escape::fold;

/// The table of all screens; then the missing components, and what the plans say to do.
pub fn section(page: &mut Outline, report: &Report) {
    let Some(plans) = &report.design_plans else { return };
    let order: BTreeSet<&String> = plans.order.iter().gather();
    let blocked: BTreeSet<&String> = plans.blocked.iter().gather();
    let mut table = Table::new(&["Screen", "Plan", "Components", "Missing", "Next step"]);
    for row in &plans.screens {
        table.row(vec![
            cell(&row.screen),
            Cell::mark(row.status.word(), row.status.word()),
            number(row.components),
            number(row.missing),
            cell(Next::of(row, &order, &blocked).words()),
        ]);
    }
    page.section("Design plans", table);
    page.labelled("Components missing from the library:", missing(report, plans));
    let mut places: BTreeMap<String, (usize, &ScreenRow)> = BTreeMap::new();
    for (place, row) in plans.screens.iter().enumerate() {
        places.entry(plain(&row.screen)).or_insert((place, row));
    }
    let names = rows(report);
    let mut planned = counting(report.results.iter(), &names);
    let row = |unit: &str, plan: &DesignPlan| places.get(&plain(screen_of(unit, plan))).copied();
    planned.arrange_by_cached_key(|(unit, _, plan)| row(unit, plan).map_or(usize::MAX, |(place, _)| place));
    for (unit, _, plan) in planned {
        let screen = screen_of(unit, plan);
        let parts = parts(plan);
        if !parts.is_empty() {
            page.text(format!("The plan of {screen}:"));
            page.quote(&parts.iter().map(String::as_str).collect::<Vec<_>>());
        }
        let Some(instructions) = &plan.instructions else { continue };
        page.text(match row(unit, plan).map(|(_, row)| Next::of(row, &order, &blocked)) {
            Some(Next::Ready) => format!("To implement {screen}:"),
            Some(next) => format!("Do not implement {screen} yet ({}):", next.words()),
            None => format!("Planned for {screen}:"),
        });
        page.quote(&[instructions]);
    }
}

/// What a plan says beside how to carry it out, each part as a paragraph of its own.
fn parts(plan: &DesignPlan) -> Vec<String> {
    let placed = plan.components.iter().filter_map(|component| {
        let placement = component.placement.as_deref().filter(|placement| !plain(placement).is_empty())?;
        Some(format!("{} ({})", component.name, fold(placement)))
    });
    let used = plan.components.iter().filter_map(|component| {
        let told = [("", &component.usage), ("variant ", &component.variant), ("tokens ", &component.tokens)];
        let told = told.into_iter().filter_map(|(of, text)| {
            let text = text.as_deref().filter(|text| !plain(text).is_empty())?;
            Some(format!("{of}{}", fold(text)))
        });
        let told: Vec<String> = told.collect();
        (!told.is_empty()).then(|| format!("{} ({})", component.name, told.join(", ")))
    });
    let list = |items: Vec<String>| Some(items.join("; ")).filter(|list| !list.is_empty());
    let parts = [
        ("Layout", plan.layout.clone()),
        ("Components", list(used.collect())),
        ("Placement", list(placed.collect())),
        ("Design tokens", list(plan.tokens.iter().map(|token| fold(token)).collect())),
        ("Content", plan.content.clone()),
        ("Other screens", plan.cross_screen.clone()),
    ];
    let said = parts.into_iter().filter_map(|(label, text)| {
        let text = text.filter(|text| !plain(text).is_empty())?;
        // A list or a table begins on a line of its own.
        let parting = if text.trim().contains('\n') { "\n\n" } else { " " };
        Some(format!("**{label}:**{parting}{}", text.trim()))
    });
    said.collect()
}

/// What is next for a screen.
#[derive(Clone, Copy)]
enum Next {
    Failed,
    Waits,
    Ready,
    Incomplete,
}

impl Next {
    fn of(row: &ScreenRow, order: &BTreeSet<&String>, blocked: &BTreeSet<&String>) -> Self {
        if row.status == Status::Error {
            Self::Failed
        } else if blocked.contains(&row.screen) {
            Self::Waits
        } else if order.contains(&row.screen) {
            Self::Ready
        } else {
            Self::Incomplete
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Failed => "planning failed",
            Self::Waits => "waits for components",
            Self::Ready => "ready to implement",
            Self::Incomplete => "the plan is incomplete",
        }
    }
}

/// Each component once, with all that the plans that count say of it.
fn missing(report: &Report, plans: &DesignRollup) -> Table {
    let names = rows(report);
    let mut said: BTreeMap<String, Vec<&MissingComponent>> = BTreeMap::new();
    for (.., plan) in counting(report.results.iter(), &names) {
        for component in &plan.missing {
            said.entry(plain(&component.needed)).or_default().push(component);
        }
    }
    let mut table = Table::new(&["Needed", "For", "Closest", "Lacking", "More"]);
    for component in &plans.missing {
        let said = said.get(&plain(&component.needed)).map(Vec::as_slice).unwrap_or_default();
        table.row(vec![
            cell(&component.needed),
            cell(&component.screens.join(", ")),
            distinct(said.iter().filter_map(|said| said.closest.clone())),
            distinct(said.iter().filter_map(|said| said.gap.clone())),
            distinct(said.iter().map(|said| pairs(&said.extra))),
        ]);
    }
    table
}

/// A cell with each text once.
fn distinct(texts: impl Iterator<Item = String>) -> Cell {
    let mut seen = BTreeSet::new();
    let texts: Vec<_> = texts.filter(|text| !plain(text).is_empty() && seen.insert(plain(text))).collect();
    cell(&texts.join("; "))
}
