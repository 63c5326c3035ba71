/** The findings as a compact list: what it is, how bad, where, who reported it, what was decided. */
import { shown } from "../../pkg/element/core.js";
import { counted, element } from "../dom.js";
import { BASELINES } from "./detail.js";
import { VirtualList } from "./virtual-list.js";

/** @typedef {import("./rows.js").Row} Row */
/** @typedef {import("./filters.js").Decided} Decided */

const LONGEST = 160;

/** @param {string} text */
const clipped = (text) => shown(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text).replace(/\s+/g, " ");

/**
 * @param {object} given
 * @param {Decided} given.decided
 * @param {(row: Row) => void} given.chosen
 * @param {() => void} given.opened
 */
export function findingsList({ decided, chosen, opened }) {
  /** @type {VirtualList<Row>} */
  const list = new VirtualList({
    name: "Findings",
    className: "findings-list",
    make: (row) => item(row, decided(row)),
    chosen: (at) => chosen(/** @type {Row} */ (list.items[at])),
    opened,
  });
  return list;
}

/**
 * @param {Row} row
 * @param {import("../decisions.js").FindingDecision | undefined} decision
 */
function item(row, decision) {
  const severity = decision?.severity ?? row.severity;
  const { baseline } = row.finding;
  const isMany = row.agents.length > 2;
  const who = isMany ? counted(row.agents.length, "agent") : row.agents.join(", ");
  return element(
    "div",
    { class: "finding-row", "data-decided": decision?.status ?? null, "data-address": row.address },
    element(
      "p",
      { class: "first" },
      element("span", { class: "severity", "data-severity": severity }, severity),
      element("bdi", { class: "title" }, clipped(row.title)),
      decision?.status ? element("span", { class: "mark" }, decision.status) : null,
    ),
    element(
      "p",
      { class: "second" },
      row.shortPlace === ""
        ? null
        : element("bdi", { class: "place", title: clipped(row.place) }, clipped(row.shortPlace)),
      who === "" ? null : element("bdi", { class: isMany ? "who many" : "who" }, clipped(who)),
      row.isDisputed ? element("span", { class: "disputed" }, "disputed") : null,
      baseline && baseline !== "open"
        ? element("span", { class: "since", "data-since": baseline }, BASELINES[baseline] ?? "")
        : null,
    ),
  );
}
