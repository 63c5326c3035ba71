//! Each finding under a heading of its own: its discussion, who reported it, and what the others say.
//!
//! The discussion of the member shown is the quotation right under the heading, and what follows begins with "Reported
//! by": that is how it reads back. What has neither title nor discussion nor a second member is a line in a table.

use super::locations::standing_alone;
use super::table::{Table, cell};
use super::{Page, pairs, units};
use crate::model::{AgentResult, Finding, FindingState, Report, UnifiedFinding};
use crate::part::units::clipped;
use crate::report::members;
use crate::text::escape::{escape_inline, fold};

/// A member of a unified finding.
struct Voice<'r> {
    finding: &'r Finding,
    /// How its reply is called, its unit, and the id that it gives the finding.
    name: String,
    /// How it weighs the finding, and its type where that is another.
    assessment: String,
}

/// The section of all findings.
pub fn section(page: &mut Page, report: &Report) {
    if report.findings.is_empty() {
        return;
    }
    page.heading(2, "Details");
    let units = units(report);
    let mut others = Table::new(&["ID", "Reported by", "Assessed as"]);
    for finding in &report.findings {
        let voices: Vec<_> = members(&report.results, finding)
            .map(|(place, result, member)| Voice {
                finding: member,
                name: name(place, result, units.get(&place).copied(), member),
                assessment: assessment(member, finding),
            })
            .collect();
        match voices.split_first() {
            Some((only, [])) if finding.title.is_none() && discussion(only.finding).is_none() => {
                others.row(vec![cell(&finding.id), cell(&only.name), cell(&only.assessment)]);
            }
            Some((shown, others)) => details(page, finding, shown, others),
            None => {}
        }
    }
    if let Some(others) = others.text() {
        page.heading(3, "Others");
        page.block("Reported without a discussion:");
        page.block(&others);
    }
}

fn details(page: &mut Page, finding: &UnifiedFinding, shown: &Voice<'_>, others: &[Voice<'_>]) {
    let title = finding.title.as_deref().map(escape_inline).filter(|title| !title.is_empty());
    let id = escape_inline(&finding.id);
    let severity = finding.severity.word();
    page.heading(3, &title.map_or_else(|| id.clone(), |title| format!("{id}: {title} ({severity})")));
    if let Some(discussion) = discussion(shown.finding) {
        page.quote(&[discussion]);
    }
    if others.is_empty() {
        page.block(&escape_inline(&format!("Reported by {}: {}.", shown.name, shown.assessment)));
        return;
    }
    let decided = if finding.decided { "one finding as a person decided, " } else { "" };
    page.block(&format!("Reported by {} replies, {decided}shown as the first has it:", others.len() + 1));
    let voices = std::iter::once(shown).chain(others);
    // With what a decision would name, to take them apart again.
    let line = |voice: &Voice<'_>| {
        let Voice { finding, name, assessment } = voice;
        escape_inline(&format!("{name}: {assessment} ({})", finding.fingerprint))
    };
    let items: Vec<_> = voices.map(line).collect();
    page.list(&items);
    for voice in others {
        let differences = differences(voice.finding, shown.finding);
        if !differences.is_empty() {
            page.block(&escape_inline(&format!("In the words of {}:", voice.name)));
            page.quote(&differences.iter().map(String::as_str).collect::<Vec<_>>());
        }
    }
}

/// `agent (source) on UNIT as F1`.
fn name(place: usize, result: &AgentResult, unit: Option<&str>, finding: &Finding) -> String {
    let said = |name: &Option<String>| name.as_deref().map(fold).filter(|name| !name.is_empty()).map(clipped);
    let mut name = match (said(&result.agent), said(&result.source)) {
        (Some(agent), Some(source)) => format!("{agent} ({source})"),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => format!("reply {}", place + 1),
    };
    if let Some(unit) = unit.filter(|unit| result.source.as_deref() != Some(unit)) {
        name = format!("{name} on {unit}");
    }
    if result.attempt > 1 {
        name = format!("{name}, attempt {},", result.attempt);
    }
    format!("{name} as {}", clipped(finding.id.clone()))
}

fn assessment(member: &Finding, finding: &UnifiedFinding) -> String {
    let word = member.severity.word();
    let stated = member.stated_severity.as_deref().map(fold).filter(|stated| !stated.eq_ignore_ascii_case(word));
    let mut said = vec![stated.map_or_else(|| word.to_owned(), |stated| format!("{word} ({stated})"))];
    if member.r#type != finding.r#type {
        said.extend(member.r#type.clone());
    }
    if member.state == FindingState::Resolved {
        said.push("resolved".to_owned());
    }
    let more = pairs(&member.extra);
    if !more.is_empty() {
        said.push(fold(&more));
    }
    said.join(", ")
}

fn discussion(finding: &Finding) -> Option<&str> {
    finding.discussion.as_deref().filter(|discussion| !discussion.trim().is_empty())
}

/// What a member says that the one shown does not say.
fn differences(member: &Finding, shown: &Finding) -> Vec<String> {
    let other = |mine: Option<&str>, theirs: Option<&str>| {
        mine.filter(|mine| fold(mine) != theirs.map(fold).unwrap_or_default()).map(str::to_owned)
    };
    let mut said = Vec::new();
    said.extend(other(member.title.as_deref(), shown.title.as_deref()).map(|title| format!("Title: {}", fold(&title))));
    said.extend(other(Some(&member.description), Some(&shown.description)));
    for (label, mine, theirs) in [
        ("Location", member.location.as_ref(), shown.location.as_ref()),
        ("Counter-location", member.counter_location.as_ref(), shown.counter_location.as_ref()),
    ] {
        if mine == theirs {
            continue;
        }
        let (mine, theirs) = (mine.map(standing_alone), theirs.map(standing_alone));
        said.extend(other(mine.as_deref(), theirs.as_deref()).map(|location| format!("{label}: {location}")));
    }
    said.extend(
        other(member.suggestion.as_deref(), shown.suggestion.as_deref()).map(|text| format!("Suggestion: {text}")),
    );
    said.extend(other(discussion(member), discussion(shown)));
    said
}
