//! The confidence that an agent states for a finding. See `docs/formats/protocol-v1.md`, "Confidence of a finding".

use crate::model::{Confidence, Finding, StatedConfidence};
use crate::text::inline;

/// What a finding states in its field of confidence; `None` where that is no figure and no word of a rank.
#[must_use]
pub fn of(finding: &Finding) -> Option<StatedConfidence> {
    const KEYS: [&str; 4] = ["confidence", "confidence score", "confidence level", "confidence rating"];
    let field = finding.extra.iter().find(|field| KEYS.contains(&inline::words(&field.key).as_str()))?;
    let stated = inline::bare(&field.value);
    Some(StatedConfidence { stated: stated.to_owned(), percent: percent(stated)? })
}

/// A figure or a word, in percent: `95`, `95%`, `0.95`, `9/10`, `high`.
#[must_use]
pub fn percent(stated: &str) -> Option<u32> {
    let lower = stated.trim().to_ascii_lowercase();
    let said = lower.strip_prefix("confidence").unwrap_or(&lower).trim_start_matches([':', ' ']);
    if let Some(word) =
        said.split(|apart: char| !apart.is_alphabetic()).find(|word| !word.is_empty() && *word != "very")
        && !said.starts_with(|first: char| first.is_ascii_digit())
    {
        let word = match word {
            "high" | "certain" => Confidence::High,
            "medium" | "moderate" => Confidence::Medium,
            "low" => Confidence::Low,
            _ => return None,
        };
        return Some(word.percent());
    }
    let end = said.find(|next: char| !next.is_ascii_digit()).unwrap_or(said.len());
    let (whole, rest) = said.split_at_checked(end)?;
    let whole: u32 = whole.parse().ok()?;
    if let Some(of) = rest.trim_start().strip_prefix('/') {
        let total: u32 = of.trim_start().split(|next: char| !next.is_ascii_digit()).next()?.parse().ok()?;
        return (whole <= total && total > 0).then(|| whole.saturating_mul(100) / total);
    }
    let tenths = rest.strip_prefix('.').map(|digits| digits.bytes().take_while(u8::is_ascii_digit).count());
    match (whole, tenths) {
        // A share: of its decimals two count.
        (0 | 1, Some(count)) if count > 0 && !rest.contains('%') => {
            let digits: String = rest.chars().skip(1).take(count.min(2)).chain(['0', '0']).take(2).collect();
            Some(whole * 100 + digits.parse::<u32>().ok()?).filter(|percent| *percent <= 100)
        }
        // On which scale 8 stands is not known.
        (11..=100, _) => Some(whole),
        (0..=10, _) if rest.trim_start().starts_with('%') => Some(whole),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn figures_and_words() {
        for (stated, found) in [
            ("95", Some(95)),
            ("95%", Some(95)),
            ("7 %", Some(7)),
            ("0.9", Some(90)),
            ("0.955", Some(95)),
            ("1.0", Some(100)),
            ("9/10", Some(90)),
            ("HIGH", Some(80)),
            ("Very high (two sources)", Some(80)),
            ("medium", Some(50)),
            ("low", Some(0)),
            ("confidence 85", Some(85)),
            ("8", None),
            ("unknown", None),
            ("1.5", None),
            ("", None),
        ] {
            assert_eq!(percent(stated), found, "{stated}");
        }
    }
}
