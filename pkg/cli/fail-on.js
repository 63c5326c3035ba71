/** When a report is a reason to fail: the words of `--fail-on`. */

/** @typedef {import("../reconvene.js").Report} Report */
/** @typedef {import("../reconvene.js").Severity} Severity */

/**
 * Each word, with what of a report meets it.
 * @type {Record<string, (report: Report) => string[]>}
 */
const CONDITIONS = {
  critical: (report) => findings(report, ["critical"]),
  major: (report) => findings(report, ["critical", "major"]),
  minor: (report) => findings(report, ["critical", "major", "minor"]),
  partial: (report) => units(report, "PARTIAL"),
  gap: ({ gaps }) => gaps.map(({ unit }) => unit),
  missing: (report) => [
    ...report.gaps.filter(({ status }) => status === "MISSING").map(({ unit }) => unit),
    ...items(report, ["missing"]),
  ],
  failed: (report) => [
    ...items(report, ["partial", "misapplied", "regressed", "open"]),
    ...details(report).flatMap(failures),
  ],
  error: (report) => units(report, "ERROR"),
  new: ({ comparison }) => comparison?.new ?? [],
  regressed: ({ comparison }) => comparison?.regressed ?? [],
};

export const FAIL_ON = Object.keys(CONDITIONS);

/** Those that ask for an earlier report. */
export const SINCE = ["new", "regressed"];

const SHOWN = 5;
const SHOWN_LENGTH = 80;

/**
 * A sentence for each condition that a report meets.
 * @param {Report} report
 * @param {string[]} words
 */
export function met(report, words) {
  return words.flatMap((word) => {
    const causes = CONDITIONS[word]?.(report) ?? [];
    if (causes.length === 0) return [];
    const shown = causes.slice(0, SHOWN).map((cause) => {
      return cause.length > SHOWN_LENGTH ? `${cause.slice(0, SHOWN_LENGTH)}…` : cause;
    });
    const more = causes.length > SHOWN ? ` and ${causes.length - SHOWN} more` : "";
    return [`--fail-on ${word} was met: ${shown.join("; ")}${more}.`];
  });
}

/**
 * @param {Report} report
 * @param {Severity[]} severities
 */
function findings(report, severities) {
  // What every reply that reports it calls resolved stands no longer.
  const stands = (/** @type {import("../reconvene.js").UnifiedFinding} */ { members }) =>
    members.some(({ result, finding }) => report.results[result]?.findings[finding]?.state !== "resolved");
  return report.findings
    .filter((finding) => severities.includes(finding.severity) && stands(finding))
    .map(({ id, severity }) => `${id} (${severity})`);
}

/**
 * @param {Report} report
 * @param {string} status
 */
function units(report, status) {
  return report.coverage.filter((row) => row.status === status).map(({ unit }) => unit);
}

/** @param {Report} report */
function details(report) {
  return report.results.map(({ detail }) => detail);
}

/**
 * Checklist items, each as its latest version has it.
 * @param {Report} report
 * @param {import("../reconvene.js").ItemStatus[]} statuses
 */
function items(report, statuses) {
  const all = report.checklist?.items ?? [];
  return all.filter(({ item }) => statuses.includes(item.status)).map(({ item }) => item.id ?? item.item);
}

/** @param {import("../reconvene.js").Detail} detail */
function failures(detail) {
  if (detail.kind !== "implementation") return [];
  const criteria = detail.criteria.filter(({ passed }) => passed === false).map(({ criterion }) => criterion);
  const tests = detail.tests.filter(({ outcome, failed }) => outcome === "fail" || (failed ?? 0) > 0);
  return [...criteria, ...tests.map(({ name }) => name)];
}
