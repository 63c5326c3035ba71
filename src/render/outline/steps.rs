//! The stories that were gone through step by step, and what went wrong in them.

use super::table::{Table, cell};
use super::{Outline, units};
use crate::model::{Detail, Report};

/// The table of all stories; then what each failure says of itself.
pub fn section(page: &mut Outline, report: &Report) {
    let Some(rollup) = &report.steps else { return };
    let mut table = Table::new(&["Story", "Steps passed", "Failed at"]);
    for row in &rollup.stories {
        let passed = format!("{}/{}", row.passed, row.total);
        table.row(vec![cell(&row.unit), passed.into(), cell(&row.failed.join("; "))]);
    }
    page.section("Stories", table);
    let units = units(report);
    for (place, result) in report.results.iter().enumerate() {
        let Detail::Steps(story) = &result.detail else { continue };
        let Some(failure) = story.failure.as_deref() else { continue };
        let name = units.get(&place).copied().or(story.story.as_deref()).unwrap_or("A story without a name");
        page.text(format!("Failure of {name}:"));
        page.quote(&[failure]);
    }
}
