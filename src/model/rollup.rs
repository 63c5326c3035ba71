//! Summaries of all replies of one result type.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{ChecklistItem, Extra, ItemStatus, Status};

/// What the digests hold, to be looked up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DigestIndex {
    /// One row for each digest.
    pub documents: Vec<DigestRow>,
    /// Each term once, sorted.
    pub terms: Vec<TermEntry>,
    /// Every reference of every digest.
    pub references: Vec<ResolvedReference>,
}

/// How much one digest holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DigestRow {
    /// The document that it is on.
    pub document: String,
    /// The place of its reply in the report's results.
    pub result: u32,
    /// How many sections.
    pub sections: u32,
    /// How many terms.
    pub terms: u32,
    /// How many entities.
    pub entities: u32,
    /// How many decisions.
    pub decisions: u32,
    /// How many references.
    pub references: u32,
}

/// A term, with all that is said of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TermEntry {
    /// The term, as the first digest writes it.
    pub term: String,
    /// What each digest says that it means.
    pub definitions: Vec<Definition>,
    /// Whether its definitions differ, or those of other terms say the same.
    pub drift: bool,
    /// The other terms that seem to mean the same.
    pub similar: Vec<String>,
}

/// What one digest says that a term means.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Definition {
    /// The place of its reply in the report's results.
    pub result: u32,
    /// The definition.
    pub definition: String,
}

/// Whether a reference leads somewhere: `results[result].detail.references[index]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResolvedReference {
    /// The place of its reply in the report's results.
    pub result: u32,
    /// Its place in that digest.
    pub index: u32,
    /// `None` where no digest tells.
    pub resolved: Option<bool>,
}

/// What several digests say together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Knowledge {
    /// Every term that is defined, sorted.
    pub terms: Vec<String>,
    /// Every entity, by name and kind.
    pub entities: Vec<KnownEntity>,
    /// Every decision, with the document that records it.
    pub decisions: Vec<KnownDecision>,
    /// Rules of behaviour and constraints.
    #[serde(default)]
    pub rules: Vec<KnownText>,
    /// What is only aspired to.
    #[serde(default)]
    pub aspirations: Vec<KnownText>,
    /// What is neither decided nor aspired to.
    #[serde(default)]
    pub unclear: Vec<KnownText>,
    /// Claims about the world outside.
    #[serde(default)]
    pub claims: Vec<KnownText>,
    /// What each document says, in a few sentences.
    #[serde(default)]
    pub summaries: Vec<KnownText>,
    /// What the agents want to be noticed.
    #[serde(default)]
    pub notable: Vec<KnownText>,
    /// Which documents refer to which others.
    pub graph: Vec<GraphEdge>,
}

/// What a document says, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownText {
    /// What it says.
    pub text: String,
    /// The section.
    pub section: Option<String>,
    /// Of a claim: whether it can be verified, as written.
    #[serde(default)]
    pub verifiable: Option<String>,
    /// The document.
    pub document: String,
}

/// An entity, and where it is defined.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownEntity {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: Option<String>,
    /// The documents that define it.
    pub documents: Vec<String>,
}

/// A decision, and where it is recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownDecision {
    /// The decision.
    pub decision: String,
    /// Why it was taken.
    #[serde(default)]
    pub rationale: Option<String>,
    /// The document.
    pub document: String,
}

/// The references of one document to another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GraphEdge {
    /// The document that refers.
    pub from: String,
    /// The document that is referred to.
    pub to: String,
    /// How many references.
    pub references: u32,
    /// How many of them lead nowhere.
    pub broken: u32,
    /// What kinds of references the digests call them, each once.
    #[serde(default)]
    pub natures: Vec<String>,
}

/// The checklists, each item once over all its versions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Checklist {
    /// The items.
    pub items: Vec<ChecklistEntry>,
    /// How many of each status, as shown.
    pub by_status: BTreeMap<ItemStatus, u32>,
}

/// An item of a checklist, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChecklistEntry {
    /// The unit of the reply that is shown.
    pub unit: Option<String>,
    /// The item, as the latest version has it.
    pub item: ChecklistItem,
    /// What became of it.
    pub state: ItemState,
    /// Every mention, the earliest version first.
    pub history: Vec<Mention>,
}

/// What became of a checklist item over the versions of its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ItemState {
    /// Only the latest of several versions has it.
    New,
    /// It is still to be done.
    Open,
    /// All who mention it last say that it is done.
    Fixed,
    /// It was done before.
    Regressed,
}

impl ItemState {
    /// The word in reports and JSON.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Open => "open",
            Self::Fixed => "fixed",
            Self::Regressed => "regressed",
        }
    }
}

/// One mention of a checklist item: `results[result].detail.items[item]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mention {
    /// The unit of the reply.
    pub unit: String,
    /// What the reply says.
    pub status: ItemStatus,
    /// The place of the reply in the report's results.
    pub result: u32,
    /// The place of the item in its checklist.
    pub item: u32,
}

/// The implementation reports, together: of a unit that was asked again, the last attempt counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ImplementationRollup {
    /// One row for each task.
    pub tasks: Vec<TaskRow>,
    /// Every file that was touched, sorted.
    pub files: Vec<TouchedFile>,
    /// Those that several tasks touched which ran at the same time, with these tasks.
    pub file_conflicts: Vec<TouchedFile>,
    /// Those that only the orchestrator writes.
    #[serde(default)]
    pub shared_files: Vec<TouchedFile>,
    /// The tasks that touched a file at the same time as others, to be run again one after the other in this order.
    pub rerun_sequentially: Vec<String>,
    /// What the tasks left open: L2 before L1 before L0, then other levels, then those without one.
    pub gaps: Vec<TaskGap>,
    /// The packages that were added, sorted.
    pub dependencies: Vec<TaskDependency>,
    /// Units of which an implementation was asked, and none was read, as the coverage map names them.
    #[serde(default)]
    pub unanswered: Vec<String>,
}

/// What became of one task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskRow {
    /// The task; where no reply names it, its unit.
    pub task: String,
    /// Its state; of several replies, the best.
    pub status: Status,
    /// The acceptance criteria.
    pub criteria: Share,
    /// The tests; one that passed is met.
    pub tests: Share,
    /// The criteria that are not met, then the tests that failed.
    pub failed: Vec<String>,
    /// The unit; of several, the first.
    pub unit: Option<String>,
}

/// How many of some requirements are met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// The number met.
    pub met: u32,
    /// The total number.
    pub total: u32,
}

impl Share {
    /// The sum of two shares.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self { met: self.met.saturating_add(other.met), total: self.total.saturating_add(other.total) }
    }
}

impl From<[u32; 2]> for Share {
    fn from([met, total]: [u32; 2]) -> Self {
        Self { met, total }
    }
}

/// A file, and the tasks that touched it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TouchedFile {
    /// Its path, as the first reply writes it.
    pub path: String,
    /// The tasks, in their order.
    pub tasks: Vec<String>,
}

/// Something that a task left open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskGap {
    /// The task.
    pub task: String,
    /// The id that its reply gives it.
    pub id: Option<String>,
    /// How much it matters: L0, L1, L2.
    pub level: Option<String>,
    /// What is missing.
    pub description: String,
    /// What was assumed.
    pub assumption: Option<String>,
    /// Columns and fields without a field of their own.
    pub extra: Extra,
}

/// A package that a task added.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskDependency {
    /// The task.
    pub task: String,
    /// The package.
    pub package: String,
    /// Its version.
    pub version: Option<String>,
    /// Its license.
    pub license: Option<String>,
    /// What an audit of it said.
    pub audit: Option<String>,
    /// Columns and fields without a field of their own.
    pub extra: Extra,
}

/// The design plans, together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DesignRollup {
    /// One row for each screen.
    pub screens: Vec<ScreenRow>,
    /// The components that screens need and the library lacks.
    pub missing: Vec<NeededComponent>,
    /// The screens that wait for components, or whose planning failed.
    pub blocked: Vec<String>,
    /// The screens that can be carried out now, in this order.
    pub order: Vec<String>,
}

/// The plan of one screen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScreenRow {
    /// The screen.
    pub screen: String,
    /// The state of its plan; of several plans, the best.
    pub status: Status,
    /// How many components it is made of; of several plans, the most.
    pub components: u32,
    /// How many components are missing for it.
    pub missing: u32,
}

/// A component that screens need and the library lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NeededComponent {
    /// What is needed.
    pub needed: String,
    /// The screens that need it.
    pub screens: Vec<String>,
}

/// The JSON returns, together, in the order of the results.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReturnRollup {
    /// Every artifact.
    pub artifacts: Vec<UnitArtifact>,
    /// Every error.
    pub errors: Vec<UnitError>,
    /// What to do next.
    pub next_steps: Vec<UnitStep>,
}

/// An artifact, and the unit of the return that lists it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitArtifact {
    /// The unit.
    pub unit: Option<String>,
    /// The artifact.
    pub artifact: ListedArtifact,
}

/// An artifact without its place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedArtifact {
    /// What it is.
    pub r#type: Option<String>,
    /// Its path.
    pub path: String,
    /// What it says.
    pub summary: Option<String>,
    /// Members without a field of their own.
    pub extra: Extra,
}

/// An error, and the unit of the return that lists it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitError {
    /// The unit.
    pub unit: Option<String>,
    /// The error.
    pub error: ListedError,
}

/// An error without its place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedError {
    /// What kind of error it is.
    pub r#type: Option<String>,
    /// What happened.
    pub message: String,
    /// Whether trying again can help.
    pub recoverable: Option<bool>,
    /// What to try.
    pub recommendation: Option<String>,
    /// Members without a field of their own.
    pub extra: Extra,
}

/// What to do next, and the unit of the return that says so.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitStep {
    /// The unit.
    pub unit: Option<String>,
    /// The step, or several, one a line.
    pub text: String,
}

/// The stories that were gone through step by step, together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepsRollup {
    /// One row for each unit.
    pub stories: Vec<StoryRow>,
}

/// What became of one story.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoryRow {
    /// The unit.
    pub unit: String,
    /// How many steps passed.
    pub passed: u32,
    /// How many steps there are.
    pub total: u32,
    /// The steps that failed, each as number and action.
    pub failed: Vec<String>,
}
