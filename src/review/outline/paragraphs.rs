//! What the lines of a paragraph are: headings, entries, records, comments, or text.

use std::ops::Range;

use super::builder::{Builder, announces_section};
use super::counting::{counted_by_sign, counted_in_bold, lettered, unlettered};
use super::{BOLD, FOLD, FOLDS, GROUP, Kind, Mark, NEAR, Node, RULED, TITLED, pieces, records};
use crate::order::Arrange;
use crate::part::{code_places, headings, severities};
use crate::review::beginnings::{
    assigned, begins_entry, begins_named, begins_placed, element_label, is_aside, is_bold_entry, is_counted, is_label,
    is_rated_place, is_signed_label, is_signed_title, label, rates, ruled_title, undecorated,
};
use crate::review::vocabulary::Class;
use crate::review::{labels, lead, letters, odds, place_lines, ratings, vocabulary};
use crate::text::blocks::{Block, BlockKind};
use crate::text::lines::is_alert_mark;
use crate::text::markup::TagLine;
use crate::text::{fields, inline, markup};

impl<'t> Builder<'_, '_, 't> {
    pub(super) fn paragraph(&mut self, at: usize, block: &Block) {
        let mut start = block.lines.start;
        for number in block.lines.clone() {
            // `<critical>`, and what is so up to `</critical>`.
            if let Some((name, is_end)) = markup::section_tag(self.line(number))
                && announces_section(name)
            {
                if start < number {
                    self.text(at, start..number);
                }
                start = number + 1;
                self.close(GROUP);
                if is_end {
                    self.leaf(Kind::Layout, number..number + 1, at);
                } else {
                    self.push(Kind::Heading, name, number..number + 1, GROUP);
                }
                continue;
            }
            if markup::is_bound(self.line(number)) {
                if start < number {
                    self.text(at, start..number);
                }
                self.close(BOLD);
                self.leaf(Kind::Layout, number..number + 1, at);
                start = number + 1;
                continue;
            }
            let tags = markup::tag_line(self.line(number)).filter(|_| element_label(self.line(number)).is_none());
            let Some(tags) = tags else { continue };
            if start < number {
                self.text(at, start..number);
            }
            self.tags(at, number, tags);
            start = number + 1;
        }
        if start < block.lines.end {
            self.text(at, start..block.lines.end);
        }
    }

    /// A line of HTML tags: the title of a fold is a heading, but within an entry, where it only names more of it.
    pub(super) fn tags(&mut self, at: usize, number: usize, tags: TagLine<'t>) {
        let rates = tags.closed > 0 && severities::word(tags.text).is_some();
        let fold = self.open.iter().rev().copied().find(|open| {
            self.nodes.get(*open).is_some_and(|node| node.kind == Kind::Heading && (FOLD..GROUP).contains(&node.depth))
        });
        if let Some(node) = fold.filter(|_| rates).and_then(|fold| self.nodes.get_mut(fold)) {
            node.rated = Some(tags.text);
        }
        if tags.opened == 0 && !tags.titles {
            self.leaf(Kind::Layout, number..number + 1, at);
        }
        for _ in 0..tags.closed {
            if self.folds.pop() == Some(true) {
                self.close(FOLD + self.folds.len().min(FOLDS - 1) * 2 + 1);
            }
        }
        self.folds.extend((0..tags.opened).map(|_| false));
        let text = if tags.cell { tags.text.rsplit('>').next().unwrap_or_default().trim() } else { tags.text };
        let announces =
            matches!(vocabulary::classify(text), Class::Severity(_) | Class::Problems | Class::Findings | Class::File);
        let within = self.open.iter().filter_map(|open| self.nodes.get(*open)).any(|open| {
            matches!(open.kind, Kind::Bold | Kind::Item | Kind::Line)
                || (open.kind == Kind::Heading
                    && open.class == Class::Plain
                    && ((FOLD..GROUP).contains(&open.depth) || is_counted(open.text)))
        });
        let title = usize::from(tags.titles);
        let depth = FOLD + self.folds.len().saturating_sub(title).min(FOLDS - 1) * 2 + title;
        if !text.is_empty() && (announces || (tags.titles && !within)) && !(tags.closed > 0 && tags.opened == 0) {
            self.push(Kind::Heading, text, number..number + 1, depth);
            if let Some(fold) = self.folds.last_mut() {
                *fold = true;
            }
        } else if tags.opened > 0 || tags.titles {
            self.leaf(Kind::Layout, number..number + 1, at);
        }
    }

    /// The place of a comment, which follows.
    pub(super) fn comment(&mut self, at: usize, place: &'t str, lines: Range<usize>) {
        let depth = self.headed_below(at).map_or(BOLD, |level| usize::from(level) * 2 - 2);
        let node = self.push(Kind::Bold, place, lines, depth);
        if let Some(node) = self.nodes.get_mut(node) {
            (node.class, node.is_comment) = (Class::Plain, true);
        }
    }

    pub(super) fn text(&mut self, at: usize, lines: Range<usize>) {
        let first = self.line(lines.start);
        if self.ordinals.contains(&at) {
            self.push(Kind::Line, first.trim(), lines, BOLD);
            return;
        }
        if self.begins_record(at, &lines) || self.is_counted_by_letter(at, &lines) {
            return;
        }
        if self.between_marks(at, &lines) {
            return;
        }
        self.unmarked(at, lines);
    }

    /// A paragraph, or a part of one, in which no title stands between marks.
    pub(super) fn unmarked(&mut self, at: usize, mut lines: Range<usize>) {
        // `VERDICT: REJECT`, and right below it what is wrong.
        let begins =
            |line: &str| begins_entry(line) || begins_placed(line) || is_label(line) || assigned(line).is_some();
        while lines.len() > 1 && states_more(self.line(lines.start)) && begins(self.line(lines.start + 1)) {
            self.leaf(Kind::Text, lines.start..lines.start + 1, at);
            lines.start += 1;
        }
        let first = self.line(lines.start);
        if lines.len() == 1 && self.is_plain_heading(at, first) {
            let says_all = self.says_all(first.trim());
            self.push(Kind::Heading, first.trim().trim_end_matches(':'), lines, GROUP);
            if says_all {
                self.close(GROUP);
            }
            return;
        }
        // `【致命问题】`
        let bracketed = first.trim().strip_prefix('【').and_then(|inner| inner.strip_suffix('】'));
        if let Some(title) = bracketed.filter(|_| lines.len() == 1) {
            self.push(Kind::Heading, title, lines, GROUP);
            return;
        }
        if self.is_check_list(&lines) {
            self.check_list(at, lines);
            return;
        }
        // What an alert says belongs to nothing that stands in the one before.
        if is_alert_mark(first) {
            self.close(BOLD);
            self.leaf(Kind::Layout, lines, at);
            return;
        }
        if self.opens_comment(at, first, &lines) {
            return;
        }
        // `**review-bot[bot]** commented`, above what it said.
        if lines.len() == 1 && !self.is_in_comment() && place_lines::commented(first) {
            self.close(BOLD);
            self.leaf(Kind::Layout, lines, at);
            return;
        }
        if self.assigned(at, &lines) {
            return;
        }
        // `#1 The key is logged.`, `#2 The door is open.`
        if let Some(signed) = counted_by_sign(lines.clone().map(|number| self.line(number))) {
            for (number, (count, text)) in lines.zip(signed) {
                let node = self.push(Kind::Line, text, number..number + 1, BOLD);
                if let Some(node) = self.nodes.get_mut(node) {
                    node.number = Some(count);
                }
            }
            return;
        }
        // `a. The key is logged.`, `b. The door is open.`
        if let Some(lettered) = lettered(lines.clone().map(|number| self.line(number))) {
            for (number, text) in lines.zip(lettered) {
                self.push(Kind::Line, text, number..number + 1, BOLD);
            }
            return;
        }
        let at_odds: Vec<usize> =
            lines.clone().filter(|number| self.compares && odds::of(self.line(*number).trim()).is_some()).collect();
        if at_odds.first() == Some(&lines.start) {
            for own in pieces(&at_odds, lines.end) {
                self.push(Kind::Line, self.line(own.start).trim(), own, BOLD);
            }
            return;
        }
        // `HIGH src/a.ts:4`, and below it what is wrong there.
        if lines.len() > 1 && is_rated_place(first) {
            self.push(Kind::Line, first.trim(), lines, BOLD);
            return;
        }
        // Below the place of a comment stand the code that it is on, and who wrote it.
        let heads = first.trim_start().starts_with('>')
            || place_lines::is_byline(first)
            || ratings::rated_head(first).is_some();
        // `**style:** …`, what a comment is on.
        let names =
            || fields::scan(first).is_some_and(|(key, value, bold)| bold && !value.is_empty() && !key.contains(' '));
        // `nit: the key is logged`
        let rates = || ratings::rated_label(first).is_some();
        let is_told = self.is_in_comment() && (heads || (self.has_no_part() && names()) || rates());
        if is_told || self.is_below_place(first) {
            self.leaf(Kind::Text, lines, at);
            return;
        }
        // `🔴 **Title**`, and below it where, and what is wrong.
        if lines.len() == 1 && is_signed_title(first) && lead::read(first.trim(), lead::Form::Text).severity.is_some() {
            self.push(Kind::Bold, first.trim(), lines, BOLD);
            return;
        }
        self.entries(at, lines);
    }

    /// The entries that the lines of a paragraph begin, or its text.
    pub(super) fn entries(&mut self, at: usize, mut lines: Range<usize>) {
        const SEVERAL: usize = 2;
        let mut leads = self.beginnings(&lines);
        let named: Vec<usize> = lines.clone().filter(|number| begins_named(self.line(*number))).collect();
        if named.len() > leads.len() {
            leads = named;
        }
        // What stands above most of several lines that begin so says something else.
        if let Some(from) = leads
            .first()
            .copied()
            .filter(|from| *from > lines.start && leads.len() >= SEVERAL && leads.len() * 3 >= lines.len() * 2)
        {
            self.leaf(Kind::Text, lines.start..from, at);
            lines.start = from;
        }
        let first = self.line(lines.start);
        // Each of several lines that begin with a severity or a place is an entry; so is a first line in bold.
        if leads.first() == Some(&lines.start) && (leads.len() > 1 || !is_bold_entry(first)) {
            for own in pieces(&leads, lines.end) {
                self.push(Kind::Line, self.line(own.start).trim().trim_start_matches('>').trim_start(), own, BOLD);
            }
        } else if self.is_labelled(lines.clone())
            || (is_bold_entry(first) && !self.is_untitled() && !self.is_of_entry(first))
        {
            let ends =
                lines.end.checked_sub(1).is_some_and(|last| !self.line(last).trim_end().ends_with([':', '*', '_']));
            let node = self.push(Kind::Bold, undecorated(first).unwrap_or(first).trim(), lines, BOLD);
            // `**Scope:** 7 files.` is all said: what follows is not of it.
            if ends && self.nodes.get(node).is_some_and(|node| matches!(node.class, Class::Other | Class::Summary)) {
                self.close(BOLD);
            }
        } else if self.is_place_of_comment(at, &lines) {
            // Behind a rule, it is no part of the section before.
            if !self.stands_alone() && self.is_behind_rule(at) {
                self.close(1);
            }
            let rated =
                lead::read(self.line(lines.start + 1).trim(), lead::Form::Text).severity.filter(|_| lines.len() > 1);
            let node = self.push(Kind::Bold, first.trim(), lines, BOLD);
            if let Some(node) = self.nodes.get_mut(node) {
                (node.class, node.rated) = (Class::Plain, node.rated.or(rated));
            }
        } else if !letters::listed_behind(self.reading.source.slice(self.reading.source.lines_range(lines.clone())))
            .is_empty()
        {
            // `Cheaper shots: …` is no part of the finding before.
            self.close(BOLD);
            self.leaf(Kind::Text, lines, at);
        } else if lead::flag(first.trim()).is_some() && self.is_among_flagged(at) {
            self.push(Kind::Line, first.trim(), lines, BOLD);
        } else {
            self.leaf(Kind::Text, lines, at);
        }
    }

    /// Whether a line in bold above weighs what stands under it: items, and nothing else that is an entry.
    pub(super) fn is_behind_weighed_items(&self) -> bool {
        let group = self.open.iter().rev().filter_map(|open| self.nodes.get(*open)).find(|open| open.depth == GROUP);
        let group = group.filter(|group| matches!(group.class, Class::Severity(_)));
        let parts = || {
            let parts = group.into_iter().flat_map(|group| group.children.iter().rev().take(NEAR));
            parts.filter_map(|part| self.nodes.get(*part)).filter(|part| part.kind.is_entry())
        };
        parts().next().is_some() && parts().all(|part| part.kind == Kind::Item)
    }

    /// Whether a line in bold above weighs what stands under it, all of which is counted, while a title is not.
    pub(super) fn is_behind_counted(&self, title: &str) -> bool {
        let group = self.open.iter().rev().filter_map(|open| self.nodes.get(*open)).find(|open| open.depth == GROUP);
        let group = group.filter(|group| matches!(group.class, Class::Severity(_)));
        let parts = || {
            let parts = group.into_iter().flat_map(|group| group.children.iter().rev().take(NEAR));
            parts
                .filter_map(|part| self.nodes.get(*part))
                .filter(|part| part.kind.is_entry() && part.class != Class::Other)
        };
        !is_counted(title) && parts().next().is_some() && parts().all(|part| part.lead().number.is_some())
    }

    /// Whether a line in bold above weighs what stands under it: paragraphs, and nothing that is an entry.
    pub(super) fn is_behind_weighed_text(&self) -> bool {
        let last = self.open.last().and_then(|last| self.nodes.get(*last));
        last.is_some_and(|last| {
            last.depth == GROUP
                && matches!(last.class, Class::Severity(_))
                && !last.children.is_empty()
                && last.children.iter().filter_map(|part| self.nodes.get(*part)).all(|part| part.kind == Kind::Text)
        })
    }

    /// Takes the fields of a finding between rules, and leaves out the path of a file above them.
    pub(super) fn begins_record(&mut self, at: usize, lines: &Range<usize>) -> bool {
        let first = self.line(lines.start);
        if let Some(title) = self.titled.get(&at).copied().filter(|title| lines.contains(title)) {
            let text = records::field(self.line(title)).map_or(first, |(_, value)| value);
            self.deeper = 2;
            self.record(at, text, title..lines.end, TITLED);
            return true;
        }
        if self.labelled.get(&at) == Some(&lines.start) {
            self.record(at, label(first).map_or(first, |(_, value)| value), lines.clone(), GROUP);
            return true;
        }
        if self.untitled.contains(&at) {
            // Labels below fields in bold, such as `**Alternatives:**`, are its own.
            let depth = if first.trim_start().starts_with("**") { GROUP } else { BOLD };
            let node = self.push(Kind::Bold, first.trim(), lines.clone(), depth);
            if let Some(node) = self.nodes.get_mut(node) {
                (node.class, node.mark) = (Class::Plain, Mark::Record);
            }
            return true;
        }
        // `findings/BOF-002.md` above the fields is no part of the finding before.
        let is_path = self.titled.contains_key(&(at + 2)) && place_lines::file_alone(first).is_some();
        if is_path {
            self.close(TITLED);
            self.leaf(Kind::Layout, lines.clone(), at);
        }
        is_path
    }

    /// Takes lines that assign fields: `ISSUE severity=high file=src/a.ts line=4 claim=The key is logged`.
    pub(super) fn assigned(&mut self, at: usize, lines: &Range<usize>) -> bool {
        let begins = |number: &usize| assigned(self.line(*number)).is_some();
        let begins: Vec<usize> = lines.clone().filter(begins).collect();
        let Some(first) = begins.first().copied() else { return false };
        if first > lines.start {
            self.text(at, lines.start..first);
        }
        for own in pieces(&begins, lines.end) {
            let node = self.push(Kind::Line, self.line(own.start).trim(), own, BOLD);
            if let Some(node) = self.nodes.get_mut(node) {
                (node.class, node.mark) = (Class::Plain, Mark::Record);
            }
        }
        true
    }

    /// Takes the titles between marks of a paragraph that begins with one, or in which a finding ends or begins, each with what
    /// stands below it.
    pub(super) fn between_marks(&mut self, at: usize, lines: &Range<usize>) -> bool {
        let leads = ruled_title(self.line(lines.start)).is_some();
        let is_mark = |number: &usize| {
            let title = ruled_title(self.line(*number));
            title.is_some_and(|title| leads || records::is_end(title) || vocabulary::names_one(title))
        };
        let marks: Vec<usize> = lines.clone().filter(is_mark).collect();
        let Some(first) = marks.first().copied() else { return false };
        if first > lines.start {
            self.unmarked(at, lines.start..first);
        }
        for own in pieces(&marks, lines.end) {
            self.marked(at, own);
        }
        true
    }

    /// Takes a title between marks, and what stands below it up to the next.
    pub(super) fn marked(&mut self, at: usize, lines: Range<usize>) {
        let title = ruled_title(self.line(lines.start)).unwrap_or_default();
        let below = lines.start + 1..lines.end;
        if vocabulary::names_one(title) {
            let told = below.map(|number| self.line(number));
            let named = told.filter_map(label).find(|(key, _)| labels::role(key) == Some("title"));
            self.record(at, named.map_or(title, |(_, title)| title), lines, RULED);
            return;
        }
        let in_record =
            || self.open.iter().filter_map(|open| self.nodes.get(*open)).any(|open| open.mark == Mark::Record);
        if records::is_end(title) {
            self.close(RULED);
            self.leaf(Kind::Layout, lines.start..lines.start + 1, at);
        } else if labels::role(title).is_some() && in_record() {
            // `---SUGGESTION---` within a finding names a field of it.
            self.leaf(Kind::Text, lines, at);
            return;
        } else {
            self.push(Kind::Heading, title, lines.start..lines.start + 1, RULED);
        }
        if !below.is_empty() {
            self.unmarked(at, below);
        }
    }

    /// Takes the title of a finding, which is the first of some lines, with the fields behind it.
    pub(super) fn record(&mut self, at: usize, title: &'t str, lines: Range<usize>, depth: usize) {
        let fields = lines.start + 1..lines.end;
        let node = self.push(Kind::Heading, title, lines.start..fields.start, depth);
        if let Some(node) = self.nodes.get_mut(node) {
            (node.class, node.mark) = (Class::Plain, Mark::Record);
        }
        if !fields.is_empty() {
            self.leaf(Kind::Text, fields, at);
        }
    }

    /// Takes a paragraph that a letter counts: `a) The key is logged.`
    pub(super) fn is_counted_by_letter(&mut self, at: usize, lines: &Range<usize>) -> bool {
        let is_counted = self.letters.contains(&at);
        if is_counted {
            let first = self.line(lines.start);
            let node = self.push(Kind::Line, unlettered(first).trim(), lines.clone(), BOLD);
            if let Some(node) = self.nodes.get_mut(node) {
                (node.class, node.number) = (Class::Plain, first.trim().get(..1));
            }
        }
        is_counted
    }

    /// Whether the paragraph before or behind begins with a mark that something is wrong: `⚠️ The stub names other parameters.`
    pub(super) fn is_among_flagged(&self, at: usize) -> bool {
        let flags = |beside: Option<&Block>| {
            beside
                .filter(|block| block.kind == BlockKind::Paragraph)
                .is_some_and(|block| lead::flag(self.line(block.lines.start).trim()).is_some())
        };
        let blocks = self.reading.source.blocks();
        flags(blocks.get(at + 1)) || flags(at.checked_sub(1).and_then(|before| blocks.get(before)))
    }

    /// The lines of a paragraph that each begin an entry.
    pub(super) fn beginnings(&self, lines: &Range<usize>) -> Vec<usize> {
        let mut leads: Vec<usize> = lines.clone().filter(|number| begins_entry(self.line(*number))).collect();
        // Among lines that are flagged, one that praises ends the one above.
        if leads.iter().any(|number| lead::read(self.line(*number).trim(), lead::Form::Text).flag.is_some()) {
            leads.extend(lines.clone().filter(|number| self.line(*number).trim_start().starts_with('✅')));
            leads.arrange();
            leads.dedup();
        }
        // `MAJOR: no tests.` beside `MAJOR(src/a.ts:4): leak`.
        if let Some(first) = leads.first().copied() {
            let is_alike = |number: &usize| *number > first && goes_on_in_capitals(self.line(*number));
            let capitals = goes_on_in_capitals(self.line(first));
            leads.extend(lines.clone().filter(|number| capitals && is_alike(number)));
            leads.arrange();
            leads.dedup();
        }
        // `**3.** The key is logged.`, then `**4.** The door is open.`
        leads.extend(counted_in_bold(lines.clone().map(|number| (number, self.line(number)))));
        leads.arrange();
        leads.dedup();
        // `src/a.ts:4: the key is logged` among lines that begin so.
        let placed: Vec<usize> = lines.clone().filter(|number| begins_placed(self.line(*number))).collect();
        // `**The queue is unbounded** (High)`, and below it where: one thing each.
        if !placed.is_empty() && placed.iter().all(|number| is_below_its_title(&leads, *number, |at| self.line(at))) {
            return leads;
        }
        let (all, some) = (lines.len(), placed.len());
        if !leads.is_empty() || some == all || (some > 2 && some * 3 >= all * 2) {
            leads.extend(placed);
            leads.arrange();
            leads.dedup();
        }
        leads
    }

    /// Whether what is counted or named stands right above its fields: `FINDING 1`, then `Severity: high`; or any line above
    /// fields that say what is wrong, and where or what to do.
    pub(super) fn is_labelled(&self, lines: Range<usize>) -> bool {
        const SEVERAL: usize = 2;
        let first = self.line(lines.start);
        let fields = lines.skip(1).map_while(|number| label(self.line(number)));
        let roles: Vec<&str> = fields.filter_map(|(key, _)| labels::role(key)).collect();
        if roles.len() < SEVERAL {
            return false;
        }
        let has = |role: &str| roles.contains(&role);
        // `[CI] No test runs`
        let is_tagged = || first.trim().strip_prefix('[').is_some_and(|inner| inner.contains("] "));
        let tells = has("description") && (has("suggestion") || has("location"));
        if is_label(first) {
            return tells && has("location") && is_signed_label(first);
        }
        (tells && place_lines::is_title(first.trim())) || is_counted(first.trim()) || is_tagged()
    }

    /// Whether a line without marks stands over what follows, as in text for a terminal: `HIGH`, `🟠 High`, `TESTS (a.test.ts)`,
    /// `CRITICAL - fix before merge` above a list.
    pub(super) fn is_plain_heading(&self, at: usize, line: &str) -> bool {
        const WORDS: usize = 8;
        const NAME: usize = 4;
        const SIGNED: usize = 3;
        let text = line.trim();
        let unsigned = text.trim_start_matches(|mark: char| !mark.is_ascii() && !mark.is_alphabetic()).trim_start();
        let is_part = || self.is_below_counted() || self.is_below_title();
        let is_other = || unsigned.split_whitespace().count() <= SIGNED && vocabulary::classify(text) == Class::Other;
        if unsigned.len() < text.len() && (severities::is_severity(unsigned) || is_other()) && !is_part() {
            return true;
        }
        let plain =
            text.starts_with(char::is_alphabetic) && !text.ends_with(['.', ';', ',', '?']) && !text.contains('|');
        if !plain || text.split_whitespace().count() > WORDS {
            return false;
        }
        let named = text.split('(').next().unwrap_or_default();
        let capital = named.bytes().filter(u8::is_ascii_alphabetic).count() > 2
            && !named.bytes().any(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        let next = self.reading.source.blocks().get(at + 1).map(|next| &next.kind);
        let above_list = || matches!(next, Some(BlockKind::List(_)));
        // `Findings`, `Verified clean`; a question may be a finding.
        let announces = || {
            text.split_whitespace().count() <= NAME
                && !text.to_lowercase().ends_with("questions")
                && matches!(vocabulary::classify(text), Class::Findings | Class::Problems | Class::Other)
        };
        capital
            || headings::group(text).is_some()
            || (above_list() && (announces() || lead::read(text, lead::Form::Heading).severity.is_some()))
    }

    /// Whether an entry in bold is open that is counted or weighed.
    pub(super) fn is_in_entry(&self) -> bool {
        let open = self.open.iter().rev().filter_map(|open| self.nodes.get(*open));
        open.into_iter().any(|node| node.kind == Kind::Bold && is_counted(node.text))
    }

    /// Whether a paragraph in bold says more of the entry that it stands in.
    pub(super) fn is_of_entry(&self, line: &str) -> bool {
        let says_more = || is_aside(line) || place_lines::is_place_line(line);
        (self.is_in_entry() && says_more() && !self.is_behind_placed(line))
            || (self.is_below_counted() && rates(line))
            || (self.is_below_title() && ratings::rating(line).is_some())
    }

    /// Whether a paragraph that begins with its place in bold, and goes on, stands behind another one: `**a.ts:4** – the key …`.
    pub(super) fn is_behind_placed(&self, line: &str) -> bool {
        let is_placed = |text: &str| {
            let bold = inline::bold_lead(text).filter(|_| text.starts_with("**"));
            bold.is_some_and(|(lead, after)| {
                let goes_on = text.get(after..).is_some_and(|after| after.trim().contains(' '));
                goes_on && code_places::lead(lead).is_some()
            })
        };
        let last = self.open.last().and_then(|last| self.nodes.get(*last)).filter(|last| last.kind == Kind::Bold);
        is_placed(line.trim()) && last.is_some_and(|last| is_placed(last.text))
    }

    /// Whether a heading of its own words stands right above.
    pub(super) fn is_below_title(&self) -> bool {
        let last = self.open.last().and_then(|last| self.nodes.get(*last));
        let is_plain = |last: &Node<'_>| last.class == Class::Plain || is_counted(last.text);
        last.is_some_and(|last| last.kind == Kind::Heading && last.children.is_empty() && is_plain(last))
    }

    /// Whether a counted heading stands right above.
    pub(super) fn is_below_counted(&self) -> bool {
        let last = self.open.last().and_then(|last| self.nodes.get(*last));
        last.is_some_and(|last| last.kind == Kind::Heading && last.children.is_empty() && is_counted(last.text))
    }
}

/// Whether a line states something about the reply as a whole: `VERDICT: REJECT`.
fn states_more(line: &str) -> bool {
    fields::scan(line).is_some_and(|(key, value, _)| !value.is_empty() && vocabulary::classify(key) == Class::Other)
}

/// Whether a line begins with a severity in capitals, a colon, and something that is wrong.
fn goes_on_in_capitals(line: &str) -> bool {
    let lead = lead::read(line.trim(), lead::Form::Text);
    let is_told =
        lead.after.split_whitespace().nth(1).is_some() && !lead.after.starts_with(|first: char| first.is_ascii_digit());
    let shouts = |severity: &str| severity.len() > 2 && severity.bytes().all(|byte| byte.is_ascii_uppercase());
    is_told
        && lead.severity.is_some_and(shouts)
        && (lead.place.is_some() || line.contains(": "))
        && !["none", "nothing", "n/a"].contains(&lead.after.to_lowercase().trim_end_matches('.'))
}

/// Whether a line that begins with its place stands right below a title without one.
fn is_below_its_title<'t>(leads: &[usize], number: usize, line: impl Fn(usize) -> &'t str) -> bool {
    let above = number.checked_sub(1).filter(|above| leads.contains(above));
    above.is_some_and(|above| {
        let lead = lead::read(line(above).trim(), lead::Form::Text);
        lead.place.is_none() && lead.bold && lead.title.is_some()
    })
}
