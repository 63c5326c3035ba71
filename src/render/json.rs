//! A report for programs.

use std::fmt::Write;

use crate::model::{Report, visible};

/// A report as JSON with line breaks and two blanks for each level. Characters on which a terminal or a script would
/// act are written as `\uXXXX`.
#[must_use]
pub fn render(report: &Report) -> String {
    // A report has string keys and finite numbers only, so there is nothing that JSON cannot say.
    let mut out = laid_out(&serde_json::to_string(report).unwrap_or_default());
    out.push('\n');
    out
}

/// Compact JSON with line breaks. What writes JSON is compiled for each type: a second writer would be, too.
fn laid_out(json: &str) -> String {
    let mut out = String::with_capacity(json.len() + json.len() / 2);
    let mut depth = 0;
    let mut rest = json;
    while let Some(mark) = rest.find(['{', '[', '}', ']', ',', ':', '"']) {
        let (before, after) = rest.split_at(mark);
        out.push_str(before);
        rest = match after.as_bytes() {
            [open @ (b'{' | b'['), close @ (b'}' | b']'), ..] => {
                out.extend([char::from(*open), char::from(*close)]);
                after.get(2..)
            }
            [open @ (b'{' | b'['), ..] => {
                out.push(char::from(*open));
                depth += 1;
                new_line(&mut out, depth);
                after.get(1..)
            }
            [close @ (b'}' | b']'), ..] => {
                depth -= 1;
                new_line(&mut out, depth);
                out.push(char::from(*close));
                after.get(1..)
            }
            [b',', ..] => {
                out.push(',');
                new_line(&mut out, depth);
                after.get(1..)
            }
            [b':', ..] => {
                out.push_str(": ");
                after.get(1..)
            }
            _ => {
                let (string, behind) = after.split_at(string_end(after));
                push_shown(string, &mut out);
                Some(behind)
            }
        }
        .unwrap_or_default();
    }
    out.push_str(rest);
    out
}

fn new_line(out: &mut String, depth: usize) {
    out.push('\n');
    for _ in 0..depth {
        out.push_str("  ");
    }
}

/// Where the string that a text begins with ends, its quotes included.
fn string_end(text: &str) -> usize {
    let mut escaped = false;
    let ends = |byte: u8| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    };
    text.bytes().skip(1).position(ends).map_or(text.len(), |at| at + 2)
}

/// A string, with what would act written as `\uXXXX`.
fn push_shown(string: &str, out: &mut String) {
    let mut rest = string;
    while let Some(character) = rest.chars().find(|character| visible(*character) != *character) {
        let (before, after) = rest.split_once(character).unwrap_or((rest, ""));
        out.push_str(before);
        // None of these is beyond U+FFFF.
        let _ = write!(out, "\\u{:04x}", u32::from(character));
        rest = after;
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::laid_out;

    #[test]
    fn lines_break_where_serde_json_breaks_them() {
        let said = json!({
            "": [], "{": {}, "[\\": [[]], "\"": [{}, 1, -2.5, true, null],
            "text": { "a, b: [c]": "\\\"{,\\", "ü": ["\n", "\u{1f600}"] },
        });
        for value in [said, json!([]), json!({}), json!("a,b"), Value::Null, json!(1)] {
            assert_eq!(Ok(laid_out(&value.to_string())), serde_json::to_string_pretty(&value).map_err(|_| ()));
        }
    }
}
