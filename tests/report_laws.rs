//! What holds for every report: the order of the replies changes nothing, nothing is lost, every figure adds up.
#![allow(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used)]

#[path = "support/results.rs"]
mod results;

use proptest::prelude::*;
use reconvene::model::{
    AgentResult, AggregateOptions, ChecklistItem, CrossReference, Decision, DesignPlan, Detail, Digest, Entity,
    ExpectedUnit, Finding, FindingState, Format, ITEM_STATUSES, MissingComponent, PairDecision, Reply, Report,
    SEVERITIES, SectionEntry, Status, Term, Verification,
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
    prop_oneof![Just(Detail::None), items, digests, plans]
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
    };
    let expected = vec![unit("a.md vs b.md", Some("one")), unit("c.md", Some("two")), unit("d.md", None)];
    AggregateOptions { expected, ..AggregateOptions::default() }
}

/// Pairs of findings, by their places among all.
fn decisions() -> impl Strategy<Value = Vec<(usize, usize, bool)>> {
    prop::collection::vec((0usize..40, 0usize..40, any::<bool>()), 0..4)
}

fn decided(replies: &[AgentResult], decisions: &[(usize, usize, bool)]) -> Vec<PairDecision> {
    let all: Vec<_> = replies.iter().flat_map(|reply| &reply.findings).map(|found| found.fingerprint.clone()).collect();
    let pick = |at: usize| all.get(at % all.len().max(1)).cloned();
    let pair = |(one, other, same): &(usize, usize, bool)| {
        Some(PairDecision { fingerprints: [pick(*one)?, pick(*other)?], same: *same })
    };
    decisions.iter().filter_map(pair).collect()
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
            for other in &term.alike {
                let back = index.terms.iter().find(|entry| entry.term == *other).unwrap();
                prop_assert!(term.drift && back.alike.contains(&term.term));
            }
        }
        let plans = report.design_plans.unwrap_or_default();
        prop_assert!(plans.order.len() + plans.blocked.len() <= plans.screens.len());
    }

    #[test]
    fn a_report_in_json_is_the_report(replies in replies()) {
        let report = merge_results(replies, &options());
        prop_assert_eq!(reconvene::from_json::<Report>(json(&report).as_bytes()).unwrap(), report);
    }
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
