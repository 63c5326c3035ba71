//! Strings: where they end, and what they say.

use super::Repair;
use super::scan::Reader;
use crate::text::steps;

/// What a string stands for. A key ends at its first mark, a value at one that something may follow.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Key,
    Value,
}

/// The mark that a text begins with, and the one that closes it.
pub(super) fn quotation(text: &str) -> Option<(char, char)> {
    let open = text.chars().next()?;
    let close = match open {
        '"' | '\'' | '`' => open,
        '“' | '”' | '„' => '”',
        '‘' | '’' => '’',
        _ => return None,
    };
    Some((open, close))
}

/// Reads the string that begins here. `None` where it is cut off: `at` is the end then.
pub(super) fn read(reader: &mut Reader<'_>, role: Role) -> Option<String> {
    let start = reader.at;
    let (open, close) = quotation(reader.slice(start..reader.end))?;
    let from = start + open.len_utf8();
    let mut slips = Slips { quotes: open != '"', escapes: false };
    let Some((until, after)) = end(reader, from, close, role, &mut slips) else {
        steps::add(reader.end - start);
        reader.at = reader.end;
        reader.cut_off = true;
        return None;
    };
    steps::add(after - start);
    reader.at = after;
    let decoded = if slips.quotes || slips.escapes {
        None
    } else {
        serde_json::from_str::<String>(reader.slice(start..after)).ok()
    };
    let said = decoded.unwrap_or_else(|| {
        let Unescaped { said, whole, .. } = unescaped(reader.slice(from..until));
        slips.escapes |= !whole;
        said
    });
    if slips.quotes {
        reader.repaired(Repair::Quotes, start..after);
    }
    if slips.escapes {
        reader.repaired(Repair::Escape, start..after);
    }
    Some(said)
}

/// What is not as it should be.
struct Slips {
    quotes: bool,
    escapes: bool,
}

/// Where the content of a string ends, and where what follows it begins.
fn end(reader: &Reader<'_>, from: usize, close: char, role: Role, slips: &mut Slips) -> Option<(usize, usize)> {
    let mut at = from;
    while at < reader.end {
        let rest = reader.slice(at..reader.end);
        let stop = rest.find(|next: char| next == close || next == '\\' || next < ' ')?;
        at += stop;
        let found = reader.slice(at..reader.end).chars().next()?;
        let after = at + found.len_utf8();
        if found == '\\' {
            let escaped = reader.slice(after..reader.end).chars().next()?;
            at = after + escaped.len_utf8();
        } else if found == close {
            if role == Role::Key || closes(reader, after) {
                return Some((at, after));
            }
            slips.quotes = true;
            at = after;
        } else {
            let next = reader.after_blanks(after);
            steps::add(next - after);
            let breaks = reader.slice(at..next).contains(['\n', '\r']);
            // The closing mark was forgotten where the next line is another member.
            if breaks && role == Role::Value && reader.key_begins(next) {
                slips.quotes = true;
                let until = reader.slice(from..at).trim_end_matches([' ', ',']).len() + from;
                return Some((until, until));
            }
            slips.escapes = true;
            at = next;
        }
    }
    None
}

/// Whether a mark before this place ends a value: what follows could follow one.
fn closes(reader: &Reader<'_>, after: usize) -> bool {
    let next = reader.after_blanks(after);
    let blanks = reader.slice(after..next);
    steps::add(blanks.len() + 1);
    match reader.byte(next) {
        None | Some(b'}' | b']') => true,
        Some(b',') => {
            let following = reader.after_blanks(next + 1);
            let blanks = reader.slice(next + 1..following);
            steps::add(blanks.len());
            blanks.contains(['\n', '\r']) || begins_something(reader, following)
        }
        Some(b'/') => matches!(reader.byte(next + 1), Some(b'/' | b'*')),
        Some(b'#') if !blanks.is_empty() => true,
        Some(_) => blanks.contains(['\n', '\r']) || (!blanks.is_empty() && begins_quoted(reader, next)),
    }
}

/// Whether a value, a key or an end stands at a place, after a comma.
fn begins_something(reader: &Reader<'_>, at: usize) -> bool {
    const LITERALS: [&str; 6] = ["true", "false", "null", "True", "False", "None"];
    let rest = reader.slice(at..reader.end);
    match rest.chars().next() {
        None | Some('"' | '\'' | '“' | '`' | '{' | '[' | '}' | ']' | '-' | '/' | '#' | '.' | '…') => true,
        Some(first) if first.is_ascii_digit() => true,
        Some(_) => LITERALS.iter().any(|literal| rest.starts_with(literal)) || reader.key_begins(at),
    }
}

/// Whether a string that is not glued to what is before it stands at a place.
fn begins_quoted(reader: &Reader<'_>, at: usize) -> bool {
    quotation(reader.slice(at..reader.end)).is_some()
}

/// A text with its escapes resolved.
struct Unescaped {
    said: String,
    /// Whether all of them are ones that there are. Others stay as written: so do halves of surrogate pairs, which no text can
    /// hold.
    whole: bool,
    /// For each escape, where what follows it stands in what is said, and in the text.
    origins: Vec<(usize, usize)>,
}

fn unescaped(text: &str) -> Unescaped {
    let mut found = Unescaped { said: String::with_capacity(text.len()), whole: true, origins: vec![(0, 0)] };
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at_checked(at).unwrap_or((rest, ""));
        found.said.push_str(before);
        let (character, length) = resolved(escape);
        match character {
            Some(character) => found.said.push(character),
            None => {
                found.said.push_str(escape.get(..length).unwrap_or_default());
                found.whole = false;
            }
        }
        rest = escape.get(length..).unwrap_or_default();
        found.origins.push((found.said.len(), text.len() - rest.len()));
    }
    found.said.push_str(rest);
    found
}

/// What a string says, from behind its first mark to before its last, and where it comes from: for each escape, where what
/// follows it stands in what is said, and in the string.
#[must_use]
pub fn origins(text: &str) -> (String, Vec<(usize, usize)>) {
    let Unescaped { said, origins, .. } = unescaped(text);
    (said, origins)
}

/// The character that an escape stands for, and how long it is.
fn resolved(escape: &str) -> (Option<char>, usize) {
    match escape.as_bytes().get(1) {
        Some(b'n') => (Some('\n'), 2),
        Some(b't') => (Some('\t'), 2),
        Some(b'r') => (Some('\r'), 2),
        Some(b'b') => (Some('\u{8}'), 2),
        Some(b'f') => (Some('\u{c}'), 2),
        Some(b'"') => (Some('"'), 2),
        Some(b'\'') => (Some('\''), 2),
        Some(b'`') => (Some('`'), 2),
        Some(b'\\') => (Some('\\'), 2),
        Some(b'/') => (Some('/'), 2),
        Some(b'u') => unicode(escape),
        _ => (None, 1),
    }
}

/// The character of `\u0041` or of a pair of surrogates, and how long that is.
fn unicode(escape: &str) -> (Option<char>, usize) {
    let unit = |from: usize| {
        let digits = escape.get(from..from + 6)?.strip_prefix("\\u")?;
        let hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        u32::from_str_radix(digits, 16).ok().filter(|_| hex)
    };
    let Some(first) = unit(0) else { return (None, 1) };
    match (first, unit(6)) {
        (0xd800..0xdc00, Some(second @ 0xdc00..0xe000)) => {
            (char::from_u32(0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)), 12)
        }
        _ => (char::from_u32(first), 6),
    }
}
