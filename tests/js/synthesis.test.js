/** What findings mean together, and how a report is shown: the options, in JavaScript and on the command line. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { aggregate, render, report } from "../../pkg/node.js";

const CLI = fileURLToPath(new URL("../../pkg/cli.js", import.meta.url));
const cases = fileURLToPath(new URL("../synthesis", import.meta.url));

/** The files of the replies of a case. @param {string} name */
const files = (name) =>
  readdirSync(join(cases, name))
    .filter((file) => file.endsWith(".md") && !file.startsWith("report"))
    .sort()
    .map((file) => join(cases, name, file));

/** @param {string} name */
const replies = (name) => files(name).map((file) => readFileSync(file, "utf8"));

/** The sections of a report in Markdown. @param {string} text */
const headings = (text) => Array.from(text.matchAll(/^## (.*)$/gm), ([, heading]) => heading);

/** @param {string[]} args */
const cli = (...args) => spawnSync(process.execPath, [CLI, "report", ...args], { encoding: "utf8" });

test("a theme changes no severity, and is critical itself over several dimensions", () => {
  const report = aggregate(replies("audit"));
  for (const { severity, members } of report.findings) {
    const stated = members.map(({ result, finding }) => report.results[result]?.findings[finding]?.severity);
    assert.ok(stated.includes(severity), severity);
  }
  assert.deepEqual(
    report.synthesis.themes.map(({ critical, dimensions }) => [critical, dimensions]),
    [[true, ["Completeness", "Technical Correctness"]]],
  );
});

test("an earlier report gives each dimension its trend", () => {
  const previous = aggregate(replies("audit"));
  const better = replies("audit").map((text) => text.replaceAll("some-issues", "good"));
  const trends = aggregate(better, { previous }).synthesis.health.map(({ dimension, trend }) => [dimension, trend]);
  assert.deepEqual(trends, [
    ["Completeness", "same"],
    ["Technical Correctness", "better"],
  ]);
});

test("a template orders the sections, and a list of sections picks them", () => {
  const merged = aggregate(replies("audit"));
  const audit = render(merged, "markdown", { template: "audit" });
  assert.deepEqual(headings(audit).slice(0, 7), [
    "Health",
    "Cross-reference map",
    "Themes",
    "Critical findings",
    "Warnings",
    "Technical Verification",
    "Completeness",
  ]);
  assert.equal(report(replies("audit"), "markdown", { template: "audit" }), audit);
  const picked = render(merged, "markdown", { sections: ["gaps", "cross-references", "health"] });
  assert.deepEqual(headings(picked), ["Cross-reference map", "Health"]);
  assert.equal(render(merged, "markdown", { sections: [] }), "# Unified report\n");
});

test("a budget counts as a string's length does", () => {
  const merged = aggregate([...replies("audit"), "RESULT: ERROR | Type: digest | Doc: 🐋.md | Reason: 🐋🐋🐋"]);
  for (const budget of [0, 50, 150, 500, 1500, 2500, 4000]) {
    const text = render(merged, "markdown", { budget });
    assert.ok(text.length <= budget, `${text.length} > ${budget}`);
    if (budget >= 150) assert.match(text, new RegExp(`(?:shortened to|stay within) ${budget} characters`, "i"));
  }
});

test("the command line takes the same options", () => {
  const audit = files("audit");
  const merged = aggregate(replies("audit"));
  const run = cli("--template", "audit", ...audit);
  assert.equal(run.status, 0, run.stderr);
  assert.deepEqual(headings(run.stdout), headings(render(merged, "markdown", { template: "audit" })));
  assert.ok(cli("--budget", "700", ...audit).stdout.length <= 700);
  const tasks = cli("--sections", "tasks", ...files("implementation")).stdout;
  assert.match(
    tasks,
    /^- \[ \] T-1: 2\/2 criteria, 6\/6 tests, run again on its own: it touched files of another task/m,
  );
  assert.match(tasks, /^- \[x\] T-10: 3\/3 criteria, 12\/12 tests$/m);
});

test("what is wrong with these options is said in a sentence", () => {
  const [file = ""] = files("audit");
  for (const [args, said] of /** @type {[string[], RegExp][]} */ ([
    [
      ["--template", "audits"],
      /--template must be one of report, audit, verify, review, but is "audits"\. Did you mean/,
    ],
    [
      ["--sections", "gaps,gap"],
      /an entry of --sections must be one of summary, .*, but is "gap"\. Did you mean gaps\?$/,
    ],
    [["--budget", "many"], /--budget must be a whole number, but is "many"\.$/],
    [
      ["--budget", "9", "--format", "json"],
      /--budget has no effect on JSON, which is always the complete report: leave it out\.$/,
    ],
  ])) {
    const { status, stderr } = cli(...args, file);
    assert.equal(status, 2);
    assert.match(stderr.trim(), said);
  }
});
