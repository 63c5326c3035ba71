//! What replies of one type say together: digests, checklists, design plans.

mod checklist;
mod design_plans;
mod digests;
mod drift;
mod inventory;
mod knowledge;
mod library;
mod moved;
mod shelf;

pub use checklist::checklist;
pub use design_plans::{counting, design_plans};

use super::answer::Answer;
use crate::model::{Diagnostic, DigestIndex, Knowledge};
use library::Library;

/// The index of the digests and what they know together, where there are any; and the bounds that were reached.
#[must_use]
pub fn digests(answers: &[Answer]) -> (Option<DigestIndex>, Option<Knowledge>, Vec<Diagnostic>) {
    let Some(library) = Library::of(answers) else { return (None, None, Vec::new()) };
    let (index, bounds) = digests::index(&library);
    let knowledge = knowledge::knowledge(&library, &index);
    (Some(index), Some(knowledge), bounds)
}
