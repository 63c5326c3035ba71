//! A document as lines, of which it is known which ones are shown as they are: those of code fences and comments.

use std::ops::Range;

use crate::text::blocks::is_rule;
use crate::text::lines::{FenceMark, LineRole, scan_fence};
use crate::text::{SourceText, Wrapper, steps};

/// A document, scanned once.
#[derive(Debug)]
pub struct ScannedDocument<'t> {
    source: SourceText<'t>,
    verbatim: Vec<bool>,
    open_fences: Vec<(usize, FenceMark<'t>)>,
}

impl<'t> ScannedDocument<'t> {
    /// Scans a document.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        let source = SourceText::new(text);
        let mut is_verbatim = vec![false; source.lines().len()];
        let is_text = |line: usize| source.lines().get(line).is_some_and(|line| line.role != LineRole::Wrapper);
        let lines = 0..source.lines().len();
        let said: Vec<&str> = lines.map(|line| if is_text(line) { source.line(line) } else { "" }).collect();
        for stretch in verbatim(&said) {
            is_verbatim.iter_mut().take(stretch.end).skip(stretch.start).for_each(|line| *line = true);
        }
        let open = said.iter().zip(&is_verbatim).enumerate().filter(|(_, (_, verbatim))| !**verbatim);
        let open_fences = open.filter_map(|(number, (line, _))| Some((number, scan_fence(line)?))).collect();
        Self { source, verbatim: is_verbatim, open_fences }
    }

    /// The marks of fences that are not closed, each with its line.
    #[must_use]
    pub fn open_fences(&self) -> &[(usize, FenceMark<'t>)] {
        &self.open_fences
    }

    /// The text, scanned.
    #[must_use]
    pub fn source(&self) -> &SourceText<'t> {
        &self.source
    }

    /// How many lines there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.verbatim.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.verbatim.is_empty()
    }

    /// What a line says.
    #[must_use]
    pub fn line(&self, number: usize) -> &'t str {
        self.source.line(number)
    }

    /// Whether a line is part of a code fence or a comment.
    #[must_use]
    pub fn is_verbatim(&self, number: usize) -> bool {
        self.verbatim.get(number).copied().unwrap_or_default()
    }

    /// Whether a line is a mark of the fence around the whole.
    #[must_use]
    pub fn is_wrapper(&self, number: usize) -> bool {
        self.source.lines().get(number).is_some_and(|line| line.role == LineRole::Wrapper)
    }

    /// Whether a line is what a model thought aloud.
    #[must_use]
    pub fn is_aside(&self, number: usize) -> bool {
        self.source.lines().get(number).is_some_and(|line| line.role == LineRole::ThinkBlock)
    }

    /// The first line with a comment that is not closed.
    #[must_use]
    pub fn open_comment(&self) -> Option<usize> {
        (0..self.len()).find(|line| !self.is_verbatim(*line) && self.line(*line).trim_start().starts_with("<!--"))
    }

    /// What stands in each fence, or in the one around the whole, without its marks.
    #[must_use]
    pub fn opened(&self) -> Vec<(Range<usize>, String)> {
        let lines: Vec<&str> =
            (0..self.len()).map(|line| if self.is_wrapper(line) { "" } else { self.line(line) }).collect();
        let inner = |fence: &Range<usize>| lines.get(fence.start + 1..fence.end.saturating_sub(1)).unwrap_or_default();
        if !self.wrapper().is_empty() {
            return vec![(0..self.len(), lines.join("\n"))];
        }
        fences(&lines).into_iter().map(|fence| (fence.clone(), inner(&fence).join("\n"))).collect()
    }

    /// The marks of a fence around the whole.
    #[must_use]
    pub fn wrapper(&self) -> Vec<Range<usize>> {
        match self.source.wrapper() {
            Some(Wrapper::Fence(marks)) => marks.clone(),
            _ => Vec::new(),
        }
    }

    /// The bytes of a line, with its end.
    #[must_use]
    pub fn bytes(&self, number: usize) -> Range<usize> {
        let lines = self.source.lines();
        let start = |number: usize| lines.get(number).map_or(self.source.text().len(), |line| line.start);
        start(number)..start(number + 1)
    }

    /// Where lines end, without blank ones and rules at the end, and within the fence around the whole.
    #[must_use]
    pub fn end_of_text(&self, lines: Range<usize>) -> usize {
        let says =
            |number: &usize| (!is_layout(self.line(*number)) || self.is_verbatim(*number)) && !self.is_wrapper(*number);
        lines.clone().rev().find(says).map_or(lines.start + 1, |last| last + 1)
    }

    /// How lines end here.
    #[must_use]
    pub fn line_end(&self) -> &'static str {
        let text = self.source.text();
        match text.find('\n') {
            Some(at) if text.as_bytes().get(at.wrapping_sub(1)) == Some(&b'\r') => "\r\n",
            _ => "\n",
        }
    }
}

/// Whether a line says nothing: a blank one, or a rule.
#[must_use]
pub fn is_layout(line: &str) -> bool {
    let trimmed = line.trim();
    trimmed.is_empty() || is_rule(trimmed)
}

/// The fences that are closed: lines, with those of the marks. One that is not is a line like others, so that it
/// swallows nothing.
#[must_use]
pub fn fences(lines: &[&str]) -> Vec<Range<usize>> {
    let found = verbatim(lines).into_iter().filter(|stretch| !is_comment_mark(lines, stretch.start));
    found.collect()
}

/// The fences and the comments that are closed. A comment begins a line, and holds no other one: an open one swallows
/// nothing either.
fn verbatim(lines: &[&str]) -> Vec<Range<usize>> {
    let fences: Vec<Option<FenceMark<'_>>> = lines
        .iter()
        .map(|line| {
            steps::add(line.len() + 1);
            scan_fence(line)
        })
        .collect();
    // Of each line, what is ahead: of each kind, the longest mark that may close a fence, and the next mark of a comment.
    let mut ahead = vec![([0; 2], lines.len()); lines.len() + 1];
    for (number, (line, fence)) in lines.iter().zip(&fences).enumerate().rev() {
        let (mut longest, mut comment) = ahead.get(number + 1).copied().unwrap_or_default();
        if let Some(mark) = fence.filter(|mark| mark.info.is_empty())
            && let Some(longest) = longest.get_mut(usize::from(mark.mark == '~'))
        {
            *longest = (*longest).max(mark.length);
        }
        if line.contains("<!--") || line.contains("-->") {
            comment = number;
        }
        if let Some(here) = ahead.get_mut(number) {
            *here = (longest, comment);
        }
    }
    let mut found = Vec::new();
    let mut number = 0;
    while let (Some(line), Some((longest, comment))) = (lines.get(number), ahead.get(number + 1)) {
        let fence = fences.get(number).copied().flatten();
        let end = if let Some(inner) = line.trim_start().strip_prefix("<!--") {
            let last = if inner.contains("-->") || inner.contains("<!--") { number } else { *comment };
            let closing = if last == number { Some(inner) } else { lines.get(last).copied() };
            closing.filter(|line| ends_comment(line)).map(|_| last + 1)
        } else if let Some(open) = fence
            && longest.get(usize::from(open.mark == '~')).is_some_and(|longest| *longest >= open.length)
        {
            let closes = |fence: &Option<FenceMark<'_>>| fence.is_some_and(|mark| open.is_closed_by(&mark));
            fences.iter().skip(number + 1).position(closes).map(|inside| number + inside + 2)
        } else {
            None
        };
        found.extend(end.map(|end| number..end));
        number = end.unwrap_or(number + 1);
    }
    found
}

/// Whether a comment that is open ends with a line.
fn ends_comment(line: &str) -> bool {
    let Some(end) = line.find("-->").map(|at| at + "-->".len()) else { return false };
    line.split_at_checked(end).is_some_and(|(inner, behind)| !inner.contains("<!--") && behind.trim().is_empty())
}

fn is_comment_mark(lines: &[&str], number: usize) -> bool {
    lines.get(number).is_some_and(|line| line.trim_start().starts_with("<!--"))
}

#[cfg(test)]
mod tests {
    use super::{fences, verbatim};

    #[test]
    fn a_fence_that_is_not_closed_is_none() {
        assert_eq!(fences(&["```", "a", "````", "b", "```", "~~~"]), vec![0..3]);
        assert_eq!(fences(&["````", "```", "a", "```"]), vec![1..4]);
        assert_eq!(fences(&["```js", "```js"]), []);
    }

    #[test]
    fn a_comment_that_is_not_closed_is_none() {
        assert_eq!(verbatim(&["<!-- a", "", "b -->", "<!-- c -->", "<!-- d --> e"]), vec![0..3, 3..4]);
        assert_eq!(verbatim(&["<!-- a", "<!-- b", "-->", "<!-- c"]), vec![1..3]);
        assert_eq!(verbatim(&["<!--", "```", "-->", "```", "<!--", "```", "-->"]), vec![0..3, 3..6]);
    }
}
