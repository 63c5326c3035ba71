//! When two names mean the same unit, and which documents a unit is about. See `docs/formats/protocol-v1.md`, "Units".

use std::cmp::Ordering;

use super::aliases::Aliases;
use super::documents::document_of;
use crate::order::Arrange;
use crate::text::steps;

/// A work unit: the documents that it is about, in no order, or the task, the screen or the story.
///
/// `docs/A.md / b.md`, `b.md vs ./docs/a.md` and `docs/a.md + b.md` are one. Equal and ordered by what it is about, never
/// by how it is shown.
#[derive(Clone, Debug)]
pub struct Identity {
    /// The normalised names, sorted, each once; the key that sorts them beside each.
    parts: Vec<(String, String)>,
    name: String,
    documents: Vec<String>,
}

impl Identity {
    /// The unit that a name means: the one place where that is decided. `None` for a name without any word.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        let mut parts: Vec<(String, String, String)> = documents(name)
            .into_iter()
            .map(|part| (natural(&document_key(&part)), document_key(&part), part.trim_start_matches("./").to_owned()))
            .filter(|(_, key, _)| !key.is_empty())
            .collect();
        parts.arrange();
        parts.dedup_by(|one, other| one.1 == other.1);
        if parts.is_empty() {
            return None;
        }
        let name = parts.iter().map(|(.., shown)| shown.as_str()).collect::<Vec<_>>().join(" + ");
        let documents = parts.iter().map(|(.., shown)| shown).filter(|part| is_document(part)).cloned().collect();
        Some(Self { parts: parts.into_iter().map(|(sort, key, _)| (sort, key)).collect(), name, documents })
    }

    /// The name to show: the names of its parts, sorted, as `A + B`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its parts, each as a unit of its own; none where it is one alone.
    pub fn each(&self) -> impl Iterator<Item = Self> {
        let parts = if self.parts.len() > 1 { self.name.as_str() } else { "" };
        parts.split(" + ").filter_map(Self::of)
    }

    /// The series that the unit is a version of, by the names of its parts, and the version of each of its parts: `REVIEW_v1.md` and `review_v2.md`
    /// are of one series. Later versions are greater; a name without a version comes first.
    #[must_use]
    pub fn series(&self) -> (Vec<String>, Vec<String>) {
        self.parts.iter().map(|(_, key)| versioned(key)).unzip()
    }

    /// Whether another name has the same documents, each as it is or without its folder: `a.md` for `docs/a.md`.
    #[must_use]
    pub fn is_shortened_by(&self, other: &Self) -> bool {
        let shortens = |(long, short): (&String, &String)| {
            long == short || long.strip_suffix(short.as_str()).is_some_and(|folder| folder.ends_with('/'))
        };
        let documents = self.documents();
        !documents.is_empty()
            && documents.len() == other.documents().len()
            && documents.iter().zip(other.documents()).all(shortens)
    }

    /// The documents that it is about, as written, sorted; none for a task, a screen or a story.
    #[must_use]
    pub fn documents(&self) -> &[String] {
        &self.documents
    }
}

impl PartialEq for Identity {
    fn eq(&self, other: &Self) -> bool {
        self.parts == other.parts
    }
}

impl Eq for Identity {}

impl PartialOrd for Identity {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Identity {
    fn cmp(&self, other: &Self) -> Ordering {
        self.parts.cmp(&other.parts)
    }
}

/// A text that sorts as another does, save that numbers in it sort as numbers: `_v9` before `_v10`.
#[must_use]
pub fn natural(text: &str) -> String {
    let mut key = String::with_capacity(text.len() + 8);
    let mut rest = text;
    while let Some(at) = rest.find(|digit: char| digit.is_ascii_digit()) {
        let (words, digits) = rest.split_at_checked(at).unwrap_or((rest, ""));
        let length = digits.find(|next: char| !next.is_ascii_digit()).unwrap_or(digits.len());
        let (number, following) = digits.split_at_checked(length).unwrap_or((digits, ""));
        let number = number.trim_start_matches('0');
        key.push_str(words);
        // As many marks as there are digits: a longer number comes later, of equally long ones the digits decide.
        key.extend(std::iter::repeat_n('9', number.len().min(64)));
        key.push('0');
        key.push_str(number);
        rest = following;
    }
    key.push_str(rest);
    key
}

/// A name without its version, and the version so that it sorts as a number; empty where the name has none.
///
/// A version is a `v` and a number at the end, before the extension and behind a mark: `REVIEW_v1.md`, `P-005-v10`,
/// `Login v2`, `Login (v2)`.
#[must_use]
pub fn versioned(name: &str) -> (String, String) {
    let (stem, extension) = if has_extension(name) { name.rsplit_once('.').unwrap_or((name, "")) } else { (name, "") };
    let is_part = |next: char| next.is_ascii_digit() || next == '.';
    let is_mark = |next: char| matches!(next, '_' | '-' | '.' | '(' | ' ');
    let open = stem.strip_suffix(')').filter(|open| open.contains('(')).unwrap_or(stem);
    let head = open.trim_end_matches(is_part);
    let version = open.get(head.len()..).unwrap_or_default();
    let is_number = version.starts_with(|first: char| first.is_ascii_digit()) && !version.ends_with('.');
    let base = head.strip_suffix(['v', 'V']).filter(|base| is_number && base.ends_with(is_mark));
    match base.map(|base| base.trim_end_matches(is_mark)).filter(|base| !base.is_empty() && !base.ends_with('/')) {
        Some(base) if extension.is_empty() => (base.to_owned(), natural(version)),
        Some(base) => (format!("{base}.{extension}"), natural(version)),
        None => (name.to_owned(), String::new()),
    }
}

/// A name without the marks of code and emphasis around it and its parts, its white space folded.
fn unmarked(name: &str) -> String {
    name.split_whitespace()
        .map(|word| word.replace(['`', '*'], ""))
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Whether a name is that of a document: it ends in an extension, or it is one word in capitals.
fn is_document(name: &str) -> bool {
    let is_title =
        name.chars().all(|part| part.is_ascii_uppercase() || part.is_ascii_digit() || matches!(part, '_' | '-'))
            && name.starts_with(|first: char| first.is_ascii_uppercase());
    has_extension(name) || is_title
}

/// Whether a path ends in an extension: one to eight letters or digits after a dot, the first a letter. A name that
/// begins with its only dot is that of a folder (`.github`) as often as that of a file.
fn has_extension(path: &str) -> bool {
    let file = path.trim_end().rsplit('/').next().unwrap_or(path);
    file.rsplit_once('.').is_some_and(|(stem, extension)| {
        !stem.trim_matches('.').is_empty()
            && (1..=8).contains(&extension.len())
            && extension.starts_with(|first: char| first.is_ascii_alphabetic())
            && extension.chars().all(|next| next.is_ascii_alphanumeric())
    })
}

/// The parts that the name of a unit lists, in the order in which it lists them: `docs/a.md/docs/b.md` two documents,
/// `T-007` itself.
#[must_use]
pub fn documents(name: &str) -> Vec<String> {
    steps::add(name.len());
    split(&unmarked(name))
        .into_iter()
        .map(|part| part.trim_start_matches("./").to_owned())
        .filter(|part| !part.is_empty())
        .collect()
}

/// How the unit of several documents is shown: in one order, whatever order they were named in.
#[must_use]
pub fn show(documents: &[String]) -> String {
    let joined = documents.join(" + ");
    clipped(Identity::of(&joined).map_or(joined, |unit| unit.name))
}

/// The longest name of a unit that a reply gives itself, in characters. It stands beside every finding of the reply.
const UNIT_LIMIT: usize = 200;

/// A name, cut off where it is longer than that.
#[must_use]
pub fn clipped(name: String) -> String {
    match name.char_indices().nth(UNIT_LIMIT) {
        Some((end, _)) => name.get(..end).unwrap_or_default().to_owned() + "…",
        None => name,
    }
}

/// The parts that a name lists. A name that lists nothing is its only part.
fn split(name: &str) -> Vec<String> {
    // Each separator has one of these in it, and most names none.
    if !name.contains([' ', '<', '+', ',', '↔']) {
        return slashes(name).into_iter().map(str::to_owned).collect();
    }
    for separator in [" + ", "<->", " ↔ ", " vs. ", " vs "] {
        if name.contains(separator) {
            return name.split(separator).flat_map(|part| split(part.trim())).collect();
        }
    }
    for (separator, parts_titles) in BETWEEN_DOCUMENTS {
        let parts = parted(name, separator);
        let is_listed = |part: &&str| {
            has_extension(part)
                || ((*parts_titles || name.contains(separator)) && is_document(part))
                || slashes(part).len() > 1
        };
        if parts.len() > 1 && parts.iter().all(is_listed) {
            return parts.into_iter().flat_map(split).collect();
        }
    }
    slashes(name).into_iter().map(str::to_owned).collect()
}

/// What a task or a screen may have in its name: it parts documents alone. A capitalised `AND` may be a word of a title
/// in capitals, and parts none.
const BETWEEN_DOCUMENTS: &[(&str, bool)] = &[
    (" vs. ", true),
    (" vs ", true),
    (" and ", false),
    (" & ", true),
    ("+", true),
    (", ", true),
    (" / ", true),
    ("↔", true),
    (",", true),
];

/// The pieces of a name between a separator, however that is capitalised.
fn parted<'n>(name: &'n str, separator: &str) -> Vec<&'n str> {
    // Letters beyond ASCII keep their length.
    let folded = name.to_ascii_lowercase();
    let mut start = 0;
    let mut parts = Vec::new();
    for (at, found) in folded.match_indices(separator) {
        parts.push(name.get(start..at).unwrap_or_default().trim());
        start = at + found.len();
    }
    parts.push(name.get(start..).unwrap_or_default().trim());
    parts
}

/// The documents of `docs/a.md/docs/b.md`: parted at a slash where both halves are documents.
fn slashes(name: &str) -> Vec<&str> {
    if !has_extension(name) {
        // Two titles, such as `ARCH/TDD`.
        return match name.split_once('/') {
            Some((left, right)) if is_document(left) && is_document(right) => vec![left, right],
            _ => vec![name],
        };
    }
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, _) in name.match_indices('/') {
        let part = name.get(start..at).unwrap_or_default().trim();
        if has_extension(part) {
            parts.push(part);
            start = at + 1;
        }
    }
    parts.push(name.get(start..).unwrap_or_default().trim());
    parts
}

/// A document's name without code marks, quotes, `./` and the marks of folders left out, in lower case, its white space
/// folded: `…/web/page.tsx` is `web/page.tsx`.
#[must_use]
pub fn document_key(name: &str) -> String {
    let mut key = plain(name);
    if key.contains('\\') {
        key = key.replace('\\', "/");
    }
    let mut rest = key.as_str();
    while let Some(shorter) = ["./", "…/", ".../"].iter().find_map(|mark| rest.strip_prefix(mark)) {
        rest = shorter.trim_start_matches('/');
    }
    key.drain(..key.len() - rest.len());
    key
}

/// Whether a file is one of those that agents share, and that only the orchestrator writes.
#[must_use]
pub fn is_shared(path: &str) -> bool {
    const SHARED: [&str; 5] = ["decisions.md", "parking.md", "proposal_tracker.md", "research_ledger.md", "tasks.md"];
    let key = document_key(path);
    SHARED.contains(&key.rsplit('/').next().unwrap_or(&key))
}

/// In lower case, without marks of code, emphasis and quotation, white space folded.
#[must_use]
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let end = plain.len();
        if end > 0 {
            plain.push(' ');
        }
        let start = plain.len();
        if word.is_ascii() {
            let kept = word.chars().filter(|letter| !matches!(letter, '`' | '*' | '"'));
            plain.extend(kept.map(|letter| letter.to_ascii_lowercase()));
        } else {
            plain.push_str(&word.replace(['`', '*', '“', '”', '"'], "").to_lowercase());
        }
        if plain.len() == start {
            plain.truncate(end);
        }
    }
    plain
}

/// The documents that a text names, each once, in order.
#[must_use]
pub fn named(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for document in text.split_whitespace().filter_map(document_of) {
        if found.len() < LIMIT && !found.iter().any(|known| known == document) {
            found.push(document.to_owned());
        }
    }
    found
}

/// The unit that the short names of documents stand for, else the one that a scope names: its documents, or one short
/// name of a work unit.
#[must_use]
pub fn of_scope(aliases: &Aliases, scope: Option<&str>) -> Option<String> {
    let documents = aliases.documents();
    if documents.len() == 2 {
        return Some(show(&documents));
    }
    let scope = scope?;
    let named = named(scope);
    match named.len() {
        1..=4 => Some(show(&named)),
        0 => {
            let name = unmarked(scope);
            (name.split_whitespace().count() == 1 && name.chars().any(|character| character.is_ascii_digit()))
                .then_some(name)
        }
        _ => None,
    }
}

/// More documents than this make no unit; looking for more would cost time for nothing.
const LIMIT: usize = 8;

#[cfg(test)]
mod tests {
    use super::{Identity, documents, natural, versioned};

    fn name(unit: &str) -> Option<String> {
        Identity::of(unit).map(|unit| unit.name().to_owned())
    }

    #[test]
    fn every_separator_makes_the_same_pair() {
        for unit in [
            "docs/b.md/docs/a.md",
            "docs/a.md / docs/b.md",
            "docs/a.md + docs/b.md",
            "`docs/b.md` vs `docs/a.md`",
            "docs/b.md <-> docs/a.md",
            "docs/a.md and docs/b.md",
            "docs/a.md & docs/b.md",
            "docs/b.md+docs/a.md",
            "docs/a.md + docs/b.md + docs/a.md",
        ] {
            assert_eq!(name(unit).as_deref(), Some("docs/a.md + docs/b.md"), "{unit}");
        }
        assert_eq!(name("./b.md / a.md").as_deref(), Some("a.md + b.md"));
        assert_eq!(Identity::of("./Docs/A.md / b.md"), Identity::of("b.md vs docs/a.md"));
        for unit in [
            "docs/a.md VS docs/b.md",
            "docs/b.md Vs. docs/a.md",
            "docs/a.md And docs/b.md",
            "docs/a.md AND docs/b.md",
            "docs/b.md,docs/a.md",
            "docs/a.md↔docs/b.md",
        ] {
            assert_eq!(name(unit).as_deref(), Some("docs/a.md + docs/b.md"), "{unit}");
        }
        for unit in ["TDD vs ARCH", "ARCH VS TDD", "TDD / ARCH", "TDD/ARCH", "ARCH,TDD", "TDD↔ARCH", "TDD and ARCH"] {
            assert_eq!(name(unit).as_deref(), Some("ARCH + TDD"), "{unit}");
        }
        assert_eq!(name("TDD / docs/a.md").as_deref(), Some("docs/a.md + TDD"));
        assert_eq!(name("c.md, a.md And b.md").as_deref(), Some("a.md + b.md + c.md"));
    }

    #[test]
    fn what_is_no_list_stays_whole() {
        for unit in [
            "docs/a.md",
            "src/a.b/c",
            ".github/workflows/ci.yml",
            "Login and signup",
            "T-007",
            "Terms & conditions",
            "C++ guide.md",
            "Login / signup screen",
            "Login And signup",
            "Login VS Signup",
            "TERMS AND CONDITIONS",
            "Import,export",
            "R&D.md",
            "1↔n relations",
        ] {
            assert_eq!(name(unit).as_deref(), Some(unit));
        }
        assert_eq!(name(" ` ` "), None);
    }

    #[test]
    fn documents_are_told_from_tasks() {
        let listed = |unit| Identity::of(unit).map(|unit| unit.documents().to_vec()).unwrap_or_default();
        assert_eq!(listed("b.md/a.md"), ["a.md", "b.md"]);
        assert!(listed("Settings screen").is_empty());
    }

    #[test]
    fn versions_sort_as_numbers() {
        let mut units = ["R_v10.md", "R_v9.md", "R_v1.md", "R_v100.md", "R.md"].map(|unit| (Identity::of(unit), unit));
        units.sort();
        assert_eq!(units.map(|(_, unit)| unit), ["R.md", "R_v1.md", "R_v9.md", "R_v10.md", "R_v100.md"]);
        let mut padded =
            ["a_v10.md", "a_v9.md", "a_v010.md", "a_v09.md", "a_v08.md"].map(|unit| (Identity::of(unit), unit));
        padded.sort();
        assert_eq!(padded.map(|(_, unit)| unit), ["a_v08.md", "a_v09.md", "a_v9.md", "a_v010.md", "a_v10.md"]);
        assert!(natural("a2b") < natural("a10"));
    }

    #[test]
    fn units_that_differ_in_a_version_are_a_series() {
        for (name, series, version) in [
            ("REVIEW_P-005_v1.md", "REVIEW_P-005.md", "1"),
            ("docs/REVIEW_P-005_v12.md", "docs/REVIEW_P-005.md", "12"),
            ("P-005-v3", "P-005", "3"),
            ("Login v2", "Login", "2"),
            ("Login (v2)", "Login", "2"),
            ("Login_V1.2", "Login", "1.2"),
        ] {
            assert_eq!(versioned(name), (series.to_owned(), natural(version)), "{name}");
        }
        for name in ["REVIEW_P-005.md", "T-007", "Notes on IPv4", "v2", "docs/v2.md", "a_v.md", "a_v2x.md", "a_v2..md"]
        {
            assert_eq!(versioned(name), (name.to_owned(), String::new()), "{name}");
        }
        let series = |unit| Identity::of(unit).map(|unit| unit.series()).unwrap_or_default();
        assert_eq!(
            series("./REVIEW_v2.md + a.md"),
            (vec!["a.md".to_owned(), "review.md".to_owned()], vec![String::new(), natural("2")])
        );
        assert!(series("R.md").1 < series("R_v9.md").1 && series("R_v9.md").1 < series("R_v10.md").1);
    }

    #[test]
    fn pairs() {
        for (pair, expected) in [
            ("ARCHITECTURE.md/TDD.md", vec!["ARCHITECTURE.md", "TDD.md"]),
            ("docs/a.md/docs/b.md", vec!["docs/a.md", "docs/b.md"]),
            ("ARCH.md + TDD.md", vec!["ARCH.md", "TDD.md"]),
            ("`a.md` vs `b.md`", vec!["a.md", "b.md"]),
            ("docs/a.md", vec!["docs/a.md"]),
            ("ARCH/TDD", vec!["ARCH", "TDD"]),
            ("a.md <-> b.md", vec!["a.md", "b.md"]),
            ("a/b.js/d.md", vec!["a/b.js", "d.md"]),
        ] {
            assert_eq!(documents(pair), expected, "{pair}");
        }
    }
}
