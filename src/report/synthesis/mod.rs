//! What the findings show together and no single agent could see, since each saw only its own unit. See
//! `docs/synthesis.md`.
//!
//! [`scopes`] says where each finding was reported, and [`topics`] what findings are about: places, concepts, causes.
//! Findings of different scopes on one topic are connected ([`connections`]); three make a theme ([`themes`]). The rest
//! counts: [`health`], [`cross_references`], [`verdict`], [`executive_summary`]. Nothing is guessed: equal findings give the
//! same synthesis, whatever the order of the replies.

mod causes;
mod concepts;
mod connections;
mod cross_references;
pub mod executive_summary;
mod health;
mod places;
mod scopes;
mod technologies;
mod themes;
mod topics;
mod verdict;

pub use health::deciding;
pub use verdict::{Grounds, is_understood, verdict};

use super::answer::Answer;
use super::coverage::Row;
use super::dispatched::{dimension_places, dimensions};
use super::findings::stands;
use crate::model::{AggregateOptions, Connection, Diagnostic, DigestIndex, Synthesis, Theme, UnifiedFinding};
use crate::order::Arrange;
use crate::part::units::plain;
use scopes::Scopes;

/// The synthesis of some findings, and the bounds that were reached; notes on each finding what it is connected with.
/// `names` has the name of each answer's unit, `index` the terms that digests define.
#[must_use]
pub fn synthesis(
    answers: &[Answer],
    names: &[String],
    rows: &[Row],
    findings: &mut [UnifiedFinding],
    index: Option<&DigestIndex>,
    options: &AggregateOptions,
) -> (Synthesis, Vec<Diagnostic>) {
    let stands: Vec<bool> = findings.iter().map(|finding| stands(answers, finding)).collect();
    let asked = dimensions(options.plan.as_deref());
    let scopes = Scopes::of(answers, names, &asked, findings);
    let (topics, mut bounds) = topics::topics(answers, findings, &stands, index, &scopes);
    let (connected, reached) = connections::connections(&topics, &scopes, findings);
    bounds.extend(reached);
    let standing = stands.iter().filter(|stands| **stands).count();
    let themes = themes::themes(&topics, &scopes, findings, standing);
    let is_standing = |at: usize| stands.get(at).copied().unwrap_or(false);
    let health = health::health(answers, rows, &asked, &scopes, &is_standing, findings, options);
    let cross_references = cross_references::cross_references(answers, rows, &asked, findings);
    let ids: Vec<String> = findings.iter().map(|finding| finding.id.clone()).collect();
    let named = |places: &[usize]| -> Vec<String> { places.iter().filter_map(|at| ids.get(*at).cloned()).collect() };
    for (others, finding) in connected.of_finding.iter().zip(findings) {
        finding.connections = named(others);
    }
    let mut together = connected.together;
    together.arrange_by(|one, other| one.findings.cmp(&other.findings));
    let connections =
        together.into_iter().map(|found| Connection { findings: named(&found.findings), on: found.on }).collect();
    let places = dimension_places(options.plan.as_deref());
    let themes = themes.into_iter().map(|found| {
        let mut dimensions: Vec<String> =
            found.dimensions.iter().filter_map(|number| scopes.name(*number).map(str::to_owned)).collect();
        dimensions
            .arrange_by_cached_key(|name| (places.get(&plain(name)).copied().unwrap_or(usize::MAX), name.clone()));
        Theme {
            by: found.by,
            findings: named(&found.findings),
            subject: found.subject,
            dimensions,
            critical: found.critical,
        }
    });
    (Synthesis { connections, themes: themes.collect(), health, cross_references }, bounds)
}
