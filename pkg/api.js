/** The functions of the package, over the glue that wasm-bindgen makes. A host's entry readies the module first. */
import { call, mustBeReady, ReconveneError } from "./boundary.js";
import * as core from "./generated/reconvene.js";

export { version } from "./generated/version.js";
export { ReconveneError };

/** @typedef {typeof import("./reconvene.js")} Contract */
/** @typedef {import("./reconvene.js").Reply} Reply */
/** @typedef {import("./reconvene.js").Collector["progress"]} Progress */

/** @type {Contract["parse"]} */
export const parse = (reply, options) => call(() => core.parse(reply, options));

/** @type {Contract["split"]} */
export const split = (text) => call(() => core.split(text));

/** @type {Contract["aggregate"]} */
export const aggregate = (replies, options) => {
  const list = listed(replies);
  return call(() => core.aggregate(list, options));
};

/** @type {Contract["render"]} */
export const render = (report, format, options) => call(() => core.render(report, format, options));

/** @type {Contract["report"]} */
export const report = (replies, format, options) => {
  const list = listed(replies);
  return call(() => core.report(list, format, options));
};

/** @type {Contract["Collector"]} */
export class Collector {
  /** As the core wrote them: equal options are equal texts. */
  #optionsText;
  /** @type {Reply[]} */
  #replies = [];
  /** What the core has to know of each reply to say how far the collection is, each as JSON. */
  #receipts = /** @type {string[]} */ ([]);
  /** @type {Progress | undefined} */
  #progress;
  /** What was expected, as JSON. @type {string | undefined} */
  #expected;

  /** @param {import("./reconvene.js").AggregateOptions} [options] */
  constructor(options) {
    this.#optionsText = call(() => core.optionsText(options));
  }

  /** @param {Reply | string} reply */
  add(reply) {
    const held = kept(reply);
    const [result, receipt] = call(() => core.receive(held));
    this.#replies.push(held);
    this.#receipts.push(receipt);
    this.#progress = undefined;
    return result;
  }

  get progress() {
    const expected = this.#expected ?? JSON.stringify({ expected: this.#options().expected });
    this.#expected = expected;
    this.#progress ??= /** @type {Progress} */ (call(() => core.progress(`[${this.#receipts}]`, expected)));
    return structuredClone(this.#progress);
  }

  /** @param {Collector} other */
  merge(other) {
    if (!(other instanceof Collector)) {
      throw new ReconveneError("bad-argument", "`other` is a Collector; got something else.");
    }
    if (other.#optionsText !== this.#optionsText) {
      throw new ReconveneError("bad-argument", "`other` has other options: give both collectors the same.");
    }
    this.#replies = this.#replies.concat(other.#replies);
    this.#receipts = this.#receipts.concat(other.#receipts);
    this.#progress = undefined;
  }

  report() {
    return aggregate(this.#replies, this.#options());
  }

  toJSON() {
    const state = call(() => core.collectorState(this.#replies, {}));
    return { ...state, options: this.#options() };
  }

  /** @param {unknown} state */
  static from(state) {
    const [options, replies] = call(() => core.readCollectorState(state));
    const collector = new Collector(options);
    for (const reply of replies) collector.add(reply);
    return collector;
  }

  #options() {
    return JSON.parse(this.#optionsText);
  }
}

const NAMED = /** @type {const} */ ([
  "id",
  "unit",
  "agent",
  "attempt",
  "source",
  "expect",
  "dialect",
  "replaced",
  "oversize",
]);

/**
 * A reply that nobody else can change any more: each of its fields is read once, also those that it inherits. What is no
 * reply stays what it is, for the core to refuse.
 * @param {any} reply
 * @returns {Reply}
 */
function kept(reply) {
  if (typeof reply === "string") return { text: reply };
  if (typeof reply !== "object" || reply === null || Array.isArray(reply) || ArrayBuffer.isView(reply)) return reply;
  const { text, part } = reply;
  const named = Object.fromEntries(NAMED.map((name) => [name, reply[name]]));
  const own = Object.fromEntries(Object.keys(reply).map((key) => [key, undefined]));
  return {
    ...own,
    ...named,
    text: Object.prototype.toString.call(text) === "[object Uint8Array]" ? Uint8Array.from(text) : text,
    part: Array.isArray(part) ? /** @type {[number, number]} */ ([...part]) : part,
  };
}

/**
 * Runs a generator before the module is entered, so that what it throws reaches the caller as it is.
 * @param {unknown} replies
 */
function listed(replies) {
  mustBeReady();
  return typeof replies === "object" && replies !== null && Symbol.iterator in replies
    ? Array.from(/** @type {Iterable<unknown>} */ (replies))
    : replies;
}
