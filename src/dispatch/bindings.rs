//! Writes variables into a prompt. Their values are text of documents, tasks and replies: none can be read as another
//! variable, as an instruction of ours, or as a summary line.

use std::collections::BTreeMap;

use super::agent::Agent;
use crate::model::{CustomTypes, Expected, ResultType, Variables, visible};
use crate::order::Gather;
use crate::prompt::{self, unmarked};

/// The longest subject and the longest quotation of a reply, in characters.
pub const LINE_LIMIT: usize = 200;

/// What an agent is sent: each variable on a line, a blank line, and the form that its reply is to have, with what is known
/// filled in.
///
/// A value of several lines stands below its name, each line behind a `>`.
#[must_use]
pub fn prompt(variables: &Variables, expect: Expected, types: &CustomTypes, agent: &str, subject: &str) -> String {
    // What the form of a return holds is told there.
    let is_in_form = |name: &str| expect == Expected::RETURN && prompt::variables(expect).contains(&name);
    let text = lines(variables.iter().filter(|(name, _)| !is_in_form(name)));
    format!("{text}\n{}", form(variables, expect, types, agent, subject))
}

/// Variables with their values, each on a line of its own or below its name.
pub fn lines<'v>(variables: impl Iterator<Item = (&'v str, &'v str)>) -> String {
    let mut text = String::new();
    for (name, value) in variables {
        let value = unmarked(value.trim());
        let lines: Vec<String> = value.lines().map(|line| line.chars().map(visible).collect()).collect();
        match lines.as_slice() {
            [line] => text.push_str(&format!("{name}: {line}\n")),
            lines => {
                text.push_str(&format!("{name}:\n"));
                for line in lines {
                    text.push_str(&format!("> {line}\n"));
                }
            }
        }
    }
    text
}

/// The form of a reply: on what it is, who writes it, and what was asked. A group of tasks has a reply on each.
#[must_use]
pub fn form(variables: &Variables, expect: Expected, types: &CustomTypes, agent: &str, subject: &str) -> String {
    const NAMES: [(&str, &str); 6] = [
        ("Doc", "DOC_PATH"),
        ("DocA", "DOC_A_PATH"),
        ("DocB", "DOC_B_PATH"),
        ("Task", "TASK_ID"),
        ("Screen", "SCREEN_NAME"),
        ("Screen", "TOKEN_CATEGORY"),
    ];
    let takes = |name: &str| prompt::variables(expect).contains(&name);
    let is_group = variables.get("TASK_ORDER").is_some();
    let told = NAMES.into_iter().filter(|(name, _)| takes(name) && !(is_group && *name == "Task"));
    let mut known: BTreeMap<String, String> =
        told.filter_map(|(name, of)| Some((name.to_owned(), variables.get(of)?.to_owned()))).gather();
    if takes("AgentType") {
        known.insert("AgentType".to_owned(), agent.to_owned());
    }
    if expect == Expected::RETURN {
        let told = prompt::variables(expect).iter().filter_map(|name| Some((*name, variables.get(name)?)));
        known.extend(told.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }
    let dimension = variables.get("DIMENSION_NAME");
    if takes("Scope") {
        let pair = variables.get("DOC_A_PATH").zip(variables.get("DOC_B_PATH"));
        let one = ["DOC_PATH", "TASK_ID", "SCREEN_NAME", "TOKEN_CATEGORY", "DIMENSION_NAME"];
        let one = one.into_iter().find_map(|of| variables.get(of));
        let scope = pair.map(|(one, other)| format!("{one} + {other}")).or_else(|| one.map(str::to_owned));
        known.extend(scope.map(|scope| ("Scope".to_owned(), scope)));
    }
    let is_settled = dimension.is_some() || known.contains_key("DocB");
    let text = match expect {
        Expected::Type(ResultType::Digest) => {
            let part = variables.get("FORMAT").and_then(|format| prompt::part(format, &known));
            part.unwrap_or_else(|| prompt::prompt(expect, &known, types).unwrap_or_default())
        }
        Expected::Type(ResultType::Consistency) if is_settled => prompt::on(dimension, &known),
        // Who reads a document for a verification is given no items: the document lists them.
        Expected::Type(ResultType::Verification) if variables.get("DOC_PATH").is_some() => prompt::ledger(),
        _ => prompt::prompt(expect, &known, types).unwrap_or_default(),
    };
    let role = Agent::named(agent).map_or(agent, |agent| agent.role());
    let of = |text: &str| prompt::value(text);
    let text = of(role).map_or_else(|| text.clone(), |role| text.replace("<your role>", &role));
    of(subject).map_or_else(|| text.clone(), |subject| text.replace("<your task>", &subject))
}

/// A text on one line, without what acts on a reader, not too long.
#[must_use]
pub fn line(text: &str) -> String {
    let folded = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let shown: String = folded.chars().map(visible).collect();
    match shown.char_indices().nth(LINE_LIMIT) {
        Some((end, _)) => shown.get(..end).unwrap_or_default().to_owned() + "…",
        None => shown,
    }
}
