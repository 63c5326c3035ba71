//! Plans.

use std::collections::BTreeSet;

use reconvene::dispatch::{ConfigurationFile, MODES, PlanInput};
use reconvene::model::{AggregateOptions, DispatchPlan, DispatchUnit};
use serde_json::Value;

use super::words::hash;

/// Any bytes as a configuration; as `{"mode": …, "input": …}` they are planned or refused, every fault in a sentence. A plan
/// is read back, and names no unit of a wave twice; where no reply came, all of it is asked again.
pub fn plan(bytes: &[u8]) {
    if let Err(misuse) = ConfigurationFile::read(&String::from_utf8_lossy(bytes)) {
        assert!(misuse.problems.iter().all(|problem| !problem.message.is_empty()));
    }
    let Some(plan) = planned(bytes) else { return };
    let written = serde_json::to_string(&plan).expect("a plan is JSON");
    assert!(reconvene::from_json::<DispatchPlan>(written.as_bytes()).is_ok_and(|read| read == plan));
    let _shown = reconvene::render::plan(&plan);
    let options = AggregateOptions { plan: Some(Box::new(plan.clone())), ..AggregateOptions::default() };
    let report = reconvene::aggregate(Vec::new(), &options);
    let again = reconvene::retry(&report, Some(&plan));
    assert_eq!(answered(&again), answered(&plan), "what is asked again is not what is missing");
}

/// The plan that some bytes ask for.
pub fn planned(bytes: &[u8]) -> Option<DispatchPlan> {
    let case = serde_json::from_slice::<Value>(bytes).ok()?;
    let mode = case["mode"].as_str().unwrap_or(MODES[hash(bytes) % MODES.len()]);
    match PlanInput::read(&case["input"], "input").and_then(|input| reconvene::plan(mode, &input)) {
        Ok(plan) => Some(plan),
        Err(misuse) => {
            assert!(!misuse.problems.is_empty());
            assert!(misuse.problems.iter().all(|problem| !problem.message.is_empty()));
            None
        }
    }
}

/// What the units of a plan are to answer.
fn answered(plan: &DispatchPlan) -> BTreeSet<&str> {
    plan.waves.iter().flat_map(|wave| &wave.units).flat_map(DispatchUnit::answered).collect()
}
