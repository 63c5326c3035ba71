//! What a reply counts in: lists that go on counting, lines behind letters, and paragraphs in ordinal words.
//! See `docs/formats/prose.md`, "Outline".

use std::collections::BTreeSet;

use crate::order::Gather;
use crate::part::Reading;
use crate::text::blocks::{BlockKind, Item, PSEUDO_HEADING};
use crate::text::inline;

/// The paragraphs that one after the other begin with `First`, `Second`, `Third` and so on, and the one with `Last` behind them.
pub(super) fn ordinals(reading: &Reading<'_, '_>) -> BTreeSet<usize> {
    const SEVERAL: usize = 3;
    const ORDINALS: [&str; 10] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    const LAST: [&str; 3] = ["last", "lastly", "finally"];
    let paragraphs = reading.source.blocks().iter().enumerate().filter(|(_, block)| block.kind == BlockKind::Paragraph);
    let mut found = BTreeSet::new();
    for (at, block) in paragraphs {
        let line = reading.source.line(block.lines.start);
        let (first, rest) = line.trim_start().split_at(line.trim_start().find([' ', ',', ':']).unwrap_or(0));
        if !rest.starts_with([',', ':']) {
            continue;
        }
        let word = inline::words(first).trim_end_matches("ly").to_owned();
        let is_next = ORDINALS.get(found.len()).is_some_and(|next| *next == word);
        let is_last = found.len() >= SEVERAL && LAST.contains(&inline::words(first).as_str());
        if is_next || is_last {
            found.insert(at);
        }
    }
    if found.len() >= SEVERAL { found } else { BTreeSet::new() }
}

/// Of some lines, those that are counted in bold, each with the number after the one before, where the first is and they are
/// several: `**3.** The key is logged.`
pub(super) fn counted_in_bold<'t>(lines: impl Iterator<Item = (usize, &'t str)>) -> Vec<usize> {
    const SEVERAL: usize = 2;
    let count = |line: &str| -> Option<u32> {
        let inner = line.trim_start().strip_prefix("**")?;
        let digits = inner.find(|mark: char| !mark.is_ascii_digit())?;
        let (number, after) = inner.split_at_checked(digits)?;
        after.starts_with(['.', ')', '*', ' ']).then(|| number.parse().ok())?
    };
    let mut found = Vec::new();
    let mut last = None;
    for (at, line) in lines {
        let number = count(line);
        if found.is_empty() && number.is_none() {
            break;
        }
        if let Some(number) = number.filter(|number| last.is_none_or(|last| *number == last + 1)) {
            found.push(at);
            last = Some(number);
        }
    }
    if found.len() >= SEVERAL { found } else { Vec::new() }
}

/// The paragraphs that are counted by letters from `a)` or `a.` on, one after the other, with lists between them.
pub(super) fn lettered_paragraphs(reading: &Reading<'_, '_>) -> BTreeSet<usize> {
    const SEVERAL: usize = 3;
    let mut found: Vec<usize> = Vec::new();
    let mut letters = 'a'..='z';
    let mut next = letters.next();
    for (at, block) in reading.source.blocks().iter().enumerate() {
        let first = reading.source.line(block.lines.start);
        if block.kind == BlockKind::Paragraph && next.is_some_and(|letter| behind_letter(first, letter).is_some()) {
            found.push(at);
            next = letters.next();
        }
    }
    if found.len() >= SEVERAL { found.into_iter().gather() } else { BTreeSet::new() }
}

/// What stands behind a letter that counts: `a. `, `a) `.
fn behind_letter(line: &str, letter: char) -> Option<&str> {
    let text = line.trim().strip_prefix(letter)?;
    Some(text.strip_prefix(['.', ')'])?.strip_prefix(' ')?.trim_start())
}

/// A paragraph without the letter that counts it.
pub(super) fn unlettered(line: &str) -> &str {
    let letter = line.trim_start().chars().next();
    letter.and_then(|letter| behind_letter(line, letter)).unwrap_or(line)
}

/// For each block, the first number of the next list in the same section, if it begins with one.
pub(super) fn next_numbers(reading: &Reading<'_, '_>) -> Vec<Option<u32>> {
    let mut next = None;
    let mut numbers: Vec<Option<u32>> = Vec::new();
    for block in reading.source.blocks().iter().rev() {
        numbers.push(next);
        match &block.kind {
            BlockKind::Heading { level } if *level < PSEUDO_HEADING => next = None,
            BlockKind::List(items) => next = items.first().and_then(|item| number_of(reading, item)),
            _ => {}
        }
    }
    numbers.reverse();
    numbers
}

/// The number that an item is counted by.
pub(super) fn number_of(reading: &Reading<'_, '_>, item: &Item) -> Option<u32> {
    let line = reading.source.line(item.lines.start).trim_start();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    line.get(..digits).filter(|_| item.numbered)?.parse().ok()
}

/// What stands behind the letters that count the lines of a paragraph from `a.` or `a)` on, where they are several.
pub(super) fn lettered<'t>(lines: impl Iterator<Item = &'t str>) -> Option<Vec<&'t str>> {
    const SEVERAL: usize = 3;
    let mut letters = 'a'..='z';
    let mut behind = |line: &'t str| behind_letter(line, letters.next()?);
    let found: Option<Vec<&str>> = lines.map(&mut behind).collect();
    found.filter(|found| found.len() >= SEVERAL)
}

/// The numbers that count the lines of a paragraph from `#1` on, each with what stands behind it, where they are several.
pub(super) fn counted_by_sign<'t>(lines: impl Iterator<Item = &'t str>) -> Option<Vec<(&'t str, &'t str)>> {
    const SEVERAL: usize = 2;
    let mut last = 0;
    let mut behind = |line: &'t str| {
        let (count, text) = line.trim().strip_prefix('#')?.split_once(' ')?;
        let count = count.trim_end_matches([':', '.', ')']);
        let number = count.parse::<u32>().ok().filter(|number| *number > last && (last > 0 || *number == 1))?;
        last = number;
        Some((count, text.trim()))
    };
    let found: Option<Vec<_>> = lines.map(&mut behind).collect();
    found.filter(|found| found.len() >= SEVERAL)
}
