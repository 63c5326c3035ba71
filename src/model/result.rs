//! The result of reading one reply.

use serde::{Deserialize, Serialize};

use super::{
    Code, Confidence, DecisionImplication, Detail, Diagnostic, Dialect, Expected, Extra, Finding, KeyValue, Meta,
    ParkedFinding, PartDecision, Percent, Reply, ResultType, Span, Status,
};

/// What one reply says.
///
/// [`parse`](crate::parse) and [`aggregate`](crate::aggregate) give offsets in UTF-16 code units, as JavaScript counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AgentResult {
    /// The format that it was read as.
    pub dialect: Dialect,
    /// Its state.
    pub status: Status,
    /// The status word as written ("TENSION", "completed", "✅ PASS").
    pub stated_status: Option<String>,
    /// What it reports on.
    pub r#type: Option<ResultType>,
    /// The work unit: the host's, else what the reply names.
    pub unit: Option<String>,
    /// The agent: the host's, else the reply's role.
    pub agent: Option<String>,
    /// 1, 2, …: the same unit asked again.
    pub attempt: u32,
    /// Where the text came from.
    pub source: Option<String>,
    /// Why PARTIAL or ERROR.
    pub reason: Option<String>,
    /// ERROR: what to try next, where the reply says it.
    pub recovery: Option<String>,
    /// CLEAN: what was checked, in the agent's words, Markdown.
    #[serde(default)]
    pub confirmation: Option<String>,
    /// PARTIAL: what was not covered, in the agent's words, Markdown.
    #[serde(default)]
    pub uncovered: Option<String>,
    /// ERROR: what was tried, in the agent's words, Markdown.
    #[serde(default)]
    pub attempted: Option<String>,
    /// The summary line's pairs after status and type, in order, as written.
    pub metrics: Vec<KeyValue>,
    /// The metadata block.
    pub metadata: Metadata,
    /// How much was covered.
    pub coverage: Option<Coverage>,
    /// What was found.
    pub findings: Vec<Finding>,
    /// What only this result type has.
    pub detail: Detail,
    /// Things found beside the task.
    pub parked: Vec<ParkedFinding>,
    /// What decisions would have to cover.
    pub implications: Vec<DecisionImplication>,
    /// Text that nothing above holds, verbatim and in order.
    pub remainder: Vec<Remainder>,
    /// What was assumed, coerced or skipped.
    pub diagnostics: Vec<Diagnostic>,
    /// What else the host said of the reply.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub meta: Option<Meta>,
    /// Where asked for: spans that tile the reply, each with the one part that owns it.
    pub ledger: Option<Vec<LedgerEntry>>,
    /// Where asked for: why each part of a review was read as a finding, or not.
    pub decisions: Option<Vec<PartDecision>>,
}

impl AgentResult {
    /// Whether something of a kind was said of it.
    #[must_use]
    pub fn has_diagnostic(&self, code: Code) -> bool {
        self.diagnostics.iter().any(|said| said.code == code.name())
    }

    /// A result that says nothing yet but what the host knows of the reply.
    #[must_use]
    pub fn unread(reply: &Reply, dialect: Dialect) -> Self {
        Self {
            dialect,
            status: Status::Partial,
            stated_status: None,
            r#type: reply.expect.and_then(Expected::result_type),
            unit: reply.unit.clone(),
            agent: reply.agent.clone(),
            attempt: reply.attempt.unwrap_or(1),
            source: reply.source.clone(),
            reason: None,
            recovery: None,
            confirmation: None,
            uncovered: None,
            attempted: None,
            metrics: Vec::new(),
            metadata: Metadata::default(),
            coverage: None,
            findings: Vec::new(),
            detail: Detail::None,
            parked: Vec::new(),
            implications: Vec::new(),
            remainder: Vec::new(),
            diagnostics: Vec::new(),
            meta: reply.meta.clone(),
            ledger: None,
            decisions: None,
        }
    }

    /// What it would have been asked for as.
    #[must_use]
    pub fn answers(&self) -> Option<Expected> {
        match self.detail {
            Detail::Return(_) => Some(Expected::RETURN),
            Detail::Refinements(_) => Some(Expected::REFINEMENTS),
            _ => self.r#type.map(Expected::Type),
        }
    }

    /// Every span in the result.
    pub fn spans_mut(&mut self) -> Vec<&mut Span> {
        let mut spans: Vec<&mut Span> = Vec::new();
        spans.extend(self.findings.iter_mut().map(|finding| &mut finding.span));
        spans.extend(self.detail.spans_mut());
        spans.extend(self.parked.iter_mut().map(|parked| &mut parked.span));
        spans.extend(self.implications.iter_mut().map(|implication| &mut implication.span));
        spans.extend(self.remainder.iter_mut().map(|remainder| &mut remainder.span));
        for diagnostic in &mut self.diagnostics {
            spans.extend(diagnostic.span.as_mut());
            spans.extend(diagnostic.edit.as_mut().map(|edit| &mut edit.span));
        }
        spans.extend(self.ledger.iter_mut().flatten().map(|entry| &mut entry.span));
        spans.extend(self.decisions.iter_mut().flatten().map(|decision| &mut decision.span));
        spans
    }
}

/// The metadata block. See `docs/formats/protocol-v1.md`, "Metadata block".
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Metadata {
    /// The protocol's version.
    pub protocol: Option<String>,
    /// The agent's role.
    pub agent: Option<String>,
    /// What it was asked to do.
    pub assigned: Option<String>,
    /// What it examined.
    pub scope: Option<String>,
    /// How long it took.
    pub duration: Option<String>,
    /// How much it covered, as written.
    pub coverage: Option<String>,
    /// How sure it is.
    pub confidence: Option<Confidence>,
    /// Confidence in full, as written.
    pub stated_confidence: Option<String>,
    /// Fields without a field of their own.
    pub extra: Extra,
}

/// How much of its work a reply says it covered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverage {
    /// As written.
    pub stated: String,
    /// In percent.
    pub percent: Option<Percent>,
    /// The covered part, where a ratio is given.
    pub covered: Option<u32>,
    /// The whole, where a ratio is given.
    pub total: Option<u32>,
}

/// Text that no part holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remainder {
    /// The text, verbatim.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A stretch of the reply and the part of the result that holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedgerEntry {
    /// A path into the result: `findings[0]`, `metadata`, `remainder[2]`, `detail.terms[4]`.
    pub owner: String,
    /// The stretch.
    pub span: Span,
}

/// What `parse` gives beside the result itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ledger {
    /// Nothing.
    #[default]
    Omit,
    /// The spans that tile the reply, each with its owner.
    Include,
}

/// Whether a result says why each part of a review was read as a finding, or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Decisions {
    /// It does not.
    #[default]
    Omit,
    /// It does.
    Include,
}
