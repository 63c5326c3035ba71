/** Agents of the OpenAI Agents SDK on a list of your own, and one report of what they answered. */
import { Agent, Runner } from "@openai/agents";
import { aggregate, fromSettled, render } from "reconvene";
import { plan } from "reconvene/dispatch";

/** @typedef {{ unit: string, agent: string, prompt: string }} Task */

/**
 * @param {import("@openai/agents").ModelProvider} modelProvider
 * @param {Task[]} tasks
 */
export async function ask(modelProvider, tasks) {
  // Without a plan: pass `tasks` as `expected`. With one, each prompt asks for a form that is read in full.
  const made = plan("list", { units: tasks });
  const units = made.waves.flatMap((wave) => wave.units);
  const runner = new Runner({ modelProvider, tracingDisabled: true });
  const runs = units.map(({ agent, model, prompt }) => runner.run(new Agent({ name: agent, model }), prompt));
  const replies = fromSettled(
    await Promise.allSettled(runs),
    units.map(({ unit, agent, expect }) => ({ unit, agent, expect })),
  );
  const report = aggregate(replies, { plan: made });
  return { report, sarif: render(report, "sarif") };
}
