/**
 * `npm run instructions`: how many instructions each job of `examples/instructions.rs` takes, beside what it took when
 * `instructions.json` was written; fails where that is more. `npm run instructions -- --update` writes it anew;
 * `npm run instructions -- --profile JOB` prints the functions that take the most.
 *
 * Instructions are the same on a busy machine and on an idle one. Counted are those of this project and of what is compiled
 * with it: those of the C library depend on the machine, so of them only the calls that take memory are, as allocations.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, output, run, runAlone, top } from "../scripts/run.js";
import { installValgrind } from "../scripts/set-up.js";
import { table } from "./table.js";

/** @typedef {{ instructions: number, allocations: number }} Count */
/** @typedef {Count & { functions: Map<string, number> }} Profile Of each function, the instructions that are its own. */
/** @typedef {{ rustc: string, jobs: Record<string, Count> }} Recorded */

const RECORDED = join(top, "benches", "instructions.json");
const PROFILE = "quick";
const PROGRAM = join("target", PROFILE, "examples", "instructions");
const JOBS = [
  "parse",
  "check",
  "fix",
  "split",
  "merge",
  "report",
  "compare",
  "markdown",
  "html",
  "json",
  "plan",
  "clarify",
];

/** How many percent more a job may take. Another compiler makes other code of the same source. */
const MOST = 3;
const MOST_OF_ANOTHER_COMPILER = 15;

/** The functions of a profile that are printed. */
const SHOWN = 20;

/** What the name of a function ends in where it calls itself. */
const RECURSION = /'\d+$/;

const ALLOCATE = ["malloc", "calloc", "realloc", "posix_memalign"];

/**
 * What valgrind's profile of a run says: a line names the object or the function that the following lines are of, or that is
 * called; `calls=` is followed by a line with what the call took in all.
 * @param {string} profile
 * @returns {Profile}
 */
export function readProfile(profile) {
  /** @type {Map<string, string>} Names are written out once. */
  const names = new Map();
  const named = (/** @type {string} */ kind, /** @type {string} */ id, /** @type {string} */ name) => {
    if (name) names.set(kind + id, name);
    return names.get(kind + id) ?? "";
  };
  /** @type {Map<string, number>} */
  const functions = new Map();
  let [own, inside, called, inclusive] = [false, "", "", false];
  let [instructions, allocations] = [0, 0];
  for (const line of profile.split("\n")) {
    const [, key = "", id = "", name = ""] = /^(c?ob|c?fn)=\((\d+)\)(?: (.*))?$/.exec(line) ?? [];
    if (key === "ob") own = named("ob", id, name).endsWith(PROGRAM);
    else if (key === "cob") named("ob", id, name);
    else if (key === "fn") inside = named("fn", id, name).replace(RECURSION, "");
    else if (key === "cfn") called = named("fn", id, name);
    else if (line.startsWith("calls=")) {
      if (own && ALLOCATE.includes(called)) allocations += Number.parseInt(line.slice(6), 10);
      inclusive = true;
    } else if (/^[+\-*\d]/.test(line)) {
      const cost = Number(line.slice(line.indexOf(" ") + 1));
      if (own && !inclusive) {
        instructions += cost;
        functions.set(inside, (functions.get(inside) ?? 0) + cost);
      }
      inclusive = false;
    }
  }
  return { instructions, allocations, functions };
}

/** @param {string} job */
async function count(job) {
  const file = join("target", PROFILE, `${job}.profile`);
  // What was counted before that function goes into a file of its own.
  const from = "--dump-before=instructions*::counted*";
  const options = ["--quiet", "--tool=callgrind", from, `--callgrind-out-file=${file}`];
  await run("valgrind", [...options, PROGRAM, job], { quiet: true });
  return readProfile(readFileSync(join(top, file), "utf8"));
}

/**
 * The functions in which a job spends the most.
 * @param {string} job
 */
async function profile(job) {
  if (!JOBS.includes(job)) throw new Failure(`No such job: ${job}. There is ${JOBS.join(", ")}.`);
  const { instructions, functions } = await count(job);
  const most = [...functions].sort(([, one], [, other]) => other - one).slice(0, SHOWN);
  const rows = most.map(([name, own]) => [name, `${((100 * own) / instructions).toFixed(1)}%`]);
  return table([`${instructions.toLocaleString("en")} instructions of ${job}`, "of them"], rows);
}

/**
 * By how many percent a count is above what it was.
 * @param {number} now
 * @param {number} before
 */
const above = (now, before) => (100 * (now - before)) / Math.max(before, 1);

/**
 * What is to be said of the counts, and what is wrong with them.
 * @param {Recorded} before
 * @param {Recorded} now
 */
export function verdict(before, now) {
  const most = before.rustc === now.rustc ? MOST : MOST_OF_ANOTHER_COMPILER;
  const [says, wrong] = [/** @type {string[]} */ ([]), /** @type {string[]} */ ([])];
  if (before.rustc !== now.rustc) {
    says.push(`Counted with ${now.rustc}, written down with ${before.rustc}: ${most}% more are let through.`);
  }
  for (const [job, count] of Object.entries(now.jobs)) {
    const was = before.jobs[job];
    if (!was) wrong.push(`${job}: nothing is written down of it`);
    for (const what of /** @type {const} */ (["instructions", "allocations"])) {
      const percent = above(count[what], was?.[what] ?? count[what]);
      if (percent > most) wrong.push(`${job}: ${percent.toFixed(1)}% more ${what}, at most ${most}%`);
      if (percent < -most) says.push(`${job}: ${(-percent).toFixed(1)}% fewer ${what}. \`--update\` keeps it so.`);
    }
  }
  for (const job of Object.keys(before.jobs)) {
    if (!now.jobs[job]) wrong.push(`${job}: it is written down, and no longer counted`);
  }
  return { says, wrong };
}

await runAlone(import.meta.url, async (args) => {
  if (process.platform !== "linux" || process.arch !== "x64") {
    return console.log("Left out: instructions are counted on Linux, x86-64, alone.");
  }
  await installValgrind();
  await run("cargo", ["build", "--quiet", "--profile", PROFILE, "--example", "instructions", "--target-dir", "target"]);
  if (args[0] === "--profile") return console.log(await profile(args[1] ?? ""));
  const counts = await Promise.all(
    JOBS.map(async (job) => {
      const { instructions, allocations } = await count(job);
      return /** @type {const} */ ([job, { instructions, allocations }]);
    }),
  );
  const now = { rustc: output("rustc", ["--version"]) ?? "", jobs: Object.fromEntries(counts) };
  if (args.includes("--update")) {
    writeFileSync(RECORDED, `${JSON.stringify(now, null, 2)}\n`);
    return console.log("benches/instructions.json is written.");
  }
  const before = /** @type {Recorded} */ (JSON.parse(readFileSync(RECORDED, "utf8")));
  const rows = counts.map(([job, { instructions, allocations }]) => [
    job,
    instructions.toLocaleString("en"),
    percentage(instructions, before.jobs[job]?.instructions),
    allocations.toLocaleString("en"),
    percentage(allocations, before.jobs[job]?.allocations),
  ]);
  console.log(table(["Job", "Instructions", "to before", "Allocations", "to before"], rows));
  const { says, wrong } = verdict(before, now);
  for (const sentence of says) console.log(`── ${sentence}`);
  if (wrong.length === 0) return;
  const accept = "If that is what the change is worth, `npm run instructions -- --update` accepts it.";
  throw new Failure(`Slower than it was:\n${wrong.map((line) => `  ${line}`).join("\n")}\n${accept}`);
});

/**
 * @param {number} now
 * @param {number | undefined} before
 */
function percentage(now, before) {
  if (before === undefined) return "new";
  const percent = above(now, before);
  return `${percent < 0 ? "−" : "+"}${Math.abs(percent).toFixed(1)}%`;
}
