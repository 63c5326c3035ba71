//! What a return that is not valid is answered with: a text for a person, and entries of an `errors.json`. See
//! `docs/formats/json-return.md`, "When a return is not valid".

use serde::{Deserialize, Serialize};

use super::CheckOptions;
use crate::model::{AgentResult, Code, Detail, Diagnostic, Level, quote};

/// An entry of an `errors.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// Always `validation`.
    pub r#type: String,
    /// What is wrong.
    pub message: String,
    /// Whether trying again can help: always, since the subagent can send it right.
    pub recoverable: bool,
    /// What to do.
    pub recommendation: String,
}

/// The errors of a return, as entries.
#[must_use]
pub fn entries(result: &AgentResult) -> Vec<Failure> {
    let recommendation = recommendation(result);
    let errors = result.diagnostics.iter().filter(|said| said.level == Level::Error);
    errors
        .map(|said| Failure {
            r#type: "validation".to_owned(),
            message: message(said),
            recoverable: true,
            recommendation: recommendation.clone(),
        })
        .collect()
}

/// The errors of a return, as the text that an orchestrator shows.
#[must_use]
pub fn text(result: &AgentResult, errors: &[Failure], options: &CheckOptions) -> String {
    let lines: String = errors.iter().flat_map(|error| ["- ", &error.message, "\n"]).collect();
    format!(
        "Error: Subagent return validation failed\n\nSubagent: {}\nSession: {}\n\nValidation errors:\n{lines}\nRecommendation: {}",
        subagent(result),
        session(result, options),
        recommendation(result),
    )
}

/// What no parser of JSON takes: it was read all the same, and fails the format's first rule.
const INVALID: [Code; 10] = [
    Code::TextAroundJson,
    Code::CutOff,
    Code::JsonComment,
    Code::JsonComma,
    Code::JsonQuotes,
    Code::JsonEscape,
    Code::JsonKey,
    Code::JsonLiteral,
    Code::JsonValue,
    Code::JsonUnclosed,
];

/// Makes errors of what says that the reply is no valid JSON. A fence around it, or thoughts before it, are taken off first.
pub fn refuse_repaired(diagnostics: &mut [Diagnostic], text: &str) {
    for said in diagnostics {
        let several = said.code == Code::SeveralReturns.name()
            && serde_json::from_slice::<serde::de::IgnoredAny>(text.trim().as_bytes()).is_err();
        if several || is_invalid(said) {
            said.level = Level::Error;
        }
    }
}

fn is_invalid(said: &Diagnostic) -> bool {
    INVALID.iter().any(|code| said.code == code.name())
}

fn message(said: &Diagnostic) -> String {
    const UNREADABLE: &str = "Cannot parse return as JSON";
    if [Code::ReturnNotJson, Code::NoOutput].iter().any(|code| said.code == code.name()) {
        return UNREADABLE.to_owned();
    }
    if is_invalid(said) || said.code == Code::SeveralReturns.name() {
        return format!("{UNREADABLE}: {}", said.message);
    }
    said.message.clone()
}

fn recommendation(result: &AgentResult) -> String {
    format!("Fix {} subagent return format", subagent(result))
}

/// `agent_type`, else the reply's agent.
fn subagent(result: &AgentResult) -> String {
    let own = metadata(result, "agent_type").or(result.agent.as_deref());
    own.map_or_else(|| "unknown".to_owned(), named)
}

fn session(result: &AgentResult, options: &CheckOptions) -> String {
    let session = options.session_id.as_deref().or_else(|| metadata(result, "session_id"));
    session.map_or_else(|| "unknown".to_owned(), named)
}

fn metadata<'r>(result: &'r AgentResult, key: &str) -> Option<&'r str> {
    let Detail::Return(detail) = &result.detail else { return None };
    detail.metadata.get(key)?.as_str().filter(|text| !text.trim().is_empty())
}

/// A name stands as it is; anything else is quoted.
fn named(text: &str) -> String {
    const LONGEST: usize = 80;
    let is_name = text.len() <= LONGEST
        && text.chars().all(|character| character.is_alphanumeric() || matches!(character, '-' | '_' | '.' | '/'));
    if is_name { text.to_owned() } else { quote(text) }
}
