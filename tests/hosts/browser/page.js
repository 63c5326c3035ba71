/** A page that runs the conformance of the entry that its address names, by itself or in a worker. */
import { outcomeOf } from "./outcome.js";

const { searchParams } = new URL(location.href);

/** @returns {Promise<unknown>} */
function inWorker() {
  const worker = new Worker(`worker.js${location.search}`, { type: "module" });
  return new Promise((done, fail) => {
    worker.onmessage = ({ data }) => done(data);
    worker.onerror = ({ message }) => fail(new Error(message));
  });
}

Object.assign(globalThis, { outcome: searchParams.has("worker") ? inWorker() : outcomeOf(searchParams) });
