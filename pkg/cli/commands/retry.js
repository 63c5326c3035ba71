/** `reconvene retry`: what to ask again. */
import * as reconvene from "../../node.js";
import { Misuse } from "../misuse.js";
import { fromFile, keepInputs, ofReport } from "../options.js";
import { say } from "../terminal.js";
import { writePlan } from "./plan.js";

const HELP = `Usage: reconvene retry [OPTIONS] REPORT

Plans what to ask again after a report (as \`reconvene report --out report.json\` wrote it): units that failed or never
answered, in full; of incomplete ones, only what is missing.

Options:
  --plan FILE          The plan that you ran, as JSON: its units, agents, waves and retry threshold. Not needed for the
                       report of a session, which holds what each subagent was asked
  --format text|json   text for people, json for \`report --plan\` (default: text)
  --out FILE           Write to a file instead of standard output; a name in .json makes it JSON
  --help               This help

Example:
  reconvene report replies/ --plan plan.json --out report.json
  reconvene retry report.json --plan plan.json --out again.json
`;

/** @type {import("../options.js").Command} */
export const retry = {
  run,
  help: HELP,
  options: { plan: { type: "string" }, format: { type: "string" }, out: { type: "string" } },
};

/**
 * @param {import("../options.js").Values} values
 * @param {string[]} paths
 */
async function run(values, paths) {
  const [path, ...more] = paths;
  if (path === undefined) throw new Misuse("Name a report: a file that `reconvene report --format json` wrote.");
  if (more.length > 0) throw new Misuse(`One report at a time: ${more.join(", ")} cannot be read as well.`);
  keepInputs("--out", values.out, [path, ...(values.plan === undefined ? [] : [values.plan])], "what is read");
  const plan = fromFile(values.plan, "plan");
  await ofReport(path, (report) => {
    const again = reconvene.retry(report, plan);
    for (const sentence of doubts(report, plan, again)) say(sentence);
    return writePlan(again, values);
  });
  return 0;
}

/**
 * What speaks against taking a plan for what is to be asked again.
 * @param {any} report
 * @param {any} plan
 * @param {import("../../reconvene.js").DispatchPlan} again
 */
function doubts(report, plan, again) {
  const units = (/** @type {any} */ one) => one.waves.flatMap((/** @type {any} */ wave) => wave.units);
  if (units(again).length === 0) return [];
  if (plan === undefined) {
    // The plan of a session is made of what its subagents were asked.
    return again.mode === "retry"
      ? ["Without --plan, who is asked for which form is guessed from the replies: give the plan that was dispatched."]
      : [];
  }
  const answered = new Set(report.results.map((/** @type {any} */ result) => result.unit));
  const planned = units(plan).flatMap((/** @type {any} */ unit) => [unit.unit, ...(unit.tasks ?? [])]);
  const belongs = answered.size === 0 || planned.some((/** @type {string} */ unit) => answered.has(unit));
  return belongs ? [] : ["No task of the plan is in the report: is it the plan that was dispatched?"];
}
