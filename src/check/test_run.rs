//! Checks stories and scenarios against their templates. See `docs/formats/bowser.md`, "What is checked".

use std::ops::Range;

use super::agent_report::word;
use super::context::{CheckContext, Listed, listed};
use super::findings::say_columns;
use super::status::stated_failure;
use super::summary::{Figure, Line, check_figures, status_range};
use crate::dialect::bowser::{Told, is_failure, ratio, told_in, verdict_of};
use crate::model::{Code, Detail, Status, Step, Steps, quote};
use crate::part::status_words::Meaning;
use crate::part::{columns, records};
use crate::text::blocks::{Block, BlockKind, heading_text, is_rule};
use crate::text::{fields, inline};

/// The form of a report on a story, to be filled in.
pub const STORY: &str = "<✅ SUCCESS or ❌ FAILURE>\n\n**Story:** <name>\n**Steps:** <passed>/<total> passed\n\
    **Failed at:** Step <number>\n**Screenshots:** <folder>\n\n| # | Step | Status | Screenshot |\n|---|---|---|---|\n\
    | 1 | <what was done> | <PASS, FAIL or SKIPPED> | <file> |\n\n### Failure Detail\n**Step <number>:** <what was done>\n\
    **Expected:** <what should have happened>\n**Actual:** <what happened>\n\n### Console Errors\n<messages, or None>\n\n\
    RESULT: <PASS|FAIL> | Steps: <passed>/<total>\n\n\"Failed at\" and the last two sections only where a step failed.\n";

/// The form of a report on a scenario.
pub const SCENARIO: &str = "RESULT: <PASS|FAIL|BLOCKED> | scenario=<id> | runtime=<name>\nNATIVE: <what was seen>\nSTEPS:\n\
    | # | Command | Exit | Observed | Expected | Match |\n|---|---|---|---|---|---|\nDEVIATIONS: <from the scenario>\n\
    NOTES: <anything else>\n";

const STORY_COLUMNS: [(&str, &str); 4] =
    [("number", "#"), ("action", "Step"), ("stated_status", "Status"), ("screenshot", "Screenshot")];

const SCENARIO_COLUMNS: [(&str, &str); 6] = [
    ("number", "#"),
    ("action", "Command"),
    ("exit", "Exit"),
    ("observed", "Observed"),
    ("expected", "Expected"),
    ("stated_status", "Match"),
];

/// The longest name of a failed step that is compared with the steps, in bytes.
const FAILED_AT_LIMIT: usize = 500;

/// Checks a report on a story or a scenario.
pub fn check(context: &mut CheckContext<'_, '_>) {
    let Detail::Steps(story) = &context.read.result.detail else { return };
    let labels = Labels::of(context);
    // Of several stories in one reply the verdicts, figures and fields are each on one of them.
    let one = !context.was_said(Code::SeveralStories);
    if let Some(verdict) = labels.verdict.as_ref().filter(|_| one) {
        check_verdict(context, verdict);
    }
    if is_scenario(context) {
        check_scenario(context, story, &labels);
    } else if one {
        check_story(context, story, &labels);
    }
    check_steps(context, story);
    if one {
        check_counts(context, story, &labels);
    }
    if one {
        check_status(context, story, &labels);
    } else {
        check_verdicts(context, story, &labels);
    }
}

/// Whether a report is on a scenario.
pub fn is_scenario(context: &CheckContext<'_, '_>) -> bool {
    let summary = context.read.summary.as_ref();
    let Detail::Steps(story) = &context.read.result.detail else { return false };
    let labelled = story.notes.keys().any(|key| matches!(inline::words(key).as_str(), "native" | "deviations"));
    summary.is_some_and(|summary| summary.metric("scenario").is_some()) || (labelled && story.story.is_none())
}

/// What stands on lines of its own: the verdict, the fields, the headings.
struct Labels<'t> {
    verdict: Option<Verdict<'t>>,
    /// Further verdicts.
    verdicts: Vec<Verdict<'t>>,
    /// The fields, by the words of their keys: the value, and where it stands.
    fields: Vec<(String, &'t str, Range<usize>)>,
    headings: Vec<String>,
}

struct Verdict<'t> {
    text: &'t str,
    meaning: Meaning,
    line: usize,
    range: Range<usize>,
}

impl<'t> Labels<'t> {
    fn of(context: &CheckContext<'_, 't>) -> Self {
        let source = &context.read.source;
        let mut labels = Self { verdict: None, verdicts: Vec::new(), fields: Vec::new(), headings: Vec::new() };
        let is_text =
            |block: &&Block| !matches!(block.kind, BlockKind::Fence { .. } | BlockKind::Table | BlockKind::ThinkBlock);
        for block in source.blocks().iter().filter(is_text) {
            if matches!(block.kind, BlockKind::Heading { .. }) {
                labels.headings.push(inline::words(heading_text(source.line(block.lines.start))));
            }
            for number in block.lines.clone() {
                let line = source.line(number);
                let Some(start) = source.lines().get(number).map(|line| line.content.start) else { continue };
                let end = start + line.trim_end().len();
                if let Some(meaning) = verdict_of(line) {
                    let text = inline::bare(heading_text(line));
                    let verdict = Verdict { text, meaning, line: number, range: start..end };
                    match labels.verdict {
                        None => labels.verdict = Some(verdict),
                        Some(_) => labels.verdicts.push(verdict),
                    }
                }
                if let Some((key, value, _)) = fields::scan(line) {
                    labels.fields.push((inline::words(key), value, end.saturating_sub(value.len())..end));
                }
            }
        }
        labels
    }

    fn field(&self, key: &str) -> Option<(&'t str, Range<usize>)> {
        let field = self.fields.iter().find(|(own, _, _)| own == key);
        field.map(|(_, value, range)| (*value, range.clone()))
    }

    /// Whether there is a field or a heading of a name.
    fn has(&self, names: &[&str]) -> bool {
        let is_named = |words: &str| names.contains(&words);
        self.fields.iter().any(|(key, _, _)| is_named(key)) || self.headings.iter().any(|words| is_named(words))
    }
}

fn check_verdict(context: &mut CheckContext<'_, '_>, verdict: &Verdict<'_>) {
    let Some(summary) = context.read.summary.clone() else { return };
    let failed = summary.meaning == Some(Meaning::Failed)
        || is_failure(&summary.stated_status)
        || matches!(summary.meaning, Some(Meaning::Means(Status::Error) | Meaning::State(Status::Error)));
    let agrees = match (verdict.meaning, summary.meaning) {
        (Meaning::Done, Some(meaning)) => meaning == Meaning::Done || meaning == Meaning::State(Status::Clean),
        (_, Some(_)) => failed || summary.meaning == Some(Meaning::State(Status::Findings)),
        (_, None) => true,
    };
    if !agrees {
        let message = format!(
            "The verdict is {}, but the RESULT line says {}.",
            quote(verdict.text),
            quote(&summary.stated_status)
        );
        context.say(Code::StatusDiffers, message, Some(verdict.range.clone()));
    }
}

/// The fields and sections of a story.
fn check_story(context: &mut CheckContext<'_, '_>, story: &Steps, labels: &Labels<'_>) {
    if story.story.as_deref().is_none_or(inline::is_wordless) {
        context.say(Code::MissingSubject, "The report does not name its story.", None);
    }
    let on_line = context.read.summary.as_ref().is_some_and(|summary| summary.metric("steps").is_some());
    let fails = story.failed().next().is_some() || meaning(context, labels) == Some(Meaning::Failed);
    let mut missing = Vec::new();
    if !on_line && labels.field("steps").is_none_or(|(value, _)| ratio(value).is_none()) {
        missing.push("Steps");
    }
    if fails && labels.field("failed at").is_none() {
        missing.push("Failed at");
    }
    if !labels.has(&["screenshots", "screenshot"]) {
        missing.push("Screenshots");
    }
    if !missing.is_empty() {
        context.say(Code::MissingField, format!("The report lacks {}.", listed(&missing)), None);
    }
    let mut sections = Vec::new();
    if story.steps.is_empty() && context.read.result.status != Status::Error {
        sections.push("the table of steps");
    }
    if fails && story.failure.is_none() && !labels.has(&["failure detail", "failure details", "failure"]) {
        sections.push("Failure Detail");
    }
    if fails && !labels.has(&["console errors", "js console errors"]) {
        sections.push("Console Errors");
    }
    if !sections.is_empty() {
        context.say(Code::MissingSection, format!("The report lacks {}.", listed(&sections)), None);
    }
    if let Some(failure) = story.failure.as_deref().filter(|_| fails) {
        check_failure(context, failure);
    }
    check_columns(context, &STORY_COLUMNS);
    check_failed_at(context, story, labels);
}

/// The step, and what was expected and happened, in the detail of a failure.
fn check_failure(context: &mut CheckContext<'_, '_>, failure: &str) {
    let told: Vec<Told> = failure.lines().filter_map(|line| told_in(line).map(|(told, _)| told)).collect();
    let wanted = [("Step", Told::Step), ("Expected", Told::Expected), ("Actual", Told::Observed)];
    let missing: Vec<&str> =
        wanted.into_iter().filter_map(|(key, one)| (!told.contains(&one)).then_some(key)).collect();
    if !missing.is_empty() {
        context.say(Code::MissingField, format!("The failure detail lacks {}.", listed(&missing)), None);
    }
}

/// "Failed at" names a step that failed.
fn check_failed_at(context: &mut CheckContext<'_, '_>, story: &Steps, labels: &Labels<'_>) {
    let Some((value, range)) = labels.field("failed at") else { return };
    let said = inline::words(value);
    // A long text is compared with no step.
    if value.len() > FAILED_AT_LIMIT || records::is_none(value) || said.is_empty() || !story.is_told() {
        return;
    }
    if names_failed_step(story, &said) {
        return;
    }
    let mut failed = story.failed();
    let message = match failed.next() {
        Some(_) => format!("`Failed at` names {}, which is not a failed step.", quote(value)),
        None => format!("`Failed at` names {}, but no step failed.", quote(value)),
    };
    let only = story.failed().next().filter(|step| failed.next().is_none() && !step.number.is_empty());
    let edit = only.filter(|_| is_step(&said)).map(|step| (range.clone(), format!("Step {}", step.number)));
    context.say_with_edit(Code::WrongFailedStep, message, Some(range), edit);
}

/// Whether some words name a step that failed: by its number, which comes first; else by all of its words,
/// or by some that no other step has.
fn names_failed_step(story: &Steps, said: &str) -> bool {
    let numbered = said.strip_prefix("step ").unwrap_or(said);
    let begins = |step: &&Step| {
        let number = inline::words(&step.number);
        !number.is_empty()
            && numbered.strip_prefix(number.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    if numbered.starts_with(|first: char| first.is_ascii_digit()) {
        let named = story.steps.iter().filter(begins).max_by_key(|step| step.number.len());
        if named.is_some() || numbered.len() < said.len() {
            return named.is_some_and(|step| step.passed == Some(false));
        }
    }
    let others = || story.steps.iter().filter(|step| step.passed != Some(false));
    let is_all = |step: &Step| inline::words(&step.action) == said;
    let is_said = |step: &Step| holds_words(said, &inline::words(&step.action));
    let is_part = |step: &Step| holds_words(&inline::words(&step.action), said);
    if story.failed().any(is_all) || others().any(is_all) {
        return story.failed().any(is_all);
    }
    story.failed().any(is_said) || (story.failed().any(is_part) && !others().any(is_part))
}

/// Whether some words hold others, as whole words.
fn holds_words(words: &str, wanted: &str) -> bool {
    !wanted.is_empty() && format!(" {words} ").contains(&format!(" {wanted} "))
}

/// `step 2`, and nothing more: what says more is not replaced.
fn is_step(said: &str) -> bool {
    let number = said.strip_prefix("step ").unwrap_or(said);
    !number.is_empty() && number.chars().all(|digit| digit.is_ascii_digit())
}

/// The labels of a scenario.
fn check_scenario(context: &mut CheckContext<'_, '_>, story: &Steps, labels: &Labels<'_>) {
    if story.story.is_none() {
        context.say(Code::MissingSubject, "The report does not name its scenario.", None);
    }
    let mut missing: Vec<&str> =
        ["NATIVE", "DEVIATIONS", "NOTES"].into_iter().filter(|name| !labels.has(&[&name.to_lowercase()])).collect();
    if story.steps.is_empty() && !labels.has(&["steps"]) {
        missing.insert(missing.len().min(1), "STEPS");
    }
    if !missing.is_empty() {
        context.say(Code::MissingSection, format!("The report lacks {}.", listed(&missing)), None);
    }
    check_columns(context, &SCENARIO_COLUMNS);
}

fn check_columns(context: &mut CheckContext<'_, '_>, wanted: &[(&str, &str)]) {
    let mut tables = Vec::new();
    for listing in context.tables.iter().filter(|listing| listing.listed == Listed::Steps) {
        let Some(header) = listing.table.rows.first() else { continue };
        // A header may say more than its name: `Observed (key output)`.
        let named = |title: &str| {
            let is_named = |written: &str| {
                let key = columns::key(written);
                key == columns::key(title) || key.starts_with(&format!("{} ", columns::key(title)))
            };
            listing.columns.iter().position(|column| is_named(&column.written))
        };
        let place = |(name, title): &(&str, &str)| listing.column(name).or_else(|| named(title));
        let range = context.read.source.lines_range(header.line..header.line + 1);
        tables.push((range, wanted.iter().map(place).collect::<Vec<_>>()));
    }
    let titles: Vec<&str> = wanted.iter().map(|(_, title)| *title).collect();
    for (range, places) in tables {
        say_columns(context, "of steps", &titles, &places, titles.len(), range);
    }
}

/// The words of the steps; those of a scenario are free.
fn check_steps(context: &mut CheckContext<'_, '_>, story: &Steps) {
    if is_scenario(context) {
        return;
    }
    for step in &story.steps {
        let Some(stated) = &step.stated_status else { continue };
        let own = match step.passed {
            Some(true) => Some("PASS"),
            Some(false) => Some("FAIL"),
            None => step.was_skipped().then_some("SKIPPED"),
        };
        word(context, Listed::Steps, step.span, "stated_status", stated, own, &["PASS", "FAIL", "SKIPPED"]);
    }
}

/// The figures of the field and of the summary line are those of the table.
fn check_counts(context: &mut CheckContext<'_, '_>, story: &Steps, labels: &Labels<'_>) {
    let counted = [story.steps.iter().filter(|step| step.passed == Some(true)).count(), story.steps.len()];
    let known = story.is_told();
    let right: &[[usize; 2]] = if known { &[counted] } else { &[] };
    let on_line = context.read.summary.clone();
    // A scenario has no figures.
    if let Some(summary) = on_line.as_ref().filter(|summary| !is_scenario(context) || summary.metric("steps").is_some())
    {
        let line = Line::new(context, summary);
        check_figures(context, summary, &line, &[Figure::packed("Steps", right)]);
    }
    let Some((value, range)) = labels.field("steps") else { return };
    let Some((passed, total, _)) = ratio(value) else { return };
    let stated = [passed as usize, total as usize];
    let of_line = on_line.as_ref().and_then(|summary| ratio(summary.metric("steps")?));
    let (other, what) = match of_line {
        _ if known => (counted, "the reply lists"),
        Some((passed, total, _)) => ([passed as usize, total as usize], "the RESULT line says"),
        None => return,
    };
    if stated != other {
        let [passed, total] = other;
        let message = format!("`Steps` states {}, but {what} {passed}/{total}.", quote(value));
        let low = known && stated.iter().zip(other).all(|(stated, other)| *stated <= other);
        let figures = value.split_whitespace().next().unwrap_or_default();
        let edit = low.then(|| (range.start..range.start + figures.len(), format!("{passed}/{total}")));
        context.say_with_edit(Code::CountMismatch, message, Some(range), edit);
    }
}

/// What the summary line says of the whole, else the verdict.
fn meaning(context: &CheckContext<'_, '_>, labels: &Labels<'_>) -> Option<Meaning> {
    match &context.read.summary {
        Some(summary) if is_failure(&summary.stated_status) => Some(Meaning::Failed),
        Some(summary) => summary.meaning,
        None => labels.verdict.as_ref().map(|verdict| verdict.meaning),
    }
}

/// What the verdict promises.
fn check_status(context: &mut CheckContext<'_, '_>, story: &Steps, labels: &Labels<'_>) {
    let Some(stated) = context.read.result.stated_status.clone() else { return };
    let meaning = meaning(context, labels);
    let verdict = labels.verdict.as_ref().map(|verdict| verdict.range.clone());
    let range = status_range(context).or_else(|| context.summary_range()).or(verdict);
    let failed = story.failed().next().is_some();
    match meaning {
        Some(Meaning::Done) if failed => {
            context.say(
                Code::CleanWithFailures,
                format!("The status is {}, but a step failed.", quote(&stated)),
                range,
            );
        }
        Some(Meaning::Done) if story.steps.is_empty() => {
            let short = story.passed.zip(story.total).filter(|(passed, total)| passed < total);
            if let Some((passed, total)) = short {
                let message = format!("The status is {}, but only {passed} of {total} steps passed.", quote(&stated));
                context.say(Code::CleanWithFailures, message, range);
            } else if let Some((code, pair)) = stated_failure(context) {
                context.say(
                    code,
                    format!("The status is {}, but the summary line says {}.", quote(&stated), quote(&pair)),
                    range,
                );
            }
        }
        Some(Meaning::Failed) if !failed && story.is_told() => {
            context.say(
                Code::FindingsWithoutFailures,
                format!("The status is {}, but no step failed.", quote(&stated)),
                range,
            );
        }
        _ => {}
    }
}

/// Of several stories in one reply each verdict promises what its own story holds: the one that is named right below it,
/// else the one above. A summary line is on all of them where nothing else judges one.
fn check_verdicts(context: &mut CheckContext<'_, '_>, story: &Steps, labels: &Labels<'_>) {
    let names = labels.fields.iter().filter(|(key, value, _)| key == "story" && !value.is_empty());
    let starts: Vec<usize> = names.map(|(_, _, range)| range.start).collect();
    let place = |at: usize| starts.partition_point(|start| *start <= at).saturating_sub(1);
    if labels.verdict.is_none() {
        check_status(context, story, labels);
    }
    for verdict in labels.verdict.iter().chain(&labels.verdicts) {
        let own = match named_below(context, verdict.line, &starts) {
            Some(below) => place(below),
            None => place(verdict.range.start),
        };
        let steps = story.steps.iter().filter(|step| place(step.span.start as usize) == own).cloned().collect();
        let part = Steps { steps, ..Steps::default() };
        let failed = part.failed().next().is_some();
        let (code, what) = match verdict.meaning {
            Meaning::Done if failed => (Code::CleanWithFailures, "a step"),
            Meaning::Failed if !failed && part.is_told() => (Code::FindingsWithoutFailures, "no step"),
            _ => continue,
        };
        let message = format!("The verdict is {}, but {what} of its test run failed.", quote(verdict.text));
        context.say(code, message, Some(verdict.range.clone()));
    }
}

/// Where the story is named that a verdict stands right above: nothing but titles, rules and a summary line part them.
fn named_below(context: &CheckContext<'_, '_>, line: usize, starts: &[usize]) -> Option<usize> {
    let source = &context.read.source;
    let summary = context.read.summary.as_ref().map(|summary| summary.line);
    let parts = |number: &usize| {
        let text = source.line(*number).trim();
        !text.is_empty() && !text.starts_with('#') && !is_rule(text) && summary != Some(*number)
    };
    let next = (line + 1..source.lines().len()).find(parts)?;
    let next = source.lines_range(next..next + 1);
    starts.iter().copied().find(|start| next.contains(start))
}
