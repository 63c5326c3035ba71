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
const { parse, report } = await import("../../pkg/node.js");

const REPLY = `RESULT: FINDINGS | Type: consistency | Pair: A.md/B.md | Findings: 1

| ID | Severity | Type | Location | Description |
|----|----------|------|----------|-------------|
| F1 | major | contradiction | A.md §1 | One says yes, the other no. |
`;

const held = () => memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);

test("a million calls hold memory flat", () => {
  const times = (/** @type {number} */ count) => {
    for (let time = 0; time < count; time++) {
      if (time % 100 === 0) report([REPLY, REPLY], "markdown");
      else parse(time % 2 === 0 ? REPLY : "no protocol at all");
    }
  };
  times(10_000);
  const before = held();
  times(990_000);
  assert.equal(memories.length, 1);
  assert.equal(held(), before);
});
