//! Fields: `**Key**: value`, `- **Key:** value`, `Key: value`, each with the lines that go on with its value.

use std::ops::Range;

use super::blocks::{Block, BlockKind, without_item_mark};
use super::lines::{FenceMark, fence_after};
use super::{SourceText, inline, steps};

/// A key with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The key, without marks.
    pub key: String,
    /// The value, its lines joined by line breaks.
    pub value: String,
    /// Whether the key stands in bold.
    pub bold: bool,
    /// Its lines.
    pub lines: Range<usize>,
    /// Its bytes.
    pub range: Range<usize>,
}

/// The longest key, in characters: what is longer is a sentence with a colon.
const KEY_LIMIT: usize = 48;

/// Reads one line as a field; gives key, value and whether the key is bold.
#[must_use]
pub fn scan(line: &str) -> Option<(&str, &str, bool)> {
    steps::add(line.len());
    let trimmed = without_item_mark(line.trim());
    if let Some((lead, rest)) = inline::bold_lead(trimmed) {
        let rest = trimmed.get(rest..)?.trim_start();
        let lead = lead.trim();
        let (key, value) = match (lead.strip_suffix(':'), rest.strip_prefix(':')) {
            (Some(key), _) => (key, rest),
            (None, Some(value)) => (lead, value),
            (None, None) => return None,
        };
        return is_key(key, true).then(|| (key.trim(), value.trim(), true));
    }
    let (key, value) = trimmed.split_once(':')?;
    let separated = value.is_empty() || value.starts_with([' ', '\t']);
    (separated && is_key(key, false)).then(|| (inline::bare(key), value.trim(), false))
}

fn is_key(key: &str, bold: bool) -> bool {
    let key = key.trim();
    key.chars().take(KEY_LIMIT + 1).count() <= KEY_LIMIT
        && key.chars().any(char::is_alphabetic)
        && !key.contains(['|', ';', '!'])
        // `` `status: string` `` is code.
        && key.bytes().filter(|byte| *byte == b'`').count() % 2 == 0
        && (!key.contains('.') || ((bold || key.ends_with(')')) && has_dots_in_numbers_alone(key)))
        && !key.contains("http")
}

/// Whether each dot stands between two digits, as in `Answer (R1.1)`: it ends no sentence.
fn has_dots_in_numbers_alone(key: &str) -> bool {
    let ends_in_digit = |part: &str| part.ends_with(|last: char| last.is_ascii_digit());
    let begins_with_digit = |part: &str| part.starts_with(|first: char| first.is_ascii_digit());
    key.split('.').zip(key.split('.').skip(1)).all(|(before, after)| ends_in_digit(before) && begins_with_digit(after))
}

/// Reads the fields of a paragraph or a list: a line that is no field goes on with the value before it.
///
/// `accept` decides by key and boldness whether a line begins a field. `None` where the first line does not.
pub fn read(source: &SourceText<'_>, block: &Block, accept: impl Fn(&str, bool) -> bool) -> Option<Vec<Field>> {
    if !matches!(
        block.kind,
        BlockKind::Paragraph | BlockKind::List(_) | BlockKind::Heading { level: super::blocks::PSEUDO_HEADING }
    ) {
        return None;
    }
    read_lines(source, block.lines.clone(), accept, |_, _| false)
}

/// Reads the fields of some lines, as [`read`] does. `ends` decides of a line that is no field whether the value before
/// it has ended; neither that line nor those up to the next field belong to any.
pub fn read_lines(
    source: &SourceText<'_>,
    lines: Range<usize>,
    accept: impl Fn(&str, bool) -> bool,
    ends: impl Fn(&Field, &str) -> bool,
) -> Option<Vec<Field>> {
    let mut fields: Vec<Field> = Vec::new();
    let mut ended = false;
    // What stands in a fence within an item is part of its value.
    let mut fenced: Option<FenceMark<'_>> = None;
    for number in lines {
        let line = source.line(number);
        if line.trim().is_empty() {
            continue;
        }
        let range = source.lines_range(number..number + 1);
        let inside = fenced.is_some();
        fenced = fence_after(fenced, line);
        match scan(line).filter(|(key, _, bold)| !inside && accept(key, *bold)) {
            Some((key, value, bold)) => {
                ended = false;
                fields.push(Field {
                    key: key.to_owned(),
                    value: value.to_owned(),
                    bold,
                    lines: number..number + 1,
                    range,
                });
            }
            None => {
                let field = fields.last_mut()?;
                ended |= ends(field, line);
                if ended {
                    continue;
                }
                if !field.value.is_empty() {
                    field.value.push('\n');
                }
                field.value.push_str(line.trim_end());
                field.lines.end = number + 1;
                field.range.end = range.end;
            }
        }
    }
    (!fields.is_empty()).then_some(fields)
}

#[cfg(test)]
mod tests {
    use super::{read, scan};
    use crate::text::SourceText;

    #[test]
    fn a_field_is_a_key_and_a_value() {
        assert_eq!(scan("**Agent**: checker"), Some(("Agent", "checker", true)));
        assert_eq!(scan("- **Agent:** checker"), Some(("Agent", "checker", true)));
        assert_eq!(scan("Agent: checker"), Some(("Agent", "checker", false)));
        assert_eq!(scan("- **Answer (R1.1)**: x"), Some(("Answer (R1.1)", "x", true)));
        assert_eq!(scan("- Answer (R1.1a): x"), Some(("Answer (R1.1a)", "x", false)));
        assert_eq!(scan("src/a.rs:12"), None);
        assert_eq!(scan("**It is done. Then**: x"), None);
        assert_eq!(scan("In 1.2 it is so: x"), None);
        assert_eq!(scan("**Note** this"), None);
    }

    #[test]
    fn a_value_goes_on_below() {
        let source = SourceText::new("**Scope**: a\n  b\n**Agent**: c");
        let fields = read(&source, &source.blocks()[0], |_, bold| bold).unwrap_or_default();
        assert_eq!(fields.iter().map(|field| field.value.as_str()).collect::<Vec<_>>(), ["a\n  b", "c"]);
    }
}
