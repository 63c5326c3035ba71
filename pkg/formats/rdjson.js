/**
 * The Reviewdog Diagnostic Format: one `DiagnosticResult`. Other places stand in the message: `related_locations` is an
 * error for a reviewdog that does not know it.
 */
import { explanation, inert, issuesOf, linesOf, pathOf } from "./issues.js";

/** @typedef {import("../reconvene.js").Report} Report */
/** @typedef {import("./issues.js").Spot} Spot */

/** @type {Record<import("../reconvene.js").Severity, string>} */
const SEVERITIES = { critical: "ERROR", major: "ERROR", minor: "WARNING", advisory: "INFO" };

/**
 * @param {Report} report
 * @returns {string}
 */
export function rdjson(report) {
  const standing = issuesOf(report).filter(({ state }) => state === "open");
  const diagnostics = standing.map((issue) => {
    const { finding, title, spot } = issue;
    return {
      message: inert([`${finding.severity}: ${title}`, explanation(issue)].filter((text) => text !== "").join("\n\n")),
      location: location(spot),
      severity: SEVERITIES[finding.severity],
      ...(finding.type !== null && { code: { value: finding.type } }),
    };
  });
  return `${JSON.stringify({ source: { name: "reconvene" }, diagnostics }, null, 2)}\n`;
}

/** @param {Spot} spot */
function location(spot) {
  const lines = linesOf(spot);
  const path = pathOf(spot);
  // Without columns, a range is one of whole lines.
  return lines ? { path, range: { start: { line: lines[0] }, end: { line: lines[1] } } } : { path };
}
