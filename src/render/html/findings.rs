//! The findings: an article for each, with everything known about it.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::blocks::mark;
use super::markdown::{first_sentence, labelled, markdown};
use super::writer::{Attribute, Html, json};
use super::{Anchor, Anchors};
use crate::model::{Baseline, Conflict, ConflictKind, Location, Member, Report, Section, UnifiedFinding};
use crate::order::Gather;
use crate::render::outline::{
    FindingsPart, Voice, decision, differences, discussion, own_words, reports, standing_alone, units,
};
use crate::report::{is_resolved, member};

/// The section of the findings of some severities.
pub fn section(html: &mut Html, report: &Report, anchors: &Anchors<'_>, section: Section, part: FindingsPart) {
    let mut findings =
        report.findings.iter().enumerate().filter(|(_, finding)| (part.shows)(finding.severity)).peekable();
    if findings.peek().is_none() {
        return;
    }
    let mut disagreements = disagreements(report);
    let units = units(report);
    // A member belongs to one finding; a report from elsewhere could repeat it without end.
    let mut told: BTreeSet<Member> = BTreeSet::new();
    super::section(html, section, part.heading, |html| {
        html.element("ol", &[("class", "finding-list".into())], |html| {
            for (place, finding) in findings {
                let members = finding.members.iter().filter(|member| told.insert(**member));
                let voices = members.filter_map(|at| member(&report.results, *at));
                let shown = Shown {
                    finding,
                    anchor: anchors.of_place(place),
                    resolved: is_resolved(&report.results, finding),
                    voices: voices.map(|member| Voice::of(finding, member, units.get(&member.0).copied())).collect(),
                    units: &units,
                    // So could it repeat an id: its disagreements stand with the first.
                    disagreements: disagreements.remove(finding.id.as_str()).unwrap_or_default(),
                };
                html.element("li", &[], |html| shown.article(html, report, anchors));
            }
        });
    });
}

/// Disagreements on how much a finding matters or what it is, by the finding.
fn disagreements(report: &Report) -> BTreeMap<&str, Vec<&Conflict>> {
    let mut by_finding: BTreeMap<&str, Vec<&Conflict>> = BTreeMap::new();
    for conflict in &report.conflicts {
        if let (ConflictKind::Severity | ConflictKind::Type, [finding]) = (conflict.kind, conflict.findings.as_slice())
        {
            by_finding.entry(finding).or_default().push(conflict);
        }
    }
    by_finding
}

/// A finding while it is shown.
struct Shown<'r> {
    finding: &'r UnifiedFinding,
    /// Where a link to it leads.
    anchor: Option<Anchor<'r>>,
    resolved: bool,
    voices: Vec<Voice<'r>>,
    /// The name of each reply's row in the coverage map.
    units: &'r BTreeMap<usize, &'r str>,
    disagreements: Vec<&'r Conflict>,
}

impl Shown<'_> {
    fn article(&self, html: &mut Html, report: &Report, anchors: &Anchors<'_>) {
        html.element("article", &self.attributes(), |html| {
            self.title(html, report);
            html.classed("div", "finding-body", |html| {
                html.classed("div", "description", |html| markdown(html, self.finding.description.trim(), 3));
                if let Some(suggestion) = self.finding.suggestion.as_deref().filter(|text| !text.trim().is_empty()) {
                    html.classed("div", "suggestion", |html| labelled(html, "Suggestion:", suggestion.trim(), 3));
                }
                self.reporters(html);
                self.disagreement(html, report);
                self.links(html, anchors);
            });
        });
    }

    /// What a program may ask of a finding.
    fn attributes(&self) -> Vec<Attribute<'_>> {
        let finding = self.finding;
        let mut attributes: Vec<Attribute<'_>> = vec![("class", "finding".into())];
        if let Some(Anchor { id, name }) = self.anchor {
            attributes.extend([("id", name.into()), ("data-finding", id.into())]);
        }
        attributes.push(("data-severity", finding.severity.word().into()));
        attributes.extend(finding.r#type.as_deref().map(|of| ("data-type", of.into())));
        attributes.push(("data-state", if self.resolved { "resolved" } else { "open" }.into()));
        let decided = finding.decision.as_ref().and_then(|decision| decision.status);
        attributes.extend(decided.map(|status| ("data-decision", status.word().into())));
        attributes.extend(finding.baseline.map(|baseline| ("data-baseline", baseline.word().into())));
        attributes.extend(finding.confidence.as_ref().map(|sure| ("data-confidence", sure.percent.to_string().into())));
        attributes.push(("data-agreement", finding.agreement.to_string().into()));
        attributes.push(("data-documents", json(&self.documents()).into()));
        attributes.push(("data-units", json(&self.unit_names()).into()));
        attributes
    }

    /// The documents that it is on, as those who report it name them.
    fn documents(&self) -> Vec<&str> {
        let own = [&self.finding.location, &self.finding.counter_location];
        let told = self.voices.iter().flat_map(|voice| [&voice.finding.location, &voice.finding.counter_location]);
        let places = own.into_iter().chain(told).flatten().flat_map(|location: &Location| &location.places);
        let documents: BTreeSet<&str> = places.filter_map(|place| place.document.as_deref()).gather();
        documents.into_iter().collect()
    }

    /// The units whose replies report it, as the coverage map names them.
    fn unit_names(&self) -> Vec<&str> {
        let rows = self.voices.iter().filter_map(|voice| self.units.get(&voice.result).copied());
        let names: BTreeSet<&str> = rows.gather();
        names.into_iter().collect()
    }

    /// The heading, and a line that places the finding.
    fn title(&self, html: &mut Html, report: &Report) {
        let finding = self.finding;
        let name = name(finding);
        html.classed("h3", "finding-title", |html| {
            match self.anchor {
                Some(Anchor { id, name }) => {
                    let mut link: Vec<Attribute<'_>> =
                        vec![("class", "finding-link".into()), ("href", format!("#{name}").into())];
                    // Links to its id lead here, too.
                    link.extend((id != name).then(|| ("id", id.into())));
                    html.element("a", &link, |html| html.words(id));
                }
                None => html.classed("span", "finding-link", |html| html.words(&finding.id)),
            }
            html.blank();
            mark(html, finding.severity.word(), finding.severity.word());
            if !name.is_empty() {
                html.blank();
                html.classed("span", "finding-name", |html| html.text(&name));
            }
        });
        html.element("ul", &[("class", "finding-facts".into())], |html| {
            let mut fact = |class: &'static str, text: &str| html.classed("li", class, |html| html.text(text));
            if let Some(reports) = reports(report, finding) {
                fact("agreement", &reports);
            }
            if let Some(confidence) = &finding.confidence {
                fact("confidence", &format!("confidence {}", confidence.stated));
            }
            if let Some(of) = finding.r#type.as_deref() {
                fact("type", of);
            }
            let places = [&finding.location, &finding.counter_location].map(|place| place.as_ref().map(standing_alone));
            match places {
                [Some(one), Some(other)] => fact("place", &format!("{one} ↔ {other}")),
                [Some(place), None] | [None, Some(place)] => fact("place", &place),
                [None, None] => {}
            }
            if let Some(baseline) = finding.baseline {
                fact("baseline", since(baseline));
            }
            if self.resolved {
                fact("resolved", "resolved");
            }
            if let Some(decided) = &finding.decision {
                fact("decision", &decision(decided));
            }
        });
    }

    /// The discussion of the member shown; then all who report it, with what they say in other words.
    fn reporters(&self, html: &mut Html) {
        let Some(shown) = self.voices.first() else { return };
        if let Some(discussion) = discussion(shown.finding) {
            html.classed("div", "discussion", |html| markdown(html, discussion, 3));
        }
        let heading = match self.voices.len() {
            1 if shown.finding.derived => "Shown by".to_owned(),
            1 => "Reported by".to_owned(),
            replies if self.finding.decided => {
                format!("Reported by {replies} replies, merged by your decision")
            }
            replies => format!("Reported by {replies} replies"),
        };
        html.line("h4", &heading);
        html.element("ul", &[("class", "members".into())], |html| {
            for (place, voice) in self.voices.iter().enumerate() {
                let mut attributes: Vec<Attribute<'_>> = vec![("class", "member".into())];
                let span = voice.finding.span;
                if span.start <= span.end {
                    let source = format!("{}:{}-{}", voice.result, span.start, span.end);
                    attributes.push(("data-source", source.into()));
                }
                html.element("li", &attributes, |html| {
                    html.classed("span", "member-name", |html| html.words(&voice.name));
                    html.blank();
                    html.classed("span", "assessment", |html| html.text(&voice.assessment));
                    if !voice.finding.fingerprint.is_empty() {
                        html.blank();
                        html.classed("code", "fingerprint", |html| html.words(&voice.finding.fingerprint));
                    }
                    if place > 0 {
                        in_other_words(html, voice, shown);
                    }
                });
            }
        });
    }

    fn disagreement(&self, html: &mut Html, report: &Report) {
        for conflict in &self.disagreements {
            html.classed("p", "disagreement", |html| {
                html.text(&conflict.message);
                html.after_blank(&own_words(report, conflict));
            });
        }
    }

    /// The findings that it is connected with.
    fn links(&self, html: &mut Html, anchors: &Anchors<'_>) {
        if self.finding.connections.is_empty() {
            return;
        }
        html.classed("p", "connections", |html| {
            html.line("strong", "Connected with:");
            for (place, id) in self.finding.connections.iter().enumerate() {
                html.words(if place == 0 { "" } else { "," });
                html.blank();
                anchors.link(html, id);
            }
        });
    }
}

/// What a finding is called: by its title, else by the first sentence that it says.
pub fn name(finding: &UnifiedFinding) -> Cow<'_, str> {
    let title = finding.title.as_deref().filter(|title| !title.trim().is_empty());
    title.map_or_else(|| first_sentence(&finding.description).into(), Cow::from)
}

/// How a finding stands against an earlier report.
fn since(baseline: Baseline) -> &'static str {
    match baseline {
        Baseline::New => "new since the earlier report",
        Baseline::Open => "still open",
        Baseline::Regressed => "back again",
    }
}

fn in_other_words(html: &mut Html, voice: &Voice<'_>, shown: &Voice<'_>) {
    let differences = differences(voice.finding, shown.finding);
    if differences.is_empty() {
        return;
    }
    html.element("blockquote", &[], |html| {
        for difference in &differences {
            if difference.is_discussion {
                html.classed("div", "discussion", |html| markdown(html, &difference.text, 4));
                continue;
            }
            let label = if difference.label.is_empty() { String::new() } else { format!("{}:", difference.label) };
            if difference.is_markdown {
                labelled(html, &label, difference.text.trim(), 4);
                continue;
            }
            html.element("p", &[], |html| {
                html.line("strong", &label);
                html.after_blank(&difference.text);
            });
        }
    });
}
