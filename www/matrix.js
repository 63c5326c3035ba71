/** Findings × agents: who found what, who looked there and found nothing, who was not asked, who disagrees. */
import { shown } from "../pkg/element/core.js";
import { noFilters } from "./address.js";
import { byId, counted, element } from "./dom.js";
import { cellOf, columnsOf } from "./triage/asked.js";
import { pairs } from "./triage/pairs.js";

/** @typedef {import("./triage/rows.js").Row} Row */
/** @typedef {import("./reports.js").Made} Made */
/** @typedef {import("./triage/asked.js").Said} Said */
/**
 * @typedef {object} Acts
 * @property {(filters: import("./address.js").Filters) => void} filter
 * @property {(address: string) => void} open
 * @property {(row: Row) => import("./decisions.js").FindingDecision | undefined} decisionOn
 */

/** So many cells are there at once; the others follow on demand. */
const CELLS = 1000;

/** So many are made before the browser may show them, and take the next key. */
const SLICE = 250;

/** @type {Record<Said, string>} */
const SAYS = {
  found: "found it",
  disagrees: "found it, and disagrees",
  nothing: "found nothing there",
  "not-asked": "was not asked",
  unknown: "does not say whether it looked",
};

const LETTERS = { critical: "C", major: "M", minor: "m", advisory: "a" };

export class Matrix {
  #acts;
  #place = byId("matrix");
  #frame = 0;

  /** @param {Acts} acts */
  constructor(acts) {
    this.#acts = acts;
  }

  /**
   * @param {Made | null} made
   * @param {Row[]} rows
   */
  show(made, rows) {
    cancelAnimationFrame(this.#frame);
    if (!made || rows.length === 0) {
      this.#place.replaceChildren(
        element("p", { class: "hint" }, made ? "No agent reported a finding." : "No replies yet."),
      );
      return;
    }
    const { report } = made;
    const columns = columnsOf(report);
    const names = columns.map(({ agent }) => shown(agent));
    const step = Math.max(4, Math.floor(CELLS / columns.length));
    const { filter, open } = this.#acts;
    const heads = columns.map(({ agent }) =>
      element(
        "th",
        { scope: "col" },
        element(
          "button",
          {
            type: "button",
            class: "link",
            title: `Findings of ${shown(agent)}`,
            onclick: () => filter({ ...noFilters(), agent }),
          },
          element("bdi", {}, shown(agent)),
        ),
      ),
    );
    const body = element("tbody", {});
    const more = element("button", { type: "button" });
    const slice = Math.max(1, Math.floor(SLICE / columns.length));
    const fill = (end = Math.min(rows.length, body.childElementCount + step)) => {
      const from = body.childElementCount;
      const next = rows.slice(from, Math.min(end, from + slice));
      body.append(...next.map((row) => this.#row(row, { columns, names, report, open })));
      const left = rows.length - end;
      more.hidden = left === 0;
      more.textContent = `Show ${Math.min(step, left)} more of ${counted(rows.length, "finding")}`;
      if (from + slice < end) this.#frame = requestAnimationFrame(() => fill(end));
    };
    fill();
    more.addEventListener("click", () => fill());
    this.#place.replaceChildren(
      element(
        "section",
        { class: "by-agent" },
        element("h2", {}, "Findings × agents"),
        legend(),
        element(
          "div",
          { class: "scrolls", tabindex: "0", role: "region", "aria-label": "Findings × agents" },
          element(
            "table",
            {},
            element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "Finding"), ...heads)),
            body,
          ),
        ),
        more,
      ),
      pairs(report, (pair) => filter({ ...noFilters(), pair })) ?? "",
    );
  }

  /**
   * @param {Row} row
   * @param {object} given
   * @param {import("./triage/asked.js").Column[]} given.columns
   * @param {string[]} given.names
   * @param {import("../pkg/reconvene.js").Report} given.report
   * @param {(address: string) => void} given.open
   */
  #row(row, { columns, names, report, open }) {
    const decision = this.#acts.decisionOn(row);
    const severity = decision?.severity ?? row.severity;
    const name = element(
      "th",
      { scope: "row" },
      element(
        "div",
        { class: "named" },
        element("span", { class: "severity", "data-severity": severity }, severity),
        element(
          "button",
          { type: "button", class: "link", onclick: () => open(row.address) },
          element("bdi", {}, shown(row.title)),
        ),
        decision?.status ? element("span", { class: "mark" }, decision.status) : null,
      ),
    );
    const cells = columns.map((column, at) => {
      const { said, severity: own } = cellOf(row, column, report);
      const letter = own ? LETTERS[own] : said === "nothing" ? "–" : said === "unknown" ? "?" : "";
      const says = `${names[at]} ${SAYS[said]}${own ? `: ${own}` : ""}`;
      return element(
        "td",
        { "data-said": said, "data-severity": own, title: says, onclick: () => open(row.address) },
        element("span", { "aria-hidden": "true" }, said === "disagrees" ? `${letter}≠` : letter),
        element("span", { class: "unseen" }, `${SAYS[said]}${own ? `, ${own}` : ""}`),
      );
    });
    return element("tr", { "data-decided": decision?.status ?? null }, name, ...cells);
  }
}

function legend() {
  const one = (/** @type {Said} */ said, /** @type {string} */ letter) =>
    element(
      "li",
      {},
      element(
        "span",
        {
          class: "sample",
          "data-said": said,
          "data-severity": said === "found" || said === "disagrees" ? "major" : null,
          "aria-hidden": "true",
        },
        letter,
      ),
      SAYS[said],
    );
  return element(
    "ul",
    { class: "legend row" },
    one("found", "M"),
    one("disagrees", "m≠"),
    one("nothing", "–"),
    one("not-asked", ""),
    one("unknown", "?"),
    element("li", {}, "C critical, M major, m minor, a advisory"),
  );
}
