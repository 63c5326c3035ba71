//! The laws, as properties: over the cases in full, over the corpus in samples.
// A test may stop the run, and says what it saw.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stdout,
    clippy::print_stderr
)]

mod support;

use std::collections::BTreeMap;

use reconvene::Ledger;
use reconvene::model::{AgentResult, Dialect};

fn parse_with_ledger(text: &str) -> AgentResult {
    reconvene::parse(&support::reply(text.as_bytes()), Ledger::Include)
}

/// Every non-blank character has one owner.
fn check_ledger(name: &str, text: &str) {
    let result = parse_with_ledger(text);
    let units: Vec<u16> = text.encode_utf16().collect();
    let mut owned = vec![0_u8; units.len()];
    let entries = result.ledger.unwrap_or_default();
    for entry in &entries {
        for unit in owned.iter_mut().take(entry.span.end as usize).skip(entry.span.start as usize) {
            *unit += 1;
        }
    }
    let blank = |unit: u16| {
        char::from_u32(u32::from(unit)).is_some_and(|character| character.is_whitespace() || character == '\u{feff}')
    };
    for (at, count) in owned.iter().enumerate() {
        assert!(*count <= 1, "{name}: the code unit {at} has {count} owners");
        assert!(
            *count == 1 || blank(units[at]),
            "{name}: the code unit {at} has no owner: {:?}",
            String::from_utf16_lossy(&units[at..(at + 30).min(units.len())])
        );
    }
    for remainder in &result.remainder {
        let span = remainder.span;
        let text = String::from_utf16(&units[span.start as usize..span.end as usize]).expect("spans cut no character");
        assert_eq!(text, remainder.text, "{name}: a remainder is not the text of its span");
    }
}

/// A fresh word in the place of any other changes what the result says.
fn check_words(name: &str, text: &str, every: usize, ignored: &mut Vec<String>) -> usize {
    const FRESH: &str = "zyxwort";
    let before = support::said(text);
    let words = support::words(text);
    let mut checked = 0;
    for word in words.iter().step_by(every.max(1)) {
        let changed = format!("{}{FRESH}{}", &text[..word.start], &text[word.end..]);
        if support::said(&changed) == before {
            let line = text[..word.end].lines().last().unwrap_or_default();
            ignored.push(format!("{name}: {:?} at byte {}, in {line:?}", &text[word.clone()], word.start));
        }
        checked += 1;
    }
    checked
}

#[test]
fn nothing_is_lost_in_the_cases() {
    let mut checked = 0;
    let mut ignored = Vec::new();
    let mut words_of: BTreeMap<Dialect, usize> = BTreeMap::new();
    for path in support::cases() {
        let text = String::from_utf8_lossy(&std::fs::read(&path).expect("a readable case")).into_owned();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        check_ledger(&name, &text);
        let words = check_words(&name, &text, 1, &mut ignored);
        *words_of.entry(support::parse(&text).dialect).or_default() += words;
        checked += words;
    }
    println!("{words_of:?}");
    assert_eq!(words_of.len(), 6, "a format has no cases: {words_of:?}");
    assert!(words_of.values().all(|words| *words > 500), "a format has few words: {words_of:?}");
    assert!(ignored.is_empty(), "{} words are ignored:\n{}", ignored.len(), ignored.join("\n"));
    assert!(checked > 5_000, "only {checked} words were checked");
}

/// How many words of each file of the corpus are replaced.
const WORDS_A_FILE: usize = 12;

#[test]
fn nothing_is_lost_in_the_corpus() {
    let Some(folder) = support::corpus() else { return };
    let replies = folder.parent().map(|shared| shared.join("replies")).unwrap_or_default();
    let labelled = folder.parent().map(|shared| shared.join("labelled")).unwrap_or_default();
    let (mut files, mut checked) = (0, 0);
    let mut ignored = Vec::new();
    for path in [folder, replies, labelled].iter().flat_map(|folder| support::files(folder, &[])) {
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        check_ledger(&name, &text);
        let every = support::words(&text).len() / WORDS_A_FILE;
        if text.len() < 60_000 {
            checked += check_words(&name, &text, every, &mut ignored);
        }
        files += 1;
    }
    println!("{files} files, {checked} words replaced");
    assert!(ignored.is_empty(), "{} words are ignored:\n{}", ignored.len(), ignored.join("\n"));
    assert!(files > 0, "the corpus is empty");
}
