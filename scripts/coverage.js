/**
 * `npm run coverage`: which lines of the core the native tests run, by room and in total, and the files of which they run
 * less than 90 %. It needs `cargo-llvm-cov` (`cargo install cargo-llvm-cov`) and `rustup component add llvm-tools`.
 */
import { readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { run, runAlone, top } from "./run.js";

const WANTED = 90;
const SOURCE = join(top, "src");

/** @typedef {{ count: number, covered: number }} Lines */

/** @param {Lines} lines */
const row = ({ count, covered }) => ({ lines: count, "%": Number(((100 * covered) / Math.max(count, 1)).toFixed(1)) });

await runAlone(import.meta.url, async () => {
  const env = { PROPTEST_RNG_SEED: process.env.PROPTEST_RNG_SEED ?? "20260101" };
  const options = ["--features", "steps", "--json", "--summary-only", "--output-path", join("target", "coverage.json")];
  await run("cargo", ["llvm-cov", ...options], { env });
  const [{ files, totals }] = JSON.parse(readFileSync(join(top, "target", "coverage.json"), "utf8")).data;
  /** @type {Map<string, Lines>} */
  const rooms = new Map();
  /** @type {Record<string, ReturnType<typeof row>>} */
  const low = {};
  for (const { filename, summary } of files) {
    const path = relative(SOURCE, filename);
    const room = path.split(sep)[0] ?? path;
    const { count, covered } = rooms.get(room) ?? { count: 0, covered: 0 };
    rooms.set(room, { count: count + summary.lines.count, covered: covered + summary.lines.covered });
    if (row(summary.lines)["%"] < WANTED) low[path] = row(summary.lines);
  }
  console.table({
    ...Object.fromEntries([...rooms].map(([room, lines]) => [room, row(lines)])),
    total: row(totals.lines),
  });
  console.log(`Files below ${WANTED} %:`);
  console.table(low);
});
