"""The types of a report of reconvene in JSON, for pydantic 2. Made from its schema by `npm run python`.

    report = Report.model_validate_json(text)
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Union

from pydantic import BaseModel, ConfigDict, Field


class Model(BaseModel):
    # What later versions add is passed over; fields have the names of Python, or those of JSON.
    model_config = ConfigDict(extra="ignore", populate_by_name=True)


Verdict = Literal["approve", "approve-with-changes", "needs-rework", "inconclusive"]


class SummaryByStatus(Model):
    CLEAN: Count
    FINDINGS: Count
    PARTIAL: Count
    ERROR: Count


class SummaryBySeverity(Model):
    critical: Count
    major: Count
    minor: Count
    advisory: Count


class SummaryByTypeItem(Model):
    type: str
    count: Count


class Summary(Model):
    replies: Count
    by_status: SummaryByStatus = Field(alias="byStatus")
    # Replies without a summary line or any other stated result (also counted under PARTIAL).
    unparseable: Count
    units: Count
    # Units analysed in full, percent of all units; null without any unit.
    coverage: Percent | None
    findings: Count
    by_severity: SummaryBySeverity = Field(alias="bySeverity")
    by_type: list[SummaryByTypeItem] = Field(alias="byType")
    # Findings as reported, before merging: always the sum of all members.
    reported: Count
    conflicts: Count


# A whole number, 0 or more.
Count = Annotated[int, Field(ge=0)]


# A percentage, to one decimal place.
Percent = Annotated[float, Field(ge=0, le=100)]


class CoverageRowUnansweredItem(Model):
    agent: str | None
    asked: str


class CoverageRow(Model):
    unit: str
    agents: list[str]
    status: Status | Literal["MISSING"]
    stated_status: str | None = Field(alias="statedStatus")
    coverage: Percent | None
    # The confidence that the deciding reply states.
    confidence: Literal["high", "medium", "low"] | None
    # The duration that the deciding reply states.
    duration: str | None
    findings: Count
    reason: str | None
    results: list[Count]
    # The prompts of agents that never answered, where `expected` had them.
    unanswered: list[CoverageRowUnansweredItem] | None = None


# The four terminal states of a reply. FINDINGS is a success: the agent did its job and found
# something.
Status = Literal["CLEAN", "FINDINGS", "PARTIAL", "ERROR"]


class UnifiedFindingConfidence(Model):
    stated: str
    percent: Count


class UnifiedFindingMembersItem(Model):
    result: Count
    finding: Count


class UnifiedFindingDecision(Model):
    fingerprint: str
    status: Literal["accepted", "dismissed"] | None
    severity: Severity | None
    reason: str | None
    by: str | None


class UnifiedFinding(Model):
    # "G1", "G2", … in report order: severity, type, location, key.
    id: str
    # Versioned hash of type and places of the finding shown; made unique within a report.
    key: str
    severity: Severity
    type: FindingType | None
    location: Location | None
    counter_location: Location | None = Field(alias="counterLocation")
    title: str | None
    description: str
    suggestion: str | None
    # The highest confidence that its agents state. `percent` of a word is its lower bound: high
    # 80, medium 50, low 0.
    confidence: UnifiedFindingConfidence | None
    # Every assessment that was merged: `results[result].findings[finding]`. The first is the one
    # shown.
    members: list[UnifiedFindingMembersItem]
    # Distinct replies that reported it, attempts of one dispatch counted once.
    agreement: Count
    # The units whose replies reported it, sorted; a reply that names none adds none.
    units: list[str]
    # The types of the replies that reported it, sorted.
    reply_types: list[ResultType] = Field(alias="replyTypes")
    # Whether one of your decisions merged members of it.
    decided: bool
    # Your decision on it. Of contradicting decisions, the one that takes the finding more
    # seriously applies.
    decision: UnifiedFindingDecision | None
    # Ids of findings of other units or dimensions on the same section or concept, if at least one
    # of the two is major. At most 32.
    connections: list[str]
    # Compared with `previous`; null without it, and if everyone who reports the finding calls it
    # resolved.
    baseline: Literal["new", "open", "regressed"] | None


# critical: blocks the pipeline. major: fix before merge. minor: cosmetic or low impact. advisory:
# no action required.
Severity = Literal["critical", "major", "minor", "advisory"]


# One of the ten types of the protocol, or the reply's own word.
FindingType = str


class Location(Model):
    # As written.
    text: str
    # Every place that it names: `A §10, L977; B L468-474` names two.
    places: list[Place]


class Place(Model):
    # Aliases are resolved: "A", "Doc B" mean what the reply's pair, scope or legend says they
    # mean.
    document: str | None
    section: str | None
    # First and last line, inclusive.
    lines: tuple[Count, Count] | None


ResultType = str


class ConflictAssessmentsItem(Model):
    result: Count
    says: str


# severity and type: within one finding. presence: an agent was CLEAN on a unit where another found
# something.
class Conflict(Model):
    kind: Literal["severity", "type", "presence"]
    findings: list[str]
    message: str
    assessments: list[ConflictAssessmentsItem]


class CoverageGap(Model):
    unit: str
    status: Status | Literal["MISSING"]
    reason: str
    coverage: Percent | None
    # The confidence that the agent states.
    confidence: Literal["high", "medium", "low"] | None
    retry: bool
    # What was not covered, in the agent's words.
    missing: str | None
    # What the agent says about its coverage beyond a number ("S1, S2"), usually what was covered.
    stated_coverage: str | None = Field(alias="statedCoverage")


class DigestIndexDocumentsItem(Model):
    document: str
    result: Count
    sections: Count
    terms: Count
    entities: Count
    decisions: Count
    references: Count


class DigestIndexTermsItemDefinitionsItem(Model):
    result: Count
    definition: str


class DigestIndexTermsItem(Model):
    term: str
    definitions: list[DigestIndexTermsItemDefinitionsItem]
    drift: bool
    similar: list[str]


class DigestIndexReferencesItem(Model):
    result: Count
    index: Count
    resolved: bool | None


# The contents of the digests, for looking things up.
class DigestIndex(Model):
    # One row for each digest.
    documents: list[DigestIndexDocumentsItem]
    # Each term once, sorted. `drift`: its definitions differ, or the terms in `similar` have
    # similar definitions in other documents.
    terms: list[DigestIndexTermsItem]
    # Every `results[result].detail.references[index]`. `resolved` is null if no digest can tell;
    # if it is false, the result also has a finding of type "broken-reference".
    references: list[DigestIndexReferencesItem]


class KnowledgeEntitiesItem(Model):
    name: str
    kind: str | None
    documents: list[str]


class KnowledgeDecisionsItem(Model):
    decision: str
    rationale: str | None
    document: str


class KnowledgeGraphItem(Model):
    from_: str = Field(alias="from")
    to: str
    references: Count
    broken: Count
    natures: list[str]


# What the digests say, collected.
class Knowledge(Model):
    terms: list[str]
    entities: list[KnowledgeEntitiesItem]
    decisions: list[KnowledgeDecisionsItem]
    # Rules of behaviour and constraints.
    rules: list[KnownText]
    # What is only aspired to.
    aspirations: list[KnownText]
    # What is neither decided nor aspired to.
    unclear: list[KnownText]
    # Claims about technologies.
    claims: list[KnownText]
    # What each document says, in a few sentences.
    summaries: list[KnownText]
    # What the agents point out, Markdown.
    notable: list[KnownText]
    # Which documents refer to which. `broken`: references without a target. `natures`: the kinds
    # of references, as the digests name them.
    graph: list[KnowledgeGraphItem]


# What a document says, and where.
class KnownText(Model):
    text: str
    section: str | None
    # Claims only: whether it can be verified, as written. Null if the reply does not say.
    verifiable: str | None
    document: str


class ChecklistItemsItemHistoryItem(Model):
    unit: str
    status: ItemStatus
    result: Count
    item: Count


class ChecklistItemsItem(Model):
    # The unit of the shown reply: the latest version that mentions the item, and in it the mention
    # with the most work left.
    unit: str | None
    item: ChecklistItem
    # fixed: everyone who last mentions it says applied or not-applicable. regressed: it was
    # applied before. new: only the latest of several versions has it.
    state: Literal["new", "open", "fixed", "regressed"]
    # Every mention, `results[result].detail.items[item]`, the earliest version first.
    history: list[ChecklistItemsItemHistoryItem]


# By the status of the item shown.
class ChecklistByStatus(Model):
    applied: Count
    partial: Count
    missing: Count
    misapplied: Count
    regressed: Count
    not_applicable: Count = Field(alias="not-applicable")
    open: Count


# Each item once, over all versions of its unit (`REVIEW_v1.md`, `REVIEW_v2.md`) and all attempts.
class Checklist(Model):
    items: list[ChecklistItemsItem]
    # By the status of the item shown.
    by_status: ChecklistByStatus = Field(alias="byStatus")


class ChecklistItem(Model):
    extra: Extra
    span: Span
    id: str | None
    item: str
    status: ItemStatus
    stated_status: str = Field(alias="statedStatus")
    severity: Severity | None
    location: Location | None
    notes: str | None
    discussion: str | None


class ExtraItem(Model):
    key: str
    value: str


# Columns and fields that have no field of their own, verbatim and in order.
Extra = list[ExtraItem]


class Span(Model):
    start: Count
    end: Count
    line: Ordinal
    column: Ordinal


# A whole number, 1 or more.
Ordinal = Annotated[int, Field(ge=1)]


ItemStatus = Literal["applied", "partial", "missing", "misapplied", "regressed", "not-applicable", "open"]


class ImplementationRollupTasksItemCriteria(Model):
    met: Count
    total: Count


class ImplementationRollupTasksItemTests(Model):
    met: Count
    total: Count


class ImplementationRollupTasksItem(Model):
    task: str
    status: Status
    criteria: ImplementationRollupTasksItemCriteria
    tests: ImplementationRollupTasksItemTests
    failed: list[str]
    unit: str | None


class ImplementationRollupFilesItem(Model):
    path: str
    tasks: list[str]


class ImplementationRollupFileConflictsItem(Model):
    path: str
    tasks: list[str]


class ImplementationRollupSharedFilesItem(Model):
    path: str
    tasks: list[str]


class ImplementationRollupGapsItem(Model):
    task: str
    id: str | None
    level: str | None
    description: str
    assumption: str | None
    extra: Extra


class ImplementationRollupDependenciesItem(Model):
    task: str
    package: str
    version: str | None
    license: str | None
    audit: str | None
    extra: Extra


# All implementation reports. If a unit was asked again, the last attempt counts.
class ImplementationRollup(Model):
    # `criteria`, `tests`: how many were met or passed, of how many. `failed`: the names of the
    # others.
    tasks: list[ImplementationRollupTasksItem]
    files: list[ImplementationRollupFilesItem]
    # Files that several tasks changed at the same time, with these tasks.
    file_conflicts: list[ImplementationRollupFileConflictsItem] = Field(alias="fileConflicts")
    # Files that only the orchestrator writes (DECISIONS.md, PARKING.md, …), with the tasks that
    # changed them.
    shared_files: list[ImplementationRollupSharedFilesItem] = Field(alias="sharedFiles")
    # The tasks that changed a file at the same time as others: run them again, one after the
    # other.
    rerun_sequentially: list[str] = Field(alias="rerunSequentially")
    # L2 before L1 before L0.
    gaps: list[ImplementationRollupGapsItem]
    # Sorted by package.
    dependencies: list[ImplementationRollupDependenciesItem]
    # Units that were asked for an implementation, without a report that could be read.
    unanswered: list[str]


class DesignRollupScreensItem(Model):
    screen: str
    status: Status
    components: Count
    missing: Count


class DesignRollupMissingItem(Model):
    needed: str
    screens: list[str]


# All design plans. If a screen was planned again, the last attempt counts.
class DesignRollup(Model):
    screens: list[DesignRollupScreensItem]
    # The components that the library lacks, with the screens that need them.
    missing: list[DesignRollupMissingItem]
    # Screens that wait for components, or whose planning failed.
    blocked: list[str]
    # Screens that can be carried out now, in this order. An incomplete plan is neither here nor
    # blocked.
    order: list[str]


class ReturnRollupArtifactsItemArtifact(Model):
    type: str | None
    path: str
    summary: str | None
    extra: Extra


class ReturnRollupArtifactsItem(Model):
    unit: str | None
    artifact: ReturnRollupArtifactsItemArtifact


class ReturnRollupErrorsItemError(Model):
    type: str | None
    message: str
    recoverable: bool | None
    recommendation: str | None
    extra: Extra


class ReturnRollupErrorsItem(Model):
    unit: str | None
    error: ReturnRollupErrorsItemError


class ReturnRollupNextStepsItem(Model):
    unit: str | None
    text: str


# All JSON returns. If a unit was asked again, the last attempt counts.
class ReturnRollup(Model):
    artifacts: list[ReturnRollupArtifactsItem]
    errors: list[ReturnRollupErrorsItem]
    next_steps: list[ReturnRollupNextStepsItem] = Field(alias="nextSteps")


class StepsRollupStoriesItem(Model):
    unit: str
    passed: Count
    total: Count
    failed: list[str]


# All test runs, one row for each unit. If a unit was asked again, the last attempt counts.
class StepsRollup(Model):
    stories: list[StepsRollupStoriesItem]


class SynthesisConnectionsItem(Model):
    findings: list[str]
    on: str


class SynthesisThemesItem(Model):
    by: Literal["document", "concept", "cause"]
    subject: str
    findings: list[str]
    dimensions: list[str]
    critical: bool


class SynthesisHealthItem(Model):
    dimension: str
    rating: Rating
    trend: Literal["better", "same", "worse"] | None
    findings: Count


class SynthesisCrossReferencesItem(Model):
    documents: tuple[str, str]
    status: Literal["CONSISTENT", "TENSION", "CONFLICT", "UNVERIFIED"]
    findings: Count


class Synthesis(Model):
    # Findings of different units or dimensions that name the same place or concept, one of them at
    # least major.
    connections: list[SynthesisConnectionsItem]
    # At least three findings, of at least two units or dimensions, that share a section, a
    # distinctive term or code word, or a suggestion; at most seven themes. `critical`: it spans at
    # least two dimensions and has a finding that is at least major. No theme changes the severity
    # of its findings.
    themes: list[SynthesisThemesItem]
    # Each dimension that was judged. `rating`: as stated ("good" only if somebody judged it in
    # full), else "good", "some-issues" or "significant-problems" by its findings, or "INCOMPLETE"
    # if nobody judged it in full. `trend`: compared with `previous`.
    health: list[SynthesisHealthItem]
    # Each pair of documents that was compared, or should have been.
    cross_references: list[SynthesisCrossReferencesItem] = Field(alias="crossReferences")


# The rating of a dimension, or its agents' own word.
Rating = str


class ComparisonSuggestionsItem(Model):
    finding: str
    earlier: str
    similarity: Percent


class ComparisonSeverityChangesItem(Model):
    finding: str
    from_: Severity = Field(alias="from")
    to: Severity


# Findings compared with those of an earlier report. A finding from there has the id that it had
# there, and no members: the replies that reported it are not in this report.
class Comparison(Model):
    # Ids.
    new: list[str]
    open: list[str]
    # Settled before, and now back.
    regressed: list[str]
    # Gone although its unit was analysed in full, or called resolved by everyone who reports it
    # now.
    fixed: list[UnifiedFinding]
    # Gone, but it may still exist: no reply of its type analysed one of its units in full this
    # time, or a new finding may be the same (see `suggestions`).
    unverified: list[UnifiedFinding]
    # Settled already when the earlier report was made, and not back: kept, so that it is
    # recognised if it returns.
    settled: list[UnifiedFinding]
    # New findings (`finding`) that may be what had the id `earlier` in the earlier report.
    suggestions: list[ComparisonSuggestionsItem]
    # Findings that are still open, with a higher or lower severity than before.
    severity_changes: list[ComparisonSeverityChangesItem] = Field(alias="severityChanges")


class AgentResultMetricsItem(Model):
    key: str
    value: str


class AgentResultRemainderItem(Model):
    text: str
    span: Span


class AgentResultLedgerItem(Model):
    owner: str
    span: Span


class AgentResult(Model):
    dialect: Dialect
    status: Status
    # The status word as written ("TENSION", "completed", "✅ PASS").
    stated_status: str | None = Field(alias="statedStatus")
    type: ResultType | None
    # As the host or the reply names it; in a report, otherwise the expected unit that has the name
    # of the file in `source`.
    unit: str | None
    agent: str | None
    attempt: Ordinal
    source: str | None
    # Why the status is PARTIAL or ERROR; "no summary line" if there was none, "no output" if there
    # was nothing.
    reason: str | None
    # ERROR: what to try next, if the reply says so.
    recovery: str | None
    # CLEAN: what was checked, in the agent's words, Markdown.
    confirmation: str | None
    # PARTIAL: what was not covered, in the agent's words, Markdown.
    uncovered: str | None
    # ERROR: what was tried, in the agent's words, Markdown.
    attempted: str | None
    # The summary line's pairs after status and type, in order, as written; a segment without a key
    # has key "".
    metrics: list[AgentResultMetricsItem]
    metadata: Metadata
    coverage: Coverage | None
    findings: list[Finding]
    # The records that only this result type has.
    detail: Detail
    parked: list[ParkedFinding]
    implications: list[DecisionImplication]
    # Text that is in none of the fields above, verbatim and in order.
    remainder: list[AgentResultRemainderItem]
    diagnostics: list[Diagnostic]
    # The `meta` of the reply.
    meta: dict[str, Any] | None = None
    # With `ledger: true`: spans that tile the reply, each with the one part that owns it.
    ledger: list[AgentResultLedgerItem] | None
    # With `decisions: true`: why each part of a review was read as a finding, or not.
    decisions: list[PartDecision] | None


# The format that a reply was read as.
Dialect = Literal["protocol-v1", "agent-report", "bowser", "json-return", "refinements", "prose"]


class Metadata(Model):
    protocol: str | None
    agent: str | None
    assigned: str | None
    scope: str | None
    duration: str | None
    coverage: str | None
    confidence: Literal["high", "medium", "low"] | None
    # The confidence in full, such as "medium (high for the quoted text)".
    stated_confidence: str | None = Field(alias="statedConfidence")
    extra: Extra


# "Full" → 100; "8/12 sections (67%)" → 66.7, 8, 12; of several ratios the lowest; the summary line
# before the metadata.
class Coverage(Model):
    stated: str
    percent: Percent | None
    covered: Count | None
    total: Count | None


class Finding(Model):
    extra: Extra
    span: Span
    # As written ("F1", "SEC-01"); "F<n>" if there was none, and empty if the finding is derived.
    id: str
    severity: Severity
    stated_severity: str | None = Field(alias="statedSeverity")
    # One of the ten protocol types, or the first word as written.
    type: FindingType | None
    # The type in full, such as "contradiction / terminology drift".
    stated_type: str | None = Field(alias="statedType")
    # Struck through or marked as fixed: resolved.
    state: Literal["open", "resolved"]
    location: Location | None
    counter_location: Location | None = Field(alias="counterLocation")
    title: str | None
    description: str
    suggestion: str | None
    # The expanded text that follows the table, Markdown, verbatim.
    discussion: str | None
    # Versioned hash of type, places and text: the same in every run that reads the same words.
    fingerprint: str
    # No agent reports it: the references of a digest show it. No agent stated its severity, and it
    # counts for no agent.
    derived: bool | None = None


class DetailNone(Model):
    kind: Literal["none"]


class DetailDigest(Model):
    kind: Literal["digest"]
    document: str | None
    summary: str | None
    sections: list[SectionEntry]
    terms: list[Term]
    entities: list[Entity]
    decisions: list[Decision]
    references: list[CrossReference]
    claims: list[Claim]
    statements: list[Statement]
    # Rules of behaviour, and constraints.
    rules: list[Rule]
    notable: list[Note]


class DetailConsistency(Model):
    kind: Literal["consistency"]
    documents: list[str]
    dimension: str | None
    mode: str | None
    rating: Rating | None
    summary: str | None


class DetailVerification(Model):
    kind: Literal["verification"]
    dimension: str | None
    items: list[ChecklistItem]


class DetailImplementation(Model):
    kind: Literal["implementation"]
    task: str | None
    files: list[FileChange]
    criteria: list[Criterion]
    tests: list[TestOutcome]
    gaps: list[Gap]
    dependencies: list[Dependency]
    conflicts: list[Note]


class DetailDesignPlan(Model):
    kind: Literal["design-plan"]
    screen: str | None
    components: list[Component]
    missing: list[MissingComponent]
    tokens: list[str]
    content: str | None
    layout: str | None
    instructions: str | None
    cross_screen: str | None = Field(alias="crossScreen")
    files: list[str]


class DetailReturn(Model):
    kind: Literal["return"]
    summary: str | None
    artifacts: list[Artifact]
    errors: list[ReturnError]
    # Several steps have one line each.
    next_steps: str | None = Field(alias="nextSteps")
    metadata: dict[str, Any]
    # Members without a field of their own, in full.
    other: dict[str, Any]


class DetailRefinements(Model):
    kind: Literal["refinements"]
    # The text after each "Refinements for": "Q6", "Q6 (Unit)".
    questions: list[str]
    refinements: list[Refinement]


class DetailSteps(Model):
    kind: Literal["steps"]
    story: str | None
    steps: list[Step]
    passed: Count | None
    total: Count | None
    failure: str | None
    # Other texts of the test run, each under its label as written.
    notes: dict[str, str]


Detail = Annotated[
    Union[DetailNone, DetailDigest, DetailConsistency, DetailVerification, DetailImplementation, DetailDesignPlan, DetailReturn, DetailRefinements, DetailSteps],
    Field(discriminator="kind"),
]


class SectionEntry(Model):
    extra: Extra
    span: Span
    heading: str
    summary: str | None
    lines: tuple[Count, Count] | None


class Term(Model):
    extra: Extra
    span: Span
    term: str
    definition: str
    section: str | None


class Entity(Model):
    extra: Extra
    span: Span
    name: str
    kind: str | None
    properties: str | None
    section: str | None


class Decision(Model):
    extra: Extra
    span: Span
    decision: str
    rationale: str | None
    section: str | None


class CrossReference(Model):
    extra: Extra
    span: Span
    from_: str | None = Field(alias="from")
    text: str
    target_document: str | None = Field(alias="targetDocument")
    target_section: str | None = Field(alias="targetSection")
    nature: str | None


class Claim(Model):
    extra: Extra
    span: Span
    claim: str
    section: str | None
    verifiable: str | None


class Statement(Model):
    extra: Extra
    span: Span
    statement: str
    classification: Literal["aspirational", "decided", "unclear"]
    section: str | None


class Rule(Model):
    extra: Extra
    span: Span
    rule: str
    kind: str | None
    section: str | None


class Note(Model):
    extra: Extra
    span: Span
    text: str


class FileChange(Model):
    extra: Extra
    span: Span
    path: str
    action: Literal["created", "modified", "deleted"] | None
    description: str | None


class Criterion(Model):
    extra: Extra
    span: Span
    criterion: str
    passed: bool | None
    stated_status: str | None = Field(alias="statedStatus")
    evidence: str | None


class TestOutcome(Model):
    extra: Extra
    span: Span
    name: str
    passed: Count | None
    failed: Count | None
    total: Count | None
    outcome: Literal["pass", "fail", "skip"] | None
    stated_status: str | None = Field(alias="statedStatus")
    notes: str | None


class Gap(Model):
    extra: Extra
    span: Span
    id: str | None
    level: str | None
    description: str
    assumption: str | None


class Dependency(Model):
    extra: Extra
    span: Span
    package: str
    version: str | None
    license: str | None
    audit: str | None


class Component(Model):
    extra: Extra
    span: Span
    name: str
    usage: str | None
    variant: str | None
    tokens: str | None
    placement: str | None


class MissingComponent(Model):
    extra: Extra
    span: Span
    needed: str
    closest: str | None
    gap: str | None


class Artifact(Model):
    extra: Extra
    span: Span
    type: str | None
    path: str
    summary: str | None


class ReturnError(Model):
    extra: Extra
    span: Span
    type: str | None
    message: str
    recoverable: bool | None
    recommendation: str | None


# A question that refines another one: its id ("R6.1", "R6.1a") names which. `text` is everything
# below it.
class Refinement(Model):
    id: str
    title: str
    text: str
    span: Span


class Step(Model):
    extra: Extra
    span: Span
    # As written; empty if the steps have no numbers.
    number: str
    action: str
    # `null` if it was not carried out or is unclear.
    passed: bool | None
    stated_status: str | None = Field(alias="statedStatus")
    expected: str | None
    observed: str | None
    notes: str | None


class ParkedFinding(Model):
    extra: Extra
    span: Span
    finding: str
    category: str | None
    priority: str | None


class DecisionImplication(Model):
    extra: Extra
    span: Span
    implication: str
    decision: str | None
    impact: str | None


class DiagnosticEdit(Model):
    span: Span
    text: str


class Diagnostic(Model):
    # Stable, in kebab-case; each is documented with an example and a fix.
    code: DiagnosticCode
    level: Literal["error", "warning", "note"]
    message: str
    help: str | None
    # The exact change that fixes it, if one is certain.
    edit: DiagnosticEdit | None
    span: Span | None


# The code of a diagnostic. `explain(code)` says what it means. Later versions may have more.
DiagnosticCode = str


class PartDecisionEvidenceItem(Model):
    sign: str
    weight: Weight


# A decision on a part of a review: the reasons for and against reading it as a finding.
class PartDecision(Model):
    # How the part begins, quoted.
    text: str
    # `group`: its parts were judged one by one.
    verdict: Literal["finding", "group", "other"]
    # Named reasons; those against are negative.
    evidence: list[PartDecisionEvidenceItem]
    # The sum of the weights; a finding needs at least 4.
    weight: Weight
    span: Span


# The weight of one reason or of several; negative if it is against.
Weight = Annotated[int, Field(ge=-100000)]


class CustomType(Model):
    name: str
    columns: list[CustomColumn] | None = None


# Your own result type, in addition to the five of the protocol: its name in lower case
# (`security-scan`), alone or with the columns of its finding table. A reply with an unregistered
# type is read too, with the diagnostic `unknown-type`.
CustomType = str | CustomType


class CustomColumn(Model):
    # The header.
    name: str
    # The field of a finding that the column fills, instead of the protocol's own column: `{ name:
    # "Risk", role: "severity" }`. Without a role, the cell is kept in `extra` of the finding,
    # under the column's name.
    role: Literal["id", "severity", "type", "location", "counterLocation", "title", "description", "suggestion"] | None = None
    # `check` reports it if it is missing. Default: false, or, with a role, as for the protocol's
    # own column.
    required: bool | None = None
    # Other headers for the same column.
    synonyms: list[str] | None = None


class ReportSuggestionsItem(Model):
    findings: tuple[str, str]
    fingerprints: tuple[str, str]
    reason: str
    similarity: Percent


class ReportParkedItem(Model):
    units: list[str]
    finding: str
    category: str | None
    priority: str | None
    extra: Extra


class ReportImplicationsItem(Model):
    units: list[str]
    implication: str
    decision: str | None
    impact: str | None
    extra: Extra


class Report(Model):
    schema_: Literal["reconvene/report/v1"] = Field(alias="schema")
    title: str
    # Whether the work can go on. "inconclusive": no reply came, or none could be understood.
    # "approve" only if every expected reply came and was understood in full, and no critical or
    # major finding is open.
    verdict: Verdict
    # Why, in sentences: counts that the report shows, and the replies that could not be read.
    # Never empty.
    reasons: list[str]
    summary: Summary
    executive_summary: str = Field(alias="executiveSummary")
    # One row for each unit, expected or answered.
    coverage: list[CoverageRow]
    findings: list[UnifiedFinding]
    conflicts: list[Conflict]
    # Possible duplicates: pairs that were kept separate because it is not certain that they are
    # the same. At most three for a finding.
    suggestions: list[ReportSuggestionsItem]
    gaps: list[CoverageGap]
    # Null if no reply is a digest.
    digests: DigestIndex | None
    # Null if no reply is a digest.
    knowledge: Knowledge | None
    # Null if no reply is a verification.
    checklist: Checklist | None
    # Null if no reply is an implementation report.
    implementation: ImplementationRollup | None
    # Null if no reply is a design plan.
    design_plans: DesignRollup | None = Field(alias="designPlans")
    # Null if no reply is a JSON return.
    returns: ReturnRollup | None
    # Null if no reply is about a test run.
    steps: StepsRollup | None
    synthesis: Synthesis
    parked: list[ReportParkedItem]
    implications: list[ReportImplicationsItem]
    # The comparison with `previous`, which matches findings as merging does; null without it.
    comparison: Comparison | None
    # The replies as read, sorted by unit, agent, attempt, then text.
    results: list[AgentResult]
    # Diagnostics of the report as a whole: limits that were reached, replies that were split,
    # contradicting decisions, failed waves.
    diagnostics: list[Diagnostic]
    # The registered result types, if any: `retry` asks for their columns.
    types: list[CustomType] | None = None


Report.model_rebuild()
