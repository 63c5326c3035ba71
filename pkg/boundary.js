/** The way into the module: readiness, and what is thrown out of it. */
import * as glue from "./generated/reconvene.js";

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

let ready = false;

/** Whether whatever ended in the middle left its stack and its memory behind. */
let trapped = false;

/** How many calls are under way: more than one where a getter of an argument calls in turn. */
let depth = 0;

/**
 * Makes the module ready.
 * @param {WebAssembly.Module | BufferSource} module
 */
export function start(module) {
  if (ready) return;
  glue.initSync({ module });
  ready = true;
}

/**
 * Calls into the module.
 * @template T
 * @param {() => T} run
 * @returns {T}
 */
export function call(run) {
  if (!ready) {
    throw new ReconveneError("not-initialised", "The module is not ready: `await init()` once, before any other call.");
  }
  if (trapped) {
    // A call further out still runs in the instance that would be replaced.
    if (depth > 0) throw new ReconveneError("internal", "A call inside of a call that failed. The next call works.");
    glue.__wbg_reset_state();
    trapped = false;
  }
  depth += 1;
  try {
    return run();
  } catch (thrown) {
    throw asError(thrown);
  } finally {
    depth -= 1;
  }
}

/** @param {any} thrown */
function asError(thrown) {
  if (thrown instanceof ReconveneError) return thrown;
  // The module throws misuse as plain objects. Anything else may have come through its frames and left them as they were.
  const isOurs = typeof thrown?.code === "string" && !(thrown instanceof Error);
  trapped ||= !isOurs || thrown.code === "internal";
  if (isOurs) return new ReconveneError(thrown.code, thrown.message);
  // An overflowing stack is a RangeError, or an InternalError; any other trap a RuntimeError.
  if (thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError || thrown?.name === "InternalError") {
    const message = `A fault of reconvene's own: ${thrown.message}. The next call works.`;
    return new ReconveneError("internal", message, { cause: thrown });
  }
  return thrown;
}
