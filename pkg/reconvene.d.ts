/**
 * Reads the replies of subagents and merges them into one report.
 *
 * Everything is plain data (structured-clone-able, JSON-safe, no prototypes).
 * Offsets count UTF-16 code units of the text as given, so `text.slice(span.start, span.end)` is that text;
 * for bytes they refer to the text decoded as UTF-8 with the byte order mark kept. Lines and columns start at 1.
 * Unknown option keys are refused ("unknown-option"). A member that is `null` means that the reply does not say.
 */

// ───────────────────────────── vocabulary

/** The four terminal states of a reply. FINDINGS is a success: the agent did its job and found something. */
export type Status = "CLEAN" | "FINDINGS" | "PARTIAL" | "ERROR";
export type ResultType =
  | ("digest" | "consistency" | "verification" | "implementation" | "design-plan")
  // A type of your own, see `CustomType`.
  | (string & {});
/** What was asked for: a result type, the JSON return, or refinements. */
export type Expected = ResultType | "return" | "refinements";
/** critical: blocks the pipeline. major: fix before merge. minor: cosmetic or low impact. advisory: no action required. */
export type Severity = "critical" | "major" | "minor" | "advisory";
/** One of the ten types of the protocol, or the reply's own word. */
export type FindingType =
  | ("contradiction" | "terminology-drift" | "broken-reference" | "stale-content" | "missing-coverage")
  | ("redundant-spec" | "abstraction-leak" | "fidelity-loss" | "scope-violation" | "regression")
  | (string & {});
/** The format that a reply was read as. */
export type Dialect = "protocol-v1" | "agent-report" | "bowser" | "json-return" | "refinements" | "prose";

/**
 * A whole number from 0 on.
 * @asType integer
 * @minimum 0
 */
export type Count = number;
/**
 * A whole number from 1 on.
 * @asType integer
 * @minimum 1
 */
export type Ordinal = number;
/**
 * A percentage, to one decimal place.
 * @minimum 0
 * @maximum 100
 */
export type Percent = number;

export interface Span {
  start: Count;
  end: Count;
  line: Ordinal;
  column: Ordinal;
}
/** Columns and fields that have no field of their own, verbatim and in order. */
export type Extra = { key: string; value: string }[];
/** Every record read from a table row, a list item or a field list has these two. */
export interface Read {
  extra: Extra;
  span: Span;
}

// ───────────────────────────── one reply

export interface Reply {
  /** The reply in full; empty where the agent failed and said nothing. Bytes are read as UTF-8; ill-formed bytes become U+FFFD and a diagnostic. */
  text: string | Uint8Array;
  /** The delivery. Equal deliveries under one id count once; differing ones both stay, with a diagnostic. */
  id?: string;
  /** The work unit that was asked for ("ARCHITECTURE.md + TDD.md"). Default: what the reply itself names. */
  unit?: string;
  /** The agent, as an identity. A reply's own `Agent` field is a role, shared by many. */
  agent?: string;
  /** 1, 2, … : the same unit asked again. The highest decides the unit's row; the findings of all stay. */
  attempt?: Ordinal;
  /** Where the text came from (a file name); only shown. */
  source?: string;
  expect?: Expected;
  dialect?: Dialect;
  /** For a reply that `split` took from a text without lines `--- reply ---`: its number, from 1 on, and how many there were. */
  part?: [Ordinal, Ordinal];
  /** How many ill-formed sequences of its bytes became U+FFFD before, as `Collector.toJSON` says. */
  replaced?: Count;
  /** How many bytes it had if they were too many to keep, as `Collector.toJSON` says. */
  oversize?: Count;
  /** The agent was stopped before it finished: the text is what it had written by then, and the reply is an ERROR. */
  timedOut?: boolean;
  /** Why the agent failed, as you know it: the reply is an ERROR with this reason. `text` may be left out beside it. */
  error?: string | Error;
  /**
   * Anything else you know about it: kept as JSON, and returned with the result. A BigInt becomes its digits, and a circular
   * reference "[circular]".
   */
  meta?: Record<string, unknown>;
}

/**
 * Reads one reply. Never throws on what the text says, however broken: see `diagnostics`. A reply of more than 16 MiB is
 * refused ("too-large"); in `aggregate` it is an ERROR row.
 */
export function parse(
  reply: Reply | string,
  options?: { ledger?: boolean; decisions?: boolean; types?: CustomType[] },
): AgentResult;
/**
 * The replies of agents that ran at the same time: `fromSettled(await Promise.allSettled(runs), units)`. `units` has the
 * unit of each promise, or more that you know about the reply. The value of a promise is the text: a string, bytes, or an object
 * that has it under a usual name (`text`, `content`, `output`, `finalOutput`, …). If that is a plain object, its other fields (`usage`,
 * …) become `meta`, where your own `meta` counts first. Any other object is written as JSON. A promise that was rejected is a
 * reply with `error`, and `timedOut` where it was aborted.
 */
export function fromSettled(settled: PromiseSettledResult<unknown>[], units: (string | Omit<Reply, "text">)[]): Reply[];
/**
 * Splits a paste, a log or a file with several replies: at lines `--- reply ---`, else where at least two replies
 * begin with a typed RESULT line, the header of an agent's report, a JSON return, or a test run with a verdict of its own.
 * `types`: result types of your own, which such a line may name. One reply comes back as it is.
 */
export function split(text: string, options?: { types?: CustomType[] }): Reply[];

/**
 * The weight of one reason or of several; negative if it is against.
 * @asType integer
 * @minimum -100000
 */
export type Weight = number;

/** A decision on a part of a review: the reasons for and against reading it as a finding. */
export interface PartDecision {
  /** How the part begins, quoted. */
  text: string;
  /** `group`: its parts were judged one by one. */
  verdict: "finding" | "group" | "other";
  /** Named reasons; those against are negative. */
  evidence: { sign: string; weight: Weight }[];
  /** The sum of the weights; a finding needs at least 4. */
  weight: Weight;
  span: Span;
}

export interface AgentResult {
  dialect: Dialect;
  status: Status;
  /** The status word as written ("TENSION", "completed", "✅ PASS"). */
  statedStatus: string | null;
  type: ResultType | null;
  unit: string | null;
  agent: string | null;
  attempt: Ordinal;
  source: string | null;
  /** Why PARTIAL or ERROR; "no summary line" if there was none, "no output" if there was nothing. */
  reason: string | null;
  /** ERROR: what to try next, if the reply says so. */
  recovery: string | null;
  /** CLEAN: what was checked, in the agent's words, Markdown. */
  confirmation: string | null;
  /** PARTIAL: what was not covered, in the agent's words, Markdown. */
  uncovered: string | null;
  /** ERROR: what was tried, in the agent's words, Markdown. */
  attempted: string | null;
  /** The summary line's pairs after status and type, in order, as written; a segment without a key has key "". */
  metrics: { key: string; value: string }[];
  metadata: Metadata;
  coverage: Coverage | null;
  findings: Finding[];
  /** The records that only this result type has. */
  detail: Detail;
  parked: ParkedFinding[];
  implications: DecisionImplication[];
  /** Text that is in none of the fields above, verbatim and in order. */
  remainder: { text: string; span: Span }[];
  diagnostics: Diagnostic[];
  /** What else the host said about the reply. */
  meta?: Record<string, unknown>;
  /** With `ledger: true`: spans that tile the reply, each with the one part that owns it. */
  ledger: { owner: string; span: Span }[] | null;
  /** With `decisions: true`: why each part of a review was read as a finding, or not. */
  decisions: PartDecision[] | null;
}

export interface Metadata {
  protocol: string | null;
  agent: string | null;
  assigned: string | null;
  scope: string | null;
  duration: string | null;
  coverage: string | null;
  confidence: "high" | "medium" | "low" | null;
  /** "medium (high for the quoted text)" in full. */
  statedConfidence: string | null;
  extra: Extra;
}

/** "Full" → 100; "8/12 sections (67%)" → 66.7, 8, 12; of several ratios the lowest; the summary line before the metadata. */
export interface Coverage {
  stated: string;
  percent: Percent | null;
  covered: Count | null;
  total: Count | null;
}

export interface Location {
  /** As written. */
  text: string;
  /** Every place that it names: `A §10, L977; B L468-474` names two. */
  places: Place[];
}
export interface Place {
  /** Aliases are resolved: "A", "Doc B" mean what the reply's pair, scope or legend says they mean. */
  document: string | null;
  section: string | null;
  /** First and last line, inclusive. */
  lines: [Count, Count] | null;
}

export interface Finding extends Read {
  /** As written ("F1", "SEC-01"); "F<n>" if there was none, and empty if the finding is derived. */
  id: string;
  severity: Severity;
  statedSeverity: string | null;
  /** One of the ten protocol types, or the first word as written. */
  type: FindingType | null;
  /** "contradiction / terminology drift" in full. */
  statedType: string | null;
  /** Struck through or marked as fixed: resolved. */
  state: "open" | "resolved";
  location: Location | null;
  counterLocation: Location | null;
  title: string | null;
  description: string;
  suggestion: string | null;
  /** The expanded text that follows the table, Markdown, verbatim. */
  discussion: string | null;
  /** Versioned hash of type, places and text: the same in every run that reads the same words. */
  fingerprint: string;
  /** No agent reports it: the references of a digest show it. No agent stated its severity, and it counts for no agent. */
  derived?: boolean;
}

export type Detail =
  | { kind: "none" }
  | {
      kind: "digest";
      document: string | null;
      summary: string | null;
      sections: SectionEntry[];
      terms: Term[];
      entities: Entity[];
      decisions: Decision[];
      references: CrossReference[];
      claims: Claim[];
      statements: Statement[];
      /** Rules of behaviour, and constraints. */
      rules: Rule[];
      notable: Note[];
    }
  | {
      kind: "consistency";
      documents: string[];
      dimension: string | null;
      mode: string | null;
      rating: Rating | null;
      summary: string | null;
    }
  | { kind: "verification"; dimension: string | null; items: ChecklistItem[] }
  | {
      kind: "implementation";
      task: string | null;
      files: FileChange[];
      criteria: Criterion[];
      tests: TestOutcome[];
      gaps: Gap[];
      dependencies: Dependency[];
      conflicts: Note[];
    }
  | {
      kind: "design-plan";
      screen: string | null;
      components: Component[];
      missing: MissingComponent[];
      tokens: string[];
      content: string | null;
      layout: string | null;
      instructions: string | null;
      crossScreen: string | null;
      files: string[];
    }
  | {
      kind: "return";
      summary: string | null;
      artifacts: Artifact[];
      errors: ReturnError[];
      /** Several steps are on a line each. */
      nextSteps: string | null;
      metadata: Record<string, unknown>;
      /** Members without a field of their own, in full. */
      other: Record<string, unknown>;
    }
  | {
      kind: "refinements";
      /** The text after each "Refinements for": "Q6", "Q6 (Unit)". */
      questions: string[];
      refinements: Refinement[];
    }
  | {
      kind: "steps";
      story: string | null;
      steps: Step[];
      passed: Count | null;
      total: Count | null;
      failure: string | null;
      /** The texts beside the steps, each under its label as written. */
      notes: { [label: string]: string };
    };

export interface SectionEntry extends Read {
  heading: string;
  summary: string | null;
  lines: [Count, Count] | null;
}
export interface Term extends Read {
  term: string;
  definition: string;
  section: string | null;
}
export interface Entity extends Read {
  name: string;
  kind: string | null;
  properties: string | null;
  section: string | null;
}
export interface Decision extends Read {
  decision: string;
  rationale: string | null;
  section: string | null;
}
export interface CrossReference extends Read {
  from: string | null;
  text: string;
  targetDocument: string | null;
  targetSection: string | null;
  nature: string | null;
}
export interface Claim extends Read {
  claim: string;
  section: string | null;
  verifiable: string | null;
}
export interface Rule extends Read {
  rule: string;
  kind: string | null;
  section: string | null;
}
export interface Statement extends Read {
  statement: string;
  classification: "aspirational" | "decided" | "unclear";
  section: string | null;
}
export interface Note extends Read {
  text: string;
}
export interface ChecklistItem extends Read {
  id: string | null;
  item: string;
  status: ItemStatus;
  statedStatus: string;
  severity: Severity | null;
  location: Location | null;
  notes: string | null;
  discussion: string | null;
}
export type ItemStatus = "applied" | "partial" | "missing" | "misapplied" | "regressed" | "not-applicable" | "open";
export interface FileChange extends Read {
  path: string;
  action: "created" | "modified" | "deleted" | null;
  description: string | null;
}
export interface Criterion extends Read {
  criterion: string;
  passed: boolean | null;
  statedStatus: string | null;
  evidence: string | null;
}
export interface TestOutcome extends Read {
  name: string;
  passed: Count | null;
  failed: Count | null;
  total: Count | null;
  outcome: "pass" | "fail" | "skip" | null;
  statedStatus: string | null;
  notes: string | null;
}
export interface Gap extends Read {
  id: string | null;
  level: string | null;
  description: string;
  assumption: string | null;
}
export interface Dependency extends Read {
  package: string;
  version: string | null;
  license: string | null;
  audit: string | null;
}
export interface Component extends Read {
  name: string;
  usage: string | null;
  variant: string | null;
  tokens: string | null;
  placement: string | null;
}
/** A question that refines another one: its id ("R6.1", "R6.1a") names which. `text` is everything below it. */
export interface Refinement {
  id: string;
  title: string;
  text: string;
  span: Span;
}
export interface MissingComponent extends Read {
  needed: string;
  closest: string | null;
  gap: string | null;
}
export interface Artifact extends Read {
  type: string | null;
  path: string;
  summary: string | null;
}
export interface ReturnError extends Read {
  type: string | null;
  message: string;
  recoverable: boolean | null;
  recommendation: string | null;
}
export interface Step extends Read {
  /** As written; empty where the steps have no numbers. */
  number: string;
  action: string;
  /** `null` if it was not carried out or is unclear. */
  passed: boolean | null;
  statedStatus: string | null;
  expected: string | null;
  observed: string | null;
  notes: string | null;
}
export interface ParkedFinding extends Read {
  finding: string;
  category: string | null;
  priority: string | null;
}
export interface DecisionImplication extends Read {
  implication: string;
  decision: string | null;
  impact: string | null;
}

// ───────────────────────────── conformance

/** The code of a diagnostic. `explain(code)` says what it means. Later versions may have more. */
export type DiagnosticCode =
  | ("no-output" | "too-large" | "ill-formed-utf8" | "wrapped-reply" | "thinking-aloud" | "unclosed-fence")
  | ("cut-off" | "unit-differs" | "split-replies" | "bound-reached" | "missing-summary-line" | "inferred-status")
  | ("several-summary-lines" | "summary-line-not-first" | "summary-line-malformed" | "unfilled-template")
  | ("status-word" | "unknown-status" | "missing-type" | "unknown-type" | "unexpected-type" | "missing-subject")
  | ("pair-order" | "missing-metric" | "unknown-metric" | "metric-not-a-number" | "count-mismatch")
  | ("coverage-not-stated" | "coverage-status" | "coverage-differs" | "reason-not-stated" | "clean-with-findings")
  | ("clean-with-failures" | "status-taken-back" | "findings-without-failures" | "findings-not-read")
  | ("confirmation-not-stated" | "gap-not-stated" | "attempt-not-stated" | "recovery-not-stated" | "missing-metadata")
  | ("missing-field" | "repeated-field" | "unknown-protocol" | "unknown-confidence" | "unreadable-coverage")
  | ("metadata-form" | "section-order" | "missing-separator-row" | "missing-header" | "surplus-cells")
  | ("missing-cells" | "raw-pipe" | "column-name" | "missing-column" | "column-order" | "not-a-table")
  | ("fenced-table" | "table-passed-over" | "severity-passed-over" | "missing-id" | "repeated-id")
  | ("id-not-sequential" | "severity-word" | "missing-severity" | "unknown-severity" | "severity-differs")
  | ("type-word" | "unknown-finding-type" | "missing-finding-type" | "missing-description" | "vague-location")
  | ("missing-location" | "missing-suggestion" | "missing-counter-location" | "missing-discussion")
  | ("discussion-without-finding" | "discussion-by-title" | "item-status-word" | "unknown-item-status")
  | ("unknown-classification" | "summary-line-not-last" | "status-differs" | "status-too-mild" | "header-word")
  | ("missing-section" | "record-word" | "shared-file" | "wrong-failed-step" | "several-stories" | "return-not-json")
  | ("missing-return-field" | "missing-return-metadata" | "session-differs" | "return-metadata-shape")
  | ("delegation-depth" | "summary-too-long" | "summary-sentences" | "empty-artifacts" | "artifact-type")
  | ("missing-artifact-field" | "artifact-path" | "artifact-missing" | "artifact-empty" | "missing-errors")
  | ("missing-error-field" | "text-around-json" | "several-returns" | "nested-return" | "missing-return-status")
  | ("return-status-word" | "unknown-return-status" | "field-name" | "field-shape" | "repeated-key" | "json-comment")
  | ("json-comma" | "json-quotes" | "json-escape" | "json-key" | "json-literal" | "json-number" | "json-value")
  | ("json-depth" | "json-unclosed" | "differing-deliveries" | "repeated-reply" | "wave-failed")
  | ("contradicting-decisions" | "decision-without-finding" | "question-form" | "no-questions" | "repeated-question")
  | ("unread-question" | "assumed-question-id" | "unknown-parent" | "misplaced-refinement" | "unknown-question")
  | ("front-matter-count" | "repeated-value" | "repeated-choice" | "repaired-json" | "no-decisions")
  | ("repeated-decision" | "decision-status" | "decision-count" | "no-refinements" | "duplicate-refinement")
  | ("text-left-out" | "answered-gap" | "vague-answer" | "answered-by-agent")
  | (string & {});

export interface Diagnostic {
  /** Stable, in kebab-case; each is documented with an example and a fix. */
  code: DiagnosticCode;
  level: "error" | "warning" | "note";
  message: string;
  help: string | null;
  /** The exact change that fixes it, if one is certain. */
  edit: { span: Span; text: string } | null;
  span: Span | null;
}

/** What the host knows apart from the reply. */
export interface CheckOptions {
  /** json-return: the session that was delegated. */
  sessionId?: string;
  /** json-return: the artifact paths that exist, with their sizes in bytes. */
  artifacts?: { path: string; bytes: Count }[];
  /** Result types of your own. */
  types?: CustomType[];
}
export interface CheckResult {
  /** "unreadable": nothing of the format that was asked for could be read. Strict users accept "conforms" alone, lenient ones all but "unreadable". */
  grade: "conforms" | "warnings" | "errors" | "unreadable";
  /** The diagnostics of `parse`, and one for each rule of the format that the reply breaks. */
  diagnostics: Diagnostic[];
  /** The instruction to send back to the subagent, ready to paste; null where it conforms or only warns. */
  repair: string | null;
  /** The validation-failure text of the return format, for a person; null outside of it and where it conforms. */
  failure: string | null;
  /** The same, as entries of an `errors.json`. */
  failures: { type: "validation"; message: string; recoverable: boolean; recommendation: string }[];
}
/** Checks one reply against what was asked for, else against the format that it is written in. Refuses what `parse` refuses. */
export function check(reply: Reply | string, options?: CheckOptions): CheckResult;
/** Makes every change that a diagnostic of `check` offers. A second call changes nothing. */
export function fix(reply: Reply | string, options?: { types?: CustomType[] }): { text: string; changes: Count };
/**
 * Diagnostics of a text for people, as a compiler shows them: the line, a mark below it, the help; in colour for a terminal;
 * or as annotations of a GitHub workflow, one a line. `source` names the file.
 */
export function showDiagnostics(
  diagnostics: Diagnostic[],
  text: string | Uint8Array,
  options?: { source?: string; style?: "plain" | "coloured" | "github" },
): string;
/** The codes of all diagnostics. */
export function codes(): DiagnosticCode[];
/** What a diagnostic code means, with an example and its fix, as Markdown. */
export function explain(code: DiagnosticCode): string;
/**
 * The compact instruction to put into a subagent's prompt, version 1. Variables that are given are filled in, each on one
 * line and cut off after 200 characters; the others stay as placeholders `<…>`; one that the type does not take is refused.
 * digest takes Doc; consistency DocA and DocB; verification ItemList, an item a line; implementation Task; design-plan
 * Screen; return SessionId, AgentType, DelegationDepth and DelegationPath; a type of your own Scope.
 */
export function prompt(
  type: Expected,
  variables?: { [name in PromptVariable]?: string },
  options?: { types?: CustomType[] },
): string;
/** A variable of an instruction. */
export type PromptVariable =
  | ("Doc" | "DocA" | "DocB" | "ItemList" | "Task" | "Screen" | "Scope")
  | ("SessionId" | "AgentType" | "DelegationDepth" | "DelegationPath");

/**
 * A result type of your own, beside the five of the protocol: its name in lower case, `security-scan`, alone or with the
 * columns that its finding table has. A reply with a type that is not registered is read too; `unknown-type` says so.
 */
export type CustomType = string | { name: string; columns?: CustomColumn[] };
export interface CustomColumn {
  /** The header. */
  name: string;
  /**
   * The field of a finding that the column fills, in the place of the protocol's own column: `{ name: "Risk", role:
   * "severity" }`. Without one, the cell is kept in `extra` of the finding, under the name.
   */
  role?: "id" | "severity" | "type" | "location" | "counterLocation" | "title" | "description" | "suggestion";
  /** `check` reports it if it is missing. Default: false, or, with a role, as for the protocol's own column. */
  required?: boolean;
  /** Other headers that mean it. */
  synonyms?: string[];
}

// ───────────────────────────── many replies, one report

export interface AggregateOptions {
  title?: string;
  /**
   * What was dispatched, so that a reply that never came is a gap rather than silence. `asked` is the prompt, with which `retry`
   * asks units again that never answered.
   */
  expected?: { unit: string; agent?: string; expect?: Expected; asked?: string }[];
  /** Or the plan itself: its units and its threshold. The report says what was collected, and which waves failed. */
  plan?: DispatchPlan;
  /** Under this coverage, or with none stated, a PARTIAL reply is listed for retry; one that says to be
   * done, where it states less. Percent; default: the plan's, else 80. */
  retryBelow?: Percent;
  /** Your decisions on findings, by fingerprint. */
  decisions?: (PairDecision | FindingDecision)[];
  /**
   * An earlier report: what is new, open, fixed, regressed since. A Markdown report works too, but does not say who looked at
   * what, so nothing is called fixed.
   */
  previous?: Report | string;
  /** Result types of your own, which the replies and what is expected may have. Those of `plan` need not be given again. */
  types?: CustomType[];
}

/** Whether two findings are the same. Of contradicting decisions, that they differ wins. */
export interface PairDecision {
  fingerprints: [string, string];
  same: boolean;
}
/** Your decision on a finding and all that are merged with it: a status, a severity, or both. */
export interface FindingDecision {
  fingerprint: string;
  /** A dismissed finding stays in the report, but counts neither for the verdict nor for `failOn`. */
  status?: "accepted" | "dismissed" | null;
  /** Its severity, whatever the agents say. */
  severity?: Severity | null;
  /** Why. */
  reason?: string | null;
  /** Who decided. */
  by?: string | null;
}

/**
 * Reads and merges all replies. Their order does not change the result. Up to 64 MiB of UTF-8 are read together, the rest are
 * ERROR rows. More than 256 MiB are refused ("too-large"), and so is a batch that needs more memory than the host has: 64 MiB
 * of tables take about 2 GiB.
 */
export function aggregate(replies: Iterable<Reply | string>, options?: AggregateOptions): Report;
/**
 * markdown, html, json: for people and for this package. sarif, github, gitlab, junit, rdjson, csv: what other tools read,
 * see `docs/output-formats.md`. github-summary: Markdown that is small enough for a step summary of GitHub.
 */
export type Format =
  | ("markdown" | "html" | "json")
  | ("sarif" | "github" | "gitlab" | "junit" | "rdjson" | "csv" | "github-summary");
/** How a report is shown. JSON and the formats of other tools always contain the whole report. */
export interface RenderOptions {
  /** The order of the sections. Default: "report". */
  template?: "report" | "audit" | "verify" | "review";
  /**
   * Only these sections, in this order. parking, decisions and tasks are rows that are ready for PARKING.md,
   * DECISIONS.md and TASKS.md; no template has them.
   */
  sections?: SectionName[];
  /** Findings whose agents are less sure (in percent) are left out, and listed. Findings without a confidence stay. */
  minConfidence?: Count;
  /** At most this many characters, as a string's `length` counts them; the report says what it leaves out. */
  budget?: Count;
  /**
   * html: "page" (the default) is a page that stands alone, with its styles and a policy that lets in nothing else;
   * "fragment" is its one `<article class="reconvene-report">`, for a page of yours. Other formats ignore it.
   */
  document?: "page" | "fragment";
}
/** A section of a report as text. */
export type SectionName =
  | ("summary" | "coverage" | "findings" | "critical" | "warnings" | "others" | "details" | "comparison" | "conflicts")
  | ("themes" | "connections" | "health" | "cross-references" | "pairs" | "dimensions" | "suggestions" | "gaps")
  | ("checklist" | "implementation" | "designs" | "returns" | "steps" | "digests" | "knowledge" | "parked")
  | ("implications" | "replies" | "notes" | "parking" | "decisions" | "tasks");
/** A report as text. A report from elsewhere is untrusted like any other text. */
export function render(report: Report, format: Format, options?: RenderOptions): string;
/** The assessments that were merged into a finding, each with its reply; the first is the one shown. */
export function membersOf(report: Report, finding: UnifiedFinding): { reply: AgentResult; finding: Finding }[];
/**
 * Which of some conditions a report meets, in their order, each with what meets it: ids of findings with their severity,
 * units, criteria, sentences. Empty if the report gives no reason to fail.
 */
export function failOn(report: Report, conditions: FailCondition[]): { condition: FailCondition; causes: string[] }[];
/**
 * critical, major, minor: a finding of that severity or higher is open, or such an issue of a ledger is. partial, error: a unit's reply is. gap: a unit was
 * not analysed in full. missing: a unit never answered, or a checklist item is missing. failed: a criterion, a test or a
 * checklist item is not met. new, regressed: against the earlier report. conflict: several tasks changed one file at the
 * same time. rework, inconclusive: the verdict.
 */
export type FailCondition =
  | ("critical" | "major" | "minor" | "partial" | "gap" | "missing" | "failed" | "error" | "new" | "regressed")
  | ("conflict" | "rework" | "inconclusive");
/** `render(aggregate(replies), format)` in one step, without a JavaScript object for any finding: the fast way. */
export function report(
  replies: Iterable<Reply | string>,
  format: Format,
  options?: AggregateOptions & RenderOptions,
): string;

export type Verdict = "approve" | "approve-with-changes" | "needs-rework" | "inconclusive";

export interface Report {
  schema: "reconvene/report/v1";
  title: string;
  /**
   * Whether the work can go on. "inconclusive": no reply came, or none could be understood. "approve" only if every
   * expected reply came and was understood in full, and no critical or major finding is open.
   */
  verdict: Verdict;
  /** Why, in sentences: counts that the report shows, and the replies that could not be read. Never empty. */
  reasons: string[];
  summary: Summary;
  executiveSummary: string;
  /** One row for each unit, expected or answered. */
  coverage: CoverageRow[];
  findings: UnifiedFinding[];
  conflicts: Conflict[];
  /** Possible duplicates: pairs that were kept separate because it is not certain. At most three for a finding. */
  suggestions: { findings: [string, string]; fingerprints: [string, string]; reason: string; similarity: Percent }[];
  gaps: CoverageGap[];
  /** Null where no reply is a digest. */
  digests: DigestIndex | null;
  /** Null where no reply is a digest. */
  knowledge: Knowledge | null;
  /** Null where no reply is a verification. */
  checklist: Checklist | null;
  /** Null where no reply is an implementation report. */
  implementation: ImplementationRollup | null;
  /** Null where no reply is a design plan. */
  designPlans: DesignRollup | null;
  /** Null where no reply is a JSON return. */
  returns: ReturnRollup | null;
  /** Null where no reply is on a test run. */
  steps: StepsRollup | null;
  synthesis: Synthesis;
  parked: (Omit<ParkedFinding, "span"> & { units: string[] })[];
  implications: (Omit<DecisionImplication, "span"> & { units: string[] })[];
  /** Against `previous`, by the same matching that merges; null without it. */
  comparison: Comparison | null;
  /** The replies as read, sorted by unit, agent, attempt, then text. */
  results: AgentResult[];
  /** What concerns the whole: a bucket too large, replies split, contradicting decisions, a wave that failed. */
  diagnostics: Diagnostic[];
  /** The result types that were registered, where there are any: `retry` asks for their columns. */
  types?: CustomType[];
}

export interface Summary {
  replies: Count;
  byStatus: Record<Status, Count>;
  /** Replies without a summary line or any other stated result (also counted under PARTIAL). */
  unparseable: Count;
  units: Count;
  /** Units analysed in full, percent of all units; null without any unit. */
  coverage: Percent | null;
  findings: Count;
  bySeverity: Record<Severity, Count>;
  byType: { type: string; count: Count }[];
  /** Findings as reported, before merging: always the sum of all members. */
  reported: Count;
  conflicts: Count;
}
export interface CoverageRow {
  unit: string;
  agents: string[];
  status: Status | "MISSING";
  statedStatus: string | null;
  coverage: Percent | null;
  /** How sure the agent says it is, of the reply that decides. */
  confidence: "high" | "medium" | "low" | null;
  /** How long it took, as the reply that decides says it. */
  duration: string | null;
  findings: Count;
  reason: string | null;
  results: Count[];
  /** The prompts of agents that never answered, where `expected` had them. */
  unanswered?: { agent: string | null; asked: string }[];
}
export interface UnifiedFinding {
  /** "G1", "G2", … in report order: severity, type, location, key. */
  id: string;
  /** Versioned hash of type and places of the finding shown; made unique within a report. */
  key: string;
  severity: Severity;
  type: FindingType | null;
  location: Location | null;
  counterLocation: Location | null;
  title: string | null;
  description: string;
  suggestion: string | null;
  /**
   * How sure the agents say they are of it, the surest of them. `percent` of a word is the least that it means: high 80,
   * medium 50, low 0.
   */
  confidence: { stated: string; percent: Count } | null;
  /** Every assessment that was merged: `results[result].findings[finding]`. The first is the one shown. */
  members: { result: Count; finding: Count }[];
  /** Distinct replies that reported it, attempts of one dispatch counted once. */
  agreement: Count;
  /** The units whose replies reported it, sorted; a reply that names none adds none. */
  units: string[];
  /** The types of the replies that reported it, sorted. */
  replyTypes: ResultType[];
  /** Whether a decision of yours merged members of it. */
  decided: boolean;
  /** Your decision on it. Of contradicting decisions, the one that takes the finding more seriously applies. */
  decision: {
    fingerprint: string;
    status: "accepted" | "dismissed" | null;
    severity: Severity | null;
    reason: string | null;
    by: string | null;
  } | null;
  /** Ids of findings of other units or dimensions on the same section or concept, one of the two at least major. At most 32. */
  connections: string[];
  /** Compared with `previous`; null without it, and if everyone who reports the finding calls it resolved. */
  baseline: "new" | "open" | "regressed" | null;
}
/**
 * Findings compared with those of an earlier report. A finding from there has the id that it had there, and no members: the
 * replies that reported it are not in this report.
 */
export interface Comparison {
  /** Ids. */
  new: string[];
  open: string[];
  /** Settled before, and now back. */
  regressed: string[];
  /** Gone although its unit was analysed in full, or called resolved by everyone who reports it now. */
  fixed: UnifiedFinding[];
  /**
   * Gone, but it may still exist: no reply of its type analysed one of its units in full this time, or a new finding may be the
   * same (see `suggestions`).
   */
  unverified: UnifiedFinding[];
  /** Settled already when the earlier report was made, and not back: kept, so that it is recognised if it returns. */
  settled: UnifiedFinding[];
  /** New findings (`finding`) that may be what had the id `earlier` in the earlier report. */
  suggestions: { finding: string; earlier: string; similarity: Percent }[];
  /** Findings that are still open, with a higher or lower severity than before. */
  severityChanges: { finding: string; from: Severity; to: Severity }[];
}
/** severity and type: within one finding. presence: an agent was CLEAN on a unit where another found something. */
export interface Conflict {
  kind: "severity" | "type" | "presence";
  findings: string[];
  message: string;
  assessments: { result: Count; says: string }[];
}
export interface CoverageGap {
  unit: string;
  status: Status | "MISSING";
  reason: string;
  coverage: Percent | null;
  /** How sure the agent says it is of its result. */
  confidence: "high" | "medium" | "low" | null;
  retry: boolean;
  /** What was not covered, in the agent's words. */
  missing: string | null;
  /** What the agent says of its coverage beyond a bare figure ("S1, S2"): as a rule what was covered. */
  statedCoverage: string | null;
}
/** The contents of the digests, for looking things up. */
export interface DigestIndex {
  /** One row for each digest. */
  documents: {
    document: string;
    result: Count;
    sections: Count;
    terms: Count;
    entities: Count;
    decisions: Count;
    references: Count;
  }[];
  /** Each term once, sorted. `drift`: its definitions differ, or the terms in `similar` have similar definitions in other documents. */
  terms: { term: string; definitions: { result: Count; definition: string }[]; drift: boolean; similar: string[] }[];
  /** Every `results[result].detail.references[index]`. `resolved` is null where no digest tells; where
   * it is false, the result has a finding of type "broken-reference" too. */
  references: { result: Count; index: Count; resolved: boolean | null }[];
}
/** What several digests say together. */
export interface Knowledge {
  terms: string[];
  entities: { name: string; kind: string | null; documents: string[] }[];
  decisions: { decision: string; rationale: string | null; document: string }[];
  /** Rules of behaviour and constraints. */
  rules: KnownText[];
  /** What is only aspired to. */
  aspirations: KnownText[];
  /** What is neither decided nor aspired to. */
  unclear: KnownText[];
  /** Claims about technologies. */
  claims: KnownText[];
  /** What each document says, in a few sentences. */
  summaries: KnownText[];
  /** What the agents want to be noticed, Markdown. */
  notable: KnownText[];
  /**
   * Which documents refer to which others. `broken`: references that lead nowhere. `natures`: what kinds of references the
   * digests call them.
   */
  graph: { from: string; to: string; references: Count; broken: Count; natures: string[] }[];
}
/** What a document says, and where. */
export interface KnownText {
  text: string;
  section: string | null;
  /** Of a claim: whether it can be verified, as written. Null of anything else, and where the reply does not say. */
  verifiable: string | null;
  document: string;
}
/** Each item once, over all versions of its unit (`REVIEW_v1.md`, `REVIEW_v2.md`) and all attempts. */
export interface Checklist {
  items: {
    /** The unit of the reply that is shown: of the latest version that mentions the item, what is left to do. */
    unit: string | null;
    item: ChecklistItem;
    /**
     * fixed: all who mention it last say applied or not-applicable. regressed: it was applied before. new: only the
     * latest of several versions has it.
     */
    state: "new" | "open" | "fixed" | "regressed";
    /** Every mention, `results[result].detail.items[item]`, the earliest version first. */
    history: { unit: string; status: ItemStatus; result: Count; item: Count }[];
  }[];
  /** By the status of the item shown. */
  byStatus: Record<ItemStatus, Count>;
}
/** The implementation reports, together. Of a unit that was asked again, the last attempt counts. */
export interface ImplementationRollup {
  /** `criteria`, `tests`: how many are met (tests: passed), and how many there are. `failed`: the names of those that are not. */
  tasks: {
    task: string;
    status: Status;
    criteria: { met: Count; total: Count };
    tests: { met: Count; total: Count };
    failed: string[];
    unit: string | null;
  }[];
  files: { path: string; tasks: string[] }[];
  /** Files that several tasks touched which ran at the same time, with these tasks. */
  fileConflicts: { path: string; tasks: string[] }[];
  /** Files that only the orchestrator writes (DECISIONS.md, PARKING.md, …), with the tasks that changed them. */
  sharedFiles: { path: string; tasks: string[] }[];
  /** The tasks that touched a file at the same time as others, to be run again one after the other. */
  rerunSequentially: string[];
  /** L2 before L1 before L0. */
  gaps: (Omit<Gap, "span"> & { task: string })[];
  /** Sorted by package. */
  dependencies: (Omit<Dependency, "span"> & { task: string })[];
  /** Units of which an implementation was asked, and none was read. */
  unanswered: string[];
}
/** The design plans, together. Of a screen that was planned again, the last attempt counts. */
export interface DesignRollup {
  screens: { screen: string; status: Status; components: Count; missing: Count }[];
  /** The components that the library lacks, with the screens that need them. */
  missing: { needed: string; screens: string[] }[];
  /** Screens that wait for components, or whose planning failed. */
  blocked: string[];
  /** Screens that can be carried out now, in this order. An incomplete plan is neither here nor blocked. */
  order: string[];
}
/** The JSON returns, together. Of a unit that was asked again, the last attempt counts. */
export interface ReturnRollup {
  artifacts: { unit: string | null; artifact: Omit<Artifact, "span"> }[];
  errors: { unit: string | null; error: Omit<ReturnError, "span"> }[];
  nextSteps: { unit: string | null; text: string }[];
}
/** The test runs, a row for each unit. Of a unit that was asked again, the last attempt counts. */
export interface StepsRollup {
  stories: { unit: string; passed: Count; total: Count; failed: string[] }[];
}
/** The rating of a dimension, or its agents' own word. */
export type Rating = ("good" | "some-issues" | "significant-problems" | "INCOMPLETE") | (string & {});
export interface Synthesis {
  /** Findings of different units or dimensions that name the same place or concept, one of them at least major. */
  connections: { findings: string[]; on: string }[];
  /**
   * Three findings or more, of two units or dimensions or more, by a section of a document, a term or code word that sets
   * them apart, or what they suggest; at most seven. `critical`: it goes over two dimensions or more, and one of its
   * findings is at least major. No theme changes the severity of its findings.
   */
  themes: {
    by: "document" | "concept" | "cause";
    subject: string;
    findings: string[];
    dimensions: string[];
    critical: boolean;
  }[];
  /**
   * Each dimension that was judged. `rating`: as stated ("good" only where somebody judged it in full), else "good",
   * "some-issues" or "significant-problems" by its findings, "INCOMPLETE" where nobody judged it in full. `trend`:
   * against `previous`.
   */
  health: { dimension: string; rating: Rating; trend: "better" | "same" | "worse" | null; findings: Count }[];
  /** Each pair of documents that was compared, or should have been. */
  crossReferences: {
    documents: [string, string];
    status: "CONSISTENT" | "TENSION" | "CONFLICT" | "UNVERIFIED";
    findings: Count;
  }[];
}

/**
 * Collects replies as they arrive; the report at any moment equals `aggregate` of what has been added, however many
 * collectors the replies came through, and in whatever order those were merged.
 */
export class Collector {
  constructor(options?: AggregateOptions);
  /** What the reply says. One that is too large is an ERROR result here, as in `aggregate`. */
  add(reply: Reply | string): AgentResult;
  readonly progress: {
    /** Replies; equal deliveries under one id count once. */
    received: Count;
    /** Units that were dispatched; null where that was not said. */
    expected: Count | null;
    /** Usable replies: neither an ERROR nor a text that was not understood. */
    understood: Count;
    /** Units that failed. */
    failed: Count;
    /** Answers that are still to come; 0 if nothing was expected. */
    pending: Count;
    /** Units of which no reply came, or not from every agent that was asked. */
    missing: string[];
    /**
     * While answers are still to come "4/9 agents complete: 3 understood, 1 failed, 5 pending", at the end "Collected 7/9 results
     * (2 failed)".
     */
    message: string;
  };
  /** Adds everything of another collector: merging is associative and commutative. Different options: "bad-argument". */
  merge(other: Collector): void;
  report(): Report;
  /** Plain data, to be stored and continued from later: the same for the same replies, in whatever order they came. */
  toJSON(): CollectorState;
  /** A collector with everything that another one had: `JSON.parse` of its JSON. */
  static from(state: unknown): Collector;
}
/**
 * What a collector holds, as plain data. The texts are strings, whatever came as bytes. On the command line `collect` and `merge`
 * write it as a line, and `report --state` reads it.
 */
export interface CollectorState {
  schema: "reconvene/collector/v1";
  options: AggregateOptions;
  replies: (Omit<Reply, "text"> & { text: string })[];
}

// ───────────────────────────── dispatch

/**
 * What to send out for a mode: one of ours, or one of `input.modes`; or "list", for `input.units`. The order of documents and reviews changes
 * nothing. Everything in the input that is wrong or missing is named in the error's message, each in a sentence.
 */
export function plan(mode: Mode, input: PlanInput): DispatchPlan;
/**
 * A plan for just what a report does not cover: its own attempt number; units, waves and threshold from the plan where
 * given. Without a plan, what the report lists for retry; if the report is of a session, with the prompts that its
 * subagents were given (`meta.asked`). Make the report with the same plan (`options.plan`): without it,
 * a reply that only claims a unit counts as its answer.
 */
export function retry(report: Report, plan?: DispatchPlan): DispatchPlan;
/** The five agent definition files, ready to write under an agents folder: `path` is a file name. */
export function agents(config?: OrchestrationConfig): { path: string; text: string }[];
/**
 * What a configuration file in the style of `.clarity-loop.json` says: its blocks `orchestration`, `modes` and
 * `dimensions`, to be spread into the input of `plan`, and `types`, which is an option of `parse`, `check`,
 * `fix`, `prompt` and `report` as well. Every key and value in them that is wrong is named in the error.
 */
export function configuration(text: string): Required<Pick<PlanInput, "config" | "modes" | "dimensions" | "types">>;
/**
 * The block `types` of such a file alone: what else is wrong in it is not looked at, since `parse`, `check`, `fix`, `prompt`
 * and `report` need nothing else of it.
 */
export function registeredTypes(text: string): CustomType[];
/** A plan for people, as Markdown. */
export function showPlan(plan: DispatchPlan): string;

export type Mode =
  | (
      | "audit"
      | "verify"
      | "spec"
      | "review"
      | "re-review"
      | "code-review"
      | "run"
      | "autopilot"
      | "mockups"
      | "tokens"
      | "start"
      | "list"
    )
  | (string & {});
export interface OrchestrationConfig {
  /** "auto": in teams where there are any. "teams": in teams, or refused. "disabled": one after the other. */
  fanOut?: "auto" | "teams" | "disabled";
  /** The most at one time, 1 to 1,000. Default: 10. */
  maxAgents?: number;
  /** How long to wait for a reply, in milliseconds. Default: 300,000. */
  agentTimeout?: number;
  /** Agents by name, each with its model. Default: "opus" for the task implementer, else "sonnet". */
  models?: Record<string, string>;
  teamsAvailable?: boolean;
}
export interface PlanInput {
  /** Paths. */
  documents?: string[];
  /** verify: those of them that changed. */
  changed?: string[];
  /** audit, review: in the place of the mode's own. */
  dimensions?: string[];
  /** re-review: paths. */
  reviews?: string[];
  /** review: it fans out from 500 on. */
  proposalLines?: number;
  /** Summaries of documents from the first wave, by path; without them the second wave gets paths. What has one is not read
   * again. */
  summaries?: Record<string, string>;
  /** The report of the first wave: its digests are summaries too. */
  after?: Report;
  tasks?: {
    /** Of one task: "T-3". */
    id: string;
    description: string;
    /** run, autopilot: needed, unless the variable SPEC_REFERENCE is given. */
    spec?: string;
    /** run, autopilot: needed, unless the variable ACCEPTANCE_CRITERIA is given. */
    criteria?: string[];
    /** Ids of other tasks of the list that must be done before it. */
    after?: string[];
    /** The paths that it touches. */
    files?: string[];
    /** The section of the test specification that is on it: TEST_SPEC_SECTION of this task alone. */
    testSpec?: string;
    /** Paths of what to read first, on libraries and conventions: CONTEXT_FILES of this task alone. */
    contextFiles?: string[];
    /** What to know of the tasks before it, beside their names and files: in DEPENDENCY_CONTEXT of this task alone. */
    dependencyContext?: string;
  }[];
  /** run and autopilot fan out only where a person approved the groups. */
  approved?: boolean;
  /** mockups needs the variables DESIGN_SYSTEM and UI_SCREENS_SPEC beside them. */
  screens?: { name: string; spec: string }[];
  componentsExist?: boolean;
  /** tokens: one to three token categories, with the design decisions on each. Default: Colors, Typography and Spacing, with
   * the decisions of the variables TOKEN_DECISIONS or DECISIONS_CONTEXT. */
  tokens?: { category: string; decisions?: string }[];
  /**
   * list: units of your own. Where the prompt holds no instruction of ours, the one for `expect` is put below it; without
   * either, one for a type "review", a table of findings. `subject` says in a few words what is done (default: the unit).
   */
  units?: { unit: string; agent: string; prompt: string; expect?: Expected; subject?: string; model?: string }[];
  /**
   * Further variables for the prompts (FOCUS, CHANGE_MANIFEST, DESIGN_SYSTEM, …): each agent gets those that it has.
   * SessionId, DelegationDepth and DelegationPath are filled into the form of returns; list takes these alone.
   */
  variables?: Record<string, string>;
  /** Your own modes; one with the name of a built-in mode replaces it. */
  modes?: Record<string, { waves: OwnWave[] }>;
  /** Result types of your own, which waves of your own modes may expect. */
  types?: CustomType[];
  config?: OrchestrationConfig;
}
export interface OwnWave {
  name: string;
  each: "document" | "pair" | "changed-pair" | "dimension" | "review" | "task" | "screen" | "token" | "task-list";
  agent: string;
  expect: Expected;
  variables?: Record<string, string>;
}
/** Which agents are asked for what, wave after wave. */
export interface DispatchPlan {
  schema: "reconvene/plan/v1";
  mode: Mode;
  /** Whether the units of a wave run at the same time; where not, each wave has one. */
  fanOut: boolean;
  /** Why it does not fan out; in a retry also what to do instead of asking agents. */
  reason: string | null;
  /** Under this coverage, or with none stated, a PARTIAL reply is asked for again; one that says to be done, where it
   * states less. */
  retryBelow: Percent;
  /** `roundOf`: the wave that it is a round of, where that had to be split. */
  waves: { name: string; roundOf?: string | null; team: string | null; units: DispatchUnit[] }[];
  /** Estimates, from and to. */
  tokens: { fanOut: [Count, Count]; sequential: [Count, Count] };
  /** What fanning out takes and gives in this mode, against one thing after the other: how many times the tokens ("2-3.5x"),
   * and how many times as fast ("5-10x"). Not there where that is not known of the mode, or it does not fan out. */
  factors?: { tokens: string; speed: string };
  /** tokens, start: the replies are drafts made in advance. Discard those that no longer fit. */
  speculative?: boolean;
  /** What would help the agents but was not given, each in a sentence. Absent if there is nothing. */
  notes?: string[];
  /** The result types that were registered, where there are any: `aggregate` with the plan, and `retry`, need no others. */
  types?: CustomType[];
  /** What to tell a person before it starts. */
  announcement: string;
}
/** A task as it was given. */
export interface PlannedTask {
  id: string;
  description: string;
  spec: string | null;
  criteria: string[];
  after: string[];
  files: string[];
  testSpec?: string;
  contextFiles?: string[];
  dependencyContext?: string;
}
export interface DispatchUnit {
  /** The name to label its reply with. */
  unit: string;
  agent: string;
  subject: string;
  model: string;
  expect: Expected;
  /** The task; or the tasks of a group, in the order in which they are to be done, each with a reply of its own. */
  tasks?: PlannedTask[];
  /** start: the ids of the tasks that it is to create. A reply that shows not all of them as criteria is a gap. */
  creates?: string[];
  attempt: Ordinal;
  /** In the order of the prompt. */
  variables: Record<string, string>;
  /** The variables, a blank line, and what `prompt(expect)` gives. */
  prompt: string;
  timeoutMs: Count;
}

// ───────────────────────────── clarifications

/**
 * Questions that agents ask and people answer, and what is decided by the answers. Documents are Markdown, as a string or
 * as bytes of UTF-8; the JSON shapes of them are read too. What is written is always Markdown.
 */
export namespace clarifications {
  /** clear: something specific is said. vague: nothing can be done with it. */
  type Verdict = "clear" | "vague" | "not_answered";
  interface Choice {
    /** What it is called: "A" as a rule. Letters are never renumbered. */
    letter: string;
    text: string;
    /** Whether it is the one that leaves the answer open. */
    other: boolean;
    /** Whether its box is ticked, or the answer names it. */
    chosen: boolean;
  }
  interface Question {
    /** "Q1", "R1.2" or "R12.1a". */
    id: string;
    /** The id that its own id names as its parent. */
    parent: string | null;
    /** Without the id and the mark `[MUST ANSWER]`. */
    title: string;
    mustAnswer: boolean;
    /** The title of its section; null where it stands in none. */
    section: string | null;
    body: string;
    choices: Choice[];
    recommendation: string | null;
    /** Without the mark `(accepted recommendation)`; null where there is none. */
    answer: string | null;
    /** Whether the answer has that mark: it is the recommendation, filled in. */
    autofilled: boolean;
    consolidatedFrom: string[];
    refinements: Question[];
    /** From its heading to the end of its own text; its refinements stand outside. */
    span: Span;
  }
  interface Section {
    /** Empty where questions stand before the first section. */
    title: string;
    /** What stands in it outside of every question. */
    text: string;
    questions: Question[];
  }
  /** What stands under `## Needs Clarification`. */
  interface DocumentNote {
    kind: "contradiction" | "critical-gap" | "note";
    title: string;
    body: string;
  }
  interface Document {
    /** The fields in order, as written. What is no field has the key "". */
    frontmatter: Extra;
    sections: Section[];
    notes: DocumentNote[];
    /** Text outside of every section, verbatim and in order. */
    remainder: { text: string; span: Span }[];
    diagnostics: Diagnostic[];
  }
  /** `answer-evaluation.json`, its keys in this order. */
  interface Evaluation {
    /** All answers are clear, at least half of them, or fewer. */
    verdict: "sufficient" | "mixed" | "insufficient";
    answered_count: Count;
    empty_count: Count;
    vague_count: Count;
    /** Refinements among them. */
    total_count: Count;
    /** The counts in a sentence. */
    reasoning: string;
    /** In the order of the document. */
    per_question: { question_id: string; verdict: Verdict }[];
  }
  /** As it is passed in: evaluations of before have no verdicts on each question, and then the rules judge. */
  type GivenEvaluation = Omit<Evaluation, "reasoning" | "per_question"> &
    Partial<Pick<Evaluation, "reasoning" | "per_question">>;
  interface DecisionEntry {
    /** "D1". */
    id: string;
    /** Without a mark such as `[Contradiction]`. */
    title: string;
    /** The ids of the questions that it comes from. */
    source: string[];
    section: string | null;
    /** `question` where the field names it: `**Answer (Q2)**`. */
    answers: { question: string | null; text: string }[];
    status: "draft" | "resolved" | "conflict-resolved" | "critical-gap" | "contradiction";
    note: string | null;
    /** Null also where that is still to be written. */
    implications: string | null;
    /** Null also where that is still to be written. */
    reasoning: string | null;
    /** Text outside of every field has the key "". */
    extra: Extra;
    span: Span;
  }
  interface Decisions {
    frontmatter: Extra;
    /** The field `status` of the front matter. */
    status: string | null;
    entries: DecisionEntry[];
    remainder: { text: string; span: Span }[];
    diagnostics: Diagnostic[];
  }
  /** Answers that cannot both hold, as whoever reasoned about them says. */
  interface Contradiction {
    questions: string[];
    title: string;
    note: string;
  }
  interface DecisionChange {
    decision: string;
    /** Its status before; null where it is new. */
    from: DecisionEntry["status"] | null;
    /** Its status now; "missing" where there is no such decision. */
    to: DecisionEntry["status"] | "missing";
    because: string;
  }
  interface TraceEntry {
    id: string;
    kind: "question" | "refinement" | "decision";
    title: string;
    /** What it came from: of several sources, the first. */
    parent: string | null;
    /** What came of it, in order. */
    children: string[];
    /** Whether what it came from is not there, or not said. */
    orphan: boolean;
  }

  function parse(markdown: string | Uint8Array): Document;
  /**
   * The same document in the canonical format. Formatting twice changes nothing, and no text is lost. A text that would be
   * read otherwise once it is moved stays as it is.
   */
  function format(markdown: string | Uint8Array): string;
  function evaluate(markdown: string | Uint8Array): Evaluation;
  /**
   * Fills empty answers from the recommendation of the same question, and of no other. Only the lines of those answers
   * change.
   */
  function autofill(markdown: string | Uint8Array): { markdown: string; filled: string[] };
  /**
   * Gives questions an answer, by their ids; an empty one takes it back. Only the lines of those answers change. An id that
   * the document has not is an error.
   */
  function answer(markdown: string | Uint8Array, answers: Record<string, string>): string;
  /**
   * One unit for each section with an answer that is not clear, with the document, the verdicts and the clear answers of the
   * section. What comes back are refinements, for `consolidate`; `expect` of such a unit means nothing.
   */
  function plan(markdown: string | Uint8Array, evaluation?: GivenEvaluation): DispatchPlan;
  /**
   * Puts the subagents' refinements under their questions: each once, numbered on. What is there stays as it is. The order of
   * the replies changes nothing.
   */
  function consolidate(
    markdown: string | Uint8Array,
    replies: Iterable<Reply | string>,
    options?: { contradictions?: Contradiction[]; evaluation?: GivenEvaluation },
  ): { markdown: string; added: string[]; diagnostics: Diagnostic[] };
  /** decisions.md, drafted from the clear answers, with critical gaps and the contradictions that are passed in. */
  function draft(
    markdown: string | Uint8Array,
    options?: { contradictions?: Contradiction[]; evaluation?: GivenEvaluation },
  ): string;
  function parseDecisions(markdown: string | Uint8Array): Decisions;
  /**
   * What becomes of each decision, given newly answered refinements: the merge protocol. `contradicted`: ids of decisions.
   * What only somebody who reasons can write is left as `[to be written]`.
   */
  function merge(
    decisions: string | Uint8Array,
    clarifications: string | Uint8Array,
    options?: { contradicted?: string[] },
  ): { markdown: string; changes: DecisionChange[] };
  /** Q → R → D, each item with where it came from and where it went. */
  function trace(clarifications: string | Uint8Array, decisions?: string | Uint8Array): TraceEntry[];
  /** The same as a Mermaid graph; no text in it acts. */
  function graph(clarifications: string | Uint8Array, decisions?: string | Uint8Array): string;
}

// ───────────────────────────── hosts

/**
 * Makes the module ready. Needed once in browsers and workers, and wherever `reconvene/inline` is used, before any other
 * call; a no-op in Node and in Workers runtimes, where it is ready at import. Without a source, the module is fetched from
 * beside the package's own files. Once it is ready, further calls do nothing; after a failure it may be called again.
 */
export function init(source?: string | Web["URL"] | Web["Request"] | ArrayBuffer | Web["Module"]): Promise<void>;
/** `URL`, `Request` and `WebAssembly.Module`, in projects that have the types of the web or of Node, and never elsewhere. */
interface Web {
  URL: InstanceIn<typeof globalThis, "URL">;
  Request: InstanceIn<typeof globalThis, "Request">;
  Module: typeof globalThis extends { WebAssembly: infer Assembly } ? InstanceIn<Assembly, "Module"> : never;
}
type InstanceIn<Scope, Name extends string> =
  Scope extends Record<Name, { prototype: infer Instance }> ? Instance : never;
export const version: string;
/** internal: a fault in reconvene; the next call works. All others are misuse. */
export type ErrorCode = "not-initialised" | "bad-argument" | "unknown-option" | "too-large" | "internal";
/** Thrown for misuse, and for a fault in reconvene. */
export class ReconveneError extends Error {
  constructor(code: ErrorCode, message: string, options?: ErrorOptions);
  readonly code: ErrorCode;
}
