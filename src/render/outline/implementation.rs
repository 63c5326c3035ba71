//! The tasks that were implemented, their conflicts, what they left open and what they added.

use std::collections::{BTreeMap, BTreeSet};

use super::table::{Cell, Table, cell, optional};
use super::{Outline, pairs};
use crate::model::{Report, Share, TaskDependency, TaskGap};
use crate::part::units::plain;

/// The table of all tasks; then files, gaps and dependencies of all.
pub fn section(page: &mut Outline, report: &Report) {
    let Some(rollup) = &report.implementation else { return };
    let mut table = Table::new(&["Task", "State", "Criteria met", "Tests passed", "Not met", "Asked for as"]);
    let ratio =
        |Share { met, total }: Share| if total == 0 { Cell::default() } else { format!("{met}/{total}").into() };
    for row in &rollup.tasks {
        table.row(vec![
            cell(&row.task),
            cell(row.status.word()),
            ratio(row.criteria),
            ratio(row.tests),
            cell(&row.failed.join("; ")),
            optional(row.unit.as_deref().filter(|unit| *unit != row.task)),
        ]);
    }
    page.section("Tasks", table);
    let mut table = Table::new(&["File", "Touched by"]);
    for file in &rollup.files {
        table.row(vec![cell(&file.path), cell(&file.tasks.join(", "))]);
    }
    page.section("Files touched", table);
    if !rollup.rerun_sequentially.is_empty() {
        let files: Vec<&str> = rollup.file_conflicts.iter().map(|file| file.path.as_str()).collect();
        page.text(format!("Touched by several tasks: {}.", files.join(", ")));
        page.text(format!("Run again, one after the other: {}.", rollup.rerun_sequentially.join(", ")));
    }
    if !rollup.shared_files.is_empty() {
        let said = rollup.shared_files.iter().map(|file| format!("{} ({})", file.path, file.tasks.join(", ")));
        page.text(format!(
            "Changed by tasks, but reserved for the orchestrator: {}.",
            said.collect::<Vec<_>>().join(", ")
        ));
    }
    let mut table = Table::new(&["Level", "Open", "Assumed", "No.", "Task", "More"]);
    // What several tasks say in the same words stands once, with all of them.
    let said = |gap: &TaskGap| {
        let words = [&gap.level, &gap.assumption, &gap.id].map(|said| said.as_deref().map(plain));
        (plain(&gap.description), words, plain(&pairs(&gap.extra)))
    };
    let mut assumed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for gap in &rollup.gaps {
        let assumption = gap.assumption.as_deref().map(plain).unwrap_or_default();
        assumed.entry(plain(&gap.description)).or_default().insert(assumption);
    }
    for (gap, tasks) in together(&rollup.gaps, said, |gap| &gap.task) {
        let differs = assumed.get(&plain(&gap.description)).is_some_and(|assumed| assumed.len() > 1);
        let assumption = gap.assumption.as_deref().unwrap_or(if differs { "nothing" } else { "" });
        let mark = if differs { " (other tasks assume differently)" } else { "" };
        table.row(vec![
            optional(gap.level.as_deref()),
            cell(&gap.description),
            cell(&format!("{assumption}{mark}")),
            optional(gap.id.as_deref()),
            cell(&tasks.join(", ")),
            cell(&pairs(&gap.extra)),
        ]);
    }
    page.section("Gaps left by the tasks", table);
    let mut table = Table::new(&["Package", "Version", "License", "Audit", "Added by", "More"]);
    let said = |added: &TaskDependency| {
        let words = [&added.version, &added.license, &added.audit].map(|said| said.as_deref().map(plain));
        (plain(&added.package), words, plain(&pairs(&added.extra)))
    };
    for (added, tasks) in together(&rollup.dependencies, said, |added| &added.task) {
        table.row(vec![
            cell(&added.package),
            optional(added.version.as_deref()),
            optional(added.license.as_deref()),
            optional(added.audit.as_deref()),
            cell(&tasks.join(", ")),
            cell(&pairs(&added.extra)),
        ]);
    }
    page.section("Dependencies added", table);
}

/// Records that say the same, each once, with the tasks that they are of, in order.
fn together<'r, R, K: Ord>(
    records: &'r [R],
    said: impl Fn(&R) -> K,
    task: impl Fn(&'r R) -> &'r String,
) -> Vec<(&'r R, Vec<&'r str>)> {
    let mut places: BTreeMap<K, usize> = BTreeMap::new();
    let mut once: Vec<(&R, Vec<&str>)> = Vec::new();
    for record in records {
        let place = *places.entry(said(record)).or_insert(once.len());
        match once.get_mut(place) {
            Some((_, tasks)) if !tasks.contains(&task(record).as_str()) => tasks.push(task(record)),
            Some(_) => {}
            None => once.push((record, vec![task(record)])),
        }
    }
    once
}
