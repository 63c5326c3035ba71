//! What is wrong with a reply, or with the whole. Every code, with an example: `docs/formats/diagnostics.md`.

use serde::{Deserialize, Serialize};

use super::Span;

/// Something that a reader assumed, coerced or skipped, or that a rule does not allow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// Stable kebab-case name, from [`Code`].
    pub code: String,
    /// How much it matters.
    pub level: Level,
    /// What is wrong, in one line.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
    /// The very change that mends it, where one is known.
    pub edit: Option<Edit>,
    /// Where it is.
    pub span: Option<Span>,
}

/// A replacement of a stretch of the reply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    /// What to replace.
    pub span: Span,
    /// What to put there.
    pub text: String,
}

/// How much a diagnostic matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// The reply breaks its format in a way that can hide something.
    Error,
    /// The reply breaks its format; what was meant is clear enough.
    Warning,
    /// A harmless repair.
    Note,
}

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $name:ident = $code:literal, $level:ident, $help:expr;)*) => {
        /// Every diagnostic that there is: its code, its level and its help, in one place.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Code { $($(#[doc = $doc])* $name,)* }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The stable name.
            #[must_use]
            pub fn name(self) -> &'static str { match self { $(Self::$name => $code,)* } }

            /// How much it matters.
            #[must_use]
            pub fn level(self) -> Level { match self { $(Self::$name => Level::$level,)* } }

            /// What to write instead.
            #[must_use]
            pub fn help(self) -> Option<&'static str> { match self { $(Self::$name => $help,)* } }
        }
    };
}

codes! {
    /// The reply is empty.
    NoOutput = "no-output", Error, Some("The subagent wrote nothing: ask the unit again.");
    /// The reply is larger than a reply may be.
    TooLarge = "too-large", Error, Some("Give a reply in pieces of at most 16 MiB.");
    /// Bytes that are no UTF-8.
    IllFormedUtf8 = "ill-formed-utf8", Warning, Some("Send UTF-8. Each ill-formed sequence was read as U+FFFD.");
    /// There is no summary line.
    MissingSummaryLine = "missing-summary-line", Error, Some("Begin the reply with `RESULT: <STATUS> | Type: <TYPE> | …`.");
    /// There are several summary lines.
    SeveralSummaryLines = "several-summary-lines", Warning, Some("Write one summary line. The first with a `Type:` counts, else the last.");
    /// The summary line is not the first line.
    SummaryLineNotFirst = "summary-line-not-first", Note, Some("Write the summary line first.");
    /// The summary line is decorated, glued to other text, or in a fence.
    SummaryLineMalformed = "summary-line-malformed", Note, Some("Write it plain, on a line of its own: `RESULT: <STATUS> | Type: <TYPE> | …`.");
    /// A summary line whose alternatives are still there is none.
    UnfilledTemplate = "unfilled-template", Note, Some("Fill the line in: one status, one type, the figures.");
    /// Text that the model thought aloud was passed over.
    ThinkingAloud = "thinking-aloud", Note, Some("Send the answer alone. The thoughts are kept in the remainder.");
    /// The status word is not one of the protocol.
    StatusWord = "status-word", Note, Some("Write CLEAN, FINDINGS, PARTIAL or ERROR.");
    /// The status word is unknown.
    UnknownStatus = "unknown-status", Error, Some("Write CLEAN, FINDINGS, PARTIAL or ERROR.");
    /// The type is not stated.
    MissingType = "missing-type", Warning, Some("Write `Type: digest`, `consistency`, `verification`, `implementation` or `design-plan` after the status.");
    /// The type is unknown.
    UnknownType = "unknown-type", Warning, Some("Write `Type: digest`, `consistency`, `verification`, `implementation` or `design-plan`.");
    /// The type is not the one that was asked for.
    UnexpectedType = "unexpected-type", Warning, None;
    /// The reply names another unit than the host.
    UnitDiffers = "unit-differs", Warning, Some("The host's unit counts. Answer on the unit that was asked for.");
    /// The reply is wrapped as a whole.
    WrappedReply = "wrapped-reply", Note, Some("Send the reply as it is, without a fence or a quote around it.");
    /// A metadata field is written twice.
    RepeatedField = "repeated-field", Warning, Some("Write each field once. The first counts; the others are kept in `extra`.");
    /// Confidence is none of its three words.
    UnknownConfidence = "unknown-confidence", Warning, Some("Write high, medium or low.");
    /// A table without a separator row.
    MissingSeparatorRow = "missing-separator-row", Note, Some("Put a row of `|---|` under the header.");
    /// A table without a header.
    MissingHeader = "missing-header", Warning, Some("Give the table its header row. The columns were inferred from the values.");
    /// A row has more cells than the table has columns.
    SurplusCells = "surplus-cells", Warning, Some("Escape a pipe inside a cell as `\\|`.");
    /// A row has fewer cells than the table has columns.
    MissingCells = "missing-cells", Warning, Some("Give every row a cell for every column.");
    /// A raw pipe in a cell, put back together by the column count.
    RawPipe = "raw-pipe", Note, Some("Escape a pipe inside a cell as `\\|`.");
    /// A column has another name than the protocol gives it.
    ColumnName = "column-name", Note, None;
    /// A table that was read though it stands in a code fence.
    FencedTable = "fenced-table", Note, Some("Write the table outside of code fences.");
    /// The reply speaks of findings, and none was read.
    FindingsNotRead = "findings-not-read", Warning, Some("Write the findings as a table with the columns ID, Severity, Type, Location, Counter-location, Description, Suggestion.");
    /// A table with a severity column that is no table of findings.
    TablePassedOver = "table-passed-over", Note, Some("A table of findings has a column Severity and a column Description.");
    /// The reply ends in the middle of a table row.
    CutOff = "cut-off", Warning, Some("The reply may be cut off: ask for it again, or for what is missing.");
    /// An id is missing.
    MissingId = "missing-id", Note, Some("Give every finding an id: F1, F2, …");
    /// An id stands twice.
    RepeatedId = "repeated-id", Warning, Some("Give every finding an id of its own.");
    /// A severity is not a word of the protocol.
    SeverityWord = "severity-word", Note, Some("Write critical, major or minor.");
    /// A severity is missing.
    MissingSeverity = "missing-severity", Warning, Some("Write critical, major or minor.");
    /// A severity is unknown.
    UnknownSeverity = "unknown-severity", Warning, Some("Write critical, major or minor. It counts as major until then.");
    /// The severity beside a title is not the one of the table.
    SeverityDiffers = "severity-differs", Warning, Some("Give a finding the same severity in the table and in its discussion. The table counts.");
    /// A finding type is not written as the protocol writes it.
    TypeWord = "type-word", Note, Some("Write one of the ten types, with hyphens.");
    /// A discussion of no finding.
    DiscussionWithoutFinding = "discussion-without-finding", Warning, Some("Give the discussion the id of a finding in the table.");
    /// A discussion that was matched by its title.
    DiscussionByTitle = "discussion-by-title", Note, Some("Begin the discussion with the finding's id: `### F1: Title`.");
    /// A checklist status that is no word of the protocol.
    ItemStatusWord = "item-status-word", Note, Some("Write applied, partial, missing or not-applicable.");
    /// A checklist status that is unknown.
    UnknownItemStatus = "unknown-item-status", Warning, Some("Write applied, partial, missing or not-applicable.");
    /// The classification of a statement is unknown.
    UnknownClassification = "unknown-classification", Warning, Some("Write aspirational, decided or unclear.");
    /// The text ends inside a code fence.
    UnclosedFence = "unclosed-fence", Note, Some("Close the code fence.");
    /// Several replies in one file were taken apart.
    SplitReplies = "split-replies", Warning, Some("Put a line `--- reply ---` between replies.");
    /// One id with two different deliveries.
    DifferingDeliveries = "differing-deliveries", Warning, Some("Give every delivery an id of its own. Both are kept.");
    /// A person decided that findings are the same and that they differ.
    ContradictingDecisions = "contradicting-decisions", Warning, Some("Take one of the two decisions back. Until then the findings stay apart.");
    /// A decision names a finding that there is not.
    DecisionWithoutFinding = "decision-without-finding", Note, Some("Take it out, or leave it for a report that has the finding. A finding that is worded anew has a new fingerprint.");
    /// A bound was reached.
    BoundReached = "bound-reached", Warning, None;
}

/// The longest quotation of a reply in a message, in characters.
pub const QUOTE_LIMIT: usize = 200;

/// A piece of a reply, fit to stand in a message: on one line, without control characters, bounded.
#[must_use]
pub fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    let mut count = 0;
    let mut blank = false;
    for character in text.trim().chars() {
        let character = if character.is_whitespace() { ' ' } else { visible(character) };
        if character == ' ' && blank {
            continue;
        }
        blank = character == ' ';
        if count == QUOTE_LIMIT {
            quoted.push('…');
            break;
        }
        count += 1;
        quoted.push(character);
    }
    quoted.push('"');
    quoted
}

/// A character that a terminal or a reader would act on rather than show, as one that it shows.
#[must_use]
pub fn visible(character: char) -> char {
    match character {
        '\u{0}'..='\u{1f}' => char::from_u32(0x2400 + u32::from(character)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        '\u{80}'..='\u{9f}'
        | '\u{61c}'
        | '\u{200e}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}'
        | '\u{feff}' => '\u{fffd}',
        other => other,
    }
}

impl Diagnostic {
    /// A diagnostic of a code, with its usual level and help.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>, span: Option<Span>) -> Self {
        Self {
            code: code.name().to_owned(),
            level: code.level(),
            message: message.into(),
            help: code.help().map(str::to_owned),
            edit: None,
            span,
        }
    }
}
