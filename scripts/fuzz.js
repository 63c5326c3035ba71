/**
 * `npm run fuzz [TARGET…] [SECONDS]`: each fuzz target in turn, or those that are named, a minute each if no number is
 * given. It begins with the seeds of `tests/support/laws/seeds.rs`, and prints what came of it as a table. It needs
 * `cargo-fuzz` (`cargo install cargo-fuzz`), and no other Rust than the core does.
 */
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { Failure, run, runAlone, top } from "./run.js";

const SECONDS = 60;

/** The longest text that is tried, in bytes: what breaks, breaks in a short one. Of several replies and of reports more. */
const LONGEST = 4000;
const LONGER = new Map([
  ["aggregate", 8000],
  ["report", 100_000],
]);

/**
 * No sanitizer: the core forbids `unsafe`, so that there is nothing for one to find, and it made each execution several
 * times as slow. Debug assertions and overflow checks stay on. Nor are comparisons traced, which took two thirds of the
 * time: the words that the readers compare with are in the dictionary.
 */
const FLAGS = ["--sanitizer", "none", "--no-trace-compares"];

await runAlone(import.meta.url, async (words) => {
  const targets = readdirSync(join(top, "fuzz", "fuzz_targets")).map((file) => basename(file, ".rs"));
  const numbers = words.filter((word) => /^\d+$/.test(word));
  const named = words.filter((word) => !numbers.includes(word));
  const unknown = named.filter((name) => !targets.includes(name));
  if (unknown.length > 0) throw new Failure(`No such target: ${unknown.join(", ")}. There is ${targets.join(", ")}.`);
  const seconds = Number(numbers[0] ?? SECONDS);
  await run("cargo", ["fuzz", "build", ...FLAGS, ...(named.length === 1 ? named : [])]);
  const rows = [];
  /** @type {string[]} */
  const broken = [];
  for (const target of named.length > 0 ? named : targets) {
    console.log(`\n── ${target}: ${seconds} s`);
    const [found, seeds] = [join("fuzz", "corpus", target), join("fuzz", "seeds", target)];
    mkdirSync(join(top, found), { recursive: true });
    rmSync(join(top, seeds), { recursive: true, force: true });
    await run("cargo", ["run", "--quiet", "--example", "seeds", target, seeds]);
    const limits = [`-max_len=${LONGER.get(target) ?? LONGEST}`, `-max_total_time=${seconds}`];
    const options = ["-dict=fuzz/pieces.dict", "-print_final_stats=1", ...limits];
    // What it prints goes to standard error; a target that breaks its law does not keep the others from theirs.
    const { status, said } = await heard("cargo", ["fuzz", "run", ...FLAGS, target, found, seeds, "--", ...options]);
    if (status !== 0) broken.push(target);
    const last = [...said.matchAll(/^#(\d+)\s.*cov: (\d+) ft: (\d+)/gm)].at(-1);
    rows.push({ target, executions: Number(last?.[1] ?? 0), cov: Number(last?.[2] ?? 0), ft: Number(last?.[3] ?? 0) });
  }
  console.table(rows);
  if (broken.length > 0) {
    throw new Failure(
      `Broken: the law of ${broken.join(", ")}. Keep each text that breaks one in fuzz/regressions/TARGET/, by a name.`,
    );
  }
});

/**
 * Runs a program, and hears what it prints on standard error, which is passed on.
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<{ status: number | null, said: string }>}
 */
async function heard(program, args) {
  const child = spawn(program, args, { cwd: top, stdio: ["ignore", "inherit", "pipe"] });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said += text;
    process.stderr.write(text);
  });
  const status = await new Promise((done) => child.on("close", done));
  return { status, said };
}
