/** The way into the module: readiness, what is thrown out of it, and when its instance is replaced. */
import { ReconveneError } from "./error.js";
import * as glue from "./generated/reconvene.js";

/** The memory that an instance may keep for the next call, in pages of 64 KiB: 64 MiB. It gives none back by itself. */
const KEPT_PAGES = 1024;

let ready = false;

/** Whether the instance is to be replaced: a call that ended in the middle left its stack and its memory behind. */
let spent = false;

/** @type {Promise<unknown>} */
let lastStart = Promise.resolve();

export const isReady = () => ready;

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
export function startLater(module) {
  // One after the other: the glue gives those that come at one time the outcome of the first.
  const started = lastStart.then(async () => {
    if (ready) return;
    await glue.default({ module_or_path: module });
    ready = true;
  });
  lastStart = started.catch(() => {});
  return started;
}

/**
 * Calls into the module.
 * @template {unknown[] | []} Given
 * @template T
 * @param {(...given: Given) => T} run
 * @param {() => Given} plain What the module is given: nothing in it may run code of the caller's.
 * @returns {T}
 */
export function call(run, plain) {
  if (!ready) {
    const message = "The module is not ready. Call `await init()` once, before any other function.";
    throw new ReconveneError("not-initialised", message);
  }
  const given = plain();
  if (spent) replace();
  // First of all: where the stack is full, what follows may not come to its end.
  spent = true;
  try {
    const result = run(...given);
    spent = false;
    return result;
  } catch (thrown) {
    throw asError(thrown);
  } finally {
    giveBack();
  }
}

function replace() {
  spent = true;
  glue.__wbg_reset_state();
  spent = false;
}

function giveBack() {
  try {
    if (glue.heldPages() > KEPT_PAGES) replace();
  } catch {
    // There is no room for it now: the next call tries again.
  }
}

/**
 * The module marks what it throws. Anything else is of the engine, which stopped it.
 * @param {any} thrown
 */
function asError(thrown) {
  const { name, message = String(thrown) } = thrown ?? {};
  if (thrown?.by === "reconvene" && thrown.code !== "internal") {
    spent = false;
    return new ReconveneError(thrown.code, message);
  }
  if (isOfMemory(thrown, name, message)) {
    const help = "Pass fewer replies at a time. The next call works.";
    const says = `Out of memory: ${glue.heldPages() >> 4} MiB were not enough. ${help}`;
    return new ReconveneError("too-large", says, { cause: thrown });
  }
  if (thrown?.by === "reconvene") return new ReconveneError("internal", message);
  const says = `Internal error in reconvene: ${message}. The next call works.`;
  return new ReconveneError("internal", says, { cause: thrown });
}

/**
 * Whether what stopped a large instance was that there is no more memory; nothing says so itself.
 * @param {any} thrown
 * @param {string} name
 * @param {string} message
 */
function isOfMemory(thrown, name, message) {
  // No regular expression: compiling one where the stack is full has ended whole processes.
  if (name === "InternalError" || message.includes("call stack")) return false;
  return glue.heldPages() > KEPT_PAGES && (thrown?.by !== "reconvene" || message.includes("capacity overflow"));
}
