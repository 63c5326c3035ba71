//! The message that makes a subagent send its reply right.

use std::collections::BTreeMap;

use crate::model::{AgentResult, Code, Detail, Diagnostic, Expected, Lack, Level, Reply};
use crate::prompt;

/// The most characters of a message.
pub const REPAIR_LIMIT: usize = 10_000;

/// What is sent back to the subagent: to send the report again, what was wrong, and the form. Only what is missing is
/// asked for: a repair that lost nothing is none of the subagent's concern.
#[must_use]
pub fn message(reply: &Reply, result: &AgentResult) -> String {
    let asked = reply.expect.or(result.answers());
    let again = match asked {
        Some(Expected::Return(_)) => "return again, as one JSON object, and nothing before or after it",
        _ => "report again, beginning with the RESULT line, and nothing before it",
    };
    let mut text = format!("Your reply cannot be used as it is. Send the complete {again}.\n\nWhat is wrong:\n");
    let form = form(asked, result);
    let mut problems: Vec<&Diagnostic> = result.diagnostics.iter().filter(|said| asks(said)).collect();
    problems.sort_by_key(|said| said.level);
    let room = REPAIR_LIMIT.saturating_sub(text.chars().count() + form.chars().count());
    text.push_str(&numbered(&problems, room));
    text.push_str(&form);
    text
}

/// Whether the subagent is asked for it.
fn asks(said: &Diagnostic) -> bool {
    let lacks = Code::named(&said.code).is_some_and(|code| code.explanation().lacks == Lack::Information);
    said.level == Level::Error || (said.level == Level::Warning && lacks)
}

/// The problems by number, as far as there is room; what is left out is said.
fn numbered(problems: &[&Diagnostic], room: usize) -> String {
    const NOTICE: usize = 80;
    let mut text = String::new();
    let mut length = 0;
    for (number, said) in problems.iter().enumerate() {
        let place = said.span.map(|span| format!(" (line {})", span.line)).unwrap_or_default();
        let help = said.help.as_deref().unwrap_or_default();
        let line = format!("{}. {}{place} {help}\n", number + 1, said.message);
        length += line.chars().count();
        if length + NOTICE > room {
            text.push_str(&format!("And {} more of these kinds.\n", problems.len() - number));
            break;
        }
        text.push_str(&line);
    }
    text
}

/// The instruction for what was asked for, with what is known filled in.
fn form(asked: Option<Expected>, result: &AgentResult) -> String {
    match asked {
        Some(Expected::Type(of)) => {
            format!("\nThe form:\n\n{}", prompt::prompt(of, &variables(result)).unwrap_or_default())
        }
        Some(Expected::Return(_)) => {
            "\nThe form: an object with status (completed, partial, failed or blocked), summary \
            (2 to 5 sentences), artifacts (a list of objects with type, path, summary), metadata (an object with \
            session_id, agent_type, delegation_depth, delegation_path), errors (a list of objects with type, message, \
            recoverable, recommendation; not needed where completed) and next_steps (a string).\n"
                .to_owned()
        }
        None => "\nThe form: line 1 is `RESULT: <CLEAN|FINDINGS|PARTIAL|ERROR> | Type: <TYPE> | <figures>`; then the \
            metadata between two lines of ---; then the detail sections of the type. The types: digest, consistency, \
            verification, implementation, design-plan.\n"
            .to_owned(),
    }
}

/// What the reply is on, as far as it was read.
fn variables(result: &AgentResult) -> BTreeMap<String, String> {
    let known: Vec<(&str, Option<&String>)> = match &result.detail {
        Detail::Digest(digest) => vec![("Doc", digest.document.as_ref())],
        Detail::Consistency(pair) => match pair.documents.as_slice() {
            [a, b] => vec![("DocA", Some(a)), ("DocB", Some(b))],
            _ => Vec::new(),
        },
        Detail::Implementation(work) => vec![("Task", work.task.as_ref())],
        Detail::DesignPlan(plan) => vec![("Screen", plan.screen.as_ref())],
        Detail::Verification(_) | Detail::Return(_) | Detail::None => Vec::new(),
    };
    known.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?.clone()))).collect()
}
