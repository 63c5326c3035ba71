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

use reconvene::Ledger;

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
    let templates = support::files(&support::root().join("tests/cases/template"), &["md"]);
    assert!(templates.len() > 5, "the templates are not there");
    for path in templates {
        let text = std::fs::read_to_string(&path).expect("a readable template");
        let result = support::parse(&text);
        assert_eq!(result.diagnostics, [], "{}", path.display());
    }
}

#[test]
fn every_code_is_documented() {
    let page = std::fs::read_to_string(support::root().join("docs/formats/diagnostics.md")).expect("the page is there");
    for code in reconvene::model::Code::ALL {
        let level = serde_json::to_value(code.level()).expect("a level is a word");
        let row = format!("| `{}` | {} |", code.name(), level.as_str().unwrap_or_default());
        assert!(page.contains(&row), "docs/formats/diagnostics.md has no row {row}");
    }
}
