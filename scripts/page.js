/** `npm run page`: builds the page and serves it; with `build`, it builds alone. The folder works on any static host. */
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, smallStyle } from "./build.js";
import { packagesOf } from "./bundled.js";
import { notices } from "./notices.js";
import { runAlone, top } from "./run.js";
import { serve } from "./serve.js";

const SOURCE = join(top, "www");
export const OUT = join(SOURCE, "dist");
const PORT = 4173;

/** What the page names: scripts, and its styles. */
const ENTRIES = ["early.js", "page.js", "worker.js", "page.css"];

/** The newest that every browser of the last years has. */
const TARGET = "es2022";

/** @typedef {{ start: number, withoutEditor: number }} Weight How many bytes of scripts there are, gzipped each. */

/**
 * Where a file's name tells its content, it may be kept for ever.
 * @param {string} [out] The folder that it goes into: what was there is gone.
 * @param {import("./build.js").Profile} [profile]
 * @returns {Promise<Weight>}
 */
export async function buildPage(out = OUT, profile = "release") {
  await build(profile);
  const esbuild = await import("esbuild");
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });

  const wasm = place(out, "core.wasm", readFileSync(join(top, "pkg", "generated", "reconvene_bg.wasm")));
  const samples = place(out, "samples.json", JSON.stringify(sampleFiles()));
  const common = {
    bundle: true,
    minify: true,
    charset: /** @type {const} */ ("utf8"),
    target: TARGET,
    legalComments: /** @type {const} */ ("none"),
  };
  const { metafile } = await esbuild.build({
    ...common,
    entryPoints: ENTRIES.map((name) => join(SOURCE, name)),
    ...{ outdir: out, entryNames: "[name]-[hash]", chunkNames: "[name]-[hash]" },
    ...{ format: "esm", splitting: true, metafile: true, plugins: [smallStyle] },
  });
  const built = (/** @type {string} */ name) => {
    const entry = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === `www/${name}`);
    if (!entry) throw new Error(`esbuild made nothing of ${name}.`);
    return entry[0].replace(/^.*\//, "");
  };
  writeFileSync(join(out, "notices.txt"), await notices(packagesOf(metafile)));
  let page = source();
  const names = { "core.wasm": wasm, "samples.json": samples };
  for (const name of ENTRIES) Object.assign(names, { [name]: built(name) });
  for (const [name, placed] of Object.entries(names)) page = page.replaceAll(`"${name}"`, `"${placed}"`);
  // What the page's script imports is asked for with it, not once it is there; and before the module, which takes long.
  const [, ...imported] = reachedFrom(metafile, ["www/page.js"]);
  const preloads = imported.map((path) => `<link rel="modulepreload" href="${basename(path)}">\n    `);
  page = page.replace('<link rel="preload"', `${preloads.join("")}<link rel="preload"`);
  writeFileSync(join(out, "index.html"), page);
  copyFileSync(join(SOURCE, "icon.svg"), join(out, "icon.svg"));

  const files = readdirSync(out).sort();
  const version = hashOf(files.map((name) => readFileSync(join(out, name), "base64")).join("\n"));
  await esbuild.build({
    ...common,
    ...{ entryPoints: [join(SOURCE, "sw.js")], outdir: out, format: "iife" },
    define: {
      // The page itself is `./`: some hosts lead from `index.html` to that.
      FILES: JSON.stringify(["./", ...files.filter((name) => name !== "index.html")]),
      VERSION: JSON.stringify(version),
      POLICY: JSON.stringify(policy()),
    },
  });
  return weightOf(metafile, out);
}

/**
 * Some entries and whatever they import at once.
 * @param {import("esbuild").Metafile} metafile
 * @param {string[]} entries
 */
function reachedFrom({ outputs }, entries) {
  const names = new Set(Object.keys(outputs).filter((name) => entries.includes(outputs[name]?.entryPoint ?? "")));
  // A set is walked to its end, also where that moves.
  for (const name of names) {
    for (const { path, kind } of outputs[name]?.imports ?? []) if (kind === "import-statement") names.add(path);
  }
  return names;
}

/**
 * What the page loads before a person can do anything, which is its script, the worker and whatever they import; and all
 * that it ever loads but for the editor.
 * @param {import("esbuild").Metafile} metafile
 * @param {string} out
 * @returns {Weight}
 */
function weightOf(metafile, out) {
  const start = reachedFrom(metafile, ["www/early.js", "www/page.js", "www/worker.js"]);
  const rest = reachedFrom(metafile, ["www/more.js", "www/cards.js", "www/shown.js"]);
  const weigh = (/** @type {Iterable<string>} */ names) =>
    [...names].reduce((sum, name) => sum + gzipSync(readFileSync(join(out, basename(name))), { level: 9 }).length, 0);
  return { start: weigh(start), withoutEditor: weigh(new Set([...start, ...rest, "sw.js"])) };
}

/** The page's content security policy, which stands in the page. */
function policy() {
  const [, content] = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(source()) ?? [];
  if (!content) throw new Error("www/index.html has no content security policy.");
  return content;
}

const source = () => readFileSync(join(SOURCE, "index.html"), "utf8");

/**
 * Puts a file there under a name that tells its content.
 * @param {string} out
 * @param {string} name
 * @param {Buffer | string} content
 */
function place(out, name, content) {
  const placed = name.replace(".", `-${hashOf(content)}.`);
  writeFileSync(join(out, placed), content);
  return placed;
}

/** @param {Buffer | string} content */
const hashOf = (content) => createHash("sha256").update(content).digest("hex").slice(0, 12);

function sampleFiles() {
  const folder = join(top, "samples");
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => path.replaceAll("\\", "/"));
  // The page takes the audit: its samples show what was expected, decided and found earlier.
  return paths
    .filter((path) => /^(?:audit|earlier)\/|^decisions\.json$/.test(path))
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort()
    .map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }));
}

await runAlone(import.meta.url, async ([command]) => {
  // What is only looked at here need not be small.
  const { start, withoutEditor } = await buildPage(OUT, command === "build" ? "release" : "quick");
  const [first, all] = [start, withoutEditor].map((bytes) => bytes.toLocaleString("en"));
  console.log(`Scripts, gzipped: ${first} bytes to start with, ${all} in all without the editor.`);
  if (command === "build") return console.log("The page is in www/dist.");
  const { address } = await serve(OUT, { port: PORT, headers: { "content-security-policy": policy() } });
  console.log(`The page is at ${address}/ until you press Ctrl+C.`);
});
