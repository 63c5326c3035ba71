/** What a reply was read as, and what is wrong with it; for each reply once. */
import { ask, URGENCY } from "./asking.js";

/** @typedef {import("./session.js").Reply} Reply */
/** @typedef {import("./work.js").Examined} Examined */

/** The report on new replies is asked for right after them, and comes first: so long is waited for that, in milliseconds. */
const HEAD_START = 50;

/** How often those who wait for many see what is there, in milliseconds. */
const SLICE = 50;

/** Of ten thousand, that takes its time: so many times that is not spent on it. */
const SELDOM = 10;

/** @type {WeakMap<Reply, Examined>} */
const known = new WeakMap();
/** @type {WeakMap<Reply, Promise<Examined>>} */
const asked = new WeakMap();

/** @param {Reply} reply */
export const examinedAlready = (reply) => known.get(reply);

/**
 * Whether a reply is known to be a document of questions, which no report is about.
 * @param {Reply} reply
 */
export const isDocument = (reply) => Boolean(known.get(reply)?.verdict);

/**
 * @param {Reply} reply
 * @param {number} [urgency]
 * @returns {Promise<Examined>}
 */
export function examine(reply, urgency = URGENCY.typed) {
  const before = known.get(reply) ?? asked.get(reply);
  if (before) return Promise.resolve(before);
  const promise = ask("examine", [reply], urgency).catch(unreadable);
  asked.set(reply, promise);
  promise.then((examined) => known.set(reply, examined));
  return promise;
}

/**
 * What stands in for a reply that could not be examined.
 * @param {any} error
 * @returns {Examined}
 */
const unreadable = (error) => ({
  dialect: null,
  status: "ERROR",
  unit: null,
  verdict: null,
  repair: null,
  reason: String(error?.message ?? error),
  findings: 0,
  unread: 0,
  grade: "unreadable",
  diagnostics: [],
});

/** The run that is under way: a new one ends it. */
let lastRun = 0;

/**
 * Examines all, one after the other; `seen` gets word of what is there every now and then, and in the end.
 * @param {() => Iterable<Reply>} replies
 * @param {() => void} seen
 */
export async function examineAll(replies, seen) {
  lastRun += 1;
  const run = lastRun;
  await new Promise((resume) => setTimeout(resume, HEAD_START));
  if (run !== lastRun) return;
  let next = performance.now() + SLICE;
  for (const reply of replies()) {
    if (known.has(reply)) continue;
    await examine(reply, URGENCY.later);
    if (run !== lastRun) return;
    const now = performance.now();
    if (now < next) continue;
    seen();
    const after = performance.now();
    next = after + Math.max(SLICE, SELDOM * (after - now));
  }
  seen();
}
