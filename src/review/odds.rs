//! A sentence that sets two places against each other: `MENU.md §2 contradicts STOCK.md §4 on bread`. Where documents were to
//! be compared, an item that says so is a finding. See `docs/formats/prose.md`, "Evidence".

use crate::part::documents::document_of;
use crate::text::{inline, steps};

/// What an item says of two places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds<'t> {
    /// The type of the finding.
    pub kind: &'static str,
    /// The two places, as written.
    pub places: [&'t str; 2],
}

const CONTRADICTION: &str = "contradiction";
const BROKEN: &str = "broken-reference";

/// Words that set what stands before against what stands behind.
const CONTRADICTS: [&str; 15] = [
    "conflict",
    "conflicting",
    "conflicts",
    "contradict",
    "contradicting",
    "contradiction",
    "contradicts",
    "differ",
    "differs",
    "disagree",
    "disagrees",
    "inconsistent",
    "mismatch",
    "mismatches",
    "contradictory",
];

/// Words that take it back, ask, or tell what was looked for.
const BACK: [&str; 16] = [
    "aligned",
    "checked",
    "consistent",
    "fixed",
    "if",
    "longer",
    "neither",
    "never",
    "no",
    "nor",
    "not",
    "resolved",
    "unless",
    "whether",
    "without",
    "t",
];

const REFERS: [&str; 10] =
    ["cites", "links", "mentions", "names", "points", "reference", "references", "referring", "refers", "cite"];

const ABSENT: [&str; 8] = [
    "does not exist",
    "do not exist",
    "is not there",
    "no longer exists",
    "was removed",
    "does not have",
    "is nonexistent",
    "is not in",
];

/// How far a sentence is looked through, in bytes.
const NEAR: usize = 600;

/// Reads an item's first line.
#[must_use]
pub fn of(text: &str) -> Option<Odds<'_>> {
    let end = (0..=text.len().min(NEAR)).rev().find(|at| text.is_char_boundary(*at))?;
    let text = text.get(..end)?;
    steps::add(text.len());
    let kind = kind(&inline::words(text)).filter(|_| !text.contains('?'))?;
    let mut places = places(text);
    let (one, other) = (places.next()?, places.next()?);
    (one != other).then_some(Odds { kind, places: [one, other] })
}

fn kind(words: &str) -> Option<&'static str> {
    let has = |any: &[&str]| inline::has_word(words, any);
    if has(&REFERS) && ABSENT.iter().any(|absent| format!(" {words} ").contains(&format!(" {absent} "))) {
        return Some(BROKEN);
    }
    (has(&CONTRADICTS) && !has(&BACK)).then_some(CONTRADICTION)
}

/// The sections and lines that a text names, each with the document before it.
fn places(text: &str) -> impl Iterator<Item = &str> {
    let mut tokens = tokens(text).peekable();
    let mut before: Option<&str> = None;
    std::iter::from_fn(move || {
        loop {
            let token = tokens.next()?;
            let lead = before.replace(token);
            let bare = token.trim_matches(MARKS);
            let last = match inline::words(bare).as_str() {
                // `section 3.2`, `§ 3.2`
                "section" | "sec" | "line" | "lines" => tokens.next_if(|next| is_number(next)),
                "" if bare == "§" => tokens.next_if(|next| is_number(next)),
                _ if is_place(bare) => Some(token),
                _ => None,
            };
            let Some(last) = last else { continue };
            let names = lead.filter(|lead| is_name(lead) && document_of(bare).is_none());
            let from = names.unwrap_or(token);
            before = Some(last);
            return between(text, from, last).map(|place| place.trim_matches(MARKS));
        }
    })
}

const MARKS: [char; 12] = ['*', '_', '`', '"', '\'', '(', ')', '[', ']', ',', ';', '.'];

fn tokens(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace()
}

/// `S3.2`, `§3.2`, `MENU.md:12-14`, `MENU.md§2`, `MENU.md#bread`
fn is_place(token: &str) -> bool {
    let numbered = token.strip_prefix(['S', '§']).is_some_and(is_number);
    let behind = document_of(token).and_then(|document| token.trim_matches(MARKS).strip_prefix(document));
    numbered || behind.is_some_and(|rest| rest.len() > 1 && rest.starts_with([':', '§', '#']))
}

fn is_number(token: &str) -> bool {
    let token = token.trim_matches(MARKS);
    token.starts_with(|first: char| first.is_ascii_digit())
        && token.chars().all(|digit| digit.is_ascii_digit() || matches!(digit, '.' | '-' | '–'))
}

/// A document, or a name that stands for one: `TDD`, `A`.
fn is_name(token: &str) -> bool {
    let token = token.trim_start_matches(MARKS);
    let token = token.strip_suffix("'s").or_else(|| token.strip_suffix("’s")).unwrap_or(token);
    let ends = token.ends_with([',', ';', '.', ':']);
    !ends && (document_of(token).is_some() || token.starts_with(char::is_uppercase)) && !is_place(token)
}

/// The stretch of a text from one of its tokens to another.
fn between<'t>(text: &'t str, first: &str, last: &str) -> Option<&'t str> {
    let at = |token: &str| (token.as_ptr() as usize).checked_sub(text.as_ptr() as usize);
    text.get(at(first)?..at(last)? + last.len())
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn two_places_that_contradict_each_other_are_told() {
        let told = |text| of(text).map(|odds| (odds.kind, odds.places));
        assert_eq!(
            told("ARCHITECTURE.md S3.2 contradicts TDD.md S5.1 on delivery."),
            Some(("contradiction", ["ARCHITECTURE.md S3.2", "TDD.md S5.1"]))
        );
        assert_eq!(told("A S3.2 contradicts B S5.1 on delivery"), Some(("contradiction", ["A S3.2", "B S5.1"])));
        assert_eq!(
            told("ARCHITECTURE.md S7.3 references TDD S8.2, which does not exist."),
            Some(("broken-reference", ["ARCHITECTURE.md S7.3", "TDD S8.2"]))
        );
        assert_eq!(
            told("`MENU.md` section 2 and STOCK.md:12-14 disagree on bread"),
            Some(("contradiction", ["MENU.md` section 2", "STOCK.md:12-14"]))
        );
        for text in [
            "A S3.2 does not contradict B S5.1",
            "Whether A S3.2 contradicts B S5.1 was checked",
            "A S3.2 contradicts the plan",
            "A S3.2 and B S5.1 are the same",
            "A S3.2 references B S5.1",
            "Does A S3.2 contradict B S5.1?",
        ] {
            assert_eq!(told(text), None, "{text}");
        }
    }
}
