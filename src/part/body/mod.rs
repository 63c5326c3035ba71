//! The detail section: one walk over the blocks, which passes each to the reader for its heading or its columns.

mod dispatch;
mod kinds;
mod titled;
mod walk;

use std::collections::HashSet;

use super::aliases::Aliases;
use super::headings::heading_words;
use super::sections::{self, Section};
use super::{Reading, columns, contrast_table, finding_table};
use crate::model::{
    Consistency, DecisionImplication, DesignPlan, Detail, Digest, Finding, Implementation, ParkedFinding, RESULT_TYPES,
    ResultType, Verification,
};
use crate::text::blocks::BlockKind;
use crate::text::{inline, tables};
pub use dispatch::COLUMN_LIMIT;
pub use kinds::columns as columns_of;
use walk::Walk;

/// What a detail section holds.
#[derive(Debug, Default)]
pub struct Body {
    /// The findings.
    pub findings: Vec<Finding>,
    /// What only the type has.
    pub digest: Digest,
    /// What only the type has.
    pub consistency: Consistency,
    /// What only the type has.
    pub verification: Verification,
    /// What only the type has.
    pub implementation: Implementation,
    /// What only the type has.
    pub design_plan: DesignPlan,
    /// Things found beside the task.
    pub parked: Vec<ParkedFinding>,
    /// What decisions would have to cover.
    pub implications: Vec<DecisionImplication>,
    /// What to try next.
    pub recovery: Option<String>,
    /// What was tried.
    pub attempted: Option<String>,
    /// What was not covered.
    pub uncovered: Option<String>,
}

impl Body {
    /// The detail of a type.
    #[must_use]
    pub fn detail(self, result_type: Option<ResultType>) -> Detail {
        match result_type {
            None | Some(ResultType::Custom(_)) => Detail::None,
            Some(ResultType::Digest) => Detail::Digest(self.digest),
            Some(ResultType::Consistency) => Detail::Consistency(self.consistency),
            Some(ResultType::Verification) => Detail::Verification(self.verification),
            Some(ResultType::Implementation) => Detail::Implementation(self.implementation),
            Some(ResultType::DesignPlan) => Detail::DesignPlan(self.design_plan),
        }
    }
}

/// What is known before the body is read.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// The type whose detail is read.
    pub result_type: Option<ResultType>,
    /// What short names of documents mean.
    pub aliases: &'a Aliases,
    /// How the work ended: that tells which sections are looked for.
    pub ended: Ended,
    /// Whether lists under "Findings" hold nothing but findings.
    pub protocol: bool,
    /// Whether the format gives findings no ids, so that none is missed.
    pub without_ids: bool,
}

/// How the work ended, as far as it is known before the body is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ended {
    /// It came to its end, or nothing is known of it.
    #[default]
    Whole,
    /// Something was not covered: a section may say what.
    Partial,
    /// It failed: sections may say what was tried, and what to try next.
    Failed,
}

impl Ended {
    /// As a word says it.
    #[must_use]
    pub fn failed(has_failed: bool) -> Self {
        if has_failed { Self::Failed } else { Self::Whole }
    }
}

/// Reads the detail section; what is claimed already stays as it is.
pub fn read(reading: &mut Reading<'_, '_>, scope: Scope<'_>) -> Body {
    let mut walk = Walk::new(reading, scope);
    walk.all();
    walk.body
}

/// Whether a table has the columns of a table of findings, or of findings on two documents, by the format's own names.
#[must_use]
pub fn has_own_table(reading: &Reading<'_, '_>, aliases: &Aliases) -> bool {
    let tables = reading.source.blocks().iter().filter(|block| block.kind == BlockKind::Table);
    tables.into_iter().any(|block| {
        let table = tables::read(reading.source, block);
        let is_own = || {
            finding_table::is_own(reading, &table) || contrast_table::classify(reading, &table, None, aliases).is_some()
        };
        table.separated && table.columns <= COLUMN_LIMIT && is_own()
    })
}

/// The type that the tables and headings of a reply speak of, where two kinds of records do; a checklist is the only
/// kind that a verification has, and must be there twice. In the report of an agent the heading of one kind of finding on
/// two documents is enough: no other agent has it.
#[must_use]
pub fn infer_type(reading: &Reading<'_, '_>, of_agent: bool) -> Option<ResultType> {
    const EVIDENCE: usize = 2;
    let mut told: Vec<Section> = Vec::new();
    let mut section = None;
    for block in reading.source.blocks() {
        match block.kind {
            BlockKind::Heading { .. } => {
                let words = inline::words(heading_words(reading, block));
                let announced = sections::of_heading(&words);
                section = announced.map(|(section, _)| section);
                if of_agent && matches!(announced, Some((Section::Contrast(_), true))) {
                    return Some(ResultType::Consistency);
                }
                // "Gaps" and "Files" stand over anything: one word tells nothing without a table.
                let tells = |section: Section| words.contains(' ') || section == Section::Checklist;
                let exact = announced.filter(|(section, exact)| *exact && tells(*section));
                told.extend(exact.map(|(section, _)| section));
            }
            BlockKind::Table => {
                let table = tables::read(reading.source, block);
                if let Some(header) = table.rows.first().filter(|header| header.cells.len() <= COLUMN_LIMIT) {
                    let headers = columns::headers(reading, header);
                    let lists_findings = finding_table::classify(reading, &table, None, false).is_some();
                    let best = kinds::best_table(&headers, section, |_| true);
                    let tells = |section: Section| section == Section::Checklist || !lists_findings;
                    told.extend(best.map(|(section, _)| section).filter(|section| tells(*section)));
                }
            }
            _ => {}
        }
    }
    let evidence = |wanted: ResultType| {
        let of_type = told.iter().filter(|section| sections::result_type(**section) == Some(wanted));
        match wanted {
            ResultType::Verification => of_type.count(),
            _ => of_type.collect::<HashSet<_>>().len(),
        }
    };
    // A review ticks items off as well: what fails is a finding of it, not a change that was not made.
    let title = reading.source.blocks().iter().find(|block| matches!(block.kind, BlockKind::Heading { .. }));
    let title = title.map(|block| inline::words(heading_words(reading, block))).unwrap_or_default();
    let says = |names: &[&str]| inline::has_word(&title, names);
    let reviews = says(&["audit", "review"]) && !says(&["re", "verification", "verify", "applied"]);
    let evidence = |wanted| if reviews && wanted == ResultType::Verification { 0 } else { evidence(wanted) };
    let most = RESULT_TYPES.into_iter().map(|known| (evidence(known), known)).rev().max_by_key(|(count, _)| *count);
    most.filter(|(count, _)| *count >= EVIDENCE).map(|(_, known)| known)
}
