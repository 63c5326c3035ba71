/** The whole report, with all that is no finding: coverage, gaps, digests, checklists. It is what is printed. */
import "../pkg/element.js";
import { makeReportsBy } from "../pkg/element/core.js";
import { ask, URGENCY } from "./asking.js";
import { isPair } from "./decisions.js";
import { byId, element } from "./dom.js";

/** @typedef {import("./session.js").Session} Session */

makeReportsBy((replies, options) => ask("report", [replies, options], URGENCY.later));

export class ReportView {
  #session;
  #reports;
  #report = element("reconvene-report");
  /** Those of the replies that the report is about. @type {number[]} */
  #keys = [];
  #contents = element("ul");

  /**
   * @param {Session} session
   * @param {import("./reports.js").Reports} reports
   * @param {(key: number, stretch: { start: number, end: number }) => void} openSource `key`: which of the session's replies.
   * @param {(finding: string) => void} copyLink By its fingerprint.
   */
  constructor(session, reports, openSource, copyLink) {
    this.#session = session;
    this.#reports = reports;
    const report = this.#report;
    byId("report").append(element("nav", { class: "contents", "aria-label": "Contents" }, this.#contents), report);
    report.addEventListener("reconvene-report", async () => {
      // What follows the findings is there a moment later.
      await report.shown;
      this.#showContents();
    });
    report.addEventListener("reconvene-source", (event) => {
      const { place, span } = event.detail;
      if (place === null) return;
      event.preventDefault();
      const key = this.#keys[place];
      if (key !== undefined) openSource(key, span);
    });
    report.addEventListener("reconvene-link", (event) => {
      event.preventDefault();
      copyLink(event.detail.anchor);
    });
    // In this view, only pairs are decided.
    report.addEventListener("reconvene-decision", ({ detail }) => {
      session.decide([...session.decisions.filter((one) => !isPair(one)), ...detail.decisions]);
    });
  }

  #showContents() {
    const sections = this.#report.shadowRoot?.querySelectorAll("section[data-section]") ?? [];
    const items = Array.from(sections, (section) => {
      const name = section.getAttribute("aria-label") ?? section.getAttribute("data-section") ?? "";
      const onclick = () => {
        section.scrollIntoView({ block: "start" });
        const heading = /** @type {HTMLElement | null} */ (section.querySelector("h2"));
        heading?.setAttribute("tabindex", "-1");
        heading?.focus({ preventScroll: true });
      };
      return element("li", {}, element("button", { type: "button", class: "link", onclick }, name));
    });
    this.#contents.replaceChildren(...items);
  }

  async show() {
    const { entries } = this.#reports;
    const { decisions, ...options } = this.#reports.options;
    const pairs = this.#session.decisions.filter(isPair);
    this.#keys = entries.map(({ key }) => key);
    const { given } = this.#session;
    if (given) {
      const decided = await this.#reports.decided(given.report);
      if (given === this.#session.given) this.#report.report = decided;
      return;
    }
    // The element has the pairs, the core all else.
    this.#report.options = { ...options, decisions: (decisions ?? []).filter((one) => !("fingerprints" in one)) };
    if (JSON.stringify(pairs) !== JSON.stringify(this.#report.decisions)) this.#report.decisions = pairs;
    if (entries.length === 0) this.#contents.replaceChildren();
    this.#report.replies = entries.length === 0 ? null : entries.map(({ reply }) => reply);
  }
}
