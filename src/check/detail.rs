//! The checklist: its columns, and that what is not applied is discussed. See `docs/formats/protocol-v1.md`,
//! "Verification". And the files of a task: that none of them is the orchestrator's.

use super::context::{CheckContext, Listed};
use super::findings::columns;
use crate::model::{Code, Detail, ItemStatus, quote};
use crate::part::documents::touched;
use crate::part::units::is_shared;

/// The columns, in order. A ledger of issues has a severity instead of notes.
const COLUMNS: [(&str, &str); 3] = [("item", "Item"), ("status", "Status"), ("notes", "Notes")];

/// Checks the checklist of a verification.
pub fn check(context: &mut CheckContext<'_, '_>) {
    let Detail::Verification(list) = &context.read.result.detail else { return };
    if context.read.summary.is_none() {
        return;
    }
    let ledger = context.tables.iter().any(|table| table.listed == Listed::Items && table.column("severity").is_some());
    columns(context, Listed::Items, "items", &COLUMNS, if ledger { 2 } else { COLUMNS.len() });
    if let Some(item) = list.items.iter().find(|item| context.row(item.span).is_none()) {
        context.say(Code::NotATable, "An item is outside the checklist's table.", Some(item.span.bytes()));
    }
    // What is left over below the table may be the evidence, in a form of its own.
    let table_end = list.items.iter().map(|item| item.span.end).max().unwrap_or_default();
    let left_over = &context.read.result.remainder;
    if left_over.iter().any(|left| left.span.start >= table_end && left.text.contains(char::is_alphanumeric)) {
        return;
    }
    // A ledger lists what a review says, which has the evidence.
    for item in list.items.iter().filter(|_| !ledger) {
        let undone = matches!(item.status, ItemStatus::Partial | ItemStatus::Missing);
        if undone && item.discussion.is_none() && context.row(item.span).is_some() {
            let message = format!("{} is not fully applied, but is not discussed below the table.", quote(&item.item));
            context.say(Code::MissingDiscussion, message, Some(item.span.bytes()));
        }
    }
}

/// Checks that a task changed no file that only the orchestrator writes.
pub fn check_files(context: &mut CheckContext<'_, '_>) {
    let Detail::Implementation(work) = &context.read.result.detail else { return };
    for file in work.files.iter().filter(|file| touched(&file.path).iter().any(|file| is_shared(file))) {
        let message = format!("The task changed {}, which only the orchestrator may write.", quote(&file.path));
        context.say(Code::SharedFile, message, Some(file.span.bytes()));
    }
}
