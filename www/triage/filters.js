/** Which rows pass the filters, and how many there would be of each value with the other filters as they are. */
/** @typedef {import("../address.js").Filters} Filters */
/** @typedef {import("./rows.js").Row} Row */
/** @typedef {import("../decisions.js").FindingDecision} FindingDecision */
/** @typedef {(row: Row) => FindingDecision | undefined} Decided */
/** @typedef {{ passing: Row[], counts: Map<Facet, Map<string, number>>, disputed: number }} Found */
/** @typedef {"severity" | "agent" | "file" | "pair" | "decided" | "since"} Facet */

/** @type {Facet[]} */
export const FACETS = ["severity", "agent", "file", "pair", "decided", "since"];

/** @type {string[]} */
const NONE = [];

/** One list for each value: tens of thousands of them are asked for at a time. @type {Map<string, string[]>} */
const alone = new Map();

/** @param {string} value */
function only(value) {
  const list = alone.get(value) ?? [value];
  if (!alone.has(value)) alone.set(value, list);
  return list;
}

/** @type {Record<Facet, (row: Row, decision: FindingDecision | undefined) => string[]>} */
const VALUES = {
  severity: (row, decision) => only(decision?.severity ?? row.severity),
  agent: (row) => row.agents,
  file: (row) => row.documents,
  pair: (row) => row.finding.units,
  decided: (_, decision) => only(decision?.status ?? "left"),
  since: ({ finding: { baseline } }) => (baseline ? only(baseline) : NONE),
};

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
  const counted = [...counts].map(([facet, count]) => ({ facet, count, valuesOf: VALUES[facet] }));
  /** @type {Row[]} */
  const passing = [];
  let disputed = 0;
  for (const row of rows) {
    if (wanted && !row.text.includes(wanted)) continue;
    const decision = decided(row);
    /** @type {Facet | null} */
    let failed = null;
    let failures = 0;
    for (const [facet, values] of chosen) {
      if (VALUES[facet](row, decision).some((value) => values.includes(value))) continue;
      failed = facet;
      failures += 1;
    }
    if (failures === 0 && row.isDisputed) disputed += 1;
    const isOff = filters.disputed && !row.isDisputed;
    if (failures === 0 && !isOff) passing.push(row);
    // What fails one filter counts for the values of that one.
    if (failures > 1 || isOff) continue;
    for (const { facet, count, valuesOf } of counted) {
      if (failed !== null && failed !== facet) continue;
      for (const value of valuesOf(row, decision)) count.set(value, (count.get(value) ?? 0) + 1);
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
