//! Units that are named with their folders and without, and by the files that replies stand in. See `docs/formats/protocol-v1.md`, "Units".

use std::collections::{BTreeMap, BTreeSet};

use super::answer::Answer;
use crate::model::{DispatchPlan, ExpectedUnit};
use crate::order::Arrange;
use crate::part::units::Identity;
use crate::report::rollup::shelf::{Shelf, key};
use crate::text::inline;

/// Puts each answer that stands in a file by the name of an expected unit on that unit, where it names none: `security.md`,
/// where `security` was asked for.
pub fn name_by_files(answers: &mut [Answer], expected: &[ExpectedUnit]) {
    let asked: BTreeSet<Identity> = expected.iter().filter_map(|unit| Identity::of(&unit.unit)).collect();
    for answer in answers.iter_mut().filter(|answer| answer.unit.is_none()) {
        let Some(source) = answer.result.source.as_deref() else { continue };
        let file = source.rsplit(['/', '\\']).next().unwrap_or(source);
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let named = [source, file, stem].into_iter().filter_map(Identity::of).find(|unit| asked.contains(unit));
        answer.unit = named;
    }
}

/// Puts each answer on the unit that was asked for in other words: `Completeness and Gaps` where it was `Completeness & Gaps`,
/// `Dimension 7: Ground Truth`, or what a plan calls the work: `Read docs/API.md`.
fn name_by_words(answers: &mut [Answer], expected: &[ExpectedUnit], plan: Option<&DispatchPlan>) {
    let asked: BTreeSet<Identity> = expected.iter().filter_map(|unit| Identity::of(&unit.unit)).collect();
    let units = plan.into_iter().flat_map(|plan| &plan.waves).flat_map(|wave| &wave.units);
    let subjects = units.filter_map(|unit| Some((spoken(&unit.subject), Identity::of(&unit.unit)?)));
    let names = asked.iter().filter(|unit| unit.documents().is_empty()).map(|unit| (spoken(unit.name()), unit.clone()));
    let mut meant: BTreeMap<String, Option<Identity>> = BTreeMap::new();
    for (words, unit) in names.chain(subjects) {
        // What two are called is neither.
        meant
            .entry(words)
            .and_modify(|known| *known = known.take().filter(|known| *known == unit))
            .or_insert(Some(unit));
    }
    for answer in answers.iter_mut() {
        let Some(unit) = answer.unit.as_ref().filter(|unit| !asked.contains(unit)) else { continue };
        if let Some(Some(known)) = meant.get(&spoken(unit.name())) {
            answer.unit = Some(known.clone());
        }
    }
}

/// The words of a name, without those by which one writes it differently.
fn spoken(name: &str) -> String {
    let words = inline::words(name);
    let mut words: Vec<&str> = words.split(' ').filter(|word| *word != "and").collect();
    let is_number = |word: &&str| word.bytes().all(|digit| digit.is_ascii_digit());
    if let ["dimension", number, _, ..] = words[..] {
        words.drain(..if is_number(&number) { 2 } else { 1 });
    }
    words.join(" ")
}

/// Puts each answer on the unit that its name means among all that are named: `index.js` is
/// `src/index.js`, unless another unit ends so too. What was expected keeps its name; so does what the host names, where
/// nothing was expected: whoever names two units means two.
pub fn settle(answers: &mut [Answer], expected: &[ExpectedUnit], plan: Option<&DispatchPlan>) {
    name_by_words(answers, expected, plan);
    let asked: Vec<Identity> = expected.iter().filter_map(|unit| Identity::of(&unit.unit)).collect();
    let named = answers.iter().filter_map(|answer| answer.unit.as_ref());
    let names = Names { all: shelf(named.chain(&asked)), asked: shelf(asked.iter()), keys: keys(&asked) };
    for answer in answers.iter_mut() {
        let Some(unit) = &answer.unit else { continue };
        let parts: Vec<&str> = unit.documents().iter().map(|name| names.meant(name, answer.unit_given)).collect();
        let of_documents = unit.name().split(" + ").count() == parts.len();
        if of_documents && parts.iter().ne(unit.documents()) {
            answer.unit = Identity::of(&parts.join(" + "));
        }
    }
}

/// The documents that units name.
struct Names {
    all: Shelf,
    asked: Shelf,
    /// Those that were asked for, as they were written, sorted.
    keys: Vec<String>,
}

impl Names {
    /// The name of the document that a name means: as it was asked for, else the longest; itself, where it may mean several.
    fn meant<'n>(&'n self, name: &'n str, given: bool) -> &'n str {
        if self.keys.binary_search(&key(name)).is_ok() {
            return name;
        }
        let [only] = self.all.meant(name)[..] else { return name };
        let (_, longest) = self.all.document(only);
        match self.asked.meant(longest)[..] {
            // Where two units end so, neither is the one that was asked for.
            [asked_for] if self.all.meant(self.asked.document(asked_for).1) == [only] => {
                self.asked.document(asked_for).1
            }
            _ if given => name,
            _ => longest,
        }
    }
}

fn shelf<'n>(units: impl Iterator<Item = &'n Identity>) -> Shelf {
    let mut names: Vec<&str> = units.flat_map(Identity::documents).map(String::as_str).collect();
    names.arrange();
    names.dedup();
    Shelf::of(names.into_iter())
}

fn keys(units: &[Identity]) -> Vec<String> {
    let mut keys: Vec<String> = units.iter().flat_map(Identity::documents).map(|name| key(name)).collect();
    keys.arrange();
    keys
}
