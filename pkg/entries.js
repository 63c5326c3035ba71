/** JSON files: those that hold replies in the form of the API, those that hold none, and all others. */
import { parse, ReconveneError } from "./api.js";

/** @typedef {import("./reconvene.js").Reply} Reply */
/** @typedef {Record<string, unknown>} Entry */

/** @typedef {"previous" | "expected" | "decisions" | "plan"} Option What `aggregate` calls it. */

/** @type {[Option, string, (value: any) => boolean][]} */
const NO_REPLIES = [
  ["previous", "a report of an earlier run", (value) => value?.schema === "reconvene/report/v1"],
  ["plan", "a plan", (value) => value?.schema === "reconvene/plan/v1"],
  ["expected", "a list of expected units", (value) => isList(value, isExpected)],
  ["decisions", "a list of decisions", (value) => isList(value, isDecision)],
];

const isText = (/** @type {unknown} */ value) => typeof value === "string";
const isFlag = (/** @type {unknown} */ value) => typeof value === "boolean";
const isPart = (/** @type {Entry} */ rest) => Object.keys(rest).every((key) => key === "agent" || key === "expect");
const isExpected = (/** @type {Entry} */ { unit, ...rest }) => isText(unit) && isPart(rest);
const isDecision = (/** @type {Entry} */ { fingerprints, same }) => !!fingerprints && isFlag(same);
const isReply = (/** @type {any} */ value) => isText(value?.text);

/**
 * @param {unknown} value
 * @param {(entry: Entry) => boolean} fits
 */
function isList(value, fits) {
  return Array.isArray(value) && value.length > 0 && value.every((entry) => entry && fits(entry));
}

/**
 * What a JSON file holds: replies as entries, or something that is no reply and has a name; null where its text is a
 * reply itself.
 * @param {string} text
 * @param {boolean} inLines
 * @returns {{ entries: Entry[], alone: boolean } | { noReply: string, option: Option, value: any } | null}
 */
export function held(text, inLines) {
  let value;
  try {
    value = inLines ? text.split("\n").flatMap((line) => (line.trim() ? [JSON.parse(line)] : [])) : JSON.parse(text);
  } catch {
    return null;
  }
  const other = inLines ? undefined : NO_REPLIES.find(([, , fits]) => fits(value));
  if (other) return { option: other[0], noReply: other[1], value };
  if (value?.schema === "reconvene/collector/v1" && Array.isArray(value.replies)) {
    return { entries: value.replies, alone: false };
  }
  if (isReply(value)) return { entries: [value], alone: true };
  return isList(value, isReply) ? { entries: value, alone: false } : null;
}

/**
 * The replies that entries are. The core checks each, without its text, and says what is wrong with it.
 * @param {Entry[]} entries
 * @param {boolean} alone
 * @param {string} file
 * @param {(sentence: string) => void} problem
 */
export function repliesOfEntries(entries, alone, file, problem) {
  /** @type {Reply[]} */
  const replies = [];
  for (const [index, entry] of entries.entries()) {
    const reply = withoutNulls(entry);
    const wrong = fault(reply);
    if (wrong === null) {
      replies.push(/** @type {any} */ ({ source: `${file}#${index + 1}`, .../** @type {Entry} */ (reply) }));
      continue;
    }
    const name = alone ? "it" : `entry ${index + 1}`;
    const message = wrong.replace(/`reply(?:\.(\w+))?`/, (_, key) => {
      if (key === undefined) return name;
      return alone ? `\`${key}\`` : `\`${key}\` of ${name}`;
    });
    problem(`${file}: ${message}`);
  }
  return replies;
}

/**
 * JSON has null for what is not there. In the state of a collector, a text alone is a reply too.
 * @param {unknown} entry
 */
function withoutNulls(entry) {
  if (typeof entry === "string") return { text: entry };
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return entry;
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null));
}

/**
 * What the core says against a reply, without its text.
 * @param {any} reply
 */
export function fault(reply) {
  try {
    parse(isReply(reply) ? { ...reply, text: "" } : reply);
  } catch (error) {
    if (!(error instanceof ReconveneError)) throw error;
    // How large a reply was is no fault of its entry.
    if (error.code !== "too-large") return error.message;
  }
  return null;
}
