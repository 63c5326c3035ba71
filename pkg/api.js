/** The functions of the package, over the glue that wasm-bindgen makes. A host's entry readies the module first. */
import * as core from "./generated/reconvene.js";

export { version } from "./generated/version.js";

/** @typedef {typeof import("./reconvene.js")} Contract */

export class ReconveneError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {ErrorOptions} [options]
   */
  constructor(code, message, options) {
    super(message, options);
    this.name = "ReconveneError";
    this.code = code;
  }
}

/** @type {Contract["parse"]} */
export const parse = (reply, options) => call(() => core.parse(reply, options));

/** @type {Contract["split"]} */
export const split = (text) => call(() => core.split(text));

/** @type {Contract["aggregate"]} */
export const aggregate = (replies, options) => {
  const list = listed(replies);
  return call(() => core.aggregate(list, options));
};

/** @type {Contract["render"]} */
export const render = (report, format, options) => call(() => core.render(report, format, options));

/** @type {Contract["report"]} */
export const report = (replies, format, options) => {
  const list = listed(replies);
  return call(() => core.report(list, format, options));
};

/**
 * Runs a generator before the module is entered, so that what it throws reaches the caller as it is.
 * @param {unknown} replies
 */
function listed(replies) {
  return typeof replies === "object" && replies !== null && Symbol.iterator in replies
    ? Array.from(/** @type {Iterable<unknown>} */ (replies))
    : replies;
}

let trapped = false;

/**
 * @template T
 * @param {() => T} run
 * @returns {T}
 */
function call(run) {
  // Whatever ended in the middle left its stack and its memory behind.
  if (trapped) core.__wbg_reset_state();
  trapped = false;
  try {
    return run();
  } catch (thrown) {
    throw asError(thrown);
  }
}

/** @param {any} thrown */
function asError(thrown) {
  // An overflowing stack is a RangeError, any other trap a RuntimeError; what the module throws are plain objects.
  const isTrap = thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError;
  trapped = isTrap || thrown?.code === "internal";
  if (isTrap) {
    const message = `A fault of reconvene's own: ${thrown.message}. The next call works.`;
    return new ReconveneError("internal", message, { cause: thrown });
  }
  const isMisuse = typeof thrown?.code === "string" && !(thrown instanceof Error);
  return isMisuse ? new ReconveneError(thrown.code, thrown.message) : thrown;
}
