//! Any bytes give a result, in which every non-blank character has exactly one owner.
//! Seeded by `cargo fuzz run parse tests/cases`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reconvene::Ledger;
use reconvene::model::{Reply, ReplyText};

fuzz_target!(|bytes: &[u8]| {
    let reply = Reply { text: ReplyText::from_bytes(bytes), ..Reply::default() };
    let result = reconvene::parse(&reply, Ledger::Include);
    let units: Vec<u16> = reply.text.as_str().encode_utf16().collect();
    let mut owners = vec![0_u8; units.len()];
    for entry in result.ledger.as_deref().unwrap_or_default() {
        for owner in &mut owners[entry.span.start as usize..entry.span.end as usize] {
            *owner += 1;
        }
    }
    for (unit, owners) in units.iter().zip(owners) {
        let blank = char::from_u32(u32::from(*unit)).is_some_and(|character| character.is_whitespace() || character == '\u{feff}');
        assert!(owners == 1 || (blank && owners == 0));
    }
    for finding in &result.findings {
        assert!(!finding.id.is_empty() && !finding.fingerprint.is_empty());
    }
});
