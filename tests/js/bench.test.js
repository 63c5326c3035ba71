/** What the benchmark stands on: the same replies in every run, and a version by hand that reads the same out of them. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { agreed } from "../../benches/agreement.js";
import { chart } from "../../benches/chart.js";
import * as handWritten from "../../benches/hand-written.js";
import { readProfile, verdict } from "../../benches/instructions.js";
import { brief, generated } from "../../benches/replies.js";
import { median } from "../../benches/rounds.js";
import { verdicts } from "../../benches/targets.js";
import { parse } from "../../pkg/node.js";

const COUNT = 50;

test("a seed gives the same replies, the first of more, and another seed others", () => {
  assert.deepEqual(generated(COUNT, 7), generated(COUNT, 7));
  assert.deepEqual(generated(COUNT, 7), generated(2 * COUNT, 7).slice(0, COUNT));
  assert.notDeepEqual(generated(COUNT, 7), generated(COUNT, 8));
  assert.equal(generated(COUNT).length, COUNT);
});

test("brief replies are those of their seed, and each has as many findings as is asked", () => {
  assert.deepEqual(brief(COUNT, 2, 7), brief(COUNT, 2, 7));
  assert.notDeepEqual(brief(COUNT, 2, 7), brief(COUNT, 2, 8));
  assert.equal(brief(COUNT).length, COUNT);
  for (const each of [1, 20]) {
    for (const reply of brief(3, each)) {
      const { status, findings } = parse({ text: reply });
      assert.deepEqual([status, findings.length], ["FINDINGS", each]);
    }
  }
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

test("a chart has a bar for each job, longer where it takes longer, and a line for each growth", () => {
  const job = (/** @type {string} */ name, /** @type {number} */ ratio) => ({
    ...{ name, says: `<${name}> & all`, ratio, megabytesPerSecond: 4 },
  });
  const jobs = [job("report", 1), job("hand-written", 0.1), job("marked", 0.2), job("remark", 8), job("other", 3)];
  const points = [1000, 2000].map((replies) => ({ replies, findings: 1, milliseconds: replies, memory: replies ** 2 }));
  const figures = { inputs: [{ name: "1,000 generated replies", jobs }], growth: [{ of: "replies", points }] };
  const drawn = chart(/** @type {any} */ (figures));
  const lengths = Array.from(drawn.matchAll(/<rect .*?width="(\d+)".*?class="(\w+)"/g), ([, width, style]) => [
    Number(width),
    style,
  ]);
  const [report = [], byHand = [], marked = [], remark = [], ...others] = lengths;
  assert.deepEqual([report[1], byHand[1], others], ["ours", "other", []]);
  assert.ok(Number(remark[0]) > Number(report[0]) && Number(report[0]) > Number(marked[0]));
  assert.ok(Number(marked[0]) > Number(byHand[0]) && Number(byHand[0]) > 0);
  const lines = Array.from(drawn.matchAll(/<polyline .*?points="([^"]+)"/g), ([, line = ""]) => line.split(" "));
  assert.deepEqual(
    lines.map((line) => line.length),
    [3, 3],
  );
  const [time = [], memory = []] = lines.map((line) => line.map((point) => Number(point.split(",")[1])));
  const rise = (/** @type {number[]} */ [nothing = 0, half = 0, all = 0]) => (nothing - half) / (nothing - all);
  assert.ok(Math.abs(rise(time) - 1 / 2) < 0.01 && Math.abs(rise(memory) - 1 / 4) < 0.01, `${time}, ${memory}`);
  assert.ok(drawn.includes("&lt;report> &amp; all") && !drawn.includes("<report>"));
});

/** As valgrind writes it: this program reads, which takes memory of the C library, then goes on. */
const PROFILE = `events: Ir

ob=(1) /somewhere/target/quick/examples/instructions
fl=(1) parse.rs
fn=(1) parse
12 400
+3 100
cob=(2) /lib/libc.so.6
cfn=(2) malloc
calls=7 0
+1 9000
* 20

ob=(2)
fn=(2)
0 8000
cfn=(3) sysmalloc
calls=1 0
0 1000

ob=(1)
fn=(1)
cob=(2)
cfn=(2)
calls=2 0
-3 5
`;

test("instructions are counted of this program alone, and how often it takes memory", () => {
  const functions = new Map([["parse", 520]]);
  assert.deepEqual(readProfile(PROFILE), { instructions: 520, allocations: 9, functions });
});

test("a job may take a little more than it did, no more than that, and less is said", () => {
  const of = (/** @type {number} */ instructions, allocations = 100, rustc = "1.95") => ({
    ...{ rustc, jobs: { parse: { instructions, allocations } } },
  });
  const wrong = (/** @type {ReturnType<typeof of>} */ now) => verdict(of(1000), now).wrong;
  assert.deepEqual(verdict(of(1000), of(1030)), { says: [], wrong: [] });
  assert.deepEqual(wrong(of(1031)), ["parse: 3.1% more instructions, at most 3%"]);
  assert.deepEqual(wrong(of(1000, 104)), ["parse: 4.0% more allocations, at most 3%"]);
  assert.match(verdict(of(1000), of(960)).says.join(), /^parse: 4.0% fewer instructions/);
  assert.deepEqual(wrong(of(1031, 100, "1.96")), []);
  assert.deepEqual(wrong(of(1151, 100, "1.96")), ["parse: 15.1% more instructions, at most 15%"]);
  assert.match(verdict(of(1000), of(1000, 100, "1.96")).says.join(), /1\.96.*1\.95/);
  assert.deepEqual(verdict({ rustc: "1.95", jobs: {} }, of(1)).wrong, ["parse: nothing is written down of it"]);
});
