//! Reads the replies of LLM subagents, says what is wrong with each, and merges them into one report.
#![forbid(unsafe_code)]

pub mod model;

pub mod dialect;
pub mod merge;
pub mod part;
pub mod render;
pub mod report;
pub mod text;
#[cfg(target_arch = "wasm32")]
pub mod wasm;

use model::{AgentResult, AggregateOptions, Format, Reply, Report};

/// What `parse` gives beside the result itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ledger {
    /// Nothing.
    #[default]
    Omit,
    /// The spans that tile the reply, each with its owner.
    Include,
}

/// Reads one reply. Whatever the text says, there is a result: see its `diagnostics`.
#[must_use]
pub fn parse(reply: &Reply, ledger: Ledger) -> AgentResult {
    dialect::read(reply, ledger)
}

/// Takes a paste, a log or a file with several replies apart. One reply comes back as it is.
#[must_use]
pub fn split(text: &str) -> Vec<Reply> {
    dialect::split(text)
}

/// Reads and merges all replies. The order in which they come changes nothing.
#[must_use]
pub fn aggregate(replies: Vec<Reply>, options: &AggregateOptions) -> Report {
    report::aggregate(replies, options)
}

/// A report as text.
#[must_use]
pub fn render(report: &Report, format: Format) -> String {
    render::render(report, format)
}
