//! What a report says of the results that it is made of.
#![allow(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used)]

#[path = "support/results.rs"]
mod results;

use reconvene::model::{
    AgentResult, AggregateOptions, ConflictKind, Consistency, CoverageRow, DecisionImplication, DecisionStatus, Detail,
    Dialect, Expected, ExpectedUnit, Finding, FindingDecision, FindingDecisions, FindingState, Format, KeyValue,
    PairDecision, ParkedFinding, Percent, Reply, Report, ResultType, Severity, Status, UnitStatus, Verdict,
};
use reconvene::render::{finding as finding_by_itself, shown_text};
use reconvene::report::{aggregate_traced, merge_results};
use results::{covered, finding, found, location, result};

fn merged(results: Vec<AgentResult>) -> Report {
    merge_results(results, &AggregateOptions::default())
}

fn expected(units: &[(&str, &str)]) -> AggregateOptions {
    let unit = |(unit, agent): &(&str, &str)| ExpectedUnit {
        unit: (*unit).to_owned(),
        agent: Some((*agent).to_owned()).filter(|agent| !agent.is_empty()),
        expect: None,
        asked: None,
    };
    AggregateOptions { expected: units.iter().map(unit).collect(), ..AggregateOptions::default() }
}

fn row(report: &Report) -> &CoverageRow {
    assert_eq!(report.coverage.len(), 1, "{:?}", report.coverage);
    &report.coverage[0]
}

fn labelled(unit: Option<&str>, agent: Option<&str>, text: &str) -> Reply {
    Reply { unit: unit.map(str::to_owned), agent: agent.map(str::to_owned), ..Reply::from(text) }
}

// ── several agents on one unit

#[test]
fn what_one_agent_read_does_not_stand_for_another_that_did_not_finish() {
    let clean = labelled(Some("src"), Some("security"), "I read all of src. No problems found.");
    let failed = labelled(Some("src"), Some("tests"), "");
    let report = reconvene::aggregate(vec![clean.clone(), failed.clone()], &AggregateOptions::default());
    assert_ne!(report.verdict, Verdict::Approve);
    assert_eq!(row(&report).reason.as_deref(), Some("not finished by tests"));
    assert!(report.gaps[0].retry);
    // A later attempt of the same agent takes the place of its first one.
    let again = labelled(Some("src"), Some("tests"), "I read all of src. No problems found.");
    let report =
        reconvene::aggregate(vec![clean, failed, Reply { attempt: Some(2), ..again }], &AggregateOptions::default());
    assert!(report.gaps.is_empty(), "{:?}", report.gaps);
}

// ── as JSON

#[test]
fn characters_that_act_are_written_as_escapes_and_are_read_back() {
    let mut odd = finding("F1", Severity::Minor, "gap", "2", "Bell\u{7f}, \"turn\u{202e}ed\", é and \\ in {one: line}");
    odd.extra.push(KeyValue { key: "a\u{85}b".to_owned(), value: "c\u{feff}".to_owned() });
    let report = merged(vec![found("a.md", "checker", vec![odd])]);
    let json = reconvene::render(&report, Format::Json, &reconvene::RenderOptions::default());
    for part in [r#""Bell\u007f, \"turn\u202eed\", é and \\ in {one: line}""#, r#""a\u0085b""#, r#""c\ufeff""#] {
        assert!(json.contains(part), "{part} in {json}");
    }
    assert_eq!(reconvene::from_json::<Report>(json.as_bytes()).expect("a report"), report);
}

// ── the replies behind it

#[test]
fn each_result_leads_to_its_reply() {
    let on = |unit: &str, id: Option<&str>| Reply {
        id: id.map(str::to_owned),
        ..labelled(Some(unit), None, &format!("RESULT: FINDINGS | Type: consistency\n\n- major: {unit} is wrong"))
    };
    let replies = vec![on("c.md", None), on("a.md", Some("1")), on("b.md", None), on("a.md", Some("1"))];
    let (report, places) = aggregate_traced(replies.clone(), &AggregateOptions::default());
    assert_eq!(places, [1, 2, 0]);
    for (result, place) in report.results.iter().zip(&places) {
        assert_eq!(result.unit, replies[*place].unit);
    }
}

/// What each of the formats that agents write says of one lid, and of one thing that no other says.
const FORMATS: [(Dialect, &str, &str); 7] = [
    (
        Dialect::ProtocolV1,
        "envelope",
        "RESULT: FINDINGS | Type: consistency | Pair: KILN.md/CLAY.md | Findings: 2 | Critical: 0 | Major: 1 | Minor: 1\n\n\
         ## Findings\n\n\
         | ID | Severity | Type | Location | Counter-location | Description | Suggestion |\n\
         |---|---|---|---|---|---|---|\n\
         | F1 | major | contradiction | KILN.md §2 | -- | The lid of the kiln is too loose to keep the heat. | Screw it. |\n\
         | F2 | minor | stale-content | KILN.md §3 | -- | The envelope names an oven that was sold. | Strike it. |\n",
    ),
    (
        Dialect::AgentReport,
        "agent report",
        "DIMENSION: Completeness\nMODE: audit\nRATING: some-issues\n\n## Findings\n\n\
         ### The lid of the kiln is too loose to keep the heat\n\
         - **Severity**: major\n- **Location**: KILN.md §2\n- **Finding**: The lid of the kiln is too loose to keep the heat.\n\n\
         ### The agent report asks who sweeps\n\
         - **Severity**: minor\n- **Location**: KILN.md §4\n- **Finding**: The agent report asks who sweeps the yard.\n\n\
         RESULT: some-issues | Findings: 0/1/1/0\n",
    ),
    (
        Dialect::Bowser,
        "Bowser",
        "❌ FAILURE\n\n**Story:** A potter lights the kiln\n**Steps:** 1/2 passed\n**Failed at:** Step 2\n\n\
         | # | Step | Status | Screenshot |\n|---|---|---|---|\n\
         | 1 | Shut the lid | PASS | 00.png |\n| 2 | Light it | FAIL | 01.png |\n",
    ),
    (
        Dialect::JsonReturn,
        "JSON return",
        r#"{"status": "partial", "summary": "Half is fired.", "artifacts": [{"type": "report", "path": "fired.md", "summary": "Cups"}], "metadata": {"agent_type": "potter"}, "errors": [{"type": "timeout", "message": "Night fell", "recoverable": true, "recommendation": "Go on at dawn"}], "next_steps": "Fire the plates"}"#,
    ),
    (
        Dialect::JsonReturn,
        "findings in JSON",
        r#"[{"severity": "major", "file": "KILN.md", "section": "2", "message": "The JSON says that ash is left in the grate", "line": 90},
            {"severity": "major", "location": "KILN.md §2", "message": "The lid of the kiln is too loose to keep the heat"}]"#,
    ),
    (
        Dialect::Prose,
        "prose",
        "# Review of the kiln\n\n### [P1] The lid of the kiln is too loose to keep the heat\n\n- **Location**: KILN.md §2\n\n\
         ### [P2] The prose finds the chimney crooked\n\n- **Location**: KILN.md §6\n",
    ),
    (
        Dialect::ProtocolV1,
        "verification",
        "RESULT: FINDINGS | Type: verification | Items: 1 | Applied: 0 | Partial: 0 | Missing: 1\n\n\
         ## Checklist\n\n| Item | Status | Notes |\n|---|---|---|\n| Sweep the chimney | missing | soot |\n",
    ),
];

#[test]
fn of_every_format_in_one_call_each_contributes() {
    let replies = FORMATS.map(|(_, name, text)| labelled(Some(name), None, text));
    let report = reconvene::aggregate(replies.to_vec(), &AggregateOptions::default());
    for (dialect, name, _) in FORMATS {
        let result = report.results.iter().find(|result| result.unit.as_deref() == Some(name)).unwrap();
        assert_eq!(result.dialect, dialect, "{name}");
    }
    // One lid, whatever the format; and what each says alone.
    let lid: Vec<_> = report.findings.iter().filter(|found| found.description.contains("lid")).collect();
    assert_eq!(lid.len(), 1, "{lid:?}");
    assert_eq!(lid[0].units, ["agent report", "envelope", "findings in JSON", "prose"]);
    for (name, alone) in [
        ("envelope", "The envelope names an oven that was sold."),
        ("agent report", "The agent report asks who sweeps the yard."),
        ("findings in JSON", "The JSON says that ash is left in the grate"),
        ("prose", "The prose finds the chimney crooked"),
    ] {
        let found = report.findings.iter().find(|found| found.description == alone);
        assert_eq!(found.map(|found| found.units.as_slice()), Some([name.to_owned()].as_slice()), "{alone}");
    }
    assert_eq!(report.findings.len(), 5);
    let returns = report.returns.as_ref().unwrap();
    assert_eq!((returns.artifacts.len(), returns.errors.len(), returns.next_steps.len()), (1, 1, 1));
    assert_eq!(returns.errors[0].unit.as_deref(), Some("JSON return"));
    let stories = &report.steps.as_ref().unwrap().stories;
    assert_eq!((stories.len(), stories[0].passed, stories[0].total), (1, 1, 2));
    assert_eq!(stories[0].failed, ["2. Light it"]);
    let checklist = report.checklist.as_ref().unwrap();
    assert_eq!(checklist.items.len(), 1);
    // Each has its row, and the order in which they come changes nothing.
    assert_eq!((report.summary.replies, report.coverage.len()), (7, 7));
    let reversed = replies.into_iter().rev().collect();
    assert_eq!(reconvene::aggregate(reversed, &AggregateOptions::default()), report);
}

#[test]
fn one_finding_by_itself_is_as_the_report_has_it() {
    let said = |text: &str| finding("F1", Severity::Minor, "regression", "1", text);
    let report = merged(vec![
        found("a.md", "one", vec![said("The first thing.")]),
        found("b.md", "two", vec![said("Another one | with a pipe.")]),
    ]);
    let whole = reconvene::render(&report, Format::Markdown, &reconvene::RenderOptions::default());
    let one = finding_by_itself(&report, "G2").expect("there are two");
    let row = one.lines().find(|line| line.starts_with("| G2 | minor")).expect("a row");
    assert!(whole.contains(row));
    assert!(!one.contains("G1"));
    assert_eq!(finding_by_itself(&report, "G3"), None);
}

#[test]
fn what_a_page_shows_beside_a_report_hides_nothing() {
    assert_eq!(shown_text("a\tb\r\nc\u{202e}d\u{200b}<b>\u{1b}"), "a\tb\nc\u{fffd}d\u{fffd}<b>\u{241b}");
}

// ── the coverage map

#[test]
fn a_unit_that_never_answered_is_a_row_and_a_gap() {
    let report =
        merge_results(vec![result("a.md/b.md", "", Status::Clean)], &expected(&[("b.md vs ./a.md", ""), ("c.md", "")]));
    let rows: Vec<_> = report.coverage.iter().map(|row| (row.unit.as_str(), row.status)).collect();
    assert_eq!(rows, [("a.md + b.md", UnitStatus::Clean), ("c.md", UnitStatus::Missing)]);
    let gaps: Vec<_> =
        report.gaps.iter().map(|gap| (gap.unit.as_str(), gap.status, gap.retry, gap.reason.as_str())).collect();
    assert_eq!(gaps, [("c.md", UnitStatus::Missing, true, "no reply")]);
    assert_eq!(report.summary.coverage, Some(Percent::whole(50)));
    assert_eq!(report.verdict, Verdict::ApproveWithChanges);
}

#[test]
fn the_highest_attempt_decides() {
    let retried =
        AgentResult { attempt: 2, reason: Some("timeout".to_owned()), ..result("a.md", "one", Status::Partial) };
    let report =
        merged(vec![found("a.md", "one", vec![finding("F1", Severity::Minor, "regression", "1", "x")]), retried]);
    assert_eq!((row(&report).status, row(&report).findings), (UnitStatus::Partial, 1));
    assert_eq!(row(&report).reason.as_deref(), Some("timeout"));
    assert_eq!(row(&report).results, [0, 1]);
}

#[test]
fn of_one_attempt_findings_come_first_and_the_best_coverage_counts() {
    let partial = |percent| covered(percent, result("a.md", "one", Status::Partial));
    assert_eq!(row(&merged(vec![partial(40), partial(60)])).coverage, Some(Percent::whole(60)));
    let report =
        merged(vec![covered(90, result("a.md", "", Status::Findings)), result("a.md", "", Status::Error), partial(95)]);
    assert_eq!((row(&report).status, row(&report).coverage), (UnitStatus::Findings, Some(Percent::whole(95))));
    assert_eq!(report.gaps.len(), 1);
    let report = merged(vec![partial(40), result("a.md", "", Status::Clean)]);
    assert_eq!((row(&report).status, row(&report).coverage, report.gaps.len()), (UnitStatus::Clean, None, 0));
}

#[test]
fn replies_without_a_unit_have_rows_of_their_own() {
    let from = |source: &str| AgentResult { source: Some(source.to_owned()), ..result("", "", Status::Clean) };
    let options = expected(&[("c.md", "")]);
    let results =
        vec![from("a.md"), from("a.md"), from("b.log"), result("", "", Status::Clean), result("", "", Status::Clean)];
    let report = merge_results(results, &options);
    let mut rows: Vec<_> = report.coverage.iter().map(|row| (row.unit.as_str(), row.status)).collect();
    assert_eq!(rows.remove(0), ("c.md", UnitStatus::Missing));
    let names: Vec<_> = rows.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["(no task named)", "(no task named) 2", "a.md", "a.md 2", "b.log"]);
}

#[test]
fn an_agent_that_was_asked_and_is_silent_is_said() {
    let options = expected(&[("a.md", "one"), ("a.md", "two"), ("a.md", "two")]);
    let report = merge_results(vec![result("a.md", "one", Status::Clean)], &options);
    assert_eq!((row(&report).status, row(&report).reason.as_deref()), (UnitStatus::Clean, Some("no reply from two")));
    assert_eq!(row(&report).agents, ["one", "two"]);
    assert_eq!((report.gaps.len(), report.gaps[0].status, report.gaps[0].retry), (1, UnitStatus::Missing, true));
    // A reply that is from no agent we know is from one of those that were asked.
    let report = merge_results(vec![result("a.md", "", Status::Clean)], &options);
    assert_eq!(row(&report).reason.as_deref(), Some("no reply from 1 of one, two"));
    let both = vec![result("a.md", "", Status::Clean), result("a.md", "two", Status::Clean)];
    assert_eq!(row(&merge_results(both, &options)).reason, None);
}

#[test]
fn a_claimed_unit_or_agent_closes_no_gap_of_what_the_host_labels() {
    let text = "RESULT: CLEAN | Type: consistency | Pair: a.md/b.md | Findings: 0 | Critical: 0 | Major: 0 | Minor: 0\n\n---\n**Protocol**: v1\n**Agent**: two\n---\n";
    let options = expected(&[("a.md + b.md", ""), ("c.md", "")]);
    let report = reconvene::aggregate(vec![labelled(Some("c.md"), None, text)], &options);
    let gaps: Vec<_> = report.gaps.iter().map(|gap| gap.unit.as_str()).collect();
    assert_eq!(gaps, ["a.md + b.md", "c.md"], "nor does it close the unit that it is not about");
    let text = text.replace("a.md/b.md", "c.md/c.md");
    let options = expected(&[("c.md", "one"), ("c.md", "two")]);
    let report = reconvene::aggregate(vec![labelled(Some("c.md"), Some("one"), &text)], &options);
    assert_eq!(row(&report).reason.as_deref(), Some("no reply from two"));
    let report = reconvene::aggregate(vec![labelled(Some("c.md"), None, &text)], &options);
    assert_eq!(row(&report).reason.as_deref(), Some("no reply from 1 of one, two"));
}

#[test]
fn a_file_by_the_name_of_an_expected_unit_answers_it() {
    let of = |source: &str| Reply { source: Some(source.to_owned()), ..Reply::from("No issues found.") };
    let options = expected(&[("security", "one"), ("performance", "one"), ("docs/a.md", "one")]);
    let report = reconvene::aggregate(vec![of("out/security.md"), of("docs/a.md"), of("notes.md")], &options);
    let rows: Vec<_> = report.coverage.iter().map(|row| (row.unit.as_str(), row.status.word())).collect();
    assert_eq!(
        rows,
        [("docs/a.md", "CLEAN"), ("performance", "MISSING"), ("security", "CLEAN"), ("notes.md", "CLEAN")]
    );
}

#[test]
fn a_file_keeps_its_name_beside_a_reply_that_the_host_labels() {
    let of = |source: &str| Reply { source: Some(source.to_owned()), ..Reply::from("No issues found.") };
    let labelled = Reply { unit: Some("performance".to_owned()), ..of("all.json#1") };
    let options = expected(&[("Security", ""), ("performance", ""), ("tests", "")]);
    let report = reconvene::aggregate(vec![of("security.md"), labelled], &options);
    let gaps: Vec<_> = report.gaps.iter().map(|gap| gap.unit.as_str()).collect();
    assert_eq!(gaps, ["tests"]);
    let units: Vec<_> = report.results.iter().map(|result| result.unit.as_deref()).collect();
    assert_eq!(units, [Some("performance"), Some("Security")], "the result names it, as it was asked for");
}

#[test]
fn what_is_asked_again_depends_on_status_and_coverage() {
    let retries = |results: Vec<AgentResult>, below: Option<u32>| {
        let options = AggregateOptions { retry_below: below.map(Percent::whole), ..AggregateOptions::default() };
        merge_results(results, &options).gaps.iter().map(|gap| gap.retry).collect::<Vec<_>>()
    };
    let partial = |percent| vec![covered(percent, result("a.md", "", Status::Partial))];
    assert_eq!(retries(partial(79), None), [true]);
    assert_eq!(retries(partial(80), None), [false]);
    assert_eq!(retries(partial(80), Some(95)), [true]);
    assert_eq!(retries(vec![result("a.md", "", Status::Partial)], Some(0)), [true]);
    assert_eq!(retries(vec![covered(100, result("a.md", "", Status::Error))], None), [true]);
    // Who says to be done, and states how little was looked at, is asked for the rest.
    assert_eq!(retries(vec![covered(60, result("a.md", "", Status::Clean))], None), [true]);
    assert_eq!(retries(vec![covered(60, result("a.md", "", Status::Clean))], Some(50)), [false]);
    assert_eq!(retries(vec![covered(90, result("a.md", "", Status::Findings))], None), [false]);
    assert_eq!(retries(vec![result("a.md", "", Status::Findings)], None), [false; 0]);
}

#[test]
fn a_gap_tells_what_is_missing_in_the_agents_words() {
    let mut partial = covered(33, result("a.md", "", Status::Partial));
    partial.metadata.coverage = Some("33% (500 of 1498 lines). Unread: §5 to §17".to_owned());
    let gap = &merged(vec![partial]).gaps[0];
    assert_eq!(gap.stated_coverage.as_deref(), Some("33% (500 of 1498 lines). Unread: §5 to §17"));
    assert_eq!(gap.missing, None);
    // What was covered is not called missing.
    let list = "RESULT: PARTIAL | Type: digest | Doc: a.md | Coverage: S1, S2 | Reason: no room\n";
    let report = reconvene::aggregate(vec![Reply::from(list)], &AggregateOptions::default());
    let gap = &report.gaps[0];
    assert_eq!((gap.stated_coverage.as_deref(), &gap.missing), (Some("S1, S2"), &None));
    let shown = reconvene::render(&report, Format::Markdown, &reconvene::RenderOptions::default());
    assert!(shown.contains("| Task | Status | Reason | Coverage as stated | Ask again |"), "{shown}");
    assert!(shown.contains("| a.md | PARTIAL | no room | S1, S2 | yes |"), "{shown}");
    let failed = AgentResult { recovery: Some("ask later".to_owned()), ..result("a.md", "", Status::Error) };
    let gap = &merged(vec![failed]).gaps[0];
    assert_eq!((gap.reason.as_str(), &gap.missing), ("failed (to recover: ask later)", &None));
}

// ── figures

/// Replies that say that all is done, and do not show it.
const SHOW_LESS: [(&str, &str); 9] = [
    (
        "{\"status\": \"completed\", \"summary\": \"All is well.\", \"artifacts\": null, \"metadata\": {\"session_id\": \"s\"}}",
        "it states that it is done, but names no result",
    ),
    (
        "{\"status\": \"completed\", \"summary\": \"All is well.\", \"artifacts\": [{\"path\": \"a.md\"}], \"metadata\": null}",
        "it states that it is done, but has no metadata",
    ),
    (
        "{\"status\": \"completed\", \"summary\": \"All is well.\", \"artifacts\": [{\"path\": \"a.md\"}, {\"type\": \"plan\"}], \"metadata\": {\"session_id\": \"s\"}}",
        "it states that it is done, but does not name every file of its work",
    ),
    (
        "{\"status\": \"completed\", \"summary\": \"All is well.\", \"artifacts\": [{\"path\": \"relative/path/to/artifact.md\"}], \"metadata\": {\"session_id\": \"s\"}}",
        "it states that it is done, but does not name every file of its work",
    ),
    (
        "RESULT: CLEAN | Type: implementation | Task: T-1 | Tests: 1/1\n\n## Test Results\n\n\
        | Test | Result |\n|---|---|\n| t1 | skipped |\n",
        "it states 1 of the tests as passed, but 0 could be read as such",
    ),
    (
        "RESULT: CLEAN | Type: implementation | Task: T-1 | Criteria: 1/1\n\n## Acceptance Criteria\n\n\
        | Criterion | Result | Evidence |\n|---|---|---|\n| It sorts |  | t1 |\n",
        "it states 1 of the requirements as met, but 0 could be read as such",
    ),
    (
        "RESULT: FINDINGS | Type: consistency | Critical: 1\n\n## Findings\n\n| ID | Severity | Type | Location | \
        Description |\n|---|---|---|---|---|\n| F1 | critical | contradiction | a.md:1 | ~~The date is old~~ |\n",
        "it states findings, but all that could be read are settled",
    ),
    ("RESULT: CLEAN", "it holds nothing of what was asked for"),
    ("RESULT: CLEAN | Type: digest | Doc: a.md | Sections: 0 | Entities: 0", "it holds nothing of what was asked for"),
];

#[test]
fn what_states_more_than_can_be_read_is_no_approval() {
    const ROW: &str = "## Findings\n\n| ID | Severity | Type | Location | Description |\n|---|---|---|---|---|\n\
        | F1 | minor | stale-content | a.md:1 | The date is old |\n";
    for (text, reason) in [
        ("RESULT: FINDINGS | Type: verification | Items: 8 | Missing: 1", "it states 8 items, but 0 could be read"),
        ("RESULT: FAIL | Steps: 3/5", "it states 5 steps, but 0 could be read"),
        (
            &format!("RESULT: FINDINGS | Type: digest | Doc: a.md | Critical: 1 | Minor: 0\n\n{ROW}"),
            "it states 1 critical, but 0 could be read as such",
        ),
        (
            "{\"status\": \"completed\", \"artifacts\": [], \"metadata\": {}}",
            "it states that it is done, but reports no work",
        ),
        (
            "{\"status\": \"completed\", \"summary\": \"All is well.\", \"artifacts\": [], \"metadata\": {\"session_id\": \"s\"}}",
            "it states that it is done, but names no result",
        ),
        (
            "{\"status\": \"completed\", \"summary\": \"All is well.\", \"artifacts\": [{\"path\": \"a.md\"}]}",
            "it states that it is done, but has no metadata",
        ),
        (
            "RESULT: CLEAN | Type: digest | Doc: a.md | Sections: 14 | Entities: 23",
            "it states 14 sections, but 0 could be read",
        ),
        (
            "RESULT: CLEAN | Type: digest | Doc: a.md | Sections: 0 | Entities: 23",
            "it states 23 defined terms, but 0 could be read",
        ),
        (
            "RESULT: CLEAN | Type: implementation | Task: T-1 | Files: 1 | Criteria: 5/5\n\n## Acceptance Criteria\n\n\
            | Criterion | Status |\n|---|---|\n| It sorts | pass |\n",
            "it states 5 requirements, but 1 could be read",
        ),
        ("RESULT: CLEAN | Type: implementation | Task: T-1 | Tests: 12/12", "it states 12 tests, but 0 could be read"),
        (
            "RESULT: CLEAN | Type: implementation | Task: T-1 | Files: 4",
            "it states 4 changed files, but 0 could be read",
        ),
        (
            "**TASK**: T-4\n**STATUS**: COMPLETE\n\nRESULT: COMPLETE | Criteria: 0/0 | Gaps: 1/0/2",
            "it states 3 gaps, but 0 could be read",
        ),
        (
            "RESULT: CLEAN | Type: design-plan | Screen: Home | Components: 5",
            "it states 5 components, but 0 could be read",
        ),
        (
            "RESULT: FINDINGS | Type: verification | Items: 0 | Applied: 0\n\nThe timeout table is absent.",
            "it states findings, but no item is open",
        ),
    ]
    .into_iter()
    .chain(SHOW_LESS)
    {
        let report = reconvene::aggregate(vec![Reply::from(text)], &AggregateOptions::default());
        assert_eq!(report.verdict, Verdict::ApproveWithChanges, "{text}");
        assert_eq!(row(&report).reason.as_deref(), Some(reason), "{text}");
        assert!(report.gaps.iter().any(|gap| gap.retry), "{text}");
    }
    // What failed is there.
    let step = "RESULT: FAIL | Steps: 3/4\n\n| # | Step | Status |\n|---|---|---|\n| 4 | Log in | FAIL |\n";
    let report = reconvene::aggregate(vec![Reply::from(step)], &AggregateOptions::default());
    assert_eq!(report.gaps, []);
    for text in [
        "RESULT: PASS | Steps: 5/5",
        "RESULT: CLEAN | Type: digest | Doc: a.md | Critical: 0",
        // A row of dots stands for others.
        "RESULT: CLEAN | Type: digest | Doc: a.md | Sections: 14\n\n## Section Inventory\n\n| # | Heading |\n|---|---|\n\
        | 1 | Event bus |\n| ... | ... |\n",
        "RESULT: CLEAN | Type: implementation | Task: T-1 | Tests: 12/12\n\nAll 12 tests pass.",
        // Parts that overlap, and a total beside them, are no sum.
        "RESULT: CLEAN | Type: implementation | Task: T-1 | Criteria: 3/3 met, 0 open\n\n## Acceptance Criteria\n\n\
        | Criterion | Status |\n|---|---|\n| It sorts | pass |\n| It is stable | pass |\n| It is fast | pass |\n",
        "RESULT: CLEAN | Type: implementation | Task: T-1 | Criteria: 3 met, 0 failed, 3 total\n\n## Acceptance Criteria\n\n\
        | Criterion | Status |\n|---|---|\n| It sorts | pass |\n| It is stable | pass |\n| It is fast | pass |\n",
    ] {
        let report = reconvene::aggregate(vec![Reply::from(text)], &AggregateOptions::default());
        assert_eq!(report.verdict, Verdict::Approve, "{text}");
    }
}

#[test]
fn items_that_set_two_places_against_each_other_are_findings() {
    const TEXT: &str = "I compared both.\n\n- ARCHITECTURE.md S3.2 contradicts TDD.md S5.1 on delivery.\n\
        - ARCHITECTURE.md S7.3 references TDD S8.2, which does not exist.\n- ARCHITECTURE.md S1 and TDD.md S1 agree.\n\
        - S2 does not contradict TDD.md S4.\n";
    let expect = Some(Expected::Type(ResultType::Consistency));
    let result = reconvene::parse(&Reply { expect, ..Reply::from(TEXT) }, reconvene::Ledger::Omit);
    let places = |finding: &Finding| {
        [&finding.location, &finding.counter_location]
            .map(|place| place.as_ref().map_or("", |place| &place.text).to_owned())
    };
    let found: Vec<_> = result
        .findings
        .iter()
        .map(|finding| (finding.r#type.as_deref().unwrap_or_default(), places(finding), &finding.stated_severity))
        .collect();
    let at = |one: &str, other: &str| [one.to_owned(), other.to_owned()];
    assert_eq!(
        found,
        [
            ("contradiction", at("ARCHITECTURE.md S3.2", "TDD.md S5.1"), &None),
            ("broken-reference", at("ARCHITECTURE.md S7.3", "TDD S8.2"), &None),
        ]
    );
    assert_eq!(result.status, Status::Partial);
    // Nobody asked for a comparison.
    assert_eq!(reconvene::parse(&Reply::from(TEXT), reconvene::Ledger::Omit).findings, []);
}

#[test]
fn a_coverage_or_a_status_that_words_take_back_is_no_approval() {
    let reply = |status: &str, coverage: &str| {
        let text = format!(
            "RESULT: {status} | Type: consistency | Pair: A.md/B.md | Findings: 0\n\n---\n**Protocol**: v1\n\
             **Coverage**: {coverage}\n---\n\nChecked it.\n"
        );
        reconvene::aggregate(vec![Reply::from(text.as_str())], &AggregateOptions::default())
    };
    for coverage in [
        "All of A.md; half of B.md",
        "Full for A.md, sections 1-3 of B.md",
        "Partial",
        "all but S4",
        "everything except S9",
        "nearly full",
        "not full",
        "Full, except the appendix",
    ] {
        let report = reply("CLEAN", coverage);
        assert_eq!(report.verdict, Verdict::ApproveWithChanges, "{coverage}");
        assert_eq!(row(&report).reason.as_deref(), Some("it states incomplete coverage"), "{coverage}");
    }
    for status in ["CLEAN but incomplete", "CLEAN - not finished", "CLEAN or PARTIAL", "CLEAN, with one exception"] {
        assert_eq!(reply(status, "100%").verdict, Verdict::ApproveWithChanges, "{status}");
    }
    for coverage in [
        "A.md: 100%, B.md: 60%",
        "A.md 14/14 sections, B.md 60%",
        "100% (headings only)",
        "8 out of 12 sections",
        "Sections 1-8 of 12",
        "S1, S2, S4 (S3 not read)",
        "A.md only",
        "~70-80%",
        "sampled",
    ] {
        assert_ne!(reply("CLEAN", coverage).verdict, Verdict::Approve, "{coverage}");
    }
    for coverage in [
        "Full for A.md, and all sections of B.md",
        "Full (14 sections, 842 lines)",
        "Full for both",
        "14/14 sections, 9/9 sections",
        "A.md §1–§14, B.md §1–§9",
        "100%, nothing skipped",
        "100% (the appendix is out of scope)",
    ] {
        assert_eq!(reply("CLEAN", coverage).verdict, Verdict::Approve, "{coverage}");
    }
}

#[test]
fn what_is_said_against_applied_and_clean_is_no_approval() {
    let verdict = |text: &str| reconvene::aggregate(vec![Reply::from(text)], &AggregateOptions::default()).verdict;
    let ledger = |status: &str| {
        verdict(&format!(
            "RESULT: CLEAN | Type: verification | Items: 1 | Applied: 1 | Partial: 0 | Missing: 0\n\n## Issue Ledger\n\n\
             | ID | Severity | Issue | Status |\n|---|---|---|---|\n| I1 | critical | race | {status} |\n"
        ))
    };
    for status in ["Fixed, then regressed", "Resolved → Open", "❌ applied", "Fixed? No", "Applied to wrong section"]
    {
        assert_eq!(ledger(status), Verdict::NeedsRework, "{status}");
    }
    let comparison = |said: &str| {
        verdict(&format!(
            "RESULT: CLEAN | Type: consistency | Pair: A.md/B.md | Findings: 0 | Critical: 0 | Major: 0 | Minor: 0\n\n\
             ---\n**Protocol**: v1\n**Coverage**: 100%\n---\n\n{said}\n"
        ))
    };
    for said in [
        "B.md could not be found.",
        "Checked headings only.",
        "Only A.md was available.",
        "There is a critical contradiction between A.md S3 and B.md S5.",
        "No inconsistencies except that A.md S3 contradicts B.md S5.",
        "A.md §3 gives 30 seconds; B.md §9 gives 60 seconds.",
    ] {
        assert_ne!(comparison(said), Verdict::Approve, "{said}");
    }
    for said in [
        "All sections were compared. No contradictions.",
        "Could not find any contradiction between A.md S3 and B.md S5.",
        "A.md §3 and B.md §4 differ in wording, and mean the same.",
        "A.md S3 does not conflict with B.md S5, although they use other words.",
    ] {
        assert_eq!(comparison(said), Verdict::Approve, "{said}");
    }
}

#[test]
fn a_reply_on_other_documents_or_of_another_type_leaves_its_unit_open() {
    let clean = |pair: &str| {
        format!(
            "RESULT: CLEAN | Type: consistency | Pair: {pair} | Findings: 0\n\n---\n**Coverage**: 100%\n---\n\n\
             All sections were compared.\n"
        )
    };
    let report = |unit: &str, pair: &str, expect: Option<Expected>| {
        let reply = Reply { unit: Some(unit.to_owned()), expect, ..Reply::from(clean(pair).as_str()) };
        let expected = ExpectedUnit { unit: unit.to_owned(), ..ExpectedUnit::default() };
        let options = AggregateOptions { expected: vec![expected], ..AggregateOptions::default() };
        reconvene::aggregate(vec![reply], &options)
    };
    for (unit, pair) in [("A.md + C.md", "A.md/B.md"), ("C.md + D.md", "A.md/B.md"), ("C.md", "A.md/B.md")] {
        let report = report(unit, pair, None);
        assert_eq!(row(&report).reason.as_deref(), Some("it is about \"A.md + B.md\""), "{unit}");
        assert_eq!(report.verdict, Verdict::ApproveWithChanges, "{unit}");
    }
    for (unit, pair) in
        [("A.md + B.md", "A.md/B.md"), ("docs/b.md vs docs/a.md", "A.md/B.md"), ("Ground Truth", "A.md/B.md")]
    {
        assert_eq!(report(unit, pair, None).verdict, Verdict::Approve, "{unit}");
    }
    let of_type = report("A.md + B.md", "A.md/B.md", Some(Expected::Type(ResultType::Verification)));
    assert_eq!(row(&of_type).reason.as_deref(), Some("it is of another type than was requested"));
}

#[test]
fn a_task_that_a_later_attempt_did_in_full_did_not_fail() {
    let failed = AgentResult { reason: Some("crash".to_owned()), ..result("a.md", "one", Status::Error) };
    let again = |status| AgentResult { attempt: 2, ..result("a.md", "one", status) };
    assert_eq!(merged(vec![failed.clone(), again(Status::Clean)]).verdict, Verdict::Approve);
    assert_ne!(merged(vec![failed, again(Status::Error)]).verdict, Verdict::Approve);
}

#[test]
fn figures_count_by_severity_by_status_and_in_words() {
    const FINDINGS: &str = "RESULT: FINDINGS | Type: consistency | Pair: a.md/b.md";
    const ITEMS: &str = "RESULT: FINDINGS | Type: verification";
    let table = |severities: &[&str]| {
        let row = |severity: &&str| {
            format!("| F | {severity} | contradiction | a.md S1 | b.md S1 | The dates differ | Ask |")
        };
        let rows: Vec<_> = severities.iter().map(row).collect();
        "## Findings\n\n| ID | Severity | Type | Location | Counter-location | Description | Suggestion |\n".to_owned()
            + "|---|---|---|---|---|---|---|\n"
            + &rows.join("\n").replacen("| F |", "| F1 |", 1).replacen("| F |", "| F2 |", 1)
    };
    let items = |statuses: &[&str]| {
        let rows = statuses.iter().enumerate().map(|(at, status)| format!("| V{at} | Item {at} | {status} |\n"));
        "## Items\n\n| ID | Item | Status |\n|---|---|---|\n".to_owned() + &rows.collect::<String>()
    };
    let reason = |line: &str, more: &str, list: String| {
        let text = format!("{line}{more}\n\n{list}\n");
        let report = reconvene::aggregate(vec![Reply::from(text.as_str())], &AggregateOptions::default());
        row(&report).reason.clone()
    };
    for (more, severities, lost) in [
        (" | Findings: three", &["minor", "minor"][..], Some("it states 3 findings, but 2 could be read")),
        (" | Findings: two | Major: 2", &["minor", "minor"], Some("it states 2 major, but 0 could be read as such")),
        (
            " | Findings: 2 | Critical: 1 | Major: 1",
            &["critical", "minor"],
            Some("it states 1 major, but 0 could be read as such"),
        ),
        (" | Findings: 2 | Critical: 0 | Major: 2", &["critical", "major"], None),
        (" | Major: ~2 | Minor: 1 open", &["major", "major"], Some("it states 1 minor, but 0 could be read as such")),
        (" | Findings: two | Minor: 2", &["minor", "advisory"], None),
        (" | Findings: 1/0/1/0", &["minor", "minor"], Some("it states 1 critical, but 0 could be read as such")),
    ] {
        assert_eq!(reason(FINDINGS, more, table(severities)).as_deref(), lost, "{more}");
    }
    for (more, statuses, lost) in [
        (" | Missing: 2", &["applied"][..], Some("it states 2 partial or missing, but 0 could be read as such")),
        (
            " | Applied: 5 | Missing: 1",
            &["applied", "missing"],
            Some("it states 6 applied, partial or missing, but 2 could be read as such"),
        ),
        (" | Applied: 1 | Partial: 1", &["applied", "missing"], None),
    ] {
        assert_eq!(reason(ITEMS, more, items(statuses)).as_deref(), lost, "{more}");
    }
}

#[test]
fn every_status_and_severity_has_a_figure() {
    let report = merged(Vec::new());
    assert_eq!((report.summary.by_status.len(), report.summary.by_severity.len()), (4, 4));
    assert_eq!((report.summary.coverage, report.title.as_str()), (None, "Unified report"));
    assert_eq!(report.executive_summary, "Verdict: INCONCLUSIVE. No replies were received.");
}

#[test]
fn figures_count_replies_findings_and_types() {
    let unstated = AgentResult { stated_status: None, ..result("c.md", "", Status::Partial) };
    let findings = vec![
        finding("F1", Severity::Major, "regression", "1", "x"),
        finding("F2", Severity::Minor, "contradiction", "2", "x"),
        finding("F3", Severity::Minor, "contradiction", "3", "x"),
    ];
    let report = merged(vec![found("a.md", "one", findings.clone()), found("a.md", "two", findings), unstated]);
    let summary = &report.summary;
    assert_eq!(
        (summary.replies, summary.units, summary.findings, summary.reported, summary.unparseable),
        (3, 2, 3, 6, 1)
    );
    assert_eq!((summary.by_status[&Status::Findings], summary.by_severity[&Severity::Minor]), (2, 2));
    let types: Vec<_> = summary.by_type.iter().map(|of_type| (of_type.r#type.as_str(), of_type.count)).collect();
    assert_eq!(types, [("contradiction", 2), ("regression", 1)]);
    assert_eq!(
        report.executive_summary,
        "Verdict: APPROVE WITH CHANGES. 3 replies on 2 tasks: 2 with findings, 1 incomplete. 3 findings, merged from 6 as \
         reported: 1 major, 2 minor. 50% of the tasks were analysed in full."
    );
}

#[test]
fn replies_are_put_into_five_buckets() {
    let replies = [
        "RESULT: CLEAN | Type: digest | Doc: a.md | Sections: 0 | Entities: 0 | Cross-refs: 0\n\nAll of it was read.\n",
        "RESULT: FINDINGS | Type: consistency | Pair: a.md/b.md | Findings: 1\n\n| ID | Severity | Description |\n|---|---|---|\n\
         | F1 | minor | The dates differ |\n",
        "RESULT: PARTIAL | Type: digest | Doc: c.md | Coverage: 50% | Reason: no room\n",
        "RESULT: ERROR | Type: digest | Doc: d.md | Coverage: 0% | Reason: no file\n",
        "Hello there.\n",
    ];
    let summary = reconvene::aggregate(replies.map(Reply::from).into(), &AggregateOptions::default()).summary;
    let count = |status| summary.by_status[&status];
    assert_eq!([Status::Clean, Status::Findings, Status::Partial, Status::Error].map(count), [1, 1, 2, 1]);
    // What could not be read counts as PARTIAL, and by itself.
    assert_eq!((summary.replies, summary.unparseable), (5, 1));
}

#[test]
fn the_verdict_is_that_of_what_still_stands() {
    let verdict = |severity, state| {
        let finding = Finding { state, ..finding("F1", severity, "regression", "1", "x") };
        merged(vec![found("a.md", "", vec![finding])]).verdict
    };
    assert_eq!(verdict(Severity::Critical, FindingState::Open), Verdict::NeedsRework);
    assert_eq!(verdict(Severity::Major, FindingState::Open), Verdict::ApproveWithChanges);
    assert_eq!(verdict(Severity::Minor, FindingState::Open), Verdict::Approve);
    assert_eq!(verdict(Severity::Critical, FindingState::Resolved), Verdict::Approve);
}

// ── findings

#[test]
fn one_finding_of_two_replies_shows_the_more_detailed_and_weighs_the_higher() {
    let mut short = finding("F7", Severity::Critical, "regression", "3.2 \"Event Bus\"", "the bus drops events");
    let mut long = finding("C-1", Severity::Minor, "regression", "S3.2", "the bus drops events when it restarts");
    short.counter_location = Some(location("b.md", "b.md", "1"));
    (long.location, long.counter_location) = (Some(location("B", "./B.md", "1")), long.location);
    let report = merged(vec![found("a.md", "one", vec![short]), found("a.md", "two", vec![long])]);
    assert_eq!(report.findings.len(), 1);
    let finding = &report.findings[0];
    assert_eq!((finding.id.as_str(), finding.severity, finding.agreement), ("G1", Severity::Critical, 2));
    assert_eq!(finding.description, "the bus drops events when it restarts");
    let members: Vec<_> = finding.members.iter().map(|member| (member.result, member.finding)).collect();
    assert_eq!(members, [(1, 0), (0, 0)]);
}

#[test]
fn findings_are_sorted_by_severity_type_and_location_and_keys_are_unique() {
    let report = merged(vec![found(
        "a.md",
        "",
        vec![
            finding("F1", Severity::Minor, "regression", "1", "x"),
            finding("F2", Severity::Major, "regression", "2", "x"),
            finding("F3", Severity::Major, "contradiction", "9", "x"),
            finding("F4", Severity::Major, "regression", "1", "x"),
            finding("F5", Severity::Major, "regression", "2", "y"),
        ],
    )]);
    let order: Vec<_> = report
        .findings
        .iter()
        .map(|finding| report.results[0].findings[finding.members[0].finding as usize].id.as_str())
        .collect();
    assert_eq!(order, ["F3", "F4", "F2", "F5", "F1"]);
    assert_eq!(
        report.findings.iter().map(|finding| finding.id.as_str()).collect::<Vec<_>>(),
        ["G1", "G2", "G3", "G4", "G5"]
    );
    assert_eq!(report.findings[3].key, format!("{}-2", report.findings[2].key));
    assert!(report.findings.iter().all(|finding| finding.key.starts_with("v1:")));
}

#[test]
fn attempts_of_one_dispatch_agree_once() {
    let says = |attempt, words| AgentResult {
        attempt,
        ..found("a.md", "one", vec![finding("F1", Severity::Minor, "regression", "1", words)])
    };
    assert_eq!(merged(vec![says(1, "zeppelin hangar"), says(2, "zeppelin hangars")]).findings[0].agreement, 1);
    assert_eq!(merged(vec![says(1, "zeppelin hangar"), says(1, "zeppelin hangars")]).findings[0].agreement, 2);
}

#[test]
fn the_same_text_twice_is_no_agreement() {
    let says = |agent: &str, words| {
        found(&format!("{agent}.md"), agent, vec![finding("F1", Severity::Minor, "regression", "1", words)])
    };
    let report = merged(vec![says("one", "zeppelin hangar"), says("two", "zeppelin hangar")]);
    assert_eq!(report.findings[0].agreement, 1);
    assert_eq!(report.diagnostics.iter().map(|said| said.code.as_str()).collect::<Vec<_>>(), ["repeated-reply"]);
    assert!(report.diagnostics[0].message.contains("one, two"), "{}", report.diagnostics[0].message);
    let report = merged(vec![says("one", "zeppelin hangar"), says("two", "zeppelin hangars")]);
    assert_eq!((report.findings[0].agreement, report.diagnostics.len()), (2, 0));
}

// ── conflicts

#[test]
fn a_severity_disagreement_is_shown_with_the_agents_own_words() {
    let mut weighed = finding("F1", Severity::Critical, "regression", "1", "x");
    weighed.stated_severity = Some("P0".to_owned());
    let other = finding("F1", Severity::Major, "regression", "1", "x");
    let report = merged(vec![found("a.md", "one", vec![weighed]), found("a.md", "two", vec![other])]);
    assert_eq!(report.conflicts.len(), 1);
    let conflict = &report.conflicts[0];
    assert_eq!(conflict.kind, ConflictKind::Severity);
    assert_eq!(
        conflict.message,
        "Severity disagreement: one assessed as critical, two as major. Presenting as critical (higher of two)."
    );
    let says: Vec<_> =
        conflict.assessments.iter().map(|assessment| (assessment.result, assessment.says.as_str())).collect();
    assert_eq!(says, [(0, "P0"), (1, "major")]);
    assert_eq!(report.summary.conflicts, 1);
}

#[test]
fn a_type_disagreement_is_shown_with_the_agents_own_words() {
    let text = "the zeppelin has no hangar";
    let mut compound = finding("F1", Severity::Major, "contradiction", "1", text);
    compound.stated_type = Some("contradiction / terminology drift".to_owned());
    let other = finding("F1", Severity::Major, "missing-coverage", "1", "no hangar for the zeppelin");
    let untyped = Finding { r#type: None, stated_type: None, ..finding("F1", Severity::Major, "", "1", text) };
    let report = merged(vec![
        found("a.md", "one", vec![compound]),
        found("a.md", "two", vec![other]),
        found("a.md", "three", vec![untyped]),
    ]);
    assert_eq!((report.findings.len(), report.conflicts.len()), (1, 1));
    let conflict = &report.conflicts[0];
    assert_eq!(conflict.kind, ConflictKind::Type);
    assert_eq!(
        conflict.message,
        "Type disagreement: one reported contradiction, two missing-coverage. Presenting as contradiction."
    );
    let says: Vec<_> = conflict.assessments.iter().map(|assessment| assessment.says.as_str()).collect();
    assert_eq!(says, ["contradiction / terminology drift", "missing-coverage"]);
    let markdown = reconvene::render(&report, Format::Markdown, &reconvene::RenderOptions::default());
    assert!(markdown.contains("In their words: one \"contradiction / terminology drift\"."), "{markdown}");
}

// ── suggestions and decisions

/// Two findings of one agent that are alike, one of another that is like both.
fn doubtful() -> Vec<AgentResult> {
    let sealed = |fingerprint: &str, description: &str| Finding {
        fingerprint: fingerprint.to_owned(),
        ..finding("F1", Severity::Major, "regression", "1", description)
    };
    vec![
        found(
            "a.md",
            "one",
            vec![sealed("f1:a", "zeppelin hangar mooring mast"), sealed("f1:b", "zeppelin hangar wombat")],
        ),
        found("a.md", "two", vec![sealed("f1:c", "zeppelin hangar mooring")]),
    ]
}

fn decided(decisions: &[(&str, &str, bool)]) -> Report {
    let decision = |(one, other, same): &(&str, &str, bool)| PairDecision {
        fingerprints: [(*one).to_owned(), (*other).to_owned()],
        same: *same,
    };
    let decisions = decisions.iter().map(decision).collect::<Vec<_>>().into();
    merge_results(doubtful(), &AggregateOptions { decisions, ..AggregateOptions::default() })
}

#[test]
fn what_a_host_says_of_a_reply_is_shown_on_one_line() {
    let meta =
        serde_json::json!({"asked": "Review the booking service.\nAll of it.", "cost": 7, "long": "x".repeat(300)});
    let reply = Reply { meta: Some(meta.into()), unit: Some("A.md".to_owned()), ..Reply::from("No issues found.") };
    let report = reconvene::aggregate(vec![reply], &AggregateOptions::default());
    let markdown = reconvene::render(&report, Format::Markdown, &reconvene::RenderOptions::default());
    let line = markdown.lines().find(|line| line.starts_with("From the host: ")).unwrap_or_default();
    assert!(
        line.starts_with("From the host: asked: Review the booking service. All of it.; cost: 7; long: xxx"),
        "{markdown}"
    );
    assert!(line.chars().count() < 220);
    assert!(
        reconvene::render(&report, Format::Html, &reconvene::RenderOptions::default()).contains("From the host: asked")
    );
}

/// The report on doubtful findings with a person's words on single ones: fingerprint, status, severity.
fn judged(said: &[(&str, Option<DecisionStatus>, Option<Severity>)]) -> Report {
    let decision =
        |(fingerprint, status, severity): &(&str, Option<DecisionStatus>, Option<Severity>)| FindingDecision {
            fingerprint: (*fingerprint).to_owned(),
            status: *status,
            severity: *severity,
            reason: Some("never reached".to_owned()),
            by: Some("Ann".to_owned()),
        };
    let findings = said.iter().map(decision).collect();
    let decisions = FindingDecisions { pairs: Vec::new(), findings };
    merge_results(doubtful(), &AggregateOptions { decisions, ..AggregateOptions::default() })
}

#[test]
fn what_a_person_dismissed_stays_and_weighs_nothing() {
    let before = judged(&[]);
    let severity = before.findings[0].severity;
    let dismissed = Some(DecisionStatus::Dismissed);
    // One member is enough: what was merged is one finding.
    let report = judged(&[("f1:c", dismissed, None), ("f1:b", dismissed, None)]);
    assert_eq!(report.findings.len(), before.findings.len());
    assert!(report.findings.iter().all(|finding| finding.severity == severity));
    let reason = |report: &Report| report.reasons.iter().any(|reason| reason.contains("findings are open"));
    assert!(reason(&before) && !reason(&report), "{:?} {:?}", before.reasons, report.reasons);
    assert!(report.executive_summary.contains("; 2 of them dismissed."), "{}", report.executive_summary);
    let show = |format| reconvene::render(&report, format, &reconvene::RenderOptions::default());
    assert!(show(Format::Markdown).contains("dismissed by Ann: never reached"), "{}", show(Format::Markdown));
    assert!(show(Format::Html).contains("data-decision=\"dismissed\""));
    assert_eq!(groups(&before), groups(&report));
}

#[test]
fn the_severity_that_a_person_chose_is_that_of_the_finding() {
    let report = judged(&[("f1:a", None, Some(Severity::Minor)), ("f1:b", None, Some(Severity::Critical))]);
    let severities: Vec<_> = report.findings.iter().map(|finding| finding.severity).collect();
    assert_eq!(severities, [Severity::Critical, Severity::Minor]);
    assert_eq!(groups(&report), [vec!["f1:a", "f1:c"], vec!["f1:b"]]);
    let chosen = report.findings[1].decision.as_ref().unwrap();
    assert_eq!((chosen.fingerprint.as_str(), chosen.status, chosen.severity), ("f1:a", None, Some(Severity::Minor)));
}

#[test]
fn of_words_on_one_finding_that_contradict_each_other_the_heavier_holds() {
    let [accepted, dismissed] = [DecisionStatus::Accepted, DecisionStatus::Dismissed].map(Some);
    let report = judged(&[("f1:a", dismissed, Some(Severity::Minor)), ("f1:c", accepted, Some(Severity::Critical))]);
    let decision = report.findings.iter().find_map(|finding| finding.decision.as_ref()).unwrap();
    assert_eq!((decision.status, decision.severity), (accepted, Some(Severity::Critical)));
    let said: Vec<_> = report
        .diagnostics
        .iter()
        .filter(|said| said.code == "contradicting-decisions")
        .map(|said| said.message.as_str())
        .collect();
    assert_eq!(said.len(), 1);
    assert!(said[0].contains("accepted, critical, dismissed, minor"), "{}", said[0]);
    assert!(
        judged(&[("f1:none", dismissed, None)]).diagnostics.iter().any(|said| said.code == "decision-without-finding")
    );
}

#[test]
fn a_report_alone_follows_decisions_as_its_replies_would() {
    let results = || {
        let one = |unit: &str, id: &str, severity| {
            let said = finding(id, severity, "regression", "1", &format!("The {id} of it is wrong."));
            found(unit, "reader", vec![Finding { fingerprint: format!("f1:{id}"), ..said }])
        };
        vec![
            one("a.md", "lock", Severity::Critical),
            one("b.md", "queue", Severity::Major),
            one("c.md", "name", Severity::Minor),
        ]
    };
    let with = |decisions: &FindingDecisions| {
        merge_results(results(), &AggregateOptions { decisions: decisions.clone(), ..AggregateOptions::default() })
    };
    let fingerprint = |report: &Report, at: usize| {
        let member = report.findings[at].members[0];
        report.results[member.result as usize].findings[member.finding as usize].fingerprint.clone()
    };
    let none = FindingDecisions::default();
    let plain = with(&none);
    assert_eq!(reconvene::decide(&plain, &none), plain);
    let on = |at: usize, status, severity| FindingDecision {
        fingerprint: fingerprint(&plain, at),
        status,
        severity,
        reason: Some("Out of scope".to_owned()),
        by: None,
    };
    let dismissed = Some(DecisionStatus::Dismissed);
    for findings in [
        vec![on(0, dismissed, None)],
        vec![on(0, dismissed, None), on(1, dismissed, None)],
        vec![on(0, dismissed, None), on(1, Some(DecisionStatus::Accepted), None), on(2, dismissed, None)],
    ] {
        let decisions = FindingDecisions { findings, ..none.clone() };
        let decided = with(&decisions);
        assert_eq!(reconvene::decide(&plain, &decisions), decided);
        assert_eq!(reconvene::decide(&decided, &none), plain, "they are withdrawn");
    }
    // What is weighed otherwise keeps its place.
    let weighed = FindingDecisions { findings: vec![on(0, None, Some(Severity::Minor))], ..none.clone() };
    let decided = reconvene::decide(&plain, &weighed);
    assert_eq!(decided.findings[0].severity, Severity::Minor);
    assert_eq!((decided.verdict, &decided.reasons), (with(&weighed).verdict, &with(&weighed).reasons));
    assert_eq!(decided.summary, with(&weighed).summary);
    assert_eq!(decided.executive_summary, with(&weighed).executive_summary);
    // Which findings are one, the replies alone tell.
    let pairs = vec![PairDecision { fingerprints: [fingerprint(&plain, 0), fingerprint(&plain, 1)], same: true }];
    let decided = reconvene::decide(&plain, &FindingDecisions { pairs, ..none.clone() });
    assert_eq!((decided.findings.len(), decided.diagnostics[0].code.as_str()), (3, "decision-needs-replies"));
}

#[test]
fn a_report_of_many_kinds_of_replies_follows_decisions_as_they_would() {
    let replies = |folder: &str| {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(folder);
        let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
        paths.into_iter().map(|path| Reply::from(&*std::fs::read_to_string(path).unwrap())).collect::<Vec<_>>()
    };
    let previous = Some(Box::new(reconvene::aggregate(replies("earlier"), &AggregateOptions::default())));
    let with = |findings: Vec<FindingDecision>| {
        let decisions = FindingDecisions { findings, ..FindingDecisions::default() };
        let options = AggregateOptions { previous: previous.clone(), decisions, ..expected(&[("late.md", "")]) };
        (reconvene::aggregate(replies("audit"), &options), options.decisions)
    };
    let (plain, none) = with(Vec::new());
    let heavy = plain.findings.iter().filter(|finding| finding.severity <= Severity::Major).map(|finding| {
        let member = finding.members[0];
        FindingDecision {
            fingerprint: plain.results[member.result as usize].findings[member.finding as usize].fingerprint.clone(),
            status: Some(DecisionStatus::Dismissed),
            severity: None,
            reason: None,
            by: None,
        }
    });
    let (decided, decisions) = with(heavy.collect());
    assert!(plain.verdict == Verdict::NeedsRework && decided.verdict == Verdict::ApproveWithChanges);
    assert_ne!(plain.synthesis, decided.synthesis);
    assert_eq!(reconvene::decide(&plain, &decisions), decided);
    assert_eq!(reconvene::decide(&decided, &none), plain);
}

fn groups(report: &Report) -> Vec<Vec<&str>> {
    let fingerprint = |member: &reconvene::model::Member| {
        report.results[member.result as usize].findings[member.finding as usize].fingerprint.as_str()
    };
    let mut groups: Vec<Vec<_>> =
        report.findings.iter().map(|finding| finding.members.iter().map(fingerprint).collect()).collect();
    for group in &mut groups {
        group.sort_unstable();
    }
    groups.sort();
    groups
}

#[test]
fn what_only_may_be_one_is_suggested_with_its_reason() {
    let report = decided(&[]);
    assert_eq!(groups(&report), [vec!["f1:a", "f1:c"], vec!["f1:b"]]);
    assert_eq!(report.suggestions.len(), 1);
    let suggestion = &report.suggestions[0];
    assert_eq!((suggestion.findings.clone(), suggestion.similarity), (["G1".to_owned(), "G2".to_owned()], 66));
    assert_eq!(suggestion.fingerprints, ["f1:c", "f1:b"]);
    assert_eq!(
        suggestion.reason,
        "Their locations match and their texts are similar. They stay separate because one reply reports both."
    );
    let markdown = reconvene::render(&report, Format::Markdown, &reconvene::RenderOptions::default());
    assert!(markdown.contains("## Possible duplicates"), "{markdown}");
    assert!(markdown.contains("one reply reports both"), "{markdown}");
}

#[test]
fn a_report_with_suggestions_reads_back_as_its_findings() {
    let markdown = reconvene::render(&decided(&[]), Format::Markdown, &reconvene::RenderOptions::default());
    let back = reconvene::parse(&Reply::from(&*markdown), reconvene::Ledger::Omit);
    let ids: Vec<_> = back.findings.iter().map(|finding| finding.id.as_str()).collect();
    assert_eq!(ids, ["G1", "G2"]);
}

#[test]
fn a_person_unites_even_within_a_reply_and_keeps_apart() {
    let united = decided(&[("f1:a", "f1:b", true)]);
    assert_eq!(groups(&united), [["f1:a", "f1:b", "f1:c"]]);
    assert_eq!((united.findings[0].agreement, united.suggestions.len()), (2, 0));
    let apart = decided(&[("f1:c", "f1:a", false)]);
    // What is kept apart from its best match is not given to the second best.
    assert_eq!(groups(&apart), [["f1:a"], ["f1:b"], ["f1:c"]]);
    assert!(apart.suggestions.iter().all(|suggestion| suggestion.fingerprints != ["f1:a", "f1:c"]));
}

#[test]
fn decisions_that_contradict_are_said_and_forbidding_wins() {
    let report = decided(&[("f1:a", "f1:b", true), ("f1:c", "f1:b", true), ("f1:a", "f1:c", false)]);
    assert_eq!(groups(&report), [vec!["f1:a", "f1:b"], vec!["f1:c"]]);
    let said: Vec<_> = report.diagnostics.iter().map(|diagnostic| diagnostic.code.as_str()).collect();
    assert_eq!(said, ["contradicting-decisions"]);
}

#[test]
fn agents_of_one_name_are_told_apart() {
    let one = |unit: &str, severity| found(unit, "checker", vec![finding("F1", severity, "regression", "1", "x")]);
    let report = merged(vec![one("a.md", Severity::Major), one("b.md", Severity::Minor), one("b.md", Severity::Minor)]);
    assert_eq!(
        report.conflicts[0].message,
        "Severity disagreement: checker (a.md) assessed as major, checker (reply 2) and checker (reply 3) as minor. \
         Presenting as major (highest of 3)."
    );
}

#[test]
fn one_that_finds_nothing_where_another_does_disagrees() {
    let finds = || found("a.md", "two", vec![finding("F1", Severity::Minor, "regression", "1", "x")]);
    let conflicts = |results: Vec<AgentResult>| merged(results).conflicts;
    let conflict = conflicts(vec![result("a.md", "one", Status::Clean), finds()]);
    assert_eq!(conflict.len(), 1);
    assert_eq!((conflict[0].kind, conflict[0].findings.as_slice()), (ConflictKind::Presence, &["G1".to_owned()][..]));
    assert_eq!(conflict[0].message, "Presence disagreement: one found nothing in a.md; two found G1.");
    // Another unit, type or dimension is another question; a second attempt is no second opinion.
    assert_eq!(conflicts(vec![result("b.md", "one", Status::Clean), finds()]), []);
    assert_eq!(conflicts(vec![AgentResult { r#type: None, ..result("a.md", "one", Status::Clean) }, finds()]), []);
    let detail = Detail::Consistency(Consistency { dimension: Some("Staleness".to_owned()), ..Consistency::default() });
    assert_eq!(conflicts(vec![AgentResult { detail, ..result("a.md", "one", Status::Clean) }, finds()]), []);
    assert_eq!(conflicts(vec![AgentResult { attempt: 2, ..result("a.md", "two", Status::Clean) }, finds()]), []);
    assert_eq!(conflicts(vec![result("a.md", "one", Status::Partial), finds()]), []);
}

// ── asides, deliveries

#[test]
fn asides_are_listed_once_with_their_units() {
    let parked = |text: &str| ParkedFinding { finding: text.to_owned(), ..ParkedFinding::default() };
    let implied = |text: &str| DecisionImplication { implication: text.to_owned(), ..DecisionImplication::default() };
    let says = |unit: &str, text: &str| AgentResult {
        parked: vec![parked(text), parked(text)],
        implications: vec![implied(text)],
        ..result(unit, "", Status::Clean)
    };
    let report =
        merged(vec![says("b.md", "The  cache\nis stale"), says("a.md", "the cache is stale"), says("a.md", "other")]);
    let parked: Vec<_> = report.parked.iter().map(|parked| (parked.finding.as_str(), parked.units.join(" "))).collect();
    assert_eq!(parked, [("other", "a.md".to_owned()), ("the cache is stale", "a.md b.md".to_owned())]);
    assert_eq!(report.implications.len(), 2);
}

#[test]
fn asides_that_are_alike_are_one_where_they_are_of_one_category() {
    let parked = |text: &str, category: &str, priority: &str| ParkedFinding {
        finding: text.to_owned(),
        category: Some(category.to_owned()),
        priority: Some(priority.to_owned()),
        ..ParkedFinding::default()
    };
    let says =
        |unit: &str, parked: ParkedFinding| AgentResult { parked: vec![parked], ..result(unit, "", Status::Clean) };
    let stale = "The tariff cache is never invalidated after a deploy";
    let report = merged(vec![
        says("a.md", parked(stale, "gap", "low")),
        says("b.md", parked("Nothing invalidates the tariff cache after deploys", "Gap", "high")),
        says("c.md", parked("Nobody invalidates the tariff cache after deploys", "question", "high")),
        says("d.md", parked("the TARIFF cache is never invalidated after a  deploy", "question", "low")),
        says("e.md", parked("Nobody washes the vans", "gap", "low")),
    ]);
    let shown = |at: usize| {
        let parked = &report.parked[at];
        let extra: Vec<_> = parked.extra.iter().map(|pair| format!("{}: {}", pair.key, pair.value)).collect();
        (parked.finding.as_str(), parked.units.join(" "), extra.join("; "))
    };
    let also = "Category: question; Also: Nothing invalidates the tariff cache after deploys; Priority: high";
    assert_eq!(shown(0), (stale, "a.md d.md b.md".to_owned(), also.to_owned()));
    assert_eq!(shown(1).0, "Nobody invalidates the tariff cache after deploys");
    assert_eq!(shown(2).0, "Nobody washes the vans");
    assert_eq!(report.parked.len(), 3);
}

#[test]
fn asides_of_one_reply_are_two_though_another_says_one_of_them() {
    let parked = |text: &str| ParkedFinding {
        finding: text.to_owned(),
        category: Some("gap".to_owned()),
        ..ParkedFinding::default()
    };
    let says = |unit: &str, texts: &[&str]| AgentResult {
        parked: texts.iter().map(|text| parked(text)).collect(),
        ..result(unit, "", Status::Clean)
    };
    let [stale, alike] =
        ["The tariff cache is never invalidated after a deploy", "Nothing invalidates the tariff cache after deploys"];
    let report = merged(vec![says("a.md", &[stale]), says("b.md", &[stale, alike])]);
    let parked: Vec<_> = report.parked.iter().map(|parked| (parked.finding.as_str(), parked.units.join(" "))).collect();
    assert_eq!(parked, [(stale, "a.md b.md".to_owned()), (alike, "b.md".to_owned())]);
}

#[test]
fn deliveries_count_once_and_differing_ones_are_said() {
    let delivery = |text: &str| Reply { id: Some("7".to_owned()), ..labelled(Some("a.md"), None, text) };
    let report =
        reconvene::aggregate(vec![delivery("one"), delivery("two"), delivery("one")], &AggregateOptions::default());
    assert_eq!(report.summary.replies, 2);
    assert_eq!(report.diagnostics.len(), 1);
}

#[test]
fn an_oversize_reply_is_a_row_that_names_its_source() {
    let text = reconvene::model::ReplyText::from_bytes(&vec![b'a'; reconvene::model::MAX_REPLY_BYTES + 1]);
    let reply = Reply { text, source: Some("big.md".to_owned()), ..Reply::default() };
    let report = reconvene::aggregate(vec![reply], &AggregateOptions::default());
    assert_eq!((row(&report).unit.as_str(), row(&report).status), ("big.md", UnitStatus::Error));
    assert_eq!(report.results[0].source.as_deref(), Some("big.md"));
}

// ── decisions

#[test]
fn what_a_person_decided_is_shown_and_what_names_nothing_is_said() {
    let on = |agent: &str, section: &str, text: &str| {
        let mut made = finding("F1", Severity::Minor, "regression", section, text);
        made.fingerprint = reconvene::part::fingerprint::of(&made);
        (made.fingerprint.clone(), found("a.md", agent, vec![made]))
    };
    let ((one, first), (other, second)) = (on("one", "1", "zeppelin"), on("two", "9", "quokka"));
    let decide = |fingerprints: [&str; 2]| AggregateOptions {
        decisions: vec![PairDecision { fingerprints: fingerprints.map(str::to_owned), same: true }].into(),
        ..AggregateOptions::default()
    };
    let codes = |report: &Report| report.diagnostics.iter().map(|said| said.code.clone()).collect::<Vec<_>>();
    let both = vec![first, second];
    let report = merge_results(both.clone(), &decide([&one, &other]));
    assert_eq!((report.findings.len(), report.findings[0].decided), (1, true));
    assert_eq!(codes(&report), Vec::<String>::new());
    assert!(
        reconvene::render(&report, Format::Markdown, &reconvene::RenderOptions::default())
            .contains("merged by your decision")
    );
    let report = merge_results(both.clone(), &decide([&one, "f1:unknown"]));
    assert_eq!((report.findings.len(), report.findings[0].decided), (2, false));
    assert_eq!(codes(&report), ["decision-without-finding"]);
    let previous = Some(Box::new(merge_results(both[1..].to_vec(), &AggregateOptions::default())));
    let report = merge_results(both[..1].to_vec(), &AggregateOptions { previous, ..decide([&one, &other]) });
    assert_eq!(codes(&report), Vec::<String>::new());
}

// ── what did not come whole

#[test]
fn a_reply_that_lost_findings_on_the_way_is_a_gap() {
    let table = "| ID | Severity | Type | Location | Description |\n|--|--|--|--|--|\n| F1 | minor | regression | a.md §1 | zeppelin |\n";
    let line = "RESULT: FINDINGS | Type: consistency | Pair: a.md/b.md | Findings: ";
    for (text, reason) in [
        (format!("{line}3\n\n{table}"), "it states 3 findings, but 1 could be read"),
        (format!("{line}5\n\nI looked at both.\n"), "it states 5 findings, but 0 could be read"),
        (format!("{line}1\n\n{table}| F2 | major | regre"), "it ends in the middle of a table"),
    ] {
        let report = reconvene::aggregate(vec![Reply::from(&*text)], &AggregateOptions::default());
        let gap = &report.gaps[0];
        assert_eq!((gap.reason.as_str(), gap.retry), (reason, true), "{text}");
        assert_ne!(report.verdict, Verdict::Approve);
    }
    let whole = reconvene::aggregate(vec![Reply::from(&*format!("{line}1\n\n{table}"))], &AggregateOptions::default());
    assert_eq!((whole.gaps.len(), whole.verdict), (0, Verdict::Approve));
}

#[test]
fn of_several_types_asked_of_one_unit_each_has_to_come() {
    let wants = |expect: ResultType| ExpectedUnit {
        unit: "a.md".to_owned(),
        agent: None,
        expect: Some(Expected::Type(expect)),
        asked: None,
    };
    let options = AggregateOptions {
        expected: vec![wants(ResultType::Consistency), wants(ResultType::Digest)],
        ..AggregateOptions::default()
    };
    let of = |kind| AgentResult { r#type: Some(kind), ..result("a.md", "", Status::Clean) };
    let one = merge_results(vec![of(ResultType::Digest)], &options);
    assert_eq!(one.gaps.iter().map(|gap| gap.reason.as_str()).collect::<Vec<_>>(), ["no consistency reply"]);
    let both = merge_results(vec![of(ResultType::Digest), of(ResultType::Consistency)], &options);
    assert_eq!(both.gaps, []);
    assert!(both.results.iter().all(|result| result.diagnostics.is_empty()));
}

#[test]
fn what_is_open_on_a_checklist_keeps_from_approval() {
    let text = "RESULT: FINDINGS | Type: verification | Items: 1\n\n| Item | Status |\n|--|--|\n| the table | open |\n";
    let report = reconvene::aggregate(vec![Reply::from(text)], &AggregateOptions::default());
    assert_eq!(report.verdict, Verdict::ApproveWithChanges);
}

// ── attempts and what is struck out

#[test]
fn an_agent_that_is_asked_again_does_not_disagree_with_itself() {
    let said = |attempt, severity| {
        let found = found("a.md", "one", vec![finding("F1", severity, "regression", "1", "zeppelin hangar")]);
        AgentResult { attempt, ..found }
    };
    for (first, second) in [(Severity::Major, Severity::Critical), (Severity::Critical, Severity::Major)] {
        let report = merged(vec![said(1, first), said(2, second)]);
        assert_eq!((report.findings.len(), report.conflicts.len()), (1, 0));
    }
    let other = AgentResult { agent: Some("two".to_owned()), ..said(1, Severity::Minor) };
    let report = merged(vec![said(1, Severity::Major), said(2, Severity::Critical), other]);
    assert_eq!(report.conflicts.len(), 1);
    assert!(report.conflicts[0].message.contains("higher of two"), "{}", report.conflicts[0].message);
}

#[test]
fn of_members_those_that_stand_weigh() {
    let said = |agent, severity, state| {
        let one = Finding { state, ..finding("F1", severity, "regression", "1", "zeppelin hangar") };
        found("a.md", agent, vec![one])
    };
    let open = said("two", Severity::Minor, FindingState::Open);
    let report = merged(vec![said("one", Severity::Critical, FindingState::Resolved), open]);
    assert_eq!((report.findings.len(), report.findings[0].severity), (1, Severity::Minor));
    assert_eq!(report.verdict, Verdict::Approve);
}

#[test]
fn what_a_reply_contradicts_itself_in_reaches_the_report() {
    let of = |text: &str| reconvene::aggregate(vec![Reply::from(text)], &AggregateOptions::default());
    let denied =
        of("RESULT: CLEAN | Type: consistency | Pair: a.md/b.md | Findings: 2 | Critical: 0 | Major: 2 | Minor: 0\n");
    assert_eq!(denied.results[0].status, Status::Partial);
    assert_ne!(denied.verdict, Verdict::Approve);
    let has = |report: &Report, code: &str| report.results[0].diagnostics.iter().any(|said| said.code == code);
    assert!(has(&denied, "clean-with-findings") && has(&denied, "count-mismatch"));
    let story = "RESULT: PASS | Steps: 1/2\n\n**Story:** A\n\n| # | Step | Status |\n|---|---|---|\n| 1 | Go | PASS |\n| 2 | Pay | FAIL |\n";
    assert!(has(&of(story), "clean-with-failures"));
    let two = "PAIR: a.md <-> b.md\nSTATUS: TENSION\n\n## Contradictions\n| Doc A Statement | Doc A Section | Doc B Statement | Doc B Section | Severity |\n|---|---|---|---|---|\n| x is up | 1 | x is down | 2 | major |\n\nRESULT: TENSION | Issues: 3\n";
    assert!(has(&of(two), "count-mismatch"));
}

#[test]
fn a_document_without_its_folder_is_the_one_that_ends_so() {
    let on = |name: &str| Reply::from(&*format!("RESULT: CLEAN | Type: digest | Doc: {name} | Coverage: 100%"));
    let rows = |names: &[&str], expected: &[&str]| {
        let expected = expected.iter().map(|unit| ExpectedUnit { unit: (*unit).to_owned(), ..ExpectedUnit::default() });
        let options = AggregateOptions { expected: expected.collect(), ..AggregateOptions::default() };
        let report = reconvene::aggregate(names.iter().map(|name| on(name)).collect(), &options);
        report.coverage.into_iter().map(|row| format!("{}: {}", row.unit, row.results.len())).collect::<Vec<_>>()
    };
    assert_eq!(rows(&["index.js", "src/index.js"], &[]), ["src/index.js: 2"]);
    assert_eq!(rows(&["src/index.js"], &["index.js"]), ["index.js: 1"]);
    assert_eq!(rows(&["index.js"], &["src/index.js"]), ["src/index.js: 1"]);
    // Where two end so, nobody knows which is meant.
    assert_eq!(
        rows(&["index.js", "lib/index.js", "src/index.js"], &[]),
        ["index.js: 1", "lib/index.js: 1", "src/index.js: 1"]
    );
    assert_eq!(
        rows(&["index.js"], &["lib/index.js", "src/index.js"]),
        ["index.js: 1", "lib/index.js: 0", "src/index.js: 0"]
    );
    assert_eq!(rows(&["index.js", "src/index.js"], &["index.js", "src/index.js"]), ["index.js: 1", "src/index.js: 1"]);
}

#[test]
fn what_agents_say_of_what_they_did_belongs_to_the_report() {
    let line = |status: &str, more: &str| format!("RESULT: {status} | Type: digest | Doc: {status}.md{more}\n\n");
    let replies = [
        line("CLEAN", " | Sections: 0 | Entities: 0 | Cross-refs: 0") + "All 4 sections were read.\n",
        line("PARTIAL", " | Coverage: 50% | Reason: no room") + "## Coverage Gaps\n\n- S3\n- S4\n",
        line("ERROR", " | Reason: no file")
            + "## What was attempted\n\nBoth folders.\n\n## What to try next\n\nGive the path.\n",
    ];
    let report =
        reconvene::aggregate(replies.map(|text| Reply::from(text.as_str())).into(), &AggregateOptions::default());
    let gap = |unit: &str| report.gaps.iter().find(|gap| gap.unit == unit).expect("a gap");
    assert_eq!(gap("PARTIAL.md").missing.as_deref(), Some("- S3 - S4"));
    assert_eq!(gap("PARTIAL.md").stated_coverage, None);
    assert_eq!(gap("ERROR.md").reason, "no file (tried: Both folders.; to recover: Give the path.)");
    let shown = reconvene::render(&report, Format::Markdown, &reconvene::RenderOptions::default());
    assert!(shown.contains("What was checked:\n\n> All 4 sections were read."), "{shown}");
    assert!(!shown.contains("not recognised"), "{shown}");
    let again = reconvene::retry(&report, None);
    let scope = again.waves.iter().flat_map(|wave| &wave.units).find(|unit| unit.unit == "PARTIAL.md").expect("asked");
    let scope = scope.variables.get("RETRY_SCOPE").unwrap_or_default();
    assert!(scope.starts_with("the remaining 50%: stated as not covered: \"- S3 - S4\"."), "{scope}");
}

#[test]
fn a_critical_issue_of_a_ledger_that_is_open_needs_rework() {
    let ledger = |status: &str| {
        Reply::from(
            format!(
                "RESULT: FINDINGS | Type: verification | Items: 1\n\n## Issue Ledger\n\n| ID | Severity | Section | Issue | Status |\n\
                 |---|---|---|---|---|\n| I1 | critical | S2 | No handling of a timeout | {status} |\n"
            )
            .as_str(),
        )
    };
    let verdict = |status| reconvene::aggregate(vec![ledger(status)], &AggregateOptions::default());
    let open = verdict("Open");
    assert_eq!(open.verdict, Verdict::NeedsRework);
    assert!(open.reasons.contains(&"1 critical checklist item is open.".to_owned()), "{:?}", open.reasons);
    assert_eq!(verdict("fixed").verdict, Verdict::Approve);
}

#[test]
fn places_sort_as_numbers_and_a_row_says_that_its_reply_stopped() {
    let rows = "| F1 | minor | gap | A.md S10 | -- | Ten is thin | Add |\n| F2 | minor | gap | A.md S2 | -- | Two is old | Mend |\n";
    let text = format!(
        "RESULT: PARTIAL | Type: digest | Doc: A.md | Coverage: 70% | Reason: no room\n\n## Findings\n\n\
         | ID | Severity | Type | Location | Counter-location | Description | Suggestion |\n|---|---|---|---|---|---|---|\n{rows}"
    );
    let report = reconvene::aggregate(vec![Reply::from(text.as_str())], &AggregateOptions::default());
    let places: Vec<_> =
        report.findings.iter().map(|finding| finding.location.as_ref().unwrap().text.as_str()).collect();
    assert_eq!(places, ["A.md S2", "A.md S10"]);
    let shown = reconvene::render(&report, Format::Markdown, &reconvene::RenderOptions::default());
    assert!(shown.contains("| G1 | minor | PARTIAL (70%) | gap | A.md S2 |"), "{shown}");
}

#[test]
fn how_sure_agents_are_is_shown_and_may_be_asked_for() {
    let meta = "---\n**Protocol**: v1\n**Agent**: checker\n**Assigned**: compare\n**Scope**: A.md\n**Duration**: ~45 seconds\n\
                **Coverage**: 70%\n**Confidence**: medium\n---\n\n";
    let text = format!(
        "RESULT: PARTIAL | Type: digest | Doc: A.md | Coverage: 70% | Reason: no room\n\n{meta}## Findings\n\n\
         | ID | Severity | Type | Location | Counter-location | Description | Suggestion | Confidence |\n\
         |---|---|---|---|---|---|---|---|\n\
         | F1 | major | gap | A.md S1 | -- | The port is missing | Add it | 95 |\n\
         | F2 | major | gap | A.md S2 | -- | The host may be wrong | Ask | low |\n\
         | F3 | minor | gap | A.md S3 | -- | The date is old | Mend it | |\n"
    );
    let report = reconvene::aggregate(vec![Reply::from(text.as_str())], &AggregateOptions::default());
    let row = row(&report);
    assert_eq!(row.confidence.map(reconvene::model::Confidence::word), Some("medium"));
    assert_eq!((row.duration.as_deref(), report.gaps[0].confidence), (Some("~45 seconds"), row.confidence));
    let sure: Vec<_> =
        report.findings.iter().map(|finding| finding.confidence.as_ref().map(|sure| sure.percent)).collect();
    assert_eq!(sure, [Some(95), Some(0), None]);
    let shown = |min_confidence| {
        let options = reconvene::RenderOptions { min_confidence, ..reconvene::RenderOptions::default() };
        reconvene::render(&report, Format::Markdown, &options)
    };
    assert!(
        shown(None).contains("| A.md | checker | PARTIAL | 70% | medium | ~45 seconds | 3 | no room |"),
        "{}",
        shown(None)
    );
    assert!(shown(None).contains("| G1 | major | 95 | PARTIAL (70%) | gap | A.md S1 |"), "{}", shown(None));
    let least = shown(Some(80));
    assert!(!least.contains("| G2 |") && least.contains("| G3 |"), "{least}");
    assert!(
        least.contains(
            "Omitted, with a confidence below 80 %: G2 (major, confidence \"low\"): \"The host may be wrong\"."
        ),
        "{least}"
    );
}

#[test]
fn the_same_two_places_in_other_words_are_a_suggestion_or_a_disagreement() {
    let reply = |agent: &str, of: &str, what: &str| {
        let text = format!(
            "RESULT: FINDINGS | Type: consistency | Pair: A.md/B.md | Findings: 1\n\n\
             | ID | Severity | Type | Location | Counter-location | Description | Suggestion |\n|---|---|---|---|---|---|---|\n\
             | F1 | major | {of} | A.md S3.2 | B.md S5.1 | {what} | Align |\n"
        );
        Reply { agent: Some(agent.to_owned()), ..Reply::from(text.as_str()) }
    };
    let both = |of: &str| {
        let one = reply("one", "contradiction", "Events are fire-and-forget here");
        let other = reply("other", of, "Publishers wait until a broker acknowledges");
        reconvene::aggregate(vec![one, other], &AggregateOptions::default())
    };
    let same = both("contradiction");
    assert_eq!(same.findings.len(), 2);
    assert_eq!(same.suggestions.len(), 1, "{:?}", same.suggestions);
    assert_eq!(same.suggestions[0].findings, ["G1", "G2"]);
    assert_eq!(same.conflicts, []);
    let told_apart = AggregateOptions {
        decisions: vec![PairDecision { fingerprints: same.suggestions[0].fingerprints.clone(), same: false }].into(),
        ..AggregateOptions::default()
    };
    assert_eq!(merge_results(same.results.clone(), &told_apart).suggestions, []);
    let differing = both("terminology-drift");
    assert_eq!(differing.conflicts.len(), 1, "{:?}", differing.conflicts);
    assert_eq!(differing.conflicts[0].kind, ConflictKind::Type);
    assert_eq!(differing.conflicts[0].findings, ["G1", "G2"]);
}
