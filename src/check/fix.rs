//! Applies the changes that a check offers.

use serde::{Deserialize, Serialize};

use super::{CheckOptions, check};
use crate::model::{Diagnostic, Reply};
use crate::order::Arrange;
use crate::text::position;

/// A reply with its known changes made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fixed {
    /// The text.
    pub text: String,
    /// How many changes were made.
    pub changes: usize,
}

/// How often the changes are looked for: one may make another visible.
const ROUNDS: usize = 8;

/// Makes every change that is known. Made twice, the second time changes nothing.
#[must_use]
pub fn fix(reply: &Reply) -> Fixed {
    let mut reply = reply.clone();
    let mut changes = 0;
    for _ in 0..ROUNDS {
        let (text, made) = apply(reply.text.as_str(), &check(&reply, &CheckOptions::default()).diagnostics);
        if made == 0 {
            break;
        }
        changes += made;
        reply.text = text.into();
    }
    Fixed { text: reply.text.into(), changes }
}

/// Makes the changes of diagnostics whose offsets count UTF-16 code units; of two that overlap, the first alone.
#[must_use]
pub fn apply(text: &str, diagnostics: &[Diagnostic]) -> (String, usize) {
    let mut edits: Vec<_> = diagnostics.iter().filter_map(|said| said.edit.as_ref()).collect();
    edits.arrange_by_key(|edit| (edit.span.start, edit.span.end));
    let mut fixed = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    let mut at = 0;
    let mut made = 0;
    let mut replaced = 0..0;
    for edit in edits {
        let is_insertion = edit.span.start == edit.span.end;
        // What touches a replacement waits for the next round: its place may be another one then.
        if edit.span.start < at || (!replaced.is_empty() && edit.span.start == replaced.end && is_insertion) {
            continue;
        }
        replaced = edit.span.start..edit.span.end;
        while at < edit.span.start {
            let Some(character) = characters.next() else { break };
            fixed.push(character);
            at += position::units(character);
        }
        fixed.push_str(&edit.text);
        while at < edit.span.end {
            let Some(character) = characters.next() else { break };
            at += position::units(character);
        }
        made += 1;
    }
    fixed.extend(characters);
    (fixed, made)
}
