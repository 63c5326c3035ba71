//! The JSON return: its six rules, its metadata, and the artifacts that must be there. See `docs/formats/json-return.md`,
//! "Checking".

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use serde_json::Value;

use super::context::{CheckContext, listed};
use super::{ArtifactFile, CheckOptions};
use crate::model::{Code, Detail, Level, Return, Status, quote};
use crate::order::Gather;
use crate::part::returns::{is_placeholder, is_unfilled_value};
use crate::text::ledger::Owner;

/// The kinds of artifacts that the format names.
const ARTIFACT_TYPES: [&str; 5] = ["plan", "report", "summary", "implementation", "documentation"];

/// What the metadata must have.
const METADATA: [&str; 4] = ["session_id", "agent_type", "delegation_depth", "delegation_path"];

/// What they may have beside, each a number.
const METADATA_NUMBERS: [&str; 4] = ["duration_seconds", "phase_count", "estimated_hours", "findings_count"];

/// What the list of artifacts goes by.
const ARTIFACTS: [&str; 2] = ["artifacts", "artifact"];

/// How many sentences the summary has.
const SUMMARY_SENTENCES: RangeInclusive<usize> = 2..=5;

/// The summary's limit. A token counts as four characters.
const SUMMARY_TOKENS: usize = 100;
const TOKEN_CHARACTERS: usize = 4;

/// Checks a JSON return.
pub fn check(context: &mut CheckContext<'_, '_>, options: &CheckOptions) {
    let Detail::Return(detail) = &context.read.result.detail else { return };
    if detail == &Return::default() && context.was_said(Code::ReturnNotJson) {
        return;
    }
    validity(context);
    let ended = Ended::of(context);
    fields(context, detail);
    metadata(context, detail, options);
    artifacts(context, detail, ended, options);
    errors(context, detail, ended);
}

/// The reply is JSON as it stands. Where reading said why it is none, that is enough.
fn validity(context: &mut CheckContext<'_, '_>) {
    let explains = |code: &str| {
        code.starts_with("json-")
            || [Code::TextAroundJson, Code::WrappedReply, Code::ReturnNotJson, Code::CutOff, Code::SeveralReturns]
                .iter()
                .any(|known| known.name() == code)
    };
    let is_said = context.read.result.diagnostics.iter().any(|said| explains(&said.code));
    let text = context.read.source.text().trim();
    if !is_said && serde_json::from_slice::<serde::de::IgnoredAny>(text.as_bytes()).is_err() {
        context.say(Code::TextAroundJson, "The reply is not valid JSON: it must be a single value.", None);
    }
}

/// How the work ended, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    Completed,
    Partial,
    /// Failed, or blocked.
    Failed,
    Unknown,
}

impl Ended {
    fn of(context: &CheckContext<'_, '_>) -> Self {
        let unknown = context.was_said(Code::MissingReturnStatus) || context.was_said(Code::UnknownReturnStatus);
        match context.read.result.status {
            _ if unknown => Self::Unknown,
            Status::Clean | Status::Findings => Self::Completed,
            Status::Partial => Self::Partial,
            Status::Error => Self::Failed,
        }
    }
}

/// Whether a field is there, be it empty.
fn has(context: &CheckContext<'_, '_>, path: &str) -> bool {
    context.read.tiles.iter().any(|(_, owner)| match owner {
        Some(Owner::Field(field) | Owner::Entry(field, _)) => *field == path,
        Some(Owner::Layout) | None => false,
    })
}

fn fields(context: &mut CheckContext<'_, '_>, detail: &Return) {
    let missing: Vec<&str> = [
        ("summary", detail.summary.as_deref().is_none_or(is_blank)),
        ("artifacts", !has(context, "detail.artifacts") && left(detail, ARTIFACTS).is_none()),
        ("metadata", !has(context, "detail.metadata")),
    ]
    .into_iter()
    .filter_map(|(name, is_missing)| is_missing.then_some(name))
    .collect();
    if !missing.is_empty() {
        context.say(Code::MissingReturnField, format!("The return lacks {}.", named(&missing)), opening(context));
    }
    let tokens = detail.summary.as_deref().map_or(0, |summary| summary.chars().count()) / TOKEN_CHARACTERS;
    if tokens >= SUMMARY_TOKENS {
        let message = format!("The summary has about {tokens} tokens; the limit is fewer than {SUMMARY_TOKENS}.");
        context.say(Code::SummaryTooLong, message, range(context, "detail.summary"));
    }
    let sentences = detail.summary.as_deref().map_or(0, sentences);
    if sentences > 0 && !SUMMARY_SENTENCES.contains(&sentences) {
        let (least, most) = (SUMMARY_SENTENCES.start(), SUMMARY_SENTENCES.end());
        let noun = if sentences == 1 { "sentence" } else { "sentences" };
        let message = format!("The summary has {sentences} {noun}; it must have {least} to {most}.");
        context.say(Code::SummarySentences, message, range(context, "detail.summary"));
    }
    if let Some(value) = detail.other.get("next_steps").filter(|value| !value.is_null()) {
        let message = format!("The field \"next_steps\" is {}; it must be a string.", shown(value));
        let is_it = |(range, owner): &&(Range<usize>, Option<Owner>)| {
            *owner == Some(Owner::Field("detail.other")) && context.text(range.clone()).contains("next_steps")
        };
        let place = context.read.tiles.iter().find(is_it).map(|(range, _)| range.clone());
        context.say(Code::FieldShape, message, place);
    }
}

/// How many sentences a text has: what ends in a full stop, an exclamation or a question mark, or with its line. A full
/// stop before a small letter ends an abbreviation.
fn sentences(text: &str) -> usize {
    let in_line = |line: &str| {
        let mut count = 0;
        let mut said = false;
        let mut characters = line.chars().peekable();
        while let Some(character) = characters.next() {
            said |= character.is_alphanumeric();
            let ends = match character {
                '。' | '！' | '？' => true,
                '.' | '!' | '?' | '…' => {
                    while characters
                        .next_if(|next| matches!(next, '.' | '!' | '?' | '"' | '\'' | ')' | '”' | '*'))
                        .is_some()
                    {}
                    let apart = characters.peek().is_none_or(|next| next.is_whitespace());
                    while characters.next_if(|next| next.is_whitespace()).is_some() {}
                    apart && characters.peek().is_none_or(|next| !next.is_lowercase())
                }
                _ => false,
            };
            if ends && said {
                count += 1;
                said = false;
            }
        }
        count + usize::from(said)
    };
    text.lines().map(in_line).sum()
}

/// The items under the names of a list that could not be read.
fn left<'d>(detail: &'d Return, names: [&str; 2]) -> Option<&'d [Value]> {
    let (_, value) = detail.other.iter().find(|(key, _)| names.contains(&key.to_lowercase().as_str()))?;
    match value {
        Value::Array(items) if items.iter().any(Value::is_object) => Some(items),
        Value::Object(_) => Some(std::slice::from_ref(value)),
        _ => None,
    }
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// The bracket that opens the return: the last one before its first field.
fn opening(context: &CheckContext<'_, '_>) -> Option<Range<usize>> {
    let is_field = |owner: &Option<Owner>| matches!(owner, Some(Owner::Field(_) | Owner::Entry(..)));
    let (first, _) = context.read.tiles.iter().find(|(_, owner)| is_field(owner))?;
    let at = context.text(0..first.start).rfind('{')?;
    Some(at..at + 1)
}

/// Where a field stands.
fn range(context: &CheckContext<'_, '_>, path: &str) -> Option<Range<usize>> {
    let is_it = |owner: &Option<Owner>| matches!(owner, Some(Owner::Field(field)) if *field == path);
    context.read.tiles.iter().find(|(_, owner)| is_it(owner)).map(|(range, _)| range.clone())
}

fn metadata(context: &mut CheckContext<'_, '_>, detail: &Return, options: &CheckOptions) {
    if !has(context, "detail.metadata") {
        return;
    }
    let place = range(context, "detail.metadata");
    // What is still to be filled in is not there.
    let is_unfilled = |value: &Value| match value {
        Value::String(text) => is_placeholder(text),
        Value::Array(items) => items.iter().any(|item| item.as_str().is_some_and(is_placeholder)),
        _ => value.is_null(),
    };
    let is_missing = |key: &&str| detail.metadata.get(*key).is_none_or(is_unfilled);
    let missing: Vec<&str> = METADATA.into_iter().filter(|key| is_missing(key)).collect();
    if !missing.is_empty() {
        let message = format!("The metadata lacks {}.", named(&missing));
        context.say(Code::MissingReturnMetadata, message, place.clone());
    }
    if let (Some(wanted), Some(given)) = (&options.session_id, detail.metadata.get("session_id"))
        && given.as_str() != Some(wanted)
        && !given.is_null()
    {
        let given = given.as_str().map_or_else(|| given.to_string(), str::to_owned);
        let message = format!("The session_id is {}, but the delegated session is {}.", quote(&given), quote(wanted));
        context.say(Code::SessionDiffers, message, place.clone());
    }
    for key in METADATA {
        let Some(value) = detail.metadata.get(key).filter(|value| !value.is_null()) else { continue };
        let (shape, level) = match (key, value) {
            ("delegation_depth", _) if value.is_u64() => continue,
            ("delegation_depth", _) => ("a whole number", depth(value).map_or(Level::Error, |_| Level::Warning)),
            ("delegation_path", Value::Array(agents)) if agents.iter().all(is_name) => continue,
            ("delegation_path", _) => ("a list of strings", Level::Error),
            _ if is_name(value) => continue,
            // A number is a name as well.
            (_, Value::Number(_)) => ("a string", Level::Warning),
            _ => ("a non-empty string", Level::Error),
        };
        let message = format!("The metadata's {key} is {}; it must be {shape}.", shown(value));
        context.say(Code::ReturnMetadataShape, message, place.clone());
        set_level(context, level);
    }
    for key in METADATA_NUMBERS {
        let Some(value) = detail.metadata.get(key).filter(|value| !value.is_null()) else { continue };
        if value.as_f64().is_none_or(|number| number < 0.0) {
            let message = format!("The metadata's {key} is {}; it must be a number.", shown(value));
            context.say(Code::ReturnMetadataShape, message, place.clone());
            set_level(context, Level::Warning);
        }
    }
    let depth = detail.metadata.get("delegation_depth").and_then(depth);
    let path = detail.metadata.get("delegation_path").and_then(Value::as_array).map(Vec::len);
    if let (Some(depth), Some(length)) = (depth, path)
        && usize::try_from(depth).map_or(true, |depth| depth >= length)
    {
        let message = format!("The delegation depth is {depth}, but the path has only {length} agents.");
        context.say(Code::DelegationDepth, message, place);
    }
}

/// Sets the level of what was said last.
fn set_level(context: &mut CheckContext<'_, '_>, level: Level) {
    if let Some(said) = context.said.last_mut() {
        said.level = level;
    }
}

/// How often it was delegated: a whole number, be it written with a fraction of zero or as a string.
fn depth(value: &Value) -> Option<u64> {
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        _ => value.to_string(),
    };
    text.strip_suffix(".0").unwrap_or(&text).parse().ok()
}

/// A value in a message. What is no string has no marks around it.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => quote(text),
        _ => quote(&value.to_string()).trim_matches('"').to_owned(),
    }
}

fn is_name(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !is_blank(text))
}

fn artifacts(context: &mut CheckContext<'_, '_>, detail: &Return, ended: Ended, options: &CheckOptions) {
    if detail.artifacts.is_empty()
        && has(context, "detail.artifacts")
        && matches!(ended, Ended::Completed | Ended::Partial)
    {
        let message = "The return has no artifacts. Only a failed or blocked return may have none.";
        context.say(Code::EmptyArtifacts, message, range(context, "detail.artifacts"));
    }
    let files = options.artifacts.as_deref().map(by_path);
    for artifact in &detail.artifacts {
        let place = Some(artifact.span.bytes());
        let known = artifact.r#type.as_deref().is_some_and(|of| ARTIFACT_TYPES.contains(&of));
        if !known {
            let path = quote(&artifact.path);
            let message = match artifact.r#type.as_deref() {
                Some(of) => format!("The artifact {path} has the unknown type {}.", quote(of)),
                None => format!("The artifact {path} has no type."),
            };
            context.say(Code::ArtifactType, message, place.clone());
        }
        let without_path = is_unfilled_value(&artifact.path);
        let missing: Vec<&str> =
            [("path", without_path), ("summary", artifact.summary.as_deref().is_none_or(is_blank))]
                .into_iter()
                .filter_map(|(name, is_missing)| is_missing.then_some(name))
                .collect();
        if !missing.is_empty() {
            let message = format!("The artifact {} lacks {}.", quote(&artifact.path), named(&missing));
            context.say(Code::MissingArtifactField, message, place.clone());
            set_level(context, if without_path { Level::Error } else { Level::Warning });
        }
        if !is_inside(&artifact.path) {
            let message =
                format!("The path {} of an artifact is not relative to the project root.", quote(&artifact.path));
            context.say(Code::ArtifactPath, message, place.clone());
        }
        let Some(files) = files.as_ref().filter(|_| !without_path) else { continue };
        let (code, what) = match files.get(&plain(&artifact.path)) {
            None => (Code::ArtifactMissing, "does not exist"),
            Some(0) => (Code::ArtifactEmpty, "is empty"),
            Some(_) => continue,
        };
        context.say(code, format!("The artifact {} {what}.", quote(&artifact.path)), place);
        // What was not completed may lack what it names.
        if ended != Ended::Completed {
            set_level(context, Level::Warning);
        }
    }
    // An item without a path is no artifact.
    if let Some(others) = left(detail, ARTIFACTS) {
        let message = format!("Artifacts without a path: {}.", others.len());
        let place = range(context, "detail.artifacts").or_else(|| range(context, "detail.other"));
        context.say(Code::MissingArtifactField, message, place);
        set_level(context, Level::Error);
    }
}

/// Whether a path is relative, and stays below where it begins.
fn is_inside(path: &str) -> bool {
    let path = plain(path);
    let is_drive = path.chars().nth(1) == Some(':') && path.starts_with(|first: char| first.is_ascii_alphabetic());
    let mut depth = 0_i64;
    let stays = path.split('/').all(|part| {
        depth += match part {
            "" | "." => 0,
            ".." => -1,
            _ => 1,
        };
        depth >= 0
    });
    stays && !is_drive && !path.contains("://") && !path.starts_with(['/', '~'])
}

/// The sizes of files, by their plain paths; of two with one path, the first.
fn by_path(files: &[ArtifactFile]) -> BTreeMap<String, u64> {
    files.iter().rev().map(|file| (plain(&file.path), file.bytes)).gather()
}

/// A path in the form in which paths are compared.
fn plain(path: &str) -> String {
    path.trim().replace('\\', "/").trim_start_matches("./").to_owned()
}

fn errors(context: &mut CheckContext<'_, '_>, detail: &Return, ended: Ended) {
    let left = left(detail, ["errors", "error"]).or_else(|| left(detail, ["blockers", "blocker"]));
    if let Some(others) = left {
        let message = format!("Errors without a message: {}.", others.len());
        let place = range(context, "detail.errors").or_else(|| range(context, "detail.other"));
        context.say(Code::MissingErrorField, message, place);
        set_level(context, Level::Error);
    }
    if detail.errors.is_empty() && left.is_none() && matches!(ended, Ended::Partial | Ended::Failed) {
        let message = "The return is not completed, but lists no error.";
        context.say(Code::MissingErrors, message, range(context, "statedStatus"));
    }
    for error in &detail.errors {
        let speechless = is_blank(&error.message);
        let odd = error.extra.iter().find(|field| field.key == "recoverable" && error.recoverable.is_none());
        let lacks = |text: &Option<String>| text.as_deref().is_none_or(|text| is_blank(text) || is_placeholder(text));
        let missing: Vec<&str> = [
            ("type", lacks(&error.r#type)),
            ("message", speechless),
            ("recoverable", error.recoverable.is_none() && odd.is_none()),
            ("recommendation", lacks(&error.recommendation)),
        ]
        .into_iter()
        .filter_map(|(name, is_missing)| is_missing.then_some(name))
        .collect();
        if !missing.is_empty() {
            let said =
                [Some(&error.message).filter(|_| !speechless), error.r#type.as_ref(), error.recommendation.as_ref()];
            let said = said.into_iter().flatten().next().map(|said| quote(said)).unwrap_or_default();
            let message = format!("The error {said} lacks {}.", named(&missing));
            context.say(Code::MissingErrorField, message, Some(error.span.bytes()));
            set_level(context, if speechless { Level::Error } else { Level::Warning });
        }
        if let Some(field) = odd {
            let message = format!("The error's recoverable is {}; it must be true or false.", quote(&field.value));
            context.say(Code::FieldShape, message, Some(error.span.bytes()));
        }
    }
}

/// The names of fields, as code.
fn named(names: &[&str]) -> String {
    let marked: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    listed(&marked.iter().map(String::as_str).collect::<Vec<_>>())
}
