//! The tasks that were carried out, where they got into each other's way, what they left open and what they added.

use super::table::{Cell, Table, cell, optional};
use super::{Outline, pairs};
use crate::model::{Report, Share};

/// The table of all tasks; then files, gaps and dependencies of all.
pub fn section(page: &mut Outline, report: &Report) {
    let Some(rollup) = &report.implementation else { return };
    let mut table = Table::new(&["Task", "State", "Criteria met", "Tests passed", "Not met", "Work Unit"]);
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
        page.text(format!("To be run again, one after the other: {}.", rollup.rerun_sequentially.join(", ")));
    }
    if !rollup.shared_files.is_empty() {
        let said = rollup.shared_files.iter().map(|file| format!("{} ({})", file.path, file.tasks.join(", ")));
        page.text(format!(
            "Changed by tasks, though only the orchestrator writes them: {}.",
            said.collect::<Vec<_>>().join(", ")
        ));
    }
    let mut table = Table::new(&["Level", "Open", "Assumed", "No.", "Task", "More"]);
    for gap in &rollup.gaps {
        table.row(vec![
            optional(gap.level.as_deref()),
            cell(&gap.description),
            optional(gap.assumption.as_deref()),
            optional(gap.id.as_deref()),
            cell(&gap.task),
            cell(&pairs(&gap.extra)),
        ]);
    }
    page.section("Left open by the tasks", table);
    let mut table = Table::new(&["Package", "Version", "License", "Audit", "Added by", "More"]);
    for added in &rollup.dependencies {
        table.row(vec![
            cell(&added.package),
            optional(added.version.as_deref()),
            optional(added.license.as_deref()),
            optional(added.audit.as_deref()),
            cell(&added.task),
            cell(&pairs(&added.extra)),
        ]);
    }
    page.section("Dependencies added", table);
}
