//! Finds where replies begin in a text that contains several. See `docs/formats/protocol-v1.md`, "Several replies in
//! one text".

use std::collections::BTreeSet;
use std::ops::Range;

use super::{agent_report, bowser, json_return};
use crate::model::{CustomTypes, ResultType, Status};
use crate::order::Arrange;
use crate::part::status_words::Meaning;
use crate::part::summary_line::{self, SummaryLine};
use crate::part::{metadata, summary_line::Form, transcript};
use crate::review::json as json_findings;
use crate::text::blocks::{heading_text, is_rule, scan_heading, scan_item};
use crate::text::lines::{self, FenceMark};
use crate::text::{fields, inline, json, steps, tables};

/// A line of a text with several replies.
pub struct Line<'t> {
    /// Where it begins, in bytes.
    pub start: usize,
    /// Where what it says ends.
    pub end: usize,
    /// What it says.
    pub said: &'t str,
}

impl Line<'_> {
    /// Whether it says nothing.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.said.trim().is_empty()
    }

    /// Whether it is a heading or a rule.
    fn is_title(&self) -> bool {
        self.said.starts_with('#') || is_rule(self.said.trim())
    }

    /// Its summary line, where it is one that is open and written by itself.
    fn summary(&self) -> Option<SummaryLine> {
        let is_open = !self.said.trim_start().starts_with(['>', '`']);
        is_open.then(|| summary_line::scan(self.said)).flatten().filter(|summary| summary.form != Form::Glued)
    }

    /// Whether it is the summary line of a format that states no type there.
    fn is_untyped(&self) -> bool {
        self.summary().is_some_and(|summary| summary.stated_type.is_none())
    }

    fn is_verdict(&self) -> bool {
        bowser::verdict_of(self.said).is_some()
    }
}

/// The fence that is open after a line.
pub fn after<'t>(fence: Option<FenceMark<'t>>, line: &Line<'t>) -> Option<FenceMark<'t>> {
    lines::fence_after(fence, line.said)
}

/// What a reply begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Opening {
    /// The summary line of the protocol, and what it is on; whether metadata follow.
    Protocol { on: (ResultType, Option<String>), described: bool },
    /// A JSON return, and how well it fits.
    Return(usize),
    /// The name of a story.
    Story,
    /// The header of an agent's report.
    Report,
    /// The title of a review in free form.
    Review,
}

/// An opening, and the line that it stands on.
struct Mark {
    line: usize,
    opening: Opening,
}

/// Where replies begin, by the first of their lines; none where the text does not hold several for certain.
#[must_use]
pub fn of(text: &str, lines: &[Line<'_>], types: &CustomTypes) -> Vec<usize> {
    let Found { mut marks, read } = Scan::of(text, lines, types);
    let only_json = !lines.iter().enumerate().any(|(at, line)| !line.is_blank() && !read.contains(&at));
    let certain = if only_json { json_return::EVIDENT } else { json_return::CERTAIN };
    marks.retain(|mark| !matches!(mark.opening, Opening::Return(fit) if fit < certain));
    drop_described(lines, &mut marks);
    drop_repeated(lines, &mut marks);
    drop_titles(lines, &mut marks);
    let mut starts = judged(lines, &marks);
    starts.arrange();
    starts.dedup();
    if starts.len() > 1 { starts } else { Vec::new() }
}

/// What one pass over the lines finds.
struct Found {
    marks: Vec<Mark>,
    /// The lines that hold JSON, and the marks of its fences.
    read: BTreeSet<usize>,
}

/// One pass over the lines. What stands in a fence opens nothing, unless all of it is a return.
struct Scan<'t, 'l> {
    text: &'t str,
    lines: &'l [Line<'t>],
    /// The types that are registered.
    types: &'l CustomTypes,
    /// Where the next summary line begins, from each line on: no JSON goes beyond it.
    until: Vec<usize>,
    /// The line behind the last run of fields that is no header: what is a part of it is none either.
    refused: usize,
    found: Found,
}

impl<'t, 'l> Scan<'t, 'l> {
    fn of(text: &'t str, lines: &'l [Line<'t>], types: &'l CustomTypes) -> Found {
        let mut until = vec![text.len(); lines.len() + 1];
        for (at, line) in lines.iter().enumerate().rev() {
            let next = until.get(at + 1).copied().unwrap_or(text.len());
            if let Some(slot) = until.get_mut(at) {
                *slot = if line.said.starts_with("RESULT:") { line.start } else { next };
            }
        }
        let found = Found { marks: Vec::new(), read: BTreeSet::new() };
        let mut scan = Self { text, lines, types, until, refused: 0, found };
        let mut at = 0;
        while at < lines.len() {
            at = scan.line(at).max(at + 1);
        }
        scan.found
    }

    /// Looks at a line; gives the one to look at next.
    fn line(&mut self, at: usize) -> usize {
        let Some(line) = self.lines.get(at) else { return at + 1 };
        if let Some(open) = lines::scan_fence(line.said) {
            return self.fence(at, open);
        }
        let above = at.checked_sub(1).and_then(|above| self.lines.get(above));
        let parted = above.is_none_or(|above| above.is_blank() || above.is_title() || above.is_untyped())
            || at.checked_sub(1).is_some_and(|above| self.found.read.contains(&above));
        if parted && line.said.trim_start().starts_with('{') {
            let until = self.until.get(at).copied().unwrap_or(self.text.len());
            if let Some(end) = self.json(at, at, line.start..until) {
                return end;
            }
        }
        if parted && let Some(opening) = self.protocol(at, line) {
            self.found.marks.push(Mark { line: at, opening });
        } else if parted && let Some(end) = self.header_end(at) {
            self.found.marks.push(Mark { line: at, opening: Opening::Report });
            return end;
        } else if names_story(line.said) {
            self.found.marks.push(Mark { line: at, opening: Opening::Story });
        } else if parted && titles_review(line.said) {
            self.found.marks.push(Mark { line: at, opening: Opening::Review });
        }
        at + 1
    }

    /// Passes over a fence; what is in it may be a return.
    fn fence(&mut self, at: usize, open: FenceMark<'_>) -> usize {
        let closes = |line: &Line<'_>| lines::scan_fence(line.said).is_some_and(|mark| open.is_closed_by(&mark));
        let within = self.lines.get(at + 1..).unwrap_or_default();
        let length = within.iter().position(closes).unwrap_or(within.len());
        let content = within.get(..length).unwrap_or_default();
        if let (Some(first), Some(last)) = (content.iter().find(|line| !line.is_blank()), content.last())
            && first.said.trim_start().starts_with('{')
        {
            let range = first.start..last.end;
            if self.json(at, at + 1, range).is_some() {
                self.found.read.extend([at, at + 1 + length]);
            }
        }
        at + length + 2
    }

    /// Reads the JSON of a stretch that begins on a line or below it; gives the line behind it. `mark` is where the reply
    /// begins that it is.
    fn json(&mut self, mark: usize, from: usize, stretch: Range<usize>) -> Option<usize> {
        let indent = self.text.get(stretch.clone())?.find('{')?;
        let document = json::read(self.text, stretch.start + indent..stretch.end)?;
        let end = document.root.range.end;
        let length = self.lines.get(from..)?.iter().take_while(|line| line.start < end).count();
        if let Some(fit) = json_return::certainty(&document.root) {
            // A status above a list of findings is all that a reply needs; in a fence it may sum up the text above.
            let lists = mark == from && !json_findings::lists(&document.root).is_empty();
            let fit = if lists { fit.max(json_return::CERTAIN) } else { fit };
            self.found.marks.push(Mark { line: mark, opening: Opening::Return(fit) });
        }
        self.found.read.extend(from..from + length);
        Some(from + length)
    }

    fn protocol(&self, at: usize, line: &Line<'_>) -> Option<Opening> {
        let summary = line.summary()?;
        let result_type = summary.result_type(self.types)?;
        let above = self.lines.get(..at)?.iter().rev().map(|above| above.said);
        if transcript::is_tool_output(line.said, above) {
            return None;
        }
        let mut ahead = self.lines.get(at + 1..)?.iter().filter(|line| !line.is_blank());
        let described = ahead.next().is_some_and(|next| metadata::begins(next.said));
        let plain = line.said.starts_with("RESULT:");
        (described || plain).then(|| Opening::Protocol { on: (result_type, subject(&summary)), described })
    }

    /// The line behind the fields that begin on a line, where they are the header of an agent's report.
    fn header_end(&mut self, at: usize) -> Option<usize> {
        if at < self.refused {
            return None;
        }
        let rest = self.lines.get(at..)?;
        let is_field = |line: &&Line<'_>| fields::scan(line.said).is_some() && line.summary().is_none();
        let length = rest.iter().take_while(is_field).count();
        steps::add(length);
        let block = rest.get(..length)?.iter().map(|line| line.said);
        if agent_report::is_header(block) {
            return Some(at + length);
        }
        self.refused = at + length;
        None
    }
}

/// What a summary line says that its reply is on.
fn subject(summary: &SummaryLine) -> Option<String> {
    const KEYS: [&str; 9] = ["doc", "document", "docs", "documents", "pair", "task", "screen", "dimension", "items"];
    let named = KEYS.into_iter().find_map(|key| summary.metric(key));
    let unnamed = || summary.metrics.first().filter(|first| first.key.is_empty()).map(|first| first.value.as_str());
    named.or_else(unnamed).map(inline::words)
}

/// A header right below a summary line is its metadata.
fn drop_described(lines: &[Line<'_>], marks: &mut Vec<Mark>) {
    let mut line: Option<usize> = None;
    marks.retain(|mark| {
        let between = line.and_then(|line| lines.get(line + 1..mark.line)).unwrap_or_default();
        let is_metadata = mark.opening == Opening::Report
            && line.is_some()
            && between.iter().all(|line| line.is_blank() || is_rule(line.said.trim()));
        line = matches!(mark.opening, Opening::Protocol { .. }).then_some(mark.line);
        !is_metadata
    });
}

/// A summary line without metadata begins a reply where it stands by itself and is on something else than every other
/// line: what is quoted goes on with a sentence, and what is said twice is the same. Below the header of a report that
/// has no line of its own it is that of the report.
fn drop_repeated(lines: &[Line<'_>], marks: &mut Vec<Mark>) {
    let mut seen: BTreeSet<(ResultType, Option<String>)> = BTreeSet::new();
    let key = |on: &(ResultType, Option<String>)| (on.0, on.1.clone());
    for mark in marks.iter() {
        if let Opening::Protocol { on, described: true } = &mark.opening {
            seen.insert(key(on));
        }
    }
    let first = lines.iter().position(|line| line.said.starts_with("RESULT:")).unwrap_or(lines.len());
    let mut header: Option<usize> = None;
    marks.retain(|mark| {
        let above = header.take();
        match &mark.opening {
            Opening::Protocol { on, described: false } => {
                let own = above.and_then(|header| lines.get(header..mark.line)).unwrap_or_default();
                let belongs = above.is_some() && !own.iter().any(Line::is_untyped);
                !belongs && stands_alone(lines, mark.line, first) && seen.insert(key(on))
            }
            opening => {
                header = (*opening == Opening::Report).then_some(mark.line);
                true
            }
        }
    });
}

/// The title of a review begins a reply where the one before it is there as a whole, and has no such title itself: behind
/// a summary line with metadata and sections below it, which have the rows of a table where the line promises findings; or
/// behind the summary line that ends an agent's report. Elsewhere it may be the title of what stands above it.
fn drop_titles(lines: &[Line<'_>], marks: &mut Vec<Mark>) {
    let mut before: Option<(usize, bool, bool)> = None;
    marks.retain(|mark| {
        let is_whole = before.is_some_and(|(start, is_protocol, is_report)| {
            let own = lines.get(start..mark.line).unwrap_or_default();
            let last = own.iter().rev().find(|line| !line.is_blank() && !is_rule(line.said.trim()));
            is_protocol && is_with_sections(own) && last.is_some_and(|line| scan_heading(line.said).is_none())
                || is_report && last.is_some_and(Line::is_untyped)
        });
        let counts = mark.opening != Opening::Review || is_whole;
        if counts {
            let is_protocol = matches!(mark.opening, Opening::Protocol { described: true, .. });
            before = Some((mark.line, is_protocol, mark.opening == Opening::Report));
        }
        counts
    });
}

/// Whether a reply that begins with a summary line has sections, a table where it promises findings, and no title.
fn is_with_sections(lines: &[Line<'_>]) -> bool {
    steps::add(lines.len());
    let has = |level: u8| lines.iter().any(|line| scan_heading(line.said) == Some(level));
    let meaning = lines.first().and_then(Line::summary).and_then(|line| line.meaning);
    let promises = matches!(meaning, Some(Meaning::State(Status::Findings) | Meaning::Means(Status::Findings)));
    has(2) && !has(1) && (!promises || lines.iter().any(|line| tables::is_row(line.said)))
}

/// Whether a line is no part of a sentence: none leads up to it, and none goes on from it. `first` is the first summary
/// line: what stands above introduces all of them.
fn stands_alone(lines: &[Line<'_>], at: usize, first: usize) -> bool {
    let ends = |text: &str| {
        text.ends_with(['.', '!', '?', '|', ')', '`', '*', '}', ']'])
            || text.starts_with('#')
            || is_rule(text)
            || scan_item(text).is_some()
            || tables::is_row(text)
            || text.starts_with("RESULT:")
            || fields::scan(text).is_some_and(|(_, value, _)| !value.is_empty())
    };
    let mut before = lines.get(..at).unwrap_or_default().iter().rev().map(|line| line.said.trim());
    let led = at > first && before.find(|text| !text.is_empty()).is_some_and(|text| !ends(text));
    let mut below = lines.get(at + 1..).unwrap_or_default().iter().map(|line| line.said.trim());
    let next = below.find(|text| !text.is_empty());
    !led && next.is_none_or(|next| !next.starts_with(char::is_lowercase))
}

/// Where the replies begin that say what came of them: with the title, the rule, the verdict and the summary line right
/// above what opens them. Where the first of a kind has no summary line above, one that stands above another ends the
/// reply before. Stories that do not each have a verdict are told apart by nothing.
fn judged(lines: &[Line<'_>], marks: &[Mark]) -> Vec<usize> {
    let starts: Vec<usize> = {
        let line_first = |opening: &Opening| {
            let first = marks.iter().find(|mark| mark.opening == *opening);
            first.is_some_and(|first| lines_above(lines, 0, first.line).iter().any(Line::is_untyped))
        };
        let (stories_first, reports_first) = (line_first(&Opening::Story), line_first(&Opening::Report));
        let start = |mark: &Mark, before: usize| {
            let first = match mark.opening {
                Opening::Story => stories_first,
                Opening::Report => reports_first,
                _ => return mark.line,
            };
            let above = lines_above(lines, before, mark.line);
            // What ends the reply before: its summary line, where that stands last.
            let ends = if first { None } else { above.iter().rposition(Line::is_untyped) };
            let own = above.get(ends.map_or(0, |ends| ends + 1)..).unwrap_or_default();
            let blank = own.iter().take_while(|line| line.is_blank()).count();
            mark.line - own.len() + blank
        };
        let before = std::iter::once(0).chain(marks.iter().map(|mark| mark.line + 1));
        marks.iter().zip(before).map(|(mark, before)| start(mark, before)).collect()
    };
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    let is_judged = |(mark, (start, end)): (&Mark, (&usize, usize))| {
        let own = lines.get(*start..end).unwrap_or_default();
        match mark.opening {
            Opening::Story => own.iter().any(|line| line.is_verdict() || line.is_untyped()),
            Opening::Report => own.iter().any(|line| line.summary().is_some()),
            _ => true,
        }
    };
    let judged: Vec<bool> = marks.iter().zip(starts.iter().zip(ends)).map(is_judged).collect();
    let stories = marks.iter().zip(&judged).all(|(mark, judged)| mark.opening != Opening::Story || *judged);
    let counts = |(mark, judged): (&Mark, &bool)| *judged && (stories || mark.opening != Opening::Story);
    let kept = marks.iter().zip(&judged).map(counts);
    starts.iter().zip(kept).filter(|(_, kept)| *kept).map(|(start, _)| *start).collect()
}

/// The lines right above one, and not above another, that belong to no text: blank ones, titles, rules, verdicts, summary
/// lines without a type.
fn lines_above<'l, 't>(lines: &'l [Line<'t>], from: usize, at: usize) -> &'l [Line<'t>] {
    let before = lines.get(from..at).unwrap_or_default();
    let is_above = |line: &&Line<'_>| line.is_blank() || line.is_verdict() || line.is_title() || line.is_untyped();
    let length = before.iter().rev().take_while(is_above).count();
    steps::add(length);
    before.get(before.len() - length..).unwrap_or_default()
}

/// Whether a line is the title of a review.
fn titles_review(line: &str) -> bool {
    scan_heading(line) == Some(1) && inline::has_word(&inline::words(heading_text(line)), &["review", "audit"])
}

/// Whether a line names a story.
fn names_story(line: &str) -> bool {
    fields::scan(line).is_some_and(|(key, value, _)| inline::words(key) == "story" && !value.is_empty())
}
