//! Clarifications and decisions.

use reconvene::clarify;
use reconvene::model::clarifications::{Question, Verdict};

use super::words::{FRESH, replaced};

/// Any text, read as clarifications and as decisions: what is written twice is written as once, every rewrite is read, and
/// no word of it is lost.
pub fn clarify(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let once = clarify::format(&text);
    assert_eq!(clarify::format(&once), once, "formatting twice changes something");
    let evaluation = clarify::evaluate(&text);
    assert_eq!(clarify::evaluate(&once).per_question, evaluation.per_question);
    assert_eq!(evaluation.total_count, evaluation.per_question.len());
    let filled = clarify::autofill(&text).markdown;
    assert_eq!(clarify::autofill(&filled).markdown, filled, "filling twice changes something");
    given_twice(&text);
    let made = clarify::consolidate(&text, vec![text.as_ref().into()], &[], None);
    let drafted = clarify::draft(&made.markdown, &[], None);
    let merged = clarify::merge(&drafted, &made.markdown, &["D1".to_owned()]);
    let traced = clarify::trace(&made.markdown, Some(&merged.markdown));
    assert_eq!(clarify::graph(&traced).matches("[\"").count(), traced.len());
    let plan = clarify::plan(&text, Some(&evaluation));
    assert_eq!(
        plan.fan_out,
        evaluation.per_question.iter().any(|one| one.verdict == Verdict::NotAnswered || one.verdict == Verdict::Vague)
    );
    decided_twice(&text);
    no_word_is_lost(&text);
}

/// An answer that is given twice is given once.
fn given_twice(text: &str) {
    let document = clarify::parse(text);
    let first = |question: &Question| question.id.clone();
    let Some(id) = document.sections.iter().flat_map(|section| &section.questions).map(first).next() else { return };
    let given = clarify::answer(text, [(id.as_str(), "Of wood: yes")]).expect("a question that is there");
    let again = clarify::answer(&given, [(id.as_str(), "Of wood: yes")]);
    assert_eq!(again.as_ref(), Ok(&given), "answering twice changes something");
}

/// Decisions that are merged twice are merged once.
fn decided_twice(text: &str) {
    let _read = clarify::parse_decisions(text);
    let merged = clarify::merge(text, text, &[]).markdown;
    assert_eq!(clarify::merge(&merged, text, &[]).markdown, merged, "merging twice changes something");
}

/// A fresh word in the place of any other stands in every rewrite. What is JSON is written as Markdown, in words of its own.
fn no_word_is_lost(text: &str) {
    if text.contains('{') {
        return;
    }
    let Some((changed, word)) = replaced(text) else { return };
    let rewrites = [
        ("format", clarify::format(&changed)),
        ("autofill", clarify::autofill(&changed).markdown),
        ("consolidate", clarify::consolidate(&changed, vec![text.into()], &[], None).markdown),
        ("merge", clarify::merge(&changed, text, &[]).markdown),
    ];
    for (rewrite, kept) in rewrites {
        assert!(kept.contains(FRESH), "{rewrite} loses {:?} at {}", &text[word.clone()], word.start);
    }
}
