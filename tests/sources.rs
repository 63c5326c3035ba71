//! The map of the sources, `docs/sources.md`, names tests that exist.
// A test may stop the run, and says what it saw.
#![allow(clippy::expect_used)]

use std::path::{Path, PathBuf};

const HEADER: &str = "| Lines | Rule | Shown by |";
const SOURCES: usize = 5;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// What is wrong with a name: the path of a case, or a file and a test in it.
fn wrong_with(name: &str) -> Option<String> {
    let Some((file, test)) = name.split_once(": ") else {
        return (!root().join(name).is_file()).then(|| format!("there is no {name}"));
    };
    let Ok(text) = std::fs::read_to_string(root().join(file)) else { return Some(format!("there is no {file}")) };
    let is_rust = Path::new(file).extension().is_some_and(|ending| ending == "rs");
    let begin = if is_rust { format!("fn {test}(") } else { format!("test(\"{test}\"") };
    (!text.contains(&begin)).then(|| format!("{file} has no test {test:?}"))
}

/// What is wrong with the last cell of a row: it says why a rule does not hold, or names tests in backticks.
fn wrong_with_cell(cell: &str) -> Vec<String> {
    if let Some(why) = cell.strip_prefix("no:") {
        return if why.trim().is_empty() { vec!["a \"no:\" without a reason".to_owned()] } else { Vec::new() };
    }
    let mut wrong = Vec::new();
    let mut named = 0;
    for (at, piece) in cell.split('`').enumerate() {
        if at % 2 == 1 {
            named += 1;
            wrong.extend(wrong_with(piece));
        } else if !["", ","].contains(&piece.trim()) {
            wrong.push(format!("{piece:?} is neither a test nor a \"no:\""));
        }
    }
    if named == 0 {
        wrong.push("neither a test nor a \"no:\"".to_owned());
    }
    wrong
}

/// How many rows each table of the page has, and what is wrong with them.
fn read(page: &str) -> (Vec<usize>, Vec<String>) {
    let mut tables = Vec::new();
    let mut wrong = Vec::new();
    let lines: Vec<&str> = page.lines().collect();
    for (at, _) in lines.iter().enumerate().filter(|(_, line)| **line == HEADER) {
        let rows = lines.iter().enumerate().skip(at + 2).take_while(|(_, line)| line.starts_with('|'));
        let mut count = 0;
        for (row, line) in rows {
            count += 1;
            let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
            let said = match cells[..] {
                [lines, rule, cell] if lines.starts_with(|first: char| first.is_ascii_digit()) && !rule.is_empty() => {
                    wrong_with_cell(cell)
                }
                _ => vec!["lines, a rule and what shows it are due".to_owned()],
            };
            wrong.extend(said.iter().map(|said| format!("docs/sources.md:{}: {said}", row + 1)));
        }
        tables.push(count);
    }
    (tables, wrong)
}

#[test]
fn every_rule_of_the_sources_has_a_test_or_a_reason() {
    let page = std::fs::read_to_string(root().join("docs/sources.md")).expect("the page is there");
    let (tables, wrong) = read(&page);
    assert_eq!(wrong, [""; 0]);
    assert!(tables.len() == SOURCES && tables.iter().all(|rows| *rows > 0), "rows of the tables: {tables:?}");
}

#[test]
fn what_is_not_there_is_said() {
    let of = |row: &str| read(&format!("{HEADER}\n| --- | --- | --- |\n{row}\n")).1;
    let me = "tests/sources.rs: what_is_not_there_is_said";
    assert_eq!(of(&format!("| 1–3 | A rule \\| more | `{me}`, `docs/sources.md` |")), [""; 0]);
    assert_eq!(of("| 1 | A rule | no: nobody wrote it |"), [""; 0]);
    for (row, said) in [
        ("| 1 | A rule | `tests/cases/none.md` |".to_owned(), "there is no tests/cases/none.md"),
        ("| 1 | A rule | `tests/none.rs: a` |".to_owned(), "there is no tests/none.rs"),
        (format!("| 1 | A rule | `{me}`, `{me}_twice` |"), "has no test \"what_is_not_there_is_said_twice\""),
        ("| 1 | A rule | `tests/js/cli.test.js: none` |".to_owned(), "has no test \"none\""),
        ("| 1 | A rule | |".to_owned(), "neither a test nor a \"no:\""),
        ("| 1 | A rule | later |".to_owned(), "neither a test nor a \"no:\""),
        ("| 1 | A rule | no: |".to_owned(), "without a reason"),
        ("| | A rule | no: nobody wrote it |".to_owned(), "are due"),
    ] {
        assert!(of(&row).iter().any(|wrong| wrong.contains(said)), "{row}: {:?}", of(&row));
    }
    assert_eq!(read(&format!("{HEADER}\n| --- | --- | --- |\n\n## Next\n")).0, [0]);
}
