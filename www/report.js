/** The right half: the report, which follows what is given. */
import "../pkg/element.js";
import { byId, counted, element } from "./dom.js";
import { isDocument } from "./examine.js";
import { announce } from "./notices.js";

/** @typedef {import("../pkg/reconvene.js").AggregateOptions} AggregateOptions */
/** @typedef {import("./session.js").Session} Session */

export class ReportView {
  #session;
  #report = element("reconvene-report");
  /** @type {number | null} */
  #since = null;
  /** The finding to be shown once the report is there. @type {string | null} */
  #wanted = null;
  /** Those of the replies that the report is about. @type {number[]} */
  #keys = [];
  /** How long the last report took to make and show, in milliseconds. */
  took = 0;

  /**
   * @param {Session} session
   * @param {(key: number, stretch: { start: number, end: number }) => void} openSource `key`: which of the session's replies.
   * @param {(finding: string) => void} copyLink
   */
  constructor(session, openSource, copyLink) {
    this.#session = session;
    const report = this.#report;
    byId("report").append(report);
    report.addEventListener("reconvene-source", (event) => {
      const { place, span } = event.detail;
      if (place === null) return;
      event.preventDefault();
      const key = this.#keys[place];
      if (key !== undefined) openSource(key, span);
    });
    report.addEventListener("reconvene-link", (event) => {
      event.preventDefault();
      copyLink(event.detail.finding);
    });
    report.addEventListener("reconvene-decision", ({ detail }) => session.decide(detail.decisions));
    report.addEventListener("reconvene-report", ({ detail }) => this.#made(detail.findings));
  }

  /** The session's decisions: those that were made in the element are there already. */
  decide() {
    const { decisions } = this.#session;
    if (JSON.stringify(decisions) !== JSON.stringify(this.#report.decisions)) this.#report.decisions = decisions;
  }

  /** Shows a finding, in the next report. @param {string} finding */
  reveal(finding) {
    this.#wanted = finding;
  }

  /** @param {AggregateOptions} options Without decisions: the element has those. */
  show(options) {
    const entries = this.#session.entries.filter(({ reply }) => !isDocument(reply));
    this.#keys = entries.map(({ key }) => key);
    const isEmpty = entries.length === 0;
    if (isEmpty) byId("show-report").textContent = "Report";
    byId("empty").hidden = !isEmpty;
    byId("report").hidden = isEmpty;
    this.#report.options = options;
    this.#report.replies = isEmpty ? null : entries.map(({ reply }) => reply);
    this.#since = performance.now();
  }

  /** @param {number} findings */
  #made(findings) {
    if (this.#since === null) return;
    this.took = performance.now() - this.#since;
    byId("show-report").textContent = `Report (${counted(findings, "finding")})`;
    this.#since = null;
    if (this.#wanted !== null) this.#report.reveal(this.#wanted);
    this.#wanted = null;
    const replies = counted(this.#keys.length, "reply", "replies");
    announce(`The report is there: ${counted(findings, "finding")} from ${replies}.`);
  }
}
