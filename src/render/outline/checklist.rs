//! The checklist over all versions, and notes on the items that are left to do.

use super::table::{Cell, Table, cell, optional};
use super::{Block, Outline, pairs};
use crate::model::{ChecklistEntry, ChecklistItem, Detail, ItemState, ItemStatus, Report};
use crate::report::speakers;
use crate::text::escape::fold;

/// The table of all items; then, of those that are left to do, what the replies say at length.
pub fn section(page: &mut Outline, report: &Report) {
    let Some(checklist) = &report.checklist else { return };
    let mut table =
        Table::new(&["State", "Item No.", "Item", "Status", "Weight", "Task", "Where", "Notes", "More", "History"]);
    // Where all is on one unit, that is said once.
    let (first, several) = (checklist.items.first(), checklist.items.len() > 1);
    let only = first.filter(|first| several && checklist.items.iter().all(|entry| entry.unit == first.unit));
    for ChecklistEntry { unit, item, state, history } in &checklist.items {
        let mentions: Vec<_> =
            history.iter().map(|mention| format!("{}: {}", fold(&mention.unit), mention.status.word())).collect();
        table.row(vec![
            cell(became(*state, item)),
            optional(item.id.as_deref()),
            cell(&item.item),
            cell(&status(item)),
            item.severity.map(|severity| cell(severity.word())).unwrap_or_default(),
            optional(unit.as_deref().filter(|_| only.is_none())),
            optional(item.location.as_ref().map(|location| location.text.as_str())),
            optional(item.notes.as_deref()),
            cell(&pairs(&item.extra)),
            if mentions.len() > 1 { cell(&mentions.join("; ")) } else { Cell::default() },
        ]);
    }
    if table.is_empty() {
        return;
    }
    page.heading(2, "Checklist");
    if let Some(unit) = only.and_then(|only| only.unit.as_deref()) {
        page.text(format!("The task of all items: {}.", fold(unit)));
    }
    page.blocks.push(Block::Table(table));
    let all: Vec<_> = report.results.iter().enumerate().collect();
    let names = speakers(&all);
    for entry in checklist.items.iter().filter(|entry| !entry.item.status.is_settled()) {
        at_length(page, report, &names, entry);
    }
}

/// What those of the version that is shown say of an item beyond what its row says.
fn at_length(page: &mut Outline, report: &Report, names: &[String], entry: &ChecklistEntry) {
    let mentions: Vec<_> = entry
        .history
        .iter()
        .filter_map(|mention| {
            let reply = usize::try_from(mention.result).ok()?;
            let result = report.results.get(reply)?;
            let Detail::Verification(list) = &result.detail else { return None };
            Some((mention, result.attempt, names.get(reply)?, list.items.get(usize::try_from(mention.item).ok()?)?))
        })
        .collect();
    let shown =
        mentions.iter().rfind(|(mention, .., item)| entry.unit.as_ref() == Some(&mention.unit) && **item == entry.item);
    let title = entry.item.id.as_deref().filter(|id| !fold(id).is_empty()).unwrap_or(&entry.item.item);
    let discussion = entry.item.discussion.as_deref().filter(|discussion| !discussion.trim().is_empty());
    if let Some(discussion) = discussion {
        page.text(format!("On {}:", fold(title)));
        page.quote(&[discussion]);
    }
    let Some((shown, attempt, ..)) = shown else { return };
    for (mention, other, name, item) in &mentions {
        let same = (mention.result, mention.item) == (shown.result, shown.item);
        if same || (&mention.unit, other) != (&shown.unit, attempt) || item.status.is_settled() {
            continue;
        }
        let texts: Vec<_> = [&item.notes, &item.discussion].into_iter().flatten().map(String::as_str).collect();
        if texts.iter().any(|text| !text.trim().is_empty()) {
            page.text(format!("On {}, {name} says {}:", fold(title), status(item)));
            page.quote(&texts);
        }
    }
}

/// What became of an item. What does not apply was not fixed.
fn became(state: ItemState, item: &ChecklistItem) -> &'static str {
    match (state, item.status) {
        (ItemState::Fixed, ItemStatus::NotApplicable) => "settled",
        _ => state.word(),
    }
}

/// The status as written, and what it means where that is another word.
fn status(item: &ChecklistItem) -> String {
    let (word, stated) = (item.status.word(), fold(&item.stated_status));
    if stated.is_empty() {
        word.to_owned()
    } else if stated.to_lowercase().contains(word) {
        stated
    } else {
        format!("{word} ({stated})")
    }
}
