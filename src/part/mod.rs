//! Readers of what formats share. Each takes what it understands from the paper, claims it in the ledger,
//! and says what it repaired.

pub mod aliases;
pub mod body;
pub mod columns;
pub mod contrast_table;
pub mod coverage;
pub mod discussions;
pub mod documents;
pub mod finding;
pub mod finding_table;
pub mod finding_text;
pub mod fingerprint;
pub mod headings;
pub mod ids;
pub mod json_findings;
pub mod mentions;
pub mod metadata;
pub mod places;
pub mod records;
pub mod returns;
pub mod scales;
pub mod sections;
pub mod severities;
pub mod status_words;
pub mod summary_line;
pub mod titles;
pub mod units;

use std::collections::BTreeMap;
use std::ops::Range;

use crate::model::{Code, Diagnostic, Edit, SAID_LIMIT, Span, left_out};
use crate::text::Paper;
use crate::text::ledger::{Ledger, Owner};

/// A reply while it is read: the paper, who owns what, and what was said of it.
#[derive(Debug)]
pub struct Reading<'p, 't> {
    /// The reply.
    pub paper: &'p Paper<'t>,
    /// Who owns what.
    pub ledger: Ledger,
    /// What was repaired: of each code at most [`SAID_LIMIT`] times.
    pub diagnostics: Vec<Diagnostic>,
    /// How often each code was said.
    said: BTreeMap<&'static str, usize>,
}

impl<'p, 't> Reading<'p, 't> {
    /// The beginning: nothing is owned.
    #[must_use]
    pub fn new(paper: &'p Paper<'t>) -> Self {
        Self { paper, ledger: Ledger::default(), diagnostics: Vec::new(), said: BTreeMap::new() }
    }

    /// Adds a diagnostic on a stretch of bytes.
    pub fn say(&mut self, code: Code, message: impl Into<String>, range: Range<usize>) {
        self.add(code, message, Some(Span::of_bytes(range.start, range.end)));
    }

    /// Adds a diagnostic; gives it, unless it is one too many of its code.
    pub fn add(&mut self, code: Code, message: impl Into<String>, span: Option<Span>) -> Option<&mut Diagnostic> {
        let count = self.said.entry(code.name()).or_default();
        *count += 1;
        if *count > SAID_LIMIT {
            return None;
        }
        self.diagnostics.push(Diagnostic::new(code, message, span));
        self.diagnostics.last_mut()
    }

    /// Ends what is said: says of which codes how much was left out.
    pub fn say_left_out(&mut self) {
        let beyond = self.said.iter().filter(|(_, count)| **count > SAID_LIMIT);
        self.diagnostics.extend(beyond.map(|(code, count)| left_out(code, *count)));
    }

    /// Adds a diagnostic with the change that mends it, where that is known.
    pub fn mend(
        &mut self,
        code: Code,
        message: impl Into<String>,
        range: Range<usize>,
        edit: Option<(Range<usize>, String)>,
    ) {
        if let Some(said) = self.add(code, message, Some(Span::of_bytes(range.start, range.end))) {
            said.edit = edit.map(|(range, text)| Edit { span: Span::of_bytes(range.start, range.end), text });
        }
    }

    /// Adds a diagnostic on the reply as a whole.
    pub fn say_overall(&mut self, code: Code, message: impl Into<String>) {
        self.add(code, message, None);
    }

    /// Claims whole lines.
    pub fn claim_lines(&mut self, lines: Range<usize>, owner: Owner) {
        self.ledger.claim(self.paper.lines_range(lines), owner);
    }
}
