//! The HTML of reports in the eyes of a browser's parser: what is in it, what never is, and that nothing is left out.
//! The small reports beside their HTML are in `tests/html/`; `UPDATE_EXPECT=1` writes them anew.
// A test may stop the run, and says what it saw.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    clippy::string_slice,
    clippy::print_stdout,
    clippy::print_stderr
)]

#[path = "support/adversary.rs"]
mod adversary;
#[path = "support/laws/allowed.rs"]
mod allowed;
#[path = "support/element.rs"]
mod element;
mod support;

use std::collections::{BTreeMap, BTreeSet};

use adversary::SHAPES;
use allowed::allowed;
use element::{Element, parsed};
use reconvene::model::{FindingState, is_invisible, visible};
use reconvene::{AggregateOptions, Document, Format, RenderOptions, Reply, Report};
use serde_json::Value;
use support::{corpus, files, reply, root};

fn fragment(report: &Report) -> String {
    reconvene::render(report, Format::Html, &RenderOptions { document: Document::Fragment, ..RenderOptions::default() })
}

fn page(report: &Report) -> String {
    reconvene::render(report, Format::Html, &RenderOptions::default())
}

fn merged(replies: Vec<Reply>) -> Report {
    reconvene::aggregate(replies, &AggregateOptions::default())
}

/// The replies in a folder, each with the file's name as its source.
fn replies_in(folder: &str, endings: &[&str]) -> Vec<Reply> {
    let paths = files(&root().join(folder), endings);
    let named = |path: &std::path::PathBuf| Reply {
        source: path.file_name().map(|name| name.to_string_lossy().into_owned()),
        ..reply(&std::fs::read(path).expect("a file"))
    };
    paths.iter().map(named).collect()
}

/// A report that has something in every section.
fn whole() -> Report {
    with_cases(12)
}

/// The report of the samples and of so many cases of each of some formats.
fn with_cases(count: usize) -> Report {
    let previous = merged(replies_in("samples/earlier", &["md"]));
    let mut replies = replies_in("samples/audit", &["md"]);
    for folder in ["json-return", "bowser", "agent-report"] {
        replies.extend(replies_in(&format!("tests/cases/{folder}"), &["md"]).into_iter().take(count));
    }
    for folder in ["asides", "theme"] {
        replies.extend(replies_in(&format!("tests/html/{folder}"), &["md"]));
    }
    let options = AggregateOptions { previous: Some(Box::new(previous)), ..AggregateOptions::default() };
    let mut report = reconvene::aggregate(replies, &options);
    report.findings[0].connections = vec!["G2".to_owned(), "G999999".to_owned()];
    report
}

// ── what is in it

/// Everything that no report may have, as sentences.
fn wrongs(html: &str) -> Vec<String> {
    let mut wrongs = Vec::new();
    let (document, errors) = parsed(html);
    wrongs.extend(errors.iter().filter(|error| !error.contains("Bad character")).cloned());
    if document.others() > 0 {
        wrongs.push(format!("{} comments", document.others()));
    }
    let classes = stylable();
    document.walk(&mut |element: &Element| {
        let Some(known) = allowed(&element.tag) else { return wrongs.push(format!("<{}>", element.tag)) };
        for (name, value) in &element.attributes {
            let fine = known.contains(&name.as_str())
                && match name.as_str() {
                    "data-finding" => is_finding(value),
                    "id" => is_finding(value) || is_fingerprint(value),
                    "href" => is_link(value),
                    "class" => value.split(' ').all(|class| classes.contains(class)),
                    "x" | "y" | "width" | "height" | "start" | "tabindex" => value.parse::<u32>().is_ok(),
                    "data-source" => is_source(value),
                    "data-documents" | "data-units" | "data-fingerprints" => {
                        serde_json::from_str::<Vec<String>>(value).is_ok()
                    }
                    "rel" => value == "noopener noreferrer nofollow",
                    _ => true,
                };
            if !fine {
                wrongs.push(format!("<{} {name}={value:?}>", element.tag));
            }
        }
        let leads_away = element.attribute("href").is_some_and(|href| !href.starts_with('#'));
        if leads_away && element.attribute("rel").is_none() {
            wrongs.push("a link without rel".to_owned());
        }
    });
    // Styles are the only lines that do not begin with markup.
    let unstyled = html.split_once("<style>").map_or(html.to_owned(), |(before, rest)| {
        before.to_owned() + rest.split_once("</style>").map_or("", |(_, after)| after)
    });
    wrongs.extend(unstyled.lines().filter(|line| !line.starts_with('<')).map(|line| format!("a line {line:?}")));
    let acts = |character: &char| {
        !matches!(character, '\n' | '\t') && (visible(*character) != *character || is_invisible(*character))
    };
    wrongs.extend(unstyled.chars().filter(acts).map(|character| format!("{character:?}")));
    wrongs
}

/// The classes that the styles know, and the few that are only names.
fn stylable() -> BTreeSet<&'static str> {
    let known = "reconvene-page reconvene-report verdict approve changes rework inconclusive sentences glance tile count more chart \
                 bars units agreement confidence bar unit legend mark matrix stacks said critical major minor advisory clean \
                 findings partial error missing wide unseen suggestion finding finding-list finding-title finding-link \
                 finding-name finding-facts finding-body description discussion members member member-name assessment \
                 fingerprint disagreement connections type place baseline resolved language";
    known.split_whitespace().collect()
}

fn is_finding(id: &str) -> bool {
    id.strip_prefix('G').is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()))
}

fn is_fingerprint(id: &str) -> bool {
    id.strip_prefix("f1:")
        .is_some_and(|digits| digits.len() == 16 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

fn is_link(href: &str) -> bool {
    let lower = href.to_lowercase();
    ["http://", "https://", "mailto:", "#"].iter().any(|start| lower.starts_with(start))
}

fn is_source(source: &str) -> bool {
    let numbers = source.split_once(':').and_then(|(result, span)| {
        let (start, end) = span.split_once('-')?;
        Some((result.parse::<u32>().ok()?, start.parse::<u32>().ok()?, end.parse::<u32>().ok()?))
    });
    numbers.is_some_and(|(_, start, end)| start <= end)
}

#[test]
fn every_section_is_shown() {
    let html = fragment(&whole());
    let mut names = Vec::new();
    parsed(&html).0.walk(&mut |element| names.extend(element.attribute("data-section").map(str::to_owned)));
    let wanted = "summary coverage themes findings comparison conflicts connections health cross-references suggestions gaps \
                  checklist implementation designs returns steps digests knowledge parked implications replies notes";
    assert_eq!(names.join(" "), wanted);
    assert!(html.contains(">G2</a>, G999999"), "a link leads to what is there alone");
}

#[test]
fn the_address_of_a_finding_is_its_fingerprint_and_its_id_still_leads_there() {
    let report = whole();
    let mut anchors = Vec::new();
    let mut links = BTreeSet::new();
    parsed(&fragment(&report)).0.walk(&mut |element| {
        if element.tag == "article" && element.attribute("data-finding").is_some() {
            anchors.push(element.attribute("id").unwrap().to_owned());
        }
        if element.attribute("class") == Some("finding-link") {
            links.insert(element.attribute("id").unwrap().to_owned());
            assert_eq!(element.attribute("href"), anchors.last().map(|anchor| format!("#{anchor}")).as_deref());
        }
    });
    assert!(anchors.len() > 20 && anchors.iter().all(|anchor| is_fingerprint(anchor)), "{anchors:?}");
    assert_eq!(links, report.findings.iter().map(|finding| finding.id.clone()).collect());

    // A finding that is there twice to the letter, or whose fingerprint is none, has its id alone.
    let mut made = small();
    let at = made.findings[0].members[0];
    made.results[at.result as usize].findings[at.finding as usize].fingerprint = "f1:onclick=alert(1)".to_owned();
    assert!(fragment(&made).contains("id=\"G1\" data-finding=\"G1\""));
}

#[test]
fn findings_by_agent_name_their_rows_and_columns() {
    let html = fragment(&merged(replies_in("tests/html/disagreement", &["md"])));
    let mut rows = Vec::new();
    parsed(&html).0.walk(&mut |element| {
        if element.attribute("class") == Some("matrix stacks") {
            element.walk(&mut |element| {
                if element.tag == "tr" {
                    rows.push(String::new());
                }
                if let ("th" | "td", Some(row)) = (element.tag.as_str(), rows.last_mut()) {
                    *row += &format!("|{}", element.text().trim().replace('\n', " "));
                }
            });
        }
    });
    assert_eq!(rows[0], "|Finding|first taster|second taster|third taster");
    assert!(rows[1].ends_with("|Ccritical|m≠minor, disagrees|–found nothing there"), "{rows:?}");
    let alone = fragment(&merged(replies_in("tests/html/one-finding", &["md"])));
    assert!(!alone.contains("matrix"), "one agent agrees with nobody");
}

#[test]
fn what_was_not_analysed_in_full_says_why() {
    let review = "RESULT: CLEAN | Type: consistency | Pair: A.md/B.md | Findings: 0\n\n---\n**Coverage**: 50%\n---\n";
    let mut report = merged(vec![Reply::from(review)]);
    let gap = &mut report.gaps[0];
    gap.reason = "it says what it did not look at".to_owned();
    gap.status = reconvene::model::UnitStatus::Findings;
    let html = fragment(&report);
    assert!(html.contains("<strong>0</strong> of 1 task not analysed"), "{html}");
    assert!(html.contains("A.md + B.md: it says what it did not look at"), "{html}");
}

#[test]
fn nothing_else_is_in_it() {
    let report = whole();
    for html in [fragment(&report), page(&report), page(&merged(Vec::new()))] {
        assert_eq!(wrongs(&html), [""; 0]);
    }
}

#[test]
fn headings_follow_each_other() {
    let mut last = 0;
    parsed(&fragment(&whole())).0.walk(&mut |element| {
        let level = element.tag.strip_prefix('h').and_then(|level| level.parse().ok()).unwrap_or(0_usize);
        if level > 0 {
            assert!(level <= last + 1, "h{level} after h{last}: {}", element.text());
            last = level;
        }
    });
}

#[test]
fn the_page_lets_in_its_own_styles_alone() {
    use sha2::{Digest, Sha256};
    let html = page(&merged(Vec::new()));
    let styles = html.split_once("<style>").and_then(|(_, rest)| rest.split_once("</style>")).expect("styles").0;
    let hash = base64(&Sha256::digest(styles.as_bytes()));
    let policy = format!("default-src 'none'; style-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'");
    let mut policies = Vec::new();
    parsed(&html).0.walk(&mut |element| {
        if element.attribute("http-equiv").is_some() {
            policies.extend(element.attribute("content").map(str::to_owned));
        }
    });
    assert_eq!(policies, [policy], "where the styles have changed, STYLES_HASH in src/render/html/page.rs has to");
    assert!(html.starts_with("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">"));
    assert!(!styles.contains("url(") && !styles.contains("@import") && !styles.contains('<'));
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let group =
            chunk.iter().fold(0_usize, |group, byte| group << 8 | usize::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let letter = char::from(LETTERS[group >> (18 - 6 * place) & 63]);
            text.push(if place > chunk.len() { '=' } else { letter });
        }
    }
    text
}

#[test]
fn what_a_finding_says_is_markdown() {
    let finding = |description: &str, suggestion: &str, kind: &str| {
        serde_json::json!({
            "severity": "major", "type": kind, "file": "src/pay.rs", "line": 7,
            "description": description, "suggestion": suggestion
        })
    };
    let reply = |finding: Value| Reply::from(serde_json::json!({ "findings": [finding] }).to_string().as_str());
    let report = merged(vec![
        reply(finding(
            "**The lock** is never released after the payment failed. It blocks every later payment.\n\n# Why\n\n- no *guard*",
            "Hold a **guard**.",
            "deadlock",
        )),
        reply(finding(
            "**The lock** is never released after the payment failed, so it blocks every later payment. <img src=x>",
            "Release it **first**.",
            "resource-leak",
        )),
    ]);
    assert_eq!(report.findings.len(), 1, "two replies report one finding");
    let html = fragment(&report);
    assert_eq!(wrongs(&html), [""; 0]);
    assert!(!html.contains("**") && !html.contains("<img"), "{html}");
    let mut said = BTreeMap::new();
    parsed(&html).0.walk(&mut |element| {
        let class = element.attribute("class").unwrap_or(&element.tag).to_owned();
        said.entry(class).or_insert_with(Vec::new).push(element.text());
    });
    let one = |class: &str| said.get(class).map(|all| all.concat().trim().to_owned()).unwrap_or_default();
    assert_eq!(one("finding-name"), "The lock is never released after the payment failed.");
    assert_eq!(one("type"), report.findings[0].r#type.clone().expect("a type"));
    assert_eq!(one("agreement"), "2 report it; deadlock, resource-leak");
    assert!(html.contains("<h4>Why</h4>"), "a heading of its own stands below that of the finding: {html}");
    assert!(said["strong"].iter().filter(|text| *text == "The lock").count() == 2, "{html}");
    assert!(
        html.contains("<p><strong>Suggestion:</strong> Release it <strong>first</strong>.</p></blockquote>"),
        "{html}"
    );
}

#[test]
fn emphasis_within_a_word_is_text() {
    let finding = "The pattern \\s*;\\s*do costs 2**3**n steps. This is **slow**, and *very* so; 重要**な**点.";
    let reply = serde_json::json!({ "findings": [{
        "severity": "major", "type": "redos", "file": "src/a.js", "line": 7, "description": finding
    }] });
    let html = fragment(&merged(vec![Reply::from(reply.to_string().as_str())]));
    for shown in [r"\s*;\s*do costs 2**3**n", "<strong>slow</strong>", "<em>very</em>", "重要<strong>な</strong>点"]
    {
        assert!(html.contains(shown), "{shown}: {html}");
    }
}

// ── what is untrusted

fn payloads() -> Vec<String> {
    let json = std::fs::read_to_string(root().join("tests/payloads.json")).expect("the payloads");
    serde_json::from_str(&json).expect("a list of strings")
}

/// Every string below a value, in order.
fn strings<'v>(value: &'v mut Value, found: &mut Vec<&'v mut String>) {
    match value {
        Value::String(text) => found.push(text),
        Value::Array(list) => list.iter_mut().for_each(|item| strings(item, found)),
        Value::Object(map) => map.values_mut().for_each(|item| strings(item, found)),
        _ => {}
    }
}

/// Which strings of a report may be any text: those that are a word of a list are not.
fn free(report: &Value) -> Vec<bool> {
    let mut tried = report.clone();
    let count = {
        let mut all = Vec::new();
        strings(&mut tried, &mut all);
        all.len()
    };
    (0..count)
        .map(|place| {
            let mut with = |text: &str| {
                let mut all = Vec::new();
                strings(&mut tried, &mut all);
                std::mem::replace(all[place], text.to_owned())
            };
            let own = with("any text");
            let fits = serde_json::from_value::<Report>(tried.clone()).is_ok();
            let mut all = Vec::new();
            strings(&mut tried, &mut all);
            *all[place] = own;
            fits
        })
        .collect()
}

#[test]
fn payloads_in_every_field_are_text() {
    let payloads = payloads();
    assert!(payloads.len() >= 150, "{}", payloads.len());
    let report = serde_json::to_value(small()).expect("a report is JSON");
    let free = free(&report);
    assert!(free.iter().filter(|free| **free).count() > 100);
    for shift in 0..payloads.len() {
        let mut hostile = report.clone();
        let mut all = Vec::new();
        strings(&mut hostile, &mut all);
        for (place, text) in all.into_iter().enumerate().filter(|(place, _)| free[*place]) {
            *text = payloads[(place + shift) % payloads.len()].clone();
        }
        let hostile: Report = serde_json::from_value(hostile).expect("a report");
        assert_eq!(wrongs(&fragment(&hostile)), [""; 0], "{shift}");
        if shift % 16 == 0 {
            assert_eq!(wrongs(&page(&hostile)), [""; 0], "{shift}");
        }
    }
}

/// A report with something in every field, as small as it can be: whatever is in it is rendered often.
fn small() -> Report {
    let mut report = with_cases(1);
    report.findings.truncate(6);
    report.coverage.truncate(3);
    report.conflicts.truncate(4);
    if let Some(checklist) = &mut report.checklist {
        checklist.items.retain(|entry| !entry.item.status.is_settled());
    }
    for result in &mut report.results {
        result.metrics.clear();
        result.remainder.truncate(1);
        result.diagnostics.truncate(1);
        result.findings.truncate(4);
    }
    report
}

#[test]
fn payloads_in_replies_are_text() {
    let payloads = payloads();
    let row = |(at, text): (usize, &String)| {
        let cell = text.replace(['\n', '\r'], " ").replace('|', "\\|");
        format!("| F{at} | major | {cell} | {cell} | {cell} | {cell} | {cell} |")
    };
    let rows: Vec<_> = payloads.iter().enumerate().map(row).collect();
    let discussions: Vec<_> =
        payloads.iter().enumerate().map(|(at, text)| format!("### F{at}: {text}\n\n{text}\n")).collect();
    let text = format!(
        "RESULT: FINDINGS | Type: consistency\n\n## Findings\n\n| ID | Severity | Type | Location | Counter-location | \
         Description | Suggestion |\n|---|---|---|---|---|---|---|\n{}\n\n{}",
        rows.join("\n"),
        discussions.join("\n")
    );
    let report = merged(vec![Reply::from(text.as_str()), Reply::from(payloads.join("\n\n").as_str())]);
    assert!(report.findings.len() > 150, "{}", report.findings.len());
    assert_eq!(wrongs(&fragment(&report)), [""; 0]);
}

#[test]
fn ids_and_numbers_of_others_are_checked() {
    let mut report = whole();
    report.findings.truncate(4);
    for (finding, id) in report.findings.iter_mut().zip(["G1", "G1", "G1 onclick=x", "G99999999999999999999"]) {
        finding.id = id.to_owned();
    }
    report.findings[0].members.push(reconvene::model::Member { result: u32::MAX, finding: u32::MAX });
    report.findings[0].agreement = u32::MAX;
    report.results[0].findings.iter_mut().for_each(|finding| finding.span.start = u32::MAX);
    let html = fragment(&report);
    assert_eq!(wrongs(&html), [""; 0]);
    let mut ids = Vec::new();
    parsed(&html).0.walk(&mut |element| ids.extend(element.attribute("id").map(str::to_owned)));
    // The fingerprint is that of the article, the id that of its link.
    assert!(ids.len() == 2 && is_fingerprint(&ids[0]) && ids[1] == "G1", "{ids:?}");
}

#[test]
fn a_member_is_shown_once() {
    let mut report = whole();
    let length = fragment(&report).len();
    let member = report.findings[0].members[0];
    report.findings.iter_mut().for_each(|finding| finding.members.extend(std::iter::repeat_n(member, 10_000)));
    assert!(fragment(&report).len() < length + 5_000, "a report from elsewhere repeats a member without end");
}

#[test]
fn a_disagreement_is_shown_once() {
    let report = whole();
    let conflict = report.conflicts.iter().find(|conflict| conflict.findings.len() == 1).cloned().expect("one differs");
    let finding =
        report.findings.iter().find(|finding| finding.id == conflict.findings[0]).cloned().expect("it is there");
    let size = |report: &Report, count: usize| {
        let mut report = report.clone();
        report.findings.extend(std::iter::repeat_n(finding.clone(), count));
        report.conflicts.extend(std::iter::repeat_n(conflict.clone(), count));
        fragment(&report).len()
    };
    let (few, many) = (size(&report, 100), size(&report, 200));
    assert!(many < few * 5 / 2, "a report from elsewhere repeats an id: {few} bytes, then {many}");
}

// ── nothing is left out

/// The words of a text.
fn words(text: &str) -> Vec<&str> {
    text.split(|next: char| !next.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

/// What of a report its HTML does not say.
fn lost(report: &Report) -> Vec<String> {
    let mut lost = Vec::new();
    let mut shown: BTreeMap<String, (String, BTreeSet<String>, BTreeSet<String>)> = BTreeMap::new();
    parsed(&fragment(report)).0.walk(&mut |element| {
        if let Some(id) = element.attribute("data-finding") {
            let (mut description, mut targets) = (String::new(), BTreeSet::new());
            element.walk(&mut |inner| {
                if inner.attribute("class") == Some("description") {
                    description = inner.text();
                }
                // Where a link leads to is not read, but there.
                targets.extend(words(inner.attribute("href").unwrap_or_default()).into_iter().map(str::to_owned));
            });
            let said = words(&element.text()).into_iter().map(str::to_owned).collect();
            shown.insert(id.to_owned(), (description, said, targets));
        }
    });
    for finding in &report.findings {
        let Some((description, said, targets)) = shown.get(&finding.id) else {
            lost.push(finding.id.clone());
            continue;
        };
        let mut in_order = words(description).into_iter();
        let mut told = discussed(&finding.description).filter(|word| !targets.contains(*word));
        if !told.all(|word| in_order.any(|shown| shown == word)) {
            lost.push(format!("{}: {:?} is shown as {description:?}", finding.id, finding.description));
        }
        for member in &finding.members {
            let member = &report.results[member.result as usize].findings[member.finding as usize];
            let texts = [Some(&member.description), member.suggestion.as_ref(), member.title.as_ref()];
            let mut missing: Vec<_> = texts
                .into_iter()
                .flatten()
                .flat_map(|text| discussed(text))
                .filter(|word| !said.contains(*word) && !targets.contains(*word))
                .collect();
            missing.extend(
                discussed(member.discussion.as_deref().unwrap_or_default()).filter(|word| !said.contains(*word)),
            );
            lost.extend(missing.into_iter().map(|word| format!("{}: {word:?}", finding.id)));
            if member.state == FindingState::Resolved && !said.contains("resolved") {
                lost.push(format!("{}: resolved", finding.id));
            }
        }
    }
    lost
}

/// The words of a text in Markdown, without the numbers of its lists and the names of its characters.
fn discussed(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| {
        let begun = line.trim_start_matches(|next: char| next.is_whitespace() || "->*+".contains(next));
        let numbered = begun.trim_start_matches(|next: char| next.is_ascii_digit());
        let text = if numbered.starts_with(['.', ')']) { numbered } else { line };
        let named = |word: &&str| {
            let end = word.as_ptr() as usize + word.len() - text.as_ptr() as usize;
            let start = end - word.len();
            text[..start].ends_with(['&', '#']) && text[end..].starts_with(';')
        };
        words(text).into_iter().filter(move |word| !named(word))
    })
}

#[test]
fn every_word_of_a_case_is_shown() {
    for path in files(&root().join("tests/cases"), &["md"]) {
        let report = merged(vec![reply(&std::fs::read(&path).expect("a case"))]);
        assert_eq!(lost(&report), [""; 0], "{}", path.display());
        assert_eq!(wrongs(&fragment(&report)), [""; 0], "{}", path.display());
    }
}

#[test]
fn every_word_of_the_corpus_is_shown() {
    let Some(folder) = corpus() else { return };
    let mut findings = 0;
    for path in files(&folder, &[]) {
        let report = merged(vec![reply(&std::fs::read(&path).expect("a file"))]);
        findings += report.findings.len();
        assert_eq!(lost(&report), [""; 0], "{}", path.display());
        assert_eq!(wrongs(&fragment(&report)), [""; 0], "{}", path.display());
    }
    println!("{findings} findings of the corpus");
    assert!(findings > 300);
}

// ── as it is

#[test]
fn small_reports_are_as_they_were() {
    let folder = root().join("tests/html");
    let mut names: Vec<_> = std::fs::read_dir(&folder)
        .expect("the small reports")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_dir())
        .collect();
    names.sort();
    assert!(names.len() >= 5);
    for path in names {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let report = merged(replies_in(&format!("tests/html/{name}"), &["md"]));
        let html = fragment(&report);
        assert_eq!((wrongs(&html), lost(&report)), (Vec::new(), Vec::new()), "{name}");
        expect_test::expect_file![folder.join(format!("{name}.html"))].assert_eq(&html);
    }
}

// ── in proportion

#[test]
fn twice_the_text_makes_twice_the_html() {
    const BYTES: usize = 20_000;
    for (name, make) in SHAPES {
        let html = |bytes: usize| {
            let text = make(bytes).replace("\n#", "\n \\#");
            let finding = "RESULT: FINDINGS | Type: consistency\n\n| ID | Severity | Description |\n|---|---|---|\n| F1 | minor | a |\n\n\
                           ### F1: b\n\n";
            fragment(&merged(vec![Reply::from(format!("{finding}{text}").as_str())])).len()
        };
        let (once, twice) = (html(BYTES), html(2 * BYTES));
        assert!(twice < once * 5 / 2 + 10_000, "{name}: {once} bytes, {twice} for twice as much");
    }
}

#[test]
fn many_findings_make_as_many_articles() {
    let html = |count: usize| {
        let row = |at: usize| format!("| F{at} | minor | regression | a.md:{at} | item{at} differs from entry{at} |\n");
        let rows: String = (1..=count).map(row).collect();
        let text = format!(
            "RESULT: FINDINGS | Type: verification\n\n| ID | Severity | Type | Location | Description |\n|---|---|---|---|---|\n{rows}"
        );
        let report = merged(vec![Reply::from(text.as_str())]);
        assert_eq!(report.findings.len(), count);
        fragment(&report)
    };
    let (few, many) = (html(5_000), html(10_000));
    assert_eq!(many.matches("<article class=\"finding\"").count(), 10_000);
    assert!(many.len() < few.len() * 21 / 10, "{} bytes, {} for twice as many", few.len(), many.len());
}
