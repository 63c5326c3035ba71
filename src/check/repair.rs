//! The message that asks a subagent to correct its reply.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::context::CheckContext;
use super::{CheckOptions, Form, agent_report, test_run};
use crate::dialect::Read;
use crate::model::{AgentResult, Code, CustomTypes, Detail, Diagnostic, Expected, Lack, Level, Reply, ResultType};
use crate::order::{Arrange, Gather};
use crate::prompt;

/// The most characters of a message.
pub const REPAIR_LIMIT: usize = 10_000;

/// What is sent back to the subagent: to send the report again, what was wrong, and the form. It is asked for
/// what is missing, and where the reply contradicts itself; what was repaired needs no word.
#[must_use]
pub fn message(form: Form, reply: &Reply, result: &AgentResult, options: &CheckOptions, own: Option<&str>) -> String {
    let asked = match form {
        Form::Return => Some(Expected::RETURN),
        Form::Refinements => Some(Expected::REFINEMENTS),
        Form::Protocol | Form::Report | Form::TestRun => reply.expect.or(result.answers()),
    };
    // A form of its own is asked for again, unless another type was asked for.
    let own = own.filter(|_| reply.expect.is_none_or(|asked| result.answers() == Some(asked)));
    let again = match asked {
        Some(Expected::Return(_)) => "return again as one JSON object, with nothing before or after it",
        Some(Expected::Refinements(_)) => "refinements again in the form below, with nothing before or after them",
        _ if own.is_some() => "report again in the form below, with nothing before or after it",
        _ => "report again. Start with the RESULT line, with nothing before it",
    };
    let mut text = format!("Your reply cannot be used as it is. Send the complete {again}.\n\nProblems:\n");
    let mut form = match own {
        Some(own) => format!("\nThe form:\n\n{own}"),
        None => instruction(asked, &known(asked, result, options.session_id.as_deref()), &reply.types),
    };
    // Names that are too many to be said leave their placeholders.
    if form.chars().count() > REPAIR_LIMIT / 2 {
        form = instruction(asked, &BTreeMap::new(), &reply.types);
    }
    let mut problems: Vec<&Diagnostic> = result.diagnostics.iter().filter(|said| asks(said)).collect();
    problems.arrange_by_key(|said| said.level);
    let room = REPAIR_LIMIT.saturating_sub(text.chars().count() + form.chars().count());
    text.push_str(&numbered(&problems, room));
    text.push_str(&form);
    text
}

/// The form of a format that has its own, with what the report is on filled in.
#[must_use]
pub fn own_form(read: &Read<'_>, form: Form) -> Option<String> {
    let context = CheckContext::new(read);
    match form {
        Form::Protocol | Form::Return | Form::Refinements => None,
        Form::TestRun if test_run::is_scenario(&context) => Some(test_run::SCENARIO.to_owned()),
        Form::TestRun => Some(test_run::STORY.to_owned()),
        Form::Report => {
            let detail = &read.result.detail;
            let subject = match detail {
                Detail::Digest(digest) => digest.document.clone(),
                Detail::Consistency(pair) if pair.documents.len() == 2 => Some(pair.documents.join(" <-> ")),
                Detail::Consistency(pair) => pair.dimension.clone(),
                Detail::Implementation(work) => work.task.clone(),
                Detail::DesignPlan(plan) => plan.screen.clone(),
                _ => None,
            };
            let subject = subject.and_then(|subject| prompt::value(&subject));
            let on_dimension = agent_report::is_on_dimension(&context);
            agent_report::form(context.result_type()?, on_dimension, subject.as_deref())
        }
    }
}

/// Whether the subagent is asked for it: it alone knows what is missing, and how it is where the reply contradicts itself.
fn asks(said: &Diagnostic) -> bool {
    let lacks = Code::named(&said.code).is_some_and(|code| code.explanation().lacks == Lack::Information);
    said.level == Level::Error || (lacks && said.level == Level::Warning)
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
            text.push_str(&format!("And {} more problems of these kinds.\n", problems.len() - number));
            break;
        }
        text.push_str(&line);
    }
    text
}

/// The instruction for what was asked for, with what is known filled in.
fn instruction(asked: Option<Expected>, known: &BTreeMap<String, String>, types: &CustomTypes) -> String {
    match asked {
        Some(of) => format!("\nThe form:\n\n{}", prompt::prompt(of, known, types).unwrap_or_default()),
        None => {
            format!(
                "\nThe form: line 1 is `RESULT: <CLEAN|FINDINGS|PARTIAL|ERROR> | Type: <TYPE> | <counts>`; then the \
                 metadata between two --- lines; then the detail sections of the type. The types: {}.\n",
                types.words().collect::<Vec<_>>().join(", ")
            )
        }
    }
}

/// What is known of the variables; what was read of another form is not what this one takes.
fn known(asked: Option<Expected>, result: &AgentResult, session: Option<&str>) -> BTreeMap<String, String> {
    if result.answers().is_some_and(|answered| Some(answered) != asked) {
        return BTreeMap::new();
    }
    variables(result, session)
}

/// What is known of the variables: what the reply is on, and what was delegated.
fn variables(result: &AgentResult, session: Option<&str>) -> BTreeMap<String, String> {
    let text = |value: Option<&String>| value.cloned();
    let known: Vec<(&str, Option<String>)> = match &result.detail {
        _ if matches!(result.r#type, Some(ResultType::Custom(_))) => vec![("Scope", text(result.unit.as_ref()))],
        Detail::Digest(digest) => vec![("Doc", text(digest.document.as_ref()))],
        Detail::Consistency(pair) => match pair.documents.as_slice() {
            [a, b] => vec![("DocA", Some(a.clone())), ("DocB", Some(b.clone()))],
            _ => Vec::new(),
        },
        Detail::Implementation(work) => vec![("Task", text(work.task.as_ref()))],
        Detail::DesignPlan(plan) => vec![("Screen", text(plan.screen.as_ref()))],
        Detail::Return(detail) => returned(&detail.metadata, session),
        Detail::Verification(_) | Detail::Steps(_) | Detail::Refinements(_) | Detail::None => Vec::new(),
    };
    known.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).gather()
}

/// The metadata of a return, as far as they are given.
fn returned(metadata: &Map<String, Value>, session: Option<&str>) -> Vec<(&'static str, Option<String>)> {
    let text = |key: &str| metadata.get(key).and_then(Value::as_str).map(str::to_owned);
    let names = |value: &Value| Some(value.as_array()?.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "));
    vec![
        ("SessionId", session.map(str::to_owned).or_else(|| text("session_id"))),
        ("AgentType", text("agent_type")),
        ("DelegationDepth", metadata.get("delegation_depth").and_then(Value::as_u64).map(|depth| depth.to_string())),
        ("DelegationPath", metadata.get("delegation_path").and_then(names)),
    ]
}
