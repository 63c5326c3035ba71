//! Numbers on a summary line, as agents write them: `3`, `~3`, `1,000`, `three`, `1 open`.

use crate::model::severity_of_word;
use crate::text::inline;

const WORDS: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// The whole number that a figure states; `None` where it states none, a share, a range or one of several.
#[must_use]
pub fn whole(written: &str) -> Option<usize> {
    let text = inline::bare(written.trim()).trim_start_matches(['~', '≈', ' ']);
    let end = text.find(|mark: char| !mark.is_alphanumeric() && mark != ',').unwrap_or(text.len());
    let (first, rest) = text.split_at_checked(end)?;
    let rest = rest.trim_start();
    // `3/4`, `3.5`, `3%`, `3–5` and `3 of 5` are more than one number, or none of things.
    let is_whole = rest.is_empty() || rest.starts_with(|next: char| next == '(' || next.is_alphabetic());
    if !is_whole || rest.starts_with("of ") {
        return None;
    }
    let first = first.trim_end_matches(',');
    WORDS.iter().position(|word| first.eq_ignore_ascii_case(word)).or_else(|| digits(first))
}

/// The counts of a figure that states several, each with the words beside it: `0 critical, 2 major`, `L0 0, L1 0, L2 1`,
/// `1/0/2`, `0C/1M/2m`. `None` where a part states none, or more than one.
#[must_use]
pub fn counts(written: &str) -> Option<Vec<(String, usize)>> {
    let count = |part: &str| {
        // A letter may stand right behind the number.
        let bare = |word: &'_ str| -> usize {
            let digits = word.strip_suffix(|letter: char| letter.is_ascii_alphabetic()).unwrap_or_default();
            let is_lettered = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
            if is_lettered { digits.len() } else { word.len() }
        };
        let words = inline::words(part);
        let words = words.split(' ').filter(|word| !word.is_empty()).filter_map(|word| word.get(..bare(word)));
        let number = |word: &&str| WORDS.contains(word) || word.bytes().all(|digit| digit.is_ascii_digit());
        let (numbers, beside): (Vec<&str>, Vec<&str>) = words.partition(number);
        let [only] = numbers[..] else { return None };
        Some((beside.join(" "), whole(only)?))
    };
    let parts: Option<Vec<_>> = written.split([',', ';', '/']).map(count).collect();
    parts.filter(|parts| parts.len() > 1)
}

/// The sum of a figure that states the parts of a whole, of one kind: `0/2/1`, `L0 0, L1 2, L2 1`, `3 met, 0 failed, 3 total`.
/// `None` where the parts may overlap, or one of them is a share: `3/3 met, 0 open`.
#[must_use]
pub fn sum(written: &str) -> Option<usize> {
    const TOTAL: [&str; 3] = ["all", "overall", "total"];
    let mut parts = counts(written)?;
    parts.retain(|(beside, _)| !TOTAL.contains(&beside.as_str()));
    let are_bare = || parts.len() > 2 && parts.iter().all(|(beside, _)| beside.is_empty());
    let are_of = |kind: fn(&str) -> bool| parts.iter().all(|(beside, _)| beside.split(' ').any(kind));
    let is_severity = |word: &str| severity_of_word(word).is_some();
    if parts.len() < 2 || !(are_bare() || are_of(is_severity) || are_of(is_level) || are_of(is_outcome)) {
        return None;
    }
    parts.iter().try_fold(0_usize, |sum, (_, count)| sum.checked_add(*count))
}

/// `l0`, as a word of a gap's level.
fn is_level(word: &str) -> bool {
    word.strip_prefix('l').is_some_and(|level| level.len() == 1 && level.bytes().all(|digit| digit.is_ascii_digit()))
}

/// What became of a criterion, a test or a file.
fn is_outcome(word: &str) -> bool {
    const OUTCOMES: [&str; 22] = [
        "added", "blocked", "changed", "created", "deleted", "fail", "failed", "failing", "met", "missing", "modified",
        "moved", "open", "partial", "pass", "passed", "passing", "pending", "removed", "renamed", "skipped", "unmet",
    ];
    OUTCOMES.contains(&word)
}

/// Digits, of any width, in groups of three or in none.
fn digits(text: &str) -> Option<usize> {
    let groups: Vec<&str> = text.split(',').collect();
    let is_grouped = groups.iter().skip(1).all(|group| group.chars().count() == 3);
    let plain = |digit: char| match digit {
        '０'..='９' => u32::from(digit).checked_sub(u32::from('０')).and_then(|value| char::from_digit(value, 10)),
        _ => Some(digit),
    };
    let joined: Option<String> = groups.concat().chars().map(plain).collect();
    joined.filter(|_| is_grouped)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{sum, whole};

    #[test]
    fn numbers_are_read_as_agents_write_them() {
        for (written, number) in [
            ("3", 3),
            ("three", 3),
            ("Three", 3),
            ("~3", 3),
            ("1,000", 1000),
            ("３", 3),
            ("1 open", 1),
            ("2 (1 new)", 2),
        ] {
            assert_eq!(whole(written), Some(number), "{written}");
        }
        for written in ["", "-1", "3/4", "1 of 5", "3.5", "70%", "3–5", "many", "1,00", "--"] {
            assert_eq!(whole(written), None, "{written}");
        }
    }

    #[test]
    fn only_the_parts_of_a_whole_are_summed() {
        for (written, number) in [
            ("0/2/1", 3),
            ("L0 0, L1 2, L2 1", 3),
            ("1 critical, 2 minor", 3),
            ("2 met, 1 failed", 3),
            ("3 met, 0 failed, 3 total", 3),
            ("3 criteria met, 1 not met", 4),
        ] {
            assert_eq!(sum(written), Some(number), "{written}");
        }
        for written in ["3", "3/3", "3/3 met, 0 open", "3 met, 3 total", "3 gaps, 1 critical", "4 files, 2 modified"] {
            assert_eq!(sum(written), None, "{written}");
        }
    }
}
