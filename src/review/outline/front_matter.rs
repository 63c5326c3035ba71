//! Findings that are told as files of their own, one after the other: lines of YAML between rules, and sections below them.
//! See `docs/formats/prose.md`, "Outline".

use std::collections::BTreeMap;

use crate::part::Reading;
use crate::text::blocks::{Block, BlockKind};

/// What a field is called that is the title of a finding.
const TITLES: [&str; 5] = ["title", "summary", "name", "issue", "finding"];

/// What a field is called that only a finding has.
const TOLD: [&str; 7] = ["file", "line", "lines", "location", "path", "risk", "severity"];

/// The paragraphs between two rules that are fields of a finding and nothing else, each with the line of its title, where they
/// are several: a single one tells of the whole reply.
pub(super) fn titled(reading: &Reading<'_, '_>) -> BTreeMap<usize, usize> {
    const SEVERAL: usize = 2;
    let blocks = reading.source.blocks();
    let is_rule = |at: Option<usize>| {
        let block = at.and_then(|at| blocks.get(at)).filter(|block| block.kind == BlockKind::Rule);
        block.is_some_and(|block| reading.source.line(block.lines.start).trim() == "---")
    };
    let paragraphs = blocks.iter().enumerate().filter(|(_, block)| block.kind == BlockKind::Paragraph);
    let between = paragraphs.filter(|(at, _)| is_rule(at.checked_sub(1)) && is_rule(Some(at + 1)));
    let found: BTreeMap<usize, usize> =
        between.filter_map(|(at, block)| Some((at, title_line(reading, block)?))).collect();
    if found.len() >= SEVERAL { found } else { BTreeMap::new() }
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
