//! What a heading announces. See `docs/formats/protocol-v1.md`, "Detail sections".

use crate::model::ResultType;

/// A part of a detail section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Section {
    /// Findings, in a table, a list or as headings.
    Findings,
    /// The content, or the result, in a few sentences.
    Summary,
    /// The headings of a document.
    Inventory,
    /// Defined terms.
    Terms,
    /// Types and interfaces.
    Entities,
    /// Recorded decisions.
    Decisions,
    /// References to other documents.
    References,
    /// Claims about the world outside.
    Claims,
    /// What is decided and what aspired to, each with its word.
    Statements,
    /// What is only aspired to.
    Aspirational,
    /// What is decided.
    Decided,
    /// What is neither.
    Unclear,
    /// Rules of behaviour and constraints.
    Rules,
    /// What to notice.
    Notable,
    /// A checklist or an issue ledger.
    Checklist,
    /// Files that were touched.
    Files,
    /// Acceptance criteria.
    Criteria,
    /// Tests.
    Tests,
    /// What the description left open.
    Gaps,
    /// Conflicts with other agents.
    Conflicts,
    /// Packages that were added.
    Dependencies,
    /// Components of a screen.
    Components,
    /// Components that the library lacks.
    MissingComponents,
    /// Design tokens.
    Tokens,
    /// Content decisions.
    Content,
    /// The layout.
    Layout,
    /// How to carry a plan out.
    Instructions,
    /// What concerns other screens.
    CrossScreen,
    /// Files that a plan names.
    PlanFiles,
    /// Things found beside the task.
    Parkable,
    /// What decisions would have to cover.
    Implications,
    /// What to try next.
    Recovery,
    /// What was tried before it failed.
    Attempted,
    /// What was not covered.
    CoverageGaps,
    /// Findings of one kind on two documents.
    Contrast(Contrast),
}

/// A kind of finding on two documents, with a table of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Contrast {
    /// The documents say opposite things.
    Contradiction,
    /// They call one thing by two names.
    Drift,
    /// One refers to what the other does not have.
    BrokenReference,
    /// They do not fit together as they are built.
    Architecture,
    /// Both specify the same thing.
    Redundancy,
}

use Section as S;

impl Section {
    /// Whether findings stand under its heading.
    #[must_use]
    pub fn announces_findings(self) -> bool {
        matches!(self, Self::Findings | Self::Contrast(_))
    }
}

/// Headings to the letter, as lower-case words. The heading is part of what it announces.
const KNOWN: &[(&str, Section)] = &[
    ("findings", S::Findings),
    ("finding table", S::Findings),
    ("summary", S::Summary),
    ("content summary", S::Summary),
    ("section inventory", S::Inventory),
    ("defined terms", S::Terms),
    ("terms", S::Terms),
    ("key terms", S::Terms),
    ("entities", S::Entities),
    ("defined entities", S::Entities),
    ("types", S::Entities),
    ("defined types", S::Entities),
    ("data types", S::Entities),
    ("types and interfaces", S::Entities),
    ("interfaces", S::Entities),
    ("contracts", S::Entities),
    ("interface contracts", S::Entities),
    ("types and entities", S::Entities),
    ("interfaces contracts and protocols", S::Entities),
    ("architectural decisions", S::Decisions),
    ("decisions", S::Decisions),
    ("cross references", S::References),
    ("claims", S::Claims),
    ("external technology claims", S::Claims),
    ("technology claims", S::Claims),
    ("aspirational vs decided", S::Statements),
    ("aspirational content", S::Aspirational),
    ("aspirational", S::Aspirational),
    ("aspirational statements", S::Aspirational),
    ("decided content", S::Decided),
    ("decided", S::Decided),
    ("decided statements", S::Decided),
    ("unclear", S::Unclear),
    ("unclear content", S::Unclear),
    ("rules", S::Rules),
    ("constraints", S::Rules),
    ("rules and constraints", S::Rules),
    ("behavioral rules", S::Rules),
    ("behavioural rules", S::Rules),
    ("behavioral rules and constraints", S::Rules),
    ("behavioural rules and constraints", S::Rules),
    ("notable sections", S::Notable),
    ("sections related to the proposal", S::Notable),
    ("recently modified or inconsistent sections", S::Notable),
    ("checklist", S::Checklist),
    ("issue ledger", S::Checklist),
    ("files modified", S::Files),
    ("files changed", S::Files),
    ("acceptance criteria", S::Criteria),
    ("test results", S::Tests),
    ("tests", S::Tests),
    ("gaps", S::Gaps),
    ("gaps found", S::Gaps),
    ("conflicts", S::Conflicts),
    ("dependencies", S::Dependencies),
    ("dependencies added", S::Dependencies),
    ("key decisions and rationale", S::Decisions),
    ("components", S::Components),
    ("component list", S::Components),
    ("component usage", S::Components),
    ("component list with placement", S::Components),
    ("component list with placement coordinates", S::Components),
    ("component layout specification", S::Components),
    ("component layout specifications", S::Components),
    ("design token references", S::Tokens),
    ("design token reference", S::Tokens),
    ("missing components", S::MissingComponents),
    ("design tokens", S::Tokens),
    ("content", S::Content),
    ("content decisions", S::Content),
    ("content specification", S::Content),
    ("content specifications", S::Content),
    ("layout", S::Layout),
    ("layout plan", S::Layout),
    ("batch design operations", S::Instructions),
    ("cross screen notes", S::CrossScreen),
    ("what to try next", S::Recovery),
    ("layout specification", S::Layout),
    ("layout specifications", S::Layout),
    ("execution instructions", S::Instructions),
    ("cross screen", S::CrossScreen),
    ("files", S::Files),
    ("parkable findings", S::Parkable),
    ("decision implications", S::Implications),
    ("recovery", S::Recovery),
    ("recovery suggestion", S::Recovery),
    ("what was attempted", S::Attempted),
    ("what was tried", S::Attempted),
    ("attempted", S::Attempted),
    ("coverage gaps", S::CoverageGaps),
    ("coverage gap", S::CoverageGaps),
    ("not covered", S::CoverageGaps),
    ("what was not covered", S::CoverageGaps),
    ("dimension summary", S::Summary),
    ("tests autopilot mode only", S::Tests),
    ("component layout", S::Components),
    ("batch design execution plan", S::Instructions),
    ("contradictions", S::Contrast(Contrast::Contradiction)),
    ("terminology drift", S::Contrast(Contrast::Drift)),
    ("broken cross references", S::Contrast(Contrast::BrokenReference)),
    ("broken references", S::Contrast(Contrast::BrokenReference)),
    ("architectural inconsistencies", S::Contrast(Contrast::Architecture)),
    ("redundant specifications", S::Contrast(Contrast::Redundancy)),
];

/// Words that tell a heading that is not written to the letter; the first that fits counts.
const TELLING: &[(&[&str], Section)] = &[
    (&["parkable", "parked", "parking"], S::Parkable),
    (&["implications"], S::Implications),
    (&["inventory"], S::Inventory),
    (&["cross references", "cross refs", "cross reference"], S::References),
    (&["technology", "claims"], S::Claims),
    (&["aspirational vs", "aspirational or", "aspirational and", "decided vs"], S::Statements),
    (&["aspirational"], S::Aspirational),
    (&["terms", "glossary", "definitions", "terminology defined"], S::Terms),
    (&["entities", "types and", "interfaces"], S::Entities),
    (&["decisions"], S::Decisions),
    (&["notable"], S::Notable),
    (&["missing components"], S::MissingComponents),
    (&["components"], S::Components),
    (&["tokens"], S::Tokens),
    (&["layout"], S::Layout),
    (&["instructions", "execution"], S::Instructions),
    (&["cross screen"], S::CrossScreen),
    (&["files"], S::Files),
    (&["criteria"], S::Criteria),
    (&["test results", "tests", "test"], S::Tests),
    (&["gaps", "open points"], S::Gaps),
    (&["conflicts"], S::Conflicts),
    (&["dependencies"], S::Dependencies),
    (&["checklist", "ledger", "items"], S::Checklist),
    (&["content"], S::Content),
    (&["summary"], S::Summary),
    (&["what to try", "try next", "recovery", "how to recover", "next step"], S::Recovery),
    (&["findings", "issues", "problems", "defects", "bugs", "inconsistencies", "violations"], S::Findings),
    (&["rules", "constraints"], S::Rules),
];

/// What a heading announces, by its lower-case words, and whether it is written to the letter.
#[must_use]
pub fn of_heading(words: &str) -> Option<(Section, bool)> {
    let exact = KNOWN.iter().find(|(known, _)| *known == words).map(|(_, section)| (*section, true));
    exact.or_else(|| {
        let starts: Vec<&str> = starts(words).collect();
        let known = |telling: &&(&[&str], Section)| {
            telling.0.iter().any(|known| starts.iter().any(|words| begins_with(words, known)))
        };
        TELLING.iter().find(known).map(|(_, section)| (*section, false))
    })
}

/// Whether a heading announces what is to be done, or how sure it all is: what is ranked below it is no finding.
#[must_use]
pub fn is_plan(words: &str) -> bool {
    const WHOLE: [&str; 6] = ["requirements", "tasks", "reward", "timeline", "milestones", "confidence"];
    const ENDS: [&str; 10] = [
        " next steps",
        " action plan",
        " actions",
        " action items",
        " recommended fixes",
        " recommendations",
        " implementation plan",
        " roadmap",
        " confidence level",
        " confidence assessment",
    ];
    let bare = words.trim_start_matches(|first: char| first.is_ascii_digit()).trim_start();
    // `Top 3 priority fixes`
    let last = words.rsplit(' ').next().unwrap_or_default();
    (words.starts_with("top ") && ["fixes", "steps"].contains(&last))
        || bare.starts_with("what to do ")
        || WHOLE.contains(&bare)
        || ENDS.iter().any(|end| bare.ends_with(end) || bare == end.trim_start())
}

/// The longest heading that is looked into, in bytes.
const HEADING_LIMIT: usize = 200;

/// Some words, from each of them on; none of a heading that is too long.
fn starts(words: &str) -> impl Iterator<Item = &str> {
    let words = Some(words).filter(|words| words.len() <= HEADING_LIMIT);
    std::iter::successors(words, |words| words.split_once(' ').map(|(_, after)| after))
}

/// Whether some words begin with others, as whole words.
fn begins_with(words: &str, wanted: &str) -> bool {
    // The first letter tells mostly.
    words.as_bytes().first() == wanted.as_bytes().first()
        && words.strip_prefix(wanted).is_some_and(|after| after.is_empty() || after.starts_with(' '))
}

/// Whether a heading is written to the letter.
#[must_use]
pub fn is_known(words: &str) -> bool {
    KNOWN.iter().any(|(known, _)| *known == words)
}

/// The type whose detail a section belongs to; `None` for sections that every type may have.
#[must_use]
pub fn result_type(section: Section) -> Option<ResultType> {
    Some(match section {
        S::Inventory
        | S::Terms
        | S::Entities
        | S::Decisions
        | S::References
        | S::Claims
        | S::Statements
        | S::Aspirational
        | S::Decided
        | S::Unclear
        | S::Rules
        | S::Notable => ResultType::Digest,
        S::Contrast(_) => ResultType::Consistency,
        S::Checklist => ResultType::Verification,
        S::Files | S::Criteria | S::Tests | S::Gaps | S::Conflicts | S::Dependencies => ResultType::Implementation,
        S::Components
        | S::MissingComponents
        | S::Tokens
        | S::Content
        | S::Layout
        | S::Instructions
        | S::CrossScreen
        | S::PlanFiles => ResultType::DesignPlan,
        S::Findings | S::Summary | S::Parkable | S::Implications | S::Recovery | S::Attempted | S::CoverageGaps => {
            return None;
        }
    })
}

/// What a heading announces in the detail of one type.
#[must_use]
pub fn for_type(section: Section, result_type: Option<ResultType>) -> Option<Section> {
    let section = match (section, result_type) {
        (S::Files, Some(ResultType::DesignPlan)) => S::PlanFiles,
        (S::Summary, Some(ResultType::Digest | ResultType::Consistency)) => S::Summary,
        (S::Summary, _) => return None,
        (S::Contrast(_), Some(ResultType::Consistency)) => section,
        (S::Contrast(Contrast::BrokenReference), _) => S::References,
        (S::Contrast(Contrast::Architecture), _) => S::Findings,
        (other, _) => other,
    };
    match self::result_type(section) {
        None => Some(section),
        needed => (needed == result_type).then_some(section),
    }
}

#[cfg(test)]
mod tests {
    use super::{Section, of_heading};

    #[test]
    fn headings_announce() {
        assert_eq!(of_heading("defined terms"), Some((Section::Terms, true)));
        assert_eq!(of_heading("key terms and entities"), Some((Section::Terms, false)));
        assert_eq!(of_heading("findings in the document"), Some((Section::Findings, false)));
        assert_eq!(of_heading("aspirational vs decided"), Some((Section::Statements, true)));
        assert_eq!(of_heading("architecture"), None);
    }
}
