//! The fingerprint of a finding: the same in every run that reads the same words.

use std::hash::Hasher;

use siphasher::sip::SipHasher13;

use crate::model::Finding;
use crate::text::inline;

/// The version of what is hashed; part of every fingerprint.
const VERSION: &str = "f1";

/// The fingerprint of a finding that is not sealed yet.
pub const EMPTY: &str = "";

/// Whether a text has the form of a fingerprint.
#[must_use]
pub fn is_one(text: &str) -> bool {
    let digits = text.strip_prefix(VERSION).and_then(|rest| rest.strip_prefix(':')).unwrap_or_default();
    digits.len() == 16 && digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
}

/// A versioned hash of type, places and text. Case, punctuation and white space do not count.
#[must_use]
pub fn of(finding: &Finding) -> String {
    let mut hasher = SipHasher13::new();
    let mut put = |text: &str| {
        hasher.write(inline::words(text).as_bytes());
        // A byte that no UTF-8 has parts the fields.
        hasher.write_u8(0xff);
    };
    put(finding.r#type.as_deref().unwrap_or_default());
    for location in [&finding.location, &finding.counter_location] {
        for place in location.iter().flat_map(|location| &location.places) {
            put(place.document.as_deref().unwrap_or_default());
            put(place.section.as_deref().unwrap_or_default());
            put(&place.lines.map(|[first, last]| format!("{first} {last}")).unwrap_or_default());
        }
        put("");
    }
    put(finding.title.as_deref().unwrap_or_default());
    put(&finding.description);
    put(finding.suggestion.as_deref().unwrap_or_default());
    format!("{VERSION}:{:016x}", hasher.finish())
}
