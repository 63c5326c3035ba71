//! How the host wants a report as text. See `docs/templates.md`.

use serde::{Deserialize, Serialize};

/// What the host wants of a report as text. Says nothing of JSON, which is always the whole report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct RenderOptions {
    /// HTML: a page, or a piece of one. Says nothing of other formats.
    pub document: Document,
    /// In which order the sections come.
    pub template: Template,
    /// These sections alone, in this order. Default: all of the template.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sections: Option<Vec<Section>>,
    /// Findings of which the agents are less sure are left out, in percent; which ones is said. What states no confidence stays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_confidence: Option<u32>,
    /// At most so many characters, in UTF-16 code units. What is left out is said, where there is room to say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<u32>,
}

/// How much of an HTML document is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Document {
    /// A page that stands alone, with its styles.
    #[default]
    Page,
    /// A piece for a page of the host's, which brings the styles.
    Fragment,
}

/// An order of sections.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Template {
    /// What was found, then the rest.
    #[default]
    Report,
    /// How all documents fare: health, agreement, what is critical, what else weighs.
    Audit,
    /// Whether a change was carried through: agreement, then the checklist.
    Verify,
    /// Whether a proposal can go on: its dimensions, then what was found.
    Review,
}

/// A section of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Section {
    /// The verdict, the sentences, the figures.
    Summary,
    /// The state of each unit.
    Coverage,
    /// What was found, and what is said of each finding.
    Findings,
    /// Of what was found, what is critical.
    Critical,
    /// Of what was found, what is major.
    Warnings,
    /// Of what was found, what is neither.
    Others,
    /// What is said of each finding.
    Details,
    /// What became of an earlier report.
    Comparison,
    /// Where agents disagree.
    Conflicts,
    /// What several findings come down to.
    Themes,
    /// Which findings bear on each other.
    Connections,
    /// How each dimension fares.
    Health,
    /// Which documents agree.
    CrossReferences,
    /// Each pair of documents that do not agree, or that nobody compared in full.
    Pairs,
    /// What was said of each dimension.
    Dimensions,
    /// Pairs that may be one finding.
    Suggestions,
    /// What was not analysed in full.
    Gaps,
    /// The checklists.
    Checklist,
    /// The tasks that were carried out.
    Implementation,
    /// The design plans.
    Designs,
    /// The JSON returns.
    Returns,
    /// The stories.
    Steps,
    /// The digests.
    Digests,
    /// What the digests know together.
    Knowledge,
    /// What was found beside the tasks.
    Parked,
    /// What decisions would have to cover.
    Implications,
    /// What single replies say.
    Replies,
    /// What was not read.
    Notes,
    /// Rows for a list of what is parked. Only where it is asked for.
    Parking,
    /// Rows for a list of decisions. Only where it is asked for.
    Decisions,
    /// A checklist of the tasks. Only where it is asked for.
    Tasks,
}

use Section::{
    Checklist, Comparison, Conflicts, Connections, Coverage, Critical, CrossReferences, Decisions, Designs, Details,
    Digests, Dimensions, Findings, Gaps, Health, Implementation, Implications, Knowledge, Notes, Others, Pairs, Parked,
    Parking, Replies, Returns, Steps, Suggestions, Summary, Tasks, Themes, Warnings,
};

/// Every section with its name.
pub const SECTIONS: [(Section, &str); 31] = [
    (Summary, "summary"),
    (Coverage, "coverage"),
    (Findings, "findings"),
    (Critical, "critical"),
    (Warnings, "warnings"),
    (Others, "others"),
    (Details, "details"),
    (Comparison, "comparison"),
    (Conflicts, "conflicts"),
    (Themes, "themes"),
    (Connections, "connections"),
    (Health, "health"),
    (CrossReferences, "cross-references"),
    (Pairs, "pairs"),
    (Dimensions, "dimensions"),
    (Suggestions, "suggestions"),
    (Gaps, "gaps"),
    (Checklist, "checklist"),
    (Implementation, "implementation"),
    (Designs, "designs"),
    (Returns, "returns"),
    (Steps, "steps"),
    (Digests, "digests"),
    (Knowledge, "knowledge"),
    (Parked, "parked"),
    (Implications, "implications"),
    (Replies, "replies"),
    (Notes, "notes"),
    (Parking, "parking"),
    (Decisions, "decisions"),
    (Tasks, "tasks"),
];

impl Section {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        SECTIONS.iter().find(|(section, _)| *section == self).map_or("", |(_, name)| name)
    }
}

/// What every template ends with, after what it begins with.
const REST: [Section; 17] = [
    Conflicts,
    Themes,
    Connections,
    Health,
    CrossReferences,
    Suggestions,
    Gaps,
    Checklist,
    Implementation,
    Designs,
    Returns,
    Steps,
    Digests,
    Knowledge,
    Parked,
    Implications,
    Replies,
];

impl Template {
    /// Its sections in order. Each holds all that a report says.
    #[must_use]
    pub fn sections(self) -> Vec<Section> {
        let begins: &[Section] = match self {
            Self::Report => &[Summary, Coverage, Themes, Findings, Comparison],
            Self::Audit => &[
                Summary,
                Health,
                CrossReferences,
                Themes,
                Critical,
                Warnings,
                Dimensions,
                Comparison,
                Others,
                Details,
                Coverage,
            ],
            Self::Verify => &[Summary, CrossReferences, Pairs, Checklist, Findings, Gaps, Comparison, Coverage],
            Self::Review => {
                &[Summary, Health, Dimensions, Themes, Critical, Warnings, Others, Details, Comparison, Coverage]
            }
        };
        let rest = REST.iter().filter(|section| !begins.contains(section));
        begins.iter().chain(rest).copied().chain([Notes]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{SECTIONS, Section, Template};

    #[test]
    fn the_names_are_those_that_options_are_given_in() {
        for (section, name) in SECTIONS {
            assert_eq!(serde_json::to_value(section).ok(), Some(name.into()));
            assert_eq!(section.name(), name);
        }
    }

    #[test]
    fn every_template_says_each_thing_once() {
        use Section::{Critical, Details, Findings, Others, Warnings};
        for template in [Template::Report, Template::Audit, Template::Verify, Template::Review] {
            let sections = template.sections();
            let count = |of: Section| sections.iter().filter(|section| **section == of).count();
            assert!(SECTIONS.iter().all(|(section, _)| count(*section) <= 1), "{template:?}");
            let parts = [Critical, Warnings, Others, Details].map(count);
            assert!(parts == [1 - count(Findings); 4], "{template:?}");
        }
    }
}
