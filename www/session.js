/** What the person has given: replies, what was expected, decisions, an earlier report. All else follows from it. */
import { pairsOf } from "./decisions.js";

/** @typedef {import("../pkg/reconvene.js").Reply & { text: string }} Reply */
/** @typedef {import("../pkg/reconvene.js").Report} Report */
/** @typedef {import("./decisions.js").Decision[]} Decisions */
/** @typedef {{ key: number, reply: Reply }} Entry A reply in the list. A change makes another object of `reply`. */
/** @typedef {{ source: string, report: Report }} Previous */
/** @typedef {{ replies: Reply[], expected: string, decisions: Decisions, previous: Previous | null, given: Previous | null }} Work Plain data. */
/**
 * @typedef {"replies" | "text" | "expected" | "decisions" | "triage" | "previous" | "given" | "documents"} Part `text`: of one
 * reply, as it is typed; `decisions`: on which findings are one; `triage`: on single findings; `documents`: which replies are none.
 */

export class Session {
  /** @type {Entry[]} */
  entries = [];
  /** As it is written: see `options.js`. */
  expected = "";
  /** @type {Decisions} */
  decisions = [];
  /** @type {Previous | null} */
  previous = null;
  /** A report that came by itself, without its replies: it is shown where there are none. @type {Previous | null} */
  given = null;

  #lastKey = 0;
  /** @type {((part: Part) => void)[]} */
  #listeners = [];

  /** @param {(part: Part) => void} listener */
  onChange(listener) {
    this.#listeners.push(listener);
  }

  /** @param {Reply[]} replies */
  add(replies) {
    const added = replies.map((reply) => this.#entry(reply));
    this.entries = [...this.entries, ...added];
    if (added.length > 0) this.given = null;
    this.#changed("replies");
    return added;
  }

  /**
   * @param {number} key
   * @param {Partial<Reply>} fields Those that are undefined are taken off.
   */
  change(key, fields) {
    const entry = this.find(key);
    if (!entry) return;
    /** @type {Record<string, unknown>} */
    const reply = { ...entry.reply, ...fields };
    // How much of its bytes was ill-formed is no longer true of a text that was edited.
    if ("text" in fields) delete reply.replaced;
    for (const [name, value] of Object.entries(reply)) if (value === undefined) delete reply[name];
    entry.reply = /** @type {any} */ (reply);
    this.#changed("text");
  }

  /**
   * A reply that was removed, where it was.
   * @param {Entry} entry
   * @param {number} at
   */
  restore(entry, at) {
    this.entries = this.entries.toSpliced(at, 0, entry);
    this.#changed("replies");
  }

  /** One of them turned out to be a document of questions. */
  foundDocument() {
    this.#changed("documents");
  }

  /** @param {number} key */
  remove(key) {
    this.entries = this.entries.filter((entry) => entry.key !== key);
    this.#changed("replies");
  }

  /** @param {number} key */
  find(key) {
    return this.entries.find((entry) => entry.key === key);
  }

  /** @param {string} text */
  expect(text) {
    this.expected = text;
    this.#changed("expected");
  }

  /** @param {Decisions} decisions */
  decide(decisions) {
    const [before, after] = [this.decisions, decisions].map((all) => JSON.stringify(pairsOf(all)));
    this.decisions = decisions;
    this.#changed(before === after ? "triage" : "decisions");
  }

  /** @param {Previous | null} given */
  showGiven(given) {
    this.given = given;
    this.#changed("given");
  }

  /**
   * Puts other replies in the place of some that stand one after the other.
   * @param {number} at
   * @param {number} count
   * @param {Reply[]} replies
   */
  replace(at, count, replies) {
    const added = replies.map((reply) => this.#entry(reply));
    this.entries = this.entries.toSpliced(at, count, ...added);
    this.#changed("replies");
    return added;
  }

  /** @param {Previous | null} previous */
  compareWith(previous) {
    this.previous = previous;
    this.#changed("previous");
  }

  get isEmpty() {
    const isUnsaid = this.expected.trim() === "" && this.decisions.length === 0;
    return this.entries.length === 0 && isUnsaid && !this.previous && !this.given;
  }

  /** @returns {Work} */
  get work() {
    const { entries, expected, decisions, previous, given } = this;
    return { replies: entries.map(({ reply }) => reply), expected, decisions, previous, given };
  }

  /** @param {Work} work */
  take(work) {
    this.entries = work.replies.map((reply) => this.#entry(reply));
    this.expected = work.expected;
    this.decisions = work.decisions;
    this.previous = work.previous;
    this.given = work.given;
    for (const part of /** @type {const} */ (["replies", "expected", "decisions", "previous"])) this.#changed(part);
  }

  /** @param {Reply} reply */
  #entry(reply) {
    this.#lastKey += 1;
    return { key: this.#lastKey, reply };
  }

  /** @param {Part} part */
  #changed(part) {
    for (const listener of this.#listeners) listener(part);
  }
}

/**
 * All of it as a text: a line of JSON each, which stands by itself. `read.js` reads it.
 * @param {Work} work
 */
export function linesOf({ replies, expected, decisions, previous, given }) {
  const reports = [...(previous ? [{ previous }] : []), ...(given ? [{ given }] : [])];
  const lines = [{ expected, decisions }, ...replies.map((reply) => ({ reply })), ...reports];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** @type {() => Work} */
export const noWork = () => ({ replies: [], expected: "", decisions: [], previous: null, given: null });
