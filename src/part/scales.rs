//! Severity words that mean something else in a reply: a size, a confidence, the name of a part.

use std::collections::BTreeSet;

use super::Reading;
use super::headings::{self, heading_words};
use super::severities;
use crate::model::{Severity, severity_of_word};
use crate::text::blocks::BlockKind;
use crate::text::inline;

/// What else a reply weighs in the words of severities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scales {
    /// It gives sizes: a heading ends in `(small)` or `(large)`.
    sizes: bool,
    /// It counts how sure it is: `**Confidence:** HIGH: 8, MEDIUM: 6`.
    confidence: bool,
    /// The letters that number its findings.
    numbers: Numbers,
    /// What it says that each of [`SIGNS`] means.
    signs: [Option<Severity>; SIGNS.len()],
}

/// Signs that stand for a low severity with some, and for a remark with others.
const SIGNS: [char; 3] = ['🔵', '🟢', '⚪'];

/// Letters of severities that number findings: `P1` to `P13`, `S1` to `S9`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Numbers {
    p: bool,
    s: bool,
}

impl Scales {
    /// Looks for them in the headings and paragraphs of a reply.
    #[must_use]
    pub fn of(reading: &Reading<'_, '_>) -> Self {
        let mut scales = Self::default();
        let mut weighed = false;
        let (mut of_p, mut of_s) = (Run::default(), Run::default());
        let mut others: BTreeSet<char> = BTreeSet::new();
        for block in reading.source.blocks() {
            match block.kind {
                BlockKind::Heading { level } => {
                    let text = heading_words(reading, block).to_ascii_lowercase();
                    weighed = headings::group(&text).is_some() || (weighed && level > 2);
                    scales.sizes |= text.ends_with("(small)") || text.ends_with("(large)");
                }
                BlockKind::Paragraph => scales.confidence |= counts_confidence(&reading.source.block_text(block)),
                _ => {}
            }
            if !matches!(block.kind, BlockKind::Fence { .. }) {
                for line in block.lines.clone() {
                    scales.learn_signs(reading.source.line(line));
                    let Some((letter, number, mark)) = code(reading.source.line(line)) else { continue };
                    let run = match letter {
                        'P' => &mut of_p,
                        'S' => &mut of_s,
                        _ => {
                            others.extend((number > 1 && mark == '.').then_some(letter));
                            continue;
                        }
                    };
                    run.take(number, mark);
                    // What is weighed already is numbered by it: `## Critical`, then `**S1. …**`.
                    if number > LAST || (weighed && mark == '.') {
                        scales.numbers.p |= letter == 'P';
                        scales.numbers.s |= letter == 'S';
                    }
                }
            }
        }
        // `D1.` to `D3.` and `E1.` to `E2.`: each section of the reply counts by a letter of its own.
        let lettered = others.len() > 1;
        scales.numbers.p |= of_p.counts() || (lettered && of_p.is_in_order());
        scales.numbers.s |= of_s.counts() || (lettered && of_s.is_in_order());
        scales
    }

    /// Learns what each sign means from a line that rates two signs or more, such as `🔴 Critical · 🟢 Low`. The first such line
    /// counts.
    fn learn_signs(&mut self, line: &str) {
        const SEVERE: [char; 3] = ['🔴', '🟠', '🟡'];
        if line.is_ascii() {
            return;
        }
        let said = |sign: char| {
            line.split(sign).skip(1).find_map(|after| {
                let after = after.trim_start_matches(['\u{fe0f}', ' ', '*', '_']);
                let end = after.find(|mark: char| !mark.is_alphanumeric()).unwrap_or(after.len());
                let (word, rest) = after.split_at_checked(end)?;
                let goes_on = rest.trim_start().starts_with(char::is_alphabetic);
                severity_of_word(word).filter(|_| !goes_on)
            })
        };
        let found = SIGNS.map(said);
        let count = found.iter().flatten().count() + SEVERE.into_iter().filter_map(said).count();
        if count < 2 {
            return;
        }
        for (known, said) in self.signs.iter_mut().zip(found) {
            *known = known.or(said.filter(|severity| *severity >= Severity::Minor));
        }
    }

    /// The severity that a sign alone has by the words that stand beside it elsewhere in the reply.
    #[must_use]
    pub fn of_sign(self, written: &str) -> Option<Severity> {
        let written = written.trim_matches(['\u{fe0f}', ' ', '*', '_']);
        let is_sign = |sign: &char| written.strip_prefix(*sign).is_some_and(str::is_empty);
        let at = SIGNS.iter().position(is_sign)?;
        self.signs.get(at).copied().flatten()
    }

    /// Whether a word of a severity says something else in a line.
    #[must_use]
    pub fn is_other(self, written: &str, text: &str) -> bool {
        if self.is_number(written) {
            return true;
        }
        let word = inline::words(written);
        let is_rank = matches!(word.as_str(), "high" | "medium" | "low");
        (self.sizes && word == "medium") || (self.confidence && is_rank) || names_part(text, &word)
    }

    /// Whether a code such as `P1` numbers a finding here.
    #[must_use]
    pub fn is_number(self, written: &str) -> bool {
        let code = inline::bare(written);
        let of = |letter| {
            code.strip_prefix(letter).is_some_and(|number: &str| number.bytes().all(|byte| byte.is_ascii_digit()))
        };
        (self.numbers.p && of('P')) || (self.numbers.s && of('S'))
    }
}

/// How far codes of one letter count: `S1.`, `S2.`, `S3.`, `S4.`, each once and in order.
#[derive(Default)]
struct Run {
    last: u32,
    ends: bool,
    /// Whether a severity in parentheses stands behind one of them.
    rated: bool,
}

impl Run {
    fn take(&mut self, number: u32, mark: char) {
        self.ends |= number != self.last + 1 || !matches!(mark, '.' | '(');
        self.rated |= mark == '(';
        self.last = number;
    }

    /// Whether several stand in order, each once and with the mark of a number.
    fn is_in_order(&self) -> bool {
        !self.ends && self.last > 1
    }

    /// A scale of severities has as many steps; that each is used once, in order and with the mark of a number, is no chance.
    /// Nor is it where one of several is rated beside its code: `S1 (blocking). Title`, then `S2. Title`.
    fn counts(&self) -> bool {
        self.is_in_order() && (self.last >= LAST || self.rated)
    }
}

/// The last number of a scale of severities.
const LAST: u32 = 4;

/// The code at the start of a line, and the mark behind it: `**P7.** …`.
fn code(line: &str) -> Option<(char, u32, char)> {
    let code = line.trim_start_matches(['#', '-', '*', '_', '[', '|', ' ']);
    let letter = code.chars().next().filter(char::is_ascii_uppercase)?;
    let digits = code.get(1..)?.bytes().take_while(u8::is_ascii_digit).count();
    let number: u32 = code.get(1..1 + digits).filter(|_| digits <= 2)?.parse().ok()?;
    let behind = code.get(1 + digits..)?;
    if severities::rates_code(behind) {
        return Some((letter, number, '('));
    }
    let mark = behind.chars().next()?;
    matches!(mark, '.' | ':' | ')' | ']' | '*' | ' ').then_some((letter, number, mark))
}

/// Whether a remark ranks how sure the agent is in words of a severity: `HIGH confidence`.
#[must_use]
pub fn rates_confidence(remark: &str) -> bool {
    const RANKS: [&str; 5] = ["very", "high", "medium", "moderate", "low"];
    let words = inline::words(remark);
    let rank = words.strip_suffix(" confidence").or_else(|| words.strip_prefix("confidence "));
    rank.is_some_and(|rank| rank.split([' ', '-']).all(|word| RANKS.contains(&word)))
}

/// Whether a remark says how sure the agent is: `confidence 95`, `HIGH confidence`, `Confidence: 0.9`.
#[must_use]
pub fn is_confidence(remark: &str) -> bool {
    const WORDS: usize = 4;
    let words = inline::words(remark);
    words.split(' ').any(|word| word == "confidence" || word == "confident") && words.split(' ').count() <= WORDS
}

/// `S2: Same title`: strategies, steps and sections are numbered so; a severity stands in brackets or in a field.
fn names_part(text: &str, word: &str) -> bool {
    let bare = text.trim_start_matches(['*', '_', ' ']);
    let after = bare.get(..word.len()).filter(|lead| lead.eq_ignore_ascii_case(word)).and(bare.get(word.len()..));
    word.len() == 2 && word.starts_with('s') && after.is_some_and(|after| after.starts_with(':'))
}

/// A field of confidence that counts words of a severity.
fn counts_confidence(text: &str) -> bool {
    const KEY: &str = "confidence:";
    let lower = text.to_ascii_lowercase();
    let Some(value) = lower.find(KEY).and_then(|at| lower.get(at + KEY.len()..)) else { return false };
    let value = value.trim_start_matches(['*', '_', ' ']);
    value.split_once(':').is_some_and(|(first, count)| {
        severity_of_word(first).is_some() && count.trim_start().starts_with(|digit: char| digit.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::{counts_confidence, names_part, rates_confidence};

    #[test]
    fn other_scales_are_told() {
        assert!(counts_confidence("**Sources:** 4 | **Confidence:** HIGH: 8, LOW: 1"));
        assert!(!counts_confidence("**Confidence:** HIGH") && !counts_confidence("Severity: HIGH: 8"));
        assert!(["HIGH confidence", "CONFIDENCE: LOW", "MEDIUM-HIGH confidence"].into_iter().all(rates_confidence));
        assert!(!rates_confidence("confidence: 95") && !rates_confidence("high"));
        assert!(names_part("S2: Same title", "s2") && names_part("**S2: Same title**", "s2"));
        assert!(!names_part("[S2] Same title", "s2") && !names_part("P2: Same title", "p2"));
    }
}
