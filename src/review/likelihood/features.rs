//! What is measured of a part: of itself, of those that are written as it is, of what it stands under, and of the reply. See
//! `docs/formats/prose.md`, "Likely findings".

use std::collections::BTreeMap;
use std::ops::Range;

use crate::part::Reading;
use crate::review::outline::{Kind, Node, Outline};
use crate::review::signs::{complains, own_lines};
use crate::review::vocabulary::Class;
use crate::review::{beginnings, labels, place_lines, vocabulary, wording};
use crate::text::hashing::{Key, key};
use crate::text::steps;

/// A measure of a part, by its name.
struct Feature {
    name: &'static str,
    of: fn(&View<'_>) -> i32,
}

/// Everything that is measured, in the order of the measures.
const FEATURES: [Feature; 27] = [
    // Of itself.
    Feature { name: "its own signs", of: |view| view.part.own_signs },
    Feature { name: "all its signs", of: |view| view.part.signs },
    Feature { name: "its length", of: |view| view.part.length },
    Feature { name: "its sentences", of: |view| view.part.sentences },
    Feature { name: "words of its title", of: |view| view.part.title },
    Feature { name: "how it begins is worded", of: |view| view.part.first_wording },
    Feature { name: "how its own lines are worded", of: |view| view.part.own_wording },
    Feature { name: "how all of it is worded", of: |view| view.part.wording },
    Feature { name: "it says what is wrong", of: |view| view.part.complains },
    Feature { name: "it refers to others", of: |view| view.part.references },
    Feature { name: "its lines were named before", of: |view| view.part.named_before },
    Feature { name: "it begins with a tick or a cross", of: |view| view.part.begins_with },
    Feature { name: "it is a description", of: |view| view.part.describes },
    Feature { name: "it announces nothing", of: |view| i32::from(view.part.class == Class::Plain) },
    Feature { name: "it begins in bold", of: |view| i32::from(view.part.kind == Kind::Bold) },
    Feature { name: "its share of the reply", of: |view| permille(view.part.size, view.reply.size) },
    Feature { name: "where it stands", of: |view| permille(view.part.start, view.reply.size) },
    // Of those beside it that are written as it is.
    Feature { name: "how many are written so", of: |view| view.beside.count },
    Feature { name: "they say what is wrong", of: |view| view.beside.mean(view.beside.complain) },
    Feature { name: "they are worded", of: |view| view.beside.mean(view.beside.wording) },
    Feature { name: "they name lines", of: |view| view.beside.mean(view.beside.name_lines) },
    Feature { name: "they are fields", of: |view| view.beside.mean(view.beside.fields) },
    Feature { name: "their signs", of: |view| view.beside.mean(view.beside.signs) },
    // Of what it stands under.
    Feature { name: "signs of what it stands under", of: |view| view.above.signs },
    Feature { name: "words of that title", of: |view| view.above.title },
    Feature {
        name: "it stands under a severity",
        of: |view| i32::from(matches!(view.above.class, Class::Severity(_))),
    },
    // Of the reply.
    Feature { name: "headings of the reply", of: |view| view.reply.headings },
];

/// How much is measured.
pub const COUNT: usize = FEATURES.len();

/// The names of what is measured.
#[must_use]
pub fn names() -> [&'static str; COUNT] {
    FEATURES.map(|feature| feature.name)
}

/// A part, and what stands around it.
struct View<'v> {
    part: &'v Traits,
    above: &'v Traits,
    beside: Beside,
    reply: &'v Whole,
}

/// The reply as a whole.
struct Whole {
    /// In bytes.
    size: i32,
    headings: i32,
}

/// What a part is like by itself.
#[derive(Debug, Default)]
pub struct Traits {
    kind: Kind,
    class: Class,
    own_signs: i32,
    signs: i32,
    /// Of its own lines, in bytes.
    length: i32,
    sentences: i32,
    /// In words.
    title: i32,
    first_wording: i32,
    own_wording: i32,
    wording: i32,
    /// 1 if it says what is wrong, else 0; so are `describes`, `is_field` and `names_lines`.
    complains: i32,
    /// How many findings it names by their numbers.
    references: i32,
    /// How many of the lines that it names were named before, in hundredths.
    named_before: i32,
    /// With what mark it begins.
    begins_with: i32,
    describes: i32,
    is_field: i32,
    names_lines: i32,
    /// Where it begins, in bytes.
    start: i32,
    /// With the parts below it, in bytes.
    size: i32,
}

impl Traits {
    /// What is to be known of a part that may not be a finding.
    #[must_use]
    pub fn of_layout(reading: &Reading<'_, '_>, node: &Node<'_>) -> Self {
        let range = reading.source.lines_range(node.lines.clone());
        Self {
            kind: node.kind,
            class: node.class,
            start: count(range.start),
            size: count(range.len()),
            ..Self::default()
        }
    }

    /// Whether it says what is wrong.
    #[must_use]
    pub fn says_what_is_wrong(&self) -> bool {
        self.complains > 0
    }

    /// What a part is like whose own signs, and all of them, weigh so much. What it names is added to what those before it named,
    /// each with where.
    #[must_use]
    pub fn of(
        reading: &Reading<'_, '_>,
        outline: &Outline<'_>,
        node: &Node<'_>,
        [own_signs, signs]: [i32; 2],
        named: &mut BTreeMap<Key, usize>,
    ) -> Self {
        // A sign that rules a finding out weighs a hundred: how many there are says nothing.
        const LEAST: i32 = -20;
        let own = own_lines(outline, node);
        let text = reading.source.lines_text(own.clone());
        steps::add(text.len());
        let field = beginnings::label(node.text).map(|(key, _)| labels::role(key));
        let range = reading.source.lines_range(node.lines.clone());
        Self {
            kind: node.kind,
            class: node.class,
            own_signs: own_signs.max(LEAST),
            signs: signs.max(LEAST),
            length: count(text.len() - text.matches('\r').count()),
            sentences: count(text.matches(". ").count()),
            title: count(node.lead().title.map_or(0, |title| title.split_whitespace().count())),
            first_wording: wording::weight(node.text),
            own_wording: wording::weight(&text),
            wording: wording::weight(&beginning(reading, node.lines.clone())),
            complains: i32::from(complains(reading, outline, node)),
            references: count(references(&text)),
            named_before: named_before(&text, range.start, named),
            begins_with: match text.trim_start_matches(['*', '_', ' ', '-', '[']).chars().next() {
                Some(mark) if vocabulary::TICKS.contains(&mark) => -1,
                Some('❌' | '✗' | '✘' | '⚠' | '🔴' | '🟠' | '🟡') => 1,
                _ => 0,
            },
            describes: i32::from(field == Some(Some("description"))),
            is_field: i32::from(field.is_some()),
            names_lines: i32::from(own.clone().any(|number| place_lines::names_lines(reading.source.line(number)))),
            start: count(range.start),
            size: count(range.len()),
        }
    }
}

/// As much of the beginning of some lines as is weighed by its words.
fn beginning(reading: &Reading<'_, '_>, lines: Range<usize>) -> String {
    let mut text = String::new();
    for number in lines {
        let left = wording::LENGTH.saturating_sub(text.len());
        if left == 0 {
            break;
        }
        let line = reading.source.line(number);
        let end = (0..=left.min(line.len())).rev().find(|end| line.is_char_boundary(*end)).unwrap_or(0);
        text.push_str(line.get(..end).unwrap_or_default());
        text.push('\n');
    }
    steps::add(text.len());
    text
}

/// How many findings a text names by their numbers: `#3`.
fn references(text: &str) -> usize {
    text.split('#').skip(1).filter(|rest| rest.starts_with(|digit: char| digit.is_ascii_digit())).count()
}

/// How many of the lines that a text names were named before it, in hundredths: `src/a.ts:12`. The part that a line was first named
/// in may hold others.
fn named_before(text: &str, start: usize, named: &mut BTreeMap<Key, usize>) -> i32 {
    let is_mark = |mark: char| !(mark.is_alphanumeric() || matches!(mark, '.' | '/' | '_' | '-' | ':'));
    let names_lines = |word: &&str| {
        word.split_once(':')
            .is_some_and(|(file, lines)| file.contains('.') && lines.starts_with(|digit: char| digit.is_ascii_digit()))
    };
    let (mut all, mut before) = (0, 0);
    for word in text.split(is_mark).map(|word| word.trim_matches(['.', ':', '-'])).filter(names_lines) {
        all += 1;
        let first = named.entry(key(word)).or_insert(start);
        before += i32::from(*first < start);
    }
    if all == 0 { 0 } else { before * 100 / all }
}

/// What those beside a part are like that are written as it is: of each the sum.
#[derive(Clone, Copy, Debug, Default)]
struct Beside {
    count: i32,
    complain: i32,
    wording: i32,
    name_lines: i32,
    fields: i32,
    signs: i32,
}

impl Beside {
    /// With one part more, or one less.
    fn plus(self, part: &Traits, times: i32) -> Self {
        Self {
            count: self.count + times,
            complain: self.complain + times * part.complains,
            wording: self.wording + times * part.own_wording,
            name_lines: self.name_lines + times * part.names_lines,
            fields: self.fields + times * part.is_field,
            signs: self.signs + times * part.signs,
        }
    }

    /// The mean of a sum, in hundredths.
    fn mean(self, sum: i32) -> i32 {
        if self.count == 0 { 0 } else { sum.saturating_mul(100) / self.count }
    }
}

/// Measures all parts.
#[must_use]
pub fn measure(outline: &Outline<'_>, traits: &[Traits]) -> Vec<[i32; COUNT]> {
    let Some(root) = traits.first() else { return Vec::new() };
    let headings = outline.nodes.iter().filter(|node| node.is_marked_heading()).count();
    let reply = Whole { size: root.size, headings: count(headings) };
    let mut alike: BTreeMap<(usize, u8, usize), Beside> = BTreeMap::new();
    let key = |node: &Node<'_>| (node.parent, rank(node.kind), node.depth);
    for (node, part) in outline.nodes.iter().zip(traits).skip(1) {
        let beside = alike.entry(key(node)).or_default();
        *beside = beside.plus(part, 1);
    }
    let of = |(node, part): (&Node<'_>, &Traits)| {
        let beside = alike.get(&key(node)).copied().unwrap_or_default().plus(part, -1);
        let above = traits.get(node.parent).unwrap_or(root);
        let view = View { part, above, beside, reply: &reply };
        FEATURES.map(|feature| (feature.of)(&view))
    };
    outline.nodes.iter().zip(traits).map(of).collect()
}

/// Tells kinds apart; tables are alike.
pub fn rank(kind: Kind) -> u8 {
    match kind {
        Kind::Root => 0,
        Kind::Heading => 1,
        Kind::Bold => 2,
        Kind::Item => 3,
        Kind::Line => 4,
        Kind::Table(_) => 5,
        Kind::Text => 6,
        Kind::Fence => 7,
        Kind::Layout => 8,
    }
}

fn count(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

fn permille(part: i32, whole: i32) -> i32 {
    i32::try_from(i64::from(part) * 1000 / i64::from(whole.max(1))).unwrap_or(i32::MAX)
}
