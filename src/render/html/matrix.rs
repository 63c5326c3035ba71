//! Findings × agents: who found what, who looked there and found nothing, who was not asked, who disagrees.
//!
//! The page says the same of each cell in `www/triage/asked.js`; a test in a browser compares the two.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::Anchors;
use super::blocks::mark;
use super::charts::clipped;
use super::findings::name;
use super::writer::Html;
use crate::model::{ConflictKind, Finding, Report, Severity, Status, UnifiedFinding};
use crate::order::Arrange;
use crate::report::{members, reported_severity};

/// So many findings have a row, the most severe ones.
const MAX_FINDINGS: usize = 30;

/// So many agents have a column, those with the most findings.
const MAX_AGENTS: usize = 12;

const CAPTION: &str = "Findings by agent";

/// A table of findings and agents; nothing where only one agent replied.
pub fn by_agent(html: &mut Html, report: &Report, anchors: &Anchors<'_>) {
    let columns = columns(report);
    let all = columns.len();
    if all < 2 || report.findings.is_empty() {
        return;
    }
    let columns = most_reporting(columns, report);
    let disputed: BTreeSet<&str> = report
        .conflicts
        .iter()
        .filter(|conflict| conflict.kind != ConflictKind::Presence)
        .flat_map(|conflict| conflict.findings.iter().map(String::as_str))
        .collect();
    html.wide(CAPTION, |html| {
        html.classed("table", "matrix stacks", |html| {
            html.element("caption", &[], |html| html.words(&caption(report, columns.len(), all)));
            html.element("thead", &[], |html| {
                html.element("tr", &[], |html| {
                    html.element("th", &[("scope", "col".into())], |html| html.words("Finding"));
                    for column in &columns {
                        html.element("th", &[("scope", "col".into())], |html| html.words(&column.agent));
                    }
                });
            });
            html.element("tbody", &[], |html| {
                for finding in report.findings.iter().take(MAX_FINDINGS) {
                    let documents = documents(finding);
                    let is_disputed = disputed.contains(finding.id.as_str());
                    html.element("tr", &[], |html| {
                        html.element("th", &[("scope", "row".into())], |html| {
                            anchors.link(html, &finding.id);
                            html.blank();
                            mark(html, finding.severity.word(), finding.severity.word());
                            html.after_blank(&clipped(&name(finding)));
                        });
                        for column in &columns {
                            column.cell(html, report, finding, &documents, is_disputed);
                        }
                    });
                }
            });
        });
    });
}

/// What the table holds, what is left out of it, and what its marks mean.
fn caption(report: &Report, shown: usize, agents: usize) -> String {
    let left_out = |what: &str, shown: usize, all: usize| {
        if shown < all { format!(" Showing the {shown} {what} of {all}.") } else { String::new() }
    };
    let findings = report.findings.len();
    format!(
        "{CAPTION}: the severity that each reported (C critical, M major, m minor, a advisory). ≠ disagrees, – found \
         nothing there, ? does not say whether it looked, empty: was not asked.{}{}",
        left_out("most severe findings", findings.min(MAX_FINDINGS), findings),
        left_out("agents with the most findings", shown, agents),
    )
}

/// What is to be said of an agent and a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Found,
    Disagrees,
    /// It looked at the documents, and does not report the finding.
    Nothing,
    NotAsked,
    /// No reply of the agent says what it was about.
    Unknown,
}

/// An agent, with its replies.
#[derive(Debug, Default)]
struct Column<'r> {
    agent: String,
    results: BTreeSet<u32>,
    /// What its replies say that they are on, in small letters.
    scopes: Vec<String>,
    /// The documents that it reports on.
    seen: BTreeSet<&'r str>,
    /// Whether one of its replies does not say what it is on.
    is_open: bool,
}

/// The agents of a report, in the order of the replies.
fn columns(report: &Report) -> Vec<Column<'_>> {
    let mut columns: Vec<Column<'_>> = Vec::new();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for (at, result) in (0_u32..).zip(&report.results) {
        let named = [&result.agent, &result.source, &result.unit].into_iter().flatten();
        let agent = named.map(|name| clipped(name)).find(|name| !name.is_empty());
        let agent = agent.unwrap_or_else(|| format!("reply {}", at + 1));
        let place = *known.entry(agent.clone()).or_insert(columns.len());
        if place == columns.len() {
            columns.push(Column { agent, ..Column::default() });
        }
        let Some(column) = columns.get_mut(place) else { continue };
        column.results.insert(at);
        // One that failed has looked at nothing.
        if result.status == Status::Error {
            continue;
        }
        let scope = [&result.unit, &result.metadata.scope, &result.metadata.assigned];
        let scope: Vec<&str> =
            scope.into_iter().flatten().map(String::as_str).filter(|text| !text.is_empty()).collect();
        if scope.is_empty() {
            column.is_open = true;
        } else {
            column.scopes.push(scope.join(" ").to_lowercase());
        }
        let places = result.findings.iter().filter_map(|finding| finding.location.as_ref());
        column.seen.extend(places.flat_map(|location| &location.places).filter_map(|place| place.document.as_deref()));
    }
    columns
}

/// The columns that there is room for, in the order that they come in.
fn most_reporting<'r>(columns: Vec<Column<'r>>, report: &Report) -> Vec<Column<'r>> {
    let mut reported: BTreeMap<u32, usize> = BTreeMap::new();
    for member in report.findings.iter().flat_map(|finding| &finding.members) {
        *reported.entry(member.result).or_default() += 1;
    }
    let count = |column: &Column<'_>| column.results.iter().filter_map(|result| reported.get(result)).sum::<usize>();
    let mut columns: Vec<(usize, Column<'r>)> = columns.into_iter().enumerate().collect();
    columns.arrange_by_key(|(at, column)| (std::cmp::Reverse(count(column)), *at));
    columns.truncate(MAX_AGENTS);
    columns.arrange_by_key(|(at, _)| *at);
    columns.into_iter().map(|(_, column)| column).collect()
}

impl Column<'_> {
    fn cell(&self, html: &mut Html, report: &Report, finding: &UnifiedFinding, documents: &[&str], is_disputed: bool) {
        let mine: Vec<&Finding> = members(&report.results, finding)
            .filter(|(at, ..)| u32::try_from(*at).is_ok_and(|at| self.results.contains(&at)))
            .map(|(.., member)| member)
            .collect();
        let own = mine.first().map(|member| member.severity);
        let said = match own {
            Some(_) if is_disputed && is_other(&mine, report, finding) => Said::Disagrees,
            Some(_) => Said::Found,
            None => self.absent(documents),
        };
        let (letter, words) = shown(said, own);
        let class: Cow<'static, str> = match own {
            Some(severity) => format!("said {}", severity.word()).into(),
            None => "said".into(),
        };
        html.element("td", &[("class", class), ("data-label", self.agent.as_str().into())], |html| {
            if letter.is_empty() {
                return;
            }
            html.element("span", &[("aria-hidden", "true".into())], |html| html.words(&letter));
            html.classed("span", "unseen", |html| html.words(&words));
        });
    }

    /// What it means that the agent does not report a finding.
    fn absent(&self, documents: &[&str]) -> Said {
        let Some(first) = documents.first() else {
            return if self.is_open { Said::Unknown } else { Said::NotAsked };
        };
        let is_asked = |scope: &String| documents.iter().all(|document| names(scope, document));
        // Who reports on a document has looked at it.
        if self.scopes.iter().any(is_asked) || (self.is_open && self.seen.contains(first)) {
            Said::Nothing
        } else if self.is_open {
            Said::Unknown
        } else {
            Said::NotAsked
        }
    }
}

/// Whether an agent sees a finding otherwise than it is shown, in all that it says of it.
fn is_other(mine: &[&Finding], report: &Report, finding: &UnifiedFinding) -> bool {
    let severity = reported_severity(&report.results, finding);
    mine.iter()
        .all(|member| member.severity != severity || (member.r#type.is_some() && member.r#type != finding.r#type))
}

/// A cell: what is seen, and in words.
fn shown(said: Said, severity: Option<Severity>) -> (String, String) {
    let letter = match severity {
        Some(Severity::Critical) => "C",
        Some(Severity::Major) => "M",
        Some(Severity::Minor) => "m",
        Some(Severity::Advisory) => "a",
        None => "",
    };
    let word = severity.map_or("", Severity::word);
    let [seen, words] = match said {
        Said::Found => [letter.to_owned(), word.to_owned()],
        Said::Disagrees => [format!("{letter}≠"), format!("{word}, disagrees")],
        Said::Nothing => ["–".to_owned(), "found nothing there".to_owned()],
        Said::NotAsked => [String::new(), String::new()],
        Said::Unknown => ["?".to_owned(), "does not say whether it looked".to_owned()],
    };
    (seen, words)
}

/// The documents that a finding is on, in the order of its places.
fn documents(finding: &UnifiedFinding) -> Vec<&str> {
    let locations = [&finding.location, &finding.counter_location].into_iter().flatten();
    locations.flat_map(|location| &location.places).filter_map(|place| place.document.as_deref()).collect()
}

/// Whether a scope, in small letters, names a document.
fn names(scope: &str, document: &str) -> bool {
    let name = document.rsplit('/').next().unwrap_or(document);
    scope.contains(&name.to_lowercase())
}
