//! What a review says that it did not look at: below a heading, behind a label, or in a sentence. See
//! `docs/formats/prose.md`, "What was not reviewed".

use std::ops::Range;

use super::admissions::{DENIES, PRESENT, denied, is_of, is_part};
use super::conclusion::sentences;
use super::inferred::leaves_file;
use crate::part::discussions::section_end;
use crate::part::headings::heading_words;
use crate::part::{Reading, documents, records};
use crate::text::blocks::{Block, BlockKind, PSEUDO_HEADING, without_item_mark};
use crate::text::ledger::{self, Owner};
use crate::text::{fields, inline};

/// What an agent does with what it reviews, and what it has not done.
const LOOKS: [&str; 24] = [
    "analyse",
    "analysed",
    "analyze",
    "analyzed",
    "assess",
    "assessed",
    "audit",
    "audited",
    "check",
    "checked",
    "cover",
    "covered",
    "examine",
    "examined",
    "inspect",
    "inspected",
    "look",
    "looked",
    "looking",
    "open",
    "opened",
    "read",
    "review",
    "reviewed",
];

/// Reads and claims what a review did not look at, in the order of the text; what is claimed already stays as it is.
pub fn read(reading: &mut Reading<'_, '_>) -> Option<String> {
    let told = stretches(reading);
    for (range, _) in &told {
        reading.ledger.claim(range.clone(), Owner::Field("uncovered"));
    }
    let told: Vec<String> = told.into_iter().map(|(_, text)| text).collect();
    (!told.is_empty()).then(|| told.join("\n"))
}

/// Where a review says so, and what it names there.
fn stretches(reading: &Reading<'_, '_>) -> Vec<(Range<usize>, String)> {
    let source = reading.source;
    let claimed = reading.ledger.claimed();
    let is_free = |range: &Range<usize>| !ledger::meets(&claimed, range);
    let says = |text: &str| text.contains(char::is_alphanumeric) && !records::is_none(text);
    let blocks = source.blocks();
    let mut found = Vec::new();
    let mut read_to = 0;
    for (at, block) in blocks.iter().enumerate() {
        if block.lines.start < read_to {
            continue;
        }
        match block.kind {
            BlockKind::Heading { level } if is_name(heading_words(reading, block)) => {
                // What a line in bold heads ends with the next block.
                let end = if level == PSEUDO_HEADING { at + 2 } else { section_end(blocks, at, level) };
                let last = end.checked_sub(1).and_then(|last| blocks.get(last));
                let end = last.map_or(block.lines.end, |last| last.lines.end);
                let text = source.lines_text(block.lines.end..end).trim().to_owned();
                let range = source.lines_range(block.lines.start..end);
                if is_free(&range) && says(&text) {
                    read_to = end;
                    found.push((range, text));
                }
            }
            BlockKind::Paragraph | BlockKind::List(_) => {
                for (range, text) in told(reading, block) {
                    if is_free(&range) && says(text) {
                        found.push((range, text.to_owned()));
                    }
                }
            }
            _ => {}
        }
    }
    found
}

/// The labelled lines and the sentences of a block that say so.
fn told<'t>(reading: &Reading<'_, 't>, block: &Block) -> Vec<(Range<usize>, &'t str)> {
    let source = reading.source;
    let mut found = Vec::new();
    for line in block.lines.clone() {
        let text = source.line(line);
        let range = source.lines_range(line..line + 1);
        if let Some((key, value, _)) = fields::scan(inline::bare(without_item_mark(text.trim())))
            && is_name(key)
        {
            found.push((range, value));
            continue;
        }
        let mut from = 0;
        for sentence in sentences(text) {
            let Some(at) = text.get(from..).and_then(|rest| rest.find(sentence)) else { break };
            let start = range.start + from + at;
            from += at + sentence.len();
            if leaves_unread(sentence) && !leaves_file(sentence) {
                found.push((start..start + sentence.trim_end().len(), without_item_mark(sentence.trim())));
            }
        }
    }
    found
}

/// Whether a heading or a label names what was not looked at: `Not reviewed`, `What I could not check`.
fn is_name(written: &str) -> bool {
    let words = inline::words(written);
    let mut words: Vec<&str> = words.split(' ').collect();
    for end in [["in", "this", "review"], ["by", "this", "review"], ["in", "this", "pass"]] {
        words.truncate(words.strip_suffix(end.as_slice()).unwrap_or(&words).len());
    }
    let words = match words.as_slice() {
        ["what" | "files" | "areas" | "parts", "i" | "we" | "was" | "were", rest @ ..]
        | ["files" | "areas" | "parts", rest @ ..]
        | rest => rest,
    };
    let (is_act, rest) = match words {
        ["not", act, rest @ ..] => (act.ends_with("ed") || *act == "read", [act].into_iter().chain(rest)),
        ["did" | "could", "not", act, rest @ ..] | ["didn" | "couldn", "t", act, rest @ ..] => {
            (true, [act].into_iter().chain(rest))
        }
        _ => return false,
    };
    let rest: Vec<&str> = rest.copied().collect();
    is_act
        && match rest.as_slice() {
            ["look" | "looked", "at"] | ["get", "to"] | ["verify"] => true,
            [act] => LOOKS.contains(act) && !act.starts_with("look"),
            _ => false,
        }
}

/// Whether a sentence says that its writer did not look at something: `I didn't get around to looking at the tests.`
fn leaves_unread(sentence: &str) -> bool {
    /// What such a sentence is about stands close to its beginning.
    const NEAR: usize = 8;
    let words = inline::words(sentence);
    let words: Vec<&str> = words.split(' ').collect();
    // `[What I did not check](#not-checked)` is no sentence.
    if words.first() == Some(&"what") {
        return false;
    }
    let near = |at: usize, count: usize| words.get(at.saturating_sub(count)..at).unwrap_or_default();
    let by_agent = |at: usize| is_of(near(at, 3), &["i", "we"]);
    let looks = |found: usize, act: &str| {
        LOOKS.contains(&act)
            && words.get(found + 1) != Some(&"for")
            && (act != "open" || words.get(found + 1) != Some(&"a"))
    };
    let denials = words.iter().enumerate().filter(|(_, word)| DENIES.contains(word) || **word == "unable");
    let is_denied = denials.into_iter().any(|(at, _)| {
        let Some((found, act)) = denied(&words, at) else { return false };
        let gets_to = matches!(words.get(at..), Some([_, "get", "to", ..] | [_, "t", "get", "to", ..]));
        let passive = || {
            let around = words.get(at.saturating_sub(1)..found).unwrap_or_default();
            let names = near(at, NEAR).iter().any(|word| is_part(word))
                || sentence.split_whitespace().any(|word| documents::document_of(word).is_some());
            at <= NEAR && names && is_of(around, &["was", "were", "wasn", "weren"]) && act.ends_with("ed")
        };
        let is_rule = is_of(words.get(at.saturating_sub(1)..found).unwrap_or_default(), &PRESENT);
        !is_rule && ((by_agent(at) && (gets_to || looks(found, act))) || (looks(found, act) && passive()))
    });
    let is_left = words.windows(4).enumerate().any(|(at, four)| match four {
        ["ran", "out", "of", "time" | "room" | "context" | "budget"] => by_agent(at) && words.len() > at + 4,
        ["not" | "t", "part", "of", "this" | "my" | "what"] => {
            words.get(at + 4).is_some_and(|word| matches!(*word, "review" | "pass" | "i" | "we"))
        }
        _ => false,
    });
    let is_skimmed = words.windows(3).any(|three| {
        matches!(three, ["i" | "we", "only", "skimmed" | "sampled" | "glanced"] | ["i" | "we", "skimmed", _])
    });
    is_denied || is_left || is_skimmed
}

#[cfg(test)]
mod tests {
    use super::{is_name, leaves_unread};

    #[test]
    fn names_what_was_not_looked_at() {
        for name in [
            "Not reviewed",
            "Files not reviewed",
            "Not looked at",
            "Not read",
            "Didn't look at",
            "Could not verify",
            "What I could not check",
            "What was not reviewed",
            "Not covered in this review",
        ] {
            assert!(is_name(name), "{name}");
        }
        for name in ["Not ready", "Not fixed", "Behaviour not covered", "Not tested", "Not looked", "Could not merge"] {
            assert!(!is_name(name), "{name}");
        }
    }

    #[test]
    fn says_that_something_was_not_looked_at() {
        for sentence in [
            "I did not review the tests.",
            "I didn't get around to looking at the tests.",
            "I haven't checked the migrations yet.",
            "I ran out of time before reading the queue.",
            "The tests were not part of this review.",
            "The specs weren't part of what I read, so please take these as suggestions.",
            "I only skimmed the frontend.",
            "I couldn't get to the worker code.",
            "Tests were not reviewed.",
        ] {
            assert!(leaves_unread(sentence), "{sentence}");
        }
        for sentence in [
            "I did not run the tests.",
            "I did not look for secrets.",
            "I did not find any problem.",
            "The value was not checked before it is used.",
            "We do not review generated code.",
            "Errors that were not covered by a test are listed above.",
            "I didn't see any tests in this copy.",
            "[What I did not check](#what-i-did-not-check)",
        ] {
            assert!(!leaves_unread(sentence), "{sentence}");
        }
    }
}
