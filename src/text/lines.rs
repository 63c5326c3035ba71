//! Lines, and the fence or quote around a whole reply.

use std::ops::Range;

use super::{Wrapper, steps};

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Offset of its first byte.
    pub start: usize,
    /// Its bytes without quote marks and without its end.
    pub content: Range<usize>,
    /// What it belongs to.
    pub role: LineRole,
}

/// What a line belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineRole {
    /// The reply itself.
    Text,
    /// The mark of a fence around the whole reply.
    Wrapper,
    /// What the model thought aloud before it answered.
    ThinkBlock,
}

/// Cuts a text into lines at `\n`, `\r\n` and `\r`.
#[must_use]
pub fn scan(text: &str) -> Vec<Line> {
    steps::add(text.len());
    let bytes = text.as_bytes();
    let mut lines = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let next = match byte {
            b'\r' if bytes.get(at + 1) == Some(&b'\n') => at + 2,
            b'\n' | b'\r' => at + 1,
            _ => {
                at += 1;
                continue;
            }
        };
        lines.push(Line { start, content: start..at, role: LineRole::Text });
        start = next;
        at = next;
    }
    if start < bytes.len() {
        lines.push(Line { start, content: start..bytes.len(), role: LineRole::Text });
    }
    if let Some(first) = lines.first_mut()
        && text.starts_with('\u{feff}')
    {
        first.content.start = first.content.start.max('\u{feff}'.len_utf8()).min(first.content.end);
    }
    mark_asides(text, &mut lines);
    lines
}

/// Takes the marks off quotes that are alerts: a quote whose first line is `[!CAUTION]` quotes nobody. Whether there is one.
pub fn open_alerts(text: &str, lines: &mut [Line]) -> bool {
    let mut fence = None;
    let (mut is_alert, mut was_quoted, mut found) = (false, false, false);
    for line in lines {
        let said = content(text, line);
        fence = fence_after(fence, said);
        let is_quoted = fence.is_none() && is_quoted(text, line);
        is_alert = is_quoted && (is_alert || (!was_quoted && is_alert_mark(said)));
        was_quoted = is_quoted;
        if is_alert {
            unquote(text, line);
            found = true;
        }
    }
    found
}

/// Takes the marks off a quote that holds most of a reply, with a list or headings in it: it quotes the report that the reply
/// hands on. Whether there is one.
pub fn open_report(text: &str, lines: &mut [Line]) -> bool {
    const ENTRIES: usize = 3;
    let mut runs: Vec<Range<usize>> = Vec::new();
    for at in (0..lines.len()).filter(|at| lines.get(*at).is_some_and(|line| is_quoted(text, line))) {
        match runs.last_mut().filter(|last| last.end == at) {
            Some(last) => last.end = at + 1,
            None => runs.push(at..at + 1),
        }
    }
    let length = |run: &Range<usize>| {
        let quoted = lines.get(run.clone()).unwrap_or_default();
        quoted.iter().map(|line| line.content.len()).sum::<usize>()
    };
    let is_entry = |line: &&Line| {
        let said = content(text, line).trim_start().trim_start_matches(['>', ' ']);
        said.starts_with(['-', '*', '#']) || said.starts_with(|first: char| first.is_ascii_digit())
    };
    let Some(report) = runs.into_iter().max_by_key(length).filter(|run| length(run) * 3 >= text.len() * 2) else {
        return false;
    };
    let quoted = lines.get_mut(report).unwrap_or_default();
    if quoted.iter().filter(is_entry).count() < ENTRIES {
        return false;
    }
    for line in quoted {
        unquote(text, line);
    }
    true
}

/// Whether a line begins an alert: `> [!WARNING]`.
#[must_use]
pub fn is_alert_mark(line: &str) -> bool {
    const NAMES: [&str; 5] = ["note", "tip", "important", "warning", "caution"];
    let name =
        line.trim_start_matches(['>', ' ']).trim_end().strip_prefix("[!").and_then(|rest| rest.strip_suffix(']'));
    name.is_some_and(|name| NAMES.iter().any(|known| name.eq_ignore_ascii_case(known)))
}

fn content<'t>(text: &'t str, line: &Line) -> &'t str {
    text.get(line.content.clone()).unwrap_or_default()
}

/// Thoughts end at `</think>`: what stands before it, from `<think>` or from the start, is no part of the answer.
fn mark_asides(text: &str, lines: &mut [Line]) {
    const MARKS: [(&str, &str); 2] = [("<think>", "</think>"), ("<thinking>", "</thinking>")];
    for (open, close) in MARKS {
        if !text.contains(close) {
            continue;
        }
        let trimmed = |line: &Line| content(text, line).trim();
        let Some(last) = lines.iter().position(|line| trimmed(line).ends_with(close)) else { continue };
        let first = lines.iter().position(|line| trimmed(line).starts_with(open)).unwrap_or(0);
        if first > last {
            continue;
        }
        for line in lines.iter_mut().take(last + 1).skip(first) {
            line.role = LineRole::ThinkBlock;
        }
    }
}

/// A mark of a code fence: its character, its length, its info string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FenceMark<'t> {
    /// Its character.
    pub mark: char,
    /// How often it stands.
    pub length: usize,
    /// What stands after an opening mark.
    pub info: &'t str,
}

impl FenceMark<'_> {
    /// Whether `other` closes the fence that this mark opens.
    #[must_use]
    pub fn is_closed_by(&self, other: &FenceMark<'_>) -> bool {
        other.mark == self.mark && other.length >= self.length && other.info.is_empty()
    }
}

/// The fence that is open behind a line, by the one that is open before it.
#[must_use]
pub fn fence_after<'t>(open: Option<FenceMark<'t>>, line: &'t str) -> Option<FenceMark<'t>> {
    match (open, scan_fence(line)) {
        (Some(open), Some(mark)) if open.is_closed_by(&mark) => None,
        (None, mark) => mark,
        (open, _) => open,
    }
}

/// Reads a line as the mark of a code fence.
#[must_use]
pub fn scan_fence(line: &str) -> Option<FenceMark<'_>> {
    let trimmed = line.trim();
    let mark = trimmed.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let info = trimmed.trim_start_matches(mark);
    let length = trimmed.len() - info.len();
    let info = info.trim();
    (length >= 3 && !(mark == '`' && info.contains('`'))).then_some(FenceMark { mark, length, info })
}

/// Takes a fence or a quote off that stands around the whole reply.
pub fn unwrap(text: &str, lines: &mut [Line]) -> Option<Wrapper> {
    let is_blank = |line: &Line| content(text, line).trim().is_empty() || line.role == LineRole::ThinkBlock;
    let first = lines.iter().position(|line| !is_blank(line))?;
    let last = lines.iter().rposition(|line| !is_blank(line))?;
    if is_wrapped_in_fence(text, lines, first, last) {
        return Some(Wrapper::Fence(open_fence(text, lines, first..last + 1)));
    }
    if lines.iter().all(|line| is_blank(line) || is_quoted(text, line)) {
        for line in lines.iter_mut() {
            unquote(text, line);
        }
        return Some(Wrapper::Quote);
    }
    None
}

fn is_quoted(text: &str, line: &Line) -> bool {
    content(text, line).trim_start().starts_with('>')
}

/// Takes one mark of a quote off a line that has one.
fn unquote(text: &str, line: &mut Line) {
    if !is_quoted(text, line) {
        return;
    }
    let said = content(text, line);
    let marks = said.len() - said.trim_start().len() + 1;
    let blank = usize::from(said.get(marks..).is_some_and(|rest| rest.starts_with(' ')));
    line.content.start = (line.content.start + marks + blank).min(line.content.end);
}

/// Takes the marks off the quote that a line stands in; whether there is more in it than that line.
pub fn open_quote(text: &str, lines: &mut [Line], within: usize) -> bool {
    let before = lines.iter().take(within).rev().take_while(|line| is_quoted(text, line)).count();
    let after = lines.iter().skip(within + 1).take_while(|line| is_quoted(text, line)).count();
    for line in lines.iter_mut().skip(within - before).take(before + 1 + after) {
        unquote(text, line);
    }
    before + after > 0
}

/// Whether the first and the last line are the two marks of one fence, with well-nested fences between them.
fn is_wrapped_in_fence(text: &str, lines: &[Line], first: usize, last: usize) -> bool {
    const PROSE: [&str; 5] = ["", "md", "markdown", "text", "txt"];
    let fence = |line: &Line| scan_fence(content(text, line));
    let (Some(open), Some(close)) = (lines.get(first).and_then(fence), lines.get(last).and_then(fence)) else {
        return false;
    };
    if first == last || !open.is_closed_by(&close) || !PROSE.iter().any(|info| info.eq_ignore_ascii_case(open.info)) {
        return false;
    }
    let mut inner: Option<FenceMark<'_>> = None;
    for mark in lines.iter().take(last).skip(first + 1).filter_map(fence) {
        match inner {
            Some(opened) if opened.is_closed_by(&mark) => inner = None,
            Some(_) => {}
            None if open.is_closed_by(&mark) => return false,
            None => inner = Some(mark),
        }
    }
    inner.is_none()
}

/// Makes the marks of a fence part of the wrapper; gives their bytes.
pub fn open_fence(text: &str, lines: &mut [Line], fence: Range<usize>) -> Vec<Range<usize>> {
    let last = fence.end.saturating_sub(1);
    let mut marks = Vec::new();
    for number in [fence.start, last] {
        if let Some(line) = lines.get_mut(number)
            && scan_fence(content(text, line)).is_some()
            && line.role == LineRole::Text
        {
            line.role = LineRole::Wrapper;
            marks.push(line.content.clone());
        }
    }
    let end = if marks.len() > 1 { last } else { fence.end };
    if !marks.is_empty() {
        uncomment(text, lines.get_mut(fence.start + 1..end).unwrap_or_default());
    }
    marks
}

/// Takes the mark off lines that are all comments of code: `// Fix: …`.
fn uncomment(text: &str, lines: &mut [Line]) {
    const MARK: &str = "//";
    let said = |line: &Line| content(text, line).trim_start();
    if !lines.iter().map(said).all(|said| said.is_empty() || said.starts_with(MARK)) {
        return;
    }
    for line in lines {
        let rest = said(line).trim_start_matches('/');
        line.content.start = line.content.end - rest.strip_prefix(' ').unwrap_or(rest).len();
    }
}

#[cfg(test)]
mod tests {
    use super::{LineRole, open_alerts, open_quote, scan, scan_fence, unwrap};
    use crate::text::Wrapper;

    #[test]
    fn lines_end_at_all_three_ends() {
        let lines = scan("a\r\nb\rc\nd");
        assert_eq!(lines.iter().map(|line| line.content.clone()).collect::<Vec<_>>(), [0..1, 3..4, 5..6, 7..8]);
    }

    #[test]
    fn a_fence_with_a_fence_inside_is_still_around_the_whole() {
        let text = "```markdown\na\n```json\n{}\n```\nb\n```\n";
        let mut lines = scan(text);
        assert!(matches!(unwrap(text, &mut lines), Some(Wrapper::Fence(_))));
    }

    #[test]
    fn two_fences_are_not_one_around_the_whole() {
        let text = "```\na\n```\nb\n```\nc\n```\n";
        let mut lines = scan(text);
        assert_eq!(unwrap(text, &mut lines), None);
    }

    #[test]
    fn a_quote_around_the_whole_is_taken_off() {
        let text = "> a\n>\n> b\n";
        let mut lines = scan(text);
        assert_eq!(unwrap(text, &mut lines), Some(Wrapper::Quote));
        assert_eq!(lines.iter().filter_map(|line| text.get(line.content.clone())).collect::<Vec<_>>(), ["a", "", "b"]);
    }

    #[test]
    fn a_quote_is_taken_off_above_and_below_a_line() {
        let text = "> a\n> b\n> c\nd\n> e\n";
        let mut lines = scan(text);
        assert!(open_quote(text, &mut lines, 1));
        let said: Vec<_> = lines.iter().filter_map(|line| text.get(line.content.clone())).collect();
        assert_eq!(said, ["a", "b", "c", "d", "> e"]);
        assert!(!open_quote(text, &mut lines, 4));
    }

    #[test]
    fn an_alert_is_no_quotation() {
        let text = "> [!CAUTION]\n> a\n>\n> > b\n\n> [!b]\n> c\n";
        let mut lines = scan(text);
        assert!(open_alerts(text, &mut lines));
        let said: Vec<_> = lines.iter().filter_map(|line| text.get(line.content.clone())).collect();
        assert_eq!(said, ["[!CAUTION]", "a", "", "> b", "", "> [!b]", "> c"]);
    }

    #[test]
    fn a_line_without_a_mark_keeps_its_first_character() {
        let text = "→ I check\n</think>\n> a\n";
        let mut lines = scan(text);
        assert_eq!(unwrap(text, &mut lines), Some(Wrapper::Quote));
        assert_eq!(lines.first().and_then(|line| text.get(line.content.clone())), Some("→ I check"));
    }

    #[test]
    fn inline_code_is_no_fence() {
        assert_eq!(scan_fence("```a```"), None);
        assert_eq!(scan_fence("~~~ json").map(|mark| mark.info), Some("json"));
    }

    #[test]
    fn thoughts_are_asides() {
        let lines = scan("<think>\nhm\n</think>\nRESULT");
        let roles: Vec<_> = lines.iter().map(|line| line.role).collect();
        assert_eq!(roles, [LineRole::ThinkBlock, LineRole::ThinkBlock, LineRole::ThinkBlock, LineRole::Text]);
    }
}
