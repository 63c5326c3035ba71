//! Comments that a review bot hands on to coding agents in a fence, and shows nowhere else in its reply. See
//! `docs/formats/prose.md`, "Prompts for coding agents".

use std::collections::BTreeSet;
use std::ops::Range;

use super::{Scope, fields};
use crate::model::{Finding, Place};
use crate::order::Gather;
use crate::part::code_places::{self, Reach};
use crate::part::{Reading, finding};
use crate::text::blocks::{Block, BlockKind};
use crate::text::ledger::Owner;
use crate::text::lines::scan_fence;
use crate::text::steps;

/// What stands above the comments that are posted beside the code, and not in the reply.
const INLINE: &str = "Inline comments:";

/// A comment, by its lines.
struct Comment<'t> {
    file: &'t str,
    lines: Range<usize>,
}

/// Reads and claims the comments that a prompt for coding agents holds, but for those whose lines a finding names.
pub fn read(reading: &mut Reading<'_, '_>, scope: Scope<'_>, findings: &mut Vec<Finding>) {
    if scope.protocol {
        return;
    }
    let comments = comments(reading);
    if comments.is_empty() {
        return;
    }
    let places_of = |finding: &Finding| finding.location.iter().flat_map(|at| at.places.clone()).collect::<Vec<_>>();
    let known: BTreeSet<Place> = findings.iter().flat_map(places_of).gather();
    for comment in comments {
        let told: Vec<&str> = comment.lines.clone().map(|number| reading.source.line(number).trim()).collect();
        let told = told.join(" ");
        let Some((lines, body)) = told.split_once(": ").and_then(|(head, body)| Some((lines_of(head)?, body))) else {
            continue;
        };
        let place = format!("{}:{lines}", comment.file);
        let places = code_places::read(&place, scope.aliases, Reach::Location);
        if places.iter().any(|place| known.contains(place)) {
            continue;
        }
        let mut parts = fields::of_comment(&place, body, scope.aliases);
        parts.without_id |= scope.without_ids;
        let range = reading.source.lines_range(comment.lines.clone());
        let owner = Owner::Entry("findings", findings.len());
        let finding = finding::finish(reading, parts, findings.len(), scope.aliases, range);
        reading.claim_lines(comment.lines, owner);
        findings.push(finding);
    }
}

/// The comments of all prompts, in order.
fn comments<'t>(reading: &Reading<'_, 't>) -> Vec<Comment<'t>> {
    let mut found: Vec<Comment<'t>> = Vec::new();
    let blocks = reading.source.blocks();
    let is_fence = |block: &Block| matches!(block.kind, BlockKind::Fence { .. });
    let holds = |block: &&Block| block.lines.clone().any(|line| reading.source.line(line).trim() == INLINE);
    let says = |line: usize| reading.source.line(line).to_ascii_lowercase().contains("prompt for ");
    if !blocks.iter().filter(|block| is_fence(block)).any(|block| holds(&block))
        || !blocks.iter().filter(|block| !is_fence(block)).any(|block| block.lines.clone().any(says))
    {
        return found;
    }
    for block in blocks.iter().filter(|block| is_fence(block)) {
        let mut file: Option<&str> = None;
        let (mut inside, mut goes_on) = (false, false);
        for number in block.lines.clone() {
            let line = reading.source.line(number).trim();
            steps::add(line.len());
            if line == INLINE {
                inside = true;
            } else if line.ends_with(" comments:") {
                inside = false;
            } else if let Some(named) = named(line).filter(|_| inside) {
                (file, goes_on) = (Some(named), false);
            } else if let Some(file) = file.filter(|_| inside && line.starts_with("- ")) {
                found.push(Comment { file, lines: number..number + 1 });
                goes_on = true;
            } else if line.is_empty() || line == "---" || scan_fence(line).is_some() {
                goes_on = false;
            } else if let Some(last) = found.last_mut().filter(|_| inside && goes_on) {
                last.lines.end = number + 1;
            }
        }
    }
    found
}

/// The file of the comments below a line: ``In `@src/a.ts`:``.
fn named(line: &str) -> Option<&str> {
    let file = line.strip_prefix("In ")?.strip_suffix(':')?.trim_matches('`').trim_start_matches('@');
    (!file.is_empty() && !file.contains(' ')).then_some(file)
}

/// The lines at the head of a comment: `- Around line 12-18`.
fn lines_of(head: &str) -> Option<&str> {
    let lines = head.trim_start_matches("- ").trim_start_matches("Around ").trim_start_matches("around ");
    let lines = lines.strip_prefix("line").or_else(|| lines.strip_prefix("Line"))?.trim_start_matches('s').trim();
    lines.starts_with(|digit: char| digit.is_ascii_digit()).then_some(lines)
}
