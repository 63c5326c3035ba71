//! Every diagnostic that there is: one table. The page `docs/formats/diagnostics.md` is made from it.

use super::Level;

/// All that is known of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The stable name, in kebab-case.
    pub name: &'static str,
    /// How much it matters.
    pub level: Level,
    /// What a reader is left without.
    pub lacks: Lack,
    /// What it means, in one or two sentences.
    pub meaning: &'static str,
    /// What to write instead.
    pub help: &'static str,
    /// The section of `docs/formats/` that the rule comes from.
    pub source: &'static str,
    /// An example of it.
    pub wrong: &'static str,
    /// The same, mended.
    pub right: &'static str,
}

/// What a reader is left without: it decides what a subagent is asked for again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    /// Nothing: what was meant is clear.
    Nothing,
    /// Something that the subagent alone knows.
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

            /// All that is known of it.
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

    /// The code of a name.
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
    /// The reply is larger than a reply may be, or its batch is full. It is not read, and its status is ERROR.
    TooLarge = "too-large", Error, lacks Information, "protocol-v1.md#limits" {
        help: "Give a reply in pieces of at most 16 MiB.",
        wrong: "17 MiB of text",
        right: "two replies of 9 MiB, each with a unit of its own",
    }
    /// Bytes are no UTF-8. Each ill-formed sequence became U+FFFD.
    IllFormedUtf8 = "ill-formed-utf8", Warning, lacks Nothing, "protocol-v1.md#text" {
        help: "Send UTF-8. Each ill-formed sequence was read as U+FFFD.",
        wrong: "the bytes 63 61 66 E9 for \"café\"",
        right: "the bytes 63 61 66 C3 A9",
    }
    /// The whole reply stands in a fence or a quote.
    WrappedReply = "wrapped-reply", Note, lacks Nothing, "protocol-v1.md#text" {
        help: "Send the reply as it is, without a fence or a quote around it.",
        wrong: "> RESULT: CLEAN | Type: digest | …\n> …",
        right: "RESULT: CLEAN | Type: digest | …\n…",
    }
    /// What the model thought aloud was passed over; it is kept in the remainder.
    ThinkingAloud = "thinking-aloud", Note, lacks Nothing, "protocol-v1.md#text" {
        help: "Send the answer alone. The thoughts are kept in the remainder.",
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
        help: "The reply may be cut off: ask for it again, or for what is missing.",
        wrong: "| F1 | major | contradiction | MENU.md §1 | STOCK.md §2 | Two hours | Say which. |\n| F2 | major | missing-cov",
        right: "| F1 | major | contradiction | MENU.md §1 | STOCK.md §2 | Two hours | Say which. |\n| F2 | major | missing-coverage | MENU.md §3 | -- | No prices | Add them. |",
    }
    /// The reply is on another unit than the host asked for. The host's counts.
    UnitDiffers = "unit-differs", Warning, lacks Information, "protocol-v1.md#units" {
        help: "The host's unit counts. Answer on the unit that was asked for.",
        wrong: "asked for MENU.md + STOCK.md:\nRESULT: CLEAN | Type: consistency | Pair: MENU.md/STAFF.md | …",
        right: "RESULT: CLEAN | Type: consistency | Pair: MENU.md/STOCK.md | …",
    }
    /// The reply is one of several that were taken from one text.
    SplitReplies = "split-replies", Warning, lacks Nothing, "protocol-v1.md#several-replies-in-one-text" {
        help: "Put a line `--- reply ---` between replies.",
        wrong: "RESULT: CLEAN | Type: digest | …\n--- reply ---\nRESULT: CLEAN | Type: digest | …",
        right: "each reply in a file of its own",
    }
    /// Something is larger than reading or merging goes: a table, a header, a batch, the candidates of a finding.
    BoundReached = "bound-reached", Warning, lacks Nothing, "protocol-v1.md#limits" {
        help: "Make it smaller, or give it in parts. The message says which bound was reached, and what was left as it is.",
        wrong: "a table of 65 columns",
        right: "a table of at most 64 columns",
    }

    // The summary line.

    /// There is no summary line. The status is PARTIAL.
    MissingSummaryLine = "missing-summary-line", Error, lacks Information, "protocol-v1.md#summary-line" {
        help: "Begin the reply with `RESULT: <STATUS> | Type: <TYPE> | …`.",
        wrong: "Both files agree.",
        right: "RESULT: CLEAN | Type: consistency | Pair: MENU.md/STOCK.md | Findings: 0 | Critical: 0 | Major: 0 | Minor: 0",
    }
    /// A reply in free form states no status: it follows from what was read.
    InferredStatus = "inferred-status", Note, lacks Nothing, "prose.md#the-status" {
        help: "A summary line says it for certain: `RESULT: <STATUS> | Type: <TYPE> | …`.",
        wrong: "1. **High** `src/a.ts:3`: the lock is never released.",
        right: "RESULT: FINDINGS | Type: consistency | …",
    }
    /// There are several summary lines of equal standing. The first with a type counts, else the last.
    SeveralSummaryLines = "several-summary-lines", Warning, lacks Information, "protocol-v1.md#which-one-counts" {
        help: "Write one summary line. The first with a `Type:` counts, else the last.",
        wrong: "RESULT: CLEAN | Type: digest | …\n\nRESULT: PARTIAL | Type: digest | …",
        right: "RESULT: PARTIAL | Type: digest | …",
    }
    /// Something stands before the summary line.
    SummaryLineNotFirst = "summary-line-not-first", Warning, lacks Nothing, "protocol-v1.md#summary-line" {
        help: "Write the summary line first.",
        wrong: "Here it is.\n\nRESULT: CLEAN | Type: digest | …",
        right: "RESULT: CLEAN | Type: digest | …",
    }
    /// The summary line is decorated, glued to other text, in a fence or in code, in other case, or not cut at pipes into pairs.
    SummaryLineMalformed = "summary-line-malformed", Warning, lacks Nothing, "protocol-v1.md#how-a-line-is-recognised" {
        help: "Write it plain, on a line of its own: `RESULT: <STATUS> | Type: <TYPE> | …`.",
        wrong: "**RESULT: CLEAN | Type: digest | Doc: MENU.md**",
        right: "RESULT: CLEAN | Type: digest | Doc: MENU.md",
    }
    /// A line with alternatives or placeholders is no summary line, and there is no other; a row of placeholders is none of its table.
    UnfilledTemplate = "unfilled-template", Note, lacks Nothing, "protocol-v1.md#how-a-line-is-recognised" {
        help: "Fill it in, or leave it out: one status, one type, the figures; no row of the template.",
        wrong: "RESULT: <CLEAN|FINDINGS> | Type: digest | Doc: <path>",
        right: "RESULT: CLEAN | Type: digest | Doc: MENU.md",
    }
    /// The status is another word than the four, or written otherwise.
    StatusWord = "status-word", Warning, lacks Nothing, "protocol-v1.md#status-words" {
        help: "Write CLEAN, FINDINGS, PARTIAL or ERROR.",
        wrong: "RESULT: PASS | Type: digest | …",
        right: "RESULT: CLEAN | Type: digest | …",
    }
    /// The status word is unknown. The status is PARTIAL.
    UnknownStatus = "unknown-status", Error, lacks Information, "protocol-v1.md#status-words" {
        help: "Write CLEAN, FINDINGS, PARTIAL or ERROR.",
        wrong: "RESULT: SPLENDID | Type: digest | …",
        right: "RESULT: CLEAN | Type: digest | …",
    }
    /// There is no type. The message says which one was assumed.
    MissingType = "missing-type", Warning, lacks Nothing, "protocol-v1.md#result-types" {
        help: "Write `Type: digest`, `consistency`, `verification`, `implementation` or `design-plan` after the status.",
        wrong: "RESULT: CLEAN | Doc: MENU.md | …",
        right: "RESULT: CLEAN | Type: digest | Doc: MENU.md | …",
    }
    /// The type is none of the five, and not registered.
    UnknownType = "unknown-type", Warning, lacks Information, "protocol-v1.md#result-types" {
        help: "Write `Type: digest`, `consistency`, `verification`, `implementation` or `design-plan`.",
        wrong: "RESULT: CLEAN | Type: essay | …",
        right: "RESULT: CLEAN | Type: digest | …",
    }
    /// The type is not the one that was asked for. What is written counts.
    UnexpectedType = "unexpected-type", Warning, lacks Information, "protocol-v1.md#result-types" {
        help: "Answer with the type that was asked for.",
        wrong: "asked for consistency:\nRESULT: CLEAN | Type: digest | …",
        right: "RESULT: CLEAN | Type: consistency | …",
    }
    /// The summary line, or the header of a report, does not say what the reply is on: the document, the pair, the task, the screen, the test run.
    MissingSubject = "missing-subject", Warning, lacks Information, "protocol-v1.md#result-types" {
        help: "Name it after the type: `Doc: <path>`, `Pair: <a>/<b>`, `Task: <id>` or `Screen: <name>`.",
        wrong: "RESULT: CLEAN | Type: digest | Sections: 2 | Entities: 0 | Cross-refs: 0",
        right: "RESULT: CLEAN | Type: digest | Doc: MENU.md | Sections: 2 | Entities: 0 | Cross-refs: 0",
    }
    /// The type stands elsewhere on the summary line than right behind the status.
    PairOrder = "pair-order", Warning, lacks Nothing, "protocol-v1.md#summary-line" {
        help: "Write the type right behind the status.",
        wrong: "RESULT: CLEAN | Doc: MENU.md | Type: digest | …",
        right: "RESULT: CLEAN | Type: digest | Doc: MENU.md | …",
    }
    /// A figure that the type asks for is not on the summary line.
    MissingMetric = "missing-metric", Warning, lacks Nothing, "protocol-v1.md#result-types" {
        help: "Write every figure of the type, also a zero.",
        wrong: "RESULT: CLEAN | Type: consistency | Pair: MENU.md/STOCK.md | Findings: 0",
        right: "RESULT: CLEAN | Type: consistency | Pair: MENU.md/STOCK.md | Findings: 0 | Critical: 0 | Major: 0 | Minor: 0",
    }
    /// A pair on the summary line is none of the type's. It is kept.
    UnknownMetric = "unknown-metric", Note, lacks Nothing, "protocol-v1.md#result-types" {
        help: "Leave it out; what has no place on the summary line belongs below the metadata.",
        wrong: "RESULT: CLEAN | Type: digest | Doc: MENU.md | Mood: bright | Sections: 2 | …",
        right: "RESULT: CLEAN | Type: digest | Doc: MENU.md | Sections: 2 | …",
    }
    /// A figure on the summary line is no whole number, or no ratio where one is asked for.
    MetricNotANumber = "metric-not-a-number", Warning, lacks Nothing, "protocol-v1.md#result-types" {
        help: "Write the figure in digits: `Findings: 3`, `Tests: 3/4`.",
        wrong: "RESULT: FINDINGS | Type: consistency | Pair: MENU.md/STOCK.md | Findings: three | …",
        right: "RESULT: FINDINGS | Type: consistency | Pair: MENU.md/STOCK.md | Findings: 3 | …",
    }
    /// A figure on the summary line is not the number of what is listed below it. Where a digest, an implementation or a plan lists less, that is a warning: it may be listed in a form that is not read.
    CountMismatch = "count-mismatch", Error, lacks Information, "protocol-v1.md#result-types" {
        help: "List what is missing, or correct the figure.",
        wrong: "RESULT: FINDINGS | Type: consistency | … | Findings: 5 | … above a table of three findings",
        right: "RESULT: FINDINGS | Type: consistency | … | Findings: 3 | … above a table of three findings",
    }
    /// A reply that is PARTIAL or ERROR does not say how much was covered. Of an ERROR, this is a warning.
    CoverageNotStated = "coverage-not-stated", Error, lacks Information, "protocol-v1.md#status" {
        help: "Add `| Coverage: <percent>%` to the summary line.",
        wrong: "RESULT: PARTIAL | Type: digest | Doc: MENU.md | … | Reason: context limit reached",
        right: "RESULT: PARTIAL | Type: digest | Doc: MENU.md | … | Coverage: 70% | Reason: context limit reached",
    }
    /// A reply that is CLEAN covers less than all of it, or one that is PARTIAL covers it all.
    CoverageStatus = "coverage-status", Warning, lacks Information, "protocol-v1.md#coverage" {
        help: "Write PARTIAL where something was left out, and CLEAN or FINDINGS where nothing was.",
        wrong: "RESULT: CLEAN | Type: digest | Doc: MENU.md | …\n\n**Coverage**: 8/12 sections (67%)",
        right: "RESULT: CLEAN | Type: digest | Doc: MENU.md | …\n\n**Coverage**: 12/12 sections",
    }
    /// The summary line states another coverage than the metadata. That of the summary line counts.
    CoverageDiffers = "coverage-differs", Warning, lacks Information, "protocol-v1.md#coverage" {
        help: "State one coverage.",
        wrong: "RESULT: PARTIAL | … | Coverage: 70% | Reason: context limit reached\n\n**Coverage**: 40%",
        right: "RESULT: PARTIAL | … | Coverage: 70% | Reason: context limit reached\n\n**Coverage**: 70%",
    }
    /// A reply that is PARTIAL or ERROR does not say why.
    ReasonNotStated = "reason-not-stated", Error, lacks Information, "protocol-v1.md#status" {
        help: "Add `| Reason: <why>` to the summary line.",
        wrong: "RESULT: ERROR | Type: digest | Doc: MENU.md | … | Coverage: 0%",
        right: "RESULT: ERROR | Type: digest | Doc: MENU.md | … | Coverage: 0% | Reason: the file is not there",
    }

    // What the status promises.

    /// The status is CLEAN, or CONSISTENT, PLANNED or good, and findings that are open are listed.
    CleanWithFindings = "clean-with-findings", Error, lacks Nothing, "protocol-v1.md#status" {
        help: "Write FINDINGS: an agent that finds something did its job.",
        wrong: "RESULT: CLEAN | Type: consistency | … above a table of findings",
        right: "RESULT: FINDINGS | Type: consistency | … above a table of findings",
    }
    /// The status is CLEAN, or COMPLETE, PASS or SUCCESS, and something was not done: an item is not applied, a criterion, a test or a step failed, a section was not read.
    CleanWithFailures = "clean-with-failures", Error, lacks Nothing, "protocol-v1.md#status" {
        help: "Write FINDINGS: CLEAN means that all items are applied, or that all criteria and tests pass.",
        wrong: "RESULT: CLEAN | Type: verification | … above an item with the status missing",
        right: "RESULT: FINDINGS | Type: verification | … above an item with the status missing",
    }
    /// The status is FINDINGS, or FAILED, FAIL or FAILURE, and nothing was found: every item is applied, every criterion is met, every step passed, or no finding is listed.
    FindingsWithoutFailures = "findings-without-failures", Error, lacks Information, "protocol-v1.md#status" {
        help: "Write CLEAN, or list what is not applied.",
        wrong: "RESULT: FINDINGS | Type: verification | … above items that are all applied",
        right: "RESULT: CLEAN | Type: verification | … above items that are all applied",
    }
    /// The status is FINDINGS, and no finding was read.
    FindingsNotRead = "findings-not-read", Error, lacks Information, "protocol-v1.md#findings-without-a-table" {
        help: "Write the findings as a table with the columns ID, Severity, Type, Location, Counter-location, Description, Suggestion.",
        wrong: "RESULT: FINDINGS | Type: consistency | Findings: 2 | … above a list in words",
        right: "| ID | Severity | Type | Location | Counter-location | Description | Suggestion |\n|---|---|---|---|---|---|---|\n| F1 | major | contradiction | MENU.md §1 | STOCK.md §2 | Two opening hours | Say which. |",
    }
    /// A reply that is CLEAN has nothing below its metadata: it does not say what was checked.
    ConfirmationNotStated = "confirmation-not-stated", Warning, lacks Information, "protocol-v1.md#status" {
        help: "Say in a sentence below the metadata what was checked.",
        wrong: "RESULT: CLEAN | Type: consistency | … with nothing below its metadata",
        right: "RESULT: CLEAN | Type: consistency | …, and below its metadata: All nine sections of both agree.",
    }
    /// A reply that is PARTIAL has nothing below its metadata: neither what was found, nor what is missing.
    GapNotStated = "gap-not-stated", Warning, lacks Information, "protocol-v1.md#status" {
        help: "Report what you have, and say below `## Coverage Gaps` what is missing.",
        wrong: "RESULT: PARTIAL | … with nothing below its metadata",
        right: "RESULT: PARTIAL | …\n\n## Coverage Gaps\n\n- STOCK.md §5 to §9",
    }
    /// A reply that is ERROR does not say what was tried.
    AttemptNotStated = "attempt-not-stated", Warning, lacks Information, "protocol-v1.md#status" {
        help: "Add a section `## What was attempted`.",
        wrong: "RESULT: ERROR | Type: digest | … and nothing but metadata",
        right: "## What was attempted\n\nOpened MENU.md twice.",
    }
    /// A reply that is ERROR does not say what to try next.
    RecoveryNotStated = "recovery-not-stated", Warning, lacks Information, "protocol-v1.md#status" {
        help: "Add a section `## What to try next`.",
        wrong: "RESULT: ERROR | Type: digest | … and nothing but metadata",
        right: "## What to try next\n\nDispatch again once the file can be read.",
    }

    // Metadata.

    /// There is no metadata block.
    MissingMetadata = "missing-metadata", Warning, lacks Information, "protocol-v1.md#metadata-block" {
        help: "Put a block between two rules below the summary line: Protocol, Agent, Assigned, Scope, Coverage, Confidence.",
        wrong: "RESULT: CLEAN | Type: digest | …\n\n## Section Inventory",
        right: "RESULT: CLEAN | Type: digest | …\n\n---\n**Protocol**: v1\n**Agent**: digest agent\n**Assigned**: Digest MENU.md\n**Scope**: MENU.md\n**Coverage**: 100%\n**Confidence**: high\n---",
    }
    /// A field is missing: of the metadata block, of the header of a report, of a test run, of a finding.
    MissingField = "missing-field", Warning, lacks Information, "protocol-v1.md#metadata-block" {
        help: "Add what is missing, each on a line of its own: `**Confidence**: high`.",
        wrong: "**Protocol**: v1\n**Agent**: digest agent",
        right: "**Protocol**: v1\n**Agent**: digest agent\n**Assigned**: Digest MENU.md\n**Scope**: MENU.md\n**Coverage**: 100%\n**Confidence**: high",
    }
    /// A key of the metadata, or of the summary line, stands twice. The first counts.
    RepeatedField = "repeated-field", Warning, lacks Nothing, "protocol-v1.md#metadata-block" {
        help: "Write each field once. The first counts; the others are kept in `extra`.",
        wrong: "**Agent**: one\n**Agent**: two",
        right: "**Agent**: one",
    }
    /// The protocol is not the version that is read here.
    UnknownProtocol = "unknown-protocol", Warning, lacks Nothing, "protocol-v1.md#metadata-block" {
        help: "Write `**Protocol**: v1`.",
        wrong: "**Protocol**: v7",
        right: "**Protocol**: v1",
    }
    /// The confidence begins with none of high, medium, low.
    UnknownConfidence = "unknown-confidence", Warning, lacks Information, "protocol-v1.md#metadata-block" {
        help: "Write high, medium or low.",
        wrong: "**Confidence**: fair",
        right: "**Confidence**: medium",
    }
    /// The coverage is neither a share nor a list of sections.
    UnreadableCoverage = "unreadable-coverage", Warning, lacks Information, "protocol-v1.md#coverage" {
        help: "Write a percentage, a ratio, or the sections: `70%`, `8/12 sections`, `§1, §2, §5`.",
        wrong: "**Coverage**: most of it",
        right: "**Coverage**: 70%",
    }
    /// The metadata are no lines `**Key**: value` between two rules.
    MetadataForm = "metadata-form", Warning, lacks Nothing, "protocol-v1.md#metadata-block" {
        help: "Write each field as a line `**Key**: value`, with a line `---` above the first and below the last.",
        wrong: "| Field | Value |\n|---|---|\n| Protocol | v1 |",
        right: "---\n**Protocol**: v1\n…\n---",
    }
    /// The parts of the reply stand in another order than summary line, metadata, detail, or something stands between the first two.
    SectionOrder = "section-order", Warning, lacks Nothing, "protocol-v1.md" {
        help: "Write the summary line, then the metadata block, then the detail sections.",
        wrong: "RESULT: CLEAN | Type: digest | …\n\n## Section Inventory\n…\n\n---\n**Protocol**: v1\n…\n---",
        right: "RESULT: CLEAN | Type: digest | …\n\n---\n**Protocol**: v1\n…\n---\n\n## Section Inventory\n…",
    }

    // Tables.

    /// A table has a header and no separator row.
    MissingSeparatorRow = "missing-separator-row", Warning, lacks Nothing, "protocol-v1.md#tables" {
        help: "Put a row of `|---|` under the header.",
        wrong: "| Item | Status | Notes |\n| Add prices | applied | §4 |",
        right: "| Item | Status | Notes |\n|---|---|---|\n| Add prices | applied | §4 |",
    }
    /// A table of findings has no header. Its columns were told by their values.
    MissingHeader = "missing-header", Warning, lacks Nothing, "protocol-v1.md#finding-table" {
        help: "Give the table its header row. The columns were inferred from the values.",
        wrong: "| F1 | major | contradiction | MENU.md §1 | STOCK.md §2 | Two opening hours | Say which. |",
        right: "| ID | Severity | Type | Location | Counter-location | Description | Suggestion |\n|---|---|---|---|---|---|---|\n| F1 | major | contradiction | MENU.md §1 | STOCK.md §2 | Two opening hours | Say which. |",
    }
    /// A row has more cells than the table has columns. The surplus goes to `extra`.
    SurplusCells = "surplus-cells", Warning, lacks Nothing, "protocol-v1.md#tables" {
        help: "Escape a pipe inside a cell as `\\|`.",
        wrong: "| Item | Status | Notes |\n|---|---|---|\n| Add prices | applied | §4 | §5 |",
        right: "| Item | Status | Notes |\n|---|---|---|\n| Add prices | applied | §4 \\| §5 |",
    }
    /// A row has fewer cells than the table has columns.
    MissingCells = "missing-cells", Warning, lacks Information, "protocol-v1.md#tables" {
        help: "Give every row a cell for every column.",
        wrong: "| Item | Status | Notes |\n|---|---|---|\n| Add prices | applied |",
        right: "| Item | Status | Notes |\n|---|---|---|\n| Add prices | applied | §4 |",
    }
    /// A pipe in a code span was not escaped. The cell was put back together.
    RawPipe = "raw-pipe", Warning, lacks Nothing, "protocol-v1.md#tables" {
        help: "Escape a pipe inside a cell as `\\|`.",
        wrong: "| Item | Status | Notes |\n|---|---|---|\n| Explain `a | b` | applied | §4 |",
        right: "| Item | Status | Notes |\n|---|---|---|\n| Explain `a \\| b` | applied | §4 |",
    }
    /// A column has another name than the format gives it. In tables whose columns are not fixed this is a note.
    ColumnName = "column-name", Warning, lacks Nothing, "protocol-v1.md#tables" {
        help: "Give the column the format's own name.",
        wrong: "| ID | Severity | Type | Location | Counter-location | Issue | Suggestion |",
        right: "| ID | Severity | Type | Location | Counter-location | Description | Suggestion |",
    }
    /// A column is missing: of the finding table, of the checklist, or of a table that the template of a report has.
    MissingColumn = "missing-column", Warning, lacks Information, "protocol-v1.md#finding-table" {
        help: "Give the table all its columns; write `--` where a cell has nothing to say.",
        wrong: "| ID | Severity | Description |",
        right: "| ID | Severity | Type | Location | Counter-location | Description | Suggestion |",
    }
    /// The columns of the finding table, of the checklist, or of a table that the template of a report has, stand in another order.
    ColumnOrder = "column-order", Warning, lacks Nothing, "protocol-v1.md#finding-table" {
        help: "Write the columns in the order of the format.",
        wrong: "| Severity | ID | Type | Location | Counter-location | Description | Suggestion |",
        right: "| ID | Severity | Type | Location | Counter-location | Description | Suggestion |",
    }
    /// Findings or items of the checklist stand in no table.
    NotATable = "not-a-table", Warning, lacks Nothing, "protocol-v1.md#finding-table" {
        help: "Write them as a table.",
        wrong: "- [major] Two opening hours (MENU.md §1, STOCK.md §2)",
        right: "| ID | Severity | Type | Location | Counter-location | Description | Suggestion |\n|---|---|---|---|---|---|---|\n| F1 | major | contradiction | MENU.md §1 | STOCK.md §2 | Two opening hours | Say which. |",
    }
    /// The table of findings stands in a fence.
    FencedTable = "fenced-table", Warning, lacks Nothing, "protocol-v1.md#finding-table" {
        help: "Write the table outside of code fences.",
        wrong: "```\n| ID | Severity | Description |\n…\n```",
        right: "| ID | Severity | Description |\n…",
    }
    /// A table has a column of severities and is no table of findings; it is kept in the remainder.
    TablePassedOver = "table-passed-over", Note, lacks Nothing, "protocol-v1.md#which-tables-are-tables-of-findings" {
        help: "A table of findings has a column Severity and a column Description.",
        wrong: "| Severity | Count |\n|---|---|\n| major | 3 |",
        right: "the counts on the summary line: Major: 3",
    }

    /// Text that begins with a severity, or stands under one, was not read as a finding; it is kept in the remainder.
    SeverityPassedOver = "severity-passed-over", Warning, lacks Information, "protocol-v1.md#paragraphs-that-are-findings" {
        help: "Put it into the table of findings, or take the severity from it.",
        wrong: "a table of findings, and below it: P1: the well has no lid at all",
        right: "| F2 | major | … | The well has no lid. |",
    }

    // Findings.

    /// A finding has no id. It is called `F<n>`.
    MissingId = "missing-id", Warning, lacks Nothing, "protocol-v1.md#from-a-row-to-a-finding" {
        help: "Give every finding an id: F1, F2, …",
        wrong: "| Severity | Type | Description |",
        right: "| ID | Severity | Type | Description |",
    }
    /// An id stands twice in one table.
    RepeatedId = "repeated-id", Warning, lacks Nothing, "protocol-v1.md#finding-table" {
        help: "Give every finding an id of its own.",
        wrong: "| F1 | …\n| F1 | …",
        right: "| F1 | …\n| F2 | …",
    }
    /// The ids of the findings are not F1, F2, … in order.
    IdNotSequential = "id-not-sequential", Warning, lacks Nothing, "protocol-v1.md#finding-table" {
        help: "Number the findings F1, F2, … in the order of the table.",
        wrong: "| F1 | …\n| F3 | …",
        right: "| F1 | …\n| F2 | …",
    }
    /// A severity is another word than the format's, or has something beside it.
    SeverityWord = "severity-word", Warning, lacks Nothing, "protocol-v1.md#severity" {
        help: "Write critical, major or minor.",
        wrong: "| F1 | HIGH | …",
        right: "| F1 | major | …",
    }
    /// There is no severity. Minor is assumed.
    MissingSeverity = "missing-severity", Warning, lacks Information, "protocol-v1.md#severity" {
        help: "Write critical, major or minor.",
        wrong: "| F1 | — | …",
        right: "| F1 | minor | …",
    }
    /// The severity is unknown. Major is assumed.
    UnknownSeverity = "unknown-severity", Warning, lacks Information, "protocol-v1.md#severity" {
        help: "Write critical, major or minor. It counts as major until then.",
        wrong: "| F1 | grave | …",
        right: "| F1 | critical | …",
    }
    /// A discussion gives another severity than the table. The table counts.
    SeverityDiffers = "severity-differs", Warning, lacks Information, "protocol-v1.md#discussions" {
        help: "Give a finding the same severity in the table and in its discussion. The table counts.",
        wrong: "| F1 | minor | …\n\n### F1: Two opening hours (critical)",
        right: "| F1 | critical | …\n\n### F1: Two opening hours (critical)",
    }
    /// A finding type was read as something other than what is written.
    TypeWord = "type-word", Warning, lacks Nothing, "protocol-v1.md#finding-types" {
        help: "Write one of the ten types, with hyphens.",
        wrong: "| F1 | minor | Terminology | …",
        right: "| F1 | minor | terminology-drift | …",
    }
    /// The type of a finding is none of the ten. It is kept.
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
    /// A finding does not say what is wrong: its description is empty, and nothing below the table tells of it.
    MissingDescription = "missing-description", Warning, lacks Information, "protocol-v1.md#finding-table" {
        help: "Say in a sentence what is wrong.",
        wrong: "| F1 | minor | stale-content | MENU.md §4 | -- |  | Remove them. |",
        right: "| F1 | minor | stale-content | MENU.md §4 | -- | The winter prices are over. | Remove them. |",
    }
    /// A place names neither a document nor a section nor lines.
    VagueLocation = "vague-location", Warning, lacks Information, "protocol-v1.md#finding-table" {
        help: "Name the document with a section or a range of lines: `MENU.md §2`, `STOCK.md:12-14`.",
        wrong: "| F1 | minor | stale-content | somewhere | -- | The winter prices are over. | Remove them. |",
        right: "| F1 | minor | stale-content | MENU.md §4 | -- | The winter prices are over. | Remove them. |",
    }
    /// A finding does not say where it is.
    MissingLocation = "missing-location", Warning, lacks Information, "protocol-v1.md#finding-table" {
        help: "Name the document with a section or a range of lines: `MENU.md §2`, `STOCK.md:12-14`.",
        wrong: "| F1 | minor | stale-content |  | -- | The winter prices are over. | Remove them. |",
        right: "| F1 | minor | stale-content | MENU.md §4 | -- | The winter prices are over. | Remove them. |",
    }
    /// A finding does not say what to do.
    MissingSuggestion = "missing-suggestion", Warning, lacks Information, "protocol-v1.md#finding-table" {
        help: "Say in a few words how to resolve it.",
        wrong: "| F1 | minor | terminology-drift | MENU.md §2 | STOCK.md §4 | Bread has two names | |",
        right: "| F1 | minor | terminology-drift | MENU.md §2 | STOCK.md §4 | Bread has two names | Call it bread |",
    }
    /// A finding of a consistency check does not say what it conflicts with: the cell is empty.
    MissingCounterLocation = "missing-counter-location", Warning, lacks Information, "protocol-v1.md#finding-table" {
        help: "Name the other place, or write `--` where a finding has one place alone.",
        wrong: "| F1 | major | contradiction | MENU.md §1 |  | Two opening hours | Say which. |",
        right: "| F1 | major | contradiction | MENU.md §1 | STOCK.md §2 | Two opening hours | Say which. |",
    }
    /// A critical or major finding, or an item that is partial or missing, is not discussed below its table.
    MissingDiscussion = "missing-discussion", Warning, lacks Information, "protocol-v1.md#discussions" {
        help: "Add a section below the table, keyed by the id: `### F1: Title`; or by the item's text.",
        wrong: "| F1 | major | contradiction | … and no text on F1 below",
        right: "| F1 | major | contradiction | …\n\n### F1: Two opening hours\n\nMENU.md opens at eight, STOCK.md at nine.",
    }
    /// A discussion names an id that no finding has. It stays in the remainder.
    DiscussionWithoutFinding = "discussion-without-finding", Warning, lacks Information, "protocol-v1.md#discussions" {
        help: "Give the discussion the id of a finding in the table.",
        wrong: "### F7: Two opening hours, and no finding F7",
        right: "### F1: Two opening hours, with a finding F1",
    }
    /// A discussion without an id was given to the finding whose words its title has.
    DiscussionByTitle = "discussion-by-title", Warning, lacks Nothing, "protocol-v1.md#discussions" {
        help: "Begin the discussion with the finding's id: `### F1: Title`.",
        wrong: "### The opening hours, with a finding F1 \"The opening hours differ\"",
        right: "### F1: The opening hours",
    }

    // Records.

    /// The status of a checklist item is another word for one of the format's.
    ItemStatusWord = "item-status-word", Warning, lacks Nothing, "protocol-v1.md#verification" {
        help: "Write applied, partial, missing or not-applicable.",
        wrong: "| Add prices | fixed | §4 |",
        right: "| Add prices | applied | §4 |",
    }
    /// The status of a checklist item is unknown. `open` is assumed.
    UnknownItemStatus = "unknown-item-status", Warning, lacks Information, "protocol-v1.md#verification" {
        help: "Write applied, partial, missing or not-applicable.",
        wrong: "| Add prices | perhaps | §4 |",
        right: "| Add prices | partial | §4 |",
    }
    /// The classification of a statement is unknown. `unclear` is assumed.
    UnknownClassification = "unknown-classification", Warning, lacks Information, "protocol-v1.md#records-of-a-digest" {
        help: "Write aspirational, decided or unclear.",
        wrong: "| Opens on Sundays | likely |",
        right: "| Opens on Sundays | aspirational |",
    }

    // Agent reports, stories and scenarios.

    /// The summary line of an agent's report stands before its sections, where the template has it last.
    SummaryLineNotLast = "summary-line-not-last", Warning, lacks Nothing, "agent-reports.md#what-is-checked" {
        help: "End the report with the RESULT line.",
        wrong: "RESULT: COMPLETE | 2/2 sections read\n\nDOC: MENU.md\nSTATUS: COMPLETE\n\n## Content Summary\n…",
        right: "DOC: MENU.md\nSTATUS: COMPLETE\n\n## Content Summary\n…\n\nRESULT: COMPLETE | 2/2 sections read",
    }
    /// The header of a report, or the verdict of a test run, says another status than the summary line. The line counts.
    StatusDiffers = "status-differs", Error, lacks Information, "agent-reports.md#what-is-checked" {
        help: "Write the same word in both places. The RESULT line counts.",
        wrong: "STATUS: CONSISTENT, and RESULT: CONFLICT | Issues: 1",
        right: "STATUS: CONFLICT, and RESULT: CONFLICT | Issues: 1",
    }
    /// A critical finding is listed, and the status is TENSION, or the rating some-issues.
    StatusTooMild = "status-too-mild", Warning, lacks Information, "agent-reports.md#what-is-checked" {
        help: "Where a finding is critical, write CONFLICT, or rate the dimension significant-problems.",
        wrong: "RESULT: TENSION | Issues: 1 below a critical contradiction",
        right: "RESULT: CONFLICT | Issues: 1 below a critical contradiction",
    }
    /// STATUS, RATING or MODE in the header of a report is none of the words of its agent.
    HeaderWord = "header-word", Warning, lacks Nothing, "agent-reports.md#what-is-checked" {
        help: "Write one of the words of the template: the message names them.",
        wrong: "DOC: MENU.md\nSTATUS: DONE",
        right: "DOC: MENU.md\nSTATUS: COMPLETE",
    }
    /// A section that the template of a report has is missing.
    MissingSection = "missing-section", Warning, lacks Information, "agent-reports.md#what-is-checked" {
        help: "Write every section of the template; below one that has nothing to say, write \"None\" or a table without rows.",
        wrong: "a report that ends without `## Parkable Findings`",
        right: "## Parkable Findings\nNone",
    }
    /// A record has a word that its column does not know: a criterion, a gap, a step, a reference, a claim, a file, a package, a parked finding. Where it is understood all the same, this is a note.
    RecordWord = "record-word", Warning, lacks Information, "agent-reports.md#what-is-checked" {
        help: "Write one of the words of the column: the message names them.",
        wrong: "| 1 | The door opens | perhaps | |",
        right: "| 1 | The door opens | PASS | |",
    }
    /// A task changed a file that only the orchestrator writes: `DECISIONS.md`, `PARKING.md`, `RESEARCH_LEDGER.md`, `PROPOSAL_TRACKER.md`, `TASKS.md`.
    SharedFile = "shared-file", Warning, lacks Nothing, "agent-reports.md#task-implementer" {
        help: "Leave it as it was, and write what belongs there under Parkable Findings or Decision Implications.",
        wrong: "| docs/DECISIONS.md | modified | Rye is sold by weight |",
        right: "| Rye is sold by weight | D4 | the scales | … under `## Decision Implications`",
    }
    /// A test run names as failed a step that did not fail, or that there is not.
    WrongFailedStep = "wrong-failed-step", Warning, lacks Information, "bowser.md#what-is-checked" {
        help: "Name the step that failed: `**Failed at:** Step 2`.",
        wrong: "**Failed at:** Step 1, where step 1 has PASS and step 2 has FAIL",
        right: "**Failed at:** Step 2, where step 1 has PASS and step 2 has FAIL",
    }
    /// One reply tells of several stories. Their steps are all kept, and counted together.
    SeveralStories = "several-stories", Warning, lacks Nothing, "bowser.md#several-stories" {
        help: "Send one reply per test run, or begin each with a verdict of its own: `✅ SUCCESS` or `❌ FAILURE`.",
        wrong: "**Story:** A guest signs up\n…\n**Story:** A guest signs out\n…",
        right: "✅ SUCCESS\n\n**Story:** A guest signs up\n…",
    }

    // The JSON return.

    /// A JSON return was asked for, and the reply holds none.
    ReturnNotJson = "return-not-json", Error, lacks Information, "json-return.md#the-return" {
        help: "Answer with the JSON object of the return, and nothing else.",
        wrong: "I packed two crates.",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
    }
    /// A field of a return is missing: the summary, the artifacts, or the metadata.
    MissingReturnField = "missing-return-field", Error, lacks Information, "json-return.md#checking" {
        help: "A return has status, summary, artifacts and metadata.",
        wrong: "{\"status\": \"completed\", \"artifacts\": [], \"metadata\": {…}}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": [], \"metadata\": {…}}",
    }
    /// The metadata of a return lack what they must have.
    MissingReturnMetadata = "missing-return-metadata", Error, lacks Information, "json-return.md#checking" {
        help: "Metadata have session_id, agent_type, delegation_depth and delegation_path.",
        wrong: "\"metadata\": {\"agent_type\": \"packer\"}",
        right: "\"metadata\": {\"session_id\": \"sess_7\", \"agent_type\": \"packer\", \"delegation_depth\": 1, \"delegation_path\": [\"orchestrator\", \"packer\"]}",
    }
    /// The session is not the one that was delegated.
    SessionDiffers = "session-differs", Error, lacks Information, "json-return.md#checking" {
        help: "Give the session_id that came with the task.",
        wrong: "delegated was sess_7:\n\"session_id\": \"sess_8\"",
        right: "\"session_id\": \"sess_7\"",
    }
    /// A value of the metadata has a shape that it cannot have. Where it is understood all the same, this is a warning.
    ReturnMetadataShape = "return-metadata-shape", Error, lacks Information, "json-return.md#checking" {
        help: "session_id and agent_type are strings, delegation_depth is a whole number, delegation_path a list of strings; \
            durations, hours and counts are numbers.",
        wrong: "\"delegation_depth\": -1, \"delegation_path\": \"orchestrator\"",
        right: "\"delegation_depth\": 1, \"delegation_path\": [\"orchestrator\", \"packer\"]",
    }
    /// The delegation depth is not less than the number of agents on the path.
    DelegationDepth = "delegation-depth", Error, lacks Information, "json-return.md#checking" {
        help: "The depth is how often it was delegated: of a path of three agents at most 2.",
        wrong: "\"delegation_depth\": 2, \"delegation_path\": [\"orchestrator\", \"packer\"]",
        right: "\"delegation_depth\": 1, \"delegation_path\": [\"orchestrator\", \"packer\"]",
    }
    /// The summary of a return has 100 tokens or more, each counted as four characters.
    SummaryTooLong = "summary-too-long", Error, lacks Information, "json-return.md#checking" {
        help: "Say it in 2 to 5 sentences, in fewer than 100 tokens. The rest belongs into an artifact.",
        wrong: "\"summary\": \"… six hundred characters …\"",
        right: "\"summary\": \"Two crates packed. The third waits for lids.\"",
    }
    /// The summary of a return is not two to five sentences.
    SummarySentences = "summary-sentences", Warning, lacks Nothing, "json-return.md#checking" {
        help: "Say what was done in 2 to 5 sentences.",
        wrong: "\"summary\": \"Packed.\"",
        right: "\"summary\": \"Two crates packed. The third waits for lids.\"",
    }
    /// A return that is completed or partial names no artifact.
    EmptyArtifacts = "empty-artifacts", Error, lacks Information, "json-return.md#checking" {
        help: "Name what was made; only a return that failed or is blocked has no artifacts.",
        wrong: "{\"status\": \"completed\", …, \"artifacts\": []}",
        right: "{\"status\": \"completed\", …, \"artifacts\": [{\"type\": \"report\", \"path\": \"crates.md\", \"summary\": \"What is in them\"}]}",
    }
    /// The type of an artifact is none of the format's.
    ArtifactType = "artifact-type", Warning, lacks Nothing, "json-return.md#checking" {
        help: "Write plan, report, summary, implementation or documentation.",
        wrong: "{\"type\": \"crate\", \"path\": \"crates.md\", \"summary\": \"What is in them\"}",
        right: "{\"type\": \"report\", \"path\": \"crates.md\", \"summary\": \"What is in them\"}",
    }
    /// An artifact lacks its summary, or, which is an error, its path.
    MissingArtifactField = "missing-artifact-field", Warning, lacks Information, "json-return.md#checking" {
        help: "An artifact has type, path and summary.",
        wrong: "{\"type\": \"report\", \"path\": \"crates.md\"}",
        right: "{\"type\": \"report\", \"path\": \"crates.md\", \"summary\": \"What is in them\"}",
    }
    /// The path of an artifact is absolute, or leads out of the project.
    ArtifactPath = "artifact-path", Warning, lacks Nothing, "json-return.md#checking" {
        help: "Give the path from the root of the project.",
        wrong: "\"path\": \"/home/ada/stores/crates.md\"",
        right: "\"path\": \"stores/crates.md\"",
    }
    /// An artifact that a return names does not exist as a file. Where the return is not completed, this is a warning.
    ArtifactMissing = "artifact-missing", Error, lacks Information, "json-return.md#checking" {
        help: "Write the file, or leave it out.",
        wrong: "\"path\": \"crates.md\", and no such file",
        right: "\"path\": \"crates.md\", and the file",
    }
    /// An artifact that a return names is empty. Where the return is not completed, this is a warning.
    ArtifactEmpty = "artifact-empty", Error, lacks Information, "json-return.md#checking" {
        help: "Write what belongs into the file, or leave it out.",
        wrong: "\"path\": \"crates.md\", and a file of 0 bytes",
        right: "\"path\": \"crates.md\", and a file of 214 bytes",
    }
    /// A return that is not completed names no error.
    MissingErrors = "missing-errors", Error, lacks Information, "json-return.md#checking" {
        help: "Say under errors what went wrong: type, message, recoverable, recommendation.",
        wrong: "{\"status\": \"failed\", …, \"artifacts\": []}",
        right: "{\"status\": \"failed\", …, \"artifacts\": [], \"errors\": [{\"type\": \"timeout\", \"message\": \"The lids did not come.\", \"recoverable\": true, \"recommendation\": \"Try again on Monday.\"}]}",
    }
    /// An error of a return lacks its type, whether it is recoverable, or what to do.
    MissingErrorField = "missing-error-field", Warning, lacks Information, "json-return.md#checking" {
        help: "An error has type, message, recoverable and recommendation.",
        wrong: "{\"message\": \"The lids did not come.\"}",
        right: "{\"type\": \"timeout\", \"message\": \"The lids did not come.\", \"recoverable\": true, \"recommendation\": \"Try again on Monday.\"}",
    }
    /// Text stands around the JSON. It is kept in the remainder.
    TextAroundJson = "text-around-json", Warning, lacks Nothing, "json-return.md#finding-the-return" {
        help: "Send the JSON object alone, or no JSON.",
        wrong: "Here it is:\n{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
    }
    /// Several objects are returns. The one that has most of the fields counts, of equals the last.
    SeveralReturns = "several-returns", Warning, lacks Nothing, "json-return.md#finding-the-return" {
        help: "Send one return.",
        wrong: "{\"status\": \"in_progress\", \"summary\": \"Begun.\", \"artifacts\": []}\n{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
    }
    /// The return stands inside of a list or of another object.
    NestedReturn = "nested-return", Warning, lacks Nothing, "json-return.md#finding-the-return" {
        help: "Send the object of the return itself.",
        wrong: "[{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}]",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
    }
    /// The JSON has no status. Its status is PARTIAL.
    MissingReturnStatus = "missing-return-status", Error, lacks Information, "json-return.md#status" {
        help: "Write the status: completed, partial, failed or blocked.",
        wrong: "{\"summary\": \"Two crates packed. One waits.\", \"artifacts\": [], \"errors\": []}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
    }
    /// The status of a return is another word for one of the format's four.
    ReturnStatusWord = "return-status-word", Warning, lacks Nothing, "json-return.md#status" {
        help: "Write completed, partial, failed or blocked.",
        wrong: "{\"status\": \"implemented\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
    }
    /// The status of a return is unknown. It counts as PARTIAL.
    UnknownReturnStatus = "unknown-return-status", Error, lacks Information, "json-return.md#status" {
        help: "Write completed, partial, failed or blocked.",
        wrong: "{\"status\": \"shipshape\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
    }
    /// A field of a return goes by another name.
    FieldName = "field-name", Warning, lacks Nothing, "json-return.md#fields" {
        help: "Write status, summary, artifacts, metadata, errors and next_steps.",
        wrong: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": [], \"nextSteps\": \"Load them\"}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": [], \"next_steps\": \"Load them\"}",
    }
    /// A field of a return has another shape than the format gives it. One that cannot be read stays with the other members.
    FieldShape = "field-shape", Warning, lacks Nothing, "json-return.md#fields" {
        help: "Give artifacts and errors as lists of objects, next_steps as one string, recoverable as true or false.",
        wrong: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": [\"crates.md\"]}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": [{\"type\": \"report\", \"path\": \"crates.md\", \"summary\": \"What is in them\"}]}",
    }
    /// A key stands twice in one object. The last counts, the others are kept in the remainder.
    RepeatedKey = "repeated-key", Warning, lacks Information, "json-return.md#repairs" {
        help: "Write each key once.",
        wrong: "{\"status\": \"partial\", \"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
    }
    /// There are comments in the JSON. They are kept in the remainder.
    JsonComment = "json-comment", Warning, lacks Nothing, "json-return.md#repairs" {
        help: "Leave comments out: JSON has none.",
        wrong: "{/* packed */ \"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
    }
    /// There is a comma too many or too few.
    JsonComma = "json-comma", Warning, lacks Nothing, "json-return.md#repairs" {
        help: "Put one comma between two members or items, and none behind the last.",
        wrong: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": [],}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
    }
    /// A string has other quotation marks than it should, or none, or some inside that are not escaped.
    JsonQuotes = "json-quotes", Warning, lacks Nothing, "json-return.md#repairs" {
        help: "Write strings in double quotation marks, and those inside of them as `\\\"`.",
        wrong: "{\"status\": \"completed\", \"summary\": 'Two crates packed. One waits.', \"artifacts\": []}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
    }
    /// A string has a raw line break, or an escape that JSON does not have.
    JsonEscape = "json-escape", Warning, lacks Nothing, "json-return.md#repairs" {
        help: "Write line breaks as `\\n`, and only the escapes that JSON has.",
        wrong: "{\"status\": \"completed\", \"summary\": \"Two\ncrates packed.\", \"artifacts\": []}",
        right: "{\"status\": \"completed\", \"summary\": \"Two\\ncrates packed.\", \"artifacts\": []}",
    }
    /// A key has no quotation marks.
    JsonKey = "json-key", Warning, lacks Nothing, "json-return.md#repairs" {
        help: "Write keys in double quotation marks.",
        wrong: "{\"status\": \"completed\", summary: \"Two crates packed. One waits.\", \"artifacts\": []}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": []}",
    }
    /// A literal is one of another language: `True`, `None`, `undefined`.
    JsonLiteral = "json-literal", Warning, lacks Nothing, "json-return.md#repairs" {
        help: "Write true, false and null.",
        wrong: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": [], \"sealed\": True}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": [], \"sealed\": true}",
    }
    /// A number is larger or finer than JSON readers hold. The message has all of its digits.
    JsonNumber = "json-number", Note, lacks Nothing, "json-return.md#repairs" {
        help: "Write numbers of more than 15 digits as strings.",
        wrong: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": [], \"seal\": 9007199254740993}",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": [], \"seal\": \"9007199254740993\"}",
    }
    /// A key has no value. It is kept in the remainder.
    JsonValue = "json-value", Warning, lacks Information, "json-return.md#repairs" {
        help: "Give every key a value, or leave it out.",
        wrong: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": [], \"seal\": }",
        right: "{\"status\": \"completed\", \"summary\": \"Two crates packed. One waits.\", \"artifacts\": [], \"seal\": 12}",
    }
    /// Values are nested too deep. What is deeper is kept as text.
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

    /// Several deliveries with one id differ. All are kept.
    DifferingDeliveries = "differing-deliveries", Warning, lacks Nothing, "protocol-v1.md#several-replies-in-one-text" {
        help: "Give every delivery an id of its own. Both are kept.",
        wrong: "two replies with the id 7, one CLEAN, one FINDINGS",
        right: "two replies with the ids 7 and 8",
    }
    /// Several replies are the same text, to the letter: one delivery that came under several names.
    RepeatedReply = "repeated-reply", Warning, lacks Nothing, "../synthesis.md#agreement" {
        help: "Give each agent's own reply once.",
        wrong: "a.md and b.md with one text",
        right: "a.md and b.md with the replies of two agents",
    }
    /// Every unit of a wave of the plan failed: agents that run at the same time may be what fails.
    WaveFailed = "wave-failed", Warning, lacks Nothing, "../dispatch.md#collecting" {
        help: "If the wave was dispatched, fall back to sequential execution: work through its units one after the other, as a plan with fanOut \"disabled\" has them.",
        wrong: "a wave of six readers, of which four time out and two answer ERROR",
        right: "a wave of which at least one unit is answered",
    }
    /// Decisions on pairs of findings contradict each other. Keeping apart wins.
    ContradictingDecisions = "contradicting-decisions", Warning, lacks Nothing, "../merging.md" {
        help: "Take one of the two decisions back. Until then the findings stay apart.",
        wrong: "the same pair of fingerprints, once with \"same\": true, once with \"same\": false",
        right: "one decision for a pair",
    }
    /// A decision names a fingerprint that no finding has, here or in the earlier report.
    DecisionWithoutFinding = "decision-without-finding", Note, lacks Nothing, "../merging.md" {
        help: "Take it out, or leave it for a report that has the finding. A finding that is worded anew has a new fingerprint.",
        wrong: "{\"fingerprints\": [\"f1:0000000000000000\", …], \"same\": true}",
        right: "{\"fingerprints\": [\"f1:9b0c6b1f6e0a2d43\", …], \"same\": true}",
    }

    // Clarifications and decisions.

    /// Questions are in another form than the canonical one. They are read all the same.
    QuestionForm = "question-form", Note, lacks Nothing, "clarifications.md#what-is-read" {
        help: "`reconvene clarify format --write` puts the document into the canonical form.",
        wrong: "### Q1: Size of a crate\n- [ ] a) Ten kilograms\n**Answer**: a",
        right: "### Q1: Size of a crate\n\nA. Ten kilograms\n\n**Answer:** A",
    }
    /// There is no question in the document.
    NoQuestions = "no-questions", Warning, lacks Information, "clarifications.md#questions" {
        help: "Begin each question with a heading such as `### Q1: Title`.",
        wrong: "## Crates\n\nHow large is a crate?",
        right: "## Crates\n\n### Q1: Size of a crate\nHow large is a crate?",
    }
    /// Two questions have one id.
    RepeatedQuestion = "repeated-question", Error, lacks Nothing, "clarifications.md#ids" {
        help: "Give each question an id of its own. What names the id means the first of them.",
        wrong: "### Q1: Size\n### Q1: Weight",
        right: "### Q1: Size\n### Q2: Weight",
    }
    /// A heading looks like that of a question and is read as text: its id is none, or it stands among the notes.
    UnreadQuestion = "unread-question", Warning, lacks Nothing, "clarifications.md#ids" {
        help: "Give it an id such as Q1, R1.1 or R1.1a with at most six digits a number, and put it before `## Needs Clarification`.",
        wrong: "### Q7a: Size of a crate",
        right: "### Q7: Size of a crate",
    }
    /// A question had no id of its own: one was assumed.
    AssumedQuestionId = "assumed-question-id", Note, lacks Nothing, "clarifications.md#ids" {
        help: "Begin each question with its id: `### Q1: Title`, `##### R1.1: Title`.",
        wrong: "1. **How large is a crate?**",
        right: "### Q1: How large is a crate?",
    }
    /// A refinement names a parent that is not in the document. It stays where it stands.
    UnknownParent = "unknown-parent", Error, lacks Information, "clarifications.md#ids" {
        help: "Put the question that it refines into the document, or give it the id of the one that it belongs to.",
        wrong: "### Q1: Size\n##### R9.1: Unit",
        right: "### Q1: Size\n##### R1.1: Unit",
    }
    /// A refinement stands below another question than the one that its id names. The id counts.
    MisplacedRefinement = "misplaced-refinement", Warning, lacks Nothing, "clarifications.md#ids" {
        help: "Put it below the question that its id names; `format` does.",
        wrong: "### Q1: Size\n### Q2: Weight\n##### R1.1: Unit",
        right: "### Q1: Size\n##### R1.1: Unit\n### Q2: Weight",
    }
    /// A question is named that is not in the document.
    UnknownQuestion = "unknown-question", Warning, lacks Nothing, "clarifications.md#front-matter" {
        help: "Name a question that is there.",
        wrong: "---\npriority_questions: [Q7]\n---\n\n### Q1: Size",
        right: "---\npriority_questions: [Q1]\n---\n\n### Q1: Size",
    }
    /// A count in the front matter is not the number of what there is.
    FrontMatterCount = "front-matter-count", Warning, lacks Nothing, "clarifications.md#front-matter" {
        help: "Write the true number; `format` does.",
        wrong: "---\nquestion_count: 3\n---\n\n### Q1: Size",
        right: "---\nquestion_count: 1\n---\n\n### Q1: Size",
    }
    /// A field of a question stands twice. Both values are kept, one below the other.
    RepeatedValue = "repeated-value", Warning, lacks Nothing, "clarifications.md#fields" {
        help: "Give each question one recommendation and one answer.",
        wrong: "**Answer:** Ten kilograms\n\n**Answer:** Twenty",
        right: "**Answer:** Twenty kilograms",
    }
    /// Two choices of a question have one letter.
    RepeatedChoice = "repeated-choice", Warning, lacks Nothing, "clarifications.md#choices" {
        help: "Give each choice a letter of its own.",
        wrong: "A. Ten\nA. Twenty",
        right: "A. Ten\nB. Twenty",
    }
    /// A document in JSON is not valid JSON. It was read with repairs.
    RepairedJson = "repaired-json", Warning, lacks Nothing, "clarifications.md#json" {
        help: "Send valid JSON. What could not be made part of a value is kept as text.",
        wrong: "{\"sections\": [{\"title\": \"Crates\", \"questions\": [],}]}",
        right: "{\"sections\": [{\"title\": \"Crates\", \"questions\": []}]}",
    }
    /// There is no decision in the document.
    NoDecisions = "no-decisions", Warning, lacks Information, "decisions.md#decisions" {
        help: "Begin each decision with a heading such as `### D1: Title`.",
        wrong: "Crates weigh ten kilograms at most.",
        right: "### D1: Weight of a crate\n- **Answer**: Ten kilograms at most\n- **Status**: resolved",
    }
    /// Two decisions have one id.
    RepeatedDecision = "repeated-decision", Error, lacks Nothing, "decisions.md#decisions" {
        help: "Give each decision an id of its own.",
        wrong: "### D1: Size\n- **Status**: draft\n\n### D1: Weight\n- **Status**: draft",
        right: "### D1: Size\n- **Status**: draft\n\n### D2: Weight\n- **Status**: draft",
    }
    /// A decision has no status, or one that is none of the five.
    DecisionStatusWord = "decision-status", Warning, lacks Nothing, "decisions.md#status" {
        help: "Write draft, resolved, conflict-resolved, critical-gap or contradiction.",
        wrong: "### D1: Size\n- **Status**: half done",
        right: "### D1: Size\n- **Status**: draft",
    }
    /// The number of decisions in the front matter is another than there are.
    DecisionCount = "decision-count", Warning, lacks Nothing, "decisions.md#front-matter" {
        help: "Count all entries, critical gaps and contradictions among them.",
        wrong: "---\ndecision_count: 2\n---\n\n### D1: Size\n- **Status**: draft",
        right: "---\ndecision_count: 1\n---\n\n### D1: Size\n- **Status**: draft",
    }
    /// A reply that was to bring refinements has none.
    NoRefinements = "no-refinements", Warning, lacks Information, "clarifications.md#consolidating" {
        help: "Ask for refinements in the form `##### R6.1: Title`, below a line `Refinements for Q6:`.",
        wrong: "All is clear to me.",
        right: "Refinements for Q1:\n\n##### R1.1: Unit\nKilograms or pounds?",
    }
    /// A refinement asks what another one of the same question asks. The more detailed one is kept.
    DuplicateRefinement = "duplicate-refinement", Note, lacks Nothing, "clarifications.md#consolidating" {
        help: "Nothing is to be done, unless the two ask different things: then word them apart.",
        wrong: "##### R1.1: Unit of weight\n##### R1.2: Unit of weight",
        right: "##### R1.1: Unit of weight\n##### R1.2: Who weighs",
    }
    /// A reply says something beside its refinements, which is not put into the document.
    TextLeftOut = "text-left-out", Note, lacks Nothing, "clarifications.md#consolidating" {
        help: "Write refinements, and nothing else.",
        wrong: "Here is what I would ask.\n\n##### R1.1: Unit",
        right: "##### R1.1: Unit",
    }
    /// A critical gap stands among the notes, and its question is answered now. The note stays.
    AnsweredGap = "answered-gap", Note, lacks Nothing, "clarifications.md#consolidating" {
        help: "Take the note out, or let it stand until somebody has seen the answer.",
        wrong: "### Q1: Unit\n\n**Answer:** Kilograms in all the halls\n\n## Needs Clarification\n\n### Critical gap: Q1 Unit",
        right: "### Q1: Unit\n\n**Answer:** Kilograms in all the halls",
    }
    /// The answer to a question that must be answered is vague: no decision comes of it.
    VagueAnswer = "vague-answer", Warning, lacks Nothing, "clarifications.md#evaluation" {
        help: "Name a choice or a value, or say in five words or more what holds.",
        wrong: "### Q1: Unit [MUST ANSWER]\n\n**Answer:** not sure",
        right: "### Q1: Unit [MUST ANSWER]\n\n**Answer:** Kilograms in all the halls",
    }
    /// An agent answered a question that is for people. What it says stands in the question as a suggestion.
    AnsweredByAgent = "answered-by-agent", Warning, lacks Nothing, "clarifications.md#consolidating" {
        help: "Leave the answer empty.",
        wrong: "##### R1.1: Unit\n\n**Answer:** Kilograms",
        right: "##### R1.1: Unit\n\n**Answer:**",
    }
}
