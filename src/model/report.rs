//! Many replies, one report.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    AgentResult, Checklist, Confidence, CustomTypes, DecisionImplication, DesignRollup, Diagnostic, DigestIndex,
    DispatchPlan, Expected, FindingDecision, FindingDecisions, ImplementationRollup, Knowledge, ParkedFinding, Percent,
    ResultType, ReturnRollup, Severity, Status, StepsRollup, Synthesis, UnitStatus, Verdict,
};
use super::{Baseline, Comparison, Extra, Location};
use crate::order::Arrange;

/// The name of the shape of [`Report`].
pub const REPORT_SCHEMA: &str = "reconvene/report/v1";

/// What the host wants of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct AggregateOptions {
    /// The report's title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What was dispatched, so that a reply that never came is a gap rather than silence.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub expected: Vec<ExpectedUnit>,
    /// Or the plan that it was dispatched by: its units, and its threshold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<Box<DispatchPlan>>,
    /// Under this coverage in percent, or with none stated, a PARTIAL reply is listed for retry; one that says to be
    /// done, where it states less. Default: the plan's, else 80.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_below: Option<Percent>,
    /// A person's word on findings.
    #[serde(skip_serializing_if = "FindingDecisions::is_empty")]
    pub decisions: FindingDecisions,
    /// An earlier report: what is new, open, fixed, regressed since.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<Box<Report>>,
    /// Types beside those of the protocol, which a reply may have; those of the plan need not be given again.
    #[serde(skip_serializing_if = "CustomTypes::is_empty")]
    pub types: CustomTypes,
}

impl AggregateOptions {
    /// The types that are registered: those that are given, and those of the plan.
    #[must_use]
    pub fn known_types(&self) -> CustomTypes {
        self.plan.as_ref().map_or_else(|| self.types.clone(), |plan| self.types.with(&plan.types))
    }

    /// The same options, in one order: the order of what was expected and of decisions means nothing.
    #[must_use]
    pub fn normalised(mut self) -> Self {
        self.expected.arrange_by(|one, other| {
            (&one.unit, &one.agent, one.expect).cmp(&(&other.unit, &other.agent, other.expect))
        });
        self.decisions = self.decisions.normalised();
        self
    }
}

/// A unit that was dispatched.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedUnit {
    /// Its name.
    pub unit: String,
    /// The agent that it went to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// What was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expect: Option<Expected>,
    /// The prompt, where it is to be asked again with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<String>,
}

/// All replies, merged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// [`REPORT_SCHEMA`].
    pub schema: String,
    /// Its title.
    pub title: String,
    /// Whether the work can go on.
    pub verdict: Verdict,
    /// Why, in sentences: each is a count that the report shows, or names the replies that could not be read.
    pub reasons: Vec<String>,
    /// The figures.
    pub summary: Summary,
    /// The figures, in sentences.
    pub executive_summary: String,
    /// One row for each unit, expected or answered.
    pub coverage: Vec<CoverageRow>,
    /// What was found, each thing once.
    pub findings: Vec<UnifiedFinding>,
    /// Where agents disagree.
    pub conflicts: Vec<Conflict>,
    /// Pairs that may be the same finding.
    pub suggestions: Vec<Suggestion>,
    /// What was not analysed in full.
    pub gaps: Vec<CoverageGap>,
    /// What the digests hold, indexed; `None` without any digest.
    pub digests: Option<DigestIndex>,
    /// What several digests say together; `None` without any digest.
    pub knowledge: Option<Knowledge>,
    /// The checklists, each item once over all its versions; `None` without any verification.
    pub checklist: Option<Checklist>,
    /// The implementation reports, together; `None` without any.
    pub implementation: Option<ImplementationRollup>,
    /// The design plans, together; `None` without any.
    pub design_plans: Option<DesignRollup>,
    /// The JSON returns, together; `None` without any.
    pub returns: Option<ReturnRollup>,
    /// The stories that were gone through step by step; `None` without any.
    pub steps: Option<StepsRollup>,
    /// What the findings mean together.
    pub synthesis: Synthesis,
    /// Things found beside the tasks.
    pub parked: Vec<Parked>,
    /// What decisions would have to cover.
    pub implications: Vec<Implication>,
    /// Against an earlier report, where there is one.
    pub comparison: Option<Comparison>,
    /// The replies as read, sorted by unit, agent, attempt, then text.
    pub results: Vec<AgentResult>,
    /// What concerns the whole.
    pub diagnostics: Vec<Diagnostic>,
    /// The types that were registered: who asks again knows what to ask for.
    #[serde(default, skip_serializing_if = "CustomTypes::is_empty")]
    pub types: CustomTypes,
}

/// The figures of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// How many replies there were.
    pub replies: u32,
    /// How many of each status.
    pub by_status: BTreeMap<Status, u32>,
    /// Replies without a summary line or any other stated result (also counted under PARTIAL).
    pub unparseable: u32,
    /// How many units there are, expected or answered.
    pub units: u32,
    /// Units analysed in full, percent of all units; `None` without any unit.
    pub coverage: Option<Percent>,
    /// How many findings, after merging.
    pub findings: u32,
    /// How many of each severity, after merging.
    pub by_severity: BTreeMap<Severity, u32>,
    /// How many of each type, after merging; the most frequent first.
    pub by_type: Vec<TypeCount>,
    /// Findings as reported, before merging.
    pub reported: u32,
    /// How many disagreements.
    pub conflicts: u32,
}

/// How many findings have a type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypeCount {
    /// The type; "untyped" where there is none.
    pub r#type: String,
    /// How many.
    pub count: u32,
}

/// The state of one unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CoverageRow {
    /// Its name.
    pub unit: String,
    /// Who answered, or was asked.
    pub agents: Vec<String>,
    /// Its state.
    pub status: UnitStatus,
    /// The status word as written.
    pub stated_status: Option<String>,
    /// How much was covered, in percent.
    pub coverage: Option<Percent>,
    /// How sure the agent says it is: of the reply that decides.
    #[serde(default)]
    pub confidence: Option<Confidence>,
    /// How long it took, as the reply that decides says it.
    #[serde(default)]
    pub duration: Option<String>,
    /// How many unified findings its replies report.
    pub findings: u32,
    /// Why it is not complete.
    pub reason: Option<String>,
    /// Its replies, by their place in [`Report::results`].
    pub results: Vec<u32>,
    /// The prompts of agents that never answered, where they are known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unanswered: Vec<Unanswered>,
}

/// What an agent was asked that never answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unanswered {
    /// The agent; `None` where the host does not name it.
    pub agent: Option<String>,
    /// The prompt.
    pub asked: String,
}

/// Something that one or several agents found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UnifiedFinding {
    /// "G1", "G2", … in report order: severity, type, location, key.
    pub id: String,
    /// Versioned hash of type and places of the finding shown; unique within a report.
    pub key: String,
    /// What a person chose, else the highest of its members.
    pub severity: Severity,
    /// Of the member shown.
    pub r#type: Option<String>,
    /// Of the member shown.
    pub location: Option<Location>,
    /// Of the member shown.
    pub counter_location: Option<Location>,
    /// Of the member shown.
    pub title: Option<String>,
    /// Of the member shown.
    pub description: String,
    /// Of the member shown.
    pub suggestion: Option<String>,
    /// How sure the agents say they are of it: the surest of its members. `None` where none says.
    #[serde(default)]
    pub confidence: Option<StatedConfidence>,
    /// Every assessment that was merged; the first is the one shown.
    pub members: Vec<Member>,
    /// Distinct replies that reported it, attempts of one dispatch counted once.
    pub agreement: u32,
    /// The units whose replies reported it, sorted; a reply that names none adds none.
    #[serde(default)]
    pub units: Vec<String>,
    /// The types of the replies that reported it, sorted.
    #[serde(default)]
    pub reply_types: Vec<ResultType>,
    /// Whether a person said of members of it that they are the same.
    #[serde(default)]
    pub decided: bool,
    /// A person's word on it.
    #[serde(default)]
    pub decision: Option<FindingDecision>,
    /// Ids of findings of other units or dimensions on the same section or concept, one of the two at least major.
    pub connections: Vec<String>,
    /// Against an earlier report. `None` without one, and where all who report the finding call it settled.
    pub baseline: Option<Baseline>,
}

/// How sure an agent says it is of a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatedConfidence {
    /// As written.
    pub stated: String,
    /// In percent; of a word the least that it means ([`Confidence::percent`]).
    pub percent: u32,
}

/// One assessment: `results[result].findings[finding]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Member {
    /// The place of its reply in [`Report::results`].
    pub result: u32,
    /// Its place in that reply.
    pub finding: u32,
}

/// Agents that disagree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conflict {
    /// On what.
    pub kind: ConflictKind,
    /// The unified findings that it concerns.
    pub findings: Vec<String>,
    /// The disagreement, in a sentence.
    pub message: String,
    /// Each agent's own words.
    pub assessments: Vec<Assessment>,
}

/// What agents disagree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ConflictKind {
    /// How much a finding matters.
    Severity,
    /// What kind of finding it is.
    Type,
    /// Whether there is anything to find.
    Presence,
}

/// What one reply says in a disagreement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assessment {
    /// The place of the reply in [`Report::results`].
    pub result: u32,
    /// Its words.
    pub says: String,
}

/// Two findings that may be one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suggestion {
    /// Their ids.
    pub findings: [String; 2],
    /// The fingerprints of the members that are alike.
    pub fingerprints: [String; 2],
    /// Why they may be one.
    pub reason: String,
    /// How alike, in percent.
    pub similarity: u32,
}

/// A unit that was not analysed in full.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoverageGap {
    /// Its name.
    pub unit: String,
    /// Its state.
    pub status: UnitStatus,
    /// Why.
    pub reason: String,
    /// How much was covered, in percent.
    pub coverage: Option<Percent>,
    /// How sure the agent says it is of what it has.
    #[serde(default)]
    pub confidence: Option<Confidence>,
    /// Whether to ask again.
    pub retry: bool,
    /// What is missing, in the agent's words.
    pub missing: Option<String>,
    /// What the agent says of its coverage beyond a bare figure: as a rule what was covered, not what is missing.
    #[serde(default, rename = "statedCoverage")]
    pub stated_coverage: Option<String>,
}

/// A thing found beside the tasks, with the units that it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parked {
    /// What was found.
    pub finding: String,
    /// Its category.
    pub category: Option<String>,
    /// Its priority.
    pub priority: Option<String>,
    /// Columns without a field of their own.
    pub extra: Extra,
    /// The units it comes from.
    pub units: Vec<String>,
}

impl Parked {
    /// As one reply of a unit says it.
    #[must_use]
    pub fn of(parked: &ParkedFinding, unit: String) -> Self {
        Self {
            finding: parked.finding.clone(),
            category: parked.category.clone(),
            priority: parked.priority.clone(),
            extra: parked.extra.clone(),
            units: vec![unit],
        }
    }
}

/// What a decision would have to cover, with the units that it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Implication {
    /// The implication.
    pub implication: String,
    /// The decision that it concerns.
    pub decision: Option<String>,
    /// What it affects.
    pub impact: Option<String>,
    /// Columns without a field of their own.
    pub extra: Extra,
    /// The units it comes from.
    pub units: Vec<String>,
}

impl Implication {
    /// As one reply of a unit says it.
    #[must_use]
    pub fn of(implication: &DecisionImplication, unit: String) -> Self {
        Self {
            implication: implication.implication.clone(),
            decision: implication.decision.clone(),
            impact: implication.impact.clone(),
            extra: implication.extra.clone(),
            units: vec![unit],
        }
    }
}

/// How a report is rendered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// For people, and to be read back.
    Markdown,
    /// For people, in a browser.
    Html,
    /// For programs.
    Json,
}
