//! Which findings name the same section of a document, or lines of it that overlap.

use std::collections::{BTreeMap, BTreeSet};

use super::topics::{Kept, Mention, Shelf as Topics, Topic};
use crate::merge::meeting::PLACES;
use crate::merge::places::section_parts;
use crate::model::{Detail, Place, ThemeKind};
use crate::order::{Arrange, Gather};
use crate::part::units::{Identity, document_key, plain};
use crate::report::answer::Answer;
use crate::report::rollup::shelf::Shelf;
use crate::report::speaker::brief;
use crate::text::steps;

/// For each mention of lines, so many places where lines overlap are kept. Without it, lines in a staircase would make as
/// many places as there are mentions, each of them with as many findings.
pub const CLUSTERS_PER_RANGE: usize = 8;

/// How far up from the nearest heading the section of a line is looked for.
const NESTED: usize = 16;

/// The sections and lines that two findings or more name; and how often lines were left out for the bound.
#[must_use]
pub fn topics(answers: &[Answer], mentions: &[Mention<'_>]) -> (Vec<Topic>, usize) {
    let spots: Vec<Spot<'_>> = mentions.iter().flat_map(spots).collect();
    let documents = spots.iter().map(|spot| spot.document).chain(digested(answers).map(|(name, _)| name));
    let shelf = Shelf::of(documents);
    let named: BTreeSet<&str> = spots.iter().map(|spot| spot.document).gather();
    let documents: Documents<'_> = named.into_iter().map(|name| (name, found(&shelf, name))).gather();
    let sections = Sections::of(answers, &spots, &shelf, &documents);
    let mut topics: Topics<(String, String)> = Topics::default();
    let mut ranges: BTreeMap<String, Vec<Range>> = BTreeMap::new();
    for spot in &spots {
        let Some((document, name)) = documents.get(spot.document) else { continue };
        let section = sections.key(document, spot.place);
        if let Some((key, shown)) = section {
            topics.put((document.clone(), key), || brief(&format!("{name} § {shown}")), spot.at);
        }
        if let Some([one, other]) = spot.place.lines {
            let range = Range { first: one.min(other), last: one.max(other), finding: spot.at };
            ranges.entry(document.clone()).or_default().push(range);
        }
    }
    let mut topics: Vec<Topic> = topics.topics(ThemeKind::Document).collect();
    let mut left_out = 0;
    for (document, ranges) in ranges {
        let (clusters, more) = overlapping(ranges);
        left_out += more;
        let (_, name) = found(&shelf, &document);
        topics.extend(distinct(clusters).into_iter().map(|Cluster { lines: [first, last], findings }| {
            let lines = if first == last { format!("L{first}") } else { format!("L{first}-{last}") };
            let name = brief(&format!("{name} {lines}"));
            Topic { kind: ThemeKind::Document, name, findings, subject_of: Vec::new() }
        }));
    }
    (topics, left_out)
}

/// A place that a finding names.
struct Spot<'a> {
    at: usize,
    document: &'a str,
    place: &'a Place,
}

/// The places of a finding. One that names no document is in the document of the reply's unit, where that is only one.
fn spots<'a>(mention: &Mention<'a>) -> impl Iterator<Item = Spot<'a>> {
    let documents = mention.answer.unit.as_ref().map(Identity::documents).unwrap_or_default();
    let own = match documents {
        [only] => Some(only.as_str()),
        _ => None,
    };
    let at = mention.at;
    let locations = [&mention.finding.location, &mention.finding.counter_location];
    let places = locations.into_iter().flatten().flat_map(|location| location.places.iter().take(PLACES));
    places.filter_map(move |place| {
        let document = place.document.as_deref().or(own).filter(|name| !plain(name).is_empty())?;
        Some(Spot { at, document, place })
    })
}

/// The digests, each with the name of its document.
fn digested(answers: &[Answer]) -> impl Iterator<Item = (&str, &crate::model::Digest)> {
    answers.iter().filter_map(|answer| match &answer.result.detail {
        Detail::Digest(digest) => Some((digest.document.as_deref()?, digest)),
        _ => None,
    })
}

/// Documents by the names that they are called by: the key and the name of each.
type Documents<'a> = BTreeMap<&'a str, (String, String)>;

/// The key and the name of the document that a name means; its own where it may mean several.
fn found(shelf: &Shelf, name: &str) -> (String, String) {
    match shelf.meant(name)[..] {
        [only] => {
            let (key, name) = shelf.document(only);
            (key.to_owned(), name.to_owned())
        }
        _ => (document_key(name), name.to_owned()),
    }
}

/// What is known of the sections of all documents.
struct Sections {
    /// The number of a heading, where all that name it with a number agree.
    numbers: BTreeMap<(String, String), Option<String>>,
    /// Where sections begin and end, as digests list them, by the key of their document: sorted.
    lines: BTreeMap<String, Vec<([u32; 2], String)>>,
}

impl Sections {
    fn of(answers: &[Answer], spots: &[Spot<'_>], shelf: &Shelf, documents: &Documents<'_>) -> Self {
        let mut sections = Self { numbers: BTreeMap::new(), lines: BTreeMap::new() };
        for (name, digest) in digested(answers) {
            let (document, _) = found(shelf, name);
            for section in &digest.sections {
                sections.note(&document, &section.heading);
                if let Some([first, last]) = section.lines {
                    let listed = sections.lines.entry(document.clone()).or_default();
                    listed.push(([first, last], section.heading.clone()));
                }
            }
        }
        for spot in spots {
            if let (Some(section), Some((document, _))) = (&spot.place.section, documents.get(spot.document)) {
                sections.note(document, section);
            }
        }
        for listed in sections.lines.values_mut() {
            // What lies within another comes after it.
            listed.arrange_by(|([one, end], heading), ([other, other_end], other_heading)| {
                (one, other_end, heading).cmp(&(other, end, other_heading))
            });
        }
        sections
    }

    /// Notes the number that a heading is written with.
    fn note(&mut self, document: &str, section: &str) {
        let (Some(number), title) = section_parts(section) else { return };
        if !title.is_empty() {
            let known = self.numbers.entry((document.to_owned(), title)).or_insert_with(|| Some(number.clone()));
            if known.as_ref() != Some(&number) {
                *known = None;
            }
        }
    }

    /// The key of the section that a place names, and how it is written; by its lines where it names none.
    fn key<'p>(&'p self, document: &str, place: &'p Place) -> Option<(String, &'p str)> {
        let section = place.section.as_deref().filter(|section| !plain(section).is_empty());
        let section = section.or_else(|| self.around(document, place.lines?))?;
        let (number, title) = section_parts(section);
        // A part of a section is in that section.
        let number = number.map(|number| number.split(',').next().unwrap_or_default().to_owned());
        let known = || self.numbers.get(&(document.to_owned(), title.clone())).cloned().flatten();
        let key = number.or_else(known).unwrap_or(title);
        (!key.is_empty()).then_some((key, section))
    }

    /// The innermost section that some lines begin in.
    fn around(&self, document: &str, [one, other]: [u32; 2]) -> Option<&str> {
        let line = one.min(other);
        let listed = self.lines.get(document)?;
        let after = listed.partition_point(|([first, _], _)| *first <= line);
        steps::add(NESTED);
        let mut above = listed.get(after.saturating_sub(NESTED)..after)?.iter().rev();
        above.find(|([_, last], _)| *last >= line).map(|(_, heading)| heading.as_str())
    }
}

/// Lines that a finding names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Range {
    first: u32,
    last: u32,
    finding: usize,
}

/// Lines that several findings name.
#[derive(Debug, PartialEq, Eq)]
struct Cluster {
    /// What is common to all.
    lines: [u32; 2],
    findings: Vec<usize>,
}

/// The largest sets of ranges that have a line in common: any two that overlap are in one of them. And how many sets
/// were left out for the bound.
fn overlapping(mut ranges: Vec<Range>) -> (Vec<Cluster>, usize) {
    ranges.arrange();
    ranges.dedup();
    let mut room = CLUSTERS_PER_RANGE * ranges.len();
    let (mut clusters, mut left_out) = (Vec::new(), 0);
    // By the line that each ends in.
    let mut open: BTreeSet<(u32, u32, usize)> = BTreeSet::new();
    let mut close = |open: &mut BTreeSet<(u32, u32, usize)>, before: Option<u32>, grown: &mut bool| {
        while let Some(&(last, _, _)) = open.first().filter(|(last, ..)| before.is_none_or(|before| *last < before)) {
            if *grown && open.len() > 1 {
                let findings: BTreeSet<usize> = open.iter().map(|(.., finding)| *finding).gather();
                let first = open.iter().map(|(_, first, _)| *first).max().unwrap_or(last);
                if open.len() > room {
                    left_out += 1;
                } else {
                    room -= open.len();
                    if findings.len() > 1 {
                        clusters.push(Cluster { lines: [first, last], findings: findings.into_iter().collect() });
                    }
                }
            }
            *grown = false;
            open.pop_first();
        }
    };
    let mut grown = false;
    for range in ranges {
        close(&mut open, Some(range.first), &mut grown);
        open.insert((range.last, range.first, range.finding));
        grown = true;
    }
    close(&mut open, None, &mut grown);
    (clusters, left_out)
}

/// The clusters that are not part of a larger one, the largest first.
fn distinct(mut clusters: Vec<Cluster>) -> Vec<Cluster> {
    clusters.arrange_by_key(|cluster| std::cmp::Reverse(cluster.findings.len()));
    let mut kept = Kept::default();
    clusters.retain(|cluster| kept.keep(&cluster.findings, cluster.findings.len()));
    clusters
}

#[cfg(test)]
mod tests {
    use super::{Cluster, Range, distinct, overlapping};

    fn clusters(ranges: &[(u32, u32)]) -> Vec<Cluster> {
        let ranges =
            ranges.iter().enumerate().map(|(finding, (first, last))| Range { first: *first, last: *last, finding });
        overlapping(ranges.collect()).0
    }

    #[test]
    fn any_two_that_overlap_are_in_a_cluster() {
        let found = clusters(&[(1, 10), (9, 20), (1, 3), (20, 20), (30, 40)]);
        let expected = [([1, 3], vec![0, 2]), ([9, 10], vec![0, 1]), ([20, 20], vec![1, 3])];
        assert_eq!(found, expected.map(|(lines, findings)| Cluster { lines, findings }));
    }

    #[test]
    fn what_is_part_of_a_larger_cluster_goes() {
        let found = clusters(&[(1, 10), (9, 20), (1, 20), (1, 2)]);
        assert_eq!(found.len(), 2);
        let all = [(1, 9), (1, 9), (1, 20), (9, 20), (1, 20)].map(|(first, last)| (first, last));
        let findings =
            |clusters: Vec<Cluster>| clusters.into_iter().map(|cluster| cluster.findings).collect::<Vec<_>>();
        assert_eq!(findings(distinct(clusters(&all))), [vec![0, 1, 2, 3, 4]]);
    }

    #[test]
    fn a_finding_alone_is_no_cluster() {
        let range = |first, last| Range { first, last, finding: 7 };
        assert_eq!(overlapping(vec![range(1, 5), range(3, 9)]).0, []);
    }

    #[test]
    fn a_staircase_is_bounded() {
        let ranges: Vec<Range> =
            (0..1000).map(|at| Range { first: at, last: at + 900, finding: at as usize }).collect();
        let (clusters, left_out) = overlapping(ranges);
        assert!(clusters.iter().map(|cluster| cluster.findings.len()).sum::<usize>() <= 8 * 1000);
        assert!(left_out > 0);
    }
}
