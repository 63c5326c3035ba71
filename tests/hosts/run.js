/**
 * Packs the package, installs it as a user would, and runs the conformance of each entry on each host.
 * `node tests/hosts/run.js [NAME…]` runs only the hosts of those names.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Failure, run, runAlone, top } from "../../scripts/run.js";
import { inChromium } from "./browser/chromium.js";
import { serve } from "./browser/server.js";
import { bundle } from "./bundles/bundle.js";
import { programOf } from "./tools.js";
import { capnp } from "./workerd/config.js";

const HERE = join(top, "tests", "hosts");
const PACKAGE = join("node_modules", "reconvene");

/** @typedef {{ cases: number, failures: string[] }} Outcome */
/** @typedef {{ folder: string, tarball: string, trapping: string, page: (address: string) => Promise<Outcome> }} Place */

/**
 * Each host, with what runs there.
 * @type {Record<string, (place: Place) => Outcome | null | Promise<Outcome>>}
 */
const HOSTS = {
  "node, import": ({ folder }) => command(folder, process.execPath, ["command.js", "reconvene", "true"]),
  "node, require": ({ folder }) => command(folder, process.execPath, ["required.cjs"]),
  "node, inline": ({ folder }) => command(folder, process.execPath, ["command.js", "reconvene/inline", "false"]),
  "node, traps": ({ trapping }) => command(trapping, process.execPath, ["traps-command.js"]),
  deno: ({ folder }) => command(folder, programOf("deno"), ["run", "--allow-read", "command.js", "reconvene", "true"]),
  bun: ({ folder }) => command(folder, programOf("bun"), ["run", "command.js", "reconvene", "true"]),
  workerd: ({ folder }) => {
    writeFileSync(join(folder, "workerd.capnp"), capnp(folder));
    return command(folder, programOf("workerd"), ["test", "workerd.capnp"]);
  },
  "chromium, page": ({ page }) => page(`whole/browser/page.html?entry=${entry("browser")}`),
  "chromium, worker": ({ page }) => page(`whole/browser/page.html?worker&entry=${entry("browser")}`),
  "chromium, inline": ({ page }) => page(`whole/browser/page.html?entry=${entry("inline")}`),
  "chromium, traps": ({ page }) => page(`trapping/browser/page.html?traps&entry=${entry("browser")}`),
  "chromium, traps in a worker": ({ page }) =>
    page(`trapping/browser/page.html?traps&worker&entry=${entry("browser")}`),
  "vite, chromium": async ({ folder, page }) => page(`whole/${await bundle("vite", folder)}`),
  "webpack, chromium": async ({ folder, page }) => page(`whole/${await bundle("webpack", folder)}`),
  "esbuild, chromium": async ({ folder, page }) => page(`whole/${await bundle("esbuild", folder)}`),
  publint: ({ tarball }) => tool("publint", ["--strict", tarball]),
  // The module itself has no types.
  attw: ({ tarball }) => tool("attw", [tarball, "--profile", "esm-only", "--exclude-entrypoints", "core.wasm"]),
};

/** @param {string} name */
const entry = (name) => encodeURIComponent(`../node_modules/reconvene/pkg/${name}.js`);

await runAlone(import.meta.url, async (names) => {
  const unknown = names.filter((wanted) => !Object.keys(HOSTS).some((name) => name.includes(wanted)));
  if (unknown.length > 0)
    throw new Failure(`No such host: ${unknown.join(", ")}. There is ${Object.keys(HOSTS).join("; ")}.`);
  const temporary = mkdtempSync(join(tmpdir(), "reconvene-hosts-"));
  const browser = await inChromium();
  const server = await serve(temporary);
  try {
    const { folder, tarball } = await installed(join(temporary, "whole"));
    const trapping = await trap(folder, join(temporary, "trapping"));
    const page = (/** @type {string} */ address) => browser.outcome(`${server.address}/${address}`);
    const failed = [];
    for (const [name, runs] of Object.entries(HOSTS)) {
      if (names.length > 0 && !names.some((wanted) => name.includes(wanted))) continue;
      const started = performance.now();
      const outcome = await runs({ folder, tarball, trapping, page });
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
    server.close();
    await browser.close();
    rmSync(temporary, { recursive: true, force: true });
  }
});

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
  const { wasmBindgen } = await import("../../scripts/set-up.js");
  const { bind } = await import("../../scripts/build.js");
  const target = "wasm32-unknown-unknown";
  // As small as a page takes in at once.
  const env = { CARGO_PROFILE_DEV_OPT_LEVEL: "1", CARGO_PROFILE_DEV_DEBUG: "0" };
  await run("cargo", ["build", "--lib", "--features", "trap", "--target", target, "--target-dir", "target"], { env });
  await bind(wasmBindgen, `target/${target}/debug/reconvene.wasm`, join(copy, PACKAGE, "pkg", "generated"));
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
