/** Why the parts of a review were read as findings, and what is asked for never makes reading poorer. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { parse } from "../../pkg/node.js";

const CLI = fileURLToPath(new URL("../../pkg/cli.js", import.meta.url));

const SECTIONS = `# Review

## Critical

### 1. Keys are never validated (confidence 95)
**\`src/cache.py:129-139\`**
Write paths take any key.
**Fix:** Validate the key first.

## Strengths
- Clear names.
`;
const NUMBERED = `Found 2 issues:

1. **High** src/a.ts:15: the timer is never cleared.
2. **Low** src/b.ts:3: the name is misspelt.
`;
const JSON_FINDINGS = JSON.stringify({
  findings: [{ severity: "major", file: "src/a.ts", line_start: 3, line_end: 9, title: "No timeout", fix: "Set one." }],
});
const CLEAN = "RESULT: CLEAN | Type: digest | Doc: A.md | Findings: 0 | Critical: 0 | Major: 0 | Minor: 0\n";

/** @param {string[]} args @param {string} input */
const cli = (args, input) => spawnSync(process.execPath, [CLI, "parse", ...args], { input, encoding: "utf8" });

test("each decision has its reasons, and their sum", () => {
  const { decisions } = parse(SECTIONS, { decisions: true });
  assert.ok(decisions && decisions.length > 0);
  for (const { evidence, weight, verdict } of decisions) {
    const sum = evidence.reduce((total, one) => total + one.weight, 0);
    assert.equal(sum, weight);
    assert.equal(verdict === "finding" && weight < 4, false);
  }
  const found = decisions.filter(({ verdict }) => verdict === "finding");
  assert.deepEqual(
    found.map(({ text, span }) => [text, span.line]),
    [['"1. Keys are never validated (confidence 95)"', 5]],
  );
});

test("decisions are given where they are asked for", () => {
  assert.equal(parse(SECTIONS).decisions, null);
  assert.equal(parse(SECTIONS, { decisions: false }).decisions, null);
  assert.deepEqual(parse(SECTIONS, { decisions: true }).findings, parse(SECTIONS).findings);
});

test("--explain prints the line, the verdict and the reasons", () => {
  const { status, stdout, stderr } = cli(["--explain"], SECTIONS);
  assert.deepEqual([status, stderr], [0, ""]);
  assert.match(stdout, /^standard input: a part with a weight of \+4 or more is a finding\.\n/);
  assert.match(stdout, /\n {4}5 {2}finding {2}"1\. Keys are never validated.*"\n +\+\d+: .*under a severity \+4/);
  assert.match(stdout, /\n {3}10 {2}other {4}"Strengths"\n +-\d+: /);
});

test("--explain says so where nothing was decided", () => {
  const { status, stdout } = cli(["--explain"], CLEAN);
  assert.equal(status, 0);
  assert.match(stdout, /^standard input: no decisions: /);
});

test("--explain keeps what a reply says from the terminal", () => {
  const { stdout } = cli(["--explain"], SECTIONS.replace("Keys are", "Keys \u001b[31mare"));
  assert.ok(!stdout.includes("\u001b"));
});

test("--explain and --ledger exclude each other", () => {
  const { status, stdout, stderr } = cli(["--explain", "--ledger"], SECTIONS);
  assert.deepEqual([status, stdout], [2, ""]);
  assert.match(stderr, /^reconvene: Use either --ledger or --explain, not both/);
});

test("--explain is in the help", () => {
  assert.match(cli(["--help"], "").stdout, /\n {2}--explain /);
});

/** @type {import("../../pkg/reconvene.js").Reply["expect"][]} */
const EXPECTED = ["digest", "consistency", "verification", "implementation", "design-plan", "return"];

for (const [name, text] of Object.entries({ SECTIONS, NUMBERED, JSON_FINDINGS })) {
  test(`what is expected takes no finding away: ${name}`, () => {
    const { findings } = parse(text);
    assert.ok(findings.length > 0);
    for (const expect of EXPECTED) assert.deepEqual(parse({ text, expect }).findings, findings, expect);
  });
}

test("what is expected and not there is a diagnostic", () => {
  for (const expect of EXPECTED) {
    assert.ok(
      parse({ text: NUMBERED, expect }).diagnostics.some(({ level }) => level === "error"),
      expect,
    );
  }
});
