/** Which agent was asked for what: whether one that did not report a finding had looked there. */
import { agentName } from "./rows.js";

/** @typedef {import("../../pkg/reconvene.js").Report} Report */
/** @typedef {import("./rows.js").Row} Row */
/** @typedef {"found" | "disagrees" | "nothing" | "not-asked" | "unknown"} Said `unknown`: no reply of the agent says what it was on. */
/** @typedef {{ said: Said, severity: import("../../pkg/reconvene.js").Severity | null }} Cell */
/**
 * @typedef {object} Column
 * @property {string} agent
 * @property {Set<number>} results
 * @property {string[]} scopes What its replies say that they are on, in small letters.
 * @property {Set<string>} seen The documents that it reports on.
 * @property {boolean} isOpen Whether one of its replies does not say what it is on.
 */

/** The agents of a report, each with its replies that say something. @param {Report} report @returns {Column[]} */
export function columnsOf(report) {
  /** @type {Map<string, Column>} */
  const columns = new Map();
  for (const [at, { status, unit, metadata, findings }] of report.results.entries()) {
    const agent = agentName(report, at);
    const column = columns.get(agent) ?? { agent, results: new Set(), scopes: [], seen: new Set(), isOpen: false };
    columns.set(agent, column);
    column.results.add(at);
    // One that failed has looked at nothing.
    if (status === "ERROR") continue;
    const scope = [unit, metadata.scope, metadata.assigned].filter((one) => one).join(" ");
    if (scope === "") column.isOpen = true;
    else column.scopes.push(scope.toLowerCase());
    for (const { location } of findings) {
      for (const { document } of location?.places ?? []) if (document !== null) column.seen.add(document);
    }
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
  if (mine.length === 0) return { said: absent(row.documents, column), severity: null };
  const said = mine.flatMap(({ result, finding }) => report.results[result]?.findings[finding] ?? []);
  const { severity } = row;
  const { type } = row.finding;
  const isOther = said.every((one) => one.severity !== severity || (one.type !== null && one.type !== type));
  return { said: row.isDisputed && isOther ? "disagrees" : "found", severity: said[0]?.severity ?? null };
}

/**
 * What it means that an agent does not report a finding.
 * @param {string[]} documents
 * @param {Column} column
 * @returns {Said}
 */
function absent(documents, { scopes, seen, isOpen }) {
  const [first] = documents;
  if (first === undefined) return isOpen ? "unknown" : "not-asked";
  if (scopes.some((scope) => documents.every((one) => names(scope, one)))) return "nothing";
  // Whoever reports on a document has looked at it.
  if (isOpen) return seen.has(first) ? "nothing" : "unknown";
  return "not-asked";
}

/**
 * @param {string} scope In small letters.
 * @param {string} document
 */
const names = (scope, document) => scope.includes(document.replace(/^.*\//, "").toLowerCase());
