/** Whether reconvene and the version by hand read the same out of well-formed replies; without that no time compares. */
import assert from "node:assert/strict";
import { aggregate, parse } from "../pkg/node.js";
import * as handWritten from "./hand-written.js";

/**
 * What both find in the replies; throws an AssertionError where they disagree on what both do.
 *
 * They differ in what becomes of findings: by hand only equal places and types make one, here also alike texts on places
 * that meet; and only here is there a word on disagreements, possible duplicates and gaps.
 * @param {string[]} replies
 */
export function agreed(replies) {
  for (const reply of replies) {
    const ours = parse(reply);
    assert.deepEqual(ours.diagnostics, [], "A generated reply is well-formed");
    assert.deepEqual(read(ours), handWritten.parse(reply));
  }
  const ours = aggregate(replies);
  const byHand = handWritten.aggregate(replies);
  assert.deepEqual(
    { reported: ours.summary.reported, byStatus: ours.summary.byStatus, units: ours.coverage.map(row).sort(byUnit) },
    {
      reported: byHand.reported,
      byStatus: { CLEAN: 0, FINDINGS: 0, PARTIAL: 0, ERROR: 0, ...Object.fromEntries(byHand.byStatus) },
      units: byHand.coverage
        .map(({ findings, agents, ...rest }) => ({ ...rest, agents: [...agents].sort() }))
        .sort(byUnit),
    },
  );
  return counted(ours, byHand);
}

/**
 * The same without asking that they agree, for replies that are not well-formed.
 * @param {string[]} replies
 */
export const found = (replies) => counted(aggregate(replies), handWritten.aggregate(replies));

/**
 * @param {import("../pkg/reconvene.js").Report} report
 * @param {handWritten.Report} byHand
 */
function counted({ summary, suggestions, gaps }, byHand) {
  return {
    reported: summary.reported,
    findings: summary.findings,
    conflicts: summary.conflicts,
    suggestions: suggestions.length,
    gaps: gaps.length,
    byHand: { reported: byHand.reported, findings: byHand.findings.length },
  };
}

/**
 * Of what we read, what the version by hand reads too.
 * @param {import("../pkg/reconvene.js").AgentResult} result
 * @returns {handWritten.Result}
 */
const read = ({ status, type, unit, agent, coverage, reason, findings }) => ({
  status,
  type: type ?? "",
  unit: unit ?? "",
  agent: agent ?? "",
  coverage: coverage?.percent ?? null,
  reason,
  findings: findings.map((finding) => ({
    id: finding.id,
    severity: finding.severity,
    type: finding.type ?? "",
    location: finding.location?.text ?? "",
    counterLocation: finding.counterLocation?.text ?? null,
    description: finding.description,
    suggestion: finding.suggestion,
    title: finding.title,
    discussion: finding.discussion,
  })),
});

/** @param {import("../pkg/reconvene.js").CoverageRow} row */
const row = ({ unit, agents, status, coverage, reason }) => ({ unit, agents, status, coverage, reason });

/** They sort numbers in names differently. @param {{ unit: string }} one @param {{ unit: string }} other */
const byUnit = (one, other) => (one.unit < other.unit ? -1 : 1);
