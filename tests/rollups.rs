//! What the replies of one type say together: digests, checklists, design plans, stories.
#![allow(clippy::indexing_slicing, clippy::unwrap_used)]

use std::collections::BTreeMap;

use reconvene::dispatch::{PlanInput, Screen};
use reconvene::model::Verdict;
use reconvene::model::{
    AggregateOptions, Checklist, DesignRollup, Dialect, DigestIndex, ExpectedUnit, Format, ItemState, ItemStatus,
    Reply, Report, Status, UnitStatus,
};

fn report(replies: &[String]) -> Report {
    let replies = replies.iter().map(|text| Reply::from(text.as_str())).collect();
    reconvene::aggregate(replies, &AggregateOptions::default())
}

fn markdown(report: &Report) -> String {
    reconvene::render(report, Format::Markdown, &reconvene::RenderOptions::default())
}

/// A table, where it has rows, under a heading.
fn table(heading: &str, columns: &str, rows: &[&str]) -> String {
    let rule = "|---".repeat(columns.split('|').count());
    let rows: Vec<_> = rows.iter().map(|row| format!("| {row} |")).collect();
    if rows.is_empty() {
        String::new()
    } else {
        format!("## {heading}\n\n| {columns} |\n{rule}|\n{}\n\n", rows.join("\n"))
    }
}

/// A digest of a document: its sections, terms (`term | definition`) and references (`document | section`).
fn digest(document: &str, sections: &[&str], terms: &[&str], references: &[&str]) -> String {
    let references: Vec<_> = references.iter().map(|target| format!("§1 | \"see there\" | {target}")).collect();
    let references: Vec<_> = references.iter().map(String::as_str).collect();
    format!("RESULT: CLEAN | Type: digest | Doc: {document} | Sections: {}\n\n", sections.len())
        + &table("Section Inventory", "Heading", sections)
        + &table("Defined Terms", "Term | Definition", terms)
        + &table("Cross-References", "From Section | References | Target Doc | Target Section", &references)
}

fn index(report: &Report) -> &DigestIndex {
    report.digests.as_ref().unwrap()
}

fn resolved(digests: &[String]) -> Vec<Option<bool>> {
    index(&report(digests)).references.iter().map(|reference| reference.resolved).collect()
}

/// The terms that drift, each with those that it is alike to.
fn drifting(digests: &[String]) -> Vec<String> {
    let report = report(digests);
    let drifting = index(&report).terms.iter().filter(|term| term.drift);
    drifting.map(|term| format!("{} {}", term.term, term.similar.join(" ")).trim_end().to_owned()).collect()
}

// ── digests: documents and references

#[test]
fn without_such_replies_there_are_no_rollups() {
    let report = report(&["RESULT: CLEAN | Type: consistency | Pair: a.md/b.md | Findings: 0".to_owned()]);
    assert_eq!(
        (&report.digests, &report.knowledge, &report.checklist, &report.design_plans),
        (&None, &None, &None, &None)
    );
    assert!(!markdown(&report).contains("Checklist") && !markdown(&report).contains("Digests"));
}

#[test]
fn each_digest_is_a_row_with_its_figures() {
    let report =
        report(&[digest("docs/a.md", &["1 One", "2 Two"], &["x | y"], &["b.md | §1"]), digest("b.md", &[], &[], &[])]);
    let rows: Vec<_> = index(&report)
        .documents
        .iter()
        .map(|row| (row.document.as_str(), row.sections, row.terms, row.references))
        .collect();
    assert_eq!(rows, [("b.md", 0, 0, 0), ("docs/a.md", 2, 1, 1)]);
}

#[test]
fn a_digest_that_names_no_document_has_the_name_of_its_unit_or_source() {
    let text = "RESULT: CLEAN | Type: digest | Sections: 0";
    let named = |unit: Option<&str>, source: Option<&str>| {
        let reply = Reply { unit: unit.map(str::to_owned), source: source.map(str::to_owned), ..Reply::from(text) };
        index(&reconvene::aggregate(vec![reply], &AggregateOptions::default())).documents[0].document.clone()
    };
    assert_eq!(named(Some("a.md"), Some("x.log")), "a.md");
    assert_eq!(named(None, Some("x.log")), "x.log");
    assert_eq!(named(None, None), "reply 1");
}

#[test]
fn a_reference_is_resolved_where_a_digest_lists_its_target() {
    let target = digest("docs/b.md", &["1 Scope", "2 Queues"], &[], &[]);
    let from =
        digest("a.md", &[], &[], &["b.md | §2", "`docs/b.md` | Queues", "B.md | §9", "src/b.md | §2", "c.md | §1"]);
    assert_eq!(resolved(&[target, from]), [Some(true), Some(true), Some(false), None, None]);
}

#[test]
fn a_reference_may_be_relative_to_where_it_stands() {
    let target = digest("docs/b.md", &["1 Scope"], &[], &[]);
    let from = digest("docs/parts/a.md", &[], &[], &["../b.md | §1", "../../docs/b.md | §1", "./b.md | §2"]);
    assert_eq!(resolved(&[target, from]), [Some(true), Some(true), Some(false)]);
}

#[test]
fn a_reference_without_a_section_leads_to_any_digest_of_its_document() {
    let from = digest("a.md", &[], &[], &["b.md |", "c.md |"]);
    assert_eq!(resolved(&[from, digest("b.md", &[], &[], &[])]), [Some(true), None]);
}

#[test]
fn a_reference_without_a_document_stays_in_its_own() {
    // Only a report that comes from elsewhere has such a reference in a table.
    let mut results = report(&[digest("a.md", &["1 Scope"], &[], &["b.md | §1", "b.md | §2"])]).results;
    if let reconvene::model::Detail::Digest(digest) = &mut results[0].detail {
        digest.references.iter_mut().for_each(|reference| reference.target_document = None);
    }
    let report = reconvene::report::merge_results(results, &AggregateOptions::default());
    let resolved: Vec<_> = index(&report).references.iter().map(|reference| reference.resolved).collect();
    assert_eq!(resolved, [Some(true), Some(false)]);
}

#[test]
fn several_digests_of_one_document_list_its_sections_together() {
    let from = digest("a.md", &[], &[], &["b.md | §1", "b.md | §2", "b.md | §3"]);
    let readers = [digest("b.md", &["1 Scope"], &[], &[]), digest("docs/b.md", &["2 Queues"], &[], &[])];
    assert_eq!(resolved(&[&readers[..], &[from]].concat()), [Some(true), Some(true), Some(false)]);
}

#[test]
fn what_lies_deeper_than_the_inventory_cannot_be_told() {
    let from = digest("a.md", &[], &[], &["b.md | §2.1", "b.md | §3.1"]);
    assert_eq!(resolved(&[from, digest("b.md", &["1 Scope", "2 Queues"], &[], &[])]), [None, Some(false)]);
}

#[test]
fn an_unfinished_digest_denies_no_section() {
    let from = digest("a.md", &[], &[], &["b.md | §1", "b.md | §2"]);
    let unfinished = digest("b.md", &["1 Scope"], &[], &[]).replace("CLEAN", "PARTIAL");
    assert_eq!(resolved(&[from.clone(), unfinished]), [Some(true), None]);
    let failed = digest("b.md", &[], &[], &[]).replace("CLEAN", "ERROR");
    assert_eq!(resolved(&[digest("a.md", &[], &[], &["b.md |"]), failed]), [None]);
}

#[test]
fn a_shortened_inventory_denies_no_section() {
    let from = digest("a.md", &[], &[], &["b.md | §1", "b.md | §9"]);
    let stated = digest("b.md", &["1 Scope"], &[], &[]).replace("Sections: 1", "Sections: 14");
    let cut = digest("b.md", &["1 Scope", "..."], &[], &[]);
    for shortened in [stated, cut.replace("...", "…"), cut] {
        let report = report(&[from.clone(), shortened.clone()]);
        let found: Vec<_> = index(&report).references.iter().map(|reference| reference.resolved).collect();
        assert_eq!((found, report.findings.len()), (vec![Some(true), None], 0), "{shortened}");
    }
    let whole = digest("b.md", &["1 Scope"], &[], &[]);
    assert_eq!(resolved(&[from, whole]), [Some(true), Some(false)]);
}

#[test]
fn broken_references_are_listed_and_those_that_cannot_be_told_are_counted() {
    let from = digest("a.md", &[], &[], &["b.md | §1", "b.md | §9", "c.md | §1"]);
    let markdown = markdown(&report(&[from, digest("b.md", &["1 Scope"], &[], &[])]));
    assert!(markdown.contains("| Broken references | 1 |"), "{markdown}");
    assert!(markdown.contains("| a.md | §1 | \"see there\" | b.md §9 |"), "{markdown}");
    assert!(markdown.contains("Of 3 references, 1 resolves; 1 is broken (no digest"), "{markdown}");
    assert!(
        markdown.contains("1 cannot be verified (no digest lists the target): c.md §1 (in a.md §1)."),
        "{markdown}"
    );
}

#[test]
fn many_references_that_cannot_be_told_are_only_counted() {
    let lead = |count: usize| {
        let targets: Vec<_> = (0..count).map(|at| format!("c{at}.md | §1")).collect();
        let targets: Vec<_> = targets.iter().map(String::as_str).collect();
        markdown(&report(&[digest("a.md", &[], &[], &targets)]))
    };
    let (few, many) = (lead(5), lead(6));
    assert!(
        few.contains(
            "Of 5 references, 0 resolve; 5 cannot be verified (no digest lists the targets): c0.md §1 (in a.md §1), "
        ),
        "{few}"
    );
    assert!(few.contains("c4.md §1 (in a.md §1)."), "{few}");
    assert!(many.contains("6 cannot be verified (no digest lists the targets)."), "{many}");
}

// ── digests: terms

#[test]
fn a_term_is_one_entry_however_it_is_marked() {
    let report = report(&[
        digest("a.md", &[], &["`Soak  Period` | a", "zeppelin | b"], &[]),
        digest("b.md", &[], &["soak period | c"], &[]),
    ]);
    let terms: Vec<_> = index(&report).terms.iter().map(|term| (term.term.as_str(), term.definitions.len())).collect();
    assert_eq!(terms, [("Soak  Period", 2), ("zeppelin", 1)]);
    assert_eq!(report.knowledge.unwrap().terms, ["Soak  Period", "zeppelin"]);
}

#[test]
fn one_term_defined_differently_drifts() {
    let carrier = digest("a.md", &[], &["delivery attempt | Visit of a carrier to hand over the parcel"], &[]);
    let notifier = digest("b.md", &[], &["Delivery attempt | One HTTP request to a subscriber's endpoint"], &[]);
    assert_eq!(drifting(&[carrier.clone(), notifier]), ["delivery attempt"]);
    let same = digest("b.md", &[], &["Delivery attempt | The carrier visits the recipient with the parcel"], &[]);
    assert_eq!(drifting(&[carrier, same]), [""; 0]);
}

#[test]
fn two_readers_of_one_document_reword_and_do_not_drift() {
    let one = digest("docs/a.md", &[], &["zeppelin | airship with a rigid frame"], &[]);
    let other = digest("a.md", &[], &["zeppelin | flying hull made of aluminium"], &[]);
    assert_eq!(drifting(&[one.clone(), other]), [""; 0]);
    assert_eq!(drifting(&[one, digest("b.md", &[], &["zeppelin | flying hull made of aluminium"], &[])]), ["zeppelin"]);
    let twice = digest("a.md", &[], &["zeppelin | airship with a rigid frame", "zeppelin | blimp of rubber"], &[]);
    assert_eq!(drifting(&[twice]), ["zeppelin"]);
    // To name the own document is to point nowhere else.
    let own = digest("a.md", &[], &["zeppelin | airship of a.md", "zeppelin | blimp of rubber"], &[]);
    assert_eq!(drifting(&[own]), ["zeppelin"]);
}

#[test]
fn what_is_defined_elsewhere_does_not_drift() {
    let defines = digest("docs/a.md", &[], &["zeppelin | airship with a rigid frame"], &[]);
    let points = digest("b.md", &[], &["zeppelin | Used for freight. Defined in a.md"], &[]);
    assert_eq!(drifting(&[defines.clone(), points]), [""; 0]);
    assert_eq!(drifting(&[defines, digest("b.md", &[], &["zeppelin | the"], &[])]), [""; 0]);
}

#[test]
fn two_terms_defined_alike_drift() {
    let scan = digest("a.md", &[], &["scan | One reading of a parcel's barcode by a carrier's device"], &[]);
    let event = digest("b.md", &[], &["tracking event | A carrier device's reading of the barcode of a parcel"], &[]);
    assert_eq!(drifting(&[scan.clone(), event.clone()]), ["scan tracking event", "tracking event scan"]);
    let markdown = markdown(&report(&[scan, event]));
    assert!(markdown.contains("Different terms, similar definitions:"), "{markdown}");
    assert_eq!(markdown.matches("| tracking event |").count(), 1, "{markdown}");
}

#[test]
fn terms_that_one_document_tells_apart_mean_two_things() {
    let both = digest(
        "a.md",
        &[],
        &[
            "scan | reading of a parcel's barcode by a device",
            "rescan | reading of a parcel's barcode by a device again",
        ],
        &[],
    );
    let one = digest("b.md", &[], &["rescan | reading of the barcode of a parcel by a device"], &[]);
    assert_eq!(drifting(&[both, one]), [""; 0]);
    // Neighbours share words: the half of two is no evidence.
    let short = digest("a.md", &[], &["subscription | account, endpoint and list"], &[]);
    let other = digest("b.md", &[], &["subscriber | account with an endpoint"], &[]);
    assert_eq!(drifting(&[short, other]), [""; 0]);
}

// ── knowledge

#[test]
fn entities_are_known_by_name_and_kind_with_their_documents() {
    let entities = |rows: &[&str]| table("Entities", "Entity | Kind", rows);
    let one = digest("a.md", &[], &[], &[]) + &entities(&["`Order` | type", "Order | table"]);
    let other = digest("b.md", &[], &[], &[]) + &entities(&["order | Type"]);
    let known = report(&[one, other]).knowledge.unwrap().entities;
    let known: Vec<_> =
        known.iter().map(|known| (known.name.as_str(), known.kind.as_deref(), known.documents.join(" "))).collect();
    assert_eq!(known, [("Order", Some("table"), "a.md".to_owned()), ("Order", Some("type"), "a.md b.md".to_owned())]);
}

#[test]
fn decisions_stand_once_with_their_document() {
    let decides = |document| {
        digest(document, &[], &[], &[]) + &table("Decisions", "Decision | Rationale", &["Use one queue | cheap"])
    };
    let known = report(&[decides("a.md"), decides("a.md"), decides("b.md")]).knowledge.unwrap().decisions;
    let known: Vec<_> = known.iter().map(|known| (known.decision.as_str(), known.document.as_str())).collect();
    assert_eq!(known, [("Use one queue", "a.md"), ("Use one queue", "b.md")]);
}

#[test]
fn the_graph_counts_references_between_documents() {
    let from = digest("docs/a.md", &["1 Scope"], &[], &["b.md | §1", "docs/b.md | §9", "a.md | §1", "c.md |"]);
    let again = digest("a.md", &[], &[], &["b.md | §1"]);
    let graph = report(&[from, again, digest("docs/b.md", &["1 Scope"], &[], &[])]).knowledge.unwrap().graph;
    let edges: Vec<_> =
        graph.iter().map(|edge| (edge.from.as_str(), edge.to.as_str(), edge.references, edge.broken)).collect();
    assert_eq!(edges, [("docs/a.md", "c.md", 1, 0), ("docs/a.md", "docs/b.md", 2, 1)]);
}

#[test]
fn what_no_digest_is_on_is_one_node_however_it_is_spelled() {
    let from = digest("a.md", &[], &[], &["../skills/x.md | §1", "skills/x.md | §2", "hooks.md |"]);
    let other = digest("b.md", &[], &[], &["docs/hooks.md |", "`Hooks.md` | §3", "x.md | §1", "../a.md |"]);
    let graph = |digests: &[String]| {
        let graph = report(digests).knowledge.unwrap().graph;
        graph.iter().map(|edge| format!("{} {} {}", edge.from, edge.to, edge.references)).collect::<Vec<_>>()
    };
    let expected =
        ["a.md docs/hooks.md 1", "a.md skills/x.md 2", "b.md a.md 1", "b.md docs/hooks.md 2", "b.md skills/x.md 1"];
    assert_eq!(graph(&[from.clone(), other.clone()]), expected);
    assert_eq!(graph(&[other.clone(), from]), expected);
    let mixed = [
        digest("c/d.md", &[], &[], &[]),
        digest("d/d.md", &[], &[], &["`D.md` |"]),
        digest("e.md", &[], &[], &["../d.md |"]),
    ];
    assert_eq!(graph(&mixed), ["d/d.md d.md 1", "e.md d.md 1"]);
    // Which of two it means, nobody knows.
    let more = digest("a.md", &[], &[], &["src/hooks.md |", "hooks.md |"]);
    assert_eq!(graph(&[more, other])[..3], ["a.md Hooks.md 1", "a.md src/hooks.md 1", "b.md a.md 1"]);
}

/// Each finding that is shown: type, severity, places and text, and whether it stands where its reference does.
fn shown(report: &Report) -> Vec<String> {
    let members = report.findings.iter().flat_map(|finding| &finding.members);
    let of = |at: &reconvene::model::Member| {
        let result = &report.results[at.result as usize];
        let finding = &result.findings[at.finding as usize];
        let is_row = match &result.detail {
            reconvene::model::Detail::Digest(digest) => digest.references.iter().any(|it| it.span == finding.span),
            _ => false,
        };
        let [place, counter] = [&finding.location, &finding.counter_location].map(|place| place.as_ref().unwrap());
        let of = finding.r#type.as_deref().unwrap();
        format!(
            "{} {of} {:?} {} -> {}: {}{}",
            finding.id,
            finding.severity,
            place.text,
            counter.text,
            finding.description,
            if is_row && finding.derived { "" } else { " (stated)" }
        )
    };
    let mut all: Vec<String> = members.map(of).collect();
    all.sort();
    all
}

#[test]
fn a_broken_reference_is_a_finding_of_the_reply_that_lists_it() {
    let from = digest("a.md", &[], &[], &["b.md | §1", "b.md | §9", "c.md | §1"]);
    let target = digest("b.md", &["1 Scope"], &[], &["a.md | §1"]);
    let report = report(&[from, target]);
    assert_eq!(shown(&report), [" broken-reference Major a.md §1 -> b.md §9: \"see there\": no digest lists b.md §9"]);
    assert_eq!(report.findings[0].agreement, 1);
    assert_eq!(report.findings[0].units, ["a.md"]);
    assert_eq!(report.results[0].status, Status::Clean);
    assert!(report.gaps.is_empty() && report.conflicts.is_empty());
    // Nobody reports it: it is in the figures of no agent.
    assert_eq!((report.summary.reported, report.coverage[0].findings), (0, 0));
    assert!(
        markdown(&report).contains("| G1 | the references of reply 1 on a.md | not rated |"),
        "{}",
        markdown(&report)
    );
    // Merged once more, it is found once.
    let again = reconvene::report::merge_results(report.results.clone(), &AggregateOptions::default());
    assert_eq!((&again.findings, &again.results), (&report.findings, &report.results));
}

#[test]
fn a_reference_is_broken_by_its_title_and_by_each_of_several_numbers() {
    let target = digest("b.md", &["8 Flow (1-90)"], &[], &[]);
    let broken = |section: &str| {
        let report = report(&[digest("a.md", &[], &[], &[&format!("b.md | {section}")]), target.clone()]);
        assert_eq!(report.findings.len(), report.results[0].findings.len());
        (index(&report).references[0].resolved, report.findings.first().map(|finding| finding.severity))
    };
    for section in ["Retry Policy", "S8-S9", "S12, S13", "S8 and S12", "S10"] {
        assert_eq!(broken(section), (Some(false), Some(reconvene::Severity::Major)), "{section}");
    }
    for section in ["S8", "Flow"] {
        assert_eq!(broken(section), (Some(true), None), "{section}");
    }
    // A title may be told in other words.
    assert_eq!(broken("Flows of events"), (None, None));
}

#[test]
fn a_reference_that_contradicts_is_a_finding_and_no_other_kind_is() {
    let columns = "From Section | References | Target Doc | Target Section | Nature";
    let rows = [
        "§2 | how long a van is held | b.md | §4 | contradicts",
        "§3 | what a van is | b.md | §1 | extends",
        "§4 | what a depot is | b.md | §2 | does not contradict",
        "§5 | prices | | | Contradicts: other currency",
        "§6 | what a door is | b.md | §3 | contradiction: none",
        "§7 | what a key is | b.md | §5 | contradicts? no",
        " | | | | contradicts",
    ];
    let from = digest("a.md", &[], &[], &[]) + &table("Cross-References", columns, &rows);
    assert_eq!(
        shown(&report(&[from])),
        [
            " contradiction Major a.md §2 -> b.md §4: how long a van is held: contradicts b.md §4",
            " contradiction Major a.md §5 -> a.md: prices: contradicts a.md",
        ]
    );
}

#[test]
fn what_references_showed_before_is_gone_where_they_no_longer_show_it() {
    let target = digest("b.md", &["1 Scope"], &[], &[]);
    let first = report(&[digest("a.md", &[], &[], &["b.md | §9"]), target.clone()]);
    assert_eq!(first.findings.len(), 1);
    // "b.md" may mean either of these now: nobody knows whether the reference is broken.
    let more = report(&[digest("x/b.md", &["9 More"], &[], &[]), digest("y/b.md", &["1 Scope"], &[], &[])]);
    let results: Vec<_> = first.results.iter().take(1).chain(&more.results).cloned().collect();
    let again = reconvene::report::merge_results(results, &AggregateOptions::default());
    assert_eq!(again.findings, []);
    let alone = reconvene::report::merge_results(vec![first.results[0].clone()], &AggregateOptions::default());
    assert_eq!(alone.findings, []);
}

#[test]
fn what_an_agent_reports_itself_is_not_found_in_its_references_once_more() {
    let own = "## Findings\n\n| ID | Severity | Type | Location | Counter-location | Description | Suggestion |\n\
               |---|---|---|---|---|---|---|\n| F1 | major | broken-reference | a.md §1 | b.md §9 | It leads nowhere | |\n";
    let from = digest("a.md", &[], &[], &["b.md | §9", "b.md | §8"]).replace("CLEAN", "FINDINGS") + own;
    assert_eq!(
        shown(&report(&[from, digest("b.md", &["1 Scope"], &[], &[])])),
        [
            " broken-reference Major a.md §1 -> b.md §8: \"see there\": no digest lists b.md §8",
            "F1 broken-reference Major a.md §1 -> b.md §9: It leads nowhere (stated)",
        ]
    );
}

#[test]
fn what_references_show_counts_for_no_finding_that_a_reply_states() {
    let stated = digest("a.md", &[], &[], &["b.md | §9"]).replace(" | Sections: 0", " | Sections: 0 | Findings: 1");
    let report = report(&[stated.replace("CLEAN", "FINDINGS"), digest("b.md", &["1 Scope"], &[], &[])]);
    assert_eq!(report.gaps.len(), 1, "{:?}", report.gaps);
    assert!(report.gaps[0].retry, "{:?}", report.gaps);
}

#[test]
fn a_missing_section_that_two_documents_refer_to_keeps_both_as_members() {
    let from = |document| digest(document, &[], &[], &["b.md | §9"]);
    let report = report(&[from("a.md"), from("c.md"), digest("b.md", &["1 Scope"], &[], &[])]);
    assert_eq!(shown(&report).len(), 2);
    assert_eq!(report.findings.iter().map(|finding| finding.units.concat()).collect::<Vec<_>>(), ["a.mdc.md"]);
}

// ── checklists

/// A verification of a unit: rows of `item | section | status`.
fn verification(unit: &str, agent: &str, attempt: u32, rows: &[&str]) -> Reply {
    let text = "RESULT: FINDINGS | Type: verification | Items: 1\n\n".to_owned()
        + &table("Checklist", "Item | Section | Status", rows);
    Reply {
        unit: Some(unit.to_owned()).filter(|unit| !unit.is_empty()),
        agent: Some(agent.to_owned()),
        attempt: Some(attempt),
        ..Reply::from(text.as_str())
    }
}

fn checklist(replies: Vec<Reply>) -> Checklist {
    reconvene::aggregate(replies, &AggregateOptions::default()).checklist.unwrap()
}

/// Each item with its state and the statuses of its history.
fn states(replies: Vec<Reply>) -> Vec<(String, ItemState, String)> {
    let history = |entry: &reconvene::model::ChecklistEntry| {
        entry.history.iter().map(|mention| mention.status.word()).collect::<Vec<_>>().join(" ")
    };
    let entries = checklist(replies).items.into_iter();
    entries.map(|entry| (entry.item.item.clone(), entry.state, history(&entry))).collect()
}

fn state(replies: Vec<Reply>) -> ItemState {
    let states = states(replies);
    assert_eq!(states.len(), 1, "{states:?}");
    states[0].1
}

#[test]
fn items_of_several_versions_match_by_what_they_say() {
    let first = verification(
        "REVIEW_v1.md",
        "",
        1,
        &["Error handling for the timeout is missing | S2 | open", "Stale link | S8 | open"],
    );
    let second = verification(
        "REVIEW_v2.md",
        "",
        1,
        &["No cost estimate | S5 | open", "Timeout still has no error handling | S2 | fixed"],
    );
    let tenth = verification("REVIEW_v10.md", "", 1, &["The handling of the timeout error is gone | S2 | missing"]);
    let list = states(vec![tenth, second, first]);
    let list: Vec<_> = list.iter().map(|(item, state, history)| (item.as_str(), *state, history.as_str())).collect();
    assert_eq!(
        list,
        [
            ("The handling of the timeout error is gone", ItemState::Regressed, "open applied missing"),
            ("Stale link", ItemState::Open, "open"),
            ("No cost estimate", ItemState::Open, "open"),
        ]
    );
}

#[test]
fn an_item_that_only_the_latest_version_has_is_new() {
    let first = || verification("R-v1", "", 1, &["zeppelin | S1 | applied"]);
    let second = verification("R-v2", "", 1, &["zeppelin | S1 | applied", "quokka | S2 | missing"]);
    assert_eq!(states(vec![first(), second])[1].1, ItemState::New);
    let missing = |unit| verification(unit, "", 1, &["zeppelin | S1 | missing"]);
    assert_eq!(state(vec![missing("R-v1"), missing("R-v2")]), ItemState::Open);
    // One version has nothing to be newer than, nor has one of which the first was not read.
    assert_eq!(state(vec![verification("R-v1", "", 1, &["zeppelin | S1 | missing"])]), ItemState::Open);
    let failed =
        Reply { unit: Some("R-v1".to_owned()), ..Reply::from("RESULT: ERROR | Type: verification | Reason: timeout") };
    assert_eq!(state(vec![failed, verification("R-v2", "", 1, &["zeppelin | S1 | missing"])]), ItemState::Open);
}

#[test]
fn an_attempt_is_a_later_version() {
    let attempt = |attempt, status: &str| verification("a.md", "one", attempt, &[&format!("zeppelin | S1 | {status}")]);
    assert_eq!(state(vec![attempt(2, "applied"), attempt(1, "missing")]), ItemState::Fixed);
    assert_eq!(state(vec![attempt(2, "missing"), attempt(1, "applied")]), ItemState::Regressed);
}

#[test]
fn all_who_mention_an_item_last_have_to_say_that_it_is_done() {
    let says = |agent, status: &str| verification("R_v2.md", agent, 1, &[&format!("zeppelin | S1 | {status}")]);
    assert_eq!(state(vec![says("one", "applied"), says("two", "not-applicable")]), ItemState::Fixed);
    let list = checklist(vec![says("one", "applied"), says("two", "partial")]);
    // What is left to do is shown.
    assert_eq!((list.items[0].state, list.items[0].item.status), (ItemState::Open, ItemStatus::Partial));
}

#[test]
fn items_of_different_units_stay_apart() {
    let on = |unit| verification(unit, "", 1, &["zeppelin | a.md S1 | missing"]);
    assert_eq!(states(vec![on("P-005_v1.md"), on("P-006_v1.md"), on(""), on("")]).len(), 4);
    assert_eq!(states(vec![on("P-005_v1.md"), on("P-005_v2.md")]).len(), 1);
}

#[test]
fn a_claimed_unit_joins_no_series_that_the_host_labels() {
    let rows = table("Checklist", "Item | Section | Status", &["zeppelin | S1 | applied"]);
    let claim = Reply::from(format!("RESULT: CLEAN | Type: verification\n\n**Scope**: R_v2.md\n\n{rows}").as_str());
    let expected = ["R_v1.md", "R_v2.md"].map(|unit| ExpectedUnit { unit: unit.to_owned(), ..ExpectedUnit::default() });
    let states = |labelled: Reply| {
        let options = AggregateOptions { expected: expected.to_vec(), ..AggregateOptions::default() };
        let list = reconvene::aggregate(vec![labelled, claim.clone()], &options).checklist.unwrap();
        list.items.iter().map(|entry| entry.state).collect::<Vec<_>>()
    };
    let labelled = verification("R_v1.md", "", 1, &["zeppelin | S1 | missing"]);
    assert_eq!(states(labelled), [ItemState::Open, ItemState::Fixed]);
    let text = format!(
        "RESULT: FINDINGS | Type: verification\n\n**Scope**: R_v1.md\n\n{}",
        rows.replace("applied", "missing")
    );
    assert_eq!(states(Reply::from(text.as_str())), [ItemState::Fixed]);
}

#[test]
fn a_place_in_the_versions_of_a_review_is_one_place() {
    let on = |unit: &str, text: &str| verification(unit, "", 1, &[&format!("{text} | {unit} S1 | missing")]);
    assert_eq!(
        states(vec![on("R_v1.md", "the zeppelin has no hangar"), on("R_v2.md", "no hangar for a zeppelin")]).len(),
        1
    );
}

/// The places and statuses of items that all say the same, and the states that they come to.
fn moved(versions: &[(&str, &[&str])]) -> Vec<ItemState> {
    let reply = |(unit, places): &(&str, &[&str])| {
        let rows: Vec<_> =
            places.iter().map(|place| format!("Retry count of the worker is capped at three | {place}")).collect();
        verification(unit, "", 1, &rows.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let replies: Vec<_> = versions.iter().map(reply).collect();
    let turned: Vec<_> = replies.iter().rev().cloned().collect();
    assert_eq!(states(replies.clone()), states(turned));
    states(replies).into_iter().map(|(_, state, _)| state).collect()
}

#[test]
fn an_item_is_followed_where_its_document_moves() {
    use ItemState::{Fixed, New, Open, Regressed};
    for [before, after] in [["a.md:120", "a.md:145"], ["a.md §3", "a.md §7"], ["docs/a.md §3", "a.md:12"], ["S3", "S7"]]
    {
        let [before, after] = [format!("{before} | applied"), format!("{after} | missing")];
        assert_eq!(moved(&[("R_v1", &[&before]), ("R_v2", &[&after])]), [Regressed], "{before} {after}");
        // Over a version that does not have it, too.
        assert_eq!(moved(&[("R_v1", &[&before]), ("R_v2", &[]), ("R_v3", &[&after])]), [Regressed], "{before}");
    }
    let third = ["a.md:170 | missing"];
    assert_eq!(
        moved(&[("R_v1", &["a.md:120 | applied"]), ("R_v2", &["a.md:145 | applied"]), ("R_v3", &third)]),
        [Regressed]
    );
    // What stands where it stood is the better counterpart.
    let both = ["a.md:120 | missing", "a.md:145 | missing"];
    assert_eq!(moved(&[("R_v1", &["a.md:120 | missing"]), ("R_v2", &both)]), [Open, New]);
    // Each has one, in their order.
    assert_eq!(
        moved(&[
            ("R_v1", &["a.md:120 | applied", "a.md:150 | missing"]),
            ("R_v2", &["a.md:130 | missing", "a.md:160 | applied"])
        ]),
        [Regressed, Fixed]
    );
    // Another document is another thing, whatever its name, and so is what one version tells apart.
    assert_eq!(moved(&[("R_v1", &["docs/a.md:120 | applied"]), ("R_v2", &["src/a.md:145 | missing"])]), [Fixed, New]);
    assert_eq!(moved(&[("R_v1", &["a.md:120 | applied"]), ("R_v2", &["b.md:145 | missing"])]), [Fixed, New]);
    assert_eq!(moved(&[("R_v1", &["a.md:120 | applied", "a.md:145 | missing"])]), [Fixed, Open]);
}

#[test]
fn what_moved_has_to_be_strikingly_alike() {
    let first = || verification("R_v1", "", 1, &["Retry count of the worker is capped at three | a.md:120 | applied"]);
    let says = |text: &str| {
        states(vec![first(), verification("R_v2", "", 1, &[&format!("{text} | a.md:145 | missing")])]).len()
    };
    assert_eq!(says("The worker caps its retry count at five"), 1);
    assert_eq!(says("The worker logs in plain text"), 2);
}

#[test]
fn agents_of_one_version_are_united_before_an_item_is_followed() {
    let says = |unit, agent, text: &str| verification(unit, agent, 1, &[text]);
    let list = states(vec![
        says("R_v1", "one", "zeppelin hangar lacks a mooring mast | a.md:120 | applied"),
        says("R_v1", "two", "no mooring mast in the zeppelin hangar | a.md:120 | applied"),
        says("R_v2", "one", "zeppelin hangar lacks a mooring mast | a.md:145 | missing"),
        says("R_v2", "two", "no mooring mast at the zeppelin hangar | a.md:145 | missing"),
    ]);
    assert_eq!(list.len(), 1, "{list:?}");
    assert_eq!((list[0].1, list[0].2.as_str()), (ItemState::Regressed, "applied applied missing missing"));
}

#[test]
fn an_item_without_a_place_is_followed_where_it_is_clearly_alike() {
    let says = |unit, text: &str, status: &str| verification(unit, "", 1, &[&format!("{text} | | {status}")]);
    let first = || says("R_v1", "Retry count of the worker is capped at three", "missing");
    let list = |text| states(vec![first(), says("R_v2", text, "applied")]);
    assert_eq!(list("The worker caps its retry count at three").len(), 1);
    assert_eq!(list("The worker logs in plain text").len(), 2);
    // The nearest of each other.
    let nearer = verification(
        "R_v2",
        "",
        1,
        &[
            "The worker caps its retry count and logs refusals of clients | | applied",
            "Retry count of the worker is capped at three, always | | missing",
        ],
    );
    let list = states(vec![first(), nearer]);
    let list: Vec<_> = list.iter().map(|(_, _, history)| history.as_str()).collect();
    assert_eq!(list, ["missing missing", "applied"]);
    // Of other units, or of nobody's, they stay apart.
    let text = "Retry count of the worker is capped at three";
    assert_eq!(
        states(vec![says("R_v1", text, "missing"), says("Q_v1", text, "missing"), says("", text, "missing")]).len(),
        3
    );
}

#[test]
fn a_version_in_the_name_of_another_document_tells_it_apart() {
    let on = |unit, agent, place: &str, status: &str| {
        verification(unit, agent, 1, &[&format!("the zeppelin has no hangar | {place} | {status}")])
    };
    let list = states(vec![
        on("REVIEW.md", "one", "api_v1.md §3", "applied"),
        on("REVIEW.md", "two", "api_v2.md §3", "missing"),
    ]);
    assert_eq!(list.iter().map(|(_, state, _)| *state).collect::<Vec<_>>(), [ItemState::Fixed, ItemState::Open]);
    let list = states(vec![
        on("R_v1.md", "", "docs/api_v1.md §3", "applied"),
        on("R_v2.md", "", "docs/api_v2.md §3", "missing"),
    ]);
    assert_eq!(list.len(), 2);
    // Of a unit that is two versions of one document, each is itself.
    let pair = "api_v1.md + api_v2.md";
    assert_eq!(
        states(vec![on(pair, "one", "api_v1.md §3", "applied"), on(pair, "two", "api_v2.md §3", "missing")]).len(),
        2
    );
    let moves = |unit, place| on(unit, "", place, "missing");
    assert_eq!(states(vec![moves("docs/R_v1.md", "R_v1.md §3"), moves("docs/R_v2.md", "R_v2.md §3")]).len(), 1);
}

#[test]
fn what_does_not_apply_is_settled_and_not_fixed() {
    let report = reconvene::aggregate(
        vec![verification("R.md", "", 1, &["zeppelin | S1 | n/a", "quokka | S2 | applied"])],
        &AggregateOptions::default(),
    );
    assert_eq!(report.checklist.as_ref().unwrap().items[0].state, ItemState::Fixed);
    let markdown = markdown(&report);
    assert!(markdown.contains("| settled | zeppelin |") && markdown.contains("| fixed | quokka |"), "{markdown}");
}

#[test]
fn every_status_has_a_figure_and_counts_what_is_shown() {
    let first = verification("R_v1.md", "", 1, &["zeppelin | S1 | missing"]);
    let second = verification("R_v2.md", "", 1, &["zeppelin | S1 | applied", "quokka | S2 | partial"]);
    let report = reconvene::aggregate(vec![first, second], &AggregateOptions::default());
    let list = report.checklist.as_ref().unwrap();
    assert_eq!(list.by_status.len(), 7);
    let counts: Vec<_> =
        list.by_status.iter().filter(|(_, count)| **count > 0).map(|(status, count)| (*status, *count)).collect();
    assert_eq!(counts, [(ItemStatus::Applied, 1), (ItemStatus::Partial, 1)]);
    assert_eq!(list.items[0].unit.as_deref(), Some("R_v2.md"));
    // What was missing before and is applied now is not missing.
    assert!(
        report.executive_summary.contains("1 requirement (criteria, tests, steps, checklist items) is not met"),
        "{}",
        report.executive_summary
    );
    let markdown = markdown(&report);
    assert!(markdown.contains("| Checklist items | 2 (1 applied, 1 partial) |"), "{markdown}");
    assert!(
        markdown.contains("| fixed | zeppelin | applied | S1 | R_v1.md: missing; R_v2.md: applied |"),
        "{markdown}"
    );
}

#[test]
fn a_mention_points_to_where_it_was_read() {
    let list = verification("R_v1.md", "", 1, &["zeppelin | S1 | missing", "quokka | S2 | applied"]);
    let report = reconvene::aggregate(vec![list], &AggregateOptions::default());
    for entry in &report.checklist.as_ref().unwrap().items {
        let mention = &entry.history[0];
        let reconvene::model::Detail::Verification(list) = &report.results[mention.result as usize].detail else {
            panic!()
        };
        assert_eq!(list.items[mention.item as usize], entry.item);
    }
}

#[test]
fn what_an_agent_says_at_length_of_an_open_item_is_shown() {
    let says = |agent: &str, status: &str, text: &str| {
        let mut reply = verification("R.md", agent, 1, &[&format!("zeppelin hangar | S1 | {status}")]);
        reply.text = format!("{}\n### zeppelin hangar\n\n{text}\n", reply.text.as_str()).as_str().into();
        reply
    };
    let report = reconvene::aggregate(
        vec![says("one", "missing", "Nowhere."), says("two", "partial", "Half of it.")],
        &AggregateOptions::default(),
    );
    let markdown = markdown(&report);
    assert!(markdown.contains("On zeppelin hangar:\n\n> Nowhere."), "{markdown}");
    assert!(markdown.contains("On zeppelin hangar, two says partial:\n\n> Half of it."), "{markdown}");
}

// ── design plans

fn plan(status: &str, screen: &str, missing: &[&str]) -> String {
    format!("RESULT: {status} | Type: design-plan | Screen: {screen} | Components: 1\n\n")
        + &table("Components", "Component | Usage | Variant | Tokens | Placement", &["Button | b | c | d | e"])
        + &table("Missing Components", "Needed Component | Closest Existing | Gap", missing)
}

fn plans(plans: &[String]) -> DesignRollup {
    report(plans).design_plans.unwrap()
}

#[test]
fn screens_wait_for_missing_components() {
    let rollup = plans(&[
        plan("PLANNED", "Login", &[]),
        plan("NEEDS_COMPONENTS", "Map", &["RouteMap | Image | lines", "Legend | List | colours"]),
        plan("NEEDS_COMPONENTS", "Parcel", &["`routemap` | Image | markers"]),
        plan("NEEDS_COMPONENTS", "Help", &[]),
        plan("ERROR", "Search", &[]),
        plan("PARTIAL", "Settings", &[]),
    ]);
    let screens: Vec<_> = rollup.screens.iter().map(|row| (row.screen.as_str(), row.components, row.missing)).collect();
    assert_eq!(
        screens,
        [("Help", 1, 0), ("Login", 1, 0), ("Map", 1, 2), ("Parcel", 1, 1), ("Search", 1, 0), ("Settings", 1, 0)]
    );
    let missing: Vec<_> =
        rollup.missing.iter().map(|missing| (missing.needed.as_str(), missing.screens.join(" "))).collect();
    assert_eq!(missing, [("RouteMap", "Map Parcel".to_owned()), ("Legend", "Map".to_owned())]);
    assert_eq!(rollup.blocked, ["Help", "Map", "Parcel", "Search"]);
    assert_eq!(rollup.order, ["Login"]);
}

/// What the planners of screens are told.
fn of_screens() -> BTreeMap<String, String> {
    ["DESIGN_SYSTEM", "UI_SCREENS_SPEC"].map(|name| (name.to_owned(), format!("{name}.md"))).into()
}

#[test]
fn screens_and_components_stand_in_the_order_of_the_plan() {
    let screen = |name: &str| Screen { name: name.to_owned(), spec: "All of it".to_owned() };
    let screens = ["Tour", "Map", "Login", "Parcel", "Help"].map(screen).into();
    let input = PlanInput { screens, components_exist: true, variables: of_screens(), ..PlanInput::default() };
    let dispatched = reconvene::plan("mockups", &input).unwrap();
    let replies = [
        ("Help", plan("PLANNED", "Help", &[])),
        ("Parcel", plan("NEEDS_COMPONENTS", "Parcel", &["Legend | List | colours", "Alarm | Banner | sound"])),
        ("Tour", plan("NEEDS_COMPONENTS", "Tour", &["RouteMap | Image | lines", "Legend | List | colours"])),
        ("Map", plan("PLANNED", "Map", &[])),
    ];
    let replies = replies.map(|(unit, text)| Reply { unit: Some(unit.to_owned()), ..Reply::from(text.as_str()) });
    let options = AggregateOptions { plan: Some(Box::new(dispatched)), ..AggregateOptions::default() };
    let rollup = reconvene::aggregate(replies.into(), &options).design_plans.unwrap();
    let screens: Vec<_> = rollup.screens.iter().map(|row| row.screen.as_str()).collect();
    assert_eq!(screens, ["Tour", "Map", "Parcel", "Help"]);
    assert_eq!(
        (rollup.order, rollup.blocked),
        (vec!["Map".into(), "Help".into()], vec!["Tour".into(), "Parcel".into()])
    );
    let missing: Vec<_> = rollup.missing.iter().map(|missing| missing.needed.as_str()).collect();
    assert_eq!(missing, ["RouteMap", "Legend", "Alarm"]);
}

#[test]
fn a_plan_that_was_made_again_counts_once() {
    let attempt =
        |attempt, text: &str| Reply { unit: Some("Login".to_owned()), attempt: Some(attempt), ..Reply::from(text) };
    let replies = vec![
        attempt(1, &plan("FINDINGS", "Login", &["Field | Input | mask"])),
        attempt(2, &plan("CLEAN", "Login", &[])),
    ];
    let rollup = reconvene::aggregate(replies, &AggregateOptions::default()).design_plans.unwrap();
    assert_eq!((rollup.screens.len(), rollup.order, rollup.blocked.len()), (1, vec!["Login".to_owned()], 0));
}

#[test]
fn each_screen_is_decided_once() {
    let clean = || plan("CLEAN", "Login", &[]);
    let lacking = || plan("NEEDS_COMPONENTS", "`login`", &["DatePicker | Input | calendar", "Toast | Banner | stack"]);
    let decided = |texts: &[String]| {
        let rollup = plans(texts);
        let rows: Vec<_> = rollup.screens.iter().map(|row| (row.status, row.components, row.missing)).collect();
        (rows, rollup.blocked.len(), rollup.order.len())
    };
    assert_eq!(decided(&[clean(), lacking()]), (vec![(Status::Findings, 1, 2)], 1, 0));
    assert_eq!(decided(&[lacking(), clean(), lacking()]), (vec![(Status::Findings, 1, 2)], 1, 0));
    assert_eq!(decided(&[clean(), clean()]), (vec![(Status::Clean, 1, 0)], 0, 1));
    // As coverage has it, one whole plan will do.
    assert_eq!(decided(&[clean(), plan("PARTIAL", "Login", &[])]), (vec![(Status::Clean, 1, 0)], 0, 1));
    assert_eq!(decided(&[plan("ERROR", "Login", &[]), clean()]), (vec![(Status::Clean, 1, 0)], 0, 1));
    assert_eq!(decided(&[plan("ERROR", "Login", &[])]), (vec![(Status::Error, 1, 0)], 1, 0));
    let report = report(&[clean(), lacking()]);
    assert_eq!(report.design_plans.as_ref().unwrap().blocked, ["Login"]);
    let markdown = markdown(&report);
    assert!(markdown.contains("| Login | FINDINGS | 1 | 2 | waits for components |"), "{markdown}");
    assert!(!markdown.contains("ready to implement"), "{markdown}");
}

#[test]
fn what_a_superseded_plan_says_of_a_component_is_not_shown() {
    let attempt = |attempt, missing: &str| Reply {
        unit: Some("Login".to_owned()),
        attempt: Some(attempt),
        ..Reply::from(plan("NEEDS_COMPONENTS", "Login", &[missing]).as_str())
    };
    let replies = vec![attempt(1, "Field | Input | mask"), attempt(2, "Field | TextArea | lines")];
    let report = reconvene::aggregate(replies, &AggregateOptions::default());
    let markdown = markdown(&report);
    assert!(markdown.contains("| Field | Login | TextArea | lines |"), "{markdown}");
}

#[test]
fn a_missing_component_is_a_finding_too() {
    let report = report(&[plan("NEEDS_COMPONENTS", "Map", &["RouteMap | Image | lines"])]);
    let found: Vec<_> = report.findings.iter().map(|found| (found.severity.word(), found.r#type.as_deref())).collect();
    assert_eq!(found, [("major", Some("missing-coverage"))]);
    let markdown = markdown(&report);
    assert!(markdown.contains("| Map | FINDINGS | 1 | 1 | waits for components |"), "{markdown}");
    assert!(markdown.contains("| RouteMap | Map | Image | lines |"), "{markdown}");
}

// ── stories

/// A report on a story: its verdict and its steps (`number | action | status`).
fn story(line: &str, story: &str, steps: &[&str]) -> String {
    format!("RESULT: {line}\n\n**Story:** {story}\n\n") + &table("Steps", "# | Step | Status", steps)
}

#[test]
fn stories_have_a_row_each() {
    let report = report(&[
        story("PASS | Steps: 2/2", "Sign up", &["1 | Open | PASS", "2 | Send | PASS"]),
        story("FAIL | Steps: 1/3", "Log in", &["1 | Open | PASS", "2 | Send | FAIL", "3 | See | SKIPPED"]),
    ]);
    let stories = &report.steps.as_ref().unwrap().stories;
    let rows: Vec<_> =
        stories.iter().map(|row| (row.unit.as_str(), row.passed, row.total, row.failed.clone())).collect();
    assert_eq!(rows, [("Log in", 1, 3, vec!["2. Send".to_owned()]), ("Sign up", 2, 2, vec![])]);
    assert_eq!(report.coverage[0].status, UnitStatus::Findings);
    assert!(report.executive_summary.contains("1 requirement (criteria, tests, steps, checklist items) is not met."));
    let markdown = markdown(&report);
    assert!(markdown.contains("## Test runs\n\n| Test run | Steps passed | Failed at |"), "{markdown}");
    assert!(markdown.contains("| Log in | 1/3 | 2. Send |"), "{markdown}");
}

#[test]
fn the_last_attempt_at_a_story_counts() {
    let attempt = |attempt, text: String| Reply { attempt: Some(attempt), ..Reply::from(text.as_str()) };
    let replies = vec![
        attempt(2, story("PASS | Steps: 1/1", "Sign up", &["1 | Open | PASS"])),
        attempt(1, story("FAIL | Steps: 0/1", "Sign up", &["1 | Open | FAIL"])),
    ];
    let rollup = reconvene::aggregate(replies, &AggregateOptions::default()).steps.unwrap();
    assert_eq!(rollup.stories.len(), 1);
    assert_eq!((rollup.stories[0].passed, rollup.stories[0].total), (1, 1));
    assert_eq!(rollup.stories[0].failed, Vec::<String>::new());
}

#[test]
fn what_went_wrong_in_a_story_is_quoted() {
    let text = story("FAIL | Steps: 0/1", "Sign up", &["1 | Open | FAIL"]) + "### Failure Detail\n\nA blank page.\n";
    let markdown = markdown(&report(&[text]));
    assert!(markdown.contains("Failure in Sign up:\n\n> A blank page."), "{markdown}");
}

/// Replies of every format on one library: each reports the hold that is a day in one document and two in the other,
/// and something that no other has.
fn library() -> Vec<String> {
    let of_protocol = "RESULT: FINDINGS | Type: consistency | Pair: LOANS.md/SHELVES.md | Findings: 2 | Critical: 1 | Major: 0 | Minor: 1\n\n\
        | ID | Severity | Type | Location | Counter-location | Description | Suggestion |\n|-|-|-|-|-|-|-|\n\
        | F1 | critical | contradiction | LOANS.md §2 | SHELVES.md §4 | A hold lasts one day in the loan rules and two days at the shelf. | Write two days. |\n\
        | F2 | minor | stale-content | LOANS.md §9 | -- | The winter hours are over. | Remove them. |\n";
    let checker = "PAIR: LOANS.md <-> SHELVES.md\nSTATUS: CONFLICT\n\n## Contradictions\n\
        | Doc A Statement | Doc A Section | Doc B Statement | Doc B Section | Severity |\n|-|-|-|-|-|\n\
        | A hold lasts one day in the loan rules | §2 | A hold lasts two days at the shelf | §4 | major |\n\n\
        ## Terminology Drift\n| Concept | Doc A Term | Doc B Term |\n|-|-|-|\n| wish | hold | reservation |\n\n\
        RESULT: CONFLICT | Issues: 2\n";
    let findings = "## Findings\n\n| ID | Severity | Type | Location | Counter-location | Description |\n|-|-|-|-|-|-|\n\
        | F1 | major | contradiction | LOANS.md §2 | SHELVES.md §4 | The hold lasts two days at the shelf, and one day in the loan rules. |\n";
    let tester =
        story("FAIL | Steps: 1/2", "Take a hold", &["1 | Ask for it | PASS", "2 | Fetch it | FAIL"]) + "\n" + findings;
    let packer = r#"{"status": "failed", "summary": "The desk stays closed",
        "artifacts": [{"type": "report", "path": "desk.md", "summary": "What is missing"}],
        "metadata": {"session_id": "s1", "agent_type": "packer", "delegation_depth": 1, "delegation_path": ["a", "packer"], "task": "T-9"},
        "errors": [{"type": "timeout", "message": "Nobody came", "recoverable": true, "recommendation": "Ask again"}],
        "findings": [{"id": "J1", "severity": "high", "category": "contradiction", "location": "LOANS.md §2", "counterLocation": "SHELVES.md §4",
            "description": "A hold lasts one day in the loan rules, but two days at the shelf"}],
        "next_steps": "Open the desk"}"#;
    let reviewer = "# Review of the library\n\n## Issues\n\n| Severity | Location | Counter-location | Issue |\n|-|-|-|-|\n\
        | P1 | LOANS.md §2 | SHELVES.md §4 | In the loan rules a hold lasts one day, at the shelf two days. |\n\
        | P2 | CARDS.md §1 | -- | Lost cards are not replaced. |\n";
    vec![of_protocol.to_owned(), checker.to_owned(), tester, packer.to_owned(), reviewer.to_owned()]
}

#[test]
fn every_format_contributes_to_one_report() {
    let report = report(&library());
    let dialect = |result: u32| report.results[result as usize].dialect;
    let mut dialects: Vec<Dialect> = report.results.iter().map(|result| result.dialect).collect();
    dialects.sort_unstable();
    let all = [Dialect::ProtocolV1, Dialect::AgentReport, Dialect::Bowser, Dialect::JsonReturn, Dialect::Prose];
    assert_eq!(dialects, all);

    // What all of them found is one finding, with the words of each.
    let hold = &report.findings[0];
    let mut found_by: Vec<Dialect> = hold.members.iter().map(|member| dialect(member.result)).collect();
    found_by.sort_unstable();
    assert_eq!(found_by, all, "{:?}", report.findings.iter().map(|found| &found.description).collect::<Vec<_>>());
    assert_eq!((hold.severity.word(), hold.agreement), ("critical", 5));
    // What one found is there as well.
    let alone: Vec<_> = report.findings[1..]
        .iter()
        .map(|found| (found.description.as_str(), dialect(found.members[0].result), found.members.len()))
        .collect();
    assert!(alone.contains(&("The winter hours are over.", Dialect::ProtocolV1, 1)), "{alone:?}");
    assert!(alone.contains(&("hold ↔ reservation", Dialect::AgentReport, 1)), "{alone:?}");
    assert!(alone.contains(&("Lost cards are not replaced.", Dialect::Prose, 1)), "{alone:?}");
    assert_eq!(alone.len(), 3);

    let story = &report.steps.as_ref().unwrap().stories[0];
    assert_eq!((story.unit.as_str(), story.passed, story.total), ("Take a hold", 1, 2));
    assert_eq!(story.failed, ["2. Fetch it"]);
    let returns = report.returns.as_ref().unwrap();
    assert_eq!(
        returns.artifacts.iter().map(|artifact| artifact.artifact.path.as_str()).collect::<Vec<_>>(),
        ["desk.md"]
    );
    assert_eq!(returns.errors.iter().map(|error| error.error.message.as_str()).collect::<Vec<_>>(), ["Nobody came"]);
    assert_eq!(returns.next_steps.iter().map(|next| next.text.as_str()).collect::<Vec<_>>(), ["Open the desk"]);

    let rows: Vec<_> =
        report.coverage.iter().map(|row| (row.unit.as_str(), row.status, row.results.len(), row.findings)).collect();
    assert!(rows.contains(&("LOANS.md + SHELVES.md", UnitStatus::Findings, 2, 3)), "{rows:?}");
    assert!(rows.contains(&("Take a hold", UnitStatus::Findings, 1, 1)), "{rows:?}");
    assert!(rows.contains(&("T-9", UnitStatus::Error, 1, 1)), "{rows:?}");
    assert_eq!(rows.iter().map(|row| row.2).sum::<usize>(), 5, "{rows:?}");
    // The two assessments of its weight are a conflict that names both.
    assert!(report.conflicts.iter().any(|conflict| conflict.findings.contains(&hold.id)));
    let markdown = markdown(&report);
    for said in
        ["A hold lasts one day", "reservation", "Lost cards", "Fetch it", "desk.md", "Nobody came", "Open the desk"]
    {
        assert!(markdown.contains(said), "{said}: {markdown}");
    }
}

#[test]
fn one_term_with_two_figures_drifts_and_digests_are_shown_with_all_they_say() {
    let digest = |document: &str, timeout: &str| {
        Reply::from(
            format!(
                "RESULT: CLEAN | Type: digest | Doc: {document}\n\n## Defined Terms\n\n| Term | Definition | Section |\n|---|---|---|\n\
                 | session timeout | A session that is idle ends after {timeout} | S2 |\n\
                 | retry | A call that failed is made again up to 3 times | S3 |\n\n\
                 ## Rules\n\n| Rule | Section |\n|---|---|\n| Every call has a deadline | S4 |\n\n\
                 ## Cross-References\n\n| From Section | References | Target Doc | Target Section | Nature |\n|---|---|---|---|---|\n\
                 | S2 | idle time | other.md | S1 | contradicts |\n\n\
                 ## External Technology Claims\n\n- S3 pgmq guarantees delivery\n\n## Aspirational Content\n\n- A second region\n\n\
                 ## Notable Sections\n\n- S9 is a draft\n"
            )
            .as_str(),
        )
    };
    let report = |timeout: &str| {
        let replies = vec![digest("a.md", "30 minutes"), digest("b.md", timeout)];
        reconvene::aggregate(replies, &AggregateOptions::default())
    };
    let drifting = |report: &Report| -> Vec<String> {
        let terms = report.digests.iter().flat_map(|index| &index.terms);
        terms.filter(|term| term.drift).map(|term| term.term.clone()).collect()
    };
    assert_eq!(drifting(&report("60 minutes")), ["session timeout"]);
    assert_eq!(drifting(&report("30 minutes")), Vec::<String>::new());
    let shown = report("60 minutes");
    let known = shown.knowledge.as_ref().expect("digests");
    let texts = |known: &[reconvene::model::KnownText]| -> Vec<String> {
        known.iter().map(|said| format!("{} in {}", said.text, said.document)).collect()
    };
    assert_eq!(texts(&known.rules), ["Every call has a deadline in a.md", "Every call has a deadline in b.md"]);
    assert_eq!(texts(&known.aspirations)[0], "A second region in a.md");
    assert_eq!(texts(&known.claims)[0], "S3 pgmq guarantees delivery in a.md");
    assert_eq!(texts(&known.notable)[1], "S9 is a draft in b.md");
    assert_eq!(known.graph[0].natures, ["contradicts"]);
    let markdown = reconvene::render(&shown, Format::Markdown, &reconvene::RenderOptions::default());
    for line in [
        "## Rules and constraints",
        "| S3 pgmq guarantees delivery | S3 | a.md |",
        "| S9 is a draft | a.md |",
        "| a.md | other.md | 1 | 0 | contradicts |",
    ] {
        assert!(markdown.contains(line), "{line} in {markdown}");
    }
}

#[test]
fn what_a_reader_of_a_document_says_is_shown_with_its_reasons() {
    let reply = Reply::from(
        "DOC: a.md\nSTATUS: COMPLETE\n\n## Content Summary\nWhat a.md is about.\n\n\
         ## Key Decisions and Rationale\n| Decision | Rationale | Section |\n|---|---|---|\n| One database | fewer to run | §1 |\n\n\
         ## External Technology Claims\n| Claim | Section | Verifiable? |\n|---|---|---|\n| pgmq keeps order | §2 | partially |\n\n\
         ## Aspirational vs Decided\n| Statement | Classification | Section |\n|---|---|---|\n| It might shard | unclear | §3 |\n\n\
         RESULT: COMPLETE | 3/3 sections read\n",
    );
    let report = reconvene::aggregate(vec![reply], &AggregateOptions::default());
    let known = report.knowledge.as_ref().unwrap();
    assert_eq!(known.summaries[0].text, "What a.md is about.");
    assert_eq!(known.decisions[0].rationale.as_deref(), Some("fewer to run"));
    assert_eq!(known.claims[0].verifiable.as_deref(), Some("partially"));
    assert_eq!(known.unclear[0].text, "It might shard");
    let shown = [Format::Markdown, Format::Html]
        .map(|format| reconvene::render(&report, format, &reconvene::RenderOptions::default()));
    for text in ["What a.md is about.", "fewer to run", "partially", "It might shard"] {
        assert!(shown.iter().all(|shown| shown.contains(text)), "{text} in {}", shown[0]);
    }
}

#[test]
fn what_several_tasks_leave_open_in_the_same_words_is_one_row() {
    let task = |id: &str, assumed: &str| {
        format!("RESULT: CLEAN | Type: implementation | Task: {id} | Files: 1 | Criteria: 1/1 | Tests: 0/0\n\n")
            + &table("Files Modified", "Path | Change", &[&format!("src/{id}.ts | Sorts")])
            + &table("Acceptance Criteria", "Criterion | Result", &["It sorts | pass"])
            + &table(
                "Gaps Found",
                "ID | Level | Gap | Assumption",
                &[&format!("G-1 | L1 | How many rows is open | {assumed}")],
            )
            + &table("Dependencies Added", "Package | Version | License | Audit", &["left-pad | 1.3.0 | MIT | clean"])
    };
    let same = markdown(&report(&[task("T-1", "ten"), task("T-2", "ten")]));
    assert!(same.contains("| L1 | How many rows is open | ten | G-1 | T-1, T-2 |"), "{same}");
    assert!(same.contains("| left-pad | 1.3.0 | MIT | clean | T-1, T-2 |"), "{same}");
    let other = markdown(&report(&[task("T-1", "ten"), task("T-2", "twenty")]));
    for row in
        ["ten (other tasks assume differently) | G-1 | T-1 |", "twenty (other tasks assume differently) | G-1 | T-2 |"]
    {
        assert!(other.contains(row), "{other}");
    }
}

#[test]
fn the_report_has_what_the_orchestrator_is_to_carry_out() {
    let reply = Reply::from(
        "RESULT: CLEAN | Type: design-plan | Screen: Ovens | Components: 0\n\n## Batch Design Operations\n\n1. insert Header\n",
    );
    let report = reconvene::aggregate(vec![reply], &AggregateOptions::default());
    let shown = reconvene::render(&report, Format::Markdown, &reconvene::RenderOptions::default());
    assert!(!shown.contains("The plan of"), "{shown}");
    assert!(shown.contains("To implement Ovens:\n\n> 1. insert Header\n"), "{shown}");
}

#[test]
fn the_report_has_all_that_a_design_plan_says() {
    let reply = Reply::from(
        "RESULT: CLEAN | Type: design-plan | Screen: Ovens | Components: 2\n\n## Components\n\n\
         | Component | Usage | Variant | Tokens Applied | Placement |\n|---|---|---|---|---|\n\
         | Header | names the oven | slim | color.warm | top |\n| List | | | | |\n\n\
         ## Layout\n\nOne column.\n\n## Design Tokens\n\n- color.warm\n- space.4\n\n## Content Decisions\n\n\
         - Degrees in Celsius\n- No jokes\n\n## Cross-Screen Notes\n\nThe header is that of Menu.\n",
    );
    let report = reconvene::aggregate(vec![reply], &AggregateOptions::default());
    let shown = markdown(&report);
    let parts = "The plan of Ovens:\n\n> **Layout:** One column.\n>\n> **Components:** Header (names the oven, variant slim, tokens color.warm)\n>\n\
                 > **Placement:** Header (top)\n>\n\
                 > **Design tokens:** color.warm; space.4\n>\n> **Content:**\n>\n> - Degrees in Celsius\n> - No jokes\n>\n\
                 > **Other screens:** The header is that of Menu.\n";
    assert!(shown.contains(parts), "{shown}");
    let html = reconvene::render(&report, Format::Html, &reconvene::RenderOptions::default());
    for part in [
        "One column.",
        "variant slim",
        "Header (top)",
        "color.warm; space.4",
        "Degrees in Celsius",
        "The header is that of Menu.",
    ] {
        assert!(html.contains(part), "{part}");
    }
}

#[test]
fn what_is_to_be_carried_out_stands_in_the_order_of_the_plan_and_says_what_waits() {
    let screens = ["Zoo", "Bar", "Cafe", "Dock", "Elm"];
    let input = PlanInput {
        screens: screens.map(|name| Screen { name: name.to_owned(), spec: "All of it".to_owned() }).into(),
        components_exist: true,
        variables: of_screens(),
        ..PlanInput::default()
    };
    let dispatched = reconvene::plan("mockups", &input).unwrap();
    let reply = |screen: &str| {
        let (status, missing) = match screen {
            "Bar" => (
                "FINDINGS",
                "## Missing Components\n\n| Needed | Closest Existing | Gap |\n|---|---|---|\n| Chart | Table | no axis |\n\n",
            ),
            "Dock" => ("PARTIAL", ""),
            _ => ("CLEAN", ""),
        };
        let text = format!(
            "RESULT: {status} | Type: design-plan | Screen: {screen}\n\n{missing}## Batch Design Operations\n\n1. insert {screen}\n"
        );
        Reply { unit: Some(screen.to_owned()), ..Reply::from(text.as_str()) }
    };
    // In another order than that of the plan.
    let replies = ["Bar", "Cafe", "Dock", "Elm", "Zoo"].map(reply).into();
    let options = AggregateOptions { plan: Some(Box::new(dispatched)), ..AggregateOptions::default() };
    let shown = markdown(&reconvene::aggregate(replies, &options));
    let blocks: Vec<&str> = shown
        .lines()
        .filter(|line| {
            line.starts_with("To implement") || line.starts_with("Do not implement") || line.starts_with("> 1. ")
        })
        .collect();
    assert_eq!(
        blocks,
        [
            "To implement Zoo:",
            "> 1. insert Zoo",
            "Do not implement Bar yet (waits for components):",
            "> 1. insert Bar",
            "To implement Cafe:",
            "> 1. insert Cafe",
            "Do not implement Dock yet (the plan is incomplete):",
            "> 1. insert Dock",
            "To implement Elm:",
            "> 1. insert Elm",
        ],
        "{shown}"
    );
}

// ── implementation

#[test]
fn a_file_is_one_with_lines_remarks_and_marks() {
    let task = |id: &str, file: &str| {
        format!("RESULT: CLEAN | Type: implementation | Task: {id} | Files: 1 | Criteria: 1/1 | Tests: 0/0\n\n")
            + &table("Files Modified", "Path | Change", &[&format!("{file} | Sorts")])
            + &table("Acceptance Criteria", "Criterion | Result", &["It sorts | pass"])
    };
    let conflicts = |written: &str| {
        let report = report(&[task("T-1", written), task("T-2", "src/a.ts")]);
        let files = report.implementation.unwrap().file_conflicts;
        (files.into_iter().map(|file| file.path).collect::<Vec<_>>(), report.verdict)
    };
    for written in [
        "src/a.ts",
        "src/a.ts:10-20",
        "src/a.ts (new)",
        "[src/a.ts](src/a.ts)",
        "src/a.ts L10-20",
        "src/a.ts#L10",
        "src/b.ts, src/a.ts",
    ] {
        assert_eq!(conflicts(written), (vec!["src/a.ts".to_owned()], Verdict::ApproveWithChanges), "{written}");
    }
    for written in ["src/b.ts (as in src/a.ts)", "lib/src/a.ts"] {
        assert_eq!(conflicts(written), (Vec::new(), Verdict::Approve), "{written}");
    }
}

#[test]
fn a_conflict_that_an_agent_names_is_one_of_the_report() {
    let task = |id: &str, file: &str, conflicts: &str| {
        format!("RESULT: CLEAN | Type: implementation | Task: {id} | Files: 1 | Criteria: 1/1 | Tests: 0/0\n\n")
            + &table("Files Modified", "Path | Change", &[&format!("{file} | Sorts")])
            + &table("Acceptance Criteria", "Criterion | Result", &["It sorts | pass"])
            + &format!("## Conflicts\n\n{conflicts}\n")
    };
    let conflicts = |said: &str| {
        let report = report(&[task("T-2", "src/a.ts", said), task("T-3", "src/c.ts", "None")]);
        let rollup = report.implementation.unwrap();
        let files = rollup.file_conflicts.iter().map(|file| format!("{}: {}", file.path, file.tasks.join(" ")));
        (files.collect::<Vec<_>>().join("; "), report.verdict)
    };
    let both = ("src/c.ts: T-2 T-3".to_owned(), Verdict::ApproveWithChanges);
    for said in [
        "- `src/c.ts`: also modified by T-3",
        "| File | Conflict |\n|---|---|\n| src/c.ts | T-3 changes it too |",
        "| File | Also modified by |\n|---|---|\n| `src/c.ts` | T-3 |",
        "| File | Also Modified By | Note |\n|---|---|---|\n| src/c.ts | T-3 | same function |",
        "| Task | Where |\n|---|---|\n| T-3 | src/c.ts |",
        "T-3 changes src/c.ts as well.",
    ] {
        assert_eq!(conflicts(said), both, "{said}");
    }
    // Nobody knows T-9; it may have changed the file all the same.
    assert_eq!(conflicts("- src/z.ts is also changed by T-9").0, "src/z.ts: T-2");
    assert_eq!(conflicts("- T-3 renames the same function").0, "T-3 renames the same function: T-2 T-3");
    for said in ["None", "- No conflicts with T-3", "- src/c.ts was not changed by T-3", "- The names are long"] {
        assert_eq!(conflicts(said), (String::new(), Verdict::Approve), "{said}");
    }
}
