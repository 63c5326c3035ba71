//! Blocks: a reply as a flat list. One pass over the lines, each line in exactly one block or blank.

use std::ops::Range;

use super::lines::{FenceMark, Line, LineRole, is_alert_mark, scan_fence};
use super::{inline, steps, tables};

/// A block of lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Its lines.
    pub lines: Range<usize>,
}

/// What a block is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// `# Heading` of level 1 to 6; a line that is all bold, or a label before a list or table, has level 7.
    Heading {
        /// Its level.
        level: u8,
    },
    /// A code fence with its marks.
    Fence {
        /// Whether it has a closing mark.
        closed: bool,
    },
    /// Rows of cells.
    Table,
    /// Items with their continuation lines.
    List(Vec<Item>),
    /// A line that parts what is above from what is below.
    Rule,
    /// An HTML comment.
    Comment,
    /// What the model thought aloud.
    ThinkBlock,
    /// Anything else.
    Paragraph,
}

/// An item of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// How far it is indented, in columns.
    pub indent: usize,
    /// How long its mark is, with the blanks after it, in bytes from the first non-blank.
    pub mark: usize,
    /// Whether the mark is a number.
    pub numbered: bool,
    /// Its lines, without those of items below it.
    pub lines: Range<usize>,
}

/// Marks of a list that Markdown does not know.
const BULLETS: [char; 3] = ['•', '◦', '▪'];

/// The level of a heading that is no `#` heading.
pub const PSEUDO_HEADING: u8 = 7;

struct Scanner<'t, 'l> {
    text: &'t str,
    lines: &'l [Line],
    blocks: Vec<Block>,
    /// Up to here no comment has an end: remembered, so that a wall of `<!--` costs linear time.
    no_comment_before: usize,
}

/// Cuts lines into blocks.
#[must_use]
pub fn scan(text: &str, lines: &[Line]) -> Vec<Block> {
    let mut scanner = Scanner { text, lines, blocks: Vec::new(), no_comment_before: 0 };
    let mut at = 0;
    while at < lines.len() {
        at = scanner.block(at).max(at + 1);
    }
    scanner.blocks
}

impl<'t> Scanner<'t, '_> {
    fn line(&self, number: usize) -> &'t str {
        self.lines.get(number).and_then(|line| self.text.get(line.content.clone())).unwrap_or_default()
    }

    fn role(&self, number: usize) -> Option<LineRole> {
        self.lines.get(number).map(|line| line.role)
    }

    fn is_text(&self, number: usize) -> bool {
        self.role(number) == Some(LineRole::Text)
    }

    fn push(&mut self, kind: BlockKind, lines: Range<usize>) -> usize {
        let end = lines.end;
        self.blocks.push(Block { kind, lines });
        end
    }

    /// Reads the block that begins at a line; gives the line after it.
    fn block(&mut self, at: usize) -> usize {
        let line = self.line(at);
        steps::add(line.len() + 1);
        match self.role(at) {
            Some(LineRole::Wrapper) | None => return at + 1,
            Some(LineRole::ThinkBlock) => {
                let end = (at..self.lines.len())
                    .find(|number| self.role(*number) != Some(LineRole::ThinkBlock))
                    .unwrap_or(self.lines.len());
                return self.push(BlockKind::ThinkBlock, at..end);
            }
            Some(LineRole::Text) => {}
        }
        let trimmed = line.trim();
        if trimmed.is_empty() {
            return at + 1;
        }
        if let Some(mark) = scan_fence(line) {
            let (end, closed) = self.fence_end(at, &mark);
            return self.push(BlockKind::Fence { closed }, at..end);
        }
        if let Some(level) = scan_heading(line) {
            return self.push(BlockKind::Heading { level }, at..at + 1);
        }
        if trimmed.starts_with("<!--")
            && let Some(end) = self.comment_end(at)
        {
            return self.push(BlockKind::Comment, at..end);
        }
        if let Some(end) = self.table_end(at) {
            return self.push(BlockKind::Table, at..end);
        }
        if is_rule(trimmed) {
            return self.push(BlockKind::Rule, at..at + 1);
        }
        if self.is_bulleted_heading(at) {
            return self.push(BlockKind::Heading { level: PSEUDO_HEADING }, at..at + 1);
        }
        if scan_item(line).is_some() {
            return self.list(at);
        }
        self.paragraph(at)
    }

    fn fence_end(&self, at: usize, open: &FenceMark<'_>) -> (usize, bool) {
        for number in at + 1..self.lines.len() {
            if !self.is_text(number) {
                return (number, false);
            }
            let line = self.line(number);
            steps::add(line.len() + 1);
            if scan_fence(line).is_some_and(|mark| open.is_closed_by(&mark)) {
                return (number + 1, true);
            }
        }
        (self.lines.len(), false)
    }

    /// A comment is read as one only where its end stands at the end of a line of the same block.
    fn comment_end(&mut self, at: usize) -> Option<usize> {
        if at < self.no_comment_before {
            return None;
        }
        let mut number = at;
        while self.is_text(number) && (number == at || !self.line(number).trim().is_empty()) {
            let line = self.line(number);
            steps::add(line.len() + 1);
            if let Some(end) = line.find("-->") {
                if line.get(end + 3..).is_some_and(|rest| rest.trim().is_empty()) {
                    return Some(number + 1);
                }
                break;
            }
            number += 1;
        }
        self.no_comment_before = number + 1;
        None
    }

    fn table_end(&self, at: usize) -> Option<usize> {
        let line = self.line(at);
        let is_row: fn(&str) -> bool = if tables::is_row(line) {
            tables::is_row
        } else if line.contains('|') && self.is_text(at + 1) && tables::is_separator(self.line(at + 1)) {
            |line| line.contains('|')
        } else {
            return None;
        };
        let mut end = at + 1;
        while self.is_text(end) && is_row(self.line(end)) {
            steps::add(self.line(end).len());
            end += 1;
        }
        Some(end)
    }

    fn list(&mut self, at: usize) -> usize {
        let mut items: Vec<Item> = Vec::new();
        let mut number = at;
        let mut end = at;
        while number < self.lines.len() && self.is_text(number) {
            let line = self.line(number);
            steps::add(line.len() + 1);
            let indent = indentation(line);
            if line.trim().is_empty() {
                number += 1;
                continue;
            }
            let after_blank = number > end;
            if let Some((mark, numbered)) = scan_item(line).filter(|_| !is_rule(line.trim())) {
                if number > at && indent == 0 && self.is_bulleted_heading(number) {
                    break;
                }
                items.push(Item { indent, mark, numbered, lines: number..number + 1 });
            } else {
                let interrupts = scan_heading(line).is_some()
                    || (indent < 2 && (after_blank || tables::is_row(line) || is_rule(line.trim())));
                if interrupts || (indent < 2 && (scan_fence(line).is_some() || is_lead(line))) {
                    break;
                }
                if let Some(mark) = scan_fence(line) {
                    number = self.fence_end(number, &mark).0 - 1;
                }
            }
            number += 1;
            end = number;
            if let Some(item) = items.last_mut() {
                item.lines.end = end;
            }
        }
        self.push(BlockKind::List(items), at..end)
    }

    fn paragraph(&mut self, at: usize) -> usize {
        let mut end = at + 1;
        // What stands below the mark of an alert is no part of it.
        let goes_on = !is_alert_mark(self.line(at));
        while goes_on && self.is_text(end) && !self.interrupts_paragraph(end) {
            steps::add(self.line(end).len() + 1);
            end += 1;
        }
        let kind = if end == at + 1 && self.is_pseudo_heading(at) {
            BlockKind::Heading { level: PSEUDO_HEADING }
        } else {
            BlockKind::Paragraph
        };
        self.push(kind, at..end)
    }

    fn interrupts_paragraph(&self, number: usize) -> bool {
        let line = self.line(number);
        let trimmed = line.trim();
        trimmed.is_empty()
            || scan_fence(line).is_some()
            || scan_heading(line).is_some()
            || is_rule(trimmed)
            || scan_item(line).is_some()
            || trimmed.starts_with("<!--")
            || self.table_end(number).is_some()
    }

    /// `**Findings**` alone or before a remark in parentheses, or `Files modified:` right before a list or a table.
    fn is_pseudo_heading(&self, at: usize) -> bool {
        const LABEL_WORDS: usize = 6;
        let line = self.line(at).trim();
        if let Some((lead, rest)) = inline::bold_lead(line)
            && lead.len() < 160
        {
            let rest = line.get(rest..).unwrap_or_default().trim();
            let remark = rest.trim_end_matches(':');
            let is_remark = remark.starts_with('(') && remark.ends_with(')');
            return rest.is_empty() || rest == ":" || (is_remark && self.is_above_entries(at));
        }
        let Some(label) = line.strip_suffix(':') else { return false };
        if label.split_whitespace().count() > LABEL_WORDS || label.contains('.') {
            return false;
        }
        self.is_above_entries(at)
    }

    /// `• **Positive aspects**` above a list of other marks, or above no list.
    fn is_bulleted_heading(&self, at: usize) -> bool {
        let line = self.line(at).trim_start();
        let Some(mark) = line.chars().next().filter(|mark| BULLETS.contains(mark)) else { return false };
        let text = line.trim_start_matches(mark).trim();
        let is_bold = inline::bold_lead(text).is_some_and(|(_, rest)| matches!(text.get(rest..), Some("" | ":")));
        let is_item = |line: &str| scan_item(line).is_some() && line.trim_start().starts_with(mark);
        let is_apart = at.checked_sub(1).is_none_or(|above| self.line(above).trim().is_empty());
        is_bold && is_apart && {
            let next = (at + 1..at + 3).map(|number| self.line(number)).find(|line| !line.trim().is_empty());
            next.is_some_and(|next| indentation(next) == 0 && !is_item(next))
        }
    }

    /// Whether a list or a table follows.
    fn is_above_entries(&self, at: usize) -> bool {
        let next = (at + 1..at + 3).find(|number| !self.line(*number).trim().is_empty());
        next.is_some_and(|next| scan_item(self.line(next)).is_some() || tables::is_row(self.line(next)))
    }
}

/// The level of a `#` heading.
#[must_use]
pub fn scan_heading(line: &str) -> Option<u8> {
    let trimmed = line.trim_start();
    let rest = trimmed.trim_start_matches('#');
    let level = trimmed.len() - rest.len();
    let level = u8::try_from(level).ok().filter(|level| (1..=6).contains(level))?;
    (indentation(line) < 4 && rest.starts_with([' ', '\t'])).then_some(level)
}

/// The words of a heading, without its marks.
#[must_use]
pub fn heading_text(line: &str) -> &str {
    let trimmed = line.trim().trim_start_matches('#').trim();
    let trimmed = trimmed.strip_prefix(BULLETS).map_or(trimmed, str::trim_start);
    trimmed.trim_end_matches('#').trim().trim_end_matches(':')
}

/// A line of dashes, stars, underscores or box lines.
#[must_use]
pub fn is_rule(trimmed: &str) -> bool {
    let mut count = 0;
    let mut first = None;
    for character in trimmed.chars() {
        match character {
            ' ' | '\t' => continue,
            '-' | '*' | '_' | '=' | '─' | '━' | '═' | '╔' | '╗' | '╚' | '╝' | '╠' | '╣' | '┌' | '┐' | '└' | '┘'
            | '├' | '┤' => {}
            _ => return false,
        }
        let is_box = !character.is_ascii();
        if first.is_some_and(|mark| mark != character && !is_box) {
            return false;
        }
        first = first.or(Some(character));
        count += 1;
    }
    count >= 3
}

/// A line without the mark of a list, if it has one.
#[must_use]
pub fn without_item_mark(line: &str) -> &str {
    scan_item(line).and_then(|(mark, _)| line.get(mark..)).unwrap_or(line)
}

/// Reads a list mark; gives its length with the blanks after it, and whether it is a number.
#[must_use]
pub fn scan_item(line: &str) -> Option<(usize, bool)> {
    const DIGITS: usize = 5;
    let trimmed = line.trim_start();
    let bullet = trimmed.chars().next().filter(|mark| matches!(mark, '-' | '*' | '+' | '•' | '◦' | '▪' | '–'));
    let (mark, numbered) = if let Some(bullet) = bullet {
        (bullet.len_utf8(), false)
    } else {
        let digits = trimmed.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 || digits > DIGITS || !trimmed.get(digits..)?.starts_with(['.', ')']) {
            return None;
        }
        (digits + 1, true)
    };
    let rest = trimmed.get(mark..)?;
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\u{a0}']).len();
    (blanks > 0 && !rest.trim().is_empty()).then_some((mark + blanks, numbered))
}

/// A line that begins in bold begins something new even right after a list.
fn is_lead(line: &str) -> bool {
    inline::bold_lead(line).is_some()
}

/// How far a line is indented; a tab counts as four.
#[must_use]
pub fn indentation(line: &str) -> usize {
    line.chars()
        .map_while(|character| match character {
            ' ' | '\u{a0}' => Some(1),
            '\t' => Some(4),
            _ => None,
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::{BlockKind, is_rule, scan, scan_heading, scan_item};
    use crate::text::lines;

    fn kinds(text: &str) -> Vec<(&'static str, usize)> {
        scan(text, &lines::scan(text))
            .into_iter()
            .map(|block| {
                let name = match block.kind {
                    BlockKind::Heading { .. } => "heading",
                    BlockKind::Fence { .. } => "fence",
                    BlockKind::Table => "table",
                    BlockKind::List(_) => "list",
                    BlockKind::Rule => "rule",
                    BlockKind::Comment => "comment",
                    BlockKind::ThinkBlock => "think block",
                    BlockKind::Paragraph => "paragraph",
                };
                (name, block.lines.len())
            })
            .collect()
    }

    #[test]
    fn blocks_follow_each_other() {
        let text = "# A\ntext\nmore\n- a\n  b\n- c\n\n| x | y |\n|---|---|\n---\n```\n# no\n```\n<!-- c -->\n";
        assert_eq!(
            kinds(text),
            [("heading", 1), ("paragraph", 2), ("list", 3), ("table", 2), ("rule", 1), ("fence", 3), ("comment", 1)]
        );
    }

    #[test]
    fn a_bold_line_or_a_label_is_a_heading() {
        assert_eq!(kinds("**Findings**\n\ntext"), [("heading", 1), ("paragraph", 1)]);
        assert_eq!(kinds("Files modified:\n- a"), [("heading", 1), ("list", 1)]);
        assert_eq!(kinds("It is so:\n\ntext"), [("paragraph", 1), ("paragraph", 1)]);
        assert_eq!(
            kinds("• **Top fixes**\n\n- a\n\n• **Good**\n\n- b"),
            [("heading", 1), ("list", 1), ("heading", 1), ("list", 1)]
        );
        assert_eq!(kinds("• **A leak**\n• **A race**\n\ntext"), [("list", 2), ("paragraph", 1)]);
    }

    #[test]
    fn a_table_needs_no_outer_pipes_where_a_separator_follows() {
        assert_eq!(kinds("a | b\n--|--\nc | d\n"), [("table", 3)]);
        assert_eq!(kinds("a | b\nc | d\n"), [("paragraph", 2)]);
    }

    #[test]
    fn a_list_goes_on_after_a_blank_line() {
        assert_eq!(kinds("- a\n\n- b\n\n  c\n\nd"), [("list", 5), ("paragraph", 1)]);
    }

    #[test]
    fn an_open_fence_ends_with_the_text() {
        assert_eq!(kinds("```\n- a\n\n- b"), [("fence", 4)]);
    }

    #[test]
    fn marks_are_told_from_words() {
        assert!(is_rule("---") && is_rule("* * *") && is_rule("╔══════╗") && !is_rule("--") && !is_rule("-*-"));
        assert_eq!(scan_heading("## A"), Some(2));
        assert_eq!(scan_heading("#A"), None);
        assert_eq!(scan_item("- a"), Some((2, false)));
        assert_eq!(scan_item("12) a"), Some((4, true)));
        assert_eq!(scan_item("3.2 a"), None);
        assert_eq!(scan_item("-a"), None);
    }
}
