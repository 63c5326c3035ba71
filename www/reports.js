/** The report on what was given: made by the worker, and told to those who show it. */
import { ask, URGENCY } from "./asking.js";
import { isDocument } from "./examine.js";
import { readExpected } from "./options.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../pkg/reconvene.js").Report} Report */
/** @typedef {import("../pkg/reconvene.js").AggregateOptions} AggregateOptions */
/**
 * @typedef {object} Made A report, and where its replies are.
 * @property {Report} report
 * @property {(number | undefined)[]} keys Of each result, which of the session's replies it is of.
 * @property {boolean} isOfDecision Whether nothing changed but what a person decided.
 */

export class Reports {
  #session;
  #turn = 0;
  #judgement = 0;
  /** @type {((made: Made | null) => void)[]} */
  #listeners = [];
  /** @type {Made | null} */
  last = null;
  /** How long the last one took, in milliseconds. */
  took = 0;

  /** @param {Session} session */
  constructor(session) {
    this.#session = session;
  }

  /** @param {(made: Made | null) => void} listener Null: there is nothing to report on. */
  onReport(listener) {
    this.#listeners.push(listener);
    if (this.last) listener(this.last);
  }

  /** The replies that a report is about. */
  get entries() {
    return this.#session.entries.filter(({ reply }) => !isDocument(reply));
  }

  /** What the core is told beside the replies. @returns {AggregateOptions} */
  get options() {
    const { previous, expected, decisions } = this.#session;
    return {
      expected: readExpected(expected).expected,
      decisions,
      ...(previous && { previous: previous.report }),
    };
  }

  /** @param {boolean} isOfDecision */
  async make(isOfDecision) {
    this.#turn += 1;
    const turn = this.#turn;
    const { entries } = this;
    const { given } = this.#session;
    if (given) {
      const report = await this.decided(given.report);
      return turn === this.#turn ? this.#tell({ report, keys: [], isOfDecision }) : undefined;
    }
    if (entries.length === 0) return this.#tell(null);
    const since = performance.now();
    const replies = entries.map(({ reply }) => reply);
    const { json, places } = await ask("reported", [replies, this.options], URGENCY.read);
    if (turn !== this.#turn) return;
    const keys = Array.from(places, (place) => entries[place]?.key);
    this.took = performance.now() - since;
    const report = JSON.parse(json);
    this.#name(report, keys);
    this.#tell({ report, keys, isOfDecision });
  }

  /**
   * A report that came without its replies, with what was decided on its findings.
   * @param {Report} report
   */
  async decided(report) {
    return ask("decided", [report, this.#session.decisions], URGENCY.read);
  }

  /**
   * What it comes to by what was decided since; all else stays as it is.
   * @returns {Promise<boolean>} Whether that is known now.
   */
  async judge() {
    const { last, entries } = this;
    const { given } = this.#session;
    if (!last) return false;
    this.#judgement += 1;
    const judgement = this.#judgement;
    const judged = given
      ? verdictOf(await this.decided(given.report))
      : await ask("concluded", [entries.map(({ reply }) => reply), this.options], URGENCY.read);
    if (judgement !== this.#judgement) return false;
    if (last !== this.last) return this.judge();
    Object.assign(last.report, judged);
    return true;
  }

  /**
   * A reply that says nothing of who gave it is called as in the list of replies: a report has them in an order of its own.
   * @param {Report} report
   * @param {(number | undefined)[]} keys
   */
  #name({ results }, keys) {
    const places = new Map(this.#session.entries.map(({ key }, at) => [key, at]));
    for (const [at, result] of results.entries()) {
      const place = places.get(keys[at] ?? -1);
      if (place !== undefined && !(result.agent ?? result.unit)) result.source ??= `Reply ${place + 1}`;
    }
  }

  /** @param {Made | null} made */
  #tell(made) {
    this.last = made;
    for (const listener of this.#listeners) listener(made);
  }
}

/** @param {Report} report */
const verdictOf = ({ verdict, reasons }) => ({ verdict, reasons });
