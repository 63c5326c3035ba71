//! The documents that the digests describe: which digests belong to which document, and which document a reference
//! means.

use super::inventory::Inventory;
use super::shelf::{SAME_NAME, Shelf};
use crate::model::{Code, CrossReference, Detail, Diagnostic, Digest, Status};
use crate::part::units::{Identity, plain};
use crate::report::answer::Answer;
use crate::report::coverage::{is_complete, lists_all_sections};
use crate::report::number;

/// All digests and the documents that they are on.
#[derive(Debug, Default)]
pub struct Library<'a> {
    /// The digests, in the order of their replies.
    pub digests: Vec<Digested<'a>>,
    shelf: Shelf,
    /// What is known of each document of the shelf.
    documents: Vec<Document>,
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

#[derive(Clone, Debug, Default)]
struct Document {
    /// Whether anyone could read it.
    read: bool,
    inventory: Inventory,
}

impl<'a> Library<'a> {
    /// The digests of some answers; `None` where there are none.
    #[must_use]
    pub fn of(answers: &'a [Answer]) -> Option<Self> {
        let digests = answers.iter().enumerate().filter_map(|(at, answer)| match &answer.result.detail {
            // Of a document that nobody could read there is no digest.
            Detail::Digest(digest) if answer.result.status != Status::Error || !digest.is_empty() => {
                Some((at, answer, digest))
            }
            _ => None,
        });
        let digests: Vec<_> =
            digests.map(|(at, answer, digest)| (at, answer, digest, name(at, answer, digest))).collect();
        if digests.is_empty() {
            return None;
        }
        let shelf = Shelf::of(digests.iter().map(|(.., name)| name.as_str()));
        let documents = vec![Document::default(); shelf.len()];
        let mut library = Self { digests: Vec::new(), shelf, documents };
        for (at, answer, digest, name) in digests {
            let [document] = library.meant(&name)[..] else { continue };
            if let Some(document) = library.documents.get_mut(document) {
                document.read |= answer.result.status != Status::Error;
                document.inventory.complete |=
                    is_complete(&answer.result) && lists_all_sections(&answer.result, digest);
                document.inventory.add(&digest.sections);
            }
            library.digests.push(Digested { result: number(at), name, document, digest });
        }
        Some(library)
    }

    /// The documents that a name may mean, by their places.
    #[must_use]
    pub fn meant(&self, name: &str) -> Vec<usize> {
        self.shelf.meant(name)
    }

    /// The key and the name of a document.
    #[must_use]
    pub fn document(&self, at: usize) -> (&str, &str) {
        self.shelf.document(at)
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
            "{} documents share their name with more than {SAME_NAME} others. References to them must use the full path.",
            self.shelf.crowded
        );
        (self.shelf.crowded > 0).then(|| Diagnostic::new(Code::BoundReached, message, None))
    }
}

/// The document of a digest: the one that it names, else its unit, else where it came from.
fn name(at: usize, answer: &Answer, digest: &Digest) -> String {
    let names = [digest.document.as_deref(), answer.unit.as_ref().map(Identity::name), answer.result.source.as_deref()];
    let name = names.into_iter().flatten().find(|name| !plain(name).is_empty());
    name.map_or_else(|| format!("reply {}", at + 1), str::to_owned)
}
