/** Replies of agents that ran at the same time, and what a host says beside a reply. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { aggregate, Collector, fromSettled, parse } from "../../pkg/node.js";

const settle = (/** @type {unknown[]} */ ...runs) => Promise.allSettled(runs);

test("what was given is the text, under its usual names, and what was rejected is an error", async () => {
  const settled = await settle(
    "No issues found.",
    { text: "No issues found.", usage: {} },
    {
      content: [
        { type: "text", text: "## Review" },
        { type: "text", text: "No issues found." },
      ],
    },
    { finalOutput: "No issues found." },
    { status: "completed", summary: "done" },
    Promise.reject(new Error("overloaded")),
    Promise.reject(new DOMException("too late", "TimeoutError")),
    Promise.reject("gone"),
    Promise.reject(),
    undefined,
  );
  const units = ["A", { unit: "B", agent: "b", meta: { run: 1 } }, "C", "D", "E", "F", "G", "H", "I", "J"];
  const replies = fromSettled(settled, units);
  assert.deepEqual(
    replies.map(({ unit }) => unit),
    ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"],
  );
  assert.deepEqual(
    replies.map(({ text }) => text),
    [
      "No issues found.",
      "No issues found.",
      "## Review\nNo issues found.",
      "No issues found.",
      '{"status":"completed","summary":"done"}',
      ...["", "", "", "", ""],
    ],
  );
  assert.deepEqual(replies[1], { unit: "B", agent: "b", meta: { usage: {}, run: 1 }, text: "No issues found." });
  assert.equal(replies[6]?.timedOut, true);
  const { coverage } = aggregate(replies);
  assert.deepEqual(
    coverage.map(({ status }) => status),
    [...["CLEAN", "CLEAN", "CLEAN", "CLEAN", "CLEAN"], ...["ERROR", "ERROR", "ERROR", "ERROR", "ERROR"]],
  );
  assert.deepEqual(
    coverage.slice(5).map(({ reason }) => reason),
    ['"Error: overloaded"', '"TimeoutError: too late"', '"gone"', '"rejected"', "no output"],
  );
});

test("the text is found in states with messages and in chat completions", async () => {
  const said = "No issues found.";
  const given = [
    {
      messages: [
        { type: "human", content: "Review." },
        { type: "ai", content: said },
      ],
    },
    { messages: [{ role: "assistant", content: [{ type: "text", text: said }] }] },
    { id: "c", choices: [{ index: 0, message: { role: "assistant", content: said } }] },
    { content: null, messages: [{ kwargs: {}, content: said }], other: 1 },
  ];
  for (const value of given) assert.equal(fromSettled(await settle(value), ["A"])[0]?.text, said);
  for (const value of [
    { messages: [] },
    { messages: "a" },
    { choices: [] },
    { messages: [null] },
    { messages: ["x"] },
  ]) {
    assert.equal(fromSettled(await settle(value), ["A"])[0]?.text, JSON.stringify(value));
  }
});

test("what stands beside the text is kept, and what the caller says of the reply counts before it", async () => {
  const usage = { tokens: 7 };
  const cases = [
    ["No issues found.", undefined],
    [{ text: "No issues found." }, undefined],
    [{ text: "No issues found.", usage, error: null, run: undefined }, { usage }],
    [{ content: [{ type: "text", text: "No issues found." }], usage }, { usage }],
    [{ messages: [{ role: "assistant", content: "No issues found." }], usage }, { usage }],
    [{ choices: [{ index: 0, message: { content: "No issues found." } }], usage }, { usage }],
    [{ status: "completed", usage }, undefined],
  ];
  const replies = fromSettled(await settle(...cases.map(([value]) => value)), Array(cases.length).fill("A"));
  assert.deepEqual(
    replies.map(({ meta }) => meta),
    cases.map(([, meta]) => meta),
  );
  const metaOf = async (/** @type {unknown} */ value, /** @type {any} */ meta) =>
    fromSettled(await settle(value), [{ unit: "A", meta }])[0]?.meta;
  const known = { usage: 1, run: 2 };
  assert.deepEqual(await metaOf(Object.freeze({ text: "x", usage, model: "m" }), known), {
    usage: 1,
    model: "m",
    run: 2,
  });
  assert.deepEqual(await metaOf({ text: "x", usage }, "first"), { usage, meta: "first" });
  assert.equal(await metaOf("x", known), known);
  class Result {
    text = "x";
    state = usage;
  }
  assert.equal(await metaOf(new Result(), undefined), undefined);
  const broken = {
    text: "x",
    get usage() {
      throw new Error("gone");
    },
  };
  const [reply] = fromSettled(await settle(broken), ["A"]);
  assert.deepEqual(reply && parse(reply).meta, { usage: "[cannot be read]" });
  assert.deepEqual(aggregate(replies).results[2]?.meta, { usage });
});

test("misuse is refused", async () => {
  const untyped = /** @type {any} */ (fromSettled);
  const settled = await settle("a", "b");
  assert.throws(() => fromSettled(settled, ["A"]), {
    code: "bad-argument",
    message: /one entry for each of the 2 promises, but has 1/,
  });
  assert.throws(() => untyped("a", []), { code: "bad-argument", message: /`settled`/ });
  assert.throws(() => untyped(["a"], ["A"]), { code: "bad-argument", message: /`settled\[0\]`/ });
  assert.throws(() => untyped(settled, ["A", 7]), { code: "bad-argument", message: /`units\[1\]`/ });
});

/**
 * What is kept of what a host says, wherever a reply goes in and comes out.
 * @param {any} meta
 * @returns {any[]}
 */
function keptOf(meta) {
  const reply = { text: "x", meta };
  const collector = new Collector();
  const added = collector.add(reply);
  const other = new Collector();
  other.add("y");
  collector.merge(other);
  const state = collector.toJSON();
  const again = Collector.from(JSON.parse(JSON.stringify(state)));
  return [
    ...[parse(reply), added, aggregate([reply]).results[0], collector.report().results[0]],
    ...[state.replies[0], again.toJSON().replies[0], again.report().results[0]],
  ].map((one) => one?.meta);
}

test("whatever a host says of a reply is kept, and no reason to refuse it", () => {
  /** @type {any} */
  const itself = { name: "a" };
  itself.self = itself;
  /** @type {any} */
  const deep = {};
  let at = deep;
  for (let depth = 0; depth < 5000; depth += 1) {
    at.next = {};
    at = at.next;
  }
  /** @type {[any, any][]} */
  const cases = [
    [
      { asked: "Review it.", tokens: 7, path: ["a", null] },
      { asked: "Review it.", tokens: 7, path: ["a", null] },
    ],
    [{ bytes: 7n, no: undefined, run() {} }, { bytes: "7" }],
    [itself, { name: "a", self: "[circular]" }],
    [new Proxy({}, { ownKeys: () => assert.fail("code of the caller's") }), { meta: "[cannot be read]" }],
  ];
  for (const [meta, kept] of cases) {
    assert.deepEqual(parse({ text: "x", meta }).meta, kept);
    const collector = new Collector();
    collector.add({ text: "x", meta });
    assert.deepEqual(collector.report().results[0]?.meta, kept);
    assert.deepEqual(Collector.from(JSON.parse(JSON.stringify(collector))).report().results[0]?.meta, kept);
  }
  const named = JSON.parse(
    '{"__proto__":{"a":1},"b":2,"constructor":{"prototype":{"a":1}},"deep":[{"__proto__":{"a":1}}]}',
  );
  for (const meta of keptOf(named)) {
    assert.deepEqual(JSON.stringify(meta), JSON.stringify(named));
    for (const one of [meta, meta?.deep[0]]) assert.equal(Object.getPrototypeOf(one), Object.prototype);
    assert.equal(meta?.a, undefined);
  }
  assert.equal(/** @type {any} */ ({}).a, undefined);
  assert.deepEqual(aggregate([{ text: "x", meta: named }]).results[0]?.meta, named);
  assert.match(JSON.stringify(parse({ text: "x", meta: deep }).meta), /"\[nested too deeply\]"/);
});

test("what cannot be written as JSON is an error of its own reply alone", async () => {
  const circle = /** @type {any} */ ({});
  circle.self = circle;
  const settled = await settle(
    "No issues found.",
    { tokens: 1n },
    circle,
    [circle],
    { toJSON: () => undefined },
    Promise.reject({ tokens: 1n }),
    Promise.reject(circle),
    Promise.reject(1n),
    "No issues found.",
  );
  const replies = fromSettled(settled, ["A", "B", "C", "D", "E", "F", "G", "H", "I"]);
  assert.deepEqual(
    replies.map(({ error }) => error),
    [
      undefined,
      "the value cannot be written as JSON: Do not know how to serialize a BigInt",
      "the value cannot be written as JSON: Converting circular structure to JSON",
      "the value cannot be written as JSON: Converting circular structure to JSON",
      undefined,
      "rejected with a value that cannot be written as JSON: Do not know how to serialize a BigInt",
      "rejected with a value that cannot be written as JSON: Converting circular structure to JSON",
      "1",
      undefined,
    ],
  );
  assert.deepEqual(
    aggregate(replies).coverage.map(({ status }) => status),
    ["CLEAN", ...Array(7).fill("ERROR"), "CLEAN"],
  );
});
