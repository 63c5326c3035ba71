//! Short texts, and what people would say of each: its status, and the verdict of a report on it alone.

use reconvene::model::{AggregateOptions, Reply};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    of: String,
    text: String,
    status: String,
    verdict: String,
}

#[test]
fn short_texts_have_the_status_and_the_verdict_that_people_give_them() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("short-texts.json")).unwrap();
    assert!(cases.len() >= 40);
    let mut wrong = Vec::new();
    for Case { of, text, status, verdict } in &cases {
        let read = reconvene::parse(&Reply::from(text.as_str()), reconvene::Ledger::Omit);
        let report = reconvene::aggregate(vec![Reply::from(text.as_str())], &AggregateOptions::default());
        let verdict_given = serde_json::to_value(report.verdict).unwrap();
        if read.status.word() != status || verdict_given != verdict.as_str() {
            wrong.push(format!(
                "{of}: {text:?} is {} ({:?}), {verdict_given}: {:?}",
                read.status.word(),
                read.reason,
                report.reasons
            ));
        }
        assert_eq!(read.status, report.results[0].status, "{text:?}");
        assert!(!report.reasons.is_empty());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
