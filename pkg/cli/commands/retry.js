/** `reconvene retry`: what to ask again. */
import * as reconvene from "../../node.js";
import { Misuse } from "../misuse.js";
import { fromFile, keepInputs, ofReport } from "../options.js";
import { say } from "../terminal.js";
import { writePlan } from "./plan.js";

const HELP = `Usage: reconvene retry [OPTIONS] REPORT

Plans what to ask again after a report (as \`reconvene report --out report.json\` wrote it): tasks that failed or never
answered are asked again in full, incomplete ones only for what is missing.

Options:
  --plan FILE          The plan that you ran, as JSON: its tasks, agents, waves and retry threshold. Not needed for the
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
  if (more.length > 0) throw new Misuse(`This command takes one report. Unexpected: ${more.join(", ")}.`);
  keepInputs("--out", values.out, [path, ...(values.plan === undefined ? [] : [values.plan])], "an input");
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
      ? ["Without --plan, the agents and formats are guessed from the replies. Pass the plan that you ran."]
      : [];
  }
  const answered = new Set(report.results.map((/** @type {any} */ result) => result.unit));
  const planned = units(plan).flatMap((/** @type {any} */ unit) => [unit.unit, ...(unit.tasks ?? [])]);
  const belongs = answered.size === 0 || planned.some((/** @type {string} */ unit) => answered.has(unit));
  return belongs ? [] : ["No task of the plan is in the report. Is it the plan that you ran?"];
}
