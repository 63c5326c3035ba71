//! What only one result type has: the records of its detail section.
//! See `docs/formats/protocol-v1.md`, "Detail sections", and `docs/formats/bowser.md`.

use std::collections::BTreeMap;

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::{Extra, Location, Return, Severity, Span};
use crate::text::inline;
use crate::text::json::from_json;

/// The detail section, by result type.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Detail {
    /// The reply has no detail of a known type.
    #[default]
    None,
    /// What one document says.
    Digest(Digest),
    /// What two documents say of the same thing.
    Consistency(Consistency),
    /// A checklist.
    Verification(Verification),
    /// A task that was carried out.
    Implementation(Implementation),
    /// The plan of a screen.
    DesignPlan(DesignPlan),
    /// A JSON return.
    Return(Return),
    /// A story or a scenario that was gone through step by step.
    Steps(Steps),
    /// Questions that ask further.
    Refinements(Refinements),
}

/// By way of its JSON: what serde derives reads all records anew, from values that it keeps until it knows the kind.
impl<'de> Deserialize<'de> for Detail {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        fn record<T: DeserializeOwned, E: Error>(json: &str) -> Result<T, E> {
            from_json(json.as_bytes()).map_err(E::custom)
        }
        let mut members: Map<String, Value> = Map::deserialize(deserializer)?;
        let kind = members.remove("kind").ok_or_else(|| Error::missing_field("kind"))?;
        let json = Value::Object(members).to_string();
        match kind.as_str() {
            Some("none") => Ok(Self::None),
            Some("digest") => record(&json).map(Self::Digest),
            Some("consistency") => record(&json).map(Self::Consistency),
            Some("verification") => record(&json).map(Self::Verification),
            Some("implementation") => record(&json).map(Self::Implementation),
            Some("design-plan") => record(&json).map(Self::DesignPlan),
            Some("return") => record(&json).map(Self::Return),
            Some("steps") => record(&json).map(Self::Steps),
            Some("refinements") => record(&json).map(Self::Refinements),
            _ => Err(Error::custom(format!("unknown kind {kind}"))),
        }
    }
}

impl Detail {
    /// Every span in it.
    pub fn spans_mut(&mut self) -> Vec<&mut Span> {
        macro_rules! spans {
            ($($list:expr),*) => {{
                let mut spans: Vec<&mut Span> = Vec::new();
                $(spans.extend($list.iter_mut().map(|record| &mut record.span));)*
                spans
            }};
        }
        match self {
            Self::None | Self::Consistency(_) => Vec::new(),
            Self::Digest(d) => {
                spans!(
                    d.sections,
                    d.terms,
                    d.entities,
                    d.decisions,
                    d.references,
                    d.claims,
                    d.statements,
                    d.rules,
                    d.notable
                )
            }
            Self::Verification(verification) => spans!(verification.items),
            Self::Implementation(i) => spans!(i.files, i.criteria, i.tests, i.gaps, i.dependencies, i.conflicts),
            Self::DesignPlan(plan) => spans!(plan.components, plan.missing),
            Self::Return(returned) => spans!(returned.artifacts, returned.errors),
            Self::Steps(story) => spans!(story.steps),
            Self::Refinements(asked) => spans!(asked.refinements),
        }
    }
}

/// What one document says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Digest {
    /// The document.
    pub document: Option<String>,
    /// The content in a few paragraphs.
    pub summary: Option<String>,
    /// Its headings.
    pub sections: Vec<SectionEntry>,
    /// The terms that it defines.
    pub terms: Vec<Term>,
    /// The types and interfaces that it defines.
    pub entities: Vec<Entity>,
    /// The decisions that it records.
    pub decisions: Vec<Decision>,
    /// Its references to other documents.
    pub references: Vec<CrossReference>,
    /// Its claims about the world outside.
    pub claims: Vec<Claim>,
    /// What is decided and what only aspired to.
    pub statements: Vec<Statement>,
    /// How things behave, and what limits them.
    #[serde(default)]
    pub rules: Vec<Rule>,
    /// Sections that the agent wants to be noticed.
    pub notable: Vec<Note>,
}

impl Digest {
    /// Whether it holds nothing of its document.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self { document: self.document.clone(), ..Self::default() }
    }
}

/// What two documents say of the same thing; the findings stand beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Consistency {
    /// The documents that were compared.
    pub documents: Vec<String>,
    /// The dimension that was analysed.
    pub dimension: Option<String>,
    /// The mode of the comparison.
    pub mode: Option<String>,
    /// The rating that the agent gives.
    pub rating: Option<String>,
    /// The result in a few sentences.
    pub summary: Option<String>,
}

/// Questions that ask further, to be put into the document that they refine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refinements {
    /// What stands behind each `Refinements for`: a question, and its title where it is said.
    pub questions: Vec<String>,
    /// The refinements.
    pub refinements: Vec<Refinement>,
}

/// A question that refines another one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refinement {
    /// `R6.1`, `R6.1a`: it names what it refines.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What stands below it, verbatim.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A checklist, item by item.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Verification {
    /// The dimension that was verified.
    pub dimension: Option<String>,
    /// The items.
    pub items: Vec<ChecklistItem>,
}

/// A task that was carried out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Implementation {
    /// The task's id.
    pub task: Option<String>,
    /// The files that were touched.
    pub files: Vec<FileChange>,
    /// The acceptance criteria.
    pub criteria: Vec<Criterion>,
    /// The tests.
    pub tests: Vec<TestOutcome>,
    /// What the description left open.
    pub gaps: Vec<Gap>,
    /// Packages that were added.
    pub dependencies: Vec<Dependency>,
    /// Files that another agent touched too, and other conflicts.
    pub conflicts: Vec<Note>,
}

/// The plan of a screen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DesignPlan {
    /// The screen.
    pub screen: Option<String>,
    /// Its components.
    pub components: Vec<Component>,
    /// Components that it needs and the library lacks.
    pub missing: Vec<MissingComponent>,
    /// The design tokens that it uses.
    pub tokens: Vec<String>,
    /// Content decisions, Markdown.
    pub content: Option<String>,
    /// The layout, Markdown.
    pub layout: Option<String>,
    /// How to carry out the plan, Markdown.
    pub instructions: Option<String>,
    /// What concerns other screens, Markdown.
    pub cross_screen: Option<String>,
    /// Files that the plan names.
    pub files: Vec<String>,
}

/// A story or a scenario that was gone through step by step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Steps {
    /// The story, or the scenario.
    pub story: Option<String>,
    /// The steps.
    pub steps: Vec<Step>,
    /// How many steps passed: as stated, else as counted.
    pub passed: Option<u32>,
    /// How many steps there are: as stated, else as counted.
    pub total: Option<u32>,
    /// What went wrong, Markdown.
    pub failure: Option<String>,
    /// What stands beside the steps, Markdown, each under its label: deviations, notes, screenshots, console errors.
    pub notes: BTreeMap<String, String>,
}

impl Steps {
    /// The steps that failed.
    pub fn failed(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(|step| step.passed == Some(false))
    }

    /// Whether there are steps, and it is known of every one what became of it.
    #[must_use]
    pub fn is_told(&self) -> bool {
        !self.steps.is_empty() && self.steps.iter().all(|step| step.passed.is_some() || step.was_skipped())
    }
}

impl Step {
    /// Whether its status says that it was not carried out.
    #[must_use]
    pub fn was_skipped(&self) -> bool {
        let words = inline::words(self.stated_status.as_deref().unwrap_or_default());
        ["skip", "not run", "ignored"].into_iter().any(|skipped| words.starts_with(skipped))
    }
}

/// Whether a statement is decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Classification {
    /// Only wished for.
    Aspirational,
    /// Decided.
    Decided,
    /// The reply does not say.
    #[default]
    Unclear,
}

/// What became of a checklist item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ItemStatus {
    /// Done.
    Applied,
    /// Done in part.
    Partial,
    /// Not done.
    Missing,
    /// Done wrongly.
    Misapplied,
    /// Was done, and is broken again.
    Regressed,
    /// Does not apply.
    NotApplicable,
    /// Nothing is said of it yet.
    #[default]
    Open,
}

/// Every status of a checklist item.
pub const ITEM_STATUSES: [ItemStatus; 7] = [
    ItemStatus::Applied,
    ItemStatus::Partial,
    ItemStatus::Missing,
    ItemStatus::Misapplied,
    ItemStatus::Regressed,
    ItemStatus::NotApplicable,
    ItemStatus::Open,
];

impl ItemStatus {
    /// The word of the protocol.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Applied => "applied",
            Self::Partial => "partial",
            Self::Missing => "missing",
            Self::Misapplied => "misapplied",
            Self::Regressed => "regressed",
            Self::NotApplicable => "not-applicable",
            Self::Open => "open",
        }
    }

    /// Whether nothing is left to do.
    #[must_use]
    pub fn is_settled(self) -> bool {
        matches!(self, Self::Applied | Self::NotApplicable)
    }
}

/// What was done to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FileAction {
    /// It is new.
    Created,
    /// It was changed.
    Modified,
    /// It is gone.
    Deleted,
}

/// The result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Passed.
    Pass,
    /// Failed.
    Fail,
    /// Did not run.
    Skip,
}

/// One heading of a digested document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SectionEntry {
    /// The heading.
    pub heading: String,
    /// What the section says, in a line.
    pub summary: Option<String>,
    /// First and last line.
    pub lines: Option<[u32; 2]>,
    /// Columns and fields without a field of their own.
    pub extra: Extra,
    /// Where it was read.
    pub span: Span,
}

/// A term that a document defines.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Term {
    /// The term.
    pub term: String,
    /// Its definition.
    pub definition: String,
    /// Where it is defined.
    pub section: Option<String>,
    /// Columns and fields without a field of their own.
    pub extra: Extra,
    /// Where it was read.
    pub span: Span,
}

/// A type, interface or other thing that a document defines.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Entity {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: Option<String>,
    /// Its properties.
    pub properties: Option<String>,
    /// Where it is defined.
    pub section: Option<String>,
    /// Columns and fields without a field of their own.
    pub extra: Extra,
    /// Where it was read.
    pub span: Span,
}

/// A decision that a document records.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Decision {
    /// The decision.
    pub decision: String,
    /// Why.
    pub rationale: Option<String>,
    /// Where it stands.
    pub section: Option<String>,
    /// Columns and fields without a field of their own.
    pub extra: Extra,
    /// Where it was read.
    pub span: Span,
}

/// A reference from one document to another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CrossReference {
    /// The section that refers.
    pub from: Option<String>,
    /// The words of the reference.
    pub text: String,
    /// The document that is referred to.
    pub target_document: Option<String>,
    /// The section that is referred to.
    pub target_section: Option<String>,
    /// What kind of reference it is.
    pub nature: Option<String>,
    /// Columns and fields without a field of their own.
    pub extra: Extra,
    /// Where it was read.
    pub span: Span,
}

/// A claim about something outside of the documents.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Claim {
    /// The claim.
    pub claim: String,
    /// Where it stands.
    pub section: Option<String>,
    /// How it can be checked.
    pub verifiable: Option<String>,
    /// Columns and fields without a field of their own.
    pub extra: Extra,
    /// Where it was read.
    pub span: Span,
}

/// A statement that is decided, or only aspired to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Statement {
    /// The statement.
    pub statement: String,
    /// What it is.
    pub classification: Classification,
    /// Where it stands.
    pub section: Option<String>,
    /// Columns and fields without a field of their own.
    pub extra: Extra,
    /// Where it was read.
    pub span: Span,
}

/// A rule of behaviour or a constraint that a document sets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rule {
    /// The rule.
    pub rule: String,
    /// What kind of rule it is.
    pub kind: Option<String>,
    /// Where it stands.
    pub section: Option<String>,
    /// Columns and fields without a field of their own.
    pub extra: Extra,
    /// Where it was read.
    pub span: Span,
}

/// Something that the agent wants to be noticed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Note {
    /// The note, Markdown.
    pub text: String,
    /// Columns and fields without a field of their own.
    pub extra: Extra,
    /// Where it was read.
    pub span: Span,
}

/// One item of a checklist or issue ledger.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChecklistItem {
    /// As written.
    pub id: Option<String>,
    /// What was expected, or the issue.
    pub item: String,
    /// What became of it.
    pub status: ItemStatus,
    /// As written.
    pub stated_status: String,
    /// How much it matters, where the list says so.
    pub severity: Option<Severity>,
    /// Where it is.
    pub location: Option<Location>,
    /// The agent's remarks.
    pub notes: Option<String>,
    /// The expanded text that follows the table, Markdown, verbatim.
    pub discussion: Option<String>,
    /// Columns and fields without a field of their own.
    pub extra: Extra,
    /// Where it was read.
    pub span: Span,
}

/// A file that was touched.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FileChange {
    /// Its path.
    pub path: String,
    /// What was done to it.
    pub action: Option<FileAction>,
    /// The change, in words.
    pub description: Option<String>,
    /// Columns and fields without a field of their own.
    pub extra: Extra,
    /// Where it was read.
    pub span: Span,
}

/// An acceptance criterion.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Criterion {
    /// The criterion.
    pub criterion: String,
    /// Whether it is met.
    pub passed: Option<bool>,
    /// As written.
    pub stated_status: Option<String>,
    /// How that is known.
    pub evidence: Option<String>,
    /// Columns and fields without a field of their own.
    pub extra: Extra,
    /// Where it was read.
    pub span: Span,
}

/// A test, or a suite of tests.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TestOutcome {
    /// Its name.
    pub name: String,
    /// How many passed.
    pub passed: Option<u32>,
    /// How many failed.
    pub failed: Option<u32>,
    /// How many ran.
    pub total: Option<u32>,
    /// The result.
    pub outcome: Option<Outcome>,
    /// As written.
    pub stated_status: Option<String>,
    /// Remarks.
    pub notes: Option<String>,
    /// Columns and fields without a field of their own.
    pub extra: Extra,
    /// Where it was read.
    pub span: Span,
}

impl TestOutcome {
    /// Whether any test of the record failed.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        let fell_short = matches!((self.passed, self.total), (Some(passed), Some(total)) if passed < total);
        match self.outcome {
            Some(Outcome::Fail) => true,
            Some(Outcome::Pass | Outcome::Skip) => self.failed.is_some_and(|failed| failed > 0),
            None => self.failed.is_some_and(|failed| failed > 0) || fell_short,
        }
    }

    /// How many tests of the record passed, and how many there are. One that counts nothing is one test.
    #[must_use]
    pub fn counts(&self) -> [u32; 2] {
        let failed = self.failed.unwrap_or(0);
        let is_pass = self.outcome == Some(Outcome::Pass);
        match (self.passed, self.total) {
            (Some(passed), total) => [passed, total.unwrap_or(passed.saturating_add(failed)).max(passed)],
            (None, Some(total)) if is_pass || failed > 0 => [total.saturating_sub(failed), total],
            (None, Some(total)) => [0, total],
            (None, None) if failed > 0 => [0, failed],
            (None, None) => [u32::from(is_pass), 1],
        }
    }
}

/// Something that the task's description left open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Gap {
    /// As written.
    pub id: Option<String>,
    /// How deep it goes (L0, L1, L2, or a severity).
    pub level: Option<String>,
    /// What is open.
    pub description: String,
    /// What was assumed.
    pub assumption: Option<String>,
    /// Columns and fields without a field of their own.
    pub extra: Extra,
    /// Where it was read.
    pub span: Span,
}

/// A package that was added.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Dependency {
    /// Its name.
    pub package: String,
    /// Its version.
    pub version: Option<String>,
    /// Its licence.
    pub license: Option<String>,
    /// What an audit said.
    pub audit: Option<String>,
    /// Columns and fields without a field of their own.
    pub extra: Extra,
    /// Where it was read.
    pub span: Span,
}

/// A component of a screen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Component {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub usage: Option<String>,
    /// Which variant.
    pub variant: Option<String>,
    /// The design tokens it uses.
    pub tokens: Option<String>,
    /// Where it goes.
    pub placement: Option<String>,
    /// Columns and fields without a field of their own.
    pub extra: Extra,
    /// Where it was read.
    pub span: Span,
}

/// A component that a screen needs and the library lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MissingComponent {
    /// What is needed.
    pub needed: String,
    /// The closest that there is.
    pub closest: Option<String>,
    /// What that lacks.
    pub gap: Option<String>,
    /// Columns and fields without a field of their own.
    pub extra: Extra,
    /// Where it was read.
    pub span: Span,
}

/// A step of a story or a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// As written; empty where the steps have no numbers.
    pub number: String,
    /// What was done.
    pub action: String,
    /// Whether it went as it should; `None` where it was not carried out, or cannot be told.
    pub passed: Option<bool>,
    /// As written.
    pub stated_status: Option<String>,
    /// What should have happened.
    pub expected: Option<String>,
    /// What did happen.
    pub observed: Option<String>,
    /// The agent's remarks.
    pub notes: Option<String>,
    /// Columns and fields without a field of their own.
    pub extra: Extra,
    /// Where it was read.
    pub span: Span,
}

/// Something found beside the task, to be looked at later.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ParkedFinding {
    /// What was found.
    pub finding: String,
    /// Its category.
    pub category: Option<String>,
    /// Its priority.
    pub priority: Option<String>,
    /// Columns and fields without a field of their own.
    pub extra: Extra,
    /// Where it was read.
    pub span: Span,
}

/// Something that a decision would have to cover.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DecisionImplication {
    /// The implication.
    pub implication: String,
    /// The decision that it concerns.
    pub decision: Option<String>,
    /// What it affects.
    pub impact: Option<String>,
    /// Columns and fields without a field of their own.
    pub extra: Extra,
    /// Where it was read.
    pub span: Span,
}

#[cfg(test)]
mod tests {
    use super::{Outcome, TestOutcome};

    #[test]
    fn a_record_counts_its_tests_or_is_one() {
        let test =
            |passed, failed, total, outcome| TestOutcome { passed, failed, total, outcome, ..TestOutcome::default() };
        assert_eq!(test(Some(3), Some(1), None, None).counts(), [3, 4]);
        assert_eq!(test(Some(3), Some(1), Some(5), None).counts(), [3, 5]);
        assert_eq!(test(Some(3), None, Some(2), None).counts(), [3, 3]);
        assert_eq!(test(None, Some(1), Some(5), None).counts(), [4, 5]);
        assert_eq!(test(None, None, Some(5), None).counts(), [0, 5]);
        assert_eq!(test(None, None, Some(5), Some(Outcome::Pass)).counts(), [5, 5]);
        assert_eq!(test(None, None, None, Some(Outcome::Pass)).counts(), [1, 1]);
        assert_eq!(test(None, None, None, Some(Outcome::Fail)).counts(), [0, 1]);
        assert_eq!(test(None, Some(2), None, None).counts(), [0, 2]);
    }
}
