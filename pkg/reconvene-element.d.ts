/**
 * `<reconvene-report>`: a report on replies, on any page. In browsers, importing this defines the element; elsewhere it does
 * nothing. It also exports the functions of `reconvene` for browsers, over the same module: a page that needs both imports
 * only this.
 */
import type {
  AggregateOptions,
  FindingDecision,
  PairDecision,
  Reply,
  Report,
  Severity,
  UnifiedFinding,
} from "./reconvene.js";

export * from "./reconvene.js";

/** A decision on two findings, as `decisions` of `aggregate` takes it. */
export type Decision = PairDecision;

/** Which findings are shown. An absent filter shows everything. */
export interface Filters {
  severity?: Severity;
  /** "untyped": findings without a type. */
  type?: string;
  document?: string;
  unit?: string;
  state?: "open" | "resolved";
  baseline?: NonNullable<UnifiedFinding["baseline"]>;
  /** Text in the finding, in any case. */
  text?: string;
}
/** severity: the order of the report. agreement: findings that most replies reported come first. confidence: those with the highest stated confidence come first. */
export type Order = "severity" | "document" | "type" | "agreement" | "confidence";

export class ReconveneReport extends HTMLElement {
  /**
   * The replies. Setting them replaces those of `src` and of script blocks. Reading gives the replies that are shown,
   * wherever they came from.
   */
  get replies(): readonly (Reply | string)[];
  set replies(replies: Iterable<Reply | string> | null);
  /** Setting shows a report that was made before, instead of replies; it is untrusted. Reading gives the report that is shown. */
  get report(): Report | null;
  set report(report: Report | null);
  /** How replies are merged. Its `decisions` are final: they cannot be undone on the page. */
  get options(): AggregateOptions;
  set options(options: AggregateOptions | null);
  /** The decisions that were made on the page. Set it to those of an earlier visit. */
  get decisions(): Decision[];
  /** Decisions on single findings are ignored here. */
  set decisions(decisions: Iterable<PairDecision | FindingDecision> | null);
  get filters(): Filters;
  set filters(filters: Filters | null);
  get order(): Order;
  set order(order: Order);
  /** The attribute `src`: addresses of replies, separated by spaces; or the address of a JSON report, which is shown as it is. */
  src: string;
  /** The attribute `level`: the level of the report's first heading, from 1 to 6. Default: 2, below the title of the page. */
  level: number;
  /** The attribute `wasm`: the address of `core.wasm`, if it is not next to the script. */
  wasm: string;
  /** Settles when everything set so far is shown. */
  readonly shown: Promise<void>;
  /** Opens a finding and focuses it, by its id ("G3") or its fingerprint. Returns whether there is one. */
  reveal(finding: string): boolean;
  /** The report as Markdown, or one of its findings. Empty if there is none. */
  toMarkdown(finding?: string): string;
  addEventListener<Name extends keyof ReconveneReportEventMap>(
    type: Name,
    listener: (this: ReconveneReport, event: ReconveneReportEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<Name extends keyof ReconveneReportEventMap>(
    type: Name,
    listener: (this: ReconveneReport, event: ReconveneReportEventMap[Name]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

/** The events of the element. All bubble, also out of shadow trees. */
export interface ReconveneReportEventMap extends HTMLElementEventMap {
  /** A report is shown. `problems`: a sentence for each source that could not be read. */
  "reconvene-report": CustomEvent<{ findings: number; problems: string[] }>;
  /** Filters or order changed. */
  "reconvene-filter": CustomEvent<{ filters: Filters; order: Order; shown: number; findings: number }>;
  /** A finding was opened, or a link led to it. Cancel it to keep the address of the page. */
  "reconvene-select": CustomEvent<{ finding: string }>;
  /**
   * A reader wants to see the place in a reply that a finding came from. Cancel it to open no panel. `reply` is the reply as
   * given, `place` its index in `replies`. For a report without replies, both are null, and `result` is the index in
   * `report.results`.
   */
  "reconvene-source": CustomEvent<{
    finding: string | null;
    reply: Reply | string | null;
    place: number | null;
    result: number;
    span: { start: number; end: number };
  }>;
  /**
   * A reader wants the link to a finding. Cancel it to provide your own; the element then copies none. `anchor` is what the
   * element's own ends with: the fingerprint, which leads to the finding in later reports, too.
   */
  "reconvene-link": CustomEvent<{ finding: string; anchor: string }>;
  /** Something was decided or undone. `decisions` are all current decisions: store them, and set them on the next visit. */
  "reconvene-decision": CustomEvent<{ decisions: Decision[]; decision: Decision; undone: boolean }>;
  /** Something could not be read or shown. The element shows it, too. */
  "reconvene-error": CustomEvent<{ message: string; source: string | null; cause: unknown }>;
}

declare global {
  interface HTMLElementTagNameMap {
    "reconvene-report": ReconveneReport;
  }
}
