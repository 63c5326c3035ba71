//! Which kind of record a table contains, and which part of the result a section fills.

use crate::model::{
    ChecklistItem, Claim, Component, Criterion, CrossReference, Decision, DecisionImplication, Dependency, Entity,
    FileChange, Gap, MissingComponent, Note, ParkedFinding, Rule, SectionEntry, Statement, Term, TestOutcome,
};
use crate::part::columns::{self, Assigned, Column};
use crate::part::contrast_table;
use crate::part::records::{self, Record};
use crate::part::sections::Section;

/// Tries every kind of table; gives the best that is allowed. A kind that its heading announces is preferred; without
/// a heading a table must have two columns with the format's own names, or four with known ones.
pub(super) fn best_table(
    headers: &[&str],
    announced: Option<Section>,
    allowed: impl Fn(Section) -> bool,
) -> Option<(Section, Vec<Assigned>)> {
    const ANNOUNCED: usize = 10;
    const OWN_NAMES: usize = 4;
    let announced = match announced {
        Some(Section::Aspirational | Section::Decided | Section::Unclear) => Some(Section::Statements),
        other => other,
    };
    let headers = columns::keyed(headers);
    let mut best: Option<(usize, Section, Vec<Assigned>)> = None;
    macro_rules! try_kinds {
        ($($section:ident => $record:ty),* $(,)?) => {$(
            let section = Section::$section;
            if allowed(section) && let Some(candidate) = records::fit_keyed::<$record>(&headers) {
                let score = candidate.score + if announced == Some(section) { ANNOUNCED } else { 0 };
                if score >= OWN_NAMES && best.as_ref().is_none_or(|(most, _, _)| score > *most) {
                    best = Some((score, section, candidate.assigned));
                }
            }
        )*};
    }
    try_kinds!(
        Inventory => SectionEntry, Terms => Term, Entities => Entity, Decisions => Decision, References => CrossReference,
        Claims => Claim, Statements => Statement, Checklist => ChecklistItem, Files => FileChange, Criteria => Criterion,
        Tests => TestOutcome, Gaps => Gap, Dependencies => Dependency, Components => Component,
        MissingComponents => MissingComponent, Parkable => ParkedFinding, Implications => DecisionImplication,
        Notable => Note, Conflicts => Note, Rules => Rule,
    );
    best.map(|(_, section, assigned)| (section, assigned))
}

/// The columns of the table under the heading of a section.
#[must_use]
pub fn columns(section: Section) -> &'static [Column] {
    match section {
        Section::Contrast(contrast) => contrast_table::columns(contrast),
        Section::Terms => Term::COLUMNS,
        Section::Decisions => Decision::COLUMNS,
        Section::References => CrossReference::COLUMNS,
        Section::Claims => Claim::COLUMNS,
        Section::Statements => Statement::COLUMNS,
        Section::Rules => Rule::COLUMNS,
        Section::Files => FileChange::COLUMNS,
        Section::Criteria => Criterion::COLUMNS,
        Section::Tests => TestOutcome::COLUMNS,
        Section::Gaps => Gap::COLUMNS,
        Section::Dependencies => Dependency::COLUMNS,
        Section::Components => Component::COLUMNS,
        Section::MissingComponents => MissingComponent::COLUMNS,
        Section::Parkable => ParkedFinding::COLUMNS,
        Section::Implications => DecisionImplication::COLUMNS,
        _ => &[],
    }
}

/// The part of the result that a section fills.
pub(super) fn owner(section: Section) -> &'static str {
    match section {
        Section::Findings | Section::Contrast(_) => "findings",
        Section::Summary => "detail.summary",
        Section::Inventory => "detail.sections",
        Section::Terms => "detail.terms",
        Section::Entities => "detail.entities",
        Section::Decisions => "detail.decisions",
        Section::References => "detail.references",
        Section::Claims => "detail.claims",
        Section::Statements | Section::Aspirational | Section::Decided | Section::Unclear => "detail.statements",
        Section::Rules => "detail.rules",
        Section::Notable => "detail.notable",
        Section::Checklist => "detail.items",
        Section::Files | Section::PlanFiles => "detail.files",
        Section::Criteria => "detail.criteria",
        Section::Tests => "detail.tests",
        Section::Gaps => "detail.gaps",
        Section::Conflicts => "detail.conflicts",
        Section::Dependencies => "detail.dependencies",
        Section::Components => "detail.components",
        Section::MissingComponents => "detail.missing",
        Section::Tokens => "detail.tokens",
        Section::Content => "detail.content",
        Section::Layout => "detail.layout",
        Section::Instructions => "detail.instructions",
        Section::CrossScreen => "detail.crossScreen",
        Section::Parkable => "parked",
        Section::Implications => "implications",
        Section::Recovery => "recovery",
        Section::Attempted => "attempted",
        Section::CoverageGaps => "uncovered",
    }
}
