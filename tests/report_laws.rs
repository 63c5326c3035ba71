//! What holds for every report: the order of the replies changes nothing, nothing is lost, every figure adds up.
#![allow(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used)]

#[path = "support/results.rs"]
mod results;

use proptest::prelude::*;
use reconvene::model::{
    AgentResult, AggregateOptions, Agreement, ChecklistItem, Consistency, Criterion, CrossReference, Decision,
    DecisionStatus, Dependency, DesignPlan, Detail, Digest, Entity, ExpectedUnit, FileChange, Finding, FindingDecision,
    FindingDecisions, FindingState, Format, Gap, ITEM_STATUSES, Implementation, MissingComponent, PairDecision, Reply,
    Report, SEVERITIES, SectionEntry, Severity, Status, Term, TestOutcome, UnifiedFinding, UnitStatus, Verification,
};
use reconvene::part::fingerprint;
use reconvene::report::merge_results;
use results::{finding, location, result};

fn statuses() -> impl Strategy<Value = Status> {
    prop::sample::select(&[Status::Clean, Status::Findings, Status::Partial, Status::Error][..])
}

fn findings() -> impl Strategy<Value = Vec<Finding>> {
    let types = prop::sample::select(&["regression", "contradiction", "stale-content"][..]);
    // Few words, so that findings are alike by chance.
    let text = "(zeppelin |hangar |mast |the ){1,4}";
    let made = (prop::sample::select(&SEVERITIES[..]), types, "[1-3]", text, any::<bool>(), any::<bool>());
    let one = made.prop_map(|(severity, finding_type, section, description, both, resolved)| {
        let made = Finding {
            counter_location: both.then(|| location("b.md § 1", "b.md", "1")),
            state: if resolved { FindingState::Resolved } else { FindingState::Open },
            ..finding("F1", severity, finding_type, &section, &description)
        };
        Finding { fingerprint: fingerprint::of(&made), ..made }
    });
    prop::collection::vec(one, 0..4)
}

/// Details of the types that are rolled up, in few words.
fn details() -> impl Strategy<Value = Detail> {
    let words = || prop::collection::vec("(zeppelin |hangar |mast |the ){1,4}", 1..4);
    let documents = || prop::option::of(prop::sample::select(&["a.md", "docs/a.md", "src/a.md", "b.md", "./A.md"][..]));
    let statuses = prop::collection::vec(prop::sample::select(&ITEM_STATUSES[..]), 3);
    let items = (words(), statuses, "[1-2]", any::<bool>()).prop_map(|(words, statuses, section, placed)| {
        let item = |(item, status)| ChecklistItem {
            item,
            status,
            location: placed.then(|| location("§", "", &section)),
            ..ChecklistItem::default()
        };
        Detail::Verification(Verification {
            dimension: None,
            items: words.into_iter().zip(statuses).map(item).collect(),
        })
    });
    let digests = (documents(), words(), words(), documents(), "[1-3](\\.1)?").prop_map(
        |(document, words, others, target, section)| {
            let term = |(term, definition): (&String, &String)| Term {
                term: term.clone(),
                definition: definition.clone(),
                ..Term::default()
            };
            let target_section = Some(section.clone());
            Detail::Digest(Digest {
                document: document.map(str::to_owned),
                sections: vec![SectionEntry { heading: format!("{section} Scope"), ..SectionEntry::default() }],
                terms: words.iter().zip(&others).map(term).collect(),
                entities: words.iter().map(|name| Entity { name: name.clone(), ..Entity::default() }).collect(),
                decisions: others
                    .iter()
                    .map(|decision| Decision { decision: decision.clone(), ..Decision::default() })
                    .collect(),
                references: vec![CrossReference {
                    target_document: target.map(str::to_owned),
                    target_section,
                    ..CrossReference::default()
                }],
                ..Digest::default()
            })
        },
    );
    let plans = (prop::option::of("[A-C]"), words()).prop_map(|(screen, words)| {
        let missing = |needed| MissingComponent { needed, ..MissingComponent::default() };
        Detail::DesignPlan(DesignPlan {
            screen,
            missing: words.into_iter().map(missing).collect(),
            ..DesignPlan::default()
        })
    });
    let judged = (prop::sample::select(&["Staleness", "Value"][..]), prop::option::of("good|some-issues|shaky"));
    let judged = judged.prop_map(|(dimension, rating)| {
        Detail::Consistency(Consistency { dimension: Some(dimension.to_owned()), rating, ..Consistency::default() })
    });
    let tests = prop::collection::vec((prop::option::of(0u32..5), prop::option::of(0u32..3)), 0..3);
    let passed = prop::collection::vec(prop::option::of(any::<bool>()), 0..3);
    let work = (prop::option::of("T-[1-3]"), "[ab]{0,2}", passed, tests, prop::option::of("L[0-2]"), words());
    let work = work.prop_map(|(task, files, passed, tests, level, words)| {
        let file = |path: char| FileChange { path: format!("src/{path}.rs"), ..FileChange::default() };
        let criterion = |passed| Criterion { criterion: "zeppelin".to_owned(), passed, ..Criterion::default() };
        let test = |(passed, failed)| TestOutcome { passed, failed, ..TestOutcome::default() };
        Detail::Implementation(Implementation {
            task,
            files: files.chars().map(file).collect(),
            criteria: passed.into_iter().map(criterion).collect(),
            tests: tests.into_iter().map(test).collect(),
            gaps: vec![Gap { level, ..Gap::default() }],
            dependencies: words.into_iter().map(|package| Dependency { package, ..Dependency::default() }).collect(),
            conflicts: Vec::new(),
        })
    });
    prop_oneof![Just(Detail::None), items, digests, plans, judged, work]
}

fn replies() -> impl Strategy<Value = Vec<AgentResult>> {
    let units = prop::sample::select(&["a.md/b.md", "b.md + a.md", "c.md", "T_v9", "T_v10", ""][..]);
    let agents = prop::sample::select(&["one", "two", ""][..]);
    let one = (units, agents, 1u32..3, statuses(), findings(), (details(), prop::option::of("[xy]")));
    let one = one.prop_map(|(unit, agent, attempt, status, findings, (detail, source))| AgentResult {
        attempt,
        findings,
        detail,
        source,
        ..result(unit, agent, status)
    });
    prop::collection::vec(one, 0..12)
}

fn options() -> AggregateOptions {
    let unit = |unit: &str, agent: Option<&str>| ExpectedUnit {
        unit: unit.to_owned(),
        agent: agent.map(str::to_owned),
        expect: None,
        asked: None,
    };
    let expected = vec![unit("a.md vs b.md", Some("one")), unit("c.md", Some("two")), unit("d.md", None)];
    AggregateOptions { expected, ..AggregateOptions::default() }
}

/// Pairs of findings, by their places among all.
fn decisions() -> impl Strategy<Value = Vec<(usize, usize, bool)>> {
    prop::collection::vec((0usize..40, 0usize..40, any::<bool>()), 0..4)
}

fn decided(replies: &[AgentResult], decisions: &[(usize, usize, bool)]) -> FindingDecisions {
    let all: Vec<_> = replies.iter().flat_map(|reply| &reply.findings).map(|found| found.fingerprint.clone()).collect();
    let pick = |at: usize| all.get(at % all.len().max(1)).cloned();
    let pair = |(one, other, same): &(usize, usize, bool)| {
        Some(PairDecision { fingerprints: [pick(*one)?, pick(*other)?], same: *same })
    };
    let single = |(one, other, accepted): &(usize, usize, bool)| {
        let status = [Some(DecisionStatus::Dismissed), Some(DecisionStatus::Accepted), None][other % 3];
        let severity = accepted.then(|| SEVERITIES[one % 3]);
        Some(FindingDecision { fingerprint: pick(*other)?, status, severity, reason: None, by: None })
    };
    FindingDecisions {
        pairs: decisions.iter().filter_map(pair).collect(),
        findings: decisions.iter().filter_map(single).collect(),
    }
}

fn json(report: &Report) -> String {
    reconvene::render(report, Format::Json, &reconvene::RenderOptions::default())
}

fn markdown(report: &Report) -> String {
    reconvene::render(report, Format::Markdown, &reconvene::RenderOptions::default())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn the_order_of_the_replies_changes_nothing(
        ((replies, shuffled), (decisions, reordered)) in (
            replies().prop_flat_map(|replies| (Just(replies.clone()), Just(replies).prop_shuffle())),
            decisions().prop_flat_map(|decisions| (Just(decisions.clone()), Just(decisions).prop_shuffle())),
        ),
    ) {
        let decide = |decisions: Vec<(usize, usize, bool)>| AggregateOptions {
            decisions: decided(&replies, &decisions),
            ..options()
        };
        let (some, others) = (decide(decisions), decide(reordered));
        let (one, other) = (merge_results(replies, &some), merge_results(shuffled, &others));
        prop_assert_eq!(json(&one), json(&other));
        prop_assert_eq!(markdown(&one), markdown(&other));
    }

    #[test]
    fn every_finding_is_in_exactly_one_unified_finding(replies in replies()) {
        let report = merge_results(replies, &options());
        let mut members: Vec<_> =
            report.findings.iter().flat_map(|finding| &finding.members).map(|member| (member.result, member.finding)).collect();
        members.sort_unstable();
        let mut all = Vec::new();
        for (reply, result) in (0..).zip(&report.results) {
            all.extend((0..).zip(&result.findings).map(|(place, _)| (reply, place)));
        }
        prop_assert_eq!(usize::try_from(report.summary.reported).unwrap(), all.len());
        prop_assert_eq!(members, all);
        for finding in &report.findings {
            let mut replies: Vec<_> = finding.members.iter().map(|member| member.result).collect();
            replies.dedup();
            prop_assert_eq!(replies.len(), finding.members.len());
        }
        let mut keys: Vec<_> = report.findings.iter().map(|finding| &finding.key).collect();
        keys.sort_unstable();
        keys.dedup();
        prop_assert_eq!(keys.len(), report.findings.len());
    }

    #[test]
    fn every_reply_is_in_exactly_one_row_and_every_figure_adds_up(replies in replies()) {
        let report = merge_results(replies, &options());
        let mut in_rows: Vec<_> = report.coverage.iter().flat_map(|row| row.results.clone()).collect();
        in_rows.sort_unstable();
        prop_assert_eq!(in_rows, (0..report.summary.replies).collect::<Vec<_>>());
        prop_assert_eq!(report.summary.by_status.values().sum::<u32>(), report.summary.replies);
        prop_assert_eq!(report.summary.by_severity.values().sum::<u32>(), report.summary.findings);
        prop_assert_eq!(report.summary.by_type.iter().map(|of_type| of_type.count).sum::<u32>(), report.summary.findings);
        prop_assert!(report.coverage.iter().all(|row| report.coverage.iter().filter(|other| other.unit == row.unit).count() == 1));
    }

    #[test]
    fn nothing_that_is_rolled_up_is_lost(replies in replies()) {
        let report = merge_results(replies, &options());
        let items: usize = report.results.iter().map(|result| match &result.detail {
            Detail::Verification(list) => list.items.len(),
            _ => 0,
        }).sum();
        let list = report.checklist.unwrap_or_default();
        let mut mentions: Vec<_> = list.items.iter().flat_map(|entry| &entry.history).map(|mention| (mention.result, mention.item)).collect();
        mentions.sort_unstable();
        mentions.dedup();
        prop_assert_eq!(mentions.len(), items);
        prop_assert_eq!(list.items.iter().map(|entry| entry.history.len()).sum::<usize>(), items);
        prop_assert_eq!(usize::try_from(list.by_status.values().sum::<u32>()).unwrap(), list.items.len());
        let digests: Vec<_> = report.results.iter().filter_map(|result| match &result.detail {
            Detail::Digest(digest) => Some(digest),
            _ => None,
        }).collect();
        let index = report.digests.unwrap_or_default();
        prop_assert_eq!(index.documents.len(), digests.len());
        prop_assert_eq!(index.references.len(), digests.iter().map(|digest| digest.references.len()).sum::<usize>());
        prop_assert_eq!(
            index.terms.iter().map(|term| term.definitions.len()).sum::<usize>(),
            digests.iter().map(|digest| digest.terms.len()).sum::<usize>()
        );
        for term in &index.terms {
            for other in &term.similar {
                let back = index.terms.iter().find(|entry| entry.term == *other).unwrap();
                prop_assert!(term.drift && back.similar.contains(&term.term));
            }
        }
        let plans = report.design_plans.unwrap_or_default();
        prop_assert!(plans.order.len() + plans.blocked.len() <= plans.screens.len());
    }

    #[test]
    fn every_count_is_that_of_the_replies(replies in replies()) {
        let report = merge_results(replies, &options());
        counts_of_findings(&report)?;
        counts_of_tasks(&report)?;
        counts_of_pairs_and_dimensions(&report)?;
        figures_in_sentences(&report)?;
    }

    #[test]
    fn what_is_said_of_findings_together_holds_of_each(replies in replies()) {
        let report = merge_results(replies, &options());
        let place = |id: &String| report.findings.iter().position(|finding| finding.id == *id);
        let sorted = |ids: &[String]| ids.iter().map(place).collect::<Option<Vec<_>>>().is_some_and(|at| at.is_sorted_by(|one, other| one < other));
        for (at, finding) in report.findings.iter().enumerate() {
            prop_assert!(sorted(&finding.connections));
            for id in &finding.connections {
                let other = &report.findings[place(id).unwrap()];
                prop_assert!(other.connections.contains(&finding.id) && other.id != finding.id);
                prop_assert!(finding.severity.min(other.severity) <= Severity::Major);
                prop_assert!(report.synthesis.connections.iter().any(|together| together.findings.contains(id) && together.findings.contains(&finding.id)));
            }
            prop_assert_eq!(&finding.id, &format!("G{}", at + 1));
        }
        prop_assert!(report.findings.is_sorted_by_key(|finding| finding.severity));
        for together in &report.synthesis.connections {
            prop_assert!(together.findings.len() > 1 && sorted(&together.findings));
        }
        prop_assert!(report.synthesis.themes.len() <= 7);
        for theme in &report.synthesis.themes {
            prop_assert!(theme.findings.len() > 2 && sorted(&theme.findings));
            let units = theme.findings.iter().filter_map(place).flat_map(|at| &report.findings[at].members).map(|member| member.result);
            prop_assert!(units.collect::<std::collections::BTreeSet<_>>().len() > 1);
            let of_theme = || theme.findings.iter().filter_map(place).map(|at| &report.findings[at]);
            let is_wide = theme.dimensions.len() > 1 && of_theme().any(|finding| finding.severity <= Severity::Major);
            prop_assert_eq!(theme.critical, is_wide);
        }
    }

    #[test]
    fn a_report_in_json_is_the_report(replies in replies()) {
        let report = merge_results(replies, &options());
        prop_assert_eq!(reconvene::from_json::<Report>(json(&report).as_bytes()).unwrap(), report);
    }
}

type Checked = Result<(), TestCaseError>;

fn count(all: usize) -> u32 {
    u32::try_from(all).unwrap()
}

/// Whether any who report a finding say that it stands.
fn stands(report: &Report, finding: &UnifiedFinding) -> bool {
    let members = finding.members.iter().map(|at| &report.results[at.result as usize].findings[at.finding as usize]);
    members.into_iter().any(|member| member.state == FindingState::Open)
}

/// Each severity, each type and each row, counted anew from the members: no severity is shown that nobody reports.
fn counts_of_findings(report: &Report) -> Checked {
    for severity in SEVERITIES {
        let shown = |finding: &&UnifiedFinding| {
            let all =
                finding.members.iter().map(|at| &report.results[at.result as usize].findings[at.finding as usize]);
            let open =
                all.clone().filter(|member| member.state == FindingState::Open).map(|member| member.severity).min();
            let reported = open.or_else(|| all.map(|member| member.severity).min()).unwrap();
            reported == severity && finding.severity == severity
        };
        prop_assert_eq!(report.summary.by_severity[&severity], count(report.findings.iter().filter(shown).count()));
    }
    for status in [Status::Clean, Status::Findings, Status::Partial, Status::Error] {
        let of = report.results.iter().filter(|result| result.status == status).count();
        prop_assert_eq!(report.summary.by_status[&status], count(of));
    }
    for row in &report.coverage {
        let reports = |finding: &&UnifiedFinding| finding.members.iter().any(|at| row.results.contains(&at.result));
        prop_assert_eq!(row.findings, count(report.findings.iter().filter(reports).count()));
    }
    let complete = report.coverage.len() - report.gaps.len();
    prop_assert_eq!(report.summary.units, count(report.coverage.len()));
    prop_assert_eq!(
        report.summary.coverage.map(|of| of.to_string()),
        reconvene::model::Percent::ratio(count(complete), report.summary.units).map(|of| of.to_string())
    );
    prop_assert_eq!(report.summary.conflicts, count(report.conflicts.len()));
    Ok(())
}

/// Criteria, tests, files, gaps and dependencies of the last attempt at each unit.
fn counts_of_tasks(report: &Report) -> Checked {
    let mut work = Vec::new();
    // Tasks that were run again: after those whose files they shared.
    let mut again = std::collections::BTreeSet::new();
    for row in &report.coverage {
        let of_row: Vec<_> = row
            .results
            .iter()
            .map(|at| &report.results[*at as usize])
            .filter(|result| matches!(result.detail, Detail::Implementation(_)))
            .collect();
        let last = of_row.iter().map(|result| result.attempt).max();
        for result in of_row.iter().filter(|result| result.attempt > 1 && Some(result.attempt) == last) {
            if let Detail::Implementation(work) = &result.detail {
                again.insert(work.task.clone().unwrap_or(row.unit.clone()));
            }
        }
        work.extend(of_row.into_iter().filter(|result| Some(result.attempt) == last).filter_map(|result| {
            match &result.detail {
                Detail::Implementation(work) => Some((work.task.clone().unwrap_or(row.unit.clone()), work)),
                _ => None,
            }
        }));
    }
    let Some(rollup) = &report.implementation else {
        prop_assert!(work.is_empty());
        return Ok(());
    };
    let sum = |of: fn(&Implementation) -> usize| work.iter().map(|(_, work)| of(work)).sum::<usize>();
    let met: u32 = rollup.tasks.iter().map(|row| row.criteria.met).sum();
    let criteria: u32 = rollup.tasks.iter().map(|row| row.criteria.total).sum();
    prop_assert_eq!(met, count(sum(|work| work.criteria.iter().filter(|one| one.passed == Some(true)).count())));
    prop_assert_eq!(criteria, count(sum(|work| work.criteria.len())));
    prop_assert!(rollup.tasks.iter().all(|row| row.tests.met <= row.tests.total));
    prop_assert_eq!(rollup.gaps.len(), sum(|work| work.gaps.len()));
    prop_assert_eq!(rollup.dependencies.len(), sum(|work| work.dependencies.len()));
    for task in &rollup.tasks {
        let of_task = work.iter().filter(|(name, _)| *name == task.task).map(|(_, work)| work);
        let failed = of_task.map(|work| {
            work.criteria.iter().filter(|one| one.passed == Some(false)).count()
                + work.tests.iter().filter(|test| test.has_failed()).count()
        });
        prop_assert_eq!(task.failed.len(), failed.sum::<usize>());
    }
    for file in &rollup.files {
        let touches = |work: &Implementation| work.files.iter().any(|touched| touched.path == file.path);
        let by: std::collections::BTreeSet<_> =
            work.iter().filter(|(_, work)| touches(work)).map(|(task, _)| task).collect();
        prop_assert_eq!(by, file.tasks.iter().collect());
        let clashing: Vec<_> = file.tasks.iter().filter(|task| !again.contains(*task)).collect();
        let conflict = rollup.file_conflicts.iter().find(|conflict| conflict.path == file.path);
        prop_assert_eq!(clashing.len() > 1, conflict.is_some());
        prop_assert!(conflict.is_none_or(|conflict| conflict.tasks.iter().collect::<Vec<_>>() == clashing));
        prop_assert!(clashing.len() < 2 || clashing.iter().all(|task| rollup.rerun_sequentially.contains(*task)));
    }
    Ok(())
}

fn counts_of_pairs_and_dimensions(report: &Report) -> Checked {
    for pair in &report.synthesis.cross_references {
        let unit = pair.documents.join(" + ");
        let row = report.coverage.iter().find(|row| row.unit == unit).unwrap();
        let reports = |finding: &&UnifiedFinding| finding.members.iter().any(|at| row.results.contains(&at.result));
        let standing: Vec<_> =
            report.findings.iter().filter(reports).filter(|finding| stands(report, finding)).collect();
        prop_assert_eq!(pair.findings, count(standing.len()));
        let critical = standing.iter().any(|finding| finding.severity == Severity::Critical);
        prop_assert_eq!(pair.status == Agreement::Conflict, critical);
        // Of a pair that was looked at in part alone, nobody knows whether more than a tension is there.
        let is_partly = matches!(row.status, UnitStatus::Partial | UnitStatus::Error);
        prop_assert_eq!(pair.status == Agreement::Tension, !critical && !is_partly && !standing.is_empty());
    }
    for row in &report.synthesis.health {
        let is_of = |at: &reconvene::model::Member| match &report.results[at.result as usize].detail {
            Detail::Consistency(judged) => judged.dimension.as_ref() == Some(&row.dimension),
            _ => false,
        };
        let of = |finding: &&UnifiedFinding| finding.members.iter().any(is_of) && stands(report, finding);
        prop_assert_eq!(row.findings, count(report.findings.iter().filter(of).count()));
    }
    Ok(())
}

/// What the executive summary counts is what the report holds.
fn figures_in_sentences(report: &Report) -> Checked {
    let of = |count: usize, noun: &str| if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") };
    let synthesis = &report.synthesis;
    let tasks = report.implementation.as_ref().map_or(0, |rollup| rollup.tasks.len());
    let mut sentences = vec![format!("Verdict: {}.", report.verdict.words())];
    for (count, noun, then) in [
        (synthesis.themes.len(), "theme", " run"),
        (synthesis.health.len(), "dimension", ": "),
        (synthesis.cross_references.len(), "pair", " of documents: "),
        (tasks, "task", ": "),
    ] {
        sentences.extend((count > 0).then(|| of(count, noun) + then));
    }
    for sentence in sentences {
        prop_assert!(report.executive_summary.contains(&sentence), "{sentence}: {}", report.executive_summary);
    }
    Ok(())
}

#[test]
fn the_order_of_replies_as_texts_changes_nothing() {
    let mut replies: Vec<_> = samples();
    let one = reconvene::aggregate(replies.clone(), &options());
    for _ in 0..replies.len() {
        replies.rotate_left(1);
        replies.swap(0, 1);
        assert_eq!(json(&reconvene::aggregate(replies.clone(), &options())), json(&one));
    }
}

/// The sample replies, labelled with their file names.
fn samples() -> Vec<Reply> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/audit");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort();
    let source = |path: &std::path::Path| Some(path.file_name()?.to_string_lossy().into_owned());
    paths
        .iter()
        .map(|path| Reply { source: source(path), ..Reply::from(&*std::fs::read_to_string(path).unwrap()) })
        .collect()
}
