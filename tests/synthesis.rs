//! What the findings mean together, case by case: each folder of `tests/synthesis` holds replies, options where there are
//! any, and snapshots beside them. `UPDATE_EXPECT=1 cargo test --test synthesis` writes the snapshots.
#![allow(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used)]

#[path = "support/results.rs"]
mod results;
mod support;

use std::path::{Path, PathBuf};

use expect_test::expect_file;
use reconvene::model::{
    AggregateOptions, Agreement, Consistency, DecisionImplication, Detail, Dialect, FileChange, Finding, FindingState,
    Format, Implementation, KeyValue, ParkedFinding, RenderOptions, Reply, Report, Section, Severity, Status, Template,
    ThemeKind, Trend, Verdict,
};
use reconvene::report::merge_results;
use results::{finding, found, location, result};
use serde_json::{Value, json};
use support::{files, root};

/// The folders of the cases.
fn cases() -> Vec<PathBuf> {
    let mut found: Vec<_> =
        std::fs::read_dir(root().join("tests/synthesis")).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| path.is_dir());
    found.sort();
    found
}

/// The report of a case. Of a unit that was asked again, the files are named `…-attempt-1.md` and so on.
fn report(case: &Path, options: AggregateOptions) -> Report {
    let given = case.join("options.json");
    let options =
        if given.is_file() { serde_json::from_str(&std::fs::read_to_string(given).unwrap()).unwrap() } else { options };
    let mut replies = files(case, &["md"]);
    replies.retain(|path| !path.file_name().unwrap().to_string_lossy().starts_with("report"));
    let reply = |path: &PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let attempt = name.rsplit_once("-attempt-").map(|(_, attempt)| attempt.parse().unwrap());
        Reply { source: Some(name), attempt, ..Reply::from(&*std::fs::read_to_string(path).unwrap()) }
    };
    reconvene::aggregate(replies.iter().map(reply).collect(), &options)
}

/// What a report says of its replies together.
fn said(report: &Report) -> Value {
    let finding = |id: &reconvene::model::UnifiedFinding| {
        json!({
            "is": format!("{} {} {}", id.id, id.severity.word(), id.description),
            "units": id.units,
            "connections": id.connections,
        })
    };
    let value = json!({
        "verdict": report.verdict,
        "reasons": report.reasons,
        "executiveSummary": report.executive_summary,
        "findings": report.findings.iter().map(finding).collect::<Vec<_>>(),
        "synthesis": report.synthesis,
        "implementation": report.implementation,
        "diagnostics": report.diagnostics,
    });
    support::compact(&value)
}

#[test]
fn every_case_says_what_its_snapshot_says() {
    for case in cases() {
        let said = said(&report(&case, AggregateOptions::default()));
        expect_file![case.join("said.json")].assert_eq(&format!("{}\n", serde_json::to_string_pretty(&said).unwrap()));
    }
}

fn shown(report: &Report, options: &RenderOptions) -> String {
    reconvene::render(report, Format::Markdown, options)
}

#[test]
fn every_template_orders_the_sections_as_its_snapshot_has_them() {
    let report = report(&root().join("tests/synthesis/audit"), AggregateOptions::default());
    for template in [Template::Report, Template::Audit, Template::Verify, Template::Review] {
        let name = serde_json::to_value(template).unwrap().as_str().unwrap().to_owned();
        let text = shown(&report, &RenderOptions { template, ..RenderOptions::default() });
        expect_file![root().join(format!("tests/synthesis/audit/report-{name}.md"))].assert_eq(&text);
    }
}

#[test]
fn ready_rows_are_made_where_they_are_asked_for() {
    use Section::{Decisions, Parking, Tasks};
    let options = RenderOptions { sections: Some(vec![Tasks, Parking, Decisions, Tasks]), ..RenderOptions::default() };
    let report = report(&root().join("tests/synthesis/implementation"), AggregateOptions::default());
    expect_file![root().join("tests/synthesis/implementation/report-rows.md")].assert_eq(&shown(&report, &options));
    let whole = shown(&report, &RenderOptions::default());
    expect_file![root().join("tests/synthesis/implementation/report.md")].assert_eq(&whole);
    assert!(!whole.contains("TASKS.md"));
}

#[test]
fn rows_for_parking_and_decisions_are_made() {
    let text = "RESULT: CLEAN | Type: digest | Doc: vans.md | Sections: 0\n\n\
        ## Parkable Findings\n\n| Finding | Category | Priority |\n|-|-|-|\n| Who washes the vans? | question | low |\n\n\
        ## Decision Implications\n\n| Implication | Relevant Decision | Impact |\n|-|-|-|\n| Vans rest on Sundays | D-3 | fewer trips |\n";
    let report = reconvene::aggregate(vec![Reply::from(text)], &AggregateOptions::default());
    let options =
        RenderOptions { sections: Some(vec![Section::Parking, Section::Decisions]), ..RenderOptions::default() };
    let rows = shown(&report, &options);
    assert!(rows.contains("## Rows for PARKING.md\n\n| Finding | Category | Priority | From |"), "{rows}");
    assert!(rows.contains("| Who washes the vans? | question | low | vans.md |"), "{rows}");
    assert!(rows.contains("## Rows for DECISIONS.md\n\n| Implication | Relevant Decision | Impact | From |"), "{rows}");
    assert!(rows.contains("| Vans rest on Sundays | D-3 | fewer trips | vans.md |"), "{rows}");
}

#[test]
fn ready_rows_have_all_values_that_were_given() {
    let parked = |category: &str, priority: &str, owner: &str| ParkedFinding {
        finding: "Who washes the jars?".to_owned(),
        category: Some(category.to_owned()),
        priority: Some(priority.to_owned()),
        extra: if owner.is_empty() { Vec::new() } else { vec![KeyValue::new("Owner", owner)] },
        ..ParkedFinding::default()
    };
    let implied = |decision: &str| DecisionImplication {
        implication: "Jars come back".to_owned(),
        decision: Some(decision.to_owned()),
        ..DecisionImplication::default()
    };
    let says = |unit: &str, aside: ParkedFinding, decision: &str| reconvene::model::AgentResult {
        parked: vec![aside],
        implications: vec![implied(decision)],
        ..result(unit, "", Status::Clean)
    };
    let report = merged(vec![
        says("a.md", parked("question", "low", ""), "D1"),
        says("b.md", parked("gap", "high", "the baker"), "D4"),
        says("c.md", parked("gap", "low", ""), "D1"),
    ]);
    let options =
        RenderOptions { sections: Some(vec![Section::Parking, Section::Decisions]), ..RenderOptions::default() };
    let text = shown(&report, &options);
    for row in [
        "| Who washes the jars? | question / gap | low / high | a.md, b.md, c.md | Owner: the baker |",
        "| Jars come back | D1 / D4 | | a.md, b.md, c.md |",
    ] {
        assert!(text.contains(row), "{text}");
    }
}

#[test]
fn what_tasks_left_for_a_person_keeps_from_approval() {
    let work = |row: &str| {
        let text = format!("TASK: T-1\nSTATUS: COMPLETE\n\n{row}\n\nRESULT: COMPLETE | Criteria: 0/0 | Gaps: 0/0/0\n");
        reconvene::aggregate(vec![Reply::from(text.as_str())], &AggregateOptions::default())
    };
    let table = |heading: &str, columns: &str, row: &str| {
        format!("## {heading}\n| {columns} |\n{}|\n| {row} |", "|---".repeat(columns.split('|').count()))
    };
    let gap = |level: &str| {
        table(
            "Gaps Found",
            "Gap ID | Level | Description | Assumption Made",
            &format!("G1 | {level} | Which scales? | any"),
        )
    };
    let added = |audit: &str| {
        table(
            "Dependencies Added",
            "Package | Version | License | Audit Status",
            &format!("scales | 1 | MIT | {audit}"),
        )
    };
    let file = |path: &str| table("Files Modified", "File | Action | Description", &format!("{path} | modified | x"));
    for (row, reason) in [
        (gap("L2"), "1 gap of level L2 is open."),
        (gap("Blocker"), "1 gap that is called a blocker is open."),
        (gap(""), "1 gap has no level of L0 to L2."),
        (gap("high"), "1 gap has no level of L0 to L2."),
        (added("flagged"), "1 added dependency is flagged."),
        (added("2 high, 0 critical"), "1 added dependency is flagged."),
        (added("vulnerable, not patched"), "1 added dependency is flagged."),
        (added("vulnerable (CVE-2024-1)"), "1 added dependency is flagged."),
        (added("CVE-2024-1"), "1 added dependency is flagged."),
        (added("GPL-incompatible"), "1 added dependency is flagged."),
        (added("not audited"), "1 added dependency is flagged."),
        (added("unknown"), "1 added dependency is flagged."),
        (file("docs/TASKS.md"), "1 file reserved for the orchestrator was changed by a task."),
        (file("docs/PARKING.md"), "1 file reserved for the orchestrator was changed by a task."),
    ] {
        let report = work(&row);
        assert_eq!(
            (report.verdict, &report.reasons[..]),
            (Verdict::ApproveWithChanges, &[reason.to_owned()][..]),
            "{row}"
        );
    }
    for row in [
        gap("L1"),
        gap("Level 1 (low)"),
        gap("non-blocking"),
        added("advisory"),
        added("clean"),
        added("no known vulnerabilities"),
        added("clean (CVE scan)"),
        file("docs/PARKING_SPACES.md"),
    ] {
        assert_eq!(work(&row).verdict, Verdict::Approve, "{row}");
    }
    let text = shown(&work(&file("docs/PARKING.md")), &RenderOptions::default());
    assert!(text.contains("Changed by tasks, but reserved for the orchestrator: docs/PARKING.md (T-1)."), "{text}");
}

#[test]
fn tasks_that_touched_one_file_are_listed_to_be_run_again() {
    let folder = root().join("tests/synthesis/shared-files");
    let whole = shown(&report(&folder, AggregateOptions::default()), &RenderOptions::default());
    expect_file![folder.join("report.md")].assert_eq(&whole);
}

#[test]
fn every_template_shows_every_finding_and_reads_back() {
    for case in cases() {
        let report = report(&case, AggregateOptions::default());
        for template in [Template::Report, Template::Audit, Template::Verify, Template::Review] {
            let text = shown(&report, &RenderOptions { template, ..RenderOptions::default() });
            let read = support::parse(&text).findings;
            let ids: Vec<_> = read.iter().map(|finding| (finding.id.as_str(), finding.severity)).collect();
            let all: Vec<_> = report.findings.iter().map(|finding| (finding.id.as_str(), finding.severity)).collect();
            assert_eq!(ids, all, "{}: {template:?}", case.display());
        }
    }
}

#[test]
fn no_budget_is_exceeded() {
    for case in cases() {
        let report = report(&case, AggregateOptions::default());
        let length = |text: &str| text.encode_utf16().count();
        let whole = length(&shown(&report, &RenderOptions::default()));
        for budget in (0..whole + 50).step_by(37) {
            let options = RenderOptions { budget: u32::try_from(budget).ok(), ..RenderOptions::default() };
            let text = shown(&report, &options);
            assert!(length(&text) <= budget, "{budget}");
            assert!(
                budget >= whole
                    || budget < 100
                    || ["Shortened to", "stay within"]
                        .iter()
                        .any(|says| text.contains(&format!("{says} {budget} characters"))),
                "{text}"
            );
            assert!(text.lines().all(|line| !line.starts_with("::")));
        }
    }
}

fn merged(results: Vec<reconvene::model::AgentResult>) -> Report {
    merge_results(results, &AggregateOptions::default())
}

fn on(section: &str, severity: Severity, words: &str) -> Finding {
    finding("F1", severity, "contradiction", section, words)
}

// ── connections

#[test]
fn a_connection_needs_another_unit_and_something_major() {
    use Severity::{Advisory, Critical, Major, Minor};
    let connected = |severities: [Severity; 2], units: [&str; 2]| {
        let results = units
            .iter()
            .zip(severities)
            .zip(["zeppelin hangar", "quokka burrow"])
            .map(|((unit, severity), words)| found(unit, "", vec![on("1", severity, words)]))
            .collect();
        merged(results).synthesis.connections.len()
    };
    assert_eq!(connected([Major, Minor], ["b.md", "c.md"]), 1);
    assert_eq!(connected([Critical, Advisory], ["b.md", "c.md"]), 1);
    assert_eq!(connected([Minor, Minor], ["b.md", "c.md"]), 0);
    assert_eq!(connected([Major, Minor], ["b.md", "./B.md"]), 0);
}

#[test]
fn findings_of_one_unit_and_two_dimensions_are_connected() {
    let of = |dimension: &str, words: &str| {
        let dimension = Some(dimension.to_owned());
        let detail = Detail::Consistency(Consistency { dimension, ..Consistency::default() });
        reconvene::model::AgentResult { detail, ..found("b.md", "", vec![on("1", Severity::Major, words)]) }
    };
    let count = |one: &str, other: &str| {
        merged(vec![of(one, "zeppelin hangar"), of(other, "quokka burrow")]).synthesis.connections.len()
    };
    assert_eq!(count("Staleness", "Completeness"), 1);
    assert_eq!(count("Staleness", " staleness"), 0);
}

#[test]
fn a_column_of_dimensions_counts_for_each_finding() {
    let of = |dimension: &str, words: &str| Finding {
        extra: vec![KeyValue::new("Dimension", dimension)],
        ..on("1", Severity::Major, words)
    };
    let report =
        merged(vec![found("b.md", "", vec![of("Value", "zeppelin hangar"), of("Soundness", "quokka burrow")])]);
    assert_eq!(report.synthesis.connections.len(), 1);
    let health: Vec<_> =
        report.synthesis.health.iter().map(|row| (row.dimension.as_str(), row.rating.as_str())).collect();
    assert_eq!(health, [("Soundness", "some-issues"), ("Value", "some-issues")]);
}

#[test]
fn what_is_settled_is_connected_with_nothing() {
    let settled = Finding { state: FindingState::Resolved, ..on("1", Severity::Critical, "zeppelin hangar") };
    let results = vec![
        found("b.md", "", vec![settled]),
        found("c.md", "", vec![on("1", Severity::Major, "quokka burrow")]),
        found("d.md", "", vec![on("1", Severity::Minor, "wombat den")]),
    ];
    let report = merged(results);
    assert_eq!(report.synthesis.themes.len(), 0);
    assert_eq!(report.synthesis.connections.len(), 1);
    assert_eq!(report.synthesis.connections[0].findings.len(), 2);
}

#[test]
fn a_section_is_one_by_its_number_or_its_heading() {
    let at = |section: &str, words: &str| Finding {
        location: Some(location(section, "a.md", section)),
        ..on("1", Severity::Major, words)
    };
    let connected = |sections: &[&str]| {
        let words = ["zeppelin hangar", "quokka burrow", "wombat den", "marmot cave"];
        let results = sections.iter().zip(words).map(|(section, words)| found(words, "", vec![at(section, words)]));
        let report = merged(results.collect());
        report.synthesis.connections.iter().map(|one| one.findings.len()).max().unwrap_or(0)
    };
    assert_eq!(connected(&["3.2 Event Bus", "Event Bus"]), 2);
    assert_eq!(connected(&["3.2", "3.2 Event Bus", "Event Bus", "3.2, rule 4"]), 4);
    assert_eq!(connected(&["3.2", "Event Bus"]), 0);
    assert_eq!(connected(&["3.2 Event Bus", "4.1 Event Bus", "Event Bus"]), 0);
}

// ── themes and raising

/// Findings on one section, a unit each.
fn theme(severities: &[Severity]) -> Vec<reconvene::model::AgentResult> {
    let words = ["zeppelin hangar", "quokka burrow", "wombat den", "marmot cave"];
    let all = severities.iter().zip(words).enumerate();
    all.map(|(at, (severity, words))| found(&format!("u{at}.md"), "", vec![on("1", *severity, words)])).collect()
}

#[test]
fn a_theme_changes_no_severity() {
    use Severity::{Advisory, Major, Minor};
    let shown = |severities: &[Severity]| {
        let report = merged(theme(severities));
        let shown: Vec<_> = report.findings.iter().map(|finding| finding.severity).collect();
        (report.synthesis.themes.first().map(|theme| theme.critical), shown, report.verdict)
    };
    assert_eq!(
        shown(&[Major, Minor, Advisory]),
        (Some(false), vec![Major, Minor, Advisory], Verdict::ApproveWithChanges)
    );
    assert_eq!(shown(&[Minor, Minor, Advisory]), (Some(false), vec![Minor, Minor, Advisory], Verdict::Approve));
    assert_eq!(shown(&[Major, Major]), (None, vec![Major, Major], Verdict::ApproveWithChanges));
}

#[test]
fn a_theme_over_two_dimensions_with_something_major_is_critical_itself() {
    use Severity::{Major, Minor};
    let judged = |dimensions: [&str; 3], severity| {
        let mut results = theme(&[severity, Minor, Minor]);
        for (result, dimension) in results.iter_mut().zip(dimensions) {
            let key = "Dimension".to_owned();
            result.findings[0].extra.push(KeyValue { key, value: dimension.to_owned() });
        }
        let report = merged(results);
        let [theme] = report.synthesis.themes.as_slice() else { panic!("{:?}", report.synthesis.themes) };
        (theme.critical, theme.dimensions.clone(), report.summary.by_severity[&Severity::Critical])
    };
    assert_eq!(judged(["B", "A", "B"], Major), (true, vec!["A".to_owned(), "B".to_owned()], 0));
    assert_eq!(judged(["B", "A", "B"], Minor), (false, vec!["A".to_owned(), "B".to_owned()], 0));
    assert_eq!(judged(["B", "B", "B"], Major), (false, vec!["B".to_owned()], 0));
}

#[test]
fn a_concept_that_many_name_or_any_program_has_is_no_theme() {
    let words = ["zeppelin", "quokka", "wombat", "marmot", "badger", "otter", "heron", "lynx", "ibex", "tapir"];
    let subjects = |concept: &str, others: usize| {
        let named = (0..3).map(|at| format!("{} `{concept}`", words[at]));
        let others = (0..others).map(|at| format!("{} {}{at}", words[at % 10], words[(at / 10) % 10]));
        let all = named.chain(others).enumerate();
        let results = all.map(|(at, words)| {
            found(&format!("u{at}.md"), "", vec![on(&(at + 1).to_string(), Severity::Minor, &words)])
        });
        let report = merged(results.collect());
        report.synthesis.themes.iter().map(|theme| theme.subject.clone()).collect::<Vec<_>>()
    };
    assert_eq!(subjects("reserveStock", 40), ["reserveStock"]);
    assert!(subjects("reserveStock", 20).is_empty());
    assert!(subjects("next", 40).is_empty());
}

/// Findings on sections of their own, each of a dimension.
fn judged_on(findings: &[(&str, Severity, &str)]) -> Report {
    let results = findings.iter().enumerate().map(|(at, (dimension, severity, words))| {
        let extra = vec![KeyValue::new("Dimension", *dimension)];
        found(&format!("u{at}.md"), "", vec![Finding { extra, ..on(&(at + 1).to_string(), *severity, words) }])
    });
    merged(results.collect())
}

#[test]
fn a_concept_of_two_dimensions_is_a_theme_of_a_small_report() {
    use Severity::{Major, Minor};
    let themes = |dimensions: [&str; 3], others: usize| {
        let words = ["zeppelin `reserveStock`", "quokka `reserveStock`", "wombat `reserveStock`"];
        let mut findings: Vec<_> = dimensions
            .into_iter()
            .zip([Major, Minor, Minor])
            .zip(words)
            .map(|((of, severity), words)| (of, severity, words))
            .collect();
        let more = ["marmot", "badger", "otter", "heron", "lynx", "ibex", "tapir"];
        findings.extend(more.iter().cycle().take(others).map(|words| ("A", Minor, *words)));
        let report = judged_on(&findings);
        let severities = report.findings.iter().filter(|finding| finding.severity != Minor).count();
        let themes = report.synthesis.themes.into_iter().filter(|theme| theme.by == ThemeKind::Concept);
        (themes.map(|theme| (theme.subject, theme.dimensions, theme.critical)).collect::<Vec<_>>(), severities)
    };
    let both = vec!["A".to_owned(), "B".to_owned()];
    let found = vec![("reserveStock".to_owned(), both, true)];
    assert_eq!(themes(["A", "B", "B"], 0), (found.clone(), 1));
    assert_eq!(themes(["A", "B", "B"], 7), (found, 1));
    assert_eq!(themes(["A", "A", "A"], 7), (Vec::new(), 1));
}

#[test]
fn what_most_findings_of_a_small_report_name_is_no_theme() {
    let named = |count: usize| {
        let words = ["zeppelin", "quokka", "wombat", "marmot", "badger", "otter", "heron", "lynx"];
        let texts: Vec<String> = words
            .iter()
            .enumerate()
            .map(|(at, words)| if at < count { format!("{words} `reserveStock`") } else { (*words).to_owned() })
            .collect();
        let findings: Vec<_> =
            texts.iter().enumerate().map(|(at, words)| (["A", "B"][at % 2], Severity::Minor, words.as_str())).collect();
        judged_on(&findings).synthesis.themes.len()
    };
    assert_eq!([3, 4, 5, 8].map(named), [1, 1, 0, 0]);
}

#[test]
fn a_technology_that_three_dimensions_name_connects_their_findings() {
    use Severity::{Major, Minor};
    let together = |texts: [&str; 4], dimensions: [&str; 4]| {
        let all: Vec<_> = dimensions
            .iter()
            .zip([Major, Minor, Minor, Minor])
            .zip(texts)
            .map(|((of, severity), words)| (*of, severity, words))
            .collect();
        let report = judged_on(&all);
        let connections = report.synthesis.connections.into_iter().map(|found| (found.on, found.findings.len()));
        let themes = report.synthesis.themes.into_iter().map(|theme| (theme.subject, theme.dimensions.len()));
        (connections.collect::<Vec<_>>(), themes.collect::<Vec<_>>())
    };
    let texts = [
        "Sessions of the zeppelin stay in Redis for good.",
        "The quokka waits while Redis starts.",
        "Redis has no password in the wombat.",
        "The marmot sleeps.",
    ];
    let redis = || "Redis".to_owned();
    assert_eq!(together(texts, ["A", "B", "C", "A"]), (vec![(redis(), 3)], vec![(redis(), 3)]));
    // Two dimensions are not enough, nor is a word that stands at the beginning alone or goes in small letters too.
    let none = (Vec::new(), Vec::new());
    assert_eq!(together(texts, ["A", "B", "B", "A"]), none);
    let begins =
        ["Lanterns fail, zeppelin.", "Lanterns are late, quokka.", "Lanterns leak, wombat.", "The marmot sleeps."];
    assert_eq!(together(begins, ["A", "B", "C", "A"]), none);
    let small = [texts[0], texts[1], texts[2], "The redis of the marmot sleeps."];
    assert_eq!(together(small, ["A", "B", "C", "A"]), none);
    // In code marks it is the same one.
    let marked = [texts[0], "The quokka waits while `redis` starts.", "The wombat asks Redis twice.", texts[3]];
    assert_eq!(together(marked, ["A", "B", "C", "A"]).0.len(), 1);
}

#[test]
fn a_theme_says_what_it_is_by() {
    let suggesting = |at: usize, words: &str, suggestion: &str| {
        let suggestion = Some(suggestion.to_owned());
        found(&format!("u{at}.md"), "", vec![Finding { suggestion, ..on(&at.to_string(), Severity::Minor, words) }])
    };
    let report = merged(vec![
        suggesting(1, "zeppelin", "Adopt one retry budget"),
        suggesting(2, "quokka", "adopt one retry budget: see above"),
        suggesting(3, "wombat", "Adopt one retry budget. Then test it."),
    ]);
    let themes: Vec<_> = report.synthesis.themes.iter().map(|theme| (theme.by, theme.subject.as_str())).collect();
    assert_eq!(themes, [(ThemeKind::Cause, "Adopt one retry budget")]);
    assert_eq!(report.synthesis.connections.len(), 0);
}

// ── health

fn judged(
    dimension: &str,
    rating: Option<&str>,
    status: Status,
    findings: Vec<Finding>,
) -> reconvene::model::AgentResult {
    let detail = Detail::Consistency(Consistency {
        dimension: Some(dimension.to_owned()),
        rating: rating.map(str::to_owned),
        ..Consistency::default()
    });
    reconvene::model::AgentResult { detail, findings, ..result(dimension, "", status) }
}

#[test]
fn a_dimension_is_rated_as_stated_or_by_its_findings() {
    let rated = |rating, status, findings| {
        let report = merged(vec![judged("Staleness", rating, status, findings)]);
        let row = &report.synthesis.health[0];
        (row.rating.clone(), row.findings)
    };
    let two = || vec![on("1", Severity::Major, "zeppelin hangar"), on("2", Severity::Major, "quokka burrow")];
    assert_eq!(rated(None, Status::Clean, vec![]), ("good".to_owned(), 0));
    assert_eq!(rated(None, Status::Findings, two()), ("significant-problems".to_owned(), 2));
    assert_eq!(rated(Some("some issues"), Status::Findings, two()), ("some-issues".to_owned(), 2));
    assert_eq!(rated(Some("in good hands"), Status::Findings, vec![]), ("in good hands".to_owned(), 0));
    for stopped in [None, Some("good")] {
        assert_eq!(rated(stopped, Status::Partial, vec![]), ("INCOMPLETE".to_owned(), 0));
    }
    assert_eq!(rated(Some("some-issues"), Status::Partial, vec![]), ("some-issues".to_owned(), 0));
}

#[test]
fn a_dimension_has_a_trend_against_the_earlier_report() {
    let report = |ratings: &[(&str, &str)], previous| {
        let results =
            ratings.iter().map(|(name, rating)| judged(name, Some(rating), Status::Findings, vec![])).collect();
        merge_results(results, &AggregateOptions { previous, ..AggregateOptions::default() })
    };
    let before = report(&[("Staleness", "good"), ("Value", "good"), ("Scope", "some-issues"), ("Goals", "good")], None);
    assert!(before.synthesis.health.iter().all(|row| row.trend.is_none()));
    let now = report(
        &[("staleness", "some-issues"), ("Value", "good"), ("Scope", "good"), ("Depth", "good")],
        Some(Box::new(before)),
    );
    let trends: Vec<_> = now.synthesis.health.iter().map(|row| (row.dimension.as_str(), row.trend)).collect();
    assert_eq!(
        trends,
        [
            ("Depth", None),
            ("Scope", Some(Trend::Better)),
            ("staleness", Some(Trend::Worse)),
            ("Value", Some(Trend::Same))
        ]
    );
}

// ── cross-references

#[test]
fn a_pair_is_in_the_state_that_its_worst_finding_says() {
    let state = |results: Vec<reconvene::model::AgentResult>| {
        let report = merged(results);
        report.synthesis.cross_references.first().map(|row| (row.status, row.findings))
    };
    let pair = "b.md vs a.md";
    let with = |severity| found(pair, "", vec![on("1", severity, "zeppelin")]);
    assert_eq!(state(vec![with(Severity::Critical)]), Some((Agreement::Conflict, 1)));
    assert_eq!(state(vec![with(Severity::Advisory)]), Some((Agreement::Tension, 1)));
    assert_eq!(state(vec![result(pair, "", Status::Clean)]), Some((Agreement::Consistent, 0)));
    assert_eq!(state(vec![result(pair, "", Status::Partial)]), Some((Agreement::Unverified, 0)));
    assert_eq!(state(vec![result(pair, "", Status::Error)]), Some((Agreement::Unverified, 0)));
    assert_eq!(state(vec![result("a.md", "", Status::Clean)]), None);
    assert_eq!(state(vec![result("T-1", "", Status::Clean)]), None);
    let stated = |word: &str, findings| reconvene::model::AgentResult {
        dialect: Dialect::AgentReport,
        stated_status: Some(word.to_owned()),
        findings,
        ..result(pair, "", Status::Findings)
    };
    assert_eq!(state(vec![stated("TENSION", vec![on("1", Severity::Critical, "x")])]), Some((Agreement::Tension, 1)));
    assert_eq!(state(vec![stated("TENSION", vec![]), stated("conflict", vec![])]), Some((Agreement::Conflict, 0)));
}

// ── tasks

#[test]
fn a_file_of_several_tasks_is_a_conflict_however_it_is_written() {
    let task = |name: &str, paths: &[&str]| {
        let file = |path: &&str| FileChange { path: (*path).to_owned(), ..FileChange::default() };
        let files = paths.iter().map(file).collect();
        let detail =
            Detail::Implementation(Implementation { task: Some(name.to_owned()), files, ..Implementation::default() });
        reconvene::model::AgentResult { detail, ..result(name, "", Status::Clean) }
    };
    let report = merged(vec![
        task("T-2", &["src/a.rs", "src/a.rs"]),
        task("T-10", &["./src/A.rs", "src/b.rs"]),
        task("T-3", &["src/c.rs"]),
        task("T-3", &["src/c.rs"]),
    ]);
    let rollup = report.implementation.unwrap();
    assert_eq!(rollup.rerun_sequentially, ["T-2", "T-10"]);
    assert_eq!(rollup.file_conflicts.len(), 1);
    assert_eq!(rollup.file_conflicts[0].tasks, ["T-2", "T-10"]);
    assert_eq!(rollup.files.len(), 3);
    assert_eq!(rollup.tasks.len(), 3);
}

#[test]
fn the_tasks_of_a_file_stand_in_one_order_whichever_touched_it_first() {
    let work = |unit: &str, task: &str, path: &str| {
        let file = FileChange { path: path.to_owned(), ..FileChange::default() };
        let work = Implementation { task: Some(task.to_owned()), files: vec![file], ..Implementation::default() };
        let detail = Detail::Implementation(work);
        reconvene::model::AgentResult { detail, ..result(unit, "", Status::Clean) }
    };
    let report = merged(vec![work("a", "T-3", "b.rs"), work("b", "T-2", "a.rs"), work("c", "T-3", "a.rs")]);
    let rollup = report.implementation.unwrap();
    let rows: Vec<&str> = rollup.tasks.iter().map(|row| row.task.as_str()).collect();
    assert_eq!(rows, ["T-3", "T-2"]);
    assert_eq!(rollup.files[0].tasks, rows);
    assert_eq!(rollup.file_conflicts[0].tasks, rows);
}
