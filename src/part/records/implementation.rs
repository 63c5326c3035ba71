//! Records of an implementation report.

use super::{Consumed, ItemText, List, Record, Shape, fill, fill_text, items, read_items, split_lead};
use crate::model::{
    Code, Criterion, Dependency, Extra, FileAction, FileChange, Gap, KeyValue, Outcome, Span, TestOutcome,
};
use crate::part::Reading;
use crate::part::aliases::Aliases;
use crate::part::columns::{self, Column};
use crate::part::documents::{document_of, files, touched};
use crate::text::blocks::{Block, BlockKind};
use crate::text::inline;
use crate::text::ledger::Owner;

impl Record for FileChange {
    const COLUMNS: &'static [Column] = &[
        Column { name: "path", canonical: &["path", "file"], others: &["files", "file path", "filename"] },
        Column { name: "action", canonical: &["action", "change type"], others: &["status", "operation"] },
        Column {
            name: "description",
            canonical: &["change", "change summary", "description"],
            others: &["changes", "summary", "what changed", "notes", "purpose", "details"],
        },
    ];
    const REQUIRED: &'static [&'static str] = &["path"];
    const SHAPE: Shape = Shape::Lead("path", "description");

    fn put(&mut self, column: &'static str, value: &str, _aliases: &Aliases) -> Consumed {
        match column {
            "path" => fill_text(&mut self.path, inline::bare(value)),
            "action" => match (self.action, action(value)) {
                (None, Some((found, held))) => {
                    self.action = Some(found);
                    held
                }
                _ => Consumed::None,
            },
            "description" => fill(&mut self.description, value),
            _ => Consumed::None,
        }
    }

    fn base(&mut self) -> (&mut Extra, &mut Span) {
        (&mut self.extra, &mut self.span)
    }

    fn finish(&mut self) -> Option<(Code, String)> {
        // `modified: src/a.ts`
        if let (None, Some(named)) = (self.action, self.description.take_if(|named| document_of(named).is_some()))
            && let Some((found, Consumed::All)) = action(&self.path)
        {
            (self.action, self.path) = (Some(found), named);
        }
        // ``Added retry to `src/a.ts` `` names the file in what is said of it.
        let named = touched(&self.path).join(", ");
        if self.description.is_none()
            && self.path.contains(' ')
            && files(&self.path) == [self.path.trim()]
            && named != self.path
        {
            self.description = Some(std::mem::replace(&mut self.path, named));
        }
        if self.action.is_none() {
            self.action = self.description.as_deref().and_then(told_action);
        }
        None
    }
}

/// What a description says of the file itself: "Added retry" changes a file, "Created" makes it.
fn told_action(description: &str) -> Option<FileAction> {
    let words = inline::words(description);
    match words.split(' ').next()? {
        "created" => Some(FileAction::Created),
        "deleted" => Some(FileAction::Deleted),
        "modified" => Some(FileAction::Modified),
        _ if words == "new" || words.starts_with("new file") => Some(FileAction::Created),
        _ => None,
    }
}

/// The word of an action column.
fn action(value: &str) -> Option<(FileAction, Consumed)> {
    let words = inline::words(value);
    let action = match words.split(' ').next()? {
        "created" | "new" | "added" | "create" | "add" => FileAction::Created,
        "modified" | "changed" | "updated" | "edited" | "modify" | "update" | "edit" => FileAction::Modified,
        "deleted" | "removed" | "delete" | "remove" => FileAction::Deleted,
        _ => return None,
    };
    let own = matches!(words.as_str(), "created" | "modified" | "deleted");
    Some((action, if own { Consumed::All } else { Consumed::Part }))
}

/// Whether a mark says that something passed.
pub(super) fn passed(written: &str) -> Option<bool> {
    let trimmed = written.trim().trim_start_matches(['*', '`']);
    let passes = |rest: &str| Some(!denies(&inline::words(rest)));
    if let Some(rest) = trimmed.strip_prefix(['✅', '✓', '✔', '☑']) {
        return passes(rest);
    }
    if trimmed.starts_with(['❌', '✗', '✘', '☐']) {
        return Some(false);
    }
    match trimmed.split_at_checked(3) {
        Some(("[x]" | "[X]", rest)) => return passes(rest),
        Some(("[ ]", _)) => return Some(false),
        _ => {}
    }
    let words = inline::words(trimmed);
    // `PASS / FAIL`: the row of the template says neither.
    if matches!(words.as_str(), "pass fail" | "yes no" | "met not met" | "passed failed") {
        return None;
    }
    passed_by_words(&words)
}

/// Whether the words behind a mark say the contrary: `✅ failed`, `[x] — not met`.
fn denies(words: &str) -> bool {
    const OTHERS: [&str; 9] = [
        "absent",
        "half done",
        "incomplete",
        "misapplied",
        "not done",
        "not implemented",
        "open",
        "regressed",
        "reopened",
    ];
    let is_denied = passed_by_words(words) == Some(false) && (words == "no" || !words.starts_with("no "));
    is_denied || OTHERS.contains(&words)
}

fn passed_by_words(words: &str) -> Option<bool> {
    match words.split(' ').next()? {
        "pass" | "passed" | "passes" | "passing" | "yes" | "ok" | "met" | "done" | "true" | "satisfied" | "applied" => {
            Some(true)
        }
        "fail" | "failed" | "fails" | "failing" | "no" | "unmet" | "false" | "partial" | "partially" | "missing" => {
            Some(false)
        }
        "not" if words.starts_with("not met") || words.starts_with("not satisfied") => Some(false),
        _ => None,
    }
}

impl Record for Criterion {
    const COLUMNS: &'static [Column] = &[
        Column {
            name: "criterion",
            canonical: &["criterion"],
            others: &["acceptance criterion", "criteria", "acceptance criteria", "requirement", "ac"],
        },
        Column {
            name: "stated_status",
            canonical: &["result", "status", "pass fail"],
            others: &["passed", "outcome", "met"],
        },
        Column {
            name: "evidence",
            canonical: &["evidence", "notes"],
            others: &["proof", "details", "how verified", "verification"],
        },
    ];
    const REQUIRED: &'static [&'static str] = &["criterion", "stated_status"];
    const SHAPE: Shape = Shape::Checked { text: "criterion", mark: "stated_status", remark: "evidence" };

    fn put(&mut self, column: &'static str, value: &str, _aliases: &Aliases) -> Consumed {
        match column {
            "criterion" => fill_text(&mut self.criterion, value),
            "stated_status" => {
                self.passed = passed(value);
                fill(&mut self.stated_status, value)
            }
            "evidence" => fill(&mut self.evidence, value),
            _ => Consumed::None,
        }
    }

    fn base(&mut self) -> (&mut Extra, &mut Span) {
        (&mut self.extra, &mut self.span)
    }
}

impl Record for TestOutcome {
    const COLUMNS: &'static [Column] = &[
        Column {
            name: "name",
            canonical: &["test", "name", "test file"],
            others: &["test name", "suite", "test case", "test suite"],
        },
        Column { name: "stated_status", canonical: &["result", "status", "pass fail"], others: &["outcome"] },
        Column { name: "passed", canonical: &["passed", "passing", "pass count"], others: &["pass", "passed count"] },
        Column { name: "failed", canonical: &["failed", "failing", "fail count"], others: &["fail", "failed count"] },
        Column { name: "total", canonical: &["total", "tests"], others: &["count", "number of tests"] },
        Column { name: "notes", canonical: &["notes"], others: &["details", "evidence", "comment"] },
    ];
    const REQUIRED: &'static [&'static str] = &["name"];
    const INSTEAD: &'static [&'static str] = &["passed", "failed"];
    const SHAPE: Shape = Shape::Checked { text: "name", mark: "stated_status", remark: "notes" };

    fn put(&mut self, column: &'static str, value: &str, _aliases: &Aliases) -> Consumed {
        match column {
            "name" => fill_text(&mut self.name, inline::bare(value)),
            "stated_status" => {
                self.outcome = outcome(value);
                if let Some(run) = test_sentence(value).filter(|_| self.outcome.is_none()) {
                    self.passed = self.passed.or(run.passed);
                    self.failed = self.failed.or(run.failed);
                    self.total = self.total.or(run.total);
                    self.outcome = run.outcome;
                }
                fill(&mut self.stated_status, value)
            }
            // `not run` in the place of a figure
            "passed" | "failed" | "total" if self.outcome.is_none() && outcome(value) == Some(Outcome::Skip) => {
                self.outcome = Some(Outcome::Skip);
                fill(&mut self.stated_status, value)
            }
            "passed" => number(&mut self.passed, value),
            "failed" => number(&mut self.failed, value),
            "total" => number(&mut self.total, value),
            "notes" => fill(&mut self.notes, value),
            _ => Consumed::None,
        }
    }

    fn finish(&mut self) -> Option<(Code, String)> {
        if self.outcome.is_none() && self.stated_status.is_none() && (self.passed.is_some() || self.failed.is_some()) {
            let failed = self.failed.unwrap_or(0) > 0
                || self.passed.zip(self.total).is_some_and(|(passed, total)| passed < total);
            self.outcome = Some(if failed { Outcome::Fail } else { Outcome::Pass });
        }
        if self.name.is_empty() {
            let figures = [(self.passed, "passed"), (self.failed, "failed"), (self.total, "in all")];
            let figures = figures.iter().filter_map(|(count, what)| count.map(|count| format!("{count} {what}")));
            self.name = figures.collect::<Vec<_>>().join(", ");
        }
        None
    }

    fn base(&mut self) -> (&mut Extra, &mut Span) {
        (&mut self.extra, &mut self.span)
    }
}

/// The column of a test that a field gives, where it is a figure of a run or says more of it: `Pass count: 12`.
fn run_column(key: &str, value: &str) -> Option<&'static str> {
    let is_count = inline::bare(value).parse::<u32>().is_ok();
    match columns::named(key, TestOutcome::COLUMNS) {
        Some(found @ ("passed" | "failed" | "total")) if is_count => Some(found),
        Some("notes") => Some("notes"),
        // A figure without a column of its own.
        None if is_count && outcome(key) == Some(Outcome::Skip) => Some("skipped"),
        _ => None,
    }
}

/// Reads a list of tests. The figures of the whole run, field by field, are one record, and so is a sentence on a run.
pub fn read_tests(reading: &mut Reading<'_, '_>, block: &Block, aliases: &Aliases, list: &mut List<'_, TestOutcome>) {
    let BlockKind::List(found) = &block.kind else { return };
    let figure = |item: &ItemText| {
        let (key, value) = item.text.split_once(':').filter(|_| item.fields.is_empty())?;
        let value = value.trim_matches(|edge: char| edge.is_whitespace() || matches!(edge, '*' | '_'));
        Some((run_column(key, value)?, KeyValue::new(inline::bare(key), value)))
    };
    let found: Vec<_> = items(reading.source, found).into_iter().map(|item| (figure(&item), item)).collect();
    let counts = found.iter().any(|(figure, _)| matches!(figure, Some(("passed" | "failed", _))));
    let mut run = TestOutcome::default();
    let mut lines = Vec::new();
    let mut others = Vec::new();
    for (figure, item) in found {
        match figure.filter(|_| counts) {
            Some(("skipped", pair)) => {
                run.extra.push(pair);
                lines.push(item.lines);
            }
            Some((column, pair)) if run.put(column, &pair.value, aliases) == Consumed::All => lines.push(item.lines),
            _ => others.push(item),
        }
    }
    if counts {
        run.finish();
        run.span = lines.first().map(|first| reading.source.lines_span(first.clone())).unwrap_or_default();
        for lines in lines {
            reading.claim_lines(lines, Owner::Entry(list.path, list.records.len()));
        }
        list.records.push(run);
    }
    for item in others {
        match test_sentence(&item.text).filter(|_| !item.suits(TestOutcome::SHAPE) && item.fields.is_empty()) {
            Some(mut run) => {
                run.span = reading.source.lines_span(item.lines.clone());
                reading.claim_lines(item.lines, Owner::Entry(list.path, list.records.len()));
                list.records.push(run);
            }
            None => read_items(reading, std::iter::once(item), aliases, list),
        }
    }
}

fn number(slot: &mut Option<u32>, value: &str) -> Consumed {
    match (&slot, inline::bare(value).parse().ok()) {
        (None, Some(found)) => {
            *slot = Some(found);
            Consumed::All
        }
        _ => Consumed::None,
    }
}

/// What became of a test, as written.
#[must_use]
pub fn outcome(written: &str) -> Option<Outcome> {
    let words = inline::words(written);
    if words.starts_with("skip") || words.starts_with("ignored") || words.starts_with("not run") {
        return Some(Outcome::Skip);
    }
    passed(written).map(|passed| if passed { Outcome::Pass } else { Outcome::Fail })
}

/// Reads `12 passed, 1 failed`, `16/16 tests pass`, `Ran 16 tests, OK` or `Passed: 12, Failed: 0` as the result of a whole
/// run.
#[must_use]
pub fn test_sentence(text: &str) -> Option<TestOutcome> {
    let mut test = TestOutcome { name: text.trim().to_owned(), ..TestOutcome::default() };
    // A number counts what stands right behind it, or what its key names.
    for clause in text.split([',', ';', '.', '\n', '·', '|', '(', ')']) {
        let field = clause.split_once(':').map(|(key, value)| (key, value.trim_matches([' ', '*', '_', '`'])));
        match field.and_then(|(key, value)| Some((run_column(key, value)?, value))) {
            Some((column @ ("passed" | "failed" | "total"), value)) => {
                test.put(column, value, &Aliases::none());
            }
            _ => clause.split(':').for_each(|part| count(part, &mut test)),
        }
    }
    let counted = test.passed.is_some() || test.failed.is_some();
    let ran_well = test.total.is_some() && text.split(|apart: char| !apart.is_alphanumeric()).any(|word| word == "OK");
    if !counted && !ran_well {
        return None;
    }
    let failed =
        test.failed.unwrap_or(0) > 0 || test.passed.zip(test.total).is_some_and(|(passed, total)| passed < total);
    test.outcome = Some(if failed { Outcome::Fail } else { Outcome::Pass });
    Some(test)
}

/// The figures that stand before what they count.
fn count(clause: &str, test: &mut TestOutcome) {
    let words: Vec<&str> = clause
        .split(|character: char| !character.is_alphanumeric() && character != '/')
        .filter(|word| !word.is_empty())
        .collect();
    for pair in words.windows(2) {
        let [count, noun] = pair else { continue };
        let noun = noun.to_ascii_lowercase();
        if let Ok(count) = count.parse::<u32>() {
            match noun.as_str() {
                "passed" | "pass" | "passing" => test.passed = test.passed.or(Some(count)),
                "failed" | "fail" | "failing" | "failures" => test.failed = test.failed.or(Some(count)),
                "errored" | "errors" | "error" if count > 0 => {
                    test.failed = Some(test.failed.unwrap_or(0).saturating_add(count));
                }
                "tests" | "total" => test.total = test.total.or(Some(count)),
                _ => {}
            }
        } else if let Some((part, whole)) = count.split_once('/')
            && let (Ok(part), Ok(whole)) = (part.parse::<u32>(), whole.parse::<u32>())
            && part <= whole
            && (noun.starts_with("pass") || noun.starts_with("test"))
        {
            test.passed = test.passed.or(Some(part));
            test.total = test.total.or(Some(whole));
        }
    }
}

impl Record for Gap {
    const COLUMNS: &'static [Column] = &[
        Column { name: "id", canonical: &["gap id", "id", "number"], others: &[] },
        Column { name: "level", canonical: &["level"], others: &["severity", "priority"] },
        Column { name: "description", canonical: &["gap", "description"], others: &["issue", "details", "question"] },
        Column { name: "assumption", canonical: &["assumption", "assumption made"], others: &["assumed"] },
    ];
    const REQUIRED: &'static [&'static str] = &["description"];
    const SHAPE: Shape = Shape::Whole("description");

    fn put(&mut self, column: &'static str, value: &str, _aliases: &Aliases) -> Consumed {
        match column {
            "id" => fill(&mut self.id, value),
            "level" => fill(&mut self.level, value),
            "description" => fill_text(&mut self.description, value),
            "assumption" => fill(&mut self.assumption, value),
            _ => Consumed::None,
        }
    }

    /// `L1: nothing is said of source`, `[L2] …`, `**L0** — …`: the level comes first; `G-1 (L2): …`: behind the id.
    fn finish(&mut self) -> Option<(Code, String)> {
        const LEVELS: [&str; 6] = ["l0", "l1", "l2", "blocker", "blocking", "critical"];
        let bracketed = self.description.strip_prefix('[').and_then(|text| text.split_once(']'));
        let (lead, rest) = bracketed.or_else(|| split_lead(&self.description))?;
        let (lead, rest) = (inline::bare(lead).to_owned(), rest.trim().to_owned());
        if self.level.is_some() || rest.is_empty() {
            return None;
        }
        if LEVELS.contains(&lead.to_lowercase().as_str()) {
            self.level = Some(lead);
            self.description = rest;
        } else if let Some((id, level)) = lead.split_once(['(', '[']).filter(|(id, _)| !id.trim().contains(' ')) {
            let level = level.trim_end_matches([')', ']']);
            if self.id.is_none() && gap_level(level).is_some() {
                self.level = Some(level.to_owned());
                self.id = Some(inline::bare(id.trim()).to_owned());
                self.description = rest;
            }
        }
        None
    }

    fn base(&mut self) -> (&mut Extra, &mut Span) {
        (&mut self.extra, &mut self.span)
    }
}

/// The level of a gap: `L1`, `Level 1`, with a remark or without.
#[must_use]
pub fn gap_level(stated: &str) -> Option<usize> {
    let words = inline::words(stated);
    let mut words = words.split(' ');
    let level = match words.next()? {
        "level" => words.next()?,
        word => word.strip_prefix('l')?,
    };
    level.parse().ok().filter(|level| *level <= 2)
}

impl Record for Dependency {
    const COLUMNS: &'static [Column] = &[
        Column { name: "package", canonical: &["package", "dependency"], others: &["name", "library"] },
        Column { name: "version", canonical: &["version"], others: &[] },
        Column { name: "license", canonical: &["license", "licence"], others: &[] },
        Column {
            name: "audit",
            canonical: &["audit status", "audit"],
            others: &["audit result", "vulnerabilities", "security"],
        },
    ];
    const REQUIRED: &'static [&'static str] = &["package"];
    const SHAPE: Shape = Shape::Lead("package", "audit");

    fn put(&mut self, column: &'static str, value: &str, _aliases: &Aliases) -> Consumed {
        match column {
            "package" => fill_text(&mut self.package, inline::bare(value)),
            "version" => fill(&mut self.version, value),
            "license" => fill(&mut self.license, value),
            "audit" => fill(&mut self.audit, value),
            _ => Consumed::None,
        }
    }

    fn base(&mut self) -> (&mut Extra, &mut Span) {
        (&mut self.extra, &mut self.span)
    }
}

#[cfg(test)]
mod tests {
    use super::test_sentence;

    #[test]
    fn sentences_about_a_whole_run() {
        let counts = |text: &str| test_sentence(text).map(|test| (test.passed, test.failed, test.total));
        assert_eq!(counts("12 passed, 1 failed"), Some((Some(12), Some(1), None)));
        assert_eq!(counts("16/16 tests pass"), Some((Some(16), None, Some(16))));
        assert_eq!(counts("Ran 16 tests, OK, exit status 0."), Some((None, None, Some(16))));
        assert_eq!(counts("12 passed, 1 errored"), Some((Some(12), Some(1), None)));
        assert_eq!(counts("12 passed, 1 failed, 2 errors"), Some((Some(12), Some(3), None)));
        assert_eq!(counts("12 passed, 0 errors"), Some((Some(12), None, None)));
        assert_eq!(counts("The tests were not run."), None);
    }
}
