/** Numbers that look random, and are the same in every run (mulberry32). */

/** @param {number} seed */
export function randomness(seed) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** @param {number} first @param {number} last Inclusive. */
  const between = (first, last) => first + Math.floor(next() * (last - first + 1));
  return {
    /** From 0 to below 1. */
    next,
    between,
    /** @param {number} share */
    chance: (share) => next() < share,
    /**
     * @template T
     * @param {readonly T[]} list
     * @returns {T}
     */
    pick: (list) => /** @type {T} */ (list[between(0, list.length - 1)]),
    /**
     * @template T
     * @param {number} count
     * @param {() => T} make
     */
    times: (count, make) => Array.from({ length: count }, make),
    /**
     * @template T
     * @param {readonly T[]} list
     */
    shuffled(list) {
      const rest = [...list];
      return list.map(() => /** @type {T} */ (rest.splice(between(0, rest.length - 1), 1)[0]));
    },
  };
}
