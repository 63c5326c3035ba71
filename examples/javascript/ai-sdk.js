/** Six reviewers of the AI SDK at the same time, and one report of what they found. */
import { generateText } from "ai";
import { aggregate, fromSettled, render } from "reconvene";
import { plan, retry } from "reconvene/dispatch";

/**
 * @param {import("ai").LanguageModel} model
 * @param {string[]} files What to review.
 */
export async function review(model, files) {
  const made = plan("code-review", { documents: files });
  const units = made.waves.flatMap((wave) => wave.units);
  const runs = units.map(({ prompt, timeoutMs }) =>
    generateText({ model, prompt, maxRetries: 0, abortSignal: AbortSignal.timeout(timeoutMs) }),
  );
  const replies = fromSettled(
    await Promise.allSettled(runs),
    units.map(({ unit, agent, expect }) => ({ unit, agent, expect })),
  );
  const report = aggregate(replies, { plan: made });
  return { report, markdown: render(report, "markdown"), again: retry(report, made) };
}
