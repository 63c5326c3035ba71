/** `reconvene render`: a report that was made before, in other formats. */
import * as reconvene from "../../node.js";
import { Misuse } from "../misuse.js";
import { ofReport } from "../options.js";
import { COLOUR_HELP, keepRead, OUTPUT_HELP, OUTPUT_OPTIONS, outputsOf, SHAPE_HELP, writeAll } from "../outputs.js";

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
  if (more.length > 0) throw new Misuse(`This command takes one report. Unexpected: ${more.join(", ")}.`);
  const outputs = outputsOf(values);
  keepRead(values, [path], "an input");
  const complete = await ofReport(path, (report) =>
    writeAll(outputs, (format, shape) => reconvene.render(report, format, shape)),
  );
  return complete ? 0 : 2;
}
