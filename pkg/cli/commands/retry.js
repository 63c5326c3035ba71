/** `reconvene retry`: what to ask again. */
import * as reconvene from "../../node.js";
import { Misuse } from "../misuse.js";
import { fromFile, jsonIn, keepInputs } from "../options.js";
import { writePlan } from "./plan.js";

const HELP = `Usage: reconvene retry [OPTIONS] REPORT

Plans what to ask again after a report (as \`reconvene report --out report.json\` wrote it): units that failed or never
answered, in full; of incomplete ones, only what is missing.

Options:
  --plan FILE          The plan that you ran, as JSON: its units, agents, waves and retry threshold
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
  const report = jsonIn(path);
  try {
    await writePlan(reconvene.retry(report, plan), values);
  } catch (error) {
    if (!(error instanceof reconvene.ReconveneError)) throw error;
    throw new Misuse(`${path}: ${error.message.replace("`report`", "it")}`);
  }
  return 0;
}
