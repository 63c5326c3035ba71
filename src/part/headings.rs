//! What the heading of a finding says: an id, a severity, a title. `### F1: Title (critical)`, `### [P1] Title`.

use super::{Reading, code_places, finding, ids, severities, translations};
use crate::model::Severity;
use crate::text::blocks::{Block, BlockKind, PSEUDO_HEADING, heading_text};
use crate::text::inline;

/// A heading, taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading<'t> {
    /// The ids that it names; usually one.
    pub ids: Vec<&'t str>,
    /// The severity that it names, as written.
    pub severity: Option<&'t str>,
    /// What is left.
    pub title: &'t str,
    /// What is left when the severity is not taken out.
    pub whole: &'t str,
    /// Whether a mark parts the id from what follows: a colon, a dash, brackets, bold.
    pub parted: bool,
    /// Whether its first part is struck out.
    pub struck: bool,
}

impl Heading<'_> {
    /// The severity of the heading, or the one that its id is made of (`P1-003`).
    #[must_use]
    pub fn weight(&self) -> Option<Severity> {
        let stated = self.severity.and_then(|written| {
            let beside_type = || finding::rated_type(written).and_then(|(severity, _)| severities::word(severity));
            let first = || severities::word(written.split(['|', ',']).next().unwrap_or_default());
            severities::word(written).or_else(beside_type).or_else(first)
        });
        stated.or_else(|| {
            let mut parts = self.ids.first()?.split('-');
            parts.find_map(|part| (part.len() == 2 && part.starts_with(['P', 'S'])).then(|| severities::word(part))?)
        })
    }
}

const SEPARATORS: [char; 7] = [':', '.', '—', '–', '-', ' ', '|'];

/// Takes a heading apart.
#[must_use]
pub fn read(text: &str) -> Heading<'_> {
    let mut rest = before_id(text.trim());
    let mut heading = Heading { struck: rest.starts_with("~~"), ..Heading::default() };
    let struck = rest.strip_prefix("~~").and_then(|inner| inner.split_once("~~"));
    if heading.struck {
        rest = rest.trim_matches('~');
    }
    if let Some((severity, after)) = struck.filter(|(inner, _)| severities::word(inner).is_some()) {
        heading.severity = Some(severity);
        rest = after_mark(after, &heading);
    } else if let Some((severity, after)) = leading_severity(rest, !heading.ids.is_empty()) {
        heading.severity = Some(severity);
        rest = after_mark(after, &heading);
    }
    while let Some((id, after)) = ids::lead(rest) {
        // "P1" alone is a severity, "L977" a line, and a word that goes on is no id.
        let ends = after.is_empty()
            || after.starts_with([':', '.', ' ', ',', ')', ']', '*', '/', '—', '–', '`', '(', '-', '&', '_', '~']);
        if !ends || severities::word(id).is_some() {
            break;
        }
        heading.ids.push(id);
        let joined = after.trim_start_matches([']', ')', '*', '`']).trim_start();
        let next = [",", "/", "&", "and ", "+"].into_iter().find_map(|join| joined.strip_prefix(join));
        match next.map(str::trim_start).filter(|next| ids::lead(next).is_some()) {
            Some(next) => rest = next,
            None => {
                heading.parted = !after.starts_with(' ') || after.trim_start().starts_with(['—', '–', '-', '|']);
                rest = after;
                break;
            }
        }
    }
    rest = after_mark(rest, &heading);
    heading.whole = closed(rest);
    if heading.severity.is_none()
        && let Some((severity, after)) = leading_severity(rest, !heading.ids.is_empty())
    {
        heading.severity = Some(severity);
        rest = after_mark(after, &heading);
    }
    heading.title = closed(rest);
    if heading.severity.is_none()
        && let Some((title, severity)) = trailing_severity(heading.title)
    {
        heading.severity = Some(severity);
        heading.title = title;
    }
    heading
}

/// A heading from its id on, where nothing but a mark, a number or a word for what follows stands before it: `🔴 F1: …`,
/// `1. F1: …`, `Finding F1: …`. A severity in a word stays.
fn before_id(text: &str) -> &str {
    const NAMES: [&str; 4] = ["finding", "issue", "item", "problem"];
    let Some((first, rest)) = text.split_once(' ') else { return text };
    let is_mark = !first.contains(char::is_alphanumeric) && !first.is_ascii();
    let number = first.strip_suffix(['.', ')']).unwrap_or_default();
    let is_number = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
    let is_name = NAMES.iter().any(|name| first.eq_ignore_ascii_case(name));
    let is_followed = ids::lead(rest).is_some_and(|(id, after)| {
        let is_own = id.starts_with(|first: char| first.is_ascii_uppercase()) && !id.contains(' ');
        is_own && severities::word(id).is_none() && after.starts_with([':', ' ', ']', ')', '*', '—', '–', '.'])
    });
    if (is_mark || is_number || is_name) && is_followed { rest } else { text }
}

/// The words of the heading that a block is.
#[must_use]
pub fn heading_words<'t>(reading: &Reading<'_, 't>, block: &Block) -> &'t str {
    let text = heading_text(reading.source.line(block.lines.start));
    match block.kind {
        BlockKind::Heading { level: PSEUDO_HEADING } => inline::bare(text),
        _ => text,
    }
}

/// Severities that more often begin a remark: `Note: …`, `**Suggestion**: …`.
const LABELS: [&str; 6] = ["suggestion", "note", "important", "info", "error", "warning"];

/// What follows an id or a severity, without the marks that close it.
fn after_mark<'t>(rest: &'t str, heading: &Heading<'_>) -> &'t str {
    if heading.ids.is_empty() && heading.severity.is_none() {
        return rest;
    }
    let rest = inline::behind(rest.trim_start_matches([']', ')', '*', '_', '~']), &SEPARATORS);
    // A code mark that has no partner ahead closes the id; one that has one begins what follows.
    if rest.matches('`').count() % 2 == 1 { inline::behind(rest.trim_start_matches('`'), &SEPARATORS) } else { rest }
}

/// A title without a mark of emphasis at its end that closes what opened before it.
fn closed(title: &str) -> &str {
    let title = title.trim();
    for mark in ["**", "__", "*", "_"] {
        if title.ends_with(mark) && title.matches(mark).count() % 2 == 1 {
            return title.strip_suffix(mark).unwrap_or(title).trim_end();
        }
    }
    title
}

/// `[P1] Title`, `HIGH — Title`, `🔴 Critical: Title`. `labels` says whether a word such as "Note" is a severity there.
#[must_use]
pub fn leading_severity(text: &str, labels: bool) -> Option<(&str, &str)> {
    const WORDS: usize = 3;
    let text = text.trim_start_matches(['*', '_']);
    // `F9 (critical): title`
    if let Some((inner, after)) = text.strip_prefix('(').and_then(|inner| inner.split_once(')')) {
        let is_typed = || finding::rated_type(inner).is_some();
        return severities::stated(inner).or_else(|| is_typed().then_some(inner)).map(|severity| (severity, after));
    }
    if let Some((inner, after)) = text.strip_prefix('[').and_then(|inner| inner.split_once(']')) {
        if let Some(severity) = severities::stated(inner) {
            return Some((severity, after));
        }
        // `[P1 | security]` names a category beside it.
        let head = inner.split(['|', ',']).next().unwrap_or_default();
        let is_mark = severities::is_severity(head) && head.split_whitespace().count() <= WORDS;
        return is_mark.then_some((inner, after));
    }
    // P1 `R2-F1`: title
    if let Some((head, after)) = text.split_once(' ')
        && after.starts_with('`')
        && severities::word(head).is_some()
        && ids::lead(after).is_some_and(|(_, rest)| rest.trim_start_matches('`').starts_with([':', '—', '–']))
    {
        return Some((head, after));
    }
    let parts = |at: usize, mark: char| {
        matches!(mark, ':' | '—' | '–' | '|') || text.get(at..).is_some_and(|rest| rest.starts_with("-- "))
    };
    // `**Critical** (src/a.ts:4): title`: a mark within parentheses or code parts nothing.
    let (mut depth, mut code) = (0_usize, false);
    let (at, separator) = text.char_indices().find(|(at, character)| {
        match character {
            '`' => code = !code,
            '(' if !code => depth += 1,
            ')' if !code => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && !code && parts(*at, *character)
    })?;
    let head = text.get(..at)?.trim().trim_end_matches(['*', '_']);
    // Behind an id and before a dash it is none: `SEC-4: INFO — title`.
    let is_label = (!labels || separator == ':') && LABELS.contains(&inline::words(head).as_str());
    // `BLOCKER *(likely known)*: title`
    let (bare, remark) = head.split_once('(').unwrap_or((head, ""));
    let ends = remark.rsplit_once(')').is_none_or(|(_, behind)| !behind.contains(char::is_alphanumeric));
    // `**Critical** (src/a.ts:4): title`: a place is no part of the severity.
    if ends && severities::is_severity(bare) && code_places::lead(remark).is_some() {
        return text.get(bare.len()..).map(|after| (bare.trim_end_matches(['*', '_', ' ']), after));
    }
    // `S2 (minor): title` is rated beside its code.
    let is_code = |code: &str| code.len() == 2 && code.ends_with(|digit: char| digit.is_ascii_digit());
    let is_rated = is_code(bare.trim_end_matches(['*', '_', ' ']))
        && severities::is_severity(remark.trim_end_matches([')', '*', '_']));
    let fits = !is_label && !is_rated && ends && bare.split_whitespace().count() <= WORDS;
    // `High severity: title`
    let head =
        if severities::is_severity(head) { Some(head) } else { severities::stated(head).filter(|_| separator == ':') };
    head.filter(|_| fits).map(|head| (head, text.get(at + separator.len_utf8()..).unwrap_or_default()))
}

/// Whether a title ends in a word that a name in code follows: ``The enum lacks `Critical` ``, ``No test for `High` ``.
fn leads_to_name(title: &str) -> bool {
    const WORDS: [&str; 30] = [
        "a", "an", "and", "as", "by", "called", "case", "constant", "field", "for", "from", "in", "is", "lacks",
        "level", "misses", "named", "of", "on", "or", "severity", "status", "than", "the", "to", "type", "value",
        "variant", "with", "without",
    ];
    let last = title.trim_end().rsplit(' ').next().unwrap_or_default();
    WORDS.contains(&last.to_lowercase().as_str())
}

/// `Title (critical)`, `Title [HIGH]`, `` Title `HIGH` ``, `Title — major`, `Title - High severity`, `Title ⚠️ High`.
#[must_use]
pub fn trailing_severity(text: &str) -> Option<(&str, &str)> {
    let bare = text.trim_end_matches(['*', '_']);
    for (open, close) in [('(', ')'), ('[', ']'), ('{', '}'), ('`', '`')] {
        if let Some((title, inner)) = bare.strip_suffix(close).and_then(|text| text.rsplit_once(open))
            && let Some(severity) = severities::stated(inner)
        {
            // In code marks, `low` is a name; so is `Info` in "Two types called `Info`".
            let is_name = || {
                let is_parted = title.trim_end().ends_with(['—', '–', '-', '·', '|', ':', '•']);
                let is_plain = severities::is_plain(inner) && inner.bytes().any(|byte| byte.is_ascii_lowercase());
                !is_parted && (is_plain || leads_to_name(title))
            };
            if open == '`' && (!inner.starts_with(|first: char| first.is_ascii_uppercase()) || is_name()) {
                return None;
            }
            // `Doors (P1) and lamps (P2)`, `The same path (P1, P2)`: names of parts, none of the whole; a word of the
            // protocol is no such name.
            let is_word = severities::read(severity).repair == severities::Repair::None;
            let is_parted = !is_word
                && title
                    .split(open)
                    .skip(1)
                    .filter_map(|part| part.split([close, ',', '—', '–']).next())
                    .any(|part| severities::word(part).is_some());
            let mut listed = severity.split(',').map(severities::word);
            let first = listed.next();
            if is_parted || listed.any(|other| Some(other) != first) {
                return None;
            }
            // `Title **[High]**`
            let marks = text.get(bare.len()..).unwrap_or_default();
            return Some((title.strip_suffix(marks).unwrap_or(title).trim_end(), severity));
        }
    }
    // `Title 🔴`
    if let Some((title, mark)) = bare.rsplit_once(' ')
        && !mark.contains(char::is_alphanumeric)
        && severities::is_severity(mark)
    {
        return Some((title.trim_end(), mark));
    }
    // `Title ⚠️ High`
    if let Some((before, word)) = bare.rsplit_once(' ')
        && let Some((title, mark)) = before.rsplit_once(' ')
        && !mark.is_ascii()
        && !mark.contains(char::is_alphanumeric)
        && !matches!(mark, "—" | "–" | "·" | "•" | "→")
        && severities::is_severity(word)
    {
        return Some((title.trim_end(), word));
    }
    if let Some(found) = severity_behind_colon(bare) {
        return Some(found);
    }
    let mut separators =
        [" — ", " – ", " -- ", " - ", " · "].into_iter().filter(|separator| inline::may_hold(text, separator));
    let (title, tail) = separators.find_map(|separator| text.rsplit_once(separator))?;
    let severity = severities::stated(tail)?;
    (severity.split_whitespace().count() == 1).then(|| (title.trim_end(), severity))
}

/// `Orders can be read by anyone: HIGH`: behind a colon, one word that weighs, in capitals or with one, ends a title; not
/// where the title rates the whole, as in `Overall risk rating: HIGH`.
fn severity_behind_colon(text: &str) -> Option<(&str, &str)> {
    const TITLE: usize = 3;
    const WORDS: [&str; 7] = ["blocker", "critical", "high", "low", "major", "medium", "minor"];
    const RATES: [&str; 10] = [
        "confidence",
        "impact",
        "importance",
        "level",
        "likelihood",
        "priority",
        "rating",
        "risk",
        "severity",
        "verdict",
    ];
    let (title, word) = text.rsplit_once(": ")?;
    let weighs = word.starts_with(|first: char| first.is_ascii_uppercase())
        && WORDS.contains(&word.to_ascii_lowercase().as_str());
    let words = inline::words(title);
    let rates = words.split(' ').any(|word| word == "overall") || RATES.contains(&words.rsplit(' ').next()?);
    (weighs && !rates && words.split(' ').count() >= TITLE).then(|| (title.trim_end(), word))
}

/// Words that a severity stands beside in a heading: `Critical issues`.
const COMPANIONS: [&str; 47] = [
    "drift",
    "optional",
    "enhancements",
    "enhancement",
    "comments",
    "before",
    "merge",
    "merging",
    "release",
    "soon",
    "now",
    "later",
    "items",
    "item",
    "gaps",
    "gap",
    "risk",
    "risks",
    "level",
    "impact",
    "vulnerabilities",
    "concerns",
    "improvements",
    "issues",
    "issue",
    "findings",
    "finding",
    "problems",
    "required",
    "blockers",
    "blocker",
    "suggestions",
    "suggestion",
    "fixes",
    "severity",
    "priority",
    "must",
    "should",
    "fix",
    "concerning",
    "recommended",
    "cosmetic",
    "points",
    "things",
    "advisory",
    "bugs",
    "notes",
];

/// `### P1`, `### P2 (Suggestions)`, `## Critical issues`: what stands below has this severity.
#[must_use]
pub fn group(text: &str) -> Option<Severity> {
    const WRONG: [&str; 5] = ["bugs", "concerns", "findings", "issues", "problems"];
    const WORDS: usize = 5;
    const DIGITS: usize = 4;
    const BLOCKED: [&str; 7] = ["deploy", "deployment", "go live", "launch", "merge", "release", "ship"];
    // What stands in parentheses behind them is a remark: `P2 findings (cleanup)`.
    let remark = translations::remark_behind(inline::bare(text));
    // `必須修正（Must Fix）`; one word may be the severity of a title.
    if let Some((head, remark)) = remark
        && translations::is_foreign(head)
        && remark.contains(' ')
        && let Some(severity) = group(remark)
    {
        return Some(severity);
    }
    // Behind one word, only what is demanded is, or how many there are: `Minor (Nice to Have)`, `Suggestions (5 found)`.
    let counts = |remark: &str| {
        let words = inline::words(remark);
        let (number, rest) = words.split_once(' ').unwrap_or((&words, "found"));
        !number.is_empty()
            && number.bytes().all(|byte| byte.is_ascii_digit())
            && matches!(rest, "found" | "issues" | "findings" | "items" | "open" | "total" | "in total")
    };
    if let Some((head, remark)) = remark
        && (head.split_whitespace().count() > 1
            || demanded(&inline::words(remark)).is_some()
            || counts(remark)
            || remark.split([' ', ',']).next().and_then(severities::word).is_some())
        && group(head.trim_end().trim_end_matches(['*', '_'])).is_some()
    {
        return group(head.trim_end().trim_end_matches(['*', '_']));
    }
    // `Major issues – must be fixed`
    if let Some((head, _)) = [" — ", " – ", " - "].into_iter().find_map(|dash| inline::bare(text).split_once(dash))
        && inline::words(head).split_once(' ').is_some_and(|(_, last)| WRONG.contains(&last))
        && let Some(severity) = group(head)
    {
        return Some(severity);
    }
    let words = inline::words(text);
    if translations::are_suggestions(&words) {
        return Some(Severity::Advisory);
    }
    // `The must-fix ones`, `Should fix, but not today`
    let head = [", but ", " but ", ", if ", ", ignore "]
        .iter()
        .find_map(|mark| text.split_once(mark))
        .map_or(text, |(head, _)| head);
    let head = inline::words(head);
    if let Some(severity) = demanded(head.strip_prefix("the ").unwrap_or(&head)) {
        return Some(severity);
    }
    // `Launch blockers`
    if words.strip_suffix(" blockers").is_some_and(|what| BLOCKED.contains(&what)) {
        return Some(Severity::Critical);
    }
    let mut severity: Option<Severity> = None;
    let count = words.split(' ').filter(|word| !word.is_empty()).count();
    if count == 0 || count > WORDS {
        return None;
    }
    for (number, word) in words.split(' ').enumerate() {
        match severity_of(translations::weighing(word)) {
            Some(found) => severity = Some(severity.map_or(found, |known| known.min(found))),
            // `Violations critiques`, `Kritische Probleme`
            None if translations::is_weighed(word) => {}
            None if number > 0
                && (COMPANIONS.contains(&word)
                    || (word.len() <= DIGITS && word.bytes().all(|byte| byte.is_ascii_digit()))) => {}
            None => return lone_part(text).or_else(|| by_priority(text)),
        }
    }
    severity.or_else(|| by_priority(text))
}

/// `Priority 1 (Must Fix)`: by the remark, else by the number.
fn by_priority(text: &str) -> Option<Severity> {
    let bare = inline::bare(text).trim_end_matches(|last: char| !last.is_alphanumeric() && last != ')');
    let (head, remark) = match bare.strip_suffix(')').and_then(|text| text.rsplit_once('(')) {
        Some((head, remark)) => (inline::words(head), Some(remark)),
        None => (inline::words(bare), None),
    };
    let number = head.strip_prefix("priority ").filter(|number| number.len() == 1)?;
    remark.and_then(group).or_else(|| crate::model::severity_of_word(&format!("p{number}")))
}

/// `Low / tests`, `Minor & polish`, `Low and tests`: the first of several short parts is a severity.
fn lone_part(text: &str) -> Option<Severity> {
    let mut parts = inline::bare(text)
        .split([',', '/', '&'])
        .flat_map(|part| part.split(" and "))
        .map(inline::words)
        .filter(|part| !part.is_empty());
    let first = parts.next()?;
    let first = first.strip_suffix(" priority").or_else(|| first.strip_suffix(" severity")).unwrap_or(&first);
    (parts.clone().count() > 0 && parts.all(|part| part.split(' ').count() <= 2)).then(|| severity_of(first)).flatten()
}

/// The severity of a word of a heading, also in the plural.
fn severity_of(word: &str) -> Option<Severity> {
    const PLURALS: [&str; 5] = ["blockers", "nits", "nitpicks", "suggestions", "warnings"];
    let plural = PLURALS.contains(&word).then(|| word.strip_suffix('s')).flatten();
    crate::model::severity_of_word(plural.unwrap_or(word))
}

/// `Must fix`, `Should fix before merge`, `Nice to have`: how much it matters, by what is asked for.
fn demanded(words: &str) -> Option<Severity> {
    const DEMANDS: [(&str, Severity); 23] = [
        ("blocks merge", Severity::Critical),
        ("blocks release", Severity::Critical),
        ("blocks ship", Severity::Critical),
        ("blocks shipping", Severity::Critical),
        ("blocks the merge", Severity::Critical),
        ("blocks the release", Severity::Critical),
        ("blocks the ship", Severity::Critical),
        ("improvement suggestions", Severity::Advisory),
        ("non blocking", Severity::Minor),
        ("can wait", Severity::Minor),
        ("launch blocking", Severity::Critical),
        ("must fix", Severity::Critical),
        ("must be fixed", Severity::Critical),
        ("must change", Severity::Critical),
        ("should fix", Severity::Major),
        ("should be fixed", Severity::Major),
        ("should change", Severity::Major),
        ("could be fixed", Severity::Minor),
        ("could fix", Severity::Minor),
        ("nice to have", Severity::Minor),
        ("smaller", Severity::Minor),
        ("small", Severity::Minor),
        ("tiny", Severity::Minor),
    ];
    const BEHIND: [&str; 27] = [
        "",
        "bits",
        "comments",
        "improvements",
        "suggestions",
        "points",
        "stuff",
        "things",
        "issues",
        "findings",
        "items",
        "before",
        "merge",
        "merging",
        "ones",
        "release",
        "first",
        "deploy",
        "deploying",
        "deployment",
        "going",
        "launch",
        "live",
        "production",
        "releasing",
        "shipping",
        "soon",
    ];
    // `## MUST`, `## SHOULD`
    match words {
        "must" => return Some(Severity::Critical),
        "should" => return Some(Severity::Major),
        "could" => return Some(Severity::Minor),
        _ => {}
    }
    let (rest, severity) =
        DEMANDS.iter().find_map(|(demand, severity)| Some((words.strip_prefix(demand)?, *severity)))?;
    let is_count = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    rest.split(' ').all(|word| BEHIND.contains(&word) || is_count(word)).then_some(severity)
}

#[cfg(test)]
mod tests {
    use super::{group, read};
    use crate::model::Severity;

    #[test]
    fn parts_of_a_heading() {
        for (text, id, severity, title) in [
            ("F1: Event Delivery (critical)", Some("F1"), Some("critical"), "Event Delivery"),
            ("[P1] Strict validation fails", None, Some("P1"), "Strict validation fails"),
            ("[SEV-003] HIGH — No rate limit", Some("SEV-003"), Some("HIGH"), "No rate limit"),
            ("P0-001: Hook bypass", Some("P0-001"), None, "Hook bypass"),
            ("F1. Collect uses a status.", Some("F1"), None, "Collect uses a status."),
            ("F004 — traceability", Some("F004"), None, "traceability"),
            ("F5: .env is shared", Some("F5"), None, ".env is shared"),
            ("F6 . Spaced out", Some("F6"), None, "Spaced out"),
            ("Recommendation (HIGH priority)", None, None, "Recommendation (HIGH priority)"),
            ("Finding 3: Loop", Some("Finding 3"), None, "Loop"),
            ("F3: A path *(inside)*", Some("F3"), None, "A path *(inside)*"),
            ("**F3: A path**", Some("F3"), None, "A path"),
            ("F9 (critical): one more", Some("F9"), Some("critical"), "one more"),
            ("F9 (critical, fidelity-loss): it", Some("F9"), Some("critical, fidelity-loss"), "it"),
            ("F10: Doors (P1) and lamps (P2)", Some("F10"), None, "Doors (P1) and lamps (P2)"),
            ("F11: Doors (P1) and lamps (minor)", Some("F11"), Some("minor"), "Doors (P1) and lamps"),
            ("F12: It is so (high confidence) (low)", Some("F12"), Some("low"), "It is so (high confidence)"),
            ("[P1] `a.md:4` — text", None, Some("P1"), "`a.md:4` — text"),
            ("~~critical~~ The door", None, Some("critical"), "The door"),
        ] {
            let heading = read(text);
            assert_eq!(
                (heading.ids.first().copied(), heading.severity, heading.title),
                (id, severity, title),
                "{text}"
            );
        }
        assert_eq!(read("F1, F2: Both").ids, ["F1", "F2"]);
        assert_eq!(read("P1-003: x").weight(), Some(Severity::Major));
    }

    #[test]
    fn groups() {
        assert_eq!(group("P1 (Required)"), Some(Severity::Major));
        assert_eq!(group("P0 — Blocker"), Some(Severity::Critical));
        assert_eq!(group("Critical issues"), Some(Severity::Critical));
        assert_eq!(group("Critical path of the proof"), None);
        assert_eq!(group("Findings"), None);
        assert_eq!(group("Must-fix before merge (2)"), Some(Severity::Critical));
        assert_eq!(group("Minor (Nice to Have)"), Some(Severity::Minor));
        assert_eq!(group("Must fixate"), None);
        assert_eq!(group("Nits (P3, up to you)"), Some(Severity::Minor));
        assert_eq!(group("Violations critiques"), Some(Severity::Critical));
        assert_eq!(group("高优先级问题"), Some(Severity::Major));
    }
}
