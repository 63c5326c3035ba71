//! Places in the form in which they are compared.

use crate::model::{Finding, Location, Place};
use crate::order::Arrange;
use crate::part::documents::without_code_extension;
use crate::part::units::{document_key, plain};

/// A place, so written that equal places are equal whatever way their agents write them.
///
/// `./Docs/A.md` and `` `docs/a.md` `` are one document; `S3.2`, `§3.2`, `Section 3.2` and `3.2 "Event Bus"` one section;
/// a heading is its slug.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlaceKey {
    /// The document, without marks, in lower case; empty where the place names none.
    pub document: String,
    /// The number of the section, else the slug of its heading; empty where the place names none.
    pub section: String,
    /// First and last line, in this order.
    pub lines: Option<[u32; 2]>,
}

impl PlaceKey {
    /// The key of a place.
    #[must_use]
    pub fn of(place: &Place) -> Self {
        Self {
            document: place.document.as_deref().map(document_key).unwrap_or_default(),
            section: place.section.as_deref().map(section_key).unwrap_or_default(),
            lines: place.lines.map(|[first, last]| [first.min(last), first.max(last)]),
        }
    }
}

/// The places that a finding names: those of its location and those of its counter-location, in no order.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sides {
    sides: Vec<Vec<PlaceKey>>,
}

impl Sides {
    /// The sides of a finding that name anything.
    #[must_use]
    pub fn of(finding: &Finding) -> Self {
        Self::between(finding.location.as_ref(), finding.counter_location.as_ref())
    }

    /// The sides that two locations make.
    #[must_use]
    pub fn between(location: Option<&Location>, counter_location: Option<&Location>) -> Self {
        let locations = [location, counter_location].into_iter().flatten();
        let mut sides: Vec<_> = locations.map(side).filter(|side| !side.is_empty()).collect();
        sides.arrange();
        Self { sides }
    }

    /// Each side: its places, sorted, each once.
    pub fn iter(&self) -> impl Iterator<Item = &[PlaceKey]> {
        self.sides.iter().map(Vec::as_slice)
    }
}

/// The places of a location. Where no place could be read in it, its words count as one.
fn side(location: &Location) -> Vec<PlaceKey> {
    let mut places: Vec<_> = location.places.iter().map(PlaceKey::of).collect();
    if places.is_empty() {
        let words = plain(&location.text);
        if !words.is_empty() {
            places.push(PlaceKey { section: format!("?{words}"), ..PlaceKey::default() });
        }
    }
    places.arrange();
    places.dedup();
    places
}

/// The last part of a document's key, without the ending of Markdown or code: what is left of a document in running text, and
/// the same for `docs/a.md` and `A`.
#[must_use]
pub fn document_name(key: &str) -> &str {
    let name = key.rsplit('/').next().unwrap_or(key);
    let stem = name.strip_suffix(".md").or_else(|| name.strip_suffix(".markdown"));
    stem.or_else(|| without_code_extension(name)).filter(|stem| !stem.is_empty()).unwrap_or(name)
}

/// A section's number where it has one, else the slug of its heading.
#[must_use]
pub fn section_key(section: &str) -> String {
    let (number, title) = section_parts(section);
    number.unwrap_or(title)
}

/// A section's number, where it has one, and the slug of its heading; of `3.2, rule 2`, number and part are one.
#[must_use]
pub fn section_parts(section: &str) -> (Option<String>, String) {
    let section = plain(section);
    let section = section.trim_start_matches(['§', '#', ' ']);
    let unmarked = ["sections ", "section ", "sec. ", "sec ", "s. ", "s"]
        .iter()
        .filter_map(|mark| section.strip_prefix(mark))
        .find(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
        .unwrap_or(section);
    match split_number(unmarked) {
        // What stands behind a comma is no title but a part: "3.2, rule 2".
        Some((number, rest)) if rest.starts_with(',') => (Some(format!("{number},{}", slug(rest))), String::new()),
        Some((number, rest)) => (Some(number.to_owned()), slug(rest)),
        None => (None, slug(section)),
    }
}

/// A section number such as `3`, `3.2` or `3.2a` at the start of a text, and what follows it.
fn split_number(text: &str) -> Option<(&str, &str)> {
    let length = text.find(|next: char| !next.is_ascii_alphanumeric() && next != '.').unwrap_or(text.len());
    let (number, rest) = text.split_at_checked(length)?;
    let number = number.trim_end_matches('.');
    let is_part = |(at, part): (usize, &str)| {
        let digits = part.trim_start_matches(|digit: char| digit.is_ascii_digit());
        digits.len() <= 1 && (digits.len() < part.len() || (at > 0 && !part.is_empty()))
    };
    let is_title = rest.is_empty() || rest.starts_with([' ', ',', ':', ')', '"', '(', '—', '–']);
    (is_title && number.split('.').enumerate().all(is_part)).then_some((number, rest))
}

/// A heading as the anchors of Markdown documents write it: `Event Bus & Co.` is `event-bus--co`.
fn slug(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|kept| kept.is_alphanumeric() || matches!(kept, '-' | '_' | ' '));
    kept.map(|kept| if kept == ' ' { '-' } else { kept }).collect::<String>().trim_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Location, Place, Sides, document_key, section_key};

    #[test]
    fn documents_are_one_however_they_are_marked() {
        for name in
            ["docs/a.md", "./Docs/A.md", "`docs/a.md`", "**docs/a.md**", "\"docs/a.md\"", "././docs/a.md", "docs\\a.md"]
        {
            assert_eq!(document_key(name), "docs/a.md");
        }
        assert_eq!(document_key("../a.md"), "../a.md");
    }

    #[test]
    fn sections_are_one_however_they_are_marked() {
        for section in
            ["3.2", "S3.2", "§3.2", "§ 3.2", "Section 3.2", "sec. 3.2", "3.2 \"Event Bus\"", "S3.2 Event Bus", "3.2."]
        {
            assert_eq!(section_key(section), "3.2", "{section}");
        }
        for section in ["Event Bus", "§ Event Bus", "`Event Bus`", "#event-bus", "\"Event Bus\"", "event  bus"] {
            assert_eq!(section_key(section), "event-bus", "{section}");
        }
    }

    #[test]
    fn what_only_looks_like_a_number_is_a_heading() {
        assert_eq!(section_key("3rd party"), "3rd-party");
        assert_eq!(section_key("3-way merge"), "3-way-merge");
        assert_eq!(section_key("Summary"), "summary");
        assert_eq!(section_key("3.2, rule 2"), "3.2,rule-2");
        assert_eq!(section_key("4a"), "4a");
        assert_eq!(section_key("4.a Lids"), "4.a");
        assert_eq!(section_key("A plan"), "a-plan");
        assert_eq!(section_key("Context & Rules, rule 2"), "context--rules-rule-2");
    }

    #[test]
    fn sides_have_no_order_and_places_are_a_set() {
        let place = |document: &str, lines| Place { document: Some(document.to_owned()), section: None, lines };
        let location = |text: &str, places: &[Place]| Some(Location { text: text.to_owned(), places: places.to_vec() });
        let one = location("a.md:3-9; b.md", &[place("a.md", Some([3, 9])), place("b.md", None)]);
        let same =
            location("b.md and ./a.md", &[place("b.md", None), place("./a.md", Some([9, 3])), place("b.md", None)]);
        let other = location("c.md", &[place("c.md", None)]);
        assert_eq!(Sides::between(one.as_ref(), other.as_ref()), Sides::between(other.as_ref(), same.as_ref()));
        assert_eq!(Sides::between(one.as_ref(), None), Sides::between(None, same.as_ref()));
        assert_ne!(Sides::between(one.as_ref(), None), Sides::between(one.as_ref(), other.as_ref()));
    }

    #[test]
    fn a_location_without_readable_places_is_its_words() {
        let location = |text: &str| Some(Location { text: text.to_owned(), places: Vec::new() });
        let sides = |text: &str| Sides::between(location(text).as_ref(), None);
        assert_eq!(sides("the  Intro"), sides("The intro"));
        assert_ne!(sides("the intro"), sides("the end"));
        assert!(sides(" ").iter().count() == 0 && sides("the end").iter().count() == 1);
    }
}
