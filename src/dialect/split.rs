//! A paste with several replies, taken apart.

use crate::model::Reply;
use crate::part::summary_line;
use crate::text::lines;

/// The line that parts replies.
pub const SEPARATOR: &str = "--- reply ---";

/// Takes a paste apart at lines that hold only [`SEPARATOR`], else before each summary line where a file evidently
/// holds several replies of protocol v1 one after the other: the first line is one with a type, and so are the others.
#[must_use]
pub fn split(text: &str) -> Vec<Reply> {
    let lines = lines::scan(text);
    let line = |line: &lines::Line| text.get(line.content.clone()).unwrap_or_default();
    let separators: Vec<usize> =
        (0..lines.len()).filter(|at| lines.get(*at).is_some_and(|found| line(found).trim() == SEPARATOR)).collect();
    if !separators.is_empty() {
        let mut pieces = Vec::new();
        let mut start = 0;
        for at in separators {
            let (from, to) = lines.get(at).map_or((0, 0), |found| (found.start, found.content.end));
            pieces.push(text.get(start..from).unwrap_or_default());
            start = to;
        }
        pieces.push(text.get(start..).unwrap_or_default());
        return replies(text, pieces);
    }
    let mut starts = Vec::new();
    let mut fence: Option<lines::FenceMark<'_>> = None;
    let mut first = None;
    for found in &lines {
        let said = line(found);
        match (fence, lines::scan_fence(said)) {
            (Some(open), Some(mark)) if open.is_closed_by(&mark) => fence = None,
            (None, Some(mark)) => fence = Some(mark),
            _ => {}
        }
        if said.trim().is_empty() {
            continue;
        }
        first = first.or(Some(found.start));
        let begins = said.starts_with("RESULT:")
            && summary_line::scan(said).is_some_and(|summary| summary.result_type().is_some());
        if begins && fence.is_none() {
            starts.push(found.start);
        }
    }
    if starts.len() < 2 || starts.first() != first.as_ref() {
        return vec![text.into()];
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let pieces = starts.iter().zip(ends).map(|(start, end)| text.get(*start..end).unwrap_or_default()).collect();
    replies(text, pieces)
}

fn replies(text: &str, pieces: Vec<&str>) -> Vec<Reply> {
    let mut replies: Vec<Reply> =
        pieces.into_iter().filter(|piece| !piece.trim().is_empty()).map(Reply::from).collect();
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
        let text = "RESULT: CLEAN | Type: digest | Doc: a.md\n\ntext\n\nRESULT: CLEAN | Type: digest | Doc: b.md\n";
        assert_eq!(split(text).len(), 2);
        assert_eq!(split("Intro\n\nRESULT: CLEAN | Type: digest\n\nRESULT: CLEAN | Type: digest\n").len(), 1);
        assert_eq!(split("RESULT: CLEAN | Type: digest\n```\nRESULT: CLEAN | Type: digest\n```\n").len(), 1);
    }
}
