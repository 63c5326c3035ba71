//! Units that are named with their folders and without, and by the files that replies stand in. See `docs/formats/protocol-v1.md`, "Units".

use std::collections::{BTreeMap, BTreeSet};

use super::answer::{Answer, NamedBy};
use crate::model::{DispatchPlan, ExpectedUnit};
use crate::order::{Arrange, Gather};
use crate::part::units::Identity;
use crate::report::rollup::shelf::{Shelf, key};

/// Puts each answer that stands in a file by the name of an expected unit on that unit, where it names none: `security.md`,
/// where `security` was asked for. Its result says so, for who plans from the report what to ask again.
pub fn name_by_files(answers: &mut [Answer], expected: &[ExpectedUnit]) {
    let asked: BTreeSet<Identity> = expected.iter().filter_map(|unit| Identity::of(&unit.unit)).gather();
    for answer in answers.iter_mut().filter(|answer| answer.unit.is_none()) {
        let Some(source) = answer.result.source.as_deref() else { continue };
        let file = source.rsplit(['/', '\\']).next().unwrap_or(source);
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let named = [source, file, stem].into_iter().filter_map(Identity::of).find_map(|unit| asked.get(&unit));
        let Some(unit) = named else { continue };
        answer.result.unit = Some(unit.name().to_owned());
        answer.unit = Some(unit.clone());
        answer.unit_by = NamedBy::File;
    }
}

/// Puts each answer on the unit that was asked for in other words: `Completeness and Gaps` where it was `Completeness & Gaps`,
/// `Dimension 7: Ground Truth`, or what a plan calls the work: `Read docs/API.md`.
fn name_by_words(answers: &mut [Answer], expected: &[ExpectedUnit], plan: Option<&DispatchPlan>) {
    let asked: BTreeSet<Identity> = expected.iter().filter_map(|unit| Identity::of(&unit.unit)).collect();
    let units = plan.into_iter().flat_map(|plan| &plan.waves).flat_map(|wave| &wave.units);
    let subjects = units.filter_map(|unit| Some((spoken(&unit.subject), Identity::of(&unit.unit)?)));
    let names = asked.iter().filter(|unit| unit.documents().is_empty()).map(|unit| (spoken(unit.name()), unit.clone()));
    let mut meant: BTreeMap<String, BTreeSet<(Option<String>, Identity)>> = BTreeMap::new();
    for (spoken, unit) in names.chain(subjects).filter(|(spoken, _)| !spoken.words.is_empty()) {
        meant.entry(spoken.words).or_default().insert((spoken.number, unit));
    }
    for answer in answers.iter_mut() {
        let Some(unit) = answer.unit.as_ref().filter(|unit| !asked.contains(unit)) else { continue };
        let Spoken { words, number } = spoken(unit.name());
        let is_meant = |known: &Option<String>| known.is_none() || number.is_none() || *known == number;
        let named = meant.get(&words).into_iter().flatten().filter(|(known, _)| is_meant(known)).map(|(_, unit)| unit);
        let named: BTreeSet<&Identity> = named.collect();
        // What two are called is neither.
        if let (Some(known), 1) = (named.first(), named.len()) {
            answer.unit = Some((*known).clone());
        }
    }
}

/// A name without what one writes differently.
pub struct Spoken {
    /// In lower case, with one blank between them.
    pub words: String,
    /// Of a dimension.
    number: Option<String>,
}

/// The words of a name, without those by which one writes it differently. `C++` and `C#` are not `C`, nor is `1.2` `1-2`.
pub fn spoken(name: &str) -> Spoken {
    let mut words = String::with_capacity(name.len());
    let mut characters = name.chars().peekable();
    while let Some(character) = characters.next() {
        let is_behind = words.ends_with(|last: char| last.is_alphanumeric() || matches!(last, '+' | '#'));
        let is_between = is_behind && characters.peek().is_some_and(|next| next.is_alphanumeric());
        match character {
            '+' | '#' if is_behind => words.push(character),
            '.' if is_between => words.push(character),
            _ if character.is_alphanumeric() => words.extend(character.to_lowercase()),
            _ => words.push(' '),
        }
    }
    let mut words: Vec<&str> = words.split_whitespace().filter(|word| *word != "and").collect();
    let is_number = |word: &&str| word.bytes().all(|digit| digit.is_ascii_digit());
    let mut number = None;
    if let ["dimension", first, _, ..] = words[..] {
        number = Some(first).filter(is_number).map(str::to_owned);
        words.drain(..if number.is_some() { 2 } else { 1 });
    }
    Spoken { words: words.join(" "), number }
}

/// Puts each answer on the unit that its name means among all that are named: `index.js` is
/// `src/index.js`, unless another unit ends so too. What was expected keeps its name; so does what the host names, where
/// nothing was expected: whoever names two units means two.
pub fn settle(answers: &mut [Answer], expected: &[ExpectedUnit], plan: Option<&DispatchPlan>) {
    name_by_words(answers, expected, plan);
    let asked: Vec<Identity> = expected.iter().filter_map(|unit| Identity::of(&unit.unit)).collect();
    let wanted: BTreeSet<&Identity> = asked.iter().collect();
    let named = answers.iter().filter_map(|answer| answer.unit.as_ref());
    let names = Names { all: shelf(named.chain(&asked)), asked: shelf(asked.iter()), keys: keys(&asked) };
    for answer in answers.iter_mut() {
        let Some(unit) = answer.unit.as_ref().filter(|unit| !wanted.contains(unit)) else { continue };
        let behind = behind_work(unit.name()).into_iter();
        let mut behind = behind.map(|unit| names.settled(&unit, answer.unit_given()).unwrap_or(unit));
        let settled = behind.find(|unit| wanted.contains(unit));
        if let Some(settled) = settled.or_else(|| names.settled(unit, answer.unit_given())) {
            answer.unit = Some(settled);
        }
    }
}

/// What documents call the work on a unit, before its name: `Read: API.md`, `Verify consistency: API.md <-> DATA.md`.
const WORK: [&str; 6] = ["read for spec", "read", "verify consistency", "consistency", "review dimension", "dimension"];

/// The units that a name may mean behind the name of the work.
fn behind_work(name: &str) -> Vec<Identity> {
    let behind = |part: &str, work: &str| {
        let is_work = part.get(..work.len()).is_some_and(|before| before.eq_ignore_ascii_case(work));
        let behind = part.get(work.len()..).filter(|behind| is_work && behind.starts_with([':', ' ']));
        behind.map(|behind| behind.trim_start_matches([':', ' ']).to_owned())
    };
    let named = WORK.into_iter().filter_map(|work| {
        let parts = || name.split(" + ");
        let is_named = parts().any(|part| behind(part, work).is_some());
        let named: Vec<String> = parts().map(|part| behind(part, work).unwrap_or_else(|| part.to_owned())).collect();
        Identity::of(&named.join(" + ")).filter(|_| is_named)
    });
    named.collect()
}

/// The documents that units name.
struct Names {
    all: Shelf,
    asked: Shelf,
    /// Those that were asked for, as they were written, sorted.
    keys: Vec<String>,
}

impl Names {
    /// The unit by the names that its documents mean, where these are others.
    fn settled(&self, unit: &Identity, given: bool) -> Option<Identity> {
        let parts: Vec<&str> = unit.documents().iter().map(|name| self.meant(name, given)).collect();
        let of_documents = unit.name().split(" + ").count() == parts.len();
        (of_documents && parts.iter().ne(unit.documents())).then(|| Identity::of(&parts.join(" + ")))?
    }

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

#[cfg(test)]
mod tests {
    use crate::model::{AggregateOptions, ExpectedUnit, Reply};

    #[test]
    fn a_unit_is_answered_under_a_name_in_other_words_alone() {
        let is_answered = |asked: &str, named: &str| {
            let expected = vec![ExpectedUnit { unit: asked.to_owned(), ..ExpectedUnit::default() }];
            let options = AggregateOptions { expected, ..AggregateOptions::default() };
            let reply = Reply { text: "No issues found.".into(), unit: Some(named.to_owned()), ..Reply::default() };
            crate::aggregate(vec![reply], &options).gaps.is_empty()
        };
        for (asked, named) in [
            ("Completeness & Gaps", "Completeness and Gaps"),
            ("Ground Truth", "Dimension 7: Ground Truth"),
            ("Dimension 7: Ground Truth", "ground-truth"),
            ("C++ review", "c++-review"),
        ] {
            assert!(is_answered(asked, named), "{asked}: {named}");
        }
        for (asked, named) in [
            ("C++ review", "C review"),
            ("C++ review", "C# review"),
            ("Task 1.2", "Task 1-2"),
            ("Dimension 7: Ground Truth", "Dimension 3: Ground Truth"),
            ("And", "and-and"),
        ] {
            assert!(!is_answered(asked, named), "{asked}: {named}");
        }
    }
}
