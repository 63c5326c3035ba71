//! A rendered report is a reply too: reading it finds the same findings again.
#![allow(clippy::indexing_slicing, clippy::unwrap_used)]

#[path = "support/results.rs"]
mod results;
mod support;

use proptest::prelude::*;
use reconvene::model::{
    AgentResult, AggregateOptions, ChecklistItem, CrossReference, DesignPlan, Detail, Digest, Extra, Finding, Format,
    ItemStatus, Location, MissingComponent, Place, Reply, Report, SEVERITIES, SectionEntry, Severity, Status, Term,
    Verification,
};
use reconvene::report::{members, merge_results};
use reconvene::text::escape::{fold, quotation, unescape_inline};
use results::{finding, found, result};

/// Every difference between the findings of a report and those that reading it finds.
fn differences(report: &Report) -> Vec<String> {
    let markdown = reconvene::render(report, Format::Markdown, &reconvene::RenderOptions::default());
    let read = support::parse(&markdown).findings;
    let mut differences = Vec::new();
    let mut compare = |id: &str, what: &str, one: &str, other: &str| {
        if one != other {
            differences.push(format!("{id} {what}: {one:?} reads as {other:?}"));
        }
    };
    let ids = |findings: &mut dyn Iterator<Item = &str>| findings.collect::<Vec<_>>().join(" ");
    let read_ids = ids(&mut read.iter().map(|finding| finding.id.as_str()));
    compare("", "ids", &ids(&mut report.findings.iter().map(|finding| finding.id.as_str())), &read_ids);
    for (one, other) in report.findings.iter().zip(&read) {
        let text = |text: &Option<String>| text.as_deref().map(fold).unwrap_or_default();
        let places = |location: &Option<Location>| format!("{:?}", location.as_ref().map(|location| &location.places));
        compare(&one.id, "severity", one.severity.word(), other.severity.word());
        compare(&one.id, "type", &text(&one.r#type), &text(&other.r#type));
        compare(&one.id, "location", &places(&one.location), &places(&other.location));
        compare(&one.id, "counter-location", &places(&one.counter_location), &places(&other.counter_location));
        compare(&one.id, "description", &fold(&one.description), &fold(&other.description));
        compare(&one.id, "suggestion", &text(&one.suggestion), &text(&other.suggestion));
        let (title, read_title) = (text(&one.title), text(&other.title));
        if title != read_title {
            compare(&one.id, "title", &title, &unescape_inline(&read_title));
        }
        let (.., shown) = members(&report.results, one).next().unwrap();
        compare(&one.id, "discussion", &text(&shown.discussion), &discussion(other));
    }
    differences
}

/// The discussion that a finding of a report has: the quotation at its start, until the reader itself takes it so.
fn discussion(finding: &Finding) -> String {
    let text = finding.discussion.as_deref().unwrap_or_default();
    match quotation(text) {
        Some((discussion, below)) if below.trim_start().starts_with("Reported by ") => fold(&discussion),
        _ if text.starts_with("Reported by ") => String::new(),
        _ => fold(text),
    }
}

#[test]
fn the_samples_read_back() {
    let replies = support::files(&support::root().join("samples/audit"), &["md"]);
    let replies = replies.iter().map(|path| Reply::from(&*std::fs::read_to_string(path).unwrap())).collect();
    let report = reconvene::aggregate(replies, &AggregateOptions::default());
    assert!(report.findings.len() > 10);
    assert_eq!(differences(&report), [""; 0]);
}

#[test]
fn every_reply_of_the_corpus_reads_back() {
    let Some(folder) = support::corpus() else { return };
    let mut wrong = Vec::new();
    for path in support::files(&folder, &[]) {
        let reply = support::reply(&std::fs::read(&path).unwrap());
        let report = reconvene::aggregate(vec![reply], &AggregateOptions::default());
        let differences = differences(&report);
        wrong.extend(differences.into_iter().map(|difference| format!("{}: {difference}", path.display())));
    }
    assert_eq!(wrong, [""; 0]);
}

/// The pieces of what agents write.
const PIECES: &[&str] = &[
    "the cache",
    " is stale",
    " ",
    "`a|b`",
    "`",
    "|",
    "\\|",
    "\\",
    "\\\\",
    "<b>",
    "</b>",
    "[x](y)",
    "![x](y)",
    "**bold**",
    "1.5",
    "café",
    "RESULT: x",
    "https://a.b/c",
    "a@b.c",
    "::",
    "\n",
    "`<T>`",
    "``a`b``",
    "#",
    "a.md",
    "~~~",
    "(L12)",
    "$x$",
    "&amp;",
    "\"quoted\"",
    "–",
    "…",
];

fn text() -> impl Strategy<Value = String> {
    let pieces = prop::collection::vec(prop::sample::select(PIECES), 0..8).prop_map(|pieces| pieces.concat());
    pieces.prop_map(|text| format!("it {text} so"))
}

fn document() -> impl Strategy<Value = String> {
    prop::sample::select(&["docs/a.md", "ARCHITECTURE.md", "src/main.rs"][..]).prop_map(str::to_owned)
}

fn location() -> impl Strategy<Value = Option<Location>> {
    let section =
        prop::sample::select(&["3.2", "Event Bus", "4.1 Data Layer", "Rules, rule 2"][..]).prop_map(str::to_owned);
    let lines = (1u32..900, 0u32..40).prop_map(|(first, count)| [first, first + count]);
    let place = (document(), prop::option::of(section), prop::option::of(lines));
    let place = place.prop_map(|(document, section, lines)| Place { document: Some(document), section, lines });
    let places = prop::collection::vec(place, 1..4);
    prop::option::of(places.prop_map(|places| Location { text: "A §3, and B".to_owned(), places }))
}

fn findings() -> impl Strategy<Value = Vec<Finding>> {
    let type_of = prop::sample::select(&["contradiction", "terminology-drift", "missing-coverage"][..]);
    let texts = (text(), prop::option::of(text()), prop::option::of(text()), prop::option::of(text()));
    let one = (prop::sample::select(&SEVERITIES[..]), type_of, location(), location(), texts);
    let one = one.prop_map(
        |(severity, of_type, location, counter_location, (description, suggestion, title, discussion))| Finding {
            location,
            counter_location,
            description,
            suggestion,
            title,
            discussion,
            extra: Extra::new(),
            ..finding("F1", severity, of_type, "1", "")
        },
    );
    prop::collection::vec(one, 1..5)
}

/// Replies of the types that are rolled up, of some texts.
fn rolled_up(texts: &[String], location: Option<&Location>) -> Vec<AgentResult> {
    let text = |at: usize| texts.get(at % texts.len().max(1)).cloned().unwrap_or_default();
    let says = |unit: &str, detail: Detail| AgentResult { detail, ..result(unit, "three", Status::Findings) };
    let item = |at: usize, status, severity| ChecklistItem {
        item: text(at),
        status,
        stated_status: text(at + 1),
        severity: Some(severity),
        location: location.cloned(),
        notes: Some(text(at + 2)),
        discussion: Some(text(at + 3)),
        ..ChecklistItem::default()
    };
    let term = |at: usize| Term { term: text(at), definition: text(at + 1), ..Term::default() };
    let reference = CrossReference {
        text: text(0),
        target_document: Some("c.md".to_owned()),
        target_section: Some("§9".to_owned()),
        ..CrossReference::default()
    };
    let section = SectionEntry { heading: "1 Scope".to_owned(), ..SectionEntry::default() };
    let digest = |document: &str, at| Digest {
        document: Some(document.to_owned()),
        sections: vec![section.clone()],
        terms: vec![term(at), term(at + 2)],
        references: vec![reference.clone()],
        ..Digest::default()
    };
    let missing =
        MissingComponent { needed: text(1), closest: Some(text(2)), gap: Some(text(3)), ..MissingComponent::default() };
    let plan = DesignPlan { screen: Some(text(0)), missing: vec![missing], ..DesignPlan::default() };
    let list = |items| Detail::Verification(Verification { dimension: None, items });
    vec![
        says("R_v1.md", list(vec![item(0, ItemStatus::Missing, Severity::Critical)])),
        says(
            "R_v2.md",
            list(vec![item(0, ItemStatus::Partial, Severity::Major), item(1, ItemStatus::Applied, Severity::Minor)]),
        ),
        says("c.md", Detail::Digest(digest("c.md", 0))),
        says("d.md", Detail::Digest(digest("d.md", 1))),
        says("screen", Detail::DesignPlan(plan)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn nothing_but_findings_reads_back_as_a_finding(
        findings in findings(), texts in prop::collection::vec(text(), 4), location in location(),
    ) {
        let mut results = rolled_up(&texts, location.as_ref());
        results.push(found("a.md", "one", findings));
        let report = merge_results(results, &AggregateOptions::default());
        prop_assert_eq!(differences(&report), [""; 0], "{}", reconvene::render(&report, Format::Markdown, &reconvene::RenderOptions::default()));
        let none = merge_results(rolled_up(&texts, location.as_ref()), &AggregateOptions::default());
        prop_assert_eq!(differences(&none), [""; 0], "{}", reconvene::render(&none, Format::Markdown, &reconvene::RenderOptions::default()));
    }

    #[test]
    fn any_findings_read_back(one in findings(), other in findings()) {
        let report = merge_results(vec![found("a.md", "one", one), found("b.md", "two", other)], &AggregateOptions::default());
        prop_assert_eq!(differences(&report), [""; 0], "{}", reconvene::render(&report, Format::Markdown, &reconvene::RenderOptions::default()));
    }
}

#[test]
fn a_resolved_finding_is_struck_out_and_reads_back() {
    let mut resolved = finding("F1", Severity::Major, "regression", "1", "x");
    resolved.state = reconvene::model::FindingState::Resolved;
    let report = merge_results(vec![found("a.md", "", vec![resolved])], &AggregateOptions::default());
    let markdown = reconvene::render(&report, Format::Markdown, &reconvene::RenderOptions::default());
    assert!(markdown.contains("| G1 | ~~major~~ | regression |"), "{markdown}");
    assert_eq!(support::parse(&markdown).findings[0].state, reconvene::model::FindingState::Resolved);
}
