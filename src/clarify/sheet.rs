//! A document as lines, of which it is known which ones are shown as they are: those of code fences and comments.

use std::ops::Range;

use crate::model::Span;
use crate::text::blocks::{BlockKind, is_rule};
use crate::text::lines::{FenceMark, LineRole, scan_fence};
use crate::text::{Paper, Wrapper, steps};

/// A document, scanned once.
#[derive(Debug)]
pub struct Sheet<'t> {
    paper: Paper<'t>,
    verbatim: Vec<bool>,
}

impl<'t> Sheet<'t> {
    /// Scans a document.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        let paper = Paper::new(text);
        let mut verbatim = vec![false; paper.lines().len()];
        for block in paper.blocks().iter().filter(|block| block.kind == BlockKind::Comment) {
            verbatim.iter_mut().take(block.lines.end).skip(block.lines.start).for_each(|line| *line = true);
        }
        let is_text = |line: usize| paper.lines().get(line).is_some_and(|line| line.role != LineRole::Wrapper);
        let lines = 0..paper.lines().len();
        let said: Vec<&str> = lines.map(|line| if is_text(line) { paper.line(line) } else { "" }).collect();
        for fence in fences(&said) {
            verbatim.iter_mut().take(fence.end).skip(fence.start).for_each(|line| *line = true);
        }
        Self { paper, verbatim }
    }

    /// The paper.
    #[must_use]
    pub fn paper(&self) -> &Paper<'t> {
        &self.paper
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
        self.paper.line(number)
    }

    /// Whether a line is part of a code fence or a comment.
    #[must_use]
    pub fn is_verbatim(&self, number: usize) -> bool {
        self.verbatim.get(number).copied().unwrap_or_default()
    }

    /// Whether a line is a mark of the fence around the whole.
    #[must_use]
    pub fn is_wrapper(&self, number: usize) -> bool {
        self.paper.lines().get(number).is_some_and(|line| line.role == LineRole::Wrapper)
    }

    /// Whether a line is what a model thought aloud.
    #[must_use]
    pub fn is_aside(&self, number: usize) -> bool {
        self.paper.lines().get(number).is_some_and(|line| line.role == LineRole::Aside)
    }

    /// The marks of a fence around the whole.
    #[must_use]
    pub fn wrapper(&self) -> Vec<Range<usize>> {
        match self.paper.wrapper() {
            Some(Wrapper::Fence(marks)) => marks.clone(),
            _ => Vec::new(),
        }
    }

    /// The bytes of a line, with its end.
    #[must_use]
    pub fn bytes(&self, number: usize) -> Range<usize> {
        let lines = self.paper.lines();
        let start = |number: usize| lines.get(number).map_or(self.paper.text().len(), |line| line.start);
        start(number)..start(number + 1)
    }

    /// The span of lines, without blank ones at the end.
    #[must_use]
    pub fn span(&self, lines: Range<usize>) -> Span {
        self.paper.lines_span(lines.start..self.end_of_text(lines))
    }

    /// Where lines end, without blank ones and rules at the end.
    #[must_use]
    pub fn end_of_text(&self, lines: Range<usize>) -> usize {
        let says = |number: &usize| !is_layout(self.line(*number)) || self.is_verbatim(*number);
        lines.clone().rev().find(says).map_or(lines.start + 1, |last| last + 1)
    }

    /// How lines end here.
    #[must_use]
    pub fn line_end(&self) -> &'static str {
        let text = self.paper.text();
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
    let marks: Vec<(usize, FenceMark<'_>)> = lines
        .iter()
        .enumerate()
        .filter_map(|(number, line)| {
            steps::add(line.len() + 1);
            Some((number, scan_fence(line)?))
        })
        .collect();
    // Of each kind, the longest mark that may close a fence from here on.
    let mut closing = vec![[0; 2]; marks.len() + 1];
    for (at, (_, mark)) in marks.iter().enumerate().rev() {
        let mut longest = closing.get(at + 1).copied().unwrap_or_default();
        if mark.info.is_empty()
            && let Some(longest) = longest.get_mut(usize::from(mark.mark == '~'))
        {
            *longest = (*longest).max(mark.length);
        }
        if let Some(here) = closing.get_mut(at) {
            *here = longest;
        }
    }
    let mut found = Vec::new();
    let mut open: Option<(usize, FenceMark<'_>)> = None;
    for (at, (number, mark)) in marks.iter().enumerate() {
        match open {
            Some((start, opened)) if opened.is_closed_by(mark) => {
                found.push(start..number + 1);
                open = None;
            }
            Some(_) => {}
            None => {
                let ahead = closing.get(at + 1).and_then(|longest| longest.get(usize::from(mark.mark == '~')));
                open = ahead.is_some_and(|longest| *longest >= mark.length).then_some((*number, *mark));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::fences;

    #[test]
    fn a_fence_that_is_not_closed_is_none() {
        assert_eq!(fences(&["```", "a", "````", "b", "```", "~~~"]), vec![0..3]);
        assert_eq!(fences(&["````", "```", "a", "```"]), vec![1..4]);
        assert_eq!(fences(&["```js", "```js"]), []);
    }
}
