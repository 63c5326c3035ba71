//! Comments copied as text from the page of a pull request: the file, the lines, the code there, who wrote it and when, and
//! what is said. See `docs/formats/prose.md`, "Comments copied as text".

use std::ops::Range;

use super::{Scope, fields, place_lines, sentences};
use crate::model::{Finding, KeyValue};
use crate::part::{Reading, finding};
use crate::text::blocks::{is_rule, scan_heading};
use crate::text::inline;
use crate::text::ledger::Owner;
use crate::text::steps;

/// How many lines of code the page shows above a comment, at the most.
const CODE: usize = 64;

/// What the page shows above a suggestion.
const CHANGE: &str = "Suggested change";

/// What it shows below a comment, to click on.
const BUTTONS: [&str; 7] = [
    "add suggestion to batch",
    "commit suggestion",
    "reply",
    "resolve conversation",
    "resolve thread",
    "show resolved",
    "unresolve conversation",
];

/// A comment, by its lines.
struct Comment {
    /// The line that names its file.
    file: usize,
    /// The code that it is on.
    code: Range<usize>,
    /// What it says.
    said: Range<usize>,
    /// What it would write instead.
    change: Range<usize>,
}

/// Reads and claims comments as the page of a pull request shows them; what is claimed already stays as it is.
pub fn read(reading: &mut Reading<'_, '_>, scope: Scope<'_>, findings: &mut Vec<Finding>) {
    if scope.protocol {
        return;
    }
    for comment in comments(reading) {
        let line = |number: usize| reading.source.line(number);
        let text = |lines: &Range<usize>| lines.clone().map(line).collect::<Vec<_>>().join("\n");
        let file = line(comment.file).trim();
        let place = match place_lines::commented_lines(line(comment.file + 1)) {
            Some((first, last)) => format!("{file}:{first}-{last}"),
            None => file.to_owned(),
        };
        let mut body = text(&comment.said);
        if !comment.change.is_empty() {
            body.push_str(&format!("\n\n```diff\n{}\n```", text(&comment.change)));
        }
        let mut parts = fields::of_comment(&place, &body, scope.aliases);
        let code = text(&comment.code);
        parts.extra.extend((!code.trim().is_empty()).then(|| KeyValue::new("Code", code)));
        parts.without_id |= scope.without_ids;
        let end = comment.said.end.max(comment.change.end);
        let range = reading.source.lines_range(comment.file..end);
        let owner = Owner::Entry("findings", findings.len());
        let finding = finding::finish(reading, parts, findings.len(), scope.aliases, range);
        let told = [comment.file..comment.code.end, comment.said, comment.change];
        for lines in told.into_iter().filter(|lines| !lines.is_empty()) {
            reading.claim_lines(lines, owner);
        }
        findings.push(finding);
    }
}

/// The comments of a reply, in its order.
fn comments(reading: &Reading<'_, '_>) -> Vec<Comment> {
    let source = &reading.source;
    let count = source.lines().len();
    let mut found: Vec<Comment> = Vec::new();
    let mut file: Option<usize> = None;
    for number in 0..count {
        let line = source.line(number);
        steps::add(line.len());
        if place_lines::file_alone(line).is_some() {
            file = Some(number);
        }
        let Some(above) = file.filter(|above| number > above + 1 && number - above <= CODE && is_time(line)) else {
            continue;
        };
        if !is_name(source.line(number - 1)) {
            continue;
        }
        let placed = usize::from(place_lines::commented_lines(source.line(above + 1)).is_some());
        found.push(Comment {
            file: above,
            code: above + 1 + placed..number - 1,
            said: number + 1..count,
            change: 0..0,
        });
        file = None;
    }
    let starts: Vec<usize> = found.iter().skip(1).map(|comment| comment.file).chain([count]).collect();
    for (comment, end) in found.iter_mut().zip(starts) {
        let is_end = |number: &usize| {
            let line = source.line(*number);
            is_button(line) || scan_heading(line).is_some() || is_rule(line.trim())
        };
        let end = (comment.said.start..end).find(is_end).unwrap_or(end);
        let change = (comment.said.start..end).find(|number| source.line(*number).trim() == CHANGE);
        comment.said.end = change.unwrap_or(end);
        comment.change = change.map_or(0..0, |change| change + 1..end);
    }
    let first = |comment: &Comment| {
        let told = comment.said.clone().map(|number| source.line(number));
        told.into_iter().find(|line| !line.trim().is_empty())
    };
    found.retain(|comment| first(comment).is_some_and(|line| !sentences::praises(line)));
    found
}

/// `3 minutes ago`, `yesterday`
fn is_time(line: &str) -> bool {
    const UNITS: [&str; 7] = ["second", "minute", "hour", "day", "week", "month", "year"];
    const WORDS: [&str; 4] = ["just now", "last week", "now", "yesterday"];
    let line = line.trim();
    let Some(time) = line.strip_suffix(" ago") else { return WORDS.contains(&line) };
    let unit = |unit: &str| UNITS.contains(&unit.strip_suffix('s').unwrap_or(unit));
    time.split_once(' ').is_some_and(|(count, rest)| {
        let is_count = count.bytes().all(|byte| byte.is_ascii_digit()) || matches!(count, "a" | "an");
        is_count && unit(rest)
    })
}

/// A name, or what somebody is in the project: `Copilot AI`, `Member`.
fn is_name(line: &str) -> bool {
    const WORDS: usize = 3;
    let words = line.split_whitespace().count();
    (1..=WORDS).contains(&words) && line.chars().all(|mark| mark.is_alphanumeric() || " -_.@[]".contains(mark))
}

/// What the page shows below a comment: a button, or what it says of who wrote it (`Copilot uses AI. Check for mistakes.`).
fn is_button(line: &str) -> bool {
    let words = inline::words(line);
    BUTTONS.contains(&words.as_str()) || words.ends_with("uses ai check for mistakes")
}
