//! Which reasons a part of a reply gives for being a finding, and against it: its first line, what stands below it, and
//! what the headings above say. See `docs/formats/prose.md`, "Evidence".

use std::collections::{BTreeMap, BTreeSet};

use super::beginnings::{assigned, fields_in_a_row, label};
use super::evidence::{Asked, Context, Evidence, Genre, Sign};
use super::lead::{self, Lead};
use super::outline::{Kind, Mark, Node, Outline};
use super::segments::rated;
use super::vocabulary::{self, Class};
use super::{imperatives, labels, odds, place_lines, ratings, sentences, wording};
use crate::order::Gather;
use crate::part::aliases::Aliases;
use crate::part::checked_table::{self, Outcome};
use crate::part::code_places::Reach;
use crate::part::records::is_none;
use crate::part::{Reading, code_places, documents, finding, ids, scales, severities};
use crate::text::{fields, inline, steps, tables};

/// Collects the reasons for one entry. `scales` says what else the reply weighs in words of severities.
#[must_use]
pub fn of(
    reading: &Reading<'_, '_>,
    outline: &Outline<'_>,
    at: usize,
    context: &Context,
    scales: scales::Scales,
    names: &Aliases,
) -> (Evidence, bool) {
    let mut evidence = Evidence::default();
    let Some(node) = outline.nodes.get(at) else { return (evidence, false) };
    steps::add(node.text.len());
    if let Some(sign) = context.sign {
        evidence.add(sign);
    }
    if context.other || context.summary {
        evidence.add(Sign::UnderOther);
    }
    let lead = node.lead();
    of_lead(&mut evidence, node, lead, scales, names);
    // `**§10 Accessibility** — Two sentences for a goal that large.`
    if node.kind == Kind::Bold && vocabulary::section_of(node.text).is_some() && !lead.after.is_empty() {
        evidence.add(Sign::File);
        evidence.add(Sign::LeadingPlace);
    }
    let parts = || node.children.iter().filter_map(|part| outline.nodes.get(*part));
    if node.kind == Kind::Heading && parts().any(|part| part.kind == Kind::Fence && part.is_comment) {
        evidence.add(Sign::Lines);
        evidence.add(Sign::Comment);
    }
    let on_place = node.is_comment && node.kind == Kind::Bold;
    if on_place {
        evidence.add(Sign::Comment);
    }
    if node.mark == Mark::Record {
        evidence.add(Sign::Alike);
        // `severity=high file=src/a.ts claim=…`
        if assigned(node.text).is_some() {
            evidence.add(Sign::Field);
        }
    }
    if node.mark == Mark::Failed {
        evidence.add(Sign::Flagged);
        evidence.add(Sign::Complains);
    }
    if node.kind == Kind::Bold {
        let passes = |text: &str| text.trim_start().starts_with(['✅', '✓', '✔']);
        let second = || own_lines(outline, node).nth(1).is_some_and(|line| passes(reading.source.line(line)));
        let below = remark_below(reading, outline, node);
        if second() || below.is_some_and(|text| passes(&text) || (on_place && sentences::praises(&text))) {
            evidence.add(Sign::Praise);
        }
    }
    let says_one_thing = matches!(node.kind, Kind::Item | Kind::Line);
    if context.asked == Asked::Comparison && says_one_thing && odds::of(node.text).is_some() {
        evidence.add(Sign::AtOdds);
    }
    // A list that counts tells one thing after the other.
    let is_filed = context.file == Some(node.parent) && node.number.is_none();
    if is_filed && !evidence.has(Sign::Lines) && names_lines_of_a_file(node.text) {
        evidence.add(Sign::Lines);
    }
    let labels = of_body(&mut evidence, reading, outline, at);
    // `Severity: high`, and `Status: implemented` or `Result: passes` for something else.
    if evidence.has(Sign::Severity) || evidence.has(Sign::Flagged) {
        evidence.signs.retain(|sign| *sign != Sign::Passes);
    }
    // `src/a.ts:4 — the key is logged (critical)`
    let announced = matches!(context.sign, Some(Sign::UnderFindings | Sign::UnderProblems));
    let placed = evidence.has(Sign::Lines) || evidence.has(Sign::File) || context.file.is_some();
    if is_rated_in_capitals(node) || ((announced || placed) && is_rated_at_its_end(node)) {
        evidence.add(Sign::Severity);
    }
    if is_header(reading, outline, node) {
        evidence.add(Sign::SaysNothing);
    }
    // `*Options*: …` is a part of something; what is counted goes on with a count.
    let is_part = node.number.is_some() || (node.text.starts_with('*') && !node.text.starts_with("**"));
    // Right below the topic: what a sentence stands over is something else.
    let is_first = || {
        let first = outline.nodes.get(node.parent).and_then(|above| above.children.first());
        first.and_then(|first| outline.nodes.get(*first)).is_some_and(|first| first.kind == Kind::Item)
    };
    let is_told = || !is_part && is_first() && !context.complaints && criticises(reading, outline, node);
    let is_said = || evidence.has(Sign::Lines) || (context.sign == Some(Sign::UnderTopic) && is_told());
    if context.look.is_again() && node.kind == Kind::Item && is_said() {
        evidence.add(Sign::InReview);
    }
    if context.complaints && complains(reading, outline, node) {
        evidence.add(Sign::Complains);
    }
    let shows =
        || node.children.iter().filter_map(|child| outline.nodes.get(*child)).any(|child| shows_change(reading, child));
    if node.kind == Kind::Heading && context.genre != Genre::Unknown && evidence.has(Sign::Fix) && shows() {
        evidence.add(Sign::Series);
    }
    if !evidence.has(Sign::Severity) && !evidence.has(Sign::Fix) {
        if context.sign.is_none() && context.genre != Genre::Titled && !evidence.has(Sign::Comment) {
            evidence.add(Sign::Unannounced);
        }
        let under = evidence.has(Sign::UnderFindings) || evidence.has(Sign::UnderFurther);
        let named = under && (evidence.has(Sign::Id) || evidence.has(Sign::FindingId));
        if context.genre == Genre::Unknown && !named {
            evidence.add(Sign::NoReview);
        }
    }
    (evidence, labels)
}

/// Whether the first line of an entry ends with a severity, or has one in a sentence of its own.
#[must_use]
pub fn is_rated_at_its_end(node: &Node<'_>) -> bool {
    matches!(node.kind, Kind::Item | Kind::Bold | Kind::Line)
        && node.lead().severity.is_none()
        && (ratings::trailing_severity(node.text).is_some() || ratings::severity_within(node.text).is_some())
}

/// Whether a text ends with a severity in capitals and parentheses: `The key is logged. (BLOCKER)`. No other words look so.
#[must_use]
pub fn is_rated_in_capitals(node: &Node<'_>) -> bool {
    let shouts = |severity: &str| severity.len() > 2 && severity.bytes().all(|byte| byte.is_ascii_uppercase());
    let text = node.text.trim_end_matches(['.', '*', '_']);
    node.kind == Kind::Item
        && text.ends_with(')')
        && ratings::trailing_severity(node.text).is_some_and(|(_, severity)| shouts(severity))
}

/// Whether a paragraph is fields alone that say what was reviewed: `**Target:** …`, then `**Risk level:** high`.
fn is_header(reading: &Reading<'_, '_>, outline: &Outline<'_>, node: &Node<'_>) -> bool {
    const TELLS: [&str; 5] = ["title", "description", "location", "suggestion", "line"];
    let keys: Vec<Option<&str>> = own_lines(outline, node)
        .take(LINES)
        .map(|line| fields::scan(reading.source.line(line)).filter(|(_, _, bold)| *bold).map(|(key, _, _)| key))
        .collect();
    let named = |key: Option<&str>| key.and_then(labels::role);
    node.kind == Kind::Bold
        && keys.len() > 1
        && keys.iter().all(Option::is_some)
        && keys.first().is_some_and(|first| named(*first).is_none())
        && !keys.iter().copied().filter_map(named).any(|role| TELLS.contains(&role))
}

/// How far into a paragraph its fields are looked for.
const LINES: usize = 8;

/// Whether the first lines of a part say what is wrong; in a language whose sentences are not understood, whether they, or the
/// first paragraph below, name lines.
#[must_use]
pub fn complains(reading: &Reading<'_, '_>, outline: &Outline<'_>, node: &Node<'_>) -> bool {
    *node.complains.get_or_init(|| says_what_is_wrong(reading, outline, node))
}

fn says_what_is_wrong(reading: &Reading<'_, '_>, outline: &Outline<'_>, node: &Node<'_>) -> bool {
    const LINES: usize = 4;
    let lead = node.lead();
    // `*Options*: …` is a part of something.
    let is_part = node.text.starts_with(['*', '_']) && !node.text.starts_with("**") && !node.text.starts_with("__");
    if is_part || label(node.text).is_some() || imperatives::advises(lead.title.unwrap_or(lead.after)) {
        return false;
    }
    if !outline.is_english {
        let names_lines = |text: &str| lines_in_prose(text, &Aliases::none());
        let mut below = node.children.iter().take(LINES).filter_map(|part| outline.nodes.get(*part));
        return own_lines(outline, node).take(LINES).any(|number| names_lines(reading.source.line(number)))
            || below.any(|part| matches!(part.kind, Kind::Text | Kind::Item) && names_lines(part.text))
            || remark_below(reading, outline, node).is_some_and(|text| names_lines(&text));
    }
    own_lines(outline, node).take(LINES).any(|number| {
        let line = reading.source.line(number);
        let told = line.get(..near(line)).unwrap_or_default();
        steps::add(told.len());
        let asks = node.kind == Kind::Bold
            || outline.nodes.get(node.parent).is_some_and(|parent| vocabulary::section_of(parent.text).is_some());
        sentences::complains(told) || (asks && told.trim_end_matches(['*', '_', ' ']).ends_with('?'))
    })
}

/// Whether an entry under a title of its own is worded as findings are, up to the next entry or code.
#[must_use]
pub fn is_worded_as_a_finding(reading: &Reading<'_, '_>, outline: &Outline<'_>, node: &Node<'_>) -> bool {
    let parts = || node.children.iter().filter_map(|part| outline.nodes.get(*part));
    let stands_over = || parts().any(|part| part.kind != Kind::Text && part.kind != Kind::Fence);
    // `**Verdict: not safe as it stands.**`
    let announces = node
        .text
        .split_once(':')
        .is_some_and(|(head, _)| matches!(vocabulary::classify(inline::bare(head)), Class::Other | Class::Summary));
    if node.class != Class::Plain
        || announces
        || (node.kind == Kind::Heading && stands_over())
        || sentences::approves(node.text)
    {
        return false;
    }
    let first = reading.source.lines_text(own_lines(outline, node));
    let below = parts().take_while(|part| part.kind == Kind::Text);
    let below: Vec<String> = below.map(|part| reading.source.lines_text(part.lines.clone())).collect();
    let mut told = std::iter::once(&first).chain(&below).map(String::as_str);
    !told.clone().any(sentences::praises) && wording::is_of_finding(&mut told)
}

/// Whether a part says what is wrong in its first lines, or in the first paragraph below it.
#[must_use]
pub fn complains_or_below(reading: &Reading<'_, '_>, outline: &Outline<'_>, node: &Node<'_>) -> bool {
    complains(reading, outline, node)
        || remark_below(reading, outline, node).is_some_and(|text| sentences::complains(&text))
}

/// Whether a part says what is wrong or what to do about it: in its first lines, or below a line that is a place alone.
#[must_use]
pub fn criticises(reading: &Reading<'_, '_>, outline: &Outline<'_>, node: &Node<'_>) -> bool {
    *node.criticises.get_or_init(|| {
        let advises =
            |text: &str| text.split_inclusive(['.', ';', ':']).any(|sentence| imperatives::advises(sentence.trim()));
        let told = node.text.get(..near(node.text)).unwrap_or_default();
        complains(reading, outline, node)
            || advises(told)
            || remark_below(reading, outline, node).is_some_and(|text| sentences::complains(&text) || advises(&text))
    })
}

/// Whether of some headings that are named alike, two of three say what is wrong, what to do about it, or in which lines.
/// What is asked for is named so as well: `REQ-4`.
#[must_use]
pub fn are_critical(
    reading: &Reading<'_, '_>,
    outline: &Outline<'_>,
    named: &BTreeSet<usize>,
    asked: &BTreeSet<&str>,
) -> bool {
    const SEVERAL: usize = 4;
    const ASKED: [&str; 12] = ["AC", "ADR", "CHK", "FR", "NFR", "QA", "REQ", "STORY", "TASK", "TC", "UC", "US"];
    let nodes = || named.iter().filter_map(|at| outline.nodes.get(*at));
    let is_asked = nodes().any(|node| node.lead().ids.first().is_some_and(|id| asked.contains(id)))
        || nodes().any(|node| {
            let id = node.lead().ids.first().copied().unwrap_or_default();
            let prefix = id.split(|mark: char| !mark.is_ascii_alphabetic()).next().unwrap_or_default();
            ASKED.contains(&prefix.to_ascii_uppercase().as_str())
        });
    if is_asked || named.len() < SEVERAL {
        return false;
    }
    let on_lines = |node: &Node<'_>| {
        remark_below(reading, outline, node).is_some_and(|text| lines_in_prose(&text, &Aliases::none()))
    };
    let is_wrong = |node: &&Node<'_>| complains_or_below(reading, outline, node);
    // `A1 Use Postgres`: a letter and a number may count anything, unless the titles complain.
    let is_dashed = nodes().all(|node| node.lead().ids.first().is_some_and(|id| id.contains('-')));
    let is_known = is_dashed || !outline.is_english;
    let wrong = nodes().filter(|node| if is_known { is_wrong(node) } else { sentences::complains(node.text) }).count();
    let told = nodes().filter(|node| criticises(reading, outline, node) || on_lines(node)).count();
    told * 3 >= named.len() * 2 && wrong * 3 >= named.len()
}

/// The items and paragraphs in bold that begin with a mark that something is wrong, where a reply has several, and says what the
/// mark means (`⚠️ = I expect this to fail`), or half of them say what is wrong. What passes, or was done, is none.
#[must_use]
pub fn flagged(reading: &Reading<'_, '_>, outline: &Outline<'_>) -> BTreeSet<usize> {
    const SEVERAL: usize = 5;
    let mut marks: BTreeMap<char, Vec<(usize, bool)>> = BTreeMap::new();
    for (at, node) in outline.nodes.iter().enumerate() {
        let entry = matches!(node.kind, Kind::Item | Kind::Bold | Kind::Line);
        let Some(mark) = lead::flag(node.text).filter(|_| entry) else { continue };
        let told = node.text.trim_start_matches(|mark: char| !mark.is_alphanumeric() && mark != '`');
        if told.contains(' ') && !sentences::approves(told) && !sentences::tells_what_was_done(told) {
            marks.entry(mark).or_default().push((at, complains(reading, outline, node)));
        }
    }
    let texts = || outline.nodes.iter().filter(|node| node.kind == Kind::Text);
    let explains = |mark: char| {
        let means = |text: &str| {
            let after = text.split_once(mark).map_or("", |(_, after)| after.trim_start_matches(['\u{fe0f}', ' ', '*']));
            after.starts_with('=') || after.starts_with("means ")
        };
        texts().any(|node| means(&reading.source.lines_text(node.lines.clone())))
    };
    // Marks that nobody explains count together.
    let (explained, others): (Vec<_>, Vec<_>) = marks.into_iter().partition(|(mark, _)| explains(*mark));
    let others: Vec<(usize, bool)> = others.into_iter().flat_map(|(_, list)| list).collect();
    let wrong = others.iter().filter(|(_, wrong)| *wrong).count();
    let mut lists: Vec<Vec<(usize, bool)>> = explained.into_iter().map(|(_, list)| list).collect();
    lists.extend((wrong * 2 >= others.len()).then_some(others));
    lists.into_iter().filter(|list| list.len() >= SEVERAL).flatten().map(|(at, _)| at).gather()
}

/// The ids that a table gives to what is asked for: `| R1 | Requirement | Result |`.
#[must_use]
pub fn asked_ids<'t>(reading: &Reading<'_, 't>, outline: &Outline<'t>) -> BTreeSet<&'t str> {
    const ASKED: [&str; 5] = ["acceptance criterion", "criterion", "requirement", "story", "user story"];
    let blocks = outline.nodes.iter().filter_map(|node| match node.kind {
        Kind::Table(block) => reading.source.blocks().get(block),
        _ => None,
    });
    let mut found = BTreeSet::new();
    for block in blocks {
        let header = reading.source.line(block.lines.start);
        let has = |names: &[&str]| header.split('|').any(|name| names.contains(&inline::words(name).as_str()));
        if !has(&ASKED) || has(&["finding", "issue", "problem", "severity"]) {
            continue;
        }
        let rows = tables::read(reading.source, block).rows.into_iter().skip(1);
        let ids = rows.filter_map(|row| row.cells.into_iter().next());
        found.extend(ids.map(|cell| inline::bare(reading.source.slice(cell))));
    }
    found
}

fn of_lead(evidence: &mut Evidence, node: &Node<'_>, lead: &Lead<'_>, scales: scales::Scales, names: &Aliases) {
    let severity = lead.severity.filter(|written| !scales.is_other(written, node.text));
    let is_named = lead.severity.is_some_and(|written| scales.is_number(written));
    let is_rated = || {
        let mut lead = lead.clone();
        lead.rate_by_end(node.form());
        lead.severity.is_some()
    };
    if severity.is_some() || (is_named && is_rated()) {
        evidence.add(Sign::Severity);
    }
    if is_named {
        evidence.add(Sign::Id);
    }
    if let Some(id) = lead.ids.first().filter(|_| lead.parted) {
        // `PROBLEM ONE. Title` counts what is wrong.
        let is_counted = counts_defects(id);
        evidence.add(if is_counted || is_finding_id(id) { Sign::FindingId } else { Sign::Id });
        if is_counted {
            evidence.add(Sign::Number);
        }
        if severities::of_id(id).is_some() {
            evidence.add(Sign::Severity);
        }
    }
    if lead.number.is_some() || node.number.is_some() {
        evidence.add(Sign::Number);
    }
    if lead.bold && lead.title.is_some() && node.kind != Kind::Heading {
        evidence.add(Sign::BoldTitle);
    }
    let is_label = |remark: &&str| node.is_comment && labels::is_comment(remark) && !labels::is_remark(remark);
    if lead.remarks.iter().any(|remark| labels::is_decorated(remark) || is_label(remark)) {
        evidence.add(Sign::Comment);
    }
    if lead.flag.is_some() {
        evidence.add(Sign::Flagged);
    }
    if lead.remarks.iter().any(|remark| scales::is_confidence(remark)) {
        let rates = lead.remarks.iter().any(|remark| scales::rates_confidence(remark));
        evidence.add(if rates { Sign::RanksConfidence } else { Sign::Confidence });
    }
    if node.rated.is_some() {
        evidence.add(Sign::Severity);
    }
    if let Some(place) = lead.place {
        add_place(evidence, place);
        if place_lines::lines_in_code(node.text).is_some() {
            evidence.add(Sign::Lines);
        }
        if evidence.has(Sign::Lines)
            && lead.ids.is_empty()
            && lead.title.is_none_or(|title| title.len() < lead.after.len())
        {
            evidence.add(Sign::LeadingPlace);
        }
    } else {
        let text = node.text.get(..near(node.text)).unwrap_or_default();
        if lines_in_prose(text, names) {
            evidence.add(Sign::Lines);
        }
    }
    if vocabulary::is_step(lead.title.unwrap_or_default())
        || (node.kind == Kind::Heading && vocabulary::is_step(node.text))
    {
        evidence.add(Sign::Step);
    }
    if node.text.trim_start_matches(['*', '_', ' ']).starts_with(['✅', '✓', '✔']) {
        evidence.add(Sign::Praise);
    }
    // `Well known password is committed` under `Critical`
    let wrong = [Sign::UnderSeverity, Sign::UnderProblems].into_iter().any(|sign| evidence.has(sign));
    let told = if vocabulary::section_of(node.text).is_some() { None } else { lead.title };
    if !wrong && sentences::praises(told.unwrap_or(lead.after)) {
        evidence.add(Sign::Praise);
    }
    // `🔴 **Needs improvement** — four threads own it` rates all that was reviewed.
    if lead.place.is_none() && lead.title.is_some_and(sentences::rates_the_whole) {
        evidence.add(Sign::SaysNothing);
    }
    let said = if lead.after.is_empty() { lead.title.unwrap_or_default() } else { lead.after };
    let first = said.split(['.', '—', '(']).next().unwrap_or_default();
    // `- src/a.ts:4` says where its title is.
    if node.kind == Kind::Item && !wrong && is_place_alone(node, lead) {
        evidence.add(Sign::SaysNothing);
    }
    if lead.title.is_none_or(|_| lead.after.is_empty())
        && (is_none(said) || is_none(first) || is_count(said) || is_name(said) || sentences::tells_of_itself(said))
        || (is_score(said) && !(lead.number.is_some() && (node.lines.len() > 1 || (wrong && goes_on_behind(said)))))
    {
        evidence.add(Sign::SaysNothing);
    }
}

/// Whether an entry is a place on a line of its own, with nothing below it.
fn is_place_alone(node: &Node<'_>, lead: &Lead<'_>) -> bool {
    let is_bare = lead.title.is_none() && lead.after.is_empty() && lead.severity.is_none() && lead.ids.is_empty();
    is_bare && lead.place.is_some() && node.lines.len() == 1 && node.children.is_empty()
}

/// A word or two in quotation marks, as YAML lists names: `"Input loss"`.
fn is_name(text: &str) -> bool {
    let inner = text.trim_end().strip_prefix('"').and_then(|inner| inner.strip_suffix('"'));
    inner.is_some_and(|inner| !inner.contains('"') && inner.split_whitespace().count() < 3)
}

/// Whether more than a word follows a score: `7/10. Keep a reference to it.`
fn goes_on_behind(score: &str) -> bool {
    score.split_whitespace().nth(3).is_some()
}

/// `6/10`, `3 / 5 (see below)`, `Rigor: 3`: how good something is.
fn is_score(text: &str) -> bool {
    // `The title of a finding. Criticality: 9` says more.
    const WORDS: usize = 4;
    let is_figure = |figure: &str| figure.trim_end_matches(['*', '_']).parse::<u8>().is_ok();
    if text.rsplit_once(": ").is_some_and(|(what, figure)| is_figure(figure) && what.split(' ').count() <= WORDS) {
        return true;
    }
    let Some((reached, rest)) = text.split_once('/') else { return false };
    let of: String = rest.trim_start().chars().take_while(char::is_ascii_digit).collect();
    reached.trim().parse::<f32>().is_ok() && matches!(of.as_str(), "5" | "10" | "100")
}

/// How far the first line is looked through, in bytes.
#[must_use]
pub fn near(text: &str) -> usize {
    const LINE: usize = 600;
    (0..=text.len().min(LINE)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

fn add_place(evidence: &mut Evidence, place: &str) {
    let precise = code_places::mentions(place, &Aliases::none(), Reach::Location);
    if precise.iter().any(|mention| mention.place.lines.is_some()) {
        evidence.add(Sign::Lines);
    } else if !precise.is_empty() {
        evidence.add(Sign::File);
    }
}

/// `F1`, `F-03`, `Finding 2`
fn is_finding_id(id: &str) -> bool {
    let id = id.to_ascii_lowercase();
    let number = id.strip_prefix("finding").or_else(|| id.strip_prefix('f'));
    number.is_some_and(|number| {
        let number = number.trim_start_matches(['-', ' ', '#']);
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Whether an id is a number behind a word for something wrong: `Bug 3`.
fn counts_defects(id: &str) -> bool {
    const DEFECTS: [&str; 7] = ["bug", "defect", "problem", "root cause", "violation", "vuln", "vulnerability"];
    id.rsplit_once(' ').is_some_and(|(word, _)| DEFECTS.contains(&word.to_ascii_lowercase().as_str()))
}

/// What stands directly below the first line: fields, and a line that says where. Gives whether there are fields.
fn of_body(evidence: &mut Evidence, reading: &Reading<'_, '_>, outline: &Outline<'_>, at: usize) -> bool {
    const DIRECT: usize = 24;
    let Some(node) = outline.nodes.get(at) else { return false };
    let own = own_lines(outline, node);
    let mut labels = 0;
    // `- severity: high`, and below it the other fields.
    if node.kind == Kind::Item && !node.is_comment {
        labels += usize::from(label(node.text).is_some_and(|_| of_line(evidence, node.text, false)));
    }
    if node.kind == Kind::Heading && node.lead().number.is_some() {
        placed_below(evidence, reading, outline, node);
    }
    let mut first = true;
    for line in own.skip(1).take(DIRECT) {
        let text = reading.source.line(line);
        labels += usize::from(of_line(evidence, text, first));
        first = first && text.trim().is_empty();
    }
    for child in node.children.iter().filter_map(|child| outline.nodes.get(*child)).take(DIRECT) {
        match child.kind {
            Kind::Text => {
                for line in child.lines.clone().take(DIRECT) {
                    labels += usize::from(of_line(evidence, reading.source.line(line), first));
                    first = false;
                }
            }
            // Items that are made of fields are entries of their own.
            Kind::Item if is_record(reading, child) => {}
            // Items that are places alone say where.
            Kind::Item if node.class == Class::Plain && is_place_alone(child, child.lead()) => {
                add_place(evidence, child.text);
                first = false;
            }
            Kind::Item | Kind::Heading | Kind::Bold => {
                labels += usize::from(of_line(evidence, reading.source.line(child.lines.start), first));
                first = false;
            }
            Kind::Table(block) => labels += usize::from(of_table(evidence, reading, block)),
            Kind::Fence if shows_change(reading, child) => evidence.add(Sign::Fix),
            _ => {}
        }
    }
    labels > 0
}

/// The place that the paragraph below a heading begins with, where no other paragraph below it begins so.
fn placed_below(evidence: &mut Evidence, reading: &Reading<'_, '_>, outline: &Outline<'_>, node: &Node<'_>) {
    let parts = || node.children.iter().filter_map(|child| outline.nodes.get(*child));
    let place = |part: &Node<'_>| {
        let line = Some(reading.source.line(part.lines.start)).filter(|_| part.kind == Kind::Text)?;
        code_places::lead(line).map(|(place, _)| place)
    };
    if let Some(first) = parts().next().and_then(place)
        && parts().skip(1).all(|part| place(part).is_none())
    {
        add_place(evidence, first);
    }
}

/// Whether code shows how something is, and how it should be: `// before`, then `// after`.
#[must_use]
pub fn shows_change(reading: &Reading<'_, '_>, fence: &Node<'_>) -> bool {
    let says = |line: usize, words: &[&str]| {
        let text = reading.source.line(line).trim();
        let comment = ["//", "#", "--", "/*"].iter().find_map(|mark| text.strip_prefix(mark));
        comment.is_some_and(|comment| words.contains(&inline::words(comment).split(' ').next().unwrap_or_default()))
    };
    let has = |words: &[&str]| fence.lines.clone().any(|line| says(line, words));
    has(&["before", "bad", "wrong"]) && has(&["after", "good", "better", "right"])
}

/// Whether an item begins with a field that tells of a finding, and has others below it on its own lines.
#[must_use]
pub fn is_record(reading: &Reading<'_, '_>, node: &Node<'_>) -> bool {
    let role = |line: usize| label(reading.source.line(line)).and_then(|(key, _)| labels::role(key));
    let begins = matches!(role(node.lines.start), Some("description" | "title" | "severity" | "location" | "id"));
    begins && node.children.is_empty() && node.lines.clone().skip(1).filter_map(role).count() > 1
}

/// The lines of a node before its first part.
#[must_use]
pub fn own_lines(outline: &Outline<'_>, node: &Node<'_>) -> std::ops::Range<usize> {
    let end = node
        .children
        .first()
        .and_then(|child| outline.nodes.get(*child))
        .map_or(node.lines.end, |child| child.lines.start);
    node.lines.start..end.max(node.lines.start)
}

/// Whether a box that nobody has ticked names the finding that it settles: `- [ ] Move the key to the environment (SEC-002)`.
#[must_use]
pub fn is_box_of_a_finding(node: &Node<'_>) -> bool {
    let is_name = |name: &str| ids::is_id(name.trim()) && name.contains('-');
    node.mark == Mark::OpenBox && remark_behind(node).is_some_and(|remark| remark.split(',').all(is_name))
}

/// Whether an entry ends in lines of a file: `Cap the limit (src/a.ts:4)`.
#[must_use]
pub fn names_lines_behind(node: &Node<'_>) -> bool {
    remark_behind(node).is_some_and(place_lines::names_lines)
}

/// What stands in parentheses at the end of an entry.
fn remark_behind<'t>(node: &Node<'t>) -> Option<&'t str> {
    let (_, remark) = node.text.trim_end_matches('.').strip_suffix(')')?.rsplit_once('(')?;
    Some(remark)
}

/// A field, or where the first line says where. Gives whether it is a field.
fn of_line(evidence: &mut Evidence, line: &str, first: bool) -> bool {
    if first && let Some(rating) = ratings::rating(line) {
        evidence.add(Sign::Severity);
        if let Some(place) = rating.place {
            add_place(evidence, place);
        }
        return false;
    }
    match fields::scan(line).and_then(|(key, value, _)| checked_table::stated(key, value)) {
        Some(Outcome::Failed) if label(line).is_some() => evidence.add(Sign::Flagged),
        Some(Outcome::Passed | Outcome::NotApplicable) => evidence.add(Sign::Passes),
        _ => {}
    }
    if let Some((told, _)) = fields_in_a_row(line) {
        for (key, value) in told {
            match labels::role(key) {
                Some("severity") if severities::word(value).is_some() => evidence.add(Sign::Severity),
                Some("location" | "line") => add_place(evidence, value),
                _ => evidence.add(Sign::Field),
            }
        }
        return true;
    }
    if let Some((key, value)) = label(line) {
        match labels::role(key) {
            Some("severity") if severities::word(value).is_some() || rated(value).is_some() => {
                evidence.add(Sign::Severity);
            }
            Some("location" | "line") => add_place(evidence, value),
            Some("suggestion") => evidence.add(Sign::Fix),
            Some("confidence") => evidence.add(Sign::Confidence),
            // Anything with a name has a description.
            Some("id" | "title" | "type" | "status") => return false,
            _ => {
                // `*Evidence:* src/a.ts:4`
                if finding::is_evidence(key) && lines_in_prose(value, &Aliases::none()) {
                    evidence.add(Sign::Lines);
                }
                evidence.add(Sign::Field);
            }
        }
        return true;
    }
    if fields::scan(line).is_some_and(|(key, _, bold)| bold && key.eq_ignore_ascii_case("answer")) {
        evidence.add(Sign::Asks);
    }
    if first && place_lines::is_place_line(line) {
        add_place(evidence, line);
    }
    if first && ratings::severity_line(line).is_some() {
        evidence.add(Sign::Severity);
    }
    false
}

/// A table of two columns whose keys are fields.
fn of_table(evidence: &mut Evidence, reading: &Reading<'_, '_>, block: usize) -> bool {
    const ROWS: usize = 12;
    let Some(block) = reading.source.blocks().get(block) else { return false };
    let mut found = false;
    for line in block.lines.clone().take(ROWS) {
        let row = reading.source.line(line).trim().trim_matches('|');
        if let Some((key, value)) = row.split_once('|').filter(|(_, value)| !value.contains('|')) {
            found |= of_line(evidence, &format!("{}: {}", inline::bare(key), value.trim()), false);
        }
    }
    found
}

/// The first paragraph below a line that is a place and no more, but for what it quotes.
#[must_use]
pub fn remark_below(reading: &Reading<'_, '_>, outline: &Outline<'_>, node: &Node<'_>) -> Option<String> {
    let parts = node.children.iter().filter_map(|part| outline.nodes.get(*part));
    let mut texts =
        parts.filter(|part| part.kind == Kind::Text).map(|part| reading.source.lines_text(part.lines.clone()));
    let text = texts.find(|text| !text.trim_start().starts_with('>'))?;
    Some(text.get(..near(&text))?.to_owned())
}

/// Whether a text below the name of a file names lines of it.
fn names_lines_of_a_file(text: &str) -> bool {
    let near = text.get(..near(text)).unwrap_or_default();
    // `**12-14:** the counter is read twice`
    place_lines::bold_lines(text).is_some_and(|lines| lines.contains('-'))
        || code_places::mentions(near, &Aliases::none(), Reach::Filed)
            .iter()
            .any(|mention| mention.place.lines.is_some())
}

/// Whether a text names lines of a file, or of the one document of text that the reply is on.
#[must_use]
pub fn lines_in_prose(text: &str, names: &Aliases) -> bool {
    let none = Aliases::none();
    let names = if names.subject().is_some_and(documents::is_text) { names } else { &none };
    let mentions = code_places::mentions(text, names, Reach::Prose);
    mentions.iter().any(|mention| mention.place.lines.is_some() && mention.place.document.is_some())
}

/// `1,359 items`, `3 findings (2 open)`: how many there are, not what they are.
#[must_use]
pub fn is_count(text: &str) -> bool {
    const COUNTED: [&str; 13] = [
        "found", "item", "finding", "issue", "problem", "bug", "entry", "items", "findings", "issues", "problems",
        "bugs", "entries",
    ];
    let head = text.split(['(', ';']).next().unwrap_or_default();
    let mut words = head.split_whitespace();
    let number = words.next().unwrap_or_default();
    let is_number = number.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '~' | '≈'))
        && number
            .chars()
            .all(|character| character.is_ascii_digit() || matches!(character, ',' | '.' | '~' | '≈' | '+'));
    let mut rest = words.map(inline::words);
    is_number && rest.next().is_none_or(|word| COUNTED.contains(&word.as_str())) && rest.next().is_none()
}
