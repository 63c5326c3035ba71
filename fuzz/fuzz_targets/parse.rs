//! Any bytes keep every law, whatever format they are read in. `npm run fuzz parse` seeds it with all cases.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reconvene::model::{Reply, ReplyText};
use reconvene_fuzz::hold;

fuzz_target!(|bytes: &[u8]| hold(&Reply { text: ReplyText::from_bytes(bytes), ..Reply::default() }));
