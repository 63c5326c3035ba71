/** What callers hand over: odd bytes, odd objects, and code of their own in them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import * as reconvene from "../../pkg/node.js";

const { Collector, ReconveneError, aggregate, parse, render, report } = reconvene;
const untyped = /** @type {any} */ (reconvene);

const CLEAN = "RESULT: CLEAN | Type: digest | Document: a.md";
const encoded = new TextEncoder().encode(CLEAN);

/**
 * @param {() => unknown} call
 * @param {RegExp} says
 */
const refused = (call, says, code = "bad-argument") =>
  assert.throws(call, (error) => {
    assert.ok(error instanceof ReconveneError, String(error));
    assert.equal(error.code, code);
    assert.match(error.message, says);
    return true;
  });

/** @param {unknown} mine */
const throwing = (mine) => () => {
  throw mine;
};

/** @param {() => unknown} call */
function thrown(call) {
  try {
    call();
  } catch (error) {
    return error;
  }
  return assert.fail("nothing was thrown");
}

/** Every way that a text goes in. @type {[string, (text: any) => any][]} */
const WAYS = [
  ["parse", (text) => parse({ text })],
  ["aggregate", (text) => aggregate([{ text }]).results[0]],
  ["Collector.add", (text) => new Collector().add({ text })],
];

for (const [name, read] of WAYS) {
  test(`${name} reads the bytes that there are, whatever they say of themselves`, () => {
    const lying = new (class extends Uint8Array {
      get length() {
        return 3;
      }
      subarray() {
        return new Uint8Array();
      }
      slice() {
        return new Uint8Array();
      }
    })(encoded);
    Object.defineProperties(lying, {
      byteLength: { value: 1 },
      byteOffset: { value: 5 },
      [Symbol.toStringTag]: { value: "Uint16Array" },
    });
    const resizable = new /** @type {any} */ (ArrayBuffer)(encoded.length, { maxByteLength: 1000 });
    const tracking = new Uint8Array(resizable);
    tracking.set(encoded);
    const padded = new Uint8Array([1, 2, ...encoded, 3]).subarray(2, 2 + encoded.length);
    const elsewhere = runInNewContext("Uint8Array.from(bytes)", { bytes: encoded });
    const shared = new Uint8Array(new SharedArrayBuffer(encoded.length));
    shared.set(encoded);
    for (const bytes of [lying, tracking, padded, elsewhere, shared]) assert.deepEqual(read(bytes), read(CLEAN));
  });

  test(`${name} refuses what only seems to be bytes`, () => {
    const seems = { [Symbol.toStringTag]: "Uint8Array", length: 1, buffer: encoded.buffer };
    refused(() => read(seems), /text` must be a string or a Uint8Array, but is an object/);
    const other = Object.defineProperty(new Float64Array(2), Symbol.toStringTag, { value: "Uint8Array" });
    refused(() => read(other), /text` must be a string or a Uint8Array/);
    refused(() => read(Object.create(encoded)), /text` must be a string or a Uint8Array/);
    refused(() => read(new DataView(encoded.slice().buffer)), /text` must be a string or a Uint8Array/);
  });

  test(`${name} refuses bytes whose memory is gone`, () => {
    const detached = encoded.slice();
    structuredClone(detached.buffer, { transfer: [detached.buffer] });
    refused(() => read(detached), /text` can no longer be read/);
    const resizable = new /** @type {any} */ (ArrayBuffer)(8, { maxByteLength: 8 });
    const beyond = new Uint8Array(resizable, 4, 4);
    resizable.resize(2);
    refused(() => read(beyond), /text` can no longer be read/);
  });
}

test("a typed array is no list of replies", () => {
  const detached = new Uint8Array(8);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });
  for (const array of [encoded, detached, new BigInt64Array(2), new DataView(new ArrayBuffer(1))]) {
    refused(() => untyped.aggregate(array), /`replies` must be a list of replies/);
    refused(() => untyped.report(array, "json"), /`replies` must be a list of replies/);
    refused(() => untyped.aggregate([], { expected: array }), /`options.expected` must be a list/);
  }
});

test("a report is what its JSON says", () => {
  const made = aggregate([CLEAN]);
  const wanted = render(made, "markdown");
  assert.equal(render(/** @type {any} */ ({ schema: made.schema, toJSON: () => made }), "markdown"), wanted);
  assert.equal(render(Object.assign(Object.create({ noise: () => 1 }), made), "markdown"), wanted);
  for (const toJSON of [() => undefined, () => () => {}, () => Symbol("x")]) {
    refused(() => untyped.render({ ...made, toJSON }, "json"), /`report` cannot be read: its `toJSON` returns nothing/);
    refused(
      () => aggregate([], { previous: /** @type {any} */ ({ ...made, toJSON }) }),
      /`options.previous` cannot be read/,
    );
  }
  const itself = { ...made, extra: /** @type {unknown} */ (null) };
  itself.extra = [itself, itself];
  refused(() => untyped.render(itself, "json"), /it contains itself/);
  refused(() => untyped.render({ ...made, title: 7n }, "json"), /BigInt/);
  let deep = {};
  for (let level = 0; level < 100_000; level++) deep = { deep };
  refused(() => untyped.render({ ...made, title: deep }, "json"), /`report` cannot be read/);
});

test("a lone surrogate in a report is what it is in any text, and what only spells one stays", () => {
  const made = aggregate([CLEAN]);
  const titled = (/** @type {string} */ title) => render({ ...made, title }, "markdown").split("\n")[0] ?? "";
  assert.equal(titled("a\ud800b \udc00"), "# a\ufffdb \ufffd");
  assert.equal(titled("one \u{1f600}"), "# one \u{1f600}");
  assert.equal(titled("at \\ud800 \u001b"), titled("at \\ud800 \u001b\ud800").slice(0, -1));
  assert.match(titled("at \\ud800"), /ud800$/);
});

test("errors of the caller's own come through as they are", () => {
  const made = aggregate([CLEAN]);
  for (const mine of [
    new RangeError("Maximum call stack size exceeded"),
    new WebAssembly.RuntimeError("unreachable"),
    new TypeError("Converting circular structure to JSON"),
    new ReconveneError("internal", "of another copy"),
    { by: "reconvene", code: "bad-argument", message: "forged" },
    { by: "reconvene", code: "internal", message: "forged" },
    "a string",
    undefined,
  ]) {
    const get = throwing(mine);
    const getter = Object.defineProperty({}, "text", { get });
    const proxy = new Proxy({}, { ownKeys: get });
    const iterator = { [Symbol.iterator]: get };
    const toJSON = { ...made, toJSON: get };
    const inside = { ...made, coverage: Object.defineProperty([], "0", { get, enumerable: true }) };
    const calls = [
      () => parse(/** @type {any} */ (getter)),
      () => parse(/** @type {any} */ (proxy)),
      () => parse(CLEAN, /** @type {any} */ (proxy)),
      () => new Collector().add(/** @type {any} */ (getter)),
      () => new Collector(/** @type {any} */ (proxy)),
      () => untyped.aggregate(iterator),
      () => report([/** @type {any} */ (getter)], "json"),
      () => untyped.aggregate([], { expected: iterator }),
      () => untyped.aggregate([], { decisions: [{ same: true, fingerprints: iterator }] }),
      () => untyped.aggregate([], { previous: toJSON }),
      () => untyped.render(toJSON, "json"),
      () => untyped.render(inside, "json"),
      () => Collector.from(proxy),
    ];
    for (const call of calls) {
      assert.equal(thrown(call), mine);
      assert.equal(parse(CLEAN).status, "CLEAN");
    }
  }
});

test("none of the caller's code meets the module, not even where it is refused", () => {
  let runs = 0;
  const ran = () => {
    runs += 1;
    return "";
  };
  const trap = { toString: ran, toJSON: ran, valueOf: ran };
  for (const field of ["id", "unit", "attempt", "expect", "dialect", "part"]) {
    refused(() => untyped.parse({ text: CLEAN, [field]: trap }), new RegExp(`\`reply.${field}\``));
  }
  refused(() => untyped.parse({ text: trap }), /`reply.text`/);
  refused(() => untyped.parse({ text: CLEAN, part: [trap, 1] }), /`reply.part`/);
  refused(() => untyped.aggregate([], { title: trap }), /`options.title`/);
  refused(() => untyped.split(trap), /`text`/);
  refused(() => untyped.report([], trap), /`format`/);
  assert.equal(runs, 0);
});

test("an error swallowed in a getter is nobody else's", () => {
  const reply = {
    get text() {
      assert.throws(() => untyped.parse(7));
      try {
        const dive = () => void dive();
        dive();
      } catch {
        // The stack was full, and is not any more.
      }
      return CLEAN;
    },
  };
  assert.equal(parse(/** @type {any} */ (reply)).status, "CLEAN");
});

test("a key named like the prototype is a key", () => {
  refused(() => parse(JSON.parse(`{ "text": "", "__proto__": { "unit": "a" } }`)), /__proto__/, "unknown-option");
});

test("what only looks like a collector is none", () => {
  const collector = new Collector();
  for (const other of [Object.create(Collector.prototype), new Proxy(collector, {}), null, undefined, 7]) {
    refused(() => collector.merge(other), /`other` must be a Collector/);
  }
});

/** How deep the first values of a value are nested, and the one at the bottom. @param {unknown} value */
function bottom(value) {
  let depth = 0;
  for (; typeof value === "object" && value !== null; depth++) value = Object.values(value)[0];
  return { depth, value };
}

/** What opens a level and what closes it. @type {[string, string][]} */
const LEVELS = [
  ["[", "]"],
  ['{"a":', "}"],
];

for (const [open, close] of LEVELS) {
  test(`a return nested deeply in ${open} goes in, out and in again, cut at 128 levels`, () => {
    for (const deep of [120, 127, 128, 129, 200]) {
      const nested = (/** @type {number} */ levels) => `${open.repeat(levels)}1${close.repeat(levels)}`;
      const text = `{"status":"completed","summary":"a","nest":${nested(deep)}}`;
      // The object around it is a level too; what lies deeper is kept as text.
      const expected = deep < 128 ? { depth: deep, value: 1 } : { depth: 127, value: nested(deep - 127) };
      const result = parse({ text });
      const merged = aggregate([{ text }]);
      const json = render(merged, "json");
      const read = JSON.parse(json);
      for (const { detail, diagnostics } of [result, merged.results[0], read.results[0]]) {
        assert.ok(detail.kind === "return");
        assert.deepEqual(bottom(detail.other.nest), expected);
        assert.equal(
          diagnostics.some((/** @type {{ code: string }} */ { code }) => code === "json-depth"),
          deep >= 128,
        );
      }
      assert.equal(render(read, "json"), json);
      assert.deepEqual(aggregate([{ text }], { previous: read }).results, merged.results);
    }
  });
}
