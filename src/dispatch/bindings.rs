//! Variables as an agent is told them. Their values are text of documents, tasks and replies: none can be read as another
//! variable, as an instruction of ours, or as a summary line.

use crate::model::{Expected, ResultType, Variables, visible};
use crate::prompt::{ledger, on_dimension, unmarked};

/// The longest subject and the longest quotation of a reply, in characters.
pub const LINE_LIMIT: usize = 200;

/// What an agent is sent: each variable on a line, a blank line, and the form that its reply is to have.
///
/// A value of several lines stands below its name, each line behind a `>`.
#[must_use]
pub fn prompt(variables: &Variables, expect: Expected) -> String {
    let mut text = String::new();
    for (name, value) in variables.iter() {
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
    format!("{text}\n{}", form(variables, expect))
}

/// The form that a reply is to have, with what the unit is on filled in.
fn form(variables: &Variables, expect: Expected) -> String {
    let is = |wanted: ResultType| expect == Expected::Type(wanted);
    // Who reads a document for a verification is given no items: the document lists them.
    if is(ResultType::Verification) && variables.get("DOC_PATH").is_some() {
        return ledger();
    }
    let dimension = variables.get("DIMENSION_NAME").filter(|_| variables.get("DOC_A_PATH").is_none());
    if let Some(name) = dimension.filter(|_| is(ResultType::Consistency)) {
        return on_dimension(name);
    }
    // A group answers task by task.
    let grouped = variables.get("TASK_ORDER").is_some();
    let known = KNOWN.iter().filter(|(of, name, _)| is(*of) && !(grouped && *name == "TASK_ID"));
    let known =
        known.filter_map(|(_, name, slot)| Some(((*slot).to_owned(), variables.get(name)?.to_owned()))).collect();
    crate::prompt::prompt(expect, &known).unwrap_or_default()
}

/// What a form names of a unit: its type, the variable of the agent, that of the form.
const KNOWN: [(ResultType, &str, &str); 5] = [
    (ResultType::Digest, "DOC_PATH", "Doc"),
    (ResultType::Consistency, "DOC_A_PATH", "DocA"),
    (ResultType::Consistency, "DOC_B_PATH", "DocB"),
    (ResultType::Implementation, "TASK_ID", "Task"),
    (ResultType::DesignPlan, "SCREEN_NAME", "Screen"),
];

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
