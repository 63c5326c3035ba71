/** The plan that a report of a session stands for: what each subagent was asked is beside its reply. */
import { askedIn } from "./asked.js";
import { listPlan } from "./list-plan.js";

/** @typedef {import("./reconvene.js").Report} Report */
/** @typedef {import("./reconvene.js").DispatchPlan} DispatchPlan */

/**
 * A plan of what a report says was asked; undefined where it says of no reply what that was.
 * @param {any} given A report, or what only may be one.
 * @param {Parameters<typeof listPlan>[1]} instruction
 * @param {Parameters<typeof listPlan>[2]} costOf
 * @returns {DispatchPlan | undefined}
 */
export function planAsked(given, instruction, costOf) {
  const isReport = Array.isArray(given?.results) && Array.isArray(given.coverage);
  if (!isReport || !given.results.some((/** @type {any} */ result) => askedOf(result) !== undefined)) return undefined;
  /** @type {Report} */
  const { coverage, results, types = [] } = JSON.parse(JSON.stringify(given));
  const units = coverage.flatMap(({ unit, agents, results: numbers }) =>
    agents.map((agent) => {
      const own = numbers.map((number) => results[number]).filter((result) => result?.agent === agent);
      const prompt = own.map(askedOf).findLast((asked) => asked !== undefined);
      // A call without a reply left no more than its description.
      return { unit, agent, prompt: prompt ?? unit, ...expected(prompt, own) };
    }),
  );
  return listPlan({ units, types }, instruction, costOf);
}

/**
 * What was asked for, where the replies say it and the prompt does not.
 * @param {string | undefined} prompt
 * @param {(Report["results"][number] | undefined)[]} results
 */
function expected(prompt, results) {
  if (prompt !== undefined && askedIn(prompt) !== undefined) return {};
  const type = results.map((result) => result?.type).findLast((one) => typeof one === "string");
  return typeof type === "string" ? { expect: type } : {};
}

/**
 * @param {any} result
 * @returns {string | undefined}
 */
function askedOf(result) {
  const asked = result?.meta?.asked;
  return typeof asked === "string" && asked.trim() !== "" ? asked : undefined;
}
