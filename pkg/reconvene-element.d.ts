/**
 * `<reconvene-report>`: a report on replies, on any page. Importing this defines the element, in browsers; elsewhere it does
 * nothing. It also gives the functions of `reconvene` for browsers, over the same module: a page that needs both imports
 * this alone.
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

/** A person's word on two findings, as `decisions` of `aggregate` takes it. */
export type Decision = PairDecision;

/** What findings have to be to be shown. What is not there asks for nothing. */
export interface Filters {
  severity?: Severity;
  /** "untyped": those without a type. */
  type?: string;
  document?: string;
  unit?: string;
  state?: "open" | "resolved";
  baseline?: NonNullable<UnifiedFinding["baseline"]>;
  /** Text that stands in it, in capital or small letters. */
  text?: string;
}
/** severity: as the report has them. agreement: what most replies reported comes first; confidence: what agents are surest of. */
export type Order = "severity" | "document" | "type" | "agreement" | "confidence";

export class ReconveneReport extends HTMLElement {
  /**
   * The replies. Set, they take the place of what `src` and the script blocks give. Read, they are the replies that are
   * shown, wherever they came from.
   */
  get replies(): readonly (Reply | string)[];
  set replies(replies: Iterable<Reply | string> | null);
  /** Set: a report that was made before; it takes the place of replies, and is untrusted. Read: the report that is shown, made when it is asked for. */
  get report(): Report | null;
  set report(report: Report | null);
  /** How replies are merged. `decisions` in it bind, and cannot be taken back on the page. */
  get options(): AggregateOptions;
  set options(options: AggregateOptions | null);
  /** What was decided on the page. Set it to what an earlier visit decided. */
  get decisions(): Decision[];
  /** Those on single findings are left to the page. */
  set decisions(decisions: Iterable<PairDecision | FindingDecision> | null);
  get filters(): Filters;
  set filters(filters: Filters | null);
  get order(): Order;
  set order(order: Order);
  /** The attribute `src`: addresses of replies, blank-separated; or the address of a report as JSON, which is shown as it is. */
  src: string;
  /** The attribute `level`: of the report's first heading, from 1 to 6. Default: 2, under the title of the page. */
  level: number;
  /** The attribute `wasm`: the address of `core.wasm`, where that is not beside the script. */
  wasm: string;
  /** Settles when what was set so far is shown. */
  readonly shown: Promise<void>;
  /** Opens a finding ("G3"), and gives it the focus. Whether there is one. */
  reveal(finding: string): boolean;
  /** The report as Markdown, or one finding of it. Empty where there is none. */
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

/** What happens in the element. All events bubble, also out of shadow trees. */
export interface ReconveneReportEventMap extends HTMLElementEventMap {
  /** A report is shown. `problems`: a sentence for each source that could not be read. */
  "reconvene-report": CustomEvent<{ findings: number; problems: string[] }>;
  /** Filters or order changed. */
  "reconvene-filter": CustomEvent<{ filters: Filters; order: Order; shown: number; findings: number }>;
  /** A finding was opened, or a link led to it. Cancelled: the address of the page stays as it is. */
  "reconvene-select": CustomEvent<{ finding: string }>;
  /**
   * The place in a reply that a finding came from is asked for. Cancelled: the element opens no panel. `reply` is what was
   * given, `place` its place in `replies`; both are null of a report that came without replies, where `result` alone tells
   * which of `report.results` it is of.
   */
  "reconvene-source": CustomEvent<{
    finding: string | null;
    reply: Reply | string | null;
    place: number | null;
    result: number;
    span: { start: number; end: number };
  }>;
  /** The link to a finding is asked for. Cancelled: the element copies none, and the host gives one of its own. */
  "reconvene-link": CustomEvent<{ finding: string }>;
  /** Something was decided, or taken back. `decisions` is all that stands: keep it, and set it on the next visit. */
  "reconvene-decision": CustomEvent<{ decisions: Decision[]; decision: Decision; undone: boolean }>;
  /** Something could not be read or shown. It also stands in the element. */
  "reconvene-error": CustomEvent<{ message: string; source: string | null; cause: unknown }>;
}

declare global {
  interface HTMLElementTagNameMap {
    "reconvene-report": ReconveneReport;
  }
}
