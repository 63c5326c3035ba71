//! What a report says of a finding behind a severity or in a sentence, and no reader took up: then it is not whole.
//! See `docs/formats/agent-reports.md`, "What was found and not read".

use super::conclusion::sentences;
use super::{Read, admissions};
use crate::model::{Detail, Dialect, FindingState, Severity, Status, severity_of_word};
use crate::part::{records, severities};
use crate::text::blocks::{Block, BlockKind};
use crate::text::inline;
use crate::text::ledger::Owner;

/// The first finding that a report on a pair or a dimension states behind a severity or in a sentence, and that is not listed.
#[must_use]
pub fn finding(read: &Read<'_>) -> Option<String> {
    let result = &read.result;
    let is_report = matches!(result.dialect, Dialect::AgentReport | Dialect::ProtocolV1);
    let judges = matches!(result.detail, Detail::Consistency(_));
    let is_done = matches!(result.status, Status::Clean | Status::Findings);
    if is_report && judges && is_done { led(read) } else { None }
}

/// Whether no reader took up what stands at a place as an entry of a list. What decisions have to cover is no finding.
fn is_unread(read: &Read<'_>, at: usize) -> bool {
    let tile = read.tiles.partition_point(|(range, _)| range.end <= at);
    match read.tiles.get(tile) {
        Some((_, Some(Owner::Entry(list, _)))) => *list == "implications",
        Some((_, Some(Owner::Field("findings")))) => false,
        _ => true,
    }
}

/// The lines of a reply without the marks of quotes, each with where it begins. What an agent thinks aloud, comments and code
/// are none.
fn lines<'r>(read: &'r Read<'_>) -> impl Iterator<Item = (usize, &'r str)> {
    let is_told =
        |block: &&Block| matches!(block.kind, BlockKind::Heading { .. } | BlockKind::Paragraph | BlockKind::List(_));
    let told = read.source.blocks().iter().filter(is_told).flat_map(|block| block.lines.clone());
    told.filter_map(|number| {
        let line = read.source.lines().get(number)?;
        Some((line.content.start, read.source.line(number).trim_start_matches(['>', ' '])))
    })
}

/// What stands behind a severity that no finding of the report has, or says in a sentence that there is such a problem.
fn led(read: &Read<'_>) -> Option<String> {
    let result = &read.result;
    let open = |severity: Severity| {
        let is_listed =
            |finding: &crate::model::Finding| finding.state == FindingState::Open && finding.severity <= severity;
        !result.findings.iter().any(is_listed)
    };
    lines(read).find_map(|(at, line)| {
        let is_lead = || behind_severity(line).is_some_and(|(severity, said)| open(severity) && says_something(said));
        let is_severe = |sentence: &str| severe(sentence).is_some_and(open);
        let said = || sentences(line).find(|sentence| is_severe(sentence)).map(|sentence| sentence.trim().to_owned());
        let found = if is_lead() { Some(line.trim().to_owned()) } else { said() };
        found.filter(|_| is_unread(read, at))
    })
}

/// A line that begins with a severity, and what stands behind it: `1. [critical] …`, `- **Critical**: …`, `Critical — …`.
fn behind_severity(line: &str) -> Option<(Severity, &str)> {
    let bare = line.trim_start_matches(|mark: char| {
        mark.is_ascii_digit() || matches!(mark, '-' | '*' | '+' | '.' | ')' | ' ' | '#')
    });
    let bare = if bare.len() < line.len() && line.contains("**") { line.get(line.find("**")?..)? } else { bare };
    let (lead, rest) = if let Some(open) = bare.strip_prefix('[') {
        open.split_once(']')?
    } else if let Some((lead, at)) = inline::bold_lead(bare) {
        (lead, bare.get(at..)?)
    } else {
        let is_sure = |(word, _): &(&str, &str)| !inline::words(word).starts_with("high");
        // `High: more than 90 %` is what a word means.
        bare.split_once([':', '—', '–']).filter(is_sure)?
    };
    let word = lead.trim().trim_end_matches(':');
    let severity = severity_of_word(word).filter(|_| severities::is_severity(word) && !severities::is_plain(word))?;
    Some((severity, rest.trim_start_matches([':', '—', '–', '-', ' '])))
}

/// Whether what stands behind a severity is more than a count, and does not deny it.
fn says_something(said: &str) -> bool {
    const LEAST: usize = 3;
    let words = inline::words(said);
    let is_count = words.starts_with(|first: char| first.is_ascii_digit());
    words.split(' ').count() >= LEAST && !is_count && !records::denies(said)
}

/// The severity of a problem that a sentence says there is: `There is a critical problem with the tokens`. What would be one,
/// is none or was settled does not count.
fn severe(sentence: &str) -> Option<Severity> {
    const NOUNS: [&str; 16] = [
        "bug",
        "bugs",
        "contradiction",
        "contradictions",
        "defect",
        "defects",
        "finding",
        "findings",
        "flaw",
        "flaws",
        "gap",
        "gaps",
        "issue",
        "issues",
        "problem",
        "problems",
    ];
    const THERE: [&str; 14] = [
        "are",
        "found",
        "had",
        "has",
        "have",
        "identified",
        "is",
        "noticed",
        "remain",
        "remains",
        "saw",
        "see",
        "spotted",
        "with",
    ];
    const BACK: [&str; 22] = [
        "addressed",
        "closed",
        "corrected",
        "could",
        "fixed",
        "how",
        "if",
        "may",
        "might",
        "neither",
        "never",
        "no",
        "non",
        "none",
        "nor",
        "not",
        "resolved",
        "settled",
        "unless",
        "whether",
        "without",
        "would",
    ];
    let words = inline::words(sentence);
    let words: Vec<&str> = words.split(' ').collect();
    if admissions::is_of(&words, &BACK) {
        return None;
    }
    let rated = |word: &str| severity_of_word(word).filter(|found| *found <= Severity::Major && word != "error");
    let is_counted = |word: &str| {
        matches!(word, "a" | "an" | "another" | "one" | "several" | "some")
            || admissions::number(word).is_some_and(|count| count > 0)
    };
    words.windows(4).find_map(|four| match four {
        [there, count, word, noun] if THERE.contains(there) && is_counted(count) && NOUNS.contains(noun) => rated(word),
        _ => None,
    })
}
