//! What may be a finding, and was not read as one: it stays in the remainder, and a diagnostic says so. See
//! `docs/formats/prose.md`, "Deviations that are tolerated".

use super::choose::{self, Choice};
use super::evidence::Genre;
use super::outline::{Kind, Outline};
use super::vocabulary::{self, Class};
use super::{Scope, letters, signs};
use crate::model::{Code, Finding, quote};
use crate::part::Reading;
use crate::text::ledger;

/// So many parts that are worded as findings are no accident.
const SEVERAL: usize = 2;

/// Says what was passed over.
pub fn say(
    reading: &mut Reading<'_, '_>,
    outline: &Outline<'_>,
    choice: &Choice,
    scope: Scope<'_>,
    findings: &[Finding],
) {
    say_severities(reading, outline, findings);
    for lines in &choice.passed {
        let message = "A paragraph that begins with a severity was not read as a finding, since others were read.";
        let range = reading.source.lines_range(lines.clone());
        reading.say(Code::SeverityPassedOver, message, range);
    }
    // Research tells what code does as well.
    if !scope.protocol && choice.genre != Genre::Unknown && !findings.is_empty() {
        say_worded(reading, outline);
    }
}

/// Says that several parts are worded as findings are, and were read as nothing: the reply may have a form of its own.
fn say_worded(reading: &mut Reading<'_, '_>, outline: &Outline<'_>) {
    let claimed = reading.ledger.claimed();
    let mut is_beside = vec![false; outline.nodes.len()];
    // Below which parts the last paragraph says that something else follows: `✅ Safe patterns found:`.
    let mut is_over_other = vec![false; outline.nodes.len()];
    let mut worded = Vec::new();
    for (at, node) in outline.nodes.iter().enumerate() {
        let above = is_beside.get(node.parent).copied().unwrap_or_default();
        if let Some(over) = is_over_other.get_mut(node.parent).filter(|_| node.kind == Kind::Text) {
            *over = vocabulary::announces_other(&reading.source.lines_text(node.lines.clone()));
        }
        let behind = is_over_other.get(node.parent).copied().unwrap_or_default();
        let beside =
            above || behind || node.taken || matches!(node.class, Class::Other | Class::Summary | Class::Label);
        if let Some(own) = is_beside.get_mut(at) {
            *own = beside;
        }
        if beside || !matches!(node.kind, Kind::Text | Kind::Item | Kind::Line | Kind::Bold) {
            continue;
        }
        let lines = signs::own_lines(outline, node);
        let range = reading.source.lines_range(lines.clone());
        if !ledger::meets(&claimed, &range)
            && letters::names_code(&reading.source.lines_text(lines))
            && signs::is_worded_as_a_finding(reading, outline, node)
        {
            worded.push(range);
        }
    }
    if let Some(first) = worded.first().filter(|_| worded.len() >= SEVERAL) {
        let message = format!("{} passages are worded like findings, but were not recognised as such.", worded.len());
        reading.say(Code::FindingsPassedOver, message, first.clone());
    }
}

/// Says where text stands under a severity, and nothing of it was read as a finding.
fn say_severities(reading: &mut Reading<'_, '_>, outline: &Outline<'_>, findings: &[Finding]) {
    for node in &outline.nodes {
        let Class::Severity(_) = node.class else { continue };
        let range = reading.source.lines_range(node.lines.clone());
        let within = |finding: &Finding| {
            let (start, end) = (finding.span.start as usize, finding.span.end as usize);
            range.contains(&start) || (start..end).contains(&range.start)
        };
        let says = node.children.first().and_then(|child| outline.nodes.get(*child)).is_some_and(|child| {
            matches!(child.kind, Kind::Text | Kind::Item)
                && choose::says_something(&reading.source.lines_text(child.lines.clone()))
        });
        // Under what is no finding, a word such as "High" ranks something else.
        let other =
            outline.nodes.get(node.parent).is_some_and(|parent| matches!(parent.class, Class::Other | Class::Summary));
        if says && !other && !findings.iter().any(within) {
            let lines = reading.source.lines_range(node.lines.start..node.lines.start + 1);
            reading.say(
                Code::SeverityPassedOver,
                format!("No finding was recognised under {}.", quote(node.text)),
                lines,
            );
        }
    }
}
