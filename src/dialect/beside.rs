//! Findings that stand beside what a protocol has for them: in JSON, YAML, tags, separated values, or in a sentence that
//! rates one. See `docs/formats/protocol-v1.md`, "What stands beside the table".

use std::collections::BTreeSet;

use super::read_whole;
use crate::model::{AgentResult, Dialect, Expected, Finding, FindingState, Reply, ReplyText, Severity, Status};
use crate::order::Gather;
use crate::part::severities;
use crate::review::labels;
use crate::text::elements::{self, Element};
use crate::text::{fields, inline};

/// What a reply in a protocol states beside its findings and rates, in words; `None` where it states nothing more.
///
/// What nobody took is read as a reply in free form is. What that finds under the id or at the place of a finding that was
/// read is that finding, told again.
#[must_use]
pub fn unread(reply: &Reply, result: &AgentResult) -> Option<String> {
    let has_tables = matches!(result.dialect, Dialect::ProtocolV1 | Dialect::AgentReport);
    if !has_tables || !matches!(result.status, Status::Clean | Status::Findings) {
        return None;
    }
    let left = result.remainder.iter().map(|left| left.text.as_str());
    let text: Vec<String> = left.chain(result.confirmation.as_deref()).map(own).map(|own| with_rows(&own)).collect();
    let text = text.join("\n\n");
    // Most of what is left rates nothing.
    if !text.split(|mark: char| !mark.is_alphanumeric()).any(|word| severities::word(word).is_some()) {
        return None;
    }
    let apart = Reply {
        text: ReplyText::from_bytes(text.as_bytes()),
        expect: result.r#type.map(Expected::Type),
        types: reply.types.clone(),
        ..Reply::default()
    };
    let known = Known::of(&result.findings);
    let found = read_whole(&apart).result.findings;
    let is_more = |finding: &&Finding| {
        let is_rated = finding.stated_severity.is_some() && finding.severity < Severity::Advisory;
        is_rated && finding.state == FindingState::Open && !known.has(finding, &text)
    };
    if let Some(finding) = found.iter().find(is_more) {
        return Some(finding.title.as_ref().unwrap_or(&finding.description).clone());
    }
    // Where no reader makes a finding of a field that rates one, the field says that there is one.
    let is_told = !found.is_empty() || known.is_named(&text);
    text.lines().find(|line| !is_told && rates(line)).map(|line| line.trim().to_owned())
}

/// A text without what it quotes, and without headings at its end: what they are over was read.
fn own(text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with('>')).collect();
    while lines.last().is_some_and(|last| last.trim().is_empty() || last.starts_with('#')) {
        lines.pop();
    }
    lines.join("\n")
}

/// What was read of findings, by which it is known again.
struct Known<'f> {
    findings: &'f [Finding],
    ids: BTreeSet<String>,
}

impl<'f> Known<'f> {
    fn of(findings: &'f [Finding]) -> Self {
        Self { findings, ids: findings.iter().map(|finding| finding.id.to_lowercase()).gather() }
    }

    /// Whether a finding tells again what was read, and as bad: by its id, or at its place and in some of its words.
    fn has(&self, finding: &Finding, text: &str) -> bool {
        let id = finding.id.to_lowercase();
        // Who has no id of its own was given one.
        let is_named = self.ids.contains(&id) && words(text).any(|word| word == id);
        let place = |finding: &Finding| finding.location.as_ref().map(|location| inline::words(&location.text));
        let at = place(finding);
        let said = told(finding);
        self.findings.iter().filter(|known| known.severity <= finding.severity).any(|known| {
            (is_named && known.id.to_lowercase() == id)
                || (at.is_some()
                    && place(known) == at
                    && (said.is_empty() || said.iter().any(|word| told(known).contains(word))))
        })
    }

    /// Whether a text names one by its id.
    fn is_named(&self, text: &str) -> bool {
        !self.ids.is_empty() && words(text).any(|word| self.ids.contains(&word))
    }
}

/// The longer words of what a finding says.
fn told(finding: &Finding) -> BTreeSet<String> {
    const LETTERS: usize = 4;
    let texts = [finding.title.as_deref(), Some(finding.description.as_str())];
    let words = texts.into_iter().flatten().flat_map(words);
    words.filter(|word| word.chars().nth(LETTERS - 1).is_some()).gather()
}

/// The words of a text as ids are written, in lower case.
fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|mark: char| !mark.is_alphanumeric() && mark != '-').map(str::to_lowercase)
}

/// `severity: critical`, as a field that a line begins with.
fn rates(line: &str) -> bool {
    let line = line.trim_start_matches(['-', '*', ' ']);
    let field = fields::scan(line).map(|(key, value, _)| (key, value)).or_else(|| line.split_once(':'));
    field.is_some_and(|(key, value)| {
        let value = value.trim_matches(['"', '\'', ',', '*', ' ']);
        labels::role(key) == Some("severity")
            && severities::word(value).is_some_and(|severity| severity < Severity::Advisory)
    })
}

/// A text whose tables are rows of pipes, also those that were written in tags.
fn with_rows(text: &str) -> String {
    let mut rows = String::with_capacity(text.len());
    let mut at = 0;
    for table in elements::find(text, |name| name.eq_ignore_ascii_case("table")) {
        rows.push_str(text.get(at..table.range.start).unwrap_or_default());
        rows.push_str("\n\n");
        for (number, row) in elements::find(table.inner, |name| name.eq_ignore_ascii_case("tr")).iter().enumerate() {
            let is_cell = |name: &str| name.eq_ignore_ascii_case("th") || name.eq_ignore_ascii_case("td");
            let cells = elements::find(row.inner, is_cell);
            let told = |cell: &Element<'_>| elements::said(cell.inner).split_whitespace().gather::<Vec<_>>().join(" ");
            let cells: Vec<String> = cells.iter().map(told).collect();
            rows.push_str(&format!("| {} |\n", cells.join(" | ")));
            if number == 0 {
                rows.push_str(&format!("|{}\n", "---|".repeat(cells.len())));
            }
        }
        at = table.range.end;
    }
    rows.push_str(text.get(at..).unwrap_or_default());
    rows
}
