//! Items of lists: the text of each, its number, and the fields below it.

use std::ops::Range;

use super::{Consumed, Record, Shape};
use crate::model::KeyValue;
use crate::part::settled::{self, Reach};
use crate::text::blocks::Item;
use crate::text::{SourceText, fields, inline};

/// Symbols that say pass or fail, before a text or behind it.
const SYMBOLS: [char; 6] = ['✅', '❌', '✓', '✔', '✗', '✘'];

/// A top-level item of a list with what stands below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemText {
    /// Its number as written, without the mark, where it has one.
    pub number: Option<String>,
    /// Its text, with the items below it that are no fields.
    pub text: String,
    /// The items below it that are fields.
    pub fields: Vec<(String, String)>,
    /// Its lines.
    pub lines: Range<usize>,
}

/// The top-level items of a list.
#[must_use]
pub fn items(source: &SourceText<'_>, list: &[Item]) -> Vec<ItemText> {
    let top = list.iter().map(|item| item.indent).min().unwrap_or(0);
    let mut texts: Vec<ItemText> = Vec::new();
    for item in list {
        // A step in by one column is a careless margin, not a level.
        match texts.last_mut() {
            Some(above) if item.indent > top + 1 => below(source, item, above),
            _ => texts.push(ItemText {
                number: item.numbered.then(|| number(source, item)),
                text: text(source, item),
                fields: Vec::new(),
                lines: item.lines.clone(),
            }),
        }
    }
    for item in &mut texts {
        trailing_fields(item);
    }
    texts
}

/// Fields that stand below an item without a list mark: `  **Fix**: …` on lines of their own.
fn trailing_fields(item: &mut ItemText) {
    let mut kept: Vec<&str> = Vec::new();
    let mut found: Vec<(String, String)> = Vec::new();
    let text = std::mem::take(&mut item.text);
    for (number, line) in text.split('\n').enumerate() {
        match fields::scan(line).filter(|(_, value, bold)| *bold && number > 0 && !value.is_empty()) {
            Some((key, value, _)) => found.push((key.to_owned(), value.to_owned())),
            None => match found.last_mut() {
                Some((_, value)) if !line.trim().is_empty() => {
                    value.push('\n');
                    value.push_str(line);
                }
                _ => kept.push(line),
            },
        }
    }
    kept.join("\n").trim_end().clone_into(&mut item.text);
    found.append(&mut item.fields);
    item.fields = found;
}

fn number(source: &SourceText<'_>, item: &Item) -> String {
    let line = source.line(item.lines.start).trim_start();
    line.get(..item.mark).unwrap_or_default().trim().trim_end_matches(['.', ')']).to_owned()
}

/// The text after the mark, with the lines that go on.
fn text(source: &SourceText<'_>, item: &Item) -> String {
    let all = source.lines_text(item.lines.clone());
    let first = all.trim_start();
    first.get(item.mark..).unwrap_or_default().trim().to_owned()
}

fn below(source: &SourceText<'_>, item: &Item, above: &mut ItemText) {
    let text = text(source, item);
    above.lines.end = item.lines.end;
    match fields::scan(&text) {
        Some((key, _, _)) if !key.is_empty() => {
            let value = text.split_once(':').map(|(_, value)| value.trim_start_matches(['*', '_']).trim());
            above.fields.push((key.to_owned(), value.unwrap_or_default().to_owned()));
        }
        _ => {
            above.text.push_str("\n- ");
            above.text.push_str(&text);
        }
    }
}

impl ItemText {
    /// Whether an item can be of a shape: what is to be checked has a mark.
    #[must_use]
    pub fn suits(&self, shape: Shape) -> bool {
        !matches!(shape, Shape::Checked { .. })
            || leading_mark(&self.text).is_some()
            || !trailing_mark(&self.text).1.is_empty()
    }

    /// Gives the parts of the text to the columns of a kind of record; gives back what no column holds.
    pub fn fill<R: Record>(&self, mut take: impl FnMut(&'static str, &str) -> Consumed) -> Vec<KeyValue> {
        let mut refused = Vec::new();
        let mut put = |column: &'static str, value: &str| {
            if !value.is_empty() && take(column, value) != Consumed::All {
                refused.push(KeyValue::new("", value));
            }
        };
        match R::SHAPE {
            Shape::Whole(column) => put(column, &self.text),
            Shape::Lead(lead, rest) => match split_lead(&self.text) {
                Some((head, tail)) => {
                    put(lead, head);
                    put(rest, tail);
                }
                None => put(lead, inline::bare(&self.text).trim_end_matches(':')),
            },
            Shape::Checked { text, mark, remark } => {
                let (written, rest) = leading_mark(&self.text).unwrap_or(("", &self.text));
                if written.is_empty() {
                    let (body, trailing, tail) = trailing_mark(rest);
                    put(text, body);
                    // `Fixed, then regressed`
                    let whole = statement(rest, trailing, tail);
                    put(mark, whole.unwrap_or(trailing));
                    put(remark, if whole.is_some() { "" } else { tail });
                } else if let Some((body, status, tail)) = denied_mark(rest) {
                    put(text, body);
                    put(mark, &format!("{written} — {status}"));
                    put(remark, tail);
                } else {
                    let (body, tail) = trailing_remark(rest);
                    put(text, body);
                    put(mark, written);
                    put(remark, tail);
                }
            }
        }
        refused
    }

    /// Takes a remark in parentheses that names lines, a section or what was done out of the text, where a kind of
    /// record has a column for it and `take` holds all of it.
    pub fn take_remark<R: Record>(&mut self, mut take: impl FnMut(&'static str, &str) -> Consumed) {
        let has = |name: &str| R::COLUMNS.iter().any(|column| column.name == name);
        let opening = self.text.split_whitespace().next().map(|first| first.trim_end_matches([':', ',']).to_owned());
        if let Some(place) =
            opening.filter(|first| names_place(first) && has("section") && matches!(R::SHAPE, Shape::Whole(_)))
        {
            // The text stays as it is: the section is part of its sentence.
            take("section", &place);
            return;
        }
        let Some((open, close)) = remark(&self.text) else { return };
        let inner = self.text.get(open + 1..close).unwrap_or_default().to_owned();
        for column in ["lines", "action", "section", "kind"] {
            let fits = match column {
                "section" => names_place(&inner),
                "kind" => inner.split_whitespace().count() <= 2 && !names_place(&inner),
                _ => true,
            };
            if has(column) && fits && take(column, &inner) == Consumed::All {
                let before = self.text.get(..open).unwrap_or_default().trim_end().to_owned();
                let after = self.text.get(close + 1..).unwrap_or_default();
                self.text = before + after;
                return;
            }
        }
    }
}

/// A remark right after the lead, or at the very end.
fn remark(text: &str) -> Option<(usize, usize)> {
    let after_lead = match inline::bold_lead(text) {
        Some((_, at)) => Some(at),
        None => text.strip_prefix('`').and_then(|inner| inner.find('`')).map(|at| at + 2),
    };
    if let Some(at) = after_lead {
        let rest = text.get(at..)?;
        let open = at + (rest.len() - rest.trim_start().len());
        if text.get(open..).is_some_and(|rest| rest.starts_with('(')) {
            return text.get(open..)?.find(')').map(|close| (open, open + close));
        }
    }
    let end = text.trim_end().trim_end_matches('.');
    let open = end.strip_suffix(')').and_then(|inner| inner.rfind('('))?;
    Some((open, end.len() - 1))
}

fn names_place(text: &str) -> bool {
    let digit = |rest: &str| rest.starts_with(|first: char| first.is_ascii_digit());
    text.starts_with('§')
        || ["S", "L", "Section ", "section ", "line ", "lines "]
            .iter()
            .any(|mark| text.strip_prefix(mark).is_some_and(digit))
}

/// `**Lead**: rest`, `` `lead` — rest ``, `Lead: rest`.
#[must_use]
pub fn split_lead(text: &str) -> Option<(&str, &str)> {
    const LEAD_WORDS: usize = 8;
    let clean =
        |rest: &'_ str| -> usize { rest.len() - inline::behind(rest, &[':', ' ', '—', '–', '-', '.']).len() };
    if let Some((lead, rest)) = inline::bold_lead(text) {
        let tail = text.get(rest..)?;
        let tail = tail.get(clean(tail)..)?.trim_start();
        return (!tail.is_empty()).then(|| (lead.trim().trim_end_matches([':', '.']), tail));
    }
    if let Some(inner) = text.strip_prefix('`')
        && let Some((lead, tail)) = inner.split_once('`')
    {
        let tail = tail.get(clean(tail)..)?;
        return (!tail.is_empty()).then_some((lead, tail));
    }
    let (at, length) = [": ", " — ", " – ", " - "]
        .into_iter()
        .filter_map(|separator| outside(text, separator).map(|at| (at, separator.len())))
        .min()?;
    let (lead, tail) = (text.get(..at)?, text.get(at + length..)?);
    (lead.split_whitespace().count() <= LEAD_WORDS && !lead.contains(". ")).then_some((lead.trim(), tail.trim()))
}

/// Where a separator first stands outside of parentheses.
fn outside(text: &str, separator: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut counted = 0;
    text.match_indices(separator).map(|(at, _)| at).find(|at| {
        for character in text.get(counted..*at).unwrap_or_default().chars() {
            match character {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        counted = *at;
        depth == 0
    })
}

/// `[x] text`, `✅ text`, `PASS: text`.
fn leading_mark(text: &str) -> Option<(&str, &str)> {
    for mark in ["[x]", "[X]", "[ ]", "[-]", "[~]", "✅", "❌", "✓", "✔️", "✔", "✗", "✘", "⚠️", "⚠", "☑", "☐"]
    {
        if let Some(rest) = text.strip_prefix(mark) {
            return Some((mark, rest.trim_start_matches([' ', ':', '—', '–', '-'])));
        }
    }
    let (head, rest) = split_lead(text)?;
    (is_mark(head) && head.split_whitespace().count() <= 3).then_some((head, rest))
}

/// After a mark that leads, what follows the last colon or dash is the remark.
fn trailing_remark(text: &str) -> (&str, &str) {
    let split = [": ", " — ", " – "]
        .into_iter()
        .filter_map(|separator| text.rfind(separator).map(|at| (at, separator.len())))
        .max();
    match split {
        Some((at, length)) => {
            (text.get(..at).unwrap_or_default().trim(), text.get(at + length..).unwrap_or_default().trim())
        }
        None => (text, ""),
    }
}

/// `text: pass (remark)`, `text — applied`, `text (applied)`, `text ✅`.
fn trailing_mark(text: &str) -> (&str, &str, &str) {
    let split = [": ", " — ", " – ", " - ", " (", " → ", " -> ", " | "]
        .into_iter()
        .filter_map(|separator| text.rfind(separator).map(|at| (at, separator.len())))
        .filter_map(|(at, length)| Some((text.get(..at)?, text.get(at + length..)?)))
        .filter(|(_, tail)| is_mark(tail))
        .max_by_key(|(head, _)| std::cmp::Reverse(head.len()));
    let Some((head, tail)) = split else {
        let symbol = text.trim_end().rsplit_once(' ').filter(|(_, last)| is_symbol(last));
        return symbol.map_or((text, "", ""), |(head, symbol)| (head.trim_end(), symbol, ""));
    };
    let end = end_of_mark(tail);
    let (written, remark) = tail.split_at_checked(end).unwrap_or((tail, ""));
    (
        head.trim(),
        written.trim_end_matches([')', '*', ' ']).trim(),
        remark.trim_matches([',', ';', ' ', '—', ':', '.', '\n']),
    )
}

/// Where the words of a mark end. The dot of a name ends none.
fn end_of_mark(text: &str) -> usize {
    let ends = |(at, mark): (usize, char)| match mark {
        ',' | ';' | '(' | '—' | ':' | '\n' => true,
        '.' => !text.get(at + 1..).is_some_and(|rest| rest.starts_with(char::is_alphanumeric)),
        _ => false,
    };
    text.char_indices().find(|found| ends(*found)).map_or(text.len(), |(at, _)| at)
}

/// A mark for "done" with the remark behind it, where that takes it back.
fn statement<'t>(text: &'t str, mark: &str, remark: &str) -> Option<&'t str> {
    if remark.is_empty() || !settled::begins_done(mark) {
        return None;
    }
    let whole = text.get(text.rfind(mark)?..)?.trim_end();
    let line = whole.split('\n').next().filter(|line| line.len() == whole.len())?;
    settled::taken_back(line, Reach::Remark).map(|_| line)
}

/// What became of an item in spite of the mark before it: `[x] Remove the diagram — missing`, `✅ Remove it (not applied)`.
/// The item, that status, and what is said of it.
fn denied_mark(text: &str) -> Option<(&str, &str, &str)> {
    /// So many characters no status has.
    const STATUS: usize = 40;
    const STATUSES: [&str; 24] = [
        "absent",
        "fail",
        "failed",
        "failing",
        "half done",
        "incomplete",
        "misapplied",
        "missing",
        "not applied",
        "not done",
        "not fixed",
        "not found",
        "not implemented",
        "not met",
        "not present",
        "not resolved",
        "open",
        "partial",
        "partially",
        "partially applied",
        "partially met",
        "regressed",
        "reopened",
        "unmet",
    ];
    let splits = [": ", " — ", " – ", " - ", " (", " → ", " -> "].into_iter().flat_map(|separator| {
        text.match_indices(separator)
            .filter_map(move |(at, _)| Some((text.get(..at)?, text.get(at + separator.len()..)?)))
    });
    let found = splits.filter_map(|(body, behind)| {
        let near = behind.char_indices().nth(STATUS).map_or(behind, |(at, _)| behind.get(..at).unwrap_or_default());
        let end = end_of_mark(near).min(near.find(')').unwrap_or(near.len()));
        let (status, tail) = behind.split_at_checked(end)?;
        STATUSES.contains(&inline::words(status).as_str()).then_some((body.trim(), status.trim(), tail))
    });
    let (body, status, tail) = found.min_by_key(|(body, ..)| body.len())?;
    (!body.is_empty()).then(|| (body, status, tail.trim_matches([',', ';', ' ', '—', ':', '.', '\n', '(', ')'])))
}

/// Whether a text begins with a word that says pass, fail or what became of an item.
fn is_mark(text: &str) -> bool {
    const MARKS: [&str; 29] = [
        "pass",
        "passed",
        "passes",
        "passing",
        "fail",
        "failed",
        "fails",
        "failing",
        "applied",
        "partial",
        "partially",
        "missing",
        "misapplied",
        "regressed",
        "open",
        "fixed",
        "resolved",
        "done",
        "not",
        "met",
        "unmet",
        "skipped",
        "skip",
        "n",
        "ok",
        "yes",
        "no",
        "satisfied",
        "absent",
    ];
    let words = inline::words(text.trim_start_matches(['*', '`']));
    let first = words.split(' ').next().unwrap_or_default();
    let decided = match first {
        "not" => {
            words.starts_with("not applied")
                || words.starts_with("not fixed")
                || words.starts_with("not met")
                || words.starts_with("not applicable")
        }
        "n" => words.starts_with("n a"),
        "no" | "yes" | "open" | "ok" | "partial" | "missing" | "done" => {
            words.split(' ').count() == 1
                || text.trim().get(first.len()..).is_some_and(|rest| {
                    rest.starts_with(['*', ',', ';', '(', ')', '.', ':', ' '])
                        && (rest.trim_start().starts_with(['(', ',', ';', ':', '—', '.', ')']))
                })
        }
        other => MARKS.contains(&other),
    };
    decided || text.trim_start().starts_with(SYMBOLS)
}

/// Whether a word is nothing but a symbol that says pass or fail.
fn is_symbol(word: &str) -> bool {
    word.trim_end_matches('\u{fe0f}').strip_prefix(SYMBOLS) == Some("")
}

#[cfg(test)]
mod tests {
    use super::{items, split_lead, trailing_mark};
    use crate::text::SourceText;
    use crate::text::blocks::BlockKind;

    #[test]
    fn leads() {
        assert_eq!(split_lead("**Term**: what it is"), Some(("Term", "what it is")));
        assert_eq!(split_lead("`src/a.rs` — new"), Some(("src/a.rs", "new")));
        assert_eq!(split_lead("Event Bus: text"), Some(("Event Bus", "text")));
        assert_eq!(split_lead("no lead here"), None);
    }

    #[test]
    fn marks_at_the_end() {
        assert_eq!(
            trailing_mark("Rejects empty input: pass (test_empty)"),
            ("Rejects empty input", "pass", "(test_empty)")
        );
        assert_eq!(trailing_mark("Retry: three times — failed"), ("Retry: three times", "failed", ""));
        assert_eq!(trailing_mark("Says no to all"), ("Says no to all", "", ""));
        assert_eq!(trailing_mark("Shuts at night ✔️"), ("Shuts at night", "✔️", ""));
    }

    #[test]
    fn fields_below_an_item() {
        let source = SourceText::new("1. One\n   - Fix: do it\n   - more\n2. Two\n");
        let BlockKind::List(list) = &source.blocks()[0].kind else { unreachable!() };
        let items = items(&source, list);
        assert_eq!(items.len(), 2);
        assert_eq!(items[0].fields, [("Fix".to_owned(), "do it".to_owned())]);
        assert_eq!((items[0].text.as_str(), items[0].number.as_deref()), ("One\n- more", Some("1")));
    }
}
