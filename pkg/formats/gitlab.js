/** The report of GitLab's Code Quality: a JSON list of entries. */
import { cut, inert, issuesOf, linesOf, oneLine, pathOf } from "./issues.js";

/** @typedef {import("../reconvene.js").Report} Report */

/** Longer descriptions are cut: GitLab shows them on one line. */
const DESCRIPTION = 1000;

/** @type {Record<import("../reconvene.js").Severity, string>} */
const SEVERITIES = { critical: "critical", major: "major", minor: "minor", advisory: "info" };

/**
 * @param {Report} report
 * @returns {string}
 */
export function gitlab(report) {
  const standing = issuesOf(report).filter(({ state }) => state === "open");
  const entries = standing.map(({ finding, type, title, spot }) => {
    const [begin, end] = linesOf(spot) ?? [1, 1];
    const rest = [finding.title === null ? "" : finding.description, finding.suggestion ?? ""];
    const text = [finding.title ?? finding.description, ...rest].map(oneLine).filter((part) => part !== "");
    return {
      description: cut(inert(text.join(" – ")), DESCRIPTION) || title,
      check_name: type,
      // Of entries with one fingerprint GitLab shows the first: a key is unique in its report.
      fingerprint: finding.key,
      severity: SEVERITIES[finding.severity],
      location: { path: pathOf(spot), lines: end > begin ? { begin, end } : { begin } },
    };
  });
  return `${JSON.stringify(entries, null, 2)}\n`;
}
