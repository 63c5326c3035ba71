//! Any bytes, read as the report of an agent, keep every law. `npm run fuzz agent_report` seeds it with the cases of its format.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reconvene::model::{Dialect, Reply, ReplyText};
use reconvene_fuzz::hold;

fuzz_target!(|bytes: &[u8]| {
    hold(&Reply { text: ReplyText::from_bytes(bytes), dialect: Some(Dialect::AgentReport), ..Reply::default() });
});
