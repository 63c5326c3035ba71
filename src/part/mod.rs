//! Readers for what formats share. Each reads what it understands, claims it in the ledger, and reports what it
//! repaired.

pub mod aliases;
pub mod body;
pub mod checked_table;
pub mod code_places;
pub mod columns;
pub mod confidence;
pub mod contrast_table;
pub mod coverage;
pub mod custom_types;
pub mod discussions;
pub mod documents;
pub mod figures;
pub mod finding;
pub mod finding_columns;
pub mod finding_table;
pub mod fingerprint;
pub mod headings;
pub mod ids;
pub mod mentions;
pub mod metadata;
pub mod places;
pub mod records;
pub mod returns;
pub mod scales;
pub mod sections;
pub mod settled;
pub mod severities;
pub mod status_words;
pub mod summary_line;
pub mod titles;
pub mod transcript;
pub mod translations;
pub mod units;

use std::collections::BTreeMap;
use std::ops::Range;

use crate::model::{
    Code, CustomType, CustomTypes, Diagnostic, Edit, PartDecision, ResultType, SAID_LIMIT, Span, left_out,
};
use crate::text::SourceText;
use crate::text::ledger::{Ledger, Owner};

/// A reply while it is read: the source, who owns what, and what was said of it.
#[derive(Debug)]
pub struct Reading<'p, 't> {
    /// The reply.
    pub source: &'p SourceText<'t>,
    /// Who owns what.
    pub ledger: Ledger,
    /// What was repaired: of each code at most [`SAID_LIMIT`] times.
    pub diagnostics: Vec<Diagnostic>,
    /// Why each part of a review was read as a finding, or not.
    pub decisions: Vec<PartDecision>,
    /// The types that are registered.
    pub types: CustomTypes,
    /// The type of the reply, once that is settled.
    pub result_type: Option<ResultType>,
    /// The lines of the parts of a form that recurs, where findings are recognised by that, since nothing else recognised them.
    pub recurring: Option<Vec<Range<usize>>>,
    /// How often each code was said.
    said: BTreeMap<&'static str, usize>,
    /// Slips of one kind by their code and message: the first, and how many there are. Only in free form, where nobody
    /// asked for anything else.
    slips: Option<Slips>,
}

/// Slips by their code and message: the first of each kind, and how many there are.
type Slips = BTreeMap<(&'static str, String), (Diagnostic, usize)>;

/// Whether a code is one that every finding of a reply may have.
fn is_slip(code: Code) -> bool {
    matches!(
        code,
        Code::MissingId | Code::MissingSeverity | Code::SeverityWord | Code::UnknownSeverity | Code::TypeWord
    )
}

/// One diagnostic for several slips of a kind.
fn several(mut first: Diagnostic, count: usize) -> Diagnostic {
    if count > 1 {
        first.message = if first.code == Code::MissingId.name() {
            format!("{count} findings have no id. They get the ids F1, F2, …")
        } else if first.code == Code::MissingSeverity.name() {
            format!("{count} findings have no severity. `minor` is assumed.")
        } else {
            format!("{} in {count} places. This is the first.", first.message.trim_end_matches('.'))
        };
    }
    first
}

impl<'p, 't> Reading<'p, 't> {
    /// The beginning: nothing is owned.
    #[must_use]
    pub fn new(source: &'p SourceText<'t>) -> Self {
        Self {
            source,
            ledger: Ledger::default(),
            diagnostics: Vec::new(),
            decisions: Vec::new(),
            types: CustomTypes::default(),
            result_type: None,
            recurring: None,
            said: BTreeMap::new(),
            slips: None,
        }
    }

    /// What is registered of the reply's type.
    #[must_use]
    pub fn custom_type(&self) -> Option<&CustomType> {
        self.types.get(self.result_type)
    }

    /// Adds a diagnostic on a stretch of bytes.
    pub fn say(&mut self, code: Code, message: impl Into<String>, range: Range<usize>) {
        self.add(code, message, Some(Span::of_bytes(range.start, range.end)));
    }

    /// Counts slips of one kind from here on, for those who want no more than how many there are.
    pub fn count_slips(&mut self) {
        self.slips.get_or_insert_default();
    }

    /// Adds a diagnostic; gives it, unless it is one too many of its code.
    pub fn add(&mut self, code: Code, message: impl Into<String>, span: Option<Span>) -> Option<&mut Diagnostic> {
        let message = message.into();
        if let Some(slips) = self.slips.as_mut().filter(|_| is_slip(code)) {
            // The ids that are missing are all one kind.
            let kind = if code == Code::MissingId { String::new() } else { message.clone() };
            let first = || (Diagnostic::new(code, message.clone(), span), 0);
            slips.entry((code.name(), kind)).or_insert_with(first).1 += 1;
        }
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

    /// What was said, with slips of one kind as one diagnostic; `None` where they are not counted.
    pub fn counted(&mut self) -> Option<Vec<Diagnostic>> {
        let mut slips = self.slips.take()?;
        let codes: Vec<&str> = slips.keys().map(|(code, _)| *code).collect();
        let mut counted: Vec<Diagnostic> = Vec::with_capacity(self.diagnostics.len());
        for diagnostic in &self.diagnostics {
            let Some(code) = codes.iter().find(|code| **code == diagnostic.code) else {
                counted.push(diagnostic.clone());
                continue;
            };
            // Where the first of its kind stands.
            let kind = if *code == Code::MissingId.name() { String::new() } else { diagnostic.message.clone() };
            counted.extend(slips.remove(&(*code, kind)).map(|(first, count)| several(first, count)));
        }
        let beyond = self.said.iter().filter(|(code, count)| **count > SAID_LIMIT && !codes.contains(code));
        counted.extend(beyond.map(|(code, count)| left_out(code, *count)));
        counted.extend(slips.into_values().map(|(first, count)| several(first, count)));
        Some(counted)
    }

    /// Adds a diagnostic with the change that mends it, where that is known.
    pub fn say_with_edit(
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
        self.ledger.claim(self.source.lines_range(lines), owner);
    }
}
