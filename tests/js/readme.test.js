/** What the README says is so: its picture's text, its figures. After a change: `UPDATE_EXPECT=1 npm test -- js`. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { figuresOf, OWN, percent, setsOf, together } from "../../scripts/golden.js";
import { picturedPage } from "../../scripts/picture.js";
import { sourceOf } from "../../scripts/png.js";
import { SESSION, sessionOfSamples } from "../../scripts/samples.js";
import { reportOnSamples } from "../../scripts/start.js";

const readme = new URL("../../README.md", import.meta.url);

/**
 * Holds a part of the README, between two comments of its name, to what it should be.
 * @param {string} name
 * @param {string} part
 */
function holds(name, part) {
  const text = readFileSync(readme, "utf8");
  const marked = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`);
  assert.match(text, marked);
  const updated = text.replace(marked, (_, from, to) => `${from}\n${part}\n\n${to}`);
  if (process.env.UPDATE_EXPECT) writeFileSync(readme, updated);
  else assert.equal(text, updated);
}

test("the session of the samples holds the replies of samples/review", () => {
  const log = new URL(`../../${SESSION}`, import.meta.url);
  if (process.env.UPDATE_EXPECT) writeFileSync(log, sessionOfSamples());
  assert.equal(readFileSync(log, "utf8"), sessionOfSamples(), "node scripts/samples.js makes it anew");
});

test("the text of the picture says what the sample report says; else node scripts/picture.js takes it anew", () => {
  const { stdout } = reportOnSamples("pipe");
  const [, verdict = ""] = /^\*\*(Verdict: .+)$/m.exec(stdout) ?? [];
  assert.notEqual(verdict, "");
  const picture = [
    "<picture>",
    '  <source media="(prefers-color-scheme: dark)" srcset="docs/report-dark.png">',
    `  <img src="docs/report-light.png" alt="A report. ${verdict.replaceAll("**", "").replaceAll('"', "&quot;")}">`,
    "</picture>",
  ];
  holds("picture", picture.join("\n"));
});

test("the pictures are of the sample report as it is; else node scripts/picture.js takes them anew", () => {
  const { hash } = picturedPage();
  for (const name of ["report-light.png", "report-dark.png"])
    assert.equal(sourceOf(readFileSync(new URL(`../../docs/${name}`, import.meta.url))), hash, name);
});

test("the table of what is read has the figures of npm run golden", async () => {
  const sets = setsOf(OWN);
  const all = together(await Promise.all(sets.map((set) => figuresOf(join(OWN, set)))));
  const replies = sets.reduce((sum, set) => sum + readdirSync(join(OWN, set, "replies")).length, 0);
  const share = (/** @type {keyof typeof all} */ name) => `${Math.floor(percent(all[name]) ?? 0)}%`;
  const labelled = `${replies} replies in the style of widely used review agents, ${all.recall.of.toLocaleString("en")} findings`;
  const rows = [
    ["Input", "Support"],
    ["---", "---"],
    [
      "Reviews, audits and plans in free form: prose, lists, tables, JSON, YAML, XML tags, comments of review bots",
      `On ${labelled}: ${share("recall")} of the findings are found (recall), ${share("precision")} of what is reported is a ` +
        `real finding (precision), ${share("severity")} have the right severity ([\`npm run golden\`](docs/formats/prose.md#how-well))`,
    ],
    [
      "The same finding in several replies",
      `Of pairs labelled as the same finding, ${share("merged")} are merged and ${share("shown")} merged or suggested; ` +
        `of unrelated pairs, ${percent(all.apart)}% stay separate. [Merging](docs/merging.md) is cautious on purpose, since a ` +
        "wrong merge hides a problem",
    ],
    [
      "Session logs of Claude Code, Codex and Gemini CLI; exported logs of opencode; lists of chat messages",
      "Every log format has tests. The versions that were verified are listed ([sessions](docs/sessions.md))",
    ],
    [
      "[Protocol v1](docs/formats/protocol-v1.md), the format that `reconvene prompt` asks for",
      "In full. Every deviation is reported, and `reconvene check --fix` corrects it if the correction is certain",
    ],
    [
      "[JSON returns](docs/formats/json-return.md), [agents' reports](docs/formats/agent-reports.md), " +
        "[browser test runs](docs/formats/bowser.md)",
      "As specified. The usual mistakes of models are tolerated",
    ],
    ["Results of other tools: SARIF, rdjson, GitLab Code Quality", "As specified ([formats](docs/output-formats.md))"],
  ];
  holds("golden", rows.map((row) => `| ${row.join(" | ")} |`).join("\n"));
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
