//! How a line rates a finding: a severity before it, at its end, or alone. See `docs/formats/prose.md`, "The first line".

use std::ops::Range;

use super::{labels, place_lines};
use crate::part::{scales, severities};
use crate::text::blocks::scan_item;
use crate::text::{fields, inline};

/// A severity that a mark parts from what follows, or that is all: `High — src/a.ts:4`, `severity: high · text`.
#[must_use]
pub fn parted_severity(text: &str) -> Option<(&str, &str)> {
    const WORDS: usize = 2;
    let (head, after) = [" — ", " – ", " -- ", " - ", " · ", " | ", " • "]
        .into_iter()
        .filter_map(|mark| text.split_once(mark))
        .min_by_key(|(head, _)| head.len())
        .unwrap_or((text, ""));
    let head = head.trim_end_matches('.');
    severities::stated(head).filter(|_| head.split_whitespace().count() <= WORDS).map(|severity| (severity, after))
}

/// The severity that a colon parts from what follows: `High: the lock is never released`.
#[must_use]
pub fn severity_before_colon(text: &str) -> Option<(&str, &str)> {
    let (head, after) = text.split_once(':')?;
    let word = severity_of(head);
    (is_plain_word(word) && after.starts_with([' ', '*', '_']))
        .then(|| (word, after.trim_start_matches(['*', '_', ' '])))
}

/// Whether a word is a severity beside a text, where `error` and `note` are words like others.
fn is_plain_word(word: &str) -> bool {
    const WORDS: [&str; 12] =
        ["blocker", "critical", "high", "major", "medium", "moderate", "minor", "low", "p0", "p1", "p2", "p3"];
    word.to_ascii_lowercase().split('/').all(|word| WORDS.contains(&word))
}

/// The severity that a text of one line ends with: `… is lost (high)`, `… is lost. Severity: high.`, `… is lost. High severity.`
#[must_use]
pub fn trailing_severity(text: &str) -> Option<(&str, &str)> {
    const TOLD: usize = 3;
    let bare = text.trim_end().trim_end_matches(['.', '*', '_']);
    let (told, rating) = match trailing_remark(bare) {
        Some(parts) => parts,
        None => {
            let at = bare.rfind(". ").map(|at| at + 1)?;
            (bare.get(..at)?, bare.get(at..)?)
        }
    };
    let among = rating_among(rating);
    let severity = among.unwrap_or_else(|| severity_of(rating));
    let is_named = severity.len() < rating.trim_matches(['*', '_', ' ']).len();
    let is_long = told.split_whitespace().nth(TOLD - 1).is_some() || told.contains('`');
    let is_told = !told.contains('\n') && (is_named || is_long);
    // The other words of a remark say something as well.
    let told = if among.is_some() { text } else { told.trim_end_matches(['*', '_', ' ']) };
    // `It waits. Blocking.` says what it does, unless it is marked: `*Blocking.*`
    let blocks = severity.eq_ignore_ascii_case("blocking") && text.trim_end().ends_with(['*', '_']);
    ((is_plain_word(severity) || blocks) && is_told).then_some((told, severity))
}

/// The severity that a sentence of a text gives, and where that stands, with the mark behind it: `The key is logged. Severity: high.
/// Confidence: low.`
#[must_use]
pub fn severity_within(text: &str) -> Option<(Range<usize>, &str)> {
    const NAMES: [&str; 2] = ["Severity: ", "severity: "];
    let (start, name) = NAMES.iter().find_map(|name| text.find(name).map(|at| (at, *name)))?;
    let before = text.get(..start)?.trim_end();
    let is_code = before.matches('`').count() % 2 == 1;
    let begins = before.is_empty() || before.ends_with(['.', ')', ';', '!', '?', '*', '—', '–']);
    let value = text.get(start + name.len()..)?;
    let end = value.find(['.', ';', ',', '\n']).unwrap_or(value.len());
    let severity = value.get(..end)?.trim();
    let range = start..start + name.len() + (end + 1).min(value.len());
    (begins && !is_code && severities::is_severity(severity)).then_some((range, severity))
}

/// The severity of the one problem that a sentence says there is: `There is a critical bug: …`, `I found one high-severity
/// issue`. What was mended, and what is not there, has none.
#[must_use]
pub fn told_severity(text: &str) -> Option<&str> {
    const PROBLEMS: [&str; 7] = ["bug", "defect", "flaw", "issue", "problem", "vulnerability", "weakness"];
    // Without "severity" behind them, they are words like others.
    const PLAIN: [&str; 9] = ["high", "medium", "low", "important", "error", "info", "note", "suggestion", "warning"];
    const ONE: [&str; 7] = ["a", "an", "another", "one", "single", "the", "this"];
    const TAKES_BACK: [&str; 16] = [
        "any", "avoid", "fixed", "fixes", "if", "isn't", "mended", "never", "no", "not", "previous", "prevent",
        "removed", "resolved", "was", "without",
    ];
    let bare = |word: &str| word.trim_matches(|mark: char| !mark.is_alphanumeric()).to_lowercase();
    text.split_inclusive(['.', '!', '?', ';']).find_map(|sentence| {
        let words: Vec<&str> = sentence.split_whitespace().collect();
        let said: Vec<String> = words.iter().map(|word| bare(word)).collect();
        let says = |at: Option<usize>| at.and_then(|at| said.get(at)).map(String::as_str).unwrap_or_default();
        let problem = said.iter().position(|word| PROBLEMS.contains(&word.as_str()))?;
        let is_named = says(problem.checked_sub(1)) == "severity";
        let at = problem.checked_sub(1 + usize::from(is_named))?;
        let word = words.get(at)?.trim_matches(['*', '_', '`', '(', ',']);
        let (severity, named) = match word.len().checked_sub("-severity".len()) {
            Some(end) if word.get(end..).is_some_and(|name| name.eq_ignore_ascii_case("-severity")) => {
                (word.get(..end)?, true)
            }
            _ => (word, is_named),
        };
        let is_word = severities::is_severity(severity) && (named || !PLAIN.contains(&bare(severity).as_str()));
        let taken_back = said.iter().take(problem).any(|word| TAKES_BACK.contains(&word.as_str()));
        (is_word && !taken_back && ONE.contains(&says(at.checked_sub(1)))).then_some(severity)
    })
}

/// The severity that a text gives what it tells in bold, in a sentence of its own or in one that says so: `**Medium**.`,
/// `I rate this **High**, since it is public.` Two that differ are those of two things.
#[must_use]
pub fn bold_verdict(text: &str) -> Option<&str> {
    const WORDS: usize = 3;
    const LENGTH: usize = 300;
    // What these rate is not how bad it is: `Effort: **Low**.`
    // Nor is what is denied: `I would not call this **critical**.`
    const OTHERS: [&str; 13] = [
        "certainty",
        "cohesion",
        "complexity",
        "confidence",
        "cost",
        "coverage",
        "effort",
        "likelihood",
        "never",
        "not",
        "overall",
        "probability",
        "quality",
    ];
    const RATES: [&str; 13] = [
        "assess", "call", "class", "classify", "consider", "count", "grade", "judge", "put", "rank", "rate", "score",
        "treat",
    ];
    let mut found: Option<&str> = None;
    for (at, _) in text.match_indices("**") {
        let Some((word, after)) = text.get(at + 2..).and_then(|inner| inner.split_once("**")) else { break };
        // `**Low / Information**`
        let severity = word.split(" / ").next().unwrap_or_default().trim_end_matches('.');
        if !is_plain_word(severity) {
            continue;
        }
        let near = (at.saturating_sub(LENGTH)..=at).find(|near| text.is_char_boundary(*near)).unwrap_or(at);
        let before = text.get(near..at).unwrap_or_default();
        let sentence = before.rsplit(['.', '!', '?', ';', '\n']).next().unwrap_or_default();
        let told = inline::words(sentence);
        if (near > 0 && sentence.len() == before.len()) || inline::has_word(&told, &OTHERS) {
            continue;
        }
        let clause = inline::words(sentence.rsplit(['(', ',']).next().unwrap_or_default());
        let alone = clause.split(' ').filter(|word| !word.is_empty()).count() < WORDS
            && (word.ends_with('.') || after.starts_with(['.', ')', ',', ';']) || after.trim().is_empty());
        if alone || inline::has_word(&told, &RATES) {
            match found {
                Some(known) if !known.eq_ignore_ascii_case(severity) => return None,
                _ => found = Some(severity),
            }
        }
    }
    found
}

/// The one severity among a few words of a remark: `bug, high`.
fn rating_among(remark: &str) -> Option<&str> {
    const PARTS: usize = 3;
    let parts: Vec<&str> = remark.split(',').map(severity_of).collect();
    let mut rated = parts.iter().copied().filter(|part| crate::model::severity_of_word(part).is_some());
    let short = parts.iter().all(|part| !part.contains(' '));
    rated.next().filter(|_| (2..=PARTS).contains(&parts.len()) && short && rated.next().is_none())
}

/// What stands beside the word "severity", or all of a text.
fn severity_of(text: &str) -> &str {
    let text = text.trim_matches(['*', '_', ' ']);
    let begins = ["Severity:", "severity:", "Impact:"].iter().find_map(|name| text.strip_prefix(name));
    let ends = || [" severity", " priority"].iter().find_map(|name| text.strip_suffix(name));
    begins.or_else(ends).unwrap_or(text).trim_matches(['*', '_', ' '])
}

/// `Title. Criticality: 9`, `Title — Confidence: 95/100`: what rates the finding, in a figure.
#[must_use]
pub fn trailing_rating(title: &str) -> Option<(&str, &str)> {
    const KEYS: [&str; 8] =
        ["confidence", "criticality", "cvss", "impact", "likelihood", "priority", "rating", "score"];
    let (before, figure) = title.trim_end_matches(['*', '_', ' ']).rsplit_once(':')?;
    let is_figure = figure.trim().starts_with(|digit: char| digit.is_ascii_digit())
        && figure.trim().chars().all(|mark| mark.is_ascii_digit() || matches!(mark, '.' | '/' | '%' | ' '));
    let key = before.rsplit([' ', '(', '*', '_']).next().unwrap_or_default();
    let at = before.len() - key.len();
    let shorter = title.get(..at)?.trim_end_matches(['.', ',', ';', '—', '–', '-', '|', '·', '(', '*', '_', ' ']);
    (is_figure && KEYS.contains(&key.to_ascii_lowercase().as_str()) && shorter.contains(' '))
        .then_some((shorter, title.get(at..)?))
}

/// The severity that a line of marks states alone: `![high](…/high.svg)`, `_⚠️ Potential issue_ | _🟡 Minor_`.
#[must_use]
pub fn severity_line(line: &str) -> Option<&str> {
    const PARTS: usize = 3;
    let text = line.trim();
    if text.starts_with("![") {
        return badges(text)?
            .into_iter()
            .find_map(|badge| badge.split(['-', ' ']).find(|part| severities::word(part).is_some()));
    }
    let marked = |part: &str| part.starts_with(['_', '*']) && part.ends_with(['_', '*']);
    let parts = || text.split('|').map(str::trim);
    if !text.contains('|') || parts().count() > PARTS || !parts().all(marked) {
        return None;
    }
    parts().map(inline::bare).find(|part| severities::is_severity(part))
}

/// The severity in code marks before other remarks: `` `Blocker` · Reliability · 1h effort ``.
#[must_use]
pub fn coded_severity(line: &str) -> Option<&str> {
    let (head, rest) = line.split_once(" · ")?;
    let (before, severity) = head.trim_end().strip_suffix('`')?.rsplit_once('`')?;
    let is_closed = before.matches('`').count() % 2 == 0;
    // `` `info` · `error` · `critical` `` lists them.
    (is_closed && !rest.contains('`') && severities::is_severity(severity)).then_some(severity)
}

/// What rates a comment before its title.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedHead<'t> {
    /// The severity.
    pub severity: &'t str,
    /// The image that states it.
    pub badge: Option<&'t str>,
    /// What follows.
    pub after: &'t str,
}

/// The severity before a title, in an image or in bold by itself: `<img alt="P0" src="…"> **Title**`, `**P0** **Title**`.
#[must_use]
pub fn rated_head(line: &str) -> Option<RatedHead<'_>> {
    let line = line.trim();
    // `<a href="#"><img alt="P0" src="…"></a> **Title**`
    let linked = line.strip_prefix("<a ").and_then(|inner| inner.split_once("><img ").map(|(_, image)| (inner, image)));
    let image = linked.map(|(_, image)| image).or_else(|| line.strip_prefix("<img "));
    let (severity, badge, after) = match image.and_then(|image| image.split_once('>')) {
        Some((image, after)) => {
            let after = after.strip_prefix("</a>").filter(|_| linked.is_some()).unwrap_or(after);
            let (_, rest) = image.split_once("alt=\"")?;
            let (stated, _) = rest.split_once('"')?;
            let shown = linked.and_then(|(link, _)| link.split_once("</a>")).map_or(image, |(shown, _)| shown);
            (severities::stated(stated)?, Some(shown.trim_end_matches(['>', ' '])), after)
        }
        None => {
            let (stated, after) = line.strip_prefix("**")?.split_once("**")?;
            (Some(stated).filter(|stated| severities::is_severity(stated))?, None, after.strip_prefix(' ')?)
        }
    };
    Some(RatedHead { severity, badge, after: after.trim_start() }).filter(|head| !head.after.is_empty())
}

/// The word that weighs what a line says, and what follows it: `nit: the key is logged`, `nit, but it bites: …`.
#[must_use]
pub fn rated_label(line: &str) -> Option<(&str, &str)> {
    let end = line.trim().find([':', ','])?;
    let (word, after) = line.trim().split_at_checked(end)?;
    let is_word = !word.contains(' ') && word.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-');
    let told = after.get(1..)?.strip_prefix(' ')?;
    let is_said = after.starts_with(':') || told.starts_with("but ");
    (is_word && is_said && severities::is_severity(word)).then_some((word, told))
}

/// What the images of a line say, where it holds nothing else: `![security](…) ![high](…)`.
fn badges(line: &str) -> Option<Vec<&str>> {
    let mut found = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() {
        let (badge, image) = rest.strip_prefix("![")?.split_once("](")?;
        let (address, after) = image.split_once(')')?;
        if address.contains([' ', '(']) {
            return None;
        }
        found.push(badge);
        rest = after.trim_start();
    }
    Some(found)
}

/// What a line says that rates a finding and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating<'t> {
    /// Its severity.
    pub severity: &'t str,
    /// Where it is.
    pub place: Option<&'t str>,
    /// A confidence, a category, a code such as `CWE-79`.
    pub remarks: Vec<&'t str>,
}

/// A line of short parts, one of which is a severity: `**High** · src/a.ts:4 · CWE-79`, `Severity: high. Location: src/a.ts:4.`
#[must_use]
pub fn rating(line: &str) -> Option<Rating<'_>> {
    const LENGTH: usize = 200;
    const BETWEEN: [&str; 7] = [" · ", " | ", " • ", " — ", " – ", "; ", ". "];
    let text = line.trim();
    if text.len() > LENGTH || text.starts_with(['#', '>', '|']) || scan_item(text).is_some() {
        return None;
    }
    let whole = ["**", "__", "*", "_"]
        .into_iter()
        .find_map(|mark| text.strip_prefix(mark)?.strip_suffix(mark).filter(|inner| !inner.contains(mark)));
    let mut parts = vec![whole.unwrap_or(text)];
    for mark in BETWEEN {
        parts = parts.into_iter().flat_map(|part| part.split(mark)).collect();
    }
    let (mut severity, mut place, mut remarks) = (None, None, Vec::new());
    for part in parts.into_iter().map(|part| part.trim().trim_end_matches('.')).filter(|part| !part.is_empty()) {
        let field = fields::scan(part).map(|(key, value, _)| (labels::role(key), value));
        let is_word = |part: &str| !part.contains(' ') || part.bytes().any(|byte| byte.is_ascii_digit());
        if severity.is_none() && severities::stated(part).is_some() {
            severity = severities::stated(part);
        } else if place.is_none() && place_lines::is_place(part) {
            place = Some(part);
        } else if place.is_none() && matches!(field, Some((Some("location"), value)) if place_lines::is_place(value)) {
            place = field.map(|(_, value)| value);
        } else if scales::is_confidence(part) || (is_word(part) && part.split_whitespace().count() <= 2) {
            remarks.push(part);
        } else {
            return None;
        }
    }
    Some(Rating { severity: severity?, place, remarks })
}

/// A remark in parentheses or brackets at the end of a text.
#[must_use]
pub fn trailing_remark(text: &str) -> Option<(&str, &str)> {
    [('(', ')'), ('[', ']')].into_iter().find_map(|(open, close)| {
        let (before, remark) = text.trim_end().strip_suffix(close)?.rsplit_once(open)?;
        (!before.trim().is_empty() && !remark.is_empty()).then(|| (before.trim_end(), remark))
    })
}
