//! Conflicts that the agents of tasks name themselves: a file that another task changes too.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::Note;
use crate::order::Gather;
use crate::part::documents::document_of;
use crate::part::units::{clipped, document_key, plain};
use crate::text::escape::fold;
use crate::text::inline;

/// What is in conflict, by its key: how it is written, and the places of the tasks.
pub type Told = BTreeMap<String, (String, BTreeSet<usize>)>;

/// The conflicts that notes name, each with the place of the task whose agent wrote it; `tasks` has the places of all, by
/// their plain names. A note that names neither a file nor another task tells of none.
#[must_use]
pub fn told<'r>(notes: impl Iterator<Item = (usize, &'r Note)>, tasks: &BTreeMap<String, usize>) -> Told {
    let mut told = Told::new();
    for (own, note) in notes {
        if denies(&note.text) {
            continue;
        }
        let texts = || std::iter::once(note.text.as_str()).chain(note.extra.iter().map(|field| field.value.as_str()));
        let tokens = || texts().flat_map(str::split_whitespace);
        let is_edge = |mark: char| !mark.is_alphanumeric();
        let mut by: BTreeSet<usize> =
            tokens().filter_map(|token| tasks.get(&plain(token.trim_matches(is_edge))).copied()).gather();
        let others = by.iter().any(|place| *place != own);
        by.insert(own);
        let mut files: Vec<&str> = tokens().filter_map(document_of).collect();
        let whole = clipped(fold(&note.text));
        if files.is_empty() && others {
            files.push(&whole);
        }
        for file in files {
            let path = file.trim_start_matches("./").to_owned();
            told.entry(document_key(file)).or_insert_with(|| (path, BTreeSet::new())).1.extend(&by);
        }
    }
    told
}

/// Whether a note says that there is no conflict.
fn denies(text: &str) -> bool {
    const FIRST: [&str; 5] = ["no", "none", "nothing", "not", "without"];
    const DENIALS: [&str; 8] = [
        "no conflict",
        "no conflicts",
        "no other task",
        "no overlap",
        "not changed",
        "not modified",
        "not touched",
        "resolved",
    ];
    let words = inline::words(text);
    words.split(' ').next().is_some_and(|first| FIRST.contains(&first))
        || DENIALS.iter().any(|denial| format!(" {words} ").contains(&format!(" {denial} ")))
}
