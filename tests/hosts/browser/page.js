/** A page that runs the conformance of the entry that its address names, by itself or in a worker. */
import { outcome } from "./outcome.js";

const { searchParams } = new URL(location.href);

/** @returns {Promise<unknown>} */
function inWorker() {
  const worker = new Worker(`worker.js${location.search}`, { type: "module" });
  return new Promise((done, fail) => {
    worker.onmessage = ({ data }) => done(data);
    worker.onerror = ({ message }) => fail(new Error(message));
  });
}

const wanted = searchParams.has("worker") ? inWorker() : outcome(searchParams);
Object.assign(globalThis, { outcome: wanted });
