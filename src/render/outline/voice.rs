//! The agents that report a finding: their names, the severity that each states, and what each says in other words.

use super::locations::standing_alone;
use super::pairs;
use crate::model::{AgentResult, DecisionStatus, Finding, FindingDecision, FindingState, Severity, UnifiedFinding};
use crate::part::units::clipped;
use crate::text::escape::fold;

/// A member of a unified finding.
#[derive(Clone, Debug)]
pub struct Voice<'r> {
    /// What it says.
    pub finding: &'r Finding,
    /// The place of its reply in the report's results.
    pub result: usize,
    /// How its reply is called, its unit, and the id that it gives the finding; of a derived one, that its references do.
    pub name: String,
    /// How it weighs the finding, and its type where that is another.
    pub assessment: String,
}

/// Something that a member says and the one shown does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What it is on; empty where it is plain what it is.
    pub label: &'static str,
    /// What it says.
    pub text: String,
    /// Whether it is a text in Markdown, which may be of several blocks.
    pub is_markdown: bool,
    /// Whether it is the discussion.
    pub is_discussion: bool,
}

impl<'r> Voice<'r> {
    /// A member of a finding: the place of its reply, that reply, what it says. `unit` is the name of the reply's row in
    /// the coverage map.
    pub fn of(
        finding: &UnifiedFinding,
        (place, result, member): (usize, &'r AgentResult, &'r Finding),
        unit: Option<&str>,
    ) -> Self {
        Self {
            finding: member,
            result: place,
            name: name(place, result, unit, member),
            assessment: assessment(member, finding),
        }
    }
}

/// What a person says of a finding: `dismissed by Ann: never reached`.
pub fn decision(decision: &FindingDecision) -> String {
    let words = [decision.status.map(DecisionStatus::word), decision.severity.map(Severity::word)];
    let said = words.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let by = decision.by.as_deref().map(|by| format!(" by {by}")).unwrap_or_default();
    let reason = decision.reason.as_deref().map(|reason| format!(": {reason}")).unwrap_or_default();
    format!("{said}{by}{reason}")
}

/// The discussion of a finding, where it has any words.
pub fn discussion(finding: &Finding) -> Option<&str> {
    finding.discussion.as_deref().filter(|discussion| !discussion.trim().is_empty())
}

const SUGGESTION: &str = "Suggestion";

/// What a member says that the one shown does not say.
pub fn differences(member: &Finding, shown: &Finding) -> Vec<Difference> {
    let other = |label: &'static str, mine: Option<&str>, theirs: Option<&str>| {
        let mine = mine.filter(|mine| fold(mine) != theirs.map(fold).unwrap_or_default());
        let is_markdown = matches!(label, "" | SUGGESTION);
        mine.map(|mine| Difference { label, text: mine.to_owned(), is_markdown, is_discussion: false })
    };
    let mut said = Vec::new();
    let title = other("Title", member.title.as_deref(), shown.title.as_deref());
    said.extend(title.map(|title| Difference { text: fold(&title.text), ..title }));
    said.extend(other("", Some(&member.description), Some(&shown.description)));
    for (label, mine, theirs) in [
        ("Location", member.location.as_ref(), shown.location.as_ref()),
        ("Counter-location", member.counter_location.as_ref(), shown.counter_location.as_ref()),
    ] {
        if mine == theirs {
            continue;
        }
        let (mine, theirs) = (mine.map(standing_alone), theirs.map(standing_alone));
        said.extend(other(label, mine.as_deref(), theirs.as_deref()));
    }
    said.extend(other(SUGGESTION, member.suggestion.as_deref(), shown.suggestion.as_deref()));
    let discussed = other("", discussion(member), discussion(shown));
    said.extend(discussed.map(|discussion| Difference { is_discussion: true, ..discussion }));
    said
}

/// `agent (source) on UNIT as F1`; of a derived finding `the references of agent (source) on UNIT`.
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
    if finding.derived {
        return format!("the references of {}", name.trim_end_matches(','));
    }
    format!("{name} as {}", clipped(finding.id.clone()))
}

fn assessment(member: &Finding, finding: &UnifiedFinding) -> String {
    let word = member.severity.word();
    let stated = member.stated_severity.as_deref().map(fold).filter(|stated| !stated.eq_ignore_ascii_case(word));
    let mut said = vec![];
    if member.derived {
        said.push("not rated".to_owned());
    } else {
        said.push(stated.map_or_else(|| word.to_owned(), |stated| format!("{word} ({stated})")));
    }
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
