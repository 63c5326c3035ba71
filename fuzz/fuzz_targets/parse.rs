//! Any bytes give a result, in which every non-blank character has exactly one owner.
//! Seeded by `cargo fuzz run parse tests/cases`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reconvene::model::{Reply, ReplyText};
use reconvene_fuzz::owned_once;

fuzz_target!(|bytes: &[u8]| {
    let reply = Reply { text: ReplyText::from_bytes(bytes), ..Reply::default() };
    for finding in &owned_once(&reply).findings {
        assert!(!finding.id.is_empty() && !finding.fingerprint.is_empty());
    }
});
