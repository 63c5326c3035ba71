/** Documents × documents, where agents were asked for pairs: how much was found in each, and which were not compared. */
import { shown } from "../../pkg/element/core.js";
import { counted, element } from "../dom.js";

/** @typedef {import("../../pkg/reconvene.js").Report} Report */
/** @typedef {import("../../pkg/reconvene.js").CoverageRow} CoverageRow */

/** More documents than that make no table that anyone reads. */
const MOST = 40;

/** How many findings make the darkest cell. */
const STEPS = 4;

/**
 * @param {Report} report
 * @param {(unit: string) => void} choose
 * @returns {HTMLElement | null} Nothing where there are no pairs.
 */
export function pairs(report, choose) {
  /** @type {Map<string, CoverageRow>} */
  const found = new Map();
  /** @type {Set<string>} */
  const documents = new Set();
  for (const row of report.coverage) {
    const [one, other, ...more] = row.unit.split(" + ");
    if (one === undefined || other === undefined || more.length > 0) continue;
    found.set(keyOf(one, other), row);
    documents.add(one).add(other);
  }
  // What says that it did not look at all of it has findings, and is a gap all the same.
  const gaps = new Set(report.gaps.map(({ unit }) => unit));
  const names = [...documents].sort().slice(0, MOST);
  if (found.size === 0 || names.length < 2) return null;
  const most = Math.max(1, ...[...found.values()].map(({ findings }) => findings));
  const cell = (/** @type {string} */ one, /** @type {string} */ other) => {
    if (one === other) return element("td", { class: "same" });
    const row = found.get(keyOf(one, other));
    const isGap = !row || gaps.has(row.unit);
    const says = !row
      ? "not compared"
      : isGap
        ? `${row.findings === 0 ? "gap" : counted(row.findings, "finding")}, not in full`
        : counted(row.findings, "finding");
    const heat = row ? Math.ceil((STEPS * row.findings) / most) : 0;
    const label = `${one} and ${other}: ${says}`;
    const inside = row
      ? element(
          "button",
          { type: "button", "aria-label": shown(label), title: shown(label), onclick: () => choose(row.unit) },
          isGap && row.findings === 0 ? "gap" : String(row.findings),
        )
      : element("span", { class: "unseen" }, "not compared");
    return element("td", { "data-heat": String(heat), class: isGap ? "gap" : "" }, inside);
  };
  return element(
    "section",
    { class: "pairs" },
    element("h2", {}, "Documents × documents"),
    element("p", { class: "hint" }, "Findings in each pair. Hatched: not compared, or not in full."),
    element(
      "div",
      { class: "scrolls", tabindex: "0", role: "region", "aria-label": "Documents × documents" },
      element(
        "table",
        {},
        element(
          "thead",
          {},
          element(
            "tr",
            {},
            element("td", {}),
            ...names.map((name) => element("th", { scope: "col" }, element("bdi", {}, shown(name)))),
          ),
        ),
        element(
          "tbody",
          {},
          ...names.map((one) =>
            element(
              "tr",
              {},
              element("th", { scope: "row" }, element("bdi", {}, shown(one))),
              ...names.map((other) => cell(one, other)),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @type {(one: string, other: string) => string} */
const keyOf = (one, other) => JSON.stringify([one, other].sort());
