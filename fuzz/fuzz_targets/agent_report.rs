//! Any bytes, read as an agent report, give a result in which every non-blank character has exactly one owner;
//! a report of it is read back. Seeded by `cargo fuzz run agent_report tests/cases/agent-report`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reconvene::model::{AggregateOptions, Dialect, Format, Reply, ReplyText, Report};
use reconvene::{Ledger, parse, report};

fuzz_target!(|bytes: &[u8]| {
    let reply = Reply { text: ReplyText::from_bytes(bytes), dialect: Some(Dialect::AgentReport), ..Reply::default() };
    let result = parse(&reply, Ledger::Include);
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
    let text = report(vec![reply], Format::Json, &AggregateOptions::default());
    serde_json::from_str::<Report>(&text).expect("a report is read back");
});
