/** Replies that arrive one by one, in parts, and in any order. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { aggregate, Collector, ReconveneError, render, report } from "../../pkg/node.js";

const folder = new URL("../../samples/audit/", import.meta.url);
const expected = JSON.parse(readFileSync(new URL("expected.json", folder), "utf8"));
const replies = readdirSync(folder)
  .filter((name) => name.endsWith(".md"))
  .map((name) => ({ text: readFileSync(new URL(name, folder), "utf8"), source: name, id: name }));
const options = { title: "Audit", expected };
const wanted = report(replies, "json", options);

/** @param {Collector} collector */
const json = (collector) => render(collector.report(), "json");

/** @param {unknown[]} added */
function collected(added) {
  const collector = new Collector(options);
  for (const reply of added) collector.add(/** @type {any} */ (reply));
  return collector;
}

/**
 * Numbers that look random and are the same in every run.
 * @param {number} seed
 */
const numbers = (seed) => () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
};

test("any partition, merged in any tree, gives the bytes of `aggregate`", () => {
  for (let seed = 0; seed < 25; seed++) {
    const random = numbers(seed);
    const pick = (/** @type {unknown[]} */ list) => Math.floor(random() * list.length);
    const parts = Array.from({ length: 1 + Math.floor(random() * 5) }, () => new Collector(options));
    for (const reply of [...replies].sort(() => random() - 0.5)) parts[pick(parts)]?.add(reply);
    while (parts.length > 1) {
      const [taken] = parts.splice(pick(parts), 1);
      const into = parts[pick(parts)];
      assert.ok(taken && into);
      into.merge(taken);
    }
    const [whole] = parts;
    assert.ok(whole);
    assert.equal(json(whole), wanted);
    const kept = Collector.from(JSON.parse(JSON.stringify(whole)));
    assert.equal(json(kept), wanted);
    assert.deepEqual(kept.progress, whole.progress);
    kept.merge(Collector.from(JSON.parse(JSON.stringify(new Collector(options)))));
    assert.deepEqual(kept.progress, collected(replies).progress);
    assert.equal(JSON.stringify(whole), JSON.stringify(collected(replies)));
  }
});

test("the report at any moment is that of what has been added", () => {
  const collector = new Collector(options);
  for (const [index, reply] of replies.entries()) {
    const result = collector.add(reply);
    assert.equal(result.source, reply.source);
    assert.equal(json(collector), report(replies.slice(0, index + 1), "json", options));
  }
  assert.deepEqual(collector.report(), aggregate(replies, options));
});

test("progress", () => {
  const collector = new Collector({ expected: [{ unit: "a.md" }, { unit: "b.md" }] });
  assert.deepEqual(collector.progress, {
    received: 0,
    expected: 2,
    understood: 0,
    failed: 0,
    pending: 2,
    missing: ["a.md", "b.md"],
    message: "0/2 agents complete: 0 understood, 0 failed, 2 pending",
  });
  collector.add({ text: "RESULT: CLEAN | Type: digest", unit: "./a.md" });
  collector.add({ text: "RESULT: ERROR | Type: digest | Reason: timeout", unit: "b.md" });
  const { progress } = collector;
  assert.deepEqual([progress.received, progress.understood, progress.failed, progress.pending], [2, 1, 1, 0]);
  assert.equal(progress.missing.length, 0);
  assert.equal(progress.message, "Collected 1/2 results (1 failed)");
  progress.missing.push("changed by the host");
  assert.deepEqual(collector.progress.missing, []);
  assert.equal(new Collector().progress.expected, null);
});

test("what a host changes later changes nothing", () => {
  const bytes = new TextEncoder().encode("RESULT: CLEAN | Type: digest | Document: a.md");
  const reply = { text: bytes, unit: "a.md" };
  const collector = new Collector();
  collector.add(reply);
  const before = json(collector);
  bytes.fill(0);
  reply.unit = "b.md";
  assert.equal(json(collector), before);
  const buffer = Buffer.from("RESULT: CLEAN | Type: digest | Document: a.md");
  const other = new Collector();
  other.add({ text: buffer, unit: "a.md" });
  buffer.fill(0);
  assert.equal(json(other), before);
});

test("a reply is held as it was read, whatever it is made of", () => {
  const inherited = Object.create({ text: "RESULT: CLEAN | Type: digest", unit: "a.md", agent: "one", id: "1" });
  const collector = new Collector();
  collector.add(inherited);
  assert.equal(json(collector), report([inherited], "json"));
  let reads = 0;
  const changing = {
    text: "RESULT: CLEAN",
    part: /** @type {any} */ ([1, 2]),
    get unit() {
      return reads++ === 0 ? "a.md" : /** @type {any} */ (7);
    },
  };
  collector.add(changing);
  changing.part[0] = "x";
  assert.equal(collector.report().summary.replies, 2);
  assert.equal(reads, 1);
});

test("options have no order", () => {
  const pairs = [
    ["a", "b"],
    ["b", "a"],
  ].map((units) => new Collector({ expected: units.map((unit) => ({ unit })) }));
  const [one, other] = pairs;
  assert.ok(one && other);
  other.add("RESULT: CLEAN");
  one.merge(other);
  assert.equal(one.progress.received, 1);
});

test("what became of bytes is in the state", () => {
  const collector = new Collector();
  collector.add({ text: new Uint8Array([0x61, 0xff, 0x62]) });
  const result = collector.add({ text: "a".repeat(16 * 1024 * 1024 + 1), source: "huge" });
  assert.equal(result.status, "ERROR");
  const state = JSON.parse(JSON.stringify(collector));
  assert.equal(json(Collector.from(state)), json(collector));
  assert.ok(JSON.stringify(state).length < 1000);
});

test("an earlier report goes along", () => {
  const previous = aggregate(replies, options);
  const collector = new Collector({ ...options, previous });
  for (const reply of replies) collector.add(reply);
  assert.deepEqual(collector.report().comparison?.new, []);
  assert.equal(json(Collector.from(JSON.parse(JSON.stringify(collector)))), json(collector));
});

test("a collector merged with itself has everything twice", () => {
  const collector = new Collector();
  collector.add("RESULT: CLEAN");
  collector.merge(collector);
  assert.equal(collector.progress.received, 2);
});

test("misuse", () => {
  const badly = (/** @type {() => unknown} */ run, /** @type {string} */ code, /** @type {RegExp} */ message) =>
    assert.throws(
      run,
      (error) => error instanceof ReconveneError && error.code === code && message.test(error.message),
    );
  badly(() => new Collector(/** @type {any} */ ({ titel: "x" })), "unknown-option", /titel/);
  badly(() => new Collector(/** @type {any} */ ({ previous: {} })), "bad-argument", /`options.previous`/);
  const collector = new Collector();
  badly(() => collector.add(/** @type {any} */ (7)), "bad-argument", /`reply`/);
  badly(() => collector.merge(/** @type {any} */ ({})), "bad-argument", /`other`/);
  badly(() => collector.merge(new Collector({ title: "x" })), "bad-argument", /different options/);
  badly(() => Collector.from(null), "bad-argument", /`state`/);
  badly(() => Collector.from({ schema: "reconvene/collector/v2" }), "bad-argument", /collector\/v1/);
  const state = { schema: "reconvene/collector/v1", options: {}, replies: [{ text: "a" }, { txt: "b" }] };
  badly(() => Collector.from(state), "unknown-option", /`state.replies\[1\]`/);
  badly(() => Collector.from({ ...state, more: 1 }), "unknown-option", /more/);
  // A reply that was refused is not held.
  assert.equal(collector.progress.received, 0);
});
