/** The report of GitLab's Code Quality: a JSON list of entries. */
import { cut, explanation, inert, issuesOf, linesOf, oneLine, paragraphsOf, pathOf } from "./issues.js";

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
  const entries = standing.map((issue) => {
    const { finding, type, title, spot } = issue;
    const [begin, end] = linesOf(spot) ?? [1, 1];
    const head = finding.title ?? finding.description;
    const rest = paragraphsOf(issue).filter((text) => text !== head);
    const text = [head, ...rest].map(oneLine).filter((part) => part !== "");
    return {
      description: cut(inert(text.join(" – ")), DESCRIPTION) || title,
      // GitLab passes over it; who reads the file does not.
      content: { body: inert(explanation(issue)) },
      check_name: type,
      // Of entries with one fingerprint GitLab shows the first: a key is unique in its report.
      fingerprint: finding.key,
      severity: SEVERITIES[finding.severity],
      location: { path: pathOf(spot), lines: end > begin ? { begin, end } : { begin } },
    };
  });
  return `${JSON.stringify(entries, null, 2)}\n`;
}
