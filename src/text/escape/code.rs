//! Where a text is code and where it is prose.

use std::collections::BTreeMap;

/// A stretch of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stretch<'t> {
    /// Text in which Markdown is read.
    Prose(&'t str),
    /// A code span with its backticks: nothing in it is read, backslashes stand for themselves.
    Code(&'t str),
}

impl<'t> Stretch<'t> {
    /// The text of the stretch.
    #[must_use]
    pub fn text(self) -> &'t str {
        match self {
            Self::Prose(text) | Self::Code(text) => text,
        }
    }

    /// Whether it is a code span.
    #[must_use]
    pub fn is_code(self) -> bool {
        matches!(self, Self::Code(_))
    }
}

/// Tells the code spans of a text from its prose. The stretches tile the text.
///
/// A run of backticks opens a code span where a later run has the same length; a backslash before a run takes its first
/// backtick away. A run that nothing closes is prose. Takes n log n steps, whatever the lengths of the runs.
///
/// ```
/// use reconvene::text::escape::{Stretch, stretches};
///
/// let found: Vec<_> = stretches("a ``b ` c`` d ` e").collect();
/// assert_eq!(found, [Stretch::Prose("a "), Stretch::Code("``b ` c``"), Stretch::Prose(" d ` e")]);
/// ```
#[must_use]
pub fn stretches(text: &str) -> Stretches<'_> {
    Stretches { text, at: 0, runs: runs(text), pending: None }
}

/// The iterator of [`stretches`].
#[derive(Clone, Debug)]
pub struct Stretches<'t> {
    text: &'t str,
    at: usize,
    /// The runs of backticks by length, each with its starts in order: a closer is found without looking at the others.
    runs: BTreeMap<usize, Vec<usize>>,
    /// A code span that ends the prose which was given last.
    pending: Option<&'t str>,
}

/// All runs of backticks: the starts of each length.
fn runs(text: &str) -> BTreeMap<usize, Vec<usize>> {
    let mut runs: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut length = 0;
    for (offset, byte) in text.bytes().chain([0]).enumerate() {
        if byte == b'`' {
            length += 1;
        } else if length > 0 {
            runs.entry(length).or_default().push(offset - length);
            length = 0;
        }
    }
    runs
}

/// How many backticks stand at the start of a text.
fn ticks(text: &str) -> usize {
    text.bytes().take_while(|byte| *byte == b'`').count()
}

impl Stretches<'_> {
    /// Where the code span ends that a run of so many backticks would open, whose text begins at `from`.
    fn close(&self, length: usize, from: usize) -> Option<usize> {
        let starts = self.runs.get(&length)?;
        let start = starts.get(starts.partition_point(|start| *start < from))?;
        Some(start + length)
    }
}

impl<'t> Iterator for Stretches<'t> {
    type Item = Stretch<'t>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(code) = self.pending.take() {
            return Some(Stretch::Code(code));
        }
        let start = self.at;
        let mut at = start;
        loop {
            let rest = self.text.get(at..).unwrap_or_default();
            let Some(skip) = rest.find(['`', '\\']) else {
                self.at = self.text.len();
                break;
            };
            at += skip;
            let rest = rest.get(skip..).unwrap_or_default();
            if let Some(escaped) = rest.strip_prefix('\\') {
                at += if escaped.starts_with(['`', '\\']) { 2 } else { 1 };
                continue;
            }
            let length = ticks(rest);
            let Some(end) = self.close(length, at + length) else {
                at += length;
                continue;
            };
            self.at = end;
            let code = self.text.get(at..end).unwrap_or_default();
            if at == start {
                return Some(Stretch::Code(code));
            }
            self.pending = Some(code);
            return self.text.get(start..at).map(Stretch::Prose);
        }
        self.text.get(start..).filter(|rest| !rest.is_empty()).map(Stretch::Prose)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Stretch, stretches};

    fn codes(text: &str) -> Vec<&str> {
        stretches(text).filter(|stretch| stretch.is_code()).map(Stretch::text).collect()
    }

    #[test]
    fn runs_close_with_their_own_length() {
        assert_eq!(codes("`a` ``b`` ```c```"), ["`a`", "``b``", "```c```"]);
        assert_eq!(codes("`a``b`"), ["`a``b`"]);
        assert_eq!(codes("``a` b"), [""; 0]);
    }

    #[test]
    fn a_backslash_takes_one_backtick_away_and_means_nothing_in_code() {
        assert_eq!(codes(r"\`a` b`"), ["` b`"]);
        assert_eq!(codes(r"\``a` b"), ["`a`"]);
        assert_eq!(codes(r"`a\` b`"), [r"`a\`"]);
        assert_eq!(codes(r"\\`a`"), ["`a`"]);
    }

    #[test]
    fn runs_of_all_lengths_that_nothing_closes_are_one_stretch() {
        let text = (1..600).map(|length| "`".repeat(length)).collect::<Vec<_>>().join(" x ");
        assert_eq!(stretches(&text).count(), 1);
    }

    proptest! {
        #[test]
        fn stretches_tile(text in "[`\\\\a |é]{0,60}") {
            let whole: String = stretches(&text).map(Stretch::text).collect();
            prop_assert_eq!(whole, text);
        }
    }
}
