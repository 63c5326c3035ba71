//! A plan for people, as Markdown.

use crate::model::DispatchPlan;
use crate::order::Arrange;
use crate::text::escape::{escape_cell, escape_inline};

/// The announcement, and each unit in its wave.
#[must_use]
pub fn plan(plan: &DispatchPlan) -> String {
    let mut parts = vec![format!("# Plan: {}", escape_inline(&plan.mode)), escape_inline(&plan.announcement)];
    if plan.speculative && !plan.waves.is_empty() {
        parts.push("Note: These drafts are made ahead. Discard what no longer fits when it arrives.".to_owned());
    }
    if let Some(reason) = plan.reason.as_deref().filter(|reason| !plan.announcement.contains(reason)) {
        parts.push(escape_inline(&format!("Note: {reason}.")));
    }
    parts.extend(plan.notes.iter().map(|note| escape_inline(&format!("Note: {note}"))));
    for wave in &plan.waves {
        let team = wave.team.as_ref().map(|team| format!(" (team {team})")).unwrap_or_default();
        parts.push(format!("## {}", escape_inline(&format!("{}{team}", wave.name))));
        // What may run at the same time is for a person to approve, who has to see why.
        let tasks = || wave.units.iter().flat_map(|unit| &unit.tasks);
        let is_of_tasks = tasks().any(|task| !task.after.is_empty() || !task.files.is_empty());
        let [more, rule] = if is_of_tasks { [" After | Files |", " --- | --- |"] } else { [""; 2] };
        let mut table = format!(
            "| Task | Agent | Model | Asked for | Attempt | Subject |{more}\n| --- | --- | --- | --- | --- | --- |{rule}"
        );
        for unit in &wave.units {
            let [of, agent, model, subject] =
                [&unit.unit, &unit.agent, &unit.model, &unit.subject].map(|text| escape_cell(text));
            let (expect, attempt) = (unit.expect.word(), unit.attempt);
            table.push_str(&format!("\n| {of} | {agent} | {model} | {expect} | {attempt} | {subject} |"));
            if is_of_tasks {
                let waits = unit.tasks.iter().filter(|task| !task.after.is_empty());
                let after: Vec<String> = waits
                    .map(|task| match unit.tasks.len() {
                        1 => task.after.join(", "),
                        _ => format!("{}: {}", task.id, task.after.join(", ")),
                    })
                    .collect();
                let mut files: Vec<&str> = unit.tasks.iter().flat_map(|task| &task.files).map(String::as_str).collect();
                files.arrange();
                files.dedup();
                let [after, files] = [after.join("; "), files.join(", ")].map(|list| escape_cell(&list));
                table.push_str(&format!(" {after} | {files} |"));
            }
        }
        parts.push(table);
    }
    parts.push(String::new());
    parts.join("\n\n").trim_end().to_owned() + "\n"
}
