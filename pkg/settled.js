/** Replies of what `Promise.allSettled` gives. */
import { kindOf, ReconveneError } from "./error.js";

/** @typedef {typeof import("./reconvene.js")} Contract */
/** @typedef {import("./reconvene.js").Reply} Reply */

/** Under which names libraries give the text of an agent. */
const TEXTS = [
  "text",
  "content",
  "output_text",
  "outputText",
  "finalOutput",
  "final_output",
  "output",
  "result",
  "response",
];

/** Errors that say that somebody did not wait any longer. */
const STOPPED = new Set(["AbortError", "TimeoutError"]);

/** @type {Contract["fromSettled"]} */
export const fromSettled = (settled, units) => {
  if (!Array.isArray(settled))
    throw new ReconveneError("bad-argument", "`settled` must be what `Promise.allSettled` returns.");
  if (!Array.isArray(units) || units.length !== settled.length) {
    const got = Array.isArray(units) ? `has ${units.length}` : `is ${kindOf(units)}`;
    const message = `\`units\` must have one entry for each of the ${settled.length} promises, but ${got}.`;
    throw new ReconveneError("bad-argument", message);
  }
  return settled.map((outcome, at) => {
    const unit = units[at];
    const row = typeof unit === "string" ? { unit } : unit;
    if (typeof row !== "object" || row === null) {
      throw new ReconveneError(
        "bad-argument",
        `\`units[${at}]\` must be a string, or an object with what is known about the reply.`,
      );
    }
    if (outcome?.status === "fulfilled") return fulfilled(row, outcome.value);
    if (outcome?.status !== "rejected") {
      throw new ReconveneError("bad-argument", `\`settled[${at}]\` is not what \`Promise.allSettled\` returns.`);
    }
    const { reason } = outcome;
    const stopped = STOPPED.has(reason?.name) ? { timedOut: true } : {};
    return { ...row, ...stopped, text: "", error: reason instanceof Error ? reason : said(reason) };
  });
};

/**
 * What an agent gave, as a reply; what cannot be text costs this reply alone.
 * @param {Omit<Reply, "text">} row
 * @param {unknown} value
 * @returns {Reply}
 */
function fulfilled(row, value) {
  try {
    const { text, meta } = given(value);
    return { ...row, ...(meta && { meta: (row.meta ?? null) === null ? meta : joined(meta, row.meta) }), text };
  } catch (error) {
    return { ...row, text: "", error: `the value cannot be written as JSON: ${firstLine(error)}` };
  }
}

/**
 * The first line says what is wrong, those below it where.
 * @param {any} error
 */
const firstLine = (error) => String(error?.message ?? "unreadable").split("\n", 1)[0] ?? "";

/**
 * The text of what an agent gave: itself, or under a usual name; of a state with messages, the last of them; of a completion,
 * its message. What stands beside that is its `meta`. Any other object is written as JSON, which is read like a return.
 * @param {any} value
 * @returns {{ text: string | Uint8Array, meta?: Record<string, unknown> }}
 */
function given(value) {
  if (value === undefined || value === null) return { text: "" };
  if (isText(value)) return { text: value };
  if (Array.isArray(value)) return { text: partsOf(value) ?? JSON.stringify(value) };
  if (typeof value !== "object") return { text: String(value) };
  for (const name of TEXTS) {
    const found = value[name];
    const text = isText(found) ? found : Array.isArray(found) ? partsOf(found) : undefined;
    if (text !== undefined) return { text, meta: beside(value, name) };
  }
  for (const [name, last] of [
    ["messages", value.messages?.at?.(-1)],
    ["choices", value.choices?.[0]?.message],
  ]) {
    if (typeof last === "object" && last !== null) return { text: given(last).text, meta: beside(value, name) };
  }
  return { text: JSON.stringify(value) ?? "" };
}

/** @param {unknown} value @returns {value is string | Uint8Array} */
const isText = (value) => typeof value === "string" || value instanceof Uint8Array;

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isPlain(value) {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/**
 * What stands in an object beside one of its fields; undefined where that is nothing. What is no plain object is a part of the
 * library that made it, and holds all that this library needs. No getter is called.
 * @param {unknown} value
 * @param {string} name
 * @returns {Record<string, unknown> | undefined}
 */
function beside(value, name) {
  if (!isPlain(value)) return undefined;
  const isThere = (/** @type {PropertyDescriptor} */ { get, value }) => get !== undefined || (value ?? null) !== null;
  const all = Object.entries(Object.getOwnPropertyDescriptors(value));
  const kept = all
    .filter(([key, descriptor]) => key !== name && isThere(descriptor))
    // Also of what is frozen.
    .map(([key, descriptor]) => [key, { ...descriptor, configurable: true }]);
  return kept.length > 0 ? Object.defineProperties({}, Object.fromEntries(kept)) : undefined;
}

/**
 * What stands beside a text, and what the caller knows of the reply, which counts before it.
 * @param {Record<string, unknown>} meta
 * @param {unknown} known
 * @returns {Record<string, unknown>}
 */
function joined(meta, known) {
  const own = isPlain(known) ? known : { meta: known };
  return Object.defineProperties(meta, Object.getOwnPropertyDescriptors(own));
}

/**
 * The text of parts of content, if all of them are parts.
 * @param {unknown[]} parts
 */
function partsOf(parts) {
  const isPart = (/** @type {any} */ part) => typeof part === "string" || typeof part?.type === "string";
  if (parts.length === 0 || !parts.every(isPart)) return undefined;
  const texts = parts.map((/** @type {any} */ part) => (typeof part === "string" ? part : part.text));
  const found = texts.filter((text) => typeof text === "string");
  return found.length > 0 ? found.join("\n") : undefined;
}

/** @param {unknown} reason */
function said(reason) {
  if (typeof reason === "string") return reason.trim() === "" ? "rejected" : reason;
  const message = /** @type {any} */ (reason)?.message;
  if (typeof message === "string" && message.trim() !== "") return message;
  if (reason === undefined || reason === null) return "rejected";
  try {
    return String(typeof reason === "object" ? JSON.stringify(reason) : reason);
  } catch (error) {
    return `rejected with a value that cannot be written as JSON: ${firstLine(error)}`;
  }
}
