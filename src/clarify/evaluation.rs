//! How far answers are of use, by rules alone. See `docs/formats/clarifications.md`, "Evaluation".

use std::collections::BTreeMap;

use super::answers::{Named, named};
use super::marks::ACCEPTED;
use super::settled::Settled;
use super::vague::is_vague;
use crate::model::clarifications::{Choice, DocumentVerdict, Evaluation, Question, QuestionVerdict, Verdict};
use crate::text::{inline, steps};

/// Fewer words than these are vague, as a rule.
const FEW_WORDS: usize = 5;

/// The verdicts on all questions of a document, in its order.
#[must_use]
pub fn evaluation(settled: &Settled) -> Evaluation {
    let judged = settled.in_order().into_iter().filter_map(|place| {
        let question = &settled.outline.entries.get(place)?.question;
        Some(QuestionVerdict { question_id: question.id.clone(), verdict: verdict(question) })
    });
    of(judged.collect())
}

/// The verdict on each entry, by its place: as it was given, or by the rules. Without an answer there is none to be clear.
#[must_use]
pub fn verdicts(settled: &Settled, given: Option<&Evaluation>) -> Vec<Verdict> {
    let given: BTreeMap<&str, Verdict> = given
        .iter()
        .flat_map(|evaluation| &evaluation.per_question)
        .map(|judged| (judged.question_id.as_str(), judged.verdict))
        .collect();
    let of = |question: &Question| match given.get(question.id.as_str()) {
        Some(_) if question.answer.is_none() => Verdict::NotAnswered,
        Some(verdict) => *verdict,
        None => verdict(question),
    };
    settled.outline.entries.iter().map(|entry| of(&entry.question)).collect()
}

/// The evaluation that some verdicts make.
#[must_use]
pub fn of(per_question: Vec<QuestionVerdict>) -> Evaluation {
    let count = |verdict| per_question.iter().filter(|judged| judged.verdict == verdict).count();
    let (answered, empty, vague) = (count(Verdict::Clear), count(Verdict::NotAnswered), count(Verdict::Vague));
    let total = per_question.len();
    let verdict = if total > 0 && answered == total {
        DocumentVerdict::Sufficient
    } else if total == 0 || answered * 2 < total {
        DocumentVerdict::Insufficient
    } else {
        DocumentVerdict::Mixed
    };
    Evaluation {
        verdict,
        answered_count: answered,
        empty_count: empty,
        vague_count: vague,
        total_count: total,
        reasoning: format!("{answered} of {total} questions answered; {empty} empty, {vague} vague."),
        per_question,
    }
}

/// The verdict on the answer of a question.
#[must_use]
pub fn verdict(question: &Question) -> Verdict {
    let answer = question.answer.as_deref().unwrap_or_default();
    steps::add(answer.len());
    if !says_something(answer) {
        return Verdict::NotAnswered;
    }
    match named(answer, &question.choices) {
        Some(chosen) => of_choices(&chosen, question),
        None => of_text(answer, &question.choices),
    }
}

/// Whether an answer has a letter or a digit, outside of comments and of the mark of an accepted recommendation.
fn says_something(answer: &str) -> bool {
    let mut rest = answer;
    if rest.trim().eq_ignore_ascii_case(ACCEPTED) {
        return false;
    }
    loop {
        let (before, after) = match rest.split_once("<!--") {
            Some((before, after)) => (before, after.split_once("-->").map(|(_, after)| after)),
            None => (rest, None),
        };
        if before.chars().any(char::is_alphanumeric) {
            return true;
        }
        match after {
            Some(after) => rest = after,
            None => return false,
        }
    }
}

/// Letters say what the choices say.
fn of_choices(chosen: &Named<'_>, question: &Question) -> Verdict {
    let named = || question.choices.iter().filter(|choice| chosen.letters.contains(&choice.letter));
    if named().all(|choice| choice.other) {
        return if says_something(chosen.rest) { of_text(chosen.rest, &question.choices) } else { Verdict::Vague };
    }
    let says = |choice: &Choice| !choice.other && !is_all_vague(&choice.text);
    if named().any(says) { Verdict::Clear } else { Verdict::Vague }
}

fn of_text(answer: &str, choices: &[Choice]) -> Verdict {
    if is_all_vague(answer) {
        return Verdict::Vague;
    }
    if words_in(answer) >= FEW_WORDS || is_in_choices(answer, choices) || names_value(answer) {
        return Verdict::Clear;
    }
    Verdict::Vague
}

/// Whether each part of a text says nothing.
fn is_all_vague(text: &str) -> bool {
    let whole = inline::words(text);
    is_vague(&whole)
        || text.split([',', '.', ';', '/', '\n', '(', ')', '!', '?', '—', '–']).all(|part| {
            let words = inline::words(part);
            words.is_empty() || is_vague(&words)
        })
}

/// The words of a text. Scripts that write no blanks have a word in each of two characters.
fn words_in(text: &str) -> usize {
    let mut words = 0;
    let mut characters = 0;
    for word in text.split(|character: char| !character.is_alphanumeric() && !matches!(character, '\'' | '’')) {
        let unparted = word.chars().filter(|character| is_unparted(*character)).count();
        characters += unparted;
        words += usize::from(word.chars().any(|character| character.is_alphanumeric() && !is_unparted(character)));
    }
    words + characters.div_ceil(2)
}

fn is_unparted(character: char) -> bool {
    matches!(character, '\u{0e00}'..='\u{0eff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}')
}

/// Whether a choice contains the answer, word for word. One that leaves the answer open contains none.
fn is_in_choices(answer: &str, choices: &[Choice]) -> bool {
    let wanted = format!(" {} ", inline::words(answer));
    wanted.len() > 2
        && choices.iter().any(|choice| !choice.other && format!(" {} ", inline::words(&choice.text)).contains(&wanted))
}

/// Whether a text names a value: in code marks, in quotes, or with digits. The id of a question is none.
fn names_value(text: &str) -> bool {
    let between = |open: char, close: char| {
        let inner = text.split_once(open).and_then(|(_, rest)| rest.split_once(close));
        inner.is_some_and(|(inner, _)| inner.chars().any(char::is_alphanumeric))
    };
    if between('`', '`') || between('"', '"') || between('“', '”') || between('«', '»') {
        return true;
    }
    text.split(|character: char| character.is_whitespace() || matches!(character, ',' | ';' | '(' | ')')).any(|word| {
        let word = word.trim_matches(|character: char| !character.is_alphanumeric());
        word.chars().any(|character| character.is_ascii_digit()) && super::ids::Id::of(word).is_none()
    })
}
