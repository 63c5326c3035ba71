//! Any bytes, read as a reply of the protocol, give a result in which every non-blank character has exactly one owner;
//! a report of it is read back. Seeded by `cargo fuzz run envelope tests/cases/envelope`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reconvene::model::{Dialect, Reply, ReplyText};
use reconvene_fuzz::{owned_once, read_back};

fuzz_target!(|bytes: &[u8]| {
    let reply = Reply { text: ReplyText::from_bytes(bytes), dialect: Some(Dialect::Envelope), ..Reply::default() };
    let _result = owned_once(&reply);
    read_back(reply);
});
