/**
 * `npm run mutants [SHARE]`: breaks the merging and reading code in one place after the other, and says which breaks no test
 * sees. All of them would take days: a share is `0/400`, every 400th from the first on, and `0/400` if none is given. What
 * is broken stands in `.cargo/mutants.toml`. It needs `cargo-mutants` (`cargo install cargo-mutants`).
 */
import { run, runAlone } from "./run.js";

/** What catches most, and takes seconds. What gets past these may still be seen by the searches of `npm test`. */
const TESTS = ["cases", "comparison", "json_returns", "merge_laws", "report", "rollups", "synthesis"];

await runAlone(import.meta.url, async ([share = "0/400"]) => {
  const targets = ["--lib", ...TESTS.map((name) => `--test=${name}`)].map((target) => `--cargo-arg=${target}`);
  // Escaping is not broken, and takes longest to test.
  const args = ["--sharding", "round-robin", "--shard", share, ...targets, "--", "--", "--skip", "text::escape::"];
  const env = { CARGO_INCREMENTAL: "1", PROPTEST_RNG_SEED: "20260101", PROPTEST_DISABLE_FAILURE_PERSISTENCE: "true" };
  await run("cargo", ["mutants", ...args], { env, stdout: true });
});
