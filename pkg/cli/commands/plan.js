/** `reconvene plan`: who is asked for what, wave after wave. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import * as reconvene from "../../node.js";
import { Misuse, meantIn } from "../misuse.js";
import { jsonIn, keepInputs, oneOf, settingsFile, settingsIn, textIn, titleOf, whole } from "../options.js";
import { escaped, write } from "../terminal.js";

/** @typedef {import("../options.js").Values} Values */
/** @typedef {import("../../reconvene.js").PlanInput} PlanInput */

/** Each mode with what it works on. */
export const MODES = {
  audit: "DOCUMENTS: read each, compare every two, judge by nine dimensions",
  verify: "DOCUMENTS, and --changed for each that changed: compare the pairs that this affects",
  spec: "DOCUMENTS: read each for what a specification needs",
  review: "DOCUMENT: judge a proposal by seven dimensions; fans out from 500 lines",
  "re-review": "REVIEWS: read each; fans out from 2 reviews",
  "code-review": "FILES, or --set CONTENT=… to say what to review: judge code by six dimensions",
  run: "--input with tasks: implement them in groups; fans out if --approved",
  autopilot: "the same, with tests",
  mockups: "--input with screens: plan each; fans out from 5 screens if --components-exist",
  tokens: "--input with tokens, or --set TOKEN_DECISIONS=…: draft up to 3 sections in advance, if fan-out is on",
  start: "--input with tasks: create those that depend on no other in advance, if fan-out is on",
  list: '--input with your own units: [{"unit": …, "agent": …, "prompt": …, "expect": …}]',
};

const TASKS =
  '--input tasks.json`, with {"tasks": [{"id": "T-1", "description": "…", "spec": "…", "criteria": ["…"]}]}';

/** How each mode is given what it works on: a call, from behind its name. @type {Record<string, string>} */
const CALLS = {
  audit: "docs/`",
  verify: "docs/ --changed docs/API.md`",
  spec: "docs/`",
  review: "PROPOSAL.md`",
  "re-review": "REVIEW_v1.md REVIEW_v2.md`",
  "code-review": 'src/`, or `reconvene plan code-review --set CONTENT="the output of git diff main...HEAD"`',
  run: TASKS,
  autopilot: TASKS,
  mockups: '--input screens.json`, with {"screens": [{"name": "Login", "spec": "…"}]}',
  tokens: '--input tokens.json`, with {"tokens": [{"category": "Colors", "decisions": "…"}]}',
  start: TASKS,
};

const HELP = `Usage: reconvene plan MODE [OPTIONS] [DOCUMENTS…]

Plans which agents to ask for what: waves of tasks, each with an agent, a model and a prompt.

Modes and their input:
${Object.entries(MODES)
  .map(([mode, says]) => `  ${mode.padEnd(13)}${says}`)
  .join("\n")}
  NAME         your own mode, from --config or --input

DOCUMENTS are files, folders (their .md and .markdown files), or a .manifest.md (the documents that it names). FILES of
code-review are files and folders of any kind; the reviewers look through the folders themselves.

Options:
  --format text|json      text for people, json for \`report --plan\` and \`retry --plan\` (default: text)
  --out FILE              Write to a file instead of standard output; a name in .json makes it JSON
  --input FILE            The input as JSON: {"documents": […], "tasks": […], "screens": […], …}
  --config FILE           Settings: orchestration, modes, dimensions, types (default: .clarity-loop.json, if it exists)
  --changed FILE          A document that changed (may be repeated)
  --dimension NAME        A dimension to judge instead of the mode's own (may be repeated)
  --proposal-lines N      The length of the proposal (default: the lines of the one document, or of the file CONTENT)
  --after REPORT          Plan the next wave from the JSON report of the last one: documents with a digest in it are not
                          read again, and the next wave gets the digests as summaries
  --summary FILE=SUMMARY  A document, and the file with its summary (may be repeated)
  --set NAME=VALUE        A variable for the prompts: FOCUS, CHANGE_MANIFEST, DESIGN_SYSTEM, … (may be repeated)
  --approved              You approved running groups of tasks at the same time
  --components-exist      All shared components of the screens exist
  --fan-out WORD          auto, teams or disabled (default: auto)
  --max-agents N          At most this many agents at the same time (default: 10)
  --timeout MS            How long to wait for a reply, in milliseconds (default: 300000)
  --model AGENT=MODEL     The model of an agent (may be repeated)
  --teams                 Teams are available (default: if CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS is 1)
  --help                  This help

Examples:
  reconvene plan audit docs/system --out plan.json
  reconvene plan code-review --set CONTENT="the output of git diff main...HEAD" --out plan.json
`;

/** What a host sets to 1 where agents may run in teams. */
const TEAMS = "CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS";

const MARKDOWN = [".md", ".markdown"];

/** @type {import("../options.js").Command} */
export const plan = {
  run,
  help: HELP,
  options: {
    format: { type: "string" },
    out: { type: "string" },
    input: { type: "string" },
    config: { type: "string" },
    changed: { type: "string", multiple: true, default: [] },
    dimension: { type: "string", multiple: true, default: [] },
    "proposal-lines": { type: "string" },
    after: { type: "string" },
    summary: { type: "string", multiple: true, default: [] },
    set: { type: "string", multiple: true, default: [] },
    approved: { type: "boolean" },
    "components-exist": { type: "boolean" },
    "fan-out": { type: "string" },
    "max-agents": { type: "string" },
    timeout: { type: "string" },
    model: { type: "string", multiple: true, default: [] },
    teams: { type: "boolean" },
  },
};

/**
 * @param {Values} values
 * @param {string[]} words
 */
async function run(values, [mode, ...paths]) {
  if (mode === undefined) throw new Misuse(`Name a mode: ${Object.keys(MODES).join(", ")}, or one of your own.`);
  const input = withOptions(mode, values, paths);
  const made = planned(mode, input);
  const named = [...(input.documents ?? []), ...(input.reviews ?? []), ...(input.changed ?? [])];
  const files = [
    values.input,
    values.after,
    settingsFile(values.config),
    ...Object.values(pairs("--summary", values.summary)),
  ];
  keepInputs("--out", values.out, [...named, ...files.filter((file) => file !== undefined)], "an input");
  await writePlan(made, values);
  return 0;
}

/**
 * @param {string} mode
 * @param {PlanInput} input
 */
function planned(mode, input) {
  try {
    return reconvene.plan(mode, input);
  } catch (error) {
    if (!(error instanceof reconvene.ReconveneError)) throw error;
    throw new Misuse(error.message + (callOf(mode, input) ?? meantIn(error.message)));
  }
}

/**
 * What to write where a mode was given nothing to work on.
 * @param {string} mode
 * @param {PlanInput} input
 */
function callOf(mode, input) {
  const call = Object.hasOwn(CALLS, mode) && !Object.hasOwn(input.modes ?? {}, mode) ? CALLS[mode] : undefined;
  const works = ["documents", "reviews", "tasks", "screens", "tokens"].some((key) => Object.hasOwn(input, key));
  return call === undefined || works ? undefined : ` Write \`reconvene plan ${mode} ${call}.`;
}

/**
 * Writes a plan as its options ask for.
 * @param {import("../../reconvene.js").DispatchPlan} plan
 * @param {Values} values
 */
export async function writePlan(plan, { format, out }) {
  const usual = out !== undefined && extname(out).toLowerCase() === ".json" ? "json" : "text";
  const as = oneOf("--format", format ?? usual, ["text", "json"]);
  const text = as === "json" ? `${escaped(JSON.stringify(plan, null, 2))}\n` : reconvene.showPlan(plan);
  await write(text, out);
}

/**
 * What is planned for: the file, under what the configuration says, under what the options say.
 * @param {string} mode
 * @param {Values} values
 * @param {string[]} paths
 * @returns {PlanInput}
 */
function withOptions(mode, values, paths) {
  const read = values.input === undefined ? {} : jsonIn(values.input);
  const { config: fileConfig, modes, dimensions, types } = settingsIn(values.config);
  const given = mode === "list" && Array.isArray(read) ? { units: read } : read;
  if (mode === "list" && values.input === undefined && modes?.list === undefined) {
    throw new Misuse('plan list needs your units: --input units.json, [{"unit": …, "agent": …, "prompt": …}].');
  }
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new Misuse(`${titleOf(values.input)} is not a JSON object. Write {"documents": […]}.`);
  }
  /** @type {PlanInput} */
  const input = {
    ...given,
    modes: { ...modes, .../** @type {PlanInput} */ (given).modes },
  };
  if (input.dimensions === undefined && dimensions !== undefined) input.dimensions = dimensions;
  if (input.types === undefined && types !== undefined) input.types = types;
  // Reviewers of code look through a folder themselves.
  const named = mode === "code-review" ? codeIn(paths) : paths.flatMap(documentsIn);
  if (named.length > 0) input[mode === "re-review" ? "reviews" : "documents"] = named;
  if (values.changed.length > 0) input.changed = values.changed;
  if (values.dimension.length > 0) input.dimensions = values.dimension;
  if (values.summary.length > 0) {
    const summaries = Object.entries(pairs("--summary", values.summary)).map(([path, file]) => [path, textIn(file)]);
    input.summaries = { ...input.summaries, ...Object.fromEntries(summaries) };
  }
  if (values.after !== undefined) input.after = jsonIn(values.after);
  if (values.set.length > 0) input.variables = { ...input.variables, ...pairs("--set", values.set) };
  if (values.approved) input.approved = true;
  if (values["components-exist"]) input.componentsExist = true;
  if (values["proposal-lines"] !== undefined) {
    input.proposalLines = whole("--proposal-lines", values["proposal-lines"]);
  } else if (mode === "review" && input.proposalLines === undefined) {
    const lines = linesOf(proposals(input));
    if (lines !== undefined) input.proposalLines = lines;
  }
  const config = { ...fileConfig, ...input.config };
  if (values["fan-out"] !== undefined) {
    const fanOut = oneOf("--fan-out", values["fan-out"], ["auto", "teams", "disabled"]);
    config.fanOut = fanOut;
  }
  if (values["max-agents"] !== undefined) config.maxAgents = whole("--max-agents", values["max-agents"]);
  if (values.timeout !== undefined) config.agentTimeout = whole("--timeout", values.timeout);
  if (values.model.length > 0) config.models = { ...config.models, ...pairs("--model", values.model) };
  const said = input.config?.teamsAvailable;
  if (values.teams || (said === undefined && process.env[TEAMS] === "1")) config.teamsAvailable = true;
  return { ...input, config };
}

/**
 * @param {string} option
 * @param {string[]} words
 * @returns {Record<string, string>}
 */
export function pairs(option, words) {
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf("=");
      if (at < 1) throw new Misuse(`${option} must be NAME=VALUE, but is "${word}".`);
      return [word.slice(0, at), word.slice(at + 1)];
    }),
  );
}

/**
 * What reviewers of code look at, once it is certain that it is there.
 * @param {string[]} paths
 */
function codeIn(paths) {
  const missing = paths.filter((path) => !existsSync(path));
  if (missing.length === 0) return paths;
  throw new Misuse(
    `${missing.join(", ")} ${missing.length === 1 ? "does" : "do"} not exist. Name files or folders to review, or say what to review with --set CONTENT=….`,
  );
}

/** The name of a list of documents. */
const MANIFEST = ".manifest.md";

/**
 * The documents that a list names, from where it stands.
 * @param {string} path
 */
function listedIn(path) {
  const names = textIn(path).match(/[\w./-]*\w\.(?:md|markdown)\b/gi) ?? [];
  const others = [...new Set(names)].filter((name) => basename(name) !== MANIFEST);
  if (others.length === 0) throw new Misuse(`${path} names no document.`);
  return others.map((name) => join(dirname(path), name));
}

/**
 * A path itself; of a folder, the Markdown files in it, by name; of a list of documents, those that it names.
 * @param {string} path
 * @returns {string[]}
 */
function documentsIn(path) {
  if (basename(path) === MANIFEST) return listedIn(path);
  if (!existsSync(path) || !statSync(path).isDirectory()) return [path];
  const found = readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith(".") || entry.name === "node_modules") return [];
    const inside = join(path, entry.name);
    if (entry.isDirectory()) return documentsIn(inside);
    return entry.isFile() && MARKDOWN.includes(extname(entry.name).toLowerCase()) ? [inside] : [];
  });
  return found.sort();
}

/**
 * What a review judges: what the variable CONTENT names, else the documents.
 * @param {PlanInput} input
 * @returns {string[]}
 */
function proposals({ documents, variables }) {
  const content = variables?.CONTENT;
  if (typeof content === "string") return [content.trim()];
  // Whatever else stands in a file is refused later, by name.
  return Array.isArray(documents) ? documents.filter((path) => typeof path === "string") : [];
}

/**
 * How long a proposal is, where it is one file that is there.
 * @param {string[]} paths
 */
function linesOf([path, ...others]) {
  if (path === undefined || others.length > 0 || !isFile(path)) return undefined;
  const text = textIn(path);
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

/** @param {string} path */
function isFile(path) {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
