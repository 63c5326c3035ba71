/** What the project asks of itself. */

/** @typedef {(name: string) => number} Pace Milliseconds for a megabyte. */
/** @typedef {{ name: string, raw: number, gzip: number }[]} Sizes */
/** @typedef {{ says: string, unit: string, measured: number[], reached: boolean }} Verdict */

const KILO = 1000;

/** Each for every set of replies. */
const SPEED = [
  {
    says: "at most the time of the version by hand",
    unit: "× its time",
    of: (/** @type {Pace} */ pace) => pace("report") / pace("hand-written"),
    isReached: (/** @type {number} */ ratio) => ratio <= 1,
  },
  {
    says: "10 × the speed of marked's lexing alone",
    unit: "× its speed",
    of: (/** @type {Pace} */ pace) => pace("marked") / pace("report"),
    isReached: (/** @type {number} */ ratio) => ratio >= 10,
  },
  {
    says: "200 × the speed of remark's parsing alone",
    unit: "× its speed",
    of: (/** @type {Pace} */ pace) => pace("remark") / pace("report"),
    isReached: (/** @type {number} */ ratio) => ratio >= 200,
  },
  {
    says: "at most 1.5 × the time of the native build",
    unit: "× its time",
    of: (/** @type {Pace} */ pace) => pace("report") / pace("native report"),
    isReached: (/** @type {number} */ ratio) => ratio <= 1.5,
  },
];

/**
 * @param {Pace[]} paces One for each set of replies.
 * @param {number} ready
 * @param {Sizes} sizes
 * @returns {Verdict[]}
 */
export function verdicts(paces, ready, sizes) {
  const speed = SPEED.map(({ says, unit, of, isReached }) => {
    const measured = paces.map(of);
    return { says, unit, measured, reached: measured.every(isReached) };
  });
  const size = (/** @type {string} */ name) => sizes.find((size) => size.name === name) ?? { raw: 0, gzip: 0 };
  const limits = [
    { says: ".wasm of at most 400 kB", unit: "kB", measured: size(".wasm").raw / KILO, limit: 400 },
    { says: ".wasm of at most 160 kB gzipped", unit: "kB", measured: size(".wasm").gzip / KILO, limit: 160 },
    { says: "glue of at most 4 kB gzipped", unit: "kB", measured: size("glue").gzip / KILO, limit: 4 },
    { says: "ready in Node within 10 ms of import", unit: "ms", measured: ready, limit: 10 },
  ];
  const others = limits.map(({ says, unit, measured, limit }) => ({
    ...{ says, unit, measured: [measured] },
    reached: measured <= limit,
  }));
  return [...speed, ...others];
}
