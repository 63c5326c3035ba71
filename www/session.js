/** What the person has given: replies, what was expected, decisions, an earlier report. All else follows from it. */

/** @typedef {import("../pkg/reconvene.js").Reply & { text: string }} Reply */
/** @typedef {import("../pkg/reconvene.js").Report} Report */
/** @typedef {NonNullable<import("../pkg/reconvene.js").AggregateOptions["decisions"]>} Decisions */
/** @typedef {{ key: number, reply: Reply }} Entry A reply in the list. A change makes another object of `reply`. */
/** @typedef {{ source: string, report: Report }} Previous */
/** @typedef {{ replies: Reply[], expected: string, decisions: Decisions, previous: Previous | null }} Work Plain data. */
/** @typedef {"replies" | "text" | "expected" | "decisions" | "previous" | "documents"} Part `text`: of one reply, as it is typed; `documents`: which replies are none. */

export class Session {
  /** @type {Entry[]} */
  entries = [];
  /** As it is written: see `options.js`. */
  expected = "";
  /** @type {Decisions} */
  decisions = [];
  /** @type {Previous | null} */
  previous = null;

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
    this.decisions = decisions;
    this.#changed("decisions");
  }

  /** @param {Previous | null} previous */
  compareWith(previous) {
    this.previous = previous;
    this.#changed("previous");
  }

  get isEmpty() {
    return this.entries.length === 0 && this.expected.trim() === "" && this.decisions.length === 0 && !this.previous;
  }

  /** @returns {Work} */
  get work() {
    const { entries, expected, decisions, previous } = this;
    return { replies: entries.map(({ reply }) => reply), expected, decisions, previous };
  }

  /** @param {Work} work */
  take(work) {
    this.entries = work.replies.map((reply) => this.#entry(reply));
    this.expected = work.expected;
    this.decisions = work.decisions;
    this.previous = work.previous;
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
export function linesOf({ replies, expected, decisions, previous }) {
  const lines = [{ expected, decisions }, ...replies.map((reply) => ({ reply })), ...(previous ? [{ previous }] : [])];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** @type {() => Work} */
export const noWork = () => ({ replies: [], expected: "", decisions: [], previous: null });
