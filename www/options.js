/** What the core is told beside the replies. The core judges it; the list of expected units has a form of its own. */
import { ReconveneError, report } from "../pkg/api.js";

/** @typedef {import("../pkg/reconvene.js").AggregateOptions} AggregateOptions */
/** @typedef {NonNullable<AggregateOptions["expected"]>} Expected */
/** @typedef {{ expected: Expected, problem: string | null }} Read What is wrong is left out. */

/**
 * What the core says is wrong with options, wherever they come from; null where nothing is.
 * @param {Record<string, unknown>} options
 */
export function fault(options) {
  try {
    report([], "markdown", /** @type {AggregateOptions} */ (options));
    return null;
  } catch (error) {
    if (!(error instanceof ReconveneError)) throw error;
    return ending(error.message.replace(/^`options\./, "`"));
  }
}

/**
 * A unit a line, after a bar what was asked for, after another of which agent; or the list as JSON.
 * @param {string} text
 * @returns {Read}
 */
export function readExpected(text) {
  if (last?.text !== text) last = { text, ...readNow(text) };
  return last;
}

/** The text that was read last: it is asked for more often than it changes. @type {({ text: string } & Read) | undefined} */
let last;

/** @param {string} text @returns {Read} */
function readNow(text) {
  if (text.trim().startsWith("[")) return readJson(text);
  /** @type {Line[]} */
  const lines = [];
  /** What is wrong with which line. @type {Map<number, string>} */
  const wrong = new Map();
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const [unit = "", expect = "", agent = "", ...more] = line.split("|").map((part) => part.trim());
    const entry = /** @type {Expected[number]} */ ({ unit, ...(expect && { expect }), ...(agent && { agent }) });
    if (more.length > 0) wrong.set(at, "it has more than two `|`");
    else lines.push({ at, entry });
  }
  const expected = accepted(lines, wrong).map(({ entry }) => entry);
  if (wrong.size === 0) return { expected, problem: null };
  const first = Math.min(...wrong.keys());
  return { expected, problem: ending(`Line ${first + 1} was skipped: ${wrong.get(first)}`) };
}

/** @typedef {{ at: number, entry: Expected[number] }} Line */

/**
 * Those that the core takes: all at once, else each half by itself, so that thousands of lines are not thousands of calls.
 * @param {Line[]} lines
 * @param {Map<number, string>} wrong
 * @returns {Line[]}
 */
function accepted(lines, wrong) {
  const [first] = lines;
  if (!first) return [];
  const says = fault({ expected: lines.map(({ entry }) => entry) });
  if (says === null) return lines;
  const half = lines.length >> 1;
  if (half > 0) return [...accepted(lines.slice(0, half), wrong), ...accepted(lines.slice(half), wrong)];
  wrong.set(first.at, says);
  return [];
}

/** @param {string} text */
function readJson(text) {
  /** @type {unknown} */
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { expected: [], problem: ending(`This is not JSON: ${/** @type {Error} */ (error).message}`) };
  }
  const wrong = fault({ expected: value });
  return wrong === null
    ? { expected: /** @type {Expected} */ (value), problem: null }
    : { expected: [], problem: ending(wrong) };
}

/** @param {string} sentence */
const ending = (sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

/**
 * A list as people write it, where that says all.
 * @param {Expected} expected
 */
export function writeExpected(expected) {
  const lines = expected.map(({ unit, expect = "", agent = "" }) => [unit, expect, agent]);
  if (lines.some((parts) => parts.some((part) => /[|\n]/.test(part)))) return JSON.stringify(expected, null, 2);
  return lines.map((parts) => parts.join(" | ").replace(/[ |]+$/, "")).join("\n");
}
