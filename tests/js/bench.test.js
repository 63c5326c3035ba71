/** What the benchmark stands on: the same replies in every run, and a version by hand that reads the same out of them. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { agreed } from "../../benches/agreement.js";
import * as handWritten from "../../benches/hand-written.js";
import { generated } from "../../benches/replies.js";
import { median } from "../../benches/rounds.js";
import { verdicts } from "../../benches/targets.js";

const COUNT = 50;

test("a seed gives the same replies, the first of more, and another seed others", () => {
  assert.deepEqual(generated(COUNT, 7), generated(COUNT, 7));
  assert.deepEqual(generated(COUNT, 7), generated(2 * COUNT, 7).slice(0, COUNT));
  assert.notDeepEqual(generated(COUNT, 7), generated(COUNT, 8));
  assert.equal(generated(COUNT).length, COUNT);
});

test("both read the same out of generated replies, which hold work for merging and every status", () => {
  const { reported, findings, byHand } = agreed(generated(COUNT));
  assert.ok(findings < byHand.findings && byHand.findings < reported, `${findings}, ${byHand.findings}, ${reported}`);
  assert.equal(handWritten.aggregate(generated(COUNT)).byStatus.size, 4);
});

test("a disagreement is no agreement", () => {
  const [reply = ""] = generated(1);
  const withoutSeparator = reply.replace(
    "|----|----------|------|----------|------------------|-------------|------------|\n",
    "",
  );
  assert.notEqual(withoutSeparator, reply);
  assert.throws(() => agreed([withoutSeparator]), assert.AssertionError);
});

test("by hand, escaped pipes, discussions and the report", () => {
  const sample = new URL("../../samples/audit/01-architecture-api-cross-check.md", import.meta.url);
  const { findings } = handWritten.parse(readFileSync(sample, "utf8"));
  assert.equal(findings.length, 7);
  assert.equal(findings[1]?.title, "Carrier authentication");
  const text = generated(COUNT).find((reply) => reply.includes("open\\|late")) ?? "";
  assert.match(JSON.stringify(handWritten.parse(text)), /open\|late/);
  assert.match(handWritten.report([text]), /^# Unified report\n[\s\S]*open\\\|late/);
});

test("a median, and targets that are reached and missed", () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 2, 3]), 2.5);
  const pace = (/** @type {Record<string, number>} */ times) => (/** @type {string} */ name) =>
    times[name] ?? Number.NaN;
  const fast = pace({ report: 1, "hand-written": 2, marked: 10, remark: 200, "native report": 1 });
  const slow = pace({ report: 1, "hand-written": 0.5, marked: 9, remark: 199, "native report": 0.5 });
  const small = ["glue", ".wasm"].map((name) => ({ name, raw: 4000, gzip: 4000 }));
  const large = ["glue", ".wasm"].map((name) => ({ name, raw: 400_001, gzip: 160_001 }));
  assert.ok(verdicts([fast], 10, small).every(({ reached }) => reached));
  assert.ok(verdicts([fast, slow], 10.1, large).every(({ reached }) => !reached));
  assert.ok(verdicts([pace({})], 10, small).some(({ reached }) => !reached));
});
