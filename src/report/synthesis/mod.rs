//! What the findings mean together: what no agent saw, since each saw its own unit alone. See `docs/synthesis.md`.
//!
//! [`scopes`] says where each finding was reported, and [`topics`] what findings are about: places, concepts, causes.
//! Findings of different scopes on one topic are connected ([`connections`]); three make a theme ([`themes`]), and one
//! that spans enough raises its findings ([`raising`]). The rest counts: [`health`], [`cross_references`], [`verdict`],
//! [`executive_summary`]. Nothing is guessed: equal findings give the same synthesis, whatever the order of the replies.

mod causes;
mod concepts;
mod connections;
mod cross_references;
pub mod executive_summary;
mod health;
mod places;
mod raising;
mod scopes;
mod themes;
mod topics;
mod verdict;

pub use verdict::verdict;

use super::answer::Answer;
use super::coverage::Row;
use super::dispatched::dimensions;
use super::findings::{Unified, is_resolved};
use crate::model::{AggregateOptions, Connection, Diagnostic, DigestIndex, Synthesis, Theme, UnifiedFinding, Verdict};
use crate::order::Arrange;
use connections::Connected;
use scopes::Scopes;

/// What is known before the findings have their ids.
#[derive(Debug)]
pub struct Draft {
    connected: Connected,
    themes: Vec<themes::Found>,
    scopes: Scopes,
    /// Whether each finding stands, by its place.
    stands: Vec<bool>,
    /// The place that each finding has now, by the one that it had.
    places: Vec<usize>,
}

/// What findings are about together. Where themes raise, the findings are raised and put in report order again. `names`
/// has the name of each answer's unit, `index` the terms that digests define. Also gives the bounds that were reached.
#[must_use]
pub fn draft(
    answers: &[Answer],
    names: &[String],
    unified: &mut Unified,
    index: Option<&DigestIndex>,
    options: &AggregateOptions,
) -> (Draft, Vec<Diagnostic>) {
    let stands: Vec<bool> = unified.findings.iter().map(|finding| !is_resolved(answers, finding)).collect();
    let scopes = Scopes::of(answers, names, &dimensions(options.plan.as_deref()), &unified.findings);
    let (topics, mut bounds) = topics::topics(answers, &unified.findings, &stands, index);
    let (connected, reached) = connections::connections(&topics, &scopes, &unified.findings);
    bounds.extend(reached);
    let themes = themes::themes(&topics, &scopes, &unified.findings, options.raise != Some(false));
    let places = unified.raise(raising::raised(&themes, &unified.findings));
    (Draft { connected, themes, scopes, stands, places }, bounds)
}

impl Draft {
    /// The synthesis of the findings that the draft is of; notes on each what it is connected with.
    #[must_use]
    pub fn finish(
        self,
        answers: &[Answer],
        rows: &[Row],
        findings: &mut [UnifiedFinding],
        verdict: Verdict,
        options: &AggregateOptions,
    ) -> Synthesis {
        let stands = |at: usize| self.stands.get(at).copied().unwrap_or(false);
        let asked = dimensions(options.plan.as_deref());
        let health = health::health(answers, rows, &asked, &self.scopes, &stands, &self.now(findings), options);
        let cross_references = cross_references::cross_references(answers, rows, &asked, findings);
        let ids: Vec<String> = findings.iter().map(|finding| finding.id.clone()).collect();
        let placed = |before: &[usize]| {
            let mut places: Vec<usize> = before.iter().filter_map(|at| self.places.get(*at).copied()).collect();
            places.arrange();
            places
        };
        let named = |before: &[usize]| -> Vec<String> {
            placed(before).into_iter().filter_map(|at| ids.get(at).cloned()).collect()
        };
        for (at, others) in self.connected.of_finding.iter().enumerate() {
            if let Some(finding) = self.places.get(at).and_then(|place| findings.get_mut(*place)) {
                finding.connections = named(others);
            }
        }
        let mut together = self.connected.together;
        together.arrange_by_cached_key(|together| placed(&together.findings));
        let connections =
            together.into_iter().map(|found| Connection { findings: named(&found.findings), on: found.on });
        let connections = connections.collect();
        let themes = self.themes.into_iter().map(|found| Theme {
            by: found.by,
            findings: named(&found.findings),
            subject: found.subject,
            promoted: found.promoted,
        });
        Synthesis { connections, themes: themes.collect(), verdict, health, cross_references }
    }

    /// The findings by the places that they had.
    fn now<'f>(&self, findings: &'f [UnifiedFinding]) -> Vec<Option<&'f UnifiedFinding>> {
        self.places.iter().map(|place| findings.get(*place)).collect()
    }
}
