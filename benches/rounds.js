/** Measuring jobs side by side: in rounds, each job once a round, so that what disturbs the machine disturbs all alike. */

/**
 * @typedef {object} Runner
 * @property {string} name
 * @property {number} bytes What it works on.
 * @property {(times: number) => number | Promise<number>} run Does the job so often; gives the milliseconds of all.
 */
/** @typedef {{ name: string, bytes: number, milliseconds: number }} Time The median of all rounds, for doing it once. */

/**
 * @param {Runner[]} runners
 * @param {{ rounds: number, least: number }} options How many rounds; how many milliseconds a turn lasts at least.
 * @returns {Promise<Time[]>}
 */
export async function measured(runners, { rounds, least }) {
  const turns = [];
  for (const runner of runners) {
    turns.push({ runner, times: await warmedUp(runner, least), took: /** @type {number[]} */ ([]) });
  }
  for (let round = 0; round < rounds; round++) {
    for (const { runner, times, took } of turns) {
      // What the one before left behind is not for this one to clear away.
      globalThis.gc?.();
      took.push((await runner.run(times)) / times);
    }
  }
  return turns.map(({ runner: { name, bytes }, took }) => ({ name, bytes, milliseconds: median(took) }));
}

/**
 * Runs until the engine had time to optimise; gives how often the job fits into a turn.
 * @param {Runner} runner
 * @param {number} least
 */
async function warmedUp(runner, least) {
  // Each job is so long that it was warm from smaller ones before, and stays so.
  if (least === 0) return 1;
  let once = await runner.run(1);
  for (let times = 1, spent = once; spent < 2 * least; times *= 2) {
    const took = await runner.run(times);
    once = took / times;
    spent += took;
  }
  return Math.max(1, Math.ceil(least / once));
}

/** @param {number[]} numbers */
export function median(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  const [low = Number.NaN, high = Number.NaN] = [(sorted.length - 1) >> 1, sorted.length >> 1].map((at) => sorted[at]);
  return (low + high) / 2;
}

/**
 * A job in this process.
 * @template T
 * @param {(input: T) => unknown} job
 * @param {T} input
 */
export const timed = (job, input) => (/** @type {number} */ times) => {
  const started = performance.now();
  for (let time = 0; time < times; time++) job(input);
  return performance.now() - started;
};
