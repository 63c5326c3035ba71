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
 * A whole number, 0 or more.
 * @asType integer
 * @minimum 0
 */
export type Count = number;
/**
 * A whole number, 1 or more.
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
  /** The full reply; empty if the agent failed without a word. Bytes are read as UTF-8; ill-formed bytes become U+FFFD and a diagnostic. */
  text: string | Uint8Array;
  /** Identifies the reply. Equal replies with the same id count once; different ones are all kept, with a diagnostic. */
  id?: string;
  /** The task that was asked for ("ARCHITECTURE.md + TDD.md"). Default: what the reply itself names. */
  unit?: string;
  /** The name of the agent. (A reply's own `Agent` field is a role that several agents may share.) */
  agent?: string;
  /** 1, 2, … if the same unit was asked again. The highest decides the unit's status; the findings of all attempts are kept. */
  attempt?: Ordinal;
  /** Where the text came from, such as a file name. It is only displayed. */
  source?: string;
  expect?: Expected;
  dialect?: Dialect;
  /** Set by `split` if the text had no `--- reply ---` lines: the number of the reply, from 1, and how many there were. */
  part?: [Ordinal, Ordinal];
  /** Set by `Collector.toJSON`: how many ill-formed sequences became U+FFFD. */
  replaced?: Count;
  /** Set by `Collector.toJSON`: how many bytes the reply had, if they were too many to keep. */
  oversize?: Count;
  /** The agent was stopped before it finished: the text is what it had written by then, and the reply is an ERROR. */
  timedOut?: boolean;
  /** Why the agent failed, if you know: the reply is an ERROR with this reason. `text` may then be left out. */
  error?: string | Error;
  /**
   * Anything else you know about the reply: kept as JSON, and returned with the result. A BigInt becomes its digits, and a circular
   * reference "[circular]".
   */
  meta?: Record<string, unknown>;
}

/**
 * Reads one reply. Never throws because of the text, however broken it is: see `diagnostics`. A reply of more than 16 MiB is
 * refused ("too-large"); in `aggregate` it is an ERROR row.
 */
export function parse(
  reply: Reply | string,
  options?: { ledger?: boolean; decisions?: boolean; types?: CustomType[] },
): AgentResult;
/**
 * The replies of agents that ran at the same time: `fromSettled(await Promise.allSettled(runs), units)`. `units` has the
 * unit of each promise, or an object with what else you know about the reply. The value of a promise is the text: a string, bytes, or an object
 * that has it under a usual name (`text`, `content`, `output`, `finalOutput`, …). If that is a plain object, its other fields (`usage`,
 * …) become `meta`, where your own `meta` counts first. Any other object is written as JSON. A promise that was rejected is a
 * reply with `error`, and `timedOut` if it was aborted.
 */
export function fromSettled(settled: PromiseSettledResult<unknown>[], units: (string | Omit<Reply, "text">)[]): Reply[];
/**
 * Splits a paste, a log or a file with several replies: at lines `--- reply ---`, otherwise before each RESULT line
 * with a type, header of an agent's report, JSON return, or test run with its own verdict, if there are at least two.
 * `types`: your own result types, which such a line may name. A text with one reply is returned as it is.
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
  /** As the host or the reply names it; in a report, otherwise the expected unit that has the name of the file in `source`. */
  unit: string | null;
  agent: string | null;
  attempt: Ordinal;
  source: string | null;
  /** Why the status is PARTIAL or ERROR; "no summary line" if there was none, "no output" if there was nothing. */
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
  /** The `meta` of the reply. */
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
  /** The confidence in full, such as "medium (high for the quoted text)". */
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
  /** The type in full, such as "contradiction / terminology drift". */
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
      /** Several steps have one line each. */
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
      /** Other texts of the test run, each under its label as written. */
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
  /** As written; empty if the steps have no numbers. */
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
  | ("cut-off" | "unit-differs" | "split-replies" | "bound-reached" | "missing-summary-line")
  | (
      | "inferred-status"
      | "several-summary-lines"
      | "summary-line-not-first"
      | "summary-line-malformed"
      | "unfilled-template"
    )
  | ("status-word" | "unknown-status" | "missing-type" | "unknown-type" | "unexpected-type" | "missing-subject")
  | ("pair-order" | "missing-metric" | "unknown-metric" | "metric-not-a-number" | "count-mismatch")
  | ("coverage-not-stated" | "coverage-status" | "coverage-differs" | "reason-not-stated" | "clean-with-findings")
  | ("clean-with-failures" | "status-taken-back" | "findings-without-failures" | "findings-not-read")
  | ("confirmation-not-stated" | "gap-not-stated" | "attempt-not-stated" | "recovery-not-stated" | "missing-metadata")
  | ("missing-field" | "repeated-field" | "unknown-protocol" | "unknown-confidence" | "unreadable-coverage")
  | ("metadata-form" | "section-order" | "missing-separator-row" | "missing-header" | "surplus-cells")
  | ("missing-cells" | "raw-pipe" | "column-name" | "missing-column" | "column-order" | "not-a-table")
  | ("fenced-table" | "table-passed-over" | "severity-passed-over" | "findings-passed-over" | "read-by-form")
  | ("read-by-likelihood" | "missing-id" | "repeated-id")
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
  | (
      | "contradicting-decisions"
      | "decision-needs-replies"
      | "decision-without-finding"
      | "question-form"
      | "no-questions"
      | "repeated-question"
    )
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

/** What you know beyond the reply. */
export interface CheckOptions {
  /** json-return: the session that was delegated. */
  sessionId?: string;
  /** json-return: the artifact paths that exist, with their sizes in bytes. */
  artifacts?: { path: string; bytes: Count }[];
  /** Your own result types. */
  types?: CustomType[];
}
export interface CheckResult {
  /** "unreadable": nothing of the format that was asked for could be read. A strict check accepts only "conforms", a lenient one everything but "unreadable". */
  grade: "conforms" | "warnings" | "errors" | "unreadable";
  /** The diagnostics of `parse`, and one for each rule of the format that the reply breaks. */
  diagnostics: Diagnostic[];
  /** The message to send back to the subagent, ready to paste; null if the reply conforms or has only warnings. */
  repair: string | null;
  /** The validation error of the JSON return format, as text for a person; null for other formats, and if the reply conforms. */
  failure: string | null;
  /** The same failures, as entries of an `errors.json`. */
  failures: { type: "validation"; message: string; recoverable: boolean; recommendation: string }[];
}
/** Checks a reply against the format that was asked for, otherwise against the one that it is written in. Refuses what `parse` refuses. */
export function check(reply: Reply | string, options?: CheckOptions): CheckResult;
/** Makes every change that a diagnostic of `check` offers. A second call changes nothing. */
export function fix(reply: Reply | string, options?: { types?: CustomType[] }): { text: string; changes: Count };
/**
 * Formats diagnostics as a compiler does: the line, a mark below it, the help. "coloured" is for terminals, "github" writes
 * annotations for a GitHub workflow, one per line. `source` names the file.
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
 * The compact instruction to put into a subagent's prompt, version 1. Your variables are filled in, each on one
 * line and at most 200 characters long; the others stay as placeholders `<…>`; a variable that the type does not take is refused.
 * digest takes Doc; consistency DocA and DocB; verification ItemList, one item per line; implementation Task; design-plan
 * Screen; return SessionId, AgentType, DelegationDepth and DelegationPath; review and your own types Scope.
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
 * Your own result type, in addition to the five of the protocol: its name in lower case (`security-scan`), alone or with the
 * columns of its finding table. A reply with an unregistered type is read too, with the diagnostic `unknown-type`.
 */
export type CustomType = string | { name: string; columns?: CustomColumn[] };
export interface CustomColumn {
  /** The header. */
  name: string;
  /**
   * The field of a finding that the column fills, instead of the protocol's own column: `{ name: "Risk", role:
   * "severity" }`. Without a role, the cell is kept in `extra` of the finding, under the column's name.
   */
  role?: "id" | "severity" | "type" | "location" | "counterLocation" | "title" | "description" | "suggestion";
  /** `check` reports it if it is missing. Default: false, or, with a role, as for the protocol's own column. */
  required?: boolean;
  /** Other headers for the same column. */
  synonyms?: string[];
}

// ───────────────────────────── many replies, one report

export interface AggregateOptions {
  title?: string;
  /**
   * What you asked for, so that a missing reply becomes a gap. `asked` is the prompt; `retry` uses it to ask units again that
   * never answered.
   */
  expected?: { unit: string; agent?: string; expect?: Expected; asked?: string }[];
  /** Instead of `expected`, the plan: its units and its retry threshold. The report then says what was collected, and which waves failed. */
  plan?: DispatchPlan;
  /**
   * In percent. A PARTIAL reply that states less coverage, or none, is listed for retry; so is a CLEAN or FINDINGS reply that
   * states less. Default: the plan's, else 80.
   */
  retryBelow?: Percent;
  /** Your decisions on findings, by fingerprint. */
  decisions?: (PairDecision | FindingDecision)[];
  /**
   * An earlier report to compare with: what is new, open, fixed or regressed. A Markdown report works too, but does not
   * record who looked at what, so nothing is called fixed.
   */
  previous?: Report | string;
  /** Your own result types, for replies and for `expected`. Those of `plan` need not be repeated. */
  types?: CustomType[];
}

/** Whether two findings are the same. If decisions contradict each other, the findings stay separate. */
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
 * Reads and merges all replies. Their order does not change the result. Up to 64 MiB of UTF-8 are read at once; the rest
 * becomes ERROR rows. More than 256 MiB are refused ("too-large"), and so is a batch that needs more memory than the host has: 64 MiB
 * of tables take about 2 GiB.
 */
export function aggregate(replies: Iterable<Reply | string>, options?: AggregateOptions): Report;
/**
 * markdown, html, json: for people and for this package. sarif, github, gitlab, junit, rdjson, csv: formats of other tools,
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
  /** Findings with a lower stated confidence (in percent) are left out, and only listed. Findings without a confidence stay. */
  minConfidence?: Count;
  /** At most this many characters, as a string's `length` counts them; the report says what was left out. */
  budget?: Count;
  /**
   * html: "page" (the default) is a self-contained page, with its styles and a content security policy that blocks
   * everything else; "fragment" is only its `<article class="reconvene-report">`, for your own page. Other formats ignore it.
   */
  document?: "page" | "fragment";
}
/** A section of a report as text. */
export type SectionName =
  | ("summary" | "coverage" | "findings" | "critical" | "warnings" | "others" | "details" | "comparison" | "conflicts")
  | ("themes" | "connections" | "health" | "cross-references" | "pairs" | "dimensions" | "suggestions" | "gaps")
  | ("checklist" | "implementation" | "designs" | "returns" | "steps" | "digests" | "knowledge" | "parked")
  | ("implications" | "replies" | "notes" | "parking" | "decisions" | "tasks");
/**
 * A report as text. A report from elsewhere is untrusted like any other text. `decisions` replace those that the report
 * was made with: findings, figures and verdict follow them; findings keep their ids. Merging or
 * separating findings needs the replies, see `aggregate`.
 */
export function render(
  report: Report,
  format: Format,
  options?: RenderOptions & { decisions?: (PairDecision | FindingDecision)[] },
): string;
/** The assessments that were merged into a finding, each with its reply; the first is the one shown. */
export function membersOf(report: Report, finding: UnifiedFinding): { reply: AgentResult; finding: Finding }[];
/**
 * The conditions that a report meets, in the given order, each with its causes: ids of findings with their severity, units,
 * criteria, sentences. Empty if the report gives no reason to fail.
 */
export function failOn(report: Report, conditions: FailCondition[]): { condition: FailCondition; causes: string[] }[];
/**
 * critical, major, minor: a finding or checklist item of that severity or higher is open. partial, error: a unit has that
 * status. gap: a unit was not analysed in full. missing: a unit never answered, or a checklist item is missing. failed: a
 * criterion, test or checklist item is not met. new, regressed: compared with the earlier report. conflict: several tasks
 * changed one file at the same time. rework, inconclusive: the verdict.
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
  /** Possible duplicates: pairs that were kept separate because it is not certain that they are the same. At most three for a finding. */
  suggestions: { findings: [string, string]; fingerprints: [string, string]; reason: string; similarity: Percent }[];
  gaps: CoverageGap[];
  /** Null if no reply is a digest. */
  digests: DigestIndex | null;
  /** Null if no reply is a digest. */
  knowledge: Knowledge | null;
  /** Null if no reply is a verification. */
  checklist: Checklist | null;
  /** Null if no reply is an implementation report. */
  implementation: ImplementationRollup | null;
  /** Null if no reply is a design plan. */
  designPlans: DesignRollup | null;
  /** Null if no reply is a JSON return. */
  returns: ReturnRollup | null;
  /** Null if no reply is about a test run. */
  steps: StepsRollup | null;
  synthesis: Synthesis;
  parked: (Omit<ParkedFinding, "span"> & { units: string[] })[];
  implications: (Omit<DecisionImplication, "span"> & { units: string[] })[];
  /** The comparison with `previous`, which matches findings as merging does; null without it. */
  comparison: Comparison | null;
  /** The replies as read, sorted by unit, agent, attempt, then text. */
  results: AgentResult[];
  /** Diagnostics of the report as a whole: limits that were reached, replies that were split, contradicting decisions, failed waves. */
  diagnostics: Diagnostic[];
  /** The registered result types, if any: `retry` asks for their columns. */
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
  /** The confidence that the deciding reply states. */
  confidence: "high" | "medium" | "low" | null;
  /** The duration that the deciding reply states. */
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
   * The highest confidence that its agents state. `percent` of a word is its lower bound: high 80, medium 50, low 0.
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
  /** Whether one of your decisions merged members of it. */
  decided: boolean;
  /** Your decision on it. Of contradicting decisions, the one that takes the finding more seriously applies. */
  decision: {
    fingerprint: string;
    status: "accepted" | "dismissed" | null;
    severity: Severity | null;
    reason: string | null;
    by: string | null;
  } | null;
  /** Ids of findings of other units or dimensions on the same section or concept, if at least one of the two is major. At most 32. */
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
  /** The confidence that the agent states. */
  confidence: "high" | "medium" | "low" | null;
  retry: boolean;
  /** What was not covered, in the agent's words. */
  missing: string | null;
  /** What the agent says about its coverage beyond a number ("S1, S2"), usually what was covered. */
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
  /** Every `results[result].detail.references[index]`. `resolved` is null if no digest can tell; if it is false, the result
   * also has a finding of type "broken-reference". */
  references: { result: Count; index: Count; resolved: boolean | null }[];
}
/** What the digests say, collected. */
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
  /** What the agents point out, Markdown. */
  notable: KnownText[];
  /**
   * Which documents refer to which. `broken`: references without a target. `natures`: the kinds of references, as the digests
   * name them.
   */
  graph: { from: string; to: string; references: Count; broken: Count; natures: string[] }[];
}
/** What a document says, and where. */
export interface KnownText {
  text: string;
  section: string | null;
  /** Claims only: whether it can be verified, as written. Null if the reply does not say. */
  verifiable: string | null;
  document: string;
}
/** Each item once, over all versions of its unit (`REVIEW_v1.md`, `REVIEW_v2.md`) and all attempts. */
export interface Checklist {
  items: {
    /** The unit of the shown reply: the latest version that mentions the item, and in it the mention with the most work left. */
    unit: string | null;
    item: ChecklistItem;
    /**
     * fixed: everyone who last mentions it says applied or not-applicable. regressed: it was applied before. new: only the
     * latest of several versions has it.
     */
    state: "new" | "open" | "fixed" | "regressed";
    /** Every mention, `results[result].detail.items[item]`, the earliest version first. */
    history: { unit: string; status: ItemStatus; result: Count; item: Count }[];
  }[];
  /** By the status of the item shown. */
  byStatus: Record<ItemStatus, Count>;
}
/** All implementation reports. If a unit was asked again, the last attempt counts. */
export interface ImplementationRollup {
  /** `criteria`, `tests`: how many were met or passed, of how many. `failed`: the names of the others. */
  tasks: {
    task: string;
    status: Status;
    criteria: { met: Count; total: Count };
    tests: { met: Count; total: Count };
    failed: string[];
    unit: string | null;
  }[];
  files: { path: string; tasks: string[] }[];
  /** Files that several tasks changed at the same time, with these tasks. */
  fileConflicts: { path: string; tasks: string[] }[];
  /** Files that only the orchestrator writes (DECISIONS.md, PARKING.md, …), with the tasks that changed them. */
  sharedFiles: { path: string; tasks: string[] }[];
  /** The tasks that changed a file at the same time as others: run them again, one after the other. */
  rerunSequentially: string[];
  /** L2 before L1 before L0. */
  gaps: (Omit<Gap, "span"> & { task: string })[];
  /** Sorted by package. */
  dependencies: (Omit<Dependency, "span"> & { task: string })[];
  /** Units that were asked for an implementation, without a report that could be read. */
  unanswered: string[];
}
/** All design plans. If a screen was planned again, the last attempt counts. */
export interface DesignRollup {
  screens: { screen: string; status: Status; components: Count; missing: Count }[];
  /** The components that the library lacks, with the screens that need them. */
  missing: { needed: string; screens: string[] }[];
  /** Screens that wait for components, or whose planning failed. */
  blocked: string[];
  /** Screens that can be carried out now, in this order. An incomplete plan is neither here nor blocked. */
  order: string[];
}
/** All JSON returns. If a unit was asked again, the last attempt counts. */
export interface ReturnRollup {
  artifacts: { unit: string | null; artifact: Omit<Artifact, "span"> }[];
  errors: { unit: string | null; error: Omit<ReturnError, "span"> }[];
  nextSteps: { unit: string | null; text: string }[];
}
/** All test runs, one row for each unit. If a unit was asked again, the last attempt counts. */
export interface StepsRollup {
  stories: { unit: string; passed: Count; total: Count; failed: string[] }[];
}
/** The rating of a dimension, or its agents' own word. */
export type Rating = ("good" | "some-issues" | "significant-problems" | "INCOMPLETE") | (string & {});
export interface Synthesis {
  /** Findings of different units or dimensions that name the same place or concept, one of them at least major. */
  connections: { findings: string[]; on: string }[];
  /**
   * At least three findings, of at least two units or dimensions, that share a section, a distinctive term or code word, or a
   * suggestion; at most seven themes. `critical`: it spans at least two dimensions and has a finding that is at least major.
   * No theme changes the severity of its findings.
   */
  themes: {
    by: "document" | "concept" | "cause";
    subject: string;
    findings: string[];
    dimensions: string[];
    critical: boolean;
  }[];
  /**
   * Each dimension that was judged. `rating`: as stated ("good" only if somebody judged it in full), else "good",
   * "some-issues" or "significant-problems" by its findings, or "INCOMPLETE" if nobody judged it in full. `trend`:
   * compared with `previous`.
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
 * Collects replies as they arrive. At any moment, its report equals `aggregate` of everything added so far, whatever the
 * order, and through however many merged collectors the replies came.
 */
export class Collector {
  constructor(options?: AggregateOptions);
  /** What the reply says. One that is too large is an ERROR result here, as in `aggregate`. */
  add(reply: Reply | string): AgentResult;
  readonly progress: {
    /** Replies; equal deliveries under one id count once. */
    received: Count;
    /** Units that were asked; null if you did not say which. */
    expected: Count | null;
    /** Usable replies: neither an ERROR nor a text that was not understood. */
    understood: Count;
    /** Units that failed. */
    failed: Count;
    /** Answers that are still to come; 0 if nothing was expected. */
    pending: Count;
    /** Units without a reply, or without one from every agent that was asked. */
    missing: string[];
    /**
     * "4/9 agents complete: 3 understood, 1 failed, 5 pending" while answers are still to come, then "Collected 7/9 results
     * (2 failed)".
     */
    message: string;
  };
  /** Adds everything from another collector: merging is associative and commutative. Different options: "bad-argument". */
  merge(other: Collector): void;
  report(): Report;
  /** Plain data to store and continue from. The same replies give the same data, in any order. */
  toJSON(): CollectorState;
  /** A collector with everything that a stored one had. `state` is its JSON, parsed. */
  static from(state: unknown): Collector;
}
/**
 * What a collector holds, as plain data. All texts are strings. On the command line, `collect` and `merge`
 * write it as a line, and `report --state` reads it.
 */
export interface CollectorState {
  schema: "reconvene/collector/v1";
  options: AggregateOptions;
  replies: (Omit<Reply, "text"> & { text: string })[];
}

// ───────────────────────────── dispatch

/**
 * Plans a mode: a built-in one, one of `input.modes`, or "list" for `input.units`. The order of documents and reviews does not
 * matter. The error for a wrong input names everything that is wrong or missing, one sentence each.
 */
export function plan(mode: Mode, input: PlanInput): DispatchPlan;
/**
 * Plans only what a report does not cover, as the next attempt. Units, waves and threshold are those of the plan. Without a
 * plan, the units are those that the report lists for retry; the report of a session has the prompts that its
 * subagents were given (`meta.asked`). Make the report with the same plan (`options.plan`): without it,
 * a reply that only claims a unit counts as its answer.
 */
export function retry(report: Report, plan?: DispatchPlan): DispatchPlan;
/** The five agent definition files, ready to write under an agents folder: `path` is a file name. */
export function agents(config?: OrchestrationConfig): { path: string; text: string }[];
/**
 * Reads a configuration file in the style of `.clarity-loop.json`: its blocks `orchestration`, `modes` and
 * `dimensions`, to spread into the input of `plan`, and `types`, which is also an option of `parse`, `check`,
 * `fix`, `prompt` and `report`. The error names every wrong key and value.
 */
export function configuration(text: string): Required<Pick<PlanInput, "config" | "modes" | "dimensions" | "types">>;
/**
 * Reads only the block `types` of such a file, and ignores errors elsewhere in it: `parse`, `check`, `fix`, `prompt`
 * and `report` need nothing else.
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
  /** "auto": in teams if they are available. "teams": in teams, or refused. "disabled": one after the other. */
  fanOut?: "auto" | "teams" | "disabled";
  /** How many at the same time, 1 to 1,000. Default: 10. */
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
  /** verify: the documents that changed. */
  changed?: string[];
  /** audit, review, code-review: replaces the mode's own. */
  dimensions?: string[];
  /** re-review: paths. */
  reviews?: string[];
  /** review: fans out from 500 lines. */
  proposalLines?: number;
  /** Summaries of documents from the first wave, by path. A document with a summary is not read again; without summaries, the
   * second wave gets paths. */
  summaries?: Record<string, string>;
  /** The report of the first wave: its digests are summaries too. */
  after?: Report;
  tasks?: {
    /** The id of one task: "T-3". */
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
    /** Its section of the test specification: TEST_SPEC_SECTION, for this task only. */
    testSpec?: string;
    /** Paths to read first, about libraries and conventions: CONTEXT_FILES, for this task only. */
    contextFiles?: string[];
    /** What to know about earlier tasks beyond their names and files: DEPENDENCY_CONTEXT, for this task only. */
    dependencyContext?: string;
  }[];
  /** run and autopilot fan out only if somebody approved the groups. */
  approved?: boolean;
  /** mockups also needs the variables DESIGN_SYSTEM and UI_SCREENS_SPEC. */
  screens?: { name: string; spec: string }[];
  componentsExist?: boolean;
  /** tokens: one to three token categories, with the design decisions on each. Default: Colors, Typography and Spacing, with
   * the decisions of the variables TOKEN_DECISIONS or DECISIONS_CONTEXT. */
  tokens?: { category: string; decisions?: string }[];
  /**
   * list: your own units. If the prompt has no instruction of `prompt`, the one for `expect` is added below it, or the one
   * for the type "review", a table of findings. `subject` says in a few words what is done (default: the unit).
   */
  units?: { unit: string; agent: string; prompt: string; expect?: Expected; subject?: string; model?: string }[];
  /**
   * Further variables for the prompts (FOCUS, CHANGE_MANIFEST, DESIGN_SYSTEM, …): each agent gets those that it takes.
   * SessionId, DelegationDepth and DelegationPath are filled into the format of returns; list takes only these.
   */
  variables?: Record<string, string>;
  /** Your own modes; one with the name of a built-in mode replaces it. */
  modes?: Record<string, { waves: OwnWave[] }>;
  /** Your own result types, which waves of your own modes may expect. */
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
  /** Whether the units of a wave run at the same time. If not, each wave has one unit. */
  fanOut: boolean;
  /** Why it does not fan out; in a retry also what to do instead of asking agents. */
  reason: string | null;
  /** A PARTIAL reply that states less coverage, or none, is asked for again; so is a CLEAN or FINDINGS reply that states less. */
  retryBelow: Percent;
  /** `roundOf`: the wave that was split into rounds, if this is one of them. */
  waves: { name: string; roundOf?: string | null; team: string | null; units: DispatchUnit[] }[];
  /** Estimates, from and to. */
  tokens: { fanOut: [Count, Count]; sequential: [Count, Count] };
  /** Fanning out in this mode compared with asking one after the other: how many times the tokens ("2-3.5x") and the speed
   * ("5-10x"). Absent if that is not known, or if the plan does not fan out. */
  factors?: { tokens: string; speed: string };
  /** tokens, start: the replies are drafts made in advance. Discard those that no longer fit. */
  speculative?: boolean;
  /** What would help the agents but was not given, each in a sentence. Absent if there is nothing. */
  notes?: string[];
  /** The registered result types, if any: `aggregate` with the plan, and `retry`, need no others. */
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
  /** The task; or the tasks of a group, in the order in which they are to be done, each with a separate reply. */
  tasks?: PlannedTask[];
  /** start: the ids of the tasks to create. A reply that does not show all of them as criteria is a gap. */
  creates?: string[];
  attempt: Ordinal;
  /** In the order of the prompt. */
  variables: Record<string, string>;
  /** The variables, a blank line, and what `prompt(expect)` returns. */
  prompt: string;
  timeoutMs: Count;
}

// ───────────────────────────── clarifications

/**
 * Questions that agents ask and people answer, and the decisions that follow. Documents are Markdown, as a string or
 * as UTF-8 bytes; their JSON forms are read too. The output is always Markdown.
 */
export namespace clarifications {
  /** clear: the answer says something specific. vague: it does not help. */
  type Verdict = "clear" | "vague" | "not_answered";
  interface Choice {
    /** Usually "A", "B", … Letters are never renumbered. */
    letter: string;
    text: string;
    /** Whether it leaves the answer open ("Other"). */
    other: boolean;
    /** Whether its box is ticked, or the answer names it. */
    chosen: boolean;
  }
  interface Question {
    /** "Q1", "R1.2" or "R12.1a". */
    id: string;
    /** The parent that its id names. */
    parent: string | null;
    /** Without the id and the mark `[MUST ANSWER]`. */
    title: string;
    mustAnswer: boolean;
    /** The title of its section, if it is in one. */
    section: string | null;
    body: string;
    choices: Choice[];
    recommendation: string | null;
    /** Without the mark `(accepted recommendation)`; null if there is no answer. */
    answer: string | null;
    /** Whether the answer has that mark: the recommendation was filled in. */
    autofilled: boolean;
    consolidatedFrom: string[];
    refinements: Question[];
    /** From its heading to the end of its own text, without its refinements. */
    span: Span;
  }
  interface Section {
    /** Empty for questions before the first section. */
    title: string;
    /** Its text outside of all questions. */
    text: string;
    questions: Question[];
  }
  /** A note under `## Needs Clarification`. */
  interface DocumentNote {
    kind: "contradiction" | "critical-gap" | "note";
    title: string;
    body: string;
  }
  interface Document {
    /** The fields in order, as written. Other lines have the key "". */
    frontmatter: Extra;
    sections: Section[];
    notes: DocumentNote[];
    /** Text outside of every section, verbatim and in order. */
    remainder: { text: string; span: Span }[];
    diagnostics: Diagnostic[];
  }
  /** `answer-evaluation.json`, its keys in this order. */
  interface Evaluation {
    /** sufficient: all answers are clear. mixed: at least half of them. insufficient: fewer. */
    verdict: "sufficient" | "mixed" | "insufficient";
    answered_count: Count;
    empty_count: Count;
    vague_count: Count;
    /** Refinements included. */
    total_count: Count;
    /** The counts in a sentence. */
    reasoning: string;
    /** In the order of the document. */
    per_question: { question_id: string; verdict: Verdict }[];
  }
  /** An evaluation that you pass in. Without verdicts for each question, the rules decide. */
  type GivenEvaluation = Omit<Evaluation, "reasoning" | "per_question"> &
    Partial<Pick<Evaluation, "reasoning" | "per_question">>;
  interface DecisionEntry {
    /** "D1". */
    id: string;
    /** Without a mark such as `[Contradiction]`. */
    title: string;
    /** The ids of the questions that it is based on. */
    source: string[];
    section: string | null;
    /** `question`: if the field names one, as in `**Answer (Q2)**`. */
    answers: { question: string | null; text: string }[];
    status: "draft" | "resolved" | "conflict-resolved" | "critical-gap" | "contradiction";
    note: string | null;
    /** Null if it is missing or still to be written. */
    implications: string | null;
    /** Null if it is missing or still to be written. */
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
  /** Answers that contradict each other, according to whoever reasoned about them. */
  interface Contradiction {
    questions: string[];
    title: string;
    note: string;
  }
  interface DecisionChange {
    decision: string;
    /** Its status before; null if it is new. */
    from: DecisionEntry["status"] | null;
    /** Its status now; "missing" if there is no such decision. */
    to: DecisionEntry["status"] | "missing";
    because: string;
  }
  interface TraceEntry {
    id: string;
    kind: "question" | "refinement" | "decision";
    title: string;
    /** What it is based on; if there are several sources, the first. */
    parent: string | null;
    /** What came of it, in order. */
    children: string[];
    /** Whether what it is based on is missing or not stated. */
    orphan: boolean;
  }

  function parse(markdown: string | Uint8Array): Document;
  /**
   * The same document in the canonical format. Formatting twice changes nothing, and no text is lost. A text that would be
   * read differently after moving its parts stays as it is.
   */
  function format(markdown: string | Uint8Array): string;
  function evaluate(markdown: string | Uint8Array): Evaluation;
  /**
   * Fills empty answers with the recommendation of the same question. Only the lines of those answers change.
   */
  function autofill(markdown: string | Uint8Array): { markdown: string; filled: string[] };
  /**
   * Answers questions, by id; an empty string removes the answer. Only the lines of those answers change. An unknown id is an
   * error.
   */
  function answer(markdown: string | Uint8Array, answers: Record<string, string>): string;
  /**
   * Plans one unit for each section with an answer that is not clear, with the document, the verdicts and the clear answers of
   * the section. The replies are refinements, for `consolidate`; ignore `expect` of these units.
   */
  function plan(markdown: string | Uint8Array, evaluation?: GivenEvaluation): DispatchPlan;
  /**
   * Adds the subagents' refinements below their questions: each once, with the next numbers. The rest stays as it is. The order
   * of the replies changes nothing.
   */
  function consolidate(
    markdown: string | Uint8Array,
    replies: Iterable<Reply | string>,
    options?: { contradictions?: Contradiction[]; evaluation?: GivenEvaluation },
  ): { markdown: string; added: string[]; diagnostics: Diagnostic[] };
  /** Drafts decisions.md from the clear answers, with critical gaps and the contradictions that you pass in. */
  function draft(
    markdown: string | Uint8Array,
    options?: { contradictions?: Contradiction[]; evaluation?: GivenEvaluation },
  ): string;
  function parseDecisions(markdown: string | Uint8Array): Decisions;
  /**
   * Updates each decision after refinements were answered (the merge protocol). `contradicted`: ids of decisions. Reasoning is
   * left as `[to be written]`.
   */
  function merge(
    decisions: string | Uint8Array,
    clarifications: string | Uint8Array,
    options?: { contradicted?: string[] },
  ): { markdown: string; changes: DecisionChange[] };
  /** Questions → refinements → decisions: what each is based on, and what came of it. */
  function trace(clarifications: string | Uint8Array, decisions?: string | Uint8Array): TraceEntry[];
  /** The same as a Mermaid graph; texts in it are escaped. */
  function graph(clarifications: string | Uint8Array, decisions?: string | Uint8Array): string;
}

// ───────────────────────────── hosts

/**
 * Loads the module. Call it once in browsers and web workers, and wherever you use `reconvene/inline`, before any other
 * call. In Node and in Workers runtimes the module is ready at import, and this does nothing. Without a source, the module is
 * fetched from the folder of the package's files. Further calls do nothing; after a failure, you may call it again.
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
/** internal: an error in reconvene; the next call works. All other codes mean that a function was used wrongly. */
export type ErrorCode = "not-initialised" | "bad-argument" | "unknown-option" | "too-large" | "internal";
/** Thrown if a function is used wrongly, and for an internal error. */
export class ReconveneError extends Error {
  constructor(code: ErrorCode, message: string, options?: ErrorOptions);
  readonly code: ErrorCode;
}
