//! Front matter: fields between two lines of three hyphens, at the very beginning.

use std::ops::Range;

use super::scanned::ScannedDocument;
use crate::model::{KeyValue, Span};
use crate::text::steps;

/// The fields of a front matter.
#[derive(Debug, Default)]
pub struct FrontMatter {
    /// Whether there is one, be it empty.
    pub is_there: bool,
    /// Its fields, in order. What is no field has the key "".
    pub fields: Vec<KeyValue>,
    /// Where the value of each stands.
    pub values: Vec<Span>,
    /// The lines of each field.
    pub lines: Vec<Range<usize>>,
}

impl FrontMatter {
    /// Reads the front matter of a document; gives the line behind it. Where one of its lines could not be one, there is
    /// none.
    #[must_use]
    pub fn read(scanned: &ScannedDocument<'_>) -> Option<(Self, usize)> {
        let is_open = |number: &usize| !scanned.is_wrapper(*number) && !scanned.line(*number).trim().is_empty();
        let first = (0..scanned.len()).find(is_open)?;
        if scanned.line(first).trim() != "---" {
            return None;
        }
        let mut front = Self { is_there: true, ..Self::default() };
        for number in first + 1..scanned.len() {
            let line = scanned.line(number);
            steps::add(line.len() + 1);
            if line.trim() == "---" {
                return Some((front, number + 1));
            }
            if scanned.is_wrapper(number) || !front.add(scanned, number) {
                return None;
            }
        }
        None
    }

    fn add(&mut self, scanned: &ScannedDocument<'_>, number: usize) -> bool {
        let line = scanned.line(number).trim_end();
        if line.is_empty() {
            return true;
        }
        let goes_on = line.starts_with([' ', '\t', '-']);
        if goes_on {
            match self.fields.last_mut() {
                Some(field) => {
                    field.value.push('\n');
                    field.value.push_str(line);
                }
                None => self.push(scanned, number, "", line),
            }
            if let Some(lines) = self.lines.last_mut() {
                lines.end = number + 1;
            }
            return true;
        }
        if line.starts_with('#') {
            self.push(scanned, number, "", line);
            return !line.starts_with("##");
        }
        let Some((key, value)) = line.split_once(':') else { return false };
        let is_key = key.chars().all(|character| character.is_alphanumeric() || matches!(character, '_' | '-' | ' '));
        if key.is_empty() || !is_key || !(value.is_empty() || value.starts_with([' ', '\t'])) {
            return false;
        }
        self.push(scanned, number, key, value.trim());
        true
    }

    fn push(&mut self, scanned: &ScannedDocument<'_>, number: usize, key: &str, value: &str) {
        let content = scanned.source().lines_range(number..number + 1);
        let end = content.start + scanned.line(number).trim_end().len();
        self.fields.push(KeyValue::new(key, value));
        self.values.push(Span::of_bytes(end - value.len().min(end), end));
        self.lines.push(number..number + 1);
    }

    /// The value of a field.
    #[must_use]
    pub fn value(&self, key: &str) -> Option<&str> {
        self.place(key).and_then(|place| self.fields.get(place)).map(|field| field.value.as_str())
    }

    /// Where a field is.
    #[must_use]
    pub fn place(&self, key: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.key == key)
    }
}

/// Fields as front matter.
#[must_use]
pub fn printed(fields: &[KeyValue]) -> String {
    let mut text = String::from("---\n");
    for field in fields {
        match (field.key.as_str(), field.value.as_str()) {
            ("", value) => text.push_str(value),
            (key, "") => text.push_str(&format!("{key}:")),
            (key, value) if value.starts_with('\n') => text.push_str(&format!("{key}:{value}")),
            (key, value) => text.push_str(&format!("{key}: {value}")),
        }
        text.push('\n');
    }
    text.push_str("---");
    text
}
