//! JSON returns: what the host may say of them, how they are rolled up, and the real ones, against a plain reading of
//! their JSON.
// A test may stop the run, and says what it saw.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr
)]

mod support;

use reconvene::model::{AgentResult, Detail, Dialect, Expected, Return};
use reconvene::{AggregateOptions, ExpectedUnit, Format, Ledger, Reply, Report, Status};
use serde_json::{Map, Value, json};

fn returned(result: &AgentResult) -> &Return {
    match &result.detail {
        Detail::Return(returned) => returned,
        other => panic!("no return: {other:?}"),
    }
}

fn parse(reply: impl Into<Reply>) -> AgentResult {
    reconvene::parse(&reply.into(), Ledger::Omit)
}

fn codes(result: &AgentResult) -> Vec<&str> {
    result.diagnostics.iter().map(|said| said.code.as_str()).collect()
}

fn asked(text: &str) -> Reply {
    Reply { expect: Some(Expected::RETURN), ..Reply::from(text) }
}

fn told(text: &str, dialect: Dialect) -> Reply {
    Reply { dialect: Some(dialect), ..Reply::from(text) }
}

const SUMMARY_LINE: &str = "RESULT: CLEAN | Type: consistency | Pair: a.md/b.md | Findings: 0\n\n";
const WHOLE: &str = r#"{"status": "failed", "summary": "No wind.", "artifacts": [], "errors": ["becalmed"]}"#;

#[test]
fn a_summary_line_counts_unless_the_host_says_otherwise() {
    let text = format!("{SUMMARY_LINE}{WHOLE}\n");
    assert_eq!(parse(Reply::from(text.as_str())).dialect, Dialect::ProtocolV1);
    assert_eq!(parse(asked(&text)).dialect, Dialect::JsonReturn);
    assert_eq!(parse(told(&text, Dialect::JsonReturn)).status, Status::Error);
    assert_eq!(parse(told(WHOLE, Dialect::Prose)).dialect, Dialect::Prose);
}

#[test]
fn what_was_asked_for_needs_little_to_be_one() {
    let text = "It is over. {\"next_steps\": \"rest\"}";
    assert_eq!(parse(Reply::from(text)).dialect, Dialect::Prose);
    assert_eq!(returned(&parse(asked(text))).next_steps.as_deref(), Some("rest"));
    let any = parse(told("{\"wind\": 3}", Dialect::JsonReturn));
    assert_eq!(returned(&any).other["wind"], 3);
    assert_eq!(any.reason.as_deref(), Some("no status"));
}

#[test]
fn what_is_no_return_is_said_and_still_read() {
    let none = parse(asked("| ID | Severity | Description |\n|--|--|--|\n| F1 | major | The mast is short |\n"));
    assert_eq!((none.dialect, none.findings.len()), (Dialect::Prose, 1));
    assert_eq!((none.status, none.reason.as_deref()), (Status::Partial, Some("no JSON return")));
    assert!(codes(&none).contains(&"return-not-json") && !codes(&none).contains(&"missing-summary-line"));
    let of_protocol = parse(asked(SUMMARY_LINE));
    assert_eq!((of_protocol.dialect, codes(&of_protocol).contains(&"return-not-json")), (Dialect::ProtocolV1, true));
    let nothing = parse(told("All is well.", Dialect::JsonReturn));
    assert_eq!((nothing.dialect, nothing.status), (Dialect::JsonReturn, Status::Partial));
    assert_eq!(nothing.remainder[0].text, "All is well.");
}

#[test]
fn every_word_of_the_format_has_its_status() {
    let status =
        |word: &str| parse(Reply::from(format!("{{\"status\": \"{word}\", \"summary\": \"a\"}}").as_str())).status;
    for (word, expected) in [
        ("completed", Status::Clean),
        ("partial", Status::Partial),
        ("failed", Status::Error),
        ("blocked", Status::Error),
        ("in_progress", Status::Partial),
        ("researched", Status::Clean),
        ("tasks_created", Status::Clean),
        ("success", Status::Clean),
        ("FAIL", Status::Error),
        ("becalmed", Status::Partial),
    ] {
        assert_eq!(status(word), expected, "{word}");
    }
}

#[test]
fn the_host_s_unit_and_agent_count() {
    let text = r#"{"status": "completed", "task_number": 7, "metadata": {"agent_type": "pilot"}}"#;
    let own = parse(Reply::from(text));
    assert_eq!((own.unit.as_deref(), own.agent.as_deref()), (Some("7"), Some("pilot")));
    let named = Reply { unit: Some("8".to_owned()), agent: Some("one".to_owned()), ..Reply::from(text) };
    let named = parse(named);
    assert_eq!((named.unit.as_deref(), named.agent.as_deref()), (Some("8"), Some("one")));
    assert!(codes(&named).contains(&"unit-differs"));
}

fn aggregate(replies: Vec<Reply>) -> Report {
    reconvene::aggregate(replies, &AggregateOptions::default())
}

fn of(unit: &str, attempt: u32, text: &str) -> Reply {
    Reply { unit: Some(unit.to_owned()), attempt: Some(attempt), ..Reply::from(text) }
}

#[test]
fn returns_are_rolled_up_with_their_units() {
    let mapped = r#"{"status": "completed", "summary": "Mapped.", "artifacts": [{"type": "report", "path": "map.md", "scale": 5}], "next_steps": "Sail"}"#;
    let replies = vec![of("18", 1, WHOLE), of("17", 1, mapped), of("19", 1, WHOLE), of("19", 2, mapped)];
    let report = aggregate(replies.clone());
    let rollup = serde_json::to_value(&report.returns).unwrap();
    let artifact =
        json!({"type": "report", "path": "map.md", "summary": null, "extra": [{"key": "scale", "value": "5"}]});
    let error = json!({"type": null, "message": "becalmed", "recoverable": null, "recommendation": null, "extra": []});
    let expected = json!({
        "artifacts": [{"unit": "17", "artifact": artifact}, {"unit": "19", "artifact": artifact}],
        "errors": [{"unit": "18", "error": error}],
        "nextSteps": [{"unit": "17", "text": "Sail"}, {"unit": "19", "text": "Sail"}],
    });
    assert_eq!(rollup, expected);
    assert_eq!(aggregate(replies.into_iter().rev().collect()), report);
    let markdown = reconvene::render(&report, Format::Markdown, &reconvene::RenderOptions::default());
    for row in ["| 17 | completed | Mapped. | Sail |", "| map.md | report | scale: 5 | 17 |", "| becalmed | 18 |"] {
        assert!(markdown.contains(row), "{row} is not in {markdown}");
    }
    assert_eq!(aggregate(vec![Reply::from(SUMMARY_LINE)]).returns, None);
}

#[test]
fn formats_are_mixed_in_one_report() {
    let line = format!(
        "{SUMMARY_LINE}| ID | Severity | Type | Location | Description |\n|--|--|--|--|--|\n| F1 | major | contradiction | quay.md:3 | The quay has no rail on its north side |\n"
    );
    let json = r#"{"status": "completed", "findings": [{"id": "K1", "severity": "major", "category": "contradiction", "file": "quay.md", "line": 3, "description": "The north side of the quay has no rail"}]}"#;
    let report = aggregate(vec![
        Reply::from(line.as_str()),
        Reply::from(json),
        Reply::from("## Findings\n\n- F9 (minor): the lamp is out\n"),
    ]);
    assert_eq!(report.summary.reported, 3);
    assert_eq!(report.findings.len(), 2);
    assert_eq!(report.findings[0].agreement, 2);
}

#[test]
fn another_kind_of_reply_than_expected_is_said() {
    let expected = ExpectedUnit { unit: "17".to_owned(), agent: None, expect: Some(Expected::RETURN), asked: None };
    let options = AggregateOptions { expected: vec![expected], ..AggregateOptions::default() };
    let reports = |text: &str| {
        let report = reconvene::aggregate(vec![of("17", 1, text)], &options);
        codes(&report.results[0]).contains(&"unexpected-type")
    };
    assert!(reports(SUMMARY_LINE) && !reports(WHOLE));
}

#[test]
fn a_report_with_a_deep_return_is_read_back() {
    let deep =
        format!("{{\"status\": \"completed\", \"summary\": \"a\", \"nest\": {}1{}}}", "[".repeat(500), "]".repeat(500));
    let report = aggregate(vec![Reply::from(deep.as_str())]);
    let text = reconvene::render(&report, Format::Json, &reconvene::RenderOptions::default());
    let read: Report = reconvene::from_json(text.as_bytes()).unwrap();
    assert_eq!(read, report);
    let options = AggregateOptions { previous: Some(Box::new(read.clone())), ..AggregateOptions::default() };
    let text = serde_json::to_string(&options).unwrap();
    let read: AggregateOptions = reconvene::from_json(text.as_bytes()).unwrap();
    assert_eq!(read.previous.unwrap().results, report.results);
}

#[test]
fn nesting_stops_at_128_levels() {
    let nested = |depth: usize| {
        format!(
            "{{\"status\": \"completed\", \"summary\": \"a\", \"nest\": {}1{}}}",
            "[".repeat(depth),
            "]".repeat(depth)
        )
    };
    // The object is the first level.
    assert!(!codes(&parse(Reply::from(nested(127).as_str()))).contains(&"json-depth"));
    let deeper = parse(Reply::from(nested(128).as_str()));
    assert!(codes(&deeper).contains(&"json-depth"));
    let mut value = &returned(&deeper).other["nest"];
    let mut depth = 0;
    while let Value::Array(items) = value {
        value = &items[0];
        depth += 1;
    }
    assert_eq!((depth, value), (127, &Value::from("[1]")));
}

/// What a member says, whichever of its names it goes by.
fn said<'v>(object: &'v Map<String, Value>, names: &[&str]) -> Option<&'v Value> {
    names.iter().find_map(|name| object.get(*name)).filter(|value| !value.is_null())
}

fn text(object: &Map<String, Value>, names: &[&str]) -> Option<String> {
    said(object, names).and_then(Value::as_str).map(str::to_owned)
}

#[test]
fn real_returns_say_what_their_files_say() {
    const FIELDS: [&str; 8] =
        ["status", "summary", "artifacts", "metadata", "errors", "blockers", "next_steps", "next_action_hint"];
    let Some(folder) = support::corpus() else { return };
    let files = support::files(&folder.join("json-returns"), &[]);
    assert_eq!(files.len(), 120, "the returns of the corpus");
    for path in &files {
        let name = path.display();
        let bytes = std::fs::read(path).expect("a readable file");
        let file: Map<String, Value> = serde_json::from_slice(&bytes).expect("valid JSON");
        let result = parse(support::reply(&bytes));
        let read = returned(&result);
        let stated = text(&file, &["status"]);
        let expected = match stated.as_deref() {
            Some("implemented" | "planned" | "researched" | "completed" | "complete" | "success") => Status::Clean,
            Some("failed" | "blocked") => Status::Error,
            // "partial", "in_progress", and words that the format does not have.
            _ => Status::Partial,
        };
        // `"technical_debt": [{"severity": "low", …}]`
        let rated = |value: &Value| {
            let items = value.as_array().into_iter().flatten();
            items.filter(|item| item.get("severity").is_some()).count()
        };
        let flaws = file.iter().filter(|(key, _)| !FIELDS.contains(&key.as_str())).map(|(_, value)| rated(value)).sum();
        assert_eq!((result.status, result.findings.len()), (expected, flaws), "{name}");
        assert_eq!(result.stated_status, stated, "{name}");
        assert_eq!(read.summary, text(&file, &["summary"]), "{name}");
        assert_eq!(read.next_steps, text(&file, &["next_steps", "next_action_hint"]), "{name}");
        assert_eq!(read.metadata, said(&file, &["metadata"]).and_then(Value::as_object).cloned().unwrap_or_default());
        let list = |key: &str| file.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
        let artifacts: Vec<_> = list("artifacts")
            .iter()
            .map(|item| match item {
                Value::Object(item) => (text(item, &["type"]), text(item, &["path"]), text(item, &["summary"])),
                item => (None, item.as_str().map(str::to_owned), None),
            })
            .collect();
        let found = read.artifacts.iter().cloned().map(|made| (made.r#type, Some(made.path), made.summary));
        assert_eq!(found.collect::<Vec<_>>(), artifacts, "{name}");
        let errors: Vec<_> = list("errors")
            .iter()
            .chain(&list("blockers"))
            .map(|item| match item {
                Value::Object(item) => (
                    text(item, &["type"]),
                    text(item, &["message", "description"]),
                    said(item, &["recoverable"]).and_then(Value::as_bool),
                    text(item, &["recommendation", "resolution"]),
                ),
                item => (None, item.as_str().map(str::to_owned), None, None),
            })
            .collect();
        let found = read.errors.iter().cloned();
        let found = found.map(|error| (error.r#type, Some(error.message), error.recoverable, error.recommendation));
        assert_eq!(found.collect::<Vec<_>>(), errors, "{name}");
        let mut rest = file.clone();
        rest.retain(|key, value| !FIELDS.contains(&key.as_str()) && rated(value) == 0);
        assert_eq!(read.other, rest, "{name}");
        assert_eq!(result.remainder, [], "{name}");
    }
    println!("{} returns", files.len());
}
