/** What a person decides on findings, and takes back. */
import { byFingerprint, decisionOn, pairsOf, withDecision, withPair } from "../decisions.js";

/** @typedef {import("./rows.js").Row} Row */
/** @typedef {import("../decisions.js").Decision} Decision */

export class Deciding {
  #session;
  #made = byFingerprint([]);
  /** What was decided before each of the last decisions, and on what. @type {{ decisions: Decision[], address: string }[]} */
  #before = [];

  /** @param {import("../session.js").Session} session */
  constructor(session) {
    this.#session = session;
    this.read();
  }

  /** Takes the session's decisions, from wherever they come. */
  read() {
    this.#made = byFingerprint(this.#session.decisions);
  }

  /** Nothing is left that could be taken back. */
  forget() {
    this.#before = [];
    this.read();
  }

  /** @param {Row} row */
  on(row) {
    return decisionOn(this.#made, row.fingerprints);
  }

  /**
   * @param {Row} row
   * @param {"accepted" | "dismissed" | undefined} status
   * @param {string} [reason]
   */
  decide(row, status, reason) {
    if (status === "accepted" && this.on(row)?.status === status) return;
    this.#change(row, withDecision(this.#session.decisions, row.fingerprints, { status, reason: reason || undefined }));
  }

  /**
   * @param {Row} row
   * @param {import("../decisions.js").Severity} severity
   */
  weigh(row, severity) {
    const given = severity === row.severity ? undefined : severity;
    if (this.on(row)?.severity === given) return;
    this.#change(row, withDecision(this.#session.decisions, row.fingerprints, { severity: given }));
  }

  /**
   * @param {Row} row
   * @param {string | undefined} other The fingerprint of another, or of one of its own members.
   * @param {boolean} same
   */
  pair(row, other, same) {
    const [one, two] = [row.fingerprints[0], other];
    if (one === undefined || two === undefined) return;
    this.#change(row, withPair(this.#session.decisions, { fingerprints: [one, two], same }));
  }

  /**
   * Whether a person said of two whether they are one.
   * @param {Row} one
   * @param {Row} other
   */
  isPaired(one, other) {
    const isOf = (/** @type {Row} */ { fingerprints }, /** @type {string} */ name) => fingerprints.includes(name);
    return pairsOf(this.#session.decisions).some(
      ({ fingerprints: [a, b] }) => (isOf(one, a) && isOf(other, b)) || (isOf(one, b) && isOf(other, a)),
    );
  }

  /** Takes the last back; gives what it was on. */
  undo() {
    const last = this.#before.pop();
    if (last) this.#session.decide(last.decisions);
    return last?.address;
  }

  /**
   * @param {Row} row
   * @param {Decision[]} decisions
   */
  #change(row, decisions) {
    this.#before.push({ decisions: this.#session.decisions, address: row.address });
    this.#session.decide(decisions);
  }
}
