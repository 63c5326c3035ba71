//! The compact instructions for a subagent's prompt, so that its reply can be read without repair. Version 1.
//!
//! An instruction that is printed back unfilled is never read as a result: its summary line still has its alternatives.

mod asked;
mod templates;
mod values;

use std::collections::BTreeMap;

use crate::model::{CustomTypes, Expected};
use templates::Template;
pub use values::unmarked;

pub use asked::asked_in;

/// A variable that no instruction of this type has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownVariable {
    /// Its name.
    pub name: String,
    /// The names that there are.
    pub known: &'static [&'static str],
}

/// The instruction for a type, with the columns that are registered for it. Variables that are given are filled in; the
/// others stay as placeholders `<…>`.
///
/// Values are untrusted: each stands on one line, with at most 200 characters, and acts on nothing; none can be read as a
/// summary line, or adds a figure to one. One that says nothing is not filled in. `ItemList` of a verification has an item
/// a line. In the JSON return they are JSON: `DelegationPath` names agents, parted by commas, and `DelegationDepth` is a
/// whole number, else it is not filled in.
pub fn prompt(
    of: Expected,
    variables: &BTreeMap<String, String>,
    types: &CustomTypes,
) -> Result<String, UnknownVariable> {
    let template = templates::of(of, types);
    let known = template.variables;
    match variables.keys().find(|name| !known.contains(&name.as_str())) {
        Some(name) => Err(UnknownVariable { name: name.clone(), known }),
        None => Ok(filled(&template, variables)),
    }
}

/// A value as an instruction has it: on one line, bounded, acting on nothing; `None` where it says nothing.
#[must_use]
pub fn value(text: &str) -> Option<String> {
    values::in_text("", text)
}

/// The instruction for a type, with all its placeholders.
#[must_use]
pub fn instruction(of: Expected) -> String {
    filled(&templates::of(of, &CustomTypes::default()), &BTreeMap::new())
}

/// The instruction for a check on consistency whose subject is known: a dimension, or a pair. Then nothing is said of the
/// other one.
#[must_use]
pub fn on(dimension: Option<&str>, variables: &BTreeMap<String, String>) -> String {
    let text = filled(&templates::CONSISTENCY, variables).replace(templates::OF_A_DIMENSION, "");
    match dimension.and_then(value) {
        Some(name) => text.replace(templates::PAIR, &format!("Dimension: {name}")),
        None => text,
    }
}

/// The instruction for a digest of one part alone: terms, claims or references. `None` where the format asks for all of it.
#[must_use]
pub fn part(format: &str, variables: &BTreeMap<String, String>) -> Option<String> {
    Some(filled(&templates::digest_of(format)?, variables))
}

/// The instruction for the ledger of the issues that a review lists: a verification without a list of items.
#[must_use]
pub fn ledger() -> String {
    filled(&templates::LEDGER, &BTreeMap::new())
}

/// The variables of a type.
#[must_use]
pub fn variables(of: Expected) -> &'static [&'static str] {
    templates::of(of, &CustomTypes::default()).variables
}

fn filled(template: &Template, variables: &BTreeMap<String, String>) -> String {
    let mut text = String::new();
    let mut rest: &str = &template.text;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((name, behind)) = after.split_once("}}") else { break };
        text.push_str(before);
        match variables.get(name).and_then(|value| (template.written)(name, value)) {
            Some(value) => text.push_str(&value),
            None => text.push_str(&format!("<{name}>")),
        }
        rest = behind;
    }
    text.push_str(rest);
    text
}
