//! Checks the reports of the five agents against their templates. See `docs/formats/agent-reports.md`, "What is
//! checked".

mod sections;
mod templates;

use std::collections::BTreeSet;

use super::context::{CheckContext, Listed, listed};
use super::status::{has_failed, stated_failure};
use super::summary::{EVERYWHERE, Figure, Line, check_figures, status_range};
use crate::dialect::agent_report::{HeaderField, header_fields, is_last};
use crate::model::{
    Code, Detail, FindingState, Implementation, Level, ResultType, SEVERITIES, Severity, Status, quote,
};
use crate::order::Gather;
use crate::part::records::gap_level;
use crate::part::status_words::{self, Meaning};
use crate::part::summary_line::SummaryLine;
use crate::text::inline;
use templates::{Content, Template};

/// Checks a report that has a header, or should have one.
pub fn check(context: &mut CheckContext<'_, '_>) {
    let Some(template) = template(context) else {
        if context.result_type().is_none() {
            let message = "The header has no `DOC`, `PAIR`, `DIMENSION`, `TASK` or `SCREEN`.";
            context.say(Code::MissingSubject, message, None);
        }
        return;
    };
    // A report that has no summary line is asked for as a whole.
    let Some(summary) = context.read.summary.clone() else { return };
    check_header(context, template, &summary);
    sections::check(context, template);
    records(context);
    if summary.result_type(&context.read.types).is_some() {
        super::summary::check(context);
        super::status::check(context);
        return;
    }
    check_line(context, template, &summary);
    check_status(context, template, &summary);
}

/// The type that the header of a report tells, where its summary line does not.
pub fn told_type(context: &CheckContext<'_, '_>) -> Option<ResultType> {
    let fields = header_fields(&context.read.source);
    let types = [
        ("doc", ResultType::Digest),
        ("pair", ResultType::Consistency),
        ("task", ResultType::Implementation),
        ("screen", ResultType::DesignPlan),
        ("dimension", ResultType::Consistency),
    ];
    types.into_iter().find(|(key, _)| fields.iter().any(|field| field.key == *key)).map(|(_, told)| told)
}

/// The form of a report of a type, to be filled in; `subject` is what it is on, if that is known.
pub fn form(result_type: ResultType, on_dimension: bool, subject: Option<&str>) -> Option<String> {
    let template = templates::of(result_type, on_dimension)?;
    let mut text = format!("{}: {}\n", template.subject, subject.unwrap_or(template.placeholder));
    for field in template.fields {
        text.push_str(&format!("{}: <{}>\n", field.key, field.words.join("|")));
    }
    for part in template.parts() {
        text.push_str(&format!("\n## {}\n", part.title));
        match part.content {
            Content::Text(what) => text.push_str(&format!("{what}\n")),
            Content::Table(columns) => {
                let names: Vec<&str> = columns.iter().map(|(_, name)| *name).collect();
                text.push_str(&format!("| {} |\n|{}\n", names.join(" | "), "---|".repeat(names.len())));
            }
        }
    }
    Some(format!("{text}\n{}\n", template.line))
}

/// Whether a report of a check on consistency is on a dimension, not on a pair of documents.
pub fn is_on_dimension(context: &CheckContext<'_, '_>) -> bool {
    let result = &context.read.result;
    let Detail::Consistency(detail) = &result.detail else { return false };
    let rated = |word: &str| matches!(word, "good" | "some-issues" | "significant-problems");
    detail.documents.is_empty()
        && (detail.dimension.is_some() || detail.rating.is_some() || result.stated_status.as_deref().is_some_and(rated))
}

fn template(context: &CheckContext<'_, '_>) -> Option<&'static Template> {
    templates::of(context.result_type()?, is_on_dimension(context))
}

/// The header: its fields are there, with the words of the template, and say what the summary line says.
fn check_header(context: &mut CheckContext<'_, '_>, template: &Template, summary: &SummaryLine) {
    let fields = header_fields(&context.read.source);
    let field = |key: &str| fields.iter().find(|field| field.key.eq_ignore_ascii_case(key));
    match field(template.subject).map(|field| field.value) {
        None => context.say(Code::MissingSubject, format!("The header has no `{}`.", template.subject), None),
        Some(value) => {
            let is_one = matches!(&context.read.result.detail, Detail::Consistency(pair) if pair.documents.len() == 1);
            if is_one {
                let message = format!("`PAIR` must name two documents; {} names one.", quote(value));
                let range = field(template.subject).map(|field| field.range.clone());
                context.say(Code::MissingSubject, message, range);
            }
        }
    }
    let missing: Vec<&str> = template.fields.iter().map(|field| field.key).filter(|key| field(key).is_none()).collect();
    if !missing.is_empty() {
        context.say(Code::MissingField, format!("The header lacks {}.", listed(&missing)), None);
    }
    for wanted in template.fields {
        let Some(field) = field(wanted.key) else { continue };
        let Some(word) = leading(field.value, wanted.words) else {
            unknown_word(context, field, wanted);
            continue;
        };
        let is_state = std::ptr::eq(wanted.words, template.words());
        if is_state && differ(word, summary, template.words()) {
            let message =
                format!("`{}` is {word}, but the RESULT line says {}.", wanted.key, quote(&summary.stated_status));
            context.say(Code::StatusDiffers, message, Some(field.range.clone()));
        }
    }
}

/// The word that a value begins with; a remark may stand behind it.
fn leading<'w>(value: &str, words: &[&'w str]) -> Option<&'w str> {
    let value = inline::bare(value);
    let goes_on = |rest: &str| rest.starts_with(|next: char| next.is_alphanumeric() || matches!(next, '-' | '_'));
    words.iter().copied().find(|word| value.strip_prefix(word).is_some_and(|rest| !goes_on(rest)))
}

fn unknown_word(context: &mut CheckContext<'_, '_>, field: &HeaderField<'_>, wanted: &templates::Field) {
    let message = format!("`{}` is {}; it must be one of {}.", wanted.key, quote(field.value), listed(wanted.words));
    let words = inline::words(field.value);
    let meant = wanted.words.iter().find(|word| inline::words(word) == words);
    let edit = meant.map(|word| (field.range.clone(), (*word).to_owned()));
    context.say_with_edit(Code::HeaderWord, message, Some(field.range.clone()), edit);
}

/// Whether a word of the header and the summary line cannot both be right.
fn differ(word: &str, summary: &SummaryLine, words: &[&str]) -> bool {
    let stated = inline::words(&summary.stated_status);
    if words.iter().any(|word| inline::words(word) == stated) {
        return inline::words(word) != stated;
    }
    let states = |meaning: Option<Meaning>| match meaning {
        Some(Meaning::State(status) | Meaning::Means(status)) => vec![status],
        Some(Meaning::Done) => vec![Status::Clean, Status::Findings],
        Some(Meaning::Failed) => vec![Status::Findings, Status::Error],
        None => Vec::new(),
    };
    let (header, line) = (states(status_words::meaning(word)), states(summary.meaning));
    !line.is_empty() && !header.iter().any(|status| line.contains(status))
}

/// The summary line: that it is last, and that its packed figures are right.
fn check_line(context: &mut CheckContext<'_, '_>, template: &Template, summary: &SummaryLine) {
    let range = Some(summary.range.clone());
    if !is_last(&context.read.source, summary) && !context.was_said(Code::SummaryLineNotFirst) {
        context.say(Code::SummaryLineNotLast, "The RESULT line is not the last line.", range.clone());
    }
    if template.result_type == ResultType::Digest {
        match summary.metric("") {
            Some(stated) if sections_read(stated).is_some() => {}
            Some(stated) => {
                let message = format!("{} is not a count of sections such as `12/12 sections read`.", quote(stated));
                context.say(Code::MetricNotANumber, message, range.clone());
            }
            None => {
                let message = "The summary line lacks the count of sections, such as `12/12 sections read`.";
                context.say(Code::MissingMetric, message, range.clone());
            }
        }
    }
    let line = Line::new(context, summary);
    let figures = figures(context, summary, template);
    check_figures(context, summary, &line, &figures);
    let mut keys = BTreeSet::new();
    for (number, metric) in summary.metrics.iter().enumerate() {
        let key = inline::words(&metric.key);
        let known = figures.iter().any(|figure| inline::words(figure.key) == key)
            || EVERYWHERE.contains(&key.as_str())
            || key.is_empty();
        if !known {
            let message = format!("This report does not define the count {}.", quote(&metric.key));
            context.say(Code::UnknownMetric, message, line.metrics.get(number).cloned().or_else(|| range.clone()));
        } else if !key.is_empty() && !keys.insert(key) {
            let message = format!("The summary line has {} twice.", quote(&metric.key));
            context.say(Code::RepeatedField, message, range.clone());
        }
    }
}

/// `12/14 sections read`: how many of how many.
fn sections_read(stated: &str) -> Option<(usize, usize)> {
    let (read, total) = stated.split_whitespace().next()?.split_once('/')?;
    let (read, total) = (read.parse().ok()?, total.parse().ok()?);
    (read <= total).then_some((read, total))
}

fn figures(context: &CheckContext<'_, '_>, summary: &SummaryLine, template: &Template) -> Vec<Figure> {
    let result = &context.read.result;
    // What is settled may be counted or not.
    let open = || result.findings.iter().filter(|finding| finding.state == FindingState::Open);
    match &result.detail {
        Detail::Consistency(_) if template.subject == "PAIR" => {
            vec![Figure::whole("Issues", &[result.findings.len(), open().count()])]
        }
        Detail::Consistency(_) => {
            let all = SEVERITIES.map(|own| result.findings.iter().filter(|finding| finding.severity == own).count());
            let open = SEVERITIES.map(|own| open().filter(|finding| finding.severity == own).count());
            vec![Figure::packed("Findings", &[all, open])]
        }
        Detail::Implementation(work) => {
            let criteria: Option<Vec<bool>> = work.criteria.iter().map(|criterion| criterion.passed).collect();
            let criteria = criteria.map(|passed| [passed.iter().filter(|passed| **passed).count(), passed.len()]);
            vec![Figure::packed("Criteria", &Vec::from_iter(criteria)), gaps(work)]
        }
        Detail::DesignPlan(plan) => {
            // How many the library has is told nowhere else; one that is used twice may be counted once.
            let total = summary.metric("components").and_then(|stated| stated.split_once('/')?.1.trim().parse().ok());
            let names: BTreeSet<&str> = plan.components.iter().map(|component| component.name.as_str()).gather();
            let used = [plan.components.len(), names.len()];
            let used: Vec<[usize; 2]> = total.iter().flat_map(|total| used.map(|used| [used, *total])).collect();
            vec![Figure::packed("Components", &used), Figure::whole("Missing", &[plan.missing.len()])]
        }
        _ => Vec::new(),
    }
}

/// How many gaps of each level there are, where each has one.
pub fn gaps(work: &Implementation) -> Figure {
    let levels: Option<Vec<usize>> = work.gaps.iter().map(|gap| gap_level(gap.level.as_deref()?)).collect();
    let counts = levels.map(|levels| [0, 1, 2].map(|own| levels.iter().filter(|level| **level == own).count()));
    Figure::packed("Gaps", &Vec::from_iter(counts))
}

/// What the status promises, in the words of the agent.
fn check_status(context: &mut CheckContext<'_, '_>, template: &Template, summary: &SummaryLine) {
    let result = &context.read.result;
    let range = status_range(context).or_else(|| context.summary_range());
    let Some(word) = template.words().iter().find(|word| inline::words(word) == inline::words(&summary.stated_status))
    else {
        // One of the four states of the protocol.
        super::status::check(context);
        return;
    };
    let heaviest = result
        .findings
        .iter()
        .filter(|finding| finding.state == FindingState::Open)
        .map(|finding| finding.severity)
        .min();
    let says = |what: &str| format!("The status is {word}, but {what}.");
    let broken = match (*word, &result.detail) {
        ("CONSISTENT", _) if heaviest.is_some() => Some((Code::CleanWithFindings, says("the report lists findings"))),
        ("good", _) if matches!(heaviest, Some(Severity::Critical | Severity::Major)) => {
            Some((Code::CleanWithFindings, says("a finding is critical or major")))
        }
        ("TENSION" | "some-issues", _) if heaviest == Some(Severity::Critical) => {
            Some((Code::StatusTooMild, says("a finding is critical")))
        }
        ("PLANNED", Detail::DesignPlan(plan)) if !plan.missing.is_empty() => {
            Some((Code::CleanWithFindings, says("a component is missing")))
        }
        ("COMPLETE", Detail::Digest(_)) => result.coverage.as_ref().and_then(|coverage| {
            let (read, total) = coverage.covered.zip(coverage.total)?;
            let what = format!("{read} of {total} sections were read");
            (read < total).then(|| (Code::CleanWithFailures, says(&what)))
        }),
        ("COMPLETE", detail) if has_failed(detail) => {
            Some((Code::CleanWithFailures, says("a criterion is not met, or a test failed")))
        }
        ("COMPLETE", _) => stated_failure(context)
            .map(|(code, pair)| (code, format!("The status is COMPLETE, but the summary line says {}.", quote(&pair)))),
        ("FAILED", Detail::Implementation(work)) => {
            let met = !work.criteria.is_empty() && work.criteria.iter().all(|criterion| criterion.passed == Some(true));
            let blocked = work.gaps.iter().any(|gap| gap.level.as_deref().and_then(gap_level) == Some(2));
            (met && !blocked && !has_failed(&result.detail))
                .then(|| (Code::FindingsWithoutFailures, says("every criterion is met")))
        }
        _ => None,
    };
    if let Some((code, message)) = broken {
        context.say(code, message, range);
    }
}

/// The words of criteria and gaps.
fn records(context: &mut CheckContext<'_, '_>) {
    let Detail::Implementation(work) = &context.read.result.detail else { return };
    for criterion in &work.criteria {
        let Some(stated) = &criterion.stated_status else { continue };
        let own = criterion.passed.map(|passed| if passed { "PASS" } else { "FAIL" });
        word(context, Listed::Criteria, criterion.span, "stated_status", stated, own, &["PASS", "FAIL"]);
    }
    for gap in &work.gaps {
        let Some(stated) = &gap.level else { continue };
        let own = gap_level(stated).and_then(|level| ["L0", "L1", "L2"].get(level).copied());
        word(context, Listed::Gaps, gap.span, "level", stated, own, &["L0", "L1", "L2"]);
    }
}

/// Says of a record that a cell has none of the words of the template; `own` is the one that it was read as.
pub fn word(
    context: &mut CheckContext<'_, '_>,
    kind: Listed,
    span: crate::model::Span,
    column: &str,
    stated: &str,
    own: Option<&'static str>,
    words: &[&str],
) {
    let said = inline::words(stated);
    if words.iter().any(|word| inline::words(word) == said) {
        return;
    }
    let is_table = context.row(span).is_some_and(|(listing, _)| listing.listed == kind);
    let cell = context.cell(span, column).filter(|_| is_table);
    let message = match own {
        Some(own) => format!("{} was read as {own}.", quote(stated)),
        None => format!("{} is not one of {}.", quote(stated), listed(words)),
    };
    // What says more than one word is not replaced by one.
    let edit = cell.clone().zip(own).filter(|_| !said.contains(' ') && !stated.trim().is_empty());
    let edit = edit.map(|(cell, own)| (cell, own.to_owned()));
    context.say_with_edit(Code::RecordWord, message, cell.or_else(|| Some(span.bytes())), edit);
    if own.is_some()
        && let Some(said) = context.said.last_mut()
    {
        said.level = Level::Note;
    }
}
