//! What every fuzz target holds a reply to.

use reconvene::model::{AggregateOptions, Format, Report};
use reconvene::{AgentResult, Ledger, Reply, parse, report};

/// The result of a reply, in which every non-blank character has exactly one owner.
///
/// # Panics
/// Where one has none, or several.
#[must_use]
pub fn owned_once(reply: &Reply) -> AgentResult {
    let result = parse(reply, Ledger::Include);
    let units: Vec<u16> = reply.text.as_str().encode_utf16().collect();
    let mut owners = vec![0_u8; units.len()];
    for entry in result.ledger.as_deref().unwrap_or_default() {
        for owner in &mut owners[entry.span.start as usize..entry.span.end as usize] {
            *owner += 1;
        }
    }
    for (unit, owners) in units.iter().zip(owners) {
        let blank =
            char::from_u32(u32::from(*unit)).is_some_and(|character| character.is_whitespace() || character == '\u{feff}');
        assert!(owners == 1 || (blank && owners == 0));
    }
    result
}

/// Makes a report of a reply and reads it back.
///
/// # Panics
/// Where that fails.
pub fn read_back(reply: Reply) {
    let text = report(vec![reply], Format::Json, &AggregateOptions::default(), &reconvene::RenderOptions::default());
    serde_json::from_str::<Report>(&text).expect("a report is read back");
}
