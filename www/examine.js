/**
 * What a reply was read as, and what is wrong with it; for each reply once. Of many, typing waits for one at most: one reply
 * is examined in one go, however long it is.
 */
import { check, parse, ReconveneError } from "../pkg/api.js";

/** @typedef {import("./session.js").Reply} Reply */
/** @typedef {import("../pkg/reconvene.js").CheckResult} CheckResult */
/**
 * @typedef {Pick<CheckResult, "grade" | "diagnostics" | "repair"> & {
 *   dialect: string | null, status: string, unit: string | null, reason: string | null
 * }} Examined
 */

/** A slice of work, in milliseconds: less than a frame. */
const SLICE = 10;

/** @type {WeakMap<Reply, Examined>} */
const known = new WeakMap();

/** @param {Reply} reply */
export const examinedAlready = (reply) => known.get(reply);

/**
 * @param {Reply} reply
 * @returns {Examined}
 */
export function examine(reply) {
  const before = known.get(reply);
  if (before) return before;
  const examined = examinedNow(reply);
  known.set(reply, examined);
  return examined;
}

/**
 * @param {Reply} reply
 * @returns {Examined}
 */
function examinedNow({ part: _, ...reply }) {
  // That it was taken from a paste with others is seen: it is no fault of the reply.
  try {
    const { dialect, status, unit, reason } = parse(reply);
    const { grade, diagnostics, repair } = check(reply);
    return { dialect, status, unit, reason, grade, diagnostics, repair };
  } catch (error) {
    if (!(error instanceof ReconveneError)) throw error;
    const { message } = error;
    const nothing = { dialect: null, status: "ERROR", unit: null, repair: null };
    return { ...nothing, reason: message, grade: "unreadable", diagnostics: [] };
  }
}

/** The run that is under way: a new one ends it. */
let lastRun = 0;

/**
 * Examines all, slice by slice; `done` gets those of each slice.
 * @param {() => Iterable<Reply>} replies
 * @param {() => void} done
 */
export async function examineAll(replies, done) {
  lastRun += 1;
  const run = lastRun;
  let began = performance.now();
  for (const reply of replies()) {
    if (known.has(reply)) continue;
    examine(reply);
    if (performance.now() - began < SLICE) continue;
    done();
    await pause();
    if (run !== lastRun) return;
    began = performance.now();
  }
  done();
}

/** Until what waits has had its turn: input first. */
const pause = () => new Promise((resume) => setTimeout(resume));
