//! Replies that arrive one by one, in parts, and in any order: the report is the same, byte for byte.
#![allow(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used)]

use proptest::prelude::*;
use proptest::sample::Index;
use reconvene::model::{AggregateOptions, Expected, ExpectedUnit, Format, PairDecision, Reply, ReplyText, ResultType};
use reconvene::report::{CollectorState, OtherOptions};
use reconvene::{Collector, Progress};

const REPLIES: [&str; 7] = [
    "RESULT: CLEAN | Type: consistency | Pair: a.md/b.md\n",
    "RESULT: ERROR | Type: digest | Document: c.md | Reason: timeout\n",
    "RESULT: FINDINGS | Type: consistency | Pair: a.md/b.md | Findings: 1\n\n| ID | Severity | Type | Location | Description |\n|--|--|--|--|--|\n| F1 | major | regression | a.md §1 | zeppelin hangar |\n",
    "RESULT: FINDINGS | Type: consistency | Pair: b.md/a.md | Findings: 1\n\n| ID | Severity | Type | Location | Description |\n|--|--|--|--|--|\n| X | minor | contradiction | a.md §1 | the zeppelin's hangar |\n",
    "RESULT: CLEAN | Type: verification | Items: 1 | Applied: 1\n\n| Item | Status |\n|--|--|\n| it is done | applied |\n",
    "no protocol at all",
    "TASK: T-1\nSTATUS: COMPLETE\n\nRESULT: COMPLETE | Criteria: 1/1\n\nTASK: T-2\nSTATUS: FAILED\n\nRESULT: FAILED | Criteria: 0/1\n",
];

fn options() -> AggregateOptions {
    let expected =
        ["a.md + b.md", "c.md", "d.md"].map(|unit| ExpectedUnit { unit: unit.to_owned(), ..ExpectedUnit::default() });
    AggregateOptions { expected: expected.into(), title: Some("Title".to_owned()), ..AggregateOptions::default() }
}

fn reply() -> impl Strategy<Value = Reply> {
    let name = |names: &'static [&'static str]| prop::option::of(prop::sample::select(names).prop_map(str::to_owned));
    let text = prop_oneof![
        prop::sample::select(&REPLIES[..]).prop_map(ReplyText::from),
        Just(ReplyText::from_bytes(b"ill-formed \xff and \xfe")),
    ];
    let part = prop::option::of((1u32..3).prop_map(|part| [part, 2]));
    let named = (name(&["d1", "d2"]), name(&["a.md + b.md", "c.md", "T-1 + T-2"]), name(&["one", "two"]));
    (text, named, prop::option::of(1u32..3), part).prop_map(|(text, (id, unit, agent), attempt, part)| Reply {
        text,
        id,
        unit,
        agent,
        attempt,
        part,
        ..Reply::default()
    })
}

/// Replies, the collector that each goes to, and the order in which the collectors are merged.
fn scattered() -> impl Strategy<Value = (Vec<Reply>, Vec<usize>, Vec<(Index, Index)>)> {
    let replies = prop::collection::vec(reply(), 0..12);
    replies.prop_flat_map(|replies| {
        let places = prop::collection::vec(0usize..5, replies.len());
        let merges = prop::collection::vec((any::<Index>(), any::<Index>()), 5);
        (Just(replies).prop_shuffle(), places, merges)
    })
}

fn collected(replies: &[Reply]) -> Collector {
    let mut collector = Collector::new(options());
    for reply in replies {
        collector.add(reply.clone());
    }
    collector
}

fn json(collector: &Collector) -> String {
    reconvene::render(&collector.report(), Format::Json, &reconvene::RenderOptions::default())
}

/// A collector after it was written out and read in again.
fn kept(collector: &Collector) -> Collector {
    let text = serde_json::to_string(&collector.state()).unwrap();
    serde_json::from_str::<CollectorState>(&text).unwrap().into()
}

proptest! {
    #[test]
    fn any_partition_merged_in_any_tree_gives_the_same_bytes((replies, places, merges) in scattered()) {
        let aggregated = reconvene::aggregate(replies.clone(), &options());
        let whole = collected(&replies);
        let mut parts = vec![Collector::new(options()); 5];
        for (reply, place) in replies.iter().zip(places) {
            parts[place].add(reply.clone());
        }
        for (one, other) in merges {
            if parts.len() > 1 {
                let taken = parts.swap_remove(one.index(parts.len()));
                let at = other.index(parts.len());
                parts[at].merge(taken).unwrap();
            }
        }
        prop_assert_eq!(parts.len(), 1);
        prop_assert_eq!(json(&parts[0]), reconvene::render(&aggregated, Format::Json, &reconvene::RenderOptions::default()));
        prop_assert_eq!(json(&parts[0]), json(&whole));
        prop_assert_eq!(parts[0].progress(), whole.progress());
        prop_assert_eq!(parts[0].state(), whole.state());
        let kept = kept(&parts[0]);
        prop_assert_eq!(json(&kept), json(&whole));
        prop_assert_eq!(kept.progress(), whole.progress());
    }
}

fn progress(replies: &[Reply]) -> Progress {
    collected(replies).progress()
}

fn on(unit: &str, text: &str) -> Reply {
    Reply { unit: Some(unit.to_owned()), ..Reply::from(text) }
}

#[test]
fn progress_says_what_came_what_failed_and_what_is_missing() {
    let none = progress(&[]);
    assert_eq!((none.received, none.expected, none.failed, none.missing.len()), (0, Some(3), 0, 3));
    assert_eq!((none.understood, none.pending), (0, 3));
    assert_eq!(none.message, "0/3 agents complete: 0 understood, 0 failed, 3 pending");
    let some = progress(&[on("b.md/a.md", REPLIES[0]), on("c.md", REPLIES[1]), on("e.md", REPLIES[0])]);
    assert_eq!((some.received, some.expected, some.failed), (3, Some(3), 1));
    assert_eq!(some.missing, ["d.md"]);
    assert_eq!((some.understood, some.pending), (2, 1));
    assert_eq!(some.message, "2/3 agents complete: 1 understood, 1 failed, 1 pending");
    // Asked again, and answered.
    let again = progress(&[on("c.md", REPLIES[1]), Reply { attempt: Some(2), ..on("c.md", REPLIES[0]) }]);
    assert_eq!((again.failed, again.missing), (0, vec!["a.md + b.md".to_owned(), "d.md".to_owned()]));
}

#[test]
fn a_unit_is_missing_until_every_agent_that_was_asked_answered() {
    let asked = |agent: &str| ExpectedUnit {
        unit: "a.md".to_owned(),
        agent: Some(agent.to_owned()),
        expect: None,
        asked: None,
    };
    let mut collector =
        Collector::new(AggregateOptions { expected: vec![asked("one"), asked("two")], ..AggregateOptions::default() });
    collector.add(Reply { agent: Some("two".to_owned()), ..on("a.md", REPLIES[0]) });
    assert_eq!(collector.progress().missing, ["a.md"]);
    collector.add(Reply { agent: Some("one".to_owned()), ..on("a.md", REPLIES[0]) });
    assert_eq!(collector.progress().message, "Collected 2/2 results (0 failed)");
}

#[test]
fn a_reply_on_two_tasks_is_an_answer_to_both() {
    let asked = |unit: &str| ExpectedUnit {
        unit: unit.to_owned(),
        expect: Some(Expected::Type(ResultType::Implementation)),
        ..ExpectedUnit::default()
    };
    let expected = ["T-1", "T-2", "T-3"].map(asked).into();
    let mut collector = Collector::new(AggregateOptions { expected, ..AggregateOptions::default() });
    let reply = Reply { id: Some("d1".to_owned()), ..on("T-1 + T-2", REPLIES[6]) };
    collector.add(reply.clone());
    collector.add(reply);
    let progress = collector.progress();
    assert_eq!(
        (progress.received, progress.message.as_str()),
        (2, "2/3 agents complete: 1 understood, 1 failed, 1 pending")
    );
    assert_eq!(progress.missing, ["T-3"]);
    assert_eq!(collector.report().summary.replies, 2);
}

#[test]
fn where_nothing_was_expected_the_units_that_answered_count() {
    let mut collector = Collector::default();
    collector.add(on("a.md", REPLIES[0]));
    collector.add(Reply::from(REPLIES[1]));
    let progress = collector.progress();
    assert_eq!((progress.expected, progress.failed, progress.missing.len()), (None, 1, 0));
    assert_eq!(progress.message, "Collected 1/2 results (1 failed)");
}

#[test]
fn equal_deliveries_count_once() {
    let delivered = |text: &str| Reply { id: Some("7".to_owned()), ..Reply::from(text) };
    let progress = progress(&[delivered(REPLIES[0]), delivered(REPLIES[0]), delivered(REPLIES[5])]);
    assert_eq!(progress.received, 2);
}

#[test]
fn collectors_with_other_options_are_not_merged() {
    let mut one = collected(&[Reply::from(REPLIES[0])]);
    assert_eq!(one.merge(Collector::default()), Err(OtherOptions));
    let decisions = vec![PairDecision { fingerprints: ["a".to_owned(), "b".to_owned()], same: true }].into();
    assert_eq!(one.merge(Collector::new(AggregateOptions { decisions, ..options() })), Err(OtherOptions));
    assert_eq!(one.progress().received, 1);
}

#[test]
fn what_became_of_bytes_is_kept() {
    let mut collector = Collector::default();
    let large = vec![b'a'; reconvene::MAX_REPLY_BYTES + 1];
    for bytes in [&b"\xff\xfe"[..], &large] {
        let text = ReplyText::from_bytes(bytes);
        assert!(!collector.add(Reply { text, ..Reply::default() }).diagnostics.is_empty());
    }
    assert_eq!(json(&kept(&collector)), json(&collector));
}
