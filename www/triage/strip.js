/** What the report comes to, above the list: the verdict, how many are left, gaps, and what became of an earlier run. */
import { shown } from "../../pkg/element/core.js";
import { noFilters } from "../address.js";
import { counted, element } from "../dom.js";
import { titleOf, unmarked } from "./rows.js";

/** @typedef {import("../../pkg/reconvene.js").Report} Report */
/** @typedef {import("../address.js").Filters} Filters */

/** @type {Record<string, string>} */
const VERDICTS = {
  approve: "Approve",
  "approve-with-changes": "Approve with changes",
  "needs-rework": "Needs rework",
  inconclusive: "Inconclusive",
};

/**
 * @param {Report} report
 * @param {object} given
 * @param {{ left: number, all: number, dismissed: number }} given.counts
 * @param {(filters: Filters) => void} given.filter
 * @param {() => void} given.showGaps
 * @param {() => void} given.save
 */
export function strip(report, { counts: { left, all, dismissed }, filter, showGaps, save }) {
  const link = (/** @type {string} */ label, /** @type {Partial<Filters>} */ filters, name = "") =>
    element(
      "button",
      { type: "button", class: "link", "data-count": name, onclick: () => filter({ ...noFilters(), ...filters }) },
      label,
    );
  const { comparison } = report;
  const missing = report.gaps.length;
  return [
    element(
      "div",
      { class: "row verdict-strip" },
      verdictOf(report),
      element("span", {}, link(`${left} of ${all} left`, { decided: "left" }, "left")),
      dismissed > 0 ? element("span", {}, link(`${dismissed} dismissed`, { decided: "dismissed" }, "dismissed")) : null,
      missing > 0
        ? element(
            "span",
            {},
            element(
              "button",
              { type: "button", class: "link", "data-count": "gaps", onclick: showGaps },
              counted(missing, "gap"),
            ),
          )
        : element("span", { class: "hint" }, "no gaps"),
      element("progress", { max: String(Math.max(1, all)), value: String(all - left), "aria-label": "Decided" }),
      left === 0 && all > 0
        ? element("button", { type: "button", class: "primary", onclick: save }, "Save the decisions")
        : null,
    ),
    comparison
      ? element(
          "div",
          { class: "row since-strip", role: "group", "aria-label": "Compared with the earlier run" },
          element("span", { class: "hint" }, "Since the earlier run"),
          link(`${comparison.new.length} new`, { since: "new" }, "new"),
          link(`${comparison.open.length} open`, { since: "open" }, "open"),
          link(`${comparison.regressed.length} back`, { since: "regressed" }, "back"),
          gone("fixed", comparison.fixed),
          gone("not verified", comparison.unverified),
        )
      : null,
  ].filter((one) => one !== null);
}

/** The verdict, and why, to be unfolded. @param {Report} report */
export function verdictOf({ verdict, reasons }) {
  const said = element("strong", { "data-report-verdict": verdict }, VERDICTS[verdict] ?? verdict);
  if (reasons.length === 0) return element("span", { class: "verdict" }, said);
  return element(
    "details",
    { class: "gone verdict" },
    element("summary", {}, said),
    element("ul", {}, ...reasons.map((reason) => element("li", {}, element("bdi", {}, shown(reason))))),
  );
}

/**
 * What is no longer there, to be unfolded.
 * @param {string} label
 * @param {import("../../pkg/reconvene.js").UnifiedFinding[]} findings
 */
function gone(label, findings) {
  if (findings.length === 0) return element("span", { class: "hint" }, `0 ${label}`);
  const items = findings
    .slice(0, 200)
    .map((finding) =>
      element(
        "li",
        {},
        element("span", { class: "severity", "data-severity": finding.severity }, finding.severity),
        " ",
        element("bdi", {}, shown(titleOf(finding))),
        finding.location ? element("bdi", { class: "hint" }, ` ${shown(unmarked(finding.location.text))}`) : null,
      ),
    );
  return element(
    "details",
    { class: "gone" },
    element("summary", {}, `${findings.length} ${label}`),
    element("ul", {}, ...items),
  );
}
