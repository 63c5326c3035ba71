/** Where a report is written, and in which formats. */
import { extname } from "node:path";
import { FORMATS } from "../formats.js";
import * as reconvene from "../node.js";
import { Misuse, meantIn } from "./misuse.js";
import { count, isOneFile, keepInputs, oneOf, percentage } from "./options.js";
import { coloured, escaped, inColour, say, write } from "./terminal.js";

/** @typedef {import("../reconvene.js").Format} Format */
/** @typedef {import("../reconvene.js").RenderOptions} RenderOptions */
/** @typedef {import("./options.js").Values} Values */
/** @typedef {{ file: string | undefined, format: Format }} Output Without a file, standard output. */

/** What a file's ending says of its format: the first is meant where none is named. @type {[RegExp, Format[]][]} */
const ENDINGS = [
  [/\.sarif(?:\.json)?$/i, ["sarif"]],
  [/\.gitlab(?:\.json)?$/i, ["gitlab"]],
  [/\.rdjson$/i, ["rdjson"]],
  [/\.json$/i, ["json", "gitlab", "rdjson", "sarif"]],
  [/\.csv$/i, ["csv"]],
  [/\.xml$/i, ["junit"]],
  [/\.html?$/i, ["html"]],
  [/\.(?:md|markdown)$/i, ["markdown", "github-summary"]],
  ...FORMATS.map((format) => /** @type {[RegExp, Format[]]} */ ([new RegExp(`\\.${format}$`, "i"), [format]])),
];

/** Endings of files that may hold any format: Markdown where none is named. */
const OPEN = ["", ".txt"];

/** Formats that sections, a template and a budget say something of. @type {Format[]} */
const SHAPED = ["markdown", "html", "github-summary"];

/** Formats that are JSON. @type {Format[]} */
const OF_JSON = ["json", "sarif", "gitlab", "rdjson"];

/** @param {Format} format */
export const isJson = (format) => OF_JSON.includes(format);

/**
 * What is said of how a report is shown, as far as a format hears of it.
 * @param {Format} format
 * @param {RenderOptions} shape
 */
export const shapeFor = (format, shape) => (SHAPED.includes(format) ? shape : {});

export const OUTPUT_HELP = `\
  --format FORMAT             The format of the report (default: markdown, or what --out says):
                                markdown, html          for people; html is a self-contained page
                                json                    for programs, and for \`reconvene render\` and \`retry\`
                                sarif                   SARIF 2.1.0, for code scanning and editors
                                github                  annotations in a GitHub workflow, no more than GitHub shows
                                github-summary          Markdown, small enough for $GITHUB_STEP_SUMMARY
                                gitlab                  a Code Quality report
                                junit                   test results as XML: a task is a suite, a finding a failed case
                                rdjson                  the Reviewdog Diagnostic Format
                                csv                     one row for each finding and gap
  --out FILE                  Write to a file instead of standard output; repeat it for several files. The
                              ending decides the format: .md, .html, .json, .sarif, .gitlab.json, .rdjson, .csv,
                              .xml (junit). - is standard output`;

/** How a report is shown, beside where. */
export const SHAPE_HELP = `\
  --template report|audit|verify|review
                              The order of the sections (default: report)
  --sections LIST             Only these sections, in this order (comma separated); tasks, parking and decisions are
                              rows for TASKS.md, PARKING.md and DECISIONS.md
  --min-confidence PERCENT    Show findings with a lower stated confidence only as a list: 0 to 100, or high (80),
                              medium (50), low (0)
  --budget CHARACTERS         Shorten the report to this many characters; it says what was left out`;

export const COLOUR_HELP = `\
  --color auto|always|never   Colours (default: auto, on a terminal unless NO_COLOR is set)`;

/** @satisfies {import("./options.js").Options} */
export const OUTPUT_OPTIONS = {
  format: { type: /** @type {const} */ ("string") },
  out: { type: /** @type {const} */ ("string"), multiple: true, default: /** @type {string[]} */ ([]) },
  template: { type: /** @type {const} */ ("string") },
  sections: { type: /** @type {const} */ ("string") },
  "min-confidence": { type: /** @type {const} */ ("string") },
  budget: { type: /** @type {const} */ ("string") },
  color: { type: /** @type {const} */ ("string"), default: "auto" },
};

/**
 * What is to be written, once it is known that all of it can be.
 * @param {Values} values
 * @returns {{ outputs: Output[], shape: RenderOptions, colour: boolean }}
 */
export function outputsOf(values) {
  const named = values.format === undefined ? undefined : oneOf("--format", values.format, FORMATS);
  /** @type {string[]} */
  const files = values.out;
  const colour = inColour(oneOf("--color", values.color, ["auto", "always", "never"])) && files.length === 0;
  const twice = files.find((file, index) => files.slice(0, index).some((other) => isOneFile(other, file)));
  if (twice !== undefined) throw new Misuse(`--out names ${twice} twice. Choose another file.`);
  const outputs =
    files.length === 0
      ? [{ file: undefined, format: named ?? "markdown" }]
      : files.map((file) => ({ file, format: formatOf(file, named) }));
  return { outputs, shape: shapeOf(values, outputs), colour };
}

/**
 * @param {string} file
 * @param {Format | undefined} named
 * @returns {Format}
 */
function formatOf(file, named) {
  const [, formats = []] = ENDINGS.find(([ending]) => ending.test(file)) ?? [];
  const [meant = "markdown"] = formats;
  if (named === undefined && formats.length === 0 && !OPEN.includes(extname(file).toLowerCase())) {
    const known = ".md, .txt, .html, .json, .sarif, .gitlab.json, .rdjson, .csv, .xml (junit), or the name of a format";
    throw new Misuse(`--out ${file} has an unknown ending. Use ${known}, or choose a format with --format.`);
  }
  if (named === undefined || formats.length === 0) return named ?? meant;
  if (formats.includes(named)) return named;
  const help = "leave out --format, or name a file with another ending";
  throw new Misuse(`--format ${named} contradicts --out ${file}, which is ${meant} by its ending: ${help}.`);
}

/**
 * Nothing that is read is written over.
 * @param {Values} values
 * @param {string[]} paths
 * @param {string} [what]
 */
export function keepRead({ out }, paths, what) {
  for (const file of out) keepInputs("--out", file, paths, what);
}

/** The least that each word means, in percent. @type {Record<string, number>} */
const CONFIDENCE = { high: 80, medium: 50, low: 0 };

/** @param {string | undefined} value */
function confidence(value) {
  if (value === undefined) return undefined;
  return CONFIDENCE[value] ?? Math.round(percentage("--min-confidence", value));
}

/**
 * The options of `render`, checked by the core, which names what is wrong.
 * @param {Values} values
 * @param {Output[]} outputs
 * @returns {RenderOptions}
 */
function shapeOf(values, outputs) {
  const given = ["template", "sections", "budget", "min-confidence"].find((option) => values[option] !== undefined);
  const [shaped] = outputs.filter(({ format }) => SHAPED.includes(format));
  if (given && !shaped) {
    const [first] = outputs;
    const name = first?.format === "json" ? "JSON" : first?.format;
    throw new Misuse(`--${given} has no effect on ${name}, which is always the complete report: leave it out.`);
  }
  /** @type {RenderOptions} */
  const options = {
    template: values.template && oneOf("--template", values.template, ["report", "audit", "verify", "review"]),
    sections: values.sections?.split(",").map((/** @type {string} */ name) => name.trim()),
    minConfidence: confidence(values["min-confidence"]),
    budget: values.budget === undefined ? undefined : count("--budget", values.budget),
  };
  try {
    reconvene.report([], shaped?.format ?? "markdown", options);
  } catch (error) {
    if (!(error instanceof reconvene.ReconveneError)) throw error;
    const message = error.message.replace(/`options\.(\w+)\[\d+\]`/, "an entry of --$1");
    throw new Misuse(message + meantIn(message));
  }
  return options;
}

/**
 * Writes every output; what cannot be written takes no other away. Says whether all could be.
 * @param {ReturnType<typeof outputsOf>} what
 * @param {(format: Format, shape: RenderOptions) => string} rendered
 */
export async function writeAll({ outputs, shape, colour }, rendered) {
  let complete = true;
  for (const { file, format } of outputs) {
    const text = rendered(format, shapeFor(format, shape));
    const isMarkdown = format === "markdown" && colour;
    const shown = isJson(format) ? escaped(text) : isMarkdown ? coloured(text) : text;
    try {
      await write(shown.endsWith("\n") || shown === "" ? shown : `${shown}\n`, file);
    } catch (error) {
      if (!(error instanceof Misuse) || file === undefined) throw error;
      say(error.message);
      complete = false;
    }
  }
  return complete;
}
