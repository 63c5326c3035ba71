//! Any bytes, read as text without a protocol, give a result in which every non-blank character has exactly one owner;
//! a report of it is read back. Seeded by `cargo fuzz run prose tests/cases/prose`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reconvene::model::{Dialect, Reply, ReplyText};
use reconvene_fuzz::{owned_once, read_back};

fuzz_target!(|bytes: &[u8]| {
    let reply = Reply { text: ReplyText::from_bytes(bytes), dialect: Some(Dialect::Prose), ..Reply::default() };
    let _result = owned_once(&reply);
    read_back(reply);
});
