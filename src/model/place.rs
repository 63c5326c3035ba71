//! Where a finding points to. See `docs/formats/places.md`.

use serde::{Deserialize, Serialize};

/// A location as an agent writes it: one cell, often several places.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Location {
    /// As written.
    pub text: String,
    /// Every place that it names.
    pub places: Vec<Place>,
}

/// One place in a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// The document, with aliases such as "A" or "Doc B" resolved.
    pub document: Option<String>,
    /// The section: its number, its heading, or both, without the section mark.
    pub section: Option<String>,
    /// First and last line, inclusive.
    pub lines: Option<[u32; 2]>,
}
