/** The example in Python, which reads the report of the command line with types that `tests/js/schema.test.js` holds to its schema. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { top } from "../../scripts/run.js";
import { examplePython } from "../../scripts/set-up.js";

const CLI = join(top, "pkg", "cli.js");
const SESSIONS = join(top, "tests", "js", "sessions");
const GOLDEN = join(top, "tests", "golden");

const PYTHON = [examplePython(), "python"].find((name) => spawnSync(name, ["--version"]).status === 0);
const NEEDS = "import sys, pydantic; assert sys.version_info >= (3, 10) and pydantic.VERSION.startswith('2.')";
const skip =
  PYTHON === undefined
    ? "there is no Python"
    : spawnSync(PYTHON, ["-c", NEEDS]).status !== 0
      ? "it needs Python 3.10 and pydantic 2: pip install -r examples/python/requirements.txt"
      : false;

/** @param {string[]} args @param {string} [input] */
function python(args, input) {
  const env = { ...process.env, RECONVENE: `"${process.execPath}" "${CLI}"`, PYTHONDONTWRITEBYTECODE: "1" };
  const options = { cwd: join(top, "examples", "python"), encoding: /** @type {const} */ ("utf8"), env, input };
  return spawnSync(PYTHON ?? "", args, { ...options, maxBuffer: 2 ** 28 });
}

test("it prints what weighs, and its status is the verdict", { skip }, () => {
  const { status, stdout, stderr } = python(["review.py", join(top, "samples", "audit")]);
  assert.equal(status, 1, stderr);
  assert.match(stdout, /^needs-rework: \d+ findings of \d+ replies\nG1 critical \S/);
  assert.match(stdout, /^not covered: .* \((?:PARTIAL|ERROR|MISSING)\): /m);
  const missing = python(["review.py", "nosuch.md"]);
  assert.match(missing.stderr, /RuntimeError: reconvene: nosuch\.md cannot be read/);
});

test("each report is read whole", { skip, timeout: 120_000 }, () => {
  const inputs = [
    [join(top, "samples", "audit")],
    [join(SESSIONS, "claude-code", "background.jsonl")],
    [join(SESSIONS, "codex", "version-2.jsonl")],
    ...readdirSync(GOLDEN)
      .filter((name) => !name.includes("."))
      .slice(0, 3)
      .map((name) => [join(GOLDEN, name, "replies")]),
    ["agent-report", "bowser", "protocol-v1", "json-return"].map((name) => join(top, "tests", "cases", name)),
    [join(top, "tests", "cases", "prose")],
  ];
  const reports = inputs.map((paths) => {
    const args = [CLI, "report", ...paths, "--format", "json"];
    const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 2 ** 28 });
    return JSON.parse(stdout);
  });
  const read = `import json, sys
from reconvene_report import Report
for made in json.load(sys.stdin):
    text = json.dumps(made)
    report = Report.model_validate_json(text)
    again = json.loads(report.model_dump_json(by_alias=True, exclude_unset=True))
    assert again == made, report.title
    print(report.summary.replies)
`;
  const { status, stdout, stderr } = python(["-c", read], JSON.stringify(reports));
  assert.equal(status, 0, stderr);
  assert.deepEqual(
    stdout.trim().split("\n").map(Number),
    reports.map(({ summary }) => summary.replies),
  );
});
