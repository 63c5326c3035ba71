//! Several replies, one report.

use std::collections::BTreeMap;

use reconvene::model::{AggregateOptions, ExpectedUnit, Format, PairDecision, Report};
use reconvene::{Collector, RenderOptions, Reply, ReplyText, render};

use super::showing::show;
use super::words::hash;

/// The byte between replies.
pub const SEPARATOR: u8 = 0x1e;

/// The most replies of one text: what breaks, breaks with few.
const REPLIES: usize = 6;

/// Replies between record separators (U+001E): in any order and any parts they make one report, to the byte, with options
/// and without. It holds every finding that was read, is read back, and is shown.
pub fn aggregate(bytes: &[u8]) {
    let replies = replies(bytes);
    let report = made(&replies, &AggregateOptions::default(), bytes);
    show(&report);
    show(&made(&replies, &options(report, bytes), bytes));
}

/// The report of replies, which is the same in any order and any parts.
fn made(replies: &[Reply], options: &AggregateOptions, bytes: &[u8]) -> Report {
    let report = reconvene::aggregate(replies.to_vec(), options);
    let whole = json(&report);
    let backwards = reconvene::aggregate(replies.iter().rev().cloned().collect(), options);
    assert!(whole == json(&backwards), "another order, another report");
    // Where the cut is, the bytes say: they try every one.
    let (one, other) = replies.split_at(hash(bytes) % replies.len());
    let [mut first, second] = [other, one].map(|part| {
        let mut collector = Collector::new(options.clone());
        for reply in part {
            collector.add(reply.clone());
        }
        collector
    });
    first.merge(second).expect("the options are the same");
    assert!(whole == json(&first.report()), "other parts, another report");
    every_finding_is_a_member(&report);
    assert!(reconvene::from_json::<Report>(whole.as_bytes()).is_ok_and(|read| read == report), "it is not read back");
    report
}

/// Options after a first report: it is what came before, one unit of it and one that never replied are expected, and a
/// person has had a word on the pairs of two findings.
fn options(report: Report, bytes: &[u8]) -> AggregateOptions {
    let chosen = hash(bytes);
    let fingerprints: Vec<&String> =
        report.results.iter().flat_map(|result| &result.findings).map(|finding| &finding.fingerprint).collect();
    let pick = |skipped: usize| fingerprints.get(skipped % fingerprints.len().max(1)).map(|one| (*one).clone());
    let decided = |(one, other)| PairDecision { fingerprints: [one, other], same: chosen.is_multiple_of(2) };
    let unit = report.results.first().and_then(|result| result.unit.clone());
    let expected = |unit: String| ExpectedUnit { unit, ..ExpectedUnit::default() };
    AggregateOptions {
        decisions: pick(chosen).zip(pick(chosen / 7)).map(decided).into_iter().collect::<Vec<_>>().into(),
        expected: unit.into_iter().chain([String::from("never.md")]).map(expected).collect(),
        previous: Some(Box::new(report)),
        ..AggregateOptions::default()
    }
}

/// The replies that some bytes hold.
pub fn replies(bytes: &[u8]) -> Vec<Reply> {
    let parts = bytes.splitn(REPLIES, |byte| *byte == SEPARATOR);
    parts.map(|part| Reply { text: ReplyText::from_bytes(part), ..Reply::default() }).collect()
}

/// Every finding that was read is a member of exactly one unified finding.
fn every_finding_is_a_member(report: &Report) {
    let mut members: BTreeMap<(u32, u32), usize> = BTreeMap::new();
    for member in report.findings.iter().flat_map(|finding| &finding.members) {
        *members.entry((member.result, member.finding)).or_default() += 1;
    }
    for (result, read) in (0..).zip(&report.results) {
        for finding in (0..).take(read.findings.len()) {
            let count = members.remove(&(result, finding));
            assert_eq!(count, Some(1), "how often the finding {finding} of the result {result} is a member");
        }
    }
    assert!(members.is_empty(), "there are members that nobody read");
}

fn json(report: &Report) -> String {
    render(report, Format::Json, &RenderOptions::default())
}
