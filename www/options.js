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
  const lines = text.split("\n").map((line) => line.trim());
  /** @type {Expected} */
  const expected = [];
  let problem = null;
  for (const [at, line] of lines.entries()) {
    if (line === "") continue;
    const [unit = "", expect = "", agent = "", ...more] = line.split("|").map((part) => part.trim());
    const entry = /** @type {Expected[number]} */ ({ unit, ...(expect && { expect }), ...(agent && { agent }) });
    const wrong = more.length > 0 ? "there are more than two bars" : fault({ expected: [entry] });
    if (wrong === null) expected.push(entry);
    else problem ??= `Line ${at + 1} is left out: ${wrong}`;
  }
  return { expected, problem: problem && ending(problem) };
}

/** @param {string} text */
function readJson(text) {
  /** @type {unknown} */
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { expected: [], problem: ending(`This is no JSON: ${/** @type {Error} */ (error).message}`) };
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
