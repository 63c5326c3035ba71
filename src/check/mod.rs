//! Conformance: the rules of a format that a reply breaks, how to ask for what is missing, and the changes that mend it.
//!
//! Reading says what it assumed, coerced or skipped. A check adds what the format asks for beyond that. Every code stands
//! in one table, `model/code.rs`.

mod agent_report;
mod bound;
mod context;
mod detail;
mod edits;
mod failure;
mod findings;
mod fix;
mod help;
mod json_return;
mod metadata;
mod refinements;
mod repair;
mod status;
mod summary;
mod test_run;
mod words;

use serde::{Deserialize, Serialize};

use crate::dialect::agent_report::is_later;
use crate::dialect::has_failures;
use crate::dialect::{self, Read};
use crate::model::{
    AgentResult, Code, Decisions, Detail, Diagnostic, Dialect, Expected, Ledger, Level, Reply, Return, Status,
};
use crate::text::ledger::Owner;
use context::CheckContext;

pub use failure::Failure;
pub use fix::{Fixed, apply, fix};

/// How well a reply keeps to its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// No rule is broken.
    Conforms,
    /// Rules are broken; what was meant is clear.
    Warnings,
    /// Rules are broken in a way that can hide something.
    Errors,
    /// Nothing of the form that was asked for could be read.
    Unreadable,
}

/// What a check of one reply comes to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckResult {
    /// How well it keeps to its format.
    pub grade: Grade,
    /// What reading repaired, and the rules that are broken; in order of the text, what is on the whole first.
    pub diagnostics: Vec<Diagnostic>,
    /// The message that makes the subagent send it right; `None` where it conforms or only warns.
    pub repair: Option<String>,
    /// The validation failure of the JSON return, for a person; `None` outside of it and where it conforms.
    pub failure: Option<String>,
    /// The same as entries of an `errors.json`.
    pub failures: Vec<Failure>,
}

/// What the host knows beside the reply.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct CheckOptions {
    /// JSON return: the session that was delegated.
    pub session_id: Option<String>,
    /// JSON return: the artifacts that exist.
    pub artifacts: Option<Vec<ArtifactFile>>,
}

/// A file that exists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArtifactFile {
    /// Its path.
    pub path: String,
    /// Its size in bytes.
    pub bytes: u64,
}

/// Checks one reply against the format that was asked for, else the one that it is written in.
#[must_use]
pub fn check(reply: &Reply, options: &CheckOptions) -> CheckResult {
    // What was asked for counts for more than the format that the host names.
    let asked = (asks_for_return(reply) && !matches!(reply.dialect, None | Some(Dialect::JsonReturn)))
        .then(|| Reply { dialect: None, ..reply.clone() });
    let reply = asked.as_ref().unwrap_or(reply);
    let mut read = dialect::read(reply);
    let form = Form::of(reply, &read);
    // What counts is held to the rules; that something else says less is said.
    read.result.status = read.undoubted.unwrap_or(read.result.status);
    if form == Form::Protocol && read.result.dialect == Dialect::JsonReturn && holds_no_return(&read) {
        read.result.diagnostics.retain(|said| said.code != Code::MissingReturnStatus.name());
    }
    if form == Form::Return {
        warn_of_wrapping(&mut read.result.diagnostics);
        failure::refuse_repaired(&mut read.result.diagnostics, read.source.text());
    }
    let mut context = CheckContext::new(&read);
    match form {
        // What cannot be read at all breaks every rule.
        _ if context.read.tiles.is_empty() => {}
        Form::Protocol if context.read.result.dialect == Dialect::JsonReturn => {
            let message = "The reply is JSON and has no summary line.";
            context.say(Code::MissingSummaryLine, message, None);
        }
        Form::Protocol => {
            summary::check(&mut context);
            status::check(&mut context);
            metadata::check(&mut context);
            findings::check(&mut context);
            detail::check(&mut context);
        }
        Form::Return => json_return::check(&mut context, options),
        Form::Report => agent_report::check(&mut context),
        Form::TestRun => test_run::check(&mut context),
        Form::Refinements => refinements::check(&mut context),
    }
    if !context.read.tiles.is_empty() {
        detail::check_files(&mut context);
        words::check(&mut context);
        words::check_rows(&mut context);
        check_asked(&mut context, form, reply);
    }
    let (edits, cells) = (edits::of_reading(&context), edits::cells(&context));
    let said = context.said;
    edits::point(&mut read, cells);
    edits::attach(&mut read, edits);
    read.result.diagnostics.extend(said);
    let own = if grade(&read.result.diagnostics) >= Grade::Errors { repair::own_form(&read, form) } else { None };
    help::suit(&mut read.result.diagnostics, form);
    bound::bound(&mut read.result.diagnostics);
    let is_bare = read.tiles.iter().all(|(_, owner)| matches!(owner, None | Some(Owner::Layout)));
    let unreadable = is_bare && !read.is_understood();
    let missed = form == Form::Return && !matches!(read.result.detail, Detail::Return(_));
    let result = read.located(Ledger::Omit, Decisions::Omit);
    let grade = if unreadable || missed { Grade::Unreadable } else { grade(&result.diagnostics) };
    let broken = grade >= Grade::Errors;
    let invalid = broken && form == Form::Return;
    let failures = if invalid { failure::entries(&result) } else { Vec::new() };
    CheckResult {
        grade,
        repair: broken.then(|| repair::message(form, reply, &result, options, own.as_deref())),
        failure: invalid.then(|| failure::text(&result, &failures, options)),
        failures,
        diagnostics: result.diagnostics,
    }
}

/// The codes that say that a reply contradicts itself.
pub const CONTRADICTIONS: [Code; 5] = [
    Code::CountMismatch,
    Code::CleanWithFindings,
    Code::CleanWithFailures,
    Code::FindingsWithoutFailures,
    Code::StatusDiffers,
];

/// A reply as it goes into a report: as read, with what it contradicts itself in. A reply is not clean that says so beside
/// figures that say otherwise, and lists nothing.
#[must_use]
pub fn validated(reply: &Reply) -> AgentResult {
    let mut read = dialect::read(reply).summed();
    let mut found = contradictions(reply, &read);
    bound::bound(&mut found);
    let unlisted = read.result.findings.is_empty() && !has_failures(&read.result.detail);
    let denied = [Code::CleanWithFindings, Code::CleanWithFailures].map(Code::name);
    if let Some(denial) = found.iter().find(|said| denied.contains(&said.code.as_str()))
        && unlisted
        && read.result.status == Status::Clean
    {
        read.result.status = Status::Partial;
        read.result.reason = Some(denial.message.clone());
    }
    read.result.diagnostics.extend(found);
    read.located(Ledger::Omit, Decisions::Omit)
}

/// The errors of a check that are contradictions, without the changes that mend them.
fn contradictions(reply: &Reply, read: &Read<'_>) -> Vec<Diagnostic> {
    let form = Form::of(reply, read);
    if read.tiles.is_empty() || read.undoubted.is_some() {
        return Vec::new();
    }
    let mut context = CheckContext::without_tables(read);
    match form {
        Form::Protocol if read.summary.is_some() => {
            summary::check(&mut context);
            status::check(&mut context);
        }
        Form::Report => agent_report::check(&mut context),
        Form::TestRun => test_run::check(&mut context),
        Form::Protocol | Form::Return | Form::Refinements => return Vec::new(),
    }
    let codes = CONTRADICTIONS.map(Code::name);
    let mut said = context.said;
    said.retain(|said| said.level == Level::Error && codes.contains(&said.code.as_str()));
    for diagnostic in &mut said {
        diagnostic.edit = None;
    }
    help::suit(&mut said, form);
    said
}

/// The form that a reply is held to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// The Structured Agent Result Protocol.
    Protocol,
    /// The JSON return.
    Return,
    /// The report of an agent, with its header.
    Report,
    /// The report on a story or a scenario.
    TestRun,
    /// Refinements of questions.
    Refinements,
}

impl Form {
    /// What was asked for, else what came; text of no format is held to the protocol.
    fn of(reply: &Reply, read: &Read<'_>) -> Self {
        match (read.result.dialect, reply.expect) {
            // The later shape of an agent's report is that of the protocol.
            (Dialect::AgentReport, None | Some(Expected::Type(_))) if is_later(&read.source, read.summary.as_ref()) => {
                Self::Protocol
            }
            (_, Some(Expected::Refinements(_))) | (Dialect::Refinements, None) => Self::Refinements,
            // Findings in JSON are no return that lacks its fields.
            (Dialect::JsonReturn, None) if !read.result.findings.is_empty() && holds_no_return(read) => Self::Protocol,
            (_, Some(Expected::Return(_))) | (Dialect::JsonReturn, None) => Self::Return,
            (Dialect::ProtocolV1 | Dialect::Prose | Dialect::Refinements, _)
            | (Dialect::JsonReturn, Some(Expected::Type(_))) => Self::Protocol,
            (Dialect::AgentReport, _) => Self::Report,
            (Dialect::Bowser, _) => Self::TestRun,
        }
    }
}

/// Whether nothing of a return was read.
fn holds_no_return(read: &Read<'_>) -> bool {
    let Detail::Return(detail) = &read.result.detail else { return true };
    let Return { summary, artifacts, metadata, errors, next_steps, other: _ } = detail;
    read.result.stated_status.is_none()
        && summary.is_none()
        && next_steps.is_none()
        && artifacts.is_empty()
        && metadata.is_empty()
        && errors.is_empty()
}

/// Says that another type was asked for, where reading did not.
fn check_asked(context: &mut CheckContext<'_, '_>, form: Form, reply: &Reply) {
    let Some(Expected::Type(asked)) = reply.expect else { return };
    if context.was_said(Code::UnexpectedType) {
        return;
    }
    let given = match form {
        Form::Report => {
            agent_report::told_type(context).or_else(|| context.result_type()).map(|told| told.word().to_owned())
        }
        Form::TestRun if test_run::is_scenario(context) => Some("that of a scenario".to_owned()),
        Form::TestRun => Some("that of a test run".to_owned()),
        Form::Protocol | Form::Return | Form::Refinements => return,
    };
    if let Some(given) = given.filter(|given| *given != asked.word()) {
        let message = format!("The type is {given}, but {} was requested.", asked.word());
        context.say(Code::UnexpectedType, message, context.summary_range());
    }
}

fn asks_for_return(reply: &Reply) -> bool {
    matches!(reply.expect, Some(Expected::Return(_)))
}

/// A JSON return must be nothing but JSON: there, a fence or thoughts break a rule.
fn warn_of_wrapping(diagnostics: &mut [Diagnostic]) {
    let codes = [Code::WrappedReply, Code::ThinkingAloud, Code::UnclosedFence].map(Code::name);
    for said in diagnostics.iter_mut().filter(|said| codes.contains(&said.code.as_str())) {
        said.level = Level::Warning;
    }
}

fn grade(diagnostics: &[Diagnostic]) -> Grade {
    match diagnostics.iter().map(|said| said.level).min() {
        Some(Level::Error) => Grade::Errors,
        Some(Level::Warning) => Grade::Warnings,
        Some(Level::Note) | None => Grade::Conforms,
    }
}
