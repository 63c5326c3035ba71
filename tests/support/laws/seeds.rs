//! What the fuzzer begins with, made of the cases and the samples; and the texts that once broke a law.

use std::fs;
use std::path::{Path, PathBuf};

use reconvene::dialect::SEPARATOR;
use reconvene::model::{AggregateOptions, Reply};

use super::merging;

/// A name, and bytes for a target.
pub type Seed = (String, Vec<u8>);

/// The folders of cases of reading.
const READING: &[&str] = &["agent-report", "bowser", "json-return", "prose", "protocol-v1", "template"];

/// How many replies a seed of several has.
const TOGETHER: usize = 4;

/// The seeds of a target.
pub fn of(target: &str) -> Vec<Seed> {
    let cases = |folder: &str| files(&format!("tests/cases/{folder}"), "md");
    match target {
        "agent_report" | "bowser" | "protocol_v1" | "json_return" | "prose" => {
            let own = target.replace('_', "-");
            [own.as_str(), "template"].into_iter().flat_map(cases).collect()
        }
        "fix" => READING.iter().copied().chain(["check"]).flat_map(cases).collect(),
        "json" => {
            let plans = files("tests/cases/dispatch/plan", "json");
            ["json-return", "clarify/parse"].into_iter().flat_map(cases).chain(plans).collect()
        }
        "clarify" => cases("clarify").into_iter().flat_map(parts).collect(),
        // Beside each input stands what is made of it.
        "plan" => {
            let all = files("tests/cases/dispatch/plan", "json");
            all.into_iter().filter(|(name, _)| !name.ends_with(".plan.json")).collect()
        }
        "aggregate" => together(&[merging::SEPARATOR]),
        "split" => together(format!("\n{SEPARATOR}\n").as_bytes()).into_iter().chain(together(b"\n\n")).collect(),
        "report" => together(&[merging::SEPARATOR]).into_iter().map(reported).collect(),
        _ => READING.iter().copied().flat_map(cases).chain(files("samples", "md")).collect(),
    }
}

/// The texts that once broke the law of a target.
pub fn regressions(target: &str) -> Vec<Seed> {
    files(&format!("fuzz/regressions/{target}"), "")
}

/// Every file below a folder of the project with an ending, in order.
fn files(folder: &str, ending: &str) -> Vec<Seed> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    // The fuzzer's crate stands in a folder of its own.
    let top = if top.ends_with("fuzz") { top.parent().expect("the project") } else { top };
    let mut paths: Vec<PathBuf> = Vec::new();
    let mut folders = vec![top.join(folder)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(folder) else { continue };
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            if path.is_dir() {
                folders.push(path);
            } else if ending.is_empty() || path.extension().is_some_and(|own| own == ending) {
                paths.push(path);
            }
        }
    }
    paths.sort();
    let name = |path: &PathBuf| path.strip_prefix(top).expect("below the project").to_string_lossy().replace('/', "_");
    paths.iter().map(|path| (name(path), fs::read(path).expect("a readable file"))).collect()
}

/// The texts of a case of an operation that takes several.
fn parts((name, bytes): Seed) -> Vec<Seed> {
    let text = String::from_utf8_lossy(&bytes).into_owned();
    text.split("%%%\n").enumerate().map(|(number, part)| (format!("{name}-{number}"), part.into())).collect()
}

/// Replies of one folder, some at a time.
fn together(separator: &[u8]) -> Vec<Seed> {
    let folders = READING.iter().map(|folder| format!("tests/cases/{folder}"));
    let audits = ["samples/audit", "samples/earlier", "tests/synthesis", "tests/labelled"].map(str::to_owned);
    folders
        .chain(audits)
        .flat_map(|folder| {
            let replies = files(&folder, "md");
            let join = |group: &[Seed]| {
                let texts: Vec<&[u8]> = group.iter().map(|(_, bytes)| bytes.as_slice()).collect();
                (group[0].0.clone(), texts.join(separator))
            };
            replies.chunks(TOGETHER).map(join).collect::<Vec<_>>()
        })
        .collect()
}

/// The report of a seed of several replies.
fn reported((name, bytes): Seed) -> Seed {
    let replies: Vec<Reply> = merging::replies(&bytes);
    let report = reconvene::aggregate(replies, &AggregateOptions::default());
    (name, serde_json::to_vec(&report).expect("a report is JSON"))
}
