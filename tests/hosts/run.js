/**
 * Packs the package, installs it as a user would, and runs the conformance of each entry on each host.
 * `node tests/hosts/run.js [NAME…]` runs only the hosts of those names.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Failure, run, runAlone, top } from "../../scripts/run.js";
import { serve } from "../../scripts/serve.js";
import { ENVIRONMENT, OPTIONS } from "../wasm/compiled.js";
import { inChromium } from "./browser/chromium.js";
import { bundle, developed } from "./bundles/bundle.js";
import { programOf } from "./tools.js";
import { configured } from "./workerd/config.js";

const HERE = join(top, "tests", "hosts");
const PACKAGE = join("node_modules", "reconvene");

/** As strict as a careful site would be. */
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";

/** @typedef {{ cases: number, failures: string[] }} Outcome */

/**
 * What hosts need, each made when the first asks for it.
 * @typedef {object} Place
 * @property {() => Promise<{ folder: string, tarball: string }>} whole The package, installed.
 * @property {() => Promise<string>} trapping The same, with a module that fails where a test asks for it.
 * @property {(address: string) => Promise<Outcome>} page What a page says: of one of these folders, or wherever it is.
 */

/**
 * Each host, with what runs there.
 * @type {Record<string, (place: Place) => Promise<Outcome | null>>}
 */
const HOSTS = {
  "node, import": async ({ whole }) => command((await whole()).folder, process.execPath, CONFORMANCE),
  "node, require": async ({ whole }) => command((await whole()).folder, process.execPath, ["required.cjs"]),
  "node, inline": async ({ whole }) =>
    command((await whole()).folder, process.execPath, ["command.js", "reconvene/inline", "conformance"]),
  "node, traps": async ({ trapping }) => command(await trapping(), process.execPath, TRAPS),
  deno: async ({ whole }) => command((await whole()).folder, programOf("deno"), [...DENO, ...CONFORMANCE]),
  "deno, traps": async ({ trapping }) => command(await trapping(), programOf("deno"), [...DENO, ...TRAPS]),
  bun: async ({ whole }) => command((await whole()).folder, programOf("bun"), ["run", ...CONFORMANCE]),
  "bun, traps": async ({ trapping }) => command(await trapping(), programOf("bun"), ["run", ...TRAPS]),
  workerd: async ({ whole }) => worker((await whole()).folder, "conformance"),
  "workerd, traps": async ({ trapping }) => worker(await trapping(), "traps"),
  "chromium, page": async ({ page }) => page(`whole/${PAGE}?suite=conformance&entry=${entry("browser")}`),
  "chromium, worker": async ({ page }) => page(`whole/${PAGE}?suite=conformance&worker&entry=${entry("browser")}`),
  "chromium, inline": async ({ page }) => page(`whole/${PAGE}?suite=conformance&entry=${entry("inline")}`),
  "chromium, traps": async ({ page }) => page(`trapping/${PAGE}?suite=traps&entry=${entry("browser")}`),
  "chromium, traps in a worker": async ({ page }) =>
    page(`trapping/${PAGE}?suite=traps&worker&entry=${entry("browser")}`),
  "vite, chromium": async ({ whole, page }) => page(`whole/${await bundle("vite", (await whole()).folder)}`),
  "vite in development, chromium": async ({ whole, page }) => {
    const server = await developed((await whole()).folder);
    try {
      return await page(server.address);
    } finally {
      await server.close();
    }
  },
  "webpack, chromium": async ({ whole, page }) => page(`whole/${await bundle("webpack", (await whole()).folder)}`),
  "esbuild, chromium": async ({ whole, page }) => page(`whole/${await bundle("esbuild", (await whole()).folder)}`),
  publint: async ({ whole }) => tool("publint", ["--strict", (await whole()).tarball]),
  // The module itself has no types.
  attw: async ({ whole }) =>
    tool("attw", [(await whole()).tarball, "--profile", "esm-only", "--exclude-entrypoints", "core.wasm"]),
};

/**
 * What takes minutes and gigabytes, and runs only where it is named.
 * @type {typeof HOSTS}
 */
const ON_REQUEST = {
  "largest batch, node": async ({ whole }) =>
    command((await whole()).folder, process.execPath, ["command.js", "reconvene", "largest"]),
  "largest batch, chromium": async ({ page }) => page(`whole/${PAGE}?suite=largest&entry=${entry("browser")}`),
};

const CONFORMANCE = ["command.js", "reconvene", "conformance"];
const TRAPS = ["command.js", "reconvene", "traps"];
const DENO = ["run", "--allow-read"];
const PAGE = "browser/page.html";

/** @param {string} name */
const entry = (name) => encodeURIComponent(`../node_modules/reconvene/pkg/${name}.js`);

await runAlone(import.meta.url, async (names) => {
  const all = { ...HOSTS, ...ON_REQUEST };
  const unknown = names.filter((wanted) => !Object.keys(all).some((name) => name.includes(wanted)));
  if (unknown.length > 0)
    throw new Failure(`No such host: ${unknown.join(", ")}. There is ${Object.keys(all).join("; ")}.`);
  const chosen = Object.entries(all).filter(([name]) =>
    names.length > 0 ? names.some((wanted) => name.includes(wanted)) : name in HOSTS,
  );
  const temporary = mkdtempSync(join(tmpdir(), "reconvene-hosts-"));
  const whole = once(() => installed(join(temporary, "whole")));
  const trapping = once(async () => trap((await whole()).folder, join(temporary, "trapping")));
  const browser = once(inChromium);
  const server = once(() => serve(temporary, { headers: { "content-security-policy": POLICY } }));
  /** @type {Place["page"]} */
  const page = async (address) => {
    if (address.startsWith("whole/")) await whole();
    if (address.startsWith("trapping/")) await trapping();
    return (await browser()).outcome(new URL(address, (await server()).address).href);
  };
  try {
    const failed = [];
    for (const [name, runs] of chosen) {
      const started = performance.now();
      const outcome = await runs({ whole, trapping, page });
      if (!outcome) {
        console.log(`– ${name}: there is none for this machine`);
        continue;
      }
      const { cases, failures } = outcome;
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(
        `${failures.length === 0 ? "✔" : "✖"} ${name}: ${cases - failures.length}/${cases} cases, ${seconds} s`,
      );
      for (const failure of failures) console.log(`    ${failure}`);
      if (failures.length > 0) failed.push(name);
    }
    if (failed.length > 0) throw new Failure(`The package fails on ${failed.join("; ")}.`);
  } finally {
    (await server.made)?.close();
    await (await browser.made)?.close();
    rmSync(temporary, { recursive: true, force: true });
  }
});

/**
 * Makes something when it is first asked for; `made` is there when it was.
 * @template T
 * @param {() => Promise<T>} make
 */
function once(make) {
  const get = () => {
    get.made ??= make();
    return get.made;
  };
  get.made = /** @type {Promise<T> | undefined} */ (undefined);
  return get;
}

/**
 * @param {string} folder
 * @param {string} suite
 */
async function worker(folder, suite) {
  const program = programOf("workerd");
  return program === undefined ? null : command(folder, program, ["test", await configured(folder, suite)]);
}

/**
 * A folder with the tests, and the package installed in it from its tarball.
 * @param {string} folder
 */
async function installed(folder) {
  mkdirSync(folder);
  for (const name of readdirSync(HERE)) {
    if (name !== "node_modules" && !name.startsWith("package"))
      cpSync(join(HERE, name), join(folder, name), { recursive: true });
  }
  const packed = spawnSync("npm", ["pack", "--json", "--pack-destination", folder], {
    cwd: top,
    encoding: "utf8",
  });
  if (packed.status !== 0) throw new Failure(`npm pack failed: ${packed.stderr}`);
  const [{ filename }] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf("[")));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const install = ["install", "--ignore-scripts", "--offline", "--no-audit", "--no-fund", `./${basename(filename)}`];
  const { status, stderr } = spawnSync("npm", install, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Failure(`The tarball could not be installed: ${stderr}`);
  return { folder, tarball: join(folder, filename) };
}

/**
 * The same folder, with a module that fails where a test asks for it.
 * @param {string} folder
 * @param {string} copy
 */
async function trap(folder, copy) {
  cpSync(folder, copy, { recursive: true });
  const { bind } = await import("../../scripts/build.js");
  // As the tests of the binding compiled it: nothing is compiled a second time.
  await run("cargo", ["test", "--no-run", ...OPTIONS, "--test", "wasm"], { env: ENVIRONMENT });
  await bind("target/wasm32-unknown-unknown/debug/deps/reconvene.wasm", join(copy, PACKAGE, "pkg", "generated"));
  return copy;
}

/**
 * What a program prints in its last line.
 * @param {string} cwd
 * @param {string | undefined} program
 * @param {string[]} args
 * @returns {Outcome | null} null where there is no such program for this machine.
 */
function command(cwd, program, args) {
  if (program === undefined) return null;
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: "utf8" });
  const outcome = `${stdout}\n${stderr}`.split("\n").find((line) => line.includes('{"cases"'));
  if (outcome && status === 0) return JSON.parse(outcome.slice(outcome.indexOf("{")));
  return { cases: 1, failures: [`${error ?? `status ${status}`}: ${stdout}${stderr}`] };
}

/**
 * Whether a tool of the tests has nothing to say.
 * @param {string} name
 * @param {string[]} args
 * @returns {Outcome}
 */
function tool(name, args) {
  const { status, stdout, stderr } = spawnSync(join(HERE, "node_modules", ".bin", name), args, { encoding: "utf8" });
  return { cases: 1, failures: status === 0 ? [] : [`${stdout}${stderr}`] };
}
