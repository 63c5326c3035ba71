/** Replies of what `Promise.allSettled` gives. */
import { ReconveneError } from "./error.js";

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
    throw new ReconveneError("bad-argument", "`settled` is what `Promise.allSettled` gives.");
  if (!Array.isArray(units) || units.length !== settled.length) {
    const got = Array.isArray(units) ? `${units.length}` : typeof units;
    const message = `\`units\` has one entry for each of the ${settled.length} promises; got ${got}.`;
    throw new ReconveneError("bad-argument", message);
  }
  return settled.map((outcome, at) => {
    const unit = units[at];
    const row = typeof unit === "string" ? { unit } : unit;
    if (typeof row !== "object" || row === null) {
      throw new ReconveneError(
        "bad-argument",
        `\`units[${at}]\` is a text, or an object with what is known of the reply.`,
      );
    }
    if (outcome?.status === "fulfilled") return { ...row, ...given(outcome.value) };
    if (outcome?.status !== "rejected") {
      throw new ReconveneError("bad-argument", `\`settled[${at}]\` is not what \`Promise.allSettled\` gives.`);
    }
    const { reason } = outcome;
    const stopped = STOPPED.has(reason?.name) ? { timedOut: true } : {};
    return { ...row, ...stopped, text: "", error: reason instanceof Error ? reason : said(reason) };
  });
};

/**
 * What an agent gave, as text; what cannot be text costs this reply alone.
 * @param {unknown} value
 * @returns {{ text: string | Uint8Array, error?: string }}
 */
function given(value) {
  try {
    return { text: textOf(value) };
  } catch (error) {
    return { text: "", error: `what was given cannot be written as JSON: ${firstLine(error)}` };
  }
}

/**
 * The first line says what is wrong, those below it where.
 * @param {any} error
 */
const firstLine = (error) => String(error?.message ?? "unreadable").split("\n", 1)[0] ?? "";

/**
 * The text of what an agent gave: itself, or under a usual name; of a state with messages, the last of them; of a completion,
 * its message. Any other object is written as JSON, which is read like a
 * return.
 * @param {any} value
 * @returns {string | Uint8Array}
 */
function textOf(value) {
  if (value === undefined || value === null) return "";
  if (typeof value === "string" || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return partsOf(value) ?? JSON.stringify(value);
  if (typeof value !== "object") return String(value);
  for (const name of TEXTS) {
    const found = value[name];
    if (typeof found === "string" || found instanceof Uint8Array) return found;
    const parts = Array.isArray(found) ? partsOf(found) : undefined;
    if (parts !== undefined) return parts;
  }
  const last = value.messages?.at?.(-1) ?? value.choices?.[0]?.message;
  if (typeof last === "object" && last !== null) return textOf(last);
  return JSON.stringify(value) ?? "";
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
    return `rejected with what cannot be written as JSON: ${firstLine(error)}`;
  }
}
