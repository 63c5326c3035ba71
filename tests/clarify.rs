//! Clarifications and decisions: one rule a case, and the laws over all cases, mutations and real documents.
//!
//! A case is a file below `tests/cases/clarify/`, in the folder of its operation; where an operation takes several texts,
//! lines `%%%` part them. What it gives stands beside it: `UPDATE_EXPECT=1 cargo test --test clarify`.
// A test may stop the run, and says what it saw.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stdout,
    clippy::print_stderr
)]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use reconvene::Reply;
use reconvene::clarify;
use reconvene::model::clarifications::{Clarifications, Contradiction, Question, Verdict};
use reconvene::model::{AggregateOptions, Code, Detail, Diagnostic, Expected, Status};

fn cases(operation: &str) -> Vec<(PathBuf, Vec<String>)> {
    let folder = support::root().join("tests/cases/clarify").join(operation);
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a readable case");
        let parts = text.split("%%%\n").map(str::to_owned).collect();
        (path, parts)
    };
    let found: Vec<_> = support::files(&folder, &["md"]).into_iter().map(read).collect();
    assert!(!found.is_empty(), "there are no cases of {operation}");
    found
}

fn part(parts: &[String], number: usize) -> &str {
    parts.get(number).map_or("", String::as_str)
}

fn expect_json(path: &std::path::Path, value: &impl serde::Serialize) {
    let value = support::compact(&serde_json::to_value(value).expect("plain data"));
    let shown = serde_json::to_string_pretty(&value).expect("JSON is text") + "\n";
    expect_test::expect_file![path.with_extension("json")].assert_eq(&shown);
}

fn expect_text(path: &std::path::Path, text: &str) {
    expect_test::expect_file![path.with_extension("txt")].assert_eq(text);
}

fn told(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().flat_map(|said| [&said.code, ": ", &said.message, "\n"]).collect()
}

/// Replies, and what somebody who reasons says: a part that begins with a line `contradictions`.
fn consolidated(parts: &[String]) -> clarify::Consolidated {
    let mut replies: Vec<Reply> = Vec::new();
    let mut contradictions: Vec<Contradiction> = Vec::new();
    for part in &parts[1..] {
        match part.strip_prefix("contradictions\n") {
            Some(json) => contradictions = serde_json::from_str(json).expect("contradictions"),
            None => replies.push(part.as_str().into()),
        }
    }
    let backwards: Vec<Reply> = replies.iter().rev().cloned().collect();
    let made = clarify::consolidate(&parts[0], replies, &contradictions, None);
    assert_eq!(clarify::consolidate(&parts[0], backwards, &contradictions, None), made, "the order of replies matters");
    made
}

#[test]
fn parse_reads() {
    for (path, parts) in cases("parse") {
        expect_json(&path, &clarify::parse(&parts[0]));
    }
}

#[test]
fn format_writes_one_form() {
    for (path, parts) in cases("format") {
        expect_text(&path, &clarify::format(&parts[0]));
    }
}

#[test]
fn evaluate_judges() {
    for (path, parts) in cases("evaluate") {
        let evaluation = clarify::evaluate(&parts[0]);
        // The order of the keys is part of the format.
        let shown = serde_json::to_string_pretty(&evaluation).expect("JSON is text") + "\n";
        expect_test::expect_file![path.with_extension("json")].assert_eq(&shown);
        let counts = evaluation.answered_count + evaluation.empty_count + evaluation.vague_count;
        assert_eq!((counts, evaluation.per_question.len()), (evaluation.total_count, evaluation.total_count));
    }
}

#[test]
fn an_evaluation_without_verdicts_on_each_question_is_read() {
    let counts = r#"{"verdict": "mixed", "answered_count": 15, "empty_count": 8, "vague_count": 3, "total_count": 26}"#;
    for text in [counts.to_owned(), counts.replace('}', r#", "reasoning": "15 of 26 questions answered."}"#)] {
        let given: reconvene::model::clarifications::Evaluation = serde_json::from_str(&text).expect("an evaluation");
        assert_eq!((given.answered_count, given.per_question.len()), (15, 0));
        // The rules judge what it does not.
        let document = "### Q1: Unit\nWhich?\n\n**Answer:** TBD\n";
        assert_eq!(clarify::plan(document, Some(&given)), clarify::plan(document, None));
    }
}

#[test]
fn autofill_fills() {
    for (path, parts) in cases("autofill") {
        let made = clarify::autofill(&parts[0]);
        expect_text(&path, &format!("{}\nfilled: {}\n", made.markdown, made.filled.join(", ")));
        assert_eq!(clarify::autofill(&made.markdown).markdown, made.markdown, "{}", path.display());
    }
}

#[test]
fn answers_are_given_in_their_places() {
    for (path, parts) in cases("answer") {
        let answers: Vec<(&str, &str)> = parts[1..].iter().filter_map(|part| part.split_once('=')).collect();
        let given = clarify::answer(&parts[0], answers.clone()).expect("questions that are there");
        expect_text(&path, &given);
        assert_eq!(clarify::answer(&given, answers.clone()).as_ref(), Ok(&given), "{}", path.display());
        let document = clarify::parse(&given);
        let kept = all_of(&document);
        assert_eq!(kept.len(), all_of(&clarify::parse(&parts[0])).len(), "{}", path.display());
    }
}

/// All questions of a document, with what refines them.
fn all_of(document: &Clarifications) -> Vec<Question> {
    fn with_refinements(question: &Question) -> Vec<Question> {
        let below = question.refinements.iter().flat_map(with_refinements);
        std::iter::once(question.clone()).chain(below).collect()
    }
    document.sections.iter().flat_map(|section| &section.questions).flat_map(with_refinements).collect()
}

/// How often each word of a text stands there.
fn counted(text: &str) -> BTreeMap<String, usize> {
    let mut words = BTreeMap::new();
    for word in support::words(text) {
        *words.entry(text[word].to_lowercase()).or_default() += 1;
    }
    words
}

/// The words that stand less often in a text than in the one before, but for some.
fn lost(before: &str, after: &str, but: &str) -> Vec<String> {
    let (mut after, but) = (counted(after), counted(but));
    for (word, count) in but {
        *after.entry(word).or_default() += count;
    }
    let less =
        counted(before).into_iter().filter(|(word, count)| after.get(word).copied().unwrap_or_default() < *count);
    less.map(|(word, _)| word).collect()
}

#[test]
fn consolidate_puts_refinements_in_their_places() {
    for (path, parts) in cases("consolidate") {
        let made = consolidated(&parts);
        let said = told(&made.diagnostics);
        expect_text(&path, &format!("{}\nadded: {}\n{said}", made.markdown, made.added.join(", ")));
        let again = consolidated(&[std::slice::from_ref(&made.markdown), &parts[1..]].concat());
        assert_eq!((again.markdown, again.added), (made.markdown, vec![]), "{}", path.display());
    }
}

#[test]
fn draft_writes_decisions() {
    for (path, parts) in cases("draft") {
        let contradictions: Vec<Contradiction> =
            parts.get(1).map(|json| serde_json::from_str(json).expect("contradictions")).unwrap_or_default();
        let drafted = clarify::draft(&parts[0], &contradictions, None);
        expect_text(&path, &drafted);
        let read = clarify::parse_decisions(&drafted);
        let written = drafted.lines().filter(|line| line.starts_with("- **Answer")).count();
        assert_eq!(read.entries.iter().map(|entry| entry.answers.len()).sum::<usize>(), written, "{}", path.display());
        let about: Vec<_> = read.diagnostics.iter().filter(|said| said.code != "no-decisions").collect();
        assert!(about.is_empty(), "{}: {about:?}", path.display());
    }
}

#[test]
fn decisions_are_read() {
    for (path, parts) in cases("decisions") {
        expect_json(&path, &clarify::parse_decisions(&parts[0]));
    }
}

#[test]
fn merge_follows_the_protocol() {
    for (path, parts) in cases("merge") {
        let contradicted: Vec<String> = part(&parts, 2).split_whitespace().map(str::to_owned).collect();
        let made = clarify::merge(&parts[0], &parts[1], &contradicted);
        let changes = serde_json::to_string_pretty(&made.changes).expect("plain data");
        expect_text(&path, &format!("{}\n{changes}\n", made.markdown));
        let read = clarify::parse_decisions(&made.markdown);
        let count = &read.diagnostics;
        // What is written is read, and stays.
        let written = made.markdown.lines().filter(|line| line.starts_with("- **Answer")).count();
        let answers: usize = read.entries.iter().map(|entry| entry.answers.len()).sum();
        assert_eq!(answers, written, "{}: {:?}", path.display(), read.entries);
        let again = clarify::merge(&made.markdown, &parts[1], &[]);
        let kept = |markdown: &str| -> Vec<_> {
            clarify::parse_decisions(markdown).entries.into_iter().flat_map(|entry| entry.answers).collect()
        };
        assert_eq!(kept(&again.markdown), kept(&made.markdown), "{}: a second merge", path.display());
        let same = clarify::merge(&made.markdown, &parts[1], &contradicted);
        assert_eq!(same.markdown, made.markdown, "{}: the same merge again", path.display());
        assert!(count.iter().all(|said| said.code != "decision-count"), "{}", path.display());
    }
}

#[test]
fn trace_goes_there_and_back() {
    for (path, parts) in cases("trace") {
        let entries = clarify::trace(&parts[0], parts.get(1).map(String::as_str));
        let json: String =
            entries.iter().map(|entry| serde_json::to_string(entry).expect("plain data") + "\n").collect();
        expect_text(&path, &format!("{json}\n{}", clarify::graph(&entries)));
    }
}

#[test]
fn plan_asks_where_something_is_open() {
    for (path, parts) in cases("plan") {
        expect_json(&path, &clarify::plan(&parts[0], None));
    }
}

#[test]
fn replies_with_refinements_are_collected() {
    let document = "## Packing\n\n### Q1: Unit\nWhich?\n\n**Answer:** TBD\n\n## Carts\n\n### Q2: Wheels\nHow many?\n\n**Answer:**\n";
    let dispatched = clarify::plan(document, None);
    assert!(dispatched.waves[0].units.iter().all(|unit| unit.expect == Expected::REFINEMENTS));
    let reply = |unit: &str, text: &str| Reply { unit: Some(unit.to_owned()), ..Reply::from(text) };
    let options = || AggregateOptions { plan: Some(Box::new(dispatched.clone())), ..AggregateOptions::default() };
    let asked = reply("Packing", "Refinements for Q1:\n\n##### R1.1: Scale\nWhich scale?\n\n**Answer:**\n");
    let report = reconvene::aggregate(vec![asked.clone(), reply("Carts", "All is clear to me.")], &options());
    let rows: Vec<_> = report.coverage.iter().map(|row| (row.unit.as_str(), row.status.word())).collect();
    assert_eq!(rows, [("Carts", "PARTIAL"), ("Packing", "CLEAN")]);
    let alone = Reply { expect: Some(Expected::REFINEMENTS), ..reply("Carts", "All is clear to me.") };
    assert_eq!(reconvene::parse(&alone, reconvene::Ledger::Omit).reason.as_deref(), Some("no refinements"));
    assert_eq!(reconvene::check(&alone, &reconvene::CheckOptions::default()).diagnostics[0].code, "no-refinements");
    let Detail::Refinements(read) = &report.results[1].detail else { panic!("{:?}", report.results[1]) };
    assert_eq!((read.questions[0].as_str(), read.refinements[0].id.as_str()), ("Q1", "R1.1"));
    let again = reconvene::retry(&report, Some(&dispatched));
    let units: Vec<_> = again.waves.iter().flat_map(|wave| &wave.units).map(|unit| unit.unit.as_str()).collect();
    assert_eq!(units, ["Carts"]);
    // What is only printed back asks nothing.
    for unit in &dispatched.waves[0].units {
        let printed = reconvene::aggregate(vec![reply(&unit.unit, &unit.prompt)], &options());
        assert_eq!(printed.results[0].status, Status::Partial, "{:?}", printed.results[0]);
    }
    let whole =
        reconvene::aggregate(vec![asked.clone(), reply("Carts", &asked.text.as_str().replace('1', "2"))], &options());
    assert!(whole.executive_summary.ends_with("Collected 2/2 results (0 failed)."), "{}", whole.executive_summary);
}

#[test]
fn a_reply_that_leaves_out_an_open_question_is_a_gap() {
    let document =
        "## Packing\n\n### Q1: Unit\nWhich?\n\n**Answer:** TBD\n\n### Q12: Wheels\nHow many?\n\n**Answer:**\n";
    let dispatched = clarify::plan(document, None);
    let options = AggregateOptions { plan: Some(Box::new(dispatched.clone())), ..AggregateOptions::default() };
    let asks = |text: &str| {
        let reply = Reply { unit: Some("Packing".to_owned()), ..Reply::from(text) };
        let report = reconvene::aggregate(vec![reply], &options);
        let again = reconvene::retry(&report, Some(&dispatched)).waves.len();
        (report.gaps.first().map(|gap| gap.reason.clone()), again)
    };
    let refined = "Refinements for Q12:\n\n##### R12.1: Carts\nOf which carts?\n\n**Answer:**\n";
    assert_eq!(asks(refined), (Some("it does not refine Q1".to_owned()), 1));
    let both = format!("{refined}\nRefinements for Q1:\n\n##### R1.1: Scale\nWhich scale?\n\n**Answer:**\n");
    assert_eq!(asks(&both), (None, 0));
    assert_eq!(asks(&format!("{refined}\nRefinements for Q1:\n\nNone needed.\n")), (None, 0));
    // Who is asked for the rest gives the rest.
    let attempt =
        |text: &str, attempt| Reply { unit: Some("Packing".to_owned()), attempt: Some(attempt), ..Reply::from(text) };
    let rest = "Refinements for Q1:\n\n##### R1.1: Scale\nWhich scale?\n\n**Answer:**\n";
    let report = reconvene::aggregate(vec![attempt(refined, 1), attempt(rest, 2)], &options);
    assert!(report.gaps.is_empty(), "{:?}", report.gaps);
}

#[test]
fn every_code_has_a_case_that_breaks_it_and_one_that_does_not() {
    let mut found = 0;
    for code in Code::ALL {
        let source = code.explanation().source;
        if !source.starts_with("clarifications.md") && !source.starts_with("decisions.md") {
            continue;
        }
        found += 1;
        for (kind, breaks) in [("breaks", true), ("holds", false)] {
            let name = format!("tests/cases/clarify/codes/{}.{kind}.md", code.name());
            let text = std::fs::read_to_string(support::root().join(&name)).expect("a case");
            let parts: Vec<String> = text.split("%%%\n").map(str::to_owned).collect();
            let said = if source.starts_with("decisions.md") {
                clarify::parse_decisions(&text).diagnostics
            } else if parts.len() > 1 {
                consolidated(&parts).diagnostics
            } else {
                clarify::parse(&text).diagnostics
            };
            assert_eq!(said.iter().any(|said| said.code == code.name()), breaks, "{name}");
        }
    }
    assert!(found > 10, "the codes are not there");
}

/// What a document says, without where it stands and what is said about it.
fn meaning(text: &str) -> Clarifications {
    fn unplaced(question: &mut Question) {
        question.span = reconvene::model::Span::default();
        question.refinements.iter_mut().for_each(unplaced);
    }
    let mut document = clarify::parse(text);
    document.diagnostics.clear();
    document.remainder.iter_mut().for_each(|remainder| remainder.span = reconvene::model::Span::default());
    document.sections.iter_mut().flat_map(|section| &mut section.questions).for_each(unplaced);
    // Counts are corrected.
    document.frontmatter.iter_mut().filter(|field| field.value.parse::<u32>().is_ok()).for_each(|field| {
        field.value.clear();
    });
    document
}

/// Everything that is to be read: all cases, in parts, and the real documents where they are.
fn documents() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for operation in [
        "parse",
        "format",
        "evaluate",
        "autofill",
        "answer",
        "consolidate",
        "draft",
        "decisions",
        "merge",
        "trace",
        "codes",
    ] {
        for (path, parts) in cases(operation) {
            for (number, part) in parts.into_iter().enumerate() {
                found.push((format!("{}#{number}", path.display()), part));
            }
        }
    }
    let folder = support::corpus().map(|folder| folder.join("clarifications"));
    for path in folder.iter().flat_map(|folder| support::files(folder, &[])) {
        let bytes = std::fs::read(&path).expect("a readable document");
        found.push((path.display().to_string(), String::from_utf8_lossy(&bytes).into_owned()));
    }
    found
}

fn check_format(name: &str, text: &str) {
    let once = clarify::format(text);
    assert_eq!(clarify::format(&once), once, "{name}: formatting twice changes something");
    assert_eq!(meaning(&once), meaning(text), "{name}: the formatted text says something else");
}

#[test]
fn formatting_changes_no_meaning() {
    for (name, text) in documents() {
        check_format(&name, &text);
        // What was formatted is in the canonical form: nothing had to be left as it was.
        let formatted = clarify::parse(&clarify::format(&text)).diagnostics;
        assert!(formatted.iter().all(|said| said.code != "question-form"), "{name}: it was left as it was");
    }
}

#[test]
fn no_rewrite_loses_a_word() {
    const FRESH: &str = "zyxwort";
    let reply = "##### R1.1: Hooks\nWhich hooks?\n";
    let mut checked = 0;
    for (name, text) in documents() {
        // Marks such as labels and letters are no words of the text; in their place, a fresh word is one.
        let words = support::words(&text);
        for word in words.iter().step_by((words.len() / 60).max(1)) {
            let changed = format!("{}{FRESH}{}", &text[..word.start], &text[word.end..]);
            let kept = [
                clarify::format(&changed),
                clarify::autofill(&changed).markdown,
                clarify::consolidate(&changed, vec![reply.into()], &[], None).markdown,
            ];
            for (rewrite, kept) in ["format", "autofill", "consolidate"].iter().zip(kept) {
                let line = text[..word.end].lines().last().unwrap_or_default();
                assert!(
                    kept.contains(FRESH),
                    "{name}: {rewrite} loses {:?} behind {:?}",
                    &text[word.clone()],
                    line.chars().rev().take(60).collect::<String>().chars().rev().collect::<String>()
                );
            }
            checked += 1;
        }
    }
    assert!(checked > 2000, "only {checked} words were checked");
}

#[test]
fn an_answer_keeps_every_line_of_it() {
    const LINES: &str = "Two things hold.\nOptions: keep both\nRecommended: nothing else\nQuestion: is it so?\n\n\
        #### First\nConsolidated from: a meeting\n- Answer: of the others";
    let mut checked = 0;
    for (name, text) in documents() {
        // Below a line that names the question, a heading is a refinement.
        if text.to_lowercase().contains("refinements for") {
            continue;
        }
        let Some(question) = clarify::evaluate(&text).per_question.into_iter().next() else { continue };
        let id = question.question_id.as_str();
        let Ok(marked) = clarify::answer(&text, [(id, "zyxwort")]) else { continue };
        // Below a label that is an item of a list, an answer ends at the next item.
        if !marked.lines().any(|line| line == "**Answer:** zyxwort" || line == "**Answer**: zyxwort") {
            continue;
        }
        let answered = marked.replace("zyxwort", LINES);
        for (rewrite, text) in [("parse", answered.clone()), ("format", clarify::format(&answered))] {
            let document = clarify::parse(&text);
            let mut questions = document.sections.iter().flat_map(|section| &section.questions);
            let kept = questions.find(|one| one.id == id).and_then(|one| one.answer.as_deref());
            assert_eq!(kept, Some(LINES), "{name}: {rewrite}");
        }
        checked += 1;
    }
    assert!(checked > 30, "only {checked} answers were given");
}

#[test]
fn an_answer_changes_its_own_lines_alone() {
    let mut checked = 0;
    for (name, text) in documents() {
        if text.trim_start().starts_with(['{', '>']) {
            continue;
        }
        let document = clarify::parse(&text);
        let answered = clarify::answer(&text, [("Q1", "Forty-two kilograms\n### Q77: forged")]);
        let Some(question) = document.sections.iter().flat_map(|section| &section.questions).find(|one| one.id == "Q1")
        else {
            assert!(answered.is_err(), "{name}");
            continue;
        };
        let answered = answered.expect("a question that is there");
        let after = clarify::parse(&answered);
        let now = after.sections.iter().flat_map(|section| &section.questions).find(|one| one.id == "Q1");
        let said = now.and_then(|now| now.answer.clone()).unwrap_or_default();
        assert!(said.contains("Forty-two kilograms\n\\### Q77: forged"), "{name}: {said}");
        let (before, behind): (Vec<&str>, Vec<&str>) = (text.lines().collect(), answered.lines().collect());
        let same = before.iter().zip(&behind).take_while(|(one, other)| one == other).count();
        let tail = before.iter().rev().zip(behind.iter().rev()).take_while(|(one, other)| one == other).count();
        let units: Vec<u16> = text.encode_utf16().collect();
        let own = String::from_utf16_lossy(&units[question.span.start as usize..question.span.end as usize]);
        let first = question.span.line as usize - 1;
        let end = first + own.lines().count();
        assert!(same >= first, "{name}: line {} changed", same + 1);
        assert!(before.len() - tail <= end, "{name}: line {} changed", before.len() - tail);
        let lines = question.answer.as_deref().unwrap_or_default().lines().count().max(1);
        // Between two labels of one answer, other fields may stand.
        let is_torn = document.diagnostics.iter().any(|said| said.code == "repeated-value");
        assert!(
            is_torn || before.len().saturating_sub(same + tail) <= lines + 1,
            "{name}: more than its lines changed"
        );
        checked += 1;
    }
    assert!(checked > 30, "only {checked} answers were given");
}

/// One of the eight ways in which the sources disagree, with the texts for it.
const ANSWERS: &[&str] =
    &["**Answer:** B", "**Answer**: B", "**Answer**\nB", "**Answer: B**", "- **Answer:** B", "Answer: B"];
const LABELS: &[&str] = &["", "**Choices**:\n", "**Choices:**\n\n", "**Choices**\n"];
const CHOICES: &[&str] = &[
    "A. Ten kilograms\nB. Twenty kilograms\nC. Other (please specify)\n",
    "- [ ] a) Ten kilograms\n- [ ] b) Twenty kilograms\n- [ ] c) Other (please specify)\n",
    "- a) Ten kilograms\n- b) Twenty kilograms\n- c) Other (please specify)\n",
    "- [ ] Ten kilograms\n- [x] Twenty kilograms\n- [ ] Other (please specify)\n",
    "  a) Ten kilograms\n  b) Twenty kilograms\n  c) Other (please specify)\n",
];
const REFINEMENTS: &[&str] = &[
    "#### Refinements\n\n##### R1.1: Who lifts\n",
    "#### Refinements\n\n**R1.1: Who lifts**\n",
    "**R1.1:** Who lifts\n",
];
const RECOMMENDATIONS: &[&str] =
    &["**Recommendation:** A\n\n", "**Recommendation**: A\n\n", "*Recommendation:* A\n\n", "- Recommendation: A\n\n"];
const BODIES: &[&str] = &[
    "### Q1: Size of a crate [MUST ANSWER]\nHow large may a crate be?\n\n",
    "### Q1: Size of a crate [MUST ANSWER]\n**Question:** How large may a crate be?\n\n",
    "**Q1: Size of a crate [MUST ANSWER]**\n\nHow large may a crate be?\n\n",
    "### Q1: How large may a crate be? [MUST ANSWER]\n\n",
];
const FRONTS: &[&str] = &["", "---\nstatus: open\npriority_questions: [Q1]\nscope_recommendation: false\n---\n\n"];

#[test]
fn all_that_the_sources_disagree_on_is_read_alike_in_every_combination() {
    let mut combined = 0;
    let mut seen = BTreeSet::new();
    for (body, label) in BODIES.iter().flat_map(|body| LABELS.iter().map(move |label| (body, label))) {
        for (choices, answer) in CHOICES.iter().flat_map(|one| ANSWERS.iter().map(move |other| (one, other))) {
            for (refinement, recommendation) in
                REFINEMENTS.iter().flat_map(|one| RECOMMENDATIONS.iter().chain(&[""]).map(move |other| (one, other)))
            {
                for front in FRONTS {
                    let text = format!(
                        "{front}## Packing\n\n{body}{label}{choices}\n{recommendation}{answer}\n\n{refinement}Two?\n\n{answer}\n"
                    );
                    let mut said = meaning(&text);
                    said.frontmatter.clear();
                    let question = &mut said.sections[0].questions[0];
                    let recommended = Some("A").filter(|_| !recommendation.is_empty());
                    assert_eq!(question.recommendation.take().as_deref(), recommended, "{text}");
                    // The third convention: the question is the heading.
                    if question.body.is_empty() {
                        question.body = std::mem::replace(&mut question.title, "Size of a crate".to_owned());
                    }
                    seen.insert(serde_json::to_string(&said).expect("plain data"));
                    assert_eq!(seen.len(), 1, "{text}\n{seen:#?}");
                    combined += 1;
                }
            }
        }
    }
    println!("{combined} combinations");
    assert!(seen.iter().next().is_some_and(|said| said.contains("\"answer\":\"B\"") && said.contains("R1.1")));
    // The eighth: critical gaps and contradictions among decisions.
    let gap = clarify::parse_decisions("### D1: [Critical Gap] Size\n- **Source**: Q1\n");
    assert_eq!(gap.entries[0].status.word(), "critical-gap");
}

/// Pieces that turn one construct into another.
const PIECES: &[&str] = &[
    "\n\n",
    "\n",
    "```\n",
    "~~~\n",
    "**Answer:** x\n",
    "**Answer**:\n",
    "**Choices**:\n",
    "- [x] a) t\n",
    "- [ ] u\n",
    "B. y\n",
    "A. z\n",
    "### Q1: T\n",
    "##### R1.1: U\n",
    "##### R1.1a: U\n",
    "**R2.1: V**\n",
    "**Q3:** W\n",
    "## S\n",
    "# H\n",
    "---\n",
    "<!--",
    "-->",
    "> ",
    "#### Refinements\n",
    "Refinements for Q1:\n",
    "#### X\n",
    "### Required\n",
    "## Needs Clarification\n",
    "### Contradiction: C\n",
    "1. **N?**\n",
    "   - Recommendation: r\n",
    "**Recommendation:** A\n",
    "**Answer**\n",
    "**Answer: y**\n",
    "*Recommendation:* r\n",
    "Options: one of them\n",
    "Question: which?\n",
    "\r\n",
    "{",
    "_Consolidated from: a, b_\n",
    "- ",
    "    ",
    "\t",
    "(accepted recommendation)",
    " ✓",
    "[MUST ANSWER]",
    "**Question:** q\n",
    "</think>\n",
    "\u{feff}",
    "R1. **M**\n",
    "question_count: 9\n",
    "**Answer:** ```\n",
    "1) x\n",
    "  a) i\n",
    "### D1: E\n",
    "- **Status**: draft\n",
    "- **Source**: Q1, R1.1\n",
];

fn mutations() -> impl Strategy<Value = String> {
    let texts: Vec<String> = documents().into_iter().map(|(_, text)| text).collect();
    let piece = prop::collection::vec(prop::sample::select(PIECES), 0..4).prop_map(|pieces| pieces.concat());
    let cut = (prop::sample::select(texts), 0.0..1.0_f64, 0_usize..500, piece);
    prop::collection::vec(cut, 1..5).prop_map(|cuts| {
        let mut text = String::new();
        for (from, share, length, piece) in cuts {
            let characters: Vec<char> = from.chars().collect();
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
            let start = (share * characters.len() as f64) as usize;
            text.extend(characters.iter().skip(start).take(length));
            text.push_str(&piece);
        }
        text
    })
}

/// Rewrites lose no word, change no other question, and change nothing when they are made again.
fn check_rewrites(text: &str) {
    const DIGITS: &str = "0 1 2 3 4 5 6 7 8 9";
    const REPLY: &str = "Refinements for Q1:\n\n##### R1.1: Zyxwort\nWhich zyxwort?\n";
    const STATUSES: [&str; 8] = ["draft", "critical", "gap", "contradiction", "note", "not", "answered", "resolved"];
    // JSON and quotations are written anew, in the canonical form; what was thought aloud decides what is around the whole.
    if text.trim_start_matches('\u{feff}').trim_start().starts_with(['{', '>']) || text.contains("</think>") {
        return;
    }
    let filled = clarify::autofill(text).markdown;
    assert_eq!(clarify::autofill(&filled).markdown, filled, "autofill again: {text:?}");
    // Of several labels of an answer one stays. A text that would be read otherwise is written in the canonical form, which has
    // a law of its own.
    let labels = "answer answers selected your user question ".repeat(8);
    let formatted = clarify::format(text);
    // A heading of refinements without any, which the format leaves out.
    let left_out = lost(text, &formatted, "").join(" ");
    let lost_in_place = |after: &str, but: &str| -> Vec<String> {
        let is_anew = clarify::format(after) == after && formatted != text;
        if is_anew { Vec::new() } else { lost(text, after, &format!("{but} {left_out}")) }
    };
    assert_eq!(lost_in_place(&filled, &labels), Vec::<String>::new(), "autofill: {text:?} {filled:?}");
    let document = clarify::parse(text);
    let questions = all_of(&document);
    for question in questions.iter().take(3) {
        let id = question.id.as_str();
        let answered = clarify::answer(text, [(id, "Zyxwort\n\n- of wood: yes")]).expect("a question that is there");
        let again = clarify::answer(&answered, [(id, "Zyxwort\n\n- of wood: yes")]);
        assert_eq!(again.as_ref(), Ok(&answered), "answer again: {text:?}");
        let first = questions.iter().find(|one| one.id == id).and_then(|one| one.answer.clone()).unwrap_or_default();
        let own = format!("{first} {labels} {DIGITS} {}", "accepted recommendation ".repeat(8));
        assert_eq!(lost_in_place(&answered, &own), Vec::<String>::new(), "answer {id}: {text:?} {answered:?}");
        check_questions(text, &answered, Some(id));
    }

    let consolidated = clarify::consolidate(text, vec![REPLY.into()], &[], None).markdown;
    let again = clarify::consolidate(&consolidated, vec![REPLY.into()], &[], None).markdown;
    assert_eq!(again, consolidated, "consolidate again: {text:?}");
    // A count in the front matter is corrected, and a number without its question is made an id.
    let numbers = format!("{DIGITS} {}", "r1 r2 r3 ".repeat(8));
    assert_eq!(lost_in_place(&consolidated, &numbers), Vec::<String>::new(), "consolidate: {text:?} {consolidated:?}");
    check_questions(text, &consolidated, None);

    // Each clear answer is in the draft, without its comments; letters stand there once, without words such as "option" and "both".
    let named = "option options choice choices both and a b c d e f ".repeat(8);
    let drafted = clarify::draft(text, &[], None);
    for (judged, question) in clarify::evaluate(text).per_question.iter().zip(&questions) {
        let answer = clarify::answers::said(question.answer.as_deref().unwrap_or_default()).into_owned();
        if judged.verdict == Verdict::Clear {
            assert_eq!(lost(&answer, &drafted, &named), Vec::<String>::new(), "draft: {text:?} {drafted:?}");
        }
    }

    let merged = clarify::merge(text, text, &[]).markdown;
    assert_eq!(clarify::merge(&merged, text, &[]).markdown, merged, "merge again: {text:?}");
    // What a critical gap says of itself goes with the gap.
    let mut lost = lost(&text.replace(clarify::draft::GAP_NOTE, ""), &merged, DIGITS);
    lost.retain(|word| !STATUSES.contains(&word.as_str()));
    assert_eq!(lost, Vec::<String>::new(), "merge: {text:?} {merged:?}");
}

/// The questions of a document that was changed, but for one, say what they said.
fn check_questions(before: &str, after: &str, but: Option<&str>) {
    let said = |text: &str| {
        let asked = all_of(&clarify::parse(text)).into_iter();
        let kept = asked.filter(|one| Some(one.id.as_str()) != but && !one.title.contains("Zyxwort"));
        let said = kept.map(|one| {
            let body: Vec<&str> = one.body.split_whitespace().collect();
            let choices: Vec<&str> = one.choices.iter().map(|choice| choice.text.as_str()).collect();
            [
                one.id.clone(),
                one.title.clone(),
                body.join(" "),
                one.answer.clone().unwrap_or_default(),
                choices.join("\n"),
            ]
        });
        // A refinement whose parent comes stands below it then.
        let mut said: Vec<_> = said.collect();
        said.sort();
        said
    };
    assert_eq!(said(after), said(before), "{before:?} {after:?}");
}

#[test]
fn any_text_is_read_and_rewritten_without_loss() {
    let (mut tried, mut given_up) = (0, 0);
    let counts = std::cell::RefCell::new((&mut tried, &mut given_up));
    let mut runner = TestRunner::new(ProptestConfig::with_cases(1_500));
    let run = runner.run(&(mutations(), 0.0..1.0_f64), |(text, share)| {
        check_format("a mutation", &text);
        let formatted = clarify::parse(&clarify::format(&text)).diagnostics;
        {
            let mut counts = counts.borrow_mut();
            *counts.0 += 1;
            *counts.1 += usize::from(formatted.iter().any(|said| said.code == "question-form"));
        }
        let evaluation = clarify::evaluate(&text);
        prop_assert_eq!(evaluation.total_count, evaluation.per_question.len());
        let drafted = clarify::draft(&text, &[], Some(&evaluation));
        let decided = clarify::parse_decisions(&text).entries.len();
        let merged = clarify::merge(&text, &text, &["D1".to_owned()]);
        // A new decision may close a fence or a comment that is open in such a text.
        let is_plain = !["```", "~~~", "<!--", "{"].iter().any(|mark| text.contains(mark));
        if is_plain {
            prop_assert_eq!(clarify::parse_decisions(&merged.markdown).entries.len(), {
                let new = merged.changes.iter().filter(|change| change.from.is_none() && change.to != "missing");
                decided + new.count()
            });
        }
        check_rewrites(&text);
        let traced = clarify::trace(&text, Some(&drafted));
        prop_assert!(traced.len() >= evaluation.total_count);
        prop_assert_eq!(clarify::graph(&traced).matches("[\"").count(), traced.len());
        let plan = clarify::plan(&text, None);
        prop_assert_eq!(plan.fan_out, evaluation.answered_count < evaluation.total_count);
        let words = support::words(&text);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
        let picked = words.get((share * words.len() as f64) as usize).filter(|_| !text.contains('{'));
        if let Some(word) = picked {
            let changed = format!("{}zyxwort{}", &text[..word.start], &text[word.end..]);
            prop_assert!(
                clarify::format(&changed).contains("zyxwort"),
                "{:?} at {} is lost",
                &text[word.clone()],
                word.start
            );
            prop_assert!(clarify::autofill(&changed).markdown.contains("zyxwort"));
        }
        Ok(())
    });
    assert!(run.is_ok(), "{run:?}");
    println!("{given_up} of {tried} texts were left as they were");
    assert!(tried >= 1_500 && given_up * 10 < tried, "{given_up} of {tried} texts were left as they were");
}

#[test]
fn every_real_document_is_read() {
    let Some(folder) = support::corpus() else { return };
    let (mut documents, mut questions, mut answers, mut decided) = (0, 0, 0, 0);
    for path in support::files(&folder.join("clarifications"), &[]) {
        let text = String::from_utf8_lossy(&std::fs::read(&path).expect("a readable document")).into_owned();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let evaluation = clarify::evaluate(&text);
        let decisions = clarify::parse_decisions(&text).entries.len();
        let given = evaluation.answered_count + evaluation.vague_count;
        let is_document =
            (name.contains("clarifications") || name.contains("review-content")) && !name.contains("decisions");
        assert!(!is_document || evaluation.total_count > 0, "{name} has no question");
        assert!(!name.contains("decisions.md") || decisions > 0, "{name} has no decision");
        if evaluation.total_count + decisions > 0 {
            println!("{name}: {} questions, {given} answers, {decisions} decisions", evaluation.total_count);
        }
        documents += usize::from(evaluation.total_count + decisions > 0);
        questions += evaluation.total_count;
        answers += given;
        decided += decisions;
    }
    println!("{documents} documents, {questions} questions, {answers} answers, {decided} decisions");
    assert!(documents > 15);
}
