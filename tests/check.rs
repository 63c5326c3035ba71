//! Conformance: every rule has a case that breaks it and one that does not, in `tests/cases/check/`.
//!
//! `CODE.breaks.md` and `CODE.holds.md` are replies, `….host.json` what the host says of one; `CODE.breaks.json` and
//! `CODE.holds.json` are batches. What is said of a reply stands beside it: `UPDATE_EXPECT=1 cargo test --test check`.
// A test may stop the run, and says what it saw.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stdout,
    clippy::print_stderr
)]

mod support;

use std::path::{Path, PathBuf};

use reconvene::check::ArtifactFile;
use reconvene::check::{apply, fix};
use reconvene::model::{Code, Detail, Diagnostic, Dialect, DispatchPlan, Lack, Level, PairDecision};
use reconvene::render::{DiagnosticStyle, diagnostics};
use reconvene::{AggregateOptions, CheckOptions, CheckResult, Grade, Ledger, Reply, ReplyText};
use serde::Deserialize;

#[derive(Deserialize)]
struct Batch {
    replies: Vec<Reply>,
    #[serde(default)]
    decisions: Vec<PairDecision>,
    #[serde(default)]
    plan: Option<DispatchPlan>,
    /// Given to the report, without its replies.
    later: Option<Vec<PairDecision>>,
}

fn check(reply: &Reply) -> CheckResult {
    reconvene::check(reply, &CheckOptions::default())
}

/// What the host knows of a case, in the file beside it: of the reply, and of the session and its artifacts.
fn host(path: &Path) -> (serde_json::Map<String, serde_json::Value>, CheckOptions) {
    let Ok(text) = std::fs::read_to_string(path.with_extension("host.json")) else { return Default::default() };
    let mut of_reply: serde_json::Map<_, _> = serde_json::from_str(&text).expect("JSON");
    let keys = ["sessionId", "artifacts"];
    let options = keys.into_iter().filter_map(|key| of_reply.remove_entry(key)).collect::<serde_json::Map<_, _>>();
    (of_reply, serde_json::from_value(options.into()).expect("what a host knows beside a reply"))
}

/// A case, checked with what the host knows.
fn check_case(path: &Path) -> CheckResult {
    reconvene::check(&reply(path), &host(path).1)
}

/// The name of a case without its endings, and which of the two it is.
fn name(path: &Path) -> (String, String) {
    let file = path.file_name().and_then(|name| name.to_str()).expect("a name");
    let mut parts = file.split('.');
    (parts.next().unwrap_or_default().to_owned(), parts.next().unwrap_or_default().to_owned())
}

fn folder() -> PathBuf {
    support::root().join("tests/cases/check")
}

/// A reply with what the host says of it.
fn reply(path: &Path) -> Reply {
    let (mut fields, _) = host(path);
    let types = fields.remove("types").unwrap_or_else(|| serde_json::Value::Array(Vec::new()));
    fields.insert("text".to_owned(), "".into());
    let mut reply: Reply = serde_json::from_value(fields.into()).expect("what a host says of a reply");
    reply.text = ReplyText::from_bytes(&std::fs::read(path).expect("a readable case"));
    reply.types = reconvene::custom_types(&types, "types").expect("types");
    reply
}

fn replies() -> Vec<PathBuf> {
    let found = support::files(&folder(), &["md"]);
    assert!(found.len() > 100, "the cases are not there");
    found
}

/// What is said of a case, be it a reply or a batch.
fn said(path: &Path) -> Vec<Diagnostic> {
    if path.extension().is_some_and(|ending| ending == "md") {
        return check_case(path).diagnostics;
    }
    let batch: Batch = serde_json::from_slice(&std::fs::read(path).expect("a readable case")).expect("a batch");
    let options = AggregateOptions {
        decisions: batch.decisions.into(),
        plan: batch.plan.map(Box::new),
        ..AggregateOptions::default()
    };
    let mut report = reconvene::aggregate(batch.replies, &options);
    if let Some(later) = batch.later {
        report = reconvene::decide(&report, &later.into());
    }
    report.diagnostics.into_iter().chain(report.results.into_iter().flat_map(|result| result.diagnostics)).collect()
}

#[test]
fn every_case_is_judged() {
    for path in replies() {
        let reply = reply(&path);
        let CheckResult { grade, diagnostics: said, failure, .. } = check_case(&path);
        let shown = diagnostics(&said, reply.text.as_str(), Some("reply.md"), DiagnosticStyle::Plain);
        let failure = failure.map(|failure| failure + "\n").unwrap_or_default();
        expect_test::expect_file![path.with_extension("txt")].assert_eq(&format!("{grade:?}\n\n{shown}{failure}"));
    }
}

#[test]
fn every_code_has_a_case_that_breaks_it_and_one_that_does_not() {
    // Those of clarifications and decisions are the matter of `tests/clarify.rs`; a status is inferred for those who read a
    // result: `tests/short-texts.json`.
    let of_replies = |code: &&Code| {
        **code != Code::InferredStatus
            && !["clarifications.md", "decisions.md"].iter().any(|page| code.explanation().source.starts_with(page))
    };
    for code in Code::ALL.iter().filter(of_replies) {
        for (kind, breaks) in [("breaks", true), ("holds", false)] {
            let found = ["md", "json"].map(|ending| folder().join(format!("{}.{kind}.{ending}", code.name())));
            let path = found.iter().find(|path| path.exists()).unwrap_or_else(|| panic!("{} {kind}", code.name()));
            let is_said = said(path).iter().any(|said| said.code == code.name());
            assert_eq!(is_said, breaks, "{}", path.display());
        }
    }
    for path in support::files(&folder(), &["md"]) {
        let (code, _) = name(&path);
        assert!(Code::named(&code).is_some(), "{} is a case of no code", path.display());
    }
}

#[test]
fn the_change_of_a_diagnostic_removes_it() {
    let mut made = 0;
    for path in replies().into_iter().chain(support::cases()) {
        let reply = reply(&path);
        let options = host(&path).1;
        let before = reconvene::check(&reply, &options).diagnostics;
        let count = |said: &[Diagnostic], code: &str| said.iter().filter(|said| said.code == code).count();
        for said in before.iter().filter(|said| said.edit.is_some()) {
            let (text, changes) = apply(reply.text.as_str(), std::slice::from_ref(said));
            let after = reconvene::check(&Reply { text: text.as_str().into(), ..reply.clone() }, &options).diagnostics;
            made += changes;
            let (few, many) = (count(&after, &said.code), count(&before, &said.code));
            assert!(few < many, "{}: {} stays\n{text}", path.display(), said.code);
        }
    }
    assert!(made > 50, "{made} changes are too few to show anything");
}

#[test]
fn fixing_twice_changes_nothing() {
    for path in replies().into_iter().chain(support::cases()) {
        let reply = reply(&path);
        let once = fix(&reply);
        let twice = fix(&Reply { text: once.text.as_str().into(), ..reply });
        assert_eq!((twice.text, twice.changes), (once.text, 0), "{}", path.display());
    }
}

#[test]
fn fixing_keeps_what_was_read() {
    for path in replies().into_iter().chain(support::cases()) {
        let reply = reply(&path);
        let fixed = fix(&reply);
        let before = reconvene::parse(&reply, Ledger::Omit);
        let after = reconvene::parse(&Reply { text: fixed.text.as_str().into(), ..reply }, Ledger::Omit);
        assert_eq!(kept(after), kept(before), "{}\n{}", path.display(), fixed.text);
    }
}

/// What a result says, without what a change is made of: words for statuses, severities and types, names of columns,
/// figures, ids, and where things stand.
fn kept(mut result: reconvene::AgentResult) -> serde_json::Value {
    let extra = std::mem::take(&mut result.metadata.extra);
    for finding in &mut result.findings {
        finding.id.clear();
        finding.stated_severity = None;
        finding.stated_type = None;
        finding.fingerprint.clear();
        // The header of a column that has no field is its key.
        finding.extra.clear();
    }
    match &mut result.detail {
        Detail::Verification(list) => list.items.iter_mut().for_each(|item| item.stated_status.clear()),
        Detail::Consistency(detail) => (detail.mode, detail.rating) = (None, None),
        Detail::Implementation(work) => {
            work.criteria.iter_mut().for_each(|criterion| criterion.stated_status = None);
            work.gaps.iter_mut().for_each(|gap| gap.level = None);
        }
        Detail::Steps(story) => {
            (story.passed, story.total) = (None, None);
            story.steps.iter_mut().for_each(|step| step.stated_status = None);
            story.notes.remove("Failed at");
        }
        _ => {}
    }
    let extra: Vec<_> =
        extra.into_iter().filter(|field| !["STATUS", "RATING", "MODE"].contains(&field.key.as_str())).collect();
    let mut value = serde_json::json!({
        "findings": result.findings, "detail": result.detail, "type": result.r#type, "unit": result.unit,
        "agent": result.agent, "metadata": result.metadata, "extra": extra, "coverage": result.coverage,
        "reason": result.reason, "recovery": result.recovery, "parked": result.parked,
        "remainder": result.remainder.iter().map(|left| left.text.trim()).collect::<Vec<_>>(),
    });
    support::without_spans(&mut value);
    value
}

#[test]
fn templates_filled_in_conform() {
    let is_template = |path: &PathBuf| path.parent().is_some_and(|folder| folder.ends_with("template"));
    let templates: Vec<PathBuf> = support::cases().into_iter().filter(is_template).collect();
    assert!(templates.len() > 30, "the templates are not there");
    for path in templates {
        let text = std::fs::read_to_string(&path).expect("a readable template");
        let checked = check(&Reply::from(text.as_str()));
        assert_eq!(checked.diagnostics, [], "{}", path.display());
        assert_eq!((checked.grade, checked.repair), (Grade::Conforms, None), "{}", path.display());
    }
}

#[test]
fn a_repair_asks_for_what_is_missing_alone() {
    for path in replies() {
        let checked = check_case(&path);
        assert_eq!(checked.repair.is_some(), checked.grade >= Grade::Errors, "{}", path.display());
        let Some(repair) = checked.repair else { continue };
        assert!(repair.chars().count() <= 10_000, "{}", path.display());
        for said in &checked.diagnostics {
            let lacks = Code::named(&said.code).is_some_and(|code| code.explanation().lacks == Lack::Information);
            let asked = said.level == Level::Error || (said.level == Level::Warning && lacks);
            assert_eq!(repair.contains(&said.message), asked, "{}: {}", path.display(), said.code);
        }
    }
}

#[test]
fn a_repair_is_short_whatever_is_wrong() {
    let rows = "| F1 | grave | sloppiness | | -- | A long description of it all. | Mend it. |\n".repeat(2000);
    let text = format!(
        "RESULT: CLEAN | Type: consistency | Pair: MENU.md/STOCK.md | Findings: 1\n\n| ID | Severity | Type | Location | Counter-location | Description | Suggestion |\n|---|---|---|---|---|---|---|\n{rows}"
    );
    let repair = check(&Reply::from(text.as_str())).repair.expect("a repair");
    assert!(repair.chars().count() <= 10_000);
    assert!(repair.contains(" more problems of these kinds."), "{repair}");
    assert!(repair.contains("Pair: MENU.md/STOCK.md"), "{repair}");
}

#[test]
fn a_format_that_the_host_names_counts() {
    let text = "Story: A guest orders rye\n\n- [x] Open the menu\n";
    let of = |dialect| Reply { dialect: Some(dialect), ..Reply::from(text) };
    for (dialect, form) in [(Dialect::AgentReport, "RESULT line"), (Dialect::Bowser, "✅ SUCCESS")] {
        let checked = check(&of(dialect));
        assert_eq!(reconvene::parse(&of(dialect), Ledger::Omit).dialect, dialect);
        let helps: Vec<&str> = checked.diagnostics.iter().filter_map(|said| said.help.as_deref()).collect();
        assert!(helps.iter().any(|help| help.contains(form)), "{helps:?}");
    }
}

#[test]
fn a_repair_holds_the_template_of_the_agent() {
    let repair = |case: &str| check_case(&folder().join(format!("{case}.md"))).repair.unwrap_or_default();
    let report = repair("status-differs.breaks");
    assert!(report.contains("\nPAIR: MENU.md <-> STOCK.md\nSTATUS: <CONSISTENT|TENSION|CONFLICT>\n"), "{report}");
    assert!(report.contains("\n## Parkable Findings\n| Finding | Category | Priority |\n"), "{report}");
    assert!(report.ends_with("RESULT: <CONSISTENT|TENSION|CONFLICT> | Issues: <N>\n"), "{report}");
    assert!(repair("clean-with-failures.step").contains("\n**Failed at:** Step <number>\n"));
    assert!(repair("clean-with-failures.scenario").contains("\nNATIVE: <what was seen>\n"));
}

#[test]
fn many_artifacts_are_found_among_many_files() {
    const COUNT: usize = 20_000;
    let artifacts: Vec<_> = (0..COUNT)
        .map(|number| serde_json::json!({ "type": "plan", "path": format!("./crates/{number}.md"), "summary": "One" }))
        .collect();
    let text = serde_json::json!({
        "status": "completed", "summary": "Packed. Counted.", "artifacts": artifacts,
        "metadata": {
            "session_id": "sess_41", "agent_type": "packer", "delegation_depth": 1,
            "delegation_path": ["orchestrator", "packer"],
        },
    });
    let files = (0..COUNT - 1).rev().map(|number| ArtifactFile { path: format!("crates\\{number}.md"), bytes: 1 });
    let options = CheckOptions { artifacts: Some(files.collect()), ..CheckOptions::default() };
    let checked = reconvene::check(&Reply::from(text.to_string().as_str()), &options);
    let said: Vec<&str> = checked.diagnostics.iter().map(|said| said.message.as_str()).collect();
    assert_eq!(said, ["The artifact \"./crates/19999.md\" does not exist."]);
}

#[test]
fn a_summary_line_in_a_string_changes_nothing() {
    let text = "{\"status\": \"done\", \"summary\": \"It is told.\\n\", \"artifacts\": [], \"next_steps\": \"RESULT: PASS | Type: digest\"}";
    let fixed = fix(&Reply::from(text)).text;
    assert_eq!(fixed, text.replace("\"done\"", "\"completed\""));
}

#[test]
fn real_replies_are_checked_and_fixed() {
    let Some(corpus) = support::corpus() else { return };
    let files = support::files(&corpus, &["md", "txt", "json", "jsonl"]);
    assert!(files.len() > 300, "the corpus is not there");
    for path in files {
        let reply = support::reply(&std::fs::read(&path).expect("a readable file"));
        let checked = check(&reply);
        let repair = checked.repair.unwrap_or_default();
        assert!(repair.chars().count() <= 10_000, "{}", path.display());
        assert!(!repair.lines().any(|line| line.starts_with("::")), "{}", path.display());
        let once = fix(&reply);
        let twice = fix(&Reply { text: once.text.as_str().into(), ..reply });
        assert_eq!((twice.text, twice.changes), (once.text, 0), "{}", path.display());
    }
}
