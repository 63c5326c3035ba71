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

/// The cells of the table of a page whose header begins so, without the header.
fn table<'p>(page: &'p str, header: &str) -> Vec<Vec<&'p str>> {
    let rows = page.lines().skip_while(|line| !line.starts_with(header)).take_while(|line| line.starts_with('|'));
    rows.skip(2).map(|row| row.trim_matches('|').split(" | ").map(str::trim).collect()).collect()
}

fn page(name: &str) -> String {
    std::fs::read_to_string(support::root().join("docs/formats").join(name)).expect("the page is there")
}

#[test]
fn every_word_that_the_pages_name_is_read_as_they_say() {
    let protocol = page("protocol-v1.md");
    let mut tried = 0;
    for row in table(&protocol, "| Severity | Meaning |") {
        for word in row[2].split(", ") {
            let text = format!("| ID | Severity | Description |\n|---|---|---|\n| F1 | {word} | The lid is loose |\n");
            let severity = support::parse(&text).findings.first().map(|finding| finding.severity.word());
            assert_eq!(severity, Some(row[0].trim_matches('`')), "{word}");
            tried += 1;
        }
    }
    for row in table(&protocol, "| Written | Status | |").iter().filter(|row| row[0] != "anything else") {
        for word in row[0].split(", ").map(|word| word.trim_matches('`')) {
            let result = support::parse(&format!("RESULT: {word} | Type: digest | Doc: a.md\n"));
            let status = if row[1] == "itself" { word } else { row[1] };
            assert_eq!(result.status.word(), status, "{word}");
            tried += 1;
        }
    }
    for row in table(&protocol, "| Status | Own word |") {
        for word in row[1].split(", ").chain(row[2].split([',', ';']).map(|word| word.trim().trim_end_matches(" …")))
        {
            // Marks are explained in sentences.
            if !word.is_ascii() {
                continue;
            }
            let text =
                format!("RESULT: FINDINGS | Type: verification\n\n| Item | Status |\n|---|---|\n| Mend | {word} |\n");
            let value = serde_json::to_value(support::parse(&text).detail).expect("a detail is JSON");
            assert_eq!(value["items"][0]["status"], row[0].trim_matches('`'), "{word}");
            tried += 1;
        }
    }
    let prose = page("prose.md");
    let verdicts = prose.lines().find_map(|line| line.strip_prefix("> ")).expect("the verdicts are there");
    for word in verdicts.split(", ") {
        let stated = support::parse(&format!("# Review\n\n**Verdict**: {word}\n")).stated_status;
        assert_eq!(stated.as_deref(), Some(word));
        tried += 1;
    }
    let keys = prose.lines().find_map(|line| line.strip_prefix("Keys: ")).expect("the keys are there");
    for key in keys.trim_end_matches('.').split(", ") {
        let stated = support::parse(&format!("# Review\n\nIt was read.\n\n{key}: approve\n")).stated_status;
        assert_eq!(stated.as_deref(), Some("approve"), "{key}");
        tried += 1;
    }
    assert!(tried > 100, "only {tried} words were found");
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
