//! The texts of the instructions. `{{Name}}` is a variable.

use crate::model::ResultType;

/// An instruction.
pub struct Template {
    /// The names of its variables.
    pub variables: &'static [&'static str],
    /// The text.
    pub text: &'static str,
}

/// The instruction of a type.
pub fn of(result_type: ResultType) -> &'static Template {
    match result_type {
        ResultType::Digest => &DIGEST,
        ResultType::Consistency => &CONSISTENCY,
        ResultType::Verification => &VERIFICATION,
        ResultType::Implementation => &IMPLEMENTATION,
        ResultType::DesignPlan => &DESIGN_PLAN,
    }
}

macro_rules! envelope {
    ($line:literal, $detail:literal) => {
        concat!(
            "Reply in the Structured Agent Result Protocol, v1: three parts, in this order, and nothing before them.\n\n",
            "1. The first line:\n",
            $line,
            "\nPARTIAL and ERROR add: | Coverage: <percent>% | Reason: <why>\n\n",
            "2. The metadata:\n",
            "---\n**Protocol**: v1\n**Agent**: <your role>\n**Assigned**: <your task>\n**Scope**: <what you examined>\n",
            "**Coverage**: <percentage or list of sections>\n**Confidence**: <high, medium or low>\n---\n\n",
            "3. The detail:\n",
            $detail,
            "\nPARTIAL: you could not finish; report what you have. ERROR: nothing usable; say under `## What was attempted` \
             what you tried and under `## What to try next` what may help. Counts on line 1 are of what you list. Write a \
             pipe inside a cell as \\|.\n"
        )
    };
}

static DIGEST: Template = Template {
    variables: &["Doc"],
    text: envelope!(
        "RESULT: <CLEAN|FINDINGS|PARTIAL|ERROR> | Type: digest | Doc: {{Doc}} | Sections: <N> | Entities: <N> | Cross-refs: <N>",
        "Tables under `## Section Inventory` (Heading, Line Range, Summary: one line each), `## Defined Terms` (Term, \
         Definition, Section), `## Entities` (Entity, Kind, Properties, Section), `## Architectural Decisions` (Decision, \
         Rationale, Section), `## Cross-References` (From Section, References, Target Doc, Target Section). Entities on \
         line 1 counts terms and entities.\n\
         CLEAN: the document is extracted. FINDINGS: it has problems itself; list them under `## Findings` (ID, Severity, \
         Type, Location, Counter-location, Description, Suggestion)."
    ),
};

static CONSISTENCY: Template = Template {
    variables: &["DocA", "DocB"],
    text: envelope!(
        "RESULT: <CLEAN|FINDINGS|PARTIAL|ERROR> | Type: consistency | Pair: {{DocA}}/{{DocB}} | Findings: <N> | Critical: <N> | Major: <N> | Minor: <N>",
        "A table under `## Findings` with the columns ID (F1, F2, …), Severity (critical: blocks the work; major: mend \
         before merging; minor: cosmetic), Type (contradiction, terminology-drift, broken-reference, stale-content, \
         missing-coverage, redundant-spec, abstraction-leak, fidelity-loss, scope-violation, regression), Location \
         (document and section or lines), Counter-location (the other place, or --), Description, Suggestion.\n\
         Below it discuss each critical and major finding in full, as `### F1: <title>`.\n\
         CLEAN: nothing contradicts. FINDINGS: something does."
    ),
};

static VERIFICATION: Template = Template {
    variables: &["ItemList"],
    text: envelope!(
        "RESULT: <CLEAN|FINDINGS|PARTIAL|ERROR> | Type: verification | Items: <N> | Applied: <N> | Partial: <N> | Missing: <N>",
        "A table under `## Checklist` with the columns Item, Status (applied, partial, missing or not-applicable), Notes.\n\
         Below it give the evidence for each item that is partial or missing, as `### <the item's text>`.\n\
         CLEAN: every item is applied or not applicable. FINDINGS: some item is not.\n\
         The items: {{ItemList}}"
    ),
};

static IMPLEMENTATION: Template = Template {
    variables: &["Task"],
    text: envelope!(
        "RESULT: <CLEAN|FINDINGS|PARTIAL|ERROR> | Type: implementation | Task: {{Task}} | Files: <N> | Criteria: <passed>/<total> | Tests: <passed>/<total>",
        "Tables under `## Files Modified` (Path, Change), `## Acceptance Criteria` (Criterion, Result: pass or fail, \
         Evidence), `## Test Results` (Test, Result: pass or fail), and a list under `## Gaps Found`.\n\
         CLEAN: all criteria and tests pass. FINDINGS: one of them fails."
    ),
};

static DESIGN_PLAN: Template = Template {
    variables: &["Screen"],
    text: envelope!(
        "RESULT: <CLEAN|FINDINGS|PARTIAL|ERROR> | Type: design-plan | Screen: {{Screen}} | Components: <N>",
        "A table under `## Components` (Component, Placement); then `## Layout`, `## Content Decisions` and `## Execution \
         Instructions`. Components that the library lacks stand in a table under `## Missing Components` (Needed \
         Component, Closest Existing, Gap).\n\
         CLEAN: the plan is complete. FINDINGS: the plan itself has problems, such as a missing component; problems of \
         what you analysed are none."
    ),
};
