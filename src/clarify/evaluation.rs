//! Judges by rules how useful answers are. See `docs/formats/clarifications.md`, "Evaluation".

use std::collections::{BTreeMap, VecDeque};

use super::answers::{Named, named, said};
use super::decisions::NOT_ANSWERED;
use super::ids::{Id, scan_numbered};
use super::marks::ACCEPTED;
use super::settled::Settled;
use super::vague::{is_doubtful, is_vague};
use crate::merge::terms::Terms;
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
/// Where questions share an id, the first verdict is on the first of them, and so on.
#[must_use]
pub fn verdicts(settled: &Settled, given: Option<&Evaluation>) -> Vec<Verdict> {
    let mut of_id: BTreeMap<Id, VecDeque<Verdict>> = BTreeMap::new();
    for judged in given.iter().flat_map(|evaluation| &evaluation.per_question) {
        let Some(id) = Id::of(&judged.question_id) else { continue };
        of_id.entry(id).or_default().push_back(judged.verdict);
    }
    let mut verdicts = vec![Verdict::NotAnswered; settled.outline.entries.len()];
    for place in settled.in_order() {
        let (Some(id), Some(entry)) = (settled.ids.get(place), settled.outline.entries.get(place)) else { continue };
        let said =
            of_id.get_mut(id).and_then(|said| if said.len() > 1 { said.pop_front() } else { said.front().copied() });
        let verdict = match said {
            Some(_) if entry.question.answer.is_none() => Verdict::NotAnswered,
            Some(said) => said,
            None => verdict(&entry.question),
        };
        if let Some(of_place) = verdicts.get_mut(place) {
            *of_place = verdict;
        }
    }
    verdicts
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
    if !says_something(answer) || is_passed_over(&said(answer)) {
        return Verdict::NotAnswered;
    }
    let answer = said(answer);
    match named(&answer, &question.choices) {
        Some(chosen) => of_choices(&chosen, question),
        // Whoever accepts a recommendation says that it is enough, however short it is. A letter names a choice or nothing.
        None if question.autofilled && !is_all_vague(&answer) && !is_letter(&answer) => Verdict::Clear,
        None => of_text(&answer, question),
    }
}

/// Whether an answer says that there is none: `Skipped`, `_No answer provided_`.
fn is_passed_over(answer: &str) -> bool {
    const SAYS: [&str; 8] = [
        "left blank",
        "no answer",
        "no answer given",
        "no answer provided",
        "no answer yet",
        "skip",
        "skipped",
        "unanswered",
    ];
    /// So long an answer says more.
    const LONGEST: usize = 40;
    answer.len() <= LONGEST && SAYS.contains(&inline::words(answer).as_str())
}

/// Whether a text is a single letter.
fn is_letter(text: &str) -> bool {
    let mut said = text.chars().filter(|character| character.is_alphanumeric());
    said.next().is_some_and(char::is_alphabetic) && said.next().is_none()
}

/// Whether an answer has a letter or a digit, outside of comments and of the mark of an accepted recommendation.
#[must_use]
pub fn says_something(answer: &str) -> bool {
    let said = said(answer);
    let is_mark = said.len() < 2 * ACCEPTED.len()
        && [ACCEPTED, NOT_ANSWERED].iter().any(|mark| inline::words(&said) == inline::words(mark));
    !is_mark && said.contains(char::is_alphanumeric)
}

/// Whether a recommendation recommends nothing: it says so, or leaves open which of some choices is meant.
#[must_use]
pub fn recommends_nothing(recommendation: &str, choices: &[Choice]) -> bool {
    let said = said(recommendation);
    !says_something(&said) || is_all_vague(&said) || is_left_open(&said, choices)
}

/// Whether a text is letters of choices, and leaves open which of them is meant: `A/B`, `A or B`.
fn is_left_open(text: &str, choices: &[Choice]) -> bool {
    let words = inline::words(text);
    let is_letter = |word: &str| choices.iter().any(|choice| choice.letter.eq_ignore_ascii_case(word));
    let joined = |word: &str| ["or", "either", "option", "choice"].contains(&word);
    let letters = words.split(' ').filter(|word| is_letter(word)).count();
    letters > 1
        && words.split(' ').all(|word| is_letter(word) || joined(word))
        && (text.contains('/') || words.split(' ').any(joined))
}

/// Letters say what the choices say.
fn of_choices(chosen: &Named<'_>, question: &Question) -> Verdict {
    let named = || question.choices.iter().filter(|choice| chosen.letters.contains(&choice.letter));
    if named().all(|choice| choice.other) {
        return if says_something(chosen.rest) { of_text(chosen.rest, question) } else { Verdict::Vague };
    }
    if is_doubtful(&inline::words(chosen.rest)) {
        return Verdict::Vague;
    }
    let says = |choice: &Choice| !choice.other && !is_all_vague(&choice.text);
    if named().any(says) { Verdict::Clear } else { Verdict::Vague }
}

fn of_text(answer: &str, question: &Question) -> Verdict {
    let choices = &question.choices;
    if is_all_vague(answer) || is_put_off(answer) {
        return Verdict::Vague;
    }
    if words_in(answer) >= FEW_WORDS {
        return Verdict::Clear;
    }
    // Few words that ask back are no answer, and a number may be meant as the place of a choice.
    let is_open = answer.trim_end().ends_with(['?', '？']) || is_place(answer, choices);
    let is_clear = is_in_choices(answer, choices) || names_value(answer) || is_yes_or_no(answer, question);
    if is_clear && !is_open { Verdict::Clear } else { Verdict::Vague }
}

/// Whether an answer begins with the word that it is none yet, however it goes on: `TBD, we decide after the pilot`.
fn is_put_off(answer: &str) -> bool {
    const LATER: [&str; 4] = ["tba", "tbc", "tbd", "todo"];
    let words = inline::words(answer);
    let words = words.strip_prefix("still ").unwrap_or(&words);
    let later = words.strip_prefix("to be ").and_then(|rest| rest.split(' ').next());
    LATER.contains(&words.split(' ').next().unwrap_or_default())
        || later.is_some_and(|word| ["confirmed", "decided", "defined", "determined", "discussed"].contains(&word))
}

/// Whether a text is a number alone that can be the place of a choice, and that no choice contains.
fn is_place(text: &str, choices: &[Choice]) -> bool {
    let number = inline::words(text).parse::<usize>();
    number.is_ok_and(|number| (1..=choices.len()).contains(&number)) && !is_in_choices(text, choices)
}

/// Whether a text says yes or no to a question that asks for it, or that has a choice which does.
fn is_yes_or_no(answer: &str, question: &Question) -> bool {
    let words = inline::words(answer);
    let (first, rest) = words.split_once(' ').unwrap_or((&words, ""));
    let says = |text: &str| inline::words(text).split(' ').next() == Some(first);
    ["yes", "no"].contains(&first)
        && (rest.is_empty() || !is_vague(rest))
        && (asks_yes_or_no(question) || question.choices.iter().any(|choice| says(&choice.text)))
}

/// Whether a question asks for yes or no: it says so, or its first sentence with a question mark begins with a verb that does,
/// and offers nothing else.
fn asks_yes_or_no(question: &Question) -> bool {
    const VERBS: &[&str] = &[
        "am", "are", "can", "could", "did", "do", "does", "had", "has", "have", "is", "may", "must", "shall", "should",
        "was", "were", "will", "would",
    ];
    let asks = |text: &str| {
        let words = inline::words(text);
        steps::add(text.len());
        if words.contains("yes or no") || words.contains("yes no") {
            return Some(true);
        }
        let (asked, _) = text.split_once('?')?;
        let sentence = inline::words(asked.rsplit(['.', '!', ':', '\n']).next()?);
        let mut words = sentence.split(' ');
        Some(words.next().is_some_and(|first| VERBS.contains(&first)) && words.all(|word| word != "or"))
    };
    asks(&question.body).or_else(|| asks(&question.title)).unwrap_or(false)
}

/// Whether a text, or each part of it, says nothing.
fn is_all_vague(text: &str) -> bool {
    is_vague(&inline::words(text))
        || text.split([',', '.', ';', '/', '\n', '(', ')', '!', '?', '—', '–']).all(|part| {
            let words = inline::words(part);
            words.is_empty() || is_vague(&words)
        })
}

/// The words of a text: what stands between blanks and has a letter or a digit. Scripts that write no blanks have a word in
/// each of two characters.
fn words_in(text: &str) -> usize {
    let mut words = 0;
    let mut characters = 0;
    for word in text.split_whitespace() {
        characters += word.chars().filter(|character| is_unparted(*character)).count();
        words += usize::from(word.chars().any(|character| character.is_alphanumeric() && !is_unparted(character)));
    }
    words + characters.div_ceil(2)
}

fn is_unparted(character: char) -> bool {
    matches!(character, '\u{0e00}'..='\u{0eff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}')
}

/// Whether a choice contains the answer, word for word. One that leaves the answer open contains none, and words such as
/// "the" are an answer to nothing.
fn is_in_choices(answer: &str, choices: &[Choice]) -> bool {
    let wanted = format!(" {} ", inline::words(answer));
    Terms::of_text(answer).square() > 0
        && choices.iter().any(|choice| !choice.other && format!(" {} ", inline::words(&choice.text)).contains(&wanted))
}

/// Whether a text names a value: in code marks, in quotes, or with digits. The id of a question or a decision is none.
fn names_value(text: &str) -> bool {
    const MARKS: [(char, char); 7] =
        [('`', '`'), ('"', '"'), ('“', '”'), ('„', '“'), ('«', '»'), ('‘', '’'), ('\'', '\'')];
    if MARKS.iter().any(|(open, close)| quotes_value(text, *open, *close)) {
        return true;
    }
    text.split(|character: char| character.is_whitespace() || matches!(character, ',' | ';' | '(' | ')')).any(|word| {
        let word = word.trim_matches(|character: char| !character.is_alphanumeric());
        let is_decision = scan_numbered(word, 'D').is_some_and(|(_, length)| length == word.len());
        word.chars().any(|character| character.is_ascii_digit()) && Id::of(word).is_none() && !is_decision
    })
}

/// Whether marks hold a value: the first of them opens where no word ends, the other closes where none goes on.
fn quotes_value(text: &str, open: char, close: char) -> bool {
    let parts_words = |character: Option<char>| character.is_none_or(|character| !character.is_alphanumeric());
    let mut opened = text.match_indices(open).filter(|(at, _)| parts_words(text.get(..*at).and_then(last)));
    let Some(inner) = opened.next().and_then(|(at, mark)| text.get(at + mark.len()..)) else { return false };
    let mut closed = inner
        .match_indices(close)
        .filter(|(at, mark)| parts_words(inner.get(at + mark.len()..).and_then(|after| after.chars().next())));
    closed.next().and_then(|(at, _)| inner.get(..at)).is_some_and(|value| {
        let words = inline::words(value);
        !words.is_empty() && !is_vague(&words)
    })
}

fn last(text: &str) -> Option<char> {
    text.chars().next_back()
}
