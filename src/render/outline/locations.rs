//! Shortens locations by what their reply has already named.

use crate::model::{Location, Place};
use crate::part::aliases::Aliases;
use crate::part::places::read;
use crate::text::escape::fold;

/// A location in words that name its places by themselves.
///
/// As its agent wrote it, where that says it all. Where it leans on short names ("A §10") or on the reply's subject, the
/// places in full: `docs/a.md § 10 (L12-34, L56); docs/b.md`, each of them on its own where that is what reads back.
pub fn standing_alone(location: &Location) -> String {
    let written = fold(&location.text);
    let places = &location.places;
    if places.is_empty() || says(&written, places) {
        return written;
    }
    let gathered =
        in_full(places.chunk_by(|one, next| one.lines.is_some() && next.lines.is_some() && same_section(one, next)));
    if says(&gathered, places) {
        return gathered;
    }
    // Where even that does not read back, the places that were read are more than what the agent wrote.
    in_full(places.chunks(1))
}

/// Whether a text names these places, without short names.
fn says(text: &str, places: &[Place]) -> bool {
    read(text, &Aliases::none()) == places
}

fn same_section(one: &Place, other: &Place) -> bool {
    (&one.document, &one.section) == (&other.document, &other.section)
}

/// Groups of places, those of a group in one section and told apart by their lines.
fn in_full<'p>(groups: impl Iterator<Item = &'p [Place]>) -> String {
    groups.filter_map(group_in_full).collect::<Vec<_>>().join("; ")
}

fn group_in_full(group: &[Place]) -> Option<String> {
    let first = group.first()?;
    let lines = |[first, last]: [u32; 2]| if first == last { format!("L{first}") } else { format!("L{first}-{last}") };
    let lines: Vec<_> = group.iter().filter_map(|place| place.lines.map(lines)).collect();
    let mut parts: Vec<String> = first.document.iter().map(|document| fold(document)).collect();
    parts.extend(first.section.iter().map(|section| format!("§ {}", fold(section))));
    if parts.is_empty() {
        return Some(lines.join(", "));
    }
    if !lines.is_empty() {
        parts.push(format!("({})", lines.join(", ")));
    }
    Some(parts.join(" "))
}

#[cfg(test)]
mod tests {
    use super::{Location, Place, standing_alone};
    use crate::part::aliases::Aliases;
    use crate::part::places::read;

    fn place(document: Option<&str>, section: Option<&str>, lines: Option<[u32; 2]>) -> Place {
        Place { document: document.map(str::to_owned), section: section.map(str::to_owned), lines }
    }

    #[test]
    fn what_says_it_all_stays_as_written() {
        for text in ["ARCHITECTURE.md S3.2 \"Event Bus\"", "src/a.rs:12-34", "a.md § Rules, rule 2 (L447-448)"] {
            let location = Location { text: text.to_owned(), places: read(text, &Aliases::none()) };
            assert_eq!(standing_alone(&location), text);
        }
    }

    #[test]
    fn short_names_are_written_out_so_that_they_read_back() {
        let places = vec![
            place(Some("docs/a.md"), Some("10"), Some([977, 977])),
            place(Some("docs/a.md"), Some("10"), Some([991, 993])),
            place(Some("docs/b.md"), None, Some([468, 474])),
            place(Some("docs/b.md"), Some("Wave Structure"), None),
            place(Some("docs/c.md"), None, None),
        ];
        let location =
            Location { text: "A §10, L977, L991-993; B L468-474 and others".to_owned(), places: places.clone() };
        let written = standing_alone(&location);
        assert_eq!(
            written,
            "docs/a.md § 10 (L977, L991-993); docs/b.md (L468-474); docs/b.md § Wave Structure; docs/c.md"
        );
        assert_eq!(read(&written, &Aliases::none()), places);
    }

    #[test]
    fn lines_alone_need_no_parentheses() {
        let location = Location { text: "there".to_owned(), places: vec![place(None, None, Some([3, 9]))] };
        assert_eq!(standing_alone(&location), "L3-9");
    }
}
