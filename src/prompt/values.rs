//! Escapes the values of variables for an instruction, each on one line.

use crate::model::visible;

/// The longest value of a variable, in characters.
const VALUE_LIMIT: usize = 200;

/// A value on one line, without what acts on a reader; a list of items has one on each line. `None` where it says nothing.
pub fn in_text(name: &str, value: &str) -> Option<String> {
    if name != "ItemList" {
        return Some(escaped(&one_line(value))).filter(|value| !value.is_empty());
    }
    let lines = value.lines().map(one_line).filter(|line| !line.is_empty());
    Some(lines.flat_map(|line| ["\n- ".to_owned(), line]).collect()).filter(|items: &String| !items.is_empty())
}

/// A value in JSON: a number where one is due, a list of strings, or what stands between the quotation marks of a string.
/// `None` where it says nothing, or is no number.
pub fn in_json(name: &str, value: &str) -> Option<String> {
    match name {
        "DelegationDepth" => value.trim().parse::<u32>().ok().map(|depth| depth.to_string()),
        "DelegationPath" => {
            // A list in JSON is one, too.
            let bare = |name: &str| string(name.trim().trim_matches('"'));
            let list = value.trim().trim_start_matches('[').trim_end_matches(']');
            let names = list.split(',').map(bare).filter(|name| !name.is_empty());
            let names: Vec<String> = names.map(|name| format!("\"{name}\"")).collect();
            Some(names.join(", ")).filter(|names| !names.is_empty())
        }
        _ => Some(string(value)).filter(|value| !value.is_empty()),
    }
}

fn one_line(value: &str) -> String {
    let words: Vec<&str> = value.split_whitespace().collect();
    let line: String = words.join(" ").chars().map(visible).take(VALUE_LIMIT).collect();
    unmarked(&line)
}

/// A value whose pipes do not part the summary line.
fn escaped(value: &str) -> String {
    let parts: Vec<&str> = value.split('|').collect();
    let count = parts.len();
    // A backslash that stands before a pipe already would escape the other one.
    let parts = parts.into_iter().enumerate();
    let parts = parts.map(|(number, part)| if number + 1 < count { part.trim_end_matches('\\') } else { part });
    parts.collect::<Vec<_>>().join("\\|")
}

/// A text without the mark of a summary line: a hyphen takes the place of the colon behind the word "result".
#[must_use]
pub fn unmarked(line: &str) -> String {
    const WORD: &str = "result";
    // Lower case of ASCII alone, so that the places stay the same.
    let lower = line.to_ascii_lowercase();
    let mut text = String::with_capacity(line.len() + 8);
    let mut at = 0;
    for (found, _) in lower.match_indices(WORD) {
        let rest = line.get(found + WORD.len()..).unwrap_or_default();
        let after = rest.trim_start_matches(['*', '_', ' ']);
        let Some(colon) = after.chars().next().filter(|mark| matches!(mark, ':' | '：')) else { continue };
        let end = line.len() - after.len();
        text.push_str(line.get(at..end).unwrap_or_default());
        text.push_str(" -");
        at = end + colon.len_utf8();
    }
    text.push_str(line.get(at..).unwrap_or_default());
    text
}

fn string(value: &str) -> String {
    one_line(value).replace('\\', "\\\\").replace('"', "\\\"")
}
