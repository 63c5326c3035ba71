//! Reads the replies of LLM subagents, says what is wrong with each, and merges them into one report: deterministic,
//! in one pass, nothing lost.
//!
//! ```
//! use reconvene::{AggregateOptions, Format, Ledger, RenderOptions, Reply, Status};
//!
//! let reply = Reply::from(
//!     "RESULT: FINDINGS | Type: consistency | Pair: API.md/DATA_MODEL.md | Findings: 1
//!
//! | ID | Severity | Type | Location | Counter-location | Description | Suggestion |
//! |----|----------|------|----------|------------------|-------------|------------|
//! | F1 | HIGH | contradiction | A:12-18 | B §3 | Weights are in grams in A, in kilograms in B. | Say which. |
//! ",
//! );
//!
//! // One reply: the aliases A and B are resolved, and every repair is said.
//! let result = reconvene::parse(&reply, Ledger::Omit);
//! assert_eq!(result.status, Status::Findings);
//! let place = result.findings[0].location.as_ref().map(|location| location.places[0].clone()).unwrap();
//! assert_eq!((place.document.as_deref(), place.lines), (Some("API.md"), Some([12, 18])));
//! assert_eq!(result.diagnostics[0].code, "severity-word");
//!
//! // Many replies: one report.
//! let report = reconvene::report(vec![reply], Format::Markdown, &AggregateOptions::default(), &RenderOptions::default());
//! assert!(report.contains("| G1 | major | contradiction |"));
//! ```
//!
//! The rooms below this page are how it is built, and may change; what is re-exported here is what it promises.
#![forbid(unsafe_code)]

pub mod model;

pub mod check;
pub mod clarify;
pub mod dialect;
pub mod dispatch;
pub mod merge;
mod order;
pub mod part;
pub mod prompt;
pub mod render;
pub mod report;
pub mod review;
pub mod text;
#[cfg(target_arch = "wasm32")]
pub mod wasm;

use std::collections::BTreeMap;

pub use model::{
    AgentResult, AggregateOptions, ColumnRole, CustomColumn, CustomType, CustomTypes, Decisions, Diagnostic,
    DispatchPlan, Document, Expected, ExpectedUnit, Finding, FindingDecisions, Format, Ledger, MAX_BATCH_BYTES,
    MAX_REPLY_BYTES, Misuse, RenderOptions, Reply, ReplyText, Report, ResultType, Section, Severity, Status, Template,
    TypeName,
};

pub use check::{CheckOptions, CheckResult, Grade};
pub use dispatch::{Configuration, Definition, PlanInput};
pub use part::custom_types::custom_types;
pub use prompt::UnknownVariable;
pub use report::{Collector, Progress, aggregate_traced};
pub use text::json::from_json;

/// Reads one reply. Any text gives a result; problems are listed in its `diagnostics`.
#[must_use]
pub fn parse(reply: &Reply, ledger: Ledger) -> AgentResult {
    dialect::read(reply).summed().located(ledger, Decisions::Omit)
}

/// Like [`parse`], and explains why each part of a review was read as a finding or not.
#[must_use]
pub fn parse_explained(reply: &Reply, ledger: Ledger) -> AgentResult {
    dialect::read(reply).summed().located(ledger, Decisions::Include)
}

/// Checks one reply against its format: its problems, their locations, and a message that asks the subagent to fix them.
#[must_use]
pub fn check(reply: &Reply, options: &CheckOptions) -> CheckResult {
    check::check(reply, options)
}

/// The compact instruction for a subagent's prompt that makes its reply conform to a format.
/// Missing variables stay as placeholders. `types` are the registered types.
pub fn prompt(
    of: Expected,
    variables: &BTreeMap<String, String>,
    types: &CustomTypes,
) -> Result<String, UnknownVariable> {
    prompt::prompt(of, variables, types)
}

/// Splits a paste, a log or a file into its replies. A single reply is returned unchanged. `types` are the registered types,
/// whose replies are recognised like any other.
#[must_use]
pub fn split(text: &str, types: &CustomTypes) -> Vec<Reply> {
    dialect::split(text, types)
}

/// Plans which agent is asked for what in a mode: a built-in one, or one of your own.
///
/// # Errors
/// If the input is invalid: one message for each problem.
pub fn plan(mode: &str, input: &PlanInput) -> Result<DispatchPlan, Misuse> {
    dispatch::plan(mode, input)
}

/// Plans what to ask again: only what a report does not cover.
#[must_use]
pub fn retry(report: &Report, plan: Option<&DispatchPlan>) -> DispatchPlan {
    dispatch::retry(report, plan)
}

/// The definition files of the five agents.
///
/// # Errors
/// If the configuration has an invalid model name.
pub fn agents(config: &Configuration) -> Result<Vec<Definition>, Misuse> {
    dispatch::agents(config)
}

/// Reads and merges all replies. Their order does not matter.
#[must_use]
pub fn aggregate(replies: Vec<Reply>, options: &AggregateOptions) -> Report {
    report::aggregate(replies, options)
}

/// The report with decisions on its findings in place of those that it was made with, where its replies are not at hand.
/// Those on pairs need the replies, and leave it as it is.
#[must_use]
pub fn decide(report: &Report, decisions: &FindingDecisions) -> Report {
    report::decide(report, decisions)
}

/// Renders a report as text.
#[must_use]
pub fn render(report: &Report, format: Format, options: &RenderOptions) -> String {
    render::render(report, format, options)
}

/// Merges replies and renders the report as text: [`render()`] of [`aggregate`].
#[must_use]
pub fn report(replies: Vec<Reply>, format: Format, options: &AggregateOptions, shown: &RenderOptions) -> String {
    render(&aggregate(replies, options), format, shown)
}
