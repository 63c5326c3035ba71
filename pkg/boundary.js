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
 * Makes the module ready, at once.
 * @param {WebAssembly.Module | BufferSource} module
 */
export function start(module) {
  if (ready) return;
  glue.initSync({ module });
  ready = true;
}

/**
 * Makes the module ready where a page may not do so at once: browsers limit how large a module may be for that.
 * @param {WebAssembly.Module} module
 */
export async function startLater(module) {
  if (ready) return;
  await glue.default({ module_or_path: module });
  ready = true;
}

/** Refuses what comes before the module is ready. */
export function mustBeReady() {
  if (ready) return;
  throw new ReconveneError("not-initialised", "The module is not ready: `await init()` once, before any other call.");
}

/**
 * Calls into the module.
 * @template T
 * @param {() => T} run
 * @returns {T}
 */
export function call(run) {
  mustBeReady();
  // A call further out still runs in the instance that would be replaced.
  if (trapped && depth > 0) throw fault("A call inside of a call that failed");
  depth += 1;
  try {
    if (trapped) {
      glue.__wbg_reset_state();
      trapped = false;
    }
    const result = run();
    if (trapped) throw fault("A call inside of this one failed");
    return result;
  } catch (thrown) {
    // First of all: where the stack is full, what follows may not come to its end.
    const before = trapped;
    trapped = true;
    const error = asError(thrown);
    if (error instanceof ReconveneError && error.code !== "internal" && error !== thrown) trapped = before;
    throw error;
  } finally {
    depth -= 1;
  }
}

/**
 * @param {string} what
 * @param {unknown} [cause]
 */
const fault = (what, cause) =>
  new ReconveneError("internal", `A fault of reconvene's own: ${what}. The next call works.`, { cause });

/** @param {any} thrown */
function asError(thrown) {
  // The module marks what it throws. Anything else may have come through its frames and left them as they were.
  const isOurs = typeof thrown === "object" && thrown?.by === "reconvene" && !(thrown instanceof Error);
  if (isOurs) return new ReconveneError(thrown.code, thrown.message);
  return isTrap(thrown) ? fault(thrown.message, thrown) : thrown;
}

/**
 * Whether the engine stopped the module: by a trap, or because the stack was full.
 * @param {any} thrown
 */
function isTrap(thrown) {
  if (thrown instanceof WebAssembly.RuntimeError) return true;
  // No regular expression: compiling one where the stack is full has ended whole processes.
  const { name, message } = thrown ?? {};
  if (thrown instanceof RangeError) return message.includes("call stack");
  return name === "InternalError" && message.includes("recursion");
}
