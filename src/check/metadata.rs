//! The metadata block: that it is there, whole, and in its place. See `docs/formats/protocol-v1.md`, "Metadata block".

use std::ops::Range;

use super::context::{CheckContext, listed};
use crate::model::{Code, Metadata, Percent, Status, quote};
use crate::part::coverage;
use crate::text::ledger::Owner;
use crate::text::{fields, inline};

/// The version that is read here.
const VERSIONS: [&str; 3] = ["v1", "1", "v1 0"];

/// Checks the metadata block.
pub fn check(context: &mut CheckContext<'_, '_>) {
    covered(context);
    let metadata = &context.read.result.metadata;
    let Some(block) = block(context) else {
        context.say(Code::MissingMetadata, "The reply has no metadata block.", context.summary_range());
        return;
    };
    let missing = missing(metadata);
    let form = form(context);
    let metadata = &context.read.result.metadata;
    let protocol = metadata.protocol.clone();
    if detail_before(context, block.start) {
        context.say(Code::SectionOrder, "The metadata block is below the detail sections.", Some(block.clone()));
    } else if let Some(between) = text_between(context, block.start) {
        let message = "Text separates the summary line from the metadata block.";
        context.say(Code::SectionOrder, message, Some(between));
    }
    if let Some(message) = form {
        context.say(Code::MetadataForm, message, Some(block.clone()));
    }
    if !missing.is_empty() {
        let names: Vec<&str> = missing.iter().map(|(name, _)| *name).collect();
        let message = format!("The metadata block lacks {}.", listed(&names));
        context.say(Code::MissingField, message, Some(block.clone()));
        let lines: Vec<String> = missing.iter().map(|(name, value)| format!("`**{name}**: {value}`")).collect();
        if let Some(said) = context.said.last_mut() {
            said.help = Some(format!("Add {}.", listed(&lines.iter().map(String::as_str).collect::<Vec<_>>())));
        }
    }
    if let Some(protocol) = protocol.filter(|stated| !VERSIONS.contains(&inline::words(stated).as_str())) {
        let message = format!("The protocol is {}; only v1 is supported.", quote(&protocol));
        let place = field(context, "protocol").unwrap_or_else(|| block.clone());
        context.say(Code::UnknownProtocol, message, Some(place));
    }
    let stated = context.read.result.coverage.as_ref().map(|coverage| coverage.stated.clone());
    if let Some(stated) = stated.filter(|stated| !coverage::is_readable(stated)) {
        let message =
            format!("The coverage {} is neither a percentage or ratio nor a list of sections.", quote(&stated));
        // The summary line counts before the metadata.
        let own = context.read.summary.as_ref().is_none_or(|summary| summary.metric("coverage").is_none());
        let place = field(context, "coverage").filter(|_| own).or_else(|| context.summary_range()).unwrap_or(block);
        context.say(Code::UnreadableCoverage, message, Some(place));
    }
}

/// The coverage that is stated: whether the status keeps to it, and whether summary line and metadata agree on it.
fn covered(context: &mut CheckContext<'_, '_>) {
    // What is rounded is not another figure.
    const ROUNDED: u32 = 10;
    let Some(summary) = &context.read.summary else { return };
    let result = &context.read.result;
    let range = field(context, "coverage");
    let percent = |stated: &String| coverage::read(stated).percent;
    let own = result.metadata.coverage.as_ref().and_then(percent);
    let on_line = summary.metric("coverage").and_then(|stated| percent(&stated.to_owned()));
    let differs = on_line.zip(own).filter(|(line, own)| line.tenths().abs_diff(own.tenths()) > ROUNDED);
    let status = result.status;
    let counts = on_line.or(own);
    let message = match (status, counts.filter(|_| summary.meaning.is_some())) {
        (Status::Clean, Some(covered)) if covered < Percent::FULL => {
            Some(format!("The status is CLEAN, but the coverage is {covered}."))
        }
        (Status::Clean, None)
            if result.coverage.as_ref().is_some_and(|coverage| coverage::is_less(&coverage.stated)) =>
        {
            Some("The status is CLEAN, but the stated coverage is not complete.".to_owned())
        }
        (Status::Partial, Some(Percent::FULL)) => Some("The status is PARTIAL, but the coverage is 100%.".to_owned()),
        _ => None,
    };
    if let Some((line, own)) = differs {
        let message = format!("The coverage is {line} on the summary line, but {own} in the metadata.");
        context.say(Code::CoverageDiffers, message, range.clone().or_else(|| context.summary_range()));
    }
    if let Some(message) = message {
        context.say(Code::CoverageStatus, message, range.or_else(|| context.summary_range()));
    }
}

/// The stretches of the block that say something: the rules around it do not.
fn stretches<'s>(context: &'s CheckContext<'_, '_>) -> impl Iterator<Item = Range<usize>> + 's {
    let tiles = context.read.tiles.iter().filter(|(_, owner)| *owner == Some(Owner::Field("metadata")));
    tiles.map(|(range, _)| range.clone()).filter(|range| context.text(range.clone()).contains(char::is_alphanumeric))
}

/// What is wrong with the form of the block.
fn form(context: &CheckContext<'_, '_>) -> Option<&'static str> {
    let text = context.read.source.text();
    let written: Vec<Range<usize>> = stretches(context).collect();
    let (first, last) = (written.first()?, written.last()?);
    let plain = |line: &str| line.trim().trim_start_matches(['>', ' ']).to_owned();
    let is_rule = |line: &str| plain(line).len() > 2 && plain(line).chars().all(|mark| mark == '-');
    let above = text.get(..first.start).and_then(|above| above.trim_end().lines().next_back());
    let below = text.get(last.end..).and_then(|below| below.trim_start().lines().next());
    if !plain(context.text(first.clone())).starts_with("**") {
        return Some("The metadata is not written as `**Key**: value` lines.");
    }
    let is_between = [above, below].into_iter().all(|line| line.is_some_and(is_rule));
    (!is_between).then_some("The metadata is not between two `---` lines.")
}

/// The first stretch of the block.
fn block(context: &CheckContext<'_, '_>) -> Option<Range<usize>> {
    stretches(context).next()
}

/// Where a field stands.
fn field(context: &CheckContext<'_, '_>, key: &str) -> Option<Range<usize>> {
    stretches(context).find(|range| {
        fields::scan(context.text(range.clone())).is_some_and(|(written, _, _)| inline::words(written) == key)
    })
}

/// The fields that are missing, each with what belongs there.
fn missing(metadata: &Metadata) -> Vec<(&'static str, &'static str)> {
    // A field that is empty, or still has its placeholder, is none.
    let lacks = |field: &Option<String>| {
        field.as_deref().is_none_or(|value| inline::is_wordless(value) || value.trim_start().starts_with('<'))
    };
    [
        (("Protocol", "v1"), lacks(&metadata.protocol)),
        (("Agent", "<your role>"), lacks(&metadata.agent)),
        (("Assigned", "<your task>"), lacks(&metadata.assigned)),
        (("Scope", "<what you examined>"), lacks(&metadata.scope)),
        (("Coverage", "<percentage or sections>"), lacks(&metadata.coverage)),
        (("Confidence", "<high, medium or low>"), lacks(&metadata.stated_confidence)),
    ]
    .into_iter()
    .filter_map(|(field, is_missing)| is_missing.then_some(field))
    .collect()
}

/// The first text between the summary line and the metadata block.
fn text_between(context: &CheckContext<'_, '_>, block: usize) -> Option<Range<usize>> {
    let after = context.summary_range()?.end;
    let between = context.read.tiles.iter().filter(|(range, _)| range.start >= after && range.end <= block);
    let texts = between.filter(|(_, owner)| *owner != Some(Owner::Field("metadata")));
    texts.map(|(range, _)| range.clone()).find(|range| context.text(range.clone()).contains(char::is_alphanumeric))
}

/// Whether something of the detail sections stands before a place.
fn detail_before(context: &CheckContext<'_, '_>, place: usize) -> bool {
    let is_detail = |owner: &Option<Owner>| match owner {
        Some(Owner::Field(path) | Owner::Entry(path, _)) => path.starts_with("detail.") || *path == "findings",
        Some(Owner::Layout) | None => false,
    };
    context.read.tiles.iter().take_while(|(range, _)| range.start < place).any(|(_, owner)| is_detail(owner))
}
