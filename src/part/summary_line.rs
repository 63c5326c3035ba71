//! The summary line. See `docs/formats/protocol-v1.md`, "Summary line".

use std::ops::Range;

use super::status_words::{self, Meaning};
use super::transcript;
use crate::model::{CustomTypes, KeyValue, ResultType};
use crate::text::blocks::{BlockKind, heading_text};
use crate::text::{SourceText, fields, inline, steps, tables};

/// A summary line, as read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SummaryLine {
    /// Its line.
    pub line: usize,
    /// Its bytes: the whole line, or what follows the narration that it is glued to.
    pub range: Range<usize>,
    /// The status as written.
    pub stated_status: String,
    /// What the status means; `None` for an unknown word.
    pub meaning: Option<Meaning>,
    /// The type as written.
    pub stated_type: Option<String>,
    /// The pairs after status and type.
    pub metrics: Vec<KeyValue>,
    /// How it is written.
    pub form: Form,
    /// Where it stands.
    pub standing: Standing,
}

/// How a summary line is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `RESULT: …` and nothing around it, parted by pipes.
    Plain,
    /// The same, but a segment has no key: `RESULT: COMPLETE | 12/12 sections read`.
    Keyless,
    /// The same, but with `key=value`.
    Assigned,
    /// With marks around it, in lower case, or parted by something else.
    Decorated,
    /// On one line with narration before it.
    Glued,
}

/// Where a summary line stands; each counts for more than those after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// In the text.
    Open,
    /// In inline code.
    InlineCode,
    /// In a quote: what another said.
    Quote,
    /// In a code fence: the number of its block.
    Fence(usize),
}

impl Standing {
    fn rank(self) -> u8 {
        match self {
            Self::Open => 0,
            Self::InlineCode => 1,
            Self::Quote => 2,
            Self::Fence(_) => 3,
        }
    }

    /// Whether a line that stands so counts for as much as one that stands otherwise.
    #[must_use]
    pub fn ranks_as(self, other: Self) -> bool {
        self.rank() == other.rank()
    }
}

impl SummaryLine {
    /// The type that it states: one of the protocol's, or one that is registered.
    #[must_use]
    pub fn result_type(&self, types: &CustomTypes) -> Option<ResultType> {
        self.stated_type.as_deref().and_then(|word| types.result_type(word))
    }

    /// The value of a metric, by the words of its key.
    #[must_use]
    pub fn metric(&self, key: &str) -> Option<&str> {
        self.metrics.iter().find(|metric| inline::words(&metric.key) == key).map(|metric| metric.value.as_str())
    }
}

/// Every summary line of a reply, in order.
#[must_use]
pub fn find(source: &SourceText<'_>) -> Vec<SummaryLine> {
    let mut found = Vec::new();
    for (number, block) in source.blocks().iter().enumerate() {
        let standing = match block.kind {
            BlockKind::Fence { .. } => Standing::Fence(number),
            BlockKind::Table | BlockKind::ThinkBlock | BlockKind::Comment => continue,
            _ => Standing::Open,
        };
        for line in block.lines.clone() {
            let start = source.lines().get(line).map_or(0, |line| line.content.start);
            let Some(mut summary) = scan(source.line(line)) else { continue };
            if !transcript::is_tool_output(source.line(line), (0..line).rev().map(|above| source.line(above))) {
                summary.line = line;
                summary.range = summary.range.start + start..summary.range.end + start;
                let quoted = source.line(line).trim_start().starts_with('>');
                summary.standing = summary.standing.max(if quoted { standing.max(Standing::Quote) } else { standing });
                found.push(summary);
            }
        }
    }
    let fields = of_sections(source, &found);
    found.retain(|summary| fields.binary_search(&summary.line).is_err());
    found
}

/// The lines that are fields of what several headings of a reply stand over, rather than its result: `Result: PASS`.
fn of_sections(source: &SourceText<'_>, found: &[SummaryLine]) -> Vec<usize> {
    let is_field = |summary: &&SummaryLine| {
        let bare = summary.stated_type.is_none() && summary.metrics.is_empty();
        bare && summary.standing == Standing::Open && !source.line(summary.line).contains("RESULT")
    };
    let headings = |line: usize| {
        let before = source.blocks().iter().take_while(|block| block.lines.start < line);
        before.filter(|block| matches!(block.kind, BlockKind::Heading { .. })).count()
    };
    let mut fields: Vec<usize> = found.iter().filter(is_field).map(|summary| summary.line).collect();
    let (first, last) = (fields.first().copied().map(headings), fields.last().copied().map(headings));
    if first.is_none_or(|first| first == 0) || first >= last {
        return Vec::new();
    }
    // `## Overall`, and below it what all comes to.
    let above = fields.last().and_then(|line| {
        let before = source.blocks().iter().take_while(|block| block.lines.start < *line);
        before.filter(|block| matches!(block.kind, BlockKind::Heading { .. })).last()
    });
    if above.is_some_and(|above| sums_up(heading_text(source.line(above.lines.start)))) {
        fields.pop();
    }
    fields
}

/// Whether a heading stands over what all comes to: `Overall result`, `Final verdict`. `Result caching` and `Test results` do not.
fn sums_up(heading: &str) -> bool {
    const ENDS: [&str; 3] = ["conclusion", "summary", "verdict"];
    let words = inline::words(heading);
    words == "result"
        || words.starts_with("overall")
        || words.rsplit(' ').next().is_some_and(|last| ENDS.contains(&last))
}

/// The one that counts: of those that stand best, the first with a type, else the last.
#[must_use]
pub fn choose(found: &[SummaryLine]) -> Option<&SummaryLine> {
    let best = found.iter().map(|summary| summary.standing.rank()).min()?;
    let mut candidates = found.iter().filter(|summary| summary.standing.rank() == best);
    candidates.clone().find(|summary| summary.stated_type.is_some()).or_else(|| candidates.next_back())
}

const MARK: &str = "result";

/// Where the parts of a summary line stand that is written plainly, as bytes of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plain {
    /// The status.
    pub status: Range<usize>,
    /// Each pair: its key, and where its value stands.
    pub pairs: Vec<(String, Range<usize>)>,
}

/// Takes a plain line apart: `RESULT: …`, parted by pipes into pairs.
#[must_use]
pub fn plain(line: &str) -> Option<Plain> {
    let after = "RESULT:".len();
    let mut rest = line.strip_prefix("RESULT:")?;
    let mut at = after;
    let mut segments: Vec<Range<usize>> = Vec::new();
    while let Some(length) = unescaped_pipe(rest) {
        segments.push(at..at + length);
        at += length + 1;
        rest = rest.get(length + 1..)?;
    }
    segments.push(at..line.len());
    let trimmed = |range: Range<usize>| {
        let text = line.get(range.clone()).unwrap_or_default();
        let start = range.start + (text.len() - text.trim_start().len());
        start..start + text.trim().len()
    };
    let mut segments = segments.into_iter().map(trimmed);
    let status = segments.next()?;
    let pairs = segments.map(|segment| {
        let (key, value) = pair(line.get(segment.clone())?)?;
        Some((key.to_owned(), segment.end - value.len()..segment.end))
    });
    Some(Plain { status, pairs: pairs.collect::<Option<_>>()? })
}

/// Where the first pipe stands that no backslash escapes.
fn unescaped_pipe(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.bytes().position(|byte| {
        let parts = byte == b'|' && !escaped;
        escaped = byte == b'\\' && !escaped;
        parts
    })
}

/// Whether a line is an instruction to write a summary line, with its alternatives and placeholders.
#[must_use]
pub fn is_unfilled(line: &str) -> bool {
    let text = line.trim_start_matches(|character: char| !character.is_alphanumeric());
    let Some(rest) = text.strip_prefix("RESULT:") else { return false };
    let (segments, _) = segments(rest.trim());
    segments.split_first().is_some_and(|(status, others)| is_template(trim_status(status), others))
}

/// Reads one line.
#[must_use]
pub fn scan(line: &str) -> Option<SummaryLine> {
    steps::add(line.len());
    if tables::is_row(line) {
        return None;
    }
    let decoration = line.find(char::is_alphanumeric)?;
    let after = |at: usize| line.get(at..).and_then(after_mark);
    let (start, after_colon, form) = match after(decoration) {
        Some(length) => {
            let plain = decoration == 0 && line.starts_with("RESULT:");
            (decoration, decoration + length, if plain { Form::Plain } else { Form::Decorated })
        }
        None => {
            let at = line.match_indices("RESULT:").map(|(at, _)| at).find(|at| {
                line.get(..*at).is_some_and(|before| before.ends_with(|last: char| !last.is_alphanumeric()))
            })?;
            (at, at + "RESULT:".len(), Form::Glued)
        }
    };
    let before = line.get(..start)?;
    let in_code = before.matches('`').count() % 2 == 1;
    let rest = line.get(after_colon..)?;
    let rest = rest.trim_end().trim_end_matches(['║', '│', '┃']).trim();
    let rest = match before.trim_end().chars().next_back() {
        Some(mark @ ('*' | '_' | '`')) if !rest.starts_with(mark) => rest.trim_end_matches(mark).trim_end(),
        _ => rest.trim_start_matches(['*', '_']).trim(),
    };
    let shouted = line.get(start..).is_some_and(|rest| rest.starts_with("RESULT"));
    let (segments, piped) = segments(rest);
    let (status, others) = segments.split_first()?;
    let stated_status = trim_status(status);
    let meaning = status_words::meaning(stated_status);
    if is_template(stated_status, others) || !is_plausible(stated_status, meaning, others, shouted, form) {
        return None;
    }
    let range = if form == Form::Glued { start } else { 0 }..line.trim_end().len();
    // Pairs are written with a colon; a segment without a key, and an escaped pipe that parts, are read all the same.
    let keyless = others.iter().any(|segment| pair(segment).is_none());
    let is_assigned =
        |segment: &String| pair(segment).is_some_and(|(key, _)| segment.trim_start().starts_with(&format!("{key}=")));
    let assigned = others.iter().any(is_assigned);
    let escaped = rest.contains("\\|") && !rest.replace("\\|", "").contains('|');
    let mut summary = SummaryLine {
        line: 0,
        range,
        stated_status: stated_status.to_owned(),
        meaning,
        stated_type: None,
        metrics: Vec::new(),
        form: match form {
            Form::Plain if !piped || !shouted || escaped || (keyless && assigned) => Form::Decorated,
            Form::Plain if keyless => Form::Keyless,
            Form::Plain if assigned => Form::Assigned,
            other => other,
        },
        standing: if in_code { Standing::InlineCode } else { Standing::Open },
    };
    if others.is_empty() && form == Form::Plain && shouted {
        summary.form = Form::Plain;
    }
    summary.take(others);
    Some(summary)
}

/// The length of `RESULT:` with marks around the word, in any case.
fn after_mark(text: &str) -> Option<usize> {
    let word = text.get(..MARK.len())?;
    if !word.eq_ignore_ascii_case(MARK) {
        return None;
    }
    let rest = text.get(MARK.len()..)?;
    let marks = rest.len() - rest.trim_start_matches(['*', '_', ' ']).len();
    let colon = rest.get(marks..)?.chars().next().filter(|colon| matches!(colon, ':' | '：'))?;
    Some(MARK.len() + marks + colon.len_utf8())
}

fn trim_status(status: &str) -> &str {
    let status = status.trim();
    match fields::scan(status) {
        // "Status: PASS" as the first segment.
        Some((key, value, _)) if key.eq_ignore_ascii_case("status") => value,
        _ => inline::bare(status.trim_matches(['*', '_', ' '])),
    }
}

/// An instruction to write a summary line, with its alternatives and placeholders, is none.
fn is_template(status: &str, others: &[String]) -> bool {
    let is_placeholder = |value: &str| {
        let value = value.trim();
        (value.starts_with('<') && value.contains('>')) || (value.starts_with('{') && value.contains('}'))
    };
    let value = |segment: &str| pair(segment).map_or_else(|| segment.trim().to_owned(), |(_, value)| value.to_owned());
    let placeholders = others.iter().filter(|segment| is_placeholder(&value(segment))).count();
    let alternatives = |text: &str| {
        let mut words = text.split(['/', '|', ',']).map(str::trim).filter(|word| !word.is_empty());
        words.clone().count() > 1 && words.all(status_words::is_status_word)
    };
    status.starts_with(['<', '{'])
        || status.contains("CLEAN|")
        || alternatives(status)
        || others.first().is_some_and(|segment| {
            pair(segment).is_none() && status_words::is_status_word(segment) && status_words::is_status_word(status)
        })
        || (placeholders > 0 && placeholders * 2 >= others.len())
}

/// What is not written as the protocol writes it must look like a result all the same.
fn is_plausible(status: &str, meaning: Option<Meaning>, others: &[String], shouted: bool, form: Form) -> bool {
    const PHRASE_WORDS: usize = 4;
    let words = status.split_whitespace().count();
    match (form, shouted, meaning) {
        (_, _, None) => shouted && form != Form::Glued && words <= PHRASE_WORDS && !others.is_empty(),
        // Within a sentence it is told of, unless fields of the protocol follow: `it says "RESULT: CLEAN" at the end.`
        (Form::Glued, _, Some(_)) => others.iter().any(|segment| pair(segment).is_some()),
        (_, true, Some(_)) => true,
        (_, false, Some(_)) => words == 1 || (!others.is_empty() && words <= PHRASE_WORDS),
    }
}

/// Cuts at pipes; where there is none, at the separator after which keys follow.
fn segments(text: &str) -> (Vec<String>, bool) {
    let by_pipe = split_pipes(text);
    if by_pipe.len() > 1 {
        return (by_pipe, true);
    }
    for separator in [" - ", " — ", " – ", " · ", " • ", "; ", ", "] {
        let mut joined: Vec<String> = Vec::new();
        for part in text.split(separator) {
            match joined.last_mut() {
                Some(last) if joined_len_is_value(part) => {
                    last.push_str(separator);
                    last.push_str(part);
                }
                _ => joined.push(part.to_owned()),
            }
        }
        if joined.len() > 1 {
            return (joined, false);
        }
    }
    (vec![text.to_owned()], text.split_whitespace().count() == 1)
}

fn joined_len_is_value(part: &str) -> bool {
    pair(part).is_none()
}

fn split_pipes(text: &str) -> Vec<String> {
    // Where every pipe is escaped, the escaped ones part.
    let unescaped = text.replace("\\|", "");
    let replaced = text.replace("\\|", "|");
    let text = if unescaped.contains('|') || unescaped == text { text } else { replaced.as_str() };
    let mut segments = Vec::new();
    let mut current = String::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' if characters.peek() == Some(&'|') => {
                characters.next();
                current.push('|');
            }
            '|' => segments.push(std::mem::take(&mut current)),
            other => current.push(other),
        }
    }
    segments.push(current);
    let mut segments: Vec<String> = segments.into_iter().map(|segment| segment.trim().to_owned()).collect();
    while segments.last().is_some_and(String::is_empty) && segments.len() > 1 {
        segments.pop();
    }
    segments
}

/// `Key: value` or `key=value`.
fn pair(segment: &str) -> Option<(&str, &str)> {
    const KEY_WORDS: usize = 3;
    let segment = segment.trim();
    if let Some((key, value, true)) = fields::scan(segment) {
        return Some((key, value));
    }
    let at = segment.find([':', '='])?;
    let key = inline::bare(segment.get(..at)?);
    let value = segment.get(at + 1..)?;
    let is_key = !key.is_empty()
        && key.starts_with(char::is_alphabetic)
        && key.split_whitespace().count() <= KEY_WORDS
        && key.chars().all(|character| character.is_alphanumeric() || matches!(character, ' ' | '-' | '_'))
        && !value.starts_with("//")
        && !value.starts_with('\\');
    is_key.then(|| (key, value.trim()))
}

impl SummaryLine {
    fn take(&mut self, segments: &[String]) {
        let mut taken_positional = true;
        for segment in segments {
            match pair(segment) {
                Some((key, value)) if key.eq_ignore_ascii_case("type") && self.stated_type.is_none() => {
                    self.stated_type = Some(inline::bare(value).to_owned());
                }
                Some((key, value)) => {
                    self.metrics.push(KeyValue::new(key, value));
                    taken_positional = false;
                }
                None if self.metrics.is_empty()
                    && self.stated_type.is_none()
                    && ResultType::from_word(inline::bare(segment)).is_some() =>
                {
                    self.stated_type = Some(inline::bare(segment).to_owned());
                }
                // What has no key right after status and type stands for itself; elsewhere it belongs to the value
                // before it, which held a pipe, unless it is a figure.
                None if taken_positional || is_figure(segment) => {
                    self.metrics.push(KeyValue::new("", segment.as_str()));
                    taken_positional = false;
                }
                None => {
                    if let Some(last) = self.metrics.last_mut() {
                        last.value.push_str(" | ");
                        last.value.push_str(segment);
                    }
                }
            }
        }
    }
}

/// A ratio, packed counts, a count with its noun, or a status word.
fn is_figure(segment: &str) -> bool {
    let digits = segment.chars().take_while(char::is_ascii_digit).count();
    let rest = segment.get(digits..).unwrap_or_default();
    let is_packed = segment.chars().all(|character| character.is_ascii_digit() || matches!(character, '/' | '%'));
    (digits > 0 && (is_packed || rest.starts_with(['/', '%', ' ']))) || status_words::is_status_word(segment)
}

#[cfg(test)]
mod tests {
    use super::{Form, Standing, choose, find, scan};
    use crate::text::SourceText;

    fn metrics(line: &str) -> Vec<(String, String)> {
        scan(line).map(|summary| summary.metrics).unwrap_or_default().into_iter().map(|m| (m.key, m.value)).collect()
    }

    #[test]
    fn a_plain_line_is_taken_apart_without_the_blanks_around_its_parts() {
        let line = "RESULT:CLEAN|Type:  digest ";
        let parts = super::plain(line).unwrap();
        let [(key, value)] = parts.pairs.as_slice() else { panic!("one pair") };
        let said = [line.get(parts.status), Some(key.as_str()), line.get(value.clone())];
        assert_eq!(said, ["CLEAN", "Type", "digest"].map(Some));
    }

    #[test]
    fn plain() {
        let summary = scan("RESULT: FINDINGS | Type: consistency | Pair: A.md/B.md | Findings: 3");
        let summary = summary.as_ref();
        assert_eq!(summary.map(|summary| summary.form), Some(Form::Plain));
        assert_eq!(summary.and_then(|summary| summary.stated_type.as_deref()), Some("consistency"));
        assert_eq!(summary.and_then(|summary| summary.metric("pair")), Some("A.md/B.md"));
    }

    #[test]
    fn decorated() {
        for line in [
            "**RESULT: PASS | Steps: 3/3**",
            "## RESULT: PASS | Steps: 3/3",
            "> RESULT: PASS | Steps: 3/3",
            "║ RESULT: PASS | Steps: 3/3 ║",
            "✅ RESULT: PASS | Steps: 3/3",
            "result: pass | steps: 3/3",
            "**RESULT:** PASS | **Steps:** 3/3",
            "RESULT: PASS - Steps: 3/3",
        ] {
            let summary = scan(line);
            assert_eq!(summary.as_ref().map(|summary| summary.form), Some(Form::Decorated), "{line}");
            assert_eq!(summary.as_ref().and_then(|summary| summary.metric("steps")), Some("3/3"), "{line}");
        }
    }

    #[test]
    fn glued() {
        let summary = scan("I used the exact wording for NOTES.RESULT: PASS | scenario=CP-004");
        assert_eq!(summary.as_ref().map(|summary| (summary.form, summary.range.start)), Some((Form::Glued, 35)));
        assert_eq!(summary.as_ref().and_then(|summary| summary.metric("scenario")), Some("CP-004"));
    }

    #[test]
    fn none() {
        for line in [
            "RESULT: <CLEAN|FINDINGS|PARTIAL|ERROR> | Type: digest | Doc: <path>",
            "RESULT: PASS | FAIL",
            "RESULT: PASS|FAIL | Steps: X/Y",
            "RESULT: {STATUS} | Type: {TYPE}",
            "action: connect | result: fail",
            "| RESULT: CLEAN | x |",
            "Result: we found that it works",
            "RESULT:",
        ] {
            assert_eq!(scan(line), None, "{line}");
        }
    }

    #[test]
    fn values() {
        let text = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
            pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
        };
        assert_eq!(metrics("RESULT: COMPLETE | 8/8"), text(&[("", "8/8")]));
        assert_eq!(metrics("RESULT: PARTIAL | Reason: a | b stopped"), text(&[("Reason", "a | b stopped")]));
        assert_eq!(metrics("RESULT: PARTIAL | Reason: a \\| b"), text(&[("Reason", "a | b")]));
        assert_eq!(metrics("RESULT: TENSION | Pair: a | 1/3/2/0"), text(&[("Pair", "a"), ("", "1/3/2/0")]));
        assert_eq!(
            metrics("RESULT: CLEAN | Type: digest | a.md | b"),
            text(&[("", "a.md | b")]),
            "after status and type a segment stands for itself"
        );
    }

    #[test]
    fn the_first_with_a_type_counts_else_the_last() {
        let chosen = |text: &str| choose(&find(&SourceText::new(text))).map(|summary| (summary.line, summary.standing));
        assert_eq!(chosen("RESULT: PASS\n\nRESULT: FAIL\n"), Some((2, Standing::Open)));
        assert_eq!(chosen("RESULT: CLEAN | Type: digest\n\nRESULT: PASS\n"), Some((0, Standing::Open)));
        assert_eq!(chosen("a\n```\nRESULT: FAIL\n```\nRESULT: PASS\n"), Some((4, Standing::Open)));
        assert_eq!(chosen("RESULT: PASS\n\n> RESULT: FAIL | Type: digest\n"), Some((0, Standing::Open)));
        assert_eq!(chosen("Use `RESULT: FAIL` so.\n\nRESULT: PASS\n"), Some((2, Standing::Open)));
    }
}
