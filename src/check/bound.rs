//! Caps the number of diagnostics per code.

use std::collections::BTreeMap;

use crate::model::{Diagnostic, SAID_LIMIT, left_out};

/// Drops the diagnostics beyond the limit, and adds one that says how many.
pub fn bound(diagnostics: &mut Vec<Diagnostic>) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    diagnostics.retain(|said| {
        let count = counts.entry(said.code.clone()).or_default();
        *count += 1;
        *count <= SAID_LIMIT
    });
    let beyond = counts.into_iter().filter(|(_, count)| *count > SAID_LIMIT);
    diagnostics.extend(beyond.map(|(code, count)| left_out(&code, count)));
}

#[cfg(test)]
mod tests {
    use super::bound;
    use crate::model::{Code, Diagnostic, SAID_LIMIT};

    #[test]
    fn what_is_left_out_is_said() {
        let mut said = vec![Diagnostic::new(Code::MissingId, "A finding has no id.", None); SAID_LIMIT + 5];
        said.push(Diagnostic::new(Code::StatusWord, "Another word.", None));
        bound(&mut said);
        assert_eq!(said.len(), SAID_LIMIT + 2);
        assert!(said.last().is_some_and(|last| last.message.contains("reported 1005 times")));
    }
}
