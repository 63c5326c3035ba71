//! Which sections a document has, as its digests list them.

use std::collections::BTreeSet;

use crate::merge::places::section_parts;
use crate::merge::stem::stem;
use crate::model::SectionEntry;
use crate::order::Gather;
use crate::part::aliases::Aliases;
use crate::part::places;
use crate::part::units::plain;

/// The sections of a document.
#[derive(Clone, Debug, Default)]
pub struct Inventory {
    numbers: BTreeSet<String>,
    /// Slugs of headings.
    titles: BTreeSet<String>,
    /// The words of headings, stemmed.
    words: BTreeSet<String>,
    /// How many parts the longest number has.
    depth: usize,
    /// Whether one of the digests is of the whole document.
    pub complete: bool,
}

/// What a reference writes that means the document as a whole.
const WHOLE: &[&str] =
    &["all", "general", "overall", "whole", "entire", "whole document", "entire document", "whole doc", "entire doc"];

impl Inventory {
    /// Adds the sections of one digest. A number is that of the heading; where no heading has one, that of the row.
    pub fn add(&mut self, sections: &[SectionEntry]) {
        let parts: Vec<_> = sections.iter().map(|section| section_parts(&section.heading)).collect();
        let numbered = parts.iter().any(|(number, _)| number.is_some());
        for (section, (number, title)) in sections.iter().zip(parts) {
            if let Some(number) = &number {
                // The anchor of "3.2 Event Bus" is `32-event-bus`.
                self.titles.insert(format!("{}-{title}", number.replace('.', "")));
            }
            self.numbers.extend(number.or_else(|| row_number(section).filter(|_| !numbered)));
            self.titles.extend(Some(title).filter(|title| !title.is_empty()));
            self.titles.extend(subsections(section).map(|heading| section_parts(heading).1));
        }
        self.words = self.titles.iter().flat_map(|title| words(title)).gather();
        // Looked up for every reference: counted once.
        self.depth = self.numbers.iter().map(|number| depth(number)).max().unwrap_or(0);
    }

    /// Whether the document has what a reference names, one section or several; `None` where that cannot be told.
    #[must_use]
    pub fn holds(&self, section: &str) -> Option<bool> {
        if WHOLE.contains(&plain(section).as_str()) {
            return Some(true);
        }
        if self.numbers.is_empty() && self.titles.is_empty() {
            return None;
        }
        // Of several numbers each counts.
        if let Some(numbers) = numbers(section) {
            let found = numbers.into_iter().map(|number| self.judge(&[(Some(number), String::new())]));
            return together(&found.collect::<Vec<_>>());
        }
        if self.has(&section_parts(section)) {
            return Some(true);
        }
        let places = places::read(section, &Aliases::none());
        let mut paths: Vec<Vec<_>> = places
            .iter()
            .filter_map(|place| place.section.as_deref())
            .map(|section| section.split(['>', '›', '»']).map(section_parts).collect())
            .collect();
        if paths.is_empty() {
            // Lines alone are of no section.
            return if places.is_empty() { self.judge(&[section_parts(section)]) } else { Some(true) };
        }
        // Of "Event Bus (§3.2)" the number decides.
        let is_numbered = |path: &Vec<Parts>| path.last().is_some_and(|(number, _)| number.is_some());
        if !self.numbers.is_empty() && paths.iter().any(is_numbered) {
            paths.retain(is_numbered);
        }
        together(&paths.iter().map(|path| self.judge(path)).collect::<Vec<_>>())
    }

    /// Whether there is the last part of a path of headings.
    fn judge(&self, path: &[Parts]) -> Option<bool> {
        let (last, above) = path.split_last()?;
        if self.has(last) {
            return Some(true);
        }
        if !self.complete {
            return None;
        }
        match &last.0 {
            Some(_) if self.numbers.is_empty() => None,
            Some(number) => (!self.is_below(number)).then_some(false),
            // A title may be told in other words than the inventory has.
            None => (!above.iter().any(|heading| self.has(heading)) && !self.is_like(&last.1)).then_some(false),
        }
    }

    fn has(&self, (number, title): &Parts) -> bool {
        match number {
            Some(number) if !self.numbers.is_empty() => self.numbers.contains(number),
            _ => self.titles.contains(title),
        }
    }

    /// Whether a title shares a word with one that is listed, or has none that tells.
    fn is_like(&self, title: &str) -> bool {
        let mut own = words(title).peekable();
        own.peek().is_none() || own.any(|word| self.words.contains(&word))
    }

    /// Whether a section lies deeper than all that are listed, in one that is.
    fn is_below(&self, number: &str) -> bool {
        if let Some((section, _)) = number.split_once(',') {
            return self.numbers.contains(section);
        }
        let mut outer = number;
        let mut above = std::iter::from_fn(|| {
            outer = outer.rsplit_once('.')?.0;
            Some(outer)
        });
        self.depth < depth(number) && above.any(|outer| self.numbers.contains(outer))
    }
}

/// Whether all of several are there: not where one is not, and untold where one cannot be told.
fn together(found: &[Option<bool>]) -> Option<bool> {
    if found.contains(&Some(false)) { Some(false) } else { (!found.contains(&None)).then_some(true) }
}

/// The words of a slug that tell something, stemmed.
fn words(title: &str) -> impl Iterator<Item = String> {
    const SHORT: usize = 3;
    title.split('-').filter(|word| word.len() > SHORT).map(|word| {
        let mut word = word.to_owned();
        stem(&mut word);
        word
    })
}

/// The numbers of several sections that a reference names, and nothing else: `S8-S9`, `S12, S13`, `§3 and §4`.
fn numbers(section: &str) -> Option<Vec<String>> {
    let is_join = |token: &&str| !matches!(*token, "and" | "to" | "through" | "");
    let tokens = section.split(|mark: char| mark.is_whitespace() || ",;/&-–—".contains(mark)).filter(is_join);
    let number = |token: &str| match section_parts(token) {
        (Some(number), title) if title.is_empty() => Some(number),
        _ => None,
    };
    let numbers: Vec<String> = tokens.map(number).collect::<Option<_>>()?;
    (numbers.len() > 1).then_some(numbers)
}

/// The number of a section, where it has one, and the slug of its heading.
type Parts = (Option<String>, String);

fn depth(number: &str) -> usize {
    number.split('.').count()
}

/// What stands in the column for the number of the row.
fn row_number(section: &SectionEntry) -> Option<String> {
    let mut numbers = section.extra.iter().filter(|field| matches!(plain(&field.key).as_str(), "#" | "no" | "no."));
    numbers.find_map(|field| section_parts(&field.value).0)
}

/// The headings that a column of subsections lists: `Prerequisites (108), Process (113)`.
fn subsections(section: &SectionEntry) -> impl Iterator<Item = &str> {
    let columns = section.extra.iter().filter(|field| plain(&field.key).starts_with("sub"));
    let listed = columns.flat_map(|field| field.value.split([',', ';']));
    listed.map(|heading| heading.split('(').next().unwrap_or(heading).trim()).filter(|heading| !heading.is_empty())
}

#[cfg(test)]
mod tests {
    use super::Inventory;
    use crate::model::{KeyValue, SectionEntry};

    fn inventory(headings: &[&str]) -> Inventory {
        let section = |heading: &&str| SectionEntry { heading: (*heading).to_owned(), ..SectionEntry::default() };
        let mut inventory = Inventory { complete: true, ..Inventory::default() };
        inventory.add(&headings.iter().map(section).collect::<Vec<_>>());
        inventory
    }

    #[test]
    fn a_heading_is_found_by_its_number_or_its_words() {
        let sections = inventory(&["## 1. Overview", "3 Queues", "3.2 Event Bus"]);
        for named in
            ["§3.2", "S3.2", "3.2 \"Events\"", "Event Bus", "event-bus", "#32-event-bus", "Bus (§3.2)", "overview"]
        {
            assert_eq!(sections.holds(named), Some(true), "{named}");
        }
        for named in ["§4", "§3.3", "Retry Policy", "§3.2, §4", "3.3 Event Bus", "S3-S4", "S3 and S9"] {
            assert_eq!(sections.holds(named), Some(false), "{named}");
        }
        for named in ["Event Hub", "The Events"] {
            assert_eq!(sections.holds(named), None, "{named}");
        }
        assert_eq!(sections.holds("S1, S3"), Some(true));
    }

    #[test]
    fn what_lies_deeper_than_all_that_is_listed_cannot_be_told() {
        let sections = inventory(&["1 Overview", "3 Queues"]);
        assert_eq!(sections.holds("§3.2"), None);
        assert_eq!(sections.holds("§3, rule 2"), None);
        assert_eq!(sections.holds("§4.2"), Some(false));
        assert_eq!(sections.holds("Queues > Retries"), None);
        assert_eq!(sections.holds("Topics > Retries"), Some(false));
        assert_eq!(inventory(&["3 Queues", "1.1 Scope"]).holds("§3.2"), Some(false));
        assert_eq!(inventory(&["Overview", "Queues"]).holds("§3"), None);
        assert_eq!(inventory(&[]).holds("§3"), None);
    }

    #[test]
    fn rows_count_where_headings_have_no_number() {
        let row = |number: &str, heading: &str| SectionEntry {
            heading: heading.to_owned(),
            extra: vec![
                KeyValue::new("#", number),
                KeyValue::new("Subsections (line)", "Prerequisites (108), Process (113)"),
            ],
            ..SectionEntry::default()
        };
        let mut rows = Inventory { complete: true, ..Inventory::default() };
        rows.add(&[row("1", "Overview"), row("2", "Queues")]);
        assert_eq!([rows.holds("§2"), rows.holds("§3"), rows.holds("#process")], [Some(true), Some(false), Some(true)]);
        let mut numbered = Inventory { complete: true, ..Inventory::default() };
        numbered.add(&[row("1", "Preface"), row("2", "1. Queues")]);
        assert_eq!(numbered.holds("§2"), Some(false));
    }

    #[test]
    fn a_part_of_a_document_denies_nothing() {
        let part = Inventory { complete: false, ..inventory(&["1 Overview"]) };
        assert_eq!([part.holds("§1"), part.holds("§9"), part.holds("whole document")], [Some(true), None, Some(true)]);
    }
}
