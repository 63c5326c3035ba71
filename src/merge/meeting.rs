//! Whether the places of two findings meet.

use std::collections::{BTreeMap, BTreeSet};

use super::places::{document_name, section_parts};
use crate::model::{Finding, Location, Place};
use crate::order::{Arrange, Gather};
use crate::part::documents::without_code_extension;
use crate::part::units::document_key;
use crate::text::steps;

/// The most places of one side that are compared; a location that names more is met by these alone.
pub const PLACES: usize = 32;

/// Two line ranges are nearly equal if they share at least this fraction of the lines that either covers.
const NEARLY: (u64, u64) = (7, 10);

/// What a reply is about that does not say it.
pub const UNKNOWN: &str = "?";

/// A place, as it is compared.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// The document's key; of a place that names none, what the reply is about.
    document: String,
    /// The section's number.
    number: Option<String>,
    /// The slug of the section's heading.
    title: Option<String>,
    lines: Option<[u32; 2]>,
}

/// How fine the place is at which two findings meet; the finer is the lesser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Precision {
    /// Line ranges that overlap.
    Lines,
    /// The same section.
    Section,
    /// Places of one document that cannot be compared: lines and a section, a number and a heading, a section and a part
    /// of it. They may be one.
    Unclear,
    /// One of them names the document as a whole. They may be one.
    Document,
}

impl Precision {
    /// Whether places that meet so are the same spot, and do not only stand in one document.
    #[must_use]
    pub fn is_sure(self) -> bool {
        matches!(self, Self::Lines | Self::Section)
    }
}

/// On how many sides two findings meet, and where most finely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// On all sides that both have: two, or the only one of one of them. A side that names a document as a whole is met
    /// by any place there, once the other side meets more finely: what points to a heading that does not exist has no
    /// more to name.
    pub whole: bool,
    /// The finest.
    pub precision: Precision,
}

impl Spot {
    /// A place of a reply that is about `subject`.
    fn of(place: &Place, subject: &str) -> Self {
        let (number, title) = place.section.as_deref().map(section_parts).unwrap_or_default();
        Self {
            document: place.document.as_deref().map_or_else(|| subject.to_owned(), document_key),
            number,
            title: Some(title).filter(|title| !title.is_empty()),
            lines: place.lines.map(|[first, last]| [first.min(last), first.max(last)]),
        }
    }

    /// A document as a whole.
    fn whole(document: &str) -> Self {
        Self { document: document.to_owned(), ..Self::default() }
    }

    /// The document.
    #[must_use]
    pub fn document(&self) -> &str {
        &self.document
    }

    /// Whether it says more than the document.
    fn is_fine(&self) -> bool {
        self.number.is_some() || self.title.is_some() || self.lines.is_some()
    }

    fn meets(&self, other: &Self) -> Option<Precision> {
        if !same_document(&self.document, &other.document) {
            None
        } else if overlap(self.lines, other.lines) {
            Some(Precision::Lines)
        } else if self.same_section(other) {
            Some(Precision::Section)
        } else if !self.is_fine() || !other.is_fine() {
            Some(Precision::Document)
        } else if self.may_be(other) {
            Some(Precision::Unclear)
        } else {
            None
        }
    }

    /// Whether two fine places of one document that do not meet have nothing in which they differ.
    fn may_be(&self, other: &Self) -> bool {
        let differ = match (&self.number, &other.number) {
            (Some(one), Some(other)) => !is_part(one, other) && !is_part(other, one),
            _ => self.title.is_some() && other.title.is_some(),
        };
        !differ && (self.lines.is_none() || other.lines.is_none())
    }

    /// Whether both are lines, and nearly the same ones.
    fn on_the_same_lines(&self, other: &Self) -> bool {
        let (Some([first, last]), Some([start, end])) = (self.lines, other.lines) else { return false };
        let count = |first: u32, last: u32| last.checked_sub(first).map_or(0, |more| u64::from(more) + 1);
        let (part, of) = NEARLY;
        let (shared, covered) = (count(first.max(start), last.min(end)), count(first.min(start), last.max(end)));
        of * shared >= part * covered && same_document(&self.document, &other.document)
    }

    fn same_section(&self, other: &Self) -> bool {
        match (&self.number, &other.number) {
            (Some(one), Some(other)) => one == other,
            _ => self.title.is_some() && self.title == other.title,
        }
    }
}

/// Whether a section is one of those that another is parted into: `3.2.1` is one of `3.2`.
fn is_part(section: &str, of: &str) -> bool {
    section.strip_prefix(of).is_some_and(|rest| rest.starts_with(['.', ',']))
}

/// The names of files that one reply gives to two documents at least, such as `src/index.js` and `lib/index.js`: alone, such
/// a name is neither of them. `spots` are those of each finding, with the place of its reply.
#[must_use]
pub fn shared_names<'s>(spots: impl Iterator<Item = (u32, &'s Spots)>) -> BTreeSet<&'s str> {
    let mut named: BTreeMap<(u32, &str), BTreeSet<&str>> = BTreeMap::new();
    for (reply, spots) in spots {
        for document in spots.sides.iter().flatten().map(Spot::document).filter(|document| document.contains('/')) {
            named.entry((reply, document_name(document))).or_default().insert(document);
        }
    }
    let differ = |documents: &BTreeSet<&str>| {
        let longest = documents.iter().max_by_key(|document| document.len());
        longest.is_some_and(|longest| documents.iter().any(|document| !same_document(document, longest)))
    };
    named.into_iter().filter(|(_, documents)| differ(documents)).map(|((_, name), _)| name).gather()
}

/// Whether two keys of documents mean one: `docs/a.md` and `a.md` do, `docs/a.md` and `src/a.md` do not. A class may stand for
/// its file: `petcontroller`, `src/petcontroller.java`.
#[must_use]
pub fn same_document(one: &str, other: &str) -> bool {
    let one = one.strip_suffix(".md").unwrap_or(one);
    let other = other.strip_suffix(".md").unwrap_or(other);
    let (long, short) = if one.len() < other.len() { (other, one) } else { (one, other) };
    let long = without_code_extension(long).filter(|_| !short.contains(['.', '/'])).unwrap_or(long);
    // What stands before the name tells most of them apart.
    let before = long.len().checked_sub(short.len() + 1).and_then(|at| long.as_bytes().get(at));
    before.is_none_or(|before| *before == b'/') && !short.is_empty() && long.ends_with(short)
}

fn overlap(one: Option<[u32; 2]>, other: Option<[u32; 2]>) -> bool {
    matches!((one, other), (Some([first, last]), Some([start, end])) if first <= end && start <= last)
}

/// The sides of a finding: what its location names and what its counter-location names. A side that names no place that
/// could be read is none.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spots {
    sides: Vec<Vec<Spot>>,
    cut: bool,
}

impl Spots {
    /// The sides of a finding in a reply that is about `subject`: where a place names no document, it is there. A finding
    /// that names no place is somewhere in the documents of the subject.
    #[must_use]
    pub fn of(finding: &Finding, subject: &str) -> Self {
        let mut cut = false;
        let side = |location: &Location| {
            let mut side: Vec<_> = location.places.iter().map(|place| Spot::of(place, subject)).collect();
            side.sort_unstable();
            side.dedup();
            cut |= side.len() > PLACES;
            side.truncate(PLACES);
            side
        };
        let locations = [&finding.location, &finding.counter_location].into_iter().flatten();
        let mut sides: Vec<_> = locations.map(side).filter(|side| !side.is_empty()).collect();
        if sides.is_empty() && !subject.is_empty() && subject != UNKNOWN {
            sides.push(subject.lines().take(PLACES).map(Spot::whole).collect());
        }
        sides.arrange();
        Self { sides, cut }
    }

    /// Makes a bare file name that several documents share equal only to the same bare name, not to any of these documents.
    pub fn tell_apart(&mut self, shared: &BTreeSet<String>) {
        let is_shared =
            |spot: &&mut Spot| !spot.document.contains('/') && shared.contains(document_name(&spot.document));
        for spot in self.sides.iter_mut().flatten().filter(is_shared) {
            // No path has such a folder.
            spot.document.insert_str(0, "*/");
        }
    }

    /// Whether the finding names no place.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sides.is_empty()
    }

    /// The document, without its folders, and the lines, if they are all that the finding names: where both are equal, the
    /// documents may still differ.
    #[must_use]
    pub fn only_lines(&self) -> Option<(&str, [u32; 2])> {
        let [side] = self.sides.as_slice() else { return None };
        let [spot] = side.as_slice() else { return None };
        Some((document_name(&spot.document), spot.lines?)).filter(|(document, _)| !document.is_empty())
    }

    /// Whether a side names more places than are compared.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// The names of the documents, each once, as short as they may be written.
    #[must_use]
    pub fn documents(&self) -> Vec<&str> {
        let mut names: Vec<_> = self.sides.iter().flatten().map(|spot| document_name(spot.document())).collect();
        names.arrange();
        names.dedup();
        names
    }

    /// Whether both name the same places, and each at least a section or lines.
    #[must_use]
    pub fn equal(&self, other: &Self) -> bool {
        !self.is_empty() && self.sides == other.sides && self.sides.iter().flatten().all(Spot::is_fine)
    }

    /// Whether each place of the one that names fewer is nearly the same lines as one of the other's, and that names no
    /// more than twice as many. What is between two sides is another question than what is on one of them.
    #[must_use]
    pub fn on_the_same_lines(&self, other: &Self) -> bool {
        let count = |spots: &Self| spots.sides.iter().map(Vec::len).sum::<usize>();
        let (few, many) = if count(self) <= count(other) { (self, other) } else { (other, self) };
        let is_met = |spot: &Spot| many.sides.iter().flatten().any(|place| spot.on_the_same_lines(place));
        steps::add(count(few) * count(many));
        let as_many_sides = few.sides.len() == many.sides.len();
        !few.is_empty() && as_many_sides && count(many) <= 2 * count(few) && few.sides.iter().flatten().all(is_met)
    }

    /// Where two findings meet, if they do. The sides of a finding have no order; one that has a single side may meet
    /// either of the other's.
    #[must_use]
    pub fn meeting(&self, other: &Self) -> Option<Meeting> {
        let [one, two] = self.pair();
        let [first, second] = other.pair();
        let straight = [meet(one, first), meet(two, second)];
        let crossed = [meet(one, second), meet(two, first)];
        let precision = straight.iter().chain(&crossed).flatten().min().copied()?;
        let single = self.sides.len() == 1 || other.sides.len() == 1;
        let arrangements = [straight, crossed];
        if precision.is_sure() {
            // The other side may be a document as a whole; one that is unclear does not count as met.
            let all_met = |pair: &[Option<Precision>; 2]| {
                let precisions = || pair.iter().copied();
                precisions().flatten().any(Precision::is_sure)
                    && precisions().all(|precision| precision.is_some_and(|precision| precision != Precision::Unclear))
            };
            return Some(Meeting { whole: single || arrangements.iter().any(all_met), precision });
        }
        let may_be = single || arrangements.iter().any(|pair| pair.iter().all(Option::is_some));
        may_be.then_some(Meeting { whole: true, precision })
    }

    fn pair(&self) -> [&[Spot]; 2] {
        [0, 1].map(|side| self.sides.get(side).map(Vec::as_slice).unwrap_or_default())
    }
}

fn meet(one: &[Spot], other: &[Spot]) -> Option<Precision> {
    steps::add(one.len() * other.len());
    one.iter().flat_map(|spot| other.iter().filter_map(|place| spot.meets(place))).min()
}

#[cfg(test)]
mod tests {
    use super::super::tests::finding;
    use std::collections::BTreeSet;

    use super::{Meeting, PLACES, Precision, Spots, same_document, shared_names};
    use crate::model::{Finding, Location};
    use crate::part::aliases::Aliases;
    use crate::part::places::read;

    fn spots(location: &str, counter_location: &str) -> Spots {
        let place = |text: &str| {
            let places = read(text, &Aliases::none());
            (!text.is_empty()).then(|| Location { text: text.to_owned(), places })
        };
        let located =
            Finding { location: place(location), counter_location: place(counter_location), ..finding("", 0, "") };
        Spots::of(&located, "")
    }

    fn precision(one: &str, other: &str) -> Option<Precision> {
        spots(one, "").meeting(&spots(other, "")).map(|meeting| meeting.precision)
    }

    #[test]
    fn places_meet_in_a_section_or_in_lines() {
        assert_eq!(precision("a.md S3.2 \"Event Bus\"", "./A.md §3.2"), Some(Precision::Section));
        assert_eq!(precision("a.md Section 3.2", "a.md §3.1"), None);
        assert_eq!(precision("a.md §3.2", "b.md §3.2"), None);
        assert_eq!(precision("a.md:12-34", "a.md:34-40"), Some(Precision::Lines));
        assert_eq!(precision("a.md:12-34", "a.md L35"), None);
        assert_eq!(precision("a.md:1, 7; b.md:9", "b.md:2, 9"), Some(Precision::Lines));
        assert_eq!(precision("a.md", "a.md:3"), Some(Precision::Document));
    }

    #[test]
    fn a_document_may_be_named_without_its_folder() {
        assert!(same_document("docs/a.md", "a.md"));
        assert!(same_document("docs/architecture.md", "architecture"));
        assert!(!same_document("docs/a.md", "src/a.md"));
        assert!(!same_document("docs/data.md", "a.md"));
        assert!(!same_document("", ""));
    }

    #[test]
    fn a_name_that_one_reply_gives_to_two_documents_is_neither() {
        let [mut bare, one, two, deep] = ["index.js:4", "src/index.js:4", "lib/index.js:9", "app/src/index.js:4"]
            .map(|location| spots(location, ""));
        let shared = |spots: &[(u32, &Spots)]| {
            shared_names(spots.iter().copied()).into_iter().map(str::to_owned).collect::<BTreeSet<_>>()
        };
        assert!(shared(&[(0, &one), (0, &deep), (1, &two)]).is_empty());
        let names = shared(&[(0, &one), (0, &two), (1, &bare)]);
        assert!(bare.meeting(&one).is_some());
        let mut other = bare.clone();
        bare.tell_apart(&names);
        assert_eq!(bare.meeting(&one), None);
        other.tell_apart(&names);
        assert!(bare.meeting(&other).is_some());
    }

    #[test]
    fn places_that_cannot_be_compared_may_be_one() {
        for (one, other) in [
            ("a.md §3.2", "a.md:12"),
            ("a.md §3.2", "a.md \"Event Bus\""),
            ("a.md §3", "a.md §3.2"),
            ("a.md §3.2 (L10-20)", "a.md §3.2.1"),
        ] {
            assert_eq!(precision(one, other), Some(Precision::Unclear), "{one}, {other}");
        }
        for (one, other) in [
            ("a.md §3.2 (L10-20)", "a.md:30"),
            ("a.md §3", "a.md §32"),
            ("a.md \"Event Bus\"", "a.md \"Retries\""),
            ("a.md §3 (L1-5)", "a.md §3.2 (L9)"),
        ] {
            assert_eq!(precision(one, other), None, "{one}, {other}");
        }
        // On both sides, or not at all; beside a sure one it does not count.
        let one = spots("a.md:10", "b.md §2");
        assert_eq!(
            one.meeting(&spots("b.md:9", "a.md §7")),
            Some(Meeting { whole: true, precision: Precision::Unclear })
        );
        assert_eq!(one.meeting(&spots("b.md:9", "c.md §7")), None);
        assert_eq!(
            one.meeting(&spots("b.md:9", "a.md:10")),
            Some(Meeting { whole: false, precision: Precision::Lines })
        );
    }

    #[test]
    fn sides_have_no_order_and_one_side_meets_either() {
        let both = spots("a.md:10", "b.md:20");
        let whole = |precision| Some(Meeting { whole: true, precision });
        assert_eq!(both.meeting(&spots("b.md:20", "a.md:10")), whole(Precision::Lines));
        assert_eq!(both.meeting(&spots("b.md:20", "")), whole(Precision::Lines));
        assert_eq!(both.meeting(&spots("", "a.md:10")), whole(Precision::Lines));
        assert_eq!(
            both.meeting(&spots("b.md:20", "c.md:10")),
            Some(Meeting { whole: false, precision: Precision::Lines })
        );
        assert_eq!(both.meeting(&spots("", "")), None);
        assert_eq!(both.meeting(&spots("a.md:10", "b.md")), whole(Precision::Lines));
        assert_eq!(spots("a.md:10", "b.md").meeting(&spots("a.md:10", "b.md")), whole(Precision::Lines));
        assert_eq!(spots("a.md", "b.md").meeting(&both), whole(Precision::Document));
    }

    #[test]
    fn equal_places_are_finer_than_a_document() {
        assert!(spots("a.md:10", "b.md:20").equal(&spots("b.md:20", "a.md L10")));
        assert!(!spots("a.md:10", "b.md:20").equal(&spots("a.md:10", "")));
        assert!(!spots("a.md", "").equal(&spots("a.md", "")));
        assert!(!spots("", "").equal(&spots("", "")));
    }

    #[test]
    fn a_list_of_places_without_end_is_cut() {
        let lines: Vec<_> = (0..200).map(|line| format!("a.md:{}", line * 2 + 1)).collect();
        let many = spots(&lines.join("; "), "");
        assert!(many.is_cut());
        assert_eq!(many.pair().map(<[_]>::len), [PLACES, 0]);
        let as_many_as_are_compared =
            spots(&lines.iter().take(PLACES).map(String::as_str).collect::<Vec<_>>().join("; "), "");
        assert!(!as_many_as_are_compared.is_cut());
    }
}
