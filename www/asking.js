/** Has work done in a worker where there is one: typing never waits for it. What is wanted soonest is asked for first. */
import { ReconveneError } from "../pkg/api.js";
import { scriptAddress } from "./trusted.js";

/** @typedef {import("./work.js").Work} Work */
/** @typedef {keyof Work} Job */
/** @typedef {{ module: WebAssembly.Module } | { job: Job, given: any[] }} Asked */
/** @typedef {{ done: unknown } | { code: import("../pkg/reconvene.js").ErrorCode, message: string }} Answered */
/** @typedef {{ job: Job, given: any[], urgency: number, done: (done: any) => void, fail: (error: unknown) => void }} Wanted */

/** How soon something is wanted: by the one who types, by the one who reads, by nobody yet. */
export const URGENCY = /** @type {const} */ ({ typed: 2, read: 1, later: 0 });

/** @type {Worker | null} */
let worker = null;
/** Whether the module is there: until then, what is asked for waits. */
let isReady = false;
/** What is being done; the worker has one thing at a time, so that what is more urgent need not wait for all else. @type {Wanted | null} */
let current = null;
/** @type {Wanted[]} */
const waiting = [];

/**
 * Has work done in a worker from now on.
 * @param {WebAssembly.Module} module
 */
export function workInWorker(module) {
  isReady = true;
  try {
    worker = new Worker(scriptAddress("worker"), { type: "module" });
  } catch {
    return next();
  }
  worker.addEventListener("message", ({ data }) => answered(data));
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    worker?.terminate();
    worker = null;
    if (current) doHere(current);
  });
  tell({ module });
  next();
}

/**
 * @template {Job} Name
 * @param {Name} job
 * @param {Parameters<Work[Name]>} given
 * @param {number} urgency
 * @returns {Promise<Awaited<ReturnType<Work[Name]>>>}
 */
export function ask(job, given, urgency) {
  return new Promise((done, fail) => {
    const wanted = { job, given, urgency, done, fail };
    const before = waiting.findIndex((other) => other.urgency < urgency);
    waiting.splice(before < 0 ? waiting.length : before, 0, wanted);
    next();
  });
}

function next() {
  if (current || !isReady) return;
  current = waiting.shift() ?? null;
  if (!current) return;
  if (worker) tell({ job: current.job, given: current.given });
  else doHere(current);
}

/** @param {Asked} asked */
const tell = (asked) => worker?.postMessage(asked);

/** @param {Answered} answer */
function answered(answer) {
  const asked = current;
  current = null;
  if ("done" in answer) asked?.done(answer.done);
  else asked?.fail(new ReconveneError(answer.code, answer.message));
  next();
}

/** @param {Wanted} wanted */
async function doHere({ job, given }) {
  try {
    const { work } = await import("./more.js");
    answered({ done: /** @type {(...given: any) => unknown} */ (work[job])(...given) });
  } catch (/** @type {any} */ error) {
    answered({ code: error?.code ?? "internal", message: String(error?.message ?? error) });
  }
}
