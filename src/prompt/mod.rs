//! The compact instructions: what to put into a subagent's prompt so that its reply comes in a form that is read without
//! repair. Version 1.
//!
//! An instruction that is printed back unfilled is never read as a result: its summary line still has its alternatives.

mod templates;

use std::collections::BTreeMap;

use crate::model::{ResultType, visible};
use templates::Template;

/// A variable that no instruction of this type has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownVariable {
    /// Its name.
    pub name: String,
    /// The names that there are.
    pub known: &'static [&'static str],
}

/// The longest value of a variable, in characters.
const VALUE_LIMIT: usize = 200;

/// The instruction for a type. Variables that are given are filled in; the others stay as placeholders `<…>`.
///
/// Values are untrusted: each stands on one line, with at most 200 characters, and acts on nothing. `ItemList` of a
/// verification has an item a line, and each line is an item.
pub fn prompt(of: ResultType, variables: &BTreeMap<String, String>) -> Result<String, UnknownVariable> {
    let template = templates::of(of);
    let known = template.variables;
    match variables.keys().find(|name| !known.contains(&name.as_str())) {
        Some(name) => Err(UnknownVariable { name: name.clone(), known }),
        None => Ok(filled(template, variables)),
    }
}

/// The variables of a type.
#[must_use]
pub fn variables(of: ResultType) -> &'static [&'static str] {
    templates::of(of).variables
}

fn filled(template: &Template, variables: &BTreeMap<String, String>) -> String {
    let mut text = String::new();
    let mut rest = template.text;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((name, behind)) = after.split_once("}}") else { break };
        text.push_str(before);
        match variables.get(name) {
            Some(value) if name == "ItemList" => text.push_str(&items(value)),
            Some(value) => text.push_str(&one_line(value)),
            None => text.push_str(&format!("<{name}>")),
        }
        rest = behind;
    }
    text.push_str(rest);
    text
}

/// A value on one line, without what acts on a reader.
fn one_line(value: &str) -> String {
    let words: Vec<&str> = value.split_whitespace().collect();
    words.join(" ").chars().map(visible).take(VALUE_LIMIT).collect()
}

fn items(value: &str) -> String {
    let lines = value.lines().map(one_line).filter(|line| !line.is_empty());
    lines.flat_map(|line| ["\n- ".to_owned(), line]).collect()
}
