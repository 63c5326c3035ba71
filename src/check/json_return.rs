//! The JSON return: its six rules, its metadata, and the artifacts that must be there. See `docs/formats/json-return.md`,
//! "Checking".

use serde_json::Value;

use super::sheet::{Sheet, listed};
use super::{ArtifactFile, CheckOptions};
use crate::model::{Code, Detail, Level, Return, Status, quote};
use crate::text::ledger::Owner;

/// The kinds of artifacts that the format names.
const ARTIFACT_TYPES: [&str; 5] = ["plan", "report", "summary", "implementation", "documentation"];

/// What the metadata must have.
const METADATA: [&str; 4] = ["session_id", "agent_type", "delegation_depth", "delegation_path"];

/// The summary's limit. A token counts as four characters.
const SUMMARY_TOKENS: usize = 100;
const TOKEN_CHARACTERS: usize = 4;

/// Checks a JSON return.
pub fn check(sheet: &mut Sheet<'_, '_>, options: &CheckOptions) {
    let Detail::Return(detail) = &sheet.read.result.detail else { return };
    if detail == &Return::default() && sheet.was_said(Code::ReturnNotJson) {
        return;
    }
    let ended = Ended::of(sheet);
    fields(sheet, detail);
    metadata(sheet, detail, options);
    artifacts(sheet, detail, ended, options);
    errors(sheet, detail, ended);
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
    fn of(sheet: &Sheet<'_, '_>) -> Self {
        let unknown = sheet.was_said(Code::MissingReturnStatus) || sheet.was_said(Code::UnknownReturnStatus);
        match sheet.read.result.status {
            _ if unknown => Self::Unknown,
            Status::Clean | Status::Findings => Self::Completed,
            Status::Partial => Self::Partial,
            Status::Error => Self::Failed,
        }
    }
}

/// Whether a field is there, be it empty.
fn has(sheet: &Sheet<'_, '_>, path: &str) -> bool {
    sheet.read.tiles.iter().any(|(_, owner)| match owner {
        Some(Owner::Field(field) | Owner::Entry(field, _)) => *field == path,
        Some(Owner::Layout) | None => false,
    })
}

fn fields(sheet: &mut Sheet<'_, '_>, detail: &Return) {
    let missing: Vec<&str> = [
        ("summary", detail.summary.is_none()),
        ("artifacts", !has(sheet, "detail.artifacts")),
        ("metadata", !has(sheet, "detail.metadata")),
    ]
    .into_iter()
    .filter_map(|(name, is_missing)| is_missing.then_some(name))
    .collect();
    if !missing.is_empty() {
        sheet.say(Code::MissingReturnField, format!("The return has no {}.", listed(&missing)), None);
    }
    let length = detail.summary.as_deref().map_or(0, |summary| summary.chars().count());
    if length.div_ceil(TOKEN_CHARACTERS) >= SUMMARY_TOKENS {
        let tokens = length.div_ceil(TOKEN_CHARACTERS);
        let message = format!("The summary has about {tokens} tokens; it must have fewer than {SUMMARY_TOKENS}.");
        sheet.say(Code::SummaryTooLong, message, range(sheet, "detail.summary"));
    }
}

/// Where a field stands.
fn range(sheet: &Sheet<'_, '_>, path: &str) -> Option<std::ops::Range<usize>> {
    let is_it = |owner: &Option<Owner>| matches!(owner, Some(Owner::Field(field)) if *field == path);
    sheet.read.tiles.iter().find(|(_, owner)| is_it(owner)).map(|(range, _)| range.clone())
}

fn metadata(sheet: &mut Sheet<'_, '_>, detail: &Return, options: &CheckOptions) {
    if !has(sheet, "detail.metadata") {
        return;
    }
    let place = range(sheet, "detail.metadata");
    let is_missing = |key: &&str| detail.metadata.get(*key).is_none_or(Value::is_null);
    let missing: Vec<&str> = METADATA.into_iter().filter(|key| is_missing(key)).collect();
    if !missing.is_empty() {
        let message = format!("The metadata have no {}.", listed(&missing));
        sheet.say(Code::MissingReturnMetadata, message, place.clone());
    }
    if let (Some(wanted), Some(given)) = (&options.session_id, detail.metadata.get("session_id"))
        && given.as_str() != Some(wanted)
        && !given.is_null()
    {
        let given = given.as_str().map_or_else(|| given.to_string(), str::to_owned);
        let message = format!("The session is {}, and {} was delegated.", quote(&given), quote(wanted));
        sheet.say(Code::SessionDiffers, message, place.clone());
    }
    let depth = detail.metadata.get("delegation_depth").and_then(Value::as_u64);
    let path = detail.metadata.get("delegation_path").and_then(Value::as_array).map(Vec::len);
    if let (Some(depth), Some(length)) = (depth, path)
        && usize::try_from(depth).map_or(true, |depth| depth >= length)
    {
        let message = format!("The delegation depth is {depth}, and the path has {length} agents.");
        sheet.say(Code::DelegationDepth, message, place);
    }
}

fn artifacts(sheet: &mut Sheet<'_, '_>, detail: &Return, ended: Ended, options: &CheckOptions) {
    if detail.artifacts.is_empty()
        && has(sheet, "detail.artifacts")
        && matches!(ended, Ended::Completed | Ended::Partial)
    {
        let message = "The return has no artifacts; only one that failed or is blocked may have none.";
        sheet.say(Code::EmptyArtifacts, message, range(sheet, "detail.artifacts"));
    }
    for artifact in &detail.artifacts {
        let place = Some(super::findings::bytes(artifact.span));
        let known = artifact.r#type.as_deref().is_some_and(|of| ARTIFACT_TYPES.contains(&of));
        if !known {
            let of = artifact.r#type.as_deref().map_or_else(|| "none".to_owned(), quote);
            let message = format!("The type of the artifact {} is {of}.", quote(&artifact.path));
            sheet.say(Code::ArtifactType, message, place.clone());
        }
        let Some(there) = &options.artifacts else { continue };
        let file = there.iter().find(|file| same_path(&file.path, &artifact.path));
        let (code, what) = match file {
            None => (Code::ArtifactMissing, "does not exist"),
            Some(ArtifactFile { bytes: 0, .. }) => (Code::ArtifactEmpty, "is empty"),
            Some(_) => continue,
        };
        sheet.say(code, format!("The artifact {} {what}.", quote(&artifact.path)), place);
        // What was not completed may lack what it names.
        if ended != Ended::Completed
            && let Some(said) = sheet.said.last_mut()
        {
            said.level = Level::Warning;
        }
    }
}

fn same_path(one: &str, other: &str) -> bool {
    let plain = |path: &str| path.trim().trim_start_matches("./").replace('\\', "/");
    plain(one) == plain(other)
}

fn errors(sheet: &mut Sheet<'_, '_>, detail: &Return, ended: Ended) {
    if detail.errors.is_empty() && matches!(ended, Ended::Partial | Ended::Failed) {
        let message = "The return is not completed, and names no error.";
        sheet.say(Code::MissingErrors, message, range(sheet, "statedStatus"));
    }
    for error in &detail.errors {
        let missing: Vec<&str> = [
            ("type", error.r#type.is_none()),
            ("recoverable", error.recoverable.is_none()),
            ("recommendation", error.recommendation.is_none()),
        ]
        .into_iter()
        .filter_map(|(name, is_missing)| is_missing.then_some(name))
        .collect();
        if !missing.is_empty() {
            let message = format!("The error {} has no {}.", quote(&error.message), listed(&missing));
            sheet.say(Code::MissingErrorField, message, Some(super::findings::bytes(error.span)));
        }
    }
}
