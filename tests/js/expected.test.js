/** The list of expected units, as people write it on the page. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "../../pkg/node.js";
import { readExpected, writeExpected } from "../../www/options.js";

test("a unit a line, with what was asked for and of whom", () => {
  const { expected, problem } = readExpected(" A.md + B.md | consistency\n\n C.md | | reader\n");
  assert.deepEqual(expected, [
    { unit: "A.md + B.md", expect: "consistency" },
    { unit: "C.md", agent: "reader" },
  ]);
  assert.equal(problem, null);
  assert.deepEqual(readExpected(writeExpected(expected)).expected, expected);
});

test("of thousands of lines those that are wrong are left out, and the first of them is named", () => {
  const lines = Array.from({ length: 3_000 }, (_, at) => `D${at}.md | digest`);
  assert.equal(readExpected(lines.join("\n")).expected.length, 3_000);
  lines[1_234] = "X.md | nonsense";
  lines[1_235] = "Y.md | digest | reader | more";
  lines[2_999] = "Z.md | rubbish";
  const { expected, problem } = readExpected(lines.join("\n"));
  assert.equal(expected.length, 2_997);
  assert.match(problem ?? "", /^Line 1235 was skipped: .*"nonsense"/);
  assert.ok(!expected.some(({ unit }) => /^[XYZ]/.test(unit)));
});
