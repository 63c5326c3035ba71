/**
 * `npm run docs`: builds the documentation site and serves it; with `build`, it builds alone. The site is `docs/`, with
 * reference pages made from the types and from `--help`, and with the samples as live reports.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { session } from "../pkg/sessions.js";
import { build } from "./build.js";
import { referencePages } from "./reference.js";
import { run, runAlone, top } from "./run.js";
import { SESSION } from "./samples.js";
import { serve } from "./serve.js";
import { setUp } from "./set-up.js";

/** Where the site is put together, and where it comes out. */
const PLACE = join(top, "target", "docs");
export const OUT = join(PLACE, "dist");
/** VitePress is installed for the tests of documentation sites: one version does for both. */
const MODULES = join(top, "tests", "docs-sites", "vitepress", "node_modules");
const PORT = 4174;

/** Builds the site from what `build` has made. */
export async function buildDocs() {
  const site = join(PLACE, "site");
  rmSync(PLACE, { recursive: true, force: true });
  mkdirSync(site, { recursive: true });
  cpSync(join(top, "docs"), site, { recursive: true });
  symlinkSync(MODULES, join(site, "node_modules"), "junction");
  for (const { path, text } of [...referencePages(), ...assets()]) {
    mkdirSync(dirname(join(site, path)), { recursive: true });
    writeFileSync(join(site, path), text);
  }
  await run(process.execPath, [join(MODULES, "vitepress", "bin", "vitepress.js"), "build", site, "--outDir", OUT]);
}

/** What the pages load beside themselves: the icon, the pictures, the element, and the replies of the samples. */
function assets() {
  const generated = (/** @type {string} */ name) => readFileSync(join(top, "pkg", "generated", name));
  const { replies } = session(readFileSync(join(top, SESSION), "utf8"));
  const review = replies.map(({ meta, ...reply }) => reply);
  const folder = join(top, "samples", "audit");
  const audit = readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((source) => ({ source, text: readFileSync(join(folder, source), "utf8") }));
  return [
    ...["element.js", "reconvene_bg.wasm"].map((name) => ({ path: `public/reconvene/${name}`, text: generated(name) })),
    { path: "public/icon.svg", text: readFileSync(join(top, "www", "icon.svg")) },
    // The start page names them beside its title, where VitePress takes public files alone.
    ...["report-light.png", "report-dark.png"].map((name) => ({
      path: `public/${name}`,
      text: readFileSync(join(top, "docs", name)),
    })),
    { path: "public/samples/review.json", text: JSON.stringify(review) },
    { path: "public/samples/audit.json", text: JSON.stringify(audit) },
  ];
}

await runAlone(import.meta.url, async ([command]) => {
  // What is only looked at here need not be small.
  await build(command === "build" ? "release" : "quick");
  await setUp({ docsSites: true });
  await buildDocs();
  if (command === "build") return console.log("The site is in target/docs/dist.");
  const { address } = await serve(OUT, { port: PORT });
  console.log(`The site is at ${address}/ until you press Ctrl+C.`);
});
