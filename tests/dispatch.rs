//! Plans: one case a rule, an input beside the plan that it must give.
//! After a change of rule: `UPDATE_EXPECT=1 cargo test --test dispatch`, then read every difference.
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

use proptest::prelude::*;
use reconvene::dispatch::{Configuration, ConfigurationFile, MODES, PlanInput, Task, agents, plan, retry};
use reconvene::model::{
    AggregateOptions, CustomTypes, DispatchPlan, DispatchUnit, ExpectedUnit, Format, Misuse, Percent, ProblemKind,
    RenderOptions, Reply, Report, Section,
};
use reconvene::part::units::Identity;
use reconvene::report::Collector;
use reconvene::{CheckOptions, Grade, Ledger, Status};
use serde_json::{Value, json};

/// Plans what a case says: `{"mode": …, "input": …}`.
fn planned(case: &Value) -> Result<DispatchPlan, Misuse> {
    let input = PlanInput::read(&case["input"], "input")?;
    plan(case["mode"].as_str().expect("a case names its mode"), &input)
}

/// A plan as a case shows it: what each unit is asked on one line. Prompts are looked at where a case says so.
fn shown(plan: &DispatchPlan, with_prompts: bool) -> Value {
    let mut value = serde_json::to_value(plan).expect("a plan is JSON");
    for wave in value["waves"].as_array_mut().expect("waves") {
        for unit in wave["units"].as_array_mut().expect("units") {
            let of = |key: &str| unit[key].to_string().trim_matches('"').to_owned();
            if with_prompts {
                let prompt = unit["prompt"].as_str().expect("a prompt");
                unit["prompt"] = prompt.lines().map(|line| json!(line)).collect();
            } else {
                *unit = json!(format!(
                    "{} | {} on {} | {} | #{} | {} ms | {}",
                    of("unit"),
                    of("agent"),
                    of("model"),
                    of("expect"),
                    of("attempt"),
                    of("timeoutMs"),
                    of("subject"),
                ));
            }
        }
    }
    value
}

#[test]
fn every_case_has_its_plan() {
    let cases = support::files(&support::root().join("tests/cases/dispatch/plan"), &["json"]);
    let cases: Vec<_> = cases.into_iter().filter(|path| !path.to_string_lossy().ends_with(".plan.json")).collect();
    assert!(cases.len() > 20, "the cases are not there");
    for path in cases {
        let text = std::fs::read_to_string(&path).expect("a readable case");
        let case: Value = serde_json::from_str(&text).expect("a case is JSON");
        let shown = match planned(&case) {
            Ok(plan) => shown(&plan, case["prompts"] == true),
            Err(misuse) => misuse.problems.iter().map(|problem| json!(problem.message)).collect(),
        };
        let text = serde_json::to_string_pretty(&shown).expect("JSON is text") + "\n";
        expect_test::expect_file![path.with_extension("plan.json")].assert_eq(&text);
    }
}

/// What a case of retrying says: a plan (or none), what was expected beside it, and the replies that came.
struct Round {
    plan: Option<DispatchPlan>,
    report: Report,
}

fn round(case: &Value) -> Round {
    let plan = case.get("mode").map(|_| planned(case).expect("a plan"));
    let expected: Vec<ExpectedUnit> = case
        .get("expected")
        .cloned()
        .map_or_else(Vec::new, |list| serde_json::from_value(list).expect("a list of units"));
    let replies: Vec<Reply> = serde_json::from_value(case["replies"].clone()).expect("replies");
    let knows_plan = case["reportWithoutPlan"] != true;
    let options = AggregateOptions {
        plan: plan.clone().filter(|_| knows_plan).map(Box::new),
        expected,
        ..AggregateOptions::default()
    };
    Round { plan, report: reconvene::aggregate(replies, &options) }
}

/// What is asked again, each unit with what it is told of it.
fn shown_again(plan: &DispatchPlan, prompts: bool) -> Value {
    let mut value = shown(plan, prompts);
    for (wave, of) in value["waves"].as_array_mut().expect("waves").iter_mut().zip(&plan.waves) {
        for (shown, unit) in wave["units"].as_array_mut().expect("units").iter_mut().zip(&of.units) {
            let told = unit.variables.iter().filter(|(name, _)| name.starts_with("RETRY_"));
            let told: Vec<String> = told.map(|(name, value)| format!("{name}: {value}")).collect();
            // Of several lines each stands behind a mark.
            let lines = told.join("\n").replace("\nT-", "\n> T-").replace(": T-", ":\n> T-");
            assert!(unit.prompt.contains(&lines), "{}", unit.prompt);
            *shown = json!([shown.clone(), told]);
        }
    }
    value
}

#[test]
fn every_gap_is_asked_again() {
    let cases = support::files(&support::root().join("tests/cases/dispatch/retry"), &["json"]);
    let cases: Vec<_> = cases.into_iter().filter(|path| !path.to_string_lossy().ends_with(".retry.json")).collect();
    assert!(cases.len() > 8, "the cases are not there");
    for path in cases {
        let text = std::fs::read_to_string(&path).expect("a readable case");
        let case: Value = serde_json::from_str(&text).expect("a case is JSON");
        let Round { plan, report } = round(&case);
        let again = retry(&report, plan.as_ref());
        let shown = json!({
            "executiveSummary": report.executive_summary,
            "coverage": report.coverage.iter().map(|row| format!("{} | {} | {}", row.unit, row.status.word(), row.reason.as_deref().unwrap_or("--"))).collect::<Vec<_>>(),
            "diagnostics": report.diagnostics.iter().map(|said| &said.message).collect::<Vec<_>>(),
            "retry": shown_again(&again, case["prompts"] == true),
        });
        let text = serde_json::to_string_pretty(&shown).expect("JSON is text") + "\n";
        expect_test::expect_file![path.with_extension("retry.json")].assert_eq(&text);
    }
}

/// How far a collection of the replies of a case is, which has to be as far as its report says.
fn progress(case: &Value) -> Value {
    let plan = case.get("mode").map(|_| Box::new(planned(case).expect("a plan")));
    let mut collector = Collector::new(AggregateOptions { plan, ..AggregateOptions::default() });
    for reply in serde_json::from_value::<Vec<Reply>>(case["replies"].clone()).expect("replies") {
        collector.add(reply);
    }
    let progress = collector.progress();
    if progress.expected.is_some() && progress.pending == 0 {
        assert!(collector.report().executive_summary.ends_with(&format!("{}.", progress.message)));
    }
    json!([progress.message, progress.missing])
}

/// What a report with a plan says that one without it would not.
#[test]
fn every_case_of_a_report_says_what_its_snapshot_says() {
    let cases = support::files(&support::root().join("tests/cases/dispatch/report"), &["json"]);
    let cases: Vec<_> = cases.into_iter().filter(|path| !path.to_string_lossy().ends_with(".report.json")).collect();
    assert!(cases.len() > 5, "the cases are not there");
    for path in cases {
        let text = std::fs::read_to_string(&path).expect("a readable case");
        let case: Value = serde_json::from_str(&text).expect("a case is JSON");
        let report = round(&case).report;
        let rows = |section| {
            let options = RenderOptions { sections: Some(vec![section]), ..RenderOptions::default() };
            let text = reconvene::render(&report, Format::Markdown, &options);
            text.lines().filter(|line| !line.is_empty()).map(|line| json!(line)).collect::<Value>()
        };
        let implementation = report.implementation.as_ref();
        let shown = json!({
            "executiveSummary": report.executive_summary,
            "progress": progress(&case),
            "health": report.synthesis.health.iter().map(|row| format!("{}: {}, {}", row.dimension, row.rating, row.findings)).collect::<Vec<_>>(),
            "pairs": report.synthesis.cross_references.iter().map(|pair| format!("{}: {}, {}", pair.documents.join(" + "), pair.status.word(), pair.findings)).collect::<Vec<_>>(),
            "pairsSection": rows(Section::Pairs),
            "files": implementation.map(|rollup| json!({ "files": rollup.files, "conflicts": rollup.file_conflicts, "again": rollup.rerun_sequentially })),
            "tasks": rows(Section::Tasks),
        });
        let text = serde_json::to_string_pretty(&shown).expect("JSON is text") + "\n";
        expect_test::expect_file![path.with_extension("report.json")].assert_eq(&text);
    }
}

#[test]
fn every_definition_is_thin_and_asks_with_its_prompt_for_a_report_that_conforms() {
    let definitions = agents(&Configuration::default()).expect("definitions");
    assert_eq!(definitions.len(), 5);
    for definition in definitions {
        let name = definition.path.strip_suffix(".md").expect("a Markdown file");
        let text = &definition.text;
        let lines: Vec<&str> = text.lines().take(5).collect();
        assert_eq!((lines[0], lines[4]), ("---", "---"));
        assert_eq!(lines[1], format!("name: {name}"));
        assert!(lines[2].starts_with("description: ") && lines[2].len() > 100, "{text}");
        // In YAML, a colon and a blank would begin another value.
        assert!(!lines[2]["description: ".len()..].contains(": "), "{}", lines[2]);
        let model = if name == "cl-task-implementer-agent" { "opus" } else { "sonnet" };
        assert_eq!(lines[3], format!("model: {model}"));
        for heading in ["## Purpose", "## Variables", "## Workflow", "## Report"] {
            assert!(text.contains(&format!("\n{heading}\n")), "{name} has no {heading}");
        }
        let agent = reconvene::dispatch::Agent::named(name).expect("one of the five");
        for variable in agent.variables().iter().chain(&["RETRY_REASON", "RETRY_SCOPE", "RETRY_COVERED", "RETRY_BELOW"])
        {
            assert!(text.contains(&format!("**{variable}**")), "{name} does not say what {variable} is");
        }
        assert!(text.chars().filter(|letter| !letter.is_ascii()).count() == 0, "{name} is not plain ASCII");

        let lines = text.lines().count();
        assert!((30..=40).contains(&lines), "{name} has {lines} lines");
        assert!(!text.contains("RESULT:"), "{name} has a template beside that of the prompt");

        // A report as an agent writes it, with all that its definition and the form in its prompt ask for.
        let role = name.strip_prefix("cl-").and_then(|name| name.strip_suffix("-agent")).expect("a role");
        let case = support::root().join(format!("tests/cases/template/definition-{role}.md"));
        let filled = std::fs::read_to_string(case).expect("a report");
        let result = support::parse(&filled);
        assert_eq!((result.status, &result.diagnostics[..]), (Status::Findings, &[][..]), "{name}\n{filled}");
        assert_eq!((result.parked.len(), result.implications.len()), (1, 1), "{name}");
        assert!(result.remainder.is_empty(), "{name}: {:?}", result.remainder);
        let checked = reconvene::check(&Reply::from(filled.as_str()), &CheckOptions::default());
        assert_eq!(
            (checked.grade, checked.diagnostics.len()),
            (Grade::Conforms, 0),
            "{name}: {:?}",
            checked.diagnostics
        );
        let expect = result.answers().expect("a type");
        let told =
            text.clone() + &reconvene::prompt(expect, &BTreeMap::new(), &CustomTypes::default()).expect("the form");
        let tables = filled.lines().zip(filled.lines().skip(1)).filter(|(_, rule)| rule.starts_with("|--"));
        let columns = tables.flat_map(|(header, _)| header.trim_matches('|').split('|')).map(str::trim);
        let folded = told.split_whitespace().collect::<Vec<_>>().join(" ");
        for part in filled.lines().filter(|line| line.starts_with("## ")).chain(columns) {
            assert!(folded.contains(part), "{name} does not say {part}");
        }
        for text in [text.clone(), told] {
            let unfilled = reconvene::parse(&Reply::from(text.as_str()), Ledger::Omit);
            assert_eq!((unfilled.status, unfilled.stated_status), (Status::Partial, None), "{name}");
        }
    }
}

#[test]
fn what_is_drafted_ahead_is_reported_in_the_forms_that_there_are() {
    for name in ["design-planner-tokens", "task-implementer-start"] {
        let case = support::root().join(format!("tests/cases/template/definition-{name}.md"));
        let filled = std::fs::read_to_string(case).expect("a report");
        let checked = reconvene::check(&Reply::from(filled.as_str()), &CheckOptions::default());
        assert_eq!((checked.grade, &checked.diagnostics[..]), (Grade::Conforms, &[][..]), "{name}");
        assert!(support::parse(&filled).remainder.is_empty(), "{name}");
    }
}

#[test]
fn a_plan_goes_on_after_the_report_of_a_wave() {
    let documents: Vec<String> = ["docs/FLEET.md", "docs/RATES.md", "docs/DEPOTS.md"].map(str::to_owned).into();
    let input = PlanInput { documents, ..PlanInput::default() };
    let first = plan("audit", &input).expect("a plan");
    let digest = |unit: &str, status: &str| {
        Reply {
        unit: Some(unit.to_owned()),
        ..Reply::from(
            format!("RESULT: {status}\n\n## Content Summary\n\nWhat is said of {unit}.\n\n## Defined Terms\n\n| Term | Definition | Section |\n|---|---|---|\n| van | A car that carries | S2 |\n").as_str(),
        )
    }
    };
    let clean = "CLEAN | Type: digest";
    let goes_on = |replies: Vec<Reply>, mode: &str| {
        let options = AggregateOptions { plan: Some(Box::new(first.clone())), ..AggregateOptions::default() };
        let after = Some(Box::new(reconvene::aggregate(replies, &options)));
        plan(mode, &PlanInput { after, ..input.clone() }).expect("a plan")
    };
    // What was not read in full is read again.
    let some = vec![
        digest("docs/FLEET.md", clean),
        digest("docs/RATES.md", "PARTIAL | Type: digest | Coverage: 50% | Reason: long"),
    ];
    let next = goes_on(some, "audit");
    assert_eq!(next.waves[0].name, "read");
    assert_eq!(
        next.waves[0].units.iter().map(|unit| unit.unit.as_str()).collect::<Vec<_>>(),
        ["docs/DEPOTS.md", "docs/RATES.md"]
    );
    let all = || input.documents.iter().map(|document| digest(document, clean)).collect::<Vec<_>>();
    let next = goes_on(all(), "audit");
    assert!(next.waves.iter().all(|wave| wave.name.starts_with("analyze")), "{:?}", next.waves[0].name);
    let pair = &next.waves[0].units[0];
    let summary = "What is said of docs/DEPOTS.md.\nTerms:\n- van: A car that carries (S2)";
    assert_eq!(pair.variables.get("DOC_A_SUMMARY"), Some(summary));
    let judged = next.waves.iter().flat_map(|wave| &wave.units).find(|unit| unit.unit == "Staleness").expect("a unit");
    assert!(judged.variables.get("CONTENT").is_some_and(|content| content.contains(summary)));
    assert!(
        next.waves.iter().flat_map(|wave| &wave.units).all(|unit| unit.variables.get("TECHNOLOGY_CLAIMS").is_none())
    );
    // What documents claim of technologies is told to the one who checks it, also of what was read in part.
    let claims = "## Technology Claims\n\n| Claim | Section | Verifiable? |\n|---|---|---|\n| pgmq keeps\u{a0}order | S3.2 | partially |\n";
    let claiming = |mut reply: Reply| {
        reply.text = format!("{}\n{claims}", reply.text.as_str()).into();
        reply
    };
    let [one, other] =
        [("docs/FLEET.md", clean), ("docs/RATES.md", "PARTIAL | Type: digest | Coverage: 50% | Reason: long")]
            .map(|(document, status)| claiming(digest(document, status)));
    let told: Vec<_> = goes_on(vec![one, other], "audit")
        .waves
        .iter()
        .flat_map(|wave| &wave.units)
        .filter_map(|unit| Some((unit.unit.clone(), unit.variables.get("TECHNOLOGY_CLAIMS")?.to_owned())))
        .collect();
    let [fleet, rates] =
        ["FLEET", "RATES"].map(|name| format!("- docs/{name}.md: pgmq keeps order (S3.2) [verifiable: partially]"));
    assert_eq!(told, [("Technical Correctness".to_owned(), format!("{fleet}\n{rates}"))]);
    let nothing = goes_on(all(), "spec");
    assert_eq!(
        (nothing.waves.len(), nothing.fan_out, nothing.reason.as_deref()),
        (0, false, Some("every document has a summary"))
    );
    assert_eq!(nothing.announcement, "Nothing left to ask: every document has a summary.");
    // A summary that is given counts before a digest.
    let summaries = [("docs/FLEET.md".to_owned(), "Vans.".to_owned())].into();
    let given = plan("audit", &PlanInput { summaries, ..input.clone() }).expect("a plan");
    assert_eq!(given.waves[0].units.len(), 2);
    let text = r#"{"documents": ["docs/FLEET.md"], "after": {"schema": "reconvene/plan/v1"}}"#;
    let wrong = PlanInput::read(&serde_json::from_str(text).expect("JSON"), "input").expect_err("no report");
    assert!(wrong.to_string().contains("`input.after` must be a report that `aggregate` returned"), "{wrong}");
}

#[test]
fn a_summary_has_what_a_digest_says() {
    let documents: Vec<String> = ["docs/FLEET.md", "docs/RATES.md"].map(str::to_owned).into();
    let input = PlanInput { documents: documents.clone(), ..PlanInput::default() };
    let reply = |document: &String| Reply {
        unit: Some(document.clone()),
        ..Reply::from(
            "RESULT: CLEAN | Type: digest\n\n## Content Summary\n\nVans and their depots.\n\n\
             ## Entities\n\n| Name | Type | Properties | Section |\n|---|---|---|---|\n| Van | type | plate, seats | S2 |\n\n\
             ## Rules\n\n| Rule | Section |\n|---|---|\n| A van is washed weekly | S4 |\n\n\
             ## Cross-References\n\n| From Section | References | Target Doc | Target Section | Nature |\n|---|---|---|---|---|\n\
             | S1 | washing | docs/CARE.md | S3 | contradicts |\n| S2 | fuel | docs/CARE.md | S5 | extends |\n\
             | S6 | tyres | docs/CARE.md | S7 | |\n\n\
             ## Aspirational vs. Decided\n\n| Statement | Classification | Section |\n|---|---|---|\n\
             | Vans run on power | aspirational | S7 |\n| Depots close at ten | decided | S8 |\n| Keys are shared | unclear | S9 |\n",
        )
    };
    let report = reconvene::aggregate(documents.iter().map(reply).collect(), &AggregateOptions::default());
    let next = plan("audit", &PlanInput { after: Some(Box::new(report)), ..input }).expect("a plan");
    let summary = "Vans and their depots.\n\
                   Entities:\n- Van: type; plate, seats (S2)\n\
                   Rules:\n- A van is washed weekly (S4)\n\
                   References:\n- washing: contradicts docs/CARE.md S3 (S1)\n- fuel: extends docs/CARE.md S5 (S2)\n\
                   - tyres: docs/CARE.md S7 (S6)\n\
                   Decided:\n- Depots close at ten (S8)\n\
                   Not decided yet:\n- Vans run on power (S7)\n\
                   Unclear whether decided:\n- Keys are shared (S9)";
    assert_eq!(next.waves[0].units[0].variables.get("DOC_A_SUMMARY"), Some(summary));
}

#[test]
fn models_stand_in_definitions_and_nothing_else_does() {
    let config = |agent: &str, model: &str| Configuration {
        models: [(agent.to_owned(), model.to_owned())].into(),
        ..Configuration::default()
    };
    let definitions = agents(&config("cl-doc-reader-agent", "provider/model-4.5@eu")).expect("definitions");
    let reader = definitions.iter().find(|definition| definition.path.contains("reader")).expect("a reader");
    assert!(reader.text.contains("\nmodel: provider/model-4.5@eu\n---\n"));
    assert_eq!(agents(&config("my-own", "haiku")).map(|definitions| definitions.len()), Ok(5));
    for (agent, model) in [("cl-doc-raeder-agent", "haiku"), ("cl-doc-reader-agent", "haiku\ntools: all"), ("x", "")] {
        let misuse = agents(&config(agent, model)).expect_err("refused");
        assert_eq!(misuse.problems.len(), 1, "{misuse}");
        assert!(misuse.to_string().contains(agent));
    }
}

#[test]
fn a_configuration_file_is_read_and_all_that_is_wrong_is_named() {
    let text = "\u{feff}{\"docsRoot\": \"docs\", \"orchestration\": {\"maxAgents\": 4, \"models\": {\"own\": \"haiku\"}},
        \"dimensions\": [\"Cost\"], \"modes\": {\"mine\": {\"waves\": [{\"name\": \"a\", \"each\": \"document\", \"agent\": \"own\",
        \"expect\": \"return\"}]}}}";
    let file = ConfigurationFile::read(text).expect("a configuration");
    assert_eq!((file.config.max_agents, file.config.agent_timeout), (4, 300_000));
    assert_eq!((file.dimensions, file.modes.len()), (vec!["Cost".to_owned()], 1));
    assert_eq!(ConfigurationFile::read("{}"), Ok(ConfigurationFile::default()));

    let wrong =
        "{\"Orchestration\": {}, \"orchestration\": {\"fan_out\": \"auto\", \"maxAgents\": \"10\", \"agentTimeout\": 0,
        \"fanOut\": \"on\", \"colour\": 1, \"models\": {\"cl-reader\": \"haiku\", \"cl-doc-reader-agent\": \"a b\"}},
        \"dimensions\": \"Cost\", \"modes\": []}";
    let misuse = ConfigurationFile::read(wrong).expect_err("refused");
    let said: Vec<&str> = misuse.problems.iter().map(|problem| problem.message.as_str()).collect();
    expect_test::expect![[r#"
        There is no key "Orchestration". Did you mean `orchestration`?
        `orchestration` has the unknown key "colour". Allowed: fanOut, maxAgents, agentTimeout, models, teamsAvailable.
        `orchestration` has the unknown key "fan_out". Did you mean `fanOut`?
        `orchestration.fanOut` must be one of "auto", "teams", "disabled", but is "on".
        `orchestration.maxAgents` must be a whole number from 1 to 1000, but is "10".
        `orchestration.agentTimeout` must be a whole number from 1 to 2147483647, but is 0.
        `modes` must be an object of modes, by name, but is a list.
        `dimensions` must be a list of strings, but is "Cost".
        `models` has the invalid model name "a b" for "cl-doc-reader-agent". Use only letters, digits and marks such as - . _ : /.
        `models` names the unknown agent "cl-reader". Known agents: cl-consistency-checker-agent, cl-design-planner-agent, cl-dimension-analyzer-agent, cl-doc-reader-agent, cl-task-implementer-agent."#]]
    .assert_eq(&said.join("\n"));
    // The file is others' as well: what may be theirs passes.
    let misplaced = r#"{"maxAgents": 4, "agent_timeout": 1, "models": {"cl-doc-reader-agent": "haiku"}, "orchestraton": {},
        "dimension": ["Cost"], "mode": {"mine": {"waves": []}}}"#;
    let misuse = ConfigurationFile::read(misplaced).expect_err("refused");
    let said: Vec<&str> = misuse.problems.iter().map(|problem| problem.message.as_str()).collect();
    expect_test::expect![[r#"
        "agent_timeout" must be inside `orchestration`. Write `orchestration.agentTimeout`.
        There is no key "dimension". Did you mean `dimensions`?
        "maxAgents" must be inside `orchestration`. Write `orchestration.maxAgents`.
        There is no key "mode". Did you mean `modes`?
        "models" must be inside `orchestration`. Write `orchestration.models`.
        There is no key "orchestraton". Did you mean `orchestration`?"#]]
    .assert_eq(&said.join("\n"));
    let others =
        r#"{"models": {"default": "haiku"}, "mode": "strict", "model": {"name": "x"}, "dimension": 3, "node": {}}"#;
    assert_eq!(ConfigurationFile::read(others), Ok(ConfigurationFile::default()));
    for text in ["", "[]", "{", "null"] {
        assert_eq!(ConfigurationFile::read(text).expect_err("refused").problems.len(), 1);
    }
}

#[test]
fn what_is_too_much_is_refused() {
    let documents = |count: usize| PlanInput {
        documents: (0..count).map(|number| format!("d{number}.md")).collect(),
        ..PlanInput::default()
    };
    assert!(plan("audit", &documents(100)).is_ok());
    let kind = |input: &PlanInput, mode: &str| plan(mode, input).expect_err("refused").problems[0].kind;
    assert_eq!(kind(&documents(200), "audit"), ProblemKind::TooLarge);
    let long = PlanInput {
        summaries: (0..90).map(|number| (format!("d{number}.md"), "word ".repeat(4000))).collect(),
        ..documents(90)
    };
    assert_eq!(kind(&long, "audit"), ProblemKind::TooLarge);
    let tasks = PlanInput {
        tasks: (0..2001).map(|number| Task { id: format!("T-{number}"), ..Task::default() }).collect(),
        ..PlanInput::default()
    };
    assert_eq!(kind(&tasks, "run"), ProblemKind::TooLarge);
    // The largest that there is, each touching what the next one touches.
    let chain = PlanInput {
        approved: true,
        tasks: (0..2000)
            .map(|number| Task {
                id: format!("T-{number}"),
                files: vec![format!("{number}.rs"), format!("{}.rs", number + 1)],
                ..Task::default()
            })
            .collect(),
        variables: of_all_tasks(),
        ..PlanInput::default()
    };
    let waves = plan("run", &chain).expect("a plan").waves;
    assert_eq!(waves.iter().map(|wave| wave.units.len()).sum::<usize>(), 2000);
}

/// What tasks need that say nothing but their names.
fn of_all_tasks() -> BTreeMap<String, String> {
    ["SPEC_REFERENCE", "ACCEPTANCE_CRITERIA"].map(|name| (name.to_owned(), "specs/all.md".to_owned())).into()
}

fn names(plan: &DispatchPlan) -> Vec<String> {
    plan.waves.iter().flat_map(|wave| &wave.units).map(|unit| unit.unit.clone()).collect()
}

/// The units that a plan asks for, each task of a group by itself.
fn answered(plan: &DispatchPlan) -> Vec<String> {
    plan.waves.iter().flat_map(|wave| &wave.units).flat_map(DispatchUnit::answered).map(str::to_owned).collect()
}

/// Replies as agents might give them to the units of a plan: each covered, covered in part, failed, empty or missing. Of
/// each unit, whether that is enough.
fn replies(plan: &DispatchPlan, fates: &[u8]) -> (Vec<Reply>, BTreeMap<String, bool>) {
    let units = plan.waves.iter().flat_map(|wave| &wave.units);
    let each = units.flat_map(|unit| unit.answered().map(move |name| (name, unit)));
    let mut came = Vec::new();
    let mut enough = BTreeMap::new();
    for (at, (name, unit)) in each.enumerate() {
        let of = unit.expect.word();
        let on = if unit.tasks.is_empty() { String::new() } else { format!(" | Task: {name}") };
        let percent = u32::try_from(at * 37 % 100).expect("small");
        let (text, is_enough) = match fates[at % fates.len()] {
            0 => (format!("RESULT: CLEAN | Type: {of}{on}"), true),
            1 => (
                format!(
                    "RESULT: FINDINGS | Type: {of}{on}\n\n| ID | Severity | Description |\n|-|-|-|\n| F1 | minor | {name} |"
                ),
                true,
            ),
            2 => (
                format!("RESULT: PARTIAL | Type: {of}{on} | Coverage: {percent}% | Reason: no time"),
                Percent::whole(percent) >= plan.retry_below,
            ),
            3 => (format!("RESULT: ERROR | Type: {of}{on} | Reason: no file"), false),
            4 => (String::new(), false),
            5 => ("I could not finish this in time".to_owned(), false),
            6 => (
                format!("RESULT: CLEAN | Type: {of}{on} | Coverage: {percent}%"),
                Percent::whole(percent) >= plan.retry_below,
            ),
            _ => {
                enough.insert(name.to_owned(), false);
                continue;
            }
        };
        enough.insert(name.to_owned(), is_enough);
        // What names its task may come under the name of its group.
        let label = if on.is_empty() || !text.contains(&on) || at % 2 == 0 { name } else { &unit.unit };
        came.push(Reply { unit: Some(label.to_owned()), ..Reply::from(text.as_str()) });
    }
    (came, enough)
}

/// The form that a unit is asked for, with what it is on filled in.
fn asked(unit: &DispatchUnit) -> String {
    let known = ["DOC_PATH", "DOC_A_PATH", "DOC_B_PATH", "TASK_ID", "SCREEN_NAME", "TOKEN_CATEGORY"];
    let slots = ["Doc", "DocA", "DocB", "Task", "Screen", "Screen"];
    let grouped = unit.variables.get("TASK_ORDER").is_some();
    if unit.expect.word() == "verification" && unit.variables.get("DOC_PATH").is_some() {
        return reconvene::prompt::ledger();
    }
    if unit.expect.word() == "review" {
        let scope = unit.variables.get("DIMENSION_NAME").map(|name| ("Scope".to_owned(), name.to_owned()));
        let known = scope.into_iter().collect();
        return reconvene::prompt(unit.expect, &known, &CustomTypes::default()).expect("known variables");
    }
    let given = known.iter().zip(slots).filter(|(name, _)| !(grouped && **name == "TASK_ID"));
    let given = given.filter(|(_, slot)| reconvene::prompt::variables(unit.expect).contains(slot));
    let given: BTreeMap<_, _> =
        given.filter_map(|(name, slot)| Some(((*slot).to_owned(), unit.variables.get(name)?.to_owned()))).collect();
    match unit.variables.get("DIMENSION_NAME") {
        None if !given.contains_key("DocB") => {
            reconvene::prompt(unit.expect, &given, &CustomTypes::default()).expect("known variables")
        }
        dimension => reconvene::prompt::on(dimension, &given),
    }
}

#[test]
fn a_code_review_asks_for_places_in_code() {
    let input = PlanInput {
        variables: [("CONTENT".to_owned(), "the output of `git diff main...HEAD`".to_owned())].into(),
        ..PlanInput::default()
    };
    let made = plan("code-review", &input).expect("a plan");
    let units: Vec<&DispatchUnit> = made.waves.iter().flat_map(|wave| &wave.units).collect();
    let names: Vec<&str> = units.iter().map(|unit| unit.unit.as_str()).collect();
    assert_eq!(names, ["Correctness", "Security", "Tests", "API", "Performance", "Documentation"]);
    assert!(made.fan_out && made.waves.len() == 1);
    for unit in units {
        assert_eq!(unit.expect.word(), "review");
        let line = format!("| Type: review | Scope: {} | Findings: <N>", unit.unit);
        for part in
            [line.as_str(), "file and lines, as `src/app.js:12-14`", "MODE: code-review", "git diff main...HEAD"]
        {
            assert!(unit.prompt.contains(part), "{part}: {}", unit.prompt);
        }
        for part in ["Pair:", "terminology-drift", "Judge only by this dimension"] {
            assert!(!unit.prompt.contains(part), "{part}: {}", unit.prompt);
        }
    }
    let text = "RESULT: FINDINGS | Type: review | Scope: Security | Findings: 1 | Critical: 1 | Major: 0 | Minor: 0\n\n\
                ---\n**Protocol**: v1\n**Agent**: reviewer\n**Assigned**: Security\n**Scope**: the diff\n\
                **Coverage**: 100%\n**Confidence**: high\n---\n\n## Findings\n\n\
                | ID | Severity | Type | Location | Counter-location | Description | Suggestion |\n\
                |----|----------|------|----------|------------------|-------------|------------|\n\
                | F1 | critical | injection | src/db.js:12-14 | -- | Input is part of the query. | Use parameters. |\n\n\
                ### F1: Input is part of the query\n\nWhoever sends a name can drop a table.\n";
    let report = reconvene::aggregate(
        vec![Reply { unit: Some("Security".to_owned()), ..Reply::from(text) }],
        &AggregateOptions { plan: Some(Box::new(made.clone())), ..AggregateOptions::default() },
    );
    assert!(report.results.iter().all(|result| result.diagnostics.is_empty()), "{:?}", report.results);
    assert_eq!(report.findings.first().and_then(|finding| finding.r#type.as_deref()), Some("injection"));
    let again = retry(&report, Some(&made));
    let asked: Vec<&DispatchUnit> = again.waves.iter().flat_map(|wave| &wave.units).collect();
    assert_eq!(asked.len(), 5);
    assert!(asked.iter().all(|unit| unit.prompt.contains("Type: review | Scope: ") && unit.unit != "Security"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn a_plan_has_each_unit_once_and_no_wave_is_too_wide(
        mode in 0..MODES.len(), documents in 1..9_usize, width in 1..12_u32, disabled: bool, approved: bool, seed in 0..1000_usize,
    ) {
        let mode = MODES[mode];
        let paths: Vec<String> = (0..documents).map(|number| format!("docs/d{number}.md")).collect();
        let tasks = (0..documents).map(|number| Task {
            id: format!("T-{number}"),
            after: if number > 0 && (seed + number) % 3 == 0 { vec![format!("T-{}", number - 1)] } else { Vec::new() },
            files: vec![format!("{}.rs", (seed + number) % 4)],
            ..Task::default()
        }).collect::<Vec<_>>();
        let mut input = PlanInput {
            changed: vec![paths[seed % documents].clone()],
            reviews: paths.clone(),
            documents: paths,
            proposal_lines: Some(u64::try_from(seed).expect("small")),
            tasks: tasks.clone(),
            approved,
            screens: (0..documents).map(|number| reconvene::dispatch::Screen { name: format!("Screen {number}"), spec: "All of it".to_owned() }).collect(),
            components_exist: true,
            variables: ["DECISIONS_CONTEXT", "DESIGN_SYSTEM", "UI_SCREENS_SPEC", "SPEC_REFERENCE", "ACCEPTANCE_CRITERIA"]
                .map(|name| (name.to_owned(), "D-1".to_owned())).into(),
            ..PlanInput::default()
        };
        input.config.max_agents = width;
        if disabled {
            input.config.fan_out = reconvene::dispatch::FanOut::Disabled;
        }
        let made = plan(mode, &input).expect("a plan");
        let all = names(&made);
        let distinct: BTreeSet<(Identity, &str)> = made.waves.iter().flat_map(|wave| &wave.units)
            .map(|unit| (Identity::of(&unit.unit).expect("a unit"), unit.expect.word())).collect();
        prop_assert_eq!(all.len(), distinct.len());
        for wave in &made.waves {
            prop_assert!(!wave.units.is_empty() && wave.units.len() <= usize::try_from(width).expect("small"));
            prop_assert!(made.fan_out || wave.units.len() == 1);
            prop_assert!(!["run", "autopilot"].contains(&mode) || wave.units.len() <= 3);
            for unit in &wave.units {
                let bindings: Vec<String> = unit.variables.iter().map(|(name, value)| format!("{name}: {value}\n")).collect();
                let bindings = bindings.concat();
                let asked = asked(unit);
                let lines = unit.variables.iter().all(|(_, value)| !value.contains('\n'));
                prop_assert!(!lines || unit.prompt.starts_with(&(bindings + "\n")));
                // Below them stands the form, with what the plan knows.
                let asked: Vec<&str> = asked.lines().filter(|line| !line.contains("<its name>")).collect();
                let mut form = unit.prompt.lines().rev().zip(asked.iter().rev());
                let form = form.all(|(line, asked)| line == *asked || asked.contains('<'));
                prop_assert!(form, "{}", unit.prompt);
                let known = ["<Doc>", "<DocA>", "<DocB>", "<Screen>", "<your role>", "<your task>", "<its name>"];
                prop_assert!(!known.iter().any(|known| unit.prompt.contains(known)), "{}", unit.prompt);
                prop_assert_eq!(unit.prompt.contains("<Task>"), unit.tasks.len() > 1);
            }
        }
        prop_assert!(!disabled || !made.fan_out);
        prop_assert_eq!(made.speculative, ["tokens", "start"].contains(&mode));
        prop_assert_eq!(made.waves.is_empty(), made.speculative && disabled);
        prop_assert_eq!(made.fan_out, made.reason.is_none());
        if mode == "run" {
            let units = || made.waves.iter().flat_map(|wave| &wave.units);
            let order: Vec<&str> = units().flat_map(|unit| &unit.tasks).map(|task| task.id.as_str()).collect();
            prop_assert_eq!(order.len(), tasks.len());
            let turn = |id: &str| order.iter().position(|other| *other == id);
            let agent = |id: &str| units().position(|unit| unit.tasks.iter().any(|task| task.id == id));
            for task in &tasks {
                let sharing = tasks.iter().filter(|other| other.files == task.files).map(|other| &other.id);
                for other in sharing.chain(&task.after) {
                    prop_assert!(!made.fan_out || agent(other) == agent(&task.id));
                }
                prop_assert!(task.after.iter().all(|before| turn(before) < turn(&task.id)));
            }
        }
        let (one, other) = (Ok(made), { input.documents.reverse(); input.reviews.reverse(); plan(mode, &input) });
        prop_assert_eq!(one, other);
    }

    #[test]
    fn a_retry_asks_what_is_open_and_nothing_that_is_covered(
        mode in 0..5_usize, fates in prop::collection::vec(0..8_u8, 1..40), documents in 1..6_usize, again in prop::collection::vec(0..8_u8, 1..9),
    ) {
        let mode = ["audit", "verify", "spec", "re-review", "run"][mode];
        let paths: Vec<String> = (0..documents).map(|number| format!("docs/d{number}.md")).collect();
        let tasks = (0..2 * documents).map(|number| Task {
            id: format!("T-{number}"),
            after: if number % 3 == 2 { vec![format!("T-{}", number - 1)] } else { Vec::new() },
            files: vec![format!("{}.rs", number / 2 % 4)],
            ..Task::default()
        }).collect();
        let input = PlanInput {
            changed: vec![paths[0].clone()], reviews: paths.clone(), documents: paths, tasks, approved: true,
            variables: of_all_tasks(), ..PlanInput::default()
        };
        let made = plan(mode, &input).expect("a plan");
        let options = AggregateOptions { plan: Some(Box::new(made.clone())), ..AggregateOptions::default() };
        let (mut came, mut enough) = replies(&made, &fates);
        let mut report = reconvene::aggregate(came.clone(), &options);
        let mut next = retry(&report, Some(&made));
        for attempt in 2..5 {
            let open: BTreeSet<String> = report.gaps.iter().filter(|gap| gap.retry).map(|gap| gap.unit.clone()).collect();
            let asked = answered(&next);
            let lacking = enough.iter().filter(|(_, enough)| !**enough).map(|(name, _)| name.clone());
            prop_assert_eq!(asked.iter().cloned().collect::<BTreeSet<_>>(), lacking.collect::<BTreeSet<_>>());
            prop_assert_eq!(asked.iter().cloned().collect::<BTreeSet<_>>(), open);
            prop_assert_eq!(asked.len(), asked.iter().collect::<BTreeSet<_>>().len());
            prop_assert!(next.waves.iter().flat_map(|wave| &wave.units).all(|unit| unit.attempt <= attempt));
            let bare = reconvene::aggregate(came.clone(), &AggregateOptions::default());
            prop_assert_eq!(answered(&retry(&bare, Some(&made))), asked, "the plan alone knows what is missing");
            let (answers, now) = replies(&next, &again);
            came.extend(answers.into_iter().map(|reply| Reply { attempt: Some(attempt), ..reply }));
            // What is missing this time is as it was, and lacking.
            enough.extend(now);
            report = reconvene::aggregate(came.clone(), &options);
            next = retry(&report, Some(&made));
        }
    }
}

#[test]
fn a_reply_that_shows_one_task_of_two_is_no_approval() {
    let task = |id: &str| Task { id: id.to_owned(), description: "Something".to_owned(), ..Task::default() };
    let input = PlanInput { tasks: vec![task("T-1"), task("T-10")], ..PlanInput::default() };
    let options = AggregateOptions {
        plan: Some(Box::new(plan("start", &input).expect("a plan"))),
        ..AggregateOptions::default()
    };
    let report = |criteria: &str| {
        let count = criteria.lines().count();
        let text = format!(
            "RESULT: CLEAN | Type: implementation | Task: Task list | Files: 0 | Criteria: {count}/{count} | Tests: 0/0\n\n\
             ## Acceptance Criteria\n\n| Criterion | Result | Evidence |\n|---|---|---|\n{criteria}"
        );
        let reply = Reply { unit: Some("Task list".to_owned()), ..Reply::from(text.as_str()) };
        reconvene::aggregate(vec![reply], &options)
    };
    let both = report("| T-1 is created | pass | |\n| T-10 is created | pass | |\n");
    assert_eq!((both.verdict.words(), both.gaps.len()), ("APPROVE", 0));
    let one = report("| T-10 is created | pass | |\n");
    assert_eq!(one.verdict.words(), "APPROVE WITH CHANGES");
    let [gap] = &one.gaps[..] else { panic!("{:?}", one.gaps) };
    assert_eq!(gap.reason, "it shows 1 of the 2 tasks to create");
    assert_eq!((gap.missing.as_deref(), gap.retry), (Some("\"T-1\""), false));
    assert_eq!(report("").gaps.len(), 1);
}

#[test]
fn replies_that_name_the_file_alone_cover_their_unit() {
    let documents: Vec<String> = ["docs/system/A.md", "docs/system/B.md"].map(str::to_owned).into();
    let input = PlanInput { documents, ..PlanInput::default() };
    let first = plan("spec", &input).expect("a plan");
    let digest = |name: &str| {
        Reply::from(
            format!(
                "RESULT: CLEAN | Type: digest | Doc: {name} | Sections: 1 | Entities: 0 | Cross-refs: 0\n\n---\n**Protocol**: v1\n\
                 **Agent**: reader\n**Assigned**: {name}\n**Scope**: all of it\n**Coverage**: 100%\n**Confidence**: high\n---\n\n\
                 ## Section Inventory\n\n| Heading | Line Range | Summary |\n|---|---|---|\n| Loads | 1-9 | What a van carries |\n"
            )
            .as_str(),
        )
    };
    let options = AggregateOptions { plan: Some(Box::new(first.clone())), ..AggregateOptions::default() };
    let report = reconvene::aggregate(vec![digest("A.md"), digest("B.md")], &options);
    assert!(report.gaps.is_empty(), "{:?}", report.gaps);
    assert!(retry(&report, Some(&first)).waves.is_empty());
    let next = plan("spec", &PlanInput { after: Some(Box::new(report)), ..input }).expect("a plan");
    assert!(next.waves.iter().flat_map(|wave| &wave.units).all(|unit| unit.expect.word() != "digest"));
}
