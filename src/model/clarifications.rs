//! Clarifications and decisions: questions that agents ask and people answer, and what was decided by the answers.
//! See `docs/formats/clarifications.md` and `docs/formats/decisions.md`.

use serde::{Deserialize, Serialize};

use super::{Diagnostic, Extra, KeyValue, Remainder, Span};

/// A clarifications document, as read. Offsets count UTF-16 code units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clarifications {
    /// The fields of the front matter, in order, as written.
    pub frontmatter: Vec<KeyValue>,
    /// The sections with their questions. Questions before the first one stand in a section without a title.
    pub sections: Vec<Section>,
    /// What stands under `## Needs Clarification`.
    pub notes: Vec<DocumentNote>,
    /// Text outside of every section, verbatim and in order: the title of the document, and what stands below it.
    pub remainder: Vec<Remainder>,
    /// What was assumed, coerced or is at odds.
    pub diagnostics: Vec<Diagnostic>,
}

/// A section.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    /// Its title; empty where the questions stand under none.
    pub title: String,
    /// What stands in it outside of every question: an introduction, headings such as `### Required`.
    pub text: String,
    /// Its questions, in order.
    pub questions: Vec<Question>,
}

/// A question: `Q1`, its refinement `R1.2`, or a refinement of that, `R1.2a`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    /// "Q1", "R1.2" or "R12.1a".
    pub id: String,
    /// The id that its own id names as its parent; `None` for a question of the top level.
    pub parent: Option<String>,
    /// Its title, without the id and the mark `[MUST ANSWER]`.
    pub title: String,
    /// Whether it must be answered before the work goes on.
    pub must_answer: bool,
    /// The title of its section.
    pub section: Option<String>,
    /// What is asked, in full; Markdown.
    pub body: String,
    /// What may be chosen.
    pub choices: Vec<Choice>,
    /// What the asker recommends.
    pub recommendation: Option<String>,
    /// The answer, without the mark `(accepted recommendation)`; `None` where there is none.
    pub answer: Option<String>,
    /// Whether the answer has that mark: it is the recommendation, filled in.
    pub autofilled: bool,
    /// The questions of several researchers that it was made from.
    pub consolidated_from: Vec<String>,
    /// The questions that refine it, in order.
    pub refinements: Vec<Question>,
    /// From its heading to the end of its own text; its refinements stand outside.
    pub span: Span,
}

/// Something that may be chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// What it is called: a letter as a rule.
    pub letter: String,
    /// What it says.
    pub text: String,
    /// Whether it is the one that leaves the answer open.
    pub other: bool,
    /// Whether its box is ticked, or the answer names it.
    pub chosen: bool,
}

/// Something that stands in the way of going on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentNote {
    /// What it is.
    pub kind: NoteKind,
    /// Its title, with the questions that it is about.
    pub title: String,
    /// The note.
    pub body: String,
}

/// What a note is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoteKind {
    /// Answers that cannot both hold.
    Contradiction,
    /// A question that must be answered, and is not.
    CriticalGap,
    /// Anything else.
    Note,
}

/// How useful an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Something specific is said.
    Clear,
    /// Something is said, and nothing can be done with it. Later shapes of the file tell more kinds of it apart.
    #[serde(alias = "contradictory", alias = "needs_refinement")]
    Vague,
    /// Nothing is said.
    NotAnswered,
}

/// How far the answers of a document are of use: the file `answer-evaluation.json`, its keys in this order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evaluation {
    /// The document's verdict.
    pub verdict: DocumentVerdict,
    /// How many answers are clear.
    pub answered_count: usize,
    /// How many questions are not answered.
    pub empty_count: usize,
    /// How many answers are vague.
    pub vague_count: usize,
    /// How many questions there are, refinements among them.
    pub total_count: usize,
    /// The counts in a sentence.
    #[serde(default)]
    pub reasoning: String,
    /// The verdict on each, in the order of the document. Evaluations of before have none.
    #[serde(default)]
    pub per_question: Vec<QuestionVerdict>,
}

/// The verdict on the answers of a document as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DocumentVerdict {
    /// All are clear.
    Sufficient,
    /// At least half are.
    Mixed,
    /// Fewer are.
    Insufficient,
}

/// The verdict on one answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionVerdict {
    /// The question.
    pub question_id: String,
    /// The verdict on its answer.
    pub verdict: Verdict,
}

/// A decisions document, as read. Offsets count UTF-16 code units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decisions {
    /// The fields of the front matter, in order, as written.
    pub frontmatter: Vec<KeyValue>,
    /// Its field `status`.
    pub status: Option<String>,
    /// The decisions, in order.
    pub entries: Vec<DecisionEntry>,
    /// Text outside of every decision, verbatim and in order.
    pub remainder: Vec<Remainder>,
    /// What was assumed, coerced or is at odds.
    pub diagnostics: Vec<Diagnostic>,
}

/// A decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecisionEntry {
    /// "D1".
    pub id: String,
    /// Its title, without a mark such as `[Contradiction]`.
    pub title: String,
    /// The ids of the questions that it comes from.
    pub source: Vec<String>,
    /// The section of its question.
    pub section: Option<String>,
    /// The answers that it rests on.
    pub answers: Vec<DecisionAnswer>,
    /// Its status.
    pub status: DecisionStatus,
    /// What is to be known of it.
    pub note: Option<String>,
    /// What follows from it; `None` also where that is still to be written.
    pub implications: Option<String>,
    /// Why it is so; `None` also where that is still to be written.
    pub reasoning: Option<String>,
    /// Fields without a field of their own. Text outside of every field has the key "".
    pub extra: Extra,
    /// From its heading to its last line.
    pub span: Span,
}

/// An answer that a decision rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecisionAnswer {
    /// The question, where the field names it: `**Answer (Q2)**`.
    pub question: Option<String>,
    /// The answer.
    pub text: String,
}

/// The status of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DecisionStatus {
    /// Written down, not reasoned.
    Draft,
    /// Settled.
    Resolved,
    /// Settled after answers contradicted each other.
    ConflictResolved,
    /// A question that must be answered is not.
    CriticalGap,
    /// Answers contradict each other.
    Contradiction,
}

/// The five statuses.
pub const DECISION_STATUSES: [DecisionStatus; 5] = [
    DecisionStatus::Draft,
    DecisionStatus::Resolved,
    DecisionStatus::ConflictResolved,
    DecisionStatus::CriticalGap,
    DecisionStatus::Contradiction,
];

impl DecisionStatus {
    /// The word of the format.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Resolved => "resolved",
            Self::ConflictResolved => "conflict-resolved",
            Self::CriticalGap => "critical-gap",
            Self::Contradiction => "contradiction",
        }
    }
}

/// Answers that cannot both hold, as whoever reasoned about them says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contradiction {
    /// The questions.
    pub questions: Vec<String>,
    /// What it is about.
    pub title: String,
    /// Why they contradict each other.
    pub note: String,
}

/// What became of a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecisionChange {
    /// The decision.
    pub decision: String,
    /// Its status before; `None` where it is new.
    pub from: Option<String>,
    /// Its status now; "missing" where there is no such decision.
    pub to: String,
    /// Why.
    pub because: String,
}

/// Where a question or a decision came from, and where it went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceEntry {
    /// Its id.
    pub id: String,
    /// What it is.
    pub kind: TraceKind,
    /// Its title.
    pub title: String,
    /// What it came from: of several sources, the first.
    pub parent: Option<String>,
    /// What came of it, in order.
    pub children: Vec<String>,
    /// Whether what it came from is not there, or not said.
    pub orphan: bool,
}

/// What is traced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TraceKind {
    /// A question of the top level.
    Question,
    /// A question that refines another.
    Refinement,
    /// A decision.
    Decision,
}
