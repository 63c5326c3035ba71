//! One rule a case: an input, and beside it the result that it must have.
//! After a change of rule: `UPDATE_EXPECT=1 cargo test --test cases`, then read every difference.
// A test may stop the run, and says what it saw.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stdout,
    clippy::print_stderr
)]

mod support;

use std::path::PathBuf;

use reconvene::Ledger;
use reconvene::model::Code;
use reconvene::render::{explanation, level};

#[test]
fn every_case_has_its_result() {
    let cases = support::cases();
    assert!(cases.len() > 100, "the cases are not there");
    for path in cases {
        let bytes = std::fs::read(&path).expect("a readable case");
        let result = reconvene::parse(&support::reply(&bytes), Ledger::Omit);
        let value = support::compact(&serde_json::to_value(&result).expect("a result is JSON"));
        let mut shown = serde_json::to_string_pretty(&value).expect("JSON is text");
        shown.push('\n');
        expect_test::expect_file![path.with_extension("json")].assert_eq(&shown);
    }
}

#[test]
fn templates_filled_in_yield_no_diagnostic() {
    let is_template = |path: &PathBuf| path.parent().is_some_and(|folder| folder.ends_with("template"));
    let templates: Vec<PathBuf> = support::cases().into_iter().filter(is_template).collect();
    assert!(templates.len() > 30, "the templates are not there");
    for path in templates {
        let text = std::fs::read_to_string(&path).expect("a readable template");
        let result = support::parse(&text);
        assert_eq!(result.diagnostics, [], "{}", path.display());
    }
}

#[test]
fn the_page_on_diagnostics_is_made_from_the_table() {
    const MARK: &str = "<!-- The rest is made from the table in src/model/code.rs. -->\n";
    let path = support::root().join("docs/formats/diagnostics.md");
    let page = std::fs::read_to_string(&path).expect("the page is there");
    let (head, _) = page.split_once(MARK).expect("the page has its mark");
    let codes = Code::ALL.iter().map(|code| code.explanation());
    let mut made = format!("{head}{MARK}\n| Code | Level | Meaning |\n|---|---|---|\n");
    for code in codes.clone() {
        let name = code.name;
        made.push_str(&format!("| [`{name}`](#{name}) | {} | {} |\n", level(code.level), code.meaning));
    }
    for code in codes {
        made.push_str(&format!("\n{}", explanation(code)));
    }
    expect_test::expect_file![path].assert_eq(&made);
}
