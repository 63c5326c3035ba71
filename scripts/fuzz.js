/**
 * `npm run fuzz [TARGET…] [SECONDS]`: each fuzz target in turn, or those that are named, a minute each if no number is
 * given; seeded with the cases. It needs `cargo-fuzz`, and a nightly toolchain or `RUSTC_BOOTSTRAP=1`.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Failure, run, runAlone, top } from "./run.js";

const SECONDS = 60;

/** The longest text that is tried, in bytes: what breaks, breaks in a short one. A report as JSON is longer. */
const LONGEST = 4000;
const LONGEST_REPORT = 40_000;

/** The cases that a target begins with: those of its format, else all. */
const SEEDS = new Map([
  ["agent_report", ["agent-report"]],
  ["bowser", ["bowser"]],
  ["clarify", ["clarify"]],
  ["envelope", ["envelope"]],
  ["json_return", ["json-return"]],
  ["prose", ["prose"]],
  ["report", []],
]);

const ALL = ["agent-report", "bowser", "envelope", "json-return", "prose"];

await runAlone(import.meta.url, async (words) => {
  const targets = readdirSync(join(top, "fuzz", "fuzz_targets")).map((file) => basename(file, ".rs"));
  const numbers = words.filter((word) => /^\d+$/.test(word));
  const named = words.filter((word) => !numbers.includes(word));
  const unknown = named.filter((name) => !targets.includes(name));
  if (unknown.length > 0) throw new Failure(`No such target: ${unknown.join(", ")}. There is ${targets.join(", ")}.`);
  const seconds = Number(numbers[0] ?? SECONDS);
  for (const target of named.length > 0 ? named : targets) {
    console.log(`\n── ${target}: ${seconds} s`);
    const found = join("fuzz", "corpus", target);
    mkdirSync(join(top, found), { recursive: true });
    if (target === "report") await writeReports(join(top, found));
    const seeds = (SEEDS.get(target) ?? ALL).map((folder) => join("tests", "cases", folder));
    const limits = [`-max_len=${target === "report" ? LONGEST_REPORT : LONGEST}`, `-max_total_time=${seconds}`];
    await run("cargo", ["fuzz", "run", target, found, ...seeds, "--", ...limits], { stdout: true });
  }
});

/**
 * Writes the report on each case, for what reads reports.
 * @param {string} folder
 */
async function writeReports(folder) {
  const { report } = await import("../pkg/node.js");
  for (const dialect of ALL) {
    const cases = join(top, "tests", "cases", dialect);
    for (const file of readdirSync(cases).filter((name) => name.endsWith(".md"))) {
      const text = report([readFileSync(join(cases, file), "utf8")], "json");
      writeFileSync(join(folder, `${dialect}-${basename(file, ".md")}.json`), text);
    }
  }
}
