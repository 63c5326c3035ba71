//! Letters: what the paragraphs of a reply in plain prose say is wrong, one thing after the other. See
//! `docs/formats/prose.md`, "Letters".

use std::ops::Range;

use super::choose::Source;
use super::{imperatives, place_lines, sentences};
use crate::part::Reading;
use crate::part::aliases::Aliases;
use crate::part::code_places::{self, Reach};
use crate::part::documents::document_of;
use crate::part::mentions;
use crate::text::blocks::without_item_mark;
use crate::text::{inline, steps};

/// Words that go on with what stands before: a sentence that begins with one of them tells of nothing new.
const GOES_ON: [&str; 42] = [
    "after",
    "all",
    "as",
    "because",
    "but",
    "either",
    "even",
    "for",
    "given",
    "he",
    "hence",
    "here",
    "i",
    "if",
    "in",
    "it",
    "its",
    "my",
    "nobody",
    "none",
    "otherwise",
    "our",
    "please",
    "she",
    "since",
    "so",
    "such",
    "that",
    "their",
    "then",
    "therefore",
    "these",
    "they",
    "this",
    "those",
    "under",
    "until",
    "we",
    "when",
    "with",
    "worse",
    "you",
];

/// What letters say went wrong, in words that elsewhere mean nothing of the kind.
const WRONG: [&str; 13] = [
    "backwards",
    "discarded",
    "forgot",
    "kill",
    "kills",
    "overwritten",
    "panic",
    "panics",
    "pointless",
    "truncated",
    "truncates",
    "unescaped",
    "worse",
];

/// The remarks of a paragraph: each begins with a sentence that says that something new is wrong, and goes on to the next.
/// What stands before the first belongs to it.
#[must_use]
pub fn remarks(reading: &Reading<'_, '_>, lines: Range<usize>) -> Vec<Source> {
    const ASIDES: [&str; 11] = [
        "good part ",
        "the good ",
        "if i could ",
        "if i had ",
        "let me know ",
        "tell me ",
        "what i like ",
        "what i would not ",
        "what i wouldn t ",
        "what is good ",
        "what s good ",
    ];
    let bytes = reading.source.lines_range(lines.clone());
    let paragraph = reading.source.slice(bytes.clone());
    let text = reading.source.lines_text(lines);
    // Between the lines of a reply that is quoted stand marks: its paragraphs are not cut.
    if text != paragraph {
        let is_over = tells_what_became(&text);
        return if is_over { Vec::new() } else { vec![Source::Remark { told: bytes, text, file: None }] };
    }
    // `If I could have only three changes, they'd be these: …` ranks what was told.
    let words = format!("{} ", inline::words(paragraph.split(['.', ':']).next().unwrap_or_default()));
    if ASIDES.iter().any(|begin| words.starts_with(begin)) || ranks_places(paragraph) {
        return Vec::new();
    }
    let mentions = code_places::mentions(paragraph, &Aliases::none(), Reach::Prose);
    let mut remarks = cut(paragraph);
    // `Second: subscribers that fall behind. …`: all of it is of one thing.
    let end = remarks.last().map(|last| last.end);
    if let (Some(first), Some(end)) = (remarks.first_mut().filter(|_| is_counted(paragraph)), end) {
        first.end = end;
        remarks.truncate(1);
    }
    // Where nothing says what is wrong, what to do about it does, or that it is counted: `Fourth, eager loading.`
    let advises = || sentences(paragraph).filter_map(|sentence| paragraph.get(sentence)).any(only_advises);
    if remarks.is_empty() && (is_counted(paragraph) || advises()) {
        remarks.push(0..paragraph.len());
    }
    let mut mentions = mentions.iter().peekable();
    let (mut file, mut several) = (None, false);
    let found = remarks.into_iter().map(|remark| {
        while let Some(mention) = mentions.next_if(|mention| mention.range.start < remark.start) {
            let named = mention.place.document.as_deref();
            several |= file.is_some() && named.is_some() && named != file;
            file = file.or(named);
        }
        let file = file.filter(|_| !several).map(str::to_owned);
        let text = paragraph.get(remark.clone()).unwrap_or_default().to_owned();
        Source::Remark { told: bytes.start + remark.start..bytes.start + remark.end, text, file }
    });
    found.collect()
}

/// What a paragraph lists behind a colon, between semicolons, nearly each with its lines, whatever it stands among: `Cheaper
/// shots: the key is logged (a.ts:4); the port is open (b.ts:8); …`.
#[must_use]
pub fn shots(reading: &Reading<'_, '_>, lines: Range<usize>) -> Vec<Source> {
    let bytes = reading.source.lines_range(lines.clone());
    let paragraph = reading.source.slice(bytes.clone());
    let parts = listed_behind(paragraph);
    if parts.is_empty() || paragraph != reading.source.lines_text(lines) {
        return Vec::new();
    }
    let remark = |part: Range<usize>| Source::Remark {
        told: bytes.start + part.start..bytes.start + part.end,
        text: paragraph.get(part).unwrap_or_default().trim().trim_end_matches(';').to_owned(),
        file: None,
    };
    parts.into_iter().map(remark).collect()
}

/// The parts of such a list; none of anything else.
#[must_use]
pub fn listed_behind(paragraph: &str) -> Vec<Range<usize>> {
    const HEAD: usize = 80;
    const SEVERAL: usize = 4;
    let head = paragraph.find(": ").filter(|colon| *colon <= HEAD).and_then(|colon| paragraph.get(..colon));
    let is_plain = |head: &str| !head.contains(['`', '*', '(', '.']) && head.split(' ').nth(1).is_some();
    if !head.is_some_and(is_plain) || paragraph.matches("; ").count() + 1 < SEVERAL {
        return Vec::new();
    }
    let parts = listed(paragraph);
    if parts.len() >= SEVERAL { parts } else { Vec::new() }
}

/// Whether a paragraph begins with a name and places, and nothing else: `Worst three: a.ts:4, b.ts:8, c.ts:1.`
fn ranks_places(paragraph: &str) -> bool {
    const SEVERAL: usize = 2;
    const WORDS: usize = 4;
    let Some((head, after)) = paragraph.split_once(": ") else { return false };
    let told = sentences(after).next().and_then(|sentence| after.get(sentence)).unwrap_or_default();
    let parts = || told.trim_end_matches('.').split(", ").flat_map(|part| part.split(" and "));
    head.split_whitespace().count() <= WORDS
        && parts().count() >= SEVERAL
        && parts().all(|part| place_lines::is_place(part.trim()))
}

/// What a paragraph says of one thing in code after the other, a sentence each: `` `a()` has no caller. `b()` is slow. `c()` … ``,
/// or most of them with lines of their own: `Yank ignores the platform (a.rb:16). The lock is shared (b.rb:8). …`. What another
/// sentence says belongs to the one before.
#[must_use]
pub fn on_code(reading: &Reading<'_, '_>, lines: Range<usize>) -> Vec<Source> {
    const SEVERAL: usize = 3;
    let bytes = reading.source.lines_range(lines.clone());
    let paragraph = reading.source.slice(bytes.clone());
    if paragraph != reading.source.lines_text(lines) {
        return Vec::new();
    }
    let is_placed = |sentence: &Range<usize>| paragraph.get(sentence.clone()).is_some_and(names_lines);
    let placed = sentences(paragraph).filter(is_placed).count();
    let each_placed = placed >= SEVERAL && placed * 5 >= sentences(paragraph).count() * 3;
    let mut found: Vec<Range<usize>> = Vec::new();
    for sentence in sentences(paragraph) {
        let text = paragraph.get(sentence.clone()).unwrap_or_default();
        let begins = text.starts_with('`') || text.starts_with("The `") || (each_placed && is_new(text));
        match found.last_mut() {
            Some(last) if !begins => last.end = sentence.end,
            None if !begins => return Vec::new(),
            _ => found.push(sentence),
        }
    }
    if found.len() < SEVERAL {
        return Vec::new();
    }
    let remark = |part: Range<usize>| Source::Remark {
        told: bytes.start + part.start..bytes.start + part.end,
        text: paragraph.get(part).unwrap_or_default().trim().to_owned(),
        file: None,
    };
    found.into_iter().map(remark).collect()
}

/// What the end of a line, which is `told`, counts by letters: `(a) The key is logged. (b) The port is open.`
#[must_use]
pub fn lettered(reading: &Reading<'_, '_>, lines: Range<usize>, told: &str) -> Vec<Source> {
    let bytes = reading.source.lines_range(lines);
    let from = bytes.end.saturating_sub(told.len());
    if !told.starts_with("(a) ") || reading.source.slice(from..bytes.end) != told {
        return Vec::new();
    }
    let mut starts = vec![0];
    for letter in 'b'..='z' {
        let last = starts.last().copied().unwrap_or_default();
        let Some(at) = told.get(last..).and_then(|rest| rest.find(&format!("({letter}) "))) else { break };
        starts.push(last + at);
    }
    let ends = starts.iter().copied().skip(1).chain([told.len()]);
    let remark = |(start, end): (usize, usize)| {
        let text = told.get(start + "(a) ".len()..end).unwrap_or_default().trim().to_owned();
        Source::Remark { told: from + start..from + end, text, file: None }
    };
    if starts.len() > 1 { starts.iter().copied().zip(ends).map(remark).collect() } else { Vec::new() }
}

/// What one line lists between semicolons behind the severity of all, each with its lines:
/// `**Minor**: the path is joined (run.js:50); the answer is not checked (load.js:42).`
#[must_use]
pub fn listed_places(reading: &Reading<'_, '_>, lines: Range<usize>) -> Vec<Source> {
    const SEVERAL: usize = 2;
    let bytes = reading.source.lines_range(lines.clone());
    let line = reading.source.slice(bytes.clone());
    if lines.len() > 1 || line != reading.source.lines_text(lines) {
        return Vec::new();
    }
    let parts = parted(line, 0);
    let says = |part: &Range<usize>| line.get(part.clone()).unwrap_or_default();
    let on_lines = |part: &Range<usize>| names_lines(says(part));
    // `…; compare src/b.ts:9, where it is`
    let refers = |part: &Range<usize>| mentions::is_reference(says(part).trim_start());
    let is_well =
        |part: &Range<usize>| is_sound(says(part)) || inline::words(says(part)).starts_with("none ") || refers(part);
    if parts.len() < SEVERAL || !parts.iter().all(on_lines) || parts.iter().any(is_well) {
        return Vec::new();
    }
    let remark = |part: Range<usize>| Source::Remark {
        told: bytes.start + part.start..bytes.start + part.end,
        text: without_item_mark(line.get(part).unwrap_or_default().trim()).trim_end_matches(';').trim().to_owned(),
        file: None,
    };
    parts.into_iter().map(remark).collect()
}

/// The parts of a text from a place on, between semicolons that stand neither in code nor in parentheses.
fn parted(text: &str, mut start: usize) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let (mut marks, mut opened, mut closed, mut last) = (0, 0, 0, 0);
    for (at, mark) in text.match_indices("; ") {
        let between = text.get(last..at).unwrap_or_default();
        let count = |mark: char| between.matches(mark).count();
        (marks, opened, closed, last) = (marks + count('`'), opened + count('('), closed + count(')'), at);
        if marks % 2 == 0 && opened <= closed {
            parts.push(start..at + 1);
            start = at + mark.len();
        }
    }
    parts.push(start..text.len());
    parts
}

/// Whether a paragraph is counted beyond the first: `Second, …`, `Fifth, caching.`
#[must_use]
pub fn is_counted(paragraph: &str) -> bool {
    const COUNTS: [&str; 10] =
        ["eighth", "fifth", "fourth", "ninth", "second", "secondly", "seventh", "sixth", "third", "thirdly"];
    let (word, _) = paragraph.split_once([',', ':']).unwrap_or_default();
    COUNTS.contains(&word.to_ascii_lowercase().as_str())
}

/// The remarks of a paragraph by their bytes.
fn cut(paragraph: &str) -> Vec<Range<usize>> {
    steps::add(paragraph.len());
    let mut found: Vec<Range<usize>> = Vec::new();
    // `Some smaller things, in no order.`, `Small things in route.go: …`, and behind it one sentence for each.
    let lists = sentences(paragraph)
        .next()
        .and_then(|first| paragraph.get(first))
        .is_some_and(|first| announces_small_things(first.split_once(": ").map_or(first, |(head, _)| head)));
    let tells = |text: &str| is_wrong(text) || (lists && names_code(text) && !is_own(text) && !is_sound(text));
    for sentence in sentences(paragraph) {
        let text = paragraph.get(sentence.clone()).unwrap_or_default();
        let listed = listed(text);
        if !listed.is_empty() {
            let start = if found.is_empty() { 0 } else { sentence.start };
            let starts = [start].into_iter().chain(listed.iter().skip(1).map(|part| sentence.start + part.start));
            let ends = listed.iter().map(|part| sentence.start + part.end);
            found.extend(starts.zip(ends).map(|(start, end)| start..end));
            continue;
        }
        match found.last_mut() {
            None if tells(text) => found.push(0..sentence.end),
            Some(_) if tells(text) && is_new(text) => found.push(sentence),
            Some(last) => last.end = sentence.end,
            None => {}
        }
    }
    found
}

/// Whether a sentence says that one small thing after the other follows: `A few smaller points.`
fn announces_small_things(sentence: &str) -> bool {
    const WORDS: usize = 8;
    const SMALL: [&str; 6] = ["few", "minor", "other", "rest", "small", "smaller"];
    const THINGS: [&str; 5] = ["issues", "nits", "notes", "points", "things"];
    let words = inline::words(sentence);
    words.split(' ').count() <= WORDS
        && inline::has_word(&words, &SMALL)
        && inline::has_word(&words, &THINGS)
        && !sentences::approves(sentence)
}

/// Whether a sentence says what to do: neither what its writer would, nor beside what is well.
fn only_advises(sentence: &str) -> bool {
    !is_own(sentence) && !sentences::approves(sentence) && imperatives::advises(sentence)
}

/// What a sentence lists between semicolons, perhaps behind a colon: `Smaller things: the key is logged; the port is open;
/// and nobody checks.`
fn listed(sentence: &str) -> Vec<Range<usize>> {
    const SEVERAL: usize = 3;
    if is_own(sentence) {
        return Vec::new();
    }
    let first = sentence.find("; ").unwrap_or(sentence.len());
    let colon = sentence.find(": ").filter(|colon| *colon < first);
    // `What I liked: no dead code; nothing is duplicated; good names.`
    let mut parts = parted(sentence, colon.map_or(0, |colon| colon + 1));
    // `Cheaper shots, but still: the key is logged (a.ts:4); the port is open (b.ts:8); …`
    let is_placed = |part: &&Range<usize>| sentence.get((*part).clone()).is_some_and(names_lines);
    let all_placed = parts.len() > SEVERAL && parts.iter().filter(is_placed).count() * 4 >= parts.len() * 3;
    let announces = |head: &str| {
        let words = inline::words(head);
        (inline::has_word(&words, &ANNOUNCED) || (all_placed && !inline::has_word(&words, &ASIDE)))
            && !sentences::approves(head)
    };
    if colon.and_then(|colon| sentence.get(..colon)).is_some_and(|head| !announces(head)) {
        return Vec::new();
    }
    let wrong = |part: &&Range<usize>| sentence.get((*part).clone()).is_some_and(is_wrong);
    let says = |part: &Range<usize>| sentence.get(part.clone()).unwrap_or_default();
    let is_well = |part: &Range<usize>| is_sound(says(part));
    // `It reads the file; then the loop goes on.`
    if colon.is_none() && parts.iter().skip(1).any(|part| !is_new(says(part).trim_start().trim_start_matches("and "))) {
        return Vec::new();
    }
    let wrong = parts.iter().filter(wrong).count();
    let enough = parts.len() >= SEVERAL && (wrong >= if colon.is_some() { 1 } else { 2 } || all_placed);
    if !enough {
        return Vec::new();
    }
    parts.retain(|part| !is_well(part));
    parts
}

/// What stands over a list of what is wrong: `Smaller things: …`.
const ANNOUNCED: [&str; 10] =
    ["bugs", "concerns", "issues", "nits", "points", "problems", "smaller", "things", "trouble", "worries"];

/// What stands over what is well, or of no concern: `What I liked: …`, `Not in scope: …`.
const ASIDE: [&str; 6] = ["checked", "good", "like", "liked", "scope", "well"];

/// Whether a text says that something is well, also by what does not happen: `it doesn't leak`, `not a problem`.
fn is_sound(text: &str) -> bool {
    const DENIALS: [&str; 4] = ["cannot", "no", "not", "t"];
    const HARM: [&str; 18] = [
        "action", "break", "bug", "crash", "deal", "fail", "harm", "hang", "issue", "leak", "lose", "needed",
        "overflow", "problem", "problems", "race", "required", "wrong",
    ];
    let words = inline::words(text);
    let words: Vec<&str> = words.split(' ').collect();
    let denied = words.windows(3).any(|near| {
        let [denial, next, last] = near else { return false };
        let of = if matches!(*next, "a" | "an" | "big") { last } else { next };
        DENIALS.contains(denial) && HARM.contains(of)
    });
    let ends = matches!(words.as_slice(), [.., denial, harm] if DENIALS.contains(denial) && HARM.contains(harm));
    let says_nothing = ["no idea", "no other", "nothing else", "nothing to", "not a big"];
    let begins = words.get(..2).is_some_and(|first| says_nothing.contains(&first.join(" ").as_str()));
    let nothing = words.windows(2).any(|near| matches!(near, ["nothing", "to" | "wrong"]));
    denied || ends || begins || nothing || sentences::approves(text)
}

/// Whether a sentence says what its writer did, would do, was asked, or says in short: `I have not run it.`, `If I had an
/// hour, …`, `Short version: I would merge it.`
fn is_own(sentence: &str) -> bool {
    let words = inline::words(sentence);
    ["i ", "if i ", "in short ", "short version ", "tl dr ", "you asked "].iter().any(|own| words.starts_with(own))
}

/// Whether a sentence says that something is wrong, rather than what to do about it, what became of it,
/// or what its writer did or left undone.
fn is_wrong(sentence: &str) -> bool {
    if is_own(sentence) || sentences::decides(sentence) || tells_what_became(sentence) {
        return false;
    }
    let spoken = without_code(sentence);
    // `What I liked: nobody has to read it.`
    let is_aside = |head: &str| is_sound(head) || inline::has_word(&inline::words(head), &ASIDE);
    if spoken.split_once(':').is_some_and(|(head, _)| is_aside(head)) {
        return false;
    }
    let names_code = sentence.starts_with('`');
    let mut clauses = spoken.split([';', ':', '—']).flat_map(|clause| clause.split(", but "));
    let places = || {
        let mentions = code_places::mentions(sentence, &Aliases::none(), Reach::Prose);
        mentions.iter().any(|mention| mention.place.lines.is_some())
            && !is_sound(&spoken)
            && !imperatives::advises(&spoken)
    };
    clauses.any(|clause| {
        let wrong = || inline::has_word(&inline::words(clause), &WRONG);
        let advises = || !names_code && imperatives::advises(clause.trim());
        (sentences::complains(clause) || wrong()) && !is_sound(clause) && !advises()
    }) || places()
}

/// A text without what it says in code marks: `res.ok` praises nothing.
fn without_code(text: &str) -> String {
    text.split('`').step_by(2).collect::<Vec<_>>().join("`")
}

/// Whether a sentence tells of something else than the one before.
fn is_new(sentence: &str) -> bool {
    const WORDS: usize = 4;
    let words = inline::words(sentence);
    let first = words.split(' ').next().unwrap_or_default();
    // `In src/a.ts the key is logged.`
    let behind = sentence.get(first.len()..).unwrap_or_default().trim_start();
    let places = |text: &str| {
        let named = || text.split_whitespace().next().is_some_and(is_code);
        text.starts_with('`') || named() || code_places::lead(text).is_some()
    };
    !goes_back(&words)
        && words.split(' ').count() >= WORDS
        && (places(sentence) || places(behind) || !GOES_ON.contains(&first))
}

/// Whether a sentence takes up what was told before within its first words: `Every route needs this lock`, `… has the same
/// problem`.
fn goes_back(words: &str) -> bool {
    const NEAR: usize = 6;
    const SAME: [&str; 5] = ["bug", "effect", "flaw", "issue", "problem"];
    let told = format!(" {words} ");
    let mut near = words.split(' ').take(NEAR).skip(1);
    SAME.iter().any(|same| told.contains(&format!(" the same {same} ")))
        || near.any(|word| matches!(word, "this" | "these" | "those" | "them"))
}

/// Whether a text names lines of a file.
fn names_lines(text: &str) -> bool {
    let mentions = code_places::mentions(text, &Aliases::none(), Reach::Prose);
    mentions.iter().any(|mention| mention.place.document.is_some() && mention.place.lines.is_some())
}

/// Whether a text names something in code, in marks or by how it is written: `read_all`, `readAll`, `read()`, `READ_ALL`, a file.
#[must_use]
pub fn names_code(text: &str) -> bool {
    text.split('`').nth(2).is_some() || code_places::lead(text).is_some() || text.split_whitespace().any(is_code)
}

/// Whether a text says what became of something: `Line 40 was wrong; it no longer is.`, `Tests have been added.`
#[must_use]
pub fn tells_what_became(text: &str) -> bool {
    let words = format!(" {} ", inline::words(text));
    let done = |been: &str| {
        let mut next = words.split(been).skip(1).filter_map(|rest| rest.split(' ').next());
        next.any(sentences::tells_what_was_done)
    };
    done(" has been ")
        || done(" have been ")
        || words.contains(" is now ")
        || words.contains(" no longer ")
        || words.contains(" now says ")
        || words.contains(" is back ")
}

/// Whether a word is written as names in code are.
fn is_code(word: &str) -> bool {
    let word = word.trim_matches(|mark: char| !(mark.is_alphanumeric() || matches!(mark, '_' | '(' | ')' | '/')));
    let letter = |at: usize| word.as_bytes().get(at).copied().unwrap_or_default();
    let begins_small = word.starts_with(|first: char| first.is_ascii_lowercase());
    let joined = (1..word.len()).any(|at| {
        let (before, here, after) = (letter(at - 1), letter(at), letter(at + 1));
        (here == b'_' && before.is_ascii_alphanumeric() && after.is_ascii_alphanumeric())
            || (begins_small && before.is_ascii_lowercase() && here.is_ascii_uppercase() && after.is_ascii_lowercase())
    });
    joined || word.strip_suffix("()").is_some_and(|name| !name.is_empty()) || document_of(word).is_some()
}

/// The sentences of a text: a mark that ends one, then a blank, then what begins one. In code there is no end.
fn sentences(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + (text.len() - at - text.get(at..)?.trim_start().len());
        (start < text.len()).then_some(())?;
        let mut in_code = false;
        let mut ends = false;
        let mut before = start;
        for (place, character) in text.get(start..)?.char_indices() {
            let place = start + place;
            // `read_all never ends.`
            let named = || text.get(place..).and_then(|rest| rest.split_whitespace().next()).is_some_and(is_code);
            let begins = character.is_uppercase()
                || character.is_ascii_digit()
                || matches!(character, '`' | '"' | '“' | '*')
                || (ends && before < place && named());
            if ends && begins && before < place && !in_code && !is_shortened(text.get(start..before)?) {
                at = place;
                return Some(start..before);
            }
            in_code ^= character == '`';
            match character {
                '.' | '!' | '?' if !in_code => ends = true,
                ')' | '"' | '”' | '*' | '`' => {}
                _ if character.is_whitespace() => continue,
                _ => ends = false,
            }
            before = place + character.len_utf8();
        }
        at = text.len();
        Some(start..text.trim_end().len())
    })
}

/// Whether a text ends with a point that ends no sentence.
fn is_shortened(text: &str) -> bool {
    const SHORT: [&str; 18] = [
        "approx.", "art.", "ca.", "cf.", "e.g.", "etc.", "fig.", "i.e.", "max.", "min.", "mr.", "mrs.", "no.", "nr.",
        "pp.", "sec.", "v.", "vs.",
    ];
    let last = text.rsplit(char::is_whitespace).next().unwrap_or_default().trim_start_matches(['(', '[', '"']);
    SHORT.contains(&last.to_ascii_lowercase().as_str()) && last.len() < text.len()
}

#[cfg(test)]
mod tests {
    use super::{cut, sentences};

    fn told(paragraph: &str) -> Vec<&str> {
        cut(paragraph).into_iter().filter_map(|range| paragraph.get(range)).collect()
    }

    #[test]
    fn sentences_end_where_another_begins() {
        let text = "It reads `a. B` (e.g. Once). \"No.\" Then 3. items? `x` is `y`. Yes";
        let cut: Vec<&str> = sentences(text).filter_map(|range| text.get(range)).collect();
        assert_eq!(cut, ["It reads `a. B` (e.g. Once).", "\"No.\"", "Then 3. items?", "`x` is `y`.", "Yes"]);
    }

    #[test]
    fn each_remark_goes_on_to_the_next() {
        assert_eq!(
            told(
                "Then the server. It listens on all interfaces without a login. That is dangerous, and nobody knows. The route doesn't guard against `..`. Use a check."
            ),
            [
                "Then the server. It listens on all interfaces without a login. That is dangerous, and nobody knows.",
                "The route doesn't guard against `..`. Use a check."
            ]
        );
        assert_eq!(told("The cache is fine. I have not run it."), Vec::<&str>::new());
    }
}
