//! Any bytes, as replies between record separators (U+001E), make one report, whatever their order and their parts; and it
//! is shown. `npm run fuzz aggregate` seeds it with all cases.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reconvene::model::{AggregateOptions, Reply, ReplyText};
use reconvene_fuzz::{show, unite};

/// The byte between replies.
const SEPARATOR: u8 = 0x1e;

/// The most replies of one text: what breaks, breaks with few.
const REPLIES: usize = 6;

fuzz_target!(|bytes: &[u8]| {
    let parts = bytes.splitn(REPLIES, |byte| *byte == SEPARATOR);
    let replies: Vec<Reply> =
        parts.map(|part| Reply { text: ReplyText::from_bytes(part), ..Reply::default() }).collect();
    unite(&replies);
    show(&reconvene::aggregate(replies, &AggregateOptions::default()));
});
