//! One file for each format: which parts it has, in what order. This file picks the format of a reply.

mod admissions;
pub mod agent_report;
mod assemble;
mod beside;
pub mod bowser;
mod breakdown;
mod conclusion;
mod convention;
mod doubts;
mod failures;
mod header;
pub mod inferred;
mod json_return;
mod openings;
mod prose;
mod protocol_v1;
mod refinements;
mod review_in_json;
mod shortfalls;
mod split;
mod uncovered;
mod unread;

use std::cmp::Reverse;
use std::slice;

use crate::model::{
    AgentResult, Code, CustomTypes, Decisions, Detail, Diagnostic, Dialect, Expected, Ledger, LedgerEntry,
    MAX_REPLY_BYTES, Reply, Span, Status, quote,
};
use crate::order::Arrange;
use crate::part::Reading;
use crate::part::status_words::Meaning;
use crate::part::summary_line::{self, Standing, SummaryLine};
use crate::review::{beginnings, labels, recurring, vocabulary};
use crate::text::blocks::{Block, BlockKind, scan_heading};
use crate::text::ledger::{Owner, Tile};
use crate::text::lines::scan_fence;
use crate::text::{SourceText, inline, position};
use assemble::{Draft, Finished};
use inferred::Inferred;

pub use conclusion::is_understood;
pub use convention::{has_failures, is_short};
pub use split::{SEPARATOR, pieces, split};

/// A reply as read, while its offsets count bytes still.
#[derive(Debug)]
pub struct Read<'t> {
    /// What it says.
    pub result: AgentResult,
    /// What it is written on; empty where the reply cannot be read.
    pub source: SourceText<'t>,
    /// Who owns which stretch of it, in order.
    pub tiles: Vec<Tile>,
    /// The summary line that counts.
    pub summary: Option<SummaryLine>,
    /// The status that the reply has by what counts in it, where something else says less.
    pub undoubted: Option<Status>,
    /// What was said of it, with slips of one kind as one diagnostic; where there are such.
    pub counted: Option<Vec<Diagnostic>>,
    /// How many diagnostics there were when it was read.
    said: usize,
    /// What it comes to, where it states no status.
    inferred: Option<Inferred>,
    /// The types that are registered.
    pub types: CustomTypes,
}

impl Read<'_> {
    /// Whether it says what it comes to without a status: `LGTM`.
    #[must_use]
    pub fn is_understood(&self) -> bool {
        matches!(self.inferred, Some(Inferred::Whole(..)))
    }

    /// The same, with slips of one kind as one diagnostic, and with the status that it comes to where it states none: for
    /// those who read a result, rather than mend a reply.
    #[must_use]
    pub fn summed(mut self) -> Self {
        if let Some(counted) = self.counted.take() {
            // What was said after reading is on the whole.
            let since = self.result.diagnostics.split_off(self.said.min(self.result.diagnostics.len()));
            self.result.diagnostics = counted;
            self.result.diagnostics.extend(since);
        }
        if let Some(inferred) = self.inferred.take() {
            inferred.settle(&mut self.result);
        }
        self
    }

    /// Where something beside what counts says that not all is well, a reply is not clean: it may be several in one.
    fn doubt(&mut self, code: Code, what: &str, word: &str, span: Option<Span>) {
        let status = self.result.status;
        let is_doubted = status == Status::Clean || (status == Status::Findings && code == Code::StatusTakenBack);
        if !is_doubted || self.result.dialect == Dialect::Prose {
            return;
        }
        let message = format!("The status contradicts {what}, which says {}. PARTIAL is assumed.", quote(word));
        self.result.diagnostics.push(Diagnostic::new(code, message, span));
        self.result.status = Status::Partial;
        self.result.reason = Some(format!("{what} says {}", quote(word)));
        self.undoubted = Some(status);
    }

    /// The result: its diagnostics in order of the text, what is on the whole first; its offsets in UTF-16.
    #[must_use]
    pub fn located(self, ledger: Ledger, decisions: Decisions) -> AgentResult {
        let mut result = self.result;
        result.decisions = (decisions == Decisions::Include).then(|| result.decisions.unwrap_or_default());
        result.diagnostics.arrange_by_key(|diagnostic| diagnostic.span.map(|span| span.start));
        result.ledger = (ledger == Ledger::Include).then(|| entries(&self.tiles));
        position::locate(self.source.text(), result.spans_mut());
        result
    }
}

/// The ledger; what nobody owns belongs to the remainder.
fn entries(tiles: &[Tile]) -> Vec<LedgerEntry> {
    let mut left_over = 0;
    let entry = |(range, owner): &Tile| {
        let owner = owner.map_or_else(
            || {
                left_over += 1;
                format!("remainder[{}]", left_over - 1)
            },
            Owner::path,
        );
        LedgerEntry { owner, span: Span::of_bytes(range.start, range.end) }
    };
    tiles.iter().map(entry).collect()
}

/// Reads one reply in the format that the host names, else in the one that it is written in. What came of an agent that was
/// stopped, or of which the host says that it failed, is kept, and has failed whatever it says.
#[must_use]
pub fn read(reply: &Reply) -> Read<'_> {
    let (mut read, lacks) = review_in_json::add(reply, read_whole(reply));
    if tells_nothing(reply, &read)
        && let Some(found) = read_by_form(reply)
    {
        read = found;
    }
    if read.summary.is_none()
        && read.result.findings.is_empty()
        && read.result.status != Status::Error
        && let Some(reason) = breakdown::reason(reply.text.as_str())
    {
        read.result.status = Status::Error;
        read.result.reason = Some(quote(reason));
    }
    let of_findings = || doubts::told_of_findings(&read.source, &read.result).map(|said| ("a section", said));
    if let Some((what, said)) = doubts::said_against(&read.result).or_else(of_findings) {
        read.doubt(Code::StatusTakenBack, what, &said, None);
    }
    if let Some(said) = beside::unread(reply, &read.result).or_else(|| unread::finding(&read)) {
        if read.result.status == Status::Clean {
            read.doubt(Code::FindingsNotRead, "the text", &said, None);
        } else {
            let message = format!("The text beside the findings states one that was not read: {}.", quote(&said));
            read.result.diagnostics.push(Diagnostic::new(Code::FindingsNotRead, message, None));
        }
    }
    let fault = reply.error.as_deref().map(quote).or_else(|| reply.timed_out.then(|| "timed out".to_owned()));
    match fault {
        None => {
            let inferred = inferred::status(reply, &read);
            read.inferred = inferred.map(|inferred| lacks.map_or(inferred, Inferred::Partial));
        }
        Some(fault) => {
            let result = &mut read.result;
            result.status = Status::Error;
            if reply.error.is_some() {
                result.diagnostics.retain(|said| said.code != Code::NoOutput.name());
            }
            // What the host says of an agent that gave nothing says more than that nothing came.
            let said = result.reason.take().filter(|_| reply.error.is_none() || !reply.text.as_str().trim().is_empty());
            result.reason = Some(said.map_or(fault.clone(), |said| format!("{fault}; {said}")));
        }
    }
    read
}

/// Reads one reply as if it had come to its end.
fn read_whole(reply: &Reply) -> Read<'_> {
    if reply.text.oversize().is_some() {
        let message = format!("The reply exceeds the limit of {} MiB.", MAX_REPLY_BYTES >> 20);
        return unreadable(reply, Code::TooLarge, &message, "too large");
    }
    let text = reply.text.as_str();
    if text.trim_matches(|character: char| character.is_whitespace() || character == '\u{feff}').is_empty() {
        return unreadable(reply, Code::NoOutput, "The reply is empty.", "no output");
    }
    let source = SourceText::new(text);
    let lines = summary_line::find(&source);
    let told = reply.dialect == Some(Dialect::JsonReturn);
    // JSON that is alone may hold a summary line in a string; any other summary line makes the reply one of the protocol.
    let opened = |line: &SummaryLine| text.get(..line.range.start).is_some_and(|before| before.contains(['{', '[']));
    let untold = reply.dialect.is_none() && lines.first().is_none_or(opened);
    let json = if told || asks_for_return(reply) || untold { json_return::find(reply, &source) } else { None };
    let json = json.filter(|found| {
        let is_inside = |line: &SummaryLine| found.alone && found.holds(&line.range);
        told || asks_for_return(reply) || lines.iter().all(is_inside)
    });
    let counts = |found: &json_return::Found<'_>| asks_for_return(reply) || found.alone;
    if told || json.as_ref().is_some_and(counts) {
        return read_json(reply, source, json.as_ref());
    }
    let mut read = read_text(reply, source, &lines);
    // JSON among text counts where it says more: else it is an example, or says the same again.
    let Some(found) = json else { return read };
    if read.result.detail == Detail::None {
        let told = read_json(reply, SourceText::new(text), Some(&found));
        if says_more(&told, &read) {
            return told;
        }
    }
    // YAML was read as text.
    if !found.is_yaml {
        let message = "The reply has JSON in addition to its text. It is kept in the remainder.";
        read.result.diagnostics.push(Diagnostic::new(Code::TextAroundJson, message, None));
    }
    read
}

/// Whether JSON says more than the text around it: that has no findings, or no more of them, fewer places, and no more severities
/// that it states.
fn says_more(json: &Read<'_>, text: &Read<'_>) -> bool {
    let found = |read: &Read<'_>| {
        let findings = &read.result.findings;
        let placed = findings.iter().filter(|finding| finding.location.is_some()).count();
        let rated = findings.iter().filter(|finding| finding.stated_severity.is_some()).count();
        (findings.len(), placed, rated)
    };
    let ((told, placed_there, rated_there), (found, placed, rated)) = (found(json), found(text));
    found == 0 || (told >= found && placed_there > placed && rated_there >= rated)
}

/// Whether next to nothing was understood in a reply of free form.
fn tells_nothing(reply: &Reply, read: &Read<'_>) -> bool {
    let (result, text) = (&read.result, reply.text.as_str());
    read.summary.is_none()
        && result.dialect == Dialect::Prose
        && result.status == Status::Partial
        && result.findings.len() <= FEW
        && result.detail == Detail::None
        && conclusion::conclusion(result, text).is_none()
        && breakdown::reason(text).is_none()
}

/// So few findings may have been read by the way, where the reply has a form that nothing knows.
const FEW: usize = 2;

/// Reads a reply by the form that recurs in it; `None` where none does, or its parts are no findings.
fn read_by_form(reply: &Reply) -> Option<Read<'_>> {
    let source = SourceText::new(reply.text.as_str());
    let mut reading = begin(reply, &source);
    reading.recurring = Some(recurring::parts(&reading)?);
    let mut draft = Draft::new(reply, Dialect::Prose);
    prose::read(&mut reading, &mut draft);
    let read = finished(reply, draft.finish(reading), source);
    Some(read).filter(|read| read.result.has_diagnostic(Code::ReadByForm))
}

/// Whether the host asked for a JSON return, and leaves it open what came.
fn asks_for_return(reply: &Reply) -> bool {
    reply.dialect.is_none() && matches!(reply.expect, Some(Expected::Return(_)))
}

/// Reads a reply as JSON.
fn read_json<'t>(reply: &'t Reply, source: SourceText<'t>, found: Option<&json_return::Found<'_>>) -> Read<'t> {
    let mut reading = begin(reply, &source);
    reading.count_slips();
    let mut draft = Draft::new(reply, Dialect::JsonReturn);
    match found {
        Some(found) => json_return::read(&mut reading, &mut draft, found),
        None => json_return::read_none(&mut reading, &mut draft),
    }
    let mut read = finished(reply, draft.finish(reading), source);
    if let Some(word) = found.and_then(json_return::Found::contrary) {
        read.doubt(Code::SeveralReturns, "another return", word, None);
    }
    read
}

/// Reads a reply as text, with or without a summary line.
fn read_text<'t>(reply: &'t Reply, source: SourceText<'t>, lines: &[SummaryLine]) -> Read<'t> {
    let text = reply.text.as_str();
    let source = if lines.is_empty() { source.with_quotes_open() } else { source };
    if lines.is_empty()
        && let Some(fence) = refinements::fenced(&source)
    {
        return read_source(
            reply,
            SourceText::opening(text, &[fence]),
            ("The list of refinements", Code::WrappedReply),
        )
        .0;
    }
    // The only summary line stands in a fence or a quote: what is in it is the reply.
    let opened = match summary_line::choose(lines).map(|summary| (summary.standing, summary.line)) {
        Some((Standing::Fence(number), _)) => {
            source.blocks().get(number).map(|fence| SourceText::opening(text, slice::from_ref(fence)))
        }
        Some((Standing::Quote, line)) => SourceText::opening_quote(text, line),
        _ => None,
    };
    let is_opened = opened.is_some();
    let (read, found) = match opened {
        Some(opened) => read_source(reply, opened, ("The summary line", Code::SummaryLineMalformed)),
        None => read_lines(reply, source, lines, ("The reply", Code::WrappedReply)),
    };
    let of_fence = protocol_v1::fenced_findings(found, &read.source).map(|fence| {
        read_source(reply, SourceText::opening(text, &[fence]), ("The finding table", Code::FencedTable)).0
    });
    let gives_more = |opened: &Read<'_>| {
        read.result.findings.is_empty() || opened.result.findings.len() > read.result.findings.len()
    };
    let mut read = of_fence.filter(gives_more).unwrap_or(read);
    let fences = told_in_fences(&read);
    if !fences.is_empty() {
        let opened =
            read_source(reply, SourceText::opening(text, &fences), ("The list of findings", Code::WrappedReply)).0;
        // What the text told in brief may be told again in them, with its severity; else what leaves less is the better reading.
        let rated = |read: &Read<'_>| {
            let findings = &read.result.findings;
            let rated = findings.iter().filter(|finding| finding.stated_severity.is_some()).count();
            let left: usize = read.result.remainder.iter().map(|left| left.text.len()).sum();
            (findings.len(), rated, Reverse(left))
        };
        if rated(&opened) > rated(&read) {
            read = opened;
        }
    }
    if let Some(other) = summary_line::choose(lines).and_then(|chosen| contrary(lines, chosen)) {
        let span = Span::of_bytes(other.range.start, other.range.end);
        read.doubt(Code::SeveralSummaryLines, "another summary line", &other.stated_status, Some(span));
    }
    // A line in a fence or a quote may be quoted from elsewhere.
    if is_opened && let Some(problem) = inferred::problem(&read.result).map(str::to_owned) {
        read.doubt(Code::SummaryLineMalformed, "the text around the summary line", &problem, None);
    }
    read
}

/// The fences of a reply in free form that hold what it found: several findings that each begin with their severity and go on
/// with fields, several that each have a title over fields that say what is wrong and where or what to do, or the only fence,
/// where it holds a list of findings in YAML and the text around it rated none. A single finding in a fence below no heading
/// shows something: a log, or how to report.
fn told_in_fences(read: &Read<'_>) -> Vec<Block> {
    let source = &read.source;
    if read.result.dialect != Dialect::Prose {
        return Vec::new();
    }
    let blocks = source.blocks();
    let is_fence = |block: &&Block| matches!(block.kind, BlockKind::Fence { .. });
    let tells_of_several = |fence: &Block| {
        let told: Vec<&str> =
            fence.lines.clone().map(|line| source.line(line)).filter(|line| !line.trim().is_empty()).collect();
        let begins = |pair: &&[&str]| matches!(pair, [lead, field] if beginnings::begins_entry(lead) && beginnings::is_label(field));
        told.windows(2).filter(begins).count() > 1
    };
    let begins_with = |fence: &Block, begins: fn(&str) -> bool| {
        let mut told = fence.lines.clone().skip(1).map(|line| source.line(line)).filter(|line| !line.trim().is_empty());
        told.next().is_some_and(begins) && told.next().is_some_and(beginnings::is_label)
    };
    let begins_with_finding = |fence: &&Block| begins_with(fence, beginnings::begins_entry);
    // `USELESS: tests/a.py:30 - test_lock`, and below it `Problem: …`, `Fix: …`
    let tells_in_fields = |fence: &&Block| {
        let is_text = scan_fence(source.line(fence.lines.start)).is_some_and(|mark| mark.info.is_empty());
        let told = fence.lines.clone().skip(1).map(|line| source.line(line)).filter(|line| !line.trim().is_empty());
        let roles: Vec<Option<&str>> = told.map(|line| labels::role(beginnings::label(line)?.0)).collect();
        let has = |role: &str| roles.contains(&Some(role));
        let tells = ["description", "discussion", "suggestion"].into_iter().filter(|role| has(role)).count();
        is_text && roles.first() == Some(&None) && (tells > 1 || (tells > 0 && has("location")))
    };
    // `[Question] Is the query meant to match?` beside several that state a severity.
    let begins_with_tag = |fence: &Block| begins_with(fence, |line| line.starts_with('[') && line.contains("] "));
    // What a bot hands to an agent has each of its comments: `### Comment 1`, then `<location> … </location>`.
    let holds_comments = |fence: &&Block| {
        let told: Vec<&str> = fence.lines.clone().map(|line| source.line(line)).collect();
        told.windows(2).any(|pair| {
            matches!(pair, [title, place] if scan_heading(title).is_some() && beginnings::element_label(place).is_some())
        })
    };
    let comments: Vec<Block> = blocks.iter().filter(is_fence).filter(holds_comments).cloned().collect();
    if !comments.is_empty() {
        return comments;
    }
    let is_headed = |fence: &Block| {
        let above = blocks.iter().take_while(|block| block.lines.start < fence.lines.start).last();
        above.is_some_and(|above| matches!(above.kind, BlockKind::Heading { .. }))
    };
    let is_unrated = read.result.findings.iter().all(|finding| finding.stated_severity.is_none());
    let rated = blocks.iter().filter(is_fence).filter(begins_with_finding).count() > 1;
    let mut told = blocks.iter().filter(is_fence).filter(tells_in_fields);
    let told = told.next().is_some_and(|first| !is_example(source, first)) && told.next().is_some();
    let several = rated || told;
    let is_telling = |fence: &&Block| {
        begins_with_finding(fence) || (rated && begins_with_tag(fence)) || (told && tells_in_fields(fence))
    };
    let telling: Vec<Block> = blocks.iter().filter(is_fence).filter(is_telling).cloned().collect();
    match blocks.iter().filter(is_fence).collect::<Vec<_>>()[..] {
        [fence] if is_unrated && lists_in_yaml(source, fence) => vec![fence.clone()],
        _ if several || telling.first().is_some_and(|fence| is_headed(fence) || tells_of_several(fence)) => telling,
        _ => Vec::new(),
    }
}

/// Whether the paragraph above a fence says that it shows what somebody else wrote, or how something is written.
fn is_example(source: &SourceText<'_>, fence: &Block) -> bool {
    const SHOWN: [&str; 12] = [
        "accurate", "closed", "contain", "contains", "example", "examples", "existing", "fixture", "fixtures",
        "messages", "sample", "template",
    ];
    let above = source.blocks().iter().take_while(|block| block.lines.start < fence.lines.start).last();
    let words = above.map(|above| inline::words(&source.lines_text(above.lines.clone()))).unwrap_or_default();
    inline::has_word(&words, &SHOWN) || inline::has_word(&words, &vocabulary::SETTLED)
}

/// Whether a fence holds YAML that has a list by the name of what reviews find.
fn lists_in_yaml(source: &SourceText<'_>, fence: &Block) -> bool {
    const NAMES: [&str; 9] = [
        "bugs",
        "comments",
        "concerns",
        "findings",
        "issues",
        "problems",
        "suggestions",
        "violations",
        "vulnerabilities",
    ];
    let is_list = |line: &str| {
        let name = line.trim().strip_suffix(':').unwrap_or_default();
        inline::has_word(&inline::words(name), &NAMES)
    };
    beginnings::opens_yaml(source.line(fence.lines.start)) && fence.lines.clone().any(|line| is_list(source.line(line)))
}

/// Another summary line that stands as the one that counts, and says that not all is well: the text may be several
/// replies. Where the last counts, those before it may say that the work goes on.
fn contrary<'l>(lines: &'l [SummaryLine], chosen: &SummaryLine) -> Option<&'l SummaryLine> {
    lines.iter().find(|line| {
        let superseded = chosen.stated_type.is_none() && line.range.start < chosen.range.start;
        let falls_short = match line.meaning {
            Some(Meaning::State(status) | Meaning::Means(status)) => {
                status != Status::Clean && !(superseded && status == Status::Partial)
            }
            Some(Meaning::Failed) => true,
            Some(Meaning::Done) | None => false,
        };
        line.range != chosen.range && line.standing.ranks_as(chosen.standing) && falls_short
    })
}

fn read_source<'t>(
    reply: &'t Reply,
    source: SourceText<'t>,
    fenced: (&'static str, Code),
) -> (Read<'t>, protocol_v1::Yield) {
    let lines = summary_line::find(&source);
    read_lines(reply, source, &lines, fenced)
}

/// Reads a reply whose wrapping is settled; gives what was read, and whether that is what the reply speaks of.
fn read_lines<'t>(
    reply: &'t Reply,
    source: SourceText<'t>,
    lines: &[SummaryLine],
    fenced: (&'static str, Code),
) -> (Read<'t>, protocol_v1::Yield) {
    let chosen = summary_line::choose(lines);
    let asks = matches!(reply.expect, Some(Expected::Refinements(_)));
    let dialect = reply.dialect.unwrap_or_else(|| match written_in(&source, chosen) {
        Dialect::Prose if asks => Dialect::Refinements,
        dialect => dialect,
    });
    let mut reading = begin(reply, &source);
    if asks_for_return(reply) {
        json_return::say_none(&mut reading);
    }
    let mut draft = Draft::new(reply, dialect);
    draft.fenced = fenced;
    let found = match (dialect, chosen) {
        (Dialect::ProtocolV1, Some(summary)) => {
            protocol_v1::read(&mut reading, &mut draft, summary, lines, &protocol_v1::PROTOCOL)
        }
        (Dialect::AgentReport, _) => agent_report::read(&mut reading, &mut draft, chosen, lines),
        (Dialect::Bowser, _) => bowser::read(&mut reading, &mut draft, chosen, lines),
        (Dialect::Refinements, _) => refinements::read(&mut reading, &mut draft, chosen),
        _ => prose::read(&mut reading, &mut draft),
    };
    let summary = chosen.filter(|_| dialect != Dialect::Prose).cloned();
    (Read { summary, ..finished(reply, draft.finish(reading), source) }, found)
}

/// What was read of a reply, before its status is doubted or inferred.
fn finished<'t>(reply: &Reply, finished: Finished, source: SourceText<'t>) -> Read<'t> {
    let Finished { result, tiles, counted } = finished;
    let said = result.diagnostics.len();
    let types = reply.types.clone();
    Read { result, source, tiles, summary: None, undoubted: None, counted, said, inferred: None, types }
}

/// The beginning of reading: what became of the text before.
fn begin<'p, 't>(reply: &Reply, source: &'p SourceText<'t>) -> Reading<'p, 't> {
    let mut reading = Reading::new(source);
    reading.types = reply.types.clone();
    reading.result_type = reply.expect.and_then(Expected::result_type);
    if reply.text.replaced() > 0 {
        let count = reply.text.replaced();
        reading.say_overall(Code::IllFormedUtf8, format!("Invalid UTF-8 sequences were replaced by U+FFFD: {count}."));
    }
    if let Some([number, of]) = reply.part {
        reading
            .say_overall(Code::SplitReplies, format!("This is reply {number} of {of} that one text was split into."));
    }
    reading
}

/// The format that a reply is written in: the one whose marks it has, else the protocol where there is a summary line.
fn written_in(source: &SourceText<'_>, summary: Option<&SummaryLine>) -> Dialect {
    // A line of no type may end any reply.
    let is_typed = summary.is_none_or(|summary| summary.stated_type.is_some());
    if !is_typed && refinements::is_written_in(source) {
        Dialect::Refinements
    } else if agent_report::is_written_in(source, summary) {
        Dialect::AgentReport
    } else if bowser::is_written_in(source, summary) {
        Dialect::Bowser
    } else if summary.is_some() {
        Dialect::ProtocolV1
    } else if refinements::is_written_in(source) {
        Dialect::Refinements
    } else {
        Dialect::Prose
    }
}

/// A reply that cannot be read.
fn unreadable<'t>(reply: &'t Reply, code: Code, message: &str, reason: &str) -> Read<'t> {
    let mut result = AgentResult::unread(reply, reply.dialect.unwrap_or(Dialect::Prose));
    result.status = Status::Error;
    result.reason = Some(reason.to_owned());
    result.diagnostics.push(Diagnostic::new(code, message, None));
    Read {
        result,
        source: SourceText::new(""),
        tiles: Vec::new(),
        summary: None,
        undoubted: None,
        counted: None,
        said: 0,
        inferred: None,
        types: reply.types.clone(),
    }
}
