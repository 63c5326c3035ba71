#!/usr/bin/env node
/** The command line. Exit status: 0 done, 1 a condition of --fail-on was met, 2 misuse or unreadable input. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { FAIL_ON, met, SINCE } from "./cli/fail-on.js";
import { isTooLarge, readReplies } from "./cli/input.js";
import { Misuse, reason, suggestion } from "./cli/misuse.js";
import { coloured, escaped, inColour, progress, say, write } from "./cli/terminal.js";
import * as reconvene from "./node.js";

const FILES = `FILES are files or folders; a folder is searched for .md, .markdown, .txt, .json, .jsonl and .log files.
\`-\` is standard input, which is also read when something is piped in and no file is named. A file may hold
several replies, with a line \`--- reply ---\` between them. A .json file with {"text": …, "unit": …, "agent": …}, or
with a list of them, and a .jsonl file with one a line, say beside each reply which unit and agent it is of.`;

const HELP = `Usage: reconvene COMMAND [OPTIONS] [FILES…]

Reads the replies of LLM subagents, and merges them into one report.

Commands:
  report   All replies, merged into one report
  parse    What each reply says, as JSON

Options:
  --help      This help; after a command, the help of that command
  --version   The version
`;

const REPORT_HELP = `Usage: reconvene report [OPTIONS] [FILES…]

Merges all replies into one report.

${FILES}

Options:
  --format markdown|json      How the report is written (default: markdown)
  --out FILE                  Write it to a file instead of standard output
  --expect FILE               What was dispatched, so that a reply that never came shows as a gap: a JSON list of
                              {"unit": "A.md + B.md", "agent": …, "expect": "consistency"}; only the unit is needed
  --previous FILE             An earlier report, as --format json wrote it: what is new, still open, back again, fixed
  --decisions FILE            A person's word on pairs of findings: a JSON list of
                              {"fingerprints": ["f1:…", "f1:…"], "same": true}, as "Possible duplicates" lists them
  --fail-on LIST              Exit with 1 where the report holds one of
                              ${FAIL_ON.join(", ")}
                              (comma separated; a severity means that one and heavier; new and regressed need
                              --previous)
  --title TITLE               The report's title
  --retry-below PERCENT       List PARTIAL replies that covered less for another try (default: 80)
  --color auto|always|never   Colours (default: auto, on a terminal where NO_COLOR is not set)
  --help                      This help
`;

const PARSE_HELP = `Usage: reconvene parse [OPTIONS] [FILES…]

Prints what each reply says, as JSON: one result, or a list where there are several replies.

${FILES}

Options:
  --ledger     With the spans of the text, each with the part of the result that holds it
  --out FILE   Write to a file instead of standard output
  --help       This help
`;

/** So much text, in bytes, takes about a second or more to read and merge. */
const LONG_WORK = 16 * 1024 * 1024;

/** @typedef {Record<string, any>} Values */

/** @type {Record<string, { run: (values: Values, paths: string[]) => Promise<number>, help: string, options: NonNullable<import("node:util").ParseArgsConfig["options"]> }>} */
const COMMANDS = {
  report: {
    run: report,
    help: REPORT_HELP,
    options: {
      format: { type: "string", default: "markdown" },
      out: { type: "string" },
      expect: { type: "string" },
      previous: { type: "string" },
      decisions: { type: "string" },
      "fail-on": { type: "string", multiple: true, default: [] },
      title: { type: "string" },
      "retry-below": { type: "string" },
      color: { type: "string", default: "auto" },
    },
  },
  parse: {
    run: parse,
    help: PARSE_HELP,
    options: { ledger: { type: "boolean" }, out: { type: "string" } },
  },
};

/** @param {string[]} args */
async function main([name, ...args]) {
  if (name === "--help" || name === "-h" || name === "--version") {
    await write(name === "--version" ? `${reconvene.version}\n` : HELP);
    return 0;
  }
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new Misuse(`${noCommand(name)} The commands are ${Object.keys(COMMANDS).join(" and ")}.`);
  const { values, positionals } = argumentsOf(args, command.options);
  if (values.help) {
    await write(command.help);
    return 0;
  }
  return command.run(values, positionals);
}

/** @param {string} [name] */
function noCommand(name) {
  if (name === undefined) return "Name a command.";
  const meant = existsSync(name)
    ? ` Did you mean \`reconvene report ${name}\`?`
    : suggestion(name, Object.keys(COMMANDS));
  return `There is no command ${name}.${meant}`;
}

/**
 * A reply is not written over.
 * @param {string | undefined} out
 * @param {string[]} paths
 */
function keepInputs(out, paths) {
  if (out === undefined) return;
  const same = paths.find((path) => path !== "-" && resolve(path) === resolve(out));
  if (same !== undefined) throw new Misuse(`--out ${out} is one of the replies: name another file.`);
}

/**
 * @param {Values} values
 * @param {string[]} paths
 */
async function report(values, paths) {
  const format = oneOf("--format", values.format, ["markdown", "json"]);
  const colour = inColour(oneOf("--color", values.color, ["auto", "always", "never"])) && values.out === undefined;
  /** @type {string[]} */
  const failOn = values["fail-on"].flatMap((/** @type {string} */ list) =>
    list.split(",").map((word) => oneOf("--fail-on", word.trim(), FAIL_ON)),
  );
  const options = {
    title: values.title,
    expected: fromFile(values.expect, "expected"),
    previous: fromFile(values.previous, "previous"),
    decisions: fromFile(values.decisions, "decisions"),
    retryBelow: values["retry-below"] === undefined ? undefined : percentage("--retry-below", values["retry-below"]),
  };
  const since = failOn.find((word) => SINCE.includes(word));
  if (since && !options.previous) throw new Misuse(`--fail-on ${since} needs an earlier report: --previous FILE.`);
  keepInputs(values.out, paths);
  const { replies, complete } = await readReplies(paths, [
    values.expect,
    values.previous,
    values.decisions,
    values.out,
  ]);
  if (replies.length === 0 && !options.expected) return 2;

  const length = replies.reduce((sum, { text }) => sum + text.length, 0);
  progress(`Merging ${replies.length} replies`, length > LONG_WORK);
  const merged = failOn.length > 0 ? reconvene.aggregate(replies, options) : undefined;
  const text = merged ? reconvene.render(merged, format) : reconvene.report(replies, format, options);
  const shown = format === "json" ? escaped(text) : colour ? coloured(text) : text;
  await write(shown.endsWith("\n") ? shown : `${shown}\n`, values.out);
  const reasons = merged ? met(merged, failOn) : [];
  for (const sentence of reasons) say(sentence);
  if (!complete) return 2;
  return reasons.length > 0 ? 1 : 0;
}

/**
 * @param {Values} values
 * @param {string[]} paths
 */
async function parse({ ledger, out }, paths) {
  const { replies, complete } = await readReplies(paths, [out]);
  const results = replies.filter((reply) => !isTooLarge(reply)).map((reply) => reconvene.parse(reply, { ledger }));
  if (results.length > 0) {
    const json = JSON.stringify(results.length === 1 ? results[0] : results, null, 2);
    await write(`${escaped(json)}\n`, out);
  }
  return complete ? 0 : 2;
}

/**
 * @param {string[]} args
 * @param {NonNullable<import("node:util").ParseArgsConfig["options"]>} own
 */
function argumentsOf(args, own) {
  /** @type {typeof own} */
  const options = { ...own, help: { type: "boolean", short: "h" } };
  // Not strict: the sentences that Node would give say neither what was meant nor all of it.
  const { values, positionals, tokens } = parseArgs({ args, options, strict: false, tokens: true });
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
 * @template {string} Word
 * @param {string} option
 * @param {string} value
 * @param {Word[]} words
 */
function oneOf(option, value, words) {
  const meant = words.find((word) => word === value);
  if (meant !== undefined) return meant;
  throw new Misuse(`${option} takes ${words.join(", ")}, not "${value}".${suggestion(value, words)}`);
}

/**
 * @param {string} option
 * @param {string} value
 */
function percentage(option, value) {
  const number = Number(value.replace(/%$/, "") || Number.NaN);
  if (number >= 0 && number <= 100) return number;
  throw new Misuse(`${option} takes a percentage from 0 to 100, not "${value}".`);
}

/**
 * An option of `aggregate` that stands in a file, checked by the core, which names the entry that is wrong.
 * @param {string | undefined} file
 * @param {"expected" | "previous" | "decisions"} option
 */
function fromFile(file, option) {
  if (file === undefined) return undefined;
  let value;
  try {
    // Some editors put a byte order mark first, and JSON has none.
    value = JSON.parse(readFileSync(file, "utf8").replace(/^\ufeff/, ""));
  } catch (error) {
    const why = error instanceof SyntaxError ? `it is no JSON (${error.message})` : reason(error);
    throw new Misuse(`${file} cannot be read: ${why}.`);
  }
  try {
    reconvene.aggregate([], { [option]: value });
  } catch (error) {
    if (!(error instanceof reconvene.ReconveneError)) throw error;
    const entry = /`options\.\w+(?:\[(\d+)\](?:\.(\w+))?)?`/;
    const message = error.message.replace(entry, (_, index, key) => {
      if (index === undefined) return "it";
      return key ? `\`${key}\` of entry ${Number(index) + 1}` : `entry ${Number(index) + 1}`;
    });
    throw new Misuse(`${file}: ${message}`);
  }
  return value;
}

// A reader that went away is told of by `write`; on standard error there is nobody left to tell.
process.stderr.on("error", () => {});
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  // Not left to Node, whose status would be 1, which says that a condition was met.
  if (error instanceof Misuse || error instanceof reconvene.ReconveneError) say(error.message);
  else console.error(error);
  process.exitCode = 2;
}
