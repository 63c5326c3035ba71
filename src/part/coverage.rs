//! How much a reply says it covered. See `docs/formats/protocol-v1.md`, "Coverage".

use crate::model::{Coverage, Percent};
use crate::text::{inline, steps};

/// Words that say that everything was covered.
const FULL: &[&str] = &["full", "fully", "complete", "completely", "all", "entire", "everything"];

/// Reads a stated coverage. A ratio counts for more than a percentage that is rounded from it; of several ratios
/// the lowest counts.
#[must_use]
pub fn read(stated: &str) -> Coverage {
    steps::add(stated.len());
    let (ratio, percent) = figures(stated);
    let by_ratio = ratio.and_then(|(covered, total)| Percent::ratio(covered, total));
    let percent = by_ratio.or(percent).or_else(|| full(stated));
    Coverage {
        stated: stated.to_owned(),
        percent,
        covered: ratio.map(|(covered, _)| covered),
        total: ratio.map(|(_, total)| total),
    }
}

/// Whether a stated coverage is a share or a list of sections.
#[must_use]
pub fn is_readable(stated: &str) -> bool {
    let is_section = |part: &str| {
        let first = inline::bare(part.trim()).chars().next();
        first.is_some_and(|first| first.is_uppercase() || first.is_numeric() || matches!(first, '§' | '"' | '“'))
    };
    let names_place = stated.contains(|character: char| character.is_ascii_digit() || character == '§');
    // A share of more than all is none.
    let is_share = stated.contains('%')
        || stated.split_once('/').is_some_and(|(part, whole)| {
            let number = |text: &str| text.trim().parse::<u32>().is_ok();
            number(part) && number(whole)
        });
    read(stated).percent.is_some() || (!is_share && (names_place || stated.split([',', ';', '&']).all(is_section)))
}

/// Whether a coverage says in words that not all was covered: `All of A.md; half of B.md`, `all but S4`.
#[must_use]
pub fn is_less(stated: &str) -> bool {
    const LESS: [&str; 11] = [
        "almost",
        "but",
        "except",
        "half",
        "incomplete",
        "most",
        "nearly",
        "partial",
        "partially",
        "partly",
        "without",
    ];
    let words = inline::words(stated);
    let denied = |full: &str| words.split_once("not ").is_some_and(|(_, after)| after.starts_with(full));
    inline::has_word(&words, &LESS) || FULL.iter().any(|full| denied(full)) || is_full_for_one(stated)
}

/// Whether all is said of one document, and of another its sections: `Full for A.md, sections 1-3 of B.md`.
fn is_full_for_one(stated: &str) -> bool {
    let mut parts = stated.split([',', ';']).map(inline::words);
    let first = parts.next().unwrap_or_default();
    let one = first.split_once(' ').is_some_and(|(full, after)| FULL.contains(&full) && after.starts_with("for "));
    let is_part = |words: String| ["section ", "sections ", "lines "].iter().any(|part| words.starts_with(part));
    one && parts.any(is_part)
}

fn full(stated: &str) -> Option<Percent> {
    let words = inline::words(stated);
    let first = words.split(' ').next().unwrap_or_default();
    let is_full = FULL.contains(&first) || words.contains("in full") || words.contains("all sections");
    if is_full && !words.contains("not all") && !is_less(stated) {
        return Some(Percent::FULL);
    }
    (first == "none" || first == "nothing").then_some(Percent::whole(0))
}

/// The lowest ratio and the first percentage.
fn figures(stated: &str) -> (Option<(u32, u32)>, Option<Percent>) {
    let mut ratio: Option<(u32, u32)> = None;
    let mut percent = None;
    let mut rest = stated;
    let mut before: Option<char> = None;
    while let Some(at) = rest.find(|character: char| character.is_ascii_digit()) {
        before = rest.get(..at).and_then(|text| text.chars().next_back()).or(before);
        rest = rest.get(at..).unwrap_or_default();
        let (number, after) = take_number(rest);
        let fraction = after.strip_prefix('.').map(take_number);
        // A version, a name such as P4, or a date is no figure.
        let is_figure = !before.is_some_and(|character| character.is_alphanumeric() || matches!(character, '.' | '-'));
        let divided = after
            .strip_prefix('/')
            .or_else(|| after.trim_start().strip_prefix("of "))
            .map(|rest| rest.trim_start().trim_start_matches("the "));
        match (number, divided.map(take_number)) {
            (Some(covered), Some((Some(total), beyond))) if is_figure && covered <= total && total > 0 => {
                if ratio.is_none_or(|(low, of)| u64::from(covered) * u64::from(of) < u64::from(low) * u64::from(total))
                {
                    ratio = Some((covered, total));
                }
                rest = beyond;
            }
            (Some(whole), _) => {
                let (tenths, beyond) = match fraction {
                    Some((Some(_), beyond)) => {
                        let digit = after.get(1..2).and_then(|digit| digit.parse::<u32>().ok()).unwrap_or(0);
                        (whole.saturating_mul(10).saturating_add(digit), beyond)
                    }
                    _ => (whole.saturating_mul(10), after),
                };
                if beyond.trim_start().starts_with('%') && tenths <= 1000 && percent.is_none() && is_figure {
                    percent = Some(Percent::from_tenths(tenths));
                }
                rest = beyond;
            }
            (None, _) => rest = after,
        }
        before = Some('0');
    }
    (ratio, percent)
}

/// A number at the start of a text, and what follows it; none where it is too large.
fn take_number(text: &str) -> (Option<u32>, &str) {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at_checked(digits).unwrap_or(("", text));
    (number.parse().ok(), rest)
}

#[cfg(test)]
mod tests {
    use super::read;

    fn figures(stated: &str) -> (Option<u32>, Option<u32>, Option<u32>) {
        let coverage = read(stated);
        (coverage.percent.map(crate::model::Percent::tenths), coverage.covered, coverage.total)
    }

    #[test]
    fn words_percentages_and_ratios() {
        assert_eq!(figures("Full (all sections in both documents)"), (Some(1000), None, None));
        assert_eq!(figures("70%"), (Some(700), None, None));
        assert_eq!(figures("62.5 %"), (Some(625), None, None));
        assert_eq!(figures("8/12 sections (67%)"), (Some(667), Some(8), Some(12)));
        assert_eq!(figures("12 of 12 sections"), (Some(1000), Some(12), Some(12)));
        assert_eq!(figures("S1, S2, S5"), (None, None, None));
        assert_eq!(figures("Both documents read in full (A 426 lines, B 519 lines)"), (Some(1000), None, None));
    }

    #[test]
    fn of_several_ratios_the_lowest_counts() {
        assert_eq!(figures("33% (a.md 500/1498 lines; b.md 519/519)"), (Some(334), Some(500), Some(1498)));
    }

    #[test]
    fn versions_and_dates_are_no_figures() {
        assert_eq!(figures("up to v1.2/3 on 2026-01-02"), (None, None, None));
        assert_eq!(figures("99999999999999/3"), (None, None, None));
    }
}
