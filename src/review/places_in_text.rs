//! The places that the text of a finding names, where no field says where. See `docs/formats/prose.md`, "Places".

use std::collections::BTreeSet;

use crate::model::Place;
use crate::part::aliases::{self, Aliases};
use crate::part::code_places::{self, Reach};
use crate::part::documents::document_of;
use crate::part::finding::{self, Parts};
use crate::part::mentions;
use crate::text::blocks::{scan_item, without_item_mark};

/// The places that the text names: as the reader of places in running text finds them, or all files with lines, where
/// that gives more. `filed` says whether a heading names the file.
#[must_use]
pub fn told(parts: &Parts, names: &Aliases, filed: bool) -> Option<String> {
    let description = parts.description.as_deref().unwrap_or_default();
    let told = mentions::location(parts.title.as_deref(), description, names);
    let known = told.as_deref().map_or(0, |told| lined(&finding::places_of(told, names)));
    let texts = || [parts.title.as_deref(), Some(description)].into_iter().flatten();
    let reach = if filed { Reach::Filed } else { Reach::Prose };
    for text in texts() {
        let mut found = code_places::mentions(text, names, reach);
        found.retain(|mention| {
            let place = &mention.place;
            (place.lines.is_some() && (filed || place.document.is_some()))
                || (place.section.is_some() && place.document.is_some())
        });
        without_compared(text, &mut found);
        if found.len() > known {
            return Some(written(&found));
        }
    }
    // Below a file, one that is named in passing is not where it is.
    if filed && known == 0 && !texts().any(|text| code_places::lead(text).is_some()) {
        return None;
    }
    told.or_else(|| {
        texts().find_map(|text| {
            let found = code_places::mentions(text, names, Reach::Prose);
            let named = found.iter().find(|mention| mention.place.document.is_some())?;
            text.get(named.range.clone()).map(str::to_owned)
        })
    })
}

/// Leaves out the places that a text only compares with others, where it names others.
fn without_compared(text: &str, found: &mut Vec<code_places::Mention>) {
    let is_own =
        |mention: &code_places::Mention| !mentions::is_compared(text.get(..mention.range.start).unwrap_or_default());
    if found.iter().any(is_own) {
        found.retain(is_own);
    }
}

/// The files with lines that a text names.
#[must_use]
pub fn with_lines(text: &str, names: &Aliases) -> String {
    let mut found = code_places::mentions(text, names, Reach::Prose);
    found.retain(|mention| mention.place.document.is_some() && mention.place.lines.is_some());
    written(&found)
}

/// The places that the items of what is told begin with: `- `a.rs:4`: …`.
#[must_use]
pub fn of_items(parts: &Parts, names: &Aliases) -> Option<String> {
    let texts = [parts.description.as_deref(), parts.discussion.as_deref()];
    let items = texts.into_iter().flatten().flat_map(str::lines).filter(|line| scan_item(line.trim_start()).is_some());
    let led = items.filter_map(|item| code_places::lead(without_item_mark(item.trim_start())));
    let mut found: Vec<_> = led.flat_map(|(place, _)| code_places::mentions(place, names, Reach::Location)).collect();
    found.retain(|mention| mention.place.document.is_some() && mention.place.lines.is_some());
    Some(written(&found)).filter(|places| !places.is_empty())
}

/// The place that a column names, and those that the text names, where one of these is in the same file.
#[must_use]
pub fn with_told(named: &str, told: &str) -> String {
    let places = finding::places_of(named, &Aliases::none());
    let mut told = code_places::mentions(told, &Aliases::none(), Reach::Location);
    let is_known = |place: &Place| {
        let document = place.document.as_deref().unwrap_or_default();
        places.iter().filter_map(|place| place.document.as_deref()).any(|known| aliases::is_same_file(known, document))
    };
    if !told.iter().any(|mention| is_known(&mention.place)) {
        return named.to_owned();
    }
    told.retain(|mention| !places.contains(&mention.place));
    if told.is_empty() { named.to_owned() } else { format!("{named}; {}", written(&told)) }
}

/// The lines that the text names of the one file that a location is, where the text names no other file.
#[must_use]
pub fn lines_told(parts: &Parts, location: &str, names: &Aliases) -> Option<String> {
    let places = finding::places_of(location, names);
    let [Place { document: Some(document), section: None, lines: None }] = places.as_slice() else { return None };
    let texts = [parts.title.as_deref(), parts.description.as_deref()];
    texts.into_iter().flatten().find_map(|text| {
        let mut found = code_places::mentions(text, &Aliases::none(), Reach::Filed);
        let is_same =
            |place: &Place| place.document.as_ref().is_none_or(|named| aliases::is_same_file(named, document));
        if !found.iter().all(|mention| is_same(&mention.place)) {
            return None;
        }
        found.retain(|mention| mention.place.lines.is_some());
        for mention in &mut found {
            mention.place.document = None;
        }
        Some(written(&found)).filter(|lines| !lines.is_empty())
    })
}

/// What is told without the places that it begins with, where the location has them.
#[must_use]
pub fn without_places(description: &str, location: &str, names: &Aliases) -> Option<String> {
    const WORDS: usize = 3;
    let (lead, after) = code_places::lead(description)?;
    let told =
        [": ", ". ", " · ", " — ", " – ", " - ", " -- "].iter().find_map(|mark| after.strip_prefix(mark))?.trim();
    let is_closed = lead.matches("**").count() % 2 == 0 && lead.matches('`').count() % 2 == 0;
    if !is_closed || told.split_whitespace().nth(WORDS - 1).is_none() {
        return None;
    }
    let places = finding::places_of(location, names);
    let is_known = |Place { document, section, lines }: &Place| {
        let is_in = |place: &Place| document.is_none() || place.document == *document;
        places.iter().any(|place| is_in(place) && place.section == *section && place.lines == *lines)
    };
    finding::places_of(lead, names).iter().all(is_known).then(|| told.to_owned())
}

/// How many places have lines or a section.
fn lined(places: &[Place]) -> usize {
    places.iter().filter(|place| place.lines.is_some() || place.section.is_some()).count()
}

/// Places as a location has them: each with its file.
#[must_use]
pub fn written(mentions: &[code_places::Mention]) -> String {
    let mut written: Vec<String> = Vec::new();
    let mut known = BTreeSet::new();
    for Place { document, section, lines } in mentions.iter().map(|mention| &mention.place) {
        let mut place = document.clone().unwrap_or_default();
        // `scripts/clean` is a file by its code marks.
        let is_marked = lines.is_some()
            && document.as_deref().is_some_and(|path| path.contains('/') && document_of(path).is_none());
        if let Some(section) = section {
            place.push_str(&format!(" §{section}"));
        }
        if let Some([first, last]) = lines {
            place.push_str(match (document, section) {
                (Some(_), None) => ":",
                (None, None) => "line ",
                _ => " L",
            });
            place.push_str(&first.to_string());
            if last != first {
                place.push_str(&format!("-{last}"));
            }
        }
        let place = if is_marked { format!("`{}`", place.trim()) } else { place.trim().to_owned() };
        if known.insert(place.clone()) {
            written.push(place);
        }
    }
    written.join("; ")
}
