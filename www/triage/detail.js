/** The finding that is chosen: its text, what was decided, who disputes it, each agent's own words. */
import { shown } from "../../pkg/element/core.js";
import { SEVERITIES } from "../decisions.js";
import { element } from "../dom.js";
import { key, sideBySide } from "./compare.js";
import { disputesOf } from "./disputes.js";
import { labelled, membersOf } from "./members.js";
import { prose } from "./prose.js";

/** @typedef {import("./rows.js").Row} Row */
/** @typedef {import("../reports.js").Made} Made */
/** @typedef {import("../decisions.js").FindingDecision} FindingDecision */
/** @typedef {import("../decisions.js").Severity} Severity */
/** @typedef {{ row: Row, why: string, cancel?: () => void }} Other A finding to be compared with. */
/**
 * @typedef {object} Acts
 * @property {(status: "accepted" | "dismissed" | undefined, reason?: string) => void} decide
 * @property {(severity: Severity) => void} weigh
 * @property {(other: Row, same: boolean) => void} pair
 * @property {(fingerprint: string) => void} split Takes out of the finding what an agent says.
 * @property {(row: Row) => void} goTo
 * @property {() => void} hold Marks this one, to be compared with another.
 * @property {() => void} copy
 * @property {() => void} copyLink
 * @property {() => void} back To the list, where there is room for one of the two.
 * @property {import("./members.js").Replies} replies
 */
/** @typedef {{ row: Row, made: Made, decision: FindingDecision | undefined, others: Other[], at: string }} Content */

/** What people say most often. */
const REASONS = ["Not a problem", "Already fixed", "Will not be fixed", "Out of scope", "Duplicate"];

export class Detail {
  #acts;
  #body = element("div", { class: "detail-body" });
  #reason = element("input", {
    type: "text",
    list: "reasons",
    autocomplete: "off",
    "aria-label": "Why it is dismissed",
  });
  #reasons = element("datalist", { id: "reasons" }, ...REASONS.map((value) => element("option", { value })));
  #form = element(
    "form",
    { class: "dismissing row", hidden: true },
    element("label", {}, "Reason ", this.#reason),
    this.#reasons,
    element("button", { type: "submit", class: "primary" }, "Dismiss"),
    element("button", { type: "button", class: "link", onclick: () => this.#close() }, "Cancel"),
  );
  /** What had the focus before the form. @type {HTMLElement | null} */
  #before = null;
  element = element("section", { class: "detail", tabindex: "-1", "aria-label": "Finding" }, this.#body);

  /** @param {Acts} acts */
  constructor(acts) {
    this.#acts = acts;
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      const reason = this.#reason.value.trim();
      this.#close();
      this.#offer(reason);
      this.#acts.decide("dismissed", reason);
    });
    this.#form.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") this.#close();
    });
  }

  /** Asks for the reason. */
  dismiss() {
    this.#before = /** @type {HTMLElement | null} */ (document.activeElement);
    this.#form.hidden = false;
    this.#reason.value = "";
    this.#reason.focus();
  }

  /** What was given once is offered first. @param {string} reason */
  #offer(reason) {
    if (reason === "") return;
    const there = [...this.#reasons.options].find(({ value }) => value === reason);
    this.#reasons.prepend(there ?? element("option", { value: reason }));
  }

  #close() {
    if (this.#form.hidden) return;
    this.#form.hidden = true;
    if (this.#before?.isConnected) this.#before.focus();
    else this.element.focus();
  }

  /** @param {string} sentence */
  showNothing(sentence) {
    this.#body.replaceChildren(element("p", { class: "hint" }, sentence));
  }

  /** @param {Content} content */
  show({ row, made, decision, others, at }) {
    const { finding } = row;
    const severity = decision?.severity ?? row.severity;
    const { split } = this.#acts;
    this.#form.hidden = true;
    this.element.scrollTop = 0;
    this.#body.replaceChildren(
      element(
        "header",
        { class: "detail-head" },
        element(
          "p",
          { class: "row" },
          element("button", { type: "button", class: "back", onclick: this.#acts.back }, "← List"),
          element("span", { class: "severity", "data-severity": severity }, severity),
          decision?.severity ? element("span", { class: "hint" }, `your severity; reported as ${row.severity}`) : null,
          finding.type ? element("bdi", { class: "type" }, shown(finding.type)) : null,
          finding.baseline
            ? element("span", { class: "since", "data-since": finding.baseline }, BASELINES[finding.baseline] ?? "")
            : null,
          element("span", { class: "hint at" }, at),
        ),
        element("h2", {}, element("bdi", {}, shown(row.title))),
        row.place === "" ? null : element("p", { class: "place" }, element("bdi", {}, shown(row.place))),
        this.#decided(decision),
        this.#actions(row, severity, decision),
        this.#form,
      ),
      prose(finding.description),
      ...(finding.suggestion ? [labelled("Suggestion", prose(finding.suggestion))] : []),
      ...others.map(({ row: other, why, cancel }, place) =>
        sideBySide(row, other, {
          why,
          hasKeys: place === 0,
          decide: (same) => this.#acts.pair(other, same),
          goTo: () => this.#acts.goTo(other),
          ...(cancel && { cancel }),
        }),
      ),
      ...disputesOf(row, made, { weigh: this.#acts.weigh, split, hasKeys: others.length === 0 }),
      membersOf(row, made, { ...this.#acts.replies, split }),
    );
  }

  /** @param {FindingDecision | undefined} decision */
  #decided(decision) {
    if (!decision?.status) return null;
    const by = decision.by ? `by ${decision.by}` : "by you";
    const reason = decision.reason ? `: ${decision.reason}` : "";
    const said = `${decision.status === "accepted" ? "Accepted" : "Dismissed"} ${by}${reason}`;
    return element("p", { class: "decided", "data-decided": decision.status }, element("bdi", {}, shown(said)));
  }

  /**
   * @param {Row} row
   * @param {Severity} severity
   * @param {FindingDecision | undefined} decision
   */
  #actions(row, severity, decision) {
    const { decide, weigh, hold, copy, copyLink } = this.#acts;
    const button = (
      /** @type {string} */ label,
      /** @type {string} */ name,
      /** @type {() => void} */ onclick,
      more = {},
    ) => element("button", { type: "button", "aria-keyshortcuts": name, onclick, ...more }, `${label} `, key(name));
    const isDecided = decision?.status !== undefined;
    return element(
      "div",
      { class: "row actions" },
      button("Accept", "x", () => decide("accepted"), { "aria-pressed": String(decision?.status === "accepted") }),
      button("Dismiss", "d", () => this.dismiss(), { "aria-pressed": String(decision?.status === "dismissed") }),
      isDecided ? element("button", { type: "button", onclick: () => decide(undefined) }, "Reopen") : null,
      element(
        "span",
        { class: "joined", role: "group", "aria-label": "Severity" },
        ...SEVERITIES.map((value, at) =>
          button(value, String(at + 1), () => weigh(value), { "aria-pressed": String(value === severity) }),
        ),
      ),
      button("Compare with …", "c", hold),
      element("button", { type: "button", onclick: copy }, "Copy as issue"),
      row.fingerprints.length > 0 ? element("button", { type: "button", onclick: copyLink }, "Copy link") : null,
    );
  }
}

/** @type {Record<string, string>} */
export const BASELINES = { new: "new", open: "still open", regressed: "back again" };
