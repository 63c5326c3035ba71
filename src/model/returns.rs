//! The contents of a JSON return. See `docs/formats/json-return.md`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Extra, Span};

/// The fields of a JSON return.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Return {
    /// What was done, in a few sentences.
    pub summary: Option<String>,
    /// The files that were made.
    pub artifacts: Vec<Artifact>,
    /// What went wrong.
    pub errors: Vec<ReturnError>,
    /// What to do next; one step a line.
    pub next_steps: Option<String>,
    /// The metadata, whole.
    pub metadata: Map<String, Value>,
    /// Members without a field of their own, whole.
    pub other: Map<String, Value>,
}

/// A file that the agent made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Artifact {
    /// What it is: `plan`, `report`, `summary`, `implementation`, `documentation`, or another word.
    pub r#type: Option<String>,
    /// Its path.
    pub path: String,
    /// What it says.
    pub summary: Option<String>,
    /// Members without a field of their own.
    pub extra: Extra,
    /// Where it was read.
    pub span: Span,
}

/// Something that went wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReturnError {
    /// What kind of error it is: `timeout`, `validation`, …
    pub r#type: Option<String>,
    /// What happened.
    pub message: String,
    /// Whether trying again can help.
    pub recoverable: Option<bool>,
    /// What to try.
    pub recommendation: Option<String>,
    /// Members without a field of their own.
    pub extra: Extra,
    /// Where it was read.
    pub span: Span,
}
