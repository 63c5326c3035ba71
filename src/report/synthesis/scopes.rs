//! Where each finding was reported: in which units, under which dimensions.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{AgentResult, Detail, Finding, UnifiedFinding};
use crate::part::units::{Identity, plain};
use crate::report::answer::Answer;
use crate::report::findings::members;
use crate::report::number;

/// Where findings were reported, by their places.
#[derive(Debug, Default)]
pub struct Scopes {
    of: Vec<Scope>,
    /// The dimensions, as they are written first, by their numbers.
    pub dimensions: Vec<String>,
    numbers: BTreeMap<String, u32>,
}

/// Where one finding was reported.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// Each unit with the dimension, sorted.
    cells: Vec<(u32, Option<u32>)>,
}

impl Scopes {
    /// Of some findings. `names` has the name of each answer's unit: no two units have one name. `asked` has the dimensions
    /// that units were asked to judge.
    #[must_use]
    pub fn of(
        answers: &[Answer],
        names: &[String],
        asked: &BTreeMap<Identity, &str>,
        findings: &[UnifiedFinding],
    ) -> Self {
        let mut units: BTreeMap<&str, u32> = BTreeMap::new();
        let mut scopes = Self::default();
        let judged: Vec<Option<&str>> = answers
            .iter()
            .enumerate()
            .map(|(at, answer)| {
                let name = names.get(at).map_or("", String::as_str);
                planned(asked, name).or_else(|| dimension(&answer.result))
            })
            .collect();
        // In the order of the replies, so that each dimension has the name that the first reply writes.
        for (answer, judged) in answers.iter().zip(&judged) {
            let own = answer.result.findings.iter().filter_map(own_dimension);
            for name in judged.iter().copied().chain(own) {
                scopes.number(name);
            }
        }
        for finding in findings {
            let mut cells = BTreeSet::new();
            for (at, _, member) in members(answers, finding) {
                let next = number(units.len());
                let unit = names.get(at).map_or(next, |name| *units.entry(name).or_insert(next));
                let dimension = own_dimension(member).or_else(|| judged.get(at).copied().flatten());
                cells.insert((unit, dimension.map(|name| scopes.number(name))));
            }
            scopes.of.push(Scope { cells: cells.into_iter().collect() });
        }
        scopes
    }

    /// The scope of a finding.
    #[must_use]
    pub fn get(&self, finding: usize) -> &Scope {
        const NOWHERE: &Scope = &Scope { cells: Vec::new() };
        self.of.get(finding).unwrap_or(NOWHERE)
    }

    /// The findings of a dimension, by their places.
    pub fn of_dimension(&self, dimension: &str) -> impl Iterator<Item = usize> {
        let number = self.numbers.get(&plain(dimension)).copied();
        let is_of = move |scope: &Scope| number.is_some() && scope.dimensions().any(|other| Some(other) == number);
        self.of.iter().enumerate().filter(move |(_, scope)| is_of(scope)).map(|(at, _)| at)
    }

    /// How a dimension is called.
    #[must_use]
    pub fn name(&self, number: u32) -> Option<&str> {
        self.dimensions.get(usize::try_from(number).ok()?).map(String::as_str)
    }

    fn number(&mut self, dimension: &str) -> u32 {
        let next = number(self.dimensions.len());
        let number = *self.numbers.entry(plain(dimension)).or_insert(next);
        if number == next {
            self.dimensions.push(dimension.to_owned());
        }
        number
    }
}

impl Scope {
    /// Whether it has no unit and dimension in common with another.
    #[must_use]
    pub fn is_apart(&self, other: &Self) -> bool {
        let (few, many) = if self.cells.len() < other.cells.len() { (self, other) } else { (other, self) };
        few.cells.iter().all(|cell| many.cells.binary_search(cell).is_err())
    }

    /// The units.
    pub fn units(&self) -> impl Iterator<Item = u32> {
        self.cells.iter().map(|(unit, _)| *unit)
    }

    /// The dimensions.
    pub fn dimensions(&self) -> impl Iterator<Item = u32> {
        self.cells.iter().filter_map(|(_, dimension)| *dimension)
    }
}

/// The dimension that the unit of a name was asked to judge.
pub fn planned<'d>(asked: &BTreeMap<Identity, &'d str>, unit: &str) -> Option<&'d str> {
    if asked.is_empty() { None } else { asked.get(&Identity::of(unit)?).copied() }
}

/// The dimension that a reply as a whole is on.
pub fn dimension(result: &AgentResult) -> Option<&str> {
    let dimension = match &result.detail {
        Detail::Consistency(read) => read.dimension.as_deref(),
        Detail::Verification(read) => read.dimension.as_deref(),
        _ => None,
    };
    dimension.filter(|name| !plain(name).is_empty())
}

/// The dimension that a finding names for itself.
fn own_dimension(finding: &Finding) -> Option<&str> {
    let named = finding.extra.iter().find(|pair| plain(&pair.key) == "dimension");
    named.map(|pair| pair.value.as_str()).filter(|name| !plain(name).is_empty())
}
