/** A graph of LangGraph.js that fans out to reviewers, joins their replies into a report, and asks again once. */
import { Annotation, END, Send, START, StateGraph } from "@langchain/langgraph";
import { aggregate, fromSettled } from "reconvene";
import { plan, retry } from "reconvene/dispatch";

/** @typedef {import("reconvene/dispatch").DispatchPlan} DispatchPlan */
/** @typedef {import("reconvene/dispatch").DispatchUnit} DispatchUnit */
/** @typedef {import("reconvene").Reply} Reply */

/** What a node writes takes the place of what was there. @template T @returns {import("@langchain/langgraph").LastValue<T>} */
const last = () => Annotation();

const State = Annotation.Root({
  files: /** @type {typeof last<string[]>} */ (last)(),
  plan: /** @type {typeof last<DispatchPlan>} */ (last)(),
  again: /** @type {typeof last<DispatchPlan>} */ (last)(),
  report: /** @type {typeof last<import("reconvene").Report>} */ (last)(),
  replies: Annotation({
    reducer: (/** @type {Reply[]} */ left, /** @type {Reply[]} */ right) => left.concat(right),
    default: () => /** @type {Reply[]} */ ([]),
  }),
});

/** @param {DispatchPlan} made */
const sends = (made) => made.waves.flatMap((wave) => wave.units).map((unit) => new Send("review", unit));

/**
 * @param {import("@langchain/core/language_models/chat_models").BaseChatModel} model
 */
export function graph(model) {
  return new StateGraph(State)
    .addNode("dispatch", ({ files }) => ({ plan: plan("code-review", { documents: files }) }))
    .addNode("review", async (/** @type {DispatchUnit} */ { unit, agent, expect, attempt, prompt, timeoutMs }) => {
      const run = model.invoke(prompt, { timeout: timeoutMs });
      return { replies: fromSettled(await Promise.allSettled([run]), [{ unit, agent, expect, attempt }]) };
    })
    .addNode("join", ({ replies, plan: made, again }) => {
      const report = aggregate(replies, { plan: made });
      // Once: what fails again stays a gap.
      return { report, again: again === undefined ? retry(report, made) : { ...again, waves: [] } };
    })
    .addEdge(START, "dispatch")
    .addConditionalEdges("dispatch", (state) => sends(state.plan), ["review"])
    .addEdge("review", "join")
    .addConditionalEdges("join", ({ again }) => (again.waves.length > 0 ? sends(again) : END), ["review", END])
    .compile();
}
