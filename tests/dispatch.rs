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

use reconvene::dispatch::{Misuse, PlanInput, plan};
use reconvene::model::DispatchPlan;
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
            if !with_prompts {
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
            } else {
                let prompt = unit["prompt"].as_str().expect("a prompt");
                unit["prompt"] = prompt.lines().map(|line| json!(line)).collect();
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
