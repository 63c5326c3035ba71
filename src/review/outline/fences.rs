//! Findings in blocks of text.

use std::ops::Range;

use super::builder::Builder;
use super::pieces;
use crate::part::code_places;
use crate::review::beginnings::{begins_placed, is_label, label};
use crate::review::{labels, lead, place_lines};
use crate::text::blocks::Block;
use crate::text::lines::scan_fence;

impl Builder<'_, '_, '_> {
    /// The findings in a block of text: a line that rates something and says where, or says what is wrong where, and fields
    /// below it: `[Logic/Critical] a.go:31-48`, `Issue: …`; `a.go:31 — the lock is lost`, `Fix: …`.
    pub(super) fn rated_in_fence(&self, block: &Block, closed: bool) -> Vec<Range<usize>> {
        let first = self.line(block.lines.start);
        let is_text =
            scan_fence(first).is_some_and(|mark| matches!(mark.info, "" | "text" | "txt" | "markdown" | "md"));
        let inner = block.lines.start + 1..block.lines.end - usize::from(closed);
        let rates = |number: &usize| {
            let lead = lead::read(self.line(*number), lead::Form::Text);
            let place = lead.place.or_else(|| code_places::lead(lead.after).map(|(place, _)| place));
            let rates = lead.severity.is_some() && place.is_some_and(place_lines::names_lines);
            !self.line(*number).starts_with([' ', '\t']) && (rates || begins_placed(self.line(*number)))
        };
        let opens = |number: &usize| !self.line(*number).trim().is_empty();
        if !is_text || !inner.clone().find(opens).is_some_and(|number| rates(&number)) {
            return Vec::new();
        }
        let starts: Vec<usize> = inner.clone().filter(rates).collect();
        let found: Vec<Range<usize>> = pieces(&starts, inner.end).collect();
        let has_field = |lines: &Range<usize>| lines.clone().skip(1).any(|number| is_label(self.line(number)));
        if found.iter().all(has_field) { found } else { Vec::new() }
    }

    /// The findings in a block of text that is made of fields alone, one on each line, which say what is wrong, and where or how
    /// bad it is: `File: src/a.ts`, `Severity: high`, `Issue: …`. A blank line parts two of them.
    pub(super) fn records_in_fence(&self, block: &Block, closed: bool) -> Vec<Range<usize>> {
        const FIELDS: usize = 3;
        let first = self.line(block.lines.start);
        let is_text = scan_fence(first).is_some_and(|mark| matches!(mark.info, "" | "text" | "txt"));
        let inner = block.lines.start + 1..(block.lines.end - usize::from(closed)).max(block.lines.start + 1);
        let is_blank = |number: &usize| self.line(*number).trim().is_empty();
        let role = |number: usize| {
            label(self.line(number)).filter(|(_, value)| !value.is_empty()).and_then(|(key, _)| labels::role(key))
        };
        let opens = inner.clone().find(|number| !is_blank(number)).and_then(role);
        if !is_text || opens.is_none() {
            return Vec::new();
        }
        let mut found: Vec<Range<usize>> = Vec::new();
        for number in inner.filter(|number| !is_blank(number)) {
            match found.last_mut().filter(|last| last.end == number) {
                Some(last) => last.end = number + 1,
                None => found.push(number..number + 1),
            }
        }
        let is_record = |lines: &Range<usize>| {
            let has = |roles: &[&str]| lines.clone().filter_map(role).any(|role| roles.contains(&role));
            let told = lines.clone().filter(|number| role(*number).is_some()).count();
            told >= FIELDS
                && told * 2 >= lines.len()
                && has(&["description", "title"])
                && has(&["severity", "location"])
        };
        if found.iter().all(is_record) { found } else { Vec::new() }
    }
}
