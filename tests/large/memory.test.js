/** A module that is called without end holds no more memory than at the beginning. */
import assert from "node:assert/strict";
import { test } from "node:test";

/** @type {WebAssembly.Memory[]} */
const memories = [];

const { Instance } = WebAssembly;
WebAssembly.Instance = class extends Instance {
  /** @param {ConstructorParameters<typeof Instance>} args */
  constructor(...args) {
    super(...args);
    memories.push(/** @type {WebAssembly.Memory} */ (this.exports.memory));
  }
};
const { Collector, ReconveneError, parse, report } = await import("../../pkg/node.js");

const HEADER = `| ID | Severity | Type | Location | Description |
|----|----------|------|----------|-------------|
`;
const REPLY = `RESULT: FINDINGS | Type: consistency | Pair: A.md/B.md | Findings: 1

${HEADER}| F1 | major | contradiction | A.md §1 | One says yes, the other no. |
`;

const held = () => memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);

// What each call lost, 16 bytes at the least, would be 23 pages of memory in the end.
test("a hundred thousand calls hold memory flat", () => {
  const times = (/** @type {number} */ count) => {
    for (let time = 0; time < count; time++) {
      if (time % 100 === 0) report([REPLY, REPLY], "markdown");
      else parse(time % 2 === 0 ? REPLY : "no protocol at all");
    }
  };
  times(10_000);
  const before = held();
  times(90_000);
  assert.equal(memories.length, 1);
  assert.equal(held(), before);
});

test("what a large call took is given back, and collectors keep what they hold", () => {
  const rows = Array.from({ length: 40_000 }, (_, at) => `| F${at} | P1 | x | a.md:${at} | setting ${at} |\n`);
  const large = `RESULT: FINDINGS | Type: consistency | Pair: A.md/B.md\n\n${HEADER}${rows.join("")}`;
  const collector = new Collector();
  collector.add(REPLY);
  const before = memories.length;
  for (const call of [() => parse(large), () => report([large], "json"), () => collector.add(large)]) {
    call();
    const [latest] = memories.slice(-1);
    assert.ok(latest && latest.buffer.byteLength <= 64 << 20);
  }
  assert.ok(memories.length > before, "it was no large call");
  assert.equal(parse(REPLY).findings.length, 1);
  assert.equal(collector.report().summary.replies, 2);
});

test("what takes more memory than there is says so, and the next call works", () => {
  // A host that gives no more: the module cannot grow.
  const [memory] = memories.slice(-1);
  assert.ok(memory);
  const most = 65_536 - memory.buffer.byteLength / 65_536;
  assert.ok(most > 0);
  memory.grow(most);
  const isTooLarge = (/** @type {any} */ error) =>
    error instanceof ReconveneError && error.code === "too-large" && /4096 MiB were not enough/.test(error.message);
  assert.throws(() => parse(`${REPLY}${"no end\n".repeat(1 << 20)}`), isTooLarge);
  assert.equal(parse(REPLY).findings.length, 1);
});
