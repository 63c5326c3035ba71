//! The texts of the instructions. `{{Name}}` is a variable.

use std::borrow::Cow;

use super::values;
use crate::model::{CustomColumn, CustomType, CustomTypes, Expected, REVIEW, ResultType, TypeName};

/// An instruction.
#[derive(Clone)]
pub struct Template {
    /// The names of its variables.
    pub variables: &'static [&'static str],
    /// How the value of a variable is written; `None` where it cannot be.
    pub written: fn(&str, &str) -> Option<String>,
    /// The text.
    pub text: Cow<'static, str>,
}

/// The instruction of a type, with what is registered of it.
pub fn of(asked: Expected, types: &CustomTypes) -> Cow<'static, Template> {
    match asked {
        Expected::Type(ResultType::Digest) => Cow::Borrowed(&DIGEST),
        Expected::Type(ResultType::Consistency) => Cow::Borrowed(&CONSISTENCY),
        Expected::Type(ResultType::Verification) => Cow::Borrowed(&VERIFICATION),
        Expected::Type(ResultType::Implementation) => Cow::Borrowed(&IMPLEMENTATION),
        Expected::Type(ResultType::DesignPlan) => Cow::Borrowed(&DESIGN_PLAN),
        Expected::Type(ResultType::Custom(name)) => Cow::Owned(custom(name, types)),
        Expected::Return(_) => Cow::Borrowed(&RETURN),
        Expected::Refinements(_) => Cow::Borrowed(&REFINEMENTS),
    }
}

macro_rules! protocol {
    ($line:literal, $($detail:expr),+) => {
        concat!(
            "Reply in the Structured Agent Result Protocol, v1: three parts in this order, nothing before them.\n\n",
            "1. The first line:\n",
            $line,
            "\nPARTIAL and ERROR add: | Coverage: <percent>% | Reason: <why>\n\n",
            "2. The metadata:\n",
            "---\n**Protocol**: v1\n**Agent**: <your role>\n**Assigned**: <your task>\n**Scope**: <what you examined>\n",
            "**Coverage**: <percentage or sections>\n**Confidence**: <high, medium or low>\n---\n\n",
            "3. The detail:\n",
            $($detail,)+
            "\nIf nothing is wrong, say in a sentence what you checked. PARTIAL: not finished; report what you have, and what is \
             missing under `## Coverage Gaps`. ERROR: nothing usable; write `## What was attempted` and `## What to try next`. \
             Line 1 counts what you list. Write a pipe in a cell as \\|.\n"
        )
    };
}

/// How the findings of a reply are listed whose type is not about findings.
macro_rules! findings {
    () => {
        "list them in a table under `## Findings`: ID (F1, F2, …), Severity (critical: blocks the work; major: fix before \
         merging; minor: cosmetic), Type (contradiction, terminology-drift, broken-reference, stale-content, missing-coverage, redundant-spec, abstraction-leak, \
         fidelity-loss, scope-violation, regression), Location, Counter-location (or --), Description, Suggestion; discuss \
         critical and major ones as `### F1: <title>`."
    };
}

/// What stands for the name of a registered type.
const NAME: &str = "<name>";

/// What stands for the columns of a registered type.
const COLUMNS: &str = "<columns>";

static CUSTOM: Template = Template {
    variables: &["Scope"],
    written: values::in_text,
    text: Cow::Borrowed(protocol!(
        "RESULT: <CLEAN|FINDINGS|PARTIAL|ERROR> | Type: <name> | Scope: {{Scope}} | Findings: <N> | Critical: <N> | Major: <N> | Minor: <N>",
        "A table under `## Findings` with the columns <columns>.\n\
         Below it discuss each critical and major finding in full, as `### F1: <title>`.\n\
         CLEAN: nothing was found. FINDINGS: at least one."
    )),
};

/// The columns of a finding table, with what stands in each.
const FINDING_COLUMNS: [(&str, &str, &str); 7] = [
    ("id", "ID", "F1, F2, …"),
    ("severity", "Severity", "critical: blocks the work; major: fix before merging; minor: cosmetic"),
    (
        "type",
        "Type",
        "contradiction, terminology-drift, broken-reference, stale-content, missing-coverage, redundant-spec, \
         abstraction-leak, fidelity-loss, scope-violation, regression",
    ),
    ("location", "Location", "document and section or lines"),
    ("counter_location", "Counter-location", "the other place, or --"),
    ("description", "Description", ""),
    ("suggestion", "Suggestion", ""),
];

/// Where the findings of a review are.
const PLACES: &str = "file and lines, as `src/app.js:12-14`, or document and section";

/// The instruction of a registered type: a finding table, with the columns that were registered.
fn custom(name: TypeName, types: &CustomTypes) -> Template {
    let registered = types.get(Some(ResultType::Custom(name)));
    let standing = |column: &str| registered.and_then(|custom| custom.standing_for(column));
    let mut columns: Vec<String> = Vec::new();
    for (column, own, meaning) in FINDING_COLUMNS {
        let meaning = if name.as_str() == REVIEW && column == "location" { PLACES } else { meaning };
        columns.push(match standing(column) {
            // The words of its types are not ours to name.
            Some(custom) => written(custom, if column == "type" { "" } else { meaning }),
            None if meaning.is_empty() => own.to_owned(),
            None => format!("{own} ({meaning})"),
        });
    }
    let more = registered.into_iter().flat_map(CustomType::own_columns).chain(standing("title"));
    columns.extend(more.map(|column| written(column, "")));
    let text = CUSTOM.text.replace(NAME, name.as_str()).replace(COLUMNS, &columns.join(", "));
    Template { text: text.into(), ..CUSTOM.clone() }
}

/// A registered column, with what stands in it and whether it may be left out.
fn written(column: &CustomColumn, meaning: &str) -> String {
    let name = values::in_text("", &column.name).unwrap_or_default();
    let mut notes: Vec<&str> = Vec::new();
    notes.extend(Some(meaning).filter(|meaning| !meaning.is_empty()));
    notes.extend((!column.required).then_some("may be left out"));
    if notes.is_empty() { name } else { format!("{name} ({})", notes.join("; ")) }
}

/// The tables of a digest.
macro_rules! digest_tables {
    () => {
        "Tables under `## Section Inventory` (Heading, Line Range, Summary: one line), \
         `## Defined Terms` (Term, Definition, Section), `## Entities` (Entity, Kind, Properties, Section), \
         `## Architectural Decisions` (Decision, Rationale, Section), \
         `## Rules` (Rule, Section), \
         `## Cross-References` (From Section, References, Target Doc, Target Section), \
         `## Technology Claims` (Claim, Section, Verifiable?: yes, no or partially), \
         `## Aspirational vs. Decided` (Statement, Classification: aspirational, decided or unclear, Section); \
         a list under `## Notable Sections` (section, an excerpt, why it matters). Entities counts terms too.\n"
    };
}

/// The parts of a digest that can be asked for alone, by the word of `FORMAT`, each with its table.
const DIGEST_PARTS: [(&str, &str); 3] = [
    ("terms-only", "`## Defined Terms` (Term, Definition, Section). Entities counts its terms"),
    ("claims-only", "`## Technology Claims` (Claim, Section, Verifiable?: yes, no or partially)"),
    (
        "cross-refs-only",
        "`## Cross-References` (From Section, References, Target Doc, Target Section, Nature: defines, extends, contradicts \
         or depends-on)",
    ),
];

/// The instruction for one part of a digest; `None` where the word of `FORMAT` asks for all of it.
pub fn digest_of(format: &str) -> Option<Template> {
    let asked = format.trim();
    let (_, table) = DIGEST_PARTS.into_iter().find(|(word, _)| word.eq_ignore_ascii_case(asked))?;
    let alone = format!("One table under {table}. Leave out everything else, and write 0 for it in line 1.\n");
    Some(Template { text: DIGEST.text.replace(digest_tables!(), &alone).into(), ..DIGEST.clone() })
}

static DIGEST: Template = Template {
    variables: &["Doc"],
    written: values::in_text,
    text: Cow::Borrowed(protocol!(
        "RESULT: <CLEAN|FINDINGS|PARTIAL|ERROR> | Type: digest | Doc: {{Doc}} | Sections: <N> | Entities: <N> | Cross-refs: <N>",
        digest_tables!(),
        "CLEAN: all is read. FINDINGS: it has problems: ",
        findings!()
    )),
};

/// What the first line of a check on consistency is on, unfilled.
pub const PAIR: &str = "Pair: <DocA>/<DocB>";

/// What is said to those who judge one dimension.
pub const OF_A_DIMENSION: &str = "To judge one dimension, write `Dimension: <its name>` instead of `Pair`.\n";

pub static CONSISTENCY: Template = Template {
    variables: &["DocA", "DocB"],
    written: values::in_text,
    text: Cow::Borrowed(protocol!(
        "RESULT: <CLEAN|FINDINGS|PARTIAL|ERROR> | Type: consistency | Pair: {{DocA}}/{{DocB}} | Findings: <N> | Critical: <N> | Major: <N> | Minor: <N>",
        "To judge one dimension, write `Dimension: <its name>` instead of `Pair`.\n\
         A table under `## Findings` with the columns ID (F1, F2, …), Severity (critical: blocks the work; major: fix \
         before merging; minor: cosmetic), Type (contradiction, terminology-drift, broken-reference, stale-content, \
         missing-coverage, redundant-spec, abstraction-leak, fidelity-loss, scope-violation, regression, \
         architectural-inconsistency: who decides or owns what), Location \
         (document and section or lines), Counter-location (the other place, or --), Description, Suggestion.\n\
         Below it discuss each critical and major finding in full, as `### F1: <title>`.\n\
         CLEAN: no inconsistencies of any type. FINDINGS: at least one."
    )),
};

static VERIFICATION: Template = Template {
    variables: &["ItemList"],
    written: values::in_text,
    text: Cow::Borrowed(protocol!(
        "RESULT: <CLEAN|FINDINGS|PARTIAL|ERROR> | Type: verification | Items: <N> | Applied: <N> | Partial: <N> | Missing: <N>",
        "A table under `## Checklist` with the columns Item, Status (applied, partial, missing or not-applicable), Notes.\n\
         Below it give the evidence for each item that is partial or missing, as `### <the item's text>`.\n\
         CLEAN: every item is applied or not applicable. FINDINGS: some item is not.\n\
         The items: {{ItemList}}"
    )),
};

/// The issues that a review lists, each with what became of it.
pub static LEDGER: Template = Template {
    variables: &[],
    written: values::in_text,
    text: Cow::Borrowed(protocol!(
        "RESULT: <CLEAN|FINDINGS|PARTIAL|ERROR> | Type: verification | Items: <N> | Applied: <N> | Partial: <N> | Missing: <N>",
        "A table under `## Issue Ledger` with the columns ID (I1, I2, …), Dimension, Severity (critical: blocks the work; major: \
         fix before merging; minor: cosmetic), Section (where in the document reviewed), Issue, Status (fixed, partial, not fixed, regressed; open where none is \
         stated).\n\
         List every issue of the review, blocking or not. Applied counts those that are fixed, Missing those that are not.\n\
         CLEAN: no issue is left. FINDINGS: at least one is."
    )),
};

static IMPLEMENTATION: Template = Template {
    variables: &["Task"],
    written: values::in_text,
    text: Cow::Borrowed(protocol!(
        "RESULT: <CLEAN|FINDINGS|PARTIAL|ERROR> | Type: implementation | Task: {{Task}} | Files: <N> | Criteria: <passed>/<total> | Tests: <passed>/<total>",
        "Tables under `## Files Modified` (Path, Change), `## Acceptance Criteria` (Criterion, Result: pass or fail, \
         Evidence), `## Test Results` (Test, Result: pass or fail), a list under `## Gaps Found`, and a table under `## Conflicts` \
         (File, Also changed by) where another task changes a file of yours.\n\
         CLEAN: all criteria and tests pass. FINDINGS: one of them fails."
    )),
};

static DESIGN_PLAN: Template = Template {
    variables: &["Screen"],
    written: values::in_text,
    text: Cow::Borrowed(protocol!(
        "RESULT: <CLEAN|FINDINGS|PARTIAL|ERROR> | Type: design-plan | Screen: {{Screen}} | Components: <N>",
        "A table under `## Components` (Component, Placement); then `## Layout`, `## Design Tokens`, `## Content Decisions` and `## Execution \
         Instructions`. List components missing from the library in a table under `## Missing Components` (Needed \
         Component, Closest Existing, Gap).\n\
         CLEAN: the plan is complete. FINDINGS: the plan itself has problems, such as missing components or violated \
         constraints (but not problems of what you analysed): ",
        findings!()
    )),
};

static REFINEMENTS: Template = Template {
    variables: &[],
    written: values::in_text,
    text: Cow::Borrowed("\
Ask what is still open. Reply with refinements in this form, and nothing else; each id names the question that it refines, \
and R6.1a refines R6.1:

Refinements for <Q6>:

##### <R6.1>: <topic of the follow-up>
<why it matters, and what is asked, in one or two sentences>

A. <a choice>
B. <another choice>
C. Other (please specify)

**Recommendation:** <letter>

**Answer:**

Leave every answer empty: people answer.
"),
};

static RETURN: Template = Template {
    variables: &["SessionId", "AgentType", "DelegationDepth", "DelegationPath"],
    written: values::in_json,
    text: Cow::Borrowed("\
Reply with one JSON object and nothing else: no text before or after it, no Markdown, no code fence. Anything else is \
refused as \"Cannot parse return as JSON\". Return format v1:

{
  \"status\": <\"completed\", \"partial\", \"failed\" or \"blocked\">,
  \"summary\": <what was done, in 2 to 5 sentences, under 100 tokens>,
  \"artifacts\": [{\"type\": <plan, report, summary, implementation or documentation>, \"path\": <relative path of a file that you made>, \"summary\": <what it is>}],
  \"metadata\": {\"session_id\": \"{{SessionId}}\", \"duration_seconds\": <N>, \"agent_type\": \"{{AgentType}}\", \"delegation_depth\": {{DelegationDepth}}, \"delegation_path\": [{{DelegationPath}}]},
  \"errors\": [{\"type\": <validation, execution, timeout, …>, \"message\": <what happened>, \"recoverable\": <true or false>, \"recommendation\": <how to fix it or what to do next>}],
  \"next_steps\": <what the user should do next>
}

completed: all of it is done, and every artifact is there. partial: some of it is done and it can be resumed. failed: \
nothing usable came of it. blocked: something outside is in the way. artifacts may be empty only where failed or blocked; \
errors are needed unless completed.
"),
};
