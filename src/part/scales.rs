//! Words of a severity that say something else in a reply: a size, a confidence, the name of a part.

use super::Reading;
use super::finding_text::heading_words;
use super::headings::Heading;
use crate::model::severity_of_word;
use crate::text::blocks::BlockKind;
use crate::text::inline;

/// What else a reply weighs in the words of severities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scales {
    /// It gives sizes: a heading ends in `(small)` or `(large)`.
    sizes: bool,
    /// It counts how sure it is: `**Confidence:** HIGH: 8, MEDIUM: 6`.
    confidence: bool,
}

impl Scales {
    /// Looks for them in the headings and paragraphs of a reply.
    #[must_use]
    pub fn of(reading: &Reading<'_, '_>) -> Self {
        let mut scales = Self::default();
        for block in reading.paper.blocks() {
            match block.kind {
                BlockKind::Heading { .. } => {
                    let text = heading_words(reading, block).to_ascii_lowercase();
                    scales.sizes |= text.ends_with("(small)") || text.ends_with("(large)");
                }
                BlockKind::Paragraph => scales.confidence |= counts_confidence(&reading.paper.block_text(block)),
                _ => {}
            }
        }
        scales
    }

    /// A heading whose severity is one; else it is part of the title.
    #[must_use]
    pub fn weigh<'t>(self, heading: Heading<'t>, text: &'t str) -> Heading<'t> {
        let Some(written) = heading.severity else { return heading };
        let word = inline::words(written);
        let is_rank = matches!(word.as_str(), "high" | "medium" | "low");
        let is_other = (self.sizes && word == "medium") || (self.confidence && is_rank) || names_part(text, &word);
        if is_other { Heading { severity: None, title: text.trim(), whole: text.trim(), ..heading } } else { heading }
    }
}

/// Whether a title ends with how sure the agent is: `Ropes help (HIGH confidence)`, `Ropes help [CONFIDENCE: LOW]`.
#[must_use]
pub fn ends_with_confidence(title: &str) -> bool {
    const RANKS: [&str; 5] = ["very", "high", "medium", "moderate", "low"];
    let title = title.trim_end();
    let brackets = [('(', ')'), ('[', ']')];
    let remark = brackets.into_iter().find_map(|(open, close)| title.strip_suffix(close)?.rsplit_once(open));
    remark.is_some_and(|(_, remark)| {
        let words = inline::words(remark);
        let rank = words.strip_suffix(" confidence").or_else(|| words.strip_prefix("confidence "));
        rank.is_some_and(|rank| rank.split([' ', '-']).all(|word| RANKS.contains(&word)))
    })
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
    use super::{counts_confidence, ends_with_confidence, names_part};

    #[test]
    fn other_scales_are_told() {
        assert!(counts_confidence("**Sources:** 4 | **Confidence:** HIGH: 8, LOW: 1"));
        assert!(!counts_confidence("**Confidence:** HIGH") && !counts_confidence("Severity: HIGH: 8"));
        assert!(
            ends_with_confidence("Ropes help (HIGH confidence)") && ends_with_confidence("Ropes [CONFIDENCE: LOW]")
        );
        assert!(ends_with_confidence("Ropes help (MEDIUM-HIGH confidence)"));
        assert!(!ends_with_confidence("Ropes help (confidence: 95)") && !ends_with_confidence("Ropes help (high)"));
        assert!(names_part("S2: Same title", "s2") && names_part("**S2: Same title**", "s2"));
        assert!(!names_part("[S2] Same title", "s2") && !names_part("P2: Same title", "p2"));
    }
}
