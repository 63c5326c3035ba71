/** Every function and class of the package, with every option, as a strict TypeScript user writes it. */
import {
  type AgentResult,
  type AggregateOptions,
  agents,
  aggregate,
  type CheckOptions,
  type CheckResult,
  Collector,
  type CollectorState,
  type CustomType,
  check,
  codes,
  configuration,
  type Detail,
  type DispatchPlan,
  type DispatchUnit,
  explain,
  type Finding,
  type Format,
  fix,
  fromSettled,
  init,
  type Mode,
  type OrchestrationConfig,
  type OwnWave,
  type PlanInput,
  parse,
  plan,
  prompt,
  ReconveneError,
  type RenderOptions,
  type Reply,
  type Report,
  render,
  report,
  retry,
  showDiagnostics,
  showPlan,
  split,
  type UnifiedFinding,
  version,
} from "reconvene";
import { type Document, type Evaluation, evaluate, parse as parseClarifications } from "reconvene/clarifications";
import { type DispatchPlan as Planned, plan as planOf } from "reconvene/dispatch";
import schema from "reconvene/schema/report.json" with { type: "json" };
import { type Host, isSession, readSession, replies, type Session, SessionReader, session } from "reconvene/sessions";

const whole: Required<Omit<Reply, "part" | "replaced" | "oversize">> = {
  text: new Uint8Array([0x61]),
  id: "1",
  unit: "A.md",
  agent: "first",
  attempt: 2,
  source: "a.md",
  expect: "consistency",
  dialect: "prose",
  timedOut: false,
  error: "cut off",
  meta: { cost: 1 },
};

await init();
const sheet: Document = parseClarifications("### Q1: Size\n**Answer**: Ten of them\n");
const evaluation: Evaluation = evaluate(new Uint8Array());
const dispatched: Planned = planOf("audit", { documents: ["A.md"] });
if (sheet.sections.length + evaluation.total_count + dispatched.waves.length === 0) throw new Error("nothing read");
const one: AgentResult = parse("RESULT: CLEAN");
const ledger: { owner: string }[] | null = parse({ ...whole, part: [1, 2] }, { ledger: true }).ledger;
const parts: Reply[] = split("RESULT: CLEAN\n--- reply ---\nRESULT: CLEAN");

const settled: Reply[] = fromSettled(await Promise.allSettled([one, "RESULT: CLEAN"]), [
  "A.md",
  { unit: "B.md", agent: "b" },
]);
const read: Session = session(["RESULT: CLEAN"], { session: "s", tools: ["task"] });
const host: Host | null = (await readSession(["", new Uint8Array()], {})).host;
const reader = new SessionReader();
reader.push("");
reader.record({});
reader.about("a", {});
reader.end();
const logged: Reply[] = [...replies(""), ...reader.session().replies, ...read.replies, ...settled];
aggregate(logged, { expected: read.expected });
const isLog: boolean = isSession("", true) || reader.knows("a") || reader.waiting.length > 0 || host === null;
if (isLog && logged.length === 0) throw new Error("no reply");

function* generated(): Generator<Reply | string> {
  yield* parts;
  yield "RESULT: CLEAN";
}
const previous: Report = aggregate(generated());
const config: Required<OrchestrationConfig> = {
  fanOut: "auto",
  maxAgents: 4,
  agentTimeout: 60_000,
  models: { "cl-doc-reader-agent": "haiku" },
  teamsAvailable: false,
};
const wave: Required<OwnWave> = {
  name: "list",
  each: "changed-pair",
  agent: "licence-reader",
  expect: "return",
  variables: { FORMAT: "json" },
};
const scan: CustomType = { name: "licence-scan", columns: [{ name: "Licence", required: true }] };
const input: Required<Omit<PlanInput, "units">> = {
  after: previous,
  documents: ["A.md", "B.md"],
  changed: ["A.md"],
  dimensions: ["Staleness"],
  reviews: ["R_v1.md"],
  proposalLines: 700,
  summaries: { "A.md": "What A says" },
  tasks: [{ id: "T-1", description: "Do it", spec: "S.md", criteria: ["It is done"], after: [], files: ["a.rs"] }],
  approved: true,
  screens: [{ name: "Home", spec: "Shows all" }],
  componentsExist: true,
  tokens: [{ category: "Colors", decisions: "D-4: one accent color" }],
  variables: { FOCUS: "types" },
  modes: { licences: { waves: [wave] } },
  types: [scan],
  config,
};
const mode: Mode = "licences";
const made: DispatchPlan = plan(mode, input);
plan("list", { units: [{ unit: "a.ts", agent: "reviewer", prompt: "Review a.ts." }] });
const unit: DispatchUnit | undefined = made.waves[0]?.units[0];
const definitions: { path: string; text: string }[] = [...agents(), ...agents(config)];
const settings: PlanInput = { ...configuration("{}"), documents: ["A.md"] };
const planned: unknown[] = [unit?.prompt, definitions, plan("audit", settings).tokens.fanOut[0], showPlan(made)];

const options: Required<AggregateOptions> = {
  title: "Audit",
  plan: made,
  expected: [{ unit: "A.md" }, { unit: "B.md", agent: "second", expect: "digest" }],
  retryBelow: 66.7,
  decisions: [{ fingerprints: ["f1:0", "f1:1"], same: false }],
  previous,
  types: [scan],
};
const merged: Report = aggregate(new Set([whole]), options);

const asked: CheckOptions = { sessionId: "s", artifacts: [{ path: "a.md", bytes: 1 }] };
const checked: CheckResult = check({ ...whole, expect: "return" }, asked);
const mended: string = fix("RESULT: PASS").text;
const told: string[] = [
  showDiagnostics(checked.diagnostics, mended, { source: "a.md", style: "github" }),
  prompt("consistency", { DocA: "A.md" }),
  prompt("return"),
  ...codes().map((code) => explain(code)),
  checked.repair ?? checked.failure ?? checked.failures[0]?.message ?? checked.grade,
];

const formats: Format[] = ["markdown", "html", "json", "sarif", "github", "gitlab", "junit", "rdjson", "csv"];
const summary: string = render(merged, "github-summary", { sections: ["summary", "gaps"] });
const none: RenderOptions = {};
const piece: RenderOptions = { document: "fragment" };
const texts: string[] = formats.flatMap((format) => [
  render(merged, format),
  render(merged, format, none),
  render(merged, format, piece),
  report(parts, format),
  report([whole, ""], format, { ...options, ...piece }),
]);

const collector = new Collector(options);
const added: AgentResult = collector.add(whole);
collector.add("RESULT: CLEAN");
const other = new Collector(options);
other.merge(collector);
const { received, expected, failed, missing, message } = other.progress;
const state: CollectorState = other.toJSON();
const again: Report = Collector.from(JSON.parse(JSON.stringify(state))).report();
const once: Report = new Collector().report();

/** How much there is of what only one type of result has: the compiler knows every kind. */
function size(detail: Detail): number {
  switch (detail.kind) {
    case "none":
      return 0;
    case "digest":
      return detail.sections.length + detail.notable.length;
    case "consistency":
      return detail.documents.length;
    case "verification":
      return detail.items.filter(({ status }) => status === "misapplied").length;
    case "implementation":
      return detail.tests.reduce((sum, { failed }) => sum + (failed ?? 0), 0);
    case "design-plan":
      return detail.components.length;
    case "return":
      return detail.artifacts.length + detail.errors.filter(({ recoverable }) => recoverable).length;
    case "steps":
      return detail.steps.filter(({ passed }) => passed).length;
    case "refinements":
      return detail.refinements.length;
    default:
      return detail satisfies never;
  }
}

const worst: Finding | undefined = one.findings[0];
const shown: UnifiedFinding | undefined = again.findings.find(({ severity }) => severity === "critical");
const members = shown?.members.map(({ result, finding }) => again.results[result]?.findings[finding]?.description);
const counts: number = again.summary.byStatus.PARTIAL + (again.checklist?.byStatus["not-applicable"] ?? 0);
const sizes = [one, added, ...once.results].map(({ detail }) => size(detail));
const said = [
  told.length,
  received,
  expected ?? 0,
  failed,
  missing.length,
  message,
  ledger?.length,
  worst?.id,
  members,
  counts,
];
const identity: string = schema.$id;

let caught: ReconveneError | undefined;
try {
  parse({ text: "", attempt: 0 });
} catch (error) {
  if (error instanceof ReconveneError) caught = error;
}
if (caught?.code !== "bad-argument" || caught.name !== "ReconveneError") throw new Error("misuse is not refused");
const own: ReconveneError = new ReconveneError("internal", "a fault", { cause: caught });

export const used: unknown[] = [
  ...planned,
  retry(previous),
  retry(previous, made).reason,
  ...texts,
  summary,
  ...sizes,
  ...said,
  identity,
  own.code,
  version,
];

const planAgain: typeof plan = plan;

/** What the types refuse. It is compiled, and never run. */
export function misuse(plan: DispatchPlan): void {
  // @ts-expect-error no such variable
  prompt("digest", { Document: "A.md" });
  prompt("digest", Object.fromEntries([["Doc", "A.md"]]));
  // @ts-expect-error no input
  planAgain("audit");
  // @ts-expect-error no such word
  planAgain("audit", { config: { fanOut: "sometimes" } });
  // @ts-expect-error a report, and not a plan
  retry(plan);
  // @ts-expect-error no reply
  parse();
  // @ts-expect-error no text
  parse({ unit: "A.md" });
  // @ts-expect-error bytes are the text of a reply
  parse(new Uint8Array());
  // @ts-expect-error a promise is awaited first
  parse(Promise.resolve(""));
  // @ts-expect-error no such field
  parse({ text: "", agnet: "first" });
  // @ts-expect-error what is not known is left out
  parse({ text: "", unit: undefined });
  // @ts-expect-error no such format
  parse({ text: "", dialect: "xml" });
  // @ts-expect-error not a number
  parse({ text: "", attempt: "2" });
  // @ts-expect-error of how many?
  parse({ text: "", part: [1] });
  // @ts-expect-error no such option
  parse("", { leger: true });
  // @ts-expect-error text alone
  split(new Uint8Array());
  // @ts-expect-error a list
  aggregate({ text: "" });
  // @ts-expect-error promises are awaited first
  aggregate([Promise.resolve("")]);
  // @ts-expect-error no such option
  aggregate([], { titel: "" });
  // @ts-expect-error units are objects
  aggregate([], { expected: ["A.md"] });
  // @ts-expect-error a unit has a name
  aggregate([], { expected: [{ agent: "first" }] });
  // @ts-expect-error a number of percents
  aggregate([], { retryBelow: "80%" });
  // @ts-expect-error a pair
  aggregate([], { decisions: [{ fingerprints: ["f1:0"], same: true }] });
  // @ts-expect-error the same, or not?
  aggregate([], { decisions: [{ fingerprints: ["f1:0", "f1:1"] }] });
  // @ts-expect-error a report, or its text
  aggregate([], { previous: 1 });
  // @ts-expect-error which format?
  render(previous);
  // @ts-expect-error a report, not its text
  render(report([], "json"), "markdown");
  // @ts-expect-error no such format
  render(previous, "xml");
  // @ts-expect-error no such option
  render(previous, "markdown", { tilte: "" });
  // @ts-expect-error which format?
  report([]);
  // @ts-expect-error no such option
  session("", { sesion: "" });
  // @ts-expect-error a list of names
  replies("", { tools: "task" });
  // @ts-expect-error no such format
  report([], "xml");
  // @ts-expect-error no such option
  report([], "json", { titel: "" });
  // @ts-expect-error no such option
  new Collector({ titel: "" });
  // @ts-expect-error no reply
  collector.add();
  // @ts-expect-error collectors are merged, not lists
  collector.merge([]);
  // @ts-expect-error it tells, and is not told
  collector.progress = other.progress;
  // @ts-expect-error nothing to go on with
  Collector.from();
  // @ts-expect-error there may be none
  one.findings[0].severity;
  // @ts-expect-error the word is not one of the four
  if (worst?.severity === "high") return;
  // @ts-expect-error only a verification has items
  one.detail.items;
  // @ts-expect-error the reply may not say
  one.unit.length;
  // @ts-expect-error another shape
  plan.schema = "reconvene/plan/v2";
  // @ts-expect-error a code and a message
  new ReconveneError("internal");
  // @ts-expect-error it is what it is
  own.code = "";
}
