/** When a report is a reason to fail, and what it holds of a finding. */
import { kindOf, ReconveneError } from "./error.js";

/** @typedef {typeof import("./reconvene.js")} Contract */
/** @typedef {import("./reconvene.js").Report} Report */
/** @typedef {import("./reconvene.js").Severity} Severity */
/** @typedef {import("./reconvene.js").FailCondition} FailCondition */

/**
 * Each word, with what of a report meets it.
 * @type {Record<FailCondition, (report: Report) => string[]>}
 */
const CONDITIONS = {
  critical: (report) => standing(report, ["critical"]),
  major: (report) => standing(report, ["critical", "major"]),
  minor: (report) => standing(report, ["critical", "major", "minor"]),
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
  rework: ({ verdict, reasons }) => (verdict === "needs-rework" ? reasons : []),
  conflict: ({ implementation }) => (implementation?.fileConflicts ?? []).map(({ path }) => path),
  inconclusive: ({ verdict, reasons }) => (verdict === "inconclusive" ? reasons : []),
};

export const FAIL_CONDITIONS = /** @type {FailCondition[]} */ (Object.keys(CONDITIONS));

/** @type {Contract["failOn"]} */
export const failOn = (report, conditions) => {
  const lists = [report?.findings, report?.coverage, report?.gaps, report?.results, report?.reasons];
  if (!lists.every(Array.isArray))
    throw new ReconveneError("bad-argument", "`report` must be a report that `aggregate` returned.");
  if (!Array.isArray(conditions)) throw new ReconveneError("bad-argument", "`conditions` must be a list of words.");
  return conditions.flatMap((condition) => {
    if (!FAIL_CONDITIONS.includes(condition)) {
      const [known, got] = [
        FAIL_CONDITIONS.join(", "),
        typeof condition === "string" ? `"${condition}"` : kindOf(condition),
      ];
      throw new ReconveneError("bad-argument", `Each of \`conditions\` must be one of ${known}, but one is ${got}.`);
    }
    const causes = CONDITIONS[condition](report);
    return causes.length > 0 ? [{ condition, causes }] : [];
  });
};

/** @type {Contract["membersOf"]} */
export const membersOf = (report, unified) => {
  const [results, members] = [report?.results, unified?.members];
  if (!Array.isArray(results))
    throw new ReconveneError("bad-argument", "`report` must be a report that `aggregate` returned.");
  if (!Array.isArray(members)) throw new ReconveneError("bad-argument", "`finding` must be one of `report.findings`.");
  return members.flatMap(({ result, finding }) => {
    const reply = results[result];
    const reported = reply?.findings[finding];
    return reply && reported ? [{ reply, finding: reported }] : [];
  });
};

/**
 * Findings, and issues of ledgers that are open.
 * @param {Report} report
 * @param {Severity[]} severities
 */
function standing(report, severities) {
  const issues = (report.checklist?.items ?? []).map(({ item }) => item);
  const open = issues.filter(({ status }) => status !== "applied" && status !== "not-applicable");
  return [
    ...findings(report, severities),
    ...open.flatMap(({ id, item, severity }) =>
      severity && severities.includes(severity) ? [`${id ?? item} (${severity})`] : [],
    ),
  ];
}

/**
 * @param {Report} report
 * @param {Severity[]} severities
 */
function findings(report, severities) {
  // What every reply that reports it calls resolved stands no longer, nor what a person dismissed.
  const stands = (/** @type {import("./reconvene.js").UnifiedFinding} */ unified) =>
    unified.decision?.status !== "dismissed" &&
    membersOf(report, unified).some(({ finding }) => finding.state !== "resolved");
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
 * @param {import("./reconvene.js").ItemStatus[]} statuses
 */
function items(report, statuses) {
  const all = report.checklist?.items ?? [];
  return all.filter(({ item }) => statuses.includes(item.status)).map(({ item }) => item.id ?? item.item);
}

/** @param {import("./reconvene.js").Detail} detail */
function failures(detail) {
  if (detail.kind !== "implementation") return [];
  const criteria = detail.criteria.filter(({ passed }) => passed === false).map(({ criterion }) => criterion);
  const tests = detail.tests.filter(({ outcome, failed }) => outcome === "fail" || (failed ?? 0) > 0);
  return [...criteria, ...tests.map(({ name }) => name)];
}
