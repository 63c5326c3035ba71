//! What a report says against an earlier one.
#![allow(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used)]

#[path = "support/results.rs"]
mod results;

use reconvene::model::{
    AgentResult, AggregateOptions, Baseline, Comparison, Finding, FindingState, Format, PairDecision, RenderOptions,
    Reply, Report, ResultType, Severity, Status, Template, UnifiedFinding,
};
use reconvene::part::fingerprint;
use reconvene::report::{earlier, merge_results};
use results::{finding, found, location, result};

fn after(previous: Option<&Report>, results: Vec<AgentResult>) -> Report {
    let previous = previous.map(|previous| Box::new(previous.clone()));
    merge_results(results, &AggregateOptions { previous, ..AggregateOptions::default() })
}

fn compared(report: &Report) -> &Comparison {
    report.comparison.as_ref().expect("a comparison")
}

/// How the first finding stands, and how many there are of new, open, regressed, fixed, unverified, settled.
fn outcome(report: &Report) -> (Option<Baseline>, [usize; 6]) {
    let c = compared(report);
    let counts = [c.new.len(), c.open.len(), c.regressed.len(), c.fixed.len(), c.unverified.len(), c.settled.len()];
    (report.findings.first().and_then(|finding| finding.baseline), counts)
}

fn in_section(section: &str, description: &str) -> Finding {
    let mut made = finding("F1", Severity::Major, "regression", section, description);
    made.fingerprint = fingerprint::of(&made);
    made
}

fn settled(finding: Finding) -> Finding {
    Finding { state: FindingState::Resolved, ..finding }
}

fn one(description: &str) -> Vec<AgentResult> {
    vec![found("a.md", "one", vec![in_section("1", description)])]
}

fn nothing() -> Vec<AgentResult> {
    vec![result("a.md", "one", Status::Clean)]
}

#[test]
fn without_an_earlier_report_there_is_no_comparison() {
    let report = after(None, one("zeppelin"));
    assert_eq!(report.comparison, None);
    assert_eq!(report.findings[0].baseline, None);
}

#[test]
fn the_same_report_again_is_all_open() {
    let report = after(None, one("zeppelin"));
    let again = after(Some(&report), one("zeppelin"));
    assert_eq!(outcome(&again), (Some(Baseline::Open), [0, 1, 0, 0, 0, 0]));
    assert_eq!(compared(&again).open, ["G1"]);
}

#[test]
fn other_words_for_the_same_are_open_and_other_things_are_new_and_fixed() {
    let report = after(None, one("the zeppelin hangar has no mooring mast"));
    let again = after(Some(&report), one("there is no mooring mast in the zeppelin hangar, nor anywhere"));
    assert_eq!(outcome(&again), (Some(Baseline::Open), [0, 1, 0, 0, 0, 0]));
    let other = after(Some(&report), one("quokka and wombat are mixed up"));
    assert_eq!(outcome(&other), (Some(Baseline::New), [1, 0, 0, 1, 0, 0]));
    assert_eq!(compared(&other).fixed[0].description, report.findings[0].description);
}

#[test]
fn the_markdown_of_a_report_will_do() {
    let before = || {
        vec![
            found("a.md", "one", vec![in_section("1", "the zeppelin hangar has no mooring mast")]),
            found("b.md", "one", vec![settled(in_section("2", "the quokka enclosure is open at night"))]),
            found("c.md", "one", vec![in_section("3", "two timetables name other piers for one ferry")]),
        ]
    };
    let report = after(None, before());
    for template in [Template::Report, Template::Audit, Template::Verify, Template::Review] {
        let options = RenderOptions { template, ..RenderOptions::default() };
        let earlier = earlier(&reconvene::render(&report, Format::Markdown, &options)).expect("a report");
        let same = after(Some(&earlier), before().into_iter().take(1).collect());
        assert_eq!(outcome(&same), (Some(Baseline::Open), [0, 1, 0, 0, 1, 1]));
        let back = after(
            Some(&earlier),
            vec![found("b.md", "", vec![in_section("2", "the quokka enclosure is open at night")])],
        );
        assert_eq!(outcome(&back), (Some(Baseline::Regressed), [0, 0, 1, 0, 2, 0]));
        let new = after(Some(&earlier), vec![found("a.md", "", vec![in_section("7", "ballast is weighed in pounds")])]);
        assert_eq!(outcome(&new), (Some(Baseline::New), [1, 0, 0, 0, 2, 1]));
    }
    assert_eq!(earlier("RESULT: CLEAN | Type: digest | Doc: a.md"), None);
    let clean = after(None, nothing());
    let clean = earlier(&reconvene::render(&clean, Format::Markdown, &RenderOptions::default())).expect("a report");
    assert_eq!(outcome(&after(Some(&clean), one("zeppelin"))), (Some(Baseline::New), [1, 0, 0, 0, 0, 0]));
}

#[test]
fn without_units_nothing_is_fixed_that_its_reviewer_did_not_look_at_again() {
    let review = |source: &str, text: &str| Reply { source: Some(source.to_owned()), ..Reply::from(text) };
    let token = "## Findings\n\n1. **[High]** `src/a.ts:10` the token is logged in plain text.\n";
    let query = "## Findings\n\n1. **[High]** `src/b.ts:20` the query runs once per row.\n";
    let none = "No issues found.";
    let before = vec![review("one/security.md", token), review("one/speed.md", query)];
    let report = reconvene::aggregate(before, &AggregateOptions::default());
    let again = |previous: &Report, replies: Vec<Reply>| {
        let previous = Some(Box::new(previous.clone()));
        outcome(&reconvene::aggregate(replies, &AggregateOptions { previous, ..AggregateOptions::default() })).1
    };
    assert_eq!(again(&report, vec![review("two/security.md", token)]), [0, 1, 0, 0, 1, 0]);
    assert_eq!(again(&report, vec![review("two/security.md", none)]), [0, 0, 0, 1, 1, 0]);
    assert_eq!(again(&report, vec![review("two/speed.md", none), review("two/security.md", none)]), [0, 0, 0, 2, 0, 0]);
    // One who looks then and now may have given the file another name.
    let alone = reconvene::aggregate(vec![review("monday.md", token)], &AggregateOptions::default());
    assert_eq!(again(&alone, vec![review("tuesday.md", none)]), [0, 0, 0, 1, 0, 0]);
}

#[test]
fn what_is_fixed_keeps_its_words_and_points_to_no_reply() {
    let report = after(None, one("zeppelin"));
    let fixed = &compared(&after(Some(&report), nothing())).fixed[0].clone();
    assert_eq!(fixed, &UnifiedFinding { members: Vec::new(), ..report.findings[0].clone() });
    assert_eq!(fixed.units, ["a.md"]);
}

#[test]
fn what_nobody_looked_at_is_not_fixed() {
    let report = after(None, one("zeppelin"));
    for results in [
        vec![],
        vec![result("a.md", "one", Status::Error)],
        vec![result("a.md", "one", Status::Partial)],
        vec![result("b.md", "one", Status::Clean)],
    ] {
        assert_eq!(outcome(&after(Some(&report), results)), (None, [0, 0, 0, 0, 1, 0]));
    }
    // A unit that has all its documents is as good as its own.
    assert_eq!(
        outcome(&after(Some(&report), vec![result("b.md + docs/a.md", "", Status::Clean)])).1,
        [0, 0, 0, 1, 0, 0]
    );
    let both = Finding { counter_location: Some(location("c.md § 1", "c.md", "1")), ..in_section("1", "zeppelin") };
    let report = after(None, vec![found("the login task", "", vec![both])]);
    assert_eq!(outcome(&after(Some(&report), vec![result("a.md", "", Status::Clean)])).1, [0, 0, 0, 0, 1, 0]);
    assert_eq!(outcome(&after(Some(&report), vec![result("c.md/a.md", "", Status::Clean)])).1, [0, 0, 0, 1, 0, 0]);
}

#[test]
fn replies_that_name_no_unit_may_look_at_anything() {
    let report = after(None, vec![found("", "one", vec![in_section("1", "zeppelin")])]);
    assert_eq!(outcome(&after(Some(&report), vec![result("", "two", Status::Clean)])).1, [0, 0, 0, 1, 0, 0]);
    assert_eq!(outcome(&after(Some(&report), vec![result("b.md", "two", Status::Clean)])).1, [0, 0, 0, 0, 1, 0]);
}

#[test]
fn what_was_not_looked_at_is_remembered() {
    let first = after(None, one("zeppelin"));
    let second = after(Some(&first), vec![result("a.md", "one", Status::Error)]);
    assert_eq!(outcome(&after(Some(&second), one("zeppelin"))), (Some(Baseline::Open), [0, 1, 0, 0, 0, 0]));
    assert_eq!(outcome(&after(Some(&second), nothing())), (None, [0, 0, 0, 1, 0, 0]));
    assert_eq!(outcome(&after(Some(&second), vec![])), (None, [0, 0, 0, 0, 1, 0]));
}

#[test]
fn what_was_fixed_and_is_back_is_a_regression_however_long_ago() {
    let first = after(None, one("zeppelin hangar"));
    let second = after(Some(&first), nothing());
    let third = after(Some(&second), nothing());
    assert_eq!(outcome(&third), (None, [0, 0, 0, 0, 0, 1]));
    for earlier in [&second, &third] {
        let back = after(Some(earlier), one("the zeppelin hangar again"));
        assert_eq!(outcome(&back), (Some(Baseline::Regressed), [0, 0, 1, 0, 0, 0]));
        assert_eq!(compared(&back).regressed, ["G1"]);
        assert_eq!(outcome(&after(Some(&back), one("zeppelin hangar"))), (Some(Baseline::Open), [0, 1, 0, 0, 0, 0]));
    }
}

#[test]
fn what_all_call_settled_is_fixed_and_stands_nowhere_else() {
    let first = after(None, one("zeppelin hangar"));
    let struck = || vec![found("a.md", "one", vec![settled(in_section("1", "zeppelin hangar"))])];
    let second = after(Some(&first), struck());
    assert_eq!(outcome(&second), (None, [0, 0, 0, 1, 0, 0]));
    // Listed as fixed and among the findings: still one thing.
    assert_eq!(outcome(&after(Some(&second), one("zeppelin hangar"))), (Some(Baseline::Regressed), [0, 0, 1, 0, 0, 0]));
    assert_eq!(outcome(&after(Some(&second), nothing())), (None, [0, 0, 0, 0, 0, 1]));
    // Without a finding then, what is settled now is neither new nor fixed.
    assert_eq!(outcome(&after(Some(&after(None, nothing())), struck())), (None, [0; 6]));
}

#[test]
fn a_persons_word_binds_here_too() {
    let (then, now) = (in_section("1", "zeppelin hangar"), in_section("2", "quokka wombat"));
    let report = after(None, vec![found("a.md", "one", vec![then.clone()])]);
    let decision = |same| PairDecision { fingerprints: [now.fingerprint.clone(), then.fingerprint.clone()], same };
    let options = |same| AggregateOptions {
        previous: Some(Box::new(report.clone())),
        decisions: vec![decision(same)].into(),
        ..AggregateOptions::default()
    };
    let results = || vec![found("a.md", "one", vec![now.clone()])];
    assert_eq!(outcome(&merge_results(results(), &options(true))).1, [0, 1, 0, 0, 0, 0]);
    assert_eq!(outcome(&merge_results(results(), &options(false))).1, [1, 0, 0, 1, 0, 0]);
}

#[test]
fn a_finding_that_was_merged_and_is_not_any_more_is_not_fixed() {
    let (one, other) = (in_section("1", "zeppelin hangar mooring"), in_section("1", "zeppelin hangar mast"));
    let both = || vec![found("a.md", "one", vec![one.clone()]), found("a.md", "two", vec![other.clone()])];
    let merged = after(None, both());
    assert_eq!(merged.findings.len(), 1);
    let decisions =
        vec![PairDecision { fingerprints: [one.fingerprint.clone(), other.fingerprint.clone()], same: false }].into();
    let apart = AggregateOptions { decisions, ..AggregateOptions::default() };
    let two = merge_results(both(), &apart);
    assert_eq!(two.findings.len(), 2);
    assert_eq!(outcome(&after(Some(&two), both())).1, [0, 1, 0, 0, 0, 0]);
}

#[test]
fn the_report_says_it() {
    let report = after(None, one("zeppelin"));
    let text = |results| reconvene::render(&after(Some(&report), results), Format::Markdown, &RenderOptions::default());
    assert!(text(one("quokka")).contains("Since the earlier report: 1 new, 1 fixed."));
    assert!(text(one("quokka")).contains("- New: G1"));
    assert!(text(nothing()).contains("### Fixed"));
    assert!(text(vec![]).contains("### Not verified"));
}

#[test]
fn a_reply_of_another_kind_did_not_look() {
    let report = after(None, one("zeppelin"));
    let digest = AgentResult { r#type: Some(ResultType::Digest), ..result("a.md", "two", Status::Clean) };
    let failed = result("a.md", "one", Status::Error);
    assert_eq!(outcome(&after(Some(&report), vec![digest, failed])).1, [0, 0, 0, 0, 1, 0]);
}

#[test]
fn while_its_own_unit_has_a_gap_no_other_stands_for_it() {
    let pair = |status| result("a.md + b.md", "one", status);
    let report = after(None, vec![found("a.md + b.md", "one", vec![in_section("1", "zeppelin")])]);
    let wider = || result("a.md + b.md + c.md", "two", Status::Clean);
    assert_eq!(outcome(&after(Some(&report), vec![wider()])).1, [0, 0, 0, 1, 0, 0]);
    assert_eq!(outcome(&after(Some(&report), vec![wider(), pair(Status::Error)])).1, [0, 0, 0, 0, 1, 0]);
    // Of a pair, one document is not enough, even where the finding names no other.
    assert_eq!(outcome(&after(Some(&report), vec![result("a.md", "", Status::Clean)])).1, [0, 0, 0, 0, 1, 0]);
}

#[test]
fn a_unit_that_a_reply_only_claims_settles_nothing() {
    let text = |status: &str| format!("RESULT: {status} | Type: consistency | Pair: a.md/b.md\n");
    let table = "\n| ID | Severity | Type | Location | Description |\n|--|--|--|--|--|\n| F1 | SEVERITY | regression | a.md §1 | zeppelin hangar |\n";
    let labelled = |unit: &str, text: &str| Reply { unit: Some(unit.to_owned()), ..Reply::from(text) };
    let first = labelled("a.md + b.md", &(text("FINDINGS") + &table.replace("SEVERITY", "major")));
    let report = reconvene::aggregate(vec![first], &AggregateOptions::default());
    let struck = text("FINDINGS") + &table.replace("SEVERITY", "~~major~~");
    for claim in [text("CLEAN"), text("CLEAN").replace("b.md", "b.md/z.md"), struck] {
        let options = AggregateOptions { previous: Some(Box::new(report.clone())), ..AggregateOptions::default() };
        let replies = vec![labelled("c.md", "RESULT: CLEAN | Type: digest"), Reply::from(&*claim)];
        assert_eq!(outcome(&reconvene::aggregate(replies, &options)).1, [0, 0, 0, 0, 1, 0], "{claim}");
    }
}

#[test]
fn what_is_only_like_something_that_stands_stays_settled() {
    let (one, other) = (in_section("1", "zeppelin hangar five"), in_section("1", "zeppelin mast seven"));
    let with = |findings: &[&Finding]| vec![found("a.md", "one", findings.iter().map(|one| (*one).clone()).collect())];
    let first = after(None, with(&[&one, &other]));
    let second = after(Some(&first), with(&[&one]));
    assert_eq!(outcome(&second).1, [0, 1, 0, 1, 0, 0]);
    assert_eq!(outcome(&after(Some(&second), with(&[&one, &other]))).1, [0, 1, 1, 0, 0, 0]);
    assert_eq!(outcome(&after(Some(&second), with(&[&other]))).1, [0, 0, 1, 1, 0, 0]);
}

#[test]
fn what_may_be_the_same_is_neither_fixed_nor_forgotten() {
    let then = in_section("1", "zeppelin hangar mooring wombat");
    let now = in_section("9", "zeppelin marmot quokka lemur tapir wombat");
    let mut anywhere = now.clone();
    anywhere.location = None;
    anywhere.fingerprint = fingerprint::of(&anywhere);
    let report = after(None, vec![found("a.md", "one", vec![then])]);
    let again = after(Some(&report), vec![found("a.md", "one", vec![anywhere])]);
    let said: Vec<_> =
        compared(&again).suggestions.iter().map(|it| (it.finding.as_str(), it.earlier.as_str())).collect();
    assert_eq!((outcome(&again).1, said), ([1, 0, 0, 0, 1, 0], vec![("G1", "G1")]));
}

#[test]
fn a_finding_that_weighs_less_than_it_did_is_said() {
    let report = after(None, one("zeppelin"));
    let lighter = Finding { severity: Severity::Minor, ..in_section("1", "zeppelin") };
    let again = after(Some(&report), vec![found("a.md", "one", vec![lighter])]);
    let changes: Vec<_> = compared(&again).severity_changes.iter().map(|change| (change.from, change.to)).collect();
    assert_eq!(changes, [(Severity::Major, Severity::Minor)]);
    assert!(
        reconvene::render(&again, Format::Markdown, &RenderOptions::default())
            .contains("G1 changed from major to minor")
    );
}
