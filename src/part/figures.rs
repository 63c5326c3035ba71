//! Numbers on a summary line, as agents write them: `3`, `~3`, `1,000`, `three`, `1 open`.

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
    use super::whole;

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
}
