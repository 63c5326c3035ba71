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
    DispatchPlan, Document, Expected, ExpectedUnit, Finding, Format, Ledger, MAX_BATCH_BYTES, MAX_REPLY_BYTES, Misuse,
    RenderOptions, Reply, ReplyText, Report, ResultType, Section, Severity, Status, Template, TypeName,
};

pub use check::{CheckOptions, CheckResult, Grade};
pub use dispatch::{Configuration, Definition, PlanInput};
pub use part::custom_types::custom_types;
pub use prompt::UnknownVariable;
pub use report::{Collector, Progress, aggregate_traced};
pub use text::json::from_json;

/// Reads one reply. Whatever the text says, there is a result: see its `diagnostics`.
#[must_use]
pub fn parse(reply: &Reply, ledger: Ledger) -> AgentResult {
    dialect::read(reply).summed().located(ledger, Decisions::Omit)
}

/// Reads one reply as [`parse`] does, and says why each part of a review was read as a finding, or not.
#[must_use]
pub fn parse_explained(reply: &Reply, ledger: Ledger) -> AgentResult {
    dialect::read(reply).summed().located(ledger, Decisions::Include)
}

/// Checks one reply: what is wrong with it, where, and the words that make the subagent send it right.
#[must_use]
pub fn check(reply: &Reply, options: &CheckOptions) -> CheckResult {
    check::check(reply, options)
}

/// The compact instruction to put into a subagent's prompt, so that its reply comes in a form that needs no repair.
/// Variables that are not given stay as placeholders. `types` are those that are registered.
pub fn prompt(
    of: Expected,
    variables: &BTreeMap<String, String>,
    types: &CustomTypes,
) -> Result<String, UnknownVariable> {
    prompt::prompt(of, variables, types)
}

/// Takes a paste, a log or a file with several replies apart. One reply comes back as it is. `types` are those that are
/// registered: a reply of one of them begins like any other.
#[must_use]
pub fn split(text: &str, types: &CustomTypes) -> Vec<Reply> {
    dialect::split(text, types)
}

/// Plans who is asked for what in a mode: one of the eight, or one of the user's own.
///
/// # Errors
/// For everything in the input that is wrong or missing, each in a sentence.
pub fn plan(mode: &str, input: &PlanInput) -> Result<DispatchPlan, Misuse> {
    dispatch::plan(mode, input)
}

/// Plans what to ask again of what a report does not cover, and of nothing else.
#[must_use]
pub fn retry(report: &Report, plan: Option<&DispatchPlan>) -> DispatchPlan {
    dispatch::retry(report, plan)
}

/// The definition files of the five agents.
///
/// # Errors
/// Where the configuration names a model that can be none.
pub fn agents(config: &Configuration) -> Result<Vec<Definition>, Misuse> {
    dispatch::agents(config)
}

/// Reads and merges all replies. The order in which they come changes nothing.
#[must_use]
pub fn aggregate(replies: Vec<Reply>, options: &AggregateOptions) -> Report {
    report::aggregate(replies, options)
}

/// A report as text.
#[must_use]
pub fn render(report: &Report, format: Format, options: &RenderOptions) -> String {
    render::render(report, format, options)
}

/// Replies as one report, as text: [`render()`] of [`aggregate`].
#[must_use]
pub fn report(replies: Vec<Reply>, format: Format, options: &AggregateOptions, shown: &RenderOptions) -> String {
    render(&aggregate(replies, options), format, shown)
}
