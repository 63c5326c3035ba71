//! The coverage that a reply states. See `docs/formats/protocol-v1.md`, "Coverage".

use super::figures;
use crate::model::{Coverage, Percent};
use crate::text::{inline, steps};

/// Words that say that everything was covered.
const FULL: &[&str] = &["full", "fully", "complete", "completely", "all", "entire", "everything"];

/// Reads a stated coverage. Of several shares the lowest counts; a ratio counts for more than the percentage that is rounded
/// from it. What words take back is no whole.
#[must_use]
pub fn read(stated: &str) -> Coverage {
    /// A percentage that is rounded differs by so many tenths at most.
    const ROUNDED: u32 = 10;
    steps::add(stated.len());
    let (ratio, percent) = shares(stated);
    let by_ratio = ratio.and_then(|(covered, total)| Percent::ratio(covered, total));
    let is_lower = |percent: Percent| by_ratio.is_none_or(|ratio| percent.tenths() + ROUNDED < ratio.tenths());
    let lower = percent.filter(|percent| is_lower(*percent));
    let by_figures = lower.or(by_ratio).or(percent);
    let ratio = ratio.filter(|_| lower.is_none());
    let percent = match by_figures {
        Some(Percent::FULL) if is_less(stated) => None,
        Some(percent) => Some(percent),
        None => full(stated).or_else(|| decimal(stated)),
    };
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
    let (ratio, percent) = shares(stated);
    (ratio.is_some() || percent.is_some() || full(stated).is_some() || decimal(stated).is_some())
        || (!is_share && (names_place || stated.split([',', ';', '&']).all(is_section)))
}

/// Whether a coverage says in words that not all was covered: `All of A.md; half of B.md`, `all but S4`, `100% (headings
/// only)`, `S1, S2 (S3 not read)`.
#[must_use]
pub fn is_less(stated: &str) -> bool {
    const LESS: [&str; 48] = [
        "apart",
        "minus",
        "modulo",
        "uncertain",
        "unclear",
        "unknown",
        "unreadable",
        "unreachable",
        "almost",
        "but",
        "except",
        "excerpts",
        "excluding",
        "glanced",
        "half",
        "incomplete",
        "largely",
        "limited",
        "mainly",
        "mostly",
        "nearly",
        "omitted",
        "omitting",
        "only",
        "partial",
        "partially",
        "partly",
        "pending",
        "remain",
        "remaining",
        "remains",
        "sample",
        "sampled",
        "samples",
        "sampling",
        "skim",
        "skimmed",
        "skimming",
        "skipped",
        "skipping",
        "skips",
        "unchecked",
        "unread",
        "unreviewed",
        "unverified",
        "without",
        "not",
        "most",
    ];
    const DENIES: [&str; 7] = ["0", "no", "none", "not", "nothing", "without", "zero"];
    // What is said not to be left out, or not to be needed.
    const BEHIND_NOT: [&str; 6] = ["applicable", "just", "needed", "only", "required", "merely"];
    const BEHIND_WITHOUT: [&str; 6] = ["exception", "exceptions", "gap", "gaps", "omission", "omissions"];
    let said = inline::words(stated);
    if is_excused(&format!(" {said} ")) {
        return false;
    }
    let words: Vec<&str> = said.split(' ').collect();
    let before = |at: usize| at.checked_sub(1).and_then(|at| words.get(at)).copied().unwrap_or_default();
    let less = words.iter().enumerate().any(|(at, word)| {
        let next = words.get(at + 1).copied().unwrap_or_default();
        let holds = match *word {
            "not" => !BEHIND_NOT.contains(&next) && !LESS.contains(&next),
            "without" => !BEHIND_WITHOUT.contains(&next) && !LESS.contains(&next),
            // `all but S4`; what is no figure of coverage follows elsewhere.
            _ => !DENIES.contains(&before(at)) && !DENIES.contains(&at.checked_sub(1).map(before).unwrap_or_default()),
        };
        LESS.contains(word) && holds
    });
    let is_up_to = words
        .windows(3)
        .any(|three| matches!(three, ["up", "to", what] if *what != "date") || matches!(three, ["of", "the", "first"]));
    // `w/o appendix`, `so far`, `seventy percent`
    let is_spelled = words.windows(2).any(|two| {
        matches!(two, ["w", "o"] | ["so", "far"])
            || matches!(two, [share, "percent"] if *share != "hundred" && share.bytes().all(|letter| letter.is_ascii_lowercase()))
    });
    let is_fraction = words.windows(2).any(|two| {
        matches!(two, ["a" | "one" | "two" | "three", "third" | "thirds" | "quarter" | "quarters"] | ["none", "of"])
    });
    let begins = is_up_to
        || is_fraction
        || matches!(words.as_slice(), ["first" | "some" | "parts" | "several", ..] | ["part", "of", ..]);
    let spot = words.windows(2).any(|two| matches!(two, ["spot", "checked" | "checks" | "check"] | ["left", "out"]));
    less || begins || spot || is_spelled || is_full_for_one(stated) || lists_some(&words)
}

/// `S1, S2, S3 of 5`: fewer are listed than there are.
fn lists_some(words: &[&str]) -> bool {
    let is_section = |word: &&&str| {
        let number = word.strip_prefix('s').unwrap_or_default();
        !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit())
    };
    words.iter().position(|word| *word == "of").is_some_and(|at| {
        let listed = words.iter().take(at).rev().take_while(is_section).count();
        let whole = words.get(at + 1).and_then(|whole| whole.parse::<usize>().ok());
        listed > 1 && whole.is_some_and(|whole| listed < whole)
    })
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

/// The lowest share that is stated as parts of a whole: `5/7 sections`, `5 of 7`, `five of seven`.
#[must_use]
pub fn share(stated: &str) -> Option<(u32, u32)> {
    shares(stated).0
}

/// The lowest ratio and the lowest percentage.
fn shares(stated: &str) -> (Option<(u32, u32)>, Option<Percent>) {
    let mut ratio = lower(range_share(stated), share_in_words(stated));
    let mut percent: Option<Percent> = None;
    let mut rest = stated;
    let mut before: Option<char> = None;
    while let Some(at) = rest.find(|character: char| character.is_ascii_digit()) {
        before = rest.get(..at).and_then(|text| text.chars().next_back()).or(before);
        rest = rest.get(at..).unwrap_or_default();
        let (number, after) = take_number(rest);
        let fraction = after.strip_prefix('.').map(take_number);
        // A version, a name such as P4, or a date is no figure; the end of a range is none that the beginning is not.
        let is_figure = !before.is_some_and(|character| character.is_alphanumeric() || matches!(character, '.' | '-'));
        let divided = after.trim_start().strip_prefix('/').or_else(|| behind_of(after)).map(str::trim_start);
        match (number, divided.map(take_number)) {
            (Some(covered), Some((Some(total), beyond))) if is_figure && covered <= total && total > 0 => {
                ratio = lower(ratio, Some((covered, total)));
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
                if tenths <= 1000 && is_figure && is_percent(beyond) {
                    let found = Percent::from_tenths(tenths);
                    percent = Some(percent.map_or(found, |known| known.min(found)));
                }
                rest = beyond;
            }
            (None, _) => rest = after,
        }
        before = Some('0');
    }
    (ratio, percent)
}

/// A share of one: `0.7`.
fn decimal(stated: &str) -> Option<Percent> {
    let bare = inline::bare(stated);
    let fraction = bare
        .strip_prefix("0.")
        .or_else(|| bare.strip_prefix('.'))
        .filter(|fraction| (1..=3).contains(&fraction.len()))?;
    fraction.bytes().all(|digit| digit.is_ascii_digit()).then_some(())?;
    Some(Percent::from_tenths(format!("{fraction:0<3}").parse().ok()?))
}

/// The lower of two shares.
fn lower(one: Option<(u32, u32)>, other: Option<(u32, u32)>) -> Option<(u32, u32)> {
    let product = |part: u32, whole: u32| u64::from(part) * u64::from(whole);
    match (one, other) {
        (Some(one), Some(other)) if product(other.0, one.1) < product(one.0, other.1) => Some(other),
        (one, other) => one.or(other),
    }
}

/// What follows a number of parts and "of": `8 out of 12`, `8 sections of the 12`. Sections are not counted in documents.
fn behind_of(after: &str) -> Option<&str> {
    let rest = after.trim_start().trim_start_matches('(');
    let noun = NOUNS.iter().find(|noun| rest.strip_prefix(**noun).is_some_and(|rest| rest.starts_with(' ')));
    let rest = noun.and_then(|noun| rest.strip_prefix(noun)).unwrap_or(rest).trim_start().trim_start_matches('(');
    let rest = rest.strip_prefix("out of ").or_else(|| rest.strip_prefix("of "))?.trim_start();
    let articles = ["the ", "all ", "a total of ", "these ", "its "];
    let rest = articles.iter().find_map(|word| rest.strip_prefix(word)).unwrap_or(rest);
    let counted = take_number(rest).1.trim_start();
    let is_other = noun.is_some_and(|noun| {
        let kind = noun.trim_end_matches('s');
        NOUNS.iter().any(|other| counted.starts_with(other)) && !counted.starts_with(kind)
    });
    (!is_other).then_some(rest)
}

/// What is counted.
const NOUNS: [&str; 12] = [
    "sections",
    "section",
    "subsections",
    "lines",
    "pages",
    "chapters",
    "files",
    "documents",
    "docs",
    "items",
    "parts",
    "screens",
];

/// Whether a percentage of what was covered ends here: `70%`, `70 percent`, the beginning of `70-80%`. How sure one is, and
/// what is left, are others.
fn is_percent(after: &str) -> bool {
    /// So far behind it stands of what it is, in characters.
    const NEAR: usize = 40;
    const OTHERS: [&str; 14] = [
        "budget",
        "certain",
        "certainty",
        "confidence",
        "confident",
        "context",
        "left",
        "missing",
        "omitted",
        "remaining",
        "skipped",
        "sure",
        "tokens",
        "unread",
    ];
    let rest = after.trim_start();
    // `70-80%`, `70 to 80%`
    let behind_range = rest.strip_prefix(['-', '–', '—']).or_else(|| rest.strip_prefix("to ")).map(str::trim_start);
    let rest = match behind_range.map(take_number) {
        Some((Some(_), beyond)) => beyond.trim_start(),
        _ => rest,
    };
    let named = ["%", "percent", "per cent", "pct"].iter().find_map(|name| rest.strip_prefix(name));
    named.is_some_and(|behind| {
        let behind = behind.char_indices().nth(NEAR).map_or(behind, |(at, _)| behind.get(..at).unwrap_or(behind));
        let words = inline::words(behind.split([',', ';', '(', ')', '.']).next().unwrap_or_default());
        let mut first = words.split(' ').filter(|word| !matches!(*word, "of" | "the" | "my" | "was" | "were" | "is"));
        !first.next().is_some_and(|word| OTHERS.contains(&word))
    })
}

/// `Sections 1-8 of 12`, `S1–S8 of S1–S12`, `Lines 1-400 of 842`: a stretch of what is counted from one.
fn range_share(stated: &str) -> Option<(u32, u32)> {
    let mut found = None;
    for (at, _) in stated.match_indices(" of ") {
        let (before, behind) = (stated.get(..at)?, stated.get(at + " of ".len()..)?);
        // `S1 to S8`
        let mut tokens = before.rsplit([' ', ',', ';', '(']);
        let (last, joint, first) = (tokens.next().unwrap_or_default(), tokens.next(), tokens.next());
        let spelled = first.filter(|_| matches!(joint, Some("to" | "through"))).map(|first| format!("{first}-{last}"));
        let last = spelled.as_deref().unwrap_or(last);
        let behind = behind.trim_start().trim_start_matches("the ");
        let whole = behind.split([' ', ',', ';', ')']).next().unwrap_or_default();
        let Some((from, to)) = range(last) else { continue };
        let (first, end) = range(whole).or_else(|| Some((1, take_number(whole).0?))).unwrap_or_default();
        if first <= from && from <= to && to <= end {
            found = lower(found, Some((to - from + 1, end - first + 1)));
        }
    }
    found
}

/// `1-8`, `S1–S8`, `§1-§8`
fn range(text: &str) -> Option<(u32, u32)> {
    let bare = |side: &'_ str| -> Option<u32> {
        let digits = side.trim_start_matches(|mark: char| mark.is_alphabetic() || mark == '§');
        (side.len() - digits.len() <= 2).then(|| digits.parse().ok()).flatten()
    };
    let (from, to) = text.split_once(['-', '–', '—'])?;
    Some((bare(from)?, bare(to)?))
}

/// `eight of twelve sections`
fn share_in_words(stated: &str) -> Option<(u32, u32)> {
    let words = inline::words(stated);
    let words: Vec<&str> =
        words.split(' ').filter(|word| !NOUNS.contains(word) && !matches!(*word, "the" | "out" | "all")).collect();
    let number = |word: &str| {
        let number = figures::whole(word).filter(|_| word.starts_with(char::is_alphabetic))?;
        u32::try_from(number).ok()
    };
    let shares = words.windows(3).filter_map(|three| match three {
        [some, "of", all] => number(some).zip(number(all)),
        _ => None,
    });
    shares.filter(|(some, all)| some <= all && *all > 0).fold(None, |found, share| lower(found, Some(share)))
}

/// Whether words say why it is well that something was not looked at. There is a blank at both ends of them.
#[must_use]
pub fn is_excused(words: &str) -> bool {
    EXCUSES.iter().any(|excuse| words.contains(excuse))
}

/// Why it is well that something was not looked at.
const EXCUSES: [&str; 30] = [
    " out of scope",
    " outside the scope",
    " outside of the scope",
    " outside my scope",
    " outside this ",
    " not in scope ",
    " beyond the scope",
    " beyond this ",
    " not part of ",
    " no part of ",
    " as asked ",
    " as assigned ",
    " as instructed ",
    " as requested ",
    " as required by ",
    " as specified ",
    " as the task ",
    " as the assignment ",
    " by design ",
    " per the ",
    " not asked ",
    " not assigned ",
    " assigned to ",
    " another agent",
    " other agent",
    " not applicable ",
    " not required ",
    " not needed ",
    " no need to ",
    " need to ",
];

/// A number at the start of a text, and what follows it; none where it is too large.
fn take_number(text: &str) -> (Option<u32>, &str) {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at_checked(digits).unwrap_or(("", text));
    (number.parse().ok(), rest)
}

#[cfg(test)]
mod tests {
    use super::{is_less, read};

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
    fn the_lowest_share_counts_however_it_is_written() {
        for (stated, tenths) in [
            ("A.md: 100%, B.md: 60%", 600),
            ("A.md 100%; B.md 0%", 0),
            ("A.md 14/14 sections, B.md 60%", 600),
            ("8 out of 12 sections", 667),
            ("8 sections of 12", 667),
            ("8 (of 12)", 667),
            ("eight of the twelve sections", 667),
            ("Sections 1-8 of 12", 667),
            ("Sections 3–8 of 12", 500),
            ("S1–S8 of S1–S12", 667),
            ("S1 to S8 of 12", 667),
            ("Lines 1-400 of 842", 475),
            ("70 percent", 700),
            ("0.7", 700),
            ("~70-80%", 700),
            ("100% (95% confidence)", 1000),
            ("12 of all 12 sections", 1000),
            ("Sections 1-12 of 12", 1000),
            ("100%, nothing skipped", 1000),
            ("all 9 sections, without exception", 1000),
            ("100% (the appendix is out of scope)", 1000),
        ] {
            assert_eq!(figures(stated).0, Some(tenths), "{stated}");
        }
    }

    #[test]
    fn words_that_take_a_coverage_back() {
        for stated in [
            "100% (headings only)",
            "Full for A.md, skimmed B.md",
            "A.md only",
            "Sections 1, 2, 3 only",
            "S1, S2, S4 (S3 not read)",
            "sampled",
            "100% of A.md, B.md not opened",
            "All sections except S4",
            "First 8 sections",
            "All of A.md, none of B.md",
            "two thirds",
            "up to S8",
        ] {
            assert!(is_less(stated) && read(stated).percent.is_none(), "{stated}");
        }
        for stated in [
            "100%",
            "All sections, none skipped",
            "12/12 sections, not only the tables",
            "A.md §1, §2; B.md §4",
            "Full (no section skipped)",
            "A.md only, as assigned",
            "Full; S9 not applicable",
        ] {
            assert!(!is_less(stated), "{stated}");
        }
    }

    #[test]
    fn versions_and_dates_are_no_figures() {
        assert_eq!(figures("up to v1.2/3 on 2026-01-02"), (None, None, None));
        assert_eq!(figures("99999999999999/3"), (None, None, None));
    }
}
