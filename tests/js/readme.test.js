/** The README shows the report as it is. After a change: `UPDATE_EXPECT=1 npm test -- js`. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { reportOnSamples } from "../../scripts/start.js";

const readme = new URL("../../README.md", import.meta.url);

/** How much of the report the README shows, in lines. */
const SHOWN = 34;

test("the README shows the beginning of the sample report", () => {
  const { stdout } = reportOnSamples("pipe");
  const lines = stdout.split("\n").slice(0, SHOWN).map(shortened);
  const excerpt = `<!-- report -->\n\n\`\`\`markdown\n${lines.join("\n").trimEnd()}\n\`\`\`\n\n<!-- /report -->`;
  const text = readFileSync(readme, "utf8");
  const updated = text.replace(/<!-- report -->[\s\S]*?<!-- \/report -->/, () => excerpt);
  if (process.env.UPDATE_EXPECT) writeFileSync(readme, updated);
  else assert.equal(text, updated);
});

test("the page on hosts names the versions that are tried, as far as they are locked", () => {
  const read = (/** @type {string} */ file) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
  const page = read("docs/compatibility.md");
  const { devDependencies, optionalDependencies } = JSON.parse(read("tests/hosts/package.json"));
  const { vite, webpack, esbuild } = devDependencies;
  const sites = JSON.parse(read("tests/docs-sites/vitepress/package.json")).devDependencies;
  const [, mdbook = ""] = /mdbook==(\S+)/.exec(read("tests/docs-sites/requirements.txt")) ?? [];
  const { vitepress } = sites;
  const [workerd, deno, bun] = Object.values(optionalDependencies);
  const rows = [
    ["Deno", deno],
    ["Bun", bun],
    ["Workers", workerd],
    ["Bundles by Vite", `${vite} and ${webpack}`],
    ["Bundles by esbuild", esbuild],
    ["VitePress", `${vitepress} and ${mdbook}`],
  ];
  for (const [host, versions] of rows) assert.match(page, new RegExp(`^\\| ${host}.* \\| ${versions} \\|$`, "m"));
});

/**
 * A line, cut where it would only be scrolled over.
 * @param {string} line
 */
function shortened(line) {
  const LENGTH = 180;
  const characters = [...line];
  return characters.length > LENGTH ? `${characters.slice(0, LENGTH).join("")}…` : line;
}
