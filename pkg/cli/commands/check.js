/** `reconvene check`: what is wrong with each reply, where, and how to ask for it again. */
import { isUtf8 } from "node:buffer";
import { readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import * as reconvene from "../../node.js";
import { isTooLarge, readReplies } from "../input.js";
import { Misuse, reason } from "../misuse.js";
import {
  bytesIn,
  EXPECTED,
  FILES,
  keepInputs,
  namesOf,
  oneOf,
  SESSION_OPTIONS,
  sessionHelp,
  TYPES_HELP,
  typesIn,
} from "../options.js";
import { escaped, inColour, say, write } from "../terminal.js";

/** @typedef {import("../options.js").Values} Values */
/** @typedef {import("../../reconvene.js").CheckResult} CheckResult */
/** @typedef {import("../../reconvene.js").Reply} Reply */

const HELP = `Usage: reconvene check [OPTIONS] [FILES…]

Compares each reply with the format that was asked for: says what is wrong, where, and what to write instead. A reply
in free form follows no format; \`reconvene report\` reads it without one.

${FILES}

Options:
${sessionHelp(30)}
  --expect TYPE               The format that was asked for: ${EXPECTED.slice(0, 3).join(", ")},
                              ${EXPECTED.slice(3).join(", ")}
  --types FILE                ${TYPES_HELP}
  --strict                    Exit with 1 unless every reply conforms
  --lenient                   Exit with 1 only if a reply could not be read at all (default: if it has errors)
  --format text|json|github   For people, for programs, or as annotations of a GitHub workflow (default: text)
  --repair                    Print the message to send back to the subagent instead, if there is one
  --fix                       Apply the fixes that are certain to the files; each must hold one reply
  --session-id ID             JSON return: the id of the delegated session
  --artifacts FOLDER          JSON return: the folder that its artifacts must be in
  --errors FILE               JSON return: append what is wrong to this errors.json
  --out FILE                  Write to a file instead of standard output
  --color auto|always|never   Colours (default: auto, on a terminal where NO_COLOR is not set)
  --help                      This help

\`reconvene explain CODE\` explains a code.
`;

/** @type {import("../options.js").Command} */
export const check = {
  run,
  help: HELP,
  options: {
    ...SESSION_OPTIONS,
    expect: { type: "string" },
    types: { type: "string" },
    strict: { type: "boolean" },
    lenient: { type: "boolean" },
    format: { type: "string", default: "text" },
    repair: { type: "boolean" },
    fix: { type: "boolean" },
    "session-id": { type: "string" },
    artifacts: { type: "string" },
    errors: { type: "string" },
    out: { type: "string" },
    color: { type: "string", default: "auto" },
  },
};

/** @type {CheckResult["grade"][]} */
const GRADES = ["conforms", "warnings", "errors", "unreadable"];

/**
 * @param {Values} values
 * @param {string[]} paths
 */
async function run(values, paths) {
  const format = oneOf("--format", values.format, ["text", "json", "github"]);
  const types = typesIn(values.types);
  const expect =
    values.expect === undefined ? undefined : oneOf("--expect", values.expect, [...EXPECTED, ...namesOf(types)]);
  const colour = inColour(oneOf("--color", values.color, ["auto", "always", "never"])) && values.out === undefined;
  if (values.strict && values.lenient) throw new Misuse("Use either --strict or --lenient, not both.");
  if (values.fix && values.out !== undefined) {
    throw new Misuse("--fix changes the files themselves. Leave out --out, or fix a copy.");
  }
  if (values.repair && values.format !== "text") throw new Misuse("--repair always prints text. Leave out --format.");
  keepInputs("--errors", values.errors, paths);
  for (const option of ["out", "errors"]) {
    keepInputs(`--${option}`, values[option], values.types === undefined ? [] : [values.types], "an input");
  }
  if (values.errors !== undefined && values.out !== undefined && resolve(values.errors) === resolve(values.out)) {
    throw new Misuse("--errors and --out name the same file. Choose different files.");
  }
  const { replies, complete } = await readReplies(paths, [values.out, values.errors, values.types], {
    ...values,
    types,
  });
  if (replies.length === 0) return 2;
  const asked = replies.map((reply) => ({
    ...reply,
    expect: reply.expect ?? /** @type {Reply["expect"]} */ (expect),
  }));
  if (values.fix) fixAll(asked, types);

  const style = format === "github" ? "github" : colour ? "coloured" : "plain";
  const checked = asked
    .filter((reply) => !isTooLarge(reply))
    .map((reply) => ({ reply, result: checkedAs(reply, { ...hostKnows(values, reply), types }) }));
  if (values.errors !== undefined) {
    appendErrors(
      values.errors,
      checked.flatMap(({ result }) => result.failures),
    );
  }
  await write(output(checked, values, format, style), values.out);
  say(summary(checked.map(({ result }) => result)));
  if (!complete) return 2;
  const worst = values.strict ? 1 : values.lenient ? 3 : 2;
  return checked.some(({ result }) => GRADES.indexOf(result.grade) >= worst) ? 1 : 0;
}

/** What is said of a reply that has no format to be compared with. */
const NO_FORMAT = {
  message: "The reply is in free form, and `check` compares a reply with a format.",
  help: "Name the format that you asked for, such as `--expect review`, or read the reply with `reconvene report`.",
};

/** What free form has none of. */
const OF_PROTOCOL = ["missing-summary-line", "missing-metadata"];

/**
 * What is wrong with a reply. Of one in free form, where nobody said what was asked for, it is that.
 * @param {Reply} reply
 * @param {import("../../reconvene.js").CheckOptions} options
 * @returns {CheckResult}
 */
function checkedAs(reply, options) {
  const result = reconvene.check(reply, options);
  const [lacking, ...more] = result.diagnostics.filter(({ code }) => OF_PROTOCOL.includes(code));
  if (reply.expect !== undefined || !lacking || more.length === 0) return result;
  const others = result.diagnostics.filter(({ code }) => !OF_PROTOCOL.includes(code));
  return { ...result, diagnostics: [{ ...lacking, ...NO_FORMAT }, ...others] };
}

/** @typedef {{ reply: Reply, result: CheckResult }} Checked */

/**
 * @param {Checked[]} checked
 * @param {Values} values
 * @param {string} format
 * @param {"plain" | "coloured" | "github"} style
 */
function output(checked, { repair }, format, style) {
  if (format === "json") {
    const results = checked.map(({ reply: { source = null }, result }) => ({ source, ...result }));
    return `${escaped(JSON.stringify(results.length === 1 ? results[0] : results, null, 2))}\n`;
  }
  if (repair) {
    const due = checked.filter(({ result }) => result.repair !== null);
    const texts = due.map(({ reply, result }) =>
      checked.length === 1 ? result.repair : `# ${shown(reply.source)}\n\n${result.repair}`,
    );
    return texts.join("\n");
  }
  return checked
    .map(({ reply, result }) => {
      const said = reconvene.showDiagnostics(result.diagnostics, reply.text, { source: reply.source, style });
      return result.failure === null || format === "github" ? said : `${said}${result.failure}\n`;
    })
    .join("");
}

/** @param {string} [source] */
const shown = (source = "reply") => JSON.stringify(source).slice(1, -1);

/** @param {CheckResult[]} results */
function summary(results) {
  const counts = GRADES.map((grade) => [grade, results.filter((result) => result.grade === grade).length]);
  const told = counts.filter(([, count]) => count !== 0).map(([grade, count]) => `${grade} ${count}`);
  return `${results.length} ${results.length === 1 ? "reply" : "replies"} checked: ${told.join(", ")}.`;
}

/**
 * Makes the known changes in the files, and goes on with what they hold then.
 * @param {Reply[]} replies
 * @param {import("../../reconvene.js").CustomType[]} [types]
 */
function fixAll(replies, types) {
  for (const reply of replies) {
    const { source = "" } = reply;
    if (!isFile(source)) {
      say(`${source} was not changed: it is not a file with one reply.`);
      continue;
    }
    const bytes = readFileSync(source);
    if (Buffer.compare(bytes, Buffer.from(reply.text)) !== 0) {
      say(`${source} was not changed: it contains more than the text of one reply.`);
      continue;
    }
    const { text, changes } = reconvene.fix(reply, { types });
    if (changes === 0) continue;
    if (!isUtf8(bytes)) {
      say(`${source} was not changed: it is not valid UTF-8.`);
      continue;
    }
    try {
      writeFileSync(source, text);
    } catch (error) {
      throw new Misuse(`${source} cannot be written: ${reason(error)}.`);
    }
    reply.text = text;
    say(`${source}: ${changes} ${changes === 1 ? "change" : "changes"} made.`);
  }
}

/** @param {string} path */
const isFile = (path) => at(path)?.isFile() === true;

/**
 * What is at a path. A path that a reply names may be none at all.
 * @param {string} path
 */
function at(path) {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/**
 * What the host knows beside a reply.
 * @param {Values} values
 * @param {Reply} reply
 * @returns {import("../../reconvene.js").CheckOptions}
 */
function hostKnows({ "session-id": session, artifacts }, reply) {
  const known = session === undefined ? {} : { sessionId: session };
  if (artifacts === undefined) return known;
  const { detail } = reconvene.parse(reply);
  const named = detail.kind === "return" ? detail.artifacts.map(({ path }) => path) : [];
  const inside = resolve(artifacts);
  if (!at(inside)?.isDirectory()) throw new Misuse(`--artifacts ${artifacts} is not a folder.`);
  const root = realpathSync(inside);
  const there = named.flatMap((path) => {
    const file = resolve(inside, path);
    // A path that leads out of the folder is none of the artifacts that were to be made.
    const way = relative(inside, file);
    if (way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) return [];
    const found = at(file);
    if (found?.isDirectory()) say(`${shown(path)} is a folder, not a file.`);
    // A link may lead out of the folder too.
    return found?.isFile() && realpathSync(file) === join(root, way) ? [{ path, bytes: found.size }] : [];
  });
  return { ...known, artifacts: there };
}

/**
 * @param {string} file
 * @param {unknown[]} failures
 */
function appendErrors(file, failures) {
  let entries = [];
  try {
    // An empty file is an empty list.
    entries = JSON.parse(
      bytesIn(file)
        .toString("utf8")
        .replace(/^\ufeff/, "")
        .trim() || "[]",
    );
  } catch (/** @type {any} */ error) {
    if (error.code !== "ENOENT") throw new Misuse(`${file} cannot be read: ${reason(error)}.`);
  }
  if (!Array.isArray(entries)) throw new Misuse(`${file} is not a list of errors.`);
  if (failures.length === 0) return;
  try {
    writeFileSync(file, `${JSON.stringify([...entries, ...failures], null, 2)}\n`);
  } catch (error) {
    throw new Misuse(`${file} cannot be written: ${reason(error)}.`);
  }
}
