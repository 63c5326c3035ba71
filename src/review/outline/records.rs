//! Findings that are told as files of their own, one after the other: lines of YAML between rules, and sections below them; and
//! those that are fields from a title on, with lists among them. See `docs/formats/prose.md`, "Outline".

use std::collections::{BTreeMap, BTreeSet};

use crate::order::Gather;
use crate::part::{Reading, severities};
use crate::review::beginnings::label;
use crate::review::labels;
use crate::text::blocks::{Block, BlockKind};
use crate::text::inline;

/// What a field is called that is the title of a finding.
const TITLES: [&str; 5] = ["title", "summary", "name", "issue", "finding"];

/// What a field is called that only a finding has.
const TOLD: [&str; 7] = ["file", "line", "lines", "location", "path", "risk", "severity"];

/// The paragraphs between two rules that are fields of a finding and nothing else, each with the line of its title, where they
/// are several: a single one tells of the whole reply.
pub(super) fn between_rules(reading: &Reading<'_, '_>) -> BTreeMap<usize, usize> {
    const SEVERAL: usize = 2;
    let blocks = reading.source.blocks();
    let is_rule = |at: Option<usize>| {
        let block = at.and_then(|at| blocks.get(at)).filter(|block| block.kind == BlockKind::Rule);
        block.is_some_and(|block| reading.source.line(block.lines.start).trim() == "---")
    };
    let paragraphs = blocks.iter().enumerate().filter(|(_, block)| block.kind == BlockKind::Paragraph);
    let between = paragraphs.filter(|(at, _)| is_rule(at.checked_sub(1)) && is_rule(Some(at + 1)));
    let found: BTreeMap<usize, usize> =
        between.filter_map(|(at, block)| Some((at, title_line(reading, block)?))).gather();
    if found.len() >= SEVERAL { found } else { BTreeMap::new() }
}

/// The paragraphs that begin with a field that is a title, where they are several and lists or code stand below them, which
/// would end the fields: `**Title:** …`, then `**Severity:** …`, then `**Steps to reproduce:**` over a list.
pub(super) fn from_titles(reading: &Reading<'_, '_>) -> BTreeMap<usize, usize> {
    const SEVERAL: usize = 2;
    let blocks = reading.source.blocks();
    let is_title = |block: &Block| {
        let field = label(reading.source.line(block.lines.start));
        block.kind == BlockKind::Paragraph
            && field.is_some_and(|(key, value)| labels::role(key) == Some("title") && value.contains(' '))
    };
    let found: Vec<usize> = (0..blocks.len()).filter(|at| blocks.get(*at).is_some_and(is_title)).collect();
    let between = |pair: &[usize]| match pair {
        [from, to] => blocks.get(*from..*to).unwrap_or_default(),
        _ => &[],
    };
    let ends = |block: &Block| matches!(block.kind, BlockKind::List(_) | BlockKind::Fence { .. });
    let parted = found.windows(2).filter(|pair| between(pair).iter().any(ends));
    if found.len() < SEVERAL || parted.count() * 2 < found.len() - 1 {
        return BTreeMap::new();
    }
    found.into_iter().filter_map(|at| Some((at, blocks.get(at)?.lines.start))).gather()
}

/// The paragraphs that begin a record without a title: `File: src/a.ts` or `**Severity:** high`, right below it further fields, perhaps
/// the code there, and a field that says what is wrong. They are several, and stand behind a rule, or behind each other.
pub(super) fn without_titles(reading: &Reading<'_, '_>) -> BTreeSet<usize> {
    const SEVERAL: usize = 2;
    let blocks = reading.source.blocks();
    let role = |number: usize| label(reading.source.line(number)).and_then(|(key, _)| labels::role(key));
    let begins = |block: &Block| {
        let (first, second) = (block.lines.start, block.lines.start + 1);
        let line = reading.source.line(first);
        let value = label(line).map_or("", |(_, value)| value);
        let is_first = match role(first) {
            Some("location") => !value.is_empty(),
            Some("severity") => line.trim_start().starts_with("**") && severities::word(value).is_some(),
            _ => false,
        };
        block.kind == BlockKind::Paragraph
            && block.lines.len() > 1
            && is_first
            && label(reading.source.line(second)).is_some()
    };
    let found: Vec<usize> = (0..blocks.len()).filter(|at| blocks.get(*at).is_some_and(begins)).collect();
    let ends = found.iter().skip(1).copied().chain([blocks.len()]);
    let tells = |(from, to): (usize, usize)| {
        let mut own = blocks.get(from..to).unwrap_or_default().iter();
        own.any(|block| block.lines.clone().any(|number| matches!(role(number), Some("description" | "discussion"))))
    };
    let telling = found.iter().copied().zip(ends).filter(|pair| tells(*pair)).count();
    let stands = |at: usize| {
        let before = at.checked_sub(1).and_then(|before| blocks.get(before));
        before.is_none_or(|before| match before.kind {
            BlockKind::Rule => true,
            BlockKind::Paragraph => {
                found.first().is_some_and(|first| at > *first) && role(before.lines.start).is_some()
            }
            _ => false,
        })
    };
    if found.len() < SEVERAL || telling * 3 < found.len() * 2 || !found.iter().all(|at| stands(*at)) {
        return BTreeSet::new();
    }
    found.into_iter().gather()
}

/// Whether a title between marks says that something ends: `=== END FINDING ===`.
pub(super) fn is_end(title: &str) -> bool {
    inline::words(title).split(' ').next() == Some("end")
}

/// The name and the value of the field that a line is.
pub(super) fn field(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.trim().split_once(':')?;
    let is_key = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    is_key.then(|| (key, value.trim().trim_matches(['"', '\''])))
}

fn title_line(reading: &Reading<'_, '_>, block: &Block) -> Option<usize> {
    let fields = || block.lines.clone().map(|line| (line, field(reading.source.line(line))));
    let is_title = |(line, field): (usize, Option<(&str, &str)>)| {
        let (key, value) = field?;
        (TITLES.contains(&key.to_ascii_lowercase().as_str()) && value.contains(' ')).then_some(line)
    };
    let tells =
        fields().any(|(_, field)| field.is_some_and(|(key, _)| TOLD.contains(&key.to_ascii_lowercase().as_str())));
    if tells && fields().all(|(_, field)| field.is_some()) { fields().find_map(is_title) } else { None }
}
