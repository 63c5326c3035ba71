/** The element, as a strict TypeScript user writes it. */
import {
  aggregate,
  type Decision,
  type Filters,
  init,
  type Order,
  ReconveneReport,
  type ReconveneReportEventMap,
} from "reconvene/element";

const made: ReconveneReport = document.createElement("reconvene-report");
const found: ReconveneReport | null = document.querySelector("reconvene-report");
await init("/core.wasm");

made.replies = ["RESULT: CLEAN", { text: new Uint8Array(), unit: "A.md" }];
made.replies = new Set([""]);
made.replies = null;
made.report = aggregate([]);
made.options = { title: "Audit", expected: [{ unit: "A.md" }] };
const kept: Decision[] = made.decisions;
made.decisions = kept;
const filters: Filters = { severity: "major", text: "weights" };
made.filters = filters;
const order: Order = made.order;
made.order = order;
made.src = "one.md two.md";
made.wasm = "/core.wasm";
await made.shown;
const opened: boolean = made.reveal("G3");
const texts: string[] = [made.toMarkdown(), made.toMarkdown("G3"), made.report?.title ?? ""];

made.addEventListener("reconvene-source", (event) => {
  event.preventDefault();
  const { reply, place, result, span } = event.detail;
  const text = typeof reply === "string" ? reply : reply?.text;
  texts.push(`${place ?? result} ${typeof text === "string" ? text.slice(span.start, span.end) : ""}`);
});
made.addEventListener("reconvene-decision", ({ detail: { decisions, decision, undone } }) => {
  texts.push(`${decisions.length} ${decision.same} ${undone}`);
});
made.addEventListener("click", ({ clientX }) => texts.push(`${clientX}`));
export type Shown = ReconveneReportEventMap["reconvene-report"]["detail"]["problems"];
export const used: unknown[] = [found, opened, ReconveneReport];

// @ts-expect-error no such order
made.order = "size";
// @ts-expect-error it tells, and is not told
made.shown = Promise.resolve();
// @ts-expect-error no such state
made.filters = { state: "gone" };
// @ts-expect-error no such filter
made.filters = { colour: "red" };
// @ts-expect-error no such field
made.addEventListener("reconvene-select", ({ detail }) => detail.colour);
