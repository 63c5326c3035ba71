/**
 * `npm test`: sets up, builds, and runs every check. `npm test -- NAME…` runs only those of that name, `npm test -- weekly`
 * those that the weekly workflow runs. Two run side by side, since much of each runs on one processor.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ENVIRONMENT as BINDING, OPTIONS as OF_BINDING } from "../tests/wasm/compiled.js";
import { build } from "./build.js";
import { passedBefore, remember } from "./passed.js";
import { Failure, runAlone, runBeside, top } from "./run.js";
import { EXAMPLES, setUp } from "./set-up.js";

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {string} says
 * @property {string} takes In an empty clone, beside another check.
 * @property {string} program
 * @property {() => string[]} args
 * @property {() => Record<string, string>} [env]
 * @property {(keyof import("./set-up.js").Wanted)[]} [needs] What is installed for it.
 * @property {true} [usesModule] It needs the module as it is published.
 * @property {true} [isOfSources] Where it passed before on the same sources, `npm test` does not run it again.
 */

/** What compiles the core in order to check it. @type {Check[]} */
const OF_CORE = [
  {
    ...{ name: "fmt", says: "Rust is formatted", takes: "some seconds" },
    program: "cargo",
    args: () => ["fmt", "--check"],
  },
  {
    ...{ name: "clippy", says: "Rust is free of lint", takes: "about a minute" },
    program: "cargo",
    args: () => ["clippy", "--all-targets", "--features", "steps", "--", "-D", "warnings"],
  },
  {
    ...{ name: "clippy-wasm", says: "the binding is free of lint", takes: "about half a minute" },
    program: "cargo",
    args: () => ["clippy", "--target", "wasm32-unknown-unknown", "--lib", "--test", "wasm", "--", "-D", "warnings"],
  },
  {
    ...{ name: "wasm-node", says: "the binding's tests in Node", takes: "about two minutes" },
    program: "cargo",
    args: () => ["test", ...OF_BINDING, "--test", "wasm"],
    env: () => ({ ...BINDING, CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: "node tests/wasm/run.js node" }),
  },
  {
    ...{ name: "cargo", says: "the core's tests", takes: "about five minutes" },
    program: "cargo",
    args: () => ["test", "--features", "steps"],
    // The same mutations each time; what else there is to find, other seeds find: PROPTEST_RNG_SEED=… npm test -- cargo.
    env: () => ({ PROPTEST_RNG_SEED: process.env.PROPTEST_RNG_SEED ?? "20260101" }),
    isOfSources: true,
  },
  {
    ...{ name: "wasm-chromium", says: "the binding's tests in Chromium", takes: "some seconds" },
    program: "cargo",
    args: () => ["test", ...OF_BINDING, "--test", "wasm"],
    env: () => ({ ...BINDING, CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: "node tests/wasm/run.js chromium" }),
    needs: ["browser"],
  },
  {
    ...{ name: "instructions", says: "no job takes more instructions than it did", takes: "about two minutes" },
    program: process.execPath,
    args: () => ["benches/instructions.js"],
    needs: ["valgrind"],
    isOfSources: true,
  },
  {
    ...{ name: "doc", says: "the crate's documentation builds", takes: "some seconds" },
    program: "cargo",
    args: () => ["doc", "--no-deps"],
    env: () => ({ RUSTDOCFLAGS: "-D warnings" }),
  },
  {
    ...{ name: "native", says: "the native build and the module say the same", takes: "some seconds" },
    ...ofNode("tests/native"),
    usesModule: true,
  },
];

/** What checks the package, most of it once the module is built. @type {Check[]} */
const OF_PACKAGE = [
  {
    ...{ name: "biome", says: "JavaScript is formatted and free of lint", takes: "some seconds" },
    program: process.execPath,
    args: () => ["node_modules/@biomejs/biome/bin/biome", "ci", "--error-on-warnings", "."],
  },
  {
    ...{ name: "tsc", says: "JavaScript agrees with its types", takes: "some seconds" },
    ...ofTypes("."),
    usesModule: true,
  },
  {
    ...{ name: "tsc-hosts", says: "so do the tests on every host", takes: "some seconds" },
    ...ofTypes("tests/hosts"),
    needs: ["hosts"],
    usesModule: true,
  },
  {
    ...{ name: "tsc-examples", says: "so do the examples, with the types of their frameworks", takes: "some seconds" },
    ...ofTypes(EXAMPLES),
    needs: ["examples"],
    usesModule: true,
  },
  {
    ...{ name: "js", says: "the package's tests in Node", takes: "about three minutes" },
    ...ofNode("tests/js"),
    usesModule: true,
  },
  {
    ...{ name: "browser", says: "what people look at, in Chromium", takes: "about five minutes" },
    ...ofNode("tests/browser"),
    needs: ["browser"],
    usesModule: true,
  },
  {
    ...{ name: "hosts", says: "the packed package on every host", takes: "about a minute" },
    program: process.execPath,
    args: () => ["tests/hosts/run.js"],
    needs: ["browser", "hosts"],
    usesModule: true,
  },
  {
    ...{
      name: "docs-sites",
      says: "the element of the packed package on documentation sites",
      takes: "about half a minute",
    },
    program: process.execPath,
    args: () => ["tests/docs-sites/run.js"],
    needs: ["browser", "docsSites"],
    usesModule: true,
  },
  {
    name: "docs",
    says: "the documentation site: built, every link followed, opened in Chromium",
    takes: "about a minute",
    program: process.execPath,
    args: () => ["tests/docs/run.js"],
    needs: ["browser", "docsSites"],
    usesModule: true,
  },
];

/** What takes long and rarely fails: `weekly.yml` runs it, and whoever names it. @type {Check[]} */
const OF_WEEK = [
  {
    ...{ name: "large", says: "what takes much time or memory, in Node", takes: "about two minutes" },
    ...ofNode("tests/large"),
    usesModule: true,
  },
  {
    ...{
      name: "other-browsers",
      says: "the page and the element in Firefox and WebKitGTK",
      takes: "about two minutes",
    },
    ...ofNode("tests/other-browsers"),
    needs: ["otherBrowsers"],
    usesModule: true,
  },
  {
    ...{ name: "examples", says: "the examples, with the frameworks that they are for", takes: "about two minutes" },
    ...ofNode("tests/examples"),
    needs: ["examples", "python"],
    usesModule: true,
  },
];

const WEEKLY = "weekly";

/**
 * The tests of a folder, on both processors: each file has its own process, and puts what it makes into a folder of its own.
 * @param {string} folder
 */
function ofNode(folder) {
  const options = ["--test", "--test-reporter=spec", "--test-concurrency=2"];
  // Node 20 expands no patterns.
  const files = () => readdirSync(join(top, folder)).filter((name) => name.endsWith(".test.js"));
  return { program: process.execPath, args: () => [...options, ...files().map((name) => join(folder, name))] };
}

/** @param {string} project */
function ofTypes(project) {
  return { program: process.execPath, args: () => ["node_modules/typescript/bin/tsc", "-p", project] };
}

/** What the runners say of themselves: their own lines, not a count of ours. */
const SUMMARY = /^(?:test result: .*|ℹ (?:tests|pass|fail|skipped) .*|[✔✖] .* (?:cases|opened), .*)$/gm;

const seconds = (/** @type {number} */ since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/**
 * Runs a check.
 * @param {Check} check
 * @returns {Promise<string[]>} What its runner says of itself.
 */
async function runCheck({ name, says, takes, program, args, env, isOfSources }) {
  const started = performance.now();
  console.log(`── ${name} begins: ${says} (${takes})`);
  const run = () => runBeside(program, args(), env?.());
  const printed = await (isOfSources ? remember(name, run) : run());
  const passed = `passed in ${seconds(started)}`;
  console.log(`── ${name} ${passed}\n`);
  return [`── ${name}: ${passed}`, ...(printed.match(SUMMARY) ?? [])];
}

/**
 * Checks whose outcome is known, since they passed on the same sources: what is to be said of each.
 * @param {Check[]} checks
 */
function known(checks) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const { name, isOfSources } of checks) {
    const day = isOfSources ? passedBefore(name) : null;
    if (day === null) continue;
    found.set(name, `── ${name}: not run again, it passed on the same sources on ${day}: npm test -- ${name} runs it`);
  }
  return found;
}

/**
 * The checks of some names; without names, those of every day.
 * @param {string[]} names
 */
function chosenFrom(names) {
  const everyDay = [...OF_CORE, ...OF_PACKAGE];
  const all = [...everyDay, ...OF_WEEK];
  const listed = all.map(({ name }) => name).join(", ");
  const unknown = names.filter((name) => name !== WEEKLY && !all.some((check) => check.name === name));
  if (unknown.length > 0) {
    throw new Failure(`No such check: ${unknown.join(", ")}. The checks are ${listed}; ${WEEKLY} is the last three.`);
  }
  if (names.length > 0) {
    const isWeekly = (/** @type {Check} */ check) => names.includes(WEEKLY) && OF_WEEK.includes(check);
    return { chosen: all.filter((check) => names.includes(check.name) || isWeekly(check)), passed: [] };
  }
  console.log(
    `── All ${everyDay.length} checks, two at a time: about 15 minutes from an empty clone, 5 where all is built. ` +
      `npm test -- NAME… runs only some: ${listed}`,
  );
  const before = known(everyDay);
  for (const says of before.values()) console.log(says);
  return { chosen: everyDay.filter(({ name }) => !before.has(name)), passed: [...before.values()] };
}

await runAlone(import.meta.url, async (names) => {
  const { chosen, passed } = chosenFrom(names);
  const started = performance.now();
  await setUp();
  const lines = [`── set-up: ${seconds(started)}`, ...passed];
  const failed = new AbortController();
  // Downloads take the network and compiling takes the processors: neither waits for the other.
  const wanted = chosen.flatMap(({ needs = [] }) => needs);
  const downloads = setUp(Object.fromEntries(wanted.map((name) => [name, true])));
  const built = chosen.some(({ usesModule }) => usesModule) ? build() : undefined;
  const building = built?.then(() => lines.push(`── the module: built after ${seconds(started)}`));
  // Whoever waits for them throws; whoever does not, stops.
  for (const preparing of [downloads, building]) {
    preparing?.catch(() => {
      failed.abort();
      lines.push("── getting ready: failed");
    });
  }

  /** Takes checks from the first list, then from the others, until there is none or one failed. @param {Check[][]} lists */
  async function work(...lists) {
    while (!failed.signal.aborted) {
      const check = lists.find(({ length }) => length > 0)?.shift();
      if (!check) return;
      if (check.usesModule) await building;
      if (check.needs) await downloads;
      if (failed.signal.aborted) return;
      try {
        lines.push(...(await runCheck(check)));
      } catch (error) {
        failed.abort();
        lines.push(`── ${check.name}: failed`);
        throw error;
      }
    }
  }
  const ofCore = chosen.filter((check) => OF_CORE.includes(check));
  const others = chosen.filter((check) => !OF_CORE.includes(check));
  // Whoever is done helps the other.
  const outcomes = await Promise.allSettled([work(ofCore, others), work(others, ofCore), building, downloads]);
  // Last of all, also where one failed: what passed before it, and how long that took.
  console.log(`\n${[...lines, `── in all: ${seconds(started)}`].join("\n")}`);
  const failures = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  const unexpected = failures.find((error) => !(error instanceof Failure));
  if (unexpected) throw unexpected;
  const messages = new Set(failures.map(({ message }) => message));
  if (messages.size > 0) throw new Failure([...messages].join("\n\n"));
});
