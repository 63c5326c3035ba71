//! The forms that a line begins in. See `docs/formats/prose.md`, "What recurs".

use crate::part::code_places;
use crate::review::beginnings::{is_counted, label, ruled_title};
use crate::review::{lead, place_lines};
use crate::text::blocks::{heading_text, indentation, scan_heading, scan_item, without_item_mark};
use crate::text::inline;

/// How a line begins.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// A heading of a level.
    Heading(u8),
    /// A heading of a level that is counted.
    CountedHeading(u8),
    /// `3. `, indented or not.
    Number(bool),
    /// `[HIGH]`, `【…】`
    Tag,
    /// `12-14:`
    Lines,
    /// `=== FINDING ===`
    Marks(String),
    /// `Risk: …`, by its name.
    Label(String),
    /// A file, or lines.
    Place,
    /// An item of a list, by how far it is indented.
    Item(usize),
    /// Bold text.
    Bold,
    /// An id or a severity.
    Rated,
    /// A paragraph without marks.
    Paragraph,
    /// What stands below code that is quoted, as in a mail: `> lock(&a);`, and below it what is wrong with it.
    Quoted,
}

/// What stands on the line above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Above {
    /// Text.
    Text,
    /// Nothing, or code.
    Nothing,
    /// Code that is quoted, perhaps with blank lines between.
    Quote,
}

/// The forms that a line begins in.
#[must_use]
pub fn of(line: &str, above: Above) -> Vec<Form> {
    const LONGEST: usize = 40;
    let told = line.trim_start().trim_start_matches('>').trim_start();
    if let Some(level) = scan_heading(told) {
        let counted = is_counted(heading_text(told)).then_some(Form::CountedHeading(level));
        return std::iter::once(Form::Heading(level)).chain(counted).collect();
    }
    let indent = indentation(line).min(6);
    let text = without_item_mark(told).trim_start();
    let bare = text.trim_start_matches(['*', '_', '`']);
    let mut found = Vec::new();
    let digits = |text: &str| text.len() - text.trim_start_matches(|digit: char| digit.is_ascii_digit()).len();
    let number = told.trim_start_matches('*');
    if digits(number) > 0 && number.get(digits(number)..).is_some_and(|after| after.starts_with(['.', ')'])) {
        found.push(Form::Number(indent > 1));
    }
    let tagged = [('[', ']'), ('【', '】')].into_iter().find_map(|(open, close)| {
        bare.strip_prefix(open)?
            .split_once(close)
            .filter(|(tag, after)| tag.len() <= LONGEST && !after.starts_with('('))
    });
    found.extend(tagged.map(|_| Form::Tag));
    if place_lines::bare_lines(told).is_some() {
        found.push(Form::Lines);
    }
    found.extend(ruled_title(told).map(|title| Form::Marks(without_count(title))));
    let named = label(told).or_else(|| told.split_once(": ").filter(|(key, _)| is_name(without_item_mark(key))));
    found.extend(named.map(|(key, _)| Form::Label(without_count(without_item_mark(key)))));
    if code_places::lead(text).is_some() || place_lines::file_alone(text).is_some() {
        found.push(Form::Place);
    }
    if scan_item(told).is_some_and(|(_, numbered)| !numbered) {
        found.push(Form::Item(indent));
    }
    if text.starts_with("**") {
        found.push(Form::Bold);
    }
    let head = lead::read(text, lead::Form::Text);
    if head.severity.is_some() || !head.ids.is_empty() {
        found.push(Form::Rated);
    }
    if above == Above::Quote {
        found.push(Form::Quoted);
    }
    if above != Above::Text && indent == 0 && scan_item(told).is_none() && !told.starts_with(['|', '<', '-', '=']) {
        found.push(Form::Paragraph);
    }
    found
}

/// A few words that may be the name of a field.
fn is_name(key: &str) -> bool {
    const WORDS: usize = 3;
    let key = key.trim_matches(['*', '_']);
    !key.is_empty()
        && key.chars().all(|mark| mark.is_alphabetic() || matches!(mark, ' ' | '_' | '-' | '/'))
        && key.split(' ').count() <= WORDS
}

/// A name without the number that counts it: `issue` of `Issue 3`.
fn without_count(name: &str) -> String {
    let words = inline::words(name);
    words.trim_end_matches(|mark: char| mark.is_ascii_digit() || mark == ' ').to_owned()
}
