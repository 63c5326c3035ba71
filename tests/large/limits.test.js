/** A batch beyond what is held at once. The largest that is read: `node tests/hosts/run.js largest`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parse, report } from "../../pkg/node.js";

const LIMIT = 16 * 1024 * 1024;

test("what is beyond 64 MiB together is not read, and a row of the report", () => {
  const text = new Uint8Array(LIMIT).fill(97);
  const replies = Array.from({ length: 5 }, (_, index) => ({ text, source: `${index}.log` }));
  assert.match(report(replies, "markdown"), /\| 4\.log \|.*ERROR.*not read/);
  assert.equal(parse("RESULT: CLEAN").status, "CLEAN");
});
