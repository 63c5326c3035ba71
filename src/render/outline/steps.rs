//! The test runs: what failed in them, and their notes.

use super::table::{Table, cell};
use super::{Outline, units};
use crate::model::{Detail, Report, Steps};
use crate::part::records;
use crate::text::inline;

/// The table of all stories; then what each failure says of itself, and the notes.
pub fn section(page: &mut Outline, report: &Report) {
    let Some(rollup) = &report.steps else { return };
    let mut table = Table::new(&["Test run", "Steps passed", "Failed at"]);
    for row in &rollup.stories {
        let passed = format!("{}/{}", row.passed, row.total);
        table.row(vec![cell(&row.unit), passed.into(), cell(&row.failed.join("; "))]);
    }
    page.section("Test runs", table);
    let units = units(report);
    for (place, result) in report.results.iter().enumerate() {
        let Detail::Steps(story) = &result.detail else { continue };
        let name = units.get(&place).copied().or(story.story.as_deref()).unwrap_or("Unnamed test run");
        if let Some(failure) = story.failure.as_deref() {
            page.text(format!("Failure in {name}:"));
            page.quote(&[failure]);
        }
        let notes: Vec<String> = notes(story).collect();
        if !notes.is_empty() {
            page.text(format!("Notes on {name}:"));
            page.quote(&notes.iter().map(String::as_str).collect::<Vec<_>>());
        }
    }
}

/// The notes that say something, each below its label; where it failed stands in the table.
fn notes(story: &Steps) -> impl Iterator<Item = String> {
    let says = |(label, text): &(&String, &String)| inline::words(label) != "failed at" && !records::is_none(text);
    story.notes.iter().filter(says).map(|(label, text)| format!("{label}: {text}"))
}
