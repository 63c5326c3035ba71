//! What the fuzz target asserts, on texts that stable Rust can make: cases, cut and spliced with each other.
// A test may stop the run, and says what it saw.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stdout,
    clippy::print_stderr
)]

#[path = "support/pieces.rs"]
mod pieces;
mod support;

use proptest::prelude::*;
use reconvene::Ledger;
use reconvene::model::{Dialect, Reply};

fn text() -> impl Strategy<Value = String> {
    let cases: Vec<String> = support::cases()
        .iter()
        .filter_map(|path| std::fs::read(path).ok())
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .collect();
    let case = prop::sample::select(cases);
    let cut = prop::collection::vec((case, 0.0..1.0_f64, 0.0..1.0_f64, prop::sample::select(pieces::pieces())), 1..5);
    cut.prop_map(|cuts| {
        let mut text = String::new();
        for (case, from, length, piece) in cuts {
            let characters: Vec<char> = case.chars().collect();
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
            let at = |share: f64| (share * characters.len() as f64) as usize;
            let start = at(from);
            text.extend(characters.iter().skip(start).take(at(length)));
            text.push_str(&piece);
        }
        text
    })
}

/// A format that the host names, or none.
fn dialect() -> impl Strategy<Value = Option<Dialect>> {
    use Dialect::{AgentReport, Bowser, JsonReturn, Prose, ProtocolV1};
    let named = [ProtocolV1, AgentReport, Bowser, JsonReturn, Prose].map(Some);
    prop::sample::select([None, None].into_iter().chain(named).collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn any_text_has_a_result_in_which_every_character_has_one_owner(text in text(), dialect in dialect()) {
        let reply = Reply { dialect, ..support::reply(text.as_bytes()) };
        let result = reconvene::parse(&reply, Ledger::Include);
        let units: Vec<u16> = text.encode_utf16().collect();
        let mut owners = vec![0_u8; units.len()];
        for entry in result.ledger.unwrap_or_default() {
            for owner in &mut owners[entry.span.start as usize..entry.span.end as usize] {
                *owner += 1;
            }
        }
        for (at, (unit, owners)) in units.iter().zip(owners).enumerate() {
            let blank = char::from_u32(u32::from(*unit)).is_some_and(|character| character.is_whitespace() || character == '\u{feff}');
            prop_assert!(owners == 1 || (blank && owners == 0), "code unit {at} has {owners} owners");
        }
    }

    #[test]
    fn no_word_of_any_text_is_ignored(text in text(), dialect in dialect(), share in 0.0..1.0_f64) {
        let words = support::words(&text);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
        let picked = (share * words.len() as f64) as usize;
        if let Some(word) = words.get(picked) {
            let changed = format!("{}zyxwort{}", &text[..word.start], &text[word.end..]);
            let said = |text: &str| support::said_as(text, dialect);
            prop_assert!(said(&text) != said(&changed), "{:?} at {} is ignored", &text[word.clone()], word.start);
        }
    }
}
