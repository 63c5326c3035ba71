//! Where JSON may stand in a reply: in every fence, then in every run of brackets outside of one.

use std::borrow::Cow;
use std::ops::Range;

use super::{Document, read};
use crate::text::blocks::BlockKind;
use crate::text::{SourceText, Wrapper, steps};

/// Every document of JSON in a stretch of a text, in order.
pub fn documents(text: &str, stretch: Range<usize>) -> impl Iterator<Item = Document> + use<'_> {
    let mut at = stretch.start;
    std::iter::from_fn(move || {
        while at < stretch.end {
            let ahead = text.get(at..stretch.end).unwrap_or_default();
            let found = ahead.find(['{', '[']);
            steps::add(found.unwrap_or(ahead.len()) + 1);
            let start = at + found?;
            match read(text, start..stretch.end) {
                Some(document) => {
                    at = document.root.range.end.max(start + 1);
                    return Some(document);
                }
                None => at = start + 1,
            }
        }
        None
    })
}

/// The text, byte for byte, with blanks in the place of the marks of a quote around the whole of it.
#[must_use]
pub fn unquoted<'t>(source: &SourceText<'t>) -> Cow<'t, str> {
    if source.wrapper() != Some(&Wrapper::Quote) {
        return Cow::Borrowed(source.text());
    }
    let mut text = String::with_capacity(source.text().len());
    for line in source.lines() {
        text.push_str(&" ".repeat(line.content.start.saturating_sub(text.len())));
        text.push_str(source.slice(line.content.clone()));
        text.push('\n');
    }
    // The last line may have no end.
    text.truncate(source.text().len());
    Cow::Owned(text)
}

/// Where JSON is looked for: inside of each fence, with the number of its block, and between fences. What the model
/// thought aloud is passed over.
#[must_use]
pub fn stretches(source: &SourceText<'_>) -> Vec<(Range<usize>, Option<usize>)> {
    let mut stretches: Vec<(Range<usize>, Option<usize>)> = Vec::new();
    let mut open: Option<Range<usize>> = None;
    for (number, block) in source.blocks().iter().enumerate() {
        let lines = match block.kind {
            BlockKind::Fence { closed } => {
                let last = if closed { block.lines.end.saturating_sub(1) } else { block.lines.end };
                stretches.extend(open.take().map(|range| (range, None)));
                (block.lines.start + 1 < last).then_some(block.lines.start + 1..last)
            }
            BlockKind::ThinkBlock => {
                stretches.extend(open.take().map(|range| (range, None)));
                None
            }
            _ => {
                let range = source.lines_range(block.lines.clone());
                let start = open.take().map_or(range.start, |open| open.start);
                open = Some(start..range.end);
                None
            }
        };
        stretches.extend(lines.map(|lines| (source.lines_range(lines), Some(number))));
    }
    stretches.extend(open.map(|range| (range, None)));
    stretches
}
