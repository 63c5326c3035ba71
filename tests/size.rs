//! Law 4: a result and its report grow with the text, also where few words could be repeated in many places.

// A test may stop the run, and says what it saw.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stdout,
    clippy::print_stderr
)]

mod support;

use reconvene::model::{AggregateOptions, Format, Reply};

const HEADER: &str = "| ID | Severity | Type | Location | Counter-location | Description | Suggestion |\n\
    |---|---|---|---|---|---|---|\n";

fn rows(bytes: usize, row: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    let mut number = 0;
    while text.len() < bytes {
        number += 1;
        text.push_str(&row(number));
    }
    text
}

/// A name, and how to make a text of about so many bytes twice.
type Shape = (&'static str, fn(usize) -> String);

/// A name and a text, half of which is said once and pointed to from the other half.
const SHAPES: &[Shape] = &[
    ("a long document behind an alias", |half| {
        let row = |number| format!("| F{number} | major | c | A:{number} | A §3 | d | s |\n");
        let scope = format!("Scope: A = {}.md, B = b.md\n\n", "x".repeat(half));
        format!("RESULT: FINDINGS | Type: consistency\n\n{scope}{HEADER}{}", rows(half, row))
    }),
    ("a long pair", |half| {
        let pair: Vec<String> = (0..half / 12).map(|number| format!("docs/a{number}.md")).collect();
        let row = |number| format!("| F{number} | major | c | a1.md:3 | A §3 | d | s |\n");
        format!("RESULT: FINDINGS | Type: consistency | Pair: {}\n\n{HEADER}{}", pair.join(" + "), rows(half, row))
    }),
    ("a long header", |half| {
        let header = format!("| ID | Severity | Description | {} |\n|---|---|---|---|\n", "x".repeat(half));
        let row = |number| format!("| F{number} | major | d | e |\n");
        format!("RESULT: FINDINGS | Type: consistency\n\n{header}{}", rows(half, row))
    }),
    ("a long header of terms", |half| {
        let header = format!("## Terms\n\n| Term | Definition | {} |\n|---|---|---|\n", "x".repeat(half));
        let row = |number| format!("| T{number} | d | e |\n");
        format!("RESULT: CLEAN | Type: digest | Doc: a.md\n\n{header}{}", rows(half, row))
    }),
    ("a long agent", |half| {
        let row = |number| format!("| F{number} | major | c | a.md:3 | b.md §3 | d | s |\n");
        let agent = format!("**Agent**: {}\n\n", "x ".repeat(half / 2));
        format!("RESULT: FINDINGS | Type: consistency\n\n{agent}{HEADER}{}", rows(half, row))
    }),
    ("a long severity heading", |half| {
        format!("### P1 {}\n\n{}", "1".repeat(half), rows(half, |number| format!("- item {number}\n")))
    }),
    ("a long task", |half| {
        let row = |number| format!("| F{number} | major | c | a.md:3 | b.md §3 | d | s |\n");
        format!("RESULT: FINDINGS | Type: implementation | Task: {}\n\n{HEADER}{}", "x".repeat(half), rows(half, row))
    }),
];

#[test]
fn twice_the_text_makes_at_most_about_twice_the_result() {
    const HALF: usize = 10_000;
    let sizes = |text: &str| {
        let result = serde_json::to_string(&support::parse(text)).expect("a result is JSON").len();
        let report = reconvene::aggregate(vec![Reply::from(text)], &AggregateOptions::default());
        (result, reconvene::render(&report, Format::Markdown, &reconvene::RenderOptions::default()).len())
    };
    for (name, make) in SHAPES {
        let (short, long) = (sizes(&make(HALF)), sizes(&make(2 * HALF)));
        println!("{name}: {short:?}, {long:?}");
        assert!(long.0 < short.0 * 5 / 2, "{name}: the result grew from {} to {} bytes", short.0, long.0);
        assert!(long.1 < short.1 * 5 / 2, "{name}: the report grew from {} to {} bytes", short.1, long.1);
    }
}
