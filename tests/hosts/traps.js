/** What a fault of the module's own comes to. The module is one that was built with the feature `trap`. */

/** @param {typeof import("../../pkg/reconvene.js")} reconvene */
export async function traps(reconvene) {
  const { init, parse, aggregate, report, Collector, ReconveneError } = reconvene;
  await init();
  /** @type {string[]} */
  const failures = [];
  const kept = new Collector();
  kept.add("RESULT: CLEAN");
  const ways = [
    () => parse("panic on purpose"),
    () => aggregate(["RESULT: CLEAN", "panic on purpose"]),
    () => report(["panic on purpose"], "markdown"),
    () => kept.add("panic on purpose"),
    () => parse("trap on purpose"),
  ];
  for (let round = 0; round < 20; round++) {
    for (const [way, run] of ways.entries()) {
      try {
        run();
        failures.push(`way ${way} went through`);
      } catch (error) {
        const isFault = error instanceof ReconveneError && error.code === "internal";
        if (!isFault || !/next call works/.test(error.message)) failures.push(`way ${way} threw ${error}`);
      }
      if (parse("RESULT: CLEAN").status !== "CLEAN") failures.push(`after way ${way}, the next call failed`);
    }
  }
  if (kept.report().summary.replies !== 1) failures.push("a collector lost what it held, or kept what failed");
  return { cases: ways.length, failures };
}
