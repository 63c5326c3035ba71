/** `reconvene render`: a report that was made before, in other formats. */
import * as reconvene from "../../node.js";
import { Misuse } from "../misuse.js";
import { jsonIn } from "../options.js";
import { COLOUR_HELP, keepRead, OUTPUT_HELP, OUTPUT_OPTIONS, outputsOf, SHAPE_HELP, writeAll } from "../outputs.js";

/** @typedef {import("../../reconvene.js").Format} Format */

const HELP = `Usage: reconvene render [OPTIONS] REPORT

Converts a report that \`reconvene report --out report.json\` wrote to other formats, without reading the replies again.
\`-\` is standard input.

Options:
${OUTPUT_HELP}
${SHAPE_HELP}
${COLOUR_HELP}
  --help                      This help

Examples:
  reconvene report replies/ --out report.json
  reconvene render report.json --format github
  reconvene render report.json --out report.sarif --out report.html
`;

/** @type {import("../options.js").Command} */
export const render = { run, help: HELP, options: OUTPUT_OPTIONS };

/**
 * @param {import("../options.js").Values} values
 * @param {string[]} paths
 */
async function run(values, paths) {
  const [path, ...more] = paths;
  if (path === undefined) throw new Misuse("Name a report: a file that `reconvene report --format json` wrote.");
  if (more.length > 0) throw new Misuse(`One report at a time: ${more.join(", ")} cannot be read as well.`);
  const outputs = outputsOf(values);
  keepRead(values, [path], "what is read");
  const report = jsonIn(path === "-" ? 0 : path);
  const complete = await writeAll(outputs, (format, shape) => rendered(path, report, format, shape));
  return complete ? 0 : 2;
}

/**
 * @param {string} path
 * @param {any} report
 * @param {Format} format
 * @param {import("../../reconvene.js").RenderOptions} shape
 */
function rendered(path, report, format, shape) {
  try {
    return reconvene.render(report, format, shape);
  } catch (error) {
    if (!(error instanceof reconvene.ReconveneError)) throw error;
    const name = path === "-" ? "Standard input" : path;
    throw new Misuse(`${name}: ${error.message.replace("`report`", "it")}`);
  }
}
