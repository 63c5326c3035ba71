//! What to do about a finding, where no field says it. See `docs/formats/prose.md`, "Fields".

use super::{imperatives, labels};
use crate::part::finding::Parts;
use crate::part::mentions;
use crate::text::lines::scan_fence;
use crate::text::{fields, inline, tables};

/// The sentences at the end of what is told that say what to do: they stay where they stand, too.
#[must_use]
pub fn of(parts: &Parts) -> Option<String> {
    const LABEL_WORDS: usize = 3;
    let texts = [parts.discussion.as_deref(), parts.description.as_deref()];
    let title = parts.title.as_deref().filter(|title| !imperatives::begins_with_noun(title));
    texts.into_iter().flatten().chain(title).find_map(|text| {
        // Code shows something; what is said around it tells what to do.
        let mut fenced = false;
        let mut told = String::new();
        for line in text.split('\n') {
            let mark = scan_fence(line).is_some();
            fenced ^= mark;
            // A field by an unknown name says what it is of: `- **Demonstration:** delete the check`. How to see what is
            // wrong does not mend it, and neither does what is quoted, or a row of a table.
            let is_field = matches!(fields::scan(line), Some((key, _, true)) if labels::role(key).is_none_or(|_| labels::reproduces(key)));
            let is_quoted = line.trim_start().starts_with('>');
            if !fenced && !mark && !is_field && !is_quoted && !tables::is_row(line) {
                told.push_str(line);
            }
            told.push('\n');
        }
        let paragraphs: Vec<&str> =
            told.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty()).collect();
        paragraphs.into_iter().rev().take(2).find_map(|paragraph| {
            // The first word of a sentence may be a noun: `Guard is always true`.
            let told = sentences(paragraph).into_iter().filter(|sentence| !imperatives::has_subject(sentence));
            // `… the rate limit is gone. Fix: refuse it.`
            let is_label = |sentence: &str| {
                sentence.split(' ').count() <= LABEL_WORDS && sentence.strip_suffix(':').is_some_and(labels::is_fix)
            };
            let says = |sentence: &str| {
                !is_verdict(sentence) && !mentions::is_reference(sentence) && imperatives::advises(sentence)
            };
            let found = told.into_iter().find(|sentence| says(sentence) || is_label(sentence))?;
            let at = paragraph.find(found)? + if is_label(found) { found.len() } else { 0 };
            let marks = ['→', '⇒', '💡', '👉', '🔧', '🛠', '\u{fe0f}', '=', '>', ' '];
            let advice = paragraph.get(at..)?.trim_start_matches(marks).trim_end();
            (!advice.is_empty()).then(|| advice.to_owned())
        })
    }).or_else(|| shown(parts.discussion.as_deref()?))
}

/// The code that a text ends in, behind code of the same language that shows what is wrong: it shows what to write instead. What
/// shows how to break it, or the same again, does not.
fn shown(text: &str) -> Option<String> {
    const OTHER: [&str; 12] = [
        "also",
        "attack",
        "exploit",
        "input",
        "output",
        "payload",
        "poc",
        "prints",
        "proof",
        "reproduce",
        "reproduction",
        "same",
    ];
    let starts = text.split_inclusive('\n').scan(0, |end, line| {
        *end += line.len();
        Some((*end - line.len(), line))
    });
    let fences: Vec<usize> = starts.filter(|(_, line)| scan_fence(line).is_some()).map(|(at, _)| at).collect();
    let [first, .., before, open, close] = fences.as_slice() else { return None };
    let language = |at: usize| text.get(at..).and_then(|code| scan_fence(code.lines().next()?)).map(|mark| mark.info);
    let lead = inline::words(text.get(*before..*open)?.trim_start_matches(['`', '~']));
    let ends = text.get(*close..)?.trim_matches(['`', '~', ' ', '\n']).is_empty();
    let is_same = language(*open).is_some_and(|info| !info.is_empty()) && language(*open) == language(*first);
    let shows = fences.len().is_multiple_of(2) && ends && is_same && !inline::has_word(&lead, &OTHER);
    shows.then(|| text.get(*open..).unwrap_or_default().trim().to_owned())
}

/// Whether a sentence is one word in capitals, which says how it is: `🔴 FAIL.`
fn is_verdict(sentence: &str) -> bool {
    let word = sentence.trim_matches(|mark: char| !mark.is_alphabetic());
    !word.is_empty() && word.chars().all(char::is_uppercase)
}

/// The sentences of a paragraph.
fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let (mut in_code, mut last) = (false, 0);
    for (at, mark) in text.match_indices([' ', '\n']) {
        let before = text.get(start..at).unwrap_or_default();
        // In code there is no end: `` `Connection: upgrade` ``.
        in_code ^= text.get(last..at).unwrap_or_default().matches('`').count() % 2 == 1;
        last = at;
        if in_code {
            continue;
        }
        // What code ends in ends no sentence: `` No `permissions:` block ``.
        let ends = before.trim_end_matches([')', '"', '*']).ends_with(['.', '!', '?', ';', ':'])
            || matches!(before.chars().next_back(), Some('—' | '–' | '→'))
            || before.ends_with(" -");
        if ends {
            found.push(before.trim());
            start = at + mark.len();
        }
    }
    found.push(text.get(start..).unwrap_or_default().trim());
    found.retain(|sentence| !sentence.is_empty());
    found
}
