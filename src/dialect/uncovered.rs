//! What a review says that it did not look at: below a heading, behind a label, or in a sentence. See
//! `docs/formats/prose.md`, "What was not reviewed".

use std::ops::Range;

use super::admissions::{DENIES, NONE, denied, is_of, is_part};
use super::conclusion::sentences;
use super::inferred::leaves_file;
use crate::part::headings::heading_words;
use crate::part::{Reading, documents};
use crate::review::beginnings::begins_entry;
use crate::review::place_lines::names_lines;
use crate::text::blocks::{Block, BlockKind, PSEUDO_HEADING, scan_item, without_item_mark};
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

/// Where a review says what it did not look at, and what it names there.
fn stretches(reading: &Reading<'_, '_>) -> Vec<(Range<usize>, String)> {
    let source = reading.source;
    let claimed = reading.ledger.claimed();
    let says = |text: &str| {
        let first = inline::words(text);
        text.contains(char::is_alphanumeric)
            && !["none", "nothing", "n"].contains(&first.split(' ').next().unwrap_or_default())
    };
    let blocks = source.blocks();
    let mut found = Vec::new();
    let mut read_to = 0;
    for (at, block) in blocks.iter().enumerate() {
        if block.lines.start < read_to {
            continue;
        }
        let heads = matches!(block.kind, BlockKind::Heading { .. }) && is_name(heading_words(reading, block));
        let told = if heads {
            let lines = block.lines.start..end_of_section(reading, at);
            let text = source.lines_text(block.lines.end..lines.end).trim().to_owned();
            read_to = lines.end;
            vec![(source.lines_range(lines), text)]
        } else if matches!(block.kind, BlockKind::Paragraph | BlockKind::List(_)) {
            told(reading, block)
        } else {
            Vec::new()
        };
        for (range, text) in told {
            if says(&text) && !ledger::meets(&claimed, &range) {
                found.push((range, text));
            }
        }
    }
    found
}

/// What a block says by labels and in sentences, in the order of the text. What a label names is not said again by its sentences.
fn told(reading: &Reading<'_, '_>, block: &Block) -> Vec<(Range<usize>, String)> {
    let mut told = labelled(reading, block);
    let is_new = |(sentence, _): &(Range<usize>, String)| {
        let next = told.partition_point(|(label, _)| label.end <= sentence.start);
        told.get(next).is_none_or(|(label, _)| sentence.start < label.start)
    };
    let sentences: Vec<_> = sentences_of(reading, block).into_iter().filter(is_new).collect();
    told.extend(sentences);
    told.sort_unstable_by_key(|(range, _)| range.start);
    told
}

/// The line where the section of a heading ends: at the next heading, or at what states a severity. A line in bold heads the
/// paragraph or the list right below it.
fn end_of_section(reading: &Reading<'_, '_>, at: usize) -> usize {
    let blocks = reading.source.blocks();
    let is_own = |block: &&Block| {
        matches!(block.kind, BlockKind::Paragraph | BlockKind::List(_))
            && !block.lines.clone().any(|line| begins_entry(reading.source.line(line)))
    };
    let own = blocks.iter().skip(at + 1).take_while(is_own).count();
    let end = match blocks.get(at).map(|block| &block.kind) {
        Some(BlockKind::Heading { level: PSEUDO_HEADING }) => at + 1 + own.min(1),
        _ => at + 1 + own,
    };
    end.checked_sub(1).and_then(|last| blocks.get(last)).map_or(0, |last| last.lines.end)
}

/// The labelled values of a block, each with the lines that go on with it: `Not reviewed: src/a.ts,` and below it `src/b.ts`.
fn labelled(reading: &Reading<'_, '_>, block: &Block) -> Vec<(Range<usize>, String)> {
    let source = reading.source;
    let field = |line: usize| fields::scan(inline::bare(without_item_mark(source.line(line).trim())));
    let mut found = Vec::new();
    for line in block.lines.clone() {
        let Some((_, value, _)) = field(line).filter(|(key, value, _)| is_name(key) && !names_lines(value)) else {
            continue;
        };
        let goes_on = |line: &usize| field(*line).is_none() && scan_item(source.line(*line)).is_none();
        let end = (line + 1..block.lines.end).take_while(goes_on).last().map_or(line + 1, |last| last + 1);
        let more = (line + 1..end).map(|line| source.line(line).trim());
        let text = std::iter::once(value).chain(more).collect::<Vec<_>>().join(" ");
        found.push((source.lines_range(line..end), text));
    }
    found
}

/// The sentences of a block that say so. One that is wrapped over several lines is read as a whole.
fn sentences_of(reading: &Reading<'_, '_>, block: &Block) -> Vec<(Range<usize>, String)> {
    let source = reading.source;
    let mut found = Vec::new();
    let mut from = block.lines.start;
    while from < block.lines.end {
        let is_same = |line: &usize| scan_item(source.line(*line)).is_none() && is_unmarked(reading, *line);
        let end = if is_unmarked(reading, from) {
            (from + 1..block.lines.end).take_while(is_same).last().map_or(from + 1, |last| last + 1)
        } else {
            from + 1
        };
        let start = source.lines().get(from).map_or(0, |line| line.content.start);
        let text = source.slice(start..source.lines_range(from..end).end).replace(['\n', '\r'], " ");
        let mut at = 0;
        for sentence in sentences(&text) {
            let Some(found_at) = text.get(at..).and_then(|rest| rest.find(sentence)) else { break };
            let begin = start + at + found_at;
            at += found_at + sentence.len();
            // What names a file by itself makes the reply PARTIAL, with the sentence as its reason.
            if leaves_unread(sentence) && !leaves_file(sentence) {
                let told = sentence.trim_end();
                found.push((begin..begin + told.len(), without_item_mark(told.trim()).to_owned()));
            }
        }
        from = end;
    }
    found
}

/// Whether nothing stands before what a line says, such as the mark of a quote.
fn is_unmarked(reading: &Reading<'_, '_>, line: usize) -> bool {
    reading.source.lines().get(line).is_some_and(|line| line.content.start == line.start)
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
    let is_done = |act: &&str| act.ends_with("ed") || *act == "read";
    let act = match words {
        ["not", act @ ..] if act.first().is_some_and(is_done) => act,
        ["did" | "could", "not", act @ ..] | ["didn" | "couldn", "t", act @ ..] => act,
        _ => return false,
    };
    match act {
        ["look" | "looked", "at"] | ["get", "to"] | ["verify"] => true,
        [act] => LOOKS.contains(act) && !act.starts_with("look"),
        _ => false,
    }
}

/// Whether a sentence says that its writer did not look at something: `I didn't get around to looking at the tests.`
fn leaves_unread(sentence: &str) -> bool {
    /// What such a sentence is about stands close to its beginning.
    const NEAR: usize = 5;
    const WORDS: usize = 60;
    const OTHERWISE: [&str; 8] = ["but", "false", "if", "that", "true", "until", "when", "whether"];
    const LEFT: [&str; 8] = ["assessed", "audited", "examined", "inspected", "looked", "opened", "read", "reviewed"];
    let words = inline::words(sentence);
    let words: Vec<&str> = words.split(' ').collect();
    // `[What I did not check](#not-checked)` is no sentence; `there is nothing that I did not read` leaves nothing out.
    if words.first() == Some(&"what") || is_of(&words, &NONE) || is_of(&words, &OTHERWISE) || words.len() > WORDS {
        return false;
    }
    // What is quoted or struck out is said by nobody, and what names lines says what is there.
    if sentence.contains(['"', '“', '>', '~']) || names_lines(sentence) {
        return false;
    }
    let before =
        |at: usize, count: usize| at.checked_sub(count).and_then(|at| words.get(at)).copied().unwrap_or_default();
    let is_agent = |word: &str| matches!(word, "i" | "we");
    let by_agent = |at: usize| {
        is_agent(before(at, 1))
            || (is_agent(before(at, 2)) && matches!(before(at, 1), "could" | "did" | "had" | "have" | "was" | "were"))
    };
    let looks = |found: usize, act: &str| {
        LOOKS.contains(&act) && !matches!(words.get(found + 1), Some(&("for" | "a" | "only")))
    };
    let denials = words.iter().enumerate().filter(|(_, word)| DENIES.contains(word) || **word == "unable");
    let is_denied = denials.into_iter().any(|(at, _)| {
        let Some((found, act)) = denied(&words, at) else { return false };
        let gets_to = matches!(words.get(at..), Some([_, "get", "to", ..] | [_, "t", "get", "to", ..]));
        let subject = words.get(..at).unwrap_or_default();
        let is_passive = matches!(before(at, 1), "was" | "were") || matches!(words.get(at), Some(&("wasn" | "weren")));
        let is_left = is_passive
            && LEFT.contains(&act)
            && (1..=NEAR).contains(&subject.len())
            && (subject.iter().any(|word| is_part(word)) || names_document(sentence));
        (by_agent(at) && (gets_to || looks(found, act))) || is_left
    });
    let is_left = words.windows(4).enumerate().any(|(at, four)| match four {
        ["ran", "out", "of", "time" | "room" | "context" | "budget"] => is_agent(before(at, 1)),
        ["not" | "t", "part", "of", "this" | "my" | "what"] => {
            words.get(at + 4).is_some_and(|word| matches!(*word, "review" | "pass" | "i" | "we"))
        }
        _ => false,
    });
    let is_skimmed =
        words.windows(3).any(|three| matches!(three, ["i" | "we", "only", "skimmed" | "sampled" | "glanced"]));
    is_denied || is_left || is_skimmed
}

/// Whether a sentence begins with a document.
fn names_document(sentence: &str) -> bool {
    sentence.split_whitespace().next().is_some_and(|word| documents::document_of(word).is_some())
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
            "src/b.ts was not read.",
            "I ran out of time.",
        ] {
            assert!(leaves_unread(sentence), "{sentence}");
        }
        for sentence in [
            "I did not run the tests.",
            "I did not look for secrets.",
            "I did not find any problem.",
            "The value was not checked before it is used.",
            "We do not review generated code.",
            "We never check the value of the call.",
            "The token was not checked in `src/auth.ts`.",
            "The error branch of `src/queue.ts` was not covered by any test.",
            "There is no file that I did not read.",
            "I skimmed the diff first, then read every file in full.",
            "It is not true that I did not review the tests.",
            "At first I did not review the tests, but then I read all of them.",
            "I did not review only the tests.",
            "The one before wrote: \"I did not review the tests.\"",
            "I did not review the tests, but a.go:12 leaks the key.",
            "Errors that were not covered by a test are listed above.",
            "I didn't see any tests in this copy.",
            "[What I did not check](#what-i-did-not-check)",
        ] {
            assert!(!leaves_unread(sentence), "{sentence}");
        }
    }
}
