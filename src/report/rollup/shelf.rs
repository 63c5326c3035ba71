//! Which names of documents mean the same one.

use std::collections::{BTreeMap, BTreeSet};

use crate::merge::meeting::same_document;
use crate::merge::places::document_name;
use crate::order::{Arrange, Gather};
use crate::part::units::document_key;
use crate::text::steps;

/// The most documents of one name, in different folders, among which one named without its folder is looked for.
pub const SAME_NAME: usize = 256;

/// Documents, found by any name that can mean only one of them.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    documents: Vec<Named>,
    by_key: BTreeMap<String, usize>,
    by_name: BTreeMap<String, Vec<usize>>,
    /// Documents that are found by their full names alone.
    pub crowded: usize,
}

#[derive(Clone, Debug)]
struct Named {
    key: String,
    name: String,
}

impl Shelf {
    /// The documents of some names. A name with more folders says more: it comes first, and shorter ones join it. The
    /// longest is shown, the first of equally long ones.
    #[must_use]
    pub fn of<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        let mut shelf = Self::default();
        let names: BTreeSet<&str> = names.gather();
        let mut keys: Vec<_> = names.into_iter().map(|name| (key(name), name)).collect();
        keys.arrange_by(|(one, name), (other, other_name)| {
            (other.len(), one, name).cmp(&(one.len(), other, other_name))
        });
        for (key, name) in keys {
            shelf.open(key, name);
        }
        shelf
    }

    /// Makes sure that there is a document for a key: its own, or the only one that the key may mean.
    fn open(&mut self, key: String, name: &str) {
        if self.by_key.contains_key(&key) {
            return;
        }
        let place = match self.alike(&key).as_slice() {
            [only] => *only,
            _ => {
                let of_name = self.by_name.entry(document_name(&key).to_owned()).or_default();
                if of_name.len() < SAME_NAME {
                    of_name.push(self.documents.len());
                } else {
                    self.crowded += 1;
                }
                self.documents.push(Named { key: key.clone(), name: name.to_owned() });
                self.documents.len() - 1
            }
        };
        self.by_key.insert(key, place);
    }

    /// The documents that a key may mean, where none has it for its own.
    fn alike(&self, key: &str) -> Vec<usize> {
        let named = self.by_name.get(document_name(key)).map(Vec::as_slice).unwrap_or_default();
        steps::add(named.len());
        let is_meant = |at: &usize| self.documents.get(*at).is_some_and(|document| same_document(&document.key, key));
        named.iter().copied().filter(is_meant).collect()
    }

    /// The documents that a name may mean, by their places.
    #[must_use]
    pub fn meant(&self, name: &str) -> Vec<usize> {
        let key = key(name);
        self.by_key.get(&key).map_or_else(|| self.alike(&key), |document| vec![*document])
    }

    /// The key and the name of a document.
    #[must_use]
    pub fn document(&self, at: usize) -> (&str, &str) {
        self.documents.get(at).map_or(("", ""), |document| (&document.key, &document.name))
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.documents.len()
    }
}

/// What a name is looked up by. Where `../` starts from is not known.
#[must_use]
pub fn key(name: &str) -> String {
    let key = document_key(name);
    key.trim_start_matches("../").to_owned()
}
