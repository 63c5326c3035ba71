//! The table of all diagnostics. The page `docs/formats/diagnostics.md` is made from it.

use super::Level;

/// What a code means and how to fix it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The stable name, in kebab-case.
    pub name: &'static str,
    /// Its severity.
    pub level: Level,
    /// Whether the problem loses information.
    pub lacks: Lack,
    /// What it means, in one or two sentences.
    pub meaning: &'static str,
    /// How to fix it.
    pub help: &'static str,
    /// The section of `docs/formats/` that defines the rule.
    pub source: &'static str,
    /// An example that breaks the rule.
    pub wrong: &'static str,
    /// The same example, fixed.
    pub right: &'static str,
}

/// Whether a problem loses information, which a subagent must then be asked for again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    /// The meaning is clear.
    Nothing,
    /// Only the subagent knows what is missing.
    Information,
}

macro_rules! codes {
    ($(#[doc = $meaning:literal] $code:ident = $name:literal, $level:ident, lacks $lack:ident, $source:literal {
        help: $help:literal, wrong: $wrong:literal, right: $right:literal $(,)?
    })*) => {
        /// A diagnostic's code.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Code { $(#[doc = $meaning] $code,)* }

        impl Code {
            /// Every code, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$code,)*];

            /// What the code means and how to fix it.
            #[must_use]
            pub fn explanation(self) -> &'static Explanation {
                match self {$(
                    Self::$code => const { &Explanation {
                        name: $name, level: Level::$level, lacks: Lack::$lack, source: $source,
                        meaning: $meaning.trim_ascii_start(), help: $help, wrong: $wrong, right: $right,
                    } },
                )*}
            }
        }
    };
}

impl Code {
    /// The stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.explanation().name
    }

    /// The code with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.name() == name)
    }
}

codes! {
    // The reply as a whole.

    /// The reply is empty or blank. Its status is ERROR.
    NoOutput = "no-output", Error, lacks Information, "protocol-v1.md#text" {
        help: "Write the complete report.",
        wrong: "",
        right: "RESULT: CLEAN | Type: digest | Doc: MENU.md | Sections: 2 | Entities: 0 | Cross-refs: 0\n…",
    }
    /// The reply exceeds the size limit, or its batch is full. It is not read, and its status is ERROR.
    TooLarge = "too-large", Error, lacks Information, "protocol-v1.md#limits" {
        help: "Split the reply into parts of at most 16 MiB.",
        wrong: "17 MiB of text",
        right: "two replies of 9 MiB, each on a task of its own",
    }
    /// The text is not valid UTF-8. Each invalid sequence was replaced by U+FFFD.
    IllFormedUtf8 = "ill-formed-utf8", Warning, lacks Nothing, "protocol-v1.md#text" {
        help: "Send UTF-8. Each invalid sequence was replaced by U+FFFD.",
        wrong: "the bytes 63 61 66 E9 for \"café\"",
        right: "the bytes 63 61 66 C3 A9",
    }
    /// The whole reply is wrapped in a code fence or a quote.
    WrappedReply = "wrapped-reply", Note, lacks Nothing, "protocol-v1.md#text" {
        help: "Send the reply without a code fence or a quote around it.",
        wrong: "> RESULT: CLEAN | Type: digest | …\n> …",
        right: "RESULT: CLEAN | Type: digest | …\n…",
    }
    /// The reply contains the model's thinking. It was skipped and kept in the remainder.
    ThinkingAloud = "thinking-aloud", Note, lacks Nothing, "protocol-v1.md#text" {
        help: "Send only the answer. The thinking is kept in the remainder.",
        wrong: "<think>\nHm.\n</think>\nRESULT: CLEAN | …",
        right: "RESULT: CLEAN | …",
    }
    /// The text ends inside a code fence.
    UnclosedFence = "unclosed-fence", Note, lacks Nothing, "protocol-v1.md#text" {
        help: "Close the code fence.",
        wrong: "```\nlet a = 1;",
        right: "```\nlet a = 1;\n```",
    }
    /// The reply ends in the middle of a table row.
    CutOff = "cut-off", Warning, lacks Information, "protocol-v1.md#tables" {
        help: "The reply may be truncated. Ask for it again, or for the missing part.",
        wrong: "| F1 | major | contradiction | MENU.md §1 | STOCK.md §2 | Two hours | Say which. |\n| F2 | major | missing-cov",
        right: "| F1 | major | contradiction | MENU.md §1 | STOCK.md §2 | Two hours | Say which. |\n| F2 | major | missing-coverage | MENU.md §3 | -- | No prices | Add them. |",
    }
    /// The reply names its task in other words than the host. The host's count.
    UnitDiffers = "unit-differs", Warning, lacks Information, "protocol-v1.md#units" {
        help: "Name the requested task as it was requested.",
        wrong: "asked for Ground Truth:\nRESULT: CLEAN | Type: consistency | Pair: MENU.md/STAFF.md | …",
        right: "RESULT: CLEAN | Type: consistency | Dimension: Ground Truth | …",
    }
    /// The reply was split from a text that holds several replies.
    SplitReplies = "split-replies", Warning, lacks Nothing, "protocol-v1.md#several-replies-in-one-text" {
        help: "Pass each reply in a file of its own, or put a line `--- reply ---` between replies.",
        wrong: "RESULT: CLEAN | Type: digest | …\n\nRESULT: CLEAN | Type: digest | …",
        right: "RESULT: CLEAN | Type: digest | …\n--- reply ---\nRESULT: CLEAN | Type: digest | …",
    }
    /// The input exceeds a limit of reading or merging: a table, a header, a batch, the candidates of a finding.
    BoundReached = "bound-reached", Warning, lacks Nothing, "protocol-v1.md#limits" {
        help: "Make it smaller, or split it. The message names the limit and what was left unprocessed.",
        wrong: "a table of 65 columns",
        right: "a table of at most 64 columns",
    }

    // The summary line.

    /// The reply has no summary line. Its status is PARTIAL.
    MissingSummaryLine = "missing-summary-line", Error, lacks Information, "protocol-v1.md#summary-line" {
        help: "Begin the reply with `RESULT: <STATUS> | Type: <TYPE> | …`.",
        wrong: "Both files agree.",
        right: "RESULT: CLEAN | Type: consistency | Pair: MENU.md/STOCK.md | Findings: 0 | Critical: 0 | Major: 0 | Minor: 0",
    }
    /// A free-form reply states no status. The status was inferred from its content.
    InferredStatus = "inferred-status", Note, lacks Nothing, "prose.md#the-status" {
        help: "State the status in a summary line: `RESULT: <STATUS> | Type: <TYPE> | …`.",
        wrong: "1. **High** `src/a.ts:3`: the lock is never released.",
        right: "RESULT: FINDINGS | Type: consistency | …",
    }
    /// The reply has several summary lines. The first with a `Type:` counts, otherwise the last.
    SeveralSummaryLines = "several-summary-lines", Warning, lacks Information, "protocol-v1.md#which-one-counts" {
        help: "Write one summary line. The first with a `Type:` counts, otherwise the last.",
        wrong: "RESULT: CLEAN | Type: digest | …\n\nRESULT: PARTIAL | Type: digest | …",
        right: "RESULT: PARTIAL | Type: digest | …",
    }
    /// Text precedes the summary line.
    SummaryLineNotFirst = "summary-line-not-first", Warning, lacks Nothing, "protocol-v1.md#summary-line" {
        help: "Start the reply with the summary line.",
        wrong: "Here it is.\n\nRESULT: CLEAN | Type: digest | …",
        right: "RESULT: CLEAN | Type: digest | …",
    }
    /// The summary line is decorated, joined to other text, in a code fence or span, in the wrong case, or not split into pairs by pipes.
    SummaryLineMalformed = "summary-line-malformed", Warning, lacks Nothing, "protocol-v1.md#how-a-line-is-recognised" {
        help: "Write it as plain text on its own line: `RESULT: <STATUS> | Type: <TYPE> | …`.",
        wrong: "**RESULT: CLEAN | Type: digest | Doc: MENU.md**",
        right: "RESULT: CLEAN | Type: digest | Doc: MENU.md",
    }
    /// The only summary line, or a row of a table, still holds the template's alternatives or placeholders. It is ignored.
    UnfilledTemplate = "unfilled-template", Note, lacks Nothing, "protocol-v1.md#how-a-line-is-recognised" {
        help: "Fill it in: one status, one type, the counts. Delete template rows that you do not need.",
        wrong: "RESULT: <CLEAN|FINDINGS> | Type: digest | Doc: <path>",
        right: "RESULT: CLEAN | Type: digest | Doc: MENU.md",
    }
    /// The status is a synonym or a variant spelling of CLEAN, FINDINGS, PARTIAL or ERROR.
    StatusWord = "status-word", Warning, lacks Nothing, "protocol-v1.md#status-words" {
        help: "Write CLEAN, FINDINGS, PARTIAL or ERROR.",
        wrong: "RESULT: PASS | Type: digest | …",
        right: "RESULT: CLEAN | Type: digest | …",
    }
    /// The status is not recognised. PARTIAL is assumed.
    UnknownStatus = "unknown-status", Error, lacks Information, "protocol-v1.md#status-words" {
        help: "Write CLEAN, FINDINGS, PARTIAL or ERROR.",
        wrong: "RESULT: SPLENDID | Type: digest | …",
        right: "RESULT: CLEAN | Type: digest | …",
    }
    /// The summary line has no `Type:`. The message names the type that was assumed.
    MissingType = "missing-type", Warning, lacks Nothing, "protocol-v1.md#result-types" {
        help: "Write `Type: digest`, `consistency`, `verification`, `implementation` or `design-plan` after the status.",
        wrong: "RESULT: CLEAN | Doc: MENU.md | …",
        right: "RESULT: CLEAN | Type: digest | Doc: MENU.md | …",
    }
    /// The type is neither built in nor registered.
    UnknownType = "unknown-type", Warning, lacks Information, "protocol-v1.md#result-types" {
        help: "Write `Type: digest`, `consistency`, `verification`, `implementation` or `design-plan`.",
        wrong: "RESULT: CLEAN | Type: essay | …",
        right: "RESULT: CLEAN | Type: digest | …",
    }
    /// The type differs from the one that was requested. The stated type counts.
    UnexpectedType = "unexpected-type", Warning, lacks Information, "protocol-v1.md#result-types" {
        help: "Answer with the requested type.",
        wrong: "asked for consistency:\nRESULT: CLEAN | Type: digest | …",
        right: "RESULT: CLEAN | Type: consistency | …",
    }
    /// The summary line, or the header of a report, does not name its subject: the document, pair, task, screen or test run.
    MissingSubject = "missing-subject", Warning, lacks Information, "protocol-v1.md#result-types" {
        help: "Name the subject after the type: `Doc: <path>`, `Pair: <a>/<b>`, `Task: <id>` or `Screen: <name>`.",
        wrong: "RESULT: CLEAN | Type: digest | Sections: 2 | Entities: 0 | Cross-refs: 0",
        right: "RESULT: CLEAN | Type: digest | Doc: MENU.md | Sections: 2 | Entities: 0 | Cross-refs: 0",
    }
    /// The type does not directly follow the status on the summary line.
    PairOrder = "pair-order", Warning, lacks Nothing, "protocol-v1.md#summary-line" {
        help: "Put the type directly after the status.",
        wrong: "RESULT: CLEAN | Doc: MENU.md | Type: digest | …",
        right: "RESULT: CLEAN | Type: digest | Doc: MENU.md | …",
    }
    /// The summary line lacks a count that its type requires.
    MissingMetric = "missing-metric", Warning, lacks Nothing, "protocol-v1.md#result-types" {
        help: "Write every count of the type, zeros included.",
        wrong: "RESULT: CLEAN | Type: consistency | Pair: MENU.md/STOCK.md | Findings: 0",
        right: "RESULT: CLEAN | Type: consistency | Pair: MENU.md/STOCK.md | Findings: 0 | Critical: 0 | Major: 0 | Minor: 0",
    }
    /// The summary line has a pair that its type does not define. It is kept.
    UnknownMetric = "unknown-metric", Note, lacks Nothing, "protocol-v1.md#result-types" {
        help: "Remove it, or move it below the metadata.",
        wrong: "RESULT: CLEAN | Type: digest | Doc: MENU.md | Mood: bright | Sections: 2 | …",
        right: "RESULT: CLEAN | Type: digest | Doc: MENU.md | Sections: 2 | …",
    }
    /// A count on the summary line is not a whole number, or not a ratio where one is required.
    MetricNotANumber = "metric-not-a-number", Warning, lacks Nothing, "protocol-v1.md#result-types" {
        help: "Write the count in digits: `Findings: 3`, `Tests: 3/4`.",
        wrong: "RESULT: FINDINGS | Type: consistency | Pair: MENU.md/STOCK.md | Findings: three | …",
        right: "RESULT: FINDINGS | Type: consistency | Pair: MENU.md/STOCK.md | Findings: 3 | …",
    }
    /// A count on the summary line differs from the number of entries listed below it. If a digest, an implementation or a plan lists fewer, this is a warning: the rest may be in a form that is not recognised.
    CountMismatch = "count-mismatch", Error, lacks Information, "protocol-v1.md#result-types" {
        help: "Add the missing entries, or correct the count.",
        wrong: "RESULT: FINDINGS | Type: consistency | … | Findings: 5 | … above a table of three findings",
        right: "RESULT: FINDINGS | Type: consistency | … | Findings: 3 | … above a table of three findings",
    }
    /// A PARTIAL or ERROR reply does not state its coverage. For ERROR, this is a warning.
    CoverageNotStated = "coverage-not-stated", Error, lacks Information, "protocol-v1.md#status" {
        help: "Add `| Coverage: <percent>%` to the summary line.",
        wrong: "RESULT: PARTIAL | Type: digest | Doc: MENU.md | … | Reason: context limit reached",
        right: "RESULT: PARTIAL | Type: digest | Doc: MENU.md | … | Coverage: 70% | Reason: context limit reached",
    }
    /// A CLEAN reply states less than full coverage, or a PARTIAL reply states full coverage.
    CoverageStatus = "coverage-status", Warning, lacks Information, "protocol-v1.md#coverage" {
        help: "Write PARTIAL if something was left out, otherwise CLEAN or FINDINGS.",
        wrong: "RESULT: CLEAN | Type: digest | Doc: MENU.md | …\n\n**Coverage**: 8/12 sections (67%)",
        right: "RESULT: CLEAN | Type: digest | Doc: MENU.md | …\n\n**Coverage**: 12/12 sections",
    }
    /// The summary line and the metadata state different coverage. The summary line counts.
    CoverageDiffers = "coverage-differs", Warning, lacks Information, "protocol-v1.md#coverage" {
        help: "State the same coverage in both places.",
        wrong: "RESULT: PARTIAL | … | Coverage: 70% | Reason: context limit reached\n\n**Coverage**: 40%",
        right: "RESULT: PARTIAL | … | Coverage: 70% | Reason: context limit reached\n\n**Coverage**: 70%",
    }
    /// A PARTIAL or ERROR reply does not state a reason.
    ReasonNotStated = "reason-not-stated", Error, lacks Information, "protocol-v1.md#status" {
        help: "Add `| Reason: <why>` to the summary line.",
        wrong: "RESULT: ERROR | Type: digest | Doc: MENU.md | … | Coverage: 0%",
        right: "RESULT: ERROR | Type: digest | Doc: MENU.md | … | Coverage: 0% | Reason: the file is not there",
    }

    // What the status promises.

    /// The status is CLEAN (or CONSISTENT, PLANNED, good), but the reply lists open findings.
    CleanWithFindings = "clean-with-findings", Error, lacks Nothing, "protocol-v1.md#status" {
        help: "Write FINDINGS. Finding something is not a failure of the agent.",
        wrong: "RESULT: CLEAN | Type: consistency | … above a table of findings",
        right: "RESULT: FINDINGS | Type: consistency | … above a table of findings",
    }
    /// The status is CLEAN (or COMPLETE, PASS, SUCCESS), but something is not done: an item is not applied, a criterion, test or step failed, or a section was not read.
    CleanWithFailures = "clean-with-failures", Error, lacks Nothing, "protocol-v1.md#status" {
        help: "Write FINDINGS. CLEAN means that every item is applied, or that every criterion and test passes.",
        wrong: "RESULT: CLEAN | Type: verification | … above an item with the status missing",
        right: "RESULT: FINDINGS | Type: verification | … above an item with the status missing",
    }
    /// The text contradicts the status: it is CLEAN (or COMPLETE, PASS), although a test failed, part of the work was not read, or another status is stated; or it is FINDINGS, although part was not read. PARTIAL is assumed.
    StatusTakenBack = "status-taken-back", Error, lacks Nothing, "protocol-v1.md#status" {
        help: "Write PARTIAL with its coverage if something was not read, and FINDINGS if something is wrong.",
        wrong: "RESULT: CLEAN | Type: digest | … above: 5 of 12 sections were read.",
        right: "RESULT: PARTIAL | Type: digest | … | Coverage: 5/12 sections | Reason: the file is cut off",
    }
    /// The status is FINDINGS (or FAILED, FAIL, FAILURE), but nothing is wrong: no finding is listed, every item is applied, every criterion is met, or every step passed.
    FindingsWithoutFailures = "findings-without-failures", Error, lacks Information, "protocol-v1.md#status" {
        help: "Write CLEAN, or list what is not applied.",
        wrong: "RESULT: FINDINGS | Type: verification | … above items that are all applied",
        right: "RESULT: CLEAN | Type: verification | … above items that are all applied",
    }
    /// The reply states findings, by its status or beside its table, that were not recognised.
    FindingsNotRead = "findings-not-read", Error, lacks Information, "protocol-v1.md#findings-without-a-table" {
        help: "Write the findings as a table with the columns ID, Severity, Type, Location, Counter-location, Description, Suggestion.",
        wrong: "RESULT: FINDINGS | Type: consistency | Findings: 2 | … above a list in words",
        right: "| ID | Severity | Type | Location | Counter-location | Description | Suggestion |\n|---|---|---|---|---|---|---|\n| F1 | major | contradiction | MENU.md §1 | STOCK.md §2 | Two opening hours | Say which. |",
    }
    /// A CLEAN reply has no text below its metadata. It does not say what was checked.
    ConfirmationNotStated = "confirmation-not-stated", Warning, lacks Information, "protocol-v1.md#status" {
        help: "Add a sentence below the metadata that says what was checked.",
        wrong: "RESULT: CLEAN | Type: consistency | … with nothing below its metadata",
        right: "RESULT: CLEAN | Type: consistency | …, and below its metadata: All nine sections of both agree.",
    }
    /// A PARTIAL reply has no text below its metadata. It says neither what was found nor what is missing.
    GapNotStated = "gap-not-stated", Warning, lacks Information, "protocol-v1.md#status" {
        help: "Report what you have, and list what is missing below `## Coverage Gaps`.",
        wrong: "RESULT: PARTIAL | … with nothing below its metadata",
        right: "RESULT: PARTIAL | …\n\n## Coverage Gaps\n\n- STOCK.md §5 to §9",
    }
    /// An ERROR reply does not say what was attempted.
    AttemptNotStated = "attempt-not-stated", Warning, lacks Information, "protocol-v1.md#status" {
        help: "Add a section `## What was attempted`.",
        wrong: "RESULT: ERROR | Type: digest | … and nothing but metadata",
        right: "## What was attempted\n\nOpened MENU.md twice.",
    }
    /// An ERROR reply does not say what to try next.
    RecoveryNotStated = "recovery-not-stated", Warning, lacks Information, "protocol-v1.md#status" {
        help: "Add a section `## What to try next`.",
        wrong: "RESULT: ERROR | Type: digest | … and nothing but metadata",
        right: "## What to try next\n\nDispatch again once the file can be read.",
    }

    // Metadata.

    /// The reply has no metadata block.
    MissingMetadata = "missing-metadata", Warning, lacks Information, "protocol-v1.md#metadata-block" {
        help: "Add a metadata block between two `---` lines below the summary line: Protocol, Agent, Assigned, Scope, Coverage, Confidence.",
        wrong: "RESULT: CLEAN | Type: digest | …\n\n## Section Inventory",
        right: "RESULT: CLEAN | Type: digest | …\n\n---\n**Protocol**: v1\n**Agent**: digest agent\n**Assigned**: Digest MENU.md\n**Scope**: MENU.md\n**Coverage**: 100%\n**Confidence**: high\n---",
    }
    /// A required field is missing from the metadata block, report header, test run or finding.
    MissingField = "missing-field", Warning, lacks Information, "protocol-v1.md#metadata-block" {
        help: "Add each missing field on its own line: `**Confidence**: high`.",
        wrong: "**Protocol**: v1\n**Agent**: digest agent",
        right: "**Protocol**: v1\n**Agent**: digest agent\n**Assigned**: Digest MENU.md\n**Scope**: MENU.md\n**Coverage**: 100%\n**Confidence**: high",
    }
    /// The metadata block or the summary line has a key twice. The first value counts.
    RepeatedField = "repeated-field", Warning, lacks Nothing, "protocol-v1.md#metadata-block" {
        help: "Write each field once. The first value counts; the others are kept in `extra`.",
        wrong: "**Agent**: one\n**Agent**: two",
        right: "**Agent**: one",
    }
    /// The metadata names an unsupported protocol version.
    UnknownProtocol = "unknown-protocol", Warning, lacks Nothing, "protocol-v1.md#metadata-block" {
        help: "Write `**Protocol**: v1`.",
        wrong: "**Protocol**: v7",
        right: "**Protocol**: v1",
    }
    /// The confidence does not start with high, medium or low.
    UnknownConfidence = "unknown-confidence", Warning, lacks Information, "protocol-v1.md#metadata-block" {
        help: "Write high, medium or low.",
        wrong: "**Confidence**: fair",
        right: "**Confidence**: medium",
    }
    /// The coverage is neither a percentage or ratio nor a list of sections.
    UnreadableCoverage = "unreadable-coverage", Warning, lacks Information, "protocol-v1.md#coverage" {
        help: "Write a percentage, a ratio, or the sections: `70%`, `8/12 sections`, `§1, §2, §5`.",
        wrong: "**Coverage**: most of it",
        right: "**Coverage**: 70%",
    }
    /// The metadata is not written as `**Key**: value` lines between two `---` lines.
    MetadataForm = "metadata-form", Warning, lacks Nothing, "protocol-v1.md#metadata-block" {
        help: "Write each field as a `**Key**: value` line, with a `---` line above the first and below the last.",
        wrong: "| Field | Value |\n|---|---|\n| Protocol | v1 |",
        right: "---\n**Protocol**: v1\n…\n---",
    }
    /// The parts are not in the order summary line, metadata, details, or there is text between the first two.
    SectionOrder = "section-order", Warning, lacks Nothing, "protocol-v1.md" {
        help: "Write the summary line, then the metadata block, then the detail sections.",
        wrong: "RESULT: CLEAN | Type: digest | …\n\n## Section Inventory\n…\n\n---\n**Protocol**: v1\n…\n---",
        right: "RESULT: CLEAN | Type: digest | …\n\n---\n**Protocol**: v1\n…\n---\n\n## Section Inventory\n…",
    }

    // Tables.

    /// A table has a header but no separator row.
    MissingSeparatorRow = "missing-separator-row", Warning, lacks Nothing, "protocol-v1.md#tables" {
        help: "Add a `|---|` row below the header.",
        wrong: "| Item | Status | Notes |\n| Add prices | applied | §4 |",
        right: "| Item | Status | Notes |\n|---|---|---|\n| Add prices | applied | §4 |",
    }
    /// A finding table has no header row. Its columns were inferred from their values.
    MissingHeader = "missing-header", Warning, lacks Nothing, "protocol-v1.md#finding-table" {
        help: "Add the header row.",
        wrong: "| F1 | major | contradiction | MENU.md §1 | STOCK.md §2 | Two opening hours | Say which. |",
        right: "| ID | Severity | Type | Location | Counter-location | Description | Suggestion |\n|---|---|---|---|---|---|---|\n| F1 | major | contradiction | MENU.md §1 | STOCK.md §2 | Two opening hours | Say which. |",
    }
    /// A row has more cells than the table has columns. The extra cells are kept in `extra`.
    SurplusCells = "surplus-cells", Warning, lacks Nothing, "protocol-v1.md#tables" {
        help: "Escape a pipe inside a cell as `\\|`.",
        wrong: "| Item | Status | Notes |\n|---|---|---|\n| Add prices | applied | §4 | §5 |",
        right: "| Item | Status | Notes |\n|---|---|---|\n| Add prices | applied | §4 \\| §5 |",
    }
    /// A row has fewer cells than the table has columns.
    MissingCells = "missing-cells", Warning, lacks Information, "protocol-v1.md#tables" {
        help: "Give every row one cell per column.",
        wrong: "| Item | Status | Notes |\n|---|---|---|\n| Add prices | applied |",
        right: "| Item | Status | Notes |\n|---|---|---|\n| Add prices | applied | §4 |",
    }
    /// A pipe in a code span is not escaped. The cell was rejoined.
    RawPipe = "raw-pipe", Warning, lacks Nothing, "protocol-v1.md#tables" {
        help: "Escape a pipe inside a cell as `\\|`.",
        wrong: "| Item | Status | Notes |\n|---|---|---|\n| Explain `a | b` | applied | §4 |",
        right: "| Item | Status | Notes |\n|---|---|---|\n| Explain `a \\| b` | applied | §4 |",
    }
    /// A column's name differs from the format's name. In tables without fixed columns, this is a note.
    ColumnName = "column-name", Warning, lacks Nothing, "protocol-v1.md#tables" {
        help: "Use the format's name for the column.",
        wrong: "| ID | Severity | Type | Location | Counter-location | Issue | Suggestion |",
        right: "| ID | Severity | Type | Location | Counter-location | Description | Suggestion |",
    }
    /// A finding table, a checklist or a table of a report template lacks a column.
    MissingColumn = "missing-column", Warning, lacks Information, "protocol-v1.md#finding-table" {
        help: "Write all columns of the table, with `--` in cells that have nothing to say.",
        wrong: "| ID | Severity | Description |",
        right: "| ID | Severity | Type | Location | Counter-location | Description | Suggestion |",
    }
    /// The columns of a finding table, a checklist or a table of a report template are in the wrong order.
    ColumnOrder = "column-order", Warning, lacks Nothing, "protocol-v1.md#finding-table" {
        help: "Write the columns in the order of the format.",
        wrong: "| Severity | ID | Type | Location | Counter-location | Description | Suggestion |",
        right: "| ID | Severity | Type | Location | Counter-location | Description | Suggestion |",
    }
    /// Findings or checklist items are not in a table.
    NotATable = "not-a-table", Warning, lacks Nothing, "protocol-v1.md#finding-table" {
        help: "Write them as a table.",
        wrong: "- [major] Two opening hours (MENU.md §1, STOCK.md §2)",
        right: "| ID | Severity | Type | Location | Counter-location | Description | Suggestion |\n|---|---|---|---|---|---|---|\n| F1 | major | contradiction | MENU.md §1 | STOCK.md §2 | Two opening hours | Say which. |",
    }
    /// The finding table is inside a code fence.
    FencedTable = "fenced-table", Warning, lacks Nothing, "protocol-v1.md#finding-table" {
        help: "Move the table out of the code fence.",
        wrong: "```\n| ID | Severity | Description |\n…\n```",
        right: "| ID | Severity | Description |\n…",
    }
    /// A table has a severity column but is not a finding table. It is kept in the remainder.
    TablePassedOver = "table-passed-over", Note, lacks Nothing, "protocol-v1.md#which-tables-are-tables-of-findings" {
        help: "If it lists findings, give it the columns Severity and Description.",
        wrong: "| Severity | Count |\n|---|---|\n| major | 3 |",
        right: "the counts on the summary line: Major: 3",
    }

    /// Text that starts with a severity, or is below one, was not read as a finding. It is kept in the remainder.
    SeverityPassedOver = "severity-passed-over", Warning, lacks Information, "protocol-v1.md#paragraphs-that-are-findings" {
        help: "Add it to the finding table, or remove the severity.",
        wrong: "a table of findings, and below it: P1: the well has no lid at all",
        right: "| F2 | major | … | The well has no lid. |",
    }

    /// Several passages are worded like findings, but none was read from them. They are kept in the remainder.
    FindingsPassedOver = "findings-passed-over", Warning, lacks Information, "prose.md#deviations-that-are-tolerated" {
        help: "Read them in the remainder, or ask for the findings as a list or a table.",
        wrong: "two findings in a list, and further below a paragraph: `save()` never closes the file, so …",
        right: "3. `save()` never closes the file, so …",
    }

    /// The findings were recognised by their form alone: parts that begin alike and name places.
    ReadByForm = "read-by-form", Warning, lacks Nothing, "prose.md#what-recurs" {
        help: "Compare them with the reply, or ask for the findings as a list or a table with severities.",
        wrong: "12-14:\nThe handle leaks.\n---\n20-22:\nThe lock is never released.",
        right: "1. **major** `src/a.ts:12-14`: the handle leaks.",
    }

    /// Parts were read as findings only because they resemble those of other reviews.
    ReadByLikelihood = "read-by-likelihood", Warning, lacks Nothing, "prose.md#likely-findings" {
        help: "Compare them with the reply, or ask for the findings as a list or a table with severities.",
        wrong: "a review, and in it paragraphs that say in their own words what is wrong",
        right: "1. **major** `src/a.ts:12-14`: the handle leaks.",
    }

    // Findings.

    /// A finding has no id. It gets the id `F<n>`.
    MissingId = "missing-id", Warning, lacks Nothing, "protocol-v1.md#from-a-row-to-a-finding" {
        help: "Give every finding an id: F1, F2, …",
        wrong: "| Severity | Type | Description |",
        right: "| ID | Severity | Type | Description |",
    }
    /// An id occurs twice in one table.
    RepeatedId = "repeated-id", Warning, lacks Nothing, "protocol-v1.md#finding-table" {
        help: "Give every finding a unique id.",
        wrong: "| F1 | …\n| F1 | …",
        right: "| F1 | …\n| F2 | …",
    }
    /// The ids of the findings are not F1, F2, … in order.
    IdNotSequential = "id-not-sequential", Warning, lacks Nothing, "protocol-v1.md#finding-table" {
        help: "Number the findings F1, F2, … in the order of the table.",
        wrong: "| F1 | …\n| F3 | …",
        right: "| F1 | …\n| F2 | …",
    }
    /// The severity is a synonym of the format's word, or has other text next to it.
    SeverityWord = "severity-word", Warning, lacks Nothing, "protocol-v1.md#severity" {
        help: "Write critical, major or minor.",
        wrong: "| F1 | HIGH | …",
        right: "| F1 | major | …",
    }
    /// A finding has no severity. `minor` is assumed.
    MissingSeverity = "missing-severity", Warning, lacks Information, "protocol-v1.md#severity" {
        help: "Write critical, major or minor.",
        wrong: "| F1 | — | …",
        right: "| F1 | minor | …",
    }
    /// The severity is not recognised. `major` is assumed.
    UnknownSeverity = "unknown-severity", Warning, lacks Information, "protocol-v1.md#severity" {
        help: "Write critical, major or minor. Until then, `major` is assumed.",
        wrong: "| F1 | grave | …",
        right: "| F1 | critical | …",
    }
    /// The discussion of a finding states another severity than the table. The table counts.
    SeverityDiffers = "severity-differs", Warning, lacks Information, "protocol-v1.md#discussions" {
        help: "State the same severity in the table and in the discussion. The table counts.",
        wrong: "| F1 | minor | …\n\n### F1: Two opening hours (critical)",
        right: "| F1 | critical | …\n\n### F1: Two opening hours (critical)",
    }
    /// The finding type is a variant of one of the ten types.
    TypeWord = "type-word", Warning, lacks Nothing, "protocol-v1.md#finding-types" {
        help: "Write one of the ten types, with hyphens.",
        wrong: "| F1 | minor | Terminology | …",
        right: "| F1 | minor | terminology-drift | …",
    }
    /// The finding type is not one of the ten types. It is kept.
    UnknownFindingType = "unknown-finding-type", Warning, lacks Information, "protocol-v1.md#finding-types" {
        help: "Write one of the ten types: contradiction, terminology-drift, broken-reference, stale-content, missing-coverage, redundant-spec, abstraction-leak, fidelity-loss, scope-violation, regression.",
        wrong: "| F1 | minor | sloppiness | …",
        right: "| F1 | minor | stale-content | …",
    }
    /// A finding has no type.
    MissingFindingType = "missing-finding-type", Warning, lacks Information, "protocol-v1.md#finding-types" {
        help: "Write one of the ten types: contradiction, terminology-drift, broken-reference, stale-content, missing-coverage, redundant-spec, abstraction-leak, fidelity-loss, scope-violation, regression.",
        wrong: "| F1 | minor |  | …",
        right: "| F1 | minor | stale-content | …",
    }
    /// A finding has neither a description nor a discussion that says what is wrong.
    MissingDescription = "missing-description", Warning, lacks Information, "protocol-v1.md#finding-table" {
        help: "Say in one sentence what is wrong.",
        wrong: "| F1 | minor | stale-content | MENU.md §4 | -- |  | Remove them. |",
        right: "| F1 | minor | stale-content | MENU.md §4 | -- | The winter prices are over. | Remove them. |",
    }
    /// A location names no document, section or line.
    VagueLocation = "vague-location", Warning, lacks Information, "protocol-v1.md#finding-table" {
        help: "Name the document with a section or a range of lines: `MENU.md §2`, `STOCK.md:12-14`.",
        wrong: "| F1 | minor | stale-content | somewhere | -- | The winter prices are over. | Remove them. |",
        right: "| F1 | minor | stale-content | MENU.md §4 | -- | The winter prices are over. | Remove them. |",
    }
    /// A finding has no location.
    MissingLocation = "missing-location", Warning, lacks Information, "protocol-v1.md#finding-table" {
        help: "Name the document with a section or a range of lines: `MENU.md §2`, `STOCK.md:12-14`.",
        wrong: "| F1 | minor | stale-content |  | -- | The winter prices are over. | Remove them. |",
        right: "| F1 | minor | stale-content | MENU.md §4 | -- | The winter prices are over. | Remove them. |",
    }
    /// A finding has no suggestion.
    MissingSuggestion = "missing-suggestion", Warning, lacks Information, "protocol-v1.md#finding-table" {
        help: "Say in a few words how to resolve it.",
        wrong: "| F1 | minor | terminology-drift | MENU.md §2 | STOCK.md §4 | Bread has two names | |",
        right: "| F1 | minor | terminology-drift | MENU.md §2 | STOCK.md §4 | Bread has two names | Call it bread |",
    }
    /// A finding of a consistency check has an empty counter-location.
    MissingCounterLocation = "missing-counter-location", Warning, lacks Information, "protocol-v1.md#finding-table" {
        help: "Name the conflicting location, or write `--` if the finding has only one.",
        wrong: "| F1 | major | contradiction | MENU.md §1 |  | Two opening hours | Say which. |",
        right: "| F1 | major | contradiction | MENU.md §1 | STOCK.md §2 | Two opening hours | Say which. |",
    }
    /// A critical or major finding, or a partial or missing item, has no discussion below its table.
    MissingDiscussion = "missing-discussion", Warning, lacks Information, "protocol-v1.md#discussions" {
        help: "Add a section below the table, headed by the id (`### F1: Title`) or by the item's text.",
        wrong: "| F1 | major | contradiction | … and no text on F1 below",
        right: "| F1 | major | contradiction | …\n\n### F1: Two opening hours\n\nMENU.md opens at eight, STOCK.md at nine.",
    }
    /// A discussion names an id that no finding has. It is kept in the remainder.
    DiscussionWithoutFinding = "discussion-without-finding", Warning, lacks Information, "protocol-v1.md#discussions" {
        help: "Use the id of a finding in the table.",
        wrong: "### F7: Two opening hours, and no finding F7",
        right: "### F1: Two opening hours, with a finding F1",
    }
    /// A discussion has no id. It was matched to a finding by its title.
    DiscussionByTitle = "discussion-by-title", Warning, lacks Nothing, "protocol-v1.md#discussions" {
        help: "Start the discussion with the finding's id: `### F1: Title`.",
        wrong: "### The opening hours, with a finding F1 \"The opening hours differ\"",
        right: "### F1: The opening hours",
    }

    // Records.

    /// The status of a checklist item is a synonym of the format's word.
    ItemStatusWord = "item-status-word", Warning, lacks Nothing, "protocol-v1.md#verification" {
        help: "Write applied, partial, missing or not-applicable.",
        wrong: "| Add prices | fixed | §4 |",
        right: "| Add prices | applied | §4 |",
    }
    /// The status of a checklist item is not recognised. `open` is assumed.
    UnknownItemStatus = "unknown-item-status", Warning, lacks Information, "protocol-v1.md#verification" {
        help: "Write applied, partial, missing or not-applicable.",
        wrong: "| Add prices | perhaps | §4 |",
        right: "| Add prices | partial | §4 |",
    }
    /// The classification of a statement is not recognised. `unclear` is assumed.
    UnknownClassification = "unknown-classification", Warning, lacks Information, "protocol-v1.md#records-of-a-digest" {
        help: "Write aspirational, decided or unclear.",
        wrong: "| Opens on Sundays | likely |",
        right: "| Opens on Sundays | aspirational |",
    }

    // Agent reports, stories and scenarios.

    /// The RESULT line of an agent report is not at the end, where the template has it.
    SummaryLineNotLast = "summary-line-not-last", Warning, lacks Nothing, "agent-reports.md#what-is-checked" {
        help: "End the report with the RESULT line.",
        wrong: "RESULT: COMPLETE | 2/2 sections read\n\nDOC: MENU.md\nSTATUS: COMPLETE\n\n## Content Summary\n…",
        right: "DOC: MENU.md\nSTATUS: COMPLETE\n\n## Content Summary\n…\n\nRESULT: COMPLETE | 2/2 sections read",
    }
    /// The header of a report, or the verdict of a test run, states another status than the RESULT line. The RESULT line counts.
    StatusDiffers = "status-differs", Error, lacks Information, "agent-reports.md#what-is-checked" {
        help: "State the same status in both places. The RESULT line counts.",
        wrong: "STATUS: CONSISTENT, and RESULT: CONFLICT | Issues: 1",
        right: "STATUS: CONFLICT, and RESULT: CONFLICT | Issues: 1",
    }
    /// The reply lists a critical finding, but its status is TENSION or its rating is some-issues.
    StatusTooMild = "status-too-mild", Warning, lacks Information, "agent-reports.md#what-is-checked" {
        help: "For a critical finding, write CONFLICT, or rate the dimension significant-problems.",
        wrong: "RESULT: TENSION | Issues: 1 below a critical contradiction",
        right: "RESULT: CONFLICT | Issues: 1 below a critical contradiction",
    }
    /// STATUS, RATING or MODE in the header of a report is not one of the template's words.
    HeaderWord = "header-word", Warning, lacks Nothing, "agent-reports.md#what-is-checked" {
        help: "Use one of the template's words. The message lists them.",
        wrong: "DOC: MENU.md\nSTATUS: DONE",
        right: "DOC: MENU.md\nSTATUS: COMPLETE",
    }
    /// A report lacks a section of its template.
    MissingSection = "missing-section", Warning, lacks Information, "agent-reports.md#what-is-checked" {
        help: "Write every section of the template. If a section has nothing to report, write \"None\" or a table without rows.",
        wrong: "a report that ends without `## Parkable Findings`",
        right: "## Parkable Findings\nNone",
    }
    /// A table cell has a value that its column does not allow (in a table of criteria, gaps, steps, references, claims, files, packages or parked notes). If its meaning is clear, this is only a note.
    RecordWord = "record-word", Warning, lacks Information, "agent-reports.md#what-is-checked" {
        help: "Use one of the values that the column allows.",
        wrong: "| 1 | The door opens | perhaps | |",
        right: "| 1 | The door opens | PASS | |",
    }
    /// A task changed a file that only the orchestrator may write: `DECISIONS.md`, `PARKING.md`, `RESEARCH_LEDGER.md`, `PROPOSAL_TRACKER.md`, `TASKS.md`.
    SharedFile = "shared-file", Warning, lacks Nothing, "agent-reports.md#task-implementer" {
        help: "Revert the file, and report the content under Parkable Findings or Decision Implications.",
        wrong: "| docs/DECISIONS.md | modified | Rye is sold by weight |",
        right: "| Rye is sold by weight | D4 | the scales | … under `## Decision Implications`",
    }
    /// A test run names a failed step that passed or does not exist.
    WrongFailedStep = "wrong-failed-step", Warning, lacks Information, "bowser.md#what-is-checked" {
        help: "Name the step that failed: `**Failed at:** Step 2`.",
        wrong: "**Failed at:** Step 1, where step 1 has PASS and step 2 has FAIL",
        right: "**Failed at:** Step 2, where step 1 has PASS and step 2 has FAIL",
    }
    /// One reply reports several test runs. All their steps are kept and counted together.
    SeveralStories = "several-stories", Warning, lacks Nothing, "bowser.md#several-stories" {
        help: "Send one reply per test run, or start each with its own verdict: `✅ SUCCESS` or `❌ FAILURE`.",
        wrong: "**Story:** A guest signs up\n…\n**Story:** A guest signs out\n…",
        right: "✅ SUCCESS\n\n**Story:** A guest signs up\n…",
    }

    // The JSON return.

    /// A JSON return was requested, but the reply contains none.
    ReturnNotJson = "return-not-json", Error, lacks Information, "json-return.md#the-return" {
        help: "Answer with the JSON object of the return and nothing else.",
        wrong: "I packed two crates.",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
    }
    /// A return lacks its summary, artifacts or metadata.
    MissingReturnField = "missing-return-field", Error, lacks Information, "json-return.md#checking" {
        help: "Give the return status, summary, artifacts and metadata.",
        wrong: "{\"status\": \"completed\", \"artifacts\": [], \"metadata\": {…}}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": [], \"metadata\": {…}}",
    }
    /// The metadata of a return lacks required fields.
    MissingReturnMetadata = "missing-return-metadata", Error, lacks Information, "json-return.md#checking" {
        help: "Give the metadata session_id, agent_type, delegation_depth and delegation_path.",
        wrong: "\"metadata\": {\"agent_type\": \"packer\"}",
        right: "\"metadata\": {\"session_id\": \"sess_7\", \"agent_type\": \"packer\", \"delegation_depth\": 1, \"delegation_path\": [\"orchestrator\", \"packer\"]}",
    }
    /// The `session_id` differs from that of the delegated task.
    SessionDiffers = "session-differs", Error, lacks Information, "json-return.md#checking" {
        help: "Copy the session_id from the task.",
        wrong: "delegated was sess_7:\n\"session_id\": \"sess_8\"",
        right: "\"session_id\": \"sess_7\"",
    }
    /// A metadata value has the wrong type. If it is understood, this is a warning.
    ReturnMetadataShape = "return-metadata-shape", Error, lacks Information, "json-return.md#checking" {
        help: "Write session_id and agent_type as strings, delegation_depth as a whole number, delegation_path as a list of strings, and \
            durations, hours and counts as numbers.",
        wrong: "\"delegation_depth\": -1, \"delegation_path\": \"orchestrator\"",
        right: "\"delegation_depth\": 1, \"delegation_path\": [\"orchestrator\", \"packer\"]",
    }
    /// The delegation depth is not less than the number of agents in the delegation path.
    DelegationDepth = "delegation-depth", Error, lacks Information, "json-return.md#checking" {
        help: "Write the number of delegations: at most 2 for a path of three agents.",
        wrong: "\"delegation_depth\": 2, \"delegation_path\": [\"orchestrator\", \"packer\"]",
        right: "\"delegation_depth\": 1, \"delegation_path\": [\"orchestrator\", \"packer\"]",
    }
    /// The summary of a return has 100 tokens or more, at four characters per token.
    SummaryTooLong = "summary-too-long", Error, lacks Information, "json-return.md#checking" {
        help: "Write 2 to 5 sentences in fewer than 100 tokens. Put the rest in an artifact.",
        wrong: "\"summary\": \"… six hundred characters …\"",
        right: "\"summary\": \"Two crates packed. The third waits for lids.\"",
    }
    /// The summary of a return does not have 2 to 5 sentences.
    SummarySentences = "summary-sentences", Warning, lacks Nothing, "json-return.md#checking" {
        help: "Say in 2 to 5 sentences what was done.",
        wrong: "\"summary\": \"Packed.\"",
        right: "\"summary\": \"Two crates packed. The third waits for lids.\"",
    }
    /// A completed or partial return lists no artifact.
    EmptyArtifacts = "empty-artifacts", Error, lacks Information, "json-return.md#checking" {
        help: "List what was produced. Only a failed or blocked return has no artifacts.",
        wrong: "{\"status\": \"completed\", …, \"artifacts\": []}",
        right: "{\"status\": \"completed\", …, \"artifacts\": [{\"type\": \"report\", \"path\": \"crates.md\", \"summary\": \"What is in them\"}]}",
    }
    /// The type of an artifact is not one of the format's types.
    ArtifactType = "artifact-type", Warning, lacks Nothing, "json-return.md#checking" {
        help: "Write plan, report, summary, implementation or documentation.",
        wrong: "{\"type\": \"crate\", \"path\": \"crates.md\", \"summary\": \"What is in them\"}",
        right: "{\"type\": \"report\", \"path\": \"crates.md\", \"summary\": \"What is in them\"}",
    }
    /// An artifact lacks its summary or its path. A missing path is an error.
    MissingArtifactField = "missing-artifact-field", Warning, lacks Information, "json-return.md#checking" {
        help: "Give every artifact a type, path and summary.",
        wrong: "{\"type\": \"report\", \"path\": \"crates.md\"}",
        right: "{\"type\": \"report\", \"path\": \"crates.md\", \"summary\": \"What is in them\"}",
    }
    /// The path of an artifact is absolute, or points outside the project.
    ArtifactPath = "artifact-path", Warning, lacks Nothing, "json-return.md#checking" {
        help: "Write the path relative to the project root.",
        wrong: "\"path\": \"/home/ada/stores/crates.md\"",
        right: "\"path\": \"stores/crates.md\"",
    }
    /// An artifact's file does not exist. If the return is not completed, this is a warning.
    ArtifactMissing = "artifact-missing", Error, lacks Information, "json-return.md#checking" {
        help: "Write the file, or remove the artifact.",
        wrong: "\"path\": \"crates.md\", and no such file",
        right: "\"path\": \"crates.md\", and the file",
    }
    /// An artifact's file is empty. If the return is not completed, this is a warning.
    ArtifactEmpty = "artifact-empty", Error, lacks Information, "json-return.md#checking" {
        help: "Write the content of the file, or remove the artifact.",
        wrong: "\"path\": \"crates.md\", and a file of 0 bytes",
        right: "\"path\": \"crates.md\", and a file of 214 bytes",
    }
    /// A return that is not completed lists no error.
    MissingErrors = "missing-errors", Error, lacks Information, "json-return.md#checking" {
        help: "Add to `errors` what went wrong: type, message, recoverable, recommendation.",
        wrong: "{\"status\": \"failed\", …, \"artifacts\": []}",
        right: "{\"status\": \"failed\", …, \"artifacts\": [], \"errors\": [{\"type\": \"timeout\", \"message\": \"The lids did not come.\", \"recoverable\": true, \"recommendation\": \"Try again on Monday.\"}]}",
    }
    /// An error of a return lacks type, recoverable or recommendation.
    MissingErrorField = "missing-error-field", Warning, lacks Information, "json-return.md#checking" {
        help: "Give every error type, message, recoverable and recommendation.",
        wrong: "{\"message\": \"The lids did not come.\"}",
        right: "{\"type\": \"timeout\", \"message\": \"The lids did not come.\", \"recoverable\": true, \"recommendation\": \"Try again on Monday.\"}",
    }
    /// The reply has text around the JSON. It is kept in the remainder.
    TextAroundJson = "text-around-json", Warning, lacks Nothing, "json-return.md#finding-the-return" {
        help: "Send only the JSON object, with no other text.",
        wrong: "Here it is:\n{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
    }
    /// The reply holds several returns. The most complete one is used; on a tie, the last.
    SeveralReturns = "several-returns", Warning, lacks Nothing, "json-return.md#finding-the-return" {
        help: "Send one return.",
        wrong: "{\"status\": \"in_progress\", \"summary\": \"Begun.\", \"artifacts\": []}\n{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
    }
    /// The return is nested in a list or another object.
    NestedReturn = "nested-return", Warning, lacks Nothing, "json-return.md#finding-the-return" {
        help: "Send the return as the top-level object.",
        wrong: "[{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}]",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
    }
    /// A return has no status. PARTIAL is assumed.
    MissingReturnStatus = "missing-return-status", Error, lacks Information, "json-return.md#status" {
        help: "Write the status: completed, partial, failed or blocked.",
        wrong: "{\"summary\": \"Two crates packed. One waits.\", \"artifacts\": [], \"errors\": []}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
    }
    /// The status of a return is a synonym of one of the format's four words.
    ReturnStatusWord = "return-status-word", Warning, lacks Nothing, "json-return.md#status" {
        help: "Write completed, partial, failed or blocked.",
        wrong: "{\"status\": \"implemented\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
    }
    /// The status of a return is not recognised. PARTIAL is assumed.
    UnknownReturnStatus = "unknown-return-status", Error, lacks Information, "json-return.md#status" {
        help: "Write completed, partial, failed or blocked.",
        wrong: "{\"status\": \"shipshape\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
    }
    /// A field of the return is misnamed (such as `nextSteps` instead of `next_steps`).
    FieldName = "field-name", Warning, lacks Nothing, "json-return.md#fields" {
        help: "Use the names status, summary, artifacts, metadata, errors and next_steps.",
        wrong: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": [], \"nextSteps\": \"Load them\"}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": [], \"next_steps\": \"Load them\"}",
    }
    /// A field of a return has the wrong type. If it cannot be read, it is kept with the unrecognised fields.
    FieldShape = "field-shape", Warning, lacks Nothing, "json-return.md#fields" {
        help: "Write artifacts and errors as lists of objects, next_steps as one string, recoverable as true or false.",
        wrong: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": [\"crates.md\"]}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": [{\"type\": \"report\", \"path\": \"crates.md\", \"summary\": \"What is in them\"}]}",
    }
    /// An object has a key twice. The last value counts; the others are kept in the remainder.
    RepeatedKey = "repeated-key", Warning, lacks Information, "json-return.md#repairs" {
        help: "Write each key once.",
        wrong: "{\"status\": \"partial\", \"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
    }
    /// The JSON contains comments. They are kept in the remainder.
    JsonComment = "json-comment", Warning, lacks Nothing, "json-return.md#repairs" {
        help: "Remove the comments. JSON does not allow them.",
        wrong: "{/* packed */ \"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
    }
    /// The JSON has an extra comma or lacks one.
    JsonComma = "json-comma", Warning, lacks Nothing, "json-return.md#repairs" {
        help: "Put one comma between two members or items, and none after the last.",
        wrong: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": [],}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
    }
    /// A string is not in double quotation marks, or contains unescaped ones.
    JsonQuotes = "json-quotes", Warning, lacks Nothing, "json-return.md#repairs" {
        help: "Write strings in double quotation marks, and escape those inside as `\\\"`.",
        wrong: "{\"status\": \"completed\", \"summary\": 'Two crates packed. One waits.', \"artifacts\": []}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
    }
    /// A string contains a raw line break or an invalid escape.
    JsonEscape = "json-escape", Warning, lacks Nothing, "json-return.md#repairs" {
        help: "Write line breaks as `\\n`, and use only the escapes of JSON.",
        wrong: "{\"status\": \"completed\", \"summary\": \"Two\ncrates packed.\", \"artifacts\": []}",
        right: "{\"status\": \"completed\", \"summary\": \"Two\\ncrates packed.\", \"artifacts\": []}",
    }
    /// A key is not in quotation marks.
    JsonKey = "json-key", Warning, lacks Nothing, "json-return.md#repairs" {
        help: "Write keys in double quotation marks.",
        wrong: "{\"status\": \"completed\", summary: \"Two crates packed. One waits.\", \"artifacts\": []}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
    }
    /// A literal comes from another language: `True`, `None`, `undefined`.
    JsonLiteral = "json-literal", Warning, lacks Nothing, "json-return.md#repairs" {
        help: "Write true, false and null.",
        wrong: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": [], \"sealed\": True}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": [], \"sealed\": true}",
    }
    /// A number exceeds the range or precision of common JSON readers. The message shows all its digits.
    JsonNumber = "json-number", Note, lacks Nothing, "json-return.md#repairs" {
        help: "Write numbers with more than 15 digits as strings.",
        wrong: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": [], \"seal\": 9007199254740993}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": [], \"seal\": \"9007199254740993\"}",
    }
    /// A key has no value. It is kept in the remainder.
    JsonValue = "json-value", Warning, lacks Information, "json-return.md#repairs" {
        help: "Give every key a value, or remove the key.",
        wrong: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": [], \"seal\": }",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": [], \"seal\": 12}",
    }
    /// Values are nested too deeply. Deeper levels are kept as text.
    JsonDepth = "json-depth", Warning, lacks Nothing, "json-return.md#limits" {
        help: "Nest values at most 128 levels deep.",
        wrong: "125 lists within each other",
        right: "[1, 2, 3]",
    }
    /// An object or a list has no closing bracket.
    JsonUnclosed = "json-unclosed", Warning, lacks Nothing, "json-return.md#repairs" {
        help: "Close every bracket.",
        wrong: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": [}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
    }

    // The report.

    /// Several replies have the same id but different texts. All are kept.
    DifferingDeliveries = "differing-deliveries", Warning, lacks Nothing, "protocol-v1.md#several-replies-in-one-text" {
        help: "Give every reply a unique id.",
        wrong: "two replies with the id 7, one CLEAN, one FINDINGS",
        right: "two replies with the ids 7 and 8",
    }
    /// Several replies have exactly the same text: one reply was given under several names.
    RepeatedReply = "repeated-reply", Warning, lacks Nothing, "../synthesis.md#agreement" {
        help: "Pass each agent's reply once.",
        wrong: "a.md and b.md with one text",
        right: "a.md and b.md with the replies of two agents",
    }
    /// Every task of a wave failed. Running the agents at the same time may be the cause.
    WaveFailed = "wave-failed", Warning, lacks Nothing, "../dispatch.md#collecting" {
        help: "If the wave was dispatched, fall back to sequential execution: run its tasks one after the other, as in a plan with fanOut \"disabled\".",
        wrong: "a wave of six readers, of which four time out and two answer ERROR",
        right: "a wave of which at least one task is answered",
    }
    /// Your decisions on a pair of findings contradict each other. The findings stay separate.
    ContradictingDecisions = "contradicting-decisions", Warning, lacks Nothing, "../merging.md" {
        help: "Withdraw one of the two decisions. Until then, the findings stay separate.",
        wrong: "the same pair of fingerprints, once with \"same\": true, once with \"same\": false",
        right: "one decision for a pair",
    }
    /// A merge decision was given for a saved report. Merging needs the original replies.
    DecisionNeedsReplies = "decision-needs-replies", Note, lacks Nothing, "../merging.md" {
        help: "Keep the decision, and pass it together with the replies. The next report follows it.",
        wrong: "a report of which two findings are to be merged, without its replies",
        right: "the replies, with the decision",
    }
    /// A decision names a fingerprint that no finding has, in this report or the previous one.
    DecisionWithoutFinding = "decision-without-finding", Note, lacks Nothing, "../merging.md" {
        help: "Remove the decision, or keep it for a report that has the finding. A reworded finding has a new fingerprint.",
        wrong: "{\"fingerprints\": [\"f1:0000000000000000\", …], \"same\": true}",
        right: "{\"fingerprints\": [\"f1:9b0c6b1f6e0a2d43\", …], \"same\": true}",
    }

    // Clarifications and decisions.

    /// The questions are not in the canonical form. They are read anyway.
    QuestionForm = "question-form", Note, lacks Nothing, "clarifications.md#what-is-read" {
        help: "Run `reconvene clarify format --write` to convert the document to the canonical form.",
        wrong: "### Q1: Size of a crate\n- [ ] a) Ten kilograms\n**Answer**: a",
        right: "### Q1: Size of a crate\n\nA. Ten kilograms\n\n**Answer:** A",
    }
    /// The document contains no questions.
    NoQuestions = "no-questions", Warning, lacks Information, "clarifications.md#questions" {
        help: "Start each question with a heading such as `### Q1: Title`.",
        wrong: "## Crates\n\nHow large is a crate?",
        right: "## Crates\n\n### Q1: Size of a crate\nHow large is a crate?",
    }
    /// Two questions have the same id.
    RepeatedQuestion = "repeated-question", Error, lacks Nothing, "clarifications.md#ids" {
        help: "Give each question a unique id. References to the id mean the first question.",
        wrong: "### Q1: Size\n### Q1: Weight",
        right: "### Q1: Size\n### Q2: Weight",
    }
    /// A heading looks like a question but is read as text: its id is invalid, or it is among the notes.
    UnreadQuestion = "unread-question", Warning, lacks Nothing, "clarifications.md#ids" {
        help: "Use an id such as Q1, R1.1 or R1.1a with at most six digits per number, and put the question before `## Needs Clarification`.",
        wrong: "### Q7a: Size of a crate",
        right: "### Q7: Size of a crate",
    }
    /// A question has no id. One was assigned.
    AssumedQuestionId = "assumed-question-id", Note, lacks Nothing, "clarifications.md#ids" {
        help: "Start each question with its id: `### Q1: Title`, `##### R1.1: Title`.",
        wrong: "1. **How large is a crate?**",
        right: "### Q1: How large is a crate?",
    }
    /// A refinement names a parent question that is not in the document. It stays where it is.
    UnknownParent = "unknown-parent", Error, lacks Information, "clarifications.md#ids" {
        help: "Add the parent question, or correct the refinement's id.",
        wrong: "### Q1: Size\n##### R9.1: Unit",
        right: "### Q1: Size\n##### R1.1: Unit",
    }
    /// A refinement is placed under a different question than its id refers to. The id is used.
    MisplacedRefinement = "misplaced-refinement", Warning, lacks Nothing, "clarifications.md#ids" {
        help: "Move it below the question that its id names, or run `reconvene clarify format --write`.",
        wrong: "### Q1: Size\n### Q2: Weight\n##### R1.1: Unit",
        right: "### Q1: Size\n##### R1.1: Unit\n### Q2: Weight",
    }
    /// The document refers to a question that it does not contain.
    UnknownQuestion = "unknown-question", Warning, lacks Nothing, "clarifications.md#front-matter" {
        help: "Name a question of the document.",
        wrong: "---\npriority_questions: [Q7]\n---\n\n### Q1: Size",
        right: "---\npriority_questions: [Q1]\n---\n\n### Q1: Size",
    }
    /// A count in the front matter differs from the document.
    FrontMatterCount = "front-matter-count", Warning, lacks Nothing, "clarifications.md#front-matter" {
        help: "Correct the count, or run `reconvene clarify format --write`.",
        wrong: "---\nquestion_count: 3\n---\n\n### Q1: Size",
        right: "---\nquestion_count: 1\n---\n\n### Q1: Size",
    }
    /// A question has a field twice. Both values are kept, one below the other.
    RepeatedValue = "repeated-value", Warning, lacks Nothing, "clarifications.md#fields" {
        help: "Give each question one recommendation and one answer.",
        wrong: "**Answer:** Ten kilograms\n\n**Answer:** Twenty",
        right: "**Answer:** Twenty kilograms",
    }
    /// Two choices of a question have the same letter.
    RepeatedChoice = "repeated-choice", Warning, lacks Nothing, "clarifications.md#choices" {
        help: "Give each choice a unique letter.",
        wrong: "A. Ten\nA. Twenty",
        right: "A. Ten\nB. Twenty",
    }
    /// The document is not valid JSON. It was read with repairs.
    RepairedJson = "repaired-json", Warning, lacks Nothing, "clarifications.md#json" {
        help: "Send valid JSON. Text that fits no value is kept as text.",
        wrong: "{\"sections\": [{\"title\": \"Crates\", \"questions\": [],}]}",
        right: "{\"sections\": [{\"title\": \"Crates\", \"questions\": []}]}",
    }
    /// The document contains no decisions.
    NoDecisions = "no-decisions", Warning, lacks Information, "decisions.md#decisions" {
        help: "Start each decision with a heading such as `### D1: Title`.",
        wrong: "Crates weigh ten kilograms at most.",
        right: "### D1: Weight of a crate\n- **Answer**: Ten kilograms at most\n- **Status**: resolved",
    }
    /// Two decisions have the same id.
    RepeatedDecision = "repeated-decision", Error, lacks Nothing, "decisions.md#decisions" {
        help: "Give each decision a unique id.",
        wrong: "### D1: Size\n- **Status**: draft\n\n### D1: Weight\n- **Status**: draft",
        right: "### D1: Size\n- **Status**: draft\n\n### D2: Weight\n- **Status**: draft",
    }
    /// A decision has no status, or one that is not recognised.
    DecisionStatusWord = "decision-status", Warning, lacks Nothing, "decisions.md#status" {
        help: "Write draft, resolved, conflict-resolved, critical-gap or contradiction.",
        wrong: "### D1: Size\n- **Status**: half done",
        right: "### D1: Size\n- **Status**: draft",
    }
    /// The number of decisions in the front matter differs from the document.
    DecisionCount = "decision-count", Warning, lacks Nothing, "decisions.md#front-matter" {
        help: "Count all entries, including critical gaps and contradictions.",
        wrong: "---\ndecision_count: 2\n---\n\n### D1: Size\n- **Status**: draft",
        right: "---\ndecision_count: 1\n---\n\n### D1: Size\n- **Status**: draft",
    }
    /// A reply that should contain refinements has none.
    NoRefinements = "no-refinements", Warning, lacks Information, "clarifications.md#consolidating" {
        help: "Ask for refinements in the form `##### R6.1: Title`, below a line `Refinements for Q6:`.",
        wrong: "All is clear to me.",
        right: "Refinements for Q1:\n\n##### R1.1: Unit\nKilograms or pounds?",
    }
    /// Two refinements of a question ask the same thing. The more detailed one is kept.
    DuplicateRefinement = "duplicate-refinement", Note, lacks Nothing, "clarifications.md#consolidating" {
        help: "Do nothing, unless the two ask different things: then reword them.",
        wrong: "##### R1.1: Unit of weight\n##### R1.2: Unit of weight",
        right: "##### R1.1: Unit of weight\n##### R1.2: Who weighs",
    }
    /// A reply contains text other than its refinements. The text is not added to the document.
    TextLeftOut = "text-left-out", Note, lacks Nothing, "clarifications.md#consolidating" {
        help: "Write only refinements.",
        wrong: "Here is what I would ask.\n\n##### R1.1: Unit",
        right: "##### R1.1: Unit",
    }
    /// The notes list a critical gap whose question is now answered. The note stays.
    AnsweredGap = "answered-gap", Note, lacks Nothing, "clarifications.md#consolidating" {
        help: "Remove the note, or keep it until somebody has reviewed the answer.",
        wrong: "### Q1: Unit\n\n**Answer:** Kilograms in all the halls\n\n## Needs Clarification\n\n### Critical gap: Q1 Unit",
        right: "### Q1: Unit\n\n**Answer:** Kilograms in all the halls",
    }
    /// The answer to a required question is vague. No decision is made from it.
    VagueAnswer = "vague-answer", Warning, lacks Nothing, "clarifications.md#evaluation" {
        help: "Name a choice or a value, or answer in at least five words.",
        wrong: "### Q1: Unit [MUST ANSWER]\n\n**Answer:** not sure",
        right: "### Q1: Unit [MUST ANSWER]\n\n**Answer:** Kilograms in all the halls",
    }
    /// An agent answered a question that is meant for people. Its answer is kept as a suggestion.
    AnsweredByAgent = "answered-by-agent", Warning, lacks Nothing, "clarifications.md#consolidating" {
        help: "Leave the answer empty.",
        wrong: "##### R1.1: Unit\n\n**Answer:** Kilograms",
        right: "##### R1.1: Unit\n\n**Answer:**",
    }
}
