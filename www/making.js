/** Reports, made in a worker where there is one: typing never waits for them. */
import { ReconveneError } from "../pkg/api.js";
import { makeReportsBy, traced } from "../pkg/element/core.js";
import { scriptAddress } from "./trusted.js";

/** @typedef {import("../pkg/reconvene.js").Reply} Reply */
/** @typedef {import("../pkg/reconvene.js").AggregateOptions} AggregateOptions */
/** @typedef {import("../pkg/element/core.js").Traced} Traced */
/** @typedef {{ id: number, replies: (Reply | string)[], options: AggregateOptions }} Wanted */
/** @typedef {{ module: WebAssembly.Module } | Wanted} Asked */
/** @typedef {({ id: number } & Traced) | { id: number, code: string, message: string }} Answered */
/** @typedef {{ wanted: Wanted, done: (made: Traced) => void, fail: (error: unknown) => void }} Waiting */

/** What was asked of the worker, in order. @type {Waiting[]} */
let waiting = [];
let lastId = 0;

/**
 * Has the element's reports made in a worker from now on.
 * @param {WebAssembly.Module} module
 */
export function makeInWorker(module) {
  /** @type {Worker} */
  let worker;
  try {
    worker = new Worker(scriptAddress("worker"), { type: "module" });
  } catch {
    return;
  }
  /** @param {Asked} asked */
  const ask = (asked) => worker.postMessage(asked);
  worker.addEventListener("message", ({ data }) => answered(data));
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    worker.terminate();
    // The page makes them itself.
    makeReportsBy(traced);
    for (const { wanted, done, fail } of waiting.splice(0)) {
      try {
        done(traced(wanted.replies, wanted.options));
      } catch (error) {
        fail(error);
      }
    }
  });
  ask({ module });
  makeReportsBy((replies, options) => {
    lastId += 1;
    const wanted = { id: lastId, replies, options };
    return new Promise((done, fail) => {
      waiting.push({ wanted, done, fail });
      ask(wanted);
    });
  });
}

/** @param {Answered} answer */
function answered(answer) {
  const asked = waiting.find(({ wanted }) => wanted.id === answer.id);
  waiting = waiting.filter((one) => one !== asked);
  if ("html" in answer) asked?.done(answer);
  else asked?.fail(new ReconveneError(answer.code, answer.message));
}
