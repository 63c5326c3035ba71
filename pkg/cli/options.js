/** The options of a command, and what they are refused for. */
import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { MAX_FILE_BYTES } from "../bytes.js";
import * as reconvene from "../node.js";
import { Misuse, reason, suggestion } from "./misuse.js";
import { isSpecial } from "./sessions/read.js";
import { say } from "./terminal.js";

/** @typedef {Record<string, any>} Values */
/** @typedef {NonNullable<import("node:util").ParseArgsConfig["options"]>} Options */

/**
 * A command: what it does with its options and the rest of its arguments, and with which status it ends.
 * @typedef {object} Command
 * @property {(values: Values, paths: string[]) => Promise<number>} run
 * @property {string} help
 * @property {Options} options
 * @property {number} [fault] The exit status of misuse and faults (default: 2).
 */

export const FILES = `FILES are files or folders. In folders, files that end in .md, .markdown, .txt, .json, .jsonl, .ndjson, .log or .sarif
are read. \`-\` is standard input, which is also read if something is piped in and no file is named. A text file is one
reply, or several with a line \`--- reply ---\` between them. A JSON file may hold:
  - a reply, {"text": …, "unit": …, "agent": …}; the text may also be under content, output, result or response,
    as a string or as content parts; other keys are kept as \`meta\`
  - a list of replies or strings, or an object of agent names and their texts
  - in a .jsonl or .ndjson file, one reply per line; a line that cannot be read is reported and skipped
  - results of another tool: SARIF 2.1.0, Reviewdog (rdjson) or GitLab Code Quality
From a session log of Claude Code, Codex, Gemini CLI or opencode, or from a list of chat messages, the replies of the
subagents are read.`;

/** The options of commands that take replies: which session is meant. @type {Options} */
export const SESSION_OPTIONS = {
  session: { type: "string" },
  agent: { type: "string" },
  tool: { type: "string", multiple: true, default: [] },
};

/**
 * How their help names them.
 * @param {number} width Where the explanations begin.
 */
export const sessionHelp = (width) =>
  [
    ["--session [ID]", "Read a session of this folder, by its id (default: the newest with subagents); with a"],
    ["", "FILE that holds several sessions, only this one"],
    ["--agent NAME", "The coding agent whose session to read: claude-code, codex or gemini-cli"],
    ["--tool NAME", "In a list of messages, a tool that runs a subagent (may be repeated)"],
  ]
    .map(([option = "", says]) => `  ${option.padEnd(width - 2)}${says}`)
    .join("\n");

/** The word that stands for an option's value that is left out. */
const LEFT_OUT = { session: "latest" };

/**
 * @param {string[]} args
 * @param {Options} own
 */
export function argumentsOf(args, own) {
  /** @type {typeof own} */
  const options = { ...own, help: { type: "boolean", short: "h" } };
  // Not strict: the sentences that Node would give say neither what was meant nor all of it.
  const { values, positionals, tokens } = parseArgs({
    args: filledIn(args, own),
    options,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    if (!Object.hasOwn(options, name)) {
      const names = Object.keys(options).map((name) => `--${name}`);
      throw new Misuse(`Unknown option ${rawName}.${suggestion(rawName, names)}`);
    }
    const takesValue = options[name]?.type === "string";
    if (!takesValue && value !== undefined) throw new Misuse(`${rawName} takes no value.`);
    if (takesValue && value === undefined) throw new Misuse(`${rawName} needs a value.`);
    if (takesValue && !inlineValue && /^-./.test(value ?? "")) {
      throw new Misuse(
        `${rawName} needs a value, but ${value} looks like an option. If it is the value, write ${rawName}=${value}.`,
      );
    }
  }
  return { values, positionals };
}

/**
 * The arguments, with the values that may be left out.
 * @param {string[]} args
 * @param {Options} own
 */
function filledIn(args, own) {
  const ended = args.indexOf("--");
  return args.map((arg, at) => {
    const left = Object.entries(LEFT_OUT).find(([name]) => arg === `--${name}` && Object.hasOwn(own, name));
    if (!left || (ended !== -1 && at > ended)) return arg;
    const next = args[at + 1];
    return next === undefined || next.startsWith("-") ? `${arg}=${left[1]}` : arg;
  });
}

/**
 * @template {string} Word
 * @param {string} option
 * @param {string} value
 * @param {Word[]} words
 */
export function oneOf(option, value, words) {
  const meant = words.find((word) => word === value);
  if (meant !== undefined) return meant;
  throw new Misuse(`${option} must be one of ${words.join(", ")}, but is "${value}".${suggestion(value, words)}`);
}

/**
 * @param {string} option
 * @param {string} value
 */
export function percentage(option, value) {
  const number = Number(value.replace(/%$/, "") || Number.NaN);
  if (number >= 0 && number <= 100) return number;
  throw new Misuse(`${option} must be a percentage from 0 to 100, but is "${value}".`);
}

/**
 * @param {string} option
 * @param {string} value
 */
export function count(option, value) {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new Misuse(`${option} must be a whole number, but is "${value}".`);
}

/**
 * An option of `aggregate` that stands in a file, checked by the core, which names the entry that is wrong.
 * @param {string | undefined} file
 * @param {"expected" | "previous" | "decisions" | "plan" | "types"} option
 * @param {import("../reconvene.js").AggregateOptions} beside Options by which it is judged.
 */
export function fromFile(file, option, beside = {}, value = file && jsonIn(file)) {
  if (file === undefined) return undefined;
  try {
    reconvene.aggregate([], { ...beside, [option]: value });
  } catch (error) {
    if (!(error instanceof reconvene.ReconveneError)) throw error;
    if (option === "previous" && / is not a report /.test(error.message)) throw noReport(file);
    const entry = /`options\.\w+(?:\[(\d+)\](?:\.(\w+))?)?`/;
    // What types and their columns hold is nested: it is named as it stands in the file.
    const nested = error.message.replaceAll("`options.types[", "`types[");
    const message = nested.replace(entry, (_, index, key) => {
      if (index === undefined) return "it";
      return key ? `\`${key}\` of entry ${Number(index) + 1}` : `entry ${Number(index) + 1}`;
    });
    throw new Misuse(`${titleOf(file)}: ${message}`);
  }
  return value;
}

/**
 * What a function of the core makes of the report that a file holds.
 * @template T
 * @param {string} file
 * @param {(report: any) => T} use
 */
export async function ofReport(file, use) {
  try {
    return await use(JSON.parse(textIn(file).replace(/^\ufeff/, "")));
  } catch (error) {
    const isOfCore = error instanceof reconvene.ReconveneError;
    if (!isOfCore && !(error instanceof SyntaxError)) throw error;
    // Only what is a report has a part that can be wrong.
    if (isOfCore && !/^`report` (?:is not|must be) /.test(error.message))
      throw new Misuse(`${titleOf(file)}: ${error.message.replace("`report`", "it")}`);
    throw noReport(file);
  }
}

/** @param {string} file */
const noReport = (file) =>
  new Misuse(`${titleOf(file)} is not a JSON report. Create one with \`reconvene report … --out report.json\`.`);

/**
 * What a JSON file holds.
 * @param {string} file
 * @param {string} [text] Its text, where it was read: a pipe gives it once.
 * @returns {any}
 */
export function jsonIn(file, text = textIn(file)) {
  try {
    // Some editors put a byte order mark first, and JSON has none.
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (/** @type {any} */ error) {
    throw new Misuse(`${titleOf(file)} cannot be read: it is not valid JSON (${error.message}).`);
  }
}

const STANDARD_INPUT = "-";

/**
 * How a sentence begins that is about a file.
 * @param {string} file
 */
export const titleOf = (file) => (file === STANDARD_INPUT ? "Standard input" : file);

/** @param {string} file */
export function textIn(file) {
  try {
    return bytesIn(file).toString("utf8");
  } catch (error) {
    throw new Misuse(`${titleOf(file)} cannot be read: ${reason(error)}.`);
  }
}

const CHUNK = 64 * 1024;

/**
 * What a file holds that an option names. It may be a pipe, which ends; a device that never does is left at the limit.
 * @param {string} file
 */
export function bytesIn(file) {
  const handle = file === STANDARD_INPUT ? 0 : openSync(file, "r");
  try {
    /** @type {Buffer[]} */
    const chunks = [];
    for (let length = 0; length <= MAX_FILE_BYTES; ) {
      const chunk = Buffer.allocUnsafe(CHUNK);
      const count = readSync(handle, chunk);
      if (count === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, count));
      length += count;
    }
  } finally {
    if (handle !== 0) closeSync(handle);
  }
  throw new Error(`it is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB`);
}

/** Where the settings of a project stand. */
const PROJECT = ".clarity-loop.json";

/**
 * The configuration file that counts: the one that is named, else that of the working folder, if there is one.
 * @param {string | undefined} named
 */
export const settingsFile = (named) => named ?? (existsSync(PROJECT) && !isSpecial(PROJECT) ? PROJECT : undefined);

/**
 * The configuration file to read, once it is said that what stands in its place is none.
 * @param {string | undefined} [named]
 */
function settingsToRead(named) {
  if (named === undefined && isSpecial(PROJECT)) say(`${PROJECT} is ignored: it is not a regular file.`);
  return settingsFile(named);
}

/**
 * What the configuration file says; the core names all that is wrong with it.
 * @param {string | undefined} named
 * @returns {Pick<import("../reconvene.js").PlanInput, "config" | "modes" | "dimensions" | "types">}
 */
export function settingsIn(named) {
  const file = settingsToRead(named);
  if (file === undefined) return {};
  const { config, modes, dimensions, types } = configurationIn(file);
  return { config, modes, ...(dimensions.length > 0 && { dimensions }), ...(types.length > 0 && { types }) };
}

/** @param {string} file */
const configurationIn = (file) => readBy(reconvene.configuration, file);

/**
 * A configuration file as a function of the core reads it.
 * @template T
 * @param {(text: string) => T} reader
 * @param {string} file
 */
function readBy(reader, file) {
  const text = textIn(file);
  try {
    return reader(text);
  } catch (error) {
    if (!(error instanceof reconvene.ReconveneError)) throw error;
    throw new Misuse(`${file}: ${error.message}`);
  }
}

/**
 * The result types of one's own: those that a file lists, else those of the project's settings. What else stands in these
 * is looked at by `plan` alone.
 * @param {string | undefined} named
 * @returns {import("../reconvene.js").CustomType[] | undefined}
 */
export function typesIn(named) {
  if (named !== undefined) return fromFile(named, "types");
  const settings = settingsToRead();
  return settings === undefined ? undefined : readBy(reconvene.registeredTypes, settings);
}

/** @param {import("../reconvene.js").CustomType[]} [types] */
export const namesOf = (types = []) => types.map((type) => (typeof type === "string" ? type : type.name));

/** What may be asked for, beside types of one's own. */
export const EXPECTED = [
  ...["digest", "consistency", "verification", "implementation", "design-plan", "review", "return", "refinements"],
];

export const TYPES_HELP = "Your own result types: a JSON list (default: `types` of .clarity-loop.json)";

/**
 * @param {string} option
 * @param {string} value
 */
export function whole(option, value) {
  if (/^\d{1,15}$/.test(value)) return Number(value);
  throw new Misuse(`${option} must be a whole number, but is "${value}".`);
}

/**
 * Whether two paths lead to one file: by their names, or by links.
 * @param {string} one
 * @param {string} other
 */
export const isOneFile = (one, other) =>
  resolve(one) === resolve(other) || isSame(statSync(one, { throwIfNoEntry: false }), other);

/**
 * Whether standard input is read from a file, as `< FILE` has it.
 * @param {string} file
 */
export function isPipedIn(file) {
  try {
    const input = fstatSync(0);
    return input.isFile() && isSame(input, file);
  } catch {
    // There is no standard input.
    return false;
  }
}

/**
 * @param {import("node:fs").Stats | undefined} one
 * @param {string} other
 */
function isSame(one, other) {
  const found = statSync(other, { throwIfNoEntry: false });
  // Some systems know no such numbers.
  return !!one && !!found && one.ino !== 0 && one.ino === found.ino && one.dev === found.dev;
}

/**
 * A reply is not written over.
 * @param {string} option
 * @param {string | undefined} out
 * @param {string[]} paths
 * @param {string} what What they are.
 */
export function keepInputs(option, out, paths, what = "one of the replies") {
  if (out === undefined || out === STANDARD_INPUT) return;
  const same = paths.find((path) => (path === STANDARD_INPUT ? isPipedIn(out) : isOneFile(path, out)));
  if (same !== undefined) throw new Misuse(`${option} ${out} is ${what}. Choose another file.`);
}
