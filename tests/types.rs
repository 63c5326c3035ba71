//! Types that a host registers: read with their columns, asked for, and refused where a name cannot be one.
//! What a check says of them stands in `tests/cases/check/`, `….registered.md`.
// A test may stop the run, and says what it saw.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stdout,
    clippy::print_stderr
)]

mod support;

use reconvene::custom_types;
use reconvene::dispatch::{ConfigurationFile, PlanInput, types_of_file};
use reconvene::model::{CustomTypes, KeyValue};
use reconvene::report::Collector;
use reconvene::{
    AggregateOptions, CheckOptions, Expected, ExpectedUnit, Format, Grade, Ledger, RenderOptions, Reply, ResultType,
    Severity,
};
use serde_json::{Value, json};

/// A reply of a type that no protocol has, and the columns that it was asked for.
const SCAN: &str = include_str!("cases/check/unknown-type.registered.md");

fn types() -> CustomTypes {
    registered(&json!([{
        "name": "security-scan",
        "columns": [
            { "name": "Risk", "role": "severity" },
            { "name": "CWE", "required": true, "synonyms": ["Weakness"] },
            { "name": "Counter-location", "role": "counterLocation", "required": false },
        ],
    }, "release-notes"]))
}

fn registered(types: &Value) -> CustomTypes {
    custom_types(types, "types").expect("types")
}

fn scan() -> Reply {
    Reply { types: types(), ..SCAN.into() }
}

#[test]
fn a_registered_type_is_read_with_its_columns() {
    let result = reconvene::parse(&scan(), Ledger::Omit);
    assert_eq!(result.r#type, types().result_type("security-scan"));
    assert_eq!(serde_json::to_value(result.r#type).expect("JSON"), json!("security-scan"));
    assert_eq!(result.diagnostics, []);
    assert_eq!(result.unit.as_deref(), Some("src/till.rs"));
    let [first, second] = &result.findings[..] else { panic!("{:?}", result.findings) };
    assert_eq!((first.severity, second.severity), (Severity::Critical, Severity::Minor));
    assert_eq!(first.stated_severity.as_deref(), Some("critical"));
    assert_eq!(first.extra, [KeyValue::new("CWE", "CWE-20"), KeyValue::new("CVSS", "9.1")]);
}

#[test]
fn without_registration_all_stays_as_it_is() {
    let result = reconvene::parse(&SCAN.into(), Ledger::Omit);
    assert_eq!(result.r#type, None);
    assert!(result.diagnostics.iter().any(|said| said.code == "unknown-type"), "{:?}", result.diagnostics);
    let other = Reply { types: registered(&json!(["release-notes"])), ..SCAN.into() };
    let mut registered = reconvene::parse(&other, Ledger::Omit);
    // But for the help, which names what is registered.
    for said in &mut registered.diagnostics {
        said.help.clone_from(&result.diagnostics[0].help);
    }
    assert_eq!((registered, result.diagnostics.len()), (result.clone(), 1));
}

#[test]
fn columns_are_those_of_their_type_alone() {
    let text = SCAN.replace("security-scan", "release-notes");
    let result = reconvene::parse(&Reply { types: types(), ..text.as_str().into() }, Ledger::Omit);
    assert_eq!(result.r#type, types().result_type("release-notes"));
    let extra: Vec<&str> = result.findings.iter().flat_map(|finding| &finding.extra).map(|field| &*field.key).collect();
    assert!(extra.contains(&"CWE") && !extra.contains(&"Counter-location"), "{extra:?}");
}

#[test]
fn a_column_of_ones_own_is_no_other_though_it_goes_by_a_known_name() {
    let weakness = registered(&json!([{ "name": "scan", "columns": [{ "name": "Weakness" }, { "name": "Count" }] }]));
    let text = "RESULT: FINDINGS | Type: scan | Scope: a.md\n\n\
                | ID | Severity | Weakness | Issue | Count |\n|---|---|---|---|---|\n\
                | F1 | major | CWE-20 | The lid is loose | 3 |\n";
    let result = reconvene::parse(&Reply { types: weakness, ..text.into() }, Ledger::Omit);
    assert_eq!(result.findings[0].description, "The lid is loose");
    assert_eq!(result.findings[0].extra, [KeyValue::new("Weakness", "CWE-20"), KeyValue::new("Count", "3")]);
}

#[test]
fn a_column_of_types_has_words_of_its_own() {
    let types = registered(&json!([{ "name": "scan", "columns": [{ "name": "Class", "role": "type" }] }]));
    let text = SCAN
        .replace("security-scan", "scan")
        .replace("| Type |", "| Class |")
        .replace("missing-coverage", "SQL injection, blind");
    let reply = Reply { types, ..text.as_str().into() };
    assert_eq!(reconvene::parse(&reply, Ledger::Omit).findings[0].r#type.as_deref(), Some("SQL injection, blind"));
    let said = reconvene::check(&reply, &CheckOptions::default()).diagnostics;
    assert!(!said.iter().any(|said| said.code.contains("type")), "{said:?}");
}

#[test]
fn the_form_filled_in_breaks_no_rule() {
    let checked = reconvene::check(&scan(), &CheckOptions::default());
    assert_eq!((checked.grade, checked.diagnostics), (Grade::Conforms, Vec::new()));
}

#[test]
fn what_is_sent_back_asks_for_the_columns() {
    let asked = types().result_type("security-scan").map(Expected::Type);
    let reply =
        Reply { expect: asked, unit: Some("src/till.rs".to_owned()), types: types(), ..Reply::from("Nothing to say.") };
    let repair = reconvene::check(&reply, &CheckOptions::default()).repair.expect("it is asked again");
    assert!(repair.contains("Type: security-scan | Scope: src/till.rs |"), "{repair}");
    assert!(repair.contains("Risk (critical") && repair.contains("CWE"), "{repair}");
}

#[test]
fn a_report_knows_them_in_any_order_and_by_any_way() {
    let of = types().result_type("security-scan");
    let expected = vec![
        ExpectedUnit { unit: "src/till.rs".to_owned(), agent: None, expect: of.map(Expected::Type), asked: None },
        ExpectedUnit { unit: "src/hall.rs".to_owned(), agent: None, expect: of.map(Expected::Type), asked: None },
    ];
    let options = AggregateOptions { expected, types: types(), ..AggregateOptions::default() };
    let replies = || vec![Reply::from(SCAN), Reply::from("RESULT: CLEAN | Type: digest | Doc: a.md\n")];
    let report = reconvene::aggregate(replies(), &options);
    let mut turned = replies();
    turned.reverse();
    assert_eq!(reconvene::aggregate(turned, &options), report);
    let mut collector = Collector::new(options.clone());
    for reply in replies() {
        collector.add(reply);
    }
    assert_eq!(collector.report(), report);
    assert_eq!(collector.progress().missing, ["src/hall.rs"]);
    assert_eq!(report.findings[0].reply_types, of.into_iter().collect::<Vec<ResultType>>());
    // It is whole as JSON, and can be rendered and asked again from there.
    let json = serde_json::to_string(&report).expect("JSON");
    let again: reconvene::Report = reconvene::from_json(json.as_bytes()).expect("a report");
    assert_eq!(again, report);
    let markdown = reconvene::render(&again, Format::Markdown, &RenderOptions::default());
    assert!(markdown.contains("CWE-20"), "{markdown}");
    let state = serde_json::to_value(collector.state()).expect("JSON");
    assert_eq!(state["options"]["types"][1]["name"], "security-scan");
}

#[test]
fn a_plan_asks_for_them_and_a_retry_asks_again() {
    let wave = json!({ "name": "scan", "each": "document", "agent": "scanner", "expect": "security-scan" });
    let input = |types: Value| {
        let value = json!({ "documents": ["src/till.rs"], "modes": { "scan": { "waves": [wave] } }, "types": types });
        PlanInput::read(&value, "input")
    };
    let refused = input(json!(["release-notes"])).expect_err("not registered").to_string();
    assert!(
        refused.contains("\"release-notes\", \"return\" or \"refinements\", but is \"security-scan\""),
        "{refused}"
    );
    let types = serde_json::to_value(types()).expect("JSON");
    let plan = reconvene::plan("scan", &input(types).expect("an input")).expect("a plan");
    let prompt = &plan.waves[0].units[0].prompt;
    assert!(
        prompt.contains("Type: security-scan | Scope: src/till.rs |") && prompt.contains("Suggestion, CWE."),
        "{prompt}"
    );
    let options =
        AggregateOptions { plan: Some(Box::new(plan.clone())), types: self::types(), ..AggregateOptions::default() };
    let report = reconvene::aggregate(Vec::new(), &options);
    let again = reconvene::retry(&report, Some(&plan));
    let prompt = &again.waves[0].units[0].prompt;
    assert!(
        prompt.contains("Type: security-scan | Scope: src/till.rs |") && prompt.contains("Suggestion, CWE."),
        "{prompt}"
    );
}

#[test]
fn a_plan_carries_its_types_to_the_report_and_the_retry() {
    let wave = json!({ "name": "scan", "each": "document", "agent": "scanner", "expect": "security-scan" });
    let types = serde_json::to_value(types()).expect("JSON");
    let input = json!({ "documents": ["src/till.rs"], "modes": { "scan": { "waves": [wave] } }, "types": types });
    let plan = reconvene::plan("scan", &PlanInput::read(&input, "input").expect("an input")).expect("a plan");
    let plan: reconvene::DispatchPlan =
        reconvene::from_json(serde_json::to_string(&plan).expect("JSON").as_bytes()).expect("a plan");
    assert_eq!(plan.types, self::types());
    let options = AggregateOptions { plan: Some(Box::new(plan.clone())), ..AggregateOptions::default() };
    let report = reconvene::aggregate(vec![SCAN.into()], &options);
    assert_eq!(report.results[0].r#type, plan.types.result_type("security-scan"));
    assert_eq!(report.results[0].findings[0].severity, Severity::Critical);
    assert_eq!(report.types, plan.types);
    let mut collector = Collector::new(options.clone());
    collector.add(SCAN.into());
    assert_eq!(collector.report(), report);
    // The report of a host that gave no plan knows no types; the plan does.
    let bare = reconvene::aggregate(Vec::new(), &AggregateOptions::default());
    let again = reconvene::retry(&bare, Some(&plan));
    assert!(again.waves[0].units[0].prompt.contains("Suggestion, CWE."), "{}", again.waves[0].units[0].prompt);
    assert_eq!(again.types, plan.types);
}

#[test]
fn a_plan_of_token_categories_fills_in_the_scope() {
    let wave = json!({ "name": "scan", "each": "token", "agent": "scanner", "expect": "release-notes" });
    let input = json!({
        "tokens": [{ "category": "Colors", "decisions": "Blue" }],
        "modes": { "scan": { "waves": [wave] } },
        "types": ["release-notes"],
    });
    let plan = reconvene::plan("scan", &PlanInput::read(&input, "input").expect("an input")).expect("a plan");
    let prompt = &plan.waves[0].units[0].prompt;
    assert!(prompt.contains("| Scope: Colors |"), "{prompt}");
}

#[test]
fn an_unknown_type_is_helped_with_those_that_are_registered() {
    let reply = Reply { types: types(), ..SCAN.replace("security-scan", "essay").as_str().into() };
    let result = reconvene::parse(&reply, Ledger::Omit);
    let said = result.diagnostics.iter().find(|said| said.code == "unknown-type").expect("it is said");
    let help = "Write `Type: digest`, `consistency`, `verification`, `implementation`, `design-plan`, `review`, \
                `release-notes` or `security-scan`.";
    assert_eq!(said.help.as_deref(), Some(help));
}

#[test]
fn a_reply_of_a_registered_type_begins_like_any_other() {
    let digest = "RESULT: CLEAN | Type: digest | Doc: a.md | Sections: 0 | Entities: 0 | Cross-refs: 0\n\n---\n**Protocol**: v1\n---\n\n";
    let text = format!("{digest}{SCAN}");
    let parts: Vec<String> =
        reconvene::split(&text, &types()).iter().map(|reply| reply.text.as_str().to_owned()).collect();
    assert_eq!(parts, [digest, SCAN]);
    assert_eq!(reconvene::split(&text, &CustomTypes::default()).len(), 1);
}

#[test]
fn what_cannot_be_a_name_is_said_where_it_stands() {
    let refused = |types: Value| custom_types(&types, "types").expect_err("wrong").to_string();
    for (types, message) in [
        (json!("scan"), "`types` must be a list of types, but is \"scan\"."),
        (json!([7]), "`types[0]` must be an object, but is 7."),
        (json!([{}]), "`types[0]` has no `name`."),
        (json!(["digest"]), "`types[0]` is \"digest\", which is reserved. Choose another name."),
        (json!([{ "name": "return" }]), "`types[0].name` is \"return\", which is reserved. Choose another name."),
        (json!(["a", "a"]), "`types[1]` reuses the name \"a\". Give each type a unique name."),
        (
            json!(["Security Scan"]),
            "`types[0]` must be a name in lower case, of letters and digits with hyphens between words, up to 32 characters, but is \"Security Scan\".",
        ),
        (json!([{ "name": "a", "colums": [] }]), "`types[0]` has the unknown key \"colums\". Did you mean `columns`?"),
        (
            json!([{ "name": "a", "columns": [{ "name": "A|B" }] }]),
            "`types[0].columns[0].name` must be the header of a column, on one line and without marks, but is \"A|B\".",
        ),
        (
            json!([{ "name": "a", "columns": [{ "name": "CWE", "role": "weakness" }] }]),
            "`types[0].columns[0].role` must be one of \"id\", \"severity\", \"type\", \"location\", \"counterLocation\", \"title\", \"description\", \"suggestion\", but is \"weakness\".",
        ),
        (
            json!([{ "name": "a", "columns": [{ "name": "CWE" }, { "name": "Rank", "synonyms": ["cwe"] }] }]),
            "`types[0].columns[1]` reuses the column name \"cwe\".",
        ),
        (
            json!([{ "name": "a", "columns": [{ "name": "Severity" }] }]),
            "`types[0].columns[0]` has the name \"Severity\" of a built-in column: give it the role \"severity\".",
        ),
    ] {
        assert_eq!(refused(types), message);
    }
}

#[test]
fn a_configuration_file_registers_them_too() {
    let file = ConfigurationFile::read(r#"{ "types": ["security-scan"] }"#).expect("a file");
    assert_eq!(file.types, registered(&json!(["security-scan"])));
    let refused = ConfigurationFile::read(r#"{ "types": [{ "name": "A" }] }"#).expect_err("no name");
    assert!(refused.to_string().starts_with("`types[0].name` must be a name in lower case"), "{refused}");
}

#[test]
fn the_types_of_a_configuration_file_are_read_whatever_else_is_wrong_in_it() {
    let text = r#"{ "types": ["security-scan"], "orchestration": { "maxAgents": 0 }, "fanOut": "x", "modes": 1 }"#;
    assert_eq!(types_of_file(text), Ok(registered(&json!(["security-scan"]))));
    let problems = ConfigurationFile::read(text).expect_err("three mistakes").problems;
    assert_eq!(problems.len(), 3, "{problems:?}");
    assert_eq!(types_of_file(r#"{ "orchestration": 1 }"#), Ok(CustomTypes::default()));
    for (wrong, message) in [
        (r#"{ "types": 1 }"#, "`types` must be a list of types, but is 1."),
        (r#"{ "Types": [], "dimension": [] }"#, "There is no key \"Types\". Did you mean `types`?"),
        ("[]", "The configuration must be a JSON object, but is a list."),
    ] {
        assert_eq!(types_of_file(wrong).expect_err(wrong).to_string(), message);
    }
}
