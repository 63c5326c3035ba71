//! The templates of the five agents: header, sections with their tables, summary line.
//! See `docs/formats/agent-reports.md`.

use crate::model::ResultType;
use crate::part::sections::{Contrast, Section};

/// The template of an agent.
pub struct Template {
    /// The type of what it reports.
    pub result_type: ResultType,
    /// The field of the header that says what the report is on.
    pub subject: &'static str,
    /// What stands there in an unfilled report.
    pub placeholder: &'static str,
    /// The fields below it, each with its words. The first word of the last field is that of a report that found nothing.
    pub fields: &'static [Field],
    /// The summary line.
    pub line: &'static str,
    /// The sections, in order, without those that every report has.
    pub sections: &'static [Part],
}

/// A field of the header.
pub struct Field {
    /// Its key.
    pub key: &'static str,
    /// Its words.
    pub words: &'static [&'static str],
}

/// A section of a report.
pub struct Part {
    /// Its heading.
    pub title: &'static str,
    /// What the heading announces.
    pub section: Section,
    /// Whether a report may go without it.
    pub optional: bool,
    /// What stands below the heading.
    pub content: Content,
}

/// What stands in a section.
pub enum Content {
    /// Text, or what a line describes.
    Text(&'static str),
    /// A table with these columns: what the reader calls them, and what the template does.
    Table(&'static [(&'static str, &'static str)]),
}

impl Template {
    /// Its sections, and those that every report has.
    pub fn parts(&self) -> impl Iterator<Item = &'static Part> {
        self.sections.iter().chain(ASIDES)
    }

    /// The words for what came of the work.
    pub fn words(&self) -> &'static [&'static str] {
        self.fields.last().map_or(&[], |field| field.words)
    }
}

/// The template of a type; `None` where no agent has one. A report that is not on a pair of documents is on a dimension.
pub fn of(result_type: ResultType, on_dimension: bool) -> Option<&'static Template> {
    match result_type {
        ResultType::Digest => Some(&DOC_READER),
        ResultType::Consistency if on_dimension => Some(&DIMENSION_ANALYZER),
        ResultType::Consistency => Some(&CONSISTENCY_CHECKER),
        ResultType::Implementation => Some(&TASK_IMPLEMENTER),
        ResultType::DesignPlan => Some(&DESIGN_PLANNER),
        ResultType::Verification | ResultType::Custom(_) => None,
    }
}

const fn table(title: &'static str, section: Section, columns: &'static [(&'static str, &'static str)]) -> Part {
    Part { title, section, optional: false, content: Content::Table(columns) }
}

const fn text(title: &'static str, section: Section, what: &'static str) -> Part {
    Part { title, section, optional: false, content: Content::Text(what) }
}

const ASIDES: &[Part] = &[
    table(
        "Parkable Findings",
        Section::Parkable,
        &[("finding", "Finding"), ("category", "Category"), ("priority", "Priority")],
    ),
    table(
        "Decision Implications",
        Section::Implications,
        &[("implication", "Implication"), ("decision", "Relevant Decision"), ("impact", "Impact")],
    ),
];

const STATUS: &str = "STATUS";

static DOC_READER: Template = Template {
    result_type: ResultType::Digest,
    subject: "DOC",
    placeholder: "<path>",
    fields: &[Field { key: STATUS, words: &["COMPLETE", "PARTIAL", "FAILED"] }],
    line: "RESULT: <COMPLETE|PARTIAL|FAILED> | <read>/<total> sections read",
    sections: &[
        text("Content Summary", Section::Summary, "<2 to 4 paragraphs>"),
        table(
            "Defined Terms",
            Section::Terms,
            &[("term", "Term"), ("definition", "Definition"), ("section", "Section")],
        ),
        table(
            "Key Decisions and Rationale",
            Section::Decisions,
            &[("decision", "Decision"), ("rationale", "Rationale"), ("section", "Section")],
        ),
        table(
            "Cross-References",
            Section::References,
            &[("text", "References"), ("target_document", "Target Doc"), ("from", "Section"), ("nature", "Nature")],
        ),
        table(
            "Technology Claims",
            Section::Claims,
            &[("claim", "Claim"), ("section", "Section"), ("verifiable", "Verifiable?")],
        ),
        table(
            "Aspirational vs. Decided",
            Section::Statements,
            &[("statement", "Statement"), ("classification", "Classification"), ("section", "Section")],
        ),
    ],
};

static CONSISTENCY_CHECKER: Template = Template {
    result_type: ResultType::Consistency,
    subject: "PAIR",
    placeholder: "<document A> <-> <document B>",
    fields: &[Field { key: STATUS, words: &["CONSISTENT", "TENSION", "CONFLICT"] }],
    line: "RESULT: <CONSISTENT|TENSION|CONFLICT> | Issues: <N>",
    sections: &[
        table(
            "Contradictions",
            Section::Contrast(Contrast::Contradiction),
            &[
                ("one", "Doc A Statement"),
                ("location", "Doc A Section"),
                ("other", "Doc B Statement"),
                ("counter_location", "Doc B Section"),
                ("severity", "Severity"),
            ],
        ),
        table(
            "Terminology Drift",
            Section::Contrast(Contrast::Drift),
            &[
                ("title", "Concept"),
                ("one", "Doc A Term"),
                ("other", "Doc B Term"),
                ("suggestion", "Suggested Standard"),
            ],
        ),
        table(
            "Broken Cross-References",
            Section::Contrast(Contrast::BrokenReference),
            &[
                ("location", "Source Doc"),
                ("title", "Reference"),
                ("counter_location", "Target Doc"),
                ("description", "Issue"),
            ],
        ),
        table(
            "Architectural Inconsistencies",
            Section::Contrast(Contrast::Architecture),
            &[
                ("description", "Description"),
                ("location", "Doc A Section"),
                ("counter_location", "Doc B Section"),
                ("impact", "Impact"),
            ],
        ),
        table(
            "Redundant Specifications",
            Section::Contrast(Contrast::Redundancy),
            &[
                ("title", "Concept"),
                ("location", "Doc A Section"),
                ("counter_location", "Doc B Section"),
                ("description", "Differences"),
            ],
        ),
    ],
};

static DIMENSION_ANALYZER: Template = Template {
    result_type: ResultType::Consistency,
    subject: "DIMENSION",
    placeholder: "<dimension>",
    fields: &[
        Field { key: "MODE", words: &["audit", "review"] },
        Field { key: "RATING", words: &["good", "some-issues", "significant-problems"] },
    ],
    line: "RESULT: <good|some-issues|significant-problems> | Findings: <critical>/<major>/<minor>/<advisory>",
    sections: &[
        text(
            "Findings",
            Section::Findings,
            "### <title>\n- **Severity**: <critical, major, minor or advisory>\n- **Location**: <document and section>\n\
             - **Finding**: <what is wrong>\n- **Evidence**: <quotes, references>\n- **Impact**: <what goes wrong>\n\
             - **Suggested Action**: <how to fix it>",
        ),
        text("Dimension Summary", Section::Summary, "<1 or 2 paragraphs>"),
    ],
};

static TASK_IMPLEMENTER: Template = Template {
    result_type: ResultType::Implementation,
    subject: "TASK",
    placeholder: "<id>",
    fields: &[Field { key: STATUS, words: &["COMPLETE", "PARTIAL", "FAILED"] }],
    line: "RESULT: <COMPLETE|PARTIAL|FAILED> | Criteria: <passed>/<total> | Gaps: <L0>/<L1>/<L2>",
    sections: &[
        table(
            "Files Modified",
            Section::Files,
            &[("path", "File"), ("action", "Action"), ("description", "Description")],
        ),
        table(
            "Acceptance Criteria",
            Section::Criteria,
            &[("number", "#"), ("criterion", "Criterion"), ("stated_status", "Status"), ("evidence", "Notes")],
        ),
        Part {
            title: "Tests (autopilot mode only)",
            section: Section::Tests,
            optional: true,
            content: Content::Table(&[
                ("name", "Test File"),
                ("total", "Tests"),
                ("passed", "Passing"),
                ("failed", "Failing"),
            ]),
        },
        table(
            "Gaps Found",
            Section::Gaps,
            &[("id", "Gap ID"), ("level", "Level"), ("description", "Description"), ("assumption", "Assumption Made")],
        ),
        table(
            "Dependencies Added",
            Section::Dependencies,
            &[("package", "Package"), ("version", "Version"), ("license", "License"), ("audit", "Audit Status")],
        ),
    ],
};

static DESIGN_PLANNER: Template = Template {
    result_type: ResultType::DesignPlan,
    subject: "SCREEN",
    placeholder: "<name>",
    fields: &[Field { key: STATUS, words: &["PLANNED", "NEEDS_COMPONENTS"] }],
    line: "RESULT: <PLANNED|NEEDS_COMPONENTS> | Components: <used>/<total> | Missing: <N>",
    sections: &[
        text("Layout Plan", Section::Layout, "<sections, components, placement>"),
        table(
            "Component Usage",
            Section::Components,
            &[("name", "Component"), ("usage", "Usage"), ("variant", "Variant"), ("tokens", "Tokens Applied")],
        ),
        table(
            "Missing Components",
            Section::MissingComponents,
            &[("needed", "Needed Component"), ("closest", "Closest Existing"), ("gap", "Gap")],
        ),
        text("Batch Design Operations", Section::Instructions, "<calls in order>"),
        text("Cross-Screen Notes", Section::CrossScreen, "<what concerns other screens>"),
    ],
};
