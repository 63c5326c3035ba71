/** The options of a command, and what they are refused for. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import * as reconvene from "../node.js";
import { Misuse, reason, suggestion } from "./misuse.js";

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
A session log of Claude Code, Codex, Gemini CLI or opencode, or a list of chat messages, gives the replies of its
subagents.`;

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
    ["--agent NAME", "Whose session to read: claude-code, codex or gemini-cli"],
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
      throw new Misuse(`There is no option ${rawName}.${suggestion(rawName, names)}`);
    }
    const takesValue = options[name]?.type === "string";
    if (!takesValue && value !== undefined) throw new Misuse(`${rawName} takes no value.`);
    if (takesValue && value === undefined) throw new Misuse(`${rawName} needs a value.`);
    if (takesValue && !inlineValue && /^-./.test(value ?? "")) {
      throw new Misuse(
        `${rawName} needs a value, and ${value} looks like an option. Write ${rawName}=${value} if it is none.`,
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
  throw new Misuse(`${option} takes ${words.join(", ")}, not "${value}".${suggestion(value, words)}`);
}

/**
 * @param {string} option
 * @param {string} value
 */
export function percentage(option, value) {
  const number = Number(value.replace(/%$/, "") || Number.NaN);
  if (number >= 0 && number <= 100) return number;
  throw new Misuse(`${option} takes a percentage from 0 to 100, not "${value}".`);
}

/**
 * @param {string} option
 * @param {string} value
 */
export function count(option, value) {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new Misuse(`${option} takes a whole number, not "${value}".`);
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
    const entry = /`options\.\w+(?:\[(\d+)\](?:\.(\w+))?)?`/;
    // What types and their columns hold is nested: it is named as it stands in the file.
    const nested = error.message.replaceAll("`options.types[", "`types[");
    const message = nested.replace(entry, (_, index, key) => {
      if (index === undefined) return "it";
      return key ? `\`${key}\` of entry ${Number(index) + 1}` : `entry ${Number(index) + 1}`;
    });
    throw new Misuse(`${file}: ${message}`);
  }
  return value;
}

/**
 * What a JSON file holds.
 * @param {string | 0} file 0 is standard input.
 * @returns {any}
 */
export function jsonIn(file) {
  try {
    // Some editors put a byte order mark first, and JSON has none.
    return JSON.parse(readFileSync(file, "utf8").replace(/^\ufeff/, ""));
  } catch (error) {
    const why = error instanceof SyntaxError ? `it is not valid JSON (${error.message})` : reason(error);
    throw new Misuse(`${file === 0 ? "Standard input" : file} cannot be read: ${why}.`);
  }
}

/** @param {string} file */
export function textIn(file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Misuse(`${file} cannot be read: ${reason(error)}.`);
  }
}

/** Where the settings of a project stand. */
const PROJECT = ".clarity-loop.json";

/**
 * The configuration file that counts: the one that is named, else that of the working folder, if there is one.
 * @param {string | undefined} named
 */
export const settingsFile = (named) => named ?? (existsSync(PROJECT) ? PROJECT : undefined);

/**
 * What the configuration file says; the core names all that is wrong with it.
 * @param {string | undefined} named
 * @returns {Pick<import("../reconvene.js").PlanInput, "config" | "modes" | "dimensions" | "types">}
 */
export function settingsIn(named) {
  const file = settingsFile(named);
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
  const settings = settingsFile(undefined);
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
  throw new Misuse(`${option} takes a whole number, not "${value}".`);
}

/**
 * A reply is not written over.
 * @param {string} option
 * @param {string | undefined} out
 * @param {string[]} paths
 * @param {string} what What they are.
 */
export function keepInputs(option, out, paths, what = "one of the replies") {
  if (out === undefined) return;
  const same = paths.find((path) => path !== "-" && resolve(path) === resolve(out));
  if (same !== undefined) throw new Misuse(`${option} ${out} is ${what}: name another file.`);
}
