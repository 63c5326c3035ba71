//! The summary line: what it is on, its figures, and whether they are right. See `docs/formats/protocol-v1.md`,
//! "Result types" and "Status".

use std::collections::BTreeSet;
use std::ops::Range;

use super::agent_report;
use super::context::{CheckContext, Listed, Listing};
use super::edits;
use crate::model::{
    Code, Detail, Dialect, FindingState, ItemStatus, Level, Outcome, ResultType, Severity, Status, TestOutcome, quote,
};
use crate::part::figures;
use crate::part::records;
use crate::part::summary_line::{self, SummaryLine};
use crate::part::units::Identity;
use crate::text::inline;

/// A figure of a summary line: its key, and what may stand there.
pub struct Figure {
    /// Its key.
    pub key: &'static str,
    form: Form,
    /// The number of what is listed; more than one where records may be counted in several ways.
    right: Vec<String>,
}

/// How a figure is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// `3`
    Whole,
    /// So many numbers, parted by slashes: `3/4`, `1/0/2/0`
    Packed(usize),
}

impl Figure {
    /// One number.
    pub fn whole(key: &'static str, counts: &[usize]) -> Self {
        Self::new(key, Form::Whole, counts.iter().map(usize::to_string))
    }

    /// A part of a whole.
    pub fn ratio(key: &'static str, counts: &[(usize, usize)]) -> Self {
        let ratios: Vec<[usize; 2]> = counts.iter().map(|(part, whole)| [*part, *whole]).collect();
        Self::packed(key, &ratios)
    }

    /// Several numbers in one. Without any that would be right, it is only looked at whether it is one.
    pub fn packed<const N: usize>(key: &'static str, counts: &[[usize; N]]) -> Self {
        let written = |numbers: &[usize; N]| numbers.map(|number| number.to_string()).join("/");
        Self::new(key, Form::Packed(N), counts.iter().map(written))
    }

    fn new(key: &'static str, form: Form, right: impl Iterator<Item = String>) -> Self {
        let mut right: Vec<String> = right.collect();
        right.dedup();
        Self { key, form, right }
    }

    /// What stands there if it is right; `None` where that may be more than one thing.
    fn only(&self) -> Option<&str> {
        match self.right.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    /// A figure as written, without blanks and leading zeros; `None` where it is none.
    fn read(&self, written: &str) -> Option<String> {
        let length = match self.form {
            Form::Whole => 1,
            Form::Packed(length) => length,
        };
        let number = |text: &str| text.trim().parse::<usize>().ok().map(|number| number.to_string());
        let numbers: Option<Vec<String>> = written.split('/').take(length + 1).map(number).collect();
        numbers.filter(|numbers| numbers.len() == length).map(|numbers| numbers.join("/"))
    }

    /// The one number that is meant where it is not written as a figure: `three`.
    fn meant(&self, written: &str) -> Option<String> {
        let count = figures::whole(written).filter(|_| self.form == Form::Whole)?;
        Some(count.to_string())
    }
}

/// Pairs that may stand on any summary line.
pub const EVERYWHERE: [&str; 3] = ["coverage", "reason", "recovery"];

/// Pairs that may stand where an agent reports on a dimension.
const OF_A_DIMENSION: [&str; 10] = [
    "dimension",
    "confirmed",
    "failed",
    "sections",
    "entities",
    "cross refs",
    "items",
    "applied",
    "partial",
    "missing",
];

/// Checks the summary line.
pub fn check(context: &mut CheckContext<'_, '_>) {
    let Some(summary) = context.read.summary.clone() else { return };
    let Some(result_type) = context.result_type().filter(|_| summary.result_type(&context.read.types).is_some()) else {
        return;
    };
    let subject = subject(result_type);
    let line = Line::new(context, &summary);
    let positional = summary.metrics.first().filter(|first| first.key.is_empty()).map(|first| first.value.as_str());
    if let Some(subject) = subject.filter(|_| !context.is_headed()) {
        let dimension = context.is_on_dimension().then_some(&"dimension");
        let keys = std::iter::once(&subject.words).chain(subject.others).chain(dimension);
        let stated = keys.into_iter().find_map(|key| summary.metric(key));
        if !stated.or(positional).is_some_and(says) {
            let message = format!("The summary line has no `{}`.", subject.key);
            context.say(Code::MissingSubject, message, Some(summary.range.clone()));
            if let (ResultType::Custom(_), Some(said)) = (result_type, context.said.last_mut()) {
                said.help = Some("Name what was examined: `Scope: <what>`.".to_owned());
            }
        }
    }
    check_pair(context, &summary, &line);
    check_order(context, &summary, &line);
    let figures = figures_of(context, result_type);
    check_figures(context, &summary, &line, &figures);
    let on_dimension = context.is_on_dimension();
    let known = |key: &str| {
        EVERYWHERE.contains(&key)
            || subject.is_some_and(|subject| subject.words == key || subject.others.contains(&key))
            || figures.iter().any(|figure| inline::words(figure.key) == key)
            || (result_type == ResultType::Consistency && matches!(key, "dimension" | "mode" | "rating"))
            || (is_on_findings(result_type) && key == "advisory")
            || (result_type == ResultType::Verification && key == "dimension")
            || (on_dimension && OF_A_DIMENSION.contains(&key))
            || key.is_empty()
    };
    let mut keys = BTreeSet::new();
    for (number, metric) in summary.metrics.iter().enumerate() {
        let key = inline::words(&metric.key);
        let range = || line.metrics.get(number).cloned().unwrap_or_else(|| summary.range.clone());
        if !known(&key) {
            let message =
                format!("The type {1} does not define the count {0}.", quote(&metric.key), result_type.word());
            context.say(Code::UnknownMetric, message, Some(range()));
        } else if !key.is_empty() && !keys.insert(key) {
            let message = format!("The summary line has {} twice.", quote(&metric.key));
            context.say(Code::RepeatedField, message, Some(range()));
        }
    }
    check_end(context, &summary, &line);
}

/// A pair is of two documents.
fn check_pair(context: &mut CheckContext<'_, '_>, summary: &SummaryLine, line: &Line) {
    let Some(pair) = summary.metric("pair").filter(|pair| says(pair)) else { return };
    let count = Identity::of(pair).map_or(0, |pair| pair.each().count().max(1));
    if count != 2 && context.result_type() == Some(ResultType::Consistency) {
        let documents = if count == 1 { "one" } else { "more than two" };
        let message = format!("`Pair` must name two documents; {} names {documents}.", quote(pair));
        context.say(Code::MissingSubject, message, line.value("pair").or_else(|| Some(summary.range.clone())));
    }
}

/// The type comes right behind the status.
fn check_order(context: &mut CheckContext<'_, '_>, summary: &SummaryLine, line: &Line) {
    let Some(plain) = &line.plain else { return };
    let place = plain.pairs.iter().position(|(key, _)| key.eq_ignore_ascii_case("type"));
    if place.is_some_and(|place| place > 0) {
        let message = "The type does not directly follow the status.";
        let edit = edits::rewritten(context, summary);
        context.say_with_edit(
            Code::PairOrder,
            message,
            line.value("type").or_else(|| Some(summary.range.clone())),
            edit,
        );
    }
}

/// Whether the figures of a type count findings.
fn is_on_findings(result_type: ResultType) -> bool {
    matches!(result_type, ResultType::Consistency | ResultType::Custom(_))
}

/// Whether a value says something: no placeholder, no dash, no "n/a".
fn says(value: &str) -> bool {
    !inline::is_wordless(value) && !value.trim_start().starts_with('<') && !records::is_none(value)
}

/// What a type is on.
#[derive(Clone, Copy)]
struct Subject {
    key: &'static str,
    words: &'static str,
    others: &'static [&'static str],
}

fn subject(result_type: ResultType) -> Option<Subject> {
    let (key, words, others): (_, _, &[&str]) = match result_type {
        ResultType::Digest => ("Doc", "doc", &["document"]),
        ResultType::Consistency => ("Pair", "pair", &["documents", "dimension"]),
        ResultType::Implementation => ("Task", "task", &[]),
        ResultType::DesignPlan => ("Screen", "screen", &[]),
        ResultType::Custom(_) => {
            ("Scope", "scope", &["doc", "document", "pair", "documents", "task", "screen", "dimension"])
        }
        ResultType::Verification => return None,
    };
    Some(Subject { key, words, others })
}

/// A summary line and where its parts stand, if it is written plainly.
pub struct Line {
    start: usize,
    plain: Option<summary_line::Plain>,
    /// Where the values of its metrics stand, in order.
    pub metrics: Vec<Range<usize>>,
}

impl Line {
    /// Takes the line of a reply apart.
    pub fn new(context: &CheckContext<'_, '_>, summary: &SummaryLine) -> Self {
        let plain = summary_line::plain(context.text(summary.range.clone()));
        let start = summary.range.start;
        let pairs = plain.iter().flat_map(|plain| &plain.pairs).filter(|(key, _)| !key.eq_ignore_ascii_case("type"));
        let metrics = pairs.map(|(_, range)| range.start + start..range.end + start).collect();
        Self { start, plain, metrics }
    }

    /// Where the value of a key stands.
    pub fn value(&self, key: &str) -> Option<Range<usize>> {
        let wanted = inline::words(key);
        let pairs = &self.plain.as_ref()?.pairs;
        let (_, range) = pairs.iter().find(|(key, _)| inline::words(key) == wanted)?;
        Some(range.start + self.start..range.end + self.start)
    }

    /// Where a pair is put in: after the nearest of those before it that is there.
    fn end_of(&self, before: &[&str]) -> Option<Range<usize>> {
        let after = before.iter().rev().find_map(|key| self.value(key)).or_else(|| self.value("type"));
        let end = after.map_or_else(|| self.status_end(), |after| Some(after.end))?;
        Some(end..end)
    }

    /// Where the status ends, on a line that has no type.
    fn status_end(&self) -> Option<usize> {
        let plain = self.plain.as_ref()?;
        Some(plain.status.end + self.start)
    }

    fn end(&self) -> Option<Range<usize>> {
        let (_, last) = self.plain.as_ref()?.pairs.last()?;
        Some(last.end + self.start..last.end + self.start)
    }
}

/// Checks that the figures are there, and are the numbers of what is listed.
pub fn check_figures(context: &mut CheckContext<'_, '_>, summary: &SummaryLine, line: &Line, figures: &[Figure]) {
    let subject = context.result_type().and_then(subject).map(|subject| subject.key);
    for (number, figure) in figures.iter().enumerate() {
        let before: Vec<&'static str> =
            subject.into_iter().chain(figures.iter().take(number).map(|figure| figure.key)).collect();
        let Some(stated) = summary.metric(&inline::words(figure.key)) else {
            // What was given up need not be counted.
            if !context.is_cut_short() {
                let message = format!("The summary line has no `{}`.", figure.key);
                let text =
                    figure.only().filter(|_| knows_all(context)).map(|count| format!(" | {}: {count}", figure.key));
                let edit = line.end_of(&before).zip(text);
                context.say_with_edit(Code::MissingMetric, message, Some(summary.range.clone()), edit);
            }
            continue;
        };
        let place = line.value(figure.key);
        let range = place.clone().unwrap_or_else(|| summary.range.clone());
        match figure.read(stated) {
            Some(count) if figure.right.is_empty() || figure.right.contains(&count) => {}
            Some(count) => mismatch(context, figure, stated, &count, range, place),
            None => {
                let message = format!("`{}` is {}, which is not a number.", figure.key, quote(stated));
                // A number in words is one word.
                let word = !stated.is_empty() && stated.chars().all(char::is_alphabetic);
                let meant = figure.meant(stated);
                let is_right = meant.as_ref().is_none_or(|count| figure.right.contains(count));
                let sure = figure.only().filter(|_| word && is_right && knows_all(context)).map(str::to_owned);
                context.say_with_edit(Code::MetricNotANumber, message, Some(range.clone()), place.clone().zip(sure));
                if let Some(count) = meant.filter(|_| !is_right && !figure.right.is_empty()) {
                    mismatch(context, figure, stated, &count, range, place);
                }
            }
        }
    }
}

/// Says that a figure is not the number of what is listed.
///
/// A figure that is too low is corrected. One that is too high may count what was left out, or what stands in a form that
/// is not read: then it is for the subagent to say which is right. The tables of a digest, an implementation and a plan
/// are not fixed, so there it is a warning.
fn mismatch(
    context: &mut CheckContext<'_, '_>,
    figure: &Figure,
    stated: &str,
    count: &str,
    range: Range<usize>,
    place: Option<Range<usize>>,
) {
    let low = figure.right.iter().all(|right| is_below(count, right));
    let free = context.read.result.dialect != Dialect::Bowser
        && !context.result_type().is_some_and(|of| of == ResultType::Verification || is_on_findings(of));
    let counts_all = context.is_cut_short() && !context.result_type().is_some_and(is_on_findings);
    if !low && (counts_all || (figure.key == "Tests" && tells_number(context, count))) {
        return;
    }
    let message =
        format!("`{}` states {}, but the reply lists {}.", figure.key, quote(stated), figure.right.join(" or "));
    let sure = figure.only().filter(|_| low).map(str::to_owned);
    let place = place.filter(|place| !place.is_empty());
    context.say_with_edit(Code::CountMismatch, message, Some(range), place.zip(sure));
    if free
        && !low
        && let Some(said) = context.said.last_mut()
    {
        said.level = Level::Warning;
    }
}

/// Whether no number of a figure is above that of another.
fn is_below(count: &str, other: &str) -> bool {
    let number = |text: &str| text.parse::<usize>().unwrap_or(usize::MAX);
    count.split('/').zip(other.split('/')).all(|(one, two)| number(one) <= number(two))
}

/// Whether a text about the tests gives the number of all of them: `All 12 tests pass`.
fn tells_number(context: &CheckContext<'_, '_>, count: &str) -> bool {
    let total = count.rsplit('/').next().unwrap_or_default();
    let result = &context.read.result;
    let Detail::Implementation(work) = &result.detail else { return false };
    let texts = work.tests.iter().flat_map(|test| [Some(test.name.as_str()), test.notes.as_deref()]);
    let mut texts = texts
        .flatten()
        .chain(result.remainder.iter().map(|left| left.text.as_str()))
        .chain(result.confirmation.as_deref());
    texts.any(|text| text.split(|character: char| !character.is_ascii_digit()).any(|number| number == total))
}

/// PARTIAL and ERROR say on the summary line how much was covered, and why it is not all.
fn check_end(context: &mut CheckContext<'_, '_>, summary: &SummaryLine, line: &Line) {
    if !context.is_cut_short() || summary.meaning.is_none() {
        return;
    }
    let result = &context.read.result;
    let status = result.status.word();
    let field = |key: &str| {
        result.metadata.extra.iter().find(|field| inline::words(&field.key) == key).map(|field| field.value.clone())
    };
    let coverage = (Code::CoverageNotStated, "Coverage", result.metadata.coverage.clone());
    for (code, key, elsewhere) in [coverage, (Code::ReasonNotStated, "Reason", field("reason"))] {
        if summary.metric(&inline::words(key)).is_some_and(says) {
            continue;
        }
        let text = elsewhere
            .filter(|text| says(text))
            .map(|text| format!(" | {key}: {}", one_line(&text).replace('|', "\\|")));
        match line.end().zip(text) {
            Some(edit) => {
                let message = format!("The summary line has no `{key}`, but the metadata does.");
                context.say_with_edit(Code::MissingMetric, message, Some(summary.range.clone()), Some(edit));
            }
            None => {
                let message = format!("The status is {status}, but the summary line has no `{key}`.");
                context.say(code, message, Some(summary.range.clone()));
            }
        }
        // What failed entirely covered nothing.
        if key == "Coverage"
            && result.status == Status::Error
            && let Some(said) = context.said.last_mut()
        {
            said.level = Level::Warning;
        }
    }
}

/// Whether nothing was left unread that a figure may have counted.
fn knows_all(context: &CheckContext<'_, '_>) -> bool {
    let result = &context.read.result;
    let left_over = result.remainder.iter().any(|left| left.text.contains(char::is_alphanumeric));
    let doubtful = [
        Code::CutOff,
        Code::BoundReached,
        Code::TablePassedOver,
        Code::FindingsNotRead,
        Code::StatusTakenBack,
        Code::DiscussionWithoutFinding,
    ]
    .into_iter()
    .any(|code| context.was_said(code));
    // What stands beside a list, or below the word that there is nothing, is no part of it.
    let is_list = |table: &Listing| matches!(table.listed, Listed::Findings | Listed::Items);
    let lists = !result.findings.is_empty() || context.tables.iter().any(is_list) || result.status == Status::Clean;
    !doubtful && (lists || !left_over)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What the figures of a type are.
fn figures_of(context: &CheckContext<'_, '_>, result_type: ResultType) -> Vec<Figure> {
    let result = &context.read.result;
    // Figures of the reports of agents, which may stand here too.
    let stated = |key: &str| context.read.summary.as_ref()?.metric(key);
    match (&result.detail, result_type) {
        // What an agent digests or verifies on a dimension is listed nowhere.
        (Detail::Digest(_) | Detail::Verification(_), _) if context.is_on_dimension() => Vec::new(),
        (Detail::Digest(digest), _) => vec![
            // The later report of a document's reader has no inventory.
            match digest.sections.len() {
                0 if result.dialect == Dialect::AgentReport => Figure::packed::<1>("Sections", &[]),
                count => Figure::whole("Sections", &[count]),
            },
            Figure::whole("Entities", &[digest.terms.len() + digest.entities.len()]),
            Figure::whole("Cross-refs", &[digest.references.len()]),
        ],
        (Detail::Verification(list), _) => {
            let count = |status| [list.items.iter().filter(|item| item.status == status).count()];
            vec![
                Figure::whole("Items", &[list.items.len()]),
                Figure::whole("Applied", &count(ItemStatus::Applied)),
                Figure::whole("Partial", &count(ItemStatus::Partial)),
                Figure::whole("Missing", &count(ItemStatus::Missing)),
            ]
        }
        (Detail::Implementation(work), _) => {
            let met = work.criteria.iter().filter(|criterion| criterion.passed == Some(true)).count();
            let levels = stated("gaps").filter(|value| value.contains('/')).map(|_| agent_report::gaps(work));
            let figures = [
                Figure::whole("Files", &[work.files.len()]),
                Figure::ratio("Criteria", &[(met, work.criteria.len())]),
                Figure::ratio("Tests", &tests(&work.tests)),
            ];
            figures.into_iter().chain(levels).collect()
        }
        (Detail::DesignPlan(plan), _) => {
            let missing = stated("missing").map(|_| Figure::whole("Missing", &[plan.missing.len()]));
            [Figure::whole("Components", &[plan.components.len()])].into_iter().chain(missing).collect()
        }
        (_, ResultType::Consistency | ResultType::Custom(_)) => {
            // What is settled may be counted or not.
            let count = |severity: Option<Severity>| {
                let of = result.findings.iter().filter(|finding| severity.is_none_or(|own| own == finding.severity));
                [of.clone().count(), of.filter(|finding| finding.state == FindingState::Open).count()]
            };
            vec![
                Figure::whole("Findings", &count(None)),
                Figure::whole("Critical", &count(Some(Severity::Critical))),
                Figure::whole("Major", &count(Some(Severity::Major))),
                Figure::whole("Minor", &count(Some(Severity::Minor))),
            ]
        }
        _ => Vec::new(),
    }
}

/// How many tests passed, of how many. Where each record counts tests of its own, records may be counted or tests.
fn tests(tests: &[TestOutcome]) -> Vec<(usize, usize)> {
    let number = |count: Option<u32>| count.map_or(0, |count| count as usize);
    let passed = tests.iter().filter(|test| test.outcome == Some(Outcome::Pass)).count();
    let records = (passed, tests.len());
    if tests.is_empty() || tests.iter().any(|test| test.passed.is_none()) {
        return vec![records];
    }
    let sums = tests.iter().fold((0, 0), |(part, whole), test| {
        let passed = number(test.passed);
        (part + passed, whole + test.total.map_or(passed + number(test.failed), |total| total as usize))
    });
    vec![sums, records]
}

/// The status on the summary line, where it stands plainly.
pub fn status_range(context: &CheckContext<'_, '_>) -> Option<Range<usize>> {
    let summary = context.read.summary.as_ref()?;
    let plain = summary_line::plain(context.text(summary.range.clone()))?;
    Some(plain.status.start + summary.range.start..plain.status.end + summary.range.start)
}

/// The change that puts a status on the summary line.
pub fn status_edit(context: &CheckContext<'_, '_>, status: Status) -> Option<(Range<usize>, String)> {
    status_range(context).map(|range| (range, status.word().to_owned()))
}
