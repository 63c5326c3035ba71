/** The examples in JavaScript, with the frameworks that they are for. `tsc-examples` holds them to the types of these. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { top } from "../../scripts/run.js";
import { EXAMPLES } from "../../scripts/set-up.js";

const folder = join(top, EXAMPLES);
const packages = join(folder, "node_modules");
const skip = existsSync(packages) ? false : `the frameworks are not installed: npm ci in ${EXAMPLES}`;

before(() => {
  if (skip || existsSync(join(packages, "reconvene"))) return;
  // As `npm install reconvene` would put it there.
  symlinkSync(top, join(packages, "reconvene"), "junction");
});

/** @param {string[]} args */
function node(...args) {
  // With it, a runner that another one starts runs nothing, and ends well.
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8", env });
  assert.equal(status, 0, stdout + stderr);
  return stdout;
}

test("each runs", { skip }, () =>
  assert.match(node("--test", "--test-reporter=tap", "examples.test.js"), /^# pass 3$/m),
);
