//! Law 4: twice the text costs twice the steps, on adversarial text too. Run with `--features steps`.
// A test may stop the run, and says what it saw.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stdout,
    clippy::print_stderr
)]
#![cfg(feature = "steps")]

mod support {
    pub mod adversary;
}

use reconvene::model::{Dialect, Reply};
use reconvene::text::steps;
use reconvene::{CheckOptions, Ledger};
use support::adversary::SHAPES;

fn steps_of(text: &str, dialect: Option<Dialect>) -> u64 {
    let reply = Reply { dialect, ..Reply::from(text) };
    let _before = steps::take();
    let _pieces = reconvene::split(text, &reconvene::CustomTypes::default());
    let result = reconvene::parse(&reply, Ledger::Include);
    assert!(result.ledger.is_some());
    let _checked = reconvene::check(&reply, &CheckOptions::default());
    steps::take()
}

/// Doubles every shape, read as the format that the host names, or as what it is.
fn double_every_shape(dialect: Option<Dialect>, bytes: usize) {
    let mut worst = (0.0, "");
    for (name, make) in SHAPES {
        let (short, long) = (make(bytes), make(2 * bytes));
        let (few, many) = (steps_of(&short, dialect), steps_of(&long, dialect));
        #[allow(clippy::cast_precision_loss)]
        let growth = (many as f64 / few as f64) / (long.len() as f64 / short.len() as f64);
        #[allow(clippy::cast_precision_loss)]
        let each = many as f64 / long.len() as f64;
        println!("{name}: {each:.1} steps a byte, growth {growth:.2}");
        assert!(few > 0, "{name}: no step was counted");
        assert!(
            growth < 1.25,
            "{name} as {dialect:?}: {few} steps for {} bytes, {many} for {}",
            short.len(),
            long.len()
        );
        if growth > worst.0 {
            worst = (growth, *name);
        }
    }
    println!("worst growth {:.2}: {}", worst.0, worst.1);
}

#[test]
fn twice_the_text_costs_twice_the_steps() {
    double_every_shape(None, 50_000);
}

#[test]
fn so_it_does_in_whatever_format_the_host_says_that_it_is() {
    use Dialect::{AgentReport, Bowser, JsonReturn, Prose, ProtocolV1};
    for dialect in [ProtocolV1, AgentReport, Bowser, JsonReturn, Prose] {
        double_every_shape(Some(dialect), 20_000);
    }
}

#[test]
fn twice_the_reports_in_one_reply_cost_twice_the_steps() {
    let steps_of = |count: usize| {
        let blocks = "TASK: T-1\nSTATUS: COMPLETE\n\nRESULT: COMPLETE | Criteria: 1/1\n\n\
                      TASK: T-2\nSTATUS: COMPLETE\n\nRESULT: COMPLETE | Criteria: 1/1\n\n";
        let reply = Reply { unit: Some("T-1 + T-2".to_owned()), ..Reply::from(blocks.repeat(count).as_str()) };
        let _before = steps::take();
        let (_whole, receipts) = reconvene::report::receive(&reply);
        assert_eq!(receipts.len(), 2 * count);
        steps::take()
    };
    let (few, many) = (steps_of(200), steps_of(400));
    assert!(few > 0, "no step was counted");
    assert!(many < few * 9 / 4, "{few} steps for 400 reports, {many} for 800");
}

/// Texts that look for superlinear time in clarifications.
const CLARIFICATIONS: &[support::adversary::Shape] = &[
    ("questions", |bytes| "### Q1: a\n\nA. b\n\n**Answer:** A\n\n".repeat(bytes / 34)),
    ("refinements", |bytes| format!("### Q1: a\n{}", "##### R1.1: a\n**Answer:** b\n".repeat(bytes / 29))),
    ("refinements without ids", |bytes| format!("Refinements for Q1:\n{}", "#### a\n".repeat(bytes / 7))),
    ("labels in a line", |bytes| format!("### Q1: a\n{}", "**Question:** ".repeat(bytes / 14))),
    ("answers", |bytes| format!("### Q1: a\n{}", "**Answer:** b\n".repeat(bytes / 14))),
    ("letters", |bytes| format!("### Q1: a\nA. b\n\n**Answer:** {}", "A, ".repeat(bytes / 3))),
    ("choices", |bytes| format!("### Q1: a\n{}", "A. b\n".repeat(bytes / 5))),
    ("marks", |bytes| format!("### Q1: a {}", "[MUST ANSWER] ".repeat(bytes / 14))),
    ("accepted", |bytes| format!("### Q1: a\n**Answer:** b {}", "(accepted recommendation)".repeat(bytes / 25))),
    ("open fences", |bytes| format!("### Q1: a\n{}", "```a\n".repeat(bytes / 5))),
    ("comments", |bytes| format!("### Q1: a\n**Answer:** {}", "<!-- ".repeat(bytes / 5))),
    ("lines of comments", |bytes| format!("### Q1: a\n{}", "<!-- a\n\n".repeat(bytes / 8))),
    ("closed comments", |bytes| format!("### Q1: a\n{}", "<!-- a\n-->\n".repeat(bytes / 11))),
    ("numbered", |bytes| "1. **a?**\n   **Answer:**\n   **Recommendation:** it is so\n".repeat(bytes / 56)),
    ("answers apart", |bytes| format!("### Q1: a\n{}", "**Answer:** b\n**Recommendation:** c\n".repeat(bytes / 36))),
    ("front matter", |bytes| format!("---\n{}---\n### Q1: a\n", "question_count: 7\n".repeat(bytes / 18))),
    ("priorities", |bytes| format!("---\npriority_questions: [{}]\n---\n### Q1: a\n", "Q7, ".repeat(bytes / 4))),
    ("notes", |bytes| format!("## Needs Clarification\n{}", "### Contradiction: a (Q1)\n".repeat(bytes / 26))),
    ("headings above every section", |bytes| "### Contradiction: a (Q1, Q2)\n".repeat(bytes / 30)),
    ("sections", |bytes| "## a\n### Required\n".repeat(bytes / 18)),
    ("decisions", |bytes| "### D1: a\n- **Source**: Q1\n- **Status**: draft\n".repeat(bytes / 47)),
];

#[test]
fn twice_the_clarifications_cost_twice_the_steps() {
    use reconvene::clarify;
    const BYTES: usize = 40_000;
    let steps_of = |text: &str| {
        let _before = steps::take();
        let _parsed = clarify::parse(text);
        let _formatted = clarify::format(text);
        let _judged = clarify::evaluate(text);
        let _filled = clarify::autofill(text);
        let _answered = clarify::answer(text, [("Q1", "c")]);
        let _decisions = clarify::parse_decisions(text);
        let _drafted = clarify::draft(text, &[], None);
        let _consolidated = clarify::consolidate(text, vec![text.into()], &[], None);
        let _merged = clarify::merge(text, text, &[]);
        let _traced = clarify::graph(&clarify::trace(text, Some(text)));
        let _planned = clarify::plan(text, None);
        steps::take()
    };
    for (name, make) in SHAPES.iter().chain(CLARIFICATIONS) {
        let (short, long) = (make(BYTES), make(2 * BYTES));
        let (few, many) = (steps_of(&short), steps_of(&long));
        #[allow(clippy::cast_precision_loss)]
        let growth = (many as f64 / few as f64) / (long.len() as f64 / short.len() as f64);
        assert!(few > 0, "{name}: no step was counted");
        assert!(growth < 1.25, "{name}: {few} steps for {} bytes, {many} for {}", short.len(), long.len());
    }
}

/// A name, and what makes decisions and clarifications with so many entries.
type Pair = (&'static str, fn(usize) -> (String, String));

/// Pairs that look for superlinear time in what works on both.
const DECIDED: &[Pair] = &[
    ("gaps", |count| {
        let gap = |n: usize| format!("### D{n}: [Critical Gap] a\n- **Source**: Q{n}\n- **Status**: critical-gap\n\n");
        let question = |n: usize| format!("### Q{n}: a [MUST ANSWER]\n\n**Answer:** it is as large as {n}\n\n");
        ((1..=count).map(gap).collect(), (1..=count).map(question).collect())
    }),
    ("contradictions on one question", |count| {
        let decision = |n: usize| format!("### D{n}: a\n- **Source**: Q1\n- **Status**: contradiction\n\n");
        let refinement = |n: usize| format!("##### R1.{n}: a\n\n**Answer:** TBD\n\n");
        let refinements: String = (1..=count).map(refinement).collect();
        ((1..=count).map(decision).collect(), format!("### Q1: a\n\n{refinements}"))
    }),
    ("drafts of refinements", |count| {
        let decision = |n: usize| format!("### D{n}: a\n- **Source**: R1.{n}\n- **Status**: draft\n\n");
        let refinement = |n: usize| format!("##### R1.{n}: a\n\n**Answer:** it is as large as {n}\n\n");
        let refinements: String = (1..=count).map(refinement).collect();
        ((1..=count).map(decision).collect(), format!("### Q1: a\n\n{refinements}"))
    }),
];

#[test]
fn twice_the_decisions_cost_twice_the_steps() {
    use reconvene::clarify;
    let steps_of = |(decisions, clarifications): &(String, String)| {
        let _before = steps::take();
        let _merged = clarify::merge(decisions, clarifications, &["D1".to_owned()]);
        let _traced = clarify::trace(clarifications, Some(decisions));
        let replies = clarifications.split("\n\n").map(Into::into).collect();
        let _consolidated = clarify::consolidate(clarifications, replies, &[], None);
        steps::take()
    };
    for (name, make) in DECIDED {
        let (few, many) = (steps_of(&make(400)), steps_of(&make(800)));
        assert!(few > 0 && many < few * 5 / 2, "{name}: {few} steps, then {many}");
    }
}
