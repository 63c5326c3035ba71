//! The values of variables, as an instruction has them: on one line each, and acting on nothing.

use crate::model::visible;

/// The longest value of a variable, in characters.
const VALUE_LIMIT: usize = 200;

/// A value on one line, without what acts on a reader; a list of items has one on each line.
pub fn in_text(name: &str, value: &str) -> String {
    if name != "ItemList" {
        return one_line(value);
    }
    let lines = value.lines().map(one_line).filter(|line| !line.is_empty());
    lines.flat_map(|line| ["\n- ".to_owned(), line]).collect()
}

/// A value in JSON: a number where one is due, a list of strings, or what stands between the quotation marks of a string.
pub fn in_json(name: &str, value: &str) -> String {
    match name {
        "DelegationDepth" if value.trim().parse::<u32>().is_ok() => value.trim().to_owned(),
        "DelegationDepth" => format!("\"{}\"", string(value)),
        "DelegationPath" => {
            let names = value.split(',').map(|name| format!("\"{}\"", string(name)));
            names.collect::<Vec<_>>().join(", ")
        }
        _ => string(value),
    }
}

fn one_line(value: &str) -> String {
    let words: Vec<&str> = value.split_whitespace().collect();
    words.join(" ").chars().map(visible).take(VALUE_LIMIT).collect()
}

fn string(value: &str) -> String {
    one_line(value).replace('\\', "\\\\").replace('"', "\\\"")
}
