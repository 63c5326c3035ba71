//! The documents that the digests are on: which digests are on one, and which one a reference means.

use std::collections::BTreeMap;

use super::inventory::Inventory;
use crate::merge::meeting::same_document;
use crate::merge::places::document_name;
use crate::model::{Code, CrossReference, Detail, Diagnostic, Digest, Status};
use crate::part::units::{Identity, document_key, plain};
use crate::report::answer::Answer;
use crate::report::coverage::is_complete;
use crate::report::number;
use crate::text::steps;

/// The most documents of one name, in different folders, among which one named without its folder is looked for.
pub const SAME_NAME: usize = 256;

/// All digests and the documents that they are on.
#[derive(Debug, Default)]
pub struct Library<'a> {
    /// The digests, in the order of their replies.
    pub digests: Vec<Digested<'a>>,
    documents: Vec<Document>,
    by_key: BTreeMap<String, usize>,
    by_name: BTreeMap<String, Vec<usize>>,
    /// Documents that are found by their full names alone.
    crowded: usize,
}

/// One digest.
#[derive(Clone, Debug)]
pub struct Digested<'a> {
    /// The place of its reply.
    pub result: u32,
    /// The document, as its reply names it.
    pub name: String,
    /// The place of its document in the library.
    pub document: usize,
    /// What it says.
    pub digest: &'a Digest,
}

#[derive(Debug, Default)]
struct Document {
    key: String,
    name: String,
    /// Whether anyone could read it.
    read: bool,
    inventory: Inventory,
}

impl<'a> Library<'a> {
    /// The digests of some answers; `None` where there are none.
    #[must_use]
    pub fn of(answers: &'a [Answer]) -> Option<Self> {
        let digests = answers.iter().enumerate().filter_map(|(at, answer)| match &answer.result.detail {
            Detail::Digest(digest) => Some((at, answer, digest)),
            _ => None,
        });
        let digests: Vec<_> =
            digests.map(|(at, answer, digest)| (at, answer, digest, name(at, answer, digest))).collect();
        if digests.is_empty() {
            return None;
        }
        let mut library = Self::default();
        // A name with more folders says more: it comes first, and shorter ones join it.
        let mut keys: Vec<_> = digests.iter().map(|(.., name)| (document_key(name), name)).collect();
        keys.sort_by(|(one, _), (other, _)| (other.len(), one).cmp(&(one.len(), other)));
        for (key, name) in keys {
            library.open(key, name);
        }
        for (at, answer, digest, name) in digests {
            let Some(document) = library.by_key.get(&document_key(&name)).copied() else { continue };
            if let Some(document) = library.documents.get_mut(document) {
                document.read |= answer.result.status != Status::Error;
                document.inventory.complete |= is_complete(&answer.result);
                document.inventory.add(&digest.sections);
            }
            library.digests.push(Digested { result: number(at), name, document, digest });
        }
        Some(library)
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
                self.documents.push(Document { key: key.clone(), name: name.to_owned(), ..Document::default() });
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
        // Where it starts from is not known.
        let key = document_key(name);
        let key = key.trim_start_matches("../");
        self.by_key.get(key).map_or_else(|| self.alike(key), |document| vec![*document])
    }

    /// The key and the name of a document.
    #[must_use]
    pub fn document(&self, at: usize) -> (&str, &str) {
        self.documents.get(at).map_or(("", ""), |document| (&document.key, &document.name))
    }

    /// The key and the name of the document that a reference leads to; `None` where it stays in its own.
    #[must_use]
    pub fn target(&self, reference: &CrossReference) -> Option<(String, String)> {
        let name = reference.target_document.as_deref().filter(|name| !plain(name).is_empty())?;
        Some(match self.meant(name).as_slice() {
            [only] => {
                let (key, name) = self.document(*only);
                (key.to_owned(), name.to_owned())
            }
            _ => (document_key(name), name.to_owned()),
        })
    }

    /// Whether the target of a reference is there; `None` where no digest tells.
    #[must_use]
    pub fn resolve(&self, digested: &Digested<'_>, reference: &CrossReference) -> Option<bool> {
        let document = reference.target_document.as_deref().filter(|name| !plain(name).is_empty());
        let section = reference.target_section.as_deref().filter(|section| !plain(section).is_empty());
        let documents = document.map_or_else(|| vec![digested.document], |name| self.meant(name));
        let mut documents = documents.iter().filter_map(|at| self.documents.get(*at)).filter(|document| document.read);
        let Some(section) = section else {
            return (document.is_some() && documents.next().is_some()).then_some(true);
        };
        let found: Vec<_> = documents.map(|document| document.inventory.holds(section)).collect();
        match () {
            () if found.contains(&Some(true)) => Some(true),
            () if found.is_empty() || found.contains(&None) => None,
            () => Some(false),
        }
    }

    /// Says where more documents have one name than are compared.
    #[must_use]
    pub fn bounds(&self) -> Option<Diagnostic> {
        let message = format!(
            "{} documents share their name with more than {SAME_NAME} others: references find them by their full names alone.",
            self.crowded
        );
        (self.crowded > 0).then(|| Diagnostic::new(Code::BoundReached, message, None))
    }
}

/// The document of a digest: the one that it names, else its unit, else where it came from.
fn name(at: usize, answer: &Answer, digest: &Digest) -> String {
    let names = [digest.document.as_deref(), answer.unit.as_ref().map(Identity::name), answer.result.source.as_deref()];
    let name = names.into_iter().flatten().find(|name| !plain(name).is_empty());
    name.map_or_else(|| format!("reply {}", at + 1), str::to_owned)
}
