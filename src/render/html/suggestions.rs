//! Pairs that may be one finding, with what a person needs to decide.

use super::Anchors;
use super::writer::{Html, json};
use crate::model::Report;

/// The table of all suggestions.
pub fn section(html: &mut Html, report: &Report, anchors: &Anchors<'_>) {
    if report.suggestions.is_empty() {
        return;
    }
    super::section(html, "suggestions", "Possible duplicates", |html| {
        html.wide("Possible duplicates", |html| {
            html.element("table", &[], |html| {
                html.line("caption", "Pairs of findings that may be one, kept apart because it is not certain");
                html.element("thead", &[], |html| {
                    html.element("tr", &[], |html| {
                        for head in ["One", "Other", "Likeness", "Reason", "To decide"] {
                            html.element("th", &[("scope", "col".into())], |html| html.words(head));
                        }
                    });
                });
                html.element("tbody", &[], |html| {
                    for suggestion in &report.suggestions {
                        let [one, other] = &suggestion.fingerprints;
                        let fingerprints = json(&[one, other]);
                        let attributes = [("class", "suggestion".into()), ("data-fingerprints", fingerprints.into())];
                        html.element("tr", &attributes, |html| {
                            for id in &suggestion.findings {
                                html.element("td", &[], |html| anchors.link(html, id));
                            }
                            html.line("td", &format!("{}%", suggestion.likeness));
                            html.line("td", &suggestion.reason);
                            html.classed("td", "fingerprint", |html| html.words(&format!("{one} {other}")));
                        });
                    }
                });
            });
        });
    });
}
