/** Which agent was asked for what: whether one that did not report a finding had looked there. */
import { agentName } from "./rows.js";

/** @typedef {import("../../pkg/reconvene.js").Report} Report */
/** @typedef {import("./rows.js").Row} Row */
/** @typedef {"found" | "disagrees" | "nothing" | "not-asked"} Said */
/** @typedef {{ said: Said, severity: import("../../pkg/reconvene.js").Severity | null }} Cell */
/** @typedef {{ agent: string, results: Set<number>, scopes: string[] }} Column */

/** The agents of a report, each with its replies that say something. @param {Report} report @returns {Column[]} */
export function columnsOf(report) {
  /** @type {Map<string, Column>} */
  const columns = new Map();
  for (const [at, { status, unit, metadata }] of report.results.entries()) {
    const agent = agentName(report, at);
    const column = columns.get(agent) ?? { agent, results: new Set(), scopes: [] };
    column.results.add(at);
    // One that failed has looked at nothing.
    if (status !== "ERROR") column.scopes.push([unit, metadata.scope, metadata.assigned].join(" ").toLowerCase());
    columns.set(agent, column);
  }
  return [...columns.values()];
}

/**
 * @param {Row} row
 * @param {Column} column
 * @param {Report} report
 * @returns {Cell}
 */
export function cellOf(row, column, report) {
  const mine = row.finding.members.filter(({ result }) => column.results.has(result));
  if (mine.length === 0) {
    const isAsked =
      row.documents.length > 0 && column.scopes.some((scope) => row.documents.every((one) => names(scope, one)));
    return { said: isAsked ? "nothing" : "not-asked", severity: null };
  }
  const said = mine.flatMap(({ result, finding }) => report.results[result]?.findings[finding] ?? []);
  const severity = said[0]?.severity ?? null;
  const isOther =
    row.isDisputed &&
    said.every((one) => one.severity !== row.severity || (one.type !== null && one.type !== row.finding.type));
  return { said: isOther ? "disagrees" : "found", severity };
}

/**
 * @param {string} scope In small letters.
 * @param {string} document
 */
const names = (scope, document) => scope.includes(document.replace(/^.*\//, "").toLowerCase());
