/** The native build and the module say the same, byte for byte. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { report } from "../../pkg/node.js";

const top = fileURLToPath(new URL("../..", import.meta.url));

/** @param {string} folder */
const repliesIn = (folder) =>
  existsSync(join(top, folder))
    ? readdirSync(join(top, folder), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".md"))
        .map((name) => join(folder, name))
    : [];

/** @param {string[]} files */
function native(files) {
  // As `cargo test` built it: nothing is compiled a second time.
  const built = ["--profile", "test", "--features", "steps", "--target-dir", "target"];
  const cargo = ["run", "--quiet", ...built, "--example", "report", "--", ...files];
  const { status, stdout, stderr } = spawnSync("cargo", cargo, { cwd: top, encoding: "utf8", maxBuffer: 2 ** 30 });
  assert.equal(status, 0, stderr);
  return stdout;
}

for (const folder of ["samples/audit", "tests/cases"]) {
  test(`the report of ${folder}`, () => {
    const files = repliesIn(folder);
    assert.ok(files.length >= 8, `replies in ${folder}: ${files.length}`);
    const replies = files.map((source) => ({ text: readFileSync(join(top, source)), source }));
    assert.equal(report(replies, "json"), native(files));
    assert.equal(report(replies.reverse(), "json"), native(files));
  });
}
