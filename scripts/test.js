/**
 * `npm test`: sets up, builds, and runs every check. `npm test -- NAME…` runs only those of that name. The checks of the core
 * and those of the package run side by side, since much of either runs on one processor.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.js";
import { Failure, runAlone, runBeside, top, which } from "./run.js";
import { installWasmBindgen, setUp, wasmBindgenTestRunner } from "./set-up.js";

const WASM = ["--target", "wasm32-unknown-unknown"];
const DENIED = { RUSTDOCFLAGS: "-D warnings" };

/** @typedef {{ name: string, says: string, program: string, args: () => string[], env?: () => Record<string, string> }} Check */

/** What compiles the core in order to check it. @type {Check[]} */
const OF_CORE = [
  {
    name: "fmt",
    says: "Rust is formatted",
    program: "cargo",
    args: () => ["fmt", "--check"],
  },
  {
    name: "clippy",
    says: "Rust is free of lint",
    program: "cargo",
    args: () => ["clippy", "--all-targets", "--features", "steps", "--", "-D", "warnings"],
  },
  {
    name: "clippy-wasm",
    says: "the binding is free of lint",
    program: "cargo",
    args: () => ["clippy", ...WASM, "--lib", "--test", "wasm", "--", "-D", "warnings"],
  },
  {
    name: "cargo",
    says: "the core's tests",
    program: "cargo",
    args: () => ["test", "--features", "steps"],
    // The same mutations each time; what else there is to find, other seeds find: PROPTEST_RNG_SEED=… npm test -- cargo.
    env: () => ({ PROPTEST_RNG_SEED: process.env.PROPTEST_RNG_SEED ?? "20260101" }),
  },
  {
    name: "instructions",
    says: "no job takes more instructions than it did",
    program: process.execPath,
    args: () => ["benches/instructions.js"],
  },
  {
    name: "doc",
    says: "the crate's documentation builds",
    program: "cargo",
    args: () => ["doc", "--no-deps"],
    env: () => DENIED,
  },
  {
    name: "wasm-node",
    says: "the binding's tests in Node",
    program: "cargo",
    args: () => ["test", ...WASM, "--test", "wasm"],
    env: () => ({ CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: wasmBindgenTestRunner }),
  },
  {
    name: "wasm-chromium",
    says: "the binding's tests in Chromium",
    program: "cargo",
    args: () => ["test", ...WASM, "--test", "wasm"],
    env: () => ({
      CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: wasmBindgenTestRunner,
      CHROMEDRIVER: which("chromedriver") ?? "chromedriver",
      WASM_BINDGEN_USE_BROWSER: "1",
      // A busy machine starts a browser slowly.
      WASM_BINDGEN_TEST_DRIVER_TIMEOUT: "60",
      WASM_BINDGEN_TEST_TIMEOUT: "120",
    }),
  },
];

/** What checks the package, once it is built. @type {Check[]} */
const OF_PACKAGE = [
  {
    name: "biome",
    says: "JavaScript is formatted and free of lint",
    program: process.execPath,
    args: () => ["node_modules/@biomejs/biome/bin/biome", "ci", "--error-on-warnings", "."],
  },
  {
    name: "tsc",
    says: "JavaScript agrees with its types",
    program: process.execPath,
    args: () => ["node_modules/typescript/bin/tsc"],
  },
  {
    name: "tsc-hosts",
    says: "so do the tests on every host",
    program: process.execPath,
    args: () => ["node_modules/typescript/bin/tsc", "-p", "tests/hosts"],
  },
  {
    name: "js",
    says: "the package's tests in Node",
    program: process.execPath,
    args: () => ["--test", "--test-reporter=spec", ...testFiles("js")],
  },
  {
    name: "examples",
    says: "the examples, with the frameworks that they are for",
    program: process.execPath,
    args: () => ["--test", "--test-reporter=spec", ...testFiles("examples")],
  },
  {
    name: "browser",
    says: "what people look at, in Chromium",
    program: process.execPath,
    args: () => ["--test", "--test-reporter=spec", ...testFiles("browser")],
  },
  {
    name: "hosts",
    says: "the packed package on every host",
    program: process.execPath,
    args: () => ["tests/hosts/run.js"],
  },
  {
    name: "docs-sites",
    says: "the element of the packed package on documentation sites",
    program: process.execPath,
    args: () => ["tests/docs-sites/run.js"],
  },
  {
    name: "docs",
    says: "the documentation site: built, every link followed, opened in Chromium",
    program: process.execPath,
    args: () => ["tests/docs/run.js"],
  },
];

const OF_EXAMPLES = ["examples"];
const IN_BROWSER = ["wasm-chromium", "browser", "hosts", "docs-sites", "docs"];
const OF_BINDING = ["wasm-node", "wasm-chromium"];
const ON_HOSTS = ["tsc-hosts", "hosts"];
const ON_DOCS_SITES = ["docs-sites", "docs"];

// Node 20 expands no patterns.
const testFiles = (/** @type {string} */ folder) =>
  readdirSync(join(top, "tests", folder))
    .filter((name) => name.endsWith(".test.js"))
    .map((name) => join("tests", folder, name));

/** What the runners say of themselves: their own lines, not a count of ours. */
const SUMMARY = /^(?:test result: .*|ℹ (?:tests|pass|fail|skipped) .*|[✔✖] .* (?:cases|opened), .*)$/gm;

/**
 * Runs checks one after the other, until one fails, or one that runs beside them.
 * @param {Check[]} checks
 * @param {(name: string) => Promise<unknown>} prepare What a check needs, and those before it may not.
 * @param {AbortController} failed
 * @param {string[]} summaries Gets what the runners say of themselves.
 */
async function inOrder(checks, prepare, failed, summaries) {
  let running = "";
  try {
    for (const { name, says, program, args, env } of checks) {
      if (failed.signal.aborted) break;
      await prepare(name);
      running = name;
      const started = performance.now();
      console.log(`── ${name} begins: ${says}`);
      const printed = await runBeside(program, args(), env?.());
      const passed = `passed in ${seconds(started)}`;
      console.log(`── ${name} ${passed}\n`);
      summaries.push(`── ${name}: ${passed}`, ...(printed.match(SUMMARY) ?? []));
    }
  } catch (error) {
    failed.abort();
    summaries.push(`── ${running || "getting ready"}: failed`);
    throw error;
  }
}

const seconds = (/** @type {number} */ since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

await runAlone(import.meta.url, async (names) => {
  const all = [...OF_CORE, ...OF_PACKAGE];
  const unknown = names.filter((name) => !all.some((check) => check.name === name));
  if (unknown.length > 0) {
    throw new Failure(
      `No such check: ${unknown.join(", ")}. The checks are ${all.map(({ name }) => name).join(", ")}.`,
    );
  }
  if (names.length === 0) {
    console.log(
      `── All ${all.length} checks: 30 to 60 minutes with two processors. npm test -- NAME… runs only some: ` +
        `${all.map(({ name }) => name).join(", ")}`,
    );
  }
  const chosen = (/** @type {Check} */ { name }) => names.length === 0 || names.includes(name);
  const one = (/** @type {string[]} */ of) => all.some((check) => chosen(check) && of.includes(check.name));
  const started = performance.now();
  await setUp();
  const setUpIn = seconds(started);
  const failed = new AbortController();
  // Downloads take the network and compiling takes the processors: neither waits for the other.
  const downloads = setUp({
    ...{ browser: one(IN_BROWSER), hosts: one(ON_HOSTS), docsSites: one(ON_DOCS_SITES), examples: one(OF_EXAMPLES) },
  });
  // Whoever waits for them throws; whoever does not, stops.
  downloads.catch(() => failed.abort());
  const needsDownloads = [...IN_BROWSER, ...ON_HOSTS, ...ON_DOCS_SITES, ...OF_EXAMPLES];
  const downloaded = async (/** @type {string} */ name) => needsDownloads.includes(name) && downloads;
  /** @type {Promise<void> | undefined} */
  let built;
  /** @type {[string[], string[]]} */
  const [ofCore, ofPackage] = [[], []];
  const outcomes = await Promise.allSettled([
    inOrder(
      OF_CORE.filter(chosen),
      async (name) => {
        if (OF_BINDING.includes(name)) await installWasmBindgen();
        await downloaded(name);
      },
      failed,
      ofCore,
    ),
    inOrder(
      OF_PACKAGE.filter(chosen),
      async (name) => {
        built ??= build();
        await built;
        if (ofPackage.length === 0) ofPackage.push(`── the module: built after ${seconds(started)}`);
        await downloaded(name);
      },
      failed,
      ofPackage,
    ),
    downloads,
  ]);
  // Last of all, also where one failed: what passed before it, and how long that took.
  const lines = [`── set-up: ${setUpIn}`, ...ofCore, ...ofPackage, `── in all: ${seconds(started)}`];
  console.log(`\n${lines.join("\n")}`);
  const failures = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  const unexpected = failures.find((error) => !(error instanceof Failure));
  if (unexpected) throw unexpected;
  const messages = new Set(failures.map(({ message }) => message));
  if (messages.size > 0) throw new Failure([...messages].join("\n\n"));
});
