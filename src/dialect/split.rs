//! A paste with several replies, taken apart.

use super::bowser;
use crate::model::Reply;
use crate::part::{metadata, summary_line};
use crate::text::lines::{self, FenceMark};
use crate::text::{fields, inline};

/// The line that parts replies.
pub const SEPARATOR: &str = "--- reply ---";

/// Takes a paste apart at lines that hold only [`SEPARATOR`], else where a file evidently holds several replies of
/// protocol v1 one after the other: each begins with a summary line that has a type, after a blank line and before its
/// metadata, and the first is at the top; or several stories, each with a verdict of its own. What stands in a code fence
/// parts nothing.
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
    let first = lines.iter().find(|line| !line.is_blank()).map(|line| line.start);
    let whole = |starts: &Vec<usize>| starts.len() > 1 && starts.first() == first.as_ref();
    let starts = Some(beginnings(&lines)).filter(whole).or_else(|| stories(&lines).filter(whole));
    let Some(starts) = starts else { return vec![text.into()] };
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

/// Where stories begin, if each of them has its own verdict: with the title, the rule, the verdict and the summary line
/// right above the line that names the story. Where the first story has no summary line above its name, one that stands
/// above another ends the story before.
fn stories(lines: &[Line<'_>]) -> Option<Vec<usize>> {
    let mut fence: Option<FenceMark<'_>> = None;
    let mut names = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        fence = after(fence, line);
        if fence.is_none() && names_story(line.said) {
            names.push(at);
        }
    }
    let is_line = |line: &Line<'_>| summary_line::scan(line.said).is_some_and(|summary| summary.stated_type.is_none());
    let is_verdict = |line: &Line<'_>| bowser::verdict_of(line.said).is_some();
    let is_title = |line: &Line<'_>| line.said.starts_with('#') || line.said.trim() == "---";
    let is_above = |line: &Line<'_>| line.is_blank() || is_verdict(line) || is_title(line) || is_line(line);
    let above = |name: usize| {
        let before = lines.get(..name).unwrap_or_default();
        let length = before.iter().rev().take_while(|line| is_above(line)).count();
        before.get(name - length..).unwrap_or_default()
    };
    let line_first = names.first().is_some_and(|name| above(*name).iter().any(is_line));
    let mut starts = Vec::new();
    for name in &names {
        let above = above(*name);
        // What ends the story before: its summary line, where that stands last.
        let ends = if line_first { None } else { above.iter().rposition(is_line) };
        let own = above.get(ends.map_or(0, |ends| ends + 1)..).unwrap_or_default();
        let first = own.iter().find(|line| !line.is_blank());
        starts.push(first.or(lines.get(*name))?.start);
    }
    let ends = starts.iter().skip(1).copied().chain([usize::MAX]);
    let mut lines = lines.iter().peekable();
    let each = starts.iter().zip(ends).all(|(start, end)| {
        let mut judged = false;
        while let Some(line) = lines.next_if(|line| line.start < end) {
            judged |= line.start >= *start && (is_verdict(line) || is_line(line));
        }
        judged
    });
    each.then_some(starts)
}

/// Whether a line names a story.
fn names_story(line: &str) -> bool {
    fields::scan(line).is_some_and(|(key, value, _)| inline::words(key) == "story" && !value.is_empty())
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
    fn stories_that_each_have_a_verdict_are_parted() {
        let story = |verdict: &str, name: &str, line: &str| {
            format!(
                "{verdict}**Story:** {name}\n**Steps:** 1/1 passed\n\n| # | Step | Status |\n|---|---|---|\n| 1 | Go | PASS |\n\n{line}"
            )
        };
        let texts = |text: &str| -> Vec<String> {
            split(text).into_iter().map(|reply| reply.text.as_str().trim().to_owned()).collect()
        };
        let verdicts = story("✅ SUCCESS\n\n", "A", "") + &story("❌ FAILURE\n\n", "B", "");
        assert!(matches!(texts(&verdicts).as_slice(), [_, b] if b.starts_with("❌ FAILURE")));
        let titled = story("## One\n\n✅ SUCCESS\n\n", "A", "---\n\n") + &story("## Two\n\n✅ SUCCESS\n\n", "B", "");
        assert!(matches!(texts(&titled).as_slice(), [_, b] if b.contains("## Two")));
        let first = story("RESULT: PASS | Steps: 1/1\n\n", "A", "") + &story("RESULT: PASS | Steps: 1/1\n\n", "B", "");
        assert!(matches!(texts(&first).as_slice(), [_, b] if b.starts_with("RESULT:")));
        let last = story("", "A", "RESULT: PASS | Steps: 1/1\n\n") + &story("", "B", "RESULT: FAIL | Steps: 1/1\n");
        assert!(
            matches!(texts(&last).as_slice(), [a, b] if a.contains("PASS | Steps") && b.ends_with("FAIL | Steps: 1/1"))
        );
        let shared = story("✅ SUCCESS\n\n", "A", "") + &story("", "B", "");
        assert_eq!(texts(&shared).len(), 1, "a verdict on both parts nothing");
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
