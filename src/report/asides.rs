//! What was found beside the tasks: parked findings and what decisions would have to cover.

use std::collections::BTreeMap;

use super::answer::Answer;
use crate::model::{DecisionImplication, Extra, Implication, Parked, ParkedFinding};

/// Each aside once, in the order in which the answers say it, with the units that say it. Asides are one when all that
/// they say is equal after folding case and white space. `names` has the name of each answer's unit.
#[must_use]
pub fn collect(answers: &[Answer], names: &[String]) -> (Vec<Parked>, Vec<Implication>) {
    let mut parked = Distinct::default();
    let mut implications = Distinct::default();
    for (answer, name) in answers.iter().zip(names) {
        for aside in &answer.result.parked {
            parked.add(words_of_parked(aside), || Parked::of(aside, name.clone()), |kept| &mut kept.units, name);
        }
        for aside in &answer.result.implications {
            let made = || Implication::of(aside, name.clone());
            implications.add(words_of_implication(aside), made, |kept| &mut kept.units, name);
        }
    }
    (parked.kept, implications.kept)
}

/// Asides without repetitions, with the place of each by its words.
struct Distinct<T> {
    kept: Vec<T>,
    places: BTreeMap<String, usize>,
}

impl<T> Default for Distinct<T> {
    fn default() -> Self {
        Self { kept: Vec::new(), places: BTreeMap::new() }
    }
}

impl<T> Distinct<T> {
    fn add(
        &mut self,
        words: String,
        made: impl FnOnce() -> T,
        units: impl FnOnce(&mut T) -> &mut Vec<String>,
        name: &str,
    ) {
        let next = self.kept.len();
        let place = *self.places.entry(words).or_insert(next);
        match self.kept.get_mut(place) {
            Some(kept) => {
                // Answers come by unit, so a unit that is there already is the last one.
                let units = units(kept);
                if units.last().is_none_or(|last| last != name) {
                    units.push(name.to_owned());
                }
            }
            None => self.kept.push(made()),
        }
    }
}

fn words_of_parked(aside: &ParkedFinding) -> String {
    folded([Some(&aside.finding), aside.category.as_ref(), aside.priority.as_ref()], &aside.extra)
}

fn words_of_implication(aside: &DecisionImplication) -> String {
    folded([Some(&aside.implication), aside.decision.as_ref(), aside.impact.as_ref()], &aside.extra)
}

/// Fields with folded case and white space, one a line.
fn folded(fields: [Option<&String>; 3], extra: &Extra) -> String {
    let fields = fields.map(|field| field.map(String::as_str).unwrap_or_default());
    let extra = extra.iter().flat_map(|pair| [pair.key.as_str(), pair.value.as_str()]);
    let fold = |field: &str| field.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    fields.into_iter().chain(extra).map(fold).collect::<Vec<_>>().join("\n")
}
