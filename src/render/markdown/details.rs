//! Each finding under a heading of its own: its discussion, who reported it, and what the others say.
//!
//! The discussion of the member shown is the quotation right under the heading, and what follows begins with "Reported
//! by": that is how it reads back. What has neither title nor discussion nor a second member is a line in a table.

use super::Page;
use crate::model::{Report, UnifiedFinding};
use crate::render::outline::{Difference, Table, Voice, cell, differences, discussion, units};
use crate::report::members;
use crate::text::escape::escape_inline;

/// The section of some findings of a report.
pub fn section(page: &mut Page, report: &Report, findings: &[UnifiedFinding]) {
    if findings.is_empty() {
        return;
    }
    page.heading(2, "Details");
    let units = units(report);
    let mut others = Table::new(&["ID", "Reported by", "Assessed as"]);
    let mut derived = false;
    for finding in findings {
        let members = members(&report.results, finding);
        let voices: Vec<_> = members.map(|member| Voice::of(finding, member, units.get(&member.0).copied())).collect();
        match voices.split_first() {
            Some((only, [])) if finding.title.is_none() && discussion(only.finding).is_none() => {
                derived |= only.finding.derived;
                others.row(vec![cell(&finding.id), cell(&only.name), cell(&only.assessment)]);
            }
            Some((shown, others)) => details(page, finding, shown, others),
            None => {}
        }
    }
    if !others.is_empty() {
        page.heading(3, "Others");
        page.block(if derived {
            "Reported without a discussion, or shown by references:"
        } else {
            "Reported without a discussion:"
        });
        page.table(&others);
    }
}

fn details(page: &mut Page, finding: &UnifiedFinding, shown: &Voice<'_>, others: &[Voice<'_>]) {
    let title = finding.title.as_deref().map(escape_inline).filter(|title| !title.is_empty());
    let id = escape_inline(&finding.id);
    let severity = finding.severity.word();
    page.heading(3, &title.map_or_else(|| id.clone(), |title| format!("{id}: {title} ({severity})")));
    if let Some(discussion) = discussion(shown.finding) {
        page.quote(&[discussion]);
    }
    if others.is_empty() {
        let by = if shown.finding.derived { "Shown by" } else { "Reported by" };
        page.block(&escape_inline(&format!("{by} {}: {}.", shown.name, shown.assessment)));
        return;
    }
    let decided = if finding.decided { "merged by your decision, " } else { "" };
    page.block(&format!("Reported by {} replies, {decided}shown in the words of the first:", others.len() + 1));
    let voices = std::iter::once(shown).chain(others);
    // With what a decision would name, to take them apart again.
    let line = |voice: &Voice<'_>| {
        let Voice { finding, name, assessment, .. } = voice;
        escape_inline(&format!("{name}: {assessment} ({})", finding.fingerprint))
    };
    let items: Vec<_> = voices.map(line).collect();
    page.list(&items);
    for voice in others {
        let differences = differences(voice.finding, shown.finding);
        if !differences.is_empty() {
            page.block(&escape_inline(&format!("In the words of {}:", voice.name)));
            let said = |of: &Difference| match of.label {
                "" => of.text.clone(),
                label => format!("{label}: {}", of.text),
            };
            let said: Vec<_> = differences.iter().map(said).collect();
            page.quote(&said);
        }
    }
}
