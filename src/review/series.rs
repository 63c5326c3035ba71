//! Sections that belong together: by the same fields, whatever their names, or by one count. See `docs/formats/prose.md`,
//! "Which are findings".

use std::collections::{BTreeMap, BTreeSet};

use super::outline::{Kind, Node, Outline};
use super::vocabulary::{self, Class};
use super::{files, labels, sentences, signs, wording};
use crate::order::Gather;
use crate::part::Reading;
use crate::part::aliases::Aliases;
use crate::part::code_places::{self, Reach};
use crate::text::{fields, inline, steps};

/// How far into a section its fields are looked for, in lines.
const LINES: usize = 40;

/// The headings and bold leads of one section that have two fields or more in common, one of which says what comes of it or
/// how to mend it, where most of them name lines, and half of the titles or a name of a field say what is wrong.
#[must_use]
pub fn read(reading: &Reading<'_, '_>, outline: &Outline<'_>) -> BTreeSet<usize> {
    const SEVERAL: usize = 3;
    let mut found = BTreeSet::new();
    for parent in &outline.nodes {
        for kind in [Kind::Heading, Kind::Bold] {
            let is_of_kind = |at: &&usize| outline.nodes.get(**at).is_some_and(|node| node.kind == kind);
            let is_entry = |at: &&usize| is_of_kind(at) && !stands_over_rated(outline, **at);
            let parts: Vec<usize> = parent.children.iter().filter(is_entry).copied().collect();
            if parts.len() >= SEVERAL {
                found.extend(alike(reading, outline, &parts));
            }
        }
    }
    found
}

/// Whether headings with severities stand below one that names a file: `## Review: a.ts` over `#### [Critical] RULE-7 at line 20`.
fn stands_over_rated(outline: &Outline<'_>, at: usize) -> bool {
    let names_file = |node: &&Node<'_>| vocabulary::file_of(node.text).is_some();
    let Some(node) = outline.nodes.get(at).filter(names_file) else { return false };
    let below = outline.nodes.iter().skip(at + 1).take_while(|part| part.lines.start < node.lines.end);
    below.into_iter().any(|part| part.is_marked_heading() && part.lead().severity.is_some())
}

/// The headings of one level, the bold leads, or the items that are counted from 1 on through several sections that are not:
/// `## Premises` over `### 3. …`, `## Evidence` over `### 4. …`. Of items, a third has to say what is wrong. One level may have
/// several counts, each of which begins with 1.
#[must_use]
pub fn counted_through(reading: &Reading<'_, '_>, outline: &Outline<'_>) -> BTreeSet<usize> {
    const SEVERAL: usize = 4;
    let mut levels: BTreeMap<usize, Vec<(usize, usize)>> = BTreeMap::new();
    let is_counted = |node: &Node<'_>| node.is_marked_heading() || matches!(node.kind, Kind::Bold | Kind::Item);
    for (at, node) in outline.nodes.iter().enumerate().filter(|(_, node)| is_counted(node)) {
        let number =
            if node.kind == Kind::Item { node.number.and_then(|number| number.parse().ok()) } else { number_of(node) };
        if let Some(number) = number {
            levels.entry(node.depth).or_default().push((at, number));
        }
    }
    let complain = |run: &[(usize, usize)]| {
        let items = || run.iter().filter_map(|(at, _)| outline.nodes.get(*at)).filter(|node| node.kind == Kind::Item);
        items().filter(|node| signs::complains(reading, outline, node)).count() * 3 >= items().count()
    };
    let is_through = |run: &&[(usize, usize)]| {
        let sections: BTreeSet<usize> =
            run.iter().filter_map(|(at, _)| outline.nodes.get(*at)).map(|node| node.parent).gather();
        let is_section = |at: &usize| outline.nodes.get(*at).is_some_and(|node| number_of(node).is_none());
        run.len() >= SEVERAL
            && run.iter().map(|(_, number)| *number).eq(1..=run.len())
            && sections.len() > 1
            && sections.iter().all(is_section)
            && complain(run)
    };
    let runs = levels.values().flat_map(|level| level.chunk_by(|_, (_, next)| *next != 1));
    runs.filter(is_through).flatten().map(|(at, _)| *at).gather()
}

/// The headings and the paragraphs in bold that a prefix of their own names, as it names others, by prefix:
/// `TF-04 The role may do all`; and paragraphs in bold that letters count: `**A. …**`, `**B. …**`.
#[must_use]
pub fn named(outline: &Outline<'_>) -> Vec<BTreeSet<usize>> {
    const SEVERAL: usize = 3;
    let mut prefixes: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for (at, node) in
        outline.nodes.iter().enumerate().filter(|(_, node)| node.is_marked_heading() || node.kind == Kind::Bold)
    {
        if let Some(id) = node.lead().ids.first() {
            let prefix = id.trim_end_matches(|digit: char| digit.is_ascii_digit());
            let is_name = match prefix.strip_suffix('-') {
                Some(name) => !name.is_empty(),
                None => !prefix.is_empty() && prefix.bytes().all(|byte| byte.is_ascii_alphabetic()),
            };
            if is_name && prefix.len() < id.len() {
                prefixes.entry(prefix).or_default().insert(id, at);
            }
        }
    }
    let named = prefixes.into_values().filter(|ids| ids.len() >= SEVERAL).map(|ids| ids.into_values().gather());
    named.chain(lettered(outline)).collect()
}

/// The paragraphs in bold that are counted by letters from A on. A heading with a letter is a section.
fn lettered(outline: &Outline<'_>) -> impl Iterator<Item = BTreeSet<usize>> {
    const SEVERAL: usize = 4;
    let mut levels: BTreeMap<usize, Vec<(usize, char)>> = BTreeMap::new();
    for (at, node) in outline.nodes.iter().enumerate().filter(|(_, node)| node.kind == Kind::Bold) {
        let mut marks = node.text.trim_start_matches(['*', '_']).chars();
        let letter = marks.next().filter(char::is_ascii_uppercase);
        if let Some(letter) = letter.filter(|_| marks.next().is_some_and(|mark| matches!(mark, '.' | ')' | ':'))) {
            levels.entry(node.depth).or_default().push((at, letter));
        }
    }
    let is_count = |level: &Vec<(usize, char)>| {
        level.len() >= SEVERAL && level.iter().map(|(_, letter)| *letter).eq(('A'..='Z').take(level.len()))
    };
    levels.into_values().filter(is_count).map(|level| level.into_iter().map(|(at, _)| at).gather())
}

/// The headings right below those that weigh, where two of three of their level say as many words as a title does, and one of
/// three says what is wrong: what a topic is called does neither.
#[must_use]
pub fn titled(outline: &Outline<'_>) -> BTreeSet<usize> {
    const SEVERAL: usize = 3;
    const WORDS: usize = 4;
    let mut levels: BTreeMap<usize, Vec<(usize, bool, bool)>> = BTreeMap::new();
    for (at, node) in outline.nodes.iter().enumerate().filter(|(_, node)| node.is_marked_heading()) {
        let weighs = outline.nodes.get(node.parent).is_some_and(|above| matches!(above.class, Class::Severity(_)));
        if weighs && node.class == Class::Plain && files::place_of_heading(node).is_none() {
            let is_long = node.text.split_whitespace().nth(WORDS - 1).is_some();
            levels.entry(node.depth).or_default().push((at, is_long, sentences::complains(node.text)));
        }
    }
    let is_titled = |level: &&Vec<(usize, bool, bool)>| {
        let all = level.len();
        let long = level.iter().filter(|(_, is_long, _)| *is_long).count();
        let wrong = level.iter().filter(|(.., complains)| *complains).count();
        all >= SEVERAL && long * 3 >= all * 2 && wrong * 3 >= all
    };
    levels.values().filter(is_titled).flatten().map(|(at, ..)| *at).gather()
}

/// The headings, or lines in bold, over text alone that one section counts from 1 on, where two of three of what it counts
/// stand over text or items that name lines, and half of them say what is wrong or are worded so:
/// `**1. The key is in the image**`.
#[must_use]
pub fn counted(reading: &Reading<'_, '_>, outline: &Outline<'_>) -> BTreeSet<usize> {
    const SEVERAL: usize = 5;
    let mut sections: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (at, node) in outline.nodes.iter().enumerate() {
        if matches!(node.kind, Kind::Heading | Kind::Bold) && number_of(node).is_some() {
            sections.entry((node.parent, node.depth)).or_default().push(at);
        }
    }
    let node = |at: &usize| outline.nodes.get(*at);
    let parts = |node: &Node<'_>| node.children.iter().filter_map(|part| outline.nodes.get(*part)).collect::<Vec<_>>();
    let is_over_text = |node: &Node<'_>| parts(node).iter().all(|part| matches!(part.kind, Kind::Text | Kind::Fence));
    let names_lines = |text: &str| signs::lines_in_prose(text, &Aliases::none());
    let is_placed = |node: &&Node<'_>| {
        let items = parts(node).into_iter().filter(|part| part.kind == Kind::Item);
        let placed = items.clone().filter(|item| names_lines(item.text)).count();
        placed > 0 && placed * 2 >= items.count()
            || is_over_text(node) && signs::remark_below(reading, outline, node).is_some_and(|text| names_lines(&text))
    };
    let says_what_is_wrong = |node: &Node<'_>| {
        let is_worded = |text: String| wording::is_of_finding(std::iter::once(text.as_str()));
        signs::complains_or_below(reading, outline, node)
            || signs::remark_below(reading, outline, node).is_some_and(is_worded)
    };
    let mut found = BTreeSet::new();
    for section in sections.values() {
        let nodes = || section.iter().filter_map(node);
        let is_count = section.len() >= SEVERAL
            && nodes().filter_map(number_of).eq(1..=section.len())
            && nodes().filter(is_placed).count() * 3 >= section.len() * 2;
        if !is_count {
            continue;
        }
        let alone = section.iter().copied().filter(|at| node(at).is_some_and(is_over_text)).gather::<Vec<usize>>();
        let wrong = alone.iter().copied().filter(|at| node(at).is_some_and(says_what_is_wrong)).gather::<Vec<usize>>();
        // Beside sections of items, text may tell something else.
        if alone.len() < section.len() {
            found.extend(wrong);
        } else if wrong.len() * 2 >= alone.len() {
            found.extend(alone);
        }
    }
    found
}

/// The number that a heading is counted by.
#[must_use]
pub fn number_of(heading: &Node<'_>) -> Option<usize> {
    heading.lead().number?.parse().ok()
}

/// Those of some parts that have the fields that two of three of them have.
fn alike(reading: &Reading<'_, '_>, outline: &Outline<'_>, parts: &[usize]) -> Vec<usize> {
    const COMMON: usize = 2;
    const REASONS: [&str; 4] = ["rationale", "reason", "reasoning", "why"];
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let told: Vec<(usize, Fields)> = parts
        .iter()
        .filter_map(|at| {
            let fields = fields_of(reading, outline.nodes.get(*at)?);
            for key in &fields.keys {
                *counts.entry(key.clone()).or_default() += 1;
            }
            Some((*at, fields))
        })
        .collect();
    let most = |count: usize| count * 3 >= parts.len() * 2;
    let count = |fits: &dyn Fn(&Fields) -> bool| told.iter().filter(|(_, fields)| fits(fields)).count();
    counts.retain(|_, count| most(*count));
    let has_fix = counts.keys().any(|key| labels::is_fix(key));
    let explains = has_fix || counts.keys().any(|key| labels::tells_why(key) && !REASONS.contains(&key.as_str()));
    // What is parted from what to do, and says what is wrong, needs no place.
    let placed = most(count(&|fields| fields.placed)) || (has_fix && counts.len() > COMMON);
    let wrong = parts.iter().filter_map(|at| outline.nodes.get(*at)).filter(|node| sentences::complains(node.text));
    let complain = counts.keys().any(|key| sentences::complains(key))
        || wrong.count() * 2 >= parts.len()
        || (has_fix && most(count(&|fields| fields.complains)));
    if counts.len() < COMMON || !(explains && complain && placed) {
        return Vec::new();
    }
    let has_common = |keys: &BTreeSet<String>| keys.iter().filter(|key| counts.contains_key(*key)).count() >= COMMON;
    told.into_iter().filter(|(_, fields)| has_common(&fields.keys)).map(|(at, _)| at).collect()
}

/// What the fields of a part are called and say.
#[derive(Default)]
struct Fields {
    /// Their names.
    keys: BTreeSet<String>,
    /// Whether one of them says where, with lines.
    placed: bool,
    /// Whether one of them says that something is wrong.
    complains: bool,
}

fn fields_of(reading: &Reading<'_, '_>, node: &Node<'_>) -> Fields {
    let mut found = Fields::default();
    for line in node.lines.clone().skip(1).take(LINES).map(|line| reading.source.line(line)) {
        steps::add(line.len());
        if let Some((key, value, true)) = fields::scan(line) {
            found.keys.insert(inline::words(key));
            let places = code_places::read(value, &Aliases::none(), Reach::Prose);
            found.placed |= places.iter().any(|place| place.document.is_some() && place.lines.is_some());
            found.complains |= value.split_inclusive(['.', ';', ',']).any(sentences::complains);
        }
    }
    found
}
