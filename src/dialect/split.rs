//! A paste with several replies, taken apart.

use crate::model::Reply;
use crate::part::{metadata, summary_line};
use crate::text::lines::{self, FenceMark};

/// The line that parts replies.
pub const SEPARATOR: &str = "--- reply ---";

/// Takes a paste apart at lines that hold only [`SEPARATOR`], else where a file evidently holds several replies of
/// protocol v1 one after the other: each begins with a summary line that has a type, after a blank line and before its
/// metadata, and the first is at the top. What stands in a code fence parts nothing.
#[must_use]
pub fn split(text: &str) -> Vec<Reply> {
    let lines: Vec<Line<'_>> = lines::scan(text)
        .into_iter()
        .map(|line| Line { start: line.start, end: line.content.end, said: text.get(line.content).unwrap_or_default() })
        .collect();
    let separators = separators(&lines);
    if !separators.is_empty() {
        let mut pieces = Vec::new();
        let mut start = 0;
        for line in separators.iter().filter_map(|at| lines.get(*at)) {
            pieces.push(text.get(start..line.start).unwrap_or_default());
            start = line.end;
        }
        pieces.push(text.get(start..).unwrap_or_default());
        return replies(text, pieces);
    }
    let starts = beginnings(&lines);
    let first = lines.iter().find(|line| !line.is_blank()).map(|line| line.start);
    if starts.len() < 2 || starts.first() != first.as_ref() {
        return vec![text.into()];
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let pieces = starts.iter().zip(ends).map(|(start, end)| text.get(*start..end).unwrap_or_default()).collect();
    replies(text, pieces)
}

struct Line<'t> {
    start: usize,
    end: usize,
    said: &'t str,
}

impl Line<'_> {
    fn is_blank(&self) -> bool {
        self.said.trim().is_empty()
    }

    fn is_separator(&self) -> bool {
        self.said.trim() == SEPARATOR
    }
}

/// The lines that part replies. One in a fence does not, unless the fence is still open at the next one: then a reply
/// was cut off in it.
fn separators(lines: &[Line<'_>]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut fence: Option<FenceMark<'_>> = None;
    for (at, line) in lines.iter().enumerate() {
        if line.is_separator() {
            let ahead = lines.iter().skip(at + 1).take_while(|line| !line.is_separator());
            let closes = |open: FenceMark<'_>| {
                ahead.clone().any(|line| lines::scan_fence(line.said).is_some_and(|mark| open.is_closed_by(&mark)))
            };
            if !fence.is_some_and(closes) {
                found.push(at);
                fence = None;
            }
            continue;
        }
        fence = after(fence, line);
    }
    found
}

/// Where replies of protocol v1 begin.
fn beginnings(lines: &[Line<'_>]) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut fence: Option<FenceMark<'_>> = None;
    let mut after_blank = true;
    for (at, line) in lines.iter().enumerate() {
        fence = after(fence, line);
        let begins = fence.is_none()
            && after_blank
            && line.said.starts_with("RESULT:")
            && summary_line::scan(line.said).is_some_and(|summary| summary.result_type().is_some());
        let mut ahead = lines.iter().skip(at + 1).filter(|line| !line.is_blank());
        if begins && ahead.next().is_some_and(|next| metadata::begins(next.said)) {
            starts.push(line.start);
        }
        after_blank = line.is_blank();
    }
    starts
}

/// The fence that is open after a line.
fn after<'t>(fence: Option<FenceMark<'t>>, line: &Line<'t>) -> Option<FenceMark<'t>> {
    match (fence, lines::scan_fence(line.said)) {
        (Some(open), Some(mark)) if open.is_closed_by(&mark) => None,
        (None, mark) => mark,
        (open, _) => open,
    }
}

/// A blank piece between two others is a reply of an agent that said nothing; before and after all, it is only space.
fn replies(text: &str, mut pieces: Vec<&str>) -> Vec<Reply> {
    let is_blank = |piece: Option<&&str>| piece.is_some_and(|piece| piece.trim().is_empty());
    while is_blank(pieces.last()) {
        pieces.pop();
    }
    let first = pieces.iter().position(|piece| !piece.trim().is_empty()).unwrap_or(0);
    let mut replies: Vec<Reply> = pieces.into_iter().skip(first).map(Reply::from).collect();
    if replies.is_empty() {
        replies.push(text.into());
    }
    let of = u32::try_from(replies.len()).unwrap_or(u32::MAX);
    for (number, reply) in (1..).zip(&mut replies) {
        reply.part = (of > 1).then_some([number, of]);
    }
    replies
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn separators_part_replies() {
        let texts: Vec<String> =
            split("a\n--- reply ---\nb\n").into_iter().map(|reply| reply.text.as_str().to_owned()).collect();
        assert_eq!(texts, ["a\n", "\nb\n"]);
    }

    #[test]
    fn replies_one_after_the_other_are_told_by_their_summary_lines() {
        let reply = |document: &str| {
            format!("RESULT: CLEAN | Type: digest | Doc: {document}\n\n---\n**Protocol**: v1\n---\n\ntext\n\n")
        };
        assert_eq!(split(&(reply("a.md") + &reply("b.md"))).len(), 2);
        assert_eq!(split(&format!("Intro\n\n{}{}", reply("a.md"), reply("b.md"))).len(), 1);
        assert_eq!(split(&format!("{}```\n\n{}```\n", reply("a.md"), reply("b.md"))).len(), 1);
        let quoted =
            format!("{}It ends with\n\nRESULT: CLEAN | Type: digest | Doc: b.md\n\nwhich is wrong.\n", reply("a.md"));
        assert_eq!(split(&quoted).len(), 1, "a summary line without metadata begins nothing");
    }

    #[test]
    fn a_separator_in_a_fence_is_text() {
        assert_eq!(split("a\n```\n--- reply ---\n```\nb\n").len(), 1);
        assert_eq!(split("a\n```\ncut off\n--- reply ---\nb\n").len(), 2);
    }

    #[test]
    fn a_blank_reply_between_two_others_is_one() {
        assert_eq!(split("--- reply ---\na\n--- reply ---\n\n--- reply ---\nb\n--- reply ---\n").len(), 3);
    }
}
