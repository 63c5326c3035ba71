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
    let mut characters = json.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '{' | '[' => {
                out.push(character);
                if let Some(end) = characters.next_if(|next| matches!(next, '}' | ']')) {
                    out.push(end);
                } else {
                    depth += 1;
                    new_line(&mut out, depth);
                }
            }
            '}' | ']' => {
                depth -= 1;
                new_line(&mut out, depth);
                out.push(character);
            }
            ',' => {
                out.push(character);
                new_line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            '"' => {
                out.push(character);
                string(&mut characters, &mut out);
            }
            _ => out.push(character),
        }
    }
    out
}

fn new_line(out: &mut String, depth: usize) {
    out.push('\n');
    for _ in 0..depth {
        out.push_str("  ");
    }
}

/// The rest of a string, its end included.
fn string(characters: &mut impl Iterator<Item = char>, out: &mut String) {
    let mut escaped = false;
    for character in characters {
        if visible(character) == character {
            out.push(character);
        } else {
            // None of these is beyond U+FFFF.
            let _ = write!(out, "\\u{:04x}", u32::from(character));
        }
        if character == '"' && !escaped {
            break;
        }
        escaped = character == '\\' && !escaped;
    }
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
