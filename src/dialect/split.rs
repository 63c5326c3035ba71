//! Splits a paste that contains several replies.

use std::ops::Range;

use super::openings::{self, Line, after};
use crate::model::{CustomTypes, Reply};
use crate::text::lines::{self, FenceMark};

/// The line that parts replies.
pub const SEPARATOR: &str = "--- reply ---";

/// Takes a paste apart at lines that hold only [`SEPARATOR`], else where a text holds several replies one after the other
/// that each begin as one: with a summary line of protocol v1, the header of an agent's report, a JSON return, a story with
/// a verdict of its own, or the title of a review behind a whole reply. What stands in a code fence parts nothing, unless all
/// of it is a return.
#[must_use]
pub fn split(text: &str, types: &CustomTypes) -> Vec<Reply> {
    let (pieces, separated) = parted(text, types);
    let mut replies: Vec<Reply> = pieces.into_iter().map(|piece| text.get(piece).unwrap_or_default().into()).collect();
    if replies.is_empty() {
        replies.push(text.into());
    }
    let of = u32::try_from(replies.len()).unwrap_or(u32::MAX);
    for (number, reply) in (1..).zip(&mut replies) {
        // Who parts replies by the line for it knows what they are.
        reply.part = (of > 1 && !separated).then_some([number, of]);
    }
    replies
}

/// Where the replies of a text stand; none where the text is blank. Each but the first begins with a line.
#[must_use]
pub fn pieces(text: &str, types: &CustomTypes) -> Vec<Range<usize>> {
    parted(text, types).0
}

/// Where the replies of a text stand, and whether lines that hold only [`SEPARATOR`] part them.
fn parted(text: &str, types: &CustomTypes) -> (Vec<Range<usize>>, bool) {
    let lines: Vec<Line<'_>> = lines::scan(text)
        .into_iter()
        .map(|line| Line { start: line.start, end: line.content.end, said: text.get(line.content).unwrap_or_default() })
        .collect();
    let separators = separators(&lines);
    let mut pieces = Vec::new();
    let mut start = 0;
    if separators.is_empty() {
        // What stands above the first reply introduces it.
        let openings = openings::of(text, &lines, types);
        for line in openings.iter().skip(1).filter_map(|at| lines.get(*at)) {
            pieces.push(start..line.start);
            start = line.start;
        }
    } else {
        for line in separators.iter().filter_map(|at| lines.get(*at)) {
            pieces.push(start..line.start);
            start = line.end;
        }
    }
    pieces.push(start..text.len());
    // A blank piece between two others is a reply of an agent that said nothing; before and after all, it is only space.
    let is_blank = |piece: Option<&Range<usize>>| {
        piece.is_some_and(|piece| text.get(piece.clone()).unwrap_or_default().trim().is_empty())
    };
    while is_blank(pieces.last()) {
        pieces.pop();
    }
    let first = pieces.iter().position(|piece| !is_blank(Some(piece))).unwrap_or(0);
    pieces.drain(..first);
    (pieces, !separators.is_empty())
}

/// Whether a line parts replies.
fn is_separator(line: &Line<'_>) -> bool {
    line.said.trim() == SEPARATOR
}

/// The lines that part replies. One in a fence does not, unless the fence is still open at the next one: then a reply
/// was cut off in it.
fn separators(lines: &[Line<'_>]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut fence: Option<FenceMark<'_>> = None;
    for (at, line) in lines.iter().enumerate() {
        if is_separator(line) {
            let ahead = lines.iter().skip(at + 1).take_while(|line| !is_separator(line));
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

#[cfg(test)]
mod tests {
    use super::{CustomTypes, Reply};

    fn split(text: &str) -> Vec<Reply> {
        super::split(text, &CustomTypes::default())
    }

    #[test]
    fn separators_part_replies() {
        let texts: Vec<String> =
            split("a\n--- reply ---\nb\n").into_iter().map(|reply| reply.text.as_str().to_owned()).collect();
        assert_eq!(texts, ["a\n", "\nb\n"]);
        assert!(split("a\n--- reply ---\nb\n").iter().all(|reply| reply.part.is_none()));
    }

    #[test]
    fn replies_one_after_the_other_are_told_by_their_summary_lines() {
        let reply = |document: &str| {
            format!("RESULT: CLEAN | Type: digest | Doc: {document}\n\n---\n**Protocol**: v1\n---\n\ntext\n\n")
        };
        assert_eq!(split(&(reply("a.md") + &reply("b.md"))).len(), 2);
        let introduced = split(&format!("Intro\n\n{}{}", reply("a.md"), reply("b.md")));
        assert!(matches!(introduced.as_slice(), [a, _] if a.text.as_str().starts_with("Intro\n\nRESULT:")));
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
    fn summary_lines_without_metadata_part_what_is_on_something_else() {
        let line = |status: &str, on: &str| format!("RESULT: {status} | Type: digest | Doc: {on}\n\nIt was read.\n\n");
        assert_eq!(split(&format!("Here they are:\n\n{}{}", line("CLEAN", "a.md"), line("ERROR", "b.md"))).len(), 2);
        assert_eq!(split(&(line("CLEAN", "a.md") + &line("CLEAN", "a.md"))).len(), 1, "said twice");
        let led = format!("{}It says:\n\nRESULT: CLEAN | Type: digest | Doc: b.md\n", line("CLEAN", "a.md"));
        assert_eq!(split(&led).len(), 1, "a sentence leads up to it");
    }

    #[test]
    fn replies_of_several_formats_are_parted() {
        const REPORT: &str =
            "PAIR: a.md <-> b.md\nSTATUS: CONSISTENT\n\n## Contradictions\nNone\n\nRESULT: CONSISTENT | Issues: 0\n\n";
        const FIRST: &str = "RESULT: CONSISTENT | Issues: 0\n\nPAIR: a.md <-> c.md\nSTATUS: CONSISTENT\n\n";
        const RETURN: &str = "{\n  \"status\": \"completed\",\n  \"summary\": \"Done.\",\n  \"artifacts\": []\n}\n\n";
        const LINE: &str = "RESULT: ERROR | Type: digest | Doc: d.md | Reason: no file\n\n";
        const STORY: &str = "✅ SUCCESS\n\n**Story:** A\n**Steps:** 1/1 passed\n\n";
        let fenced = format!("```json\n{RETURN}```\n\n");
        let pieces = [REPORT, REPORT, RETURN, &fenced, LINE, STORY];
        let texts: Vec<String> =
            split(&pieces.concat()).into_iter().map(|reply| reply.text.as_str().to_owned()).collect();
        assert_eq!(texts, pieces);
        assert_eq!(split(&[FIRST, FIRST].concat()).len(), 2);
        let short = "{\"status\": \"failed\", \"summary\": \"No.\"}\n";
        assert_eq!(split(&[short, short].concat()).len(), 2);
        assert_eq!(split(&format!("So:\n\n{short}\nor so:\n\n{short}")).len(), 1, "examples");
        let described =
            "RESULT: CLEAN | Type: consistency | Pair: a.md/b.md\n\nPAIR: a.md <-> b.md\nSTATUS: CONSISTENT\n\n";
        assert_eq!(split(&[described, LINE].concat()).len(), 2, "a header below a line is its metadata");
        let typed = format!("PAIR: a.md <-> b.md\nSTATUS: CONFLICT\n\n{}", "RESULT: CONFLICT | Type: consistency\n\n");
        assert_eq!(split(&typed).len(), 1, "the line below a header is its own");
    }

    #[test]
    fn a_review_behind_a_whole_reply_is_parted_from_it() {
        const TYPED: &str = "RESULT: FINDINGS | Type: consistency | Findings: 1\n\n---\n**Protocol**: v1\n---\n\n\
                             ## Findings\n\n| ID | Severity | Description |\n|---|---|---|\n| F1 | major | A. |\n\n";
        const REVIEW: &str = "# Security review\n\n1. **High** `a.rs:1` B.\n\n# Audit of the tests\n\nC.\n\n";
        const RETURN: &str =
            "{\n  \"status\": \"completed\",\n  \"findings\": [{\"severity\": \"low\", \"message\": \"D.\"}]\n}\n";
        let texts = |text: &str| -> Vec<String> {
            split(text).into_iter().map(|reply| reply.text.as_str().to_owned()).collect()
        };
        assert_eq!(texts(&[TYPED, REVIEW, RETURN].concat()), [TYPED, REVIEW, RETURN]);
        assert_eq!(texts(&[TYPED, "---\n\n", REVIEW].concat()).len(), 2);
        let report =
            "PAIR: a.md <-> b.md\nSTATUS: CONSISTENT\n\n## Contradictions\nNone\n\nRESULT: CONSISTENT | Issues: 0\n\n";
        assert_eq!(texts(&[report, REVIEW].concat()), [report, REVIEW]);
        for one in [
            // The title of the reply itself, and one of several in it.
            TYPED.replace("## Findings", "# Review\n\n## Findings"),
            TYPED.replace("## Findings", "# Summary\n\n## Findings") + REVIEW,
            TYPED.replace("## Findings", "## Summary\n\n# Code review"),
            TYPED.replace("FINDINGS", "CLEAN").replace("## Findings", "# Review"),
            // What is quoted, goes on, or only speaks of one.
            format!("{TYPED}```\n\n{REVIEW}```\n"),
            format!("{TYPED}It says\n{REVIEW}").replace("\n# Audit", "\n## Audit"),
            format!("{TYPED}## Review\n\nE.\n"),
            format!("{TYPED}# Reviewers\n\nE.\n"),
            // A review may end with what it comes to in JSON.
            format!("{REVIEW}{RETURN}"),
            format!("{TYPED}```json\n{RETURN}```\n"),
        ] {
            assert_eq!(texts(&one).len(), 1, "{one}");
        }
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
