/** Which rows pass the filters, and how many there would be of each value with the other filters as they are. */
import { textOf } from "./rows.js";

/** @typedef {import("../address.js").Filters} Filters */
/** @typedef {import("./rows.js").Row} Row */
/** @typedef {import("../decisions.js").FindingDecision} FindingDecision */
/** @typedef {(row: Row) => FindingDecision | undefined} Decided */
/** @typedef {{ passing: Row[], counts: Map<Facet, Map<string, number>>, disputed: number }} Found */
/** @typedef {"severity" | "agent" | "file" | "pair" | "decided" | "since"} Facet */

/** @type {Facet[]} */
export const FACETS = ["severity", "agent", "file", "pair", "decided", "since"];

/**
 * @param {Row} row
 * @param {Facet} facet
 * @param {FindingDecision | undefined} decision
 * @returns {string[]}
 */
function valuesOf(row, facet, decision) {
  switch (facet) {
    case "severity":
      return [decision?.severity ?? row.severity];
    case "agent":
      return row.agents;
    case "file":
      return row.documents;
    case "pair":
      return row.finding.units;
    case "decided":
      return [decision?.status ?? "left"];
    case "since":
      return row.finding.baseline ? [row.finding.baseline] : [];
  }
}

/**
 * @param {Row[]} rows
 * @param {Filters} filters
 * @param {Decided} decided
 * @returns {Found}
 */
export function filtered(rows, filters, decided) {
  const wanted = filters.text.trim().toLowerCase();
  /** @type {Map<Facet, Map<string, number>>} */
  const counts = new Map(FACETS.map((facet) => [facet, new Map()]));
  /** @type {[Facet, string[]][]} */
  const all = FACETS.map((facet) => [facet, [filters[facet]].flat().filter(Boolean)]);
  const chosen = all.filter(([, values]) => values.length > 0);
  /** @type {Row[]} */
  const passing = [];
  let disputed = 0;
  for (const row of rows) {
    if (wanted && !textOf(row).includes(wanted)) continue;
    const decision = decided(row);
    const failed = chosen
      .filter(([facet, values]) => !valuesOf(row, facet, decision).some((value) => values.includes(value)))
      .map(([facet]) => facet);
    if (failed.length === 0 && row.isDisputed) disputed += 1;
    const isOff = filters.disputed && !row.isDisputed;
    if (failed.length === 0 && !isOff) passing.push(row);
    // What fails one filter counts for the values of that one.
    if (failed.length > 1 || isOff) continue;
    for (const facet of failed.length === 1 ? failed : FACETS) {
      const count = /** @type {Map<string, number>} */ (counts.get(facet));
      for (const value of valuesOf(row, facet, decision)) count.set(value, (count.get(value) ?? 0) + 1);
    }
  }
  return { passing, counts, disputed };
}

/** @param {Filters} filters */
export const isFiltering = (filters) =>
  filters.disputed ||
  filters.severity.length > 0 ||
  Boolean(filters.text.trim()) ||
  FACETS.some((facet) => filters[facet].length > 0);
